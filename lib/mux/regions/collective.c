#include "mux/regions/collective.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/regions/lanes.h"

static const char prefix[] = "__mux_work_group_", sub_prefix[] = "__mux_sub_group_";

static const struct {
	const char *name;
	enum collective_kind kind;
} kinds[] = {
	{ "reduce_", COLLECTIVE_REDUCE },
	{ "scan_inclusive_", COLLECTIVE_INCLUSIVE },
	{ "scan_exclusive_", COLLECTIVE_EXCLUSIVE },
	{ "broadcast_", COLLECTIVE_BROADCAST },
	{ "shuffle_", COLLECTIVE_SHUFFLE },
	{ "cluster_", COLLECTIVE_CLUSTER },
};

static bool
calls(LLVMValueRef instruction, const char *begin)
{
	LLVMValueRef function = LLVMIsACallInst(instruction) ? call_target(instruction) : NULL;

	return function && !strncmp(irmodule_name(function), begin, strlen(begin)) && !builtin_of(function);
}

bool
collective_is_of_sub_group(LLVMValueRef instruction)
{
	return calls(instruction, sub_prefix);
}

bool
collective_is_call(LLVMValueRef instruction)
{
	return calls(instruction, prefix) || collective_is_of_sub_group(instruction);
}

/* The function's name has kind and operation: KIND_OP_TYPE, broadcast_TYPE, any_i1, all_i1. */
static void
read_name(struct collective *collective, struct arena *arena, const char *name)
{
	const char *type;
	size_t i, len;

	name += strncmp(name, sub_prefix, sizeof sub_prefix - 1) ? sizeof prefix - 1 : sizeof sub_prefix - 1;
	type = strrchr(name, '_');
	if (!strncmp(name, "any_", 4) || !strncmp(name, "all_", 4)) {
		collective->kind = COLLECTIVE_REDUCE;
		collective->op = name[1] == 'n' ? "logical_or" : "logical_and";
		return;
	}
	for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		len = strlen(kinds[i].name);
		if (strncmp(name, kinds[i].name, len))
			continue;
		collective->kind = kinds[i].kind;
		name += len;
		if (collective->kind == COLLECTIVE_BROADCAST || collective->kind == COLLECTIVE_SHUFFLE || type < name)
			return;
		collective->op = arena_strndup(arena, name, (size_t)(type - name));
		return;
	}
}

static bool
is_logical(const char *op)
{
	return op && !strncmp(op, "logical_", 8);
}

static LLVMValueRef
new_slot(struct compilation *c, LLVMValueRef call, LLVMTypeRef type, const char *name)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));

	LLVMPositionBuilderBefore(c->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	return LLVMBuildAlloca(c->builder, type, name);
}

/* A slot with that value, stored before the call; a load after the call keeps the slot alive. */
static LLVMValueRef
operand_slot(struct compilation *c, LLVMValueRef call, LLVMValueRef value, const char *name)
{
	LLVMValueRef slot = new_slot(c, call, LLVMTypeOf(value), name);

	LLVMPositionBuilderBefore(c->builder, call);
	LLVMBuildStore(c->builder, value, slot);
	LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(call));
	LLVMBuildLoad2(c->builder, LLVMTypeOf(value), slot, "");
	return slot;
}

/* The linear id of (x, y, z), arguments of a broadcast from the third on; missing ones are 0. */
static LLVMValueRef
broadcast_index(struct compilation *c, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call), i;
	LLVMValueRef index = const_int(c->i64, 0), dimension;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, call);
	for (i = n < 5 ? n - 2 : 3; i-- > 0;) {
		dimension = const_int(c->i32, i);
		index = LLVMBuildMul(b, index, builtin_call(c, BUILTIN_LOCAL_SIZE, &dimension), "");
		index = LLVMBuildAdd(b, index, LLVMBuildIntCast2(b, LLVMGetOperand(call, i + 2), c->i64, 0, ""), "");
	}
	return index;
}

