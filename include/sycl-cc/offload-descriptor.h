/*
 * The contents of a wrapped object: offload-wrapper writes them, the runtime and
 * sycl-image read them.  doc/formats/offload-descriptor.5 describes them.  (Compiler and runtime design, "Fat binary
 * creation details"; the layout is that of the common SYCL runtimes.)
 *
 * All structures are those of a 64-bit little-endian host with natural
 * alignment.  Arrays are pairs of pointers, first element and one past the
 * last; an empty array is NULL and NULL.  Everything is constant and lives as
 * long as the object that holds it.
 *
 * Plain C11 and C++11; includes nothing of this project.
 */
#ifndef SYCL_CC_OFFLOAD_DESCRIPTOR_H
#define SYCL_CC_OFFLOAD_DESCRIPTOR_H

#include <stddef.h>
#include <stdint.h>

/* Device passes for 32-bit targets see these structures and use none. */
#if !defined(__SIZEOF_POINTER__) || __SIZEOF_POINTER__ != 8
#define SYCL_OFFLOAD_CHECK(condition) struct sycl_offload_unchecked
#elif defined(__cplusplus)
#define SYCL_OFFLOAD_CHECK(condition) static_assert(condition, #condition)
#else
#define SYCL_OFFLOAD_CHECK(condition) _Static_assert(condition, #condition)
#endif
#ifdef __cplusplus
extern "C" {
#endif
#define SYCL_OFFLOAD_AT(type, field, offset) SYCL_OFFLOAD_CHECK(offsetof(struct type, field) == (offset))
#define SYCL_OFFLOAD_SIZE(type, size) SYCL_OFFLOAD_CHECK(sizeof(struct type) == (size))

/* --- codes --------------------------------------------------------------- */

enum {
	SYCL_OFFLOAD_DESC_VERSION = 1,	/* bin_desc.version */
	SYCL_OFFLOAD_IMAGE_VERSION = 2	/* device_image.version */
};

/* device_image.kind: which programming model the image belongs to. */
enum sycl_offload_kind {
	SYCL_OFFLOAD_KIND_UNKNOWN = 0,
	SYCL_OFFLOAD_KIND_HOST = 1,
	SYCL_OFFLOAD_KIND_OPENMP = 2,
	SYCL_OFFLOAD_KIND_HIP = 3,
	SYCL_OFFLOAD_KIND_SYCL = 4
};

/* device_image.format: what the bytes of the image are. */
enum sycl_offload_format {
	SYCL_OFFLOAD_FORMAT_NONE = 0,	/* not recorded: the bytes tell */
	SYCL_OFFLOAD_FORMAT_NATIVE = 1,
	SYCL_OFFLOAD_FORMAT_SPIRV = 2,
	SYCL_OFFLOAD_FORMAT_LLVMBC = 3,
	SYCL_OFFLOAD_FORMAT_COMPRESSED = 4	/* struct sycl_offload_compressed, then one zstd frame */
};

/* property.type */
enum sycl_offload_property_type {
	SYCL_OFFLOAD_PROPERTY_UINT32 = 1,
	SYCL_OFFLOAD_PROPERTY_BYTES = 2,
	SYCL_OFFLOAD_PROPERTY_STRING = 3	/* never written */
};

/* --- structures ------------------------------------------------------------ */

/*
 * One property.  UINT32: value is NULL and size holds the number itself.
 * BYTES: value points at a blob of size bytes: an 8-byte little-endian count
 * of bits, then the bytes; readers drop the first 8.
 */
struct sycl_offload_property {
	const char *name;
	const void *value;
	uint32_t type;		/* enum sycl_offload_property_type */
	uint32_t reserved;	/* 0 */
	uint64_t size;
};
SYCL_OFFLOAD_SIZE(sycl_offload_property, 32);
SYCL_OFFLOAD_AT(sycl_offload_property, value, 8);
SYCL_OFFLOAD_AT(sycl_offload_property, type, 16);
SYCL_OFFLOAD_AT(sycl_offload_property, size, 24);

/* The properties of one category ("SYCL/device requirements"), in the order of the property file. */
struct sycl_offload_property_set {
	const char *name;
	const struct sycl_offload_property *begin, *end;
};
SYCL_OFFLOAD_SIZE(sycl_offload_property_set, 24);
SYCL_OFFLOAD_AT(sycl_offload_property_set, begin, 8);
SYCL_OFFLOAD_AT(sycl_offload_property_set, end, 16);

/* One entry point of an image, as offload-wrapper writes it unless told otherwise. */
struct sycl_offload_entry {
	const void *address;	/* NULL */
	const char *name;
	uint64_t size;		/* 0 */
	int32_t flags;		/* 0 */
	int32_t reserved;	/* 0 */
};
SYCL_OFFLOAD_SIZE(sycl_offload_entry, 32);
SYCL_OFFLOAD_AT(sycl_offload_entry, name, 8);
SYCL_OFFLOAD_AT(sycl_offload_entry, size, 16);
SYCL_OFFLOAD_AT(sycl_offload_entry, flags, 24);
SYCL_OFFLOAD_AT(sycl_offload_entry, reserved, 28);

/*
 * The other shape of an entry, that of newer LLVM (--entry-format=new).  The
 * two are never mixed in one array.  A reader tells them apart by the first
 * 16 bytes: here they are 0, then version 1, kind 8 and flags 0, where the
 * classic entry has the pointer to its name in the second 8.
 */
struct sycl_offload_entry_new {
	uint64_t reserved;	/* 0 */
	uint16_t version;	/* 1 */
	uint16_t kind;		/* 8: SYCL */
	uint32_t flags;		/* 0 */
	const void *address;	/* NULL */
	const char *name;
	uint64_t size;		/* 0 */
	uint64_t data;		/* 0 */
	const void *aux_address;	/* NULL */
};
SYCL_OFFLOAD_SIZE(sycl_offload_entry_new, 56);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, version, 8);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, kind, 10);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, flags, 12);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, address, 16);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, name, 24);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, size, 32);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, data, 40);
SYCL_OFFLOAD_AT(sycl_offload_entry_new, aux_address, 48);

