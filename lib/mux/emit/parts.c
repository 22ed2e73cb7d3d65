#include "mux/emit/parts.h"

#include "mux/emit/trim.h"

/* Work-items that end are noted for those that go on to a barrier. */
static bool
has_barriers(const struct flow *flow)
{
	int i;

	for (i = 0; i < flow->nblock; i++)
		if (flow->block[i].hard)
			return true;
	return false;
}

/* The block does nothing that others may see. */
static bool
has_no_effect(const struct flow *flow, int block)
{
	LLVMValueRef i;

	for (i = LLVMGetFirstInstruction(flow->block[block].block); i; i = LLVMGetNextInstruction(i))
		if (flow_has_effect(flow, i))
			return false;
	return true;
}

/* All the span's tests are as it says for the item; NULL: there is none, or one that cannot be computed. */
static LLVMValueRef
tests_of(const struct hard *hard, const struct span *span, const struct item *item)
{
	const struct flow *flow = hard->entry->flow;
	LLVMBuilderRef b = hard->entry->c->builder;
	LLVMValueRef all = NULL, test;
	int i;

	for (i = 0; i < span->ndecision; i++) {
		test = LLVMGetCondition(LLVMGetBasicBlockTerminator(flow->block[span->decision[i].block].block));
		test = trim_value(hard, item, test, TRIM_DEPTH);
		if (!test)
			return NULL;
		/* Where a test before it fails, it may be one that LLVM's rules leave open. */
		if (i > 0)
			test = LLVMBuildFreeze(b, test, "");
		if (span->decision[i].way)
			test = LLVMBuildNot(b, test, "");
		all = all ? LLVMBuildAnd(b, all, test, "") : test;
	}
	return all;
}

/* Numbers that one scales differ by constants, which LLVM must know to load them together: parts' sums begin apart. */
static bool
is_interleaved(const struct near *near)
{
	int i, k;

	for (i = 0; i < near->nextension; i++)
		for (k = 0; k < i; k++)
			if (near->extension[i].of == near->extension[k].of && near->extension[i].scale > 1 &&
			    near->extension[i].add != near->extension[k].add)
				return true;
	return false;
}

bool
parts_fit(const struct hard *hard, const struct span *span, const struct near *near)
{
	const struct flow *flow = hard->entry->flow;
	const struct item first = hard_item(hard, const_int(hard->entry->c->i64, 0), NULL, NULL);
	struct segment segment = { .n = 0 };
	int i;

	/* A length that is known is better known to LLVM. */
	if (!span->ndecision && LLVMIsAConstantInt(hard->entry->local_size[0]))
		return false;
	if (is_interleaved(near) || span->known.n || (span->ndecision && has_barriers(flow)) || segment_find(&segment, hard))
		return false;
	for (i = 0; i < span->ndecision; i++)
		if (!has_no_effect(flow, span->decision[i].block) || !span_ends(flow, span->decision[i].block, !span->decision[i].way))
			return false;
	return !span->ndecision || tests_of(hard, span, &first);
}

/* Where the part begins in which all is known, behind the row if there is none, its length, and what else is to be looked at. */
static void
find_known(struct parts *parts, struct hard *hard, const struct span *span, struct near *near, LLVMValueRef *from, LLVMValueRef *length)
{
	LLVMBuilderRef b = hard->entry->c->builder;
	LLVMValueRef some = LLVMBuildICmp(b, LLVMIntULT, span->from, span->to, "some"), zero = const_int(hard->entry->c->i64, 0);
	LLVMValueRef size = hard->entry->local_size[0], exact = span->exact, is_near;

	if (near->n) {
		is_near = near_test(near, hard);
		some = LLVMBuildAnd(b, some, is_near, "near");
		exact = exact ? LLVMBuildAnd(b, exact, is_near, "") : is_near;
	}
	*length = LLVMBuildNUWSub(b, span->to, span->from, "");
	*from = LLVMBuildSelect(b, some, span->from, size, "");
	parts->end = exact ? loop_number(hard->entry->c, LLVMBuildSelect(b, exact, zero, size, "")) : zero;
	some = exact ? LLVMBuildAnd(b, some, exact, "") : some;
	LLVMBuildStore(b, loop_number(hard->entry->c, LLVMBuildSelect(b, some, span->from, zero, "")), parts->variable);
}

void
parts_begin(struct parts *parts, struct hard *hard, const struct span *span, struct near *near)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef zero = const_int(c->i64, 0), one = const_int(c->i64, 1), from, length, test;
	LLVMBuilderRef b = c->builder;
	LLVMBasicBlockRef inside;
	struct item item;

	parts->variable = entry_alloca(hard->entry, c->i64, "at");
	find_known(parts, hard, span, near, &from, &length);
	parts->again = entry_block(hard->entry, "part");
	parts->next = entry_block(hard->entry, "next");
	parts->done = entry_block(hard->entry, "done");
	LLVMBuildBr(b, parts->again);
	LLVMPositionBuilderAtEnd(b, parts->again);
	parts->begin = LLVMBuildLoad2(b, c->i64, parts->variable, "begin");
	length = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, parts->begin, from, ""), length, one, "");
	/* LLVM would look into it wherever it asks for the number of iterations, which takes a fifth of all its time. */
	parts->length = LLVMBuildFreeze(b, length, "length");
	item = hard_item(hard, parts->begin, NULL, NULL);
	test = tests_of(hard, span, &item);
	if (test) {
		inside = entry_block(hard->entry, "inside");
		LLVMBuildCondBr(b, test, inside, parts->next);
		LLVMPositionBuilderAtEnd(b, inside);
	}
	near_begin_at(near, hard, parts->begin);
	loop_begin(&parts->loop, c, zero, parts->length, "x");
	near->behind = parts->loop.index;
	parts->x = LLVMBuildNUWAdd(b, parts->begin, parts->loop.index, "");
	LLVMSetNSW(parts->x, 1);
}

void
parts_end(struct parts *parts, struct hard *hard)
{
	struct compilation *c = hard->entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef at, branch;

	LLVMBuildBr(b, parts->next);
	LLVMPositionBuilderAtEnd(b, parts->next);
	at = LLVMBuildNUWAdd(b, parts->begin, parts->length, "");
	LLVMSetNSW(at, 1);
	LLVMBuildStore(b, at, parts->variable);
	branch = LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, at, parts->end, ""), parts->again, parts->done);
	LLVMSetMetadata(branch, loop_kind(c), loop_metadata(c, NULL, LOOP_RARE));
	LLVMPositionBuilderAtEnd(b, parts->done);
}
