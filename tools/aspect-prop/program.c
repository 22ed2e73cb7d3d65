#include <llvm-c/BitWriter.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"
#include "ir/irmodule.h"
#include "prop.h"

/* --- attribute lists ----------------------------------------------------------- */

static const char *
attribute_text(struct arena *arena, const struct bitrow *group, const struct bitattribute *attribute)
{
	char *text = arena_calloc(arena, attribute->value_len + 1, 1);
	size_t i;

	for (i = 0; i < attribute->value_len; i++)
		text[i] = (char)group->op[attribute->value + i];
	return text;
}

static void
read_function_attribute(struct program *program, const struct bitrow *group, const struct bitattribute *attribute,
			struct attributes *attributes)
{
	if (bitattribute_is(group, attribute, ATTRIBUTE_DEVICE_HAS))
		attributes->property = attribute_text(program->arena, group, attribute);
	else if (bitattribute_is(group, attribute, ATTRIBUTE_INDIRECTLY_CALLABLE))
		attributes->callable = attribute_text(program->arena, group, attribute);
	else if (bitattribute_is(group, attribute, ATTRIBUTE_CALLS_INDIRECTLY))
		attributes->calls = attribute_text(program->arena, group, attribute);
	attributes->module_id |= bitattribute_is(group, attribute, ATTRIBUTE_MODULE_ID);
	attributes->wrapper |= bitattribute_is(group, attribute, ATTRIBUTE_KERNEL_WRAPPER);
	attributes->of_some_processors |= bitattribute_is(group, attribute, ATTRIBUTE_OF_SOME_PROCESSORS);
	attributes->virtual_call |= bitattribute_is(group, attribute, ATTRIBUTE_VIRTUAL_CALL);
}

static void
read_parameter_attribute(struct program *program, const struct bitrow *group, const struct bitattribute *attribute,
			 struct attributes *attributes)
{
	uint64_t kind = attribute->kind;

	if (attribute->form != ATTRIBUTE_TYPE_VALUE ||
	    (kind != ATTR_KIND_BY_VAL && kind != ATTR_KIND_STRUCT_RET && kind != ATTR_KIND_BYREF))
		return;
	attributes->by_value =
		arena_extend(program->arena, attributes->by_value, attributes->nby_value, sizeof *attributes->by_value);
	attributes->by_value[attributes->nby_value++] = group->op[attribute->value];
}

static void
read_group(struct program *program, const struct bitrow *group, struct attributes *attributes)
{
	struct bitattribute attribute;
	size_t at = GROUP_ATTRIBUTES;

	while (bitattribute_next(group, &at, &attribute))
		if (group->op[GROUP_PLACE] == PLACE_FUNCTION)
			read_function_attribute(program, group, &attribute, attributes);
		else if (group->op[GROUP_PLACE] != PLACE_RESULT)
			read_parameter_attribute(program, group, &attribute, attributes);
}

/* Groups are numbered from 1 in the order in which LLVM writes them. */
static const struct bitrow *
find_group(const struct bitmodule *bits, uint64_t number)
{
	size_t i;

	if (number - 1 < bits->ngroup && bits->group[number - 1].op[GROUP_ID] == number)
		return &bits->group[number - 1];
	for (i = 0; i < bits->ngroup; i++)
		if (bits->group[i].op[GROUP_ID] == number)
			return &bits->group[i];
	return NULL;
}

static void
read_attributes(struct program *program)
{
	const struct bitmodule *bits = &program->bits;
	const struct bitrow *group;
	size_t i;
	uint32_t k;

	program->attributes = arena_calloc(program->arena, bits->nattributes + 1, sizeof *program->attributes);
	for (i = 0; i < bits->nattributes; i++)
		for (k = 0; k < bits->attributes[i].n; k++) {
			group = find_group(bits, bits->attributes[i].op[k]);
			if (group)
				read_group(program, group, &program->attributes[i + 1]);
		}
}

const struct attributes *
program_attributes(const struct program *program, uint64_t list)
{
	return &program->attributes[list <= program->bits.nattributes ? list : 0];
}

/* --- functions --------------------------------------------------------------------- */

static void
number_functions(struct program *program)
{
	const struct bitmodule *bits = &program->bits;
	size_t i;

	program->nfunction = 0;
	program->function = arena_alloc(program->arena, (bits->nglobal + 1) * sizeof *program->function);
	program->global = arena_alloc(program->arena, (bits->nglobal + 1) * sizeof *program->global);
	for (i = 0; i < bits->nglobal; i++) {
		program->function[i] = CALLGRAPH_NONE;
		if (bits->global[i].kind != BITGLOBAL_FUNCTION)
			continue;
		program->global[program->nfunction] = (uint32_t)i;
		program->function[i] = program->nfunction++;
	}
}

const struct bitglobal *
program_global(const struct program *program, uint32_t function)
{
	return &program->bits.global[program->global[function]];
}

