/*
 * Chunks: some work-items of a row (width_of_chunks()) go through the soft regions
 * of a hard region together.  Each soft region is one loop over the lanes.  In
 * chunks of options->width at most LLVM makes its iterations one vector operation each;
 * slots that live between soft regions are arrays over the lanes, which then
 * become vectors.  Wider chunks keep their arrays in memory and take all
 * work-items that the row has left, so no remainder loop follows.
 */
#include "mux/emit/emit.h"
#include "mux/emit/prefetch.h"
#include "mux/emit/segment.h"
#include "mux/emit/span.h"
#include "mux/emit/trim.h"
#include "mux/regions/columns.h"
#include "mux/regions/rounds.h"
#include "mux/regions/width.h"

enum {
	VECTOR_ALIGN = 64,
	MAX_CODE = 512,		/* instructions of a hard region whose rows are cut: it is there several times then */
};

struct soft {
	const struct hard *hard;
	struct compilation *c;
	struct entry *entry;
	struct flow *flow;
	struct chunk chunk;
	struct loop loop;		/* over chunks */
	LLVMValueRef first;		/* x of this chunk's first work-item */
	struct segment *segment;	/* that all chunks are in; NULL: none */
	/* For chunks that a guard divides: the block to go to; a variable with the guard's index; the guards' blocks. */
	LLVMBasicBlockRef parted;
	LLVMValueRef parted_at;
	LLVMBasicBlockRef leave;	/* where a chunk goes instead that a guard would divide, having written nothing; NULL: nowhere */
	int *guard, nguard;
	LLVMValueRef count;		/* lanes of this chunk */
	LLVMBasicBlockRef *region;	/* by number; 0 starts where the hard region does */
	int *start;			/* first block by number */
	int n;
};

static LLVMValueRef
array_alloca(struct soft *soft, LLVMTypeRef type)
{
	LLVMTypeRef all = LLVMArrayType2(memory_type(soft->c, type), soft->chunk.width);
	LLVMValueRef array = entry_alloca(soft->entry, all, "lanes");
	unsigned align = LLVMABIAlignmentOfType(soft->c->layout, all);

	LLVMSetAlignment(array, align > VECTOR_ALIGN ? align : VECTOR_ALIGN);
	return array;
}

/* The type of a slot's advance: addresses advance in elements. */
static LLVMTypeRef
advance_type(struct soft *soft, int i)
{
	LLVMTypeRef type = soft->flow->slot[i].type;

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? type : soft->c->i64;
}

static void
declare_slots(struct soft *soft)
{
	size_t nslot = (size_t)soft->flow->nslot;
	struct slot *slot;
	int i;

	soft->chunk.array = arena_calloc(soft->c->arena, nslot, sizeof(LLVMValueRef));
	soft->chunk.scalar = arena_calloc(soft->c->arena, nslot, sizeof(LLVMValueRef));
	soft->chunk.advance = arena_calloc(soft->c->arena, nslot, sizeof(LLVMValueRef));
	for (i = 0; i < soft->flow->nslot; i++) {
		slot = &soft->flow->slot[i];
		if (slot->advances_at >= 0)
			soft->chunk.advance[i] = entry_alloca(soft->entry, advance_type(soft, i), "advance");
		if (!slot_is_carried(slot) || !soft->hard->modified[i])
			continue;
		if (slot->uniform)
			soft->chunk.scalar[i] = entry_alloca(soft->entry, slot->type, "scalar");
		else
			soft->chunk.array[i] = array_alloca(soft, slot->type);
	}
}

/* Numbers the soft regions; a start that is also a boundary gets two: one for the first entry, one for returns. */
static void
number_regions(struct soft *soft)
{
	const struct hard *hard = soft->hard;
	struct flow *flow = soft->flow;
	size_t nblock = (size_t)flow->nblock;
	int i;

	soft->chunk.number = arena_calloc(soft->c->arena, nblock, sizeof(int));
	soft->chunk.active = arena_calloc(soft->c->arena, nblock, sizeof(LLVMValueRef));
	soft->chunk.next = entry_alloca(soft->entry, soft->c->i32, "soft.next");
	soft->start = arena_calloc(soft->c->arena, nblock + 1, sizeof(int));
	soft->region = arena_calloc(soft->c->arena, nblock + 1, sizeof(LLVMBasicBlockRef));
	soft->guard = arena_calloc(soft->c->arena, nblock, sizeof(int));
	soft->start[soft->n++] = hard->start;
	for (i = 0; i < hard->n; i++) {
		if (!flow->block[hard->order[i]].soft)
			continue;
		soft->chunk.number[hard->order[i]] = soft->n;
		soft->start[soft->n++] = hard->order[i];
		if (flow->block[hard->order[i]].mask_exit >= 0)
			soft->chunk.active[hard->order[i]] = array_alloca(soft, soft->c->i32);
	}
	for (i = 0; i < soft->n; i++)
		soft->region[i] = entry_block(soft->entry, "soft");
}

