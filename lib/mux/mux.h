/*
 * The CPU device compiler: device modules become native CPU images
 * (doc/formats/mux-image.5).  A kernel, written for one work-item, becomes a
 * function that runs a whole work-group:
 *
 *     read/      a module of one address space
 *         spirv      SPIR-V words become a module
 *         generic    pointers to generic memory are asked where they point
 *         given      builtins of the ComputeMux specification that the module calls
 *         addrspace  all memory becomes one address space
 *         link       functions of other images
 *     lower/     one function per kernel, of mux builtins and LLVM instructions
 *         fold       functions of our headers that compute a collective
 *         lower      spellings of builtins become mux builtins or instructions
 *         libclc     maths functions are linked
 *         keep       finds functions that are too large to be inlined
 *         inline     leaves one function per kernel, and those
 *         localmem, params  places of local variables and of parameters
 *         canonical  writes what is known of the kernels into the module, which can leave here
 *     analysis/  what is known of that function
 *         flow       blocks and slots, and their lifetimes
 *         uniform    values and branches that are the same for all work-items
 *         meet       barriers that some work-items cannot reach
 *         variables  those of the source, for debuggers
 *     regions/   where it is cut
 *         regions    at barriers
 *         order      in which order work-items run, and behind each barrier
 *         collective at reductions and scans, which are computed there
 *         rejoin     where the work-items of a sub-group wait for each other in loops
 *         soft       again around loops, for vector code
 *     emit/      the entry function, which runs a work-group
 *         emit       turns each region into loops over work-items
 *         chunk      those that are cut around loops
 *         trim       divides rows at `if (id < bound)`
 *         alone      atomic operations that one thread sees
 *         huge       loops that LLVM would take too long for
 *         choice     code for a likely work-group size beside that for all
 *         triples    stores of three bytes on aarch64, as code generation gets them right
 *     image/     the shared object
 *         table      the table of kernels
 *         parts      large modules, compiled by several processes
 *         rounding   roundings as code generation gets them right
 *         object     code generation and link
 */
#ifndef MUX_MUX_H
#define MUX_MUX_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

/* CANONICAL: the module before it is cut (lower/canonical.h), as text; BITCODE: the same as bitcode. */
enum mux_emit { MUX_EMIT_SO, MUX_EMIT_OBJ, MUX_EMIT_LL, MUX_EMIT_TABLE, MUX_EMIT_CANONICAL, MUX_EMIT_BITCODE };

struct mux_options {
	const char *cpu;	/* LLVM's name of a processor; "native": this one */
	unsigned width;		/* work-items a chunk: 1, 2, 4 ... 64; 1 cuts at barriers only */
	const char *level;	/* of LLVM's optimizations: "O0" (none), "O1", "O2", "Os", "Oz"; NULL: O3 */
	enum mux_emit emit;
	unsigned jobs;		/* processes that generate code at the same time; 0: as many as there are processors */
	bool verbose;		/* say on standard error what was done to each kernel */
	bool no_guards;		/* for tests: no votes on divergent branches */
	bool no_masks;		/* for tests: no masked loops */
	const char *kernel;	/* the only one to compile; NULL: all */
	uint32_t sub_groups;	/* size of sub-groups in kernels that use them and require no size, a power of two up to 64; 0: 1 */
	bool any_size;		/* no code for a likely work-group size beside that for all */
	uint32_t local_size[3];	/* the only work-group size of all kernels; 0,0,0: what each one says */
	const char *late_passes;	/* LLVM passes over the canonical form (opt -passes); NULL: none */
	bool drop_importers;	/* leave out kernels that call undefined functions, instead of an error */
	/*
	 * Other images may be linked with this one when the program runs: the
	 * module as it was read, which the image then holds (MUX_CODE_SYMBOL)
	 * if it imports or exports functions.  NULL: none will.
	 */
	const char *code;
	size_t code_size;
};

/* The level is not "O0". */
static inline bool
mux_is_optimized(const struct mux_options *options)
{
	return !options->level || strcmp(options->level, "O0") != 0;
}

/*
 * Reads path ("-" is standard input): bitcode, textual IR or SPIR-V.  Reports
 * and returns NULL.  The caller disposes the module.
 */
LLVMModuleRef mux_read(struct arena *arena, const char *path);

/* The same from size bytes with a NUL behind them; name is for messages. */
LLVMModuleRef mux_parse(struct arena *arena, const char *name, const char *code, size_t size);

/* One bitcode module of all: kernels, functions, variables.  Reports two definitions of one name; -1. */
int mux_join(LLVMModuleRef module, LLVMModuleRef other);

/*
 * The kernels of a canonical module as bytes (arena), for libsycl-cc-mux: for each
 * 64-bit numbers: local memory, sub-group size, required work-group size x, y, z (0: any), number of
 * parameters, length of the name; then for each parameter offset, size, alignment and enum
 * mux_arg_kind; then the name and a NUL; then for each parameter what the source says of it: a 64-bit number,
 * its address space, and four texts that end with NUL, name, type, access and qualifiers.  Reports and returns NULL.
 */
char *mux_describe(struct arena *arena, LLVMModuleRef module, size_t *size);

/*
 * Adds the functions of other, which it consumes, to the module; kernels of
 * other are dropped.  Reports and returns -1.
 */
int mux_link(LLVMModuleRef module, LLVMModuleRef other);

/*
 * Compiles the module, which it consumes and which may be canonical already, into the file out ("-" is standard
 * output).  Reports and returns -1 on failure; then nothing is written.
 */
int mux_compile(struct arena *arena, const struct mux_options *options, LLVMModuleRef module, const char *out);

#endif
