#include "mux/analysis/interleave.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"
#include "mux/lower/params.h"

/* A call by which a compiler is told something. */
static bool
says_something(const char *name)
{
	return !strcmp(name, "llvm.assume") || !strcmp(name, "llvm.experimental.noalias.scope.decl") ||
	       !strncmp(name, "llvm.lifetime.", 14);
}

/* The instruction is a load or a store of memory that other accesses may be to. */
static bool
is_access(const struct flow *flow, LLVMValueRef instruction)
{
	if (!LLVMIsALoadInst(instruction) && !LLVMIsAStoreInst(instruction))
		return false;
	return flow_is_memory(flow, LLVMGetOperand(instruction, LLVMIsAStoreInst(instruction) ? 1 : 0));
}

/* It may do anything else with memory. */
static bool
is_unknown(LLVMValueRef instruction)
{
	LLVMValueRef callee;

	if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) || LLVMIsAFenceInst(instruction))
		return true;
	if (!LLVMIsACallInst(instruction) || builtin_called(instruction))
		return false;
	callee = call_target(instruction);
	return !callee || (call_memory(instruction) != 0 && !says_something(irmodule_name(callee)));
}

/* A constant distance from base, or from element index of size scale behind it. */
struct place {
	LLVMValueRef base, index;
	bool is_narrow;		/* of the index the lower 32 bits count */
	uint64_t scale;
	int64_t offset;
	uint64_t size;
};

static bool
keeps_lower_half(LLVMValueRef value)
{
	LLVMValueRef mask = is_opcode(value, LLVMAnd) ? LLVMGetOperand(value, 1) : NULL;

	return mask && LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == UINT32_MAX;
}

/*
 * Takes constants that are added to an index apart; returns what is left.  Where a sum of 32 bits goes over the end of
 * its type, places are not as far from each other as their offsets say, but 2^32 elements farther.
 */
static LLVMValueRef
index_of(const struct flow *flow, LLVMValueRef index, int64_t *added, bool *is_narrow)
{
	LLVMValueRef by;

	for (;; index = LLVMGetOperand(index, 0)) {
		index = flow_stored_value(flow, index);
		if (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)) {
			if (LLVMTypeOf(LLVMGetOperand(index, 0)) != flow->c->i32)
				return index;
			*is_narrow = true;
			continue;
		}
		if (keeps_lower_half(index)) {
			*is_narrow = true;
			continue;
		}
		by = is_opcode(index, LLVMAdd) || (is_opcode(index, LLVMOr) && LLVMGetIsDisjoint(index)) ? LLVMGetOperand(index, 1) : NULL;
		if (!by || !LLVMIsAConstantInt(by))
			return index;
		*added += LLVMConstIntGetSExtValue(by);
	}
}

/* Where a load or store accesses memory. */
static struct place
place_of(const struct flow *flow, LLVMValueRef access)
{
	bool stores = LLVMIsAStoreInst(access) != NULL;
	LLVMValueRef address = LLVMGetOperand(access, stores ? 1 : 0), index;
	LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(access, 0) : access);
	struct place place = { .size = LLVMStoreSizeOfType(flow->c->layout, type) };
	int64_t added;
	uint64_t scale;

	for (;;) {
		address = flow_stored_value(flow, address);
		if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 2)
			break;
		index = LLVMGetOperand(address, 1);
		scale = LLVMABISizeOfType(flow->c->layout, LLVMGetGEPSourceElementType(address));
		added = 0;
		if (LLVMIsAConstantInt(index)) {
			added = LLVMConstIntGetSExtValue(index);
		} else {
			if (place.index)
				break;
			place.index = index_of(flow, index, &added, &place.is_narrow);
			place.scale = scale;
		}
		if (added > INT16_MAX || added < INT16_MIN || scale > INT16_MAX)
			break;
		place.offset += added * (int64_t)scale;
		address = LLVMGetOperand(address, 0);
	}
	place.base = address;
	return place;
}

static bool
offsets_are_apart(const struct place *a, const struct place *b)
{
	return a->offset + (int64_t)a->size <= b->offset || b->offset + (int64_t)b->size <= a->offset;
}

/* Where an address comes from, after all that is added to it: a parameter, a member of one, an array; value NULL: not known. */
struct root {
	LLVMValueRef value;
	uint64_t offset;	/* of the member */
	bool member;
};