/* The values of uniform slots when the region starts. */
static LLVMValueRef *
uniform_values(struct soft *soft, int number)
{
	LLVMValueRef *value = arena_calloc(soft->c->arena, (size_t)soft->flow->nslot, sizeof *value);
	const struct block *block = &soft->flow->block[soft->start[number]];
	int i;

	for (i = 0; i < soft->flow->nslot; i++) {
		if (!bit_test(block->live_in, i))
			continue;
		if (number == 0 || !soft->hard->modified[i])
			value[i] = soft->hard->uniform_in[i];
		else if (soft->chunk.scalar[i])
			value[i] = LLVMBuildLoad2(soft->c->builder, soft->flow->slot[i].type, soft->chunk.scalar[i], "");
	}
	return value;
}

/* One round of a masked loop. */
struct round {
	bool all_run;			/* all lanes take part */
	LLVMValueRef *advanced;		/* how far slots are, by slot */
	LLVMValueRef first;		/* lane 0's value of the slot that the queue is about; NULL: no queue */
	LLVMValueRef from, to;		/* those lanes; NULL: all */
	bool rare;			/* runs too rarely for vector code */
	const struct decision *decision;
};

/* Emits a loop over the lanes around a body of that kind. */
static void
emit_lanes(struct soft *soft, int number, enum body_kind kind, LLVMValueRef *uniform_in, LLVMValueRef vote,
	   const struct round *round)
{
	struct compilation *c = soft->c;
	LLVMValueRef group = access_group(c), x;
	unsigned width = soft->chunk.wide ? 1 : soft->chunk.width;
	LLVMBasicBlockRef begin, end = NULL;
	struct loop lanes;
	struct body body;

	if (round && round->to) {
		begin = entry_block(soft->entry, "lanes");
		end = entry_block(soft->entry, "lanes.end");
		LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, round->from, round->to, ""), begin, end);
		LLVMPositionBuilderAtEnd(c->builder, begin);
		loop_begin(&lanes, c, round->from, round->to, "lane");
	} else {
		loop_begin(&lanes, c, const_int(c->i64, 0), soft->count, "lane");
	}
	x = LLVMBuildNUWAdd(c->builder, soft->first, lanes.index, "x");
	LLVMSetNSW(x, 1);
	if (soft->segment) {
		soft->segment->index = LLVMBuildSub(c->builder, soft->first, soft->segment->begin, "");
		soft->segment->index = LLVMBuildAnd(c->builder, soft->segment->index, const_int(c->i64, MUX_MAX_WORK_GROUP), "");
		soft->segment->index = LLVMBuildNUWAdd(c->builder, soft->segment->index, lanes.index, "");
		LLVMSetNSW(soft->segment->index, 1);
	}
	body = (struct body){ .entry = soft->entry, .kind = kind, .start = soft->start[number],
			      .modified = soft->hard->modified, .uniform_in = uniform_in, .chunk = &soft->chunk,
			      .segment = soft->segment, .from_chunk = number != 0, .latch = lanes.latch, .before = lanes.before, .vote = vote };
	body.item = hard_item(soft->hard, x, lanes.index, group);
	if (round) {
		body.masked = true;
		body.all_run = round->all_run;
		body.advanced = round->advanced;
		body.decision = round->decision;
		body.row_first = round->first;
		if (round->first) {
			body.row_slot = soft->flow->block[body.start].queue->slot;
			body.row_is_signed = soft->flow->block[body.start].queue->is_signed;
		}
		if (round->rare)
			width = LOOP_RARE;
		else if (round->first && soft->chunk.wide)
			width = LOOP_UNROLLED;
	}
	body_build(&body);
	loop_end_items(&lanes, c, loop_metadata(c, group, width));
	if (round && round->to) {
		LLVMBuildBr(c->builder, end);
		LLVMPositionBuilderAtEnd(c->builder, end);
	}
}

