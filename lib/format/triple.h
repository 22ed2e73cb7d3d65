/*
 * What differs between the triples of device code, in one table.  A new triple is
 * a row here.
 */
#ifndef FORMAT_TRIPLE_H
#define FORMAT_TRIPLE_H

#include <stdbool.h>

struct triple {
	const char *start;		/* of the triple: "nvptx" */
	const char *target_start;	/* of targets' names whose configuration does not say the triple; "": any other */
	const char *name;		/* the triple that these get */
	bool plain_names;		/* symbols take no '@', '.' and '-' */
	bool ascii_names;		/* nor bytes of 0x80 and above (format/gpuname.h) */
	bool opencl;			/* OpenCL's built-in functions need no definition */
	const char *const *builtin;	/* nor do these names, "x*" all that begin so; NULL ends the list */
};

/* The row of a triple; NULL when no device has it. */
const struct triple *triple_find(const char *name);
/* The row of a target by its name alone. */
const struct triple *triple_of_target(const char *target);
/* The name is one of the row's built-in ones. */
bool triple_has_builtin(const struct triple *triple, const char *name);

#endif
