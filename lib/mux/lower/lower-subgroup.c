#include <string.h>

#include "ir/irmodule.h"
#include "ir/irtype.h"
#include "mux/lower/builtin.h"
#include "mux/lower/lower.h"
#include "mux/regions/collective.h"

/* How a function finds the work-item of the sub-group whose value it gives. */
enum exchange {
	BY_INDEX, BY_XOR, BY_MINUS, BY_PLUS, BY_ROTATION,
	BY_MINUS_OF_TWO, BY_PLUS_OF_TWO,	/* of two values: (previous, current, n), (current, next, n) */
	BY_FIRST,		/* the first one */
	BY_ROTATION_IN_CLUSTER,	/* (value, n, size of the cluster) */
	IS_FIRST, BALLOT, ALL_EQUAL, BARRIER,
	/* Of a mask of four words. */
	IN_MASK, COUNT, COUNT_UP_TO, COUNT_BEFORE, COUNT_BY_NUMBER, LOWEST, HIGHEST,
	MASK_OF_OWN, MASK_FROM, MASK_BEHIND, MASK_UP_TO, MASK_BEFORE,
};

static const struct form {
	const char *base;
	enum exchange exchange;
	unsigned value;		/* the argument; the index follows */
} forms[] = {
	{ "sub_group_barrier", BARRIER, 0 },
	{ "sub_group_shuffle", BY_INDEX, 0 },
	{ "sub_group_shuffle_xor", BY_XOR, 0 },
	{ "sub_group_shuffle_up", BY_MINUS, 0 },
	{ "sub_group_shuffle_down", BY_PLUS, 0 },
	{ "sub_group_rotate", BY_ROTATION, 0 },
	{ "sub_group_clustered_rotate", BY_ROTATION_IN_CLUSTER, 0 },
	{ "sub_group_broadcast", BY_INDEX, 0 },
	{ "sub_group_non_uniform_broadcast", BY_INDEX, 0 },
	{ "sub_group_broadcast_first", BY_FIRST, 0 },
	{ "sub_group_elect", IS_FIRST, 0 },
	{ "sub_group_ballot", BALLOT, 0 },
	{ "sub_group_non_uniform_all_equal", ALL_EQUAL, 0 },
	{ "sub_group_inverse_ballot", IN_MASK, 0 },
	{ "sub_group_ballot_bit_count", COUNT, 0 },
	{ "sub_group_ballot_inclusive_scan", COUNT_UP_TO, 0 },
	{ "sub_group_ballot_exclusive_scan", COUNT_BEFORE, 0 },
	{ "sub_group_ballot_find_lsb", LOWEST, 0 },
	{ "sub_group_ballot_find_msb", HIGHEST, 0 },
	{ "get_sub_group_eq_mask", MASK_OF_OWN, 0 },
	{ "get_sub_group_ge_mask", MASK_FROM, 0 },
	{ "get_sub_group_gt_mask", MASK_BEHIND, 0 },
	{ "get_sub_group_le_mask", MASK_UP_TO, 0 },
	{ "get_sub_group_lt_mask", MASK_BEFORE, 0 },
	{ "intel_sub_group_shuffle", BY_INDEX, 0 },
	{ "intel_sub_group_shuffle_xor", BY_XOR, 0 },
	{ "intel_sub_group_shuffle_up", BY_MINUS_OF_TWO, 0 },
	{ "intel_sub_group_shuffle_down", BY_PLUS_OF_TWO, 0 },
	{ "__spirv_SubgroupShuffleINTEL", BY_INDEX, 0 },
	{ "__spirv_SubgroupShuffleXorINTEL", BY_XOR, 0 },
	{ "__spirv_SubgroupShuffleUpINTEL", BY_MINUS_OF_TWO, 0 },
	{ "__spirv_SubgroupShuffleDownINTEL", BY_PLUS_OF_TWO, 0 },
	{ "__spirv_GroupNonUniformShuffle", BY_INDEX, 1 },
	{ "__spirv_GroupNonUniformShuffleXor", BY_XOR, 1 },
	{ "__spirv_GroupNonUniformShuffleUp", BY_MINUS, 1 },
	{ "__spirv_GroupNonUniformShuffleDown", BY_PLUS, 1 },
	{ "__spirv_GroupNonUniformRotateKHR", BY_ROTATION, 1 },
	{ "__spirv_GroupNonUniformBroadcast", BY_INDEX, 1 },
	{ "__spirv_GroupNonUniformBroadcastFirst", BY_FIRST, 1 },
	{ "__spirv_GroupNonUniformElect", IS_FIRST, 1 },
	{ "__spirv_GroupNonUniformBallot", BALLOT, 1 },
	{ "__spirv_GroupNonUniformAllEqual", ALL_EQUAL, 1 },
	{ "__spirv_GroupNonUniformInverseBallot", IN_MASK, 1 },
	{ "__spirv_GroupNonUniformBallotBitCount", COUNT_BY_NUMBER, 2 },
	{ "__spirv_GroupNonUniformBallotFindLSB", LOWEST, 1 },
	{ "__spirv_GroupNonUniformBallotFindMSB", HIGHEST, 1 },
};

