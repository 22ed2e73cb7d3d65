#include "mux/mux.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/memstream.h"
#include "base/suggest.h"
#include "base/text.h"
#include "format/architecture.h"
#include "format/irnames.h"
#include "ir/irarchitecture.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "mux/analysis/variables.h"
#include "mux/compilation.h"
#include "mux/emit/choice.h"
#include "mux/emit/emit.h"
#include "mux/image/object.h"
#include "mux/image/optimize.h"
#include "mux/image/parts.h"
#include "mux/image/table.h"
#include "mux/lower/canonical.h"
#include "mux/lower/fold.h"
#include "mux/lower/inline.h"
#include "mux/lower/libclc.h"
#include "mux/lower/lower.h"
#include "mux/lower/params.h"
#include "mux/read/addrspace.h"
#include "mux/read/entries.h"
#include "mux/read/generic.h"
#include "mux/read/given.h"
#include "mux/read/link.h"
#include "mux/read/spirv.h"
#include "mux/regions/order.h"
#include "mux/spawn.h"

static void
compilation_init(struct compilation *c, struct arena *arena, const struct mux_options *options, LLVMModuleRef module)
{
	*c = (struct compilation){ .arena = arena, .options = options, .module = module };
	c->context = irmodule_context();
	c->builder = LLVMCreateBuilderInContext(c->context);
	c->none = LLVMVoidTypeInContext(c->context);
	c->i1 = LLVMInt1TypeInContext(c->context);
	c->i8 = LLVMInt8TypeInContext(c->context);
	c->i32 = LLVMInt32TypeInContext(c->context);
	c->i64 = LLVMInt64TypeInContext(c->context);
	c->ptr = LLVMPointerTypeInContext(c->context, 0);
}

static void
compilation_free(struct compilation *c)
{
	variables_free(c->variables);
	if (c->module)
		LLVMDisposeModule(c->module);
	if (c->layout)
		LLVMDisposeTargetData(c->layout);
	if (c->machine)
		LLVMDisposeTargetMachine(c->machine);
	LLVMDisposeBuilder(c->builder);
	spawn_cleanup();
}

enum { MAX_SUB_GROUP_SIZE = 64 };

/* The work-items of a group where their number is known: that of options, or that which metadata requires; else 0. */
static uint64_t
known_items(struct compilation *c, LLVMValueRef function)
{
	const uint32_t *size = c->options->local_size;
	uint64_t items = 1;
	int64_t *number;
	size_t n, i;

	if (size[0])
		return (uint64_t)size[0] * size[1] * size[2];
	if (!irmeta_get_ints(c->arena, function, irmeta_kind(METADATA_WORK_GROUP_SIZE), &number, &n) || !n)
		return 0;
	for (i = 0; i < n; i++)
		items *= (uint32_t)number[i];
	return items;
}

/*
 * The sub-group size that the kernel's metadata requires, 1 without one.  A kernel whose
 * work-groups are one sub-group each gets the smallest that is possible; 0: there is none.
 */
static int64_t
required_sub_group(struct compilation *c, LLVMValueRef function)
{
	bool one = irmodule_string_attribute(function, ATTRIBUTE_MUX_ONE_SUB_GROUP, NULL) != NULL;
	uint64_t items = one ? known_items(c, function) : 0;
	int64_t *number, size = 1;
	size_t n;

	if (irmeta_get_ints(c->arena, function, irmeta_kind(METADATA_SUB_GROUP_SIZE), &number, &n) && n == 1 && number[0] > 1)
		return one && (!items || items > (uint64_t)number[0]) ? 0 : number[0];
	if (one && (!items || items > MAX_SUB_GROUP_SIZE))
		return 0;
	while ((uint64_t)size < items)
		size *= 2;
	return size;
}

static bool
has_sub_groups(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function) && irmodule_is_kernel(function) && required_sub_group(c, function) != 1)
			return true;
	return false;
}

