/* What kernels are made of before optimisation. */
#ifndef DEVICE_PREPARE_CONTENTS_H
#define DEVICE_PREPARE_CONTENTS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/*
 * Gives every kernel !sycl_contents: a hash of all that it reaches.  Two sources with the same header give a kernel of
 * that header the same hash; optimisation makes different code of it where one of them calls a helper more often.
 */
void contents_mark(LLVMModuleRef module, struct arena *arena);

#endif
