#include <stdlib.h>
#include <string.h>

#include "muxlib/private.h"

static void *
plain_alloc(size_t size, void *user)
{
	(void)user;
	return malloc(size);
}

static void
plain_free(void *memory, void *user)
{
	(void)user;
	free(memory);
}

void *
memory_get(struct mux_context *context, size_t size)
{
	return context->allocator.alloc(size ? size : 1, context->allocator.user);
}

void *
memory_zeroed(struct mux_context *context, size_t n, size_t size)
{
	void *memory = size && n > SIZE_MAX / size ? NULL : memory_get(context, n * size);

	return memory ? memset(memory, 0, n * size) : NULL;
}

void
memory_put(struct mux_context *context, void *memory)
{
	if (memory)
		context->allocator.free(memory, context->allocator.user);
}

int
bytes_reserve(struct mux_context *context, struct bytes *bytes, size_t size)
{
	size_t room = bytes->room ? bytes->room : 64;
	uint8_t *more;

	if (size > SIZE_MAX / 4 - bytes->n)
		return -1;
	while (room < bytes->n + size)
		room *= 2;
	if (room > bytes->room) {
		more = memory_get(context, room);
		if (!more)
			return -1;
		if (bytes->n)
			memcpy(more, bytes->data, bytes->n);
		memory_put(context, bytes->data);
		bytes->data = more;
		bytes->room = room;
	}
	return 0;
}

int
bytes_add(struct mux_context *context, struct bytes *bytes, const void *data, size_t size)
{
	if (bytes_reserve(context, bytes, size))
		return -1;
	if (size)
		memcpy(bytes->data + bytes->n, data, size);
	bytes->n += size;
	return 0;
}

int
bytes_add_text(struct mux_context *context, struct bytes *bytes, const char *text)
{
	return bytes_add(context, bytes, text, strlen(text) + 1);
}

void
bytes_free(struct mux_context *context, struct bytes *bytes)
{
	memory_put(context, bytes->data);
	memset(bytes, 0, sizeof *bytes);
}

void
bytes_move(struct mux_context *context, struct bytes *to, struct bytes *from)
{
	bytes_free(context, to);
	*to = *from;
	memset(from, 0, sizeof *from);
}

static void
init_mutex(pthread_mutex_t *mutex)
{
	pthread_mutexattr_t attribute;

	pthread_mutexattr_init(&attribute);
	pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(mutex, &attribute);
	pthread_mutexattr_destroy(&attribute);
}

enum mux_result
mux_context_create(const struct mux_context_options *options, struct mux_context **context)
{
	struct mux_context_options given = { 0 };
	struct mux_context *made;

	if (!context)
		return MUX_INVALID_VALUE;
	*context = NULL;
	if (options && options->size < sizeof options->size)
		return MUX_INVALID_VALUE;
	if (options)
		memcpy(&given, options, options->size < sizeof given ? options->size : sizeof given);
	if (!given.allocator.alloc != !given.allocator.free)
		return MUX_INVALID_VALUE;
	if (!given.allocator.alloc)
		given.allocator = (struct mux_allocator){ plain_alloc, plain_free, NULL };
	made = given.allocator.alloc(sizeof *made, given.allocator.user);
	if (!made)
		return MUX_OUT_OF_MEMORY;
	*made = (struct mux_context){ .allocator = given.allocator, .fd = -1 };
	if (given.worker) {
		made->program = memory_get(made, strlen(given.worker) + 1);
		if (!made->program) {
			memory_put(made, made);
			return MUX_OUT_OF_MEMORY;
		}
		strcpy(made->program, given.worker);
	}
	init_mutex(&made->mutex);
	*context = made;
	return MUX_SUCCESS;
}

void
mux_context_free(struct mux_context *context)
{
	if (!context)
		return;
	worker_end(context);
	pthread_mutex_destroy(&context->mutex);
	memory_put(context, context->program);
	memory_put(context, context);
}

void
mux_context_lock(struct mux_context *context)
{
	pthread_mutex_lock(&context->mutex);
}

bool
mux_context_try_lock(struct mux_context *context)
{
	return pthread_mutex_trylock(&context->mutex) == 0;
}

void
mux_context_unlock(struct mux_context *context)
{
	pthread_mutex_unlock(&context->mutex);
}

long
mux_context_worker(const struct mux_context *context)
{
	return context ? context->worker : 0;
}

bool
mux_context_is_valid_spirv(struct mux_context *context, const uint32_t *words, size_t n)
{
	return context && words && words_check(words, n) == 0;
}

enum mux_result
mux_context_spec_constants(struct mux_context *context, const uint32_t *words, size_t n,
			   void (*found)(const struct mux_spec_constant *, void *), void *user)
{
	enum mux_result result = MUX_SUCCESS;

	if (!context || !words || !found || words_check(words, n))
		return MUX_INVALID_VALUE;
	mux_context_lock(context);
	if (words_constants(context, words, n, found, user))
		result = MUX_OUT_OF_MEMORY;
	mux_context_unlock(context);
	return result;
}

const char *
mux_result_name(enum mux_result result)
{
	static const char *const names[] = {
		[MUX_SUCCESS] = "SUCCESS",
		[MUX_FAILURE] = "FAILURE",
		[MUX_INVALID_VALUE] = "INVALID_VALUE",
		[MUX_OUT_OF_MEMORY] = "OUT_OF_MEMORY",
		[MUX_INVALID_BUILD_OPTIONS] = "INVALID_BUILD_OPTIONS",
		[MUX_INVALID_COMPILER_OPTIONS] = "INVALID_COMPILER_OPTIONS",
		[MUX_INVALID_LINKER_OPTIONS] = "INVALID_LINKER_OPTIONS",
		[MUX_BUILD_PROGRAM_FAILURE] = "BUILD_PROGRAM_FAILURE",
		[MUX_COMPILE_PROGRAM_FAILURE] = "COMPILE_PROGRAM_FAILURE",
		[MUX_LINK_PROGRAM_FAILURE] = "LINK_PROGRAM_FAILURE",
		[MUX_FINALIZE_PROGRAM_FAILURE] = "FINALIZE_PROGRAM_FAILURE",
		[MUX_FEATURE_UNSUPPORTED] = "FEATURE_UNSUPPORTED",
	};

	return (size_t)result < sizeof names / sizeof *names ? names[result] : "unknown";
}
