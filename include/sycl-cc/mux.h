/*
 * libsycl-cc-mux: the CPU device compiler as a library, for any runtime.  The calls
 * are those of the ComputeMux compiler specification in C; sycl-cc/mux.hpp has its
 * own names.  mux(3) is the page.
 *
 *	context		locks the compiler, and has its worker
 *	info		describes one compiler; static
 *	target		an info in a context
 *	module		a program: compiled, linked, finalized, made into a binary
 *	kernel		a function of a finalized module, compiled when it is launched
 *
 * Compilations run in a worker, a process that each context starts when it needs
 * it and keeps: LLVM is never in the caller's process, and a crash of it is a result.
 * Nothing is printed, nothing ends the process, and there is no state but in
 * contexts: two threads may use two contexts.  One context may be used by several
 * threads, one call at a time runs; an object is freed when no call uses it.
 *
 * Structures that callers fill begin with their size, so that fields can be added: a
 * field beyond the size has the value 0.  Every call returns a result.  What it
 * gives back goes through its last parameters, which are set in any case, to 0 or
 * NULL after a failure.
 */
#ifndef SYCL_CC_MUX_H
#define SYCL_CC_MUX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MUX_API __attribute__((visibility("default")))

enum mux_result {
	MUX_SUCCESS,
	MUX_FAILURE,			/* the worker cannot be started, or another cause that has no name */
	MUX_INVALID_VALUE,
	MUX_OUT_OF_MEMORY,
	MUX_INVALID_BUILD_OPTIONS,
	MUX_INVALID_COMPILER_OPTIONS,
	MUX_INVALID_LINKER_OPTIONS,
	MUX_BUILD_PROGRAM_FAILURE,
	MUX_COMPILE_PROGRAM_FAILURE,
	MUX_LINK_PROGRAM_FAILURE,
	MUX_FINALIZE_PROGRAM_FAILURE,
	MUX_FEATURE_UNSUPPORTED,
};
/* The name of a result, as the specification writes it: "INVALID_VALUE". */
MUX_API const char *mux_result_name(enum mux_result result);

struct mux_context;
struct mux_target;
struct mux_module;
struct mux_deferred;	/* a kernel; struct mux_kernel is a row of an image's table (sycl-cc/mux-image.h) */

/* --- context ------------------------------------------------------------- */

/* Where memory comes from; alloc may return NULL.  Called by one thread at a time for each context. */
struct mux_allocator {
	void *(*alloc)(size_t size, void *user);
	void (*free)(void *memory, void *user);
	void *user;
};

struct mux_context_options {
	size_t size;				/* sizeof(struct mux_context_options) */
	struct mux_allocator allocator;		/* both functions NULL: malloc() and free() */
	const char *worker;			/* path of mux-aot; NULL: that of the library's installation */
};

/* options may be NULL.  INVALID_VALUE, OUT_OF_MEMORY. */
MUX_API enum mux_result mux_context_create(const struct mux_context_options *options, struct mux_context **context);
/* After all its objects.  Ends the worker.  NULL is allowed, here and in all functions that free. */
MUX_API void mux_context_free(struct mux_context *context);
/*
 * A mutex that one thread may lock several times.  Calls take it themselves; who
 * holds it makes several calls that no other thread comes between.
 */
MUX_API void mux_context_lock(struct mux_context *context);
MUX_API bool mux_context_try_lock(struct mux_context *context);
MUX_API void mux_context_unlock(struct mux_context *context);
/* The process of the worker, 0 when none runs. */
MUX_API long mux_context_worker(const struct mux_context *context);

/* n words are a SPIR-V module: header, instructions, functions. */
MUX_API bool mux_context_is_valid_spirv(struct mux_context *context, const uint32_t *words, size_t n);

enum mux_spec_type { MUX_SPEC_BOOL, MUX_SPEC_INT, MUX_SPEC_FLOAT };
struct mux_spec_constant {
	uint32_t id;		/* SpecId */
	enum mux_spec_type type;
	uint32_t size;		/* bytes; 1 for truth values */
	uint64_t value;		/* its default, bits above size are 0 */
};
/*
 * Calls found for each constant of the module that can be specialized, in its
 * order.  INVALID_VALUE: words are not SPIR-V.
 */
MUX_API enum mux_result mux_context_spec_constants(struct mux_context *context, const uint32_t *words, size_t n,
						   void (*found)(const struct mux_spec_constant *constant, void *user),
						   void *user);

