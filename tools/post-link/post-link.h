/* Shared by the files of post-link: the command line and the images to be made. */
#ifndef POST_LINK_H
#define POST_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "format/requirements.h"
#include "graph.h"
#include "spec.h"

enum split { SPLIT_OFF, SPLIT_SOURCE, SPLIT_KERNEL, SPLIT_AUTO };

struct output {
	const char *target;	/* NULL: no target, nothing is filtered */
	const char *file;
};

struct options {
	const char **input;
	size_t ninput;
	struct output *output;
	size_t noutput;
	const char *out_dir;
	const char *base_config, *config;
	enum split split;
	bool split_given;
	enum requirements_encoding requirements;
	bool symbols, properties, text, ir_only, force;
	bool param_info, program_metadata, kernel_names, exported, imported;
	bool only_kernels, device_globals, image_dependencies;
	enum spec_mode spec_const;
	bool spec_defaults;	/* a copy of each image with default values */
	bool drop_incompatible, not_done;
	bool allow_undefined, allow_duplicates;
	const char **allow_import;	/* patterns */
	size_t nallow_import;
	size_t auto_kernels;
	uint64_t auto_size;
	int id_queries;		/* 0 int, 1 uint, 2 size_t */
	size_t jobs;
	uint64_t mem_budget;	/* bytes, 0: none */
	bool report, report_json;
	bool hashes, check_inputs;
	bool verify;
};

extern struct options options;
extern struct arena arena;

/* The requirements of an image after the checks: the Final* sets of the design. */
struct final {
	bool fixed;			/* the kernels have fixed targets: the features that they use are not requirements */
	bool limited;			/* a function that they call has fixed targets */
	uint32_t *fixed_target;		/* ascending; of fixed and limited images */
	size_t nfixed_target;
	uint32_t *aspect;		/* ascending; no internal ones */
	size_t naspect;
	uint32_t *sub_group;		/* ascending */
	size_t nsub_group;
	const int64_t *work_group;
	size_t nwork_group;
	const int64_t *work_group_dims;
	size_t nwork_group_dims;
	uint64_t work_items;		/* of the largest work-group that a kernel requires; only of fixed images */
};

struct image {
	const char *key;		/* group key; images of one key differ in chunk */
	uint32_t chunk;
	uint32_t *entry;		/* sorted by name */
	size_t nentry;
	struct final final;
	const char *code, *prop, *sym;	/* file names; prop and sym NULL when not written */
	bool has_code;			/* code is written, not the input */
	bool is_default_copy;		/* of the image before, with default values of constants */
	enum spec_mode spec;
};

struct images {
	struct image *image;		/* in row order */
	size_t n;
};

#endif
