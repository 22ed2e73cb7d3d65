// Rows of unknown length, a work-item each; loops in strides.
#include "oracle.h"

K(rows)
{
	int n = 3 + (int)(in[0] & 7), row = (int)GL;
	uint sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 5 + in[(row * n + k) & 1023] * in[k];
	out[GL] = sum;
}

K(rows_of_size_t)
{
	size_t n = 3 + (in[1] & 7), row = get_global_id(0) + get_global_id(1) * 3;
	uint sum = 0;
	for (size_t k = 0; k < n; k++)
		sum = sum * 5 + in[(row * n + k) % 1024];
	out[GL] = sum;
}

// Without a mask on the index, so that it is a plain sum.
K(plain_rows)
{
	int n = (int)(in[2] & 3) + 2, row = (int)get_local_id(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += FL(row * n + k) * FL(k);
	out[GL] = as_uint(sum);
}

// The length is 1, which is the case that LLVM guesses, or 0.
K(rows_of_one)
{
	int one = (int)(in[3] >> 31) | 1, none = one - 1, row = (int)get_local_id(0);
	uint sum = 7;
	for (int k = 0; k < one; k++)
		sum = sum * 3 + in[row * one + k];
	for (int k = 0; k < one + 1; k++)
		sum = sum * 3 + in[row * none + k];
	out[GL] = sum;
}

K(rows_backwards)
{
	int n = 2 + (int)(in[4] % 5), row = (int)get_local_id(0);
	uint sum = 0;
	for (int k = n - 1; k >= 0; k--)
		sum = sum * 5 + in[1000 - row * n + k];
	out[GL] = sum;
}

K(rows_by_pointer)
{
	int n = 2 + (int)(in[5] & 3);
	__global const uint *p = in + get_local_id(0) * n, *end = p + n;
	uint sum = 0;
	while (p != end)
		sum = sum * 5 + *p++;
	out[GL] = sum;
}

// Rounds differ, so that the lanes leave one by one.
K(rows_of_different_length)
{
	int n = 2 + (int)(in[6] & 3), row = (int)get_local_id(0);
	uint sum = 0;
	for (int k = 0; k < n + row % 3; k++)
		sum = sum * 5 + in[row * n + k];
	out[GL] = sum;
}

K(columns)
{
	int n = 2 + (int)(in[7] & 3), column = (int)get_local_id(0);
	uint sum = 0;
	for (int k = 0; k < 5; k++)
		sum = sum * 5 + in[k * n + column] + in[column * n + k] * 3;
	out[GL] = sum;
}

// Rows are written too.
K(rows_in_local_memory)
{
	__local uint a[64 * 6];
	int n = 2 + (int)(in[8] & 3), row = (int)LL;
	for (int k = 0; k < n; k++)
		a[row * n + k] = in[row + k] ^ (uint)k;
	BL;
	uint sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 5 + a[(LN - 1 - LL) * n + k];
	out[GL] = sum;
}

// The product lives over a barrier, and in two loops.
K(rows_over_barriers)
{
	__local uint a[64];
	int n = 2 + (int)(in[9] & 3), row = (int)get_local_id(0), first = row * n;
	uint sum = 0;
	for (int k = 0; k < n; k++)
		sum += in[first + k];
	a[LL] = sum;
	BL;
	sum = a[LN - 1 - LL];
	for (int k = 0; k < n; k++)
		sum = sum * 3 + in[first + k];
	out[GL] = sum;
}

K(doubles_in_rows)
{
	int n = 2 + (int)(in[10] & 3), row = (int)get_local_id(0);
	double sum = 0;
	for (int k = 0; k < n; k++)
		sum += (double)in[row * n + k] * in[k];
	out[GL] = as_uint2(sum).y;
}

K(vectors_in_rows)
{
	int n = 2 + (int)(in[11] & 3), row = (int)get_local_id(0);
	uint4 sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 5 + vload4(row * n + k, in);
	out[GL] = sum.x ^ sum.y ^ sum.z ^ sum.w;
}

K(rows_of_rows)
{
	int n = 2 + (int)(in[12] & 1), m = 2 + (int)(in[13] & 1), row = (int)get_local_id(0);
	uint sum = 0;
	for (int j = 0; j < n; j++)
		for (int k = 0; k < m; k++)
			sum = sum * 5 + in[(row * n + j) * m + k];
	out[GL] = sum;
}

// Grid-stride loops: int, uint and size_t, from memory of one and of several arrays, with atomics.
K(strided)
{
	uint sum = 0;
	for (int i = get_global_id(0); i < 1000; i += get_global_size(0))
		sum = sum * 3 + in[i] * (uint)i;
	for (uint i = get_global_id(0); i < 1000u; i += get_global_size(0))
		sum = sum * 3 + in[i];
	for (size_t i = get_global_id(0); i < 1000; i += get_global_size(0))
		sum = sum * 3 + (in[i] ^ in[1000 - i]);
	out[GL] = sum;
}

K(strided_to_the_end)
{
	uint sum = 0;
	for (int i = get_global_id(0); i <= 999; i += get_global_size(0))
		sum = sum * 3 + in[i];
	for (uint i = 0xffffff00u + get_global_id(0); i > 1000u; i += get_global_size(0))
		sum = sum * 3 + i;
	for (char i = get_global_id(0) % 64; i >= 0; i += 40)
		sum = sum * 3 + (uint)i;
	out[GL] = sum;
}

K(strided_last)
{
	uint last = 1, count = 0;
	for (int i = get_global_id(0); i < 500; i += get_global_size(0)) {
		last = in[i];
		count++;
	}
	out[GL] = last * 3 + count;
}

K(strided_bins)
{
	__local uint bin[16];
	if (LL < 16)
		bin[LL] = 0;
	for (uint i = LL + LN; i < 16; i += LN)
		bin[i] = 0;
	if (LL == 0)
		for (uint i = LN; i < 16; i++)
			bin[i] = 0;
	BL;
	for (int i = get_global_id(0); i < 1000; i += get_global_size(0))
		atomic_add(&bin[in[i] & 15], (uint)i);
	BL;
	out[GL] = bin[LL & 15] + bin[(LL + 7) & 15] * 3;
}

/* Multiples of ids, as in pixels and points. */
#define SCALED(name, type, number, scale, add) \
	K(name) \
	{ \
		type i = (type)(number); \
		uint v = 3; \
		if (i < (type)get_global_size(0) + 5) \
			v = in[(scale) * i + (add)] + in[(scale) * i + (add) + 1] * 3; \
		out[GL] = v ^ in[(scale) * i + (add) + 2]; \
	}
SCALED(threes, int, get_global_id(0), 3, 0)
SCALED(threes_unsigned, uint, get_global_id(0), 3u, 1u)
SCALED(threes_long, long, get_global_id(0), 3, 4)
SCALED(fours, int, get_global_id(0) + 2, 4, -8)
SCALED(fives_of_local, int, get_local_id(0), 5, 9)
SCALED(threes_of_group, int, (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0), 3, 1)
SCALED(threes_from_below, int, (int)get_global_id(0) - 3, 3, 12)
SCALED(threes_around, uint, get_global_id(0) + 0x55555556u, 3u, 0u)
SCALED(fours_around, uint, get_global_id(0) + 0x40000000u, 4u, 8u)
SCALED(sevens_down, int, 100 - (int)get_global_id(0), 2, 700)

K(threes_of_a_row)
{
	int w = (int)get_global_size(0), i = (int)get_global_id(1) * w + (int)get_global_id(0);
	out[GL] = in[3 * i] + in[3 * i + 1] * 5 + in[(3 * i + 2) & 1023] * 7 + in[i * 2];
}

K(threes_around_in_a_loop)
{
	uint i = get_global_id(0) + 0x55555556u, s = 1;
	int j = (int)get_global_id(0) + 0x20000000;
	for (uint k = 0; k < (uint)get_num_groups(0) + 2; k++)
		s = s * 3 + in[3u * i + k] + in[(int)((uint)j * 8u + k)];
	out[GL] = s;
}
