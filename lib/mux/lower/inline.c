#include "mux/lower/inline.h"

#include <string.h>

#include "base/ptrmap.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/analysis/variables.h"
#include "mux/lower/builtin.h"
#include "mux/lower/equal.h"
#include "mux/lower/hostcalls.h"
#include "mux/lower/ids.h"
#include "mux/lower/keep.h"
#include "mux/lower/localmem.h"
#include "mux/lower/params.h"
#include "mux/read/addrspace.h"
#include "mux/regions/collective.h"

/* Keeps the wish as what LLVM does not heed. */
static void
note_noinline(struct compilation *c, LLVMValueRef function)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	if (LLVMGetEnumAttributeAtIndex(function, index, attribute_kind("noinline")) &&
	    !LLVMGetEnumAttributeAtIndex(function, index, attribute_kind("optnone")))
		LLVMAddAttributeAtIndex(function, index,
					LLVMCreateStringAttribute(c->context, KEEP_APART, strlen(KEEP_APART), "", 0));
}

static void
remove_attributes(LLVMValueRef function)
{
	static const char *const unwanted[] = { "noinline", "optnone", "inlinehint", "minsize", "optsize" };
	/* Collectives begin with a NaN or an infinity in functions without them too: instructions say what they assume. */
	static const char *const of_target[] = { "target-cpu", "target-features", "tune-cpu", "frame-pointer",
						 "stack-protector-buffer-size", "no-nans-fp-math", "no-infs-fp-math" };
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	size_t i;

	for (i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
		LLVMRemoveEnumAttributeAtIndex(function, index, attribute_kind(unwanted[i]));
	for (i = 0; i < sizeof of_target / sizeof *of_target; i++)
		LLVMRemoveStringAttributeAtIndex(function, index, of_target[i], (unsigned)strlen(of_target[i]));
}

static bool
is_kernel(struct compilation *c, LLVMValueRef function)
{
	size_t i;

	for (i = 0; i < c->nkernel; i++)
		if (c->kernel[i].function == function)
			return true;
	return false;
}

/* Calls and functions must have the same calling convention, or LLVM treats the call as unreachable. */
static void
plain_calls(LLVMValueRef function)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	LLVMSetFunctionCallConv(function, LLVMCCallConv);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i)) {
				LLVMSetInstructionCallConv(i, LLVMCCallConv);
				LLVMRemoveCallSiteEnumAttribute(i, index, attribute_kind("noinline"));
				LLVMRemoveCallSiteEnumAttribute(i, index, attribute_kind("optnone"));
			}
}

void
inline_prepare(struct compilation *c, bool own)
{
	LLVMAttributeRef is_own = LLVMCreateStringAttribute(c->context, KEEP_OWN, strlen(KEEP_OWN), "", 0);
	LLVMAttributeRef always = LLVMCreateEnumAttribute(c->context, attribute_kind("alwaysinline"), 0);
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMGetIntrinsicID(function))
			continue;
		plain_calls(function);
		note_noinline(c, function);
		remove_attributes(function);
		if (LLVMIsDeclaration(function))
			continue;
		if (is_kernel(c, function)) {
			LLVMSetLinkage(function, LLVMExternalLinkage);
			continue;
		}
		LLVMSetLinkage(function, LLVMInternalLinkage);
		LLVMSetVisibility(function, LLVMDefaultVisibility);
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
		if (own)
			LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, is_own);
	}
}

/* State of a function in the walk: on the current path from the kernel, or checked, with its callees, for recursion. */
enum { ON_THE_WAY, DONE };

static LLVMValueRef
find_recursion(struct ptrmap *state, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, callee, found;

	ptrmap_set(state, function, ON_THE_WAY);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			callee = LLVMIsACallInst(i) ? call_target(i) : NULL;
			if (!callee || LLVMIsDeclaration(callee) || ptrmap_get(state, callee) == DONE)
				continue;
			found = ptrmap_get(state, callee) == ON_THE_WAY ? i : find_recursion(state, callee);
			if (found)
				return found;
		}
	ptrmap_set(state, function, DONE);
	return NULL;
}

static int
check_recursion(struct compilation *c, struct kernel *kernel)
{
	struct ptrmap state;
	LLVMValueRef call;

	ptrmap_init(&state, c->arena, 0);
	call = find_recursion(&state, kernel->function);
	if (!call)
		return 0;
	return kernel_error(c, kernel, call, "function '%s' calls itself, and device code cannot recurse",
			    irmodule_demangle(c->arena, irmodule_name(call_target(call))));
}

static int
check_call(struct compilation *c, struct kernel *kernel, LLVMValueRef call)
{
	LLVMValueRef value = LLVMGetCalledValue(call), callee = call_target(call);

	if (LLVMIsAInlineAsm(value))
		return kernel_error(c, kernel, call, "inline assembler is not for this device");
	if (!callee)
		return kernel_error(c, kernel, call, "call of a function that is not known before the kernel runs");
	if (!LLVMIsDeclaration(callee) || LLVMGetIntrinsicID(callee) || builtin_of(callee) || collective_is_call(call) ||
	    hostcalls_allow(irmodule_name(callee)))
		return 0;
	if (c->options->drop_importers) {
		kernel->imports = true;
		return 0;
	}
	return kernel_error(c, kernel, call, "undefined function '%s'",
			    irmodule_demangle(c->arena, irmodule_name(callee)));
}

