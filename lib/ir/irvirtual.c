#include "irvirtual.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "callgraph.h"
#include "format/irnames.h"
#include "irassert.h"
#include "irmeta.h"
#include "irmodule.h"

/* A function that may be called through tables. */
struct candidate {
	LLVMValueRef function;
	uint32_t index;			/* in the call graph */
	const char *set;
	uint64_t number;
	uint64_t *slot;
	size_t nslot;
	const uint8_t *reached;		/* by the kernels that name the set */
};

/* A virtual call that may enter a candidate. */
struct edge {
	uint32_t caller;
	size_t candidate;
	bool dropped;
};

struct linker {
	LLVMModuleRef module;
	struct arena *arena;
	struct candidate *candidate;
	size_t ncandidate;
	struct callgraph graph;
	struct edge *edge;
	size_t nedge;
	size_t *first_edge;		/* of each function */
};

void
irvirtual_add_place(LLVMModuleRef module, uint64_t number, uint64_t slot)
{
	LLVMContextRef context = LLVMGetModuleContext(module);
	LLVMTypeRef word = LLVMInt64TypeInContext(context);
	LLVMMetadataRef operand[] = {
		LLVMValueAsMetadata(LLVMConstInt(word, number, false)), LLVMValueAsMetadata(LLVMConstInt(word, slot, false)),
	};

	LLVMAddNamedMetadataOperand(module, METADATA_VIRTUAL_PLACES,
		LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, operand, 2)));
}

bool
irvirtual_is_table(LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);
	LLVMTypeRef type = LLVMGlobalGetValueType(variable);

	if ((!text_starts(name, "_ZTV") && !text_starts(name, "_ZTC")) || !LLVMGetInitializer(variable))
		return false;
	type = LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type)
		? LLVMStructGetTypeAtIndex(type, 0) : type;
	return LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
}

/* A string attribute of a function as a number. */
static bool
number_attribute(LLVMValueRef function, const char *name, uint64_t *number)
{
	const char *text = irmodule_string_attribute(function, name, NULL);

	if (text)
		*number = strtoull(text, NULL, 10);
	return text != NULL;
}

bool
irvirtual_is_in(LLVMModuleRef module)
{
	LLVMValueRef f;

	for (f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (irmodule_string_attribute(f, ATTRIBUTE_VIRTUAL_NUMBER, NULL) ||
		    irmodule_string_attribute(f, ATTRIBUTE_VIRTUAL_SLOT, NULL))
			return true;
	return false;
}

/* --- candidates ------------------------------------------------------------ */

static void
find_candidates(struct linker *l)
{
	struct candidate candidate = { 0 };
	const char *set;
	LLVMValueRef f;
	size_t len;

	for (f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
		set = irmodule_string_attribute(f, ATTRIBUTE_INDIRECTLY_CALLABLE, &len);
		if (LLVMIsDeclaration(f) || !set || !number_attribute(f, ATTRIBUTE_VIRTUAL_NUMBER, &candidate.number))
			continue;
		candidate.function = f;
		candidate.set = arena_strndup(l->arena, set, len);
		l->candidate = arena_extend(l->arena, l->candidate, l->ncandidate, sizeof *l->candidate);
		l->candidate[l->ncandidate++] = candidate;
	}
}

static bool
has_slot(const struct candidate *candidate, uint64_t slot)
{
	size_t i = 0;

	while (i < candidate->nslot && candidate->slot[i] != slot)
		i++;
	return i < candidate->nslot;
}

static int
by_number(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->number != y->number)
		return x->number > y->number ? 1 : -1;
	return strcmp(irmodule_name(x->function), irmodule_name(y->function));
}