enum { SYCL_OFFLOAD_ENTRY_NEW_VERSION = 1, SYCL_OFFLOAD_ENTRY_NEW_KIND = 8 };

/*
 * One device image, version 2.  Strings are never NULL.  An image of 0 bytes
 * is a row that its target cannot run (SYCL_OFFLOAD_PROPSET_IMAGE says why);
 * image_begin and image_end are then equal and may be NULL.  Images with the
 * same bytes may share them.
 */
struct sycl_offload_image {
	uint16_t version;	/* SYCL_OFFLOAD_IMAGE_VERSION */
	uint8_t kind;		/* enum sycl_offload_kind */
	uint8_t format;		/* enum sycl_offload_format */
	const char *target;	/* name of a device configuration target: "spir64" */
	const char *compile_options, *link_options;	/* for the online compiler */
	const char *manifest_begin, *manifest_end;
	const unsigned char *image_begin, *image_end;
	/* struct sycl_offload_entry, or all of them struct sycl_offload_entry_new */
	const struct sycl_offload_entry *entries_begin, *entries_end;
	const struct sycl_offload_property_set *property_sets_begin, *property_sets_end;
};
SYCL_OFFLOAD_SIZE(sycl_offload_image, 96);
SYCL_OFFLOAD_AT(sycl_offload_image, kind, 2);
SYCL_OFFLOAD_AT(sycl_offload_image, format, 3);
SYCL_OFFLOAD_AT(sycl_offload_image, target, 8);
SYCL_OFFLOAD_AT(sycl_offload_image, compile_options, 16);
SYCL_OFFLOAD_AT(sycl_offload_image, link_options, 24);
SYCL_OFFLOAD_AT(sycl_offload_image, manifest_begin, 32);
SYCL_OFFLOAD_AT(sycl_offload_image, manifest_end, 40);
SYCL_OFFLOAD_AT(sycl_offload_image, image_begin, 48);
SYCL_OFFLOAD_AT(sycl_offload_image, image_end, 56);
SYCL_OFFLOAD_AT(sycl_offload_image, entries_begin, 64);
SYCL_OFFLOAD_AT(sycl_offload_image, entries_end, 72);
SYCL_OFFLOAD_AT(sycl_offload_image, property_sets_begin, 80);
SYCL_OFFLOAD_AT(sycl_offload_image, property_sets_end, 88);

/*
 * What registration hands over.  num_images has 16 bits: a wrapper object
 * with more than 65,535 images holds several descriptors and registers each.
 */
struct sycl_offload_desc {
	uint16_t version;	/* SYCL_OFFLOAD_DESC_VERSION */
	uint16_t num_images;
	uint32_t reserved;	/* 0 */
	const struct sycl_offload_image *images;
	const void *host_entries_begin, *host_entries_end;	/* NULL */
};
SYCL_OFFLOAD_SIZE(sycl_offload_desc, 32);
SYCL_OFFLOAD_AT(sycl_offload_desc, num_images, 2);
SYCL_OFFLOAD_AT(sycl_offload_desc, images, 8);
SYCL_OFFLOAD_AT(sycl_offload_desc, host_entries_begin, 16);
SYCL_OFFLOAD_AT(sycl_offload_desc, host_entries_end, 24);

/*
 * The first 32 bytes of a compressed image.  They are a skippable zstd frame,
 * so that the image as a whole is a valid zstd file (`zstd -d` reads it) and
 * its headers are readable without decompressing anything.  One zstd frame
 * with the original bytes follows.
 */
