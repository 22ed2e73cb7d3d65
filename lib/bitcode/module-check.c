#include "module-check.h"

#include <string.h>

enum { MAX_INTEGER = 1 << 23, MAX_SPACE = 1 << 24, MAX_ALIGNMENT = 33, MAX_CALLING_CONVENTION = 1023 };
enum { FLAG_TYPED = 2, FLAG_BITS = 2 };	/* of a variable: the address space is in the bits above the flags */

static size_t
values_of(const struct bitmodule *module)
{
	return module->nglobal + module->nconstant;
}

static uint32_t
code_of(const struct bitmodule *module, uint64_t type)
{
	return type < module->ntype ? module->type[type].row.code : 0;
}

static uint64_t
op_of(const struct bitrow *row, size_t i)
{
	return i < row->n ? row->op[i] : 0;
}

/* --- types ------------------------------------------------------------------------------- */

static bool
is_number_type(uint32_t code)
{
	return code == TYPE_CODE_INTEGER || code == TYPE_CODE_FLOAT || code == TYPE_CODE_DOUBLE || code == TYPE_CODE_HALF || code == TYPE_CODE_X86_FP80 ||
	       code == TYPE_CODE_FP128 || code == TYPE_CODE_PPC_FP128 || code == TYPE_CODE_BFLOAT;
}

/* The type can be an element: its values have a size in memory. */
static bool
is_element_type(uint32_t code)
{
	return code && code != TYPE_CODE_VOID && code != TYPE_CODE_LABEL && code != TYPE_CODE_METADATA && code != TYPE_CODE_FUNCTION &&
	       code != TYPE_CODE_TOKEN && code != TYPE_CODE_X86_AMX;
}

/* LLVM counts a struct as opaque until its record is read, and takes none as a parameter. */
static bool
is_parameter_type(uint32_t code)
{
	return code != TYPE_CODE_VOID && code != TYPE_CODE_FUNCTION && code != TYPE_CODE_OPAQUE;
}

/* Only named structs may come after a type that mentions them; a struct cannot contain itself. */
static bool
knows_type(const struct bitmodule *module, size_t i, uint64_t type)
{
	uint32_t code = code_of(module, type);

	return type < i || (type > i && (code == TYPE_CODE_STRUCT_NAMED || code == TYPE_CODE_OPAQUE));
}

static bool
type_is_sound(const struct bitmodule *module, size_t i)
{
	const struct bitrow *row = &module->type[i].row;
	uint64_t element = op_of(row, SEQUENCE_ELEMENT);
	uint32_t k, code = code_of(module, element);

	switch (row->code) {
	case TYPE_CODE_INTEGER:
		return row->n == 1 && row->op[INTEGER_WIDTH] && row->op[INTEGER_WIDTH] <= MAX_INTEGER;
	case TYPE_CODE_OPAQUE_POINTER:
		return row->n == 1 && row->op[POINTER_SPACE] < MAX_SPACE;
	case TYPE_CODE_ARRAY:
		return row->n == 2 && knows_type(module, i, element) && is_element_type(code);
	case TYPE_CODE_VECTOR:
		return row->n >= 2 && row->n <= 3 && row->op[SEQUENCE_COUNT] && row->op[SEQUENCE_COUNT] <= UINT32_MAX &&
		       element < i && (is_number_type(code) || code == TYPE_CODE_OPAQUE_POINTER);
	case TYPE_CODE_STRUCT_NAMED:
	case TYPE_CODE_STRUCT_ANON:
		for (k = STRUCT_ELEMENTS; k < row->n; k++)
			if (!knows_type(module, i, row->op[k]))
				return false;
		return row->n;
	case TYPE_CODE_FUNCTION:
		for (k = FUNCTION_PARAMETERS; k < row->n; k++)
			if (row->op[k] >= i || !is_parameter_type(code_of(module, row->op[k])))
				return false;
		return row->n > FUNCTION_RESULT && knows_type(module, i, row->op[FUNCTION_RESULT]) &&
		       code_of(module, row->op[FUNCTION_RESULT]) != TYPE_CODE_FUNCTION;
	case TYPE_CODE_OPAQUE:
		return row->n == 1;
	case TYPE_CODE_TARGET_TYPE:
		for (k = TARGET_FIRST; k < row->n && k <= row->op[TARGET_TYPES]; k++)
			if (!knows_type(module, i, row->op[k]))
				return false;
		return row->n && row->op[TARGET_TYPES] < row->n && module->type[i].name.code;
	default:
		return !row->n && (is_number_type(row->code) || row->code == TYPE_CODE_VOID || row->code == TYPE_CODE_LABEL ||
				   row->code == TYPE_CODE_METADATA || row->code == TYPE_CODE_TOKEN || row->code == TYPE_CODE_X86_AMX);
	}
}

