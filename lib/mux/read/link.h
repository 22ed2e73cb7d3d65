/* Images that need each other: modules become one before they are compiled, and an image carries its module. */
#ifndef MUX_LINK_H
#define MUX_LINK_H

#include "mux/compilation.h"

/* Other images may call functions of the module. */
bool link_has_exports(LLVMModuleRef module);
/* Removes kernels that call functions of other images; returns their number. */
size_t link_drop_importers(struct compilation *c);
/* The options' code becomes a variable of the module, MUX_CODE_SYMBOL. */
void link_keep_code(struct compilation *c);

#endif
