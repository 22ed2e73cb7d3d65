/*
 * What tests/formats.bats needs of lib/format:
 *
 *	formats propset FILE	reads a property file and prints it in normal form
 *	formats symbols FILE	the same for a symbol file
 *	formats requirements	writes and reads requirements, and prints what a target lacks of them
 *	formats values		compares known byte arrays with their letters
 *	formats round-trips N	N random property files: written, read, compared
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/lsb64.h"
#include "format/propset.h"
#include "format/requirements.h"
#include "format/symfile.h"
#include "random.h"

static int
print_propset(const char *path)
{
	struct propfile file;
	struct arena arena;

	arena_init(&arena);
	if (propfile_read(&file, &arena, path) || propfile_put(&file, stdout))
		return 1;
	return 0;
}

static int
print_symbols(const char *path)
{
	const char **name;
	struct arena arena;
	size_t n;

	arena_init(&arena);
	return symfile_read(&name, &n, &arena, path) || symfile_write(name, n, "-");
}

/* --- known values ------------------------------------------------------------ */

enum kind { U32, U64, MASK, TEXT };

static const struct known {
	const char *letters;
	enum kind kind;
	uint64_t value[4];	/* of MASK: number of bits, bytes as one number */
	size_t n;
	const char *text;
} known[] = {
	{ "AAAAAAAAAAA", U32, { 0 }, 0, NULL },
	{ "gAAAAAAAAAQAAAAA", U32, { 1 }, 1, NULL },
	{ "gBAAAAAAAAQAAAAACAAAAQAAAAA", U32, { 1, 2, 4 }, 3, NULL },
	{ "CAAAAAAAAAQA", MASK, { 2, 0x01 }, 2, NULL },
	{ "LAAAAAAAAAgfGA", MASK, { 11, 0x067e }, 2, NULL },
	{ "gAAAAAAAAAgBAAAA", U32, { 6 }, 1, NULL },
	{ "ABAAAAAAAAQAAAAACAAAAA", U32, { 1, 2 }, 2, NULL },
	{ "ABAAAAAAAAQBAAAAGAAAAA", U32, { 5, 6 }, 2, NULL },
	{ "ACAAAAAAAAQAAAAAGAAAAkAAAAADAAAA", U32, { 1, 6, 9, 12 }, 4, NULL },
	{ "gAAAAAAAAAwBAAAA", U32, { 7 }, 1, NULL },
	{ "ABAAAAAAAAAIAAAAAAAAAA", U64, { 32 }, 1, NULL },
	{ "ADAAAAAAAAAEAAAAAAAAAgAAAAAAAAAAEAAAAAAAAAA", U64, { 16, 8, 4 }, 3, NULL },
	{ "gBAAAAAAAAACAAAAEAAAAIAAAAA", U32, { 8, 4, 2 }, 3, NULL },
	{ "DAAAAAAAAAQB", MASK, { 3, 0x05 }, 2, NULL },
	{ "JAAAAAAAAAQABA", MASK, { 9, 0x0101 }, 2, NULL },
	{ "ABAAAAAAAAACAAAAAAAAAA", U32, { 8, 0 }, 2, NULL },
	{ "ABAAAAAAAAABAAAABAAAAA", U32, { 4, 1 }, 2, NULL },
	{ "gBAAAAAAAAAAAAAAAAAAAQAAAAA", U32, { 0, 0, 4 }, 3, NULL },
	{ "gAAAAAAAAAQYzFmb", TEXT, { 0 }, 0, "asan" },
	{ "4AAAAAAAAAwclRXLm92b", TEXT, { 0 }, 0, "set-foo" },
	{ "YAAAAAAAAAQYsIG", TEXT, { 0 }, 0, "a,b" },
	{ "oAAAAAAAAAQb59FZnB", TEXT, { 0 }, 0, "my_dg" },
	{ "oBAAAAAAAAQauRXZs91ZwV3XwZ3Y", TEXT, { 0 }, 0, "intel_gpu_pvc" },
};

