/* Kernels that were compiled wrongly once. */

__kernel void inner(__global int *out, int n)
{
	out[get_global_id(0)] += n;
}

/* The inner one stays a kernel too. */
__kernel void outer(__global int *out, int n)
{
	inner(out, n);
	inner(out, 2 * n);
}

int __attribute__((overloadable, convergent)) work_group_reduce_logical_and(int);
int __attribute__((overloadable, convergent)) work_group_reduce_logical_or(int);
int __attribute__((overloadable, convergent)) work_group_reduce_logical_xor(int);

__kernel void logical(__global int *out, int n)
{
	int l = get_local_id(0);
	int and = work_group_reduce_logical_and(l - n);
	int or = work_group_reduce_logical_or(l == n ? 4 : 0);
	int xor = work_group_reduce_logical_xor(l < 3 ? 8 : 0);

	out[get_global_id(0)] = and + 10 * or + 100 * xor;
}

/* From the n-th on they return, those that stay wait for one another. */
__kernel void leavers(__global int *out, int n, __local int *shared)
{
	int l = get_local_linear_id(), size = get_local_size(0) * get_local_size(1), i;

	shared[l] = l;
	if (l >= n)
		return;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = 100 + shared[n - 1 - l];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (l & 1)
		return;
	shared[l] = 1000;
	for (i = 0; i < 3; i++) {
		barrier(CLK_LOCAL_MEM_FENCE);
		shared[l] += 10;
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l == 0)
			out[get_global_id(0)] += shared[(n - 1) & ~1];
	}
}

struct wide {
	int number __attribute__((aligned(128)));
};

__kernel void aligned(__global int *out, struct wide w)
{
	__local int first;
	__local long16 numbers[2];
	struct wide mine[2];
	int l = get_local_id(0);

	if (l < 2)
		numbers[l] = (long16)(l);
	first = 1;
	mine[l & 1].number = w.number;
	mine[~l & 1].number = 1;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = (int)((size_t)numbers & 127) + (int)((size_t)mine & 127) + mine[0].number * mine[1].number +
		(int)numbers[1].sf + first;
}

int __attribute__((overloadable, convergent)) work_group_reduce_add(int);
int __attribute__((overloadable, convergent)) work_group_scan_inclusive_add(int);

/* Who has returned adds nothing. */
__kernel void added(__global int *out, int n)
{
	int l = get_local_id(0);

	if (l >= n || l == 1)
		return;
	out[get_global_id(0)] = 100 * work_group_reduce_add(l + 1) + work_group_scan_inclusive_add(1);
}
