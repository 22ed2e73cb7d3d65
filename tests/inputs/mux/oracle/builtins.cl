// Integer, relational and shuffling functions on vectors against scalar code: each kernel writes how many elements differ.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include "oracle.h"

#define CHECK(r, x, n) for (int i = 0; i < n; i++) bad += (r) != (x)
#define BITS(T) ((int)sizeof(T) * 8)
#define MOST(U) ((U)(((U)~(U)0) >> 1))

#define INTEGERS(T, U, N) \
	K(integers_##T##N) \
	{ \
		union { T##N v; T s[N == 3 ? 4 : N]; } a, b, c, r; \
		union { U##N v; U s[N == 3 ? 4 : N]; } ua, ub, uc, ur; \
		uint g = GL, bad = 0; \
		for (int i = 0; i < N; i++) { \
			ulong x = in[(g * 7 + i) & 1023] * 0x9e3779b97f4a7c15ul; \
			ulong y = in[(g * 3 + i + 11) & 1023] * 0xc2b2ae3d27d4eb4ful >> (i & 7) * 5; \
			ua.s[i] = (U)(a.s[i] = (T)(x >> 5)); \
			ub.s[i] = (U)(b.s[i] = (T)(y >> 7)); \
			uc.s[i] = (U)(c.s[i] = (T)(x ^ y)); \
		} \
		r.v = add_sat(a.v, b.v); \
		CHECK(r.s[i], (a.s[i] < 0) == (b.s[i] < 0) && ((T)(ua.s[i] + ub.s[i]) < 0) != (a.s[i] < 0) \
			      ? (T)(MOST(U) + (a.s[i] < 0)) : (T)(ua.s[i] + ub.s[i]), N); \
		r.v = sub_sat(a.v, b.v); \
		CHECK(r.s[i], (a.s[i] < 0) != (b.s[i] < 0) && ((T)(ua.s[i] - ub.s[i]) < 0) != (a.s[i] < 0) \
			      ? (T)(MOST(U) + (a.s[i] < 0)) : (T)(ua.s[i] - ub.s[i]), N); \
		ur.v = add_sat(ua.v, ub.v); \
		CHECK(ur.s[i], (U)(ua.s[i] + ub.s[i]) < ua.s[i] ? (U)~(U)0 : (U)(ua.s[i] + ub.s[i]), N); \
		ur.v = sub_sat(ua.v, ub.v); \
		CHECK(ur.s[i], ua.s[i] < ub.s[i] ? 0 : (U)(ua.s[i] - ub.s[i]), N); \
		r.v = hadd(a.v, b.v); \
		CHECK(r.s[i], (T)((a.s[i] >> 1) + (b.s[i] >> 1) + (a.s[i] & b.s[i] & 1)), N); \
		ur.v = rhadd(ua.v, ub.v); \
		CHECK(ur.s[i], (U)((ua.s[i] >> 1) + (ub.s[i] >> 1) + ((ua.s[i] | ub.s[i]) & 1)), N); \
		ur.v = abs_diff(a.v, b.v); \
		CHECK(ur.s[i], (U)(a.s[i] > b.s[i] ? ua.s[i] - ub.s[i] : ub.s[i] - ua.s[i]), N); \
		ur.v = abs(a.v); \
		CHECK(ur.s[i], (U)(a.s[i] < 0 ? 0 - ua.s[i] : ua.s[i]), N); \
		r.v = rotate(a.v, b.v); \
		CHECK(r.s[i], (T)((U)(ua.s[i] << (ub.s[i] & (BITS(T) - 1))) | (ua.s[i] >> ((BITS(T) - ub.s[i]) & (BITS(T) - 1)))), N); \
		r.v = clz(a.v); \
		for (int i = 0, n; i < N; i++) { \
			for (n = 0; n < BITS(T) && !(ua.s[i] >> (BITS(T) - 1 - n) & 1); n++) ; \
			bad += r.s[i] != n; \
		} \
		r.v = ctz(c.v); \
		for (int i = 0, n; i < N; i++) { \
			for (n = 0; n < BITS(T) && !(uc.s[i] >> n & 1); n++) ; \
			bad += r.s[i] != n; \
		} \
		ur.v = popcount(ub.v); \
		for (int i = 0; i < N; i++) \
			for (int k = 0; k < BITS(T); k++) ur.s[i] -= ub.s[i] >> k & 1; \
		CHECK(ur.s[i], 0, N); \
		r.v = bitselect(a.v, b.v, c.v); \
		CHECK(r.s[i], (T)((a.s[i] & ~c.s[i]) | (b.s[i] & c.s[i])), N); \
		r.v = select(a.v, b.v, uc.v); \
		CHECK(r.s[i], c.s[i] < 0 ? b.s[i] : a.s[i], N); \
		r.v = a.v ? b.v : c.v; \
		CHECK(r.s[i], a.s[i] < 0 ? b.s[i] : c.s[i], N); \
		r.v = a.v && b.v; \
		CHECK(r.s[i], a.s[i] && b.s[i] ? -1 : 0, N); \
		r.v = a.v << b.v; \
		CHECK(r.s[i], (T)(ua.s[i] << (ub.s[i] & (BITS(T) - 1))), N); \
		ur.v = ua.v % (ub.v | (U)1); \
		CHECK(ur.s[i], (U)(ua.s[i] % (ub.s[i] | 1)), N); \
		out[g] = bad; \
	}
INTEGERS(char, uchar, 2) INTEGERS(char, uchar, 8) INTEGERS(short, ushort, 3) INTEGERS(short, ushort, 16)
INTEGERS(int, uint, 3) INTEGERS(int, uint, 8) INTEGERS(long, ulong, 2) INTEGERS(long, ulong, 4)

/* W has twice the bits of T, which are S; least and most are those of T. */
#define PRODUCTS(T, W, N, S, LEAST, LARGEST) \
	K(products_##T##N) \
	{ \
		union { T##N v; T s[N == 3 ? 4 : N]; } a, b, c, r; \
		uint g = GL, bad = 0; \
		for (int i = 0; i < N; i++) { \
			a.s[i] = (T)(in[(g * 5 + i) & 1023] * 2654435761u); \
			b.s[i] = (T)(in[(g + i * 3) & 1023] * 0x85ebca6bu >> 3); \
			c.s[i] = (T)in[(g + i) & 1023]; \
		} \
		r.v = mul_hi(a.v, b.v); \
		CHECK(r.s[i], (T)((W)a.s[i] * (W)b.s[i] >> S), N); \
		r.v = mad_hi(a.v, b.v, c.v); \
		CHECK(r.s[i], (T)((T)((W)a.s[i] * (W)b.s[i] >> S) + c.s[i]), N); \
		r.v = mad_sat(a.v, b.v, c.v); \
		for (int i = 0; i < N; i++) { \
			W w = (W)a.s[i] * (W)b.s[i] + (W)c.s[i]; \
			bad += r.s[i] != (T)(w < (W)LEAST ? (W)LEAST : w > (W)LARGEST ? (W)LARGEST : w); \
		} \
		out[g] = bad; \
	}
PRODUCTS(char, int, 16, 8, CHAR_MIN, CHAR_MAX) PRODUCTS(uchar, uint, 4, 8, 0, UCHAR_MAX)
PRODUCTS(short, long, 3, 16, SHRT_MIN, SHRT_MAX) PRODUCTS(uint, ulong, 4, 32, 0, UINT_MAX)
PRODUCTS(int, long, 16, 32, INT_MIN, INT_MAX)

#define SAME(r, x) { T w = x; bad += w == w ? (r) != w : (r) == (r); }
#define RELATIONS(TYPE, I, N) \
	K(relations_##TYPE##N) \
	{ \
		typedef TYPE T; \
		union { TYPE##N v; T s[N == 3 ? 4 : N]; } a, b, f; \
		union { I##N v; I s[N == 3 ? 4 : N]; } r, c; \
		T special[8] = { 0, -(T)0, INFINITY, -INFINITY, NAN, 1, -1, (T)0.25 }; \
		uint g = GL, bad = 0; \
		for (int i = 0; i < N; i++) { \
			uint x = in[(g + i) & 1023]; \
			a.s[i] = special[x & 7]; \
			b.s[i] = x & 64 ? special[x >> 3 & 7] : (T)(int)(x >> 8 & 255); \
			c.s[i] = x >> 9 & 1 ? (I)((I)1 << (BITS(I) - 1)) : (I)(x >> 10 & 3); \
		} \
		r.v = isequal(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] == b.s[i]), N); \
		r.v = isnotequal(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] != b.s[i]), N); \
		r.v = isgreater(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] > b.s[i]), N); \
		r.v = islessgreater(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] > b.s[i] || a.s[i] < b.s[i]), N); \
		r.v = isordered(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] == a.s[i] && b.s[i] == b.s[i]), N); \
		r.v = isunordered(a.v, b.v); CHECK(r.s[i], -(I)(a.s[i] != a.s[i] || b.s[i] != b.s[i]), N); \
		r.v = isfinite(a.v); CHECK(r.s[i], -(I)(a.s[i] - a.s[i] == 0), N); \
		r.v = isinf(a.v); CHECK(r.s[i], -(I)(a.s[i] == (T)INFINITY || a.s[i] == -(T)INFINITY), N); \
		r.v = isnormal(a.v); CHECK(r.s[i], -(I)(a.s[i] - a.s[i] == 0 && a.s[i] != 0), N); \
		r.v = a.v >= b.v; CHECK(r.s[i], -(I)(a.s[i] >= b.s[i]), N); \
		f.v = sign(a.v); CHECK(f.s[i], a.s[i] > 0 ? 1 : a.s[i] < 0 ? -1 : 0, N); \
		f.v = select(a.v, b.v, c.v); \
		for (int i = 0; i < N; i++) SAME(f.s[i], c.s[i] < 0 ? b.s[i] : a.s[i]) \
		f.v = c.v ? a.v : b.v; \
		for (int i = 0; i < N; i++) SAME(f.s[i], c.s[i] < 0 ? a.s[i] : b.s[i]) \
		f.v = fmin(a.v, b.v); \
		for (int i = 0; i < N; i++) SAME(f.s[i], a.s[i] != a.s[i] || b.s[i] < a.s[i] ? b.s[i] : a.s[i]) \
		f.v = fmax(a.v, b.v); \
		for (int i = 0; i < N; i++) SAME(f.s[i], a.s[i] != a.s[i] || b.s[i] > a.s[i] ? b.s[i] : a.s[i]) \
		out[g] = bad; \
	}
