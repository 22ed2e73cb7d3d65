#include "mux/lower/canonical.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/collective.h"

/* Fields of !mux_layout before those of the parameters, and of each parameter. */
enum { LAYOUT_FLAGS, LAYOUT_SIZE, LAYOUT_IMPORTS, LAYOUT_FIRST };
enum { ARG_OFFSET, ARG_SIZE, ARG_ALIGN, ARG_KIND, ARG_FIELDS };

static void
note_layout(struct compilation *c, const struct kernel *kernel)
{
	size_t n = LAYOUT_FIRST + (size_t)ARG_FIELDS * kernel->narg;
	int64_t *number = arena_calloc(c->arena, n, sizeof *number), *field = number + LAYOUT_FIRST;
	unsigned i;

	number[LAYOUT_FLAGS] = kernel->flags;
	number[LAYOUT_SIZE] = kernel->packed_size;
	number[LAYOUT_IMPORTS] = kernel->imports;
	for (i = 0; i < kernel->narg; i++, field += ARG_FIELDS) {
		field[ARG_OFFSET] = kernel->arg[i].offset;
		field[ARG_SIZE] = kernel->arg[i].size;
		field[ARG_ALIGN] = kernel->arg[i].align;
		field[ARG_KIND] = kernel->arg[i].kind;
	}
	irmeta_set_ints(kernel->function, irmeta_kind(METADATA_MUX_LAYOUT), number, n);
}

/* The kernel calls a function of sub-groups.  Kept functions never do. */
static bool
uses_sub_groups(const struct kernel *kernel)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, callee;

	for (block = LLVMGetFirstBasicBlock(kernel->function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			callee = LLVMIsACallInst(i) ? call_target(i) : NULL;
			if (callee && !strncmp(irmodule_name(callee), "__mux_", 6) && strstr(irmodule_name(callee), "sub_group"))
				return true;
		}
	return false;
}

/* Barriers and collectives of the work-group get the numbers from n on; returns the next one. */
static uint64_t
number_barriers(struct compilation *c, LLVMValueRef function, uint64_t n)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (builtin_called(i) == BUILTIN_BARRIER || (collective_is_call(i) && !collective_is_of_sub_group(i)))
				LLVMSetOperand(i, 0, const_int(c->i32, n++));
	return n;
}

/* A kernel that uses sub-groups and says nothing of their size gets that of options. */
static void
choose_sub_groups(struct compilation *c, const struct kernel *kernel)
{
	int64_t size = c->options->sub_groups;

	if (size > 1 && !irmeta_get(kernel->function, irmeta_kind(METADATA_SUB_GROUP_SIZE)) &&
	    !irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_ONE_SUB_GROUP, NULL))
		irmeta_set_ints(kernel->function, irmeta_kind(METADATA_SUB_GROUP_SIZE), &size, 1);
}

void
canonical_note(struct compilation *c)
{
	struct kernel *kernel;
	uint64_t barriers = 0;
	size_t i;

	for (i = 0; i < c->nkernel; i++) {
		kernel = &c->kernel[i];
		irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_KERNEL, "entry-point");
		if (!irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_ORIGINAL, NULL))
			irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_ORIGINAL, kernel->name);
		if (!irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_BASE_NAME, NULL))
			irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_BASE_NAME, kernel->name);
		if (kernel->local_size)
			irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_LOCAL_MEMORY,
						      arena_printf(c->arena, "%" PRIu64, kernel->local_size));
		if (uses_sub_groups(kernel)) {
			LLVMRemoveStringAttributeAtIndex(kernel->function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
							 ATTRIBUTE_MUX_NO_SUB_GROUPS, strlen(ATTRIBUTE_MUX_NO_SUB_GROUPS));
			choose_sub_groups(c, kernel);
		} else {
			irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_NO_SUB_GROUPS, "");
		}
		note_layout(c, kernel);
		barriers = number_barriers(c, kernel->function, barriers);
	}
}

/* The value says that a function is a kernel that can be launched. */
static bool
is_entry_point(LLVMValueRef function)
{
	static const char wanted[] = "entry-point";
	size_t len;
	const char *value = irmodule_string_attribute(function, ATTRIBUTE_MUX_KERNEL, &len);

	return value && !LLVMIsDeclaration(function) && len == strlen(wanted) && !memcmp(value, wanted, len);
}

bool
canonical_is(LLVMModuleRef module)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		if (is_entry_point(function) && irmeta_get(function, irmeta_kind(METADATA_MUX_LAYOUT)))
			return true;
	return false;
}

/* The kernel's metadata is one that note_layout() could have written. */
static bool
read_layout(struct compilation *c, struct kernel *kernel)
{
	int64_t *number, *field, end = 0;
	size_t n;
	unsigned i;

	if (!irmeta_get_ints(c->arena, kernel->function, irmeta_kind(METADATA_MUX_LAYOUT), &number, &n) ||
	    n != LAYOUT_FIRST + (size_t)ARG_FIELDS * kernel->narg)
		return false;
	kernel->flags = (uint32_t)number[LAYOUT_FLAGS];
	kernel->packed_size = (uint32_t)number[LAYOUT_SIZE];
	kernel->imports = number[LAYOUT_IMPORTS] != 0;
	field = number + LAYOUT_FIRST;
	for (i = 0; i < kernel->narg; i++, field += ARG_FIELDS) {
		if (field[ARG_OFFSET] < end || field[ARG_SIZE] < 0 || field[ARG_ALIGN] <= 0 ||
		    (field[ARG_ALIGN] & (field[ARG_ALIGN] - 1)) || field[ARG_OFFSET] % field[ARG_ALIGN] ||
		    field[ARG_KIND] < MUX_ARG_VALUE || field[ARG_KIND] > MUX_ARG_SAMPLER)
			return false;
		end = field[ARG_OFFSET] + field[ARG_SIZE];
		kernel->arg[i] = (struct mux_arg){ (uint32_t)field[ARG_OFFSET], (uint32_t)field[ARG_SIZE],
						   (uint32_t)field[ARG_ALIGN], (uint32_t)field[ARG_KIND] };
		kernel->local_arg[i] = field[ARG_KIND] == MUX_ARG_LOCAL;
	}
	return end <= number[LAYOUT_SIZE];
}

static int
find_kernel(struct compilation *c, LLVMValueRef function)
{
	const char *local = irmodule_string_attribute(function, ATTRIBUTE_MUX_LOCAL_MEMORY, NULL);
	struct kernel kernel = { .name = arena_strdup(c->arena, irmodule_name(function)), .function = function };

	kernel.narg = LLVMCountParams(function);
	kernel.arg = arena_calloc(c->arena, kernel.narg, sizeof *kernel.arg);
	kernel.local_arg = arena_calloc(c->arena, kernel.narg, sizeof *kernel.local_arg);
	kernel.local_size = local ? strtoull(local, NULL, 10) : 0;
	if (!read_layout(c, &kernel))
		return kernel_error(c, &kernel, NULL, "its metadata '%s' does not describe its parameters", METADATA_MUX_LAYOUT);
	c->kernel = arena_extend(c->arena, c->kernel, c->nkernel, sizeof *c->kernel);
	c->kernel[c->nkernel++] = kernel;
	return 0;
}

int
canonical_find(struct compilation *c)
{
	LLVMValueRef function;
	int failed = 0;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (is_entry_point(function))
			failed |= find_kernel(c, function);
	return failed;
}
