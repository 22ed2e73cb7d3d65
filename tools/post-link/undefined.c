#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "chain.h"
#include "check.h"
#include "ir/irmodule.h"
#include "names.h"

static bool
is_allowed(const struct node *node)
{
	size_t i;

	if (node->import)
		return true;
	for (i = 0; i < options.nallow_import; i++)
		if (!fnmatch(options.allow_import[i], node->name, 0))
			return true;
	return false;
}

int
check_undefined(const struct graph *graph)
{
	const char *triple = LLVMGetTarget(graph->module);
	uint32_t *from = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *from);
	uint32_t *missing = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *missing), i;
	enum diag_severity severity = options.allow_undefined ? DIAG_WARNING : DIAG_ERROR;
	size_t n = 0, k;

	graph_chains(graph, graph->entry, graph->nentry, NULL, from, missing);
	for (i = 0; i < graph->nnode; i++)
		if (!graph->node[i].defined && from[i] != PTRMAP_NONE && !name_is_builtin(graph->node[i].name, triple) &&
		    !is_allowed(&graph->node[i]))
			missing[n++] = i;
	qsort_r(missing, n, sizeof *missing, graph_by_name, (void *)graph);
	for (k = 0; k < n; k++) {
		uint32_t user = from[missing[k]];
		struct diag_place place = place_of(graph_use(graph, user, missing[k]));

		diag_at(place.file ? &place : NULL, severity, "%s '%s' is used by device code but defined nowhere",
			graph->node[missing[k]].kind == NODE_FUNCTION ? "function" : "variable",
			irmodule_demangle(&arena, graph->node[missing[k]].name));
		chain_note(graph, from, missing[k]);
	}
	return n && !options.allow_undefined ? -1 : 0;
}
