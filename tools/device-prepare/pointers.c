#include "pointers.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "annotations.h"
#include "base/args.h"
#include "base/ptrmap.h"
#include "base/text.h"
#include "choices.h"
#include "format/irnames.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"
#include "ir/irvirtual.h"
#include "virtuals.h"

struct pointers {
	struct choices choices;
	struct arena *arena;
	struct callgraph graph;
	uint8_t *reached;		/* of each function: device code */
	struct ptrmap number;		/* of functions whose address is taken: their index in target */
	LLVMValueRef *target;
	size_t ntarget;
	struct ptrmap seen;		/* variables that device code uses */
	LLVMValueRef *variable;
	size_t nvariable;
	const char **sets;		/* of each function, with commas: those of its calls, and of what it calls; NULL: none */
};

/* --- what device code takes the address of ---------------------------------- */

/* A function that is no function of LLVM's: those have no address. */
static bool
has_address(LLVMValueRef function)
{
	return !LLVMGetIntrinsicID(function) && !irmodule_is_kernel(function);
}

static void
add_target(struct pointers *p, LLVMValueRef function)
{
	uint32_t index = callgraph_index(&p->graph, function);

	if (index == CALLGRAPH_NONE || !has_address(function) || ptrmap_has(&p->number, function))
		return;
	ptrmap_set(&p->number, function, (uint32_t)p->ntarget);
	p->target = arena_extend(p->arena, p->target, p->ntarget, sizeof *p->target);
	p->target[p->ntarget++] = function;
	callgraph_reach(&p->graph, &index, 1, p->reached);
}

/* Tables of virtual functions are another pass' (virtuals.h), and LLVM's lists no code. */
static void
add_variable(struct pointers *p, LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);

	if (ptrmap_has(&p->seen, variable) || !LLVMGetInitializer(variable) || text_starts(name, "llvm.") ||
	    text_starts(name, "_ZTV") || text_starts(name, "_ZTC") || text_starts(name, "_ZTI"))
		return;
	ptrmap_set(&p->seen, variable, 0);
	p->variable = arena_extend(p->arena, p->variable, p->nvariable, sizeof *p->variable);
	p->variable[p->nvariable++] = variable;
}

/* A constant that consists of others. */
static bool
has_parts(LLVMValueRef value)
{
	return LLVMIsAConstantExpr(value) || LLVMIsAConstantArray(value) || LLVMIsAConstantStruct(value) || LLVMIsAConstantVector(value);
}

static void
look_at(struct pointers *p, LLVMValueRef value)
{
	if (LLVMIsAFunction(value))
		add_target(p, value);
	else if (LLVMIsAGlobalVariable(value))
		add_variable(p, value);
	else if (has_parts(value))
		for (int i = 0, n = LLVMGetNumOperands(value); i < n; i++)
			look_at(p, LLVMGetOperand(value, (unsigned)i));
}

/* The function of a direct call is no operand of which the address is taken. */
static unsigned
count_operands(LLVMValueRef instruction)
{
	unsigned n = (unsigned)LLVMGetNumOperands(instruction);

	return LLVMIsACallInst(instruction) && callgraph_callee(instruction) ? n - 1 : n;
}

static void
look_at_function(struct pointers *p, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, operand;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			for (unsigned k = 0, n = count_operands(i); k < n; k++) {
				operand = LLVMGetOperand(i, k);
				if (operand && LLVMIsConstant(operand))
					look_at(p, operand);
			}
}

/* Kernels, functions for other translation units, and those that virtual calls may enter. */
static void
reach_entries(struct pointers *p)
{
	struct annotations annotations;
	uint32_t function;

	for (function = 0; function < p->graph.nfunction; function++)
		if (irmodule_is_kernel(p->graph.function[function]) ||
		    irmodule_string_attribute(p->graph.function[function], ATTRIBUTE_VIRTUAL_NUMBER, NULL))
			callgraph_reach(&p->graph, &function, 1, p->reached);
	annotations_read(&annotations, p->arena, p->choices.module);
	for (size_t i = 0; i < annotations.n; i++) {
		function = callgraph_index(&p->graph, annotations.item[i].target);
		if (function != CALLGRAPH_NONE && !strcmp(annotations.item[i].text, ANNOTATION_EXTERNAL))
			callgraph_reach(&p->graph, &function, 1, p->reached);
	}
}

/* Until nothing new is reached: a function whose address is taken may take those of others, and use other variables. */
static void
find_targets(struct pointers *p)
{
	uint8_t *done = arena_calloc(p->arena, p->graph.nnode + 1, 1);
	size_t looked = 0;
	bool more = true;

	while (more) {
		more = false;
		for (uint32_t f = 0; f < p->graph.nfunction; f++) {
			if (!p->reached[f] || done[f])
				continue;
			done[f] = 1;
			more = true;
			look_at_function(p, p->graph.function[f]);
		}
		for (; looked < p->nvariable; looked++) {
			more = true;
			look_at(p, LLVMGetInitializer(p->variable[looked]));
		}
	}
}

