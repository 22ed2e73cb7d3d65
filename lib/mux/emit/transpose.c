#include "mux/emit/transpose.h"

#include <string.h>

#include "base/ptrmap.h"
#include "ir/irmodule.h"
#include "mux/emit/loops.h"

enum {
	MAX_STEPS = 8,		/* of an address */
	MAX_FETCHES = 32,	/* looked at together */
	MAX_LANES = 16,
	MAX_ROW = 4,		/* elements of a row that are loaded together */
	PIECE_BITS = 128,	/* of a vector, within which processors shuffle cheaply */
	UNROLL = 4,
	LONG_LOOP = 100,	/* instructions */
};

/* An address: root, and so many elements of the type, and bytes. */
struct address {
	LLVMValueRef root, index;	/* index: NULL for none */
	LLVMTypeRef type;
	uint64_t bytes;
};

/* A vector of memory that is not in one piece. */
struct fetch {
	LLVMValueRef value;
	unsigned n;				/* lanes */
	/* A gather: to the address in at[0] each lane adds its own number of elements of the type. */
	LLVMValueRef lanes;
	LLVMTypeRef lanes_type;
	/* Not a gather: the lanes' loads, and their addresses. */
	LLVMValueRef load[MAX_LANES];
	struct address at[MAX_LANES];
	bool taken;
};

/* A block that is looked at. */
struct scan {
	struct compilation *c;
	struct ptrmap place;		/* of loads of lanes: numbers that grow in the block's order */
	uint32_t last, written;		/* the last such number, and the last one before memory was written */
	struct fetch fetch[MAX_FETCHES];
	int n;
};

static const char name_of_gathers[] = "llvm.masked.gather.";

/* --- reading ---------------------------------------------------------------------- */

/* Splits an index into a value, NULL for none, and a constant. */
static LLVMValueRef
without_constant(LLVMValueRef index, int64_t *constant)
{
	LLVMValueRef added;

	for (*constant = 0; is_opcode(index, LLVMAdd) || (is_opcode(index, LLVMOr) && LLVMGetIsDisjoint(index));
	     index = LLVMGetOperand(index, 0)) {
		added = LLVMGetOperand(index, 1);
		if (!LLVMIsAConstantInt(added))
			break;
		*constant += LLVMConstIntGetSExtValue(added);
	}
	if (!LLVMIsAConstantInt(index))
		return index;
	*constant += LLVMConstIntGetSExtValue(index);
	return NULL;
}

/* Adds a step to the address; false, with nothing added, where it would have two indices. */
static bool
add_step(struct compilation *c, struct address *address, LLVMTypeRef type, LLVMValueRef index)
{
	int64_t constant;

	if (LLVMTypeOf(index) != c->i64)
		return false;
	index = without_constant(index, &constant);
	if (index && address->index)
		return false;
	address->bytes += (uint64_t)constant * LLVMABISizeOfType(c->layout, type);
	if (index) {
		address->index = index;
		address->type = type;
	}
	return true;
}

static bool
is_step(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) && LLVMGetNumOperands(value) == 2;
}

static void
read_address(struct compilation *c, LLVMValueRef value, struct address *address)
{
	int n;

	for (n = 0; n < MAX_STEPS && is_step(value); n++) {
		if (!add_step(c, address, LLVMGetGEPSourceElementType(value), LLVMGetOperand(value, 1)))
			break;
		value = LLVMGetOperand(value, 0);
	}
	address->root = value;
}

/* The addresses of a gather. */
static bool
read_addresses(struct compilation *c, LLVMValueRef value, struct fetch *fetch)
{
	LLVMValueRef index;
	int n;

	for (n = 0; n < MAX_STEPS && is_vector(value) && is_step(value); n++) {
		index = LLVMGetOperand(value, 1);
		if (!is_vector(index)) {
			if (!add_step(c, &fetch->at[0], LLVMGetGEPSourceElementType(value), index))
				return false;
		} else if (fetch->lanes) {
			return false;
		} else {
			fetch->lanes = index;
			fetch->lanes_type = LLVMGetGEPSourceElementType(value);
		}
		value = LLVMGetOperand(value, 0);
	}
	if (!fetch->lanes || is_vector(value))
		return false;
	read_address(c, value, &fetch->at[0]);
	return true;
}

static bool
is_all_true(LLVMValueRef mask)
{
	return LLVMIsConstant(mask) && mask == LLVMConstAllOnes(LLVMTypeOf(mask));
}

