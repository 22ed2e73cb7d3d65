#include <string.h>

#include "ir/callgraph.h"
#include "prop.h"

/* Malformed modules may have cyclic aliases. */
enum { MAX_ALIASES = 1000 };

/* --- constants ------------------------------------------------------------------- */

bool
body_constant(const struct body *body, uint32_t number, struct bitconstant *constant)
{
	const struct bitmodule *bits = &body->program->bits;
	const struct own_constant *own;

	if (number < bits->nglobal)
		return false;
	if (number < body->first) {
		*constant = bits->constant[number - bits->nglobal];
		return true;
	}
	if (number < body->first_constant || number - body->first_constant >= body->nconstant)
		return false;
	own = &body->constant[number - body->first_constant];
	*constant = (struct bitconstant){ own->type, { UNABBREV_RECORD, own->code, own->n, body->pool + own->at } };
	return true;
}

static bool
is_zero(const struct body *body, uint64_t number)
{
	const struct bitmodule *bits = &body->program->bits;
	struct bitconstant constant;

	return body_constant(body, (uint32_t)number, &constant) && constant.row.code == CST_CODE_NULL &&
	       constant.type < bits->ntype && bits->type[constant.type].row.code == TYPE_CODE_INTEGER;
}

/* The base pointer of a constant getelementptr whose offset is 0. */
static uint32_t
start_of_gep(const struct body *body, const struct bitrow *row)
{
	uint32_t i = row->code == CST_CODE_CE_GEP ? 3 : 6, start = i;

	for (i += 2; i < row->n; i += 2)
		if (!is_zero(body, row->op[i]))
			return BITMODULE_NONE;
	return start < row->n ? (uint32_t)row->op[start] : BITMODULE_NONE;
}

static uint32_t
behind_constant(const struct body *body, const struct bitrow *row)
{
	switch (row->code) {
	case CST_CODE_CE_CAST:
		return row->n > 2 && (row->op[CAST_OPCODE] == CAST_BITCAST || row->op[CAST_OPCODE] == CAST_ADDRSPACECAST)
			       ? (uint32_t)row->op[CAST_FROM] : BITMODULE_NONE;
	case CST_CODE_CE_GEP:
	case CST_CODE_CE_GEP_WITH_INRANGE:
		return start_of_gep(body, row);
	default:
		return BITMODULE_NONE;
	}
}

static uint32_t
function_behind(const struct body *body, uint32_t number)
{
	const struct bitmodule *bits = &body->program->bits;
	struct bitconstant constant;
	int i;

	for (i = 0; i < MAX_ALIASES; i++) {
		if (number < bits->nglobal && bits->global[number].kind == BITGLOBAL_FUNCTION)
			return body->program->function[number];
		if (number < bits->nglobal && bits->global[number].kind == BITGLOBAL_ALIAS)
			number = (uint32_t)bits->global[number].row.op[ALIAS_ALIASEE];
		else if (body_constant(body, number, &constant))
			number = behind_constant(body, &constant.row);
		else
			break;
	}
	return CALLGRAPH_NONE;
}

/* --- blocks in the body -------------------------------------------------------------- */

static void
keep_constant(struct body *body, uint32_t type)
{
	struct arena *arena = body->program->arena;
	const struct bitrecord *record = &body->walk.record;
	size_t room = body->pool_room;

	if (body->nconstant == body->constant_room) {
		body->constant_room = body->constant_room ? body->constant_room * 2 : 256;
		body->constant = arena_grow(arena, body->constant, body->nconstant * sizeof *body->constant,
					    body->constant_room * sizeof *body->constant);
	}
	while (room - body->npool < record->n)
		room = room ? room * 2 : 1024;
	if (room != body->pool_room)
		body->pool = arena_grow(arena, body->pool, body->npool * sizeof *body->pool, room * sizeof *body->pool);
	body->pool_room = room;
	if (record->n)
		memcpy(body->pool + body->npool, record->op, record->n * sizeof *body->pool);
	body->constant[body->nconstant++] =
		(struct own_constant){ type, (uint32_t)record->code, (uint32_t)record->n, body->npool };
	body->npool += record->n;
}

static void
set_type(struct body *body, uint32_t number, uint32_t type)
{
	size_t i = number - body->first, room = body->type_room;

	if (!body->typed)
		return;
	while (i >= room)
		room = room ? room * 2 : 1024;
	if (room != body->type_room)
		body->type = arena_grow(body->program->arena, body->type, body->type_room * sizeof *body->type,
					room * sizeof *body->type);
	body->type_room = room;
	body->type[i] = type;
}