/* The first candidate whose number is not less. */
static size_t
lower_bound(const struct linker *l, uint64_t number)
{
	size_t from = 0, to = l->ncandidate, middle;

	while (from < to) {
		middle = (from + to) / 2;
		if (l->candidate[middle].number < number)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static void
add_slot(struct linker *l, struct candidate *candidate, uint64_t slot)
{
	if (has_slot(candidate, slot))
		return;
	candidate->slot = arena_extend(l->arena, candidate->slot, candidate->nslot, sizeof *candidate->slot);
	candidate->slot[candidate->nslot++] = slot;
}

/* Sorts the candidates by their numbers, and reads in which slots they are. */
static void
read_places(struct linker *l)
{
	size_t n, k;
	LLVMValueRef *place = irmeta_named(l->arena, l->module, METADATA_VIRTUAL_PLACES, &n), *operand;
	uint64_t number;

	if (l->ncandidate)
		qsort(l->candidate, l->ncandidate, sizeof *l->candidate, by_number);
	for (size_t i = 0; i < n && l->ncandidate; i++) {
		operand = place[i] ? irmeta_operands(l->arena, place[i], &k) : NULL;
		if (!operand || k != 2 || !LLVMIsAConstantInt(operand[0]) || !LLVMIsAConstantInt(operand[1]))
			continue;
		number = LLVMConstIntGetZExtValue(operand[0]);
		for (size_t c = lower_bound(l, number); c < l->ncandidate && l->candidate[c].number == number; c++)
			add_slot(l, &l->candidate[c], LLVMConstIntGetZExtValue(operand[1]));
	}
}

/* --- which calls enter which functions ------------------------------------- */

/* The candidate may be what a call of the declaration means, which gets the number before the other arguments. */
static bool
fits(const struct candidate *candidate, LLVMValueRef declaration)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(declaration), other = LLVMGlobalGetValueType(candidate->function);
	LLVMTypeRef x[2][64];
	uint64_t slot;

	if (!number_attribute(declaration, ATTRIBUTE_VIRTUAL_SLOT, &slot) || !has_slot(candidate, slot) ||
	    LLVMGetReturnType(type) != LLVMGetReturnType(other) || LLVMIsFunctionVarArg(other) ||
	    LLVMCountParamTypes(type) != LLVMCountParamTypes(other) + 1 || LLVMCountParamTypes(type) > 64)
		return false;
	LLVMGetParamTypes(type, x[0]);
	LLVMGetParamTypes(other, x[1]);
	return !memcmp(x[0] + 1, x[1], LLVMCountParamTypes(other) * sizeof x[0][0]);
}

/* The declaration that a virtual call calls; NULL: another instruction. */
static LLVMValueRef
declaration_of(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? callgraph_callee(instruction) : NULL;

	return callee && LLVMIsDeclaration(callee) && irmodule_string_attribute(callee, ATTRIBUTE_VIRTUAL_SLOT, NULL) ? callee : NULL;
}

/* Functions are visited one after the other: the edges of a caller stand together. */
static void
add_edges(struct linker *l, uint32_t caller, LLVMValueRef declaration)
{
	for (size_t i = 0; i < l->ncandidate; i++) {
		size_t k = l->nedge;

		while (k && l->edge[k - 1].caller == caller && l->edge[k - 1].candidate != i)
			k--;
		if ((k && l->edge[k - 1].caller == caller) || !fits(&l->candidate[i], declaration))
			continue;
		l->edge = arena_extend(l->arena, l->edge, l->nedge, sizeof *l->edge);
		l->edge[l->nedge++] = (struct edge){ .caller = caller, .candidate = i };
	}
}

/* Those of function f are edge[first_edge[f]] to edge[first_edge[f + 1] - 1]. */
static void
index_edges(struct linker *l)
{
	size_t at = 0;

	l->first_edge = arena_alloc(l->arena, (l->graph.nnode + 1) * sizeof *l->first_edge);
	for (uint32_t f = 0; f <= l->graph.nnode; f++) {
		l->first_edge[f] = at;
		while (at < l->nedge && l->edge[at].caller == f)
			at++;
	}
}

/* Marks what a function calls, directly and virtually. */
static void
mark_calls(const struct linker *l, uint32_t from, uint8_t *reached)
{
	uint32_t *queue = arena_alloc(l->arena, (l->graph.nnode + 1) * sizeof *queue), n = 0;

	reached[from] = 1;
	queue[n++] = from;
	for (uint32_t at = 0; at < n; at++) {
		uint32_t f = queue[at];

		for (uint32_t i = l->graph.first[f]; i < l->graph.first[f + 1]; i++)
			if (!reached[l->graph.call[i].callee]) {
				reached[l->graph.call[i].callee] = 1;
				queue[n++] = l->graph.call[i].callee;
			}
		for (size_t i = l->first_edge[f]; i < l->first_edge[f + 1]; i++) {
			uint32_t callee = l->candidate[l->edge[i].candidate].index;

			if (!l->edge[i].dropped && !reached[callee]) {
				reached[callee] = 1;
				queue[n++] = callee;
			}
		}
	}
}

/* Drops edges, from the last found on, until no function reaches itself. */
static void
drop_recursion(struct linker *l)
{
	uint8_t *reached = arena_alloc(l->arena, l->graph.nnode + 1);

	for (size_t i = 0; i < l->nedge; i++)
		l->edge[i].dropped = true;
	for (size_t i = 0; i < l->nedge; i++) {
		memset(reached, 0, l->graph.nnode + 1);
		mark_calls(l, l->candidate[l->edge[i].candidate].index, reached);
		l->edge[i].dropped = reached[l->edge[i].caller];
	}
}

/* The names of sets with commas have this one. */
static bool
names_set(const char *sets, size_t len, const char *set)
{
	const char *end = sets + len, *next;

	for (; sets; sets = next ? next + 1 : NULL) {
		next = memchr(sets, ',', (size_t)(end - sets));
		len = (size_t)((next ? next : end) - sets);
		if (len == strlen(set) && !memcmp(sets, set, len))
			return true;
	}
	return false;
}

static const uint8_t *
reach_of_set(struct linker *l, const char *set)
{
	uint8_t *reached = arena_calloc(l->arena, l->graph.nnode + 1, 1);

	for (uint32_t f = 0; f < l->graph.nfunction; f++) {
		size_t len;
		const char *sets = irmodule_string_attribute(l->graph.function[f], ATTRIBUTE_CALLS_INDIRECTLY, &len);

		if (sets && names_set(sets, len, set))
			mark_calls(l, f, reached);
	}
	return reached;
}

static void
reach_of_sets(struct linker *l)
{
	for (size_t i = 0; i < l->ncandidate; i++) {
		size_t k = 0;

		while (strcmp(l->candidate[k].set, l->candidate[i].set) != 0)
			k++;
		l->candidate[i].reached = k < i ? l->candidate[k].reached : reach_of_set(l, l->candidate[i].set);
	}
}

/* --- choices --------------------------------------------------------------- */

/* What caller and called function must agree on. */
static void
copy_passing(LLVMValueRef to, LLVMAttributeIndex to_index, LLVMValueRef from, LLVMAttributeIndex index)
{
	static const char *const names[] = { "sret", "byval", "zeroext", "signext", "inreg", "align" };
	LLVMAttributeRef attribute;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		attribute = LLVMGetEnumAttributeAtIndex(from, index, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
		if (!attribute)
			continue;
		if (LLVMIsAFunction(to))
			LLVMAddAttributeAtIndex(to, to_index, attribute);
		else
			LLVMAddCallSiteAttribute(to, to_index, attribute);
	}
}

static void
put_return(LLVMBuilderRef builder, LLVMTypeRef result, LLVMValueRef value)
{
	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, value ? value : LLVMConstNull(result));
}