/* --- info ---------------------------------------------------------------- */

enum mux_capability { MUX_CAPABILITY_32BIT = 1, MUX_CAPABILITY_FP64 = 2, MUX_CAPABILITY_FP16 = 4 };

struct mux_device_info {
	const char *name;
	uint32_t address_bits;
	bool fp64, fp16;
	uint32_t max_work_width;		/* work-items that run together */
	uint32_t max_work_group_size;
	uint32_t max_sub_group_size;		/* 0: no sub-groups */
	uint32_t custom_buffer_capabilities;	/* 0: none */
};

struct mux_target_ops;

struct mux_info {
	size_t size;
	const struct mux_device_info *device_info;
	bool supports_deferred_compilation;
	bool vectorizable;
	bool dma_optimizable;
	bool scalable_vector_support;
	const char *compilation_options;	/* mux_options_check() takes it */
	const char *cpu;			/* LLVM's name of the processor, "native" */
	const struct mux_target_ops *ops;	/* NULL: those of this library */
	void *user;				/* for ops */
};

/* Calls add for each info of this library, which are static: native, x86-64, -v2, -v3, -v4, aarch64. */
MUX_API void mux_compilers_list(void (*add)(const struct mux_info *info, void *user), void *user);
/* enum mux_capability of its device; 0 for NULL. */
MUX_API uint32_t mux_info_builtin_capabilities(const struct mux_info *info);
/*
 * Checks tuples "--name,1,help" that ';' separates: the name has two dashes and no white
 * space, 1 is for options with a value and 0 for others, help has no white space but
 * blanks.  NULL when they are good, else what is wrong (static).  NULL is no tuple.
 */
MUX_API const char *mux_options_check(const char *options);

/* --- target -------------------------------------------------------------- */

enum mux_severity { MUX_NOTE, MUX_WARNING, MUX_ERROR };
/* Gets each message, one line.  Called by the thread whose call causes it. */
typedef void mux_notify(enum mux_severity severity, const char *message, void *user);

/*
 * INVALID_VALUE: info or context is NULL, info's options are wrong, or its ops lack
 * late_passes.  notify may be NULL.
 */
MUX_API enum mux_result mux_target_create(const struct mux_info *info, struct mux_context *context, mux_notify *notify,
					  void *user, struct mux_target **target);
MUX_API void mux_target_free(struct mux_target *target);
MUX_API const struct mux_info *mux_target_info(const struct mux_target *target);
/*
 * A module of functions (bitcode, n bytes) for programs to call; size 0: none but
 * those that the compiler has.  OUT_OF_MEMORY, INVALID_VALUE, FAILURE when it is not bitcode.
 */
MUX_API enum mux_result mux_target_init_builtins(struct mux_target *target, const void *bitcode, size_t size);

/* --- module -------------------------------------------------------------- */

enum mux_state { MUX_STATE_EMPTY, MUX_STATE_COMPILED, MUX_STATE_LINKED, MUX_STATE_FINALIZED };
enum mux_mode { MUX_MODE_BUILD, MUX_MODE_COMPILE, MUX_MODE_LINK };

MUX_API enum mux_result mux_module_create(struct mux_target *target, struct mux_module **module);
MUX_API void mux_module_free(struct mux_module *module);
/* Messages since the last clear, a line each; never NULL.  Valid until the next call on the module. */
MUX_API const char *mux_module_log(const struct mux_module *module);
MUX_API uint32_t mux_module_num_errors(const struct mux_module *module);
MUX_API enum mux_state mux_module_state(const struct mux_module *module);
/* Back to MUX_STATE_EMPTY: code, kernels, messages and options go. */
MUX_API void mux_module_clear(struct mux_module *module);
/* A message of the caller, or of ops.  OUT_OF_MEMORY, INVALID_VALUE. */
MUX_API enum mux_result mux_module_add_diagnostic(struct mux_module *module, const char *message);
/* The same, and it counts as an error. */
MUX_API enum mux_result mux_module_add_error(struct mux_module *module, const char *message);

/*
 * Options by blanks, which quotes and backslashes keep as in a shell (-I "two words"): the
 * info's, "--name value" or "--name=value"; for building and compiling also OpenCL's (-D, -I,
 * -cl-*, -w, -Werror, -g), for linking -create-library, and without effect what OpenCL has
 * there (-enable-link-options, -cl-fast-relaxed-math and the like).  They replace those that
 * were set before.  What is wrong goes to the log: INVALID_BUILD_OPTIONS,
 * INVALID_COMPILER_OPTIONS or INVALID_LINKER_OPTIONS, by mode.  In MUX_MODE_BUILD a failing
 * front end gives BUILD_PROGRAM_FAILURE.
 */
