/*
 * The C interface of libsycl-cc-rt.so: what the headers in include/sycl call.
 * Programs do not call it themselves.  The headers need nothing else from the
 * process, so that an object file works with every later runtime of the same
 * SYCL_RT_ABI.
 *
 * Functions that can fail return a status, SYCL_RT_SUCCESS or the number of
 * the sycl::errc to throw; sycl_rt_message() is then the exception's text.
 * All functions may be called from any thread.
 *
 * Sizes and ids are in SYCL order here: the slowest dimension first, for dims
 * dimensions; further elements are ignored.
 */
#ifndef SYCL_CC_RUNTIME_H
#define SYCL_CC_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SYCL_RT_ABI 1

/* The values of sycl::errc. */
enum sycl_rt_status {
	SYCL_RT_SUCCESS = 0,
	SYCL_RT_RUNTIME = 1,
	SYCL_RT_KERNEL = 2,
	SYCL_RT_ACCESSOR = 3,
	SYCL_RT_ND_RANGE = 4,
	SYCL_RT_EVENT = 5,
	SYCL_RT_KERNEL_ARGUMENT = 6,
	SYCL_RT_BUILD = 7,
	SYCL_RT_INVALID = 8,
	SYCL_RT_MEMORY_ALLOCATION = 9,
	SYCL_RT_PLATFORM = 10,
	SYCL_RT_PROFILING = 11,
	SYCL_RT_FEATURE_NOT_SUPPORTED = 12,
	SYCL_RT_KERNEL_NOT_SUPPORTED = 13,
	SYCL_RT_BACKEND_MISMATCH = 14,
};

/* Why the last function of this thread failed; "" when none has. Valid until the next failure. */
const char *sycl_rt_message(void);
/* Nanoseconds of the clock that profiling information uses. */
uint64_t sycl_rt_now(void);

/* --- devices --------------------------------------------------------------- */

/* A device; devices live as long as the process and are compared by address. */
struct sycl_rt_device;

/* How many devices ONEAPI_DEVICE_SELECTOR leaves, the CPU first. */
size_t sycl_rt_device_total(void);
/* Device number index.  Fails with SYCL_RT_RUNTIME, e.g. when SYCL_CC_DEVICE_AS names no target. */
int sycl_rt_device_at(size_t index, const struct sycl_rt_device **device);
/* The same for programs built before there were other devices: the CPU alone. */
size_t sycl_rt_device_count(void);
int sycl_rt_device_get(size_t index, const struct sycl_rt_device **device);

/* The order of sycl::backend. */
enum sycl_rt_backend {
	SYCL_RT_BACKEND_CPU, SYCL_RT_BACKEND_OPENCL, SYCL_RT_BACKEND_LEVEL_ZERO, SYCL_RT_BACKEND_CUDA, SYCL_RT_BACKEND_HIP
};

enum sycl_rt_number {
	SYCL_RT_DEVICE_TYPE,		/* the aspect: 1 cpu, 2 gpu, 3 accelerator, 4 custom */
	SYCL_RT_DEVICE_VENDOR_ID,
	SYCL_RT_DEVICE_COMPUTE_UNITS,
	SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE,	/* work-items, in each dimension and together */
	SYCL_RT_DEVICE_GLOBAL_MEM_SIZE,
	SYCL_RT_DEVICE_GLOBAL_CACHE_SIZE,
	SYCL_RT_DEVICE_CACHE_LINE_SIZE,
	SYCL_RT_DEVICE_LOCAL_MEM_SIZE,
	SYCL_RT_DEVICE_CLOCK_MHZ,
	SYCL_RT_DEVICE_VECTOR_BYTES,	/* of the widest vector register */
	SYCL_RT_DEVICE_MAX_PARAMETER_SIZE,
	SYCL_RT_DEVICE_BACKEND,		/* enum sycl_rt_backend */
	SYCL_RT_DEVICE_HOST_MEMORY,	/* 1: kernels use the host's memory as it is */
	SYCL_RT_DEVICE_HAS_IMAGES,	/* 0: the program has images, and none of them is for this device */
	SYCL_RT_DEVICE_FREE_MEM_SIZE,	/* bytes that are free now; 0: not known */
	SYCL_RT_DEVICE_NUMBER,		/* among those of its backend, as ONEAPI_DEVICE_SELECTOR counts */
	SYCL_RT_DEVICE_PLATFORM,	/* the same for devices of one driver, and for no others */
	SYCL_RT_DEVICE_PARTITIONS,	/* how sycl_rt_device_split() makes two parts at least: bits 1 << enum sycl_rt_partition */
	SYCL_RT_DEVICE_DOMAINS,		/* along which domains: bits 1 << enum sycl_rt_domain */
	SYCL_RT_DEVICE_PARTITION,	/* how it was made of its parent: enum sycl_rt_partition */
	SYCL_RT_DEVICE_DOMAIN,		/* along which domain: enum sycl_rt_domain */
};