static LLVMValueRef
query(struct compilation *c, enum builtin builtin, LLVMTypeRef type)
{
	return LLVMBuildIntCast2(c->builder, builtin_call(c, builtin, NULL), type, 0, "");
}

static LLVMValueRef
first_id(struct compilation *c)
{
	return collective_call(c, true, "reduce_umin", query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i32), NULL);
}

static LLVMValueRef
shuffle(struct compilation *c, LLVMValueRef value, LLVMValueRef index)
{
	return collective_call(c, true, "shuffle", value, LLVMBuildIntCast2(c->builder, index, c->i32, 0, ""));
}

static LLVMValueRef
shuffle_of_two(struct compilation *c, LLVMValueRef call, bool down)
{
	LLVMValueRef a = LLVMGetOperand(call, 0), b = LLVMGetOperand(call, 1), id, size, n, at, within;
	LLVMBuilderRef builder = c->builder;

	id = query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i32);
	size = query(c, BUILTIN_MAX_SUB_GROUP_SIZE, c->i32);
	n = LLVMBuildIntCast2(builder, LLVMGetOperand(call, 2), c->i32, 0, "");
	/* The position in both values, one after the other. */
	if (down)
		at = LLVMBuildAdd(builder, id, n, "");
	else
		at = LLVMBuildSub(builder, LLVMBuildAdd(builder, id, size, ""), n, "");
	within = LLVMBuildICmp(builder, LLVMIntULT, at, size, "");
	a = shuffle(c, a, at);
	b = shuffle(c, b, LLVMBuildSub(builder, at, size, ""));
	return LLVMBuildSelect(builder, within, a, b, "");
}

/* A set of work-items as a vector of four words. */
static LLVMValueRef
set_of_bits(struct compilation *c, LLVMTypeRef type, LLVMValueRef bits)
{
	LLVMValueRef set = LLVMConstNull(type), word;
	LLVMBuilderRef b = c->builder;
	unsigned i;

	for (i = 0; i < 2; i++) {
		word = LLVMBuildTrunc(b, LLVMBuildLShr(b, bits, const_int(c->i64, 32 * i), ""), c->i32, "");
		set = LLVMBuildInsertElement(b, set, word, const_int(c->i32, i), "");
	}
	return set;
}

/* Its first two words: sub-groups have at most 64 work-items. */
static LLVMValueRef
bits_of_set(struct compilation *c, LLVMValueRef set)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef low, high;

	low = LLVMBuildZExt(b, LLVMBuildExtractElement(b, set, const_int(c->i32, 0), ""), c->i64, "");
	high = LLVMBuildZExt(b, LLVMBuildExtractElement(b, set, const_int(c->i32, 1), ""), c->i64, "");
	return LLVMBuildOr(b, low, LLVMBuildShl(b, high, const_int(c->i64, 32), ""), "");
}

/* The first n of 64 bits, n from 1 on. */
static LLVMValueRef
first_bits(struct compilation *c, LLVMValueRef n)
{
	LLVMValueRef left = LLVMBuildSub(c->builder, const_int(c->i64, 64), n, "");

	return LLVMBuildLShr(c->builder, LLVMConstAllOnes(c->i64), left, "");
}

/* The bits of the work-items that the query names, by their relation to this one. */
static LLVMValueRef
bits_around(struct compilation *c, enum exchange which)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef id = query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i64), own, up_to, all;

	own = LLVMBuildShl(b, const_int(c->i64, 1), id, "");
	up_to = first_bits(c, LLVMBuildAdd(b, id, const_int(c->i64, 1), ""));
	all = first_bits(c, query(c, BUILTIN_MAX_SUB_GROUP_SIZE, c->i64));
	switch (which) {
	case MASK_OF_OWN:
		return own;
	case MASK_UP_TO:
		return up_to;
	case MASK_BEFORE:
		return LLVMBuildXor(b, up_to, own, "");
	case MASK_BEHIND:
		return LLVMBuildXor(b, all, up_to, "");
	default:
		return LLVMBuildXor(b, all, LLVMBuildXor(b, up_to, own, ""), "");
	}
}

