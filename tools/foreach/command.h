/*
 * The command that foreach runs: words with placeholders.  A placeholder is a
 * piece of text chosen by the user; it may occur several times, in several
 * words, and a word may have several.  Where two placeholders match at one
 * place, the longer wins.  Values are never searched for placeholders.
 */
#ifndef FOREACH_COMMAND_H
#define FOREACH_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct placeholders {
	char **in;		/* one for each list */
	size_t nin;
	const char *out;	/* NULL: the command has no output file */
	const char *increment;	/* NULL: no word is numbered */
};

struct command {
	const char *program;	/* the first word, never replaced */
	struct word *word;	/* the words after it */
	size_t nword;
	bool has_out;		/* some word has the output's placeholder */
	/* private: what command_expand() returns */
	char **argv;
	char *buffer;
	size_t room;
};

/* The values of one run. */
struct values {
	size_t number;		/* of the item, from 1 */
	char *const *in;	/* the line of each list */
	const char *out;	/* name of the output file; NULL: the placeholder stays as it is */
};

/* Cuts the words (NULL at the end, at least one) into literal text and placeholders; all are kept by reference. */
void command_init(struct command *command, struct arena *arena, char **words, const struct placeholders *holders);
/* The words of one run, NULL at the end; valid until the next call. */
char **command_expand(struct command *command, const struct values *values);
/* True when word i (0: the first after the program) holds the output's placeholder. */
bool command_word_is_output(const struct command *command, size_t i);

/*
 * The name of an item's output: DIR/STEM-NUMBER.EXT, where STEM is the input's
 * file name without its last extension.  The number keeps names apart.  The
 * caller frees it.
 */
char *output_name(const char *dir, const char *input, size_t number, const char *ext);

#endif
