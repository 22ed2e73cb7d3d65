/*
 * What the kernels of mux-rows share.  Three ways to read it, as of mux-wild.h:
 * by kernels for mux-aot, by the same kernels for the oracle (ORACLE), by the
 * oracle itself (ROWS_HOST).
 */
enum {
	ROWS_REACH = 1 << 21,	/* elements of each input before and behind its first one */
	ROWS_OUT = 1 << 14,	/* work-items of a launch, at most */
	ROWS_GRID = 1 << 13,	/* places that are written */
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
#define atomic_max(to, value) (*(to) = GREATEST(uint, *(to), value))
#define LEAST(type, a, b) ((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define GREATEST(type, a, b) ((type)(a) > (type)(b) ? (type)(a) : (type)(b))
#else
#define LEAST(type, a, b) min((type)(a), (type)(b))
#define GREATEST(type, a, b) max((type)(a), (type)(b))
#endif
#define WITHIN(type, value, least, greatest) LEAST(type, GREATEST(type, value, least), greatest)
