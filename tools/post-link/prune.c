#include "prune.h"

#include <llvm-c/Comdat.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"
#include "names.h"
#include "post-link.h"

bool
prune_is_needed(const struct graph *graph, const struct closure *closure)
{
	size_t i;

	for (i = 0; i < closure->n; i++)
		if (graph->node[closure->node[i]].whole_only && !closure->declared[closure->node[i]])
			return true;
	return false;
}

static void
delete_lists(LLVMModuleRef module)
{
	LLVMValueRef v, next;

	for (v = LLVMGetFirstGlobal(module); v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (variable_is_dropped(irmodule_name(v)) || !strcmp(irmodule_name(v), "llvm.compiler.used"))
			LLVMDeleteGlobal(v);
	}
}

/* What is internal and unused goes with globaldce. */
static void
hide(const struct node *node)
{
	LLVMSetComdat(node->value, NULL);
	LLVMSetVisibility(node->value, LLVMDefaultVisibility);
	LLVMSetLinkage(node->value, LLVMInternalLinkage);
}

static void
set_linkage(const struct graph *graph, const struct closure *closure, uint32_t number)
{
	const struct node *node = &graph->node[number];
	bool own = closure->own[number] == closure->stamp;

	if (node->kind != NODE_FUNCTION || !node->defined)
		return;
	if (own && !options.image_dependencies)
		irmodule_set_string_attribute(node->value, "sycl-entry-point", "");
	if (own && LLVMGetLinkage(node->value) == LLVMInternalLinkage)
		LLVMSetLinkage(node->value, LLVMExternalLinkage);
	if (!own && !(closure_has(closure, number) && (node->is_virtual || node->indirect_target)))
		hide(node);
}

int
prune(const struct graph *graph, const struct closure *closure)
{
	uint32_t i;

	delete_lists(graph->module);
	for (i = 0; i < graph->nnode; i++) {
		if (closure_has(closure, i) && closure->declared[i] && graph->node[i].defined) {
			diag(DIAG_ERROR, "cannot cut '%s' out of an image with block addresses or prefixed functions",
			     irmodule_demangle(&arena, graph->node[i].name));
			return -1;
		}
		set_linkage(graph, closure, i);
	}
	return irmodule_run_passes(graph->module, "globaldce,strip-dead-debug-info,strip-dead-prototypes");
}
