#include "plan.h"

#include <string.h>

uint32_t
bitplan_count(const struct bitnumbers *numbers, uint32_t nnew)
{
	return numbers->n + nnew;
}

/* --- numbers ----------------------------------------------------------------------- */

static uint32_t
look_up(struct output *out, const struct bitnumbers *numbers, uint64_t old)
{
	if (old < numbers->room && numbers->number[old] != BITMODULE_NONE)
		return numbers->number[old];
	out->bad = true;
	return 0;
}

uint32_t
new_value(struct output *out, uint64_t old)
{
	if (old < out->values)
		return look_up(out, &out->plan->value, old);
	if (old > out->most_value)
		out->most_value = old < BITMODULE_NONE ? (uint32_t)old : BITMODULE_NONE;
	return (uint32_t)old - out->values + out->new_values;
}

uint64_t
new_node(struct output *out, uint64_t old, bool optional)
{
	uint32_t number;

	if (old >= out->nodes) {
		if (old > out->most_node)
			out->most_node = old;
		return old - out->nodes + out->new_nodes + optional;
	}
	number = out->plan->node.number[old];
	if (number != BITMODULE_NONE)
		return (uint64_t)number + optional;
	if (optional)
		return 0;
	if (out->plan->empty == BITMODULE_NONE)
		out->bad = true;
	return out->plan->empty;
}

static uint64_t
new_attributes(struct output *out, uint64_t old)
{
	if (!old)
		return 0;
	if (old <= out->module->nattributes)
		return out->plan->attributes[old - 1];
	out->bad = true;
	return 0;
}

void
renumber(struct output *out, struct bitrecord *record)
{
	uint32_t next = out->next, new_next = next - out->values + out->new_values, value;
	size_t i;

	for (i = 0; i < record->n; i++) {
		uint64_t *op = &record->op[i];

		switch (out->kind[i]) {
		case OPERAND_TYPE:
			*op = look_up(out, &out->plan->type, *op);
			break;
		case OPERAND_VALUE:
			value = operand_value(*op, next);
			if (value < out->values)
				*op = (uint32_t)(new_next - new_value(out, value));
			else if (value > out->most_value)
				out->most_value = value;
			break;
		case OPERAND_SIGNED:
			value = operand_signed_value(*op, next);
			if (value < out->values)
				*op = operand_of_signed(new_value(out, value), new_next);
			else if (value > out->most_value)
				out->most_value = value;
			break;
		case OPERAND_ABSOLUTE:
			*op = new_value(out, *op);
			break;
		case OPERAND_OPTIONAL:
			*op = *op ? (uint64_t)new_value(out, *op - 1) + 1 : 0;
			break;
		case OPERAND_NODE:
			*op = new_node(out, *op, false);
			break;
		case OPERAND_OPTIONAL_NODE:
			*op = *op ? new_node(out, *op - 1, true) : 0;
			break;
		case OPERAND_NODE_VALUE:
			*op = (uint32_t)(new_next - (uint32_t)new_node(out, operand_value(*op, next), false));
			break;
		case OPERAND_ATTRIBUTES:
			*op = new_attributes(out, *op);
			break;
		default:
			break;
		}
	}
}

uint8_t *
kind_room(struct output *out, size_t n)
{
	if (n > out->kind_room) {
		out->kind_room = n * 2;
		out->kind = arena_alloc(out->arena, out->kind_room);
	}
	return out->kind;
}

void
renumber_in(struct output *out, unsigned block, struct bitrecord *record)
{
	if (!record_kinds(block, record, kind_room(out, record->n)))
		out->bad = true;
	else
		renumber(out, record);
}

/* A record of its own with the row's operands. */
static struct bitrecord *
copy_row(struct output *out, const struct bitrow *row)
{
	struct bitrecord *record = &out->record;

	if (row->n > record->room) {
		record->room = row->n * 2;
		record->op = arena_alloc(out->arena, record->room * sizeof *record->op);
	}
	if (row->n)
		memcpy(record->op, row->op, row->n * sizeof *record->op);
	record->abbrev = row->abbrev;
	record->code = row->code;
	record->n = row->n;
	record->blob = NULL;
	return record;
}

