/* What gpu.c needs to know about NVIDIA's GPUs: work-items are threads, sub-groups warps. */
#ifndef DEVICE_NVPTX64_H
#define DEVICE_NVPTX64_H

enum { SUB_GROUP_WIDTH = 32 };

/* Waiting for each other orders the memory of those that wait: no fence is needed, and what is loaded stays in registers. */
enum { WAITING_ORDERS = 1 };

#define BY_DIMENSION(d, x, y, z) ((d) == 0 ? (x) : (d) == 1 ? (y) : (z))

static inline unsigned
item_in_group(unsigned d)
{
	return BY_DIMENSION(d, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z());
}

static inline unsigned
items_of_group(unsigned d)
{
	return BY_DIMENSION(d, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(),
			    __nvvm_read_ptx_sreg_ntid_z());
}

static inline unsigned
group(unsigned d)
{
	return BY_DIMENSION(d, __nvvm_read_ptx_sreg_ctaid_x(), __nvvm_read_ptx_sreg_ctaid_y(),
			    __nvvm_read_ptx_sreg_ctaid_z());
}

static inline unsigned
groups(unsigned d)
{
	return BY_DIMENSION(d, __nvvm_read_ptx_sreg_nctaid_x(), __nvvm_read_ptx_sreg_nctaid_y(),
			    __nvvm_read_ptx_sreg_nctaid_z());
}

static inline unsigned
sub_group_width(void)
{
	return SUB_GROUP_WIDTH;
}

/*
 * All lanes take part: those that have ended, or never were, need not.  A mask that is
 * made of the size would cost more than what it is for.
 */
#define ALL_LANES (~0u)

void fence_group_acq_rel(void);
void fence_group_seq_cst(void);
void fence_device_acq_rel(void);
void fence_device_seq_cst(void);

/* Two orders are enough for all. */
static inline void
fence(unsigned scope, bool sequentially)
{
	switch (scope) {
	case SCOPE_SUB_GROUP:
	case SCOPE_WORK_GROUP:
		sequentially ? fence_group_seq_cst() : fence_group_acq_rel();
		break;
	case SCOPE_DEVICE:
		sequentially ? fence_device_seq_cst() : fence_device_acq_rel();
		break;
	default:
		sequentially ? __atomic_thread_fence(__ATOMIC_SEQ_CST) : __atomic_thread_fence(__ATOMIC_ACQ_REL);
		break;
	}
}

static inline CONVERGENT void
wait_for_group(void)
{
	__syncthreads();
}

static inline CONVERGENT void
wait_for_sub_group(unsigned size)
{
	(void)size;
	__nvvm_bar_warp_sync(ALL_LANES);
}

static inline CONVERGENT unsigned
value_of_lane(unsigned value, unsigned lane)
{
	return (unsigned)__nvvm_shfl_sync_idx_i32(ALL_LANES, (int)value, (int)lane, SUB_GROUP_WIDTH - 1);
}

static inline CONVERGENT unsigned
value_down(unsigned value, unsigned distance)
{
	return (unsigned)__nvvm_shfl_sync_down_i32(ALL_LANES, (int)value, (int)distance, SUB_GROUP_WIDTH - 1);
}

static inline CONVERGENT unsigned long
active_lanes(void)
{
	return __nvvm_activemask();
}

static inline CONVERGENT unsigned long
lanes_where(unsigned long members, bool condition)
{
	return __nvvm_vote_ballot_sync((unsigned)members, condition);
}

static inline CONVERGENT unsigned
value_among(unsigned long members, unsigned value, unsigned lane)
{
	return (unsigned)__nvvm_shfl_sync_idx_i32((unsigned)members, (int)value, (int)lane, SUB_GROUP_WIDTH - 1);
}

static inline CONVERGENT void
wait_among(unsigned long members)
{
	__nvvm_bar_warp_sync((unsigned)members);
}

/* CUDA's driver prints the message and ends the kernel. */
void __assertfail(const char *text, const char *file, unsigned line, const char *function, size_t width);

static inline void
fail(const char *text, const char *file, unsigned line, const char *function)
{
	__assertfail(text, file, line, function, 1);
}

/* Off by one unit in the last place at most, where 2 are allowed; libclc divides by a root. */
float rsqrt(float a) EXPORT("_Z5rsqrtf");

float
rsqrt(float a)
{
	return __nvvm_rsqrt_approx_f(a);
}

/* The instructions have base 2 only, and LLVM makes nothing of those that libclc asks for. */
#define NATIVE(LENGTH, NAME, VALUE)                                   \
	float NAME(float a) EXPORT("_Z" #LENGTH #NAME "f");           \
	float NAME(float a) { return VALUE; }

NATIVE(10, native_exp, __nvvm_ex2_approx_f(a * 1.44269504089f))
NATIVE(12, native_exp10, __nvvm_ex2_approx_f(a * 3.32192809489f))
NATIVE(10, native_log, __nvvm_lg2_approx_f(a) * 0.69314718056f)
NATIVE(11, native_log2, __nvvm_lg2_approx_f(a))
NATIVE(12, native_log10, __nvvm_lg2_approx_f(a) * 0.30102999566f)

NATIVE(12, native_rsqrt, __nvvm_rsqrt_approx_f(a))
NATIVE(11, native_sqrt, __nvvm_sqrt_approx_f(a))
NATIVE(12, native_recip, __nvvm_rcp_approx_ftz_f(a))
NATIVE(10, native_sin, __nvvm_sin_approx_f(a))
NATIVE(10, native_cos, __nvvm_cos_approx_f(a))
NATIVE(10, native_tan, __nvvm_sin_approx_f(a) / __nvvm_cos_approx_f(a))

#endif
