/*
 * What the kernels of mux-rows share.  Three ways to read it, as of mux-wild.h:
 * by kernels for mux-aot, by the same kernels for the oracle (ORACLE), by the
 * oracle itself (ROWS_HOST).
 */
enum {
	ROWS_REACH = 1 << 22,	/* elements of each input before and behind its first one */
	ROWS_OUT = 1 << 14,	/* work-items of a launch, at most */
	ROWS_GRID = 1 << 13,	/* places that are written */
	ROWS_COUNTS = 512,
	/* Elements that a work-item has of its own: in out, and behind all of those. */
	ROWS_PAIRS = ROWS_OUT,
	ROWS_QUADS = 3 * ROWS_OUT,
	ROWS_RECORDS = 7 * ROWS_OUT,
	ROWS_OWN = 11 * ROWS_OUT,	/* rows of ROWS_LEAST words or more, of which not all are used */
	ROWS_LEAST = 28, ROWS_MOST = 44,
	ROWS_LONGS = ROWS_OWN + ROWS_MOST * ROWS_OUT,	/* the same of longs */
	/* Structures of four words, of eight, of four bytes and of eight. */
	ROWS_FOUR = ROWS_LONGS + ROWS_MOST * ROWS_OUT, ROWS_EIGHT = ROWS_FOUR + 4 * ROWS_OUT,
	ROWS_FOUR_BYTES = ROWS_EIGHT + 8 * ROWS_OUT, ROWS_EIGHT_BYTES = ROWS_FOUR_BYTES + ROWS_OUT,
	ROWS_WORDS = ROWS_EIGHT_BYTES + 2 * ROWS_OUT,
};

#if defined ORACLE || defined ROWS_HOST
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
enum { ORACLE_GLOBAL_ID, ORACLE_LOCAL_ID, ORACLE_GROUP_ID, ORACLE_GLOBAL_SIZE, ORACLE_LOCAL_SIZE, ORACLE_OFFSET };
ulong oracle_query(int what, uint dimension);
void oracle_barrier(void);
#endif
#ifdef ORACLE
typedef unsigned long size_t;
#define get_global_id(dimension) oracle_query(ORACLE_GLOBAL_ID, dimension)
#define get_local_id(dimension) oracle_query(ORACLE_LOCAL_ID, dimension)
#define get_group_id(dimension) oracle_query(ORACLE_GROUP_ID, dimension)
#define get_global_size(dimension) oracle_query(ORACLE_GLOBAL_SIZE, dimension)
#define get_local_size(dimension) oracle_query(ORACLE_LOCAL_SIZE, dimension)
#define get_global_offset(dimension) oracle_query(ORACLE_OFFSET, dimension)
#define barrier(flags) oracle_barrier()
#define atomic_add(to, value) (*(to) += (value))
#define atomic_xor(to, value) (*(to) ^= (value))
#define atomic_or(to, value) (*(to) |= (value))
#define atomic_sub(to, value) (*(to) -= (value))
#define atomic_and(to, value) (*(to) &= (value))
#define atomic_min(to, value) (*(to) = LEAST(uint, *(to), value))
#define atomic_max(to, value) (*(to) = GREATEST(uint, *(to), value))
#define LEAST(type, a, b) ((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define GREATEST(type, a, b) ((type)(a) > (type)(b) ? (type)(a) : (type)(b))
#else
#define LEAST(type, a, b) min((type)(a), (type)(b))
#define GREATEST(type, a, b) max((type)(a), (type)(b))
#endif
#ifndef ROWS_HOST
#ifdef ORACLE
typedef uchar uchar4 __attribute__((ext_vector_type(4)));
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint3 __attribute__((ext_vector_type(3)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
#endif
struct record {
	uchar4 c;
	ushort h[2];
	float f;
	uint u;
};
#define RECORDS ((__global const struct record *)in)
#define PIXELS ((__global const uchar4 *)bytes)
#define PAIRS ((__global const uint2 *)in)
#define TRIPLES ((__global const uint3 *)in)
#define QUADS ((__global const uint4 *)in)
#define OWN __global uint *counts = grid + ROWS_GRID, *own_pair = out + ROWS_PAIRS + own * 2; \
	__global uint4 *own_quad = (__global uint4 *)(out + ROWS_QUADS) + own; \
	__global struct record *own_record = (__global struct record *)(out + ROWS_RECORDS) + own; \
	const int own_length = ROWS_LEAST + 2 * (int)(k % 9), own_int = (int)own
#endif
#define WITHIN(type, value, least, greatest) LEAST(type, GREATEST(type, value, least), greatest)