static struct output
output_init(const struct bitplan *plan, struct arena *arena, struct bitwriter *writer)
{
	const struct bitmodule *module = plan->module;
	struct output out = { .plan = plan, .module = module, .writer = writer, .arena = arena };

	out.values = plan->value.room;
	out.nodes = plan->node.room;
	out.new_values = bitplan_count(&plan->value, plan->nnew_constant);
	out.new_nodes = bitplan_count(&plan->node, plan->nnew_node + plan->nnew_string);
	return out;
}

struct bitrow
bitplan_renumber(const struct bitplan *plan, struct arena *arena, unsigned block, const struct bitrow *row)
{
	struct output out = output_init(plan, arena, NULL);
	struct bitrecord *record = copy_row(&out, row);

	renumber_in(&out, block, record);
	return (struct bitrow){ row->abbrev, row->code, row->n, record->op };
}

/* --- abbreviations ----------------------------------------------------------------- */

/* Bits for the numbers below n. */
static unsigned
width_of(uint32_t n)
{
	unsigned width = 1;

	while (width < 32 && n > 1u << width)
		width++;
	return width;
}

/* The operands of that abbreviation that are types: their width depends on the number of types. */
static void
find_types(unsigned block, const struct bitabbrev *abbrev, uint8_t *kind)
{
	uint64_t op[BITS_MAX_OPERANDS];
	struct bitrecord record = { .code = abbrev->operand[0].value, .op = op };
	struct bittypes none = { NULL, 0 };
	bool defines;

	memset(kind, OPERAND_PLAIN, BITS_MAX_OPERANDS);
	if (abbrev->operand[0].encoding != BITS_LITERAL)
		return;
	/* Of values that come before: their types are not beside them. */
	for (record.n = 0; record.n + 1 < abbrev->n; record.n++)
		op[record.n] = 1;
	if (abbrev->n > 2 && abbrev->operand[abbrev->n - 2].encoding == BITS_ARRAY)
		record.n--;
	if (!(block == FUNCTION_BLOCK_ID ? record_function_kinds(&none, 2, &record, kind, &defines)
				      : record_kinds(block, &record, kind)))
		memset(kind, OPERAND_PLAIN, BITS_MAX_OPERANDS);
}

static const struct bitabbrev *
fit_abbrev(struct output *out, unsigned block, const struct bitabbrev *abbrev)
{
	unsigned width = width_of(bitplan_count(&out->plan->type, out->plan->nnew_type)), i;
	uint8_t kind[BITS_MAX_OPERANDS];
	struct bitabbrev *fit = NULL;
	const struct bitabbrev_operand *operand;

	find_types(block, abbrev, kind);
	for (i = 1; i < abbrev->n; i++) {
		operand = &abbrev->operand[i];
		/* An array's element follows it; its kind is that of the array's operand. */
		if (operand->encoding != BITS_FIXED || operand->value <= width ||
		    kind[i - 1 - (abbrev->operand[i - 1].encoding == BITS_ARRAY)] != OPERAND_TYPE)
			continue;
		if (!fit) {
			fit = arena_alloc(out->arena, sizeof *fit);
			*fit = *abbrev;
		}
		fit->operand[i].value = width;
	}
	return fit ? fit : abbrev;
}

static struct bitabbrevs
fit_abbrevs(struct output *out, unsigned block, const struct bitabbrevs *abbrevs)
{
	struct bitabbrevs fit = { .n = abbrevs->n, .room = abbrevs->n };
	const struct bitabbrev **one = arena_alloc(out->arena, (abbrevs->n + 1) * sizeof *one);
	unsigned i;

	for (i = 0; i < abbrevs->n; i++)
		one[i] = fit_abbrev(out, block, abbrevs->abbrev[i]);
	fit.abbrev = one;
	return fit;
}

