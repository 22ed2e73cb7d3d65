#include "cut.h"

#include <stdlib.h>
#include <string.h>

enum { KIND_DEBUG = 0 };	/* the number of !dbg in every module */

/* The needed nodes of a function's own, and their new numbers. */
struct choice {
	const struct locals *locals;
	struct bitnumbers number;	/* [string or node of the function]; kept is also the work list */
};

static bool
is_node_operand(uint8_t kind)
{
	return kind == OPERAND_NODE || kind == OPERAND_OPTIONAL_NODE;
}

/* The function's node that the operand names, BITMODULE_NONE when it is the module's or none. */
static uint32_t
own_node(const struct choice *choice, uint8_t kind, uint64_t operand)
{
	uint64_t number = kind == OPERAND_OPTIONAL_NODE ? operand - 1 : operand;

	if (!is_node_operand(kind) || (kind == OPERAND_OPTIONAL_NODE && !operand) || number < choice->locals->nodes)
		return BITMODULE_NONE;
	number -= choice->locals->nodes;
	return number < choice->number.room ? (uint32_t)number : BITMODULE_NONE;
}

static const struct bitrow *
row_of(const struct choice *choice, uint32_t number)
{
	return number < choice->locals->string.n ? NULL : &choice->locals->node[number - choice->locals->string.n];
}

static uint8_t *
kinds_of_row(struct arena *arena, const struct bitrow *row)
{
	uint8_t *kind = arena_calloc(arena, row->n + 1, 1);
	struct bitrecord record = bitrow_record(row);

	if (!record_kinds(METADATA_BLOCK_ID, &record, kind))
		memset(kind, OPERAND_PLAIN, row->n);
	return kind;
}

/* Follows kept nodes, a growing list, until they mention no new ones. */
static void
choose(struct choice *choice, struct arena *scratch)
{
	const struct bitrow *row;
	const uint8_t *kind;
	uint32_t i, k, own;

	for (i = 0; i < choice->number.n; i++) {
		row = row_of(choice, choice->number.kept[i]);
		kind = row ? kinds_of_row(scratch, row) : NULL;
		for (k = 0; row && k < row->n; k++) {
			own = own_node(choice, kind[k], row->op[k]);
			if (own != BITMODULE_NONE)
				numbers_mark(&choice->number, own);
		}
	}
	numbers_settle(&choice->number);
}

/* The row with the new numbers of the function's nodes. */
static struct bitrow
copy_row(const struct choice *choice, struct arena *arena, struct arena *scratch, const struct bitrow *row)
{
	const uint8_t *kind = kinds_of_row(scratch, row);
	uint64_t *op = arena_alloc(arena, (row->n + 1) * sizeof *op);
	uint32_t k, own;

	for (k = 0; k < row->n; k++) {
		own = own_node(choice, kind[k], row->op[k]);
		op[k] = own == BITMODULE_NONE ? row->op[k]
					      : (uint64_t)choice->locals->nodes + choice->number.number[own] +
							(kind[k] == OPERAND_OPTIONAL_NODE);
	}
	return (struct bitrow){ UNABBREV_RECORD, row->code, row->n, op };
}

static void
copy_nodes(struct bitplan_bare *bare, const struct choice *choice, struct arena *arena, struct arena *scratch)
{
	const struct bitrow *row;
	uint32_t i, number;

	if (!choice->number.n)
		return;
	bare->string = arena_alloc(arena, choice->number.n * sizeof *bare->string);
	bare->node = arena_alloc(arena, choice->number.n * sizeof *bare->node);
	for (i = 0; i < choice->number.n; i++) {
		number = choice->number.kept[i];
		row = row_of(choice, number);
		if (row)
			bare->node[bare->nnode++] = copy_row(choice, arena, scratch, row);
		else
			bare->string[bare->nstring++] = (struct bitplan_string){
				choice->locals->string.text[number], choice->locals->string.len[number]
			};
	}
}

void
bare_read(struct bitplan_bare *bare, struct arena *arena, const struct locals *locals, const struct bitrecord *record)
{
	struct choice choice = { .locals = locals };
	uint64_t *op = arena_alloc(arena, (record->n + 1) * sizeof *op);
	struct arena scratch;
	uint32_t n = 0, own;
	size_t i;

	arena_init(&scratch);
	choice.number = numbers_init(&scratch, (uint32_t)(locals->string.n + locals->nnode));
	for (i = 0; i + 1 < record->n; i += 2) {
		if (record->op[i] == KIND_DEBUG)
			continue;
		op[n++] = record->op[i];
		op[n++] = record->op[i + 1];
		own = own_node(&choice, OPERAND_NODE, record->op[i + 1]);
		if (own != BITMODULE_NONE)
			numbers_mark(&choice.number, own);
	}
	choose(&choice, &scratch);
	for (i = 1; i < n; i += 2) {
		own = own_node(&choice, OPERAND_NODE, op[i]);
		if (own != BITMODULE_NONE)
			op[i] = (uint64_t)locals->nodes + choice.number.number[own];
	}
	bare->attachment = (struct bitrow){ UNABBREV_RECORD, 0, n, op };
	copy_nodes(bare, &choice, arena, &scratch);
	arena_free(&scratch);
}

void
bare_mark(struct bitcut *cut, const struct bitplan_bare *bare)
{
	const struct bitrow *row;
	const uint8_t *kind;
	uint32_t i, k, nodes = cut->plan.node.room;

	for (i = 1; i < bare->attachment.n; i += 2)
		if (bare->attachment.op[i] < nodes)
			mark_node(cut, bare->attachment.op[i]);
	for (i = 0; i < bare->nnode; i++) {
		row = &bare->node[i];
		kind = kinds_of(cut, METADATA_BLOCK_ID, row);
		for (k = 0; k < row->n; k++)
			if (kind[k] == OPERAND_OPTIONAL_NODE && row->op[k] && row->op[k] <= nodes)
				mark_node(cut, row->op[k] - 1);
			else if (kind[k] == OPERAND_NODE && row->op[k] < nodes)
				mark_node(cut, row->op[k]);
			else if (kind[k] == OPERAND_TYPE)
				mark_type(cut, row->op[k]);
			else if (kind[k] == OPERAND_ABSOLUTE && row->op[k] < cut->plan.value.room)
				mark_value(cut, row->op[k]);
	}
}
