/* bitkinds FILE KIND...: says of each metadata kind whether the bitcode file names it. */
#include <stdio.h>
#include <stdlib.h>

#include "ir/bitkinds.h"

int
main(int argc, char **argv)
{
	static const char *const word[] = { "absent", "present", "unknown" };
	static char text[1 << 22];
	FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
	size_t len;
	int i;

	if (!file)
		return 2;
	len = fread(text, 1, sizeof text, file);
	fclose(file);
	for (i = 2; i < argc; i++)
		printf("%s %s\n", argv[i], word[bitkinds_find(text, len, argv[i])]);
	return 0;
}
