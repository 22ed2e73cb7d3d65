#include "prop.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "format/irnames.h"

typedef void add_function(void *user, struct aspect_list list);

/* --- what values use ------------------------------------------------------- */

static uint32_t
add_type(const struct uses *uses, uint32_t entry, uint64_t type)
{
	return type < uses->types->ntype ? types_union(uses->types, entry, uses->types->of[type]) : entry;
}

/* A global counts with its value type; an alias also with its aliasee. */
static uint32_t
add_global(struct uses *uses, uint32_t entry, const struct bitglobal *global)
{
	if (global->kind == BITGLOBAL_ALIAS)
		walk_push(&uses->walk, &uses->body, global->row.op[ALIAS_ALIASEE]);
	return add_type(uses, entry, global->row.op[GLOBAL_TYPE]);
}

/*
 * Constant expressions count with the value types of the globals in them and
 * the source types of their GEPs; initializers of globals and functions of block
 * addresses do not count.
 */
static uint32_t
add_constant(struct uses *uses, uint32_t entry, const struct bitconstant *constant)
{
	const struct bitrow *row = &constant->row;
	const uint8_t *kind;
	uint32_t i;

	entry = add_type(uses, entry, constant->type);
	if (row->code == CST_CODE_BLOCKADDRESS)
		return entry;
	kind = body_constant_kinds(&uses->body, row);
	for (i = 0; i < row->n; i++)
		if (kind[i] == OPERAND_TYPE)
			entry = add_type(uses, entry, row->op[i]);
	walk_push_operands(&uses->walk, &uses->body, row);
	return entry;
}

static uint32_t
compute_value(struct uses *uses, uint32_t number)
{
	const struct bitmodule *bits = &uses->program->bits;
	struct bitconstant constant;
	uint32_t entry = 0;

	walk_begin(&uses->walk);
	walk_push(&uses->walk, &uses->body, number);
	while (uses->walk.n) {
		number = uses->walk.number[--uses->walk.n];
		if (number < bits->nglobal)
			entry = add_global(uses, entry, &bits->global[number]);
		else if (body_constant(&uses->body, number, &constant))
			entry = add_constant(uses, entry, &constant);
	}
	return entry;
}

/* The entry in types->list of a value of the module. */
static inline uint32_t
value_entry(struct uses *uses, uint32_t number)
{
	if (uses->of_value[number] == BITMODULE_NONE)
		uses->of_value[number] = compute_value(uses, number);
	return uses->of_value[number];
}

/* Numbers, null and the like have no parts. */
static uint32_t
own_constant_entry(struct uses *uses, const struct own_constant *constant, uint32_t number)
{
	if (constant->code <= CST_CODE_FLOAT)
		return add_type(uses, 0, constant->type);
	return compute_value(uses, number);
}

/* --- what an instruction uses -------------------------------------------- */

static inline void
mention(struct uses *uses, uint32_t entry, add_function *add, void *user)
{
	if (entry)
		add(user, uses->types->list[entry]);
}

static inline void
mention_type(struct uses *uses, uint64_t type, add_function *add, void *user)
{
	if (type < uses->types->ntype)
		mention(uses, uses->types->of[type], add, user);
}

static void
mention_own(struct uses *uses, uint32_t number, add_function *add, void *user)
{
	const struct body *body = &uses->body;

	if (number - body->first_constant < body->nconstant)
		mention(uses, own_constant_entry(uses, &body->constant[number - body->first_constant], number), add, user);
	else
		mention_type(uses, body_type(body, number), add, user);
}

/*
 * The result's type is named by the record, or is that of an operand.  For a whole
 * function, types of its own values and constants are found elsewhere; for a single
 * instruction they count here.
 */
static void
mention_instruction(struct uses *uses, add_function *add, void *user)
{
	const struct body *body = &uses->body;
	uint32_t number;
	size_t i;

	for (i = 0; i < body->walk.record.n; i++) {
		if (body->kind[i] == OPERAND_TYPE)
			mention_type(uses, body->walk.record.op[i], add, user);
		number = body_operand(body, i);
		if (number < body->first)
			mention(uses, value_entry(uses, number), add, user);
		else if (body->typed && number < body->next)
			mention_own(uses, number, add, user);
	}
}

/* --- what a signature uses ----------------------------------------------- */

/*
 * A parameter that is passed by value through a pointer is a parameter of the
 * pointed-to type: the body of a kernel sees its captures this way.
 */
