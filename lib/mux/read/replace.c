#include "mux/read/replace.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "format/spirv.h"
#include "format/spirvwords.h"

enum kind { NO_TYPE, NUMBER, VECTOR, ARRAY, STRUCT, POINTER, OTHER_TYPE };

/* What is known of an id. */
struct id {
	enum kind kind;		/* of a type */
	bool is_integer;	/* of a number */
	uint32_t bits;		/* of a number */
	uint32_t element, n;	/* of a vector, array, structure; a pointer's element is what it points to */
	uint32_t storage;	/* of a pointer */
	uint32_t size;		/* in bytes; 0 where it is not known here: of structures, whose layout may be packed */
	const uint32_t *member;	/* of a structure: their types */
	uint32_t type;		/* of a value, else 0 */
	uint32_t value;		/* of a constant: its first word */
	const uint32_t *part;	/* of a constant structure or array: its parts, as many as its type has */
	const char *entry;	/* of a function that is an entry point: its name */
	const char *linkage;	/* of a function: the name that it is exported or imported under */
	bool defined;		/* of a function: its definition was seen */
	bool hidden;		/* of a function: neither its name nor its linkage is kept */
	bool is_note;		/* of a set of instructions that mean nothing, or of one of them */
};

enum { MAX_NESTING = 16 };	/* of structures in constants */
enum { S_MUL_HI = 160, PRINTF = 184, U_MUL_HI = 203 };	/* instructions of OpenCL.std */

struct replace {
	struct arena *arena;
	struct id *id;
	uint32_t bound;		/* of the ids that the input has */
	uint32_t new_id;
	uint32_t library;	/* OpenCL.std, once known */
	bool in_functions;
	bool of_llvm;		/* the generator is LLVM's back end */
	uint32_t function;	/* the one that the first walk is in */
	uint32_t word_type;	/* integers of 32 bits; 0: none yet */
	struct spirv_words before, constants, functions;
	struct spirv_words stores;	/* into variables of the function that has begun */
	struct id none;		/* what is known of an id that the input does not have */
};

/* Where instructions go that are neither constants nor stores. */
static struct spirv_words *
output(struct replace *r)
{
	return r->in_functions ? &r->functions : &r->before;
}

static void
put(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	spirv_words_put(output(r), op, count, operand);
}

#define PUT(r, op, ...) SPIRV_PUT(output(r), op, __VA_ARGS__)
#define PUT_CONSTANT(r, op, ...) SPIRV_PUT(&(r)->constants, op, __VA_ARGS__)

/* The same with a new id as result. */
#define NEW(r, op, type, ...) (PUT(r, op, type, (r)->new_id, __VA_ARGS__), (r)->new_id++)

static struct id *
id_of(struct replace *r, uint32_t number)
{
	return number < r->bound ? &r->id[number] : &r->none;
}

static struct id *
type_of(struct replace *r, uint32_t value)
{
	return id_of(r, id_of(r, value)->type);
}

static void
note_type(struct replace *r, struct id *id, uint32_t op, uint32_t count, const uint32_t *operand)
{
	id->kind = OTHER_TYPE;
	if ((op == SPIRV_OP_TYPE_INT || op == SPIRV_OP_TYPE_FLOAT) && count >= 2) {
		id->kind = NUMBER;
		id->is_integer = op == SPIRV_OP_TYPE_INT;
		id->bits = operand[1];
		id->size = id->bits / 8;
		if (id->is_integer && id->bits == 32)
			r->word_type = operand[0];
	} else if (op == SPIRV_OP_TYPE_VECTOR && count >= 3) {
		id->kind = VECTOR;
		id->element = operand[1];
		id->n = operand[2];
		id->size = id_of(r, id->element)->size * (id->n == 3 ? 4 : id->n);
	} else if (op == SPIRV_OP_TYPE_ARRAY && count >= 3) {
		id->kind = ARRAY;
		id->element = operand[1];
		id->n = id_of(r, operand[2])->value;
		id->size = id_of(r, id->element)->size * id->n;
	} else if (op == SPIRV_OP_TYPE_STRUCT) {
		id->kind = STRUCT;
		id->n = count - 1;
		id->member = operand + 1;
	} else if (op == SPIRV_OP_TYPE_POINTER && count >= 3) {
		id->kind = POINTER;
		id->storage = operand[1];
		id->element = operand[2];
		id->size = 8;
	}
}

