/*
 * accuracy_check() of a native CPU image:
 *
 *     mux-accuracy IMAGE COUNT
 *
 * IMAGE has kernels of tests/inputs/mux/accuracy.cl.  Status 1: one is less exact than allowed.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "sycl-cc/mux-image.h"

enum { GROUP = 64 };

static void
run_kernel(const struct mux_kernel *kernel, struct accuracy_batch *batch)
{
	void *packed[] = { batch->out, batch->x, batch->y, batch->n };
	struct mux_wg group = { .work_dim = 1, .local_size = { GROUP, 1, 1 }, .num_groups = { ACCURACY_BATCH / GROUP, 1, 1 } };
	const size_t room = (mux_scratch_size(kernel, GROUP) + MUX_ALIGN) / MUX_ALIGN * MUX_ALIGN;

	group.scratch = aligned_alloc(MUX_ALIGN, room);
	for (uint64_t i = 0; group.scratch && i < ACCURACY_BATCH / GROUP; i++) {
		group.group_id[0] = i;
		kernel->entry(packed, &group);
	}
	free(group.scratch);
}

static int
run(void *table, int type, const char *function, struct accuracy_batch *batch)
{
	static const char *const types[] = { "half", "float", "double" };
	const struct mux_kernel *kernel = table;
	char name[64];

	snprintf(name, sizeof name, "%s_%s", types[type], function);
	while (kernel->name && strcmp(kernel->name, name) != 0)
		kernel++;
	if (kernel->name && batch)
		run_kernel(kernel, batch);
	return kernel->name != NULL;
}

int
main(int argc, char **argv)
{
	void *image = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
	struct mux_kernel *table = image ? dlsym(image, MUX_TABLE_SYMBOL) : NULL;

	if (!table) {
		fprintf(stderr, "mux-accuracy: %s\n", argc == 3 ? dlerror() : "usage: mux-accuracy IMAGE COUNT");
		return 2;
	}
	return accuracy_check(run, table, atol(argv[2]), NULL);
}
