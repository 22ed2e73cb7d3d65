#include <inttypes.h>
#include <string.h>

#include "base/diag.h"
#include "base/suggest.h"
#include "ir/irmodule.h"
#include "prop.h"

/* --- which function, which aspect ------------------------------------------------ */

static uint32_t
find_function(struct uses *uses, const char *name)
{
	uint32_t i, found = CALLGRAPH_NONE, last = CALLGRAPH_NONE;
	const char *symbol, *text, *tail;

	for (i = 0; i < uses->graph.nfunction; i++) {
		symbol = program_name(uses->program, i);
		if (!strcmp(symbol, name))
			return i;
		if (found != CALLGRAPH_NONE || !program_is_defined(uses->program, i))
			continue;
		text = name_short(uses->arena, symbol);
		if (!strcmp(text, name) || !strcmp(name_full(uses->arena, symbol), name))
			found = i;
		/* 'class k' in main() is 'main::k' in full. */
		tail = strrchr(text, ':');
		if (last == CALLGRAPH_NONE && uses->facts[i].is_entry && tail && !strcmp(tail + 1, name))
			last = i;
	}
	return found != CALLGRAPH_NONE ? found : last;
}

static void
report_unknown(struct uses *uses, const char *query)
{
	const char **known = arena_alloc(uses->arena, ((size_t)uses->graph.nfunction + 1) * sizeof *known), *near;
	size_t n = 0;
	uint32_t i;

	for (i = 0; i < uses->graph.nfunction; i++)
		if (uses->facts[i].is_entry)
			known[n++] = name_short(uses->arena, program_name(uses->program, i));
	near = suggest(query, known, n);
	diag(DIAG_ERROR, near ? "no function '%s' in the module, did you mean '%s'?" : "no function '%s' in the module",
	     query, near);
}

/* Names of functions have colons themselves: tries the whole query as a name first. */
static int
parse_query(struct analysis *analysis, const char *query, uint32_t *function, uint32_t *aspect)
{
	struct uses *uses = &analysis->uses;
	const char *colon = strrchr(query, ':');

	*aspect = ASPECT_NONE;
	*function = find_function(uses, query);
	if (*function != CALLGRAPH_NONE)
		return 0;
	if (colon && colon > query && colon[-1] != ':') {
		*function = find_function(uses, arena_strndup(uses->arena, query, (size_t)(colon - query)));
		if (*function != CALLGRAPH_NONE) {
			*aspect = aspects_find(&analysis->aspects, colon + 1);
			if (*aspect != ASPECT_NONE)
				return 0;
			diag(DIAG_ERROR, "no aspect '%s' in the module", colon + 1);
			return -1;
		}
	}
	report_unknown(uses, query);
	return -1;
}

/* --- what optimisation leaves ------------------------------------------------------ */

/* The function still uses the aspect after the optimiser has run. */
static bool
survives(struct analysis *analysis, uint32_t function, uint32_t aspect)
{
	struct arena *arena = analysis->uses.arena;
	LLVMModuleRef clone = LLVMCloneModule(program_module(analysis->uses.program));
	const char *name = program_name(analysis->uses.program, function);
	struct program program;
	struct analysis after;
	uint32_t i, found;
	bool used = true;

	if (irmodule_run_passes(clone, "default<O2>")) {
		LLVMDisposeModule(clone);
		return true;
	}
	if (program_of_module(&program, arena, clone, analysis->uses.program->file.name) == 0 &&
	    analysis_read(&after, arena, &program, analysis->uses.options) == 0) {
		found = aspects_index(&after.aspects, analysis->aspects.number[aspect]);
		analysis_flow(&after);
		for (i = 0; i < after.uses.graph.nfunction; i++)
			if (!strcmp(program_name(&program, i), name))
				used = flow_has(&after.flow, after.flow.used, i, found);
	}
	program_free(&program);
	return used;
}

/* --- one aspect ---------------------------------------------------------------------------- */

/* The instruction as text, without its metadata. */
static const char *
instruction_text(struct arena *arena, LLVMValueRef instruction)
{
	char *text = LLVMPrintValueToString(instruction), *end = strstr(text, ", !"), *copy;

	copy = arena_strdup(arena, text + strspn(text, " "));
	if (end)
		copy[end - text - (long)strspn(text, " ")] = '\0';
	LLVMDisposeMessage(text);
	return copy;
}

static const char *
signature_text(struct arena *arena, LLVMValueRef function)
{
	char *text = LLVMPrintTypeToString(LLVMGlobalGetValueType(function));
	const char *copy = arena_strdup(arena, text);

	LLVMDisposeMessage(text);
	return copy;
}

