#include "json.h"

#include <inttypes.h>
#include <string.h>

/* Bytes of the UTF-8 character at p (of len bytes), 0 if it is invalid, such as overlong forms and surrogates. */
static size_t
utf8_size(const unsigned char *p, size_t len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t size = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0, i;
	uint32_t code;

	if (size <= 1 || size > len)
		return size > len ? 0 : size;
	code = *p & (0xffu >> (size + 1));
	for (i = 1; i < size; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3fu);
	}
	return code < least[size] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : size;
}

void
json_put_string(FILE *stream, const char *text, size_t len)
{
	const unsigned char *p = (const unsigned char *)text, *end = p + len;
	size_t size;

	putc_unlocked('"', stream);
	for (; p < end; p += size ? size : 1) {
		size = utf8_size(p, (size_t)(end - p));
		if (!size)
			fprintf(stream, "\\udc%02x", *p);
		else if (*p == '"' || *p == '\\')
			fprintf(stream, "\\%c", *p);
		else if (*p < 0x20 || *p == 0x7f)
			fprintf(stream, "\\u%04x", *p);
		else
			fwrite(p, 1, size, stream);
	}
	putc_unlocked('"', stream);
}

static void
new_line(struct json *json)
{
	unsigned i;

	putc_unlocked('\n', json->stream);
	for (i = 0; i < json->depth; i++)
		fputs_unlocked("  ", json->stream);
}

/* Text before a value or key: nothing after a key, else a comma and a new line. */
static void
place_value(struct json *json)
{
	if (json->keyed) {
		json->keyed = false;
		return;
	}
	if (json->begun)
		putc_unlocked(',', json->stream);
	if (json->depth)
		new_line(json);
	json->begun = true;
}

void
json_begin(struct json *json, char bracket)
{
	place_value(json);
	putc_unlocked(bracket, json->stream);
	json->depth++;
	json->begun = false;
}

void
json_end(struct json *json, char bracket)
{
	json->depth--;
	if (json->begun)
		new_line(json);
	putc_unlocked(bracket, json->stream);
	json->begun = true;
	if (!json->depth)
		putc_unlocked('\n', json->stream);
}

void
json_key(struct json *json, const char *key)
{
	place_value(json);
	json_put_string(json->stream, key, strlen(key));
	fputs_unlocked(": ", json->stream);
	json->keyed = true;
}

void
json_string(struct json *json, const char *text)
{
	place_value(json);
	if (text)
		json_put_string(json->stream, text, strlen(text));
	else
		fputs_unlocked("null", json->stream);
}

void
json_number(struct json *json, uint64_t number)
{
	place_value(json);
	fprintf(json->stream, "%" PRIu64, number);
}

void
json_bool(struct json *json, bool value)
{
	place_value(json);
	fputs_unlocked(value ? "true" : "false", json->stream);
}
