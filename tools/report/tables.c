/* The tables: images, kernels, steps. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "images/value.h"

static void
section_put(FILE *out, const char *id, const char *title)
{
	fprintf(out, "<section aria-labelledby=\"%s\"><h2 id=\"%s\">%s</h2>\n", id, id, title);
}

static void
folding_put(FILE *out)
{
	fputs("<button type=\"button\" data-fold=\"open\">Unfold all</button> <button type=\"button\" data-fold=\"closed\">Fold all</button>\n", out);
}

/* --- targets x images ----------------------------------------------------------- */

enum { MOST_GROUPS = 200 };

/* The image of the group for the target; list.n: none. */
static size_t
image_of(const struct report *report, size_t group, const char *target)
{
	size_t i;

	for (i = 0; i < report->list.n && (report->facts[i].group != group || strcmp(report->list.image[i].target, target)); i++)
		;
	return i;
}

static void
matrix_cell(FILE *out, const struct report *report, size_t i)
{
	const struct image_facts *facts = &report->facts[i];

	if (i == report->list.n) {
		fputs("<td>-</td>", out);
		return;
	}
	fprintf(out, "<td class=\"%s\"><a href=\"#i%zu\">%s</a></td>", facts->reason ? "emptied" : "done", i,
		facts->reason ? "emptied" : size_text(report->list.image[i].size, report->arena));
}