static LLVMValueRef
vote_variable(struct soft *soft)
{
	LLVMValueRef vote = entry_alloca(soft->entry, soft->c->i32, "vote");

	LLVMBuildStore(soft->c->builder, const_int(soft->c->i32, 0), vote);
	return vote;
}

/* The values of slots that are uniform at every guard that may divide a chunk. */
static LLVMValueRef *
parted_values(struct soft *soft)
{
	LLVMValueRef *value = arena_calloc(soft->c->arena, (size_t)soft->flow->nslot, sizeof *value);
	bool live;
	int i, k;

	for (i = 0; i < soft->flow->nslot; i++) {
		for (live = false, k = 0; k < soft->nguard; k++)
			live |= bit_test(soft->flow->block[soft->guard[k]].live_in, i);
		if (live && !soft->hard->modified[i])
			value[i] = soft->hard->uniform_in[i];
		else if (live && soft->chunk.scalar[i])
			value[i] = LLVMBuildLoad2(soft->c->builder, soft->flow->slot[i].type, soft->chunk.scalar[i], "");
	}
	return value;
}

/* Runs each lane alone, from the guard that divided the chunk to the next barrier: one copy of the code for all guards. */
static void
emit_parted(struct soft *soft)
{
	struct compilation *c = soft->c;
	LLVMValueRef group = access_group(c), x;
	struct loop lanes;
	struct body body;

	LLVMPositionBuilderAtEnd(c->builder, soft->parted);
	body = (struct body){ .entry = soft->entry, .kind = BODY_PLAIN, .start = soft->guard[0],
			      .modified = soft->hard->modified, .uniform_in = parted_values(soft), .chunk = &soft->chunk,
			      .from_chunk = true, .runs = RUNS_SELDOM, .entry_block = soft->guard, .nentry = soft->nguard,
			      .entry_number = soft->parted_at };
	loop_begin(&lanes, c, const_int(c->i64, 0), soft->count, "lane");
	x = LLVMBuildNUWAdd(c->builder, soft->first, lanes.index, "x");
	LLVMSetNSW(x, 1);
	body.item = hard_item(soft->hard, x, lanes.index, group);
	body.latch = lanes.latch;
	body.before = lanes.before;
	body_build(&body);
	loop_end(&lanes, c, 1, loop_metadata(c, group, LOOP_RARE));
	LLVMBuildBr(c->builder, soft->loop.latch);
}

/* Whether all lanes take the guard's first way, and whether none does: of bounds at both ends alone, else by a vote. */
static void
ask_lanes(struct soft *soft, int number, LLVMValueRef *uniform_in, LLVMValueRef *all, LLVMValueRef *none)
{
	struct compilation *c = soft->c;
	struct hard guard = *soft->hard;
	LLVMValueRef test, vote, count;

	guard.start = soft->start[number];
	guard.uniform_in = uniform_in;
	test = LLVMGetCondition(LLVMGetBasicBlockTerminator(soft->flow->block[guard.start].block));
	*all = span_holds(&guard, soft->first, soft->count, test, true);
	*none = *all ? span_holds(&guard, soft->first, soft->count, test, false) : NULL;
	if (*none)
		return;
	vote = vote_variable(soft);
	emit_lanes(soft, number, BODY_VOTE, uniform_in, vote, NULL);
	count = LLVMBuildLoad2(c->builder, c->i32, vote, "");
	*all = LLVMBuildICmp(c->builder, LLVMIntEQ, count, LLVMBuildTrunc(c->builder, soft->count, c->i32, ""), "");
	*none = LLVMBuildICmp(c->builder, LLVMIntEQ, count, const_int(c->i32, 0), "");
}

