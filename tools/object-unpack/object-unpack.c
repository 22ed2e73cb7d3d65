/*
 * object-unpack: the node of the action graph that reverses object-pack at
 * link time (doc/graph.md).
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/args.h"
#include "base/arena.h"
#include "base/diag.h"
#include "format/filetable.h"
#include "unpack.h"

struct options {
	struct args_files files;
	const char *out_dir, *members;
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the table to FILE (default: standard output)", 0 },
	{ "out-dir", 'd', "DIR", 0, "Write device code into folder DIR (default: this folder)", 0 },
	{ "members", 'm', "FILE", 0, "Read only those members of archives that FILE lists", 0 },
	{ 0 },
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'd':
		options->out_dir = arg;
		break;
	case 'm':
		options->members = arg;
		break;
	default:
		return args_files_option(key, arg, &options->files);
	}
	return 0;
}

static const struct argp argp = {
	option_table, parse_option, "FILE...",
	"Takes the device code out of objects, archives and shared libraries.",
	NULL, NULL, NULL,
};

int
main(int argc, char **argv)
{
	struct options options = { .files = { .output = "-", .many = true }, .out_dir = "." };
	struct unpack unpack;
	struct arena arena;
	int failed = 0;
	size_t i;

	arena_init(&arena);
	args_parse(&argp, argc, argv, &options);
	unpack_init(&unpack, &arena, options.out_dir, options.files.n_inputs);
	if (options.members)
		failed = unpack_read_members(&unpack, options.members);
	for (i = 0; i < options.files.n_inputs && !failed; i++)
		failed = unpack_file(&unpack, options.files.input[i]);
	if (!failed)
		failed = filetable_write(&unpack.table, options.files.output, true);
	arena_free(&arena);
	return failed ? 1 : 0;
}