enum sycl_rt_text {
	SYCL_RT_DEVICE_NAME,
	SYCL_RT_DEVICE_VENDOR,
	SYCL_RT_DEVICE_VERSION,
	SYCL_RT_DEVICE_DRIVER_VERSION,
	SYCL_RT_PLATFORM_NAME,
	SYCL_RT_PLATFORM_VENDOR,
	SYCL_RT_PLATFORM_VERSION,
	SYCL_RT_DEVICE_EXTENSIONS,	/* OpenCL's names, separated by spaces; those of its aspects where no driver says any */
	SYCL_RT_PLATFORM_EXTENSIONS,
};

/*
 * Before the first question about devices: the function is called, while they are looked for, with each reason
 * why a driver or one of its devices cannot be used.
 */
void sycl_rt_devices_missing(void (*tell)(const char *reason));

uint64_t sycl_rt_device_number(const struct sycl_rt_device *device, enum sycl_rt_number which);
const char *sycl_rt_device_text(const struct sycl_rt_device *device, enum sycl_rt_text which);
/* 1 when the device has the aspect of that number, else 0. */
int sycl_rt_device_has(const struct sycl_rt_device *device, uint32_t aspect);
/* The supported sub-group sizes, ascending: the first room of them into sizes; returns how many there are. */
size_t sycl_rt_device_sub_group_sizes(const struct sycl_rt_device *device, uint32_t *sizes, size_t room);

/* --- parts of devices: they live as long as the process, and the same question gives the same parts --- */

/* The order of sycl::info::partition_property. */
enum sycl_rt_partition { SYCL_RT_PARTITION_NONE, SYCL_RT_PARTITION_EQUALLY, SYCL_RT_PARTITION_BY_COUNTS, SYCL_RT_PARTITION_BY_DOMAIN };
/* The order of sycl::info::partition_affinity_domain. */
enum sycl_rt_domain {
	SYCL_RT_DOMAIN_NONE, SYCL_RT_DOMAIN_NUMA, SYCL_RT_DOMAIN_L4, SYCL_RT_DOMAIN_L3, SYCL_RT_DOMAIN_L2, SYCL_RT_DOMAIN_L1,
	SYCL_RT_DOMAIN_NEXT	/* the first of them that has two parts at least */
};
/*
 * Parts of the device that have so many compute units, one part for each number that is not 0; equally: as many
 * parts of count[0] units as there are; by domain: those whose processors share it.  The first room of them into
 * part, *n says how many there are.  Fails with SYCL_RT_FEATURE_NOT_SUPPORTED, SYCL_RT_INVALID for too many units.
 */
int sycl_rt_device_split(const struct sycl_rt_device *device, enum sycl_rt_partition how, const size_t *count, size_t ncount,
	enum sycl_rt_domain domain, const struct sycl_rt_device **part, size_t room, size_t *n);
/* The device of which it is a part; NULL: it is no part. */
const struct sycl_rt_device *sycl_rt_device_parent(const struct sycl_rt_device *device);

/* What devices do with the memory of each other. */
enum sycl_rt_peer { SYCL_RT_PEER_ACCESS, SYCL_RT_PEER_ATOMICS, SYCL_RT_PEER_ENABLE, SYCL_RT_PEER_DISABLE };
/* Asks whether kernels of the device may reach memory of the other one (*can), or allows it; a status. */
int sycl_rt_device_peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can);

/* --- kernels ----------------------------------------------------------------- */

enum sycl_rt_kernel_kind { SYCL_RT_KIND_SINGLE_TASK, SYCL_RT_KIND_RANGE, SYCL_RT_KIND_ND_RANGE };

