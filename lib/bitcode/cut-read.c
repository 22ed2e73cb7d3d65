#include "cut.h"

#include <stdlib.h>
#include <string.h>

#include "base/nametable.h"
#include "bodywalk.h"
#include "module-check.h"

static const char DAMAGED[] = "damaged bitcode";

/* --- what bodies need ---------------------------------------------------------------------------------------- */

/* One walk over the file finds what the bodies need. */
struct walk {
	struct bitcut *cut;
	struct bodywalk at;
	struct bitnumbers seen[4];	/* by kind of need */
	uint32_t next, first_constant, end_constants;	/* numbers of values: of the function's own constants */
	uint64_t type;			/* of the next constants */
	uint32_t most_value;		/* that the function mentions, of its own */
	uint64_t most_node;
	struct locals locals;
	uint32_t body;
	const char *why;
};

static void
add_need(struct walk *walk, unsigned kind, uint64_t number)
{
	struct needs *needs = &walk->cut->needs;
	size_t size = sizeof *needs->need;

	if (needs->n == needs->room) {
		needs->room = needs->room ? needs->room * 2 : 1024;
		needs->need = arena_grow(walk->cut->arena, needs->need, needs->n * size, needs->room * size);
	}
	needs->need[needs->n++] = (struct need){ kind, (uint32_t)number & 0xfffffff };
}

static void
need(struct walk *walk, unsigned kind, uint64_t number)
{
	if (number >= walk->seen[kind].room)
		walk->why = DAMAGED;
	else if (numbers_mark(&walk->seen[kind], (uint32_t)number))
		add_need(walk, kind, number);
}

/* Numbers after the module's are the function's own. */
static void
need_value(struct walk *walk, uint32_t number)
{
	if (number < walk->seen[NEED_VALUE].room)
		need(walk, NEED_VALUE, number);
	else if (number > walk->most_value)
		walk->most_value = number;
}

static void
need_node(struct walk *walk, uint64_t number)
{
	if (number < walk->seen[NEED_NODE].room)
		need(walk, NEED_NODE, number);
	else if (number > walk->most_node)
		walk->most_node = number;
}

static void
need_operands(struct walk *walk, const uint8_t *kind)
{
	const struct bitrecord *record = &walk->at.record;
	size_t i;

	for (i = 0; i < record->n; i++)
		switch (kind[i]) {
		case OPERAND_TYPE:
			need(walk, NEED_TYPE, record->op[i]);
			break;
		case OPERAND_VALUE:
			need_value(walk, operand_value(record->op[i], walk->next));
			break;
		case OPERAND_SIGNED:
			need_value(walk, operand_signed_value(record->op[i], walk->next));
			break;
		case OPERAND_ABSOLUTE:
			need_value(walk, record->op[i] < BITMODULE_NONE ? (uint32_t)record->op[i] : BITMODULE_NONE);
			break;
		case OPERAND_NODE:
			need_node(walk, record->op[i]);
			break;
		case OPERAND_OPTIONAL_NODE:
			if (record->op[i])
				need_node(walk, record->op[i] - 1);
			break;
		case OPERAND_NODE_VALUE:
			need_node(walk, operand_value(record->op[i], walk->next));
			break;
		case OPERAND_ATTRIBUTES:
			if (record->op[i])
				need(walk, NEED_LIST, record->op[i]);
			break;
		case OPERAND_BLOCK:
			if (record->op[i] >= walk->at.order.declared)
				walk->why = DAMAGED;
			break;
		default:
			break;
		}
}

static void
need_attachments(struct walk *walk)
{
	const struct bitrecord *record = &walk->at.record;
	size_t i;

	if (!attachments_are_sound(walk->cut->module, record, walk->at.order.instructions))
		walk->why = DAMAGED;
	for (i = record->n % 2; i + 1 < record->n; i += 2)
		need_node(walk, record->op[i + 1]);
	if (record->n % 2)
		return;
	/* Those of the function itself: one record. */
	if (walk->cut->bare[walk->body].attachment.op)
		walk->why = DAMAGED;
	else
		bare_read(&walk->cut->bare[walk->body], walk->cut->arena, &walk->locals, record);
}

