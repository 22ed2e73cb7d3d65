// Remainders and quotients of ids: rows in rows, neighbours around the edge, bits and shifts, below 0 and over the end.
#include "oracle.h"

#define G0 ((int)get_global_id(0))
#define G1 ((int)get_global_id(1))
#define A(i) in[(i) & 1023]
/* Numbers that launches have, as divisors: 2, the group's length, and the range's. */
#define TWO ((uint)get_num_groups(0))
#define LENGTH ((uint)get_local_size(0))
#define RANGE ((uint)get_global_size(0))

#define DIVIDE(name, type, number, divisor) \
	K(name) \
	{ \
		type v = (type)(number), w = (type)(divisor); \
		type x = w != 0 ? v % w : v, y = w != 0 ? v / w : w; \
		out[GL] = A((uint)(y * 40 + x)) + A((uint)x + 3) * 5 + (uint)y * 7; \
	}
DIVIDE(few, uint, get_global_id(0), TWO + 1)
DIVIDE(more, uint, get_global_id(0) + (in[1] >> 26), LENGTH + 2)
DIVIDE(signed_few, int, G0 + (int)LENGTH, (int)TWO + 5)
DIVIDE(from_below, int, G0 - 20, (int)TWO + 4)
DIVIDE(by_negative, int, G0 - 12, -3 - (int)TWO)
DIVIDE(by_nothing, int, G0, (int)TWO - 2)
DIVIDE(from_the_least, int, (int)(0x80000001u + (uint)G0), 1 - (int)TWO)
DIVIDE(over_the_end, uint, (uint)G0 - 18, 9 + TWO)
DIVIDE(half_way, uint, (uint)G0 + 0x7ffffff0u, 0x7ffffff9u)
DIVIDE(past_half, uint, (uint)G0 + 0xbffffff0u, 0xbffffff9u)
DIVIDE(longs, long, (long)get_global_id(0) - 9, (long)TWO + 4)
DIVIDE(ulongs, ulong, get_global_id(0) + 0xfffffff8u, (ulong)LENGTH + 4)
DIVIDE(ulongs_over_the_end, ulong, get_global_id(0) - 13, 0x100000000ul)
DIVIDE(by_constant, int, G0 + 90, 100)
DIVIDE(by_power, int, G0 + 50, 64)
DIVIDE(by_power_from_below, int, G0 - 75, 64)
DIVIDE(unsigned_power, uint, get_global_id(0) + 120, 128)
DIVIDE(other_rows, uint, get_global_id(1) * 13 + get_global_id(0), TWO * 4 + 1)
DIVIDE(local_ids, uint, get_local_id(0), TWO + 3)
DIVIDE(linear_ids, uint, GL, RANGE - 1 + (RANGE == 1))
DIVIDE(own_divisor, uint, get_global_id(0), (in[G0 & 7] >> 29) + 1)

// A ring: the neighbours of the first one are the second one and the last one.
K(ring)
{
	int w = get_global_size(0), h = get_global_size(1), x = G0, y = G1;
	int left = (x + w - 1) % w, right = (x + 1) % w, up = (y + h - 1) % h, down = (y + 1) % h;
	out[GL] = A(y * w + left) + A(y * w + right) * 3 + A(up * w + x) * 5 + A(down * w + x) * 7 + A(up * w + left) * 11;
}

K(ring_inside)
{
	int w = (int)RANGE / 3 + 3, x = G0;
	uint sum = 0;
	if (x > 2 && x < 30 && G1 < 3)
		sum = A((x + w - 1) % w) + A((x + 2) % w * 2) + A(x / w);
	out[GL] = sum;
}

K(below_a_bound)
{
	int n = (int)(in[8] >> 27), w = (int)TWO + 3, x = get_local_id(0);
	out[GL] = 9;
	if (x < n)
		out[GL] = A(x % w * 3) ^ A(x / w + 5);
}

