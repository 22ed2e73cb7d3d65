/*
 * Boundaries have ranks: those of sub-groups first, in the order in which code
 * reaches them, then the kernel's start, then those of the work-group.  Where the
 * work-items of a sub-group part, those at the lowest rank go on first, so
 * that they catch up with the others.
 */
#include "mux/emit/emit.h"
#include "mux/regions/lanes.h"
#include "mux/regions/rejoin.h"

/* The loop over sub-groups under construction. */
struct subgroups {
	struct entry *entry;
	const struct cut *cut;
	struct compilation *c;
	struct loop loop;
	LLVMValueRef size;		/* of all sub-groups but the last */
	LLVMValueRef from, to;		/* linear ids of the sub-group's work-items */
	LLVMValueRef end;		/* from + size: to of a whole sub-group */
	LLVMValueRef whole;		/* it is one */
	LLVMValueRef fast;		/* and is in one row of the group */
	/* Then: variables with the row's first work-item and the other ids of the row, and their values. */
	LLVMValueRef row_variable[3], row[3];
	LLVMValueRef together;		/* variable: all of these are at the same boundary; NULL: always */
	LLVMValueRef agreed;		/* variable: the rank of the barrier at which sub-groups wait, 0: all have returned */
	LLVMBasicBlockRef choose;	/* goes on where the work-items at the lowest rank are; NULL: all are together */
	LLVMBasicBlockRef wait;		/* the sub-group waits for the others, at the barrier that entry.next has */
};

/*
 * The regions' blocks.  Sub-groups whose work-items never part are fast or slow all the way and have
 * a path of their own for each: LLVM then keeps what a region leaves for the next one in registers.
 */
struct path {
	LLVMBasicBlockRef *region;	/* by the number of the barrier */
	enum { PATH_ANY, PATH_FAST, PATH_SLOW } kind;
};

/* --- ranks ---------------------------------------------------------------------- */

/* A walk over the blocks, each of which gets its rank behind those of all that follow it. */
struct ranking {
	struct entry *entry;
	const struct cut *cut;
	const struct natural *loop;
	int **exits;			/* of each loop */
	int nloop;
	bool *seen;
	uint32_t left;			/* the greatest rank that is free */
};

static void
rank_from(struct ranking *r, int block)
{
	const struct flow *flow = r->entry->flow;
	const struct block *b = &flow->block[block];
	const int *exit;
	int i, k;

	r->seen[block] = true;
	/* Those that have left a loop wait for those that are in it. */
	for (i = 0; i < r->nloop; i++)
		for (exit = r->exits[i]; r->loop[i].body[block] && *exit >= 0; exit++)
			if (!r->seen[*exit])
				rank_from(r, *exit);
	for (k = 0; k < b->nsucc; k++)
		if (!r->seen[b->succ[k]] && !flow_dominates(flow, b->succ[k], block))
			rank_from(r, b->succ[k]);
	if (b->hard && r->cut->collective[b->hard].of_sub_group)
		r->entry->rank[b->hard] = r->left--;
}

static void
rank_boundaries(struct entry *entry, const struct cut *cut)
{
	struct ranking ranking = { .entry = entry, .cut = cut };
	uint32_t n = 0, next;
	int i;

	for (i = 1; i < entry->nregion; i++)
		n += cut->collective[i].of_sub_group;
	next = n + 1;
	for (i = 0; i < entry->nregion; i++)
		entry->rank[i] = cut->collective[i].of_sub_group ? 0 : next++;
	ranking.left = n;
	ranking.seen = arena_calloc(entry->c->arena, (size_t)entry->flow->nblock, sizeof *ranking.seen);
	if (entry->item_next)
		ranking.loop = rejoin_loops(entry->flow, &ranking.exits, &ranking.nloop);
	rank_from(&ranking, 0);
}

/* --- regions ---------------------------------------------------------------------- */

/* The work-item with that linear id in the row in which its sub-group is. */
static struct item
item_in_row(struct subgroups *s, LLVMValueRef linear, LLVMValueRef group)
{
	return (struct item){ .x = LLVMBuildNUWSub(s->c->builder, linear, s->row[0], "x"),
			      .y = s->row[1],
			      .z = s->row[2],
			      .linear = linear,
			      .group = group };
}