MUX_API enum mux_result mux_module_set_options(struct mux_module *module, enum mux_mode mode, const char *options);

/* What the device takes; lists that are NULL allow all. */
struct mux_spirv_device_info {
	size_t size;
	const uint32_t *capabilities;
	size_t ncapability;
	const char *const *extensions;
	size_t nextension;
};
struct mux_spec_value {
	uint32_t id;
	uint32_t size;		/* bytes of the constant */
	const void *value;
};
struct mux_spirv_info {
	uint32_t version;	/* 0x10400 is 1.4 */
	uint32_t nkernel;	/* entry points */
	uint32_t address_bits;
};

/*
 * The front ends: MUX_STATE_EMPTY becomes MUX_STATE_COMPILED; other states are
 * INVALID_VALUE, and so are NULL and no bytes.  COMPILE_PROGRAM_FAILURE (in MUX_MODE_BUILD:
 * BUILD_PROGRAM_FAILURE) for input that does not compile.
 *
 * SPIR-V: device may be NULL, and so may info.  A value for an id that the module does not
 * have is ignored; one of another size is INVALID_VALUE.
 */
MUX_API enum mux_result mux_module_compile_spirv(struct mux_module *module, const uint32_t *words, size_t n,
						 const struct mux_spirv_device_info *device,
						 const struct mux_spec_value *values, size_t nvalue,
						 struct mux_spirv_info *info);
struct mux_header {
	const char *name;	/* as #include names it; no ".." and no leading '/' */
	const char *source;
};
/*
 * OpenCL C, 2.0 without -cl-std; profile is "FULL_PROFILE" or "EMBEDDED_PROFILE".  __OPENCL_VERSION__ is 300:
 * a runtime for devices of another version says so among the options, -D__OPENCL_VERSION__=120.
 */
MUX_API enum mux_result mux_module_compile_clc(struct mux_module *module, const char *profile, const char *source,
					       const struct mux_header *headers, size_t nheader);
/* LLVM's bitcode or text. */
MUX_API enum mux_result mux_module_compile_ir(struct mux_module *module, const void *code, size_t size);
/*
 * Adds compiled or linked modules of the same context to this one, which is empty,
 * compiled or linked; then it is linked.  INVALID_VALUE, LINK_PROGRAM_FAILURE.
 */
MUX_API enum mux_result mux_module_link(struct mux_module *module, struct mux_module *const *inputs, size_t n);

/* The numbers of enum mux_arg_kind in sycl-cc/mux-image.h, which says what a launch gives for each. */
enum mux_parameter_kind {
	MUX_PARAMETER_VALUE,
	MUX_PARAMETER_POINTER,
	MUX_PARAMETER_LOCAL,
	MUX_PARAMETER_STRUCT,
	MUX_PARAMETER_IMAGE,
	MUX_PARAMETER_SAMPLER
};
struct mux_parameter {
	enum mux_parameter_kind kind;
	uint32_t offset, size, align;	/* in the packed block, see sycl-cc/mux-image.h */
};
struct mux_kernel_info {
	const char *name;
	const struct mux_parameter *parameters;
	size_t nparameter;
	uint64_t local_memory;		/* bytes of static local memory */
	uint32_t work_group_size[3];	/* the required one, 0,0,0: any */
	uint32_t sub_group_size;	/* the required one, else 1 */
};
/* Kernels of the module, which owns them. */
struct mux_program_info {
	const struct mux_kernel_info *kernels;
	size_t n;
};
/* A printf() of the program that its runtime has to write.  Binaries of this library print themselves. */
struct mux_printf {
	const char *format;
	const uint32_t *sizes;
	size_t n;
};
struct mux_printf_info {
	const struct mux_printf *calls;
	size_t n;
};
/*
 * Brings a compiled or linked module into the canonical form, and checks that its
 * kernels can run.  program and calls may be NULL.  INVALID_VALUE in other states;
 * FINALIZE_PROGRAM_FAILURE.
 */
MUX_API enum mux_result mux_module_finalize(struct mux_module *module, struct mux_program_info *program,
					    struct mux_printf_info *calls);
