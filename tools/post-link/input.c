#include "input.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"
#include "format/triple.h"
#include "graph.h"
#include "hash.h"
#include "image.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "ir/irvirtual.h"
#include "post-link.h"

struct input {
	const char *path;
	LLVMModuleRef module;
	struct graph graph;
	struct hasher *hasher;
	bool have_graph;
};

static struct input *input;
static struct irmodule_file only;	/* the bytes of a single input */
static bool has_bodies = true;		/* the module that was read has them */

/* A kernel of one input. */
struct kernel {
	const char *name;
	size_t input;
	LLVMValueRef function;
};

static int
by_name(const void *a, const void *b)
{
	const struct kernel *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->input > y->input) - (x->input < y->input);
}

static struct kernel *
list_kernels(size_t *n)
{
	struct kernel *kernel = NULL;
	size_t i, room = 0;
	LLVMValueRef f;

	*n = 0;
	for (i = 0; i < options.ninput; i++)
		for (f = LLVMGetFirstFunction(input[i].module); f; f = LLVMGetNextFunction(f)) {
			if (!irmodule_is_kernel(f) || LLVMIsDeclaration(f))
				continue;
			if (*n == room) {
				kernel = arena_grow(&arena, kernel, room * sizeof *kernel, (2 * room + 64) * sizeof *kernel);
				room = 2 * room + 64;
			}
			kernel[(*n)++] = (struct kernel){ irmodule_name(f), i, f };
		}
	if (*n)
		qsort(kernel, *n, sizeof *kernel, by_name);
	return kernel;
}

static int
hash_kernel(struct hash *hash, const struct kernel *kernel)
{
	struct input *in = &input[kernel->input];

	if (!in->have_graph) {
		if (graph_build(&in->graph, in->module))
			return -1;
		in->hasher = hasher_new(&in->graph);
		in->have_graph = true;
	}
	*hash = hash_closure(in->hasher, graph_index(&in->graph, kernel->function));
	return 0;
}

/* The module's path, with its source if the path does not show it. */
static const char *
input_name(const struct input *in)
{
	size_t len;
	const char *source = LLVMGetSourceFileName(in->module, &len);

	if (!len || !strcmp(source, in->path))
		return arena_printf(&arena, "'%s'", in->path);
	return arena_printf(&arena, "'%s' (source '%s')", in->path, source);
}

/* Were both kernels the same before optimisation?  That depends on what else a source has, by what it inlines. */
static bool
had_same_contents(const struct kernel *first, const struct kernel *second)
{
	const unsigned kind = irmeta_kind(METADATA_CONTENTS);
	int64_t *a, *b;
	size_t na, nb;

	return irmeta_get_ints(&arena, first->function, kind, &a, &na) &&
	       irmeta_get_ints(&arena, second->function, kind, &b, &nb) && na && na == nb && !memcmp(a, b, na * sizeof *a);
}

/*
 * Two kernels of one name.  If they and all they reach are equal, they come from
 * one header in two sources, and one is dropped.  Otherwise it is an error: the
 * program would silently run the wrong one.
 */
static int
check_pair(const struct kernel *first, const struct kernel *second)
{
	bool same = had_same_contents(first, second);
	struct hash a, b;

	if (!same) {
		if (hash_kernel(&a, first) || hash_kernel(&b, second))
			return -1;
		same = !memcmp(&a, &b, sizeof a);
	}
	LLVMSetComdat(second->function, NULL);
	LLVMSetLinkage(second->function, LLVMAvailableExternallyLinkage);
	if (same)
		return 0;
	diag(options.allow_duplicates ? DIAG_WARNING : DIAG_ERROR, "kernel '%s' is not the same in %s and %s",
	     irmodule_demangle(&arena, first->name), input_name(&input[first->input]), input_name(&input[second->input]));
	return options.allow_duplicates ? 0 : -1;
}

static int
check_duplicates(void)
{
	size_t n, i, first = 0;
	struct kernel *kernel = list_kernels(&n);
	int failed = 0;

	for (i = 1; i < n; i++) {
		if (strcmp(kernel[first].name, kernel[i].name) != 0)
			first = i;
		else
			failed |= check_pair(&kernel[first], &kernel[i]);
	}
	return failed;
}

static LLVMModuleRef
link_all(void)
{
	size_t i;

	for (i = 1; i < options.ninput; i++)
		if (LLVMLinkModules2(input[0].module, input[i].module)) {
			diag(DIAG_ERROR, "cannot link '%s'", input[i].path);
			return NULL;
		}
	return input[0].module;
}

/* Reports host code in the device link, for which back ends have unclear messages. */
static int
check_triple(const struct input *in)
{
	const char *triple = LLVMGetTarget(in->module);

	if (!*triple || triple_find(triple))
		return 0;
	diag(DIAG_ERROR, "'%s' is code for '%s', which is not a device", in->path, triple);
	return -1;
}

/*
 * Keeps the bytes of a single input: images are cut out of them, and LLVM reads the
 * bodies only when it must.
 */
static LLVMModuleRef
read_one(const char *path)
{
	LLVMModuleRef module = NULL;

	if (options.ninput > 1)
		return irmodule_read(path);
	if (irmodule_load(&only, path))
		return NULL;
	if (irmodule_is_bitcode(&only) && !options.hashes && !options.check_inputs)
		module = image_skeleton(only.name, only.text, only.len);
	has_bodies = !module;
	if (!module)
		module = irmodule_parse(only.name, only.text, only.len);
	irmodule_rest(&only);
	return module;
}

LLVMModuleRef
input_whole(void)
{
	return has_bodies ? NULL : irmodule_parse(only.name, only.text, only.len);
}

/* Virtual calls need bodies, all of the program. */
static LLVMModuleRef
link_virtuals(LLVMModuleRef module)
{
	LLVMModuleRef whole;

	if (!module || options.hashes || !irvirtual_is_in(module))
		return module;
	whole = input_whole();
	if (!has_bodies && !whole)
		return NULL;
	if (whole) {
		image_forget();
		LLVMDisposeModule(module);
		module = whole;
		has_bodies = true;
	}
	return irvirtual_link(module, &arena) ? NULL : module;
}

LLVMModuleRef
input_read(void)
{
	size_t i;

	input = arena_calloc(&arena, options.ninput, sizeof *input);
	for (i = 0; i < options.ninput; i++) {
		input[i].path = options.input[i];
		input[i].module = read_one(options.input[i]);
		if (!input[i].module || check_triple(&input[i]))
			return NULL;
	}
	if (options.ninput > 1 && check_duplicates())
		return NULL;
	return options.check_inputs ? input[0].module : link_virtuals(link_all());
}
