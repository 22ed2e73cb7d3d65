#include "mux/emit/range.h"

#include "mux/emit/near.h"
#include "mux/emit/trim.h"
#include "mux/lower/builtin.h"

enum { MAX_DEPTH = 12, ALL_CORNERS = 8 };

/* An index at one corner of the group. */
struct corner {
	const struct hard *hard;
	struct item item;
	unsigned dimensions;	/* a bit for each that some id is of */
};

/* A number without an id, which all work-items of the group share; 64 bits wide. */
static LLVMValueRef
shared_value(const struct corner *corner, LLVMValueRef value)
{
	struct compilation *c = corner->hard->entry->c;

	value = trim_value(corner->hard, NULL, value, MAX_DEPTH);
	return value ? LLVMBuildIntCast2(c->builder, value, c->i64, 1, "") : NULL;
}

static LLVMValueRef
id_value(struct corner *corner, LLVMValueRef call)
{
	enum builtin builtin = builtin_called(call);
	LLVMValueRef dimension;

	if (builtin != BUILTIN_LOCAL_ID && builtin != BUILTIN_GLOBAL_ID)
		return NULL;
	dimension = LLVMGetOperand(call, 0);
	if (!LLVMIsAConstantInt(dimension) || LLVMConstIntGetZExtValue(dimension) > 2)
		return NULL;
	corner->dimensions |= 1u << LLVMConstIntGetZExtValue(dimension);
	return trim_value(corner->hard, &corner->item, call, 1);
}

static LLVMValueRef wide_value(struct corner *corner, LLVMValueRef value, int depth);

/* What is added, or one of two factors if the other one is shared. */
static LLVMValueRef
wide_sum(struct corner *corner, LLVMValueRef value, int depth)
{
	LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1), shared;
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMBuilderRef b = corner->hard->entry->c->builder;

	if (opcode == LLVMMul || opcode == LLVMShl) {
		shared = opcode == LLVMShl && !LLVMIsAConstantInt(right) ? NULL : shared_value(corner, right);
		if (!shared && opcode == LLVMMul) {
			shared = shared_value(corner, left);
			left = right;
		}
		left = shared ? wide_value(corner, left, depth) : NULL;
		return left ? LLVMBuildBinOp(b, opcode, left, shared, "") : NULL;
	}
	left = wide_value(corner, left, depth);
	right = left ? wide_value(corner, right, depth) : NULL;
	return right ? LLVMBuildBinOp(b, opcode == LLVMOr ? LLVMAdd : opcode, left, right, "") : NULL;
}

/* What shifts extend (near.h). */
static LLVMValueRef
wide_shifts(struct corner *corner, LLVMValueRef value, int depth)
{
	struct compilation *c = corner->hard->entry->c;
	LLVMValueRef inner;
	unsigned shift;
	int64_t scale;

	if (!near_read_shifts(corner->hard->entry->flow, value, &inner, &scale, &shift))
		return NULL;
	inner = wide_value(corner, inner, depth);
	return inner ? LLVMBuildMul(c->builder, inner, const_int(c->i64, (uint64_t)scale << shift), "") : NULL;
}

/* The mask keeps lower bits, but for those that a shift by a constant has made 0: numbers that fit stay what they are. */
static bool
keeps_lower_bits(LLVMValueRef mask)
{
	uint64_t number = LLVMIsAConstantInt(mask) ? LLVMConstIntGetZExtValue(mask) : 0, bits = number | ((number & (0 - number)) - 1);

	return number && !(bits & (bits + 1));
}

/* The value in 64 bits, where those of 32 do not wrap; NULL: it is no sum. */
static LLVMValueRef
wide_value(struct corner *corner, LLVMValueRef value, int depth)
{
	LLVMValueRef shared = shared_value(corner, value);

	if (shared)
		return shared;
	value = flow_stored_value(corner->hard->entry->flow, value);
	if (!LLVMIsAInstruction(value) || depth-- == 0)
		return NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMCall:
		return id_value(corner, value);
	case LLVMTrunc:
	case LLVMSExt:
	case LLVMZExt:
		return LLVMGetIntTypeWidth(LLVMTypeOf(value)) < 32 || LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0))) < 32 ? NULL
			: wide_value(corner, LLVMGetOperand(value, 0), depth);
	case LLVMOr:
		if (!LLVMGetIsDisjoint(value))
			return NULL;
		/* fall through */
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
		return wide_sum(corner, value, depth);
	case LLVMAShr:
		return wide_shifts(corner, value, depth);
	case LLVMAnd:
		return keeps_lower_bits(LLVMGetOperand(value, 1)) ? wide_value(corner, LLVMGetOperand(value, 0), depth) : NULL;
	default:
		return NULL;
	}
}

/* Takes up one corner: bit d of its number says whether it is at the end in dimension d.  Sets the dimensions that count. */
static bool
add_corner(struct range *range, const struct hard *hard, LLVMValueRef index, unsigned number, unsigned *dimensions)
{
	struct entry *entry = hard->entry;
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef at[3], wide, right;
	struct corner corner = { .hard = hard };
	unsigned d;

	for (d = 0; d < 3; d++)
		at[d] = number >> d & 1 ? LLVMBuildSub(b, entry->local_size[d], const_int(c->i64, 1), "") : const_int(c->i64, 0);
	corner.item = (struct item){ .x = at[0], .y = at[1], .z = at[2], .linear = const_int(c->i64, 0) };
	wide = wide_value(&corner, index, MAX_DEPTH);
	*dimensions = corner.dimensions;
	right = wide ? trim_value(hard, &corner.item, index, TRIM_DEPTH) : NULL;
	if (!right)
		return false;
	right = LLVMBuildIntCast2(b, right, c->i64, 1, "");
	range->known = LLVMBuildAnd(b, range->known, LLVMBuildICmp(b, LLVMIntEQ, wide, right, ""), "known");
	if (!number) {
		range->least = range->most = wide;
		return true;
	}
	range->least = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, wide, range->least, ""), wide, range->least, "");
	range->most = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSGT, wide, range->most, ""), wide, range->most, "");
	return true;
}

bool
range_find(struct range *range, const struct hard *hard, LLVMValueRef index)
{
	struct compilation *c = hard->entry->c;
	unsigned number, dimensions, ignored;

	range->known = LLVMConstAllOnes(c->i1);
	if ((LLVMTypeOf(index) != c->i64 && LLVMTypeOf(index) != c->i32) || !add_corner(range, hard, index, 0, &dimensions))
		return false;
	for (number = 1; number < ALL_CORNERS; number++)
		if (!(number & ~dimensions) && !add_corner(range, hard, index, number, &ignored))
			return false;
	return true;
}