/* Notes a type, or the type of a value: of instructions only those with a result begin with a type. */
static void
note(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *id = count && operand[0] < r->bound ? id_of(r, operand[0]) : NULL;

	if (op == SPIRV_OP_FUNCTION)
		r->in_functions = true;
	if (!id)
		return;
	if (op >= SPIRV_OP_TYPE_VOID && op <= SPIRV_OP_TYPE_PIPE) {
		if (id->kind == NO_TYPE)
			note_type(r, id, op, count, operand);
	} else if (id->kind != NO_TYPE && count >= 2 && operand[1] < r->bound && id_of(r, operand[1])->kind == NO_TYPE) {
		id_of(r, operand[1])->type = operand[0];
	}
}

/* The value of an integer type, or of a vector of them. */
static uint32_t
constant(struct replace *r, uint32_t type, uint32_t value)
{
	const struct id *id = id_of(r, type);
	uint32_t part[2 + 16], i;

	if (id->kind == VECTOR) {
		part[0] = type;
		part[2] = constant(r, id->element, value);
		part[1] = r->new_id++;
		for (i = 1; i < id->n && i < 16; i++)
			part[2 + i] = part[2];
		spirv_words_put(&r->constants, SPIRV_OP_CONSTANT_COMPOSITE, 2 + i, part);
		return part[1];
	}
	if (id->bits > 32)
		PUT_CONSTANT(r, SPIRV_OP_CONSTANT, type, r->new_id, value, 0);
	else
		PUT_CONSTANT(r, SPIRV_OP_CONSTANT, type, r->new_id, value);
	return r->new_id++;
}

static uint32_t
bits_of(struct replace *r, uint32_t type)
{
	const struct id *id = id_of(r, type);

	return id->kind == VECTOR ? id_of(r, id->element)->bits : id->bits;
}

/* The words of memory operands, their alignment included: the first set is for writing, a second one for reading. */
static uint32_t
memory_operands(uint32_t count, const uint32_t *operand)
{
	uint32_t n = 1;

	if (count && *operand & SPIRV_MEMORY_ALIGNED)
		n++;
	return count < n ? count : n;
}

static bool
put_copy(struct replace *r, uint32_t count, const uint32_t *operand)
{
	enum { LARGE = 256 };
	uint32_t type = type_of(r, operand[0])->element, load[8] = { type, r->new_id, operand[1] }, store[8] = { operand[0], r->new_id };
	uint32_t first = memory_operands(count - 2, operand + 2), second = memory_operands(count - 2 - first, operand + 2 + first);

	if (!type)
		return false;
	/* LLVM takes a value of many parts apart. */
	if (id_of(r, type)->size > LARGE && r->word_type) {
		PUT(r, SPIRV_OP_COPY_MEMORY_SIZED, operand[0], operand[1], constant(r, r->word_type, id_of(r, type)->size));
		return true;
	}
	r->new_id++;
	memcpy(load + 3, operand + 2 + (second ? first : 0), (second ? second : first) * sizeof *load);
	memcpy(store + 2, operand + 2, first * sizeof *store);
	put(r, SPIRV_OP_LOAD, 3 + (second ? second : first), load);
	put(r, SPIRV_OP_STORE, 2 + first, store);
	return true;
}

/* The sum and its carry, the difference and its borrow: the highest bit of what leaves the highest place. */
static bool
put_carry(struct replace *r, uint32_t op, const uint32_t *operand)
{
	uint32_t a = operand[2], b = operand[3], type = id_of(r, a)->type, value, both, one, carry, shift;
	bool adds = op == SPIRV_OP_I_ADD_CARRY;

	if (!bits_of(r, type))
		return false;
	value = NEW(r, adds ? SPIRV_OP_I_ADD : SPIRV_OP_I_SUB, type, a, b);
	if (!adds)
		a = NEW(r, SPIRV_OP_NOT, type, a);
	both = NEW(r, SPIRV_OP_BITWISE_AND, type, a, b);
	one = NEW(r, SPIRV_OP_BITWISE_OR, type, a, b);
	carry = adds ? NEW(r, SPIRV_OP_NOT, type, value) : value;
	carry = NEW(r, SPIRV_OP_BITWISE_AND, type, one, carry);
	carry = NEW(r, SPIRV_OP_BITWISE_OR, type, both, carry);
	shift = constant(r, type, bits_of(r, type) - 1);
	carry = NEW(r, SPIRV_OP_SHIFT_RIGHT_LOGICAL, type, carry, shift);
	PUT(r, SPIRV_OP_COMPOSITE_CONSTRUCT, operand[0], operand[1], value, carry);
	return true;
}