/* The kernels of a finalized module, none of others. */
MUX_API struct mux_program_info mux_module_program(const struct mux_module *module);
/* What the source says of a kernel's parameter, for clGetKernelArgInfo().  The module owns the texts. */
struct mux_argument_info {
	const char *name;	/* "" without -cl-kernel-arg-info */
	const char *type;	/* without qualifiers, "float4*"; "" when the module does not say it */
	const char *access;	/* of an image "read_only", "write_only" or "read_write", else "none" or "" */
	const char *qualifiers;	/* those of "const", "restrict", "volatile" and "pipe" that it has, with blanks between */
	uint32_t address_space;	/* of what it points to: 0 private, 1 global, 2 constant, 3 local, 4 generic */
};
/* Of the kernel and its parameter with those indices in mux_module_program().  INVALID_VALUE: there is none, or no info. */
MUX_API enum mux_result mux_module_argument_info(const struct mux_module *module, size_t kernel, size_t parameter,
						 struct mux_argument_info *info);
/*
 * A native CPU image of all kernels (mux-image(5)): size bytes that stay until the next
 * call, or the module's end.  FINALIZE_PROGRAM_FAILURE when the module is not
 * finalized, or has no code.
 */
MUX_API enum mux_result mux_module_create_binary(struct mux_module *module, const uint8_t **bytes, size_t *size);
/* The module as LLVM's text, until the next such call.  INVALID_VALUE for an empty one. */
MUX_API enum mux_result mux_module_print(struct mux_module *module, const char **text);

/* Bytes that serialize needs. */
MUX_API size_t mux_module_size(struct mux_module *module);
/* Writes the module in its state to buffer, which has mux_module_size() bytes; returns how many it wrote. */
MUX_API size_t mux_module_serialize(struct mux_module *module, uint8_t *buffer);
/* Makes an empty module one that was written.  false: not empty, bytes are damaged, or out of memory. */
MUX_API bool mux_module_deserialize(struct mux_module *module, const uint8_t *bytes, size_t size);

/* --- kernels ------------------------------------------------------------- */

/*
 * The kernel of a finalized module, made at the first call and owned by the module.
 * FEATURE_UNSUPPORTED when the info has no deferred compilation; INVALID_VALUE when there is
 * no kernel of the name or the module is not finalized; OUT_OF_MEMORY.
 */
MUX_API enum mux_result mux_module_get_kernel(struct mux_module *module, const char *name, struct mux_deferred **kernel);
MUX_API const struct mux_kernel_info *mux_kernel_info(const struct mux_deferred *kernel);
/* The work-group size that suits the kernel, and its static local memory. */
MUX_API void mux_kernel_preferences(const struct mux_deferred *kernel, size_t local_size[3], size_t *local_memory);
/* Compiles for that work-group size ahead of need.  INVALID_VALUE for a size 0; FINALIZE_PROGRAM_FAILURE. */
MUX_API enum mux_result mux_kernel_precache_local_size(struct mux_deferred *kernel, size_t x, size_t y, size_t z);
/* Work-items that run together in such a group.  INVALID_VALUE for a size 0. */
MUX_API enum mux_result mux_kernel_dynamic_work_width(struct mux_deferred *kernel, size_t x, size_t y, size_t z,
						      uint32_t *width);

enum mux_descriptor_type { MUX_DESCRIPTOR_BUFFER, MUX_DESCRIPTOR_PLAIN, MUX_DESCRIPTOR_LOCAL, MUX_DESCRIPTOR_CUSTOM_BUFFER };
struct mux_descriptor {
	enum mux_descriptor_type type;
	const void *data;	/* of MUX_DESCRIPTOR_PLAIN: length bytes */
	size_t length;
};
struct mux_ndrange_options {
	size_t size;
	const struct mux_descriptor *descriptors;
	uint64_t descriptors_length;
	size_t local_size[3];
	const size_t *global_offset;	/* length of them */
	const size_t *global_size;
	size_t length;			/* dimensions */
};
/*
 * An image with that kernel alone, for that work-group size.  The bytes belong to the
 * kernel and stay until the next call of this function for it.  INVALID_VALUE:
 * descriptors without a length or the reverse, a local size 0 or beyond the device's,
 * no global offset or size, length not 1 to 3, custom buffers on a device without them.
 * FINALIZE_PROGRAM_FAILURE: no code, or the kernel requires another size.
 */
