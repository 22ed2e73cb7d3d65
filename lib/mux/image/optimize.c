#include "mux/image/optimize.h"

#include <llvm-c/Support.h>
#include <string.h>

#include "base/diag.h"
#include "format/irnames.h"
#include "ir/irmodule.h"
#include "mux/emit/alone.h"
#include "mux/emit/apart.h"
#include "mux/emit/divide.h"
#include "mux/emit/empty.h"
#include "mux/emit/gather.h"
#include "mux/emit/huge.h"
#include "mux/emit/masked.h"
#include "mux/emit/merges.h"
#include "mux/emit/transpose.h"
#include "mux/emit/triples.h"

static const LLVMAttributeIndex of_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

/* Drops LLVM's warnings about loops that it could not vectorize: not useful to kernel authors. */
static void
report_errors_only(LLVMDiagnosticInfoRef info, void *user)
{
	char *text;

	(void)user;
	if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
		return;
	text = LLVMGetDiagInfoDescription(info);
	diag(DIAG_ERROR, "%s", text);
	LLVMDisposeMessage(text);
}

static bool
has_attribute(LLVMValueRef function, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(function, of_function, attribute_kind(name)) != NULL;
}

static void
set_attribute(struct compilation *c, LLVMValueRef function, const char *name, bool on)
{
	if (on)
		LLVMAddAttributeAtIndex(function, of_function, LLVMCreateEnumAttribute(c->context, attribute_kind(name), 0));
	else
		LLVMRemoveEnumAttributeAtIndex(function, of_function, attribute_kind(name));
}

/* Interleaved accesses are safe in the function (interleave.h). */
static bool
is_safe(LLVMValueRef function)
{
	return irmodule_string_attribute(function, ATTRIBUTE_MUX_INTERLEAVES, NULL) != NULL;
}

/* What functions of the module there are with code. */
struct mixture {
	bool safe, other;
	bool divisible;		/* some can be left out of an optimization */
};

static struct mixture
look_at(struct compilation *c)
{
	struct mixture mixture = { .divisible = true };
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMIsDeclaration(function))
			continue;
		mixture.safe |= is_safe(function);
		mixture.other |= !is_safe(function);
		mixture.divisible &= !has_attribute(function, "optsize") && !has_attribute(function, "minsize") &&
				     !has_attribute(function, "alwaysinline") && !has_attribute(function, "noinline");
	}
	return mixture;
}

/* Leaves functions out of the optimization, the safe ones or the others, or no more. */
static void
leave_out(struct compilation *c, bool safe, bool out)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (LLVMIsDeclaration(function) || is_safe(function) != safe)
			continue;
		set_attribute(c, function, "noinline", out);
		set_attribute(c, function, "optnone", out);
	}
}

/*
 * The settings hold for the whole process.  Rows of known length are short in groups such as 8 x 8: LLVM leaves less than
 * 16 alone.  It must not copy the ends of loops over work-items, to thread a branch behind them through each: see
 * loop_result().  Loops of which it makes two by a choice may be of 54 instructions, not 50: ours count what is left.
 * Of a load of a[x + 1] it must not make that of a[x] of the next work-item: vectors of both would be shuffled.
 */
static int
run(struct compilation *c, bool interleave)
{
	const char *argv[] = { "mux-aot", interleave ? "-enable-interleaved-mem-accesses=true" : "-enable-interleaved-mem-accesses=false",
			       "-vectorizer-min-trip-count=4", "-jump-threading-threshold=0", "-unswitch-threshold=54", "-enable-load-in-loop-pre=false" };

	LLVMParseCommandLineOptions(6, argv, NULL);
	return compilation_run_passes(c, arena_printf(c->arena, "default<%s>", c->options->level ? c->options->level : "O3"));
}

static int
optimize(struct compilation *c)
{
	struct mixture mixture = look_at(c);
	int failed;

	if (c->debugged || !mux_is_optimized(c->options))
		return compilation_run_passes(c, "function(mem2reg)");
	if (!mixture.other || !mixture.safe || !mixture.divisible)
		return run(c, !mixture.other);
	leave_out(c, false, true);
	failed = run(c, true);
	leave_out(c, false, false);
	leave_out(c, true, true);
	failed = failed || run(c, false);
	leave_out(c, true, false);
	return failed ? -1 : 0;
}

int
optimize_module(struct compilation *c)
{
	LLVMDiagnosticHandler handler = LLVMContextGetDiagnosticHandler(c->context);
	void *user = LLVMContextGetDiagnosticContext(c->context);
	int failed;

	alone_expand(c);
	huge_leave_alone(c);
	LLVMContextSetDiagnosticHandler(c->context, report_errors_only, NULL);
	failed = optimize(c);
	failed = failed || apart_prepare(c);
	gather_split_addresses(c);
	failed = failed || transpose_rows(c, apart_divide_loops(c));
	LLVMContextSetDiagnosticHandler(c->context, handler, user);
	gather_extend_offsets(c);
	masked_repair(c);
	merges_repair(c);
	triples_repair(c);
	divide_guard(c);
	empty_skip(c);
	return failed;
}
