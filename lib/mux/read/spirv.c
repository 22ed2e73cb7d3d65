#include "mux/read/spirv.h"

#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/architecture.h"
#include "format/spirv.h"
#include "format/spirvwords.h"
#include "ir/irmodule.h"
#include "mux/read/addrspace.h"
#include "mux/read/edges.h"
#include "mux/read/entries.h"
#include "mux/read/extents.h"
#include "mux/read/inputs.h"
#include "mux/read/repair.h"
#include "mux/read/replace.h"
#include "mux/spawn.h"

/* The type of an id, as needed for null constants of it.  An event is not a number, but its null constant is replaced too. */
enum number { NO_NUMBER, TRUTH, ONE_WORD, TWO_WORDS, EVENT };

struct filter {
	const char *name;
	const uint32_t *word;
	size_t nword;
	uint8_t *number;	/* enum number, by id */
	bool *entry, *function;	/* by id: an entry point, a function */
	bool *processor;	/* by id: the constant with the processor's number */
	uint32_t bound;
	int open;		/* functions that have not ended */
	struct spirv_words out;
};

bool
spirv_is(const void *data, size_t size)
{
	static const unsigned char magic[4] = { 0x03, 0x02, 0x23, 0x07 };

	return size >= 4 && !memcmp(data, magic, 4);
}

/* Writes the null constant of a number as the constant 0, that of an event, which nothing reads, as any value. */
static void
put_zero(struct filter *f, enum number number, const uint32_t *type_and_id)
{
	uint32_t operand[4] = { type_and_id[0], type_and_id[1], 0, 0 };

	if (number == TRUTH)
		spirv_words_put(&f->out, SPIRV_OP_CONSTANT_FALSE, 2, operand);
	else if (number == EVENT)
		spirv_words_put(&f->out, SPIRV_OP_UNDEF, 2, operand);
	else
		spirv_words_put(&f->out, SPIRV_OP_CONSTANT, number == ONE_WORD ? 3 : 4, operand);
}

/* The constant with the processor's number gets that of this machine. */
static void
put_processor(struct filter *f, uint32_t count, const uint32_t *operand)
{
#ifdef __x86_64__
	const uint32_t known[3] = { operand[0], operand[1], ARCHITECTURE_X86_64 };

	operand = known;
#endif
	spirv_words_put(&f->out, SPIRV_OP_SPEC_CONSTANT, count, operand);
}

/* One instruction of count operands. */
static void
filter_instruction(struct filter *f, uint32_t op, uint32_t count, const uint32_t *operand)
{
	bool has_id = count && operand[0] < f->bound;

	if (op == SPIRV_OP_TYPE_BOOL && has_id)
		f->number[operand[0]] = TRUTH;
	else if (op == SPIRV_OP_TYPE_EVENT && has_id)
		f->number[operand[0]] = EVENT;
	else if ((op == SPIRV_OP_TYPE_INT || op == SPIRV_OP_TYPE_FLOAT) && has_id && count >= 2)
		f->number[operand[0]] = operand[1] > 32 ? TWO_WORDS : ONE_WORD;
	else if (op == SPIRV_OP_ENTRY_POINT && count >= 2 && operand[1] < f->bound)
		f->entry[operand[1]] = true;
	else if (op == SPIRV_OP_FUNCTION && count >= 2 && operand[1] < f->bound)
		f->function[operand[1]] = true;
	else if (op == SPIRV_OP_DECORATE && count == 3 && has_id && operand[1] == SPIRV_DECORATION_SPEC_ID)
		f->processor[operand[0]] = operand[2] == ARCHITECTURE_SPEC_ID;
	f->open += (op == SPIRV_OP_FUNCTION) - (op == SPIRV_OP_FUNCTION_END);
	if (op == SPIRV_OP_CONSTANT_NULL && has_id && count == 2 && f->number[operand[0]])
		put_zero(f, (enum number)f->number[operand[0]], operand);
	else if (op == SPIRV_OP_SPEC_CONSTANT && count == 3 && operand[1] < f->bound && f->processor[operand[1]])
		put_processor(f, count, operand);
	else
		spirv_words_put(&f->out, op, count, operand);
}

