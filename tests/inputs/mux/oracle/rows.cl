// Work-items that each read along a row, or the fields of a record, of their own.
#include "oracle.h"

#define ROW(length) (((uint)get_global_id(0) * 7u + (uint)get_global_id(1) * 3u + in[3] % 5) % 50u * (length))
// Anywhere, so that the records of neighbours have no known distance.
#define RECORD (in[(uint)get_global_id(0) % 100u] % 200u)

K(rows_of_floats)
{
	int n = 50 + (int)(in[0] & 31), row = (int)get_local_id(0);
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += FL(row * n + k) * FL(k);
	out[GL] = as_uint(sum);
}

K(rows_of_longs)
{
	int n = 20 + (int)(in[1] & 7), row = (int)get_local_id(0);
	__global const ulong *a = (__global const ulong *)in;
	ulong sum = 1;
	for (int k = 0; k < n; k++)
		sum = sum * 3 + a[row * n + k];
	out[GL] = (uint)(sum ^ sum >> 32);
}

K(rows_of_doubles)
{
	int n = 11 + (int)(in[2] & 7), row = (int)get_local_id(0);
	__global const uint2 *a = (__global const uint2 *)in;
	double sum = 0;
	for (int k = 0; k < n; k++)
		sum += (double)(a[row * n + k].x >> 4) / 3 + (double)a[row * n + k].y;
	out[GL] = (uint)as_ulong(sum) ^ (uint)(as_ulong(sum) >> 32);
}

// Lengths around one to four lines of a cache.
K(rows_of_lines)
{
	int n = 14 + 7 * (int)(get_group_id(0) % 8), row = (int)get_local_id(0);
	uint sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 3 + in[row * n + k];
	out[GL] = sum;
}

// No round is left over, or one, two, three are.
K(rows_of_all_lengths)
{
	uint sum = 0;
	for (int n = 0; n < 13; n++)
		for (int k = 0; k < n; k++)
			sum = sum * 3 + in[ROW(13) + k + n];
	out[GL] = sum;
}

K(rows_from_their_ends)
{
	int n = 30 + (int)(in[4] & 7), row = (int)get_local_id(0);
	uint sum = 0;
	for (int k = n - 1; k >= 0; k--)
		sum = sum * 5 + in[row * n + k];
	out[GL] = sum;
}

K(two_rows_at_once)
{
	int n = 17 + (int)(in[5] & 7), row = (int)get_local_id(0);
	uint sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 5 + in[row * n + k] * in[2000 + row * (n + 1) + k] + in[row * n + k + 1];
	out[GL] = sum;
}

// What a round reads the round before may have written.
K(rows_that_change)
{
	__global uint *row = out + GL * 8;
	uint sum = 0;
	if (GL >= 128)
		return;
	for (int k = 0; k < 8; k++)
		row[k] = in[k];
	for (int k = 0; k < 7; k++) {
		sum = sum * 3 + row[k];
		row[k + 1] += sum;
	}
	row[0] = sum;
}

// Ends early: what is behind the end is not read, though it is there.
K(rows_up_to_a_mark)
{
	uint sum = 0, start = ROW(9);
	for (uint k = start; in[k] & 3; k++)
		sum = sum * 3 + in[k];
	out[GL] = sum;
}

#define RECORDS(name, type, ...) \
K(name) \
{ \
	__global const type *p = (__global const type *)in + RECORD * 2; \
	type a[8], sum = 0; \
	__VA_ARGS__ \
	out[GL] = (uint)((ulong)sum ^ (ulong)sum >> 32); \
}

RECORDS(records_of_2, uint, sum = p[0] * 3 + p[1];)
RECORDS(records_of_3, uint, sum = p[0] * 3 + p[1] * 5 + p[2];)
RECORDS(records_of_4, uint, sum = p[0] * 3 + p[1] * 5 + p[2] * 7 + p[3];)
RECORDS(records_of_5, uint, sum = p[4] * 3 + p[3] * 5 + p[2] * 7 + p[1] * 11 + p[0];)
RECORDS(records_of_8, uint, for (int k = 0; k < 8; k++) a[k] = p[k]; for (int k = 0; k < 8; k++) sum = sum * 3 + a[7 - k];)
RECORDS(records_with_a_hole, uint, sum = p[0] * 3 + p[1] * 5 + p[3] * 7 + p[4];)
RECORDS(records_of_longs, ulong, sum = p[0] * 3 + p[1] * 5 + p[2] * 7 + p[3];)
RECORDS(records_of_3_longs, long, sum = p[0] * 3 + p[1] * 5 + p[2] * 7;)
RECORDS(records_of_shorts, ushort, sum = p[0] * 3 + p[1] * 5 + p[2] * 7 + p[3];)