LLVMValueRef
lower_subgroup_mask(struct compilation *c, const char *name)
{
	static const struct {
		const char *relation;
		enum exchange exchange;
	} masks[] = { { "EqMask", MASK_OF_OWN }, { "GeMask", MASK_FROM }, { "GtMask", MASK_BEHIND }, { "LeMask", MASK_UP_TO },
		      { "LtMask", MASK_BEFORE } };
	size_t i = 0;

	while (!strstr(name, masks[i].relation))
		i++;
	return set_of_bits(c, LLVMVectorType(c->i32, 4), bits_around(c, masks[i].exchange));
}

static LLVMValueRef
call_bits(struct compilation *c, const char *intrinsic, LLVMValueRef bits)
{
	unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic)), n = strcmp(intrinsic, "llvm.ctpop") ? 2 : 1;
	LLVMTypeRef type = c->i64, function = LLVMIntrinsicGetType(c->context, id, &type, 1);
	LLVMValueRef arg[2] = { bits, const_int(c->i1, 0) };

	return LLVMBuildCall2(c->builder, function, LLVMGetIntrinsicDeclaration(c->module, id, &type, 1), arg, n, "");
}

/* What is asked of a mask: a position, a number of bits, or whether this work-item is in it. */
static LLVMValueRef
ask_mask(struct compilation *c, LLVMValueRef call, const struct form *form)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef bits = bits_of_set(c, LLVMGetOperand(call, form->value)), operation;
	enum exchange exchange = form->exchange;

	bits = LLVMBuildAnd(b, bits, first_bits(c, query(c, BUILTIN_SUB_GROUP_SIZE, c->i64)), "");
	if (exchange == COUNT_BY_NUMBER) {
		operation = LLVMGetOperand(call, 1);
		exchange = LLVMIsAConstantInt(operation) && LLVMConstIntGetZExtValue(operation) < 3
			? COUNT + (enum exchange)LLVMConstIntGetZExtValue(operation) : COUNT;
	}
	switch (exchange) {
	case LOWEST:
		return call_bits(c, "llvm.cttz", bits);
	case HIGHEST:
		return LLVMBuildSub(b, const_int(c->i64, 63), call_bits(c, "llvm.ctlz", bits), "");
	case COUNT:
		return call_bits(c, "llvm.ctpop", bits);
	case COUNT_UP_TO:
		return call_bits(c, "llvm.ctpop", LLVMBuildAnd(b, bits, bits_around(c, MASK_UP_TO), ""));
	case COUNT_BEFORE:
		return call_bits(c, "llvm.ctpop", LLVMBuildAnd(b, bits, bits_around(c, MASK_BEFORE), ""));
	default:
		bits = LLVMBuildAnd(b, bits, bits_around(c, MASK_OF_OWN), "");
		return LLVMBuildICmp(b, LLVMIntNE, bits, const_int(c->i64, 0), "");
	}
}

static LLVMValueRef
ballot(struct compilation *c, LLVMValueRef call, LLVMValueRef condition)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef bit;

	condition = LLVMBuildICmp(b, LLVMIntNE, condition, LLVMConstNull(LLVMTypeOf(condition)), "");
	bit = LLVMBuildShl(b, const_int(c->i64, 1), query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i64), "");
	bit = LLVMBuildSelect(b, condition, bit, const_int(c->i64, 0), "");
	return set_of_bits(c, LLVMTypeOf(call), collective_call(c, true, "reduce_or", bit, NULL));
}

/* The value, all elements of a vector, is the first work-item's. */
static LLVMValueRef
all_equal(struct compilation *c, LLVMValueRef call, LLVMValueRef value)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef first = shuffle(c, value, first_id(c)), same;
	LLVMTypeRef type = LLVMTypeOf(value);
	bool is_int = LLVMGetTypeKind(irtype_scalar(type)) == LLVMIntegerTypeKind;
	static const char every[] = "llvm.vector.reduce.and";
	unsigned id = LLVMLookupIntrinsicID(every, strlen(every));

	same = is_int ? LLVMBuildICmp(b, LLVMIntEQ, value, first, "") : LLVMBuildFCmp(b, LLVMRealOEQ, value, first, "");
	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
		type = LLVMTypeOf(same);
		same = LLVMBuildCall2(b, LLVMIntrinsicGetType(c->context, id, &type, 1),
				      LLVMGetIntrinsicDeclaration(c->module, id, &type, 1), &same, 1, "");
	}
	same = collective_call(c, true, "reduce_and", LLVMBuildZExt(b, same, c->i32, ""), NULL);
	return LLVMBuildIntCast2(b, same, LLVMTypeOf(call), 0, "");
}

