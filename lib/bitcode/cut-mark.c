#include "base/order.h"
#include "cut.h"

#include <stdlib.h>
#include <string.h>

/* --- numbers that are marked --------------------------------------------------------- */

struct bitnumbers
numbers_init(struct arena *arena, uint32_t room)
{
	struct bitnumbers numbers = { .room = room };

	numbers.number = arena_alloc(arena, ((size_t)room + 1) * sizeof *numbers.number);
	numbers.kept = arena_alloc(arena, ((size_t)room + 1) * sizeof *numbers.kept);
	memset(numbers.number, 0xff, ((size_t)room + 1) * sizeof *numbers.number);
	return numbers;
}

void
numbers_reset(struct bitnumbers *numbers)
{
	uint32_t i;

	for (i = 0; i < numbers->n; i++)
		numbers->number[numbers->kept[i]] = BITMODULE_NONE;
	numbers->n = 0;
}

/* Numbers what is marked, in the old order. */
void
numbers_settle(struct bitnumbers *numbers)
{
	uint32_t i;

	qsort(numbers->kept, numbers->n, sizeof *numbers->kept, order_uint32s);
	for (i = 0; i < numbers->n; i++)
		numbers->number[numbers->kept[i]] = i;
}

uint8_t *
kinds_of(struct bitcut *cut, unsigned block, const struct bitrow *row)
{
	struct bitrecord record = bitrow_record(row);

	if (row->n > cut->kind_room) {
		cut->kind_room = row->n * 2;
		cut->kind = arena_alloc(cut->arena, cut->kind_room);
	}
	if (!record_kinds(block, &record, cut->kind)) {
		cut->bad = true;
		memset(cut->kind, OPERAND_PLAIN, row->n);
	}
	return cut->kind;
}

/* --- what is marked ------------------------------------------------------------------ */

void
mark_type(struct bitcut *cut, uint64_t number)
{
	if (number < cut->module->ntype)
		numbers_mark(&cut->plan.type, (uint32_t)number);
	else
		cut->bad = true;
}

static void
mark_group(struct bitcut *cut, uint32_t group)
{
	const struct bitrow *row = &cut->group[group];
	struct bitattribute attribute;
	size_t at = GROUP_ATTRIBUTES;

	if (!numbers_mark(&cut->groups, group))
		return;
	while (bitattribute_next(row, &at, &attribute))
		if (attribute.form == ATTRIBUTE_TYPE_VALUE)
			mark_type(cut, row->op[attribute.value]);
}

/* list: number + 1, 0 for none. */
static void
mark_list(struct bitcut *cut, uint64_t list)
{
	uint32_t canonical, i;

	if (list > cut->module->nattributes) {
		cut->bad = true;
		return;
	}
	if (!list || !numbers_mark(&cut->old_lists, (uint32_t)list - 1))
		return;
	canonical = cut->list_of[list - 1];
	if (canonical && numbers_mark(&cut->lists, canonical - 1))
		for (i = 0; i < cut->list[canonical - 1].n; i++)
			mark_group(cut, (uint32_t)cut->list[canonical - 1].op[i]);
}

void
mark_operands(struct bitcut *cut, unsigned block, const struct bitrow *row)
{
	const uint8_t *kind = kinds_of(cut, block, row);
	uint32_t i;

	for (i = 0; i < row->n; i++)
		switch (kind[i]) {
		case OPERAND_TYPE:
			mark_type(cut, row->op[i]);
			break;
		case OPERAND_ABSOLUTE:
			mark_value(cut, row->op[i]);
			break;
		case OPERAND_OPTIONAL:
			if (row->op[i])
				mark_value(cut, row->op[i] - 1);
			break;
		case OPERAND_ATTRIBUTES:
			mark_list(cut, row->op[i]);
			break;
		case OPERAND_NODE:
			mark_node(cut, row->op[i]);
			break;
		case OPERAND_OPTIONAL_NODE:
			if (row->op[i])
				mark_node(cut, row->op[i] - 1);
			break;
		default:
			break;
		}
}

/* Global values are marked before all else: another one is not in the part. */
void
mark_value(struct bitcut *cut, uint64_t number)
{
	if (number >= cut->plan.value.room)
		cut->bad = true;
	else if (number < cut->module->nglobal)
		cut->bad |= !numbers_has(&cut->plan.value, (uint32_t)number);
	else
		numbers_mark(&cut->plan.value, (uint32_t)number);
}