/* All lanes take one branch, all the other one, or each runs alone to the next barrier. */
static void
emit_guard(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	const struct block *guard = &soft->flow->block[soft->start[number]];
	struct compilation *c = soft->c;
	LLVMBasicBlockRef parted, mixed;
	LLVMValueRef all, none;

	ask_lanes(soft, number, uniform_in, &all, &none);
	parted = entry_block(soft->entry, "parted");
	mixed = soft->leave ? soft->leave : entry_block(soft->entry, "mixed");
	LLVMBuildCondBr(c->builder, all, soft->region[soft->chunk.number[guard->succ[0]]], parted);
	LLVMPositionBuilderAtEnd(c->builder, parted);
	LLVMBuildCondBr(c->builder, none, soft->region[soft->chunk.number[guard->succ[1]]], mixed);
	if (soft->leave)
		return;
	LLVMPositionBuilderAtEnd(c->builder, mixed);
	if (!soft->parted) {
		soft->parted = entry_block(soft->entry, "each");
		soft->parted_at = entry_alloca(soft->entry, c->i32, "parted.at");
	}
	LLVMBuildStore(c->builder, const_int(c->i32, (uint64_t)soft->nguard), soft->parted_at);
	LLVMBuildBr(c->builder, soft->parted);
	soft->guard[soft->nguard++] = soft->start[number];
}

/* The loop accesses memory: then a copy without masks is faster. */
static bool
accesses_memory(const struct soft *soft, int start)
{
	int n, i, *order = regions_blocks(soft->flow, start, true, &n);
	LLVMValueRef k, address;

	for (i = 0; i < n; i++)
		for (k = LLVMGetFirstInstruction(soft->flow->block[order[i]].block); k; k = LLVMGetNextInstruction(k)) {
			if (!LLVMIsALoadInst(k) && !LLVMIsAStoreInst(k))
				continue;
			address = LLVMGetOperand(k, LLVMIsAStoreInst(k) ? 1 : 0);
			if (flow_is_memory(soft->flow, address))
				return true;
		}
	return false;
}

/* Loads the advance of the slots that advance at that head. */
static void
load_advanced(struct soft *soft, int head, LLVMValueRef *advanced)
{
	int i;

	for (i = 0; i < soft->flow->nslot; i++)
		if (soft->flow->slot[i].advances_at == head)
			advanced[i] = LLVMBuildLoad2(soft->c->builder, advance_type(soft, i), soft->chunk.advance[i], "");
}

static void
set_advanced(struct soft *soft, int head)
{
	int i;

	for (i = 0; i < soft->flow->nslot; i++)
		if (soft->flow->slot[i].advances_at == head)
			LLVMBuildStore(soft->c->builder, LLVMConstNull(advance_type(soft, i)), soft->chunk.advance[i]);
}

/* Lane x is active when it is below the number running. */
static void
activate_first(struct soft *soft, int head, LLVMValueRef running)
{
	struct compilation *c = soft->c;
	LLVMValueRef index[2] = { const_int(c->i64, 0), NULL }, address, is_active;
	struct loop lanes;

	loop_begin(&lanes, c, const_int(c->i64, 0), soft->count, "lane");
	index[1] = lanes.index;
	address = LLVMBuildInBoundsGEP2(c->builder, LLVMArrayType2(c->i32, soft->chunk.width), soft->chunk.active[head], index,
					2, "");
	is_active = LLVMBuildICmp(c->builder, LLVMIntULT, lanes.index, running, "");
	LLVMBuildStore(c->builder, LLVMBuildZExt(c->builder, is_active, c->i32, ""), address);
	LLVMBuildBr(c->builder, lanes.latch);
	loop_end(&lanes, c, 1, loop_metadata(c, NULL, LOOP_RARE));
}

/* The number would wrap among the lanes below the number running; first: its value in lane 0. */
static LLVMValueRef
wraps_in_row(struct compilation *c, LLVMValueRef first, LLVMValueRef running, bool is_signed)
{
	LLVMBuilderRef b = c->builder;
	LLVMTypeRef type = LLVMTypeOf(first);
	LLVMValueRef steps = LLVMBuildSub(b, running, const_int(c->i64, 1), ""), narrow = LLVMBuildIntCast2(b, steps, type, 0, ""), wraps;

	wraps = LLVMBuildICmp(b, is_signed ? LLVMIntSLT : LLVMIntULT, LLVMBuildAdd(b, first, narrow, ""), first, "wraps");
	/* A chunk may have more lanes than a number of 8 bits has values: then it wraps all the way round. */
	if (LLVMGetIntTypeWidth(type) <= 8)
		wraps = LLVMBuildOr(b, wraps, LLVMBuildICmp(b, LLVMIntNE, LLVMBuildZExt(b, narrow, c->i64, ""), steps, ""), "");
	return wraps;
}

