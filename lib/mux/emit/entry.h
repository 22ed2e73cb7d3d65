/*
 * The entry function of a kernel under construction: void(packed, wg), one
 * work-group a call.  Slots that live across barriers have a home in it: one
 * cell for all work-items when they are uniform, else an array over the
 * work-items in scratch memory.
 */
#ifndef MUX_ENTRY_H
#define MUX_ENTRY_H

#include "mux/analysis/flow.h"
#include "mux/emit/loops.h"

struct entry {
	struct compilation *c;
	struct kernel *kernel;
	struct flow *flow;
	LLVMValueRef function;
	LLVMBasicBlockRef first;	/* allocas and what all regions share */
	/* Of the work-group. */
	LLVMValueRef group_id[3], num_groups[3], offset[3], local_size[3], global_size[3];
	LLVMValueRef first_id[3][2];	/* the first global id in each dimension, without and with the offset */
	LLVMValueRef work_dim, items, local_mem, scratch;
	LLVMValueRef scratch_items;	/* items rounded up to a multiple of 64 */
	struct ptrmap argument;		/* parameter of the kernel -> its value */
	struct ptrmap loaded;		/* load from a by-value parameter -> its value */
	/* Of slots, NULL when they have none. */
	LLVMValueRef *cell, *context;
	/* Slots that live within sub-groups alone: their context is an array of one sub-group's, whose first work-item is sub_from. */
	bool *sub_context;
	LLVMValueRef sub_from;
	/* When work-items may return while others wait: a byte for each that has returned; a variable: whether any has. */
	LLVMValueRef gone, any_gone;
	LLVMValueRef next;		/* variable: the region to go to, 0 ends */
	LLVMBasicBlockRef *region;	/* by the number of the barrier */
	int nregion;
	const struct interleave *interleave;	/* arrays that are to be apart in code with vectors; NULL for none */
	LLVMBasicBlockRef start;	/* what runs first */
	/*
	 * The number by which next names a boundary: its own, or with sub-groups of
	 * more than one work-item its rank (subgroups.c).
	 */
	uint32_t *rank;
	/*
	 * With such sub-groups: where each one goes on, an i32 by its number; or, where
	 * its work-items may part, where each of these goes on, by its linear id.
	 */
	LLVMValueRef sub_next, item_next;
};

/* The work-item whose code is being built: its index in the group, and in the chunk if there is one. */
struct item {
	LLVMValueRef x, y, z;
	LLVMValueRef linear;
	LLVMValueRef lane;
	LLVMValueRef group;		/* access group of its loop */
	const struct near *near;	/* of its row, where global ids are known to be near; or NULL */
};

/* Declares the function, unpacks parameters, gives slots their homes; nregion is the number of regions. */
void entry_begin(struct entry *entry, struct flow *flow, int nregion);

/* A new variable of the function, promoted to a value by LLVM later. */
LLVMValueRef entry_alloca(struct entry *entry, LLVMTypeRef type, const char *name);
/* A new block at the function's end. */
LLVMBasicBlockRef entry_block(struct entry *entry, const char *name);

/* The type a value has in memory: i1 takes a byte. */
LLVMTypeRef memory_type(struct compilation *c, LLVMTypeRef type);
/* Loads and stores in those types, in an access group. */
LLVMValueRef memory_load(struct compilation *c, LLVMTypeRef type, LLVMValueRef address, LLVMValueRef group);
void memory_store(struct compilation *c, LLVMValueRef value, LLVMValueRef address, LLVMValueRef group);

/* Other arrays for the slots that live within sub-groups alone: a path of its own has its own. */
void entry_renew_sub_contexts(struct entry *entry);
/* The address of a slot in its context, for that work-item. */
LLVMValueRef entry_context(struct entry *entry, int slot, LLVMValueRef linear);

/* The value of a load from a known offset of a by-value parameter, read once for the group; NULL for other loads. */
LLVMValueRef entry_parameter(struct entry *entry, LLVMValueRef load);

/* Whether the work-item waits elsewhere than at the boundary of that rank, or has returned. */
LLVMValueRef entry_is_absent(struct entry *entry, LLVMValueRef linear, uint32_t rank, LLVMValueRef group);

/* How many sub-groups the work-group has. */
LLVMValueRef entry_sub_groups(struct entry *entry);

/* The value of a query for the work-item; dimension is NULL for queries without one. */
LLVMValueRef entry_query(struct entry *entry, const struct item *item, LLVMValueRef query, LLVMValueRef dimension);

#endif