K(stencil_in_a_line)
{
	int w = (int)LENGTH + 4, i = G0, x = i % w, y = i / w;
	uint v = 1;
	if (x > 0 && y > 0 && x < w - 1 && y < 6)
		v = A(y * w + x) + A(y * w + x - 1) * 3 + A(y * w + x + 1) * 5 + A((y - 1) * w + x) * 7 + A((y + 1) * w + x) * 9;
	out[GL] = v;
}

K(three_in_a_line)
{
	uint w = TWO + 1, h = LENGTH, i = get_global_id(0) + G1;
	uint x = i % w, y = i / w % h, z = i / (w * h);
	out[GL] = A((z * h + y) * w + x) + A(x * h + y) * 3 + z;
}

// Bits: remainders by powers of two, quotients, and both joined again.
K(bits_of_ids)
{
	int i = G0 + 40, j = G0 - 66;
	uint u = (uint)G0 - 70;
	out[GL] = A(i & 63) + A(i >> 6) * 3 + A((i & ~63) | (i & 63)) * 5 + A((uint)(j & 127)) * 7 + A((uint)(j >> 6) & 255) * 9 +
		  A(u >> 26) * 11 + A(u & 0x1fc0) * 13 + A((i & 0x3ffc0) >> 5) * 17;
}

K(bits_of_longs)
{
	ulong i = get_global_id(0) + 100, j = get_global_id(0) - 30;
	out[GL] = A((uint)(i & 63)) + A((uint)(i >> 7)) * 3 + A((uint)(j & 0xffffffc0)) * 5 + A((uint)(j >> 58)) * 7 + A((uint)(j & 511)) * 9;
}

K(into_rows)
{
	__local uint line[1024];
	uint l = LL, n = LN, w = TWO + 1, v = A(GL);
	line[(l % w) * 200 + l / w] = v;
	BL;
	uint x = l % w * 200 + l / w;
	out[GL] = line[x] + v + x;
	BL;
	line[n - 1 - l] = v;
	BL;
	out[GL] ^= line[(l + n - 1) % n];
}

K(groups)
{
	uint i = get_group_id(0) * 64 + get_local_id(0), x = i % 96, y = i / 96;
	out[GL] = A(x * 3 + y) + A(y * 96 + x) * 5;
}

// Remainders of remainders and of quotients.
K(rings_in_a_line)
{
	int w = (int)LENGTH + 2, h = (int)TWO + 1, i = G0 + G1 * 3, x = i % w, y = i / w % h;
	int left = (x + w - 1) % w, right = (x + 1) % w, up = (y + h - 1) % h, down = (y + 1) % h;
	uint sum = A(y * w + left) + A(y * w + right) * 3 + A(up * w + x) * 5 + A(down * w + x) * 7;
	if (x > 0 && y < h - 1)
		sum += A(up * w + (right + 3) % w) * 11 + (uint)(i - y * w);
	out[GL] = sum;
}

K(again_in_a_loop)
{
	uint w = TWO + 2, i = get_global_id(0), sum = 0;
	for (uint k = 1; k < 4; k++)
		sum = sum * 3 + A((i + k) % w * 9) + A(i % (w + k)) + (i / w + k) % w;
	out[GL] = sum;
}

// Neighbours that end at the edges.
K(clamped)
{
	int w = (int)RANGE, h = (int)get_global_size(1), x = G0, y = G1;
	int left = max(x - 1, 0), right = min(x + 1, w - 1), up = max(y - 1, 0), down = min(y + 1, h - 1);
	out[GL] = A(y * w + left) + A(y * w + right) * 3 + A(up * w + x) * 5 + A(down * w + x) * 7 + A(down * w + right) * 9;
}

K(clamped_twice)
{
	int w = (int)RANGE, x = G0;
	uint sum = 0;
	for (int k = -3; k < 4; k++)
		sum = sum * 3 + A(max(min(x + k, w - 1), 0)) + A(clamp(x + k, 2, w - 2 < 2 ? 2 : w - 2) * 2);
	out[GL] = sum + A(min(max(x - 4, 0), w - 5 < 0 ? 0 : w - 5)) + A(max(x - 1, (int)TWO) + 1);
}

