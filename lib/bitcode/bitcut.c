#include "cut.h"

#include <string.h>

/* --- the part's global values ----------------------------------------------------------------- */

/* A global value of the part under construction. */
struct member {
	const struct bitglobal *old;
	struct bitcut_global hold;
	uint64_t *op;		/* its row's operands, with old numbers */
	uint64_t *listed;	/* members of the list that the part has, old numbers */
	uint32_t nlisted;
	const struct bitplan_bare *bare;	/* a function's minimal body; NULL: it is whole */
};

static bool
is_local(uint64_t linkage)
{
	return linkage == LINKAGE_INTERNAL || linkage == LINKAGE_PRIVATE;
}

static unsigned
comdat_place(const struct bitglobal *old)
{
	return old->kind == BITGLOBAL_FUNCTION ? FUNCTION_COMDAT : old->kind == BITGLOBAL_VARIABLE ? VARIABLE_COMDAT : 0;
}

static void
set(const struct member *member, unsigned place, uint64_t value)
{
	if (place < member->old->row.n)
		member->op[place] = value;
}

/* Internal symbols lose visibility and comdat. */
static void
set_linkage(const struct member *member)
{
	static const unsigned linkage[] = { VARIABLE_LINKAGE, FUNCTION_LINKAGE, ALIAS_LINKAGE, ALIAS_LINKAGE };
	static const unsigned visibility[] = { VARIABLE_VISIBILITY, FUNCTION_VISIBILITY, ALIAS_VISIBILITY, ALIAS_VISIBILITY };
	static const unsigned dso_local[] = { VARIABLE_DSO_LOCAL, FUNCTION_DSO_LOCAL, 10, 10 };
	enum bitglobal_kind kind = member->old->kind;

	if (member->hold.linkage != BITCUT_KEEP) {
		set(member, linkage[kind], member->hold.linkage);
		set(member, dso_local[kind], is_local(member->hold.linkage));
	}
	if (!is_local(member->op[linkage[kind]]))
		return;
	set(member, visibility[kind], 0);
	if (comdat_place(member->old))
		set(member, comdat_place(member->old), 0);
}

static void
set_declared(const struct member *member)
{
	set(member, FUNCTION_IS_DECLARATION, 1);
	set(member, FUNCTION_PROLOGUE, 0);
	set(member, FUNCTION_PREFIX, 0);
	set(member, FUNCTION_PERSONALITY, 0);
	set(member, FUNCTION_COMDAT, 0);
}

static const struct bitrow *
initializer_of(const struct bitcut *cut, const struct bitglobal *variable)
{
	uint64_t number = variable->row.op[VARIABLE_INITIALIZER];

	if (number <= cut->module->nglobal || number > cut->plan.value.room)
		return NULL;
	return &cut->module->constant[number - 1 - cut->module->nglobal].row;
}

/* Keeps the members of a list that are in the part; makes its type and value anew. */
static void
prepare_list(struct bitcut *cut, struct member *member)
{
	const struct bitrow *list = initializer_of(cut, member->old);
	uint64_t type = member->op[GLOBAL_TYPE];
	uint32_t i;

	if (!list || list->code != CST_CODE_AGGREGATE || type >= cut->module->ntype ||
	    cut->module->type[type].row.code != TYPE_CODE_ARRAY)
		return;
	member->listed = arena_alloc(&cut->scratch, (list->n + 1) * sizeof *member->listed);
	for (i = 0; i < list->n; i++)
		if (!constant_is_gone(cut, list->op[i], 8))
			member->listed[member->nlisted++] = list->op[i];
	member->op[VARIABLE_INITIALIZER] = 0;
	member->op[GLOBAL_TYPE] = cut->module->type[type].row.op[SEQUENCE_ELEMENT];
}

