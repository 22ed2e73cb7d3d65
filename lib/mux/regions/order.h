/*
 * The order in which the work-items of a group run: that of the kernel's loops, and
 * what a barrier says of the region behind it.  (ComputeMux compiler specification,
 * "Function Attributes")
 */
#ifndef MUX_ORDER_H
#define MUX_ORDER_H

#include "mux/regions/regions.h"

/*
 * Reads the kernel's attribute "mux-work-item-order", one of xyz, xzy, yxz, yzx, zxy and
 * zyx, innermost dimension first, into kernel->order; without it that is xyz.  Reports
 * other values, and orders but xyz of kernels with sub-groups, which run one after the
 * other; -1.
 */
int order_read(struct compilation *c, struct kernel *kernel);

/* The attribute "mux-barrier-schedule" of the call from goes to the call to that replaces it. */
void order_keep_schedule(LLVMValueRef from, LLVMValueRef to);
/* The barrier's call has the attribute. */
bool order_is_said(LLVMValueRef barrier);
/* Reads the schedule of the barrier's call; SCHEDULE_ANY without one.  Reports unknown values; -1. */
int order_read_schedule(struct compilation *c, const struct kernel *kernel, LLVMValueRef barrier, enum schedule *schedule);

/*
 * A region of which one work-item runs leaves no value of its own to the others: reports
 * values that differ between work-items, kernels with sub-groups, and work-items that
 * return before a barrier; -1.
 */
int order_check(const struct flow *flow, const struct cut *cut);

#endif
