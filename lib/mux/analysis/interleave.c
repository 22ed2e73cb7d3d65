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
		by = is_opcode(index, LLVMAdd) ? LLVMGetOperand(index, 1) : NULL;
		if (!by || !LLVMIsAConstantInt(by))
			return index;
		*added += LLVMConstIntGetSExtValue(by);
	}
}

static struct place
place_of(const struct flow *flow, LLVMValueRef store)
{
	LLVMValueRef address = LLVMGetOperand(store, 1), index;
	struct place place = { .size = LLVMStoreSizeOfType(flow->c->layout, LLVMTypeOf(LLVMGetOperand(store, 0))) };
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

static bool
are_apart(const struct place *a, const struct place *b)
{
	return a->base == b->base && a->index == b->index && a->scale == b->scale &&
	       (a->offset + (int64_t)a->size <= b->offset || b->offset + (int64_t)b->size <= a->offset);
}

/* An instruction that may follow the store, up to the next boundary, is no load and stores elsewhere. */
static bool
may_follow(const struct flow *flow, const struct place *place, LLVMValueRef instruction)
{
	struct access access = access_of(flow, instruction);
	struct place other;

	if (access.loads)
		return false;
	if (!access.stores)
		return true;
	other = place_of(flow, instruction);
	return are_apart(place, &other);
}

static bool
may_follow_all(const struct flow *flow, const struct place *place, LLVMValueRef first)
{
	for (; first; first = LLVMGetNextInstruction(first))
		if (!may_follow(flow, place, first))
			return false;
	return true;
}

/* All that may follow the store. */
static bool
store_is_safe(const struct flow *flow, int from, LLVMValueRef store)
{
	size_t n = (size_t)flow->nblock;
	int *stack = arena_calloc(flow->c->arena, n, sizeof *stack), depth = 0, i, k, to;
	bool *seen = arena_calloc(flow->c->arena, n, sizeof *seen);
	struct place place = place_of(flow, store);

	if (!may_follow_all(flow, &place, LLVMGetNextInstruction(store)))
		return false;
	for (i = from;; i = stack[--depth]) {
		for (k = 0; k < flow->block[i].nsucc; k++) {
			to = flow->block[i].succ[k];
			if (seen[to] || flow->block[to].hard || flow->block[to].soft)
				continue;
			seen[to] = true;
			stack[depth++] = to;
			if (!may_follow_all(flow, &place, LLVMGetFirstInstruction(flow->block[to].block)))
				return false;
		}
		if (!depth)
			return true;
	}
}

bool
interleave_is_safe(const struct flow *flow)
{
	enum { MAX_STORES = 32 };	/* that are compared with each other */
	LLVMValueRef instruction;
	struct access access;
	int i, n = 0;

	for (i = 0; i < flow->nblock; i++)
		for (instruction = LLVMGetFirstInstruction(flow->block[i].block); instruction;
		     instruction = LLVMGetNextInstruction(instruction)) {
			access = access_of(flow, instruction);
			if (!access.stores)
				continue;
			if (access.loads || ++n > MAX_STORES || !store_is_safe(flow, i, instruction))
				return false;
		}
	return true;
}
