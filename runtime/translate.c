/*
 * SPIR-V as drivers take it: with values of its constants, and with names that
 * linkers of compilers accept.  For drivers that take SPIR 1.2 alone, llvm-spirv makes LLVM's
 * module of it.
 */
#include "rt.h"

#include <stdlib.h>
#include <string.h>

#include "format/spirv.h"

void
rt_spirv_plain_name(char *name)
{
	for (; *name; name++)
		if (*name == '@')
			*name = '_';
}

/* The types of numbers and truth values, by id. */
struct types {
	uint8_t *words;		/* of a number's literal; TRUTH; 0: another type */
	uint32_t bound;
};
enum { TRUTH = 255 };

static void
note_type(struct types *types, uint32_t op, const uint32_t *word, uint32_t n)
{
	if (n < 2 || word[1] >= types->bound)
		return;
	if (op == SPIRV_OP_TYPE_BOOL)
		types->words[word[1]] = TRUTH;
	else if ((op == SPIRV_OP_TYPE_INT || op == SPIRV_OP_TYPE_FLOAT) && n > 2)
		types->words[word[1]] = word[2] > 32 ? 2 : 1;
}

/* Writes the instruction: a null constant of a number, which the translator does not read, as that number. */
static size_t
put_instruction(uint32_t *out, const struct types *types, const uint32_t *word, uint32_t n)
{
	uint32_t op = word[0] & 0xffff, kind = 0;

	if (op == SPIRV_OP_CONSTANT_NULL && n == 3 && word[1] < types->bound)
		kind = types->words[word[1]];
	memcpy(out, word, n * sizeof *word);
	if (kind == TRUTH) {
		out[0] = 3u << 16 | SPIRV_OP_CONSTANT_FALSE;
	} else if (kind) {
		out[0] = (3 + kind) << 16 | SPIRV_OP_CONSTANT;
		memset(out + 3, 0, kind * sizeof *out);
		return 3 + kind;
	}
	return n;
}

/* The first word of a name in the instruction; 0: it has none. */
static uint32_t
name_at(uint32_t op, const uint32_t *word, uint32_t n)
{
	switch (op) {
	case SPIRV_OP_NAME: return 2;
	case SPIRV_OP_ENTRY_POINT: return 3;
	case SPIRV_OP_DECORATE: return n > 3 && word[2] == SPIRV_DECORATION_LINKAGE ? 3 : 0;
	default: return 0;
	}
}

/* The module in out, which has room for twice the words; returns how many there are, 0 when it is damaged. */
static size_t
make_plain(uint32_t *out, const uint32_t *in, size_t n, bool numbers)
{
	struct types types = { NULL, 0 };
	size_t made = SPIRV_HEADER_WORDS;

	if (n < SPIRV_HEADER_WORDS || in[0] != SPIRV_MAGIC || in[3] > SPIRV_MAX_BOUND)
		return 0;
	types.bound = numbers ? in[3] : 0;
	types.words = calloc(types.bound + 1, 1);
	if (!types.words)
		return 0;
	memcpy(out, in, SPIRV_HEADER_WORDS * sizeof *in);
	for (size_t i = SPIRV_HEADER_WORDS; i < n; i += in[i] >> 16) {
		uint32_t length = in[i] >> 16, op = in[i] & 0xffff, at;
		char *name;

		if (length == 0 || length > n - i) {
			made = 0;
			break;
		}
		note_type(&types, op, in + i, length);
		at = name_at(op, in + i, length);
		name = (char *)(out + made + at);
		made += put_instruction(out + made, &types, in + i, length);
		if (at && at < length && memchr(name, '\0', (length - at) * sizeof *in))
			rt_spirv_plain_name(name);
	}
	free(types.words);
	return made;
}

/* The bytes of plain SPIR-V, malloc()ed; NULL after rt_fail(). */
static uint32_t *
plain_module(const struct rt_image *image, const uint8_t *values, bool numbers, size_t *size, int *status)
{
	uint32_t *in, *out = NULL;
	struct rt_bytes bytes;
	struct arena arena;
	bool good = true;

	if (rt_image_open(&bytes, image, status) != 0)
		return NULL;
	in = malloc(bytes.size + sizeof *in);
	if (in)
		out = malloc(2 * bytes.size + sizeof *out);
	if (out) {
		memcpy(in, bytes.bytes, bytes.size);
		arena_init_quiet(&arena);
		good = !values || specconst_specialize(&image->spec, values, &arena, in, bytes.size) == 0;
		arena_free(&arena);
		*size = good ? make_plain(out, in, bytes.size / sizeof *in, numbers) * sizeof *out : 0;
		good = *size > 0;
	} else {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a device image of %zu bytes", bytes.size);
	}
	free(in);
	free(bytes.owned);
	if (good)
		return out;
	free(out);
	*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' is damaged SPIR-V", image->desc->target);
	return NULL;
}

/* The modules of the images that are linked with the first one; 0 on success. */
static int
add_links(struct rt_code *code, const struct rt_links *links, int *status)
{
	size_t size = 0;

	for (size_t i = 0; links && i < links->n; i++) {
		code[i + 1].bytes = (unsigned char *)plain_module(links->image[i], NULL, true, &size, status);
		code[i + 1].size = size;
		if (!code[i + 1].bytes)
			return -1;
	}
	return 0;
}

int
rt_spirv_open(struct rt_bytes *open, const struct rt_image *image, const uint8_t *values, const struct rt_links *links,
	const char *translator, int *status)
{
	const size_t n = links ? links->n + 1 : 1;
	struct rt_code *code = calloc(n, sizeof *code);
	size_t size = 0;
	uint32_t *module = plain_module(image, values, translator != NULL, &size, status);
	int result = -1;

	if (module && !translator) {
		*open = (struct rt_bytes){ (unsigned char *)module, size, module };
		free(code);
		return 0;
	}
	if (module && code) {
		code[0] = (struct rt_code){ (unsigned char *)module, size };
		if (add_links(code, links, status) == 0)
			result = rt_translate(code, n, translator, open, status);
	} else if (module) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot link %zu device images", n);
	}
	for (size_t i = 1; code && i < n; i++)
		free((void *)code[i].bytes);
	free(module);
	free(code);
	return result;
}
