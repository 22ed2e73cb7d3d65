#include "mux/regions/arrays.h"

#include <llvm-c/DebugInfo.h>

#include "mux/analysis/natural.h"
#include "mux/lower/builtin.h"
#include "mux/regions/elements.h"

enum {
	MAX_DEPTH = 8,		/* of an index that is looked at */
	MAX_ROUNDS = 64,
	MAX_CODE = 2048,	/* instructions that a loop becomes */
	MAX_ALL = 8192,		/* and all loops of a kernel */
};

/* A loop of a known number of rounds. */
struct counted {
	struct natural natural;
	LLVMValueRef counter;		/* a phi of the head */
	unsigned rounds;
	bool wanted;			/* its counter is in the index of an array */
	bool large;			/* too large to be unrolled */
	uint64_t code;			/* instructions when it is unrolled, with the wanted loops inside */
};

struct search {
	struct flow flow;
	struct counted *loop;
	int n;
};

/* The rounds of a loop that ends where phi + step is the limit; 0: others. */
static unsigned
count_rounds(LLVMValueRef phi, LLVMValueRef next, LLVMBasicBlockRef latch, LLVMValueRef limit)
{
	int64_t first = 0, step, last, rounds;
	unsigned i, n = LLVMCountIncoming(phi);

	if (n != 2 || !is_opcode(next, LLVMAdd) || LLVMGetOperand(next, 0) != phi || !is_constant_number(LLVMGetOperand(next, 1), &step) ||
	    step == 0 || step > MAX_ROUNDS || step < -MAX_ROUNDS || !is_constant_number(limit, &last))
		return 0;
	for (i = 0; i < n; i++)
		if (LLVMGetIncomingBlock(phi, i) == latch ? LLVMGetIncomingValue(phi, i) != next
							  : !is_constant_number(LLVMGetIncomingValue(phi, i), &first))
			return 0;
	if (__builtin_sub_overflow(last, first, &rounds) || rounds % step)
		return 0;
	rounds /= step;
	return rounds > 0 && rounds <= MAX_ROUNDS ? (unsigned)rounds : 0;
}

/* Reads the loop of the edge from the latch to the head. */
static void
read_loop(struct search *s, int head, int latch)
{
	LLVMBasicBlockRef block = s->flow.block[latch].block;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), test, phi;
	unsigned rounds = 0;

	if (!LLVMIsABranchInst(end) || s->flow.block[latch].nsucc != 2)
		return;
	test = LLVMGetCondition(end);
	if (!LLVMIsAICmpInst(test) || (LLVMGetICmpPredicate(test) != LLVMIntEQ && LLVMGetICmpPredicate(test) != LLVMIntNE))
		return;
	for (phi = LLVMGetFirstInstruction(s->flow.block[head].block); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		rounds = count_rounds(phi, LLVMGetOperand(test, 0), block, LLVMGetOperand(test, 1));
		if (!rounds)
			continue;
		s->loop[s->n] = (struct counted){ .counter = phi, .rounds = rounds };
		natural_find(&s->flow, &s->loop[s->n++].natural, head);
		return;
	}
}

static void
find_loops(struct search *s)
{
	const struct flow *flow = &s->flow;
	int i, k, back, latch = 0;

	s->loop = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *s->loop);
	for (i = 0; i < flow->nblock; i++) {
		back = 0;
		for (k = 0; k < flow->block[i].npred; k++)
			if (flow_dominates(flow, i, flow->block[i].pred[k])) {
				latch = flow->block[i].pred[k];
				back++;
			}
		if (back == 1)
			read_loop(s, i, latch);
	}
}

/* The value is known where those loops are unrolled, which are then wanted if mark is set. */
static bool
is_of_counters(struct search *s, LLVMValueRef value, bool mark, int depth)
{
	int i;

	if (LLVMIsAConstant(value))
		return true;
	if (!LLVMIsAInstruction(value) || depth == 0)
		return false;
	for (i = 0; i < s->n; i++)
		if (s->loop[i].counter == value) {
			s->loop[i].wanted |= mark;
			return !s->loop[i].large;
		}
	if (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_of_counters(s, LLVMGetOperand(value, (unsigned)i), mark, depth - 1))
			return false;
	return true;
}

static bool
is_intrinsic(LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);

	return callee && LLVMGetIntrinsicID(callee);
}

/* The place is known where those loops are unrolled, or chosen among all places by then. */
static bool
is_place_of_counters(struct search *s, LLVMValueRef address, bool mark)
{
	int i;

	for (i = 1; i < LLVMGetNumOperands(address); i++)
		if (!is_of_counters(s, LLVMGetOperand(address, (unsigned)i), mark, MAX_DEPTH))
			return elements_is_choice(s->flow.c, address);
	return true;
}

/* All places of the array at that address are known where those loops are unrolled. */
static bool
is_array_of_counters(struct search *s, LLVMValueRef address, bool mark, int depth)
{
	LLVMValueRef user;
	LLVMUseRef use;

	if (depth == 0)
		return false;
	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAGetElementPtrInst(user)) {
			if (!elements_is_access(user, address))
				return false;
		} else if (!is_place_of_counters(s, user, mark) || !is_array_of_counters(s, user, mark, depth - 1)) {
			return false;
		}
	}
	return true;
}