static void
mention_signature(struct uses *uses, uint32_t function, add_function *add, void *user)
{
	const struct attributes *attributes = program_function_attributes(uses->program, function);
	uint32_t i;

	mention_type(uses, program_global(uses->program, function)->row.op[GLOBAL_TYPE], add, user);
	for (i = 0; i < attributes->nby_value; i++)
		mention_type(uses, attributes->by_value[i], add, user);
}

/* --- conversions that can be emulated (--fp64-conv-emu) ------------------- */

static bool
is_memory_intrinsic(const struct bitglobal *global)
{
	static const char *const name[] = { "llvm.memcpy.", "llvm.memmove.", "llvm.memset." };
	size_t i;

	for (i = 0; i < 3; i++)
		if (global->len >= strlen(name[i]) && !memcmp(global->name, name[i], strlen(name[i])))
			return true;
	return false;
}

static bool
converts_number(const struct body *body)
{
	const struct bitrecord *record = &body->walk.record;
	size_t i = 1;
	uint64_t opcode;

	while (i < record->n && body->kind[i] == OPERAND_TYPE)
		i++;
	opcode = bitrecord_get(record, i);
	return opcode >= CAST_FPTOUI && opcode <= CAST_FPEXT;
}

static bool
compares_floats(const struct body *body)
{
	size_t i = 0;

	while (i < body->walk.record.n && body->kind[i] != OPERAND_PLAIN)
		i++;
	return bitrecord_get(&body->walk.record, i) < COMPARE_INTEGERS;
}

/* An instruction that moves or converts double but does not compute with it. */
static bool
only_converts(const struct body *body)
{
	uint32_t callee;

	switch (body->walk.record.code) {
	case FUNC_CODE_INST_ALLOCA:
	case FUNC_CODE_INST_GEP:
	case FUNC_CODE_INST_LOAD:
	case FUNC_CODE_INST_LOADATOMIC:
	case FUNC_CODE_INST_STORE:
	case FUNC_CODE_INST_STOREATOMIC:
	case FUNC_CODE_INST_PHI:
	case FUNC_CODE_INST_EXTRACTVAL:
	case FUNC_CODE_INST_INSERTVAL:
	case FUNC_CODE_INST_RET:
		return true;
	case FUNC_CODE_INST_CAST:
		return converts_number(body);
	case FUNC_CODE_INST_CMP2:
		return compares_floats(body);
	case FUNC_CODE_INST_CALL:
		callee = body_callee(body);
		return callee != CALLGRAPH_NONE && (program_is_defined(body->program, callee) ||
						    is_memory_intrinsic(program_global(body->program, callee)));
	default:
		return false;
	}
}

/* --- the facts of each function ------------------------------------------ */

/* The destination of add_use(): a function, or one of its instructions. */
struct target_of_use {
	struct uses *uses;
	uint32_t function;
	bool from_metadata;
	bool without_fp64;
};

static void
grow_stamps(struct uses *uses)
{
	uint32_t n = uses->nstamp, room = uses->aspects->room;

	uses->stamp = arena_grow(uses->arena, uses->stamp, n * sizeof *uses->stamp, room * sizeof *uses->stamp);
	uses->place = arena_grow(uses->arena, uses->place, n * sizeof *uses->place, room * sizeof *uses->place);
	memset(uses->stamp + n, 0, (room - n) * sizeof *uses->stamp);
	uses->nstamp = room;
}

static struct use *
get_use(struct uses *uses, uint32_t function, uint32_t aspect)
{
	size_t size = sizeof *uses->use;

	if (aspect >= uses->nstamp)
		grow_stamps(uses);
	if (uses->stamp[aspect] == function + 1)
		return &uses->use[uses->place[aspect]];
	if (uses->nuse == uses->room) {
		uses->room = uses->room ? uses->room * 2 : 256;
		uses->use = arena_grow(uses->arena, uses->use, uses->nuse * size, uses->room * size);
	}
	uses->stamp[aspect] = function + 1;
	uses->place[aspect] = (uint32_t)uses->nuse;
	uses->facts[function].nuse++;
	uses->use[uses->nuse] = (struct use){ .aspect = aspect };
	return &uses->use[uses->nuse++];
}

static void
add_use(void *user, struct aspect_list list)
{
	const struct target_of_use *target = user;
	struct use *use;
	uint32_t i;

	for (i = 0; i < list.n; i++) {
		if (target->without_fp64 && list.aspect[i] == target->uses->aspects->fp64)
			continue;
		use = get_use(target->uses, target->function, list.aspect[i]);
		if (target->from_metadata)
			use->from_metadata = true;
		else
			use->from_code = true;
	}
}

/* --- metadata ---------------------------------------------------------------- */