RELATIONS(float, int, 3) RELATIONS(float, int, 8) RELATIONS(double, long, 2) RELATIONS(half, short, 4) RELATIONS(half, short, 16)

K(shuffles)
{
	union { uint16 v; uint s[16]; } a;
	union { uint4 v; uint s[4]; } r4, m4;
	union { uint8 v; uint s[8]; } r8, m8;
	union { uchar8 v; uchar s[8]; } c, cr, cm;
	uint g = GL, bad = 0;
	for (int i = 0; i < 16; i++) a.s[i] = in[(g + i) & 1023];
	for (int i = 0; i < 8; i++) {
		m8.s[i] = a.s[i] >> 5;
		c.s[i] = (uchar)a.s[i];
		cm.s[i] = (uchar)(a.s[i] >> 9);
	}
	for (int i = 0; i < 4; i++) m4.s[i] = a.s[i] >> 7;
	r4.v = shuffle(a.v, m4.v);
	CHECK(r4.s[i], a.s[m4.s[i] & 15], 4);
	r8.v = shuffle2(a.v.lo, a.v.hi, m8.v);
	CHECK(r8.s[i], a.s[m8.s[i] & 15], 8);
	r4.v = shuffle2(a.v.s01, a.v.s45, m4.v);
	CHECK(r4.s[i], a.s[(m4.s[i] & 3) < 2 ? m4.s[i] & 3 : (m4.s[i] & 3) + 2], 4);
	cr.v = shuffle2(c.v.lo, c.v.hi, cm.v);
	CHECK(cr.s[i], c.s[cm.s[i] & 7], 8);
	out[g] = bad;
}