const struct attributes *
program_function_attributes(const struct program *program, uint32_t function)
{
	return program_attributes(program, program_global(program, function)->row.op[FUNCTION_ATTRIBUTES]);
}

const char *
program_name(const struct program *program, uint32_t function)
{
	const struct bitglobal *global = program_global(program, function);

	return arena_strndup(program->arena, global->name, global->len);
}

bool
program_is_defined(const struct program *program, uint32_t function)
{
	return program_global(program, function)->body != BITMODULE_NONE;
}

bool
program_is_kernel(const struct program *program, uint32_t function)
{
	uint64_t cc = program_global(program, function)->row.op[FUNCTION_CC];

	return cc == IR_CC_SPIR_KERNEL || cc == IR_CC_PTX_KERNEL || cc == IR_CC_AMDGPU_KERNEL;
}

bool
program_is_entry(const struct program *program, uint32_t function)
{
	if (!program_is_defined(program, function))
		return false;
	if (program_is_kernel(program, function))
		return true;
	return program_function_attributes(program, function)->module_id &&
	       !irmodule_is_builtin_name(program_name(program, function));
}

/* --- reading ------------------------------------------------------------------------- */

bool
program_has_named(const struct program *program, const char *name)
{
	size_t i;

	for (i = 0; i < program->bits.nnamed; i++)
		if (nodes_is_named(&program->bits.named[i], name))
			return true;
	return false;
}

static const char *
read_records(struct program *program, const void *bytes, size_t len)
{
	const char *why = program->rewritten ? bitmodule_read_written(&program->bits, program->arena, bytes, len)
					     : bitmodule_read(&program->bits, program->arena, bytes, len);

	if (why)
		return why;
	/* LLVM turns the functions of this list into kernels. */
	if (!program->rewritten && program_has_named(program, "nvvm.annotations"))
		return "an old form of kernels";
	number_functions(program);
	read_attributes(program);
	return NULL;
}

int
program_rewrite(struct program *program, const char *why)
{
	if (!program->rewritten) {
		program_module(program);
		program->rewritten = LLVMWriteBitcodeToMemoryBuffer(program->module);
		why = read_records(program, LLVMGetBufferStart(program->rewritten), LLVMGetBufferSize(program->rewritten));
	}
	if (why)
		diag(DIAG_ERROR, "cannot read '%s': %s", program->file.name, why);
	return why ? -1 : 0;
}

int
program_read(struct program *program, struct arena *arena, const char *path)
{
	const char *why;

	memset(program, 0, sizeof *program);
	program->arena = arena;
	if (irmodule_load(&program->file, path))
		return -1;
	why = read_records(program, program->file.text, program->file.len);
	return why ? program_rewrite(program, why) : 0;
}

int
program_of_module(struct program *program, struct arena *arena, LLVMModuleRef module, const char *name)
{
	memset(program, 0, sizeof *program);
	program->arena = arena;
	program->module = module;
	program->file.name = name;
	return program_rewrite(program, NULL);
}

const char *
program_bytes(const struct program *program, size_t *len)
{
	*len = program->rewritten ? LLVMGetBufferSize(program->rewritten) : program->file.len;
	return program->rewritten ? LLVMGetBufferStart(program->rewritten) : program->file.text;
}

void
program_free(struct program *program)
{
	if (program->rewritten)
		LLVMDisposeMemoryBuffer(program->rewritten);
	if (program->module)
		LLVMDisposeModule(program->module);
}

/* --- as LLVM sees it ----------------------------------------------------------------------- */

LLVMModuleRef
program_module(struct program *program)
{
	if (program->module)
		return program->module;
	program->module = irmodule_parse(program->file.name, program->file.text, program->file.len);
	if (!program->module)
		exit(1);
	irmodule_rest(&program->file);
	return program->module;
}

/* LLVM's functions are in the order of the file, but it drops or renames outdated intrinsics. */
static void
match_functions(struct program *program)
{
	LLVMValueRef value = LLVMGetFirstFunction(program_module(program));
	const struct bitglobal *global;
	const char *name;
	size_t len;
	uint32_t i;

	program->value = arena_calloc(program->arena, (size_t)program->nfunction + 1, sizeof(LLVMValueRef));
	for (i = 0; i < program->nfunction; i++) {
		global = program_global(program, i);
		name = value ? LLVMGetValueName2(value, &len) : NULL;
		if (!name || len != global->len || memcmp(name, global->name, len) != 0) {
			program->value[i] = LLVMGetNamedFunctionWithLength(program->module, global->name, global->len);
			continue;
		}
		program->value[i] = value;
		value = LLVMGetNextFunction(value);
	}
}

LLVMValueRef
program_value(struct program *program, uint32_t function)
{
	if (!program->value)
		match_functions(program);
	return program->value[function];
}