/* --- numbers instead of addresses ------------------------------------------- */

/* The last bits are 0: in a pointer to a member function they say whether that is virtual. */
static uint64_t
number_of(const struct pointers *p, LLVMValueRef function)
{
	return (choices_number(&p->choices, function) | 16) & ~(uint64_t)15;
}

static LLVMValueRef rebuild(struct pointers *p, LLVMValueRef value);

/* The parts of the constant, rebuilt; NULL: all are as they were. */
static LLVMValueRef *
rebuild_parts(struct pointers *p, LLVMValueRef value, unsigned *n)
{
	LLVMValueRef *part;
	bool changed = false;

	*n = (unsigned)LLVMGetNumOperands(value);
	part = arena_alloc(p->arena, (*n + 1) * sizeof *part);
	for (unsigned i = 0; i < *n; i++) {
		part[i] = rebuild(p, LLVMGetOperand(value, i));
		changed |= part[i] != LLVMGetOperand(value, i);
	}
	return changed ? part : NULL;
}

/*
 * An expression of a number: casts are the only ones of functions.  Casts of casts become one: in
 * the values of variables nothing else folds them.
 */
static LLVMValueRef
rebuild_cast(LLVMValueRef value, LLVMValueRef of)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef number = LLVMIsAConstantExpr(of) && LLVMGetConstOpcode(of) == LLVMIntToPtr ? LLVMGetOperand(of, 0) : NULL;

	switch (LLVMGetConstOpcode(value)) {
	case LLVMPtrToInt: return number && LLVMTypeOf(number) == type ? number : LLVMConstPtrToInt(of, type);
	case LLVMIntToPtr: return LLVMConstIntToPtr(of, type);
	case LLVMAddrSpaceCast: return number ? LLVMConstIntToPtr(number, type) : LLVMConstAddrSpaceCast(of, type);
	case LLVMTrunc: return LLVMConstTrunc(of, type);
	default: return value;
	}
}

/* The constant with numbers in place of functions; itself if it has none. */
static LLVMValueRef
rebuild(struct pointers *p, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef *part;
	unsigned n;

	if (LLVMIsAFunction(value))
		return ptrmap_has(&p->number, value)
			? LLVMConstIntToPtr(LLVMConstInt(p->choices.word, number_of(p, value), false), type) : value;
	if (!has_parts(value) || !(part = rebuild_parts(p, value, &n)))
		return value;
	if (LLVMIsAConstantArray(value))
		return LLVMConstArray2(LLVMGetElementType(type), part, n);
	if (LLVMIsAConstantVector(value))
		return LLVMConstVector(part, n);
	if (LLVMIsAConstantExpr(value))
		return rebuild_cast(value, part[0]);
	return LLVMGetStructName(type) ? LLVMConstNamedStruct(type, part, n)
				       : LLVMConstStructInContext(LLVMGetTypeContext(type), part, n, LLVMIsPackedStruct(type));
}

static void
number_function(struct pointers *p, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, operand, new;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			for (unsigned k = 0, n = count_operands(i); k < n; k++) {
				operand = LLVMGetOperand(i, k);
				new = operand && LLVMIsConstant(operand) ? rebuild(p, operand) : operand;
				if (new != operand)
					LLVMSetOperand(i, k, new);
			}
}

/* --- functions that may be called ------------------------------------------- */

static const char *
set_of(const struct pointers *p, LLVMValueRef value)
{
	return arena_printf(p->arena, "pointers to functions %s", choices_type(&p->choices, value));
}

/* A function of this translation unit that calls one of another, which may not know that its address is taken. */
static LLVMValueRef
call_of(struct pointers *p, LLVMValueRef function)
{
	LLVMContextRef context = LLVMGetModuleContext(p->choices.module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	const char *name = arena_printf(p->arena, "__pointer_to_%s", irmodule_name(function));
	LLVMValueRef new = LLVMAddFunction(p->choices.module, name, type), call, *argument;
	unsigned n = LLVMCountParamTypes(type), nattribute;
	LLVMAttributeRef *attribute;

	LLVMSetLinkage(new, LLVMLinkOnceODRLinkage);
	LLVMSetFunctionCallConv(new, LLVMGetFunctionCallConv(function));
	argument = arena_alloc(p->arena, (n + 1) * sizeof *argument);
	LLVMGetParams(new, argument);
	LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, new, ""));
	call = LLVMBuildCall2(builder, type, function, argument, n, "");
	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	for (unsigned i = 0; i <= n; i++) {
		nattribute = LLVMGetAttributeCountAtIndex(function, i);
		attribute = arena_alloc(p->arena, (nattribute + 1) * sizeof *attribute);
		LLVMGetAttributesAtIndex(function, i, attribute);
		for (unsigned k = 0; k < nattribute; k++) {
			LLVMAddAttributeAtIndex(new, i, attribute[k]);
			LLVMAddCallSiteAttribute(call, i, attribute[k]);
		}
	}
	if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, call);
	LLVMDisposeBuilder(builder);
	return new;
}

