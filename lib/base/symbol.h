/*
 * Names of what is in namespace sycl, in IR.  A program that declares `namespace sycl =
 * cl::sycl` is compiled with headers whose namespace sycl is in the inline namespace cl.
 */
#ifndef BASE_SYMBOL_H
#define BASE_SYMBOL_H

#include "base/text.h"

/* What follows the namespace in a symbol: "6detail7functorI..." of "_ZN4sycl6detail7functorI..."; NULL outside of it. */
static inline const char *
symbol_in_sycl(const char *symbol)
{
	if (!text_starts(symbol, "_ZN"))
		return NULL;
	symbol += symbol[3] == 'K' ? 4 : 3;
	symbol += text_starts(symbol, "2cl") ? 3 : 0;
	return text_starts(symbol, "4sycl") ? symbol + 5 : NULL;
}

/* The symbol is of a function with code for all formats of images (include/sycl/detail/image_view.hpp). */
static inline bool
symbol_is_of_all_formats(const char *symbol)
{
	const char *name = symbol_in_sycl(symbol);

	return name && (text_starts(name, "6detail10load_pixelI") || text_starts(name, "6detail11store_pixelI") ||
			text_starts(name, "6detail12sample_pixelI"));
}

/* A class's name without inline namespaces: "sycl::queue" of "cl::sycl::queue", others as they are. */
static inline const char *
symbol_class(const char *name)
{
	return text_starts(name, "cl::sycl::") ? name + 4 : name;
}

#endif
