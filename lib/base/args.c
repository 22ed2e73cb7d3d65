#include "args.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

#ifndef SYCL_CC_VERSION
#define SYCL_CC_VERSION "0"
#endif

static void
print_version(FILE *stream, struct argp_state *state)
{
	(void)state;
	fprintf(stream, "%s (sycl-cc) %s\n", diag_tool(), SYCL_CC_VERSION);
}

static void
parse(const struct argp *argp, int argc, char **argv, unsigned flags, void *input)
{
	error_t error;

	diag_set_tool(argc > 0 ? argv[0] : "tool");
	argp_program_version_hook = print_version;
	argp_err_exit_status = 2;
	/* A write beyond the limit of a file's size then fails and is reported, instead of a signal. */
	signal(SIGXFSZ, SIG_IGN);
	error = argp_parse(argp, argc, argv, ARGP_LONG_ONLY | flags, NULL, input);
	if (error)
		die("cannot read the command line: %s", strerror(error));
}

void
args_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	parse(argp, argc, argv, 0, input);
}

void
args_parse_in_order(const struct argp *argp, int argc, char **argv, void *input)
{
	parse(argp, argc, argv, ARGP_IN_ORDER, input);
}

static void
add_input(struct args_files *files, const char *path)
{
	if (files->n_inputs && !files->many)
		die_usage("more than one input: '%s' and '%s'", files->input[0], path);
	files->input = reallocarray(files->input, files->n_inputs + 1, sizeof *files->input);
	if (!files->input)
		die("out of memory");
	files->input[files->n_inputs++] = path;
}

error_t
args_files_option(int key, char *arg, struct args_files *files)
{
	switch (key) {
	case 'o':
		files->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		add_input(files, arg);
		return 0;
	case ARGP_KEY_END:
		if (!files->n_inputs && !files->optional)
			die_usage(files->noun ? "no input %s" : "no input", files->noun);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

char **
args_split(struct arena *arena, const char *text, char sep, size_t *n)
{
	const char *end;
	char **part;
	size_t count = 1, i;

	*n = 0;
	if (!*text)
		return NULL;
	for (end = text; *end; end++)
		count += *end == sep;
	part = arena_alloc(arena, count * sizeof *part);
	for (i = 0; i < count; i++) {
		end = strchrnul(text, sep);
		part[i] = arena_strndup(arena, text, (size_t)(end - text));
		text = end + 1;
	}
	*n = count;
	return part;
}

size_t
args_choice(const char *option, const char *text, const char *const *names, size_t n)
{
	char all[256];
	size_t i, len = 0;

	for (i = 0; i < n; i++)
		if (!strcmp(text, names[i]))
			return i;
	for (i = 0; i < n && len < sizeof all; i++)
		len += (size_t)snprintf(all + len, sizeof all - len, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", names[i]);
	die_usage("option '%s' wants %s, not '%s'", option, all, text);
}

long
args_number(const char *option, const char *text, long min, long max)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (end == text || *end || errno || value < min || value > max)
		die_usage("option '%s' wants a number from %ld to %ld, not '%s'", option, min, max, text);
	return value;
}
