#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "clone.h"
#include "format/devconfig.h"
#include "format/filetable.h"
#include "format/symfile.h"
#include "format/targetfilter.h"
#include "ir/irmodule.h"
#include "props.h"
#include "prune.h"

const char *
output_stem(const char *path)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(name, '.');

	return arena_strndup(&arena, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

/* DIR/STEM of the first output; without one the stem of the input, in the current folder. */
static const char *
prefix_of(void)
{
	const char *path = options.noutput ? options.output[0].file : options.input[0];
	const char *slash = strrchr(path, '/'), *stem = output_stem(path);

	if (options.out_dir && *options.out_dir)
		return arena_printf(&arena, "%s%s%s", options.out_dir,
				    options.out_dir[strlen(options.out_dir) - 1] == '/' ? "" : "/", stem);
	if (options.out_dir || !options.noutput || !slash)
		return stem;
	return arena_printf(&arena, "%.*s%s", (int)(slash + 1 - path), path, stem);
}

void
output_names(struct images *images)
{
	const char *prefix = prefix_of();
	size_t i;

	for (i = 0; i < images->n; i++) {
		struct image *image = &images->image[i];

		image->code = arena_printf(&arena, "%s_%zu.%s", prefix, i, options.text ? "ll" : "bc");
		image->has_code = true;
		if (options.properties)
			image->prop = arena_printf(&arena, "%s_%zu.prop", prefix, i);
		if (options.symbols)
			image->sym = arena_printf(&arena, "%s_%zu.sym", prefix, i);
	}
}

void
output_keep_input(struct images *images, const struct graph *graph)
{
	uint32_t i;

	for (i = 0; options.spec_const && i < graph->nnode; i++)
		if (spec_is_getter(graph->node[i].name))
			return;
	if (options.noutput || options.ninput != 1 || images->n != 1 || options.text || !strcmp(options.input[0], "-"))
		return;
	images->image[0].code = options.input[0];
	images->image[0].has_code = false;
	diag(DIAG_NOTE, "the IR is not modified: '%s' stands in the table", options.input[0]);
}

static int
write_symbols(const struct graph *graph, const struct image *image, struct arena *scratch)
{
	const char **name = arena_calloc(scratch, image->nentry + 1, sizeof *name);
	size_t i;

	for (i = 0; i < image->nentry; i++)
		name[i] = graph->node[image->entry[i]].name;
	return symfile_write(name, image->nentry, image->sym);
}

static int
write_module(LLVMModuleRef module, const char *path)
{
	if (options.verify && irmodule_verify(module, path))
		return -1;
	return irmodule_write(module, path, options.text);
}

int
output_lower(const struct graph *graph, LLVMModuleRef module, const uint32_t *entry, size_t nentry, enum spec_mode mode,
	     struct arena *memory, struct spec_constants **spec)
{
	const char **name = arena_calloc(memory, nentry + 1, sizeof *name);
	struct spec_constants *lowered;
	size_t i;

	if (mode == SPEC_KEEP)
		return 0;
	for (i = 0; i < nentry; i++)
		name[i] = graph->node[entry[i]].name;
	lowered = spec_lower(module, mode, name, nentry, memory);
	if (spec)
		*spec = lowered;
	return lowered ? 0 : -1;
}

/* The files of the image whose module was made. */
static int
write_files(const struct graph *graph, const struct closure *closure, const struct image *image, LLVMModuleRef module)
{
	struct spec_constants *spec = NULL;
	struct propfile file;
	struct arena scratch;
	int failed = 0;

	arena_init(&scratch);
	if (image->has_code)
		failed = output_lower(graph, module, image->entry, image->nentry, image->spec, &scratch, &spec) ||
			 write_module(module, image->code);
	if (!failed && image->prop) {
		propfile_init(&file, &scratch);
		props_make(&file, graph, closure, image, module, spec);
		failed = propfile_write(&file, image->prop);
	}
	if (!failed && image->sym)
		failed = write_symbols(graph, image, &scratch);
	arena_free(&scratch);
	return failed;
}

/* Constants of such an image are lowered without properties: it would be launched with the wrong values, so not at all. */
static int
lower_pruned(const struct graph *graph, const struct image *image)
{
	struct spec_constants *spec;

	if (image->spec == SPEC_KEEP)
		return 0;
	if (output_lower(graph, graph->module, image->entry, image->nentry, image->spec, &arena, &spec))
		return -1;
	if (!spec_is_empty(spec) && image->spec != SPEC_DEFAULTS) {
		diag(DIAG_ERROR, "image '%s' has specialization constants beside block addresses or prefixed functions", image->code);
		return -1;
	}
	return 0;
}

/* Properties come from the whole module's functions, so they are read before it is cut. */
static int
write_pruned(const struct graph *graph, const struct closure *closure, const struct image *image)
{
	struct image text = *image;
	int status;
	pid_t pid;

	text.has_code = false;
	if (write_files(graph, closure, &text, graph->module))
		return -1;
	pid = fork();
	if (!pid)
		_exit(prune(graph, closure) || lower_pruned(graph, image) || write_module(graph->module, image->code) ? 1 : 0);
	if (pid < 0 || waitpid(pid, &status, 0) < 0) {
		diag(DIAG_ERROR, "cannot start a process: %s", strerror(errno));
		return -1;
	}
	if (WIFSIGNALED(status))
		diag(DIAG_ERROR, "the process that made '%s' was ended by signal %d", image->code, WTERMSIG(status));
	return status ? -1 : 0;
}

int
output_image(const struct graph *graph, struct closure *closure, const struct image *image, uint64_t *size)
{
	LLVMModuleRef module;
	struct stat status;
	int failed;

	closure_make(closure, graph, image->entry, image->nentry);
	if (prune_is_needed(graph, closure)) {
		failed = write_pruned(graph, closure, image);
	} else {
		module = image_clone(graph, closure, image->entry, image->nentry);
		failed = write_files(graph, closure, image, module);
		LLVMDisposeModule(module);
	}
	*size = !failed && stat(image->code, &status) == 0 ? (uint64_t)status.st_size : 0;
	return failed;
}

/* --- tables ---------------------------------------------------------------------- */

static void
make_table(struct filetable *table, const struct images *images)
{
	const char **title = arena_calloc(&arena, 3, sizeof *title), *cell[3];
	size_t i, n = 0;

	title[n++] = "Code";
	if (options.properties)
		title[n++] = "Properties";
	if (options.symbols)
		title[n++] = "Symbols";
	filetable_init(table, title, n);
	table->titled = true;
	for (i = 0; i < images->n; i++) {
		n = 0;
		cell[n++] = images->image[i].code;
		if (options.properties)
			cell[n++] = images->image[i].prop;
		if (options.symbols)
			cell[n++] = images->image[i].sym;
		filetable_add_row(table, &arena, cell);
	}
}

static int
write_for_target(const struct filetable *table, const struct devconfig *config, const struct output *output)
{
	unsigned mode = TARGETFILTER_COMPILE_TARGET | (options.drop_incompatible ? TARGETFILTER_DROP : TARGETFILTER_EMPTY);
	const struct target *target = devconfig_get(config, output->target);
	struct filetable fitted;

	if (!target || targetfilter_run(&fitted, &arena, table, target, mode, output->file))
		return -1;
	return filetable_write(&fitted, output->file, true);
}

int
output_tables(const struct images *images)
{
	static const struct devconfig no_config;
	struct devconfig config = no_config;
	struct filetable table;
	size_t i;
	int failed = 0;

	make_table(&table, images);
	for (i = 0; i < options.noutput && !failed; i++) {
		if (!options.output[i].target)
			continue;
		if (!config.ntarget)
			failed = devconfig_read(&config, &arena, options.base_config, options.config);
		if (!failed)
			failed = write_for_target(&table, &config, &options.output[i]);
	}
	/* The tables without a target last: when they are there, all is. */
	for (i = 0; i < options.noutput && !failed; i++)
		if (!options.output[i].target)
			failed = filetable_write(&table, options.output[i].file, true);
	if (!failed && !options.noutput)
		failed = filetable_write(&table, arena_printf(&arena, "%s.files", prefix_of()), true);
	return failed;
}