/* The function's own metadata is kept until its end. */
static void
keep_local(struct walk *walk)
{
	const struct bitrecord *record = &walk->at.record;
	struct locals *locals = &walk->locals;
	struct arena *arena = walk->at.reader.arena;
	uint64_t *op = arena_alloc(arena, (record->n + 1) * sizeof *op);

	locals->node = arena_extend(arena, locals->node, locals->nnode, sizeof *locals->node);
	if (record->n)
		memcpy(op, record->op, record->n * sizeof *op);
	locals->node[locals->nnode++] = (struct bitrow){ UNABBREV_RECORD, (uint32_t)record->code, (uint32_t)record->n, op };
}

/* A call of neither a function nor a constant: the operand before the callee is the type. */
static void
need_indirect(struct walk *walk, const uint8_t *kind)
{
	const struct bitrecord *record = &walk->at.record;
	uint32_t callee;
	size_t i;

	for (i = 0; i < record->n && kind[i] != OPERAND_TYPE; i++)
		;
	if (i + 1 >= record->n)
		return;
	callee = operand_value(record->op[i + 1], walk->next);
	if (callee >= walk->seen[NEED_VALUE].room && (callee < walk->first_constant || callee >= walk->end_constants))
		add_need(walk, NEED_INDIRECT, record->op[i]);
}

static uint8_t *
walk_room(struct walk *walk)
{
	struct bitcut *cut = walk->cut;

	if (walk->at.record.n > cut->kind_room) {
		cut->kind_room = walk->at.record.n * 2;
		cut->kind = arena_alloc(cut->arena, cut->kind_room);
	}
	return cut->kind;
}

/* [type, function, block] */
static void
note_address(struct bitcut *cut, uint64_t code, size_t n, const uint64_t *op)
{
	if (code == CST_CODE_BLOCKADDRESS && n > NAMED_GLOBAL && op[NAMED_GLOBAL] < cut->module->nglobal)
		cut->addressed[op[NAMED_GLOBAL]] = 1;
}

/* A record of the function, of its constants, metadata or attachments. */
static void
walk_record(struct walk *walk, unsigned block)
{
	struct bitrecord *record = &walk->at.record;
	uint8_t *kind = walk_room(walk);
	bool known = true, defines = false;

	switch (block) {
	case FUNCTION_BLOCK_ID:
		known = bitbody_takes(&walk->at.order, record) &&
			record_function_kinds(&walk->cut->module->types, walk->next, record, kind, &defines);
		if (known && (record->code == FUNC_CODE_INST_CALL || record->code == FUNC_CODE_INST_INVOKE))
			need_indirect(walk, kind);
		break;
	case CONSTANTS_BLOCK_ID:
		known = record_kinds(block, record, kind);
		defines = record->code != CST_CODE_SETTYPE;
		walk->type = defines ? walk->type : bitrecord_get(record, 0);
		if (!defines)
			known = known && constant_type_is_sound(walk->cut->module, record);
		else
			known = known && constant_is_sound(walk->cut->module, walk->type, record);
		note_address(walk->cut, record->code, record->n, record->op);
		walk->end_constants = walk->next + defines;
		break;
	case METADATA_BLOCK_ID:
		if (record->code == METADATA_STRINGS) {
			if (walk->locals.nnode || walk->locals.string.n ||
			    !bitstrings_read(&walk->locals.string, walk->at.reader.arena, record))
				walk->why = DAMAGED;
			return;
		}
		known = local_node_is_sound(walk->cut->module, record) && record_kinds(block, record, kind);
		keep_local(walk);
		break;
	case METADATA_ATTACHMENT_ID:
		need_attachments(walk);
		return;
	case VALUE_SYMTAB_BLOCK_ID:
		if (!name_is_sound(record, walk->at.order.declared))
			walk->why = DAMAGED;
		else if (record->code == VST_CODE_ENTRY)
			need_value(walk, record->op[0] < BITMODULE_NONE ? (uint32_t)record->op[0] : BITMODULE_NONE);
		return;
	default:
		known = false;
		break;
	}
	if (!known)
		walk->why = "a record that is not known";
	else
		need_operands(walk, kind);
	walk->next += defines;
}

