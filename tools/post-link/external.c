/* Checks of SYCL_EXTERNAL functions, and the requirements that result from them. */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/order.h"
#include "chain.h"
#include "check.h"
#include "format/aspect.h"
#include "format/devconfig.h"
#include "ir/irmodule.h"

enum complaint { COMPLAIN_ASPECT = 1, COMPLAIN_SUB_GROUP = 2, COMPLAIN_FIXED = 4 };

struct checker {
	const struct graph *graph;
	struct images *images;
	struct closure closure;
	uint32_t *from, *queue;		/* for chains */
	uint8_t *complained;		/* [node]: the warnings already printed about it */
	struct devconfig config;	/* read when a fixed target needs it */
	bool have_config;
};

static const struct features no_features;

static const struct features *
features_of(const struct graph *graph, uint32_t node)
{
	return graph->node[node].features ? graph->node[node].features : &no_features;
}

static void
sort(uint32_t *number, size_t n)
{
	if (n)
		qsort(number, n, sizeof *number, order_uint32s);
}

/* Adds a number to a short list; true when it was new. */
static bool
add(uint32_t **number, size_t *n, uint32_t value)
{
	if (uint32_is_among(*number, *n, value))
		return false;
	*number = arena_grow(&arena, *number, *n * sizeof **number, (*n + 1) * sizeof **number);
	(*number)[(*n)++] = value;
	return true;
}

/*
 * Prints the warning, the shortest chain to the function within the image, and how
 * to keep its requirements from the image's other kernels.
 */
static void
complain(struct checker *c, const struct image *image, uint32_t node, enum complaint what, const char *text,
	 const char *mend)
{
	if (c->complained[node] & what)
		return;
	diag(DIAG_WARNING, "%s", text);
	c->complained[node] |= (uint8_t)what;
	graph_chains(c->graph, image->entry, image->nentry, &c->closure, c->from, c->queue);
	if (c->from[node] != PTRMAP_NONE && c->from[node] != node)
		chain_note(c->graph, c->from, node);
	if (image->nentry > 1)
		diag(DIAG_NOTE, "all %zu kernels and functions of its image need this now; %s'-fsycl-device-code-split=per_kernel' "
		     "leaves it to those that call it", image->nentry, mend);
}

/* Warns about features of a function that the image's kernels did not declare. */
static void
check_function(struct checker *c, struct image *image, uint32_t number)
{
	const struct features *f = features_of(c->graph, number);
	const char *name = irmodule_demangle(&arena, c->graph->node[number].name), *text;
	bool said = c->complained[number] & COMPLAIN_ASPECT;
	struct final *final = &image->final;
	size_t i;

	for (i = 0; i < f->naspect; i++) {
		if (f->aspect[i] < 0 || !add(&final->aspect, &final->naspect, (uint32_t)f->aspect[i]) || said)
			continue;
		text = arena_printf(&arena, "function '%s' uses aspect '%s' not expected by its calling kernel.  Missing "
				    "[[sycl::device_has()]] on SYCL_EXTERNAL function?", name, aspect_text(f->aspect[i], &arena));
		c->complained[number] &= (uint8_t)~COMPLAIN_ASPECT;
		complain(c, image, number, COMPLAIN_ASPECT, text,
			 arena_printf(&arena, "'[[sycl::device_has(sycl::aspect::%s)]]' on the declaration that they see or ",
				      aspect_text(f->aspect[i], &arena)));
	}
	if (f->sub_group > 0 && add(&final->sub_group, &final->nsub_group, (uint32_t)f->sub_group))
		complain(c, image, number, COMPLAIN_SUB_GROUP,
			 arena_printf(&arena, "function '%s' has required sub-group size '%lld' that does not match its "
				      "calling kernel.  Missing [[sycl::reqd_sub_group_size()]] attribute on SYCL_EXTERNAL "
				      "function?", name, (long long)f->sub_group), "");
}

/* The features that the image's entry points declare: by the grouping all declare the same. */
static void
announce(struct checker *c, struct image *image)
{
	struct final *final = &image->final;
	size_t i, k;

	for (i = 0; i < image->nentry; i++) {
		const struct features *f = features_of(c->graph, image->entry[i]);

		for (k = 0; k < f->naspect; k++)
			if (f->aspect[k] >= 0)
				add(&final->aspect, &final->naspect, (uint32_t)f->aspect[k]);
		if (f->sub_group > 0)
			add(&final->sub_group, &final->nsub_group, (uint32_t)f->sub_group);
		if (f->nwork_group && !final->nwork_group) {
			final->work_group = f->work_group;
			final->nwork_group = f->nwork_group;
		}
		if (f->nwork_group_dims && !final->nwork_group_dims) {
			final->work_group_dims = f->work_group_dims;
			final->nwork_group_dims = f->nwork_group_dims;
		}
	}
}

static void
check_free(struct checker *c, struct image *image)
{
	struct final *final = &image->final;
	size_t i;

	announce(c, image);
	for (i = 0; i < c->closure.n; i++)
		if (c->graph->node[c->closure.node[i]].features)
			check_function(c, image, c->closure.node[i]);
	sort(final->aspect, final->naspect);
	sort(final->sub_group, final->nsub_group);
}

/* --- fixed targets ------------------------------------------------------------ */