/* A function like the declaration, inlined everywhere, that options which the caller was compiled with hold for. */
static LLVMValueRef
new_choice(struct linker *l, LLVMValueRef declaration, LLVMValueRef caller)
{
	static const char *const enums[] = { "alwaysinline", "convergent" };
	LLVMContextRef context = LLVMGetModuleContext(l->module);
	LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMTypeRef type = LLVMGlobalGetValueType(declaration);
	LLVMValueRef function = LLVMAddFunction(l->module, "__virtual_call", type);
	unsigned nattribute = LLVMGetAttributeCountAtIndex(caller, whole), len;
	LLVMAttributeRef *attribute = arena_alloc(l->arena, (nattribute + 1) * sizeof *attribute);

	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(declaration));
	LLVMGetAttributesAtIndex(caller, whole, attribute);
	for (unsigned i = 0; i < nattribute; i++)
		if (LLVMIsStringAttribute(attribute[i]) && !text_starts(LLVMGetStringAttributeKind(attribute[i], &len), "sycl-") &&
		    !text_starts(LLVMGetStringAttributeKind(attribute[i], &len), ATTRIBUTE_CALLS_INDIRECTLY) &&
		    !text_starts(LLVMGetStringAttributeKind(attribute[i], &len), ATTRIBUTE_INDIRECTLY_CALLABLE))
			LLVMAddAttributeAtIndex(function, whole, attribute[i]);
	for (size_t i = 0; i < sizeof enums / sizeof *enums; i++)
		LLVMAddAttributeAtIndex(function, whole,
			LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName(enums[i], strlen(enums[i])), 0));
	for (unsigned i = 0; i <= LLVMCountParamTypes(type); i++)
		copy_passing(function, i, declaration, i);
	return function;
}

