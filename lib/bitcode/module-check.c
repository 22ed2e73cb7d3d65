#include "module-check.h"

#include <string.h>

enum { TYPE_FLOAT = 3, TYPE_HALF = 10, TYPE_X86_FP80 = 13, TYPE_FP128, TYPE_PPC_FP128, TYPE_BFLOAT = 23, TYPE_X86_AMX = 24, TYPE_TOKEN = 22 };
enum { CONSTANT_UNDEF = 3, CONSTANT_WIDE = 5, CONSTANT_STRING = 8, CONSTANT_CSTRING, CONSTANT_BINARY, CONSTANT_EXTRACT = 14, CONSTANT_INSERT,
       CONSTANT_SHUFFLE, CONSTANT_SHUFFLE_OTHER = 19, CONSTANT_DATA = 22, CONSTANT_POISON = 26,
       CONSTANT_EQUIVALENT, CONSTANT_NO_CFI = 29, CONSTANT_ASSEMBLY, CONSTANT_SIGNED_POINTER = 33, CONSTANT_SIGNED_POINTER_MORE };
enum { MAX_INTEGER = 1 << 23, MAX_SPACE = 1 << 24, MAX_ALIGNMENT = 33, MAX_CALLING_CONVENTION = 1023 };
enum { FLAG_TYPED = 2, FLAG_BITS = 2 };	/* of a variable: the address space is in the bits above the flags */
enum { NODE_ARGUMENTS = 46 };

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
	return code == TYPE_INTEGER || code == TYPE_FLOAT || code == TYPE_DOUBLE || code == TYPE_HALF || code == TYPE_X86_FP80 ||
	       code == TYPE_FP128 || code == TYPE_PPC_FP128 || code == TYPE_BFLOAT;
}

/* The type can be an element: its values have a size in memory. */
static bool
is_element_type(uint32_t code)
{
	return code && code != TYPE_VOID && code != TYPE_LABEL && code != TYPE_METADATA && code != TYPE_FUNCTION &&
	       code != TYPE_TOKEN && code != TYPE_X86_AMX;
}

/* Only named structs may come after a type that mentions them; a struct cannot contain itself. */
static bool
knows_type(const struct bitmodule *module, size_t i, uint64_t type)
{
	uint32_t code = code_of(module, type);

	return type < i || (type > i && (code == TYPE_STRUCT || code == TYPE_OPAQUE));
}

static bool
type_is_sound(const struct bitmodule *module, size_t i)
{
	const struct bitrow *row = &module->type[i].row;
	uint32_t k;

	switch (row->code) {
	case TYPE_INTEGER:
		return row->n == 1 && row->op[0] && row->op[0] <= MAX_INTEGER;
	case TYPE_POINTER:
		return row->n == 1 && row->op[0] < MAX_SPACE;
	case TYPE_ARRAY:
		return row->n == 2 && knows_type(module, i, row->op[1]) && is_element_type(code_of(module, row->op[1]));
	case TYPE_VECTOR:
		return row->n >= 2 && row->n <= 3 && row->op[0] && row->op[0] <= UINT32_MAX && row->op[1] < i &&
		       (is_number_type(code_of(module, row->op[1])) || code_of(module, row->op[1]) == TYPE_POINTER);
	case TYPE_STRUCT:
	case TYPE_STRUCT_ANON:
		for (k = 1; k < row->n; k++)
			if (!knows_type(module, i, row->op[k]))
				return false;
		return row->n;
	case TYPE_FUNCTION:
		for (k = 1; k < row->n; k++)
			if (!knows_type(module, i, row->op[k]) || code_of(module, row->op[k]) == TYPE_FUNCTION ||
			    (code_of(module, row->op[k]) == TYPE_VOID) > (k == 1))
				return false;
		return row->n > 1;
	case TYPE_OPAQUE:
		return row->n == 1;
	case TYPE_TARGET:
		for (k = 1; k < row->n && k <= row->op[0]; k++)
			if (!knows_type(module, i, row->op[k]))
				return false;
		return row->n && row->op[0] < row->n && module->type[i].name.code;
	default:
		return !row->n && (is_number_type(row->code) || row->code == TYPE_VOID || row->code == TYPE_LABEL ||
				   row->code == TYPE_METADATA || row->code == TYPE_TOKEN || row->code == TYPE_X86_AMX);
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
	return code_of(module, type) == TYPE_POINTER && module->type[type].row.op[0] == space_of(&module->global[value]);
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
	       (!initializer || has_type(module, initializer - 1, row->op[GLOBAL_TYPE]));
}

static bool
function_is_sound(const struct bitmodule *module, const struct counts *counts, const struct bitrow *row)
{
	return code_of(module, row->op[GLOBAL_TYPE]) == TYPE_FUNCTION && row->op[FUNCTION_CC] <= MAX_CALLING_CONVENTION &&
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
			code_of(module, row->op[GLOBAL_TYPE]) == TYPE_FUNCTION) &&
		       (global->kind != BITGLOBAL_IFUNC || code_of(module, row->op[GLOBAL_TYPE]) == TYPE_FUNCTION) &&
		       row->op[ALIAS_SPACE] < MAX_SPACE && row->op[ALIAS_ALIASEE] < values_of(module);
	}
}

