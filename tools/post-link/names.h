/* Kinds of functions and variables by their names: builtins of the device, importable functions, LLVM's own lists. */
#ifndef POST_LINK_NAMES_H
#define POST_LINK_NAMES_H

#include <stdbool.h>

#include "graph.h"

/* llvm.used, llvm.global.annotations: lists that would keep everything and have no meaning in an image. */
bool variable_is_dropped(const char *name);
/* May stay undefined in an image without being imported: an intrinsic or a builtin of the triple's back end. */
bool name_is_builtin(const char *name, const char *triple);
/*
 * With -allow-device-image-dependencies: may come from another image.  A
 * definition must carry "sycl-module-id".
 */
bool name_is_importable(const struct node *node);

#endif
