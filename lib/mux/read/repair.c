#include "mux/read/repair.h"

#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"
#include "format/spirvwords.h"

enum kind { NO_TYPE, BOOL, INT, FLOAT, VECTOR, OTHER_TYPE };

/* What is known of an id: of a type, what it is; of a value, its type. */
struct id {
	enum kind kind;
	uint32_t bits;		/* of a number */
	uint32_t element, n;	/* of a vector */
	uint32_t type;		/* of a value, else 0 */
	uint32_t zero;		/* of an integer type or a vector of it: a new constant, once one is needed */
	uint32_t truths;	/* of a vector type: a vector of as many truths, the same */
};

struct repair {
	struct id *id;
	uint32_t bound;		/* of the ids that the input has */
	uint32_t new_id;
	uint32_t bool_type;	/* 0: none */
	uint32_t int_type[2];	/* integers of 32 and 64 bits, once comparisons need them */
	bool of_llvm;		/* the generator is LLVM's back end */
	struct spirv_words out;
	struct arena *arena;
};

static struct id *
id_of(struct repair *r, uint32_t number)
{
	static struct id none;

	return number < r->bound ? &r->id[number] : &none;
}

static struct id *
type_of(struct repair *r, uint32_t value)
{
	return id_of(r, id_of(r, value)->type);
}

/* Notes a type, or the type of a value: of instructions only those with a result begin with a type. */
static void
note(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *id = count ? id_of(r, operand[0]) : NULL;

	if (!id || operand[0] >= r->bound)
		return;
	if (op >= SPIRV_OP_TYPE_VOID && op <= SPIRV_OP_TYPE_PIPE)
		id->kind = OTHER_TYPE;
	if (op == SPIRV_OP_TYPE_BOOL) {
		id->kind = BOOL;
		r->bool_type = operand[0];
	} else if ((op == SPIRV_OP_TYPE_INT || op == SPIRV_OP_TYPE_FLOAT) && count >= 2) {
		id->kind = op == SPIRV_OP_TYPE_INT ? INT : FLOAT;
		id->bits = operand[1];
	} else if (op == SPIRV_OP_TYPE_VECTOR && count >= 3) {
		id->kind = VECTOR;
		id->element = operand[1];
		id->n = operand[2];
	} else if (id->kind != NO_TYPE && count >= 2 && operand[1] < r->bound && id_of(r, operand[1])->kind == NO_TYPE) {
		id_of(r, operand[1])->type = operand[0];
	}
}

static bool
has_integers(struct repair *r, const struct id *type)
{
	return type->kind == INT || (type->kind == VECTOR && id_of(r, type->element)->kind == INT);
}

/* OpAny and OpAll want truths: some producers give them integers, of which the highest bit counts. */
static bool
is_of_integers(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	return (op == SPIRV_OP_ANY || op == SPIRV_OP_ALL) && count == 3 && has_integers(r, type_of(r, operand[2])) && r->bool_type;
}

/* A comparison of pointers, which SPIR-V has from 1.4 on. */
static bool
is_of_pointers(uint32_t op, uint32_t count)
{
	return (op == SPIRV_OP_PTR_EQUAL || op == SPIRV_OP_PTR_NOT_EQUAL) && count == 4;
}

/*
 * The integer type for a comparison of pointers, or of the bits of floats, as LLVM's back
 * end writes it behind an atomic operation; NULL for other instructions.
 */
static uint32_t *
compared_as(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	const struct id *type;

	if (is_of_pointers(op, count))
		return &r->int_type[1];
	if ((op != SPIRV_OP_I_EQUAL && op != SPIRV_OP_I_NOT_EQUAL) || count != 4)
		return NULL;
	type = type_of(r, operand[2]);
	return type->kind == FLOAT && type->bits >= 32 ? &r->int_type[type->bits > 32] : NULL;
}

/* The constants and types that replaced instructions need. */
static void
find_needs(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t *int_type;
	struct id *type;

	note(r, op, count, operand);
	int_type = compared_as(r, op, count, operand);
	if (int_type && !*int_type)
		*int_type = r->new_id++;
	if (!is_of_integers(r, op, count, operand))
		return;
	type = type_of(r, operand[2]);
	if (type->zero)
		return;
	type->zero = r->new_id++;
	if (type->kind == VECTOR)
		type->truths = r->new_id++;
}

