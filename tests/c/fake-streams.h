/*
 * What the drivers for machines without a GPU share (fake-cuda.c, fake-hip.c,
 * fake-level-zero.c): FAKE is the beginning of their variables.  FAKE_LOG names a file
 * that gets a line for every important call, FAKE_FAIL=FUNCTION=ERROR makes one
 * function fail, FAKE_FAIL_AT=N=ERROR the call of that number.  Device memory is other
 * memory of the host, variables of modules are memory that only this driver can read and write.  Streams work while the program goes on, each by a thread of its
 * own; the log has calls in the order in which they are made.  As CUDA's (seen on an H100), a stream
 * takes 1,021 commands, events not counted, then the call waits; a copy between two places in the
 * host's memory waits in the call, and no other thread's call goes on meanwhile.  Two kernels have an
 * effect: fake_doubles doubles the ints of an accessor or of a pointer and a size,
 * fake_waits ends when the int that it has the address of is not 0.
 */
#ifndef FAKE_STREAMS_H
#define FAKE_STREAMS_H

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

typedef uint64_t ptr;

enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2 };

static _Thread_local int current = -1;

static void
note(const char *format, ...)
{
	const char *path = getenv(FAKE "_LOG");
	FILE *file = path ? fopen(path, "a") : NULL;
	char line[1000];
	va_list args;

	if (!file)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	fprintf(file, "%s\n", line);
	fclose(file);
}

static int
failure(const char *function)
{
	static _Atomic int calls;
	const char *wanted = getenv(FAKE "_FAIL"), *at = getenv(FAKE "_FAIL_AT");
	size_t length = strlen(function);
	int call = ++calls;

	if (at && atoi(at) == call && strchr(at, '=')) {
		note("%s fails", function);
		return (int)strtol(strchr(at, '=') + 1, NULL, 0);
	}
	return wanted && strncmp(wanted, function, length) == 0 && wanted[length] == '=' ? (int)strtol(wanted + length + 1, NULL, 0) : 0;
}

#define MAY_FAIL \
	do { \
		int error = failure(__func__); \
		if (error) \
			return error; \
	} while (0)

/* --- streams --- */

