#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

int faculty(int n)
{
	return n < 2 ? 1 : n * faculty(n - 1) ^ faculty(n - 2);
}

#ifdef RECURSION
__kernel void recursion(__global int *out)
{
	*out = faculty(*out);
}
#endif

#ifdef POINTER
int one(int x) { return x + 1; }
int two(int x) { return x * 2; }

__kernel void pointer(__global int *out)
{
	int (*f)(int) = *out ? one : two;

	*out = f(out[1]);
}
#endif

#ifdef UNDEFINED
int elsewhere(int x);

__kernel void undefined(__global int *out)
{
	*out = elsewhere(*out);
}
#endif

#ifdef ASSEMBLER
__kernel void assembler(__global int *out)
{
	__asm__("nop");
}
#endif

#ifdef SUB_GROUP
__attribute__((intel_reqd_sub_group_size(24))) __kernel void sub_group(__global int *out)
{
	*out = 1;
}
#endif

#ifdef DIVERGENT
__kernel void divergent(__global int *out, __local int *shared)
{
	int l = get_local_id(0);

	shared[l] = l;
	if (l < 3) {
		barrier(CLK_LOCAL_MEM_FENCE);
		out[l] = shared[2 - l];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	out[l] += shared[0];
}
#endif

#ifdef ROUNDS
__kernel void rounds(__global int *out, __local int *shared)
{
	int l = get_local_id(0), i;

	for (i = 0; i < l; i++)
		barrier(CLK_LOCAL_MEM_FENCE);
	shared[l] = l;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[l] = shared[0];
}
#endif

void __attribute__((overloadable, convergent)) __spirv_ControlBarrier(int, int, int);
void __attribute__((overloadable)) __spirv_MemoryBarrier(int, int);
int __attribute__((overloadable)) __spirv_AtomicIAdd(__global int *, int, int, int);

#ifdef ORDERS
void fence(void) { __spirv_MemoryBarrier(1, 0x206); }

__kernel void orders(__global int *out) { fence(); }
#endif

#ifdef SCOPE
__kernel void scope(__global int *out) { *out = __spirv_AtomicIAdd(out, 9, 0, 1); }
#endif

#ifdef EXECUTION
__kernel void execution(__global int *out) { __spirv_ControlBarrier(1, 1, 0x210); }
#endif

#ifdef OPENCL
__kernel void opencl(__global int *out) { atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, 9, memory_scope_device); }
#endif

#ifdef SYSTEM
int system(__global const char *);

__kernel void calls(__global char *out) { system(out); }
#endif
