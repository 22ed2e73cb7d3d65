// What other producers write of plain OpenCL C in ways of their own.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void foreign(__global int *out, __global const float *f, __global const double *d, __global const short *s)
{
	float4 x = (float4)(f[1], f[2], f[3], f[4]), y = fmax(x, f[2]), z = clamp(x, f[0], f[2]);
	char4 c = (char4)(f[1], -f[2], f[3], f[4]);
	double16 w, whole, fraction = modf(vload16(0, d) + 0.25, &whole);
	uint2 pair = shuffle(as_uint4(x), (uint2)(3, out[0])), both = shuffle2(as_uint2(x.xy), as_uint2(y.zw), (uint2)(2, 5));

	prefetch(f, 4);
	w = shuffle(whole, (ulong16)(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
	out[0] = y.x * 1000 + y.y * 100 + y.z * 10 + y.w;
	out[1] = z.x * 1000 + z.y * 100 + z.z * 10 + z.w;
	out[2] = any(c) + 2 * all(c) + 4 * any(c.xz) + 8 * any(c.y) + 16 * all(-c.xzw);
	out[3] = (int)w.s0 * 100 + (int)w.sf + (int)(fraction.s3 * 1000);
	out[4] = convert_ushort_rte(s[65535 & (int)f[2]]) + convert_short_sat_rtz(s[3]) + convert_float_rtz(f[2]);
	out[5] = isnan(nan((uint)out[6])) + 2 * isnan(nan((ulong2)(7, s[1]))).y;
	out[6] = as_float(pair.x) * 10 + as_float(pair.y);
	out[7] = as_float(both.x) * 10 + as_float(both.y);
}

uchar biased(int x)
{
	return 200 + x;
}

__kernel void saturated(__global int *out, __global const int *in)
{
	char4 c = convert_char4(vload4(0, in) - 2);
	uchar u = biased(in[1]);

	out[0] = convert_uchar_sat(c.x) * 1000 + convert_uchar4_sat(c).w;
	out[1] = convert_char_sat(u) * 1000 + convert_uchar_sat(as_char(u));
	out[2] = convert_char_sat_rte((uint)in[3] * 100u) + convert_uint_sat(in[3] - 7);
	out[3] = convert_ushort2_sat((int2)(in[3] - 7, in[2] * 50000)).y;
}
