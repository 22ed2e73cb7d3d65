/*
 * The parts of aspect-prop, in the order in which they work:
 *
 *     aspects.c    aspect numbers and names as dense indexes; lists of aspects
 *     types.c      which aspects a type uses
 *     uses.c       which aspects each function uses or declares by itself
 *     virtual.c    edges of the call graph for sets of virtual functions
 *     propagate.c  what flows up the call graph
 *     analysis.c   the five above in one call
 *     save.c       the metadata that the module gets
 *     location.c   places in source files
 *     witness.c    the instruction that a use comes from, and what sort it is
 *     check.c      violations of device_has and of fixed targets
 *     names.c      functions as people read them
 *     report.c     their text, JSON and SARIF forms
 *     literals.c   double literals where float ones would do
 *     explain.c    --explain
 */
#ifndef ASPECT_PROP_PROP_H
#define ASPECT_PROP_PROP_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/ptrmap.h"
#include "format/devconfig.h"
#include "ir/callgraph.h"

/* --- aspects.c ----------------------------------------------------------- */

#define ASPECT_NONE UINT32_MAX

/* A list of aspects, ascending by index; immutable once made. */
struct aspect_list {
	uint32_t n;
	const uint32_t *aspect;
};

/* The aspects that the module mentions.  An index is given at first sight. */
struct aspects {
	struct arena *arena;
	int32_t *number;
	const char **name;	/* as !sycl_aspects says; NULL: it has no such number */
	uint32_t n, room;
	struct ptrmap index;	/* by number */
	bool named;		/* the module has !sycl_aspects */
	uint32_t fp64;		/* what 'double' uses */
};

/* Reads !sycl_aspects.  Reports malformed nodes and returns -1. */
int aspects_read(struct aspects *aspects, struct arena *arena, LLVMModuleRef module);
/* The index of a number, given now if it is new. */
uint32_t aspects_index(struct aspects *aspects, int32_t number);
/* The index of an aspect by the name in !sycl_aspects or in decimal; ASPECT_NONE when the module knows no such aspect. */
uint32_t aspects_find(const struct aspects *aspects, const char *text);
/* The name for messages: as in !sycl_aspects, otherwise the number. */
const char *aspects_text(const struct aspects *aspects, uint32_t aspect);
/* All indexes in ascending order of number: arena array of aspects->n. */
uint32_t *aspects_sorted(const struct aspects *aspects);
/*
 * A node's numbers as indexes, duplicates dropped.  NULL node: an empty list.
 * Reports "malformed '!KIND' of WHAT" and returns -1 when an operand is no
 * aspect number; kind and what name the node in that message.
 */
int aspects_of_node(struct aspects *aspects, LLVMValueRef node, size_t skip, const char *kind, const char *what,
		    struct aspect_list *list);
/* The aspects of both lists. */
struct aspect_list aspect_list_union(struct arena *arena, struct aspect_list a, struct aspect_list b);
bool aspect_list_has(struct aspect_list list, uint32_t aspect);

/* --- types.c ------------------------------------------------------------- */

struct types {
	struct aspects *aspects;
	struct ptrmap index;		/* type to entry of list: all that it uses */
	struct ptrmap marked;		/* the same, only what the module says of the type itself */
	struct aspect_list *list;	/* entry 0 is empty */
	uint32_t n, room;
};

/* Reads !sycl_types_that_use_aspects (and the first edition's name).  Reports malformed nodes and returns -1. */
int types_read(struct types *types, struct aspects *aspects, LLVMModuleRef module);
/* A new entry of types->list; 0 for an empty list. */
uint32_t types_add(struct types *types, struct aspect_list list);
/* Computes a type's entry; types_entry() is the quick way there. */
uint32_t types_compute(struct types *types, LLVMTypeRef type);

/* The entry in types->list of a type: 0 when it uses no aspect.  Pointers use none. */
static inline uint32_t
types_entry(struct types *types, LLVMTypeRef type)
{
	uint32_t entry = ptrmap_get(&types->index, type);

	return entry != PTRMAP_NONE ? entry : types_compute(types, type);
}

/* --- uses.c -------------------------------------------------------------- */

struct analysis_options {
	bool emulate_conversions;	/* --fp64-conv-emu */
	bool plain_instructions;	/* known from the file: no instruction carries !sycl_used_aspects */
};

/* One aspect that one function uses by itself. */
struct use {
	uint32_t aspect;
	bool from_metadata;	/* !sycl_used_aspects of the function lists it */
	bool from_code;		/* its signature or an instruction uses it */
};