/* --- values ------------------------------------------------------------------------------- */

static uint64_t
space_of(const struct bitglobal *global)
{
	if (global->kind == BITGLOBAL_VARIABLE)
		return global->row.op[VARIABLE_FLAGS] >> FLAG_BITS;
	return op_of(&global->row, global->kind == BITGLOBAL_FUNCTION ? FUNCTION_SPACE : ALIAS_SPACE);
}

/* The value has that type; other checks ensure that it exists. */
static bool
has_type(const struct bitmodule *module, uint64_t value, uint64_t type)
{
	if (type >= module->ntype)
		return false;
	if (value >= values_of(module))
		return true;
	if (value >= module->nglobal)
		return module->constant[value - module->nglobal].type == type;
	return code_of(module, type) == TYPE_CODE_OPAQUE_POINTER && module->type[type].row.op[POINTER_SPACE] == space_of(&module->global[value]);
}

/* None, or a constant. */
static bool
is_optional_value(const struct bitmodule *module, const struct bitrow *row, size_t i)
{
	return op_of(row, i) <= values_of(module);
}

static size_t
count_head(const struct bitmodule *module, uint32_t code)
{
	size_t i, n = 0;

	for (i = 0; i < module->nhead; i++)
		n += module->head[i].code == code;
	return n;
}

/* Numbers of records of the module. */
struct counts {
	size_t sections, collectors;
};

static bool
variable_is_sound(const struct bitmodule *module, const struct counts *counts, const struct bitrow *row)
{
	enum { CODE_MODELS = 5 };
	uint64_t initializer = row->op[VARIABLE_INITIALIZER];

	return row->op[VARIABLE_FLAGS] & FLAG_TYPED && row->op[VARIABLE_FLAGS] >> FLAG_BITS < MAX_SPACE &&
	       is_element_type(code_of(module, row->op[GLOBAL_TYPE])) && row->n > VARIABLE_SECTION &&
	       row->op[VARIABLE_ALIGNMENT] <= MAX_ALIGNMENT && row->op[VARIABLE_SECTION] <= counts->sections &&
	       op_of(row, VARIABLE_COMDAT) <= module->ncomdat && op_of(row, VARIABLE_ATTRIBUTES) <= module->nattributes &&
	       op_of(row, VARIABLE_CODE_MODEL) <= CODE_MODELS &&
	       is_optional_value(module, row, VARIABLE_INITIALIZER) &&
	       (!initializer || has_type(module, initializer - 1, row->op[GLOBAL_TYPE]));
}

static bool
function_is_sound(const struct bitmodule *module, const struct counts *counts, const struct bitrow *row)
{
	return code_of(module, row->op[GLOBAL_TYPE]) == TYPE_CODE_FUNCTION && row->op[FUNCTION_CC] <= MAX_CALLING_CONVENTION &&
	       row->op[FUNCTION_ATTRIBUTES] <= module->nattributes && row->op[FUNCTION_ALIGNMENT] <= MAX_ALIGNMENT &&
	       row->op[FUNCTION_SECTION] <= counts->sections && row->op[FUNCTION_GC] <= counts->collectors &&
	       row->op[FUNCTION_COMDAT] <= module->ncomdat && op_of(row, FUNCTION_SPACE) < MAX_SPACE &&
	       is_optional_value(module, row, FUNCTION_PROLOGUE) && is_optional_value(module, row, FUNCTION_PREFIX) &&
	       is_optional_value(module, row, FUNCTION_PERSONALITY) && row->op[FUNCTION_IS_DECLARATION] < 2;
}

