/* SPIR-V that is being written: instructions are appended, and the memory grows. */
#ifndef FORMAT_SPIRVWORDS_H
#define FORMAT_SPIRVWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Empty with the arena alone set: no words yet. */
struct spirv_words {
	struct arena *arena;
	uint32_t *word;
	size_t n, room;
	bool failed;		/* memory ran out: words are missing */
};

/* Begins a module with the header of another one; room is about how many words there will be. */
void spirv_words_begin(struct spirv_words *to, struct arena *arena, const uint32_t *header, size_t room);

/* Appends an instruction of count operands, which may be none. */
void spirv_words_put(struct spirv_words *to, uint32_t op, uint32_t count, const uint32_t *operand);

/* Appends the words of another one. */
void spirv_words_add(struct spirv_words *to, const struct spirv_words *from);

/* Appends an instruction whose operands are the arguments. */
#define SPIRV_PUT(to, op, ...) \
	spirv_words_put((to), (op), sizeof(const uint32_t[]){ __VA_ARGS__ } / sizeof(uint32_t), (const uint32_t[]){ __VA_ARGS__ })

#endif