/* The low and the high half of a product. */
static bool
put_product(struct replace *r, uint32_t op, const uint32_t *operand)
{
	uint32_t type = id_of(r, operand[2])->type, low, high;

	if (!bits_of(r, type))
		return false;
	low = NEW(r, SPIRV_OP_I_MUL, type, operand[2], operand[3]);
	high = NEW(r, SPIRV_OP_EXT_INST, type, r->library, op == SPIRV_OP_S_MUL_EXTENDED ? S_MUL_HI : U_MUL_HI, operand[2], operand[3]);
	PUT(r, SPIRV_OP_COMPOSITE_CONSTRUCT, operand[0], operand[1], low, high);
	return true;
}

static bool
put_difference(struct replace *r, const uint32_t *operand)
{
	uint32_t size = id_of(r, type_of(r, operand[2])->element)->size, left, right;

	if (!size)
		return false;
	left = NEW(r, SPIRV_OP_CONVERT_PTR_TO_U, operand[0], operand[2]);
	right = NEW(r, SPIRV_OP_CONVERT_PTR_TO_U, operand[0], operand[3]);
	left = NEW(r, SPIRV_OP_I_SUB, operand[0], left, right);
	right = constant(r, operand[0], size);
	PUT(r, SPIRV_OP_S_DIV, operand[0], operand[1], left, right);
	return true;
}

/* The distance of two elements. */
static bool
put_size(struct replace *r, const uint32_t *operand)
{
	uint32_t pointer = id_of(r, operand[2])->type, one, next, left, right;

	if (id_of(r, pointer)->kind != POINTER)
		return false;
	one = constant(r, operand[0], 1);
	next = NEW(r, SPIRV_OP_PTR_ACCESS_CHAIN, pointer, operand[2], one);
	left = NEW(r, SPIRV_OP_CONVERT_PTR_TO_U, operand[0], next);
	right = NEW(r, SPIRV_OP_CONVERT_PTR_TO_U, operand[0], operand[2]);
	PUT(r, SPIRV_OP_I_SUB, operand[0], operand[1], left, right);
	return true;
}

/* A value whose type has the same parts as the one wanted, part by part; result 0: a new id. */
static uint32_t
put_logical(struct replace *r, uint32_t to, uint32_t result, uint32_t from, uint32_t value)
{
	const struct id *type = id_of(r, to), *source = id_of(r, from);
	uint32_t n = type->n, all, part, i, to_part, from_part;

	/* Types that contain themselves are damage. */
	if (to == from || r->new_id >= SPIRV_MAX_BOUND || (type->kind != STRUCT && type->kind != ARRAY) || type->kind != source->kind || !n || n != source->n) {
		if (!result)
			return value;
		PUT(r, SPIRV_OP_COPY_OBJECT, to, result, value);
		return result;
	}
	PUT(r, SPIRV_OP_UNDEF, to, r->new_id);
	all = r->new_id++;
	for (i = 0; i < n; i++) {
		to_part = type->kind == STRUCT ? type->member[i] : type->element;
		from_part = type->kind == STRUCT ? source->member[i] : source->element;
		part = NEW(r, SPIRV_OP_COMPOSITE_EXTRACT, from_part, value, i);
		part = put_logical(r, to_part, 0, from_part, part);
		if (i + 1 == n && result)
			PUT(r, SPIRV_OP_COMPOSITE_INSERT, to, result, part, all, i);
		else
			all = NEW(r, SPIRV_OP_COMPOSITE_INSERT, to, part, all, i);
	}
	return result ? result : all;
}

/* The vector of which the last of some indices names a part, where others are before it; else 0. */
static uint32_t
vector_inside(struct replace *r, uint32_t type, uint32_t n, const uint32_t *index)
{
	uint32_t i;

	for (i = 0; i + 1 < n && type; i++)
		if (id_of(r, type)->kind == STRUCT)
			type = index[i] < id_of(r, type)->n ? id_of(r, type)->member[index[i]] : 0;
		else
			type = id_of(r, type)->kind == ARRAY ? id_of(r, type)->element : 0;
	return n > 1 && id_of(r, type)->kind == VECTOR ? type : 0;
}

/* Reads or writes one part of a composite, or of a vector in it. */
static void
put_part(struct replace *r, uint32_t op, const uint32_t *first, uint32_t nfirst, uint32_t n, const uint32_t *index)
{
	uint32_t *operand = arena_calloc(r->arena, nfirst + n, sizeof *operand);

	memcpy(operand, first, nfirst * sizeof *operand);
	memcpy(operand + nfirst, index, n * sizeof *operand);
	put(r, op, nfirst + n, operand);
}

/* For a part of a vector in a composite llvm-spirv-15 writes wrong addresses: the vector is read first. */
static bool
put_extract(struct replace *r, uint32_t count, const uint32_t *operand)
{
	const uint32_t *index = operand + 3, n = count - 3, vector = vector_inside(r, id_of(r, operand[2])->type, n, index);

	if (!vector)
		return false;
	put_part(r, SPIRV_OP_COMPOSITE_EXTRACT, (uint32_t[]){ vector, r->new_id, operand[2] }, 3, n - 1, index);
	PUT(r, SPIRV_OP_COMPOSITE_EXTRACT, operand[0], operand[1], r->new_id, index[n - 1]);
	r->new_id++;
	return true;
}