static void
prepare(struct bitcut *cut, struct member *member, const struct bitcut_global *hold)
{
	const struct bitglobal *old = &cut->module->global[hold->number];

	*member = (struct member){ .old = old, .hold = *hold };
	member->op = arena_alloc(&cut->scratch, old->row.n * sizeof *member->op);
	memcpy(member->op, old->row.op, old->row.n * sizeof *member->op);
	if (old->kind == BITGLOBAL_FUNCTION && hold->declared)
		set_declared(member);
	set_linkage(member);
	if (hold->listed && old->kind == BITGLOBAL_VARIABLE)
		prepare_list(cut, member);
}

static bool
has_body(const struct member *member)
{
	return member->old->body != BITMODULE_NONE && !member->hold.declared;
}

/* Declarations lose their metadata. */
static const struct bitrow *
attachment_of(const struct member *member)
{
	return member->old->kind == BITGLOBAL_VARIABLE && member->old->row.op[VARIABLE_INITIALIZER] ? member->old->attachment
												       : NULL;
}

static void
mark_attachments(struct bitcut *cut, const struct bitrow *row)
{
	uint32_t i;

	for (i = 1; row && i + 1 < row->n; i += 2)
		mark_node(cut, row->op[i + 1]);
}

static void
mark_member(struct bitcut *cut, const struct member *member)
{
	struct bitrow row = member->old->row;
	uint32_t i;

	row.op = member->op;
	mark_operands(cut, MODULE_BLOCK_ID, &row);
	for (i = 0; i < member->nlisted; i++)
		mark_value(cut, member->listed[i]);
	mark_attachments(cut, attachment_of(member));
	if (member->bare)
		bare_mark(cut, member->bare);
	else if (has_body(member))
		mark_needs(cut, member->old->body);
}

/* Members in the order of their numbers; skips lists that became empty. */
static struct member *
find_members(struct bitcut *cut, const struct bitcut_global *global, size_t n, uint32_t *nmember)
{
	struct member *member = arena_alloc(&cut->scratch, (n + 1) * sizeof *member), *one;
	size_t i;

	*nmember = 0;
	for (i = 0; i < n; i++)
		if (global[i].number >= cut->module->nglobal)
			cut->bad = true;
		else if (!global[i].listed)
			numbers_mark(&cut->plan.value, global[i].number);
	for (i = 0; i < n && !cut->bad; i++) {
		one = &member[*nmember];
		prepare(cut, one, &global[i]);
		if (global[i].listed && !one->nlisted)
			continue;
		if (global[i].listed)
			numbers_mark(&cut->plan.value, global[i].number);
		++*nmember;
	}
	return member;
}

/* --- new rows ------------------------------------------------------------------------------------ */

static struct bitrow
new_row(struct bitcut *cut, uint32_t code, size_t n)
{
	uint64_t *op = arena_calloc(&cut->scratch, n + 1, sizeof *op);

	return (struct bitrow){ UNABBREV_RECORD, code, (uint32_t)n, op };
}

/* Makes the list: an array of its members. */
static void
make_list(struct bitcut *cut, const struct member *member, const struct bitrow *row)
{
	struct bitplan *plan = &cut->plan;
	struct bitrow list = new_row(cut, CST_CODE_AGGREGATE, member->nlisted), type = new_row(cut, TYPE_CODE_ARRAY, 2);
	uint32_t i;

	bitrow_set(&type, SEQUENCE_COUNT, member->nlisted);
	bitrow_set(&type, SEQUENCE_ELEMENT, row->op[GLOBAL_TYPE]);
	for (i = 0; i < member->nlisted; i++)
		bitrow_set(&list, i, plan->value.number[member->listed[i]]);
	bitrow_set(row, GLOBAL_TYPE, bitplan_count(&plan->type, plan->nnew_type));
	bitrow_set(row, VARIABLE_INITIALIZER, (uint64_t)bitplan_count(&plan->value, plan->nnew_constant) + 1);
	plan->new_constant[plan->nnew_constant++] = (struct bitconstant){ (uint32_t)row->op[GLOBAL_TYPE], list };
	plan->new_type[plan->nnew_type++] = type;
}

