// Vectors and numbers.
#include "oracle.h"

K(swizzles)
{
	float4 a = (float4)(in[GL] & 15, 1, 2, 3);
	a.xy += a.zw;
	a.s3 = a.s0 * 2;
	a.yzw = a.xxx;
	float8 b = (float8)(a, a.wzyx);
	b.hi = b.lo * 2;
	b.even += 1;
	b.odd -= 2;
	out[GL] = as_uint(b.s0 + b.s1 * 3 + b.s6 * 5 + b.s7 * 7);
}

K(comparisons)
{
	int4 a = (int4)(in[GL], 2, 3, 4);
	int4 m = a > (int4)(2);
	a = m ? a : -a;
	a += (a == 3) ? 1 : 2;
	out[GL] = a.x + a.y * 3 + a.z * 5 + a.w * 7 + any(m) + all(m);
}

K(bytes)
{
	uchar16 v = vload16(GL & 7, (__global const uchar *)in);
	uchar16 w = v.sfedcba9876543210;
	short8 s;
	for (int i = 0; i < 8; i++) s[i] = (char)v[i] * (char)w[i + 8];
	out[GL] = s.s0 + s.s7 * 3 + v[GL & 15];
}

K(chars_to_floats)
{
	float16 f = convert_float16(vload16(0, (__global const char *)(in + GL)));
	f = f * f + 0.5f;
	float s = 0;
	for (int i = 0; i < 16; i++) s += ((float *)&f)[i];
	out[GL] = as_uint(s);
}

K(doubles)
{
	double4 d = (double4)(in[GL] & 63, 1, 2, 3);
	d = sqrt(d) + fma(d, d, d);
	long4 l = convert_long4_rte(d * 1.5);
	out[GL] = (uint)(l.x + l.y * 3 + l.z * 5 + l.w * 7);
}

K(int3s)
{
	int3 a = vload3(GL & 15, (__global const int *)in);
	a = a.zyx;
	int3 b = a << (int3)(1, 2, 3);
	b ^= a >> 2;
	b %= 1000;
	out[GL] = b.x + b.y * 3 + b.z * 7;
	__local int3 l[40];
	l[LL] = b;
	BL;
	out[GL] += l[(LL + 1) % LN].y + sizeof(int3);
}

K(longs_16)
{
	long16 a;
	for (int i = 0; i < 16; i++) a[i] = in[GL + i];
	a = a * a - a.s123456789abcdef0;
	ulong s = 0;
	for (int i = 0; i < 16; i++) s = s * 3 + a[i];
	out[GL] = s ^ (s >> 32);
}

K(sizes)
{
	bool b = in[GL] & 1;
	size_t z = in[GL];
	ptrdiff_t p = (ptrdiff_t)z - 5;
	uintptr_t u = (uintptr_t)(in + GL) - (uintptr_t)in;
	out[GL] = b + (uint)z + (uint)p + (uint)u;
}

K(rotations)
{
	uint2 r = (uint2)(in[GL], in[GL + 1]);
	r = rotate(r, (uint2)(7, 9));
	r = mul_hi(r, r.yx) + mad24(r & 0xff, r & 0xffff, r);
	uint c = popcount(r.x) + clz(r.y);
	r = add_sat(r, r);
	out[GL] = r.x ^ r.y ^ c;
	float2 f = as_float2(r & 0x3fffffff);
	out[GL] += isnan(f.x);
}

K(aligned_local)
{
	__local float16 a[40];
	__local double8 dd[40];
	float16 x = (float16)((float)(in[GL] & 255));
	a[LL] = x;
	dd[LL] = (double8)(LL);
	BL;
	out[GL] = as_uint(a[(LL + 1) % LN].sa + (float)dd[(LL + 2) % LN].s7) + ((((uintptr_t)&a[LL]) & 63) != 0) +
		  ((((uintptr_t)&dd[LL]) & 63) != 0);
}

K(integers)
{
	char c = in[GL];
	uchar u = in[GL];
	short s = in[GL];
	c += u;
	u -= s;
	s *= c;
	c >>= 2;
	u <<= 1;
	out[GL] = c + u * 3 + s * 5 + (c < u) + (s <= u) + ((int)u >> 1);
	long l = (int)in[GL];
	ulong ul = in[GL];
	l /= 7;
	ul %= 13;
	l <<= 3;
	out[GL] += (uint)l + (uint)ul + (uint)(l >> 35);
}

K(conversions)
{
	float x = FL(GL & 1023);
	int i = x;
	uint u = fabs(x);
	double d = x;
	long l = d * 1000;
	float f = l;
	out[GL] = i + u + (uint)l + as_uint(f) + (x < 0) + (d > 3.0) + (uint)(char)i + as_uint(convert_float_rtz(l));
}
