/*
 * Compares kernels of mux-rows: those of a native CPU image with the same ones
 * compiled as C into this program, one call a work-item.
 *
 *     mux-rows-host IMAGE COUNT
 */
#define ROWS_HOST
#include "mux-rows.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "sycl-cc/mux-image.h"
#include "kernel-size.h"

struct written {
	_Alignas(16) uint out[ROWS_WORDS];
	uint grid[ROWS_GRID + ROWS_COUNTS];
};

/* What the kernels are given besides, as they have it in packed. */
struct given {
	const uint *in;
	const uchar *bytes;
	const short *halves;
	const ulong *longs;
	const float *floats;
	uint width, height, k;
};

typedef void kernel_function(uint *out, uint *grid, const uint *in, const uchar *bytes, const short *halves, const ulong *longs,
			     const float *floats, uint width, uint height, uint k);

static struct mux_wg wg;
static uint64_t item[3];	/* the oracle's work-item in its group, where they are no fibers */
static unsigned launches_made;
static _Alignas(16) uint in[2 * ROWS_REACH];
static _Alignas(16) uchar bytes[2 * ROWS_REACH];
static short halves[2 * ROWS_REACH];
static ulong longs[2 * ROWS_REACH];
static float floats[2 * ROWS_REACH];

static kernel_function *oracle;
static struct written *oracle_to;
static const struct given *oracle_given;
static bool are_fibers;

void
oracle_barrier(void)
{
	fiber_wait();
}

ulong
oracle_query(int what, uint dimension)
{
	if (are_fibers) {
		item[0] = fiber_number % wg.local_size[0];
		item[1] = fiber_number / wg.local_size[0] % wg.local_size[1];
		item[2] = fiber_number / wg.local_size[0] / wg.local_size[1];
	}
	switch (what) {
	case ORACLE_LOCAL_ID: return item[dimension];
	case ORACLE_GROUP_ID: return wg.group_id[dimension];
	case ORACLE_GLOBAL_SIZE: return wg.num_groups[dimension] * wg.local_size[dimension];
	case ORACLE_LOCAL_SIZE: return wg.local_size[dimension];
	case ORACLE_OFFSET: return wg.global_offset[dimension];
	default: return wg.global_offset[dimension] + wg.group_id[dimension] * wg.local_size[dimension] + item[dimension];
	}
}

/* Moves to the next one of a range, dimension 0 first; false behind the last. */
static bool
step(uint64_t at[3], const uint64_t range[3])
{
	int i;

	for (i = 0; i < 3; i++) {
		if (++at[i] < range[i])
			return true;
		at[i] = 0;
	}
	return false;
}

static void
run_item(void)
{
	const struct given *g = oracle_given;

	oracle(oracle_to->out, oracle_to->grid, g->in, g->bytes, g->halves, g->longs, g->floats, g->width, g->height, g->k);
}

static void
run_oracle(struct written *to, const struct given *given)
{
	oracle_to = to;
	oracle_given = given;
	do
		if (are_fibers)
			fibers_run((uint)(wg.local_size[0] * wg.local_size[1] * wg.local_size[2]), run_item);
		else
			do
				run_item();
			while (step(item, wg.local_size));
	while (step(wg.group_id, wg.num_groups));
}

static void
run_image(const struct mux_kernel *kernel, struct written *to, const struct given *g)
{
	struct {
		uint *out, *grid;
		struct given given;
	} packed = { to->out, to->grid, *g };

	wg.scratch = aligned_alloc(64, mux_scratch_size(kernel, wg.local_size[0] * wg.local_size[1] * wg.local_size[2]) + 64);
	wg.local_mem = aligned_alloc(64, (kernel->local_size + 127) / 64 * 64);
	do
		kernel->entry(&packed, &wg);
	while (step(wg.group_id, wg.num_groups));
	free(wg.scratch);
	free(wg.local_mem);
}

static void
fill_inputs(void)
{
	uint i;

	for (i = 0; i < 2 * ROWS_REACH; i++) {
		in[i] = i * 2654435761u >> 7;
		bytes[i] = (uchar)(in[i] >> 3);
		halves[i] = (short)(in[i] >> 5);
		longs[i] = (ulong)in[i] << 30 ^ i;
		floats[i] = (float)(in[i] >> 8 & 0xffff);
	}
}

/* Whether the kernel computes the same as the oracle, in a launch of wg.  Launches have different widths, heights, k. */
static bool
is_right(const struct mux_kernel *image)
{
	static const uint widths[] = { 1, 2, 3, 7, 8, 16, 33, 64, 100, 256 }, heights[] = { 1, 3, 8, 17, 40 };
	static struct written want, got;
	const uint n = launches_made++ * 7, row = (uint)(wg.num_groups[0] * wg.local_size[0]);
	struct given given = { in + ROWS_REACH, bytes + ROWS_REACH, halves + ROWS_REACH, longs + ROWS_REACH, floats + ROWS_REACH,
			       n % 13 < 10 ? widths[n % 13] : row + n % 2, heights[n % 5], n % 4 };
	uint i;

	memset(&want, 0, sizeof want);
	memset(&got, 0, sizeof got);
	run_oracle(&want, &given);
	run_image(image, &got, &given);
	if (!memcmp(&want, &got, sizeof want))
		return true;
	for (i = 0; i < ROWS_WORDS && want.out[i] == got.out[i]; i++)
		;
	printf("%s: %u groups of %u,%u,%u, width %u, height %u, k %u: %s %u\n", image->name, (uint)wg.num_groups[0],
	       (uint)wg.local_size[0], (uint)wg.local_size[1], (uint)wg.local_size[2], given.width, given.height, given.k,
	       i < ROWS_WORDS ? "out" : "grid, out is right up to", i);
	return false;
}

/* The number of launches whose results differ. */
static int
compare(const struct mux_kernel *image, kernel_function *kernel)
{
	static const struct mux_wg launches[] = {
		{ .num_groups = { 3, 1, 1 }, .local_size = { 1, 1, 1 } },
		{ .num_groups = { 5, 2, 1 }, .local_size = { 5, 1, 1 } },
		{ .num_groups = { 4, 1, 1 }, .local_size = { 64, 1, 1 } },
		{ .num_groups = { 2, 1, 1 }, .local_size = { 300, 1, 1 } },
		{ .num_groups = { 2, 3, 1 }, .local_size = { 37, 3, 1 } },
		{ .num_groups = { 3, 2, 1 }, .local_size = { 16, 16, 1 } },
		{ .num_groups = { 2, 2, 2 }, .local_size = { 8, 4, 3 } },
		{ .num_groups = { 1, 1, 1 }, .local_size = { 1000, 1, 1 } },
		{ .num_groups = { 3, 2, 1 }, .local_size = { 33, 2, 1 }, .global_offset = { 7, 1, 0 } },
		{ .num_groups = { 2, 2, 2 }, .local_size = { 40, 1, 2 }, .global_offset = { 1, 0, 2 } },
	};
	unsigned l, again;
	int bad = 0;

	if (!launches_made)
		fill_inputs();
	oracle = kernel;
	are_fibers = !strncmp(image->name, "tiles", 5);
	/* Fibers leave the last one's. */
	memset(item, 0, sizeof item);
	for (l = 0; l < sizeof launches / sizeof *launches; l++)
		for (again = 0; again < 3; again++) {
			wg = launches[l];
			if (!takes_size(image, wg.local_size[0], wg.local_size[1], wg.local_size[2]))
				continue;
			wg.work_dim = 3;
			bad += !is_right(image);
		}
	return bad;
}

#include "compare-kernels.h"