/* Nanoseconds of sycl_rt_now(). */
struct sycl_rt_times {
	uint64_t submit, start, end;
};

/* A specialization constant that the program has set. */
struct sycl_rt_spec_value {
	const char *name;	/* symbolic id */
	const void *value;
	size_t size;
	const char *unit;	/* of the code that set it: name@unit is looked up first */
};

/* One kernel launch; the parameters of kernels are those of doc/graph.md. */
struct sycl_rt_launch {
	uint32_t abi;		/* SYCL_RT_ABI */
	uint32_t kind;		/* enum sycl_rt_kernel_kind */
	uint32_t dims;		/* 1 to 3 */
	uint32_t nspec;
	const char *kernel;	/* __builtin_sycl_unique_stable_name(); constants of the program, like unit */
	const char *unit;	/* id of the translation unit, "" when there is none */
	const void *functor;
	uint64_t functor_size;
	uint64_t global[3];
	uint64_t local[3];	/* nd_range only */
	uint64_t offset[3];
	uint64_t local_bytes;	/* local memory that the launch asks for */
	const struct sycl_rt_spec_value *spec;
	struct sycl_rt_times *times;	/* start and end are set; NULL when not wanted */
};

/*
 * Runs the kernel and returns when it has ended.  The kernel sees the spec
 * values, and the default value of every other constant; values of constants
 * that its image does not use are ignored.  Everything about the launch
 * is checked before the image is looked at: SYCL_RT_KERNEL_NOT_SUPPORTED when
 * the device lacks what the kernel needs, SYCL_RT_ND_RANGE when the sizes do
 * not fit.
 */
int sycl_rt_launch_kernel(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch);

/* Those checks that need no code: of the sizes, and of the image. */
int sycl_rt_launch_check(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch);
/* The checks without the sizes: SYCL_RT_SUCCESS when the device can run the kernel. */
int sycl_rt_kernel_check(const struct sycl_rt_device *device, const char *kernel, const char *unit);

/* A kernel of the program; unit is "" when its name is not local to a translation unit. */
struct sycl_rt_kernel_name {
	const char *name, *unit;
};
/* All kernels of the program and its libraries, whose number is returned; the names live as long as the process. */
size_t sycl_rt_kernel_names(const struct sycl_rt_kernel_name **names);
/* 1 when an image or a library that was brought has a kernel of this name, for any device, else 0. */
int sycl_rt_kernel_is_known(const char *kernel, const char *unit);
/* 1 when the name is that of a kernel which is local to the translation unit, else 0. */
int sycl_rt_kernel_is_local(const char *kernel, const char *unit);

/* Kernels that the program brings as SPIR-V. */
struct sycl_rt_source;
struct sycl_rt_source_kernel {
	const char *name;		/* lives as long as the process */
	uint32_t nparam;
	const size_t *offset;		/* of the arguments in the launch's functor, and its size; a pointer to local memory is its offset */
	const size_t *size;		/* of each argument */
};
/*
 * Makes its kernels known until the source is dropped; the bytes are copied.  SYCL_RT_BUILD: they are damaged, or no module of
 * OpenCL with 64-bit addresses; SYCL_RT_MEMORY_ALLOCATION.
 */
int sycl_rt_source_make(const void *spirv, size_t size, struct sycl_rt_source **source);
/* How many there are; *kernels lives as long as the source, *unit, that of all of them, as long as the process. */
size_t sycl_rt_source_kernels(const struct sycl_rt_source *source, const struct sycl_rt_source_kernel **kernels, const char **unit);
/*
 * A launch over a range becomes one over work-groups that fill it: such kernels do not
 * know that there may be more work-items than asked for.  A status.
 */
int sycl_rt_source_lay_out(const struct sycl_rt_device *device, struct sycl_rt_launch *launch);
/* Tasks may still start its kernels: it goes with a later one when there are some.  NULL is fine. */
void sycl_rt_source_drop(struct sycl_rt_source *source);

