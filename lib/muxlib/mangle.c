/*
 * Names of overloaded builtins: the Itanium ABI's as SPIR 1.2 extends it, with address spaces
 * as U3ASn and scalable vectors as u LENGTH nxv N TYPE.  (ComputeMux compiler
 * specification, "Mangling")
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sycl-cc/mux.h"

/* A mangled type is that short in practice; longer ones do not parse. */
enum { MAX_TYPE = 192, MAX_SEEN = 64, MAX_DEPTH = 8 };

static const struct scalar {
	const char *text, *code;
} scalars[] = {
	/* Codes that are read only come behind the one that is written. */
	{ "i1", "b" }, { "i8", "c" }, { "i8", "a" }, { "u8", "h" }, { "i16", "s" }, { "u16", "t" }, { "i32", "i" },
	{ "u32", "j" }, { "i64", "l" }, { "u64", "m" }, { "i64", "x" }, { "u64", "y" }, { "half", "Dh" }, { "float", "f" },
	{ "double", "d" },
};

/* Text with a limit; full: it did not fit. */
struct text {
	char *p;
	size_t n, room;
	bool full;
};

static void __attribute__((format(printf, 2, 3)))
put(struct text *text, const char *format, ...)
{
	size_t left = text->room - text->n;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text->p + text->n, left, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= left)
		text->full = true;
	text->n += (size_t)n < left ? (size_t)n : left - (left > 0);
}

static const char *
skip(const char *p)
{
	return p + strspn(p, " ");
}

/* The number at *p, which moves behind it; 0: there is none. */
static unsigned
number_at(const char **p)
{
	char *end;
	unsigned long n = isdigit((unsigned char)**p) ? strtoul(*p, &end, 10) : 0;

	if (!n || n > 1u << 20)
		return 0;
	*p = end;
	return (unsigned)n;
}

/* --- writing ---------------------------------------------------------------- */

/* Types that a later one like it is written as a reference to. */
struct seen {
	char type[MAX_SEEN][MAX_TYPE];
	size_t n;
};

/* S_, S0_, S1_ ... S9_, SA_ ... for a type that was there, else it is one from now on. */
static bool
put_seen(struct text *out, struct seen *seen, const char *type)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t i;

	for (i = 0; i < seen->n; i++)
		if (!strcmp(seen->type[i], type)) {
			if (i == 0)
				put(out, "S_");
			else if (i <= 36)
				put(out, "S%c_", digits[i - 1]);
			else
				put(out, "S%c%c_", digits[(i - 1) / 36], digits[(i - 1) % 36]);
			return true;
		}
	return false;
}

static void
note_seen(struct seen *seen, const char *type)
{
	if (seen->n < MAX_SEEN)
		snprintf(seen->type[seen->n++], MAX_TYPE, "%s", type);
}

/* Writes the whole mangled type again with references; returns what follows it. */
static const char *
put_short(struct text *out, struct seen *seen, const char *type, int depth)
{
	const char *rest;
	char whole[MAX_TYPE];
	size_t head = 0;

	if (depth > MAX_DEPTH)
		return type + strlen(type);
	if (*type == 'P')
		head = 1;
	else if (*type == 'U')
		head = strcspn(type, "A") + 2 + strspn(type + strcspn(type, "A") + 2, "0123456789");
	else if (!strncmp(type, "Dv", 2))
		head = strcspn(type, "_") + 1;
	if (!head) {
		put(out, "%s", type);
		return type + strlen(type);
	}
	snprintf(whole, sizeof whole, "%s", type);
	if (put_seen(out, seen, whole))
		return type + strlen(type);
	put(out, "%.*s", (int)head, type);
	rest = put_short(out, seen, type + head, depth + 1);
	note_seen(seen, whole);
	return rest;
}

static const char *mangle_type(struct text *out, const char *p, int depth);

