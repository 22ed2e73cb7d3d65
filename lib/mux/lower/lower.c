#include "mux/lower/lower.h"

#include <stdlib.h>
#include <string.h>

#include "ir/irmodule.h"
#include "ir/irtype.h"
#include "mux/lower/builtin.h"
#include "mux/read/addrspace.h"
#include "mux/regions/collective.h"
#include "mux/regions/order.h"

enum how {
	HOW_QUERY,	/* the mux builtin with the call's first argument, if it takes one */
	HOW_SUB_GROUP,	/* the same; 1 or, as the id, 0 where all sub-groups have one work-item */
	HOW_CONSTANT,	/* a sub-group of one work-item: the number */
	HOW_ARGUMENT,	/* the same: the argument of that index */
	HOW_TRUTH,	/* the same: whether the argument of that index is not 0 */
	HOW_IDENTITY,	/* the same: the identity of an exclusive scan */
	HOW_BALLOT,
	HOW_BIT,	/* the same: whether the only work-item is in the mask of argument number */
	HOW_BIT_COUNT,	/* SPIR-V's (scope, operation, mask): as HOW_BIT, 0 for an exclusive scan */
	HOW_EXTRACT,	/* whether a bit of a mask is set: arguments number and the next */
	HOW_MASK,	/* a mask of four words; of one work-item: the first is the number */
	HOW_BARRIER,	/* barrier(flags), work_group_barrier(flags, scope) */
	HOW_CONTROL,	/* __spirv_ControlBarrier(execution scope, scope, semantics) */
	HOW_FENCE,	/* __spirv_MemoryBarrier(scope, semantics) */
	HOW_WAIT,	/* for asynchronous copies, which the work-items of the group share: a barrier */
	HOW_CL_FENCE,	/* mem_fence(flags), atomic_work_item_fence(flags, order, scope) */
	HOW_DROP,
};

struct spelling {
	const char *base;
	enum how how;
	int number;	/* of the builtin, the argument; the constant */
};

