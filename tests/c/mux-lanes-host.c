/*
 * Compares kernels of mux-lanes: those of a native CPU image with the same ones
 * compiled as C into this program, where one fiber is one work-item.
 *
 *     mux-lanes-host IMAGE COUNT
 */
#define LANES_HOST
#include "mux-lanes.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "sycl-cc/mux-image.h"
#include "kernel-size.h"

enum { GROUPS = 3, MAX_ITEMS = 256 };

typedef void kernel_function(uint *out, const uint *in, uint k, uint *tmp);

/* A work-item that waits for others. */
static struct lane {
	uint place;		/* where in the kernel; AT_BARRIER, or 0: it runs */
	int kind, operation, type;
	ulong value, result;
	uint argument;
} lane[MAX_ITEMS];
enum { AT_BARRIER = 1 << 30 };

static kernel_function *function;
static uint items, sub_group, group, *out, tmp[MAX_ITEMS];
static uint in[GROUPS * MAX_ITEMS], k;

/* --- the oracle ----------------------------------------------------------------- */

static uint
first_of(uint item)
{
	return item / sub_group * sub_group;
}

static uint
end_of(uint item)
{
	const uint end = first_of(item) + sub_group;

	return end < items ? end : items;
}

uint
oracle_query(int what)
{
	switch (what) {
	case LANE_SIZE: return end_of(fiber_number) - first_of(fiber_number);
	case LANE_MAX_SIZE: return sub_group;
	case LANE_ID: return fiber_number % sub_group;
	case LANE_GROUP: return fiber_number / sub_group;
	case LANE_GROUPS: return (items + sub_group - 1) / sub_group;
	case LANE_LOCAL: return fiber_number;
	case LANE_LOCALS: return items;
	default: return group;
	}
}

/* All work-items of the group wait there. */
static bool
all_at_barrier(void)
{
	uint i;

	for (i = 0; i < items; i++)
		if (lane[i].place != AT_BARRIER && !fiber[i].done)
			return false;
	return true;
}

void
oracle_barrier(void)
{
	uint i;

	lane[fiber_number].place = AT_BARRIER;
	while (lane[fiber_number].place) {
		if (all_at_barrier())
			for (i = 0; i < items; i++)
				lane[i].place = 0;
		else
			fiber_wait();
	}
}

static float
as_float(ulong bits)
{
	const uint low = (uint)bits;
	float value;

	memcpy(&value, &low, sizeof value);
	return value;
}

