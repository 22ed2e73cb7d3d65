// Tests at the beginning, of bounds in all dimensions.
#include "oracle.h"

#define G0 ((int)get_global_id(0))
#define G1 ((int)get_global_id(1))
#define A(i) in[(i) & 1023]

K(stencil)
{
	int w = get_global_size(0), h = get_global_size(1), x = G0, y = G1;
	out[GL] = 7;
	if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
		out[GL] = A(y * w + x - 1) + A(y * w + x + 1) + A((y - 1) * w + x) + A((y + 1) * w + x);
}

K(border)
{
	int w = get_global_size(0), h = get_global_size(1), x = G0, y = G1;
	if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
		out[GL] = A(x) * 3;
		return;
	}
	out[GL] = A(y * w + x) + A(y * w + x + 1) * 5;
}

K(one_behind_the_other)
{
	uint n = 1 + (in[0] & 31), m = in[1] & 3, sum = 1;
	if (get_global_id(0) < n)
		if (get_global_id(1) <= m)
			if (G0 + G1 != 5)
				for (uint k = 0; k < 4; k++)
					sum = sum * 3 + A(k + GL);
	out[GL] = sum;
}

// Each comparison, from below and above the range, with wrapping.
#define COMPARE(name, type, from, cmp, limit) \
	K(name) \
	{ \
		type v = (type)(get_global_id(0) + (ulong)(long)(from)), l = (type)(limit); \
		uint sum = 3; \
		if (v cmp l) \
			sum = A((uint)v) * 5 + A(GL); \
		else if ((in[2] & 7) == 9) \
			sum = 8; \
		out[GL] = sum; \
	}
COMPARE(below, uint, in[3] & 7, <, in[4] & 31)
COMPARE(at_most, uint, in[3] & 7, <=, in[4] & 31)
COMPARE(above, uint, in[3] & 7, >, in[4] & 15)
COMPARE(at_least, uint, in[3] & 7, >=, in[4] & 15)
COMPARE(unequal, uint, in[3] & 7, !=, (in[3] & 7) + (in[5] & 15))
COMPARE(unequal_to_first, uint, in[3] & 7, !=, in[3] & 7)
COMPARE(equal, uint, in[3] & 7, ==, (in[3] & 7) + 2)
COMPARE(below_signed, int, -(int)(in[3] & 7), <, in[4] & 15)
COMPARE(at_most_signed, int, -(int)(in[3] & 7), <=, in[4] & 15)
COMPARE(above_signed, int, -(int)(in[3] & 15), >, 0)
COMPARE(at_least_signed, int, -(int)(in[3] & 15), >=, -2)
COMPARE(wraps_below, uint, -(int)(in[3] & 7), <, 9 + (in[4] & 3))
COMPARE(wraps_above, uint, -(int)(in[3] & 7), >, 9)
COMPARE(wraps_to_all, uint, -3, <=, 0xffffffffu - (in[6] & 0))
COMPARE(wraps_to_none, uint, -3, <, in[6] & 0)
COMPARE(wraps_signed, int, 0x7ffffffd + (in[6] & 0), >, 5)
COMPARE(wraps_signed_below, int, 0x7ffffffd + (in[6] & 0), <, 5)
COMPARE(wraps_to_end, int, 0x7ffffff0 + (in[6] & 0), >=, 0x7ffffff8)
COMPARE(wide, ulong, -(long)(in[3] & 7), <, 9 + (in[4] & 3))
COMPARE(wide_signed, long, -(long)(in[3] & 7), >=, (long)(in[4] & 7))

K(negated)
{
	int x = G0, n = 3 + (in[7] & 15);
	uint sum = A(GL);
	if (!(x >= n || get_local_id(1) == 1 || x < 2))
		sum = sum * 7 + A(x);
	out[GL] = sum;
}