static bool
read_gather(struct scan *scan, LLVMValueRef call, struct fetch *fetch)
{
	return LLVMIsACallInst(call) &&
	       !strncmp(irmodule_name(LLVMGetCalledValue(call)), name_of_gathers, strlen(name_of_gathers)) &&
	       is_all_true(LLVMGetOperand(call, 1)) && read_addresses(scan->c, LLVMGetOperand(call, 0), fetch);
}

/* The last of insertions that make a whole vector of loads. */
static bool
read_insertions(struct scan *scan, LLVMValueRef last, struct fetch *fetch)
{
	LLVMValueRef value = last, load, index;
	uint64_t lane;
	unsigned n;

	if (!LLVMIsAInsertElementInst(last) || (LLVMGetFirstUse(last) && LLVMIsAInsertElementInst(LLVMGetUser(LLVMGetFirstUse(last)))))
		return false;
	for (n = 0; n < fetch->n && LLVMIsAInsertElementInst(value); n++, value = LLVMGetOperand(value, 0)) {
		load = LLVMGetOperand(value, 1);
		index = LLVMGetOperand(value, 2);
		if (!LLVMIsALoadInst(load) || !ptrmap_has(&scan->place, load) || ptrmap_get(&scan->place, load) <= scan->written ||
		    !LLVMIsAConstantInt(index))
			return false;
		lane = LLVMConstIntGetZExtValue(index);
		if (lane >= fetch->n || fetch->load[lane])
			return false;
		fetch->load[lane] = load;
		read_address(scan->c, LLVMGetOperand(load, 0), &fetch->at[lane]);
	}
	return n == fetch->n;
}

static bool
read_fetch(struct scan *scan, LLVMValueRef value, struct fetch *fetch)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	*fetch = (struct fetch){ .value = value, .n = LLVMGetVectorSize(type) };
	return fetch->n <= MAX_LANES && !(fetch->n & (fetch->n - 1)) &&
	       (read_gather(scan, value, fetch) || read_insertions(scan, value, fetch));
}

static bool
may_write(LLVMValueRef instruction)
{
	enum { READS_AT_MOST = 0x55555555 };	/* of every kind of memory */

	if (!LLVMIsACallInst(instruction))
		return LLVMIsAStoreInst(instruction) || LLVMIsAFenceInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
		       LLVMIsAAtomicCmpXchgInst(instruction) ||
		       (LLVMIsALoadInst(instruction) && LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic);
	return (call_memory(instruction) & ~(uint64_t)READS_AT_MOST) != 0;
}

/* --- shuffles ---------------------------------------------------------------------- */

/* The elements of a row that fill a piece of a vector; 0: no rows of such elements. */
static unsigned
longest_row(struct compilation *c, LLVMTypeRef element)
{
	uint64_t bits = LLVMABISizeOfType(c->layout, element) * 8;

	return bits == 32 || bits == 64 ? (unsigned)(PIECE_BITS / bits) : 0;
}

/* A shuffle of two vectors, whose elements count on. */
static LLVMValueRef
shuffle(struct compilation *c, LLVMValueRef one, LLVMValueRef other, const unsigned *element, unsigned n)
{
	LLVMValueRef mask[MAX_LANES];
	unsigned i;

	for (i = 0; i < n; i++)
		mask[i] = const_int(c->i32, element[i]);
	return LLVMBuildShuffleVector(c->builder, one, other, LLVMConstVector(mask, n), "");
}

/* n vectors, a power of two, one behind the other. */
static LLVMValueRef
concatenate(struct compilation *c, LLVMValueRef *vector, unsigned n)
{
	unsigned element[MAX_LANES], size = LLVMGetVectorSize(LLVMTypeOf(vector[0])), i;

	for (i = 0; i < MAX_LANES; i++)
		element[i] = i;
	for (; n > 1; n /= 2, size *= 2)
		for (i = 0; i < n / 2; i++)
			vector[i] = shuffle(c, vector[2 * i], vector[2 * i + 1], element, 2 * size);
	return vector[0];
}

/* In each piece of two vectors the even or the odd elements, first those of one, then those of the other. */
static LLVMValueRef
every_second(struct compilation *c, LLVMValueRef one, LLVMValueRef other, unsigned odd, unsigned piece)
{
	unsigned element[MAX_LANES], size = LLVMGetVectorSize(LLVMTypeOf(one)), i, from;

	for (i = 0; i < size; i++) {
		from = 2 * (i % piece) + odd;
		element[i] = i - i % piece + from % piece + (from < piece ? 0 : size);
	}
	return shuffle(c, one, other, element, size);
}