/* A type that the module has already, so that it is not there twice. */
static uint32_t
vector_of_truths(struct repair *r, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < r->bound; i++)
		if (r->id[i].kind == VECTOR && r->id[i].n == n && r->id[i].element == r->bool_type)
			return i;
	return 0;
}

static void
put_int_type(struct repair *r, uint32_t *type, uint32_t bits)
{
	uint32_t i;

	for (i = 0; i < r->bound; i++)
		if (r->id[i].kind == INT && r->id[i].bits == bits) {
			*type = i;
			return;
		}
	SPIRV_PUT(&r->out, SPIRV_OP_TYPE_INT, *type, bits, 0);
}

static void
put_needs(struct repair *r)
{
	struct id *type, *other;
	uint32_t i, k;

	for (k = 0; k < 2; k++)
		if (r->int_type[k])
			put_int_type(r, &r->int_type[k], 32 << k);

	for (i = 0; i < r->bound; i++) {
		type = &r->id[i];
		if (!type->zero)
			continue;
		if (type->kind == VECTOR)
			SPIRV_PUT(&r->out, SPIRV_OP_CONSTANT_NULL, i, type->zero);
		else if (type->bits > 32)
			SPIRV_PUT(&r->out, SPIRV_OP_CONSTANT, i, type->zero, 0, 0);
		else
			SPIRV_PUT(&r->out, SPIRV_OP_CONSTANT, i, type->zero, 0);
		if (type->kind != VECTOR)
			continue;
		k = vector_of_truths(r, type->n);
		for (other = r->id; !k && other < type; other++)
			if (other->truths && other->n == type->n)
				k = other->truths;
		if (k)
			type->truths = k;
		else
			SPIRV_PUT(&r->out, SPIRV_OP_TYPE_VECTOR, type->truths, r->bool_type, type->n);
	}
}

/* A composite becomes an undefined one, into which its parts are put one by one. */
static void
put_composite(struct repair *r, uint32_t count, const uint32_t *operand)
{
	const struct id *type = id_of(r, operand[0]), *part;
	uint32_t value = r->new_id++, next, index = 0, element, i, k, n;

	SPIRV_PUT(&r->out, SPIRV_OP_UNDEF, operand[0], value);
	for (i = 2; i < count; i++) {
		part = type_of(r, operand[i]);
		n = type->kind == VECTOR && part->kind == VECTOR ? part->n : 1;
		for (k = 0; k < n; k++) {
			element = operand[i];
			if (type->kind == VECTOR && part->kind == VECTOR) {
				element = r->new_id++;
				SPIRV_PUT(&r->out, SPIRV_OP_COMPOSITE_EXTRACT, type->element, element, operand[i], k);
			}
			next = i + 1 == count && k + 1 == n ? operand[1] : r->new_id++;
			SPIRV_PUT(&r->out, SPIRV_OP_COMPOSITE_INSERT, operand[0], next, element, value, index++);
			value = next;
		}
	}
}

static void
put_truth(struct repair *r, uint32_t op, const uint32_t *operand)
{
	const struct id *type = type_of(r, operand[2]);
	uint32_t truths = r->new_id;

	if (type->kind == INT) {
		SPIRV_PUT(&r->out, SPIRV_OP_S_LESS_THAN, operand[0], operand[1], operand[2], type->zero);
		return;
	}
	r->new_id++;
	SPIRV_PUT(&r->out, SPIRV_OP_S_LESS_THAN, type->truths, truths, operand[2], type->zero);
	SPIRV_PUT(&r->out, op, operand[0], operand[1], truths);
}

/* Pointers and bits of floats are compared as integers. */
static void
put_comparison(struct repair *r, uint32_t op, const uint32_t *operand, uint32_t type)
{
	uint32_t left = r->new_id++, right = r->new_id++;
	bool pointers = is_of_pointers(op, 4);

	SPIRV_PUT(&r->out, pointers ? SPIRV_OP_CONVERT_PTR_TO_U : SPIRV_OP_BITCAST, type, left, operand[2]);
	SPIRV_PUT(&r->out, pointers ? SPIRV_OP_CONVERT_PTR_TO_U : SPIRV_OP_BITCAST, type, right, operand[3]);
	if (pointers)
		op = op == SPIRV_OP_PTR_EQUAL ? SPIRV_OP_I_EQUAL : SPIRV_OP_I_NOT_EQUAL;
	SPIRV_PUT(&r->out, op, operand[0], operand[1], left, right);
}