static bool
put_insert(struct replace *r, uint32_t count, const uint32_t *operand)
{
	const uint32_t *index = operand + 4, n = count - 4, vector = vector_inside(r, operand[0], n, index);
	uint32_t part;

	if (!vector)
		return false;
	put_part(r, SPIRV_OP_COMPOSITE_EXTRACT, (uint32_t[]){ vector, r->new_id, operand[3] }, 3, n - 1, index);
	part = r->new_id++;
	part = NEW(r, SPIRV_OP_COMPOSITE_INSERT, vector, operand[2], part, index[n - 1]);
	put_part(r, SPIRV_OP_COMPOSITE_INSERT, (uint32_t[]){ operand[0], operand[1], part, operand[3] }, 4, n - 1, index);
	return true;
}

/* LLVM's numbers of members have 32 bits, SPIR-V's any width: the operands from first on are indices into the type. */
static bool
put_chain(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand, uint32_t first)
{
	uint32_t *changed = arena_calloc(r->arena, count, sizeof *changed), type = type_of(r, operand[2])->element, number, i;
	bool is_changed = false;

	memcpy(changed, operand, count * sizeof *changed);
	for (i = first; i < count; i++) {
		number = id_of(r, operand[i])->value;
		if (id_of(r, type)->kind != STRUCT || number >= id_of(r, type)->n) {
			type = id_of(r, type)->kind == ARRAY ? id_of(r, type)->element : 0;
			continue;
		}
		type = id_of(r, type)->member[number];
		if (bits_of(r, id_of(r, operand[i])->type) == 32)
			continue;
		if (!r->word_type) {
			r->word_type = r->new_id++;
			PUT_CONSTANT(r, SPIRV_OP_TYPE_INT, r->word_type, 32, 0);
		}
		PUT_CONSTANT(r, SPIRV_OP_CONSTANT, r->word_type, r->new_id, number);
		changed[i] = r->new_id++;
		is_changed = true;
	}
	if (is_changed)
		put(r, op, count, changed);
	return is_changed;
}

/*
 * LLVM's back end writes null pointers in constants as the integer 0, and the structures of one array
 * as structures of different types, where their pointers are to different ones.  In damaged modules types and
 * constants may contain themselves.
 */
static uint32_t
constant_of_type(struct replace *r, uint32_t type, uint32_t value, int depth)
{
	const struct id *to = id_of(r, type), *from = type_of(r, value), *constant = id_of(r, value);
	uint32_t *operand, i;

	if (to->kind == POINTER && from->is_integer)
		return NEW(r, SPIRV_OP_SPEC_CONSTANT_OP, type, SPIRV_OP_CONVERT_U_TO_PTR, value);
	if (to->kind != STRUCT || from->kind != STRUCT || to == from || to->n != from->n || !constant->part || depth == 0 ||
	    r->new_id >= SPIRV_MAX_BOUND)
		return value;
	operand = arena_calloc(r->arena, 2 + to->n, sizeof *operand);
	for (i = 0; i < to->n; i++)
		operand[2 + i] = constant_of_type(r, to->member[i], constant->part[i], depth - 1);
	operand[0] = type;
	operand[1] = r->new_id++;
	put(r, SPIRV_OP_CONSTANT_COMPOSITE, 2 + to->n, operand);
	return operand[1];
}

static bool
put_constant_parts(struct replace *r, uint32_t count, const uint32_t *operand)
{
	const struct id *type = id_of(r, operand[0]);
	uint32_t *changed, i;

	if ((type->kind != STRUCT && type->kind != ARRAY) || type->n != count - 2)
		return false;
	id_of(r, operand[1])->part = operand + 2;
	changed = arena_calloc(r->arena, count, sizeof *changed);
	memcpy(changed, operand, count * sizeof *changed);
	for (i = 2; i < count; i++)
		changed[i] = constant_of_type(r, type->kind == STRUCT ? type->member[i - 2] : type->element, operand[i], MAX_NESTING);
	put(r, SPIRV_OP_CONSTANT_COMPOSITE, count, changed);
	return true;
}

/*
 * A variable of a function begins with a value: each time, not once for all.  LLVM 15's translator writes arrays that
 * initialize parts of local variables as variables of that storage class outside of functions: those are never written.
 */
