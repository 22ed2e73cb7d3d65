#include "mux/emit/apart.h"

#include "base/ptrmap.h"
#include "mux/emit/loops.h"
#include "mux/emit/rows.h"

enum {
	LONG_LOOP = 400,	/* instructions */
	MAX_ACCESSES = 64,
	MAX_LANES = 4,		/* vectors of what lanes add */
	MAX_CHECKS = 8,		/* of two arrays */
};

/* What a round of the loop reads or writes: an element of each lane's row, or one element for all. */
struct access {
	LLVMValueRef instruction, root;
	int64_t bytes;		/* from the root, but for the counter and the lanes */
	const struct lanes *lanes;	/* NULL: for all */
	bool written;
};

/* What each lane adds to an address (struct addresses). */
struct lanes {
	LLVMValueRef number;
	LLVMTypeRef type;
	LLVMValueRef first, span;	/* at the test: bytes of the first lane, and from there to the last one's window's end */
};

struct rows_loop {
	struct compilation *c;
	LLVMBasicBlockRef block, before;
	LLVMValueRef index;		/* the counter, which each round adds step to */
	int64_t step;
	struct lanes lanes[MAX_LANES];
	int nlanes;
	int64_t size;			/* of an element, in bytes */
	int64_t rounds;			/* that are taken together */
	struct access access[MAX_ACCESSES];
	int n;
};

/* --- stores of lanes ---------------------------------------------------------------- */

/* Lane number index of a vector, and the vector; NULL for other values. */
static LLVMValueRef
vector_of_lane(LLVMValueRef value, unsigned lane)
{
	LLVMValueRef index = LLVMIsAExtractElementInst(value) ? LLVMGetOperand(value, 1) : NULL;

	return index && LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) == lane ? LLVMGetOperand(value, 0) : NULL;
}

/* Lanes' stores of the elements of a vector, in their order. */
struct stores {
	LLVMValueRef value, at;		/* vectors; at: addresses, or indices from the base */
	LLVMValueRef base;		/* NULL: at has addresses */
	LLVMValueRef index;		/* so many elements behind those addresses; NULL: none */
	LLVMTypeRef type;
	LLVMValueRef store[ROW_LANES];
	unsigned n;
};

/* Adds the store of the next lane; false if it is none. */
static bool
add_store(struct stores *stores, LLVMValueRef store)
{
	LLVMValueRef address, at, value, base = NULL, index = NULL;
	LLVMTypeRef type = NULL;

	if (!LLVMIsAStoreInst(store) || LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
		return false;
	value = vector_of_lane(LLVMGetOperand(store, 0), stores->n);
	address = LLVMGetOperand(store, 1);
	if (LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2) {
		base = LLVMGetOperand(address, 0);
		type = LLVMGetGEPSourceElementType(address);
		index = LLVMGetOperand(address, 1);
		at = vector_of_lane(base, stores->n);
		if (at) {
			base = NULL;
		} else {
			at = vector_of_lane(index, stores->n);
			index = NULL;
		}
	} else {
		at = vector_of_lane(address, stores->n);
	}
	if (!value || !at || stores->n == ROW_LANES)
		return false;
	if (stores->n == 0) {
		stores->value = value;
		stores->at = at;
		stores->base = base;
		stores->index = index;
		stores->type = type;
	} else if (value != stores->value || at != stores->at || base != stores->base || index != stores->index ||
		   type != stores->type || LLVMGetAlignment(store) != LLVMGetAlignment(stores->store[0])) {
		return false;
	}
	stores->store[stores->n++] = store;
	return true;
}

static void
erase_unused(LLVMValueRef value)
{
	if (LLVMIsAInstruction(value) && !LLVMGetFirstUse(value) &&
	    (LLVMIsAExtractElementInst(value) || LLVMIsAGetElementPtrInst(value)))
		LLVMInstructionEraseFromParent(value);
}

static void
erase_store(LLVMValueRef store)
{
	LLVMValueRef value = LLVMGetOperand(store, 0), address = LLVMGetOperand(store, 1), index = NULL;

	LLVMInstructionEraseFromParent(store);
	if (LLVMIsAGetElementPtrInst(address))
		index = LLVMGetOperand(address, 1);
	erase_unused(value);
	erase_unused(address);
	if (index)
		erase_unused(index);
}

static void
make_scatter(struct compilation *c, const struct stores *stores)
{
	LLVMTypeRef type[2];
	LLVMValueRef argument[3], function, call, index = stores->index;
	LLVMBuilderRef b = c->builder;
	unsigned i, align = LLVMGetAlignment(stores->store[0]);

	LLVMPositionBuilderBefore(b, stores->store[0]);
	argument[SCATTERED_VALUE] = stores->value;
	argument[SCATTERED_TO] = stores->at;
	if (stores->base)
		argument[SCATTERED_TO] = LLVMBuildGEP2(b, stores->type, stores->base, &argument[SCATTERED_TO], 1, "");
	else if (index)
		argument[SCATTERED_TO] = LLVMBuildGEP2(b, stores->type, argument[SCATTERED_TO], &index, 1, "");
	argument[2] = LLVMConstAllOnes(LLVMVectorType(c->i1, stores->n));
	type[0] = LLVMTypeOf(stores->value);
	type[1] = LLVMTypeOf(argument[SCATTERED_TO]);
	function = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.masked.scatter", 19), type, 2);
	call = LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, argument, 3, "");
	LLVMAddCallSiteAttribute(call, SCATTERED_TO + 1, LLVMCreateEnumAttribute(c->context, attribute_kind("align"), align));
	for (i = 0; i < stores->n; i++)
		erase_store(stores->store[i]);
}

