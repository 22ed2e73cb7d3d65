/*
 * sycl-image: what device images a file holds.  Reads the file, never runs it.
 * (Compiler and runtime design, "Fat binary creation details".)
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/suggest.h"
#include "commands.h"

enum { KEY_JSON = 0x100, KEY_TARGET, KEY_CONFIG, KEY_RAW, KEY_ERROR_EXITCODE, KEY_GROWTH };

static const struct argp_option options[] = {
	{ "json", KEY_JSON, NULL, 0, "list, show: everything as JSON", 0 },
	{ "demangle", 'C', NULL, 0, "Print C++ names instead of mangled ones", 0 },
	{ "target", KEY_TARGET, "TARGET", 0, "Look only at images of this target", 0 },
	{ "output", 'o', "DIR", 0, "extract: where the files go", 0 },
	{ "raw", KEY_RAW, NULL, 0, "extract: leave compressed images as they are", 0 },
	{ "error-exitcode", KEY_ERROR_EXITCODE, "STATUS", OPTION_ARG_OPTIONAL,
		"diff: exit with STATUS, 1 by default, when the second file needs more or grew", 0 },
	{ "growth", KEY_GROWTH, "PERCENT", 0, "diff: growth that is still allowed, 0 by default", 0 },
	{ "device-config-file", KEY_CONFIG, "FILE", 0, "Read FILE on top of the installed device configuration", 0 },
	{ 0 }
};

/* How many operands stand behind a command's name. */
static const struct command {
	const char *name;
	size_t noperand;
	const char *operands;
} commands[] = {
	{ "list", 1, "FILE" }, { "show", 1, "FILE" }, { "size", 1, "FILE" }, { "extract", 1, "FILE" },
	{ "diff", 2, "OLD NEW" }, { "why", 3, "FILE KERNEL TARGET" }, { "verify", 1, "FILE" },
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

struct arguments {
	const char *operand[4];
	size_t noperand;
	const char *target, *output;
	bool json, raw;
	int error_status;
	double growth;
};

static double
percent_of(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0 && value <= 1e9))
		die_usage("option '--growth' wants a number of per cent, not '%s'", text);
	return value;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *a = state->input;

	switch (key) {
	case KEY_JSON:
		a->json = true;
		break;
	case 'C':
		fact_options.demangle = true;
		break;
	case KEY_TARGET:
		a->target = arg;
		break;
	case KEY_CONFIG:
		fact_options.device_config = arg;
		break;
	case 'o':
		a->output = arg;
		break;
	case KEY_RAW:
		a->raw = true;
		break;
	case KEY_ERROR_EXITCODE:
		a->error_status = arg ? (int)args_number("--error-exitcode", arg, 0, 255) : 1;
		break;
	case KEY_GROWTH:
		a->growth = percent_of(arg);
		break;
	case ARGP_KEY_ARG:
		if (a->noperand == sizeof a->operand / sizeof *a->operand)
			die_usage("too many operands: '%s'", arg);
		a->operand[a->noperand++] = arg;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct command *
find_command(const struct arguments *a)
{
	const char *name[N_COMMANDS], *near;
	size_t i;

	if (!a->noperand)
		die_usage("no command: list, show, size, extract, diff, why or verify");
	for (i = 0; i < N_COMMANDS; i++) {
		name[i] = commands[i].name;
		if (strcmp(a->operand[0], name[i]))
			continue;
		if (a->noperand != commands[i].noperand + 1)
			die_usage("command '%s' wants %s", name[i], commands[i].operands);
		return &commands[i];
	}
	near = suggest(a->operand[0], name, N_COMMANDS);
	if (near)
		die_usage("unknown command '%s', did you mean '%s'?", a->operand[0], near);
	die_usage("unknown command '%s'", a->operand[0]);
}

/* Leaves only the images of the target, if there is a choice. */
static void
keep_target(struct imagelist *list, const char *target)
{
	size_t n = 0, i;

	for (i = 0; target && i < list->n; i++)
		if (!strcmp(list->image[i].target, target))
			list->image[n++] = list->image[i];
	if (target)
		list->n = n;
}

static int
run(const struct arguments *a, const char *command, const struct imagelist *list, const struct imagelist *other)
{
	if (!strcmp(command, "list"))
		return a->json ? command_json(list) : command_list(list);
	if (!strcmp(command, "show"))
		return a->json ? command_json(list) : command_show(list);
	if (!strcmp(command, "size"))
		return command_size(list, a->operand[1]);
	if (!strcmp(command, "extract"))
		return command_extract(list, a->output, a->raw);
	if (!strcmp(command, "diff"))
		return command_diff(list, other, a->error_status, a->growth);
	if (!strcmp(command, "why"))
		return command_why(list, a->operand[2], a->operand[3]);
	return command_verify(list);
}

/* A full disk must not pass for success. */
static int
finish_output(int status)
{
	if (!ferror(stdout) && !fflush(stdout))
		return status;
	diag(DIAG_ERROR, "cannot write '-': %s", strerror(errno));
	return 1;
}

static const struct argp argp = {
	options, parse_option, "list FILE\nshow FILE\nsize FILE\nextract -o DIR FILE\ndiff OLD NEW\nwhy FILE KERNEL TARGET\nverify FILE",
	"Looks at the device images of a program, library, object, archive or file table.", NULL, NULL, NULL
};

int
main(int argc, char **argv)
{
	struct imagelist list, other = { 0 };
	struct arguments a = { 0 };
	struct arena arena;
	const struct command *command;

	arena_init(&arena);
	args_parse(&argp, argc, argv, &a);
	command = find_command(&a);
	if (!strcmp(command->name, "extract") && !a.output)
		die_usage("command 'extract' wants a folder: option '-o' is missing");
	if (imagelist_read(&list, &arena, a.operand[1]))
		return 1;
	if (!strcmp(command->name, "diff") && imagelist_read(&other, &arena, a.operand[2]))
		return 1;
	keep_target(&list, a.target);
	keep_target(&other, a.target);
	if (!list.n && strcmp(command->name, "diff") && strcmp(command->name, "why")) {
		diag_at(&(struct diag_place){ a.operand[1], 0, 0 }, DIAG_ERROR, "no device images");
		return 1;
	}
	return finish_output(run(&a, command->name, &list, &other));
}
