#include "output.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/devconfig.h"
#include "format/filetable.h"
#include "format/symfile.h"
#include "format/targetfilter.h"
#include "image.h"
#include "ir/irmodule.h"
#include "props.h"

const char *
output_stem(const char *path)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *dot = strrchr(name, '.');

	return arena_strndup(&arena, name, dot && dot != name ? (size_t)(dot - name) : strlen(name));
}

/* DIR/STEM of the first output; without an output the stem of the input, in the current folder. */
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
	diag(DIAG_NOTE, "the IR is not modified: the table names '%s'", options.input[0]);
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
lower(const struct graph *graph, const struct image *image, LLVMModuleRef module, struct arena *memory,
      struct spec_constants **spec)
{
	const char **name = arena_calloc(memory, image->nentry + 1, sizeof *name);
	struct spec_constants *lowered;
	size_t i;

	if (image->spec == SPEC_KEEP)
		return 0;
	for (i = 0; i < image->nentry; i++)
		name[i] = graph->node[image->entry[i]].name;
	lowered = spec_lower(module, image->spec, name, image->nentry, memory);
	if (spec)
		*spec = lowered;
	return lowered ? 0 : -1;
}

/* The image asks for the values of constants. */
static bool
has_getter(const struct graph *graph, const struct closure *closure)
{
	size_t i;

	for (i = 0; i < closure->n; i++)
		if (spec_is_getter(graph->node[closure->node[i]].name))
			return true;
	return false;
}

static int
write_lowered(const struct graph *graph, const struct image *image, const char *path, LLVMModuleRef module,
	      struct arena *scratch, struct spec_constants **spec)
{
	if (lower(graph, image, module, scratch, spec) || (options.verify && irmodule_verify(module, path)))
		return -1;
	return irmodule_write(module, path, options.text);
}

/* Writes the image through LLVM: to lower constants, for text, for its verifier. */
static int
write_module(const struct graph *graph, const struct image *image, const char *path, const struct bitwriter *bytes,
	     struct arena *scratch, struct spec_constants **spec)
{
	LLVMModuleRef module;
	int failed = -1;

	irmodule_enter();
	module = irmodule_parse(path, (const char *)bytes->byte, bytes->n);
	if (module) {
		failed = write_lowered(graph, image, path, module, scratch, spec);
		LLVMDisposeModule(module);
	}
	irmodule_leave();
	return failed;
}

int
output_code(const struct graph *graph, const struct closure *closure, const struct image *image, const char *path,
	    struct arena *scratch, struct spec_constants **spec)
{
	static struct bitwriter bytes;
	bool lowered = image->spec != SPEC_KEEP && has_getter(graph, closure);

	bitwriter_reset(&bytes);
	if (image_cut(graph, closure, &bytes))
		return -1;
	if (lowered || options.text || options.verify)
		return write_module(graph, image, path, &bytes, scratch, spec);
	return outfile_write(path, bytes.byte, bytes.n);
}

static int
write_files(const struct graph *graph, const struct closure *closure, const struct image *image)
{
	struct spec_constants *spec = NULL;
	struct propfile file;
	struct arena scratch;
	int failed = 0;

	arena_init(&scratch);
	if (image->has_code)
		failed = output_code(graph, closure, image, image->code, &scratch, &spec);
	if (!failed && image->prop) {
		propfile_init(&file, &scratch);
		props_make(&file, graph, closure, image, spec);
		failed = propfile_write(&file, image->prop);
	}
	if (!failed && image->sym)
		failed = write_symbols(graph, image, &scratch);
	arena_free(&scratch);
	return failed;
}

int
output_image(const struct graph *graph, struct closure *closure, const struct image *image, uint64_t *size)
{
	struct stat status;
	int failed;

	closure_make(closure, graph, image->entry, image->nentry);
	failed = write_files(graph, closure, image);
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
	/* The tables without a target last: when they exist, all files do. */
	for (i = 0; i < options.noutput && !failed; i++)
		if (!options.output[i].target)
			failed = filetable_write(&table, options.output[i].file, true);
	if (!failed && !options.noutput)
		failed = filetable_write(&table, arena_printf(&arena, "%s.files", prefix_of()), true);
	return failed;
}
