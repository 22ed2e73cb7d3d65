/* The pictures, as SVG inside the page: action graph, time line, sizes.  Every number of them is in a table, too. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

static const char *const state_class[] = { "done", "kept", "failed", "left" };

static void
picture_put(FILE *out, const char *label, double width, double height)
{
	/* Keyboards scroll what has the focus. */
	fprintf(out, "<div class=\"picture\" tabindex=\"0\" role=\"region\" aria-label=\"%s\"><svg role=\"img\" aria-label=\"%s\" width=\"%.0f\" height=\"%.0f\""
		" viewBox=\"0 0 %.0f %.0f\">\n", label, label, width, height, width, height);
}

/* At most n characters of a text, with dots for what is left out. */
static void
short_put(FILE *out, struct arena *arena, const char *text, size_t n)
{
	text_put(out, strlen(text) <= n ? text : arena_printf(arena, "%.*s...", (int)n - 2, text));
}

/* --- action graph ----------------------------------------------------------------- */

static void
edges_put(FILE *out, const struct report *report)
{
	size_t i, k;

	for (i = 0; i < report->n_step; i++)
		for (k = 0; k < report->step[i].n_before; k++) {
			const struct step *from = &report->step[report->step[i].before[k]], *to = &report->step[i];

			fprintf(out, "<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\" />\n", from->x, from->y + BOX_HEIGHT / 2.0, to->x,
				to->y - BOX_HEIGHT / 2.0);
		}
}

static void
box_put(FILE *out, const struct report *report, size_t i)
{
	const struct step *step = &report->step[i];
	double left = step->x - BOX_WIDTH / 2.0, top = step->y - BOX_HEIGHT / 2.0;

	fprintf(out, "<a href=\"#s%zu\"><rect class=\"%s\" rx=\"4\" x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\"><title>", i,
		state_class[step->state], left, top, BOX_WIDTH, BOX_HEIGHT);
	short_put(out, report->arena, step->command, 400);
	fprintf(out, "</title></rect><text x=\"%.0f\" y=\"%.0f\">", left + 6, top + 14);
	short_put(out, report->arena, step->name, 26);
	fprintf(out, "</text><text class=\"small\" x=\"%.0f\" y=\"%.0f\">", left + 6, top + 27);
	short_put(out, report->arena, *step->target ? step->target : step->program, 28);
	fprintf(out, "</text><text class=\"small\" x=\"%.0f\" y=\"%.0f\">%s, %s</text></a>\n", left + 6, top + 40,
		step->state == STEP_KEPT ? "kept" : seconds_text(step->end - step->start, report->arena), size_text(step->out, report->arena));
}

void
graph_put(FILE *out, const struct report *report)
{
	size_t i;

	fputs("<section aria-labelledby=\"graph\"><h2 id=\"graph\">Action graph</h2>\n<p>Each box is a step: its name, its target or program, its time and the size of its output. "
		"Green boxes were kept from an earlier run, red ones failed, grey ones did not run.</p>\n", out);
	picture_put(out, "Action graph", report->width, report->height);
	edges_put(out, report);
	for (i = 0; i < report->n_step; i++)
		box_put(out, report, i);
	fputs("</svg></div>\n</section>\n", out);
}

/* --- time line -------------------------------------------------------------------- */

enum { TIME_WIDTH = 1100, TIME_LEFT = 60, ROW = 22, MOST_ITEMS = 3000, MOST_LANES = 256 };

struct scale {
	uint64_t end;		/* microseconds */
	unsigned places;
};

static double
at_time(const struct scale *scale, uint64_t time)
{
	return TIME_LEFT + (double)time / (double)scale->end * (TIME_WIDTH - TIME_LEFT - 10);
}

static void
bar_put(FILE *out, const struct report *report, const struct scale *scale, size_t i)
{
	const struct step *step = &report->step[i];
	double left = at_time(scale, step->start), width = at_time(scale, step->end) - left;

	fprintf(out, "<a href=\"#s%zu\"><rect class=\"%s\" x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%d\"><title>", i, state_class[step->state],
		left, 20 + (step->place - 1) * ROW, width > 1 ? width : 1, ROW - 4);
	text_put(out, arena_printf(report->arena, "%s %s: %s", step->name, step->target, seconds_text(step->end - step->start, report->arena)));
	fputs("</title></rect>", out);
	if (width > 60) {
		fprintf(out, "<text x=\"%.1f\" y=\"%u\">", left + 4, 33 + (step->place - 1) * ROW);
		short_put(out, report->arena, step->name, (size_t)(width / 7));
		fputs("</text>", out);
	}
	fputs("</a>\n", out);
}