/* The ids by which the call shuffles, if they are known; false: they are not. */
static bool
note_lanes(struct collective *collective, struct compilation *c, const struct kernel *kernel, LLVMValueRef call)
{
	uint8_t *lane = arena_calloc(c->arena, kernel->lanes, sizeof *lane);
	LLVMValueRef *number = arena_calloc(c->arena, kernel->lanes, sizeof(LLVMValueRef)), table;
	uint32_t i;

	if (collective->kind != COLLECTIVE_SHUFFLE || !lanes_of(c, LLVMGetOperand(call, 1), kernel->lanes, lane))
		return false;
	for (i = 0; i < kernel->lanes; i++)
		number[i] = const_int(c->i8, lane[i]);
	table = LLVMAddGlobal(c->module, LLVMArrayType2(c->i8, kernel->lanes), "lanes");
	LLVMSetInitializer(table, LLVMConstArray2(c->i8, number, kernel->lanes));
	LLVMSetGlobalConstant(table, 1);
	LLVMSetLinkage(table, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(table, LLVMGlobalUnnamedAddr);
	collective->lane = lane;
	collective->lane_table = table;
	return true;
}

void
collective_open(struct collective *collective, struct compilation *c, const struct kernel *kernel, LLVMValueRef call)
{
	unsigned first = !collective_is_of_sub_group(call);
	LLVMValueRef operand = LLVMGetOperand(call, first), index;
	LLVMTypeRef type = LLVMTypeOf(call);

	read_name(collective, c->arena, irmodule_name(call_target(call)));
	if (is_logical(collective->op)) {
		LLVMPositionBuilderBefore(c->builder, call);
		operand = LLVMBuildICmp(c->builder, LLVMIntNE, operand, LLVMConstNull(LLVMTypeOf(operand)), "");
		operand = LLVMBuildIntCast2(c->builder, operand, type, 0, "");
	}
	collective->in = operand_slot(c, call, operand, "operand");
	if (collective->kind == COLLECTIVE_BROADCAST)
		collective->index = operand_slot(c, call, broadcast_index(c, call), "index");
	if ((collective->kind == COLLECTIVE_SHUFFLE || collective->kind == COLLECTIVE_CLUSTER) &&
	    !note_lanes(collective, c, kernel, call)) {
		LLVMPositionBuilderBefore(c->builder, call);
		index = LLVMBuildIntCast2(c->builder, LLVMGetOperand(call, 1), c->i64, 0, "");
		collective->index = operand_slot(c, call, index, "index");
	}
	collective->out = new_slot(c, call, type, "result");
	LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(call));
	LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(c->builder, type, collective->out, ""));
}

void
collective_mark(const struct collective *collective, struct flow *flow)
{
	if (!collective->kind)
		return;
	if (collective->kind == COLLECTIVE_INCLUSIVE || collective->kind == COLLECTIVE_EXCLUSIVE ||
	    collective->kind == COLLECTIVE_SHUFFLE || collective->kind == COLLECTIVE_CLUSTER)
		flow_slot(flow, collective->out)->frozen = true;
}

/* What an exclusive scan gives the first work-item. */
static LLVMValueRef
identity(const char *op, LLVMTypeRef type)
{
	bool is_int = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
	uint64_t top = is_int ? UINT64_C(1) << (LLVMGetIntTypeWidth(type) - 1) : 0;

	if (!strcmp(op, "logical_and"))
		return const_int(type, 1);
	if (!strcmp(op, "mul"))
		return is_int ? const_int(type, 1) : LLVMConstReal(type, 1);
	if (!strcmp(op, "and") || !strcmp(op, "umin"))
		return LLVMConstAllOnes(type);
	if (!strcmp(op, "smin"))
		return const_int(type, top - 1);
	if (!strcmp(op, "smax"))
		return const_int(type, top);
	if (!strcmp(op, "fmin") || !strcmp(op, "fmax"))
		return LLVMConstRealOfString(type, op[2] == 'i' ? "inf" : "-inf");
	return LLVMConstNull(type);
}