/* Of n vectors that have n elements of each lane, one behind the other: a vector of each element, in column[0], column[step] ... */
static void
split_columns(struct compilation *c, LLVMValueRef *vector, unsigned n, unsigned piece, LLVMValueRef *column, unsigned step)
{
	LLVMValueRef half[MAX_ROW];
	unsigned odd, i;

	if (n == 1) {
		column[0] = vector[0];
		return;
	}
	for (odd = 0; odd < 2; odd++) {
		for (i = 0; i < n / 2; i++)
			half[i] = every_second(c, vector[2 * i], vector[2 * i + 1], odd, piece);
		split_columns(c, half, n / 2, piece, column + odd * step, 2 * step);
	}
}

/* Makes vectors of the lanes' rows: a vector of each of their n elements. */
static void
transpose(struct compilation *c, LLVMValueRef *row, unsigned lanes, unsigned n, unsigned piece, LLVMValueRef *column)
{
	LLVMValueRef vector[MAX_ROW], part[MAX_LANES];
	unsigned together = piece / n, i, k, m;

	/* So many rows fill a piece; vector i has those of n in each piece of the result. */
	for (i = 0; i < n; i++) {
		for (m = 0; m < lanes / n; m++) {
			k = m / together * piece + i * together + m % together;
			part[m] = row[k];
		}
		vector[i] = concatenate(c, part, lanes / n);
	}
	split_columns(c, vector, n, piece, column, 1);
}

/* --- rewriting --------------------------------------------------------------------- */

/* The only block that leads to a loop of one block; else NULL. */
static LLVMBasicBlockRef
block_before(LLVMBasicBlockRef loop)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop), phi = LLVMGetFirstInstruction(loop);
	LLVMBasicBlockRef first;
	unsigned i;

	for (i = 0; i < LLVMGetNumSuccessors(end) && LLVMGetSuccessor(end, i) != loop; i++)
		;
	if (i == LLVMGetNumSuccessors(end) || !LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return NULL;
	first = LLVMGetIncomingBlock(phi, 0);
	return first == loop ? LLVMGetIncomingBlock(phi, 1) : first;
}

static bool
is_of_block(LLVMValueRef value, LLVMBasicBlockRef block)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == block;
}

/* The addresses of a gather's lanes but for what all lanes add, before a loop where that does not change in it. */
static void
lane_addresses(struct compilation *c, const struct fetch *fetch, LLVMValueRef before_this, LLVMValueRef *address)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(before_this), before = block_before(block);
	LLVMValueRef index, narrow = LLVMIsASExtInst(fetch->lanes) ? LLVMGetOperand(fetch->lanes, 0) : NULL;
	LLVMBuilderRef b = c->builder;
	unsigned i;

	if (before && !is_of_block(fetch->lanes, block) && !is_of_block(fetch->at[0].root, block))
		before_this = LLVMGetBasicBlockTerminator(before);
	LLVMPositionBuilderBefore(b, before_this);
	for (i = 0; i < fetch->n; i++) {
		index = LLVMBuildExtractElement(b, narrow ? narrow : fetch->lanes, const_int(c->i32, i), "");
		if (narrow)
			index = LLVMBuildSExt(b, index, LLVMGetElementType(LLVMTypeOf(fetch->lanes)), "");
		address[i] = LLVMBuildGEP2(b, fetch->lanes_type, fetch->at[0].root, &index, 1, "");
	}
}

/* A row of n elements from the address, whose root may be another one, on. */
static LLVMValueRef
load_row(struct compilation *c, const struct address *at, LLVMValueRef root, LLVMTypeRef type, unsigned align)
{
	LLVMValueRef index = at->index, bytes = const_int(c->i64, at->bytes), row;
	LLVMBuilderRef b = c->builder;

	if (index)
		root = LLVMBuildGEP2(b, at->type, root, &index, 1, "");
	if (at->bytes)
		root = LLVMBuildGEP2(b, c->i8, root, &bytes, 1, "");
	row = LLVMBuildLoad2(b, type, root, "row");
	LLVMSetAlignment(row, align);
	return row;
}

static void
load_rows_of_gather(struct compilation *c, const struct fetch *fetch, LLVMTypeRef type, LLVMValueRef first, LLVMValueRef *row)
{
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(fetch->value, 1, attribute_kind("align"));
	unsigned i;

	lane_addresses(c, fetch, first, row);
	LLVMPositionBuilderBefore(c->builder, first);
	for (i = 0; i < fetch->n; i++)
		row[i] = load_row(c, &fetch->at[0], row[i], type, align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1);
}

