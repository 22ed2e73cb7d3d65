/* Lets a C compiler read kernels of mux-fuzz: one thread is one work-item. */
#include <pthread.h>

typedef unsigned uint;
typedef unsigned long ulong;

extern _Thread_local uint oracle_local;
extern uint oracle_group, oracle_groups, oracle_size[2];
extern pthread_barrier_t oracle_barrier;

#define __kernel
#define __global
#define __local
#define CLK_LOCAL_MEM_FENCE
#define get_local_linear_id() oracle_local
#define get_local_id(dimension) ((dimension) ? oracle_local / oracle_size[0] : oracle_local % oracle_size[0])
#define get_group_id(dimension) oracle_group
#define get_global_id(dimension) ((dimension) ? get_local_id(1) : oracle_group * oracle_size[0] + get_local_id(0))
#define get_global_size(dimension) ((dimension) ? oracle_size[1] : oracle_groups * oracle_size[0])
#define get_local_size(dimension) oracle_size[dimension]
#define barrier(flags) pthread_barrier_wait(&oracle_barrier)