static const struct spelling spellings[] = {
	{ "get_global_id", HOW_QUERY, BUILTIN_GLOBAL_ID },
	{ "get_local_id", HOW_QUERY, BUILTIN_LOCAL_ID },
	{ "get_group_id", HOW_QUERY, BUILTIN_GROUP_ID },
	{ "get_local_size", HOW_QUERY, BUILTIN_LOCAL_SIZE },
	{ "get_enqueued_local_size", HOW_QUERY, BUILTIN_LOCAL_SIZE },
	{ "get_global_size", HOW_QUERY, BUILTIN_GLOBAL_SIZE },
	{ "get_num_groups", HOW_QUERY, BUILTIN_NUM_GROUPS },
	{ "get_global_offset", HOW_QUERY, BUILTIN_GLOBAL_OFFSET },
	{ "get_work_dim", HOW_QUERY, BUILTIN_WORK_DIM },
	{ "get_local_linear_id", HOW_QUERY, BUILTIN_LOCAL_LINEAR_ID },
	{ "get_global_linear_id", HOW_QUERY, BUILTIN_GLOBAL_LINEAR_ID },
	{ "get_sub_group_size", HOW_SUB_GROUP, BUILTIN_SUB_GROUP_SIZE },
	{ "get_max_sub_group_size", HOW_SUB_GROUP, BUILTIN_MAX_SUB_GROUP_SIZE },
	{ "get_sub_group_local_id", HOW_SUB_GROUP, BUILTIN_SUB_GROUP_LOCAL_ID },
	{ "get_sub_group_id", HOW_QUERY, BUILTIN_SUB_GROUP_ID },
	{ "get_num_sub_groups", HOW_QUERY, BUILTIN_NUM_SUB_GROUPS },
	{ "get_enqueued_num_sub_groups", HOW_QUERY, BUILTIN_NUM_SUB_GROUPS },
	{ "barrier", HOW_BARRIER, 0 },
	{ "work_group_barrier", HOW_BARRIER, 0 },
	/* Of cl_intel_split_work_group_barrier; the second part waits for all that is before it. */
	{ "intel_work_group_barrier_arrive", HOW_DROP, 0 },
	{ "intel_work_group_barrier_wait", HOW_BARRIER, 0 },
	{ "intel_sub_group_block_prefetch_*", HOW_DROP, 0 },
	{ "sub_group_barrier", HOW_DROP, 0 },
	{ "wait_group_events", HOW_WAIT, 0 },
	{ "__spirv_GroupWaitEvents", HOW_WAIT, 0 },
	{ "mem_fence", HOW_CL_FENCE, 0 },
	{ "read_mem_fence", HOW_CL_FENCE, 0 },
	{ "write_mem_fence", HOW_CL_FENCE, 0 },
	{ "atomic_work_item_fence", HOW_CL_FENCE, 0 },
	{ "__spirv_ControlBarrier", HOW_CONTROL, 0 },
	{ "__spirv_MemoryBarrier", HOW_FENCE, 0 },
	{ "sub_group_shuffle", HOW_ARGUMENT, 0 },
	{ "sub_group_shuffle_xor", HOW_ARGUMENT, 0 },
	{ "sub_group_shuffle_up", HOW_ARGUMENT, 0 },
	{ "sub_group_shuffle_down", HOW_ARGUMENT, 0 },
	{ "sub_group_broadcast", HOW_ARGUMENT, 0 },
	{ "sub_group_non_uniform_broadcast", HOW_ARGUMENT, 0 },
	{ "sub_group_broadcast_first", HOW_ARGUMENT, 0 },
	{ "intel_sub_group_shuffle", HOW_ARGUMENT, 0 },
	{ "intel_sub_group_shuffle_xor", HOW_ARGUMENT, 0 },
	{ "sub_group_all", HOW_TRUTH, 0 },
	{ "sub_group_any", HOW_TRUTH, 0 },
	{ "sub_group_elect", HOW_CONSTANT, 1 },
	{ "sub_group_ballot", HOW_BALLOT, 0 },
	{ "sub_group_non_uniform_all", HOW_TRUTH, 0 },
	{ "sub_group_non_uniform_any", HOW_TRUTH, 0 },
	{ "sub_group_non_uniform_all_equal", HOW_CONSTANT, 1 },
	{ "sub_group_inverse_ballot", HOW_BIT, 0 },
	{ "sub_group_ballot_bit_count", HOW_BIT, 0 },
	{ "sub_group_ballot_inclusive_scan", HOW_BIT, 0 },
	{ "sub_group_ballot_exclusive_scan", HOW_CONSTANT, 0 },
	{ "sub_group_ballot_bit_extract", HOW_EXTRACT, 0 },
	{ "sub_group_ballot_find_lsb", HOW_CONSTANT, 0 },
	{ "sub_group_ballot_find_msb", HOW_CONSTANT, 0 },
	{ "get_sub_group_eq_mask", HOW_MASK, 1 },
	{ "get_sub_group_ge_mask", HOW_MASK, 1 },
	{ "get_sub_group_gt_mask", HOW_MASK, 0 },
	{ "get_sub_group_le_mask", HOW_MASK, 1 },
	{ "get_sub_group_lt_mask", HOW_MASK, 0 },
	{ "sub_group_rotate", HOW_ARGUMENT, 0 },
	{ "sub_group_clustered_rotate", HOW_ARGUMENT, 0 },
	{ "sub_group_reduce_*", HOW_ARGUMENT, 0 },
	{ "sub_group_scan_inclusive_*", HOW_ARGUMENT, 0 },
	{ "sub_group_scan_exclusive_*", HOW_IDENTITY, 0 },
	{ "sub_group_non_uniform_reduce_logical_*", HOW_TRUTH, 0 },
	{ "sub_group_non_uniform_scan_inclusive_logical_*", HOW_TRUTH, 0 },
	{ "sub_group_clustered_reduce_logical_*", HOW_TRUTH, 0 },
	{ "sub_group_clustered_reduce_*", HOW_ARGUMENT, 0 },
	{ "sub_group_non_uniform_reduce_*", HOW_ARGUMENT, 0 },
	{ "sub_group_non_uniform_scan_inclusive_*", HOW_ARGUMENT, 0 },
	{ "sub_group_non_uniform_scan_exclusive_*", HOW_IDENTITY, 0 },
	{ "__spirv_SubgroupShuffleINTEL", HOW_ARGUMENT, 0 },
	{ "__spirv_SubgroupShuffleXorINTEL", HOW_ARGUMENT, 0 },
	{ "__spirv_GroupNonUniformShuffle", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformShuffleXor", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformShuffleUp", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformShuffleDown", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformBroadcast", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformBroadcastFirst", HOW_ARGUMENT, 1 },
	{ "__spirv_GroupNonUniformElect", HOW_CONSTANT, 1 },
	{ "__spirv_GroupNonUniformAll", HOW_TRUTH, 1 },
	{ "__spirv_GroupNonUniformAny", HOW_TRUTH, 1 },
	{ "__spirv_GroupNonUniformBallot", HOW_BALLOT, 0 },
	{ "__spirv_GroupNonUniformAllEqual", HOW_CONSTANT, 1 },
	{ "__spirv_GroupNonUniformInverseBallot", HOW_BIT, 1 },
	{ "__spirv_GroupNonUniformBallotBitExtract", HOW_EXTRACT, 1 },
	{ "__spirv_GroupNonUniformBallotBitCount", HOW_BIT_COUNT, 2 },
	{ "__spirv_GroupNonUniformBallotFindLSB", HOW_CONSTANT, 0 },
	{ "__spirv_GroupNonUniformBallotFindMSB", HOW_CONSTANT, 0 },
	{ "__spirv_GroupNonUniformRotateKHR", HOW_ARGUMENT, 1 },
};

/* The text after __spirv_BuiltIn, in the names of functions and of variables. */
static const struct spelling spirv_builtins[] = {
	{ "GlobalInvocationId", HOW_QUERY, BUILTIN_GLOBAL_ID },
	{ "LocalInvocationId", HOW_QUERY, BUILTIN_LOCAL_ID },
	{ "WorkgroupId", HOW_QUERY, BUILTIN_GROUP_ID },
	{ "WorkgroupSize", HOW_QUERY, BUILTIN_LOCAL_SIZE },
	{ "EnqueuedWorkgroupSize", HOW_QUERY, BUILTIN_LOCAL_SIZE },
	{ "GlobalSize", HOW_QUERY, BUILTIN_GLOBAL_SIZE },
	{ "NumWorkgroups", HOW_QUERY, BUILTIN_NUM_GROUPS },
	{ "GlobalOffset", HOW_QUERY, BUILTIN_GLOBAL_OFFSET },
	{ "WorkDim", HOW_QUERY, BUILTIN_WORK_DIM },
	{ "LocalInvocationIndex", HOW_QUERY, BUILTIN_LOCAL_LINEAR_ID },
	{ "GlobalLinearId", HOW_QUERY, BUILTIN_GLOBAL_LINEAR_ID },
	{ "SubgroupSize", HOW_SUB_GROUP, BUILTIN_SUB_GROUP_SIZE },
	{ "SubgroupMaxSize", HOW_SUB_GROUP, BUILTIN_MAX_SUB_GROUP_SIZE },
	{ "SubgroupLocalInvocationId", HOW_SUB_GROUP, BUILTIN_SUB_GROUP_LOCAL_ID },
	{ "SubgroupId", HOW_QUERY, BUILTIN_SUB_GROUP_ID },
	{ "NumSubgroups", HOW_QUERY, BUILTIN_NUM_SUB_GROUPS },
	{ "NumEnqueuedSubgroups", HOW_QUERY, BUILTIN_NUM_SUB_GROUPS },
	{ "SubgroupEqMask*", HOW_MASK, 1 },
	{ "SubgroupGeMask*", HOW_MASK, 1 },
	{ "SubgroupGtMask*", HOW_MASK, 0 },
	{ "SubgroupLeMask*", HOW_MASK, 1 },
	{ "SubgroupLtMask*", HOW_MASK, 0 },
};

static const char spirv_builtin[] = "__spirv_BuiltIn";

bool
mangled_split(struct arena *arena, const char *name, struct mangled *mangled)
{
	unsigned long length;
	char *end;

	if (strncmp(name, "_Z", 2) || name[2] < '1' || name[2] > '9')
		return false;
	length = strtoul(name + 2, &end, 10);
	if (length > strlen(end))
		return false;
	mangled->base = arena_strndup(arena, end, length);
	mangled->params = end + length;
	return true;
}

static bool
name_matches(const char *name, const char *pattern)
{
	size_t len = strlen(pattern);

	if (pattern[len - 1] == '*')
		return !strncmp(name, pattern, len - 1);
	return !strcmp(name, pattern);
}

static const struct spelling *
spelling_find(const char *base)
{
	const struct spelling *table = spellings;
	size_t n = sizeof spellings / sizeof *spellings, i;

	if (!strncmp(base, spirv_builtin, sizeof spirv_builtin - 1)) {
		base += sizeof spirv_builtin - 1;
		table = spirv_builtins;
		n = sizeof spirv_builtins / sizeof *spirv_builtins;
	}
	for (i = 0; i < n; i++)
		if (name_matches(base, table[i].base))
			return &table[i];
	return NULL;
}

/* The call's constant argument; the value otherwise when it is not constant or missing. */
static uint64_t
constant_argument(LLVMValueRef call, unsigned i, uint64_t otherwise)
{
	LLVMValueRef value = i < LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, i) : NULL;

	return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : otherwise;
}