/* Its partition's name is within the file's string table. */
static bool
partition_is_sound(const struct bitmodule *module, const struct bitglobal *global)
{
	size_t i = bitglobal_partition(global->kind);
	uint64_t at = op_of(&global->row, i), len = op_of(&global->row, i + 1);

	return at <= module->names_len && len <= module->names_len - at;
}

static bool
global_is_sound(const struct bitmodule *module, const struct counts *counts, const struct bitglobal *global)
{
	const struct bitrow *row = &global->row;

	if (!partition_is_sound(module, global))
		return false;
	switch (global->kind) {
	case BITGLOBAL_VARIABLE:
		return variable_is_sound(module, counts, row);
	case BITGLOBAL_FUNCTION:
		return function_is_sound(module, counts, row);
	default:
		return (global->kind == BITGLOBAL_IFUNC || is_element_type(code_of(module, row->op[GLOBAL_TYPE])) ||
			code_of(module, row->op[GLOBAL_TYPE]) == TYPE_CODE_FUNCTION) &&
		       (global->kind != BITGLOBAL_IFUNC || code_of(module, row->op[GLOBAL_TYPE]) == TYPE_CODE_FUNCTION) &&
		       row->op[ALIAS_SPACE] < MAX_SPACE && row->op[ALIAS_ALIASEE] < values_of(module);
	}
}

/* --- constants ----------------------------------------------------------------------------- */

/* The members have the types of the aggregate's elements. */
static bool
aggregate_is_sound(const struct bitmodule *module, const struct bitrow *type, const struct bitrecord *record)
{
	bool is_struct = type->code == TYPE_CODE_STRUCT_NAMED || type->code == TYPE_CODE_STRUCT_ANON;
	uint32_t i;

	if (!is_struct && type->code != TYPE_CODE_ARRAY && type->code != TYPE_CODE_VECTOR)
		return false;
	if (record->n != (is_struct ? type->n - 1 : type->op[SEQUENCE_COUNT]) || !record->n)
		return false;
	for (i = 0; i < record->n; i++)
		if (!has_type(module, record->op[i], type->op[is_struct ? i + 1 : 1]))
			return false;
	return true;
}

static bool
is_of_integers(const struct bitmodule *module, const struct bitrow *type)
{
	return type->code == TYPE_CODE_INTEGER ||
	       (type->code == TYPE_CODE_VECTOR && code_of(module, type->op[SEQUENCE_ELEMENT]) == TYPE_CODE_INTEGER);
}

/* Of a vector its elements' type, of another type itself. */
static uint64_t
scalar_of(const struct bitmodule *module, uint64_t type)
{
	return code_of(module, type) == TYPE_CODE_VECTOR ? module->type[type].row.op[SEQUENCE_ELEMENT] : type;
}

/* 0: no vector. */
static uint64_t
length_of(const struct bitmodule *module, uint64_t type)
{
	return code_of(module, type) == TYPE_CODE_VECTOR ? module->type[type].row.op[SEQUENCE_COUNT] : 0;
}

/* Of numbers and vectors of them; 0: of pointers and all else. */
static uint64_t
bits_of(const struct bitmodule *module, uint64_t type)
{
	static const uint8_t bits[] = { [TYPE_CODE_FLOAT] = 32, [TYPE_CODE_DOUBLE] = 64, [TYPE_CODE_HALF] = 16, [TYPE_CODE_X86_FP80] = 80,
					[TYPE_CODE_FP128] = 128, [TYPE_CODE_PPC_FP128] = 128, [TYPE_CODE_BFLOAT] = 16 };
	uint64_t scalar = scalar_of(module, type), n = length_of(module, type);
	uint32_t code = code_of(module, scalar);

	return (n ? n : 1) * (code == TYPE_CODE_INTEGER ? module->type[scalar].row.op[INTEGER_WIDTH] : code < sizeof bits ? bits[code] : 0);
}

