#include "prep.h"

#include <stdio.h>

#include "ir/irmodule.h"
#include "rewrite.h"

/* Intrinsics that LLVM's back end knows and the translator of LLVM 15 does not. */

/* --- mathematics ------------------------------------------------------------------ */

#define MATH(name, n) \
	static LLVMValueRef name##_call(LLVMBuilderRef b, LLVMValueRef call) { return build_math(b, #name, call, n); }
MATH(acos, 1) MATH(asin, 1) MATH(atan, 1) MATH(cosh, 1) MATH(sinh, 1) MATH(tan, 1) MATH(tanh, 1) MATH(atan2, 2)
#undef MATH

static LLVMValueRef
modf_call(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(arg(call, 0));

	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return build_two_results(b, "modf", call, type, "PDh");
	case LLVMFloatTypeKind:
		return build_two_results(b, "modf", call, type, "Pf");
	case LLVMVectorTypeKind:
		return NULL;
	default:
		return build_two_results(b, "modf", call, type, "Pd");
	}
}

static LLVMValueRef
round_call(LLVMBuilderRef b, LLVMValueRef call)
{
	return LLVMBuildFPToSI(b, unary(b, "llvm.round", arg(call, 0)), LLVMTypeOf(call), "");
}

/* convert_int_sat(float): NaN becomes 0 as in the intrinsic. */
static LLVMValueRef
saturate(LLVMBuilderRef b, LLVMValueRef call, bool is_signed)
{
	static const char *const word[] = { "char", "short", "int", "long" };
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef x = arg(call, 0);
	char function[32], name[64];
	unsigned size;

	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return NULL;
	for (size = 0; size < 4 && 8u << size != LLVMGetIntTypeWidth(type); size++)
		;
	if (size == 4)
		return NULL;
	snprintf(function, sizeof function, "convert_%s%s_sat", is_signed ? "" : "u", word[size]);
	return mangle(name, function, LLVMTypeOf(x), "") ? build_builtin(b, name, type, &x, 1) : NULL;
}

static LLVMValueRef
to_signed(LLVMBuilderRef b, LLVMValueRef call)
{
	return saturate(b, call, true);
}

static LLVMValueRef
to_unsigned(LLVMBuilderRef b, LLVMValueRef call)
{
	return saturate(b, call, false);
}

/* --- classes of floating point numbers ----------------------------------------------- */

struct bits {
	LLVMValueRef all, magnitude;
	LLVMTypeRef type;
	unsigned long long infinity, quiet, normal;	/* of the magnitude: infinity, the quiet bit, the least normal number */
};

static bool
take_bits(LLVMBuilderRef b, LLVMValueRef x, struct bits *bits)
{
	unsigned width, fraction;

	switch (LLVMGetTypeKind(LLVMTypeOf(x))) {
	case LLVMHalfTypeKind: width = 16; fraction = 10; break;
	case LLVMFloatTypeKind: width = 32; fraction = 23; break;
	case LLVMDoubleTypeKind: width = 64; fraction = 52; break;
	default: return false;
	}
	bits->type = LLVMIntTypeInContext(irmodule_context(), width);
	bits->normal = 1ull << fraction;
	bits->infinity = ((1ull << (width - 1 - fraction)) - 1) << fraction;
	bits->quiet = 1ull << (fraction - 1);
	bits->all = LLVMBuildBitCast(b, x, bits->type, "");
	bits->magnitude = LLVMBuildAnd(b, bits->all, constant_of(bits->type, (1ull << (width - 1)) - 1), "");
	return true;
}

/* low <= magnitude < low + n, without the sign. */
static LLVMValueRef
in_range(LLVMBuilderRef b, const struct bits *bits, unsigned long long low, unsigned long long n)
{
	LLVMValueRef over = LLVMBuildSub(b, bits->magnitude, constant_of(bits->type, low), "");

	return LLVMBuildICmp(b, LLVMIntULT, over, constant_of(bits->type, n), "");
}

/* The ten classes as the intrinsic numbers them: NaNs, then from -infinity to +infinity. */
static LLVMValueRef
in_class(LLVMBuilderRef b, const struct bits *bits, unsigned class)
{
	static const unsigned char kind[] = { 0, 1, 2, 3, 4, 5, 5, 4, 3, 2 };
	LLVMValueRef negative = LLVMBuildICmp(b, LLVMIntSLT, bits->all, LLVMConstNull(bits->type), ""), in;

	switch (kind[class]) {
	case 0: return in_range(b, bits, bits->infinity + 1, bits->quiet - 1);
	case 1: return in_range(b, bits, bits->infinity + bits->quiet, bits->quiet);
	case 2: in = in_range(b, bits, bits->infinity, 1); break;
	case 3: in = in_range(b, bits, bits->normal, bits->infinity - bits->normal); break;
	case 4: in = in_range(b, bits, 1, bits->normal - 1); break;
	default: in = in_range(b, bits, 0, 1); break;
	}
	return LLVMBuildAnd(b, in, class < 6 ? negative : LLVMBuildNot(b, negative, ""), "");
}

