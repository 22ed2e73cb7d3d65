/* aspect-filter: the rows of a file table that a target can run; the page is aspect-filter.1. */
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "format/devconfig.h"
#include "format/filetable.h"
#include "format/targetfilter.h"
#include "list.h"

struct options {
	struct args_files files;
	const char *target, *config_file;
	const char *describe, *traits;
	const char **fixed;		/* as given, n_fixed */
	size_t n_fixed;
	enum { LIST_NONE, LIST_TEXT, LIST_JSON } list;
	bool empty;
};

enum { KEY_TARGET = 256, KEY_CONFIG, KEY_EMPTY, KEY_LIST, KEY_DESCRIBE, KEY_TRAITS, KEY_FIXED };

static const struct argp_option option_table[] = {
	{ "target", KEY_TARGET, "TARGET", 0, "Fit the table to this target of the device configuration", 1 },
	{ "device-config-file", KEY_CONFIG, "FILE", 0, "Read FILE on top of the installed device configuration", 1 },
	{ "empty", KEY_EMPTY, NULL, 0, "Keep rows that the target cannot run, with an empty module and the reason", 1 },
	{ NULL, 'o', "FILE", 0, "Write to FILE; - is standard output, the default", 1 },
	{ "list-targets", KEY_LIST, "json", OPTION_ARG_OPTIONAL, "Print every target of the device configuration", 2 },
	{ "describe", KEY_DESCRIBE, "TARGETS", 0, "Print what the driver needs to know about these targets", 2 },
	{ "traits-macros", KEY_TRAITS, "TARGETS", 0, "Print the macros that tell device code about its targets", 2 },
	{ "fixed-targets", KEY_FIXED, "LIST[:OBJECT]", 0,
	  "With --describe: fail when code for the fixed targets LIST runs on none of TARGETS", 2 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

static int
parse_list(struct options *o, const char *arg)
{
	if (arg && strcmp(arg, "json"))
		die_usage("option '--list-targets' wants no value or 'json', not '%s'", arg);
	o->list = arg ? LIST_JSON : LIST_TEXT;
	return 0;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case KEY_TARGET: o->target = arg; return 0;
	case KEY_CONFIG: o->config_file = arg; return 0;
	case KEY_EMPTY: o->empty = true; return 0;
	case KEY_LIST: return parse_list(o, arg);
	case KEY_DESCRIBE: o->describe = arg; return 0;
	case KEY_TRAITS: o->traits = arg; return 0;
	case KEY_FIXED: o->fixed[o->n_fixed++] = arg; return 0;
	default: return args_files_option(key, arg, &o->files);
	}
}

static const struct argp argp = {
	option_table, parse_option, "TABLE\n--list-targets[=json]\n--describe=TARGETS [--fixed-targets=LIST]\n--traits-macros=TARGETS",
	"Fits a file table to a target: rows whose module the target cannot run are dropped or emptied.",
	NULL, NULL, NULL
};

static int
print_config(const struct options *o, struct arena *arena, const struct devconfig *config, FILE *stream)
{
	size_t i;

	for (i = 0; i < o->n_fixed; i++)
		if (list_check_fixed(config, arena, o->describe, o->fixed[i]))
			return -1;
	if (o->describe && list_describe(config, arena, o->describe, stream))
		return -1;
	if (o->traits)
		return list_traits(config, arena, o->traits, stream);
	if (o->describe)
		return 0;
	(o->list == LIST_JSON ? list_json : list_text)(config, stream);
	return 0;
}

static int
print(const struct options *o, struct arena *arena, const struct devconfig *config)
{
	struct outfile out;

	if (outfile_open(&out, o->files.output))
		return -1;
	return outfile_end(&out, print_config(o, arena, config, out.stream));
}

static int
filter(const struct options *o, struct arena *arena, const struct devconfig *config)
{
	unsigned mode = o->empty ? TARGETFILTER_EMPTY | TARGETFILTER_COMPILE_TARGET : TARGETFILTER_DROP;
	const struct target *target;
	struct filetable in, out;

	if (filetable_read(&in, arena, o->files.input[0]))
		return -1;
	target = devconfig_get(config, o->target);
	if (!target || targetfilter_run(&out, arena, &in, target, mode, o->files.output))
		return -1;
	return filetable_write(&out, o->files.output, out.titled);
}

int
main(int argc, char **argv)
{
	struct options o = { .files = { .output = "-", .optional = true } };
	struct arena arena;
	struct devconfig config;
	bool prints;
	int failed;

	arena_init(&arena);
	o.fixed = arena_calloc(&arena, (size_t)argc + 1, sizeof *o.fixed);
	args_parse(&argp, argc, argv, &o);
	prints = o.list || o.describe || o.traits;
	if (!prints && !o.files.n_inputs)
		die_usage("no input table");
	if (!prints && !o.target)
		die_usage("no target given: --target=TARGET");
	if (prints && o.files.n_inputs)
		die_usage("no input table is wanted beside --list-targets, --describe and --traits-macros");
	if (o.n_fixed && !o.describe)
		die_usage("option '--fixed-targets' wants '--describe'");
	failed = devconfig_read(&config, &arena, NULL, o.config_file) ||
		 (prints ? print : filter)(&o, &arena, &config);
	arena_free(&arena);
	return failed ? 1 : 0;
}
