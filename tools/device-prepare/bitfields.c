#include "bitfields.h"

#include "base/ptrmap.h"
#include "ir/irmodule.h"

enum { WORD = 64, LARGEST = 128 };	/* bits */

/* One function. */
struct division {
	struct arena *arena;
	LLVMBuilderRef b;
	struct ptrmap words;	/* of values that are divided: LLVMValueRef[], the lowest first; bits above the number are zero */
	LLVMTypeRef i64;
};

static bool
is_large(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > LARGEST;
}

static unsigned
count_words(LLVMTypeRef type)
{
	return (LLVMGetIntTypeWidth(type) + WORD - 1) / WORD;
}

/* The bits of a word that belong to the number. */
static unsigned
bits_of_word(LLVMTypeRef type, unsigned i)
{
	return i + 1 < count_words(type) ? WORD : LLVMGetIntTypeWidth(type) - i * WORD;
}

static LLVMValueRef
word(const struct division *d, unsigned long long n)
{
	return LLVMConstInt(d->i64, n, 0);
}

static LLVMTypeRef
integer(unsigned bits)
{
	return LLVMIntTypeInContext(irmodule_context(), bits);
}

static LLVMValueRef *
new_words(const struct division *d, LLVMTypeRef type)
{
	return arena_calloc(d->arena, count_words(type), sizeof(LLVMValueRef));
}

/* The words of a large value; NULL: it has none. */
static LLVMValueRef *
words_of(const struct division *d, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	LLVMValueRef *part;
	unsigned i;

	if (!LLVMIsAConstantInt(value) && !LLVMIsNull(value))
		return ptrmap_pointer(&d->words, value);
	part = new_words(d, type);
	for (i = 0; i < count_words(type); i++)
		part[i] = LLVMBuildZExt(d->b, LLVMBuildTrunc(d->b, LLVMBuildLShr(d->b, value, LLVMConstInt(type, i * WORD, 0), ""),
							     integer(bits_of_word(type, i)), ""), d->i64, "");
	return part;
}

/* Without what is above the number. */
static void
clear_top(const struct division *d, LLVMTypeRef type, LLVMValueRef *part)
{
	unsigned top = count_words(type) - 1, bits = bits_of_word(type, top);

	if (bits < WORD)
		part[top] = LLVMBuildAnd(d->b, part[top], word(d, (1ull << bits) - 1), "");
}

/* The top word with copies of the number's highest bit. */
static LLVMValueRef
signed_top(const struct division *d, LLVMTypeRef type, LLVMValueRef top)
{
	LLVMValueRef unused = word(d, WORD - bits_of_word(type, count_words(type) - 1));

	return LLVMBuildAShr(d->b, LLVMBuildShl(d->b, top, unused, ""), unused, "");
}

/* --- memory ------------------------------------------------------------------ */

static LLVMValueRef
address_of_word(const struct division *d, LLVMValueRef address, unsigned i)
{
	LLVMValueRef offset = word(d, i * WORD / 8);

	return i ? LLVMBuildInBoundsGEP2(d->b, integer(8), address, &offset, 1, "") : address;
}

static void
set_access(LLVMValueRef access, LLVMValueRef original, unsigned i)
{
	unsigned align = LLVMGetAlignment(original);

	LLVMSetAlignment(access, i && align > WORD / 8 ? WORD / 8 : align);
	LLVMSetVolatile(access, LLVMGetVolatile(original));
}

static LLVMValueRef *
load_words(const struct division *d, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	LLVMValueRef *part = new_words(d, type), piece;
	unsigned i;

	for (i = 0; i < count_words(type); i++) {
		piece = LLVMBuildLoad2(d->b, integer(bits_of_word(type, i)), address_of_word(d, LLVMGetOperand(load, 0), i), "");
		set_access(piece, load, i);
		part[i] = LLVMBuildZExt(d->b, piece, d->i64, "");
	}
	return part;
}

static void
store_words(const struct division *d, LLVMValueRef store, LLVMValueRef *part)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
	LLVMValueRef piece;
	unsigned i;

	for (i = 0; i < count_words(type); i++) {
		piece = LLVMBuildTrunc(d->b, part[i], integer(bits_of_word(type, i)), "");
		set_access(LLVMBuildStore(d->b, piece, address_of_word(d, LLVMGetOperand(store, 1), i)), store, i);
	}
}

/* --- values ------------------------------------------------------------------ */

static LLVMValueRef *
shift_left(const struct division *d, LLVMTypeRef type, LLVMValueRef *from, unsigned by)
{
	LLVMValueRef *part = new_words(d, type);
	unsigned n = count_words(type), whole = by / WORD, rest = by % WORD, i;

	for (i = 0; i < n; i++) {
		part[i] = i >= whole ? LLVMBuildShl(d->b, from[i - whole], word(d, rest), "") : word(d, 0);
		if (rest && i > whole)
			part[i] = LLVMBuildOr(d->b, part[i], LLVMBuildLShr(d->b, from[i - whole - 1], word(d, WORD - rest), ""), "");
	}
	clear_top(d, type, part);
	return part;
}

static LLVMValueRef *
shift_right(const struct division *d, LLVMTypeRef type, const LLVMValueRef *from, unsigned by, bool is_signed)
{
	LLVMValueRef *part = new_words(d, type), top, above;
	unsigned n = count_words(type), whole = by / WORD, rest = by % WORD, i;

	top = is_signed ? signed_top(d, type, from[n - 1]) : from[n - 1];
	above = is_signed ? LLVMBuildAShr(d->b, top, word(d, WORD - 1), "") : word(d, 0);
	for (i = 0; i < n; i++) {
		unsigned low = i + whole;
		LLVMValueRef x = low >= n ? above : low == n - 1 ? top : from[low];
		LLVMValueRef y = low + 1 >= n ? above : low + 1 == n - 1 ? top : from[low + 1];

		part[i] = !rest ? x : LLVMBuildOr(d->b, LLVMBuildLShr(d->b, x, word(d, rest), ""),
						  LLVMBuildShl(d->b, y, word(d, WORD - rest), ""), "");
	}
	clear_top(d, type, part);
	return part;
}

