#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
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
	const char *text, *tail;
	LLVMValueRef function;

	for (i = 0; i < uses->graph.nfunction; i++) {
		function = uses->graph.function[i];
		if (!strcmp(irmodule_name(function), name))
			return i;
		if (found != CALLGRAPH_NONE || LLVMIsDeclaration(function))
			continue;
		text = name_short(uses->arena, function);
		if (!strcmp(text, name) || !strcmp(name_full(uses->arena, function), name))
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
			known[n++] = name_short(uses->arena, uses->graph.function[i]);
	near = suggest(query, known, n);
	diag(DIAG_ERROR, near ? "no function '%s' in the module, did you mean '%s'?" : "no function '%s' in the module",
	     query, near);
}

/* Names of functions hold colons themselves: the whole query is tried as a name first. */
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

/* Does the function still use the aspect after the optimiser has run? */
static bool
survives(struct analysis *analysis, LLVMModuleRef module, uint32_t function, uint32_t aspect)
{
	struct arena *arena = analysis->uses.arena;
	LLVMModuleRef clone = LLVMCloneModule(module);
	const char *name = irmodule_name(analysis->uses.graph.function[function]);
	struct analysis after;
	uint32_t i, found;
	bool used = true;

	if (irmodule_run_passes(clone, "default<O2>") == 0 &&
	    analysis_read(&after, arena, clone, analysis->uses.emulate_conversions) == 0) {
		found = aspects_index(&after.aspects, analysis->aspects.number[aspect]);
		analysis_flow(&after);
		for (i = 0; i < after.uses.graph.nfunction; i++)
			if (!strcmp(irmodule_name(after.uses.graph.function[i]), name))
				used = flow_has(&after.flow, after.flow.used, i, found);
	}
	LLVMDisposeModule(clone);
	return used;
}

/* --- double literals among floats ----------------------------------------------------- */

enum { LITERAL_DEPTH = 8, LITERALS_SHOWN = 5 };

/* a * b + c, which clang forms of its own accord. */
static bool
is_fused(LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	const char *name = callee ? irmodule_name(callee) : "";

	return !strncmp(name, "llvm.fmuladd.", 13) || !strncmp(name, "llvm.fma.", 9);
}

static bool
is_arithmetic(LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : (LLVMOpcode)0;

	if (opcode == LLVMCall)
		return is_fused(value);
	return opcode == LLVMFAdd || opcode == LLVMFSub || opcode == LLVMFMul || opcode == LLVMFDiv || opcode == LLVMFNeg;
}

