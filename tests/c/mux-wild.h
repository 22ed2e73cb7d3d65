/*
 * What the kernels of mux-wild share.  Three ways to read it: by kernels for
 * mux-aot, by the same kernels for the oracle (ORACLE: OpenCL C without
 * builtins, one address space), by the oracle itself (WILD_HOST).
 */
enum { WILD_ITEMS = 1024 };	/* work-items of a group, at most */

#ifdef WILD_HOST
#include <stdint.h>
typedef uint8_t uchar;
typedef uint16_t ushort;
typedef uint32_t uint;
typedef uint64_t ulong;
#endif
#ifdef ORACLE
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong, size_t;
typedef uint uint2 __attribute__((ext_vector_type(2)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
#endif

struct odd {
	uchar c;
	ushort h[3];
	ulong q;
};

struct args {
	uint t[4];
	uchar c;
	ushort h;
	ulong q;
};

struct shared {
	uint count;
	uchar byte[WILD_ITEMS];
	struct odd odd[8];
	uint copy[16];
};

#ifndef WILD_HOST
#define RESULT out[g] = v0 + v1 * 3u + v2 * 5u + v3 * 7u + v4 * 9u + v5 * 11u + arr[l & 7u] + bytes[n & 15u] + w0.x + w1.y * 3u + w0.w + \
	b0 + h0 + (uint)q0 + (uint)(q0 >> 32) + as_uint(f0) + (uint)(long)d0 + (uint)my.c + my.h[1] + (uint)my.q + *p1
#endif

#ifndef WILD_HOST
__constant uint table[4] = { 3, 1, 4, 15 };
#endif

#ifdef ORACLE
enum { ORACLE_LOCAL_LINEAR, ORACLE_LOCAL_ID, ORACLE_GROUP_ID, ORACLE_LOCAL_SIZE, ORACLE_NUM_GROUPS, ORACLE_GLOBAL_ID };
uint oracle_query(int what, uint dimension);
void oracle_barrier(void);
/* scan: 0 of all, 1 up to this one, 2 before this one; op: 0 sum, 1 least, 2 greatest. */
ulong oracle_fold(int scan, int op, ulong value, int size);
uint oracle_broadcast(uint value, ulong x, ulong y, ulong z);
struct shared *oracle_shared(void);
#define SHARED struct shared *shared = oracle_shared()
#define get_local_linear_id() oracle_query(ORACLE_LOCAL_LINEAR, 0)
#define get_local_id(dimension) oracle_query(ORACLE_LOCAL_ID, dimension)
#define get_group_id(dimension) oracle_query(ORACLE_GROUP_ID, dimension)
#define get_local_size(dimension) oracle_query(ORACLE_LOCAL_SIZE, dimension)
#define get_num_groups(dimension) oracle_query(ORACLE_NUM_GROUPS, dimension)
#define get_global_id(dimension) oracle_query(ORACLE_GLOBAL_ID, dimension)
#define barrier(flags) oracle_barrier()
#define as_uint(value) __builtin_astype(value, uint)
#define work_group_reduce_add(value) oracle_fold(0, 0, value, sizeof(value))
#define work_group_reduce_min(value) oracle_fold(0, 1, value, 4)
#define work_group_reduce_max(value) oracle_fold(0, 2, value, 4)
#define work_group_scan_inclusive_add(value) oracle_fold(1, 0, value, 4)
#define work_group_scan_inclusive_min(value) oracle_fold(1, 1, value, 4)
#define work_group_scan_inclusive_max(value) oracle_fold(1, 2, value, 4)
#define work_group_scan_exclusive_add(value) oracle_fold(2, 0, value, 4)
#define work_group_scan_exclusive_min(value) oracle_fold(2, 1, value, 4)
#define work_group_scan_exclusive_max(value) oracle_fold(2, 2, value, 4)
#define work_group_any(value) (oracle_fold(0, 2, (value) != 0, 4) != 0)
#define work_group_all(value) (oracle_fold(0, 1, (value) != 0, 4) != 0)
#define work_group_broadcast(value, x) oracle_broadcast(value, x, 0, 0)
#define event_t int
#define async_work_group_copy(to, from, n, event) 0; for (uint q = 0; q < (n); q++) (to)[q] = (from)[q]
#define wait_group_events(n, events) oracle_barrier()
#define ATOMIC(name, new) \
	static uint name(volatile uint *address, uint value) { uint old = *address; *address = new; return old; }
ATOMIC(atomic_add, old + value)
ATOMIC(atomic_sub, old - value)
ATOMIC(atomic_xor, old ^ value)
ATOMIC(atomic_or, old | value)
ATOMIC(atomic_and, old & value)
ATOMIC(atomic_min, value < old ? value : old)
ATOMIC(atomic_max, value > old ? value : old)
#elif !defined(WILD_HOST)
#define SHARED __local struct shared local_shared; __local struct shared *shared = &local_shared
#endif

/* llvm-spirv-15 does not read the vector of three indices that SPIR-V has. */
#ifdef ONE_INDEX
#define BROADCAST(value, x, y, z) work_group_broadcast(value, x)
#elif defined(ORACLE)
#define BROADCAST(value, x, y, z) oracle_broadcast(value, x, y, z)
#else
#define BROADCAST(value, x, y, z) work_group_broadcast(value, x, y, z)
#endif