static void
write_blockinfo(struct output *out)
{
	size_t at = bitwriter_enter(out->writer, out->module->form.width, BLOCKINFO_BLOCK_ID, 2);
	uint64_t id;
	unsigned i;

	for (id = 0; id < BITS_MAX_BLOCK; id++) {
		const struct bitabbrevs *info = &out->module->reader.info[id];

		if (!info->n)
			continue;
		out->info[id] = fit_abbrevs(out, (unsigned)id, info);
		bitwriter_plain(out->writer, 2, BLOCKINFO_CODE_SETBID, &id, 1);
		for (i = 0; i < info->n; i++)
			bitwriter_define(out->writer, 2, out->info[id].abbrev[i]);
	}
	bitwriter_leave(out->writer, 2, at);
}

/* --- blocks of rows ------------------------------------------------------------------ */

/* A block of the module being written. */
struct table {
	unsigned block, width;
	struct bitabbrevs abbrevs;
	size_t at;
};

unsigned
width_for_abbrevs(const struct bitabbrevs *abbrevs, unsigned least)
{
	while ((FIRST_APPLICATION_ABBREV + abbrevs->n) >> least)
		least++;
	return least;
}

static struct table
table_begin(struct output *out, unsigned block, const struct bitform *form)
{
	struct table table = { .block = block };
	const struct bitabbrevs *info = &out->info[block];
	unsigned i;

	/* BLOCKINFO's come first, also in a block that the module did not have. */
	table.abbrevs = fit_abbrevs(out, block, form->width ? &form->abbrevs : info);
	if (info->n)
		memcpy(table.abbrevs.abbrev, info->abbrev, info->n * sizeof *info->abbrev);
	table.width = width_for_abbrevs(&table.abbrevs, form->width ? form->width : 4);
	table.at = bitwriter_enter(out->writer, out->module->form.width, block, table.width);
	for (i = info->n; i < table.abbrevs.n; i++)
		bitwriter_define(out->writer, table.width, table.abbrevs.abbrev[i]);
	return table;
}

static void
table_put(struct output *out, const struct table *table, const struct bitrow *row)
{
	struct bitrecord record = bitrow_record(row);

	bitwriter_record(out->writer, table->width, &table->abbrevs, &record);
}

/* A row with old numbers. */
static void
table_renumber(struct output *out, const struct table *table, const struct bitrow *row)
{
	struct bitrecord *record = copy_row(out, row);

	renumber_in(out, table->block, record);
	bitwriter_record(out->writer, table->width, &table->abbrevs, record);
}

static void
table_end(struct output *out, const struct table *table)
{
	bitwriter_leave(out->writer, table->width, table->at);
}

/* The id of the block's abbreviation for records with that code, UNABBREV_RECORD when there is none. */
static unsigned
abbrev_for(const struct bitabbrevs *abbrevs, uint64_t code)
{
	unsigned i;

	for (i = 0; i < abbrevs->n; i++)
		if (abbrevs->abbrev[i]->operand[0].encoding == BITS_LITERAL && abbrevs->abbrev[i]->operand[0].value == code)
			return FIRST_APPLICATION_ABBREV + i;
	return UNABBREV_RECORD;
}

static void
write_types(struct output *out)
{
	const struct bitplan *plan = out->plan;
	struct table table = table_begin(out, TYPE_BLOCK_ID_NEW, &out->module->types_form);
	uint64_t n = bitplan_count(&plan->type, plan->nnew_type);
	uint32_t i;

	bitwriter_plain(out->writer, table.width, TYPE_CODE_NUMENTRY, &n, 1);
	for (i = 0; i < plan->type.n; i++) {
		const struct bittype_row *type = &out->module->type[plan->type.kept[i]];

		if (type->name.code)
			table_put(out, &table, &type->name);
		table_renumber(out, &table, &type->row);
	}
	for (i = 0; i < plan->nnew_type; i++)
		table_put(out, &table, &plan->new_type[i]);
	table_end(out, &table);
}

