#include "mux/emit/transpose.h"

#include "base/ptrmap.h"
#include "mux/emit/apart.h"
#include "mux/emit/loops.h"
#include "mux/emit/rows.h"

enum {
	MAX_FETCHES = 32,	/* looked at together */
	LONG_LOOP = 100,	/* instructions */
	LONG_SQUARE = 400,	/* a loop that goes along squares */
};

/* A vector of memory that is not in one piece. */
struct fetch {
	LLVMValueRef value;			/* what is loaded, or the scatter */
	LLVMValueRef stored;			/* by the scatter; else NULL */
	LLVMTypeRef type;
	unsigned n;				/* lanes */
	/* A gather or scatter: what each lane adds to the address in at[0] (struct addresses). */
	LLVMValueRef lanes;
	LLVMTypeRef lanes_type;
	/* Else the lanes' loads, and their addresses. */
	LLVMValueRef load[ROW_LANES];
	struct address at[ROW_LANES];
	bool taken;
};

/* A block that is looked at. */
struct scan {
	struct compilation *c;
	struct ptrmap place;		/* of loads of lanes: numbers that grow in the block's order */
	uint32_t last, written;		/* the last such number, and the last one before memory was written */
	LLVMValueRef apart;		/* the mark of what is looked at (apart.h) */
	struct fetch fetch[MAX_FETCHES];
	int n;
	struct ptrmap offsets;		/* arrays of the lanes of vectors of offsets, extracted behind these */
};

/* --- reading ---------------------------------------------------------------------- */

static bool
read_addresses(struct scan *scan, LLVMValueRef value, struct fetch *fetch)
{
	struct addresses addresses;

	if (!row_read_addresses(scan->c, value, &addresses))
		return false;
	fetch->at[0] = addresses.common;
	fetch->lanes = addresses.lanes;
	fetch->lanes_type = addresses.lanes_type;
	return true;
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
		row_read_address(scan->c, LLVMGetOperand(load, 0), &fetch->at[lane]);
	}
	return n == fetch->n;
}

static bool
read_fetch(struct scan *scan, LLVMValueRef value, struct fetch *fetch)
{
	LLVMValueRef stored = row_is_scatter(value) ? LLVMGetOperand(value, SCATTERED_VALUE) : NULL;
	LLVMTypeRef type = LLVMTypeOf(stored ? stored : value);

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return false;
	*fetch = (struct fetch){ .value = value, .stored = stored, .type = type, .n = LLVMGetVectorSize(type) };
	if (fetch->n > ROW_LANES || fetch->n & (fetch->n - 1))
		return false;
	if (stored)
		return read_addresses(scan, LLVMGetOperand(value, SCATTERED_TO), fetch);
	return row_is_gather(value) ? read_addresses(scan, LLVMGetOperand(value, 0), fetch) : read_insertions(scan, value, fetch);
}

/* --- shuffles ---------------------------------------------------------------------- */

/* A shuffle of two vectors, whose elements count on. */
static LLVMValueRef
shuffle(struct compilation *c, LLVMValueRef one, LLVMValueRef other, const unsigned *element, unsigned n)
{
	LLVMValueRef mask[ROW_LANES];
	unsigned i;

	for (i = 0; i < n; i++)
		mask[i] = const_int(c->i32, element[i]);
	return LLVMBuildShuffleVector(c->builder, one, other, LLVMConstVector(mask, n), "");
}

/* n vectors, a power of two, one behind the other. */
static LLVMValueRef
concatenate(struct compilation *c, LLVMValueRef *vector, unsigned n)
{
	unsigned element[ROW_LANES], size = LLVMGetVectorSize(LLVMTypeOf(vector[0])), i;

	for (i = 0; i < ROW_LANES; i++)
		element[i] = i;
	for (; n > 1; n /= 2, size *= 2)
		for (i = 0; i < n / 2; i++)
			vector[i] = shuffle(c, vector[2 * i], vector[2 * i + 1], element, 2 * size);
	return vector[0];
}

/* Vectors as pieces of so many units, which are so many elements that stay together. */
struct pieces {
	unsigned size, unit;
};

