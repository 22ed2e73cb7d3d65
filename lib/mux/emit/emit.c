#include "mux/emit/emit.h"
#include "mux/emit/near.h"
#include "mux/emit/parts.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "mux/analysis/grouping.h"
#include "mux/analysis/interleave.h"
#include "mux/analysis/streaming.h"
#include "mux/analysis/uniform.h"
#include "mux/analysis/variables.h"
#include "mux/emit/segment.h"
#include "mux/emit/span.h"
#include "mux/emit/trim.h"
#include "mux/emit/views.h"
#include "mux/lower/builtin.h"
#include "mux/regions/columns.h"
#include "mux/regions/order.h"
#include "mux/regions/rejoin.h"
#include "mux/regions/regions.h"
#include "mux/regions/soft.h"

bool *
emit_modified(const struct flow *flow, const int *order, int n)
{
	bool *modified = arena_calloc(flow->c->arena, (size_t)flow->nslot, sizeof *modified);
	int i, k;

	for (k = 0; k < n; k++)
		for (i = 0; i < flow->nslot; i++)
			if (bit_test(flow->block[order[k]].def, i))
				modified[i] = true;
	return modified;
}

/* Values of the slots that are uniform after the barrier, read once. */
static LLVMValueRef *
read_uniform(struct entry *entry, int start)
{
	struct flow *flow = entry->flow;
	LLVMValueRef *value = arena_calloc(flow->c->arena, (size_t)flow->nslot, sizeof *value);
	int i;

	for (i = 0; i < flow->nslot; i++)
		if (bit_test(flow->block[start].live_in, i) && flow->slot[i].hard_uniform && entry->cell[i])
			value[i] = LLVMBuildLoad2(flow->c->builder, flow->slot[i].type, entry->cell[i], "shared");
	return value;
}

struct item
hard_item(const struct hard *hard, LLVMValueRef x, LLVMValueRef lane, LLVMValueRef group)
{
	return (struct item){ .x = x,
			      .y = hard->y,
			      .z = hard->z,
			      .linear = LLVMBuildNUWAdd(hard->entry->c->builder, hard->row, x, "linear"),
			      .lane = lane,
			      .group = group,
			      .near = hard->near };
}

/* The loop over the rows of the group; y and z are variables that count with it. */
struct rows {
	struct loop loop;
	LLVMValueRef y, z;
	LLVMBasicBlockRef end;
};

/*
 * Opens a loop over the rows, of which each will run work-items from to to.  The
 * test for an empty range is outside: inside, LLVM would unswitch it by copying
 * the loop.
 */
static void
rows_begin(struct rows *rows, struct hard *hard, LLVMValueRef from, LLVMValueRef to)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), number;
	LLVMBasicBlockRef begin = entry_block(entry, "rows");

	rows->end = entry_block(entry, "rows.end");
	rows->y = entry_alloca(entry, c->i64, "y");
	rows->z = entry_alloca(entry, c->i64, "z");
	LLVMBuildStore(c->builder, zero, rows->y);
	LLVMBuildStore(c->builder, zero, rows->z);
	number = LLVMBuildNUWMul(c->builder, entry->local_size[1], entry->local_size[2], "");
	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, from, to, ""), begin, rows->end);
	LLVMPositionBuilderAtEnd(c->builder, begin);
	loop_begin(&rows->loop, c, zero, number, "row");
	hard->y = LLVMBuildLoad2(c->builder, c->i64, rows->y, "y");
	hard->z = LLVMBuildLoad2(c->builder, c->i64, rows->z, "z");
	hard->row = LLVMBuildNUWMul(c->builder, rows->loop.index, entry->local_size[0], "");
	LLVMSetNSW(hard->row, 1);
}

static void
rows_end(struct rows *rows, struct hard *hard)
{
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef y, last;

	y = LLVMBuildNUWAdd(b, hard->y, const_int(c->i64, 1), "");
	last = LLVMBuildICmp(b, LLVMIntEQ, y, hard->entry->local_size[1], "");
	LLVMBuildStore(b, LLVMBuildSelect(b, last, const_int(c->i64, 0), y, ""), rows->y);
	LLVMBuildStore(b, LLVMBuildNUWAdd(b, hard->z, LLVMBuildZExt(b, last, c->i64, ""), ""), rows->z);
	LLVMBuildBr(b, rows->loop.latch);
	loop_end(&rows->loop, c, 1, loop_metadata(c, NULL, LOOP_RARE));
	LLVMBuildBr(b, rows->end);
	LLVMPositionBuilderAtEnd(b, rows->end);
}

