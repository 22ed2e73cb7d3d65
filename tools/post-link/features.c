#include "features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memstream.h"
#include "base/order.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

static int
by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static int
bad_metadata(const struct node *node, const char *kind)
{
	diag(DIAG_ERROR, "function '%s' has malformed metadata '!%s'", irmodule_demangle(&arena, node->name), kind);
	return -1;
}

static int
read_numbers(const struct node *node, const char *kind, LLVMValueRef list, int64_t **number, size_t *n)
{
	return irmeta_ints(&arena, list, number, n) ? 0 : bad_metadata(node, kind);
}

/* Adds the aspects of a list to those that are there. */
static int
add_aspects(struct features *f, const struct node *node, const char *kind, LLVMValueRef list)
{
	int64_t *number, *all;
	size_t n, i, used = 0;

	if (read_numbers(node, kind, list, &number, &n))
		return -1;
	all = arena_calloc(&arena, f->naspect + n + 1, sizeof *all);
	if (f->naspect)
		memcpy(all, f->aspect, f->naspect * sizeof *all);
	if (n)
		memcpy(all + f->naspect, number, n * sizeof *all);
	n += f->naspect;
	qsort(all, n, sizeof *all, by_value);
	for (i = 0; i < n; i++)
		if (!used || all[used - 1] != all[i])
			all[used++] = all[i];
	f->aspect = all;
	f->naspect = used;
	return 0;
}

/* Names of targets; numbers are accepted too (decision 8) and kept as decimal text. */
static int
read_fixed(struct features *f, const struct node *node, LLVMValueRef list)
{
	LLVMValueRef *operand;
	size_t n, i, used = 0;
	int64_t number;

	operand = irmeta_operands(&arena, list, &n);
	f->fixed = arena_calloc(&arena, n + 1, sizeof *f->fixed);
	for (i = 0; i < n; i++) {
		f->fixed[i] = irmeta_string(&arena, operand[i]);
		if (!f->fixed[i] && irmeta_number(operand[i], &number))
			f->fixed[i] = arena_printf(&arena, "%lld", (long long)number);
		if (!f->fixed[i])
			return bad_metadata(node, METADATA_FIXED_TARGETS);
	}
	qsort(f->fixed, n, sizeof *f->fixed, order_texts);
	for (i = 0; i < n; i++)
		if (!used || strcmp(f->fixed[used - 1], f->fixed[i]))
			f->fixed[used++] = f->fixed[i];
	f->nfixed = used;
	return 0;
}

static int
read_strings(const char ***text, size_t *n, const struct node *node, const char *kind, LLVMValueRef list)
{
	LLVMValueRef *operand = irmeta_operands(&arena, list, n);
	size_t i;

	*text = arena_calloc(&arena, *n + 1, sizeof **text);
	for (i = 0; i < *n; i++)
		if (!((*text)[i] = irmeta_string(&arena, operand[i])))
			return bad_metadata(node, kind);
	return 0;
}

/* A named size (a string, or a number that is not a size) counts as none. */
static int
read_sub_group(struct features *f, const struct node *node, LLVMValueRef list)
{
	LLVMValueRef *operand;
	size_t n;

	operand = irmeta_operands(&arena, list, &n);
	if (n != 1)
		return bad_metadata(node, METADATA_SUB_GROUP_SIZE);
	if (!irmeta_number(operand[0], &f->sub_group) || f->sub_group < 0)
		f->sub_group = 0;
	return 0;
}

enum kind {
	USED, DECLARED, WORK_GROUP, DIMS, SUB_GROUP, FIXED, MATRIX, MATRIX_MAD, NKIND
};
static const char *const kind_name[NKIND] = {
	METADATA_USED_ASPECTS, METADATA_DECLARED_ASPECTS, METADATA_WORK_GROUP_SIZE, METADATA_WORK_GROUP_DIMENSIONS,
	METADATA_SUB_GROUP_SIZE, METADATA_FIXED_TARGETS, METADATA_JOINT_MATRIX, METADATA_JOINT_MATRIX_MAD,
};

/* Sizes of 2^31 and more are negative numbers of 32 bits. */
static int
read_sizes(const struct node *node, const char *kind, LLVMValueRef list, int64_t **size, size_t *n)
{
	size_t i;

	if (read_numbers(node, kind, list, size, n))
		return -1;
	for (i = 0; i < *n; i++)
		(*size)[i] = (uint32_t)(*size)[i];
	return 0;
}