/* [operation, operand's type, operand], of single values or of vectors of one length. */
static bool
cast_is_sound(const struct bitmodule *module, uint64_t to, const struct bitrecord *record)
{
	uint64_t from = record->n > 2 ? record->op[CAST_FROM_TYPE] : BITMODULE_NONE, a = scalar_of(module, from), b = scalar_of(module, to);
	uint32_t x = code_of(module, a), y = code_of(module, b);

	if (!x || !has_type(module, record->op[CAST_FROM], from) ||
	    (record->op[CAST_OPCODE] != CAST_BITCAST && length_of(module, from) != length_of(module, to)))
		return false;
	switch (record->op[CAST_OPCODE]) {
	case CAST_TRUNC:
		return x == TYPE_CODE_INTEGER && y == TYPE_CODE_INTEGER && bits_of(module, a) > bits_of(module, b);
	case CAST_PTRTOINT:
	case CAST_PTRTOADDR:
		return x == TYPE_CODE_OPAQUE_POINTER && y == TYPE_CODE_INTEGER;
	case CAST_INTTOPTR:
		return x == TYPE_CODE_INTEGER && y == TYPE_CODE_OPAQUE_POINTER;
	case CAST_BITCAST:
		return bits_of(module, from) ? bits_of(module, from) == bits_of(module, to)
					     : x == TYPE_CODE_OPAQUE_POINTER && a == b && length_of(module, from) == length_of(module, to);
	case CAST_ADDRSPACECAST:
		return x == TYPE_CODE_OPAQUE_POINTER && y == TYPE_CODE_OPAQUE_POINTER && a != b;
	default:
		return false;
	}
}

/* Pairs of type and value from there on: a pointer of the constant's type, and indices; any of them may be vectors of its length. */
static bool
place_is_sound(const struct bitmodule *module, uint64_t type, const struct bitrecord *record, size_t i)
{
	uint64_t pointer = scalar_of(module, type), n = length_of(module, type), len;
	bool is_vector = false;

	if (record->n < i + 2 || scalar_of(module, record->op[i]) != pointer || code_of(module, pointer) != TYPE_CODE_OPAQUE_POINTER ||
	    (!is_element_type(code_of(module, record->op[GEP_ELEMENT])) && code_of(module, record->op[GEP_ELEMENT]) != TYPE_CODE_X86_AMX))
		return false;
	for (; i + 1 < record->n; i += 2) {
		len = length_of(module, record->op[i]);
		if ((len && len != n) || !has_type(module, record->op[i + 1], record->op[i]))
			return false;
		is_vector |= len;
	}
	return is_vector == (n != 0);
}

static bool
is_index(const struct bitmodule *module, const uint64_t *op)
{
	return code_of(module, op[ELEMENT_INDEX_TYPE]) == TYPE_CODE_INTEGER && has_type(module, op[ELEMENT_INDEX], op[ELEMENT_INDEX_TYPE]);
}

/* An element of a vector, a vector with another element, elements of two vectors. */
static bool
vector_is_sound(const struct bitmodule *module, uint64_t type, const struct bitrecord *record)
{
	const uint64_t *op = record->op;
	bool other = record->code == CST_CODE_CE_SHUFVEC_EX;
	uint64_t from;

	if (record->n < 3 + (record->code != CST_CODE_CE_SHUFFLEVEC))
		return false;
	switch (record->code) {
	case CST_CODE_CE_EXTRACTELT:
		from = op[EXTRACT_VECTOR_TYPE];
		return length_of(module, from) && scalar_of(module, from) == type && has_type(module, op[EXTRACT_VECTOR], from) &&
		       is_index(module, op);
	case CST_CODE_CE_INSERTELT:
		return length_of(module, type) && has_type(module, op[INSERT_VECTOR], type) &&
		       has_type(module, op[INSERT_ELEMENT], scalar_of(module, type)) && is_index(module, op);
	default:		/* [vectors' type when it is not the constant's, vector, vector, places] */
		from = other ? op[0] : type;
		return length_of(module, type) && length_of(module, from) && scalar_of(module, from) == scalar_of(module, type) &&
		       has_type(module, op[other], from) && has_type(module, op[other + 1], from);
	}
}

static bool
assembly_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	uint64_t n = record->n, len = n > ASM_TEXT ? record->op[ASM_LENGTH] : n;

	return n > ASM_TEXT && code_of(module, record->op[ASM_TYPE]) == TYPE_CODE_FUNCTION && len < n - ASM_TEXT &&
	       record->op[ASM_TEXT + len] == n - ASM_TEXT - 1 - len;
}