/* --- constants ----------------------------------------------------------------------------- */

/* The members have the types of the aggregate's elements. */
static bool
aggregate_is_sound(const struct bitmodule *module, const struct bitrow *type, const struct bitrecord *record)
{
	bool is_struct = type->code == TYPE_STRUCT || type->code == TYPE_STRUCT_ANON;
	uint32_t i;

	if (!is_struct && type->code != TYPE_ARRAY && type->code != TYPE_VECTOR)
		return false;
	if (record->n != (is_struct ? type->n - 1 : type->op[0]) || !record->n)
		return false;
	for (i = 0; i < record->n; i++)
		if (!has_type(module, record->op[i], type->op[is_struct ? i + 1 : 1]))
			return false;
	return true;
}

static bool
is_of_integers(const struct bitmodule *module, const struct bitrow *type)
{
	return type->code == TYPE_INTEGER || (type->code == TYPE_VECTOR && code_of(module, type->op[1]) == TYPE_INTEGER);
}

/* Of a vector its elements' type, of another type itself. */
static uint64_t
scalar_of(const struct bitmodule *module, uint64_t type)
{
	return code_of(module, type) == TYPE_VECTOR ? module->type[type].row.op[1] : type;
}

/* 0: no vector. */
static uint64_t
length_of(const struct bitmodule *module, uint64_t type)
{
	return code_of(module, type) == TYPE_VECTOR ? module->type[type].row.op[0] : 0;
}

/* Of numbers and vectors of them; 0: of pointers and all else. */
static uint64_t
bits_of(const struct bitmodule *module, uint64_t type)
{
	static const uint8_t bits[] = { [TYPE_FLOAT] = 32, [TYPE_DOUBLE] = 64, [TYPE_HALF] = 16, [TYPE_X86_FP80] = 80,
					[TYPE_FP128] = 128, [TYPE_PPC_FP128] = 128, [TYPE_BFLOAT] = 16 };
	uint64_t scalar = scalar_of(module, type), n = length_of(module, type);
	uint32_t code = code_of(module, scalar);

	return (n ? n : 1) * (code == TYPE_INTEGER ? module->type[scalar].row.op[0] : code < sizeof bits ? bits[code] : 0);
}

