/* The page: its head, its sections in their order, its end.  It is HTML that is also well-formed XML. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "report-page.h"

static void
head_put(FILE *out, const struct report *report)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n", out);
	/* Nothing is loaded, and of scripts only ours runs. */
	fprintf(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
		" script-src 'sha256-%s'; base-uri 'none'; form-action 'none'\" />\n", page_js_hash);
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
		"<meta name=\"generator\" content=\"sycl-cc " SYCL_CC_VERSION "\" />\n<title>", out);
	text_put(out, report->title);
	fprintf(out, ": report of sycl-cc</title>\n<style>\n%s</style>\n</head>\n<body>\n", page_css);
}

static void
fact_put(FILE *out, const char *name, const char *value)
{
	fprintf(out, "<div><dt>%s</dt><dd>%s</dd></div>\n", name, value);
}

static void
summary_put(FILE *out, const struct report *report)
{
	uint64_t size = 0, end = 0;
	size_t i, emptied = 0, kept = 0;

	for (i = 0; i < report->list.n; i++) {
		size += report->list.image[i].size;
		emptied += report->facts[i].reason != NULL;
	}
	for (i = 0; i < report->n_step; i++) {
		end = report->step[i].end > end ? report->step[i].end : end;
		kept += report->step[i].state == STEP_KEPT;
	}
	fputs("<dl>\n", out);
	fact_put(out, "Kernels", arena_printf(report->arena, "%zu", report->n_kernel));
	fact_put(out, "Targets", arena_printf(report->arena, "%zu", report->n_target));
	fact_put(out, "Images", arena_printf(report->arena, "%zu", report->list.n - emptied));
	fact_put(out, "Emptied", arena_printf(report->arena, "%zu", emptied));
	fact_put(out, "Size of images", size_text(size, report->arena));
	if (report->n_step) {
		fact_put(out, "Steps", arena_printf(report->arena, "%zu", report->n_step));
		fact_put(out, "Kept from an earlier run", arena_printf(report->arena, "%zu", kept));
		fact_put(out, "Time", seconds_text(end, report->arena));
	}
	fputs("</dl>\n", out);
}

static void
contents_put(FILE *out, const struct report *report, bool older)
{
	fputs("<nav aria-label=\"Sections\"><ul>\n", out);
	if (older)
		fputs("<li><a href=\"#changes\">What changed</a></li>\n", out);
	fputs("<li><a href=\"#images\">Images and targets</a></li>\n<li><a href=\"#sizes\">Sizes</a></li>\n<li><a href=\"#kernels\">Kernels</a></li>\n", out);
	if (report->n_step)
		fputs("<li><a href=\"#graph\">Action graph</a></li>\n<li><a href=\"#times\">Time line</a></li>\n<li><a href=\"#steps\">Steps</a></li>\n", out);
	fputs("</ul></nav>\n", out);
}

void
page_put(FILE *out, const struct report *report, const struct older *older)
{
	head_put(out, report);
	fputs("<header>\n<h1>", out);
	text_put(out, report->title);
	fputs("</h1>\n", out);
	summary_put(out, report);
	contents_put(out, report, older != NULL);
	fputs("</header>\n<main>\n", out);
	if (older)
		changes_put(out, report, older);
	images_put(out, report);
	sizes_put(out, report);
	kernels_put(out, report);
	if (report->n_step) {
		graph_put(out, report);
		times_put(out, report);
		steps_put(out, report);
	}
	fputs("</main>\n", out);
	facts_put(out, report);
	fprintf(out, "<script>%s</script>\n</body>\n</html>\n", page_js);
}
