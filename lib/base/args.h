/*
 * Command lines: argp with the settings that every tool shares.  One dash and
 * two dashes, "=" and blank are all accepted (ARGP_LONG_ONLY); a wrong command
 * line ends the tool with status 2.
 */
#ifndef BASE_ARGS_H
#define BASE_ARGS_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

/*
 * Names the tool (diagnostics, --version), sets the exit status of wrong
 * command lines, then runs argp_parse() with ARGP_LONG_ONLY.  argp's option
 * table is the only list of options: --help prints it, tests compare it with
 * the man page.  Does not return after --help, --version or a wrong command line.
 */
void args_parse(const struct argp *argp, int argc, char **argv, void *input);
/* The same; options and operands reach the parser in the order of the command line. */
void args_parse_in_order(const struct argp *argp, int argc, char **argv, void *input);

/* The arguments of most tools: a file to write, files to read. */
struct args_files {
	const char *output;	/* -o; set it to the default, often "-", before parsing */
	const char **input;	/* n_inputs operands, never freed */
	size_t n_inputs;
	bool many, optional;	/* more than one operand is fine; none is fine */
	const char *noun;	/* what an input is, for "no input NOUN"; NULL: just "no input" */
};

/*
 * The keys that such tools share: 'o', the operands, and the end of the line,
 * where a missing input is a wrong command line.  A tool's own parser returns
 * this for keys that it does not know.  Then a tool with one input has it as
 * input[0]; if the input is optional, n_inputs may be 0.
 */
error_t args_files_option(int key, char *arg, struct args_files *files);

/*
 * Splits text at each sep into an arena array of arena strings, *n of them.
 * "" has no parts; "a,,b" has three, one of them empty.
 */
char **args_split(struct arena *arena, const char *text, char sep, size_t *n);

/*
 * The number of text among the n names; otherwise die_usage() with all of them:
 * "option '--emit' wants so, obj or ll, not 'x'".
 */
size_t args_choice(const char *option, const char *text, const char *const *names, size_t n);

/* text as a decimal number of min..max; otherwise die_usage() naming the option. */
long args_number(const char *option, const char *text, long min, long max);

#endif
