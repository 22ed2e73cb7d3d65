#include "mux/analysis/meet.h"

#include "mux/analysis/uniform.h"
#include "mux/lower/builtin.h"

/* The operands that a value is computed from. */
struct origin {
	struct ptrmap seen;
	bool has_id, has_other;
};

static void find_origin(const struct flow *flow, struct origin *origin, LLVMValueRef value);

static void
find_call_origin(struct origin *origin, LLVMValueRef call)
{
	enum builtin builtin = builtin_called(call);
	LLVMValueRef dimension = builtin == BUILTIN_LOCAL_ID ? LLVMGetOperand(call, 0) : NULL;

	/* The size of a group is rarely 1 in its first dimension, but often in the others. */
	if (builtin == BUILTIN_LOCAL_LINEAR_ID || builtin == BUILTIN_SUB_GROUP_ID ||
	    (dimension && LLVMIsAConstantInt(dimension) && LLVMConstIntGetZExtValue(dimension) == 0))
		origin->has_id = true;
	else
		origin->has_other = true;
}

static void
find_load_origin(const struct flow *flow, struct origin *origin, LLVMValueRef load)
{
	struct slot *slot = flow_slot(flow, LLVMGetOperand(load, 0));
	bool stored = false;
	LLVMUseRef use;

	if (!slot || slot->in_memory) {
		origin->has_other = true;
		return;
	}
	for (use = LLVMGetFirstUse(slot->alloca); use; use = LLVMGetNextUse(use))
		if (LLVMIsAStoreInst(LLVMGetUser(use))) {
			find_origin(flow, origin, LLVMGetOperand(LLVMGetUser(use), 0));
			stored = true;
		}
	/* The result of a collective: code that is made later stores it. */
	origin->has_other |= !stored;
}

static void
find_origin(const struct flow *flow, struct origin *origin, LLVMValueRef value)
{
	int i;

	if (origin->has_other || LLVMIsAConstant(value) || ptrmap_has(&origin->seen, value))
		return;
	ptrmap_set(&origin->seen, value, true);
	if (!LLVMIsAInstruction(value))
		origin->has_other = true;
	else if (LLVMIsACallInst(value))
		find_call_origin(origin, value);
	else if (LLVMIsALoadInst(value))
		find_load_origin(flow, origin, value);
	else
		for (i = 0; i < LLVMGetNumOperands(value); i++)
			find_origin(flow, origin, LLVMGetOperand(value, (unsigned)i));
}

/* The branch depends only on local ids and constants. */
static bool
parts_work_items(const struct flow *flow, int block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(flow->block[block].block);
	struct origin origin = { .has_id = false };

	if (!uniform_branch_is_divergent(flow, block))
		return false;
	ptrmap_init(&origin.seen, flow->c->arena, 0);
	find_origin(flow, &origin, LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0));
	return origin.has_id && !origin.has_other;
}

/* Sets of the barriers that are next from each block, by their numbers. */
static uint64_t **
next_barriers(const struct flow *flow, int words)
{
	uint64_t **set = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *set), new;
	bool changed = true;
	int i, k, w, to;

	for (i = 0; i < flow->nblock; i++)
		set[i] = arena_calloc(flow->c->arena, (size_t)words, sizeof **set);
	while (changed) {
		changed = false;
		for (i = flow->nblock - 1; i >= 0; i--)
			for (k = 0; k < flow->block[i].nsucc; k++) {
				to = flow->block[i].succ[k];
				for (w = 0; w < words; w++) {
					new = set[i][w];
					if (!flow->block[to].hard)
						new |= set[to][w];
					else if (flow->block[to].hard >> 6 == w)
						new |= UINT64_C(1) << (flow->block[to].hard & 63);
					changed |= new != set[i][w];
					set[i][w] = new;
				}
			}
	}
	return set;
}

/* The barrier before a block is a next one from block i, whose set is given. */
static bool
is_next(const struct flow *flow, const uint64_t *set, int block, int i)
{
	int number = flow->block[block].hard;

	return number && (flow->block[i].hard ? flow->block[i].hard == number : bit_test(set, number));
}

/* A next barrier of one branch, if both have one and share none; else -1. */
static int
missed_barrier(const struct flow *flow, uint64_t *const *set, int a, int b)
{
	int missed = -1, n = 0, m = 0, i;
	bool on_a, on_b;

	for (i = 0; i < flow->nblock; i++) {
		on_a = is_next(flow, set[a], i, a);
		on_b = is_next(flow, set[b], i, b);
		if (on_a && on_b)
			return -1;
		n += on_a;
		m += on_b;
		if ((on_a || on_b) && (missed == -1 || flow->block[i].divergent))
			missed = i;
	}
	return n && m ? missed : -1;
}

/* Marks the barriers that are next from the successor of the branch on that way; where its condition is tested again, it is the same. */
static bool
mark_next(const struct flow *flow, int branch, unsigned way, bool *next)
{
	LLVMValueRef test = flow_stored_value(flow, LLVMGetCondition(LLVMGetBasicBlockTerminator(flow->block[branch].block))), end;
	bool *seen = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *seen), any = false;
	int *stack = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *stack), depth = 0, i, k;

	stack[depth++] = flow->block[branch].succ[way];
	seen[stack[0]] = true;
	while (depth) {
		i = stack[--depth];
		if (flow->block[i].hard) {
			next[flow->block[i].hard] = any = true;
			continue;
		}
		end = LLVMGetBasicBlockTerminator(flow->block[i].block);
		for (k = 0; k < flow->block[i].nsucc; k++) {
			if (LLVMIsABranchInst(end) && flow->block[i].nsucc == 2 && k != (int)way &&
			    flow_stored_value(flow, LLVMGetCondition(end)) == test)
				continue;
			if (!seen[flow->block[i].succ[k]])
				stack[depth++] = flow->block[i].succ[k];
			seen[flow->block[i].succ[k]] = true;
		}
	}
	return any;
}

/* Both branches have a next barrier and share none also where the condition is tested again behind them. */
static bool
misses_surely(const struct flow *flow, int branch, int last)
{
	bool *next[2], both = true;
	unsigned way;
	int i;

	for (way = 0; way < 2; way++) {
		next[way] = arena_calloc(flow->c->arena, (size_t)last + 1, sizeof **next);
		both &= mark_next(flow, branch, way, next[way]);
	}
	for (i = 1; i <= last; i++)
		both &= !next[0][i] || !next[1][i];
	return both;
}

int
meet_check(struct flow *flow)
{
	int last = 0, i, missed;
	uint64_t **set;

	for (i = 0; i < flow->nblock; i++)
		last = flow->block[i].hard > last ? flow->block[i].hard : last;
	if (!last || (flow->kernel->reqd_wg_size[0] == 1))
		return 0;
	set = next_barriers(flow, last / 64 + 1);
	for (i = 0; i < flow->nblock; i++) {
		if (flow->block[i].nsucc != 2 || !parts_work_items(flow, i))
			continue;
		missed = missed_barrier(flow, set, flow->block[i].succ[0], flow->block[i].succ[1]);
		if (missed >= 0 && misses_surely(flow, i, last))
			return kernel_error(flow->c, flow->kernel,
					    LLVMGetBasicBlockTerminator(flow->block[flow->block[missed].pred[0]].block),
					    "barrier that only some work-items of a group reach");
	}
	return 0;
}
