#include "mux/regions/exchanges.h"

#include <llvm-c/DebugInfo.h>

#include "base/text.h"
#include "ir/irmodule.h"
#include "mux/regions/collective.h"
#include "mux/regions/lanes.h"

/* So many by ids that are known stay alone: they are permutations of vectors of work-items. */
enum { MAX_EXCHANGES = 16, MAX_PERMUTATIONS = 3 };

/* Exchanges of a block that may be one, and what uses their results before the last of them. */
struct joint {
	struct compilation *c;
	const struct kernel *kernel;
	LLVMValueRef call[MAX_EXCHANGES];
	unsigned n;
	LLVMValueRef *later;		/* in their order, also those behind the last call */
	size_t nlater, nbefore;		/* nbefore: those before the last call */
	struct ptrmap results;		/* the calls and what is in later */
};

static bool
is_exchange(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMIsAFunction(LLVMGetCalledValue(instruction)) : NULL;
	LLVMTypeRef type = LLVMTypeOf(instruction);

	if (!callee || !text_starts(irmodule_name(callee), "__mux_sub_group_shuffle_"))
		return false;
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) >= 8 && LLVMGetIntTypeWidth(type) <= 64;
	case LLVMHalfTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind: return true;
	default: return false;
	}
}

/* Uses the result of an exchange, or what is computed of one. */
static bool
uses_result(const struct joint *joint, LLVMValueRef instruction)
{
	for (int i = 0, n = LLVMGetNumOperands(instruction); i < n; i++)
		if (ptrmap_has(&joint->results, LLVMGetOperand(instruction, (unsigned)i)))
			return true;
	return false;
}

/* Only computes a value of its operands, so that it may move behind the exchanges. */
static bool
only_computes(LLVMValueRef instruction)
{
	return LLVMIsACastInst(instruction) || LLVMIsABinaryOperator(instruction) || LLVMIsAUnaryOperator(instruction) ||
	       LLVMIsACmpInst(instruction) || LLVMIsASelectInst(instruction) || LLVMIsAGetElementPtrInst(instruction) ||
	       LLVMIsAInsertElementInst(instruction) || LLVMIsAExtractElementInst(instruction) || LLVMIsAShuffleVectorInst(instruction) ||
	       LLVMIsAInsertValueInst(instruction) || LLVMIsAExtractValueInst(instruction) || LLVMIsAFreezeInst(instruction);
}

/* Other memory may be read and written between exchanges; other work-items are met at calls. */
static bool
ends_joint(LLVMValueRef instruction)
{
	unsigned intrinsic;

	if (LLVMIsATerminatorInst(instruction) || LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
	    LLVMIsAFenceInst(instruction))
		return true;
	if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction))
		return LLVMGetVolatile(instruction) || LLVMIsAtomic(instruction);
	if (!LLVMIsACallInst(instruction))
		return false;
	intrinsic = LLVMIsAFunction(LLVMGetCalledValue(instruction)) ? LLVMGetIntrinsicID(LLVMGetCalledValue(instruction)) : 0;
	return intrinsic != LLVMLookupIntrinsicID("llvm.memcpy", 11) && intrinsic != LLVMLookupIntrinsicID("llvm.lifetime.start", 19) &&
	       intrinsic != LLVMLookupIntrinsicID("llvm.lifetime.end", 17);
}

/* The vector of all operands: of 2, 4, 8 or 16 elements. */
static LLVMValueRef
operands_of(const struct joint *joint)
{
	LLVMBuilderRef b = joint->c->builder;
	LLVMValueRef vector;
	unsigned size = 2;

	while (size < joint->n)
		size *= 2;
	vector = LLVMConstNull(LLVMVectorType(LLVMTypeOf(joint->call[0]), size));
	for (unsigned i = 0; i < joint->n; i++)
		vector = LLVMBuildInsertElement(b, vector, LLVMGetOperand(joint->call[i], 0), const_int(joint->c->i32, i), "");
	return vector;
}

static bool
is_by_known_ids(const struct joint *joint)
{
	uint8_t *lane = arena_calloc(joint->c->arena, joint->kernel->lanes, sizeof *lane);

	return lanes_of(joint->c, LLVMGetOperand(joint->call[0], 1), joint->kernel->lanes, lane);
}

/* Ends the joint: at its last call stands the one exchange, before what uses the results. */
static void
join(struct joint *joint)
{
	LLVMBuilderRef b = joint->c->builder;
	LLVMValueRef last, all, one;

	if (joint->n > 1 && (joint->n > MAX_PERMUTATIONS || !is_by_known_ids(joint))) {
		last = joint->call[joint->n - 1];
		LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(last));
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(last));
		all = collective_call(joint->c, true, "shuffle", operands_of(joint), LLVMGetOperand(last, 1));
		for (unsigned i = 0; i < joint->n; i++) {
			one = LLVMBuildExtractElement(b, all, const_int(joint->c->i32, i), "");
			LLVMReplaceAllUsesWith(joint->call[i], one);
		}
		for (size_t i = 0; i < joint->nbefore; i++) {
			LLVMInstructionRemoveFromParent(joint->later[i]);
			LLVMInsertIntoBuilder(b, joint->later[i]);
		}
		for (unsigned i = 0; i < joint->n; i++)
			LLVMInstructionEraseFromParent(joint->call[i]);
		LLVMSetCurrentDebugLocation2(b, NULL);
	}
	joint->n = 0;
	joint->nlater = joint->nbefore = 0;
	ptrmap_init(&joint->results, joint->c->arena, MAX_EXCHANGES);
}

static void
add_exchange(struct joint *joint, LLVMValueRef call)
{
	if (joint->n && (joint->n == MAX_EXCHANGES || uses_result(joint, call) || LLVMTypeOf(call) != LLVMTypeOf(joint->call[0]) ||
			 LLVMGetOperand(call, 1) != LLVMGetOperand(joint->call[0], 1)))
		join(joint);
	joint->call[joint->n++] = call;
	joint->nbefore = joint->nlater;
	ptrmap_set(&joint->results, call, 0);
}

static void
look_at(struct joint *joint, LLVMValueRef instruction)
{
	if (is_exchange(instruction)) {
		add_exchange(joint, instruction);
		return;
	}
	if (!joint->n)
		return;
	if (ends_joint(instruction) || (uses_result(joint, instruction) && !only_computes(instruction))) {
		join(joint);
	} else if (uses_result(joint, instruction)) {
		joint->later = arena_extend(joint->c->arena, joint->later, joint->nlater, sizeof *joint->later);
		joint->later[joint->nlater++] = instruction;
		ptrmap_set(&joint->results, instruction, 0);
	}
}

void
exchanges_join(struct compilation *c, const struct kernel *kernel)
{
	struct joint joint = { .c = c, .kernel = kernel };
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;

	if (kernel->lanes <= 1)
		return;
	join(&joint);
	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			look_at(&joint, i);
		}
}
