#include "bitmodule.h"

#include <string.h>

#include "module-check.h"

/* A row is added. */
#define ADD(module, table, n, ...)                                                                       \
	do {                                                                                             \
		(module)->table = arena_extend((module)->arena, (module)->table, (module)->n,            \
					       sizeof *(module)->table);                                 \
		(module)->table[(module)->n++] = __VA_ARGS__;                                            \
	} while (0)

static const char DAMAGED[] = "damaged bitcode", OUT_OF_ORDER[] = "a module in another order than LLVM writes",
	OLD_VERSION[] = "an old version of bitcode";

static struct bitrow
keep_row(struct bitmodule *module, const struct bitrecord *record)
{
	uint64_t *op = arena_alloc(module->arena, record->n * sizeof *op);

	if (record->n)
		memcpy(op, record->op, record->n * sizeof *op);
	return (struct bitrow){ record->abbrev, (uint32_t)record->code, (uint32_t)record->n, op };
}

static struct bitspan
span_of(const struct bitmodule *module, const struct bitblock *block)
{
	return (struct bitspan){ module->bytes + block->start / 8, (size_t)(block->end - block->start) / 8,
				 block->width };
}

static void
keep_form(struct bitform *form, const struct bitblock *block)
{
	form->width = block->width;
	form->abbrevs = block->abbrevs;
}

/* --- blocks of rows --------------------------------------------------------------- */

/* Hands every record of the block to row(); inner blocks are not expected. */
static const char *
read_rows(struct bitmodule *module, struct bitblock *block, struct bitform *form,
	  const char *(*row)(struct bitmodule *, const struct bitrecord *))
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	const char *why;

	for (;;) {
		module->at = module->reader.at;
		switch (bitreader_next(&module->reader, block, &record, &inner)) {
		case BITS_RECORD:
			why = row(module, &record);
			if (why)
				return why;
			break;
		case BITS_ABBREV:
			break;
		case BITS_END:
			keep_form(form, block);
			return NULL;
		default:
			return DAMAGED;
		}
	}
}

static const char *
add_type(struct bitmodule *module, const struct bitrecord *record)
{
	struct bittype_row type = { .name = { 0 } };

	if (record->code == TYPE_CODE_NUMENTRY) {
		if (module->types_declared || module->ntype)
			return DAMAGED;
		module->types_declared = bitrecord_get(record, 0);
		return NULL;
	}
	if (record->code == TYPE_CODE_STRUCT_NAME) {
		if (module->pending_name.code)
			return DAMAGED;
		module->pending_name = keep_row(module, record);
		return NULL;
	}
	type.row = keep_row(module, record);
	if (record->code == TYPE_CODE_STRUCT_NAMED || record->code == TYPE_CODE_OPAQUE || record->code == TYPE_CODE_TARGET_TYPE) {
		type.name = module->pending_name;
		module->pending_name = (struct bitrow){ 0 };
	}
	ADD(module, type, ntype, type);
	return NULL;
}

static const char *
add_group(struct bitmodule *module, const struct bitrecord *record)
{
	ADD(module, group, ngroup, keep_row(module, record));
	return record->n < 2 ? DAMAGED : NULL;
}

static const char *
add_attributes(struct bitmodule *module, const struct bitrecord *record)
{
	ADD(module, attributes, nattributes, keep_row(module, record));
	return NULL;
}

#define NO_TYPE UINT32_MAX	/* pending_type at the beginning of a block */

static const char *
add_constant(struct bitmodule *module, const struct bitrecord *record)
{
	if (record->code == CST_CODE_SETTYPE) {
		if (!constant_type_is_sound(module, record))
			return DAMAGED;
		module->pending_type = (uint32_t)record->op[0];
		return NULL;
	}
	/* LLVM takes i32 then, which need not be in the type table; no writer leaves it out. */
	if (module->pending_type == NO_TYPE)
		return DAMAGED;
	ADD(module, constant, nconstant, (struct bitconstant){ module->pending_type, keep_row(module, record) });
	return NULL;
}

