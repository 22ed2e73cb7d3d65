#include "mux/image/table.h"

#include <string.h>

#include "base/outfile.h"

static LLVMValueRef
constant_data(struct compilation *c, LLVMValueRef value, const char *name)
{
	LLVMValueRef global = LLVMAddGlobal(c->module, LLVMTypeOf(value), name);

	LLVMSetInitializer(global, value);
	LLVMSetGlobalConstant(global, 1);
	LLVMSetLinkage(global, LLVMPrivateLinkage);
	return global;
}

static LLVMValueRef
u32(struct compilation *c, uint32_t number)
{
	return const_int(c->i32, number);
}

static LLVMValueRef
args_data(struct compilation *c, const struct kernel *kernel)
{
	LLVMValueRef *arg = arena_calloc(c->arena, kernel->narg, sizeof *arg), part[4];
	LLVMTypeRef type = LLVMArrayType2(c->i32, 4);
	unsigned i;

	if (!kernel->narg)
		return LLVMConstNull(c->ptr);
	for (i = 0; i < kernel->narg; i++) {
		part[0] = u32(c, kernel->arg[i].offset);
		part[1] = u32(c, kernel->arg[i].size);
		part[2] = u32(c, kernel->arg[i].align);
		part[3] = u32(c, kernel->arg[i].kind);
		arg[i] = LLVMConstArray2(c->i32, part, 4);
	}
	return constant_data(c, LLVMConstArray2(type, arg, kernel->narg), "args");
}

/* One struct mux_kernel; kernel NULL: the last one. */
static LLVMValueRef
entry_data(struct compilation *c, const struct kernel *kernel)
{
	static const struct kernel none;
	const struct kernel *k = kernel ? kernel : &none;
	LLVMValueRef null = LLVMConstNull(c->ptr), name = null, size[3], field[13];
	unsigned n = 0, i;

	if (kernel)
		name = constant_data(c, LLVMConstStringInContext2(c->context, k->name, strlen(k->name), 0), "name");
	for (i = 0; i < 3; i++)
		size[i] = u32(c, k->reqd_wg_size[i]);
	field[n++] = u32(c, MUX_ABI_VERSION);
	field[n++] = u32(c, k->flags);
	field[n++] = name;
	field[n++] = kernel ? k->entry : null;
	field[n++] = kernel ? args_data(c, k) : null;
	field[n++] = u32(c, k->narg);
	field[n++] = u32(c, k->packed_size);
	field[n++] = const_int(c->i64, k->local_size);
	field[n++] = const_int(c->i64, k->scratch_per_item);
	field[n++] = LLVMConstArray2(c->i32, size, 3);
	field[n++] = u32(c, kernel ? c->options->width : 0);
	field[n++] = u32(c, kernel ? k->sub_group_size : 0);
	field[n++] = u32(c, 0);
	return LLVMConstStructInContext(c->context, field, n, 0);
}

void
table_emit(struct compilation *c)
{
	LLVMValueRef *entry = arena_calloc(c->arena, c->nkernel + 1, sizeof *entry), table;
	size_t i;

	for (i = 0; i < c->nkernel; i++)
		entry[i] = entry_data(c, &c->kernel[i]);
	entry[c->nkernel] = entry_data(c, NULL);
	table = LLVMAddGlobal(c->module, LLVMArrayType2(LLVMTypeOf(entry[0]), c->nkernel + 1), MUX_TABLE_SYMBOL);
	LLVMSetInitializer(table, LLVMConstArray2(LLVMTypeOf(entry[0]), entry, c->nkernel + 1));
	LLVMSetGlobalConstant(table, 1);
}

static void
print_kernel(FILE *stream, const struct kernel *kernel)
{
	static const char *const kinds[] = { "value", "pointer", "local", "byval", "image", "sampler" };
	unsigned i;

	fprintf(stream, "%s packed=%u local=%lu scratch=%lu", kernel->name, kernel->packed_size, kernel->local_size,
		kernel->scratch_per_item);
	if (kernel->reqd_wg_size[0])
		fprintf(stream, " size=%u,%u,%u", kernel->reqd_wg_size[0], kernel->reqd_wg_size[1],
			kernel->reqd_wg_size[2]);
	if (kernel->sub_group_size > 1)
		fprintf(stream, " sub-group=%u", kernel->sub_group_size);
	fputs(kernel->flags & MUX_KERNEL_BARRIERS ? " barriers" : "", stream);
	fputs(kernel->flags & MUX_KERNEL_LOCAL_MEM ? " local-memory" : "", stream);
	fputs(kernel->flags & MUX_KERNEL_ANY_GROUPS ? " any-groups\n" : "\n", stream);
	for (i = 0; i < kernel->narg; i++)
		fprintf(stream, "\t%s %u at %u\n", kinds[kernel->arg[i].kind], kernel->arg[i].size,
			kernel->arg[i].offset);
}

int
table_print(struct compilation *c, const char *path)
{
	struct outfile out = { 0 };
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < c->nkernel; i++)
		print_kernel(out.stream, &c->kernel[i]);
	return outfile_commit(&out);
}
