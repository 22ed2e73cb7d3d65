/*
 * attr-rewrite: the node between preprocess and device-compile of the action
 * graph (doc/graph.md).
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/mapfile.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "columns.h"
#include "constants.h"
#include "format/moduleid.h"
#include "hostcode.h"
#include "lex.h"
#include "moduleid.h"
#include "rewrite.h"
#include "unused.h"
#include "variants.h"
#include "versions.h"

struct options {
	struct args_files files;
	const char *id_file, *source;
	bool constants;
	enum rewrite_warnings warnings;
};

enum { KEY_CONSTANTS = 256, KEY_NO_WARNINGS, KEY_WERROR };

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the rewritten text to FILE (default: standard output)", 0 },
	{ "module-id-file", 'i', "FILE", 0, "Write the module id to FILE, as a clang response file", 0 },
	{ "source", 's', "NAME", 0, "The source's name in the module id (default: the input's)", 0 },
	{ "spec-constants", KEY_CONSTANTS, NULL, 0,
	  "Add functions with the symbolic ids of all specialization constants, for device-prepare's footer", 0 },
	{ "no-warnings", KEY_NO_WARNINGS, NULL, 0, "Print no warnings", 0 },
	{ "Werror", KEY_WERROR, NULL, 0, "Warnings are errors: nothing is written", 0 },
	{ 0 },
};

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
	case KEY_CONSTANTS:
		options->constants = true;
		break;
	case KEY_NO_WARNINGS:
		options->warnings = REWRITE_QUIET;
		break;
	case KEY_WERROR:
		options->warnings = REWRITE_ERRORS;
		break;
	default:
		return args_files_option(key, arg, &options->files);
	}
	return 0;
}

static const struct argp argp = {
	option_table, parse_option, "FILE",
	"Rewrites SYCL attributes in the preprocessed C++ source FILE (\"-\" is standard input) "
	"to annotations that clang passes on.",
	NULL, NULL, NULL,
};

static int
write_rewritten(const struct rewrite *rewrite, struct arena *arena, const char *path, bool constants)
{
	struct outfile out;
	struct lexed lexed;
	struct memstream memory;
	char *text;
	size_t len;

	rewrite_put(rewrite, memstream_begin(&memory));
	text = memstream_end(&memory, &len);
	if (outfile_open(&out, path))
		return -1;
	columns_put(text, len, arena, out.stream);
	free(text);
	if (constants) {
		lex(&lexed, arena, rewrite->text, rewrite->len);
		constants_put(&lexed, arena, out.stream);
	}
	return outfile_commit(&out);
}

int
main(int argc, char **argv)
{
	struct options options = { .files.output = "-" };
	struct rewrite rewrite;
	struct arena arena;
	const char *input, *source, *id, *code, *word;
	char *text;
	size_t len;
	int failed;

	args_parse(&argp, argc, argv, &options);
	arena_init(&arena);
	input = options.files.input[0];
	text = mapfile_read(input, &len);
	if (!text)
		return 1;
	if (len >= UINT32_MAX)
		die("cannot read '%s': file too large", input);
	variants_blank(text, len);
	hostcode_blank(&arena, text, len);
	code = versions_leave_default(&arena, text, &len);
	source = strcmp(input, "-") ? input : "stdin";
	rewrite_find(&rewrite, &arena, source, code, len, options.warnings);
	/* The text last: when it exists, so does the id. */
	id = moduleid_make(&arena, options.source ? options.source : source, code, len);
	failed = diag_errors() > 0;
	word = unused_any(&rewrite, &arena) ? "-Wno-unused-variable" : NULL;
	failed = failed || (options.id_file && moduleid_write(options.id_file, &id, 1, word));
	failed = failed || write_rewritten(&rewrite, &arena, options.files.output, options.constants);
	arena_free(&arena);
	free(text);
	return failed ? 1 : 0;
}
