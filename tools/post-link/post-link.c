/*
 * post-link: cuts the linked device module into images that a device can run or
 * refuse as a whole.  Reads the module, builds the dependency graph, groups the
 * entry points by split mode and features, checks, then writes the files of each
 * image and the tables.  (Optional kernel features,
 * "Changes to the post-link tool".)
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "base/words.h"
#include "check.h"
#include "features.h"
#include "format/textfile.h"
#include "globals.h"
#include "graph.h"
#include "hash.h"
#include "image.h"
#include "input.h"
#include "ir/irmodule.h"
#include "output.h"
#include "post-link.h"
#include "props.h"
#include "report.h"
#include "workers.h"

struct options options = { .auto_kernels = 100, .auto_size = 50000 };
struct arena arena;

enum {
	KEY_OUT_DIR = 0x100, KEY_SPLIT, KEY_SYMBOLS, KEY_PROPERTIES, KEY_IR_ONLY, KEY_SPEC_CONST, KEY_SPEC_DEFAULTS,
	KEY_PARAM_INFO, KEY_PROGRAM_METADATA, KEY_KERNEL_NAMES, KEY_EXPORTED, KEY_IMPORTED, KEY_ONLY_KERNELS,
	KEY_DEVICE_GLOBALS, KEY_IMAGE_DEPENDENCIES, KEY_DEVICE_LIB_DIR, KEY_ID_QUERIES, KEY_NOT_DONE, KEY_IGNORED,
	KEY_REQUIREMENTS, KEY_DROP, KEY_CONFIG, KEY_BASE_CONFIG, KEY_AUTO_KERNELS, KEY_AUTO_SIZE,
	KEY_ALLOW_UNDEFINED, KEY_ALLOW_IMPORT, KEY_VERIFY, KEY_ALLOW_DUPLICATES,
	KEY_CHECK_INPUTS, KEY_HASHES, KEY_REPORT
};

#define FLAG "true|false", OPTION_ARG_OPTIONAL
static const struct argp_option option_table[] = {
	{ NULL, 0, NULL, 0, "Output:", 1 },
	{ "output", 'o', "[TARGET,]FILE", 0, "Write the table to FILE; with TARGET the table that fits it; repeatable", 1 },
	{ "out-dir", KEY_OUT_DIR, "DIR", 0, "Write code, property and symbol files to DIR, not beside the first table", 1 },
	{ "symbols", KEY_SYMBOLS, FLAG, "Write symbol files and the column Symbols", 1 },
	{ "properties", KEY_PROPERTIES, FLAG, "Write property files and the column Properties", 1 },
	{ "text", 'S', FLAG, "Write IR as text", 1 },
	{ "force", 'f', FLAG, "Write bitcode to a terminal, too", 1 },
	{ "ir-output-only", KEY_IR_ONLY, FLAG, "Write one module to the first -o and no table", 1 },
	{ "drop-incompatible", KEY_DROP, FLAG, "Leave out rows that a TARGET cannot run instead of emptying them", 1 },
	{ "requirements", KEY_REQUIREMENTS, "ENCODING", 0, "Encode device requirements as 'common' (default) or 'design'", 1 },
	{ "verify", KEY_VERIFY, FLAG, "Check every module before it is written", 1 },
	{ NULL, 0, NULL, 0, "Images:", 2 },
	{ "split", KEY_SPLIT, "MODE", 0, "One image per 'source', per 'kernel', 'auto', or 'off' (default)", 2 },
	{ "auto-kernels", KEY_AUTO_KERNELS, "N", 0, "With auto: at most N entry points in an image (100)", 2 },
	{ "auto-instructions", KEY_AUTO_SIZE, "N", 0, "With auto: no more entry points after N instructions (50000)", 2 },
	{ "emit-only-kernels-as-entry-points", KEY_ONLY_KERNELS, FLAG, "SYCL_EXTERNAL functions are not entry points", 2 },
	{ "allow-device-image-dependencies", KEY_IMAGE_DEPENDENCIES, FLAG, "Images may import functions of other images", 2 },
	{ "allow-import", KEY_ALLOW_IMPORT, "PATTERN", 0, "Undefined names that match may stay; repeatable", 2 },
	{ "allow-undefined", KEY_ALLOW_UNDEFINED, FLAG, "Undefined names are a warning, not an error", 2 },
	{ "allow-duplicates", KEY_ALLOW_DUPLICATES, FLAG, "Different kernels of one name are a warning; the first one counts", 2 },
	{ "device-config-file", KEY_CONFIG, "FILE", 0, "Read FILE on top of the installed device configuration", 2 },
	{ NULL, 0, NULL, 0, "Properties:", 3 },
	{ "emit-param-info", KEY_PARAM_INFO, FLAG, "Masks of dropped kernel arguments", 3 },
	{ "emit-program-metadata", KEY_PROGRAM_METADATA, FLAG, "Work-group and sub-group metadata of each kernel", 3 },
	{ "emit-kernel-names", KEY_KERNEL_NAMES, FLAG, "Names of kernels", 3 },
	{ "emit-exported-symbols", KEY_EXPORTED, FLAG, "Names that the image offers to others", 3 },
	{ "emit-imported-symbols", KEY_IMPORTED, FLAG, "Names that the image needs from others", 3 },
	{ "device-globals", KEY_DEVICE_GLOBALS, FLAG, "Device globals, and the check of their scope", 3 },
	{ "spec-const", KEY_SPEC_CONST, "MODE", 0, "Lower specialization constants as 'native' or 'emulation'", 3 },
	{ "generate-device-image-default-spec-consts", KEY_SPEC_DEFAULTS, FLAG,
		"Add a copy of each image that uses constants, with their default values", 3 },
	{ "id-queries-range", KEY_ID_QUERIES, "TYPE", 0, "Type of id queries: 'int' (default), 'uint' or 'size_t'", 3 },
	{ NULL, 0, NULL, 0, "Work:", 4 },
	{ "jobs", 'j', "N", 0, "Make images in N processes (as many as there are processors)", 4 },
	{ "mem-budget", 'm', "SIZE", 0, "Use fewer processes when memory would exceed SIZE (K, M, G)", 4 },
	{ "report", KEY_REPORT, "json", OPTION_ARG_OPTIONAL, "Say on standard output what each image holds and why", 4 },
	{ NULL, 0, NULL, 0, "Other jobs:", 5 },
	{ "check-inputs", KEY_CHECK_INPUTS, FLAG, "Only check that kernels of one name are the same in all modules", 5 },
	{ "hashes", KEY_HASHES, FLAG, "Only print a hash of each definition's contents", 5 },
	{ NULL, 0, NULL, 0, "Accepted, with a warning that nothing is done:", 6 },
	{ "split-esimd", KEY_NOT_DONE, FLAG, "ESIMD kernels are not split off", 6 },
	{ "lower-esimd", KEY_NOT_DONE, FLAG, "ESIMD intrinsics are not lowered", 6 },
	{ "force-disable-esimd-opt", KEY_NOT_DONE, FLAG, "There are no ESIMD optimisations", 6 },
	{ "device-lib-dir", KEY_DEVICE_LIB_DIR, "DIR", 0, "The node device-lib links device libraries", 6 },
	{ NULL, 'O', "LEVEL", OPTION_HIDDEN, NULL, 6 },
	{ 0 }
};

/* A flag with an optional value. */
static bool
is_on(const char *arg)
{
	if (!arg || !strcmp(arg, "true") || !strcmp(arg, "1"))
		return true;
	if (!strcmp(arg, "false") || !strcmp(arg, "0"))
		return false;
	die_usage("a flag takes 'true' or 'false', not '%s'", arg);
}

