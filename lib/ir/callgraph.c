#include "callgraph.h"

#include <string.h>

/* Malformed modules may hold aliases that name each other in a ring. */
enum { MAX_ALIASES = 1000 };

static bool
gep_is_zero(LLVMValueRef gep)
{
	int i, n = LLVMGetNumOperands(gep);
	LLVMValueRef index;

	for (i = 1; i < n; i++) {
		index = LLVMGetOperand(gep, (unsigned)i);
		if (!LLVMIsAConstantInt(index) || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 64 ||
		    LLVMConstIntGetZExtValue(index))
			return false;
	}
	return true;
}

/* The function that a constant refers to through casts and aliases, or NULL. */
static LLVMValueRef
function_behind(LLVMValueRef value)
{
	int i;

	for (i = 0; value && i < MAX_ALIASES; i++) {
		switch (LLVMGetValueKind(value)) {
		case LLVMFunctionValueKind:
			return value;
		case LLVMGlobalAliasValueKind:
			value = LLVMAliasGetAliasee(value);
			break;
		case LLVMConstantExprValueKind:
			switch (LLVMGetConstOpcode(value)) {
			case LLVMBitCast:
			case LLVMAddrSpaceCast:
				break;
			case LLVMGetElementPtr:
				if (gep_is_zero(value))
					break;
				/* fallthrough */
			default:
				return NULL;
			}
			value = LLVMGetOperand(value, 0);
			break;
		default:
			return NULL;
		}
	}
	return NULL;
}

LLVMValueRef
callgraph_callee(LLVMValueRef call)
{
	return function_behind(LLVMGetCalledValue(call));
}

uint32_t
callgraph_index(const struct callgraph *graph, LLVMValueRef function)
{
	return ptrmap_get(&graph->index, function);
}

uint32_t
callgraph_add_node(struct callgraph *graph)
{
	return graph->nnode++;
}

void
callgraph_add_edge(struct callgraph *graph, uint32_t caller, uint32_t callee, LLVMValueRef instruction)
{
	size_t size = sizeof *graph->edge;

	if (graph->nedge == graph->room) {
		graph->room = graph->room ? graph->room * 2 : 1024;
		graph->edge = arena_grow(graph->arena, graph->edge, graph->nedge * size, graph->room * size);
	}
	graph->edge[graph->nedge++] = (struct callgraph_edge){ caller, { callee, instruction } };
}

/* Each pair is kept once. */
void
callgraph_add_call(struct callgraph *graph, uint32_t caller, uint32_t callee, LLVMValueRef instruction)
{
	if (graph->last[callee] == caller + 1)
		return;
	graph->last[callee] = caller + 1;
	callgraph_add_edge(graph, caller, callee, instruction);
}

static void
add_direct_call(struct callgraph *graph, uint32_t caller, LLVMValueRef instruction)
{
	LLVMValueRef function = callgraph_callee(instruction);
	uint32_t callee = function ? callgraph_index(graph, function) : CALLGRAPH_NONE;

	if (callee != CALLGRAPH_NONE)
		callgraph_add_call(graph, caller, callee, instruction);
}

static void
walk(struct callgraph *graph, uint32_t caller, const struct callgraph_visitor *visitor)
{
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	LLVMOpcode opcode;

	if (visitor && visitor->function)
		visitor->function(visitor->user, caller);
	for (block = LLVMGetFirstBasicBlock(graph->function[caller]); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			opcode = LLVMGetInstructionOpcode(instruction);
			if (opcode == LLVMCall || opcode == LLVMInvoke || opcode == LLVMCallBr)
				add_direct_call(graph, caller, instruction);
			if (visitor && visitor->instruction)
				visitor->instruction(visitor->user, caller, instruction, opcode);
		}
}

void
callgraph_init(struct callgraph *graph, struct arena *arena, uint32_t nfunction)
{
	memset(graph, 0, sizeof *graph);
	graph->arena = arena;
	graph->nfunction = graph->nnode = nfunction;
	graph->last = arena_calloc(arena, (size_t)nfunction + 1, sizeof *graph->last);
}