/* The value was made from a float. */
static bool
comes_from_float(LLVMValueRef value, int depth)
{
	int i, n;

	if (LLVMIsAFPExtInst(value))
		return true;
	if (!depth || !is_arithmetic(value))
		return false;
	for (i = 0, n = LLVMGetNumOperands(value); i < n; i++)
		if (comes_from_float(LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* The value ends as a float, perhaps by way of a variable. */
static bool
goes_to_float(LLVMValueRef value, int depth)
{
	LLVMValueRef user;
	LLVMUseRef use;

	if (!depth)
		return false;
	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAFPTruncInst(user) || LLVMIsAFCmpInst(user))
			return true;
		if ((is_arithmetic(user) || LLVMIsALoadInst(user)) && goes_to_float(user, depth - 1))
			return true;
	}
	return false;
}

/* A double literal that a float could stand for: the instruction computes with floats or makes one. */
static bool
literal_among_floats(LLVMValueRef instruction)
{
	if (LLVMIsAFPTruncInst(instruction))
		return true;
	if (LLVMIsAStoreInst(instruction))
		return goes_to_float(LLVMGetOperand(instruction, 1), LITERAL_DEPTH);
	if (LLVMIsAFCmpInst(instruction))
		return comes_from_float(LLVMGetOperand(instruction, 0), LITERAL_DEPTH) ||
		       comes_from_float(LLVMGetOperand(instruction, 1), LITERAL_DEPTH);
	return is_arithmetic(instruction) && (comes_from_float(instruction, LITERAL_DEPTH) ||
					      goes_to_float(instruction, LITERAL_DEPTH));
}

/* The shortest decimal text that is the same double, with a point or exponent. */
static const char *
literal_text(struct arena *arena, double value)
{
	const char *text = NULL;
	int digits;

	for (digits = 1; digits <= 17; digits++) {
		text = arena_printf(arena, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return strpbrk(text, ".en") ? text : arena_printf(arena, "%s.0", text);
}

static unsigned
show_literals(struct uses *uses, LLVMValueRef instruction, unsigned shown)
{
	LLVMTypeRef float64 = LLVMDoubleTypeInContext(irmodule_context());
	struct location at = location_of_instruction(uses, instruction);
	int i, n = LLVMGetNumOperands(instruction);
	LLVMValueRef operand;
	LLVMBool inexact;
	const char *text;
	double value;

	for (i = 0; i < n; i++) {
		operand = LLVMGetOperand(instruction, (unsigned)i);
		if (!LLVMIsAConstantFP(operand) || LLVMTypeOf(operand) != float64 || !literal_among_floats(instruction))
			continue;
		value = LLVMConstRealGetDouble(operand, &inexact);
		if (!isfinite(value) || shown++ >= LITERALS_SHOWN)
			continue;
		text = literal_text(uses->arena, value);
		if (at.line)
			printf("  %s:%u:%u: the literal %s is a double, %sf is a float\n", at.file, at.line, at.col, text, text);
		else
			printf("  the literal %s is a double, %sf is a float\n", text, text);
	}
	return shown;
}

/* All functions that the kernel reaches, in module order.  Returns how many literals there are. */
static unsigned
suggest_literals(struct uses *uses, uint32_t function)
{
	uint8_t *reached = arena_calloc(uses->arena, (size_t)uses->graph.nnode + 1, 1);
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	unsigned shown = 0;
	uint32_t i;

	callgraph_reach(&uses->graph, &function, 1, reached);
	for (i = 0; i < uses->graph.nfunction; i++)
		for (block = reached[i] ? LLVMGetFirstBasicBlock(uses->graph.function[i]) : NULL; block;
		     block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction;
			     instruction = LLVMGetNextInstruction(instruction))
				shown = show_literals(uses, instruction, shown);
	if (shown > LITERALS_SHOWN)
		printf("  and %u more literals\n", shown - LITERALS_SHOWN);
	return shown;
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
	LLVMValueRef value = uses->graph.function[function];
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
		at = location_of_instruction(uses, chain->link[i].call);
		printf("  %s", name_full(uses->arena, uses->graph.function[chain->link[i].function]));
		if (at.line)
			printf(" %s:%u:%u", at.file, at.line, at.col);
		putchar('\n');
	}
}

static void
explain_used(struct analysis *analysis, LLVMModuleRef module, struct chains *chains, uint32_t function, uint32_t aspect)
{
	struct uses *uses = &analysis->uses;
	struct chain chain = chain_find(chains, function, aspect);
	uint32_t last = chain.link[chain.n - 1].function;
	struct witness witness = witness_find(uses, last, aspect);
	unsigned literals;
	bool kept;

	printf("%s (%" PRId32 "): %s\n", aspects_text(&analysis->aspects, aspect), analysis->aspects.number[aspect],
	       use_sort_text(witness.sort));
	show_chain(uses, &chain);
	show_use(uses, last, &witness);
	if (aspect != analysis->aspects.fp64)
		return;
	kept = survives(analysis, module, function, aspect);
	literals = suggest_literals(uses, function);
	if (!kept)
		puts("  optimisation removes it: with -O2 the image does not need it");
	else if (literals)
		puts("  optimisation keeps it: floats would round differently");
	else
		puts("  optimisation keeps it");
}

int
explain(struct analysis *analysis, LLVMModuleRef module, const char *query)
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
			explain_used(analysis, module, &chains, function, aspect);
			shown++;
		} else if (flow_has(flow, flow->declared, function, aspect)) {
			printf("%s (%" PRId32 "): declared\n", aspects_text(&analysis->aspects, aspect),
			       analysis->aspects.number[aspect]);
			shown++;
		}
	}
	if (!shown && asked == ASPECT_NONE)
		printf("%s uses no aspect\n", name_full(uses->arena, uses->graph.function[function]));
	else if (!shown)
		printf("%s does not use %s\n", name_full(uses->arena, uses->graph.function[function]),
		       aspects_text(&analysis->aspects, asked));
	return 0;
}