/* What a stream does in its turn. */
struct work {
	void (*run)(struct work *work);
	char *to, *from;
	size_t size, count;
	struct event *event;
	unsigned turn;			/* of the event */
	struct work *next;
};
struct stream {
	struct work *first, **last;
	unsigned ncommand;		/* without events */
	struct stream *next;
};
enum { MOST_COMMANDS = 1021 };
struct event {
	unsigned recorded, reached;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static struct stream *streams;
static pthread_rwlock_t calls = PTHREAD_RWLOCK_INITIALIZER;	/* written to by a call that lets no other one in */

static void *
run_stream(void *argument)
{
	struct stream *stream = argument;
	struct work *work;

	pthread_mutex_lock(&lock);
	for (;;) {
		while (!(work = stream->first))
			pthread_cond_wait(&change, &lock);
		while (work->event && work->run == NULL && work->event->reached < work->turn)
			pthread_cond_wait(&change, &lock);
		pthread_mutex_unlock(&lock);
		if (work->run)
			work->run(work);
		pthread_mutex_lock(&lock);
		if (work->run && work->event)
			work->event->reached = work->turn;
		stream->ncommand -= !work->event;
		stream->first = work->next;
		if (!stream->first)
			stream->last = &stream->first;
		free(work);
		pthread_cond_broadcast(&change);
	}
	return NULL;
}

/* Streams 0 to 2 are those of the calling thread, which waits. */
static int
put(struct stream *stream, const struct work *work)
{
	struct work *copy;

	if ((uintptr_t)stream <= 2) {
		if (work->run)
			work->run((struct work *)work);
		return 0;
	}
	copy = malloc(sizeof *copy);
	*copy = *work;
	copy->next = NULL;
	pthread_rwlock_rdlock(&calls);
	pthread_mutex_lock(&lock);
	while (!copy->event && stream->ncommand == MOST_COMMANDS)
		pthread_cond_wait(&change, &lock);
	stream->ncommand += !copy->event;
	*stream->last = copy;
	stream->last = &copy->next;
	pthread_cond_broadcast(&change);
	pthread_mutex_unlock(&lock);
	pthread_rwlock_unlock(&calls);
	return 0;
}

static void
drain(const struct stream *stream)
{
	if ((uintptr_t)stream <= 2)
		return;
	pthread_mutex_lock(&lock);
	while (stream->first)
		pthread_cond_wait(&change, &lock);
	pthread_mutex_unlock(&lock);
}

/* Variables of modules, with so much room each, which nobody else has access to. */
enum { ROOM = 1 << 24, MOST_VARIABLES = 64 };
static struct variable {
	char name[256];
	char *memory;
	size_t size;
} variable[MOST_VARIABLES];
static int nvariable;

static void
give_access(const char *p, int protection)
{
	for (int i = 0; i < nvariable; i++)
		if (p >= variable[i].memory && p < variable[i].memory + ROOM)
			mprotect(variable[i].memory, ROOM, protection);
}

static void do_nothing(struct work *work) { (void)work; }

static void
move(struct work *work)
{
	give_access(work->to, PROT_READ | PROT_WRITE);
	give_access(work->from, PROT_READ | PROT_WRITE);
	memmove(work->to, work->from, work->size);
	give_access(work->to, PROT_NONE);
	give_access(work->from, PROT_NONE);
}

static void
set(struct work *work)
{
	give_access(work->to, PROT_READ | PROT_WRITE);
	for (size_t i = 0; i < work->count; i++)
		memcpy(work->to + i * work->size, &work->from, work->size);
	give_access(work->to, PROT_NONE);
}

static void
double_ints(struct work *work)
{
	for (size_t i = 0; i < work->count; i++)
		((int *)work->to)[i] *= 2;
}

static void
wait_for_int(struct work *work)
{
	while (!*(volatile int *)work->to)
		sched_yield();
}

static void
drain_all(void)
{
	for (struct stream *stream = streams; stream; stream = stream->next)
		drain(stream);
}

static struct stream *
make_stream(void)
{
	struct stream *stream = calloc(1, sizeof *stream);
	pthread_t thread;

	stream->last = &stream->first;
	stream->next = streams;
	streams = stream;
	if (pthread_create(&thread, NULL, run_stream, stream) || pthread_detach(thread))
		abort();
	return stream;
}

static int
record(struct event *event, struct stream *stream)
{
	unsigned turn;

