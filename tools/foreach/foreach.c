/* foreach: runs a command once for each line of a file list.  See foreach.1. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "cachelimit.h"
#include "command.h"
#include "foreach.h"
#include "jobs.h"
#include "launch.h"
#include "lists.h"
#include "program.h"
#include "records.h"
#include "report.h"

enum {
	OPT_IN_LIST = 0x100, OPT_IN_REPLACE, OPT_OUT_REPLACE, OPT_OUT_EXT, OPT_OUT_DIR, OPT_OUT_LIST,
	OPT_OUT_INCREMENT, OPT_FAIL_FAST, OPT_PROGRESS, OPT_STATS, OPT_MEM_BUDGET, OPT_WANT_OUTPUT, OPT_FAILURES,
	OPT_LAUNCHER, OPT_LAUNCHER_ALL, OPT_LAUNCHER_TRIES, OPT_LAUNCHER_STATS, OPT_BATCH_SIZE, OPT_BATCH_JOBS,
	OPT_NUMBERS, OPT_RESULTS,
	OPT_CACHE, OPT_CACHE_INPUT, OPT_CACHE_ENV, OPT_CACHE_SIZE, OPT_CACHE_STATS, OPT_CACHE_IGNORE_NAMES,
	OPT_CACHE_READ_ONLY, OPT_CACHE_TIMEOUT,
};

static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Input:", 1 },
	{ "in-file-list", OPT_IN_LIST, "FILE", 0, "file list, one item a line; - is standard input (repeatable)", 0 },
	{ "in-replace", OPT_IN_REPLACE, "TEXT", 0, "TEXT in the command is replaced by the line of the list with the same ordinal (repeatable)", 0 },
	{ NULL, 0, NULL, 0, "Output:", 2 },
	{ "out-replace", OPT_OUT_REPLACE, "TEXT", 0, "TEXT in the command is replaced by the item's output file", 0 },
	{ "out-ext", OPT_OUT_EXT, "EXT", 0, "extension of output files (default: out)", 0 },
	{ "out-dir", OPT_OUT_DIR, "DIR", 0, "folder of output files (default: .)", 0 },
	{ "out-file-list", OPT_OUT_LIST, "FILE", 0, "write the names of output files, in list order", 0 },
	{ "out-increment", OPT_OUT_INCREMENT, "TEXT", 0, "words with TEXT get _1, _2, ... at their end from the second item on", 0 },
	{ "want-output", OPT_WANT_OUTPUT, NULL, 0, "an item that leaves its output file empty has failed", 0 },
	{ NULL, 0, NULL, 0, "Running:", 3 },
	{ "jobs", 'j', "N", 0, "run N commands at once (default: the number of processors)", 0 },
	{ "keep-going", 'k', NULL, 0, "run all items even when one fails (default)", 0 },
	{ "fail-fast", OPT_FAIL_FAST, NULL, 0, "start nothing more after a failure", 0 },
	{ "mem-budget", OPT_MEM_BUDGET, "SIZE", 0, "start no command whose memory would exceed SIZE with those that run", 0 },
	{ "dry-run", 'n', NULL, 0, "print the commands for a shell, run nothing", 0 },
	{ NULL, 0, NULL, 0, "Running elsewhere:", 4 },
	{ "launcher", OPT_LAUNCHER, "COMMAND", 0, "run batches of items as jobs that COMMAND starts, such as srun", 0 },
	{ "launcher-all", OPT_LAUNCHER_ALL, NULL, 0, "call COMMAND once for all jobs", 0 },
	{ "launcher-tries", OPT_LAUNCHER_TRIES, "N", 0, "an item fails when N jobs died with it (default: 3)", 0 },
	{ "launcher-stats", OPT_LAUNCHER_STATS, NULL, 0, "print how many jobs and hosts there were", 0 },
	{ "batch-size", OPT_BATCH_SIZE, "N", 0, "items of a job (default: by time)", 0 },
	{ "batch-jobs", OPT_BATCH_JOBS, "N", 0, "commands that a job runs at once (default: $SLURM_CPUS_PER_TASK or 1)", 0 },
	{ "item-numbers", OPT_NUMBERS, "FILE", 0, "the items' numbers, one a line (what a job is called with)", 0 },
	{ "results", OPT_RESULTS, "FILE", 0, "write results to FILE, print nothing (what a job is called with)", 0 },
	{ NULL, 0, NULL, 0, "Reporting:", 5 },
	{ "progress", OPT_PROGRESS, "FILE", OPTION_ARG_OPTIONAL,
	  "show a status line when standard error is a terminal; with FILE write DONE/TOTAL into it instead", 0 },
	{ "stats", OPT_STATS, "FILE", 0, "write time and memory of each item as tab-separated values", 0 },
	{ "failures", OPT_FAILURES, "FILE", 0, "write failed items to FILE and say nothing of them", 0 },
	{ NULL, 0, NULL, 0, "Cache:", 6 },
	{ "cache", OPT_CACHE, "DIR|URL", 0, "take results seen before from DIR, keep new ones there; a second one, http://HOST/..., names a server that is asked next", 0 },
	{ "cache-read-only", OPT_CACHE_READ_ONLY, NULL, 0, "keep nothing on the server", 0 },
	{ "cache-timeout", OPT_CACHE_TIMEOUT, "SECONDS", 0, "how long the server may take to answer (default: 3)", 0 },
	{ "cache-input", OPT_CACHE_INPUT, "FILE", 0, "results depend on FILE as well (repeatable)", 0 },
	{ "cache-env", OPT_CACHE_ENV, "NAME", 0, "results depend on environment variable NAME (repeatable)", 0 },
	{ "cache-ignore-names", OPT_CACHE_IGNORE_NAMES, NULL, 0, "results depend on what input files hold, not on their names", 0 },
	{ "cache-size", OPT_CACHE_SIZE, "SIZE", 0, "keep at most SIZE bytes, those used last (default: 5G)", 0 },
	{ "cache-stats", OPT_CACHE_STATS, NULL, 0, "print hits and misses; without a command, what DIR holds", 0 },
	{ 0 },
};

static struct arena arena;

static void
add(char ***list, size_t *n, char *text)
{
	*list = arena_extend(&arena, *list, *n, sizeof **list);
	(*list)[(*n)++] = text;
}

/* "512M" and such in bytes. */
static uint64_t
parse_size(const char *option, const char *text)
{
	static const char unit[] = "KMGT";
	const char *found;
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, 10);
	found = *end ? strchr(unit, *end) : NULL;
	if (end == text || *text == '-' || errno || (*end && (!found || end[1])) || !value)
		die_usage("option '%s' wants a size such as 512M, not '%s'", option, text);
	for (; found && found >= unit; found--)
		if (__builtin_mul_overflow(value, 1024ULL, &value))
			die_usage("option '%s': '%s' is too large", option, text);
	return value;
}