/* Goes on to the next row where the sub-group begins there: a division would take longer than many regions. */
static void
find_row(struct subgroups *s)
{
	LLVMValueRef *size = s->entry->local_size, next, wraps, zero = const_int(s->c->i64, 0);
	LLVMBuilderRef b = s->c->builder;
	int i;

	for (i = 0; i < 3; i++)
		s->row[i] = LLVMBuildLoad2(b, s->c->i64, s->row_variable[i], "");
	next = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildSub(b, s->from, s->row[0], ""), size[0], "");
	s->row[0] = LLVMBuildSelect(b, next, s->from, s->row[0], "row");
	s->row[1] = LLVMBuildAdd(b, s->row[1], LLVMBuildZExt(b, next, s->c->i64, ""), "");
	wraps = LLVMBuildICmp(b, LLVMIntEQ, s->row[1], size[1], "");
	s->row[1] = LLVMBuildSelect(b, wraps, zero, s->row[1], "y");
	s->row[2] = LLVMBuildAdd(b, s->row[2], LLVMBuildZExt(b, wraps, s->c->i64, ""), "z");
	for (i = 0; i < 3; i++)
		LLVMBuildStore(b, s->row[i], s->row_variable[i]);
}

/* The same in a sub-group that may be in several rows. */
static struct item
item_anywhere(struct subgroups *s, LLVMValueRef linear, LLVMValueRef group)
{
	LLVMBuilderRef b = s->c->builder;
	struct entry *entry = s->entry;
	LLVMValueRef row = LLVMBuildUDiv(b, linear, entry->local_size[0], "row");

	return (struct item){ .x = LLVMBuildURem(b, linear, entry->local_size[0], "x"),
			      .y = LLVMBuildURem(b, row, entry->local_size[1], "y"),
			      .z = LLVMBuildUDiv(b, row, entry->local_size[1], "z"),
			      .linear = linear,
			      .group = group };
}

static void
emit_between(struct subgroups *s, const struct body *like, bool fast, LLVMValueRef from, LLVMValueRef to)
{
	LLVMValueRef group = access_group(s->c);
	struct body body = *like;
	struct loop loop;

	loop_begin(&loop, s->c, from, to, "item");
	body.latch = loop.latch;
	body.item = fast ? item_in_row(s, loop.index, group) : item_anywhere(s, loop.index, group);
	body.some_gone = !fast && s->entry->item_next;
	body.runs = fast ? RUNS_FOR_REST : RUNS_SELDOM;
	body_build(&body);
	loop_end_items(&loop, s->c, loop_metadata(s->c, group, fast ? LOOP_WHOLE : LOOP_RARE));
}

/*
 * The region's first block ends in a branch that the first work-items of a sub-group take one way, and the
 * rest the other, as in `if (leader)`: how many they are, 0 without such a branch.  *way is the first ones'.
 */
static uint32_t
first_ones(struct subgroups *s, const struct body *body, unsigned *way)
{
	const struct block *block = &s->entry->flow->block[body->start];
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block->block);
	uint32_t lanes = s->entry->kernel->lanes, n, i;
	uint8_t *taken = arena_calloc(s->c->arena, lanes, sizeof *taken);

	if (!LLVMIsABranchInst(end) || block->nsucc != 2 || block->succ[0] == block->succ[1] ||
	    !lanes_of(s->c, LLVMGetCondition(end), lanes, taken))
		return 0;
	for (n = 1; n < lanes && taken[n] == taken[0]; n++)
		;
	for (i = n; i < lanes; i++)
		if (taken[i] == taken[0])
			return 0;
	*way = taken[0] ? 0 : 1;
	return n < lanes ? n : 0;
}

static void
emit_items(struct subgroups *s, const struct body *like, bool fast)
{
	struct body body = *like;
	struct decision decision = { .block = body.start };
	LLVMValueRef middle;
	uint32_t n = fast ? first_ones(s, like, &decision.way) : 0;

	if (n == 0) {
		emit_between(s, like, fast, s->from, fast ? s->end : s->to);
		return;
	}
	middle = LLVMBuildNUWAdd(s->c->builder, s->from, const_int(s->c->i64, n), "");
	body.decision = &decision;
	emit_between(s, &body, true, s->from, middle);
	decision.way = !decision.way;
	emit_between(s, &body, true, middle, s->end);
}