/* --- metadata ------------------------------------------------------------------------ */

bool
bitstrings_read(struct bitstrings *strings, struct arena *arena, const struct bitrecord *record)
{
	uint64_t n = bitrecord_get(record, 0), at = bitrecord_get(record, 1), i, len;
	struct bitreader lengths = { .byte = record->blob, .end = (uint64_t)record->nblob * 8 };

	if (!record->blob || record->n != 2 || !n || at > record->nblob || n > at * 8)
		return false;
	lengths.end = at * 8;
	strings->text = arena_alloc(arena, n * sizeof *strings->text);
	strings->len = arena_alloc(arena, n * sizeof *strings->len);
	for (i = 0; i < n; i++) {
		len = bitreader_vbr(&lengths, 6);
		if (lengths.bad || len > record->nblob - at)
			return false;
		strings->text[i] = (const char *)record->blob + at;
		strings->len[i] = (uint32_t)len;
		at += len;
	}
	strings->n = n;
	return true;
}

static const char *
add_strings(struct bitmodule *module, const struct bitrecord *record)
{
	struct bitstrings strings;

	if (module->nstring || module->nnode || !bitstrings_read(&strings, module->arena, record))
		return DAMAGED;
	module->string = strings.text;
	module->string_len = strings.len;
	module->nstring = strings.n;
	return NULL;
}

static const char *
add_attachment(struct bitmodule *module, const struct bitrecord *record)
{
	uint64_t number = bitrecord_get(record, 0);
	struct bitrow *row = arena_alloc(module->arena, sizeof *row);

	if (number >= module->nglobal || record->n % 2 == 0 || module->global[number].attachment)
		return DAMAGED;
	*row = keep_row(module, record);
	module->global[number].attachment = row;
	return NULL;
}

/* The offset of the index of nodes, which comes after them. */
static const char *
add_index_offset(struct bitmodule *module, const struct bitrecord *record)
{
	if (module->nnode || module->nodes_begin || record->n != 2 || record->op[0] > UINT32_MAX || record->op[1] > UINT32_MAX)
		return DAMAGED;
	module->nodes_begin = module->reader.at;
	module->index_offset = module->reader.at + (record->op[0] | record->op[1] << 32);
	return NULL;
}

/* LLVM reads nodes at the positions of the index, so they must be right: [distance to the one before...], in bits. */
static const char *
check_index(struct bitmodule *module, const struct bitrecord *record)
{
	uint64_t at = module->nodes_begin;
	size_t i;

	if (!at || module->at != module->index_offset || record->n != module->nnode)
		return DAMAGED;
	for (i = 0; i < record->n; i++) {
		at += record->op[i];
		if (at != module->node_at[i])
			return DAMAGED;
	}
	module->index_offset = 0;
	return NULL;
}

static const char *
add_node(struct bitmodule *module, const struct bitrecord *record)
{
	if (module->nnamed && !module->named[module->nnamed - 1].row.code && record->code != METADATA_NAMED_NODE)
		return DAMAGED;
	switch (record->code) {
	case METADATA_STRINGS:
		return add_strings(module, record);
	case METADATA_INDEX_OFFSET:
		return add_index_offset(module, record);
	case METADATA_INDEX:
		return check_index(module, record);
	case METADATA_NAME:
		ADD(module, named, nnamed, (struct bitnamed){ .name = keep_row(module, record) });
		return NULL;
	case METADATA_NAMED_NODE:
		if (!module->nnamed || module->named[module->nnamed - 1].row.code)
			return DAMAGED;
		module->named[module->nnamed - 1].row = keep_row(module, record);
		return NULL;
	case METADATA_GLOBAL_DECL_ATTACHMENT:
		return add_attachment(module, record);
	default:
		if (module->nodes_begin) {
			if (module->nnode_at != module->nnode)
				return DAMAGED;
			ADD(module, node_at, nnode_at, module->at);
		}
		ADD(module, node, nnode, keep_row(module, record));
		return NULL;
	}
}

/* --- the module's own records ----------------------------------------------------------- */

