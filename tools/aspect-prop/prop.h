/*
 * The parts of aspect-prop, in the order in which they work:
 *
 *     program.c    the module as records; as LLVM's module on demand
 *     nodes.c      reads lists of metadata
 *     body.c       the instructions of one function, one at a time
 *     aspects.c    aspect numbers and names as dense indexes; lists of aspects
 *     types.c      which aspects a type uses
 *     uses.c       which aspects each function uses or declares by itself
 *     virtual.c    edges of the call graph for sets of virtual functions
 *     propagate.c  propagates aspects up the call graph
 *     analysis.c   the five above in one call
 *     save.c       the new metadata of the module
 *     location.c   places in source files
 *     witness.c    the instruction that causes a use, and the sort of use
 *     check.c      violations of device_has and of fixed targets
 *     names.c      readable names of functions
 *     report.c     their text, JSON and SARIF forms
 *     literals.c   double literals that could be float literals
 *     explain.c    --explain
 *
 * All facts come from the records of the bitcode (bitcode/bitmodule.h), in a tenth
 * of the time and a thirtieth of the memory of LLVM's module.  LLVM's module is made
 * only for messages that name places and instructions, and for text.
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
#include "bitcode/bitmodule.h"
#include "bitcode/bodywalk.h"
#include "format/devconfig.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"

/* --- program.c ----------------------------------------------------------- */

/* The attributes of a function or a call that matter here. */
struct attributes {
	const char *property;		/* "sycl-device-has"; NULL: it has none */
	const char *callable, *calls;	/* "indirectly-callable", "calls-indirectly", likewise */
	bool module_id, wrapper, virtual_call;	/* has "sycl-module-id", "sycl-kernel-wrapper", "virtual-call" */
	bool of_some_processors;	/* has "sycl-of-some-processors": its callers do not use what it uses */
	uint64_t *by_value;		/* types of parameters that are passed by value through a pointer */
	uint32_t nby_value;
};

/* The module.  Functions are dense indexes in the order of their records, which is LLVM's order. */
struct program {
	struct irmodule_file file;
	struct arena *arena;
	struct bitmodule bits;
	uint32_t nfunction;
	uint32_t *global;		/* the number of each function's global value */
	uint32_t *function;		/* of each global value: its function, or CALLGRAPH_NONE */
	/* private */
	struct attributes *attributes;	/* by number; the first one is empty */
	LLVMMemoryBufferRef rewritten;	/* the memory of bits when LLVM had to rewrite the file */
	LLVMModuleRef module;		/* NULL: not needed so far */
	LLVMValueRef *value;		/* of each function, likewise */
};

/*
 * Reads a file ("-": standard input); textual IR and bitcode of other LLVMs go
 * through LLVM first.  All lives in the arena.  Reports and returns -1.
 */
int program_read(struct program *program, struct arena *arena, const char *path);
/* The same for a module of LLVM's, which the program then owns; name is for messages. */
int program_of_module(struct program *program, struct arena *arena, LLVMModuleRef module, const char *name);
/*
 * Reads the module again after LLVM has read and written it, because its records are
 * not supported.  Reports why, and returns -1, when that was done before.
 */
int program_rewrite(struct program *program, const char *why);
/* The bitcode that is read: the file, or LLVM's rewrite of it. */
const char *program_bytes(const struct program *program, size_t *len);
/* Frees memory that is not in the arena. */
void program_free(struct program *program);
/* LLVM's form of the module, of a function (NULL: LLVM dropped it).  A module that LLVM cannot read ends the process, diagnosed. */
LLVMModuleRef program_module(struct program *program);
LLVMValueRef program_value(struct program *program, uint32_t function);

bool program_has_named(const struct program *program, const char *name);
const struct bitglobal *program_global(const struct program *program, uint32_t function);
/* An arena copy. */
const char *program_name(const struct program *program, uint32_t function);
bool program_is_defined(const struct program *program, uint32_t function);
/* Like irmodule_is_kernel() and irmodule_is_entry(). */
bool program_is_kernel(const struct program *program, uint32_t function);
bool program_is_entry(const struct program *program, uint32_t function);
const struct attributes *program_function_attributes(const struct program *program, uint32_t function);
/* By the operand of a record: number + 1. */
const struct attributes *program_attributes(const struct program *program, uint64_t list);

