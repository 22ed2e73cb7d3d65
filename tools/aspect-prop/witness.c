#include "prop.h"

#include <string.h>

#include "ir/irmeta.h"
#include "ir/irmodule.h"

const char *
use_sort_text(enum use_sort sort)
{
	static const char *const text[] = { "attribute", "signature", "load/store", "conversion", "computation" };

	return text[sort];
}

/* --- what sort of use an instruction is ------------------------------------- */

/* A call of a builtin computes; what other functions do is seen in them. */
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

struct search {
	uint32_t aspect;
	bool found;
};

static void
look(void *user, struct aspect_list list)
{
	struct search *search = user;

	search->found |= aspect_list_has(list, search->aspect);
}

/* The instruction itself is marked: calls of builtins with a required accuracy are. */
static bool
is_marked(struct uses *uses, LLVMValueRef instruction, uint32_t aspect)
{
	LLVMValueRef node = LLVMGetMetadata(instruction, uses->kind_used);
	struct aspect_list list;

	return node && !aspects_of_node(uses->aspects, node, 0, "sycl_used_aspects", "", &list) &&
	       aspect_list_has(list, aspect);
}

static bool
has_type(struct uses *uses, LLVMValueRef instruction, LLVMOpcode opcode, uint32_t aspect)
{
	struct search search = { aspect, false };

	uses_of_instruction(uses, instruction, opcode, false, look, &search);
	return search.found;
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
 * clang gives variables no place, but declares them: the declaration of one
 * whose type uses the aspect is as good as an instruction.
 */
static void
note_declarations(struct uses *uses, struct witness *witness, LLVMValueRef instruction, uint32_t aspect)
{
	LLVMDbgRecordRef record;
	LLVMValueRef variable;

	for (record = LLVMGetFirstDbgRecord(instruction); record && !witness->located; record = LLVMGetNextDbgRecord(record)) {
		if (LLVMDbgRecordGetKind(record) != LLVMDbgRecordDeclare)
			continue;
		variable = LLVMDbgVariableRecordGetValue(record, 0);
		if (!variable || !LLVMIsAAllocaInst(variable) || !has_type(uses, variable, LLVMAlloca, aspect))
			continue;
		witness->declared = location_of_place(uses, LLVMDbgRecordGetDebugLoc(record));
		witness->located = witness->declared.line != 0;
	}
}

/* Temporaries are not declared: the earliest line that does something with one is its place. */
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

struct witness
witness_find(struct uses *uses, uint32_t function, uint32_t aspect)
{
	struct witness witness = { 0 };
	struct search search = { aspect, false };
	LLVMBasicBlockRef block;
	LLVMValueRef value = uses->graph.function[function], instruction;
	LLVMOpcode opcode;

	for (block = LLVMGetFirstBasicBlock(value); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			opcode = LLVMGetInstructionOpcode(instruction);
			note_declarations(uses, &witness, instruction, aspect);
			if (is_marked(uses, instruction, aspect))
				note_instruction(&witness, instruction, SORT_COMPUTATION);
			else if (has_type(uses, instruction, opcode, aspect))
				note_instruction(&witness, instruction, sort_of(instruction, opcode));
		}
	if (!witness.located && witness.first && LLVMIsAAllocaInst(witness.first))
		witness.declared = place_of_temporary(uses, witness.first);
	uses_of_signature(uses, value, look, &search);
	if (!witness.first && search.found)
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
	return at.line ? at : location_of_function(uses, uses->graph.function[function]);
}
