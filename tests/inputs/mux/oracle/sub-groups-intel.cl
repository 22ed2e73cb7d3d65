// cl_intel_subgroups, which clang declares in its large header alone.
#include "oracle.h"
#define F __attribute__((overloadable, convergent))
short F intel_sub_group_reduce_max(short);
uint F intel_sub_group_scan_inclusive_min(uint);
long F intel_sub_group_scan_exclusive_add(long);
int F intel_sub_group_broadcast(int, uint);
float F intel_sub_group_shuffle(float, uint);
uint2 F intel_sub_group_shuffle_xor(uint2, uint);
int F intel_sub_group_shuffle_up(int, int, uint);
short F intel_sub_group_shuffle_down(short, short, uint);
uint4 F intel_sub_group_block_read4(__global const uint *);
ushort2 F intel_sub_group_block_read_us2(__global const ushort *);
ulong F intel_sub_group_block_read_ul(__global const ulong *);
uchar8 F intel_sub_group_block_read_uc8(__global const uchar *);
void F intel_sub_group_block_write2(__global uint *, uint2);
uint F intel_sub_group_block_read(__global const uint *);
ushort4 F intel_sub_group_block_read_us4(__global const ushort *);
void F intel_sub_group_block_write(__global uint *, uint);
void F intel_sub_group_block_write_ul2(__global ulong *, ulong2);
int F intel_sub_group_reduce_add(int);
short F intel_sub_group_scan_exclusive_max(short);
long F intel_sub_group_broadcast(long, uint);

// Sub-groups of one work-item; a bit for each wrong value.
K(one_collectives)
{
	int v = in[GL];
	out[GL] = 0x10000 | (intel_sub_group_reduce_add(v) != v) | (intel_sub_group_reduce_max((short)v) != (short)v) << 1 |
		  (intel_sub_group_scan_inclusive_min((uint)v) != (uint)v) << 2 | (intel_sub_group_scan_exclusive_add((long)v) != 0) << 3 |
		  (intel_sub_group_broadcast(v, 0) != v) << 4;
}
K(one_exchanges)
{
	int v = in[GL], n = v & 1;
	out[GL] = 0x10000 | (intel_sub_group_shuffle_up(v, 7, n) != (n ? v : 7)) | (intel_sub_group_shuffle_down((short)v, (short)7, n) != (n ? 7 : (short)v)) << 1 |
		  (intel_sub_group_shuffle_xor((uint2)(v, 5), 0).x != (uint)v) << 2 | (intel_sub_group_shuffle((float)(v & 255), 0) != (v & 255)) << 3;
}
K(one_blocks)
{
	__global const ushort *h = (__global const ushort *)in + GL;
	uint4 a = intel_sub_group_block_read4(in + GL);
	ushort2 b = intel_sub_group_block_read_us2(h);
	uchar8 c = intel_sub_group_block_read_uc8((__global const uchar *)h);
	ulong d = intel_sub_group_block_read_ul((__global const ulong *)in + GL);
	intel_sub_group_block_write2(out + 1000 + 2 * GL, a.xy);
	out[GL] = 0x10000 | any(a != vload4(0, in + GL)) | (b.x != h[0] || b.y != h[1]) << 1 |
		  (as_ulong(c) != (h[0] | (ulong)h[1] << 16 | (ulong)h[2] << 32 | (ulong)h[3] << 48)) << 2 |
		  (d != (in[2 * GL] | (ulong)in[2 * GL + 1] << 32)) << 3 | (out[1000 + 2 * GL] != in[GL] || out[1001 + 2 * GL] != in[GL + 1]) << 4;
}
// the same of eight
__attribute__((intel_reqd_sub_group_size(8))) K(eight)
{
	uint id = LL % 8, first = LL - id, size = min(8u, LN - first), w = 0, sum = 0;
	short m = SHRT_MIN;
	__global const ushort *h = (__global const ushort *)in + 4 * first;
	__global uint *to = out + 1000 + 4 * (GL - id);
	ushort4 r = intel_sub_group_block_read_us4(h);
	for (uint i = 0; i < size; i++) {
		sum += in[GL - id + i];
		if (i < id)
			m = max(m, (short)in[GL - id + i]);
	}
	w |= intel_sub_group_reduce_add(in[GL]) != (int)sum;
	w |= (intel_sub_group_scan_exclusive_max((short)in[GL]) != m) << 1;
	w |= (intel_sub_group_broadcast((long)in[GL] << 9, size - 1) != (long)in[GL - id + size - 1] << 9) << 2;
	w |= (intel_sub_group_block_read(in + first) != in[LL]) << 3;
	w |= (r.x != h[id] || r.y != h[id + 8] || r.z != h[id + 16] || r.w != h[id + 24]) << 4;
	if (size == 8) {
		intel_sub_group_block_write_ul2((__global ulong *)to, (ulong2)(id, LL));
		w |= (to[2 * id] != id || to[16 + 2 * id] != LL) << 5;
	}
	intel_sub_group_block_write(out + 3000 + GL - id, GL);
	out[GL] = w + 0x10000;
}
