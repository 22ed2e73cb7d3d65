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
__attribute__((intel_reqd_sub_group_size(8))) __kernel void sub_group(__global int *out)
{
	*out = 1;
}
#endif