void
callgraph_build(struct callgraph *graph, struct arena *arena, LLVMModuleRef module,
		const struct callgraph_visitor *visitor)
{
	LLVMValueRef function;
	uint32_t i, n = 0;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		n++;
	callgraph_init(graph, arena, n);
	graph->function = arena_calloc(arena, n + 1, sizeof *graph->function);
	ptrmap_init(&graph->index, arena, n);
	for (i = 0, function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		ptrmap_set(&graph->index, function, i);
		graph->function[i++] = function;
	}
	for (i = 0; i < n; i++)
		walk(graph, i, visitor);
}

/* A counting sort by caller: stable, so calls stay in text order. */
static void
sort_edges(struct callgraph *graph)
{
	uint32_t *first = arena_calloc(graph->arena, (size_t)graph->nnode + 2, sizeof *first);
	size_t i;

	graph->call = arena_alloc(graph->arena, (graph->nedge + 1) * sizeof *graph->call);
	for (i = 0; i < graph->nedge; i++)
		first[graph->edge[i].caller + 2]++;
	for (i = 2; i < (size_t)graph->nnode + 2; i++)
		first[i] += first[i - 1];
	for (i = 0; i < graph->nedge; i++)
		graph->call[first[graph->edge[i].caller + 1]++] = graph->edge[i].call;
	graph->first = first;
}

/* Tarjan's algorithm with its own stacks. */
struct tarjan {
	struct callgraph *graph;
	uint32_t *number, *low;	/* number 0: not seen yet */
	uint32_t *open;		/* nodes whose component is not known yet */
	uint32_t *path, *next;	/* the depth-first path, and the next call to look at of each node on it */
	uint32_t nopen, npath, count;
};

static void
tarjan_enter(struct tarjan *t, uint32_t node)
{
	t->number[node] = t->low[node] = ++t->count;
	t->open[t->nopen++] = node;
	t->path[t->npath] = node;
	t->next[t->npath++] = t->graph->first[node];
}

static void
tarjan_leave(struct tarjan *t)
{
	uint32_t node = t->path[--t->npath], member;
	uint32_t *low = t->npath ? &t->low[t->path[t->npath - 1]] : NULL;

	if (low && t->low[node] < *low)
		*low = t->low[node];
	if (t->low[node] != t->number[node])
		return;
	do {
		member = t->open[--t->nopen];
		t->graph->component[member] = t->graph->ncomponent;
	} while (member != node);
	t->graph->ncomponent++;
}

static void
tarjan_run(struct tarjan *t, uint32_t root)
{
	struct callgraph *graph = t->graph;
	uint32_t node, callee;

	tarjan_enter(t, root);
	while (t->npath) {
		node = t->path[t->npath - 1];
		if (t->next[t->npath - 1] == graph->first[node + 1]) {
			tarjan_leave(t);
			continue;
		}
		callee = graph->call[t->next[t->npath - 1]++].callee;
		if (!t->number[callee])
			tarjan_enter(t, callee);
		else if (graph->component[callee] == CALLGRAPH_NONE && t->number[callee] < t->low[node])
			t->low[node] = t->number[callee];
	}
}

static void
list_members(struct callgraph *graph)
{
	uint32_t *first = arena_calloc(graph->arena, (size_t)graph->ncomponent + 2, sizeof *first), i;

	graph->member = arena_alloc(graph->arena, ((size_t)graph->nnode + 1) * sizeof *graph->member);
	for (i = 0; i < graph->nnode; i++)
		first[graph->component[i] + 2]++;
	for (i = 2; i < graph->ncomponent + 2; i++)
		first[i] += first[i - 1];
	for (i = 0; i < graph->nnode; i++)
		graph->member[first[graph->component[i] + 1]++] = i;
	graph->member_first = first;
}

