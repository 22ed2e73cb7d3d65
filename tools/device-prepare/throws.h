/*
 * Exceptions that the C++ library's headers throw: the functions behind
 * std::get() of a variant, optional::value(), array::at() and others do what a failed
 * assert() does, because device code cannot throw.
 */
#ifndef DEVICE_PREPARE_THROWS_H
#define DEVICE_PREPARE_THROWS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/*
 * Calls of std::__throw_NAME() become failed assertions 'no std::NAME', those of
 * std::__glibcxx_assert_fail() of the condition that it gets; both at the place of the
 * call.  A throw in the program's own functions stays.
 */
void throws_become_asserts(LLVMModuleRef module, struct arena *arena);

#endif
