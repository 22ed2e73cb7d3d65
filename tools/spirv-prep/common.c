#include "prep.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"

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
			if (!(list.n & (list.n - 1)) || !list.n)
				list.item = realloc(list.item, (list.n ? 2 * list.n : 1) * sizeof *list.item);
			if (!list.item)
				die("out of memory");
			list.item[list.n++] = inst;
		}
	return list;
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
scalar_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

LLVMTypeRef
shape_of(LLVMTypeRef shape, LLVMTypeRef element)
{
	return LLVMGetTypeKind(shape) == LLVMVectorTypeKind ? LLVMVectorType(element, LLVMGetVectorSize(shape)) : element;
}

LLVMValueRef
splat_of(LLVMTypeRef type, LLVMValueRef one)
{
	LLVMValueRef *all, vector;
	unsigned size, i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return one;
	size = LLVMGetVectorSize(type);
	all = malloc(size * sizeof *all);
	if (!all)
		die("out of memory");
	for (i = 0; i < size; i++)
		all[i] = one;
	vector = LLVMConstVector(all, size);
	free(all);
	return vector;
}

LLVMValueRef
constant_of(LLVMTypeRef type, unsigned long long n)
{
	return splat_of(type, LLVMConstInt(scalar_of(type), n, 0));
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