static int
set_known(struct propfile *file, const struct known *k)
{
	uint32_t small[4];
	size_t i;

	switch (k->kind) {
	case U32:
		for (i = 0; i < k->n; i++)
			small[i] = (uint32_t)k->value[i];
		return propfile_set_uint32s(file, "c", "p", small, k->n);
	case U64:
		return propfile_set_uint64s(file, "c", "p", k->value, k->n);
	case MASK:
		return propfile_set_bits(file, "c", "p", &k->value[1], k->value[0]);
	default:
		return propfile_set_string(file, "c", "p", k->text);
	}
}

static char *
put_to_memory(const struct propfile *file, size_t *size)
{
	FILE *stream;
	char *text;

	stream = open_memstream(&text, size);
	if (!stream || propfile_put(file, stream) || fclose(stream))
		die("cannot write to memory");
	return text;
}

static bool
same_prop(const struct prop *a, const struct prop *b)
{
	return !strcmp(a->name, b->name) && a->type == b->type && a->value == b->value &&
		a->blob_size == b->blob_size && (!a->blob_size || !memcmp(a->blob, b->blob, a->blob_size));
}

static bool
same_file(const struct propfile *a, const struct propfile *b)
{
	size_t i, j;

	if (a->nset != b->nset)
		return false;
	for (i = 0; i < a->nset; i++) {
		if (strcmp(a->set[i].category, b->set[i].category) || a->set[i].nprop != b->set[i].nprop)
			return false;
		for (j = 0; j < a->set[i].nprop; j++)
			if (!same_prop(&a->set[i].prop[j], &b->set[i].prop[j]) ||
				propset_find(&b->set[i], a->set[i].prop[j].name) != &b->set[i].prop[j])
				return false;
	}
	return true;
}

static int
check_known(void)
{
	struct propfile file, again;
	struct arena arena;
	size_t i, size;
	char *text, *want;

	arena_init(&arena);
	for (i = 0; i < sizeof known / sizeof *known; i++) {
		propfile_init(&file, &arena);
		if (set_known(&file, &known[i]))
			return 1;
		text = put_to_memory(&file, &size);
		want = arena_printf(&arena, "[c]\np=2|%s\n", known[i].letters);
		if (strcmp(text, want))
			die("value %zu: wanted %s, got %s", i, want, text);
		if (propfile_parse(&again, &arena, "known", text, size) || !same_file(&file, &again))
			die("value %zu reads back differently", i);
		free(text);
	}
	printf("%zu values\n", i);
	return 0;
}

/* --- random property files ------------------------------------------------------ */

/* A name that a property file can hold: any byte but NUL and line feed, with these rules for '=' and '['. */
static const char *
random_name(struct arena *arena, bool is_category)
{
	size_t len = 1 + random_number(20), i;
	char *name = arena_alloc(arena, len + 1);

	for (i = 0; i < len; i++)
		do
			name[i] = (char)(1 + random_number(255));
		while (name[i] == '\n' || (!is_category && (name[i] == '=' || (!i && name[i] == '['))));
	name[len] = '\0';
	return name;
}

static void
add_random_property(struct propfile *file, const char *category)
{
	const char *name = random_name(file->arena, false);
	uint8_t data[64];
	uint64_t nbits = random_number(8 * sizeof data + 1);
	size_t i;

	for (i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)random_number(256);
	if (random_number(2))
		propfile_set_uint32(file, category, name, (uint32_t)random_number(1ull << 32));
	else
		propfile_set_bits(file, category, name, data, nbits);
}

static void
make_random_file(struct propfile *file, struct arena *arena)
{
	size_t nset = random_number(5), nprop;
	const char *category;

	propfile_init(file, arena);
	while (nset--) {
		category = random_name(arena, true);
		propfile_get(file, category);
		for (nprop = random_number(12); nprop--; )
			add_random_property(file, category);
	}
}