/* Makes scatters of stores of all lanes, one behind the other. */
static void
join_stores(struct compilation *c, LLVMBasicBlockRef block)
{
	struct stores stores = { .n = 0 };
	LLVMValueRef i, next;

	for (i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!row_may_access(i))
			continue;
		if (!add_store(&stores, i)) {
			stores.n = 0;
			add_store(&stores, i);
		}
		if (stores.n == 0 || stores.n < LLVMGetVectorSize(LLVMTypeOf(stores.value)))
			continue;
		make_scatter(c, &stores);
		stores.n = 0;
	}
}

/* --- reading ----------------------------------------------------------------------- */

/* An instruction that a loop of rows may have, before its stores are joined. */
static bool
may_be_of_rows(LLVMValueRef instruction)
{
	if (!row_may_access(instruction) || row_is_gather(instruction) || row_is_scatter(instruction))
		return true;
	if (LLVMIsALoadInst(instruction))
		return !is_vector(instruction) && !is_scalable(instruction) && !LLVMGetVolatile(instruction) && !row_may_write(instruction);
	return LLVMIsAStoreInst(instruction) && LLVMIsAExtractElementInst(LLVMGetOperand(instruction, 0));
}

/* A loop of one block that has such instructions alone, and writes. */
static bool
may_be_loop(LLVMBasicBlockRef block)
{
	bool writes = false;
	LLVMValueRef i;
	int n = 0;

	if (!row_block_before(block))
		return false;
	for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		if (++n > LONG_LOOP || !may_be_of_rows(i))
			return false;
		writes |= row_may_write(i);
	}
	return writes;
}

/* The loop's lanes of that number; NULL if they change in it, or are too many. */
static const struct lanes *
find_lanes(struct rows_loop *loop, LLVMValueRef number, LLVMTypeRef type)
{
	struct lanes *lanes;

	for (lanes = loop->lanes; lanes < loop->lanes + loop->nlanes; lanes++)
		if (lanes->number == number && lanes->type == type)
			return lanes;
	if (loop->nlanes == MAX_LANES || row_is_of_block(number, loop->block) ||
	    (type && LLVMGetElementType(LLVMTypeOf(number)) != loop->c->i64))
		return NULL;
	loop->nlanes++;
	lanes->number = number;
	lanes->type = type;
	return lanes;
}

