/*
 * The layout of a specialization constant: the scalars and padding of its type with
 * their offsets.  Both ways of lowering and all tables are made from it.
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
	bool *known;		/* [i]: the default object defines this byte */
	uint64_t size;
};

enum leaf_kind { LEAF_SCALAR, LEAF_UNDEFINED, LEAF_PADDING };

struct leaf {
	enum leaf_kind kind;
	LLVMTypeRef type;	/* of a scalar, or of an undefined member */
	uint32_t offset, size;
};

struct leaves {
	struct leaf *leaf;	/* depth first; padding after the struct that ends in it */
	size_t n;
	struct arena *arena;
	uint64_t defined_end;	/* end of the last scalar so far */
};

/*
 * Why no constant can have the type, as text after "holds": "a pointer".  NULL: it
 * can, and the other functions may be called for it.
 */
const char *leaves_unfit(struct arena *arena, LLVMTypeRef type);
/* The size of a constant of the type: sizeof on the host. */
uint64_t leaves_size(LLVMTargetDataRef layout, LLVMTypeRef type);
/*
 * The default object as bytes of a constant of that type; zeros where it is
 * undefined.  False when it holds addresses, which the host has no values for.
 */
bool leaves_bytes(struct bytes *bytes, struct arena *arena, LLVMTargetDataRef layout, LLVMValueRef initializer,
		  LLVMTypeRef type);
/* The leaves of the type, which is fit. */
void leaves_find(struct leaves *leaves, struct arena *arena, LLVMTargetDataRef layout, LLVMTypeRef type,
		 const struct bytes *bytes);
/* The default object defines a byte in that range. */
bool leaves_known(const struct bytes *bytes, uint64_t offset, uint64_t size);
/* The number of that type at the offset. */
LLVMValueRef leaves_scalar(const struct bytes *bytes, LLVMTypeRef type, uint64_t offset);
bool leaves_is_scalar(LLVMTypeRef type);
/* Members of a struct, array or vector: count, and offset of each; irtype_member() has their types. */
unsigned leaves_count(LLVMTypeRef type);
uint64_t leaves_offset(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned i);

#endif
