/* Kernels that call builtins of the ComputeMux specification by their own names, as OpenCL C sees their types. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define CONVERGENT __attribute__((convergent))

bool __mux_isftz(void);
bool __mux_usefast(void);
bool __mux_isembeddedprofile(void);
ulong __mux_get_global_id(uint);
ulong __mux_get_enqueued_local_size(uint);
ulong __mux_get_global_linear_id(void);
ulong __mux_get_local_linear_id(void);
uint __mux_get_work_dim(void);
uint __mux_get_sub_group_id(void);
uint __mux_get_num_sub_groups(void);
uint __mux_get_max_sub_group_size(void);
uint __mux_get_sub_group_size(void);
uint __mux_get_sub_group_local_id(void);
CONVERGENT void __mux_work_group_barrier(uint, uint, uint);
CONVERGENT void __mux_sub_group_barrier(uint, uint, uint);
void __mux_mem_barrier(uint, uint);

/* 12 numbers a work-item. */
__kernel void ids(__global ulong *o)
{
	o += 12 * __mux_get_global_linear_id();
	o[0] = __mux_isftz() | __mux_usefast() << 1 | __mux_isembeddedprofile() << 2;
	o[1] = __mux_get_enqueued_local_size(0) * 100 + __mux_get_enqueued_local_size(1) * 10 + __mux_get_enqueued_local_size(3);
	o[2] = __mux_get_global_id(1);
	o[3] = __mux_get_local_linear_id();
	o[4] = __mux_get_work_dim();
	o[5] = __mux_get_sub_group_id();
	o[6] = __mux_get_num_sub_groups();
	o[7] = __mux_get_max_sub_group_size();
	o[8] = __mux_get_sub_group_size();
	o[9] = __mux_get_sub_group_local_id();
	o[10] = get_sub_group_size();
}

/* MemScope 0 to 4 with each order and memory of MemSemantics. */
__kernel void fences(__global uint *o)
{
	__local uint l[64];
	uint me = get_local_id(0);

	l[me] = me;
	__mux_mem_barrier(0, 0x10 | 0x200);
	__mux_mem_barrier(1, 0x8 | 0x200 | 0x100);
	__mux_mem_barrier(2, 0x4 | 0x100);
	__mux_mem_barrier(3, 0x2 | 0x80);
	__mux_mem_barrier(4, 0);
	__mux_work_group_barrier(7, 2, 0x8 | 0x100);
	o[me] = l[(me + 1) % get_local_size(0)];
	__mux_work_group_barrier(7, 2, 0x10 | 0x100 | 0x200);
	l[me] = o[(me + 1) % get_local_size(0)];
	__mux_work_group_barrier(8, 2, 0x8 | 0x100);
	o[me] = l[(me + 1) % get_local_size(0)];
}

CONVERGENT bool __mux_work_group_any_i1(uint, bool);
CONVERGENT bool __mux_work_group_all_i1(uint, bool);
CONVERGENT int __mux_work_group_broadcast_i32(uint, int, ulong, ulong, ulong);
CONVERGENT int __mux_work_group_reduce_add_i32(uint, int);
CONVERGENT float __mux_work_group_reduce_fadd_f32(uint, float);
CONVERGENT int __mux_work_group_scan_inclusive_mul_i32(uint, int);
CONVERGENT float __mux_work_group_scan_inclusive_fmul_f32(uint, float);
CONVERGENT long __mux_work_group_scan_exclusive_mul_i64(uint, long);
CONVERGENT double __mux_work_group_scan_exclusive_fmul_f64(uint, double);
CONVERGENT char __mux_work_group_reduce_smin_i8(uint, char);
CONVERGENT ushort __mux_work_group_reduce_umax_i16(uint, ushort);
CONVERGENT half __mux_work_group_reduce_fmax_f16(uint, half);
CONVERGENT int __mux_work_group_reduce_xor_i32(uint, int);
CONVERGENT bool __mux_work_group_reduce_logical_xor_i1(uint, bool);

/* 14 numbers a work-item. */
__kernel void whole(__global long *o)
{
	long me = get_local_linear_id();

	o += 14 * get_global_linear_id();
	o[0] = __mux_work_group_any_i1(0, me == 3) + 2 * __mux_work_group_all_i1(1, me < 3);
	o[1] = __mux_work_group_broadcast_i32(2, (int)me * 10, 1, 1, 0);
	o[2] = __mux_work_group_reduce_add_i32(3, (int)me);
	o[3] = __mux_work_group_reduce_fadd_f32(4, me * 0.5f);
	o[4] = __mux_work_group_scan_inclusive_mul_i32(5, (int)me + 1);
	o[5] = __mux_work_group_scan_inclusive_fmul_f32(6, me + 1);
	o[6] = __mux_work_group_scan_exclusive_mul_i64(7, me + 1);
	o[7] = __mux_work_group_scan_exclusive_fmul_f64(8, me + 1);
	o[8] = __mux_work_group_reduce_smin_i8(9, -me);
	o[9] = __mux_work_group_reduce_umax_i16(10, -me);
	o[10] = __mux_work_group_reduce_fmax_f16(11, -me);
	o[11] = __mux_work_group_reduce_xor_i32(12, 1 << me);
	o[12] = __mux_work_group_reduce_logical_xor_i1(13, me < 3);
	o[13] = __mux_work_group_scan_inclusive_mul_i32(14, 1);
}