/*
 * Rounds of a loop that lanes leave in order: runs the lanes below the number
 * running, without masks.  Ends where the compared value would wrap among them;
 * rounds with masks continue.  False, with nothing built, for other loops.
 */
static bool
emit_queue(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	int head = soft->start[number];
	const struct queue *queue = soft->flow->block[head].queue;
	struct compilation *c = soft->c;
	LLVMBuilderRef b = c->builder;
	LLVMBasicBlockRef again, run, leave;
	LLVMValueRef running, start, limit, step, first, wraps, now, count;
	struct round round = { .all_run = true };
	struct item item;

	if (!queue)
		return false;
	item = hard_item(soft->hard, soft->first, const_int(c->i64, 0), NULL);
	start = trim_value(soft->hard, &item, soft->flow->slot[queue->slot].start, TRIM_DEPTH);
	limit = trim_value(soft->hard, &item, queue->limit, TRIM_DEPTH);
	step = trim_value(soft->hard, &item, soft->flow->slot[queue->slot].step, TRIM_DEPTH);
	if (!start || !limit || !step)
		return false;
	again = entry_block(soft->entry, "queue");
	run = entry_block(soft->entry, "first.run");
	leave = entry_block(soft->entry, "unordered");
	running = entry_alloca(soft->entry, c->i64, "running");
	round.advanced = arena_calloc(c->arena, (size_t)soft->flow->nslot, sizeof(LLVMValueRef));
	LLVMBuildStore(b, soft->count, running);
	LLVMBuildBr(b, again);
	LLVMPositionBuilderAtEnd(b, again);
	load_advanced(soft, head, round.advanced);
	now = LLVMBuildLoad2(b, c->i64, running, "");
	first = round.first = LLVMBuildAdd(b, start, round.advanced[queue->slot], "");
	wraps = wraps_in_row(c, first, now, queue->is_signed);
	if (queue->stepped) {
		first = LLVMBuildAdd(b, first, step, "");
		wraps = LLVMBuildOr(b, wraps, wraps_in_row(c, first, now, queue->is_signed), "");
	}
	LLVMBuildCondBr(b, wraps, leave, run);
	LLVMPositionBuilderAtEnd(b, run);
	count = trim_count(c, now, first, limit, queue->is_signed, queue->or_equal);
	if (soft->chunk.wide)
		prefetch_rounds(soft->hard, head, &(struct turn){ round.first, step, limit, count });
	round.from = const_int(c->i64, 0);
	round.to = count;
	round.decision = &(struct decision){ .block = queue->test, .way = queue->stay };
	emit_lanes(soft, number, BODY_SOFT, uniform_in, NULL, &round);
	round.from = count;
	round.to = now;
	round.decision = &(struct decision){ .block = queue->test, .way = !queue->stay };
	emit_lanes(soft, number, BODY_SOFT, uniform_in, NULL, &round);
	LLVMBuildStore(b, count, running);
	count = LLVMBuildICmp(b, LLVMIntNE, count, const_int(c->i64, 0), "");
	LLVMBuildCondBr(b, count, again, soft->region[soft->chunk.number[soft->flow->block[head].mask_exit]]);
	LLVMPositionBuilderAtEnd(b, leave);
	activate_first(soft, head, now);
	return true;
}

/* Rounds of the lanes that still run, until all have left. */
static void
emit_masked(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	int head = soft->start[number];
	struct compilation *c = soft->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef zero = const_int(c->i32, 0), vote = vote_variable(soft), lanes, any, all;
	LLVMBasicBlockRef again = entry_block(soft->entry, "round"), some = entry_block(soft->entry, "some.run");
	LLVMBasicBlockRef end = entry_block(soft->entry, "round.end"), every;
	struct round round = { .advanced = arena_calloc(c->arena, (size_t)soft->flow->nslot, sizeof(LLVMValueRef)) };
	bool queued;

	set_advanced(soft, head);
	queued = emit_queue(soft, number, uniform_in);
	lanes = LLVMBuildTrunc(b, soft->count, c->i32, "");
	LLVMBuildStore(b, lanes, vote);
	LLVMBuildBr(b, again);
	LLVMPositionBuilderAtEnd(b, again);
	load_advanced(soft, head, round.advanced);
	all = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildLoad2(b, c->i32, vote, ""), lanes, "all");
	LLVMBuildStore(b, zero, vote);
	if (!queued && accesses_memory(soft, head)) {
		every = entry_block(soft->entry, "all.run");
		LLVMBuildCondBr(b, all, every, some);
		LLVMPositionBuilderAtEnd(b, every);
		round.all_run = true;
		emit_lanes(soft, number, BODY_SOFT, uniform_in, vote, &round);
		LLVMBuildBr(b, end);
	} else {
		LLVMBuildBr(b, some);
	}
	LLVMPositionBuilderAtEnd(b, some);
	round.all_run = false;
	round.rare = queued;
	emit_lanes(soft, number, BODY_SOFT, uniform_in, vote, &round);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, end);
	any = LLVMBuildICmp(b, LLVMIntNE, LLVMBuildLoad2(b, c->i32, vote, ""), zero, "");
	LLVMBuildCondBr(b, any, again, soft->region[soft->chunk.number[soft->flow->block[head].mask_exit]]);
}

