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

/* Blocks. */
enum {
	BLOCK_MODULE = 8, BLOCK_ATTRIBUTES, BLOCK_ATTRIBUTE_GROUPS, BLOCK_CONSTANTS, BLOCK_FUNCTION,
	BLOCK_IDENTIFICATION, BLOCK_NAMES, BLOCK_METADATA, BLOCK_ATTACHMENTS, BLOCK_TYPES, BLOCK_USE_LISTS,
	BLOCK_BUNDLE_TAGS = 21, BLOCK_METADATA_KINDS, BLOCK_STRTAB, BLOCK_SYMTAB = 25, BLOCK_SYNC_SCOPES
};

/* Records of the module. */
enum {
	MODULE_VERSION = 1, MODULE_TRIPLE, MODULE_DATALAYOUT, MODULE_ASM, MODULE_SECTION, MODULE_VARIABLE = 7,
	MODULE_FUNCTION, MODULE_GC = 11, MODULE_COMDAT, MODULE_NAMES_OFFSET, MODULE_ALIAS, MODULE_SOURCE = 16,
	MODULE_HASH, MODULE_IFUNC
};

/* Operands of MODULE_FUNCTION, MODULE_VARIABLE and MODULE_ALIAS; the first three are the same in all. */
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

/* Linkages as the file numbers them. */
enum { LINKAGE_EXTERNAL = 0, LINKAGE_APPENDING = 2, LINKAGE_INTERNAL = 3, LINKAGE_PRIVATE = 9 };

enum { TYPES_COUNT = 1, TYPE_VOID = 2, TYPE_DOUBLE = 4, TYPE_LABEL = 5, TYPE_OPAQUE = 6, TYPE_ARRAY = 11, TYPE_METADATA = 16,
       TYPE_STRUCT_NAME = 19, TYPE_STRUCT = 20, TYPE_FUNCTION = 21, TYPE_POINTER = 25, TYPE_TARGET = 26 };
enum { CONSTANT_SET_TYPE = 1, CONSTANT_INTEGER = 4, CONSTANT_AGGREGATE = 7 };
enum { NODE_VALUE = 2, NODE_TUPLE = 3, NODE_NAME = 4, NODE_DISTINCT = 5, NODE_KIND = 6, NODE_NAMED = 10, NODE_UNIT = 20, NODE_STRINGS = 35,
       NODE_GLOBAL_ATTACHMENT = 36, NODE_INDEX_OFFSET = 38, NODE_INDEX = 39 };
enum { INSTRUCTION_BLOCKS = 1, INSTRUCTION_GEP = 43, INSTRUCTION_CALL = 34, INSTRUCTION_INVOKE = 13, INSTRUCTION_CALLBR = 57 };
/* The same of what aspects ask for: what values and types a constant or an instruction has. */
enum { TYPE_INTEGER = 7, TYPE_VECTOR = 12, TYPE_STRUCT_ANON = 18 };
enum { CONSTANT_NULL = 2, CONSTANT_FLOAT = 6, CONSTANT_CAST = 11, CONSTANT_BLOCK_ADDRESS = 21, CONSTANT_GEP_IN_RANGE = 31, CONSTANT_GEP = 32 };
enum { CAST_FROM_FLOAT = 3, CAST_TO_DOUBLE = 8, CAST_BITS = 11, CAST_SPACE = 12 };	/* numbers to numbers: the first two and what is between */
enum { COMPARE_INTEGERS = 32 };		/* the first predicate that compares no floats */
enum { INSTRUCTION_BINARY = 2, INSTRUCTION_CAST, INSTRUCTION_EXTRACT_ELEMENT = 6, INSTRUCTION_INSERT_ELEMENT, INSTRUCTION_SHUFFLE,
       INSTRUCTION_RETURN = 10, INSTRUCTION_PHI = 16, INSTRUCTION_ALLOCA = 19, INSTRUCTION_LOAD, INSTRUCTION_VA_ARG = 23,
       INSTRUCTION_EXTRACT_VALUE = 26, INSTRUCTION_INSERT_VALUE, INSTRUCTION_COMPARE, INSTRUCTION_SELECT,
       INSTRUCTION_PLACE_AGAIN = 33, INSTRUCTION_PLACE = 35, INSTRUCTION_LOAD_ATOMIC = 41, INSTRUCTION_STORE = 44,
       INSTRUCTION_STORE_ATOMIC, INSTRUCTION_LANDING_PAD = 47, INSTRUCTION_BUNDLE = 55, INSTRUCTION_UNARY,
       INSTRUCTION_FREEZE = 58, INSTRUCTION_ATOMIC_CHANGE, INSTRUCTION_ADDRESS_USERS, INSTRUCTION_DEBUG_FIRST,
       INSTRUCTION_DEBUG_LAST = 66 };
enum { NAMES_ENTRY = 1, NAMES_BLOCK = 2 };
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
	return code != NODE_NAME && code != NODE_KIND && code != NODE_NAMED && code != NODE_STRINGS &&
	       code != NODE_GLOBAL_ATTACHMENT && code != NODE_INDEX_OFFSET && code != NODE_INDEX;
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
