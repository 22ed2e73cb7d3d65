#include "virtuals.h"

#include <string.h>

#include "annotations.h"
#include "base/text.h"
#include "choices.h"
#include "format/irnames.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"
#include "ir/irvirtual.h"

/* A function that may be called through tables. */
struct candidate {
	LLVMValueRef function;
	const char *set;
	uint64_t number;
};

struct virtuals {
	LLVMModuleRef module;
	struct arena *arena;
	struct choices choices;
	bool called;			/* there may be virtual calls: tables are those of other translation units, too */
	struct annotations annotations;
	struct candidate *candidate;
	size_t ncandidate;
	struct callgraph graph;
	const char **sets;		/* of each function, with commas: those of the kernels that reach it; NULL: none */
};

/* --- candidates ------------------------------------------------------------ */

static size_t
candidate_find(const struct virtuals *v, LLVMValueRef function)
{
	size_t i = 0;

	while (i < v->ncandidate && v->candidate[i].function != function)
		i++;
	return i;
}

static void
candidate_add(struct virtuals *v, LLVMValueRef function, const char *set)
{
	if (candidate_find(v, function) < v->ncandidate)
		return;
	v->candidate = arena_extend(v->arena, v->candidate, v->ncandidate, sizeof *v->candidate);
	v->candidate[v->ncandidate++] = (struct candidate){ .function = function, .set = set };
}

/* A thunk corrects addresses and calls the function, which is in its set. */
static void
find_thunks(struct virtuals *v)
{
	LLVMValueRef function, i, callee;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(v->module); function; function = LLVMGetNextFunction(function)) {
		const char *name = irmodule_name(function);

		if (!text_starts(name, "_ZTh") && !text_starts(name, "_ZTv") && !text_starts(name, "_ZTc"))
			continue;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
				size_t which = v->ncandidate;

				if (LLVMIsACallInst(i) && (callee = callgraph_callee(i)))
					which = candidate_find(v, callee);
				if (which < v->ncandidate)
					candidate_add(v, function, v->candidate[which].set);
			}
	}
}

/* The set that an annotation puts its function in; NULL: another annotation. */
static const char *
set_of(const struct annotation *a)
{
	/* What the headers' function_property is, and where the annotation has the set. */
	enum { KIND_INDIRECTLY_CALLABLE = 5, AT_SET = 8 };

	if (strcmp(a->text, ANNOTATION_FUNCTION_PROPERTY) != 0 || a->n_values <= AT_SET ||
	    a->value[0] != KIND_INDIRECTLY_CALLABLE || !LLVMIsAFunction(a->target))
		return NULL;
	return a->string[AT_SET];
}

static void
find_candidates(struct virtuals *v)
{
	const char *set;

	for (size_t i = 0; i < v->annotations.n; i++)
		if ((set = set_of(&v->annotations.item[i])))
			candidate_add(v, v->annotations.item[i].target, set);
	find_thunks(v);
}

/* --- tables ---------------------------------------------------------------- */

static bool
is_table(LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);

	return (text_starts(name, "_ZTV") || text_starts(name, "_ZTC")) && LLVMGetInitializer(variable);
}

/* The function of an entry, NULL: another entry. */
static LLVMValueRef
entry_function(LLVMValueRef entry)
{
	while (LLVMIsAConstantExpr(entry) && LLVMGetNumOperands(entry) == 1)
		entry = LLVMGetOperand(entry, 0);
	return LLVMIsAFunction(entry);
}

static LLVMValueRef
entry_number(const struct virtuals *v, LLVMValueRef entry)
{
	LLVMValueRef function = entry_function(entry);
	size_t which = function ? candidate_find(v, function) : v->ncandidate;

	if (which < v->ncandidate)
		return LLVMConstInt(v->choices.word, v->candidate[which].number, false);
	if (!function && LLVMIsAConstantExpr(entry) && LLVMGetConstOpcode(entry) == LLVMIntToPtr)
		return LLVMGetOperand(entry, 0);	/* how far a base is */
	return LLVMConstInt(v->choices.word, 0, false);
}

