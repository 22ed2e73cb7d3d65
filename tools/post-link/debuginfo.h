/*
 * Debug info of one image: the compile units that its functions and variables
 * reach, with lists of nothing else.  The linked program's units name every
 * type, variable and import of every source, which would make each image as
 * large as the whole program (471 KB instead of 12 KB for a kernel).
 */
#ifndef POST_LINK_DEBUGINFO_H
#define POST_LINK_DEBUGINFO_H

#include <llvm-c/Core.h>

/* Takes the lists out of the module's compile units; once, before the first image. */
void debuginfo_init(LLVMModuleRef module);
/*
 * Completes a module whose functions and variables are in place: lists the
 * units that it reaches in llvm.dbg.cu, each with the part of its lists that
 * the module reaches.  The units are shared by all images: write the module
 * before the next one is completed.
 */
void debuginfo_finish(LLVMModuleRef image);

#endif