/* In each piece of two vectors the even or the odd units, first those of one, then those of the other. */
static LLVMValueRef
every_second(struct compilation *c, LLVMValueRef one, LLVMValueRef other, unsigned odd, struct pieces pieces)
{
	unsigned element[ROW_LANES], size = LLVMGetVectorSize(LLVMTypeOf(one)), i, unit, from;

	for (i = 0; i < size; i++) {
		unit = i / pieces.unit;
		from = 2 * (unit % pieces.size) + odd;
		element[i] = (unit - unit % pieces.size + from % pieces.size) * pieces.unit + i % pieces.unit + (from < pieces.size ? 0 : size);
	}
	return shuffle(c, one, other, element, size);
}

/* Of n vectors that have n units of each lane, one behind the other: a vector of each unit, in column[0], column[step] ... */
static void
split_columns(struct compilation *c, LLVMValueRef *vector, unsigned n, struct pieces pieces, LLVMValueRef *column, unsigned step)
{
	LLVMValueRef half[ROW_LENGTH];
	unsigned odd, i;

	if (n == 1) {
		column[0] = vector[0];
		return;
	}
	for (odd = 0; odd < 2; odd++) {
		for (i = 0; i < n / 2; i++)
			half[i] = every_second(c, vector[2 * i], vector[2 * i + 1], odd, pieces);
		split_columns(c, half, n / 2, pieces, column + odd * step, 2 * step);
	}
}

/* Makes vectors of the lanes' rows: a vector of each of their n elements. */
static void
transpose(struct compilation *c, LLVMValueRef *row, unsigned lanes, unsigned n, unsigned piece, LLVMValueRef *column)
{
	LLVMValueRef vector[ROW_LENGTH], part[ROW_LANES];
	unsigned together = piece / n, i, k, m;

	/* So many rows fill a piece; vector i has those of n in each piece of the result. */
	for (i = 0; i < n; i++) {
		for (m = 0; m < lanes / n; m++) {
			k = m / together * piece + i * together + m % together;
			part[m] = row[k];
		}
		vector[i] = concatenate(c, part, lanes / n);
	}
	split_columns(c, vector, n, (struct pieces){ piece, 1 }, column, 1);
}

/* The same of n rows of n elements: within pieces, then of whole pieces. */
static void
transpose_square(struct compilation *c, LLVMValueRef *row, unsigned n, unsigned piece, LLVMValueRef *column)
{
	LLVMValueRef part[ROW_LENGTH], group[ROW_LENGTH];
	unsigned i, k;

	for (i = 0; i < n; i += piece)
		split_columns(c, row + i, piece, (struct pieces){ piece, 1 }, part + i, 1);
	for (k = 0; k < piece; k++) {
		for (i = 0; i < n / piece; i++)
			group[i] = part[i * piece + k];
		split_columns(c, group, n / piece, (struct pieces){ n / piece, piece }, column + k, piece);
	}
}

/* --- rewriting --------------------------------------------------------------------- */

/* Extracts the lanes' offsets of a gather or scatter, in elements, or addresses. */
static void
extract_offsets(struct compilation *c, LLVMValueRef lanes, LLVMValueRef *offset)
{
	LLVMValueRef narrow = LLVMIsASExtInst(lanes) ? LLVMGetOperand(lanes, 0) : NULL;
	unsigned i, n = LLVMGetVectorSize(LLVMTypeOf(lanes));

	for (i = 0; i < n; i++) {
		offset[i] = LLVMBuildExtractElement(c->builder, narrow ? narrow : lanes, const_int(c->i32, i), "");
		if (narrow)
			offset[i] = LLVMBuildSExt(c->builder, offset[i], LLVMGetElementType(LLVMTypeOf(lanes)), "");
	}
}

/* The lanes' offsets, once behind where they are computed if that is before a loop in which they are used. */
static const LLVMValueRef *
lane_offsets(struct scan *scan, const struct fetch *fetch, LLVMValueRef before_this)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(before_this);
	LLVMValueRef *offset, lanes = fetch->lanes;
	bool outside = row_block_before(block) && LLVMIsAInstruction(lanes) && !LLVMIsAPHINode(lanes) && !row_is_of_block(lanes, block);

	if (outside && ptrmap_has(&scan->offsets, lanes))
		return ptrmap_pointer(&scan->offsets, lanes);
	offset = arena_calloc(scan->c->arena, ROW_LANES, sizeof *offset);
	LLVMPositionBuilderBefore(scan->c->builder, outside ? LLVMGetNextInstruction(lanes) : before_this);
	extract_offsets(scan->c, lanes, offset);
	if (outside)
		ptrmap_set_pointer(&scan->offsets, lanes, offset);
	return offset;
}

