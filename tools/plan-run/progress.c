#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report.h"

enum { SILENT_MS = 1000, STEP_MS = 500 };

static bool on, drawn;
static uint64_t first;		/* when the run began, ns of the epoch */
static size_t guessed_at;	/* how many nodes had ended when the end was guessed */
static uint64_t guess;		/* the end, ms since the run began */

/* Since the run began. */
static uint64_t
passed_ms(void)
{
	return (report_now() - first) / 1000000;
}

bool
progress_init(const struct options *o)
{
	const char *terminal = getenv("TERM");

	first = o->started ? o->started : report_now();
	on = !o->verbose && isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
	/* Clang writes to a file then: the variable puts an option before those of its command. */
	if (on && !getenv("NO_COLOR"))
		setenv("CCC_OVERRIDE_OPTIONS", "#^-fcolor-diagnostics", 0);
	return on;
}

int
progress_wait(void)
{
	uint64_t passed;

	if (!on)
		return -1;
	passed = passed_ms();
	return passed < SILENT_MS ? SILENT_MS - (int)passed : STEP_MS;
}

static size_t
columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

/* Sets text to " DONE/TOTAL" of the node's rows, else to "". */
static void
read_rows(const struct plan_node *node, char *text, size_t room)
{
	FILE *file = node->progress ? fopen(node->progress, "re") : NULL;
	size_t done, total;

	*text = 0;
	if (file && fscanf(file, "%zu/%zu", &done, &total) == 2 && total > 1)
		snprintf(text, room, " %zu/%zu", done, total);
	if (file)
		fclose(file);
}

void
progress_draw(size_t ended, size_t n, const struct plan_node *node)
{
	char line[512], rows[64];
	uint64_t passed;
	int len;

	if (!on || (passed = passed_ms()) < SILENT_MS)
		return;
	read_rows(node, rows, sizeof rows);
	len = snprintf(line, sizeof line, "[%zu/%zu] %s%s%s%s", ended, n, node->name, node->target ? " " : "",
		node->target ? node->target : "", rows);
	/* After the first tenth the rest can be guessed, whenever a node has ended. */
	if (ended != guessed_at) {
		guessed_at = ended;
		guess = passed * n / ended;
	}
	if (ended * 10 >= n && guess > passed && len > 0 && (size_t)len < sizeof line)
		snprintf(line + len, sizeof line - (size_t)len, ", %llu s left",
			(unsigned long long)((guess - passed + 999) / 1000));
	fprintf(stderr, "\r%.*s\033[K", (int)columns(), line);
	fflush(stderr);
	drawn = true;
}

void
progress_clear(void)
{
	if (drawn)
		fputs("\r\033[K", stderr);
	fflush(stderr);
	drawn = false;
}
