// Kernels whose loops tests/mux-aot.bats compiles in several ways.

__kernel void guarded_sum(__global int *out, __global const int *in, int n)
{
	int i = get_global_id(0), s = 0;

	if (i >= n)
		return;
	for (int k = 0; k < n; k++)
		s += in[k] * (i + k);
	out[i] = s;
}

__kernel void collatz(__global int *out)
{
	int i = get_global_id(0), n = 0;

	for (unsigned x = i + 1; x != 1; n++)
		x = x & 1 ? 3 * x + 1 : x / 2;
	out[i] = n;
}

// LLVM 22 moves accesses that it takes for one interleaved access past others, in loops said to be parallel.
__kernel void interleaved(__global int *out, __global const int *in)
{
	int g = get_global_id(0), own[4], a, b;

	for (int i = 0; i < 4; i++)
		own[i] = g + i;
	a = own[in[g] & 3];
	own[0] = a * 2;
	own[1] = a * 3;
	own[2] = a * 5;
	own[3] = a * 7;
	b = own[in[g + 1] & 3];
	own[0] = b + 1;
	own[1] = b + 2;
	own[2] = b + 3;
	own[3] = b + 4;
	out[g] = own[in[g] & 3] * 1000 + b;
}
