// Halves in memory.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "oracle.h"

K(half_loads)
{
	uint g = GL;
	__global const half *s = (__global const half *)in;
	half tmp[64];
	for (int i = 0; i < 16; i++) vstore_half((float)(int)(in[(g + i) & 255] & 1023) / 16 - 20, i, tmp);
	out[g * 12] = as_uint(vload_half(3, tmp));
	float2 a = vload_half2(1, tmp);
	out[g * 12 + 1] = as_uint(a.x + a.y * 3);
	float3 b = vload_half3(2, tmp);
	out[g * 12 + 2] = as_uint(b.x + b.y * 3 + b.z * 5);
	float4 c = vload_half4(1, tmp);
	out[g * 12 + 3] = as_uint(c.x + c.y * 3 + c.z * 5 + c.w * 7);
	float8 d = vload_half8(1, tmp);
	out[g * 12 + 4] = as_uint(d.s0 + d.s7 * 3);
	float16 e = vload_half16(0, tmp);
	out[g * 12 + 5] = as_uint(e.s0 + e.sf * 3 + e.s8);
	float4 f = vloada_half4(2, tmp);
	out[g * 12 + 6] = as_uint(f.x + f.w * 3);
}

#define STORES(m) \
	K(half_stores##m) \
	{ \
		uint g = GL; \
		__global half *o = (__global half *)(out + g * 12); \
		float x = (float)(int)in[g] / (1 << 22); \
		vstore_half##m(x, 0, o); \
		vstore_half2##m((float2)(x, -x * 1.1f), 1, o); \
		vstore_half3##m((float3)(x * 0.001f, x * 3, -x), 2, o); \
		vstore_half4##m((float4)(x, -x / 3, x * 1e-5f, x / 7), 3, o); \
		vstorea_half4##m((float4)(x / 11, x * x, -x * x, x / 13), 4, o); \
	}
STORES()
STORES(_rte)
STORES(_rtz)
STORES(_rtp)
STORES(_rtn)

#define STORES_OF_DOUBLE(m) \
	K(double_stores##m) \
	{ \
		uint g = GL; \
		__global half *o = (__global half *)(out + g * 12); \
		double x = (double)(int)in[g] / (1 << 22); \
		vstore_half##m(x, 0, o); \
		vstore_half2##m((double2)(x, -x * 1.1), 1, o); \
		vstore_half8##m((double8)(x * 0.001, x * 3, -x, x / 3, x / 5, x / 7, -x / 9, x * 1e-5), 1, o); \
		vstorea_half3##m((double3)(x / 11, x * x, -x * x), 4, o); \
	}
STORES_OF_DOUBLE()
STORES_OF_DOUBLE(_rte)
STORES_OF_DOUBLE(_rtz)
STORES_OF_DOUBLE(_rtp)
STORES_OF_DOUBLE(_rtn)

K(half_local)
{
	__local half l[64 * 4];
	vstore_half4((float4)(LL, LL + 0.5f, LL * 3, -1.0f * LL), LL, l);
	BL;
	float4 f = vload_half4((LL + 1) % LN, l);
	out[GL] = as_uint(f.x + f.y * 3 + f.z * 5 + f.w * 7);
}