/* The sub-group is whole and in one row of the group. */
static LLVMValueRef
is_fast(struct subgroups *s)
{
	struct entry *entry = s->entry;
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef divided, one;

	divided = LLVMBuildURem(b, entry->local_size[0], s->size, "");
	divided = LLVMBuildICmp(b, LLVMIntEQ, divided, const_int(s->c->i64, 0), "");
	one = LLVMBuildICmp(b, LLVMIntEQ, entry->local_size[0], entry->items, "");
	return LLVMBuildAnd(b, LLVMBuildOr(b, divided, one, ""), s->whole, "fast");
}

static LLVMValueRef
minmax(struct subgroups *s, const char *intrinsic, LLVMValueRef x, LLVMValueRef y)
{
	unsigned id = LLVMLookupIntrinsicID(intrinsic, 9);
	LLVMTypeRef type = s->c->i32, function = LLVMIntrinsicGetType(s->c->context, id, &type, 1);
	LLVMValueRef arg[2] = { x, y };

	return LLVMBuildCall2(s->c->builder, function, LLVMGetIntrinsicDeclaration(s->c->module, id, &type, 1), arg, 2, "");
}

/* Sets entry.next to the lowest rank at which work-items of the sub-group are; 0: all have returned. */
static void
find_lowest(struct subgroups *s)
{
	struct compilation *c = s->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef low, high, number, one = const_int(c->i32, 1);
	struct loop loop;

	low = entry_alloca(s->entry, c->i32, "low");
	high = entry_alloca(s->entry, c->i32, "high");
	LLVMBuildStore(b, LLVMConstAllOnes(c->i32), low);
	LLVMBuildStore(b, const_int(c->i32, 0), high);
	loop_begin(&loop, c, s->from, s->to, "item");
	number = LLVMBuildLoad2(b, c->i32, LLVMBuildInBoundsGEP2(b, c->i32, s->entry->item_next, &loop.index, 1, ""), "");
	/* 0, of those that have returned, is the greatest. */
	number = LLVMBuildSub(b, number, one, "");
	LLVMBuildStore(b, minmax(s, "llvm.umin", LLVMBuildLoad2(b, c->i32, low, ""), number), low);
	LLVMBuildStore(b, minmax(s, "llvm.umax", LLVMBuildLoad2(b, c->i32, high, ""), number), high);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
	number = LLVMBuildLoad2(b, c->i32, low, "");
	LLVMBuildStore(b, LLVMBuildICmp(b, LLVMIntEQ, number, LLVMBuildLoad2(b, c->i32, high, ""), ""), s->together);
	LLVMBuildStore(b, LLVMBuildAdd(b, number, one, ""), s->entry->next);
}

/*
 * Goes on behind the boundary that entry.next names, if it is one of sub-groups or not as wanted,
 * else at otherwise.  may[i]: boundary i can be named; NULL: each can.
 */
static void
emit_dispatch(struct subgroups *s, const struct path *path, bool of_sub_group, const bool *may, LLVMBasicBlockRef otherwise)
{
	struct entry *entry = s->entry;
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef next = LLVMBuildLoad2(b, s->c->i32, entry->next, "next"), dispatch;
	int i;

	dispatch = LLVMBuildSwitch(b, next, otherwise, (unsigned)entry->nregion);
	for (i = 0; i < entry->nregion; i++)
		if (s->cut->collective[i].of_sub_group == of_sub_group && (!may || may[i]))
			LLVMAddCase(dispatch, const_int(s->c->i32, entry->rank[i]), path->region[i]);
}

/* The boundaries at which the n blocks of a region end. */
static const bool *
boundaries_behind(const struct entry *entry, const int *order, int n)
{
	bool *may = arena_calloc(entry->c->arena, (size_t)entry->nregion, sizeof *may);
	const struct flow *flow = entry->flow;
	const struct block *block;
	int i, k;

	for (i = 0; i < n; i++) {
		block = &flow->block[order[i]];
		for (k = 0; k < block->nsucc; k++)
			if (flow->block[block->succ[k]].hard)
				may[flow->block[block->succ[k]].hard] = true;
	}
	return may;
}

/* The region's body where the sub-group may be fast or slow: which of them is decided here. */
static void
emit_either(struct subgroups *s, const struct body *body)
{
	LLVMBasicBlockRef fast = entry_block(s->entry, "fast"), slow = entry_block(s->entry, "slow");
	LLVMBasicBlockRef end = entry_block(s->entry, "region.end");
	LLVMBuilderRef b = s->c->builder;
	LLVMValueRef together = LLVMBuildLoad2(b, s->c->i1, s->together, "");

	LLVMBuildCondBr(b, LLVMBuildAnd(b, s->fast, together, ""), fast, slow);
	LLVMPositionBuilderAtEnd(b, fast);
	emit_items(s, body, true);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, slow);
	emit_items(s, body, false);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, end);
}

