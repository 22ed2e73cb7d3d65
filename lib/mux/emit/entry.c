#include "mux/emit/near.h"

#include "format/irnames.h"
#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/lower/params.h"

/* What arrays for single sub-groups, and variables in local memory, may take of a thread's stack. */
enum { SUB_CONTEXT_BYTES = 64 << 10, LOCAL_BYTES = 8 << 10 };

LLVMBasicBlockRef
entry_block(struct entry *entry, const char *name)
{
	return LLVMAppendBasicBlockInContext(entry->c->context, entry->function, name);
}

LLVMValueRef
entry_alloca(struct entry *entry, LLVMTypeRef type, const char *name)
{
	LLVMBuilderRef b = entry->c->builder;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	LLVMValueRef alloca, top = LLVMGetFirstInstruction(entry->first);

	if (top)
		LLVMPositionBuilderBefore(b, top);
	else
		LLVMPositionBuilderAtEnd(b, entry->first);
	alloca = LLVMBuildAlloca(b, type, name);
	LLVMPositionBuilderAtEnd(b, here);
	return alloca;
}

LLVMTypeRef
memory_type(struct compilation *c, LLVMTypeRef type)
{
	return type == c->i1 ? c->i8 : type;
}

LLVMValueRef
memory_load(struct compilation *c, LLVMTypeRef type, LLVMValueRef address, LLVMValueRef group)
{
	LLVMValueRef load = LLVMBuildLoad2(c->builder, memory_type(c, type), address, "");

	access_group_tag(c, load, group);
	return type == c->i1 ? LLVMBuildTrunc(c->builder, load, c->i1, "") : load;
}

void
memory_store(struct compilation *c, LLVMValueRef value, LLVMValueRef address, LLVMValueRef group)
{
	if (LLVMTypeOf(value) == c->i1)
		value = LLVMBuildZExt(c->builder, value, c->i8, "");
	access_group_tag(c, LLVMBuildStore(c->builder, value, address), group);
}

LLVMValueRef
entry_context(struct entry *entry, int slot, LLVMValueRef linear)
{
	struct compilation *c = entry->c;
	const struct slot *s = &entry->flow->slot[slot];

	if (entry->sub_context[slot])
		linear = LLVMBuildNUWSub(c->builder, linear, entry->sub_from, "");
	if (!s->in_memory)
		return LLVMBuildInBoundsGEP2(c->builder, memory_type(c, s->type), entry->context[slot], &linear, 1, "");
	linear = LLVMBuildNUWMul(c->builder, linear, const_int(c->i64, s->size), "");
	return LLVMBuildInBoundsGEP2(c->builder, c->i8, entry->context[slot], &linear, 1, "private");
}

static void
add_attribute(struct entry *entry, unsigned index, const char *name)
{
	LLVMAttributeRef attribute = LLVMCreateEnumAttribute(entry->c->context, attribute_kind(name), 0);

	LLVMAddAttributeAtIndex(entry->function, index, attribute);
}

static void
declare(struct entry *entry)
{
	LLVMTypeRef param[2] = { entry->c->ptr, entry->c->ptr };
	struct compilation *c = entry->c;
	const char *base = irmodule_string_attribute(entry->kernel->function, ATTRIBUTE_MUX_BASE_NAME, NULL);
	const char *name = arena_printf(c->arena, "__mux_entry_%s", base);
	unsigned i;

	entry->function = LLVMAddFunction(c->module, name, LLVMFunctionType(c->none, param, 2, 0));
	entry->kernel->entry = entry->function;
	LLVMSetLinkage(entry->function, LLVMInternalLinkage);
	add_attribute(entry, (unsigned)LLVMAttributeFunctionIndex, "nounwind");
	for (i = 1; i <= 2; i++) {
		add_attribute(entry, i, "noalias");
		add_attribute(entry, i, "readonly");
	}
	entry->first = entry_block(entry, "entry");
}