static LLVMValueRef
float_class(LLVMBuilderRef b, LLVMValueRef call)
{
	unsigned long long classes = LLVMConstIntGetZExtValue(arg(call, 1));
	LLVMValueRef any = LLVMConstNull(LLVMTypeOf(call));
	struct bits bits;
	unsigned i;

	if (!take_bits(b, arg(call, 0), &bits))
		return NULL;
	for (i = 0; i < 10; i++)
		if (classes & 1u << i)
			any = LLVMBuildOr(b, any, in_class(b, &bits, i), "");
	return any;
}

/* --- integers ------------------------------------------------------------------------------ */

static LLVMValueRef
saturating(LLVMBuilderRef b, LLVMValueRef call, const char *function, bool is_signed)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef both[2] = { arg(call, 0), arg(call, 1) };
	char name[64], letter[2] = "";
	static const char letters[2][4] = { { 'h', 't', 'j', 'm' }, { 'c', 's', 'i', 'l' } };
	unsigned size;

	for (size = 0; size < 4 && 8u << size != width_of(both[0]); size++)
		;
	if (size == 4)
		return NULL;
	letter[0] = letters[is_signed][size];
	if (!(is_signed ? mangle : mangle_unsigned)(name, function, type,
						    LLVMGetTypeKind(type) == LLVMVectorTypeKind ? "S_" : letter))
		return NULL;
	return build_builtin(b, name, type, both, 2);
}

#define SATURATING(name, function, is_signed) \
	static LLVMValueRef name(LLVMBuilderRef b, LLVMValueRef call) { return saturating(b, call, function, is_signed); }
SATURATING(signed_add_sat, "add_sat", true) SATURATING(unsigned_add_sat, "add_sat", false)
SATURATING(signed_sub_sat, "sub_sat", true) SATURATING(unsigned_sub_sat, "sub_sat", false)
#undef SATURATING

/* Three-way comparison: (a > b) - (a < b). */
static LLVMValueRef
three_way(LLVMBuilderRef b, LLVMValueRef call, LLVMIntPredicate greater, LLVMIntPredicate less)
{
	LLVMValueRef more = LLVMBuildZExt(b, LLVMBuildICmp(b, greater, arg(call, 0), arg(call, 1), ""), LLVMTypeOf(call), "");
	LLVMValueRef fewer = LLVMBuildZExt(b, LLVMBuildICmp(b, less, arg(call, 0), arg(call, 1), ""), LLVMTypeOf(call), "");

	return LLVMBuildSub(b, more, fewer, "");
}

static LLVMValueRef
signed_compare(LLVMBuilderRef b, LLVMValueRef call)
{
	return three_way(b, call, LLVMIntSGT, LLVMIntSLT);
}

static LLVMValueRef
unsigned_compare(LLVMBuilderRef b, LLVMValueRef call)
{
	return three_way(b, call, LLVMIntUGT, LLVMIntULT);
}

/* The translator asks for the capability Shader, which makes a kernel module invalid: swap halves, quarters ... instead. */
static LLVMValueRef
reverse_bits(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef x = arg(call, 0), up, down;
	LLVMTypeRef type = LLVMTypeOf(x);
	unsigned width = width_of(x), shift;
	unsigned long long mask = width < 64 ? (1ull << width) - 1 : ~0ull;

	if (width != 8 && width != 16 && width != 32 && width != 64)
		return NULL;
	for (shift = width / 2; shift; shift /= 2) {
		mask ^= mask << shift;
		down = LLVMBuildAnd(b, LLVMBuildLShr(b, x, constant_of(type, shift), ""), constant_of(type, mask), "");
		up = LLVMBuildShl(b, LLVMBuildAnd(b, x, constant_of(type, mask), ""), constant_of(type, shift), "");
		x = LLVMBuildOr(b, down, up, "");
	}
	return x;
}

static LLVMValueRef
element(LLVMBuilderRef b, LLVMValueRef vector, unsigned i)
{
	return LLVMBuildExtractElement(b, vector, LLVMConstInt(LLVMInt32TypeInContext(irmodule_context()), i, 0), "");
}

static LLVMValueRef
reduce(LLVMBuilderRef b, LLVMValueRef call, LLVMOpcode opcode)
{
	LLVMValueRef vector = arg(call, 0), all = element(b, vector, 0);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(vector)), i;

	for (i = 1; i < n; i++)
		all = LLVMBuildBinOp(b, opcode, all, element(b, vector, i), "");
	return all;
}

#define REDUCE(name, opcode) \
	static LLVMValueRef reduce_##name(LLVMBuilderRef b, LLVMValueRef call) { return reduce(b, call, opcode); }
REDUCE(add, LLVMAdd) REDUCE(mul, LLVMMul) REDUCE(and, LLVMAnd) REDUCE(or, LLVMOr) REDUCE(xor, LLVMXor)
#undef REDUCE

/* --- memory ------------------------------------------------------------------------------------ */