LLVMValueRef
collective_identity(const char *op, LLVMTypeRef type, bool exclusive)
{
	op += !strcmp(op, "fadd") || !strcmp(op, "fmul");
	if (exclusive || LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
		return identity(op, type);
	if (!strcmp(op, "add"))
		return LLVMConstReal(type, -0.0);
	return op[0] == 'f' ? LLVMConstRealOfString(type, "nan") : identity(op, type);
}

LLVMValueRef
collective_lone_value(struct compilation *c, LLVMValueRef call)
{
	struct collective collective = { .kind = COLLECTIVE_NONE };

	read_name(&collective, c->arena, irmodule_name(call_target(call)));
	if (collective.kind == COLLECTIVE_EXCLUSIVE)
		return collective_identity(collective.op, LLVMTypeOf(call), true);
	return LLVMGetOperand(call, 0);
}

/* --- the loop between the regions ------------------------------------------------ */

/* The operand of the work-item with that linear id. */
static LLVMValueRef
operand_of(struct entry *entry, LLVMValueRef slot_alloca, LLVMValueRef linear)
{
	struct slot *slot = flow_slot(entry->flow, slot_alloca);
	int i = (int)(slot - entry->flow->slot);

	if (slot->hard_uniform)
		return LLVMBuildLoad2(entry->c->builder, slot->type, entry->cell[i], "");
	return memory_load(entry->c, slot->type, entry_context(entry, i, linear), NULL);
}

static LLVMValueRef
select_by(LLVMBuilderRef b, LLVMValueRef is_first, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildSelect(b, is_first, x, y, "");
}

LLVMValueRef
collective_combine(LLVMBuilderRef b, const char *op, LLVMValueRef x, LLVMValueRef y)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	bool is_int;

	if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
		type = LLVMGetElementType(type);
	is_int = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
	op += !strcmp(op, "fadd") || !strcmp(op, "fmul");
	if (is_logical(op))
		op += strlen("logical_");
	if (!strcmp(op, "add"))
		return is_int ? LLVMBuildAdd(b, x, y, "") : LLVMBuildFAdd(b, x, y, "");
	if (!strcmp(op, "mul"))
		return is_int ? LLVMBuildMul(b, x, y, "") : LLVMBuildFMul(b, x, y, "");
	if (!strcmp(op, "and"))
		return LLVMBuildAnd(b, x, y, "");
	if (!strcmp(op, "or"))
		return LLVMBuildOr(b, x, y, "");
	if (!strcmp(op, "xor"))
		return LLVMBuildXor(b, x, y, "");
	if (op[0] == 'f') {
		y = select_by(b, LLVMBuildFCmp(b, op[2] == 'i' ? LLVMRealOLT : LLVMRealOGT, x, y, ""), x, y);
		return select_by(b, LLVMBuildFCmp(b, LLVMRealUNO, y, y, ""), x, y);
	}
	if (op[0] == 'u')
		return select_by(b, LLVMBuildICmp(b, op[2] == 'i' ? LLVMIntULT : LLVMIntUGT, y, x, ""), y, x);
	return select_by(b, LLVMBuildICmp(b, op[2] == 'i' ? LLVMIntSLT : LLVMIntSGT, y, x, ""), y, x);
}

/* One value for the work-items from to to. */
static void
store_result(struct entry *entry, const struct collective *collective, LLVMValueRef value, LLVMValueRef from, LLVMValueRef to)
{
	int i = (int)(flow_slot(entry->flow, collective->out) - entry->flow->slot);
	struct compilation *c = entry->c;
	struct loop loop;

	if (entry->cell[i])
		LLVMBuildStore(c->builder, value, entry->cell[i]);
	/* Neither cell nor context: the result is not used. */
	if (!entry->context[i])
		return;
	loop_begin(&loop, c, from, to, "item");
	memory_store(c, value, entry_context(entry, i, loop.index), NULL);
	LLVMBuildBr(c->builder, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
}

/* The linear id, or the size, that the work-items from to to name; those that are elsewhere name none. */
static LLVMValueRef
named_index(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef index, absent, known;
	struct loop loop;

	if ((!entry->gone && !entry->item_next) || flow_slot(entry->flow, collective->index)->hard_uniform)
		return operand_of(entry, collective->index, from);
	index = entry_alloca(entry, c->i64, "index");
	LLVMBuildStore(b, from, index);
	loop_begin(&loop, c, from, to, "item");
	absent = entry_is_absent(entry, loop.index, entry->rank[number], NULL);
	known = LLVMBuildLoad2(b, c->i64, index, "");
	LLVMBuildStore(b, LLVMBuildSelect(b, absent, known, operand_of(entry, collective->index, loop.index), ""), index);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
	return LLVMBuildLoad2(b, c->i64, index, "");
}

static void
emit_broadcast(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	LLVMValueRef index = named_index(collective, number, entry, from, to);

	store_result(entry, collective, operand_of(entry, collective->in, index), from, to);
}

/* The id in its sub-group whose operand that work-item gets. */
static LLVMValueRef
shuffle_index(const struct collective *collective, struct entry *entry, LLVMValueRef from, LLVMValueRef linear)
{
	struct compilation *c = entry->c;
	LLVMValueRef place;

	if (!collective->lane)
		return operand_of(entry, collective->index, linear);
	place = LLVMBuildNUWSub(c->builder, linear, from, "");
	place = LLVMBuildInBoundsGEP2(c->builder, c->i8, collective->lane_table, &place, 1, "");
	return LLVMBuildZExt(c->builder, LLVMBuildLoad2(c->builder, c->i8, place, ""), c->i64, "");
}

/* Each work-item from to to gets the operand of the one that it names; its own when there is none of that number. */
static void
emit_any_shuffle(const struct collective *collective, struct entry *entry, LLVMValueRef from, LLVMValueRef to, bool rare)
{
	int slot = (int)(flow_slot(entry->flow, collective->out) - entry->flow->slot);
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef size, index, exists, source;
	struct loop loop;

	size = LLVMBuildSub(b, to, from, "");
	loop_begin(&loop, c, from, to, "item");
	index = shuffle_index(collective, entry, from, loop.index);
	exists = LLVMBuildICmp(b, LLVMIntULT, index, size, "");
	source = LLVMBuildSelect(b, exists, LLVMBuildAdd(b, from, index, ""), loop.index, "");
	memory_store(c, operand_of(entry, collective->in, source), entry_context(entry, slot, loop.index), NULL);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, rare ? LOOP_RARE : 0));
}