/* Facts of one function, before anything flows. */
struct facts {
	uint32_t first_use, nuse;	/* in uses.use */
	struct aspect_list declared;	/* !sycl_declared_aspects */
	bool has_declared;		/* has that metadata, be it empty */
	struct aspect_list property;	/* attribute "sycl-device-has" */
	bool has_property;
	bool is_entry, is_kernel;
	bool has_targets;		/* has !sycl_fixed_targets */
	LLVMMetadataRef node;		/* !sycl_used_aspects as it stands */
};

struct uses {
	struct arena *arena;
	struct types *types;
	struct aspects *aspects;
	struct callgraph graph;
	struct facts *facts;		/* of each function */
	struct use *use;
	size_t nuse, room;
	struct analysis_options options;
	bool failed;			/* something malformed was reported */
	/* private */
	LLVMModuleRef module;
	const char **folder;		/* where translation units were compiled; NULL: not read yet */
	size_t nfolder;
	uint32_t *stamp;		/* by aspect: the function + 1 that used it last */
	uint32_t *place;		/* by aspect: its entry in use[] then */
	uint32_t nstamp;
	struct ptrmap constant;		/* constant expressions to entries of types->list */
	unsigned kind_used, kind_declared, kind_targets, kind_old_used, kind_old_declared;
};

/* Walks the module: call graph (not finished yet) and facts.  Reports malformed metadata and returns -1. */
int uses_read(struct uses *uses, struct arena *arena, LLVMModuleRef module, struct types *types,
	      struct analysis_options options);
/*
 * All that one instruction uses, operands of every kind included: entries of
 * types->list are handed to add() one by one, then the node of the
 * instruction itself.  The quick walk leaves out operands whose types are
 * already covered (results of other instructions, arguments).
 */
void uses_of_instruction(struct uses *uses, LLVMValueRef instruction, LLVMOpcode opcode, bool quick,
			 void (*add)(void *user, struct aspect_list list), void *user);
/* The aspects of the signature alone: return type, parameters, what is passed by value through a pointer. */
void uses_of_signature(struct uses *uses, LLVMValueRef function, void (*add)(void *user, struct aspect_list list),
		       void *user);
/* The use of that aspect by that function itself, NULL when there is none. */
const struct use *uses_find(const struct uses *uses, uint32_t function, uint32_t aspect);

/* --- virtual.c ----------------------------------------------------------- */

/*
 * Adds a node per set of virtual functions ("indirectly-callable"), with edges
 * to its members and from the functions that call into it ("calls-indirectly").
 */
void virtual_connect(struct callgraph *graph);

/* --- propagate.c --------------------------------------------------------- */

/* Sets of aspects as bits, one row per node of the graph. */
struct flow {
	size_t words;			/* per row */
	uint64_t *used, *declared;
	uint8_t *reached;		/* by node: an entry point reaches it */
};

void flow_compute(struct flow *flow, const struct uses *uses);

static inline bool
flow_has(const struct flow *flow, const uint64_t *rows, uint32_t node, uint32_t aspect)
{
	return rows[node * flow->words + aspect / 64] >> aspect % 64 & 1;
}

/* --- location.c ------------------------------------------------------------ */

/* A place in a source file as debug information has it.  line 0: unknown. */
struct location {
	const char *file;	/* as the user named it when it is relative to folder, where the compiler ran */
	const char *folder;
	unsigned line, col;
};

bool location_known(LLVMValueRef instruction);
/* instruction may be NULL. */
struct location location_of_instruction(struct uses *uses, LLVMValueRef instruction);
/* The place that a DILocation names. */
struct location location_of_place(struct uses *uses, LLVMMetadataRef place);
/* Where a function begins; no column. */
struct location location_of_function(struct uses *uses, LLVMValueRef function);

/* --- witness.c ----------------------------------------------------------- */

/* What sort of use it is, weakest first. */
enum use_sort { SORT_ATTRIBUTE, SORT_SIGNATURE, SORT_MEMORY, SORT_CONVERSION, SORT_COMPUTATION };

/* "computation" and so on. */
const char *use_sort_text(enum use_sort sort);

/* Where one function uses one aspect. */
struct witness {
	LLVMValueRef first;	/* the first instruction with a place, otherwise the first; NULL: its signature or attribute */
	LLVMValueRef strongest;	/* the first of the strongest sort; NULL likewise */
	enum use_sort sort;	/* the strongest */
	struct location declared;	/* of a variable or temporary, when no instruction with a place comes before it */
	bool located;		/* first or declared has a place */
};

struct witness witness_find(struct uses *uses, uint32_t function, uint32_t aspect);
/* The place of instruction, first or strongest of the witness; otherwise the next best that is known. */
struct location witness_location(struct uses *uses, uint32_t function, LLVMValueRef instruction,
				 const struct witness *witness);

