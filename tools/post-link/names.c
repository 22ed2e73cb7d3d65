#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "format/irnames.h"
#include "format/triple.h"
#include "ir/irmodule.h"
#include "post-link.h"

bool
variable_is_dropped(const char *name)
{
	return !strcmp(name, "llvm.used") || !strcmp(name, "llvm.global.annotations");
}

/*
 * OpenCL C builtins that SPIR-V back ends know by their mangled names
 * (_Z, length, name, parameters), sorted bytewise.
 */
static const char *const opencl[] = {
	"abs", "abs_diff", "acos", "acosh", "acospi", "add_sat", "all", "any", "asin", "asinh", "asinpi",
	"async_work_group_copy", "async_work_group_strided_copy", "atan", "atan2", "atan2pi", "atanh", "atanpi",
	"atom_add", "atom_and", "atom_cmpxchg", "atom_dec", "atom_inc", "atom_max", "atom_min", "atom_or",
	"atom_sub", "atom_xchg", "atom_xor", "atomic_add", "atomic_and", "atomic_cmpxchg",
	"atomic_compare_exchange_strong", "atomic_compare_exchange_strong_explicit",
	"atomic_compare_exchange_weak", "atomic_compare_exchange_weak_explicit", "atomic_dec",
	"atomic_exchange", "atomic_exchange_explicit", "atomic_fetch_add", "atomic_fetch_add_explicit",
	"atomic_fetch_and", "atomic_fetch_and_explicit", "atomic_fetch_max", "atomic_fetch_max_explicit",
	"atomic_fetch_min", "atomic_fetch_min_explicit", "atomic_fetch_or", "atomic_fetch_or_explicit",
	"atomic_fetch_sub", "atomic_fetch_sub_explicit", "atomic_fetch_xor", "atomic_fetch_xor_explicit",
	"atomic_inc", "atomic_init", "atomic_load", "atomic_load_explicit", "atomic_max", "atomic_min",
	"atomic_or", "atomic_store", "atomic_store_explicit", "atomic_sub", "atomic_work_item_fence",
	"atomic_xchg", "atomic_xor", "barrier", "bitselect", "cbrt", "ceil", "clamp", "clz", "copysign", "cos",
	"cosh", "cospi", "cross", "ctz", "degrees", "distance", "dot", "erf", "erfc", "exp", "exp10", "exp2",
	"expm1", "fabs", "fast_distance", "fast_length", "fast_normalize", "fdim", "floor", "fma", "fmax",
	"fmin", "fmod", "fract", "frexp", "get_enqueued_local_size", "get_enqueued_num_sub_groups",
	"get_global_id", "get_global_linear_id", "get_global_offset", "get_global_size", "get_group_id",
	"get_local_id", "get_local_linear_id", "get_local_size", "get_max_sub_group_size", "get_num_groups",
	"get_num_sub_groups", "get_sub_group_id", "get_sub_group_local_id", "get_sub_group_size",
	"get_work_dim", "hadd", "half_cos", "half_divide", "half_exp", "half_exp10", "half_exp2", "half_log",
	"half_log10", "half_log2", "half_powr", "half_recip", "half_rsqrt", "half_sin", "half_sqrt",
	"half_tan", "hypot", "ilogb", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless",
	"islessequal", "islessgreater", "isnan", "isnormal", "isnotequal", "isordered", "isunordered",
	"ldexp", "length", "lgamma", "lgamma_r", "log", "log10", "log1p", "log2", "logb", "mad", "mad24",
	"mad_hi", "mad_sat", "max", "maxmag", "mem_fence", "min", "minmag", "mix", "modf", "mul24", "mul_hi",
	"nan", "native_cos", "native_divide", "native_exp", "native_exp10", "native_exp2", "native_log",
	"native_log10", "native_log2", "native_powr", "native_recip", "native_rsqrt", "native_sin",
	"native_sqrt", "native_tan", "nextafter", "normalize", "popcount", "pow", "pown", "powr", "prefetch",
	"printf", "radians", "read_imagef", "read_imageh", "read_imagei", "read_imageui", "read_mem_fence",
	"remainder", "remquo", "rhadd", "rint", "rootn", "rotate", "round", "rsqrt", "select", "sign",
	"signbit", "sin", "sincos", "sinh", "sinpi", "smoothstep", "sqrt", "step", "sub_group_all",
	"sub_group_any", "sub_group_ballot", "sub_group_barrier", "sub_group_broadcast", "sub_group_reduce_add",
	"sub_group_reduce_max", "sub_group_reduce_min", "sub_group_scan_exclusive_add",
	"sub_group_scan_exclusive_max", "sub_group_scan_exclusive_min", "sub_group_scan_inclusive_add",
	"sub_group_scan_inclusive_max", "sub_group_scan_inclusive_min", "sub_group_shuffle",
	"sub_group_shuffle_down", "sub_group_shuffle_up", "sub_group_shuffle_xor", "sub_sat", "tan", "tanh", "tanpi",
	"tgamma", "trunc", "upsample", "vload2", "vload3", "vload4", "vload8", "vload16", "vload_half",
	"vstore2", "vstore3", "vstore4", "vstore8", "vstore16", "vstore_half", "wait_group_events",
	"work_group_all", "work_group_any", "work_group_barrier", "work_group_broadcast",
	"work_group_reduce_add", "work_group_reduce_max", "work_group_reduce_min",
	"work_group_scan_exclusive_add", "work_group_scan_exclusive_max", "work_group_scan_exclusive_min",
	"work_group_scan_inclusive_add", "work_group_scan_inclusive_max", "work_group_scan_inclusive_min",
	"write_imagef", "write_imageh", "write_imagei", "write_imageui", "write_mem_fence",
};

static bool
is_opencl_builtin(const char *name)
{
	size_t len, i;
	char *end;

	/* The C library has both where the processor is the device. */
	if (!strcmp(name, "printf") || !strcmp(name, "__assert_fail"))
		return true;
	if (!text_starts(name, "_Z"))
		return false;
	len = strtoul(name + 2, &end, 10);
	if (len == 0 || len > strlen(end))
		return false;
	if ((len > 8 && text_starts(end, "convert_")) || (len > 3 && text_starts(end, "as_")))
		return true;
	for (i = 0; i < sizeof opencl / sizeof *opencl; i++)
		if (strlen(opencl[i]) == len && !strncmp(opencl[i], end, len))
			return true;
	return false;
}

bool
name_is_builtin(const char *name, const char *triple)
{
	const struct triple *row;

	/* Another compiler's, such as llvm.sycl.alloca: no later stage can lower them. */
	if (text_starts(name, "llvm.sycl."))
		return false;
	if (text_starts(name, "llvm.") || irmodule_is_builtin_name(name))
		return true;
	row = triple_find(triple);
	return row && (triple_has_builtin(row, name) || (row->opencl && is_opencl_builtin(name)));
}

bool
name_is_importable(const struct node *node)
{
	const char *name = node->name;

	/* A defined function is never a builtin: the user's max(int, int). */
	if (!node->defined && name_is_builtin(name, LLVMGetTarget(LLVMGetGlobalParent(node->value))))
		return false;
	if (node->kind != NODE_FUNCTION || text_starts(name, "llvm.") || text_starts(name, "__") ||
	    irmodule_is_builtin_name(name))
		return false;
	if (node->defined && !irmodule_string_attribute(node->value, ATTRIBUTE_MODULE_ID, NULL))
		return false;
	return !text_starts(irmodule_demangle(&arena, name), "__");
}
