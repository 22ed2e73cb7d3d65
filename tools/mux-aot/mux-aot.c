#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/mapfile.h"
#include "ir/irmodule.h"
#include "mux/image/processor.h"
#include "mux/mux.h"
#include "serve.h"
#include "sycl-cc/mux-image.h"

enum { OPT_TARGET = 256, OPT_WIDTH, OPT_EMIT, OPT_NO_GUARDS, OPT_NO_MASKS, OPT_ANY_SIZE, OPT_FOR_LINK, OPT_DROP_IMPORTERS, OPT_PARENT,
       OPT_KERNEL, OPT_LOCAL_SIZE, OPT_SUB_GROUPS, OPT_SERVE };

struct command {
	struct args_files files;
	struct mux_options mux;
	bool for_link;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE, '-' is standard output", 0 },
	{ "target", OPT_TARGET, "CPU", 0,
	  "Generate code for CPU: x86_64 (the same as x86-64-v3), x86_64_avx512, aarch64, native, a name of LLVM's", 0 },
	{ "mcpu", OPT_TARGET, NULL, OPTION_ALIAS, NULL, 0 },
	{ "march", OPT_TARGET, NULL, OPTION_ALIAS, NULL, 0 },
	{ NULL, 'O', "LEVEL", OPTION_ARG_OPTIONAL, "Optimize vector code: 0 (none), 1, 2, 3 (default), s or z", 0 },
	{ "width", OPT_WIDTH, "N", 0, "Take N work-items together: 1, 2, 4 ... 64, default 16", 0 },
	{ "kernel", OPT_KERNEL, "NAME", 0, "Compile this kernel of the first input, not all", 0 },
	{ "local-size", OPT_LOCAL_SIZE, "X,Y,Z", 0, "Compile for work-groups of this size alone", 0 },
	{ "sub-groups", OPT_SUB_GROUPS, "N", 0, "Sub-groups of N in kernels that use them and require no size, default 1", 0 },
	{ "jobs", 'j', "N", 0, "Compile the kernels of a large module in N processes, default as many as processors", 0 },
	{ "emit", OPT_EMIT, "WHAT", 0, "Write so (default), obj, ll, table or canonical", 0 },
	{ "no-guards", OPT_NO_GUARDS, NULL, 0, "Do not vote on divergent branches", 0 },
	{ "any-size", OPT_ANY_SIZE, NULL, 0, "No code for a likely work-group size beside that for all", 0 },
	{ "no-masks", OPT_NO_MASKS, NULL, 0, "Do not mask divergent loops", 0 },
	{ "for-link", OPT_FOR_LINK, NULL, 0, "Other images may be linked with this one: keep its module in it", 0 },
	{ "drop-importers", OPT_DROP_IMPORTERS, NULL, 0, "Leave out kernels that call functions which are not there", 0 },
	{ "parent", OPT_PARENT, "PID", 0, "End with that process, which has started this one", 0 },
	{ "serve", OPT_SERVE, NULL, 0, "Be the worker of libsycl-cc-mux, through the socket that is standard input", 0 },
	{ "verbose", 'v', NULL, 0, "Say what was done to each kernel", 0 },
	{ 0 },
};

/* LLVM would treat an unknown name as the oldest processor. */
static const char *
cpu_of(const char *name)
{
	const struct processor *found = processor_find(name);
	const char *near;

	if (found)
		return found->name;
	near = processor_suggest(name);
	if (near)
		die_usage("unknown processor '%s', did you mean '%s'?", name, near);
	die_usage("unknown processor '%s': known are %s", name, processor_names());
}

/* LLVM's name of the level; NULL: the default. */
static const char *
level_of(const char *text)
{
	static const char *const levels[] = { "0", "1", "2", "3", "s", "z" };
	static const char *const names[] = { "O0", "O1", "O2", NULL, "Os", "Oz" };

	return names[args_choice("-O", text ? text : "1", levels, sizeof levels / sizeof *levels)];
}

/* By enum mux_emit. */
static const char *const outputs[] = { "so", "obj", "ll", "table", "canonical" };

/* The value of an option: 1, 2, 4 ... 64. */
static unsigned
power_of_two(const char *option, const char *text)
{
	long n = args_number(option, text, 1, 64);

	if (n & (n - 1))
		die_usage("option '%s' wants a power of two, not %ld", option, n);
	return (unsigned)n;
}

