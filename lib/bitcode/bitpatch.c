#include "bitpatch.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bitplan.h"

/* A node that the patch makes; a bitpatch_node is its index. */
struct made {
	enum { MADE_STRING, MADE_INT, MADE_TUPLE } form;
	const char *text;		/* of a string */
	int32_t value;			/* of a number */
	const bitpatch_node *part;	/* of a tuple */
	uint32_t n;
	uint32_t number;		/* in the module that is written */
};

struct setting {
	uint32_t function;
	struct bitplan_attachment attachment;	/* its node is a bitpatch_node until writing */
};

struct bitpatch {
	struct arena *arena;
	const struct bitmodule *module;
	struct made *made;
	size_t nmade;
	uint32_t *slot;		/* hash table: place in made + 1 */
	size_t room;
	struct setting *setting;
	size_t nsetting;
	const char **kind;	/* new kinds, numbered after the module's */
	size_t nkind;
	uint32_t first_kind;
	struct bitplan plan;
	size_t *first;		/* [function]: its first setting, when writing */
};

/* --- kinds ------------------------------------------------------------------------ */

struct bitpatch *
bitpatch_new(struct arena *arena, const struct bitmodule *module)
{
	struct bitpatch *patch = arena_calloc(arena, 1, sizeof *patch);

	patch->arena = arena;
	patch->module = module;
	patch->first_kind = module->kinds_end;
	return patch;
}

uint32_t
bitpatch_kind(struct bitpatch *patch, const char *name)
{
	uint32_t kind = bitmodule_kind(patch->module, name);
	size_t i;

	if (kind != BITMODULE_NONE)
		return kind;
	for (i = 0; i < patch->nkind; i++)
		if (!strcmp(patch->kind[i], name))
			return patch->first_kind + (uint32_t)i;
	patch->kind = arena_extend(patch->arena, patch->kind, patch->nkind, sizeof *patch->kind);
	patch->kind[patch->nkind++] = arena_strdup(patch->arena, name);
	return patch->first_kind + (uint32_t)patch->nkind - 1;
}

/* --- nodes ------------------------------------------------------------------------ */

static uint64_t
hash_made(const struct made *made)
{
	uint64_t key[2];
	struct hash hash;

	hash_init(&hash);
	hash_add(&hash, &made->form, sizeof made->form);
	if (made->form == MADE_STRING)
		hash_add_string(&hash, made->text);
	else if (made->form == MADE_INT)
		hash_add(&hash, &made->value, sizeof made->value);
	else
		hash_add(&hash, made->part, made->n * sizeof *made->part);
	hash_get(&hash, key);
	return key[0];
}

static bool
is_same(const struct made *a, const struct made *b)
{
	if (a->form != b->form)
		return false;
	if (a->form == MADE_STRING)
		return !strcmp(a->text, b->text);
	if (a->form == MADE_INT)
		return a->value == b->value;
	return a->n == b->n && (!a->n || !memcmp(a->part, b->part, a->n * sizeof *a->part));
}

static uint32_t *
find_slot(const struct bitpatch *patch, const struct made *made)
{
	size_t i = hash_made(made) & (patch->room - 1);

	while (patch->slot[i] && !is_same(&patch->made[patch->slot[i] - 1], made))
		i = (i + 1) & (patch->room - 1);
	return &patch->slot[i];
}

static void
grow_slots(struct bitpatch *patch)
{
	size_t i;

	patch->room = patch->room ? patch->room * 2 : 64;
	patch->slot = arena_calloc(patch->arena, patch->room, sizeof *patch->slot);
	for (i = 0; i < patch->nmade; i++)
		*find_slot(patch, &patch->made[i]) = (uint32_t)i + 1;
}

/* The index of an equal node, or that of a new one with copies of all it points to. */
static bitpatch_node
make(struct bitpatch *patch, struct made made)
{
	uint32_t *slot;

	if (patch->nmade * 2 >= patch->room)
		grow_slots(patch);
	slot = find_slot(patch, &made);
	if (*slot)
		return *slot - 1;
	if (made.form == MADE_STRING)
		made.text = arena_strdup(patch->arena, made.text);
	if (made.form == MADE_TUPLE)
		made.part = memcpy(arena_alloc(patch->arena, (made.n + 1) * sizeof *made.part), made.part,
				   made.n * sizeof *made.part);
	patch->made = arena_extend(patch->arena, patch->made, patch->nmade, sizeof *patch->made);
	patch->made[patch->nmade++] = made;
	*slot = (uint32_t)patch->nmade;
	return *slot - 1;
}

bitpatch_node
bitpatch_string(struct bitpatch *patch, const char *text)
{
	return make(patch, (struct made){ .form = MADE_STRING, .text = text });
}

bitpatch_node
bitpatch_int(struct bitpatch *patch, int32_t value)
{
	return make(patch, (struct made){ .form = MADE_INT, .value = value });
}

bitpatch_node
bitpatch_tuple(struct bitpatch *patch, const bitpatch_node *part, size_t n)
{
	static const bitpatch_node none;

	return make(patch, (struct made){ .form = MADE_TUPLE, .part = n ? part : &none, .n = (uint32_t)n });
}

