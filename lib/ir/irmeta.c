#include "irmeta.h"

#include <string.h>

#include "ir/irmodule.h"

unsigned
irmeta_kind(const char *name)
{
	return LLVMGetMDKindIDInContext(irmodule_context(), name, (unsigned)strlen(name));
}

LLVMValueRef
irmeta_get(LLVMValueRef global, unsigned kind)
{
	LLVMValueMetadataEntry *entries;
	LLVMValueRef found = NULL;
	size_t n;
	unsigned i;

	entries = LLVMGlobalCopyAllMetadata(global, &n);
	for (i = 0; i < n && !found; i++)
		if (LLVMValueMetadataEntriesGetKind(entries, i) == kind)
			found = LLVMMetadataAsValue(irmodule_context(), LLVMValueMetadataEntriesGetMetadata(entries, i));
	LLVMDisposeValueMetadataEntries(entries);
	return found;
}

LLVMValueRef
irmeta_get_instruction(LLVMValueRef instruction, unsigned kind)
{
	return LLVMHasMetadata(instruction) ? LLVMGetMetadata(instruction, kind) : NULL;
}

LLVMValueRef *
irmeta_operands(struct arena *arena, LLVMValueRef node, size_t *n)
{
	LLVMValueRef *operand;

	*n = 0;
	if (!node || !LLVMIsAMDNode(node))
		return NULL;
	*n = LLVMGetMDNodeNumOperands(node);
	operand = arena_calloc(arena, *n + 1, sizeof *operand);
	if (*n)
		LLVMGetMDNodeOperands(node, operand);
	return operand;
}

bool
irmeta_number(LLVMValueRef operand, int64_t *number)
{
	LLVMValueRef pair[2];

	if (!operand)
		return false;
	if (LLVMIsAConstantInt(operand)) {
		if (LLVMGetIntTypeWidth(LLVMTypeOf(operand)) > 64)
			return false;
		*number = LLVMConstIntGetSExtValue(operand);
		return true;
	}
	if (!LLVMIsAMDNode(operand) || LLVMGetMDNodeNumOperands(operand) != 2)
		return false;
	LLVMGetMDNodeOperands(operand, pair);
	if (!pair[0] || !LLVMIsAMDString(pair[0]) || !pair[1] || !LLVMIsAConstantInt(pair[1]) ||
	    LLVMGetIntTypeWidth(LLVMTypeOf(pair[1])) > 64)
		return false;
	*number = LLVMConstIntGetSExtValue(pair[1]);
	return true;
}

const char *
irmeta_string(struct arena *arena, LLVMValueRef operand)
{
	const char *text;
	unsigned len;

	if (!operand || !LLVMIsAMDString(operand))
		return NULL;
	text = LLVMGetMDString(operand, &len);
	return arena_strndup(arena, text, len);
}

bool
irmeta_ints(struct arena *arena, LLVMValueRef node, int64_t **number, size_t *n)
{
	LLVMValueRef *operand = irmeta_operands(arena, node, n);
	size_t i;

	*number = NULL;
	if (node && !LLVMIsAMDNode(node))
		return false;
	if (!*n)
		return true;
	*number = arena_calloc(arena, *n, sizeof **number);
	for (i = 0; i < *n; i++)
		if (!irmeta_number(operand[i], &(*number)[i]))
			return false;
	return true;
}

bool
irmeta_get_ints(struct arena *arena, LLVMValueRef global, unsigned kind, int64_t **number, size_t *n)
{
	return irmeta_ints(arena, irmeta_get(global, kind), number, n);
}

void
irmeta_set_ints(LLVMValueRef global, unsigned kind, const int64_t *number, size_t n)
{
	LLVMContextRef context = irmodule_context();
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
	LLVMMetadataRef few[16], *operand = few;
	struct arena arena;
	size_t i;

	arena_init(&arena);
	if (n > sizeof few / sizeof *few)
		operand = arena_calloc(&arena, n, sizeof *operand);
	for (i = 0; i < n; i++)
		operand[i] = LLVMValueAsMetadata(LLVMConstInt(i32, (unsigned long long)number[i], 1));
	LLVMGlobalSetMetadata(global, kind, LLVMMDNodeInContext2(context, operand, n));
	arena_free(&arena);
}

LLVMValueRef *
irmeta_named(struct arena *arena, LLVMModuleRef module, const char *name, size_t *n)
{
	LLVMValueRef *operand;

	*n = LLVMGetNamedMetadataNumOperands(module, name);
	operand = arena_calloc(arena, *n + 1, sizeof *operand);
	if (*n)
		LLVMGetNamedMetadataOperands(module, name, operand);
	return operand;
}

const char *
irmeta_get_text(struct arena *arena, LLVMValueRef global, unsigned kind, size_t i)
{
	LLVMValueRef node = irmeta_get(global, kind), *operand;
	const char *text = NULL;
	size_t n;

	if (node) {
		operand = irmeta_operands(arena, node, &n);
		text = i < n && operand[i] ? irmeta_string(arena, operand[i]) : NULL;
	}
	return text ? text : "";
}
