#include "path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *
path_beside(struct arena *arena, const char *file, const char *name)
{
	const char *slash = strrchr(file, '/');

	if (*name == '/' || !slash)
		return name;
	return arena_printf(arena, "%.*s/%s", (int)(slash - file), file, name);
}

/* DIR/FOLDER/NAME with the first len bytes of dir, NULL when it cannot be read. */
static const char *
readable_in(struct arena *arena, const char *dir, size_t len, const char *folder, const char *name)
{
	const char *path = arena_printf(arena, "%.*s/%s/%s", (int)len, dir, folder, name);

	return path && access(path, R_OK) == 0 ? path : NULL;
}

const char *
path_shared(struct arena *arena, const char *file, const char *name)
{
	static const char *const folder[] = { "share/sycl-cc", "share", "../share/sycl-cc", "../../share/sycl-cc",
					      "../../share", "../share" };
	const char *root = secure_getenv("SYCL_CC_ROOT"), *path = NULL;
	char *real = realpath(file, NULL);
	size_t i;

	for (i = 0; root && *root && !path && i < 2; i++)
		path = readable_in(arena, root, strlen(root), folder[i], name);
	for (i = 2; real && !path && i < sizeof folder / sizeof *folder; i++)
		path = readable_in(arena, real, (size_t)(strrchr(real, '/') - real), folder[i], name);
	free(real);
	return path;
}