static uint32_t
bits_of(struct repair *r, const struct id *type)
{
	return type->kind == VECTOR ? id_of(r, type->element)->bits : type->bits;
}

/*
 * LLVM 22's back end writes convert_char_sat(int) as convert_char_sat(uint): the sign of what
 * is saturated is lost.  Where the type becomes narrower it had one, more often than not.
 */
static bool
is_signed_saturation(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	return r->of_llvm && op == SPIRV_OP_SAT_CONVERT_U_TO_S && count == 3 &&
		bits_of(r, id_of(r, operand[0])) < bits_of(r, type_of(r, operand[2]));
}

/* A conversion that changes nothing. */
static bool
is_same(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	return (op == SPIRV_OP_U_CONVERT || op == SPIRV_OP_S_CONVERT || op == SPIRV_OP_F_CONVERT) && count == 3 &&
		id_of(r, operand[2])->type == operand[0] && operand[0];
}

static bool
is_alignment(uint32_t op, uint32_t count, const uint32_t *operand)
{
	return op == SPIRV_OP_DECORATE && count == 3 && operand[1] == SPIRV_DECORATION_ALIGNMENT;
}

/* LLVM 22 writes that of a private variable as a signed byte: 128 is -128, 256 is lost. */
static void
put_alignment(struct repair *r, const uint32_t *operand)
{
	uint32_t align = operand[2] == (uint32_t)-128 ? 128 : operand[2];

	if (align && !(align & (align - 1)))
		SPIRV_PUT(&r->out, SPIRV_OP_DECORATE, operand[0], operand[1], align);
}

/*
 * A name of the function by which LLVM's back end fills memory: llvm-spirv-15 takes it for llvm.memset and
 * writes a name of that which LLVM does not know.
 */
static bool
is_fill_name(uint32_t op, uint32_t count, const uint32_t *operand)
{
	static const char prefix[] = "spirv.llvm_memset_";
	uint32_t at = op == SPIRV_OP_NAME ? 1 : 2;

	return (op == SPIRV_OP_NAME || (op == SPIRV_OP_DECORATE && count > 2 && operand[1] == SPIRV_DECORATION_LINKAGE)) &&
		count > at && (count - at) * sizeof *operand >= sizeof prefix && !memcmp(operand + at, prefix, sizeof prefix - 1);
}

/* Writes the instruction with another first letter of the name. */
static void
put_fill_name(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t at = op == SPIRV_OP_NAME ? 1 : 2;

	spirv_words_put(&r->out, op, count, operand);
	if (!r->out.failed)
		memcpy(&r->out.word[r->out.n - count + at], "_", 1);
}

static void
repair_instruction(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (op == SPIRV_OP_COMPOSITE_CONSTRUCT && count > 2)
		put_composite(r, count, operand);
	else if (is_of_integers(r, op, count, operand))
		put_truth(r, op, operand);
	else if (is_fill_name(op, count, operand))
		put_fill_name(r, op, count, operand);
	else if (is_alignment(op, count, operand))
		put_alignment(r, operand);
	else if (compared_as(r, op, count, operand))
		put_comparison(r, op, operand, *compared_as(r, op, count, operand));
	else if (is_signed_saturation(r, op, count, operand))
		spirv_words_put(&r->out, SPIRV_OP_S_CONVERT, count, operand);
	else
		spirv_words_put(&r->out, is_same(r, op, count, operand) ? SPIRV_OP_BITCAST : op, count, operand);
}

uint32_t *
repair_words(struct arena *arena, const uint32_t *word, size_t *nword)
{
	struct repair r = { .arena = arena, .bound = word[3], .new_id = word[3] };
	bool in_functions = false;
	size_t i;

	r.of_llvm = word[2] >> 16 == SPIRV_GENERATOR_LLVM;
	r.id = arena_calloc(arena, r.bound, sizeof *r.id);
	spirv_words_begin(&r.out, arena, word, *nword);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		find_needs(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16) {
		if ((word[i] & 0xffff) == SPIRV_OP_FUNCTION && !in_functions) {
			in_functions = true;
			put_needs(&r);
		}
		repair_instruction(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	}
	r.out.word[3] = r.new_id;
	*nword = r.out.n;
	return r.out.word;
}