static bool
put_variable(struct replace *r, const uint32_t *operand)
{
	uint32_t value;

	if (operand[2] != SPIRV_STORAGE_FUNCTION || !r->in_functions) {
		value = constant_of_type(r, id_of(r, operand[0])->element, operand[3], MAX_NESTING);
		if (value != operand[3])
			PUT(r, SPIRV_OP_VARIABLE, operand[0], operand[1], operand[2], value);
		return value != operand[3];
	}
	PUT(r, SPIRV_OP_VARIABLE, operand[0], operand[1], operand[2]);
	spirv_words_put(&r->stores, SPIRV_OP_STORE, 2, (uint32_t[]){ operand[1], operand[3] });
	return true;
}

/* The values of variables, behind the last of them. */
static void
put_stores(struct replace *r, uint32_t op)
{
	size_t i;

	if (!r->stores.n || op == SPIRV_OP_VARIABLE || op == SPIRV_OP_LINE || op == SPIRV_OP_NO_LINE)
		return;
	for (i = 0; i < r->stores.n; i += 3)
		put(r, SPIRV_OP_STORE, 2, r->stores.word + i + 1);
	r->stores.n = 0;
}

/*
 * SPIR-V lets the number of places of a shift be an integer of another width.  LLVM's back end writes
 * (uint)(uchar)x of a ulong as "x & 255" with a uint as the result, and the like: operands are converted first.
 */
static bool
put_widths(struct replace *r, uint32_t op, const uint32_t *operand)
{
	uint32_t bits = bits_of(r, operand[0]), value[2], other, i;

	for (i = 0; i < 2; i++) {
		value[i] = operand[2 + i];
		other = bits_of(r, id_of(r, value[i])->type);
		if (bits && other && other != bits)
			value[i] = NEW(r, SPIRV_OP_U_CONVERT, operand[0], value[i]);
	}
	if (value[0] == operand[2] && value[1] == operand[3])
		return false;
	PUT(r, op, operand[0], operand[1], value[0], value[1]);
	return true;
}

/* Elements of two vectors of different lengths, one by one. */
static bool
put_shuffle(struct replace *r, uint32_t count, const uint32_t *operand)
{
	uint32_t first = id_of(r, operand[2])->type, second = id_of(r, operand[3])->type, n = id_of(r, first)->n, value, part, i;
	uint32_t element = id_of(r, operand[0])->element;

	if (first == second || id_of(r, first)->kind != VECTOR || id_of(r, second)->kind != VECTOR)
		return false;
	PUT(r, SPIRV_OP_UNDEF, operand[0], r->new_id);
	value = r->new_id++;
	for (i = 4; i < count; i++) {
		if (operand[i] == UINT32_MAX)
			continue;
		if (operand[i] < n)
			part = NEW(r, SPIRV_OP_COMPOSITE_EXTRACT, element, operand[2], operand[i]);
		else
			part = NEW(r, SPIRV_OP_COMPOSITE_EXTRACT, element, operand[3], operand[i] - n);
		value = NEW(r, SPIRV_OP_COMPOSITE_INSERT, operand[0], part, value, i - 4);
	}
	PUT(r, SPIRV_OP_COPY_OBJECT, operand[0], operand[1], value);
	return true;
}

/* A pointer's bits. */
static bool
put_cast(struct replace *r, const uint32_t *operand)
{
	const struct id *to = id_of(r, operand[0]), *from = type_of(r, operand[2]);

	if (to->kind == POINTER && from->is_integer)
		PUT(r, SPIRV_OP_CONVERT_U_TO_PTR, operand[0], operand[1], operand[2]);
	else if (from->kind == POINTER && to->is_integer)
		PUT(r, SPIRV_OP_CONVERT_PTR_TO_U, operand[0], operand[1], operand[2]);
	else
		return false;
	return true;
}

/*
 * LLVM's back end writes the address of a byte in a constant as element 0, n of an array or a
 * structure whose parts are no bytes.
 */
static bool
put_byte_address(struct replace *r, const uint32_t *operand)
{
	const struct id *to = id_of(r, id_of(r, operand[0])->element), *from = id_of(r, type_of(r, operand[3])->element);
	uint32_t bytes;

	if ((operand[2] != SPIRV_OP_IN_BOUNDS_PTR_ACCESS_CHAIN && operand[2] != SPIRV_OP_PTR_ACCESS_CHAIN) || !to->is_integer ||
	    to->bits != 8 || id_of(r, operand[4])->value || (from->kind != ARRAY && from->kind != STRUCT) ||
	    (from->kind == ARRAY && id_of(r, from->element) == to))
		return false;
	bytes = NEW(r, SPIRV_OP_SPEC_CONSTANT_OP, operand[0], SPIRV_OP_BITCAST, operand[3]);
	PUT(r, SPIRV_OP_SPEC_CONSTANT_OP, operand[0], operand[1], operand[2], bytes, operand[5]);
	return true;
}