static int
read_kind(struct features *f, const struct node *node, enum kind kind, LLVMValueRef list)
{
	switch (kind) {
	case USED:
	case DECLARED:
		return add_aspects(f, node, kind_name[kind], list);
	case WORK_GROUP:
		return read_sizes(node, kind_name[kind], list, &f->work_group, &f->nwork_group);
	case DIMS:
		return read_numbers(node, kind_name[kind], list, &f->work_group_dims, &f->nwork_group_dims);
	case SUB_GROUP:
		return read_sub_group(f, node, list);
	case FIXED:
		return read_fixed(f, node, list);
	case MATRIX:
		return read_strings(&f->matrix, &f->nmatrix, node, kind_name[kind], list);
	default:
		return read_strings(&f->matrix_mad, &f->nmatrix_mad, node, kind_name[kind], list);
	}
}

int
features_read(struct features **features, const struct node *node)
{
	static unsigned number[NKIND];
	LLVMValueMetadataEntry *entry;
	struct features *f = NULL;
	int failed = 0;
	size_t n, i, k;

	if (!number[USED])
		for (k = 0; k < NKIND; k++)
			number[k] = irmeta_kind(kind_name[k]);
	entry = LLVMGlobalCopyAllMetadata(node->value, &n);
	for (i = 0; i < n; i++)
		for (k = 0; k < NKIND; k++)
			if (LLVMValueMetadataEntriesGetKind(entry, (unsigned)i) == number[k]) {
				if (!f)
					f = arena_calloc(&arena, 1, sizeof *f);
				failed |= read_kind(f, node, k, LLVMMetadataAsValue(irmodule_context(),
					LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i)));
			}
	LLVMDisposeValueMetadataEntries(entry);
	*features = f;
	return failed ? -1 : 0;
}

uint32_t
functor_size_of(LLVMValueRef function)
{
	int64_t *number;
	size_t n;

	if (!irmeta_get_ints(&arena, function, irmeta_kind(METADATA_FUNCTOR_SIZE), &number, &n) || n != 1 ||
	    number[0] < 0 || number[0] > UINT32_MAX)
		return 0;
	return (uint32_t)number[0];
}

/* --- grouping ------------------------------------------------------------ */

static void
put_attribute(FILE *stream, const struct node *node, const char *name)
{
	size_t len;
	const char *value = irmodule_string_attribute(node->value, name, &len);

	if (value)
		fwrite(value, 1, len, stream);
	putc('-', stream);
}

static void
put_numbers(FILE *stream, const int64_t *number, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		fprintf(stream, "-%u", (unsigned)number[i]);
	putc('-', stream);
}

static void
put_strings(FILE *stream, const char **text, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		fprintf(stream, "-%s", text[i]);
	putc('-', stream);
}

