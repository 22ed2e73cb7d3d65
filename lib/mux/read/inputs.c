#include "mux/read/inputs.h"

#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"
#include "format/spirvwords.h"

struct id {
	bool is_builtin;	/* a variable */
	uint32_t builtin;	/* of such a variable: what it has */
	uint32_t same;		/* of such a variable: an earlier one that has the same; 0: none */
	uint32_t type;		/* of a variable: its pointer type */
	uint32_t pointee;	/* of a pointer type to inputs; else 0 */
	uint32_t input;		/* of such a type: a new one for the variables, as it becomes one for the copies */
	uint32_t copy;		/* of a variable, in the function that the walk is in */
};

struct inputs {
	struct arena *arena;
	struct id *id;
	uint32_t bound, new_id;
	uint32_t *builtin;	/* the variables */
	size_t nbuiltin;
	struct spirv_words out;
	bool begins;		/* the walk is before the first instruction of a function that is no variable */
};

/* Operands first, first + step ... below end that may be pointers, and no numbers; false: none. */
static bool
pointers_of(uint32_t op, uint32_t count, uint32_t *first, uint32_t *end, uint32_t *step)
{
	static const struct { uint16_t op; uint8_t first, end, step; } table[] = {
		{ SPIRV_OP_LOAD, 2, 3, 1 }, { SPIRV_OP_STORE, 0, 2, 1 }, { SPIRV_OP_COPY_MEMORY, 0, 2, 1 },
		{ SPIRV_OP_COPY_MEMORY_SIZED, 0, 2, 1 }, { SPIRV_OP_ACCESS_CHAIN, 2, 3, 1 }, { SPIRV_OP_IN_BOUNDS_ACCESS_CHAIN, 2, 3, 1 },
		{ SPIRV_OP_PTR_ACCESS_CHAIN, 2, 3, 1 }, { SPIRV_OP_IN_BOUNDS_PTR_ACCESS_CHAIN, 2, 3, 1 }, { SPIRV_OP_COPY_OBJECT, 2, 3, 1 },
		{ SPIRV_OP_SELECT, 2, 5, 1 }, { SPIRV_OP_PHI, 2, 255, 2 }, { SPIRV_OP_FUNCTION_CALL, 3, 255, 1 }, { SPIRV_OP_BITCAST, 2, 3, 1 },
		{ SPIRV_OP_CONVERT_PTR_TO_U, 2, 3, 1 }, { SPIRV_OP_PTR_EQUAL, 2, 4, 1 }, { SPIRV_OP_PTR_NOT_EQUAL, 2, 4, 1 },
		{ SPIRV_OP_RETURN_VALUE, 0, 1, 1 },
	};
	size_t i;

	for (i = 0; i < sizeof table / sizeof *table; i++)
		if (op == table[i].op) {
			*first = table[i].first;
			*end = table[i].end < count ? table[i].end : count;
			*step = table[i].step;
			return true;
		}
	return false;
}

static void
add_builtin(struct inputs *m, uint32_t id, uint32_t builtin)
{
	if (m->id[id].is_builtin)
		return;
	m->id[id].is_builtin = true;
	m->id[id].builtin = builtin;
	m->builtin = arena_extend(m->arena, m->builtin, m->nbuiltin, sizeof *m->builtin);
	m->builtin[m->nbuiltin++] = id;
}

/* Notes pointer types and variables; true for a use of a variable that is no load. */
static bool
note(struct inputs *m, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t first, end, step, i;

	if (op == SPIRV_OP_TYPE_POINTER && count == 3 && operand[1] == SPIRV_STORAGE_INPUT && operand[0] < m->bound)
		m->id[operand[0]].pointee = operand[2];
	else if (op == SPIRV_OP_DECORATE && count == 3 && operand[1] == SPIRV_DECORATION_BUILTIN && operand[0] < m->bound)
		add_builtin(m, operand[0], operand[2]);
	else if (op == SPIRV_OP_VARIABLE && count >= 3 && operand[0] < m->bound && operand[1] < m->bound)
		m->id[operand[1]].type = operand[0];
	if (op == SPIRV_OP_LOAD || !pointers_of(op, count, &first, &end, &step))
		return false;
	for (i = first; i < end; i += step)
		if (operand[i] < m->bound && m->id[operand[i]].is_builtin)
			return true;
	return false;
}

/* The variable can be copied: its type is known. */
static bool
is_input(const struct inputs *m, uint32_t id)
{
	return id < m->bound && m->id[id].is_builtin && m->id[id].type && m->id[m->id[id].type].pointee;
}

/* A function begins: its copies are those of the variables that it uses. */
static void
choose_copies(struct inputs *m, const uint32_t *word, size_t nword, size_t at)
{
	uint32_t first, end, step, i;
	const uint32_t *operand;

	for (i = 0; i < m->nbuiltin; i++)
		m->id[m->builtin[i]].copy = 0;
	for (; at < nword && (word[at] & 0xffff) != SPIRV_OP_FUNCTION_END; at += word[at] >> 16) {
		operand = word + at + 1;
		if (!pointers_of(word[at] & 0xffff, (word[at] >> 16) - 1, &first, &end, &step))
			continue;
		for (i = first; i < end; i += step)
			if (is_input(m, operand[i]) && !m->id[operand[i]].copy)
				m->id[operand[i]].copy = m->new_id++;
	}
}

