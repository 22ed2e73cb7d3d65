#include "prop.h"

#include <string.h>

#include "base/args.h"
#include "ir/irmodule.h"

/* The sets by name; node i stands for set i. */
struct virtual_sets {
	struct callgraph *graph;
	struct arena *arena;
	const char **name;
	uint32_t *node;
	size_t n, room;
};

static uint32_t
set_node(struct virtual_sets *sets, const char *name)
{
	size_t i, room = sets->room;

	for (i = 0; i < sets->n; i++)
		if (!strcmp(sets->name[i], name))
			return sets->node[i];
	if (sets->n == room) {
		sets->room = room ? room * 2 : 16;
		sets->name = arena_grow(sets->arena, sets->name, room * sizeof *sets->name,
					sets->room * sizeof *sets->name);
		sets->node = arena_grow(sets->arena, sets->node, room * sizeof *sets->node,
					sets->room * sizeof *sets->node);
	}
	sets->name[sets->n] = name;
	return sets->node[sets->n++] = callgraph_add_node(sets->graph);
}

static const char *
attribute_text(struct virtual_sets *sets, LLVMValueRef function, const char *name)
{
	size_t len;
	const char *text = irmodule_string_attribute(function, name, &len);

	return text ? arena_strndup(sets->arena, text, len) : NULL;
}

/* --- which callers count -------------------------------------------------- */

static bool
is_virtual_call(LLVMValueRef instruction)
{
	return LLVMGetCallSiteStringAttribute(instruction, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					      "virtual-call", strlen("virtual-call"));
}

/* A walk through constants and initializers in search of a virtual function. */
struct table_walk {
	struct ptrmap seen;
	LLVMValueRef *todo;
	size_t ntodo, room;
	struct arena *arena;
};

static void
table_push(struct table_walk *walk, LLVMValueRef value)
{
	size_t size = sizeof *walk->todo;

	if (!value || !LLVMIsConstant(value) || ptrmap_get(&walk->seen, value) != PTRMAP_NONE)
		return;
	ptrmap_set(&walk->seen, value, 0);
	if (walk->ntodo == walk->room) {
		walk->room = walk->room ? walk->room * 2 : 32;
		walk->todo = arena_grow(walk->arena, walk->todo, walk->ntodo * size, walk->room * size);
	}
	walk->todo[walk->ntodo++] = value;
}

/* Is there a virtual function in what was pushed?  What was seen before is not looked at again. */
static bool
table_holds_virtual(struct table_walk *walk)
{
	LLVMValueRef value;
	int i, n;

	while (walk->ntodo) {
		value = walk->todo[--walk->ntodo];
		switch (LLVMGetValueKind(value)) {
		case LLVMFunctionValueKind:
			if (irmodule_string_attribute(value, "indirectly-callable", NULL))
				return true;
			break;
		case LLVMGlobalVariableValueKind:
			table_push(walk, LLVMGetInitializer(value));
			break;
		case LLVMGlobalAliasValueKind:
			table_push(walk, LLVMAliasGetAliasee(value));
			break;
		case LLVMBlockAddressValueKind:
			break;
		default:
			for (i = 0, n = LLVMGetNumOperands(value); i < n; i++)
				table_push(walk, LLVMGetOperand(value, (unsigned)i));
		}
	}
	return false;
}

/*
 * A function that only stores the address of a table of virtual functions
 * constructs objects; that it may call them indirectly is said of it by an
 * analysis that cannot tell.  It gets nothing from the sets.
 */
static bool
only_constructs(struct virtual_sets *sets, LLVMValueRef function)
{
	struct table_walk walk = { .arena = sets->arena };
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	LLVMOpcode opcode;
	int i, n;

	ptrmap_init(&walk.seen, sets->arena, 64);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (instruction = LLVMGetFirstInstruction(block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			opcode = LLVMGetInstructionOpcode(instruction);
			if ((opcode == LLVMCall || opcode == LLVMInvoke) && is_virtual_call(instruction))
				return false;
			for (i = 0, n = LLVMGetNumOperands(instruction); i < n; i++)
				table_push(&walk, LLVMGetOperand(instruction, (unsigned)i));
		}
	return table_holds_virtual(&walk);
}

void
virtual_connect(struct callgraph *graph)
{
	struct virtual_sets sets = { .graph = graph, .arena = graph->arena };
	const char *text;
	char **set;
	uint32_t i;
	size_t n, k;

	for (i = 0; i < graph->nfunction; i++) {
		text = attribute_text(&sets, graph->function[i], "indirectly-callable");
		if (text)
			callgraph_add_edge(graph, set_node(&sets, text), i, NULL);
		text = attribute_text(&sets, graph->function[i], "calls-indirectly");
		if (!text || only_constructs(&sets, graph->function[i]))
			continue;
		set = args_split(graph->arena, text, ',', &n);
		for (k = 0; k < n; k++)
			callgraph_add_edge(graph, i, set_node(&sets, set[k]), NULL);
	}
}
