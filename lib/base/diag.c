#include "diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *tool_name = "sycl-cc";
static void (*line_sink)(enum diag_severity, const char *, void *);
static void *line_sink_user;
static unsigned n_errors, n_warnings;

void
diag_set_tool(const char *name)
{
	const char *slash = strrchr(name, '/');

	tool_name = slash ? slash + 1 : name;
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

unsigned
diag_warnings(void)
{
	return n_warnings;
}

/* Copies text to out, control bytes but tab and newline as \xNN; stops when out is full. */
static size_t
put_printable(char *out, size_t room, const char *text)
{
	size_t n = 0;

	for (; *text && n + 5 < room; text++) {
		unsigned char c = (unsigned char)*text;

		if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
			n += (size_t)snprintf(out + n, room - n, "\\x%02x", c);
		else
			out[n++] = (char)c;
	}
	out[n] = '\0';
	return n;
}

static void
emit(enum diag_severity severity, const char *line)
{
	ssize_t written;
	size_t len = strlen(line), done = 0;

	if (line_sink) {
		line_sink(severity, line, line_sink_user);
		return;
	}
	fflush(stdout);
	while (done < len) {
		written = write(STDERR_FILENO, line + done, len - done);
		if (written <= 0)
			return;	/* nowhere left to complain */
		done += (size_t)written;
	}
}

void
diag_vat(const struct diag_place *place, enum diag_severity severity, const char *format, va_list args)
{
	static const char *const word[] = { "note", "warning", "error" };
	char raw[8192], line[12288];
	int n = 0;

	if (severity == DIAG_ERROR)
		__atomic_fetch_add(&n_errors, 1, __ATOMIC_RELAXED);
	if (severity == DIAG_WARNING)
		__atomic_fetch_add(&n_warnings, 1, __ATOMIC_RELAXED);
	if (place && place->file && place->line && place->col)
		n = snprintf(raw, sizeof raw, "%.4000s:%u:%u: ", place->file, place->line, place->col);
	else if (place && place->file && place->line)
		n = snprintf(raw, sizeof raw, "%.4000s:%u: ", place->file, place->line);
	else if (place && place->file)
		n = snprintf(raw, sizeof raw, "%.4000s: ", place->file);
	else
		n = snprintf(raw, sizeof raw, "%s: ", tool_name);
	n += snprintf(raw + n, sizeof raw - (size_t)n, "%s: ", word[severity]);
	vsnprintf(raw + n, sizeof raw - (size_t)n, format, args);
	n = (int)put_printable(line, sizeof line - 1, raw);
	if (!line_sink) {
		line[n++] = '\n';
		line[n] = '\0';
	}
	emit(severity, line);
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
