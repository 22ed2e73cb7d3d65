#include "format/spirvadapt.h"

#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"
#include "format/spirvwords.h"

enum { MAX_DEPTH = 64, MAX_PARAMETERS = 1024 };

/* A kernel of the input. */
struct entry {
	const uint32_t *op;	/* OpEntryPoint */
	uint32_t function, adapter;
	const char *name;
	const uint32_t **param;	/* OpFunctionParameter, nparam of them */
	uint32_t nparam;
	bool has_local;
};

struct adapter {
	struct arena *arena;
	const uint32_t *in;
	size_t n;
	const char *unit;
	uint32_t bound, next;	/* of ids: in the input, and the next new one */
	const uint32_t **def;	/* the type, constant or function of an id */
	uint8_t *by_value, *packed;	/* by id */
	struct entry *entry;
	size_t nentry;
	bool has_int8, has_int64;
	uint32_t void_type, byte, word, size;	/* types, 0: there is none yet */
	uint32_t kargs, kargs_pointer, byte_pointer;
	struct spirv_words types, functions, decorations;
};

static uint32_t
length_of(const uint32_t *op)
{
	return op[0] >> 16;
}

static bool
is_op(const uint32_t *op, enum spirv_op wanted, uint32_t least)
{
	return op && (op[0] & 0xffff) == wanted && length_of(op) >= least;
}

/* The definition of an id; NULL: there is none that we know. */
static const uint32_t *
find(const struct adapter *a, uint32_t id)
{
	return id < a->bound ? a->def[id] : NULL;
}

/* --- reading ------------------------------------------------------------------------------- */

static void
note_decoration(struct adapter *a, const uint32_t *op, uint32_t length)
{
	if (length < 3 || op[1] >= a->bound)
		return;
	if (op[2] == SPIRV_DECORATION_C_PACKED)
		a->packed[op[1]] = 1;
	if (op[2] == SPIRV_DECORATION_PARAMETER && length > 3 && op[3] == SPIRV_PARAMETER_BY_VALUE)
		a->by_value[op[1]] = 1;
}

/* llvm-spirv writes decorations that many ids have once, of a group, before its members. */
static void
note_group(struct adapter *a, const uint32_t *op, uint32_t length)
{
	for (uint32_t i = 2; i < length && op[1] < a->bound; i++)
		if (op[i] < a->bound) {
			a->by_value[op[i]] |= a->by_value[op[1]];
			a->packed[op[i]] |= a->packed[op[1]];
		}
}

static void
note_number(struct adapter *a, const uint32_t *op)
{
	if (op[2] == 8)
		a->byte = op[1];
	else if (op[2] == 32)
		a->word = op[1];
	else if (op[2] == 64)
		a->size = op[1];
}

static const char *
note_entry(struct adapter *a, const uint32_t *op, uint32_t length)
{
	struct entry *entry;

	if (length < 4 || op[1] != SPIRV_MODEL_KERNEL)
		return NULL;
	if (!memchr(op + 3, '\0', (length - 3) * sizeof *op))
		return "the name of a kernel has no end";
	entry = arena_extend(a->arena, a->entry, a->nentry, sizeof *entry);
	if (!entry)
		return "out of memory";
	a->entry = entry;
	entry[a->nentry++] = (struct entry){ .op = op, .function = op[2], .name = (const char *)(op + 3) };
	return NULL;
}

