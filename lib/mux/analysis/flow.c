#include "mux/analysis/flow.h"

#include "mux/lower/builtin.h"
#include "mux/lower/params.h"

/* The largest depth of an expression that is recomputed instead of carried. */
enum { REMAT_DEPTH = 24 };

static bool
is_plain_access(LLVMValueRef user, LLVMValueRef alloca, LLVMTypeRef type)
{
	if (LLVMIsALoadInst(user))
		return !LLVMGetVolatile(user) && !LLVMIsAtomic(user) && LLVMTypeOf(user) == type;
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) != alloca && !LLVMGetVolatile(user) && !LLVMIsAtomic(user) &&
		       LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
	return false;
}

/* The alloca has uses other than loads and stores of the whole: the slot needs an address. */
static bool
needs_address(LLVMValueRef alloca, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	LLVMUseRef use;

	if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind ||
	    LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1)
		return true;
	for (use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
		if (!is_plain_access(LLVMGetUser(use), alloca, type))
			return true;
	return false;
}

/* What loads and stores say of it, too: LLVM's back end may write that of a variable wrong, and those right. */
static unsigned
alignment_of(LLVMTargetDataRef layout, LLVMValueRef alloca)
{
	unsigned align = LLVMGetAlignment(alloca), other = LLVMABIAlignmentOfType(layout, LLVMGetAllocatedType(alloca));
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
		align = align < other ? other : align;
		user = LLVMGetUser(use);
		if ((LLVMIsALoadInst(user) && LLVMGetOperand(user, 0) == alloca) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca))
			other = LLVMGetAlignment(user);
	}
	return align < other ? other : align;
}

static void
slot_init(struct flow *flow, struct slot *slot, LLVMValueRef alloca)
{
	LLVMTargetDataRef layout = flow->c->layout;

	slot->alloca = alloca;
	slot->advances_at = -1;
	slot->type = LLVMGetAllocatedType(alloca);
	slot->size = LLVMABISizeOfType(layout, slot->type) * LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
	slot->align = alignment_of(layout, alloca);
	slot->in_memory = needs_address(alloca, slot->type);
	slot->uniform = !slot->in_memory;
	ptrmap_set(&flow->slot_index, alloca, (uint32_t)(slot - flow->slot));
}

struct slot *
flow_slot(const struct flow *flow, LLVMValueRef address)
{
	uint32_t i = ptrmap_get(&flow->slot_index, address);

	return i == PTRMAP_NONE ? NULL : &flow->slot[i];
}

bool
flow_is_memory(const struct flow *flow, LLVMValueRef address)
{
	const struct slot *slot = flow_slot(flow, address);

	return !slot || slot->in_memory;
}

bool
flow_has_effect(const struct flow *flow, LLVMValueRef inst)
{
	if (LLVMIsAStoreInst(inst))
		return flow_is_memory(flow, LLVMGetOperand(inst, 1));
	if (LLVMIsALoadInst(inst))
		return LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
	if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) || LLVMIsAFenceInst(inst))
		return true;
	return LLVMIsACallInst(inst) && !builtin_called(inst) && call_memory(inst) != 0;
}

LLVMValueRef
flow_stored_value(const struct flow *flow, LLVMValueRef value)
{
	struct slot *slot;

	while (LLVMIsALoadInst(value) && (slot = flow_slot(flow, LLVMGetOperand(value, 0))) && !slot->in_memory &&
	       slot->nstore == 1)
		value = slot->stored;
	return value;
}

LLVMValueRef
flow_computed_value(const struct flow *flow, LLVMValueRef value)
{
	struct slot *slot;

	while (LLVMIsALoadInst(value) && (slot = flow_slot(flow, LLVMGetOperand(value, 0))) && slot->remat)
		value = slot->stored;
	return value;
}

/* The slot at that address, if there is one that is carried. */
static struct slot *
carried_slot(const struct flow *flow, LLVMValueRef address)
{
	struct slot *slot = flow_slot(flow, address);

	return slot && slot_is_carried(slot) ? slot : NULL;
}

static bool is_remat(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known, int depth);

static bool
operands_are_remat(const struct flow *flow, LLVMValueRef instruction, const struct ptrmap *known, int depth)
{
	int i;

	for (i = 0; i < LLVMGetNumOperands(instruction); i++)
		if (!is_remat(flow, LLVMGetOperand(instruction, (unsigned)i), known, depth - 1))
			return false;
	return true;
}

static bool
load_is_remat(const struct flow *flow, LLVMValueRef load, const struct ptrmap *known, int depth)
{
	struct slot *slot = flow_slot(flow, LLVMGetOperand(load, 0));
	LLVMValueRef param;
	uint64_t offset;

	if (slot)
		return !slot->in_memory && slot->nstore == 1 && is_remat(flow, slot->stored, known, depth - 1);
	/* At an index that is not constant, the kernel may load only after a test. */
	return params_loaded(flow->c, flow->kernel, load, &param, &offset) != NULL;
}

