/*
 * Compares kernels of mux-fuzz: those of a native CPU image with the same ones
 * compiled as C into this program, one thread a work-item.
 *
 *     mux-fuzz-host IMAGE COUNT
 */
#include "mux-oracle.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sycl-cc/mux-image.h"
#include "kernel-size.h"

enum { GROUPS = 3, MAX_ITEMS = 64 };

typedef void kernel_function(uint *out, const uint *in, uint k, uint *tmp);

_Thread_local uint oracle_local;
uint oracle_group, oracle_groups = GROUPS, oracle_size[2];
pthread_barrier_t oracle_barrier;

struct work_item {
	pthread_t thread;
	kernel_function *kernel;
	uint local, k;
	uint *out;
	const uint *in;
	uint *tmp;
};

static void *
run_item(void *argument)
{
	struct work_item *item = argument;

	oracle_local = item->local;
	item->kernel(item->out, item->in, item->k, item->tmp);
	return NULL;
}

static void
run_oracle(kernel_function *kernel, uint *out, const uint *in, uint k, const uint size[2])
{
	const uint items = size[0] * size[1];
	struct work_item item[MAX_ITEMS];
	uint tmp[MAX_ITEMS], i;

	oracle_size[0] = size[0];
	oracle_size[1] = size[1];
	pthread_barrier_init(&oracle_barrier, NULL, items);
	for (oracle_group = 0; oracle_group < GROUPS; oracle_group++) {
		for (i = 0; i < items; i++) {
			item[i] = (struct work_item){ 0, kernel, i, k, out, in, tmp };
			if (pthread_create(&item[i].thread, NULL, run_item, &item[i]))
				exit(2);
		}
		for (i = 0; i < items; i++)
			pthread_join(item[i].thread, NULL);
	}
	pthread_barrier_destroy(&oracle_barrier);
}

static void
run_image(const struct mux_kernel *kernel, uint *out, const uint *in, uint k, const uint size[2])
{
	static _Alignas(64) uint tmp[MAX_ITEMS];
	void *scratch = aligned_alloc(64, mux_scratch_size(kernel, size[0] * size[1]) + 64);
	struct {
		uint *out;
		const uint *in;
		uint k;
		uint *tmp;
	} packed = { out, in, k, tmp };
	struct mux_wg wg = { .num_groups = { GROUPS, 1, 1 }, .local_size = { size[0], size[1], 1 }, .work_dim = 2 };

	wg.scratch = scratch;
	for (wg.group_id[0] = 0; wg.group_id[0] < GROUPS; wg.group_id[0]++)
		kernel->entry(&packed, &wg);
	free(scratch);
}

/* The number of launches whose results differ. */
static int
compare(const struct mux_kernel *image, kernel_function *kernel)
{
	static const uint sizes[][2] = { { 1, 1 }, { 5, 1 }, { 16, 1 }, { 37, 1 }, { 5, 3 }, { 19, 2 } };
	static uint in[GROUPS * MAX_ITEMS], want[GROUPS * MAX_ITEMS], got[GROUPS * MAX_ITEMS];
	uint i, s, k;
	int bad = 0;

	for (i = 0; i < GROUPS * MAX_ITEMS; i++)
		in[i] = i * 2654435761u >> 7;
	for (s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (k = 0; k < 3 && takes_size(image, sizes[s][0], sizes[s][1], 1); k++) {
			memset(want, 0, sizeof want);
			memset(got, 0, sizeof got);
			run_oracle(kernel, want, in, k, sizes[s]);
			run_image(image, got, in, k, sizes[s]);
			if (!memcmp(want, got, sizeof want))
				continue;
			for (i = 0; want[i] == got[i]; i++)
				;
			printf("%s: size %u,%u, k %u, item %u: wanted %u, got %u\n", image->name, sizes[s][0], sizes[s][1], k, i,
			       want[i], got[i]);
			bad++;
		}
	return bad;
}

#include "compare-kernels.h"