/* --- nodes.c -------------------------------------------------------------- */

#define NODE_NONE UINT32_MAX

/* Metadata: the module's, followed by one function's own. */
struct nodes {
	const struct bitmodule *bits;
	struct bitstrings string;
	struct bitrow *node;
	size_t nnode;
};

bool nodes_is_named(const struct bitnamed *named, const char *name);
/* The operands of a named list of the module, *n of them; arena array. */
uint32_t *nodes_named(const struct bitmodule *bits, struct arena *arena, const char *name, size_t *n);
/* The operands of a node, *n of them, NODE_NONE for null; arena array.  Strings and constants have none. */
uint32_t *nodes_operands(const struct nodes *nodes, struct arena *arena, uint32_t number, size_t *n);
/* The string as an arena copy; NULL when it is not a string. */
const char *nodes_string(const struct nodes *nodes, struct arena *arena, uint32_t number);
/* An integer constant of at most 64 bits. */
bool nodes_integer(const struct nodes *nodes, uint32_t number, unsigned *width, int64_t *value);
/* An integer constant, or a pair {name, number}. */
bool nodes_number(const struct nodes *nodes, uint32_t number, int64_t *value);

/* An existing list, for comparison with the list that would be written. */
struct node_item {
	const char *text;	/* of a string and of a pair; NULL */
	bool numbered;		/* an i32 constant, or a pair with one */
	int32_t number;
};

struct node_list {
	bool exact;		/* a uniqued list of items only */
	uint32_t n;
	struct node_item *item;
};

struct node_list *nodes_list(const struct nodes *nodes, struct arena *arena, uint32_t number);
/* list may be NULL: no list. */
bool node_list_is(const struct node_list *list, const struct node_item *item, size_t n);

/* --- body.c ----------------------------------------------------------------- */

#define ATTACHED_TO_FUNCTION UINT64_MAX

/* A constant of the function's own. */
struct own_constant {
	uint32_t type, code, n;
	size_t at;		/* of its operands in pool */
};

/* Metadata of an instruction (counted from 0), or ATTACHED_TO_FUNCTION. */
struct attachment {
	uint64_t instruction;
	uint32_t kind, node;
};

/* The body of a function, one instruction at a time. */
struct body {
	struct program *program;
	bool typed;			/* set before body_open(): body_type() will be called */
	bool with_metadata;		/* likewise: attachments are read */
	bool bad;			/* damaged, or not written by this LLVM */
	/* The instruction: */
	struct bodywalk walk;		/* its record */
	uint8_t *kind;			/* of its operands (bitcode/records.h) */
	bool is_instruction;		/* false: the operand bundle of the next one */
	bool defines;			/* it defines the value with the number next */
	/* The function so far; values from first on are its own: */
	uint32_t first, next;
	uint32_t first_constant, nconstant, ninstruction;
	struct own_constant *constant;
	uint64_t *pool;
	struct attachment *attachment;	/* at the end: of the function and its instructions */
	size_t nattachment;
	uint32_t *type;			/* of own values, when typed */
	/* private */
	struct arena arena;		/* for nodes */
	struct bitblock own_nodes;
	uint32_t constant_type;		/* of the next constants */
	bool has_own_nodes;
	struct nodes nodes;
	uint8_t *part;
	size_t kind_room, pool_room, npool, constant_room, attachment_room, type_room, part_room;
};

void body_init(struct body *body, struct program *program);
/* Starts to read a defined function. */
void body_open(struct body *body, uint32_t function);
/* Sets the body to that of an empty function. */
void body_close(struct body *body);
/* Goes to the next instruction; false at the end, and when the body is bad. */
bool body_next(struct body *body);
bool body_is_call(const struct body *body);
/*
 * The function that the call enters, through casts and aliases; CALLGRAPH_NONE for
 * indirect calls and inline assembly.
 */