static LLVMValueRef
byte_address(struct entry *entry, LLVMValueRef base, uint64_t offset)
{
	LLVMValueRef index = const_int(entry->c->i64, offset);

	return LLVMBuildInBoundsGEP2(entry->c->builder, entry->c->i8, base, &index, 1, "");
}

/* Three numbers of struct mux_wg, each known to be in min..limit-1. */
static void
load_numbers(struct entry *entry, LLVMValueRef *number, uint64_t offset, uint64_t min, uint64_t limit)
{
	struct compilation *c = entry->c;
	LLVMMetadataRef range[2] = { LLVMValueAsMetadata(const_int(c->i64, min)),
				     LLVMValueAsMetadata(const_int(c->i64, limit)) };
	LLVMValueRef node = LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, range, 2));
	LLVMValueRef wg = LLVMGetParam(entry->function, 1);
	uint64_t i;

	for (i = 0; i < 3; i++) {
		number[i] = LLVMBuildLoad2(c->builder, c->i64, byte_address(entry, wg, offset + i * sizeof(uint64_t)), "");
		LLVMSetMetadata(number[i], LLVMGetMDKindIDInContext(c->context, "range", 5), node);
	}
}

static LLVMValueRef
load_field(struct entry *entry, LLVMTypeRef type, uint64_t offset)
{
	return LLVMBuildLoad2(entry->c->builder, type, byte_address(entry, LLVMGetParam(entry->function, 1), offset), "");
}

/* Ids do not wrap: LLVM needs that to find consecutive addresses. */
static LLVMValueRef
without_wrap(LLVMValueRef value)
{
	if (LLVMIsAInstruction(value))
		LLVMSetNSW(value, 1);
	return value;
}

static LLVMValueRef
add_nowrap(struct entry *entry, LLVMValueRef a, LLVMValueRef b)
{
	return without_wrap(LLVMBuildNUWAdd(entry->c->builder, a, b, ""));
}

static LLVMValueRef
mul_nowrap(struct entry *entry, LLVMValueRef a, LLVMValueRef b)
{
	return without_wrap(LLVMBuildNUWMul(entry->c->builder, a, b, ""));
}

/* Sizes that the kernel requires, and dimensions that it says are not used, are constants; others are loaded. */
static void
load_group(struct entry *entry)
{
	const uint64_t ids = UINT64_C(1) << 31;
	struct compilation *c = entry->c;
	int i;

	load_numbers(entry, entry->group_id, offsetof(struct mux_wg, group_id), 0, ids);
	load_numbers(entry, entry->num_groups, offsetof(struct mux_wg, num_groups), 1, ids);
	load_numbers(entry, entry->offset, offsetof(struct mux_wg, global_offset), 0, UINT64_C(1) << 62);
	load_numbers(entry, entry->local_size, offsetof(struct mux_wg, local_size), 1, MUX_MAX_WORK_GROUP + 1);
	entry->work_dim = load_field(entry, c->i64, offsetof(struct mux_wg, work_dim));
	entry->local_mem = load_field(entry, c->ptr, offsetof(struct mux_wg, local_mem));
	entry->scratch = load_field(entry, c->ptr, offsetof(struct mux_wg, scratch));
	for (i = 0; i < 3; i++) {
		if ((uint32_t)i >= entry->kernel->dimensions) {
			entry->group_id[i] = entry->offset[i] = const_int(c->i64, 0);
			entry->num_groups[i] = entry->local_size[i] = const_int(c->i64, 1);
		} else if (entry->kernel->reqd_wg_size[i])
			entry->local_size[i] = const_int(c->i64, entry->kernel->reqd_wg_size[i]);
		entry->global_size[i] = LLVMBuildNUWMul(c->builder, entry->num_groups[i], entry->local_size[i], "");
		entry->first_id[i][0] = mul_nowrap(entry, entry->group_id[i], entry->local_size[i]);
		entry->first_id[i][1] = add_nowrap(entry, entry->first_id[i][0], entry->offset[i]);
	}
	entry->items = LLVMBuildNUWMul(c->builder, entry->local_size[0], entry->local_size[1], "");
	entry->items = LLVMBuildNUWMul(c->builder, entry->items, entry->local_size[2], "items");
	entry->scratch_items = LLVMBuildNUWAdd(c->builder, entry->items, const_int(c->i64, 63), "");
	entry->scratch_items = LLVMBuildAnd(c->builder, entry->scratch_items, const_int(c->i64, ~UINT64_C(63)), "");
}