static void
put_copies(struct inputs *m)
{
	const struct id *id;
	size_t i;

	for (i = 0; i < m->nbuiltin; i++) {
		id = &m->id[m->builtin[i]];
		if (id->copy)
			SPIRV_PUT(&m->out, SPIRV_OP_VARIABLE, id->type, id->copy, SPIRV_STORAGE_FUNCTION);
	}
	for (i = 0; i < m->nbuiltin; i++) {
		id = &m->id[m->builtin[i]];
		if (!id->copy)
			continue;
		SPIRV_PUT(&m->out, SPIRV_OP_LOAD, m->id[id->type].pointee, m->new_id, m->builtin[i]);
		SPIRV_PUT(&m->out, SPIRV_OP_STORE, id->copy, m->new_id++);
	}
}

/* The types of inputs become those of copies; variables get the new ones. */
static void
put_instruction(struct inputs *m, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t first, end, step, i, *changed;
	struct id *type = count && operand[0] < m->bound ? &m->id[operand[0]] : NULL;

	if (m->begins && op != SPIRV_OP_FUNCTION_PARAMETER && op != SPIRV_OP_LABEL && op != SPIRV_OP_VARIABLE &&
	    op != SPIRV_OP_LINE && op != SPIRV_OP_NO_LINE) {
		m->begins = false;
		put_copies(m);
	}
	if (op == SPIRV_OP_TYPE_POINTER && type && type->pointee) {
		type->input = m->new_id++;
		SPIRV_PUT(&m->out, op, operand[0], SPIRV_STORAGE_FUNCTION, type->pointee);
		SPIRV_PUT(&m->out, op, type->input, SPIRV_STORAGE_INPUT, type->pointee);
		return;
	}
	changed = arena_calloc(m->arena, count + 1, sizeof *changed);
	memcpy(changed, operand, count * sizeof *changed);
	if (op == SPIRV_OP_VARIABLE && type && type->input)
		changed[0] = type->input;
	if (pointers_of(op, count, &first, &end, &step))
		for (i = first; i < end; i += step)
			if (operand[i] < m->bound && m->id[operand[i]].copy)
				changed[i] = m->id[operand[i]].copy;
	spirv_words_put(&m->out, op, count, changed);
}

static void
put_all(struct inputs *m, const uint32_t *word, size_t nword)
{
	size_t i, length;

	for (i = SPIRV_HEADER_WORDS; i < nword; i += length) {
		length = word[i] >> 16;
		put_instruction(m, word[i] & 0xffff, (uint32_t)length - 1, word + i + 1);
		/* A declaration ends at once. */
		if ((word[i] & 0xffff) == SPIRV_OP_FUNCTION) {
			choose_copies(m, word, nword, i);
			m->begins = true;
		} else if ((word[i] & 0xffff) == SPIRV_OP_FUNCTION_END) {
			m->begins = false;
		}
	}
}

/* Modules that were linked have a variable several times; llvm-spirv-15 wants it once.  False: this one has not. */
static bool
find_same(struct inputs *m)
{
	bool found = false;
	struct id *id, *other;
	size_t i, k;

	for (i = 1; i < m->nbuiltin; i++) {
		id = &m->id[m->builtin[i]];
		for (k = 0; k < i && !id->same; k++) {
			other = &m->id[m->builtin[k]];
			if (!other->same && other->builtin == id->builtin && other->type && other->type == id->type)
				id->same = m->builtin[k];
		}
		found |= id->same != 0;
	}
	return found;
}

static uint32_t
same_of(const struct inputs *m, uint32_t id)
{
	return id < m->bound && m->id[id].same ? m->id[id].same : id;
}

/* Writes the words without variables that are there twice. */
static void
put_once(struct inputs *m, const uint32_t *word, size_t nword)
{
	uint32_t op, count, first, end, step, k, *changed;
	size_t i;

	for (i = SPIRV_HEADER_WORDS; i < nword; i += word[i] >> 16) {
		op = word[i] & 0xffff;
		count = (word[i] >> 16) - 1;
		changed = arena_calloc(m->arena, count + 1, sizeof *changed);
		memcpy(changed, word + i + 1, count * sizeof *changed);
		if ((op == SPIRV_OP_NAME || op == SPIRV_OP_DECORATE) && count && same_of(m, changed[0]) != changed[0])
			continue;
		if (op == SPIRV_OP_VARIABLE && count >= 2 && same_of(m, changed[1]) != changed[1])
			continue;
		if (pointers_of(op, count, &first, &end, &step))
			for (k = first; k < end; k += step)
				changed[k] = same_of(m, changed[k]);
		/* The variables are behind the name, whose last word has a zero byte at its end. */
		if (op == SPIRV_OP_ENTRY_POINT) {
			for (k = 2; k < count && changed[k] >> 24; k++)
				;
			while (++k < count)
				changed[k] = same_of(m, changed[k]);
		}
		spirv_words_put(&m->out, op, count, changed);
	}
}

const uint32_t *
inputs_copy(struct arena *arena, const uint32_t *word, size_t *nword)
{
	struct inputs m = { .arena = arena, .bound = word[3], .new_id = word[3] };
	bool is_needed = false;
	size_t i;

	m.id = arena_calloc(arena, m.bound, sizeof *m.id);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		is_needed |= note(&m, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	if (find_same(&m)) {
		spirv_words_begin(&m.out, arena, word, *nword);
		put_once(&m, word, *nword);
		word = m.out.word;
		*nword = m.out.n;
	}
	if (!is_needed)
		return word;
	spirv_words_begin(&m.out, arena, word, *nword);
	put_all(&m, word, *nword);
	m.out.word[3] = m.new_id;
	*nword = m.out.n;
	return m.out.word;
}