struct access {
	LLVMValueRef instruction;
	int block;
	bool stores;
	struct place place;
	struct root root;
};

/* What the check goes through. */
struct check {
	const struct flow *flow;
	struct interleave *found;
	struct access *access;	/* in the order of their blocks */
	int n;
	uint64_t **reached;	/* by block: the blocks that may follow it before the next boundary; NULL: not looked for yet */
};

static struct root
root_of(const struct flow *flow, LLVMValueRef address)
{
	struct root root = { .member = false };
	LLVMValueRef param;

	for (;;) {
		address = flow_stored_value(flow, address);
		if (!LLVMIsAGetElementPtrInst(address) && !LLVMIsAAddrSpaceCastInst(address))
			break;
		address = LLVMGetOperand(address, 0);
	}
	if (LLVMIsAArgument(address) || LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address)) {
		root.value = address;
	} else if (LLVMIsALoadInst(address) && params_loaded(flow->c, flow->kernel, address, &param, &root.offset)) {
		root.value = param;
		root.member = true;
	}
	return root;
}

/* LLVM may find that the two are a known distance from each other, and make one vector of both. */
static bool
may_be_one_vector(const struct access *a, const struct access *b)
{
	if (a == b || a->stores != b->stores)
		return false;
	return !a->root.value || !b->root.value ||
	       (a->root.value == b->root.value && a->root.member == b->root.member && a->root.offset == b->root.offset);
}

/* The blocks that may follow before the next boundary. */
static const uint64_t *
blocks_behind(struct check *check, int from)
{
	const struct flow *flow = check->flow;
	size_t n = (size_t)flow->nblock;
	int *stack, depth = 0, i, k, to;
	uint64_t *reached;

	if (check->reached[from])
		return check->reached[from];
	stack = arena_calloc(flow->c->arena, n, sizeof *stack);
	reached = check->reached[from] = arena_calloc(flow->c->arena, n / 64 + 1, sizeof *reached);
	for (i = from;; i = stack[--depth]) {
		for (k = 0; k < flow->block[i].nsucc; k++) {
			to = flow->block[i].succ[k];
			if (bit_test(reached, to) || flow->block[to].hard || flow->block[to].soft)
				continue;
			bit_set(reached, to);
			stack[depth++] = to;
		}
		if (!depth)
			return reached;
	}
}

static bool
may_follow(struct check *check, const struct access *access, const struct access *later)
{
	return (access->block == later->block && access < later) || bit_test(blocks_behind(check, access->block), later->block);
}

/* LLVM may make the store part of a vector that is stored behind the other access, or that one of a vector loaded before it. */
static bool
may_change_places(struct check *check, const struct access *store, const struct access *other)
{
	const struct access *part;

	for (part = check->access; part < check->access + check->n; part++) {
		if (may_be_one_vector(store, part) && may_follow(check, other, part))
			return true;
		if (!other->stores && may_be_one_vector(other, part) && may_follow(check, part, store))
			return true;
	}
	return false;
}

static bool
is_shared(const struct flow *flow, LLVMValueRef value)
{
	return !ptrmap_has(&flow->divergent, value);
}

static bool
is_of_view(const struct interleave_view *view, const struct place *place)
{
	return view->base == place->base && view->index == place->index && view->scale == place->scale;
}

/* Notes that two arrays are to be apart; false if they cannot be known to be. */
static bool
add_pair(const struct check *check, const struct place *place, const struct place *other)
{
	struct interleave *found = check->found;
	struct interleave_pair *pair = found->pair;

	if (!is_shared(check->flow, place->base) || !is_shared(check->flow, other->base))
		return false;
	while (pair < found->pair + found->n && !(is_of_view(&pair->view, place) && is_of_view(&pair->other, other)))
		pair++;
	if (pair == found->pair + MAX_INTERLEAVE_PAIRS)
		return false;
	if (pair == found->pair + found->n) {
		found->n++;
		pair->view = (struct interleave_view){ place->base, place->index, place->scale, false };
		pair->other = (struct interleave_view){ other->base, other->index, other->scale, false };
		pair->may_be_same = place->index == other->index && place->scale == other->scale;
	}
	pair->view.is_narrow |= place->is_narrow;
	pair->other.is_narrow |= other->is_narrow;
	pair->may_be_same &= offsets_are_apart(place, other);
	return true;
}

