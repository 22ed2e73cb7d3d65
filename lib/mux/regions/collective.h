/*
 * Collectives of work-groups (reduce, scan, broadcast, any and all) and of
 * sub-groups (reduce, in clusters too, scan, shuffle).  Each is a boundary between two regions like
 * a barrier: work-items store their operands in a slot, and between the regions a
 * loop over the slot's array computes the results, in the order of linear ids; reductions of
 * floats add up sixteen columns first. In whole sub-groups reductions, and shuffles by known ids, are
 * operations on vectors instead. Sums of floats are the same in every run, and minima and maxima leave
 * NaN out unless all are.
 */
#ifndef MUX_COLLECTIVE_H
#define MUX_COLLECTIVE_H

#include "mux/emit/entry.h"

enum collective_kind { COLLECTIVE_NONE, COLLECTIVE_REDUCE, COLLECTIVE_INCLUSIVE, COLLECTIVE_EXCLUSIVE, COLLECTIVE_BROADCAST,
	COLLECTIVE_SHUFFLE, COLLECTIVE_CLUSTER };

struct collective {
	enum collective_kind kind;
	bool of_sub_group;	/* the boundary is one of sub-groups, also where kind is 0 */
	/* add, fadd, mul, fmul, smin, umin, fmin, smax, umax, fmax, and, or, xor, logical_and, logical_or, logical_xor; NULL: broadcast */
	const char *op;
	LLVMValueRef in, out;	/* slots of the operand and of the result, allocas of the kernel */
	LLVMValueRef index;	/* broadcast: slot of the linear id whose operand it is; shuffle: of the id in the sub-group; cluster: of its size */
	/* Shuffle: those ids where they are known, an array and a constant with it; index is NULL then. */
	const uint8_t *lane;
	LLVMValueRef lane_table;
};

/*
 * collective-lower.c: replaces a call of OpenCL's or SPIR-V's function base by
 * __mux_work_group_KIND_OP_TYPE.  params are its mangled parameter types.
 * Returns the value, NULL when it is not a collective.
 */
LLVMValueRef collective_lower(struct compilation *c, LLVMValueRef call, const char *base, const char *params);
/* A call of __mux_[sub_group|work_group]_WHAT_TYPE at the builder's place; index may be NULL. */
LLVMValueRef collective_call(struct compilation *c, bool sub_group, const char *what, LLVMValueRef value, LLVMValueRef index);

/* "i32", "f64", "v4f32": the suffix that distinguishes functions of one name. */
const char *collective_type_name(struct arena *arena, LLVMTypeRef type);

/*
 * What a fold begins with.  An exclusive scan gives it to the first work-item; else sums of
 * -0 are -0, and minima and maxima of nothing but NaN are NaN.
 */
LLVMValueRef collective_identity(const char *op, LLVMTypeRef type, bool exclusive);
/* x OP y. */
LLVMValueRef collective_combine(LLVMBuilderRef b, const char *op, LLVMValueRef x, LLVMValueRef y);

/* The instruction calls a lowered collective. */
bool collective_is_call(LLVMValueRef instruction);
/* One of a sub-group. */
bool collective_is_of_sub_group(LLVMValueRef instruction);
/* The value of that call in a sub-group of one work-item. */
LLVMValueRef collective_lone_value(struct compilation *c, LLVMValueRef call);

/*
 * Gives the call its slots: the operand is stored before it, the result loaded
 * after it.  The call itself has no uses then.
 */
void collective_open(struct collective *collective, struct compilation *c, const struct kernel *kernel, LLVMValueRef call);
/* Tells flow which slots must be carried and which are different for each work-item. */
void collective_mark(const struct collective *collective, struct flow *flow);
/*
 * Builds the loop at boundary number between regions, at the builder's place, over the work-items from to to.
 * whole: whether these are a whole sub-group, an i1; NULL at boundaries of the work-group.
 */
void collective_emit(const struct collective *collective, int number, struct entry *entry, LLVMValueRef from, LLVMValueRef to,
		     LLVMValueRef whole);

#endif