void
bitpatch_set(struct bitpatch *patch, uint32_t function, uint32_t kind, bitpatch_node node)
{
	patch->setting = arena_extend(patch->arena, patch->setting, patch->nsetting, sizeof *patch->setting);
	patch->setting[patch->nsetting++] = (struct setting){ function, { kind, node } };
}

/* --- writing ------------------------------------------------------------------------ */

static struct bitnumbers
all_numbers(struct arena *arena, size_t n, uint32_t from, uint32_t shift)
{
	struct bitnumbers numbers = { .room = (uint32_t)n, .n = (uint32_t)n };
	uint32_t i;

	numbers.number = numbers.kept = arena_alloc(arena, (n + 1) * sizeof *numbers.number);
	for (i = 0; i < n; i++)
		numbers.kept[i] = i;
	if (shift) {
		numbers.number = arena_alloc(arena, (n + 1) * sizeof *numbers.number);
		for (i = 0; i < n; i++)
			numbers.number[i] = i < from ? i : i + shift;
	}
	return numbers;
}

static struct bitrow
row_of(struct arena *arena, uint32_t code, size_t n)
{
	return (struct bitrow){ UNABBREV_RECORD, code, (uint32_t)n, arena_calloc(arena, n + 1, sizeof(uint64_t)) };
}

/* The number of i32, which the module gets when it has none. */
static uint32_t
type_of_int(struct bitpatch *patch, struct arena *scratch)
{
	const struct bitmodule *module = patch->module;
	struct bitplan *plan = &patch->plan;
	struct bitrow row;
	size_t i;

	for (i = 0; i < module->ntype; i++)
		if (module->types.type[i].code == TYPE_CODE_INTEGER && module->types.type[i].n == 1 &&
		    module->types.type[i].op[INTEGER_WIDTH] == 32)
			return (uint32_t)i;
	row = row_of(scratch, TYPE_CODE_INTEGER, 1);
	bitrow_set(&row, 0, 32);
	plan->new_type = arena_alloc(scratch, sizeof *plan->new_type);
	plan->new_type[plan->nnew_type++] = row;
	return (uint32_t)module->ntype;
}

/* A number as the file has it: the sign in the lowest bit; 0 is a form of its own. */
static struct bitrow
constant_of(struct arena *scratch, int32_t value)
{
	struct bitrow row = row_of(scratch, value ? CST_CODE_INTEGER : CST_CODE_NULL, value ? 1 : 0);

	if (value)
		bitrow_set(&row, 0, value < 0 ? (uint64_t)-(int64_t)value << 1 | 1 : (uint64_t)value << 1);
	return row;
}

/* The number of the constant: an existing one, or a new one. */
static uint32_t
number_of_int(struct bitpatch *patch, struct arena *scratch, int32_t value, uint32_t type)
{
	const struct bitmodule *module = patch->module;
	struct bitrow row = constant_of(scratch, value);
	struct bitplan *plan = &patch->plan;
	size_t i;

	for (i = 0; i < module->nconstant; i++) {
		const struct bitconstant *constant = &module->constant[i];

		if (constant->type == type && constant->row.code == row.code && constant->row.n == row.n &&
		    (!row.n || constant->row.op[0] == row.op[0]))
			return (uint32_t)(module->nglobal + i);
	}
	plan->new_constant[plan->nnew_constant] = (struct bitconstant){ type, row };
	return (uint32_t)(module->nglobal + module->nconstant) + plan->nnew_constant++;
}

/* Strings come before all nodes, so they are numbered first. */
static void
number_made(struct bitpatch *patch, struct arena *scratch)
{
	const struct bitmodule *module = patch->module;
	struct bitplan *plan = &patch->plan;
	uint32_t n;
	size_t i;

	plan->new_string = arena_alloc(scratch, (patch->nmade + 1) * sizeof *plan->new_string);
	for (i = 0; i < patch->nmade; i++)
		if (patch->made[i].form == MADE_STRING) {
			patch->made[i].number = (uint32_t)module->nstring + plan->nnew_string;
			plan->new_string[plan->nnew_string++] =
				(struct bitplan_string){ patch->made[i].text, strlen(patch->made[i].text) };
		}
	n = (uint32_t)(module->nstring + module->nnode) + plan->nnew_string;
	for (i = 0; i < patch->nmade; i++)
		if (patch->made[i].form != MADE_STRING)
			patch->made[i].number = n++;
}