struct ball {
	float4 where, speed;
	int kind;
	float weight;
};

K(records_of_a_struct)
{
	__global const struct ball *ball = (__global const struct ball *)in + RECORD % 60;
	uint4 where = as_uint4(ball->where), speed = as_uint4(ball->speed);
	out[GL] = where.x + where.y * 3 + where.z * 5 + where.w * 7 + speed.x * 11 + speed.z * 13 + (uint)ball->kind * 17 + as_uint(ball->weight);
}

K(records_through_records)
{
	uint sum = 0, at = RECORD;
	for (int k = 0; k < 5; k++) {
		sum = sum * 3 + in[at * 4] + in[at * 4 + 1] * 5 + in[at * 4 + 2] * 7;
		at = in[at * 4 + 3] % 200;
	}
	out[GL] = sum;
}

K(records_that_some_read)
{
	uint sum = 1;
	if (in[GL % 1000] & 1)
		sum = in[RECORD * 4] * 3 + in[RECORD * 4 + 1] * 5 + in[RECORD * 4 + 2] * 7 + in[RECORD * 4 + 3];
	out[GL] = sum;
}

// A store lies between the first two fields and the last two, of the same record for some.
K(records_and_a_store)
{
	uint at = GL % 64 * 4, a, b;
	if (GL >= 64)
		return;
	for (uint k = 0; k < 4; k++)
		out[at + k] = in[at + k];
	__global const uint *p = out + at;
	a = p[0] * 3 + p[1];
	out[at + 2 + (in[GL] & 1)] = a;
	b = p[2] * 5 + p[3];
	out[at] = a + b;
}

K(records_in_local_memory)
{
	__local uint part[256];
	for (uint k = LL; k < 256; k += LN)
		part[k] = in[k];
	BL;
	__local const uint *p = part + in[LL] % 63 * 4;
	out[GL] = p[0] * 3 + p[1] * 5 + p[2] * 7 + p[3];
}

// A tile with what is around it, as filters read it: each work-item reads elements of a tile that is larger than the group.
K(tile_with_halo)
{
	__local uint t[40][44];
	int lx = get_local_id(0), ly = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
	for (int y = ly; y < h + 3; y += h)
		for (int x = lx; x < w + 4; x += w)
			if ((y < 40) & (x < 44))
				t[y][x] = in[(y * 57 + x + (int)get_group_id(2)) & 1023];
	barrier(CLK_LOCAL_MEM_FENCE);
	uint sum = 0;
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 5; x++)
			sum = sum * 3 + t[min(ly + y, 39)][lx + x] * in[y * 5 + x];
	out[GL] = sum;
}
K(tile_of_fixed_size)
{
	__local float t[25][16];
	int lx = get_local_id(0), ly = get_local_id(1);
	int size = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
	for (int i = (int)get_local_linear_id(); i < 400; i += size)
		t[i >> 4][i & 15] = FL(i);
	barrier(CLK_LOCAL_MEM_FENCE);
	float sum = 0;
	for (int y = 0; y < 5; y++)
		for (int x = 0; x < 5; x++)
			sum += t[min(ly + y, 24)][lx + x & 15] * FL(y + x);
	out[GL] = as_uint(sum);
}

// Rows that are written.
#define WRITTEN(name, ...) \
K(name) \
{ \
	int n = 20 + (int)(in[7] & 7), g = (int)GL; \
	uint sum = in[g % 50]; \
	if (g >= 128) \
		return; \
	__VA_ARGS__ \
}
#define ALONG(n) for (int c = 0; c < (n); c++)