/* LLVM has vectors of the slot's type, and it is kept for each work-item. */
static bool
makes_vectors(struct entry *entry, const struct slot *slot)
{
	if (slot->hard_uniform || slot->in_memory)
		return false;
	switch (LLVMGetTypeKind(slot->type)) {
	case LLVMIntegerTypeKind:
		return slot->type == entry->c->i1 || slot->size * 8 == LLVMGetIntTypeWidth(slot->type);
	case LLVMHalfTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind:
		return true;
	default:
		return false;
	}
}

/* A vector of the operands of n work-items. */
static LLVMValueRef
operands(const struct collective *collective, struct entry *entry, LLVMValueRef from, uint32_t n)
{
	struct slot *in = flow_slot(entry->flow, collective->in);
	LLVMTypeRef type = memory_type(entry->c, in->type);
	LLVMValueRef load;

	load = LLVMBuildLoad2(entry->c->builder, LLVMVectorType(type, n),
			      entry_context(entry, (int)(in - entry->flow->slot), from), "");
	LLVMSetAlignment(load, LLVMABIAlignmentOfType(entry->c->layout, type));
	return load;
}

/* The same in a whole sub-group, by ids that are known: one vector from another. */
static void
emit_known_shuffle(const struct collective *collective, struct entry *entry, LLVMValueRef from)
{
	struct slot *out = flow_slot(entry->flow, collective->out);
	uint32_t n = entry->kernel->lanes, i;
	struct compilation *c = entry->c;
	LLVMValueRef *mask = arena_calloc(c->arena, n, sizeof(LLVMValueRef)), value = operands(collective, entry, from, n), store;

	for (i = 0; i < n; i++)
		mask[i] = const_int(c->i32, collective->lane[i] < n ? collective->lane[i] : i);
	value = LLVMBuildShuffleVector(c->builder, value, LLVMGetPoison(LLVMTypeOf(value)), LLVMConstVector(mask, n), "");
	store = LLVMBuildStore(c->builder, value, entry_context(entry, (int)(out - entry->flow->slot), from));
	LLVMSetAlignment(store, LLVMABIAlignmentOfType(c->layout, memory_type(c, out->type)));
}

static void
emit_shuffle(const struct collective *collective, struct entry *entry, LLVMValueRef from, LLVMValueRef to, LLVMValueRef whole)
{
	struct slot *in = flow_slot(entry->flow, collective->in), *out = flow_slot(entry->flow, collective->out);
	LLVMBasicBlockRef known, any, end;
	LLVMBuilderRef b = entry->c->builder;

	if (!entry->context[out - entry->flow->slot])
		return;
	if (!collective->lane || !makes_vectors(entry, in) || !makes_vectors(entry, out)) {
		emit_any_shuffle(collective, entry, from, to, false);
		return;
	}
	known = entry_block(entry, "known");
	any = entry_block(entry, "any");
	end = entry_block(entry, "shuffled");
	LLVMBuildCondBr(b, whole, known, any);
	LLVMPositionBuilderAtEnd(b, known);
	emit_known_shuffle(collective, entry, from);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, any);
	emit_any_shuffle(collective, entry, from, to, true);
	LLVMBuildBr(b, end);
	LLVMPositionBuilderAtEnd(b, end);
}

