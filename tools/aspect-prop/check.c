#include "prop.h"

#include <inttypes.h>
#include <string.h>

#include "base/diag.h"
#include "format/aspect.h"
#include "format/requirements.h"

/* --- chains --------------------------------------------------------------- */

void
chains_init(struct chains *chains, struct uses *uses, const struct flow *flow)
{
	uint32_t i;

	memset(chains, 0, sizeof *chains);
	chains->uses = uses;
	chains->flow = flow;
	chains->distance = arena_calloc(uses->arena, (size_t)uses->aspects->n + 1, sizeof *chains->distance);
	for (i = 0; i < uses->graph.nfunction; i++)
		chains->propagated |= uses->facts[i].is_entry && uses->facts[i].has_targets;
}

static bool
callee_has(const struct chains *chains, uint32_t node, uint32_t aspect)
{
	const struct callgraph *graph = &chains->uses->graph;
	uint32_t i;

	for (i = graph->first[node]; i < graph->first[node + 1]; i++)
		if (graph->call[i].callee != node && flow_has(chains->flow, chains->flow->used, graph->call[i].callee, aspect))
			return true;
	return false;
}

/*
 * Goals are the functions that use the aspect themselves.  After an earlier run the
 * metadata of every caller lists it too: then metadata counts only if no callee
 * explains it.
 */
static uint8_t *
find_goals(const struct chains *chains, uint32_t aspect)
{
	const struct uses *uses = chains->uses;
	uint8_t *goal = arena_calloc(uses->arena, (size_t)uses->graph.nnode + 1, 1);
	const struct use *use;
	uint32_t i;

	for (i = 0; i < uses->graph.nfunction; i++) {
		use = uses_find(uses, i, aspect);
		if (!use)
			continue;
		goal[i] = use->from_code || !chains->propagated || !callee_has(chains, i, aspect);
	}
	return goal;
}

static struct chain
follow(struct chains *chains, uint32_t function, const uint32_t *distance)
{
	const struct callgraph *graph = &chains->uses->graph;
	const struct call *call;
	struct chain chain = { NULL, 0 };
	uint32_t node = function;
	bool direct = false;

	if (distance[function] == CALLGRAPH_NONE)
		return chain;
	chain.link = arena_alloc(chains->uses->arena, ((size_t)distance[function] + 1) * sizeof *chain.link);
	for (;;) {
		/* Sets of virtual functions are nodes without a function. */
		if (node < graph->nfunction)
			chain.link[chain.n++] = (struct link){ node, direct };
		call = callgraph_next(graph, distance, node);
		if (!call)
			return chain;
		direct = node < graph->nfunction;
		node = call->callee;
	}
}

struct chain
chain_find(struct chains *chains, uint32_t function, uint32_t aspect)
{
	struct callgraph *graph = &chains->uses->graph;
	struct chain chain;

	if (!chains->distance[aspect])
		chains->distance[aspect] = callgraph_distances(graph, find_goals(chains, aspect));
	chain = follow(chains, function, chains->distance[aspect]);
	/* A cycle that uses the aspect only by its metadata: the chain is the function itself. */
	if (!chain.n && flow_has(chains->flow, chains->flow->used, function, aspect)) {
		chain.link = arena_calloc(chains->uses->arena, 1, sizeof *chain.link);
		chain.link[0].function = function;
		chain.n = 1;
	}
	return chain;
}

struct location
chain_place(struct uses *uses, const struct chain *chain, size_t i)
{
	if (!chain->link[i].called || !location_any(uses))
		return (struct location){ 0 };
	return location_of_call(uses, chain->link[i - 1].function, chain->link[i].function);
}

/* --- findings --------------------------------------------------------------- */

struct checker {
	struct findings *findings;
	struct chains *chains;
	struct uses *uses;
	const uint32_t *order;		/* aspects by number */
	const struct fixed_target *target;
	size_t ntarget;
	struct ptrmap place_index;	/* cached places of uses */
	struct location *place;
	uint32_t nplace, place_room;
};

static void
add_finding(struct checker *checker, struct finding finding)
{
	struct findings *findings = checker->findings;
	size_t size = sizeof finding;

	if (findings->n == findings->room) {
		findings->room = findings->room ? findings->room * 2 : 32;
		findings->finding = arena_grow(checker->uses->arena, findings->finding, findings->n * size,
					       findings->room * size);
	}
	findings->finding[findings->n++] = finding;
}