/* Cases are a literal of a word or two and a block each: for others llvm-spirv-15 allocates memory for ever. */
static bool
has_whole_cases(uint32_t op, uint32_t count)
{
	return op != SPIRV_OP_SWITCH || (count >= 2 && ((count - 2) % 2 == 0 || (count - 2) % 3 == 0));
}

/* LLVM takes wider integers, and for ever to optimize them. */
static bool
has_sane_width(uint32_t op, uint32_t count, const uint32_t *operand)
{
	enum { WIDEST = 1024 };

	return op != SPIRV_OP_TYPE_INT || (count >= 2 && operand[1] <= WIDEST);
}

/* Arithmetic is rounded to nearest here: reports a kernel that asks for another rounding. */
static bool
has_rounding(struct filter *f, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (op != SPIRV_OP_EXECUTION_MODE || count < 2 || (operand[1] != SPIRV_MODE_ROUND_TO_ZERO && operand[1] != SPIRV_MODE_ROUND_UP &&
							   operand[1] != SPIRV_MODE_ROUND_DOWN))
		return true;
	diag(DIAG_ERROR, "cannot read '%s': a kernel wants arithmetic that is rounded %s, not to nearest", f->name,
	     operand[1] == SPIRV_MODE_ROUND_TO_ZERO ? "toward zero" : operand[1] == SPIRV_MODE_ROUND_UP ? "up" : "down");
	return false;
}

static int
filter_words(struct filter *f)
{
	size_t i = SPIRV_HEADER_WORDS;
	uint32_t length;

	while (i < f->nword) {
		length = f->word[i] >> 16;
		if (!length || length > f->nword - i || !has_whole_cases(f->word[i] & 0xffff, length - 1)
		    || !has_sane_width(f->word[i] & 0xffff, length - 1, f->word + i + 1)) {
			diag(DIAG_ERROR, "cannot read '%s': damaged SPIR-V at byte %zu", f->name, i * 4);
			return -1;
		}
		if (!has_rounding(f, f->word[i] & 0xffff, length - 1, f->word + i + 1))
			return -1;
		filter_instruction(f, f->word[i] & 0xffff, length - 1, f->word + i + 1);
		i += length;
	}
	return 0;
}

/* A file cut off between instructions lacks the functions of its entry points: reports that. */
static int
check_functions(struct filter *f)
{
	bool missing = f->open != 0;
	uint32_t id;

	for (id = 0; id < f->bound; id++)
		missing |= f->entry[id] && !f->function[id];
	if (missing)
		diag(DIAG_ERROR, "cannot read '%s': damaged SPIR-V, a function is not complete", f->name);
	return missing ? -1 : 0;
}

/*
 * A copy of the nword words in the arena, *nout of them, in which null
 * constants of numbers are the number 0 (LLVM 22 writes null constants, on which
 * llvm-spirv-15 aborts) and branches name a block once.  Reports words that are not SPIR-V and returns NULL.
 */
static uint32_t *
filter(struct arena *arena, const char *name, const uint32_t *word, size_t nword, size_t *nout)
{
	struct filter f = { .name = name, .word = word, .nword = nword };
	uint32_t *repaired;

	if (nword < SPIRV_HEADER_WORDS || word[0] != SPIRV_MAGIC || word[3] > SPIRV_MAX_BOUND) {
		diag(DIAG_ERROR, "cannot read '%s': damaged SPIR-V header", name);
		return NULL;
	}
	f.bound = word[3];
	f.number = arena_calloc(arena, f.bound, sizeof *f.number);
	f.entry = arena_calloc(arena, f.bound, sizeof *f.entry);
	f.function = arena_calloc(arena, f.bound, sizeof *f.function);
	f.processor = arena_calloc(arena, f.bound, sizeof *f.processor);
	spirv_words_begin(&f.out, arena, word, nword);
	if (filter_words(&f) || check_functions(&f))
		return NULL;
	*nout = f.out.n;
	repaired = repair_words(arena, replace_words(arena, inputs_copy(arena, f.out.word, nout), nout), nout);
	return edges_split(arena, extents_of_private(arena, repaired, nout), nout);
}