static LLVMValueRef
int_cast(struct compilation *c, LLVMValueRef value, LLVMTypeRef type)
{
	return LLVMTypeOf(value) == type ? value : LLVMBuildIntCast2(c->builder, value, type, 0, "");
}

/* A query, or its constant where all sub-groups have one work-item. */
static LLVMValueRef
query_value(struct compilation *c, const struct spelling *spelling, LLVMTypeRef type, LLVMValueRef argument)
{
	enum builtin builtin = (enum builtin)spelling->number;

	if (spelling->how == HOW_SUB_GROUP && !c->sub_groups)
		return const_int(type, builtin != BUILTIN_SUB_GROUP_LOCAL_ID);
	if (spelling->how == HOW_MASK && c->sub_groups)
		return int_cast(c, LLVMBuildExtractElement(c->builder, lower_subgroup_mask(c, spelling->base), argument, ""), type);
	if (spelling->how == HOW_MASK)
		return const_int(type, LLVMIsAConstantInt(argument) && !LLVMConstIntGetZExtValue(argument) ? (uint64_t)spelling->number : 0);
	return int_cast(c, builtin_call(c, builtin, &argument), type);
}

static LLVMValueRef
lower_query(struct compilation *c, LLVMValueRef call, const struct spelling *spelling)
{
	LLVMValueRef dimension = NULL;

	if (LLVMGetNumArgOperands(call))
		dimension = int_cast(c, LLVMGetOperand(call, 0), c->i32);
	return query_value(c, spelling, LLVMTypeOf(call), dimension);
}

