/*
 * sycl-image: inspects the device images of a file, without running it.
 * (Compiler and runtime design, "Fat binary creation details".)
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/suggest.h"
#include "commands.h"

enum { KEY_JSON = 0x100, KEY_TARGET, KEY_CONFIG, KEY_RAW, KEY_ERROR_EXITCODE, KEY_GROWTH, KEY_AGAINST, KEY_DEVICE };

static const struct argp_option options[] = {
	{ "json", KEY_JSON, NULL, 0, "list, show: everything as JSON", 0 },
	{ "demangle", 'C', NULL, 0, "Print C++ names instead of mangled ones", 0 },
	{ "target", KEY_TARGET, "TARGET", 0, "Look only at images of this target", 0 },
	{ "output", 'o', "PATH", 0, "extract: the folder where the files go; specialize, report: the file to write", 0 },
	{ "raw", KEY_RAW, NULL, 0, "extract: leave compressed images as they are", 0 },
	{ "error-exitcode", KEY_ERROR_EXITCODE, "STATUS", OPTION_ARG_OPTIONAL,
		"diff: exit with STATUS, 1 by default, when the second file needs more or grew", 0 },
	{ "growth", KEY_GROWTH, "PERCENT", 0, "diff: growth that is still allowed, 0 by default", 0 },
	{ "report-against", KEY_AGAINST, "OLD", 0, "report: compare with OLD, an older page or a file with images", 0 },
	{ "device", KEY_DEVICE, "TARGET", 0, "select: the device, as a target of the device configuration", 0 },
	{ "device-config-file", KEY_CONFIG, "FILE", 0, "Read FILE on top of the installed device configuration", 0 },
	{ 0 }
};

/* How many operands follow a command's name; more: or any number more. */
static const struct command {
	const char *name;
	size_t noperand;
	const char *operands;
	bool more;
	const char *output;	/* the meaning of option -o */
} commands[] = {
	{ "list", 1, "FILE", false, NULL }, { "show", 1, "FILE", false, NULL }, { "size", 1, "FILE", false, NULL },
	{ "extract", 1, "FILE", false, "a folder" }, { "diff", 2, "OLD NEW", false, NULL },
	{ "why", 3, "FILE KERNEL TARGET", false, NULL }, { "verify", 1, "FILE", false, NULL },
	{ "select", 2, "FILE KERNEL", false, NULL },
	{ "specialize", 2, "FILE NAME=VALUE...", true, "a file" },
	{ "report", 1, "FILE...", true, "a file" },
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

struct arguments {
	const char **operand;
	size_t noperand;
	const char *target, *output, *against, *device;
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
	case KEY_DEVICE:
		a->device = arg;
		break;
	case KEY_AGAINST:
		a->against = arg;
		break;
	case ARGP_KEY_ARG:
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
		die_usage("no command: list, show, size, extract, diff, why, select, verify, specialize or report");
	for (i = 0; i < N_COMMANDS; i++) {
		name[i] = commands[i].name;
		if (strcmp(a->operand[0], name[i]))
			continue;
		if (a->noperand < commands[i].noperand + 1 || (a->noperand > commands[i].noperand + 1 && !commands[i].more))
			die_usage("command '%s' wants %s", name[i], commands[i].operands);
		return &commands[i];
	}
	near = suggest(a->operand[0], name, N_COMMANDS);
	if (near)
		die_usage("unknown command '%s', did you mean '%s'?", a->operand[0], near);
	die_usage("unknown command '%s'", a->operand[0]);
}

/* Checks options and operands of a command, besides their number. */
static void
check_operands(const struct command *command, const struct arguments *a)
{
	size_t i;

	if (command->output && !a->output)
		die_usage("command '%s' wants %s: option '-o' is missing", command->name, command->output);
	if (a->against && strcmp(command->name, "report"))
		die_usage("command '%s' compares nothing: option '--report-against' has no place", command->name);
	if (!a->device != (strcmp(command->name, "select") != 0))
		die_usage(a->device ? "command '%s' asks about no device: option '--device' has no place"
			: "command '%s' wants a device: option '--device' is missing", command->name);
	if (!command->more || !strcmp(command->name, "report"))
		return;
	if (a->target)
		die_usage("command '%s' changes the images of all targets: option '--target' has no place", command->name);
	for (i = 2; i < a->noperand; i++)
		if (!strchr(a->operand[i], '=') || *a->operand[i] == '=')
			die_usage("command '%s' wants NAME=VALUE, not '%s'", command->name, a->operand[i]);
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
	if (!strcmp(command, "select"))
		return command_why(list, a->operand[2], a->device);
	if (!strcmp(command, "specialize"))
		return command_specialize(list, a->operand[1], a->operand + 2, a->noperand - 2, a->output);
	return command_verify(list);
}

/* Reports write errors, such as a full disk. */
static int
finish_output(int status)
{
	if (!ferror(stdout) && !fflush(stdout))
		return status;
	diag(DIAG_ERROR, "cannot write '-': %s", strerror(errno));
	return 1;
}

static const struct argp argp = {
	options, parse_option, "list FILE\nshow FILE\nsize FILE\nextract -o DIR FILE\ndiff OLD NEW\nwhy FILE KERNEL TARGET\n"
	"select --device=TARGET FILE KERNEL\nverify FILE\n"
	"specialize -o OUT FILE NAME=VALUE...\nreport -o OUT FILE...",
	"Looks at the device images of a program, library, object, archive or file table.", NULL, NULL, NULL
};

/* The tool report, which is beside this one, writes the page.  Returns only with an error, reported. */
static int
run_report(const struct arguments *a, struct arena *arena)
{
	char **word = arena_calloc(arena, a->noperand + 6, sizeof *word), path[PATH_MAX];
	ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
	size_t n = 0, i;

	path[len < 0 ? 0 : len] = '\0';
	word[n++] = (char *)(uintptr_t)path_beside(arena, path, "report");
	word[n++] = arena_strdup(arena, "--name=sycl-image");
	word[n++] = arena_printf(arena, "--output=%s", a->output);
	if (a->against)
		word[n++] = arena_printf(arena, "--against=%s", a->against);
	if (fact_options.device_config)
		word[n++] = arena_printf(arena, "--device-config-file=%s", fact_options.device_config);
	word[n++] = arena_strdup(arena, "--");
	for (i = 1; i < a->noperand; i++)
		word[n++] = (char *)(uintptr_t)a->operand[i];
	word[n] = NULL;
	execv(word[0], word);
	diag(DIAG_ERROR, "cannot start '%s': %s", word[0], strerror(errno));
	return 1;
}

int
main(int argc, char **argv)
{
	struct imagelist list, other = { 0 };
	struct arguments a = { 0 };
	struct arena arena;
	const struct command *command;

	arena_init(&arena);
	a.operand = arena_calloc(&arena, (size_t)argc, sizeof *a.operand);
	args_parse(&argp, argc, argv, &a);
	command = find_command(&a);
	check_operands(command, &a);
	if (!strcmp(command->name, "report"))
		return run_report(&a, &arena);
	if (imagelist_read(&list, &arena, a.operand[1]))
		return 1;
	if (!strcmp(command->name, "diff") && imagelist_read(&other, &arena, a.operand[2]))
		return 1;
	keep_target(&list, a.target);
	keep_target(&other, a.target);
	if (!list.n && strcmp(command->name, "diff") && strcmp(command->name, "why") && !a.device) {
		diag_at(&(struct diag_place){ a.operand[1], 0, 0 }, DIAG_ERROR, "no device images");
		return 1;
	}
	return finish_output(run(&a, command->name, &list, &other));
}
