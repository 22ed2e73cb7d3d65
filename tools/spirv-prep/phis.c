#include "prep.h"

#include "base/ptrmap.h"
#include "ir/irmodule.h"

/* --- edges ------------------------------------------------------------------------------ */

/*
 * A switch may go to a block for several of its values.  The translator then gives
 * a phi in that block its value several times, and SPIR-V wants it once; LLVM's back
 * end casts a pointer among them once for each, and finds its phi broken.
 */

/* A new block on the way, for all edges between the two. */
static LLVMBasicBlockRef
block_between(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
	LLVMContextRef context = irmodule_context();
	LLVMBasicBlockRef block = LLVMAppendBasicBlockInContext(context, LLVMGetBasicBlockParent(to), "");
	LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	unsigned i;

	LLVMPositionBuilderAtEnd(builder, block);
	LLVMBuildBr(builder, to);
	LLVMDisposeBuilder(builder);
	for (i = 0; i < LLVMGetNumSuccessors(end); i++)
		if (LLVMGetSuccessor(end, i) == to)
			LLVMSetSuccessor(end, i, block);
	return block;
}

/* Whether the phi names the block of its i-th value before that, too. */
static bool
is_named_before(LLVMValueRef phi, unsigned i)
{
	unsigned k;

	for (k = 0; k < i; k++)
		if (LLVMGetIncomingBlock(phi, k) == LLVMGetIncomingBlock(phi, i))
			return true;
	return false;
}

/* Puts one in the place of the phi that gets each value once, by the blocks between (by the block before them). */
static void
replace_phi(LLVMValueRef phi, const struct ptrmap *between)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(irmodule_context());
	LLVMBasicBlockRef from;
	LLVMValueRef value, by;
	unsigned i;

	LLVMPositionBuilderBefore(builder, phi);
	by = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
	LLVMDisposeBuilder(builder);
	for (i = 0; i < LLVMCountIncoming(phi); i++) {
		if (is_named_before(phi, i))
			continue;
		value = LLVMGetIncomingValue(phi, i);
		from = LLVMGetIncomingBlock(phi, i);
		if (ptrmap_has(between, from))
			from = ptrmap_pointer(between, from);
		LLVMAddIncoming(by, &value, &from, 1);
	}
	replace_instruction(phi, by);
}

static void
join_edges(LLVMBasicBlockRef block)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(block), next;
	LLVMBasicBlockRef from;
	struct ptrmap between;
	bool joined = false;
	unsigned i;

	ptrmap_init(&between, &arena, 0);
	for (i = 0; LLVMIsAPHINode(phi) && i < LLVMCountIncoming(phi); i++) {
		from = LLVMGetIncomingBlock(phi, i);
		if (!is_named_before(phi, i) || ptrmap_has(&between, from))
			continue;
		ptrmap_set_pointer(&between, from, block_between(from, block));
		joined = true;
	}
	for (; joined && LLVMIsAPHINode(phi); phi = next) {
		next = LLVMGetNextInstruction(phi);
		replace_phi(phi, &between);
	}
}

void
prep_edges(LLVMModuleRef module)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			join_edges(block);
}

/* --- types ------------------------------------------------------------------------------ */

/*
 * LLVM 15's translator looks for the type behind a pointer where the pointer comes
 * from.  It does so without end where two pointers change places in a loop, as in
 * 't = a; a = b; b = t', and dies of a phi of three pointers whose types are
 * not known.  A sum has a type of its own.
 */

/* The pointer is one of others. */
static bool
is_choice(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
	       (LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || LLVMIsAAddrSpaceCastInst(value));
}

static bool
is_phi_of_pointers(LLVMValueRef inst)
{
	return LLVMIsAPHINode(inst) && is_choice(inst);
}

struct open {
	LLVMValueRef value;
	struct open *next;
};

static struct open *
push(struct open *open, LLVMValueRef value)
{
	struct open *more = arena_alloc(&arena, sizeof *more);

	*more = (struct open){ value, open };
	return more;
}

/* The value may be what the phi had in a round before: nothing but choices are between them. */
static bool
comes_from(LLVMValueRef value, LLVMValueRef phi)
{
	struct open *open = push(NULL, value);
	struct ptrmap seen;
	unsigned n, i;

	ptrmap_init(&seen, &arena, 0);
	while (open) {
		value = open->value;
		open = open->next;
		if (value == phi)
			return true;
		if (!is_choice(value) || ptrmap_has(&seen, value))
			continue;
		ptrmap_set(&seen, value, true);
		n = LLVMIsAPHINode(value) ? LLVMCountIncoming(value) : (unsigned)LLVMGetNumOperands(value);
		for (i = 0; i < n; i++)
			open = push(open, LLVMIsAPHINode(value) ? LLVMGetIncomingValue(value, i) : LLVMGetOperand(value, i));
	}
	return false;
}

/* The value plus nothing, where the phi's incoming block ends. */
static LLVMValueRef
sum_of(LLVMValueRef value, LLVMBasicBlockRef from)
{
	LLVMContextRef context = irmodule_context();
	LLVMValueRef zero = LLVMConstNull(LLVMInt64TypeInContext(context)), sum;
	LLVMBuilderRef builder = builder_before(LLVMGetBasicBlockTerminator(from));

	sum = LLVMBuildGEP2(builder, LLVMInt8TypeInContext(context), value, &zero, 1, "");
	LLVMDisposeBuilder(builder);
	return sum;
}

/* The translator does not find the type of what comes to the phi. */
static bool
is_untyped(LLVMValueRef value, LLVMValueRef phi)
{
	if (LLVMIsAGetElementPtrInst(value) || LLVMIsAAllocaInst(value))
		return false;
	return LLVMCountIncoming(phi) > 2 || (value != phi && comes_from(value, phi));
}

static void
type_phi(LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi), i;
	LLVMValueRef value;

	for (i = 0; i < n; i++) {
		value = LLVMGetIncomingValue(phi, i);
		if (is_untyped(value, phi))
			LLVMSetOperand(phi, i, sum_of(value, LLVMGetIncomingBlock(phi, i)));
	}
}

void
prep_phis(LLVMModuleRef module)
{
	instructions_do(module, is_phi_of_pointers, type_phi);
}
