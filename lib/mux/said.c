#include "mux/said.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

/* A text with a million errors is not worth a million messages. */
enum { MAX_LINES = 1000 };

static void
remove_all(char *text, const char *what)
{
	size_t n = what ? strlen(what) : 0;

	while (n && (text = strstr(text, what)))
		memmove(text, text + n, strlen(text + n) + 1);
}

/* The number behind the last ':' of text, which is cut off there; 0: none. */
static unsigned
cut_number(char *text)
{
	char *colon = strrchr(text, ':'), *end;
	unsigned long number = colon ? strtoul(colon + 1, &end, 10) : 0;

	if (!number || *end)
		return 0;
	*colon = '\0';
	return (unsigned)number;
}

/* "FILE:LINE:COL: SEVERITY: text", or without the place.  0: the line is something else. */
static int
report(char *line)
{
	static const struct {
		const char *word;
		enum diag_severity severity;
	} words[] = {
		{ "fatal error: ", DIAG_ERROR }, { "error: ", DIAG_ERROR }, { "warning: ", DIAG_WARNING }, { "note: ", DIAG_NOTE },
	};
	struct diag_place place = { 0 };
	size_t i;
	char *at;

	for (i = 0; i < sizeof words / sizeof *words; i++) {
		at = strstr(line, words[i].word);
		if (!at || (at > line && (at - line < 2 || at[-1] != ' ' || at[-2] != ':')))
			continue;
		if (at > line) {
			at[-2] = '\0';
			place.col = cut_number(line);
			place.line = cut_number(line);
		}
		place.file = place.line ? line : NULL;
		diag_at(&place, words[i].severity, "%s", at + strlen(words[i].word));
		return 1;
	}
	return 0;
}

void
said_by_clang(char *text, const char *folder, const char *other_folder)
{
	char *line, *rest = NULL;
	int n = 0;

	remove_all(text, folder);
	remove_all(text, other_folder);
	for (line = strtok_r(text, "\n", &rest); line && n < MAX_LINES; line = strtok_r(NULL, "\n", &rest), n++)
		if (*line == ' ' || !report(line))
			diag_more("%s", line);
}