static void
walk_body(struct walk *walk, uint32_t body)
{
	const struct bitmodule *module = walk->cut->module;
	struct arena arena;
	uint32_t parameters;
	bool whole = false;
	unsigned i;

	for (i = 0; i < 4; i++)
		numbers_reset(&walk->seen[i]);
	walk->cut->needs.first[body] = (uint32_t)walk->cut->needs.n;
	parameters = bodywalk_begin(&walk->at, module, module->owner[body], true);
	if (parameters == BITMODULE_NONE) {
		walk->why = DAMAGED;
		return;
	}
	walk->next = walk->seen[NEED_VALUE].room + parameters;
	walk->first_constant = walk->end_constants = walk->next;
	walk->most_value = 0;
	walk->type = BITMODULE_NONE;
	walk->most_node = 0;
	walk->body = body;
	walk->locals = (struct locals){ .nodes = walk->seen[NEED_NODE].room };
	/* Freed with the block: its abbreviations and long records. */
	arena_init(&arena);
	walk->at.reader.arena = &arena;
	walk->at.record = (struct bitrecord){ 0 };
	do
		switch (bodywalk_next(&walk->at)) {
		case BITS_RECORD:
			walk_record(walk, walk->at.block[walk->at.depth].id);
			break;
		case BITS_ABBREV:
		case BITS_BLOCK:
			break;
		case BITS_END:
			whole = !bodywalk_leave(&walk->at);
			break;
		default:
			walk->why = DAMAGED;
			break;
		}
	while (!whole && !walk->why);
	if (!bitbody_is_whole(&walk->at.order) || walk->most_value >= walk->next ||
	    (walk->most_node && walk->most_node >= walk->locals.nodes + walk->locals.string.n + walk->locals.nnode))
		walk->why = DAMAGED;
	walk->cut->needs.size[body] = walk->at.order.instructions;
	arena_free(&arena);
}

static const char *
read_needs(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	struct walk walk = { .cut = cut, .at.reader = module->reader };
	struct arena arena;
	uint32_t i;

	arena_init(&arena);
	walk.seen[NEED_TYPE] = numbers_init(&arena, (uint32_t)module->ntype);
	walk.seen[NEED_LIST] = numbers_init(&arena, (uint32_t)module->nattributes + 1);
	walk.seen[NEED_VALUE] = numbers_init(&arena, (uint32_t)(module->nglobal + module->nconstant));
	walk.seen[NEED_NODE] = numbers_init(&arena, (uint32_t)(module->nstring + module->nnode));
	cut->needs.first = arena_alloc(cut->arena, (module->nbody + 1) * sizeof *cut->needs.first);
	cut->bare = arena_calloc(cut->arena, module->nbody + 1, sizeof *cut->bare);
	cut->needs.size = arena_calloc(cut->arena, module->nbody + 1, sizeof *cut->needs.size);
	cut->addressed = arena_calloc(cut->arena, module->nglobal + 1, 1);
	for (i = 0; i < module->nconstant; i++)
		note_address(cut, module->constant[i].row.code, module->constant[i].row.n, module->constant[i].row.op);
	for (i = 0; i < module->nbody && !walk.why; i++)
		walk_body(&walk, i);
	cut->needs.first[i] = (uint32_t)cut->needs.n;
	arena_free(&arena);
	return walk.why;
}

/* --- attributes without the dropped one --------------------------------------------------------------- */

static struct bitrow
filter_group(struct bitcut *cut, const struct bitrow *group)
{
	uint64_t *op = arena_alloc(cut->arena, (group->n + 1) * sizeof *op);
	struct bitattribute attribute;
	size_t at = GROUP_ATTRIBUTES, n = GROUP_ATTRIBUTES;

	op[GROUP_ID] = 0;	/* its id is its place */
	op[GROUP_PLACE] = group->op[GROUP_PLACE];
	while (bitattribute_next(group, &at, &attribute)) {
		if (cut->options.drop && bitattribute_is(group, &attribute, cut->options.drop))
			continue;
		memcpy(op + n, group->op + attribute.begin, (attribute.end - attribute.begin) * sizeof *op);
		n += attribute.end - attribute.begin;
	}
	cut->bad |= at != group->n;
	return (struct bitrow){ group->abbrev, group->code, (uint32_t)n, op };
}

