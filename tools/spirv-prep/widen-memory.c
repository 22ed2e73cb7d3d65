#include "ir/irtype.h"
#include "widths.h"

#include "ir/irmodule.h"

/*
 * A number of N bits takes the bytes that N bits need, the upper bits of the
 * last one zero.  If their number is not a power of two, it is read and written
 * in pieces.
 */

static LLVMTypeRef
integer(unsigned bits)
{
	return LLVMIntTypeInContext(irmodule_context(), bits);
}

static LLVMValueRef
address_at(LLVMBuilderRef b, LLVMValueRef pointer, unsigned offset)
{
	LLVMValueRef index = LLVMConstInt(integer(64), offset, 0);

	return offset ? LLVMBuildInBoundsGEP2(b, integer(8), pointer, &index, 1, "") : pointer;
}

/* The largest piece at the offset of so many bytes. */
static unsigned
piece_at(unsigned offset, unsigned bytes)
{
	unsigned size = 8;

	while (size > bytes - offset)
		size /= 2;
	return size;
}

/* The access is no better aligned than its offset. */
static void
describe(LLVMValueRef access, LLVMValueRef like, unsigned offset)
{
	unsigned align = LLVMGetAlignment(like);

	while (offset & (align - 1))
		align /= 2;
	LLVMSetAlignment(access, align);
	LLVMSetVolatile(access, LLVMGetVolatile(like));
}

/* --- a number and a vector of the same bits --------------------------------------------- */

/* All bits of a type; 0 when it is neither a number nor a vector of numbers. */
static unsigned
bits_of(LLVMTypeRef type)
{
	unsigned n = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;

	switch (LLVMGetTypeKind(irtype_scalar(type))) {
	case LLVMIntegerTypeKind: return n * LLVMGetIntTypeWidth(irtype_scalar(type));
	case LLVMHalfTypeKind: return n * 16;
	case LLVMFloatTypeKind: return n * 32;
	case LLVMDoubleTypeKind: return n * 64;
	default: return 0;
	}
}

/* The bits of a value, whose own type is given, as one number. */
static LLVMValueRef
pack(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef type)
{
	LLVMTypeRef whole = integer(widths_next(bits_of(type)));
	LLVMValueRef all = LLVMConstNull(whole);
	unsigned bits = bits_of(irtype_scalar(type)), i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMBuildBitCast(b, value, whole, "");
	for (i = 0; i < LLVMGetVectorSize(type); i++) {
		LLVMValueRef one = LLVMBuildExtractElement(b, value, LLVMConstInt(integer(32), i, 0), "");

		if (LLVMGetTypeKind(irtype_scalar(type)) != LLVMIntegerTypeKind)
			one = LLVMBuildBitCast(b, one, integer(bits), "");
		one = LLVMBuildZExt(b, one, whole, "");
		all = LLVMBuildOr(b, all, LLVMBuildShl(b, one, LLVMConstInt(whole, i * bits, 0), ""), "");
	}
	return all;
}

/* The number as a value of the type, widened. */
static LLVMValueRef
unpack(LLVMBuilderRef b, LLVMValueRef all, LLVMTypeRef type)
{
	LLVMTypeRef whole = LLVMTypeOf(all), wider = widths_type(type);
	LLVMValueRef vector = LLVMGetPoison(wider);
	unsigned bits = bits_of(irtype_scalar(type)), i;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return LLVMBuildBitCast(b, all, wider, "");
	for (i = 0; i < LLVMGetVectorSize(type); i++) {
		LLVMValueRef one = LLVMBuildLShr(b, all, LLVMConstInt(whole, i * bits, 0), "");

		if (LLVMGetTypeKind(irtype_scalar(type)) != LLVMIntegerTypeKind)
			one = LLVMBuildBitCast(b, LLVMBuildTrunc(b, one, integer(bits), ""), irtype_scalar(type), "");
		else
			one = LLVMBuildIntCast2(b, bits > 1 ? widths_clear(b, one, bits) : one, irtype_scalar(wider), 0, "");
		vector = LLVMBuildInsertElement(b, vector, one, LLVMConstInt(integer(32), i, 0), "");
	}
	return vector;
}

