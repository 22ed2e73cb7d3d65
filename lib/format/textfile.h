/* A text file read line by line: CR LF and a missing last newline are accepted, NUL bytes are not. */
#ifndef FORMAT_TEXTFILE_H
#define FORMAT_TEXTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct textfile {
	const char *path;	/* for diagnostics */
	char *text;		/* the current line without its end, NUL added */
	size_t len;
	unsigned line;		/* its number, from 1 */
	/* private */
	FILE *stream;
	size_t room;
	bool failed;
};

/* Opens path, "-" is standard input.  Reports and returns -1 when it cannot be read or is a directory. */
int textfile_open(struct textfile *file, const char *path);
/* The next line; false at the end of the file and after a reported error. */
bool textfile_next(struct textfile *file);
/* Closes and frees; -1 when an error was reported on the way. */
int textfile_close(struct textfile *file);

#endif
