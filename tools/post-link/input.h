/* Reading and linking the input modules. */
#ifndef POST_LINK_INPUT_H
#define POST_LINK_INPUT_H

#include <llvm-c/Core.h>

/* The module of options.input, linked when there are several.  Reports and returns NULL. */
LLVMModuleRef input_read(void);

#endif