/* X[,Y[,Z]] */
static void
read_local_size(const char *text, uint32_t *size)
{
	const char *p = text;
	char *end;
	int i;

	size[1] = size[2] = 1;
	for (i = 0; i < 3; i++, p = end + 1) {
		size[i] = (uint32_t)strtoul(p, &end, 10);
		if (*p < '1' || *p > '9' || size[i] > MUX_MAX_WORK_GROUP || (*end && *end != ','))
			break;
		if (!*end && (uint64_t)size[0] * size[1] * size[2] <= MUX_MAX_WORK_GROUP)
			return;
	}
	die_usage("option '--local-size' wants X,Y,Z, at most %d work-items, not '%s'", MUX_MAX_WORK_GROUP, text);
}

/* A compile may take long: it ends when the program that started it ends. */
static void
end_with(long parent)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		exit(EXIT_FAILURE);
}

static error_t
parse(int key, char *value, struct argp_state *state)
{
	struct command *command = state->input;

	switch (key) {
	case OPT_TARGET:
		command->mux.cpu = cpu_of(value);
		return 0;
	case 'O':
		command->mux.level = level_of(value);
		return 0;
	case OPT_WIDTH:
		command->mux.width = power_of_two("--width", value);
		return 0;
	case OPT_EMIT:
		command->mux.emit = (enum mux_emit)args_choice("--emit", value, outputs, sizeof outputs / sizeof *outputs);
		return 0;
	case OPT_NO_GUARDS:
		command->mux.no_guards = true;
		return 0;
	case OPT_ANY_SIZE:
		command->mux.any_size = true;
		return 0;
	case OPT_NO_MASKS:
		command->mux.no_masks = true;
		return 0;
	case OPT_FOR_LINK:
		command->for_link = command->mux.drop_importers = true;
		return 0;
	case OPT_KERNEL:
		command->mux.kernel = value;
		return 0;
	case OPT_LOCAL_SIZE:
		read_local_size(value, command->mux.local_size);
		return 0;
	case OPT_SUB_GROUPS:
		command->mux.sub_groups = power_of_two("--sub-groups", value);
		return 0;
	case OPT_SERVE:
		exit(serve());
	case OPT_PARENT:
		end_with(args_number("--parent", value, 1, INT_MAX));
		return 0;
	case OPT_DROP_IMPORTERS:
		command->mux.drop_importers = true;
		return 0;
	case 'j':
		command->mux.jobs = (unsigned)args_number("--jobs", value, 1, 1024);
		return 0;
	case 'v':
		command->mux.verbose = true;
		return 0;
	default:
		return args_files_option(key, value, &command->files);
	}
}

/* Reads all inputs and links the functions of the others into the first one's module. */
static LLVMModuleRef
read_inputs(struct arena *arena, const struct args_files *files)
{
	LLVMModuleRef module = mux_read(arena, files->input[0]), other;

	for (size_t i = 1; module && i < files->n_inputs; i++) {
		other = mux_read(arena, files->input[i]);
		if (other && mux_link(module, other) == 0)
			continue;
		LLVMDisposeModule(module);
		return NULL;
	}
	return module;
}

/* The input's bytes, which the image carries. */
static int
keep_code(struct command *command)
{
	if (command->files.n_inputs > 1 || !strcmp(command->files.input[0], "-"))
		die_usage("option '--for-link' wants one file");
	command->mux.code = mapfile_read(command->files.input[0], &command->mux.code_size);
	return command->mux.code ? 0 : -1;
}

int
main(int argc, char **argv)
{
	static const char *const default_out[] = { "a.so", "a.o", "a.ll", "-", "a.ll" };
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "IN...",
		.doc = "Compiles a device module (bitcode, textual IR, SPIR-V) into a native CPU image.",
	};
	struct command command = { .files.many = true, .mux = { .cpu = "x86-64-v3" } };
	struct arena arena;
	LLVMModuleRef module;
	int failed;

	diag_set_tool("mux-aot");
	args_parse(&argp, argc, argv, &command);
	if (!command.files.output)
		command.files.output = default_out[command.mux.emit];
	if (!command.mux.width)
		command.mux.width = mux_is_optimized(&command.mux) ? 16 : 1;
	arena_init(&arena);
	irmodule_init();
	if (command.for_link && keep_code(&command))
		return EXIT_FAILURE;
	module = read_inputs(&arena, &command.files);
	failed = !module || mux_compile(&arena, &command.mux, module, command.files.output);
	irmodule_finish();
	arena_free(&arena);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
