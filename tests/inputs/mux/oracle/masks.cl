// Indices of few bits of ids and counters, beside others whose vectors LLVM must ask for.
#include "oracle.h"

#define C (in[2] % 100)
#define FAR in[(uint)(get_global_id(0) + C)]

#define TABLE(name, index) \
K(name) \
{ \
	uint i = get_local_id(0), g = get_global_id(0), s = in[g + C]; \
	out[GL] = s + in[index] * 3; \
} \
K(name##_after_a_loop) \
{ \
	uint i = get_local_id(0), g = get_global_id(0), s = in[g + C]; \
	for (uint k = 0; k < C; k++) \
		s += in[g + C + k]; \
	out[GL] = s + in[index] * 3; \
} \
K(name##_in_a_loop) \
{ \
	uint i = get_local_id(0), g = get_global_id(0), s = 0; \
	for (uint k = 0; k < C; k++) \
		s = s * 3 + in[g + C + k] * in[index]; \
	out[GL] = s; \
}

TABLE(of_1_bit, i & 1)
TABLE(of_2_bits, i & 3)
TABLE(of_3_bits, i & 7)
TABLE(of_4_bits, i & 15)
TABLE(of_5_bits, i & 31)
TABLE(of_a_byte, (uchar)(i * 16 + 3))
TABLE(of_a_char, 128 + (char)(i * 8))
TABLE(of_a_short, (ushort)(i + 65520) & 1023)
TABLE(of_global_ids, g & 7)
TABLE(of_a_remainder, i % 4)
TABLE(of_a_sum, (i + 5) & 7)
TABLE(of_rows, (i >> 3) * 16 + (i & 7))
TABLE(of_linear_ids, LL & 3)

#define COUNTER(name, type, first, expression) \
K(name) \
{ \
	__global const ulong *a = (__global const ulong *)in; \
	uint row = get_local_id(0), n = 3 + (in[1] >> 27); \
	ulong sum = 1; \
	for (type k = first; k < n; k++) \
		sum = sum * 3 + expression; \
	out[GL] = (uint)sum; \
} \
K(sum_##name) \
{ \
	__global const uint *a = in; \
	int row = (int)get_local_id(0), n = 13 + (int)(in[1] >> 27); \
	uint sum = 1; \
	for (type k = first; k < n; k++) \
		sum += expression; \
	out[GL] = sum; \
}

COUNTER(counter_in_rows, int, 1, a[row * 4 + (k & 3)])
COUNTER(counter_in_rows_times, uint, 1, a[row * 4 + (k & 3)] * a[k])
COUNTER(counter_and_far, int, 1, a[(row * n + k) & 1023] + a[row * 4 + (k & 3)])
COUNTER(counter_of_a_byte, int, 1, a[row * 16 + ((uchar)(k * 64 + 5) >> 4)])
COUNTER(counter_is_a_byte, uchar, 250, a[(uchar)(k + 250)] + a[row + k])
COUNTER(counter_of_two, uint, 2, a[row * 64 + (k & 7)] + a[row * 16 + (k & 15)])