/* A part of a table as numbers; objects point to its first function. */
static LLVMValueRef
part_numbers(const struct virtuals *v, LLVMValueRef entries)
{
	uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(entries)), first = n;
	LLVMValueRef *number = arena_alloc(v->arena, (n + 1) * sizeof *number), entry;

	for (uint64_t i = 0; i < n; i++) {
		entry = LLVMGetAggregateElement(entries, (unsigned)i);
		number[i] = entry_number(v, entry);
		if (!entry_function(entry))
			continue;
		first = first == n ? i : first;
		if (LLVMConstIntGetZExtValue(number[i]))
			irvirtual_add_place(v->module, LLVMConstIntGetZExtValue(number[i]), i - first);
	}
	return LLVMConstArray2(v->choices.word, number, n);
}

static void
write_numbers(const struct virtuals *v, LLVMValueRef table)
{
	LLVMValueRef old = LLVMGetInitializer(table), new, *part;
	unsigned n = LLVMCountStructElementTypes(LLVMTypeOf(old));
	const char *name = arena_strdup(v->arena, irmodule_name(table));

	part = arena_alloc(v->arena, (n + 1) * sizeof *part);
	for (unsigned i = 0; i < n; i++)
		part[i] = part_numbers(v, LLVMGetAggregateElement(old, i));
	old = LLVMConstStructInContext(LLVMGetModuleContext(v->module), part, n, false);
	new = LLVMAddGlobalInAddressSpace(v->module, LLVMTypeOf(old), "", LLVMGetPointerAddressSpace(LLVMTypeOf(table)));
	LLVMSetInitializer(new, old);
	LLVMSetGlobalConstant(new, true);
	LLVMSetLinkage(new, v->called ? LLVMGetLinkage(table) : LLVMInternalLinkage);
	LLVMSetAlignment(new, LLVMGetAlignment(table));
	LLVMReplaceAllUsesWith(table, new);
	LLVMDeleteGlobal(table);
	LLVMSetValueName2(new, name, strlen(name));
}

/* Each translation unit that needs the table has one. */
static bool
is_everywhere(LLVMValueRef table)
{
	LLVMLinkage linkage = LLVMGetLinkage(table);

	return linkage == LLVMLinkOnceODRLinkage || linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMAvailableExternallyLinkage;
}

/*
 * Where no kernel calls virtually, a table that only this translation unit has stays: others may name it.  It is
 * that of a class with a virtual function that is no inline one, or of a template instantiated for all.
 */
static void
change_tables(struct virtuals *v)
{
	LLVMValueRef variable, next, last = LLVMGetLastGlobal(v->module);

	for (variable = LLVMGetFirstGlobal(v->module); variable; variable = next) {
		next = variable == last ? NULL : LLVMGetNextGlobal(variable);
		if (is_table(variable) && (v->called || is_everywhere(variable)))
			write_numbers(v, variable);
	}
}

/* --- calls ----------------------------------------------------------------- */

/* The load that a virtual call gets its function from, and the slot; NULL: another call. */
static LLVMValueRef
load_of_call(LLVMValueRef call, uint64_t *slot)
{
	LLVMValueRef load = LLVMGetCalledValue(call), at;

	if (!LLVMIsALoadInst(load))
		return NULL;
	at = LLVMGetOperand(load, 0);
	*slot = 0;
	if (LLVMIsAGetElementPtrInst(at)) {
		if (LLVMGetNumOperands(at) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(at, 1)))
			return NULL;
		*slot = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1));
		at = LLVMGetOperand(at, 0);
	}
	if (!LLVMIsALoadInst(at))
		return NULL;
	/* The table is the object's, which the function gets first, or behind the place of its result. */
	for (unsigned i = 0; i < 2 && i < LLVMGetNumArgOperands(call); i++)
		if (LLVMGetOperand(call, i) == LLVMGetOperand(at, 0))
			return load;
	return NULL;
}

static void
replace_call(const struct virtuals *v, LLVMValueRef call, LLVMValueRef load, uint64_t slot)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(v->module));

	LLVMPositionBuilderBefore(builder, call);
	choices_replace_call(&v->choices, call, LLVMBuildLoad2(builder, v->choices.word, LLVMGetOperand(load, 0), ""), slot);
	if (!LLVMGetFirstUse(load))
		LLVMInstructionEraseFromParent(load);
	LLVMDisposeBuilder(builder);
}

/* A function that calls virtually has the aspects of its kernels' sets, as the kernels have. */
static void
write_sets(const struct virtuals *v, uint32_t function)
{
	if (v->sets[function])
		irmodule_set_string_attribute(v->graph.function[function], ATTRIBUTE_CALLS_INDIRECTLY, v->sets[function]);
}