static bool
names_global(const struct bitmodule *module, const struct bitrecord *record)
{
	return record->n > NAMED_GLOBAL && record->op[NAMED_GLOBAL] < module->nglobal &&
	       has_type(module, record->op[NAMED_GLOBAL], record->op[NAMED_TYPE]);
}

/* How many basic blocks the body says that it has: its first record. */
static uint64_t
blocks_of(const struct bitmodule *module, uint32_t body)
{
	struct bitrecord record = { 0 };
	struct bitblock block, inner;
	struct bitreader reader;
	struct arena arena;
	uint64_t n = 0;

	if (body == BITMODULE_NONE)
		return 0;
	arena_init(&arena);
	reader = module->reader;
	reader.arena = &arena;
	block = module->body[body];
	bitreader_reenter(&reader, &block);
	if (bitreader_next(&reader, &block, &record, &inner) == BITS_RECORD && record.code == FUNC_CODE_DECLAREBLOCKS)
		n = bitrecord_get(&record, 0);
	arena_free(&arena);
	return n;
}

bool
constant_type_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	return record->n == 1 && record->op[0] < module->ntype && code_of(module, record->op[0]) != TYPE_CODE_VOID;
}

bool
constant_is_sound(const struct bitmodule *module, uint64_t number, const struct bitrecord *record)
{
	const struct bitrow *type = &module->type[number < module->ntype ? number : 0].row;
	uint64_t element = (type->code == TYPE_CODE_ARRAY || type->code == TYPE_CODE_VECTOR) ? type->op[SEQUENCE_ELEMENT] : BITMODULE_NONE;
	uint64_t count = element == BITMODULE_NONE ? 0 : type->op[SEQUENCE_COUNT], n = record->n;

	if (module->written)
		return true;
	if (number >= module->ntype)
		return false;
	if (!is_element_type(type->code))
		return !n && (type->code == TYPE_CODE_TOKEN || type->code == TYPE_CODE_X86_AMX) &&
		       (record->code == CST_CODE_UNDEF || record->code == CST_CODE_POISON ||
			(record->code == CST_CODE_NULL && type->code == TYPE_CODE_TOKEN));
	switch (record->code) {
	case CST_CODE_NULL:
	case CST_CODE_UNDEF:
	case CST_CODE_POISON:
		return !n;
	case CST_CODE_INTEGER:
		return is_of_integers(module, type) && n == 1;
	case CST_CODE_WIDE_INTEGER:
		return is_of_integers(module, type) && n;
	case CST_CODE_FLOAT:
		return type->code != TYPE_CODE_INTEGER && n &&
		       (is_number_type(type->code) || (type->code == TYPE_CODE_VECTOR && code_of(module, element) != TYPE_CODE_INTEGER));
	case CST_CODE_AGGREGATE:
		return aggregate_is_sound(module, type, record);
	case CST_CODE_STRING:
	case CST_CODE_CSTRING:
		return type->code == TYPE_CODE_ARRAY && code_of(module, element) == TYPE_CODE_INTEGER && module->type[element].row.op[INTEGER_WIDTH] == 8 &&
		       n && count == n + (uint64_t)(record->code == CST_CODE_CSTRING);
	case CST_CODE_DATA:
		return is_number_type(code_of(module, element)) && n && count == n;
	case CST_CODE_CE_CAST:
		return cast_is_sound(module, number, record);
	case CST_CODE_CE_BINOP:
		return n > BINOP_RIGHT && is_of_integers(module, type) && (record->op[BINOP_OPCODE] <= BINOP_SUB || record->op[BINOP_OPCODE] == BINOP_XOR) &&
		       has_type(module, record->op[BINOP_LEFT], number) && has_type(module, record->op[BINOP_RIGHT], number);
	case CST_CODE_CE_EXTRACTELT:
	case CST_CODE_CE_INSERTELT:
	case CST_CODE_CE_SHUFFLEVEC:
	case CST_CODE_CE_SHUFVEC_EX:
		return vector_is_sound(module, number, record);
	case CST_CODE_CE_GEP:
		return place_is_sound(module, number, record, GEP_PAIRS);
	case CST_CODE_CE_GEP_WITH_INRANGE:
		return place_is_sound(module, number, record, GEP_INRANGE_PAIRS);
	case CST_CODE_INLINEASM:
		return type->code == TYPE_CODE_OPAQUE_POINTER && assembly_is_sound(module, record);
	case CST_CODE_BLOCKADDRESS:
		return names_global(module, record) && record->n > NAMED_BLOCK && record->op[NAMED_BLOCK] &&
		       record->op[NAMED_BLOCK] < blocks_of(module, module->global[record->op[NAMED_GLOBAL]].body);
	case CST_CODE_DSO_LOCAL_EQUIVALENT:
	case CST_CODE_NO_CFI_VALUE:
		return names_global(module, record);
	case CST_CODE_PTRAUTH:
	case CST_CODE_PTRAUTH2:
		return true;
	default:
		return false;
	}
}

