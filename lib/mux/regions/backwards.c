#include "mux/regions/backwards.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/order.h"

enum { MAX_DEPTH = 8, MAX_ACCESSES = 16, HALF = 32 };

/* A number that is stride times the local id, and more: what lies beyond 32 bits is not known. */
struct affine {
	int64_t stride, more;
};

/* A place in memory: so many bytes behind base. */
struct place {
	LLVMValueRef base;
	struct affine bytes;
	uint64_t size;
};

/* What is known of a barrier between reading and writing. */
struct search {
	struct compilation *c;
	const struct kernel *kernel;
	struct place written;
	bool reads_below, reads_above;	/* elements of work-items with smaller ids, with greater ids */
	struct access { LLVMValueRef instruction; struct place place; } access[MAX_ACCESSES];
	int n;
};

static int64_t
low_half(int64_t number)
{
	return (int32_t)(uint32_t)(uint64_t)number;
}

static bool
is_local_id(LLVMValueRef value)
{
	int64_t dimension;

	return builtin_called(value) == BUILTIN_LOCAL_ID && is_constant_number(LLVMGetOperand(value, 0), &dimension) && dimension == 0;
}

static bool read_affine(LLVMValueRef value, struct affine *affine, int depth);

/* A number whose lower 32 bits are 0: what the upper ones are. */
static bool
read_upper_half(LLVMValueRef value, struct affine *affine, int depth)
{
	int64_t number;

	if (!depth || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 2 * HALF)
		return false;
	if (is_opcode(value, LLVMShl))
		return is_constant_number(LLVMGetOperand(value, 1), &number) && number == HALF &&
		       read_affine(LLVMGetOperand(value, 0), affine, depth - 1);
	if (!is_opcode(value, LLVMAdd) || !is_constant_number(LLVMGetOperand(value, 1), &number) || low_half(number) ||
	    !read_upper_half(LLVMGetOperand(value, 0), affine, depth - 1))
		return false;
	affine->more += number / (INT64_C(1) << HALF);
	return true;
}

/* An index: one whose part beyond 32 bits matters would be outside of local memory. */
static bool
read_affine(LLVMValueRef value, struct affine *affine, int depth)
{
	LLVMValueRef inner, by;
	int64_t number;

	*affine = (struct affine){ 0 };
	if (is_constant_number(value, &affine->more))
		return true;
	if (is_local_id(value)) {
		affine->stride = 1;
		return true;
	}
	if (!depth || !LLVMIsAInstruction(value))
		return false;
	inner = LLVMGetNumOperands(value) > 0 ? LLVMGetOperand(value, 0) : NULL;
	by = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMTrunc:
	case LLVMSExt:
	case LLVMZExt:
		if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32 || LLVMGetIntTypeWidth(LLVMTypeOf(inner)) < 32 ||
		    !read_affine(inner, affine, depth - 1))
			return false;
		affine->more = low_half(affine->more);
		return true;
	case LLVMAdd:
		if (!is_constant_number(by, &number) || !read_affine(inner, affine, depth - 1))
			return false;
		affine->more += number;
		return true;
	case LLVMOr:
		if (!LLVMGetIsDisjoint(value) || !is_constant_number(by, &number) || !read_affine(inner, affine, depth - 1))
			return false;
		affine->more += number;
		return true;
	case LLVMAnd:
		if (!is_constant_number(by, &number) || number != INT64_C(0xffffffff) || !read_affine(inner, affine, depth - 1))
			return false;
		affine->more = low_half(affine->more);
		return true;
	case LLVMShl:
		if (!is_constant_number(by, &number) || number < 0 || number > 16 || !read_affine(inner, affine, depth - 1))
			return false;
		affine->stride *= INT64_C(1) << number;
		affine->more *= INT64_C(1) << number;
		return affine->stride < INT64_C(1) << 16;
	case LLVMAShr:
	case LLVMLShr:
		/* (x << 32) >> 30 is x * 4, of 32 bits. */
		if (!LLVMGetExact(value) || !is_constant_number(by, &number) || number > HALF || number < 16 ||
		    !read_upper_half(inner, affine, depth - 1))
			return false;
		affine->more = low_half(affine->more) * (INT64_C(1) << (HALF - number));
		affine->stride *= INT64_C(1) << (HALF - number);
		return true;
	default:
		return false;
	}
}