static void
make_rows(struct bitpatch *patch, struct arena *scratch)
{
	struct bitplan *plan = &patch->plan;
	uint32_t type = BITMODULE_NONE, k;
	struct bitrow row;
	size_t i;

	plan->new_node = arena_alloc(scratch, (patch->nmade + 1) * sizeof *plan->new_node);
	plan->new_constant = arena_alloc(scratch, (patch->nmade + 1) * sizeof *plan->new_constant);
	for (i = 0; i < patch->nmade; i++) {
		const struct made *made = &patch->made[i];

		if (made->form == MADE_STRING)
			continue;
		if (made->form == MADE_INT) {
			if (type == BITMODULE_NONE)
				type = type_of_int(patch, scratch);
			row = row_of(scratch, METADATA_VALUE, 2);
			bitrow_set(&row, 0, type);
			bitrow_set(&row, 1, number_of_int(patch, scratch, made->value, type));
		} else {
			row = row_of(scratch, METADATA_NODE, made->n);
			for (k = 0; k < made->n; k++)
				bitrow_set(&row, k, (uint64_t)patch->made[made->part[k]].number + 1);
		}
		plan->new_node[plan->nnew_node++] = row;
	}
}

static int
by_function(const void *a, const void *b)
{
	const struct setting *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return x->attachment.kind < y->attachment.kind ? -1 : x->attachment.kind > y->attachment.kind;
}

/* The new metadata of that function, in the order of kinds. */
static const struct bitplan_attachment *
attach(void *user, uint32_t function, struct arena *scratch, size_t *n)
{
	const struct bitpatch *patch = user;
	size_t first = patch->first[function], end = patch->first[function + 1], i;
	struct bitplan_attachment *attachment;

	*n = end - first;
	if (!*n)
		return NULL;
	attachment = arena_alloc(scratch, *n * sizeof *attachment);
	for (i = 0; i < *n; i++)
		attachment[i] = patch->setting[first + i].attachment;
	return attachment;
}

static void
order_settings(struct bitpatch *patch, struct arena *scratch)
{
	size_t n = patch->module->nglobal, i, k = 0;

	for (i = 0; i < patch->nsetting; i++)
		if (patch->setting[i].attachment.node != BITPATCH_NONE)
			patch->setting[i].attachment.node = patch->made[patch->setting[i].attachment.node].number;
	if (patch->nsetting)
		qsort(patch->setting, patch->nsetting, sizeof *patch->setting, by_function);
	patch->first = arena_alloc(scratch, (n + 2) * sizeof *patch->first);
	for (i = 0; i <= n; i++) {
		while (k < patch->nsetting && patch->setting[k].function < i)
			k++;
		patch->first[i] = k;
	}
}

static void
keep_globals(struct bitpatch *patch, struct arena *scratch)
{
	const struct bitmodule *module = patch->module;
	struct bitplan *plan = &patch->plan;
	size_t i;

	plan->nglobal = (uint32_t)module->nglobal;
	plan->global = arena_alloc(scratch, (module->nglobal + 1) * sizeof *plan->global);
	for (i = 0; i < module->nglobal; i++)
		plan->global[i] = (struct bitplan_global){
			.row = module->global[i].row, .attachment = module->global[i].attachment,
			.with_body = module->global[i].body != BITMODULE_NONE
		};
}

static void
keep_tables(struct bitpatch *patch, struct arena *scratch)
{
	const struct bitmodule *module = patch->module;
	struct bitplan *plan = &patch->plan;
	size_t i;

	plan->type = all_numbers(scratch, module->ntype, 0, 0);
	plan->value = all_numbers(scratch, module->nglobal + module->nconstant, 0, 0);
	plan->node = all_numbers(scratch, module->nstring + module->nnode, (uint32_t)module->nstring, plan->nnew_string);
	plan->nstring = (uint32_t)module->nstring;
	plan->attributes = arena_alloc(scratch, (module->nattributes + 1) * sizeof *plan->attributes);
	for (i = 0; i < module->nattributes; i++)
		plan->attributes[i] = (uint32_t)i + 1;
	plan->list = module->attributes;
	plan->nlist = (uint32_t)module->nattributes;
	plan->group = module->group;
	plan->ngroup = (uint32_t)module->ngroup;
	plan->comdat = module->comdat;
	plan->ncomdat = (uint32_t)module->ncomdat;
	plan->named = arena_alloc(scratch, (module->nnamed + 1) * sizeof *plan->named);
	plan->nnamed = (uint32_t)module->nnamed;
	for (i = 0; i < module->nnamed; i++)
		plan->named[i] = (struct bitnamed){
			module->named[i].name, bitplan_renumber(plan, scratch, METADATA_BLOCK_ID, &module->named[i].row)
		};
}

int
bitpatch_write(struct bitpatch *patch, struct bitwriter *writer)
{
	struct bitplan *plan = &patch->plan;
	struct arena scratch;
	int failed;

	memset(plan, 0, sizeof *plan);
	arena_init(&scratch);
	plan->module = patch->module;
	plan->empty = BITMODULE_NONE;
	plan->check = true;
	plan->new_kind = patch->kind;
	plan->nnew_kind = (uint32_t)patch->nkind;
	plan->first_kind = patch->first_kind;
	plan->attach = attach;
	plan->user = patch;
	number_made(patch, &scratch);
	make_rows(patch, &scratch);
	keep_globals(patch, &scratch);
	keep_tables(patch, &scratch);
	order_settings(patch, &scratch);
	failed = bitplan_write(plan, &scratch, writer);
	arena_free(&scratch);
	return failed;
}