/* The work-group size that options name is the kernel's, unless it requires another one. */
static int
set_local_size(struct compilation *c, struct kernel *kernel)
{
	const uint32_t *size = c->options->local_size, *required = kernel->reqd_wg_size;

	if (!size[0])
		return 0;
	if (required[0] && memcmp(size, required, sizeof kernel->reqd_wg_size))
		return kernel_error(c, kernel, NULL, "it requires work-groups of %u,%u,%u, not %u,%u,%u", required[0],
				    required[1], required[2], size[0], size[1], size[2]);
	memcpy(kernel->reqd_wg_size, size, sizeof kernel->reqd_wg_size);
	irmeta_set_ints(kernel->function, irmeta_kind(METADATA_WORK_GROUP_SIZE),
			(const int64_t[]){ size[0], size[1], size[2] }, 3);
	return 0;
}

/* A program may have kernels for other devices: no error before it launches this one. */
static void
warn_of_size(struct compilation *c, const struct kernel *kernel)
{
	const uint32_t *size = kernel->reqd_wg_size;
	uint64_t plane = (uint64_t)size[0] * size[1];

	if (plane > MUX_MAX_WORK_GROUP || plane * size[2] > MUX_MAX_WORK_GROUP)
		kernel_warning(c, kernel, "no launch can have the work-groups of %u,%u,%u that it requires: they have at most %d work-items",
			       size[0], size[1], size[2], MUX_MAX_WORK_GROUP);
}

/* Notes that the only work-group size of a kernel makes one sub-group. */
static void
note_one_sub_group(struct kernel *kernel)
{
	uint64_t items = (uint64_t)kernel->reqd_wg_size[0] * kernel->reqd_wg_size[1] * kernel->reqd_wg_size[2];

	if (items && items <= kernel->sub_group_size && kernel->sub_group_size > 1)
		irmodule_set_string_attribute(kernel->function, ATTRIBUTE_MUX_ONE_SUB_GROUP, "");
}

/* The requirements of the launch in the kernel's metadata, and how it is to be compiled. */
static int
read_requirements(struct compilation *c, struct kernel *kernel)
{
	int64_t *number;
	size_t n, i;

	kernel->debugged = variables_are_kept(kernel->function);
	if (irmeta_get_ints(c->arena, kernel->function, irmeta_kind(METADATA_WORK_GROUP_SIZE), &number, &n) && n)
		for (i = 0; i < 3; i++)
			kernel->reqd_wg_size[i] = i < n ? (uint32_t)number[i] : 1;
	if (set_local_size(c, kernel))
		return -1;
	kernel->dimensions = 3;
	if (irmeta_get_ints(c->arena, kernel->function, irmeta_kind(METADATA_MUX_DIMENSIONS), &number, &n) && n) {
		if (n != 1 || number[0] < 1 || number[0] > 3)
			return kernel_error(c, kernel, NULL, "its metadata 'max_work_dim' is none of 1, 2 and 3");
		kernel->dimensions = (uint32_t)number[0];
	}
	kernel->sub_group_size = (uint32_t)required_sub_group(c, kernel->function);
	if (!kernel->sub_group_size)
		return kernel_error(c, kernel, NULL, "its attribute '%s' needs a required work-group size, of at most %d work-items"
				    " and no more than the sub-group size", ATTRIBUTE_MUX_ONE_SUB_GROUP, MAX_SUB_GROUP_SIZE);
	if (kernel->sub_group_size > MAX_SUB_GROUP_SIZE || (kernel->sub_group_size & (kernel->sub_group_size - 1)))
		return kernel_error(c, kernel, NULL, "sub-groups of %u are required: sizes are powers of two up to %d",
				    kernel->sub_group_size, MAX_SUB_GROUP_SIZE);
	kernel->lanes = irmodule_string_attribute(kernel->function, ATTRIBUTE_MUX_NO_SUB_GROUPS, NULL) ? 1 : kernel->sub_group_size;
	note_one_sub_group(kernel);
	return order_read(c, kernel);
}

static bool
is_called(LLVMValueRef function)
{
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
		if (LLVMIsACallInst(LLVMGetUser(use)) && call_target(LLVMGetUser(use)) == function)
			return true;
	return false;
}

/* Makes a new kernel that calls the old one, which becomes a function for all its callers. */
static void
wrap_kernel(struct compilation *c, LLVMValueRef function)
{
	const char *name = arena_strdup(c->arena, irmodule_name(function));
	const char *inner = arena_printf(c->arena, "__mux_called_%s", name);
	LLVMValueRef call;

	LLVMSetValueName2(function, inner, strlen(inner));
	call = entries_wrap(c->arena, c->module, function, name);
	LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
	LLVMSetInstructionCallConv(call, LLVMSPIRFUNCCallConv);
}

