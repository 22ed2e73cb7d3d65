#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/order.h"
#include "features.h"
#include "format/irnames.h"
#include "globals.h"
#include "image.h"
#include "ir/irmodule.h"
#include "names.h"
#include "post-link.h"

/* State while the graph is read. */
struct reader {
	struct graph *graph;
	size_t room;			/* of graph->dep */
	uint32_t current;		/* node whose needs are read */
	uint32_t *seen;			/* [node] == stamp: already a dependency */
	uint32_t stamp;
	struct ptrmap plain;		/* constants that mention no global value */
	struct indirect {
		uint32_t caller;
		uint64_t type;		/* type_id() of the functions that it may enter */
	} *indirect;
	size_t nindirect, indirect_room;
};

uint32_t
graph_index(const struct graph *graph, LLVMValueRef value)
{
	return ptrmap_get(&graph->index, value);
}

static void
add_dependency(struct reader *r, uint32_t node)
{
	struct graph *graph = r->graph;

	if (node == PTRMAP_NONE || r->seen[node] == r->stamp)
		return;
	r->seen[node] = r->stamp;
	if (graph->ndep == r->room) {
		graph->dep = arena_grow(&arena, graph->dep, r->room * sizeof *graph->dep,
					(r->room ? r->room * 2 : 4096) * sizeof *graph->dep);
		r->room = r->room ? r->room * 2 : 4096;
	}
	graph->dep[graph->ndep++] = node;
}

/*
 * llvm.compiler.used keeps variables in every image.  Functions are only kept for
 * entry points: __attribute__((used)) must not put a kernel into every image.
 */
static void
scan_used_list(struct reader *r, LLVMValueRef list)
{
	unsigned n = (unsigned)LLVMGetNumOperands(list), i;
	LLVMValueRef member;

	for (i = 0; i < n; i++) {
		member = LLVMGetOperand(list, i);
		while (LLVMIsAConstantExpr(member))
			member = LLVMGetOperand(member, 0);
		if (LLVMIsAGlobalVariable(member) && !is_device_global(member))
			add_dependency(r, graph_index(r->graph, member));
	}
}

/* Adds the global values that a constant mentions; true when there are any. */
static bool
scan_constant(struct reader *r, LLVMValueRef value)
{
	bool found = false;
	unsigned i, n;

	switch (LLVMGetValueKind(value)) {
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
		add_dependency(r, graph_index(r->graph, value));
		return true;
	case LLVMConstantExprValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
	case LLVMConstantPtrAuthValueKind:
	case LLVMInstructionValueKind:	/* of no_cfi and dso_local_equivalent, too, for which the C interface has no kind */
		if (!LLVMIsAConstant(value) || ptrmap_get(&r->plain, value) != PTRMAP_NONE)
			return false;
		n = (unsigned)LLVMGetNumOperands(value);
		for (i = 0; i < n; i++)
			found |= scan_constant(r, LLVMGetOperand(value, i));
		if (!found)
			ptrmap_set(&r->plain, value, 1);
		return found;
	case LLVMBlockAddressValueKind:
		add_dependency(r, graph_index(r->graph, LLVMGetBlockAddressFunction(value)));
		return true;
	default:
		return false;
	}
}

static void
add_indirect(struct reader *r, uint64_t type)
{
	if (r->nindirect == r->indirect_room) {
		r->indirect_room = r->indirect_room ? r->indirect_room * 2 : 64;
		r->indirect = realloc(r->indirect, r->indirect_room * sizeof *r->indirect);
		if (!r->indirect)
			die("out of memory");
	}
	r->indirect[r->nindirect++] = (struct indirect){ r->current, type };
}

/* Adds the global values that the body mentions, from the records. */
static void
scan_records(struct reader *r, struct node *node, uint32_t number)
{
	struct bitcut *cut = image_cutter();
	const uint32_t *found;
	size_t n, i;

	node->size = bitcut_size(cut, number);
	found = bitcut_mentions(cut, number, &n);
	for (i = 0; i < n; i++)
		add_dependency(r, image_node(found[i]));
	found = bitcut_indirect_calls(cut, number, &n);
	for (i = 0; i < n; i++)
		add_indirect(r, found[i]);
}

static void
note_indirect_call(struct reader *r, LLVMValueRef call)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);

	if (LLVMGetValueKind(callee) != LLVMInlineAsmValueKind && !LLVMIsAConstant(callee))
		add_indirect(r, (uintptr_t)LLVMGetCalledFunctionType(call));
}