static const char *
add_global(struct bitmodule *module, enum bitglobal_kind kind, const struct bitrecord *record)
{
	static const unsigned least[] = { VARIABLE_LINKAGE, FUNCTION_PERSONALITY, ALIAS_LINKAGE, ALIAS_LINKAGE };
	struct bitglobal global = { .kind = kind, .body = BITMODULE_NONE };

	if (record->n <= least[kind])
		return "an old form of global values";
	global.row = keep_row(module, record);
	if (kind == BITGLOBAL_FUNCTION && !record->op[FUNCTION_IS_DECLARATION]) {
		ADD(module, owner, nbody, (uint32_t)module->nglobal);
		global.body = (uint32_t)module->nbody - 1;
	}
	ADD(module, global, nglobal, global);
	return NULL;
}

/*
 * LLVM writes the parts of a module in this order, on which numbers depend: files in
 * another order are left to LLVM.
 */
enum rank {
	RANK_START, RANK_VERSION, RANK_BLOCKINFO, RANK_TYPES, RANK_GROUPS, RANK_ATTRIBUTES, RANK_COMDATS, RANK_HEAD,
	RANK_VARIABLES, RANK_FUNCTIONS, RANK_ALIASES, RANK_IFUNCS, RANK_NAMES_OFFSET, RANK_CONSTANTS, RANK_KINDS,
	RANK_METADATA, RANK_USES, RANK_BUNDLE_TAGS, RANK_SYNC_SCOPES, RANK_BODIES, RANK_NAMES, RANK_HASH
};

static enum rank
rank_of_record(uint64_t code)
{
	switch (code) {
	case MODULE_CODE_VERSION: return RANK_VERSION;
	case MODULE_CODE_COMDAT: return RANK_COMDATS;
	case MODULE_CODE_GLOBALVAR: return RANK_VARIABLES;
	case MODULE_CODE_FUNCTION: return RANK_FUNCTIONS;
	case MODULE_CODE_ALIAS: return RANK_ALIASES;
	case MODULE_CODE_IFUNC: return RANK_IFUNCS;
	case MODULE_CODE_VSTOFFSET: return RANK_NAMES_OFFSET;
	case MODULE_CODE_HASH: return RANK_HASH;
	default: return RANK_HEAD;
	}
}

static enum rank
rank_of_block(unsigned id)
{
	switch (id) {
	case BLOCKINFO_BLOCK_ID: return RANK_BLOCKINFO;
	case TYPE_BLOCK_ID_NEW: return RANK_TYPES;
	case PARAMATTR_GROUP_BLOCK_ID: return RANK_GROUPS;
	case PARAMATTR_BLOCK_ID: return RANK_ATTRIBUTES;
	case CONSTANTS_BLOCK_ID: return RANK_CONSTANTS;
	case METADATA_KIND_BLOCK_ID: return RANK_KINDS;
	case METADATA_BLOCK_ID: return RANK_METADATA;
	case USELIST_BLOCK_ID: return RANK_USES;
	case OPERAND_BUNDLE_TAGS_BLOCK_ID: return RANK_BUNDLE_TAGS;
	case SYNC_SCOPE_NAMES_BLOCK_ID: return RANK_SYNC_SCOPES;
	case FUNCTION_BLOCK_ID: return RANK_BODIES;
	case VALUE_SYMTAB_BLOCK_ID: return RANK_NAMES;
	default: return RANK_START;
	}
}

/* The next part of the module has that rank; one: it may occur once. */
static bool
is_in_order(struct bitmodule *module, enum rank rank, bool one)
{
	bool fits = module->rank == RANK_START ? rank == RANK_VERSION : one ? rank > module->rank : rank >= module->rank;

	module->rank = rank;
	return fits && rank != RANK_START;
}