/* Images of the same kernels in a row, a column for each target. */
static void
matrix_put(FILE *out, const struct report *report)
{
	size_t group, i, first;

	fputs("<div class=\"wide\"><table><caption>Kernels that share an image, and what each target got</caption><thead><tr>"
		"<th scope=\"col\">Kernels</th><th scope=\"col\">Needs</th>", out);
	for (i = 0; i < report->n_target; i++) {
		fputs("<th scope=\"col\">", out);
		text_put(out, target_text(report->target[i]));
		fputs("</th>", out);
	}
	fputs("</tr></thead><tbody>\n", out);
	for (group = 0; group < report->n_group && group < MOST_GROUPS; group++) {
		for (first = 0; report->facts[first].group != group; first++)
			;
		fprintf(out, "<tr><th scope=\"row\">%zu: <code>", report->facts[first].n_kernel);
		if (report->list.image[first].nentry)
			text_put(out, demangled(report->list.image[first].entry[0], report->arena));
		fprintf(out, "</code>%s</th><td>", report->list.image[first].nentry > 1 ? ", ..." : "");
		text_put(out, *report->facts[first].needs ? report->facts[first].needs : "-");
		fputs("</td>", out);
		for (i = 0; i < report->n_target; i++)
			matrix_cell(out, report, image_of(report, group, report->target[i]));
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
	if (report->n_group > MOST_GROUPS)
		fprintf(out, "<p>The first %d of %zu groups of kernels are shown; all images follow.</p>\n", MOST_GROUPS, report->n_group);
}

/* --- images --------------------------------------------------------------------- */

static void
constants_put(FILE *out, const struct report *report, const struct image_facts *facts)
{
	size_t i;

	if (!facts->n_constant) {
		fputs("-", out);
		return;
	}
	fprintf(out, "<details><summary>%zu</summary><ul>", facts->n_constant);
	for (i = 0; i < facts->n_constant; i++) {
		const struct constant *constant = &facts->constant[i];

		fputs("<li><code>", out);
		text_put(out, constant->variable && *constant->variable ? constant->variable : demangled(constant->name, report->arena));
		if (constant->value && constant->typed) {
			fputs(" = ", out);
			text_put(out, value_text(constant, report->arena));
		} else
			fprintf(out, " (%zu bytes)", constant->size);
		fprintf(out, "</code>%s</li>", constant->frozen ? " frozen" : "");
	}
	fputs("</ul></details>", out);
}

static void
image_row(FILE *out, const struct report *report, size_t i)
{
	const struct image *image = &report->list.image[i];
	const struct image_facts *facts = &report->facts[i];

	fprintf(out, "<tr id=\"i%zu\"><th scope=\"row\">%zu</th><td>", i, i);
	text_put(out, target_text(image->target));
	fprintf(out, "</td><td>%s</td><td class=\"number\">%s</td><td class=\"number\">%zu</td><td>",
		image->size ? format_name(image_plain_format(image)) : "empty", size_text(image->size, report->arena), facts->n_kernel);
	text_put(out, *facts->needs ? facts->needs : "-");
	fputs("</td><td>", out);
	constants_put(out, report, facts);
	fputs("</td><td>", out);
	if (facts->reason) {
		fputs("emptied: ", out);
		text_put(out, facts->reason);
		if (facts->chain) {
			fputs("<details><summary>the calls</summary><pre>", out);
			text_put(out, facts->chain);
			fputs("</pre></details>", out);
		}
	} else
		fputs(image->origin == IMAGE_PACKED ? "a module, not linked yet" : "built", out);
	fputs("</td></tr>\n", out);
}

enum { PART = 500 };	/* rows that fold together */

static void
part_begin(FILE *out, const char *what, size_t first, size_t n)
{
	fprintf(out, "<details class=\"part\"%s><summary>%s %zu to %zu of %zu</summary>\n", first ? "" : " open=\"open\"", what, first + 1,
		first + PART < n ? first + PART : n, n);
}

void
images_put(FILE *out, const struct report *report)
{
	size_t i;

	section_put(out, "images", "Images and targets");
	if (!report->list.n) {
		fputs("<p>There are no device images.</p></section>\n", out);
		return;
	}
	matrix_put(out, report);
	for (i = 0; i < report->list.n; i++) {
		if (i % PART == 0) {
			fprintf(out, "<details%s><summary>Images %zu to %zu</summary>", i ? "" : " open=\"open\"", i,
				(i + PART < report->list.n ? i + PART : report->list.n) - 1);
			fputs("<div class=\"wide\"><table><caption>Images</caption><thead><tr><th scope=\"col\">Image</th><th scope=\"col\">Target</th>"
				"<th scope=\"col\">Format</th><th scope=\"col\">Size</th><th scope=\"col\">Kernels</th><th scope=\"col\">Needs</th>"
				"<th scope=\"col\">Constants</th><th scope=\"col\">State</th></tr></thead><tbody>\n", out);
		}
		image_row(out, report, i);
		if (i % PART == PART - 1 || i + 1 == report->list.n)
			fputs("</tbody></table></div></details>\n", out);
	}
	fputs("</section>\n", out);
}

/* --- kernels --------------------------------------------------------------------- */

static void
kernel_images(FILE *out, const struct report *report, const struct kernel *kernel)
{
	size_t i;

	for (i = 0; i < kernel->n_image; i++) {
		size_t number = kernel->image[i];

		fprintf(out, "%s<a href=\"#i%zu\">", i ? ", " : "", number);
		text_put(out, target_text(report->list.image[number].target));
		fprintf(out, "</a> %s", report->facts[number].reason ? "emptied" : size_text(report->list.image[number].size, report->arena));
		if (kernel->code[i])
			fprintf(out, " (%s)", size_text(kernel->code[i], report->arena));
	}
}

static void
kernel_row(FILE *out, const struct report *report, const struct kernel *kernel)
{
	const struct image_facts *facts = &report->facts[kernel->image[0]];

	fputs("<tr><th scope=\"row\"><code>", out);
	text_put(out, kernel->name);
	fputs("</code>", out);
	if (strcmp(kernel->name, kernel->symbol)) {
		fputs(" <small>", out);
		text_put(out, kernel->symbol);
		fputs("</small>", out);
	}
	fputs("</th><td>", out);
	text_put(out, *facts->aspects ? facts->aspects : "-");
	fputs("</td><td>", out);
	text_put(out, *facts->shape ? facts->shape : "-");
	if (facts->n_constant)
		fprintf(out, "</td><td><a href=\"#i%zu\">%zu</a></td><td>", kernel->image[0], facts->n_constant);
	else
		fputs("</td><td>-</td><td>", out);
	if (kernel->functor)
		fprintf(out, "%" PRIu32 " B</td><td>", kernel->functor);
	else
		fputs("-</td><td>", out);
	kernel_images(out, report, kernel);
	if (report->n_step) {
		fputs("</td><td>", out);
		text_put(out, *kernel->source ? kernel->source : "-");
	}
	fputs("</td></tr>\n", out);
}

void
kernels_put(FILE *out, const struct report *report)
{
	size_t i;

	section_put(out, "kernels", "Kernels");
	if (!report->n_kernel) {
		fputs("<p>There are no kernels.</p></section>\n", out);
		return;
	}
	fputs("<div class=\"tools\" hidden=\"hidden\"><label for=\"search\">Search</label> <input id=\"search\" type=\"search\" autocomplete=\"off\" />\n"
		"<output id=\"found\" for=\"search\" aria-live=\"polite\"></output>\n", out);
	folding_put(out);
	fputs("</div>\n<p>Arguments: the size of the function object, which holds what the kernel captures. Constants: specialization constants of the image. "
		"In parentheses: the code of the kernel alone, without functions that it calls, where an image tells.</p>\n", out);
	for (i = 0; i < report->n_kernel; i++) {
		if (i % PART == 0) {
			part_begin(out, "Kernels", i, report->n_kernel);
			fprintf(out, "<div class=\"wide\"><table class=\"kernels\"><thead><tr><th scope=\"col\">Kernel</th><th scope=\"col\">Aspects</th>"
				"<th scope=\"col\">Group sizes</th><th scope=\"col\">Constants</th><th scope=\"col\">Arguments</th>"
				"<th scope=\"col\">Images and their sizes</th>%s</tr></thead><tbody>\n", report->n_step ? "<th scope=\"col\">Source</th>" : "");
		}
		kernel_row(out, report, &report->kernel[i]);
		if (i % PART == PART - 1 || i + 1 == report->n_kernel)
			fputs("</tbody></table></div></details>\n", out);
	}
	fputs("</section>\n", out);
}

/* --- steps ----------------------------------------------------------------------- */

static void
step_row(FILE *out, const struct report *report, size_t i)
{
	static const char *const state[] = { "ran", "kept", "failed", "did not run" };
	const struct step *step = &report->step[i];
	size_t cached = 0, k;

	for (k = 0; k < step->n_item; k++)
		cached += !strcmp(step->item[k].by, "cache");
	fprintf(out, "<tr id=\"s%zu\"><th scope=\"row\">", i);
	text_put(out, step->name);
	fputs("</th><td>", out);
	text_put(out, step->target);
	fputs("</td><td>", out);
	text_put(out, step->program);
	fprintf(out, "</td><td>%s", state[step->state]);
	if (step->n_item)
		fprintf(out, ", %zu of %zu from the cache", cached, step->n_item);
	fprintf(out, "</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td class=\"number\">%s</td><td>",
		seconds_text(step->end - step->start, report->arena), step->peak ? size_text(step->peak, report->arena) : "-",
		size_text(step->in, report->arena), size_text(step->out, report->arena));
	if (report->links && strcmp(step->output, "-")) {
		fputs("<a href=\"", out);
		address_put(out, step->output);
		fputs("\">", out);
		text_put(out, basename(step->output));
		fputs("</a>", out);
	} else
		text_put(out, basename(step->output));
	fputs("<details><summary>command</summary><pre class=\"command\">", out);
	text_put(out, step->command);
	fputs("</pre></details></td></tr>\n", out);
}

void
steps_put(FILE *out, const struct report *report)
{
	size_t i;

	section_put(out, "steps", "Steps");
	fputs("<div class=\"tools\" hidden=\"hidden\">\n", out);
	folding_put(out);
	fputs("</div>\n<div class=\"wide\"><table><caption>The commands of the build, in the order of its plan</caption><thead><tr><th scope=\"col\">Step</th>"
		"<th scope=\"col\">Target</th><th scope=\"col\">Program</th><th scope=\"col\">State</th><th scope=\"col\">Time</th>"
		"<th scope=\"col\">Memory</th><th scope=\"col\">Read</th><th scope=\"col\">Written</th><th scope=\"col\">Output</th></tr></thead><tbody>\n", out);
	for (i = 0; i < report->n_step; i++)
		step_row(out, report, i);
	fputs("</tbody></table></div>\n</section>\n", out);
}
