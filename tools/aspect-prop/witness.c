#include "prop.h"

#include <string.h>

#include "ir/irmodule.h"

const char *
use_sort_text(enum use_sort sort)
{
	static const char *const text[] = { "attribute", "signature", "load/store", "conversion", "computation" };

	return text[sort];
}

/* --- what sort of use an instruction is ------------------------------------- */

/* A call of a builtin is a computation; other functions are analysed themselves. */
static enum use_sort
sort_of_call(LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	const char *name = callee ? irmodule_name(callee) : "";

	if (!strncmp(name, "llvm.mem", 8) || !strncmp(name, "llvm.lifetime", 13))
		return SORT_MEMORY;
	return !strncmp(name, "llvm.", 5) || irmodule_is_builtin_name(name) ? SORT_COMPUTATION : SORT_SIGNATURE;
}

static enum use_sort
sort_of(LLVMValueRef instruction, LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMFNeg:
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
	case LLVMFCmp:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return SORT_COMPUTATION;
	case LLVMFPExt:
	case LLVMFPTrunc:
	case LLVMSIToFP:
	case LLVMUIToFP:
	case LLVMFPToSI:
	case LLVMFPToUI:
		return SORT_CONVERSION;
	case LLVMCall:
	case LLVMInvoke:
	case LLVMCallBr:
		return sort_of_call(instruction);
	case LLVMRet:
		return SORT_SIGNATURE;
	default:
		return SORT_MEMORY;	/* moved, not computed with */
	}
}

/* --- the walk ------------------------------------------------------------- */

/* Facts from the records of the function's instructions; LLVM has the same ones in the same order. */
struct instructions {
	uint8_t *how;
	uint32_t n;
	struct ptrmap index;
};

static struct instructions
list_instructions(struct uses *uses, uint32_t function, LLVMValueRef value, uint32_t aspect)
{
	struct instructions list;
	LLVMValueRef instruction;
	LLVMBasicBlockRef block;
	uint32_t i = 0;

	list.how = uses_of_instructions(uses, function, aspect, &list.n);
	ptrmap_init(&list.index, uses->arena, list.n);
	for (block = LLVMGetFirstBasicBlock(value); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction))
			ptrmap_set(&list.index, instruction, i++);
	return list;
}

static int
how_uses(const struct instructions *list, LLVMValueRef instruction)
{
	uint32_t i = ptrmap_get(&list->index, instruction);

	return i < list->n ? list->how[i] : INSTRUCTION_USES_NOT;
}

static void
note_instruction(struct witness *witness, LLVMValueRef instruction, enum use_sort sort)
{
	if (!witness->strongest || sort > witness->sort) {
		witness->strongest = instruction;
		witness->sort = sort;
	}
	if (!witness->first || (!witness->located && location_known(instruction)))
		witness->first = instruction;
	witness->located |= location_known(instruction);
}

/*
 * Allocas have no source location, but their variables have declarations: the
 * declaration of one whose type uses the aspect counts like an instruction.
 */
static void
note_declarations(struct uses *uses, struct witness *witness, LLVMValueRef instruction, const struct instructions *list)
{
	LLVMDbgRecordRef record;
	LLVMValueRef variable;

	for (record = LLVMGetFirstDbgRecord(instruction); record && !witness->located; record = LLVMGetNextDbgRecord(record)) {
		if (LLVMDbgRecordGetKind(record) != LLVMDbgRecordDeclare)
			continue;
		variable = LLVMDbgVariableRecordGetValue(record, 0);
		if (!variable || !LLVMIsAAllocaInst(variable) || how_uses(list, variable) == INSTRUCTION_USES_NOT)
			continue;
		witness->declared = location_of_place(uses, LLVMDbgRecordGetDebugLoc(record));
		witness->located = witness->declared.line != 0;
	}
}

/* Temporaries have no declaration: the earliest line that uses one is its place. */
static struct location
place_of_temporary(struct uses *uses, LLVMValueRef variable)
{
	struct location at, earliest = { 0 };
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
		at = location_of_instruction(uses, LLVMGetUser(use));
		if (at.line && (!earliest.line || at.line < earliest.line ||
				(at.line == earliest.line && at.col < earliest.col)))
			earliest = at;
	}
	return earliest;
}

static void
look_at_body(struct uses *uses, struct witness *witness, LLVMValueRef value, const struct instructions *list)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	int how;

	for (block = LLVMGetFirstBasicBlock(value); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			how = how_uses(list, instruction);
			note_declarations(uses, witness, instruction, list);
			if (how == INSTRUCTION_IS_MARKED)
				note_instruction(witness, instruction, SORT_COMPUTATION);
			else if (how == INSTRUCTION_USES)
				note_instruction(witness, instruction, sort_of(instruction, LLVMGetInstructionOpcode(instruction)));
		}
}

struct witness
witness_find(struct uses *uses, uint32_t function, uint32_t aspect)
{
	LLVMValueRef value = program_value(uses->program, function);
	struct witness witness = { 0 };
	struct instructions list;

	if (value) {
		list = list_instructions(uses, function, value, aspect);
		look_at_body(uses, &witness, value, &list);
	}
	if (!witness.located && witness.first && LLVMIsAAllocaInst(witness.first))
		witness.declared = place_of_temporary(uses, witness.first);
	if (!witness.first && uses_signature_has(uses, function, aspect))
		witness.sort = SORT_SIGNATURE;
	return witness;
}

struct location
witness_location(struct uses *uses, uint32_t function, LLVMValueRef instruction, const struct witness *witness)
{
	struct location at = location_of_instruction(uses, instruction);

	if (!at.line && instruction)
		at = witness->declared;
	if (!at.line)
		at = location_of_instruction(uses, witness->first);
	return at.line ? at : location_of_function(uses, function);
}
