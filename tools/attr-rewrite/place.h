/* Line markers: which line of which file a byte of preprocessed text came from. */
#ifndef ATTR_REWRITE_PLACE_H
#define ATTR_REWRITE_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

struct place {
	const char *text;
	size_t len;
	struct arena *arena;
	size_t at;		/* start of the current line */
	struct diag_place here;	/* where that line came from */
};

/* path names the text before its first line marker; path and text must stay valid. */
void place_init(struct place *place, struct arena *arena, const char *path, const char *text, size_t len);
/* The place of the byte at offset; offsets must not go down by more than the current line. */
const struct diag_place *place_find(struct place *place, size_t offset);

/* The line text[0, len) is a line marker: '# 12 "file" flags' or '#line 12 "file"'. */
bool place_is_marker(const char *text, size_t len);

#endif
