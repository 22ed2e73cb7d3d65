/*
 * The device library of GPUs that LLVM compiles for itself: the functions of
 * OpenCL C and SPIR-V that our headers declare (include/sycl/detail/builtins.hpp)
 * under their mangled names, and those of the C library.  SPIR-V targets have
 * all of this built in.  Mathematics is libclc's: share/device.mk adds it.
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
	return value_of_lane(value, lane, get_sub_group_size());
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

/* What was written before is seen by those that wait here too. */
void
control_barrier(unsigned execution, unsigned memory, unsigned semantics)
{
	memory_barrier(memory, semantics);
	if (execution == SCOPE_SUB_GROUP)
		wait_for_sub_group(get_sub_group_size());
	else if (execution != SCOPE_WORK_ITEM)
		wait_for_group();
	memory_barrier(memory, semantics);
}

void
barrier(unsigned flags)
{
	(void)flags;
	control_barrier(SCOPE_WORK_GROUP, SCOPE_WORK_GROUP, ACQUIRE_RELEASE);
}

/* --- the C library -------------------------------------------------------------------- */

void
__assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	fail(text, file, line, function);
}

/* Mathematics under the names of C, which std:: calls: those of OpenCL C do the work. */
#define MATH_1(LENGTH, NAME)                                         \
	float ocl_##NAME##f(float) EXPORT("_Z" #LENGTH #NAME "f");   \
	double ocl_##NAME(double) EXPORT("_Z" #LENGTH #NAME "d");    \
	float NAME##f(float a) { return ocl_##NAME##f(a); }          \
	double NAME(double a) { return ocl_##NAME(a); }
#define MATH_2(LENGTH, NAME)                                                   \
	float ocl_##NAME##f(float, float) EXPORT("_Z" #LENGTH #NAME "ff");     \
	double ocl_##NAME(double, double) EXPORT("_Z" #LENGTH #NAME "dd");     \
	float NAME##f(float a, float b) { return ocl_##NAME##f(a, b); }        \
	double NAME(double a, double b) { return ocl_##NAME(a, b); }

MATH_1(4, acos) MATH_1(5, acosh) MATH_1(4, asin) MATH_1(5, asinh) MATH_1(4, atan) MATH_1(5, atanh)
MATH_1(4, cbrt) MATH_1(4, ceil) MATH_1(3, cos) MATH_1(4, cosh) MATH_1(3, erf) MATH_1(4, erfc)
MATH_1(3, exp) MATH_1(4, exp2) MATH_1(5, exp10) MATH_1(5, expm1) MATH_1(4, fabs) MATH_1(5, floor)
MATH_1(6, lgamma) MATH_1(3, log) MATH_1(4, log2) MATH_1(5, log10) MATH_1(5, log1p) MATH_1(4, logb)
MATH_1(4, rint) MATH_1(5, round) MATH_1(3, sin) MATH_1(4, sinh) MATH_1(4, sqrt) MATH_1(3, tan)
MATH_1(4, tanh) MATH_1(6, tgamma) MATH_1(5, trunc)
MATH_2(5, atan2) MATH_2(8, copysign) MATH_2(4, fdim) MATH_2(4, fmax) MATH_2(4, fmin) MATH_2(4, fmod)
MATH_2(5, hypot) MATH_2(9, nextafter) MATH_2(3, pow) MATH_2(9, remainder)

float ocl_fmaf(float, float, float) EXPORT("_Z3fmafff");
double ocl_fma(double, double, double) EXPORT("_Z3fmaddd");
float ocl_ldexpf(float, int) EXPORT("_Z5ldexpfi");
double ocl_ldexp(double, int) EXPORT("_Z5ldexpdi");
int ocl_ilogbf(float) EXPORT("_Z5ilogbf");
int ocl_ilogb(double) EXPORT("_Z5ilogbd");
float fmaf(float a, float b, float c) { return ocl_fmaf(a, b, c); }
double fma(double a, double b, double c) { return ocl_fma(a, b, c); }
float ldexpf(float a, int n) { return ocl_ldexpf(a, n); }
double ldexp(double a, int n) { return ocl_ldexp(a, n); }
int ilogbf(float a) { return ocl_ilogbf(a); }
int ilogb(double a) { return ocl_ilogb(a); }
