/*
 * Calls through a constant pointer to a member function, such as a template argument:
 * (object.*F)(argument).  Clang writes a branch on a constant for them, virtual or not, and
 * calls what a phi selects.  Device code has no pointers to functions, but here the function is known.
 */
#ifndef DEVICE_PREPARE_MEMBERS_H
#define DEVICE_PREPARE_MEMBERS_H

#include <llvm-c/Core.h>

/* Such calls become calls of the function; the branch that is not taken goes.  Pointers to virtual functions stay. */
void members_resolve(LLVMModuleRef module);

#endif