#define CLAMP(name, type, number, low, high) \
	K(name) \
	{ \
		type v = (type)(number); \
		out[GL] = A((uint)max(v, (type)(low))) + A((uint)min(v, (type)(high))) * 3 + A((uint)min(max(v, (type)(low)), (type)(high))) * 5; \
	}
CLAMP(clamped_unsigned, uint, get_global_id(0) + 2, TWO, RANGE - 1)
CLAMP(clamped_from_below, uint, get_global_id(0) - 7, TWO, RANGE + 60)
CLAMP(clamped_signed, int, G0 - 7, 0, (int)RANGE - 9)
CLAMP(clamped_longs, long, (long)get_global_id(0) - 3, (long)TWO, (long)RANGE - 2)
CLAMP(clamped_ulongs, ulong, get_global_id(0) - 3, (ulong)TWO, (ulong)RANGE - 2)
CLAMP(clamped_over_the_end, uint, (uint)G0 + 0xfffffff3u, TWO, 0xfffffffau)
CLAMP(clamped_at_half, int, (int)((uint)G0 + 0x7ffffff0u - RANGE), 3, 0x7ffffff0)
CLAMP(clamped_by_constants, uint, get_global_id(0) + 50, 1, 100)
CLAMP(clamped_mostly, int, G0, 9, 12)
CLAMP(clamped_other_way, int, 40 - G0, 0, (int)RANGE)

K(clamped_in_a_line)
{
	int w = (int)LENGTH + 3, i = G0, x = i % w, y = i / w;
	out[GL] = A(y * w + max(x - 1, 0)) + A(y * w + min(x + 1, w - 1)) * 3 + A(max(y - 1, 0) * w + x) * 5 +
		  A((max(i - 2, 0)) % w) * 7 + A(min(i, (int)RANGE - 3) / w) * 9;
}

K(clamped_behind_tests)
{
	int w = (int)RANGE, h = (int)get_global_size(1), x = G0, y = G1;
	uint v = 5;
	if (x < w - 1 && y < h && x != 3)
		v = A(y * w + max(x - 2, 0)) + A(y * w + min(x + 2, w - 2)) * 3;
	out[GL] = v;
}

K(clamped_in_local_memory)
{
	__local uint line[1024];
	int l = (int)LL, n = (int)LN, x = get_local_id(0), m = (int)LENGTH;
	line[l] = A(GL);
	BL;
	out[GL] = line[max(l - 1, 0)] + line[min(l + 1, n - 1)] * 3 + line[max(x - 1, 0)] * 5 + line[min(x + 3, m - 1)] * 7;
}

// Divisions that the work-items of a segment share, behind a branch that the first of them does not take.
K(shared_in_a_segment)
{
	uint w = LENGTH + 2, h = TWO + 1, i = get_global_id(0) + G1, x = i % w, y = i / w, v = 0;
	BL;
	if (x > (in[3] & 3))
		v = A(y % h + x) + A((y + 1) / h) * 3 + A((y + 5) % (h + (in[4] >> 30))) * 5;
	out[GL] = v;
}

// The same of the work-items of a row.
K(shared_in_a_row)
{
	size_t x = get_global_id(0), y = get_global_id(1), h = get_num_groups(0) + get_global_size(1);
	uint v = 0;
	if (in[x] & 1)
		v = in[(y + h - 1) % h * 16 + x];
	out[GL] = v;
}

// Neighbours that a comparison chooses.
K(chosen)
{
	int w = (int)RANGE, x = G0;
	out[GL] = A(x > 0 ? x - 1 : 0) + A(x < w - 1 ? x + 1 : x) * 3 + A(x > 0 ? x - 1 : w - 1) * 5 + A(x + 1 < w ? x + 1 : 0) * 7 +
		  A(x == w - 1 ? 0 : x + 1) * 9 + A(x == 0 ? 3 : x - 1) * 11 + A(x != 2 ? x : 7) * 13;
}

