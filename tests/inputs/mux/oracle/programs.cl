// Small programs.
#include "oracle.h"

K(sincos_unit)
{
	float x = FL(GL & 511), s, c;
	s = sincos(x, &c);
	float2 p = (float2)(s, c);
	out[GL] = (fabs(length(p) - 1.0f) < 1e-5f);
}

float2 cmul(float2 a, float2 b)
{
	return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

K(mandelbrot)
{
	float2 z = (float2)(0), c = (float2)((GL % 37) / 20.0f - 1.5f, (GL / 37) / 20.0f - 0.5f);
	int i = 0;
	for (; i < 64 && dot(z, z) < 4.0f; i++) z = cmul(z, z) + c;
	out[GL] = i;
}

K(tile)
{
	__local float ta[16][17];
	uint x = get_local_id(0) & 15, y = get_local_id(1) & 15;
	ta[y][x] = in[y * 16 + x] & 255;
	BL;
	float s = 0;
	for (uint k = 0; k < min((uint)get_local_size(0), 16u); k++) s += ta[y][k] * 2;
	out[GL] = as_uint(s);
}

K(hash)
{
	uint h = 2166136261u;
	__global const uchar *p = (__global const uchar *)(in + GL);
	for (int i = 0; i < 32; i++) {
		h ^= p[i];
		h *= 16777619u;
	}
	out[GL] = h;
}

K(random_numbers)
{
	ulong x = in[GL] | ((ulong)in[GL + 1] << 32);
	for (int i = 0; i < 20; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	out[GL] = (uint)(x % 1000003) + (uint)mul_hi(x, x);
}

K(series)
{
	double a = 0;
	for (int i = 1; i < 30; i++) a += 1.0 / i / (double)i * (in[GL] & 7);
	out[GL] = as_uint((float)a);
}

typedef struct {
	float x, y, z;
	uint id;
} Pt;

Pt nearest(__global const uint *in, Pt p, int n)
{
	Pt b;
	float bd = 1e30f;
	for (int i = 0; i < n; i++) {
		Pt q = {(float)(in[i * 3] & 255), (float)(in[i * 3 + 1] & 255), (float)(in[i * 3 + 2] & 255), i};
		float d = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y) + (q.z - p.z) * (q.z - p.z);
		if (d < bd) {
			bd = d;
			b = q;
		}
	}
	return b;
}

K(nearest_point)
{
	Pt p = {(float)(in[GL] & 255), (float)(in[GL + 5] & 255), 3, 0};
	Pt b = nearest(in, p, 50);
	out[GL] = b.id + as_uint(b.x);
}

K(fibonacci)
{
	int n = in[GL] & 31, a = 0, b = 1;
	while (n-- > 0) {
		int t = a + b;
		a = b;
		b = t;
	}
	out[GL] = a;
}

K(bits)
{
	uint v = in[GL];
	uint r = 0;
	for (int i = 0; i < 32; i++) r |= ((v >> i) & 1) << (31 - i);
	out[GL] = r ^ popcount(v) ^ (clz(v) << 8);
}

bool isp(uint n)
{
	if (n < 2) return false;
	for (uint i = 2; i * i <= n; i++)
		if (n % i == 0) return false;
	return true;
}

K(primes)
{
	out[GL] = isp(in[GL] & 1023) ? 1 : 0;
	__local int cnt;
	if (LL == 0) cnt = 0;
	BL;
	if (isp(GL)) atomic_inc(&cnt);
	BL;
	out[GL] += cnt * 2;
}

K(stack)
{
	__local uint st[64][8];
	uint l = LL;
	int sp = 0;
	st[l][sp++] = in[GL] & 255;
	uint s = 0;
	while (sp > 0) {
		uint v = st[l][--sp];
		s += v;
		if (v > 40 && sp < 6) {
			st[l][sp++] = v / 2;
			st[l][sp++] = v / 3;
		}
	}
	out[GL] = s;
}

K(bitonic_sort)
{
	__local uint a[64];
	uint l = LL, n = LN;
	a[l] = in[GL];
	BL;
	uint pow = 1;
	while (pow < n) pow <<= 1;
	for (uint k = 2; k <= pow; k <<= 1)
		for (uint j = k >> 1; j > 0; j >>= 1) {
			uint p = l ^ j;
			uint x = a[l], y = p < n ? a[p] : ~0u;
			BL;
			if (p < n) {
				bool up = (l & k) == 0;
				bool lo = l < p;
				uint mn = min(x, y), mx = max(x, y);
				a[l] = (up == lo) ? mn : mx;
			}
			BL;
		}
	out[GL] = a[l];
}

K(break_goto)
{
	uint g = GL;
	if (g & 1) {
		for (int i = 0; i < 4; i++) {
			if (in[g + i] & 1) continue;
			if ((in[g + i] & 6) == 6) break;
			out[g] += i + 1;
		}
	} else {
		int i = 0;
	again:
		out[g] += in[g + i] & 3;
		if (++i < 5) goto again;
	}
}

K(switch_vectors)
{
	int4 v = (int4)(in[GL] & 7, in[GL + 1] & 7, in[GL + 2] & 7, in[GL + 3] & 7);
	int s = 0;
	switch (v.x) {
	case 0:
	case 1:
		s = v.y;
		break;
	case 2: {
		int4 w = v * v;
		s = w.x + w.w;
	} break;
	case 3:
		for (int i = 0; i < v.z; i++) s += i;
	default:
		s += 100;
	case 5:
		s *= 2;
	}
	out[GL] = s;
}

K(local_vectors)
{
	__local float2 l2[64];
	__local double ld[64];
	uint l = LL;
	l2[l] = (float2)(l, l * 2);
	ld[l] = l * 0.5;
	BL;
	float2 s = 0;
	double d = 0;
	for (uint i = 0; i < LN; i++) {
		s += l2[i];
		d += ld[i];
	}
	out[GL] = as_uint(s.x + s.y * 3 + (float)d);
}

K(constants)
{
	out[GL] = sizeof(size_t) + sizeof(event_t) * 0 + sizeof(long) * 10 + sizeof(float3) * 100 + CHAR_BIT * 1000 +
		  (INT_MAX == 0x7fffffff) + (FLT_EPSILON > 0);
}

void swap2(__local uint *a, uint i, uint j)
{
	uint t = a[i];
	a[i] = a[j];
	a[j] = t;
}

K(swaps)
{
	__local uint a[64];
	a[LL] = LL * 7;
	BL;
	if (LL < LN / 2) swap2(a, LL, LN - 1 - LL);
	BL;
	out[GL] = a[LL];
}

K(volatiles)
{
	volatile uint v = in[GL];
	v += 1;
	v *= 3;
	__global const uint *const p = &in[GL];
	__global const uint *restrict q = in;
	out[GL] = v + *(__global const uint *)p + q[1];
}
