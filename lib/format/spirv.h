/* The numbers of SPIR-V that we use (the specification's chapter on the binary form). */
#ifndef FORMAT_SPIRV_H
#define FORMAT_SPIRV_H

enum {
	SPIRV_MAGIC = 0x07230203,	/* word 0, in the order of the host */
	SPIRV_HEADER_WORDS = 5,		/* magic, version, generator, bound of ids, 0 */
	SPIRV_MAX_BOUND = 4 * 1024 * 1024,	/* the specification's own limit */
};

/* The low half of an instruction's first word; the high half is its length in words. */
enum spirv_op {
	SPIRV_OP_UNDEF = 1,
	SPIRV_OP_EXTENSION = 10,
	SPIRV_OP_ENTRY_POINT = 15,
	SPIRV_OP_CAPABILITY = 17,
	SPIRV_OP_TYPE_BOOL = 20,
	SPIRV_OP_TYPE_INT = 21,
	SPIRV_OP_TYPE_FLOAT = 22,
	SPIRV_OP_TYPE_EVENT = 34,
	SPIRV_OP_CONSTANT_FALSE = 42,
	SPIRV_OP_CONSTANT = 43,
	SPIRV_OP_CONSTANT_NULL = 46,
	SPIRV_OP_SPEC_CONSTANT_TRUE = 48,
	SPIRV_OP_SPEC_CONSTANT_FALSE = 49,
	SPIRV_OP_SPEC_CONSTANT = 50,
	SPIRV_OP_FUNCTION = 54,
	SPIRV_OP_FUNCTION_END = 56,
	SPIRV_OP_DECORATE = 71,
	SPIRV_OP_PHI = 245,
	SPIRV_OP_LABEL = 248,
	SPIRV_OP_BRANCH = 249,
	SPIRV_OP_BRANCH_CONDITIONAL = 250,
	SPIRV_OP_SWITCH = 251,
};

enum { SPIRV_DECORATION_SPEC_ID = 1, SPIRV_MODEL_KERNEL = 6 };

#endif