K(chosen_further)
{
	uint w = RANGE, r = in[0] & 7, x = get_global_id(0);
	out[GL] = A(x < 3u ? 0u : x - 3u) + A(x + 5u >= w ? w - 1 : x + 5u) * 3 + A(x >= r ? x - r : 0u) * 5 + A(x > r ? x - r : w - 1) * 7 +
		  A(x + (x < w - 2u ? 2u : 0u)) * 9 + A(x + (x + r < w ? r : 0u)) * 11;
}

K(chosen_behind_tests)
{
	int w = (int)RANGE, h = (int)get_global_size(1), x = G0, y = G1;
	uint v = 5;
	if (x < w - 1 && y < h && x != 3)
		v = A(y * w + (x > 1 ? x - 2 : 0)) + A(y * w + (x < w - 3 ? x + 2 : x)) * 3 + A((y > 0 ? y - 1 : 0) * w + x) * 5;
	out[GL] = v;
}

K(chosen_over_the_end)
{
	uint x = get_global_id(0) + 0xfffffff3u;
	long y = (long)get_global_id(0) - 9, w = (long)RANGE - 9;
	out[GL] = A(x > 1u ? x - 1u : 0u) + A(x < 0xfffffffau ? x + 1u : x) * 3 + A(y > -5 ? y - 1 : 4) * 5 + A(y < w - 1 ? y + 1 : y) * 7 +
		  A(y < (long)TWO / 2 ? y : y + 1) * 9 + A(x < 0x80000000u ? x : x - 1u) * 11;
}

K(chosen_in_a_line)
{
	int w = (int)LENGTH + 3, i = G0, x = i % w, y = i / w;
	out[GL] = A(y * w + (x ? x - 1 : 0)) + A(y * w + (x < w - 1 ? x + 1 : 0)) * 3 + A((y ? y - 1 : 0) * w + x) * 5 +
		  A((i > 2 ? i - 2 : 0) % w) * 7 + A((i < (int)RANGE - 3 ? i + 1 : i) / w) * 9;
}

K(chosen_of_chosen)
{
	uint w = RANGE, x = get_global_id(0), l = get_local_id(0), m = LENGTH;
	uint left = x > 0 ? x - 1 : 0, right = x < w - 1 ? x + 1 : x, near = l ? l - 1 : 0;
	out[GL] = A(min(left, w - 2)) + A(left > 0 ? left - 1 : 0) * 3 + A(right < w - 1 ? right + 1 : right) * 5 +
		  A(max(right, 2u) - 2) * 7 + A(near > 0 ? near - 1 : 0) * 9 + A(min(near + 3, m - 1)) * 11 + A(max(near, 1u) - 1) * 13;
}

/* What all of a row share, divided in a loop, and used where the first work-item does not come to. */
K(shared_behind)
{
	uint w = RANGE, h = (uint)get_global_size(1), k = TWO, x = get_global_id(0), y = get_global_id(1), v = k;
	for (int d = 0; d < (int)k; d++) {
		v = in[(int)((y + 3) % h)];
		v -= in[(int)(max(min((int)y + d, (int)h - 1), 0) + x)];
	}
	if ((x & 5) == 0) {
		v = in[(int)(y + x * 2 + 1)] ^ x;
		v -= in[(int)(y + (x + w - 1) % w)] - (x * 3 + y);
	}
	out[GL] = v;
}

/* Places of a line, then loops that all work-items run together. */
#define PRODUCT(name, type, number, divisor, before) \
	K(name) \
	{ \
		type i = (type)(number), w = (type)(divisor), x = i % w, y = i / w; \
		uint s = 5; \
		before \
		for (type k = 0; k < (type)TWO + 6; k++) \
			s += A((uint)(y * 9 + k)) * A((uint)(k * w + x)); \
		out[GL] = s; \
	}
