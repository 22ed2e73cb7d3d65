#include "mux/analysis/streaming.h"

/* Loads and stores of memory that work-items share, and what else takes time. */
struct work {
	int accesses, operations;
};

static void
count_access(const struct flow *flow, LLVMValueRef address, struct work *work)
{
	if (!flow_slot(flow, address))
		work->accesses++;
}

static void
count_instruction(const struct flow *flow, LLVMValueRef i, struct work *work)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		count_access(flow, LLVMGetOperand(i, 0), work);
		break;
	case LLVMStore:
		count_access(flow, LLVMGetOperand(i, 1), work);
		break;
	case LLVMCall:
		work->operations += LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
		break;
	case LLVMMul:
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
		work->operations++;
		break;
	default:
		break;
	}
}

bool
streaming_is(const struct flow *flow)
{
	struct work work = { 0, 0 };
	LLVMValueRef i;
	int k;

	for (k = 0; k < flow->nblock && flow->nloop == 0; k++)
		for (i = LLVMGetFirstInstruction(flow->block[k].block); i; i = LLVMGetNextInstruction(i))
			count_instruction(flow, i, &work);
	return work.accesses > 0 && work.operations <= work.accesses;
}