/* A call with the mark 'tail' accesses no variables of its caller; in the kernel local memory was none. */
static void
unmark_tail_calls(LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if (LLVMIsACallInst(i))
				LLVMSetTailCall(i, false);
}

/*
 * In a group of a known size, variables in local memory are those of the entry: LLVM keeps them in registers where
 * it can, and what nobody reads it does not write.  They begin as zeros, so that no value is undefined: it drops
 * those that are overwritten.
 */
static void
give_local_memory(struct entry *entry)
{
	struct compilation *c = entry->c;
	const struct kernel *kernel = entry->kernel;

	if (!kernel->reqd_wg_size[0] || !kernel->local_size || kernel->local_size > LOCAL_BYTES || kernel->debugged)
		return;
	entry->local_mem = entry_alloca(entry, LLVMArrayType2(c->i8, kernel->local_size), "local");
	LLVMSetAlignment(entry->local_mem, MUX_ALIGN);
	LLVMBuildMemSet(c->builder, entry->local_mem, const_int(c->i8, 0), const_int(c->i64, kernel->local_size), MUX_ALIGN);
	unmark_tail_calls(kernel->function);
}

static void
unpack(struct entry *entry)
{
	LLVMValueRef packed = LLVMGetParam(entry->function, 0), param, value;
	struct compilation *c = entry->c;
	struct kernel *kernel = entry->kernel;
	unsigned i;

	ptrmap_init(&entry->argument, c->arena, kernel->narg);
	ptrmap_init(&entry->loaded, c->arena, 0);
	for (i = 0; i < kernel->narg; i++) {
		param = LLVMGetParam(kernel->function, i);
		value = byte_address(entry, packed, kernel->arg[i].offset);
		if (kernel->arg[i].kind != MUX_ARG_BYVAL)
			value = memory_load(c, LLVMTypeOf(param), value, NULL);
		ptrmap_set_pointer(&entry->argument, param, value);
	}
}

LLVMValueRef
entry_parameter(struct entry *entry, LLVMValueRef load)
{
	LLVMValueRef value = ptrmap_pointer(&entry->loaded, load), param;
	LLVMBuilderRef b = entry->c->builder;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	const struct mux_arg *arg;
	uint64_t offset;

	if (value || !(arg = params_loaded(entry->c, entry->kernel, load, &param, &offset)))
		return value;
	LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(entry->first));
	LLVMSetCurrentDebugLocation2(b, NULL);
	value = params_load(entry->c, ptrmap_pointer(&entry->argument, param), arg, offset, LLVMTypeOf(load));
	ptrmap_set_pointer(&entry->loaded, load, value);
	LLVMPositionBuilderAtEnd(b, here);
	return value;
}

/* The slots that are alive at barriers of sub-groups, or of the work-group. */
static uint64_t *
live_across_barriers(struct flow *flow, bool of_sub_group)
{
	uint64_t *live = arena_calloc(flow->c->arena, (size_t)flow->words, sizeof *live);
	const struct block *block;
	int w;

	for (block = flow->block; block < flow->block + flow->nblock; block++)
		for (w = 0; block->hard && block->of_sub_group == of_sub_group && w < flow->words; w++)
			live[w] |= block->live_in[w];
	return live;
}

/*
 * Scratch memory: one array after the other, each a multiple of 64 bytes long
 * because the number of work-items is rounded up.
 */