/* --- chains (check.c) ------------------------------------------------------ */

struct link {
	uint32_t function;
	LLVMValueRef call;	/* in the link before; NULL in the first link and for a virtual call */
};

struct chain {
	struct link *link;
	size_t n;		/* 0: the function does not use the aspect */
};

/* Shortest chains: one search of the graph per aspect, kept. */
struct chains {
	struct uses *uses;
	const struct flow *flow;
	uint32_t **distance;	/* by aspect, NULL: not searched yet */
	bool propagated;	/* an earlier run has been here: metadata of callers says nothing of its own */
};

void chains_init(struct chains *chains, struct uses *uses, const struct flow *flow);
/* From function to the nearest that uses the aspect by itself. */
struct chain chain_find(struct chains *chains, uint32_t function, uint32_t aspect);

/* --- check.c ---------------------------------------------------------------- */

enum finding_rule { RULE_DEVICE_HAS, RULE_TARGET_ASPECT, RULE_TARGET_SUB_GROUP, RULE_TARGET_WORK_GROUP, N_RULES };

struct finding {
	enum finding_rule rule;
	uint32_t function;	/* named in the message */
	uint32_t aspect;	/* ASPECT_NONE for sizes */
	const char *message;
	const char *targets;	/* named in the message; NULL */
	struct chain chain;	/* may be empty */
	struct location at;	/* line 0: unknown */
};

struct findings {
	struct finding *finding;	/* by function, then aspect */
	size_t n, room;
};

/* What a fixed target can do; a device type has no entry and passes everything. */
struct fixed_target {
	const char *name;
	const struct target *target;
};

/* All violations of device_has, and of the fixed targets when there are any. */
void check_module(struct findings *findings, struct chains *chains, const struct fixed_target *target, size_t ntarget);

/* --- names.c ---------------------------------------------------------------- */

/* 'ns::f<int>' for messages: demangled, without return type and parameters. */
const char *name_short(struct arena *arena, LLVMValueRef function);
/* 'ns::f<int>(float)' for chains: demangled, "()" added to names that have no parameters. */
const char *name_full(struct arena *arena, LLVMValueRef function);

/* --- report.c ---------------------------------------------------------------- */

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_SARIF };

struct report_options {
	enum report_format format;
	bool errors;		/* -Werror */
	unsigned same_cause;	/* more text warnings than this with one cause: the first and a count; 0: no limit */
};

/* Prints all findings to standard error. */
void report_findings(const struct findings *findings, struct uses *uses, const struct report_options *options);
/* The machine-readable forms (report-json.c). */
void report_json(FILE *stream, const struct findings *findings, struct uses *uses, const struct report_options *options);
void report_sarif(FILE *stream, const struct findings *findings, struct uses *uses, const struct report_options *options);

/* --- analysis.c -------------------------------------------------------------- */

/* Everything that is known of a module's aspects. */
struct analysis {
	struct aspects aspects;
	struct types types;
	struct uses uses;
	struct flow flow;	/* set by analysis_flow() */
};

/* Reads a module that has !sycl_aspects.  Reports malformed metadata and returns -1. */
int analysis_read(struct analysis *analysis, struct arena *arena, LLVMModuleRef module,
		  struct analysis_options options);
/* Lets aspects flow up the call graph; no new aspect may come after this. */
void analysis_flow(struct analysis *analysis);

/* --- literals.c ------------------------------------------------------------------ */

/*
 * Prints the double literals, in all that the function reaches, that are
 * computed with floats or end as one: each could be a float literal.  Returns
 * how many there are.
 */
unsigned literals_suggest(struct uses *uses, uint32_t function);

/* --- explain.c ------------------------------------------------------------------ */

/*
 * Prints to standard output why a function needs its aspects (or the one that
 * the query names): "KERNEL" or "KERNEL:ASPECT".  Reports an unknown name and
 * returns -1.
 */
int explain(struct analysis *analysis, LLVMModuleRef module, const char *query);

/* --- save.c -------------------------------------------------------------- */

struct save_options {
	struct aspect_list exclude;
	bool named;			/* {name, number} pairs */
	const char *const *target;	/* !sycl_fixed_targets */
	size_t ntarget;
	bool set_targets;		/* replace lists that are there already */
};

/* Sets the metadata; true when anything changed. */
bool save_aspects(const struct uses *uses, const struct flow *flow, const struct save_options *options);
/* !sycl_fixed_targets of the module's entry points alone; true when anything changed. */
bool save_targets(LLVMModuleRef module, const struct save_options *options);

#endif
