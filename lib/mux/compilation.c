#include "mux/compilation.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

static LLVMPassBuilderOptionsRef
pass_options(void)
{
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();

	LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
	LLVMPassBuilderOptionsSetSLPVectorization(options, 1);
	LLVMPassBuilderOptionsSetLoopInterleaving(options, 1);
	LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
	return options;
}

int
compilation_run_passes(struct compilation *c, const char *pipeline)
{
	LLVMPassBuilderOptionsRef options = pass_options();
	LLVMErrorRef error = LLVMRunPasses(c->module, pipeline, c->machine, options);

	LLVMDisposePassBuilderOptions(options);
	return irmodule_pass_result(error, pipeline);
}

int
compilation_run_on_function(struct compilation *c, LLVMValueRef function, const char *pipeline)
{
	LLVMPassBuilderOptionsRef options = pass_options();
	LLVMErrorRef error = LLVMRunPassesOnFunction(function, pipeline, c->machine, options);

	LLVMDisposePassBuilderOptions(options);
	return irmodule_pass_result(error, pipeline);
}

/* The source line of the instruction, or of the function when it has none. */
static struct diag_place
source_place(struct compilation *c, LLVMValueRef value)
{
	struct diag_place place = { NULL, 0, 0 };
	unsigned dir_len = 0, file_len = 0;
	const char *dir, *file;

	if (!value)
		return place;
	dir = LLVMGetDebugLocDirectory(value, &dir_len);
	file = LLVMGetDebugLocFilename(value, &file_len);
	if (!file || !file_len)
		return place;
	if (file[0] == '/' || !dir || !dir_len)
		place.file = arena_strndup(c->arena, file, file_len);
	else
		place.file = arena_printf(c->arena, "%.*s/%.*s", (int)dir_len, dir, (int)file_len, file);
	place.line = LLVMGetDebugLocLine(value);
	place.col = LLVMIsAInstruction(value) ? LLVMGetDebugLocColumn(value) : 0;
	return place;
}

size_t
function_size(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;
	size_t n = 0;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			n++;
	return n;
}

static void
report(struct compilation *c, enum diag_severity severity, const struct kernel *kernel, LLVMValueRef instruction, const char *text)
{
	struct diag_place place = source_place(c, instruction);

	if (!place.line)
		place = source_place(c, kernel->function);
	if (place.line)
		diag_at(&place, severity, "kernel '%s': %s", kernel->name, text);
	else
		diag(severity, "kernel '%s': %s", kernel->name, text);
}

int
kernel_error(struct compilation *c, const struct kernel *kernel, LLVMValueRef instruction, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(c->arena, format, args);
	va_end(args);
	report(c, DIAG_ERROR, kernel, instruction, text);
	return -1;
}

void
kernel_warning(struct compilation *c, const struct kernel *kernel, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vprintf(c->arena, format, args);
	va_end(args);
	report(c, DIAG_WARNING, kernel, NULL, text);
}

void
code_error(struct compilation *c, LLVMValueRef instruction, const char *format, ...)
{
	struct diag_place place = source_place(c, instruction);
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
	const char *name = irmodule_demangle(c->arena, irmodule_name(function));
	va_list args;
	char *text;

	/* clang makes two copies of a kernel: the first error may come again. */
	if (c->failed)
		return;
	va_start(args, format);
	text = arena_vprintf(c->arena, format, args);
	va_end(args);
	if (place.line)
		diag_at(&place, DIAG_ERROR, "%s", text);
	else
		diag(DIAG_ERROR, "function '%s': %s", name, text);
	c->failed = true;
}

LLVMValueRef
address_round_up(struct compilation *c, LLVMValueRef address, uint64_t align)
{
	LLVMValueRef number = LLVMBuildPtrToInt(c->builder, address, c->i64, "");

	/* Adds the missing bytes, so that the result is still an address within the object. */
	number = LLVMBuildAnd(c->builder, LLVMBuildNeg(c->builder, number, ""), const_int(c->i64, align - 1), "");
	return LLVMBuildInBoundsGEP2(c->builder, c->i8, address, &number, 1, "");
}

LLVMValueRef
number_is_outside(struct compilation *c, LLVMValueRef number, LLVMValueRef below, LLVMValueRef above)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef one = const_int(c->i64, 1), from_least = LLVMBuildAdd(b, number, LLVMBuildSub(b, below, one, ""), "");

	/* Inside, from -below + 1 to above - 1, are below + above - 1 numbers. */
	return LLVMBuildICmp(b, LLVMIntUGE, from_least, LLVMBuildSub(b, LLVMBuildAdd(b, below, above, ""), one, ""), "");
}

LLVMValueRef
call_target(LLVMValueRef call)
{
	return LLVMIsAFunction(LLVMGetCalledValue(call));
}

uint64_t
call_memory(LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	LLVMAttributeRef memory = callee ? LLVMGetEnumAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
								       attribute_kind("memory")) : NULL;

	return memory ? LLVMGetEnumAttributeValue(memory) : UINT64_MAX;
}

unsigned
loop_kind(struct compilation *c)
{
	return LLVMGetMDKindIDInContext(c->context, "llvm.loop", 9);
}

bool
loop_has_hint(struct compilation *c, LLVMValueRef branch, const char *name)
{
	LLVMValueRef *hint, *part;
	size_t n, nparts, i;
	const char *text;

	hint = irmeta_operands(c->arena, irmeta_get_instruction(branch, loop_kind(c)), &n);
	for (i = 1; i < n; i++) {
		part = irmeta_operands(c->arena, hint[i], &nparts);
		text = nparts ? irmeta_string(c->arena, part[0]) : NULL;
		if (text && !strcmp(text, name))
			return true;
	}
	return false;
}

unsigned
attribute_kind(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMValueRef
declare_function(struct compilation *c, const char *name, LLVMTypeRef type)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, name);

	return function ? function : LLVMAddFunction(c->module, name, type);
}
