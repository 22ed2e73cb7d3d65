// Structures side by side, whose fields each work-item reads and writes by turns.
#include "oracle.h"

#define FIELDS(name, ...) K(name) { uint g = GL; __VA_ARGS__ }

FIELDS(fields_of_3, out[g * 3] = in[g * 3] * 3; out[g * 3 + 1] = in[g * 3 + 1] * 5; out[g * 3 + 2] = in[g * 3 + 2] * 7;)
FIELDS(fields_of_4, for (int c = 0; c < 4; c++) out[g * 4 + c] = in[g * 4 + c] ^ c;)
FIELDS(fields_of_8, uint sum = 1; for (int c = 0; c < 8; c++) { sum = sum * 3 + in[g * 8 + c]; out[g * 8 + c] = sum; })
FIELDS(fields_of_ints, int i = (int)get_global_id(0), w = (int)get_global_size(0), y = (int)get_global_id(1), z = (int)get_global_id(2);
	int h = (int)get_global_size(1); for (int c = 0; c < 3; c++) out[((z * h + y) * w + i) * 3 + c] = in[(z * h + y) * w * 3 + i * 3 + c] + 1;)
FIELDS(fields_crossed, out[g * 2] = in[g * 2] * in[g * 2 + 1] - 3; out[g * 2 + 1] = in[g * 2 + 1] * 5 + in[g * 2];)
FIELDS(fields_reversed, for (int c = 0; c < 4; c++) out[g * 4 + 3 - c] = in[g * 4 + c] * 3;)

FIELDS(fields_in_place, out[g * 3] = out[g * 3] * 5 + 1; out[g * 3 + 1] = out[g * 3 + 1] * 7 + 2; out[g * 3 + 2] = out[g * 3 + 2] * 9 + 3;)
FIELDS(fields_added, out[g * 3] += in[g * 3]; out[g * 3 + 1] += in[g * 3 + 1] * 3; out[g * 3 + 2] += in[g * 3 + 2] * 5;)
FIELDS(fields_read_again, out[g * 2] = in[g]; out[g * 2 + 1] = out[g * 2] * 3;)

// The two pointers are one, or one element apart: as the local size says.
#define NEAR(name, type, p0, q0) \
FIELDS(name, uint size = (uint)get_local_size(0), odd = size & 1, fours = size >> 2 & 1; \
	__global type *p = (__global type *)out + (p0), *q = (__global type *)out + (q0); \
	p[g * 4] = q[g * 4] + (type)g; p[g * 4 + 1] = q[g * 4 + 1] * 3 + 1; p[g * 4 + 2] = q[g * 4 + 2] ^ 7;)
NEAR(fields_near_same, uint, 0, odd & 2)
NEAR(fields_near_behind, uint, odd, 0)
NEAR(fields_near_before, uint, 0, odd)
NEAR(fields_near_either, uint, odd, fours)
NEAR(fields_near_far, uint, 0, odd * 2048)
NEAR(bytes_near_behind, uchar, odd, 0)
NEAR(bytes_near_before, uchar, 0, odd)
NEAR(shorts_near_behind, ushort, fours, 0)
NEAR(longs_near_behind, ulong, odd, 0)
NEAR(longs_near_before, ulong, 0, odd)

struct ball {
	float x, y, z;
	uint mass;
};

FIELDS(fields_of_a_struct, __global struct ball *b = (__global struct ball *)out;
	__global const struct ball *v = (__global const struct ball *)in;
	b[g].x = FL(g) * 2; b[g].y = (float)v[g].mass; b[g].z = (float)(v[g].mass >> 3); b[g].mass = v[g].mass + 1;)
FIELDS(fields_of_bytes, __global uchar *p = (__global uchar *)out; __global const uchar *q = (__global const uchar *)in;
	p[g * 3] = 255 - q[g * 3]; p[g * 3 + 1] = 255 - q[g * 3 + 1]; p[g * 3 + 2] = 255 - q[g * 3 + 2];)
FIELDS(fields_of_pixels, __global uchar *p = (__global uchar *)out; __global const uchar *q = (__global const uchar *)in;
	for (int c = 0; c < 3; c++) p[g * 4 + c] = q[g * 4 + c] / 2 + 20; p[g * 4 + 3] = q[g * 4 + 3];)
FIELDS(fields_of_shorts, __global ushort *p = (__global ushort *)out; __global const ushort *q = (__global const ushort *)in;
	p[g * 2] = q[g * 2 + 1]; p[g * 2 + 1] = q[g * 2];)
FIELDS(fields_of_longs, __global ulong *p = (__global ulong *)out; __global const ulong *q = (__global const ulong *)in;
	p[g * 2] = q[g * 2] * 3; p[g * 2 + 1] = q[g * 2 + 1] * 5;)
