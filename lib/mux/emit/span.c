#include "mux/emit/span.h"

#include "mux/emit/segment.h"
#include "mux/emit/trim.h"
#include "mux/lower/builtin.h"

enum { MAX_DEPTH = 16 };	/* of an expression that is looked at */

/* A span under construction. */
struct search {
	const struct hard *hard;
	const struct flow *flow;
	struct compilation *c;
	const struct segment *segment;	/* of the row, that the part is of; NULL: it is of the row */
	struct item first;		/* the first work-item of the row or segment */
	LLVMValueRef size, from, to;
	LLVMValueRef exact;		/* all that passes the tests is between from and to; NULL: so it is */
	int chain[SPAN_MAX_TESTS];	/* the blocks that end in the tests */
	int n;
	int ncomparison;		/* that the tests are made of */
	bool varies;			/* some test differs in the row */
};

/* --- what is known ----------------------------------------------------------- */

/* The value that a load gives; in a segment also that of slots that are not computed again. */
static LLVMValueRef
value_behind(const struct flow *flow, const struct segment *segment, LLVMValueRef value)
{
	return segment ? flow_stored_value(flow, value) : flow_computed_value(flow, value);
}

/* The value is certainly the same for all work-items of a row, or of a segment of one, whose ids differ in dimension 0 alone. */
static bool
is_same_in_row(const struct flow *flow, const struct segment *segment, LLVMValueRef value, int depth)
{
	enum builtin builtin;
	int i;

	if (!LLVMIsAInstruction(value) || !ptrmap_has(&flow->divergent, value))
		return true;
	value = value_behind(flow, segment, value);
	if (!LLVMIsAInstruction(value) || !ptrmap_has(&flow->divergent, value))
		return true;
	if (depth == 0)
		return false;
	builtin = builtin_called(value);
	if (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) {
		value = LLVMGetOperand(value, 0);
		return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) != 0;
	}
	if (segment && (i = segment_number(segment, value)) >= 0)
		return segment->number[i].kind != NUMBER_REMAINDER && segment->number[i].kind != NUMBER_CLAMPED;
	if (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value) && !LLVMIsAICmpInst(value) && !LLVMIsASelectInst(value))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (!is_same_in_row(flow, segment, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return false;
	return true;
}

/* The value grows by one from each work-item of the row, or of its segment, to the next, modulo its width. */
static bool
grows_by_one(const struct flow *flow, const struct segment *segment, LLVMValueRef value, int depth)
{
	enum builtin builtin;
	LLVMValueRef left, right;
	LLVMOpcode opcode;
	int i;

	value = value_behind(flow, segment, value);
	builtin = builtin_called(value);
	if (builtin == BUILTIN_LOCAL_ID || builtin == BUILTIN_GLOBAL_ID) {
		value = LLVMGetOperand(value, 0);
		return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == 0;
	}
	if (!LLVMIsAInstruction(value) || depth == 0)
		return false;
	if (segment && (i = segment_number(segment, value)) >= 0)
		return segment->number[i].kind == NUMBER_REMAINDER || segment->number[i].kind == NUMBER_CLAMPED;
	if (segment && LLVMIsASelectInst(value) && (left = segment_operand(segment, LLVMGetOperand(value, 0))))
		return grows_by_one(flow, segment, LLVMGetOperand(value, LLVMIsNull(left) ? 2 : 1), depth - 1);
	opcode = LLVMGetInstructionOpcode(value);
	if (opcode == LLVMTrunc)
		return grows_by_one(flow, segment, LLVMGetOperand(value, 0), depth - 1);
	if (opcode != LLVMAdd && opcode != LLVMSub)
		return false;
	left = LLVMGetOperand(value, 0);
	right = LLVMGetOperand(value, 1);
	if (grows_by_one(flow, segment, left, depth - 1))
		return is_same_in_row(flow, segment, right, depth - 1);
	return opcode == LLVMAdd && grows_by_one(flow, segment, right, depth - 1) &&
	       is_same_in_row(flow, segment, left, depth - 1);
}

/* Something that the expression reads is written by the blocks before the test. */
static bool
is_written(const struct search *s, LLVMValueRef value, int depth)
{
	struct slot *slot;
	int i;

	if (!LLVMIsAInstruction(value))
		return false;
	if (depth == 0)
		return true;
	if (LLVMIsALoadInst(value)) {
		slot = flow_slot(s->flow, LLVMGetOperand(value, 0));
		if (!slot)
			return false;
		if (slot->remat || (s->segment && !slot->in_memory && slot->nstore == 1))
			return is_written(s, slot->stored, depth - 1);
		for (i = 0; i < s->n; i++)
			if (bit_test(s->flow->block[s->chain[i]].def, (int)(slot - s->flow->slot)))
				return true;
		return slot->in_memory;
	}
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_written(s, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* It may be one that LLVM's rules leave open: promises of the instructions are dropped, so shifts make such ones, and what blocks give. */
static bool
may_be_open(const struct search *s, LLVMValueRef value, int depth)
{
	const struct slot *slot;
	int i;

	if (!LLVMIsAInstruction(value) || LLVMIsACallInst(value))
		return false;
	if (depth == 0)
		return true;
	if (LLVMIsALoadInst(value)) {
		slot = flow_slot(s->flow, LLVMGetOperand(value, 0));
		return slot && (!slot->remat || may_be_open(s, slot->stored, depth - 1));
	}
	if (trim_is_open_shift(value) || LLVMIsASelectInst(value))
		return true;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (may_be_open(s, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* The value in the first work-item, any one where a test before it fails; NULL: not known here. */
static LLVMValueRef
first_value(const struct search *s, LLVMValueRef value)
{
	bool is_open = s->segment || may_be_open(s, value, MAX_DEPTH);

	if (is_written(s, value, MAX_DEPTH))
		return NULL;
	value = s->segment ? trim_steady_value(s->hard, &s->first, s->segment, value) : trim_value(s->hard, &s->first, value, TRIM_DEPTH);
	/* LLVM freezes ids too, where such a value is made of them, and forgets how large they are. */
	return value && is_open ? LLVMBuildFreeze(s->c->builder, value, "") : value;
}

/* --- the part where a test is true --------------------------------------------- */

static LLVMValueRef
least(struct search *s, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(s->c->builder, LLVMBuildICmp(s->c->builder, LLVMIntULT, a, b, ""), a, b, "");
}

static void
narrow_to(struct search *s, LLVMValueRef from, LLVMValueRef to)
{
	LLVMBuilderRef b = s->c->builder;

	if (from)
		s->from = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntUGT, from, s->from, ""), from, s->from, "from");
	if (to)
		s->to = least(s, to, s->to);
}

/* The number as one of 64 bits without sign, the row's length at most. */
static LLVMValueRef
length_of(struct search *s, LLVMValueRef number)
{
	return least(s, LLVMBuildIntCast2(s->c->builder, number, s->c->i64, 0, ""), s->size);
}

static void
note_exact(struct search *s, LLVMValueRef is)
{
	s->exact = s->exact ? LLVMBuildAnd(s->c->builder, s->exact, is, "exact") : is;
}

/* What the row's last work-item has of a number that grows by one. */
static LLVMValueRef
last_value(struct search *s, LLVMValueRef first)
{
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef steps = LLVMBuildSub(b, s->size, const_int(s->c->i64, 1), "");

	return LLVMBuildAdd(b, first, LLVMBuildIntCast2(b, steps, LLVMTypeOf(first), 0, ""), "last");
}

/* first + x does not go over the end of its type in the row. */
static LLVMValueRef
stays_in_type(struct search *s, LLVMValueRef first, bool is_signed)
{
	return LLVMBuildICmp(s->c->builder, is_signed ? LLVMIntSGE : LLVMIntUGE, last_value(s, first), first, "");
}

/* first + x < limit without sign: from where first + x begins again at 0, if it begins above. */
static void
narrow_below(struct search *s, LLVMValueRef first, LLVMValueRef limit)
{
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef below = LLVMBuildICmp(b, LLVMIntULT, first, limit, ""), zero = LLVMConstNull(LLVMTypeOf(first)), from, n;

	from = length_of(s, LLVMBuildSelect(b, below, zero, LLVMBuildNeg(b, first, ""), ""));
	n = length_of(s, LLVMBuildSelect(b, below, LLVMBuildSub(b, limit, first, ""), limit, ""));
	narrow_to(s, from, LLVMBuildNUWAdd(b, from, n, ""));
}

/* Up to where first + x does not go over the end of its type. */
static void
narrow_to_end(struct search *s, LLVMValueRef first, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(first);
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef end = LLVMConstAllOnes(type);

	if (is_signed)
		end = const_int(type, UINT64_MAX >> (65 - LLVMGetIntTypeWidth(type)));
	narrow_to(s, NULL, LLVMBuildNUWAdd(b, length_of(s, LLVMBuildSub(b, end, first, "")), const_int(s->c->i64, 1), ""));
}

/* first + x != other: in front of it, or behind it if it is the first one. */
static void
narrow_unequal(struct search *s, LLVMValueRef first, LLVMValueRef other)
{
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef at = length_of(s, LLVMBuildSub(b, other, first, "")), is_first;

	is_first = LLVMBuildICmp(b, LLVMIntEQ, at, const_int(s->c->i64, 0), "");
	note_exact(s, LLVMBuildOr(b, is_first, LLVMBuildICmp(b, LLVMIntEQ, at, s->size, ""), ""));
	narrow_to(s, LLVMBuildZExt(b, is_first, s->c->i64, ""), LLVMBuildSelect(b, is_first, s->size, at, ""));
}

/* The part of the row where (first + x) pred limit, or less than it. */
static bool
narrow_by(struct search *s, LLVMIntPredicate pred, LLVMValueRef first, LLVMValueRef limit)
{
	bool is_signed = pred >= LLVMIntSGT, greater = pred == LLVMIntUGT || pred == LLVMIntSGT;
	LLVMValueRef one = const_int(s->c->i64, 1), holds, n;
	LLVMBuilderRef b = s->c->builder;

	switch (pred) {
	case LLVMIntNE:
		narrow_unequal(s, first, limit);
		return true;
	case LLVMIntULE:
		limit = LLVMBuildAdd(b, limit, const_int(LLVMTypeOf(limit), 1), "");
		note_exact(s, LLVMBuildICmp(b, LLVMIntNE, limit, LLVMConstNull(LLVMTypeOf(limit)), ""));
		/* fall through */
	case LLVMIntULT:
		narrow_below(s, first, limit);
		return true;
	case LLVMIntSLT:
	case LLVMIntSLE:
		holds = LLVMBuildICmp(b, pred, first, limit, "");
		n = length_of(s, LLVMBuildSub(b, limit, first, ""));
		if (pred == LLVMIntSLE)
			n = LLVMBuildNUWAdd(b, n, one, "");
		narrow_to(s, NULL, LLVMBuildSelect(b, holds, n, const_int(s->c->i64, 0), ""));
		return true;
	case LLVMIntUGT:
	case LLVMIntUGE:
	case LLVMIntSGT:
	case LLVMIntSGE:
		holds = LLVMBuildICmp(b, pred, first, limit, "");
		n = length_of(s, LLVMBuildSub(b, limit, first, ""));
		if (greater)
			n = LLVMBuildNUWAdd(b, n, one, "");
		narrow_to(s, LLVMBuildSelect(b, holds, const_int(s->c->i64, 0), n, ""), NULL);
		narrow_to_end(s, first, is_signed);
		return true;
	default:
		return false;
	}
}

/* A comparison of a value that grows along the row with one that is the same in it: both in the first work-item. */
static bool
read_comparison(struct search *s, LLVMValueRef test, LLVMIntPredicate *pred, LLVMValueRef *first, LLVMValueRef *limit)
{
	LLVMValueRef left = LLVMGetOperand(test, 0), right = LLVMGetOperand(test, 1), swap;
	unsigned width;

	*pred = LLVMGetICmpPredicate(test);
	if (LLVMGetTypeKind(LLVMTypeOf(left)) != LLVMIntegerTypeKind)
		return false;
	width = LLVMGetIntTypeWidth(LLVMTypeOf(left));
	if (width != 32 && width != 64)
		return false;
	if (!grows_by_one(s->flow, s->segment, left, MAX_DEPTH)) {
		swap = left;
		left = right;
		right = swap;
		*pred = predicate_swapped(*pred);
	}
	if (!grows_by_one(s->flow, s->segment, left, MAX_DEPTH) || !is_same_in_row(s->flow, s->segment, right, MAX_DEPTH))
		return false;
	*first = first_value(s, left);
	*limit = *first ? first_value(s, right) : NULL;
	return *limit != NULL;
}

static bool
narrow_by_comparison(struct search *s, LLVMValueRef test, bool wanted)
{
	LLVMValueRef first, limit;
	LLVMIntPredicate pred;

	if (!read_comparison(s, test, &pred, &first, &limit))
		return false;
	s->varies = true;
	s->ncomparison++;
	if (!wanted)
		pred = predicate_inverted(pred);
	if (pred != LLVMIntNE)
		note_exact(s, stays_in_type(s, first, pred >= LLVMIntSGT));
	return narrow_by(s, pred, first, limit);
}

/* The test is the opposite of the operand, or the same as it (an exclusive or with a constant). */
static bool
is_opposite(LLVMValueRef test, bool *opposite, LLVMValueRef *operand)
{
	if (!is_opcode(test, LLVMXor) || !LLVMIsAConstantInt(LLVMGetOperand(test, 1)))
		return false;
	*opposite = !LLVMIsNull(LLVMGetOperand(test, 1));
	*operand = LLVMGetOperand(test, 0);
	return true;
}

/* The test is part[0] and part[1]; with by_or, part[0] or part[1]. */
static bool
is_joined(LLVMValueRef test, bool by_or, LLVMValueRef part[2])
{
	unsigned constant = by_or ? 1 : 2;

	part[0] = LLVMIsAInstruction(test) && LLVMGetNumOperands(test) > 1 ? LLVMGetOperand(test, 0) : NULL;
	if (is_opcode(test, by_or ? LLVMOr : LLVMAnd)) {
		part[1] = LLVMGetOperand(test, 1);
		return true;
	}
	/* select a, b, false is "and", select a, true, b is "or" */
	if (!LLVMIsASelectInst(test) || !LLVMIsAConstantInt(LLVMGetOperand(test, constant)) ||
	    LLVMIsNull(LLVMGetOperand(test, constant)) == by_or)
		return false;
	part[1] = LLVMGetOperand(test, 3 - constant);
	return true;
}

/* Narrows the part to work-items for which the test is as wanted; false: it cannot be told. */
static bool
narrow(struct search *s, LLVMValueRef test, bool wanted, int depth)
{
	LLVMValueRef first, part[2];
	bool opposite;

	test = flow_computed_value(s->flow, test);
	if (depth == 0)
		return false;
	if (is_same_in_row(s->flow, s->segment, test, MAX_DEPTH)) {
		first = first_value(s, test);
		s->ncomparison++;
		if (first && !wanted)
			first = LLVMBuildNot(s->c->builder, first, "");
		if (!first)
			return false;
		narrow_to(s, NULL, LLVMBuildSelect(s->c->builder, first, s->size, const_int(s->c->i64, 0), ""));
		return true;
	}
	if (is_opposite(test, &opposite, &part[0]))
		return narrow(s, part[0], wanted != opposite, depth - 1);
	if (is_joined(test, !wanted, part))
		return narrow(s, part[0], wanted, depth - 1) && narrow(s, part[1], wanted, depth - 1);
	return LLVMIsAICmpInst(test) && narrow_by_comparison(s, test, wanted);
}

/* --- the tests ------------------------------------------------------------------- */

/* The block ends in a test. */
static bool
ends_in_test(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];

	return LLVMIsABranchInst(LLVMGetBasicBlockTerminator(b->block)) && b->nsucc == 2 && b->succ[0] != b->succ[1];
}

/* The block does nothing but hand on values to the next one: LLVM divides an edge by it. */
static bool
is_edge(const struct flow *flow, int block)
{
	const struct block *b = &flow->block[block];
	LLVMValueRef i;

	for (i = LLVMGetFirstInstruction(b->block); i && !LLVMIsATerminatorInst(i); i = LLVMGetNextInstruction(i))
		if (!(LLVMIsALoadInst(i) && !flow_is_memory(flow, LLVMGetOperand(i, 0))) &&
		    !(LLVMIsAStoreInst(i) && !flow_is_memory(flow, LLVMGetOperand(i, 1))))
			return false;
	return b->nsucc == 1;
}

/* The way from a test to where its work-items end, or meet those of the other way again. */
static bool
leads_out(const struct flow *flow, int test, int to)
{
	while (to != flow->ipdom[test] && is_edge(flow, to))
		to = flow->block[to].succ[0];
	return to == flow->ipdom[test] || !flow->block[to].nsucc;
}

/* Adds the test at the end of the block; the way that it then takes, -1: it is not known anywhere. */
static int
add_test(struct search *s, int block)
{
	const struct block *from = &s->flow->block[block];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from->block);
	struct search before = *s;
	int way, other;

	if (!ends_in_test(s->flow, block) || s->n == SPAN_MAX_TESTS)
		return -1;
	/* The other way has the work. */
	other = leads_out(s->flow, block, from->succ[0]) ? 1 : 0;
	for (way = other; way != -1; way = way == other ? !other : -1) {
		*s = before;
		s->chain[s->n++] = block;
		if (narrow(s, LLVMGetCondition(end), way == 0, MAX_DEPTH))
			return way;
	}
	*s = before;
	return -1;
}

/* The test narrows the part, as far as its form tells. */
static bool
may_narrow(const struct flow *flow, LLVMValueRef test, int depth)
{
	LLVMValueRef part[2], left, right;
	bool opposite;

	test = flow_computed_value(flow, test);
	if (depth == 0 || is_same_in_row(flow, NULL, test, MAX_DEPTH))
		return depth != 0;
	if (is_opposite(test, &opposite, &part[0]))
		return may_narrow(flow, part[0], depth - 1);
	if (is_joined(test, false, part) || is_joined(test, true, part))
		return may_narrow(flow, part[0], depth - 1) && may_narrow(flow, part[1], depth - 1);
	if (!LLVMIsAICmpInst(test))
		return false;
	left = LLVMGetOperand(test, 0);
	right = LLVMGetOperand(test, 1);
	return (grows_by_one(flow, NULL, left, MAX_DEPTH) && is_same_in_row(flow, NULL, right, MAX_DEPTH)) ||
	       (grows_by_one(flow, NULL, right, MAX_DEPTH) && is_same_in_row(flow, NULL, left, MAX_DEPTH));
}

/* From the block on nothing is done until the end of the branch that leads there, the edge itself being a block. */
static bool
has_no_work(const struct flow *flow, int block, int end)
{
	const struct block *b = &flow->block[block];

	if (b->nsucc == 1 && LLVMIsATerminatorInst(LLVMGetFirstInstruction(b->block)))
		return b->succ[0] == end || !flow->block[b->succ[0]].nsucc;
	return block == end || !b->nsucc;
}

bool
span_ends(const struct flow *flow, int block, unsigned way)
{
	int to = flow->block[block].succ[way], n;

	for (n = 0; n < flow->nblock && !region_ends_at(flow, to, false) && is_edge(flow, to); n++)
		to = flow->block[to].succ[0];
	return !region_ends_at(flow, to, false) && !flow->block[to].nsucc &&
	       LLVMIsATerminatorInst(LLVMGetFirstInstruction(flow->block[to].block));
}

bool
span_goes_on(const struct hard *hard)
{
	const struct flow *flow = hard->entry->flow;
	struct segment known;
	int block = hard->start, n;

	for (n = 0; n < SPAN_MAX_TESTS && ends_in_test(flow, block); n++) {
		LLVMValueRef test = LLVMGetCondition(LLVMGetBasicBlockTerminator(flow->block[block].block));
		int way = has_no_work(flow, flow->block[block].succ[0], flow->ipdom[block]);

		if (!has_no_work(flow, flow->block[block].succ[!way], flow->ipdom[block]) || !may_narrow(flow, test, MAX_DEPTH))
			break;
		if (n && !is_same_in_row(flow, NULL, test, MAX_DEPTH))
			return true;
		block = flow->block[block].succ[way];
		if (region_ends_at(flow, block, false) || flow->block[block].npred != 1)
			break;
	}
	if (n)
		segment_find_clamped(&known, hard);
	return n && known.n;
}

/* Narrows the part to where minima and maxima are what they are of; those from the first one on that cannot be told are dropped. */
static void
narrow_by_clamped(struct search *s, struct segment *known)
{
	LLVMValueRef first, limit;
	int i;

	for (i = 0; i < known->n; i++) {
		first = trim_steady_value(s->hard, &s->first, known, known->number[i].operand);
		limit = first ? trim_steady_value(s->hard, &s->first, known, known->number[i].limit) : NULL;
		if (!limit)
			break;
		first = LLVMBuildFreeze(s->c->builder, first, "");
		narrow_by(s, known->number[i].pred, first, LLVMBuildFreeze(s->c->builder, limit, ""));
	}
	known->n = i;
}

/* The tests at the beginning of the region, as far as they can be told. */
static void
add_tests(struct search *s, struct span *span)
{
	int block = s->hard->start, way, i;

	for (way = add_test(s, block); way >= 0; way = add_test(s, block)) {
		span->decision[s->n - 1] = (struct decision){ .block = block, .way = (unsigned)way };
		block = s->flow->block[block].succ[way];
		if (region_ends_at(s->flow, block, false) || s->flow->block[block].npred != 1)
			break;
	}
	for (i = 0; i + 1 < s->n; i++)
		span->decision[i].next = &span->decision[i + 1];
	span->ndecision = s->n;
}

bool
span_find(struct span *span, const struct hard *hard)
{
	LLVMValueRef zero = const_int(hard->entry->c->i64, 0), size = hard->entry->local_size[0];
	struct search s = { .hard = hard, .flow = hard->entry->flow, .c = hard->entry->c, .first = hard_item(hard, zero, NULL, NULL),
			    .size = size, .from = zero, .to = size };

	add_tests(&s, span);
	segment_find_clamped(&span->known, hard);
	narrow_by_clamped(&s, &span->known);
	span->to = s.to;
	span->from = least(&s, s.from, s.to);
	span->exact = s.exact;
	span->ncomparison = s.ncomparison;
	return s.varies || span->known.n;
}

bool
span_find_in_segment(struct span *span, const struct hard *hard, const struct segment *segment, LLVMValueRef x, LLVMValueRef n)
{
	struct search s = { .hard = hard, .flow = hard->entry->flow, .c = hard->entry->c, .segment = segment,
			    .first = hard_item(hard, x, NULL, NULL), .size = n, .from = const_int(hard->entry->c->i64, 0), .to = n };

	add_tests(&s, span);
	span->known.n = 0;
	span->to = s.to;
	span->from = least(&s, s.from, s.to);
	return s.varies && s.ncomparison > 1;
}

/* --- tests that a whole chunk shares ---------------------------------------------- */

/* (first + x) pred limit for all x below the length, at least 1: at both ends, with no wrap between them. */
static LLVMValueRef
holds_to_end(struct search *s, LLVMIntPredicate pred, LLVMValueRef first, LLVMValueRef limit)
{
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef last, both;

	if (pred == LLVMIntEQ)
		return LLVMConstNull(s->c->i1);
	if (pred == LLVMIntNE) {
		last = LLVMBuildIntCast2(b, LLVMBuildSub(b, limit, first, ""), s->c->i64, 0, "");
		return LLVMBuildICmp(b, LLVMIntUGE, last, s->size, "");
	}
	last = last_value(s, first);
	both = LLVMBuildAnd(b, LLVMBuildICmp(b, pred, first, limit, ""), LLVMBuildICmp(b, pred, last, limit, ""), "");
	return LLVMBuildAnd(b, both, LLVMBuildICmp(b, pred >= LLVMIntSGT ? LLVMIntSGE : LLVMIntUGE, last, first, ""), "");
}

static LLVMValueRef
holds(struct search *s, LLVMValueRef test, bool wanted, int depth)
{
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef part[2], limit;
	LLVMIntPredicate pred;
	bool opposite;
	int i;

	test = flow_computed_value(s->flow, test);
	if (depth == 0)
		return NULL;
	if (is_same_in_row(s->flow, s->segment, test, MAX_DEPTH)) {
		part[0] = first_value(s, test);
		return part[0] && !wanted ? LLVMBuildNot(b, part[0], "") : part[0];
	}
	if (is_opposite(test, &opposite, &part[0]))
		return holds(s, part[0], wanted != opposite, depth - 1);
	if (is_joined(test, !wanted, part) || is_joined(test, wanted, part)) {
		for (i = 0; i < 2; i++)
			if (!(part[i] = holds(s, part[i], wanted, depth - 1)))
				return NULL;
		return is_joined(test, !wanted, (LLVMValueRef[2]){ NULL }) ? LLVMBuildAnd(b, part[0], part[1], "")
									    : LLVMBuildOr(b, part[0], part[1], "");
	}
	if (!LLVMIsAICmpInst(test) || !read_comparison(s, test, &pred, &part[0], &limit))
		return NULL;
	return holds_to_end(s, wanted ? pred : predicate_inverted(pred), part[0], limit);
}

bool
span_grows_by_one(const struct flow *flow, const struct segment *segment, LLVMValueRef value)
{
	return grows_by_one(flow, segment, value, MAX_DEPTH);
}

bool
span_is_same(const struct flow *flow, const struct segment *segment, LLVMValueRef value)
{
	return is_same_in_row(flow, segment, value, MAX_DEPTH);
}

LLVMValueRef
span_holds(const struct hard *hard, LLVMValueRef x, LLVMValueRef n, LLVMValueRef test, bool wanted)
{
	struct compilation *c = hard->entry->c;
	struct search s = { .hard = hard, .flow = hard->entry->flow, .c = c, .size = n, .chain = { hard->start }, .n = 1,
			    .segment = hard->segment,
			    .first = hard_item(hard, x, const_int(c->i64, 0), NULL) };

	return holds(&s, test, wanted, MAX_DEPTH);
}