/* The number of the row in the table, where equal rows are one; a new one becomes its last. */
static uint32_t
find_same(struct nametable *same, struct arena *arena, struct bitrow *table, uint32_t *n, struct bitrow row)
{
	uint32_t number = nametable_get(same, row.op, row.n * sizeof *row.op);

	if (number != NAMETABLE_NONE)
		return number;
	nametable_set(same, arena, row.op, row.n * sizeof *row.op, *n);
	table[*n] = row;
	return (*n)++;
}

/* [id] of a group as lists name it: its canonical number + 1, 0: it is empty. */
static uint32_t *
read_groups(struct bitcut *cut, uint64_t *most)
{
	const struct bitmodule *module = cut->module;
	struct nametable same = { 0 };
	uint32_t *number;
	size_t i;

	for (i = 0, *most = 0; i < module->ngroup; i++)
		if (module->group[i].op[GROUP_ID] > *most)
			*most = module->group[i].op[GROUP_ID];
	if (*most > 1 << 24) {
		cut->bad = true;
		return NULL;
	}
	cut->group = arena_alloc(cut->arena, (module->ngroup + 1) * sizeof *cut->group);
	number = arena_calloc(cut->arena, *most + 1, sizeof *number);
	for (i = 0; i < module->ngroup; i++) {
		struct bitrow row = filter_group(cut, &module->group[i]);

		if (row.n > 2)
			number[module->group[i].op[GROUP_ID]] = find_same(&same, cut->arena, cut->group, &cut->ngroup, row) + 1;
	}
	return number;
}

void
read_lists(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	struct nametable same = { 0 };
	uint64_t most;
	uint32_t *number = read_groups(cut, &most), k;
	size_t i;

	cut->ngroup = cut->nlist = 0;
	cut->list = arena_alloc(cut->arena, (module->nattributes + 1) * sizeof *cut->list);
	cut->list_of = arena_calloc(cut->arena, module->nattributes + 1, sizeof *cut->list_of);
	for (i = 0; i < module->nattributes && !cut->bad; i++) {
		const struct bitrow *old = &module->attributes[i];
		uint64_t *op = arena_alloc(cut->arena, (old->n + 1) * sizeof *op);
		struct bitrow row = { UNABBREV_RECORD, old->code, 0, op };

		for (k = 0; k < old->n; k++) {
			cut->bad |= old->op[k] > most;
			if (!cut->bad && number[old->op[k]])
				op[row.n++] = number[old->op[k]] - 1;
		}
		if (row.n)
			cut->list_of[i] = find_same(&same, cut->arena, cut->list, &cut->nlist, row) + 1;
	}
}

/* --- metadata that mentions global values ---------------------------------------------------------------- */

/* A constant mentions a global value, itself or through casts. */
static bool
constant_mentions(struct bitcut *cut, uint64_t number, int depth)
{
	const struct bitrow *row;
	struct bitrecord record;
	uint8_t kind[64];
	uint32_t i;

	if (number < cut->module->nglobal || number >= cut->plan.value.room || !depth)
		return true;
	row = &cut->module->constant[number - cut->module->nglobal].row;
	record = bitrow_record(row);
	if (row->n > sizeof kind || !record_kinds(CONSTANTS_BLOCK_ID, &record, kind))
		return false;
	for (i = 0; i < row->n; i++)
		if (kind[i] == OPERAND_ABSOLUTE && constant_mentions(cut, row->op[i], depth - 1))
			return true;
	return false;
}