LLVMValueRef
widen_bitcast(struct widening *w, LLVMBuilderRef b, LLVMValueRef cast)
{
	LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(cast, 0)), to = LLVMTypeOf(cast);

	if (!bits_of(from) || !bits_of(to) || bits_of(from) > 64)
		return NULL;
	return unpack(b, pack(b, widths_value(w, LLVMGetOperand(cast, 0)), from), to);
}

/* --- loads and stores ------------------------------------------------------------------ */

/* The bytes from first on, up to bytes. */
static LLVMValueRef
read_bytes(LLVMBuilderRef b, LLVMValueRef load, LLVMTypeRef whole, unsigned first, unsigned bytes)
{
	LLVMValueRef all = NULL;
	unsigned offset, size;

	for (offset = first; offset < bytes; offset += size) {
		LLVMValueRef piece;

		size = piece_at(offset, bytes);
		piece = LLVMBuildLoad2(b, integer(8 * size), address_at(b, LLVMGetOperand(load, 0), offset), "");
		describe(piece, load, offset);
		piece = LLVMBuildIntCast2(b, piece, whole, 0, "");
		if (offset > first)
			piece = LLVMBuildShl(b, piece, LLVMConstInt(whole, 8 * (offset - first), 0), "");
		all = all ? LLVMBuildOr(b, all, piece, "") : piece;
	}
	return all;
}

/* A structure or array, whose members have the room that widened ones need. */
static LLVMValueRef
load_whole(LLVMBuilderRef b, LLVMValueRef load)
{
	LLVMValueRef wider = LLVMBuildLoad2(b, widths_type(LLVMTypeOf(load)), LLVMGetOperand(load, 0), "");

	describe(wider, load, 0);
	return wider;
}

LLVMValueRef
widen_load(LLVMBuilderRef b, LLVMValueRef load)
{
	LLVMTypeRef type = LLVMTypeOf(load);
	unsigned bits = bits_of(type);
	LLVMValueRef all;

	if (!bits)
		return load_whole(b, load);
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && bits > 64 && !LLVMGetOrdering(load)) {
		all = LLVMBuildInsertValue(b, LLVMGetPoison(widths_type(type)), read_bytes(b, load, integer(64), 0, 8), 0, "");
		all = LLVMBuildInsertValue(b, all, read_bytes(b, load, integer(64), 8, (bits + 7) / 8), 1, "");
		return widths_clear(b, all, bits);
	}
	if (bits > 64)
		return NULL;
	all = read_bytes(b, load, integer(widths_next(bits)), 0, (bits + 7) / 8);
	return unpack(b, widths_clear(b, all, bits), type);
}

static LLVMValueRef
write_bytes(LLVMBuilderRef b, LLVMValueRef store, LLVMValueRef all, unsigned first, unsigned bytes)
{
	unsigned offset, size;

	for (offset = first; offset < bytes; offset += size) {
		LLVMValueRef piece = all;

		size = piece_at(offset, bytes);
		if (offset > first)
			piece = LLVMBuildLShr(b, piece, LLVMConstInt(LLVMTypeOf(all), 8 * (offset - first), 0), "");
		piece = LLVMBuildIntCast2(b, piece, integer(8 * size), 0, "");
		describe(LLVMBuildStore(b, piece, address_at(b, LLVMGetOperand(store, 1), offset)), store, offset);
	}
	return store;
}

LLVMValueRef
widen_store(struct widening *w, LLVMBuilderRef b, LLVMValueRef store)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
	LLVMValueRef value = widths_value(w, LLVMGetOperand(store, 0));
	unsigned bits = bits_of(type);

	if (!bits) {
		describe(LLVMBuildStore(b, value, LLVMGetOperand(store, 1)), store, 0);
		return store;
	}
	if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && bits > 64 && !LLVMGetOrdering(store)) {
		write_bytes(b, store, LLVMBuildExtractValue(b, value, 0, ""), 0, 8);
		return write_bytes(b, store, LLVMBuildExtractValue(b, value, 1, ""), 8, (bits + 7) / 8);
	}
	if (bits > 64)
		return NULL;
	return write_bytes(b, store, pack(b, value, type), 0, (bits + 7) / 8);
}
