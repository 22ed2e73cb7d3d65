/*
 * The layout of a specialization constant: what its type holds at which
 * offset.  This is the only place that knows it; both ways of lowering and all
 * tables follow from it.
 */
#ifndef POST_LINK_LEAVES_H
#define POST_LINK_LEAVES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A constant's default value as bytes. */
struct bytes {
	uint8_t *byte;
	bool *known;		/* [i]: the default object says what stands here */
	uint64_t size;
};

enum leaf_kind { LEAF_SCALAR, LEAF_UNDEFINED, LEAF_PADDING };

struct leaf {
	enum leaf_kind kind;
	LLVMTypeRef type;	/* of a scalar, or of an undefined member */
	uint32_t offset, size;
};

struct leaves {
	struct leaf *leaf;	/* depth first; padding behind the struct that ends in it */
	size_t n;
	struct arena *arena;
	uint64_t defined_end;	/* end of the last scalar so far */
};

/*
 * Why no constant can have the type, in words that follow "holds": "a pointer".
 * NULL: it can, and the other functions may be asked about it.
 */
const char *leaves_unfit(struct arena *arena, LLVMTypeRef type);
/* The size that a constant of the type takes: what sizeof gives on the host. */
uint64_t leaves_size(LLVMTargetDataRef layout, LLVMTypeRef type);
/*
 * The default object as bytes of a constant of that type; of one that says
 * nothing, zeros.  False when it holds what no host value can be (addresses).
 */
bool leaves_bytes(struct bytes *bytes, struct arena *arena, LLVMTargetDataRef layout, LLVMValueRef initializer,
		  LLVMTypeRef type);
/* The leaves of the type, which is fit. */
void leaves_find(struct leaves *leaves, struct arena *arena, LLVMTargetDataRef layout, LLVMTypeRef type,
		 const struct bytes *bytes);
/* Does the default object say anything in that range? */
bool leaves_known(const struct bytes *bytes, uint64_t offset, uint64_t size);
/* The number of that type at the offset. */
LLVMValueRef leaves_scalar(const struct bytes *bytes, LLVMTypeRef type, uint64_t offset);
bool leaves_is_scalar(LLVMTypeRef type);
/* Members of a struct, array or vector: count, type and offset of each. */
unsigned leaves_count(LLVMTypeRef type);
LLVMTypeRef leaves_member(LLVMTypeRef type, unsigned i);
uint64_t leaves_offset(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned i);

#endif
