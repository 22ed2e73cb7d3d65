/*
 * Devices whose driver has streams and events, modules of kernels and one address
 * space with the host: CUDA's driver API and HIP.  backend-streams.c does with them
 * what struct rt_backend asks for; a backend of such a driver fills struct
 * stream_driver, describes its devices, and loads images.
 */
#ifndef RUNTIME_BACKEND_STREAMS_H
#define RUNTIME_BACKEND_STREAMS_H

#include "backend.h"

/* Objects of the driver. */
typedef struct stream_object *stream_handle;
typedef struct event_object *event_handle;
typedef struct module_object *module_handle;
typedef struct function_object *function_handle;

/* The errors and flags that the drivers have in common. */
enum { STREAM_SUCCESS = 0, STREAM_INVALID_VALUE = 1, STREAM_OUT_OF_MEMORY = 2, STREAM_NOT_READY = 600 };
enum { STREAM_NON_BLOCKING = 1, EVENT_DISABLE_TIMING = 2 };
enum { POINTER_MEMORY_TYPE = 2, MEMORY_TYPE_HOST = 1 };
enum { MEM_ATTACH_GLOBAL = 1, HOST_ALLOC_PORTABLE_MAPPED = 3 };
enum stream_function_attribute { FUNC_MAX_THREADS = 0, FUNC_SHARED_SIZE = 1, FUNC_LOCAL_SIZE = 3, FUNC_MAX_DYNAMIC_SHARED = 8 };

struct rt_module;

/*
 * A driver.  Its functions return STREAM_SUCCESS or an error of the driver, and
 * work on the device that is current for the thread.
 */
struct stream_driver {
	enum sycl_rt_backend number;	/* of its modules in struct rt_image */
	/* The names of its functions, for messages. */
	struct {
		const char *memcpy_async, *mem_prefetch, *mem_advise, *func_set_attribute, *launch_kernel, *stream_create,
			*stream_wait_event, *event_create, *event_record;
	} call;

	const char *(*error_name)(int error);
	const char *(*error_text)(int error);
	/* Makes the device current for this thread; a status. */
	int (*enter)(const struct sycl_rt_device *device);
	/*
	 * The image with the links (NULL: none) in the driver; NULL after rt_fail() with *status set.  *kept is
	 * memory that the driver goes on reading, for free() behind the module; NULL: none.
	 */
	module_handle (*load_image)(const struct sycl_rt_device *device, const struct rt_image *image, const struct rt_links *links,
		void **kept, int *status);

	int (*mem_alloc)(void **memory, size_t size);
	int (*mem_alloc_managed)(void **memory, size_t size, unsigned flags);
	int (*mem_host_alloc)(void **memory, size_t size, unsigned flags);
	int (*mem_free)(void *memory);
	int (*mem_free_host)(void *memory);
	int (*memcpy_async)(void *to, const void *from, size_t size, stream_handle stream);
	int (*memset_d8_async)(void *to, unsigned char value, size_t count, stream_handle stream);
	int (*memset_d16_async)(void *to, unsigned short value, size_t count, stream_handle stream);
	int (*memset_d32_async)(void *to, unsigned value, size_t count, stream_handle stream);
	/* Where an address is; STREAM_INVALID_VALUE for memory that the driver does not know. */
	int (*pointer_get_attribute)(void *value, int attribute, const void *memory);
	/* NULL: it has no hints. */
	int (*mem_prefetch_async)(const void *memory, size_t size, int to, stream_handle stream);
	int (*mem_advise)(const void *memory, size_t size, int advice, int device);
	int (*module_unload)(module_handle module);
	int (*module_get_function)(function_handle *function, module_handle module, const char *name);
	int (*module_get_global)(void **address, size_t *size, module_handle module, const char *name);
	int (*func_get_attribute)(int *value, int attribute, function_handle function);
	/* NULL: kernels need not be told of large local memory. */
	int (*func_set_attribute)(function_handle function, int attribute, int value);
	int (*launch_kernel)(function_handle function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
		unsigned shared, stream_handle stream, void **parameters, void **extra);
	int (*stream_create)(stream_handle *stream, unsigned flags);
	int (*stream_synchronize)(stream_handle stream);
	int (*stream_wait_event)(stream_handle stream, event_handle event, unsigned flags);
	int (*event_create)(event_handle *event, unsigned flags);
	int (*event_record)(event_handle event, stream_handle stream);
	int (*event_query)(event_handle event);
	int (*event_synchronize)(event_handle event);
	int (*event_elapsed_time)(float *milliseconds, event_handle begin, event_handle end);
	int (*synchronize)(void);	/* all streams of the device */
	/* Of the memory of another device for the current one. */
	int (*peer_enable)(const struct sycl_rt_device *other);
	int (*peer_disable)(const struct sycl_rt_device *other);
	int (*peer_access)(int *can, int device, int other);
	int (*peer_atomics)(int *can, int device, int other);
};

