/*
 * device-select: the node of the action graph that selects the device code of
 * objects and archives that takes part in a link (doc/graph.md).
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/outfile.h"
#include "base/words.h"
#include "format/filetable.h"
#include "ir/irmodule.h"
#include "needed.h"
#include "pulled.h"

enum what { MODULES, ALONE, IMAGES };

static struct {
	struct args_files files;
	const char *triple, *pulled, *targets, *empty;
	enum what what;
	const char **with;	/* n_with */
	size_t n_with;
} opt = { .files = { .output = "-", .noun = "table" } };

static struct arena arena;

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0, "Write the list of files to FILE (default: standard output)", 0 },
	{ "triple", 't', "TRIPLE", 0, "Modules that were compiled for TRIPLE", 0 },
	{ "alone", 'a', NULL, 0, "Modules of objects compiled with -fno-sycl-rdc instead of the others", 0 },
	{ "images", 'i', NULL, 0, "Host objects with finished images instead of modules", 0 },
	{ "pulled", 'p', "FILE", 0, "The linker's --trace: of archives only members that it names", 0 },
	{ "targets", 'g', "NAMES", 0, "Every object must have code of TRIPLE, which these targets need", 0 },
	{ "with", 'w', "MODULE", 0, "What MODULE calls takes part too; MODULE itself is not listed; repeatable", 0 },
	{ "empty", 'e', "FILE", 0, "When no module is chosen, make FILE, a module without code, and list it", 0 },
	{ 0 },
};

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 't': opt.triple = arg; break;
	case 'a': opt.what = ALONE; break;
	case 'i': opt.what = IMAGES; break;
	case 'p': opt.pulled = arg; break;
	case 'g': opt.targets = arg; break;
	case 'e': opt.empty = arg; break;
	case 'w': opt.with[opt.n_with++] = arg; break;
	default: return args_files_option(key, arg, &opt.files);
	}
	return 0;
}

static const struct argp argp = {
	option_table, parse_option, "TABLE",
	"Lists the device code of TABLE, as object-unpack writes it, that takes part in a link.", NULL, NULL, NULL,
};

/* A row of the table. */
struct row {
	const char *code, *triple, *origin, *keys;
	enum what what;
	bool taken;	/* its object takes part: it is not a member, or the linker takes it */
};

struct rows {
	struct row *item;
	size_t n;
};

/* Whether text, words separated by commas, has that word. */
static bool
has_word(const char *text, const char *word)
{
	size_t len = strlen(word);
	const char *at;

	for (at = text; (at = strstr(at, word)); at++)
		if ((at == text || at[-1] == ',') && (!at[len] || at[len] == ','))
			return true;
	return false;
}

static enum what
kind_of(const struct row *row)
{
	const char *dot = strrchr(row->code, '.');

	if (dot && !strcmp(dot, ".o"))
		return IMAGES;
	return has_word(row->keys, "rdc=off") ? ALONE : MODULES;
}

static int
read_rows(struct rows *rows)
{
	static const char *const title[] = { "Code", "Triple", "Origin", "Keys" };
	struct filetable table;
	int column[4];
	size_t i;

	if (filetable_read(&table, &arena, opt.files.input[0]))
		return -1;
	for (i = 0; i < 4; i++) {
		column[i] = filetable_column(&table, title[i]);
		if (column[i] < 0)
			return -1;
	}
	rows->n = table.nrow;
	rows->item = arena_calloc(&arena, table.nrow + 1, sizeof *rows->item);
	for (i = 0; i < table.nrow; i++) {
		struct row *row = &rows->item[i];

		row->code = *filetable_cell(&table, i, (size_t)column[0]);
		row->triple = *filetable_cell(&table, i, (size_t)column[1]);
		row->origin = *filetable_cell(&table, i, (size_t)column[2]);
		row->keys = *filetable_cell(&table, i, (size_t)column[3]);
		row->what = kind_of(row);
		row->taken = true;
	}
	return 0;
}

/* Marks the members that the linker leaves out. */
static int
mark_taken(struct rows *rows)
{
	struct pulled pulled;
	size_t i;

	if (!opt.pulled)
		return 0;
	if (pulled_read(&pulled, &arena, opt.pulled))
		return -1;
	for (i = 0; i < rows->n; i++) {
		struct row *row = &rows->item[i];

		if (pulled_is_member(row->origin))
			row->taken = pulled_has(&pulled, row->origin);
	}
	return 0;
}

