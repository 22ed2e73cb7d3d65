#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memstream.h"
#include "format/aspect.h"
#include "format/irnames.h"
#include "ir/irmodule.h"

struct count {
	size_t functions;	/* bodies in the image */
	size_t shared;		/* of these, in other images too */
};

static bool
is_body(const struct graph *graph, const struct closure *closure, uint32_t node)
{
	return graph->node[node].kind == NODE_FUNCTION && graph->node[node].defined && !closure->declared[node];
}

/* Two passes over all closures: counts the images of each function, then the shared functions of each image. */
static struct count *
count_all(const struct graph *graph, const struct images *images)
{
	struct count *count = arena_calloc(&arena, images->n, sizeof *count);
	uint32_t *holders = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *holders);
	struct closure closure;
	size_t i, k;
	int pass;

	closure_init(&closure, graph);
	for (pass = 0; pass < 2; pass++)
		for (i = 0; i < images->n; i++) {
			closure_make(&closure, graph, images->image[i].entry, images->image[i].nentry);
			for (k = 0; k < closure.n; k++) {
				if (!is_body(graph, &closure, closure.node[k]))
					continue;
				if (pass == 0)
					holders[closure.node[k]]++;
				else
					count[i].shared += holders[closure.node[k]] > 1;
				count[i].functions += pass;
			}
		}
	return count;
}

static void
put_numbers(FILE *out, const char *what, const int64_t *number, size_t n, const char *between)
{
	size_t i;

	if (n)
		fprintf(out, ", %s ", what);
	for (i = 0; i < n; i++)
		fprintf(out, "%s%" PRId64, i ? between : "", number[i]);
}

static void
put_aspects(FILE *out, const struct features *f)
{
	size_t i;

	for (i = 0; i < f->naspect; i++)
		fprintf(out, "%s%s", i ? "+" : ", aspects ", aspect_text(f->aspect[i], &arena));
}

static void
put_fixed(FILE *out, const struct features *f)
{
	size_t i;

	for (i = 0; i < f->nfixed; i++)
		fprintf(out, "%s%s", i ? "+" : ", fixed targets ", f->fixed[i]);
}

static void
put_attribute(FILE *out, const struct node *node, const char *attribute, const char *what)
{
	size_t len;
	const char *value = irmodule_string_attribute(node->value, attribute, &len);

	if (value)
		fprintf(out, ", %s %.*s", what, (int)len, value);
}

/* The features that the grouping compared, in words. */
static const char *
reason(const struct graph *graph, const struct image *image)
{
	const struct node *node = image->nentry ? &graph->node[image->entry[0]] : NULL;
	const struct features *f = node ? node->features : NULL;
	const char *copy;
	struct memstream stream;
	FILE *out = memstream_begin(&stream);
	size_t size;
	char *text;

	if (node && options.split != SPLIT_OFF)
		put_attribute(out, node, ATTRIBUTE_MODULE_ID, "unit");
	if (f && f->nfixed) {
		put_fixed(out, f);
	} else if (f) {
		put_aspects(out, f);
		put_numbers(out, "work-group", f->work_group, f->nwork_group, "x");
		put_numbers(out, "sub-group", &f->sub_group, f->sub_group > 0, "");
	}
	if (node) {
		put_attribute(out, node, ATTRIBUTE_GRF_SIZE, "registers");
		put_attribute(out, node, ATTRIBUTE_INDIRECTLY_CALLABLE, "virtual functions");
	}
	if (image->chunk)
		fprintf(out, ", part %" PRIu32, image->chunk + 1);
	text = memstream_end(&stream, &size);
	copy = size > 2 ? arena_strdup(&arena, text + 2) : "no optional feature";
	free(text);
	return copy;
}

static void
put_text(const struct image *image, const struct count *count, uint64_t size, const char *why)
{
	printf("%s: %zu entry points, %" PRIu64 " bytes, %zu functions, %zu of them in other images too; %s\n", image->code,
	       image->nentry, size, count->functions, count->shared, why);
}

static void
put_json(const struct image *image, const struct count *count, uint64_t size, const char *why, bool first)
{
	printf("%s\n  {\"code\": ", first ? "" : ",");
	json_put_string(stdout, image->code, strlen(image->code));
	printf(", \"entry_points\": %zu, \"bytes\": %" PRIu64 ", \"functions\": %zu, \"shared\": %zu, \"why\": ", image->nentry,
	       size, count->functions, count->shared);
	json_put_string(stdout, why, strlen(why));
	putchar('}');
}

int
report_print(const struct graph *graph, const struct images *images, const uint64_t *size)
{
	struct count *count = count_all(graph, images);
	size_t i;

	if (options.report_json)
		putchar('[');
	for (i = 0; i < images->n; i++) {
		const char *why = reason(graph, &images->image[i]);

		if (options.report_json)
			put_json(&images->image[i], &count[i], size[i], why, !i);
		else
			put_text(&images->image[i], &count[i], size[i], why);
	}
	if (options.report_json)
		printf("\n]\n");
	return fflush(stdout) ? -1 : 0;
}