/* Texts that the program brings. */
enum sycl_rt_language { SYCL_RT_OPENCL_C, SYCL_RT_SYCL };
struct sycl_rt_file {
	const char *name;		/* of a file: relative, no ".." */
	const char *text;
	size_t size;
};
/* A kernel of SYCL: the name that the program has for it, and those of launches, NULL for a variable; parameters is of the headers. */
struct sycl_rt_text_kernel {
	const char *name, *symbol, *unit;
	const void *parameters;
};
/* What a library of such kernels defines. */
#define SYCL_RT_TEXT_KERNELS "sycl_cc_text_kernels"
typedef const struct sycl_rt_text_kernel *sycl_rt_text_kernels(size_t *n);
struct sycl_rt_compiled {
	unsigned char *bytes;		/* SPIR-V */
	size_t size;
	sycl_rt_text_kernels *kernels;	/* of SYCL; they live as long as the process */
	char *log;			/* what the compiler said; never NULL */
};
/* 1 when the compiler of the language is installed, else 0. */
int sycl_rt_has_compiler(enum sycl_rt_language language);
/*
 * Compiles the first of n texts, which may include the others, with more options.  SYCL_RT_INVALID: an option or a
 * name cannot be taken; SYCL_RT_FEATURE_NOT_SUPPORTED: there is no compiler; SYCL_RT_BUILD, with its log.
 */
int sycl_rt_compile(enum sycl_rt_language language, const struct sycl_rt_file *text, size_t n, const char *const *option,
	size_t n_options, struct sycl_rt_compiled *made);
void sycl_rt_compiled_free(struct sycl_rt_compiled *made);

/* Facts of a kernel on a device; building it first when needed. */
struct sycl_rt_kernel_facts {
	uint64_t work_group_size;	/* greatest */
	uint64_t reqd_work_group_size[3];	/* in SYCL order, 3 dimensions; all 0: none */
	uint64_t preferred_multiple;
	uint64_t private_bytes;		/* per work-item, that outlive a barrier */
	uint64_t local_bytes;		/* static local memory */
	uint32_t sub_group_size;
	uint32_t reqd_sub_group_size;	/* 0: none */
};
int sycl_rt_kernel_ask(const struct sycl_rt_device *device, const char *kernel, const char *unit,
	struct sycl_rt_kernel_facts *facts);

/*
 * The bytes of the image that runs a kernel on a device, as the compiler made them.  They live as long as the program's image;
 * decompressed ones, *original, are freed with free(), else it is NULL.  A status.
 */
int sycl_rt_kernel_image(const struct sycl_rt_device *device, const char *kernel, const char *unit, const void **bytes, size_t *size,
	void **original);

/* The specialization constants of the image that runs a kernel on a device. */
struct sycl_rt_spec_facts {
	size_t constants;		/* how many */
	int native;			/* 1: they are constants of its code, 0: it reads them from memory, or has none */
	int has;			/* 1 when the asked one is among them */
};
/* name and name_unit: a symbolic id, as in struct sycl_rt_spec_value; NULL when none is asked. */
int sycl_rt_spec_ask(const struct sycl_rt_device *device, const char *kernel, const char *unit,
	const char *name, const char *name_unit, struct sycl_rt_spec_facts *facts);

/* --- memory -------------------------------------------------------------------- */

enum sycl_rt_memory { SYCL_RT_MEMORY_HOST, SYCL_RT_MEMORY_DEVICE, SYCL_RT_MEMORY_SHARED, SYCL_RT_MEMORY_UNKNOWN };

/*
 * size bytes aligned to align (a power of two; 0: for any type), to be freed with
 * sycl_rt_free().  NULL when out of memory, size is 0 or align is not a power of
 * two.
 */
void *sycl_rt_alloc(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align);
/* NULL is fine.  Waits for kernels that were submitted, but for those behind host tasks and host accessors. */
void sycl_rt_free(void *memory);
/*
 * As sycl_rt_alloc(), for memory that commands of the headers use: taking and giving it back waits for nothing.  It is given
 * back with the task that uses it last, NULL when that has ended.
 */
void *sycl_rt_scratch_take(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align);
struct sycl_rt_task;
void sycl_rt_scratch_drop(void *memory, struct sycl_rt_task *last);
/* What kind of allocation p points into, and on which device; UNKNOWN and NULL for other memory. */
enum sycl_rt_memory sycl_rt_memory_kind(const void *p, const struct sycl_rt_device **device);
/* A number for a context of the program, which no other has or had; addresses are used again. */
uint64_t sycl_rt_context_number(void);
/* Says which of these an allocation is of.  One of which that is not said is of each (0). */
void sycl_rt_memory_give(void *memory, uint64_t context);
uint64_t sycl_rt_memory_context(const void *p);

