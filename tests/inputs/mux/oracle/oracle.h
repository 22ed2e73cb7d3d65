// Each kernel writes words to out, from pseudo-random words of in.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define K(name) __kernel void name(__global uint *out, __global const uint *in)
#define GL ((uint)((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0)))
#define LL ((uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)))
#define LN ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)))
#define BL barrier(CLK_LOCAL_MEM_FENCE)
#define FL(i) ((float)(int)(in[i] >> 8) / 65536.0f - 100.0f)
