#include "mux/read/entries.h"

#include <string.h>

#include "format/spirv.h"
#include "ir/irmodule.h"

/* Attributes at index of a function go to another one, and to a call of it. */
static void
copy_attributes(struct arena *arena, LLVMValueRef from, LLVMValueRef to, LLVMValueRef call, LLVMAttributeIndex index)
{
	unsigned n = LLVMGetAttributeCountAtIndex(from, index), i;
	LLVMAttributeRef *attribute = arena_calloc(arena, n, sizeof *attribute);

	LLVMGetAttributesAtIndex(from, index, attribute);
	for (i = 0; i < n; i++) {
		LLVMAddAttributeAtIndex(to, index, attribute[i]);
		if (index != (LLVMAttributeIndex)LLVMAttributeFunctionIndex)
			LLVMAddCallSiteAttribute(call, index, attribute[i]);
	}
}

/* All but its place in the source: the debugger's function is the one that is called. */
static void
copy_metadata(LLVMValueRef from, LLVMValueRef to)
{
	unsigned dbg = LLVMGetMDKindIDInContext(irmodule_context(), "dbg", 3), kind, i;
	LLVMValueMetadataEntry *entry;
	size_t n;

	entry = LLVMGlobalCopyAllMetadata(from, &n);
	for (i = 0; i < n; i++) {
		kind = LLVMValueMetadataEntriesGetKind(entry, i);
		if (kind != dbg)
			LLVMGlobalSetMetadata(to, kind, LLVMValueMetadataEntriesGetMetadata(entry, i));
	}
	LLVMDisposeValueMetadataEntries(entry);
}

LLVMValueRef
entries_wrap(struct arena *arena, LLVMModuleRef module, LLVMValueRef function, const char *name)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	unsigned n = LLVMCountParams(function), i;
	LLVMValueRef kernel = LLVMAddFunction(module, name, type), call, *arg = arena_calloc(arena, n, sizeof *arg);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(irmodule_context());

	LLVMSetFunctionCallConv(kernel, LLVMGetFunctionCallConv(function));
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(irmodule_context(), kernel, "entry"));
	LLVMGetParams(kernel, arg);
	call = LLVMBuildCall2(builder, type, function, arg, n, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	LLVMBuildRetVoid(builder);
	copy_attributes(arena, function, kernel, call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	for (i = 1; i <= n; i++)
		copy_attributes(arena, function, kernel, call, i);
	copy_metadata(function, kernel);
	LLVMDisposeBuilder(builder);
	return call;
}

/* The name of an entry point, and its function's id; NULL for other instructions. */
static const char *
entry_name(const uint32_t *word, uint32_t bound, uint32_t *id)
{
	uint32_t length = *word >> 16;

	if ((*word & 0xffff) != SPIRV_OP_ENTRY_POINT || length < 4 || word[2] >= bound || !memchr(word + 3, '\0', (length - 3) * sizeof *word))
		return NULL;
	*id = word[2];
	return (const char *)(word + 3);
}

void
entries_add(struct arena *arena, LLVMModuleRef module, const uint32_t *word, size_t nword)
{
	const char **last = arena_calloc(arena, word[3], sizeof *last), *name;
	LLVMValueRef kernel;
	uint32_t id;
	size_t i;

	for (i = SPIRV_HEADER_WORDS; i < nword; i += word[i] >> 16)
		if ((name = entry_name(word + i, word[3], &id)))
			last[id] = name;
	for (i = SPIRV_HEADER_WORDS; i < nword; i += word[i] >> 16) {
		name = entry_name(word + i, word[3], &id);
		if (!name || !*name || !strcmp(name, last[id]) || LLVMGetNamedFunction(module, name))
			continue;
		kernel = LLVMGetNamedFunction(module, last[id]);
		if (kernel && !LLVMIsDeclaration(kernel) && irmodule_is_kernel(kernel))
			entries_wrap(arena, module, kernel, name);
	}
}