static const char *
add_module_record(struct bitmodule *module, const struct bitrecord *record)
{
	enum rank rank = rank_of_record(record->code);

	if (!is_in_order(module, rank, rank == RANK_VERSION || rank == RANK_NAMES_OFFSET))
		return OUT_OF_ORDER;
	switch (record->code) {
	case MODULE_CODE_VERSION:
		if (bitrecord_get(record, 0) != 2)
			return OLD_VERSION;
		break;
	case MODULE_CODE_GLOBALVAR:
		return add_global(module, BITGLOBAL_VARIABLE, record);
	case MODULE_CODE_FUNCTION:
		return add_global(module, BITGLOBAL_FUNCTION, record);
	case MODULE_CODE_ALIAS:
		return add_global(module, BITGLOBAL_ALIAS, record);
	case MODULE_CODE_IFUNC:
		return add_global(module, BITGLOBAL_IFUNC, record);
	case MODULE_CODE_COMDAT:
		if (record->n < 3)
			return "an old form of comdats";
		ADD(module, comdat, ncomdat, keep_row(module, record));
		return NULL;
	case MODULE_CODE_VSTOFFSET:
		module->names_offset = bitrecord_get(record, 0);
		return module->names_offset ? NULL : DAMAGED;
	case MODULE_CODE_HASH:
		return NULL;
	case MODULE_CODE_TRIPLE:
	case MODULE_CODE_DATALAYOUT:
	case MODULE_CODE_ASM:
	case MODULE_CODE_SOURCE_FILENAME:
		if (module->heads >> record->code & 1)
			return DAMAGED;
		module->heads |= 1ull << record->code;
		break;
	case MODULE_CODE_SECTIONNAME:
	case MODULE_CODE_GCNAME:
		break;
	default:
		return "an unknown record of the module";
	}
	ADD(module, head, nhead, keep_row(module, record));
	return NULL;
}

static const char *
skip_block(struct bitmodule *module, const struct bitblock *block)
{
	bitreader_skip(&module->reader, block);
	return NULL;
}

/* [number, character...] or [character...]: a block that is copied as bytes; reads it only as a check. */
static const char *
keep_block(struct bitmodule *module, struct bitblock *block, struct bitspan *span, uint64_t code)
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	enum bititem item;

	*span = span_of(module, block);
	while ((item = bitreader_next(&module->reader, block, &record, &inner)) == BITS_RECORD || item == BITS_ABBREV)
		if (item == BITS_RECORD) {
			if (record.code != code || (code == METADATA_KIND && (record.n < 2 || record.op[0] != module->kinds_end++)))
				return DAMAGED;
		}
	return item == BITS_END ? NULL : DAMAGED;
}

/*
 * LLVM finds bodies by this table, [function, offset]: words from the file's start
 * to the begin of the block, less two.
 */
static const char *
read_places(struct bitmodule *module, struct bitblock *block)
{
	enum { BEFORE = 2 };
	struct bitrecord record = { 0 };
	struct bitblock inner;
	enum bititem item;
	size_t n = 0;
	uint32_t body;

	if (module->names_offset + BEFORE != block->start / 32)
		return DAMAGED;
	while ((item = bitreader_next(&module->reader, block, &record, &inner)) == BITS_RECORD || item == BITS_ABBREV) {
		if (item == BITS_ABBREV)
			continue;
		if (record.code != VST_CODE_FNENTRY || record.n != 2 || record.op[0] >= module->nglobal)
			return DAMAGED;
		body = module->global[record.op[0]].body;
		if (body >= module->bodies_read || record.op[1] + BEFORE != module->body[body].start / 32)
			return DAMAGED;
		n++;
	}
	module->names_offset = 0;
	return item == BITS_END && n == module->nbody ? NULL : DAMAGED;
}

/* The reader keeps the abbreviations; the records say for which blocks they are. */
static const char *
read_blockinfo(struct bitmodule *module, struct bitblock *block)
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	enum bititem item;

	while ((item = bitreader_next(&module->reader, block, &record, &inner)) == BITS_RECORD || item == BITS_ABBREV)
		if (item == BITS_RECORD && (record.code != BLOCKINFO_CODE_SETBID || record.n != 1))
			return DAMAGED;
	return item == BITS_END ? NULL : DAMAGED;
}

