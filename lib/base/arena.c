#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

/* With a sanitizer each piece is a chunk of its own, so that it finds accesses beyond a piece. */
#ifdef __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HAS_FEATURE(address_sanitizer)
enum { CHUNK_SIZE = 0, ALIGN = 1 };
#else
enum { CHUNK_SIZE = 64 * 1024, ALIGN = alignof(max_align_t) };
#endif

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, size;
	alignas(max_align_t) char data[];
};

static void
die_out_of_memory(size_t size)
{
	die("out of memory: cannot allocate %zu bytes", size);
}

void
arena_init(struct arena *arena)
{
	arena->chunk = NULL;
	arena->fail = die_out_of_memory;
}

void
arena_init_quiet(struct arena *arena)
{
	arena->chunk = NULL;
	arena->fail = NULL;
}

void
arena_free(struct arena *arena)
{
	struct arena_chunk *chunk = arena->chunk;

	while (chunk) {
		struct arena_chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
	arena->chunk = NULL;
}

static void *
arena_fail(struct arena *arena, size_t size)
{
	if (arena->fail)
		arena->fail(size);
	return NULL;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = arena->chunk;
	size_t room;
	void *p;

	if (size > SIZE_MAX / 2)
		return arena_fail(arena, size);
	size = (size + ALIGN - 1) / ALIGN * ALIGN;
	if (!chunk || chunk->size - chunk->used < size) {
		room = size > CHUNK_SIZE / 4 ? size : CHUNK_SIZE;
		chunk = malloc(sizeof *chunk + room);
		if (!chunk)
			return arena_fail(arena, size);
		chunk->used = 0;
		chunk->size = room;
		/* A big piece gets a chunk of its own, listed after the current one. */
		if (room == size && arena->chunk) {
			chunk->next = arena->chunk->next;
			arena->chunk->next = chunk;
		} else {
			chunk->next = arena->chunk;
			arena->chunk = chunk;
		}
	}
	p = chunk->data + chunk->used;
	chunk->used += size;
	return p;
}

void *
arena_calloc(struct arena *arena, size_t n, size_t size)
{
	void *p;

	if (size && n > SIZE_MAX / size)
		return arena_fail(arena, SIZE_MAX);
	p = arena_alloc(arena, n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

void *
arena_grow(struct arena *arena, const void *old, size_t old_size, size_t new_size)
{
	void *p = arena_alloc(arena, new_size);

	if (p && old)
		memcpy(p, old, old_size < new_size ? old_size : new_size);
	return p;
}

void *
arena_extend(struct arena *arena, void *array, size_t n, size_t size)
{
	if (n && (n & (n - 1)))
		return array;
	if (size && n > SIZE_MAX / 2 / size)
		return arena_fail(arena, SIZE_MAX);
	return arena_grow(arena, array, n * size, (n ? 2 * n : 1) * size);
}

char *
arena_strndup(struct arena *arena, const char *s, size_t len)
{
	char *p = arena_alloc(arena, len + 1);

	if (!p)
		return NULL;
	memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

char *
arena_strdup(struct arena *arena, const char *s)
{
	return arena_strndup(arena, s, strlen(s));
}

char *
arena_vprintf(struct arena *arena, const char *format, va_list args)
{
	va_list again;
	char *p;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (len < 0)
		return arena_fail(arena, SIZE_MAX);
	p = arena_alloc(arena, (size_t)len + 1);
	if (p)
		vsnprintf(p, (size_t)len + 1, format, args);
	return p;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
	va_list args;
	char *p;

	va_start(args, format);
	p = arena_vprintf(arena, format, args);
	va_end(args);
	return p;
}
