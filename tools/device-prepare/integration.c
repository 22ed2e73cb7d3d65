#include "integration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

/* --- header ------------------------------------------------------------------- */

/* The kernel's name without the module id that local names have. */
static const char *
plain_name(struct arena *arena, LLVMValueRef kernel, const char *id)
{
	const char *name = irmodule_name(kernel);
	size_t len = strlen(name), tail = strlen(id) + 1;

	if (len > tail && (name[len - tail] == '@' || name[len - tail] == '$'))
		len -= tail;
	return arena_strndup(arena, name, len);
}

/*
 * The class that names the kernel, if it is in the global namespace: only such
 * a class can be declared before unknown text.  NULL for others.
 */
static const char *
global_class(struct arena *arena, const char *kernel)
{
	const char *name = kernel + strlen("_ZTS");
	char *end;
	unsigned long len;

	if (strncmp(kernel, "_ZTS", 4))
		return NULL;
	len = strtoul(name, &end, 10);
	/* An unnamed class is "$_0". */
	return end > name && strlen(end) == len && *end != '$' ? arena_strdup(arena, end) : NULL;
}

static uint64_t
functor_size(struct arena *arena, LLVMValueRef kernel)
{
	int64_t *size;
	size_t n;

	if (!irmeta_get_ints(arena, kernel, irmeta_kind("sycl_functor_size"), &size, &n) || n != 1)
		return 0;
	return (uint64_t)size[0];
}

static void
put_class(FILE *out, const char *class, const char *name, uint64_t size)
{
	fprintf(out, "class %s;\n"
		"template <> struct sycl::detail::kernel_info<::%s> {\n"
		"\tstatic constexpr const char *name() { return \"%s\"; }\n"
		"\tstatic constexpr unsigned long functor_size = %llu;\n"
		"};\n", class, class, name, (unsigned long long)size);
}

/* Names of kernels that text before the source cannot write. */
static void
put_unnamed(FILE *out, const char *const *name, size_t n)
{
	size_t i;

	fputs("namespace { extern const char *const __sycl_unnamed_kernels[]; const char *const __sycl_unnamed_kernels[] = {\n", out);
	for (i = 0; i < n; i++)
		fprintf(out, "\t\"%s\",\n", name[i]);
	fputs("\tnullptr };\n}\n", out);
}

static void
put_kernels(FILE *out, const struct callgraph *graph, struct arena *arena, const char *id)
{
	const char **unnamed = arena_calloc(arena, graph->nfunction + 1, sizeof *unnamed), *name, *class;
	size_t n = 0;
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++) {
		if (!irmodule_is_kernel(graph->function[i]) || LLVMIsDeclaration(graph->function[i]))
			continue;
		name = plain_name(arena, graph->function[i], id);
		class = global_class(arena, name);
		if (class)
			put_class(out, class, name, functor_size(arena, graph->function[i]));
		else
			unnamed[n++] = name;
	}
	put_unnamed(out, unnamed, n);
}

int
integration_write_header(const char *path, const struct callgraph *graph, struct arena *arena, const char *id)
{
	struct outfile out;

	if (outfile_open(&out, path))
		return -1;
	fputs("// Integration header: the kernels of a translation unit, to be included in front of it.\n"
	      "#define __SYCL_INTEGRATION_HEADER__ 1\n"
	      "namespace sycl { namespace detail { template <typename Name> struct kernel_info; } }\n", out.stream);
	put_kernels(out.stream, graph, arena, id);
	return outfile_commit(&out);
}

/* --- footer --------------------------------------------------------------------- */

bool
integration_is_marker(const struct annotation *annotation)
{
	return !strcmp(annotation->text, "sycl-spec-id");
}

/* The string that the function returns, NULL when it returns none. */
static const char *
returned_string(struct arena *arena, LLVMValueRef function)
{
	LLVMBasicBlockRef last = LLVMIsAFunction(function) ? LLVMGetLastBasicBlock(function) : NULL;
	LLVMValueRef end = last ? LLVMGetBasicBlockTerminator(last) : NULL;

	if (!end || !LLVMIsAReturnInst(end) || LLVMGetNumOperands(end) != 1)
		return NULL;
	return annotations_string(arena, LLVMGetOperand(end, 0));
}

/* The shim that leads to the variable, if it needs one, then its specialization. */
static void
put_constant(FILE *out, const struct annotation *annotation, struct arena *arena)
{
	const char *id = returned_string(arena, annotation->target);

	if (!id || annotation->n_values != 2 || !annotation->string[0])
		return;
	if (annotation->string[1])
		fprintf(out, "%s\n", annotation->string[1]);
	fprintf(out, "template <> inline const char *sycl::detail::get_spec_constant_symbolic_ID<%s>()\n{\n\treturn \"%s\";\n}\n",
		annotation->string[0], id);
}

int
integration_write_footer(const char *path, const struct annotations *annotations, struct arena *arena)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	fputs("// Integration footer: the symbolic ids of a translation unit, to be included behind it.\n", out.stream);
	for (i = 0; i < annotations->n; i++)
		if (integration_is_marker(&annotations->item[i]))
			put_constant(out.stream, &annotations->item[i], arena);
	fputs("#include <sycl/detail/spec_const_integration.hpp>\n", out.stream);
	return outfile_commit(&out);
}
