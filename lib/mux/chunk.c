/*
 * Chunks: options->width work-items of a row go through the soft regions of a
 * hard region together.  Each soft region is one loop over the lanes, whose
 * iterations LLVM makes one vector operation each; slots that live between
 * soft regions are arrays over the lanes, which then become vectors.
 */
#include "emit.h"

enum { VECTOR_ALIGN = 64 };

struct soft {
	const struct hard *hard;
	struct compilation *c;
	struct entry *entry;
	struct flow *flow;
	struct chunk chunk;
	struct loop loop;		/* over chunks */
	LLVMBasicBlockRef *region;	/* by number; 0 starts where the hard region does */
	int *start;			/* first block by number */
	int n;
};

static LLVMValueRef
array_alloca(struct soft *soft, LLVMTypeRef type)
{
	LLVMTypeRef all = LLVMArrayType2(memory_type(soft->c, type), soft->c->options->width);
	LLVMValueRef array = entry_alloca(soft->entry, all, "lanes");

	LLVMSetAlignment(array, VECTOR_ALIGN);
	return array;
}

static void
declare_slots(struct soft *soft)
{
	size_t nslot = (size_t)soft->flow->nslot;
	struct slot *slot;
	int i;

	soft->chunk.array = arena_calloc(soft->c->arena, nslot, sizeof(LLVMValueRef));
	soft->chunk.scalar = arena_calloc(soft->c->arena, nslot, sizeof(LLVMValueRef));
	for (i = 0; i < soft->flow->nslot; i++) {
		slot = &soft->flow->slot[i];
		if (!slot_is_carried(slot) || !soft->hard->modified[i])
			continue;
		if (slot->uniform)
			soft->chunk.scalar[i] = entry_alloca(soft->entry, slot->type, "scalar");
		else
			soft->chunk.array[i] = array_alloca(soft, slot->type);
	}
}

/* Numbers the soft regions; a start that is a boundary too is one region for newcomers and one for who returns. */
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

/* What is the same for all lanes when the region starts. */
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

/* A loop over the lanes around a body of that kind; vectorized unless the body is plain. */
static void
emit_lanes(struct soft *soft, int number, enum body_kind kind, LLVMValueRef *uniform_in, LLVMValueRef vote)
{
	struct compilation *c = soft->c;
	LLVMValueRef group = access_group(c), x;
	struct loop lanes;
	struct body body;

	loop_begin(&lanes, c, const_int(c->i64, 0), const_int(c->i64, c->options->width), "lane");
	x = LLVMBuildNUWAdd(c->builder, soft->loop.index, lanes.index, "x");
	LLVMSetNSW(x, 1);
	body = (struct body){ .entry = soft->entry, .kind = kind, .start = soft->start[number],
			      .modified = soft->hard->modified, .uniform_in = uniform_in, .chunk = &soft->chunk,
			      .from_chunk = number != 0, .latch = lanes.latch, .vote = vote };
	body.item = hard_item(soft->hard, x, lanes.index, group);
	body.masked = kind == BODY_SOFT && number && soft->flow->block[body.start].mask_exit >= 0;
	body_build(&body);
	loop_end(&lanes, c, 1, loop_metadata(c, group, kind == BODY_PLAIN ? 0 : c->options->width));
}

static LLVMValueRef
vote_variable(struct soft *soft)
{
	LLVMValueRef vote = entry_alloca(soft->entry, soft->c->i32, "vote");

	LLVMBuildStore(soft->c->builder, const_int(soft->c->i32, 0), vote);
	return vote;
}

/* All lanes one way, all the other way, or each on its own to the next barrier. */
static void
emit_guard(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	const struct block *guard = &soft->flow->block[soft->start[number]];
	LLVMBasicBlockRef mixed = entry_block(soft->entry, "mixed");
	LLVMValueRef vote = vote_variable(soft), count, dispatch;
	struct compilation *c = soft->c;

	emit_lanes(soft, number, BODY_VOTE, uniform_in, vote);
	count = LLVMBuildLoad2(c->builder, c->i32, vote, "");
	dispatch = LLVMBuildSwitch(c->builder, count, mixed, 2);
	LLVMAddCase(dispatch, const_int(c->i32, c->options->width), soft->region[soft->chunk.number[guard->succ[0]]]);
	LLVMAddCase(dispatch, const_int(c->i32, 0), soft->region[soft->chunk.number[guard->succ[1]]]);
	LLVMPositionBuilderAtEnd(c->builder, mixed);
	emit_lanes(soft, number, BODY_PLAIN, uniform_in, NULL);
	LLVMBuildBr(c->builder, soft->loop.latch);
}

/* One iteration of the lanes that still run, again while there are any. */
static void
emit_masked(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	int place = soft->flow->block[soft->start[number]].mask_exit;
	LLVMValueRef vote = vote_variable(soft), count, any;
	struct compilation *c = soft->c;

	emit_lanes(soft, number, BODY_SOFT, uniform_in, vote);
	count = LLVMBuildLoad2(c->builder, c->i32, vote, "");
	any = LLVMBuildICmp(c->builder, LLVMIntNE, count, const_int(c->i32, 0), "");
	LLVMBuildCondBr(c->builder, any, soft->region[number], soft->region[soft->chunk.number[place]]);
}

static void
emit_uniform(struct soft *soft, int number, LLVMValueRef *uniform_in)
{
	struct compilation *c = soft->c;
	LLVMValueRef next, dispatch;
	int i;

	emit_lanes(soft, number, BODY_SOFT, uniform_in, NULL);
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
chunk_emit(const struct hard *hard)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	struct soft soft = { .hard = hard, .c = c, .entry = entry, .flow = entry->flow };
	LLVMValueRef mask = const_int(c->i64, ~(uint64_t)(c->options->width - 1)), full;
	LLVMBasicBlockRef chunks = entry_block(entry, "chunks"), end = entry_block(entry, "chunks.end");
	int i;

	full = LLVMBuildAnd(c->builder, entry->local_size[0], mask, "full");
	LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntNE, full, const_int(c->i64, 0), ""), chunks, end);
	LLVMPositionBuilderAtEnd(c->builder, chunks);
	loop_begin(&soft.loop, c, const_int(c->i64, 0), full, "chunk");
	declare_slots(&soft);
	number_regions(&soft);
	LLVMBuildBr(c->builder, soft.region[0]);
	for (i = 0; i < soft.n; i++)
		emit_soft_region(&soft, i);
	loop_end(&soft.loop, c, c->options->width, loop_metadata(c, NULL, 0));
	LLVMBuildBr(c->builder, end);
	LLVMPositionBuilderAtEnd(c->builder, end);
	return full;
}
