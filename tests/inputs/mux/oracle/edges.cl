// Builtins at NaN, infinity, zeros, denormal numbers and overflow.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "oracle.h"

#define SPECIAL(i) \
	as_float(((i) & 7) == 0 ? 0x7fc00000u : ((i) & 7) == 1 ? 0x7f800000u : ((i) & 7) == 2 ? 0xff800000u : in[i] & 0xc7ffffffu)

// NaN saturates to 0, infinity to the largest.
K(saturations)
{
	uint g = GL, h = 0;
	float x = SPECIAL(g);
	float3 v = (float3)(SPECIAL(g + 1), SPECIAL(g + 2), SPECIAL(g + 3));
	double4 d = (double4)(x, convert_double3(v));
	half2 f = (half2)(as_half((ushort)(g % 3 ? in[g] : 0x7e00)), (half)1.5h);
	uchar3 b = convert_uchar3_sat(v);
	short4 s = convert_short4_sat_rtn(d);
	ulong4 l = convert_ulong4_sat_rtp(d);
	ushort2 u = convert_ushort2_sat_rtp(f);
	h = convert_int_sat(x) + convert_uint_sat_rte(x) * 3 + convert_char_sat_rtz(x) * 5;
	h += b.x + b.y * 3 + b.z * 5 + s.x * 7 + s.y * 11 + s.z * 13 + s.w * 17;
	h += (uint)l.x + (uint)(l.y >> 32) + (uint)convert_long_sat(d.z) * 7 + (uint)(convert_long_sat(d.w) >> 32) * 3;
	out[g] = h + u.x + u.y * 3 + convert_int_sat(f.x) * 5;
}

// Vectors of half become vectors of all integers.
K(half_vectors)
{
	uint g = GL;
	half3 x = (half3)(as_half((ushort)(in[g] & 0x63ff)), as_half((ushort)(in[g + 1] & 0x53ff)), (half)(g & 255));
	ushort3 u = convert_ushort3_rtp(x);
	short3 s = convert_short3_sat_rtn(-x), n = isnormal((half3)(x.x, as_half((ushort)(in[g] & 0x3ff)), x.z));
	char3 c = convert_char3_sat(x);
	out[g] = u.x + u.y * 3 + u.z * 5 + s.x * 7 + s.y * 11 + s.z * 13 + c.x + c.y * 17 + c.z * 19 + n.x + n.y * 2 + n.z * 4 +
		 isnormal(as_half((ushort)(in[g] >> 3 & 0x3ff))) * 100;
}

// The third addend decides a tie of the product.
K(half_fma)
{
	uint g = GL;
	half tie = as_half((ushort)0x3c21), other = as_half((ushort)(0x3c00 + (g & 63) * 16)), tiny = as_half((ushort)((in[g] & 0x8003) | 1));
	half4 v = fma((half4)tie, (half4)(other, tie, (half)1.5h, (half)-1.25h), (half4)tiny);
	out[g] = as_ushort(fma(tie, other, tiny)) * 65536u + as_ushort(v.x) + as_ushort(v.y) * 3u + as_ushort(v.z) * 5u + as_ushort(v.w) * 7u;
}

// fract is below 1, has the sign of 0 and of infinity.
K(fractions)
{
	__local half lh[128];
	__local float2 lf[128];
	uint g = GL;
	double dw;
	half h = fract(as_half((ushort)(0x8000 + (in[g] & 0xff))), lh + LL);
	float2 f = fract((float2)(g & 1 ? -INFINITY : -0.0f, g & 2 ? INFINITY : -1e-30f), lf + LL);
	double d = fract(g & 1 ? -0.0 : -(double)INFINITY, &dw);
	out[g] = as_ushort(h) + as_ushort(lh[LL]) * 3u + as_uint2(f).x + as_uint2(f).y * 5 + as_uint2(lf[LL]).y * 7 + as_uint2(d).y * 11 +
		 as_uint2(dw).y * 13;
}

K(long_products)
{
	uint g = GL;
	long4 a = (long4)(in[g], -(long)in[g + 1], (long)in[g + 2] << 20, (long)in[g + 3] << 31);
	long4 b = (long4)(in[g + 4], (long)in[g + 5] << 31, -(long)in[g + 6] << 3, LONG_MIN), r = mad_sat(a, b, a.wzyx);
	long s = mad_sat((long)1 << 62, 2l, (long)(int)in[g]), t = mad_sat((long)1 << 31, -((long)1 << 32), (long)(int)in[g]);
	uint h = 0;
	for (int i = 0; i < 4; i++) h = h * 31 + (uint)r[i] + (uint)(r[i] >> 32) * 7;
	out[g] = h + (uint)s + (uint)(s >> 32) * 3 + (uint)t * 5 + (uint)(t >> 32) * 7;
}

K(scales)
{
	uint g = GL;
	int n = (int)(in[g] >> 23) - 300;
	float3 f = ldexp((float3)(1.75f, -3.0f, as_float(in[g] & 0x807fffff)), n);
	double2 d = ldexp((double2)(1.25, -7.0), n * 4);
	out[g] = as_uint(f.x) + as_uint(f.y) * 3 + as_uint(f.z) * 5 + as_uint4(d).y * 7 + as_uint4(d).w * 11;
}

// Squares whose side is a power of two, where clang joins row and place by an "or"; behind the test of a range.
#define SQUARE(name, side, below, above) \
	K(name) \
	{ \
		uint sum = 0; \
		if (get_global_id(0) < in[0] % 64 + 3) \
			if (get_global_id(1) < 3) { \
				int x = (int)get_global_id(0) + (int)(in[1] % 7u) - 3, y = (int)get_global_id(1) + (int)(in[2] % 13u) - 6; \
				for (int dy = -1; dy <= 1; dy++) \
					for (int dx = -2; dx <= 2; dx++) \
						sum = sum * 3 + in[clamp(y + dy, below, above) * side + clamp(x + dx, below, above)]; \
			} \
		out[GL] = sum; \
	}
SQUARE(square_of_sixteen, 16, 0, 15)
SQUARE(inside_a_square, 32, 1, 30)
K(square_with_edges)
{
	uint sum = 0;
	if (get_global_id(0) < in[0] % 64 + 3) {
		int x = (int)get_global_id(0), y = (int)get_local_id(1);
		if (x > 0 && x < 31)
			sum = in[y << 5 | x - 1] + in[y << 5 | x + 1] * 3;
		sum += in[min(y, 7) * 32 | max(x - 1, 0) & 31] * 5;
	}
	out[GL] = sum;
}