/* The recorded option that names the targets of an object, "" when it had none. */
static const char *
compiled_for(const struct row *row)
{
	static const char key[] = "-fsycl-targets=";
	const char *at = strstr(row->keys, key), *end;

	if (!at)
		return arena_printf(&arena, "for '%s'", row->triple);
	end = strstr(at, ",-");
	return arena_printf(&arena, "with '%.*s'", end ? (int)(end - at) : (int)strlen(at), at);
}

/* Whether the object that begins at row i has code of the triple; *next is the first row after the object. */
static bool
has_triple(const struct rows *rows, size_t i, size_t *next)
{
	const char *origin = rows->item[i].origin;
	bool found = false;

	for (; i < rows->n && !strcmp(rows->item[i].origin, origin); i++)
		found |= !strcmp(rows->item[i].triple, opt.triple);
	*next = i;
	return found;
}

/* Every object that takes part needs code for the targets of the link. */
static int
check_triples(const struct rows *rows)
{
	int failed = 0;
	size_t i, next;

	for (i = 0; opt.targets && i < rows->n; i = next)
		if (!has_triple(rows, i, &next) && rows->item[i].taken) {
			diag(DIAG_ERROR, "'%s' has no device code for target '%s': it was compiled %s; "
			     "compile it with '-fsycl-targets=' naming that target too",
			     rows->item[i].origin, opt.targets, compiled_for(&rows->item[i]));
			failed = -1;
		}
	return failed;
}

static bool
is_wanted(const struct row *row)
{
	return row->what == opt.what && (opt.what == IMAGES || !strcmp(row->triple, opt.triple));
}

/* The rows of the wanted kind, then the modules of --with. */
static struct candidate *
list_candidates(const struct rows *rows, size_t *n, bool *some_left)
{
	struct candidate *candidate = arena_calloc(&arena, rows->n + opt.n_with + 1, sizeof *candidate);
	size_t i;

	*n = 0;
	for (i = 0; i < rows->n; i++) {
		if (!is_wanted(&rows->item[i]))
			continue;
		candidate[(*n)++] = (struct candidate){ rows->item[i].code, rows->item[i].taken };
		*some_left |= !rows->item[i].taken;
	}
	for (i = 0; i < opt.n_with; i++)
		candidate[*n + i] = (struct candidate){ opt.with[i], true };
	return candidate;
}

/* llvm-link needs a module: makes an empty one. */
static int
write_empty(void)
{
	LLVMModuleRef module = LLVMModuleCreateWithNameInContext("", irmodule_context());
	int failed;

	LLVMSetTarget(module, opt.triple);
	failed = irmodule_write(module, opt.empty, false);
	LLVMDisposeModule(module);
	return failed;
}

/* The objects as a response file for the host's linker. */
static int
write_words(const struct candidate *candidate, size_t n)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, opt.files.output))
		return -1;
	for (i = 0; i < n; i++) {
		if (!candidate[i].chosen)
			continue;
		words_put(out.stream, candidate[i].path, strlen(candidate[i].path));
		putc('\n', out.stream);
	}
	return outfile_commit(&out);
}

static int
write_list(const struct candidate *candidate, size_t n)
{
	static const char *title = "Code";
	struct filetable list;
	size_t i;

	if (opt.what == IMAGES)
		return write_words(candidate, n);
	filetable_init(&list, &title, 1);
	for (i = 0; i < n; i++)
		if (candidate[i].chosen && filetable_add_row(&list, &arena, &candidate[i].path))
			return -1;
	if (!list.nrow && opt.empty && (write_empty() || filetable_add_row(&list, &arena, &opt.empty)))
		return -1;
	return filetable_write(&list, opt.files.output, false);
}

int
main(int argc, char **argv)
{
	struct candidate *candidate;
	struct rows rows = { NULL, 0 };
	bool some_left = false;
	size_t n;

	arena_init(&arena);
	opt.with = arena_calloc(&arena, (size_t)argc + 1, sizeof *opt.with);
	args_parse(&argp, argc, argv, NULL);
	if (!opt.triple && opt.what != IMAGES)
		die_usage("no --triple");
	if (read_rows(&rows) || mark_taken(&rows) || check_triples(&rows))
		return 1;
	candidate = list_candidates(&rows, &n, &some_left);
	irmodule_init();
	if ((some_left && opt.what == MODULES && needed_choose(candidate, n + opt.n_with, &arena)) || write_list(candidate, n))
		return 1;
	irmodule_finish();
	arena_free(&arena);
	return 0;
}