/* Loads each lane's row where the first of its elements is loaded. */
static void
load_rows_of_lanes(struct scan *scan, struct fetch **fetch, unsigned n, LLVMTypeRef type, LLVMValueRef *row)
{
	LLVMValueRef load, first;
	unsigned i, k;

	for (i = 0; i < fetch[0]->n; i++) {
		first = fetch[0]->load[i];
		for (k = 1; k < n; k++) {
			load = fetch[k]->load[i];
			if (ptrmap_get(&scan->place, load) < ptrmap_get(&scan->place, first))
				first = load;
		}
		LLVMPositionBuilderBefore(scan->c->builder, first);
		row[i] = load_row(scan->c, &fetch[0]->at[i], fetch[0]->at[i].root, type, LLVMGetAlignment(fetch[0]->load[i]));
	}
}

static void
erase_insertions(struct fetch *fetch)
{
	LLVMValueRef value = fetch->value, next;
	unsigned i;

	for (; LLVMIsAInsertElementInst(value) && !LLVMGetFirstUse(value); value = next) {
		next = LLVMGetOperand(value, 0);
		LLVMInstructionEraseFromParent(value);
	}
	for (i = 0; i < fetch->n; i++)
		if (!LLVMGetFirstUse(fetch->load[i]))
			LLVMInstructionEraseFromParent(fetch->load[i]);
}

/* Replaces n vectors of neighbouring elements, in that order. */
static void
replace(struct scan *scan, struct fetch **fetch, unsigned n)
{
	struct compilation *c = scan->c;
	LLVMValueRef row[MAX_LANES], column[MAX_ROW];
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(fetch[0]->value)), type = LLVMVectorType(element, n);
	const struct fetch *first = fetch[0];
	unsigned i;

	/* All are there where the first of them is; they stand in the block's order. */
	for (i = 1; i < n; i++)
		if (fetch[i] < first)
			first = fetch[i];
	if (first->lanes)
		load_rows_of_gather(c, fetch[0], type, first->value, row);
	else
		load_rows_of_lanes(scan, fetch, n, type, row);
	LLVMPositionBuilderBefore(c->builder, first->value);
	transpose(c, row, first->n, n, longest_row(c, element), column);
	for (i = 0; i < n; i++) {
		LLVMReplaceAllUsesWith(fetch[i]->value, column[i]);
		fetch[i]->taken = true;
	}
}

/* --- finding ------------------------------------------------------------------------ */

/* The address is so many bytes behind the other one. */
static bool
is_behind(const struct address *address, const struct address *other, uint64_t bytes)
{
	return address->root == other->root && address->index == other->index && address->type == other->type &&
	       address->bytes == other->bytes + bytes;
}

/* The vector that is not taken yet of what lies so many bytes behind another one in all lanes; or NULL. */
static struct fetch *
find_neighbour(struct scan *scan, const struct fetch *of, uint64_t bytes)
{
	struct fetch *other;
	unsigned i;

	for (other = scan->fetch; other < scan->fetch + scan->n; other++) {
		if (other->taken || LLVMTypeOf(other->value) != LLVMTypeOf(of->value) || other->lanes != of->lanes ||
		    other->lanes_type != of->lanes_type)
			continue;
		for (i = 0; i < (of->lanes ? 1 : of->n) && is_behind(&other->at[i], &of->at[i], bytes); i++)
			;
		if (i == (of->lanes ? 1 : of->n))
			return other;
	}
	return NULL;
}

/* Replaces the longest row that starts with that vector. */
static bool
replace_row(struct scan *scan, struct fetch *start)
{
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(start->value));
	uint64_t size = LLVMABISizeOfType(scan->c->layout, element);
	unsigned length = longest_row(scan->c, element), i;
	struct fetch *row[MAX_ROW] = { start };

	if (!length || start->n < length || find_neighbour(scan, start, 0 - size))
		return false;
	for (i = 1; i < length && (row[i] = find_neighbour(scan, start, i * size)); i++)
		;
	if (i == 1)
		return false;
	replace(scan, row, i < length ? 2 : length);
	return true;
}

