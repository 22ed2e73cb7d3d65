/*
 * Specialization constants of one image: calls that ask for their values
 * become SPIR-V's own constants, loads from the buffer argument, or the
 * default values.  (Specialization constants, "DPC++ Compiler: sycl-post-link
 * tool"; decisions 29 and 30.)
 */
#ifndef POST_LINK_SPEC_H
#define POST_LINK_SPEC_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "format/propset.h"

enum spec_mode { SPEC_KEEP, SPEC_NATIVE, SPEC_EMULATION, SPEC_DEFAULTS };

/* The declaration of a getter, by its name. */
bool spec_is_getter(const char *name);

struct spec_constants;
/*
 * Lowers all calls of the module, an image's own.  entry: names of its entry
 * points, sorted; constants are numbered in the order in which the program
 * text reaches them from there (decision 29).  Reports constants that it
 * cannot lower and returns NULL.  The result lives in the arena and does not refer
 * to the module.
 */
struct spec_constants *spec_lower(LLVMModuleRef module, enum spec_mode mode, const char *const *entry, size_t nentry,
				  struct arena *arena);
/* Sets the properties; nothing when the image has no constants. */
void spec_put(struct propfile *file, const struct spec_constants *spec);

#endif
