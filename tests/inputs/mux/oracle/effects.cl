// What work-items do before, between and behind tests that divide rows, and those that fail them too.
#include "oracle.h"

#define G0 ((int)get_global_id(0))
#define G1 ((int)get_global_id(1))
#define N0 ((int)get_local_size(0) * 2 - 3)
#define N1 ((int)get_local_size(1) * 2 - 1)

K(before_int)
{
	int i = G0;
	out[GL] = 7;
	if (i < N0)
		out[GL] = in[i] * 3;
}

K(before_uint)
{
	uint i = get_global_id(0);
	out[GL] = in[i & 7];
	if (i >= (uint)N0)
		out[GL] += 5;
}

K(before_size)
{
	size_t i = get_global_id(0);
	out[GL] = in[i & 7];
	if (i < (size_t)N0)
		out[GL] += 5;
}

K(before_return)
{
	int i = G0;
	out[GL] = i;
	if (i >= N0)
		return;
	out[GL] = in[i] + 1;
}

K(before_return_of_first)
{
	int i = G0;
	out[GL] = i * 3;
	if (i < N0)
		return;
	out[GL] += in[i];
}

K(before_sum)
{
	int i = G0 + (int)get_num_groups(0);
	out[GL] = 9;
	if (i <= N0)
		out[GL] = in[i];
}

K(before_row)
{
	int x = G0, y = G1;
	out[GL] = y;
	if (y < N1)
		out[GL] = in[y * 16 + x];
}

K(before_two)
{
	int x = G0, y = G1;
	out[GL] = 4;
	if (x > 0 && x < N0 && y < N1)
		out[GL] = in[x - 1] + in[x + 1];
}

K(between)
{
	int x = G0, y = G1;
	uint here = GL;
	out[here] = 1;
	if (y < N1) {
		out[here] = 2;
		if (x < N0) {
			out[here] += in[x];
			if (x > 2)
				out[here] ^= in[y];
		}
	}
}

K(between_alone)
{
	int x = G0;
	uint here = GL;
	if (x < N0) {
		out[here] = 2;
		if (x > 1)
			out[here] = in[x];
	}
}

K(between_returns)
{
	int x = G0, y = G1;
	if (x >= N0)
		return;
	out[GL] = 3;
	if (y >= N1)
		return;
	out[GL] += in[x + y];
	if (x == 0)
		return;
	out[GL] ^= 0x55;
}

K(count_before)
{
	int i = G0;
	atomic_add(&out[GL & ~3u], 3);
	if (i < N0)
		atomic_add(&out[GL & ~3u], in[i]);
}

K(count_between)
{
	int i = G0;
	if (i < N0) {
		atomic_inc(&out[GL & ~1u]);
		if (i > 3)
			atomic_add(&out[GL & ~1u], in[i] & 255);
	}
}

K(neighbour_before)
{
	int i = G0, n = get_global_size(0);
	uint row = GL - (uint)i;
	out[row + (uint)(n - 1 - i)] = (uint)i * 5;
	if (i < N0)
		out[row + (uint)(n - 1 - i)] = in[i];
}

K(behind)
{
	int i = G0;
	uint sum = 1;
	if (i < N0)
		sum = in[i] * 3;
	out[GL] = sum + (uint)i;
}

K(behind_two)
{
	int x = G0, y = G1;
	uint sum = 8;
	if (x > 0 && x < N0 && y > 0 && y < N1)
		sum = in[y * 16 + x - 1] + in[y * 16 + x + 1];
	out[GL] = sum;
}

K(other_way)
{
	int x = G0;
	if (x > 0 && x < N0)
		out[GL] = in[x - 1] ^ in[x + 1];
	else
		out[GL] = in[x] + 1;
}

K(volatile_before)
{
	volatile __global uint *at = out;
	int i = G0;
	at[GL] = 6;
	at[GL] = at[GL] + 1;
	if (i < N0)
		at[GL] = in[i];
}

K(private_before)
{
	int i = G0;
	uint kept[4] = { 1, 2, 3, 4 };
	kept[i & 3] = in[i];
	if (i < N0)
		out[GL] = kept[(i + 1) & 3] + kept[i & 3];
}

K(local_before)
{
	__local uint tile[256];
	int i = G0;
	tile[LL & 255] = in[i];
	if (i < N0)
		out[GL] = tile[LL & 255] + 1;
}

K(barrier_behind)
{
	__local uint tile[1024];
	int i = G0;
	tile[LL] = 5;
	if (i < N0)
		tile[LL] = in[i];
	BL;
	out[GL] = tile[LN - 1 - LL] + tile[LL];
}

K(returns_before_barrier)
{
	__local uint tile[1024];
	int i = G0;
	out[GL] = tile[LL] = 5;
	if (i >= N0)
		return;
	tile[LL] = in[i];
	BL;
	out[GL] = tile[LL] + 2;
}

void
note(__global uint *at, uint value)
{
	*at = value;
}

__attribute__((noinline)) uint
noted(__global uint *at, uint value)
{
	*at = value;
	return value * 2;
}

K(helper_before)
{
	int i = G0;
	note(out + GL, 11);
	if (i < N0)
		note(out + GL, in[i]);
}

K(call_before)
{
	int i = G0;
	uint twice = noted(out + GL, 12);
	if (i < N0)
		out[GL] = in[i] + twice;
}

K(loop_before)
{
	int i = G0;
	for (uint k = 0; k < 3; k++)
		out[GL] = out[GL] * 3 + k;
	if (i < N0)
		out[GL] += in[i];
}

// None but what is behind the tests: work-items that pass them in the middle, at the ends, or each alone.
#define PASSES(name, test) \
	K(name) \
	{ \
		int x = G0, y = G1, w = (int)get_global_size(0); \
		if (test) \
			out[GL] = in[x] * 3 + in[y] + 1; \
	}
PASSES(passes_inside, x > 0 && x < N0)
PASSES(passes_below, x < N0 && y < N1)
PASSES(passes_behind, x >= 3 && y > 0)
PASSES(passes_unless, x != 3 && y != 1)
PASSES(passes_unless_last, x != w - 1 && x > 1)
PASSES(passes_unless_middle, x != N0 / 2)
PASSES(passes_at_most_all, (uint)x <= (uint)get_num_groups(2) - 2u)
PASSES(passes_alone, x == 4 && y >= 0)
PASSES(passes_outside, x - 2 > 5 || x < 1)
PASSES(passes_wrapped, (uint)(x - 3) < (uint)N0 && (uint)(y - 1) < 4u)
PASSES(passes_odd, x > 1 && (x & 1))
PASSES(passes_some, x > 1 && in[x] > in[y])

K(passes_tripled)
{
	int x = G0, w = (int)get_global_size(0);
	if (x > 1 && 3 * x < w)
		out[GL - (uint)x + 3u * (uint)x] = in[3 * x] + in[2 * x];
}

K(passes_or_returns)
{
	int x = G0, y = G1;
	if (x < 2)
		return;
	if (y >= N1 || x > N0)
		return;
	out[GL] = in[x - 2] ^ in[x] * 5;
}
