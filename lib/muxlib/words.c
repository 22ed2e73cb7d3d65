/* SPIR-V as words: checked, described, specialized. */
#include <stdio.h>
#include <string.h>

#include "format/spirv.h"
#include "muxlib/private.h"

enum { MAX_VERSION = 0x10600 };

static uint32_t
length_of(const uint32_t *word)
{
	return word[0] >> 16;
}

static enum spirv_op
op_of(const uint32_t *word)
{
	return (enum spirv_op)(word[0] & 0xffff);
}

int
words_check(const uint32_t *words, size_t n)
{
	bool in_function = false;
	uint32_t length;
	size_t i;

	if (n < SPIRV_HEADER_WORDS || words[0] != SPIRV_MAGIC || words[1] > MAX_VERSION || words[3] == 0 ||
	    words[3] > SPIRV_MAX_BOUND || words[4] != 0)
		return -1;
	for (i = SPIRV_HEADER_WORDS; i < n; i += length) {
		length = length_of(words + i);
		if (length == 0 || length > n - i)
			return -1;
		if (op_of(words + i) == SPIRV_OP_FUNCTION || op_of(words + i) == SPIRV_OP_FUNCTION_END) {
			if (in_function != (op_of(words + i) == SPIRV_OP_FUNCTION_END))
				return -1;
			in_function = !in_function;
		}
	}
	return in_function ? -1 : 0;
}

/* What is known of an id. */
struct id {
	uint32_t spec;		/* SpecId + 1; 0: none */
	uint32_t type;		/* of a type: MUX_SPEC_* + 1 */
	uint32_t bits;
};

struct ids {
	struct id *id;
	uint32_t bound;
};

/* Decorations and types come before the constants. */
static void
note(struct ids *ids, const uint32_t *word)
{
	uint32_t n = length_of(word), id = n > 1 ? word[1] : ids->bound;

	if (id >= ids->bound)
		return;
	switch (op_of(word)) {
	case SPIRV_OP_DECORATE:
		if (n == 4 && word[2] == SPIRV_DECORATION_SPEC_ID && word[3] != UINT32_MAX)
			ids->id[id].spec = word[3] + 1;
		break;
	case SPIRV_OP_TYPE_BOOL:
		ids->id[id] = (struct id){ ids->id[id].spec, MUX_SPEC_BOOL + 1, 8 };
		break;
	case SPIRV_OP_TYPE_INT:
	case SPIRV_OP_TYPE_FLOAT:
		if (n > 2 && word[2] <= 64)
			ids->id[id] = (struct id){ ids->id[id].spec,
						   (op_of(word) == SPIRV_OP_TYPE_INT ? MUX_SPEC_INT : MUX_SPEC_FLOAT) + 1, word[2] };
		break;
	default:
		break;
	}
}

/* The constant that the instruction makes, when it has a SpecId and a type we know. */
static bool
read_constant(const struct ids *ids, const uint32_t *word, struct mux_spec_constant *constant)
{
	enum spirv_op op = op_of(word);
	const struct id *type, *id;
	uint32_t n = length_of(word);

	if ((op != SPIRV_OP_SPEC_CONSTANT_TRUE && op != SPIRV_OP_SPEC_CONSTANT_FALSE && op != SPIRV_OP_SPEC_CONSTANT) || n < 3 ||
	    word[1] >= ids->bound || word[2] >= ids->bound)
		return false;
	type = &ids->id[word[1]];
	id = &ids->id[word[2]];
	if (!id->spec || !type->type)
		return false;
	*constant = (struct mux_spec_constant){ id->spec - 1, (enum mux_spec_type)(type->type - 1), (type->bits + 7) / 8, 0 };
	if (constant->type == MUX_SPEC_BOOL) {
		constant->value = op == SPIRV_OP_SPEC_CONSTANT_TRUE;
		return op != SPIRV_OP_SPEC_CONSTANT;
	}
	if (op != SPIRV_OP_SPEC_CONSTANT || n != (type->bits > 32 ? 5u : 4u))
		return false;
	constant->value = n == 5 ? (uint64_t)word[4] << 32 | word[3] : word[3];
	if (constant->size < 8)
		constant->value &= ((uint64_t)1 << constant->size * 8) - 1;
	return true;
}