/*
 * Memory of the program, on a device that uses the host's, is an allocation of kind HOST until it is unregistered.  Statuses;
 * SYCL_RT_RUNTIME: a part is known already, or nothing registered begins there.
 */
int sycl_rt_memory_register(const struct sycl_rt_device *device, void *memory, size_t size);
int sycl_rt_memory_unregister(void *memory);

/* Return when done; regions do not overlap. */
int sycl_rt_copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size);
/* count copies of the pattern one after another. */
int sycl_rt_fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count);

/* --- virtual memory: for devices that use the host's memory -------------------- */

enum sycl_rt_virtual_access { SYCL_RT_VIRTUAL_NONE, SYCL_RT_VIRTUAL_READ, SYCL_RT_VIRTUAL_READ_WRITE };

/* Of all addresses, sizes and offsets here these are multiples. */
size_t sycl_rt_virtual_granularity(void);
/* Addresses without memory, at start if they are free there (NULL: anywhere). A status, as all of these return. */
int sycl_rt_virtual_reserve(void *start, size_t size, void **address);
int sycl_rt_virtual_release(void *address, size_t size);
/* Zeroed memory without addresses; to be dropped. */
int sycl_rt_physical_take(size_t size, int *memory);
void sycl_rt_physical_drop(int memory);
/* A part of it at reserved addresses, until they are unmapped. */
int sycl_rt_virtual_map(int memory, uint64_t offset, void *address, size_t size, enum sycl_rt_virtual_access access);
int sycl_rt_virtual_unmap(void *address, size_t size);
int sycl_rt_virtual_protect(void *address, size_t size, enum sycl_rt_virtual_access access);

/* --- variables of devices ----------------------------------------------------- */

/* A device_global (sycl-cc/device-global.h). */
struct sycl_rt_global {
	uint64_t declaration;		/* its id before device-prepare */
	const char *unit;		/* that has this copy of it */
	const void *initial;		/* the initial value, for when no image has it */
	size_t size;
};
/* The address of its object on the device, which has its initial value when the variable was not used before. */
int sycl_rt_global_address(const struct sycl_rt_device *device, const struct sycl_rt_global *global, void **address);

/* --- buffers ---------------------------------------------------------------------- */

/*
 * A buffer's memory is the host's.  A device that cannot use it directly gets a copy
 * when a command needs one; contents are copied when they are used elsewhere.
 */

/* A memory region that a command uses. */
struct sycl_rt_region {
	const void *begin, *end;
	int writes;		/* enum sycl_rt_access */
};
enum sycl_rt_access {
	SYCL_RT_READS = 0,
	SYCL_RT_WRITES = 1,
	SYCL_RT_DISCARDS = 3,	/* writes, without reading the old contents */
	SYCL_RT_ON_HOST = 4,	/* beside those: on the host, whatever the command's device is */
};

/* 1 when some buffer has a copy on a device, else 0: then there is nothing to move. */
int sycl_rt_buffer_copies(void);
/*
 * Whether a buffer may use that memory of the program in place: until sycl_rt_buffer_release(), others may not use any of it.  Always
 * 1 if no device has memory of its own, where the contents would be several times.
 */
int sycl_rt_buffer_claim(const struct sycl_rt_region *whole);
void sycl_rt_buffer_release(const struct sycl_rt_region *whole);
/* The buffer has that memory; commands may use it by its address alone. */
void sycl_rt_buffer_note(const struct sycl_rt_region *whole);
/*
 * The address on the device of p, which points into the buffer whole or into
 * one of its copies; NULL for the host.  The device has memory for the copy
 * from now on; its contents come with sycl_rt_buffer_move().
 */