/* [operation, operand's type, operand], of single values or of vectors of one length. */
static bool
cast_is_sound(const struct bitmodule *module, uint64_t to, const struct bitrecord *record)
{
	enum { TRUNCATE = 0, TO_INTEGER = 9, TO_POINTER, BITS, SPACE, TO_ADDRESS };
	uint64_t from = record->n > 2 ? record->op[1] : BITMODULE_NONE, a = scalar_of(module, from), b = scalar_of(module, to);
	uint32_t x = code_of(module, a), y = code_of(module, b);

	if (!x || !has_type(module, record->op[2], from) ||
	    (record->op[0] != BITS && length_of(module, from) != length_of(module, to)))
		return false;
	switch (record->op[0]) {
	case TRUNCATE:
		return x == TYPE_INTEGER && y == TYPE_INTEGER && bits_of(module, a) > bits_of(module, b);
	case TO_INTEGER:
	case TO_ADDRESS:
		return x == TYPE_POINTER && y == TYPE_INTEGER;
	case TO_POINTER:
		return x == TYPE_INTEGER && y == TYPE_POINTER;
	case BITS:
		return bits_of(module, from) ? bits_of(module, from) == bits_of(module, to)
					     : x == TYPE_POINTER && a == b && length_of(module, from) == length_of(module, to);
	case SPACE:
		return x == TYPE_POINTER && y == TYPE_POINTER && a != b;
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

	if (record->n < i + 2 || scalar_of(module, record->op[i]) != pointer || code_of(module, pointer) != TYPE_POINTER ||
	    !is_element_type(code_of(module, record->op[0])))
		return false;
	for (; i + 1 < record->n; i += 2) {
		len = length_of(module, record->op[i]);
		if ((len && len != n) || !has_type(module, record->op[i + 1], record->op[i]))
			return false;
		is_vector |= len;
	}
	return is_vector == (n != 0);
}

/* An element of a vector, a vector with another element, elements of two vectors. */
static bool
vector_is_sound(const struct bitmodule *module, uint64_t type, const struct bitrecord *record)
{
	const uint64_t *op = record->op;
	bool other = record->code == CONSTANT_SHUFFLE_OTHER;
	uint64_t from;

	if (record->n < 3 + (record->code != CONSTANT_SHUFFLE))
		return false;
	switch (record->code) {
	case CONSTANT_EXTRACT:	/* [vector's type, vector, index's type, index] */
		return length_of(module, op[0]) && scalar_of(module, op[0]) == type && has_type(module, op[1], op[0]) &&
		       code_of(module, op[2]) == TYPE_INTEGER && has_type(module, op[3], op[2]);
	case CONSTANT_INSERT:	/* [vector, element, index's type, index] */
		return length_of(module, type) && has_type(module, op[0], type) && has_type(module, op[1], scalar_of(module, type)) &&
		       code_of(module, op[2]) == TYPE_INTEGER && has_type(module, op[3], op[2]);
	default:		/* [vectors' type when it is not the constant's, vector, vector, places] */
		from = other ? op[0] : type;
		return length_of(module, type) && length_of(module, from) && scalar_of(module, from) == scalar_of(module, type) &&
		       has_type(module, op[other], from) && has_type(module, op[other + 1], from);
	}
}

/* [type, flags, length, characters, length, characters] */
static bool
assembly_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	uint64_t n = record->n, len = n > 3 ? record->op[2] : n;

	return n > 3 && code_of(module, record->op[0]) == TYPE_FUNCTION && len < n - 3 && record->op[3 + len] == n - 4 - len;
}

/* [type, global value, ...] */
static bool
names_global(const struct bitmodule *module, const struct bitrecord *record)
{
	return record->n > 1 && record->op[1] < module->nglobal && has_type(module, record->op[1], record->op[0]);
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
	if (bitreader_next(&reader, &block, &record, &inner) == BITS_RECORD && record.code == INSTRUCTION_BLOCKS)
		n = bitrecord_get(&record, 0);
	arena_free(&arena);
	return n;
}

bool
constant_type_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	return record->n == 1 && record->op[0] < module->ntype && code_of(module, record->op[0]) != TYPE_VOID;
}

bool
constant_is_sound(const struct bitmodule *module, uint64_t number, const struct bitrecord *record)
{
	enum { SUBTRACT = 1, XOR = 12 };
	const struct bitrow *type = &module->type[number < module->ntype ? number : 0].row;
	uint64_t element = (type->code == TYPE_ARRAY || type->code == TYPE_VECTOR) ? type->op[1] : BITMODULE_NONE;
	uint64_t count = element == BITMODULE_NONE ? 0 : type->op[0], n = record->n;

	if (module->written)
		return true;
	if (number >= module->ntype || !is_element_type(type->code))
		return number < module->ntype && type->code == TYPE_TOKEN && !n &&
		       (record->code == CONSTANT_NULL || record->code == CONSTANT_UNDEF || record->code == CONSTANT_POISON);
	switch (record->code) {
	case CONSTANT_NULL:
	case CONSTANT_UNDEF:
	case CONSTANT_POISON:
		return !n;
	case CONSTANT_INTEGER:
		return is_of_integers(module, type) && n == 1;
	case CONSTANT_WIDE:
		return is_of_integers(module, type) && n;
	case CONSTANT_FLOAT:
		return type->code != TYPE_INTEGER && n &&
		       (is_number_type(type->code) || (type->code == TYPE_VECTOR && code_of(module, element) != TYPE_INTEGER));
	case CONSTANT_AGGREGATE:
		return aggregate_is_sound(module, type, record);
	case CONSTANT_STRING:
	case CONSTANT_CSTRING:
		return type->code == TYPE_ARRAY && code_of(module, element) == TYPE_INTEGER && module->type[element].row.op[0] == 8 &&
		       n && count == n + (uint64_t)(record->code == CONSTANT_CSTRING);
	case CONSTANT_DATA:
		return is_number_type(code_of(module, element)) && n && count == n;
	case CONSTANT_CAST:
		return cast_is_sound(module, number, record);
	case CONSTANT_BINARY:
		return n > 2 && is_of_integers(module, type) && (record->op[0] <= SUBTRACT || record->op[0] == XOR) && has_type(module, record->op[1], number) &&
		       has_type(module, record->op[2], number);
	case CONSTANT_EXTRACT:
	case CONSTANT_INSERT:
	case CONSTANT_SHUFFLE:
	case CONSTANT_SHUFFLE_OTHER:
		return vector_is_sound(module, number, record);
	case CONSTANT_GEP:
		return place_is_sound(module, number, record, 2);
	case CONSTANT_GEP_IN_RANGE:
		return place_is_sound(module, number, record, 5);
	case CONSTANT_ASSEMBLY:
		return type->code == TYPE_POINTER && assembly_is_sound(module, record);
	case CONSTANT_BLOCK_ADDRESS:
		return names_global(module, record) && record->n > 2 && record->op[2] &&
		       record->op[2] < blocks_of(module, module->global[record->op[1]].body);
	case CONSTANT_EQUIVALENT:
	case CONSTANT_NO_CFI:
		return names_global(module, record);
	case CONSTANT_SIGNED_POINTER:
	case CONSTANT_SIGNED_POINTER_MORE:
		return true;
	default:
		return false;
	}
}