static void
change_calls(struct virtuals *v, const uint8_t *reached)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, next, load;
	uint64_t slot;

	for (uint32_t f = 0; f < v->graph.nfunction; f++)
		for (block = LLVMGetFirstBasicBlock(v->graph.function[f]); block && reached[f]; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = next) {
				next = LLVMGetNextInstruction(i);
				load = LLVMIsACallInst(i) && !callgraph_callee(i) ? load_of_call(i, &slot) : NULL;
				if (!load)
					continue;
				replace_call(v, i, load, slot);
				write_sets(v, f);
			}
}

/* --- kernels --------------------------------------------------------------- */

/* Notes the sets that a kernel's wrapper names for all that the kernel reaches, and marks that as reached. */
static void
note_kernel(struct virtuals *v, uint32_t kernel, uint8_t *reached)
{
	uint8_t *own = arena_calloc(v->arena, v->graph.nnode + 1, 1);
	uint32_t wrapper;

	callgraph_reach(&v->graph, &kernel, 1, own);
	for (size_t i = 0; i < v->annotations.n; i++) {
		const struct annotation *a = &v->annotations.item[i];

		wrapper = callgraph_index(&v->graph, a->target);
		if (wrapper == CALLGRAPH_NONE || !own[wrapper] || strcmp(a->text, ANNOTATION_CALLS_INDIRECTLY) != 0)
			continue;
		for (uint32_t f = 0; f < v->graph.nfunction; f++)
			for (size_t k = 0; own[f] && k < a->n_values; k++)
				if (a->string[k]) {
					v->sets[f] = choices_add_set(v->arena, v->sets[f], a->string[k]);
					reached[f] = 1;
				}
	}
	write_sets(v, kernel);
}

static bool
has_callers(const struct virtuals *v)
{
	for (size_t i = 0; i < v->annotations.n; i++)
		if (!strcmp(v->annotations.item[i].text, ANNOTATION_CALLS_INDIRECTLY))
			return true;
	return false;
}

/* Where virtual calls may be: what kernels of sets, the sets' functions and SYCL_EXTERNAL functions reach. */
static uint8_t *
reach_callers(struct virtuals *v)
{
	uint8_t *reached = arena_calloc(v->arena, v->graph.nnode + 1, 1);
	const bool any = has_callers(v);
	uint32_t function;

	for (uint32_t f = 0; f < v->graph.nfunction && any; f++)
		if (irmodule_is_kernel(v->graph.function[f]))
			note_kernel(v, f, reached);
	for (size_t i = 0; i < v->ncandidate; i++) {
		function = callgraph_index(&v->graph, v->candidate[i].function);
		callgraph_reach(&v->graph, &function, 1, reached);
	}
	for (size_t i = 0; i < v->annotations.n && v->ncandidate; i++) {
		function = callgraph_index(&v->graph, v->annotations.item[i].target);
		if (function != CALLGRAPH_NONE && !strcmp(v->annotations.item[i].text, ANNOTATION_EXTERNAL))
			callgraph_reach(&v->graph, &function, 1, reached);
	}
	return reached;
}

bool
virtuals_is_call(LLVMValueRef call)
{
	uint64_t slot;

	return load_of_call(call, &slot) != NULL;
}

void
virtuals_prepare(LLVMModuleRef module, struct arena *arena, const char *id)
{
	struct virtuals v = { .module = module, .arena = arena };

	choices_init(&v.choices, module, arena, id);
	annotations_read(&v.annotations, arena, module);
	find_candidates(&v);
	v.called = v.ncandidate || has_callers(&v);
	if (!v.called) {
		change_tables(&v);
		return;
	}
	callgraph_build(&v.graph, arena, module, NULL);
	callgraph_finish(&v.graph);
	v.sets = arena_calloc(arena, v.graph.nfunction + 1, sizeof *v.sets);
	change_calls(&v, reach_callers(&v));
	for (size_t i = 0; i < v.ncandidate; i++) {
		v.candidate[i].number = choices_number(&v.choices, v.candidate[i].function);
		choices_offer(&v.choices, v.candidate[i].function, v.candidate[i].set, v.candidate[i].number);
	}
	change_tables(&v);
}