void
callgraph_finish(struct callgraph *graph)
{
	size_t n = (size_t)graph->nnode + 1;
	uint32_t i, *memory = arena_calloc(graph->arena, 5 * n, sizeof *memory);
	struct tarjan t = { .graph = graph,
			    .number = memory,
			    .low = memory + n,
			    .open = memory + 2 * n,
			    .path = memory + 3 * n,
			    .next = memory + 4 * n };

	sort_edges(graph);
	graph->component = arena_alloc(graph->arena, n * sizeof *graph->component);
	memset(graph->component, 0xff, n * sizeof *graph->component);
	for (i = 0; i < graph->nnode; i++)
		if (!t.number[i])
			tarjan_run(&t, i);
	list_members(graph);
}

bool
callgraph_is_recursive(const struct callgraph *graph, uint32_t component)
{
	uint32_t node = graph->member[graph->member_first[component]], i;

	if (graph->member_first[component + 1] - graph->member_first[component] > 1)
		return true;
	for (i = graph->first[node]; i < graph->first[node + 1]; i++)
		if (graph->call[i].callee == node)
			return true;
	return false;
}

void
callgraph_reach(const struct callgraph *graph, const uint32_t *root, size_t n, uint8_t *reached)
{
	uint32_t *todo = arena_alloc(graph->arena, ((size_t)graph->nnode + 1) * sizeof *todo), node, i;
	size_t ntodo = 0, r;

	for (r = 0; r < n; r++) {
		if (reached[root[r]])
			continue;
		reached[root[r]] = 1;
		todo[ntodo++] = root[r];
		while (ntodo) {
			node = todo[--ntodo];
			for (i = graph->first[node]; i < graph->first[node + 1]; i++)
				if (!reached[graph->call[i].callee]) {
					reached[graph->call[i].callee] = 1;
					todo[ntodo++] = graph->call[i].callee;
				}
		}
	}
}

static void
turn_edges(struct callgraph *graph)
{
	uint32_t *first = arena_calloc(graph->arena, (size_t)graph->nnode + 2, sizeof *first), i, k;

	graph->caller = arena_alloc(graph->arena, (graph->nedge + 1) * sizeof *graph->caller);
	for (i = 0; i < graph->nedge; i++)
		first[graph->call[i].callee + 2]++;
	for (i = 2; i < graph->nnode + 2; i++)
		first[i] += first[i - 1];
	for (i = 0; i < graph->nnode; i++)
		for (k = graph->first[i]; k < graph->first[i + 1]; k++)
			graph->caller[first[graph->call[k].callee + 1]++] = i;
	graph->caller_first = first;
}

uint32_t *
callgraph_distances(struct callgraph *graph, const uint8_t *goal)
{
	size_t n = (size_t)graph->nnode + 1, size = n * sizeof(uint32_t);
	uint32_t *distance = arena_alloc(graph->arena, size), *queue = arena_alloc(graph->arena, size);
	uint32_t head = 0, tail = 0, i, k, caller;

	if (!graph->caller)
		turn_edges(graph);
	memset(distance, 0xff, size);
	for (i = 0; i < graph->nnode; i++)
		if (goal[i]) {
			distance[i] = 0;
			queue[tail++] = i;
		}
	for (; head < tail; head++) {
		i = queue[head];
		for (k = graph->caller_first[i]; k < graph->caller_first[i + 1]; k++) {
			caller = graph->caller[k];
			if (distance[caller] != CALLGRAPH_NONE)
				continue;
			distance[caller] = distance[i] + 1;
			queue[tail++] = caller;
		}
	}
	return distance;
}

const struct call *
callgraph_next(const struct callgraph *graph, const uint32_t *distance, uint32_t node)
{
	uint32_t i;

	if (!distance[node] || distance[node] == CALLGRAPH_NONE)
		return NULL;
	for (i = graph->first[node]; i < graph->first[node + 1]; i++)
		if (distance[graph->call[i].callee] == distance[node] - 1)
			return &graph->call[i];
	return NULL;
}
