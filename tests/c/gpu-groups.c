/*
 * Runs the kernels of tests/inputs/sycl/gpu-groups.cpp, compiled for an NVIDIA GPU and then
 * from that GPU's IR for this processor, and compares all results: no GPU is needed to see that
 * group functions need no barrier that they lack.  Work-items are fibers that go on in
 * random order and give way where the GPU's instructions make them wait; lanes that do
 * not exist give 0xdeadbeef, local memory begins with odd bytes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { STACK = 256 << 10, MOST = 1024, LANES = 32, INTS = 1000, RESULTS = 16, NO_LANE = (int)0xdeadbeef };

struct fiber {
	ucontext_t context;
	char *stack;
	unsigned id[3];
	int lane, warp, done;
};
struct meeting {
	int arrived;
	unsigned turn;
};
struct warp {
	struct meeting meeting;
	int value[LANES];
};

static struct fiber fibers[MOST], *me;
static struct warp warps[MOST / LANES];
static struct meeting group;
static ucontext_t scheduler;
static int count;
static unsigned size[3], seed = 1;
static int in[INTS + MOST], out[MOST * RESULTS];
static long wrong;

typedef void kernel(void *functor, void *kargs, int local);
extern kernel _ZTSZ4mainE8groups_1, _ZTSZ4mainE8groups_2, _ZTSZ4mainE8groups_3;
static kernel *const kernels[] = { _ZTSZ4mainE8groups_1, _ZTSZ4mainE8groups_2, _ZTSZ4mainE8groups_3 };
extern char _ZN4sycl6detail9part_turnE[LANES * 4], _ZN4sycl6detail11part_memoryILm4EEE[2 * LANES * 4];

static unsigned
draw(unsigned below)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed % below;
}

/* --- what the GPU's instructions do --- */

static void
meet(struct meeting *meeting, int all)
{
	const unsigned turn = meeting->turn;
	struct fiber *self = me;

	if (++meeting->arrived == all) {
		meeting->arrived = 0;
		meeting->turn++;
	}
	while (meeting->turn == turn) {
		swapcontext(&self->context, &scheduler);
		me = self;
	}
}

static int
lanes(int warp)
{
	return count - LANES * warp < LANES ? count - LANES * warp : LANES;
}

static int
exchange(int value, int from)
{
	struct warp *warp = &warps[me->warp];
	const int n = lanes(me->warp);
	int result;

	warp->value[me->lane] = value;
	meet(&warp->meeting, n);
	result = from < n ? warp->value[from] : NO_LANE;
	meet(&warp->meeting, n);
	return result;
}

void gpu_barrier_cta_sync_aligned_all(int id);
void
gpu_barrier_cta_sync_aligned_all(int id)
{
	(void)id;
	meet(&group, count);
}

int gpu_shfl_sync_down_i32(int mask, int value, int distance, int most);
int
gpu_shfl_sync_down_i32(int mask, int value, int distance, int most)
{
	(void)mask;
	return exchange(value, me->lane + distance > most ? me->lane : me->lane + distance);
}

int gpu_shfl_sync_idx_i32(int mask, int value, int lane, int most);
int
gpu_shfl_sync_idx_i32(int mask, int value, int lane, int most)
{
	(void)mask;
	return exchange(value, lane & most);
}

#define REGISTER(name, value) \
	int gpu_read_ptx_sreg_##name(void); \
	int gpu_read_ptx_sreg_##name(void) { return (int)(value); }
REGISTER(tid_x, me->id[0])
REGISTER(tid_y, me->id[1])
REGISTER(tid_z, me->id[2])
REGISTER(ntid_x, size[0])
REGISTER(ntid_y, size[1])
REGISTER(ntid_z, size[2])
REGISTER(ctaid_x, 0)
REGISTER(ctaid_y, 0)
REGISTER(ctaid_z, 0)
REGISTER(nctaid_x, 1)
REGISTER(nctaid_y, 1)

/* --- a work-group --- */

static kernel *runs;

static void
run_item(void)
{
	static char kargs[56];
	void *functor[] = { in, out };

	runs(functor, kargs, 0);
	me->done = 1;
	swapcontext(&me->context, &scheduler);
}

