#include "propset.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/lsb64.h"
#include "format/textfile.h"

void
propfile_init(struct propfile *file, struct arena *arena)
{
	memset(file, 0, sizeof *file);
	file->arena = arena;
}

const struct propset *
propfile_find(const struct propfile *file, const char *category)
{
	size_t i;

	for (i = 0; i < file->nset; i++)
		if (!strcmp(file->set[i].category, category))
			return &file->set[i];
	return NULL;
}

const struct prop *
propset_find(const struct propset *set, const char *name)
{
	uint32_t number;

	if (!set)
		return NULL;
	number = nametable_get(&set->names, name, strlen(name));
	return number == NAMETABLE_NONE ? NULL : &set->prop[number];
}

struct propset *
propfile_get(struct propfile *file, const char *category)
{
	struct propset *set = (struct propset *)propfile_find(file, category);
	size_t n = file->nset;

	if (set)
		return set;
	set = arena_extend(file->arena, file->set, n, sizeof *set);
	if (!set)
		return NULL;
	file->set = set;
	set = &file->set[n];
	memset(set, 0, sizeof *set);
	set->category = arena_strdup(file->arena, category);
	if (!set->category)
		return NULL;
	file->nset++;
	return set;
}

/* The property of that name, added when missing; its value is the caller's to fill. */
static struct prop *
prop_get(struct propfile *file, const char *category, const char *name)
{
	struct propset *set = propfile_get(file, category);
	struct prop *prop = (struct prop *)propset_find(set, name);

	if (prop)
		return prop;
	if (!set || set->nprop == NAMETABLE_NONE)
		return NULL;
	prop = arena_extend(file->arena, set->prop, set->nprop, sizeof *prop);
	if (!prop)
		return NULL;
	set->prop = prop;
	prop = &set->prop[set->nprop];
	memset(prop, 0, sizeof *prop);
	prop->name = arena_strdup(file->arena, name);
	if (!prop->name || nametable_set(&set->names, file->arena, prop->name, strlen(name), (uint32_t)set->nprop))
		return NULL;
	set->nprop++;
	return prop;
}

static int
set_blob(struct propfile *file, const char *category, const char *name, const uint8_t *blob, size_t size)
{
	struct prop *prop = prop_get(file, category, name);

	if (!prop || !blob)
		return -1;
	*prop = (struct prop){ prop->name, PROP_BYTES, 0, blob, size };
	return 0;
}

int
propfile_set_uint32(struct propfile *file, const char *category, const char *name, uint32_t value)
{
	struct prop *prop = prop_get(file, category, name);

	if (!prop)
		return -1;
	*prop = (struct prop){ prop->name, PROP_UINT32, value, NULL, 0 };
	return 0;
}

int
propfile_set_bits(struct propfile *file, const char *category, const char *name, const void *data, uint64_t nbits)
{
	size_t size = (size_t)(nbits + 7) / 8, i;
	uint8_t *blob = arena_alloc(file->arena, 8 + size);

	if (!blob)
		return -1;
	for (i = 0; i < 8; i++)
		blob[i] = (uint8_t)(nbits >> 8 * i);
	if (size)
		memcpy(blob + 8, data, size);
	return set_blob(file, category, name, blob, 8 + size);
}

int
propfile_set_bytes(struct propfile *file, const char *category, const char *name, const void *data, size_t size)
{
	return propfile_set_bits(file, category, name, data, 8 * (uint64_t)size);
}

int
propfile_set_string(struct propfile *file, const char *category, const char *name, const char *text)
{
	return propfile_set_bytes(file, category, name, text, strlen(text));
}

int
propfile_set_uint32s(struct propfile *file, const char *category, const char *name, const uint32_t *value, size_t n)
{
	return propfile_set_bytes(file, category, name, value, n * sizeof *value);
}

int
propfile_set_uint64s(struct propfile *file, const char *category, const char *name, const uint64_t *value, size_t n)
{
	return propfile_set_bytes(file, category, name, value, n * sizeof *value);
}