static void
emit_uniform(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	struct compilation *c = soft->c;
	LLVMValueRef next, dispatch;
	int i;

	emit_lanes(soft, number, BODY_SOFT, uniform_in, NULL, NULL);
	next = LLVMBuildLoad2(c->builder, c->i32, soft->chunk.next, "");
	dispatch = LLVMBuildSwitch(c->builder, next, soft->loop.latch, (unsigned)soft->n);
	for (i = 1; i < soft->n; i++)
		LLVMAddCase(dispatch, const_int(c->i32, (uint64_t)i), soft->region[i]);
}

static void
emit_soft_region(struct soft *soft, int number)
{
	const struct block *block = &soft->flow->block[soft->start[number]];
	LLVMValueRef *uniform_in;

	LLVMPositionBuilderAtEnd(soft->c->builder, soft->region[number]);
	uniform_in = uniform_values(soft, number);
	if (number && block->guard)
		emit_guard(soft, number, uniform_in);
	else if (number && block->mask_exit >= 0)
		emit_masked(soft, number, uniform_in);
	else
		emit_uniform(soft, number, uniform_in);
}

LLVMValueRef
chunk_end(const struct hard *hard)
{
	struct entry *entry = hard->entry;
	uint64_t width = width_of_chunks(entry->flow, hard->order, hard->n);

	if (width > entry->c->options->width)
		return entry->local_size[0];
	return LLVMBuildAnd(entry->c->builder, entry->local_size[0], const_int(entry->c->i64, ~(width - 1)), "full");
}

/*
 * Chunks of lanes work-items each, at x, x + lanes ... below the bound, all in the segment if there is one.
 * ends: a variable that gets the x where they ended, before the first one that a guard would divide; NULL: all run.
 */
static void
emit_part(const struct hard *hard, LLVMValueRef x, LLVMValueRef bound, unsigned lanes, bool wide, struct segment *segment,
	  LLVMValueRef ends)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	struct soft soft = { .hard = hard, .c = c, .entry = entry, .flow = entry->flow, .segment = segment };
	LLVMValueRef width = const_int(c->i64, lanes), left;
	int i;

	soft.chunk.width = lanes;
	soft.chunk.wide = wide;
	soft.chunk.aligned = !segment;
	loop_begin(&soft.loop, c, x, bound, "chunk");
	soft.first = soft.loop.index;
	if (ends) {
		soft.leave = soft.loop.exit;
		/* LLVM does not find how often a loop with two ends runs at most. */
		soft.first = LLVMBuildAnd(c->builder, soft.first, const_int(c->i64, MUX_MAX_WORK_GROUP), "");
	}
	soft.count = width;
	if (wide) {
		left = LLVMBuildSub(c->builder, bound, soft.loop.index, "left");
		soft.count = LLVMBuildSelect(c->builder, LLVMBuildICmp(c->builder, LLVMIntULT, left, width, ""), left, width,
					     "count");
	}
	declare_slots(&soft);
	number_regions(&soft);
	LLVMBuildBr(c->builder, soft.region[0]);
	for (i = 0; i < soft.n; i++)
		emit_soft_region(&soft, i);
	if (soft.parted)
		emit_parted(&soft);
	if (ends) {
		LLVMPositionBuilderAtEnd(c->builder, soft.loop.latch);
		LLVMBuildStore(c->builder, LLVMBuildNUWAdd(c->builder, soft.loop.index, width, ""), ends);
	}
	loop_end(&soft.loop, c, lanes, loop_metadata(c, NULL, 0));
}

