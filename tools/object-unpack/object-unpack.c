/*
 * object-unpack: the node of the action graph that reverses object-pack at
 * link time (doc/graph.md).
 */
#include <stdbool.h>
#include <stdio.h>

#include "base/args.h"
#include "base/arena.h"
#include "format/filetable.h"
#include "format/moduleid.h"
#include "unpack.h"

struct options {
	struct args_files files;
	const char *out_dir, *members, *module_ids;
	const char **option;	/* KEY=VALUE, n_options */
	size_t n_options;
	bool recorded;
};

enum { KEY_RECORDED = 256, KEY_OPTION, KEY_MODULE_IDS };

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the table to FILE (default: standard output)", 0 },
	{ "out-dir", 'd', "DIR", 0, "Write device code into folder DIR (default: this folder)", 0 },
	{ "members", 'm', "FILE", 0, "Read only those members of archives that FILE lists", 0 },
	{ "module-ids", KEY_MODULE_IDS, "FILE", 0, "Write the ids of the modules to FILE too", 0 },
	{ "recorded", KEY_RECORDED, NULL, 0, "Write what was recorded instead: kinds of device code, options", 0 },
	{ "option", KEY_OPTION, "KEY[=VALUE]", 0, "With --recorded: the value that objects must have; none: any will do", 0 },
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
	case KEY_MODULE_IDS:
		options->module_ids = arg;
		break;
	case KEY_RECORDED:
		options->recorded = true;
		break;
	case KEY_OPTION:
		options->option[options->n_options++] = arg;
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
	struct recorded recorded;
	struct unpack unpack;
	struct arena arena;
	int failed = 0;
	size_t i;

	arena_init(&arena);
	options.option = arena_calloc(&arena, (size_t)argc + 1, sizeof *options.option);
	args_parse(&argp, argc, argv, &options);
	unpack_init(&unpack, &arena, options.out_dir, options.files.n_inputs);
	recorded_init(&recorded, &arena);
	for (i = 0; i < options.n_options; i++)
		recorded_give(&recorded, options.option[i]);
	unpack.recorded = options.recorded ? &recorded : NULL;
	if (options.members)
		failed = unpack_read_members(&unpack, options.members);
	for (i = 0; i < options.files.n_inputs && !failed; i++) {
		failed = unpack_file(&unpack, options.files.input[i]);
		recorded_end_file(&recorded, options.files.input[i]);
	}
	/* The table last: when it exists, so do the ids. */
	if (!failed && options.module_ids)
		failed = moduleid_write(options.module_ids, unpack.module_id, unpack.n_module_ids, NULL);
	if (!failed && options.recorded)
		failed = recorded_write(&recorded, options.files.output);
	else if (!failed)
		failed = filetable_write(&unpack.table, options.files.output, true);
	arena_free(&arena);
	return failed ? 1 : 0;
}
