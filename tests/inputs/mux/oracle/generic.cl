// Pointers to generic memory, variables of the program.
#include "oracle.h"

uint rd(uint *p, int i)
{
	return p[i] * 2;
}

void wr(uint *p, uint v)
{
	*p = v;
}

global uint gv[4] = {1, 2, 3, 4};

constant uint cc = 77;

K(generic_helpers)
{
	__local uint l[64];
	uint p[4] = {1, 2, 3, 4};
	l[LL] = in[LL];
	BL;
	uint s = rd(l, LN - 1) + rd(p, GL & 3) + rd((uint *)in, 3);
	wr(out + GL, s);
}

K(generic_choice)
{
	__local uint l[64];
	uint p[4] = {1, 2, 3, 4};
	l[LL] = 5;
	BL;
	uint *q;
	if (GL & 1) q = l + LL;
	else q = p + (GL & 3);
	*q += 7;
	BL;
	out[GL] = l[LL] * 100 + p[GL & 3];
}

K(generic_casts)
{
	__local uint l[4];
	uint p;
	uint *q[3] = {l, &p, out + GL};
	out[GL] = (to_local(q[0]) != 0) + (to_private(q[1]) != 0) * 2 + (to_global(q[2]) != 0) * 4;
}

K(program_variables)
{
	uint s = gv[GL & 3] + gv[2] + cc;
	out[GL] = s;
}

typedef struct N {
	uint v;
	struct N *next;
} N;

K(linked_list)
{
	N a, b, c;
	a.v = in[GL];
	b.v = 2;
	c.v = 3;
	a.next = &b;
	b.next = &c;
	c.next = 0;
	uint s = 0;
	for (N *n = &a; n; n = n->next) s = s * 3 + n->v;
	out[GL] = s;
}

void sc(float *a, float *b)
{
	float t = *a;
	*a = *b;
	*b = t;
}

K(generic_maths)
{
	__local float l[64];
	l[LL] = LL;
	float p = 3.5f;
	sc(&p, &l[LL]);
	BL;
	float fr;
	float ip = fract(2.75f + LL, &fr);
	out[GL] = as_uint(p + l[(LL + 1) % LN] + fr + ip);
}

K(generic_fence)
{
	out[GL] = (uint)get_fence(out) != 0;
}

K(private_atomics)
{
	atomic_int a;
	atomic_init(&a, 3);
	atomic_fetch_add(&a, (int)GL);
	int e = 0;
	atomic_compare_exchange_strong(&a, &e, 1);
	out[GL] = atomic_load(&a) + e;
}

global int once = 5;

// Pointers that come out of private variables.
uint kind(uint *p)
{
	return to_local(p) ? 1 : to_private(p) ? 2 : to_global(p) ? 3 : 0;
}

K(generic_tables)
{
	__local uint l[64];
	uint mine[4] = {in[GL], 2, 3, 4}, h = 0;
	uint *table[4] = {&l[LL], mine, &mine[in[GL] & 3], out + GL};
	l[LL] = in[GL] >> 4;
	if (in[GL] & 4)
		table[2] = &l[LL];
	for (int i = 0; i < 8; i++) {
		uint *p = table[in[GL] >> i & 3];
		h = h * 5 + kind(p);
		if (get_fence(p) == CLK_LOCAL_MEM_FENCE && to_local(p) == l + LL)
			h += *p;
		if (in[GL + i] & 1) {
			table[i & 3] = table[in[GL + i] >> 1 & 3];
			table[in[GL + i] >> 3 & 3] = p;
		}
	}
	out[GL] = h;
}

typedef struct {
	int n;
	uint *p[3];
} Queue;

K(generic_queue)
{
	__local uint l[64];
	uint a = in[GL], b = 5, h = 0;
	Queue q = {0};
	for (int i = 0; i < 7; i++) {
		uint w = in[GL + i];
		if (w & 8 && q.n < 3)
			q.p[q.n++] = w & 16 ? (uint *)&a : w & 32 ? (uint *)&l[LL] : (uint *)(out + GL);
		else if (q.n)
			h = h * 7 + kind(q.p[--q.n]);
		else
			h = h * 7 + (to_local(q.p[2]) || q.p[2] == &b);
	}
	out[GL] = h;
}

K(generic_walk)
{
	__local uint l[64];
	uint a[4] = {1, 2, 3, 4};
	uint *p = in[GL] & 1 ? (uint *)a : (uint *)(l + LL), *q[2] = {p, a}, h = 0;
	for (int i = 0; i < 5; i++) {
		h = h * 4 + kind(p);
		p = q[in[GL] >> i & 1];
		q[i & 1] = in[GL + i] & 1 ? (uint *)l : p;
	}
	out[GL] = h;
}

void swap_pointers(uint **a, uint **b)
{
	uint *t = *a;
	*a = *b;
	*b = t;
}

K(generic_swaps)
{
	__local uint l[64];
	uint x = in[GL], h = 0;
	uint *t[3] = {&x, l + LL, out + GL};
	for (int i = 0; i < 6; i++) {
		swap_pointers(&t[(in[GL] >> i * 2 & 3) % 3], &t[i % 3]);
		h = h * 4 + kind(t[i & 1]);
	}
	out[GL] = h;
}

// Steps through the tables themselves: pointers to pointers that loops advance.
K(generic_steps)
{
	__local uint l[64];
	uint x = in[GL], y[2] = {1, 2}, h = 0;
	struct {
		uint *a[2][2];
		int k;
	} s[2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++) {
			uint w = in[GL + i * 4 + j];
			s[i].a[j / 2][j & 1] = w & 4 ? (uint *)(l + LL) : w & 1 ? (uint *)&x : w & 2 ? (uint *)&y[1] : (uint *)(out + GL);
		}
	for (int i = 0; i < 8; i++) h = h * 4 + kind(s[i & 1].a[in[GL + i] & 1][in[GL + i] >> 1 & 1]);
	out[GL] = h;
}