uint32_t body_callee(const struct body *body);
/* The number of the value at operand i; BITMODULE_NONE for other operands. */
uint32_t body_operand(const struct body *body, size_t i);
/* The type of a value defined so far; BITMODULE_NONE for types that do not matter. */
uint32_t body_type(const struct body *body, uint32_t number);
/* A constant of the module or of the function. */
bool body_constant(const struct body *body, uint32_t number, struct bitconstant *constant);
/* The kinds of a constant's operands, overwritten by the next call. */
const uint8_t *body_constant_kinds(struct body *body, const struct bitrow *row);
/* The metadata that contains that node, valid until the body is closed. */
const struct nodes *body_nodes(struct body *body, uint32_t node);

/* A walk through globals and constants: a work list of numbers, each once. */
struct walk {
	uint32_t *number;
	size_t n;
	/* private */
	size_t room, seen_room;
	uint32_t *seen, now;
};

void walk_begin(struct walk *walk);
/* Values of instructions are left out. */
void walk_push(struct walk *walk, const struct body *body, uint64_t number);
/* The values that a constant is made of. */
void walk_push_operands(struct walk *walk, struct body *body, const struct bitrow *row);

/* --- aspects.c ----------------------------------------------------------- */

#define ASPECT_NONE UINT32_MAX

/* A list of aspects, ascending by index; immutable once made. */
struct aspect_list {
	uint32_t n;
	const uint32_t *aspect;
};

/* The aspects that the module mentions.  Indexes are assigned at first use. */
struct aspects {
	struct arena *arena;
	int32_t *number;
	const char **name;	/* from !sycl_aspects; NULL: it lacks the number */
	uint32_t n, room;
	struct ptrmap index;	/* by number */
	uint32_t fp64;		/* the aspect that 'double' uses */
};

/* Reads !sycl_aspects.  Reports malformed nodes and returns -1. */
int aspects_read(struct aspects *aspects, struct arena *arena, const struct program *program);
/* The index of a number, a new one if needed. */
uint32_t aspects_index(struct aspects *aspects, int32_t number);
/* The index of an aspect by the name in !sycl_aspects or in decimal; ASPECT_NONE when the module does not have it. */
uint32_t aspects_find(const struct aspects *aspects, const char *text);
/* The name for messages: as in !sycl_aspects, otherwise the number. */
const char *aspects_text(const struct aspects *aspects, uint32_t aspect);
/* All indexes in ascending order of number: arena array of aspects->n. */
uint32_t *aspects_sorted(const struct aspects *aspects);
/*
 * A node's numbers from operand skip on as indexes, duplicates dropped.  False
 * when operand *wrong is not an aspect number.
 */
bool aspects_of_node(struct aspects *aspects, const struct nodes *nodes, uint32_t node, size_t skip,
		     struct aspect_list *list, size_t *wrong);
/* The aspects of both lists. */
struct aspect_list aspect_list_union(struct arena *arena, struct aspect_list a, struct aspect_list b);
bool aspect_list_has(struct aspect_list list, uint32_t aspect);

/* --- types.c ------------------------------------------------------------- */

struct types {
	struct aspects *aspects;
	uint32_t *of;			/* for each type its entry in list: all aspects that it uses; pointers use none */
	size_t ntype;
	struct aspect_list *list;	/* entry 0 is empty */
	uint32_t n;
};

/*
 * Reads !sycl_types_that_use_aspects (and the first edition's name) and finds the
 * aspects of all types.  Reports malformed nodes and returns -1.
 */
int types_read(struct types *types, struct aspects *aspects, const struct program *program);
/* The entry that holds the aspects of both. */
uint32_t types_union(struct types *types, uint32_t a, uint32_t b);

/* --- uses.c -------------------------------------------------------------- */

struct analysis_options {
	bool emulate_conversions;	/* --fp64-conv-emu */
	bool targets_only;		/* only entry points and their !sycl_fixed_targets */
};

/* An aspect that a function itself uses. */
struct use {
	uint32_t aspect;
	bool from_metadata;	/* !sycl_used_aspects of the function lists it */
	bool from_code;		/* its signature or an instruction uses it */
};