/* A function's list of attributes, with the mark; old: its number, 0 for none. */
static uint64_t
make_marked(struct bitcut *cut, uint64_t old)
{
	struct bitplan *plan = &cut->plan;
	uint32_t canonical = old ? cut->list_of[old - 1] : 0, i, n = 0;
	const struct bitrow *had = canonical ? &cut->list[canonical - 1] : NULL, *base = NULL;
	size_t len = strlen(cut->options.mark);
	struct bitrow list = new_row(cut, PARAMATTR_CODE_ENTRY, (had ? had->n : 0) + 1), group;

	for (i = 0; had && i < had->n; i++)
		if (cut->group[had->op[i]].op[GROUP_PLACE] == PLACE_FUNCTION)
			base = &cut->group[had->op[i]];
		else
			bitrow_set(&list, n++, cut->groups.number[had->op[i]] + 1);
	group = new_row(cut, PARAMATTR_GRP_CODE_ENTRY, (base ? base->n : 2) + len + 2);
	if (base)
		memcpy((uint64_t *)group.op, base->op, base->n * sizeof *base->op);
	bitrow_set(&group, GROUP_ID, plan->ngroup + 1);
	bitrow_set(&group, GROUP_PLACE, PLACE_FUNCTION);
	bitrow_set(&group, base ? base->n : GROUP_ATTRIBUTES, ATTRIBUTE_STRING);
	for (i = 0; i < len; i++)
		bitrow_set(&group, (base ? base->n : GROUP_ATTRIBUTES) + 1 + i, (uint8_t)cut->options.mark[i]);
	bitrow_set(&list, n++, plan->ngroup + 1);
	list.n = n;
	plan->group[plan->ngroup++] = group;
	plan->list[plan->nlist++] = list;
	return plan->nlist;
}

/* Groups and lists with their new numbers, and room for one more of each per member. */
static void
make_attributes(struct bitcut *cut, uint32_t nmember)
{
	struct bitplan *plan = &cut->plan;
	uint32_t i, k;

	numbers_settle(&cut->groups);
	numbers_settle(&cut->lists);
	plan->group = arena_alloc(&cut->scratch, (cut->groups.n + (size_t)nmember + 1) * sizeof *plan->group);
	plan->list = arena_alloc(&cut->scratch, (cut->lists.n + (size_t)nmember + 1) * sizeof *plan->list);
	plan->ngroup = cut->groups.n;
	plan->nlist = cut->lists.n;
	for (i = 0; i < cut->groups.n; i++) {
		const struct bitrow *old = &cut->group[cut->groups.kept[i]];

		plan->group[i] = new_row(cut, old->code, old->n);
		memcpy((uint64_t *)plan->group[i].op, old->op, old->n * sizeof *old->op);
		bitrow_set(&plan->group[i], 0, i + 1);
	}
	for (i = 0; i < cut->lists.n; i++) {
		const struct bitrow *old = &cut->list[cut->lists.kept[i]];

		plan->list[i] = new_row(cut, old->code, old->n);
		for (k = 0; k < old->n; k++)
			bitrow_set(&plan->list[i], k, cut->groups.number[old->op[k]] + 1);
	}
	for (i = 0; i < cut->old_lists.n; i++) {
		uint32_t old = cut->old_lists.kept[i], canonical = cut->list_of[old];

		plan->attributes[old] = canonical ? cut->lists.number[canonical - 1] + 1 : 0;
	}
}

/* The number of the comdat in the part; adds it when it is new. */
static uint64_t
comdat_number(struct bitcut *cut, uint64_t old)
{
	struct bitplan *plan = &cut->plan;
	const struct bitrow *row;
	uint32_t i;

	if (!old || old > cut->module->ncomdat)
		return 0;
	row = &cut->module->comdat[old - 1];
	/* A comdat mostly has one member; several are close together: search the last 64. */
	for (i = plan->ncomdat; i-- && i + 64 > plan->ncomdat;)
		if (plan->comdat[i].op == row->op)
			return i + 1;
	plan->comdat[plan->ncomdat++] = *row;
	return plan->ncomdat;
}