/* Reads the common part of an access's address, and takes what the loop's accesses share from the first one. */
static bool
add_access(struct rows_loop *loop, LLVMValueRef instruction, LLVMTypeRef element, const struct addresses *at)
{
	struct compilation *c = loop->c;
	const struct lanes *lanes = at->lanes ? find_lanes(loop, at->lanes, at->lanes_type) : NULL;
	int64_t size = (int64_t)LLVMABISizeOfType(c->layout, element);

	if (loop->n == 0) {
		loop->index = at->common.index;
		loop->size = size;
	}
	if (!at->common.index || at->common.index != loop->index || size != loop->size || loop->n == MAX_ACCESSES ||
	    (int64_t)LLVMABISizeOfType(c->layout, at->common.type) != size || row_is_of_block(at->common.root, loop->block))
		return false;
	if (at->lanes && !lanes)
		return false;
	loop->access[loop->n++] = (struct access){ instruction, at->common.root, (int64_t)at->common.bytes, lanes,
						   row_is_scatter(instruction) };
	return true;
}

static bool
read_access(struct rows_loop *loop, LLVMValueRef instruction)
{
	bool scatters = row_is_scatter(instruction);
	struct addresses at = { .lanes = NULL };
	LLVMTypeRef vector;

	if (!scatters && !row_is_gather(instruction)) {
		if (!LLVMIsALoadInst(instruction))
			return false;
		row_read_address(loop->c, LLVMGetOperand(instruction, 0), &at.common);
		return add_access(loop, instruction, LLVMTypeOf(instruction), &at);
	}
	vector = LLVMTypeOf(scatters ? LLVMGetOperand(instruction, SCATTERED_VALUE) : instruction);
	return LLVMGetVectorSize(vector) <= ROW_LANES && row_longest(loop->c, LLVMGetElementType(vector)) != 0 &&
	       row_read_addresses(loop->c, LLVMGetOperand(instruction, scatters ? SCATTERED_TO : 0), &at) &&
	       add_access(loop, instruction, LLVMGetElementType(vector), &at);
}

/* Each root that is written is so often as rounds are one step: all elements of the rows are. */
static bool
writes_whole_rows(const struct rows_loop *loop)
{
	int i, k;
	int64_t n;

	for (i = 0; i < loop->n; i++) {
		for (k = 0, n = 0; k < loop->n; k++)
			n += loop->access[k].written && loop->access[k].root == loop->access[i].root;
		if (loop->access[i].written && n != loop->step)
			return false;
	}
	return true;
}

/* Reads the loop; false if it is none of rows, or its rounds cannot become pieces of rows. */
static bool
read_loop(struct rows_loop *loop)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->block), before, i;

	loop->before = row_block_before(loop->block);
	before = LLVMGetBasicBlockTerminator(loop->before);
	if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !LLVMIsABranchInst(before) || LLVMIsConditional(before))
		return false;
	for (i = LLVMGetFirstInstruction(loop->block); i; i = LLVMGetNextInstruction(i))
		if (row_may_access(i) && !read_access(loop, i))
			return false;
	loop->step = loop->n ? row_step(loop->index, loop->block) : 0;
	if (loop->step < 1 || !writes_whole_rows(loop))
		return false;
	if (loop->step == 1 && loop_is_described(loop->c, end))
		return false;
	loop->rounds = loop->step < ROW_UNROLL ? ROW_UNROLL / loop->step : 1;
	return true;
}

/* --- order ------------------------------------------------------------------------- */

/* The later access may, so many bytes on, be to what the one before it wrote. */
static bool
meet(const struct rows_loop *loop, const struct access *access, const struct access *later, int64_t first)
{
	int64_t round, distance;

	for (round = first; round < loop->rounds; round++) {
		distance = later->bytes + round * loop->step * loop->size - access->bytes;
		if (distance > -loop->size && distance < loop->size)
			return true;
	}
	return false;
}

