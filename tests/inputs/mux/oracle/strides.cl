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
