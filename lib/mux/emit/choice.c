#include "mux/emit/choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/emit/emit.h"
#include "mux/read/entries.h"

/* Kernels of more instructions take long to compile. */
enum { MOST_INSTRUCTIONS = 500 };

/* The kernel's likely size; false if it has none, or somebody has written another text there. */
static bool
read_size(const struct kernel *kernel, uint32_t size[3])
{
	const char *text = irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_LIKELY_SIZE, NULL);
	uint64_t items = 1;
	int i;

	if (!text || sscanf(text, "%" SCNu32 ",%" SCNu32 ",%" SCNu32, &size[0], &size[1], &size[2]) != 3)
		return false;
	for (i = 0; i < 3; i++) {
		if (!size[i] || size[i] > MUX_MAX_WORK_GROUP)
			return false;
		items *= size[i];
	}
	return items <= MUX_MAX_WORK_GROUP;
}

/* The twin calls the kernel, and the call is to be replaced by the kernel's code. */
static void
add_twin(struct compilation *c, struct kernel *kernel, const uint32_t size[3])
{
	LLVMAttributeRef always = LLVMCreateEnumAttribute(c->context, attribute_kind("alwaysinline"), 0);
	struct kernel *twin = arena_calloc(c->arena, 1, sizeof *twin);
	LLVMValueRef call;

	*twin = *kernel;
	twin->name = arena_printf(c->arena, "%s (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ")", kernel->name, size[0], size[1], size[2]);
	memcpy(twin->reqd_wg_size, size, sizeof twin->reqd_wg_size);
	call = entries_wrap(c->arena, c->module, kernel->function, arena_printf(c->arena, "%s.likely", kernel->name));
	LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
	twin->function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	irmeta_set_ints(twin->function, irmeta_kind(METADATA_WORK_GROUP_SIZE), (const int64_t[]){ size[0], size[1], size[2] }, 3);
	kernel->twin = twin;
}

int
choice_prepare(struct compilation *c)
{
	struct kernel *kernel;
	bool added = false;
	uint32_t size[3];
	size_t i;

	/* A debugger would stop in one of both. */
	if (c->options->any_size || c->variables)
		return 0;
	for (i = 0; i < c->nkernel; i++) {
		kernel = &c->kernel[i];
		if (kernel->reqd_wg_size[0] || kernel->sub_group_size > 1 || !read_size(kernel, size) ||
		    function_size(kernel->function) > MOST_INSTRUCTIONS)
			continue;
		add_twin(c, kernel, size);
		added = true;
	}
	return added ? compilation_run_passes(c, "always-inline") : 0;
}

/* Code that is true in work-groups of the twin's size. */
static LLVMValueRef
has_size(struct compilation *c, LLVMValueRef wg, const uint32_t size[3])
{
	LLVMValueRef offset, number, result = NULL, same;
	uint64_t i;

	for (i = 0; i < 3; i++) {
		offset = const_int(c->i64, offsetof(struct mux_wg, local_size) + i * sizeof(uint64_t));
		number = LLVMBuildInBoundsGEP2(c->builder, c->i8, wg, &offset, 1, "");
		number = LLVMBuildLoad2(c->builder, c->i64, number, "");
		same = LLVMBuildICmp(c->builder, LLVMIntEQ, number, const_int(c->i64, size[i]), "");
		result = result ? LLVMBuildAnd(c->builder, result, same, "") : same;
	}
	return result;
}

static void
rename_function(LLVMValueRef function, const char *name)
{
	LLVMSetValueName2(function, name, strlen(name));
}

/*
 * LLVM is to leave the call as it is: in one function of both it would join what they have in common, and
 * numbers that it reads before the call are not known to be in a range.
 */
static void
keep_call(struct compilation *c, LLVMValueRef call)
{
	LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				 LLVMCreateEnumAttribute(c->context, attribute_kind("noinline"), 0));
	LLVMSetTailCallKind(call, LLVMTailCallKindMustTail);
}

static LLVMValueRef
build_choice(struct compilation *c, const struct kernel *kernel, const char *name)
{
	LLVMValueRef call = entries_wrap(c->arena, c->module, kernel->entry, name), function, arg[2], likely;
	LLVMBasicBlockRef any = LLVMGetInstructionParent(call), test, chosen;

	keep_call(c, call);
	function = LLVMGetBasicBlockParent(any);
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMGetParams(function, arg);
	test = LLVMInsertBasicBlockInContext(c->context, any, "test");
	chosen = LLVMAppendBasicBlockInContext(c->context, function, "likely");
	LLVMPositionBuilderAtEnd(c->builder, test);
	LLVMBuildCondBr(c->builder, has_size(c, arg[1], kernel->twin->reqd_wg_size), chosen, any);
	LLVMPositionBuilderAtEnd(c->builder, chosen);
	likely = LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(function), kernel->twin->entry, arg, 2, "");
	keep_call(c, likely);
	LLVMBuildRetVoid(c->builder);
	return function;
}

int
choice_emit(struct compilation *c, struct kernel *kernel)
{
	struct kernel *twin = kernel->twin;
	const uint32_t *size;
	const char *name;

	if (!twin)
		return 0;
	size = twin->reqd_wg_size;
	name = arena_strdup(c->arena, irmodule_name(kernel->entry));
	rename_function(kernel->entry, arena_printf(c->arena, "%s.any", name));
	if (emit_kernel(c, twin))
		return -1;
	rename_function(twin->entry, arena_printf(c->arena, "%s.%" PRIu32 "x%" PRIu32 "x%" PRIu32, name, size[0], size[1], size[2]));
	LLVMDeleteFunction(twin->function);
	twin->function = NULL;
	kernel->code_of_all = kernel->entry;
	kernel->entry = build_choice(c, kernel, name);
	if (twin->scratch_per_item > kernel->scratch_per_item)
		kernel->scratch_per_item = twin->scratch_per_item;
	return 0;
}
