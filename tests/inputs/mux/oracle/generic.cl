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