/*
 * LLVM's back end gives a barrier of a work-group the scope of its memory as that of its execution, and
 * atomic_load_explicit OpenCL C's order as the scope and OpenCL C's scope as semantics: where
 * that means nothing, the strongest order.
 */
static bool
put_scopes(struct replace *r, uint32_t op, const uint32_t *operand)
{
	enum { DEVICE = 1, WORK_GROUP = 2, SUB_GROUP = 3, LAST = 4, SEQUENTIAL = 16 };
	uint32_t type = id_of(r, operand[op == SPIRV_OP_ATOMIC_LOAD ? 3 : 0])->type, scope, semantics;

	if (id_of(r, type)->kind != NUMBER)
		return false;
	if (op == SPIRV_OP_CONTROL_BARRIER) {
		scope = id_of(r, operand[0])->value;
		if (scope == WORK_GROUP || scope == SUB_GROUP)
			return false;
		scope = constant(r, type, WORK_GROUP);
		PUT(r, op, scope, operand[1], operand[2]);
		return true;
	}
	semantics = id_of(r, operand[4])->value;
	if (id_of(r, operand[3])->value <= LAST && semantics != 1 && semantics != 3)
		return false;
	scope = constant(r, type, DEVICE);
	semantics = constant(r, type, SEQUENTIAL);
	PUT(r, op, operand[0], operand[1], operand[2], scope, semantics);
	return true;
}

/* A barrier of two parts: work-items may wait for the others only where all have done what is before the first part. */
static void
put_half_barrier(struct replace *r, uint32_t op, const uint32_t *operand)
{
	if (op == SPIRV_OP_CONTROL_BARRIER_ARRIVE)
		PUT(r, SPIRV_OP_MEMORY_BARRIER, operand[1], operand[2]);
	else
		PUT(r, SPIRV_OP_CONTROL_BARRIER, operand[0], operand[1], operand[2]);
}

/* Modes whose numbers are ids: the size of work-groups as numbers.  Others are of no matter here. */
static bool
put_mode(struct replace *r, uint32_t count, const uint32_t *operand)
{
	bool size = operand[1] == SPIRV_MODE_LOCAL_SIZE_ID;

	if ((size || operand[1] == SPIRV_MODE_LOCAL_SIZE_HINT_ID) && count == 5)
		PUT(r, SPIRV_OP_EXECUTION_MODE, operand[0], size ? SPIRV_MODE_LOCAL_SIZE : SPIRV_MODE_LOCAL_SIZE_HINT,
		    id_of(r, operand[2])->value, id_of(r, operand[3])->value, id_of(r, operand[4])->value);
	return true;
}

/* Of a source only whether it is of another language than OpenCL C: producers name C++ of OpenCL, or none, where it is SYCL. */
static bool
put_source(struct replace *r, uint32_t count, const uint32_t *operand)
{
	if (count >= 2 && operand[0] != SPIRV_LANGUAGE_OPENCL_C)
		PUT(r, SPIRV_OP_SOURCE, SPIRV_LANGUAGE_OPENCL_CPP, 100000);
	return true;
}

/* Nothing for a processor, or for llvm-spirv-15. */
static bool
is_left_out(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	const struct id *type;

	switch (op) {
	case SPIRV_OP_SOURCE_CONTINUED:
	case SPIRV_OP_EXTENSION:
	case SPIRV_OP_MODULE_PROCESSED:
		return true;
	case SPIRV_OP_EXT_INST_IMPORT:
		return count && id_of(r, operand[0])->is_note;
	case SPIRV_OP_EXT_INST:
	case SPIRV_OP_EXT_INST_FORWARD:
		return count >= 2 && id_of(r, operand[1])->is_note;
	case SPIRV_OP_NAME:
		return count && (id_of(r, operand[0])->entry || id_of(r, operand[0])->hidden || id_of(r, operand[0])->is_note);
	case SPIRV_OP_EXECUTION_MODE:
		return count >= 2 && (operand[1] == SPIRV_MODE_INITIALIZER || operand[1] == SPIRV_MODE_FINALIZER);
	case SPIRV_OP_DECORATE:
		if (count >= 2 && operand[1] == SPIRV_DECORATION_LINKAGE && id_of(r, operand[0])->hidden)
			return true;
		return count == 3 && operand[1] == SPIRV_DECORATION_PARAMETER && operand[2] >= SPIRV_PARAMETER_UNREAD;
	case SPIRV_OP_LIFETIME_START:
	case SPIRV_OP_LIFETIME_STOP:
		type = count == 2 && operand[1] ? id_of(r, type_of(r, operand[0])->element) : NULL;
		return type && !(type->is_integer && type->bits == 8);
	default:
		return false;
	}
}

