/*
 * device-prepare: the node between device-compile and aspect-prop-1 of the
 * action graph (doc/graph.md).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Support.h>

#include "accuracy.h"
#include "annotations.h"
#include "base/args.h"
#include "base/arena.h"
#include "base/diag.h"
#include "bitfields.h"
#include "casts.h"
#include "contents.h"
#include "entries.h"
#include "features.h"
#include "globals.h"
#include "format/irnames.h"
#include "format/moduleid.h"
#include "ir/callgraph.h"
#include "integration.h"
#include "ir/irmodule.h"
#include "jumps.h"
#include "members.h"
#include "pointers.h"
#include "rows.h"
#include "rules.h"
#include "specids.h"
#include "throws.h"
#include "varargs.h"
#include "virtuals.h"

struct options {
	struct args_files files;
	const char *id_file, *source, *header, *footer;
	const char *level;
	int64_t sub_group_size;		/* 0: none */
	bool strip_debug, as_text, no_rules, pointers;
	struct accuracy *accuracy;
	struct arena *arena;
};

enum { KEY_STRIP_DEBUG = 256, KEY_NO_RULES, KEY_POINTERS, KEY_ACCURACY, KEY_LEVEL, KEY_SUB_GROUP_SIZE, KEY_HEADER, KEY_FOOTER };

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the module to FILE (default: standard output)", 0 },
	{ "module-id-file", 'i', "FILE", 0, "Read the module id from FILE, as attr-rewrite writes it", 0 },
	{ "source", 's', "NAME", 0, "The source's name in the module and in messages", 0 },
	{ "strip-debug", KEY_STRIP_DEBUG, NULL, 0, "Remove debug information", 0 },
	{ "no-device-rules", KEY_NO_RULES, NULL, 0, "Do not look for what device code must not do", 0 },
	{ "allow-func-ptr", KEY_POINTERS, NULL, 0, "Let device code call functions through pointers", 0 },
	{ "ffp-accuracy", KEY_ACCURACY, "LEVEL[:FUNCTION,...]", 0,
	  "Split kernels by the accuracy that their calls of maths functions want", 0 },
	{ "opt-level", KEY_LEVEL, "N", 0, "Write into kernels how much back ends shall optimise them: 0 to 3", 0 },
	{ "sub-group-size", KEY_SUB_GROUP_SIZE, "N", 0, "Sub-groups of N work-items for kernels that do not speak of their size", 0 },
	{ "integration-header", KEY_HEADER, "FILE", 0, "Write the kernels to FILE, for host compilers other than clang", 0 },
	{ "integration-footer", KEY_FOOTER, "FILE", 0, "Write the symbolic ids of specialization constants to FILE", 0 },
	{ "emit-text", 'S', NULL, 0, "Write textual IR", 0 },
	{ 0 },
};

static int64_t
sub_group_size(const char *text)
{
	char *end;
	const long size = strtol(text, &end, 10);

	if (*end || size < 1 || size > INT32_MAX)
		die_usage("'--sub-group-size' is a number of work-items, not '%s'", text);
	return size;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'i':
		options->id_file = arg;
		break;
	case 's':
		options->source = arg;
		break;
	case 'S':
		options->as_text = true;
		break;
	case KEY_STRIP_DEBUG:
		options->strip_debug = true;
		break;
	case KEY_NO_RULES:
		options->no_rules = true;
		break;
	case KEY_POINTERS:
		options->pointers = true;
		break;
	case KEY_LEVEL:
		if (!*arg || arg[1] || !strchr("0123", *arg))
			die_usage("'--opt-level' is 0, 1, 2 or 3, not '%s'", arg);
		options->level = arg;
		break;
	case KEY_SUB_GROUP_SIZE:
		options->sub_group_size = sub_group_size(arg);
		break;
	case KEY_HEADER:
		options->header = arg;
		break;
	case KEY_FOOTER:
		options->footer = arg;
		break;
	case KEY_ACCURACY:
		accuracy_add(options->accuracy, options->arena, arg);
		break;
	default:
		return args_files_option(key, arg, &options->files);
	}
	return 0;
}

static const struct argp argp = {
	option_table, parse_option, "FILE",
	"Prepares the device module FILE (bitcode or textual IR, \"-\" is standard input) of one "
	"translation unit: annotations become metadata, entry points get their names and linkage, "
	"and what device code must not do is reported.",
	NULL, NULL, NULL,
};

