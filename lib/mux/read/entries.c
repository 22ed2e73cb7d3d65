#include "mux/read/entries.h"

#include <string.h>

#include "format/spirv.h"
#include "ir/irmodule.h"

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

/* A kernel of that name, which calls the other one. */
static void
add_entry(struct arena *arena, LLVMModuleRef module, LLVMValueRef kernel, const char *name)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
	unsigned n = LLVMCountParams(kernel), i;
	LLVMValueRef entry = LLVMAddFunction(module, name, type), call, *arg = arena_calloc(arena, n, sizeof *arg);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(irmodule_context());

	LLVMSetFunctionCallConv(entry, LLVMGetFunctionCallConv(kernel));
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(irmodule_context(), entry, ""));
	LLVMGetParams(entry, arg);
	call = LLVMBuildCall2(builder, type, kernel, arg, n, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(kernel));
	LLVMBuildRetVoid(builder);
	copy_attributes(arena, kernel, entry, call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	for (i = 1; i <= n; i++)
		copy_attributes(arena, kernel, entry, call, i);
	copy_metadata(kernel, entry);
	LLVMDisposeBuilder(builder);
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
			add_entry(arena, module, kernel, name);
	}
}