/* Kernels are cut into regions; a kernel that others call must also stay as a function. */
static void
wrap_called_kernels(struct compilation *c)
{
	LLVMValueRef function, next;

	for (function = LLVMGetFirstFunction(c->module); function; function = next) {
		next = LLVMGetNextFunction(function);
		if (!LLVMIsDeclaration(function) && irmodule_is_kernel(function) && is_called(function))
			wrap_kernel(c, function);
	}
}

/* The kernel that options name is none of those n. */
static int
no_such_kernel(struct compilation *c, const char *const *names, size_t n)
{
	const char *near = suggest(c->options->kernel, names, n);

	diag(DIAG_ERROR, near ? "no kernel '%s' in the module, did you mean '%s'?" : "no kernel '%s' in the module", c->options->kernel,
	     near);
	return -1;
}

static int
no_such_function(struct compilation *c)
{
	const char **names;
	LLVMValueRef function;
	size_t n = 0;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		n++;
	names = arena_calloc(c->arena, n, sizeof *names);
	n = 0;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function) && irmodule_is_kernel(function))
			names[n++] = irmodule_name(function);
	return no_such_kernel(c, names, n);
}

/* A function that is no kernel and that nothing calls, as OpenCL C's helpers in a header: they need not be static. */
static bool
has_unused(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function) && !irmodule_is_kernel(function) && !LLVMGetFirstUse(function))
			return true;
	return false;
}

/* Leaves the kernel that options name, or all of them without a name, and what they call. */
static int
keep_needed(struct compilation *c)
{
	const char *name = c->options->kernel;
	LLVMValueRef kept = name ? LLVMGetNamedFunction(c->module, name) : NULL, function;

	if (name && (!kept || LLVMIsDeclaration(kept) || !irmodule_is_kernel(kept)))
		return no_such_function(c);
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMIsDeclaration(function) || function == kept || (!name && irmodule_is_kernel(function)))
			continue;
		if (irmodule_is_kernel(function))
			LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
		LLVMSetLinkage(function, LLVMInternalLinkage);
	}
	return compilation_run_passes(c, "globaldce");
}

/* What device code gets that asks for its processor. */
static LLVMValueRef
processor_number(LLVMBuilderRef builder, void *user)
{
	const struct compilation *c = user;

	(void)builder;
	return const_int(c->i32, text_starts(LLVMGetTarget(c->module), "x86_64") ? ARCHITECTURE_X86_64 : ARCHITECTURE_UNKNOWN);
}

/* Runs the stages from a device module to one function per kernel. */
static int
prepare(struct compilation *c)
{
	if ((c->options->kernel || has_unused(c)) && keep_needed(c))
		return -1;
	wrap_called_kernels(c);
	c->sub_groups = c->options->sub_groups > 1 || has_sub_groups(c);
	fold_find(c);
	lower_dimensions(c);
	if (given_take(c) || generic_resolve(c) || object_target(c))
		return -1;
	irarchitecture_replace(c->module, processor_number, c);
	if (addrspace_strip(c) || lower_builtins(c) || libclc_link_images(c))
		return -1;
	inline_prepare(c, true);
	if (libclc_link(c))
		return -1;
	addrspace_find_again(c);
	if (lower_builtins(c))
		return -1;
	inline_prepare(c, false);
	return inline_kernels(c);
}

/* A module that is canonical: finds its kernels, and leaves the one that options name. */
static int
resume(struct compilation *c)
{
	const char **names;
	size_t n = 0, i;

	/* Kernels without sub-groups may call their functions, where another one of the module had some. */
	c->sub_groups = true;
	if (object_target(c) || canonical_find(c))
		return -1;
	names = arena_calloc(c->arena, c->nkernel, sizeof *names);
	for (i = 0; i < c->nkernel; i++) {
		names[i] = c->kernel[i].name;
		if (c->options->kernel && strcmp(c->kernel[i].name, c->options->kernel))
			LLVMDeleteFunction(c->kernel[i].function);
		else
			c->kernel[n++] = c->kernel[i];
	}
	i = c->nkernel;
	c->nkernel = n;
	return c->options->kernel && !n ? no_such_kernel(c, names, i) : 0;
}

