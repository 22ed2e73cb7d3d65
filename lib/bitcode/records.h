/*
 * The kinds of the operands of LLVM 22's records: types, values, metadata,
 * attributes or plain numbers.  Knowing them is enough to analyse a program's
 * bitcode, or to renumber it, without loading it (a twelfth of the time and a
 * thirtieth of the memory).
 */
#ifndef BITCODE_RECORDS_H
#define BITCODE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitstream.h"
#include "llvm-codes.h"

/* Operands of MODULE_CODE_FUNCTION, MODULE_CODE_GLOBALVAR and MODULE_CODE_ALIAS; the first three are the same in all. */
enum {
	GLOBAL_NAME, GLOBAL_NAME_LEN, GLOBAL_TYPE,
	FUNCTION_CC = 3, FUNCTION_IS_DECLARATION, FUNCTION_LINKAGE, FUNCTION_ATTRIBUTES, FUNCTION_ALIGNMENT,
	FUNCTION_SECTION, FUNCTION_VISIBILITY, FUNCTION_GC, FUNCTION_UNNAMED, FUNCTION_PROLOGUE, FUNCTION_STORAGE,
	FUNCTION_COMDAT, FUNCTION_PREFIX, FUNCTION_PERSONALITY, FUNCTION_DSO_LOCAL, FUNCTION_SPACE, FUNCTION_PARTITION,
	FUNCTION_PARTITION_LEN,
	VARIABLE_FLAGS = 3, VARIABLE_INITIALIZER, VARIABLE_LINKAGE, VARIABLE_ALIGNMENT, VARIABLE_SECTION,
	VARIABLE_VISIBILITY, VARIABLE_COMDAT = 13, VARIABLE_ATTRIBUTES, VARIABLE_DSO_LOCAL, VARIABLE_PARTITION,
	VARIABLE_PARTITION_LEN, VARIABLE_SANITIZER, VARIABLE_CODE_MODEL,
	ALIAS_SPACE = 3, ALIAS_ALIASEE, ALIAS_LINKAGE, ALIAS_VISIBILITY
};

/* Operands of TYPE_CODE_INTEGER, of TYPE_CODE_ARRAY and TYPE_CODE_VECTOR, and of TYPE_CODE_OPAQUE_POINTER. */
enum { INTEGER_WIDTH, SEQUENCE_COUNT = 0, SEQUENCE_ELEMENT, POINTER_SPACE = 0 };
/* Operands of TYPE_CODE_STRUCT_*, TYPE_CODE_FUNCTION and TYPE_CODE_TARGET_TYPE, which has numbers behind its types. */
enum { STRUCT_PACKED, STRUCT_ELEMENTS, FUNCTION_VARIADIC = 0, FUNCTION_RESULT, FUNCTION_PARAMETERS, TARGET_TYPES = 0, TARGET_FIRST };
/* Operands of PARAMATTR_GRP_CODE_ENTRY; its attributes follow. */
enum { GROUP_ID, GROUP_PLACE, GROUP_ATTRIBUTES };
/* What a group's attributes are of: GROUP_PLACE is this, or PLACE_RESULT, or a parameter from 1. */
static const uint64_t PLACE_FUNCTION = UINT32_MAX;
enum { PLACE_RESULT };
/* Operands of METADATA_VALUE, a value as metadata. */
enum { VALUE_NODE_TYPE, VALUE_NODE_VALUE };
/* Operands of CST_CODE_CE_CAST. */
enum { CAST_OPCODE, CAST_FROM_TYPE, CAST_FROM };
/* Operands of CST_CODE_CE_BINOP. */
enum { BINOP_OPCODE, BINOP_LEFT, BINOP_RIGHT };
/* Operands of CST_CODE_CE_GEP and CST_CODE_CE_GEP_WITH_INRANGE; then pairs of type and value. */
enum { GEP_ELEMENT, GEP_FLAGS, GEP_PAIRS, GEP_INRANGE_PAIRS = 5 };
/* Operands of CST_CODE_INLINEASM; the length of the constraints follows the text. */
enum { ASM_TYPE, ASM_FLAGS, ASM_LENGTH, ASM_TEXT };
/* Operands of CST_CODE_BLOCKADDRESS, CST_CODE_DSO_LOCAL_EQUIVALENT and CST_CODE_NO_CFI_VALUE. */
enum { NAMED_TYPE, NAMED_GLOBAL, NAMED_BLOCK };
/* Operands of CST_CODE_CE_EXTRACTELT and CST_CODE_CE_INSERTELT. */
enum { EXTRACT_VECTOR_TYPE, EXTRACT_VECTOR, INSERT_VECTOR = 0, INSERT_ELEMENT, ELEMENT_INDEX_TYPE, ELEMENT_INDEX };