bool
name_is_sound(const struct bitrecord *record, uint32_t blocks)
{
	size_t i;

	if (!record->n || (record->code == VST_CODE_BBENTRY ? record->op[0] >= blocks : record->code != VST_CODE_ENTRY))
		return false;
	for (i = 1; i < record->n; i++)
		if ((!record->op[i] && record->code == VST_CODE_ENTRY) || record->op[i] > UINT8_MAX)
			return false;
	return true;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* The rows of the module's tables that the operands mention exist; kind: room for the longest row. */
static bool
mentions_are_there(const struct bitmodule *module, unsigned block, const struct bitrow *row, uint8_t *kind)
{
	size_t values = values_of(module), nodes = module->nstring + module->nnode;
	struct bitrecord record = bitrow_record(row);
	bool sound = true;
	uint32_t i;

	if (!record_kinds(block, &record, kind))
		return false;
	for (i = 0; i < row->n; i++)
		switch (kind[i]) {
		case OPERAND_TYPE:
			sound &= row->op[i] < module->ntype;
			break;
		case OPERAND_ABSOLUTE:
			sound &= row->op[i] < values;
			break;
		case OPERAND_NODE:
			sound &= row->op[i] < nodes;
			break;
		case OPERAND_OPTIONAL_NODE:
			sound &= row->op[i] <= nodes;
			break;
		default:
			break;
		}
	return sound;
}

/* A node: no string, no value. */
static bool
is_node(const struct bitmodule *module, uint64_t number)
{
	uint32_t code;

	if (number < module->nstring || number - module->nstring >= module->nnode)
		return false;
	code = module->node[number - module->nstring].code;
	return code != METADATA_VALUE && code != METADATA_ARG_LIST;
}

bool
attachments_are_sound(const struct bitmodule *module, const struct bitrecord *record, uint32_t instructions)
{
	size_t i = record->n % 2;

	if (module->written)
		return true;
	if (record->code != METADATA_ATTACHMENT || !record->n || (i && record->op[0] >= instructions))
		return false;
	/* Those of the function itself have greater numbers. */
	for (; i + 1 < record->n; i += 2)
		if (record->op[i] >= module->kinds_end ||
		    (record->op[i + 1] < module->nstring + module->nnode && !is_node(module, record->op[i + 1])))
			return false;
	return true;
}

/* [type, value]: no metadata in metadata. */
static bool
value_node_is_sound(const struct bitmodule *module, const uint64_t *op, size_t n)
{
	uint32_t code = n > 1 ? code_of(module, op[VALUE_NODE_TYPE]) : TYPE_CODE_VOID;

	return code != TYPE_CODE_VOID && code != TYPE_CODE_METADATA && has_type(module, op[VALUE_NODE_VALUE], op[VALUE_NODE_TYPE]);
}

/* A label's number of a coroutine's suspend point: 32 bits, or -1 for none. */
static bool
label_node_is_sound(const uint64_t *op, size_t n)
{
	enum { SUSPEND_POINT = 6 };

	return n <= SUSPEND_POINT || op[SUSPEND_POINT] <= UINT32_MAX || op[SUSPEND_POINT] == UINT64_MAX;
}

static bool
node_is_sound(const struct bitmodule *module, uint64_t code, const uint64_t *op, size_t n)
{
	return code == METADATA_VALUE ? value_node_is_sound(module, op, n) : code != METADATA_LABEL || label_node_is_sound(op, n);
}

bool
local_node_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	return module->written || (node_is_local(record->code) && node_is_sound(module, record->code, record->op, record->n));
}

