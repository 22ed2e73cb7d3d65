/* The last failure of each thread, and the clock. */
#include "rt.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
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

static const char launches_word[] = "launches:";

const char *
rt_trace_file(void)
{
	const char *p = secure_getenv("SYCL_CC_TRACE");

	while (p && strncmp(p, launches_word, sizeof launches_word - 1) != 0) {
		p = strchr(p, ',');
		p += p != NULL;
	}
	return p ? p + sizeof launches_word - 1 : "";
}

static int
read_trace(void)
{
	const char *p = secure_getenv("SYCL_CC_TRACE");
	int what = rt_trace_file()[0] ? RT_TRACE_LAUNCHES : 0;

	while (p && *p) {
		size_t length = strcspn(p, ",");

		if (length == 6 && strncmp(p, "images", length) == 0)
			what |= RT_TRACE_IMAGES;
		else if (length == 8 && strncmp(p, "commands", length) == 0)
			what |= RT_TRACE_COMMANDS;
		p += length + (p[length] == ',');
	}
	return what;
}

bool
rt_traces(enum rt_trace what)
{
	static _Atomic int wanted = -1;
	int known = atomic_load_explicit(&wanted, memory_order_relaxed);

	if (known < 0) {
		known = read_trace();
		atomic_store(&wanted, known);
	}
	return known & (int)what;
}

void
rt_trace(enum rt_trace what, const char *format, ...)
{
	char line[1024];
	va_list args;

	if (!rt_traces(what))
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	fprintf(stderr, "sycl-cc: %s: %s\n", what == RT_TRACE_IMAGES ? "images" : "commands", line);
}

static void (*tell_missing)(const char *reason);

API void
sycl_rt_devices_missing(void (*tell)(const char *reason))
{
	tell_missing = tell;
}

void
rt_device_missing(const char *format, ...)
{
	char line[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	rt_trace(RT_TRACE_IMAGES, "%s", line);
	if (tell_missing)
		tell_missing(line);
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
