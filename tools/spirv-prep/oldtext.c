#include "prep.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assemble.h"
#include "base/diag.h"
#include "base/memstream.h"
#include "base/outfile.h"

/*
 * Text that LLVM 22 prints and LLVM 15 cannot read: vectors of one value are
 * "splat (T V)" without their length, and addresses in constants have newer flags.
 * Changes of the module cannot avoid them, so the text is changed.
 */

/* The length of the last vector of this element type before p; 0 when there is none. */
static unsigned
vector_before(const char *line, const char *p, const char *type, size_t ntype)
{
	unsigned n;

	while (p > line) {
		const char *x;

		if (*--p != '<' || !isdigit((unsigned char)p[1]))
			continue;
		for (n = 0, x = p + 1; isdigit((unsigned char)*x); x++)
			n = 10 * n + (unsigned)(*x - '0');
		if (!strncmp(x, " x ", 3) && !strncmp(x + 3, type, ntype) && x[3 + ntype] == '>')
			return n;
	}
	return 0;
}

/* Prints the elements of "splat (T V)" at p; returns what follows it, or p when it is something else. */
static const char *
put_splat(const char *line, const char *p, FILE *out)
{
	const char *type = p + strlen("splat ("), *value = strchr(type, ' '), *end = strchr(type, ')');
	unsigned n, i;

	if (!value || !end || value > end)
		return p;
	n = vector_before(line, p, type, (size_t)(value - type));
	if (!n)
		return p;
	putc('<', out);
	for (i = 0; i < n; i++)
		fprintf(out, "%s%.*s", i ? ", " : "", (int)(end - type), type);
	putc('>', out);
	return end + 1;
}

/* The flags between "getelementptr" at p and the parenthesis of a constant: only inbounds stays. */
static const char *
put_constant_address(const char *p, FILE *out)
{
	static const char *const flags[] = { "inbounds ", "nusw ", "nuw " };
	const char *q = p + strlen("getelementptr "), *end;
	bool inbounds = false;
	size_t i;

	for (i = 0; i < sizeof flags / sizeof *flags; i++)
		if (!strncmp(q, flags[i], strlen(flags[i]))) {
			q += strlen(flags[i]);
			inbounds |= !i;
		}
	/* "inrange(-16, 8) ": which entries of a table of virtual functions are used. */
	if (!strncmp(q, "inrange(", 8) && (end = strchr(q, ')')) && end[1] == ' ')
		q = end + 2;
	if (*q != '(')
		return p;
	fputs(inbounds ? "getelementptr inbounds " : "getelementptr ", out);
	return q;
}

/* The next position at or after p that may need a change, or NULL.  Text in quotes is skipped: names. */
static const char *
next_place(const char *p)
{
	bool quoted = false;

	for (; *p; p++) {
		if (*p == '"')
			quoted = !quoted;
		if (!quoted && (!strncmp(p, "splat (", 7) || !strncmp(p, "getelementptr ", 14)))
			return p;
	}
	return NULL;
}

static void
put_line(const char *line, FILE *out)
{
	const char *p, *from = line;

	while ((p = next_place(from))) {
		const char *after;

		fwrite(from, 1, (size_t)(p - from), out);
		after = *p == 's' ? put_splat(line, p, out) : put_constant_address(p, out);
		from = after;
		if (after == p) {
			putc(*p, out);
			from++;
		}
	}
	fputs(from, out);
	putc('\n', out);
}

/* Every line of the printed module ends in a newline. */
static void
put_module(LLVMModuleRef module, FILE *out)
{
	char *text = LLVMPrintModuleToString(module), *line, *end;

	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		put_line(line, out);
	}
	LLVMDisposeMessage(text);
}

int
prep_write_older(LLVMModuleRef module, const char *path, bool as_text)
{
	struct memstream memory;
	char *text;
	size_t len;
	int failed;

	put_module(module, memstream_begin(&memory));
	text = memstream_end(&memory, &len);
	failed = as_text ? outfile_write(path, text, len) : assemble_older(text, len, path);
	free(text);
	return failed;
}