/* TARGET,FILE; the whole is a file name when nothing follows the first comma, or a folder precedes it. */
static void
add_output(char *arg)
{
	char *comma = strchr(arg, ',');
	struct output *output;

	options.output = arena_grow(&arena, options.output, options.noutput * sizeof *output,
				    (options.noutput + 1) * sizeof *output);
	output = &options.output[options.noutput++];
	output->target = NULL;
	output->file = arg;
	if (!comma || !comma[1] || memchr(arg, '/', (size_t)(comma - arg)))
		return;
	output->target = arena_strndup(&arena, arg, (size_t)(comma - arg));
	output->file = comma + 1;
}

static void
set_split(const char *arg)
{
	static const char *const mode[] = { "off", "source", "kernel", "auto", "per_source", "per_kernel" };
	static const enum split split[] = { SPLIT_OFF, SPLIT_SOURCE, SPLIT_KERNEL, SPLIT_AUTO, SPLIT_SOURCE, SPLIT_KERNEL };

	options.split = split[args_choice("--split", arg, mode, sizeof mode / sizeof *mode)];
	options.split_given = true;
}

static uint64_t
memory_size(const char *arg)
{
	static const char unit[] = "KMG";
	char *end;
	unsigned long long value = strtoull(arg, &end, 10);
	const char *u = *end ? strchr(unit, *end & ~0x20) : NULL;

	if (end == arg || (*end && (!u || end[1])) || !value || value > UINT64_MAX >> 40)
		die_usage("option '--mem-budget' takes a size such as 512M, not '%s'", arg);
	return u ? value << 10 * (u - unit + 1) : value;
}

static void
add_import(const char *arg)
{
	options.allow_import = arena_grow(&arena, options.allow_import, options.nallow_import * sizeof arg,
					  (options.nallow_import + 1) * sizeof arg);
	options.allow_import[options.nallow_import++] = arg;
}

