/*
 * Two reports side by side.  A page has its facts a second time, as lines of cells
 * separated by tabs in an element that is not shown:
 *	image  TARGET  BYTES  NEEDS  REASON
 *	kernel SYMBOL			of the image before it
 *	same   N			it has the kernels of image N, counted from 0
 *	step   NAME  TARGET  OUTPUT  MICROSECONDS  BYTES  STATE
 */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mapfile.h"

static const char facts_begin[] = "<pre id=\"facts\" hidden=\"hidden\">";
static const char facts_end[] = "</pre>";

/* A kernel on a target. */
struct case_of {
	const char *key, *target, *needs, *reason;	/* reason "" unless its image was emptied */
};

struct total {
	const char *target;
	size_t images, emptied;
	uint64_t bytes;
};

struct timed {
	const char *name, *target, *output;
	uint64_t time, bytes;
	bool kept;
};

/* One of the two sides. */
struct older {
	struct arena *arena;
	struct case_of *kernel;
	struct total *total;
	struct timed *step;
	size_t n_kernel, n_total, n_step;
};

/* --- collecting --------------------------------------------------------------- */

/* The name of a kernel without the hash of its source, which every change of the source changes. */
static const char *
key_of(struct arena *arena, const char *symbol)
{
	size_t len = strlen(symbol);

	if (len > 17 && strspn(symbol + len - 16, "0123456789abcdef") == 16 && (symbol[len - 17] == '.' || symbol[len - 17] == '$'))
		return arena_strndup(arena, symbol, len - 17);
	return symbol;
}

static void
add_image(struct older *side, const char *target, uint64_t bytes, bool emptied)
{
	struct total *total = NULL;
	size_t i;

	for (i = 0; i < side->n_total; i++)
		if (!strcmp(side->total[i].target, target))
			total = &side->total[i];
	if (!total) {
		side->total = arena_extend(side->arena, side->total, side->n_total, sizeof *side->total);
		total = &side->total[side->n_total++];
		*total = (struct total){ .target = target };
	}
	total->images += !emptied;
	total->emptied += emptied;
	total->bytes += bytes;
}

static void
add_kernel(struct older *side, const char *symbol, const char *target, const char *needs, const char *reason)
{
	side->kernel = arena_extend(side->arena, side->kernel, side->n_kernel, sizeof *side->kernel);
	side->kernel[side->n_kernel++] = (struct case_of){ key_of(side->arena, symbol), target, needs, reason };
}

static void
add_step(struct older *side, struct timed step)
{
	side->step = arena_extend(side->arena, side->step, side->n_step, sizeof *side->step);
	side->step[side->n_step++] = step;
}

static int
case_compare(const void *a, const void *b)
{
	const struct case_of *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : strcmp(x->target, y->target);
}

static void
collect(struct older *side, const struct report *report)
{
	size_t i, k;

	side->arena = report->arena;
	for (i = 0; i < report->list.n; i++) {
		const struct image *image = &report->list.image[i];
		const struct image_facts *facts = &report->facts[i];

		add_image(side, image->target, image->size, facts->reason != NULL);
		for (k = 0; k < image->nentry; k++)
			if (!image_exports(image, image->entry[k]))
				add_kernel(side, image->entry[k], image->target, facts->needs, facts->reason ? facts->reason : "");
	}
	for (i = 0; i < report->n_step; i++) {
		const struct step *step = &report->step[i];

		add_step(side, (struct timed){ step->name, step->target, basename(step->output), step->end - step->start, step->out,
			step->state == STEP_KEPT });
	}
	if (side->n_kernel)
		qsort(side->kernel, side->n_kernel, sizeof *side->kernel, case_compare);
}

/* --- facts in a page ------------------------------------------------------------ */

/* A cell: tabs and line breaks of names would be others. */
static void
put_cell(FILE *out, struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text), *s;

	for (s = copy; *s; s++)
		if (*s == '\t' || *s == '\n')
			*s = ' ';
	putc('\t', out);
	text_put(out, copy);
}

void
facts_put(FILE *out, const struct report *report)
{
	size_t i, k;

	fprintf(out, "%s\n", facts_begin);
	for (i = 0; i < report->list.n; i++) {
		const struct image *image = &report->list.image[i];

		fputs("image", out);
		put_cell(out, report->arena, image->target);
		fprintf(out, "\t%zu", image->size);
		put_cell(out, report->arena, report->facts[i].needs);
		put_cell(out, report->arena, report->facts[i].reason ? report->facts[i].reason : "");
		putc('\n', out);
		for (k = 0; k < i && report->facts[k].group != report->facts[i].group; k++)
			;
		if (k < i) {
			fprintf(out, "same\t%zu\n", k);
			continue;
		}
		for (k = 0; k < image->nentry; k++)
			if (!image_exports(image, image->entry[k])) {
				fputs("kernel", out);
				put_cell(out, report->arena, image->entry[k]);
				putc('\n', out);
			}
	}
	for (i = 0; i < report->n_step; i++) {
		const struct step *step = &report->step[i];

		fputs("step", out);
		put_cell(out, report->arena, step->name);
		put_cell(out, report->arena, step->target);
		put_cell(out, report->arena, basename(step->output));
		fprintf(out, "\t%" PRIu64 "\t%" PRIu64 "\t%s\n", step->end - step->start, step->out, step->state == STEP_KEPT ? "kept" : "ran");
	}
	fprintf(out, "%s\n", facts_end);
}

