#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ir/irmodule.h"
#include "prop.h"

enum { LITERAL_DEPTH = 8, LITERALS_SHOWN = 5 };

/* a * b + c, which clang contracts. */
static bool
is_fused(LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	const char *name = callee ? irmodule_name(callee) : "";

	return !strncmp(name, "llvm.fmuladd.", 13) || !strncmp(name, "llvm.fma.", 9);
}

static bool
is_arithmetic(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : (LLVMOpcode)0;

	if (opcode == LLVMCall)
		return is_fused(value);
	return opcode == LLVMFAdd || opcode == LLVMFSub || opcode == LLVMFMul || opcode == LLVMFDiv || opcode == LLVMFNeg;
}

/* The value was made from a float. */
static bool
comes_from_float(LLVMValueRef value, int depth)
{
	int i, n;

	if (LLVMIsAFPExtInst(value))
		return true;
	if (!depth || !is_arithmetic(value))
		return false;
	for (i = 0, n = LLVMGetNumOperands(value); i < n; i++)
		if (comes_from_float(LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* The value is converted to float, perhaps through a variable. */
static bool
goes_to_float(LLVMValueRef value, int depth)
{
	LLVMValueRef user;
	LLVMUseRef use;

	if (!depth)
		return false;
	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAFPTruncInst(user) || LLVMIsAFCmpInst(user))
			return true;
		if ((is_arithmetic(user) || LLVMIsALoadInst(user)) && goes_to_float(user, depth - 1))
			return true;
	}
	return false;
}

/* A double literal that could be a float literal: the instruction computes with floats or gives one. */
static bool
literal_among_floats(LLVMValueRef instruction)
{
	if (LLVMIsAFPTruncInst(instruction))
		return true;
	if (LLVMIsAStoreInst(instruction))
		return goes_to_float(LLVMGetOperand(instruction, 1), LITERAL_DEPTH);
	if (LLVMIsAFCmpInst(instruction))
		return comes_from_float(LLVMGetOperand(instruction, 0), LITERAL_DEPTH) ||
		       comes_from_float(LLVMGetOperand(instruction, 1), LITERAL_DEPTH);
	return is_arithmetic(instruction) && (comes_from_float(instruction, LITERAL_DEPTH) ||
					      goes_to_float(instruction, LITERAL_DEPTH));
}

/* The shortest decimal text that is the same double, with a point or exponent. */
static const char *
literal_text(struct arena *arena, double value)
{
	const char *text = NULL;
	int digits;

	for (digits = 1; digits <= 17; digits++) {
		text = arena_printf(arena, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return strpbrk(text, ".en") ? text : arena_printf(arena, "%s.0", text);
}

static unsigned
show_literals(struct uses *uses, LLVMValueRef instruction, unsigned shown)
{
	LLVMTypeRef float64 = LLVMDoubleTypeInContext(irmodule_context());
	struct location at = location_of_instruction(uses, instruction);
	int i, n = LLVMGetNumOperands(instruction);
	LLVMValueRef operand;
	LLVMBool inexact;
	const char *text;
	double value;

	for (i = 0; i < n; i++) {
		operand = LLVMGetOperand(instruction, (unsigned)i);
		if (!LLVMIsAConstantFP(operand) || LLVMTypeOf(operand) != float64 || !literal_among_floats(instruction))
			continue;
		value = LLVMConstRealGetDouble(operand, &inexact);
		if (!isfinite(value) || shown++ >= LITERALS_SHOWN)
			continue;
		text = literal_text(uses->arena, value);
		if (at.line)
			printf("  %s:%u:%u: the literal %s is a double, %sf is a float\n", at.file, at.line, at.col, text, text);
		else
			printf("  the literal %s is a double, %sf is a float\n", text, text);
	}
	return shown;
}

unsigned
literals_suggest(struct uses *uses, uint32_t function)
{
	uint8_t *reached = arena_calloc(uses->arena, (size_t)uses->graph.nnode + 1, 1);
	LLVMBasicBlockRef block;
	LLVMValueRef value, instruction;
	unsigned shown = 0;
	uint32_t i;

	callgraph_reach(&uses->graph, &function, 1, reached);
	for (i = 0; i < uses->graph.nfunction; i++) {
		value = reached[i] ? program_value(uses->program, i) : NULL;
		for (block = value ? LLVMGetFirstBasicBlock(value) : NULL; block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction;
			     instruction = LLVMGetNextInstruction(instruction))
				shown = show_literals(uses, instruction, shown);
	}
	if (shown > LITERALS_SHOWN)
		printf("  and %u more literals\n", shown - LITERALS_SHOWN);
	return shown;
}
