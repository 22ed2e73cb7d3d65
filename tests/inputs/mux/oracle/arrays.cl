// Private arrays that loops go over: of a known number of rounds or not, up and down, by places known or not.
#include "oracle.h"

#define A(i) in[(i) & 1023]
#define TWO ((uint)get_num_groups(0))

#define LINE(name, length, first, test, step, place) \
	K(name) \
	{ \
		uint p[length], q[length] = { 7, 9 }, s = 0; \
		for (int d = 0; d < length; d++) \
			p[d] = A(GL * 5 + (uint)d); \
		for (int d = first; test; d += step) \
			s = s * 3 + p[place] + q[length - 1 - (place)]; \
		for (int d = first; test; d += step) \
			q[place] ^= p[(place) / 2] + (uint)d; \
		for (int d = 0; d < length; d++) \
			s = s * 5 + q[d]; \
		out[GL] = s; \
	}
LINE(nine, 9, 0, d < 9, 1, d)
LINE(down, 12, 11, d >= 0, -1, d)
LINE(by_two, 16, 0, d < 16, 2, d)
LINE(to_the_end, 10, -9, d <= 0, 3, d + 9)
LINE(long_one, 60, 0, d < 60, 1, d)
LINE(longer_than_code, 100, 0, d < 100, 1, d)
LINE(by_half, 16, 0, d < 16, 1, d / 2)
LINE(unknown_rounds, 9, 0, d < (int)TWO + 4, 1, d)
LINE(by_id, 8, 0, d < 8, 1, (d + (int)get_global_id(0)) & 7)

K(squares)
{
	uint m[4][4], n[4][4], s = 1;
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			m[i][j] = A(GL + (uint)(i * 4 + j));
			n[j][i] = A(GL * 3 + (uint)(i + j));
		}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) {
			uint t = 0;
			for (int k = 0; k < 4; k++)
				t += m[i][k] * n[k][j];
			s = s * 7 + t;
		}
	out[GL] = s;
}

K(left_early)
{
	uint p[9], s = 0;
	for (int d = 0; d < 9; d++)
		p[d] = A(GL + (uint)d * 3);
	for (int d = 0; d < 9; d++) {
		if ((p[d] & 7) == (GL & 7))
			break;
		if (p[d] & 1)
			continue;
		s = s * 3 + p[8 - d];
	}
	out[GL] = s;
}

K(sorted)
{
	uint p[11];
	for (int d = 0; d < 11; d++)
		p[d] = A(GL * 7 + (uint)d) >> 20;
	for (int i = 0; i < 10; i++)
		for (int d = 0; d < 10; d++)
			if (p[d] > p[d + 1]) {
				uint t = p[d];
				p[d] = p[d + 1];
				p[d + 1] = t;
			}
	out[GL] = p[0] + p[5] * 3000 + p[10] * 5000;
}