static void
emit_region(struct subgroups *s, const struct path *path, int number, int start)
{
	struct entry *entry = s->entry;
	struct flow *flow = entry->flow;
	LLVMBuilderRef b = s->c->builder;
	struct body body = { .entry = entry, .kind = BODY_PLAIN, .start = start, .number = number };
	bool fast = path->kind == PATH_FAST;
	int *order, n;

	order = regions_blocks(flow, start, false, &n);
	body.modified = emit_modified(flow, order, n);
	body.uniform_in = arena_calloc(s->c->arena, (size_t)flow->nslot, sizeof(LLVMValueRef));
	LLVMPositionBuilderAtEnd(b, path->region[number]);
	if (s->cut->collective[number].of_sub_group)
		collective_emit(&s->cut->collective[number], number, entry, s->from, fast ? s->end : s->to,
				fast ? const_int(s->c->i1, 1) : s->whole);
	if (path->kind == PATH_ANY)
		emit_either(s, &body);
	else
		emit_items(s, &body, fast);
	/* One place for all regions where any may follow any: the edges would be their square. */
	if (s->choose)
		LLVMBuildBr(b, s->choose);
	else
		emit_dispatch(s, path, true, boundaries_behind(entry, order, n), s->wait);
}

static void
emit_regions(struct subgroups *s, const struct path *path)
{
	struct flow *flow = s->entry->flow;
	int i;

	emit_region(s, path, 0, 0);
	for (i = 0; i < flow->nblock; i++)
		if (flow->block[i].hard)
			emit_region(s, path, flow->block[i].hard, i);
}

/* Another path: entry.region is that of the first. */
static struct path
new_path(struct subgroups *s)
{
	struct path path = { .kind = PATH_SLOW };
	int i;

	path.region = arena_calloc(s->c->arena, (size_t)s->entry->nregion, sizeof(LLVMBasicBlockRef));
	for (i = 0; i < s->entry->nregion; i++)
		path.region[i] = entry_block(s->entry, "region.slow");
	return path;
}

/* The work-items of the sub-group may be at different boundaries: those at the lowest rank go on. */
static void
emit_choice(struct subgroups *s, const struct path *path)
{
	if (!s->choose)
		return;
	LLVMPositionBuilderAtEnd(s->c->builder, s->choose);
	find_lowest(s);
	emit_dispatch(s, path, true, NULL, s->wait);
}

/* --- the loop ---------------------------------------------------------------------- */

/* Where a work-item or a sub-group of that number goes on. */
static LLVMValueRef
next_address(struct subgroups *s, LLVMValueRef index)
{
	LLVMValueRef array = s->entry->item_next ? s->entry->item_next : s->entry->sub_next;

	return LLVMBuildInBoundsGEP2(s->c->builder, s->c->i32, array, &index, 1, "");
}

