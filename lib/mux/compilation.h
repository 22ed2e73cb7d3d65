/* State shared by all stages of a compilation. */
#ifndef MUX_COMPILATION_H
#define MUX_COMPILATION_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "mux/mux.h"
#include "sycl-cc/mux-image.h"

/* A kernel: its function before and after, and its row of the table. */
struct kernel {
	const char *name;
	LLVMValueRef function;		/* runs one work-item; deleted when entry is complete */
	LLVMValueRef entry;		/* runs a work-group */
	struct mux_arg *arg;		/* narg of them */
	bool *local_arg;		/* parameters that point to local memory */
	uint32_t *opaque_arg;		/* MUX_ARG_IMAGE or MUX_ARG_SAMPLER of parameters that are such, else 0 */
	unsigned narg;
	uint32_t packed_size;
	uint64_t local_size;
	uint64_t scratch_per_item;
	uint32_t reqd_wg_size[3];
	uint32_t dimensions;		/* that launches use, 1 to 3; the others have size 1 */
	uint8_t order[3];		/* dimensions of the loops over work-items, innermost first */
	uint32_t sub_group_size;	/* 1 unless the kernel requires another one */
	uint32_t lanes;			/* the same, but 1 if the kernel asks nothing of sub-groups: its code has none */
	uint32_t flags;
	bool debugged;			/* not to be optimised: a debugger shows its variables */
	bool imports;			/* calls functions of other images */
	struct kernel *twin;		/* the same for the likely work-group size (emit/choice.h); NULL: there is none */
	LLVMValueRef code_of_all;	/* with a twin: what entry calls for other sizes */
};

/* A module variable in local memory, by name: it is looked up after address spaces were removed. */
struct local_variable {
	const char *name;
	LLVMValueRef global;
};

struct variables;

struct compilation {
	struct arena *arena;
	const struct mux_options *options;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMTargetMachineRef machine;
	LLVMTargetDataRef layout;
	bool foreign;		/* the code is for an architecture that is not this process's */
	bool slow_scatters;	/* of the processor, as are the next three (processor.h) */
	bool streams_in_halves;
	unsigned vector_bits;
	bool masks_structures;
	LLVMTypeRef none, i1, i8, i32, i64, ptr;
	struct kernel *kernel;
	size_t nkernel;
	struct local_variable *local;
	size_t nlocal;
	LLVMValueRef *group;		/* unused access groups, see loops.c */
	size_t ngroup;
	struct variables *variables;	/* of the source (analysis/variables.h); NULL: no debug information */
	bool sub_groups;		/* some kernel may have sub-groups of more than one work-item */
	bool debugged;			/* all kernels are, so the module is not optimised */
	bool opencl_c;			/* the source's language, in which more is defined than in C++ */
	bool failed;			/* code_error() has reported one */
};

/* The value is an instruction of that kind. */
static inline bool
is_opcode(LLVMValueRef value, LLVMOpcode opcode)
{
	return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

/* The value is a constant of 64 bits at most, which is set to *number. */
static inline bool
is_constant_number(LLVMValueRef value, int64_t *number)
{
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*number = LLVMConstIntGetSExtValue(value);
	return true;
}

/* The value is a vector. */
static inline bool
is_vector(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

/* A vector of so many lanes as the processor has, with SVE. */
static inline bool
is_scalable(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMScalableVectorTypeKind;
}

/* A constant of an integer type. */
static inline LLVMValueRef
const_int(LLVMTypeRef type, uint64_t number)
{
	return LLVMConstInt(type, number, 0);
}

/* Runs a pass pipeline over the module for the target machine.  Reports and returns -1. */
int compilation_run_passes(struct compilation *c, const char *pipeline);
/* The same over one function. */
int compilation_run_on_function(struct compilation *c, LLVMValueRef function, const char *pipeline);

/* How many instructions the function has. */
size_t function_size(LLVMValueRef function);

/*
 * An error that belongs to a kernel: "kernel 'K': TEXT", at the source line of
 * the instruction when it is known (instruction may be NULL).  Returns -1.
 */
int kernel_error(struct compilation *c, const struct kernel *kernel, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same as a warning, at the kernel's line. */
void kernel_warning(struct compilation *c, const struct kernel *kernel, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The first error of code that several kernels may share: at its line, or with the name of its function.  Sets failed. */
void code_error(struct compilation *c, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The next address that is a multiple of align, a power of two. */
LLVMValueRef address_round_up(struct compilation *c, LLVMValueRef address, uint64_t align);

/* Code for: the number, of 64 bits, is -below or less, or above or more. */
LLVMValueRef number_is_outside(struct compilation *c, LLVMValueRef number, LLVMValueRef below, LLVMValueRef above);

/* The function that a call enters, NULL when unknown. */
LLVMValueRef call_target(LLVMValueRef call);
/* What its function may do with memory: LLVM's attribute "memory", two bits for each kind of memory, 1 reads, 2 writes. */
uint64_t call_memory(LLVMValueRef call);
/* The kind of metadata that describes a loop, on the branch that ends it. */
unsigned loop_kind(struct compilation *c);
/* The metadata of that branch has a hint of that name. */
bool loop_has_hint(struct compilation *c, LLVMValueRef branch, const char *name);
/* LLVM's number of an enum attribute. */
unsigned attribute_kind(const char *name);
/* The declaration of that name and type, made when missing. */
LLVMValueRef declare_function(struct compilation *c, const char *name, LLVMTypeRef type);

#endif
