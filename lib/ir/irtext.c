#include "irtext.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-' || c == '\\';
}

const char *
irtext_end_of_name(const char *text)
{
	if (*text == '"')
		return strchrnul(text + 1, '"');
	while (is_word(*text))
		text++;
	return text;
}

/* The start of the number ".12" at the end of the name [text, end), or end. */
static const char *
before_number(const char *text, const char *end)
{
	const char *stop = end;

	while (stop > text && isdigit((unsigned char)stop[-1]))
		stop--;
	return stop < end && stop - text >= 2 && stop[-1] == '.' ? stop - 1 : end;
}

/*
 * Locals and types: without the numbers that clang gives lambdas' types in
 * their order, and LLVM appends when two modules name the same type.
 */
static const char *
put_percent(FILE *out, const char *text)
{
	const char *end = irtext_end_of_name(text), *stop = end;

	while (before_number(text, stop) < stop)
		stop = before_number(text, stop);
	fprintf(out, "%%%.*s", (int)(stop - text), text);
	return *end == '"' ? end + 1 : end;
}

void
irtext_normalise(FILE *out, const char *text, const char *(*put_global)(void *context, FILE *out, const char *text),
		 void *context)
{
	while (*text) {
		switch (*text) {
		case ';':
			text = strchrnul(text, '\n');
			break;
		case '"': {
			const char *end = strchrnul(text + 1, '"');

			fwrite(text, 1, (size_t)(end - text), out);
			text = *end ? end + 1 : end;
			break;
		}
		case '@':
			text = put_global(context, out, text + 1);
			break;
		case '%':
			text = put_percent(out, text + 1);
			break;
		case '!':
			text = irtext_end_of_name(text + 1);
			break;
		case '#':
			text = !strncmp(text, "#dbg", 4) ? strchrnul(text, '\n') : irtext_end_of_name(text + 1);
			break;
		case ' ': case ',': case '\n':
			text++;
			break;
		default:
			putc(*text++, out);
		}
	}
}