static int
check_instruction(struct compilation *c, struct kernel *kernel, LLVMValueRef i)
{
	if (LLVMIsACallInst(i))
		return check_call(c, kernel, i);
	if (LLVMIsAInvokeInst(i) || LLVMIsALandingPadInst(i) || LLVMGetInstructionOpcode(i) == LLVMCallBr)
		return kernel_error(c, kernel, i, "exceptions are not for devices");
	if (LLVMIsAIndirectBrInst(i))
		return kernel_error(c, kernel, i, "computed goto is not for this device");
	if (LLVMIsAAllocaInst(i) && !LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
		return kernel_error(c, kernel, i, "array whose size is not known when it is compiled");
	return 0;
}

/* Checks a function and its callees; seen: those checked before. */
static int
check_function(struct compilation *c, struct kernel *kernel, LLVMValueRef function, struct ptrmap *seen)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, callee;

	if (ptrmap_has(seen, function))
		return 0;
	ptrmap_set(seen, function, true);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			if (check_instruction(c, kernel, i))
				return -1;
			callee = LLVMIsACallInst(i) ? call_target(i) : NULL;
			if (callee && !LLVMIsDeclaration(callee) && check_function(c, kernel, callee, seen))
				return -1;
		}
	return 0;
}

static int
check_kernel(struct compilation *c, struct kernel *kernel)
{
	struct ptrmap seen;

	ptrmap_init(&seen, c->arena, 0);
	return check_function(c, kernel, kernel->function, &seen);
}

/* At -O1 clang forbids LLVM to unroll any loop; the kernels' loops are unrolled as at -O2. */
static void
allow_unrolling(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef end;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
		end = LLVMGetBasicBlockTerminator(block);
		if (loop_has_hint(c, end, "llvm.loop.unroll.disable"))
			LLVMSetMetadata(end, loop_kind(c), NULL);
	}
}

/* Puts constants behind what they are added to, or the like, where other passes look for them: unrolling leaves 1 + x. */
static void
put_constants_last(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, left;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			if (!is_opcode(i, LLVMAdd) && !is_opcode(i, LLVMMul) && !is_opcode(i, LLVMOr) && !is_opcode(i, LLVMAnd))
				continue;
			left = LLVMGetOperand(i, 0);
			if (!LLVMIsAConstantInt(left))
				continue;
			LLVMSetOperand(i, 0, LLVMGetOperand(i, 1));
			LLVMSetOperand(i, 1, left);
		}
}

/* Local ids are small: what clang has cut off and extended again, one way here and another there, is the id itself. */
static void
state_range(struct compilation *c, LLVMValueRef function)
{
	LLVMMetadataRef range[2] = { LLVMValueAsMetadata(const_int(c->i64, 0)), LLVMValueAsMetadata(const_int(c->i64, MUX_MAX_WORK_GROUP)) };
	LLVMValueRef node = LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, range, 2)), i;
	LLVMBasicBlockRef block;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (builtin_called(i) == BUILTIN_LOCAL_ID)
				LLVMSetMetadata(i, irmeta_kind("range"), node);
}

int
inline_kernels(struct compilation *c)
{
	static const char plain[] = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg)";
	static const char optimised[] = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,"
					"instcombine<no-verify-fixpoint>,loop-mssa(loop-rotate),simplifycfg,"
					"loop(loop-unroll-full),simplifycfg)";
	int failed = 0;
	size_t i;

	for (i = 0; i < c->nkernel; i++)
		failed |= check_recursion(c, &c->kernel[i]);
	if (failed)
		return -1;
	keep_functions(c);
	if (compilation_run_passes(c, "always-inline,globaldce"))
		return -1;
	addrspace_find_again(c);
	for (i = 0; i < c->nkernel; i++) {
		localmem_forward_base(c, &c->kernel[i]);
		failed |= localmem_place(c, &c->kernel[i]);
		params_lay_out(c, &c->kernel[i]);
		params_copy_written(c, &c->kernel[i]);
		allow_unrolling(c, c->kernel[i].function);
		state_range(c, c->kernel[i].function);
	}
	if (failed || compilation_run_passes(c, variables_are_all_kept(c) ? plain : optimised))
		return -1;
	for (i = 0; i < c->nkernel; i++) {
		failed |= check_kernel(c, &c->kernel[i]);
		params_load_first(c, &c->kernel[i]);
	}
	if (failed || compilation_run_passes(c, "function(early-cse)"))
		return -1;
	for (i = 0; i < c->nkernel && !variables_are_all_kept(c); i++) {
		put_constants_last(c->kernel[i].function);
		ids_find(c, c->kernel[i].function);
		equal_merge(c->kernel[i].function);
	}
	return compilation_run_passes(c, "function(early-cse)") ? -1 : 0;
}
