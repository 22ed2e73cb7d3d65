/* JSON output.  Nothing here reads JSON: no format of this project is JSON, --json is for other people's programs. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stddef.h>
#include <stdio.h>

/*
 * text as a JSON string with its quotes.  Bytes that are not UTF-8 (file names
 * may hold any) become \udcXX, XX the byte, as Python's surrogateescape does.
 */
void json_put_string(FILE *stream, const char *text, size_t len);

#endif