struct sizes {
	int64_t *size;
	size_t n;
};

/* Facts about a function, before propagation. */
struct facts {
	uint32_t first_use, nuse;	/* in uses.use */
	struct aspect_list declared;	/* !sycl_declared_aspects */
	bool has_declared;		/* has that metadata, even if empty */
	struct aspect_list property;	/* attribute "sycl-device-has" */
	bool has_property;
	bool is_entry, is_kernel;
	bool has_targets;		/* has !sycl_fixed_targets */
	const struct node_list *targets_node, *used_node;	/* the existing !sycl_fixed_targets, !sycl_used_aspects; NULL */
	struct sizes sub_group, work_group;	/* that it requires */
};

/* The contents of a node, kept for the functions that share it. */
struct listed {
	struct aspect_list aspects;
	const struct node_list *list;
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
	struct program *program;
	/* private */
	const char **folder;		/* where translation units were compiled; NULL: not read yet */
	size_t nfolder;
	uint32_t *stamp;		/* by aspect: the function + 1 that used it last */
	uint32_t *place;		/* by aspect: its entry in use[] then */
	uint32_t nstamp;
	struct body body;
	struct walk walk;
	uint32_t *of_value;		/* by number of a global or constant: entry of types->list, BITMODULE_NONE: not computed */
	struct listed *listed;
	size_t nlisted;
	struct ptrmap listed_index;	/* by node + 1 */
	const char **complaint;		/* errors about malformed metadata */
	size_t ncomplaint;
	struct kinds {
		uint32_t used, declared, targets, old_used, old_declared, sub_group, work_group;
	} kind;
};

enum { USES_NOT_UNDERSTOOD = 1 };

/*
 * Walks the module: call graph (not finished yet) and facts.  Reports malformed
 * metadata and returns -1; USES_NOT_UNDERSTOOD, unreported, when this LLVM does not
 * write such records.
 */
int uses_read(struct uses *uses, struct arena *arena, struct program *program, struct types *types,
	      struct analysis_options options);
enum { INSTRUCTION_USES_NOT, INSTRUCTION_USES, INSTRUCTION_IS_MARKED };
/*
 * Which instructions of the function use the aspect, operands of every kind
 * included, and which are marked with it: arena array of *n.
 */
uint8_t *uses_of_instructions(struct uses *uses, uint32_t function, uint32_t aspect, uint32_t *n);
/* The signature alone: return type, parameters, types passed by value through a pointer. */
bool uses_signature_has(struct uses *uses, uint32_t function, uint32_t aspect);
/* The use of that aspect by that function itself, NULL when there is none. */
const struct use *uses_find(const struct uses *uses, uint32_t function, uint32_t aspect);

/* --- virtual.c ----------------------------------------------------------- */

/*
 * Adds a node per set of virtual functions ("indirectly-callable"), with edges
 * to its members and from the functions that call into it ("calls-indirectly").
 */
void virtual_connect(struct uses *uses);

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

/* Whether the module has debug information. */
bool location_any(const struct uses *uses);
bool location_known(LLVMValueRef instruction);
/* Of the first call of the one function in the other. */
struct location location_of_call(struct uses *uses, uint32_t caller, uint32_t callee);
/* instruction may be NULL. */
struct location location_of_instruction(struct uses *uses, LLVMValueRef instruction);
/* The place that a DILocation names. */
struct location location_of_place(struct uses *uses, LLVMMetadataRef place);
/* Where a function begins; no column. */
struct location location_of_function(struct uses *uses, uint32_t function);

/* --- witness.c ----------------------------------------------------------- */

/* The sort of a use, weakest first. */
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
	bool called;		/* by the link before, directly; false in the first link and for a virtual call */
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
	bool propagated;	/* an earlier run propagated: metadata of callers may come from callees */
};

void chains_init(struct chains *chains, struct uses *uses, const struct flow *flow);
/* From function to the nearest that uses the aspect by itself. */
struct chain chain_find(struct chains *chains, uint32_t function, uint32_t aspect);