/* The same from LLVM's instructions, when modules are only compared. */
static void
scan_body(struct reader *r, struct node *node)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	LLVMOpcode opcode;
	int i, n;

	for (block = LLVMGetFirstBasicBlock(node->value); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			node->size++;
			opcode = LLVMGetInstructionOpcode(instruction);
			n = LLVMGetNumOperands(instruction);
			for (i = 0; i < n; i++)
				scan_constant(r, LLVMGetOperand(instruction, (unsigned)i));
			if (opcode == LLVMCall || opcode == LLVMInvoke)
				note_indirect_call(r, instruction);
		}
}

static void
scan_function(struct reader *r, struct node *node)
{
	if (image_cutter()) {
		scan_records(r, node, image_number(r->current));
		node->whole |= bitcut_is_addressed(image_cutter(), image_number(r->current));
	} else {
		scan_body(r, node);
	}
	if (LLVMHasPersonalityFn(node->value))
		scan_constant(r, LLVMGetPersonalityFn(node->value));
	if (LLVMHasPrefixData(node->value))
		scan_constant(r, LLVMGetPrefixData(node->value));
	if (LLVMHasPrologueData(node->value))
		scan_constant(r, LLVMGetPrologueData(node->value));
}

static void
scan_node(struct reader *r, struct node *node)
{
	LLVMValueRef initializer;
	uint32_t i;

	node->first = (uint32_t)r->graph->ndep;
	switch (node->kind) {
	case NODE_FUNCTION:
		scan_function(r, node);
		break;
	case NODE_VARIABLE:
		initializer = LLVMGetInitializer(node->value);
		if (initializer && !strcmp(node->name, "llvm.compiler.used"))
			scan_used_list(r, initializer);
		else if (initializer)
			scan_constant(r, initializer);
		break;
	case NODE_ALIAS:
		scan_constant(r, LLVMAliasGetAliasee(node->value));
		break;
	case NODE_IFUNC:
		scan_constant(r, LLVMGetGlobalIFuncResolver(node->value));
		break;
	}
	node->ndep = (uint32_t)r->graph->ndep - node->first;
	if (node->kind == NODE_ALIAS || node->kind == NODE_IFUNC)
		for (i = 0; i < node->ndep; i++)
			r->graph->node[r->graph->dep[node->first + i]].whole = true;
}

/* A number for the type of a function: from the bitcode, or LLVM's pointer. */
static uint64_t
type_id(const struct graph *graph, uint32_t node)
{
	if (image_cutter())
		return image_program()->global[image_number(node)].row.op[GLOBAL_TYPE];
	return (uintptr_t)LLVMGlobalGetValueType(graph->node[node].value);
}

/*
 * An indirect call may enter every function of its type whose address is taken
 * for that purpose: those follow the caller's own dependencies, so the caller's
 * list moves to the end of graph->dep.
 */
static void
resolve_indirect_calls(struct reader *r)
{
	struct graph *graph = r->graph;
	uint32_t *target = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *target);
	size_t ntarget = 0, i, j;
	uint32_t k;

	for (k = 0; k < graph->nnode; k++)
		if (graph->node[k].indirect_target && graph->node[k].defined && !graph->node[k].kernel)
			target[ntarget++] = k;
	for (i = 0; ntarget && i < r->nindirect; i++) {
		struct node *caller = &graph->node[r->indirect[i].caller];
		uint32_t first = (uint32_t)graph->ndep;

		r->stamp++;
		for (k = 0; k < caller->ndep; k++)
			add_dependency(r, graph->dep[caller->first + k]);
		for (j = 0; j < ntarget; j++)
			if (type_id(graph, target[j]) == r->indirect[i].type)
				add_dependency(r, target[j]);
		caller->first = first;
		caller->ndep = (uint32_t)graph->ndep - first;
	}
	free(r->indirect);
}

static void
add_node(struct graph *graph, LLVMValueRef value, enum node_kind kind)
{
	struct node *node = &graph->node[graph->nnode];

	node->value = value;
	node->name = irmodule_name(value);
	node->kind = kind;
	ptrmap_set(&graph->index, value, graph->nnode++);
}

