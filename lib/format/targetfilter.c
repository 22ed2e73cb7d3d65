#include "targetfilter.h"

#include <string.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"
#include "format/requirements.h"

/* A module without contents as the assembler writes it; made by the makefile. */
static const unsigned char empty_module[] = {
#include "empty-module.inc"
};

struct filter {
	const struct target *target;
	unsigned mode;
	struct arena *arena;
	struct arena row;		/* memory of one row, freed after it */
	struct mapfile text;		/* the current property file */
	const char *dir;		/* of new files, with its slash; "" for the current one */
	const char *empty;		/* path of the empty module, NULL until written */
	int code, properties, reason;	/* columns of the output, -1: none */
};

/* Why the target cannot run a row with the property file in f->text; NULL when it can. */
static int
judge(struct filter *f, const char *path, struct propfile *file, const char **why)
{
	struct requirements req, uses;

	*why = NULL;
	if (!(f->mode & TARGETFILTER_COMPILE_TARGET) && !memmem(f->text.data, f->text.size, PROPSET_REQUIREMENTS, strlen(PROPSET_REQUIREMENTS)))
		return 0;
	if (propfile_parse(file, &f->row, path, (const char *)f->text.data, f->text.size) || requirements_read(&req, &f->row, file, path))
		return -1;
	*why = requirements_unmet(&req, f->target, f->arena);
	if (*why || !req.fixed)
		return 0;
	if (requirements_read_uses(&uses, &f->row, file, path))
		return -1;
	*why = requirements_unmet(&uses, f->target, f->arena);
	return 0;
}

/* STEM_TARGET_N.EXT for STEM_N.EXT, STEM_TARGET.EXT without a number. */
static const char *
target_file(const struct filter *f, const char *path)
{
	const char *name = basename(path);
	const char *dot = strrchr(name, '.'), *bar;

	if (!dot || dot == name)
		dot = name + strlen(name);
	for (bar = dot; bar > name && bar[-1] >= '0' && bar[-1] <= '9';)
		bar--;
	bar = bar < dot && bar > name && bar[-1] == '_' ? bar - 1 : dot;
	return arena_printf(f->arena, "%s%.*s_%s%s", f->dir, (int)(bar - name), name, f->target->image_target, bar);
}

static int
write_properties(struct filter *f, struct propfile *file, const char **cell)
{
	const char *path = target_file(f, *cell);

	if (!path || propfile_set_string(file, PROPSET_REQUIREMENTS, PROP_COMPILE_TARGET, f->target->image_target) ||
	    propfile_write(file, path))
		return -1;
	*cell = path;
	return 0;
}

static int
empty_row(struct filter *f, const char **cell, const char *why)
{
	if (!f->empty) {
		f->empty = arena_printf(f->arena, "%sempty.bc", f->dir);
		if (!f->empty || outfile_write(f->empty, empty_module, sizeof empty_module))
			return -1;
	}
	cell[f->code] = f->empty;
	cell[f->reason] = why;
	return 0;
}

/* Takes one row over; cell has room for the columns of the output. */
static int
filter_row(struct filter *f, struct filetable *out, const char **cell)
{
	const char **properties = f->properties < 0 ? NULL : &cell[f->properties];
	const char *why = NULL;
	struct propfile file;

	if (properties && **properties) {
		mapfile_close(&f->text);
		if (mapfile_text(&f->text, *properties) || judge(f, *properties, &file, &why))
			return -1;
		if (why && !(f->mode & TARGETFILTER_EMPTY))
			return 0;
		if ((f->mode & TARGETFILTER_COMPILE_TARGET) && write_properties(f, &file, properties))
			return -1;
	}
	/* A row that was emptied before keeps its first reason. */
	if (why && !*cell[f->reason] && empty_row(f, cell, why))
		return -1;
	return filetable_add_row(out, f->arena, cell);
}

/* The output's titles: those of the input and, when rows are emptied, Reason. */
static int
make_titles(struct filter *f, struct filetable *out, const struct filetable *in)
{
	const char **title = arena_calloc(f->arena, in->ncol + 1, sizeof *title);
	size_t n = in->ncol;

	if (!title)
		return -1;
	if (n)
		memcpy(title, in->title, n * sizeof *title);
	f->reason = filetable_find(in, TARGETFILTER_REASON);
	f->properties = filetable_find(in, "Properties");
	f->code = filetable_find(in, "Code");
	if ((f->mode & TARGETFILTER_EMPTY) && in->titled && f->reason < 0) {
		f->reason = (int)n;
		title[n++] = TARGETFILTER_REASON;
	}
	filetable_init(out, title, n);
	out->titled = in->titled;
	out->path = in->path;
	if ((f->mode & TARGETFILTER_EMPTY) && f->properties >= 0 && f->code < 0)
		return filetable_column(in, "Code");
	return 0;
}

int
targetfilter_run(struct filetable *out, struct arena *arena, const struct filetable *in, const struct target *target,
		 unsigned mode, const char *out_path)
{
	struct filter f = { .target = target, .mode = mode, .arena = arena };
	const char *slash = strrchr(out_path, '/');
	const char **cell = arena_calloc(arena, in->ncol + 1, sizeof *cell);
	int failed = 0;
	size_t row;

	f.dir = slash ? arena_strndup(arena, out_path, (size_t)(slash + 1 - out_path)) : "";
	if (!cell || !f.dir || make_titles(&f, out, in))
		return -1;
	arena_init_quiet(&f.row);
	for (row = 0; !failed && row < in->nrow; row++) {
		memcpy(cell, filetable_cell(in, row, 0), in->ncol * sizeof *cell);
		if (out->ncol > in->ncol)
			cell[in->ncol] = "";
		failed = filter_row(&f, out, cell);
		arena_free(&f.row);
	}
	mapfile_close(&f.text);
	return failed;
}