/* Brings the module into the canonical form, unless it has it. */
static int
make_canonical(struct compilation *c)
{
	int failed;

	if (canonical_is(c->module))
		failed = resume(c);
	else if (!(failed = prepare(c)))
		canonical_note(c);
	if (failed)
		return -1;
	/* Reading it again has given it other names. */
	LLVMSetModuleIdentifier(c->module, "mux-aot", 7);
	LLVMSetSourceFileName(c->module, "mux-aot", 7);
	return 0;
}

/* The target's own passes, the last ones over the canonical form. */
static int
run_late_passes(struct compilation *c)
{
	const char *passes = c->options->late_passes;
	size_t i;

	if (!passes || !*passes)
		return 0;
	if (compilation_run_passes(c, passes))
		return -1;
	for (i = 0; i < c->nkernel; i++)
		if (!(c->kernel[i].function = LLVMGetNamedFunction(c->module, c->kernel[i].name)))
			return kernel_error(c, &c->kernel[i], NULL, "the passes '%s' removed it", passes);
	return 0;
}

/*
 * Which parameters of the entry are ComputeMux's: it has no information about work-items,
 * and that about the group is parameter 1.
 */
static void
note_schedule(struct compilation *c, struct kernel *kernel)
{
	static const char *const names[] = { "MuxWorkItemInfo", "MuxWorkGroupInfo" };
	LLVMMetadataRef name;
	size_t i;

	for (i = 0; kernel == c->kernel && i < sizeof names / sizeof *names; i++) {
		name = LLVMMDStringInContext2(c->context, names[i], strlen(names[i]));
		name = LLVMMDNodeInContext2(c->context, &name, 1);
		LLVMAddNamedMetadataOperand(c->module, METADATA_MUX_SCHEDULING, LLVMMetadataAsValue(c->context, name));
	}
	irmeta_set_ints(kernel->entry, irmeta_kind(METADATA_MUX_SCHEDULED), (const int64_t[]){ -1, 1 }, 2);
}

static int
compile_kernels(struct compilation *c)
{
	int failed = 0;
	size_t i;

	if (LLVMGetNamedMetadataNumOperands(c->module, "llvm.dbg.cu"))
		c->variables = variables_new(c);
	c->debugged = variables_are_all_kept(c);
	for (i = 0; i < c->nkernel; i++) {
		failed |= read_requirements(c, &c->kernel[i]);
		warn_of_size(c, &c->kernel[i]);
	}
	failed = failed || choice_prepare(c);
	for (i = 0; i < c->nkernel && !failed; i++) {
		failed = emit_kernel(c, &c->kernel[i]) || choice_emit(c, &c->kernel[i]);
		if (!failed)
			note_schedule(c, &c->kernel[i]);
	}
	if (failed)
		return -1;
	for (i = 0; i < c->nkernel; i++) {
		LLVMDeleteFunction(c->kernel[i].function);
		c->kernel[i].function = NULL;
	}
	return 0;
}

static int
write_object(struct compilation *c, const char *object)
{
	return optimize_module(c) || object_write(c, object) ? -1 : 0;
}

static int
write_shared(struct compilation *c, const char *out)
{
	const char **object = NULL, *only;
	size_t n = 1;

	if (parts_count(c) > 1)
		return parts_compile(c, c->options->jobs, write_object, &object, &n) || object_link(c, object, n, out) ? -1 : 0;
	table_emit(c);
	if (!spawn_folder(c->arena))
		return -1;
	only = spawn_path(c->arena, "kernels.o");
	return write_object(c, only) || object_link(c, &only, 1, out) ? -1 : 0;
}

static int
write_output(struct compilation *c, const char *out)
{
	switch (c->options->emit) {
	case MUX_EMIT_TABLE:
		return table_print(c, out);
	case MUX_EMIT_LL:
		table_emit(c);
		return optimize_module(c) || irmodule_write(c->module, out, true) ? -1 : 0;
	case MUX_EMIT_OBJ:
		table_emit(c);
		return write_object(c, out);
	default:
		return write_shared(c, out);
	}
}

