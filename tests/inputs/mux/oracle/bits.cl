// Extended bit operations and integer dot products.
#include "oracle.h"

K(bit_orders)
{
	uint w = in[GL];
	ulong2 l = (ulong2)(w, (ulong)w << 20 | in[GL + 1]);
	short3 s = (short3)((short)w, (short)(w >> 9), (short)(w >> 16));
	short3 r = bit_reverse(s);
	ulong2 q = bit_reverse(l);
	out[GL] = bit_reverse(w) ^ bit_reverse((uchar)w) ^ (uint)bit_reverse((char)(w >> 8)) * 3u ^
		  (uint)(q.x >> 32) * 5 ^ (uint)q.y ^ (ushort)r.y ^ (ushort)r.z * 7u;
}
K(bit_parts)
{
	uint w = in[GL], v = in[GL + 1], n = in[GL + 2] % 33, o = n == 32 ? 0 : (in[GL + 3] >> 5) % (33 - n), h = 0;
	h = bitfield_insert(w, v, o, n) + (uint)bitfield_extract_signed(w, o, n) * 3 +
	    bitfield_extract_unsigned(w, o, n) * 5;
	h += (uint)bitfield_extract_signed((int)v, o, n) * 7 + bitfield_extract_unsigned((int)v, o, n) * 11;
	uint m = n & 7, p = o & 7;
	m = min(m, 8 - p);
	char4 c = as_char4(w), d = as_char4(v), e = bitfield_insert(c, d, p, m), f = bitfield_extract_signed(c, p, m);
	uchar4 g = bitfield_extract_unsigned(as_uchar4(w), p, m);
	h += as_uint(e) * 13 + as_uint(f) * 17 + as_uint(g) * 19;
	ulong l = (ulong)w << 32 | v;
	l = bitfield_insert(l, l >> 3, o + n, n == 32 ? 64 - o - n : n);
	out[GL] = h + (uint)l + (uint)(l >> 32) * 23 + (uint)(bitfield_extract_signed(l, o, n + 31) >> 13) +
		  (uint)bitfield_insert((ulong)w, l, 0, 64);
}
// LLVM's SPIR-V back end makes invalid instructions of these.
#ifndef NO_DOT
K(dot_products)
{
	uint a = in[GL], b = in[GL + 1], c = in[GL + 2], h;
	char4 x = as_char4(a), y = as_char4(b);
	uchar4 u = as_uchar4(a), v = as_uchar4(b);
	h = dot_4x8packed_uu_uint(a, b) + dot_4x8packed_ss_int(a, b) * 3 + dot_4x8packed_us_int(a, b) * 5 +
	    dot_4x8packed_su_int(a, b) * 7;
	h += dot(u, v) * 11 + dot(x, y) * 13 + dot(u, y) * 17 + dot(x, v) * 19;
	h ^= dot_acc_sat_4x8packed_uu_uint(a, b, c | 0xfffc0000u) * 3 +
	     dot_acc_sat_4x8packed_ss_int(a, b, (int)(c | 0x7fff0000) & 0x7fffffff) * 5;
	h ^= dot_acc_sat_4x8packed_us_int(a, b, (int)(c & 0x8000ffff)) * 7 +
	     dot_acc_sat_4x8packed_su_int(a, b, (int)c) * 11;
	h += dot_acc_sat(u, v, c | 0xffff0000u) + dot_acc_sat(x, y, (int)c) + dot_acc_sat(u, y, (int)(c & 0x8000ffff)) +
	     dot_acc_sat(x, v, INT_MAX - 3000);
	out[GL] = h + (uint)dot((float2)(1, 2), (float2)((float)(a & 15), 3));
}
#endif
