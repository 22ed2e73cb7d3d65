#include "prop.h"

static inline void
set_bit(struct flow *flow, uint64_t *rows, uint32_t node, uint32_t aspect)
{
	rows[node * flow->words + aspect / 64] |= 1ull << aspect % 64;
}

static void
put_list(struct flow *flow, uint64_t *rows, uint32_t node, struct aspect_list list)
{
	uint32_t i;

	for (i = 0; i < list.n; i++)
		set_bit(flow, rows, node, list.aspect[i]);
}

/* The aspects of a kernel's device_has property are required, like those of the attribute. */
static void
put_own(struct flow *flow, const struct uses *uses)
{
	const struct facts *facts;
	uint32_t i, k;

	for (i = 0; i < uses->graph.nfunction; i++) {
		facts = &uses->facts[i];
		for (k = 0; k < facts->nuse; k++)
			set_bit(flow, flow->used, i, uses->use[facts->first_use + k].aspect);
		put_list(flow, flow->declared, i, facts->declared);
		put_list(flow, flow->declared, i, facts->property);
	}
}

static void
add_row(const struct flow *flow, uint64_t *rows, uint32_t to, uint32_t from)
{
	uint64_t *a = rows + to * flow->words, *b = rows + from * flow->words;
	size_t w;

	for (w = 0; w < flow->words; w++)
		a[w] |= b[w];
}

/* Joins the aspects of all members and their callees in the first member, then copies them to all; the same for recursion. */
static void
flow_component(struct flow *flow, const struct callgraph *graph, const uint32_t *member, uint32_t n, uint64_t *rows)
{
	uint32_t i, k;

	for (i = 0; i < n; i++) {
		add_row(flow, rows, member[0], member[i]);
		for (k = graph->first[member[i]]; k < graph->first[member[i] + 1]; k++)
			add_row(flow, rows, member[0], graph->call[k].callee);
	}
	for (i = 1; i < n; i++)
		add_row(flow, rows, member[i], member[0]);
}

static void
reach_from_entries(struct flow *flow, const struct uses *uses)
{
	const struct callgraph *graph = &uses->graph;
	uint32_t *root = arena_alloc(uses->arena, ((size_t)graph->nfunction + 1) * sizeof *root), i;
	size_t n = 0;

	flow->reached = arena_calloc(uses->arena, (size_t)graph->nnode + 1, 1);
	for (i = 0; i < graph->nfunction; i++)
		if (uses->facts[i].is_entry)
			root[n++] = i;
	callgraph_reach(graph, root, n, flow->reached);
}

void
flow_compute(struct flow *flow, const struct uses *uses)
{
	const struct callgraph *graph = &uses->graph;
	const uint32_t *member;
	uint32_t c, n;

	flow->words = (uses->aspects->n + 63) / 64;
	flow->used = arena_calloc(uses->arena, graph->nnode * flow->words + 1, sizeof *flow->used);
	flow->declared = arena_calloc(uses->arena, graph->nnode * flow->words + 1, sizeof *flow->declared);
	put_own(flow, uses);
	reach_from_entries(flow, uses);
	for (c = 0; c < graph->ncomponent; c++) {
		member = graph->member + graph->member_first[c];
		n = graph->member_first[c + 1] - graph->member_first[c];
		/* Callers that no entry point reaches get nothing. */
		if (!flow->reached[member[0]])
			continue;
		flow_component(flow, graph, member, n, flow->used);
		flow_component(flow, graph, member, n, flow->declared);
	}
}
