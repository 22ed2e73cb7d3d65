#include "integration.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "base/outfile.h"
#include "entries.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "ir/irtype.h"

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

	if (!irmeta_get_ints(arena, kernel, irmeta_kind(METADATA_FUNCTOR_SIZE), &size, &n) || n != 1)
		return 0;
	return (uint64_t)size[0];
}

/* --- data of function objects ------------------------------------------------- */

/* A capture that code of the module uses. */
struct capture {
	LLVMTypeRef lambda;
	uint64_t index;		/* of the structure's element */
};

struct captures {
	struct capture *item;	/* in order */
	size_t n, room;
};

static bool
is_lambda(LLVMTypeRef type)
{
	static const char prefix[] = "class.anon";
	const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;

	return name && !strncmp(name, prefix, sizeof prefix - 1);
}

static int
compare_captures(const void *a, const void *b)
{
	const struct capture *x = a, *y = b;

	if (x->lambda != y->lambda)
		return (uintptr_t)x->lambda < (uintptr_t)y->lambda ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void
note_capture(struct captures *captures, LLVMValueRef instruction, struct arena *arena)
{
	LLVMValueRef index;

	if (!LLVMIsAGetElementPtrInst(instruction) || LLVMGetNumOperands(instruction) < 3 ||
	    !is_lambda(LLVMGetGEPSourceElementType(instruction)))
		return;
	index = LLVMGetOperand(instruction, 2);
	if (!LLVMIsAConstantInt(index))
		return;
	if (captures->n == captures->room) {
		captures->room = 2 * captures->room + 64;
		captures->item = arena_grow(arena, captures->item, captures->n * sizeof *captures->item,
			captures->room * sizeof *captures->item);
	}
	captures->item[captures->n++] = (struct capture){ LLVMGetGEPSourceElementType(instruction), LLVMConstIntGetZExtValue(index) };
}

static struct captures
find_captures(const struct callgraph *graph, struct arena *arena)
{
	struct captures captures = { 0 };
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++)
		for (block = LLVMGetFirstBasicBlock(graph->function[i]); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
				note_capture(&captures, instruction, arena);
	if (captures.n)
		qsort(captures.item, captures.n, sizeof *captures.item, compare_captures);
	return captures;
}

/* clang fills the gaps between captures and the end with bytes, which no code uses. */
static bool
is_padding(const struct captures *captures, LLVMTypeRef lambda, unsigned i)
{
	const struct capture key = { lambda, i };
	LLVMTypeRef type = irtype_member(lambda, i);

	if (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	return i && type == LLVMInt8TypeInContext(irmodule_context()) &&
		!(captures->n && bsearch(&key, captures->item, captures->n, sizeof *captures->item, compare_captures));
}

/* The bytes of a type without the padding of lambdas in it. */
static uint64_t
data_size(const struct captures *captures, LLVMTargetDataRef layout, LLVMTypeRef type)
{
	uint64_t size = 0;
	unsigned i;

	if (!is_lambda(type))
		return LLVMABISizeOfType(layout, type);
	for (i = 0; i < LLVMCountStructElementTypes(type); i++)
		if (!is_padding(captures, type, i))
			size += data_size(captures, layout, irtype_member(type, i));
	return size;
}

/* 0: not known. */
static uint64_t
functor_data(const struct captures *captures, LLVMValueRef kernel)
{
	LLVMTypeRef type = entries_functor(kernel);

	return type ? data_size(captures, LLVMGetModuleDataLayout(LLVMGetGlobalParent(kernel)), type) : 0;
}

/* --- header ------------------------------------------------------------------- */

static void
put_class(FILE *out, const char *class, const char *name, uint64_t size, uint64_t data)
{
	fprintf(out, "class %s;\n"
		"template <> struct sycl::detail::kernel_info<::%s> {\n"
		"\tstatic constexpr const char *name() { return \"%s\"; }\n"
		"\tstatic constexpr unsigned long functor_size = %" PRIu64 ";\n"
		"\tstatic constexpr unsigned long functor_data() { return %" PRIu64 "; }\n"
		"};\n", class, class, name, size, data);
}

/* A kernel whose name text before the source cannot write. */
struct unnamed {
	const char *name;
	const char *base;	/* the name without the headers' number; the same pointer when it has none */
	uint64_t data;
	uint64_t declared;	/* where its class is declared; 0: not known */
};

static void
put_unnamed(FILE *out, const struct unnamed *kernel, size_t n)
{
	size_t i;

	fputs("namespace {\n"
	      "extern const sycl::detail::unnamed_kernel __sycl_unnamed_kernels[];\n"
	      "const sycl::detail::unnamed_kernel __sycl_unnamed_kernels[] = {\n", out);
	for (i = 0; i < n; i++)
		fprintf(out, "\t{ \"%s\", %" PRIu64 " },\n", kernel[i].name, kernel[i].data);
	fputs("\t{ nullptr, 0 }\n};\n}\n", out);
}

/* T of "_ZTS13__sycl_numberITLi1EE", which is the name of a further type that is called T like others. */
static const char *
base_name(struct arena *arena, const char *name)
{
	static const char number[] = "_ZTS13__sycl_numberI";
	const char *end = strrchr(name, 'L');
	size_t len = sizeof number - 1;

	if (strncmp(name, number, len) || !end || end < name + len)
		return name;
	return arena_printf(arena, "_ZTS%.*s", (int)(end - name - (ptrdiff_t)len), name + len);
}

/*
 * Line and column of the first statement of the call operator, when the kernel
 * is named after the class of its function object; else 0.
 */
static uint64_t
declared_at(const struct callgraph *graph, uint32_t kernel, const uint8_t *inherits, const char *base)
{
	uint32_t i = entries_operator(graph, kernel, inherits);
	const char *method = irmodule_name(graph->function[i]), *class = base + strlen("_ZTS");
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(graph->function[i]);
	LLVMValueRef instruction;

	/* The class Z4mainE1L has the method _ZZ4mainENK1LclEv; a lambda in it would be Ul. */
	if (i == kernel || strncmp(class, "Z", 1) || strncmp(method, "_ZZ", 3) || strstr(method, "Ul") ||
	    strncmp(method + 2, class, strcspn(class, "E")))
		return 0;
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
			if (LLVMGetDebugLocLine(instruction))
				return (uint64_t)LLVMGetDebugLocLine(instruction) << 32 | LLVMGetDebugLocColumn(instruction);
	return 0;
}

static void
exchange(struct unnamed *a, struct unnamed *b)
{
	const struct unnamed old = *a;

	*a = *b;
	*b = old;
}

/*
 * Types of one name are numbered in the order of their uses, by other compilers in
 * the order of their declarations, which the runtime expects.  Sorts the function
 * objects of one name by their declarations.
 */
static void
sort_unnamed(struct unnamed *kernel, size_t n)
{
	size_t i, k;

	for (i = 0; i < n; i++) {
		if (kernel[i].base == kernel[i].name)
			continue;
		for (k = 0; k < i; k++)
			if (kernel[i].declared && kernel[k].declared > kernel[i].declared && !strcmp(kernel[k].base, kernel[i].base))
				exchange(&kernel[k], &kernel[i]);
	}
}

static void
put_kernels(FILE *out, const struct callgraph *graph, const uint8_t *inherits, struct arena *arena, const char *id)
{
	struct unnamed *unnamed = arena_calloc(arena, graph->nfunction + 1, sizeof *unnamed);
	const struct captures captures = find_captures(graph, arena);
	const char *name, *class, *base;
	size_t n = 0;
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++) {
		if (!irmodule_is_kernel(graph->function[i]) || LLVMIsDeclaration(graph->function[i]))
			continue;
		name = plain_name(arena, graph->function[i], id);
		class = global_class(arena, name);
		if (class) {
			put_class(out, class, name, functor_size(arena, graph->function[i]),
				functor_data(&captures, graph->function[i]));
			continue;
		}
		base = base_name(arena, name);
		unnamed[n++] = (struct unnamed){ name, base, functor_data(&captures, graph->function[i]), declared_at(graph, i, inherits, base) };
	}
	sort_unnamed(unnamed, n);
	put_unnamed(out, unnamed, n);
}

int
integration_write_header(const char *path, const struct callgraph *graph, const uint8_t *inherits, struct arena *arena,
			 const char *id)
{
	struct outfile out;

	if (outfile_open(&out, path))
		return -1;
	fputs("// Integration header: the kernels of a translation unit, to be included in front of it.\n"
	      "#define __SYCL_INTEGRATION_HEADER__ 1\n"
	      "#include <sycl/detail/kernel_info.hpp>\n", out.stream);
	put_kernels(out.stream, graph, inherits, arena, id);
	return outfile_commit(&out);
}

/* --- footer --------------------------------------------------------------------- */

bool
integration_is_marker(const struct annotation *annotation)
{
	return !strcmp(annotation->text, ANNOTATION_SPEC_ID);
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
