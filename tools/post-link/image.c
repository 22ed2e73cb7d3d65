#include "image.h"

#include <llvm-c/BitWriter.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "bitcode/bitcut.h"
#include "format/irnames.h"
#include "input.h"
#include "ir/irmodule.h"
#include "post-link.h"

static struct bitmodule program;
static struct bitcut *cut;
static bool is_written;		/* the records are those that LLVM wrote, not the input's */
static uint32_t *number;	/* [node]: in the bitcode */
static uint32_t *node_of;	/* [number] */
static struct bitcut_global *global;	/* room for one image */

/* --- the program's records ---------------------------------------------------------- */

/* Bitcode numbers variables, functions, aliases and ifuncs in module order. */
static void
each_global(LLVMModuleRef module, void (*visit)(void *user, LLVMValueRef value, uint32_t n), void *user)
{
	LLVMValueRef v;
	uint32_t n = 0;

	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		visit(user, v, n++);
	for (v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
		visit(user, v, n++);
	for (v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
		visit(user, v, n++);
	for (v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v))
		visit(user, v, n++);
}

static void
compare_name(void *user, LLVMValueRef value, uint32_t n)
{
	bool *same = user;
	size_t len;
	const char *name = LLVMGetValueName2(value, &len);

	if (n >= program.nglobal || program.global[n].len != len || memcmp(program.global[n].name, name, len) != 0)
		*same = false;
}

/* LLVM's reader may have changed the module: then names or order differ. */
static bool
is_the_same(LLVMModuleRef module)
{
	bool same = true;

	each_global(module, compare_name, &same);
	return same;
}

/* written: by LLVM, just now. */
static const char *
read_bytes(const char *bytes, size_t len, bool written)
{
	static const struct bitcut_options how = { ATTRIBUTE_MODULE_ID, ATTRIBUTE_ENTRY_POINT, METADATA_REGISTERED_KERNELS };
	const char *why = (written ? bitmodule_read_written : bitmodule_read)(&program, &arena, bytes, len);

	cut = why ? NULL : bitcut_new(&arena, &program, how, &why);
	return why;
}

LLVMModuleRef
image_skeleton(const char *name, const char *bytes, size_t len)
{
	struct bitwriter writer = { 0 };
	LLVMModuleRef module = NULL;

	if (!read_bytes(bytes, len, false) && !bitcut_write_skeleton(cut, &writer))
		module = irmodule_parse(name, (const char *)writer.byte, writer.n);
	bitwriter_free(&writer);
	if (module && is_the_same(module))
		return module;
	if (module)
		LLVMDisposeModule(module);
	cut = NULL;
	return NULL;
}

/* Makes the cutter anew, of what LLVM writes of the whole module.  Returns what is wrong, NULL for nothing. */
static const char *
open_written(LLVMModuleRef module)
{
	LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(module);
	const char *why = read_bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer), true);

	is_written = true;
	if (!why && !is_the_same(module))
		why = "LLVM reads another module than it writes";
	return why;
}

void
image_forget(void)
{
	if (cut)
		bitcut_free(cut);
	cut = NULL;
}

int
image_open(LLVMModuleRef module)
{
	const char *why = cut ? NULL : open_written(module);

	if (why)
		diag(DIAG_ERROR, "cannot read '%s': %s", options.input[0], why);
	return why ? -1 : 0;
}

struct bitcut *
image_cutter(void)
{
	return cut;
}

LLVMModuleRef
image_whole(LLVMModuleRef module)
{
	static LLVMModuleRef whole;

	if (!whole)
		whole = input_whole();
	return whole ? whole : module;
}

const struct bitmodule *
image_program(void)
{
	return &program;
}

static void
note_number(void *user, LLVMValueRef value, uint32_t n)
{
	uint32_t node = graph_index(user, value);

	/* Lists without a meaning in an image have no node. */
	if (node != PTRMAP_NONE)
		number[node] = n;
	node_of[n] = node;
}

uint32_t
image_number(uint32_t node)
{
	return number[node];
}

uint32_t
image_node(uint32_t of_number)
{
	return node_of[of_number];
}

void
image_init(const struct graph *graph)
{
	number = arena_alloc(&arena, ((size_t)graph->nnode + 1) * sizeof *number);
	node_of = arena_alloc(&arena, (program.nglobal + 1) * sizeof *node_of);
	global = arena_alloc(&arena, ((size_t)graph->nnode + 1) * sizeof *global);
	each_global(graph->module, note_number, (struct graph *)graph);
}

/* --- an image ---------------------------------------------------------------------- */

/* Functions that stay visible: entry points and targets of indirect calls; others become internal. */
static bool
stays_external(const struct node *node)
{
	if (node->is_virtual || node->indirect_target)
		return true;
	if (options.image_dependencies)
		return node->kernel || (node->import && !node->whole);
	return false;
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
		if (irmodule_is_local(node->value))
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
	LLVMModuleRef whole;
	size_t i;

	for (i = 0; i < closure->n; i++)
		global[i] = hold(closure, &graph->node[closure->node[i]], closure->node[i]);
	qsort(global, closure->n, sizeof *global, by_number);
	if (!bitcut_write(cut, global, closure->n, writer))
		return 0;
	if (!is_written) {
		whole = image_whole(graph->module);
		if (whole == graph->module)
			return -1;	/* LLVM refused the bodies, and said so */
		bitcut_free(cut);
		bitwriter_reset(writer);
		if (!open_written(whole) && is_the_same(graph->module) && !bitcut_write(cut, global, closure->n, writer))
			return 0;
	}
	diag(DIAG_ERROR, "cannot cut an image out of '%s': it mentions what it does not hold", options.input[0]);
	return -1;
}