/* The reverse of text_put(), in place. */
static void
unescape(char *s)
{
	static const struct { const char *name; char c; } known[] = {
		{ "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' }, { "&#39;", '\'' },
	};
	char *to = s;
	size_t i;

	for (; *s; to++) {
		for (i = 0; i < 5 && strncmp(s, known[i].name, strlen(known[i].name)); i++)
			;
		*to = i < 5 ? known[i].c : *s;
		s += i < 5 ? strlen(known[i].name) : 1;
	}
	*to = '\0';
}

/* While a page is read: its images, and where their kernels are among those of the side. */
struct reading {
	struct older *side;
	struct image_read {
		const char *target, *needs, *reason;
		size_t first, n;
	} *image;
	size_t n_image;
};

static void
read_image(struct reading *r, char *const *cell)
{
	r->image = arena_extend(r->side->arena, r->image, r->n_image, sizeof *r->image);
	r->image[r->n_image++] = (struct image_read){ cell[1], cell[3], cell[4], r->side->n_kernel, 0 };
	add_image(r->side, cell[1], strtoull(cell[2], NULL, 10), *cell[4]);
}

static void
read_kernel(struct reading *r, const char *symbol)
{
	struct image_read *image = &r->image[r->n_image - 1];

	add_kernel(r->side, symbol, image->target, image->needs, image->reason);
	image->n++;
}

/* The last image has the kernels of an earlier one. */
static void
read_same(struct reading *r, const char *number)
{
	size_t other = strtoull(number, NULL, 10), i;

	for (i = 0; other < r->n_image - 1 && i < r->image[other].n; i++)
		read_kernel(r, r->side->kernel[r->image[other].first + i].key);
}

static void
read_line(struct reading *r, char *line)
{
	char *cell[8];
	size_t n = 0;

	for (; n < 8 && (cell[n] = strsep(&line, "\t")); n++)
		unescape(cell[n]);
	if (n == 5 && !strcmp(cell[0], "image"))
		read_image(r, cell);
	else if (n == 2 && r->n_image && !strcmp(cell[0], "kernel"))
		read_kernel(r, cell[1]);
	else if (n == 2 && r->n_image && !strcmp(cell[0], "same"))
		read_same(r, cell[1]);
	else if (n == 7 && !strcmp(cell[0], "step"))
		add_step(r->side, (struct timed){ cell[1], cell[2], cell[3], strtoull(cell[4], NULL, 10), strtoull(cell[5], NULL, 10),
			!strcmp(cell[6], "kept") });
}

static int
read_page(struct older *side, const char *path, char *text)
{
	char *facts = strstr(text, facts_begin), *end = facts ? strstr(facts, facts_end) : NULL, *line;
	struct reading reading = { .side = side };

	if (!end) {
		diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "this page is no report of sycl-cc");
		return -1;
	}
	*end = '\0';
	facts += sizeof facts_begin - 1;
	while ((line = strsep(&facts, "\n")))
		read_line(&reading, line);
	if (side->n_kernel)
		qsort(side->kernel, side->n_kernel, sizeof *side->kernel, case_compare);
	return 0;
}

struct older *
older_read(struct arena *arena, const char *path)
{
	struct older *side = arena_calloc(arena, 1, sizeof *side);
	struct report report = { .arena = arena, .list = { .arena = arena } };
	size_t size;
	char *text = mapfile_read(path, &size);
	int error;

	side->arena = arena;
	if (!text)
		return NULL;
	if (!strncasecmp(text, "<!doctype html", 14))
		error = read_page(side, path, text);
	else {
		error = report_add_file(&report, path) || report_settle(&report);
		if (!error)
			collect(side, &report);
	}
	return error ? NULL : side;
}

/* --- what changed --------------------------------------------------------------- */

static void
put_change(FILE *out, struct arena *arena, uint64_t old, uint64_t new)
{
	fprintf(out, "<td>%s</td><td>%s</td>", size_text(old, arena), size_text(new, arena));
	if (old)
		fprintf(out, "<td>%+.1f %%</td>", 100 * ((double)new - (double)old) / (double)old);
	else
		fputs("<td>new</td>", out);
}