/* Linkages as the file numbers them. */
enum { LINKAGE_EXTERNAL = 0, LINKAGE_APPENDING = 2, LINKAGE_INTERNAL = 3, LINKAGE_PRIVATE = 9 };

/* Numbers to numbers are the casts from CAST_FPTOUI to CAST_FPEXT; the first predicate that compares no floats. */
enum { COMPARE_INTEGERS = 32 };
/* The forms of an attribute in a group. */
enum { ATTRIBUTE_ENUM, ATTRIBUTE_INT, ATTRIBUTE_STRING = 3, ATTRIBUTE_STRING_VALUE, ATTRIBUTE_TYPE, ATTRIBUTE_TYPE_VALUE,
       ATTRIBUTE_RANGE, ATTRIBUTE_RANGES };

/* The kind of an operand. */
enum operand_kind {
	OPERAND_PLAIN,
	OPERAND_TYPE,
	OPERAND_VALUE,		/* next value's number - the value's number, in 32 bits */
	OPERAND_SIGNED,		/* the same, with the sign in the lowest bit */
	OPERAND_ABSOLUTE,	/* the value's number */
	OPERAND_OPTIONAL,	/* the value's number + 1, 0: none */
	OPERAND_NODE,		/* the metadata's number */
	OPERAND_OPTIONAL_NODE,	/* the metadata's number + 1, 0: none */
	OPERAND_NODE_VALUE,	/* next value's number - the metadata's number, in 32 bits */
	OPERAND_ATTRIBUTES,	/* the attribute list's number + 1, 0: none */
	OPERAND_BLOCK		/* the basic block's number */
};

/* The facts about types that reading a function's records needs. */
struct bittypes {
	const struct bittype {
		uint32_t code, n;
		const uint64_t *op;
	} *type;
	size_t n;
};

/*
 * Sets kind[0 .. record->n - 1] of a record of the module block, of the block
 * of types, constants or metadata.  False for records that this LLVM does not write.
 */
bool record_kinds(unsigned block, const struct bitrecord *record, uint8_t *kind);
/*
 * The same for a record of a function block.  next: the number that the
 * function's next value gets.  *defines: the record defines that value.
 */
bool record_function_kinds(const struct bittypes *types, uint32_t next, const struct bitrecord *record, uint8_t *kind,
			   bool *defines);

/*
 * Checks of a function's records together that need no types of values: inner
 * blocks and instructions are in LLVM's order, the function has the declared number
 * of basic blocks, and everything that it mentions exists.
 */
struct bitbody {
	unsigned stage;			/* private: of the last item */
	uint32_t declared, ended;	/* basic blocks */
	uint32_t instructions;
	bool inside;			/* inside a basic block, before its terminator */
	bool bundles;			/* operand bundles were read: a call must follow */
};

/* The inner block, or the record of the function block, may come next. */
bool bitbody_takes_block(struct bitbody *body, unsigned id);
bool bitbody_takes(struct bitbody *body, const struct bitrecord *record);
/* The function is complete at its end. */
bool bitbody_is_whole(const struct bitbody *body);
/* A metadata record that may be inside a function and gets a number. */
static inline bool
node_is_local(uint64_t code)
{
	return code != METADATA_NAME && code != METADATA_KIND && code != METADATA_NAMED_NODE && code != METADATA_STRINGS &&
	       code != METADATA_GLOBAL_DECL_ATTACHMENT && code != METADATA_INDEX_OFFSET && code != METADATA_INDEX;
}

/* Relative operands and numbers. */
static inline uint32_t
operand_value(uint64_t operand, uint32_t next)
{
	return next - (uint32_t)operand;
}

static inline uint32_t
operand_signed_value(uint64_t operand, uint32_t next)
{
	uint32_t distance = (uint32_t)(operand >> 1);

	return operand & 1 ? next + distance : next - distance;
}

static inline uint64_t
operand_of_signed(uint32_t value, uint32_t next)
{
	int64_t distance = (int64_t)(int32_t)(next - value);

	return distance < 0 ? (uint64_t)-distance << 1 | 1 : (uint64_t)distance << 1;
}

#endif