static const char *
note(struct adapter *a, const uint32_t *op)
{
	const uint32_t length = length_of(op);

	switch (op[0] & 0xffff) {
	case SPIRV_OP_CAPABILITY:
		a->has_int8 |= length > 1 && op[1] == SPIRV_CAPABILITY_INT8;
		a->has_int64 |= length > 1 && op[1] == SPIRV_CAPABILITY_INT64;
		return NULL;
	case SPIRV_OP_MEMORY_MODEL:
		return length < 3 || op[1] == SPIRV_ADDRESSING_64 ? NULL : "its addresses do not have 64 bits";
	case SPIRV_OP_ENTRY_POINT: return note_entry(a, op, length);
	case SPIRV_OP_DECORATE: note_decoration(a, op, length); return NULL;
	case SPIRV_OP_GROUP_DECORATE: note_group(a, op, length); return NULL;
	case SPIRV_OP_TYPE_VOID: a->void_type = length > 1 ? op[1] : 0; break;
	case SPIRV_OP_TYPE_INT:
		if (length > 3)
			note_number(a, op);
		break;
	case SPIRV_OP_TYPE_FLOAT: case SPIRV_OP_TYPE_VECTOR: case SPIRV_OP_TYPE_ARRAY: case SPIRV_OP_TYPE_STRUCT:
	case SPIRV_OP_TYPE_POINTER: case SPIRV_OP_TYPE_FUNCTION: break;
	case SPIRV_OP_CONSTANT: case SPIRV_OP_FUNCTION:
		if (length > 2 && op[2] < a->bound)
			a->def[op[2]] = op;
		return NULL;
	default: return NULL;
	}
	if (length > 1 && op[1] < a->bound)
		a->def[op[1]] = op;
	return NULL;
}

static const char *
read_module(struct adapter *a)
{
	const char *why = NULL;

	for (size_t i = SPIRV_HEADER_WORDS; i < a->n && !why; i += length_of(a->in + i)) {
		if (length_of(a->in + i) == 0 || length_of(a->in + i) > a->n - i)
			return "it is damaged";
		why = note(a, a->in + i);
	}
	if (!why && !a->nentry)
		why = "it has no kernel";
	return why;
}

/* The parameters that follow the function. */
static const char *
find_parameters(struct adapter *a, struct entry *entry)
{
	const uint32_t *function = find(a, entry->function), *op, *end = a->in + a->n;

	if (!is_op(function, SPIRV_OP_FUNCTION, 5))
		return "a kernel is no function of it";
	for (op = function + length_of(function); op < end && is_op(op, SPIRV_OP_FUNCTION_PARAMETER, 3); op += length_of(op)) {
		const uint32_t **more = arena_extend(a->arena, entry->param, entry->nparam, sizeof *more);

		if (!more || entry->nparam == MAX_PARAMETERS)
			return "a kernel has too many parameters";
		entry->param = more;
		entry->param[entry->nparam++] = op;
	}
	return NULL;
}

/* --- the layout of arguments ------------------------------------------------------------------ */

struct layout {
	size_t size, align;
};

static bool lay_out_type(const struct adapter *a, uint32_t type, int depth, struct layout *layout);

static bool
lay_out_vector(const struct adapter *a, const uint32_t *op, int depth, struct layout *layout)
{
	if (length_of(op) < 4 || op[3] < 1 || op[3] > 16 || !lay_out_type(a, op[2], depth, layout))
		return false;
	layout->size *= op[3] == 3 ? 4 : op[3];
	layout->align = layout->size;
	return true;
}

static bool
lay_out_array(const struct adapter *a, const uint32_t *op, int depth, struct layout *layout)
{
	const uint32_t *count = length_of(op) > 3 ? find(a, op[3]) : NULL;

	return is_op(count, SPIRV_OP_CONSTANT, 4) && lay_out_type(a, op[2], depth, layout)
		&& !__builtin_mul_overflow(layout->size, (size_t)count[3], &layout->size) && layout->size <= UINT32_MAX;
}

/* The next member; false: the structure is too large. */
static bool
add_member(struct layout *whole, const struct layout *member, bool packed)
{
	const size_t align = packed ? 1 : member->align;

	whole->size = (whole->size + align - 1) / align * align + member->size;
	if (align > whole->align)
		whole->align = align;
	return whole->size <= UINT32_MAX;
}

static bool
lay_out_struct(const struct adapter *a, const uint32_t *op, int depth, struct layout *layout)
{
	struct layout member;

	*layout = (struct layout){ 0, 1 };
	for (uint32_t i = 2; i < length_of(op); i++)
		if (!lay_out_type(a, op[i], depth, &member) || !add_member(layout, &member, a->packed[op[1]] != 0))
			return false;
	layout->size = (layout->size + layout->align - 1) / layout->align * layout->align;
	return true;
}

