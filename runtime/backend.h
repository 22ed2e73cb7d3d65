/*
 * A backend drives the devices of one interface: it is one file and one table
 * of functions.  doc/backends.md says how to write one.
 */
#ifndef RUNTIME_BACKEND_H
#define RUNTIME_BACKEND_H

#include "rt.h"

/* With the stream of copies that are waited for, as many as CUDA has connections by default: streams that share one wait for each other. */
enum { RT_LANES = 7 };

/* Work to start. */
struct rt_start {
	const struct sycl_rt_work *work;
	const struct rt_loaded *loaded;	/* of a kernel, with its buffer of specialization constants */
	const void *buffer;
	unsigned lane;
	bool timed;
	void *const *after;
	size_t nafter;
	void *joins;			/* the newest work of the lane, when nobody asks for its end alone; NULL: it is none */
};

struct rt_backend {
	const char *name;		/* in ONEAPI_DEVICE_SELECTOR */
	enum sycl_rt_backend number;
	const char *platform_name, *platform_vendor;
	/* Kernels use the host's memory: nothing is copied, and every pointer is valid everywhere. */
	bool host_memory;
	bool gpu_names;			/* kernels of its images have names without '@' */
	bool waits_for_host_copies;	/* its start() would wait to copy from or to memory of the host that it has not given */
	bool has_hints;			/* start() takes SYCL_RT_WORK_PREFETCH and SYCL_RT_WORK_ADVISE */
	bool on_request;		/* asked for devices only when ONEAPI_DEVICE_SELECTOR selects some by a term without '!' */

	/* Calls rt_device_add() for every usable device; the trace says why others are not usable. */
	void (*find)(void);
	uint64_t (*ask_number)(const struct sycl_rt_device *device, enum sycl_rt_number which);
	const char *(*ask_text)(const struct sycl_rt_device *device, enum sycl_rt_text which);

	/* size is positive, align a power of two.  NULL when out of memory. */
	void *(*alloc)(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align);
	void (*free)(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory);
	/* Return when done, a status.  Pointers may be the host's. */
	int (*copy)(const struct sycl_rt_device *device, void *to, const void *from, size_t size);
	int (*fill)(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count);

	/*
	 * The kernel of the image, loaded or compiled; values and links as for
	 * rt_native_kernel().  NULL after rt_fail() with *status set.  It lives
	 * until the image is unregistered; one with values, until done().
	 */
	const struct rt_loaded *(*load)(const struct sycl_rt_device *device, struct rt_image *image, const char *kernel,
		const uint8_t *values, const struct rt_links *links, int *status);
	/* As rt_fit(); NULL: launches of all sizes have the same code. */
	void (*fit)(struct rt_image *image, const struct rt_loaded *loaded, const struct sycl_rt_launch *launch);
	/* Unloads what was loaded from the image, on all of its devices. */
	void (*unload)(struct rt_image *image);
	int (*facts)(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts);
	/*
	 * Runs the kernel; returns when it has ended.  The sizes were checked.
	 * buffer: its specialization constants, NULL when it reads none.
	 */
	int (*launch)(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
		const void *buffer);

	/*
	 * For devices that work while the program goes on; NULL for others.
	 * start() puts the work into a lane (0 to RT_LANES - 1), whose work runs
	 * one after the other, behind the marks, which are of devices of this
	 * backend.  *mark is NULL when it has ended already.
	 */
	int (*start)(const struct sycl_rt_device *device, const struct rt_start *start, void **mark);
	/* Whether start() would not wait in the driver for what is in the lane; NULL: it never does. */
	bool (*has_room)(const struct sycl_rt_device *device, const struct rt_start *start);
	/* The work has ended, or, with wait, does so now; *status says how. */
	bool (*ended)(void *mark, bool wait, int *status);
	/* When it began and ended; it was started with timed. */
	void (*times)(void *mark, struct sycl_rt_times *times);
	void (*drop)(void *mark);
	/* As sycl_rt_native_object(), of a lane or mark; called as start() is.  NULL: there are none. */
	int (*native)(const struct sycl_rt_device *device, enum sycl_rt_native what, unsigned lane, void *mark, uintptr_t *object);
	/* As sycl_rt_native_keep(), and as sycl_rt_native_wait() with wait. */
	int (*foreign)(const struct sycl_rt_device *device, uintptr_t event, bool wait);
	/* As sycl_rt_device_peer(), of two different devices of this backend; NULL: they do not reach each other. */
	int (*peer)(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can);
};

/* All of them; the CPU comes first. */
extern const struct rt_backend rt_backend_cpu, rt_backend_opencl, rt_backend_cuda, rt_backend_hip, rt_backend_level_zero;

extern const struct rt_backend *const rt_backends[];
extern const size_t rt_nbackend;

/* Adds a device, which lives as long as the process and whose fields up to index are set. */
void rt_device_add(struct sycl_rt_device *device);
/* An aspect that a device has or lacks. */
struct rt_aspect {
	const char *name;
	bool there;
};
/* Sets the aspects of the target, which live as long as the process. */
void rt_device_aspects(struct target *can, const struct rt_aspect *list, size_t n);
/* The program gets an exception with this text instead of a device. */
void rt_device_fail(const char *text);

#endif