/* [id, parameter, attributes...]: types among the attributes get new numbers. */
static void
write_group(struct output *out, const struct table *table, const struct bitrow *row)
{
	struct bitrecord *record = copy_row(out, row);
	struct bitattribute attribute;
	size_t at = GROUP_ATTRIBUTES;

	while (bitattribute_next(row, &at, &attribute))
		if (attribute.form == ATTRIBUTE_TYPE_VALUE)
			record->op[attribute.value] = look_up(out, &out->plan->type, row->op[attribute.value]);
	out->bad |= at != row->n;
	bitwriter_record(out->writer, table->width, &table->abbrevs, record);
}

static void
write_attributes(struct output *out)
{
	const struct bitplan *plan = out->plan;
	struct table table;
	uint32_t i;

	if (!plan->nlist)
		return;
	table = table_begin(out, PARAMATTR_GROUP_BLOCK_ID, &out->module->groups_form);
	for (i = 0; i < plan->ngroup; i++)
		write_group(out, &table, &plan->group[i]);
	table_end(out, &table);
	table = table_begin(out, PARAMATTR_BLOCK_ID, &out->module->attributes_form);
	for (i = 0; i < plan->nlist; i++)
		table_put(out, &table, &plan->list[i]);
	table_end(out, &table);
}

static void
put_constant(struct output *out, const struct table *table, unsigned set_type, uint32_t type, uint32_t *last)
{
	uint64_t op = type;
	struct bitrecord record = { .abbrev = set_type, .code = CST_CODE_SETTYPE, .op = &op, .n = 1 };

	if (*last != type)
		bitwriter_record(out->writer, table->width, &table->abbrevs, &record);
	*last = type;
}

static void
write_constants(struct output *out)
{
	const struct bitplan *plan = out->plan;
	uint32_t type = BITMODULE_NONE, i;
	const struct bitconstant *constant;
	struct table table;
	unsigned set_type;

	if (plan->value.n == plan->nglobal && !plan->nnew_constant)
		return;
	table = table_begin(out, CONSTANTS_BLOCK_ID, &out->module->constants_form);
	set_type = abbrev_for(&table.abbrevs, CST_CODE_SETTYPE);
	for (i = plan->nglobal; i < plan->value.n; i++) {
		constant = &out->module->constant[plan->value.kept[i] - out->module->nglobal];
		put_constant(out, &table, set_type, look_up(out, &plan->type, constant->type), &type);
		table_renumber(out, &table, &constant->row);
	}
	for (i = 0; i < plan->nnew_constant; i++) {
		put_constant(out, &table, set_type, plan->new_constant[i].type, &type);
		table_put(out, &table, &plan->new_constant[i].row);
	}
	table_end(out, &table);
}

/* --- metadata ------------------------------------------------------------------------- */

static struct bitplan_string
string_of(const struct bitplan *plan, uint32_t i)
{
	struct bitplan_string string;

	if (i >= plan->nstring)
		return plan->new_string[i - plan->nstring];
	string.text = bitmodule_string(plan->module, plan->node.kept[i], &string.len);
	return string;
}

/* Defines one more abbreviation in the block; returns its id. */
static unsigned
define(struct output *out, unsigned width, struct bitabbrevs *abbrevs, const struct bitabbrev *abbrev)
{
	const struct bitabbrev **all = arena_alloc(out->arena, (abbrevs->n + 1) * sizeof *all);

	if (abbrevs->n)
		memcpy(all, abbrevs->abbrev, abbrevs->n * sizeof *all);
	all[abbrevs->n++] = abbrev;
	abbrevs->abbrev = all;
	bitwriter_define(out->writer, width, abbrev);
	return FIRST_APPLICATION_ABBREV + abbrevs->n - 1;
}

