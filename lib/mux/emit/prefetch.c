#include "mux/emit/prefetch.h"

#include "mux/emit/loops.h"
#include "mux/emit/trim.h"
#include "mux/regions/advance.h"
#include "mux/regions/regions.h"

/*
 * Groups of 256 have four to sixteen lines of a round: fetched one round ahead they come too late.  What is fetched
 * behind the end costs less than asking for each line.  The second cache has room for more rounds: rounds are often
 * a power of two apart, and then lines of all of them share few places of the first one.
 */
enum { MAX_STREAMS = 4, CACHE_LINE = 64, LINES_AT_ONCE = 4, ROUNDS_AHEAD = 2, ROUNDS_FAR_AHEAD = 6 };
enum { INTO_SECOND_CACHE = 2, INTO_ALL_CACHES = 3 };

/* base[i], with elements of that type. */
struct stream {
	LLVMValueRef base;
	LLVMTypeRef type;
};

/* Reads the stream of a load; false for loads from other addresses. */
static bool
read_stream(const struct hard *hard, int head, LLVMValueRef load, struct stream *stream)
{
	const struct flow *flow = hard->entry->flow;
	LLVMValueRef address, index;

	if (!LLVMIsALoadInst(load) || LLVMIsAtomic(load) || LLVMGetVolatile(load))
		return false;
	address = LLVMGetOperand(load, 0);
	if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2)
		return false;
	*stream = (struct stream){ LLVMGetOperand(address, 0), LLVMGetGEPSourceElementType(address) };
	index = LLVMGetOperand(address, 1);
	if (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index))
		index = LLVMGetOperand(index, 0);
	return !ptrmap_has(&flow->divergent, stream->base) && LLVMSizeOfTypeInBits(flow->c->layout, stream->type) <= CACHE_LINE * 8 &&
	       advance_is_value_at_head(flow, &flow->slot[flow->block[head].queue->slot], index, head);
}

/* The different streams of the loop's round; how many. */
static int
find_streams(const struct hard *hard, int head, struct stream *stream)
{
	const struct flow *flow = hard->entry->flow;
	int nblock, n = 0, i, k, *order = regions_blocks(flow, head, true, &nblock);
	LLVMValueRef load;

	for (i = 0; i < nblock; i++)
		for (load = LLVMGetFirstInstruction(flow->block[order[i]].block); load && n < MAX_STREAMS;
		     load = LLVMGetNextInstruction(load)) {
			if (!read_stream(hard, head, load, &stream[n]))
				continue;
			for (k = 0; k < n && stream[k].base != stream[n].base; k++)
				;
			n += k == n;
		}
	return n;
}

/* Fetches the line so many bytes behind the address. */
static void
fetch_line(struct compilation *c, LLVMValueRef address, LLVMValueRef offset, unsigned into)
{
	LLVMTypeRef pointer = LLVMTypeOf(address);
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.prefetch", 13), &pointer, 1);
	LLVMValueRef argument[4] = { LLVMBuildGEP2(c->builder, c->i8, address, &offset, 1, ""), const_int(c->i32, 0),
				     const_int(c->i32, into), const_int(c->i32, 1) };	/* for a load, as data */

	LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), function, argument, 4, "");
}

/* Fetches the lines of those bytes at the address of a next round, and of one far ahead. */
static void
fetch(struct compilation *c, LLVMValueRef next, LLVMValueRef far, LLVMValueRef bytes)
{
	struct loop line;
	LLVMValueRef offset;
	int i;

	loop_begin(&line, c, const_int(c->i64, 0), bytes, "line");
	for (i = 0; i < LINES_AT_ONCE; i++) {
		offset = LLVMBuildAdd(c->builder, line.index, const_int(c->i64, (uint64_t)i * CACHE_LINE), "");
		fetch_line(c, next, offset, INTO_ALL_CACHES);
		fetch_line(c, far, offset, INTO_SECOND_CACHE);
	}
	LLVMBuildBr(c->builder, line.latch);
	loop_end(&line, c, LINES_AT_ONCE * CACHE_LINE, NULL);
}

/* The address of what lane 0 loads when the queue's slot has that value. */
static LLVMValueRef
address_at(struct compilation *c, const struct queue *queue, const struct stream *stream, LLVMValueRef base, LLVMValueRef value)
{
	LLVMValueRef index = LLVMBuildIntCast2(c->builder, value, c->i64, queue->is_signed, "");

	return LLVMBuildGEP2(c->builder, stream->type, base, &index, 1, "");
}

/* The value so many rounds later. */
static LLVMValueRef
rounds_later(struct compilation *c, LLVMValueRef first, LLVMValueRef step, unsigned rounds)
{
	return LLVMBuildAdd(c->builder, first, LLVMBuildMul(c->builder, step, const_int(LLVMTypeOf(step), rounds), ""), "");
}

void
prefetch_rounds(const struct hard *hard, int head, const struct turn *turn)
{
	struct compilation *c = hard->entry->c;
	const struct queue *queue = hard->entry->flow->block[head].queue;
	struct item item = hard_item(hard, const_int(c->i64, 0), const_int(c->i64, 0), NULL);
	LLVMIntPredicate less = queue->is_signed ? LLVMIntSLT : LLVMIntULT;
	int i, n;
	struct stream stream[MAX_STREAMS + 1];
	LLVMValueRef base, bytes, next, far;

	n = find_streams(hard, head, stream);
	next = rounds_later(c, turn->first, turn->step, ROUNDS_AHEAD);
	far = rounds_later(c, turn->first, turn->step, ROUNDS_FAR_AHEAD);
	/* Behind the end: what is there already. */
	far = LLVMBuildSelect(c->builder, LLVMBuildICmp(c->builder, less, far, turn->limit, ""), far, turn->first, "");
	for (i = 0; i < n; i++) {
		base = trim_value(hard, &item, stream[i].base, TRIM_DEPTH);
		if (!base)
			continue;
		bytes = const_int(c->i64, LLVMABISizeOfType(c->layout, stream[i].type));
		bytes = LLVMBuildMul(c->builder, turn->count, bytes, "");
		fetch(c, address_at(c, queue, &stream[i], base, next), address_at(c, queue, &stream[i], base, far), bytes);
	}
}