/* An expression of constants, parameters and queries without effects, cheap and safe to compute anywhere. */
static bool
is_remat(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known, int depth)
{
	if (LLVMIsAConstant(value) || LLVMIsAArgument(value) || (known && ptrmap_has(known, value)))
		return true;
	if (depth <= 0 || !LLVMIsAInstruction(value))
		return false;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr:
	case LLVMAnd: case LLVMOr: case LLVMXor: case LLVMTrunc: case LLVMZExt: case LLVMSExt:
	case LLVMGetElementPtr: case LLVMBitCast: case LLVMICmp: case LLVMSelect:
	case LLVMExtractElement: case LLVMInsertElement: case LLVMPtrToInt: case LLVMIntToPtr:
		return operands_are_remat(flow, value, known, depth);
	case LLVMCall:
		return builtin_is_query(builtin_called(value)) &&
		       (LLVMGetNumArgOperands(value) == 0 || is_remat(flow, LLVMGetOperand(value, 0), known, depth - 1));
	case LLVMLoad:
		return load_is_remat(flow, value, known, depth);
	default:
		return false;
	}
}

bool
flow_is_remat(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known)
{
	return is_remat(flow, value, known, REMAT_DEPTH);
}

LLVMIntPredicate
predicate_swapped(LLVMIntPredicate pred)
{
	switch (pred) {
	case LLVMIntUGT: return LLVMIntULT;
	case LLVMIntUGE: return LLVMIntULE;
	case LLVMIntULT: return LLVMIntUGT;
	case LLVMIntULE: return LLVMIntUGE;
	case LLVMIntSGT: return LLVMIntSLT;
	case LLVMIntSGE: return LLVMIntSLE;
	case LLVMIntSLT: return LLVMIntSGT;
	case LLVMIntSLE: return LLVMIntSGE;
	default: return pred;
	}
}

LLVMIntPredicate
predicate_inverted(LLVMIntPredicate pred)
{
	switch (pred) {
	case LLVMIntEQ: return LLVMIntNE;
	case LLVMIntNE: return LLVMIntEQ;
	case LLVMIntUGT: return LLVMIntULE;
	case LLVMIntUGE: return LLVMIntULT;
	case LLVMIntULT: return LLVMIntUGE;
	case LLVMIntULE: return LLVMIntUGT;
	case LLVMIntSGT: return LLVMIntSLE;
	case LLVMIntSGE: return LLVMIntSLT;
	case LLVMIntSLT: return LLVMIntSGE;
	default: return LLVMIntSGT;
	}
}

static void
find_blocks(struct flow *flow)
{
	LLVMBasicBlockRef block;
	int i = 0;

	flow->nblock = (int)LLVMCountBasicBlocks(flow->function);
	flow->block = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *flow->block);
	for (block = LLVMGetFirstBasicBlock(flow->function); block; block = LLVMGetNextBasicBlock(block)) {
		flow->block[i].block = block;
		flow->block[i].mask_exit = -1;
		ptrmap_set(&flow->block_index, block, (uint32_t)i++);
	}
}

static void
find_edges(struct flow *flow)
{
	struct arena *arena = flow->c->arena;
	struct block *block, *to;
	LLVMValueRef end;
	int i, k;

	for (block = flow->block; block < flow->block + flow->nblock; block++) {
		end = LLVMGetBasicBlockTerminator(block->block);
		block->nsucc = (int)LLVMGetNumSuccessors(end);
		block->succ = arena_calloc(arena, (size_t)block->nsucc, sizeof *block->succ);
		for (k = 0; k < block->nsucc; k++) {
			block->succ[k] = (int)ptrmap_get(&flow->block_index, LLVMGetSuccessor(end, (unsigned)k));
			flow->block[block->succ[k]].npred++;
		}
	}
	for (i = 0; i < flow->nblock; i++) {
		flow->block[i].pred = arena_calloc(arena, (size_t)flow->block[i].npred, sizeof(int));
		flow->block[i].npred = 0;
	}
	for (i = 0; i < flow->nblock; i++)
		for (k = 0; k < flow->block[i].nsucc; k++) {
			to = &flow->block[flow->block[i].succ[k]];
			to->pred[to->npred++] = i;
		}
}

