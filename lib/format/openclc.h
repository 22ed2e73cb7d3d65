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

enum { OPENCLC_NWARNINGS = 3, OPENCLC_NWORDS = OPENCLC_NWARNINGS + 1 };

/* The word of a command line defines this macro, or says that it is not defined; after -D or -U that is the next word. */
static inline bool
openclc_defines(const char *word, const char *macro)
{
	if (strncmp(word, "-D", 2) == 0 || strncmp(word, "-U", 2) == 0)
		word += 2;
	return strncmp(word, macro, strlen(macro)) == 0;
}

/* Adds to the n words what clang leaves to its callers: OpenCL's version (OpenCL C 3.0, 6.10), if they don't say it themselves. */
static inline size_t
openclc_add_version(const char **argv, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (openclc_defines(argv[i], "__OPENCL_VERSION__"))
			return n;
	argv[n] = "-D__OPENCL_VERSION__=300";
	return n + 1;
}

/*
 * Adds to the n words of a command line that what C compilers only warned of until lately, conversions of pointers
 * and types left out, is a warning: OpenCL C in use has it.  Not for programs that are built with -Werror.  Returns how many words there are.
 */
static inline size_t
openclc_add_warnings(const char **argv, size_t n)
{
	static const char *const warnings[OPENCLC_NWARNINGS] = {
		"-Wno-error=incompatible-pointer-types", "-Wno-error=int-conversion", "-Wno-error=implicit-int",
	};
	size_t i;

	for (i = 1; i < n; i++)
		if (!strcmp(argv[i], "-Werror"))
			return n;
	memcpy(argv + n, warnings, sizeof warnings);
	return n + OPENCLC_NWARNINGS;
}

#endif
