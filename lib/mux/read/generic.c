#include "mux/read/generic.h"

#include <string.h>

#include "ir/irmodule.h"

/* Address spaces of SPIR-V modules in LLVM. */
enum space { PRIVATE = 0, GLOBAL = 1, LOCAL = 3, GENERIC = 4 };

enum { MAX_PHIS = 64, MAX_DEPTH = 64 };

/* Whether values point to one address space: phis that are known already, since they may be in a cycle. */
struct search {
	struct compilation *c;
	enum space space;
	LLVMValueRef phi[MAX_PHIS], result[MAX_PHIS];
	unsigned n, depth;
};

static LLVMValueRef find(struct search *s, LLVMValueRef value);

static LLVMValueRef
find_phi(struct search *s, LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi), i;
	LLVMValueRef result, part;
	LLVMBasicBlockRef block;

	for (i = 0; i < s->n; i++)
		if (s->phi[i] == phi)
			return s->result[i];
	if (s->n == MAX_PHIS)
		return NULL;
	LLVMPositionBuilderBefore(s->c->builder, phi);
	result = LLVMBuildPhi(s->c->builder, s->c->i1, "");
	s->phi[s->n] = phi;
	s->result[s->n++] = result;
	for (i = 0; i < n; i++) {
		part = find(s, LLVMGetIncomingValue(phi, i));
		if (!part)
			return NULL;
		block = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(result, &part, &block, 1);
	}
	return result;
}

/* A truth; NULL when the code does not show it. */
static LLVMValueRef
find(struct search *s, LLVMValueRef value)
{
	LLVMValueRef yes, no, result = NULL;

	if (LLVMGetPointerAddressSpace(LLVMTypeOf(value)) != GENERIC)
		return const_int(s->c->i1, LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == (unsigned)s->space);
	if (LLVMIsNull(value))
		return const_int(s->c->i1, 0);
	if (s->depth == MAX_DEPTH)
		return NULL;
	s->depth++;
	if (LLVMIsAPHINode(value)) {
		result = find_phi(s, value);
	} else if (LLVMIsASelectInst(value)) {
		yes = find(s, LLVMGetOperand(value, 1));
		no = yes ? find(s, LLVMGetOperand(value, 2)) : NULL;
		LLVMPositionBuilderBefore(s->c->builder, value);
		result = no ? LLVMBuildSelect(s->c->builder, LLVMGetOperand(value, 0), yes, no, "") : NULL;
	} else if (LLVMIsAAddrSpaceCastInst(value) || LLVMIsABitCastInst(value) || LLVMIsAGetElementPtrInst(value) ||
		   LLVMIsAFreezeInst(value) || LLVMIsAConstantExpr(value)) {
		result = find(s, LLVMGetOperand(value, 0));
	}
	s->depth--;
	return result;
}

static LLVMValueRef
points_to(struct compilation *c, LLVMValueRef call, enum space space)
{
	struct search search = { .c = c, .space = space };
	LLVMValueRef result = find(&search, LLVMGetOperand(call, 0));

	LLVMPositionBuilderBefore(c->builder, call);
	if (!result)
		code_error(c, call, "address space of a pointer that '%s' gets is not known before the kernel runs",
			   irmodule_name(call_target(call)));
	return result;
}

/* The pointer itself if it points there, or null. */
static LLVMValueRef
resolve_cast(struct compilation *c, LLVMValueRef call, enum space space)
{
	LLVMValueRef is = points_to(c, call, space), pointer;

	if (!is)
		return NULL;
	pointer = LLVMBuildAddrSpaceCast(c->builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), "");
	return LLVMBuildSelect(c->builder, is, pointer, LLVMConstNull(LLVMTypeOf(call)), "");
}

/* A number for local memory, twice as much for global memory. */
static LLVMValueRef
resolve_number(struct compilation *c, LLVMValueRef call, uint64_t local)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef in_local = points_to(c, call, LOCAL), in_global = in_local ? points_to(c, call, GLOBAL) : NULL, number;

	if (!in_global)
		return NULL;
	number = LLVMBuildSelect(c->builder, in_global, const_int(type, 2 * local), const_int(type, 0), "");
	return LLVMBuildSelect(c->builder, in_local, const_int(type, local), number, "");
}

static bool
is_query(const char *name)
{
	return !strcmp(name, "__to_local") || !strcmp(name, "__to_global") || !strcmp(name, "__to_private") ||
		!strncmp(name, "_Z9get_fence", 12) || strstr(name, "__spirv_GenericCastToPtrExplicit_To") ||
		strstr(name, "__spirv_GenericPtrMemSemantics");
}

static LLVMValueRef
resolve(struct compilation *c, LLVMValueRef call, const char *name)
{
	enum { WORKGROUP_MEMORY = 0x100 };	/* of SPIR-V's memory semantics */

	if (!strncmp(name, "_Z9get_fence", 12))
		return resolve_number(c, call, 1);
	if (strstr(name, "MemSemantics"))
		return resolve_number(c, call, WORKGROUP_MEMORY);
	if (strstr(name, "o_local") || strstr(name, "ToLocal"))
		return resolve_cast(c, call, LOCAL);
	return resolve_cast(c, call, strstr(name, "o_global") || strstr(name, "ToGlobal") ? GLOBAL : PRIVATE);
}

static void
allow_inlining(LLVMValueRef function)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	static const char *const unwanted[] = { "optnone", "noinline" };
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	size_t i;

	for (i = 0; i < sizeof unwanted / sizeof *unwanted; i++) {
		LLVMRemoveEnumAttributeAtIndex(function, index, attribute_kind(unwanted[i]));
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
				if (LLVMIsACallInst(instruction))
					LLVMRemoveCallSiteEnumAttribute(instruction, index, attribute_kind(unwanted[i]));
	}
}

/* Pointers come from other functions and out of variables: inlines all, and leaves no variables. */
static int
show_pointers(struct compilation *c)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMAttributeRef always = LLVMCreateEnumAttribute(c->context, attribute_kind("alwaysinline"), 0);
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		allow_inlining(function);
		if (!LLVMIsDeclaration(function) && !irmodule_is_kernel(function))
			LLVMAddAttributeAtIndex(function, index, always);
	}
	return compilation_run_passes(c, "always-inline,function(sroa,instsimplify)");
}

/* In a function of which only its inlined copies run. */
static bool
is_dead(LLVMValueRef call)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));

	return !irmodule_is_kernel(function) && !LLVMGetFirstUse(function);
}

static void
resolve_calls(struct compilation *c, LLVMValueRef function)
{
	LLVMValueRef call, value;
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || call_target(call) != function || is_dead(call))
			continue;
		value = resolve(c, call, irmodule_name(function));
		if (!value)
			return;
		LLVMReplaceAllUsesWith(call, value);
		LLVMInstructionEraseFromParent(call);
	}
}

int
generic_resolve(struct compilation *c)
{
	LLVMValueRef function;
	bool found = false;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		found |= LLVMIsDeclaration(function) && LLVMGetFirstUse(function) && is_query(irmodule_name(function));
	if (!found)
		return 0;
	if (show_pointers(c))
		return -1;
	for (function = LLVMGetFirstFunction(c->module); function && !c->failed; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && is_query(irmodule_name(function)))
			resolve_calls(c, function);
	return c->failed ? -1 : 0;
}