static void
read_constant(struct body *body)
{
	const struct bitrecord *record = &body->walk.record;

	if (record->code == CST_CODE_SETTYPE) {
		body->constant_type = (uint32_t)bitrecord_get(record, 0);
		return;
	}
	keep_constant(body, body->constant_type);
	set_type(body, body->next++, body->constant_type);
}

static void
keep_attachments(struct body *body, const struct bitrecord *record)
{
	size_t i = record->n % 2;
	struct attachment one = { .instruction = i ? record->op[0] : ATTACHED_TO_FUNCTION };

	for (; i + 1 < record->n; i += 2) {
		one.kind = (uint32_t)record->op[i];
		one.node = (uint32_t)record->op[i + 1];
		if (body->nattachment == body->attachment_room) {
			body->attachment_room = body->attachment_room ? body->attachment_room * 2 : 64;
			body->attachment = arena_grow(body->program->arena, body->attachment,
						      body->nattachment * sizeof one, body->attachment_room * sizeof one);
		}
		body->attachment[body->nattachment++] = one;
	}
}

/* Enters the block inside the function; skips what is not read now. */
static void
enter_block(struct body *body)
{
	const struct bitblock *block = &body->walk.block[1];

	switch (block->id) {
	case CONSTANTS_BLOCK_ID:
		/* One block, before the instructions. */
		body->bad = body->nconstant || body->ninstruction;
		body->first_constant = body->next;
		body->constant_type = BITMODULE_NONE;
		return;
	case METADATA_ATTACHMENT_ID:
		if (body->with_metadata)
			return;
		break;
	case METADATA_BLOCK_ID:
		body->own_nodes = *block;	/* read on demand */
		body->has_own_nodes = true;
		break;
	case VALUE_SYMTAB_BLOCK_ID:
		break;
	default:
		body->bad = true;
		break;
	}
	bodywalk_skip(&body->walk);
}

/* --- nodes ------------------------------------------------------------------------------ */

static void
keep_own_node(struct body *body, const struct bitrecord *record)
{
	struct nodes *nodes = &body->nodes;
	uint64_t *op = arena_alloc(&body->arena, record->n * sizeof *op);

	if (record->n)
		memcpy(op, record->op, record->n * sizeof *op);
	nodes->node = arena_extend(&body->arena, nodes->node, nodes->nnode, sizeof *nodes->node);
	nodes->node[nodes->nnode++] = (struct bitrow){ record->abbrev, (uint32_t)record->code, (uint32_t)record->n, op };
}

static void
read_own_nodes(struct body *body)
{
	struct bitreader reader = body->walk.reader;
	struct bitrecord record = { 0 };
	struct bitblock inner;
	enum bititem item;

	reader.arena = &body->arena;
	bitreader_reenter(&reader, &body->own_nodes);
	while ((item = bitreader_next(&reader, &body->own_nodes, &record, &inner)) == BITS_RECORD || item == BITS_ABBREV) {
		if (item == BITS_ABBREV || record.code == METADATA_INDEX || record.code == METADATA_INDEX_OFFSET)
			continue;
		if (record.code != METADATA_STRINGS)
			keep_own_node(body, &record);
		else if (body->nodes.nnode || !bitstrings_read(&body->nodes.string, &body->arena, &record))
			break;
	}
	body->bad |= item != BITS_END;
	body->has_own_nodes = false;
}

const struct nodes *
body_nodes(struct body *body, uint32_t node)
{
	const struct bitmodule *bits = &body->program->bits;

	if (body->has_own_nodes && node >= bits->nstring + bits->nnode)
		read_own_nodes(body);
	return &body->nodes;
}

/* --- types of values ------------------------------------------------------------------------ */

uint32_t
body_type(const struct body *body, uint32_t number)
{
	const struct bitmodule *bits = &body->program->bits;

	if (number < bits->nglobal || number >= body->next)
		return BITMODULE_NONE;
	return number < body->first ? bits->constant[number - bits->nglobal].type : body->type[number - body->first];
}

/* The type of the operand at *i, which follows it if the value is defined later; advances *i past both. */
static uint32_t
operand_type(const struct body *body, size_t *i)
{
	uint32_t number = operand_value(bitrecord_get(&body->walk.record, (*i)++), body->next);

	return number < body->next ? body_type(body, number) : (uint32_t)bitrecord_get(&body->walk.record, (*i)++);
}

