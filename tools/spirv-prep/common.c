#include "ir/irtype.h"
#include "prep.h"

#include <string.h>

#include "base/symbol.h"
#include "ir/irmodule.h"

struct arena arena;

struct instructions
instructions_of(LLVMValueRef function, bool (*wanted)(LLVMValueRef instruction))
{
	struct instructions list = { NULL, 0 };
	LLVMBasicBlockRef block;
	LLVMValueRef inst;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = LLVMGetNextInstruction(inst)) {
			if (!wanted(inst))
				continue;
			list.item = arena_extend(&arena, list.item, list.n, sizeof *list.item);
			list.item[list.n++] = inst;
		}
	return list;
}

size_t
instructions_do(LLVMModuleRef module, bool (*wanted)(LLVMValueRef instruction), void (*act)(LLVMValueRef instruction))
{
	LLVMValueRef function;
	size_t n = 0, i;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		struct instructions list = instructions_of(function, wanted);

		for (i = 0; i < list.n; i++)
			act(list.item[i]);
		n += list.n;
	}
	return n;
}

void
prep_functions(LLVMModuleRef module)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned kind = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		if (symbol_is_of_all_formats(irmodule_name(function)))
			LLVMRemoveEnumAttributeAtIndex(function, index, kind);
}

LLVMBuilderRef
builder_before(LLVMValueRef instruction)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(irmodule_context());
	LLVMValueRef place = instruction;

	while (LLVMGetInstructionOpcode(place) == LLVMPHI)
		place = LLVMGetNextInstruction(place);
	LLVMPositionBuilderBefore(builder, place);
	LLVMSetInstDebugLocation(builder, instruction);
	return builder;
}

void
replace_instruction(LLVMValueRef instruction, LLVMValueRef by)
{
	LLVMReplaceAllUsesWith(instruction, by);
	LLVMInstructionEraseFromParent(instruction);
}

LLVMTypeRef
shape_of(LLVMTypeRef shape, LLVMTypeRef element)
{
	return LLVMGetTypeKind(shape) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(shape)) : element;
}

LLVMValueRef
splat_of(LLVMTypeRef type, LLVMValueRef one)
{
	LLVMValueRef *all;
	unsigned size, i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return one;
	size = LLVMGetVectorSize(type);
	all = arena_calloc(&arena, size, sizeof *all);
	for (i = 0; i < size; i++)
		all[i] = one;
	return LLVMConstVector(all, size);
}

LLVMValueRef
constant_of(LLVMTypeRef type, unsigned long long n)
{
	return splat_of(type, LLVMConstInt(irtype_scalar(type), n, 0));
}

static LLVMModuleRef
module_of(LLVMBuilderRef builder)
{
	return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
}

LLVMValueRef
build_intrinsic(LLVMBuilderRef builder, const char *name, LLVMTypeRef *type, size_t ntype, LLVMValueRef *arg, unsigned narg)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(module_of(builder), id, type, ntype);

	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arg, narg, "");
}

LLVMValueRef
build_builtin(LLVMBuilderRef builder, const char *name, LLVMTypeRef result, LLVMValueRef *arg, unsigned narg)
{
	LLVMModuleRef module = module_of(builder);
	LLVMValueRef function = LLVMGetNamedFunction(module, name), call;
	LLVMTypeRef param[4], type;
	unsigned i;

	for (i = 0; i < narg; i++)
		param[i] = LLVMTypeOf(arg[i]);
	type = LLVMFunctionType(result, param, narg, 0);
	if (!function) {
		function = LLVMAddFunction(module, name, type);
		LLVMSetFunctionCallConv(function, IR_CC_SPIR_FUNC);
	}
	call = LLVMBuildCall2(builder, type, function, arg, narg, "");
	LLVMSetInstructionCallConv(call, IR_CC_SPIR_FUNC);
	return call;
}
