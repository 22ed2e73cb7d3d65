#include "mux/lower/keep.h"

#include <string.h>

#include "base/ptrmap.h"
#include "base/symbol.h"
#include "base/text.h"
#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/lower/localmem.h"
#include "mux/regions/collective.h"

enum {
	MAX_KERNEL = 5000,	/* instructions of a kernel in which everything is inlined */
	MAX_INLINED = 200,	/* of a function that is called more than once, in modules with larger kernels, or of images */
	MAX_STILL = 15000,	/* instructions of a kernel in which those that are called once are inlined */
	MAX_BLOCKS = 40,	/* of such a function: with more its work-items hardly go the same way, and vectors gain nothing */
};

/* Facts about a function: its instructions and blocks with all that is inlined into it; where it goes. */
struct summary {
	uint64_t size, blocks;
	bool must_inline;
	bool keep;
	bool of_kernel;		/* a kernel, or inlined into one */
};

struct census {
	struct compilation *c;
	struct ptrmap summary;	/* function -> struct summary * */
	bool keep;		/* large functions that are called more than once stay */
	bool keep_once;		/* those that are called once too */
};

static bool
has_two_uses(LLVMValueRef function)
{
	LLVMUseRef use = LLVMGetFirstUse(function);

	return use && LLVMGetNextUse(use);
}

static bool
has_attribute(LLVMValueRef function, const char *name)
{
	return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
}

/* Those of lower-image.c keep their view of the image to themselves: inlined it would be a private array of each work-item. */
static bool
is_better_kept(const struct census *census, LLVMValueRef function, const struct summary *summary)
{
	const char *name = irmodule_name(function);

	if (text_starts(name, "__mux_image_"))
		return true;
	if (census->keep_once && (summary->blocks > MAX_BLOCKS || has_attribute(function, KEEP_APART)))
		return summary->size > MAX_INLINED;
	return ((census->keep && has_two_uses(function)) || symbol_is_of_all_formats(name)) && summary->size > MAX_INLINED;
}

static const struct summary *summarize(struct census *census, LLVMValueRef function);

static void
count_instruction(struct census *census, struct summary *summary, LLVMValueRef i)
{
	LLVMValueRef callee = LLVMIsACallInst(i) ? call_target(i) : NULL;
	const struct summary *inner;
	int k;

	summary->size++;
	for (k = 0; k < LLVMGetNumOperands(i); k++)
		summary->must_inline |= localmem_is_mentioned(census->c, LLVMGetOperand(i, (unsigned)k));
	if (!callee)
		return;
	if (LLVMIsDeclaration(callee)) {
		summary->must_inline |= builtin_of(callee) || collective_is_call(i);
		return;
	}
	inner = summarize(census, callee);
	summary->size += inner->keep ? 0 : inner->size;
	summary->blocks += inner->keep ? 0 : inner->blocks;
	summary->must_inline |= inner->must_inline;
}

static const struct summary *
summarize(struct census *census, LLVMValueRef function)
{
	struct summary *summary = ptrmap_pointer(&census->summary, function);
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	if (summary)
		return summary;
	summary = arena_calloc(census->c->arena, 1, sizeof *summary);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
		summary->blocks++;
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			count_instruction(census, summary, i);
	}
	summary->keep = !summary->must_inline && has_attribute(function, KEEP_OWN) && is_better_kept(census, function, summary);
	ptrmap_set_pointer(&census->summary, function, summary);
	return summary;
}

static void
let_be(struct compilation *c, LLVMValueRef function, bool apart)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	static const char *const unwanted[] = { "alwaysinline", "convergent" };
	size_t i;

	for (i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
		LLVMRemoveEnumAttributeAtIndex(function, index, attribute_kind(unwanted[i]));
	if (apart)
		LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(c->context, attribute_kind("noinline"), 0));
}

/* Marks the function and those that are inlined into it as parts of a kernel. */
static void
mark_of_kernel(struct census *census, LLVMValueRef function)
{
	struct summary *summary = ptrmap_pointer(&census->summary, function), *inner;
	LLVMBasicBlockRef block;
	LLVMValueRef i, callee;

	summary->of_kernel = true;
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
			callee = LLVMIsACallInst(i) ? call_target(i) : NULL;
			inner = callee ? ptrmap_pointer(&census->summary, callee) : NULL;
			if (inner && !inner->keep && !inner->of_kernel)
				mark_of_kernel(census, callee);
		}
}

/* Summarizes all functions that kernels call; the instructions of the largest kernel. */
static uint64_t
take_census(struct census *census)
{
	struct compilation *c = census->c;
	const struct summary *summary;
	uint64_t largest = 0;
	size_t i;

	ptrmap_init(&census->summary, c->arena, 0);
	for (i = 0; i < c->nkernel; i++) {
		summary = summarize(census, c->kernel[i].function);
		largest = summary->size > largest ? summary->size : largest;
	}
	return largest;
}

void
keep_functions(struct compilation *c)
{
	struct census census = { .c = c };
	const struct summary *summary;
	LLVMValueRef function;
	uint64_t largest = take_census(&census);
	size_t i;

	if (largest > MAX_KERNEL) {
		census.keep = true;
		largest = take_census(&census);
	}
	if (largest > MAX_STILL) {
		census.keep_once = true;
		take_census(&census);
	}
	for (i = 0; i < c->nkernel; i++)
		mark_of_kernel(&census, c->kernel[i].function);
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		summary = ptrmap_pointer(&census.summary, function);
		if (summary && !summary->of_kernel && has_attribute(function, KEEP_OWN))
			let_be(c, function, has_attribute(function, KEEP_APART) || (census.keep_once && summary->keep));
	}
}
