/* offload-wrapper: device images in a host object; the page is offload-wrapper.1. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/fd.h"
#include "base/outfile.h"
#include "descriptor.h"
#include "format/moduleid.h"
#include "image.h"
#include "object.h"
#include "spirv.h"
#include "store.h"
#include "sycl-cc/offload-descriptor.h"

#ifndef __aarch64__
#define HOST_TRIPLE "x86_64-pc-linux-gnu"
#else
#define HOST_TRIPLE "aarch64-unknown-linux-gnu"
#endif

enum { DEFAULT_LEVEL = 3, MAX_LEVEL = 19 };

struct options {
	struct arena *arena;
	const char *output, *host;
	bool batch;
	int level;
	struct descriptor_options descriptor;
	const char **ids_file;		/* n_ids_files */
	size_t n_ids_files;
	/* The next image: its options so far, and its files. */
	struct image_options next;
	const char *file[2];		/* image and manifest */
	size_t nfile;
	struct image_list images;
};

enum {
	KEY_HOST = 256, KEY_KIND, KEY_FORMAT, KEY_TARGET, KEY_COMPILE, KEY_LINK, KEY_ENTRIES, KEY_PROPERTIES, KEY_PRODUCER,
	KEY_BATCH, KEY_DESC, KEY_REG, KEY_COMPRESS, KEY_ENTRY_FORMAT, KEY_SPIRV_VERSION,
	KEY_SPIRV_EXTENSIONS, KEY_MODULE_IDS
};

