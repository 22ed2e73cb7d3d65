/*
 * Diagnostics: the one place that prints messages (CONTRIBUTING.md,
 * "Diagnostics").
 *
 *     FILE:LINE:COL: SEVERITY: text      when a place is known
 *     TOOL: SEVERITY: text               otherwise
 *
 * Text starts in lower case, has no final period, and puts names in single
 * quotes.  Bytes of a message that could upset a terminal (controls) are
 * printed as \xNN.  On a terminal place and severity are coloured unless the
 * environment says NO_COLOR.
 */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdarg.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

/* A place in a file; line and col count from 1, 0 means unknown.  file NULL: no place. */
struct diag_place {
	const char *file;
	unsigned line, col;
};

/* Sets the name before messages without a place; main() calls it first.  Kept by reference. */
void diag_set_tool(const char *name);
const char *diag_tool(void);
/*
 * Sends messages to sink instead of standard error: it gets each whole line
 * without the newline.  For the runtime, which must not print in its user's
 * process.  NULL restores standard error.
 */
void diag_set_sink(void (*sink)(enum diag_severity severity, const char *line, void *user), void *user);

/* Print one message with that severity.  Thread-safe: one write(2) a line. */
void diag(enum diag_severity severity, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_at(const struct diag_place *place, enum diag_severity severity, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void diag_vat(const struct diag_place *place, enum diag_severity severity, const char *format, va_list args)
	__attribute__((format(printf, 3, 0)));

/* One more line that belongs to the message before it: a call chain, a line of source.  No prefix. */
void diag_more(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How many errors were printed so far. */
unsigned diag_errors(void);

/* An error, then exit(1).  Tools only. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A wrong command line: the error, a hint at --help, exit(2).  Tools only. */
_Noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For states that cannot occur: prints "BUG: text", then abort(). */
_Noreturn void bug(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