/* --- metadata -------------------------------------------------------------------------- */

const struct bitrow *
node_row(const struct bitcut *cut, uint64_t number)
{
	return &cut->module->node[number - cut->module->nstring];
}

/* A constant mentions a global value that the part does not hold. */
bool
constant_is_gone(const struct bitcut *cut, uint64_t number, int depth)
{
	const struct bitrow *row;
	struct bitrecord record;
	uint8_t kind[64];
	uint32_t i;

	if (number < cut->module->nglobal)
		return !numbers_has(&cut->plan.value, (uint32_t)number);
	if (number >= cut->plan.value.room || !depth)
		return true;
	row = &cut->module->constant[number - cut->module->nglobal].row;
	record = bitrow_record(row);
	if (row->n > sizeof kind)
		return false;	/* text and tables: metadata refers to functions and variables directly or through casts */
	if (!record_kinds(CONSTANTS_BLOCK_ID, &record, kind))
		return true;
	for (i = 0; i < row->n; i++)
		if (kind[i] == OPERAND_ABSOLUTE && constant_is_gone(cut, row->op[i], depth - 1))
			return true;
	return false;
}

/* A value that the part does not hold, or a tuple with one. */
static bool
node_is_gone(const struct bitcut *cut, uint64_t number, int depth)
{
	const struct bitrow *row;
	uint32_t i;

	if (number < cut->module->nstring || number >= cut->plan.node.room || !cut->may_go[number - cut->module->nstring])
		return false;
	row = node_row(cut, number);
	if (row->code == METADATA_VALUE)
		return row->n < 2 || constant_is_gone(cut, row->op[VALUE_NODE_VALUE], 8);
	for (i = 0; i < row->n && depth; i++)
		if (row->op[i] && row->op[i] - 1 != number && node_is_gone(cut, row->op[i] - 1, depth - 1))
			return true;
	return !depth;
}

void
mark_node(struct bitcut *cut, uint64_t number)
{
	if (number >= cut->plan.node.room) {
		cut->bad = true;
		return;
	}
	if (numbers_has(&cut->plan.node, (uint32_t)number))
		return;
	if (node_is_gone(cut, number, 50)) {
		cut->needs_empty = true;
		return;
	}
	numbers_mark(&cut->plan.node, (uint32_t)number);
}

const unsigned unit_list[UNIT_LISTS] = { UNIT_ENUMS, UNIT_RETAINED, UNIT_GLOBALS, UNIT_IMPORTS };
/* Operands of an imported entity. */
enum { IMPORT_SCOPE = 2, IMPORT_ENTITY = 3 };

/* The unit without its lists. */
static void
follow_unit(struct bitcut *cut, uint32_t number, const struct bitrow *row)
{
	uint64_t *op = arena_alloc(&cut->scratch, (row->n + 1) * sizeof *op);
	struct bitrow bare = { row->abbrev, row->code, row->n, op };
	unsigned i;

	memcpy(op, row->op, row->n * sizeof *op);
	for (i = 0; i < UNIT_LISTS; i++)
		if (unit_list[i] < row->n)
			op[unit_list[i]] = 0;
	cut->unit[cut->nunit++] = number;
	mark_operands(cut, METADATA_BLOCK_ID, &bare);
}

static void
follow_node(struct bitcut *cut, uint32_t number)
{
	const struct bitrow *row;

	if (number < cut->module->nstring)
		return;
	row = node_row(cut, number);
	if (row->code == METADATA_COMPILE_UNIT)
		follow_unit(cut, number, row);
	else
		mark_operands(cut, METADATA_BLOCK_ID, row);
}

static void
follow_value(struct bitcut *cut, uint32_t number)
{
	const struct bitconstant *constant;

	if (number < cut->module->nglobal)
		return;
	constant = &cut->module->constant[number - cut->module->nglobal];
	mark_type(cut, constant->type);
	mark_operands(cut, CONSTANTS_BLOCK_ID, &constant->row);
}