/* "<4 x float>", "<vscale x 4 x float>" */
static const char *
mangle_vector(struct text *out, const char *p, int depth)
{
	char element[MAX_TYPE];
	struct text text = { element, 0, sizeof element, false };
	bool scalable;
	unsigned n;

	p = skip(p + 1);
	scalable = !strncmp(p, "vscale", 6);
	if (scalable) {
		p = skip(p + 6);
		if (*p++ != 'x')
			return NULL;
		p = skip(p);
	}
	n = number_at(&p);
	p = skip(p);
	if (!n || *p != 'x')
		return NULL;
	p = mangle_type(&text, skip(p + 1), depth + 1);
	if (!p || *(p = skip(p)) != '>' || text.full)
		return NULL;
	if (scalable)
		put(out, "u%dnxv%u%s", snprintf(NULL, 0, "nxv%u%s", n, element), n, element);
	else
		put(out, "Dv%u_%s", n, element);
	return p + 1;
}

static const char *
mangle_scalar(struct text *out, const char *p)
{
	size_t i, n = 0;

	while (isalnum((unsigned char)p[n]))
		n++;
	/* An opaque pointer is one to bytes. */
	if (n == 3 && !strncmp(p, "ptr", n)) {
		put(out, "c");
		return p + n;
	}
	for (i = 0; i < sizeof scalars / sizeof *scalars; i++)
		if (strlen(scalars[i].text) == n && !strncmp(scalars[i].text, p, n)) {
			put(out, "%s", scalars[i].code);
			return p + n;
		}
	return NULL;
}

/* The type without references; returns what follows it, NULL when it does not parse. */
static const char *
mangle_type(struct text *out, const char *p, int depth)
{
	char base[MAX_TYPE], more[MAX_TYPE];
	struct text text = { base, 0, sizeof base, false };
	bool opaque;
	char *end;
	long space;

	p = skip(p);
	if (depth > MAX_DEPTH)
		return NULL;
	opaque = !strncmp(p, "ptr", 3);
	p = *p == '<' ? mangle_vector(&text, p, depth) : mangle_scalar(&text, p);
	while (p && !text.full) {
		p = skip(p);
		space = 0;
		if (!strncmp(p, "addrspace(", 10)) {
			space = strtol(p + 10, &end, 10);
			if (*end != ')' || space < 0 || space > 65535)
				return NULL;
			p = skip(end + 1);
			if (!opaque && *p != '*')
				return NULL;
		}
		if (*p != '*' && !opaque)
			break;
		p += !opaque;
		opaque = false;
		snprintf(more, sizeof more, "%s", base);
		text.n = 0;
		if (space)
			put(&text, "PU%dAS%ld%s", snprintf(NULL, 0, "AS%ld", space), space, more);
		else
			put(&text, "P%s", more);
	}
	if (!p || text.full)
		return NULL;
	put(out, "%s", base);
	return p;
}

size_t
mux_mangle(const char *name, const char *const *types, size_t ntype, char *buffer, size_t room)
{
	struct text out = { buffer, 0, room, false };
	struct seen seen;
	size_t i;

	if (!buffer || !room || (!types && ntype))
		return 0;
	buffer[0] = '\0';
	seen.n = 0;
	if (name)
		put(&out, "_Z%zu%s", strlen(name), name);
	if (name && !ntype)
		put(&out, "v");
	for (i = 0; i < ntype; i++) {
		char one[MAX_TYPE];
		struct text text = { one, 0, sizeof one, false };
		const char *end = types[i] ? mangle_type(&text, types[i], 0) : NULL;

		if (!end || *skip(end) || text.full)
			return 0;
		put_short(&out, &seen, one, 0);
	}
	return out.full ? 0 : out.n;
}

/* --- reading ---------------------------------------------------------------- */

/* Texts of the types that references mean. */
struct reader {
	const char *p;
	struct seen seen;
};

static bool read_type(struct reader *reader, char *out, int depth);

/* S_, S0_ ... */
static bool
read_reference(struct reader *reader, char *out)
{
	size_t i = 0;
	const char *p = reader->p + 1;

	if (*p != '_') {
		for (; isdigit((unsigned char)*p) || isupper((unsigned char)*p); p++)
			i = i * 36 + (size_t)(isdigit((unsigned char)*p) ? *p - '0' : *p - 'A' + 10);
		i++;
	}
	if (*p != '_' || i >= reader->seen.n)
		return false;
	reader->p = p + 1;
	strcpy(out, reader->seen.type[i]);
	return true;
}