/* The identity of an operation, "..._add" of the mangled parameter type, as a number of that type. */
static LLVMValueRef
identity_of(LLVMTypeRef type, const struct mangled *name)
{
	const char *op = strrchr(name->base, '_') + 1;
	bool is_unsigned = strchr("hjmty", name->params[0]) != NULL, is_min = !strcmp(op, "min");
	unsigned bits;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
		if (!strcmp(op, "mul"))
			return LLVMConstReal(type, 1);
		if (is_min || !strcmp(op, "max"))
			return LLVMConstRealOfString(type, is_min ? "inf" : "-inf");
		return LLVMConstNull(type);
	}
	bits = LLVMGetIntTypeWidth(type);
	if (!strcmp(op, "mul") || strstr(name->base, "logical_and"))
		return const_int(type, 1);
	if (!strcmp(op, "and"))
		return LLVMConstAllOnes(type);
	if (is_min)
		return is_unsigned ? LLVMConstAllOnes(type) : const_int(type, (UINT64_C(1) << (bits - 1)) - 1);
	if (!strcmp(op, "max") && !is_unsigned)
		return const_int(type, UINT64_C(1) << (bits - 1));
	return LLVMConstNull(type);
}

/* The result of an exclusive scan over one work-item, the identity, of each element of a vector. */
static LLVMValueRef
scan_identity(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef one = identity_of(irtype_scalar(type), name), *part;
	unsigned n, i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return one;
	n = LLVMGetVectorSize(type);
	part = arena_alloc(c->arena, n * sizeof *part);
	for (i = 0; i < n; i++)
		part[i] = one;
	return LLVMConstVector(part, n);
}

static LLVMValueRef
lower_truth(struct compilation *c, LLVMValueRef call, unsigned argument)
{
	LLVMValueRef value = LLVMGetOperand(call, argument);

	value = LLVMBuildICmp(c->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	return int_cast(c, value, LLVMTypeOf(call));
}

static LLVMValueRef
build_mask(struct compilation *c, LLVMTypeRef type, LLVMValueRef word)
{
	return LLVMBuildInsertElement(c->builder, LLVMConstNull(type), word, const_int(c->i32, 0), "");
}

/* A mask of four words; the only work-item is bit 0. */
static LLVMValueRef
lower_ballot(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef value = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);

	value = LLVMBuildICmp(c->builder, LLVMIntNE, value, LLVMConstNull(LLVMTypeOf(value)), "");
	return build_mask(c, LLVMTypeOf(call), int_cast(c, value, c->i32));
}

/* Whether bit number index of a mask of four words is set. */
static LLVMValueRef
lower_bit(struct compilation *c, LLVMValueRef call, LLVMValueRef mask, LLVMValueRef index)
{
	LLVMValueRef word, bit;

	index = int_cast(c, index, c->i32);
	word = LLVMBuildExtractElement(c->builder, mask, LLVMBuildLShr(c->builder, index, const_int(c->i32, 5), ""), "");
	bit = LLVMBuildLShr(c->builder, word, LLVMBuildAnd(c->builder, index, const_int(c->i32, 31), ""), "");
	return int_cast(c, LLVMBuildAnd(c->builder, bit, const_int(c->i32, 1), ""), LLVMTypeOf(call));
}

/* OpenCL's scopes (memory_scope_work_item, ...) as SPIR-V's. */
static uint64_t
scope_of_opencl(uint64_t scope)
{
	static const uint8_t spirv[] = { 4, 2, 1, 0, 3 };

	return scope < sizeof spirv ? spirv[scope] : 0;
}