/* The place of the use at the end of the chain, cached: many chains may end there. */
static struct location
place_of(struct checker *checker, const struct chain *chain, uint32_t aspect)
{
	uint32_t function = chain->link[chain->n - 1].function, place;
	const void *key = (const void *)((uintptr_t)function * checker->uses->aspects->n + aspect + 1);
	size_t size = sizeof *checker->place;
	struct witness witness;

	if (!location_any(checker->uses))
		return (struct location){ 0 };
	place = ptrmap_get(&checker->place_index, key);
	if (place != PTRMAP_NONE)
		return checker->place[place];
	witness = witness_find(checker->uses, function, aspect);
	if (checker->nplace == checker->place_room) {
		checker->place_room = checker->place_room ? checker->place_room * 2 : 32;
		checker->place = arena_grow(checker->uses->arena, checker->place, checker->nplace * size,
					    checker->place_room * size);
	}
	ptrmap_set(&checker->place_index, key, checker->nplace);
	checker->place[checker->nplace] = witness_location(checker->uses, function, witness.first, &witness);
	return checker->place[checker->nplace++];
}

static const char *
name_of(struct checker *checker, uint32_t function)
{
	return name_short(checker->uses->arena, program_name(checker->uses->program, function));
}

/* Internal aspects cannot be declared. */
static bool
is_public(const struct checker *checker, uint32_t aspect)
{
	return checker->uses->aspects->number[aspect] >= 0;
}

/* device-prepare marks functions of the headers between a kernel and its function object. */
static bool
is_wrapper(const struct checker *checker, uint32_t function)
{
	return program_function_attributes(checker->uses->program, function)->wrapper;
}

static void
report_undeclared(struct checker *checker, uint32_t function, uint32_t aspect, bool property)
{
	struct finding finding = { .rule = RULE_DEVICE_HAS, .function = function, .aspect = aspect };
	struct arena *arena = checker->uses->arena;

	finding.chain = chain_find(checker->chains, function, aspect);
	finding.at = place_of(checker, &finding.chain, aspect);
	/* The property belongs to the kernel, but its author wrote the function that the headers' wrappers call. */
	if (property)
		while (finding.chain.n > 1 && (finding.function == function || is_wrapper(checker, finding.function))) {
			finding.chain.link++;
			finding.chain.n--;
			finding.chain.link[0].called = false;
			finding.function = finding.chain.link[0].function;
		}
	finding.message = arena_printf(arena, "function '%s' uses aspect '%s' not listed in %s",
				       name_of(checker, finding.function), aspects_text(checker->uses->aspects, aspect),
				       property ? "property 'device_has'" : "'sycl::device_has'");
	add_finding(checker, finding);
}

/*
 * A kernel has its metadata from the function it calls, which gets the warning; its
 * property is its own.
 */
static void
check_device_has(struct checker *checker, uint32_t function)
{
	const struct facts *facts = &checker->uses->facts[function];
	bool attribute = facts->has_declared && !facts->is_kernel;
	struct aspect_list listed = attribute ? facts->declared : facts->property;
	uint32_t i, aspect;

	if (!attribute && (!facts->has_property || facts->has_declared))
		return;
	for (i = 0; i < checker->uses->aspects->n; i++) {
		aspect = checker->order[i];
		if (flow_has(checker->chains->flow, checker->chains->flow->used, function, aspect) &&
		    is_public(checker, aspect) && !aspect_list_has(listed, aspect))
			report_undeclared(checker, function, aspect, !attribute);
	}
}

/* "target 'a'", "targets 'a' and 'b'", "targets 'a', 'b' and 'c'". */
static const char *
list_targets(struct checker *checker, const char *const *name, size_t n)
{
	struct arena *arena = checker->uses->arena;
	const char *text = arena_printf(arena, n == 1 ? "target '%s'" : "targets '%s'", name[0]);
	size_t i;

	for (i = 1; i < n; i++)
		text = arena_printf(arena, i + 1 < n ? "%s, '%s'" : "%s and '%s'", text, name[i]);
	return text;
}

static bool
lacks_aspect(const struct target *target, int32_t number)
{
	return target && !target->may_support_other_aspects && !target_has_aspect(target, (uint32_t)number);
}

