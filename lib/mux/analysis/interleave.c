#include "mux/analysis/interleave.h"

#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/builtin.h"

/* What the instruction does with memory that other accesses may be to. */
struct access {
	bool loads, stores;
};

/* A call by which a compiler is told something. */
static bool
says_something(const char *name)
{
	return !strcmp(name, "llvm.assume") || !strcmp(name, "llvm.experimental.noalias.scope.decl");
}

static struct access
access_of(const struct flow *flow, LLVMValueRef instruction)
{
	LLVMValueRef callee;

	if (LLVMIsALoadInst(instruction))
		return (struct access){ .loads = flow_is_memory(flow, LLVMGetOperand(instruction, 0)) };
	if (LLVMIsAStoreInst(instruction))
		return (struct access){ .stores = flow_is_memory(flow, LLVMGetOperand(instruction, 1)) };
	if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) || LLVMIsAFenceInst(instruction))
		return (struct access){ true, true };
	if (!LLVMIsACallInst(instruction) || builtin_called(instruction))
		return (struct access){ false, false };
	callee = call_target(instruction);
	if (callee && (call_memory(instruction) == 0 || says_something(irmodule_name(callee))))
		return (struct access){ false, false };
	return (struct access){ true, true };
}

/* A constant distance from base, or from element index of size scale behind it. */
struct place {
	LLVMValueRef base, index;
	uint64_t scale;
	int64_t offset;
	uint64_t size;
};

/*
 * Takes constants that are added to an index apart; returns what is left.  Where a sum of 32 bits goes over the end of
 * its type, places are not as far from each other as their offsets say, but 2^32 elements farther.
 */
static LLVMValueRef
index_of(const struct flow *flow, LLVMValueRef index, int64_t *added)
{
	LLVMValueRef by;

	for (;; index = LLVMGetOperand(index, 0)) {
		index = flow_stored_value(flow, index);
		if (LLVMIsASExtInst(index) || LLVMIsAZExtInst(index)) {
			if (LLVMTypeOf(LLVMGetOperand(index, 0)) != flow->c->i32)
				return index;
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
			place.index = index_of(flow, index, &added);
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

/* Both are so far from their base. */
static bool
have_same_index(const struct place *a, const struct place *b)
{
	return a->index == b->index && a->scale == b->scale;
}

static bool
offsets_are_apart(const struct place *a, const struct place *b)
{
	return a->offset + (int64_t)a->size <= b->offset || b->offset + (int64_t)b->size <= a->offset;
}

/* What the check goes through. */
struct check {
	const struct flow *flow;
	struct interleave *found;
	LLVMValueRef store;
	struct place place;	/* of the store */
};

static bool
is_shared(const struct flow *flow, LLVMValueRef value)
{
	return !ptrmap_has(&flow->divergent, value);
}

/* Notes that two arrays are to be apart; false if they cannot be known to be. */
static bool
add_pair(struct check *check, const struct place *other)
{
	struct interleave *found = check->found;
	const struct place *place = &check->place;
	int i;

	if (!is_shared(check->flow, place->base) || !is_shared(check->flow, other->base))
		return false;
	for (i = 0; i < found->n; i++)
		if (found->pair[i].base == place->base && found->pair[i].other == other->base)
			break;
	if (i == MAX_INTERLEAVE_PAIRS)
		return false;
	if (i == found->n)
		found->pair[found->n++] = (struct interleave_pair){ place->base, other->base, true };
	found->pair[i].may_be_same &= offsets_are_apart(place, other);
	return true;
}

/* The lanes of a vector that read what all of them share would race with one that writes there. */
static bool
is_read_by_all(const struct check *check, LLVMValueRef load)
{
	return LLVMGetInstructionParent(load) == LLVMGetInstructionParent(check->store) &&
	       is_shared(check->flow, LLVMGetOperand(load, 0)) && !is_shared(check->flow, LLVMGetOperand(check->store, 1));
}

/* An instruction that may follow the store, up to the next boundary, accesses other memory, or does if pairs are apart. */
static bool
may_follow(struct check *check, LLVMValueRef instruction)
{
	struct access access = access_of(check->flow, instruction);
	struct place other;

	if (!access.loads && !access.stores)
		return true;
	if (!LLVMIsALoadInst(instruction) && !LLVMIsAStoreInst(instruction))
		return false;
	if (LLVMIsALoadInst(instruction) && is_read_by_all(check, instruction))
		return true;
	other = place_of(check->flow, instruction);
	if (!have_same_index(&check->place, &other))
		return false;
	return check->place.base == other.base ? offsets_are_apart(&check->place, &other) : add_pair(check, &other);
}

static bool
may_follow_all(struct check *check, LLVMValueRef first)
{
	for (; first; first = LLVMGetNextInstruction(first))
		if (!may_follow(check, first))
			return false;
	return true;
}

/* All that may follow the store. */
static bool
store_is_safe(struct check *check, int from)
{
	const struct flow *flow = check->flow;
	size_t n = (size_t)flow->nblock;
	int *stack = arena_calloc(flow->c->arena, n, sizeof *stack), depth = 0, i, k, to;
	bool *seen = arena_calloc(flow->c->arena, n, sizeof *seen);

	if (!may_follow_all(check, LLVMGetNextInstruction(check->store)))
		return false;
	for (i = from;; i = stack[--depth]) {
		for (k = 0; k < flow->block[i].nsucc; k++) {
			to = flow->block[i].succ[k];
			if (seen[to] || flow->block[to].hard || flow->block[to].soft)
				continue;
			seen[to] = true;
			stack[depth++] = to;
			if (!may_follow_all(check, LLVMGetFirstInstruction(flow->block[to].block)))
				return false;
		}
		if (!depth)
			return true;
	}
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

/* Takes up how far from its base the place is. */
static void
note_place(const struct flow *flow, struct interleave *found, const struct place *place)
{
	int64_t end = place->offset + (int64_t)place->size;

	found->least = place->offset < found->least ? place->offset : found->least;
	found->most = end > found->most ? end : found->most;
	found->structures |= is_of_structures(flow, place);
}

bool
interleave_is_safe(const struct flow *flow, struct interleave *found)
{
	enum { MAX_STORES = 32 };	/* that are compared with each other */
	struct check check = { .flow = flow, .found = found };
	LLVMValueRef instruction;
	struct access access;
	struct place place;
	int i, n = 0;

	*found = (struct interleave){ .n = 0 };
	for (i = 0; i < flow->nblock; i++)
		for (instruction = LLVMGetFirstInstruction(flow->block[i].block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			access = access_of(flow, instruction);
			if (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) {
				place = place_of(flow, instruction);
				if (access.loads || access.stores)
					note_place(flow, found, &place);
			}
			if (!access.stores)
				continue;
			check.store = instruction;
			check.place = place;
			if (!LLVMIsAStoreInst(instruction) || ++n > MAX_STORES || !store_is_safe(&check, i))
				return false;
		}
	return true;
}
