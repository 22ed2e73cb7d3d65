/* The last failure of each thread, and the clock. */
#include "rt.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/diag.h"

static _Thread_local char message[4096];
static _Thread_local char report[1024];

int
rt_fail(enum sycl_rt_status status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof message, format, args);
	va_end(args);
	return status;
}

static void
keep(enum diag_severity severity, const char *line, void *user)
{
	(void)user;
	const char *text = strstr(line, "error: ");

	if (severity == DIAG_ERROR && !report[0])
		snprintf(report, sizeof report, "%s", text && text - line < 20 ? text + 7 : line);
}

void
rt_keep_reports(void)
{
	diag_set_sink(keep, NULL);
}

const char *
rt_reported(void)
{
	static _Thread_local char taken[sizeof report];

	memcpy(taken, report, sizeof report);
	report[0] = '\0';
	return taken;
}

API const char *
sycl_rt_message(void)
{
	return message;
}

API uint64_t
sycl_rt_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
