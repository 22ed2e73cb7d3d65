/*
 * What the kernels of mux-lanes share.  Three ways to read it, as of mux-wild.h:
 * by kernels for mux-aot, by the same kernels for the oracle (ORACLE), by the
 * oracle itself (LANES_HOST).
 */
enum lane_type { LANE_uchar, LANE_short, LANE_uint, LANE_int, LANE_ulong, LANE_float };
enum lane_operation {
	LANE_add, LANE_mul, LANE_min, LANE_max, LANE_and, LANE_or, LANE_xor, LANE_logical_and, LANE_logical_or, LANE_logical_xor
};
enum lane_kind {
	LANE_reduce, LANE_scan_inclusive, LANE_scan_exclusive,
	LANE_clustered,			/* argument: work-items of a cluster */
	LANE_shuffle,			/* argument: whose value; its own where there is no such one */
	LANE_first,			/* the value of the first */
	LANE_elect, LANE_any, LANE_all, LANE_all_equal, LANE_ballot, LANE_wait,
};
enum { LANE_SIZE, LANE_MAX_SIZE, LANE_ID, LANE_GROUP, LANE_GROUPS, LANE_LOCAL, LANE_LOCALS, LANE_WORK_GROUP };

#ifdef LANES_HOST
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
#endif
#ifdef ORACLE
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong, size_t;
#endif
#if defined LANES_HOST || defined ORACLE
uint oracle_query(int what);
void oracle_barrier(void);
/* The result of a lane; place: of the call in the kernel. */
ulong oracle_lanes(uint place, int kind, int operation, int type, ulong value, uint argument);
#endif
#ifdef ORACLE
#define SUB_GROUPS(size)
#define get_sub_group_size() oracle_query(LANE_SIZE)
#define get_max_sub_group_size() oracle_query(LANE_MAX_SIZE)
#define get_sub_group_local_id() oracle_query(LANE_ID)
#define get_sub_group_id() oracle_query(LANE_GROUP)
#define get_num_sub_groups() oracle_query(LANE_GROUPS)
#define get_local_linear_id() oracle_query(LANE_LOCAL)
#define get_local_size_product() oracle_query(LANE_LOCALS)
#define get_group_id(dimension) oracle_query(LANE_WORK_GROUP)
#define barrier(flags) oracle_barrier()
#define CALL(place, kind, operation, type, value, argument) \
	__builtin_astype((TYPE_OF_SIZE_##type)oracle_lanes(place, kind, operation, LANE_##type, BITS_##type(value), argument), type)
#define TYPE_OF_SIZE_uchar uchar
#define TYPE_OF_SIZE_short ushort
#define TYPE_OF_SIZE_uint uint
#define TYPE_OF_SIZE_int uint
#define TYPE_OF_SIZE_ulong ulong
#define TYPE_OF_SIZE_float uint
#define BITS_uchar(value) (uchar)(value)
#define BITS_short(value) (ushort)(value)
#define BITS_uint(value) (uint)(value)
#define BITS_int(value) (uint)(value)
#define BITS_ulong(value) (ulong)(value)
#define BITS_float(value) __builtin_astype((float)(value), uint)
#define REDUCE(place, operation, type, value) CALL(place, LANE_reduce, LANE_##operation, type, value, 0)
#define SCAN(place, form, operation, type, value) CALL(place, LANE_scan_##form, LANE_##operation, type, value, 0)
#define SOME_REDUCE REDUCE
#define SOME_SCAN SCAN
#define CLUSTERED(place, operation, type, value, size) CALL(place, LANE_clustered, LANE_##operation, type, value, size)
#define BROADCAST(place, type, value, id) CALL(place, LANE_shuffle, 0, type, value, id)
#define SHUFFLE BROADCAST
#define SHUFFLE_XOR(place, type, value, mask) CALL(place, LANE_shuffle, 0, type, value, id ^ (mask))
#define SHUFFLE_UP(place, type, value, by) CALL(place, LANE_shuffle, 0, type, value, id - (by))
#define SHUFFLE_DOWN(place, type, value, by) CALL(place, LANE_shuffle, 0, type, value, id + (by))
#define ROTATE(place, type, value, by) CALL(place, LANE_shuffle, 0, type, value, (id + (by)) % size)
#define FIRST(place, type, value) CALL(place, LANE_first, 0, type, value, 0)
#define ANY(place, value) CALL(place, LANE_any, 0, uint, (value) != 0, 0)
#define ALL(place, value) CALL(place, LANE_all, 0, uint, (value) != 0, 0)
#define SOME_ANY ANY
#define SOME_ALL ALL
#define ALL_EQUAL(place, type, value) CALL(place, LANE_all_equal, 0, uint, (uint)BITS_##type(value), 0)
#define ELECT(place) CALL(place, LANE_elect, 0, uint, 0, 0)
#define BALLOT(place, value) CALL(place, LANE_ballot, 0, uint, (value) != 0, 0)
#define WAIT(place) CALL(place, LANE_wait, 0, uint, 0, 0)
#elif !defined LANES_HOST
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define SUB_GROUPS(size) __attribute__((intel_reqd_sub_group_size(size)))
#define get_local_size_product() (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2))
#define OVERLOADED __attribute__((overloadable))
#define DECLARE(type) \
	type OVERLOADED sub_group_shuffle(type, uint); \
	type OVERLOADED sub_group_shuffle_xor(type, uint); \
	type OVERLOADED sub_group_shuffle_up(type, uint); \
	type OVERLOADED sub_group_shuffle_down(type, uint); \
	type OVERLOADED sub_group_rotate(type, int); \
	type OVERLOADED sub_group_broadcast_first(type); \
	int OVERLOADED sub_group_non_uniform_all_equal(type); \
	DECLARE_OPERATION(type, add) DECLARE_OPERATION(type, mul) DECLARE_OPERATION(type, min) DECLARE_OPERATION(type, max)
#define DECLARE_BITS(type) DECLARE_OPERATION(type, and) DECLARE_OPERATION(type, or) DECLARE_OPERATION(type, xor)
#define DECLARE_OPERATION(type, operation) \
	type OVERLOADED sub_group_clustered_reduce_##operation(type, uint); \
	type OVERLOADED sub_group_non_uniform_reduce_##operation(type); \
	type OVERLOADED sub_group_non_uniform_scan_inclusive_##operation(type); \
	type OVERLOADED sub_group_non_uniform_scan_exclusive_##operation(type);
DECLARE(uchar) DECLARE(short) DECLARE(uint) DECLARE(int) DECLARE(ulong) DECLARE(float)
DECLARE_BITS(uchar) DECLARE_BITS(short) DECLARE_BITS(uint) DECLARE_BITS(int) DECLARE_BITS(ulong)
DECLARE_OPERATION(int, logical_and) DECLARE_OPERATION(int, logical_or) DECLARE_OPERATION(int, logical_xor)
int OVERLOADED sub_group_elect(void);
int OVERLOADED sub_group_non_uniform_any(int);
int OVERLOADED sub_group_non_uniform_all(int);
uint4 OVERLOADED sub_group_ballot(int);
#define REDUCE(place, operation, type, value) sub_group_reduce_##operation((type)(value))
#define SCAN(place, form, operation, type, value) sub_group_scan_##form##_##operation((type)(value))
#define SOME_REDUCE(place, operation, type, value) sub_group_non_uniform_reduce_##operation((type)(value))
#define SOME_SCAN(place, form, operation, type, value) sub_group_non_uniform_scan_##form##_##operation((type)(value))
#define CLUSTERED(place, operation, type, value, size) sub_group_clustered_reduce_##operation((type)(value), size)
#define BROADCAST(place, type, value, id) sub_group_broadcast((type)(value), id)
/* Nothing is said of the value of a work-item that is not there. */
#define SHUFFLE(place, type, value, from) sub_group_shuffle((type)(value), from)
#define SHUFFLE_XOR(place, type, value, mask) lane_or_own(id ^ (mask), size, sub_group_shuffle_xor((type)(value), mask), (type)(value))
#define SHUFFLE_UP(place, type, value, by) lane_or_own(id - (by), size, sub_group_shuffle_up((type)(value), by), (type)(value))
#define SHUFFLE_DOWN(place, type, value, by) lane_or_own(id + (by), size, sub_group_shuffle_down((type)(value), by), (type)(value))
#ifdef ONE_INDEX
/* Producers of SPIR-V know no rotations. */
#define ROTATE(place, type, value, by) sub_group_shuffle((type)(value), (id + (by)) % size)
#else
#define ROTATE(place, type, value, by) sub_group_rotate((type)(value), by)
#endif
#define FIRST(place, type, value) sub_group_broadcast_first((type)(value))
#define ANY(place, value) (sub_group_any(value) != 0)
#define ALL(place, value) (sub_group_all(value) != 0)
#define SOME_ANY(place, value) (sub_group_non_uniform_any(value) != 0)
#define SOME_ALL(place, value) (sub_group_non_uniform_all(value) != 0)
#define ALL_EQUAL(place, type, value) (sub_group_non_uniform_all_equal((type)(value)) != 0)
#define ELECT(place) (sub_group_elect() != 0)
#define BALLOT(place, value) sub_group_ballot((value) != 0).x
#define WAIT(place) sub_group_barrier(CLK_LOCAL_MEM_FENCE)
#define CHOOSE(type) \
	type OVERLOADED lane_or_own(uint from, uint size, type other, type own) { return from < size ? other : own; }
CHOOSE(uchar) CHOOSE(short) CHOOSE(uint) CHOOSE(int) CHOOSE(ulong) CHOOSE(float)
#endif
