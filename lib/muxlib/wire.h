/*
 * What libsycl-cc-mux and its worker (mux-aot --serve) say to each other, over one
 * stream socket.  A request is a frame WIRE_REQUEST and its blobs; the answer is any
 * number of frames WIRE_MESSAGE and WIRE_BLOB, then WIRE_RESULT.  Both sides are of one
 * installation: numbers have the host's order, and the versions must be equal.
 */
#ifndef MUXLIB_WIRE_H
#define MUXLIB_WIRE_H

#include <stddef.h>
#include <stdint.h>

enum { WIRE_VERSION = 1, WIRE_MAX_BLOBS = 4096 };
/* No blob is larger: a damaged length is found before memory is asked for. */
#define WIRE_MAX_SIZE ((uint64_t)1 << 32)

enum wire_kind {
	WIRE_REQUEST = 0x4d555801,	/* number: enum wire_job, size: how many blobs follow */
	WIRE_BLOB,			/* size bytes follow */
	WIRE_MESSAGE,			/* number: severity, size bytes of text follow */
	WIRE_RESULT,			/* number: enum wire_result */
};

/*
 * What the worker does.  Blob 0 is a struct wire_settings, blob 1 the name of the processor,
 * 2 passes, 3 the name of the only kernel: empty when they do not matter.
 */
enum wire_job {
	WIRE_READ,		/* blob 4: bitcode, text or SPIR-V -> bitcode */
	WIRE_CLC,		/* 4: source, 5: options for clang, each with a NUL; then names and texts of headers -> bitcode */
	WIRE_LINK,		/* 4 ...: bitcode -> bitcode */
	WIRE_FINALIZE,		/* 4: bitcode -> bitcode of the canonical form, its kernels (lib/mux/mux.h, mux_describe()) */
	WIRE_BINARY,		/* 4: bitcode -> native CPU image */
	WIRE_PRINT,		/* 4: bitcode -> text */
	WIRE_NJOB
};
enum { WIRE_SETTINGS, WIRE_CPU, WIRE_PASSES, WIRE_KERNEL, WIRE_INPUT, WIRE_EXTRA };

enum wire_result { WIRE_DONE, WIRE_FAILED, WIRE_NO_MEMORY, WIRE_CRASHED };

struct wire_settings {
	uint32_t version;
	uint32_t width;
	uint32_t no_guards, no_masks;
	uint32_t local_size[3];
	uint32_t reserved;
};

struct wire_frame {
	uint32_t kind, number;
	uint64_t size;
};

/* All bytes or -1: an error, or the other side has ended. */
int wire_send(int fd, const void *data, size_t size);
int wire_receive(int fd, void *data, size_t size);
int wire_send_frame(int fd, enum wire_kind kind, uint32_t number, const void *data, uint64_t size);

#endif
