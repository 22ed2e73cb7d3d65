/*
 * SYCL_CC_TRACE=launches:FILE: an event for each command that has ended, for
 * trace viewers, in the format of plan-run --time-trace.  Each event is written
 * together with the end of the JSON text, so that the file is whole at all times:
 * also when the program is killed.
 */
#include "rt.h"

#include <errno.h>
#include <fcntl.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/memstream.h"

struct rt_traced {
	const char *kind;
	unsigned queue;			/* 0: none */
	const char *device;		/* NULL: not known */
	const char *kernel;		/* NULL: no kernel */
	unsigned dims;
	uint32_t shape;			/* enum sycl_rt_kernel_kind */
	uint64_t global[3], local[3], offset[3];
	uint64_t bytes;			/* of a copy */
	uint64_t submitted;
};

/* A row of the viewer: commands of one queue of which no two overlap. */
struct lane {
	unsigned queue;
	uint64_t end;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* for all that follows */
static int fd = -1;
static bool opened, forked;
static off_t size;			/* bytes of the file before the end of the list */
static const void **queue;		/* their addresses, by number - 1; NULL: gone */
static size_t nqueue;
static struct lane *lane;
static size_t nlane;

static void
prepare_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void
after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

/* The child has a file of its own. */
static void
begin_child(void)
{
	if (fd >= 0)
		close(fd);
	fd = -1;
	opened = false;
	forked = true;
	nlane = 0;
	pthread_mutex_unlock(&lock);
}

static void
initialize(void)
{
	pthread_atfork(prepare_fork, after_fork, begin_child);
}

void
rt_trace_start(void)
{
	if (rt_traces(RT_TRACE_LAUNCHES))
		pthread_once(&once, initialize);
}

/* With the lock held: opens the file at the first event. */
static bool
is_open(void)
{
	const char *given = rt_trace_file();
	const size_t length = strcspn(given, ",");
	char path[4096];

	if (opened)
		return fd >= 0;
	opened = true;
	if (forked)
		snprintf(path, sizeof path, "%.*s.%ld", (int)length, given, (long)getpid());
	else
		snprintf(path, sizeof path, "%.*s", (int)length, given);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		fprintf(stderr, "sycl-cc: launches: cannot write '%s': %s\n", path, strerror(errno));
	size = 0;
	return fd >= 0;
}

/* With the lock held: the number of the queue. */
static unsigned
number_of(const void *address)
{
	const void **more;
	size_t i;

	if (!address)
		return 0;
	for (i = nqueue; i > 0; i--)
		if (queue[i - 1] == address)
			return (unsigned)i;
	more = reallocarray(queue, nqueue + 1, sizeof *queue);
	if (!more)
		return 0;
	queue = more;
	queue[nqueue++] = address;
	return (unsigned)nqueue;
}

void
rt_trace_forget_queue(const void *address)
{
	if (!rt_traces(RT_TRACE_LAUNCHES))
		return;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < nqueue; i++)
		if (queue[i] == address)
			queue[i] = NULL;
	pthread_mutex_unlock(&lock);
}

struct rt_traced *
rt_trace_begin(enum sycl_rt_command_sort sort, const void *of_queue, const struct sycl_rt_device *device)
{
	static const char *const name[] = { NULL, "kernel", "host task", "copy", "fill" };
	struct rt_traced *traced;

	if (!rt_traces(RT_TRACE_LAUNCHES) || sort == SYCL_RT_COMMAND_OTHER || sort >= sizeof name / sizeof *name)
		return NULL;
	traced = calloc(1, sizeof *traced);
	if (!traced)
		return NULL;
	rt_trace_start();
	traced->kind = name[sort];
	traced->device = device ? device->name : NULL;
	traced->submitted = sycl_rt_now();
	pthread_mutex_lock(&lock);
	traced->queue = number_of(of_queue);
	pthread_mutex_unlock(&lock);
	return traced;
}

struct rt_traced *
rt_trace_launch(const struct sycl_rt_launch *launch, const void *of_queue, const struct sycl_rt_device *device)
{
	struct rt_traced *traced = rt_trace_begin(SYCL_RT_COMMAND_KERNEL, of_queue, device);

	if (traced) {
		traced->kernel = launch->kernel;
		traced->shape = launch->kind;
		traced->dims = launch->dims;
		memcpy(traced->global, launch->global, sizeof traced->global);
		memcpy(traced->local, launch->local, sizeof traced->local);
		memcpy(traced->offset, launch->offset, sizeof traced->offset);
	}
	return traced;
}

struct rt_traced *
rt_trace_work(const struct sycl_rt_work *work, const void *of_queue, const struct sycl_rt_device *device)
{
	const bool fills = work->kind == SYCL_RT_WORK_FILL;
	struct rt_traced *traced;

	if (work->kind == SYCL_RT_WORK_KERNEL)
		return rt_trace_launch(work->launch, of_queue, device);
	if (work->kind > SYCL_RT_WORK_FILL)
		return NULL;
	traced = rt_trace_begin(fills ? SYCL_RT_COMMAND_FILL : SYCL_RT_COMMAND_COPY, of_queue, device);
	if (traced)
		traced->bytes = fills ? work->size * work->count : work->size;
	return traced;
}

