/* What runtime/selector.c takes: TEXT BACKEND NUMBER[.PART[.PART]] TYPE on each line of standard input, and 0, 1 or an error comes out. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../runtime/rt.h"

int
main(void)
{
	struct arena arena;
	char line[512], *field[4];

	arena_init(&arena);
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < 4; i++)
			field[i] = strtok(i ? NULL : line, " ");
		const char *error = rt_selector_error(field[0], &arena);
		struct rt_candidate candidate = { .backend = field[1], .number = UINT_MAX, .type = (unsigned)atoi(field[3]) };

		if (strcmp(field[2], "any"))
			candidate.levels = (unsigned)sscanf(field[2], "%u.%u.%u", &candidate.number, &candidate.part[0], &candidate.part[1]) - 1;

		if (error)
			printf("%s\n", error);
		else
			printf("%d\n", rt_selector_takes(field[0], &candidate));
	}
	arena_free(&arena);
	return 0;
}
