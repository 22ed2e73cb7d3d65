/* Kernels become entry functions: regions, loops over work-items, and jumps from region to region. */
#ifndef MUX_EMIT_H
#define MUX_EMIT_H

#include "mux/emit/body.h"
#include "mux/regions/regions.h"

/* A hard region whose loops are being built. */
struct hard {
	struct entry *entry;
	int number;			/* of the boundary before it */
	int start;			/* its first block */
	const int *order;		/* its n blocks */
	int n;
	bool *modified;			/* slots it writes */
	bool some_gone;			/* work-items that have returned are skipped */
	bool is_rest;			/* what chunks have left is built */
	bool is_short;			/* loops are over few work-items, as rows of groups in several dimensions are */
	LLVMValueRef *uniform_in;	/* slots all work-items share, read before the loops */
	const struct near *near;	/* as in struct item */
	const struct segment *segment;	/* in the loop over a segment (segment.h); else NULL */
	LLVMValueRef y, z, row;		/* inside the loops: row is the linear id of x 0 */
};

/* Builds the entry function of the kernel and its table entry.  Reports and returns -1. */
int emit_kernel(struct compilation *c, struct kernel *kernel);

/* The slots that the n blocks in order write. */
bool *emit_modified(const struct flow *flow, const int *order, int n);

/*
 * subgroups.c: the regions of a kernel whose sub-groups have more than one
 * work-item.  Sub-groups run one after the other, each from one barrier of the
 * work-group to the next; boundaries of the sub-group are between its own regions.
 */
void subgroups_emit(struct entry *entry, const struct cut *cut);

/* The work-item at x in the row. */
struct item hard_item(const struct hard *hard, LLVMValueRef x, LLVMValueRef lane, LLVMValueRef group);

/*
 * chunk.c: chunk_end() gives the x at which the part of a row that runs in chunks
 * ends; chunk_emit() builds that part of the row at y and z, soft region by soft region.
 * With columns_width() wide chunks are first, up to the first one that a guard would divide.
 */
LLVMValueRef chunk_end(const struct hard *hard);
void chunk_emit(const struct hard *hard, LLVMValueRef end);

#endif