static bool
check_metadata(const struct bitmodule *module, uint8_t *kind)
{
	const struct bitrow *row;
	size_t i;
	uint32_t k;

	for (i = 0; i < module->nnode; i++) {
		row = &module->node[i];
		if (!node_is_local(row->code) || row->code == METADATA_ARG_LIST || !mentions_are_there(module, METADATA_BLOCK_ID, row, kind) ||
		    !node_is_sound(module, row->code, row->op, row->n))
			return false;
	}
	for (i = 0; i < module->nnamed; i++) {
		if (!module->named[i].row.code)
			return false;
		for (k = 0; k < module->named[i].row.n; k++)
			if (!is_node(module, module->named[i].row.op[k]))
				return false;
	}
	for (i = 0; i < module->nglobal; i++) {
		row = module->global[i].attachment;
		for (k = 1; row && k < row->n; k += 2)
			if (row->op[k] >= module->kinds_end || !is_node(module, row->op[k + 1]))
				return false;
	}
	return true;
}

static bool
check_attributes(const struct bitmodule *module, struct arena *arena)
{
	uint8_t *there = arena_calloc(arena, module->ngroup + 2, 1);
	struct bitattribute attribute;
	const struct bitrow *row;
	size_t i, at;
	uint32_t k;

	/* LLVM numbers them from 1, in any order. */
	for (i = 0; i < module->ngroup; i++) {
		row = &module->group[i];
		if (row->code != PARAMATTR_GRP_CODE_ENTRY || !row->op[GROUP_ID] || row->op[GROUP_ID] > module->ngroup || there[row->op[GROUP_ID]]++)
			return false;
		for (at = GROUP_ATTRIBUTES; bitattribute_next(row, &at, &attribute);)
			if (!bitattribute_is_sound(module, row, &attribute))
				return false;
		if (at != row->n)
			return false;
	}
	for (i = 0; i < module->nattributes; i++) {
		row = &module->attributes[i];
		if (row->code != PARAMATTR_CODE_ENTRY)
			return false;
		for (k = 0; k < row->n; k++)
			if (!row->op[k] || row->op[k] > module->ngroup)
				return false;
	}
	return true;
}

static uint32_t
longest_row(const struct bitmodule *module)
{
	uint32_t most = 0;
	size_t i;

	for (i = 0; i < module->ntype; i++)
		most = module->type[i].row.n > most ? module->type[i].row.n : most;
	for (i = 0; i < module->nconstant; i++)
		most = module->constant[i].row.n > most ? module->constant[i].row.n : most;
	for (i = 0; i < module->nnode; i++)
		most = module->node[i].n > most ? module->node[i].n : most;
	for (i = 0; i < module->nglobal; i++)
		most = module->global[i].row.n > most ? module->global[i].row.n : most;
	return most;
}

static bool
row_is_sound(const struct bitmodule *module, const struct bitconstant *constant)
{
	struct bitrecord record = bitrow_record(&constant->row);

	return constant_is_sound(module, constant->type, &record);
}

bool
bitmodule_is_sound(const struct bitmodule *module)
{
	struct counts counts = { count_head(module, MODULE_CODE_SECTIONNAME), count_head(module, MODULE_CODE_GCNAME) };
	struct arena arena;
	bool sound = true;
	uint8_t *kind;
	size_t i;

	if (module->written)
		return true;
	arena_init(&arena);
	kind = arena_alloc(&arena, longest_row(module) + 1);
	for (i = 0; i < module->ntype && sound; i++)
		sound = type_is_sound(module, i) && mentions_are_there(module, TYPE_BLOCK_ID_NEW, &module->type[i].row, kind);
	for (i = 0; i < module->nglobal && sound; i++)
		sound = global_is_sound(module, &counts, &module->global[i]) &&
			mentions_are_there(module, MODULE_BLOCK_ID, &module->global[i].row, kind);
	for (i = 0; i < module->nconstant && sound; i++)
		sound = mentions_are_there(module, CONSTANTS_BLOCK_ID, &module->constant[i].row, kind) &&
			row_is_sound(module, &module->constant[i]);
	sound = sound && check_metadata(module, kind) && check_attributes(module, &arena);
	arena_free(&arena);
	return sound;
}
