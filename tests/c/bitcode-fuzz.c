/*
 * lib/bitcode as a libFuzzer target (clang's packaged runtime): reads the input,
 * writes its parts, its skeleton and a copy with other metadata, and must be able to
 * read these outputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bitcode-mutate.h"
#include "bitcode/bitcut.h"
#include "bitcode/bitpatch.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t len, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t room,
				 unsigned seed);

static const struct bitcut_options how = { "drop", "mark", "list" };

/* The output can be read, and cut where its input could. */
static void
check_again(const struct bitwriter *writer, bool cuts)
{
	struct bitmodule module;
	struct arena arena;
	const char *why;

	arena_init(&arena);
	why = bitmodule_read(&module, &arena, writer->byte, writer->n);
	if (!why && cuts)
		bitcut_new(&arena, &module, how, &why);
	arena_free(&arena);
	if (!why)
		return;
	fprintf(stderr, "what was written is not read: %s\n", why);
	abort();
}

static void
cut_part(struct bitcut *cut, const struct bitcut_global *global, size_t n, struct bitwriter *writer)
{
	bitwriter_reset(writer);
	if (!bitcut_write(cut, global, n, writer))
		check_again(writer, true);
}

/* One function with what it mentions, the rest of that declared. */
static void
cut_function(struct bitcut *cut, const struct bitmodule *module, struct bitcut_global *global, uint32_t function,
	     struct bitwriter *writer)
{
	const uint32_t *found;
	size_t n, i, k, used = 0;

	found = bitcut_mentions(cut, function, &n);
	for (i = 0; i < module->nglobal; i++) {
		for (k = 0; k < n && found[k] != i; k++)
			;
		if (i != function && k == n)
			continue;
		global[used++] = (struct bitcut_global){
			.number = (uint32_t)i,
			.declared = i != function && module->global[i].kind == BITGLOBAL_FUNCTION && !bitcut_is_addressed(cut, (uint32_t)i),
			.marked = i == function, .linkage = i == function ? LINKAGE_EXTERNAL : LINKAGE_INTERNAL
		};
		if (global[used - 1].declared)
			global[used - 1].linkage = LINKAGE_EXTERNAL;
	}
	bitcut_indirect_calls(cut, function, &n);
	cut_part(cut, global, used, writer);
}

/* Returns whether the module can be cut. */
static bool
cut_all(struct arena *arena, const struct bitmodule *module, struct bitwriter *writer)
{
	struct bitcut_global *global;
	struct bitcut *cut;
	const char *why;
	size_t i;

	cut = bitcut_new(arena, module, how, &why);
	if (!cut)
		return false;
	global = arena_calloc(arena, module->nglobal + 1, sizeof *global);
	bitwriter_reset(writer);
	if (!bitcut_write_skeleton(cut, writer))
		check_again(writer, true);
	for (i = 0; i < module->nglobal; i++)
		global[i] = (struct bitcut_global){ .number = (uint32_t)i, .linkage = BITCUT_KEEP };
	cut_part(cut, global, module->nglobal, writer);
	for (i = 0; i < module->nglobal; i++)
		global[i].listed = module->global[i].kind == BITGLOBAL_VARIABLE;
	cut_part(cut, global, module->nglobal, writer);
	for (i = 0; i < module->nbody && i < 4; i++)
		cut_function(cut, module, global, module->owner[i], writer);
	bitcut_free(cut);
	return true;
}

static void
patch_all(struct arena *arena, const struct bitmodule *module, bool cuts, struct bitwriter *writer)
{
	struct bitpatch *patch = bitpatch_new(arena, module);
	uint32_t kind = bitpatch_kind(patch, "new.kind"), old = bitpatch_kind(patch, "kind");
	bitpatch_node part[2];
	size_t i;

	for (i = 0; i < module->nglobal; i++) {
		if (module->global[i].kind != BITGLOBAL_FUNCTION)
			continue;
		part[0] = bitpatch_string(patch, "text");
		part[1] = bitpatch_int(patch, (int32_t)i);
		bitpatch_set(patch, (uint32_t)i, kind, bitpatch_tuple(patch, part, 2));
		bitpatch_set(patch, (uint32_t)i, old, BITPATCH_NONE);
	}
	bitwriter_reset(writer);
	if (!bitpatch_write(patch, writer))
		check_again(writer, cuts);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static struct bitwriter writer;
	struct bitmodule module;
	struct arena arena;

	arena_init(&arena);
	if (!bitmodule_read(&module, &arena, bytes, len)) {
		bitmodule_attribute(&module, &arena, 1, "drop");
		patch_all(&arena, &module, cut_all(&arena, &module, &writer), &writer);
	}
	arena_free(&arena);
	return 0;
}

size_t
LLVMFuzzerCustomMutator(uint8_t *bytes, size_t len, size_t room, unsigned seed)
{
	uint8_t *copy;
	size_t n;

	if (seed % 16 == 0)
		return LLVMFuzzerMutate(bytes, len, room);
	copy = malloc(len + !len);
	memcpy(copy, bytes, len);
	n = bitcode_mutate(copy, len, NULL, 0, bytes, room, 1 + seed / 16 % 4, seed);
	free(copy);
	return n ? n : LLVMFuzzerMutate(bytes, len, room);
}

size_t
LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t na, const uint8_t *b, size_t nb, uint8_t *out, size_t room, unsigned seed)
{
	return bitcode_mutate(a, na, b, nb, out, room, 1 + seed % 6, seed);
}