/* A tuple may go when one of its operands may; these are in any order, so repeats until nothing changes. */
static void
find_may_go(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	bool again = false;
	size_t i;
	uint32_t k;

	cut->may_go = arena_calloc(cut->arena, module->nnode + 1, 1);
	for (i = 0; i < module->nnode; i++)
		if (module->node[i].code == METADATA_VALUE && module->node[i].n > 1 &&
		    module->node[i].op[VALUE_NODE_VALUE] < module->nglobal + module->nconstant)
			again |= cut->may_go[i] = module->node[i].op[VALUE_NODE_VALUE] < module->nglobal ||
						  constant_mentions(cut, module->node[i].op[VALUE_NODE_VALUE], 8);
	while (again)
		for (i = 0, again = false; i < module->nnode; i++) {
			const struct bitrow *row = &module->node[i];

			if (cut->may_go[i] || (row->code != METADATA_NODE && row->code != METADATA_DISTINCT_NODE))
				continue;
			for (k = 0; k < row->n && !cut->may_go[i]; k++)
				if (row->op[k] > module->nstring && row->op[k] <= cut->plan.node.room &&
				    cut->may_go[row->op[k] - 1 - module->nstring])
					cut->may_go[i] = again = true;
		}
}

/* --- the list by name --------------------------------------------------------------------------------------- */

static int
compare_mentions(const void *a, const void *b)
{
	const struct mention *x = a, *y = b;

	return x->global != y->global ? (x->global < y->global ? -1 : 1) : x->entry < y->entry ? -1 : x->entry > y->entry;
}

/* Functions by their names. */
static struct nametable
index_names(struct bitcut *cut)
{
	struct nametable names = { 0 };
	size_t i;

	for (i = 0; i < cut->module->nglobal; i++) {
		const struct bitglobal *global = &cut->module->global[i];

		if (global->kind == BITGLOBAL_FUNCTION && global->len)
			nametable_set(&names, cut->arena, global->name, global->len, (uint32_t)i);
	}
	return names;
}

/* Entries that are not a pair with a name are in no part. */
static void
read_mentions(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	const struct bitrow *list, *pair;
	struct nametable names;
	const char *text;
	size_t i, len;

	cut->by_name = BITMODULE_NONE;
	for (i = 0; i < module->nnamed && cut->options.by_name; i++)
		if (is_text(&module->named[i].name, cut->options.by_name))
			cut->by_name = (uint32_t)i;
	if (cut->by_name == BITMODULE_NONE)
		return;
	names = index_names(cut);
	list = &module->named[cut->by_name].row;
	cut->mention = arena_alloc(cut->arena, ((size_t)list->n + 1) * sizeof *cut->mention);
	for (i = 0; i < list->n; i++) {
		if (list->op[i] < module->nstring || list->op[i] >= cut->plan.node.room)
			continue;
		pair = node_row(cut, list->op[i]);
		text = pair->n == 2 && pair->op[1] ? bitmodule_string(module, pair->op[1] - 1, &len) : NULL;
		if (text)
			cut->mention[cut->nmention++] = (struct mention){ nametable_get(&names, text, len), (uint32_t)i };
	}
	qsort(cut->mention, cut->nmention, sizeof *cut->mention, compare_mentions);
}

static void
plan_init(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	struct bitplan *plan = &cut->plan;

	plan->module = module;
	plan->type = numbers_init(cut->arena, (uint32_t)module->ntype);
	plan->value = numbers_init(cut->arena, (uint32_t)(module->nglobal + module->nconstant));
	plan->node = numbers_init(cut->arena, (uint32_t)(module->nstring + module->nnode));
	plan->attributes = arena_calloc(cut->arena, module->nattributes + 1, sizeof *plan->attributes);
	cut->lists = numbers_init(cut->arena, (uint32_t)module->nattributes);
	cut->groups = numbers_init(cut->arena, (uint32_t)module->ngroup);
	cut->old_lists = numbers_init(cut->arena, (uint32_t)module->nattributes);
	cut->unit = arena_alloc(cut->arena, (module->nnode + 1) * sizeof *cut->unit);
	arena_init(&cut->scratch);
}

struct bitcut *
bitcut_new(struct arena *arena, const struct bitmodule *module, struct bitcut_options options, const char **why)
{
	struct bitcut *cut = arena_calloc(arena, 1, sizeof *cut);

	cut->arena = arena;
	cut->options = options;
	cut->module = module;
	plan_init(cut);
	*why = read_needs(cut);
	if (*why)
		return NULL;
	read_lists(cut);
	find_may_go(cut);
	read_mentions(cut);
	*why = cut->bad ? DAMAGED : NULL;
	return cut->bad ? NULL : cut;
}