static void
make_global(struct bitcut *cut, const struct member *member, struct bitplan_global *global)
{
	struct bitrow old = member->old->row;
	unsigned comdat = comdat_place(member->old);
	uint64_t number = comdat && comdat < old.n ? member->op[comdat] : 0;

	old.op = member->op;
	*global = (struct bitplan_global){
		.attachment = attachment_of(member), .with_body = has_body(member), .bare = member->bare
	};
	global->row = bitplan_renumber(&cut->plan, &cut->scratch, MODULE_BLOCK_ID, &old);
	if (number)
		bitrow_set(&global->row, comdat, comdat_number(cut, number));
	if (member->nlisted)
		make_list(cut, member, &global->row);
	if (member->hold.marked && cut->options.mark)
		bitrow_set(&global->row, FUNCTION_ATTRIBUTES, make_marked(cut, member->op[FUNCTION_ATTRIBUTES]));
}

/* A unit's list of entities that the part reaches: its number + 1, 0 when empty. */
static uint64_t
make_unit_list(struct bitcut *cut, const struct bitrow *tuple)
{
	struct bitplan *plan = &cut->plan;
	struct bitrow new = new_row(cut, METADATA_NODE, tuple->n);
	uint32_t i, n = 0;

	for (i = 0; i < tuple->n; i++)
		if (is_marked(cut, tuple->op[i]))
			bitrow_set(&new, n++, (uint64_t)plan->node.number[tuple->op[i] - 1] + 1);
	new.n = n;
	if (!n)
		return 0;
	plan->new_node[plan->nnew_node++] = new;
	return bitplan_count(&plan->node, plan->nnew_node);
}

static void
make_units(struct bitcut *cut)
{
	struct bitplan *plan = &cut->plan;
	struct bitrow *row = arena_alloc(&cut->scratch, ((size_t)cut->nunit + 1) * sizeof *row);
	const struct bitrow *tuple;
	uint32_t i;
	unsigned k;

	if (!cut->nunit)
		return;
	plan->changed = arena_calloc(&cut->scratch, plan->node.n, sizeof *plan->changed);
	for (i = 0; i < cut->nunit; i++) {
		row[i] = bitplan_renumber(plan, &cut->scratch, METADATA_BLOCK_ID, node_row(cut, cut->unit[i]));
		for (k = 0; k < UNIT_LISTS; k++) {
			tuple = unit_tuple(cut, cut->unit[i], unit_list[k]);
			if (tuple)
				bitrow_set(&row[i], unit_list[k], make_unit_list(cut, tuple));
		}
		plan->changed[plan->node.number[cut->unit[i]]] = &row[i];
	}
}

/* One empty tuple replaces all required metadata that is not kept. */
static void
make_empty(struct bitcut *cut)
{
	struct bitplan *plan = &cut->plan;

	plan->empty = BITMODULE_NONE;
	if (!cut->needs_empty)
		return;
	plan->new_node[plan->nnew_node++] = new_row(cut, METADATA_NODE, 0);
	plan->empty = bitplan_count(&plan->node, plan->nnew_node) - 1;
}

/* The kept nodes of a named list: n of them by their indexes in it, NULL: all. */
static struct bitrow
make_named_row(struct bitcut *cut, const struct bitrow *old, const uint32_t *place, uint32_t n)
{
	struct bitrow new = new_row(cut, METADATA_NAMED_NODE, n);
	uint64_t node;
	uint32_t i, used = 0;

	for (i = 0; i < n; i++) {
		node = old->op[place ? place[i] : i];
		if (is_marked(cut, node + 1))
			bitrow_set(&new, used++, cut->plan.node.number[node]);
	}
	new.n = used;
	return new;
}

