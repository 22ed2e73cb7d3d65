#include "mux/emit/prefetch.h"

#include "mux/emit/loops.h"
#include "mux/emit/trim.h"
#include "mux/regions/advance.h"
#include "mux/regions/regions.h"

/*
 * Groups of 256 have four to sixteen lines of a round: fetched one round ahead they come too late.  What is fetched
 * behind the end costs less than asking for each line.
 */
enum { MAX_STREAMS = 4, CACHE_LINE = 64, LINES_AT_ONCE = 4, ROUNDS_AHEAD = 2 };

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

/* Fetches the lines of those bytes at the address. */
static void
fetch(const struct hard *hard, LLVMValueRef address, LLVMValueRef bytes)
{
	struct compilation *c = hard->entry->c;
	LLVMTypeRef pointer = LLVMTypeOf(address);
	LLVMValueRef argument[4], offset, function;
	struct loop line;
	int i;

	function = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.prefetch", 13), &pointer, 1);
	loop_begin(&line, c, const_int(c->i64, 0), bytes, "line");
	argument[1] = const_int(c->i32, 0);	/* for a load */
	argument[2] = const_int(c->i32, 3);	/* into all caches */
	argument[3] = const_int(c->i32, 1);	/* as data */
	for (i = 0; i < LINES_AT_ONCE; i++) {
		offset = LLVMBuildAdd(c->builder, line.index, const_int(c->i64, (uint64_t)i * CACHE_LINE), "");
		argument[0] = LLVMBuildGEP2(c->builder, c->i8, address, &offset, 1, "");
		LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), function, argument, 4, "");
	}
	LLVMBuildBr(c->builder, line.latch);
	loop_end(&line, c, LINES_AT_ONCE * CACHE_LINE, NULL);
}

void
prefetch_rounds(const struct hard *hard, int head, LLVMValueRef first, LLVMValueRef step, LLVMValueRef count)
{
	struct compilation *c = hard->entry->c;
	const struct queue *queue = hard->entry->flow->block[head].queue;
	struct item item = hard_item(hard, const_int(c->i64, 0), const_int(c->i64, 0), NULL);
	int i, n;
	struct stream stream[MAX_STREAMS + 1];
	LLVMValueRef base, address, bytes, later;

	n = find_streams(hard, head, stream);
	later = LLVMBuildMul(c->builder, step, const_int(LLVMTypeOf(step), ROUNDS_AHEAD), "");
	later = LLVMBuildAdd(c->builder, first, later, "");
	for (i = 0; i < n; i++) {
		base = trim_value(hard, &item, stream[i].base, TRIM_DEPTH);
		if (!base)
			continue;
		address = LLVMBuildIntCast2(c->builder, later, c->i64, queue->is_signed, "");
		address = LLVMBuildGEP2(c->builder, stream[i].type, base, &address, 1, "");
		bytes = const_int(c->i64, LLVMABISizeOfType(c->layout, stream[i].type));
		bytes = LLVMBuildMul(c->builder, count, bytes, "");
		fetch(hard, address, bytes);
	}
}
