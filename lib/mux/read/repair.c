#include "mux/read/repair.h"

#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"

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
	uint32_t *out;
	size_t nout, room;
	struct arena *arena;
};

static void
put(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t *grown;

	if (r->nout + count + 1 > r->room) {
		r->room = 2 * (r->room + count + 1);
		grown = arena_calloc(r->arena, r->room, sizeof *grown);
		memcpy(grown, r->out, r->nout * sizeof *grown);
		r->out = grown;
	}
	r->out[r->nout++] = (count + 1) << 16 | op;
	memcpy(r->out + r->nout, operand, count * sizeof *operand);
	r->nout += count;
}

#define PUT(r, op, ...) put(r, op, sizeof((uint32_t[]){ __VA_ARGS__ }) / 4, (uint32_t[]){ __VA_ARGS__ })

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

/* The constants and types that replaced instructions need. */
static void
find_needs(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	struct id *type;

	note(r, op, count, operand);
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
put_needs(struct repair *r)
{
	struct id *type, *other;
	uint32_t i, k;

	for (i = 0; i < r->bound; i++) {
		type = &r->id[i];
		if (!type->zero)
			continue;
		if (type->kind == VECTOR)
			PUT(r, SPIRV_OP_CONSTANT_NULL, i, type->zero);
		else if (type->bits > 32)
			PUT(r, SPIRV_OP_CONSTANT, i, type->zero, 0, 0);
		else
			PUT(r, SPIRV_OP_CONSTANT, i, type->zero, 0);
		if (type->kind != VECTOR)
			continue;
		k = vector_of_truths(r, type->n);
		for (other = r->id; !k && other < type; other++)
			if (other->truths && other->n == type->n)
				k = other->truths;
		if (k)
			type->truths = k;
		else
			PUT(r, SPIRV_OP_TYPE_VECTOR, type->truths, r->bool_type, type->n);
	}
}

/* A composite becomes an undefined one, into which its parts are put one by one. */
static void
put_composite(struct repair *r, uint32_t count, const uint32_t *operand)
{
	const struct id *type = id_of(r, operand[0]), *part;
	uint32_t value = r->new_id++, next, index = 0, element, i, k, n;

	PUT(r, SPIRV_OP_UNDEF, operand[0], value);
	for (i = 2; i < count; i++) {
		part = type_of(r, operand[i]);
		n = type->kind == VECTOR && part->kind == VECTOR ? part->n : 1;
		for (k = 0; k < n; k++) {
			element = operand[i];
			if (type->kind == VECTOR && part->kind == VECTOR) {
				element = r->new_id++;
				PUT(r, SPIRV_OP_COMPOSITE_EXTRACT, type->element, element, operand[i], k);
			}
			next = i + 1 == count && k + 1 == n ? operand[1] : r->new_id++;
			PUT(r, SPIRV_OP_COMPOSITE_INSERT, operand[0], next, element, value, index++);
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
		PUT(r, SPIRV_OP_S_LESS_THAN, operand[0], operand[1], operand[2], type->zero);
		return;
	}
	r->new_id++;
	PUT(r, SPIRV_OP_S_LESS_THAN, type->truths, truths, operand[2], type->zero);
	PUT(r, op, operand[0], operand[1], truths);
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
		PUT(r, SPIRV_OP_DECORATE, operand[0], operand[1], align);
}

static void
repair_instruction(struct repair *r, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (op == SPIRV_OP_COMPOSITE_CONSTRUCT && count > 2)
		put_composite(r, count, operand);
	else if (is_of_integers(r, op, count, operand))
		put_truth(r, op, operand);
	else if (is_alignment(op, count, operand))
		put_alignment(r, operand);
	else
		put(r, is_same(r, op, count, operand) ? SPIRV_OP_BITCAST : op, count, operand);
}

uint32_t *
repair_words(struct arena *arena, const uint32_t *word, size_t *nword)
{
	struct repair r = { .arena = arena, .bound = word[3], .new_id = word[3], .room = *nword + SPIRV_HEADER_WORDS };
	bool in_functions = false;
	size_t i;

	r.id = arena_calloc(arena, r.bound, sizeof *r.id);
	r.out = arena_calloc(arena, r.room, sizeof *r.out);
	memcpy(r.out, word, SPIRV_HEADER_WORDS * sizeof *word);
	r.nout = SPIRV_HEADER_WORDS;
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		find_needs(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16) {
		if ((word[i] & 0xffff) == SPIRV_OP_FUNCTION && !in_functions) {
			in_functions = true;
			put_needs(&r);
		}
		repair_instruction(&r, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	}
	r.out[3] = r.new_id;
	*nword = r.nout;
	return r.out;
}