int
mux_compile(struct arena *arena, const struct mux_options *options, LLVMModuleRef module, const char *out)
{
	bool exports = options->code && link_has_exports(module);
	struct compilation c;
	int failed;

	compilation_init(&c, arena, options, module);
	c.opencl_c = generic_is_opencl_c(module);
	failed = make_canonical(&c) || run_late_passes(&c);
	if (!failed && (link_drop_importers(&c) || exports) && options->code)
		link_keep_code(&c);
	if (options->emit == MUX_EMIT_CANONICAL || options->emit == MUX_EMIT_BITCODE)
		failed = failed || irmodule_write(c.module, out, options->emit == MUX_EMIT_CANONICAL);
	else
		failed = failed || compile_kernels(&c) || write_output(&c, out);
	compilation_free(&c);
	return failed ? -1 : 0;
}

LLVMModuleRef
mux_parse(struct arena *arena, const char *name, const char *code, size_t size)
{
	LLVMModuleRef module = spirv_is(code, size) ? spirv_read(arena, name, code, size) : irmodule_parse(name, code, size);

	if (!module || LLVMPointerSize(LLVMGetModuleDataLayout(module)) == 8)
		return module;
	diag(DIAG_ERROR, "cannot compile '%s': its addresses have %u bits, those of the processor 64: compile it for spir64 or spirv64",
	     name, 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module)));
	LLVMDisposeModule(module);
	return NULL;
}

LLVMModuleRef
mux_read(struct arena *arena, const char *path)
{
	LLVMModuleRef module;
	size_t size;
	char *text = mapfile_read(path, &size);

	if (!text)
		return NULL;
	module = mux_parse(arena, strcmp(path, "-") ? path : "<stdin>", text, size);
	free(text);
	return module;
}

static void
describe_source(struct compilation *c, struct kernel *kernel, FILE *stream)
{
	static const char *const kinds[] = { "kernel_arg_name", "kernel_arg_type", "kernel_arg_access_qual", "kernel_arg_type_qual" };
	int64_t *space = NULL;
	const char *text;
	uint64_t number;
	size_t n = 0, i, k;

	if (!irmeta_get_ints(c->arena, kernel->function, irmeta_kind("kernel_arg_addr_space"), &space, &n))
		n = 0;
	for (i = 0; i < kernel->narg; i++) {
		number = i < n ? (uint64_t)space[i] : 0;
		fwrite(&number, sizeof number, 1, stream);
		for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
			text = irmeta_get_text(c->arena, kernel->function, irmeta_kind(kinds[k]), i);
			fwrite(text, strlen(text) + 1, 1, stream);
		}
	}
}

char *
mux_describe(struct arena *arena, LLVMModuleRef module, size_t *size)
{
	static const struct mux_options no_options = { .cpu = "" };
	struct compilation c;
	struct memstream out;
	struct kernel *kernel;
	uint64_t number[7];
	int failed;
	size_t i;
	unsigned k;

	compilation_init(&c, arena, &no_options, module);
	failed = canonical_find(&c);
	memstream_begin(&out);
	for (i = 0; i < c.nkernel && !failed; i++) {
		kernel = &c.kernel[i];
		failed |= read_requirements(&c, kernel);
		memcpy(number, (const uint64_t[]){ kernel->local_size, kernel->sub_group_size, kernel->reqd_wg_size[0],
						   kernel->reqd_wg_size[1], kernel->reqd_wg_size[2], kernel->narg,
						   strlen(kernel->name) }, sizeof number);
		fwrite(number, sizeof number, 1, out.stream);
		for (k = 0; k < kernel->narg; k++) {
			memcpy(number, (const uint64_t[]){ kernel->arg[k].offset, kernel->arg[k].size, kernel->arg[k].align,
							   kernel->arg[k].kind }, 4 * sizeof *number);
			fwrite(number, sizeof *number, 4, out.stream);
		}
		fwrite(kernel->name, strlen(kernel->name) + 1, 1, out.stream);
		describe_source(&c, kernel, out.stream);
	}
	LLVMDisposeBuilder(c.builder);
	return failed ? NULL : memstream_end(&out, size);
}