/* The same when there is one such chunk at least. */
static void
emit_part_if_any(const struct hard *hard, LLVMValueRef x, LLVMValueRef bound, unsigned lanes, struct segment *segment,
		 LLVMValueRef ends)
{
	LLVMBuilderRef b = hard->entry->c->builder;
	LLVMBasicBlockRef some = entry_block(hard->entry, "some"), done = entry_block(hard->entry, "done");

	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, x, bound, ""), some, done);
	LLVMPositionBuilderAtEnd(b, some);
	emit_part(hard, x, bound, lanes, false, segment, ends);
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, done);
}

/*
 * Marks slots as computed again whose value is so cheap in the segment: quotients are the same in it, and what is made of
 * them.  The marks are returned, for forget_steady(); found has what is added to divisions.
 */
static bool *
mark_steady(const struct hard *hard, const struct segment *segment, struct ptrmap *growth)
{
	struct flow *flow = hard->entry->flow;
	bool *marked = arena_calloc(flow->c->arena, (size_t)flow->nslot, sizeof *marked);
	struct slot *slot;
	int i, k;

	segment_growth(segment, growth);
	for (i = 0; i < flow->nslot; i++) {
		slot = &flow->slot[i];
		marked[i] = slot_is_carried(slot) && slot->nstore == 1 && !slot->frozen && !slot->uniform &&
			    flow_is_remat(flow, slot->stored, growth) &&
			    (!slot->strided || columns_grows_evenly(flow, slot->stored, growth));
		for (k = 0; k < flow->nblock; k++)
			if (flow->block[k].hard && bit_test(flow->block[k].live_in, i))
				marked[i] = false;
	}
	for (i = 0; i < flow->nslot; i++)
		flow->slot[i].remat |= marked[i];
	flow_find_liveness(flow);
	return marked;
}

static void
forget_steady(struct flow *flow, const bool *marked)
{
	int i;

	for (i = 0; i < flow->nslot; i++)
		flow->slot[i].remat &= !marked[i];
	flow_find_liveness(flow);
}

/* How many work-items the first chunks have, while there are as many; 0: no more than width_of_chunks() says (columns.h, rounds.h). */
static unsigned
first_width(const struct hard *hard, const struct ptrmap *known)
{
	const struct flow *flow = hard->entry->flow;
	unsigned width = columns_width(flow, hard->order, hard->n, known);

	return width ? width : rounds_width(flow, hard->order, hard->n, known);
}

/*
 * The chunks from x to the bound, as many as are whole, all in the segment: wide ones first where they pay, then those of
 * lanes work-items or more; at is the variable that gets the x where they ended.
 */
static void
emit_in_segment(const struct hard *hard, LLVMValueRef x, LLVMValueRef bound, unsigned lanes, struct segment *segment, LLVMValueRef at)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	struct hard inside = *hard;
	struct ptrmap growth;
	unsigned width[2];
	LLVMValueRef n;
	bool *marked;
	int i;

	inside.segment = segment;
	ptrmap_init(&growth, c->arena, 0);
	marked = mark_steady(hard, segment, &growth);
	width[0] = first_width(hard, &growth);
	width[1] = width_of_chunks(entry->flow, hard->order, hard->n);
	if (width[1] < lanes)
		width[1] = lanes;
	LLVMBuildStore(b, x, at);
	for (i = width[0] ? 0 : 1; i < 2; i++) {
		x = LLVMBuildAnd(b, LLVMBuildLoad2(b, c->i64, at, ""), const_int(c->i64, MUX_MAX_WORK_GROUP), "from");
		n = LLVMBuildAnd(b, LLVMBuildNUWSub(b, bound, x, ""), const_int(c->i64, ~(uint64_t)(width[i] - 1)), "whole");
		emit_part_if_any(&inside, x, LLVMBuildNUWAdd(b, x, n, ""), width[i], segment, at);
	}
	forget_steady(entry->flow, marked);
}

/*
 * Rows whose ids are divided by numbers that LLVM does not know: at, in each segment, chunks that are in it as a whole, up to
 * the first one that a guard would divide; then one of lanes work-items that may be of several segments.
 */
