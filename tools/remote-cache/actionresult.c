#include "actionresult.h"

#include <stdbool.h>
#include <string.h>

/* Numbers of fields, and how their values are stored. */
enum { RESULT_OUTPUT_FILES = 2, FILE_PATH = 1, FILE_DIGEST = 2, DIGEST_HASH = 1, DIGEST_SIZE = 2 };
enum { WIRE_NUMBER = 0, WIRE_8 = 1, WIRE_BYTES = 2, WIRE_4 = 5 };

static const char path[] = "entry";

/* --- writing ------------------------------------------------------------------ */

static size_t
put_number(unsigned char *out, uint64_t value)
{
	size_t n = 0;

	for (; value >= 0x80; value >>= 7)
		out[n++] = (unsigned char)(value | 0x80);
	out[n++] = (unsigned char)value;
	return n;
}

static size_t
put_bytes(unsigned char *out, unsigned field, const void *data, size_t size)
{
	size_t n = put_number(out, field << 3 | WIRE_BYTES);

	n += put_number(out + n, size);
	memcpy(out + n, data, size);
	return n + size;
}

size_t
actionresult_write(unsigned char out[ACTIONRESULT_MAX], const struct digest *digest)
{
	unsigned char inner[ACTIONRESULT_MAX], file[ACTIONRESULT_MAX];
	size_t n = put_bytes(inner, DIGEST_HASH, digest->text, strlen(digest->text)), m;

	n += put_number(inner + n, DIGEST_SIZE << 3 | WIRE_NUMBER);
	n += put_number(inner + n, digest->size);
	m = put_bytes(file, FILE_PATH, path, strlen(path));
	m += put_bytes(file + m, FILE_DIGEST, inner, n);
	return put_bytes(out, RESULT_OUTPUT_FILES, file, m);
}

/* --- reading ------------------------------------------------------------------ */

struct field {
	unsigned number, kind;
	uint64_t value;			/* WIRE_NUMBER */
	const unsigned char *data;	/* WIRE_BYTES */
	size_t size;
};

static bool
get_number(const unsigned char **at, const unsigned char *end, uint64_t *value)
{
	unsigned shift;

	*value = 0;
	for (shift = 0; *at < end && shift < 64; shift += 7) {
		unsigned char byte = *(*at)++;

		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

/* The next field; false at the end and where the bytes are none, *at is NULL then. */
static bool
get_field(const unsigned char **at, const unsigned char *end, struct field *field)
{
	uint64_t tag, size;

	if (*at == end)
		return false;
	if (!get_number(at, end, &tag))
		goto bad;
	field->number = (unsigned)(tag >> 3);
	field->kind = tag & 7;
	if (field->kind == WIRE_NUMBER) {
		if (get_number(at, end, &field->value))
			return true;
		goto bad;
	}
	size = field->kind == WIRE_8 ? 8 : field->kind == WIRE_4 ? 4 : UINT64_MAX;
	if (field->kind == WIRE_BYTES && !get_number(at, end, &size))
		goto bad;
	if (size > (uint64_t)(end - *at))
		goto bad;
	field->data = *at;
	field->size = size;
	*at += size;
	return true;
bad:
	*at = NULL;
	return false;
}

/* The first field with that number, of bytes. */
static bool
find_bytes(const unsigned char *data, size_t size, unsigned number, struct field *field)
{
	const unsigned char *at = data;

	while (get_field(&at, data + size, field))
		if (field->number == number && field->kind == WIRE_BYTES)
			return true;
	return false;
}

int
actionresult_read(const unsigned char *data, size_t size, struct digest *digest)
{
	struct field file, inner, field;
	const unsigned char *at;

	*digest = (struct digest){ 0 };
	if (!find_bytes(data, size, RESULT_OUTPUT_FILES, &file)
		|| !find_bytes(file.data, file.size, FILE_DIGEST, &inner)
		|| !find_bytes(inner.data, inner.size, DIGEST_HASH, &field) || field.size != DIGEST_TEXT - 1)
		return -1;
	memcpy(digest->text, field.data, field.size);
	if (strspn(digest->text, "0123456789abcdef") != DIGEST_TEXT - 1)
		return -1;
	for (at = inner.data; get_field(&at, inner.data + inner.size, &field); )
		if (field.number == DIGEST_SIZE && field.kind == WIRE_NUMBER)
			digest->size = field.value;
	return at ? 0 : -1;
}
