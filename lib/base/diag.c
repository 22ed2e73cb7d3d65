#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fd.h"

static const char *tool_name = "sycl-cc";
static void (*line_sink)(enum diag_severity, const char *, void *);
static void *line_sink_user;
static unsigned n_errors;

void
diag_set_tool(const char *name)
{
	tool_name = basename(name);
}

const char *
diag_tool(void)
{
	return tool_name;
}

void
diag_set_sink(void (*sink)(enum diag_severity, const char *, void *), void *user)
{
	line_sink = sink;
	line_sink_user = user;
}

unsigned
diag_errors(void)
{
	return n_errors;
}

/* Copies text to out (room for 4 bytes each), control bytes but tab and newline as \xNN. */
static size_t
put_printable(char *out, const char *text)
{
	size_t n = 0;

	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
			n += (size_t)sprintf(out + n, "\\x%02x", c);
		else
			out[n++] = (char)c;
	}
	return n;
}

/* Colours only for a terminal that has them, and not under NO_COLOR (no-color.org). */
static int
colour_wanted(void)
{
	static int wanted = -1;
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (wanted < 0)
		wanted = !(no && *no) && term && strcmp(term, "dumb") && isatty(STDERR_FILENO);
	return wanted && !line_sink;
}

static void
emit(enum diag_severity severity, const char *line)
{
	if (line_sink) {
		line_sink(severity, line, line_sink_user);
		return;
	}
	fflush(stdout);
	fd_write(STDERR_FILENO, line, strlen(line));	/* a failure cannot be reported anywhere */
}

/* The words before the text: place or tool, severity. */
static size_t
put_prefix(char *out, const struct diag_place *place, enum diag_severity severity)
{
	static const char *const word[] = { "note", "warning", "error" };
	static const char *const colour[] = { "\033[1;36m", "\033[1;35m", "\033[1;31m" };
	int coloured = colour_wanted();
	size_t n = 0;

	if (coloured)
		n += (size_t)sprintf(out + n, "\033[1m");
	n += put_printable(out + n, place && place->file ? place->file : tool_name);
	if (place && place->file && place->line && place->col)
		n += (size_t)sprintf(out + n, ":%u:%u", place->line, place->col);
	else if (place && place->file && place->line)
		n += (size_t)sprintf(out + n, ":%u", place->line);
	if (coloured)
		return n + (size_t)sprintf(out + n, ":\033[0m %s%s:\033[0m ", colour[severity], word[severity]);
	return n + (size_t)sprintf(out + n, ": %s: ", word[severity]);
}

/* Without memory for the text: an error must never be silent. */
static void
emit_short(const char *name, int severity)
{
	char line[256];

	if (severity != DIAG_ERROR)
		return;
	snprintf(line, sizeof line, "%.200s: error: out of memory%s", name, line_sink ? "" : "\n");
	emit(DIAG_ERROR, line);
}

/* One line, its prefix made by put_prefix() unless severity is -1. */
static void
put_line(const struct diag_place *place, int severity, const char *format, va_list args)
{
	const char *name = place && place->file ? place->file : tool_name;
	char *text, *line;
	size_t n = 0;

	if (vasprintf(&text, format, args) < 0) {
		emit_short(name, severity);
		return;
	}
	line = malloc(4 * (strlen(name) + strlen(text)) + 128);
	if (line) {
		if (severity >= 0)
			n = put_prefix(line, place, (enum diag_severity)severity);
		n += put_printable(line + n, text);
		if (!line_sink)
			line[n++] = '\n';
		line[n] = '\0';
		emit(severity >= 0 ? (enum diag_severity)severity : DIAG_NOTE, line);
	} else {
		emit_short(name, severity);
	}
	free(line);
	free(text);
}

void
diag_vat(const struct diag_place *place, enum diag_severity severity, const char *format, va_list args)
{
	if (severity == DIAG_ERROR)
		__atomic_fetch_add(&n_errors, 1, __ATOMIC_RELAXED);
	put_line(place, (int)severity, format, args);
}

void
diag_more(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put_line(NULL, -1, format, args);
	va_end(args);
}

void
diag_at(const struct diag_place *place, enum diag_severity severity, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_vat(place, severity, format, args);
	va_end(args);
}

void
diag(enum diag_severity severity, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_vat(NULL, severity, format, args);
	va_end(args);
}

void
die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_vat(NULL, DIAG_ERROR, format, args);
	va_end(args);
	exit(1);
}

void
die_usage(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	diag_vat(NULL, DIAG_ERROR, format, args);
	va_end(args);
	fprintf(stderr, "Try '%s --help' for more information.\n", tool_name);
	exit(2);
}

void
bug(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "%s: BUG: ", tool_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	abort();
}