/* What is said of a loop over work-items; rare: one that need not be vector code. */
static LLVMValueRef
items_metadata(const struct hard *hard, const struct loop *loop, LLVMValueRef group, bool rare)
{
	unsigned width = rare ? LOOP_RARE : LLVMIsAConstantInt(loop->bound) ? LOOP_WHOLE : hard->is_short ? LOOP_SHORT : 0;

	return loop_metadata(hard->entry->c, group, width);
}

/*
 * The body of a loop over work-items of a row, that at x; closes the loop.  group is NULL for work-items that must run
 * one after the other.
 */
static void
emit_body(struct hard *hard, struct loop *loop, LLVMValueRef x, LLVMValueRef group, const struct decision *decision, bool seldom)
{
	struct compilation *c = hard->entry->c;
	struct body body = { .entry = hard->entry, .kind = BODY_PLAIN, .start = hard->start, .modified = hard->modified,
			     .uniform_in = hard->uniform_in, .latch = loop->latch, .before = loop->before, .decision = decision, .segment = hard->segment,
			     .some_gone = hard->some_gone, .number = hard->number };

	body.runs = seldom ? RUNS_SELDOM : hard->is_rest ? RUNS_FOR_REST : RUNS_OFTEN;
	body.item = hard_item(hard, x, NULL, group);
	body_build(&body);
	loop_end_items(loop, c, items_metadata(hard, loop, group, (seldom && !hard->some_gone) || hard->is_rest));
}

/* A loop over the segment's work-items from to to, of which there is at least one. */
static void
emit_segment(struct hard *hard, LLVMValueRef begin, LLVMValueRef from, LLVMValueRef to, struct segment *segment,
	     const struct decision *decision)
{
	struct compilation *c = hard->entry->c;
	struct loop loop;
	LLVMValueRef x;

	loop_begin(&loop, c, from, to, "x");
	segment->index = loop.index;
	x = LLVMBuildNUWAdd(c->builder, begin, loop.index, "");
	LLVMSetNSW(x, 1);
	emit_body(hard, &loop, x, access_group(c), decision, false);
}

/* The same if there is any. */
static void
emit_segment_if_any(struct hard *hard, LLVMValueRef begin, LLVMValueRef from, LLVMValueRef to, struct segment *segment,
		    const struct decision *decision)
{
	struct compilation *c = hard->entry->c;
	LLVMBasicBlockRef some = entry_block(hard->entry, decision ? "inside" : "outside"), end = entry_block(hard->entry, "done");

	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, from, to, ""), some, end);
	LLVMPositionBuilderAtEnd(c->builder, some);
	emit_segment(hard, begin, from, to, segment, decision);
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, end);
}

/*
 * A segment of n work-items.  If it is long, and the tests of span.h are known in a long part of it: a loop over what
 * is before that part, and one over the part.  Returns the place of the next segment, which may be what is behind it.
 */
static LLVMValueRef
emit_segment_parts(struct hard *hard, LLVMValueRef begin, LLVMValueRef n, struct segment *segment, LLVMValueRef variable[2])
{
	enum { LONG = 128 };	/* what vectors leave over is little of it */
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMBasicBlockRef look = entry_block(hard->entry, "look"), parts = entry_block(hard->entry, "parts");
	LLVMValueRef is_long = LLVMBuildICmp(b, LLVMIntUGE, n, const_int(c->i64, LONG), ""), from, to;
	struct span span;
	bool found;

	LLVMBuildStore(b, n, variable[0]);
	LLVMBuildStore(b, n, variable[1]);
	LLVMBuildCondBr(b, is_long, look, parts);
	LLVMPositionBuilderAtEnd(b, look);
	found = span_find_in_segment(&span, hard, segment, begin, n);
	if (found) {
		is_long = LLVMBuildICmp(b, LLVMIntUGE, LLVMBuildNUWSub(b, span.to, span.from, ""), const_int(c->i64, LONG), "");
		LLVMBuildStore(b, LLVMBuildSelect(b, is_long, span.from, n, ""), variable[0]);
		LLVMBuildStore(b, LLVMBuildSelect(b, is_long, span.to, n, ""), variable[1]);
	}
	LLVMBuildBr(b, parts);
	LLVMPositionBuilderAtEnd(b, parts);
	if (found) {
		from = LLVMBuildLoad2(b, c->i64, variable[0], "from");
		to = LLVMBuildLoad2(b, c->i64, variable[1], "to");
		emit_segment_if_any(hard, begin, const_int(c->i64, 0), from, segment, NULL);
		emit_segment_if_any(hard, begin, from, to, segment, span.decision);
		n = to;
	} else {
		emit_segment(hard, begin, const_int(c->i64, 0), n, segment, NULL);
	}
	return LLVMBuildNUWAdd(b, begin, n, "");
}

