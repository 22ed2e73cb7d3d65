/*
 * A text file read line by line: CR LF and a missing last newline are accepted,
 * NUL bytes and endless lines are not.  Lines are pieces of one buffer, so memory
 * depends on the longest line, not on the file.
 */
#ifndef FORMAT_TEXTFILE_H
#define FORMAT_TEXTFILE_H

#include <stdbool.h>
#include <stddef.h>

/* A longer line is an error, unless the reader sets another limit. */
enum { TEXTFILE_LINE_MAX = 64 << 20 };

struct textfile {
	const char *path;	/* for diagnostics */
	char *text;		/* the current line without its end, NUL added; may be changed, valid until the next one */
	size_t len;
	unsigned line;		/* its number, from 1 */
	size_t limit;		/* longest line in bytes; may be lowered after opening */
	/* private */
	int fd;
	char *buffer;
	size_t room, start, end;	/* unread bytes are buffer[start..end) */
	bool at_end, has_nul, failed;
};

/* Opens path, "-" is standard input.  Reports and returns -1 when it cannot be read or is a directory. */
int textfile_open(struct textfile *file, const char *path);
/* The same for a reader that goes through the lines twice: a pipe is copied to an unnamed file first. */
int textfile_open_twice(struct textfile *file, const char *path);
/* Back to the first line; only after textfile_open_twice(). */
void textfile_rewind(struct textfile *file);
/* The next line; false at the end of the file and after a reported error. */
bool textfile_next(struct textfile *file);
/* Closes and frees; -1 when an error was reported on the way. */
int textfile_close(struct textfile *file);

#endif
