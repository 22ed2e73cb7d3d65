#include "leaves.h"

#include <string.h>

#include "ir/irtype.h"

static bool
is_width(unsigned width)
{
	return width == 8 || width == 16 || width == 32 || width == 64;
}

bool
leaves_is_scalar(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return is_width(LLVMGetIntTypeWidth(type));
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	default:
		return false;
	}
}

static bool
is_composite(LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

/* --- types that cannot be ------------------------------------------------------- */

/* An instruction of SPIR-V has at most 65,535 words; emulation keeps to that too, so that programs fit both. */
enum { MAX_PARTS = 65532, MAX_NUMBERS = 1 << 20, MAX_DEPTH = 100 };

static const char *
unfit_scalar(struct arena *arena, LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return "a pointer";
	case LLVMIntegerTypeKind:
		return arena_printf(arena, "an integer of %u bits", LLVMGetIntTypeWidth(type));
	case LLVMX86_FP80TypeKind:
	case LLVMFP128TypeKind:
	case LLVMPPC_FP128TypeKind:
		return "a floating-point number that devices lack";
	case LLVMScalableVectorTypeKind:
		return "a vector of unknown size";
	default:
		return "a value that is not a number";
	}
}

static uint64_t
parts_of(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetArrayLength2(type) : leaves_count(type);
}

/* *numbers: how many scalars the type has. */
static const char *
unfit(struct arena *arena, LLVMTypeRef type, uint64_t *numbers, unsigned depth)
{
	bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
	const char *why = NULL;
	uint64_t each = 0;
	unsigned i, n;

	*numbers = leaves_is_scalar(type);
	if (*numbers)
		return NULL;
	if (!is_composite(type))
		return unfit_scalar(arena, type);
	if (is_struct && LLVMIsOpaqueStruct(type))
		return "an incomplete type";
	if (parts_of(type) > MAX_PARTS)
		return arena_printf(arena, "more than %d members", MAX_PARTS);
	if (depth == MAX_DEPTH)
		return arena_printf(arena, "types in types, %d deep", MAX_DEPTH);
	n = leaves_count(type);
	for (i = 0; i < n && !why; i++) {
		if (!i || is_struct)
			why = unfit(arena, irtype_member(type, i), &each, depth + 1);
		*numbers += each;
	}
	if (!why && *numbers > MAX_NUMBERS)
		why = arena_printf(arena, "more than %d numbers", MAX_NUMBERS);
	return why;
}

const char *
leaves_unfit(struct arena *arena, LLVMTypeRef type)
{
	uint64_t numbers;
	const char *why = unfit(arena, type, &numbers, 0);

	return why ? why : numbers ? NULL : "nothing";
}

/* --- layout --------------------------------------------------------------------- */

uint64_t
leaves_size(LLVMTargetDataRef layout, LLVMTypeRef type)
{
	return is_composite(type) ? LLVMABISizeOfType(layout, type) : LLVMStoreSizeOfType(layout, type);
}

unsigned
leaves_count(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
		return (unsigned)LLVMGetArrayLength2(type);
	default:
		return LLVMGetVectorSize(type);
	}
}

uint64_t
leaves_offset(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned i)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMOffsetOfElement(layout, type, i);
	case LLVMArrayTypeKind:
		return i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
	default:
		return i * LLVMStoreSizeOfType(layout, LLVMGetElementType(type));
	}
}

/* --- the default object ------------------------------------------------------- */

static void
put_bits(struct bytes *bytes, uint64_t offset, uint64_t value, uint64_t size)
{
	uint64_t i;

	for (i = 0; i < size && offset + i < bytes->size; i++) {
		bytes->byte[offset + i] = (uint8_t)(value >> 8 * i);
		bytes->known[offset + i] = true;
	}
}

/* The bits of a number, floating or not. */
static bool
bits_of(LLVMValueRef value, uint64_t *bits)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	unsigned width = 64;

	if (LLVMIsAConstantPointerNull(value) || LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return false;
	if (LLVMGetTypeKind(type) == LLVMHalfTypeKind || LLVMGetTypeKind(type) == LLVMBFloatTypeKind)
		width = 16;
	else if (LLVMGetTypeKind(type) == LLVMFloatTypeKind)
		width = 32;
	if (LLVMIsAConstantFP(value))
		value = LLVMConstBitCast(value, LLVMIntTypeInContext(LLVMGetTypeContext(type), width));
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*bits = LLVMConstIntGetZExtValue(value);
	return true;
}

