/*
 * The input lists of foreach, read side by side.  They are read twice: once
 * to count, so that lists of different lengths are found before anything runs,
 * and once line by line.  Memory does not grow with their size.
 */
#ifndef FOREACH_LISTS_H
#define FOREACH_LISTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "format/textfile.h"

struct lists {
	struct textfile *file;
	size_t n;
	size_t count;		/* lines of each list, blank ones left out */
	size_t read;		/* how many items were read */
	size_t number;		/* of the current item, from 1 */
	struct textfile *numbers;	/* a list of them; NULL: 1, 2, ... */
	char **line;		/* its line in each list; valid until the next item */
};

/* Opens and counts n lists; "-" is standard input.  Reports and returns -1 when one cannot be read or lengths differ. */
int lists_open(struct lists *lists, struct arena *arena, char *const *path, size_t n);
/* From now on items have the numbers in that file, one for each item.  Reports and returns -1. */
int lists_number(struct lists *lists, struct arena *arena, const char *path);
/* Goes to the next item; false after the last one.  A list that changed meanwhile ends the tool. */
bool lists_next(struct lists *lists);

#endif
