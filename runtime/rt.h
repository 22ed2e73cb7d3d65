/*
 * Declarations shared by the files of the runtime.  The runtime is part of its
 * user's process: it never prints, never exits, and holds its locks only during
 * a look-up or while it builds an image.
 */
#ifndef RUNTIME_RT_H
#define RUNTIME_RT_H

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "format/devconfig.h"
#include "format/imageselect.h"
#include "format/propset.h"
#include "format/specconst.h"
#include "sycl-cc/mux-image.h"
#include "sycl-cc/offload-descriptor.h"
#include "sycl-cc/runtime.h"

#define API __attribute__((visibility("default")))

/* --- error.c --- */

/* Keeps the message for sycl_rt_message() and returns status. */
int rt_fail(enum sycl_rt_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/*
 * From now on the diagnostics of lib/format are kept, not printed.  rt_reported()
 * returns and drops the first one of this thread since its last call.
 */
void rt_keep_reports(void);
const char *rt_reported(void);

/* The words of SYCL_CC_TRACE. */
enum rt_trace { RT_TRACE_IMAGES = 1, RT_TRACE_COMMANDS = 2, RT_TRACE_LAUNCHES = 4 };
/* Prints a line to standard error if the trace is on. */
bool rt_traces(enum rt_trace what);
/* The file of launches, which ends at a comma or at the end of the text. */
const char *rt_trace_file(void);
/* A driver or device cannot be used: a line of the trace for images, and of sycl_rt_devices_missing(). */
void rt_device_missing(const char *format, ...) __attribute__((format(printf, 1, 2)));
void rt_trace(enum rt_trace what, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- paths.c: the names that it answers live as long as the process --- */

/* The path of program (mux-aot), NULL when it is not found. */
const char *rt_program(const char *program);
/* The installed device configuration; NULL when it cannot be found. */
const char *rt_device_config(void);
/* --- files.c --- */

/* The file or folder belongs to this user, and nobody else may write to it. */
bool rt_is_private(int fd);
/* The whole of a regular file of the folder (malloc()ed), NULL when it cannot be read.  own: only this user may write it. */
char *rt_file_read(int dir, const char *name, bool own, size_t *size);
/* Creates the file, or opens it with more flags of open(2), and writes the bytes; -1 on failure. */
int rt_file_write(int dir, const char *name, const void *bytes, size_t size, int flags);
/* A memory file with these bytes; -1 when there is no memory. */
int rt_memory_file(const void *bytes, size_t size);

/* --- cache.c --- */

/*
 * The folder $SYCL_CACHE_DIR, else $XDG_CACHE_HOME/sycl-cc, made when missing, as a
 * descriptor that the caller closes; -1 when the user wants none, or it cannot be
 * trusted or made (doc/security.md).
 */
int rt_cache_open(void);
/* A memory file with the entry's code; -1 when there is no entry of this user, or it is damaged. */
int rt_cache_load(int cache, const char *key);
/*
 * Waits until no other thread or process makes the entry, and keeps others from it
 * until rt_cache_unlock() or the end of the process.  -1 when there are no locks in
 * this folder.
 */
int rt_cache_lock(int cache, const char *key);
void rt_cache_unlock(int lock, const char *key);
/*
 * Makes the entry, out of a file in the folder dir of the same file system; nothing happens when it cannot.
 * Removes those used longest ago while all are larger than SYCL_CACHE_MAX_SIZE.
 */
void rt_cache_store(int cache, const char *key, int dir, const void *bytes, size_t size);

/* --- registry.c --- */

enum { RT_BACKENDS = SYCL_RT_BACKEND_HIP + 1 };

/* One registered image.  Those of a kernel that rt_registry_acquire() or rt_registry_exporters() gave have been read. */
struct rt_image {
	const struct sycl_offload_image *desc;
	_Atomic bool is_read;		/* what follows, up to imported */
	struct propfile props;
	struct requirements req;
	const char *reason;		/* NULL unless the image was emptied and says why */
	const char *malformed;		/* the error in its properties, NULL when they are valid */
	struct specconsts spec;		/* its specialization constants */
	bool default_copy;		/* a copy of another image, whose constants all have their default values */
	const struct propset *imported;	/* functions of other images that it calls; NULL: none */
	const void *library;		/* identifies the program or shared library that it came with */
	struct rt_image *read_before;	/* of this library; guarded by registry.c */
	struct rt_native *native;	/* NULL until loaded; guarded by native.c */
	struct rt_native *single;	/* kernels of it that were compiled alone; guarded by native.c */
	struct rt_native *fitted;	/* kernels of it for one size of work-groups; guarded by native.c */
	struct rt_native *variant;	/* its code with other values of its constants, or linked; guarded by native.c */
	struct rt_module *module[RT_BACKENDS];	/* the image loaded by each backend, which guards it */
};

/* The images whose functions an image calls, directly or through each other. */
struct rt_links {
	struct rt_image **image;
	size_t n;
	uint64_t hash[2];		/* of their bytes */
};

/* The image and code of a kernel for a device, once known: [1] for launches that set values of constants. */
struct rt_on_device {
	_Atomic(struct rt_image *) chosen[2];
	const struct rt_links *_Atomic links[2];	/* of the chosen image; NULL: it needs no other */
	_Atomic(const struct rt_loaded *) loaded[2];	/* with the default values of native constants */
};

/* A kernel of the program, or a function for other images, and the images that define it, in order of registration. */
struct rt_kernel {
	const char *name;		/* as its images have it: NAME or NAME@UNIT, NAME$UNIT when they are all for GPUs */
	const char *gpu_name;		/* as in images without '@'; NULL: there are none */
	struct rt_image **image;
	size_t nimage;
	struct rt_on_device *on;	/* by index of device */
};

/*
 * The kernel name@unit, or else name; NULL when no image defines it.  Takes
 * the registry's lock for reading; until rt_registry_release() nothing is
 * unregistered.
 */
struct rt_kernel *rt_registry_acquire(const char *name, const char *unit);
void rt_registry_release(void);
/* As __sycl_register_lib(); brought: its kernels are not the program's own, and found by their names only. */
void rt_registry_add(struct sycl_offload_desc *desc, bool brought);
/* True when the device accepts the target of some image, or the program has no images. */
bool rt_registry_has_global(const char *id);
bool rt_registry_has_images(const struct sycl_rt_device *device);
/* While it is acquired: the images that export that function, NULL when none does. */
const struct rt_kernel *rt_registry_exporters(const char *symbol);
/* While it is acquired: the files that images came with, for messages. */
const char *rt_registry_files(struct arena *arena);
/* While it is acquired: a copy that lives until something is registered or unregistered; NULL when there is no memory. */
const struct rt_links *rt_registry_keep(const struct rt_links *links);

/* --- choose.c --- */

struct rt_loaded;
/*
 * The kernel and the image that runs it on the device; with_values: the
 * program has set values of specialization constants.  The caller releases the
 * registry, also after a failure.  Returns a status.
 */
int rt_choose_image(const struct sycl_rt_device *device, const char *name, const char *unit, bool with_values,
	struct rt_kernel **kernel, struct rt_image **image);
/*
 * The code for a launch, to be released by rt_native_done(), and the buffer of
 * specialization constants, valid until this thread's next call.  Returns a
 * status.
 */
int rt_choose(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded **loaded,
	const void **buffer);

/* --- selector.c: ONEAPI_DEVICE_SELECTOR --- */

/* A device as the selector sees it. */
struct rt_candidate {
	const char *backend;
	unsigned number;	/* among those of its backend */
	uint32_t type;		/* the aspect: cpu, gpu, ... */
	unsigned levels, part[2];	/* a part of the device, or of such a part: the numbers of both */
};
/* NULL when the text is valid, else the error (arena string). */
const char *rt_selector_error(const char *text, struct arena *arena);
/* The valid text selects the device; number UINT_MAX: it may select a device of that backend. */
bool rt_selector_takes(const char *text, const struct rt_candidate *candidate);
/* The valid text has words about parts of devices. */
bool rt_selector_names_parts(const char *text);

/* --- device.c --- */

struct rt_backend;
struct rt_part_of_cpu;

struct sycl_rt_device {
	const struct rt_backend *backend;
	struct target can;		/* its own, or the entry of SYCL_CC_DEVICE_AS */
	struct image_device select;
	struct image_accept accept[48];
	uint32_t type;			/* the aspect: cpu, gpu, ... */
	char name[256];
	const char *vendor;
	const char *platform_name, *platform_vendor;	/* NULL: the backend's */
	void *own;			/* data of the backend */
	unsigned index;			/* among all devices of the process; parts have their parent's */
	const struct rt_part_of_cpu *part;	/* NULL: it is no part of another one */
};

/* The number of devices, including those that ONEAPI_DEVICE_SELECTOR hides. */
size_t rt_device_count(void);

/* The targets of the installed configuration, for names in messages; empty when it cannot be read. */
const struct devconfig *rt_targets(void);

/* --- partition.c: parts of the CPU device --- */

struct rt_part_of_cpu {
	const struct sycl_rt_device *parent;
	enum sycl_rt_partition partition;
	enum sycl_rt_domain domain;
	cpu_set_t units;		/* numbers of its compute units, of those of the whole device */
	struct rt_share *share;
};
/* The device's compute units. */
unsigned rt_cpu_units(const struct sycl_rt_device *device);
/* The share of the threads that kernels on the device have; NULL: all of them. */
struct rt_share *rt_cpu_share(const struct sycl_rt_device *device);
uint64_t rt_cpu_partitions(const struct sycl_rt_device *device);
uint64_t rt_cpu_domains(const struct sycl_rt_device *device);

/* --- native.c: images in executable form --- */

/*
 * One kernel of a loaded image.  It lives until the image is unregistered; one
 * with values of its own only until rt_native_done().
 */
struct rt_loaded {
	const struct mux_kernel *mux;	/* of the CPU */
	const struct rt_image *image;
	uint64_t functor_size;		/* as compiled; 0: not known */
	struct rt_native *native;	/* the loaded code that it is part of */
	struct rt_pace *pace;		/* of the CPU */
	_Atomic unsigned *users;	/* of other devices, with values of its own: launches under way */
};
/* Code of a kernel for one size of its work-groups (fit.c). */
struct rt_fit {
	_Atomic(const struct mux_kernel *) code;	/* reqd_wg_size is the size; NULL: there is none */
	_Atomic uint32_t state;
	_Atomic uint64_t size;		/* of the newest launches */
	_Atomic int64_t left;		/* nanoseconds that launches of that size have to take until there is such code */
};
/* How long the launches of a kernel took, for those that come. */
struct rt_pace {
	struct rt_fit fit;
	_Atomic uint32_t quick;		/* how many were quick since one was not */
	_Atomic uint64_t items;		/* the most work-items of a quick one */
	_Atomic uint64_t cost;		/* nanoseconds of 1,024 work-items; 0: not known */
	_Atomic uint32_t tries;		/* to learn it */
};
/* As compiled; 0: not known. */
uint64_t rt_functor_size(const struct rt_image *image, const char *kernel);

/* The bytes of an image, as they are or decompressed. */
struct rt_bytes {
	const unsigned char *bytes;
	size_t size;
	void *owned;			/* for free() */
};
/* 0, or -1 after rt_fail() with *status set. */
int rt_image_open(struct rt_bytes *open, const struct rt_image *image, int *status);

/*
 * The kernel in the image, which is loaded or compiled first.  values: a block
 * of specialization constants for SPIR-V to be compiled with, NULL for the
 * default ones.  links: the images to compile it with, NULL: none.  NULL after
 * rt_fail() with *status set.
 */
const struct rt_loaded *rt_native_kernel(struct rt_image *image, const char *kernel, const uint8_t *values,
	const struct rt_links *links, int *status);
/* Kernels of the image can be compiled once more, alone: it is SPIR-V, and they share no variables. */
bool rt_native_may_fit(const struct rt_loaded *loaded);
/* Bytes of its code, with a share of what all kernels of the loaded code have. */
uint64_t rt_native_size(const struct rt_loaded *loaded);
/*
 * The kernel compiled for work-groups of this size (x first) alone; cached: if the cache has it.  NULL when there is
 * no such code, for any reason; it lives until the image is unregistered.
 */
const struct mux_kernel *rt_native_fit(struct rt_image *image, const char *kernel, const uint32_t size[3], bool cached);
/* The launch has ended.  Code with values of its own may be unloaded when many other sets of values follow. */
void rt_native_done(const struct rt_loaded *loaded);
/* Unloads what was loaded from the image. */
void rt_native_unload(struct rt_image *image);

/* --- fit.c: code for one size of work-groups --- */

/* Before a launch, with the registry acquired: looks for such code if that is worth it.  The launch is of the CPU. */
void rt_fit(struct rt_image *image, const struct rt_loaded *loaded, const struct sycl_rt_launch *launch);
/* A launch with work-groups of that size, which the program has chosen, took so long. */
void rt_fit_note(const struct rt_loaded *loaded, const uint64_t local[3], uint64_t nanoseconds);
/* The best code for the launch. */
const struct mux_kernel *rt_fit_code(const struct rt_loaded *loaded, const struct sycl_rt_launch *launch);

/* --- imagefile.c --- */

/*
 * dlopen() of the file, whose descriptor it takes over: *kept is that descriptor when the
 * file has line tables, which debuggers read later, else -1.  NULL: dlerror() tells why.
 */
void *rt_image_load(int fd, int *kept);

/* --- pool.c --- */

/* Work on the pieces begin to end of a job. */
typedef void rt_part(void *argument, uint64_t begin, uint64_t end);

/* Jobs that have some of the threads: one runs after the other. */
struct rt_share {
	unsigned limit;			/* so many threads at most work on them */
	bool pinned;			/* they do so on these processors */
	cpu_set_t cpus;
	struct rt_job *job;		/* the one that runs; NULL: none */
	struct rt_job *first, **last;	/* those that wait for it */
	struct rt_share *other;		/* of the list of all shares */
};
/* A new one, which lives as long as the process; cpus NULL: on any processor.  NULL when out of memory. */
struct rt_share *rt_share_make(unsigned limit, const cpu_set_t *cpus);

/* A job for the threads of the CPU device; the first six members are its maker's. */
struct rt_job {
	rt_part *part;
	void *argument;
	uint64_t total, piece;		/* how many pieces, and how many a thread takes at a time */
	void (*ended)(struct rt_job *job);	/* called once, by the last of its threads; NULL: over is set */
	struct rt_share *share;		/* NULL: all threads */
	unsigned wanted;		/* threads, at first */
	bool in_line;			/* it waits for others of its share */
	_Atomic uint64_t next;		/* the first piece that nobody has taken */
	_Atomic uint32_t over;
	_Atomic unsigned runners;	/* threads that work on it */
	bool listed;
	struct rt_job *next_job, **link;
};
/* How many pieces of so many a thread is to take at a time. */
uint64_t rt_job_piece(uint64_t total);
/* Starts the job, of at least one piece, on that many threads at first. */
void rt_job_start(struct rt_job *job, unsigned threads);
/* This thread works on the job until all of its pieces are taken; false when there was nothing to do, or no processor free. */
bool rt_job_help(struct rt_job *job);
enum { RT_SPINS = 500 };		/* looks at memory before a thread sleeps: about 10 us, for kernels that follow each other closely */
void rt_pause(void);

/* Runs the parts of 0..total, here or on all threads of the share (NULL: of the pool); returns when they have ended. */
void rt_pool_run(rt_part *part, void *argument, uint64_t total, struct rt_share *share);
/* How many threads rt_pool_run() uses. */
unsigned rt_pool_threads(void);
/* The processors that they use. */
const cpu_set_t *rt_pool_cpus(void);
/* False when no thread could be created. */
bool rt_pool_has_threads(void);
/*
 * At least size bytes of this thread's own, MUX_ALIGN aligned, valid until it asks
 * for more of the same kind; NULL when out of memory.
 */
enum rt_memory { RT_LOCAL, RT_SCRATCH, RT_PARAMS, RT_SPEC, RT_MEMORIES };
void *rt_pool_memory(enum rt_memory which, size_t size);

/* --- backend-cpu.c: kernels that run while the program goes on --- */

enum { RT_MAX_WORK_GROUP = 4096 };	/* work-items */

struct rt_cpu_kernel;
/*
 * The launch, checked, with copies of all that it points to, as a job of *groups pieces for
 * that many *threads at first; it takes over loaded.  NULL after rt_fail() with *status set.
 */
struct rt_cpu_kernel *rt_cpu_kernel_make(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer,
	uint64_t *groups, unsigned *threads, int *status);
/* Some of the work-groups; the argument is the kernel. */
rt_part rt_cpu_kernel_run;
/* It has ended, and has taken that long; a status. */
int rt_cpu_kernel_end(struct rt_cpu_kernel *kernel, uint64_t nanoseconds);
/* The launch is expected to take no longer than handing it to a thread. */
bool rt_cpu_is_quick(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded);
/* It is not known whether the kernel is quick; true a limited number of times. */
bool rt_cpu_is_unknown(const struct rt_loaded *loaded);
void rt_cpu_note_slow(const struct rt_loaded *loaded);
bool rt_cpu_kernel_is_quick(const struct rt_cpu_kernel *kernel);
/* Runs the launch, which is expected to be quick, on this thread; a status.  It does not take over loaded. */
int rt_cpu_run_quick(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded, const void *buffer);

/* --- launches.c: SYCL_CC_TRACE=launches:FILE --- */

/* To be called before handlers of fork() whose locks are held at events. */
void rt_trace_start(void);
/* A command, from its submission to its end: for free(). */
struct rt_traced;
/* NULL when there is no such trace, and for what is no event of it.  device may be NULL. */
struct rt_traced *rt_trace_begin(enum sycl_rt_command_sort sort, const void *queue, const struct sycl_rt_device *device);
struct rt_traced *rt_trace_launch(const struct sycl_rt_launch *launch, const void *queue, const struct sycl_rt_device *device);
struct rt_traced *rt_trace_work(const struct sycl_rt_work *work, const void *queue, const struct sycl_rt_device *device);
/* Writes its event; nanoseconds of sycl_rt_now().  traced may be NULL. */
void rt_trace_end(const struct rt_traced *traced, uint64_t start, uint64_t end);
/* Another queue may have the same address from now on. */
void rt_trace_forget_queue(const void *queue);

/* --- tasks.c --- */

/* The queue of the task that this thread runs, NULL when it runs none. */
const void *rt_task_queue(void);

/* No kernel runs any more, and none that was submitted will, but for those that wait for host tasks. */
void rt_finish_kernels(void);

/* One more handle of the task, to be dropped. */
struct sycl_rt_task *rt_task_keep(struct sycl_rt_task *task);
/* Waits for what devices do with the memory of the region, reading or writing. */
void rt_wait_devices(const struct sycl_rt_region *region);

/* --- starting.c --- */

/* The lane of a device for what this thread launches and waits for. */
unsigned rt_task_lane(void);

/* --- launch.c --- */

/* The kernel of a launch in executable form, with the sizes checked; rt_native_done() takes it back.  Returns a status. */
int rt_launch_prepare(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded **loaded,
	const void **buffer);

/* "{2, 4, 8}", in SYCL order, of sizes that fill dims dimensions. */
void rt_size_text(char text[80], const uint64_t *size, unsigned dims);
/*
 * The work-group size of the launch is the one that the kernel requires, in
 * the order of CUDA's and OpenCL's dimensions; a status.
 */
int rt_check_required_size(const struct sycl_rt_launch *launch, const uint32_t required[3]);

/*
 * The global size, rounded up, and the local size of a launch, both in the order of CUDA's and OpenCL's
 * dimensions; false when there is nothing to run.  required: the kernel's work-group size, all 0: any; most:
 * work-items of a work-group of the kernel, 0: not known.
 */
bool rt_lay_out(const struct sycl_rt_launch *launch, const size_t required[3], size_t most, size_t global[3], size_t local[3]);
/* The device can run work-groups of that size, with the local memory of the launch; a status. */
int rt_check_sizes(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const size_t required[3], size_t most,
	const size_t local[3]);

/* The second parameter of every kernel (doc/graph.md). */
struct rt_kargs {
	uint64_t range[3];
	uint64_t offset[3];
	const void *spec_constants;
};
static inline void
rt_fill_kargs(struct rt_kargs *kargs, const struct sycl_rt_launch *launch, const void *buffer)
{
	kargs->spec_constants = buffer;
	for (unsigned d = 0; d < 3; d++) {
		kargs->range[d] = d < launch->dims ? launch->global[d] : 1;
		kargs->offset[d] = d < launch->dims ? launch->offset[d] : 0;
	}
}
/* The function object of the launch has the size that the kernel was compiled for; a status. */
int rt_check_functor(const struct sycl_rt_launch *launch, const struct rt_loaded *loaded);

/* --- globals.c --- */

/*
 * The image's device globals get their objects: find() gives the address of a variable of the module that it was
 * loaded as.  device NULL: one that uses the host's memory.  A status.
 */
int rt_globals_place(const struct sycl_rt_device *device, const struct rt_image *image, void *(*find)(void *module, const char *name),
	void *module);

/* --- spec.c: values of specialization constants --- */

/* The specialization constants of a launch. */
struct rt_values {
	const uint8_t *native;	/* for rt_native_kernel(); NULL: all have their default values */
	const void *buffer;	/* for the kernel's arguments; NULL when the image reads none */
};

/*
 * The values of the image's constants: the n given ones, else their defaults.
 * Valid until this thread's next call.  Returns a status.
 */
int rt_spec_values(const struct rt_image *image, const struct sycl_rt_spec_value *given, size_t n, struct rt_values *values);

/* --- translate.c: SPIR-V for drivers --- */

/*
 * The SPIR-V of the image with these values (NULL: the default ones), with rt_spirv_plain_name() of its names; translated if
 * translator is not NULL, linked with the links before (NULL: none).  0, or -1 after rt_fail() with *status set.
 */
int rt_spirv_open(struct rt_bytes *open, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	const char *translator, int *status);
/* Linkers of some drivers take an '@' for a version: it becomes '_'. */
void rt_spirv_plain_name(char *name);

/* --- build.c: SPIR-V to native code, through the cache --- */

/* The bytes of a device image: SPIR-V or bitcode. */
struct rt_code {
	const unsigned char *bytes;
	size_t size;
};

/* What is compiled of the kernels of an image. */
struct rt_wanted {
	bool partial;		/* not those that call functions which are not there */
	const char *kernel;	/* the only one that is needed, NULL: all; the cache may have all */
	uint32_t size[3];	/* the only size of work-groups, x first, and that kernel alone; 0,0,0: any */
	bool cached;		/* what the cache has */
};
/*
 * A shared object made from the kernels of the first image, with functions of
 * the n - 1 others: a descriptor of a memory file, which the caller closes.
 * -1 after rt_fail() with *status set, or if only what is cached is wanted and nothing is.
 */
int rt_build(const struct rt_code *code, size_t n, const struct rt_wanted *wanted, int *status);
/*
 * What the translator (a path) makes of n modules of SPIR-V, linked: a module of LLVM, which the caller frees.
 * 0, or -1 after rt_fail() with *status set.
 */
int rt_translate(const struct rt_code *code, size_t n, const char *translator, struct rt_bytes *made, int *status);
/*
 * Runs a compiler, argv[0], in a folder with the texts, as files of their names, and reads its output, the file out, and
 * what it said (both for free()).  Its exit status, or -1 after rt_fail() with *status set.
 */
int rt_compile_texts(char *const argv[], const struct sycl_rt_file *text, size_t n, struct rt_bytes *made, char **log, int *status);
/* What clang must read before a program in OpenCL C, for free(); NULL: no memory. */
char *rt_opencl_conversions(size_t *size);
#endif
