#include <string.h>

#include "prop.h"

enum { WIDEST_INTEGER = 64 };

bool
nodes_is_named(const struct bitnamed *named, const char *name)
{
	size_t i, len = strlen(name);

	for (i = 0; i < len && i < named->name.n && named->name.op[i] == (uint8_t)name[i]; i++)
		;
	return i == len && named->name.n == len;
}

uint32_t *
nodes_named(const struct bitmodule *bits, struct arena *arena, const char *name, size_t *n)
{
	uint32_t *operand = NULL;
	const struct bitrow *row;
	size_t i;

	*n = 0;
	for (i = 0; i < bits->nnamed && !nodes_is_named(&bits->named[i], name); i++)
		;
	if (i == bits->nnamed)
		return NULL;
	row = &bits->named[i].row;
	operand = arena_alloc(arena, (row->n + (size_t)1) * sizeof *operand);
	for (; *n < row->n; ++*n)
		operand[*n] = (uint32_t)row->op[*n];
	return operand;
}

/* The module's strings and nodes come first, then the function's. */
static const struct bitrow *
find_node(const struct nodes *nodes, uint64_t number)
{
	const struct bitmodule *bits = nodes->bits;

	if (number < bits->nstring)
		return NULL;
	number -= bits->nstring;
	if (number < bits->nnode)
		return &bits->node[number];
	number -= bits->nnode;
	if (number < nodes->string.n)
		return NULL;
	number -= nodes->string.n;
	return number < nodes->nnode ? &nodes->node[number] : NULL;
}

static const char *
find_string(const struct nodes *nodes, uint64_t number, size_t *len)
{
	uint64_t own = number - nodes->bits->nstring - nodes->bits->nnode;

	if (number < nodes->bits->nstring)
		return bitmodule_string(nodes->bits, number, len);
	if (number < nodes->bits->nstring + nodes->bits->nnode || own >= nodes->string.n)
		return NULL;
	*len = nodes->string.len[own];
	return nodes->string.text[own];
}

const char *
nodes_string(const struct nodes *nodes, struct arena *arena, uint32_t number)
{
	size_t len;
	const char *text = find_string(nodes, number, &len);

	return text ? arena_strndup(arena, text, len) : NULL;
}

uint32_t *
nodes_operands(const struct nodes *nodes, struct arena *arena, uint32_t number, size_t *n)
{
	const struct bitrow *row = find_node(nodes, number);
	struct bitrecord record;
	uint32_t *operand, i;
	uint8_t *kind;

	*n = 0;
	if (!row || row->code == METADATA_VALUE)
		return NULL;
	record = bitrow_record(row);
	kind = arena_calloc(arena, row->n + (size_t)1, sizeof *kind);
	operand = arena_alloc(arena, (row->n + (size_t)1) * sizeof *operand);
	if (!record_kinds(METADATA_BLOCK_ID, &record, kind))
		return NULL;
	for (i = 0; i < row->n; i++)
		if (kind[i] == OPERAND_OPTIONAL_NODE)
			operand[(*n)++] = row->op[i] ? (uint32_t)row->op[i] - 1 : NODE_NONE;
		else if (kind[i] == OPERAND_NODE)
			operand[(*n)++] = (uint32_t)row->op[i];
	return operand;
}

static bool
is_shared(const struct nodes *nodes, uint32_t number)
{
	const struct bitrow *row = find_node(nodes, number);

	return row && row->code == METADATA_NODE;
}

/* A constant of an integer type, sign in the lowest bit. */
static bool
constant_integer(const struct bitmodule *bits, uint64_t value, unsigned *width, int64_t *number)
{
	const struct bitconstant *constant;
	const struct bitrow *type;
	uint64_t op;

	if (value < bits->nglobal || value - bits->nglobal >= bits->nconstant)
		return false;
	constant = &bits->constant[value - bits->nglobal];
	type = constant->type < bits->ntype ? &bits->type[constant->type].row : NULL;
	if (!type || type->code != TYPE_CODE_INTEGER || !type->n || type->op[INTEGER_WIDTH] > WIDEST_INTEGER)
		return false;
	*width = (unsigned)type->op[INTEGER_WIDTH];
	*number = 0;
	if (constant->row.code == CST_CODE_NULL)
		return true;
	if (constant->row.code != CST_CODE_INTEGER || constant->row.n != 1)
		return false;
	op = constant->row.op[0];
	/* The sign bit alone encodes the smallest number. */
	*number = !(op & 1) ? (int64_t)(op >> 1) : op == 1 ? INT64_MIN : -(int64_t)(op >> 1);
	return true;
}

bool
nodes_integer(const struct nodes *nodes, uint32_t number, unsigned *width, int64_t *value)
{
	const struct bitrow *row = find_node(nodes, number);

	return row && row->code == METADATA_VALUE && row->n == 2 && constant_integer(nodes->bits, row->op[VALUE_NODE_VALUE], width, value);
}

static bool
get_pair(const struct nodes *nodes, uint32_t number, uint32_t pair[2])
{
	const struct bitrow *row = find_node(nodes, number);

	/* Both must exist: 0 means no metadata. */
	if (!row || row->n != 2 || !row->op[0] || !row->op[1] || (row->code != METADATA_NODE && row->code != METADATA_DISTINCT_NODE))
		return false;
	pair[0] = (uint32_t)row->op[0] - 1;
	pair[1] = (uint32_t)row->op[1] - 1;
	return true;
}

bool
nodes_number(const struct nodes *nodes, uint32_t number, int64_t *value)
{
	unsigned width;
	uint32_t pair[2];
	size_t len;

	if (nodes_integer(nodes, number, &width, value))
		return true;
	return get_pair(nodes, number, pair) && find_string(nodes, pair[0], &len) &&
	       nodes_integer(nodes, pair[1], &width, value);
}

/* --- an existing list ----------------------------------------------------------------- */

static bool
get_item(const struct nodes *nodes, struct arena *arena, uint32_t number, struct node_item *item)
{
	unsigned width = 0;
	uint32_t pair[2];
	int64_t value = 0;

	*item = (struct node_item){ .text = nodes_string(nodes, arena, number) };
	if (item->text)
		return true;
	item->numbered = true;
	if (!nodes_integer(nodes, number, &width, &value)) {
		if (!is_shared(nodes, number) || !get_pair(nodes, number, pair) ||
		    !nodes_integer(nodes, pair[1], &width, &value))
			return false;
		item->text = nodes_string(nodes, arena, pair[0]);
		if (!item->text)
			return false;
	}
	item->number = (int32_t)value;
	return width == 32;
}

struct node_list *
nodes_list(const struct nodes *nodes, struct arena *arena, uint32_t number)
{
	struct node_list *list = arena_calloc(arena, 1, sizeof *list);
	size_t n, i;
	uint32_t *operand = nodes_operands(nodes, arena, number, &n);

	list->item = arena_calloc(arena, n + 1, sizeof *list->item);
	list->exact = is_shared(nodes, number);
	list->n = (uint32_t)n;
	for (i = 0; i < n && list->exact; i++)
		list->exact = get_item(nodes, arena, operand[i], &list->item[i]);
	return list;
}

bool
node_list_is(const struct node_list *list, const struct node_item *item, size_t n)
{
	size_t i;

	if (!list || !list->exact || list->n != n)
		return false;
	for (i = 0; i < n; i++) {
		const struct node_item *a = &list->item[i], *b = &item[i];

		if (a->numbered != b->numbered || a->number != b->number || !a->text != !b->text ||
		    (a->text && strcmp(a->text, b->text) != 0))
			return false;
	}
	return true;
}
