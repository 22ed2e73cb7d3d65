/* What gpu.c needs to know about AMD's GPUs: work-items are lanes, sub-groups wavefronts. */
#ifndef DEVICE_AMDGCN_H
#define DEVICE_AMDGCN_H

/* Waiting orders nothing. */
enum { WAITING_ORDERS = 0 };

#define BY_DIMENSION(d, x, y, z) ((d) == 0 ? (x) : (d) == 1 ? (y) : (z))

static inline unsigned
item_in_group(unsigned d)
{
	return BY_DIMENSION(d, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(),
			    __builtin_amdgcn_workitem_id_z());
}

static inline unsigned
items_of_group(unsigned d)
{
	return BY_DIMENSION(d, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(),
			    __builtin_amdgcn_workgroup_size_z());
}

static inline unsigned
group(unsigned d)
{
	return BY_DIMENSION(d, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(),
			    __builtin_amdgcn_workgroup_id_z());
}

static inline unsigned
groups(unsigned d)
{
	return BY_DIMENSION(d, __builtin_amdgcn_grid_size_x(), __builtin_amdgcn_grid_size_y(),
			    __builtin_amdgcn_grid_size_z()) / items_of_group(d);
}

static inline unsigned
sub_group_width(void)
{
	return __builtin_amdgcn_wavefrontsize();
}

/* Two orders are enough for all, and they are constants of the instruction. */
#define FENCE(scope, sequentially)                                                             \
	((sequentially) ? __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, scope)                \
			: __scoped_atomic_thread_fence(__ATOMIC_ACQ_REL, scope))

static inline void
fence(unsigned scope, bool sequentially)
{
	switch (scope) {
	case SCOPE_SUB_GROUP:
		FENCE(__MEMORY_SCOPE_WVFRNT, sequentially);
		break;
	case SCOPE_WORK_GROUP:
		FENCE(__MEMORY_SCOPE_WRKGRP, sequentially);
		break;
	case SCOPE_DEVICE:
		FENCE(__MEMORY_SCOPE_DEVICE, sequentially);
		break;
	default:
		FENCE(__MEMORY_SCOPE_SYSTEM, sequentially);
		break;
	}
}

static inline CONVERGENT void
wait_for_group(void)
{
	__builtin_amdgcn_s_barrier();
}

static inline CONVERGENT void
wait_for_sub_group(unsigned size)
{
	(void)size;
	__builtin_amdgcn_wave_barrier();
}

/* The instruction counts in bytes. */
static inline CONVERGENT unsigned
value_of_lane(unsigned value, unsigned lane)
{
	return (unsigned)__builtin_amdgcn_ds_bpermute((int)(lane * 4), (int)value);
}

static inline CONVERGENT unsigned
value_down(unsigned value, unsigned distance)
{
	return value_of_lane(value, __builtin_amdgcn_mbcnt_hi(~0U, __builtin_amdgcn_mbcnt_lo(~0U, 0)) + distance);
}

static inline CONVERGENT unsigned long
active_lanes(void)
{
	return __builtin_amdgcn_read_exec();
}

/* 33: not equal. */
static inline CONVERGENT unsigned long
lanes_where(unsigned long members, bool condition)
{
	return __builtin_amdgcn_uicmp((unsigned)condition, 0, 33) & members;
}

static inline CONVERGENT unsigned
value_among(unsigned long members, unsigned value, unsigned lane)
{
	(void)members;
	return (unsigned)__builtin_amdgcn_ds_bpermute((int)(lane * 4), (int)value);
}

/* Lanes of a wave go on together; what they wrote is visible to each other behind the fence. */
static inline CONVERGENT void
wait_among(unsigned long members)
{
	(void)members;
	fence(SCOPE_SUB_GROUP, false);
	__builtin_amdgcn_wave_barrier();
}

/* A function of its own: LLVM 22 does not finish the second trap of a kernel for gfx11. */
static __attribute__((noinline, noreturn, cold)) void
stop(void)
{
	__builtin_trap();
}

static inline void
fail(const char *text, const char *file, unsigned line, const char *function)
{
	(void)text;
	(void)file;
	(void)line;
	(void)function;
	stop();
}

#endif