/* The size and alignment of a type in memory; false: it is none of an argument. */
static bool
lay_out_type(const struct adapter *a, uint32_t type, int depth, struct layout *layout)
{
	const uint32_t *op = find(a, type);

	if (!op || depth == MAX_DEPTH)
		return false;
	switch (op[0] & 0xffff) {
	case SPIRV_OP_TYPE_INT: case SPIRV_OP_TYPE_FLOAT:
		layout->size = layout->align = length_of(op) > 2 ? op[2] / 8 : 0;
		return layout->size >= 1 && layout->size <= 8 && (layout->size & (layout->size - 1)) == 0;
	case SPIRV_OP_TYPE_POINTER: *layout = (struct layout){ 8, 8 }; return true;
	case SPIRV_OP_TYPE_VECTOR: return lay_out_vector(a, op, depth + 1, layout);
	case SPIRV_OP_TYPE_ARRAY: return lay_out_array(a, op, depth + 1, layout);
	case SPIRV_OP_TYPE_STRUCT: return lay_out_struct(a, op, depth + 1, layout);
	default: return false;
	}
}

/* How a parameter is passed: the type of its member, and its pointer's storage. */
struct passing {
	uint32_t type, member;
	uint32_t storage;	/* SPIRV_STORAGE_FUNCTION: by value; SPIRV_STORAGE_GLOBAL: as it is */
};

static bool
pass_parameter(struct adapter *a, const uint32_t *param, struct passing *how)
{
	const uint32_t *type = find(a, param[1]);

	*how = (struct passing){ param[1], param[1], SPIRV_STORAGE_GLOBAL };
	if (!is_op(type, SPIRV_OP_TYPE_POINTER, 4))
		return type != NULL;
	switch (type[2]) {
	case SPIRV_STORAGE_GLOBAL:
	case SPIRV_STORAGE_CONSTANT: return true;
	case SPIRV_STORAGE_LOCAL:
		how->storage = SPIRV_STORAGE_LOCAL;
		how->member = a->size;
		return true;
	default:
		how->storage = SPIRV_STORAGE_FUNCTION;
		how->member = type[3];
		return type[2] == SPIRV_STORAGE_FUNCTION && param[2] < a->bound && a->by_value[param[2]];
	}
}

/* --- writing ------------------------------------------------------------------------------------ */

static uint32_t
new_type(struct adapter *a, enum spirv_op op, uint32_t first, uint32_t second)
{
	const uint32_t id = a->next++;

	SPIRV_PUT(&a->types, op, id, first, second);
	return id;
}

/* Types of all adapters. */
static void
put_common_types(struct adapter *a)
{
	if (!a->void_type) {
		a->void_type = a->next++;
		SPIRV_PUT(&a->types, SPIRV_OP_TYPE_VOID, a->void_type);
	}
	a->byte = a->byte ? a->byte : new_type(a, SPIRV_OP_TYPE_INT, 8, 0);
	a->word = a->word ? a->word : new_type(a, SPIRV_OP_TYPE_INT, 32, 0);
	a->size = a->size ? a->size : new_type(a, SPIRV_OP_TYPE_INT, 64, 0);
	a->kargs = a->next++;
	SPIRV_PUT(&a->types, SPIRV_OP_TYPE_STRUCT, a->kargs, a->size, a->size, a->size, a->size, a->size, a->size, a->size);
	a->kargs_pointer = new_type(a, SPIRV_OP_TYPE_POINTER, SPIRV_STORAGE_FUNCTION, a->kargs);
	a->byte_pointer = new_type(a, SPIRV_OP_TYPE_POINTER, SPIRV_STORAGE_LOCAL, a->byte);
}

