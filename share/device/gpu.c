/*
 * The device library of GPUs that LLVM compiles for itself: the functions of
 * OpenCL C and SPIR-V that our headers declare (include/sycl/detail/builtins.hpp)
 * under their mangled names.  SPIR-V targets have all of this built in.
 * Mathematics is libclc's: share/device.mk adds it, and the C library of libm.c.
 *
 * size_t dimensions count from the fastest, as in OpenCL C.
 */
#include <stdbool.h>
#include <stddef.h>

#define CONVERGENT __attribute__((convergent))
#define EXPORT(mangled) __asm__(mangled)

/* Scopes and memory semantics of SPIR-V; scope 0 is wider than the device. */
enum { SCOPE_DEVICE = 1, SCOPE_WORK_GROUP, SCOPE_SUB_GROUP, SCOPE_WORK_ITEM };
enum { ACQUIRE_RELEASE = 0x8, SEQUENTIALLY_CONSISTENT = 0x10, ANY_ORDER = 0x1e };

#ifdef __NVPTX__
#include "nvptx64.h"
#else
#include "amdgcn.h"
#endif

/* --- work-items ---------------------------------------------------------------- */

size_t get_local_id(unsigned d) EXPORT("_Z12get_local_idj");
size_t get_local_size(unsigned d) EXPORT("_Z14get_local_sizej");
size_t get_group_id(unsigned d) EXPORT("_Z12get_group_idj");
size_t get_num_groups(unsigned d) EXPORT("_Z14get_num_groupsj");
size_t get_global_id(unsigned d) EXPORT("_Z13get_global_idj");
size_t get_global_size(unsigned d) EXPORT("_Z15get_global_sizej");

size_t
get_local_id(unsigned d)
{
	return d < 3 ? item_in_group(d) : 0;
}

size_t
get_local_size(unsigned d)
{
	return d < 3 ? items_of_group(d) : 1;
}

size_t
get_group_id(unsigned d)
{
	return d < 3 ? group(d) : 0;
}

size_t
get_num_groups(unsigned d)
{
	return d < 3 ? groups(d) : 1;
}

size_t
get_global_id(unsigned d)
{
	return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

size_t
get_global_size(unsigned d)
{
	return get_num_groups(d) * get_local_size(d);
}

/* --- sub-groups: runs of work-items in linear order --------------------------------- */

unsigned get_max_sub_group_size(void) EXPORT("_Z22get_max_sub_group_sizev");
unsigned get_sub_group_size(void) EXPORT("_Z18get_sub_group_sizev");
unsigned get_sub_group_id(void) EXPORT("_Z16get_sub_group_idv");
unsigned get_num_sub_groups(void) EXPORT("_Z18get_num_sub_groupsv");
unsigned get_sub_group_local_id(void) EXPORT("_Z22get_sub_group_local_idv");
CONVERGENT unsigned sub_group_shuffle(unsigned value, unsigned lane) EXPORT("_Z17sub_group_shufflejj");
CONVERGENT unsigned sub_group_shuffle_down(unsigned value, unsigned distance) EXPORT("_Z22sub_group_shuffle_downjj");

static unsigned
linear_id(void)
{
	return (item_in_group(2) * items_of_group(1) + item_in_group(1)) * items_of_group(0) + item_in_group(0);
}

static unsigned
linear_size(void)
{
	return items_of_group(0) * items_of_group(1) * items_of_group(2);
}

unsigned
get_max_sub_group_size(void)
{
	return sub_group_width();
}

unsigned
get_sub_group_id(void)
{
	return linear_id() / sub_group_width();
}

unsigned
get_num_sub_groups(void)
{
	return (linear_size() + sub_group_width() - 1) / sub_group_width();
}

unsigned
get_sub_group_local_id(void)
{
	return linear_id() % sub_group_width();
}

/* The last one of a work-group may be smaller. */
unsigned
get_sub_group_size(void)
{
	unsigned rest = linear_size() - get_sub_group_id() * sub_group_width();

	return rest < sub_group_width() ? rest : sub_group_width();
}

unsigned
sub_group_shuffle(unsigned value, unsigned lane)
{
	return value_of_lane(value, lane);
}

unsigned
sub_group_shuffle_down(unsigned value, unsigned distance)
{
	return value_down(value, distance);
}

/* --- parts of sub-groups, which take part alone: lanes as masks ----------------------- */

CONVERGENT unsigned long sycl_cc_active_lanes(void);
CONVERGENT unsigned long sycl_cc_lanes_where(unsigned long members, bool condition);
CONVERGENT unsigned sycl_cc_value_among(unsigned long members, unsigned value, unsigned lane);
CONVERGENT void sycl_cc_wait_among(unsigned long members);

unsigned long
sycl_cc_active_lanes(void)
{
	return active_lanes();
}

unsigned long
sycl_cc_lanes_where(unsigned long members, bool condition)
{
	return lanes_where(members, condition);
}

unsigned
sycl_cc_value_among(unsigned long members, unsigned value, unsigned lane)
{
	return value_among(members, value, lane);
}

void
sycl_cc_wait_among(unsigned long members)
{
	wait_among(members);
}

/* OpenCL's, of the active lanes. */
typedef unsigned ballot_words __attribute__((ext_vector_type(4)));
CONVERGENT ballot_words sub_group_ballot(int condition) EXPORT("_Z16sub_group_balloti");

ballot_words
sub_group_ballot(int condition)
{
	const unsigned long lanes = lanes_where(active_lanes(), condition != 0);

	return (ballot_words){ (unsigned)lanes, (unsigned)(lanes >> 32), 0, 0 };
}

/* --- fences and barriers -------------------------------------------------------------- */

CONVERGENT void barrier(unsigned flags) EXPORT("_Z7barrierj");
CONVERGENT void control_barrier(unsigned execution, unsigned memory, unsigned semantics)
	EXPORT("_Z22__spirv_ControlBarrierjjj");
CONVERGENT void memory_barrier(unsigned scope, unsigned semantics) EXPORT("_Z21__spirv_MemoryBarrierjj");

void
memory_barrier(unsigned scope, unsigned semantics)
{
	if ((semantics & ANY_ORDER) && scope != SCOPE_WORK_ITEM)
		fence(scope, semantics & SEQUENTIALLY_CONSISTENT);
}

/* Writes before the barrier are visible to all work-items that wait at it. */
void
control_barrier(unsigned execution, unsigned memory, unsigned semantics)
{
	const bool fences = !WAITING_ORDERS || memory < execution;

	if (fences)
		memory_barrier(memory, semantics);
	if (execution == SCOPE_SUB_GROUP)
		wait_for_sub_group(get_sub_group_size());
	else if (execution != SCOPE_WORK_ITEM)
		wait_for_group();
	if (fences)
		memory_barrier(memory, semantics);
}

void
barrier(unsigned flags)
{
	(void)flags;
	control_barrier(SCOPE_WORK_GROUP, SCOPE_WORK_GROUP, ACQUIRE_RELEASE);
}

/* --- assert() -------------------------------------------------------------------- */

void
__assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	fail(text, file, line, function);
}