/* n elements of the vector. */
static LLVMValueRef
elements(struct compilation *c, LLVMValueRef vector, uint32_t first, uint32_t n)
{
	LLVMValueRef *mask = arena_calloc(c->arena, n, sizeof(LLVMValueRef));
	uint32_t i;

	for (i = 0; i < n; i++)
		mask[i] = const_int(c->i32, first + i);
	return LLVMBuildShuffleVector(c->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(mask, n), "");
}

/* Reduces the n elements of a vector: its halves by elements, then the quarters, and so on. */
static LLVMValueRef
fold_halves(const struct collective *collective, struct compilation *c, LLVMValueRef vector, uint32_t n)
{
	while (n /= 2)
		vector = collective_combine(c->builder, collective->op, elements(c, vector, 0, n), elements(c, vector, n, n));
	return LLVMBuildExtractElement(c->builder, vector, const_int(c->i32, 0), "");
}

/* Reduces the operands of a whole sub-group. */
static void
emit_halves(const struct collective *collective, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	struct slot *out = flow_slot(entry->flow, collective->out);
	LLVMValueRef value = operands(collective, entry, from, entry->kernel->lanes);
	struct compilation *c = entry->c;

	value = fold_halves(collective, c, value, entry->kernel->lanes);
	if (out->type == c->i1)
		value = LLVMBuildTrunc(c->builder, value, c->i1, "");
	store_result(entry, collective, value, from, to);
}

/* The reduction is one of floats, which LLVM leaves in their order. */
static bool
keeps_order(struct entry *entry, const struct collective *collective)
{
	const struct slot *in = flow_slot(entry->flow, collective->in);

	return collective->op[0] == 'f' && !entry->gone && !entry->item_next &&
	       LLVMGetTypeKind(in->type) != LLVMVectorTypeKind && makes_vectors(entry, in);
}

/*
 * Reduces the operands from *from on, as many as are whole vectors of WIDE, to one: a sum for each of WIDE
 * columns, then those.  Sets *from to the first operand that is left.
 */
static LLVMValueRef
fold_columns(const struct collective *collective, struct entry *entry, LLVMValueRef *from, LLVMValueRef to, LLVMValueRef identity)
{
	enum { WIDE = 16 };
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(identity), WIDE);
	LLVMValueRef columns = entry_alloca(entry, type, "columns"), first[WIDE], number, end, value;
	LLVMBasicBlockRef begin = entry_block(entry, "columns"), done = entry_block(entry, "columns.end");
	struct loop loop;
	int i;

	for (i = 0; i < WIDE; i++)
		first[i] = identity;
	LLVMBuildStore(b, LLVMConstVector(first, WIDE), columns);
	number = LLVMBuildAnd(b, LLVMBuildNUWSub(b, to, *from, ""), const_int(c->i64, ~(uint64_t)(WIDE - 1)), "");
	end = LLVMBuildNUWAdd(b, *from, number, "");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, *from, end, ""), begin, done);
	LLVMPositionBuilderAtEnd(b, begin);
	loop_begin(&loop, c, *from, end, "column");
	value = LLVMBuildLoad2(b, type, columns, "");
	value = collective_combine(b, collective->op, value, operands(collective, entry, loop.index, WIDE));
	LLVMBuildStore(b, value, columns);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, WIDE, NULL);
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, done);
	*from = end;
	return fold_halves(collective, c, LLVMBuildLoad2(b, type, columns, ""), WIDE);
}

/* The sum of floats of the work-items from to to. */
static void
emit_float_reduction(const struct collective *collective, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMTypeRef type = flow_slot(entry->flow, collective->out)->type;
	LLVMValueRef identity = collective_identity(collective->op, type, false), rest = from, value;
	LLVMValueRef sum = entry_alloca(entry, type, "sum");
	LLVMBasicBlockRef some = entry_block(entry, "rest"), done = entry_block(entry, "folded");
	struct loop loop;

	LLVMBuildStore(b, fold_columns(collective, entry, &rest, to, identity), sum);
	LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, rest, to, ""), some, done);
	LLVMPositionBuilderAtEnd(b, some);
	loop_begin(&loop, c, rest, to, "item");
	value = LLVMBuildLoad2(b, type, sum, "");
	LLVMBuildStore(b, collective_combine(b, collective->op, value, operand_of(entry, collective->in, loop.index)), sum);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, LOOP_RARE));
	LLVMBuildBr(b, done);
	LLVMPositionBuilderAtEnd(b, done);
	store_result(entry, collective, LLVMBuildLoad2(b, type, sum, ""), from, to);
}

