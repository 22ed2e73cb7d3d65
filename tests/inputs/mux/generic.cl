// Where pointers to generic memory point.
int where(int *p)
{
	return (to_local(p) != 0) + 2 * (to_global(p) != 0) + 4 * (to_private(p) != 0) + 10 * get_fence(p);
}

__kernel void points(__global int *out, __global const int *in)
{
	__local int l;
	int own = in[1], *p = &own, i = get_global_id(0);

	l = 3;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < in[i] % 3; k++)
		p = k & 1 ? (int *)&l : (int *)out;
	out[i] = where(&l) * 10000 + where(&own) * 1000 + where(out) * 10 + (i & 1 ? *to_local((int *)&l) : *to_private((int *)&own));
	out[i + 4] = where(p);
}
