/* One status line on a terminal: done of total, running, time left; or a file with DONE/TOTAL. */
#ifndef FOREACH_PROGRESS_H
#define FOREACH_PROGRESS_H

#include <stddef.h>

/*
 * From now on a line is drawn, when standard error is a terminal.  With a path, which
 * may be NULL, nothing is drawn: the file has the text "DONE/TOTAL" at all times.  One
 * that cannot be written is an error at once.
 */
void progress_init(size_t total, const char *path);
/* Draws the line, at most ten times a second, or writes the file. */
void progress_draw(size_t done, size_t running);
/* Removes the line before something else is printed, and at the end. */
void progress_clear(void);
/* Milliseconds until the line should be drawn again; -1 when there is none. */
int progress_timeout(void);

#endif