static LLVMValueRef
index_of(struct compilation *c, LLVMValueRef call, const struct form *form)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef n, id, in_cluster;
	bool has_cluster = form->exchange == BY_ROTATION_IN_CLUSTER;

	/* SPIR-V's rotation may have the size of a cluster. */
	if (form->exchange == BY_ROTATION)
		has_cluster = LLVMGetNumArgOperands(call) > form->value + 2;
	if (form->exchange == BY_FIRST)
		return first_id(c);
	n = LLVMBuildIntCast2(b, LLVMGetOperand(call, form->value + 1), c->i32, 0, "");
	if (form->exchange == BY_INDEX)
		return n;
	id = query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i32);
	if (form->exchange == BY_XOR)
		return LLVMBuildXor(b, id, n, "");
	if (form->exchange == BY_MINUS)
		return LLVMBuildSub(b, id, n, "");
	if (has_cluster) {
		in_cluster = LLVMBuildIntCast2(b, LLVMGetOperand(call, form->value + 2), c->i32, 0, "");
		in_cluster = LLVMBuildSub(b, in_cluster, const_int(c->i32, 1), "");
		n = LLVMBuildAnd(b, LLVMBuildAdd(b, id, n, ""), in_cluster, "");
		return LLVMBuildOr(b, LLVMBuildAnd(b, id, LLVMBuildNot(b, in_cluster, ""), ""), n, "");
	}
	id = LLVMBuildAdd(b, id, n, "");
	return form->exchange == BY_PLUS ? id : LLVMBuildURem(b, id, query(c, BUILTIN_SUB_GROUP_SIZE, c->i32), "");
}

static LLVMValueRef
lower_form(struct compilation *c, LLVMValueRef call, const struct form *form)
{
	LLVMValueRef args[2] = { const_int(c->i32, 3), const_int(c->i32, 16) }, id;

	switch (form->exchange) {
	case BARRIER:
		builtin_call(c, BUILTIN_SUB_GROUP_BARRIER, args);
		return NULL;
	case IS_FIRST:
		id = query(c, BUILTIN_SUB_GROUP_LOCAL_ID, c->i32);
		id = LLVMBuildICmp(c->builder, LLVMIntEQ, id, first_id(c), "");
		return LLVMBuildIntCast2(c->builder, id, LLVMTypeOf(call), 0, "");
	case BALLOT:
		return ballot(c, call, LLVMGetOperand(call, form->value));
	case ALL_EQUAL:
		return all_equal(c, call, LLVMGetOperand(call, form->value));
	case IN_MASK:
	case COUNT:
	case COUNT_UP_TO:
	case COUNT_BEFORE:
	case COUNT_BY_NUMBER:
	case LOWEST:
	case HIGHEST:
		return LLVMBuildIntCast2(c->builder, ask_mask(c, call, form), LLVMTypeOf(call), 0, "");
	case MASK_OF_OWN:
	case MASK_FROM:
	case MASK_BEHIND:
	case MASK_UP_TO:
	case MASK_BEFORE:
		return set_of_bits(c, LLVMTypeOf(call), bits_around(c, form->exchange));
	case BY_MINUS_OF_TWO:
	case BY_PLUS_OF_TWO:
		return shuffle_of_two(c, call, form->exchange == BY_PLUS_OF_TWO);
	default:
		return shuffle(c, LLVMGetOperand(call, form->value), index_of(c, call, form));
	}
}

/* A query, or its constant where all sub-groups have one work-item. */
static LLVMValueRef
position(struct compilation *c, enum builtin builtin)
{
	if (c->sub_groups)
		return query(c, builtin, c->i64);
	return const_int(c->i64, builtin == BUILTIN_MAX_SUB_GROUP_SIZE);
}

/* block_read(address), block_write(address, value): element i of a work-item's value is at its id + i * size. */
static LLVMValueRef
move_block(struct compilation *c, LLVMValueRef call, bool write)
{
	LLVMValueRef address = LLVMGetOperand(call, 0), value, at, part, id, size, last = NULL;
	LLVMTypeRef type = write ? LLVMTypeOf(LLVMGetOperand(call, 1)) : LLVMTypeOf(call), element = irtype_scalar(type);
	bool vector = type != element;
	unsigned n = vector ? LLVMGetVectorSize(type) : 1, i;
	LLVMBuilderRef b = c->builder;

	id = position(c, BUILTIN_SUB_GROUP_LOCAL_ID);
	size = position(c, BUILTIN_MAX_SUB_GROUP_SIZE);
	value = write ? LLVMGetOperand(call, 1) : LLVMGetUndef(type);
	for (i = 0; i < n; i++) {
		at = LLVMBuildAdd(b, id, LLVMBuildMul(b, size, const_int(c->i64, i), ""), "");
		at = LLVMBuildGEP2(b, element, address, &at, 1, "");
		if (write) {
			part = vector ? LLVMBuildExtractElement(b, value, const_int(c->i32, i), "") : value;
			last = LLVMBuildStore(b, part, at);
		} else {
			part = LLVMBuildLoad2(b, element, at, "");
			value = vector ? LLVMBuildInsertElement(b, value, part, const_int(c->i32, i), "") : part;
		}
	}
	return write ? last : value;
}

