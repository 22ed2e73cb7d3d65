/*
 * source-scan: does a C++ source reach a SYCL header?  Follows #include lines
 * as text, without a preprocessor: a source that reaches none needs no device
 * pass.  In doubt (an include of a macro) the answer is yes.  Where CL/sycl.hpp is
 * reached it also finds out whether namespace sycl becomes another name of cl::sycl,
 * which clang takes with headers made for that only.  And it finds names of the standard
 * library whose headers other implementations bring, which cost too much to bring always.
 */
#include <errno.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/args.h"
#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"
#include "base/path.h"
#include "base/text.h"

/* A file that was scanned: the same file is not scanned twice. */
struct seen {
	dev_t device;
	ino_t inode;
};

struct scan {
	struct arena arena;
	const char **quote_dir, **angle_dir;
	size_t nquote, nangle;
	struct seen *seen;
	size_t nseen;
	const char **queue;		/* files to look into */
	size_t nqueue;
	const char *reached;		/* the include that decided, NULL: none yet */
	const char *reached_from;
	bool has_old;			/* CL/sycl.hpp is included */
	bool has_alias;			/* namespace sycl = cl::sycl, or hipsycl::sycl */
	bool has_cl;			/* cl::sycl is used */
};

/* What a program may use without its header; rows of one header are neighbours. */
static struct standard_name {
	const char *header, *name;
	bool is_used;
} standard_names[] = {
	{ "bitset", "bitset", false },
	{ "chrono", "chrono", false },
	{ "complex", "complex", false },
	{ "condition_variable", "condition_variable", false },
	{ "deque", "deque", false },
	{ "fstream", "fstream", false },
	{ "fstream", "ifstream", false },
	{ "fstream", "ofstream", false },
	{ "functional", "bind", false },
	{ "functional", "function", false },
	{ "functional", "invoke", false },
	{ "functional", "mem_fn", false },
	{ "functional", "not_fn", false },
	{ "functional", "placeholders", false },
	{ "future", "async", false },
	{ "future", "future", false },
	{ "future", "promise", false },
	{ "iomanip", "setfill", false },
	{ "iomanip", "setprecision", false },
	{ "iomanip", "setw", false },
	{ "iostream", "cerr", false },
	{ "iostream", "cin", false },
	{ "iostream", "cout", false },
	{ "list", "list", false },
	{ "map", "map", false },
	{ "map", "multimap", false },
	{ "numeric", "accumulate", false },
	{ "numeric", "inner_product", false },
	{ "numeric", "iota", false },
	{ "queue", "priority_queue", false },
	{ "queue", "queue", false },
	{ "set", "multiset", false },
	{ "set", "set", false },
	{ "sstream", "istringstream", false },
	{ "sstream", "ostringstream", false },
	{ "sstream", "stringstream", false },
	{ "stack", "stack", false },
	{ "thread", "thread", false },
	{ "unordered_map", "unordered_map", false },
	{ "unordered_map", "unordered_multimap", false },
	{ "unordered_set", "unordered_set", false },
	{ "variant", "get_if", false },
	{ "variant", "holds_alternative", false },
	{ "variant", "monostate", false },
	{ "variant", "variant", false },
	{ "variant", "visit", false },
};

#define N_STANDARD_NAMES (sizeof standard_names / sizeof *standard_names)

static struct scan scan;
static struct args_files files = { .output = "-", .many = true, .noun = "source" };
static const char **forced;
static size_t nforced;

static void
list_add(const char ***list, size_t *n, const char *item)
{
	*list = arena_extend(&scan.arena, *list, *n, sizeof **list);
	(*list)[(*n)++] = item;
}

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write the answer to FILE instead of standard output", 0 },
	{ "iquote", 'q', "DIR", 0, "Look for #include \"FILE\" in DIR", 0 },
	{ "include-dir", 'I', "DIR", 0, "Look for both forms of #include in DIR", 0 },
	{ "include", 'i', "FILE", 0, "FILE is included before the source", 0 },
	{ 0 },
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 'q':
		list_add(&scan.quote_dir, &scan.nquote, arg);
		return 0;
	case 'I':
		list_add(&scan.angle_dir, &scan.nangle, arg);
		return 0;
	case 'i':
		list_add(&forced, &nforced, arg);
		return 0;
	default:
		return args_files_option(key, arg, &files);
	}
}