/* The kept rows are also the work list, so nesting of types, constants and metadata may have any depth. */
void
mark_rest(struct bitcut *cut)
{
	const struct bitplan *plan = &cut->plan;

	for (;;)
		if (cut->nodes_done < plan->node.n)
			follow_node(cut, plan->node.kept[cut->nodes_done++]);
		else if (cut->values_done < plan->value.n)
			follow_value(cut, plan->value.kept[cut->values_done++]);
		else if (cut->types_done < plan->type.n)
			mark_operands(cut, TYPE_BLOCK_ID_NEW, &cut->module->type[plan->type.kept[cut->types_done++]].row);
		else
			return;
}

/* The tuple that a unit's operand lists, NULL when there is none. */
const struct bitrow *
unit_tuple(const struct bitcut *cut, uint32_t unit, unsigned operand)
{
	const struct bitrow *row = node_row(cut, unit);
	uint64_t number = operand < row->n ? row->op[operand] : 0;

	if (number <= cut->module->nstring || number > cut->plan.node.room)
		return NULL;
	row = node_row(cut, number - 1);
	return row->code == METADATA_NODE ? row : NULL;
}

bool
is_marked(const struct bitcut *cut, uint64_t optional)
{
	return optional && optional <= cut->plan.node.room && numbers_has(&cut->plan.node, (uint32_t)optional - 1);
}

/* An imported entity is kept when the part has both its entity and its scope. */
void
mark_imports(struct bitcut *cut)
{
	const struct bitrow *tuple, *import;
	uint32_t i, k;

	for (i = 0; i < cut->nunit; i++) {
		tuple = unit_tuple(cut, cut->unit[i], UNIT_IMPORTS);
		for (k = 0; tuple && k < tuple->n; k++) {
			if (tuple->op[k] <= cut->module->nstring || tuple->op[k] > cut->plan.node.room)
				continue;
			import = node_row(cut, tuple->op[k] - 1);
			if (import->n > IMPORT_ENTITY && is_marked(cut, import->op[IMPORT_SCOPE]) &&
			    is_marked(cut, import->op[IMPORT_ENTITY]))
				mark_node(cut, tuple->op[k] - 1);
		}
	}
	mark_rest(cut);
}

bool
is_text(const struct bitrow *name, const char *text)
{
	uint32_t i;

	for (i = 0; i < name->n && text[i] && name->op[i] == (uint8_t)text[i]; i++)
		;
	return i == name->n && !text[i];
}

static size_t
first_mention(const struct bitcut *cut, uint32_t global)
{
	size_t low = 0, high = cut->nmention, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (cut->mention[middle].global < global)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Named lists are roots, except the list of compile units. */
void
mark_named(struct bitcut *cut, const struct bitcut_global *global, size_t n)
{
	const struct bitmodule *module = cut->module;
	size_t i, k;

	for (i = 0; i < module->nnamed; i++)
		for (k = 0; i != cut->by_name && !is_text(&module->named[i].name, "llvm.dbg.cu") && k < module->named[i].row.n; k++)
			mark_node(cut, module->named[i].row.op[k]);
	if (!cut->nmention)
		return;
	cut->entry = arena_alloc(&cut->scratch, cut->nmention * sizeof *cut->entry);
	for (i = 0; i < n; i++)
		for (k = first_mention(cut, global[i].number); k < cut->nmention && cut->mention[k].global == global[i].number; k++) {
			mark_node(cut, module->named[cut->by_name].row.op[cut->mention[k].entry]);
			cut->entry[cut->nentry++] = cut->mention[k].entry;
		}
	qsort(cut->entry, cut->nentry, sizeof *cut->entry, order_uint32s);
}

/* --- what the part's global values need ----------------------------------------------------- */

void
mark_needs(struct bitcut *cut, uint32_t body)
{
	size_t i;

	for (i = cut->needs.first[body]; i < cut->needs.first[body + 1]; i++)
		switch (cut->needs.need[i].kind) {
		case NEED_TYPE:
			mark_type(cut, cut->needs.need[i].number);
			break;
		case NEED_LIST:
			mark_list(cut, cut->needs.need[i].number);
			break;
		case NEED_VALUE:
			mark_value(cut, cut->needs.need[i].number);
			break;
		case NEED_NODE:
			mark_node(cut, cut->needs.need[i].number);
			break;
		default:
			break;
		}
}