/* The data of sycl_rt_device.own begins with this; what comes before lane is the backend's. */
struct stream_device {
	const struct stream_driver *driver;
	int device;			/* its handle */
	unsigned max_grid[3], max_depth;	/* work-groups in each of the driver's dimensions; work-items of one in the last */
	unsigned sub_group;
	bool moves_managed;		/* managed memory moves by pages, so that hints have an effect */
	uint64_t max_items;		/* work-items of a launch in one dimension */
	_Atomic(stream_handle) lane[RT_LANES + 1];	/* NULL: not used yet; the last is for commands that are waited for at once */
	event_handle reference;		/* its time is reference_time of sycl_rt_now() */
	uint64_t reference_time;
	struct mark *spare[2];		/* to be used again; [1]: with times */
	struct mark *newest[RT_LANES];	/* NULL: all in the lane has ended */
	/* Commands that were put into the lane; how many of them are known to have ended, and have an end that is recorded. */
	_Atomic uint64_t nplace[RT_LANES], nended[RT_LANES];
	uint64_t nrecorded[RT_LANES];
};

/* A function of the library, and where its address goes. */
struct stream_symbol {
	const char *name;
	size_t at;
	bool optional;
};
/*
 * The n functions of the library, of which NULL is put where an optional one is
 * missing; false, with a line in the trace, when another one is.
 */
bool streams_find_symbols(const char *label, void *library, void *table, const struct stream_symbol *symbols, size_t n);

/* "WHAT failed: NAME (TEXT)" of the driver's error; a status. */
int streams_fail(const struct stream_driver *driver, enum sycl_rt_status status, int error, const char *what);
/*
 * The local memory that programs may ask for, of so many bytes that a work-group can have: group operations keep the turns
 * and parts of their sub-groups in the rest (include/sycl/group_algorithms.hpp).
 */
uint64_t streams_local_memory(uint64_t bytes);
/* The image's bytes followed by a NUL, for free(); NULL after rt_fail() with *status set. */
char *streams_image_text(const struct rt_image *image, size_t *size, int *status);
/* The stream of a lane, made when it is first used; lane RT_LANES is for commands that are waited for at once and wait for none.  A status. */
int streams_find_lane(const struct sycl_rt_device *device, unsigned lane, stream_handle *stream);
/* The event after which the work of the mark has ended. */
event_handle streams_mark_event(void *mark);
/* Frees the modules of the image of that backend. */
void streams_unload(struct rt_image *image, enum sycl_rt_backend number);

/* Functions of struct rt_backend. */
void *streams_alloc(const struct sycl_rt_device *device, enum sycl_rt_memory kind, size_t size, size_t align);
void streams_free(const struct sycl_rt_device *device, enum sycl_rt_memory kind, void *memory);
int streams_copy(const struct sycl_rt_device *device, void *to, const void *from, size_t size);
int streams_fill(const struct sycl_rt_device *device, void *to, const void *pattern, size_t pattern_size, size_t count);
const struct rt_loaded *streams_load(const struct sycl_rt_device *device, struct rt_image *image, const char *kernel,
	const uint8_t *values, const struct rt_links *links, int *status);
int streams_facts(const struct sycl_rt_device *device, const struct rt_loaded *loaded, struct sycl_rt_kernel_facts *facts);
int streams_launch(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded *loaded,
	const void *buffer);
int streams_start(const struct sycl_rt_device *device, const struct rt_start *start, void **mark);
bool streams_has_room(const struct sycl_rt_device *device, const struct rt_start *start);
bool streams_ended(void *mark, bool wait, int *status);
void streams_times(void *mark, struct sycl_rt_times *times);
void streams_drop(void *mark);
int streams_foreign(const struct sycl_rt_device *device, uintptr_t event, bool wait);
int streams_peer(const struct sycl_rt_device *device, const struct sycl_rt_device *other, enum sycl_rt_peer what, int *can);

#endif
