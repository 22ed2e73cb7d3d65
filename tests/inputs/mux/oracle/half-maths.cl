// Arithmetic and maths of half.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "oracle.h"

#define H(i) ((half)(float)((int)(in[(g + i) & 255] & 1023) / 16.0f - 20))

K(half_arithmetic)
{
	uint g = GL;
	half x = H(0), y = H(1), z = H(2);
	uint o = g * 24;
	out[o] = as_ushort((half)(x + y));
	out[o + 1] = as_ushort((half)(x * y));
	out[o + 2] = as_ushort((half)(x / (y + (half)30)));
	out[o + 3] = as_ushort(fma(x, y, z));
	out[o + 4] = as_ushort(fmax(x, y));
	out[o + 5] = as_ushort(clamp(x, (half)-1, (half)1));
	out[o + 6] = as_ushort(floor(x));
	out[o + 7] = as_ushort(sqrt(fabs(x)));
	out[o + 8] = convert_int_rte(x);
	out[o + 9] = as_ushort(convert_half(in[g] & 4095));
	out[o + 10] = x < y;
	out[o + 11] = isnan(x) + isequal(x, y);
	out[o + 12] = as_uint((float)x);
	out[o + 13] = convert_uchar_sat(x);
	half4 v = (half4)(x, y, z, x);
	v = v * v.wzyx + (half4)(1);
	out[o + 14] = as_ushort(v.x) + as_ushort(v.y) * 3 + as_ushort(v.w) * 7;
	v = select(v, v.yxwz, v < v.zwxy);
	out[o + 15] = as_ushort(v.z);
	out[o + 16] = as_ushort(dot(v.xy, (half2)(1, 2)));
	out[o + 17] = as_ushort(round(x));
	int4 iv = convert_int4(v);
	out[o + 18] = iv.x + iv.y;
	half4 cv = convert_half4(iv);
	out[o + 19] = as_ushort(cv.x);
	double d = x;
	out[o + 20] = (uint)(int)d;
	out[o + 21] = as_ushort((half)(d * 1.1));
	out[o + 22] = as_ushort(copysign(x, y));
	out[o + 23] = as_ushort(vload4(0, (half *)&v).y);
}

K(half_maths)
{
	uint g = GL;
	half x = (half)((in[g] & 1023) / 1100.0f);
	uint o = g * 20;
	float f = x;
	out[o] = fabs((float)sin(x) - sin(f)) < 2e-3f;
	out[o + 1] = fabs((float)exp(x) - exp(f)) < 4e-3f;
	out[o + 2] = fabs((float)log(x + 1) - log(f + 1)) < 3e-3f;
	out[o + 3] = fabs((float)pow(x, x) - pow(f, f)) < 3e-3f;
	half s, c;
	s = sincos(x, &c);
	out[o + 4] = fabs((float)s - sin(f)) < 2e-3f;
	out[o + 5] = fabs((float)c - cos(f)) < 2e-3f;
	half ip;
	half fr = modf(x * (half)9, &ip);
	out[o + 6] = fabs((float)fr + (float)ip - (float)(half)(x * (half)9)) < 1e-2f;
	fr = fract(x * (half)9, &ip);
	out[o + 7] = (float)fr + (float)ip == (float)(half)(x * (half)9);
	int e;
	fr = frexp(x, &e);
	out[o + 8] = ldexp((float)fr, e) == f;
	out[o + 9] = fabs((float)rsqrt(x + (half)1) - rsqrt(f + 1)) < 3e-3f;
	out[o + 10] = fabs((float)tanh(x) - tanh(f)) < 3e-3f;
	out[o + 11] = fabs((float)hypot(x, x) - hypot(f, f)) < 3e-3f;
	out[o + 12] = fabs((float)atan2(x, (half)2) - atan2(f, 2)) < 3e-3f;
	out[o + 13] = as_ushort(nextafter(x, (half)2));
	out[o + 14] = fabs((float)cbrt(x) - cbrt(f)) < 3e-3f;
	out[o + 15] = fabs((float)erf(x) - erf(f)) < 3e-3f;
	out[o + 16] = ilogb(x + (half)1);
	out[o + 17] = fabs((float)mix(x, (half)1, (half)0.5) - mix(f, 1, 0.5f)) < 3e-3f;
	out[o + 18] = fabs((float)length((half2)(x, x)) - length((float2)(f, f))) < 3e-3f;
	out[o + 19] = fabs((float)smoothstep((half)0, (half)1, x) - smoothstep(0, 1, f)) < 3e-3f;
}

K(half_sum)
{
	__local half l[64];
	uint g = GL, L = LL;
	l[L] = H(L);
	BL;
	half s = 0;
	for (uint i = 0; i < LN; i++) s += l[i];
	out[g] = as_ushort(s);
}

__constant half tab[4] = {1.5h, 2.5h, -3.0h, 0.1h};

K(half_constants)
{
	uint g = GL;
	half8 v;
	for (int i = 0; i < 8; i++) ((half *)&v)[i] = tab[(g + i) & 3];
	v = v + v.s76543210;
	out[g] = as_ushort(v.s0) + as_ushort(v.s3) * 3;
}

K(half_bits)
{
	uint g = GL;
	half2 v = as_half2(in[g] & 0x3fff3fff);
	out[g * 2] = as_uint(v * (half2)(2));
	half4 w = as_half4((uint2)(in[g] & 0x3fff3fff, in[g + 1] & 0x3fff3fff));
	vstore4(w, 0, (__global half *)(out + g * 2));
}