static bool
is_url(const char *text)
{
	return !strncmp(text, "http://", 7) || !strncmp(text, "https://", 8);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case OPT_IN_LIST: add(&options->list, &options->nlist, arg); break;
	case OPT_IN_REPLACE: add(&options->holders.in, &options->holders.nin, arg); break;
	case OPT_OUT_REPLACE: options->holders.out = arg; break;
	case OPT_OUT_EXT: options->out_ext = arg; break;
	case OPT_OUT_DIR: options->out_dir = arg; break;
	case OPT_OUT_LIST: options->out_file_list = arg; break;
	case OPT_OUT_INCREMENT: options->holders.increment = arg; break;
	case 'j': options->jobs = args_number("--jobs", arg, 1, 100000); break;
	case 'k': options->fail_fast = false; break;
	case OPT_FAIL_FAST: options->fail_fast = true; break;
	case OPT_MEM_BUDGET: options->mem_budget = parse_size("--mem-budget", arg); break;
	case 'n': options->dry_run = true; break;
	case OPT_PROGRESS:
		options->progress = true;
		options->progress_file = arg;
		break;
	case OPT_STATS: options->stats = arg; break;
	case OPT_FAILURES: options->failures = arg; break;
	case OPT_WANT_OUTPUT: options->want_output = true; break;
	case OPT_LAUNCHER: options->launcher = arg; break;
	case OPT_LAUNCHER_ALL: options->launcher_all = true; break;
	case OPT_LAUNCHER_TRIES: options->launcher_tries = args_number("--launcher-tries", arg, 1, 100); break;
	case OPT_LAUNCHER_STATS: options->launcher_stats = true; break;
	case OPT_BATCH_SIZE: options->batch_size = args_number("--batch-size", arg, 1, 1000000); break;
	case OPT_BATCH_JOBS: options->batch_jobs = args_number("--batch-jobs", arg, 1, 100000); break;
	case OPT_NUMBERS: options->numbers = arg; break;
	case OPT_RESULTS: options->results = arg; break;
	case OPT_CACHE: *(is_url(arg) ? &options->cache_url : &options->cache) = arg; break;
	case OPT_CACHE_READ_ONLY: options->cache_read_only = true; break;
	case OPT_CACHE_TIMEOUT: options->cache_timeout = args_number("--cache-timeout", arg, 1, 3600); break;
	case OPT_CACHE_INPUT: add(&options->cache_input, &options->ncache_input, arg); break;
	case OPT_CACHE_ENV: add(&options->cache_env, &options->ncache_env, arg); break;
	case OPT_CACHE_SIZE: options->cache_size = parse_size("--cache-size", arg); break;
	case OPT_CACHE_STATS: options->cache_stats = true; break;
	case OPT_CACHE_IGNORE_NAMES: options->cache_ignore_names = true; break;
	case ARGP_KEY_ARG: die_usage("unexpected operand '%s': the command follows '--'", arg);
	default: return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "-- COMMAND [ARGUMENT...]",
	.doc = "Runs a command once for each line of a file list.\v"
		"Exit status: that of the first failed item in list order, 128 + n for signal n, 127 for a command that was not found.",
};

