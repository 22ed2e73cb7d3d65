/*
 * object-pack: the node of the action graph that puts device code into host
 * objects (doc/graph.md).
 */
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/mapfile.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include "elfadd.h"
#include "format/moduleid.h"
#include "format/offloadbin.h"

struct options {
	const char *output, *into, *module_id;
	char **image;		/* as given, n_images */
	size_t n_images;
	struct offloadbin_string *string;	/* of every image, n_strings */
	size_t n_strings;
};

enum { KEY_MODULE_ID = 256 };

static const struct argp_option option_table[] = {
	{ "image", 'i', "TRIPLE,FILE[,KEY=VALUE...]", 0, "Pack the device code in FILE, compiled for TRIPLE", 0 },
	{ "into", 'n', "HOST.o", 0, "Write HOST.o with the device code as one section more", 0 },
	{ "string", 's', "KEY=VALUE", 0, "Record this string with every image", 0 },
	{ "module-id-file", KEY_MODULE_ID, "FILE", 0, "Record the module id in FILE with every image", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE (default: standard output)", 0 },
	{ 0 },
};

/* KEY=VALUE: the value is all that follows. */
static void
add_string(struct options *options, char *arg)
{
	char *equals = strchr(arg, '=');
	size_t i;

	if (!equals || equals == arg)
		die_usage("option '--string' wants KEY=VALUE, not '%s'", arg);
	*equals = '\0';
	for (i = 0; i < options->n_strings; i++)
		if (!strcmp(options->string[i].key, arg))
			die_usage("key '%s' is given twice", arg);
	options->string[options->n_strings++] = (struct offloadbin_string){ arg, equals + 1 };
}

static int
add_module_id(struct options *options, struct arena *arena)
{
	const char *id = moduleid_read_one(arena, options->module_id);

	options->string[options->n_strings++] = (struct offloadbin_string){ MODULEID_KEY, id };
	return id ? 0 : -1;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'i':
		options->image[options->n_images++] = arg;
		break;
	case 'n':
		options->into = arg;
		break;
	case 's':
		add_string(options, arg);
		break;
	case KEY_MODULE_ID:
		options->module_id = arg;
		break;
	case 'o':
		options->output = arg;
		break;
	case ARGP_KEY_ARG:
		die_usage("'%s' is not an option; --image names device code", arg);
	case ARGP_KEY_END:
		if (!options->n_images)
			die_usage("no --image");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp argp = {
	option_table, parse_option, "",
	"Packs device code into LLVM's offload container, for the host object of a translation unit.",
	NULL, NULL, NULL,
};

/* The part is a string to record: a word of letters, digits and dashes, then '='. */
static bool
is_string(const char *part)
{
	size_t len = strspn(part, "abcdefghijklmnopqrstuvwxyz0123456789-_");

	return len && part[len] == '=';
}

/*
 * TRIPLE,FILE[,KEY=VALUE...]: fills in the strings and returns FILE, which may have
 * commas: the longest existing one.
 */
static const char *
parse_image(struct offloadbin_image *image, struct arena *arena, const char *arg, const struct options *options)
{
	size_t n, i, last;
	char **part = args_split(arena, arg, ',', &n), *equals;
	const char *path = strchr(arg, ',');

	if (n < 2 || !*part[0] || !*part[1])
		die_usage("option '--image' wants TRIPLE,FILE, not '%s'", arg);
	path = arena_strdup(arena, path + 1);
	for (last = n; last > 2 && is_string(part[last - 1]) && access(path, F_OK); last--)
		path = arena_strndup(arena, path, strlen(path) - strlen(part[last - 1]) - 1);
	image->string = arena_alloc(arena, (n + 1 + options->n_strings) * sizeof *image->string);
	image->string[image->n_strings++] = (struct offloadbin_string){ "triple", part[0] };
	for (i = last; i < n; i++) {
		equals = strchr(part[i], '=');
		*equals = '\0';
		if (offloadbin_find(image, part[i]))
			die_usage("key '%s' is given twice in '--image=%s'", part[i], arg);
		image->string[image->n_strings++] = (struct offloadbin_string){ part[i], equals + 1 };
	}
	for (i = 0; i < options->n_strings; i++)
		if (!offloadbin_find(image, options->string[i].key))
			image->string[image->n_strings++] = options->string[i];
	return path;
}

/* aspect-prop writes an empty file for a source without device code: nothing to pack. */
static int
pack_image(struct arena *arena, const char *arg, const struct options *options, FILE *stream)
{
	struct offloadbin_image image = { .model = OFFLOADBIN_SYCL };
	const char *path = parse_image(&image, arena, arg, options);
	struct mapfile file;

	if (mapfile_open(&file, path))
		return -1;
	if (!file.size)
		return 0;
	image.kind = offloadbin_detect(file.data, file.size);
	image.data = file.data;
	image.size = file.size;
	if (image.kind == OFFLOADBIN_NONE) {
		diag(DIAG_ERROR, "'%s' is neither bitcode, SPIR-V nor an object", path);
		return -1;
	}
	offloadbin_put(&image, stream);
	mapfile_close(&file);
	return 0;
}

/* All images, one container each. */
static int
pack(const struct options *options, struct arena *arena, FILE *stream)
{
	size_t i;

	for (i = 0; i < options->n_images; i++)
		if (pack_image(arena, options->image[i], options, stream))
			return -1;
	return 0;
}

/* Writes the host object with the containers as a section that a final link leaves out; unchanged without containers. */
static int
pack_into(const struct options *options, struct arena *arena, FILE *stream)
{
	struct elf_section section = { OFFLOADBIN_SECTION, OFFLOADBIN_SECTION_TYPE, SHF_EXCLUDE, OFFLOADBIN_ALIGN,
				       NULL, 0 };
	struct mapfile host;
	struct memstream memory;
	int failed = pack(options, arena, memstream_begin(&memory));
	char *data = memstream_end(&memory, &section.size);

	section.data = data;
	if (!failed && !(failed = mapfile_open(&host, options->into))) {
		if (section.size)
			failed = elf_add_section(&host, options->into, &section, stream);
		else
			fwrite(host.data, 1, host.size, stream);
		mapfile_close(&host);
	}
	free(data);
	return failed;
}

int
main(int argc, char **argv)
{
	struct options options = { .output = "-" };
	struct outfile out;
	struct arena arena;
	int failed;

	arena_init(&arena);
	options.image = arena_calloc(&arena, (size_t)argc + 1, sizeof *options.image);
	options.string = arena_calloc(&arena, (size_t)argc + 1, sizeof *options.string);
	args_parse(&argp, argc, argv, &options);
	if (options.module_id && add_module_id(&options, &arena))
		return 1;
	if (outfile_open(&out, options.output))
		return 1;
	failed = options.into ? pack_into(&options, &arena, out.stream) : pack(&options, &arena, out.stream);
	failed = outfile_end(&out, failed);
	arena_free(&arena);
	return failed ? 1 : 0;
}