/* Errors are kept until the whole module was read. */
static void
complain(struct uses *uses, const char *message)
{
	uses->complaint = arena_extend(uses->arena, uses->complaint, uses->ncomplaint, sizeof *uses->complaint);
	uses->complaint[uses->ncomplaint++] = message;
}

/*
 * Reads a list of metadata.  Nodes of the module are read once, even if many
 * functions share them.  what: "function" or the like.
 */
static const struct listed *
read_node(struct uses *uses, uint32_t function, uint32_t node, const char *kind, const char *what)
{
	const struct bitmodule *bits = &uses->program->bits;
	const struct nodes *nodes = body_nodes(&uses->body, node);
	bool shared = node < bits->nstring + bits->nnode;
	const void *key = (const void *)((uintptr_t)node + 1);
	uint32_t found = shared ? ptrmap_get(&uses->listed_index, key) : PTRMAP_NONE;
	struct listed listed = { 0 };
	size_t wrong;

	if (found != PTRMAP_NONE)
		return &uses->listed[found];
	if (!aspects_of_node(uses->aspects, nodes, node, 0, &listed.aspects, &wrong)) {
		complain(uses, arena_printf(uses->arena, "malformed '!%s' of %s '%s': operand %zu is not an aspect number", kind,
					    what, program_name(uses->program, function), wrong));
		shared = false;	/* the error names every function that has it */
	}
	listed.list = nodes_list(nodes, uses->arena, node);
	uses->listed = arena_extend(uses->arena, uses->listed, uses->nlisted, sizeof *uses->listed);
	uses->listed[uses->nlisted] = listed;
	if (shared)
		ptrmap_set(&uses->listed_index, key, (uint32_t)uses->nlisted);
	return &uses->listed[uses->nlisted++];
}

/* The nodes of both editions are joined. */
static void
read_declared(struct uses *uses, uint32_t function, uint32_t node, const char *kind)
{
	struct facts *facts = &uses->facts[function];
	const struct listed *listed = read_node(uses, function, node, kind, "function");

	facts->declared = aspect_list_union(uses->arena, facts->declared, listed->aspects);
	facts->has_declared = true;
}

static void
read_used(struct uses *uses, uint32_t function, uint32_t node, const char *kind)
{
	const struct listed *listed = read_node(uses, function, node, kind, "function");

	add_use(&(struct target_of_use){ .uses = uses, .function = function, .from_metadata = true }, listed->aspects);
	if (!strcmp(kind, METADATA_USED_ASPECTS))
		uses->facts[function].used_node = listed->list;
}

static void
read_targets(struct uses *uses, uint32_t function, uint32_t node)
{
	struct facts *facts = &uses->facts[function];

	facts->has_targets = true;
	facts->targets_node = nodes_list(body_nodes(&uses->body, node), uses->arena, node);
}

/* Sizes that a kernel requires; skips malformed lists, which post-link reports. */
static void
read_sizes(struct uses *uses, uint32_t function, uint32_t kind, uint32_t node)
{
	const struct nodes *nodes = body_nodes(&uses->body, node);
	struct sizes *sizes = kind == uses->kind.sub_group ? &uses->facts[function].sub_group : &uses->facts[function].work_group;
	size_t n, i;
	uint32_t *operand = nodes_operands(nodes, uses->arena, node, &n);

	*sizes = (struct sizes){ arena_alloc(uses->arena, (n + 1) * sizeof *sizes->size), n };
	for (i = 0; i < n && nodes_number(nodes, operand[i], &sizes->size[i]); i++)
		;
	if (i < n)
		sizes->n = 0;
}

static void
read_attached(struct uses *uses, uint32_t function, uint32_t kind, uint32_t node)
{
	const struct kinds *kinds = &uses->kind;

	if (kind == BITMODULE_NONE)
		return;
	if (kind == kinds->targets)
		read_targets(uses, function, node);
	if (uses->options.targets_only)
		return;
	if (kind == kinds->used)
		read_used(uses, function, node, METADATA_USED_ASPECTS);
	else if (kind == kinds->old_used)
		read_used(uses, function, node, METADATA_USED_ASPECTS_OLD);
	else if (kind == kinds->declared)
		read_declared(uses, function, node, METADATA_DECLARED_ASPECTS);
	else if (kind == kinds->old_declared)
		read_declared(uses, function, node, METADATA_DECLARED_ASPECTS_OLD);
	else if (kind == kinds->sub_group || kind == kinds->work_group)
		read_sizes(uses, function, kind, node);
}