/* The address, from another root. */
static LLVMValueRef
build_address(struct compilation *c, const struct address *at, LLVMValueRef root)
{
	LLVMValueRef index = at->index, bytes = const_int(c->i64, at->bytes), address = root;

	if (index)
		address = LLVMBuildGEP2(c->builder, at->type, address, &index, 1, "");
	return at->bytes ? LLVMBuildGEP2(c->builder, c->i8, address, &bytes, 1, "") : address;
}

/* Loads a row of that type from the address, or stores that row to it. */
static LLVMValueRef
access_row(struct compilation *c, LLVMValueRef address, LLVMTypeRef type, LLVMValueRef row, unsigned align)
{
	LLVMValueRef access = row ? LLVMBuildStore(c->builder, row, address) : LLVMBuildLoad2(c->builder, type, address, "row");

	LLVMSetAlignment(access, align);
	return access;
}

/* Loads the rows of a gather before an instruction, or stores those of a scatter. */
static void
access_rows(struct scan *scan, const struct fetch *fetch, LLVMTypeRef type, LLVMValueRef before_this, LLVMValueRef *row)
{
	struct compilation *c = scan->c;
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(fetch->value, fetch->stored ? 2 : 1, attribute_kind("align"));
	const LLVMValueRef *offset = lane_offsets(scan, fetch, before_this);
	LLVMValueRef start = NULL, address, index;
	unsigned i;

	LLVMPositionBuilderBefore(c->builder, before_this);
	if (fetch->lanes_type)
		start = build_address(c, &fetch->at[0], fetch->at[0].root);
	for (i = 0; i < fetch->n; i++) {
		index = offset[i];
		address = start ? LLVMBuildGEP2(c->builder, fetch->lanes_type, start, &index, 1, "")
			: build_address(c, &fetch->at[0], index);
		row[i] = access_row(c, address, type, fetch->stored ? row[i] : NULL,
				    align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1);
	}
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
		row[i] = access_row(scan->c, build_address(scan->c, &fetch[0]->at[i], fetch[0]->at[i].root), type, NULL, LLVMGetAlignment(fetch[0]->load[i]));
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

/* Of n vectors of neighbouring elements the first one, or the last one, in the block's order. */
static const struct fetch *
outermost(struct fetch **fetch, unsigned n, bool last)
{
	const struct fetch *found = fetch[0];
	unsigned i;

	for (i = 1; i < n; i++)
		if (last ? fetch[i] > found : fetch[i] < found)
			found = fetch[i];
	return found;
}

/* Replaces the vector in the code, and in what was read of it: a copy of rows stores what it loads. */
static void
replace_vector(struct scan *scan, LLVMValueRef old, LLVMValueRef new)
{
	struct fetch *fetch;
	unsigned i;

	LLVMReplaceAllUsesWith(old, new);
	/* It is erased later, and another value may have its address. */
	if (ptrmap_has(&scan->offsets, old))
		ptrmap_init(&scan->offsets, scan->c->arena, 0);
	for (fetch = scan->fetch; fetch < scan->fetch + scan->n; fetch++) {
		if (fetch->stored == old)
			fetch->stored = new;
		if (fetch->lanes == old)
			fetch->lanes = new;
		for (i = 0; i < (fetch->lanes ? 1 : fetch->n); i++) {
			if (fetch->at[i].root == old)
				fetch->at[i].root = new;
			if (fetch->at[i].index == old)
				fetch->at[i].index = new;
		}
	}
}

/* Replaces n vectors of neighbouring elements, in that order, by loads of rows. */
static void
load_rows(struct scan *scan, struct fetch **fetch, unsigned n)
{
	struct compilation *c = scan->c;
	LLVMValueRef row[ROW_LANES], column[ROW_LENGTH];
	LLVMTypeRef element = LLVMGetElementType(fetch[0]->type), type = LLVMVectorType(element, n);
	/* All are there where the first of them is. */
	const struct fetch *first = outermost(fetch, n, false);
	unsigned i;

	if (first->lanes)
		access_rows(scan, fetch[0], type, first->value, row);
	else
		load_rows_of_lanes(scan, fetch, n, type, row);
	LLVMPositionBuilderBefore(c->builder, first->value);
	if (n > row_longest(c, element))
		transpose_square(c, row, n, row_longest(c, element), column);
	else
		transpose(c, row, first->n, n, row_longest(c, element), column);
	for (i = 0; i < n; i++)
		replace_vector(scan, fetch[i]->value, column[i]);
}

/* Replaces n scatters to neighbouring elements, in that order and as many as fill a piece, by stores of rows. */
static void
store_rows(struct scan *scan, struct fetch **fetch, unsigned n)
{
	struct compilation *c = scan->c;
	LLVMValueRef column[ROW_LENGTH], vector[ROW_LENGTH], row[ROW_LANES];
	/* All values are there where the last of them is stored. */
	const struct fetch *last = outermost(fetch, n, true);
	unsigned element[ROW_LENGTH], lane, i;

	LLVMPositionBuilderBefore(c->builder, last->value);
	for (i = 0; i < n; i++)
		column[i] = fetch[i]->stored;
	/* Each piece is a square of n columns and n rows. */
	split_columns(c, column, n, (struct pieces){ n, 1 }, vector, 1);
	for (lane = 0; lane < last->n; lane++) {
		for (i = 0; i < n; i++)
			element[i] = lane / n * n + i;
		row[lane] = shuffle(c, vector[lane % n], LLVMGetPoison(last->type), element, n);
	}
	access_rows(scan, fetch[0], NULL, last->value, row);
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
		if (other->taken || other->type != of->type || !other->stored != !of->stored || other->lanes != of->lanes ||
		    other->lanes_type != of->lanes_type)
			continue;
		for (i = 0; i < (of->lanes ? 1 : of->n) && is_behind(&other->at[i], &of->at[i], bytes); i++)
			;
		if (i == (of->lanes ? 1 : of->n))
			return other;
	}
	return NULL;
}

