/* OpenCL C's build options (OpenCL 3.0, 5.8.6), as far as clang does not have them. */
#ifndef FORMAT_OPENCLC_H
#define FORMAT_OPENCLC_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The word of n bytes allows something that nothing here makes use of, and clang refuses it, or warns of it. */
static inline bool
openclc_option_is_hint(const char *word, size_t n)
{
	static const char *const hints[] = { "-cl-denorms-are-zero", "-cl-no-subgroup-ifp" };
	size_t i;

	for (i = 0; i < sizeof hints / sizeof *hints; i++)
		if (strlen(hints[i]) == n && !strncmp(word, hints[i], n))
			return true;
	return false;
}

#endif