/* Named lists keep the nodes that are in the part; drops lists that become empty. */
static void
make_named(struct bitcut *cut)
{
	const struct bitmodule *module = cut->module;
	struct bitplan *plan = &cut->plan;
	struct bitrow row;
	size_t i;

	plan->named = arena_alloc(&cut->scratch, (module->nnamed + 1) * sizeof *plan->named);
	plan->nnamed = 0;
	for (i = 0; i < module->nnamed; i++) {
		const struct bitrow *old = &module->named[i].row;

		row = i == cut->by_name ? make_named_row(cut, old, cut->entry, cut->nentry)
					: make_named_row(cut, old, NULL, old->n);
		if (row.n || !old->n)
			plan->named[plan->nnamed++] = (struct bitnamed){ module->named[i].name, row };
	}
}

/* --- a part ----------------------------------------------------------------------------------------- */

static void
part_reset(struct bitcut *cut)
{
	struct bitplan *plan = &cut->plan;

	numbers_reset(&plan->type);
	numbers_reset(&plan->value);
	numbers_reset(&plan->node);
	numbers_reset(&cut->lists);
	numbers_reset(&cut->groups);
	numbers_reset(&cut->old_lists);
	arena_free(&cut->scratch);
	plan->nnew_type = plan->nnew_constant = plan->nnew_node = plan->ncomdat = 0;
	plan->changed = NULL;
	cut->types_done = cut->values_done = cut->nodes_done = cut->nunit = cut->nentry = 0;
	cut->needs_empty = false;
	cut->bad = false;
}

static uint32_t
count_below(const struct bitnumbers *numbers, size_t limit)
{
	uint32_t n = 0;

	while (n < numbers->n && numbers->kept[n] < limit)
		n++;
	return n;
}

static void
make_rows(struct bitcut *cut, const struct member *member, uint32_t n)
{
	struct bitplan *plan = &cut->plan;
	uint32_t i;

	plan->global = arena_alloc(&cut->scratch, ((size_t)n + 1) * sizeof *plan->global);
	plan->comdat = arena_alloc(&cut->scratch, ((size_t)n + 1) * sizeof *plan->comdat);
	plan->new_type = arena_alloc(&cut->scratch, ((size_t)n + 1) * sizeof *plan->new_type);
	plan->new_constant = arena_alloc(&cut->scratch, ((size_t)n + 1) * sizeof *plan->new_constant);
	plan->new_node = arena_alloc(&cut->scratch, ((size_t)cut->nunit * UNIT_LISTS + 1) * sizeof *plan->new_node);
	plan->nglobal = n;
	plan->nstring = count_below(&plan->node, cut->module->nstring);
	make_attributes(cut, n);
	for (i = 0; i < n; i++)
		make_global(cut, &member[i], &plan->global[i]);
	make_units(cut);
	make_empty(cut);
	make_named(cut);
}

/* Everything that the members need, as a module. */
static int
write_members(struct bitcut *cut, const struct member *member, uint32_t nmember, const struct bitcut_global *global, size_t n,
	      struct bitwriter *writer)
{
	struct bitplan *plan = &cut->plan;
	uint32_t i;

	for (i = 0; i < nmember && !cut->bad; i++)
		mark_member(cut, &member[i]);
	mark_named(cut, global, n);
	mark_rest(cut);
	mark_imports(cut);
	if (cut->bad)
		return -1;
	numbers_settle(&plan->type);
	numbers_settle(&plan->value);
	numbers_settle(&plan->node);
	make_rows(cut, member, nmember);
	return bitplan_write(plan, &cut->scratch, writer);
}

void
bitcut_free(struct bitcut *cut)
{
	arena_free(&cut->scratch);
}

int
bitcut_write(struct bitcut *cut, const struct bitcut_global *global, size_t n, struct bitwriter *writer)
{
	struct member *member;
	uint32_t nmember;

	part_reset(cut);
	member = find_members(cut, global, n, &nmember);
	return write_members(cut, member, nmember, global, n, writer);
}

