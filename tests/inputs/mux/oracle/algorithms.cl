// Programs as others write them: tiles, blocks, tables, queues, with local memory, atomics, structures and helpers.
#include "oracle.h"

#define GROUP16 __attribute__((reqd_work_group_size(16, 1, 1)))
#define FOR(i, n) for (int i = 0; i < (n); i++)

// C = A * B, two halves of a buffer for the tiles
#define TS 8
void load_tile(__local float (*to)[TS], __global const uint *from, uint at, uint l, uint n)
{
	for (uint i = l; i < TS * TS; i += n) to[i / TS][i % TS] = (float)(from[(at + i) & 1023] & 15);
}
K(gemm_double_buffer)
{
	__local float a[2][TS][TS], b[2][TS][TS];
	float acc[4] = {0};
	uint now = 0;
	load_tile(a[0], in, 0, LL, LN);
	load_tile(b[0], in, 512, LL, LN);
	BL;
	for (uint t = 1; t <= 5; t++) {
		if (t < 5) {
			load_tile(a[now ^ 1], in, t * 64, LL, LN);
			load_tile(b[now ^ 1], in, 512 + t * 64, LL, LN);
		}
		FOR(r, 4)
		{
			uint e = (LL + r * LN) % (TS * TS), y = e / TS, x = e % TS;
#pragma unroll
			FOR(k, TS) acc[r] += a[now][y][k] * b[now][k][x];
		}
		BL;
		now ^= 1;
	}
	out[GL] = (uint)(acc[0] + acc[1] * 3 + acc[2] * 5 + acc[3] * 7);
}
K(gemm_registers)
{
	float c[4][4], ra[4], rb[4];
	FOR(i, 4) FOR(j, 4) c[i][j] = 0;
	FOR(k, 12)
	{
		uint4 v = vload4((GL + k) & 255, in), w = vload4((GL * 3 + k + 7) & 255, in);
		ra[0] = v.x & 7;
		ra[1] = v.y & 7;
		ra[2] = v.z & 7;
		ra[3] = v.w & 7;
		rb[0] = w.s0 & 7;
		rb[1] = w.s1 & 7;
		rb[2] = w.s2 & 7;
		rb[3] = w.s3 & 7;
#pragma unroll
		FOR(i, 4)
#pragma unroll
		FOR(j, 4) c[i][j] = mad24((int)ra[i], (int)rb[j], (int)c[i][j]);
	}
	uint h = 0;
	FOR(i, 4) FOR(j, 4) h = h * 31 + (uint)c[i][j];
	out[GL] = h;
}
float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__constant float2 roots[8] = {(float2)(1, 0),
			      (float2)(0.923879533f, -0.382683432f),
			      (float2)(0.707106781f, -0.707106781f),
			      (float2)(0.382683432f, -0.923879533f),
			      (float2)(0, -1),
			      (float2)(-0.382683432f, -0.923879533f),
			      (float2)(-0.707106781f, -0.707106781f),
			      (float2)(-0.923879533f, -0.382683432f)};
