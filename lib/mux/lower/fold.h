/*
 * Collectives that SPIR-V has no core instruction for: sycl/group_algorithms.hpp
 * writes products and bit operations over a work-group as functions
 * sycl::detail::work_group_fold<KIND, OPERATION, T>(T), whose bodies exchange values
 * in local memory.  Any device runs those; here one loop takes their place.
 */
#ifndef MUX_FOLD_H
#define MUX_FOLD_H

#include "mux/compilation.h"

/* Gives each of these functions a body that is one call of __mux_work_group_KIND_OPERATION_TYPE. */
void fold_find(struct compilation *c);

#endif