/* Work-items from to to of the row, of which there is at least one: loops for each segment, and one over all of these. */
static void
emit_segments(struct hard *hard, LLVMValueRef from, LLVMValueRef to, struct segment *segment, const struct decision *decision)
{
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef at = entry_alloca(hard->entry, c->i64, "at"), begin, end, left, n, branch;
	LLVMValueRef variable[2] = { entry_alloca(hard->entry, c->i64, "from"), entry_alloca(hard->entry, c->i64, "to") };
	LLVMBasicBlockRef again = entry_block(hard->entry, "segment"), done = entry_block(hard->entry, "done");

	LLVMBuildStore(b, from, at);
	LLVMBuildBr(b, again);
	LLVMPositionBuilderAtEnd(b, again);
	begin = LLVMBuildLoad2(b, c->i64, at, "begin");
	n = segment_begin(segment, hard, begin);
	left = LLVMBuildNUWSub(b, to, begin, "");
	n = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, n, left, ""), n, left, "length");
	if (decision) {
		emit_segment(hard, begin, const_int(c->i64, 0), n, segment, decision);
		end = LLVMBuildNUWAdd(b, begin, n, "");
	} else {
		end = emit_segment_parts(hard, begin, n, segment, variable);
	}
	LLVMSetNSW(end, 1);
	LLVMBuildStore(b, end, at);
	branch = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, end, to, ""), again, done);
	LLVMSetMetadata(branch, loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	LLVMPositionBuilderAtEnd(b, done);
}

/*
 * Work-items from to to of the row, of which there is at least one, in loops that LLVM may vectorize if they do not run
 * seldom; known is what is known of all of them, or NULL.
 */
static void
emit_row(struct hard *hard, LLVMValueRef from, LLVMValueRef to, const struct decision *decision, const struct segment *known, bool seldom)
{
	struct segment segment = known ? *known : (struct segment){ .n = 0 };
	struct loop x;

	hard->segment = &segment;
	if (!seldom && !hard->is_rest && !hard->entry->kernel->debugged && segment_find(&segment, hard)) {
		segment_find_shared(&segment, hard);
		emit_segments(hard, from, to, &segment, decision);
	} else {
		loop_begin(&x, hard->entry->c, from, to, "x");
		emit_body(hard, &x, x.index, access_group(hard->entry->c), decision, seldom);
	}
	hard->segment = NULL;
}

/* The work-items of all rows in that range. */
static void
emit_items(struct hard *hard, LLVMValueRef from, LLVMValueRef to, const struct decision *decision, bool seldom)
{
	struct rows rows;

	rows_begin(&rows, hard, from, to);
	emit_row(hard, from, to, decision, NULL, seldom);
	rows_end(&rows, hard);
}

/* A loop that does not run if it would have no iteration. */
static void
emit_if_any(struct hard *hard, LLVMValueRef from, LLVMValueRef to, const struct span *span, bool inside)
{
	struct compilation *c = hard->entry->c;
	LLVMBasicBlockRef begin = entry_block(hard->entry, inside ? "inside" : "outside"), end = entry_block(hard->entry, "done");
	LLVMValueRef x, length;
	struct loop loop;

	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, from, to, ""), begin, end);
	LLVMPositionBuilderAtEnd(c->builder, begin);
	if (inside) {
		emit_row(hard, from, to, span->ndecision ? span->decision : NULL, &span->known, false);
	} else {
		loop_begin(&loop, c, from, to, "x");
		/* jumps over the part inside */
		length = LLVMBuildNUWSub(c->builder, span->to, span->from, "");
		x = LLVMBuildICmp(c->builder, LLVMIntULT, loop.index, span->from, "");
		length = LLVMBuildSelect(c->builder, x, from, length, "");
		emit_body(hard, &loop, LLVMBuildNUWAdd(c->builder, loop.index, length, ""), access_group(c), NULL, true);
	}
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, end);
}

/* A row in two: where the tests of span.h are known, and the rest. */
static void
emit_span(struct hard *hard, const struct span *span)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), inside;

	emit_if_any(hard, span->from, span->to, span, true);
	inside = LLVMBuildNUWSub(c->builder, span->to, span->from, "");
	emit_if_any(hard, zero, LLVMBuildNUWSub(c->builder, hard->entry->local_size[0], inside, ""), span, false);
}