/* The type of pointers to that type: one that the module has, if it has any. */
static uint32_t
pointer_type(struct replace *r, uint32_t storage, uint32_t element)
{
	uint32_t i;

	for (i = 0; i < r->bound; i++)
		if (r->id[i].kind == POINTER && r->id[i].storage == storage && r->id[i].element == element)
			return i;
	PUT_CONSTANT(r, SPIRV_OP_TYPE_POINTER, r->new_id, storage, element);
	return r->new_id++;
}

/* A pointer to the first character where value is one to an array of them. */
static uint32_t
first_character(struct replace *r, uint32_t value)
{
	const struct id *type = type_of(r, value), *text = id_of(r, type->element);

	if (type->kind != POINTER || text->kind != ARRAY || id_of(r, text->element)->bits != 8)
		return value;
	return NEW(r, SPIRV_OP_BITCAST, pointer_type(r, type->storage, text->element), value);
}

/*
 * The format of printf and the texts that it prints are arrays in SPIR-V of LLVM's back end; llvm-spirv-15 takes all of
 * them for arrays of one length.
 */
static bool
put_printf(struct replace *r, uint32_t count, const uint32_t *operand)
{
	uint32_t *changed = arena_alloc(r->arena, count * sizeof *changed), i;

	memcpy(changed, operand, 4 * sizeof *changed);
	for (i = 4; i < count; i++)
		changed[i] = first_character(r, operand[i]);
	put(r, SPIRV_OP_EXT_INST, count, changed);
	return true;
}

/* The same for instructions of functions. */
static bool
put_computation(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if ((op == SPIRV_OP_I_ADD_CARRY || op == SPIRV_OP_I_SUB_BORROW) && count == 4)
		return put_carry(r, op, operand);
	if ((op == SPIRV_OP_U_MUL_EXTENDED || op == SPIRV_OP_S_MUL_EXTENDED) && count == 4)
		return put_product(r, op, operand);
	if (count == 4 && ((op >= SPIRV_OP_SHIFT_RIGHT_LOGICAL && op <= SPIRV_OP_BITWISE_AND) || op == SPIRV_OP_I_ADD ||
			   op == SPIRV_OP_I_SUB || op == SPIRV_OP_I_MUL))
		return put_widths(r, op, operand);
	if (op == SPIRV_OP_VECTOR_SHUFFLE && count >= 4)
		return put_shuffle(r, count, operand);
	if (op == SPIRV_OP_COMPOSITE_EXTRACT && count > 4)
		return put_extract(r, count, operand);
	if (op == SPIRV_OP_COMPOSITE_INSERT && count > 5)
		return put_insert(r, count, operand);
	if (op == SPIRV_OP_COPY_LOGICAL && count == 3)
		return put_logical(r, operand[0], operand[1], id_of(r, operand[2])->type, operand[2]);
	if (op == SPIRV_OP_EXT_INST && count >= 5 && operand[2] == r->library && operand[3] == PRINTF)
		return put_printf(r, count, operand);
	return op == SPIRV_OP_BITCAST && count == 3 && put_cast(r, operand);
}

static bool
put_memory(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (op == SPIRV_OP_VARIABLE && count == 4)
		return put_variable(r, operand);
	if ((op == SPIRV_OP_CONTROL_BARRIER_ARRIVE || op == SPIRV_OP_CONTROL_BARRIER_WAIT) && count == 3) {
		put_half_barrier(r, op, operand);
		return true;
	}
	if (op == SPIRV_OP_COPY_MEMORY && count >= 2 && count <= 6)
		return put_copy(r, count, operand);
	if ((op == SPIRV_OP_ACCESS_CHAIN || op == SPIRV_OP_IN_BOUNDS_ACCESS_CHAIN) && count >= 4)
		return put_chain(r, op, count, operand, 3);
	if ((op == SPIRV_OP_PTR_ACCESS_CHAIN || op == SPIRV_OP_IN_BOUNDS_PTR_ACCESS_CHAIN) && count >= 5)
		return put_chain(r, op, count, operand, 4);
	if (op == SPIRV_OP_PTR_DIFF && count == 4)
		return put_difference(r, operand);
	if (op == SPIRV_OP_SIZE_OF && count == 3)
		return put_size(r, operand);
	return ((op == SPIRV_OP_CONTROL_BARRIER && count == 3) || (op == SPIRV_OP_ATOMIC_LOAD && count == 5)) && r->of_llvm &&
		put_scopes(r, op, operand);
}