static void
read_attached_to_instruction(struct uses *uses, uint32_t function, const struct attachment *attachment)
{
	const struct listed *listed;

	if (uses->options.targets_only || attachment->kind == BITMODULE_NONE || attachment->kind != uses->kind.used)
		return;
	listed = read_node(uses, function, attachment->node, METADATA_USED_ASPECTS, "an instruction in function");
	add_use(&(struct target_of_use){ .uses = uses, .function = function }, listed->aspects);
}

/* ATTRIBUTE_DEVICE_HAS, as in "5,6": the device_has property of a kernel. */
static void
read_property(struct uses *uses, uint32_t function)
{
	const char *text = program_function_attributes(uses->program, function)->property;
	struct facts *facts = &uses->facts[function];
	uint32_t *one;
	char **part, *end;
	size_t n, i;
	long number;

	if (!text)
		return;
	facts->has_property = true;
	part = args_split(uses->arena, text, ',', &n);
	for (i = 0; i < n; i++) {
		number = strtol(part[i], &end, 10);
		if (end == part[i] || *end || number != (int32_t)number) {
			complain(uses, arena_printf(uses->arena,
						    "malformed attribute 'sycl-device-has' of function '%s': '%s' is not an aspect number",
						    program_name(uses->program, function), part[i]));
			return;
		}
		one = arena_alloc(uses->arena, sizeof *one);
		*one = aspects_index(uses->aspects, (int32_t)number);
		facts->property = aspect_list_union(uses->arena, facts->property, (struct aspect_list){ 1, one });
	}
}

/* --- functions ------------------------------------------------------------------- */

static void
read_own_constants(struct uses *uses, struct target_of_use *target)
{
	const struct body *body = &uses->body;
	uint32_t i;

	for (i = 0; i < body->nconstant; i++)
		mention(uses, own_constant_entry(uses, &body->constant[i], body->first_constant + i), add_use, target);
}

static void
read_instruction(struct uses *uses, struct target_of_use *target)
{
	const struct body *body = &uses->body;
	uint32_t callee = body_is_call(body) ? body_callee(body) : CALLGRAPH_NONE;

	if (callee != CALLGRAPH_NONE && !program_function_attributes(uses->program, callee)->of_some_processors)
		callgraph_add_call(&uses->graph, target->function, callee, NULL);
	target->without_fp64 = uses->options.emulate_conversions && only_converts(body);
	mention_instruction(uses, add_use, target);
}

static void
read_body(struct uses *uses, uint32_t function)
{
	struct target_of_use target = { .uses = uses, .function = function };
	struct body *body = &uses->body;
	bool constants_read = false;

	body->typed = uses->options.emulate_conversions;
	body_open(body, function);
	while (body_next(body)) {
		if (uses->options.targets_only)
			continue;
		/* Shared by all instructions: read once. */
		if (!constants_read && !body->typed)
			read_own_constants(uses, &target);
		constants_read = true;
		read_instruction(uses, &target);
	}
}

static void
read_function(struct uses *uses, uint32_t function)
{
	const struct bitglobal *global = program_global(uses->program, function);
	struct target_of_use target = { .uses = uses, .function = function };
	struct facts *facts = &uses->facts[function];
	struct body *body = &uses->body;
	size_t i;

	facts->first_use = (uint32_t)uses->nuse;
	facts->is_entry = program_is_entry(uses->program, function);
	facts->is_kernel = facts->is_entry && program_is_kernel(uses->program, function);
	if (global->body != BITMODULE_NONE)
		read_body(uses, function);
	else
		body_close(body);
	for (i = 1; global->attachment && i + 1 < global->attachment->n; i += 2)
		read_attached(uses, function, (uint32_t)global->attachment->op[i], (uint32_t)global->attachment->op[i + 1]);
	for (i = 0; i < body->nattachment; i++)
		if (body->attachment[i].instruction == ATTACHED_TO_FUNCTION)
			read_attached(uses, function, body->attachment[i].kind, body->attachment[i].node);
	if (uses->options.targets_only)
		return;
	read_property(uses, function);
	for (i = 0; i < body->nattachment; i++)
		if (body->attachment[i].instruction != ATTACHED_TO_FUNCTION)
			read_attached_to_instruction(uses, function, &body->attachment[i]);
	target.without_fp64 = uses->options.emulate_conversions;
	mention_signature(uses, function, add_use, &target);
}

