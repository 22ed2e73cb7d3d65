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
};

/* Facts about a function: its instructions with all that is inlined into it; whether it must be inlined. */
struct summary {
	uint64_t size;
	bool must_inline;
	bool keep;
};

struct census {
	struct compilation *c;
	struct ptrmap summary;	/* function -> struct summary * */
	bool keep;		/* large functions that are called more than once stay */
};

static bool
has_two_uses(LLVMValueRef function)
{
	LLVMUseRef use = LLVMGetFirstUse(function);

	return use && LLVMGetNextUse(use);
}

static bool
is_own(LLVMValueRef function)
{
	return LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, KEEP_OWN, strlen(KEEP_OWN));
}

/* Those of lower-image.c keep their view of the image to themselves: inlined it would be a private array of each work-item. */
static bool
is_better_kept(struct census *census, LLVMValueRef function, uint64_t size)
{
	const char *name = irmodule_name(function);

	if (text_starts(name, "__mux_image_"))
		return true;
	return ((census->keep && has_two_uses(function)) || symbol_is_of_all_formats(name)) && size > MAX_INLINED;
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
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			count_instruction(census, summary, i);
	summary->keep = !summary->must_inline && is_own(function) && is_better_kept(census, function, summary->size);
	ptrmap_set_pointer(&census->summary, function, summary);
	return summary;
}

static void
let_be(LLVMValueRef function)
{
	static const char *const unwanted[] = { "alwaysinline", "convergent" };
	size_t i;

	for (i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
		LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					       attribute_kind(unwanted[i]));
}

void
keep_functions(struct compilation *c)
{
	struct census census = { .c = c };
	const struct summary *summary;
	uint64_t largest = 0;
	LLVMValueRef function;
	size_t i;

	ptrmap_init(&census.summary, c->arena, 0);
	for (i = 0; i < c->nkernel; i++) {
		summary = summarize(&census, c->kernel[i].function);
		largest = summary->size > largest ? summary->size : largest;
	}
	if (largest > MAX_KERNEL) {
		census.keep = true;
		ptrmap_init(&census.summary, c->arena, 0);
		for (i = 0; i < c->nkernel; i++)
			summarize(&census, c->kernel[i].function);
	}
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		summary = ptrmap_pointer(&census.summary, function);
		if (summary && summary->keep)
			let_be(function);
	}
}
