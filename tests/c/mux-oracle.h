/* Lets a C compiler read kernels of mux-fuzz: one thread is one work-item. */
#include <pthread.h>

typedef unsigned uint;

extern _Thread_local uint oracle_local, oracle_global;
extern uint oracle_size;
extern pthread_barrier_t oracle_barrier;

#define __kernel
#define __global
#define __local
#define CLK_LOCAL_MEM_FENCE
#define get_local_id(dimension) oracle_local
#define get_global_id(dimension) oracle_global
#define get_local_size(dimension) oracle_size
#define barrier(flags) pthread_barrier_wait(&oracle_barrier)