/*
 * The lanes of a vector that read what all of them share would race with one that writes there: if there are several.
 * Under a mask it may be one alone.
 */
static bool
is_read_by_all(const struct flow *flow, const struct access *load, const struct access *store)
{
	if (flow->c->masks_structures && flow->block[load->block].divergent)
		return false;
	return !load->stores && load->block == store->block && is_shared(flow, LLVMGetOperand(load->instruction, 0)) &&
	       !is_shared(flow, LLVMGetOperand(store->instruction, 1));
}

/* They may change places: they are to different memory, or are if pairs are apart. */
static bool
are_apart(struct check *check, const struct access *store, const struct access *other)
{
	const struct place *a = &store->place, *b = &other->place;

	if (is_read_by_all(check->flow, other, store))
		return true;
	if (a->base == b->base)
		return a->index == b->index && a->scale == b->scale && offsets_are_apart(a, b);
	return add_pair(check, a, b);
}

/*
 * The index is multiplied by a number, which may not be 1.  clang extends an int i * 3 as i * (3 << 32) >> 32, a uint
 * i * 4 as i << 2 & 0xfffffffc.
 */
static bool
is_multiple(const struct flow *flow, LLVMValueRef index)
{
	if (is_opcode(index, LLVMAShr) || is_opcode(index, LLVMAnd))
		index = flow_stored_value(flow, LLVMGetOperand(index, 0));
	return (is_opcode(index, LLVMMul) || is_opcode(index, LLVMShl)) && LLVMIsAConstantInt(LLVMGetOperand(index, 1));
}

/* Work-items lie further apart than one element. */
static bool
is_of_structures(const struct flow *flow, const struct place *place)
{
	return place->offset != 0 && place->index && (place->scale > place->size || is_multiple(flow, place->index));
}

static void
add_access(struct check *check, LLVMValueRef instruction, int block)
{
	const struct flow *flow = check->flow;
	struct interleave *found = check->found;
	struct access *access = &check->access[check->n++];
	int64_t end;

	access->instruction = instruction;
	access->block = block;
	access->stores = LLVMIsAStoreInst(instruction) != NULL;
	access->place = place_of(flow, instruction);
	access->root = root_of(flow, LLVMGetOperand(instruction, access->stores ? 1 : 0));
	end = access->place.offset + (int64_t)access->place.size;
	found->least = access->place.offset < found->least ? access->place.offset : found->least;
	found->most = end > found->most ? end : found->most;
	found->structures |= is_of_structures(flow, &access->place);
}

/* Finds the accesses; false if there is something unknown, or more than are compared with each other. */
static bool
find_accesses(struct check *check)
{
	enum { MAX_STORES = 32, MAX_ACCESSES = 512 };
	const struct flow *flow = check->flow;
	LLVMValueRef instruction;
	int block, nstore = 0, n = 0;

	for (block = 0; block < flow->nblock; block++)
		for (instruction = LLVMGetFirstInstruction(flow->block[block].block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			if (is_unknown(instruction))
				return false;
			if (!is_access(flow, instruction))
				continue;
			nstore += LLVMIsAStoreInst(instruction) != NULL;
			if (nstore > MAX_STORES || ++n > MAX_ACCESSES)
				return false;
		}
	check->access = arena_calloc(flow->c->arena, (size_t)n + 1, sizeof *check->access);
	for (block = 0; block < flow->nblock; block++)
		for (instruction = LLVMGetFirstInstruction(flow->block[block].block); instruction;
		     instruction = LLVMGetNextInstruction(instruction))
			if (is_access(flow, instruction))
				add_access(check, instruction, block);
	return true;
}

bool
interleave_is_safe(const struct flow *flow, struct interleave *found)
{
	struct check check = { .flow = flow, .found = found };
	const struct access *store, *other;

	*found = (struct interleave){ .n = 0 };
	if (!find_accesses(&check))
		return false;
	check.reached = arena_calloc(flow->c->arena, (size_t)flow->nblock, sizeof *check.reached);
	for (store = check.access; store < check.access + check.n; store++)
		for (other = check.access; store->stores && other < check.access + check.n; other++)
			if (may_follow(&check, store, other) && may_change_places(&check, store, other) && !are_apart(&check, store, other))
				return false;
	return true;
}