/* Vectors of one block between which nothing is written. */
static void
replace_rows(struct scan *scan)
{
	struct fetch *fetch;
	bool again = true;

	while (again)
		for (again = false, fetch = scan->fetch; fetch < scan->fetch + scan->n; fetch++)
			again |= !fetch->taken && replace_row(scan, fetch);
	for (fetch = scan->fetch; fetch < scan->fetch + scan->n; fetch++)
		if (fetch->taken && fetch->lanes)
			LLVMInstructionEraseFromParent(fetch->value);
		else if (fetch->taken)
			erase_insertions(fetch);
}

/* Goes on behind what may write memory. */
static void
begin(struct scan *scan)
{
	scan->written = scan->last;
	scan->n = 0;
}

/* The instruction reads one lane of a vector. */
static bool
is_load_of_lane(LLVMValueRef instruction)
{
	LLVMUseRef use = LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction) ? LLVMGetFirstUse(instruction) : NULL;

	return use && !LLVMGetNextUse(use) && LLVMIsAInsertElementInst(LLVMGetUser(use));
}

/* Takes up an instruction that does not write memory. */
static void
look_at(struct scan *scan, LLVMValueRef instruction)
{
	if (is_load_of_lane(instruction))
		ptrmap_set(&scan->place, instruction, ++scan->last);
	else if (scan->n < MAX_FETCHES && read_fetch(scan, instruction, &scan->fetch[scan->n]))
		scan->n++;
}

static void
transpose_in_block(struct scan *scan, LLVMBasicBlockRef block)
{
	LLVMValueRef i, next;

	begin(scan);
	for (i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!may_write(i)) {
			look_at(scan, i);
			continue;
		}
		replace_rows(scan);
		begin(scan);
	}
	replace_rows(scan);
}

/* --- loops ---------------------------------------------------------------------------- */

/* The value is a counter of the loop that grows by one in each round. */
static bool
counts_rounds(LLVMValueRef value, LLVMBasicBlockRef loop)
{
	LLVMValueRef next;
	int64_t constant;
	unsigned i;

	if (!value || !LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != loop || LLVMCountIncoming(value) != 2)
		return false;
	i = LLVMGetIncomingBlock(value, 0) == loop ? 0 : 1;
	next = LLVMGetIncomingValue(value, i);
	return LLVMGetIncomingBlock(value, i) == loop && without_constant(next, &constant) == value && constant == 1;
}

/* In the next round of the loop the vector is its neighbour. */
static bool
goes_along_rows(struct compilation *c, const struct fetch *fetch, LLVMBasicBlockRef loop)
{
	uint64_t size = LLVMABISizeOfType(c->layout, LLVMGetElementType(LLVMTypeOf(fetch->value)));
	unsigned i;

	if (fetch->lanes && is_of_block(fetch->lanes, loop))
		return false;
	for (i = 0; i < (fetch->lanes ? 1 : fetch->n); i++)
		if (is_of_block(fetch->at[i].root, loop) || !counts_rounds(fetch->at[i].index, loop) ||
		    LLVMABISizeOfType(c->layout, fetch->at[i].type) != size)
			return false;
	return longest_row(c, LLVMGetElementType(LLVMTypeOf(fetch->value))) != 0;
}

/* A small loop of one block that only reads, and of that rows. */
static bool
is_worth_unrolling(struct scan *scan, LLVMBasicBlockRef block)
{
	LLVMValueRef i;
	int n = 0;

	if (!block_before(block) || loop_is_described(scan->c, LLVMGetBasicBlockTerminator(block)))
		return false;
	begin(scan);
	for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		if (++n > LONG_LOOP || may_write(i))
			return false;
		look_at(scan, i);
	}
	for (n = 0; n < scan->n; n++)
		if (goes_along_rows(scan->c, &scan->fetch[n], block))
			return true;
	return false;
}

/* Unrolls loops that go along rows. */
static int
unroll(struct scan *scan)
{
	LLVMValueRef function;
	LLVMBasicBlockRef block;
	bool found = false;

	for (function = LLVMGetFirstFunction(scan->c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if (is_worth_unrolling(scan, block)) {
				loop_unroll(scan->c, LLVMGetBasicBlockTerminator(block), UNROLL);
				found = true;
			}
	return found ? compilation_run_passes(scan->c, "function(loop-unroll,instsimplify)") : 0;
}

int
transpose_rows(struct compilation *c)
{
	struct scan *scan = arena_calloc(c->arena, 1, sizeof *scan);
	LLVMValueRef function;
	LLVMBasicBlockRef block;

	scan->c = c;
	ptrmap_init(&scan->place, c->arena, 0);
	if (unroll(scan))
		return -1;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			transpose_in_block(scan, block);
	return 0;
}