static void
add_nodes(struct graph *graph)
{
	LLVMModuleRef module = graph->module;
	LLVMValueRef v;
	size_t n = 1;

	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		n++;
	for (v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
		n++;
	for (v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
		n++;
	for (v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v))
		n++;
	if (n >= PTRMAP_NONE)
		die("'%s' holds too many functions and variables", options.input[0]);
	graph->node = arena_calloc(&arena, n, sizeof *graph->node);
	ptrmap_init(&graph->index, &arena, n);
	for (v = LLVMGetFirstGlobal(module); v; v = LLVMGetNextGlobal(v))
		if (!variable_is_dropped(irmodule_name(v)))
			add_node(graph, v, NODE_VARIABLE);
	for (v = LLVMGetFirstFunction(module); v; v = LLVMGetNextFunction(v))
		add_node(graph, v, NODE_FUNCTION);
	for (v = LLVMGetFirstGlobalAlias(module); v; v = LLVMGetNextGlobalAlias(v))
		add_node(graph, v, NODE_ALIAS);
	for (v = LLVMGetFirstGlobalIFunc(module); v; v = LLVMGetNextGlobalIFunc(v))
		add_node(graph, v, NODE_IFUNC);
}

/* Dropped from images that do not use it; other linkages keep a variable in every image. */
static bool
is_discardable(LLVMLinkage linkage)
{
	switch (linkage) {
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMInternalLinkage:
	case LLVMPrivateLinkage:
	case LLVMAvailableExternallyLinkage:
		return true;
	default:
		return false;
	}
}

static int
classify(struct node *node)
{
	LLVMValueRef v = node->value;
	struct features *features;

	node->defined = !LLVMIsDeclaration(v);
	if (node->kind == NODE_VARIABLE)
		node->everywhere = node->defined && !is_discardable(LLVMGetLinkage(v));
	if (node->kind != NODE_FUNCTION)
		return 0;
	node->kernel = irmodule_is_kernel(v);
	node->is_virtual = irmodule_string_attribute(v, ATTRIBUTE_INDIRECTLY_CALLABLE, NULL) != NULL;
	node->of_some_processors = irmodule_string_attribute(v, ATTRIBUTE_OF_SOME_PROCESSORS, NULL) != NULL;
	node->indirect_target = irmodule_string_attribute(v, "referenced-indirectly", NULL) != NULL;
	if (options.only_kernels)
		node->entry = node->defined && (node->kernel || node->is_virtual);
	else
		node->entry = irmodule_is_entry(v);
	node->import = options.image_dependencies && !node->kernel && name_is_importable(node);
	if (features_read(&features, node))
		return -1;
	node->features = features;
	return 0;
}

int
graph_by_name(const void *a, const void *b, void *graph)
{
	const struct node *node = ((const struct graph *)graph)->node;

	return strcmp(node[*(const uint32_t *)a].name, node[*(const uint32_t *)b].name);
}

static void
collect_roots(struct graph *graph)
{
	uint32_t i;

	graph->entry = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *graph->entry);
	graph->everywhere = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *graph->everywhere);
	for (i = 0; i < graph->nnode; i++) {
		if (graph->node[i].entry)
			graph->entry[graph->nentry++] = i;
		if (graph->node[i].everywhere)
			graph->everywhere[graph->neverywhere++] = i;
	}
	qsort_r(graph->entry, graph->nentry, sizeof *graph->entry, graph_by_name, graph);
}

int
graph_build(struct graph *graph, LLVMModuleRef module)
{
	struct reader r = { .graph = graph };
	int failed = 0;
	uint32_t i;

	memset(graph, 0, sizeof *graph);
	graph->module = module;
	add_nodes(graph);
	if (image_cutter())
		image_init(graph);
	r.seen = arena_calloc(&arena, (size_t)graph->nnode + 1, sizeof *r.seen);
	ptrmap_init(&r.plain, &arena, 1024);
	for (i = 0; i < graph->nnode; i++)
		failed |= classify(&graph->node[i]);
	if (failed)
		return -1;
	for (i = 0; i < graph->nnode; i++) {
		r.current = i;
		r.stamp = i + 1;
		scan_node(&r, &graph->node[i]);
	}
	resolve_indirect_calls(&r);
	collect_roots(graph);
	return 0;
}

static bool
mentions(LLVMValueRef value, LLVMValueRef what, int depth)
{
	int i, n;

	if (value == what)
		return true;
	if (depth > 20 || !LLVMIsAConstant(value) || LLVMIsAGlobalValue(value))
		return false;
	n = LLVMGetNumOperands(value);
	for (i = 0; i < n; i++)
		if (mentions(LLVMGetOperand(value, (unsigned)i), what, depth + 1))
			return true;
	return false;
}

/* The function, variable or alias of that name in the module with all bodies. */
static LLVMValueRef
whole_value(const struct graph *graph, uint32_t node)
{
	LLVMModuleRef whole = image_whole(graph->module);
	const char *name = graph->node[node].name;

	if (whole == graph->module)
		return graph->node[node].value;
	switch (graph->node[node].kind) {
	case NODE_FUNCTION: return LLVMGetNamedFunction(whole, name);
	case NODE_VARIABLE: return LLVMGetNamedGlobal(whole, name);
	case NODE_ALIAS: return LLVMGetNamedGlobalAlias(whole, name, strlen(name));
	default: return LLVMGetNamedGlobalIFunc(whole, name, strlen(name));
	}
}