/* All are at the start. */
static void
begin_all(struct subgroups *s)
{
	struct entry *entry = s->entry;
	struct compilation *c = s->c;
	struct loop loop;

	LLVMPositionBuilderAtEnd(c->builder, entry->start);
	loop_begin(&loop, c, const_int(c->i64, 0), entry->item_next ? entry->items : entry_sub_groups(entry), "all");
	LLVMBuildStore(c->builder, const_int(c->i32, entry->rank[0]), next_address(s, loop.index));
	LLVMBuildBr(c->builder, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
}

/* Opens the loop and goes on where the sub-group waited. */
static void
begin_loop(struct subgroups *s, LLVMBasicBlockRef again)
{
	struct entry *entry = s->entry;
	struct compilation *c = s->c;
	LLVMBuilderRef b = c->builder;
	int i;

	LLVMPositionBuilderAtEnd(b, again);
	LLVMBuildStore(b, const_int(c->i32, 0), s->agreed);
	for (i = 0; i < 3; i++)
		LLVMBuildStore(b, const_int(c->i64, 0), s->row_variable[i]);
	loop_begin(&s->loop, c, const_int(c->i64, 0), entry_sub_groups(entry), "sub.group");
	s->from = LLVMBuildNUWMul(b, s->loop.index, s->size, "from");
	s->end = LLVMBuildNUWAdd(b, s->from, s->size, "");
	s->whole = LLVMBuildICmp(b, LLVMIntULE, s->end, entry->items, "whole");
	s->to = LLVMBuildSelect(b, s->whole, s->end, entry->items, "to");
	s->fast = is_fast(s);
	find_row(s);
	entry->sub_from = s->from;
	if (entry->item_next)
		find_lowest(s);
	else
		LLVMBuildStore(b, LLVMBuildLoad2(b, c->i32, next_address(s, s->loop.index), ""), entry->next);
}

/* Where the sub-groups go on that waited, or begin. */
static void
begin_paths(struct subgroups *s, const struct path *path, const struct path *slow)
{
	LLVMBasicBlockRef go[2];
	LLVMBuilderRef b = s->c->builder;

	if (path->kind == PATH_ANY) {
		emit_dispatch(s, path, false, NULL, s->loop.latch);
		return;
	}
	go[0] = entry_block(s->entry, "fast");
	go[1] = entry_block(s->entry, "slow");
	LLVMBuildCondBr(b, s->fast, go[0], go[1]);
	LLVMPositionBuilderAtEnd(b, go[0]);
	emit_dispatch(s, path, false, NULL, s->loop.latch);
	LLVMPositionBuilderAtEnd(b, go[1]);
	emit_dispatch(s, slow, false, NULL, s->loop.latch);
}

/* A sub-group waits: notes where. */
static void
emit_wait(struct subgroups *s)
{
	struct compilation *c = s->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef next;

	LLVMPositionBuilderAtEnd(b, s->wait);
	next = LLVMBuildLoad2(b, c->i32, s->entry->next, "");
	if (!s->entry->item_next)
		LLVMBuildStore(b, next, next_address(s, s->loop.index));
	LLVMBuildStore(b, minmax(s, "llvm.umax", next, LLVMBuildLoad2(b, c->i32, s->agreed, "")), s->agreed);
	LLVMBuildBr(b, s->loop.latch);
}

/* All sub-groups wait or have returned: computes what the work-group does at the barrier, and runs them again. */
static void
end_loop(struct subgroups *s, LLVMBasicBlockRef again)
{
	struct entry *entry = s->entry;
	struct compilation *c = s->c;
	LLVMBuilderRef b = c->builder;
	LLVMBasicBlockRef end = entry_block(entry, "end"), meet;
	LLVMValueRef agreed, dispatch;
	int i;

	loop_end(&s->loop, c, 1, loop_metadata(c, NULL, LOOP_RARE));
	agreed = LLVMBuildLoad2(b, c->i32, s->agreed, "");
	dispatch = LLVMBuildSwitch(b, agreed, end, (unsigned)entry->nregion);
	for (i = 1; i < entry->nregion; i++) {
		if (s->cut->collective[i].of_sub_group)
			continue;
		meet = entry_block(entry, "meet");
		LLVMAddCase(dispatch, const_int(c->i32, entry->rank[i]), meet);
		LLVMPositionBuilderAtEnd(b, meet);
		collective_emit(&s->cut->collective[i], i, entry, const_int(c->i64, 0), entry->items, NULL);
		LLVMBuildBr(b, again);
	}
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRetVoid(b);
}

void
subgroups_emit(struct entry *entry, const struct cut *cut)
{
	struct subgroups s = { .entry = entry, .cut = cut, .c = entry->c };
	struct path path = { .region = entry->region, .kind = entry->item_next ? PATH_ANY : PATH_FAST }, slow;
	LLVMBasicBlockRef again = entry_block(entry, "again");
	int i;

	rank_boundaries(entry, cut);
	s.size = const_int(s.c->i64, entry->kernel->lanes);
	s.agreed = entry_alloca(entry, s.c->i32, "agreed");
	for (i = 0; i < 3; i++)
		s.row_variable[i] = entry_alloca(entry, s.c->i64, "row");
	if (entry->item_next) {
		s.together = entry_alloca(entry, s.c->i1, "together");
		s.choose = entry_block(entry, "choose");
	}
	s.wait = entry_block(entry, "wait");
	begin_all(&s);
	LLVMBuildBr(s.c->builder, again);
	begin_loop(&s, again);
	slow = path.kind == PATH_ANY ? path : new_path(&s);
	begin_paths(&s, &path, &slow);
	emit_regions(&s, &path);
	if (path.kind == PATH_ANY)
		emit_choice(&s, &path);
	else {
		entry_renew_sub_contexts(entry);
		emit_regions(&s, &slow);
	}
	emit_wait(&s);
	end_loop(&s, again);
}