/* shuffle_up(previous, current, n), shuffle_down(current, next, n) of one work-item: the other value, unless n is 0. */
static LLVMValueRef
shuffle_of_one(struct compilation *c, LLVMValueRef call, bool down)
{
	LLVMValueRef n = LLVMGetOperand(call, 2), own = LLVMGetOperand(call, !down), other = LLVMGetOperand(call, down);
	LLVMValueRef none = LLVMBuildICmp(c->builder, LLVMIntEQ, n, LLVMConstNull(LLVMTypeOf(n)), "");

	return LLVMBuildSelect(c->builder, none, own, other, "");
}

LLVMValueRef
lower_intel_subgroup(struct compilation *c, LLVMValueRef call, const char *base)
{
	unsigned n = LLVMGetNumArgOperands(call);

	if (!strncmp(base, "intel_sub_group_", 16))
		base += 16;
	else if (!strncmp(base, "__spirv_Subgroup", 16))
		base += 16;
	else
		return NULL;
	if (n >= 1 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) == LLVMPointerTypeKind) {
		if (n == 1 && (!strncmp(base, "block_read", 10) || !strncmp(base, "BlockRead", 9)))
			return move_block(c, call, false);
		if (n == 2 && (!strncmp(base, "block_write", 11) || !strncmp(base, "BlockWrite", 10)))
			return move_block(c, call, true);
	}
	if (n == 3 && !c->sub_groups && (!strcmp(base, "shuffle_up") || !strcmp(base, "ShuffleUpINTEL")))
		return shuffle_of_one(c, call, false);
	if (n == 3 && !c->sub_groups && (!strcmp(base, "shuffle_down") || !strcmp(base, "ShuffleDownINTEL")))
		return shuffle_of_one(c, call, true);
	return NULL;
}

bool
lower_subgroup(struct compilation *c, LLVMValueRef call, const struct mangled *name, LLVMValueRef *value)
{
	size_t i;

	for (i = 0; i < sizeof forms / sizeof *forms; i++)
		if (!strcmp(forms[i].base, name->base)) {
			*value = lower_form(c, call, &forms[i]);
			return true;
		}
	*value = collective_lower(c, call, name->base, name->params);
	return *value;
}

/* What the call gives in a sub-group of one work-item. */
static LLVMValueRef
lone_value(struct compilation *c, LLVMValueRef call)
{
	enum builtin builtin = builtin_called(call);

	if (builtin == BUILTIN_SUB_GROUP_SIZE || builtin == BUILTIN_MAX_SUB_GROUP_SIZE)
		return const_int(LLVMTypeOf(call), 1);
	if (builtin == BUILTIN_SUB_GROUP_LOCAL_ID)
		return const_int(LLVMTypeOf(call), 0);
	return collective_is_of_sub_group(call) ? collective_lone_value(c, call) : NULL;
}

void
lower_lone_subgroups(struct compilation *c, LLVMValueRef function)
{
	LLVMValueRef i, next, value;
	LLVMBasicBlockRef block;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			value = LLVMIsACallInst(i) ? lone_value(c, i) : NULL;
			if (value)
				LLVMReplaceAllUsesWith(i, value);
			if (value || builtin_called(i) == BUILTIN_SUB_GROUP_BARRIER)
				LLVMInstructionEraseFromParent(i);
		}
}

bool
lower_known_subgroups(LLVMValueRef function, uint32_t size, bool all_whole)
{
	LLVMValueRef i, next;
	LLVMBasicBlockRef block;
	bool found = false;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (builtin_called(i) != BUILTIN_MAX_SUB_GROUP_SIZE &&
			    (builtin_called(i) != BUILTIN_SUB_GROUP_SIZE || !all_whole))
				continue;
			LLVMReplaceAllUsesWith(i, const_int(LLVMTypeOf(i), size));
			LLVMInstructionEraseFromParent(i);
			found = true;
		}
	return found;
}
