#include "prep.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/ptrmap.h"
#include "ir/irmodule.h"

/*
 * For LLVM 15 and its translator: removes later attributes, flags and records,
 * and freeze; puts blocks in dominance order, because the translator keeps their
 * order and SPIR-V requires that one.
 */

/* Attributes of LLVM 15; all others are hints and may be dropped. */
static const char *const known[] = {
	"align", "alwaysinline", "argmemonly", "builtin", "byref", "byval", "cold", "convergent", "dereferenceable",
	"dereferenceable_or_null", "hot", "immarg", "inlinehint", "inreg", "minsize", "mustprogress", "naked", "noalias",
	"nobuiltin", "nocallback", "noduplicate", "nofree", "noinline", "nomerge", "nonnull", "norecurse", "noreturn",
	"nosync", "noundef", "nounwind", "optnone", "optsize", "readnone", "readonly", "returned", "signext",
	"speculatable", "sret", "willreturn", "writeonly", "zeroext",
};

static bool
is_known(unsigned kind)
{
	size_t i;

	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (LLVMGetEnumAttributeKindForName(known[i], strlen(known[i])) == kind)
			return true;
	return false;
}

enum { MAX_ATTRIBUTES = 64 };

static void
drop_attributes(LLVMValueRef value, bool is_call, unsigned nparam)
{
	LLVMAttributeRef attribute[MAX_ATTRIBUTES];
	LLVMAttributeIndex index, last = nparam + 1;
	unsigned n, i;

	/* -1 is the function itself, 0 the result, then the parameters. */
	for (index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex; index != last; index++) {
		n = is_call ? LLVMGetCallSiteAttributeCount(value, index) : LLVMGetAttributeCountAtIndex(value, index);
		if (n > MAX_ATTRIBUTES)
			continue;
		(is_call ? LLVMGetCallSiteAttributes : LLVMGetAttributesAtIndex)(value, index, attribute);
		for (i = 0; i < n; i++) {
			unsigned kind = LLVMIsStringAttribute(attribute[i]) ? 0 : LLVMGetEnumAttributeKind(attribute[i]);

			if (kind && !is_known(kind))
				(is_call ? LLVMRemoveCallSiteEnumAttribute : LLVMRemoveEnumAttributeAtIndex)(value, index, kind);
		}
	}
}

static bool
is_any(LLVMValueRef inst)
{
	(void)inst;
	return true;
}

/* Freezing poison may give any value: zero; a frozen other value is that value. */
static void
thaw(LLVMValueRef freeze)
{
	LLVMValueRef value = LLVMGetOperand(freeze, 0);

	replace_instruction(freeze, LLVMIsUndef(value) || LLVMIsPoison(value) ? LLVMConstNull(LLVMTypeOf(value)) : value);
}

static void
drop_flags(LLVMValueRef inst)
{
	/* Weights of branches say where they come from, which LLVM 15 takes for an error; the translator does not use them. */
	if (LLVMHasMetadata(inst))
		LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(irmodule_context(), "prof", 4), NULL);
	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMGetElementPtr:
		LLVMGEPSetNoWrapFlags(inst, LLVMGEPGetNoWrapFlags(inst) & LLVMGEPFlagInBounds);
		break;
	case LLVMZExt:
	case LLVMUIToFP:
		LLVMSetNNeg(inst, 0);
		break;
	case LLVMTrunc:
		LLVMSetNUW(inst, 0);
		LLVMSetNSW(inst, 0);
		break;
	case LLVMOr:
		LLVMSetIsDisjoint(inst, 0);
		break;
	case LLVMICmp:
		LLVMSetICmpSameSign(inst, 0);
		break;
	case LLVMCall:
		drop_attributes(inst, true, LLVMGetNumArgOperands(inst));
		break;
	case LLVMFreeze:
		thaw(inst);
		break;
	default:
		break;
	}
}

/* --- order of blocks ------------------------------------------------------------------ */

struct order {
	LLVMBasicBlockRef *block;	/* in postorder */
	size_t nblock;
	struct ptrmap *seen;		/* of all functions */
};

/* Whether it is seen for the first time. */
static bool
see(struct order *o, LLVMBasicBlockRef block)
{
	if (ptrmap_get(o->seen, block) != PTRMAP_NONE)
		return false;
	ptrmap_set(o->seen, block, 0);
	return true;
}

struct visit {
	LLVMBasicBlockRef block;
	unsigned next;		/* successor to look at */
};

/* Depth first without recursion: a kernel may have a long chain of blocks. */
static void
walk(struct order *o, LLVMBasicBlockRef entry, struct visit *stack)
{
	size_t depth = 1;

	stack[0] = (struct visit){ entry, 0 };
	see(o, entry);
	while (depth) {
		struct visit *top = &stack[depth - 1];
		LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);

		if (top->next == LLVMGetNumSuccessors(end)) {
			o->block[o->nblock++] = top->block;
			depth--;
		} else {
			LLVMBasicBlockRef to = LLVMGetSuccessor(end, top->next++);

			if (see(o, to))
				stack[depth++] = (struct visit){ to, 0 };
		}
	}
}

/* In reverse postorder every block follows those that dominate it.  Unreachable blocks were removed before. */
static void
order_blocks(LLVMValueRef function, struct ptrmap *seen)
{
	unsigned n = LLVMCountBasicBlocks(function);
	struct order o = { arena_calloc(&arena, n, sizeof *o.block), 0, seen };
	struct visit *stack = arena_calloc(&arena, n, sizeof *stack);
	size_t i;

	walk(&o, LLVMGetEntryBasicBlock(function), stack);
	for (i = o.nblock; i-- > 1;)
		LLVMMoveBasicBlockAfter(o.block[i - 1], o.block[i]);
}

/* --- the whole module -------------------------------------------------------------------- */

static void
age_function(LLVMValueRef function, struct ptrmap *seen)
{
	struct instructions list;
	size_t i;

	drop_attributes(function, false, LLVMCountParams(function));
	list = instructions_of(function, is_any);
	for (i = 0; i < list.n; i++)
		drop_flags(list.item[i]);
	if (LLVMGetFirstBasicBlock(function))
		order_blocks(function, seen);
}

int
prep_for_older(LLVMModuleRef module)
{
	LLVMValueRef function;
	struct ptrmap seen;

	LLVMStripModuleDebugInfo(module);
	LLVMSetTarget(module, "spir64-unknown-unknown");
	LLVMSetDataLayout(module, "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024");
	/* The translator does both, but puts the blocks that it makes anywhere. */
	if (irmodule_run_passes(module, "function(unreachableblockelim,loop-simplify)"))
		return -1;
	ptrmap_init(&seen, &arena, 64);
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		age_function(function, &seen);
	return 0;
}