static void
set_report(const char *arg)
{
	if (arg && strcmp(arg, "json") != 0)
		die_usage("option '--report' takes no value or 'json', not '%s'", arg);
	options.report = true;
	options.report_json = arg != NULL;
}

static error_t
parse_choice(int key, char *arg)
{
	static const char *const encoding[] = { "common", "design" };
	static const char *const spec_const[] = { "keep", "native", "emulation" };
	static const char *const range[] = { "int", "uint", "size_t" };

	switch (key) {
	case KEY_SPLIT: set_split(arg); return 0;
	case KEY_REQUIREMENTS: options.requirements = (enum requirements_encoding)args_choice("--requirements", arg, encoding, 2); return 0;
	case KEY_SPEC_CONST: options.spec_const = (enum spec_mode)args_choice("--spec-const", arg, spec_const, 3); return 0;
	case KEY_ID_QUERIES: options.id_queries = (int)args_choice("--id-queries-range", arg, range, 3); return 0;
	case KEY_AUTO_KERNELS: options.auto_kernels = (size_t)args_number("--auto-kernels", arg, 1, 1000000000); return 0;
	case KEY_AUTO_SIZE: options.auto_size = (uint64_t)args_number("--auto-instructions", arg, 1, 1000000000); return 0;
	case KEY_REPORT: set_report(arg); return 0;
	case 'j': options.jobs = (size_t)args_number("--jobs", arg, 1, 4096); return 0;
	case 'm': options.mem_budget = memory_size(arg); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static error_t
parse_flag(int key, char *arg)
{
	switch (key) {
	case KEY_SYMBOLS: options.symbols = is_on(arg); return 0;
	case KEY_PROPERTIES: options.properties = is_on(arg); return 0;
	case 'S': options.text = is_on(arg); return 0;
	case 'f': options.force = is_on(arg); return 0;
	case KEY_IR_ONLY: options.ir_only = is_on(arg); return 0;
	case KEY_DROP: options.drop_incompatible = is_on(arg); return 0;
	case KEY_VERIFY: options.verify = is_on(arg); return 0;
	case KEY_ONLY_KERNELS: options.only_kernels = is_on(arg); return 0;
	case KEY_IMAGE_DEPENDENCIES: options.image_dependencies = is_on(arg); return 0;
	case KEY_ALLOW_UNDEFINED: options.allow_undefined = is_on(arg); return 0;
	case KEY_PARAM_INFO: options.param_info = is_on(arg); return 0;
	case KEY_PROGRAM_METADATA: options.program_metadata = is_on(arg); return 0;
	case KEY_KERNEL_NAMES: options.kernel_names = is_on(arg); return 0;
	case KEY_EXPORTED: options.exported = is_on(arg); return 0;
	case KEY_IMPORTED: options.imported = is_on(arg); return 0;
	case KEY_DEVICE_GLOBALS: options.device_globals = is_on(arg); return 0;
	case KEY_ALLOW_DUPLICATES: options.allow_duplicates = is_on(arg); return 0;
	case KEY_CHECK_INPUTS: options.check_inputs = is_on(arg); return 0;
	case KEY_HASHES: options.hashes = is_on(arg); return 0;
	case KEY_SPEC_DEFAULTS: options.spec_defaults = is_on(arg); return 0;
	case KEY_NOT_DONE:
		if (is_on(arg))
			options.not_done = true;
		return 0;
	default: return parse_choice(key, arg);
	}
}

static void
add_input_file(const char *path)
{
	size_t n = options.ninput, size = sizeof path;

	if (!(n & (n - 1)))
		options.input = arena_grow(&arena, options.input, n * size, (n ? 2 * n : 1) * size);
	options.input[options.ninput++] = path;
}

/* A module, or @FILE with the paths of modules, one a line. */
static void
add_input(const char *arg)
{
	struct textfile list;

	if (*arg != '@') {
		add_input_file(arg);
		return;
	}
	if (textfile_open(&list, arg + 1))
		exit(1);
	while (textfile_next(&list))
		if (list.len)
			add_input_file(arena_strndup(&arena, list.text, list.len));
	if (textfile_close(&list))
		exit(1);
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'o': add_output(arg); return 0;
	case KEY_OUT_DIR: options.out_dir = arg; return 0;
	case KEY_CONFIG: options.config = arg; return 0;
	case KEY_ALLOW_IMPORT: add_import(arg); return 0;
	case KEY_DEVICE_LIB_DIR:
	case 'O':
		return 0;
	case ARGP_KEY_ARG:
		add_input(arg);
		return 0;
	default: return parse_flag(key, arg);
	}
}

static bool
has_action(void)
{
	return options.split_given || options.spec_const || options.symbols || options.properties ||
	       options.param_info || options.program_metadata || options.kernel_names || options.exported ||
	       options.imported || options.device_globals || options.not_done || options.hashes || options.check_inputs;
}

static void
check_ir_only(void)
{
	const struct {
		bool given;
		const char *option;
	} conflict[] = {
		{ options.split_given && options.split != SPLIT_AUTO && options.split != SPLIT_OFF, "split" },
		{ options.symbols, "symbols" }, { options.properties, "properties" },
		{ options.param_info, "emit-param-info" }, { options.program_metadata, "emit-program-metadata" },
		{ options.kernel_names, "emit-kernel-names" }, { options.exported, "emit-exported-symbols" },
		{ options.imported, "emit-imported-symbols" },
		{ options.spec_defaults, "generate-device-image-default-spec-consts" },
	};
	size_t i;

	for (i = 0; i < sizeof conflict / sizeof *conflict; i++)
		if (conflict[i].given)
			die_usage("-%s can't be used with -ir-output-only", conflict[i].option);
	if (options.noutput > 1)
		die_usage("-ir-output-only writes one file, -o is given %zu times", options.noutput);
}

static void
check_options(void)
{
	size_t i;

	if (!options.ninput)
		add_input_file("-");
	if (!has_action() && !options.ir_only)
		die_usage("no actions: give --split, --symbols, --properties or another option that asks for something");
	if (options.ir_only) {
		check_ir_only();
		options.split = SPLIT_OFF;
	}
	for (i = 0; i < options.noutput; i++)
		if (!options.ir_only && !strcmp(options.output[i].file, "-") && options.noutput > 1)
			die_usage("only a single table can go to standard output");
	if (!options.jobs)
		options.jobs = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
	if (options.not_done)
		diag(DIAG_WARNING, "ESIMD is not supported: '-split-esimd', '-lower-esimd' and '-force-disable-esimd-opt' do nothing");
}

/* One module with everything that any entry point needs, and no table. */
static int
write_ir_only(const struct graph *graph)
{
	const char *path = options.noutput ? options.output[0].file
					   : arena_printf(&arena, "%s.out", output_stem(options.input[0]));
	struct image image = { .entry = graph->entry, .nentry = graph->nentry, .spec = options.spec_const };
	struct closure closure;

	if (!strcmp(path, "-") && !options.text && !options.force && isatty(STDOUT_FILENO))
		die_usage("bitcode is not written to a terminal without -f");
	closure_init(&closure, graph);
	closure_make(&closure, graph, graph->entry, graph->nentry);
	return output_code(graph, &closure, &image, path, &arena, NULL) ? -1 : 0;
}

static int
write_images(const struct graph *graph)
{
	struct images images;
	uint64_t *size;

	images_group(&images, graph);
	if ((options.device_globals && globals_check(graph, &images)) || check_external(graph, &images))
		return -1;
	images_add_default_copies(&images, graph);
	output_names(&images);
	output_keep_input(&images, graph);
	props_init(graph);
	size = arena_calloc(&arena, images.n, sizeof *size);
	if (workers_run(graph, &images, size) || (options.report && report_print(graph, &images, size)))
		return -1;
	return output_tables(&images);
}

/* The modules that were checked, as a response file for llvm-link. */
static int
write_list(const char *path)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < options.ninput; i++) {
		words_put(out.stream, options.input[i], strlen(options.input[i]));
		putc('\n', out.stream);
	}
	return outfile_commit(&out);
}