/* A case of the choice: calls the candidate. */
static LLVMBasicBlockRef
put_case(LLVMValueRef choice, const struct candidate *candidate, LLVMBuilderRef builder, LLVMValueRef *argument, unsigned n)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(candidate->function);
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(LLVMGetTypeContext(type), choice, "");
	LLVMValueRef call;

	LLVMPositionBuilderAtEnd(builder, block);
	call = LLVMBuildCall2(builder, type, candidate->function, argument, n, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(candidate->function));
	for (unsigned i = 0; i <= n; i++)
		copy_passing(call, i, candidate->function, i);
	put_return(builder, LLVMGetReturnType(type), call);
	return block;
}

/* The place of a failed assertion in the choice. */
static LLVMBasicBlockRef
put_failure(struct linker *l, LLVMValueRef choice, LLVMBuilderRef builder, LLVMValueRef of, const char *text)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(choice);
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(LLVMGetTypeContext(type), choice, "");

	LLVMPositionBuilderAtEnd(builder, block);
	irassert_put(l->module, l->arena, builder, of, text);
	put_return(builder, LLVMGetReturnType(type), NULL);
	return block;
}

static const struct edge *
edge_find(const struct linker *l, uint32_t caller, size_t candidate)
{
	size_t i = l->first_edge[caller];

	while (l->edge[i].candidate != candidate)
		i++;
	return &l->edge[i];
}

/* What is asserted of a number that is no candidate's, and of one that would call itself. */
static const char *
text_of(LLVMValueRef declaration, bool circle)
{
	uint64_t slot = 0;

	if (number_attribute(declaration, ATTRIBUTE_VIRTUAL_SLOT, &slot) && slot == IRVIRTUAL_POINTER)
		return circle ? "functions that are called through pointers do not call each other in a circle"
			      : "the pointer is to a function of this type whose address device code takes";
	return circle ? "virtual functions do not call each other in a circle" : "the virtual function is in a set of the kernel";
}

/* Several may have one number: functions of several translation units that call one of another for its address. */
static bool
is_first(const struct linker *l, size_t candidate, uint32_t caller, LLVMValueRef declaration)
{
	for (size_t i = candidate; i-- && l->candidate[i].number == l->candidate[candidate].number;)
		if (l->candidate[i].reached[caller] && fits(&l->candidate[i], declaration))
			return false;
	return true;
}

