/* Facts of images and kernels. */
#include "report.h"

#include <stdlib.h>
#include <string.h>


int
report_add_file(struct report *report, const char *path)
{
	struct imagelist list;
	size_t i;

	if (imagelist_read(&list, report->arena, path))
		return -1;
	for (i = 0; i < list.n; i++)
		*imagelist_add(&report->list, path, list.image[i].origin) = list.image[i];
	return 0;
}

/* --- images ------------------------------------------------------------------- */

static const char *
join(struct arena *arena, const char *before, const char *text)
{
	return *before ? arena_printf(arena, "%s, %s", before, text) : text;
}

/* What an image needs, as one text, and apart: aspects, and sizes of groups. */
static int
set_needs(struct report *report, size_t i)
{
	struct image_facts *facts = &report->facts[i];
	const char **need;
	size_t n, k;

	facts->needs = facts->aspects = facts->shape = "";
	if (image_needs(&need, &n, &report->list, &report->list.image[i]))
		return -1;
	for (k = 0; k < n; k++) {
		bool aspect = !strncmp(need[k], "aspect ", 7);
		const char *text = need[k] + (aspect ? 7 : 0);

		facts->needs = join(report->arena, facts->needs, text);
		if (aspect)
			facts->aspects = join(report->arena, facts->aspects, text);
		else
			facts->shape = join(report->arena, facts->shape, text);
	}
	return 0;
}

static void
add_target(struct report *report, const char *target)
{
	size_t i;

	for (i = 0; i < report->n_target; i++)
		if (!strcmp(report->target[i], target))
			return;
	report->target = arena_extend(report->arena, report->target, report->n_target, sizeof *report->target);
	report->target[report->n_target++] = target;
}

/* --- kernels ------------------------------------------------------------------ */

/* A kernel in one image. */
struct place {
	const char *symbol;
	size_t image;
	uint32_t code;			/* as in struct kernel */
};

static int
place_compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	int order = strcmp(x->symbol, y->symbol);

	return order ? order : (x->image > y->image) - (x->image < y->image);
}

static int
kernel_compare(const void *a, const void *b)
{
	const struct kernel *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->symbol, y->symbol);
}

static uint32_t
functor_size(const struct image *image, const char *symbol)
{
	const struct prop *prop = propset_find(propfile_find(&image->properties, PROPSET_FUNCTOR_SIZE), symbol);

	return prop && prop->type == PROP_UINT32 ? prop->value : 0;
}

static struct place *
find_places(struct report *report, size_t *n)
{
	struct nametable sizes;
	struct place *place;
	size_t i, k, room = 0;

	for (i = 0; i < report->list.n; i++)
		room += report->list.image[i].nentry;
	place = arena_calloc(report->arena, room, sizeof *place);
	for (*n = i = 0; i < report->list.n; i++) {
		const struct image *image = &report->list.image[i];

		image_code_sizes(&sizes, image, report->arena);
		for (k = 0; k < image->nentry; k++)
			if (!image_exports(image, image->entry[k])) {
				uint32_t code = sizes.used ? nametable_get(&sizes, image->entry[k], strlen(image->entry[k])) : NAMETABLE_NONE;

				place[(*n)++] = (struct place){ image->entry[k], i, code == NAMETABLE_NONE ? 0 : code };
				report->facts[i].n_kernel++;
			}
	}
	qsort(place, *n, sizeof *place, place_compare);
	return place;
}

static void
set_kernels(struct report *report)
{
	struct place *place;
	size_t n, i, k;

	place = find_places(report, &n);
	report->kernel = arena_calloc(report->arena, n, sizeof *report->kernel);
	for (i = 0; i < n; i += k) {
		struct kernel *kernel = &report->kernel[report->n_kernel++];

		for (k = 0; i + k < n && !strcmp(place[i].symbol, place[i + k].symbol); k++)
			;
		*kernel = (struct kernel){ .symbol = place[i].symbol, .name = demangled(place[i].symbol, report->arena), .source = "",
			.image = arena_calloc(report->arena, k, sizeof *kernel->image), .n_image = k,
			.code = arena_calloc(report->arena, k, sizeof *kernel->code) };
		for (k = 0; k < kernel->n_image; k++) {
			kernel->image[k] = place[i + k].image;
			kernel->code[k] = place[i + k].code;
			if (!kernel->functor)
				kernel->functor = functor_size(&report->list.image[place[i + k].image], kernel->symbol);
		}
	}
	qsort(report->kernel, report->n_kernel, sizeof *report->kernel, kernel_compare);
}

/* --- groups ------------------------------------------------------------------- */

static bool
same_entries(const struct image *a, const struct image *b)
{
	size_t i;

	if (a->nentry != b->nentry)
		return false;
	for (i = 0; i < a->nentry && !strcmp(a->entry[i], b->entry[i]); i++)
		;
	return i == a->nentry;
}

/* An image and what stands for its kernels. */
struct group {
	const struct image *image;
	size_t number;
};

static int
group_compare(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	size_t i;
	int order;

	for (i = 0; i < x->image->nentry && i < y->image->nentry; i++)
		if ((order = strcmp(x->image->entry[i], y->image->entry[i])))
			return order;
	if (x->image->nentry != y->image->nentry)
		return x->image->nentry < y->image->nentry ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Images of the same kernels, made for several targets, get one number: in order of the first of them. */
static void
set_groups(struct report *report)
{
	struct group *group = arena_calloc(report->arena, report->list.n, sizeof *group);
	size_t *first = arena_calloc(report->arena, report->list.n, sizeof *first), i;

	for (i = 0; i < report->list.n; i++)
		group[i] = (struct group){ &report->list.image[i], i };
	qsort(group, report->list.n, sizeof *group, group_compare);
	for (i = 0; i < report->list.n; i++)
		first[group[i].number] = i && same_entries(group[i - 1].image, group[i].image) ? first[group[i - 1].number] : group[i].number;
	for (i = 0; i < report->list.n; i++)
		report->facts[i].group = first[i] == i ? report->n_group++ : report->facts[first[i]].group;
}

int
report_settle(struct report *report)
{
	size_t i;

	report->facts = arena_calloc(report->arena, report->list.n, sizeof *report->facts);
	for (i = 0; i < report->list.n; i++) {
		const struct image *image = &report->list.image[i];
		struct image_facts *facts = &report->facts[i];

		facts->reason = image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, report->arena);
		if (set_needs(report, i) || image_constants(&facts->constant, &facts->n_constant, &report->list, image))
			return -1;
		add_target(report, image->target);
	}
	set_kernels(report);
	set_groups(report);
	return 0;
}
