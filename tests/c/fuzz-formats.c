/*
 * fuzz-formats SECONDS SEED FILE...: reads damaged copies of the files as file
 * table, property file, device configuration and SPIR-V until the time is up.  Built
 * with sanitizers, which end it when a reader goes wrong.  What a reader
 * accepts must be written and read back the same.  The same seed damages in
 * the same way; a failing input stays in the file fuzz-input.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "format/devconfig.h"
#include "format/filetable.h"
#include "format/propset.h"
#include "format/requirements.h"
#include "format/specconst.h"
#include "format/spectype.h"
#include "format/spirvadapt.h"
#include "random.h"

enum { MAX_INPUT = 1 << 16 };

/* --- damage ------------------------------------------------------------------- */

static const char *const word[] = {
	"[", "]", "|", "\n", "\r\n", "=", "1|", "2|", "[]", "\n\n", "[A|B]\n", "[SYCL/device requirements]\n",
	"aspects=2|", "AAAAAAAAAAA", "//////////P", "4294967295", "4294967296", ": ", "- ", "\t", "{", "}", "&a ", "*a",
	"aspects: [fp64]\n", "target-aspect: 0x10000\n", "\"", "'", "#", "%", "!!", "...\n", "---\n", "~", "0x", "-1"
};

static size_t
insert(char *data, size_t len, size_t at, const char *text, size_t n)
{
	if (len + n > MAX_INPUT)
		return len;
	memmove(data + at + n, data + at, len - at);
	memcpy(data + at, text, n);
	return len + n;
}

static size_t
damage_once(char *data, size_t len)
{
	size_t at = random_number(len + 1), n;
	const char *text;
	char copy[200];

	switch (random_number(7)) {
	case 0:
		if (at < len)
			data[at] ^= (char)(1 << random_number(8));
		return len;
	case 1:
		if (at < len)
			data[at] = (char)random_number(256);
		return len;
	case 2:
		return random_number(4) ? len : at;
	case 3:
		n = random_number(len - at + 1) % 16;
		memmove(data + at, data + at + n, len - at - n);
		return len - n;
	case 4:
		n = random_number(len - at + 1) % sizeof copy;
		memcpy(copy, data + at, n);
		return insert(data, len, random_number(at + 1), copy, n);
	default:
		text = word[random_number(sizeof word / sizeof *word)];
		return insert(data, len, at, text, strlen(text));
	}
}

/* --- readers ------------------------------------------------------------------- */

static int input_fd;
static char input_path[64];

static void
store(const char *data, size_t len)
{
	if (ftruncate(input_fd, 0) || pwrite(input_fd, data, len, 0) != (ssize_t)len)
		die("cannot write the input");
}

static void
fail(const char *what, const char *data, size_t len)
{
	FILE *file = fopen("fuzz-input", "w");

	if (file) {
		fwrite(data, 1, len, file);
		fclose(file);
	}
	diag_set_sink(NULL, NULL);
	die("%s; the input is in fuzz-input", what);
}

static char *
table_text(const struct filetable *table, size_t *size)
{
	FILE *stream;
	char *text = NULL;
	int failed;

	stream = open_memstream(&text, size);
	failed = filetable_put(table, stream, true);
	fclose(stream);
	if (!failed)
		return text;
	free(text);
	return NULL;
}

static void
try_table(const char *data, size_t len)
{
	struct filetable table, again;
	struct arena arena;
	size_t size, size_again;
	char *text, *text_again = NULL;

	arena_init(&arena);
	store(data, len);
	if (!filetable_read(&table, &arena, input_path) && (text = table_text(&table, &size))) {
		store(text, size);
		if (filetable_read(&again, &arena, input_path) || !(text_again = table_text(&again, &size_again)) ||
			size != size_again || memcmp(text, text_again, size))
			fail("a table is not read back as written", data, len);
		free(text);
		free(text_again);
	}
	arena_free(&arena);
}

static char *
propset_text(const struct propfile *file, size_t *size)
{
	FILE *stream;
	char *text = NULL;

	stream = open_memstream(&text, size);
	if (propfile_put(file, stream))
		die("what was read cannot be written");
	fclose(stream);
	return text;
}