static const char *
add_body(struct bitmodule *module, const struct bitblock *block)
{
	if (module->bodies_read == module->nbody)
		return DAMAGED;
	if (!module->body)
		module->body = arena_calloc(module->arena, module->nbody, sizeof *module->body);
	module->body[module->bodies_read++] = *block;
	return skip_block(module, block);
}

static const char *
read_inner(struct bitmodule *module, struct bitblock *block)
{
	if (!is_in_order(module, rank_of_block(block->id), block->id != FUNCTION_BLOCK_ID))
		return OUT_OF_ORDER;
	switch (block->id) {
	case BLOCKINFO_BLOCK_ID:
		return read_blockinfo(module, block);
	case TYPE_BLOCK_ID_NEW:
		return read_rows(module, block, &module->types_form, add_type);
	case PARAMATTR_GROUP_BLOCK_ID:
		return read_rows(module, block, &module->groups_form, add_group);
	case PARAMATTR_BLOCK_ID:
		return read_rows(module, block, &module->attributes_form, add_attributes);
	case CONSTANTS_BLOCK_ID:
		module->pending_type = NO_TYPE;
		return read_rows(module, block, &module->constants_form, add_constant);
	case METADATA_BLOCK_ID:
		return read_rows(module, block, &module->metadata_form, add_node);
	case METADATA_KIND_BLOCK_ID:
		return keep_block(module, block, &module->kinds, METADATA_KIND);
	case OPERAND_BUNDLE_TAGS_BLOCK_ID:
		return keep_block(module, block, &module->bundle_tags, OPERAND_BUNDLE_TAG);
	case SYNC_SCOPE_NAMES_BLOCK_ID:
		return keep_block(module, block, &module->sync_scopes, SYNC_SCOPE_NAME);
	case FUNCTION_BLOCK_ID:
		return add_body(module, block);
	case VALUE_SYMTAB_BLOCK_ID:
		return read_places(module, block);
	case USELIST_BLOCK_ID:
		return skip_block(module, block);
	default:
		return "an unknown block of the module";
	}
}

static const char *
read_module(struct bitmodule *module)
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	const char *why = NULL;

	while (!why)
		switch (bitreader_next(&module->reader, &module->block, &record, &inner)) {
		case BITS_RECORD:
			why = add_module_record(module, &record);
			break;
		case BITS_BLOCK:
			why = read_inner(module, &inner);
			break;
		case BITS_ABBREV:
			break;
		case BITS_END:
			keep_form(&module->form, &module->block);
			if (module->rank == RANK_START)
				return OLD_VERSION;
			return module->bodies_read == module->nbody && !module->names_offset && !module->index_offset &&
				       module->types_declared == module->ntype ? NULL : DAMAGED;
		default:
			return DAMAGED;
		}
	return why;
}

/* --- around the module ----------------------------------------------------------------- */

/* "LLVM22...": the records are those that records.c knows. */
static const char *
read_identification(struct bitmodule *module, struct bitblock *block)
{
	static const char wanted[] = "LLVM" LLVM_VERSION;
	struct bitrecord record = { 0 };
	struct bitblock inner;
	bool known = false, epoch = false;
	enum bititem item;
	size_t i;

	module->identification = span_of(module, block);
	while ((item = bitreader_next(&module->reader, block, &record, &inner)) == BITS_RECORD || item == BITS_ABBREV) {
		if (item == BITS_ABBREV)
			continue;
		if (record.code == IDENTIFICATION_CODE_EPOCH) {
			if (record.n != 1 || record.op[0])
				return DAMAGED;
			epoch = true;
			continue;
		}
		if (record.code != IDENTIFICATION_CODE_STRING)
			return DAMAGED;
		for (i = 0; wanted[i] && bitrecord_get(&record, i) == (uint8_t)wanted[i]; i++)
			;
		known = !wanted[i];
	}
	return item != BITS_END || !epoch ? DAMAGED : known ? NULL : "written by another LLVM";
}

