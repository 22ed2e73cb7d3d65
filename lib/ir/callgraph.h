/*
 * The static call graph of a module: who calls whom directly.  Functions are
 * dense indexes in module order, so that a set of functions is a bitmap and a
 * fact about each is an array.  (Optional kernel features, "New LLVM IR pass
 * to propagate aspect usage".)
 *
 * Nodes that are not functions (a set of virtual functions, say) may be added:
 * they come after the functions.  Typical use:
 *
 *     callgraph_build(&graph, &arena, module, NULL);	// or callgraph_init() and callgraph_add_call()
 *     callgraph_finish(&graph);
 *     for (c = 0; c < graph.ncomponent; c++)	// callees before callers
 *             for (i = graph.member_first[c]; i < graph.member_first[c + 1]; i++)
 *                     ... graph.member[i] ...
 */
#ifndef IR_CALLGRAPH_H
#define IR_CALLGRAPH_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/ptrmap.h"

#define CALLGRAPH_NONE UINT32_MAX

struct call {
	uint32_t callee;
	LLVMValueRef instruction;	/* the first call in text order; NULL for an edge added without */
};

struct callgraph_edge {
	uint32_t caller;
	struct call call;
};

struct callgraph {
	LLVMValueRef *function;		/* nfunction, definitions and declarations in module order; NULL: not of LLVM's module */
	uint32_t nfunction;
	uint32_t nnode;			/* functions, then added nodes */

	/* Set by callgraph_finish(): */
	uint32_t *first;		/* calls of node i are call[first[i]] to call[first[i + 1] - 1] */
	struct call *call;		/* one per pair of caller and callee, in order of the first call */
	uint32_t *component;		/* of each node: its strongly connected component */
	uint32_t ncomponent;		/* numbered so that a callee's is never greater than its caller's */
	uint32_t *member_first;		/* members of component c are member[member_first[c]] to member[member_first[c + 1] - 1] */
	uint32_t *member;		/* ascending within a component */

	/* private */
	struct arena *arena;
	struct ptrmap index;
	uint32_t *last;			/* by callee: the caller + 1 that called it last */
	struct callgraph_edge *edge;
	size_t nedge, room;
	uint32_t *caller_first, *caller;	/* the edges backwards, made when first needed */
};

/* Visits every instruction during the walk, so that a tool need not walk the module a second time. */
struct callgraph_visitor {
	void (*function)(void *user, uint32_t function);	/* before its instructions; may be NULL */
	void (*instruction)(void *user, uint32_t function, LLVMValueRef instruction, LLVMOpcode opcode);
	void *user;
};

/*
 * Reads functions and direct calls of the module.  visitor may be NULL.
 * Everything lives in the arena; the module must outlive the graph.
 */
void callgraph_build(struct callgraph *graph, struct arena *arena, LLVMModuleRef module,
		     const struct callgraph_visitor *visitor);
/* A graph of nfunction functions that call nothing yet. */
void callgraph_init(struct callgraph *graph, struct arena *arena, uint32_t nfunction);
/*
 * Adds a call unless there is one of that pair, callers in ascending order;
 * between callgraph_init() and callgraph_finish().  instruction may be NULL.
 */
void callgraph_add_call(struct callgraph *graph, uint32_t caller, uint32_t callee, LLVMValueRef instruction);
/* Adds a node that is not a function; between callgraph_build() and callgraph_finish().  Returns its index. */
uint32_t callgraph_add_node(struct callgraph *graph);
/* Adds an edge, likewise.  instruction may be NULL. */
void callgraph_add_edge(struct callgraph *graph, uint32_t caller, uint32_t callee, LLVMValueRef instruction);
/* Sorts the edges and finds the strongly connected components (no recursion: depth costs no stack). */
void callgraph_finish(struct callgraph *graph);

/*
 * The function that the call (call, invoke, callbr) enters, through pointer casts
 * and aliases; NULL for indirect calls and inline assembly.
 */
LLVMValueRef callgraph_callee(LLVMValueRef call);
/* The index of a function of the module, CALLGRAPH_NONE for any other value. */
uint32_t callgraph_index(const struct callgraph *graph, LLVMValueRef function);

/* The component has more than one member, or its one member calls itself. */
bool callgraph_is_recursive(const struct callgraph *graph, uint32_t component);
/*
 * Marks in reached (nnode bytes, 0 where not yet reached) everything that the
 * n roots reach, themselves included.  What is already marked is not entered.
 */
void callgraph_reach(const struct callgraph *graph, const uint32_t *root, size_t n, uint8_t *reached);
/*
 * For each node the number of calls to the nearest goal (goal: nnode bytes,
 * not 0 at goals), CALLGRAPH_NONE where none can be reached: one search for
 * all callers.  Arena array.
 */
uint32_t *callgraph_distances(struct callgraph *graph, const uint8_t *goal);
/*
 * The next call of a shortest chain by those distances: the first in text order
 * that reduces the distance.  NULL at a goal and where no chain exists.
 */
const struct call *callgraph_next(const struct callgraph *graph, const uint32_t *distance, uint32_t node);

#endif