/* Copies may overlap: LLVM's back end writes memmove as OpCopyMemorySized too. */
static void
let_copies_overlap(LLVMModuleRef module)
{
	LLVMValueRef function, call, move;
	LLVMTypeRef type[3];
	LLVMUseRef use, next;
	unsigned id = LLVMLookupIntrinsicID("llvm.memmove", strlen("llvm.memmove"));

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (strncmp(irmodule_name(function), "llvm.memcpy.", strlen("llvm.memcpy.")))
			continue;
		type[0] = LLVMTypeOf(LLVMGetParam(function, 0));
		type[1] = LLVMTypeOf(LLVMGetParam(function, 1));
		type[2] = LLVMTypeOf(LLVMGetParam(function, 2));
		move = LLVMGetIntrinsicDeclaration(module, id, type, 3);
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call))
				LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, move);
		}
	}
}

/* Variables of constant memory are constants, whether they are decorated so or not: printf reads its format from one. */
static void
mark_constants(LLVMModuleRef module)
{
	LLVMValueRef global;

	for (global = LLVMGetFirstGlobal(module); global; global = LLVMGetNextGlobal(global))
		if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == ADDRSPACE_CONSTANT && !LLVMIsDeclaration(global))
			LLVMSetGlobalConstant(global, true);
}

/* OpenCL's number of a channel type, of which SPIR-V's counts from 0: LLVM's back end takes one for the other. */
static void
count_format_from_first(LLVMModuleRef module)
{
	enum { FIRST_TYPE = 0x10d0 };
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	LLVMValueRef function, call, number;
	LLVMUseRef use;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (!strstr(irmodule_name(function), "__spirv_ImageQueryFormat"))
			continue;
		for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
			call = LLVMGetUser(use);
			LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
			number = LLVMBuildAdd(builder, call, LLVMConstInt(LLVMTypeOf(call), FIRST_TYPE, 0), "");
			LLVMReplaceAllUsesWith(call, number);
			LLVMSetOperand(number, 0, call);
		}
	}
	LLVMDisposeBuilder(builder);
}

LLVMModuleRef
spirv_read(struct arena *arena, const char *name, const void *data, size_t size)
{
	uint32_t *word = arena_calloc(arena, size / 4 + 1, sizeof *word);
	LLVMModuleRef module;
	const char *in, *out;
	size_t nword;

	memcpy(word, data, size / 4 * 4);
	word = filter(arena, name, word, size / 4, &nword);
	if (!word || !spawn_folder(arena))
		return NULL;
	in = spawn_path(arena, "input.spv");
	out = spawn_path(arena, "input.bc");
	if (outfile_write(in, word, nword * sizeof *word))
		return NULL;
	if (spawn_run_on(arena, (const char *const[]){ "llvm-spirv-15", "-r", "--spirv-target-env=SPV-IR", in, "-o", out, NULL },
			 nword * sizeof *word)) {
		diag(DIAG_ERROR, "cannot read '%s': llvm-spirv-15 does not take this SPIR-V", name);
		return NULL;
	}
	module = irmodule_read(out);
	if (module) {
		mark_constants(module);
		entries_add(arena, module, word, nword);
	}
	if (module && word[2] >> 16 == SPIRV_GENERATOR_LLVM) {
		extents_of_local(arena, module);
		let_copies_overlap(module);
		count_format_from_first(module);
	}
	return module;
}