int sycl_rt_buffer_address(const struct sycl_rt_device *device, const struct sycl_rt_region *whole, const void *p, void **address);
/* The same for a pointer into any buffer that has a copy; p itself for other pointers. */
int sycl_rt_buffer_translate(const struct sycl_rt_device *device, const void *p, void **address);
/* The contents of the regions (addresses of the host) are on the device, NULL for the host, for a command that uses them. */
int sycl_rt_buffer_move(const struct sycl_rt_device *device, const struct sycl_rt_region *region, size_t n);
/* 1 when that would wait for commands on devices, or for another thread that moves them, else 0. */
int sycl_rt_buffer_waits(const struct sycl_rt_device *device, const struct sycl_rt_region *region, size_t n);
/* Forgets the buffer that begins there; its copies are freed without being copied back. */
void sycl_rt_buffer_forget(const void *begin);

/* --- commands that run later ----------------------------------------------------- */

/*
 * A task is a command that has not ended; doc/runtime.md says which thread or
 * device runs it.
 */
struct sycl_rt_task;
enum sycl_rt_task_state { SYCL_RT_TASK_WAITING, SYCL_RT_TASK_READY, SYCL_RT_TASK_RUNNING, SYCL_RT_TASK_ENDED };

enum sycl_rt_command_flags {
	SYCL_RT_AFTER_QUEUE = 1,	/* it comes after all of its queue */
	SYCL_RT_BARRIER = 2,		/* all that is submitted to its queue later comes after it */
	SYCL_RT_ON_DEVICE = 4,		/* its device starts it: it waits for other tasks only */
	SYCL_RT_WAITS_FOR_NOTHING = 8,	/* once it runs, it needs no other thread of the program, and no device */
	SYCL_RT_NEEDS_NOTHING = 16,	/* the same, but it may wait for devices */
	SYCL_RT_OR_LATER = 32,		/* behind a thread's task sycl_rt_command_start() does nothing and returns SYCL_RT_IS_LATER */
	SYCL_RT_BEFORE_UNNAMED = 64,	/* what is submitted to its queue later, without a region or a task that it comes after, comes after it */
};

/* What the command is, for traces: a kernel is known from its launch. */
enum sycl_rt_command_sort {
	SYCL_RT_COMMAND_OTHER, SYCL_RT_COMMAND_KERNEL, SYCL_RT_COMMAND_HOST_TASK, SYCL_RT_COMMAND_COPY, SYCL_RT_COMMAND_FILL,
};

struct sycl_rt_command {
	const void *queue;		/* which queue, by any address */
	uint32_t flags;			/* enum sycl_rt_command_flags */
	uint32_t sort;			/* enum sycl_rt_command_sort; 0 in old programs */
	struct sycl_rt_task *const *after;	/* nafter tasks that it comes after */
	size_t nafter;
	const struct sycl_rt_region *region;	/* it comes after what uses them, unless both read */
	size_t nregion;
	void (*run)(void *argument);	/* throws nothing */
	void *argument;			/* the command's own */
};

/*
 * Commands that run while the program goes on: kernels, and on devices with memory of
 * their own copies and fills.
 */
enum sycl_rt_work_kind {
	SYCL_RT_WORK_KERNEL, SYCL_RT_WORK_COPY, SYCL_RT_WORK_FILL,
	SYCL_RT_WORK_PREFETCH,		/* of shared memory: to, size; count is 0 for the device, 1 for the host */
	SYCL_RT_WORK_ADVISE,		/* the same; count is the device's number of the advice, 0: none any more */
	SYCL_RT_WORK_BARRIER,		/* nothing, after all that comes before it */
};

struct sycl_rt_work {
	uint32_t kind;			/* enum sycl_rt_work_kind */
	uint32_t reserved;		/* 0 */
	const struct sycl_rt_launch *launch;	/* of a kernel */
	void *to;
	const void *from;		/* what to copy, or the pattern */
	size_t size;			/* its bytes */
	size_t count;			/* how many patterns */
};
/*
 * Checks the command, then runs it after all that comes before it.  On a device
 * with memory of its own no task of a thread may be among that.  What the launch points
 * to is copied.  *task is as for sycl_rt_command_later(), NULL when it has ended
 * already.  times: start and end are set when it has ended, unless the task was
 * dropped before; NULL when not wanted.  What goes wrong afterwards is told by
 * sycl_rt_queue_error().
 */
enum { SYCL_RT_IS_LATER = -1 };
int sycl_rt_command_start(const struct sycl_rt_command *command, const struct sycl_rt_device *device,
	const struct sycl_rt_work *work, struct sycl_rt_times *times, struct sycl_rt_task **task);