static ulong
as_bits(float value)
{
	uint bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* The bits as a number of 64 bits, and cut again. */
static int64_t
widen(int type, ulong bits)
{
	switch (type) {
	case LANE_short: return (short)bits;
	case LANE_int: return (int)bits;
	default: return (int64_t)bits;
	}
}

static ulong
narrow(int type, ulong value)
{
	switch (type) {
	case LANE_uchar: return (uchar)value;
	case LANE_short: return (ushort)value;
	case LANE_ulong: return value;
	default: return (uint)value;
	}
}

static bool
is_less(int type, ulong a, ulong b)
{
	if (type == LANE_float)
		return as_float(a) < as_float(b);
	if (type == LANE_short || type == LANE_int)
		return widen(type, a) < widen(type, b);
	return a < b;
}

static ulong
combine(int operation, int type, ulong a, ulong b)
{
	switch (operation) {
	case LANE_add: return type == LANE_float ? as_bits(as_float(a) + as_float(b)) : narrow(type, a + b);
	case LANE_mul: return narrow(type, a * b);
	case LANE_min: return is_less(type, b, a) ? b : a;
	case LANE_max: return is_less(type, a, b) ? b : a;
	case LANE_and: return a & b;
	case LANE_or: return a | b;
	case LANE_xor: return a ^ b;
	case LANE_logical_and: return a && b;
	case LANE_logical_or: return a || b;
	default: return !a != !b;
	}
}

static ulong
identity(int operation, int type)
{
	static const ulong least[] = { 0, 0x8000, 0, 0x80000000, 0, 0xff800000 };
	static const ulong greatest[] = { 0xff, 0x7fff, 0xffffffff, 0x7fffffff, ~0ul, 0x7f800000 };

	switch (operation) {
	case LANE_mul: return 1;
	case LANE_min: return greatest[type];
	case LANE_max: return least[type];
	case LANE_and: return narrow(type, ~0ul);
	case LANE_logical_and: return 1;
	default: return 0;
	}
}

/* Whether b's value is one of those of a's result. */
static bool
is_part(uint a, uint b)
{
	switch (lane[a].kind) {
	case LANE_scan_inclusive: return b <= a;
	case LANE_scan_exclusive: return b < a;
	case LANE_clustered: return b % sub_group / lane[a].argument == a % sub_group / lane[a].argument;
	default: return true;
	}
}

/* The result of a, which waits with all work-items of its sub-group at the same place. */
static ulong
result_of(uint a, uint first)
{
	const struct lane *one = &lane[a];
	ulong result = one->kind <= LANE_clustered ? identity(one->operation, one->type) : one->kind == LANE_all || one->kind == LANE_all_equal;
	uint from = first_of(a) + one->argument, b;

	switch (one->kind) {
	case LANE_shuffle: return one->argument < sub_group && from < end_of(a) ? lane[from].value : one->value;
	case LANE_first: return lane[first].value;
	case LANE_elect: return a == first;
	case LANE_wait: return 0;
	}
	for (b = first; b < end_of(a); b++) {
		if (lane[b].place != one->place)
			continue;
		if (one->kind <= LANE_clustered && is_part(a, b))
			result = combine(one->operation, one->type, result, lane[b].value);
		else if (one->kind == LANE_any)
			result |= lane[b].value;
		else if (one->kind == LANE_all)
			result &= lane[b].value;
		else if (one->kind == LANE_all_equal)
			result &= lane[b].value == lane[first].value;
		else if (one->kind == LANE_ballot)
			result |= lane[b].value << (b % sub_group);
	}
	return result;
}

/* Where all work-items of the sub-group wait, those at the first place in the kernel go on. */
static void
meet(void)
{
	const uint begin = first_of(fiber_number), end = end_of(fiber_number);
	uint i, place = AT_BARRIER, first = end;

	for (i = begin; i < end; i++) {
		if (fiber[i].done)
			continue;
		if (!lane[i].place)
			return;
		if (lane[i].place < place) {
			place = lane[i].place;
			first = i;
		}
	}
	if (first == end)
		return;
	for (i = first; i < end; i++)
		if (lane[i].place == place)
			lane[i].result = result_of(i, first);
	for (i = first; i < end; i++)
		if (lane[i].place == place)
			lane[i].place = 0;
}

ulong
oracle_lanes(uint place, int kind, int operation, int type, ulong value, uint argument)
{
	lane[fiber_number] = (struct lane){ place, kind, operation, type, value, 0, argument };
	while (lane[fiber_number].place) {
		meet();
		if (lane[fiber_number].place)
			fiber_wait();
	}
	return lane[fiber_number].result;
}

static void
run_item(void)
{
	function(out, in, k, tmp);
}

/* --- both ways -------------------------------------------------------------------- */

static void
run_oracle(kernel_function *kernel, uint *to)
{
	function = kernel;
	out = to;
	for (group = 0; group < GROUPS; group++) {
		memset(lane, 0, sizeof lane);
		fibers_run(items, run_item);
	}
}

static void
run_image(const struct mux_kernel *kernel, uint *to, const uint64_t size[3])
{
	static _Alignas(64) uint local[MAX_ITEMS];
	void *scratch = aligned_alloc(64, mux_scratch_size(kernel, items) + 64);
	void *memory = aligned_alloc(64, (kernel->local_size + 127) / 64 * 64);
	struct {
		uint *out;
		const uint *in;
		uint k;
		uint *tmp;
	} packed = { to, in, k, local };
	struct mux_wg wg = { .num_groups = { GROUPS, 1, 1 }, .local_size = { size[0], size[1], size[2] }, .work_dim = 3,
			     .scratch = scratch, .local_mem = memory };

	for (wg.group_id[0] = 0; wg.group_id[0] < GROUPS; wg.group_id[0]++)
		kernel->entry(&packed, &wg);
	free(scratch);
	free(memory);
}

/* The number of launches whose results differ. */
static int
compare(const struct mux_kernel *image, kernel_function *kernel)
{
	static const uint64_t sizes[][3] = { { 1, 1, 1 }, { 5, 1, 1 }, { 16, 1, 1 }, { 37, 1, 1 }, { 64, 1, 1 }, { 4, 4, 2 },
					     { 7, 3, 5 }, { 1, 19, 1 }, { 100, 2, 1 }, { 256, 1, 1 } };
	static uint want[GROUPS * MAX_ITEMS], got[GROUPS * MAX_ITEMS];
	uint i, s;
	int bad = 0;

	sub_group = image->sub_group_size;
	for (i = 0; i < GROUPS * MAX_ITEMS; i++)
		in[i] = i * 2654435761u >> 7;
	for (s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (k = 0; k < 3 && takes_size(image, sizes[s][0], sizes[s][1], sizes[s][2]); k++) {
			items = (uint)(sizes[s][0] * sizes[s][1] * sizes[s][2]);
			memset(want, 0, sizeof want);
			memset(got, 0, sizeof got);
			run_oracle(kernel, want);
			run_image(image, got, sizes[s]);
			if (!memcmp(want, got, sizeof want))
				continue;
			for (i = 0; want[i] == got[i]; i++)
				;
			printf("%s: sub-groups of %u, size %u,%u,%u, k %u: wanted %u of item %u, got %u\n", image->name, sub_group,
			       (uint)sizes[s][0], (uint)sizes[s][1], (uint)sizes[s][2], k, want[i], i, got[i]);
			bad++;
		}
	return bad;
}

#include "compare-kernels.h"