/* Deletes functions that only carried annotations. */
static void
delete_markers(const struct annotations *annotations)
{
	size_t i, k;

	for (i = 0; i < annotations->n; i++) {
		LLVMValueRef marker = annotations->item[i].target;

		if (!features_is_marker(&annotations->item[i]) && !integration_is_marker(&annotations->item[i]))
			continue;
		for (k = 0; k < i && annotations->item[k].target != marker; k++)
			;
		if (k < i)
			continue;
		LLVMReplaceAllUsesWith(marker, LLVMGetUndef(LLVMTypeOf(marker)));
		if (LLVMIsAFunction(marker))
			LLVMDeleteFunction(marker);
	}
}

/* Without this named metadata SPIR-V kernels get the execution mode ContractionOff. */
static void
allow_contraction(LLVMModuleRef module)
{
	static const char name[] = "opencl.enable.FP_CONTRACT";

	LLVMGetOrInsertNamedMetadata(module, name, sizeof name - 1);
}

static void
write_features(const struct callgraph *graph, const struct features *features, struct arena *arena)
{
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++) {
		LLVMValueRef function = graph->function[i];
		bool entry = !LLVMIsDeclaration(function) && (irmodule_is_kernel(function) || features[i].external);

		features_write(function, arena, &features[i], entry);
		if (features[i].wrapper)
			irmodule_set_string_attribute(function, ATTRIBUTE_KERNEL_WRAPPER, "");
	}
}

static void
write_level(const struct callgraph *graph, const char *level)
{
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++)
		if (!LLVMIsDeclaration(graph->function[i]) && irmodule_is_kernel(graph->function[i]))
			irmodule_set_string_attribute(graph->function[i], ATTRIBUTE_OPT_LEVEL, level);
}

static int
write_integration(const struct options *options, const struct callgraph *graph, const uint8_t *inherits,
		  const struct annotations *annotations, struct arena *arena, const char *id)
{
	if (options->header && integration_write_header(options->header, graph, inherits, arena, id))
		return -1;
	return options->footer ? integration_write_footer(options->footer, annotations, arena) : 0;
}

/* All changes of the module; reports its errors. */
static int
prepare(LLVMModuleRef module, struct arena *arena, const struct options *options, const char *id)
{
	struct callgraph_visitor visitor;
	struct annotations annotations;
	struct features *features;
	struct callgraph graph;
	struct rules rules;
	uint8_t *inherits;
	int failed;

	casts_keep_numbers(module);
	jumps_become_switches(module, arena);
	throws_become_asserts(module, arena);
	varargs_inline(module);
	bitfields_divide(module, arena);
	members_resolve(module);
	virtuals_prepare(module, arena, id);
	if (options->pointers)
		pointers_prepare(module, arena, id);
	rules_init(&rules, arena, module, &visitor);
	callgraph_build(&graph, arena, module, &visitor);
	callgraph_finish(&graph);
	inherits = arena_calloc(arena, graph.nnode + 1, 1);
	annotations_read(&annotations, arena, module);
	features = features_read(arena, &annotations, &graph);
	entries_inherit(&graph, features, arena, inherits);
	if (options->sub_group_size)
		features_set_sub_group_size(features, &graph, arena, options->sub_group_size);
	if (!options->no_rules)
		rules_report(&rules, &graph, features, inherits, &annotations, basename(options->source));
	specids_check(module, arena, basename(options->source));
	entries_check_names(module, &graph, inherits, basename(options->source), arena);
	features_write_tables(module, arena, &annotations);
	write_features(&graph, features, arena);
	accuracy_write(options->accuracy, module, arena);
	if (options->level)
		write_level(&graph, options->level);
	specids_localize(module, arena, id);
	globals_prepare(module, arena, id);
	entries_link(module, &graph, features, arena, id);
	failed = write_integration(options, &graph, inherits, &annotations, arena, id);
	rows_divide(module);
	annotations_strip(module);
	delete_markers(&annotations);
	contents_mark(module, arena);
	entries_encode_names(module, arena);
	allow_contraction(module);
	/* The output must not depend on the folder of the source. */
	LLVMSetSourceFileName(module, basename(options->source), strlen(basename(options->source)));
	return failed;
}