static void
put_by_value(struct adapter *a, uint32_t param, uint32_t align)
{
	SPIRV_PUT(&a->decorations, SPIRV_OP_DECORATE, param, SPIRV_DECORATION_PARAMETER, SPIRV_PARAMETER_BY_VALUE);
	SPIRV_PUT(&a->decorations, SPIRV_OP_DECORATE, param, SPIRV_DECORATION_ALIGNMENT, align);
}

/* The argument of the call for parameter i, out of the structure; local: the launch's local memory. */
static uint32_t
put_argument(struct adapter *a, const struct passing *how, uint32_t i, uint32_t structure, uint32_t local)
{
	const uint32_t index = a->next++, place = a->next++, value = a->next++, offset = a->next++, bytes = a->next++, pointer = a->next++;
	uint32_t place_type = how->type;

	SPIRV_PUT(&a->types, SPIRV_OP_CONSTANT, a->word, index, i);
	if (how->storage != SPIRV_STORAGE_FUNCTION)
		place_type = new_type(a, SPIRV_OP_TYPE_POINTER, SPIRV_STORAGE_FUNCTION, how->member);
	SPIRV_PUT(&a->functions, SPIRV_OP_IN_BOUNDS_ACCESS_CHAIN, place_type, place, structure, index);
	if (how->storage == SPIRV_STORAGE_FUNCTION)
		return place;
	SPIRV_PUT(&a->functions, SPIRV_OP_LOAD, how->member, value, place);
	if (how->storage != SPIRV_STORAGE_LOCAL)
		return value;
	SPIRV_PUT(&a->functions, SPIRV_OP_U_CONVERT, a->word, offset, value);
	SPIRV_PUT(&a->functions, SPIRV_OP_IN_BOUNDS_PTR_ACCESS_CHAIN, a->byte_pointer, bytes, local, offset);
	if (how->type == a->byte_pointer)
		return bytes;
	SPIRV_PUT(&a->functions, SPIRV_OP_BITCAST, how->type, pointer, bytes);
	return pointer;
}

static void
put_function(struct adapter *a, const struct entry *entry, const struct passing *how, uint32_t structure, uint32_t type)
{
	const uint32_t function = entry->adapter, argument = a->next++, kargs = a->next++, local = a->next++, label = a->next++;
	uint32_t call[MAX_PARAMETERS + 3] = { a->void_type, a->next++, entry->function };

	SPIRV_PUT(&a->functions, SPIRV_OP_FUNCTION, a->void_type, function, 0, type);
	SPIRV_PUT(&a->functions, SPIRV_OP_FUNCTION_PARAMETER, structure, argument);
	SPIRV_PUT(&a->functions, SPIRV_OP_FUNCTION_PARAMETER, a->kargs_pointer, kargs);
	if (entry->has_local)
		SPIRV_PUT(&a->functions, SPIRV_OP_FUNCTION_PARAMETER, a->byte_pointer, local);
	SPIRV_PUT(&a->functions, SPIRV_OP_LABEL, label);
	for (uint32_t i = 0; i < entry->nparam; i++)
		call[3 + i] = put_argument(a, &how[i], i, argument, local);
	spirv_words_put(&a->functions, SPIRV_OP_FUNCTION_CALL, entry->nparam + 3, call);
	spirv_words_put(&a->functions, SPIRV_OP_RETURN, 0, NULL);
	spirv_words_put(&a->functions, SPIRV_OP_FUNCTION_END, 0, NULL);
	put_by_value(a, argument, 8);
	put_by_value(a, kargs, 8);
}

/* Notes where the arguments are; false: a parameter is none that a launch can give. */
static bool
lay_out_arguments(const struct adapter *a, const struct entry *entry, const struct passing *how, struct spirvadapt_kernel *kernel)
{
	struct layout whole = { 0, 1 }, member;

	for (uint32_t i = 0; i < entry->nparam; i++) {
		if (how[i].storage == SPIRV_STORAGE_LOCAL)
			member = (struct layout){ 8, 8 };
		else if (!lay_out_type(a, how[i].member, 0, &member))
			return false;
		if (!add_member(&whole, &member, false))
			return false;
		kernel->offset[i] = whole.size - member.size;
		kernel->size[i] = member.size;
	}
	/* A structure without members has the size of the function object that stands for it. */
	kernel->offset[entry->nparam] = whole.size ? (whole.size + whole.align - 1) / whole.align * whole.align : 1;
	return true;
}

