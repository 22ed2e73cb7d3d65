#include "image.h"

#include <llvm-c/BitWriter.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "bitcode/bitcut.h"
#include "input.h"
#include "ir/irmodule.h"
#include "post-link.h"

static struct bitcut *cut;
static uint32_t *number;	/* [node]: in the bitcode */
static struct bitcut_global *global;	/* room for one image */

/* --- what is cut ------------------------------------------------------------------ */

/* Bitcode numbers variables, functions, aliases and ifuncs in module order. */
static void
number_nodes(const struct graph *graph)
{
	LLVMValueRef v;
	uint32_t n = 0, node;

	number = arena_alloc(&arena, ((size_t)graph->nnode + 1) * sizeof *number);
	for (v = LLVMGetFirstGlobal(graph->module); v; v = LLVMGetNextGlobal(v), n++)
		if ((node = graph_index(graph, v)) != PTRMAP_NONE)
			number[node] = n;
	for (v = LLVMGetFirstFunction(graph->module); v; v = LLVMGetNextFunction(v), n++)
		number[graph_index(graph, v)] = n;
	for (v = LLVMGetFirstGlobalAlias(graph->module); v; v = LLVMGetNextGlobalAlias(v), n++)
		number[graph_index(graph, v)] = n;
	for (v = LLVMGetFirstGlobalIFunc(graph->module); v; v = LLVMGetNextGlobalIFunc(v), n++)
		number[graph_index(graph, v)] = n;
}

/* LLVM's reader may have changed what it read: then names or places differ. */
static bool
is_the_same(const struct graph *graph, const struct bitmodule *module)
{
	const struct bitglobal *one;
	uint32_t i;

	for (i = 0; i < graph->nnode; i++) {
		one = number[i] < module->nglobal ? &module->global[number[i]] : NULL;
		if (!one || strlen(graph->node[i].name) != one->len || memcmp(graph->node[i].name, one->name, one->len) != 0)
			return false;
	}
	return true;
}

static const char *
open_bytes(const struct graph *graph, const char *bytes, size_t len)
{
	static const struct bitcut_options how = { "sycl-module-id", "sycl-entry-point", "sycl_registered_kernels" };
	const char *why;

	cut = bitcut_open(&arena, bytes, len, how, &why);
	if (cut && !is_the_same(graph, bitcut_module(cut)))
		return "not the module that LLVM reads";
	return why;
}

int
image_init(const struct graph *graph)
{
	LLVMMemoryBufferRef buffer;
	const char *bytes, *why;
	size_t len;

	number_nodes(graph);
	global = arena_alloc(&arena, ((size_t)graph->nnode + 1) * sizeof *global);
	bytes = input_bitcode(&len);
	if (bytes && !open_bytes(graph, bytes, len))
		return 0;
	buffer = LLVMWriteBitcodeToMemoryBuffer(graph->module);
	why = open_bytes(graph, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	if (why)
		diag(DIAG_ERROR, "cannot cut '%s' into images: %s", options.input[0], why);
	return why ? -1 : 0;
}

/* --- an image ---------------------------------------------------------------------- */

/* Functions that stay visible: entry points, targets of indirect calls; all else is the image's own. */
static bool
stays_external(const struct node *node)
{
	if (node->is_virtual || node->indirect_target)
		return true;
	if (options.image_dependencies)
		return node->kernel || node->import;
	return false;
}

static bool
is_local(LLVMLinkage linkage)
{
	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static struct bitcut_global
hold(const struct closure *closure, const struct node *node, uint32_t i)
{
	struct bitcut_global held = { .number = number[i], .linkage = BITCUT_KEEP };
	bool is_function = node->kind == NODE_FUNCTION && node->defined;

	held.declared = is_function && closure->declared[i];
	held.listed = node->kind == NODE_VARIABLE && !strcmp(node->name, "llvm.compiler.used");
	if (closure->own[i] == closure->stamp) {
		held.marked = is_function && !options.image_dependencies;
		if (is_local(LLVMGetLinkage(node->value)))
			held.linkage = LINKAGE_EXTERNAL;
	} else if (held.declared) {
		held.linkage = LINKAGE_EXTERNAL;
	} else if (is_function && !stays_external(node)) {
		held.linkage = LINKAGE_INTERNAL;
	}
	return held;
}

static int
by_number(const void *a, const void *b)
{
	const struct bitcut_global *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

int
image_cut(const struct graph *graph, const struct closure *closure, struct bitwriter *writer)
{
	size_t i;

	for (i = 0; i < closure->n; i++)
		global[i] = hold(closure, &graph->node[closure->node[i]], closure->node[i]);
	qsort(global, closure->n, sizeof *global, by_number);
	if (!bitcut_write(cut, global, closure->n, writer))
		return 0;
	diag(DIAG_ERROR, "cannot cut an image out of '%s': it mentions what it does not hold", options.input[0]);
	return -1;
}