/* The place that an address is; false: not known, but for its base. */
static bool
read_place(struct search *search, LLVMValueRef address, LLVMTypeRef type, struct place *place)
{
	struct affine index;
	int64_t size;
	bool known = true;

	*place = (struct place){ .size = LLVMABISizeOfType(search->c->layout, type) };
	for (; LLVMIsAGetElementPtrInst(address); address = LLVMGetOperand(address, 0)) {
		if (LLVMGetNumOperands(address) != 2 || !read_affine(LLVMGetOperand(address, 1), &index, MAX_DEPTH)) {
			known = false;
			continue;
		}
		size = (int64_t)LLVMABISizeOfType(search->c->layout, LLVMGetGEPSourceElementType(address));
		place->bytes.stride += index.stride * size;
		place->bytes.more += index.more * size;
	}
	place->base = address;
	return known;
}

static bool
is_parameter(const struct search *search, LLVMValueRef base, bool local)
{
	unsigned i;

	for (i = 0; i < search->kernel->narg; i++)
		if (LLVMGetParam(search->kernel->function, i) == base)
			return search->kernel->local_arg[i] == local;
	return false;
}

/* The base of local memory. */
static bool
is_local_memory(const struct search *search, LLVMValueRef base)
{
	return builtin_called(base) == BUILTIN_LOCAL_MEMORY || is_parameter(search, base, true);
}

/* The instruction neither reads nor writes memory, or is no matter here. */
static bool
is_harmless(LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i) || LLVMIsALoadInst(i) || LLVMIsAFenceInst(i) || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i))
		return false;
	if (!LLVMIsACallInst(i) || builtin_is_query(builtin_called(i)) || builtin_called(i) == BUILTIN_LOCAL_MEMORY)
		return true;
	return call_memory(i) == 0;
}

static LLVMValueRef
address_of(LLVMValueRef access)
{
	return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}

static bool
add_access(struct search *search, LLVMValueRef instruction, const struct place *place)
{
	if (search->n == MAX_ACCESSES)
		return false;
	search->access[search->n++] = (struct access){ instruction, *place };
	return true;
}

static bool
is_plain(LLVMValueRef access)
{
	return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

/* The only elements written are the work-item's own, and only those are read, up to the next barrier: NULL if not. */
static LLVMValueRef
find_writing(struct search *search, LLVMValueRef barrier)
{
	LLVMValueRef i;
	LLVMTypeRef type;
	struct place place;

	search->written.base = NULL;
	for (i = LLVMGetNextInstruction(barrier); i && builtin_called(i) != BUILTIN_BARRIER; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsATerminatorInst(i))
			return NULL;
		if (is_harmless(i))
			continue;
		if ((!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i)) || !is_plain(i))
			return NULL;
		type = LLVMIsAStoreInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0)) : LLVMTypeOf(i);
		if (!read_place(search, address_of(i), type, &place)) {
			if (LLVMIsAStoreInst(i) || !is_parameter(search, place.base, false))
				return NULL;
			continue;
		}
		if (is_parameter(search, place.base, false) && LLVMIsALoadInst(i))
			continue;
		if (!is_local_memory(search, place.base) || place.bytes.stride < (int64_t)place.size)
			return NULL;
		if (!search->written.base)
			search->written = place;
		else if (memcmp(&search->written, &place, sizeof place))
			return NULL;
		if (!add_access(search, i, &place))
			return NULL;
	}
	return search->written.base ? i : NULL;
}

/* The load reads an element of the work-item's own, or one a number of elements away; or memory that is not written. */
static bool
reads_neighbour(struct search *search, LLVMValueRef load)
{
	const struct place *written = &search->written;
	struct place place;
	int64_t distance;
	bool known = read_place(search, LLVMGetOperand(load, 0), LLVMTypeOf(load), &place);

	if (!is_plain(load))
		return false;
	if (is_parameter(search, place.base, false))
		return true;
	distance = place.bytes.more - written->bytes.more;
	if (!known || place.base != written->base || place.bytes.stride != written->bytes.stride || place.size != written->size ||
	    distance % written->bytes.stride)
		return false;
	search->reads_below |= distance < 0;
	search->reads_above |= distance > 0;
	return add_access(search, load, &place);
}