/* The translator puts a variable at the call, and SPIR-V requires it in the first block. */
static LLVMValueRef
move_memory(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef size = arg(call, 2), room;
	unsigned align = alignment_of(call, 1);

	if (!LLVMIsAConstantInt(size))
		return NULL;
	room = local_variable(b, LLVMArrayType2(LLVMInt8TypeInContext(irmodule_context()), LLVMConstIntGetZExtValue(size)));
	LLVMSetAlignment(room, align);
	LLVMBuildMemCpy(b, room, align, arg(call, 1), align, size);
	LLVMBuildMemCpy(b, arg(call, 0), align, room, align, size);
	return call;
}

static const struct rewriting table[] = {
	{ "llvm.acos", acos_call }, { "llvm.asin", asin_call }, { "llvm.atan", atan_call }, { "llvm.atan2", atan2_call },
	{ "llvm.cosh", cosh_call }, { "llvm.sinh", sinh_call }, { "llvm.tan", tan_call }, { "llvm.tanh", tanh_call },
	{ "llvm.modf", modf_call }, { "llvm.lround", round_call }, { "llvm.llround", round_call },
	{ "llvm.fptosi.sat", to_signed }, { "llvm.fptoui.sat", to_unsigned }, { "llvm.is.fpclass", float_class },
	{ "llvm.sadd.sat", signed_add_sat }, { "llvm.uadd.sat", unsigned_add_sat },
	{ "llvm.ssub.sat", signed_sub_sat }, { "llvm.usub.sat", unsigned_sub_sat },
	{ "llvm.scmp", signed_compare }, { "llvm.ucmp", unsigned_compare }, { "llvm.bitreverse", reverse_bits },
	{ "llvm.vector.reduce.add", reduce_add }, { "llvm.vector.reduce.mul", reduce_mul },
	{ "llvm.vector.reduce.and", reduce_and }, { "llvm.vector.reduce.or", reduce_or },
	{ "llvm.vector.reduce.xor", reduce_xor }, { "llvm.memmove", move_memory },
	{ "llvm.launder.invariant.group", rewrite_to_argument }, { "llvm.strip.invariant.group", rewrite_to_argument },
	{ "llvm.invariant.start", rewrite_to_nothing }, { "llvm.invariant.end", rewrite_to_nothing },
	{ "llvm.lifetime.start", rewrite_to_nothing }, { "llvm.lifetime.end", rewrite_to_nothing },
	{ "llvm.assume", rewrite_to_nothing },
};

/* --- atomic floating point --------------------------------------------------------------------------- */

static bool
is_float_atomic(LLVMValueRef inst)
{
	if (LLVMGetInstructionOpcode(inst) != LLVMAtomicRMW)
		return false;
	switch (LLVMGetAtomicRMWBinOp(inst)) {
	case LLVMAtomicRMWBinOpFAdd: case LLVMAtomicRMWBinOpFSub: case LLVMAtomicRMWBinOpFMax: case LLVMAtomicRMWBinOpFMin:
		return true;
	default:
		return false;
	}
}

/* SPIR-V's numbers: scope device or all devices, semantics of the ordering. */
static LLVMValueRef
semantics_of(LLVMValueRef atomic)
{
	static const unsigned bits[] = { [LLVMAtomicOrderingAcquire] = 2, [LLVMAtomicOrderingRelease] = 4,
					 [LLVMAtomicOrderingAcquireRelease] = 8, [LLVMAtomicOrderingSequentiallyConsistent] = 16 };
	LLVMTypeRef word = LLVMInt32TypeInContext(irmodule_context());

	return LLVMConstInt(word, bits[LLVMGetOrdering(atomic)], 0);
}

/* The instruction as a call that the translator knows: __spirv_AtomicFAddEXT(pointer, scope, semantics, value). */
static void
call_float_atomic(LLVMValueRef atomic)
{
	LLVMBuilderRef b = builder_before(atomic);
	LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(atomic);
	LLVMValueRef pointer = LLVMGetOperand(atomic, 0), value = LLVMGetOperand(atomic, 1);
	LLVMTypeRef type = LLVMTypeOf(value), word = LLVMInt32TypeInContext(irmodule_context());
	const char *letter = LLVMGetTypeKind(type) == LLVMFloatTypeKind ? "f" : "d";
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
	LLVMValueRef all[4] = { pointer, LLVMConstInt(word, 1, 0), semantics_of(atomic), value };
	char name[64];

	if (op == LLVMAtomicRMWBinOpFSub)
		all[3] = LLVMBuildFNeg(b, value, "");
	snprintf(name, sizeof name, "_Z21__spirv_AtomicF%sEXTPU3AS%u%sii%s",
		 op == LLVMAtomicRMWBinOpFMax ? "Max" : op == LLVMAtomicRMWBinOpFMin ? "Min" : "Add", space, letter, letter);
	replace_instruction(atomic, build_builtin(b, name, type, all, 4));
	LLVMDisposeBuilder(b);
}

int
prep_translator(LLVMModuleRef module)
{
	if (irmodule_run_passes(module, "function(lower-constant-intrinsics)"))
		return -1;
	rewrite_calls(module, table, sizeof table / sizeof *table);
	prep_old_atomics(module);
	instructions_do(module, is_float_atomic, call_float_atomic);
	return 0;
}
