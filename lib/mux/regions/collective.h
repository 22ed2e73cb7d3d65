/*
 * Work-group collectives: reduce, scan, broadcast, any and all.  Each is a
 * boundary between two regions like a barrier: work-items store their operands in
 * a slot, and between the regions a loop over the slot's array computes the
 * results.
 */
#ifndef MUX_COLLECTIVE_H
#define MUX_COLLECTIVE_H

#include "mux/emit/entry.h"

enum collective_kind { COLLECTIVE_NONE, COLLECTIVE_REDUCE, COLLECTIVE_INCLUSIVE, COLLECTIVE_EXCLUSIVE, COLLECTIVE_BROADCAST };

struct collective {
	enum collective_kind kind;
	/* add, mul, smin, umin, fmin, smax, umax, fmax, and, or, xor, logical_and, logical_or, logical_xor; NULL: broadcast */
	const char *op;
	LLVMValueRef in, out;	/* slots of the operand and of the result, allocas of the kernel */
	LLVMValueRef index;	/* broadcast: slot of the linear id whose operand it is */
};

/*
 * collective-lower.c: replaces a call of OpenCL's or SPIR-V's function base by
 * __mux_work_group_KIND_OP_TYPE.  params are its mangled parameter types.
 * Returns the value, NULL when it is not a collective.
 */
LLVMValueRef collective_lower(struct compilation *c, LLVMValueRef call, const char *base, const char *params);

/* The instruction calls a lowered collective. */
bool collective_is_call(LLVMValueRef instruction);

/*
 * Gives the call its slots: the operand is stored before it, the result loaded
 * after it.  The call itself has no uses then.
 */
void collective_open(struct collective *collective, struct compilation *c, LLVMValueRef call);
/* Tells flow which slots must be carried and which are different for each work-item. */
void collective_mark(const struct collective *collective, struct flow *flow);
/* Builds the loop between the regions at the builder's place. */
void collective_emit(const struct collective *collective, struct entry *entry);

#endif
