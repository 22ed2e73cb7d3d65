#include "accuracy.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "base/suggest.h"
#include "base/symbol.h"
#include "format/irnames.h"
#include "ir/callgraph.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

/* Level i is the internal aspect -(i + 1). */
static const char *const levels[] = { "high", "medium", "low", "sycl", "cuda" };

static const char *const functions[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp",
	"exp10", "exp2", "expm1", "fdiv", "hypot", "ldexp", "log", "log10", "log1p", "log2", "pow", "rsqrt", "sin",
	"sincos", "sinh", "sqrt", "tan", "tanh",
};

enum { N_LEVELS = sizeof levels / sizeof *levels, N_FUNCTIONS = sizeof functions / sizeof *functions };

struct accuracy {
	int8_t all, of[N_FUNCTIONS];	/* the internal aspect, 0 for none */
};

struct accuracy *
accuracy_new(struct arena *arena)
{
	return arena_calloc(arena, 1, sizeof(struct accuracy));
}

/* The index of the name[0, len), -1 when there is none. */
static int
find(const char *const *names, size_t n, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], name, len))
			return (int)i;
	return -1;
}

static int
find_or_die(const char *what, const char *const *names, size_t n, const char *name)
{
	int i = find(names, n, name, strlen(name));
	const char *near = suggest(name, names, n);

	if (i >= 0)
		return i;
	if (near)
		die_usage("unknown %s '%s' of '--ffp-accuracy', did you mean '%s'?", what, name, near);
	die_usage("unknown %s '%s' of '--ffp-accuracy'", what, name);
}

void
accuracy_add(struct accuracy *accuracy, struct arena *arena, const char *text)
{
	const char *colon = strchrnul(text, ':');
	const char *level = arena_strndup(arena, text, (size_t)(colon - text));
	int8_t aspect = (int8_t)-(find_or_die("level", levels, N_LEVELS, level) + 1);
	char **name;
	size_t n, i;

	if (!*colon) {
		accuracy->all = aspect;
		return;
	}
	name = args_split(arena, colon + 1, ',', &n);
	for (i = 0; i < n; i++)
		accuracy->of[find_or_die("function", functions, N_FUNCTIONS, name[i])] = aspect;
}

/* Devices have no function sincos: the headers make sycl::sincos from sin and cos. */
static bool
is_sincos(const char *name)
{
	name = symbol_in_sycl(name);
	return name && text_starts(name, "6sincosI");
}

/*
 * The maths function that a callee's name means: LLVM's intrinsic
 * (llvm.sin.f32), OpenCL's mangled name (_Z3sinf) or libm's (sin, sinf).
 */
static int
function_of(const char *name)
{
	size_t len;

	if (!strncmp(name, "llvm.", 5)) {
		name += 5;
		len = strcspn(name, ".");
	} else if (!strncmp(name, "_Z", 2) && isdigit((unsigned char)name[2])) {
		char *rest;

		len = strtoul(name + 2, &rest, 10);
		name = rest;
		if (len > strlen(name))
			return -1;
	} else {
		len = strlen(name);
		if (len && name[len - 1] == 'f' && find(functions, N_FUNCTIONS, name, len) < 0)
			len--;
	}
	return find(functions, N_FUNCTIONS, name, len);
}

static int
function_of_instruction(LLVMValueRef instruction)
{
	LLVMValueRef callee;

	if (LLVMGetInstructionOpcode(instruction) == LLVMFDiv)
		return find(functions, N_FUNCTIONS, "fdiv", 4);
	if (!LLVMIsACallInst(instruction))
		return -1;
	callee = callgraph_callee(instruction);
	if (callee && is_sincos(irmodule_name(callee)))
		return find(functions, N_FUNCTIONS, "sincos", 6);
	return callee && LLVMIsDeclaration(callee) ? function_of(irmodule_name(callee)) : -1;
}

/* Adds the aspect to those that the instruction has. */
static void
tag(LLVMValueRef instruction, struct arena *arena, int aspect)
{
	LLVMContextRef context = irmodule_context();
	unsigned kind = irmeta_kind(METADATA_USED_ASPECTS);
	LLVMMetadataRef *operand;
	int64_t *number;
	size_t n, i;

	if (!irmeta_ints(arena, irmeta_get_instruction(instruction, kind), &number, &n))
		n = 0;
	operand = arena_alloc(arena, (n + 1) * sizeof *operand);
	for (i = 0; i <= n; i++)
		operand[i] = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context),
			(unsigned long long)(i < n ? number[i] : aspect), 1));
	LLVMSetMetadata(instruction, kind, LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, operand, n + 1)));
}

static void
write_block(const struct accuracy *accuracy, LLVMBasicBlockRef block, struct arena *arena)
{
	LLVMValueRef instruction;
	int function, aspect;

	for (instruction = LLVMGetFirstInstruction(block); instruction;
	     instruction = LLVMGetNextInstruction(instruction)) {
		function = function_of_instruction(instruction);
		if (function < 0)
			continue;
		aspect = accuracy->of[function] ? accuracy->of[function] : accuracy->all;
		if (aspect)
			tag(instruction, arena, aspect);
	}
}

static bool
is_empty(const struct accuracy *accuracy)
{
	static const struct accuracy none;

	return !memcmp(accuracy, &none, sizeof none);
}

void
accuracy_write(const struct accuracy *accuracy, LLVMModuleRef module, struct arena *arena)
{
	LLVMValueRef function;
	LLVMBasicBlockRef block;

	if (is_empty(accuracy))
		return;
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			write_block(accuracy, block, arena);
}