/* False when the instruction stays as it is. */
static bool
put_other(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (is_left_out(r, op, count, operand))
		return true;
	if (op == SPIRV_OP_SOURCE)
		return put_source(r, count, operand);
	if (op == SPIRV_OP_EXECUTION_MODE_ID && count >= 2)
		return put_mode(r, count, operand);
	if (op == SPIRV_OP_CONSTANT_COMPOSITE && count > 2 && r->of_llvm)
		return put_constant_parts(r, count, operand);
	if (op == SPIRV_OP_SPEC_CONSTANT_OP && count == 6 && r->of_llvm)
		return put_byte_address(r, operand);
	return put_memory(r, op, count, operand) || put_computation(r, op, count, operand);
}

static void
put_instruction(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	static const char library[] = "OpenCL.std";
	uint32_t import[1 + sizeof library / 4 + 1] = { 0 };

	note(r, op, count, operand);
	put_stores(r, op);
	if (op == SPIRV_OP_EXT_INST_IMPORT && count >= 1 + sizeof library / 4 && !memcmp(operand + 1, library, sizeof library))
		r->library = operand[0];
	if (op == SPIRV_OP_MEMORY_MODEL && !r->library) {
		import[0] = r->library = r->new_id++;
		memcpy(import + 1, library, sizeof library);
		put(r, SPIRV_OP_EXT_INST_IMPORT, 1 + (sizeof library + 3) / 4, import);
	}
	if (!put_other(r, op, count, operand))
		put(r, op, count, operand);
}

/* The texts in the operands end within the instruction. */
static bool
is_text(uint32_t count, const uint32_t *operand)
{
	return count && memchr(operand, '\0', count * sizeof *operand);
}

/*
 * Instructions without meaning (for debuggers), the constants that modes name, entry points, and what an entry point calls that is exported under
 * its name and defined behind it: llvm-spirv-15 would take both for one function.
 */
static void
find_names(struct replace *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *first = count ? id_of(r, operand[0]) : NULL, *second = count >= 2 ? id_of(r, operand[1]) : NULL;
	struct id *called = count >= 3 ? id_of(r, operand[2]) : NULL;
	const char *entry;

	if (second && op == SPIRV_OP_EXT_INST_IMPORT && is_text(count - 1, operand + 1)) {
		first->is_note = text_starts((const char *)(operand + 1), "NonSemantic.");
	} else if (called && (op == SPIRV_OP_EXT_INST || op == SPIRV_OP_EXT_INST_FORWARD)) {
		second->is_note = called->is_note;
	} else if (called && (op == SPIRV_OP_CONSTANT || op == SPIRV_OP_SPEC_CONSTANT)) {
		second->value = operand[2];
	} else if (called && op == SPIRV_OP_ENTRY_POINT && is_text(count - 2, operand + 2)) {
		second->entry = (const char *)(operand + 2);
	} else if (called && op == SPIRV_OP_DECORATE && operand[1] == SPIRV_DECORATION_LINKAGE && is_text(count - 2, operand + 2)) {
		first->linkage = (const char *)(operand + 2);
	} else if (second && op == SPIRV_OP_FUNCTION) {
		second->defined = true;
		r->function = operand[1];
	} else if (called && op == SPIRV_OP_FUNCTION_CALL) {
		entry = id_of(r, r->function)->entry;
		called->hidden |= entry && called->linkage && !called->defined && !strcmp(entry, called->linkage);
	}
}

static uint32_t *
assemble(struct replace *r, const uint32_t *header, size_t *nword)
{
	struct spirv_words out;

	spirv_words_begin(&out, r->arena, header, SPIRV_HEADER_WORDS + r->before.n + r->constants.n + r->functions.n);
	if (out.word[1] > SPIRV_VERSION_1_4)
		out.word[1] = SPIRV_VERSION_1_4;
	out.word[3] = r->new_id;
	spirv_words_add(&out, &r->before);
	spirv_words_add(&out, &r->constants);
	spirv_words_add(&out, &r->functions);
	*nword = out.n;
	return out.word;
}

uint32_t *
replace_words(struct arena *arena, const uint32_t *word, size_t *nword)
{
	struct replace r = { .arena = arena, .bound = word[3], .new_id = word[3] };
	size_t i;

	r.before.arena = r.constants.arena = r.functions.arena = r.stores.arena = arena;
	r.of_llvm = word[2] >> 16 == SPIRV_GENERATOR_LLVM;
	r.id = arena_calloc(arena, r.bound, sizeof *r.id);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		find_names(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	memset(&r.none, 0, sizeof r.none);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		put_instruction(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	return assemble(&r, word, nword);
}