/* A row where its ids and sums are near, in two if there is a span; other rows, which are rare, without vectors. */
static void
emit_near_span(struct hard *hard, struct near *near, const struct span *span)
{
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef zero = const_int(c->i64, 0), size = hard->entry->local_size[0];
	LLVMBasicBlockRef here = entry_block(hard->entry, "near"), far = entry_block(hard->entry, "far"), done = entry_block(hard->entry, "done");
	struct loop x;

	LLVMBuildCondBr(b, near_test(near, hard), here, far);
	LLVMPositionBuilderAtEnd(b, here);
	hard->near = near;
	if (span)
		emit_span(hard, span);
	else
		emit_row(hard, zero, size, NULL, NULL, hard->some_gone);
	hard->near = NULL;
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, far);
	loop_begin(&x, c, zero, size, "x");
	emit_body(hard, &x, x.index, access_group(c), NULL, true);
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, done);
}

/* The kernel asks for ids in another dimension than the first. */
static bool
has_columns(const struct flow *flow)
{
	LLVMValueRef inst, dimension;
	enum builtin builtin;
	int i;

	for (i = 0; i < flow->nblock; i++)
		for (inst = LLVMGetFirstInstruction(flow->block[i].block); inst; inst = LLVMGetNextInstruction(inst)) {
			builtin = builtin_called(inst);
			if (builtin != BUILTIN_LOCAL_ID && builtin != BUILTIN_GLOBAL_ID)
				continue;
			dimension = LLVMGetOperand(inst, 0);
			if (!LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension))
				return true;
		}
	return false;
}

/* A row in parts (parts.h). */
static void
emit_parts(struct hard *hard, struct near *near, const struct span *span)
{
	struct parts parts;

	hard->is_short = has_columns(hard->entry->flow);
	parts_begin(&parts, hard, span, near);
	hard->near = near;
	emit_body(hard, &parts.loop, parts.x, access_group(hard->entry->c), span->ndecision ? span->decision : NULL, false);
	hard->near = NULL;
	hard->is_short = false;
	parts_end(&parts, hard);
}

/* Rows, divided where that makes tests known, or sums near; not for one comparison, whose masks cost less than a second loop. */
static void
emit_spans(struct hard *hard, struct near *near)
{
	LLVMValueRef zero = const_int(hard->entry->c->i64, 0), size = hard->entry->local_size[0];
	struct rows rows;
	struct span span;
	bool found;

	rows_begin(&rows, hard, zero, size);
	found = span_find(&span, hard);
	if ((found || near->scaled) && parts_fit(hard, &span, near))
		emit_parts(hard, near, &span);
	else if (near->scaled)
		emit_near_span(hard, near, found ? &span : NULL);
	else if (found && (span.ncomparison > 1 || span.known.n))
		emit_span(hard, &span);
	else
		emit_row(hard, zero, size, NULL, NULL, hard->some_gone);
	rows_end(&rows, hard);
}

/*
 * One loop a dimension, in that order from the innermost; each has the numbers below its
 * bound.  The work-items of the innermost one may run together, if parallel; or those of the last x are first, if down.
 */
static void
emit_nest(struct hard *hard, const uint8_t *order, const LLVMValueRef *bound, bool parallel, bool down)
{
	static const char *const names[] = { "x", "y", "z" };
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMValueRef group = parallel ? access_group(c) : NULL, id[3];
	struct body body;
	struct loop loop[3];
	int i;

	for (i = 3; i-- > 0; id[order[i]] = loop[i].index)
		loop_begin(&loop[i], c, const_int(c->i64, 0), bound[order[i]], names[order[i]]);
	if (down)
		id[0] = LLVMBuildNUWSub(c->builder, LLVMBuildNUWSub(c->builder, bound[0], const_int(c->i64, 1), ""), id[0], "");
	hard->y = id[1];
	hard->z = id[2];
	hard->row = LLVMBuildNUWMul(c->builder, id[2], entry->local_size[1], "");
	hard->row = LLVMBuildNUWAdd(c->builder, hard->row, id[1], "");
	hard->row = LLVMBuildNUWMul(c->builder, hard->row, entry->local_size[0], "");
	body = (struct body){ .entry = entry, .kind = BODY_PLAIN, .start = hard->start, .modified = hard->modified,
			      .uniform_in = hard->uniform_in, .latch = loop[0].latch, .some_gone = hard->some_gone,
			      .number = hard->number, .runs = hard->some_gone ? RUNS_SELDOM : RUNS_OFTEN };
	body.item = hard_item(hard, id[0], NULL, group);
	body_build(&body);
	loop_end_items(&loop[0], c, items_metadata(hard, &loop[0], group, !parallel && order[0]));
	for (i = 1; i < 3; i++) {
		LLVMBuildBr(c->builder, loop[i].latch);
		loop_end(&loop[i], c, 1, loop_metadata(c, NULL, LOOP_RARE));
	}
}