static void
emit_segments(const struct hard *hard, LLVMValueRef end, unsigned lanes, struct segment *segment)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef at = entry_alloca(entry, c->i64, "at"), most = const_int(c->i64, MUX_MAX_WORK_GROUP), from, n, left, bound, branch;
	LLVMBasicBlockRef again = entry_block(entry, "segment"), rest = entry_block(entry, "rest"), next = entry_block(entry, "next");
	LLVMBasicBlockRef done = entry_block(entry, "done");

	LLVMBuildStore(b, const_int(c->i64, 0), at);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, end, const_int(c->i64, 0), ""), again, done);
	LLVMPositionBuilderAtEnd(b, again);
	from = LLVMBuildAnd(b, LLVMBuildLoad2(b, c->i64, at, ""), most, "from");
	n = segment_begin(segment, hard, from);
	left = LLVMBuildNUWSub(b, end, from, "");
	n = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, n, left, ""), n, left, "length");
	bound = LLVMBuildNUWAdd(b, from, n, "");
	emit_in_segment(hard, from, LLVMBuildSelect(b, segment_bound(segment, c), bound, from, ""), lanes, segment, at);
	from = LLVMBuildAnd(b, LLVMBuildLoad2(b, c->i64, at, ""), most, "from");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, from, bound, ""), rest, next);
	LLVMPositionBuilderAtEnd(b, rest);
	left = LLVMBuildNUWAdd(b, from, const_int(c->i64, lanes), "");
	emit_part(hard, from, left, lanes, false, NULL, NULL);
	LLVMBuildStore(b, left, at);
	LLVMBuildBr(b, next);
	LLVMPositionBuilderAtEnd(b, next);
	left = LLVMBuildLoad2(b, c->i64, at, "");
	branch = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, left, end, ""), again, done);
	LLVMSetMetadata(branch, loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	LLVMPositionBuilderAtEnd(b, done);
}

/*
 * Chunks of so many work-items first, as long as they fit before the end; in place of one that a guard would divide, and at
 * the end, chunks of lanes work-items.
 */
static void
emit_wide_first(const struct hard *hard, LLVMValueRef end, unsigned first, unsigned lanes)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef at = entry_alloca(entry, c->i64, "at"), most = const_int(c->i64, MUX_MAX_WORK_GROUP), from, to, branch;
	LLVMBasicBlockRef again = entry_block(entry, "again"), done = entry_block(entry, "done");

	LLVMBuildStore(b, const_int(c->i64, 0), at);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, end, const_int(c->i64, 0), ""), again, done);
	LLVMPositionBuilderAtEnd(b, again);
	from = LLVMBuildAnd(b, LLVMBuildLoad2(b, c->i64, at, ""), most, "from");
	to = LLVMBuildAnd(b, LLVMBuildNUWSub(b, end, from, ""), const_int(c->i64, ~(uint64_t)(first - 1)), "whole");
	emit_part_if_any(hard, from, LLVMBuildNUWAdd(b, from, to, ""), first, NULL, at);
	from = LLVMBuildAnd(b, LLVMBuildLoad2(b, c->i64, at, ""), most, "from");
	to = LLVMBuildNUWAdd(b, from, const_int(c->i64, first), "");
	to = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, to, end, ""), to, end, "to");
	emit_part_if_any(hard, from, to, lanes, NULL, NULL);
	LLVMBuildStore(b, to, at);
	branch = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, to, end, ""), again, done);
	LLVMSetMetadata(branch, loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	LLVMPositionBuilderAtEnd(b, done);
}

void
chunk_emit(const struct hard *hard, LLVMValueRef end)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	unsigned width = width_of_chunks(entry->flow, hard->order, hard->n), first;
	LLVMValueRef size = entry->local_size[0];
	struct segment segment = { .n = 0 };
	struct ptrmap none;

	if (width <= c->options->width && !hard->some_gone && !entry->kernel->debugged &&
	    regions_code_size(entry->flow, hard->order, hard->n) <= MAX_CODE &&
	    columns_may_stop(entry->flow, hard->order, hard->n) && segment_find(&segment, hard)) {
		segment_find_shared(&segment, hard);
		emit_segments(hard, end, width, &segment);
		return;
	}
	ptrmap_init(&none, c->arena, 0);
	first = first_width(hard, &none);
	if (!first || hard->some_gone || (LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) < first))
		emit_part(hard, const_int(c->i64, 0), end, width, width > c->options->width, NULL, NULL);
	else
		emit_wide_first(hard, end, first, width);
}