static void
find_slots(struct flow *flow)
{
	LLVMValueRef i;
	int n = 0, b;

	for (b = 0; b < flow->nblock; b++)
		for (i = LLVMGetFirstInstruction(flow->block[b].block); i; i = LLVMGetNextInstruction(i))
			n += LLVMIsAAllocaInst(i) != NULL;
	flow->slot = arena_calloc(flow->c->arena, (size_t)n, sizeof *flow->slot);
	flow->words = n / 64 + 1;
	for (b = 0; b < flow->nblock; b++)
		for (i = LLVMGetFirstInstruction(flow->block[b].block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsAAllocaInst(i))
				slot_init(flow, &flow->slot[flow->nslot++], i);
}

static void
find_stores(struct flow *flow, const struct ptrmap *keep)
{
	struct slot *slot;
	LLVMValueRef i;
	int b;

	for (b = 0; b < flow->nblock; b++)
		for (i = LLVMGetFirstInstruction(flow->block[b].block); i; i = LLVMGetNextInstruction(i)) {
			slot = LLVMIsAStoreInst(i) ? flow_slot(flow, LLVMGetOperand(i, 1)) : NULL;
			if (slot) {
				slot->nstore++;
				slot->stored = LLVMGetOperand(i, 0);
			}
		}
	for (slot = flow->slot; slot < flow->slot + flow->nslot; slot++)
		slot->remat = !slot->in_memory && slot->nstore == 1 && !ptrmap_has(keep, slot->alloca) &&
			      is_remat(flow, slot->stored, NULL, REMAT_DEPTH);
}

/* The slots a block reads before it writes them, and those it writes. */
static void
find_use_and_def(struct flow *flow, struct block *block)
{
	struct arena *arena = flow->c->arena;
	struct slot *slot;
	LLVMValueRef i;

	block->live_in = arena_calloc(arena, (size_t)flow->words, sizeof(uint64_t));
	block->use = arena_calloc(arena, (size_t)flow->words, sizeof(uint64_t));
	block->def = arena_calloc(arena, (size_t)flow->words, sizeof(uint64_t));
	for (i = LLVMGetFirstInstruction(block->block); i; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsALoadInst(i) && (slot = carried_slot(flow, LLVMGetOperand(i, 0))) &&
		    !bit_test(block->def, (int)(slot - flow->slot)))
			bit_set(block->use, (int)(slot - flow->slot));
		else if (LLVMIsAStoreInst(i) && (slot = carried_slot(flow, LLVMGetOperand(i, 1))))
			bit_set(block->def, (int)(slot - flow->slot));
	}
}

static bool
update_live_in(struct flow *flow, struct block *block)
{
	bool changed = false;
	uint64_t out, in;
	int w, k;

	for (w = 0; w < flow->words; w++) {
		out = 0;
		for (k = 0; k < block->nsucc; k++)
			out |= flow->block[block->succ[k]].live_in[w];
		in = block->use[w] | (out & ~block->def[w]);
		changed |= in != block->live_in[w];
		block->live_in[w] = in;
	}
	return changed;
}

void
flow_find_liveness(struct flow *flow)
{
	bool changed = true;
	int i;

	for (i = 0; i < flow->nblock; i++)
		find_use_and_def(flow, &flow->block[i]);
	while (changed) {
		changed = false;
		for (i = flow->nblock - 1; i >= 0; i--)
			changed |= update_live_in(flow, &flow->block[i]);
	}
}

static void
find_dominators(struct flow *flow)
{
	struct arena *arena = flow->c->arena;
	size_t n = (size_t)flow->nblock, i;
	const int **succ = arena_calloc(arena, n, sizeof *succ), **pred = arena_calloc(arena, n, sizeof *pred);
	int *nsucc = arena_calloc(arena, n, sizeof *nsucc), *npred = arena_calloc(arena, n, sizeof *npred);
	bool *entry = arena_calloc(arena, n, sizeof *entry), *end = arena_calloc(arena, n, sizeof *end);

	for (i = 0; i < n; i++) {
		succ[i] = flow->block[i].succ;
		pred[i] = flow->block[i].pred;
		nsucc[i] = flow->block[i].nsucc;
		npred[i] = flow->block[i].npred;
		entry[i] = i == 0;
		end[i] = nsucc[i] == 0;
	}
	flow->idom = immediate_dominators(arena, &(struct edges){ flow->nblock, succ, pred, nsucc, npred, entry });
	flow->ipdom = immediate_dominators(arena, &(struct edges){ flow->nblock, pred, succ, npred, nsucc, end });
}

bool
flow_dominates(const struct flow *flow, int a, int b)
{
	while (b != -1 && b != a)
		b = flow->idom[b];
	return b == a;
}

static void
count_loops(struct flow *flow)
{
	int i, k;

	for (i = 0; i < flow->nblock; i++) {
		for (k = 0; k < flow->block[i].npred && !flow_dominates(flow, i, flow->block[i].pred[k]); k++)
			;
		flow->nloop += k < flow->block[i].npred;
	}
}

void
flow_build(struct flow *flow, struct compilation *c, struct kernel *kernel, const struct ptrmap *keep)
{
	*flow = (struct flow){ .c = c, .kernel = kernel, .function = kernel->function };
	ptrmap_init(&flow->block_index, c->arena, 0);
	ptrmap_init(&flow->slot_index, c->arena, 0);
	ptrmap_init(&flow->divergent, c->arena, 0);
	find_blocks(flow);
	find_edges(flow);
	find_slots(flow);
	find_stores(flow, keep);
	flow_find_liveness(flow);
	find_dominators(flow);
	count_loops(flow);
}
