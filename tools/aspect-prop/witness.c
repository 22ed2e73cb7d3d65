#include "prop.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/irmeta.h"
#include "ir/irmodule.h"

const char *
use_sort_text(enum use_sort sort)
{
	static const char *const text[] = { "attribute", "signature", "load/store", "conversion", "computation" };

	return text[sort];
}

/* --- places --------------------------------------------------------------- */

static const char *
copy(struct arena *arena, const char *text, unsigned len)
{
	return text && len ? arena_strndup(arena, text, len) : NULL;
}

struct location
location_of_instruction(struct arena *arena, LLVMValueRef instruction)
{
	struct location at = { 0 };
	const char *text;
	unsigned len;

	if (!instruction || !LLVMInstructionGetDebugLoc(instruction))
		return at;
	text = LLVMGetDebugLocFilename(instruction, &len);
	at.file = copy(arena, text, len);
	if (!at.file)
		return at;
	text = LLVMGetDebugLocDirectory(instruction, &len);
	at.folder = copy(arena, text, len);
	at.line = LLVMGetDebugLocLine(instruction);
	at.col = LLVMGetDebugLocColumn(instruction);
	return at;
}

struct location
location_of_function(struct arena *arena, LLVMValueRef function)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(function), file;
	struct location at = { 0 };
	const char *text;
	unsigned len;

	file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
	if (!file)
		return at;
	text = LLVMDIFileGetFilename(file, &len);
	at.file = copy(arena, text, len);
	text = LLVMDIFileGetDirectory(file, &len);
	at.folder = copy(arena, text, len);
	at.line = at.file ? LLVMDISubprogramGetLine(subprogram) : 0;
	return at;
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

static bool
has_line(LLVMValueRef instruction)
{
	return LLVMInstructionGetDebugLoc(instruction) && LLVMGetDebugLocLine(instruction);
}

static void
note_instruction(struct witness *witness, LLVMValueRef instruction, enum use_sort sort)
{
	witness->count[sort]++;
	if (!witness->strongest || sort > witness->sort) {
		witness->strongest = instruction;
		witness->sort = sort;
	}
	if (!witness->first || (!has_line(witness->first) && has_line(instruction)))
		witness->first = instruction;
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
			if (is_marked(uses, instruction, aspect))
				note_instruction(&witness, instruction, SORT_COMPUTATION);
			else if (has_type(uses, instruction, opcode, aspect))
				note_instruction(&witness, instruction, sort_of(instruction, opcode));
		}
	uses_of_signature(uses, value, look, &search);
	witness.count[search.found ? SORT_SIGNATURE : SORT_ATTRIBUTE] += search.found || !witness.first;
	if (!witness.first && search.found)
		witness.sort = SORT_SIGNATURE;
	return witness;
}

struct location
witness_location(struct uses *uses, uint32_t function, const struct witness *witness)
{
	struct location at = location_of_instruction(uses->arena, witness->first);

	return at.line ? at : location_of_function(uses->arena, uses->graph.function[function]);
}
