#include "command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memstream.h"

enum { LITERAL = -1, OUTPUT = -2 };	/* piece.what; from 0 on: the list's number */

struct piece {
	int what;
	const char *text;	/* a literal's bytes */
	size_t len;
};

struct word {
	struct piece *piece;
	size_t npiece;
	bool numbered;		/* holds the placeholder of --out-increment */
};

/* The longest placeholder at text, its length in *len; LITERAL when there is none. */
static int
placeholder_at(const struct placeholders *holders, const char *text, size_t *len)
{
	int what = LITERAL;
	size_t i, n;

	*len = 0;
	for (i = 0; i < holders->nin; i++) {
		n = strlen(holders->in[i]);
		if (n > *len && !strncmp(text, holders->in[i], n)) {
			*len = n;
			what = (int)i;
		}
	}
	n = holders->out ? strlen(holders->out) : 0;
	if (n > *len && !strncmp(text, holders->out, n)) {
		*len = n;
		what = OUTPUT;
	}
	return what;
}

static void
word_init(struct word *word, struct arena *arena, const char *text, const struct placeholders *holders)
{
	const char *literal = text;
	size_t len, room = strlen(text) + 1;

	word->numbered = holders->increment && strstr(text, holders->increment);
	word->npiece = 0;
	word->piece = arena_alloc(arena, room * sizeof *word->piece);
	while (*text) {
		int what = placeholder_at(holders, text, &len);

		if (what == LITERAL) {
			text++;
			continue;
		}
		if (text > literal)
			word->piece[word->npiece++] = (struct piece){ LITERAL, literal, (size_t)(text - literal) };
		word->piece[word->npiece++] = (struct piece){ what, text, len };
		literal = text += len;
	}
	if (text > literal)
		word->piece[word->npiece++] = (struct piece){ LITERAL, literal, (size_t)(text - literal) };
}

bool
command_word_is_output(const struct command *command, size_t i)
{
	const struct word *word = &command->word[i];
	size_t k;

	for (k = 0; k < word->npiece; k++)
		if (word->piece[k].what == OUTPUT)
			return true;
	return false;
}

void
command_init(struct command *command, struct arena *arena, char **words, const struct placeholders *holders)
{
	size_t n = 0, i;

	memset(command, 0, sizeof *command);
	while (words[n])
		n++;
	command->program = words[0];
	command->nword = n - 1;
	command->word = arena_alloc(arena, n * sizeof *command->word);
	command->argv = arena_alloc(arena, (n + 1) * sizeof *command->argv);
	for (i = 0; i < command->nword; i++) {
		word_init(&command->word[i], arena, words[i + 1], holders);
		command->has_out |= command_word_is_output(command, i);
	}
}

static const char *
piece_value(const struct piece *piece, const struct values *values, size_t *len)
{
	const char *value = NULL;

	if (piece->what >= 0)
		value = values->in[piece->what];
	else if (piece->what == OUTPUT)
		value = values->out;
	*len = value ? strlen(value) : piece->len;
	return value ? value : piece->text;
}

/* Appends len bytes at *used; room doubles as needed. */
static void
append(struct command *command, size_t *used, const char *text, size_t len)
{
	if (command->room - *used < len) {
		size_t room = 2 * command->room + len + 256;
		char *more = realloc(command->buffer, room);

		if (!more)
			die("out of memory: a command line of %zu bytes", room);
		command->buffer = more;
		command->room = room;
	}
	memcpy(command->buffer + *used, text, len);
	*used += len;
}

char **
command_expand(struct command *command, const struct values *values)
{
	size_t used = 0, len, i, k;
	char *text;

	for (i = 0; i < command->nword; i++) {
		const struct word *word = &command->word[i];
		char number[32];

		for (k = 0; k < word->npiece; k++) {
			const char *value = piece_value(&word->piece[k], values, &len);

			append(command, &used, value, len);
		}
		if (word->numbered && values->number > 1) {
			len = (size_t)snprintf(number, sizeof number, "_%zu", values->number - 1);
			append(command, &used, number, len);
		}
		append(command, &used, "", 1);
	}
	/* Pointers last: the buffer may have moved. */
	command->argv[0] = (char *)command->program;
	text = command->buffer;
	for (i = 1; i <= command->nword; i++) {
		command->argv[i] = text;
		text += strlen(text) + 1;
	}
	command->argv[i] = NULL;
	return command->argv;
}

char *
output_name(const char *dir, const char *input, size_t number, const char *ext)
{
	enum { MAX_STEM = 200 };	/* a file name has at most 255 bytes */
	const char *base = basename(input), *dot;
	int stem;
	char *name;

	dot = strrchr(base, '.');
	stem = (int)(dot && dot > base ? dot - base : (ptrdiff_t)strlen(base));
	if (stem > MAX_STEM)
		for (stem = MAX_STEM; stem && (base[stem] & 0xc0) == 0x80; stem--)
			;	/* not in the middle of a UTF-8 letter */
	if (!stem)
		stem = (int)strlen(base = "item");
	if (asprintf(&name, "%s%s%.*s-%zu%s%s", dir, *dir && dir[strlen(dir) - 1] == '/' ? "" : "/", stem, base,
		number, *ext ? "." : "", ext) < 0)
		die("out of memory");
	return name;
}