const uint8_t *
prop_bytes(const struct prop *prop, size_t *size)
{
	if (prop->type != PROP_BYTES || prop->blob_size < 8) {
		*size = 0;
		return NULL;
	}
	*size = prop->blob_size - 8;
	return prop->blob + 8;
}

/* The property's bytes as an array of units of that many bytes. */
static void *
copy_units(const struct prop *prop, struct arena *arena, size_t unit, size_t *n)
{
	const uint8_t *data;
	size_t size;
	void *copy;

	data = prop_bytes(prop, &size);
	*n = size % unit ? (size_t)-1 : size / unit;
	if (!size || size % unit)
		return NULL;
	copy = arena_alloc(arena, size);
	return copy ? memcpy(copy, data, size) : NULL;
}

uint32_t *
prop_uint32s(const struct prop *prop, struct arena *arena, size_t *n)
{
	uint32_t *one;

	if (prop->type == PROP_BYTES)
		return copy_units(prop, arena, sizeof *one, n);
	*n = 1;
	one = arena_alloc(arena, sizeof *one);
	if (one)
		*one = prop->value;
	return one;
}

uint64_t *
prop_uint64s(const struct prop *prop, struct arena *arena, size_t *n)
{
	uint64_t *one;

	if (prop->type == PROP_BYTES)
		return copy_units(prop, arena, sizeof *one, n);
	*n = 1;
	one = arena_alloc(arena, sizeof *one);
	if (one)
		*one = prop->value;
	return one;
}

/* --- reading --------------------------------------------------------- */

struct reader {
	struct propfile *file;
	const char *path;
	unsigned line;
	const char *category;	/* NULL before the first header */
};

static int
bad(const struct reader *r, size_t col, const char *text)
{
	diag_at(&(struct diag_place){ r->path, r->line, (unsigned)col + 1 }, DIAG_ERROR, "%s", text);
	return -1;
}

static int
read_header(struct reader *r, char *text, size_t len)
{
	char *close = memrchr(text, ']', len);
	struct propset *set;

	if (!close)
		return bad(r, len, "category without ']'");
	if (close == text + 1)
		return bad(r, 1, "empty category name");
	if (close[1])
		return bad(r, (size_t)(close + 1 - text), "text behind the category's ']'");
	*close = '\0';
	set = propfile_get(r->file, text + 1);
	if (!set)
		return bad(r, 0, "out of memory");
	r->category = set->category;
	return 0;
}

static int
read_uint32(struct reader *r, const char *name, const char *value, size_t col)
{
	const char *p = value;
	uint64_t number = 0;

	for (; *p >= '0' && *p <= '9'; p++)
		if ((number = number * 10 + (uint64_t)(*p - '0')) > UINT32_MAX)
			return bad(r, col, "number does not fit 32 bits");
	if (*p)
		return bad(r, col + (size_t)(p - value), "value is not a decimal number");
	return propfile_set_uint32(r->file, r->category, name, (uint32_t)number);
}

static int
read_bytes(struct reader *r, const char *name, const char *value, size_t col)
{
	size_t len = strlen(value), i;
	uint8_t *blob = arena_alloc(r->file->arena, len * 6 / 8 + 1);
	ssize_t size = blob ? lsb64_decode(blob, value, len) : -1;
	uint64_t nbits = 0;

	if (size < 0)
		return bad(r, col, "value is not a byte array: bad letter or length");
	if (size < 8)
		return bad(r, col, "byte array is shorter than its 8-byte bit count");
	for (i = 0; i < 8; i++)
		nbits |= (uint64_t)blob[i] << 8 * i;
	if (nbits / 8 + !!(nbits % 8) != (uint64_t)size - 8)
		return bad(r, col, "bit count of the byte array does not fit its length");
	return set_blob(r->file, r->category, name, blob, (size_t)size);
}

