// Elements of neighbours in local memory are read, and behind a barrier the work-item's own is written.
#include "oracle.h"

#define LX ((int)get_local_id(0))
#define FIRST_ROW if (get_local_id(1) + get_local_id(2)) return

// Work-items of one row scan; the barriers are for those alone that have not returned.
#define SCAN(name, type, first, step, combine, result) \
K(name) \
{ \
	__local type part[64]; \
	int i = LX; \
	FIRST_ROW; \
	part[i] = first; \
	BL; \
	for (int d = 1; d < 64; d *= 2) { \
		type other = step; \
		BL; \
		part[i] = combine; \
		BL; \
	} \
	out[GL] = result; \
}

SCAN(sums_from_below, uint, in[GL], i >= d ? part[i - d] : 0, part[i] + other, part[i])
SCAN(sums_from_above, uint, in[GL], i + d < get_local_size(0) ? part[i + d] : 0, part[i] * 3 + other, part[i])
SCAN(floats_from_below, float, FL(GL), i >= d ? part[i - d] : -0.0f, part[i] + other, as_uint(part[i]))
SCAN(greatest_so_far, int, (int)in[GL], i < d ? INT_MIN : part[i - d], max(part[i], other), (uint)part[i])
SCAN(longs_from_below, ulong, in[GL] * 5ul, i >= d ? part[i - d] : 1, part[i] * 7 + other, (uint)(part[i] ^ part[i] >> 32))
SCAN(shorts_from_below, ushort, (ushort)in[GL], i >= d ? part[i - d] : 1, part[i] * 7 + other, part[i])
SCAN(from_both_sides, uint, in[GL], (i >= d ? part[i - d] : 0) + (i + d < get_local_size(0) ? part[i + d] : 1) * 5, part[i] * 3 + other, part[i])
SCAN(from_two_below, uint, in[GL], i > d ? part[i - d] * 5 + part[i - d - 1] : 0, part[i] * 3 + other, part[i])
SCAN(without_a_test, uint, in[GL], part[i] * 3 + 1, part[i] ^ other, part[i])
SCAN(from_an_own_place, uint, in[GL] & 31, part[part[i] % get_local_size(0)], part[i] * 3 + other, part[i])

// All rows write the same into a row's elements.
#define SAME_FOR_ROWS(name, step, combine) \
K(name) \
{ \
	__local uint part[64]; \
	int i = LX; \
	part[i] = in[i]; \
	BL; \
	uint a = step; \
	BL; \
	part[i] = combine; \
	BL; \
	uint b = (i >= 2 ? part[i - 2] : 9) * 3; \
	BL; \
	part[i] = b + i; \
	BL; \
	out[GL] = part[i] + part[get_local_size(0) - 1 - i] * 3; \
}

SAME_FOR_ROWS(rows_from_below, i >= 1 ? part[i - 1] : 5, a * 3 + i)
SAME_FOR_ROWS(rows_from_above, i + 1 < get_local_size(0) ? part[i + 1] : 5, a * 3 + i)
SAME_FOR_ROWS(rows_from_the_end, part[get_local_size(0) - 1 - i], a * 3 + i)

// What is written is the neighbour's, not the own element.
K(writes_the_next)
{
	__local uint part[65];
	int i = LX;
	FIRST_ROW;
	part[i] = in[GL];
	if (!i)
		part[get_local_size(0)] = 7;
	BL;
	uint a = i ? part[i - 1] : 3;
	BL;
	part[i + 1] = a * 5;
	BL;
	out[GL] = part[i] * 3 + part[i + 1];
}

// Written only by some.
K(some_write)
{
	__local uint part[64];
	int i = LX;
	FIRST_ROW;
	part[i] = in[GL];
	BL;
	uint a = i ? part[i - 1] : 3;
	BL;
	if (in[GL] & 1)
		part[i] += a;
	BL;
	out[GL] = part[i];
}

// The values read are kept over the barriers that stay, too.
K(kept_values)
{
	__local uint part[64], other[64];
	int i = LX;
	FIRST_ROW;
	part[i] = in[GL];
	other[i] = in[GL + 1];
	BL;
	uint a = i >= 1 ? part[i - 1] : 3, b = i >= 3 ? other[i - 3] : 5;
	BL;
	part[i] += a;
	BL;
	uint c = i >= 2 ? part[i - 2] : 4;
	BL;
	other[i] = part[i] * 3 + a * 5 + b * 7 + c;
	BL;
	out[GL] = other[i] + other[get_local_size(0) - 1 - i] * 3 + a + c;
}

// In a column of structures, and by bytes.
struct pair { uint one, two; };

K(fields_from_below)
{
	__local struct pair part[64];
	int i = LX;
	FIRST_ROW;
	part[i].one = in[GL];
	part[i].two = in[GL + 1];
	BL;
	uint a = i >= 4 ? part[i - 4].two : 3;
	BL;
	part[i].two += a * 3;
	BL;
	uint b = i >= 4 ? part[i - 4].one : 3;
	BL;
	part[i].two ^= b;
	BL;
	out[GL] = part[i].one + part[i].two * 5;
}
