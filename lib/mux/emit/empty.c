#include "mux/emit/empty.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "ir/irmodule.h"

/* --- dividing a block ---------------------------------------------------------------- */

struct edge {
	LLVMValueRef from;
	unsigned number;
};

/* The branches that lead to the block. */
static struct edge *
edges_to(struct compilation *c, LLVMBasicBlockRef block, size_t *n)
{
	struct edge *edge = NULL;
	LLVMValueRef user;
	LLVMUseRef use;
	unsigned i;

	*n = 0;
	for (use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		for (i = 0; LLVMIsATerminatorInst(user) && i < LLVMGetNumSuccessors(user); i++)
			if (LLVMGetSuccessor(user, i) == block) {
				edge = arena_extend(c->arena, edge, *n, sizeof *edge);
				edge[(*n)++] = (struct edge){ user, i };
			}
	}
	return edge;
}

/* In the block's phis, another predecessor in place of itself. */
static void
replace_own_edges(struct compilation *c, LLVMBasicBlockRef block, LLVMBasicBlockRef other)
{
	LLVMValueRef phi, next, new, value;
	LLVMBasicBlockRef from;
	unsigned i;

	for (phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		LLVMPositionBuilderBefore(c->builder, phi);
		new = LLVMBuildPhi(c->builder, LLVMTypeOf(phi), "");
		for (i = 0; i < LLVMCountIncoming(phi); i++) {
			value = LLVMGetIncomingValue(phi, i);
			from = LLVMGetIncomingBlock(phi, i);
			if (from == block)
				from = other;
			LLVMAddIncoming(new, &value, &from, 1);
		}
		LLVMReplaceAllUsesWith(phi, new);
		LLVMInstructionEraseFromParent(phi);
	}
}

/* Moves the instruction and what follows it to a new block, which the old one's successors then have as predecessor. */
static LLVMBasicBlockRef
divide_before(struct compilation *c, LLVMValueRef instruction)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
	LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(c->context, LLVMGetBasicBlockParent(block), "");
	LLVMValueRef next;
	struct edge *edge;
	size_t n, i;

	LLVMMoveBasicBlockAfter(rest, block);
	edge = edges_to(c, block, &n);
	/* In the phis of its successors, too, but not in its own ones; branches to it still lead to its beginning. */
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(block), LLVMBasicBlockAsValue(rest));
	for (i = 0; i < n; i++) {
		LLVMSetSuccessor(edge[i].from, edge[i].number, block);
		if (LLVMGetInstructionParent(edge[i].from) == block)
			replace_own_edges(c, block, rest);
	}
	LLVMPositionBuilderAtEnd(c->builder, rest);
	LLVMSetCurrentDebugLocation2(c->builder, NULL);	/* each keeps its own */
	for (; instruction; instruction = next) {
		next = LLVMGetNextInstruction(instruction);
		LLVMInstructionRemoveFromParent(instruction);
		LLVMInsertIntoBuilder(c->builder, instruction);
	}
	return rest;
}

/* --- skipping -------------------------------------------------------------------------- */

/* The address that all lanes have; NULL: they may have several. */
static LLVMValueRef
only_address(LLVMValueRef addresses)
{
	LLVMValueRef insertion;
	unsigned i, n;

	if (!LLVMIsAShuffleVectorInst(addresses))
		return NULL;
	n = LLVMGetNumMaskElements(addresses);
	for (i = 0; i < n; i++)
		if (LLVMGetMaskValue(addresses, i) != 0)
			return NULL;
	insertion = LLVMGetOperand(addresses, 0);
	return LLVMIsAInsertElementInst(insertion) && LLVMIsNull(LLVMGetOperand(insertion, 2)) ? LLVMGetOperand(insertion, 1) : NULL;
}

/* What a scatter to one address leaves there: the value of the last lane whose bit is set, of bits, an integer. */
static void
store_last(struct compilation *c, LLVMValueRef call, LLVMValueRef address, LLVMValueRef bits)
{
	LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, 2, attribute_kind("align"));
	LLVMTypeRef type = LLVMTypeOf(bits);
	LLVMValueRef operand[] = { bits, const_int(c->i1, 1) }, zeros, lane, store;
	LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.ctlz", 9), &type, 1);

	LLVMPositionBuilderBefore(c->builder, call);
	zeros = LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, operand, 2, "");
	lane = LLVMBuildSub(c->builder, const_int(type, LLVMGetIntTypeWidth(type) - 1), zeros, "");
	store = LLVMBuildStore(c->builder, LLVMBuildExtractElement(c->builder, LLVMGetOperand(call, 0), lane, ""), address);
	LLVMSetAlignment(store, align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1);
	LLVMInstructionEraseFromParent(call);
}

/* Does the scatter only if a lane of the mask is set. */
static void
skip(struct compilation *c, LLVMValueRef call, LLVMValueRef mask)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(call), some = divide_before(c, call);
	LLVMBasicBlockRef rest = divide_before(c, LLVMGetNextInstruction(call));
	LLVMTypeRef type = LLVMIntTypeInContext(c->context, LLVMGetVectorSize(LLVMTypeOf(mask)));
	LLVMValueRef address = only_address(LLVMGetOperand(call, 1)), bits;
	LLVMBuilderRef b = c->builder;

	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMPositionBuilderAtEnd(b, some);
	LLVMBuildBr(b, rest);
	LLVMPositionBuilderAtEnd(b, before);
	bits = LLVMBuildBitCast(b, mask, type, "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, bits, LLVMConstNull(type), ""), some, rest);
	if (address)
		store_last(c, call, address, bits);
}

void
empty_skip(struct compilation *c)
{
	LLVMValueRef function, call, mask;
	LLVMUseRef use, next;

	if (c->vector_bits != 512)
		return;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (strncmp(irmodule_name(function), "llvm.masked.scatter.", 20) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			mask = LLVMIsACallInst(call) && call_target(call) == function ? LLVMGetOperand(call, 2) : NULL;
			if (mask && !LLVMIsConstant(mask))
				skip(c, call, mask);
		}
	}
}
