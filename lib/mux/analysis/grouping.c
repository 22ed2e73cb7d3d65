#include "mux/analysis/grouping.h"

#include "mux/lower/builtin.h"

/* What the instruction does depends on the work-group, or may: functions that are not inlined can ask for it. */
static bool
sees_group(LLVMValueRef instruction)
{
	LLVMValueRef target;

	if (!LLVMIsACallInst(instruction))
		return false;
	switch (builtin_called(instruction)) {
	case BUILTIN_NONE:
		target = call_target(instruction);
		return !target || !LLVMIsDeclaration(target);
	case BUILTIN_GLOBAL_ID:
	case BUILTIN_GLOBAL_LINEAR_ID:
	case BUILTIN_GLOBAL_SIZE:
	case BUILTIN_GLOBAL_OFFSET:
	case BUILTIN_WORK_DIM:
	case BUILTIN_FENCE:
		return false;
	default:
		return true;
	}
}

static bool
has_local_memory(const struct kernel *kernel)
{
	unsigned i;

	for (i = 0; i < kernel->narg; i++)
		if (kernel->local_arg[i] && LLVMGetFirstUse(LLVMGetParam(kernel->function, i)))
			return true;
	return kernel->local_size > 0;
}

static bool
is_bound(const struct flow *flow)
{
	const struct kernel *kernel = flow->kernel;

	return kernel->debugged || kernel->imports || kernel->lanes > 1 || kernel->reqd_wg_size[0] || flow->waits ||
	       has_local_memory(kernel);
}

bool
grouping_is_unseen(const struct flow *flow, bool chunks_too)
{
	LLVMValueRef k;
	int i;

	if (is_bound(flow))
		return false;
	for (i = 0; i < flow->nslot; i++)
		if (flow->slot[i].in_memory)
			return false;
	for (i = 0; i < flow->nblock; i++) {
		if (flow->block[i].hard || (flow->block[i].soft && !chunks_too))
			return false;
		for (k = LLVMGetFirstInstruction(flow->block[i].block); k; k = LLVMGetNextInstruction(k))
			if (sees_group(k))
				return false;
	}
	return true;
}
