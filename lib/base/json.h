/* JSON output, for --json.  The project has no JSON reader: none of its formats is JSON. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * text as a JSON string with its quotes.  Bytes that are not UTF-8 (file names
 * may hold any) become \udcXX, XX the byte, as Python's surrogateescape does.
 */
void json_put_string(FILE *stream, const char *text, size_t len);

/* A JSON text being written: adds commas, line breaks and indentation. */
struct json {
	FILE *stream;
	unsigned depth;
	bool begun;		/* the innermost array or object has a member */
	bool keyed;		/* a key was written, its value comes next */
};

/* Begin and end an array or object; bracket is one of "[]{}". */
void json_begin(struct json *json, char bracket);
void json_end(struct json *json, char bracket);
/* The key of the next value, inside an object. */
void json_key(struct json *json, const char *key);
/* Values: of an array, or after json_key(). */
void json_string(struct json *json, const char *text);	/* NULL becomes null */
void json_number(struct json *json, uint64_t number);
void json_bool(struct json *json, bool value);

#endif