/* The work-items of the only row in that range, from the first on, or down from the last. */
static void
emit_one_way(struct hard *hard, LLVMValueRef from, LLVMValueRef to, bool down, const struct decision *decision)
{
	struct compilation *c = hard->entry->c;
	LLVMBasicBlockRef begin = entry_block(hard->entry, "one.way"), end = entry_block(hard->entry, "done");
	LLVMValueRef x;
	struct loop loop;

	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, from, to, ""), begin, end);
	LLVMPositionBuilderAtEnd(c->builder, begin);
	loop_begin(&loop, c, const_int(c->i64, 0), LLVMBuildNUWSub(c->builder, to, from, ""), "x");
	x = loop.index;
	if (down) {
		x = LLVMBuildNUWSub(c->builder, LLVMBuildNUWSub(c->builder, to, const_int(c->i64, 1), ""), x, "");
		LLVMSetNSW(x, 1);
	} else {
		x = LLVMBuildNUWAdd(c->builder, x, from, "");
	}
	emit_body(hard, &loop, x, NULL, decision, false);
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, end);
}

/* The only row, divided where that makes tests known. */
static void
emit_row_one_way(struct hard *hard, bool down)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), size = hard->entry->local_size[0], at;
	struct decision way = { .block = hard->start };
	struct trim trim;
	int i;

	hard->y = hard->z = hard->row = zero;
	if (!trim_find(&trim, hard)) {
		emit_one_way(hard, zero, size, down, NULL);
		return;
	}
	at = trim.bound;
	for (i = 0; i < 2; i++) {
		way.way = (i == 0) != down ? trim.inside : trim.outside;
		emit_one_way(hard, (i == 0) != down ? zero : at, (i == 0) != down ? at : size, down, &way);
	}
}

/* One after the other by x; groups of several rows are rare. */
static void
emit_by_x(struct hard *hard, bool down)
{
	static const uint8_t by_x[] = { 1, 2, 0 };
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMBasicBlockRef row = entry_block(entry, "row"), rows = entry_block(entry, "rows"), end = entry_block(entry, "done");

	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntEQ, entry->items, entry->local_size[0], ""), row, rows);
	LLVMPositionBuilderAtEnd(c->builder, rows);
	emit_nest(hard, by_x, entry->local_size, false, down);
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, row);
	emit_row_one_way(hard, down);
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, end);
}

/* The work-items in the order that the barrier's schedule or the kernel asks for; false: they may run in any. */
static bool
emit_ordered(struct hard *hard, enum schedule schedule)
{
	static const uint8_t linear[] = { 0, 1, 2 };
	const uint8_t *order = hard->entry->kernel->order;
	LLVMValueRef one = const_int(hard->entry->c->i64, 1);

	if (schedule == SCHEDULE_UP || schedule == SCHEDULE_DOWN)
		emit_by_x(hard, schedule == SCHEDULE_DOWN);
	else if (schedule == SCHEDULE_ONCE)
		emit_nest(hard, linear, (LLVMValueRef[]){ one, one, one }, false, false);
	else if (schedule == SCHEDULE_LINEAR)
		emit_nest(hard, linear, hard->entry->local_size, false, false);
	else if (memcmp(order, linear, sizeof linear))
		emit_nest(hard, order, hard->entry->local_size, true, false);
	else
		return false;
	return true;
}

/* Rows are known to be so short that dividing them costs more than masks: their length is constant. */
static bool
has_short_rows(const struct hard *hard)
{
	enum { SHORT = 32 };
	uint32_t length = hard->entry->kernel->reqd_wg_size[0];

	return length && length <= SHORT;
}

/*
 * Rows in two parts, those below a bound and the others.  Where the bound is a constant if rows are long enough, its
 * loops have a known number of rounds; shorter rows, all of which are below it, are rare.
 */
static void
emit_trimmed(struct hard *hard, const struct trim *trim)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), size = entry->local_size[0], bound = trim->known ? trim->known : trim->bound;
	struct decision below = { .block = hard->start, .way = trim->inside }, others = { .block = hard->start, .way = trim->outside };
	LLVMBasicBlockRef divided, whole, end = NULL;

	if (trim->known) {
		divided = entry_block(entry, "divided");
		whole = entry_block(entry, "whole");
		end = entry_block(entry, "trimmed");
		LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntUGE, size, bound, ""), divided, whole);
		LLVMPositionBuilderAtEnd(c->builder, whole);
		emit_items(hard, zero, size, &below, true);
		LLVMBuildBr(c->builder, end);
		LLVMPositionBuilderAtEnd(c->builder, divided);
	}
	emit_items(hard, zero, bound, &below, hard->some_gone);
	emit_items(hard, bound, size, &others, hard->some_gone);
	if (end) {
		LLVMBuildBr(c->builder, end);
		LLVMPositionBuilderAtEnd(c->builder, end);
	}
}