static int
check_round_trips(size_t n)
{
	struct propfile file, again;
	struct arena arena;
	size_t i, size, size_again;
	char *text, *text_again;

	for (i = 0; i < n; i++) {
		arena_init(&arena);
		make_random_file(&file, &arena);
		text = put_to_memory(&file, &size);
		if (propfile_parse(&again, &arena, "random", text, size) || !same_file(&file, &again))
			die("round trip %zu reads back differently:\n%s", i, text);
		text_again = put_to_memory(&again, &size_again);
		if (size != size_again || memcmp(text, text_again, size))
			die("round trip %zu is written differently", i);
		free(text);
		free(text_again);
		arena_free(&arena);
	}
	printf("%zu round trips\n", n);
	return 0;
}

/* --- requirements -------------------------------------------------------------- */

/* What a target of two aspects, sub-groups of 8 and work-groups of 64 lacks, for an image read back in both encodings. */
static int
check_requirements(void)
{
	static const enum lack_kind order[] = { LACK_ASPECT, LACK_SUB_GROUP_SIZE, LACK_WORK_GROUP_SIZE, LACK_FIXED_TARGET,
						LACK_NOTHING };
	uint32_t has[] = { 2, 6 }, eight = 8, number = 0x10009;
	struct target target = { .name = "t", .number = 0x10001, .aspect = has, .naspect = 2, .sub_group_size = &eight,
				 .nsub_group_size = 1, .max_work_group_size = 64 };
	uint32_t aspects[] = { 2, 6 }, five = 5, sixteen = 16, gpu = 2, cpu = 1;
	uint64_t fits[] = { 2, 4, 8 }, large[] = { 5, 13 }, huge[] = { UINT64_C(1) << 32, UINT64_C(1) << 33 };
	const struct requirements required[] = {
		{ .aspect = aspects, .naspect = 2, .sub_group_size = &eight, .nsub_group_size = 1, .work_group_size = fits,
		  .nwork_group_size = 3 },
		{ .aspect = &five, .naspect = 1 },
		{ .sub_group_size = &sixteen, .nsub_group_size = 1 },
		{ .work_group_size = large, .nwork_group_size = 2 },
		{ .work_group_size = huge, .nwork_group_size = 2 },
		{ .fixed = true, .fixed_target = &gpu, .nfixed_target = 1 },
		{ .fixed = true, .fixed_target = &cpu, .nfixed_target = 1 },
		{ .fixed = true, .fixed_target = &target.number, .nfixed_target = 1 },
		{ .fixed = true, .fixed_target = &number, .nfixed_target = 1 },
		{ .fixed = true },
	};
	struct arena arena;
	size_t i;
	int encoding;

	arena_init(&arena);
	for (i = 0; i < sizeof required / sizeof *required; i++) {
		for (encoding = REQUIREMENTS_COMMON; encoding <= REQUIREMENTS_DESIGN; encoding++) {
			struct propfile file;
			struct requirements req;
			struct lack lack;
			const char *unmet;

			/* 32-bit sizes are all that the design's encoding has. */
			if (encoding == REQUIREMENTS_DESIGN && required[i].work_group_size == huge)
				continue;
			propfile_init(&file, &arena);
			if (requirements_write(&file, &required[i], (enum requirements_encoding)encoding) ||
			    requirements_read(&req, &arena, &file, "file"))
				return 1;
			lack = requirements_lack(&req, &target, &number, 1, order);
			unmet = requirements_unmet(&req, &target, &arena);
			printf("%d %" PRIu64 " %s\n", lack.kind, lack.number, unmet ? unmet : "-");
		}
	}
	arena_free(&arena);
	return 0;
}

int
main(int argc, char **argv)
{
	diag_set_tool("formats");
	if (argc == 3 && !strcmp(argv[1], "propset"))
		return print_propset(argv[2]);
	if (argc == 3 && !strcmp(argv[1], "symbols"))
		return print_symbols(argv[2]);
	if (argc == 2 && !strcmp(argv[1], "requirements"))
		return check_requirements();
	if (argc == 2 && !strcmp(argv[1], "values"))
		return check_known();
	if (argc == 3 && !strcmp(argv[1], "round-trips"))
		return check_round_trips(strtoul(argv[2], NULL, 10));
	die_usage("wanted propset FILE, symbols FILE, requirements, values or round-trips N");
}