CONVERGENT bool __mux_sub_group_any_i1(bool);
CONVERGENT bool __mux_sub_group_all_i1(bool);
CONVERGENT long __mux_sub_group_broadcast_i64(long, uint);
CONVERGENT int __mux_sub_group_reduce_add_i32(int);
CONVERGENT int __mux_sub_group_scan_inclusive_mul_i32(int);
CONVERGENT long __mux_sub_group_scan_exclusive_mul_i64(long);
CONVERGENT int __mux_sub_group_shuffle_i32(int, uint);
CONVERGENT char __mux_sub_group_shuffle_up_i8(char, char, uint);
CONVERGENT float __mux_sub_group_shuffle_down_f32(float, float, uint);
CONVERGENT double __mux_sub_group_shuffle_xor_f64(double, uint);

/* 10 numbers a work-item. */
static void of_part(__global long *o)
{
	long me = get_local_linear_id();

	o += 10 * me;
	o[0] = __mux_sub_group_any_i1(me == 3) + 2 * __mux_sub_group_all_i1(me < 4);
	o[1] = __mux_sub_group_broadcast_i64(me, 2);
	o[2] = __mux_sub_group_reduce_add_i32(me);
	o[3] = __mux_sub_group_scan_inclusive_mul_i32(me + 1);
	o[4] = __mux_sub_group_scan_exclusive_mul_i64(me + 1);
	o[5] = __mux_sub_group_shuffle_i32(me, 3 - me % 4);
	o[6] = __mux_sub_group_shuffle_up_i8(me + 100, me, me % 2 + 1);
	o[7] = __mux_sub_group_shuffle_down_f32(me, me + 100, me % 2 + 1);
	o[8] = __mux_sub_group_shuffle_xor_f64(me, 1);
	__mux_sub_group_barrier(0, 3, 0x8 | 0x100);
	o[9] = o[8];
}
__attribute__((intel_reqd_sub_group_size(4))) __kernel void four(__global long *o) { of_part(o); }
__kernel void one(__global long *o) { of_part(o); }

#define OPERATIONS(X)                                                                                          \
	X(add_i32, int) X(mul_i8, char) X(fadd_f64, double) X(fmul_f16, half) X(smin_i16, short) X(umin_i32, uint) X(fmin_f32, float) \
	X(smax_i64, long) X(umax_i16, ushort) X(fmax_f16, half) X(and_i32, int) X(or_i64, long) X(xor_i8, char)       \
	X(logical_and_i1, bool) X(logical_or_i32, int) X(logical_xor_i1, bool)
#define DECLARE(OP, T)                                                                                         \
	CONVERGENT T __mux_work_group_reduce_##OP(uint, T);                                                       \
	CONVERGENT T __mux_work_group_scan_exclusive_##OP(uint, T);                                               \
	CONVERGENT T __mux_sub_group_reduce_##OP(T);                                                              \
	CONVERGENT T __mux_sub_group_scan_exclusive_##OP(T);
#define CALL(OP, T)                                                                                            \
	o[0] = __mux_work_group_reduce_##OP(0, (T)n);                                                             \
	o[1] = __mux_work_group_scan_exclusive_##OP(0, (T)n);                                                     \
	o[2] = __mux_sub_group_reduce_##OP((T)n);                                                                 \
	o[3] = __mux_sub_group_scan_exclusive_##OP((T)n);                                                         \
	o += 4;

OPERATIONS(DECLARE)

/* All operations over -1, 3 and 6: 64 numbers a work-item. */
__attribute__((intel_reqd_sub_group_size(4))) __kernel void operations(__global long *o)
{
	int n = get_local_id(0) ? get_local_id(0) * 3 : -1;

	o += 64 * get_local_id(0);
	OPERATIONS(CALL)
}

typedef __private void *event;
event __mux_dma_read_1D(__local void *, const __global void *, ulong, event);
event __mux_dma_read_2D(__local void *, const __global void *, ulong, ulong, ulong, ulong, event);
event __mux_dma_read_3D(__local void *, const __global void *, ulong, ulong, ulong, ulong, ulong, ulong, ulong, event);
event __mux_dma_write_1D(__global void *, const __local void *, ulong, event);
event __mux_dma_write_2D(__global void *, const __local void *, ulong, ulong, ulong, ulong, event);
event __mux_dma_write_3D(__global void *, const __local void *, ulong, ulong, ulong, ulong, ulong, ulong, ulong, event);
CONVERGENT void __mux_dma_wait(uint, __private event *);

/* A line, a plane of 2 lines, 2 planes of 2 lines, there and back with other strides. */
__kernel void dma(__global uint *o, __global const uint *in)
{
	__local uint a[8], b[16], c[32];
	event e[2];

	for (int i = get_local_id(0); i < 32; i += get_local_size(0))
		a[i % 8] = b[i % 16] = c[i] = 99;
	barrier(CLK_LOCAL_MEM_FENCE);
	e[0] = __mux_dma_read_1D(a, in + 1, 20, 0);
	e[0] = __mux_dma_read_2D(b, in, 12, 16, 40, 2, e[0]);
	e[1] = __mux_dma_read_3D(c, in, 8, 12, 40, 2, 32, 120, 2, 0);
	__mux_dma_wait(2, e);
	e[0] = __mux_dma_write_1D(o, a, 24, 0);
	e[0] = __mux_dma_write_2D(o + 8, b, 12, 20, 16, 2, e[0]);
	e[1] = __mux_dma_write_3D(o + 20, c, 8, 16, 12, 2, 40, 32, 2, 0);
	__mux_dma_wait(2, e);
}