static int
by_unsigned(const void *a, const void *b)
{
	uint32_t x = (uint32_t)*(const int64_t *)a, y = (uint32_t)*(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Features that must agree within an image, unless the code was compiled for
 * fixed targets: then only the targets must be equal (Optional kernel
 * features, "Changes to the device code split algorithm").
 */
static void
put_features(FILE *stream, const struct features *f)
{
	int64_t *aspect = arena_calloc(&arena, f->naspect + 1, sizeof *aspect);

	if (f->nfixed) {
		fputs("----", stream);
		return;
	}
	if (f->naspect)
		memcpy(aspect, f->aspect, f->naspect * sizeof *aspect);
	qsort(aspect, f->naspect, sizeof *aspect, by_unsigned);
	put_numbers(stream, aspect, f->naspect);
	put_numbers(stream, f->work_group, f->nwork_group);
	put_numbers(stream, f->work_group_dims, f->nwork_group_dims);
	put_numbers(stream, &f->sub_group, f->sub_group > 0);
}

/* The group's key (decision 16): entry points with equal keys share an image. */
static const char *
key_of(const struct node *node)
{
	static const struct features none;
	const struct features *f = node->features ? node->features : &none;
	struct memstream memory;
	const char *key;
	FILE *stream;
	size_t size;
	char *text;

	if (options.split == SPLIT_KERNEL)
		return arena_printf(&arena, "%s-", node->name);
	stream = memstream_begin(&memory);
	if (options.split == SPLIT_OFF)
		putc('-', stream);
	else
		put_attribute(stream, node, ATTRIBUTE_MODULE_ID);
	put_attribute(stream, node, ATTRIBUTE_INDIRECTLY_CALLABLE);
	put_attribute(stream, node, ATTRIBUTE_REGISTER_ALLOC_MODE);
	put_attribute(stream, node, ATTRIBUTE_GRF_SIZE);
	put_features(stream, f);
	put_attribute(stream, node, ATTRIBUTE_OPT_LEVEL);
	put_strings(stream, f->matrix, f->nmatrix);
	put_strings(stream, f->matrix_mad, f->nmatrix_mad);
	if (f->nfixed)
		put_strings(stream, f->fixed, f->nfixed);
	text = memstream_end(&memory, &size);
	key = arena_strndup(&arena, text, size);
	free(text);
	return key;
}

struct member {
	const char *key;
	const char *name;
	uint32_t chunk;
	uint32_t entry;
};

/* Greatest key first, and of one key the last chunk first; within a chunk by name. */
static int
by_key(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(y->key, x->key);

	if (order)
		return order;
	if (x->chunk != y->chunk)
		return x->chunk > y->chunk ? -1 : 1;
	return strcmp(x->name, y->name);
}

/*
 * auto: back ends take the least time per kernel at 50 to 100 kernels a module,
 * so larger groups are cut, in order of names (decision 17).
 */
static void
cut_chunks(struct member *member, size_t n, const struct graph *graph)
{
	struct closure closure;
	uint64_t size = 0;
	size_t count = 0, i;

	closure_init(&closure, graph);
	for (i = 0; i < n; i++) {
		bool same = i && !strcmp(member[i - 1].key, member[i].key);

		member[i].chunk = same ? member[i - 1].chunk : 0;
		if (!same || count == options.auto_kernels || size >= options.auto_size) {
			if (same)
				member[i].chunk++;
			closure_start(&closure);
			size = count = 0;
		}
		size += closure_add(&closure, graph, member[i].entry);
		count++;
	}
}

static bool
same_group(const struct member *a, const struct member *b)
{
	return a->chunk == b->chunk && !strcmp(a->key, b->key);
}

/* Without entry points there is still one row. */
static void
single_empty_image(struct images *images)
{
	images->image = arena_calloc(&arena, 1, sizeof *images->image);
	images->image->key = "";
	images->n = 1;
}

void
images_group(struct images *images, const struct graph *graph)
{
	struct member *member = arena_calloc(&arena, graph->nentry + 1, sizeof *member);
	uint32_t *entry = arena_calloc(&arena, graph->nentry + 1, sizeof *entry);
	struct image *image = NULL;
	size_t i;

	images->n = 0;
	if (!graph->nentry) {
		single_empty_image(images);
		return;
	}
	for (i = 0; i < graph->nentry; i++) {
		const struct node *node = &graph->node[graph->entry[i]];

		member[i] = (struct member){ key_of(node), node->name, 0, graph->entry[i] };
	}
	qsort(member, graph->nentry, sizeof *member, by_key);
	if (options.split == SPLIT_AUTO) {
		cut_chunks(member, graph->nentry, graph);
		qsort(member, graph->nentry, sizeof *member, by_key);
	}
	images->image = arena_calloc(&arena, graph->nentry, sizeof *images->image);
	for (i = 0; i < graph->nentry; i++) {
		if (!i || !same_group(&member[i - 1], &member[i])) {
			image = &images->image[images->n++];
			image->key = member[i].key;
			image->chunk = member[i].chunk;
			image->entry = entry + i;
		}
		entry[i] = member[i].entry;
		image->nentry++;
	}
}

/* --- copies with default values of specialization constants ------------------- */

static bool
uses_constants(const struct graph *graph, const struct closure *closure)
{
	size_t i;

	for (i = 0; i < closure->n; i++)
		if (!graph->node[closure->node[i]].defined && spec_is_getter(graph->node[closure->node[i]].name))
			return true;
	return false;
}

/* The copy's entry points are kernels only: other images import functions from the original. */
static void
add_copy(struct images *images, const struct image *of, const struct graph *graph)
{
	struct image *copy = &images->image[images->n++];
	size_t i;

	*copy = *of;
	copy->spec = SPEC_DEFAULTS;
	copy->is_default_copy = true;
	copy->entry = arena_calloc(&arena, of->nentry + 1, sizeof *copy->entry);
	copy->nentry = 0;
	for (i = 0; i < of->nentry; i++)
		if (graph->node[of->entry[i]].kernel)
			copy->entry[copy->nentry++] = of->entry[i];
}

void
images_add_default_copies(struct images *images, const struct graph *graph)
{
	struct images old = *images;
	struct closure closure;
	size_t i;

	for (i = 0; i < old.n; i++)
		old.image[i].spec = options.spec_const;
	if (!options.spec_defaults)
		return;
	closure_init(&closure, graph);
	images->image = arena_calloc(&arena, 2 * old.n, sizeof *images->image);
	images->n = 0;
	for (i = 0; i < old.n; i++) {
		images->image[images->n++] = old.image[i];
		closure_make(&closure, graph, old.image[i].entry, old.image[i].nentry);
		if (uses_constants(graph, &closure))
			add_copy(images, &old.image[i], graph);
	}
}