struct sycl_offload_compressed {
	uint32_t frame_magic;	/* SYCL_OFFLOAD_COMPRESSED_MAGIC */
	uint32_t frame_size;	/* 24: bytes that follow in this structure */
	char name[8];		/* SYCL_OFFLOAD_COMPRESSED_NAME, with its NUL */
	uint16_t version;	/* 1 */
	uint8_t format;		/* enum sycl_offload_format of the original bytes */
	uint8_t reserved[5];	/* 0 */
	uint64_t size;		/* of the original bytes */
};
SYCL_OFFLOAD_SIZE(sycl_offload_compressed, 32);
SYCL_OFFLOAD_AT(sycl_offload_compressed, frame_size, 4);
SYCL_OFFLOAD_AT(sycl_offload_compressed, name, 8);
SYCL_OFFLOAD_AT(sycl_offload_compressed, version, 16);
SYCL_OFFLOAD_AT(sycl_offload_compressed, format, 18);
SYCL_OFFLOAD_AT(sycl_offload_compressed, size, 24);

#define SYCL_OFFLOAD_COMPRESSED_MAGIC 0x184D2A5Cu
#define SYCL_OFFLOAD_COMPRESSED_NAME "sycl-cc"

/* --- names of sections and symbols ----------------------------------------- */

/*
 * How a tool finds the descriptors in an ELF file without running it: the
 * section SYCL_OFFLOAD_SECTION_DESCS is an array of struct sycl_offload_desc,
 * in link order, with one or more elements from each wrapper object; it
 * survives strip.  The pointers in it, and in what it points at, are
 *
 *   in a relocatable object (ET_REL): 0 in the file, given by relocation type
 *	R_X86_64_64 (R_AARCH64_ABS64) with addend in the section's .rela;
 *   in a position-independent executable or shared object (ET_DYN): given by
 *	R_*_RELATIVE relocations with addend in .rela.dyn, or by .relr.dyn with
 *	the value in place; the value is an address, i.e. that of a section;
 *   in another executable (ET_EXEC): addresses, in place.
 */
#define SYCL_OFFLOAD_SECTION_DESCS ".sycl_offloading.descriptors"
/* Arrays of struct sycl_offload_image. */
#define SYCL_OFFLOAD_SECTION_IMAGE_ARRAYS ".data.rel.ro.sycl_offloading.images"
/* Entries, property sets and properties. */
#define SYCL_OFFLOAD_SECTION_TABLES ".data.rel.ro.sycl_offloading"
/* Strings, manifests and property blobs. */
#define SYCL_OFFLOAD_SECTION_STRINGS ".rodata.sycl_offloading"
/*
 * The bytes of images: this and, after a dot, the target (nothing when the
 * target is empty).  Linkers place ".lrodata" where more than 2 GB fit.  Each
 * image starts at a multiple of 16; identical images are stored once.
 */
#define SYCL_OFFLOAD_SECTION_IMAGES ".lrodata.sycl"
/* Two 64-bit words an image, { address of its bytes, size }. */
#define SYCL_OFFLOAD_SECTION_INFO ".tgtimg"

/* Local symbols: N is the image's number in its wrapper object, from 0. */
#define SYCL_OFFLOAD_SYMBOL_PREFIX ".sycl_offloading."
#define SYCL_OFFLOAD_SYMBOL_DESC ".sycl_offloading.descriptor"
#define SYCL_OFFLOAD_SYMBOL_IMAGES ".sycl_offloading.device_images"
#define SYCL_OFFLOAD_SYMBOL_REG "sycl.descriptor_reg"
#define SYCL_OFFLOAD_SYMBOL_UNREG "sycl.descriptor_unreg"

/*
 * Weak and hidden.  Code that launches kernels refers to it, so that a link
 * without device code fails, and the linker's message says what to do.
 */
#define SYCL_OFFLOAD_LINKED device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object
#define SYCL_OFFLOAD_SYMBOL_LINKED "device_code_missing__link_with_sycl_cc_or_add_fsycl_link_object"
/*
 * The same, before the module id, for the code of one module: host code whose
 * module id is known refers to this one, so that the linker takes the object
 * with the images of just that module out of an archive, or fails.
 */
#define SYCL_OFFLOAD_SYMBOL_LINKED_MODULE SYCL_OFFLOAD_SYMBOL_LINKED "__of_"

/* --- properties that this tool chain adds ------------------------------------- */

/*
 * Category of facts about the image itself, all byte arrays with text:
 *   "reason"	of an image of 0 bytes: why its target cannot run it, in the words
 *		of the table column "Reason" ("target 'intel_gpu_dg1' lacks aspect 'fp64'");
 *   "producer"	who made the bytes, as given by --producer ("backend", "llvm-spirv").
 */
#define SYCL_OFFLOAD_PROPSET_IMAGE "SYCL-CC/image"
#define SYCL_OFFLOAD_PROPERTY_REASON "reason"
#define SYCL_OFFLOAD_PROPERTY_PRODUCER "producer"

/* --- functions of the runtime that wrapped objects call ------------------------- */

/*
 * Called for each descriptor of an object by a constructor of priority 1,
 * before other constructors and main(), and at dlopen(); and by a destructor
 * of priority 1, after main()'s exit handlers, and at dlclose(), in reverse
 * order.  The descriptor stays valid in between.  Registration must not touch
 * the bytes of any image.
 */
void __sycl_register_lib(struct sycl_offload_desc *desc);
void __sycl_unregister_lib(struct sycl_offload_desc *desc);

#ifdef __cplusplus
}
#endif

#endif