// The test reads what the region has written.
K(written)
{
	uint v = A(GL) & 15, x = get_local_id(0);
	__local uint a[64];
	a[LL] = v;
	BL;
	x += a[0] & 1;
	if (x > 1 && a[1 % LN] != 77 && get_local_id(1) < 3)
		v += a[LN - 1 - LL];
	out[GL] = v;
}

K(two_dimensions)
{
	uint n = in[8] & 15, m = 1 + (in[9] & 3), sum = 0;
	if (get_global_id(0) < n + 3 && get_global_id(1) < m && get_global_id(2) < 2)
		for (uint k = 0; k < n; k++)
			sum = sum * 3 + A(k * 5 + GL);
	out[GL] = sum + 1;
}

// Rows of a power of two: clang makes y * 8 + x an "or" where x < 8, and then computes it with 64 bits.
K(rows_of_8)
{
	int x = get_global_id(0), y = get_global_id(1);
	uint sum = 1;
	if (x > 0 && y > 0 && x < 7 && y < 63)
		sum = in[y * 8 + x] * 3 + in[y * 8 + x - 1] * 5 + in[y * 8 + x + 1] * 7 + in[(y - 1) * 8 + x] * 11 + in[(y + 1) * 8 + x];
	out[GL] = sum;
}

K(planes_of_64)
{
	uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), sum = 2;
	if (x - 1 < 6 && y < 7 && z < 10)
		sum = in[(z * 8 + y) * 8 + x] * 3 + in[(z * 8 + y + 1) * 8 + x - 1] * 5 + in[((z + 1) * 8 + y) * 8 + x + 1];
	out[GL] = sum;
}

// Numbers of 64 bits whose lower halves are small.
K(lower_halves)
{
	long far = (long)(in[0] | 1) << 32, first = get_global_id(0) + far, second = get_global_id(1) - far;
	int x = (int)first, y = (int)second;
	uint sum = 3;
	for (int k = 0; k < 4; k++)
		if (x >= 0 && x < 32 && y >= k && y < 16)
			sum = sum * 5 + in[(y - k) * 32 + x] + in[(y << 5 | x) & 1023];
	out[GL] = sum;
}

// x may be 8 to 11: then the two have bits in common.
K(no_sum)
{
	int x = get_global_id(0), y = get_global_id(1);
	uint sum = 4;
	if (x < 12 && y < 64)
		sum = in[(y << 3 | x) & 1023] + in[(y * 8 ^ x) & 1023] * 3;
	if (!(x > 7 || y > 63))
		sum = sum * 5 + in[y << 3 | x];
	out[GL] = sum;
}

// A quotient is known where the test before it, of a number that all work-items share, says that it exists.
K(quotients)
{
	int x = get_local_id(0), n = (int)get_num_groups(0) - 2;
	uint v = in[GL];
	if (n != 0)
		if (x > 1 && x < 100 / n) v += in[x];
	if (n > 0)
		if (x != 3 && x < 100 % (uint)n) v ^= in[x];
	out[GL] = v;
}

K(quotients_over_the_end)
{
	int x = get_local_id(0), least = (int)(get_num_groups(0) << 30), n = (int)get_num_groups(0) - 3;
	uint v = in[GL];
	if (n != -1)
		if (x > 1 && x < least / n) v += in[x];
	if (x > 1 && x < (int)get_local_size(0) / -n - 2) v ^= 0x100;
	if (x > 2 && x < -(least >> 28) / n) v += 3;
	out[GL] = v;
}

