#include "rows.h"

#include <string.h>

#include <llvm-c/Target.h>

#include "base/symbol.h"
#include "base/text.h"
#include "entries.h"
#include "ir/irmodule.h"

enum {
	ROW_ELEMENTS = 4,	/* What a GPU loads at once, when they have 4 bytes. */
	MAX_TABLES = 16,	/* A function object with more has other worries. */
};

/* Where the widths of a function object's tables are: byte offsets. */
struct tables {
	unsigned long long width[MAX_TABLES];
	size_t n;
};

/* The sizes that a local accessor of two or three dimensions has as its last member; NULL: the type is none. */
static LLVMTypeRef
sizes_of_table(LLVMTypeRef type)
{
	static const char accessor[] = "class.sycl::local_accessor";
	const char *name = LLVMGetStructName(type);
	unsigned n = LLVMCountStructElementTypes(type);
	LLVMTypeRef sizes;

	if (!name || !n || !text_starts(name, accessor) || (name[sizeof accessor - 1] != '\0' && name[sizeof accessor - 1] != '.'))
		return NULL;
	sizes = LLVMStructGetTypeAtIndex(type, n - 1);
	return LLVMGetTypeKind(sizes) == LLVMArrayTypeKind && LLVMGetArrayLength2(sizes) > 1 ? sizes : NULL;
}

/* Adds the tables in an object of the type at the offset. */
static void
find_tables(struct tables *tables, LLVMTargetDataRef layout, LLVMTypeRef type, unsigned long long offset)
{
	LLVMTypeRef part, sizes;

	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
		part = LLVMGetElementType(type);
		if (LLVMGetTypeKind(part) == LLVMStructTypeKind || LLVMGetTypeKind(part) == LLVMArrayTypeKind)
			for (uint64_t i = 0, n = LLVMGetArrayLength2(type); i < n && i < MAX_TABLES; i++)
				find_tables(tables, layout, part, offset + i * LLVMABISizeOfType(layout, part));
	}
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return;
	sizes = sizes_of_table(type);
	if (sizes && tables->n < MAX_TABLES) {
		part = LLVMGetElementType(sizes);
		tables->width[tables->n++] = offset + LLVMOffsetOfElement(layout, type, LLVMCountStructElementTypes(type) - 1) +
			(LLVMGetArrayLength2(sizes) - 1) * LLVMABISizeOfType(layout, part);
	}
	for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n && !sizes; i++)
		find_tables(tables, layout, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(layout, type, i));
}

/* The call of the headers' function in a kernel as clang writes it, a block that ends with this call and a return; NULL: another form. */
static LLVMValueRef
find_body(LLVMValueRef kernel)
{
	LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(kernel);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	LLVMValueRef call = end ? LLVMGetPreviousInstruction(end) : NULL;

	if (LLVMGetNextBasicBlock(block) || !call || !LLVMIsACallInst(call) || !LLVMIsAReturnInst(end) || LLVMGetNumOperands(end))
		return NULL;
	return LLVMGetFirstUse(call) ? NULL : call;
}

/* Calls LLVM's function by that name, for a value of the type that the argument has where it is one for several types. */
static LLVMValueRef
build_intrinsic(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMValueRef argument)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMTypeRef type = LLVMTypeOf(argument);
	LLVMValueRef function = LLVMGetIntrinsicDeclaration(module, id, &type, LLVMIntrinsicIsOverloaded(id));

	return LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, &argument, 1, "");
}

/* A block of the kernel with what comes last in it: the call and the return. */
static LLVMBasicBlockRef
add_version(LLVMBuilderRef builder, LLVMValueRef kernel, LLVMValueRef call, LLVMValueRef end, const char *name)
{
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(irmodule_context(), kernel, name);

	LLVMPositionBuilderAtEnd(builder, block);
	LLVMInsertIntoBuilder(builder, LLVMInstructionClone(call));
	LLVMInsertIntoBuilder(builder, LLVMInstructionClone(end));
	return block;
}

static void
divide(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel, LLVMValueRef call, const struct tables *tables)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(irmodule_context()), number = LLVMInt64TypeInContext(irmodule_context());
	LLVMValueRef zero = LLVMConstInt(number, 0, 0), limit = LLVMConstInt(number, UINT64_MAX / ROW_ELEMENTS, 0);
	LLVMValueRef end = LLVMGetNextInstruction(call), width[MAX_TABLES], all = zero, value, offset;
	LLVMBasicBlockRef fitting, other;

	LLVMPositionBuilderBefore(builder, call);
	for (size_t i = 0; i < tables->n; i++) {
		offset = LLVMConstInt(number, tables->width[i], 0);
		width[i] = LLVMBuildLoad2(builder, number, LLVMBuildInBoundsGEP2(builder, byte, LLVMGetParam(kernel, 0), &offset, 1, ""), "width");
		all = LLVMBuildOr(builder, all, width[i], "widths");
	}
	fitting = add_version(builder, kernel, call, end, "rows.fit");
	other = add_version(builder, kernel, call, end, "rows.any");
	/* The low bits are tested where they are the high ones: an assumption that follows from a branch's condition goes away, and with
	   it what the passes that align loads know. */
	LLVMPositionBuilderBefore(builder, end);
	value = LLVMBuildICmp(builder, LLVMIntULE, build_intrinsic(builder, module, "llvm.bitreverse", all), limit, "fit");
	LLVMBuildCondBr(builder, value, fitting, other);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(fitting));
	for (size_t i = 0; i < tables->n; i++) {
		value = LLVMBuildAnd(builder, width[i], LLVMConstInt(number, ROW_ELEMENTS - 1, 0), "");
		build_intrinsic(builder, module, "llvm.assume", LLVMBuildICmp(builder, LLVMIntEQ, value, zero, "fits"));
	}
	LLVMInstructionEraseFromParent(call);
	LLVMInstructionEraseFromParent(end);
}

void
rows_divide(LLVMModuleRef module)
{
	const char *triple = LLVMGetTarget(module);
	LLVMBuilderRef builder;
	LLVMValueRef function, call;

	if (!text_starts(triple, "nvptx") && !text_starts(triple, "amdgcn"))
		return;
	builder = LLVMCreateBuilderInContext(irmodule_context());
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		struct tables tables = { .n = 0 };
		LLVMTypeRef type;

		if (LLVMIsDeclaration(function) || !irmodule_is_kernel(function))
			continue;
		type = entries_functor(function);
		call = find_body(function);
		if (!type || !call)
			continue;
		find_tables(&tables, LLVMGetModuleDataLayout(module), type, 0);
		if (tables.n)
			divide(module, builder, function, call, &tables);
	}
	LLVMDisposeBuilder(builder);
}