/* Replaces the longest row that starts with that vector; stores are replaced by stores of whole pieces. */
static bool
replace_row(struct scan *scan, struct fetch *start)
{
	LLVMTypeRef element = LLVMGetElementType(start->type);
	uint64_t size = LLVMABISizeOfType(scan->c->layout, element);
	unsigned length = row_longest(scan->c, element), square = start->stored ? 0 : row_square(scan->c, start->type), i, n;
	struct fetch *row[ROW_LENGTH] = { start };

	if (!length || start->n < length || find_neighbour(scan, start, 0 - size))
		return false;
	for (i = 1; i < (square ? square : length) && (row[i] = find_neighbour(scan, start, i * size)); i++)
		;
	n = i == square ? square : i < length ? 2 : length;
	if (i == 1 || (start->stored && n < length))
		return false;
	if (start->stored)
		store_rows(scan, row, n);
	else
		load_rows(scan, row, n);
	for (i = 0; i < n; i++)
		row[i]->taken = true;
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

/* Goes on behind what may write memory, with what has that mark. */
static void
begin(struct scan *scan, LLVMValueRef apart)
{
	scan->written = scan->last;
	scan->n = 0;
	scan->apart = apart;
}

/* The instruction reads one lane of a vector. */
static bool
is_load_of_lane(LLVMValueRef instruction)
{
	LLVMUseRef use = LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction) ? LLVMGetFirstUse(instruction) : NULL;

	return use && !LLVMGetNextUse(use) && LLVMIsAInsertElementInst(LLVMGetUser(use));
}

/* Takes up an instruction that does not write memory, or writes apart from what is read. */
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
	LLVMValueRef i, next, apart;

	begin(scan, NULL);
	for (i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		apart = apart_mark(scan->c, i);
		if (row_may_access(i) && (apart != scan->apart || (row_may_write(i) && !apart))) {
			replace_rows(scan);
			begin(scan, apart);
		}
		if (!row_may_write(i) || apart)
			look_at(scan, i);
	}
	replace_rows(scan);
}