static void
check_target_aspect(struct checker *checker, uint32_t function, uint32_t aspect)
{
	struct finding finding = { .rule = RULE_TARGET_ASPECT, .function = function, .aspect = aspect };
	struct arena *arena = checker->uses->arena;
	const char **lacking = arena_alloc(arena, checker->ntarget * sizeof *lacking);
	size_t i, n = 0;

	for (i = 0; i < checker->ntarget; i++)
		if (lacks_aspect(checker->target[i].target, checker->uses->aspects->number[aspect]))
			lacking[n++] = checker->target[i].written;
	if (!n)
		return;
	finding.targets = list_targets(checker, lacking, n);
	finding.chain = chain_find(checker->chains, function, aspect);
	finding.at = finding.chain.n ? place_of(checker, &finding.chain, aspect)
				     : location_of_function(checker->uses, function);
	finding.message = arena_printf(arena, "function '%s' %s aspect '%s', which %s %s", name_of(checker, function),
				       finding.chain.n ? "uses" : "declares",
				       aspects_text(checker->uses->aspects, aspect), finding.targets,
				       n == 1 ? "lacks" : "lack");
	add_finding(checker, finding);
}

static void
check_target_aspects(struct checker *checker, uint32_t function)
{
	const struct flow *flow = checker->chains->flow;
	uint32_t i, aspect;

	for (i = 0; i < checker->uses->aspects->n; i++) {
		aspect = checker->order[i];
		if (is_public(checker, aspect) && (flow_has(flow, flow->used, function, aspect) ||
						   flow_has(flow, flow->declared, function, aspect)))
			check_target_aspect(checker, function, aspect);
	}
}

static void
report_size(struct checker *checker, uint32_t function, enum finding_rule rule, const char *size,
	    const char *const *lacking, size_t n)
{
	struct finding finding = { .rule = rule, .function = function, .aspect = ASPECT_NONE };
	struct arena *arena = checker->uses->arena;

	if (!n)
		return;
	finding.targets = list_targets(checker, lacking, n);
	finding.at = location_of_function(checker->uses, function);
	finding.message = arena_printf(arena, "function '%s' requires %s, which %s %s", name_of(checker, function), size,
				       finding.targets, n == 1 ? "lacks" : "lack");
	add_finding(checker, finding);
}

/* Named sizes, 0 and -1, fit every device. */
static void
check_sub_group(struct checker *checker, uint32_t function)
{
	struct arena *arena = checker->uses->arena;
	const char **lacking = arena_alloc(arena, checker->ntarget * sizeof *lacking);
	const struct sizes *required = &checker->uses->facts[function].sub_group;
	size_t i, nlacking = 0;

	if (required->n != 1 || required->size[0] <= 0)
		return;
	for (i = 0; i < checker->ntarget; i++)
		if (checker->target[i].target && !target_has_sub_group_size(checker->target[i].target, (uint64_t)required->size[0]))
			lacking[nlacking++] = checker->target[i].written;
	report_size(checker, function, RULE_TARGET_SUB_GROUP, arena_printf(arena, "sub-group size %" PRId64, required->size[0]),
		    lacking, nlacking);
}

static void
check_work_group(struct checker *checker, uint32_t function)
{
	struct arena *arena = checker->uses->arena;
	const char **lacking = arena_alloc(arena, checker->ntarget * sizeof *lacking);
	const struct sizes *required = &checker->uses->facts[function].work_group;
	const struct target *target;
	uint64_t items = 1;
	size_t i, nlacking = 0;

	if (!required->n)
		return;
	for (i = 0; i < required->n; i++)
		if (required->size[i] > 0 && __builtin_mul_overflow(items, (uint64_t)required->size[i], &items))
			items = UINT64_MAX;
	for (i = 0; i < checker->ntarget; i++) {
		target = checker->target[i].target;
		if (target && !target_has_work_group(target, items))
			lacking[nlacking++] = checker->target[i].written;
	}
	report_size(checker, function, RULE_TARGET_WORK_GROUP,
		    arena_printf(arena, "work-group size %" PRIu64, items), lacking, nlacking);
}

/* Callees of entry points are checked there, with the chain that leads to them. */
static void
check_targets(struct checker *checker, uint32_t function)
{
	const struct facts *facts = &checker->uses->facts[function];

	if (!program_is_defined(checker->uses->program, function))
		return;
	if (facts->is_entry || !checker->chains->flow->reached[function])
		check_target_aspects(checker, function);
	check_sub_group(checker, function);
	check_work_group(checker, function);
}

void
check_module(struct findings *findings, struct chains *chains, const struct fixed_target *target, size_t ntarget)
{
	struct checker checker = { .findings = findings,
				   .chains = chains,
				   .uses = chains->uses,
				   .order = aspects_sorted(chains->uses->aspects),
				   .target = target,
				   .ntarget = ntarget };
	uint32_t i;

	memset(findings, 0, sizeof *findings);
	ptrmap_init(&checker.place_index, chains->uses->arena, 16);
	for (i = 0; i < chains->uses->graph.nfunction; i++) {
		check_device_has(&checker, i);
		if (ntarget)
			check_targets(&checker, i);
	}
}
