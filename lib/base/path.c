#include "path.h"

#include <string.h>

const char *
path_beside(struct arena *arena, const char *file, const char *name)
{
	const char *slash = strrchr(file, '/');

	if (*name == '/' || !slash)
		return name;
	return arena_printf(arena, "%.*s/%s", (int)(slash - file), file, name);
}