/* A type's text is read back as written; every constant of the image can be stored to. */
static void
try_constants(const struct propfile *file, struct arena *arena, const char *data, size_t len)
{
	const struct propset *types = propfile_find(file, PROPSET_SPEC_TYPES);
	struct specconsts list;
	struct spec_type type;
	const uint8_t *text;
	const char *once;
	size_t size, i;

	for (i = 0; types && i < types->nprop; i++) {
		text = prop_bytes(&types->prop[i], &size);
		if (!text || spectype_parse(&type, arena, arena_strndup(arena, (const char *)text, size)))
			continue;
		once = spectype_text(&type, arena);
		if (spectype_parse(&type, arena, once) || strcmp(once, spectype_text(&type, arena)))
			fail("the type of a constant is not read back as written", data, len);
	}
	if (specconst_read(&list, arena, file, true))
		return;
	for (i = 0; i < list.n && list.size < MAX_INPUT; i++)
		specconst_store(&list.constant[i], arena_calloc(arena, list.size + 1, 1),
				arena_calloc(arena, list.constant[i].size + 1, 1), list.constant[i].size);
}

static void
try_propset(const char *data, size_t len)
{
	struct propfile file, again;
	struct requirements need;
	struct arena arena;
	size_t size, size_again;
	char *text, *text_again;

	arena_init(&arena);
	if (!propfile_parse(&file, &arena, "input", data, len)) {
		requirements_read(&need, &arena, &file, "input");
		try_constants(&file, &arena, data, len);
		text = propset_text(&file, &size);
		if (propfile_parse(&again, &arena, "again", text, size))
			fail("a property file is not read back", data, len);
		text_again = propset_text(&again, &size_again);
		if (size != size_again || memcmp(text, text_again, size))
			fail("a property file is not read back as written", data, len);
		free(text);
		free(text_again);
	}
	arena_free(&arena);
}

static void
try_devconfig(const char *data, size_t len)
{
	struct devconfig config;
	struct arena arena;

	arena_init(&arena);
	store(data, len);
	devconfig_read(&config, &arena, input_path, NULL);
	arena_free(&arena);
}

/* What was adapted once can be adapted again. */
static void
try_spirv(const char *data, size_t len)
{
	struct spirvadapt once, twice;
	struct arena arena;
	uint32_t *word;

	arena_init(&arena);
	word = arena_alloc(&arena, len + 1);
	memcpy(word, data, len);
	if (!spirvadapt_make(&once, &arena, word, len / sizeof *word, "unit")
	    && spirvadapt_make(&twice, &arena, once.word, once.nword, "unit"))
		fail("adapted SPIR-V is not taken again", data, len);
	arena_free(&arena);
}

/* --- main ------------------------------------------------------------------------- */

struct seed {
	char *data;
	size_t len;
};

static struct seed
seed_read(const char *path)
{
	struct seed seed = { malloc(MAX_INPUT), 0 };
	FILE *file = fopen(path, "r");

	if (!file || !seed.data)
		die("cannot read '%s'", path);
	seed.len = fread(seed.data, 1, MAX_INPUT / 2, file);
	fclose(file);
	return seed;
}

static void
ignore(enum diag_severity severity, const char *line, void *user)
{
	(void)severity;
	(void)line;
	(void)user;
}

int
main(int argc, char **argv)
{
	static void (*const try[])(const char *, size_t) = { try_table, try_propset, try_devconfig, try_spirv };
	enum { NTRY = sizeof try / sizeof *try };
	struct seed *seed = calloc((size_t)argc, sizeof *seed), *from;
	time_t end = time(NULL) + atol(argv[1]);
	char *data = malloc(MAX_INPUT);
	size_t n = (size_t)argc - 3, i, len, times;
	unsigned long runs[NTRY] = { 0 };

	random_state = strtoull(argv[2], NULL, 10) * 2654435761u + 88172645463325252u;
	for (i = 0; i < n; i++)
		seed[i] = seed_read(argv[i + 3]);
	input_fd = memfd_create("input", 0);
	snprintf(input_path, sizeof input_path, "/proc/self/fd/%d", input_fd);
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	diag_set_sink(ignore, NULL);
	for (i = 0; i % 256 || time(NULL) < end; i++) {
		from = &seed[random_number(n)];
		memcpy(data, from->data, from->len);
		len = from->len;
		for (times = 1 + random_number(8); times--; )
			len = damage_once(data, len);
		runs[i % NTRY]++;
		try[i % NTRY](data, len);
	}
	printf("%lu tables, %lu property files, %lu device configurations, %lu modules of SPIR-V\n", runs[0], runs[1], runs[2], runs[3]);
	return 0;
}
