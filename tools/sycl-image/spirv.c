#include "spirv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

enum {
	MAGIC = 0x07230203, HEADER_WORDS = 5,
	OP_TYPE_INT = 21, OP_SPEC_CONSTANT_TRUE = 48, OP_SPEC_CONSTANT_FALSE = 49, OP_SPEC_CONSTANT = 50, OP_DECORATE = 71,
	DECORATION_SPEC_ID = 1
};

/* A result id and what is known of it. */
struct known {
	uint32_t result;
	uint32_t value;		/* its number in the list */
};

struct module {
	unsigned char *data;
	size_t nword;
	struct known *constant;	/* sorted by result once all are known */
	size_t n, room;
	uint32_t *is_signed;	/* integer types with a sign: few, and none of the two producers */
	size_t nsigned, signed_room;
};

static uint32_t
word_at(const struct module *m, size_t i)
{
	uint32_t word;

	memcpy(&word, m->data + 4 * i, 4);
	return word;
}

static void
set_word(struct module *m, size_t i, uint32_t word)
{
	memcpy(m->data + 4 * i, &word, 4);
}

static void *
grow(void *array, size_t size, size_t n, size_t *room)
{
	if (n < *room)
		return array;
	*room = n ? 2 * n : 16;
	array = reallocarray(array, *room, size);
	if (!array)
		die("out of memory");
	return array;
}

static int
by_id(const void *key, const void *element)
{
	uint32_t id = *(const uint32_t *)key, other = ((const struct spirv_value *)element)->id;

	return id < other ? -1 : id > other;
}

static int
by_result(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	return x->result < y->result ? -1 : x->result > y->result;
}

/* Notes the instruction at word i if it decorates one of the constants, or is a type with a sign. */
static void
note(struct module *m, size_t i, size_t length, const struct spirv_value *value, size_t n)
{
	const struct spirv_value *found;
	uint32_t id;

	if ((word_at(m, i) & 0xffff) == OP_TYPE_INT && length == 4 && word_at(m, i + 3)) {
		m->is_signed = grow(m->is_signed, sizeof *m->is_signed, m->nsigned, &m->signed_room);
		m->is_signed[m->nsigned++] = word_at(m, i + 1);
	}
	if ((word_at(m, i) & 0xffff) != OP_DECORATE || length != 4 || word_at(m, i + 2) != DECORATION_SPEC_ID)
		return;
	id = word_at(m, i + 3);
	found = bsearch(&id, value, n, sizeof *value, by_id);
	if (!found)
		return;
	m->constant = grow(m->constant, sizeof *m->constant, m->n, &m->room);
	m->constant[m->n++] = (struct known){ word_at(m, i + 1), (uint32_t)(found - value) };
}

static bool
has_sign(const struct module *m, uint32_t type)
{
	size_t i;

	for (i = 0; i < m->nsigned; i++)
		if (m->is_signed[i] == type)
			return true;
	return false;
}

/* Literals of less than a word are extended as their type says. */
static const char *
set_constant(struct module *m, size_t i, size_t length, const struct spirv_value *value)
{
	unsigned op = word_at(m, i) & 0xffff, unused = 64 - 8 * value->size;
	uint64_t bits = value->bits;

	if (op != OP_SPEC_CONSTANT) {
		set_word(m, i, (uint32_t)length << 16 | (bits ? OP_SPEC_CONSTANT_TRUE : OP_SPEC_CONSTANT_FALSE));
		return NULL;
	}
	if (length != (value->size > 4 ? 5u : 4u))
		return "a specialization constant of the SPIR-V module has another size than its descriptor says";
	if (value->size < 4 && has_sign(m, word_at(m, i + 1)))
		bits = (uint64_t)((int64_t)(bits << unused) >> unused);
	set_word(m, i + 3, (uint32_t)bits);
	if (value->size > 4)
		set_word(m, i + 4, (uint32_t)(bits >> 32));
	return NULL;
}

static const char *
set_if_known(struct module *m, size_t i, size_t length, const struct spirv_value *value)
{
	unsigned op = word_at(m, i) & 0xffff;
	struct known key, *found;

	if ((op != OP_SPEC_CONSTANT && op != OP_SPEC_CONSTANT_TRUE && op != OP_SPEC_CONSTANT_FALSE) || length < 3 || !m->n)
		return NULL;
	key.result = word_at(m, i + 2);
	found = bsearch(&key, m->constant, m->n, sizeof key, by_result);
	return found ? set_constant(m, i, length, &value[found->value]) : NULL;
}

static const char *
walk(struct module *m, const struct spirv_value *value, size_t n, bool set)
{
	const char *what = NULL;
	size_t i, length;

	for (i = HEADER_WORDS; i < m->nword && !what; i += length) {
		length = word_at(m, i) >> 16;
		if (!length || length > m->nword - i)
			return "SPIR-V module is cut short or damaged";
		if (set)
			what = set_if_known(m, i, length, value);
		else
			note(m, i, length, value, n);
	}
	return what;
}

const char *
spirv_set_constants(unsigned char *data, size_t size, const struct spirv_value *value, size_t n)
{
	struct module m = { .data = data, .nword = size / 4 };
	const char *what;

	if (size % 4 || m.nword < HEADER_WORDS || word_at(&m, 0) != MAGIC)
		return "no SPIR-V module";
	what = walk(&m, value, n, false);
	if (m.n)
		qsort(m.constant, m.n, sizeof *m.constant, by_result);
	if (!what)
		what = walk(&m, value, n, true);
	free(m.constant);
	free(m.is_signed);
	return what;
}