MUX_API enum mux_result mux_kernel_create_specialized(struct mux_deferred *kernel, const struct mux_ndrange_options *options,
						      const uint8_t **bytes, size_t *size);
/* FEATURE_UNSUPPORTED on devices without sub-groups, here and below. */
MUX_API enum mux_result mux_kernel_sub_group_size(struct mux_deferred *kernel, uint32_t *size);
/* The size of the largest sub-group in such a work-group.  INVALID_VALUE for a size 0. */
MUX_API enum mux_result mux_kernel_sub_group_size_for(struct mux_deferred *kernel, size_t x, size_t y, size_t z,
						      uint32_t *size);
/* The work-group size with so many sub-groups, {n,1,1}; {0,0,0} when there is none. */
MUX_API enum mux_result mux_kernel_local_size_for(struct mux_deferred *kernel, size_t sub_groups, size_t local_size[3]);
MUX_API enum mux_result mux_kernel_max_sub_groups(struct mux_deferred *kernel, size_t *n);

/* --- targets of others ----------------------------------------------------- */

/* What a compilation is made with; ops change it. */
struct mux_pipeline {
	size_t size;
	const char *cpu;
	uint32_t width;			/* work-items taken together */
	const char *passes;		/* LLVM passes (opt -passes) over the front end's module; NULL: none */
	const char *late_passes;	/* over the canonical form, the last ones */
	bool no_guards, no_masks;
};

/*
 * What a target does in its own way; NULL: the function mux_base_* of that name,
 * which an override may call.  Only late_passes must be there.
 */
struct mux_target_ops {
	size_t size;
	/* LLVM passes over the canonical form, ahead of a binary; called before anything of finalize has run.  NULL: none. */
	const char *(*late_passes)(const struct mux_target *target, const struct mux_pipeline *pipeline);
	void (*pipeline_frontend)(const struct mux_module *module, struct mux_pipeline *pipeline);
	void (*pipeline_finalize)(const struct mux_module *module, struct mux_pipeline *pipeline);
	enum mux_result (*finalize)(struct mux_module *module, const struct mux_pipeline *pipeline);
	enum mux_result (*create_binary)(struct mux_module *module, const uint8_t **bytes, size_t *size);
	enum mux_result (*create_kernel)(struct mux_module *module, const char *name, struct mux_deferred **kernel);
};
MUX_API const char *mux_base_late_passes(const struct mux_target *target, const struct mux_pipeline *pipeline);
MUX_API void mux_base_pipeline_frontend(const struct mux_module *module, struct mux_pipeline *pipeline);
MUX_API void mux_base_pipeline_finalize(const struct mux_module *module, struct mux_pipeline *pipeline);
MUX_API enum mux_result mux_base_finalize(struct mux_module *module, const struct mux_pipeline *pipeline);
MUX_API enum mux_result mux_base_create_binary(struct mux_module *module, const uint8_t **bytes, size_t *size);
MUX_API enum mux_result mux_base_create_kernel(struct mux_module *module, const char *name, struct mux_deferred **kernel);
MUX_API struct mux_target *mux_module_target(const struct mux_module *module);
/* What the module is compiled with before ops change it. */
MUX_API void mux_module_pipeline(const struct mux_module *module, struct mux_pipeline *pipeline);
/* A pointer of the caller's, NULL at first. */
MUX_API void mux_module_set_user(struct mux_module *module, void *user);
MUX_API void *mux_module_user(const struct mux_module *module);
/* The value of an option of the info that was set, "" for one without value, NULL when it was not set. */
MUX_API const char *mux_module_option(const struct mux_module *module, const char *name);

/* --- mangling -------------------------------------------------------------- */

/*
 * The mangled name of a builtin: "_Z", its length, name and types; name NULL: the types
 * alone.  Types are LLVM's in text: "i32", "<4 x float>", "<vscale x 2 x i8>",
 * "double addrspace(1)*"; "ptr addrspace(3)" is "i8 addrspace(3)*", and "u32" an
 * unsigned integer.  Returns the length, 0 for types that do not parse or too little room.
 */
MUX_API size_t mux_mangle(const char *name, const char *const *types, size_t ntype, char *buffer, size_t room);
/*
 * The reverse: "NAME(TYPE, TYPE)", of types alone "TYPE, TYPE".  Returns the length, 0 for text
 * that is not mangled so.
 */
MUX_API size_t mux_demangle(const char *mangled, char *buffer, size_t room);

#ifdef __cplusplus
}
#endif

#endif
