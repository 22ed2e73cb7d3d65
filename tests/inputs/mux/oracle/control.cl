// Control flow, barriers, structs, constant tables.
#include "oracle.h"

K(scan)
{
	__local uint a[64];
	uint l = LL, n = LN;
	a[l] = in[l];
	BL;
	for (uint s = 1; s < n; s <<= 1) {
		uint v = l >= s ? a[l - s] : 0;
		BL;
		a[l] += v;
		BL;
	}
	out[GL] = a[l];
}

K(odd_even_sort)
{
	__local uint a[64];
	uint l = LL, n = LN;
	a[l] = in[GL] & 0xffff;
	BL;
	for (uint k = 0; k < n; k++) {
		uint p = (k & 1);
		uint i = 2 * l + p;
		if (i + 1 < n && a[i] > a[i + 1]) {
			uint t = a[i];
			a[i] = a[i + 1];
			a[i + 1] = t;
		}
		BL;
	}
	out[GL] = a[l];
}

K(switches)
{
	uint x = in[GL], s = 0;
	switch (x % 11) {
	case 0:
		s = 3;
	case 1:
		s += x;
		break;
	case 2:
	case 3:
		s = x * 3;
		if (x & 8) break;
		s ^= 5;
	default:
		s += 7;
		break;
	case 9:
		return;
	case 10:
		for (int i = 0; i < (int)(x & 15); i++) {
			if (i == 5) continue;
			if (i == 9) goto end;
			s += i;
		}
	}
	s *= 3;
end:
	out[GL] = s;
}

K(leave_early)
{
	__local uint a[64];
	uint l = LL;
	a[l] = 0;
	BL;
	if (l >= LN / 2 + 1) return;
	a[l] = in[l];
	BL;
	uint s = 0;
	for (uint i = 0; i < LN; i++) s += a[i];
	out[GL] = s;
}

K(collatz)
{
	uint x = in[GL] | 1;
	int n = 0;
	while (x != 1 && n < 100) {
		x = x & 1 ? (x * 3 + 1) & 0xffff : x >> 1;
		n++;
		if (x == 0) break;
	}
	do {
		n += 2;
	} while (n < 20);
	out[GL] = n;
}

K(nested_barriers)
{
	__local int a[64];
	uint l = LL;
	int acc = 0;
	for (int i = 0; i < 3; i++) {
		for (int j = 0; j <= i; j++) {
			a[l] = in[l + i * 7 + j] & 255;
			BL;
			acc += a[(l + 1) % LN] * (j + 1);
			BL;
			if (acc & 1) acc += 3;
		}
		if (i == 1) {
			BL;
			acc ^= a[0];
			BL;
		}
	}
	out[GL] = acc;
}

uint h1(uint x, __local uint *a)
{
	a[LL] = x;
	BL;
	uint r = a[(LL + 1) % LN];
	BL;
	return r;
}

uint h2(uint x, __local uint *a)
{
	uint r = 0;
	for (int i = 0; i < 3; i++) r += h1(x + i, a) * (i + 1);
	if (r & 1) r = r * 3;
	return r;
}

K(barrier_helpers)
{
	__local uint a[64];
	uint x = h2(in[GL], a);
	x += h1(x, a);
	if (LN > 4) x ^= h2(x, a);
	out[GL] = x;
}

K(bubble_sort)
{
	uint p[16];
	for (int i = 0; i < 16; i++) p[i] = in[GL + i];
	for (int i = 0; i < 16; i++)
		for (int j = 0; j < 15 - i; j++)
			if (p[j] > p[j + 1]) {
				uint t = p[j];
				p[j] = p[j + 1];
				p[j + 1] = t;
			}
	BL;
	uint h = 0;
	for (int i = 0; i < 16; i++) h = h * 31 + p[i];
	out[GL] = h;
}

typedef struct {
	char c;
	int i;
	double d;
	short s[3];
	float4 v;
} S;

typedef union {
	uint u;
	float f;
	uchar b[4];
} U;

typedef struct __attribute__((packed)) {
	char c;
	int i;
	long l;
} P;