static const char *
adapt_kernel(struct adapter *a, struct entry *entry, struct spirvadapt_kernel *kernel)
{
	struct passing how[MAX_PARAMETERS];
	uint32_t member[MAX_PARAMETERS + 1], structure, type;
	const char *why = find_parameters(a, entry);

	if (why)
		return why;
	*kernel = (struct spirvadapt_kernel){
		.name = entry->name, .nparam = entry->nparam,
		.offset = arena_calloc(a->arena, entry->nparam + 1, sizeof *kernel->offset),
		.size = arena_calloc(a->arena, entry->nparam + 1, sizeof *kernel->size),
	};
	if (!kernel->offset || !kernel->size)
		return "out of memory";
	member[0] = a->next++;
	for (uint32_t i = 0; i < entry->nparam; i++) {
		if (!pass_parameter(a, entry->param[i], &how[i]))
			return arena_printf(a->arena, "parameter %u of kernel '%s' has a type that no argument has", i + 1, entry->name);
		entry->has_local |= how[i].storage == SPIRV_STORAGE_LOCAL;
		member[i + 1] = how[i].member;
	}
	if (!lay_out_arguments(a, entry, how, kernel))
		return arena_printf(a->arena, "a parameter of kernel '%s' has a type that no argument has", entry->name);
	/* OpenCL has no structure without members. */
	if (!entry->nparam)
		SPIRV_PUT(&a->types, SPIRV_OP_TYPE_STRUCT, member[0], a->byte);
	else
		spirv_words_put(&a->types, SPIRV_OP_TYPE_STRUCT, entry->nparam + 1, member);
	structure = new_type(a, SPIRV_OP_TYPE_POINTER, SPIRV_STORAGE_FUNCTION, member[0]);
	type = a->next++;
	if (entry->has_local)
		SPIRV_PUT(&a->types, SPIRV_OP_TYPE_FUNCTION, type, a->void_type, structure, a->kargs_pointer, a->byte_pointer);
	else
		SPIRV_PUT(&a->types, SPIRV_OP_TYPE_FUNCTION, type, a->void_type, structure, a->kargs_pointer);
	put_function(a, entry, how, structure, type);
	return NULL;
}

/* OpEntryPoint of the adapter: its name ends with the unit. */
static void
put_entry(const struct adapter *a, struct spirv_words *out, const struct entry *entry)
{
	const char *name = arena_printf(a->arena, "%s@%s", entry->name, a->unit);
	const uint32_t old_words = (uint32_t)strlen(entry->name) / 4 + 1, interface = length_of(entry->op) - 3 - old_words;
	const uint32_t name_words = name ? (uint32_t)strlen(name) / 4 + 1 : 0, count = 2 + name_words + interface;
	uint32_t *operand = arena_calloc(a->arena, count, sizeof *operand);

	out->failed |= !operand || !name;
	if (!operand || !name)
		return;
	operand[0] = SPIRV_MODEL_KERNEL;
	operand[1] = entry->adapter;
	memcpy(operand + 2, name, strlen(name));
	memcpy(operand + 2 + name_words, entry->op + 3 + old_words, interface * sizeof *operand);
	spirv_words_put(out, SPIRV_OP_ENTRY_POINT, count, operand);
}

static const struct entry *
entry_of(const struct adapter *a, uint32_t function)
{
	for (size_t i = 0; i < a->nentry; i++)
		if (a->entry[i].function == function)
			return &a->entry[i];
	return NULL;
}

