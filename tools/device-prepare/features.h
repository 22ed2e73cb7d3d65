/*
 * Annotations as features: for each function the aspects and sizes of its
 * attributes, and for the module the tables of aspects and types.
 * (Optional kernel features, "Changes to the DPC++ front-end".)
 */
#ifndef DEVICE_PREPARE_FEATURES_H
#define DEVICE_PREPARE_FEATURES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "annotations.h"
#include "base/arena.h"
#include "ir/callgraph.h"

/* The numbers of an attribute; set is true for an empty list too. */
struct numbers {
	int64_t *value;
	size_t n;
	bool set;
};

struct features {
	struct numbers declared, used;	/* device_has; uses_aspects */
	struct numbers property;	/* the property device_has */
	struct numbers work_group_size, work_group_size_hint;	/* in the order of the attribute */
	struct numbers sub_group_size;
	bool sub_group_named;		/* of a size that the device chooses */
	bool external;			/* SYCL_EXTERNAL */
	bool wrapper;			/* of the headers, between a kernel and the user's function object */
	bool of_some_processors;	/* called only where the processor is one of some */
};

/*
 * The features of each function of the graph (arena array).  Wrong annotations
 * are reported as errors at their place.
 */
struct features *features_read(struct arena *arena, const struct annotations *annotations,
			       const struct callgraph *graph);
/* Kernels that speak of no sub-group size get that one. */
void features_set_sub_group_size(struct features *features, const struct callgraph *graph, struct arena *arena, int64_t size);
/* Writes features as metadata of the function; sizes, which only entry points may have, when asked for. */
void features_write(LLVMValueRef function, struct arena *arena, const struct features *features, bool sizes);
/* Adds the features of the other that features lacks. */
void features_merge(struct features *features, const struct features *other);
/* Features has a requirement that the metadata of a kernel can carry. */
bool features_any(const struct features *features);

/*
 * Writes !sycl_aspects and !sycl_types_that_use_aspects.  Two enums of
 * aspects, or numbers other than lib/format's, are reported as errors
 * (decision 10).
 */
void features_write_tables(LLVMModuleRef module, struct arena *arena, const struct annotations *annotations);
/* The function only carries an annotation of the module's tables: it is not device code. */
bool features_is_marker(const struct annotation *annotation);

#endif