/* Element i of a struct; all elements of arrays and vectors are alike. */
static uint32_t
element_type(const struct bitmodule *bits, uint32_t type, uint64_t i)
{
	const struct bitrow *row = type < bits->ntype ? &bits->type[type].row : NULL;

	if (!row)
		return BITMODULE_NONE;
	if (row->code == TYPE_CODE_ARRAY || row->code == TYPE_CODE_VECTOR)
		i = 0;
	else if (row->code != TYPE_CODE_STRUCT_NAMED && row->code != TYPE_CODE_STRUCT_ANON)
		return BITMODULE_NONE;
	return i + 1 < row->n ? (uint32_t)row->op[i + 1] : BITMODULE_NONE;
}

static uint32_t
extracted_type(const struct body *body)
{
	size_t i = 0;
	uint32_t type = operand_type(body, &i);

	for (; i < body->walk.record.n; i++)
		type = element_type(&body->program->bits, type, body->walk.record.op[i]);
	return type;
}

static uint32_t
returned_type(const struct body *body)
{
	const struct bitmodule *bits = &body->program->bits;
	size_t i = 0;

	while (i < body->walk.record.n && body->kind[i] != OPERAND_TYPE)
		i++;
	if (bitrecord_get(&body->walk.record, i) >= bits->ntype || bits->type[body->walk.record.op[i]].row.n < 2)
		return BITMODULE_NONE;
	return (uint32_t)bits->type[body->walk.record.op[i]].row.op[FUNCTION_RESULT];
}

/*
 * The type of the instruction's result, as far as it matters for aspects:
 * of a shuffle it is that of its operand; pointers and truth values have none.
 */
static uint32_t
result_type(const struct body *body)
{
	const struct bitrecord *record = &body->walk.record;
	size_t i = 0;

	switch (record->code) {
	case FUNC_CODE_INST_BINOP:
	case FUNC_CODE_INST_UNOP:
	case FUNC_CODE_INST_FREEZE:
	case FUNC_CODE_INST_VSELECT:
	case FUNC_CODE_INST_INSERTELT:
	case FUNC_CODE_INST_INSERTVAL:
	case FUNC_CODE_INST_SHUFFLEVEC:
		return operand_type(body, &i);
	case FUNC_CODE_INST_ATOMICRMW:
		operand_type(body, &i);
		return operand_type(body, &i);
	case FUNC_CODE_INST_CAST:
	case FUNC_CODE_INST_LOAD:
	case FUNC_CODE_INST_LOADATOMIC:
		operand_type(body, &i);
		return (uint32_t)bitrecord_get(record, i);
	case FUNC_CODE_INST_EXTRACTELT:
		return element_type(&body->program->bits, operand_type(body, &i), 0);
	case FUNC_CODE_INST_EXTRACTVAL:
		return extracted_type(body);
	case FUNC_CODE_INST_PHI:
	case FUNC_CODE_INST_LANDINGPAD:
		return (uint32_t)bitrecord_get(record, 0);
	case FUNC_CODE_INST_VAARG:
		return (uint32_t)bitrecord_get(record, 2);
	case FUNC_CODE_INST_CALL:
	case FUNC_CODE_INST_INVOKE:
	case FUNC_CODE_INST_CALLBR:
		return returned_type(body);
	default:
		return BITMODULE_NONE;
	}
}

/* --- instructions ----------------------------------------------------------------------------- */

void
body_init(struct body *body, struct program *program)
{
	memset(body, 0, sizeof *body);
	body->program = program;
	arena_init(&body->arena);
}

void
body_close(struct body *body)
{
	arena_free(&body->arena);
	body->nodes = (struct nodes){ .bits = &body->program->bits };
	body->first = body->next = (uint32_t)(body->program->bits.nglobal + body->program->bits.nconstant);
	body->first_constant = body->nconstant = body->ninstruction = 0;
	body->npool = body->nattachment = 0;
	body->defines = body->has_own_nodes = false;
}

void
body_open(struct body *body, uint32_t function)
{
	const struct bitmodule *bits = &body->program->bits;
	const struct bitglobal *global = program_global(body->program, function);
	uint32_t n, i;

	body_close(body);
	body->walk.reader = bits->reader;
	n = bodywalk_begin(&body->walk, bits, body->program->global[function], false);
	body->bad = n == BITMODULE_NONE;
	for (i = 0; !body->bad && i < n; i++)
		set_type(body, body->next++, (uint32_t)bits->type[global->row.op[GLOBAL_TYPE]].row.op[i + 2]);
}

/* Records that are not instructions and have no operands of instructions. */
static bool
is_aside(uint64_t code)
{
	return code == FUNC_CODE_DECLAREBLOCKS || code == FUNC_CODE_DEBUG_LOC || code == FUNC_CODE_DEBUG_LOC_AGAIN ||
	       code == FUNC_CODE_BLOCKADDR_USERS || (code >= FUNC_CODE_DEBUG_RECORD_VALUE && code <= FUNC_CODE_DEBUG_RECORD_DECLARE_VALUE);
}