static const char *
read_strtab(struct bitmodule *module, struct bitblock *block)
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	struct bitglobal *global;
	enum bititem item;
	size_t i;

	while ((item = bitreader_next(&module->reader, block, &record, &inner)) == BITS_ABBREV)
		;
	if (item != BITS_RECORD || !record.blob || record.code != STRTAB_BLOB || record.n)
		return DAMAGED;
	module->names = (const char *)record.blob;
	module->names_len = record.nblob;
	for (i = 0; i < module->nglobal; i++) {
		global = &module->global[i];
		global->name = bitmodule_name(module, &global->row);
		global->len = global->row.op[GLOBAL_NAME_LEN];
		if (!global->name)
			return DAMAGED;
	}
	for (i = 0; i < module->ncomdat; i++)
		if (!bitmodule_name(module, &module->comdat[i]))
			return DAMAGED;
	return bitreader_next(&module->reader, block, &record, &inner) == BITS_END ? NULL : DAMAGED;
}

/* The types in the form that records.c uses. */
static void
list_types(struct bitmodule *module)
{
	struct bittype *type = arena_alloc(module->arena, (module->ntype + 1) * sizeof *type);
	size_t i;

	for (i = 0; i < module->ntype; i++)
		type[i] = (struct bittype){ module->type[i].row.code, module->type[i].row.n, module->type[i].row.op };
	module->types = (struct bittypes){ type, module->ntype };
}

static const char *
read_bytes(struct bitmodule *module, struct arena *arena, const void *bytes, size_t len, bool written)
{
	bool has_module = false, has_names = false, known = false;
	const char *why = NULL;
	struct bitblock block;
	enum bititem item;

	memset(module, 0, sizeof *module);
	module->arena = arena;
	module->bytes = bytes;
	module->written = written;
	bitreader_init(&module->reader, arena, bytes, len);
	if (len < 4 || memcmp(bytes, "BC\xc0\xde", 4) != 0)
		return "no bitcode";
	module->reader.at = 32;
	while (!why && (item = bitreader_top(&module->reader, &block)) == BITS_BLOCK)
		switch (block.id) {
		case IDENTIFICATION_BLOCK_ID:
			why = known ? DAMAGED : read_identification(module, &block);
			known = true;
			break;
		case MODULE_BLOCK_ID:
			if (has_module || !known)
				return has_module ? "more than one module" : "written by another LLVM";
			has_module = true;
			module->block = block;
			why = read_module(module);
			break;
		case STRTAB_BLOCK_ID:
			why = has_module && !has_names ? read_strtab(module, &block) : DAMAGED;
			has_names = true;
			break;
		case SYMTAB_BLOCK_ID:
			why = has_module ? skip_block(module, &block) : DAMAGED;
			break;
		default:
			return "an unknown block";
		}
	if (!why && (item == BITS_BAD || !has_module || !has_names))
		why = DAMAGED;
	list_types(module);
	return why || bitmodule_is_sound(module) ? why : DAMAGED;
}

const char *
bitmodule_read(struct bitmodule *module, struct arena *arena, const void *bytes, size_t len)
{
	return read_bytes(module, arena, bytes, len, false);
}

const char *
bitmodule_read_written(struct bitmodule *module, struct arena *arena, const void *bytes, size_t len)
{
	return read_bytes(module, arena, bytes, len, true);
}

const char *
bitmodule_name(const struct bitmodule *module, const struct bitrow *row)
{
	if (row->op[GLOBAL_NAME] > module->names_len || row->op[GLOBAL_NAME_LEN] > module->names_len - row->op[GLOBAL_NAME])
		return NULL;
	return module->names + row->op[GLOBAL_NAME];
}

/* --- attributes ------------------------------------------------------------------------- */

/* The characters up to a 0; advances *at past it, and past the row without one. */
static size_t
string_len(const struct bitrow *group, size_t *at)
{
	size_t begin = *at;

	while (*at < group->n && group->op[*at])
		++*at;
	return (*at)++ - begin;
}