K(constants)
{
	const int cx[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, cy[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
	uint w = (uint)get_global_size(0), x = get_global_id(0), y = get_global_id(1), p[9], s = 0;
	for (int d = 0; d < 9; d++) {
		p[d] = A((y + 9 + (uint)cy[d]) * w + (x + w - (uint)cx[d]) % w);
		s += p[d] * (uint)(cx[d] + 2);
	}
	for (int d = 0; d < 9; d++)
		s ^= p[d] - (s >> (d & 3));
	out[GL] = s;
}

/* Barriers, local memory and collectives in the loop. */
K(waits_inside)
{
	__local uint t[256];
	uint p[6], s = 0;
	for (int d = 0; d < 6; d++) {
		p[d] = A(GL + (uint)d);
		t[LL] = p[d];
		BL;
		p[d] += t[(LL + 1) % LN];
		BL;
	}
	for (int d = 0; d < 6; d++)
		s = s * 3 + p[d];
	out[GL] = s;
}

K(stack)
{
	uint to[16], cost[16], n = 0, s = 0;
	to[n++] = A(GL) & 31;
	while (n) {
		uint v = to[--n];
		s = s * 3 + v;
		if (v > 3 && n < 14) {
			cost[n] = v;
			to[n++] = v / 2;
			to[n++] = v / 3 + (cost[n - 1] & 1);
		}
		if (s & 0x80000000u)
			break;
	}
	out[GL] = s + n;
}

K(counts)
{
	uint bins[8] = { 0 }, s = 0;
	for (uint d = 0; d < (A(GL) & 31); d++)
		bins[A(GL + d * 7) >> 29]++;
	for (int d = 0; d < 8; d++)
		s = s * 9 + bins[d];
	out[GL] = s;
}

struct point { uint x; ushort y[3]; };

K(structures)
{
	struct point p[7];
	uint s = 0;
	for (int d = 0; d < 7; d++) {
		p[d].x = A(GL + (uint)d);
		for (int k = 0; k < 3; k++)
			p[d].y[k] = (ushort)A(GL * 2 + (uint)(d * k));
	}
	for (int d = 6; d > 0; d--)
		s = s * 3 + p[d].x + p[d - 1].y[d % 3] + p[d].y[2];
	out[GL] = s;
}

K(as_bytes)
{
	uint p[5];
	uchar *b = (uchar *)p;
	uint s = 0;
	for (int d = 0; d < 5; d++)
		p[d] = A(GL + (uint)d);
	for (int d = 0; d < 20; d++)
		s = s * 3 + b[19 - d];
	for (int d = 0; d < 4; d++)
		*(uint *)(b + d * 4 + 2) ^= (uint)d * 77;
	out[GL] = s + p[3] * 5 + p[4];
}

// Small arrays that are read at places of each work-item's own.
K(chosen)
{
	uint own[8], s = 0;
	for (int k = 0; k < 8; k++)
		own[k] = A(GL) * (uint)k + 1;
	for (int k = 0; k < 8; k++)
		s = s * 3 + own[(k * 3 + (int)GL) & 7];
	out[GL] = s;
}

K(chosen_of_five)
{
	double own[3];
	uint five[5], s = 0;
	for (int k = 0; k < 5; k++)
		five[k] = A(GL * 3 + (uint)k) >> k;
	for (int k = 0; k < 3; k++)
		own[k] = FL((GL + (uint)k) & 1023);
	for (uint k = 0; k < 1 + (in[3] & 7); k++) {
		s = s * 5 + five[A(GL + k) % 5] + (uint)(long)(own[(k + GL) % 3] * 8);
		if (s & 4)
			five[2] += s;
	}
	out[GL] = s + five[LL % 5];
}

// Signed numbers, in a loop that work-items leave one by one, across a barrier, and by a helper.
static ulong long_at(const ulong *own, int at)
{
	return own[at];
}

K(chosen_by_signs)
{
	__local uint shared[64];
	ulong own[4] = { A(GL), 7, A(GL + 1) * 3ul, 1ul << 40 };
	int at = (int)(GL % 7) - 3;
	shared[LL] = A(LL);
	BL;
	ulong s = long_at(own, at < 0 ? -at : at);
	while (at < 3 && s % 5 != 2) {
		at++;
		s = s * 3 + own[at < 0 ? at + 3 : at] + shared[(LL + (uint)(at + 3)) % LN];
	}
	out[GL] = (uint)(s >> 32) ^ (uint)s;
}

// Initialized in part, written as vectors.
K(chosen_of_vectors)
{
	union { uint4 four[2]; uint one[8]; } own;
	uint few[6];
	own.four[GL & 0] = (uint4)(A(GL), A(GL + 1), A(GL + 2), A(GL + 3));
	own.four[1] = (uint4)(A(GL + 4)) + own.four[0];
	few[GL % 7 < 3] = 4;
	few[0] = A(GL + 9);
	few[2] = few[0] + 1;
	out[GL] = own.one[A(GL) & 7] * 3 + own.one[7 - (LL & 7)] + few[(A(GL + 5) & 1) * 2];
}

// Written at such places, by which the last one of two decides.
K(counted_choices)
{
	uint c[8] = { 0 }, last[3] = { 5, 6, 7 }, s = 0;
	for (int k = 0; k < 20; k++) {
		uint a = A(GL * 20 + (uint)k);
		c[a & 7]++;
		last[a % 3] = a;
		last[(a >> 8) % 3] ^= (uint)k;
	}
	for (int k = 0; k < 8; k++)
		s = s * 3 + c[k];
	out[GL] = s + last[0] * 3 + last[1] * 5 + last[2];
}

// Left by a part of the work-items, across a barrier.
K(choices_in_part)
{
	ulong own[4] = { GL, 1, 2, 3 };
	uint n = A(GL) & 7;
	for (uint k = 0; k < n; k++)
		if (A(GL + k) & 1)
			own[A(GL * 3 + k) & 3] += own[A(GL * 5 + k) & 3] + k;
	BL;
	own[A(LL) & 3] = 9;
	out[GL] = (uint)(own[0] + own[1] * 3 + own[2] * 5 + own[3] * 7);
}