/* One of two accesses writes what the other one, if their roots are the same, meets in rounds that are taken together. */
static bool
depend(const struct rows_loop *loop, const struct access *access, const struct access *later)
{
	if (access->written && later->written)
		return meet(loop, access, later, 0) || meet(loop, later, access, 1);
	/* What is read moves up, and what is written down. */
	if (access->written)
		return meet(loop, access, later, 0);
	return later->written && meet(loop, later, access, 1);
}

/* The bytes between the first and the last place that rounds which are taken together access in a row. */
static int64_t
window(const struct rows_loop *loop)
{
	int64_t least = INT64_MAX, most = INT64_MIN;
	int i;

	for (i = 0; i < loop->n; i++) {
		least = loop->access[i].bytes < least ? loop->access[i].bytes : least;
		most = loop->access[i].bytes > most ? loop->access[i].bytes : most;
	}
	return most - least + loop->size + (loop->rounds - 1) * loop->step * loop->size;
}

/* Two arrays of which one is written. */
struct pair {
	const struct access *written, *other;
	bool may_be_same;	/* what is read is in order where they are one array */
};

static bool
is_same_array(const struct access *access, const struct access *other)
{
	return access->root == other->root && access->lanes == other->lanes;
}

/* Adds the pair of two accesses; false if the loop is not possible. */
static bool
add_pair(const struct rows_loop *loop, const struct access *access, const struct access *later, struct pair *pair, int *n)
{
	const struct access *written = access->written ? access : later, *other = access->written ? later : access;
	bool in_order = !depend(loop, access, later);
	int i;

	if (is_same_array(access, later))
		return in_order;
	for (i = 0; i < *n; i++)
		if (is_same_array(pair[i].written, written) && is_same_array(pair[i].other, other))
			break;
	if (i == MAX_CHECKS)
		return false;
	if (i == *n)
		pair[(*n)++] = (struct pair){ written, other, access->lanes == later->lanes };
	pair[i].may_be_same &= in_order;
	return true;
}

/* Finds the pairs whose distance is to be known; false if the loop is not possible. */
static bool
find_pairs(const struct rows_loop *loop, struct pair *pair, int *n)
{
	int i, k;

	for (*n = 0, i = 0; i < loop->n; i++)
		for (k = i + 1; k < loop->n; k++)
			if ((loop->access[i].written || loop->access[k].written) &&
			    !add_pair(loop, &loop->access[i], &loop->access[k], pair, n))
				return false;
	return true;
}

/* --- the test ---------------------------------------------------------------------- */

/* What the lane adds, in bytes of so many each. */
static LLVMValueRef
lane_in_bytes(struct compilation *c, LLVMValueRef number, unsigned lane, int64_t size)
{
	number = LLVMBuildExtractElement(c->builder, number, const_int(c->i32, lane), "");
	return LLVMBuildMul(c->builder, number, const_int(c->i64, (uint64_t)size), "");
}

/* Each lane's row begins those bytes or more behind the one before. */
static LLVMValueRef
test_lanes(struct compilation *c, struct lanes *lanes, int64_t bytes)
{
	LLVMValueRef element[2][ROW_LANES], side[2], gap, least[ROW_LANES], function, number = lanes->number;
	int64_t size = lanes->type ? (int64_t)LLVMABISizeOfType(c->layout, lanes->type) : 1;
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(number)), i;
	LLVMBuilderRef b = c->builder;
	LLVMTypeRef type;

	if (!lanes->type)
		number = LLVMBuildPtrToInt(b, number, LLVMVectorType(c->i64, n), "");
	lanes->first = lane_in_bytes(c, number, 0, size);
	lanes->span = LLVMBuildSub(b, lane_in_bytes(c, number, n - 1, size), lanes->first, "");
	lanes->span = LLVMBuildAdd(b, lanes->span, const_int(c->i64, (uint64_t)bytes), "span");
	/* The last gap stands twice. */
	for (i = 0; i < n; i++) {
		element[0][i] = const_int(c->i32, i < n - 1 ? i : n - 2);
		element[1][i] = const_int(c->i32, i < n - 1 ? i + 1 : n - 1);
		least[i] = const_int(c->i64, (uint64_t)((bytes + size - 1) / size));
	}
	for (i = 0; i < 2; i++)
		side[i] = LLVMBuildShuffleVector(b, number, LLVMGetPoison(LLVMTypeOf(number)), LLVMConstVector(element[i], n), "");
	gap = LLVMBuildICmp(b, LLVMIntSGE, LLVMBuildSub(b, side[1], side[0], ""), LLVMConstVector(least, n), "gap");
	type = LLVMTypeOf(gap);
	function = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.vector.reduce.and", 22), &type, 1);
	return LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, &gap, 1, "");
}