S mk(uint x)
{
	S s;
	s.c = x;
	s.i = x >> 3;
	s.d = x;
	s.s[0] = x;
	s.s[1] = x >> 2;
	s.s[2] = x >> 4;
	s.v = (float4)(x & 255, 1, 2, 3);
	return s;
}

uint hs(S s)
{
	return s.c + s.i * 3 + (uint)(long)s.d + s.s[1] + s.s[2] + (uint)s.v.x;
}

K(structs)
{
	__local S ls[40];
	S a = mk(in[GL]);
	ls[LL] = a;
	BL;
	S b = ls[(LL + 1) % LN];
	U u;
	u.f = b.v.x;
	P p;
	p.c = 3;
	p.i = b.i;
	p.l = b.i * 5L;
	out[GL] = hs(b) + u.b[3] + u.b[2] * 3 + p.i + (uint)p.l + sizeof(S) + sizeof(P);
}

__constant int tab[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant float4 vt[2] = {(float4)(1, 2, 3, 4), (float4)(5, 6, 7, 8)};
__constant char str[] = "hello world";
__constant S cs = {1, 2, 3.5, {1, 2, 3}, (float4)(9)};

K(tables)
{
	uint g = GL;
	float4 v = vt[g & 1];
	out[g] = tab[g & 1][g % 3] + str[g % 11] + (uint)(v.x + v.w * 2) + (uint)cs.d + cs.s[2];
}

K(matrices)
{
	int m[4][4];
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) m[i][j] = in[GL + i * 4 + j] & 15;
	int r[4][4];
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			r[i][j] = 0;
			for (int k = 0; k < 4; k++) r[i][j] += m[i][k] * m[k][j];
		}
	out[GL] = r[0][1] + r[1][2] * 3 + r[3][3] * 5;
}

K(wait_for_flag)
{
	__local int flag;
	if (LL == 0) flag = 0;
	BL;
	int it = 0;
	for (;;) {
		if (LL == (uint)it % LN) flag += in[LL + it] & 3;
		BL;
		int f = flag;
		BL;
		it++;
		if (f > 10 || it > 50) break;
	}
	out[GL] = it * 100 + flag;
}

K(returns)
{
	uint x = in[GL];
	if (x & 1) {
		if (x & 2) out[GL] = 1;
		else {
			out[GL] = 2;
			return;
		}
	} else {
		for (uint i = 0; i < (x & 7); i++) {
			if ((x >> i) & 4) return;
			out[GL] += i;
		}
	}
	out[GL] += 10;
}

static uint fact(uint n)
{
	uint r = 1;
	while (n > 1) r *= n--;
	return r;
}

K(factorials)
{
	out[GL] = fact(GL % 10) + (GL % 2 ? fact(3) : fact(4));
}

K(pointers)
{
	uint g = GL;
	uint *p = (g & 1) ? &g : 0;
	uint s = 0;
	if (p) s += *p;
	uint arr[4] = {1, 2, 3, 4};
	uint *q = arr + (g & 3);
	*q = 9;
	for (uint *r = arr; r < arr + 4; r++) s = s * 10 + *r;
	out[GL] = s;
}

K(tree_sum)
{
	float s = 0;
	for (uint i = LL; i < 200; i += LN) s += (float)(in[i] & 7);
	__local float a[64];
	a[LL] = s;
	BL;
	for (uint st = 64; st > 0; st >>= 1) {
		if (LL < st && LL + st < LN) a[LL] += a[LL + st];
		BL;
	}
	out[GL] = as_uint(a[0]);
}

// Who has left the loop passes the branch behind it, at which the others come from a collective.
K(left_in_loop)
{
	uint v = in[GL], s = v, i = 0, sum;
	bool stays;
	do {
		stays = (v >> i & 7) != 2;
		if (!stays) {
			out[GL] = s + i;
			break;
		}
		s ^= work_group_reduce_min(s * 3 + i);
	} while (++i < 3);
	if (stays) {
		sum = work_group_reduce_add(s & 255);
		for (uint k = 0; k < 16; k++)
			s = s * 3 + (in[k + LL] ^ sum);
		out[GL] = s;
	}
}