static int
run(void)
{
	LLVMModuleRef module;
	struct graph graph;

	/* A single module needs no comparison; the link will read it. */
	if (options.check_inputs && options.ninput == 1 && strcmp(options.input[0], "-") != 0)
		return options.noutput ? write_list(options.output[0].file) : 0;
	module = input_read();
	if (!module)
		return -1;
	if (options.check_inputs)
		return options.noutput ? write_list(options.output[0].file) : 0;
	if ((!options.hashes && image_open(module)) || globals_read(module) || graph_build(&graph, module))
		return -1;
	if (options.hashes)
		return hash_print_all(&graph);
	if (check_undefined(&graph))
		return -1;
	return options.ir_only ? write_ir_only(&graph) : write_images(&graph);
}

static const struct argp argp = {
	option_table, parse_option, "[MODULE|@LIST...]",
	"Cuts device code into images by split mode and optional features, checks it, and writes a file table.",
	NULL, NULL, NULL
};

int
main(int argc, char **argv)
{
	int failed;

	arena_init(&arena);
	args_parse(&argp, argc, argv, NULL);
	check_options();
	irmodule_init();
	failed = run();
	/* The module is not disposed: that would take a fifth of the time of reading it. */
	fflush(NULL);
	return failed ? 1 : 0;
}