/* Rows without soft boundaries, in two parts when trim.h can divide them, or span.h. */
static void
emit_plain(struct hard *hard)
{
	LLVMValueRef zero = const_int(hard->entry->c->i64, 0), size = hard->entry->local_size[0];
	bool whole = hard->some_gone || hard->entry->flow->waits || has_short_rows(hard);
	struct near near = { 0 };
	struct trim trim;

	if (!whole)
		near_find(&near, hard);
	if (hard->entry->kernel->debugged)
		emit_items(hard, zero, size, NULL, hard->some_gone);
	else if (near.scaled)
		emit_spans(hard, &near);
	else if (!(!whole && span_goes_on(hard)) && trim_find(&trim, hard))
		emit_trimmed(hard, &trim);
	else if (whole)
		emit_items(hard, zero, size, NULL, hard->some_gone);
	else
		emit_spans(hard, &near);
}

/* Each row in chunks up to end, if its sums are near, then its rest. */
static void
emit_chunks_by_row(struct hard *hard, struct near *near, LLVMValueRef end)
{
	struct entry *entry = hard->entry;
	LLVMBuilderRef b = entry->c->builder;
	LLVMValueRef zero = const_int(entry->c->i64, 0), size = entry->local_size[0];
	LLVMBasicBlockRef chunks = entry_block(entry, "chunks"), rest = entry_block(entry, "rest");
	LLVMBasicBlockRef some = entry_block(entry, "some"), done = entry_block(entry, "done");
	struct rows rows;

	rows_begin(&rows, hard, zero, size);
	end = LLVMBuildSelect(b, near_test(near, hard), end, zero, "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, end, zero, ""), chunks, rest);
	LLVMPositionBuilderAtEnd(b, chunks);
	hard->near = near;
	chunk_emit(hard, end);
	hard->near = NULL;
	LLVMBuildBr(b, rest);
	LLVMPositionBuilderAtEnd(b, rest);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, end, size, ""), some, done);
	LLVMPositionBuilderAtEnd(b, some);
	hard->is_rest = true;
	emit_row(hard, end, size, NULL, NULL, hard->some_gone);
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, done);
	rows_end(&rows, hard);
}

/* Rows with soft boundaries: in chunks, then the rest. */
static void
emit_chunks(struct hard *hard)
{
	LLVMValueRef zero = const_int(hard->entry->c->i64, 0), size = hard->entry->local_size[0], end;
	struct near near = { 0 };
	struct rows rows;

	end = chunk_end(hard);
	if (end != size)
		near_find(&near, hard);
	if (near.by_row) {
		emit_chunks_by_row(hard, &near, end);
		return;
	}
	if (end != size) {
		end = LLVMBuildSelect(hard->entry->c->builder, near_test(&near, hard), end, zero, "");
		hard->near = &near;
	}
	rows_begin(&rows, hard, zero, end);
	chunk_emit(hard, end);
	rows_end(&rows, hard);
	hard->near = NULL;
	hard->is_rest = true;
	if (end != size)
		emit_items(hard, end, size, NULL, hard->some_gone);
}

static bool
has_soft_boundary(const struct hard *hard)
{
	int i;

	for (i = 0; i < hard->n; i++)
		if (hard->entry->flow->block[hard->order[i]].soft)
			return true;
	return false;
}

/* Continues at the region that the last work-item chose; all choose the same. */
static void
emit_dispatch(struct hard *hard)
{
	struct entry *entry = hard->entry;
	struct flow *flow = entry->flow;
	LLVMBuilderRef b = entry->c->builder;
	LLVMBasicBlockRef end = entry_block(entry, "end");
	LLVMValueRef next = entry->gone ? loop_result(entry->c, entry->c->i32, entry->next)
		: LLVMBuildLoad2(b, entry->c->i32, entry->next, "next");
	LLVMValueRef dispatch = LLVMBuildSwitch(b, next, end, (unsigned)entry->nregion);
	bool *seen = arena_calloc(flow->c->arena, (size_t)entry->nregion, sizeof *seen);
	int i, k, number;

	for (i = 0; i < hard->n; i++)
		for (k = 0; k < flow->block[hard->order[i]].nsucc; k++) {
			number = flow->block[flow->block[hard->order[i]].succ[k]].hard;
			if (!number || seen[number])
				continue;
			seen[number] = true;
			LLVMAddCase(dispatch, const_int(entry->c->i32, (uint64_t)number), entry->region[number]);
		}
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRetVoid(b);
}