/* [count, where the characters begin], and a blob of lengths and characters. */
void
put_strings(struct output *out, unsigned width, struct bitabbrevs *abbrevs, const struct bitplan_string *string, uint32_t n)
{
	static const struct bitabbrev form = {
		4, 3, { { BITS_LITERAL, METADATA_STRINGS }, { BITS_VBR, 6 }, { BITS_VBR, 6 }, { BITS_BLOB, 0 } }
	};
	struct bitwriter blob = { 0 };
	uint64_t op[2] = { n };
	struct bitrecord record = { .code = METADATA_STRINGS, .op = op, .n = 2 };
	uint32_t i;

	if (!n)
		return;
	for (i = 0; i < n; i++)
		bitwriter_vbr(&blob, string[i].len, 6);
	bitwriter_align(&blob);
	op[1] = blob.n;
	for (i = 0; i < n; i++)
		bitwriter_words(&blob, string[i].text, string[i].len);
	record.blob = blob.byte;
	record.nblob = blob.n;
	record.abbrev = abbrev_for(abbrevs, METADATA_STRINGS);
	if (!bitwriter_record(out->writer, width, abbrevs, &record)) {
		record.abbrev = define(out, width, abbrevs, &form);
		out->bad |= !bitwriter_record(out->writer, width, abbrevs, &record);
	}
	bitwriter_free(&blob);
}

static void
write_strings(struct output *out, struct table *table)
{
	uint32_t n = out->plan->nstring + out->plan->nnew_string, i;
	struct bitplan_string *string = arena_alloc(out->arena, ((size_t)n + 1) * sizeof *string);

	for (i = 0; i < n; i++)
		string[i] = string_of(out->plan, i);
	put_strings(out, table->width, &table->abbrevs, string, n);
}

static bool
is_replaced(const struct bitplan_attachment *more, size_t n, uint64_t kind)
{
	size_t i;

	for (i = 0; i < n && more[i].kind != kind; i++)
		;
	return i < n;
}

struct bitrecord
join_attachments(struct output *out, const struct bitrecord *record, size_t first,
		 const struct bitplan_attachment *more, size_t nmore)
{
	uint64_t *op = arena_alloc(out->arena, (record->n + 2 * nmore + 1) * sizeof *op), node;
	struct bitrecord new = { .abbrev = UNABBREV_RECORD, .code = METADATA_ATTACHMENT, .op = op, .n = first };
	size_t i;

	if (first)
		op[0] = record->op[0];
	for (i = first; i + 1 < record->n; i += 2) {
		node = new_node(out, record->op[i + 1], true);
		if (!node || is_replaced(more, nmore, record->op[i]))
			continue;
		op[new.n++] = record->op[i];
		op[new.n++] = node - 1;
	}
	for (i = 0; i < nmore; i++)
		if (more[i].node != BITMODULE_NONE) {
			op[new.n++] = more[i].kind;
			op[new.n++] = more[i].node;
		}
	return new;
}

/* [global value, (kind, node)...] of those without bodies. */
static void
write_global_attachments(struct output *out, const struct table *table)
{
	const struct bitplan *plan = out->plan;
	const struct bitplan_attachment *more = NULL;
	uint64_t number;
	struct bitrecord old, new;
	size_t nmore = 0;
	uint32_t i;

	for (i = 0; i < plan->nglobal; i++) {
		if (plan->global[i].bare)
			continue;
		if (plan->attach && !plan->global[i].with_body)
			more = plan->attach(plan->user, i, out->arena, &nmore);
		else
			nmore = 0;
		if (!plan->global[i].attachment && !nmore)
			continue;
		number = i;
		old = (struct bitrecord){ .op = &number, .n = 1 };
		if (plan->global[i].attachment)
			old = bitrow_record(plan->global[i].attachment);
		new = join_attachments(out, &old, 1, more, nmore);
		new.op[0] = number;
		new.code = METADATA_GLOBAL_DECL_ATTACHMENT;
		if (new.n > 1)
			bitwriter_record(out->writer, table->width, &table->abbrevs, &new);
	}
}