/* The headers that make a source SYCL, by the name in its include line. */
static bool
is_sycl_header(const char *name)
{
	return text_starts(name, "sycl/") || text_starts(name, "CL/sycl") || !strcmp(name, "SYCL/sycl.hpp") || !strcmp(name, "sycl.hpp") ||
		text_starts(name, "syclcompat/") || !strcmp(name, "syclcompat.hpp") || text_starts(name, "dpct/") ||
		text_starts(name, "ext/oneapi/") || text_starts(name, "ext/intel/") || text_starts(name, "hipSYCL/sycl");
}

/* Queues a file unless it is missing or was queued before; false when it is missing. */
static bool
queue_file(const char *path)
{
	struct stat status;
	size_t i;

	if (stat(path, &status) || S_ISDIR(status.st_mode))
		return false;
	for (i = 0; i < scan.nseen; i++)
		if (scan.seen[i].inode == status.st_ino && scan.seen[i].device == status.st_dev)
			return true;
	scan.seen = arena_extend(&scan.arena, scan.seen, scan.nseen, sizeof *scan.seen);
	scan.seen[scan.nseen++] = (struct seen){ status.st_dev, status.st_ino };
	list_add(&scan.queue, &scan.nqueue, path);
	return true;
}

static bool
queue_in(const char *const *dir, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (queue_file(arena_printf(&scan.arena, "%s/%s", dir[i], name)))
			return true;
	return false;
}

static void
reach(const char *from, const char *what)
{
	scan.has_old |= text_starts(what, "CL/sycl");
	if (scan.reached)
		return;
	scan.reached = what;
	scan.reached_from = from;
}

/* One include of name, written in the file from. */
static void
include(const char *from, const char *name, bool quoted)
{
	if (is_sycl_header(name)) {
		reach(from, name);
		return;
	}
	if (*name == '/') {
		queue_file(name);
		return;
	}
	if (quoted && (queue_file(path_beside(&scan.arena, from, name)) || queue_in(scan.quote_dir, scan.nquote, name)))
		return;
	/* A header that is not found here is a system header: those do not include SYCL.  The other name is the program's own. */
	if (!scan.reached || quoted)
		queue_in(scan.angle_dir, scan.nangle, name);
}