/* A shift; NULL: not by a constant. */
static LLVMValueRef *
shift(const struct division *d, LLVMValueRef inst, LLVMValueRef *from)
{
	LLVMTypeRef type = LLVMTypeOf(inst);
	LLVMValueRef by = LLVMGetOperand(inst, 1);
	unsigned n;

	if (!LLVMIsAConstantInt(by))
		return NULL;
	n = (unsigned)LLVMConstIntGetZExtValue(LLVMBuildTrunc(d->b, by, d->i64, ""));
	if (n >= LLVMGetIntTypeWidth(type))
		return NULL;
	if (LLVMGetInstructionOpcode(inst) == LLVMShl)
		return shift_left(d, type, from, n);
	return shift_right(d, type, from, n, LLVMGetInstructionOpcode(inst) == LLVMAShr);
}

static LLVMValueRef *
logic(const struct division *d, LLVMValueRef inst, LLVMValueRef *x, LLVMValueRef *y)
{
	LLVMTypeRef type = LLVMTypeOf(inst);
	LLVMValueRef *part = new_words(d, type);
	unsigned i;

	for (i = 0; i < count_words(type); i++)
		part[i] = LLVMBuildBinOp(d->b, LLVMGetInstructionOpcode(inst), x[i], y[i], "");
	return part;
}

/* Of an integer of at most 64 bits. */
static LLVMValueRef *
extend(const struct division *d, LLVMValueRef inst)
{
	bool is_signed = LLVMGetInstructionOpcode(inst) == LLVMSExt;
	LLVMTypeRef type = LLVMTypeOf(inst);
	LLVMValueRef *part = new_words(d, type);
	unsigned i;

	part[0] = LLVMBuildIntCast2(d->b, LLVMGetOperand(inst, 0), d->i64, is_signed, "");
	for (i = 1; i < count_words(type); i++)
		part[i] = is_signed ? LLVMBuildAShr(d->b, part[0], word(d, WORD - 1), "") : word(d, 0);
	clear_top(d, type, part);
	return part;
}

/* The words of an instruction with a large result; NULL: it cannot be divided. */
static LLVMValueRef *
divide(const struct division *d, LLVMValueRef inst)
{
	LLVMValueRef *x = NULL, *y = NULL;

	switch (LLVMGetInstructionOpcode(inst)) {
	case LLVMLoad:
		return LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic ? load_words(d, inst) : NULL;
	case LLVMAnd: case LLVMOr: case LLVMXor:
		x = words_of(d, LLVMGetOperand(inst, 0));
		y = words_of(d, LLVMGetOperand(inst, 1));
		return x && y ? logic(d, inst, x, y) : NULL;
	case LLVMShl: case LLVMLShr: case LLVMAShr:
		x = words_of(d, LLVMGetOperand(inst, 0));
		return x ? shift(d, inst, x) : NULL;
	case LLVMZExt: case LLVMSExt:
		return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(inst, 0))) <= WORD ? extend(d, inst) : NULL;
	default:
		return NULL;
	}
}

/* An instruction that takes a large value and has none; false: it stays. */
static bool
finish(const struct division *d, LLVMValueRef inst)
{
	LLVMValueRef *part = words_of(d, LLVMGetOperand(inst, 0));

	if (!part)
		return false;
	if (LLVMIsAStoreInst(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic) {
		store_words(d, inst, part);
		return true;
	}
	if (!LLVMIsATruncInst(inst) || LLVMGetIntTypeWidth(LLVMTypeOf(inst)) > WORD)
		return false;
	LLVMReplaceAllUsesWith(inst, LLVMBuildTrunc(d->b, part[0], LLVMTypeOf(inst), ""));
	return true;
}

static bool
takes_large(LLVMValueRef inst)
{
	return (LLVMIsAStoreInst(inst) || LLVMIsATruncInst(inst)) && is_large(LLVMTypeOf(LLVMGetOperand(inst, 0)));
}

/* Instructions that nothing takes any more go; a value whose words are not enough for one of its users stays, for the rules. */
static void
divide_function(struct division *d, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef inst, next, *part, *divided = NULL;
	size_t n = 0;

	ptrmap_init(&d->words, d->arena, 64);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = next) {
			next = LLVMGetNextInstruction(inst);
			if (!is_large(LLVMTypeOf(inst)) && !takes_large(inst))
				continue;
			LLVMPositionBuilderBefore(d->b, inst);
			if (takes_large(inst) && !is_large(LLVMTypeOf(inst))) {
				if (finish(d, inst))
					LLVMInstructionEraseFromParent(inst);
			} else if ((part = divide(d, inst))) {
				ptrmap_set_pointer(&d->words, inst, part);
				divided = arena_extend(d->arena, divided, n, sizeof *divided);
				divided[n++] = inst;
			}
		}
	while (n)
		if (!LLVMGetFirstUse(divided[--n]))
			LLVMInstructionEraseFromParent(divided[n]);
}

void
bitfields_divide(LLVMModuleRef module, struct arena *arena)
{
	struct division d = { .arena = arena, .b = LLVMCreateBuilderInContext(irmodule_context()) };
	LLVMValueRef function;

	d.i64 = integer(WORD);
	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		divide_function(&d, function);
	LLVMDisposeBuilder(d.b);
}