FIELDS(fields_of_those_inside, if (g < 50) { out[g * 3] = in[g * 3] * 3; out[g * 3 + 1] = in[g * 3 + 1] * 5; out[g * 3 + 2] = in[g * 3 + 2] * 7; })
FIELDS(fields_scaled, out[g * 2] = in[g * 2] * in[7]; out[g * 2 + 1] = in[g * 2 + 1] * in[8];)
FIELDS(fields_behind_a_loop, uint sum = 0; for (int k = 0; k < (int)(in[3] & 15); k++) sum = sum * 3 + in[g + k];
	out[g * 3] += in[g * 3] ^ sum; out[g * 3 + 1] += in[g * 3 + 1] ^ sum; out[g * 3 + 2] += in[g * 3 + 2] ^ sum;)
FIELDS(fields_in_steps, uint n = (uint)(get_global_size(0) * get_global_size(1) * get_global_size(2));
	for (uint i = g; i < 500; i += n) { out[i * 3] = in[i * 3] * 3; out[i * 3 + 1] = in[i * 3 + 1] * 5; out[i * 3 + 2] = in[i * 3 + 2] * 7; })
// Other stores and loads stand between, before and behind the fields.
FIELDS(fields_and_a_length, out[g * 3] = in[g * 3] * 3; out[g * 3 + 1] = in[g * 3 + 1] * 5; out[g * 3 + 2] = in[g * 3 + 2] * 7; out[2048 + g] = in[g];)
FIELDS(fields_and_a_length_between, out[g * 3] = in[g * 3] * 3; out[2048 + g] = in[g]; out[g * 3 + 1] = in[g * 3 + 1] * 5; out[g * 3 + 2] = in[g * 3 + 2] * 7;)
FIELDS(fields_that_are_summed, uint a = in[g * 2]; out[2048 + g] = a; uint b = in[g * 2 + 1]; out[g] = a * 3 + b;)
FIELDS(fields_with_a_weight, out[g * 2] += in[g * 2] * in[3000 - g]; out[g * 2 + 1] += in[g * 2 + 1] * in[3000 - g];)
FIELDS(fields_written_then_read, out[g * 4] = in[g]; out[g * 4 + 1] = in[g] * 3; out[g * 4 + 2] = in[g] * 5;
	uint k = out[g * 4 + (in[g] % 3)]; out[g * 4 + 3] = k;)
FIELDS(fields_read_by_numbers, ulong own[8], sum = 0; for (int c = 0; c < 8; c++) own[c] = in[g] * c + 1;
	for (int c = 0; c < 8; c++) sum = sum * 3 + own[(c * 3 + g) & 7]; out[g] = (uint)sum;)
FIELDS(fields_written_by_numbers, uint own[4] = { 1, 2, 3, 4 }; own[in[g] & 3] = g; own[1] += own[0]; own[in[g + 1] & 3] ^= own[2]; own[3] += own[1];
	out[g] = own[0] + own[1] * 3 + own[2] * 5 + own[3] * 7;)
FIELDS(fields_read_between, __global uint *p = out + g * 4; p[0] = in[g]; uint a = p[in[5] & 1]; p[1] = a + 3; uint b = p[in[6] & 1]; p[2] = b * 3; p[3] = a ^ b;)
FIELDS(fields_under_conditions, if (in[g] & 1) { out[g * 2] = in[g * 2]; out[g * 2 + 1] = out[g * 2] + in[g * 2 + 1]; } else out[g * 2 + 1] = 7;)
// Arrays of other elements, and indices that LLVM does not know to be the same.
FIELDS(fields_with_a_mass, out[g * 3] += in[g * 3] / (in[2048 + g] | 1); out[g * 3 + 1] += in[g * 3 + 1] / (in[2048 + g] | 1);
	out[g * 3 + 2] += in[g * 3 + 2] / (in[2048 + g] | 1);)
FIELDS(fields_with_masses_of_ints, int i = (int)get_global_id(0), w = (int)get_global_size(0), y = (int)get_global_id(1);
	if (get_global_id(2) == 0) { __global uint *p = out + (y * w + i) * 2; p[0] += in[i * 2] * in[1024 + y * w + i]; p[1] += in[i * 2 + 1] * in[1024 + y * w + i]; })
FIELDS(fields_of_other_lengths, for (int c = 0; c < 3; c++) out[g * 3 + c] = in[g * 4 + c] + 1;)
#define OTHER_INDEX(name, p0, q0) \
FIELDS(name, size_t s = (size_t)g; uint size = (uint)get_local_size(0), odd = size & 1; __global uint *p = out + (p0), *q = out + (q0); \
	p[g * 4] = q[s * 4] + g; p[g * 4 + 1] = q[s * 4 + 1] * 3 + 1; p[g * 4 + 2] = q[s * 4 + 2] ^ 7;)
OTHER_INDEX(fields_other_index_same, 0, odd & 2)
OTHER_INDEX(fields_other_index_behind, odd, 0)
OTHER_INDEX(fields_other_index_before, 0, odd)
OTHER_INDEX(fields_other_index_far, 0, odd * 2048)