static void
put_totals(FILE *out, const struct older *old, const struct older *new)
{
	static const struct total none;
	size_t i, k;

	fputs("<div class=\"wide\"><table><caption>Images of each target</caption><thead><tr><th scope=\"col\">Target</th><th scope=\"col\">Images before</th>"
		"<th scope=\"col\">Images now</th><th scope=\"col\">Emptied before</th><th scope=\"col\">Emptied now</th>"
		"<th scope=\"col\">Size before</th><th scope=\"col\">Size now</th><th scope=\"col\">Growth</th></tr></thead><tbody>\n", out);
	for (i = 0; i < new->n_total + old->n_total; i++) {
		const struct total *n = i < new->n_total ? &new->total[i] : &none, *o = &none;
		const char *name = i < new->n_total ? n->target : old->total[i - new->n_total].target;

		for (k = 0; k < old->n_total; k++)
			if (!strcmp(old->total[k].target, name))
				o = &old->total[k];
		for (k = 0; i >= new->n_total && k < new->n_total && strcmp(new->total[k].target, name); k++)
			;
		if (i >= new->n_total && k < new->n_total)
			continue;	/* told with the new ones */
		fputs("<tr><th scope=\"row\">", out);
		text_put(out, target_text(name));
		fprintf(out, "</th><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td>", o->images, n->images, o->emptied, n->emptied);
		put_change(out, new->arena, o->bytes, n->bytes);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

enum { MOST_LINES = 500 };

static void
put_case(FILE *out, const struct case_of *kernel, const char *what, const struct older *side)
{
	fprintf(out, "<tr><td>%s</td><td><code>", what);
	text_put(out, demangled(kernel->key, side->arena));
	fputs("</code></td><td>", out);
	text_put(out, target_text(kernel->target));
	fputs("</td><td>", out);
}

static const char *
state_text(const struct case_of *kernel)
{
	return *kernel->reason ? kernel->reason : *kernel->needs ? kernel->needs : "no aspect";
}

/* Kernels that came, went, or need something else: both lists are sorted. */
static void
put_kernel_changes(FILE *out, const struct older *old, const struct older *new)
{
	size_t i = 0, k = 0, n = 0;

	fputs("<div class=\"wide\"><table><caption>Kernels that came, went or need something else</caption><thead><tr><th scope=\"col\">Change</th>"
		"<th scope=\"col\">Kernel</th><th scope=\"col\">Target</th><th scope=\"col\">What</th></tr></thead><tbody>\n", out);
	while ((i < old->n_kernel || k < new->n_kernel) && n < MOST_LINES) {
		int order = i == old->n_kernel ? 1 : k == new->n_kernel ? -1 : case_compare(&old->kernel[i], &new->kernel[k]);

		if (order < 0) {
			put_case(out, &old->kernel[i], "gone", old);
			text_put(out, state_text(&old->kernel[i++]));
		} else if (order > 0) {
			put_case(out, &new->kernel[k], "new", new);
			text_put(out, state_text(&new->kernel[k++]));
		} else if (strcmp(old->kernel[i].needs, new->kernel[k].needs) || strcmp(old->kernel[i].reason, new->kernel[k].reason)) {
			put_case(out, &new->kernel[k], "needs changed", new);
			text_put(out, state_text(&old->kernel[i++]));
			fputs(" &#8594; ", out);
			text_put(out, state_text(&new->kernel[k++]));
		} else {
			i++, k++;
			continue;
		}
		n++;
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
	if (!n)
		fputs("<p>The kernels and their needs are the same.</p>\n", out);
	else if (n == MOST_LINES)
		fprintf(out, "<p>Only the first %d changes are shown.</p>\n", MOST_LINES);
}

static const struct timed *
find_step(const struct older *side, const struct timed *step)
{
	size_t i;

	for (i = 0; i < side->n_step; i++)
		if (!strcmp(side->step[i].name, step->name) && !strcmp(side->step[i].target, step->target) &&
			!strcmp(side->step[i].output, step->output))
			return &side->step[i];
	return NULL;
}

/* Steps that ran; those of one side alone are named, too. */
static void
put_step_changes(FILE *out, const struct older *old, const struct older *new)
{
	size_t i;

	fputs("<div class=\"wide\"><table><caption>Steps that this run made</caption><thead><tr><th scope=\"col\">Step</th><th scope=\"col\">Target</th>"
		"<th scope=\"col\">Time before</th><th scope=\"col\">Time now</th><th scope=\"col\">Output before</th>"
		"<th scope=\"col\">Output now</th><th scope=\"col\">Growth</th></tr></thead><tbody>\n", out);
	for (i = 0; i < new->n_step && i < MOST_LINES; i++) {
		const struct timed *step = &new->step[i], *before = find_step(old, step);

		if (step->kept)
			continue;
		fputs("<tr><th scope=\"row\">", out);
		text_put(out, step->name);
		fputs("</th><td>", out);
		text_put(out, step->target);
		fprintf(out, "</td><td>%s</td><td>%s</td>", before && !before->kept ? seconds_text(before->time, new->arena) : "-",
			seconds_text(step->time, new->arena));
		put_change(out, new->arena, before ? before->bytes : 0, step->bytes);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

void
changes_put(FILE *out, const struct report *report, const struct older *old)
{
	struct older new = { 0 };

	collect(&new, report);
	fputs("<section aria-labelledby=\"changes\"><h2 id=\"changes\">What changed</h2>\n", out);
	put_totals(out, old, &new);
	put_kernel_changes(out, old, &new);
	if (new.n_step)
		put_step_changes(out, old, &new);
	fputs("</section>\n", out);
}