/* OpenCL's orders, those of C11, as SPIR-V's memory semantics. */
static uint64_t
semantics_of_opencl(uint64_t order)
{
	static const uint8_t spirv[] = { 0, 2, 2, 4, 8, 16 };

	return order < sizeof spirv ? spirv[order] : 16;
}

/* In place of the call. */
static void
build_barrier(struct compilation *c, LLVMValueRef call, uint64_t scope, uint64_t semantics)
{
	LLVMValueRef args[3] = { const_int(c->i32, 0), const_int(c->i32, scope), const_int(c->i32, semantics) };

	order_keep_schedule(call, builtin_call(c, BUILTIN_BARRIER, args));
}

static void
build_fence(struct compilation *c, uint64_t scope, uint64_t semantics)
{
	LLVMValueRef args[2] = { const_int(c->i32, scope), const_int(c->i32, semantics) };

	builtin_call(c, BUILTIN_FENCE, args);
}

/* Of a sub-group, whose work-items one thread runs: only what other threads see needs the fence. */
static void
build_sub_group_barrier(struct compilation *c, uint64_t scope, uint64_t semantics)
{
	enum { WORK_GROUP = 2, SUB_GROUP = 3 };
	LLVMValueRef args[2] = { const_int(c->i32, SUB_GROUP), const_int(c->i32, semantics) };

	if (scope < WORK_GROUP || !c->sub_groups)
		build_fence(c, scope, semantics);
	if (c->sub_groups)
		builtin_call(c, BUILTIN_SUB_GROUP_BARRIER, args);
}

void
lower_check_order(struct compilation *c, LLVMValueRef call, LLVMValueRef semantics)
{
	enum { ORDERS = 0x1e };	/* acquire, release, acquire and release, sequentially consistent */
	uint64_t orders = LLVMIsAConstantInt(semantics) ? LLVMConstIntGetZExtValue(semantics) & ORDERS : 0;

	if (orders & (orders - 1))
		code_error(c, call, "memory semantics 0x%x have two orders", (unsigned)LLVMConstIntGetZExtValue(semantics));
}

void
lower_check_scope(struct compilation *c, LLVMValueRef call, LLVMValueRef scope)
{
	enum { SCOPES = 5 };	/* cross device, device, work-group, sub-group, invocation */

	if (LLVMIsAConstantInt(scope) && LLVMConstIntGetZExtValue(scope) >= SCOPES)
		code_error(c, call, "unknown scope %u", (unsigned)LLVMConstIntGetZExtValue(scope));
}

/* Only work-groups and sub-groups wait for one another. */
static void
check_execution_scope(struct compilation *c, LLVMValueRef call)
{
	uint64_t scope = constant_argument(call, 0, 2);

	if (scope != 2 && scope != 3)
		code_error(c, call, "execution scope %u of a barrier: only a work-group (2) and a sub-group (3) can wait",
			   (unsigned)scope);
}

/* Where they are constant: relaxed, acquire to seq_cst; work-item to sub-group. */
void
lower_check_opencl(struct compilation *c, LLVMValueRef call, unsigned order, unsigned scope)
{
	uint64_t number = constant_argument(call, order, 0);

	if (number == 1 || number > 5)
		code_error(c, call, "unknown memory order %u", (unsigned)number);
	number = constant_argument(call, scope, 0);
	if (number > 4)
		code_error(c, call, "unknown scope %u", (unsigned)number);
}

static void
check_synchronization(struct compilation *c, LLVMValueRef call, enum how how)
{
	unsigned n = LLVMGetNumArgOperands(call);

	switch (how) {
	case HOW_WAIT:
		break;
	case HOW_BARRIER:
		lower_check_opencl(c, call, n, 1);
		break;
	case HOW_CONTROL:
		check_execution_scope(c, call);
		lower_check_scope(c, call, LLVMGetOperand(call, 1));
		lower_check_order(c, call, LLVMGetOperand(call, 2));
		break;
	case HOW_FENCE:
		lower_check_scope(c, call, LLVMGetOperand(call, 0));
		lower_check_order(c, call, LLVMGetOperand(call, 1));
		break;
	default:
		lower_check_opencl(c, call, 1, 2);
		break;
	}
}

static void
lower_synchronization(struct compilation *c, LLVMValueRef call, enum how how)
{
	check_synchronization(c, call, how);
	switch (how) {
	case HOW_WAIT:
		build_barrier(c, call, 2, 16);
		break;
	case HOW_BARRIER:
		build_barrier(c, call, scope_of_opencl(constant_argument(call, 1, 1)), 16);
		break;
	case HOW_CONTROL:
		if (constant_argument(call, 0, 2) >= 3)
			build_sub_group_barrier(c, constant_argument(call, 1, 0), constant_argument(call, 2, 16));
		else
			build_barrier(c, call, constant_argument(call, 1, 0), constant_argument(call, 2, 16));
		break;
	case HOW_FENCE:
		build_fence(c, constant_argument(call, 0, 0), constant_argument(call, 1, 16));
		break;
	default:
		build_fence(c, scope_of_opencl(constant_argument(call, 2, 1)),
			    semantics_of_opencl(constant_argument(call, 1, 4)));
		break;
	}
}

