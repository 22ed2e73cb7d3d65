/*
 * The rewriting steps of spirv-prep, one function in each file.  All keep the
 * meaning of the module; each removes something that a producer of SPIR-V refuses
 * or mistranslates (doc/spirv.md).
 */
#ifndef SPIRV_PREP_PREP_H
#define SPIRV_PREP_PREP_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* The values of a constant that fit one instruction of SPIR-V, which has up to 65,535 words. */
enum { MOST_ELEMENTS = 65532 };

/*
 * Calls that ask for the processor give number; 0: a specialization constant (format/architecture.h).
 * Branches that the processor does not take go, and what they call.  -1 when LLVM fails.
 */
int prep_processor(LLVMModuleRef module, uint32_t number);
/* Removes global variables that only carry annotations or keep others alive; constructors are an error: -1. */
int prep_globals(LLVMModuleRef module);
/* The module prints, by the name that prep_globals() gives printf. */
bool prep_has_printf(LLVMModuleRef module);
/*
 * All calls of printf go to one function, the last of the module: the back end asks where a format
 * is when it has the last function's registers at hand, and refuses what it takes for another
 * address space.
 */
void prep_prints(LLVMModuleRef module);
/* Intrinsics that the back end does not know become arithmetic, other intrinsics or OpenCL built-in functions. */
void prep_intrinsics(LLVMModuleRef module);
/* Integers of a width that SPIR-V does not have get the next wider one, two of 64 bits above that.  Reports what cannot be done: -1. */
int prep_widths(LLVMModuleRef module);
/* Atomic loads and stores become calls of SPIR-V's functions, for LLVM's back end, which makes plain ones of them. */
void prep_atomic_loads(LLVMModuleRef module);
/* Splits phi, select and freeze of structures and arrays into their members. */
void prep_aggregates(LLVMModuleRef module);
/* Structures and arrays that are not defined, inside a variable's initial value, become zeros: the back end ends over them. */
void prep_initializers(LLVMModuleRef module);
/* Arrays with more initial values than an instruction of SPIR-V takes become structures of shorter ones. */
void prep_tables(LLVMModuleRef module);
/* Devices may inline the headers' functions for images, which are noinline for mux-aot(1) alone. */
void prep_functions(LLVMModuleRef module);
/* Addresses inside structures are counted in bytes. */
void prep_addresses(LLVMModuleRef module);
/* Arithmetic on i1 becomes logic; vectors of i1 are no longer reinterpreted as numbers. */
void prep_booleans(LLVMModuleRef module);
/* Phis get one value from each block: edges of a switch to the same one are joined. */
void prep_edges(LLVMModuleRef module);
/* Splits vectors with a length that SPIR-V does not have.  -1 when LLVM fails. */
int prep_vectors(LLVMModuleRef module);

/* Intrinsics that only the translator of LLVM 15 does not know.  -1 when LLVM fails. */
int prep_translator(LLVMModuleRef module);
/* Pointers that come to phis get types that LLVM 15's translator finds. */
void prep_phis(LLVMModuleRef module);
/* OpenCL's first atomic functions become instructions. */
void prep_old_atomics(LLVMModuleRef module);
/* Removes what LLVM 15 does not know; puts blocks in dominance order.  -1 when LLVM fails. */
int prep_for_older(LLVMModuleRef module);
/* Writes the module as bitcode, or text, of LLVM 15.  Reports and returns -1 on failure. */
int prep_write_older(LLVMModuleRef module, const char *path, bool as_text);

/* --- shared by the files --------------------------------------------------- */

/* All memory of the process. */
extern struct arena arena;

/* The instructions of a function, collected first since the loop may change them. */
struct instructions {
	LLVMValueRef *item;
	size_t n;
};
struct instructions instructions_of(LLVMValueRef function, bool (*wanted)(LLVMValueRef instruction));
/* Calls act for the wanted instructions of all functions, collected first; returns their number. */
size_t instructions_do(LLVMModuleRef module, bool (*wanted)(LLVMValueRef instruction), void (*act)(LLVMValueRef instruction));

/* A builder before the instruction, with its debug location; for a phi, after the block's last phi. */
LLVMBuilderRef builder_before(LLVMValueRef instruction);
/* Replaces all uses and deletes the instruction. */
void replace_instruction(LLVMValueRef instruction, LLVMValueRef by);
/* A variable of the type, with that initial value or NULL, takes name, properties and uses of another, which is deleted. */
void replace_variable(LLVMModuleRef module, LLVMValueRef global, LLVMTypeRef type, LLVMValueRef value);
/* The integer n as a constant of an integer type or of a vector of such (in every element). */
LLVMValueRef constant_of(LLVMTypeRef type, unsigned long long n);
/* The constant itself, or a vector of the type with it in every element. */
LLVMValueRef splat_of(LLVMTypeRef type, LLVMValueRef one);
/* The same shape, with other elements. */
LLVMTypeRef shape_of(LLVMTypeRef shape, LLVMTypeRef element);
/* A call of an intrinsic overloaded on n types. */
LLVMValueRef build_intrinsic(LLVMBuilderRef builder, const char *name, LLVMTypeRef *type, size_t ntype, LLVMValueRef *arg,
			     unsigned narg);
/* A call of an OpenCL built-in function by its mangled name; it is declared when the module does not have it. */
LLVMValueRef build_builtin(LLVMBuilderRef builder, const char *name, LLVMTypeRef result, LLVMValueRef *arg, unsigned narg);

#endif