static void
give_context(struct entry *entry, int slot)
{
	struct kernel *kernel = entry->kernel;
	struct compilation *c = entry->c;
	LLVMValueRef offset = LLVMBuildNUWMul(c->builder, entry->scratch_items,
					      const_int(c->i64, kernel->scratch_per_item), "");
	uint64_t align = entry->flow->slot[slot].align;

	entry->context[slot] = LLVMBuildInBoundsGEP2(c->builder, c->i8, entry->scratch, &offset, 1, "context");
	kernel->scratch_per_item += entry->flow->slot[slot].size;
	if (align <= MUX_ALIGN)
		return;
	/* Scratch memory is aligned to MUX_ALIGN.  Room for more: align / MUX_ALIGN bytes an item, of at least MUX_ALIGN items. */
	entry->context[slot] = address_round_up(c, entry->context[slot], align);
	kernel->scratch_per_item += align / MUX_ALIGN;
}

static LLVMValueRef
new_sub_context(struct entry *entry, int slot)
{
	LLVMTypeRef type = memory_type(entry->c, entry->flow->slot[slot].type);

	return entry_alloca(entry, LLVMArrayType2(type, entry->kernel->lanes), "context");
}

/*
 * An array of the function for one sub-group: the next one begins after all of this one's
 * work-items have come to a barrier of the work-group.  false: it would be too large.
 */
static bool
give_sub_context(struct entry *entry, int slot, uint64_t *left)
{
	uint64_t size = entry->flow->slot[slot].size * entry->kernel->lanes;

	if (size > *left)
		return false;
	*left -= size;
	entry->context[slot] = new_sub_context(entry, slot);
	entry->sub_context[slot] = true;
	return true;
}

void
entry_renew_sub_contexts(struct entry *entry)
{
	int i;

	for (i = 0; i < entry->flow->nslot; i++)
		if (entry->sub_context[i])
			entry->context[i] = new_sub_context(entry, i);
}

/* A byte for each work-item, 0 until it returns, when some may return while others wait. */
static void
give_gone(struct entry *entry)
{
	struct compilation *c = entry->c;
	LLVMValueRef offset;

	if (!entry->flow->leaves_early || entry->kernel->lanes > 1)
		return;
	offset = LLVMBuildNUWMul(c->builder, entry->scratch_items, const_int(c->i64, entry->kernel->scratch_per_item), "");
	entry->gone = LLVMBuildInBoundsGEP2(c->builder, c->i8, entry->scratch, &offset, 1, "gone");
	entry->kernel->scratch_per_item++;
	LLVMBuildMemSet(c->builder, entry->gone, const_int(c->i8, 0), entry->scratch_items, 1);
	entry->any_gone = entry_alloca(entry, c->i1, "any.gone");
	LLVMBuildStore(c->builder, const_int(c->i1, 0), entry->any_gone);
}

static void
give_sub_groups(struct entry *entry)
{
	enum { BYTES = 4 };
	struct compilation *c = entry->c;
	LLVMValueRef offset, next;

	if (entry->kernel->lanes == 1)
		return;
	offset = LLVMBuildNUWMul(c->builder, entry->scratch_items, const_int(c->i64, entry->kernel->scratch_per_item), "");
	next = LLVMBuildInBoundsGEP2(c->builder, c->i8, entry->scratch, &offset, 1, "next");
	entry->kernel->scratch_per_item += BYTES;
	if (entry->flow->leaves_early)
		entry->item_next = next;
	else
		entry->sub_next = next;
}

LLVMValueRef
entry_is_absent(struct entry *entry, LLVMValueRef linear, uint32_t rank, LLVMValueRef group)
{
	struct compilation *c = entry->c;
	LLVMTypeRef type = entry->gone ? c->i8 : c->i32;
	LLVMValueRef at = LLVMBuildInBoundsGEP2(c->builder, type, entry->gone ? entry->gone : entry->item_next, &linear, 1, "");

	return LLVMBuildICmp(c->builder, LLVMIntNE, memory_load(c, type, at, group), const_int(type, entry->gone ? 0 : rank), "");
}