/* Where link i is called from; line 0: unknown. */
struct location chain_place(struct uses *uses, const struct chain *chain, size_t i);

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

/* The features of a fixed target; a device type has no entry and allows everything. */
struct fixed_target {
	const char *name;
	const char *written;		/* the name that the user gave, perhaps an alias */
	const struct target *target;
};

/* All violations of device_has, and of the fixed targets when there are any. */
void check_module(struct findings *findings, struct chains *chains, const struct fixed_target *target, size_t ntarget);

/* --- names.c ---------------------------------------------------------------- */

/* 'ns::f<int>' of a symbol for messages: demangled, without return type and parameters. */
const char *name_short(struct arena *arena, const char *symbol);
/* 'ns::f<int>(float)' for chains: demangled, "()" added to names that have no parameters. */
const char *name_full(struct arena *arena, const char *symbol);

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

/* --- told.c ------------------------------------------------------------------ */

/* Warnings that a run for another device told: the first lines of their texts, sorted. */
struct told {
	char **line;
	size_t n;
};

/* Reads a list that told_write() made.  Reports and returns -1. */
int told_read(struct told *told, struct arena *arena, const char *path);
/* Takes out the findings that are in the list. */
void told_leave_out(const struct told *told, struct findings *findings, struct arena *arena);
/* Writes the list with the findings added.  Reports and returns -1. */
int told_write(const struct told *told, const struct findings *findings, struct arena *arena, const char *path);

/* --- analysis.c -------------------------------------------------------------- */

/* The results of the analysis of a module's aspects. */
struct analysis {
	struct aspects aspects;
	struct types types;
	struct uses uses;
	struct flow flow;	/* set by analysis_flow() */
};

/* Reads a module that has !sycl_aspects.  Reports malformed metadata and unsupported records, and returns -1. */
int analysis_read(struct analysis *analysis, struct arena *arena, struct program *program,
		  struct analysis_options options);
/* The same for a module without: entry points and their !sycl_fixed_targets. */
int analysis_read_targets(struct uses *uses, struct arena *arena, struct program *program);
/* Propagates aspects up the call graph; no new aspect may be added later. */
void analysis_flow(struct analysis *analysis);

/* --- literals.c ------------------------------------------------------------------ */

/*
 * Prints the double literals, in all functions reached, that are operands beside
 * floats or are converted to one: each could be a float literal.  Returns their
 * number.
 */
unsigned literals_suggest(struct uses *uses, uint32_t function);

/* --- explain.c ------------------------------------------------------------------ */

/*
 * Prints to standard output why a function needs its aspects (or the one that
 * the query names): "KERNEL" or "KERNEL:ASPECT".  Reports an unknown name and
 * returns -1.
 */
int explain(struct analysis *analysis, const char *query);

/* --- save.c -------------------------------------------------------------- */

struct save_options {
	struct aspect_list exclude;
	bool named;			/* {name, number} pairs */
	const char *const *target;	/* !sycl_fixed_targets */
	size_t ntarget;
	bool set_targets;		/* replace existing lists */
};

/* The planned metadata of functions; the module is not changed yet. */
struct save {
	struct uses *uses;
	const struct save_options *options;
	uint32_t *order;		/* aspects by number */
	uint64_t *kept;			/* one row: aspects that may be saved */
	uint64_t *row;
	/* !sycl_used_aspects: */
	struct save_list {
		uint32_t function, n;
		size_t first;		/* in aspect */
	} *list;
	size_t nlist;
	uint32_t *aspect;
	size_t naspect, room;
	/* !sycl_fixed_targets: */
	uint32_t *target;		/* functions */
	size_t ntarget;
};

/* Finds metadata to change: used aspects when there is a flow, fixed targets of entry points.  True if any. */
bool save_plan(struct save *save, struct uses *uses, const struct flow *flow, const struct save_options *options);
/* Writes the module with these changes, as bitcode.  Returns -1 when its records are malformed. */
int save_write(const struct save *save, struct bitwriter *writer);

#endif