static void
write_metadata(struct output *out)
{
	const struct bitplan *plan = out->plan;
	struct table table;
	uint32_t i;

	if (!out->new_nodes && !plan->nnamed)
		return;
	table = table_begin(out, METADATA_BLOCK_ID, &out->module->metadata_form);
	write_strings(out, &table);
	for (i = plan->nstring; i < plan->node.n; i++)
		if (plan->changed && plan->changed[i])
			table_put(out, &table, plan->changed[i]);
		else
			table_renumber(out, &table, &out->module->node[plan->node.kept[i] - out->module->nstring]);
	for (i = 0; i < plan->nnew_node; i++)
		table_put(out, &table, &plan->new_node[i]);
	for (i = 0; i < plan->nnamed; i++) {
		table_put(out, &table, &plan->named[i].name);
		table_put(out, &table, &plan->named[i].row);
	}
	write_global_attachments(out, &table);
	table_end(out, &table);
}

/* --- the module ----------------------------------------------------------------------------- */

static void
write_span(struct output *out, unsigned outer, unsigned id, const struct bitspan *span)
{
	uint32_t words = (uint32_t)(span->len / sizeof words);
	size_t at;

	if (!span->byte)
		return;
	at = bitwriter_enter(out->writer, outer, id, span->width);
	bitwriter_words(out->writer, span->byte, span->len);
	memcpy(out->writer->byte + at - sizeof words, &words, sizeof words);
}

/* [number, character...], new ones after the module's. */
static void
write_kinds(struct output *out)
{
	enum { WIDTH = 3 };
	const struct bitplan *plan = out->plan;
	struct bitwriter *writer = out->writer;
	unsigned outer = out->module->form.width, width = out->module->kinds.byte ? out->module->kinds.width : WIDTH;
	struct bitkinds kinds = bitkinds_open(out->module, out->arena);
	size_t at, i, k, len;
	uint64_t *op;

	if (!plan->nnew_kind) {
		write_span(out, outer, METADATA_KIND_BLOCK_ID, &out->module->kinds);
		return;
	}
	at = bitwriter_enter(writer, outer, METADATA_KIND_BLOCK_ID, width);
	while (bitkinds_next(&kinds))
		bitwriter_plain(writer, width, kinds.record.code, kinds.record.op, kinds.record.n);
	for (i = 0; i < plan->nnew_kind; i++) {
		len = strlen(plan->new_kind[i]);
		op = arena_alloc(out->arena, (len + 1) * sizeof *op);
		op[0] = plan->first_kind + i;
		for (k = 0; k < len; k++)
			op[k + 1] = (uint8_t)plan->new_kind[i][k];
		bitwriter_plain(writer, width, METADATA_KIND, op, len + 1);
	}
	bitwriter_leave(writer, width, at);
}

static void
write_head(struct output *out, const struct table *table, bool version)
{
	size_t i;

	for (i = 0; i < out->module->nhead; i++)
		if ((out->module->head[i].code == MODULE_CODE_VERSION) == version)
			table_put(out, table, &out->module->head[i]);
}

/* Adds a name to the string table; returns its place. */
static uint64_t
add_name(struct bitwriter *names, const char *text, size_t len)
{
	uint64_t at = names->n;

	bitwriter_words(names, text, len);
	return at;
}

static void
write_comdats(struct output *out, const struct table *table, struct bitwriter *names, uint64_t *place)
{
	const struct bitplan *plan = out->plan;
	struct bitrecord *record;
	uint32_t i;

	for (i = 0; i < plan->ncomdat; i++) {
		record = copy_row(out, &plan->comdat[i]);
		place[i] = add_name(names, bitmodule_name(out->module, &plan->comdat[i]), record->op[GLOBAL_NAME_LEN]);
		record->op[GLOBAL_NAME] = place[i];
		bitwriter_record(out->writer, table->width, &table->abbrevs, record);
	}
}

static uint64_t
comdat_of(const struct bitplan_global *global, enum bitglobal_kind kind)
{
	struct bitrecord record = bitrow_record(&global->row);

	return kind == BITGLOBAL_FUNCTION ? bitrecord_get(&record, FUNCTION_COMDAT)
	       : kind == BITGLOBAL_VARIABLE ? bitrecord_get(&record, VARIABLE_COMDAT) : 0;
}