/* Rounds the size of private arrays up to their alignment, so that those of all work-items are aligned. */
static void
give_homes(struct entry *entry)
{
	struct flow *flow = entry->flow;
	uint64_t *in_group = live_across_barriers(flow, false), *in_sub_group = live_across_barriers(flow, true);
	uint64_t left = SUB_CONTEXT_BYTES;
	struct slot *slot;
	int i;

	entry->cell = arena_calloc(entry->c->arena, (size_t)flow->nslot, sizeof(LLVMValueRef));
	entry->context = arena_calloc(entry->c->arena, (size_t)flow->nslot, sizeof(LLVMValueRef));
	entry->sub_context = arena_calloc(entry->c->arena, (size_t)flow->nslot, sizeof(bool));
	for (i = 0; i < flow->nslot; i++) {
		slot = &flow->slot[i];
		if (slot->in_memory) {
			slot->size = (slot->size + slot->align - 1) / slot->align * slot->align;
			give_context(entry, i);
		} else if (!slot->remat && (bit_test(in_group, i) || bit_test(in_sub_group, i))) {
			if (slot->hard_uniform)
				entry->cell[i] = entry_alloca(entry, slot->type, "uniform");
			else if (bit_test(in_group, i) || !give_sub_context(entry, i, &left))
				give_context(entry, i);
		}
	}
}

void
entry_begin(struct entry *entry, struct flow *flow, int nregion)
{
	struct compilation *c = flow->c;
	int i;

	*entry = (struct entry){ .c = c, .kernel = flow->kernel, .flow = flow, .nregion = nregion };
	declare(entry);
	/* The builder still has the debug location of its last position. */
	LLVMSetCurrentDebugLocation2(c->builder, NULL);
	LLVMPositionBuilderAtEnd(c->builder, entry->first);
	load_group(entry);
	give_local_memory(entry);
	unpack(entry);
	give_homes(entry);
	give_gone(entry);
	give_sub_groups(entry);
	entry->next = entry_alloca(entry, c->i32, "next");
	entry->region = arena_calloc(c->arena, (size_t)nregion, sizeof(LLVMBasicBlockRef));
	for (i = 0; i < nregion; i++)
		entry->region[i] = entry_block(entry, "region");
	entry->rank = arena_calloc(c->arena, (size_t)nregion, sizeof *entry->rank);
	for (i = 0; i < nregion; i++)
		entry->rank[i] = (uint32_t)i;
	entry->start = entry->sub_next || entry->item_next ? entry_block(entry, "sub.groups") : entry->region[0];
	LLVMBuildBr(c->builder, entry->start);
}

/* The number of that dimension; the value otherwise for dimensions beyond the third. */
static LLVMValueRef
by_dimension(struct entry *entry, LLVMValueRef dimension, LLVMValueRef *number, uint64_t otherwise)
{
	LLVMValueRef value = const_int(entry->c->i64, otherwise), is;
	LLVMBuilderRef b = entry->c->builder;
	uint64_t i;

	if (LLVMIsAConstantInt(dimension)) {
		i = LLVMConstIntGetZExtValue(dimension);
		return i < 3 ? number[i] : value;
	}
	for (i = 3; i-- > 0;) {
		is = LLVMBuildICmp(b, LLVMIntEQ, dimension, const_int(LLVMTypeOf(dimension), i), "");
		value = LLVMBuildSelect(b, is, number[i], value, "");
	}
	return value;
}

/* The global id in dimension i.  The group's part comes first: it is the same for all work-items. */
static LLVMValueRef
global_id_in(struct entry *entry, const struct item *item, int i, bool with_offset)
{
	LLVMValueRef local[3] = { item->x, item->y, item->z };
	LLVMValueRef first = i == 0 && item->near ? item->near->first[with_offset] : entry->first_id[i][with_offset];

	return add_nowrap(entry, first, local[i]);
}