// Loops behind tests that whole chunks share, or that divide them: of ids in several dimensions, with offsets and wrapping.
#define LOOPS(name, first, second) \
	K(loops_##name) \
	{ \
		int x = G0, y = G1, n = (int)(in[6] >> 27), m = (int)(in[7] >> 26) - 8; \
		uint u = (uint)x - (in[8] >> 28), l = LL, sum = l; \
		if (first) \
			for (int k = 0; k < n; k++) \
				sum = sum * 3 + A(k * 2) * (uint)x; \
		out[GL] = sum; \
		if (second) \
			for (uint k = 0; k < (in[9] >> 29) + 3; k++) \
				sum += A(k + 7) ^ u; \
		out[GL] ^= sum; \
	}
LOOPS(below, x < n, x < m)
LOOPS(at_most, x <= n, (uint)x <= (uint)n + 5)
LOOPS(above, x > n, n >= x)
LOOPS(at_least, x >= m, !(x >= n))
LOOPS(unequal, x != n, x + 3 != n)
LOOPS(equal, x == n, x != (int)(in[7] >> 30))
LOOPS(wrapping, u < 20, u + 2 >= 0xfffffff8u)
LOOPS(around_the_end, u > 7, u <= 0xfffffffau)
LOOPS(between, x > 3 && x < n, x >= m && x <= n && y < 2)
LOOPS(outside, x < 3 || x > n, !(x >= m && x <= n))
LOOPS(rows, y < 2 && x < n, y > 0 || x < n)
LOOPS(wide, get_global_id(0) < (ulong)n, get_global_id(0) - 9 < (ulong)n)
LOOPS(local, get_local_id(0) < (uint)n, l < 20)
LOOPS(shared, n > 40 || x < m, n < 40 && m < x)
LOOPS(one_in_another, x < n, sum != 0 && x < m + 8)

K(loops_behind_each_other)
{
	int x = G0, n = (int)(in[6] >> 27);
	uint sum = 1, m = in[9] >> 29;
	for (int j = 0; j < 6; j++) {
		if (x < n - j * 4)
			for (uint k = 0; k < m; k++)
				sum = sum * 5 + A(k * 3 + (uint)j);
		if (x + j > 8) {
			if (x > 2 * j)
				for (uint k = 1; k < m + 2; k++)
					sum ^= A(k) + (uint)x;
			n++;
		}
	}
	out[GL] = sum;
}

/* Quotients that the work-items share, for some of them: the first one is not always among these. */
K(shared_remainder)
{
	uint l = LL, s = l, m = in[4];
	BL;
	if (l > (in[3] & 3))
		s += in[m % LN] * 3;
	out[GL] = s;
}

K(shared_quotient)
{
	uint i = GL, s = i, m = in[4];
	BL;
	if (in[i] & 1)
		s += in[m / (uint)get_local_size(0) & 63];
	out[i] = s;
}

/* One lane of a vector has an element of its own, which is shorter than what the vector was computed in. */
__attribute__((reqd_work_group_size(16, 1, 1))) K(edge_of_short_elements)
{
	__local uchar bytes[17];
	__local ushort halves[17];
	uint l = LL, x = get_global_id(0), w = in[0] & 63;
	bytes[l] = halves[l] = 1;
	BL;
	bytes[l + 1] = halves[l + 1] = x < w ? in[x] : 3;
	if (l < 1)
		bytes[l] = halves[l] = in[w + x + 1];
	BL;
	out[GL] = bytes[l] * 3 + halves[l];
}

/* Quotients by 0, and of the least number by -1, are some number, and no exception.  None is used. */
K(divisions)
{
	uint i = GL, a = in[i], b = in[i + 1] & 3, dimensions = get_work_dim() - 1;
	int s = a & 12 ? (int)a : INT_MIN, d = (int)b - 2;
	long l = a & 48 ? (long)a << 30 : LONG_MIN, e = d;
	char c = a & 64 ? a : -128, f = d;
	uint q = a / b + a % b, r = s / d - s % d, t = (l / e >> 9) ^ l % e, u = c / f, shared = in[4] / dimensions;
	uint4 v = (uint4)(a, b, q, 9) / (uint4)(b, 7, b, b);
	out[i] = (b > 1 ? q ^ v.x ^ v.z ^ v.w : 5) + (d == -2 || d == 1 ? r ^ t ^ u : 7) + (dimensions > 1 ? shared : 3);
}
