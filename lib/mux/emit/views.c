#include "mux/emit/views.h"

#include "mux/emit/range.h"
#include "mux/emit/trim.h"

/* The bases are that many bytes apart, or one if they may be. */
static LLVMValueRef
test_distance(struct compilation *c, LLVMValueRef base, LLVMValueRef other, LLVMValueRef bytes, bool may_be_same)
{
	LLVMValueRef distance, apart, same;
	LLVMBuilderRef b = c->builder;

	distance = LLVMBuildSub(b, other, base, "distance");
	apart = number_is_outside(c, distance, bytes, bytes);
	same = LLVMBuildICmp(b, LLVMIntEQ, distance, const_int(c->i64, 0), "");
	return may_be_same ? LLVMBuildOr(b, apart, same, "") : apart;
}

/* With what is added to them before they become addresses, numbers of 32 bits neither wrap nor are negative. */
static LLVMValueRef
is_small(struct compilation *c, const struct range *range, const struct interleave_view *view, int64_t least)
{
	enum { MOST = INT32_MAX - 2 * INT16_MAX };
	LLVMBuilderRef b = c->builder;
	LLVMValueRef from = const_int(c->i64, least < 0 ? ((uint64_t)-least + view->scale - 1) / view->scale : 0);

	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntSGE, range->least, from, ""),
			    LLVMBuildICmp(b, LLVMIntSLE, range->most, const_int(c->i64, MOST), ""), "small");
}

/* The first byte of what the group accesses of the view at that base, and the one behind the last; false: not known. */
static bool
find_extent(const struct hard *hard, const struct interleave *interleave, const struct interleave_view *view, LLVMValueRef base,
	    struct range *extent)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef scale = const_int(c->i64, view->scale), zero = const_int(c->i64, 0);
	LLVMBuilderRef b = c->builder;

	*extent = (struct range){ zero, zero, LLVMConstAllOnes(c->i1) };
	if (view->index && !range_find(extent, hard, view->index))
		return false;
	if (view->index && view->is_narrow)
		extent->known = LLVMBuildAnd(b, extent->known, is_small(c, extent, view, interleave->least), "");
	extent->least = LLVMBuildAdd(b, base, LLVMBuildMul(b, extent->least, scale, ""), "");
	extent->least = LLVMBuildAdd(b, extent->least, const_int(c->i64, (uint64_t)interleave->least), "least");
	extent->most = LLVMBuildAdd(b, base, LLVMBuildMul(b, extent->most, scale, ""), "");
	extent->most = LLVMBuildAdd(b, extent->most, const_int(c->i64, (uint64_t)interleave->most), "most");
	return true;
}

/* The two of the pair are apart; NULL where that is not known. */
static LLVMValueRef
test_pair(const struct hard *hard, const struct interleave *interleave, const struct interleave_pair *pair)
{
	const struct interleave_view *view = &pair->view, *other = &pair->other;
	struct compilation *c = hard->entry->c;
	LLVMValueRef base = trim_value(hard, NULL, view->base, TRIM_DEPTH), base2 = trim_value(hard, NULL, other->base, TRIM_DEPTH), apart;
	LLVMBuilderRef b = c->builder;
	struct range extent, extent2;

	if (!base || !base2)
		return NULL;
	base = LLVMBuildPtrToInt(b, base, c->i64, "");
	base2 = LLVMBuildPtrToInt(b, base2, c->i64, "");
	if (view->index == other->index && view->scale == other->scale)
		return test_distance(c, base, base2, const_int(c->i64, (uint64_t)(interleave->most - interleave->least)), pair->may_be_same);
	if (!find_extent(hard, interleave, view, base, &extent) || !find_extent(hard, interleave, other, base2, &extent2))
		return NULL;
	apart = LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntULE, extent.most, extent2.least, ""),
			    LLVMBuildICmp(b, LLVMIntULE, extent2.most, extent.least, ""), "apart");
	return LLVMBuildAnd(b, apart, LLVMBuildAnd(b, extent.known, extent2.known, ""), "");
}

LLVMValueRef
views_test(const struct hard *hard, const struct interleave *interleave)
{
	struct compilation *c = hard->entry->c;
	LLVMValueRef all = NULL, test;
	int i;

	for (i = 0; i < interleave->n; i++) {
		test = test_pair(hard, interleave, &interleave->pair[i]);
		if (!test)
			return NULL;
		all = all ? LLVMBuildAnd(c->builder, all, test, "") : test;
	}
	return all;
}
