#include "report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "base/clock.h"
#include "progress.h"
#include "records.h"

/*
 * Results that wait for an earlier one, from the first that was not shown on;
 * NULL: not ended.  While one slow item holds up the others these are many,
 * so those without anything to show share one.
 */
static struct result **ring, uneventful;
static size_t ring_size, ring_start, nshown, nended;

static struct timespec began;
static double began_date;
static struct outfile stats, failures;
static bool any_failed, write_failed;
static int first_status;	/* of the first failed item in list order */

int
report_open(const struct options *options)
{
	clock_start(&began);
	began_date = clock_date();
	if (options->failures && outfile_open(&failures, options->failures))
		return -1;
	if (!options->stats)
		return 0;
	if (outfile_open(&stats, options->stats)) {
		outfile_abandon(&failures);
		return -1;
	}
	fputs("item\tinput\tstatus\twall_s\tuser_s\tsystem_s\tpeak_kib\tfrom\tstarted_s\thost\n", stats.stream);
	return 0;
}

double
report_began(void)
{
	return began_date;
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
put_cell(FILE *stream, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f || c == '\\')
			fprintf(stream, "\\x%02x", c);
		else
			putc_unlocked(c, stream);
	}
}

static void
put_stats(const struct result *result)
{
	if (!stats.stream)
		return;
	fprintf(stats.stream, "%zu\t", result->number);
	put_cell(stats.stream, result->input);
	fprintf(stats.stream, "\t%d\t%.3f\t%.3f\t%.3f\t%u\t%s\t%.3f\t", result->status, (double)result->wall,
		(double)result->user, (double)result->system, result->peak, result->cached ? "cache" : "run",
		(double)result->started);
	put_cell(stats.stream, result->host ? result->host : "-");
	putc_unlocked('\n', stats.stream);
}

/* On standard error, or as a row for a caller that reports the failures itself. */
static void
tell_failure(const struct result *result)
{
	if (!failures.stream) {
		diag(DIAG_ERROR, "item %zu ('%s') %s", result->number, result->input, result->failure);
		return;
	}
	fprintf(failures.stream, "%zu\t", result->number);
	put_cell(failures.stream, result->input);
	putc_unlocked('\t', failures.stream);
	put_cell(failures.stream, result->failure);
	putc_unlocked('\n', failures.stream);
}

static void
show(const struct result *result)
{
	if (result->printed.out || result->printed.err || result->failure)
		progress_clear();
	if (capture_show(&result->printed))
		write_failed = true;
	if (result->failure) {
		tell_failure(result);
		if (!first_status)
			first_status = result->status;
	}
	put_stats(result);
	free(result->failure);
	free(result->input);
}

/* Room for the result that is distance after the first one. */
static void
make_room(size_t distance)
{
	size_t size = ring_size ? ring_size : 16, i;
	struct result **more;

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

static struct result *
keep(const struct result *result)
{
	struct result *copy;

	if (!result->printed.out && !result->printed.err && !result->failure && !stats.stream)
		return &uneventful;
	copy = malloc(sizeof *copy);
	if (!copy)
		die("out of memory");
	*copy = *result;
	return copy;
}

/* The first result has been shown: shows those after it that have ended. */
static void
advance(void)
{
	struct result *next;

	for (;;) {
		nshown++;
		ring[ring_start] = NULL;
		ring_start = (ring_start + 1) % ring_size;
		next = ring[ring_start];
		if (!next)
			return;
		if (next == &uneventful)
			continue;
		show(next);
		free(next);
	}
}

void
report_add(const struct result *ended)
{
	size_t distance = ended->number - nshown - 1;
	struct result timed = *ended, *result = &timed;

	if (!timed.host)
		timed.started = (float)clock_since(&began) - timed.wall;
	nended++;
	any_failed |= result->failure != NULL;
	if (records_are_open()) {
		/* One that was ended with the job has no result. */
		if (result->failure || !result->status)
			records_add(result);
		free(result->failure);
		free(result->input);
		capture_reset();
		return;
	}
	make_room(distance);
	if (distance) {
		ring[(ring_start + distance) % ring_size] = keep(result);
	} else {
		show(result);
		advance();
	}
	if (nshown == nended)
		capture_reset();
}

int
report_close(void)
{
	if (stats.stream && outfile_commit(&stats) && !first_status)
		first_status = 1;
	if (failures.stream && outfile_commit(&failures) && !first_status)
		first_status = 1;
	if ((write_failed || capture_has_lost()) && !first_status)
		first_status = 1;
	return first_status;
}