WRITTEN(written_rows, ALONG(n) { sum = sum * 3 + c; out[g * n + c] = sum; })
WRITTEN(written_rows_of_others, ALONG(n) { sum = sum * 5 + in[g * n + c]; out[g * n + c] = sum; })
WRITTEN(written_rows_copied, ALONG(n) out[g * n + c] = in[g * n + c];)
WRITTEN(written_rows_copied_from_their_ends, ALONG(n) out[g * n + c] = in[g * n + n - 1 - c];)
WRITTEN(written_rows_copied_and_read, ALONG(n) { out[g * n + c] = in[g * n + c]; sum += in[g * n + c]; } out[g * n] = sum;)
WRITTEN(written_rows_copied_by_places, ALONG(n) out[g * n + c] = in[(in[g] >> 27) * n + c];)
WRITTEN(written_rows_of_two_lengths, ALONG(n - 3) out[g * n + c] = in[g * (n + 2) + c] * 3;)
WRITTEN(written_rows_in_place, ALONG(n) out[g * n + c] = sum + c; ALONG(n) { sum = sum * 3 + out[g * n + c]; out[g * n + c] = sum; })
WRITTEN(written_rows_and_next, out[g * n] = sum; ALONG(n - 1) out[g * n + c + 1] = out[g * n + c] * 3 + c;)
WRITTEN(written_rows_from_ahead, ALONG(n) out[g * n + c] = sum ^ c; ALONG(n - 2) out[g * n + c] += out[g * n + c + 2] * 3;)
// Each distance that two rows may have, which is not known.
WRITTEN(written_rows_near_each_other, ALONG(n) out[g * n + c] = sum + c;
	for (int d = 0; d < 5; d++)
		for (int e = 0; e < 5; e++) {
			__global uint *p = out + d, *q = out + e;
			ALONG(n - 6) p[g * n + c] = q[g * n + c] * 3 + c;
		})
WRITTEN(written_rows_over_each_other, ALONG(n) out[g * n + c] = c;
	for (int d = 0; d < 6; d++) {
		__global uint *p = out + (in[d] & 3), *q = out + (in[d + 9] & 3);
		ALONG(n - 6) { p[g * n + c] = sum; q[g * n + c] = sum * 3; sum += c; }
	})
WRITTEN(written_rows_two, ALONG(9) { sum = sum * 3 + in[c]; out[g * n + c] = sum; out[g * n + 10 + c] = sum ^ c; })
// They are shorter than what is stored together, or lie the other way.
WRITTEN(written_rows_short, int m = 1 + (int)(in[8] & 3);
	for (int k = 0; k < 4; k++, m = m % 4 + 1)
		ALONG(m) { sum = sum * 3 + c; out[512 * k + g * m + c] = sum; })
WRITTEN(written_rows_upwards, ALONG(n) { sum = sum * 3 + c; out[(127 - g) * n + c] = sum; })
WRITTEN(written_rows_of_all_lengths,
	for (int m = 0; m < 14; m++)
		ALONG(m) { sum = sum * 3 + m; out[g * n + c] ^= sum; })
WRITTEN(written_rows_from_their_ends, for (int c = n - 1; c >= 0; c--) { sum = sum * 3 + c; out[g * n + c] = sum; })
WRITTEN(written_rows_in_part, ALONG(n) { sum = sum * 3 + in[c]; if (sum & 1) out[g * n + c] = sum; })
WRITTEN(written_rows_by_pointers, __global uint *p = out + g * n; __global const uint *q = in + g * n;
	for (int c = 0; c < n; c++, p++, q++) { sum += *q; *p = sum; })
WRITTEN(written_rows_of_longs, __global ulong *a = (__global ulong *)out; n = n / 2;
	ALONG(n) { sum = sum * 3 + in[c]; a[g * n + c] = (ulong)sum << 20 ^ c; })
WRITTEN(written_rows_of_doubles, __global double *a = (__global double *)out; n = n / 2; double x = 1;
	ALONG(n) { x = x * 0.5 + FL(g * n + c); a[g * n + c] = x; })
WRITTEN(written_rows_of_shorts, __global ushort *a = (__global ushort *)out; ALONG(n) { sum = sum * 3 + c; a[g * n + c] = sum; })
WRITTEN(written_rows_of_one_length, ALONG(16) { sum = sum * 3 + in[g * 16 + c]; out[g * 24 + c] = sum; })