static void
show_use(struct uses *uses, uint32_t function, const struct witness *witness)
{
	LLVMValueRef value = program_value(uses->program, function);
	struct location at = witness_location(uses, function, witness->strongest, witness);

	fputs("  ", stdout);
	if (at.line && at.col)
		printf("%s:%u:%u: ", at.file, at.line, at.col);
	else if (at.line)
		printf("%s:%u: ", at.file, at.line);
	if (witness->strongest)
		puts(instruction_text(uses->arena, witness->strongest));
	else if (witness->sort == SORT_SIGNATURE)
		printf("the type of the function is %s\n", signature_text(uses->arena, value));
	else
		puts("the function is marked with it");
}

static void
show_chain(struct uses *uses, const struct chain *chain)
{
	struct location at;
	size_t i;

	for (i = 0; i < chain->n; i++) {
		at = chain_place(uses, chain, i);
		printf("  %s", name_full(uses->arena, program_name(uses->program, chain->link[i].function)));
		if (at.line)
			printf(" %s:%u:%u", at.file, at.line, at.col);
		putchar('\n');
	}
}

/* The function with the strongest sort of use among all that the kernel reaches; the first of equals. */
static uint32_t
strongest_user(struct uses *uses, uint32_t kernel, uint32_t aspect, struct witness *strongest)
{
	uint8_t *reached = arena_calloc(uses->arena, (size_t)uses->graph.nnode + 1, 1);
	uint32_t i, found = CALLGRAPH_NONE;
	const struct use *use;
	struct witness witness;

	callgraph_reach(&uses->graph, &kernel, 1, reached);
	for (i = 0; i < uses->graph.nfunction; i++) {
		use = reached[i] ? uses_find(uses, i, aspect) : NULL;
		if (!use || !use->from_code)
			continue;
		witness = witness_find(uses, i, aspect);
		if (found == CALLGRAPH_NONE || witness.sort > strongest->sort) {
			found = i;
			*strongest = witness;
		}
	}
	return found;
}

/* Whether optimisation removes the kernel's uses of double, and which literals its author can change. */
static void
explain_double(struct analysis *analysis, uint32_t function)
{
	bool kept = survives(analysis, function, analysis->aspects.fp64);
	unsigned literals = literals_suggest(&analysis->uses, function);

	if (!kept)
		puts("  optimisation removes it: with -O2 the image does not need it");
	else if (literals)
		puts("  optimisation keeps it: floats would round differently");
	else
		puts("  optimisation keeps it");
}

static void
explain_used(struct analysis *analysis, struct chains *chains, uint32_t function, uint32_t aspect)
{
	struct uses *uses = &analysis->uses;
	struct chain chain = chain_find(chains, function, aspect);
	uint32_t last = chain.link[chain.n - 1].function;
	struct witness witness = witness_find(uses, last, aspect), strongest = witness;
	uint32_t user = strongest_user(uses, function, aspect, &strongest);

	printf("%s (%" PRId32 "): %s\n", aspects_text(&analysis->aspects, aspect), analysis->aspects.number[aspect],
	       use_sort_text(strongest.sort));
	show_chain(uses, &chain);
	show_use(uses, last, &witness);
	if (strongest.sort > witness.sort) {
		printf("  strongest use, in %s:\n", name_full(uses->arena, program_name(uses->program, user)));
		show_use(uses, user, &strongest);
	}
	if (aspect == analysis->aspects.fp64)
		explain_double(analysis, function);
}

int
explain(struct analysis *analysis, const char *query)
{
	struct uses *uses = &analysis->uses;
	const struct flow *flow = &analysis->flow;
	uint32_t function, asked, i, aspect, *order;
	struct chains chains;
	unsigned shown = 0;

	if (parse_query(analysis, query, &function, &asked))
		return -1;
	chains_init(&chains, uses, flow);
	order = aspects_sorted(&analysis->aspects);
	for (i = 0; i < analysis->aspects.n; i++) {
		aspect = order[i];
		if (asked != ASPECT_NONE && aspect != asked)
			continue;
		if (flow_has(flow, flow->used, function, aspect)) {
			explain_used(analysis, &chains, function, aspect);
			shown++;
		} else if (flow_has(flow, flow->declared, function, aspect)) {
			printf("%s (%" PRId32 "): declared\n", aspects_text(&analysis->aspects, aspect),
			       analysis->aspects.number[aspect]);
			shown++;
		}
	}
	if (!shown && asked == ASPECT_NONE)
		printf("%s uses no aspect\n", name_full(uses->arena, program_name(uses->program, function)));
	else if (!shown)
		printf("%s does not use %s\n", name_full(uses->arena, program_name(uses->program, function)),
		       aspects_text(&analysis->aspects, asked));
	return 0;
}
