/*
 * One arena per process (tools) or per image (runtime): memory is allocated piece
 * by piece and freed as a whole.  See CONTRIBUTING.md, "Memory".
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
	struct arena_chunk *chunk;	/* newest first */
	/*
	 * What to do when memory runs out, called with the size asked for.
	 * NULL: the allocating function returns NULL.  arena_init() sets a
	 * handler that ends the tool with a diagnostic; arena_init_quiet()
	 * sets NULL, for code that lives in somebody else's process.
	 */
	void (*fail)(size_t size);
};

/* An empty arena whose allocations never return NULL: out of memory ends the process with status 1. */
void arena_init(struct arena *arena);
/* An empty arena whose allocations return NULL when memory runs out. */
void arena_init_quiet(struct arena *arena);
/* Frees everything; the arena is empty and usable afterwards. */
void arena_free(struct arena *arena);

/* size bytes, aligned for any type, not cleared.  size 0 gives a valid pointer. */
void *arena_alloc(struct arena *arena, size_t size);
/* n * size bytes, cleared.  An overflowing product counts as out of memory. */
void *arena_calloc(struct arena *arena, size_t n, size_t size);
/* A longer copy of old (old_size bytes of new_size); old may be NULL. */
void *arena_grow(struct arena *arena, const void *old, size_t old_size, size_t new_size);
/*
 * An array that gets elements one by one: returns array, which has n elements of
 * size bytes, with room for one more.  Room doubles when n is a power of two, so
 * only this function may grow such an array; it begins as NULL and 0.
 */
void *arena_extend(struct arena *arena, void *array, size_t n, size_t size);
/* A copy of the string, of its first len bytes (with NUL added), of formatted text. */
char *arena_strdup(struct arena *arena, const char *s);
char *arena_strndup(struct arena *arena, const char *s, size_t len);
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

#endif
