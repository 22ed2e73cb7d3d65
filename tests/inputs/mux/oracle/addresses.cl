// Addresses: of variables that are chosen between, in arrays and structures, private, local and constant.
#include "oracle.h"

K(sel_private)
{
	uint a[16], b[16];
	for (int i = 0; i < 16; i++) {
		a[i] = in[GL + i];
		b[i] = in[GL + 16 + i];
	}
	uint *p = in[GL] & 1 ? a : b;
	p[in[GL + 1] & 15] += 3;
	uint *q = in[GL] & 2 ? a + 3 : b + 1;
	uint s = 0;
	for (int i = 0; i < 13; i++) s = s * 31 + q[i];
	for (int i = 0; i < 16; i++) s = s * 31 + a[i] + 7 * b[i];
	out[GL] = s;
}
K(sel_local)
{
	__local uint a[64], b[64];
	__local uint *p = in[0] & 1 ? a : b, *q = in[0] & 1 ? b : a;
	p[LL] = in[GL];
	q[LL] = in[GL + 3];
	BL;
	for (int i = 0; i < 3; i++) {
		p[LL] = q[(LL + 1) % LN] * 3;
		BL;
		__local uint *t = p;
		p = q;
		q = t;
		BL;
	}
	out[GL] = a[LL] + b[LL] * 5;
}
typedef struct {
	float x, y;
	uint id;
} Pt;
K(sel_structs)
{
	__local Pt a[64], b[64];
	__local Pt *p = in[0] & 1 ? a : b, *q = in[0] & 1 ? b : a;
	p[LL].x = in[GL] & 255;
	p[LL].y = 2;
	p[LL].id = LL;
	q[LL].x = 1;
	q[LL].y = in[GL + 1] & 255;
	q[LL].id = in[GL];
	BL;
	Pt t = p[LN - 1 - LL];
	Pt *u = &t;
	u->x += q[LL].y;
	out[GL] = (uint)t.x + (uint)t.y * 3 + t.id + q[(LL + 1) % LN].id;
}
uint sum(__local const ushort *s, uint n)
{
	uint r = 0;
	for (uint i = 0; i < n; i++) r += s[i];
	return r;
}
K(local_bytes)
{
	__local uchar raw[1024];
	__local uint *words = (__local uint *)raw;
	__local ushort *half_words = (__local ushort *)(raw + 512);
	words[LL] = in[GL];
	half_words[LL] = in[GL + 1];
	BL;
	out[GL] = words[(LL + 1) % LN] + sum(half_words, LN) + raw[LL];
}
K(ping_pong)
{
	__local uint buf[2][64];
	uint cur = 0;
	buf[0][LL] = in[GL] & 255;
	BL;
	for (uint d = 1; d < LN; d *= 2) {
		buf[1 - cur][LL] = buf[cur][LL] + (LL >= d ? buf[cur][LL - d] : 0);
		cur = 1 - cur;
		BL;
	}
	out[GL] = buf[cur][LL];
}
K(ptr_array_local)
{
	__local uint a[64], b[64], c[64];
	__local uint *t[3] = {a, b, c};
	for (int i = 0; i < 3; i++) t[i][LL] = in[GL + i];
	BL;
	out[GL] = t[LL % 3][(LL + 1) % LN] + *(t[in[0] % 3] + LL);
}
K(ptr_in_struct)
{
	struct {
		__local uint *l;
		__global const uint *g;
		uint *p;
		uint n;
	} s;
	__local uint a[64];
	uint pr[4] = {in[GL], 2, 3, LL};
	s.l = a;
	s.g = in + 5;
	s.p = pr;
	s.n = 4;
	s.l[LL] = s.g[LL];
	BL;
	s.p[s.g[0] & 3] += 9;
	uint r = 0;
	for (uint i = 0; i < s.n; i++) r = r * 3 + s.p[i] + s.l[(LL + i) % LN];
	out[GL] = r;
}
K(linked)
{
	typedef struct Node {
		uint v;
		struct Node *next;
	} Node;
	Node n[8];
	Node *head = 0;
	for (int i = 0; i < 8; i++) {
		n[i].v = in[GL + i] & 1023;
		Node **at = &head;
		while (*at && (*at)->v < n[i].v) at = &(*at)->next;
		n[i].next = *at;
		*at = &n[i];
	}
	uint r = 0;
	for (Node *p = head; p; p = p->next) r = r * 31 + p->v;
	out[GL] = r;
}
K(swap_rows)
{
	float m[3][4];
	float *r[3] = {m[0], m[1], m[2]};
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 4; j++) r[i][j] = (float)((in[GL + i * 4 + j] & 255) + 1);
	for (int i = 0; i < 3; i++) {
		int best = i;
		for (int j = i + 1; j < 3; j++)
			if (r[j][i] > r[best][i]) best = j;
		float *t = r[i];
		r[i] = r[best];
		r[best] = t;
		for (int j = i + 1; j < 3; j++) {
			float f = r[j][i] / r[i][i];
			for (int k = i; k < 4; k++) r[j][k] -= f * r[i][k];
		}
	}
	out[GL] = as_uint(r[2][2] * r[1][1]) ^ as_uint(r[0][3]);
}
void swap(uint *a, uint *b)
{
	uint t = *a;
	*a = *b;
	*b = t;
}
void qsort_(uint *a, int lo, int hi)
{
	int st[32], sp = 0;
	st[sp++] = lo;
	st[sp++] = hi;
	while (sp) {
		hi = st[--sp];
		lo = st[--sp];
		if (lo >= hi) continue;
		uint pv = a[hi];
		int i = lo;
		for (int j = lo; j < hi; j++)
			if (a[j] < pv) swap(&a[i++], &a[j]);
		swap(a + i, a + hi);
		st[sp++] = lo;
		st[sp++] = i - 1;
		st[sp++] = i + 1;
		st[sp++] = hi;
	}
}
K(quick)
{
	uint a[24];
	for (int i = 0; i < 24; i++) a[i] = in[GL + i] >> 16;
	qsort_(a, 0, 23);
	uint r = 0;
	for (int i = 0; i < 24; i++) r = r * 31 + a[i];
	out[GL] = r;
}
K(char_walk)
{
	char s[32];
	int n = 0;
	uint v = in[GL];
	char *p = s;
	do {
		*p++ = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	*p = 0;
	for (char *a = s, *b = p - 1; a < b; a++, b--) {
		char t = *a;
		*a = *b;
		*b = t;
	}
	uint h = 5381;
	for (p = s; *p; p++, n++) h = h * 33 + *p;
	out[GL] = h + n;
}
K(vec_ptr)
{
	float4 v[4];
	for (int i = 0; i < 4; i++) v[i] = (float4)(in[GL + i] & 255, i, 2, 3);
	float *f = (float *)v;
	float *g = in[GL] & 1 ? f + 4 : f;
	g[in[GL] & 7] += 100.0f;
	float s = 0;
	for (int i = 0; i < 16; i++) s = s * 1.5f + f[i];
	float2 *h = (float2 *)(v + 1);
	s += h[1].y + ((__global const uchar *)in)[GL] + ((__global const ushort4 *)in)[GL].z;
	out[GL] = as_uint(s);
}
K(double_buffer)
{
	__local float As[2][8][8];
	float acc = 0;
	uint x = LL & 7, y = (LL >> 3) & 7;
	for (uint i = LL; i < 64; i += LN) As[0][i >> 3][i & 7] = in[i] & 15;
	BL;
	for (int t = 0; t < 4; t++) {
		__local float(*cur)[8] = As[t & 1], (*nxt)[8] = As[(t + 1) & 1];
		if (t < 3)
			for (uint i = LL; i < 64; i += LN) nxt[i >> 3][i & 7] = in[i + (t + 1) * 64] & 15;
		for (int k = 0; k < 8; k++) acc += cur[y][k] * cur[k][x];
		BL;
	}
	out[GL] = (uint)acc;
}

__constant uint ta[8] = {1, 2, 3, 4, 5, 6, 7, 8}, tb[8] = {11, 12, 13, 14, 15, 16, 17, 18};
__constant struct {
	uchar n;
	float f;
} sa[3] = {{1, 2.5f}, {2, 3.5f}, {3, 4.5f}}, sb[3] = {{4, 5.5f}, {5, 6.5f}, {6, 7.5f}};
__constant ushort one = 7, two = 9;
K(sel_constant)
{
	__constant uint *t = in[GL] & 1 ? ta : tb;
	uint s = 0;
	for (int i = 0; i < 3; i++) {
		__constant uint *u = (in[GL] >> i) & 2 ? ta : tb;
		s = s * 3 + u[in[GL + i] & 7] + t[i];
	}
	__constant ushort *w = in[GL] & 4 ? &one : &two;
	out[GL] = s + *w;
}
K(sel_constant_struct)
{
	uint s = 0;
	for (int i = 0; i < 3; i++)
		s = s * 3 + ((in[GL + i] & 2) ? sa : sb)[i].n + (uint)(((in[GL + i] & 4) ? sa : sb)[2 - i].f * 2);
	out[GL] = s;
}
typedef struct {
	uint k, v;
	uchar t;
} Kv;
K(sel_private_struct)
{
	Kv a[5], b[5], *p;
	uint s = 0;
	for (int i = 0; i < 5; i++) {
		a[i].k = in[GL + i];
		a[i].v = i;
		a[i].t = 1;
		b[i].k = in[GL + 7 + i];
		b[i].v = i * 2;
		b[i].t = 2;
	}
	p = in[GL] & 1 ? a : b;
	Kv *q = p == a ? b : a;
	for (int i = 0; i < 5; i++) {
		s = s * 31 + p[0].k * q[i].v + p->t;
		q->t += 3;
		p++;
	}
	s += (p - 5)->k;
	for (int i = 0; i < 3; i++) {
		Kv *r = (in[GL] >> i) & 1 ? &a[i] : &b[4 - i];
		r->k += r->v;
		s += r->t;
	}
	out[GL] = s + a[3].k + b[3].k;
}
K(merge_private)
{
	uint x[16], y[16], *src = x, *dst = y;
	for (int i = 0; i < 16; i++) x[i] = in[GL + i] >> 8;
	for (int w = 1; w < 16; w *= 2) {
		for (int i = 0; i < 16; i += 2 * w) {
			int a = i, b = i + w, k = i;
			while (a < i + w && b < i + 2 * w) dst[k++] = src[a] <= src[b] ? src[a++] : src[b++];
			while (a < i + w) dst[k++] = src[a++];
			while (b < i + 2 * w) dst[k++] = src[b++];
		}
		uint *t = src;
		src = dst;
		dst = t;
	}
	uint h = 0;
	for (int i = 0; i < 16; i++) h = h * 31 + src[i];
	out[GL] = h;
}
K(merge_local)
{
	__local uint x[64], y[64];
	__local uint *src = x, *dst = y;
	x[LL] = in[GL] >> 8;
	BL;
	for (uint w = 1; w < LN; w *= 2) {
		uint lo = LL / (2 * w) * (2 * w), mid = min(lo + w, LN), hi = min(lo + 2 * w, LN), v = src[LL], pos = 0;
		bool left = LL < mid;
		for (uint i = left ? mid : lo; i < (left ? hi : mid); i++) pos += left ? src[i] < v : src[i] <= v;
		dst[lo + pos + (LL - (left ? lo : mid))] = v;
		BL;
		__local uint *t = src;
		src = dst;
		dst = t;
	}
	out[GL] = src[LL];
}
uint take(__local const Kv *p, uint n)
{
	uint r = 0;
	for (uint i = 0; i < n; i++) r = r * 3 + p[i].k + p[i].t;
	return r;
}
void fill(__local Kv *p, uint i, uint x)
{
	p[i].k = x;
	p[i].v = i;
	p[i].t = x >> 8;
}
K(local_helpers)
{
	__local Kv a[64];
	__local Kv one;
	__local Kv two[2][64];
	fill(a, LL, in[GL]);
	fill(two[LL & 1], LL, in[GL + 1]);
	fill(two[1 - (LL & 1)], LL, in[GL + 2]);
	if (LL == 0) fill(&one, 0, in[GL + 3]);
	BL;
	__local Kv *p = LL & 1 ? &one : a + LL;
	out[GL] = take(a, LN) + take(&one, 1) + take(two[in[0] & 1], LN) + p->k;
}
typedef union {
	uint u;
	float f;
	uchar4 c;
} U;
K(local_union)
{
	__local U a[64];
	__local U b[64];
	__local U *p = (GL & 1) ? a : b;
	a[LL].u = in[GL];
	b[LL].f = (float)(in[GL + 1] & 255);
	BL;
	p[LL].c.y += 3;
	BL;
	__local uint *w = (__local uint *)(in[0] & 1 ? a : b);
	out[GL] = a[LL].u + b[(LL + 1) % LN].u + w[LL];
}
K(null_pointers)
{
	uint a[4] = {in[GL], 2, 3, 4}, *p = in[GL] & 1 ? a : (uint *)0;
	__local uint l[64];
	__local uint *q = in[GL] & 2 ? l + LL : (__local uint *)0;
	l[LL] = 5;
	BL;
	uint s = 0;
	if (p) s += p[in[GL + 1] & 3];
	if (q) s += *q;
	__global const uint *g = in[GL] & 4 ? in + 3 : 0;
	out[GL] = s + (g ? g[1] : 1) + (p == a) + (q != l);
}
K(pointer_loops)
{
	uint m[20], *e = m + 20;
	for (uint *p = m; p < e; p++) *p = in[GL + (p - m)];
	uint s = 0;
	for (uint *p = e; p-- > m;) s = s * 31 + *p;
	for (uint *a = m, *b = e - 1; a < b; ++a, --b) {
		uint t = *a;
		*a = *b;
		*b = t;
	}
	for (uchar *p = (uchar *)m; p != (uchar *)e; p += 3) {
		s += *p;
		if (e - m < 3) break;
		if ((uchar *)e - p < 4) break;
	}
	out[GL] = s + m[0] * 3;
}
K(tree)
{
	typedef struct T {
		uint key;
		struct T *l, *r;
	} T;
	T pool[10], *root = 0;
	for (int i = 0; i < 10; i++) {
		T **at = &root;
		uint k = in[GL + i] >> 20;
		while (*at) {
			if ((*at)->key == k) break;
			at = k < (*at)->key ? &(*at)->l : &(*at)->r;
		}
		if (*at) continue;
		*at = pool + i;
		pool[i].key = k;
		pool[i].l = pool[i].r = 0;
	}
	T *st[10];
	int sp = 0;
	T *c = root;
	uint h = 0;
	while (c || sp) {
		while (c) {
			st[sp++] = c;
			c = c->l;
		}
		c = st[--sp];
		h = h * 31 + c->key;
		c = c->r;
	}
	out[GL] = h;
}
typedef struct {
	__local float *tile;
	__global const uint *src;
	float acc[4];
	int n;
} Ctx;
void load(Ctx *c, uint l, uint n)
{
	c->tile[l] = (float)(c->src[l] & 15);
	c->n = n;
}
void step(Ctx *c, uint l)
{
	for (int i = 0; i < 4; i++) c->acc[i] += c->tile[(l + i) % c->n] * (i + 1);
}
K(contexts)
{
	__local float t[64];
	Ctx c = {t, in + GL - LL, {0, 1, 2, 3}, 0};
	load(&c, LL, LN);
	BL;
	step(&c, LL);
	step(&c, LL + 1);
	Ctx d = c;
	step(&d, 0);
	out[GL] = (uint)(d.acc[0] + c.acc[1] * 3 + d.acc[2] * 5 + c.acc[3] * 7);
}
K(cells)
{
	__local uint *slot[4];
	__local uint a[64], b[64];
	slot[0] = a;
	slot[1] = b;
	slot[2] = a + LL;
	slot[3] = b + LN - 1 - LL;
	*slot[2] = in[GL];
	b[LL] = in[GL + 1];
	BL;
	uint s = 0;
	for (int i = 0; i < 4; i++) s = s * 7 + *slot[(i + in[GL]) & 3];
	out[GL] = s;
}
typedef __global const uint *gp;
typedef __local uint *lp;
K(shared_pointers)
{
	__local gp p[64];
	__local lp q[64];
	__local uint v[64];
	p[LL] = in + (in[GL] & 63);
	q[LL] = v + (LL * 3 + 1) % LN;
	v[LL] = in[GL] * 3;
	BL;
	out[GL] = *p[(LL + 1) % LN] + *q[(LL + 2) % LN];
}
K(choose_element)
{
	__local uint a[64], b[128];
	__local uint2 c[64], one;
	__local uint *p = in[1] & 1 ? b : a;
	a[LL] = in[GL];
	b[LL] = in[GL + 1];
	b[LL + 64] = in[GL + 2];
	c[LL] = (uint2)(LL, in[GL]);
	if (LL == 0) one = (uint2)(in[0], 3);
	BL;
	__local uint2 *q = LL & 1 ? c + (LL + 1) % LN : &one;
	uint s = p[(LL + 1) % LN] + q->x * 3 + q->y;
	for (__local uint *e = b + 64 + LN, *r = b + 64; r != e; r++) s = s * 3 + *r;
	out[GL] = s;
}
__attribute__((noinline)) void deposit(__local uint *p, uint i, uint x) { p[i] = x; }
K(first_elements)
{
	__local uint a[64], count;
	__local lp where[2];
	if (LL == 0) {
		a[0] = in[GL];
		count = 0;
		where[0] = a;
		where[1] = &count;
	}
	BL;
	if (LL) deposit(a, LL, in[GL]);
	atomic_inc(&count);
	BL;
	out[GL] = a[(LL + 1) % LN] + *where[LL & 1] + count;
}
K(choose_scalar)
{
	uint a = in[GL], b = in[GL + 1], *p = a & 1 ? &a : &b;
	float4 u = (float4)(a & 7, 1, 2, 3), v = u.wzyx, *w = b & 2 ? &u : &v;
	*p += 3;
	w->y += 5.0f;
	uint **pp = &p, *q = &b;
	if (b & 4) pp = &q;
	**pp ^= 7;
	out[GL] = a * 3 + b + (uint)(u.y * 100 + v.y * 7 + (*w).x);
}

// pointers into arrays and structures, as values that variables of the program begin with
__global uint words[4] = { 1, 2, 3, 4 };
__global uint *__global third = &words[2];
__global uint *__global whole = words;
__constant struct {
	int k;
	float w[3];
} rows[2] = { { 1, { 2, 3, 4 } }, { 5, { 6, 7, 8 } } };
__constant float *__constant places[2] = { &rows[1].w[2], rows[0].w };
__global char letters[4] = "abc";
__global char *__global second = letters + 1;
typedef struct {
	__global uint *p;
	__constant float *q;
} Both;
__constant Both boths[2] = { { words + 1, &rows[0].w[1] }, { &words[3], &rows[1].w[0] } };
K(pointers_to_begin_with)
{
	uint a = in[GL] & 1, b = in[GL] >> 1 & 1;
	out[GL] = third[-1] + whole[in[GL] & 3] * 3 + (uint)*places[a] * 5 + second[b] * 7 + (second == letters + 1) + *boths[b].p * 11 +
		  (uint)*boths[a].q * 13;
}

// pointers to nothing, and numbers as pointers, as values that variables of the program begin with; tables of texts of different lengths
__global uint *__global nowhere = 0;
__global uint *__constant some[3] = { 0, (__global uint *)4096, words + 1 };
__constant char *__constant texts[3] = { "ab", 0, "wxyz" };
__constant struct {
	__constant char *name;
	int value;
	struct {
		__constant char *more;
		__global uint *at;
		float part;
	} in;
} table[4] = { { "one", 1, { "x", 0, 1 } }, { "three", 3, { "yy", words, 2 } }, { 0, 5, { "zzz", words + 3, 3 } }, { "q" } };
K(null_pointers_to_begin_with)
{
	uint a = in[GL] % 3, b = in[GL] & 3;
	out[GL] = (nowhere ? *nowhere : 5) + (uint)(size_t)some[a ? a - 1 : 0] + *some[2] * 3 + (texts[a] ? texts[a][1] : 7) * 11 +
		  (table[b].in.at ? *table[b].in.at : 9) * 13;
}
K(tables_of_texts)
{
	uint a = in[GL] & 3, h = table[a].value * 1000 + (uint)table[a].in.part;
	for (__constant char *p = table[a].name; p && *p; p++)
		h = h * 31 + *p;
	for (__constant char *p = table[a].in.more; p && *p; p++)
		h = h * 31 + *p;
	out[GL] = h;
}