/* Takes one error of the queue's started commands: its status, with sycl_rt_message(); SYCL_RT_SUCCESS when there is none. */
int sycl_rt_queue_error(const void *queue);
/* The queue is gone: its errors are dropped, and its tasks are those of no queue. */
void sycl_rt_queue_forget(const void *queue);

/* 1 when there is a task that has not ended, else 0: then no command waits. */
int sycl_rt_tasks(void);
/* 1 when a task that has not ended comes before the command, else 0; run and argument do not matter. */
int sycl_rt_command_waits(const struct sycl_rt_command *command);
/*
 * The command's place among those of other threads, before it is run or started: what
 * they submit from now on comes after it, so that the contents of its buffers can be moved
 * and several parts of it started.  *place: for sycl_rt_place_release(), by the same
 * thread; NULL when the command waits for a task as sycl_rt_command_waits() says, and
 * must be one of sycl_rt_command_later().  A status.
 */
int sycl_rt_command_reserve(const struct sycl_rt_command *command, struct sycl_rt_task **place);
/* What came after the place comes after what was started last, NULL when nothing was. */
void sycl_rt_place_release(struct sycl_rt_task *place, struct sycl_rt_task *started);
/*
 * Runs a command that takes a few microseconds at once, and returns 1, unless something that
 * takes longer comes before it: then returns 0.
 */
int sycl_rt_command_now(const struct sycl_rt_command *command);
/*
 * Runs the command on a thread of its own when everything that comes before it
 * has ended.  *task is a handle for sycl_rt_task_drop().  A command that a task
 * submits does not wait for that task.  At exit() the program waits for all tasks.
 */
int sycl_rt_command_later(const struct sycl_rt_command *command, struct sycl_rt_task **task);
void sycl_rt_task_drop(struct sycl_rt_task *task);
/* The same for one of several handles: the task goes on to write its times, unless they are these. */
void sycl_rt_task_leave(struct sycl_rt_task *task, const struct sycl_rt_times *times);
enum sycl_rt_task_state sycl_rt_task_ask(const struct sycl_rt_task *task);
/* The tasks that it still waits for: up to room handles; returns how many there are. */
size_t sycl_rt_task_before(const struct sycl_rt_task *task, struct sycl_rt_task **before, size_t room);
/* Waiting: for the task, for all of a queue, for what uses the memory.  A task does not wait for itself. */
void sycl_rt_task_wait(const struct sycl_rt_task *task);
void sycl_rt_queue_wait(const void *queue);	/* NULL: for the tasks whose queues are gone */
/* And its contents are there for the host, when it is a buffer's. */
void sycl_rt_region_wait(const struct sycl_rt_region *region);
/* Waits for the commands that use it and need nothing more of the program: not for those behind host tasks. */
void sycl_rt_region_settle(const struct sycl_rt_region *region);
/*
 * As sycl_rt_region_wait(); then commands that use the memory wait until it is released.  NULL,
 * which can be released as well, when there is no memory.
 */
struct sycl_rt_task *sycl_rt_region_hold(const struct sycl_rt_region *region);
void sycl_rt_region_release(struct sycl_rt_task *hold);
/* Objects of a device's driver. */
enum sycl_rt_native {
	SYCL_RT_NATIVE_PLATFORM, SYCL_RT_NATIVE_DEVICE, SYCL_RT_NATIVE_CONTEXT,
	SYCL_RT_NATIVE_QUEUE,		/* where commands of a queue go; those of a queue that is not in-order may go elsewhere, too */
	SYCL_RT_NATIVE_EVENT,		/* of a task that a device has started */
};
/* The object as a number: of the device, or of the queue or task; it lives as long as that.  A status. */
int sycl_rt_native_object(const struct sycl_rt_device *device, enum sycl_rt_native what, const void *of, uintptr_t *object);
/* An event that the program's own use of the driver made: it stays there until sycl_rt_native_wait(), which waits for it.  Statuses. */
int sycl_rt_native_keep(const struct sycl_rt_device *device, uintptr_t event);
int sycl_rt_native_wait(const struct sycl_rt_device *device, uintptr_t event);

/* 1 when all that was submitted to the queue has ended. */
int sycl_rt_queue_empty(const void *queue);

#ifdef __cplusplus
}
#endif

#endif