static void
check_placeholders(const struct placeholders *holders)
{
	size_t i, j;

	for (i = 0; i < holders->nin; i++) {
		if (!*holders->in[i])
			die_usage("placeholder of option '--in-replace' is empty");
		if (holders->out && !strcmp(holders->in[i], holders->out))
			die_usage("placeholder '%s' is given for input and output", holders->out);
		for (j = 0; j < i; j++)
			if (!strcmp(holders->in[i], holders->in[j]))
				die_usage("placeholder '%s' is given for two lists", holders->in[i]);
	}
	if (holders->out && !*holders->out)
		die_usage("placeholder of option '--out-replace' is empty");
	if (holders->increment && !*holders->increment)
		die_usage("text of option '--out-increment' is empty");
}

static void
check_options(const struct options *options, const struct command *command)
{
	const struct placeholders *holders = &options->holders;
	size_t i, standard = 0;

	if (!options->nlist)
		die_usage("no list: give '--in-file-list' and '--in-replace'");
	if (options->nlist != holders->nin)
		die_usage("%zu lists but %zu placeholders: each '--in-file-list' wants its '--in-replace'", options->nlist,
			holders->nin);
	for (i = 0; i < options->nlist; i++)
		standard += !strcmp(options->list[i], "-");
	if (standard > 1)
		die_usage("standard input can be one list only");
	if (holders->out && !command->has_out)
		die_usage("placeholder '%s' of the output is not in the command", holders->out);
	if (options->out_file_list && !holders->out)
		die_usage("option '--out-file-list' wants '--out-replace'");
	if (options->want_output && !holders->out)
		die_usage("option '--want-output' wants '--out-replace'");
	if (strchr(options->out_ext, '/'))
		die_usage("extension '%s' contains '/'", options->out_ext);
}