LLVMValueRef
graph_use(const struct graph *graph, uint32_t from, uint32_t to)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction, user, what;
	int i, n;

	if (graph->node[from].kind != NODE_FUNCTION)
		return NULL;
	user = whole_value(graph, from);
	what = whole_value(graph, to);
	for (block = user && what ? LLVMGetFirstBasicBlock(user) : NULL; block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			n = LLVMGetNumOperands(instruction);
			for (i = 0; i < n; i++)
				if (mentions(LLVMGetOperand(instruction, (unsigned)i), what, 0))
					return instruction;
		}
	return NULL;
}

/* --- closures ------------------------------------------------------------ */

void
closure_init(struct closure *closure, const struct graph *graph)
{
	size_t n = (size_t)graph->nnode + 1;

	closure->node = arena_calloc(&arena, n, sizeof *closure->node);
	closure->mark = arena_calloc(&arena, n, sizeof *closure->mark);
	closure->declared = arena_calloc(&arena, n, sizeof *closure->declared);
	closure->own = arena_calloc(&arena, n, sizeof *closure->own);
	closure->n = 0;
	closure->stamp = 0;
	closure->for_all = false;
}

void
closure_start(struct closure *closure)
{
	closure->stamp++;
	closure->n = 0;
}

static void
enter(struct closure *closure, uint32_t node, bool declared)
{
	if (closure->mark[node] == closure->stamp)
		return;
	closure->mark[node] = closure->stamp;
	closure->declared[node] = declared;
	closure->node[closure->n++] = node;
}

/* Follows the dependencies of the closure's nodes from position i on. */
static uint64_t
follow(struct closure *closure, const struct graph *graph, size_t i, bool has_virtual)
{
	uint64_t size = 0;
	uint32_t k;

	for (; i < closure->n; i++) {
		const struct node *node = &graph->node[closure->node[i]];

		if (closure->declared[closure->node[i]])
			continue;
		size += node->size;
		for (k = 0; k < node->ndep; k++) {
			uint32_t to = graph->dep[node->first + k];
			const struct node *dep = &graph->node[to];

			if (closure->for_all && dep->of_some_processors)
				continue;
			enter(closure, to, !dep->defined || (!dep->whole && (dep->import || (dep->is_virtual && !has_virtual))));
		}
	}
	return size;
}

static void
make(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry, size_t neverywhere)
{
	bool has_virtual = false;
	size_t i;

	closure_start(closure);
	for (i = 0; i < nentry; i++) {
		enter(closure, entry[i], false);
		closure->own[entry[i]] = closure->stamp;
		has_virtual |= graph->node[entry[i]].is_virtual;
	}
	for (i = 0; i < neverywhere; i++)
		enter(closure, graph->everywhere[i], false);
	follow(closure, graph, 0, has_virtual);
}

void
closure_reach(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry)
{
	make(closure, graph, entry, nentry, 0);
}

void
closure_make(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry)
{
	make(closure, graph, entry, nentry, graph->neverywhere);
	qsort(closure->node, closure->n, sizeof *closure->node, order_uint32s);
}

void
closure_make_for_all(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry)
{
	closure->for_all = true;
	closure_make(closure, graph, entry, nentry);
	closure->for_all = false;
}

uint64_t
closure_add(struct closure *closure, const struct graph *graph, uint32_t entry)
{
	size_t first = closure->n;

	enter(closure, entry, false);
	return follow(closure, graph, first, graph->node[entry].is_virtual);
}

void
graph_chains(const struct graph *graph, const uint32_t *root, size_t n, const struct closure *within, uint32_t *from,
	     uint32_t *queue)
{
	size_t head = 0, tail = 0, i;
	uint32_t k;

	if (!within)
		memset(from, 0xff, graph->nnode * sizeof *from);
	for (i = 0; within && i < within->n; i++)
		from[within->node[i]] = PTRMAP_NONE;
	for (i = 0; i < n; i++)
		if (from[root[i]] == PTRMAP_NONE) {
			from[root[i]] = root[i];
			queue[tail++] = root[i];
		}
	for (; head < tail; head++) {
		const struct node *node = &graph->node[queue[head]];

		for (k = 0; k < node->ndep; k++) {
			uint32_t to = graph->dep[node->first + k];

			if ((within && !closure_has(within, to)) || from[to] != PTRMAP_NONE)
				continue;
			from[to] = queue[head];
			queue[tail++] = to;
		}
	}
}