/* What is before from in its block only reads; *barrier is the barrier there, or NULL for none in the block. */
static bool
only_reads_before(struct search *search, LLVMValueRef from, LLVMValueRef *barrier)
{
	LLVMValueRef i;

	for (*barrier = NULL, i = LLVMGetPreviousInstruction(from); i; i = LLVMGetPreviousInstruction(i)) {
		if (builtin_called(i) == BUILTIN_BARRIER) {
			*barrier = i;
			return true;
		}
		if (!is_harmless(i) && !(LLVMIsALoadInst(i) && reads_neighbour(search, i)))
			return false;
	}
	return true;
}

static LLVMBasicBlockRef
only_predecessor(LLVMBasicBlockRef block)
{
	LLVMBasicBlockRef found = NULL, from;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		from = LLVMIsATerminatorInst(LLVMGetUser(use)) ? LLVMGetInstructionParent(LLVMGetUser(use)) : NULL;
		if (!from || (found && found != from))
			return NULL;
		found = from;
	}
	return found;
}

/* Of a branch around one block that ends in block: where it starts, and that block; false: block begins otherwise. */
static bool
find_branch(LLVMBasicBlockRef block, LLVMBasicBlockRef *start, LLVMBasicBlockRef *inner)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block);
	LLVMBasicBlockRef from[2];
	unsigned i;

	if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return false;
	for (i = 0; i < 2; i++)
		from[i] = LLVMGetIncomingBlock(phi, i);
	for (i = 0; i < 2; i++) {
		*start = from[i];
		*inner = from[!i];
		if (only_predecessor(*inner) == *start && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(*inner)) == 1)
			return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(*start)) == 2;
	}
	return false;
}

/* The barrier before the reading that ends at this one; NULL: there is more than reading. */
static LLVMValueRef
find_reading(struct search *search, LLVMValueRef barrier)
{
	LLVMBasicBlockRef start, inner;
	LLVMValueRef before;

	if (!only_reads_before(search, barrier, &before))
		return NULL;
	if (before)
		return before;
	if (!find_branch(LLVMGetInstructionParent(barrier), &start, &inner) ||
	    !only_reads_before(search, LLVMGetBasicBlockTerminator(inner), &before) || before ||
	    !only_reads_before(search, LLVMGetBasicBlockTerminator(start), &before))
		return NULL;
	return before;
}

/* Gives an access an address in which LLVM sees how far it is from the others. */
static void
give_address(struct compilation *c, const struct access *access)
{
	LLVMValueRef zero = const_int(c->i32, 0), bytes;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, access->instruction);
	bytes = LLVMBuildNUWMul(b, builtin_call(c, BUILTIN_LOCAL_ID, &zero), const_int(c->i64, (uint64_t)access->place.bytes.stride), "");
	LLVMSetNSW(bytes, 1);
	bytes = LLVMBuildNSWAdd(b, bytes, const_int(c->i64, (uint64_t)access->place.bytes.more), "");
	LLVMSetOperand(access->instruction, LLVMIsAStoreInst(access->instruction) ? 1 : 0,
		       LLVMBuildGEP2(b, c->i8, access->place.base, &bytes, 1, ""));
}

/* The barrier orders memory for the work-group alone. */
static bool
is_of_group(LLVMValueRef barrier)
{
	enum { SCOPE_WORK_GROUP = 2 };

	return LLVMConstIntGetZExtValue(LLVMGetOperand(barrier, 1)) >= SCOPE_WORK_GROUP;
}

/* Removes the barrier if it is one between reading and writing. */
static void
look_at_barrier(struct search *search, LLVMValueRef barrier, struct ptrmap *schedule)
{
	LLVMValueRef before;
	int i;

	search->reads_below = search->reads_above = false;
	search->n = 0;
	if (!is_of_group(barrier) || order_is_said(barrier) || !find_writing(search, barrier))
		return;
	before = find_reading(search, barrier);
	if (!before || order_is_said(before) || ptrmap_has(schedule, before) || (search->reads_below && search->reads_above))
		return;
	for (i = 0; i < search->n; i++)
		give_address(search->c, &search->access[i]);
	ptrmap_set(schedule, before, search->reads_below ? SCHEDULE_DOWN : SCHEDULE_UP);
	LLVMInstructionEraseFromParent(barrier);
}

void
backwards_find(struct compilation *c, const struct kernel *kernel, struct ptrmap *schedule)
{
	struct search search = { .c = c, .kernel = kernel };
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;

	ptrmap_init(schedule, c->arena, 0);
	if (kernel->debugged || kernel->lanes > 1 || kernel->order[0])
		return;
	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (builtin_called(i) == BUILTIN_BARRIER)
				look_at_barrier(&search, i, schedule);
		}
}