/* The replacement of the call; NULL for calls without a value. */
static LLVMValueRef
lower_spelling(struct compilation *c, LLVMValueRef call, const struct spelling *spelling, const struct mangled *name)
{
	switch (spelling->how) {
	case HOW_QUERY:
	case HOW_SUB_GROUP:
		return lower_query(c, call, spelling);
	case HOW_CONSTANT:
		return const_int(LLVMTypeOf(call), (uint64_t)spelling->number);
	case HOW_ARGUMENT:
		return LLVMGetOperand(call, (unsigned)spelling->number);
	case HOW_TRUTH:
		return lower_truth(c, call, (unsigned)spelling->number);
	case HOW_IDENTITY:
		return scan_identity(c, call, name);
	case HOW_BALLOT:
		return lower_ballot(c, call);
	case HOW_MASK:
		if (c->sub_groups)
			return lower_subgroup_mask(c, name->base);
		return build_mask(c, LLVMTypeOf(call), const_int(c->i32, (uint64_t)spelling->number));
	case HOW_BIT_COUNT:
		if (constant_argument(call, 1, 0) == 2)
			return LLVMConstNull(LLVMTypeOf(call));
		/* fall through */
	case HOW_BIT:
		return lower_bit(c, call, LLVMGetOperand(call, (unsigned)spelling->number), const_int(c->i32, 0));
	case HOW_EXTRACT:
		return lower_bit(c, call, LLVMGetOperand(call, (unsigned)spelling->number),
				 LLVMGetOperand(call, (unsigned)spelling->number + 1));
	case HOW_DROP:
		return NULL;
	default:
		lower_synchronization(c, call, spelling->how);
		return NULL;
	}
}

/* SPIR-V's OpGroup functions: (scope, operation, value), operation 2 is the exclusive scan. */
static LLVMValueRef
lower_spirv_group(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	static const struct { const char *spirv, *op; } ops[] = {
		{ "IAdd", "_add" }, { "FAdd", "_add" }, { "SMin", "_min" }, { "UMin", "_min" }, { "FMin", "_min" },
		{ "SMax", "_max" }, { "UMax", "_max" }, { "FMax", "_max" }, { "IMul", "_mul" }, { "FMul", "_mul" },
		{ "BitwiseAnd", "_and" }, { "BitwiseOr", "_or" }, { "BitwiseXor", "_xor" },
		{ "LogicalAnd", "_logical_and" }, { "LogicalOr", "_or" }, { "LogicalXor", "_xor" },
	};
	const char *op = name->base + strlen("__spirv_Group");
	struct mangled scan;
	size_t len, i;

	if (strncmp(name->base, "__spirv_Group", 13) || constant_argument(call, 0, 2) != 3)
		return NULL;
	if (!strcmp(op, "All") || !strcmp(op, "Any"))
		return lower_truth(c, call, 1);
	if (!strcmp(op, "Broadcast"))
		return LLVMGetOperand(call, 1);
	if (!strncmp(op, "NonUniform", 10))
		op += 10;
	/* An extension has some of them under names with a suffix. */
	len = strlen(op);
	if (len > 3 && !strcmp(op + len - 3, "KHR"))
		len -= 3;
	for (i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (strlen(ops[i].spirv) != len || strncmp(op, ops[i].spirv, len))
			continue;
		if (constant_argument(call, 1, 0) != 2)
			return LLVMGetOperand(call, 2);
		scan = (struct mangled){ ops[i].op, op[0] == 'U' ? "j" : "i" };
		return scan_identity(c, call, &scan);
	}
	return NULL;
}

/* The spelling is lowered for sub-groups of one work-item only. */
static bool
is_of_one(const struct spelling *spelling)
{
	return spelling->how >= HOW_CONSTANT && spelling->how <= HOW_BIT_COUNT;
}

static LLVMValueRef
refuse_of_one(struct compilation *c, LLVMValueRef instruction, const char *name)
{
	code_error(c, instruction, "'%s' is not for sub-groups of more than one work-item", name);
	return LLVMGetUndef(LLVMTypeOf(instruction));
}

