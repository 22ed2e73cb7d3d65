#include "mux/emit/huge.h"

#include "base/ptrmap.h"
#include "mux/emit/loops.h"

/* Of a loop that becomes vectors. */
enum {
	MOST_INSTRUCTIONS = 20000,
	LONGEST_SUM = 3000,	/* integer operations, each of the result of the one before */
};

struct walk {
	struct ptrmap seen;
	LLVMBasicBlockRef *block;
	size_t n, size;		/* blocks, and instructions in them */
};

static void
visit(struct walk *walk, struct arena *arena, LLVMBasicBlockRef block)
{
	LLVMValueRef i;

	if (ptrmap_has(&walk->seen, block))
		return;
	ptrmap_set(&walk->seen, block, 1);
	walk->block = arena_extend(arena, walk->block, walk->n, sizeof *walk->block);
	walk->block[walk->n++] = block;
	for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
		walk->size++;
}

/* A depth-first search from a function's entry: the steps at which it entered each block, and left it for good. */
struct depths {
	struct ptrmap in, out;
};

struct step {
	LLVMBasicBlockRef block;
	unsigned next;		/* successor */
};

/* With an explicit stack: kernels may be long. */
static void
depths_find(struct depths *depths, struct arena *arena, LLVMValueRef function)
{
	struct step *stack = arena_alloc(arena, LLVMCountBasicBlocks(function) * sizeof *stack), *at = stack;
	LLVMBasicBlockRef to;
	LLVMValueRef end;
	uint32_t now = 0;

	ptrmap_init(&depths->in, arena, 0);
	ptrmap_init(&depths->out, arena, 0);
	*at = (struct step){ LLVMGetEntryBasicBlock(function), 0 };
	ptrmap_set(&depths->in, at->block, now++);
	while (at >= stack) {
		end = LLVMGetBasicBlockTerminator(at->block);
		if (at->next == LLVMGetNumSuccessors(end)) {
			ptrmap_set(&depths->out, at->block, now++);
			at--;
			continue;
		}
		to = LLVMGetSuccessor(end, at->next++);
		if (ptrmap_has(&depths->in, to))
			continue;
		ptrmap_set(&depths->in, to, now++);
		*++at = (struct step){ to, 0 };
	}
}

/* The branch from latch to head leads back: the search came to latch through head. */
static bool
leads_back(const struct depths *depths, LLVMBasicBlockRef latch, LLVMBasicBlockRef head)
{
	return ptrmap_has(&depths->in, latch) && ptrmap_get(&depths->in, head) <= ptrmap_get(&depths->in, latch) &&
	       ptrmap_get(&depths->out, latch) <= ptrmap_get(&depths->out, head);
}

/* The instructions of the loop from head to latch; 0: it has another way in. */
static size_t
loop_size(struct compilation *c, LLVMBasicBlockRef head, LLVMBasicBlockRef latch)
{
	LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(head));
	struct walk walk = { .n = 0 };
	LLVMUseRef use;
	size_t i;

	ptrmap_init(&walk.seen, c->arena, 0);
	visit(&walk, c->arena, head);
	visit(&walk, c->arena, latch);
	for (i = 1; i < walk.n; i++) {
		if (walk.block[i] == start)
			return 0;
		for (use = LLVMGetFirstUse(LLVMBasicBlockAsValue(walk.block[i])); use; use = LLVMGetNextUse(use))
			if (LLVMIsATerminatorInst(LLVMGetUser(use)))
				visit(&walk, c->arena, LLVMGetInstructionParent(LLVMGetUser(use)));
	}
	return walk.size;
}

/* What LLVM takes for a part of a sum of products, which it looks through. */
static bool
is_of_sum(LLVMValueRef i)
{
	LLVMOpcode code = LLVMGetInstructionOpcode(i);

	return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind &&
	       (code == LLVMAdd || code == LLVMSub || code == LLVMMul || code == LLVMShl || code == LLVMTrunc || code == LLVMZExt ||
		code == LLVMSExt);
}

static uint32_t
longer(const struct ptrmap *length, LLVMValueRef operand, uint32_t most)
{
	uint32_t its = ptrmap_get(length, operand);

	return its != PTRMAP_NONE && its > most ? its : most;
}

/* The function has a sum that is too long. */
static bool
has_long_sum(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	struct ptrmap length;
	LLVMValueRef i;
	uint32_t most;
	int k;

	ptrmap_init(&length, c->arena, 0);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			if (!is_of_sum(i))
				continue;
			most = 0;
			for (k = 0; k < LLVMGetNumOperands(i); k++)
				most = longer(&length, LLVMGetOperand(i, (unsigned)k), most);
			if (most >= LONGEST_SUM)
				return true;
			ptrmap_set(&length, i, most + 1);
		}
	return false;
}

/* The block ends a loop of more instructions than that. */
static bool
ends_huge_loop(struct compilation *c, const struct depths *depths, LLVMBasicBlockRef block, size_t most)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	unsigned i;

	if (!loop_is_described(c, end))
		return false;
	for (i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (leads_back(depths, block, LLVMGetSuccessor(end, i)) && loop_size(c, LLVMGetSuccessor(end, i), block) > most)
			return true;
	return false;
}

void
huge_leave_alone(struct compilation *c)
{
	LLVMBasicBlockRef block;
	struct depths depths;
	LLVMValueRef function;
	size_t most;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (function_size(function) <= LONGEST_SUM)
			continue;
		most = has_long_sum(c, function) ? LONGEST_SUM : MOST_INSTRUCTIONS;
		if (function_size(function) <= most)
			continue;
		depths_find(&depths, c->arena, function);
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if (ends_huge_loop(c, &depths, block, most))
				LLVMSetMetadata(LLVMGetBasicBlockTerminator(block), loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	}
}