static bool
read_kinds(struct body *body)
{
	if (body->walk.record.n > body->kind_room) {
		body->kind_room = body->walk.record.room;
		body->kind = arena_alloc(body->program->arena, body->kind_room);
	}
	if (!record_function_kinds(&body->program->bits.types, body->next, &body->walk.record, body->kind, &body->defines))
		return false;
	body->is_instruction = body->walk.record.code != FUNC_CODE_OPERAND_BUNDLE;
	body->ninstruction += body->is_instruction;
	if (body->defines)
		set_type(body, body->next, body->typed ? result_type(body) : 0);
	return true;
}

bool
body_next(struct body *body)
{
	body->next += body->defines;
	body->defines = false;
	while (!body->bad)
		switch (bodywalk_next(&body->walk)) {
		case BITS_RECORD:
			if (!body->walk.depth) {
				if (is_aside(body->walk.record.code))
					break;
				body->bad = !read_kinds(body);
				return !body->bad;
			}
			if (body->walk.block[1].id == CONSTANTS_BLOCK_ID)
				read_constant(body);
			else
				keep_attachments(body, &body->walk.record);
			break;
		case BITS_BLOCK:
			enter_block(body);
			break;
		case BITS_ABBREV:
			break;
		case BITS_END:
			if (!bodywalk_leave(&body->walk))
				return false;
			break;
		default:
			body->bad = true;
			break;
		}
	return false;
}

bool
body_is_call(const struct body *body)
{
	uint64_t code = body->walk.record.code;

	return code == FUNC_CODE_INST_CALL || code == FUNC_CODE_INST_INVOKE || code == FUNC_CODE_INST_CALLBR;
}

uint32_t
body_callee(const struct body *body)
{
	size_t i = 0;

	while (i < body->walk.record.n && body->kind[i] != OPERAND_TYPE)
		i++;
	if (i + 1 >= body->walk.record.n)
		return CALLGRAPH_NONE;
	return function_behind(body, operand_value(body->walk.record.op[i + 1], body->next));
}

uint32_t
body_operand(const struct body *body, size_t i)
{
	switch (body->kind[i]) {
	case OPERAND_VALUE:
		return operand_value(body->walk.record.op[i], body->next);
	case OPERAND_SIGNED:
		return operand_signed_value(body->walk.record.op[i], body->next);
	case OPERAND_ABSOLUTE:
		return (uint32_t)body->walk.record.op[i];
	default:
		return BITMODULE_NONE;
	}
}

/* --- walks through constants -------------------------------------------------------------------- */

const uint8_t *
body_constant_kinds(struct body *body, const struct bitrow *row)
{
	struct bitrecord record = bitrow_record(row);

	if (row->n > body->part_room) {
		body->part_room = row->n;
		body->part = arena_alloc(body->program->arena, body->part_room);
	}
	if (!record_kinds(CONSTANTS_BLOCK_ID, &record, body->part))
		memset(body->part, OPERAND_PLAIN, row->n);
	return body->part;
}

void
walk_begin(struct walk *walk)
{
	walk->now++;
	walk->n = 0;
}

void
walk_push(struct walk *walk, const struct body *body, uint64_t number)
{
	struct arena *arena = body->program->arena;
	size_t room = walk->seen_room;

	if (number >= body->first && number - body->first_constant >= body->nconstant)
		return;
	while (number >= room)
		room = room ? room * 2 : 1024;
	if (room != walk->seen_room) {
		walk->seen = arena_grow(arena, walk->seen, walk->seen_room * sizeof *walk->seen, room * sizeof *walk->seen);
		memset(walk->seen + walk->seen_room, 0, (room - walk->seen_room) * sizeof *walk->seen);
		walk->seen_room = room;
	}
	if (walk->seen[number] == walk->now)
		return;
	walk->seen[number] = walk->now;
	if (walk->n == walk->room) {
		walk->room = walk->room ? walk->room * 2 : 64;
		walk->number = arena_grow(arena, walk->number, walk->n * sizeof *walk->number,
					  walk->room * sizeof *walk->number);
	}
	walk->number[walk->n++] = (uint32_t)number;
}

void
walk_push_operands(struct walk *walk, struct body *body, const struct bitrow *row)
{
	const uint8_t *kind = body_constant_kinds(body, row);
	uint32_t i;

	for (i = 0; i < row->n; i++)
		if (kind[i] == OPERAND_ABSOLUTE)
			walk_push(walk, body, row->op[i]);
}