static void
run_group(void)
{
	memset(_ZN4sycl6detail9part_turnE, 0x5a, sizeof _ZN4sycl6detail9part_turnE);
	memset(_ZN4sycl6detail11part_memoryILm4EEE, 0x77, sizeof _ZN4sycl6detail11part_memoryILm4EEE);
	for (int i = 0; i < count; i++) {
		struct fiber *fiber = &fibers[i];

		if (!fiber->stack)
			fiber->stack = malloc(STACK);
		fiber->id[0] = (unsigned)i % size[0];
		fiber->id[1] = (unsigned)i / size[0] % size[1];
		fiber->id[2] = (unsigned)i / size[0] / size[1];
		fiber->lane = i % LANES;
		fiber->warp = i / LANES;
		fiber->done = 0;
		getcontext(&fiber->context);
		fiber->context.uc_stack.ss_sp = fiber->stack;
		fiber->context.uc_stack.ss_size = STACK;
		makecontext(&fiber->context, run_item, 0);
	}
	for (int left = count; left > 0; ) {
		const unsigned first = draw((unsigned)count), n = draw(4) ? 40 : (unsigned)count;

		for (unsigned i = 0; i < n; i++) {
			me = &fibers[(first + i) % (unsigned)count];
			if (me->done)
				continue;
			swapcontext(&scheduler, &me->context);
			left -= me->done;
		}
	}
}

static void
compare(int item, int slot, long long wanted)
{
	const int got = out[item * RESULTS + slot];

	if (got != (int)wanted && wrong++ < 20)
		printf("%ux%ux%u: work-item %d: result %d is %d, not %d\n", size[0], size[1], size[2], item, slot, got, (int)wanted);
}

static void
check_item(int item)
{
	const int first = item / LANES * LANES, last = first + lanes(item / LANES) - 1;
	int most = in[0], least = 100, before = 0, sum = 0, low = 0, seven = 0, bits = 0, odd = 0, peak = in[0], own = 0, so_far = 0;
	unsigned mixed = 0;

	for (int k = 0; k < 5; k++) {
		unsigned all = 0, until = 0;

		for (int i = 0; i < count; i++) {
			all += (unsigned)(in[i] + k);
			until += i <= item ? (unsigned)(in[i] ^ k) : 0;
		}
		mixed = (mixed + all) ^ until;
	}
	for (int i = 0; i < count; i++) {
		const int v = in[i];

		most = v > most ? v : most;
		least = v < least ? v : least;
		sum += v;
		before += i < item ? v : 0;
		low += v & 127;
		seven |= v == 7;
		bits ^= v * 2;
		odd |= v & 1;
		peak = i <= item && v > peak ? v : peak;
		own += i >= first && i <= last ? v : 0;
		so_far += i >= first && i <= item ? v : 0;
	}
	const long long wanted[RESULTS - 1] = { (int)mixed, most, sum, before, (int16_t)low, own, so_far, 3LL * sum, seven, in[count / 2],
		bits, peak, 0, odd, least };

	for (int slot = 0; slot < RESULTS - 1; slot++)
		if (slot != 12)
			compare(item, slot, wanted[slot]);
	sum = 0;
	for (int i = 0; i < INTS; i++)
		sum += in[i];
	compare(item, 12, sum);
	if (item < last)
		compare(item, 15, in[item + 1]);
}

int
main(void)
{
	static const unsigned shapes[][4] = {
		{ 1, 1, 1, 1 }, { 1, 5, 1, 1 }, { 1, 31, 1, 1 }, { 1, 32, 1, 1 }, { 1, 33, 1, 1 }, { 1, 64, 1, 1 }, { 1, 100, 1, 1 },
		{ 1, 256, 1, 1 }, { 1, 257, 1, 1 }, { 1, 300, 1, 1 }, { 1, 1000, 1, 1 }, { 1, 1024, 1, 1 }, { 2, 4, 4, 1 }, { 2, 8, 8, 1 },
		{ 2, 7, 5, 1 }, { 2, 16, 33, 1 }, { 2, 32, 32, 1 }, { 2, 1, 40, 1 }, { 3, 4, 4, 4 }, { 3, 3, 5, 7 }, { 3, 8, 8, 16 }, { 3, 2, 1, 33 },
	};

	for (int i = 0; i < INTS + MOST; i++)
		in[i] = (int)((unsigned)i * 2654435761U >> 20) % 1000;
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
			memcpy(size, shapes[i] + 1, sizeof size);
			count = (int)(size[0] * size[1] * size[2]);
			runs = kernels[shapes[i][0] - 1];
			memset(out, 0, sizeof out);
			run_group();
			for (int item = 0; item < count; item++)
				check_item(item);
		}
	}
	printf("%ld wrong\n", wrong);
	return wrong != 0;
}
