#include "annotations.h"

#include <string.h>

static const char variable_name[] = "llvm.global.annotations";

/* The global that a constant refers to through casts between address spaces. */
static LLVMValueRef
strip_casts(LLVMValueRef constant)
{
	while (constant && LLVMIsAConstantExpr(constant) && LLVMGetNumOperands(constant))
		constant = LLVMGetOperand(constant, 0);
	return constant;
}

/* The initializer of the variable that a constant refers to, NULL for other constants. */
static LLVMValueRef
initializer(LLVMValueRef constant)
{
	constant = strip_casts(constant);
	return constant && LLVMIsAGlobalVariable(constant) ? LLVMGetInitializer(constant) : NULL;
}

const char *
annotations_string(struct arena *arena, LLVMValueRef constant)
{
	LLVMValueRef data = initializer(constant);
	const char *text;
	size_t len;

	if (!data || !LLVMIsAConstantDataArray(data) || !LLVMIsConstantString(data))
		return NULL;
	text = LLVMGetAsString(data, &len);
	return arena_strndup(arena, text, strnlen(text, len));
}

static void
read_values(struct annotation *annotation, struct arena *arena, LLVMValueRef args)
{
	LLVMValueRef data = initializer(args), value;
	size_t i;

	if (!data || LLVMGetTypeKind(LLVMTypeOf(data)) != LLVMStructTypeKind)
		return;
	annotation->n_values = LLVMCountStructElementTypes(LLVMTypeOf(data));
	annotation->value = arena_calloc(arena, annotation->n_values, sizeof *annotation->value);
	annotation->string = arena_calloc(arena, annotation->n_values, sizeof *annotation->string);
	for (i = 0; i < annotation->n_values; i++) {
		value = LLVMGetAggregateElement(data, (unsigned)i);
		if (value && LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64)
			annotation->value[i] = LLVMConstIntGetSExtValue(value);
		else if (value && LLVMIsConstant(value))
			annotation->string[i] = annotations_string(arena, value);
	}
}

/* One entry: target, text, file, line, arguments. */
static int
read_entry(struct annotation *annotation, struct arena *arena, LLVMValueRef entry)
{
	LLVMValueRef line;

	memset(annotation, 0, sizeof *annotation);
	if (LLVMGetTypeKind(LLVMTypeOf(entry)) != LLVMStructTypeKind ||
	    LLVMCountStructElementTypes(LLVMTypeOf(entry)) < 4)
		return -1;
	annotation->target = strip_casts(LLVMGetAggregateElement(entry, 0));
	annotation->text = annotations_string(arena, LLVMGetAggregateElement(entry, 1));
	annotation->place.file = annotations_string(arena, LLVMGetAggregateElement(entry, 2));
	line = LLVMGetAggregateElement(entry, 3);
	if (line && LLVMIsAConstantInt(line))
		annotation->place.line = (unsigned)LLVMConstIntGetZExtValue(line);
	if (LLVMCountStructElementTypes(LLVMTypeOf(entry)) > 4)
		read_values(annotation, arena, LLVMGetAggregateElement(entry, 4));
	if (annotation->n_values) {	/* the first is always 0, without a meaning */
		annotation->value++;
		annotation->string++;
		annotation->n_values--;
	}
	return annotation->text && annotation->target && LLVMIsAGlobalValue(annotation->target) ? 0 : -1;
}

void
annotations_read(struct annotations *annotations, struct arena *arena, LLVMModuleRef module)
{
	LLVMValueRef variable = LLVMGetNamedGlobal(module, variable_name), list, entry;
	unsigned i, n;

	memset(annotations, 0, sizeof *annotations);
	list = variable ? LLVMGetInitializer(variable) : NULL;
	if (!list || LLVMGetTypeKind(LLVMTypeOf(list)) != LLVMArrayTypeKind)
		return;
	n = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list));
	annotations->item = arena_alloc(arena, (n + 1) * sizeof *annotations->item);
	for (i = 0; i < n; i++) {
		entry = LLVMGetAggregateElement(list, i);
		if (entry && read_entry(&annotations->item[annotations->n], arena, entry) == 0)
			annotations->n++;
	}
}

void
annotations_strip(LLVMModuleRef module)
{
	LLVMValueRef variable = LLVMGetNamedGlobal(module, variable_name);

	if (variable)
		LLVMDeleteGlobal(variable);
}
