/*
 * A native CPU image (doc/formats/mux-image.5): a shared object made by
 * mux-aot, loaded by the runtime with dlopen().  Its one contract is the table
 * MUX_TABLE_SYMBOL, an array of struct mux_kernel that ends with an entry
 * whose name is NULL.  Every entry, the last one too, states the ABI version.
 *
 * Dimensions are in the order of the work-item builtins everywhere here:
 * dimension 0 is the fastest one, SYCL's last.
 */
#ifndef SYCL_CC_MUX_IMAGE_H
#define SYCL_CC_MUX_IMAGE_H

#include <stdint.h>

#define MUX_ABI_VERSION 1
#define MUX_TABLE_SYMBOL "__mux_kernels"

/*
 * An image that imports or exports functions (mux-aot --for-link) also has
 * this: a 64-bit size and that many bytes, the device module as mux-aot read
 * it.  Kernels that need functions of other images are not in the table; the
 * runtime links the modules and compiles them.
 */
#define MUX_CODE_SYMBOL "__mux_code"

/* Both memories of a work-group and each dynamic local pointer have this alignment. */
#define MUX_ALIGN 64

/* The largest work-group that the code supports: each dimension, and their product. */
#define MUX_MAX_WORK_GROUP 65535

/* One work-group of a launch.  The entry function reads it and keeps no pointer to it. */
struct mux_wg {
	uint64_t group_id[3];		/* each less than num_groups */
	uint64_t num_groups[3];		/* 1 for dimensions that are not used */
	uint64_t global_offset[3];	/* added to global ids; 0 for dimensions that are not used */
	uint64_t local_size[3];		/* all groups have the same; 1 for dimensions that are not used */
	uint64_t work_dim;		/* 1, 2 or 3: the result of get_work_dim() */
	/*
	 * mux_kernel.local_size bytes, MUX_ALIGN aligned, not cleared.  May be
	 * NULL when the kernel needs none.
	 */
	void *local_mem;
	/* mux_scratch_size() bytes, MUX_ALIGN aligned, not cleared.  May be NULL when that is 0. */
	void *scratch;
};

enum mux_arg_kind {
	MUX_ARG_VALUE = 0,	/* a number, size bytes at offset */
	MUX_ARG_POINTER = 1,	/* an address of 8 bytes at offset */
	/*
	 * The address, 8 bytes at offset, of local memory whose size the launch
	 * sets: the runtime gives every running work-group its own, MUX_ALIGN
	 * aligned (NULL for 0 bytes), in a packed block of the thread's own.
	 */
	MUX_ARG_LOCAL = 2,
	MUX_ARG_BYVAL = 3,	/* a struct, size bytes at offset, aligned to align */
	MUX_ARG_IMAGE = 4,	/* the address, 8 bytes at offset, of a struct mux_image */
	MUX_ARG_SAMPLER = 5,	/* enum mux_sampler, a number of 8 bytes at offset */
};

/*
 * An image of OpenCL C (image1d_t to image3d_t, image1d_buffer_t, arrays, depth images), as its kernels see it.  The
 * runtime sets all fields and keeps structure and memory while a launch runs.
 */
struct mux_image {
	void *data;			/* its first element */
	uint64_t row_pitch;		/* bytes from a row to the next one; of 2-D and 3-D images and arrays of 2-D ones */
	uint64_t slice_pitch;		/* bytes from a slice of a 3-D image, or a layer of an array, to the next one */
	uint32_t width, height, depth;	/* elements, at most 2^30; 1 for dimensions that the image lacks */
	uint32_t layers;		/* of an array, else 1 */
	/*
	 * OpenCL's numbers, CL_R (0x10B0) to CL_DEPTH (0x10BD) and CL_ABGR (0x10C3), CL_SNORM_INT8 (0x10D0) to CL_FLOAT
	 * (0x10DE).  Reads of an image of another format give zeros, writes change nothing.
	 */
	uint32_t channel_order, channel_type;
};

/* A sampler: OpenCL C's CLK_ constants, one of each group. */
enum mux_sampler {
	MUX_SAMPLER_NORMALIZED = 1,	/* coordinates are from 0 to 1 */
	MUX_SAMPLER_NONE = 0,		/* how coordinates outside of the image are mapped */
	MUX_SAMPLER_CLAMP_TO_EDGE = 2,
	MUX_SAMPLER_CLAMP = 4,
	MUX_SAMPLER_REPEAT = 6,
	MUX_SAMPLER_MIRRORED_REPEAT = 8,
	MUX_SAMPLER_NEAREST = 0x10,
	MUX_SAMPLER_LINEAR = 0x20,
};

/* What the compiler tells its functions of images: how many dimensions the image has, 1 to 3, and whether it is an array. */
enum mux_image_shape { MUX_IMAGE_ARRAY = 4 };

/* The position of a kernel parameter in the packed block. */
struct mux_arg {
	uint32_t offset;
	uint32_t size;
	uint32_t align;
	uint32_t kind;		/* enum mux_arg_kind */
};

enum mux_kernel_flags {
	MUX_KERNEL_BARRIERS = 1,	/* some work-group barrier or collective is reached */
	MUX_KERNEL_LOCAL_MEM = 2,	/* it uses local memory, static or by parameter */
	MUX_KERNEL_ANY_GROUPS = 4,	/* it computes the same in work-groups of any size, and is fastest in long rows */
};

/*
 * Runs one work-group.  packed holds the parameters as mux_kernel.args lays
 * them out, MUX_ALIGN aligned, packed_size bytes; it is only read, so
 * work-groups without MUX_ARG_LOCAL parameters may share it.  Re-entrant.
 */
typedef void mux_entry(const void *packed, const struct mux_wg *wg);

struct mux_kernel {
	uint32_t abi;			/* MUX_ABI_VERSION; other versions lay out what follows differently */
	uint32_t flags;			/* enum mux_kernel_flags */
	const char *name;		/* NULL ends the table */
	mux_entry *entry;
	const struct mux_arg *args;	/* nargs of them, in parameter order */
	uint32_t nargs;
	uint32_t packed_size;
	uint64_t local_size;		/* bytes of static local memory a work-group needs */
	uint64_t scratch_per_item;	/* see mux_scratch_size() */
	uint32_t reqd_wg_size[3];	/* the only work-group size allowed; all 0: any */
	uint32_t width;			/* work-items a chunk: groups whose dimension 0 is a multiple run best */
	uint32_t sub_group_size;
	uint32_t reserved;		/* 0 */
};

/* Bytes of scratch that one work-group of that many work-items needs. */
static inline uint64_t
mux_scratch_size(const struct mux_kernel *kernel, uint64_t work_items)
{
	return (work_items + 63) / 64 * 64 * kernel->scratch_per_item;
}

#endif