__constant uchar reversed[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
K(fft_private)
{
	float2 v[16];
	FOR(i, 16) { v[reversed[i]] = (float2)((float)(in[GL + i] & 255), (float)(in[GL + i] >> 24)); }
	for (int s = 1; s < 16; s *= 2)
		for (int b = 0; b < 16; b += 2 * s) FOR(j, s)
			{
				float2 t = cmul(v[b + j + s], roots[j * (8 / s)]);
				v[b + j + s] = v[b + j] - t;
				v[b + j] += t;
			}
	uint h = 0;
	FOR(i, 16) h = h * 31 + (uint)(int)v[i].x + (uint)(int)v[i].y * 7;
	out[GL] = h;
}
GROUP16 K(fft_local)
{
	__local float re[2][16], im[2][16];
	uint l = get_local_id(0), now = 0;
	re[0][l] = in[GL] & 255;
	im[0][l] = 0;
	BL;
	for (uint s = 8, n = 1; s; s /= 2, n *= 2) {
		if (l < 8) {
			uint k = l & (n - 1), j = ((l - k) << 1) + k;
			float2 a = (float2)(re[now][l], im[now][l]),
			       b = cmul(roots[k * s], (float2)(re[now][l + 8], im[now][l + 8]));
			re[now ^ 1][j] = a.x + b.x;
			im[now ^ 1][j] = a.y + b.y;
			re[now ^ 1][j + n] = a.x - b.x;
			im[now ^ 1][j + n] = a.y - b.y;
		}
		now ^= 1;
		BL;
	}
	out[GL] = (uint)(int)(re[now][l] * 4) ^ (uint)(int)(im[now][l] * 4) * 5;
}
GROUP16 K(radix_sort)
{
	__local uint keys[16], next[16], count[4][16], start[4];
	uint l = get_local_id(0);
	keys[l] = in[GL] >> 20;
	for (uint shift = 0; shift < 12; shift += 2) {
		uint d = keys[l] >> shift & 3;
		FOR(i, 4) count[i][l] = d == i;
		BL;
		for (uint o = 1; o < 16; o <<= 1) {
			uint4 t = 0;
			if (l >= o) t = (uint4)(count[0][l - o], count[1][l - o], count[2][l - o], count[3][l - o]);
			BL;
			count[0][l] += t.x;
			count[1][l] += t.y;
			count[2][l] += t.z;
			count[3][l] += t.w;
			BL;
		}
		if (l == 0) {
			uint s = 0;
			FOR(i, 4)
			{
				start[i] = s;
				s += count[i][15];
			}
		}
		BL;
		next[start[d] + count[d][l] - 1] = keys[l];
		BL;
		keys[l] = next[l];
		BL;
	}
	out[GL] = keys[l];
}
GROUP16 K(tree_scan)
{
	__local uint t[32];
	uint l = get_local_id(0), offset = 1;
	t[2 * l] = in[GL * 2] & 255;
	t[2 * l + 1] = in[GL * 2 + 1] & 255;
	for (uint d = 16; d > 0; d >>= 1) {
		BL;
		if (l < d) {
			uint a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1;
			t[b] += t[a];
		}
		offset *= 2;
	}
	if (l == 0) t[31] = 0;
	for (uint d = 1; d < 32; d *= 2) {
		offset >>= 1;
		BL;
		if (l < d) {
			uint a = offset * (2 * l + 1) - 1, b = offset * (2 * l + 2) - 1, x = t[a];
			t[a] = t[b];
			t[b] += x;
		}
	}
	BL;
	out[GL * 2] = t[2 * l];
	out[GL * 2 + 1] = t[2 * l + 1];
}
typedef struct {
	uint sum;
	uchar head;
} Seg;
K(segmented_scan)
{
	__local Seg s[64];
	Seg me = {in[GL] & 255, (in[GL] >> 9 & 3) == 0};
	s[LL] = me;
	BL;
	for (uint o = 1; o < LN; o <<= 1) {
		Seg other = LL >= o ? s[LL - o] : (Seg){0, 1};
		BL;
		if (!s[LL].head && LL >= o) {
			s[LL].sum += other.sum;
			s[LL].head = other.head;
		}
		BL;
	}
	out[GL] = s[LL].sum * 2 + s[LL].head;
}
K(graph_levels)
{
	__local uint level[64], queue[2][64], size[2];
	uint n = LN, now = 0;
	level[LL] = LL == 0 ? 0 : ~0u;
	if (LL == 0) {
		queue[0][0] = 0;
		size[0] = 1;
		size[1] = 0;
	}
	BL;
	for (uint d = 1; size[now]; d++) {
		for (uint i = LL; i < size[now]; i += n) {
			uint v = queue[now][i];
			for (uint e = 0; e < 3; e++) {
				uint w = (in[v * 3 + e] >> 5) % n;
				if (atomic_cmpxchg(&level[w], ~0u, d) == ~0u)
					queue[now ^ 1][atomic_inc(&size[now ^ 1])] = w;
			}
		}
		BL;
		if (LL == 0) size[now] = 0;
		now ^= 1;
		BL;
	}
	out[GL] = level[LL];
}
K(hash_table)
{
	__local uint key[128], value[128];
	for (uint i = LL; i < 128; i += LN) {
		key[i] = 0;
		value[i] = 0;
	}
	BL;
	FOR(r, 2)
	{
		uint k = (in[GL + r * 32] >> 24) + 1 & 63, at = k * 2654435761u >> 25;
		if (!k) k = 64;
		for (;; at = at + 1 & 127) {
			uint old = atomic_cmpxchg(&key[at], 0u, k);
			if (old == 0 || old == k) {
				atomic_add(&value[at], in[GL] & 15);
				break;
			}
		}
	}
	BL;
	uint k = (in[GL] >> 24) + 1 & 63, at = (k ? k : 64) * 2654435761u >> 25, s = 0;
	if (!k) k = 64;
	while (key[at] && key[at] != k) at = at + 1 & 127;
	for (uint i = 0; i < 128; i++) s += value[i] * (key[i] + 1);
	out[GL] = s + value[at] * 65536;
}
int clamped(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }
K(stencil_halo)
{
	__local int t[66 * 3];
	int w = (int)LN, x = (int)LL;
	FOR(r, 3)
	{
		t[r * (w + 2) + x + 1] = in[(GL + r * 64) & 2047] & 1023;
		if (x == 0) t[r * (w + 2)] = in[(GL + r * 64 - 1) & 2047] & 1023;
		if (x == w - 1) t[r * (w + 2) + w + 1] = in[(GL + r * 64 + 1) & 2047] & 1023;
	}
	BL;
	__local int *m = t + (w + 2) + 1;
	FOR(s, 3)
	{
		int v = 4 * m[x] - m[x - 1] - m[x + 1] - m[x - (w + 2)] - m[x + (w + 2)];
		BL;
		m[x] += v >> 3;
		BL;
	}
	out[GL] = (uint)m[x];
}
K(sobel)
{
	__global const uchar *p = (__global const uchar *)in;
	int w = 24, h = 16, x = GL % w, y = GL / w % h, gx = 0, gy = 0;
	for (int j = -1; j <= 1; j++)
		for (int i = -1; i <= 1; i++) {
			int v = p[clamped(y + j, h) * w + clamped(x + i, w)];
			gx += v * i * (j ? 1 : 2);
			gy += v * j * (i ? 1 : 2);
		}
	uint m = abs(gx) + abs(gy);
	((__global uchar *)out)[GL] = m > 255 ? 255 : (uchar)m;
}
__constant uchar weights[5] = {1, 4, 6, 4, 1};
K(gauss_rows)
{
	__global const uchar4 *p = (__global const uchar4 *)in;
	int4 s = 0;
	for (int i = -2; i <= 2; i++) {
		uchar4 c = p[clamped((int)GL + i, 512)];
		s += (int4)(c.x, c.y, c.z, c.w) * weights[i + 2];
	}
	s = s + 8 >> 4;
	((__global uchar4 *)out)[GL] = (uchar4)(s.x, s.y, s.z, s.w);
}
uchar xtime(uchar x) { return (uchar)(x << 1 ^ (x >> 7) * 0x1b); }
uchar gmul(uchar a, uchar b)
{
	uchar r = 0;
	for (; b; b >>= 1, a = xtime(a))
		if (b & 1) r ^= a;
	return r;
}
uchar sub(uchar x)
{
	uchar y = x, r;
	FOR(i, 6) y = gmul(gmul(y, y), x);
	y = gmul(y, y);
	r = y;
	FOR(i, 4)
	{
		y = (uchar)(y << 1 | y >> 7);
		r ^= y;
	}
	return r ^ 0x63;
}
K(aes)
{
	uchar s[4][4], k[4][4], t[4];
	FOR(i, 16)
	{
		s[i & 3][i >> 2] = in[GL + i / 4] >> (i & 3) * 8;
		k[i & 3][i >> 2] = in[i / 4] >> (i & 3) * 8;
	}
	uchar rc = 1;
	FOR(round, 3)
	{
		FOR(i, 16) s[i & 3][i >> 2] = sub(s[i & 3][i >> 2] ^ k[i & 3][i >> 2]);
		for (int r = 1; r < 4; r++) {
			FOR(c, 4) t[c] = s[r][(c + r) & 3];
			FOR(c, 4) s[r][c] = t[c];
		}
		FOR(c, 4)
		{
			uchar e = s[0][c] ^ s[1][c] ^ s[2][c] ^ s[3][c], f = s[0][c];
			FOR(r, 4) s[r][c] ^= e ^ xtime(s[r][c] ^ (r < 3 ? s[r + 1][c] : f));
		}
		FOR(r, 4) k[r][0] ^= sub(k[(r + 1) & 3][3]) ^ (r ? 0 : rc);
		for (int c = 1; c < 4; c++) FOR(r, 4) k[r][c] ^= k[r][c - 1];
		rc = xtime(rc);
	}
	FOR(c, 4) out[GL * 4 + c] = (uint)s[0][c] | (uint)s[1][c] << 8 | (uint)s[2][c] << 16 | (uint)s[3][c] << 24;
}
#define ROR(x, n) ((x) >> (n) | (x) << (32 - (n)))
K(sha)
{
	uint w[64],
	    h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
	    v[8];
	FOR(i, 16) w[i] = in[GL + i];
	for (int i = 16; i < 64; i++) {
		uint a = w[i - 15], b = w[i - 2];
		w[i] = w[i - 16] + w[i - 7] + (ROR(a, 7) ^ ROR(a, 18) ^ a >> 3) + (ROR(b, 17) ^ ROR(b, 19) ^ b >> 10);
	}
	FOR(i, 8) v[i] = h[i];
	FOR(i, 64)
	{
		uint e = v[4], a = v[0];
		uint x = v[7] + (ROR(e, 6) ^ ROR(e, 11) ^ ROR(e, 25)) + (e & v[5] ^ ~e & v[6]) + w[i] +
			 (uint)(i * 0x9e3779b9u);
		uint y = (ROR(a, 2) ^ ROR(a, 13) ^ ROR(a, 22)) + (a & v[1] ^ a & v[2] ^ v[1] & v[2]);
		for (int j = 7; j > 0; j--) v[j] = v[j - 1];
		v[4] += x;
		v[0] = x + y;
	}
	uint r = 0;
	FOR(i, 8) r ^= h[i] + v[i];
	out[GL] = r;
}
K(bodies)
{
	__local float4 p[64];
	float4 me = (float4)((float)(in[GL] & 63), (float)(in[GL] >> 8 & 63), (float)(in[GL] >> 16 & 63),
			     1 + (float)(in[GL] >> 30));
	float3 a = 0;
	for (uint t = 0; t < 3; t++) {
		uint w = in[(LL + t * 64) & 511];
		p[LL] = (float4)((float)(w & 63), (float)(w >> 8 & 63), (float)(w >> 16 & 63), 1);
		BL;
		for (uint j = 0; j < LN; j++) {
			float3 d = p[j].xyz - me.xyz;
			float r = d.x * d.x + d.y * d.y + d.z * d.z + 0.5f;
			a += d * (p[j].w / (r * sqrt(r)));
		}
		BL;
	}
	out[GL] = (uint)(int)(a.x * 256) ^ (uint)(int)(a.y * 256) * 3 ^ (uint)(int)(a.z * 256) * 5;
}
K(lu_private)
{
	double m[6][6], d = 1;
	int perm[6];
	FOR(i, 6)
	{
		perm[i] = i;
		FOR(j, 6) m[i][j] = (double)(in[GL * 3 + i * 6 + j] & 1023) + (i == j ? 2000 : 0);
	}
	FOR(k, 6)
	{
		int best = k;
		for (int i = k + 1; i < 6; i++)
			if (fabs(m[i][k]) > fabs(m[best][k])) best = i;
		if (best != k) {
			FOR(j, 6)
			{
				double t = m[k][j];
				m[k][j] = m[best][j];
				m[best][j] = t;
			}
			int t = perm[k];
			perm[k] = perm[best];
			perm[best] = t;
			d = -d;
		}
		d *= m[k][k] / 1024;
		for (int i = k + 1; i < 6; i++) {
			double f = m[i][k] /= m[k][k];
			for (int j = k + 1; j < 6; j++) m[i][j] -= f * m[k][j];
		}
	}
	out[GL] = (uint)(long)(d * 16) + perm[0] * 7 + perm[5];
}
K(knapsack)
{
	ushort best[64];
	FOR(i, 64) best[i] = 0;
	FOR(i, 10)
	{
		uint w = (in[GL + i] & 15) + 1, v = in[GL + i] >> 5 & 255;
		for (uint c = 63; c >= w; c--) best[c] = max((uint)best[c], best[c - w] + v);
	}
	out[GL] = best[63] * 65536u + best[31];
}
K(needle)
{
	__local int d[3][66];
	int n = (int)LN, x = (int)LL + 1;
	for (uint i = LL; i < 66; i += LN) d[0][i] = d[1][i] = d[2][i] = -(int)i;
	BL;
	for (int diag = 2; diag <= 2 * n; diag++) {
		__local int *now = d[diag % 3], *one = d[(diag + 2) % 3], *two = d[(diag + 1) % 3];
		int y = diag - x;
		if (y >= 1 && y <= n) {
			int up = y == 1 ? -x : one[x], left = x == 1 ? -y : one[x - 1],
			    corner = x == 1   ? 1 - y
				     : y == 1 ? 1 - x
					      : two[x - 1];
			int same = (in[x] >> 7 & 3) == (in[y + 100] >> 7 & 3) ? 2 : -1;
			now[x] = max(max(up, left) - 1, corner + same);
			if (y == n) out[GL] = (uint)now[x] + 1000u;
		}
		BL;
	}
}
K(heat_planes)
{
	int nx = 8, ny = 6, nz = 5, g = GL % (8 * 6 * 5), x = g % nx, y = g / nx % ny, z = g / (nx * ny);
	float c = (float)(in[g] & 255);
	float w = x ? (float)(in[g - 1] & 255) : c, e = x < nx - 1 ? (float)(in[g + 1] & 255) : c;
	float n = y ? (float)(in[g - nx] & 255) : c, s = y < ny - 1 ? (float)(in[g + nx] & 255) : c;
	float b = z ? (float)(in[g - nx * ny] & 255) : c, t = z < nz - 1 ? (float)(in[g + nx * ny] & 255) : c;
	out[GL] = as_uint(c * 0.4f + (w + e) * 0.1f + (n + s) * 0.15f + (b + t) * 0.05f);
}
typedef struct {
	float4 at;
	int first, count;
	int near[4];
} Box;
K(boxes)
{
	Box b[4];
	__local float4 shared[64];
	FOR(i, 4)
	{
		b[i].at = (float4)(i, i * 2, 1, 0);
		b[i].first = i * 16;
		b[i].count = (in[i] & 7) + 1;
		FOR(j, 4) b[i].near[j] = (i + j * (j + 1) / 2) & 3;
	}
	float4 force = 0;
	int home = (int)(LL & 3);
	FOR(k, 4)
	{
		shared[LL] = (float4)((float)(in[(LL + k * 64) & 1023] & 31), k, 2, 1);
		BL;
		const Box *o = &b[b[home].near[k]];
		FOR(j, o->count)
		{
			float4 r = shared[j % LN] - b[home].at;
			float u2 = 0.5f * dot(r.xyz, r.xyz), v = 1.0f / (1.0f + u2);
			force += r * (2.0f * v);
			force.w += v;
		}
		BL;
	}
	out[GL] = (uint)(int)(force.x * 64) + (uint)(int)(force.y * 64) * 3 + (uint)(int)(force.w * 64) * 7;
}
typedef struct {
	float weight;
	float coord[6];
	int assign;
	float cost;
} Point;
K(cluster_gain)
{
	Point c[3], p;
	float lower = 0;
	FOR(i, 3)
	{
		c[i].weight = 1 + i;
		FOR(d, 6) c[i].coord[d] = (float)(in[i * 6 + d] & 63);
		c[i].assign = i;
		c[i].cost = 0;
	}
	FOR(d, 6) p.coord[d] = (float)(in[GL + d] >> 8 & 63);
	p.cost = 1e30f;
	FOR(i, 3)
	{
		float s = 0;
		FOR(d, 6)
		{
			float t = p.coord[d] - c[i].coord[d];
			s += t * t;
		}
		s *= c[i].weight;
		if (s < p.cost) {
			lower += isfinite(p.cost) && p.cost < 1e29f ? p.cost - s : 0;
			p.cost = s;
			p.assign = i;
		}
	}
	out[GL] = (uint)p.cost * 4 + p.assign + (uint)lower * 1024;
}
__constant int edges[9] = {0, 20, 45, 80, 120, 160, 200, 230, 256};
K(angle_bins)
{
	__local uint bins[8];
	for (uint i = LL; i < 8; i += LN) bins[i] = 0;
	BL;
	FOR(i, 20)
	{
		int v = (in[GL + i * 3] ^ in[i]) & 255, lo = 0, hi = 8;
		while (lo + 1 < hi) {
			int mid = (lo + hi) / 2;
			if (v >= edges[mid])
				lo = mid;
			else
				hi = mid;
		}
		atomic_inc(&bins[lo]);
	}
	BL;
	uint h = 0;
	FOR(i, 8) h = h * 101 + bins[i];
	out[GL] = h;
}
K(sparse_rows)
{
	float s = 0;
	uint first = GL * 3, n = in[GL] & 7;
	for (uint i = first; i < first + n; i++) s += (float)(in[i] & 15) * (float)(in[2048 + (in[i] >> 8 & 255)] & 15);
	out[GL] = (uint)s;
}
K(sparse_teams)
{
	__local float part[64];
	uint team = LL / 4, lane = LL & 3, first = team * 5;
	float s = 0;
	for (uint i = first + lane; i < first + (in[team] & 31); i += 4)
		s += (float)(in[i] & 15) * (float)(in[in[i] >> 24] & 15);
	part[LL] = s;
	BL;
	if (lane < 2 && LL + 2 < LN) part[LL] += part[LL + 2];
	BL;
	if (lane == 0 && LL + 1 < LN) part[LL] += part[LL + 1];
	BL;
	out[GL] = (uint)part[LL];
}
K(centres)
{
	__local int sum[3][2], count[3], centre[3][2];
	int x = in[GL] & 255, y = in[GL] >> 8 & 255;
	if (LL < 3) {
		centre[LL][0] = in[LL + 900] & 255;
		centre[LL][1] = in[LL + 900] >> 8 & 255;
	}
	if (LN < 3 && LL == 0)
		for (int i = 1; i < 3; i++) {
			centre[i][0] = i * 50;
			centre[i][1] = 100;
		}
	BL;
	int mine = 0;
	FOR(round, 4)
	{
		if (LL == 0) FOR(i, 3) sum[i][0] = sum[i][1] = count[i] = 0;
		BL;
		int best = INT_MAX;
		FOR(i, 3)
		{
			int dx = x - centre[i][0], dy = y - centre[i][1], d = dx * dx + dy * dy;
			if (d < best) {
				best = d;
				mine = i;
			}
		}
		atomic_add(&sum[mine][0], x);
		atomic_add(&sum[mine][1], y);
		atomic_inc(&count[mine]);
		BL;
		if (LL == 0) FOR(i, 3) if (count[i])
			{
				centre[i][0] = sum[i][0] / count[i];
				centre[i][1] = sum[i][1] / count[i];
			}
		BL;
	}
	out[GL] = (uint)mine + (uint)centre[mine][0] * 4 + (uint)centre[0][1] * 1024;
}
K(byte_histogram)
{
	uchar own[32];
	__local uint all[32];
	FOR(i, 32) own[i] = 0;
	for (uint i = LL; i < 32; i += LN) all[i] = 0;
	__global const uchar *p = (__global const uchar *)in;
	FOR(i, 60) own[p[GL * 60 + i] & 31]++;
	BL;
	FOR(i, 32) if (own[i]) atomic_add(&all[i], own[i]);
	BL;
	uint h = 0;
	FOR(i, 32) h = h * 33 + all[i];
	out[GL] = h;
}
void exchange_up(__local uint *a, uint i, uint j, bool up)
{
	if ((a[i] > a[j]) == up) {
		uint t = a[i];
		a[i] = a[j];
		a[j] = t;
	}
}
GROUP16 K(bitonic)
{
	__local uint a[32];
	uint l = get_local_id(0);
	a[l] = in[GL];
	a[l + 16] = in[GL + 16];
	for (uint size = 2; size <= 32; size <<= 1)
		for (uint stride = size >> 1; stride > 0; stride >>= 1) {
			BL;
			uint p = 2 * l - (l & (stride - 1));
			exchange_up(a, p, p + stride, !(l & size >> 1));
		}
	BL;
	out[GL * 2] = a[l];
	out[GL * 2 + 1] = a[l + 16];
}
K(compact)
{
	__local uint n, kept[64];
	uint v = in[GL] >> 3, keep = (v & 3) != 0;
	if (LL == 0) n = 0;
	kept[LL] = keep;
	BL;
	uint at = 0;
	for (uint i = 0; i < LL; i++) at += kept[i];
	if (keep) atomic_max(&n, at + 1);
	BL;
	if (keep) out[GL - LL + at] = v;
	if (LL >= n) out[GL] = 0xdead;
}
K(shortest_paths)
{
	__local uint d[8][8];
	for (uint i = LL; i < 64; i += LN) d[i / 8][i % 8] = i / 8 == i % 8 ? 0 : (in[i] & 3) ? 100000 : in[i] >> 24;
	BL;
	FOR(k, 8)
	{
		for (uint i = LL; i < 64; i += LN) {
			uint via = d[i / 8][k] + d[k][i % 8];
			if (via < d[i / 8][i % 8]) d[i / 8][i % 8] = via;
		}
		BL;
	}
	uint h = 0;
	FOR(i, 8) h = h * 31 + d[(LL + i) % 7][i];
	out[GL] = h;
}
K(life)
{
	__local uchar cell[2][64];
	uint now = 0;
	cell[0][LL] = in[GL] >> 13 & 1;
	BL;
	FOR(step, 6)
	{
		int n = 0;
		for (int d = -3; d <= 3; d++)
			if (d) n += cell[now][(LL + LN * 3 + d) % LN];
		cell[now ^ 1][LL] = cell[now][LL] ? n == 2 || n == 3 : n == 3;
		now ^= 1;
		BL;
	}
	((__global uchar *)out)[GL] = cell[now][LL] * 3 + 1;
}
K(edit_distance)
{
	__global const char *a = (__global const char *)in + GL * 5, *b = (__global const char *)in + 1000 + GL * 3;
	uchar row[17];
	FOR(i, 17) row[i] = (uchar)i;
	FOR(i, 14)
	{
		uchar corner = row[0];
		row[0] = (uchar)(i + 1);
		for (int j = 1; j <= 16; j++) {
			uchar c = (uchar)(corner + ((a[i] & 3) != (b[j - 1] & 3)));
			corner = row[j];
			row[j] = min(c, (uchar)(min(row[j], row[j - 1]) + 1));
		}
	}
	out[GL] = row[16];
}
K(transpose_padded)
{
	__local uint t[8][9];
	for (uint i = LL; i < 64; i += LN) t[i >> 3][i & 7] = in[(get_group_id(0) * 64 + i) & 4095];
	BL;
	uint h = 0;
	for (uint i = LL; i < 64; i += LN) h = h * 7 + t[i & 7][i >> 3];
	out[GL] = h;
}
void fold_last(volatile __local uint *s, uint l, uint n)
{
	if (n > 4) {
		if (l < 4 && l + 4 < n) s[l] += s[l + 4];
		BL;
	}
	if (n > 2) {
		if (l < 2 && l + 2 < n) s[l] += s[l + 2];
		BL;
	}
	if (n > 1) {
		if (l < 1) s[l] += s[l + 1];
		BL;
	}
}
K(reduce_unrolled)
{
	__local uint s[64];
	s[LL] = in[GL] & 1023;
	BL;
	uint n = LN;
	while (n > 8) {
		uint half_n = (n + 1) / 2;
		if (LL < n / 2) s[LL] += s[LL + half_n];
		BL;
		n = half_n;
	}
	fold_last(s, LL, n);
	out[GL] = s[0];
}
K(layers)
{
	__local float act[2][64];
	act[0][LL] = (float)(in[GL] & 15) / 16;
	BL;
	FOR(layer, 3)
	{
		float s = 0.125f;
		for (uint i = 0; i < LN; i++)
			s += act[layer & 1][i] * ((float)(int)(in[(layer * 64 + i * 7 + LL) & 1023] & 15) - 7.5f) *
			     0.0625f;
		act[~layer & 1][LL] = s > 0 ? s : s * 0.01f;
		BL;
	}
	out[GL] = as_uint(act[1][LL]);
}
K(path_rows)
{
	__local int prev[64], result[64];
	prev[LL] = in[GL] & 255;
	FOR(i, 6)
	{
		BL;
		bool inside = (int)LL >= i - 2 && (int)LL <= (int)LN - 1;
		if (inside) {
			int l = prev[LL ? LL - 1 : 0], r = prev[LL + 1 < LN ? LL + 1 : LL];
			result[LL] = min(min(l, r), prev[LL]) + (int)(in[GL + i * 31] & 63);
		}
		BL;
		if (i == 5) break;
		if (inside) prev[LL] = result[LL];
	}
	out[GL] = (int)LL >= 3 ? (uint)result[LL] : 7;
}
K(eliminate)
{
	__local float m[5][6], f[5];
	for (uint i = LL; i < 30; i += LN) m[i / 6][i % 6] = (float)(in[i] & 31) + (i % 7 == 0 ? 100 : 1);
	BL;
	FOR(k, 4)
	{
		for (uint i = k + 1 + LL; i < 5; i += LN) f[i] = m[i][k] / m[k][k];
		BL;
		for (uint e = LL; e < 30; e += LN) {
			uint i = e / 6, j = e % 6;
			if (i > k && j >= k) m[i][j] -= f[i] * m[k][j];
		}
		BL;
	}
	out[GL] = as_uint(m[LL % 5][LL % 6]);
}
K(crc)
{
	__local uint table[256];
	for (uint i = LL; i < 256; i += LN) {
		uint c = i;
		FOR(k, 8) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	BL;
	uint c = ~0u;
	__global const uchar *p = (__global const uchar *)(in + GL);
	FOR(i, 37) c = table[(c ^ *p++) & 255] ^ c >> 8;
	out[GL] = ~c;
}
K(base64)
{
	__constant char *digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	__global const uchar *p = (__global const uchar *)in + GL * 3;
	uint n = 1 + GL % 3, v = p[0] << 16 | (n > 1 ? p[1] << 8 : 0) | (n > 2 ? p[2] : 0);
	uchar4 r = (uchar4)(digits[v >> 18], digits[v >> 12 & 63], n > 1 ? digits[v >> 6 & 63] : '=',
			    n > 2 ? digits[v & 63] : '=');
	((__global uchar4 *)out)[GL] = r;
}
typedef struct {
	float3 from, to;
	float far;
	int hit;
} Ray;
typedef struct {
	float3 centre;
	float radius;
	uint colour;
} Ball;
bool strike(Ray *r, const Ball *b, int id)
{
	float3 d = b->centre - r->from;
	float t = dot(d, r->to), q = dot(d, d) - t * t;
	if (q > b->radius * b->radius) return false;
	t -= sqrt(b->radius * b->radius - q);
	if (t <= 0.001f || t >= r->far) return false;
	r->far = t;
	r->hit = id;
	return true;
}
K(rays)
{
	Ball ball[5];
	FOR(i, 5)
	{
		ball[i].centre = (float3)((float)(in[i] & 15) - 8, (float)(in[i] >> 4 & 15) - 8, 10 + i);
		ball[i].radius = 2 + i * 0.5f;
		ball[i].colour = in[i + 9];
	}
	float x = (float)(GL & 7) - 3.5f, y = (float)(GL >> 3 & 7) - 3.5f, s = 1 / sqrt(x * x + y * y + 64);
	Ray r = {(float3)(0), (float3)(x * s, y * s, 8 * s), 1e9f, -1};
	uint colour = 0;
	FOR(bounce, 3)
	{
		r.hit = -1;
		r.far = 1e9f;
		FOR(i, 5) strike(&r, &ball[i], i);
		if (r.hit < 0) break;
		float3 at = r.from + r.to * r.far, n = (at - ball[r.hit].centre) / ball[r.hit].radius;
		colour = colour * 3 + ball[r.hit].colour;
		r.from = at;
		r.to -= n * (2 * dot(n, r.to));
	}
	out[GL] = colour + (uint)(r.hit + 1);
}
K(queens)
{
	uint n = 6, all = (1u << n) - 1, cols[8], left[8], right[8], free[8], count = 0;
	int row = 0;
	cols[0] = 1u << (GL % n);
	left[0] = cols[0] << 1;
	right[0] = cols[0] >> 1;
	free[0] = all & ~(cols[0] | left[0] | right[0]);
	while (row >= 0) {
		if (!free[row]) {
			row--;
			continue;
		}
		uint bit = free[row] & -free[row];
		free[row] ^= bit;
		uint c = cols[row] | bit;
		if (c == all) {
			count++;
			continue;
		}
		cols[row + 1] = c;
		left[row + 1] = (left[row] | bit) << 1;
		right[row + 1] = (right[row] | bit) >> 1;
		row++;
		free[row] = all & ~(cols[row] | left[row] | right[row]);
	}
	out[GL] = count;
}
K(bloom)
{
	__local uint bits[8];
	for (uint i = LL; i < 8; i += LN) bits[i] = 0;
	BL;
	FOR(k, 3)
	{
		uint h = (in[GL] * (2 * k + 1) * 2654435761u) >> 24;
		atomic_or(&bits[h >> 5], 1u << (h & 31));
	}
	BL;
	uint found = 0;
	FOR(q, 16)
	{
		uint yes = 1;
		FOR(k, 3)
		{
			uint h = (in[q * 5] * (2 * k + 1) * 2654435761u) >> 24;
			yes &= bits[h >> 5] >> (h & 31);
		}
		found |= yes << q;
	}
	out[GL] = found;
}
K(dct)
{
	__local short block[64];
	short v[8];
	for (uint i = LL; i < 64; i += LN) block[i] = (short)(in[i] & 255) - 128;
	BL;
	FOR(pass, 2)
	{
		for (uint line = LL; line < 8; line += LN) {
			__local short *p = pass ? block + line : block + line * 8;
			int step = pass ? 8 : 1;
			FOR(i, 8) v[i] = p[i * step];
			FOR(i, 4)
			{
				short a = v[i], b = v[7 - i];
				v[i] = a + b;
				v[7 - i] = a - b;
			}
			p[0] = v[0] + v[1] + v[2] + v[3] >> 1;
			p[4 * step] = v[0] - v[1] - v[2] + v[3] >> 1;
			p[2 * step] = (short)((v[0] - v[3]) * 54 + (v[1] - v[2]) * 22 >> 6);
			p[6 * step] = (short)((v[0] - v[3]) * 22 - (v[1] - v[2]) * 54 >> 6);
			FOR(i, 4)
			p[(2 * i + 1) * step] = (short)(v[4] * (i * 3 + 1) + v[5] * (7 - i) - v[6] * i + v[7] * 9 >> 4);
		}
		BL;
	}
	out[GL] = (ushort)block[LL] | (uint)(ushort)block[63 - LL] << 16;
}
K(motion)
{
	__global const uchar *frame = (__global const uchar *)in, *last = (__global const uchar *)in + 4096;
	int bx = (int)(GL % 7) * 4, by = (int)(GL / 7 % 5) * 4;
	uint best = ~0u;
	int2 where = 0;
	for (int dy = -2; dy <= 2; dy++)
		for (int dx = -2; dx <= 2; dx++) {
			uint sad = 0;
			FOR(y, 4)
			{
				uchar4 a = vload4(0, frame + (by + y) * 64 + bx),
				       b = vload4(0, last + (by + y + dy + 2) * 64 + bx + dx + 2);
				sad += abs_diff((uint)a.x, (uint)b.x) + abs_diff((uint)a.y, (uint)b.y) +
				       abs_diff((uint)a.z, (uint)b.z) + abs_diff((uint)a.w, (uint)b.w);
				if (sad >= best) break;
			}
			if (sad < best) {
				best = sad;
				where = (int2)(dx, dy);
			}
		}
	out[GL] = best << 8 | (uint)(where.x + 2) << 4 | (uint)(where.y + 2);
}
K(viterbi)
{
	uint cost[4] = {0, 9, 9, 9}, next[4];
	uchar from[12][4], path[12];
	FOR(t, 12)
	{
		uint seen = in[GL + t] & 3;
		FOR(s, 4)
		{
			uint a = cost[s >> 1] + popcount(seen ^ s), b = cost[(s >> 1) + 2] + popcount(seen ^ s ^ 3u);
			next[s] = min(a, b);
			from[t][s] = b < a ? (s >> 1) + 2 : s >> 1;
		}
		FOR(s, 4) cost[s] = next[s];
	}
	uint s = 0, h = 0;
	for (int i = 1; i < 4; i++)
		if (cost[i] < cost[s]) s = i;
	for (int t = 11; t >= 0; t--) {
		path[t] = (uchar)s;
		s = from[t][s];
	}
	FOR(t, 12) h = h * 4 + path[t];
	out[GL] = h;
}
K(run_lengths)
{
	__global const uchar *p = (__global const uchar *)in + GL * 4;
	uchar2 run[24];
	int n = 0;
	FOR(i, 24)
	{
		uchar v = p[i] & 3;
		if (n && run[n - 1].x == v && run[n - 1].y < 5)
			run[n - 1].y++;
		else
			run[n++] = (uchar2)(v, 1);
	}
	uint h = n;
	while (n--) h = h * 17 + run[n].x * 6 + run[n].y;
	out[GL] = h;
}
typedef union {
	float4 v;
	struct {
		float3 axis;
	} a;
	float f[4];
} Quat;
Quat qmul(Quat a, Quat b)
{
	Quat r;
	r.v = (float4)(a.v.w * b.v.xyz + b.v.w * a.v.xyz,
		       a.v.w * b.v.w - (a.f[0] * b.f[0] + a.f[1] * b.f[1] + a.f[2] * b.f[2]));
	r.f[0] += a.v.y * b.v.z - a.v.z * b.v.y;
	r.f[1] += a.v.z * b.v.x - a.v.x * b.v.z;
	r.f[2] += a.v.x * b.v.y - a.v.y * b.v.x;
	return r;
}
K(quaternions)
{
	Quat q, r;
	q.v = (float4)((float)(in[GL] & 3), (float)(in[GL] >> 4 & 3), 1, 2);
	r = q;
	FOR(i, 4)
	{
		r = qmul(r, q);
		r.v *= 0.5f;
		if (i & 1) r = qmul(q, r);
	}
	uint h = 0;
	FOR(i, 4) h = h * 5 + as_uint(r.f[i]);
	out[GL] = h;
}
K(twister)
{
	uint mt[24];
	mt[0] = in[GL];
	for (int i = 1; i < 24; i++) mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
	uint h = 0;
	for (int k = 0, i = 0; k < 60; k++, i = i == 23 ? 0 : i + 1) {
		uint y = mt[i] & 0x80000000u | mt[(i + 1) % 24] & 0x7fffffffu;
		mt[i] = mt[(i + 9) % 24] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
		y = mt[i];
		y ^= y >> 11;
		y ^= y << 7 & 0x9d2c5680u;
		y ^= y << 15 & 0xefc60000u;
		y ^= y >> 18;
		h = h * 3 + y;
	}
	out[GL] = h;
}
K(ticket_lock)
{
	__local uint next, sum;
	if (LL == 0) {
		next = 0;
		sum = 1;
	}
	BL;
	uint mine = atomic_inc(&next), seen = atomic_xor(&sum, in[GL] & 0xffff0000u), low = atomic_add(&sum, 0u) & 1;
	BL;
	out[GL] = sum + next * 3 + (mine < LN) + (seen & 1) + low;
}
// one kernel calls another one's body with other steps, some in a macro
#define STEP(op, a, b)                                                                                                 \
	do {                                                                                                           \
		if ((a) != (b)) {                                                                                      \
			(a) op(b);                                                                                     \
		} else {                                                                                               \
			(a) += 1;                                                                                      \
		}                                                                                                      \
	} while (0)
uint steps(uint x, const uint *t, int n)
{
	FOR(i, n)
	{
		switch (t[i] & 7) {
		case 0:
			STEP(+=, x, t[i]);
			break;
		case 1:
			STEP(^=, x, t[i]);
		case 2:
			x = rotate(x, t[i] & 31);
			continue;
		case 3:
			if (x & 1) return x;
		case 4:
			STEP(*=, x, t[i] | 1);
			break;
		default: {
			uint y = x;
			x = (t[i] >> 3) - y;
		}
		}
		x += i;
	}
	return ~x;
}
K(macro_steps)
{
	uint t[10];
	FOR(i, 10) t[i] = in[GL + i];
	uint x = steps(in[GL], t, 10);
	out[GL] = steps(x, t + 3, 7) + (x >> 31 ? steps(x, t, 4) : 0);
}