static const struct argp_option option_table[] = {
	{ NULL, 'o', "FILE", 0, "Write the object to FILE; - is standard output", 1 },
	{ "host", KEY_HOST, "TRIPLE", 0, "The host's triple; " HOST_TRIPLE " by default", 1 },
	{ "batch", KEY_BATCH, NULL, 0, "The input is a file table with a row for each image", 1 },
	{ "compress", KEY_COMPRESS, "LEVEL", OPTION_ARG_OPTIONAL, "Compress images with zstd, at level 3 by default", 1 },
	{ "desc-name", KEY_DESC, "NAME", 0, "Make the descriptor the global symbol .sycl_offloading.NAME", 1 },
	{ "emit-reg-funcs", KEY_REG, "0|1", OPTION_ARG_OPTIONAL, "Whether constructor and destructor are made; 1 by default", 1 },
	{ "entry-format", KEY_ENTRY_FORMAT, "FORM", 0, "Shape of entries: classic, the default, or new", 1 },
	{ "module-ids", KEY_MODULE_IDS, "FILE", 0, "Define the symbols that host code of the modules with these ids needs; repeatable", 1 },
	{ "verbose", 'v', NULL, 0, "Print the images and symbols that are made", 1 },
	{ "kind", KEY_KIND, "KIND", 0, "unknown, host, hip or sycl; holds for the images that follow", 2 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "none, native, spirv or llvmbc", 2 },
	{ "target", KEY_TARGET, "TARGET", 0, "The target of the device configuration", 2 },
	{ "compile-opts", KEY_COMPILE, "OPTIONS", 0, "Options for the compiler at run time", 2 },
	{ "link-opts", KEY_LINK, "OPTIONS", 0, "Options for the linker at run time", 2 },
	{ "entries", KEY_ENTRIES, "FILE", 0, "File with the names of entry points", 2 },
	{ "properties", KEY_PROPERTIES, "FILE", 0, "Property file", 2 },
	{ "producer", KEY_PRODUCER, "NAME", 0, "Who made the bytes, recorded as a property", 2 },
	{ "spirv-version", KEY_SPIRV_VERSION, "VERSION", 0, "Check that SPIR-V is of this version at most, made by the producer", 2 },
	{ "spirv-extensions", KEY_SPIRV_EXTENSIONS, "LIST", 0, "The extensions that such SPIR-V may ask for", 2 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

/* --- options in force ---------------------------------------------------------- */

static const struct word entry_formats[] = { { "classic", 0 }, { "new", 1 }, { NULL, 0 } };
static const struct word switches[] = { { "0", 0 }, { "1", 1 }, { NULL, 0 } };

static uint8_t
word_code(const char *option, const char *text, const struct word *word)
{
	const char *name[8];
	size_t n;

	for (n = 0; word[n].name; n++)
		name[n] = word[n].name;
	return word[args_choice(option, text, name, n)].code;
}

static void
print_image(const struct image *image)
{
	const struct image_options *o = &image->options;

	printf("adding image: offload kind=%s\n  { %s\n    %s\n    format=%s target=%s\n    compile options=%s\n    link options=%s }\n",
	       o->kind == SYCL_OFFLOAD_KIND_SYCL ? "sycl" : "other", image->path ? image->path : "(emptied)",
	       *image->manifest ? image->manifest : "-", image_formats[o->format].name, o->target, o->compile_options,
	       o->link_options);
}

/* The files named since the last option are one image. */
static void
end_image(struct options *o)
{
	struct image image = { .options = o->next, .path = o->file[0], .reason = "" };

	if (!o->nfile || o->batch)
		return;
	if (!o->next.kind_given)
		die_usage("offload model not set");
	image.manifest = o->nfile > 1 ? o->file[1] : "";
	image_list_add(&o->images, &image);
	o->nfile = 0;
}

static void
add_file(struct options *o, const char *file)
{
	if (o->batch && o->nfile)
		die_usage("batch job table file must be the only input file");
	if (o->nfile == 2)
		die_usage("too many inputs for a single binary image, <binary file> <manifest file>{opt} expected");
	o->file[o->nfile++] = file;
}

/* Options about images: first ends the image that was named before them. */
static error_t
parse_image_option(struct options *o, int key, const char *arg)
{
	end_image(o);
	switch (key) {
	case KEY_KIND:
		if (!strcmp(arg, "openmp"))
			die_usage("images of kind 'openmp' have another layout, which is not written");
		o->next.kind = word_code("--kind", arg, image_kinds);
		o->next.kind_given = 1;
		return 0;
	case KEY_FORMAT: o->next.format = word_code("--format", arg, image_formats); return 0;
	case KEY_TARGET: o->next.target = arg; return 0;
	case KEY_COMPILE: o->next.compile_options = arg; return 0;
	case KEY_LINK: o->next.link_options = arg; return 0;
	case KEY_ENTRIES: o->next.entries = arg; return 0;
	case KEY_PROPERTIES: o->next.properties = arg; return 0;
	case KEY_PRODUCER: o->next.producer = arg; return 0;
	case KEY_SPIRV_VERSION: o->next.spirv_version = arg; return 0;
	case KEY_SPIRV_EXTENSIONS: o->next.spirv_extensions = arg; return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'o': o->output = arg; return 0;
	case 'v': o->descriptor.verbose = true; return 0;
	case KEY_HOST: o->host = arg; return 0;
	case KEY_MODULE_IDS: o->ids_file[o->n_ids_files++] = arg; return 0;
	case KEY_BATCH: o->batch = true; return 0;
	case KEY_DESC: o->descriptor.name = arg; return 0;
	case KEY_REG: o->descriptor.registration = !arg || word_code("--emit-reg-funcs", arg, switches); return 0;
	case KEY_ENTRY_FORMAT: o->descriptor.new_entries = word_code("--entry-format", arg, entry_formats); return 0;
	case KEY_COMPRESS: o->level = arg ? (int)args_number("--compress", arg, 1, MAX_LEVEL) : DEFAULT_LEVEL; return 0;
	case ARGP_KEY_ARG: add_file(o, arg); return 0;
	case ARGP_KEY_END: end_image(o); return 0;
	default: return parse_image_option(o, key, arg);
	}
}

static const struct argp argp = {
	option_table, parse_option, "[IMAGE [MANIFEST]]...\n--batch TABLE",
	"Wraps device images, their properties and entry points in a host object.", NULL, NULL, NULL
};

/* --- doing it ------------------------------------------------------------------------ */

/* In a batch every row gets the options of the whole command line. */
static int
read_batch(struct options *o)
{
	struct image_options all = o->next;

	if (o->nfile != 1)
		die_usage(o->nfile ? "batch job table file must be the only input file" : "no input table");
	if (!all.kind_given)
		all.kind = SYCL_OFFLOAD_KIND_SYCL;
	return image_list_read_batch(&o->images, o->file[0], &all);
}

static int
read_module_ids(struct options *o)
{
	struct descriptor_options *d = &o->descriptor;
	const char **id;
	size_t i, k, n;

	for (i = 0; i < o->n_ids_files; i++) {
		if (moduleid_read(o->arena, o->ids_file[i], &id, &n))
			return -1;
		for (k = 0; k < n; k++) {
			d->module_id = arena_extend(o->arena, d->module_id, d->n_module_ids, sizeof *id);
			d->module_id[d->n_module_ids++] = id[k];
		}
	}
	return 0;
}

static int
write_object(struct options *o, const struct machine *machine, int fd)
{
	struct object object;
	size_t i;

	for (i = 0; o->descriptor.verbose && i < o->images.n; i++)
		print_image(&o->images.image[i]);
	object_init(&object, o->arena, machine, o->output, fd);
	store_images(&object, &o->images, o->level);
	if (descriptor_add(&object, &o->images, &o->descriptor))
		return -1;
	object_finish(&object);
	return 0;
}

/*
 * Standard output and devices cannot be patched:
 * writes the object to a file without a name first.
 */
static int
write_through(struct options *o, const struct machine *machine, FILE *stream)
{
	FILE *file = tmpfile();

	if (!file)
		die("cannot create a temporary file: %s", strerror(errno));
	if (write_object(o, machine, fileno(file)))
		return -1;
	if (lseek(fileno(file), 0, SEEK_SET) < 0 || fd_copy_rest(fileno(file), fileno(stream)) < 0)
		die("cannot write '%s': %s", o->output, strerror(errno));
	fclose(file);
	return 0;
}

static int
wrap(struct options *o)
{
	const struct machine *machine = machine_find(o->host);
	struct outfile out;

	if (!machine)
		die_usage("'%s': unsupported target triple", o->host);
	if (o->batch && read_batch(o))
		return -1;
	if (!o->batch && !o->images.n)
		die_usage("image file name missing");
	if (spirv_check_images(&o->images) || read_module_ids(o))
		return -1;
	if (outfile_open(&out, o->output))
		return -1;
	return outfile_end(&out, out.temp ? write_object(o, machine, fileno(out.stream))
						      : write_through(o, machine, out.stream));
}

int
main(int argc, char **argv)
{
	struct arena arena;
	struct options o = { .arena = &arena, .host = HOST_TRIPLE, .descriptor = { .registration = true },
			     .next = { .target = "", .compile_options = "", .link_options = "", .producer = "",
				       .entries = "", .properties = "", .spirv_version = "", .spirv_extensions = "" } };
	int failed;

	arena_init(&arena);
	image_list_init(&o.images, &arena);
	o.ids_file = arena_calloc(&arena, (size_t)argc + 1, sizeof *o.ids_file);
	args_parse_in_order(&argp, argc, argv, &o);
	if (!o.output)
		die_usage("no output given: -o FILE");
	failed = wrap(&o);
	if (o.descriptor.verbose && fflush(stdout))
		die("cannot write standard output: %s", strerror(errno));
	arena_free(&arena);
	return failed ? 1 : 0;
}
