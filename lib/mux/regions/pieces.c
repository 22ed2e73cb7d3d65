#include "mux/regions/pieces.h"

enum {
	LONG = 3000,		/* instructions of a block that is split */
	SHORTEST = 1000, LONGEST = 1800,	/* of its pieces */
};

/* The instructions of a block behind its variables, and of each the last one that uses it. */
struct code {
	LLVMValueRef *at;
	int *last_use, n;
};

static void
find_last_uses(struct code *code, struct arena *arena)
{
	struct ptrmap index;
	uint32_t of;
	int i, k;

	ptrmap_init(&index, arena, (size_t)code->n);
	for (i = 0; i < code->n; i++) {
		code->last_use[i] = i;
		for (k = 0; k < LLVMGetNumOperands(code->at[i]); k++) {
			of = ptrmap_get(&index, LLVMGetOperand(code->at[i], (unsigned)k));
			if (of != PTRMAP_NONE)
				code->last_use[of] = i;
		}
		ptrmap_set(&index, code->at[i], (uint32_t)i);
	}
}

static struct code
read_code(struct arena *arena, LLVMBasicBlockRef block)
{
	struct code code = { .n = 0 };
	LLVMValueRef first = LLVMGetFirstInstruction(block), i;
	int n = 0;

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	for (i = first; i; i = LLVMGetNextInstruction(i))
		n++;
	if (n <= LONG)
		return code;
	code.at = arena_alloc(arena, (size_t)n * sizeof *code.at);
	code.last_use = arena_alloc(arena, (size_t)n * sizeof *code.last_use);
	for (i = first; i; i = LLVMGetNextInstruction(i))
		code.at[code.n++] = i;
	find_last_uses(&code, arena);
	return code;
}

/* Where the piece ends that begins at from: before the instruction that the fewest values cross to. */
static int
best_end(const struct code *code, int from)
{
	int alive[LONGEST + 1] = { 0 }, best = SHORTEST, count = 0, i, to;

	for (i = from; i < from + LONGEST; i++) {
		to = code->last_use[i] - from;
		alive[i - from + 1]++;	/* from behind it */
		if (to < LONGEST)
			alive[to + 1]--;	/* to its last use */
	}
	for (i = 1; i <= LONGEST; i++) {
		count += alive[i];
		alive[i] = count;
		if (i > SHORTEST && alive[i] < alive[best])
			best = i;
	}
	return from + best;
}

static LLVMBasicBlockRef
split_before(struct compilation *c, LLVMBasicBlockRef block, const struct code *code, int at)
{
	LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(c->context, LLVMGetBasicBlockParent(block), "piece");
	int i;

	LLVMMoveBasicBlockAfter(rest, block);
	LLVMPositionBuilderAtEnd(c->builder, rest);
	for (i = at; i < code->n; i++) {
		LLVMInstructionRemoveFromParent(code->at[i]);
		LLVMInsertIntoBuilder(c->builder, code->at[i]);
	}
	LLVMPositionBuilderAtEnd(c->builder, block);
	LLVMBuildBr(c->builder, rest);
	return rest;
}

static bool
split_block(struct compilation *c, LLVMBasicBlockRef block, struct ptrmap *starts)
{
	struct code code = read_code(c->arena, block);
	int from, end;

	for (from = 0; code.n - from > LONG; from = end) {
		end = best_end(&code, from);
		block = split_before(c, block, &code, end);
		ptrmap_set(starts, block, true);
	}
	return from > 0;
}

bool
pieces_split(const struct flow *flow, struct ptrmap *starts)
{
	bool found = false;
	int i;

	for (i = 0; i < flow->nblock; i++)
		if (!flow->block[i].divergent)
			found |= split_block(flow->c, flow->block[i].block, starts);
	return found;
}
