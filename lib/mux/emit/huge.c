#include "mux/emit/huge.h"

#include "base/ptrmap.h"
#include "mux/emit/loops.h"

enum { MOST_INSTRUCTIONS = 10000 };	/* of a loop that becomes vectors */

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

/* The instructions of the loop from head to latch; 0: the branch does not lead back. */
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

/* The block ends a loop that is too large. */
static bool
ends_huge_loop(struct compilation *c, LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	unsigned i;

	if (!loop_is_described(c, end))
		return false;
	for (i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (loop_size(c, LLVMGetSuccessor(end, i), block) > MOST_INSTRUCTIONS)
			return true;
	return false;
}

void
huge_leave_alone(struct compilation *c)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (function_size(function) <= MOST_INSTRUCTIONS)
			continue;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if (ends_huge_loop(c, block))
				LLVMSetMetadata(LLVMGetBasicBlockTerminator(block), loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	}
}