/* The number of an access's root; 0: each lane has an address of its own. */
static LLVMValueRef
root_in_bytes(struct compilation *c, const struct access *access)
{
	return access->root ? LLVMBuildPtrToInt(c->builder, access->root, c->i64, "") : const_int(c->i64, 0);
}

/* The two arrays lie apart. */
static LLVMValueRef
test_pair(struct compilation *c, const struct pair *pair, int64_t bytes)
{
	const struct lanes *written = pair->written->lanes, *other = pair->other->lanes;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef distance, apart, same;

	distance = LLVMBuildSub(b, root_in_bytes(c, pair->other), root_in_bytes(c, pair->written), "");
	same = LLVMBuildICmp(b, LLVMIntEQ, distance, const_int(c->i64, 0), "");
	if (other != written) {
		distance = LLVMBuildSub(b, distance, written->first, "");
		if (other)
			distance = LLVMBuildAdd(b, distance, other->first, "");
	}
	apart = number_is_outside(c, distance, other ? other->span : const_int(c->i64, (uint64_t)bytes), written->span);
	return pair->may_be_same ? LLVMBuildOr(b, apart, same, "") : apart;
}

/* The rows lie apart, at the builder's place. */
static LLVMValueRef
test_rows(struct rows_loop *loop, const struct pair *pair, int n)
{
	LLVMBuilderRef b = loop->c->builder;
	int64_t bytes = window(loop);
	LLVMValueRef all = NULL, test;
	int i;

	for (i = 0; i < loop->nlanes; i++) {
		test = test_lanes(loop->c, &loop->lanes[i], bytes);
		all = all ? LLVMBuildAnd(b, all, test, "") : test;
	}
	for (i = 0; i < n; i++)
		all = LLVMBuildAnd(b, all, test_pair(loop->c, &pair[i], bytes), "apart");
	return all;
}

/* --- two loops --------------------------------------------------------------------- */

static void
copy_operands(struct ptrmap *copies, LLVMValueRef copy)
{
	LLVMValueRef operand;
	int i;

	for (i = 0; i < LLVMGetNumOperands(copy); i++) {
		operand = LLVMGetOperand(copy, (unsigned)i);
		if (ptrmap_has(copies, operand))
			LLVMSetOperand(copy, (unsigned)i, ptrmap_pointer(copies, operand));
	}
}

