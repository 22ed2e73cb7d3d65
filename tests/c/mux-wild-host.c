/*
 * Compares kernels of mux-wild: those of a native CPU image with the same ones
 * compiled into this program, where one fiber is one work-item.
 *
 *     mux-wild-host IMAGE COUNT
 */
#define WILD_HOST
#include "mux-wild.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fibers.h"
#include "sycl-cc/mux-image.h"
#include "kernel-size.h"

enum { GROUPS = 4, BUFFER = 4 * GROUPS * WILD_ITEMS, COUNTS = 8, INPUT = 256 };

typedef void kernel_function(uint *out, const uint *in, uint k, uint *tmp, uint *buf, uint *own, uint *counts, struct args a);

/* The memory of a launch. */
struct memory {
	uint out[BUFFER], buf[BUFFER], own[BUFFER], counts[COUNTS], in[INPUT];
	uint tmp[WILD_ITEMS];
	struct args args;
	uint k;
};

static ulong exchanged[WILD_ITEMS];	/* a value of each work-item */
static uint items, local_size[3], group_id[3];
static const uint num_groups[3] = { 2, 1, 2 }, offset[3] = { 5, 0, 3 };
static struct shared shared;
static kernel_function *function;
static struct memory *arguments;

/* --- the oracle ----------------------------------------------------------------- */

uint oracle_query(int what, uint dimension);
void oracle_barrier(void);
ulong oracle_fold(int scan, int op, ulong value, int size);
uint oracle_broadcast(uint value, ulong x, ulong y, ulong z);
struct shared *oracle_shared(void);

uint
oracle_query(int what, uint dimension)
{
	const uint id[3] = { fiber_number % local_size[0], fiber_number / local_size[0] % local_size[1],
			     fiber_number / local_size[0] / local_size[1] };

	switch (what) {
	case 0:
		return fiber_number;
	case 1:
		return id[dimension];
	case 2:
		return group_id[dimension];
	case 3:
		return local_size[dimension];
	case 4:
		return num_groups[dimension];
	default:
		return group_id[dimension] * local_size[dimension] + id[dimension] + offset[dimension];
	}
}

void
oracle_barrier(void)
{
	fiber_wait();
}

static ulong
combine(int op, ulong a, ulong b)
{
	if (op == 0)
		return a + b;
	return (op == 1) == (a < b) ? a : b;
}

ulong
oracle_fold(int scan, int op, ulong value, int size)
{
	ulong result = op == 1 ? 0xffffffffu : 0;
	uint i;

	exchanged[fiber_number] = value;
	oracle_barrier();
	for (i = 0; i < items; i++)
		if (!fiber[i].done && (scan == 0 || i < fiber_number || (scan == 1 && i == fiber_number)))
			result = combine(op, result, exchanged[i]);
	oracle_barrier();
	return size == 4 ? (uint)result : result;
}

uint
oracle_broadcast(uint value, ulong x, ulong y, ulong z)
{
	ulong result;

	exchanged[fiber_number] = value;
	oracle_barrier();
	result = exchanged[(z * local_size[1] + y) * local_size[0] + x];
	oracle_barrier();
	return (uint)result;
}

struct shared *
oracle_shared(void)
{
	return &shared;
}

static void
run_item(void)
{
	struct memory *m = arguments;

	function(m->out, m->in, m->k, m->tmp, m->buf, m->own, m->counts, m->args);
}

/* --- both ways -------------------------------------------------------------------- */

static void
set_group(uint number)
{
	group_id[0] = number % num_groups[0];
	group_id[1] = number / num_groups[0] % num_groups[1];
	group_id[2] = number / num_groups[0] / num_groups[1];
}

static void
run_oracle(kernel_function *kernel, struct memory *m)
{
	uint i;

	function = kernel;
	arguments = m;
	for (i = 0; i < GROUPS; i++) {
		set_group(i);
		fibers_run(items, run_item);
	}
}