/* --- writing, with the lock held --- */

/* The name as in the source if the program has a C++ library, else as it is. */
static void
put_kernel(FILE *out, const char *name)
{
	static const char prefix[] = "typeinfo name for ";
	char *(*demangle)(const char *, char *, size_t *, int *), *plain = NULL;
	void *const found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
	const char *text = name;

	memcpy(&demangle, &found, sizeof found);
	if (demangle)
		plain = demangle(name, NULL, NULL, NULL);
	if (plain)
		text = strncmp(plain, prefix, sizeof prefix - 1) == 0 ? plain + sizeof prefix - 1 : plain;
	json_put_string(out, text, strlen(text));
	free(plain);
}

static void
put_size(FILE *out, const char *key, const uint64_t *sizes, unsigned dims)
{
	fprintf(out, ",\"%s\":[", key);
	for (unsigned d = 0; d < dims; d++)
		fprintf(out, "%s%" PRIu64, d ? "," : "", sizes[d]);
	putc(']', out);
}

static void
put_microseconds(FILE *out, const char *key, uint64_t nanoseconds)
{
	fprintf(out, ",\"%s\":%" PRIu64 ".%03u", key, nanoseconds / 1000, (unsigned)(nanoseconds % 1000));
}

static void
put_launch(FILE *out, const struct rt_traced *traced)
{
	fputs(",\"kernel\":", out);
	json_put_string(out, traced->kernel, strlen(traced->kernel));
	if (traced->shape == SYCL_RT_KIND_SINGLE_TASK)
		return;
	put_size(out, "global", traced->global, traced->dims);
	if (traced->shape == SYCL_RT_KIND_ND_RANGE)
		put_size(out, "local", traced->local, traced->dims);
	if (traced->offset[0] || traced->offset[1] || traced->offset[2])
		put_size(out, "offset", traced->offset, traced->dims);
}

static void
put_event(FILE *out, const struct rt_traced *traced, size_t number, uint64_t start, uint64_t end)
{
	fputs("{\"name\":", out);
	if (traced->kernel)
		put_kernel(out, traced->kernel);
	else
		json_put_string(out, traced->kind, strlen(traced->kind));
	fprintf(out, ",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":%ld,\"tid\":%zu", traced->kind, (long)getpid(), number);
	put_microseconds(out, "ts", start);
	put_microseconds(out, "dur", end - start);
	fprintf(out, ",\"args\":{\"queue\":%u", traced->queue);
	if (traced->device) {
		fputs(",\"device\":", out);
		json_put_string(out, traced->device, strlen(traced->device));
	}
	if (traced->kernel)
		put_launch(out, traced);
	if (traced->bytes)
		fprintf(out, ",\"bytes\":%" PRIu64, traced->bytes);
	put_microseconds(out, "waited", start > traced->submitted ? start - traced->submitted : 0);
	fputs("}}", out);
}

/* The number of a lane for the event, counted from 1; a new one gets its name. */
static size_t
find_lane(FILE *out, unsigned of_queue, uint64_t start, uint64_t end)
{
	struct lane *more;
	size_t i = 0;

	while (i < nlane && (lane[i].queue != of_queue || lane[i].end > start))
		i++;
	if (i == nlane) {
		more = reallocarray(lane, nlane + 1, sizeof *lane);
		if (!more)
			return 0;
		lane = more;
		lane[nlane++].queue = of_queue;
		fprintf(out, "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":%ld,\"tid\":%zu,\"args\":{\"name\":\"", (long)getpid(), i + 1);
		if (of_queue)
			fprintf(out, "queue %u\"}},\n", of_queue);
		else
			fputs("no queue\"}},\n", out);
	}
	lane[i].end = end;
	return i + 1;
}

/* In one call, behind the last event, with the end of the list. */
static void
append(const char *text, size_t length)
{
	static const char last[] = "\n]\n";
	const ssize_t written = pwrite(fd, text, length, size);
	const int error = written < 0 ? errno : ENOSPC;

	if (written == (ssize_t)length) {
		size += (off_t)(length - (sizeof last - 1));
		return;
	}
	/* A full disk: no event is better than half of one. */
	if (ftruncate(fd, size) == 0 && size > 0)
		(void)!pwrite(fd, last, sizeof last - 1, size);
	fprintf(stderr, "sycl-cc: launches: cannot write events: %s\n", strerror(error));
	close(fd);
	fd = -1;
}

void
rt_trace_end(const struct rt_traced *traced, uint64_t start, uint64_t end)
{
	struct memstream stream;
	size_t length;
	char *text;
	FILE *out;

	if (!traced)
		return;
	pthread_mutex_lock(&lock);
	out = is_open() ? memstream_open(&stream) : NULL;
	if (out) {
		fputs(size ? ",\n" : "[\n", out);
		put_event(out, traced, find_lane(out, traced->queue, start, end), start, end);
		fputs("\n]\n", out);
		text = memstream_close(&stream, &length);
		if (text)
			append(text, length);
		free(text);
	}
	pthread_mutex_unlock(&lock);
}