bool
name_is_sound(const struct bitrecord *record, uint32_t blocks)
{
	size_t i;

	if (!record->n || (record->code == NAMES_BLOCK ? record->op[0] >= blocks : record->code != NAMES_ENTRY))
		return false;
	for (i = 1; i < record->n; i++)
		if ((!record->op[i] && record->code == NAMES_ENTRY) || record->op[i] > UINT8_MAX)
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
	return code != NODE_VALUE && code != NODE_ARGUMENTS;
}

bool
attachments_are_sound(const struct bitmodule *module, const struct bitrecord *record, uint32_t instructions)
{
	enum { ATTACHMENT = 11 };
	size_t i = record->n % 2;

	if (module->written)
		return true;
	if (record->code != ATTACHMENT || !record->n || (i && record->op[0] >= instructions))
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
	return n > 1 && has_type(module, op[1], op[0]) && code_of(module, op[0]) != TYPE_METADATA && code_of(module, op[0]) != TYPE_VOID;
}

bool
local_node_is_sound(const struct bitmodule *module, const struct bitrecord *record)
{
	return module->written || (node_is_local(record->code) &&
	       (record->code != NODE_VALUE || value_node_is_sound(module, record->op, record->n)));
}

static bool
check_metadata(const struct bitmodule *module, uint8_t *kind)
{
	const struct bitrow *row;
	size_t i;
	uint32_t k;

	for (i = 0; i < module->nnode; i++) {
		row = &module->node[i];
		if (!node_is_local(row->code) || row->code == NODE_ARGUMENTS || !mentions_are_there(module, BLOCK_METADATA, row, kind) ||
		    (row->code == NODE_VALUE && !value_node_is_sound(module, row->op, row->n)))
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
		if (row->code != 3 || !row->op[0] || row->op[0] > module->ngroup || there[row->op[0]]++)
			return false;
		for (at = 2; bitattribute_next(row, &at, &attribute);)
			if (!bitattribute_is_sound(module, row, &attribute))
				return false;
		if (at != row->n)
			return false;
	}
	for (i = 0; i < module->nattributes; i++) {
		row = &module->attributes[i];
		if (row->code != 2)
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
	struct counts counts = { count_head(module, MODULE_SECTION), count_head(module, MODULE_GC) };
	struct arena arena;
	bool sound = true;
	uint8_t *kind;
	size_t i;

	if (module->written)
		return true;
	arena_init(&arena);
	kind = arena_alloc(&arena, longest_row(module) + 1);
	for (i = 0; i < module->ntype && sound; i++)
		sound = type_is_sound(module, i) && mentions_are_there(module, BLOCK_TYPES, &module->type[i].row, kind);
	for (i = 0; i < module->nglobal && sound; i++)
		sound = global_is_sound(module, &counts, &module->global[i]) &&
			mentions_are_there(module, BLOCK_MODULE, &module->global[i].row, kind);
	for (i = 0; i < module->nconstant && sound; i++)
		sound = mentions_are_there(module, BLOCK_CONSTANTS, &module->constant[i].row, kind) &&
			row_is_sound(module, &module->constant[i]);
	sound = sound && check_metadata(module, kind) && check_attributes(module, &arena);
	arena_free(&arena);
	return sound;
}