static bool
put_value(struct bytes *bytes, LLVMTargetDataRef layout, LLVMValueRef value, uint64_t offset)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	uint64_t bits;
	unsigned i, n;

	if (LLVMIsUndef(value) || offset >= bytes->size)
		return true;
	if (!is_composite(type)) {
		if (!bits_of(value, &bits))
			return false;
		put_bits(bytes, offset, bits, LLVMStoreSizeOfType(layout, type));
		return true;
	}
	n = leaves_count(type);
	for (i = 0; i < n; i++) {
		LLVMValueRef member = LLVMGetAggregateElement(value, i);

		if (!member || !put_value(bytes, layout, member, offset + leaves_offset(layout, type, i)))
			return false;
	}
	return true;
}

bool
leaves_bytes(struct bytes *bytes, struct arena *arena, LLVMTargetDataRef layout, LLVMValueRef initializer, LLVMTypeRef type)
{
	bytes->size = leaves_size(layout, type);
	bytes->byte = arena_calloc(arena, bytes->size + 1, 1);
	bytes->known = arena_calloc(arena, bytes->size + 1, sizeof *bytes->known);
	if (LLVMIsNull(initializer)) {
		memset(bytes->known, true, bytes->size);
		return true;
	}
	if (!put_value(bytes, layout, initializer, 0))
		return false;
	if (!leaves_known(bytes, 0, bytes->size))
		memset(bytes->known, true, bytes->size);
	return true;
}

bool
leaves_known(const struct bytes *bytes, uint64_t offset, uint64_t size)
{
	uint64_t i;

	for (i = offset; i < offset + size && i < bytes->size; i++)
		if (bytes->known[i])
			return true;
	return false;
}

LLVMValueRef
leaves_scalar(const struct bytes *bytes, LLVMTypeRef type, uint64_t offset)
{
	uint64_t bits = 0, i;

	for (i = 0; i < 8 && offset + i < bytes->size; i++)
		bits |= (uint64_t)bytes->byte[offset + i] << 8 * i;
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind:
		return LLVMConstInt(type, bits, false);
	case LLVMDoubleTypeKind:
		break;
	case LLVMFloatTypeKind:
		bits &= UINT32_MAX;
		break;
	default:
		bits &= UINT16_MAX;
		break;
	}
	return LLVMConstFPFromBits(type, &bits);
}

/* --- leaves -------------------------------------------------------------------------- */

static void
add_leaf(struct leaves *leaves, enum leaf_kind kind, LLVMTypeRef type, uint64_t offset, uint64_t size)
{
	size_t n = leaves->n, bytes = sizeof *leaves->leaf;

	/* The room doubles at powers of two. */
	if (!(n & (n - 1)))
		leaves->leaf = arena_grow(leaves->arena, leaves->leaf, n * bytes, (n ? 2 * n : 1) * bytes);
	leaves->leaf[leaves->n++] = (struct leaf){ kind, type, (uint32_t)offset, (uint32_t)size };
}

static void
find(struct leaves *leaves, LLVMTargetDataRef layout, LLVMTypeRef type, const struct bytes *bytes, uint64_t offset)
{
	uint64_t size = leaves_size(layout, type);
	unsigned i, n;

	if (!leaves_known(bytes, offset, size)) {
		add_leaf(leaves, LEAF_UNDEFINED, type, offset, size);
		return;
	}
	if (leaves_is_scalar(type)) {
		add_leaf(leaves, LEAF_SCALAR, type, offset, size);
		leaves->defined_end = offset + size;
		return;
	}
	n = leaves_count(type);
	for (i = 0; i < n; i++)
		find(leaves, layout, irtype_member(type, i), bytes, offset + leaves_offset(layout, type, i));
	if (LLVMGetTypeKind(type) != LLVMArrayTypeKind && leaves->defined_end < offset + size) {
		add_leaf(leaves, LEAF_PADDING, type, leaves->defined_end, offset + size - leaves->defined_end);
		leaves->defined_end = offset + size;
	}
}

void
leaves_find(struct leaves *leaves, struct arena *arena, LLVMTargetDataRef layout, LLVMTypeRef type,
	    const struct bytes *bytes)
{
	memset(leaves, 0, sizeof *leaves);
	leaves->arena = arena;
	find(leaves, layout, type, bytes, 0);
}
