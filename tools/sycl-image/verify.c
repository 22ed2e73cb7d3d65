/* verify: checks images against their descriptors. */
#include "base/order.h"
#include "commands.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/spirv.h"

static unsigned n_wrong;

static void wrong(const struct imagelist *list, const struct image *image, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void
wrong(const struct imagelist *list, const struct image *image, const char *format, ...)
{
	const struct diag_place place = { image_name(list, image), 0, 0 };
	va_list args;

	va_start(args, format);
	diag_vat(&place, DIAG_ERROR, format, args);
	va_end(args);
	n_wrong++;
}

/* --- SPIR-V --------------------------------------------------------------------------- */

struct spirv {
	const unsigned char *data;
	size_t nword;
	const char **entry;	/* names of its entry points */
	size_t nentry;
};

static uint32_t
word_at(const struct spirv *m, size_t i)
{
	uint32_t word;

	memcpy(&word, m->data + 4 * i, 4);
	return word;
}

/* Walks the instructions; NULL, or the error. */
static const char *
read_spirv(struct spirv *m, struct arena *arena)
{
	size_t i, length;

	if (m->nword < SPIRV_HEADER_WORDS || word_at(m, 0) != SPIRV_MAGIC)
		return "no SPIR-V header";
	if (word_at(m, 1) >> 16 != 1)
		return "SPIR-V version is not 1.x";
	for (i = SPIRV_HEADER_WORDS; i < m->nword; i += length) {
		length = word_at(m, i) >> 16;
		if (!length || length > m->nword - i)
			return "SPIR-V module is cut short or damaged";
		if ((word_at(m, i) & 0xffff) != SPIRV_OP_ENTRY_POINT || length < 4 || word_at(m, i + 1) != SPIRV_MODEL_KERNEL)
			continue;
		if (!memchr(m->data + 4 * (i + 3), '\0', 4 * (length - 3)))
			return "SPIR-V entry point without a name";
		m->entry = arena_extend(arena, m->entry, m->nentry, sizeof *m->entry);
		m->entry[m->nentry++] = (const char *)m->data + 4 * (i + 3);
	}
	return NULL;
}

static void
check_spirv(const struct imagelist *list, const struct image *image, const unsigned char *data, size_t size)
{
	struct spirv m = { data, size / 4, NULL, 0 };
	const char *what = size % 4 ? "SPIR-V module is cut short or damaged" : read_spirv(&m, list->arena);
	size_t i;

	if (what) {
		wrong(list, image, "%s", what);
		return;
	}
	if (m.nentry)
		qsort(m.entry, m.nentry, sizeof *m.entry, order_texts);
	for (i = 0; i < image->nentry; i++)
		if (!image_exports(image, image->entry[i]) && (!m.nentry ||
			!bsearch(&image->entry[i], m.entry, m.nentry, sizeof *m.entry, order_texts)))
			wrong(list, image, "kernel '%s' is not in the module", image->entry[i]);
}

/* --- one image --------------------------------------------------------------------------- */

static void
check_bytes(const struct imagelist *list, const struct image *image)
{
	unsigned format = image_plain_format(image), looks;
	const unsigned char *data;
	size_t size;

	data = image_plain_data(image, &size);
	if (!data) {
		n_wrong++;
		return;
	}
	looks = format_of_bytes(data, size);
	/* Native images have many forms: only SPIR-V and bitcode are certainly wrong. */
	if ((format == SYCL_OFFLOAD_FORMAT_SPIRV || format == SYCL_OFFLOAD_FORMAT_LLVMBC) && looks != format)
		wrong(list, image, "the descriptor says %s, the bytes are %s", format_name(format), format_name(looks));
	else if (format == SYCL_OFFLOAD_FORMAT_SPIRV)
		check_spirv(list, image, data, size);
	if (data != image->data && image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED)
		free((void *)data);
}

static void
check_entries(const struct imagelist *list, const struct image *image)
{
	const char **name = arena_calloc(list->arena, image->nentry + 1, sizeof *name);
	size_t i;

	if (!image->nentry)
		return;
	memcpy(name, image->entry, image->nentry * sizeof *name);
	qsort(name, image->nentry, sizeof *name, order_texts);
	for (i = 0; i < image->nentry; i++) {
		if (!*name[i])
			wrong(list, image, "entry point without a name");
		if (i && !strcmp(name[i - 1], name[i]))
			wrong(list, image, "entry point '%s' is listed twice", name[i]);
	}
}

static void
check_image(const struct imagelist *list, const struct image *image)
{
	struct requirements req;
	struct constant *constant;
	size_t n;

	if (image->kind > SYCL_OFFLOAD_KIND_SYCL)
		wrong(list, image, "unknown kind %u", image->kind);
	if (image->said_format > SYCL_OFFLOAD_FORMAT_COMPRESSED)
		wrong(list, image, "unknown format %u", image->said_format);
	check_entries(list, image);
	if (image_requirements(&req, list, image))
		n_wrong++;
	if (image_constants(&constant, &n, list, image))
		n_wrong++;
	if (image->size)
		check_bytes(list, image);
	else if (!image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, list->arena))
		wrong(list, image, "no bytes, and no reason for that");
}

int
command_verify(const struct imagelist *list)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		check_image(list, &list->image[i]);
	return n_wrong ? 1 : 0;
}