int
words_constants(struct mux_context *context, const uint32_t *words, size_t n,
		void (*found)(const struct mux_spec_constant *, void *), void *user)
{
	struct ids ids = { memory_zeroed(context, words[3], sizeof *ids.id), words[3] };
	struct mux_spec_constant constant;
	size_t i;

	if (!ids.id)
		return -1;
	for (i = SPIRV_HEADER_WORDS; i < n; i += length_of(words + i)) {
		note(&ids, words + i);
		if (read_constant(&ids, words + i, &constant))
			found(&constant, user);
	}
	memory_put(context, ids.id);
	return 0;
}

/* Integers in words are extended by their sign or zeros up to 32 bits: zeros fit both readers. */
static void
put_value(uint32_t *word, const struct mux_spec_constant *constant, const void *value)
{
	uint64_t number = 0;

	memcpy(&number, value, constant->size);
	if (constant->type == MUX_SPEC_BOOL) {
		word[0] = 3u << 16 | (number ? SPIRV_OP_SPEC_CONSTANT_TRUE : SPIRV_OP_SPEC_CONSTANT_FALSE);
		return;
	}
	word[3] = (uint32_t)number;
	if (length_of(word) == 5)
		word[4] = (uint32_t)(number >> 32);
}

enum mux_result
words_specialize(struct mux_context *context, uint32_t *words, size_t n, const struct mux_spec_value *values, size_t nvalue)
{
	struct ids ids = { memory_zeroed(context, words[3], sizeof *ids.id), words[3] };
	enum mux_result result = ids.id ? MUX_SUCCESS : MUX_OUT_OF_MEMORY;
	struct mux_spec_constant constant;
	size_t i, k;

	for (i = SPIRV_HEADER_WORDS; i < n && !result; i += length_of(words + i)) {
		note(&ids, words + i);
		if (!read_constant(&ids, words + i, &constant))
			continue;
		for (k = 0; k < nvalue && !result; k++) {
			if (values[k].id != constant.id)
				continue;
			if (values[k].size != constant.size || !values[k].value)
				result = MUX_INVALID_VALUE;
			else
				put_value(words + i, &constant, values[k].value);
		}
	}
	memory_put(context, ids.id);
	return result;
}

void
words_describe(const uint32_t *words, size_t n, struct mux_spirv_info *info)
{
	enum { OP_MEMORY_MODEL = 14, PHYSICAL_32 = 1, PHYSICAL_64 = 2 };
	size_t i;

	*info = (struct mux_spirv_info){ .version = words[1] };
	for (i = SPIRV_HEADER_WORDS; i < n; i += length_of(words + i)) {
		if (op_of(words + i) == SPIRV_OP_ENTRY_POINT)
			info->nkernel++;
		else if ((int)op_of(words + i) == OP_MEMORY_MODEL && length_of(words + i) == 3)
			info->address_bits = words[i + 1] == PHYSICAL_32 ? 32 : words[i + 1] == PHYSICAL_64 ? 64 : 0;
	}
}

static bool
has_capability(const struct mux_spirv_device_info *device, uint32_t capability)
{
	size_t i;

	for (i = 0; i < device->ncapability; i++)
		if (device->capabilities[i] == capability)
			return true;
	return !device->capabilities;
}

static bool
has_extension(const struct mux_spirv_device_info *device, const char *name, size_t room)
{
	size_t i;

	for (i = 0; i < device->nextension; i++)
		if (!strncmp(device->extensions[i], name, room))
			return true;
	return !device->extensions;
}

bool
words_lack(const uint32_t *words, size_t n, const struct mux_spirv_device_info *device, char *buffer, size_t room)
{
	const char *name;
	size_t i, bytes;

	for (i = SPIRV_HEADER_WORDS; i < n; i += length_of(words + i)) {
		name = (const char *)(words + i + 1);
		bytes = (length_of(words + i) - 1) * sizeof *words;
		if (op_of(words + i) == SPIRV_OP_CAPABILITY && length_of(words + i) == 2 && !has_capability(device, words[i + 1])) {
			snprintf(buffer, room, "capability %u", words[i + 1]);
			return true;
		}
		if (op_of(words + i) == SPIRV_OP_EXTENSION && memchr(name, '\0', bytes) && !has_extension(device, name, bytes)) {
			snprintf(buffer, room, "extension '%s'", name);
			return true;
		}
	}
	return false;
}