static const char *
skip_blanks(const char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

/* Reads a line that starts with '#' (p is after it) or with "import". */
static void
scan_directive(const char *from, const char *p)
{
	const char *end;
	char close;

	close = *p == '<' ? '>' : '"';
	if (*p != '<' && *p != '"') {
		reach(from, "a macro");	/* unknown: assume SYCL */
		return;
	}
	end = strchr(++p, close);
	if (end && !memchr(p, '\n', (size_t)(end - p)))
		include(from, arena_strndup(&scan.arena, p, (size_t)(end - p)), close == '"');
}

/* The text without the word and the blanks before it; NULL when it begins with another, or is NULL. */
static const char *
skip_word(const char *p, const char *word)
{
	p = p ? skip_blanks(p) : NULL;
	return p && text_starts(p, word) ? p + strlen(word) : NULL;
}

/* namespace sycl = cl::sycl; or hipsycl::sycl */
static bool
is_alias(const char *line)
{
	const char *p = skip_word(skip_word(skip_word(line, "namespace"), "sycl"), "=");

	p = p && skip_word(p, "::") ? skip_word(p, "::") : p;
	p = skip_word(p, "hipsycl") ? skip_word(p, "hipsycl") : skip_word(p, "cl");
	return skip_word(skip_word(skip_word(p, "::"), "sycl"), ";");
}

static void
scan_line(const char *from, const char *line)
{
	const char *p = skip_blanks(line);

	scan.has_alias |= is_alias(p);
	if (*p == '#') {
		p = skip_blanks(p + 1);
		if (!strncmp(p, "include_next", 12))
			scan_directive(from, skip_blanks(p + 12));
		else if (!strncmp(p, "include", 7))
			scan_directive(from, skip_blanks(p + 7));
		else if (!strncmp(p, "if defined __SYCL_CC_TEXT_", 26))
			reach(from, "sycl-cc -E");
	} else if (!strncmp(p, "import", 6) && (p = skip_blanks(p + 6), *p == '<' || *p == '"')) {
		scan_directive(from, p);
	}
}

/* cl::sycl, the namespace of SYCL 1.2.1, is in the text. */
static bool
uses_cl(const char *text)
{
	const char *p = text;

	while ((p = strstr(p, "cl::sycl")) && p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
		p++;
	return p;
}

/* Marks the names that follow std:: in the text of a file that does not name their headers. */
static void
scan_names(const char *text)
{
	const char *p = text;
	size_t i, len;

	scan.has_cl |= uses_cl(text);

	while ((p = strstr(p, "std::"))) {
		p += strlen("std::");
		len = strspn(p, "abcdefghijklmnopqrstuvwxyz_0123456789");
		for (i = 0; i < N_STANDARD_NAMES; i++) {
			struct standard_name *name = &standard_names[i];

			if (!name->is_used && !strncmp(name->name, p, len) && !name->name[len])
				name->is_used = !strstr(text, arena_printf(&scan.arena, "<%s>", name->header));
		}
	}
}

/* "std HEADER...\n" for the names that are used, "" when none is; cl_sycl counts as a header */
static const char *
standard_line(void)
{
	const char *line = "", *last = "";
	size_t i;

	for (i = 0; i < N_STANDARD_NAMES; i++)
		if (standard_names[i].is_used && strcmp(standard_names[i].header, last)) {
			last = standard_names[i].header;
			line = arena_printf(&scan.arena, "%s %s", *line ? line : "std", last);
		}
	if (scan.has_cl && !scan.has_old && !scan.has_alias)
		line = arena_printf(&scan.arena, "%s cl_sycl", *line ? line : "std");
	return *line ? arena_printf(&scan.arena, "%s\n", line) : line;
}

static int
scan_file(const char *path)
{
	size_t size;
	char *text = mapfile_read(path, &size), *line;

	if (!text)
		return -1;
	/* Editors of Windows begin files with a byte order mark. */
	line = !strncmp(text, "\xef\xbb\xbf", 3) ? text + 3 : text;
	for (; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (*line)
			scan_line(path, line);
	}
	scan_names(text);
	free(text);
	return 0;
}

int
main(int argc, char **argv)
{
	static const struct argp argp = { options, parse_option, "FILE...",
		"Tell whether a source reaches a SYCL header: prints 'sycl HEADER FILE', 'cl-sycl HEADER FILE' or 'plain'.", NULL, NULL, NULL };
	const char *answer;
	size_t i;

	arena_init(&scan.arena);
	args_parse(&argp, argc, argv, NULL);
	for (i = 0; i < files.n_inputs; i++)
		if (!queue_file(files.input[i]))
			die("cannot read '%s': %s", files.input[i], errno == ENOENT ? strerror(errno) : "Is a directory");
	for (i = 0; i < nforced; i++)
		include("", forced[i], true);
	for (i = 0; i < scan.nqueue; i++)
		if (scan_file(scan.queue[i]))
			return 1;
	answer = "plain\n";
	if (scan.reached)
		answer = arena_printf(&scan.arena, "%s %s %s\n%s", scan.has_alias ? "cl-sycl" : "sycl",
				      scan.reached, scan.reached_from, standard_line());
	return outfile_write(files.output, answer, strlen(answer)) ? 1 : 0;
}
