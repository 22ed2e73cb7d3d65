/*
 * The dependency graph of a module's functions, variables and aliases, which is
 * built once and cut into images.  A node is an index; nodes are in module order.  (Compiler and runtime design, "Device code splitting";
 * Optional kernel features, "Changes to the post-link tool".)
 */
#ifndef POST_LINK_GRAPH_H
#define POST_LINK_GRAPH_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/ptrmap.h"

enum node_kind { NODE_FUNCTION, NODE_VARIABLE, NODE_ALIAS, NODE_IFUNC };

/* The features of a function, read from its metadata; lists without a meaningful order are sorted. */
struct features {
	int64_t *aspect;	/* used and declared, ascending, no doubles; internal ones are negative */
	size_t naspect;
	int64_t *work_group;	/* as the attribute gives them */
	size_t nwork_group;
	int64_t *work_group_dims;	/* !work_group_num_dim */
	size_t nwork_group_dims;
	int64_t sub_group;	/* 0: none, or a named size (decision 15) */
	const char **fixed;	/* fixed targets: names, or numbers in decimal; ascending bytewise */
	size_t nfixed;
	const char **matrix, **matrix_mad;	/* !sycl_joint_matrix, !sycl_joint_matrix_mad */
	size_t nmatrix, nmatrix_mad;
};

struct node {
	LLVMValueRef value;
	const char *name;
	const struct features *features;	/* NULL: none */
	uint32_t first, ndep;		/* graph.dep[first] ... */
	uint32_t size;			/* instructions */
	enum node_kind kind : 8;
	bool defined : 1;
	bool kernel : 1;		/* kernel calling convention */
	bool entry : 1;			/* entry point */
	bool of_some_processors : 1;	/* called only where the processor is one of some */
	bool everywhere : 1;		/* a variable of every image */
	bool is_virtual : 1;		/* "indirectly-callable" */
	bool indirect_target : 1;	/* "referenced-indirectly" */
	bool import : 1;		/* importable: stays a declaration in other images */
	bool whole : 1;			/* never a declaration: an alias, an ifunc or the address of a block names it */
};

struct graph {
	LLVMModuleRef module;		/* perhaps without bodies: image.h */
	struct node *node;
	uint32_t nnode;
	uint32_t *dep;
	size_t ndep;
	uint32_t *entry;		/* entry points, sorted by name */
	size_t nentry;
	uint32_t *everywhere;
	size_t neverywhere;
	struct ptrmap index;
};

/* Reads the module.  Bad metadata is reported; returns -1 then. */
int graph_build(struct graph *graph, LLVMModuleRef module);
/* The node of a global value, PTRMAP_NONE for any other value. */
uint32_t graph_index(const struct graph *graph, LLVMValueRef value);
/* For qsort_r() of arrays of nodes' numbers, by the nodes' names; graph is a struct graph. */
int graph_by_name(const void *a, const void *b, void *graph);
/* The first instruction of function `from`, in the module with all bodies, that mentions `to`; NULL when none does. */
LLVMValueRef graph_use(const struct graph *graph, uint32_t from, uint32_t to);

/*
 * The contents of one image.  Reused from image to image: the cost of closure_make()
 * depends on the image, not on the module.
 */
struct closure {
	uint32_t *node;		/* ascending */
	size_t n;
	uint32_t *mark;		/* [node] == stamp: in the image */
	bool *declared;		/* [node]: as a declaration only; valid for members */
	uint32_t *own;		/* [node] == stamp: entry point of the image */
	uint32_t stamp;
	bool for_all;			/* see closure_make_for_all() */
};

void closure_init(struct closure *closure, const struct graph *graph);
/* The image of these entry points: the nodes that they reach and those of every image, ascending. */
void closure_make(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry);
/* The same without what only some processors call: what all that run the image must have. */
void closure_make_for_all(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry);
/* Only the nodes that they reach, in the order of the search. */
void closure_reach(struct closure *closure, const struct graph *graph, const uint32_t *entry, size_t nentry);
/* Adds an entry point to the closure begun by closure_start(); returns the instructions that it adds. */
uint64_t closure_add(struct closure *closure, const struct graph *graph, uint32_t entry);
void closure_start(struct closure *closure);

static inline bool
closure_has(const struct closure *closure, uint32_t node)
{
	return closure->mark[node] == closure->stamp;
}

/*
 * Shortest chains: from[i] becomes the node before i on a shortest way from
 * the nearest of the roots, i itself for roots, PTRMAP_NONE when unreachable.
 * within NULL: the whole graph; otherwise only nodes of that closure are visited,
 * and only their elements of from are set.  queue is scratch memory; both have
 * nnode elements.
 */
void graph_chains(const struct graph *graph, const uint32_t *root, size_t n, const struct closure *within,
		  uint32_t *from, uint32_t *queue);

#endif