/* Behind a range of numbers of so many bits: both ends, in words when they are wide. */
static size_t
range_end(const struct bitrow *group, size_t at, uint64_t bits)
{
	uint64_t words = at < group->n ? group->op[at] : 0;

	return bits <= 64 ? at + 2 : at + 1 + (uint32_t)words + (words >> 32);
}

/* Behind the row when a range is missing. */
static size_t
ranges_end(const struct bitrow *group, size_t at)
{
	uint64_t n = at < group->n ? group->op[at] : 0, bits = at + 1 < group->n ? group->op[at + 1] : 0;

	for (at += 2; n && at <= group->n; n--)
		at = range_end(group, at, bits);
	return at;
}

bool
bitattribute_next(const struct bitrow *group, size_t *at, struct bitattribute *attribute)
{
	size_t i = *at;

	if (i + 1 >= group->n)
		return false;
	*attribute = (struct bitattribute){ .form = group->op[i], .kind = group->op[i + 1], .begin = i, .name = i + 1, .value = i + 2 };
	switch (attribute->form) {
	case ATTRIBUTE_ENUM:
	case ATTRIBUTE_TYPE:
		i += 2;
		break;
	case ATTRIBUTE_INT:
	case ATTRIBUTE_TYPE_VALUE:
		i += 3;
		break;
	case ATTRIBUTE_STRING:
	case ATTRIBUTE_STRING_VALUE:
		i++;
		attribute->name_len = string_len(group, &i);
		attribute->value = i;
		if (attribute->form == ATTRIBUTE_STRING_VALUE)
			attribute->value_len = string_len(group, &i);
		break;
	case ATTRIBUTE_RANGE:
		i = range_end(group, i + 3, i + 2 < group->n ? group->op[i + 2] : 0);
		break;
	case ATTRIBUTE_RANGES:
		i = ranges_end(group, i + 2);
		break;
	default:
		return false;
	}
	if (i > group->n)
		return false;
	*at = attribute->end = i;
	return true;
}

bool
bitattribute_is_sound(const struct bitmodule *module, const struct bitrow *group, const struct bitattribute *attribute)
{
	enum { MOST = ATTR_KIND_NO_CREATE_UNDEF_OR_POISON };
	static const uint8_t takes_int[] = { ATTR_KIND_ALIGNMENT, ATTR_KIND_STACK_ALIGNMENT, ATTR_KIND_UW_TABLE, ATTR_KIND_DEREFERENCEABLE,
		ATTR_KIND_DEREFERENCEABLE_OR_NULL, ATTR_KIND_ALLOC_SIZE, ATTR_KIND_VSCALE_RANGE, ATTR_KIND_ALLOC_KIND, ATTR_KIND_MEMORY,
		ATTR_KIND_NOFPCLASS, ATTR_KIND_CAPTURES, ATTR_KIND_DEAD_ON_RETURN };
	static const uint8_t takes_type[] = { ATTR_KIND_BY_VAL, ATTR_KIND_STRUCT_RET, ATTR_KIND_IN_ALLOCA, ATTR_KIND_PREALLOCATED,
		ATTR_KIND_BYREF, ATTR_KIND_ELEMENTTYPE };
	static const uint8_t old[] = { ATTR_KIND_NO_CAPTURE, ATTR_KIND_ARGMEMONLY, ATTR_KIND_INACCESSIBLEMEM_ONLY,
		ATTR_KIND_INACCESSIBLEMEM_OR_ARGMEMONLY };	/* read, never written */
	bool is_int = memchr(takes_int, (int)(attribute->kind & 0xff), sizeof takes_int);
	bool is_type = memchr(takes_type, (int)(attribute->kind & 0xff), sizeof takes_type);

	if (attribute->form == ATTRIBUTE_STRING || attribute->form == ATTRIBUTE_STRING_VALUE)
		return true;
	if (!attribute->kind || attribute->kind > MOST || memchr(old, (int)attribute->kind, sizeof old))
		return false;
	switch (attribute->form) {
	case ATTRIBUTE_ENUM:
		return !is_int && !is_type && attribute->kind != ATTR_KIND_RANGE && attribute->kind != ATTR_KIND_INITIALIZES;
	case ATTRIBUTE_INT:
		return is_int;
	case ATTRIBUTE_TYPE_VALUE:
		return is_type && group->op[attribute->value] < module->ntype;
	case ATTRIBUTE_TYPE:
		return is_type;
	case ATTRIBUTE_RANGE:
		return attribute->kind == ATTR_KIND_RANGE;
	case ATTRIBUTE_RANGES:
		return attribute->kind == ATTR_KIND_INITIALIZES;
	default:
		return false;
	}
}

