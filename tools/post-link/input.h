/* Reading and linking the input modules. */
#ifndef POST_LINK_INPUT_H
#define POST_LINK_INPUT_H

#include <llvm-c/Core.h>

/*
 * The module of options.input, linked when there are several.  A kernel that
 * two of them define alike is kept once; one that they define differently is
 * an error naming both.  With --check-inputs nothing is linked.  Reports and
 * returns NULL.
 */
LLVMModuleRef input_read(void);
/* The single input again, with the bodies of its functions; NULL when the module that was read has them. */
LLVMModuleRef input_whole(void);

#endif