/* A copy of the loop's block, behind it, that leads to itself and to where the loop leads. */
static LLVMBasicBlockRef
copy_block(const struct rows_loop *loop, struct ptrmap *copies)
{
	struct compilation *c = loop->c;
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(c->context, LLVMGetBasicBlockParent(loop->block), "overlap"), from;
	LLVMValueRef i, copy, value;
	unsigned k;

	LLVMMoveBasicBlockAfter(block, loop->block);
	LLVMPositionBuilderAtEnd(c->builder, block);
	for (i = LLVMGetFirstInstruction(loop->block); i; i = LLVMGetNextInstruction(i)) {
		if (LLVMIsAPHINode(i)) {
			copy = LLVMBuildPhi(c->builder, LLVMTypeOf(i), "");
		} else {
			copy = LLVMInstructionClone(i);
			LLVMInsertIntoBuilder(c->builder, copy);
			copy_operands(copies, copy);
		}
		ptrmap_set_pointer(copies, i, copy);
	}
	for (i = LLVMGetFirstInstruction(loop->block); LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		for (k = 0; k < LLVMCountIncoming(i); k++) {
			value = LLVMGetIncomingValue(i, k);
			from = LLVMGetIncomingBlock(i, k);
			if (from == loop->block) {
				from = block;
				value = ptrmap_has(copies, value) ? ptrmap_pointer(copies, value) : value;
			}
			LLVMAddIncoming(ptrmap_pointer(copies, i), &value, &from, 1);
		}
	return block;
}

/* Leads both from the loop's copy and from the loop to what follows. */
static void
leave_copy(const struct rows_loop *loop, LLVMBasicBlockRef copy, const struct ptrmap *copies)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(copy), phi, value;
	LLVMBasicBlockRef exit;
	unsigned i, k;

	for (i = 0; i < 2; i++) {
		exit = LLVMGetSuccessor(end, i);
		if (exit == loop->block) {
			LLVMSetSuccessor(end, i, copy);
			continue;
		}
		for (phi = LLVMGetFirstInstruction(exit); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
			for (k = 0; LLVMGetIncomingBlock(phi, k) != loop->block; k++)
				;
			value = LLVMGetIncomingValue(phi, k);
			value = ptrmap_has(copies, value) ? ptrmap_pointer(copies, value) : value;
			LLVMAddIncoming(phi, &value, &copy, 1);
		}
	}
	LLVMSetMetadata(end, loop_kind(loop->c), NULL);
}

static unsigned
mark_kind(struct compilation *c)
{
	return LLVMGetMDKindIDInContext(c->context, "mux.apart", 9);
}

LLVMValueRef
apart_mark(struct compilation *c, LLVMValueRef instruction)
{
	return LLVMHasMetadata(instruction) ? LLVMGetMetadata(instruction, mark_kind(c)) : NULL;
}

/* Divides the loop by that test: the accesses of the first one get the mark of that number.  True if that is to be unrolled. */
static bool
divide(struct rows_loop *loop, const struct pair *pair, int n, unsigned number)
{
	struct compilation *c = loop->c;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->before), test;
	LLVMMetadataRef mark;
	struct ptrmap copies;
	LLVMBasicBlockRef copy;
	int i;

	ptrmap_init(&copies, c->arena, 0);
	copy = copy_block(loop, &copies);
	leave_copy(loop, copy, &copies);
	LLVMPositionBuilderBefore(c->builder, end);
	test = test_rows(loop, pair, n);
	LLVMBuildCondBr(c->builder, test, loop->block, copy);
	LLVMInstructionEraseFromParent(end);
	mark = LLVMValueAsMetadata(const_int(c->i32, number));
	mark = LLVMMDNodeInContext2(c->context, &mark, 1);
	for (i = 0; i < loop->n; i++)
		LLVMSetMetadata(loop->access[i].instruction, mark_kind(c), LLVMMetadataAsValue(c->context, mark));
	if (loop->rounds == 1)
		return false;
	loop_unroll(c, LLVMGetBasicBlockTerminator(loop->block), (unsigned)loop->rounds, 1);
	return true;
}

static bool
has_loop(LLVMValueRef function)
{
	LLVMBasicBlockRef block;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		if (may_be_loop(block))
			return true;
	return false;
}

int
apart_prepare(struct compilation *c)
{
	LLVMValueRef function;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (!has_loop(function))
			continue;
		if (compilation_run_on_function(c, function, "loop-simplify,lcssa"))
			return -1;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if (may_be_loop(block))
				join_stores(c, block);
	}
	return 0;
}

bool
apart_divide_loops(struct compilation *c)
{
	struct rows_loop *loop = arena_calloc(c->arena, 1, sizeof *loop);
	struct pair pair[MAX_CHECKS];
	LLVMValueRef function;
	LLVMBasicBlockRef block, next;
	unsigned number = 0;
	bool unrolls = false;
	int n;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = next) {
			next = LLVMGetNextBasicBlock(block);
			*loop = (struct rows_loop){ .c = c, .block = block };
			if (may_be_loop(block) && read_loop(loop) && find_pairs(loop, pair, &n))
				unrolls |= divide(loop, pair, n, number++);
		}
	return unrolls;
}
