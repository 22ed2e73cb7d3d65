/* Lets a C compiler read kernels of mux-fuzz: one thread is one work-item. */
#include <pthread.h>

typedef unsigned uint;

extern _Thread_local uint oracle_local;
extern uint oracle_group, oracle_size[2];
extern pthread_barrier_t oracle_barrier;

#define __kernel
#define __global
#define __local
#define CLK_LOCAL_MEM_FENCE
#define get_local_linear_id() oracle_local
#define get_group_id(dimension) oracle_group
#define get_local_size(dimension) oracle_size[dimension]
#define barrier(flags) pthread_barrier_wait(&oracle_barrier)