int
bitcut_write_skeleton(struct bitcut *cut, struct bitwriter *writer)
{
	const struct bitmodule *module = cut->module;
	size_t n = module->nglobal, i;
	const char *drop = cut->options.drop;
	struct bitcut_global *global;
	struct member *member;
	uint32_t nmember;
	int failed;

	for (i = 0; i < module->nconstant; i++)
		if (module->constant[i].row.code == CST_CODE_BLOCKADDRESS)
			return -1;
	part_reset(cut);
	global = arena_calloc(&cut->scratch, n + 1, sizeof *global);
	for (i = 0; i < n; i++)
		global[i] = (struct bitcut_global){ .number = (uint32_t)i, .linkage = BITCUT_KEEP };
	member = find_members(cut, global, n, &nmember);
	for (i = 0; i < nmember; i++)
		if (has_body(&member[i]))
			member[i].bare = &cut->bare[member[i].old->body];
	/* The skeleton keeps the attribute that parts drop. */
	cut->options.drop = NULL;
	read_lists(cut);
	failed = write_members(cut, member, nmember, global, n, writer);
	part_reset(cut);
	cut->options.drop = drop;
	read_lists(cut);
	return failed;
}

/* --- what bodies say -------------------------------------------------------------------------------- */

uint32_t
bitcut_size(const struct bitcut *cut, uint32_t function)
{
	uint32_t body = cut->module->global[function].body;

	return body == BITMODULE_NONE ? 0 : cut->needs.size[body];
}

bool
bitcut_is_addressed(const struct bitcut *cut, uint32_t function)
{
	return cut->addressed[function];
}

const uint32_t *
bitcut_indirect_calls(struct bitcut *cut, uint32_t function, size_t *n)
{
	uint32_t body = cut->module->global[function].body;
	size_t i;

	part_reset(cut);
	*n = 0;
	if (body == BITMODULE_NONE)
		return NULL;
	cut->answer = arena_alloc(&cut->scratch, (cut->needs.first[body + 1] - cut->needs.first[body] + 1) * sizeof *cut->answer);
	for (i = cut->needs.first[body]; i < cut->needs.first[body + 1]; i++)
		if (cut->needs.need[i].kind == NEED_INDIRECT)
			cut->answer[(*n)++] = cut->needs.need[i].number;
	return cut->answer;
}

/* Constants are followed to the global values that they mention. */
const uint32_t *
bitcut_mentions(struct bitcut *cut, uint32_t function, size_t *n)
{
	struct bitnumbers *value = &cut->plan.value;
	uint32_t body = cut->module->global[function].body, i;
	const struct bitrow *row;
	const uint8_t *kind;
	size_t k;

	part_reset(cut);
	*n = 0;
	if (body == BITMODULE_NONE)
		return NULL;
	for (k = cut->needs.first[body]; k < cut->needs.first[body + 1]; k++)
		if (cut->needs.need[k].kind == NEED_VALUE)
			numbers_mark(value, cut->needs.need[k].number);
	/* Marking appends to the list. */
	for (k = 0; k < value->n; k++) {
		if (value->kept[k] < cut->module->nglobal)
			continue;
		row = &cut->module->constant[value->kept[k] - cut->module->nglobal].row;
		kind = kinds_of(cut, CONSTANTS_BLOCK_ID, row);
		for (i = 0; i < row->n; i++)
			if (kind[i] == OPERAND_ABSOLUTE && row->op[i] < value->room)
				numbers_mark(value, (uint32_t)row->op[i]);
	}
	cut->answer = arena_alloc(&cut->scratch, ((size_t)value->n + 1) * sizeof *cut->answer);
	for (k = 0; k < value->n; k++)
		if (value->kept[k] < cut->module->nglobal)
			cut->answer[(*n)++] = value->kept[k];
	return cut->answer;
}