/* An instruction of the input, with the adapters in the place of kernels. */
static void
put_old(const struct adapter *a, struct spirv_words *out, const uint32_t *op)
{
	const uint32_t code = op[0] & 0xffff, count = length_of(op) - 1;
	const struct entry *entry = NULL;

	if (code == SPIRV_OP_ENTRY_POINT && count > 2 && op[1] == SPIRV_MODEL_KERNEL) {
		for (size_t i = 0; i < a->nentry; i++)
			if (a->entry[i].op == op)
				put_entry(a, out, &a->entry[i]);
		return;
	}
	spirv_words_put(out, code, count, op + 1);
	if (out->failed)
		return;
	if ((code == SPIRV_OP_EXECUTION_MODE || code == SPIRV_OP_EXECUTION_MODE_ID) && count > 1 && (entry = entry_of(a, op[1])))
		out->word[out->n - count] = entry->adapter;
	/* Compilers of drivers expect barriers and ids of work-items in kernels, and clang -O0 has them in functions of their own. */
	if (code == SPIRV_OP_FUNCTION && count > 3)
		out->word[out->n - count + 2] = SPIRV_FUNCTION_INLINE;
}

static bool
is_type_or_later(uint32_t code)
{
	return (code >= SPIRV_OP_TYPE_VOID && code <= SPIRV_OP_TYPE_FORWARD_POINTER) || code == SPIRV_OP_UNDEF
		|| (code > SPIRV_OP_TYPE_FORWARD_POINTER && code <= SPIRV_OP_VARIABLE);
}

static void
put_module(const struct adapter *a, struct spirv_words *out)
{
	bool decorated = false, typed = false;

	if (!a->has_int64)
		SPIRV_PUT(out, SPIRV_OP_CAPABILITY, SPIRV_CAPABILITY_INT64);
	if (!a->has_int8)
		SPIRV_PUT(out, SPIRV_OP_CAPABILITY, SPIRV_CAPABILITY_INT8);
	for (size_t i = SPIRV_HEADER_WORDS; i < a->n && !out->failed; i += length_of(a->in + i)) {
		const uint32_t code = a->in[i] & 0xffff;

		if (!decorated && is_type_or_later(code)) {
			decorated = true;
			spirv_words_add(out, &a->decorations);
		}
		if (!typed && code == SPIRV_OP_FUNCTION) {
			typed = true;
			spirv_words_add(out, &a->types);
		}
		put_old(a, out, a->in + i);
	}
	spirv_words_add(out, &a->functions);
}

const char *
spirvadapt_make(struct spirvadapt *made, struct arena *arena, const uint32_t *in, size_t n, const char *unit)
{
	struct adapter a = { .arena = arena, .in = in, .n = n, .unit = unit };
	struct spirv_words out;
	const char *why;

	if (n < SPIRV_HEADER_WORDS || in[0] != SPIRV_MAGIC || in[3] > SPIRV_MAX_BOUND)
		return "it is no SPIR-V of this machine's byte order";
	a.bound = a.next = in[3];
	a.types.arena = a.functions.arena = a.decorations.arena = arena;
	a.def = arena_calloc(arena, a.bound + 1, sizeof *a.def);
	a.by_value = arena_calloc(arena, a.bound + 1, 1);
	a.packed = arena_calloc(arena, a.bound + 1, 1);
	if (!a.def || !a.by_value || !a.packed)
		return "out of memory";
	why = read_module(&a);
	if (why)
		return why;
	*made = (struct spirvadapt){ .nkernel = a.nentry, .kernel = arena_calloc(arena, a.nentry, sizeof *made->kernel) };
	if (!made->kernel)
		return "out of memory";
	put_common_types(&a);
	for (size_t i = 0; i < a.nentry; i++)
		a.entry[i].adapter = a.next++;
	for (size_t i = 0; i < a.nentry && !why; i++)
		why = adapt_kernel(&a, &a.entry[i], &made->kernel[i]);
	if (why)
		return why;
	spirv_words_begin(&out, arena, in, n);
	put_module(&a, &out);
	if (out.failed)
		return "out of memory";
	out.word[3] = a.next;
	made->word = out.word;
	made->nword = out.n;
	return NULL;
}