/* A comdat mostly has the name of its one member: the table has that name once. */
static void
write_global(struct output *out, const struct table *table, struct bitwriter *names, const uint64_t *place, uint32_t i)
{
	const struct bitplan *plan = out->plan;
	const struct bitglobal *old = &out->module->global[plan->value.kept[i]];
	uint64_t comdat = comdat_of(&plan->global[i], old->kind);
	size_t partition = bitglobal_partition(old->kind);
	struct bitrecord *record = copy_row(out, &plan->global[i].row);
	const struct bitrow *row = comdat && comdat <= plan->ncomdat ? &plan->comdat[comdat - 1] : NULL;

	if (row && row->op[GLOBAL_NAME_LEN] == old->len && !memcmp(bitmodule_name(out->module, row), old->name, old->len))
		record->op[GLOBAL_NAME] = place[comdat - 1];
	else
		record->op[GLOBAL_NAME] = add_name(names, old->name, old->len);
	/* LLVM looks at the place of an empty name, too. */
	if (partition < record->n)
		record->op[partition] = add_name(names, out->module->names + record->op[partition], bitrecord_get(record, partition + 1));
	bitwriter_record(out->writer, table->width, &table->abbrevs, record);
}

static void
write_module(struct output *out, struct bitwriter *names)
{
	const struct bitplan *plan = out->plan;
	const struct bitmodule *module = out->module;
	uint64_t *place = arena_alloc(out->arena, (plan->ncomdat + 1) * sizeof *place);
	struct table table = { .block = MODULE_BLOCK_ID, .width = module->form.width };
	uint32_t i;

	table.at = bitwriter_enter(out->writer, 2, MODULE_BLOCK_ID, table.width);
	write_head(out, &table, true);
	write_blockinfo(out);
	write_types(out);
	write_attributes(out);
	table.abbrevs = fit_abbrevs(out, MODULE_BLOCK_ID, &module->form.abbrevs);
	for (i = 0; i < table.abbrevs.n; i++)
		bitwriter_define(out->writer, table.width, table.abbrevs.abbrev[i]);
	write_comdats(out, &table, names, place);
	write_head(out, &table, false);
	for (i = 0; i < plan->nglobal; i++)
		write_global(out, &table, names, place, i);
	write_constants(out);
	write_kinds(out);
	write_metadata(out);
	write_span(out, table.width, OPERAND_BUNDLE_TAGS_BLOCK_ID, &module->bundle_tags);
	write_span(out, table.width, SYNC_SCOPE_NAMES_BLOCK_ID, &module->sync_scopes);
	write_bodies(out);
	table_end(out, &table);
}

static void
write_names(struct output *out, const struct bitwriter *names)
{
	static const struct bitabbrev form = { 2, 1, { { BITS_LITERAL, STRTAB_BLOB }, { BITS_BLOB, 0 } } };
	const struct bitabbrev *only = &form;
	struct bitabbrevs abbrevs = { &only, 1, 1 };
	struct bitrecord record = { .abbrev = FIRST_APPLICATION_ABBREV, .code = STRTAB_BLOB, .blob = (const uint8_t *)"" };
	size_t at = bitwriter_enter(out->writer, 2, STRTAB_BLOCK_ID, 3);

	if (names->n) {
		record.blob = names->byte;
		record.nblob = names->n;
	}
	bitwriter_define(out->writer, 3, &form);
	bitwriter_record(out->writer, 3, &abbrevs, &record);
	bitwriter_leave(out->writer, 3, at);
}

int
bitplan_write(const struct bitplan *plan, struct arena *scratch, struct bitwriter *writer)
{
	struct output out = output_init(plan, scratch, writer);
	struct bitwriter names = { 0 };

	bitwriter_words(writer, "BC\xc0\xde", 4);
	write_span(&out, 2, IDENTIFICATION_BLOCK_ID, &plan->module->identification);
	write_module(&out, &names);
	write_names(&out, &names);
	bitwriter_free(&names);
	return out.bad ? -1 : 0;
}
