/*
 * lib/bitcode from the shell: reads bitcode and writes it to standard output.
 *
 *	bitcode cut FILE		a part that holds all functions and variables
 *	bitcode patch FILE KIND N...	every function gets !KIND !{i32 N, ..., !{!"text", i32 N}}; without N nothing
 *
 * Unsupported bitcode: a message on standard error and status 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitcode/bitcut.h"
#include "bitcode/bitpatch.h"

static struct arena arena;

static int
fail(const char *why)
{
	fprintf(stderr, "bitcode: %s\n", why);
	exit(1);
}

/* Exactly as long as the file, so that a sanitizer finds reads beyond it. */
static char *
slurp(const char *path, size_t *len)
{
	FILE *stream = fopen(path, "rb");
	char *text;
	long n;

	if (!stream || fseek(stream, 0, SEEK_END) || (n = ftell(stream)) < 0)
		fail("cannot read");
	rewind(stream);
	*len = (size_t)n;
	text = malloc(*len + !*len);
	if (!text || fread(text, 1, *len, stream) != *len)
		fail("cannot read");
	fclose(stream);
	return text;
}

static int
cut(const char *bytes, size_t len, struct bitwriter *writer)
{
	struct bitcut_options how = { NULL, NULL, NULL };
	struct bitcut_global *global;
	const char *why;
	struct bitmodule module;
	struct bitcut *whole;
	size_t i, n;

	why = bitmodule_read(&module, &arena, bytes, len);
	whole = why ? NULL : bitcut_new(&arena, &module, how, &why);
	if (!whole)
		return fail(why);
	n = module.nglobal;
	global = arena_calloc(&arena, n + 1, sizeof *global);
	for (i = 0; i < n; i++)
		global[i] = (struct bitcut_global){ .number = (uint32_t)i, .linkage = BITCUT_KEEP };
	return bitcut_write(whole, global, n, writer);
}

static int
patch(const char *bytes, size_t len, char **argv, struct bitwriter *writer)
{
	struct bitmodule module;
	const char *why = bitmodule_read(&module, &arena, bytes, len);
	struct bitpatch *new;
	bitpatch_node part[64], pair[2];
	size_t n = 0, i;
	uint32_t kind;

	if (why)
		return fail(why);
	new = bitpatch_new(&arena, &module);
	kind = bitpatch_kind(new, *argv++);
	for (; *argv && n < 63; argv++)
		part[n++] = bitpatch_int(new, atoi(*argv));
	for (i = 0; n && i < module.nglobal; i++) {
		if (module.global[i].kind != BITGLOBAL_FUNCTION)
			continue;
		pair[0] = bitpatch_string(new, "text");
		pair[1] = part[n - 1];
		part[n] = bitpatch_tuple(new, pair, 2);
		bitpatch_set(new, (uint32_t)i, kind, bitpatch_tuple(new, part, n + 1));
	}
	return bitpatch_write(new, writer);
}

int
main(int argc, char **argv)
{
	struct bitwriter writer = { 0 };
	size_t len;
	char *bytes;
	int failed;

	if (argc < 3)
		return 2;
	arena_init(&arena);
	bytes = slurp(argv[2], &len);
	failed = !strcmp(argv[1], "cut") ? cut(bytes, len, &writer) : patch(bytes, len, argv + 3, &writer);
	if (failed)
		return fail("something mentions what is not there");
	return fwrite(writer.byte, 1, writer.n, stdout) != writer.n;
}
