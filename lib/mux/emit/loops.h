/* Counting loops of the entry function, and their metadata for LLVM. */
#ifndef MUX_LOOPS_H
#define MUX_LOOPS_H

#include "mux/compilation.h"

/* for (index = from; ...) with the test at its end: it runs at least once. */
struct loop {
	LLVMBasicBlockRef head, latch, exit;
	LLVMValueRef index, bound;
	LLVMValueRef before;		/* the branch to it */
};

/* Opens the loop at the builder's place, which is then in its head.  The body branches to latch. */
void loop_begin(struct loop *loop, struct compilation *c, LLVMValueRef from, LLVMValueRef bound, const char *name);
/* Closes it: index += step while it is below bound.  metadata may be NULL.  The builder is in exit then. */
void loop_end(struct loop *loop, struct compilation *c, uint64_t step, LLVMValueRef metadata);
/*
 * The same for work-items, index going up by one and below bound at first.  What is left is counted, since the kernel may
 * compare the next work-item's number with the bound, too: LLVM would take such a test for the loop's, leave the loop there, and
 * then join the end of an iteration with the beginning of the next, as below.
 */
void loop_end_items(struct loop *loop, struct compilation *c, LLVMValueRef metadata);

/*
 * The number, of 64 bits, as LLVM cannot look into it: a loop with a choice that is the same in all its iterations it
 * would make two loops of.
 */
LLVMValueRef loop_number(struct compilation *c, LLVMValueRef number);

/*
 * What a loop has left in a variable, an integer, that only some iterations write, as LLVM cannot look into it.  A branch on
 * a value that is known on one path through the loop would have LLVM join the end of that path with the beginning of
 * the next iteration, whose accesses would then be one iteration's: in vectors the beginning came behind the end.
 */
LLVMValueRef loop_result(struct compilation *c, LLVMTypeRef type, LLVMValueRef variable);

/* A new access group: memory instructions that carry it depend on none of another iteration. */
LLVMValueRef access_group(struct compilation *c);
/* Puts a memory instruction into the group (NULL: none). */
void access_group_tag(struct compilation *c, LLVMValueRef instruction, LLVMValueRef group);

/*
 * The metadata of a loop: its accesses of the group are parallel (group may be
 * NULL); with width > 1 that many iterations form a vector, with 1 LLVM chooses,
 * with LOOP_RARE the loop is not vectorized.  LOOP_UNROLLED is as 1, but what does not become
 * vectors is unrolled.  LOOP_WHOLE is for a known number of
 * iterations: LLVM chooses the width, and must not unroll the loop before it has made vectors of it.
 * LOOP_SHORT is for a small number of iterations, which need not fill several vectors.
 */
enum { LOOP_RARE = 1 << 16, LOOP_WHOLE, LOOP_UNROLLED, LOOP_SHORT };
LLVMValueRef loop_metadata(struct compilation *c, LLVMValueRef group, unsigned width);

/*
 * What is said of a loop of the kernel itself, in a copy that runs seldom: it
 * is not unrolled by a number found at run time; rare: neither unrolled nor
 * made vector code at all.
 */
LLVMValueRef inner_loop_metadata(struct compilation *c, bool rare);

/* Something is said of the loop that ends with the branch. */
bool loop_is_described(struct compilation *c, LLVMValueRef branch);
/*
 * Has LLVM unroll the loop that ends with the branch, of which nothing is said yet, so many times; and, by the next
 * run of its pass, the loop over the rounds that are left over, rest times (1: not).
 */
void loop_unroll(struct compilation *c, LLVMValueRef branch, unsigned times, unsigned rest);

#endif