/* The number of a fixed target: that of an aspect for a device type, otherwise from the device configuration. */
static int
target_number(struct checker *c, const char *name, uint32_t *number)
{
	const struct target *target;
	unsigned long value;
	int aspect = aspect_number(name);
	char *end;

	value = strtoul(name, &end, 10);
	if (end != name && !*end && value <= UINT32_MAX) {
		*number = (uint32_t)value;
		return 0;
	}
	if (aspect >= 0) {
		*number = (uint32_t)aspect;
		return 0;
	}
	if (!c->have_config && devconfig_read(&c->config, &arena, options.base_config, options.config))
		return -1;
	c->have_config = true;
	target = devconfig_get_fixed(&c->config, name);
	if (!target)
		return -1;
	*number = target->number;
	return 0;
}

static bool
lists(const struct features *f, const char *name)
{
	size_t i;

	for (i = 0; i < f->nfixed; i++)
		if (!strcmp(f->fixed[i], name))
			return true;
	return false;
}

static void
intersect(const char **fixed, size_t *n, const struct features *f)
{
	size_t i, used = 0;

	for (i = 0; i < *n; i++)
		if (lists(f, fixed[i]))
			fixed[used++] = fixed[i];
	*n = used;
}

/* The function lists a target that the image does not have. */
static bool
goes_beyond(const struct features *f, const struct features *image)
{
	size_t i;

	for (i = 0; i < f->nfixed; i++)
		if (!lists(image, f->fixed[i]))
			return true;
	return false;
}

/* Adds the features that a function uses to those of an image for fixed targets. */
static void
add_uses(struct final *final, const struct features *f)
{
	uint64_t items = 1;
	size_t i;

	for (i = 0; i < f->naspect; i++)
		if (f->aspect[i] >= 0)
			add(&final->aspect, &final->naspect, (uint32_t)f->aspect[i]);
	if (f->sub_group > 0)
		add(&final->sub_group, &final->nsub_group, (uint32_t)f->sub_group);
	for (i = 0; i < f->nwork_group; i++)
		if (__builtin_mul_overflow(items, (uint64_t)f->work_group[i], &items))
			items = UINT64_MAX;
	if (f->nwork_group && items > final->work_items)
		final->work_items = items;
}

/* Gives the image those n targets. */
static int
put_fixed(struct checker *c, struct final *final, const char *const *fixed, size_t n)
{
	uint32_t number;
	size_t i;

	for (i = 0; i < n; i++) {
		if (target_number(c, fixed[i], &number))
			return -1;
		add(&final->fixed_target, &final->nfixed_target, number);
	}
	sort(final->fixed_target, final->nfixed_target);
	return 0;
}

static void
complain_fixed(struct checker *c, const struct image *image, uint32_t node)
{
	complain(c, image, node, COMPLAIN_FIXED,
		 arena_printf(&arena, "function '%s' compiled with a different `-fsycl-fixed-targets` switch than its "
			      "calling kernel", irmodule_demangle(&arena, c->graph->node[node].name)), "");
}

static int
check_fixed(struct checker *c, struct image *image, const struct features *of)
{
	const char **fixed = arena_calloc(&arena, of->nfixed + 1, sizeof *fixed);
	struct final *final = &image->final;
	size_t n = of->nfixed, i;

	memcpy(fixed, of->fixed, n * sizeof *fixed);
	for (i = 0; i < c->closure.n; i++) {
		const struct features *f = c->graph->node[c->closure.node[i]].features;

		if (!f)
			continue;
		add_uses(final, f);
		if (!goes_beyond(f, of))
			continue;
		intersect(fixed, &n, f);
		complain_fixed(c, image, c->closure.node[i]);
	}
	final->fixed = true;
	sort(final->aspect, final->naspect);
	sort(final->sub_group, final->nsub_group);
	return put_fixed(c, final, fixed, n);
}

/* Kernels without fixed targets that call a function with some run only on these. */
static int
limit_to_callees(struct checker *c, struct image *image)
{
	struct final *final = &image->final;
	const char **fixed = NULL;
	size_t n = 0, i;

	for (i = 0; i < c->closure.n; i++) {
		const struct features *f = c->graph->node[c->closure.node[i]].features;

		if (!f || !f->nfixed)
			continue;
		if (!final->limited) {
			fixed = arena_calloc(&arena, f->nfixed, sizeof *fixed);
			memcpy(fixed, f->fixed, f->nfixed * sizeof *fixed);
			n = f->nfixed;
		}
		final->limited = true;
		intersect(fixed, &n, f);
		complain_fixed(c, image, c->closure.node[i]);
	}
	return put_fixed(c, final, fixed, n);
}

static int
check_image(struct checker *c, struct image *image)
{
	const struct features *f = image->nentry ? features_of(c->graph, image->entry[0]) : &no_features;

	closure_make_for_all(&c->closure, c->graph, image->entry, image->nentry);
	if (f->nfixed)
		return check_fixed(c, image, f);
	check_free(c, image);
	return limit_to_callees(c, image);
}

int
check_external(const struct graph *graph, struct images *images)
{
	struct checker c = { .graph = graph, .images = images };
	int failed = 0;
	size_t i;

	closure_init(&c.closure, graph);
	c.from = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *c.from);
	c.queue = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *c.queue);
	c.complained = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *c.complained);
	for (i = 0; i < images->n && !failed; i++)
		failed = check_image(&c, &images->image[i]);
	return failed;
}