/* Puts the arguments where the table says. */
static void
pack(const struct mux_kernel *kernel, struct memory *m, char *packed)
{
	uint *const pointer[] = { m->out, m->in, NULL, m->tmp, m->buf, m->own, m->counts };
	int i;

	for (i = 0; i < 7; i++)
		memcpy(packed + kernel->args[i].offset, &pointer[i], i == 2 ? 0 : sizeof pointer[i]);
	memcpy(packed + kernel->args[2].offset, &m->k, sizeof m->k);
	memcpy(packed + kernel->args[7].offset, &m->args, sizeof m->args);
}

static void
run_image(const struct mux_kernel *kernel, struct memory *m)
{
	void *scratch = aligned_alloc(64, mux_scratch_size(kernel, items) + 64);
	void *local = aligned_alloc(64, (kernel->local_size + 127) / 64 * 64);
	static _Alignas(64) char packed[256];
	struct mux_wg wg = { .work_dim = 3, .scratch = scratch, .local_mem = local };
	uint i, k;

	pack(kernel, m, packed);
	for (k = 0; k < 3; k++) {
		wg.num_groups[k] = num_groups[k];
		wg.global_offset[k] = offset[k];
		wg.local_size[k] = local_size[k];
	}
	for (i = 0; i < GROUPS; i++) {
		set_group(i);
		for (k = 0; k < 3; k++)
			wg.group_id[k] = group_id[k];
		kernel->entry(packed, &wg);
	}
	free(scratch);
	free(local);
}

static void
memory_init(struct memory *m, uint k)
{
	uint i;

	memset(m, 0, sizeof *m);
	for (i = 0; i < INPUT; i++)
		m->in[i] = i * 2654435761u >> 7;
	for (i = 0; i < BUFFER; i++)
		m->buf[i] = i * 40503u;
	for (i = 0; i < 4; i++)
		m->args.t[i] = i * 77u + k;
	m->args.c = 200;
	m->args.h = 50000;
	m->args.q = 0x123456789abcdefu;
	m->counts[5] = m->counts[7] = 0xffffffffu;
	m->k = k;
}

/* What differs, NULL: nothing. */
static const char *
difference(const struct memory *want, const struct memory *got, uint *place)
{
	static const char *const names[] = { "out", "buf", "own", "counts" };
	const uint *a[] = { want->out, want->buf, want->own, want->counts };
	const uint *b[] = { got->out, got->buf, got->own, got->counts };
	uint i;

	for (i = 0; i < 4; i++)
		for (*place = 0; *place < (i == 3 ? COUNTS : BUFFER); ++*place)
			if (a[i][*place] != b[i][*place])
				return names[i];
	return NULL;
}

/* The number of launches whose results differ. */
static int
compare(const struct mux_kernel *image, kernel_function *kernel)
{
	static const uint sizes[][3] = { { 1, 1, 1 }, { 5, 1, 1 }, { 16, 1, 1 }, { 37, 1, 1 }, { 4, 4, 2 }, { 3, 5, 7 },
					 { 1, 1, 17 }, { 19, 2, 1 }, { 64, 1, 1 }, { 1024, 1, 1 } };
	static struct memory want, got;
	uint s, k, place;
	const char *what;
	int bad = 0;

	for (s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (k = 0; k < (sizes[s][0] == 1024 ? 1 : 3) && takes_size(image, sizes[s][0], sizes[s][1], sizes[s][2]); k++) {
			memcpy(local_size, sizes[s], sizeof local_size);
			items = local_size[0] * local_size[1] * local_size[2];
			memory_init(&want, k);
			memory_init(&got, k);
			run_oracle(kernel, &want);
			run_image(image, &got);
			what = difference(&want, &got, &place);
			if (!what)
				continue;
			printf("%s: size %u,%u,%u, k %u: %s[%u] differs\n", image->name, local_size[0], local_size[1], local_size[2],
			       k, what, place);
			bad++;
		}
	return bad;
}

#include "compare-kernels.h"