static bool
read_vector(struct reader *reader, char *out, bool scalable, int depth)
{
	char element[MAX_TYPE];
	struct text text = { out, 0, MAX_TYPE, false };
	unsigned n;

	reader->p += scalable ? 3 : 2;
	n = number_at(&reader->p);
	if (!n || (!scalable && *reader->p++ != '_') || !read_type(reader, element, depth + 1))
		return false;
	put(&text, scalable ? "<vscale x %u x %s>" : "<%u x %s>", n, element);
	if (!scalable)
		note_seen(&reader->seen, out);
	return !text.full;
}

/* u LENGTH nxv N TYPE, whose references would be its own. */
static bool
read_scalable(struct reader *reader, char *out, int depth)
{
	size_t seen = reader->seen.n;
	const char *start;
	unsigned length;
	bool good;

	reader->p++;
	length = number_at(&reader->p);
	start = reader->p;
	good = length && !strncmp(start, "nxv", 3) && read_vector(reader, out, true, depth);
	reader->seen.n = seen;
	return good && (size_t)(reader->p - start) == length;
}

static bool
read_pointer(struct reader *reader, char *out, int depth)
{
	char pointee[MAX_TYPE], qualified[MAX_TYPE + 32];
	struct text text = { out, 0, MAX_TYPE, false };
	const char *p = ++reader->p;
	unsigned length;
	long space = 0;
	char *end;

	if (*p == 'U') {
		p++;
		length = number_at(&p);
		if (length < 3 || strncmp(p, "AS", 2) || !isdigit((unsigned char)p[2]))
			return false;
		space = strtol(p + 2, &end, 10);
		if (end != p + length || space < 0 || space > 65535)
			return false;
		reader->p = end;
	}
	if (!read_type(reader, pointee, depth + 1))
		return false;
	if (space) {
		snprintf(qualified, sizeof qualified, "%.*s addrspace(%ld)", MAX_TYPE - 1, pointee, space);
		if (strlen(qualified) >= MAX_TYPE)
			return false;
		note_seen(&reader->seen, qualified);
		put(&text, "%s*", qualified);
	} else {
		put(&text, "%s*", pointee);
	}
	note_seen(&reader->seen, out);
	return !text.full;
}

static bool
read_type(struct reader *reader, char *out, int depth)
{
	size_t i, n;

	if (depth > MAX_DEPTH)
		return false;
	if (!strncmp(reader->p, "Dv", 2))
		return read_vector(reader, out, false, depth);
	if (*reader->p == 'u')
		return read_scalable(reader, out, depth);
	if (*reader->p == 'P')
		return read_pointer(reader, out, depth);
	if (*reader->p == 'S')
		return read_reference(reader, out);
	for (i = 0; i < sizeof scalars / sizeof *scalars; i++) {
		n = strlen(scalars[i].code);
		if (!strncmp(reader->p, scalars[i].code, n)) {
			reader->p += n;
			strcpy(out, scalars[i].text);
			return true;
		}
	}
	return false;
}

size_t
mux_demangle(const char *mangled, char *buffer, size_t room)
{
	struct text out = { buffer, 0, room, false };
	struct reader reader = { .p = mangled };
	char type[MAX_TYPE];
	unsigned length = 0;
	size_t n = 0;

	if (!mangled || !buffer || !room)
		return 0;
	buffer[0] = '\0';
	if (!strncmp(mangled, "_Z", 2)) {
		reader.p += 2;
		length = number_at(&reader.p);
		if (!length || length > strlen(reader.p))
			return 0;
		put(&out, "%.*s(", (int)length, reader.p);
		reader.p += length;
		if (!*reader.p)
			return 0;
		if (!strcmp(reader.p, "v"))
			reader.p++;
	}
	for (; *reader.p; n++) {
		if (!read_type(&reader, type, 0))
			return 0;
		put(&out, "%s%s", n ? ", " : "", type);
	}
	if (length)
		put(&out, ")");
	return out.full ? 0 : out.n;
}