/* Calls the candidate that has the number; there is none for host code and for other sets. */
static LLVMValueRef
put_choice(struct linker *l, LLVMValueRef of, uint32_t caller, LLVMValueRef declaration)
{
	LLVMContextRef context = LLVMGetModuleContext(l->module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef type = LLVMGlobalGetValueType(declaration);
	LLVMValueRef choice = new_choice(l, declaration, l->graph.function[caller]), by_number, *argument;
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, choice, ""), block, circle = NULL;
	unsigned n = LLVMCountParamTypes(type);

	argument = arena_alloc(l->arena, (n + 1) * sizeof *argument);
	LLVMGetParams(choice, argument);
	block = put_failure(l, choice, builder, of, text_of(declaration, false));
	LLVMPositionBuilderAtEnd(builder, entry);
	by_number = LLVMBuildSwitch(builder, argument[0], block, (unsigned)l->ncandidate);
	for (size_t i = 0; i < l->ncandidate; i++) {
		const struct candidate *candidate = &l->candidate[i];

		if (!candidate->reached[caller] || !fits(candidate, declaration) || !is_first(l, i, caller, declaration))
			continue;
		if (!edge_find(l, caller, i)->dropped)
			block = put_case(choice, candidate, builder, argument + 1, n - 1);
		else
			block = circle = circle ? circle : put_failure(l, choice, builder, of, text_of(declaration, true));
		LLVMAddCase(by_number, LLVMConstInt(LLVMTypeOf(argument[0]), candidate->number, false), block);
	}
	LLVMDisposeBuilder(builder);
	return choice;
}

static void
change_calls(struct linker *l)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, declaration;

	for (uint32_t f = 0; f < l->graph.nfunction; f++)
		for (block = LLVMGetFirstBasicBlock(l->graph.function[f]); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
				declaration = declaration_of(i);
				if (declaration)
					LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, put_choice(l, i, f, declaration));
			}
}

/* Functions and tables are now like all others: nothing is in a set. */
static void
forget_sets(struct linker *l)
{
	static const char *const names[] = { ATTRIBUTE_INDIRECTLY_CALLABLE, ATTRIBUTE_VIRTUAL_NUMBER, ATTRIBUTE_MODULE_ID };
	LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMValueRef v;

	for (size_t i = 0; i < l->ncandidate; i++) {
		for (size_t k = 0; k < sizeof names / sizeof *names; k++)
			LLVMRemoveStringAttributeAtIndex(l->candidate[i].function, whole, names[k], (unsigned)strlen(names[k]));
		LLVMSetLinkage(l->candidate[i].function, LLVMInternalLinkage);
	}
	for (uint32_t f = 0; f < l->graph.nfunction; f++)
		LLVMRemoveStringAttributeAtIndex(l->graph.function[f], whole, ATTRIBUTE_CALLS_INDIRECTLY,
			(unsigned)strlen(ATTRIBUTE_CALLS_INDIRECTLY));
	v = LLVMGetNamedFunction(l->module, IRVIRTUAL_ASSERT);
	if (v)
		LLVMDeleteFunction(v);
	for (v = LLVMGetFirstGlobal(l->module); v; v = LLVMGetNextGlobal(v))
		if (irvirtual_is_table(v))
			LLVMSetLinkage(v, LLVMInternalLinkage);
}

static void
note_call(void *user, uint32_t function, LLVMValueRef instruction, LLVMOpcode opcode)
{
	struct linker *l = user;
	LLVMValueRef declaration = opcode == LLVMCall ? declaration_of(instruction) : NULL;

	if (declaration)
		add_edges(l, function, declaration);
}

int
irvirtual_link(LLVMModuleRef module, struct arena *arena)
{
	struct linker l = { .module = module, .arena = arena };

	find_candidates(&l);
	read_places(&l);
	callgraph_build(&l.graph, arena, module, &(struct callgraph_visitor){ .instruction = note_call, .user = &l });
	callgraph_finish(&l.graph);
	index_edges(&l);
	for (size_t i = 0; i < l.ncandidate; i++)
		l.candidate[i].index = callgraph_index(&l.graph, l.candidate[i].function);
	drop_recursion(&l);
	reach_of_sets(&l);
	change_calls(&l);
	forget_sets(&l);
	return irmodule_run_passes(module, "always-inline,function(simplifycfg),globaldce,strip-dead-prototypes");
}