static void
check_launcher_options(const struct options *options)
{
	if (options->launcher && !*options->launcher)
		die_usage("option '--launcher' names no command");
	if (!options->launcher && (options->launcher_all || options->launcher_tries || options->launcher_stats
		|| options->batch_size || options->batch_jobs))
		die_usage("options '--launcher-...' and '--batch-...' want '--launcher'");
	if (!options->results != !options->numbers)
		die_usage("options '--results' and '--item-numbers' want each other");
	if (options->results && (options->launcher || options->cache || options->stats || options->failures
		|| options->out_file_list))
		die_usage("option '--results' is for a job: no launcher, cache or other reports");
}

static void
check_cache_options(const struct options *options)
{
	if (!options->cache && (options->ncache_input || options->ncache_env || options->cache_stats
		|| options->cache_ignore_names))
		die_usage("options '--cache-...' want '--cache'");
	if (options->cache && !*options->cache)
		die_usage("option '--cache' names no folder");
	if (options->cache_url && !options->cache)
		die_usage("option '--cache=%s' wants a folder beside the server: '--cache=DIR'", options->cache_url);
	if (!options->cache_url && (options->cache_read_only || options->cache_timeout))
		die_usage("options '--cache-read-only' and '--cache-timeout' want a server: '--cache=http://HOST/...'");
	if (options->cache && options->holders.increment)
		die_usage("option '--out-increment' cannot be used with '--cache': it names outputs that are not kept");
}

/* The options end at the first "--"; the command follows. */
static void
parse_command_line(struct options *options, struct command *command, int argc, char **argv)
{
	int n = 1;

	while (n < argc && strcmp(argv[n], "--"))
		n++;
	options->words = n < argc ? argv + n + 1 : argv + argc;
	argv[n] = NULL;
	args_parse(&argp, n, argv, options);
	check_cache_options(options);
	check_launcher_options(options);
	if (!*options->words && options->cache_stats && !options->nlist)
		exit(cachelimit_print(options->cache));
	if (!*options->words)
		die_usage("no command: write it after '--'");
	check_placeholders(&options->holders);
	command_init(command, &arena, options->words, &options->holders);
	check_options(options, command);
}

static void
check_out_dir(const char *dir)
{
	struct stat status;

	if (stat(dir, &status))
		die("cannot use folder '%s': %s", dir, strerror(errno));
	if (!S_ISDIR(status.st_mode))
		die("cannot use folder '%s': %s", dir, strerror(ENOTDIR));
}

static int
print_commands(const struct options *options, struct command *command, struct lists *lists)
{
	struct outfile out;
	char *name, *line;

	if (outfile_open(&out, "-"))
		return 1;
	while (lists_next(lists)) {
		name = options->holders.out
			? output_name(options->out_dir, lists->line[0], lists->number, options->out_ext) : NULL;
		line = words_shell_line(command_expand(command, &(struct values){ lists->number, lists->line, name }));
		fprintf(out.stream, "%s\n", line);
		free(line);
		free(name);
	}
	return outfile_commit(&out) ? 1 : 0;
}

static int
run(const struct options *options, struct command *command, struct lists *lists)
{
	struct outfile names = { 0 };
	const char *program;
	int status = 0;

	if (options->holders.out)
		check_out_dir(options->out_dir);
	if (options->out_file_list && outfile_open(&names, options->out_file_list))
		return 1;
	if (report_open(options) || (options->results && records_open(options->results)))
		return 1;
	if (lists->count) {
		program = program_find(&arena, command->program);
		status = (options->launcher ? launch_run : jobs_run)(options, command, program, lists, names.stream);
	} else {
		status = report_close();
	}
	if (status)
		outfile_abandon(&names);
	else if (names.stream && outfile_commit(&names))
		status = 1;
	return status;
}

int
main(int argc, char **argv)
{
	struct options options = { .out_ext = "out", .out_dir = ".", .cache_size = (uint64_t)5 << 30 };
	struct command command;
	struct lists lists;

	arena_init(&arena);
	parse_command_line(&options, &command, argc, argv);
	if (lists_open(&lists, &arena, options.list, options.nlist))
		return 1;
	if (options.numbers && lists_number(&lists, &arena, options.numbers))
		return 1;
	if (options.dry_run)
		return print_commands(&options, &command, &lists);
	return run(&options, &command, &lists);
}