/* Instructions of the loop's blocks; one that calls what all work-items have to call together has too many. */
static uint64_t
count_code(const struct flow *flow, const struct counted *loop)
{
	uint64_t code = 0;
	LLVMValueRef i;
	int k;

	for (k = 0; k < flow->nblock; k++)
		for (i = loop->natural.body[k] ? LLVMGetFirstInstruction(flow->block[k].block) : NULL; i; i = LLVMGetNextInstruction(i))
			code += LLVMIsACallInst(i) && !is_intrinsic(i) && !builtin_is_query(builtin_called(i)) ? MAX_CODE : 1;
	return code;
}

static bool
is_in(const struct counted *inner, const struct counted *outer)
{
	return inner != outer && outer->natural.body[inner->natural.head] && !inner->natural.body[outer->natural.head];
}

/* Sets the code of all loops, inner ones first: those with the smaller bodies. */
static void
measure_loops(struct search *s)
{
	const struct flow *flow = &s->flow;
	struct counted *loop, *inner;
	int *blocks = arena_calloc(flow->c->arena, (size_t)s->n + 1, sizeof *blocks), round, i, k;

	for (i = 0; i < s->n; i++)
		for (k = 0; k < flow->nblock; k++)
			blocks[i] += s->loop[i].natural.body[k];
	for (round = 1; round <= flow->nblock; round++)
		for (i = 0; i < s->n; i++) {
			if (blocks[i] != round)
				continue;
			loop = &s->loop[i];
			loop->code = count_code(flow, loop);
			for (inner = s->loop; inner < s->loop + s->n; inner++)
				if (inner->wanted && is_in(inner, loop))
					loop->code += inner->code;
			loop->code *= loop->rounds;
			loop->large |= loop->code > MAX_CODE;
		}
}

static bool
is_in_wanted(const struct search *s, const struct counted *loop)
{
	const struct counted *outer;

	for (outer = s->loop; outer < s->loop + s->n; outer++)
		if (outer->wanted && is_in(loop, outer))
			return true;
	return false;
}

/* Leaves the loops of a large kernel alone. */
static void
limit_code(struct search *s)
{
	uint64_t all = 0;
	int i;

	for (i = 0; i < s->n; i++)
		if (s->loop[i].wanted && !is_in_wanted(s, &s->loop[i]))
			all += s->loop[i].code;
	for (i = 0; i < s->n; i++)
		s->loop[i].wanted &= all <= MAX_ALL;
}

/* Wants the loops of the arrays that become values if all of these are unrolled, and measures them. */
static void
choose_loops(struct search *s)
{
	LLVMValueRef array;
	int i;

	for (i = 0; i < s->n; i++)
		s->loop[i].wanted = false;
	for (i = 0; i < s->flow.nslot; i++) {
		array = s->flow.slot[i].alloca;
		if (is_array_of_counters(s, array, false, MAX_DEPTH))
			is_array_of_counters(s, array, true, MAX_DEPTH);
	}
	measure_loops(s);
}

/* Has LLVM unroll the loop whatever it costs. */
static void
ask_for_unrolling(const struct search *s, const struct counted *loop)
{
	static const char full[] = "llvm.loop.unroll.full";
	struct compilation *c = s->flow.c;
	LLVMMetadataRef hint = LLVMMDStringInContext2(c->context, full, sizeof full - 1), part[2], node;
	const struct block *head = &s->flow.block[loop->natural.head];
	LLVMBasicBlockRef latch;
	int k;

	part[1] = LLVMMDNodeInContext2(c->context, &hint, 1);
	part[0] = LLVMTemporaryMDNode(c->context, NULL, 0);
	node = LLVMMDNodeInContext2(c->context, part, 2);
	LLVMMetadataReplaceAllUsesWith(part[0], node);
	for (k = 0; k < head->npred; k++) {
		latch = s->flow.block[head->pred[k]].block;
		if (loop->natural.body[head->pred[k]])
			LLVMSetMetadata(LLVMGetBasicBlockTerminator(latch), loop_kind(c), LLVMMetadataAsValue(c->context, node));
	}
}

int
arrays_unroll(struct compilation *c, struct kernel *kernel)
{
	static const char passes[] = "loop(loop-unroll-full),sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>,simplifycfg";
	struct search s = { .n = 0 };
	struct ptrmap none;
	bool any = false;
	int i;

	ptrmap_init(&none, c->arena, 0);
	flow_build(&s.flow, c, kernel, &none);
	for (i = 0; i < s.flow.nslot && !any; i++)
		any = LLVMGetTypeKind(LLVMGetAllocatedType(s.flow.slot[i].alloca)) == LLVMArrayTypeKind;
	if (!any)
		return 0;
	find_loops(&s);
	/* The second time without arrays that a large loop goes over. */
	choose_loops(&s);
	choose_loops(&s);
	limit_code(&s);
	any = false;
	for (i = 0; i < s.n; i++)
		if (s.loop[i].wanted) {
			ask_for_unrolling(&s, &s.loop[i]);
			any = true;
		}
	return any ? compilation_run_on_function(c, kernel->function, passes) : 0;
}