/* A function of a set of virtual functions keeps that set: its address is in tables only. */
static void
offer_targets(struct pointers *p)
{
	for (size_t i = 0; i < p->ntarget; i++) {
		LLVMValueRef function = p->target[i];
		uint64_t number = number_of(p, function);
		const char *set = set_of(p, function);

		if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) ||
		    irmodule_string_attribute(function, ATTRIBUTE_VIRTUAL_NUMBER, NULL))
			continue;
		if (LLVMIsDeclaration(function))
			function = call_of(p, function);
		choices_offer(&p->choices, function, set, number);
		irvirtual_add_place(p->choices.module, number, IRVIRTUAL_POINTER);
	}
}

/* --- calls ------------------------------------------------------------------ */

static bool
is_through_pointer(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) && !callgraph_callee(instruction) && !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)) &&
	       !LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(instruction)) && !virtuals_is_call(instruction);
}

static void
replace_call(struct pointers *p, uint32_t function, LLVMValueRef call)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->choices.module));

	p->sets[function] = choices_add_set(p->arena, p->sets[function], set_of(p, call));
	LLVMPositionBuilderBefore(builder, call);
	choices_replace_call(&p->choices, call, LLVMBuildPtrToInt(builder, LLVMGetCalledValue(call), p->choices.word, ""), IRVIRTUAL_POINTER);
	LLVMDisposeBuilder(builder);
}

static void
replace_calls(struct pointers *p, uint32_t function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;

	for (block = LLVMGetFirstBasicBlock(p->graph.function[function]); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (is_through_pointer(i))
				replace_call(p, function, i);
		}
}

static void
add_sets(struct pointers *p, uint32_t to, const char *sets)
{
	size_t n;
	char **part = args_split(p->arena, sets, ',', &n);

	for (size_t i = 0; i < n; i++)
		p->sets[to] = choices_add_set(p->arena, p->sets[to], part[i]);
}

/* A caller has the sets of what it calls, which may be inlined there; callees come before callers. */
static void
spread_sets(struct pointers *p)
{
	const struct callgraph *graph = &p->graph;

	for (uint32_t i = 0; i < graph->nfunction; i++) {
		uint32_t f = graph->member[i];

		for (uint32_t k = graph->first[f]; k < graph->first[f + 1]; k++)
			if (graph->call[k].callee < graph->nfunction && p->sets[graph->call[k].callee])
				add_sets(p, f, p->sets[graph->call[k].callee]);
	}
}

/* Behind sets that the function has for virtual calls. */
static void
write_sets(struct pointers *p)
{
	for (uint32_t f = 0; f < p->graph.nfunction; f++) {
		const char *sets = irmodule_string_attribute(p->graph.function[f], ATTRIBUTE_CALLS_INDIRECTLY, NULL);

		if (!p->sets[f])
			continue;
		if (sets)
			add_sets(p, f, arena_strdup(p->arena, sets));
		irmodule_set_string_attribute(p->graph.function[f], ATTRIBUTE_CALLS_INDIRECTLY, p->sets[f]);
	}
}

void
pointers_prepare(LLVMModuleRef module, struct arena *arena, const char *id)
{
	struct pointers p = { .arena = arena };

	choices_init(&p.choices, module, arena, id);
	ptrmap_init(&p.number, arena, 64);
	ptrmap_init(&p.seen, arena, 64);
	callgraph_build(&p.graph, arena, module, NULL);
	callgraph_finish(&p.graph);
	p.reached = arena_calloc(arena, p.graph.nnode + 1, 1);
	reach_entries(&p);
	find_targets(&p);
	for (uint32_t f = 0; f < p.graph.nfunction; f++)
		if (p.reached[f])
			number_function(&p, p.graph.function[f]);
	for (size_t i = 0; i < p.nvariable; i++)
		LLVMSetInitializer(p.variable[i], rebuild(&p, LLVMGetInitializer(p.variable[i])));
	p.sets = arena_calloc(arena, p.graph.nfunction + 1, sizeof *p.sets);
	for (uint32_t f = 0; f < p.graph.nfunction; f++)
		if (p.reached[f])
			replace_calls(&p, f);
	spread_sets(&p);
	write_sets(&p);
	offer_targets(&p);
}