static void
emit_work_items(struct hard *hard)
{
	if (has_soft_boundary(hard))
		emit_chunks(hard);
	else
		emit_plain(hard);
}

/*
 * Work-items that access structures of several arrays by turns: where those lie apart, loads and stores of structures become
 * those of vectors.  Elsewhere, which is rare, there are no vectors.  False, with nothing built that has an effect, for
 * other kernels.
 */
static bool
emit_interleaved(struct hard *hard)
{
	struct entry *entry = hard->entry;
	LLVMBuilderRef b = entry->c->builder;
	LLVMValueRef test = entry->interleave ? views_test(hard, entry->interleave) : NULL;
	LLVMBasicBlockRef apart, overlap, end;

	if (!test) {
		entry->interleave = NULL;
		return false;
	}
	apart = entry_block(entry, "apart");
	overlap = entry_block(entry, "overlap");
	end = entry_block(entry, "end");
	LLVMBuildCondBr(b, test, apart, overlap);
	LLVMPositionBuilderAtEnd(b, overlap);
	hard->is_rest = has_soft_boundary(hard);
	emit_items(hard, const_int(entry->c->i64, 0), entry->local_size[0], NULL, true);
	hard->is_rest = false;
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, apart);
	emit_work_items(hard);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, end);
	return true;
}

static void
emit_region(struct entry *entry, const struct cut *cut, int number, int start)
{
	struct hard hard = { .entry = entry, .number = number, .start = start };
	LLVMBasicBlockRef all, some, end = NULL;
	LLVMBuilderRef b = entry->c->builder;

	hard.order = regions_blocks(entry->flow, start, false, &hard.n);
	hard.modified = emit_modified(entry->flow, hard.order, hard.n);
	LLVMPositionBuilderAtEnd(b, entry->region[number]);
	collective_emit(&cut->collective[number], number, entry, const_int(entry->c->i64, 0), entry->items, NULL);
	hard.uniform_in = read_uniform(entry, start);
	if (entry->gone)
		LLVMBuildStore(b, const_int(entry->c->i32, 0), entry->next);
	if (entry->gone && number) {
		all = entry_block(entry, "all.here");
		some = entry_block(entry, "some.gone");
		end = entry_block(entry, "region.end");
		LLVMBuildCondBr(b, loop_result(entry->c, entry->c->i1, entry->any_gone), some, all);
		LLVMPositionBuilderAtEnd(b, some);
		hard.some_gone = true;
		if (!emit_ordered(&hard, cut->schedule[number]))
			emit_items(&hard, const_int(entry->c->i64, 0), entry->local_size[0], NULL, hard.some_gone);
		hard.some_gone = false;
		LLVMBuildBr(b, end);
		LLVMPositionBuilderAtEnd(b, all);
	}
	if (!emit_ordered(&hard, cut->schedule[number]) && !emit_interleaved(&hard))
		emit_work_items(&hard);
	if (end) {
		LLVMBuildBr(b, end);
		LLVMPositionBuilderAtEnd(b, end);
	}
	emit_dispatch(&hard);
}

static void
emit_regions(struct entry *entry, const struct cut *cut)
{
	int i;

	emit_region(entry, cut, 0, 0);
	for (i = 0; i < entry->flow->nblock; i++)
		if (entry->flow->block[i].hard)
			emit_region(entry, cut, entry->flow->block[i].hard, i);
}

/* Copied instructions keep their source lines, so the entry gets the kernel's debug information. */
static void
take_debug_lines(struct kernel *kernel)
{
	LLVMMetadataRef subprogram = LLVMGetSubprogram(kernel->function);

	if (!subprogram)
		return;
	LLVMSetSubprogram(kernel->function, NULL);
	LLVMSetSubprogram(kernel->entry, subprogram);
}

/* Attributes that code generation obeys: those of the kernel are of another target. */
static bool
is_for_target(LLVMAttributeRef attribute)
{
	static const char *const names[] = { "target-cpu", "target-features", "tune-cpu", "frame-pointer",
					     "stack-protector-buffer-size" };
	unsigned len;
	const char *name = LLVMGetStringAttributeKind(attribute, &len);
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == len && !strncmp(names[i], name, len))
			return true;
	return false;
}