bool
bitattribute_is(const struct bitrow *group, const struct bitattribute *attribute, const char *name)
{
	size_t i;

	if (attribute->form != ATTRIBUTE_STRING && attribute->form != ATTRIBUTE_STRING_VALUE)
		return false;
	for (i = 0; i < attribute->name_len; i++)
		if (group->op[attribute->name + i] != (uint8_t)name[i])
			return false;
	return !name[i];
}

static const char *
group_attribute(const struct bitrow *group, struct arena *arena, const char *name)
{
	struct bitattribute attribute;
	size_t at = GROUP_ATTRIBUTES, i;
	char *text;

	while (bitattribute_next(group, &at, &attribute)) {
		if (!bitattribute_is(group, &attribute, name))
			continue;
		text = arena_alloc(arena, attribute.value_len + 1);
		for (i = 0; i < attribute.value_len; i++)
			text[i] = (char)group->op[attribute.value + i];
		text[i] = '\0';
		return text;
	}
	return NULL;
}

const char *
bitmodule_attribute(const struct bitmodule *module, struct arena *arena, uint64_t list, const char *name)
{
	static const uint64_t place = UINT32_MAX;	/* of the function itself, and of variables */
	const struct bitrow *row = list && list <= module->nattributes ? &module->attributes[list - 1] : NULL;
	const char *text = NULL;
	uint32_t i;
	size_t k;

	for (i = 0; row && i < row->n; i++)
		for (k = 0; k < module->ngroup && !text; k++)
			if (module->group[k].op[GROUP_ID] == row->op[i] && module->group[k].op[GROUP_PLACE] == place)
				text = group_attribute(&module->group[k], arena, name);
	return text;
}

struct bitkinds
bitkinds_open(const struct bitmodule *module, struct arena *arena)
{
	struct bitkinds kinds = { .reader = module->reader };

	kinds.reader.arena = arena;
	kinds.block = (struct bitblock){ .id = METADATA_KIND_BLOCK_ID, .width = module->kinds.width };
	if (!module->kinds.byte)
		return kinds;
	kinds.block.start = (uint64_t)(module->kinds.byte - module->bytes) * 8;
	kinds.block.end = kinds.block.start + module->kinds.len * 8;
	bitreader_reenter(&kinds.reader, &kinds.block);
	return kinds;
}

bool
bitkinds_next(struct bitkinds *kinds)
{
	enum bititem item = BITS_ABBREV;
	struct bitblock inner;

	while (kinds->block.end && item == BITS_ABBREV)
		item = bitreader_next(&kinds->reader, &kinds->block, &kinds->record, &inner);
	return item == BITS_RECORD;
}

uint32_t
bitmodule_kind(const struct bitmodule *module, const char *name)
{
	struct bitkinds kinds = bitkinds_open(module, module->arena);
	size_t len = strlen(name), i;

	while (bitkinds_next(&kinds)) {
		if (kinds.record.n != len + 1)
			continue;
		for (i = 0; i < len && kinds.record.op[i + 1] == (uint8_t)name[i]; i++)
			;
		if (i == len)
			return (uint32_t)kinds.record.op[0];
	}
	return BITMODULE_NONE;
}

const char *
bitmodule_string(const struct bitmodule *module, uint64_t number, size_t *len)
{
	if (number >= module->nstring)
		return NULL;
	*len = module->string_len[number];
	return module->string[number];
}