static int
read_property(struct reader *r, char *text)
{
	char *equals = strchr(text, '='), *bar = equals ? strchr(equals, '|') : NULL;

	if (!r->category)
		return bad(r, 0, "property before the first category");
	if (!equals)
		return bad(r, strlen(text), "property without '='");
	if (equals == text)
		return bad(r, 0, "property without a name");
	if (!bar)
		return bad(r, strlen(text), "property without '|' after its type");
	if (bar != equals + 2 || (equals[1] != '1' && equals[1] != '2'))
		return bad(r, (size_t)(equals + 1 - text), "property type is neither 1 nor 2");
	if (!bar[1])
		return bad(r, (size_t)(bar + 1 - text), "property without a value");
	*equals = '\0';
	return equals[1] == '1' ? read_uint32(r, text, bar + 1, (size_t)(bar + 1 - text))
				: read_bytes(r, text, bar + 1, (size_t)(bar + 1 - text));
}

static int
read_line(struct reader *r, char *text, size_t len)
{
	if (!len)
		return 0;
	return *text == '[' ? read_header(r, text, len) : read_property(r, text);
}

int
propfile_read(struct propfile *file, struct arena *arena, const char *path)
{
	struct reader r = { file, strcmp(path, "-") ? path : "<stdin>", 0, NULL };
	struct textfile text;
	int failed = 0;

	propfile_init(file, arena);
	if (textfile_open(&text, path))
		return -1;
	while (!failed && textfile_next(&text)) {
		r.line = text.line;
		failed = read_line(&r, text.text, text.len);
	}
	if (textfile_close(&text))
		failed = -1;
	return failed;
}

int
propfile_parse(struct propfile *file, struct arena *arena, const char *name, const char *text, size_t len)
{
	struct reader r = { file, name, 0, NULL };
	const char *end = text + len;
	int failed = 0;

	propfile_init(file, arena);
	while (!failed && text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t n = (size_t)((stop ? stop : end) - text);
		char *line = arena_strndup(arena, text, n);

		r.line++;
		if (!line)
			return bad(&r, 0, "out of memory");
		if (n && line[n - 1] == '\r')
			line[--n] = '\0';
		if (memchr(line, '\0', n))
			return bad(&r, 0, "line contains a NUL byte");
		failed = read_line(&r, line, n);
		text = stop ? stop + 1 : end;
	}
	return failed;
}

/* --- writing --------------------------------------------------------- */

static void
put_bytes(const struct prop *prop, FILE *stream)
{
	char text[1024];
	size_t done = 0, n;

	/* 768 bytes are 1024 letters: whole pieces need no carry. */
	for (; done < prop->blob_size; done += n) {
		n = prop->blob_size - done;
		if (n > 768)
			n = 768;
		lsb64_encode(text, prop->blob + done, n);
		fwrite(text, 1, lsb64_encoded_size(n), stream);
	}
}

static void
put_property(const struct prop *prop, FILE *stream)
{
	fprintf(stream, "%s=%d|", prop->name, (int)prop->type);
	if (prop->type == PROP_UINT32)
		fprintf(stream, "%lu", (unsigned long)prop->value);
	else
		put_bytes(prop, stream);
	putc('\n', stream);
}

static int
put_set(const struct propset *set, FILE *stream)
{
	size_t i;

	if (!*set->category || strchr(set->category, '\n')) {
		diag(DIAG_ERROR, "category '%s' cannot be in a property file", set->category);
		return -1;
	}
	fprintf(stream, "[%s]\n", set->category);
	for (i = 0; i < set->nprop; i++) {
		const char *name = set->prop[i].name;

		if (!*name || *name == '[' || strpbrk(name, "=\n")) {
			diag(DIAG_ERROR, "property name '%s' cannot be in a property file", name);
			return -1;
		}
		put_property(&set->prop[i], stream);
	}
	return 0;
}

int
propfile_put(const struct propfile *file, FILE *stream)
{
	size_t i;

	for (i = 0; i < file->nset; i++)
		if (put_set(&file->set[i], stream))
			return -1;
	return 0;
}

int
propfile_write(const struct propfile *file, const char *path)
{
	struct outfile out;

	if (outfile_open(&out, path))
		return -1;
	return outfile_end(&out, propfile_put(file, out.stream));
}
