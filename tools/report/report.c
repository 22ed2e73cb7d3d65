/* report: a build or a program as a page for browsers; the page is report.1. */
#include "report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"

enum { KEY_PLAN = 0x100, KEY_RECORD, KEY_AGAINST, KEY_DOT, KEY_LINKS, KEY_CONFIG, KEY_NAME };

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "The page to write", 1 },
	{ "against", KEY_AGAINST, "OLD", 0, "Compare with OLD: a page that this tool wrote, or a file with device images", 1 },
	{ "plan", KEY_PLAN, "FILE", 0, "Report on the build of this plan", 2 },
	{ "record", KEY_RECORD, "FILE", 0, "What became of its nodes", 2 },
	{ "links", KEY_LINKS, NULL, 0, "Link to the files of the build, which stay", 2 },
	{ "name", KEY_NAME, "NAME", 0, "Whose messages these are", 2 },
	{ "dot", KEY_DOT, "PROGRAM", 0, "Graphviz's dot, for the layout of the graph; an empty PROGRAM: without it", 3 },
	{ "device-config-file", KEY_CONFIG, "FILE", 0, "Read FILE on top of the installed device configuration", 3 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

struct arguments {
	const char *output, *against, *plan, *record, *dot, *name;
	bool links;
	const char **file;
	size_t n_file;
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case 'o': a->output = arg; return 0;
	case KEY_AGAINST: a->against = arg; return 0;
	case KEY_PLAN: a->plan = arg; return 0;
	case KEY_RECORD: a->record = arg; return 0;
	case KEY_LINKS: a->links = true; return 0;
	case KEY_NAME: a->name = arg; return 0;
	case KEY_DOT: a->dot = arg; return 0;
	case KEY_CONFIG: fact_options.device_config = arg; return 0;
	case ARGP_KEY_ARG: a->file[a->n_file++] = arg; return 0;
	case ARGP_KEY_END:
		if (!a->output)
			die_usage("no page: option '-o' is missing");
		if (!a->plan != !a->record)
			die_usage("options '--plan' and '--record' belong together");
		if (!a->plan && !a->n_file)
			die_usage("nothing to report on: no file, and no plan");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	option_table, parse_option, "[FILE...]",
	"Writes a page for browsers: the device images and kernels of programs, objects, archives or file tables, and how they were built.",
	NULL, NULL, NULL
};

/* The folder of this program, where the other tools are. */
static const char *
tools_dir(struct arena *arena)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash;

	if (n < 0)
		return ".";
	path[n] = '\0';
	slash = strrchr(path, '/');
	return arena_strndup(arena, path, slash ? (size_t)(slash - path) : 0);
}

static int
read_all(struct report *report, const struct arguments *a)
{
	size_t i;

	if (a->plan && build_read(report, a->plan, a->record))
		return -1;
	for (i = 0; i < a->n_file; i++) {
		report->title = report->title ? report->title : basename(a->file[i]);
		if (report_add_file(report, a->file[i]))
			return -1;
	}
	if (!report->title)
		report->title = "a build that made no file";
	return report_settle(report);
}

int
main(int argc, char **argv)
{
	struct arguments a = { .dot = "dot", .name = "report" };
	struct report report = { 0 };
	struct older *older = NULL;
	struct outfile out;
	struct arena arena;

	diag_set_tool("report");
	arena_init(&arena);
	a.file = arena_calloc(&arena, (size_t)argc, sizeof *a.file);
	args_parse(&argp, argc, argv, &a);
	diag_set_tool(a.name);
	report.arena = report.list.arena = &arena;
	report.links = a.links;
	if (read_all(&report, &a) || (a.against && !(older = older_read(&arena, a.against))))
		return 1;
	if (report.n_step) {
		source_read(&report);
		chain_ask(&report, tools_dir(&arena));
		layout_steps(&report, a.dot);
	}
	if (outfile_open(&out, a.output))
		return 1;
	page_put(out.stream, &report, older);
	return outfile_commit(&out) ? 1 : 0;
}
