#include "mux/lower/fold.h"

#include <string.h>

#include "base/symbol.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/regions/collective.h"

/* "reduce_mul" or "reduce_fmul" of "_ZN4sycl6detail15work_group_foldILj0ELj0EiEET1_S2_"; NULL for other names. */
static const char *
collective_of(struct arena *arena, LLVMValueRef function)
{
	static const char prefix[] = "6detail15work_group_foldILj", between[] = "ELj";
	static const char *const kinds[] = { "reduce", "scan_inclusive", "scan_exclusive" };
	static const char *const operations[] = { "mul", "and", "or", "xor" };
	const char *name = symbol_in_sycl(irmodule_name(function));
	unsigned kind, operation;
	bool is_int;

	if (!name || strncmp(name, prefix, sizeof prefix - 1))
		return NULL;
	name += sizeof prefix - 1;
	kind = (unsigned)(*name - '0');
	if (kind > 2 || strncmp(name + 1, between, sizeof between - 1))
		return NULL;
	name += sizeof between;
	operation = (unsigned)(*name - '0');
	if (operation > 3 || name[1] != 'E' || strchr(name, '.'))
		return NULL;
	is_int = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function))) == LLVMIntegerTypeKind;
	return arena_printf(arena, "%s_%s%s", kinds[kind], is_int ? "" : "f", operations[operation]);
}

/* Optimizations may have taken the parameter, or have put a constant in its place: then the body is what counts. */
static bool
is_whole(LLVMValueRef function)
{
	return !LLVMIsDeclaration(function) && LLVMCountParams(function) == 1 && LLVMGetFirstUse(LLVMGetParam(function, 0)) &&
	       LLVMGetReturnType(LLVMGlobalGetValueType(function)) == LLVMTypeOf(LLVMGetParam(function, 0));
}

/*
 * What debuggers were told behind the last instruction stays with the address of the block in LLVM's context, for the
 * next block there, unless the block has a terminator again when it is deleted.
 */
static void
remove_body(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	LLVMTypeRef type;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		while ((instruction = LLVMGetLastInstruction(block))) {
			type = LLVMTypeOf(instruction);
			if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
				LLVMReplaceAllUsesWith(instruction, LLVMGetUndef(type));
			LLVMInstructionEraseFromParent(instruction);
		}
	while ((block = LLVMGetLastBasicBlock(function))) {
		LLVMPositionBuilderAtEnd(c->builder, block);
		LLVMBuildUnreachable(c->builder);
		LLVMDeleteBasicBlock(block);
	}
}

void
fold_find(struct compilation *c)
{
	LLVMValueRef function;
	const char *what;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		what = collective_of(c->arena, function);
		if (!what || !is_whole(function))
			continue;
		remove_body(c, function);
		LLVMGlobalEraseMetadata(function, irmeta_kind("dbg"));
		LLVMPositionBuilderAtEnd(c->builder, LLVMAppendBasicBlockInContext(c->context, function, "entry"));
		LLVMBuildRet(c->builder, collective_call(c, false, what, LLVMGetParam(function, 0), NULL));
	}
}