static LLVMValueRef
global_id(struct entry *entry, const struct item *item, LLVMValueRef dimension)
{
	LLVMValueRef id[3] = { NULL };
	uint64_t known = LLVMIsAConstantInt(dimension) ? LLVMConstIntGetZExtValue(dimension) : 3;
	int i;

	for (i = 0; i < 3; i++)
		if (known == 3 || known == (uint64_t)i)
			id[i] = global_id_in(entry, item, i, true);
	return by_dimension(entry, dimension, id, 0);
}

/* Linear ids leave out the offset. */
static LLVMValueRef
global_linear_id(struct entry *entry, const struct item *item)
{
	LLVMValueRef row = mul_nowrap(entry, global_id_in(entry, item, 2, false), entry->global_size[1]);

	row = add_nowrap(entry, row, global_id_in(entry, item, 1, false));
	return add_nowrap(entry, mul_nowrap(entry, row, entry->global_size[0]), global_id_in(entry, item, 0, false));
}

LLVMValueRef
entry_sub_groups(struct entry *entry)
{
	LLVMValueRef size = const_int(entry->c->i64, entry->kernel->lanes), one = const_int(entry->c->i64, 1);
	LLVMBuilderRef b = entry->c->builder;

	/* There is at least one work-item. */
	return LLVMBuildAdd(b, LLVMBuildUDiv(b, LLVMBuildSub(b, entry->items, one, ""), size, ""), one, "");
}

static LLVMValueRef
query_value(struct entry *entry, const struct item *item, LLVMValueRef query, LLVMValueRef dimension)
{
	LLVMValueRef local[3] = { item->x, item->y, item->z }, first;
	LLVMValueRef size = const_int(entry->c->i64, entry->kernel->lanes);
	LLVMBuilderRef b = entry->c->builder;

	switch (builtin_called(query)) {
	case BUILTIN_LOCAL_ID:
		return by_dimension(entry, dimension, local, 0);
	case BUILTIN_GLOBAL_ID:
		return global_id(entry, item, dimension);
	case BUILTIN_GROUP_ID:
		return by_dimension(entry, dimension, entry->group_id, 0);
	case BUILTIN_LOCAL_SIZE:
		return by_dimension(entry, dimension, entry->local_size, 1);
	case BUILTIN_GLOBAL_SIZE:
		return by_dimension(entry, dimension, entry->global_size, 1);
	case BUILTIN_NUM_GROUPS:
		return by_dimension(entry, dimension, entry->num_groups, 1);
	case BUILTIN_GLOBAL_OFFSET:
		return by_dimension(entry, dimension, entry->offset, 0);
	case BUILTIN_WORK_DIM:
		return entry->work_dim;
	case BUILTIN_GLOBAL_LINEAR_ID:
		return global_linear_id(entry, item);
	case BUILTIN_NUM_SUB_GROUPS:
		return entry_sub_groups(entry);
	case BUILTIN_SUB_GROUP_ID:
		return LLVMBuildUDiv(b, item->linear, size, "");
	case BUILTIN_MAX_SUB_GROUP_SIZE:
		return size;
	case BUILTIN_SUB_GROUP_LOCAL_ID:
		return LLVMBuildURem(b, item->linear, size, "");
	case BUILTIN_SUB_GROUP_SIZE:
		first = LLVMBuildSub(b, item->linear, LLVMBuildURem(b, item->linear, size, ""), "");
		first = LLVMBuildSub(b, entry->items, first, "left");
		return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, first, size, ""), first, size, "");
	case BUILTIN_LOCAL_MEMORY:
		return entry->local_mem;
	default:
		return item->linear;
	}
}

LLVMValueRef
entry_query(struct entry *entry, const struct item *item, LLVMValueRef query, LLVMValueRef dimension)
{
	LLVMValueRef value = query_value(entry, item, query, dimension);

	/* Modules may declare some as i32. */
	if (LLVMTypeOf(value) == LLVMTypeOf(query) || LLVMTypeOf(value) != entry->c->i64)
		return value;
	return LLVMBuildIntCast2(entry->c->builder, value, LLVMTypeOf(query), 0, "");
}