/* --- loops ---------------------------------------------------------------------------- */

/* So many elements behind the vector is that of the loop's next round; 0: it does not go along rows. */
static int64_t
step_along_rows(struct compilation *c, const struct fetch *fetch, LLVMBasicBlockRef loop)
{
	uint64_t size = LLVMABISizeOfType(c->layout, LLVMGetElementType(fetch->type));
	int64_t step = row_step(fetch->at[0].index, loop);
	unsigned i;

	if (fetch->lanes && row_is_of_block(fetch->lanes, loop))
		return 0;
	for (i = 0; i < (fetch->lanes ? 1 : fetch->n); i++)
		if (row_is_of_block(fetch->at[i].root, loop) || row_step(fetch->at[i].index, loop) != step ||
		    LLVMABISizeOfType(c->layout, fetch->at[i].type) != size)
			return 0;
	return row_longest(c, LLVMGetElementType(fetch->type)) ? step : 0;
}

/* So many rounds of the loop's block make squares of the rows of one array; 0: it has several, or writes some. */
static unsigned
rounds_of_square(struct scan *scan, LLVMBasicBlockRef block)
{
	const struct fetch *fetch, *first = NULL;
	int64_t step = 0, n = 0;
	unsigned square;

	for (fetch = scan->fetch; fetch < scan->fetch + scan->n; fetch++) {
		if (!step_along_rows(scan->c, fetch, block))
			continue;
		if (first && (fetch->type != first->type || fetch->lanes != first->lanes || fetch->at[0].root != first->at[0].root))
			return 0;
		first = fetch;
		step = step_along_rows(scan->c, fetch, block);
		n++;
	}
	square = first && !first->stored ? row_square(scan->c, first->type) : 0;
	/* LLVM may have unrolled it before: then there is a vector of each element. */
	return n == step && n && square % (unsigned)n == 0 ? square / (unsigned)n : 0;
}

/* So many rounds run together of a small loop of one block that goes along rows, and writes nothing or apart from what it reads; else 0. */
static unsigned
rounds_together(struct scan *scan, LLVMBasicBlockRef block)
{
	LLVMValueRef i;
	unsigned rounds;
	int n = 0;

	if (!row_block_before(block) || loop_is_described(scan->c, LLVMGetBasicBlockTerminator(block)))
		return 0;
	begin(scan, NULL);
	for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		if (++n > LONG_LOOP || (row_may_write(i) && !apart_mark(scan->c, i)))
			return 0;
		look_at(scan, i);
	}
	rounds = rounds_of_square(scan, block);
	if (rounds > 1 && n * (int)rounds <= LONG_SQUARE)
		return rounds;
	for (n = 0; n < scan->n; n++)
		if (step_along_rows(scan->c, &scan->fetch[n], block) == 1)
			return ROW_UNROLL;
	return 0;
}

/* Unrolls loops that go along rows, and others that are to be. */
static int
unroll(struct scan *scan, bool found)
{
	LLVMValueRef function;
	LLVMBasicBlockRef block;
	unsigned rounds;

	for (function = LLVMGetFirstFunction(scan->c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			if ((rounds = rounds_together(scan, block))) {
				loop_unroll(scan->c, LLVMGetBasicBlockTerminator(block), rounds, rounds > ROW_UNROLL ? ROW_UNROLL : 1);
				found = true;
			}
	/* The second time what is left of squares. */
	return found ? compilation_run_passes(scan->c, "function(loop-unroll,loop-unroll,instsimplify)") : 0;
}

int
transpose_rows(struct compilation *c, bool unrolls)
{
	struct scan *scan = arena_calloc(c->arena, 1, sizeof *scan);
	LLVMValueRef function;
	LLVMBasicBlockRef block;

	scan->c = c;
	ptrmap_init(&scan->place, c->arena, 0);
	ptrmap_init(&scan->offsets, c->arena, 0);
	if (unroll(scan, unrolls))
		return -1;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			transpose_in_block(scan, block);
	return 0;
}
