/* What the files of libsycl-cc-mux share. */
#ifndef MUXLIB_PRIVATE_H
#define MUXLIB_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>

#include "muxlib/wire.h"
#include "sycl-cc/mux.h"

struct mux_context {
	struct mux_allocator allocator;
	pthread_mutex_t mutex;		/* recursive: everything below, and all objects of the context */
	char *program;			/* of the worker; NULL: it is searched */
	pid_t worker;			/* 0: none runs */
	int fd;				/* to the worker */
};

/* Bytes that grow, of the context's allocator; all zero is empty. */
struct bytes {
	uint8_t *data;
	size_t n, room;
};

struct mux_target {
	struct mux_context *context;
	const struct mux_info *info;
	struct mux_target_ops ops;	/* all slots are set */
	mux_notify *notify;
	void *user;
	struct bytes builtins;
};

struct mux_deferred {
	struct mux_module *module;
	const struct mux_kernel_info *info;
	struct bytes binary;		/* for local_size; empty: none */
	size_t local_size[3];
};

struct mux_module {
	struct mux_context *context;
	struct mux_target *target;
	void *user;
	enum mux_state state;
	enum mux_mode mode;
	bool library;
	uint32_t num_errors;
	struct bytes log;		/* text, NUL behind it unless empty */
	struct bytes options;		/* of the info: name NUL value NUL ... */
	struct bytes clang;		/* options for the front end, each with a NUL */
	struct bytes code;		/* bitcode, of the state */
	struct bytes description;	/* of a finalized module's kernels, as the worker gave it */
	struct bytes binary, text;	/* what was given out last */
	struct mux_kernel_info *kernel;	/* nkernel of them, with their parameters in one block */
	struct mux_parameter *parameter;
	struct mux_argument_info *argument;	/* what the source says of each */
	struct mux_deferred **deferred;	/* as many, NULL until they are asked for */
	size_t nkernel;
};

/* --- memory: NULL or -1 when there is none ------------------------------- */

void *memory_get(struct mux_context *context, size_t size);
/* n * size bytes, cleared. */
void *memory_zeroed(struct mux_context *context, size_t n, size_t size);
void memory_put(struct mux_context *context, void *memory);
/* Room for size more. */
int bytes_reserve(struct mux_context *context, struct bytes *bytes, size_t size);
int bytes_add(struct mux_context *context, struct bytes *bytes, const void *data, size_t size);
/* The text and its NUL. */
int bytes_add_text(struct mux_context *context, struct bytes *bytes, const char *text);
void bytes_free(struct mux_context *context, struct bytes *bytes);
/* What to held is freed; it takes over what from holds, which is empty then. */
void bytes_move(struct mux_context *context, struct bytes *to, struct bytes *from);

/* --- worker ----------------------------------------------------------------- */

struct blob {
	const void *data;
	size_t size;
};

struct request {
	enum wire_job job;
	const struct mux_pipeline *pipeline;	/* NULL: it does not matter */
	const char *kernel, *passes;		/* NULL: empty */
	uint32_t local_size[3];
	const struct blob *blob;		/* from WIRE_INPUT on */
	size_t n;
};

enum { MAX_OUTPUTS = 2 };

/*
 * Has the worker do it; outputs become the blobs of the answer, messages go to the module's log.
 * failure: the result when input is at fault, or the worker ends.
 * FAILURE when no worker can be started.  Call it with the context locked.
 */
enum mux_result worker_call(struct mux_module *module, const struct request *request, struct bytes output[MAX_OUTPUTS],
			    enum mux_result failure);
void outputs_free(struct mux_context *context, struct bytes output[MAX_OUTPUTS]);
void worker_end(struct mux_context *context);

/* --- modules ------------------------------------------------------------------ */

/* A message for the log and the callback; an error counts.  -1: out of memory. */
int module_say(struct mux_module *module, enum mux_severity severity, const char *message);
int module_error(struct mux_module *module, const char *format, ...) __attribute__((format(printf, 2, 3)));
void options_clear(struct mux_module *module);
/* Makes module->kernel of module->description: 0, -1 when it is damaged, 1 out of memory. */
int program_read(struct mux_module *module);
void program_clear(struct mux_module *module);
/* Bitcode that the worker makes of the front end's input becomes the module's code, compiled. */
enum mux_result module_take_code(struct mux_module *module, struct request *request);
/* What a failing front end gives, by the mode. */
enum mux_result module_front_end_failure(const struct mux_module *module);

/* --- SPIR-V ------------------------------------------------------------------- */

/* 0 when the words are a module. */
int words_check(const uint32_t *words, size_t n);
/* The constants of a module that was checked. */
int words_constants(struct mux_context *context, const uint32_t *words, size_t n,
		    void (*found)(const struct mux_spec_constant *, void *), void *user);
/* Puts values into the words; the result. */
enum mux_result words_specialize(struct mux_context *context, uint32_t *words, size_t n, const struct mux_spec_value *values,
				 size_t nvalue);
void words_describe(const uint32_t *words, size_t n, struct mux_spirv_info *info);
/* The first capability or extension that the device lacks, as text in buffer; false: it has all. */
bool words_lack(const uint32_t *words, size_t n, const struct mux_spirv_device_info *device, char *buffer, size_t room);

#endif
