#include "recorded.h"

#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"

void
recorded_init(struct recorded *recorded, struct arena *arena)
{
	memset(recorded, 0, sizeof *recorded);
	recorded->arena = arena;
}

static struct recorded_option *
find_option(const struct recorded *recorded, const char *key)
{
	size_t i;

	for (i = 0; i < recorded->n_options; i++)
		if (!strcmp(recorded->option[i].key, key))
			return &recorded->option[i];
	return NULL;
}

static void
add_option(struct recorded *recorded, const char *key, const char *value, const char *origin)
{
	recorded->option = arena_extend(recorded->arena, recorded->option, recorded->n_options, sizeof *recorded->option);
	recorded->option[recorded->n_options++] = (struct recorded_option){ key, value, origin };
}

void
recorded_give(struct recorded *recorded, const char *text)
{
	const char *equals = strchr(text, '=');
	size_t len = equals ? (size_t)(equals - text) : strlen(text);

	add_option(recorded, arena_strndup(recorded->arena, text, len), equals ? equals + 1 : NULL, NULL);
}

static const char *
place(const struct recorded *recorded, const char *origin)
{
	return origin ? arena_printf(recorded->arena, "in '%s'", origin) : "on the command line";
}

static int
check_option(struct recorded *recorded, const char *key, const char *value, const char *origin)
{
	const struct recorded_option *known = find_option(recorded, key);

	if (!known) {
		add_option(recorded, key, arena_strdup(recorded->arena, value), arena_strdup(recorded->arena, origin));
		return 0;
	}
	if (!known->value || !strcmp(known->value, value))
		return 0;
	diag(DIAG_ERROR, "option '%s' has two values: '%s' %s and '%s' in '%s'", key, known->value,
	     place(recorded, known->origin), value, origin);
	return -1;
}

/*
 * Objects may differ in their fixed targets: those of each are compared with the
 * targets of the link, except for members of archives, which may not take part.
 */
static void
add_fixed(struct recorded *recorded, const char *targets, const char *origin)
{
	size_t i;

	for (i = 0; i < recorded->n_fixed; i++)
		if (!strcmp(recorded->fixed[i].targets, targets))
			return;
	recorded->fixed = arena_extend(recorded->arena, recorded->fixed, recorded->n_fixed, sizeof *recorded->fixed);
	recorded->fixed[recorded->n_fixed++] = (struct recorded_fixed){
		arena_strdup(recorded->arena, targets), arena_strdup(recorded->arena, origin)
	};
}

int
recorded_add(struct recorded *recorded, const struct offloadbin_image *image, const char *origin)
{
	const char *rdc = offloadbin_find(image, "rdc"), *fixed = offloadbin_find(image, "fixed-targets");
	size_t i;

	recorded->n_images++;
	if (image->kind == OFFLOADBIN_OBJECT)
		recorded->images = true;
	else if (rdc && !strcmp(rdc, "off"))
		recorded->alone = true;
	else
		recorded->modules = true;
	if (*origin && origin[strlen(origin) - 1] == ')')
		recorded->members = true;
	else if (fixed)
		add_fixed(recorded, fixed, origin);
	for (i = 0; i < image->n_strings; i++)
		if (image->string[i].key[0] == '-' &&
		    check_option(recorded, image->string[i].key, image->string[i].value, origin))
			return -1;
	return 0;
}

static bool
has_bytes(const void *data, size_t size, const char *text)
{
	return size && memmem(data, size, text, strlen(text));
}

static size_t
count_bytes(const char *data, size_t size, const char *text)
{
	const char *end = data + size;
	size_t n = 0;

	while ((data = memmem(data, (size_t)(end - data), text, strlen(text)))) {
		data += strlen(text);
		n++;
	}
	return n;
}

void
recorded_look(struct recorded *recorded, const char *path, const void *data, size_t size)
{
	if (!recorded->runtime)
		recorded->runtime = has_bytes(data, size, "sycl_rt_");
	/* ld -r concatenates modules for -flto; linkers read only the first. */
	if (has_bytes(data, size < 4 ? size : 4, "\177ELF") && has_bytes(data, size, ".llvm.lto") &&
	    count_bytes(data, size, "BC\xc0\xde") > recorded->n_images + 1)
		recorded->relinked = path;
}

void
recorded_end_file(struct recorded *recorded, const char *path)
{
	if (!recorded->n_images)
		return;
	recorded->file = arena_extend(recorded->arena, recorded->file, recorded->n_files, sizeof path);
	recorded->file[recorded->n_files++] = path;
	recorded->n_images = 0;
}

int
recorded_write(const struct recorded *recorded, const char *path)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < recorded->n_files; i++)
		fprintf(out.stream, "file %s\n", recorded->file[i]);
	fputs(recorded->modules ? "modules\n" : "", out.stream);
	fputs(recorded->alone ? "alone\n" : "", out.stream);
	fputs(recorded->images ? "images\n" : "", out.stream);
	fputs(recorded->members ? "members\n" : "", out.stream);
	fputs(recorded->runtime ? "runtime\n" : "", out.stream);
	if (recorded->relinked)
		fprintf(out.stream, "relinked %s\n", recorded->relinked);
	for (i = 0; i < recorded->n_fixed; i++)
		fprintf(out.stream, "fixed %s %s\n", recorded->fixed[i].targets, recorded->fixed[i].origin);
	for (i = 0; i < recorded->n_options; i++)
		if (recorded->option[i].origin)
			fprintf(out.stream, "%s=%s\n", recorded->option[i].key, recorded->option[i].value);
	return outfile_commit(&out);
}
