#include "spectype.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memstream.h"

/* How many numbers from the first one on are of one kind and without a gap. */
static size_t
run_length(const struct spec_number *first, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (first[i].kind != first->kind || first[i].size != first->size ||
		    first[i].offset != first->offset + i * first->size)
			break;
	return i;
}

const char *
spectype_text(const struct spec_type *type, struct arena *arena)
{
	struct memstream stream;
	FILE *out = memstream_open(&stream);
	size_t size, i, length;
	const char *copy;
	char *text;

	if (!out)
		return NULL;
	for (i = 0; i < type->n; i += length) {
		const struct spec_number *number = &type->number[i];

		length = run_length(number, type->n - i);
		fprintf(out, "%s%c%u@%u", i ? "," : "", number->kind, number->size, number->offset);
		if (length > 1)
			fprintf(out, "*%zu", length);
	}
	if (*type->name)
		fprintf(out, " %s", type->name);
	text = memstream_close(&stream, &size);
	if (!text)
		return NULL;
	copy = arena_strndup(arena, text, size);
	free(text);
	return copy;
}

static bool
take_number(const char **text, uint32_t *number)
{
	unsigned long value;
	char *end;

	if (!isdigit((unsigned char)**text))
		return false;
	errno = 0;
	value = strtoul(*text, &end, 10);
	*text = end;
	*number = (uint32_t)value;
	return !errno && value <= UINT32_MAX;
}

/* The least power of two that holds n, 0 for none: the room that n numbers have. */
static size_t
room_of(size_t n)
{
	size_t room = 1;

	while (room < n)
		room *= 2;
	return n ? room : 0;
}

static bool
reserve(struct spec_type *type, struct arena *arena, size_t count)
{
	size_t room = room_of(type->n + count), each = sizeof *type->number;

	if (room > room_of(type->n))
		type->number = arena_grow(arena, type->number, type->n * each, room * each);
	return type->number;
}

/* Reads one item. */
static bool
take_item(struct spec_type *type, struct arena *arena, const char **text)
{
	enum { MAX_NUMBERS = 1 << 20 };
	struct spec_number number;
	uint32_t count = 1, i;

	if (!**text || !strchr("bsuifg", **text))
		return false;
	number.kind = (enum spec_kind)*(*text)++;
	if (!take_number(text, &number.size) || *(*text)++ != '@' || !take_number(text, &number.offset))
		return false;
	if (**text == '*') {
		++*text;
		if (!take_number(text, &count))
			return false;
	}
	if (!number.size || number.size > 8 || !count || count > MAX_NUMBERS - type->n ||
	    number.offset > UINT32_MAX - (uint64_t)number.size * count)
		return false;
	if (!reserve(type, arena, count))
		return false;
	for (i = 0; i < count; i++, number.offset += number.size)
		type->number[type->n++] = number;
	return true;
}

int
spectype_parse(struct spec_type *type, struct arena *arena, const char *text)
{
	type->number = NULL;
	type->n = 0;
	type->name = "";
	while (*text && *text != ' ') {
		if (!take_item(type, arena, &text))
			return -1;
		if (*text == ',')
			text++;
		else if (*text && *text != ' ')
			return -1;
	}
	if (*text == ' ')
		type->name = arena_strdup(arena, text + 1);
	return type->name ? 0 : -1;
}

enum spec_kind
spectype_kind(const char *name, enum spec_kind fallback)
{
	static const struct {
		const char *name;
		enum spec_kind kind;
	} known[] = {
		{ "bool", SPEC_KIND_BOOL },
		{ "char", SPEC_KIND_SIGNED }, { "signed char", SPEC_KIND_SIGNED }, { "short", SPEC_KIND_SIGNED },
		{ "int", SPEC_KIND_SIGNED }, { "long", SPEC_KIND_SIGNED }, { "long long", SPEC_KIND_SIGNED },
		{ "wchar_t", SPEC_KIND_SIGNED },
		{ "unsigned char", SPEC_KIND_UNSIGNED }, { "unsigned short", SPEC_KIND_UNSIGNED },
		{ "unsigned int", SPEC_KIND_UNSIGNED }, { "unsigned long", SPEC_KIND_UNSIGNED },
		{ "unsigned long long", SPEC_KIND_UNSIGNED }, { "char8_t", SPEC_KIND_UNSIGNED },
		{ "char16_t", SPEC_KIND_UNSIGNED }, { "char32_t", SPEC_KIND_UNSIGNED },
	};
	size_t i;

	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i].name))
			return known[i].kind;
	return fallback;
}

/* The ')' that closes the '(' at the text's start. */
static const char *
closing(const char *text, const char *end)
{
	int depth = 0;

	for (; text < end; text++) {
		depth += (*text == '(') - (*text == ')');
		if (!depth)
			return text;
	}
	return NULL;
}

const char *
spec_variable_name(const char *id, struct arena *arena)
{
	const char *begin = strchr(id, '<'), *end = strrchr(id, '>');

	if (!begin || !end || end < begin || (end[1] && end[1] != '@'))
		return id;
	begin++;
	if (*begin == '&')
		begin++;
	if (*begin == '(' && closing(begin, end) == end - 1)
		begin++, end--;
	if (*begin == '&')
		begin++;
	/* Demanglers write "a<b<c> >". */
	while (end > begin && end[-1] == ' ')
		end--;
	return begin < end ? arena_strndup(arena, begin, (size_t)(end - begin)) : id;
}