	pthread_mutex_lock(&lock);
	turn = ++event->recorded;
	if ((uintptr_t)stream <= 2)
		event->reached = turn;
	pthread_mutex_unlock(&lock);
	return put(stream, &(struct work){ .run = do_nothing, .event = event, .turn = turn });
}

static bool
has_ended(struct event *event)
{
	bool ended;

	pthread_mutex_lock(&lock);
	ended = event->reached >= event->recorded;
	pthread_mutex_unlock(&lock);
	return ended;
}

static void
wait_for_event(struct event *event)
{
	pthread_mutex_lock(&lock);
	while (event->reached < event->recorded)
		pthread_cond_wait(&change, &lock);
	pthread_mutex_unlock(&lock);
}

/* --- memory --- */

/* What this driver has allocated. */
struct block {
	char *begin;
	size_t size;
	bool is_host;
	struct block *next;
};
static struct block *blocks;

static bool
is_in_block(ptr p, bool host_too)
{
	bool found = false;

	pthread_mutex_lock(&lock);
	for (struct block *block = blocks; block; block = block->next)
		found |= p - (ptr)block->begin < block->size && (host_too || !block->is_host);
	pthread_mutex_unlock(&lock);
	return found;
}

static bool is_ours(ptr p) { return is_in_block(p, true); }

/* The attribute is where the memory is: 1 the host, 2 a device. */
static int
pointer_attribute(unsigned *value, int attribute, ptr p)
{
	if (attribute != 2 || !is_ours(p))
		return INVALID_VALUE;
	*value = is_in_block(p, false) ? 2 : 1;
	return 0;
}

/* A variable of that size, the same for all modules; text is its first bytes: "1, 2}". */
static inline int
find_variable(const char *name, size_t size, const char *text, ptr *memory)
{
	struct block *block;
	char *end;
	int i = 0;

	while (i < nvariable && strcmp(variable[i].name, name) != 0)
		i++;
	if (i == MOST_VARIABLES || size > ROOM)
		return OUT_OF_MEMORY;
	if (i == nvariable) {
		snprintf(variable[i].name, sizeof variable[i].name, "%s", name);
		variable[i].size = size;
		variable[i].memory = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		for (size_t at = 0; at < size; at++, text = end + (*end == ',')) {
			variable[i].memory[at] = (char)strtol(text, &end, 10);
			if (end == text)
				break;
		}
		mprotect(variable[i].memory, ROOM, PROT_NONE);
		block = malloc(sizeof *block);
		pthread_mutex_lock(&lock);
		*block = (struct block){ variable[i].memory, ROOM, false, blocks };
		blocks = block;
		pthread_mutex_unlock(&lock);
		nvariable++;
	}
	*memory = (ptr)variable[i].memory;
	return 0;
}

static int
allocate(const char *kind, size_t size, size_t align, void **memory)
{
	struct block *block = malloc(sizeof *block);

	align = align > 256 ? align : 256;
	*memory = aligned_alloc(align, (size + align - 1) / align * align);
	note("%s %zu on %d", kind, size, current);
	pthread_mutex_lock(&lock);
	*block = (struct block){ *memory, size, strcmp(kind, "host memory") == 0, blocks };
	blocks = block;
	pthread_mutex_unlock(&lock);
	return *memory ? 0 : OUT_OF_MEMORY;
}

static int
release(const char *what, ptr memory)
{
	struct block **at = &blocks, *block;

	drain_all();
	pthread_mutex_lock(&lock);
	while (*at && (ptr)(*at)->begin != memory)
		at = &(*at)->next;
	block = *at;
	if (block)
		*at = block->next;
	pthread_mutex_unlock(&lock);
	note("%s", block ? what : "a pointer that is not ours is freed");
	free(block);
	if (block)
		free((void *)memory);
	return block ? 0 : INVALID_VALUE;
}

/* Memory that is not the driver's is read or written at once, when the stream has come so far; so is the host's from the host's. */
static int
put_copy(ptr to, ptr from, size_t size, struct stream *stream)
{
	if (!is_ours(to) || !is_ours(from) || (!is_in_block(to, false) && !is_in_block(from, false))) {
		pthread_rwlock_wrlock(&calls);
		drain(stream);
		pthread_rwlock_unlock(&calls);
		stream = NULL;
	}
	return put(stream, &(struct work){ .run = move, .to = (char *)to, .from = (char *)from, .size = size });
}

static int
start_set(ptr to, unsigned value, size_t size, size_t n, struct stream *stream)
{
	note("start set%zu %zu", size * 8, n);
	return put(stream, &(struct work){ .run = set, .to = (char *)to, .from = (char *)(uintptr_t)value, .size = size, .count = n });
}

/* The kernel with this function object. */
static int
put_kernel(const char *name, const void *functor, struct stream *stream)
{
	struct {
		int *p;
		size_t n;
	} what;

	memcpy(&what.p, functor, sizeof what.p);
	if (strstr(name, "fake_waits"))
		return put(stream, &(struct work){ .run = wait_for_int, .to = (char *)what.p });
	if (!strstr(name, "fake_doubles"))
		return put(stream, &(struct work){ .run = do_nothing });
	memcpy(&what, functor, sizeof what);
	/* An accessor has marks there, then its range. */
	if (strstr(name, "accessor") || strstr(name, "placeholder"))
		memcpy(&what.n, (const char *)functor + sizeof what, sizeof what.n);
	return put(stream, &(struct work){ .run = double_ints, .to = (char *)what.p, .count = what.n });
}

#endif