/* cl_intel_subgroups has some of OpenCL's functions under names of its own. */
static void
rename_intel(struct mangled *name)
{
	static const char *const same[] = { "broadcast", "reduce_", "scan_" };
	size_t i;

	if (strncmp(name->base, "intel_sub_group_", 16))
		return;
	for (i = 0; i < sizeof same / sizeof *same; i++)
		if (!strncmp(name->base + 16, same[i], strlen(same[i]))) {
			name->base += 6;
			return;
		}
}

/* Replaces one call; false when the function is not a builtin. */
static bool
lower_call(struct compilation *c, LLVMValueRef call, const struct mangled *name)
{
	const struct spelling *spelling = spelling_find(name->base);
	LLVMValueRef value;

	LLVMPositionBuilderBefore(c->builder, call);
	if (c->sub_groups && lower_subgroup(c, call, name, &value))
		;
	else if (c->sub_groups && spelling && is_of_one(spelling))
		value = refuse_of_one(c, call, name->base);
	else if (spelling)
		value = lower_spelling(c, call, spelling, name);
	else if (!(value = lower_atomic(c, call, name->base)) &&
		 !(value = lower_atomic_opencl(c, call, name->base, name->params)) && !(value = lower_spirv_group(c, call, name)) &&
		 !(value = lower_intel_subgroup(c, call, name->base)) && !(value = collective_lower(c, call, name->base, name->params)) &&
		 !(value = lower_vector(c, call, name->base)) && !(value = lower_half(c, call, name->base, name->params)) &&
		 !(value = lower_opencl(c, call, name->base)) && !(value = lower_bits(c, call, name)) && !(value = lower_image(c, call, name)) &&
		 !(value = lower_spirv(c, call, name)))
		return false;
	if (value && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
		LLVMReplaceAllUsesWith(call, value);
	LLVMInstructionEraseFromParent(call);
	return true;
}

static void
lower_function(struct compilation *c, LLVMValueRef function)
{
	LLVMUseRef use, next;
	struct mangled name;
	LLVMValueRef user;

	if (!mangled_split(c->arena, irmodule_name(function), &name))
		return;
	rename_intel(&name);
	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		user = LLVMGetUser(use);
		if (LLVMIsACallInst(user) && call_target(user) == function && !lower_call(c, user, &name))
			return;
	}
}

/* The offset of a constant address in the builtin variable (scalar or vector) it points into; false when there is none. */
static bool
address_of_variable(struct compilation *c, LLVMValueRef address, LLVMValueRef *variable, uint64_t *offset)
{
	LLVMValueRef gep = address;
	LLVMTypeRef type;
	unsigned i;

	*offset = 0;
	*variable = LLVMIsAGlobalVariable(address);
	if (*variable)
		return true;
	if (LLVMIsAConstantExpr(gep) ? LLVMGetConstOpcode(gep) != LLVMGetElementPtr : !LLVMIsAGetElementPtrInst(gep))
		return false;
	*variable = LLVMIsAGlobalVariable(LLVMGetOperand(gep, 0));
	if (!*variable)
		return false;
	type = LLVMGetGEPSourceElementType(gep);
	for (i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
		if (!LLVMIsAConstantInt(LLVMGetOperand(gep, i)))
			return false;
		if (i > 1) {
			if (LLVMGetTypeKind(type) != LLVMVectorTypeKind && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
				return false;
			type = LLVMGetElementType(type);
		}
		*offset += LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i)) * LLVMABISizeOfType(c->layout, type);
	}
	return true;
}

/* The type of one number of a builtin variable. */
static LLVMTypeRef
element_of(LLVMValueRef variable)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);

	return LLVMGetTypeKind(type) == LLVMVectorTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind
		? LLVMGetElementType(type) : type;
}

/* The index that is not constant of an address in a builtin variable; NULL when the address has another form. */
static LLVMValueRef
variable_dimension(LLVMValueRef address, LLVMValueRef *variable)
{
	LLVMTypeRef type;
	unsigned n;

	if (!LLVMIsAGetElementPtrInst(address) || !(*variable = LLVMIsAGlobalVariable(LLVMGetOperand(address, 0))))
		return NULL;
	n = (unsigned)LLVMGetNumOperands(address);
	type = LLVMGetGEPSourceElementType(address);
	if (n == 2)
		return type == element_of(*variable) ? LLVMGetOperand(address, 1) : NULL;
	if (n != 3 || type != LLVMGlobalGetValueType(*variable) || !LLVMIsAConstantInt(LLVMGetOperand(address, 1)) ||
	    LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1)))
		return NULL;
	return LLVMGetOperand(address, 2);
}