PRODUCT(product, int, G0, LENGTH + 3, )
PRODUCT(product_unsigned, uint, G0 + (in[1] >> 27), LENGTH + 3, )
PRODUCT(product_long, long, G0, TWO * 8 + 64, )
PRODUCT(product_ulong, ulong, G0 + 60, 64, )
PRODUCT(product_from_below, int, G0 - 20, TWO + 9, )
PRODUCT(product_over_the_end, uint, (uint)G0 - 18, TWO + 9, )
PRODUCT(product_at_the_end, int, 0x7ffffff0u + (uint)G0, 0x7ffffff9u, )
PRODUCT(product_by_negative, int, G0 - 12, -9 - (int)TWO, )
PRODUCT(product_below, int, G0, LENGTH / 2 + 1, if (i >= (int)RANGE - 2) { out[GL] = 3; return; })
PRODUCT(product_inside, uint, G0, LENGTH * 2 + 1, if (x == 0 || x == w - 1) { out[GL] = x; return; })
PRODUCT(product_behind_memory, int, G0, LENGTH + 1, out[GL] = (uint)x; if (x > (int)RANGE / 2) return; s += out[GL];)

K(layers_of_a_line)
{
	int w = (int)LENGTH, h = (int)TWO + 1, i = G0, x = i % w, y = i / w % h, z = i / (w * h);
	uint s = 1;
	for (int k = 0; k < h + 3; k++)
		s = s * 3 + A(((z + k) * h + y) * w + x) + A(y - z) * (uint)k;
	for (int k = 0; k < h; k++)
		s ^= A(z * k) + A(x + k * 17);
	out[GL] = s;
}

K(window_of_a_line)
{
	int w = (int)LENGTH, h = 3, i = G0, x = i % w, y = i / w % h;
	uint s = 1;
	for (int v = -(int)TWO; v <= (int)TWO; v++)
		for (int u = -1; u <= 1; u++)
			if (y + v >= 0 && y + v < h && x + u >= 0 && x + u < w)
				s += A((y + v) * w + x + u) * (uint)(v + u + 9);
	out[GL] = s;
}

K(place_in_the_loop)
{
	uint w = LENGTH + 2, s = 1;
	for (uint k = 0; k < TWO + 3; k++) {
		uint i = get_global_id(0) + k * 5, x = i % w, y = i / w;
		s = s * 5 + A(y * 40 + x) + A(x - k);
	}
	out[GL] = s;
}

K(bits_of_a_line)
{
	uint i = get_global_id(0) + 40, x = i & 63, y = i >> 6, q = i & 7, s = 1;
	for (uint k = 0; k < TWO + 3; k++)
		s = s * 5 + A(y * 40 + k) + A(k * 64 + x) + A(q + k);
	out[GL] = s;
}

/* As many rounds as the row's number says, or what it has in memory. */
K(rounds_of_a_row)
{
	int x = G0, y = G1;
	uint s = 2;
	for (int k = 0; k <= y; k++)
		s = s * 3 + A(k * (int)RANGE + x) + A(y);
	for (int k = y; k < (int)get_global_size(1); k++)
		s += A(k * (int)RANGE + x) * (uint)k;
	for (int k = (int)(in[y] >> 30); k < (int)(in[y + 1] >> 29); k++)
		s ^= A(k + x) + (uint)(k * y);
	if (y == 1)
		for (int k = 0; k < (int)TWO + 2; k++)
			s -= A(k * 5 + x);
	out[GL] = s;
}

K(rounds_of_a_layer)
{
	uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), s = 2;
	for (uint k = z; k < y + z + 2; k++) {
		if (x == k)
			continue;
		s = s * 3 + A(k * RANGE + x);
		for (uint m = x > 2 ? x - 2 : 0; m < min(x + 3, RANGE); m++)
			s += A(m + k * 7);
	}
	out[GL] = s;
}

K(rounds_of_a_local_row)
{
	uint x = get_local_id(0), y = get_local_id(1), s = 2;
	for (uint k = 0; k < y * 2 + 1; k++)
		s = s * 3 + A(k * LENGTH + x) + y;
	BL;
	for (uint k = y; k < 4; k++)
		s = s * 3 + A(k * LENGTH + x + TWO);
	out[GL] = s;
}