/* The items of foreach below the places, in as many rows as ran at a time; the number of rows. */
static unsigned
items_put(FILE *out, const struct report *report, const struct scale *scale, unsigned top)
{
	uint64_t busy[MOST_LANES] = { 0 };
	unsigned lane, most = 0;
	size_t i, k, n = 0;

	for (i = 0; i < report->n_step; i++)
		for (k = 0; k < report->step[i].n_item && n < MOST_ITEMS; k++, n++) {
			const struct item *item = &report->step[i].item[k];
			double left = at_time(scale, item->start), width = at_time(scale, item->end) - left;

			for (lane = 0; lane < MOST_LANES - 1 && busy[lane] > item->start; lane++)
				;
			busy[lane] = item->end;
			most = lane + 1 > most ? lane + 1 : most;
			if (out)
				fprintf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%d\"><title>item %zu of step %zu: %s</title></rect>\n",
					strcmp(item->by, "cache") ? "done" : "kept", left, top + lane * (ROW / 2), width > 1 ? width : 1, ROW / 2 - 2,
					k + 1, i + 1, seconds_text(item->end - item->start, report->arena));
		}
	return most;
}

void
times_put(FILE *out, const struct report *report)
{
	struct scale scale = { 1, 1 };
	unsigned i, rows, bottom;

	for (i = 0; i < report->n_step; i++) {
		scale.end = report->step[i].end > scale.end ? report->step[i].end : scale.end;
		scale.places = report->step[i].place > scale.places ? report->step[i].place : scale.places;
	}
	rows = items_put(NULL, report, &scale, 0);
	bottom = 20 + scale.places * ROW + 4 + rows * (ROW / 2);
	fputs("<section aria-labelledby=\"times\"><h2 id=\"times\">Time line</h2>\n<p>A row for each command that ran at a time; below, the items of foreach. "
		"The table of steps has the same numbers.</p>\n", out);
	picture_put(out, "Time line", TIME_WIDTH, bottom + 4);
	for (i = 0; i <= 10; i++)
		fprintf(out, "<text class=\"small\" x=\"%.0f\" y=\"12\">%s</text>\n", at_time(&scale, scale.end / 10 * i),
			seconds_text(scale.end / 10 * i, report->arena));
	for (i = 0; i < scale.places; i++)
		fprintf(out, "<text class=\"small\" x=\"4\" y=\"%u\">place %u</text>\n", 33 + i * ROW, i + 1);
	for (i = 0; i < report->n_step; i++)
		if (report->step[i].place)
			bar_put(out, report, &scale, i);
	items_put(out, report, &scale, 20 + scale.places * ROW + 4);
	fputs("</svg></div>\n</section>\n", out);
}

/* --- sizes ------------------------------------------------------------------------ */

enum { BARS_WIDTH = 1100, BARS_LEFT = 170, MOST_SEGMENTS = 400 };

static void
segments_put(FILE *out, const struct report *report, const char *target, uint64_t most, size_t row)
{
	double left = BARS_LEFT, unit = (double)(BARS_WIDTH - BARS_LEFT - 90) / (double)most;
	uint64_t rest = 0, total = 0;
	size_t i, n = 0;

	for (i = 0; i < report->list.n; i++) {
		const struct image *image = &report->list.image[i];

		if (strcmp(image->target, target))
			continue;
		total += image->size;
		if (n++ >= MOST_SEGMENTS) {
			rest += image->size;
			continue;
		}
		if (!image->size)
			continue;
		fprintf(out, "<a href=\"#i%zu\"><rect class=\"image\" x=\"%.1f\" y=\"%zu\" width=\"%.1f\" height=\"%d\"><title>image %zu: %s</title></rect></a>\n",
			i, left, 4 + row * (ROW + 4), (double)image->size * unit, ROW, i, size_text(image->size, report->arena));
		left += (double)image->size * unit;
	}
	if (rest) {
		fprintf(out, "<rect class=\"shared\" x=\"%.1f\" y=\"%zu\" width=\"%.1f\" height=\"%d\"><title>%zu more images</title></rect>\n", left,
			4 + row * (ROW + 4), (double)rest * unit, ROW, n - MOST_SEGMENTS);
		left += (double)rest * unit;
	}
	fprintf(out, "<text x=\"%.1f\" y=\"%zu\">%s</text>\n", left + 6, 19 + row * (ROW + 4), size_text(total, report->arena));
}

void
sizes_put(FILE *out, const struct report *report)
{
	uint64_t most = 1, size;
	size_t i, k;

	for (i = 0; i < report->n_target; i++) {
		for (size = k = 0; k < report->list.n; k++)
			if (!strcmp(report->list.image[k].target, report->target[i]))
				size += report->list.image[k].size;
		most = size > most ? size : most;
	}
	fputs("<section aria-labelledby=\"sizes\"><h2 id=\"sizes\">Sizes</h2>\n<p>A bar for each target, a piece for each image.</p>\n", out);
	if (!report->n_target) {
		fputs("<p>There are no device images.</p></section>\n", out);
		return;
	}
	picture_put(out, "Sizes of images by target", BARS_WIDTH, 8 + (double)report->n_target * (ROW + 4));
	for (i = 0; i < report->n_target; i++) {
		fprintf(out, "<text x=\"4\" y=\"%zu\">", 19 + i * (ROW + 4));
		short_put(out, report->arena, target_text(report->target[i]), 24);
		fputs("</text>\n", out);
		segments_put(out, report, report->target[i], most, i);
	}
	fputs("</svg></div>\n</section>\n", out);
}
