/* A kernel TYPE_FUNCTION(out, x, y, n) for each function of accuracy.def: of half with -DHALVES, else of float and of double. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define divide(x, y) ((x) / (y))
#define KERNEL(NAME, TYPE, CALL) \
	__kernel void TYPE##_##NAME(__global TYPE *out, __global const TYPE *x, __global const TYPE *y, __global const int *n) \
	{ \
		const size_t i = get_global_id(0); \
		out[i] = CALL; \
	}
#ifdef HALVES
#define EACH(NAME, CALL) KERNEL(NAME, half, CALL)
#else
#define EACH(NAME, CALL) KERNEL(NAME, float, CALL) KERNEL(NAME, double, CALL)
#endif
#define ONE(NAME, FLOAT, DOUBLE) EACH(NAME, NAME(x[i]))
#define TWO(NAME, FLOAT, DOUBLE) EACH(NAME, NAME(x[i], y[i]))
#define NTH(NAME, FLOAT, DOUBLE) EACH(NAME, NAME(x[i], n[i]))
#include "accuracy.def"
