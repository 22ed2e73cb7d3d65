/*
 * attr-rewrite: the node between preprocess and device-compile of the action
 * graph (doc/graph.md).
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/args.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "constants.h"
#include "lex.h"
#include "moduleid.h"
#include "rewrite.h"

struct options {
	struct args_files files;
	const char *id_file, *source;
	bool constants;
};

enum { KEY_CONSTANTS = 256 };

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the rewritten text to FILE (default: standard output)", 0 },
	{ "module-id-file", 'i', "FILE", 0, "Write the module id to FILE, as a clang response file", 0 },
	{ "source", 's', "NAME", 0, "The source's name in the module id (default: the input's)", 0 },
	{ "spec-constants", KEY_CONSTANTS, NULL, 0,
	  "Add functions with the symbolic ids of all specialization constants, for device-prepare's footer", 0 },
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

/* All of the stream, NUL added; NULL with errno on failure. */
static char *
read_all(struct arena *arena, FILE *stream, size_t *len)
{
	size_t room = 1 << 20, got;
	struct stat status;
	char *text;

	if (fstat(fileno(stream), &status) == 0 && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		return NULL;
	}
	if (S_ISREG(status.st_mode) && status.st_size > 0)
		room = (size_t)status.st_size + 2;
	text = arena_alloc(arena, room);
	*len = 0;
	while ((got = fread(text + *len, 1, room - *len - 1, stream)) > 0) {
		*len += got;
		if (*len + 1 == room) {
			text = arena_grow(arena, text, *len, room * 2);
			room *= 2;
		}
	}
	text[*len] = '\0';
	return ferror(stream) ? NULL : text;
}

static const char *
read_input(struct arena *arena, const char *path, size_t *len)
{
	FILE *stream = strcmp(path, "-") ? fopen(path, "re") : stdin;
	const char *text = stream ? read_all(arena, stream, len) : NULL;

	if (!text)
		die("cannot read '%s': %s", path, strerror(errno));
	if (*len >= UINT32_MAX)
		die("cannot read '%s': file too large", path);
	if (stream != stdin)
		fclose(stream);
	return text;
}

static int
write_rewritten(const struct rewrite *rewrite, struct arena *arena, const char *path, bool constants)
{
	struct outfile out;
	struct lexed lexed;

	if (outfile_open(&out, path))
		return -1;
	rewrite_put(rewrite, out.stream);
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
	const char *input, *text, *source;
	size_t len;
	int failed;

	args_parse(&argp, argc, argv, &options);
	arena_init(&arena);
	input = options.files.input[0];
	text = read_input(&arena, input, &len);
	source = strcmp(input, "-") ? input : "stdin";
	rewrite_find(&rewrite, &arena, source, text, len);
	failed = write_rewritten(&rewrite, &arena, options.files.output, options.constants);
	if (!failed && options.id_file)
		failed = moduleid_write(&arena, options.id_file,
					moduleid(&arena, options.source ? options.source : source, text, len));
	arena_free(&arena);
	return failed ? 1 : 0;
}