static void
find_kinds(struct uses *uses)
{
	const struct bitmodule *bits = &uses->program->bits;

	uses->kind = (struct kinds){ .used = bitmodule_kind(bits, METADATA_USED_ASPECTS),
				     .declared = bitmodule_kind(bits, METADATA_DECLARED_ASPECTS),
				     .targets = bitmodule_kind(bits, METADATA_FIXED_TARGETS),
				     .old_used = bitmodule_kind(bits, METADATA_USED_ASPECTS_OLD),
				     .old_declared = bitmodule_kind(bits, METADATA_DECLARED_ASPECTS_OLD),
				     .sub_group = bitmodule_kind(bits, METADATA_SUB_GROUP_SIZE),
				     .work_group = bitmodule_kind(bits, METADATA_WORK_GROUP_SIZE) };
}

/* The module has any of these kinds; the number of a missing kind is the greatest. */
static bool
any_kind(const struct kinds *kind)
{
	return (kind->used & kind->declared & kind->targets & kind->old_used & kind->old_declared & kind->sub_group &
		kind->work_group) != BITMODULE_NONE;
}

static void
uses_init(struct uses *uses, struct arena *arena, struct program *program, struct types *types)
{
	size_t n = program->bits.nglobal + program->bits.nconstant;

	memset(uses, 0, sizeof *uses);
	uses->arena = arena;
	uses->program = program;
	uses->types = types;
	uses->aspects = types ? types->aspects : NULL;
	uses->facts = arena_calloc(arena, (size_t)program->nfunction + 1, sizeof *uses->facts);
	uses->of_value = arena_alloc(arena, (n + 1) * sizeof *uses->of_value);
	memset(uses->of_value, 0xff, n * sizeof *uses->of_value);
	ptrmap_init(&uses->listed_index, arena, 64);
	find_kinds(uses);
	callgraph_init(&uses->graph, arena, program->nfunction);
	body_init(&uses->body, program);
	uses->body.with_metadata = any_kind(&uses->kind);
}

int
uses_read(struct uses *uses, struct arena *arena, struct program *program, struct types *types,
	  struct analysis_options options)
{
	uint32_t i;
	size_t k;

	uses_init(uses, arena, program, types);
	uses->options = options;
	for (i = 0; i < program->nfunction; i++) {
		read_function(uses, i);
		if (uses->body.bad)
			return USES_NOT_UNDERSTOOD;
	}
	for (k = 0; k < uses->ncomplaint; k++)
		diag(DIAG_ERROR, "%s", uses->complaint[k]);
	return uses->ncomplaint ? -1 : 0;
}

const struct use *
uses_find(const struct uses *uses, uint32_t function, uint32_t aspect)
{
	const struct facts *facts = &uses->facts[function];
	uint32_t i;

	for (i = 0; i < facts->nuse; i++)
		if (uses->use[facts->first_use + i].aspect == aspect)
			return &uses->use[facts->first_use + i];
	return NULL;
}

/* --- one function again, for messages --------------------------------------------- */

struct search {
	uint32_t aspect;
	bool found;
};

static void
look(void *user, struct aspect_list list)
{
	struct search *search = user;

	search->found |= aspect_list_has(list, search->aspect);
}

bool
uses_signature_has(struct uses *uses, uint32_t function, uint32_t aspect)
{
	struct search search = { aspect, false };

	mention_signature(uses, function, look, &search);
	return search.found;
}

static void
mark_attached(struct uses *uses, uint32_t aspect, uint8_t *how, uint32_t n)
{
	struct aspect_list list;
	uint32_t node;
	size_t i, wrong;

	for (i = 0; i < uses->body.nattachment; i++) {
		node = uses->body.attachment[i].node;
		if (uses->body.attachment[i].instruction < n && uses->body.attachment[i].kind == uses->kind.used &&
		    aspects_of_node(uses->aspects, body_nodes(&uses->body, node), node, 0, &list, &wrong) &&
		    aspect_list_has(list, aspect))
			how[uses->body.attachment[i].instruction] = INSTRUCTION_IS_MARKED;
	}
}

uint8_t *
uses_of_instructions(struct uses *uses, uint32_t function, uint32_t aspect, uint32_t *n)
{
	struct body *body = &uses->body;
	struct search search;
	uint8_t *how = NULL;
	uint32_t room = 0;

	*n = 0;
	if (!program_is_defined(uses->program, function))
		return NULL;
	body->typed = true;
	for (body_open(body, function); body_next(body);) {
		search = (struct search){ aspect, false };
		mention_instruction(uses, look, &search);
		if (!body->is_instruction)
			continue;
		if (*n == room) {
			room = room ? room * 2 : 256;
			how = arena_grow(uses->arena, how, *n, room);
		}
		how[(*n)++] = search.found ? INSTRUCTION_USES : INSTRUCTION_USES_NOT;
	}
	mark_attached(uses, aspect, how, *n);
	return how;
}
