/*
 * ONEAPI_DEVICE_SELECTOR: which devices the program may see.
 *
 *	TERM[;TERM...]		a TERM that begins with '!' removes devices; those come last
 *	TERM: BACKEND:DEVICE[,DEVICE...]
 *	BACKEND: * or a name
 *	DEVICE: *, cpu, gpu, fpga, or a number among the backend's devices; followed
 *		by .NUMBER or .*, once or twice, its sub-devices
 *
 * Upper and lower case are the same.  Sub-devices are the parts along the next affinity
 * domain (device.c), which take the place of their device; a device without any has none.
 */
#include "rt.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

#include "base/suggest.h"

static const char *const backend_names[] = { "*", "level_zero", "opencl", "cuda", "hip", "native_cpu" };
static const char *const type_names[] = { "*", "cpu", "gpu", "fpga" };	/* by aspect number, but for the first */

/* A piece of the text. */
struct piece {
	const char *text;
	size_t length;
};

/* Takes the piece up to the separator from *rest; false at the end, when text is NULL. */
static bool
cut(struct piece *rest, char separator, struct piece *piece)
{
	const char *end;

	if (!rest->text)
		return false;
	end = memchr(rest->text, separator, rest->length);
	*piece = (struct piece){ rest->text, end ? (size_t)(end - rest->text) : rest->length };
	rest->length = end ? rest->length - piece->length - 1 : 0;
	rest->text = end ? end + 1 : NULL;
	return true;
}

static bool
is(struct piece piece, const char *word)
{
	return piece.length == strlen(word) && strncasecmp(piece.text, word, piece.length) == 0;
}

static size_t
find(struct piece piece, const char *const *word, size_t n)
{
	size_t i = 0;

	while (i < n && !is(piece, word[i]))
		i++;
	return i;
}

/* -1 for other text. */
static long
number(struct piece piece)
{
	long value = 0;

	for (size_t i = 0; i < piece.length; i++) {
		if (piece.text[i] < '0' || piece.text[i] > '9' || value > 100000)
			return -1;
		value = value * 10 + piece.text[i] - '0';
	}
	return piece.length ? value : -1;
}

/* One DEVICE: its type or number, and the sub-devices that it asks for. */
struct wanted {
	size_t type;	/* index of type_names; TYPES: by number */
	long number;
	unsigned levels;
	long part[2];	/* numbers of sub-devices; -1: all */
};

static bool
read_device(struct piece device, struct wanted *wanted)
{
	enum { TYPES = sizeof type_names / sizeof *type_names };
	struct piece part;

	cut(&device, '.', &part);
	*wanted = (struct wanted){ .type = find(part, type_names, TYPES), .number = number(part) };
	if (wanted->type == TYPES && wanted->number < 0)
		return false;
	for (; cut(&device, '.', &part); wanted->levels++) {
		if (wanted->levels == 2 || (!is(part, "*") && number(part) < 0))
			return false;
		wanted->part[wanted->levels] = number(part);
	}
	/* A type has no sub-devices of its own. */
	return wanted->levels == 0 || wanted->type == 0 || wanted->type == TYPES;
}

static bool
takes(const struct wanted *wanted, const struct rt_candidate *candidate)
{
	if (candidate->number != UINT_MAX && wanted->levels != candidate->levels)
		return false;
	for (unsigned i = 0; i < candidate->levels; i++)
		if (wanted->part[i] >= 0 && (unsigned long)wanted->part[i] != candidate->part[i])
			return false;
	if (wanted->type == 0 || candidate->number == UINT_MAX)
		return true;
	return wanted->number >= 0 ? (unsigned long)wanted->number == candidate->number : wanted->type == candidate->type;
}

/* Reads the term's devices; the first that cannot be read is *bad. */
static bool
read_term(struct piece term, const struct rt_candidate *candidate, bool *matches, struct piece *bad)
{
	enum { BACKENDS = sizeof backend_names / sizeof *backend_names };
	struct piece backend, device;
	struct wanted wanted;
	size_t which;

	*matches = false;
	cut(&term, ':', &backend);
	*bad = backend;
	which = find(backend, backend_names, BACKENDS);
	if (which == BACKENDS || !term.text)
		return false;
	while (cut(&term, ',', &device)) {
		*bad = device;
		if (!read_device(device, &wanted))
			return false;
		if (candidate && (which == 0 || strcmp(backend_names[which], candidate->backend) == 0))
			*matches |= takes(&wanted, candidate);
	}
	return true;
}

static const char *
term_error(struct piece term, struct piece bad, struct arena *arena)
{
	enum { BACKENDS = sizeof backend_names / sizeof *backend_names };
	const char *colon = memchr(term.text, ':', term.length), *near;
	struct wanted wanted;

	if (!colon && term.length && find(term, backend_names, BACKENDS) < BACKENDS)
		return arena_printf(arena, "'%.*s' is not BACKEND:DEVICES; did you mean '%.*s:*'?", (int)term.length, term.text,
			(int)term.length, term.text);
	if (!colon && read_device(term, &wanted))
		return arena_printf(arena, "'%.*s' is not BACKEND:DEVICES; did you mean '*:%.*s'?", (int)term.length, term.text,
			(int)term.length, term.text);
	if (!colon)
		return arena_printf(arena, "'%.*s' is not BACKEND:DEVICES", (int)term.length, term.text);
	if (bad.text > colon)
		return arena_printf(arena, "'%.*s' is no device: *, cpu, gpu, fpga or a number is wanted", (int)bad.length, bad.text);
	near = suggest(arena_strndup(arena, bad.text, bad.length), backend_names, BACKENDS);
	if (near)
		return arena_printf(arena, "unknown backend '%.*s'; did you mean '%s'?", (int)bad.length, bad.text, near);
	return arena_printf(arena, "unknown backend '%.*s': *, level_zero, opencl, cuda, hip or native_cpu is wanted",
		(int)bad.length, bad.text);
}

const char *
rt_selector_error(const char *text, struct arena *arena)
{
	struct piece rest = { text, strlen(text) }, term, bad;
	bool matches, discards = false;

	while (cut(&rest, ';', &term)) {
		if (term.length && *term.text == '!')
			discards = true, term.text++, term.length--;
		else if (discards)
			return arena_printf(arena, "'%.*s' is behind a term with '!': those come last", (int)term.length, term.text);
		if (!read_term(term, NULL, &matches, &bad))
			return term_error(term, bad, arena);
	}
	return NULL;
}

bool
rt_selector_takes(const char *text, const struct rt_candidate *candidate)
{
	struct piece rest = { text, strlen(text) }, term, bad;
	bool matches, taken = *text == '!';

	while (cut(&rest, ';', &term)) {
		bool discards = term.length && *term.text == '!';

		if (discards)
			term.text++, term.length--;
		read_term(term, candidate, &matches, &bad);
		if (!discards)
			taken |= matches;
		else if (candidate->number != UINT_MAX)
			taken &= !matches;
	}
	return taken;
}

bool
rt_selector_names_parts(const char *text)
{
	return strchr(text, '.') != NULL;
}