/* What was said of the kernel is said of its entry: metadata and string attributes. */
static void
take_descriptions(struct compilation *c, struct kernel *kernel)
{
	const LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned n = LLVMGetAttributeCountAtIndex(kernel->function, index), i, kind;
	LLVMAttributeRef *attribute = arena_calloc(c->arena, n, sizeof *attribute);
	LLVMValueMetadataEntry *entry;
	size_t count, k;

	LLVMGetAttributesAtIndex(kernel->function, index, attribute);
	for (i = 0; i < n; i++)
		if (LLVMIsStringAttribute(attribute[i]) && !is_for_target(attribute[i]))
			LLVMAddAttributeAtIndex(kernel->entry, index, attribute[i]);
	entry = LLVMGlobalCopyAllMetadata(kernel->function, &count);
	for (k = 0; k < count; k++) {
		kind = LLVMValueMetadataEntriesGetKind(entry, (unsigned)k);
		if (kind != irmeta_kind("dbg"))
			LLVMGlobalSetMetadata(kernel->entry, kind, LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)k));
	}
	LLVMDisposeValueMetadataEntries(entry);
}

static int
check_entry(struct compilation *c, struct kernel *kernel)
{
	char *text;

	if (!LLVMVerifyFunction(kernel->entry, LLVMReturnStatusAction))
		return 0;
	if (LLVMVerifyModule(c->module, LLVMReturnStatusAction, &text))
		diag(DIAG_NOTE, "%s", text);
	LLVMDisposeMessage(text);
	return kernel_error(c, kernel, NULL, "the compiler built a wrong function");
}

static void
say(const struct flow *flow, const struct cut *cut)
{
	int remat = 0, uniform = 0, memory = 0, soft = 0, i;

	for (i = 0; i < flow->nslot; i++) {
		remat += flow->slot[i].remat;
		memory += flow->slot[i].in_memory;
		uniform += !flow->slot[i].remat && flow->slot[i].uniform;
	}
	for (i = 0; i < flow->nblock; i++)
		soft += flow->block[i].soft;
	diag(DIAG_NOTE, "kernel '%s': %d blocks, %d barriers, %d soft boundaries; slots: %d computed again, %d uniform, "
	     "%d different, %d in memory", flow->kernel->name, flow->nblock, cut->n, soft, remat, uniform,
	     flow->nslot - remat - uniform - memory, memory);
}

/*
 * LLVM may make loads and stores of structures those of vectors, in the entry, if arrays are apart: then *found says which.
 * Only kernels without barriers, and without groups in which work-items go together, are there twice for that.
 */
static bool
may_interleave(const struct flow *flow, const struct cut *cut, struct interleave *found)
{
	const struct kernel *kernel = flow->kernel;

	return interleave_is_safe(flow, found) &&
	       (found->n == 0 || (found->structures && cut->n == 0 && kernel->lanes <= 1 && !kernel->debugged));
}

/* Work-items that go down columns, of which long rows read more at once: rows of 16 take four times as long. */
static bool
goes_down_columns(const struct flow *flow)
{
	struct ptrmap none;
	int n, *order = regions_blocks(flow, 0, false, &n);

	ptrmap_init(&none, flow->c->arena, 0);
	return columns_width(flow, order, n, &none) > 0;
}

static void
describe_entry(struct compilation *c, const struct kernel *kernel, const char *name, const char *value)
{
	LLVMAddAttributeAtIndex(kernel->entry, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateStringAttribute(c->context, name, (unsigned)strlen(name), value, (unsigned)strlen(value)));
}

int
emit_kernel(struct compilation *c, struct kernel *kernel)
{
	struct interleave found;
	struct entry entry;
	struct flow flow;
	struct cut cut;
	bool safe;

	/* The builder still has the debug location of another kernel. */
	LLVMSetCurrentDebugLocation2(c->builder, NULL);
	if (regions_cut(&cut, c, kernel) || soft_find(&flow, &cut, c, kernel) ||
	    (rejoin_cut(&flow, &cut) && soft_find(&flow, &cut, c, kernel)) || order_check(&flow, &cut))
		return -1;
	if (grouping_is_unseen(&flow, goes_down_columns(&flow)))
		kernel->flags |= MUX_KERNEL_ANY_GROUPS;
	if (c->options->verbose)
		say(&flow, &cut);
	if (c->variables)
		variables_find(c, kernel->function);
	entry_begin(&entry, &flow, cut.n + 1);
	safe = may_interleave(&flow, &cut, &found);
	if (safe && found.n > 0)
		entry.interleave = &found;
	if (kernel->lanes > 1)
		subgroups_emit(&entry, &cut);
	else
		emit_regions(&entry, &cut);
	take_debug_lines(kernel);
	take_descriptions(c, kernel);
	if (safe && (found.n == 0 || entry.interleave))
		describe_entry(c, kernel, ATTRIBUTE_MUX_INTERLEAVES, "");
	if (c->streams_in_halves && cut.n == 0 && streaming_is(&flow))
		describe_entry(c, kernel, "prefer-vector-width", "256");
	return check_entry(c, kernel);
}