/* A load of a SPIR-V builtin variable becomes a query, or three when it loads the vector. */
static void
lower_variable_load(struct compilation *c, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	const struct spelling *spelling;
	LLVMValueRef variable, value, dimension;
	uint64_t offset;
	unsigned i;

	if (!LLVMIsALoadInst(load))
		return;
	if (address_of_variable(c, LLVMGetOperand(load, 0), &variable, &offset))
		dimension = const_int(c->i32, offset / LLVMABISizeOfType(c->layout, element_of(variable)));
	else if (!(dimension = variable_dimension(LLVMGetOperand(load, 0), &variable)))
		return;
	if (strncmp(irmodule_name(variable), spirv_builtin, sizeof spirv_builtin - 1))
		return;
	spelling = spelling_find(irmodule_name(variable));
	if (!spelling)
		return;
	LLVMPositionBuilderBefore(c->builder, load);
	dimension = int_cast(c, dimension, c->i32);
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		value = LLVMGetUndef(type);
		for (i = 0; i < LLVMGetVectorSize(type); i++)
			value = LLVMBuildInsertElement(c->builder, value,
						       query_value(c, spelling, LLVMGetElementType(type),
									 const_int(c->i32, i)),
						       const_int(c->i32, i), "");
	} else {
		value = query_value(c, spelling, type, dimension);
	}
	LLVMReplaceAllUsesWith(load, value);
	LLVMInstructionEraseFromParent(load);
}

/* The function of SPIR-V's builtin variable whose dimension i is part i of the vector, built by inserts; NULL for others. */
static LLVMValueRef
query_of_vector(LLVMValueRef vector)
{
	LLVMValueRef function = NULL, call, index;
	unsigned i;

	for (i = 3; i-- > 0; vector = LLVMGetOperand(vector, 0)) {
		if (!LLVMIsAInsertElementInst(vector))
			return NULL;
		call = LLVMGetOperand(vector, 1);
		index = LLVMGetOperand(vector, 2);
		if (!LLVMIsACallInst(call) || !call_target(call) || (function && call_target(call) != function) ||
		    LLVMGetNumArgOperands(call) != 1 || LLVMGetOperand(call, 0) != index || !LLVMIsAConstantInt(index) ||
		    LLVMConstIntGetZExtValue(index) != i)
			return NULL;
		function = call_target(call);
	}
	return strstr(irmodule_name(function), spirv_builtin) ? function : NULL;
}

/*
 * get_local_id(d) as llvm-spirv writes it: element d of the three.  SPIR-V has nothing from the
 * fourth on, OpenCL has id 0 and size 1.
 */
static void
lower_extract(struct compilation *c, LLVMValueRef extract)
{
	LLVMValueRef index, function, value;

	if (!LLVMIsAExtractElementInst(extract))
		return;
	index = LLVMGetOperand(extract, 1);
	function = query_of_vector(LLVMGetOperand(extract, 0));
	if (!function || (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < 3))
		return;
	LLVMPositionBuilderBefore(c->builder, extract);
	index = int_cast(c, index, c->i32);
	value = LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), function, &index, 1, "");
	LLVMSetInstructionCallConv(value, LLVMGetFunctionCallConv(function));
	LLVMReplaceAllUsesWith(extract, value);
	LLVMInstructionEraseFromParent(extract);
}

/* Calls lower() for each instruction of the module, which it may erase. */
static void
lower_each(struct compilation *c, void (*lower)(struct compilation *c, LLVMValueRef instruction))
{
	LLVMValueRef function, instruction, next;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = next) {
				next = LLVMGetNextInstruction(instruction);
				lower(c, instruction);
			}
}

void
lower_dimensions(struct compilation *c)
{
	lower_each(c, lower_extract);
}

/* Modules may call the mux builtins themselves. */
static void
check_mux_calls(struct compilation *c, LLVMValueRef function)
{
	enum builtin builtin = builtin_of(function);
	unsigned scope = builtin == BUILTIN_BARRIER ? 1 : 0;
	LLVMValueRef call;
	LLVMUseRef use;

	if (builtin != BUILTIN_BARRIER && builtin != BUILTIN_FENCE)
		return;
	for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) < scope + 2)
			continue;
		if (!LLVMIsAConstantInt(LLVMGetOperand(call, scope)) || !LLVMIsAConstantInt(LLVMGetOperand(call, scope + 1)))
			code_error(c, call, "scope and semantics of '%s' must be constant", irmodule_name(function));
		lower_check_scope(c, call, LLVMGetOperand(call, scope));
		lower_check_order(c, call, LLVMGetOperand(call, scope + 1));
	}
}

int
lower_builtins(struct compilation *c)
{
	LLVMValueRef function;

	lower_each(c, lower_variable_load);
	lower_samplers(c);
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		check_mux_calls(c, function);
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function))
			lower_function(c, function);
	addrspace_drop_scopes(c);
	lower_math(c);
	lower_printf(c);
	return c->failed ? -1 : 0;
}