/*
 * The input may be invalid: a static variable brings in the whole host function
 * that it is local to, with constructs that the device cannot have
 * (thread_local, destructors called at exit).  That function is removed later,
 * so the reader must accept it.
 */
static void
accept_invalid_input(void)
{
	static const char *const option[] = { "device-prepare", "--disable-auto-upgrade-debug-info" };

	LLVMParseCommandLineOptions(2, option, NULL);
}

/*
 * The lists of global constructors and destructors do not concern the device,
 * and clang may write them with types that the reader refuses (a variable in
 * another address space as the entry's key): turns them into comments in text.
 */
static void
comment_lists(char *text, size_t len)
{
	static const char *const start[] = { "\n@llvm.global_ctors = ", "\n@llvm.global_dtors = " };
	char *at;
	size_t i;

	for (i = 0; i < sizeof start / sizeof *start; i++)
		if ((at = memmem(text, len, start[i], strlen(start[i]))))
			at[1] = ';';
}

/*
 * Debug information names the values of template parameters.  Where one is an object whose type, or a member's, nothing else
 * has, clang's text lacks the type, and the reader refuses it.  Debuggers are not told of such values: in text they become null.
 */
static void
forget_objects(char *text)
{
	static const char node[] = " = !DITemplateValueParameter(", label[] = "value: ";
	char *at = text, *value, *end;

	while ((at = strstr(at, "\n!"))) {
		at += strlen("\n!");
		end = strchrnul(at, '\n');
		if (strncmp(at + strspn(at, "0123456789"), node, strlen(node)))
			continue;
		value = memmem(at, (size_t)(end - at), label, strlen(label));
		at = end;
		if (!value || !strchr("%{<[", value[strlen(label)]))
			continue;
		value += strlen(label);
		while (end > value && *end != ')')
			end--;
		if (end > value) {
			memset(value, ' ', (size_t)(end - value));
			memcpy(value, "null", strlen("null"));
		}
	}
}

/* A quick look: most modules are read from where the file is. */
static bool
needs_changes(const char *text, size_t len)
{
	static const char *const mark[] = { "\n@llvm.global_", "!DITemplateValueParameter(" };
	size_t i;

	for (i = 0; i < sizeof mark / sizeof *mark && !memmem(text, len, mark[i], strlen(mark[i])); i++)
		;
	return i < sizeof mark / sizeof *mark || casts_in(text, len);
}

static LLVMModuleRef
read_module(const char *path, struct arena *arena)
{
	struct irmodule_file file;
	LLVMModuleRef module;
	char *text = NULL;

	if (irmodule_load(&file, path))
		return NULL;
	if (!irmodule_is_bitcode(&file) && needs_changes(file.text, file.len)) {
		text = arena_strndup(arena, file.text, file.len);
		comment_lists(text, file.len);
		forget_objects(text);
		text = casts_mend(text, arena);
	}
	module = irmodule_parse(file.name, text ? text : file.text, text ? strlen(text) : file.len);
	irmodule_unload(&file);
	return module;
}

int
main(int argc, char **argv)
{
	struct options options = { .files.output = "-" };
	struct arena arena;
	LLVMModuleRef module;
	const char *input, *id;
	int failed;

	arena_init(&arena);
	options.arena = &arena;
	options.accuracy = accuracy_new(&arena);
	args_parse(&argp, argc, argv, &options);
	input = options.files.input[0];
	if (!options.id_file)
		die_usage("no --module-id-file");
	if (!options.source)
		options.source = strcmp(input, "-") ? input : "stdin";
	irmodule_init();
	accept_invalid_input();
	id = moduleid_read_one(&arena, options.id_file);
	if (!id)
		return 1;
	module = read_module(input, &arena);
	if (!module)
		return 1;
	failed = prepare(module, &arena, &options, id);
	if (options.strip_debug)
		LLVMStripModuleDebugInfo(module);
	failed = failed || diag_errors() != 0 || irmodule_run_passes(module, "globaldce,strip-dead-prototypes") ||
		 irmodule_verify(module, input) || irmodule_write(module, options.files.output, options.as_text);
	LLVMDisposeModule(module);
	irmodule_finish();
	arena_free(&arena);
	return failed ? 1 : 0;
}
