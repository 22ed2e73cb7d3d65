#include "bodywalk.h"
#include "module-check.h"
#include "plan.h"

#include <string.h>

/* A function's block, or one inside it, as it is written. */
struct level {
	const struct bitblock *block;
	struct bitabbrevs abbrevs;
	size_t at;
};

/* The body being written. */
struct body {
	struct output *out;
	struct bodywalk walk;
	struct level level[2];
	uint64_t nodes;		/* of its own */
	uint64_t type;		/* of the next constants */
	const struct bitplan_attachment *more;	/* still to be attached */
	size_t nmore;
};

static void
put_attachments(struct body *body, const struct level *level, const struct bitrecord *record)
{
	bool own = record->n % 2 == 0;
	struct bitrecord new = join_attachments(body->out, record, record->n % 2, body->more, own ? body->nmore : 0);

	if (own)
		body->nmore = 0;
	if (new.n > record->n % 2)
		bitwriter_record(body->out->writer, level->block->width, &level->abbrevs, &new);
}

/* Before the end of the function, or of its attachments. */
static void
put_rest(struct body *body, struct level *level)
{
	static const struct bitrecord none;
	static const struct bitblock block = { .id = METADATA_ATTACHMENT_ID, .width = 3 };
	struct level inner = { .block = &block };

	if (!body->nmore || (level->block->id != METADATA_ATTACHMENT_ID && body->walk.depth))
		return;
	if (level->block->id == METADATA_ATTACHMENT_ID) {
		put_attachments(body, level, &none);
		return;
	}
	inner.at = bitwriter_enter(body->out->writer, level->block->width, block.id, block.width);
	put_attachments(body, &inner, &none);
	bitwriter_leave(body->out->writer, block.width, inner.at);
}

static void
body_enter(struct body *body, unsigned outer, const struct bitblock *block)
{
	struct level *level = &body->level[body->walk.depth];

	level->block = block;
	level->abbrevs = (struct bitabbrevs){ 0 };
	if (block->id < BITS_MAX_BLOCK)
		level->abbrevs = body->out->info[block->id];
	level->at = bitwriter_enter(body->out->writer, outer, block->id, block->width);
}

static void
body_define(struct body *body, struct level *level)
{
	struct bitabbrevs *abbrevs = &level->abbrevs;
	const struct bitabbrev **all = arena_alloc(body->out->arena, (abbrevs->n + 1) * sizeof *all);

	if (abbrevs->n)
		memcpy(all, abbrevs->abbrev, abbrevs->n * sizeof *all);
	all[abbrevs->n] = level->block->abbrevs.abbrev[abbrevs->n];
	bitwriter_define(body->out->writer, level->block->width, all[abbrevs->n]);
	abbrevs->abbrev = all;
	abbrevs->n++;
}

static void
check_blocks(struct body *body)
{
	const struct bitrecord *record = &body->walk.record;
	size_t i;

	for (i = 0; i < record->n; i++)
		if (body->out->kind[i] == OPERAND_BLOCK && record->op[i] >= body->walk.order.declared)
			body->out->bad = true;
}

static void
put_instruction(struct body *body, const struct level *level)
{
	struct output *out = body->out;
	struct bitrecord *record = &body->walk.record;
	bool defines;

	if (out->plan->check && !bitbody_takes(&body->walk.order, record)) {
		out->bad = true;
		return;
	}
	if (!record_function_kinds(&out->module->types, out->next, record, kind_room(out, record->n), &defines)) {
		out->bad = true;
		return;
	}
	if (out->plan->check && (!body->walk.order.inside || record->code == FUNC_CODE_INST_PHI))
		check_blocks(body);
	renumber(out, record);
	out->next += defines;
	bitwriter_record(out->writer, level->block->width, &level->abbrevs, record);
}

static void
put_record(struct body *body, const struct level *level)
{
	struct output *out = body->out;
	struct bitrecord *record = &body->walk.record;
	struct bitstrings strings;

	switch (level->block->id) {
	case FUNCTION_BLOCK_ID:
		put_instruction(body, level);
		return;
	case METADATA_ATTACHMENT_ID:
		if (out->plan->check && !attachments_are_sound(out->module, record, body->walk.order.instructions))
			out->bad = true;
		put_attachments(body, level, record);
		return;
	case CONSTANTS_BLOCK_ID:
		if (record->code == CST_CODE_SETTYPE) {
			body->type = bitrecord_get(record, 0);
			out->bad |= out->plan->check && !constant_type_is_sound(out->module, record);
		} else if (out->plan->check && !constant_is_sound(out->module, body->type, record))
			out->bad = true;
		renumber_in(out, CONSTANTS_BLOCK_ID, record);
		out->next += record->code != CST_CODE_SETTYPE;
		break;
	case METADATA_BLOCK_ID:
		if (record->code == METADATA_STRINGS) {
			if (out->plan->check && (body->nodes || !bitstrings_read(&strings, out->arena, record)))
				out->bad = true;
			body->nodes += bitrecord_get(record, 0);
			break;
		}
		out->bad |= out->plan->check && !local_node_is_sound(out->module, record);
		body->nodes++;
		renumber_in(out, METADATA_BLOCK_ID, record);
		break;
	case VALUE_SYMTAB_BLOCK_ID:
		if (out->plan->check && !name_is_sound(record, body->walk.order.declared))
			out->bad = true;
		if (record->code == VST_CODE_ENTRY && record->n)
			record->op[0] = new_value(out, record->op[0]);
		break;
	default:
		out->bad = true;
		return;
	}
	out->bad |= !bitwriter_record(out->writer, level->block->width, &level->abbrevs, record);
}

