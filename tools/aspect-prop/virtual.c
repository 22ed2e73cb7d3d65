#include "prop.h"

#include <string.h>

#include "base/args.h"

/* The sets by name; node i represents set i. */
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

/* --- which callers count -------------------------------------------------- */

/* The pushed values, or their initializers, contain a virtual function. */
static bool
holds_virtual(struct walk *walk, struct body *body)
{
	const struct program *program = body->program;
	const struct bitglobal *global;
	struct bitconstant constant;
	uint32_t number;

	while (walk->n) {
		number = walk->number[--walk->n];
		if (body_constant(body, number, &constant)) {
			if (constant.row.code != CST_CODE_BLOCKADDRESS)
				walk_push_operands(walk, body, &constant.row);
			continue;
		}
		global = &program->bits.global[number];
		if (global->kind == BITGLOBAL_ALIAS)
			walk_push(walk, body, global->row.op[ALIAS_ALIASEE]);
		else if (global->kind == BITGLOBAL_VARIABLE && global->row.op[VARIABLE_INITIALIZER])
			walk_push(walk, body, global->row.op[VARIABLE_INITIALIZER] - 1);
		else if (global->kind == BITGLOBAL_FUNCTION &&
			 program_function_attributes(program, program->function[number])->callable)
			return true;
	}
	return false;
}

/*
 * A function that only stores the address of a table of virtual functions is a
 * constructor.  A conservative analysis marks it as calling them indirectly; it gets
 * nothing from the sets.
 */
static bool
only_constructs(struct uses *uses, uint32_t function)
{
	struct body *body = &uses->body;
	size_t i;

	if (!program_is_defined(uses->program, function))
		return false;
	walk_begin(&uses->walk);
	for (body_open(body, function); body_next(body);) {
		if (body_is_call(body) && program_attributes(uses->program, body->walk.record.op[0])->virtual_call)
			return false;
		for (i = 0; i < body->walk.record.n; i++)
			if (body_operand(body, i) != BITMODULE_NONE)
				walk_push(&uses->walk, body, body_operand(body, i));
	}
	return holds_virtual(&uses->walk, body);
}

void
virtual_connect(struct uses *uses)
{
	struct callgraph *graph = &uses->graph;
	struct virtual_sets sets = { .graph = graph, .arena = graph->arena };
	const struct attributes *attributes;
	char **set;
	uint32_t i;
	size_t n, k;

	for (i = 0; i < graph->nfunction; i++) {
		attributes = program_function_attributes(uses->program, i);
		if (attributes->callable)
			callgraph_add_edge(graph, set_node(&sets, attributes->callable), i, NULL);
		if (!attributes->calls || only_constructs(uses, i))
			continue;
		set = args_split(graph->arena, attributes->calls, ',', &n);
		for (k = 0; k < n; k++)
			callgraph_add_edge(graph, i, set_node(&sets, set[k]), NULL);
	}
}
