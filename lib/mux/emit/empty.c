#include "mux/emit/empty.h"

#include <llvm-c/DebugInfo.h>
#include "base/text.h"
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

/* --- gathers and scatters ---------------------------------------------------------------- */

/* A gather or scatter, of which LLVM has one function for each type. */
struct access {
	LLVMValueRef call, addresses, mask, other;	/* other: what a scatter stores, what a gather has in other lanes */
	unsigned align;
	bool loads;
};

/* The gather or scatter that a call is; false for other users of its function, and for SVE's, which have some number of lanes. */
static bool
read_access(LLVMValueRef function, LLVMValueRef call, bool loads, struct access *access)
{
	unsigned at = loads ? 0 : 1;
	LLVMAttributeRef align;

	if (!LLVMIsACallInst(call) || call_target(call) != function || !is_vector(LLVMGetOperand(call, at + 1)))
		return false;
	align = LLVMGetCallSiteEnumAttribute(call, at + 1, attribute_kind("align"));
	*access = (struct access){ .call = call, .addresses = LLVMGetOperand(call, at), .mask = LLVMGetOperand(call, at + 1),
				   .other = LLVMGetOperand(call, loads ? 2 : 0), .loads = loads,
				   .align = align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1 };
	return true;
}

/* --- few lanes ------------------------------------------------------------------------- */

enum { FEW_LANES = 2 };

/* How many lanes of a constant mask are set; more than FEW_LANES if that is unknown. */
static unsigned
count_lanes(LLVMValueRef mask)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(mask)), set = 0, i;
	LLVMValueRef lane;

	if (!LLVMIsConstant(mask))
		return FEW_LANES + 1;
	for (i = 0; i < n; i++) {
		lane = LLVMGetAggregateElement(mask, i);
		if (!lane || !LLVMIsAConstantInt(lane))
			return FEW_LANES + 1;
		set += LLVMConstIntGetZExtValue(lane) != 0;
	}
	return set;
}

/* Loads or stores the lanes that are set, one by one. */
static void
access_lanes(struct compilation *c, const struct access *access)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(access->mask)), i;
	LLVMValueRef result = access->other, lane, address, one;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, access->call);
	for (i = 0; i < n; i++) {
		if (!LLVMConstIntGetZExtValue(LLVMGetAggregateElement(access->mask, i)))
			continue;
		lane = const_int(c->i32, i);
		address = LLVMBuildExtractElement(b, access->addresses, lane, "");
		if (access->loads) {
			one = LLVMBuildLoad2(b, LLVMGetElementType(LLVMTypeOf(access->other)), address, "");
			result = LLVMBuildInsertElement(b, result, one, lane, "");
		} else {
			one = LLVMBuildStore(b, LLVMBuildExtractElement(b, access->other, lane, ""), address);
		}
		LLVMSetAlignment(one, access->align);
	}
	if (access->loads)
		LLVMReplaceAllUsesWith(access->call, result);
	LLVMInstructionEraseFromParent(access->call);
}

/* --- no lane --------------------------------------------------------------------------- */

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
store_last(struct compilation *c, const struct access *access, LLVMValueRef address, LLVMValueRef bits)
{
	LLVMTypeRef type = LLVMTypeOf(bits);
	LLVMValueRef operand[] = { bits, const_int(c->i1, 1) }, zeros, lane, store;
	LLVMValueRef intrinsic = LLVMGetIntrinsicDeclaration(c->module, LLVMLookupIntrinsicID("llvm.ctlz", 9), &type, 1);

	LLVMPositionBuilderBefore(c->builder, access->call);
	zeros = LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, operand, 2, "");
	lane = LLVMBuildSub(c->builder, const_int(type, LLVMGetIntTypeWidth(type) - 1), zeros, "");
	store = LLVMBuildStore(c->builder, LLVMBuildExtractElement(c->builder, access->other, lane, ""), address);
	LLVMSetAlignment(store, access->align);
	LLVMInstructionEraseFromParent(access->call);
}

/* Does the access only if a lane of the mask is set. */
static void
skip(struct compilation *c, const struct access *access)
{
	LLVMValueRef call = access->call, next = LLVMGetNextInstruction(call), mask = access->mask, address, bits, phi;
	LLVMBasicBlockRef before = LLVMGetInstructionParent(call), some = divide_before(c, call), rest = divide_before(c, next);
	LLVMTypeRef type = LLVMIntTypeInContext(c->context, LLVMGetVectorSize(LLVMTypeOf(mask)));
	LLVMBuilderRef b = c->builder;

	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	LLVMPositionBuilderAtEnd(b, some);
	LLVMBuildBr(b, rest);
	LLVMPositionBuilderAtEnd(b, before);
	bits = LLVMBuildBitCast(b, mask, type, "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, bits, LLVMConstNull(type), ""), some, rest);
	if (access->loads) {
		LLVMPositionBuilderBefore(b, next);
		phi = LLVMBuildPhi(b, LLVMTypeOf(call), "");
		LLVMReplaceAllUsesWith(call, phi);
		LLVMAddIncoming(phi, (LLVMValueRef[]){ call, access->other }, (LLVMBasicBlockRef[]){ some, before }, 2);
	} else if ((address = only_address(access->addresses))) {
		store_last(c, access, address, bits);
	}
}

/* All calls of the function. */
static void
skip_calls(struct compilation *c, LLVMValueRef function, bool loads)
{
	struct access access;
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		if (!read_access(function, LLVMGetUser(use), loads, &access))
			continue;
		if (count_lanes(access.mask) <= FEW_LANES)
			access_lanes(c, &access);
		else if (!LLVMIsConstant(access.mask) && (loads || c->vector_bits == 512))
			skip(c, &access);
	}
}

void
empty_skip(struct compilation *c)
{
	LLVMValueRef function;
	const char *name;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		name = irmodule_name(function);
		if (text_starts(name, "llvm.masked.scatter."))
			skip_calls(c, function, false);
		else if (text_starts(name, "llvm.masked.gather."))
			skip_calls(c, function, true);
	}
}