/* False at the function's end. */
static bool
body_step(struct body *body)
{
	const struct bitblock *block = body->walk.block;
	enum bititem item = bodywalk_next(&body->walk);
	struct level *level = &body->level[body->walk.depth];

	switch (item) {
	case BITS_RECORD:
		put_record(body, level);
		return true;
	case BITS_ABBREV:
		body_define(body, level);
		return true;
	case BITS_BLOCK:
		body_enter(body, block[0].width, &block[1]);
		return true;
	case BITS_END:
		put_rest(body, level);
		bitwriter_leave(body->out->writer, level->block->width, level->at);
		return bodywalk_leave(&body->walk);
	default:
		body->out->bad = true;
		return false;
	}
}

/* Function `number` of the new module, which was `old`. */
static void
write_body(struct output *out, struct body *body, uint32_t number, uint32_t old)
{
	uint32_t parameters = bodywalk_begin(&body->walk, out->module, old, out->plan->check);

	if (parameters == BITMODULE_NONE) {
		out->bad = true;
		return;
	}
	body->nmore = 0;
	if (out->plan->attach)
		body->more = out->plan->attach(out->plan->user, number, out->arena, &body->nmore);
	body->nodes = 0;
	body->type = BITMODULE_NONE;
	out->most_value = 0;
	out->most_node = 0;
	out->next = out->values + parameters;
	body_enter(body, out->module->form.width, &body->walk.block[0]);
	while (body_step(body))
		;
	if (out->plan->check && !bitbody_is_whole(&body->walk.order))
		out->bad = true;
	if (out->most_value >= out->next || (out->most_node && out->most_node >= out->nodes + body->nodes))
		out->bad = true;
}

/* Metadata inside the function. */
static void
write_bare_nodes(struct output *out, unsigned outer, const struct bitplan_bare *bare)
{
	struct bitabbrevs abbrevs = out->info[METADATA_BLOCK_ID];
	unsigned width = width_for_abbrevs(&abbrevs, 3);
	struct bitrecord record;
	size_t at;
	uint32_t i;

	if (!bare->nstring && !bare->nnode)
		return;
	at = bitwriter_enter(out->writer, outer, METADATA_BLOCK_ID, width);
	put_strings(out, width, &abbrevs, bare->string, bare->nstring);
	for (i = 0; i < bare->nnode; i++) {
		record = bitrow_record(&bare->node[i]);
		record.op = memcpy(arena_alloc(out->arena, (record.n + 1) * sizeof *record.op), record.op, record.n * sizeof *record.op);
		renumber_in(out, METADATA_BLOCK_ID, &record);
		bitwriter_plain(out->writer, width, record.code, record.op, record.n);
	}
	bitwriter_leave(out->writer, width, at);
}

/* "unreachable" and the function's metadata. */
static void
write_bare(struct output *out, const struct bitplan_bare *bare)
{
	enum { WIDTH = 4, INNER_WIDTH = 3 };
	size_t at = bitwriter_enter(out->writer, out->module->form.width, FUNCTION_BLOCK_ID, WIDTH), inner;
	struct bitrecord old = bitrow_record(&bare->attachment), new = join_attachments(out, &old, 0, NULL, 0);
	uint64_t one = 1;

	bitwriter_plain(out->writer, WIDTH, FUNC_CODE_DECLAREBLOCKS, &one, 1);
	write_bare_nodes(out, WIDTH, bare);
	bitwriter_plain(out->writer, WIDTH, FUNC_CODE_INST_UNREACHABLE, NULL, 0);
	if (new.n) {
		inner = bitwriter_enter(out->writer, WIDTH, METADATA_ATTACHMENT_ID, INNER_WIDTH);
		bitwriter_plain(out->writer, INNER_WIDTH, new.code, new.op, new.n);
		bitwriter_leave(out->writer, INNER_WIDTH, inner);
	}
	bitwriter_leave(out->writer, WIDTH, at);
}

void
write_bodies(struct output *out)
{
	struct body body = { .out = out, .walk.reader = out->module->reader };
	uint32_t i;

	body.walk.reader.arena = out->arena;
	for (i = 0; i < out->plan->nglobal && !out->bad; i++)
		if (out->plan->global[i].bare)
			write_bare(out, out->plan->global[i].bare);
		else if (out->plan->global[i].with_body)
			write_body(out, &body, i, out->plan->value.kept[i]);
}
