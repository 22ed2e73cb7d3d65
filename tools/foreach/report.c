#include "report.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "progress.h"

/* Results from the first that was not shown on; ended out of order. */
static struct slot {
	bool full;
	struct result result;
} *ring;
static size_t ring_size, ring_start, nshown, nended;

static struct outfile stats;
static bool any_failed, write_failed;
static int first_status;	/* of the first failed item in list order */

int
report_open(const struct options *options)
{
	if (!options->stats)
		return 0;
	if (outfile_open(&stats, options->stats))
		return -1;
	fputs("item\tinput\tstatus\twall_s\tuser_s\tsystem_s\tpeak_kib\tfrom\n", stats.stream);
	return 0;
}

bool
report_wants_input(void)
{
	return stats.stream;
}

bool
report_has_failed(void)
{
	return any_failed;
}

bool
report_is_lost(void)
{
	return write_failed;
}

size_t
report_count(void)
{
	return nended;
}

/* A name in a cell: tabs and controls would break the row. */
static void
put_cell(const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f || c == '\\')
			fprintf(stats.stream, "\\x%02x", c);
		else
			putc_unlocked(c, stats.stream);
	}
}

static void
put_stats(const struct result *result)
{
	if (!stats.stream)
		return;
	fprintf(stats.stream, "%zu\t", result->number);
	put_cell(result->input);
	fprintf(stats.stream, "\t%d\t%.3f\t%.3f\t%.3f\t%ld\t%s\n", result->status, result->wall, result->user,
		result->system, result->peak, result->cached ? "cache" : "run");
}

static void
explain(const struct result *result)
{
	if (result->reason)
		diag(DIAG_ERROR, "item %zu ('%s') was not run: %s: %s", result->number, result->input,
			result->reason, result->command);
	else if (result->signal == SIGKILL)
		diag(DIAG_ERROR, "item %zu ('%s') was ended by SIGKILL, perhaps out of memory (peak %ld MiB): %s",
			result->number, result->input, result->peak / 1024, result->command);
	else if (result->signal)
		diag(DIAG_ERROR, "item %zu ('%s') was ended by SIG%s: %s", result->number, result->input,
			sigabbrev_np(result->signal), result->command);
	else
		diag(DIAG_ERROR, "item %zu ('%s') failed with status %d: %s", result->number, result->input,
			result->status, result->command);
}

static void
show(struct result *result)
{
	bool failed = result->status && !result->ended;

	if (result->printed.out || result->printed.err || failed)
		progress_clear();
	if (capture_show(&result->printed))
		write_failed = true;
	if (failed) {
		explain(result);
		if (!first_status)
			first_status = result->status;
	}
	put_stats(result);
	free(result->reason);
	free(result->command);
	free(result->input);
}

/* Room for the result that is distance behind the first one. */
static void
make_room(size_t distance)
{
	size_t size = ring_size ? ring_size : 16, i;
	struct slot *more;

	if (distance < ring_size)
		return;
	while (size <= distance)
		size *= 2;
	more = calloc(size, sizeof *more);
	if (!more)
		die("out of memory");
	for (i = 0; i < ring_size; i++)
		more[i] = ring[(ring_start + i) % ring_size];
	free(ring);
	ring = more;
	ring_size = size;
	ring_start = 0;
}

void
report_add(const struct result *result)
{
	struct slot *slot;

	make_room(result->number - nshown - 1);
	slot = &ring[(ring_start + result->number - nshown - 1) % ring_size];
	slot->result = *result;
	slot->full = true;
	nended++;
	any_failed |= result->status && !result->ended;
	while ((slot = &ring[ring_start])->full) {
		show(&slot->result);
		slot->full = false;
		ring_start = (ring_start + 1) % ring_size;
		nshown++;
	}
	if (nshown == nended)
		capture_reset();
}

int
report_close(void)
{
	if (stats.stream && outfile_commit(&stats) && !first_status)
		first_status = 1;
	if (write_failed && !first_status)
		first_status = 1;
	return first_status;
}
