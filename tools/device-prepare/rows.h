/*
 * Kernels for GPUs with tables of two or three dimensions in local memory.  A table's width is
 * known at the launch only, and loads of four neighbours at once need rows that begin at a
 * multiple of four elements.  Such a kernel gets two versions of its body: one for launches of
 * which all widths are multiples of four, which the optimizer may assume there, one for others.
 */
#ifndef DEVICE_PREPARE_ROWS_H
#define DEVICE_PREPARE_ROWS_H

#include <llvm-c/Core.h>

/*
 * Divides the kernels of a module for NVPTX or AMDGCN whose function object has local
 * accessors of two or three dimensions; other targets' stay.
 */
void rows_divide(LLVMModuleRef module);

#endif
