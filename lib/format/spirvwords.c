#include "format/spirvwords.h"

#include <string.h>

#include "format/spirv.h"

/* There is room for count more words; false: no memory. */
static bool
make_room(struct spirv_words *to, size_t count)
{
	const size_t room = 2 * to->room + count + 64;
	uint32_t *more;

	if (to->n + count <= to->room)
		return true;
	more = arena_alloc(to->arena, room * sizeof *more);
	to->failed |= !more;
	if (!more)
		return false;
	if (to->n)
		memcpy(more, to->word, to->n * sizeof *more);
	to->word = more;
	to->room = room;
	return true;
}

static void
add(struct spirv_words *to, size_t count, const uint32_t *word)
{
	if (count && make_room(to, count)) {
		memcpy(to->word + to->n, word, count * sizeof *word);
		to->n += count;
	}
}

void
spirv_words_begin(struct spirv_words *to, struct arena *arena, const uint32_t *header, size_t room)
{
	*to = (struct spirv_words){ .arena = arena };
	make_room(to, room);
	add(to, SPIRV_HEADER_WORDS, header);
}

void
spirv_words_put(struct spirv_words *to, uint32_t op, uint32_t count, const uint32_t *operand)
{
	/* All of it or nothing. */
	if (!make_room(to, count + 1))
		return;
	to->word[to->n++] = (count + 1) << 16 | op;
	add(to, count, operand);
}

void
spirv_words_add(struct spirv_words *to, const struct spirv_words *from)
{
	add(to, from->n, from->word);
}