static void
emit_fold(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	struct compilation *c = entry->c;
	struct slot *out = flow_slot(entry->flow, collective->out);
	int slot = (int)(out - entry->flow->slot);
	LLVMValueRef sum = entry_alloca(entry, out->type, "sum"), before, after;
	bool reduces = collective->kind == COLLECTIVE_REDUCE || collective->kind == COLLECTIVE_CLUSTER;
	bool scans = !reduces && entry->context[slot];
	struct loop loop;

	LLVMBuildStore(c->builder, collective_identity(collective->op, out->type, collective->kind == COLLECTIVE_EXCLUSIVE), sum);
	loop_begin(&loop, c, from, to, "item");
	before = LLVMBuildLoad2(c->builder, out->type, sum, "");
	after = collective_combine(c->builder, collective->op, before, operand_of(entry, collective->in, loop.index));
	/* Who is elsewhere gives nothing. */
	if (entry->gone || entry->item_next)
		after = LLVMBuildSelect(c->builder, entry_is_absent(entry, loop.index, entry->rank[number], NULL), before, after, "");
	if (scans)
		memory_store(c, collective->kind == COLLECTIVE_INCLUSIVE ? after : before,
			     entry_context(entry, slot, loop.index), NULL);
	LLVMBuildStore(c->builder, after, sum);
	LLVMBuildBr(c->builder, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
	if (reduces)
		store_result(entry, collective, LLVMBuildLoad2(c->builder, out->type, sum, ""), from, to);
}

/* The work-items from to to in clusters of as many as they say; the last cluster may be smaller. */
static void
emit_clusters(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to)
{
	struct compilation *c = entry->c;
	LLVMBuilderRef b = c->builder;
	LLVMValueRef one = const_int(c->i64, 1), size, n, begin, end;
	struct loop loop;

	size = named_index(collective, number, entry, from, to);
	size = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, size, one, ""), one, size, "");
	n = LLVMBuildSub(b, LLVMBuildAdd(b, LLVMBuildSub(b, to, from, ""), size, ""), one, "");
	loop_begin(&loop, c, const_int(c->i64, 0), LLVMBuildUDiv(b, n, size, ""), "cluster");
	begin = LLVMBuildAdd(b, from, LLVMBuildMul(b, loop.index, size, ""), "");
	end = LLVMBuildAdd(b, begin, size, "");
	end = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, end, to, ""), end, to, "");
	emit_fold(collective, number, entry, begin, end);
	LLVMBuildBr(b, loop.latch);
	loop_end(&loop, c, 1, loop_metadata(c, NULL, 0));
}

/* The work-items are known to be a whole sub-group, none of which is elsewhere. */
static bool
is_all_here(const struct entry *entry, LLVMValueRef whole)
{
	return whole && !entry->item_next && LLVMIsAConstantInt(whole) && LLVMConstIntGetZExtValue(whole);
}

void
collective_emit(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to,
		LLVMValueRef whole)
{
	if (collective->kind == COLLECTIVE_BROADCAST)
		emit_broadcast(collective, number, entry, from, to);
	else if (collective->kind == COLLECTIVE_SHUFFLE)
		emit_shuffle(collective, entry, from, to, whole);
	else if (collective->kind == COLLECTIVE_CLUSTER)
		emit_clusters(collective, number, entry, from, to);
	else if (collective->kind == COLLECTIVE_REDUCE && is_all_here(entry, whole) &&
		 makes_vectors(entry, flow_slot(entry->flow, collective->in)))
		emit_halves(collective, entry, from, to);
	else if (collective->kind == COLLECTIVE_REDUCE && !collective->of_sub_group && keeps_order(entry, collective))
		emit_float_reduction(collective, entry, from, to);
	else if (collective->kind)
		emit_fold(collective, number, entry, from, to);
}
