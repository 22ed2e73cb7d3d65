/* Modules as bytes: a header, then options, code and description. */
#include <string.h>

#include "muxlib/private.h"

#define MAGIC "sycl-cc-mux"
enum { SERIAL_VERSION = 1 };

struct header {
	char magic[12];		/* MAGIC and its NUL */
	uint32_t version;
	uint32_t state, mode, library;
	uint32_t reserved;
	uint64_t size[4];	/* of the parts, in the order of parts_of() */
	uint64_t sum;		/* of the header with 0 here, and all parts */
};

enum { PARTS = 4 };

static void
parts_of(struct mux_module *module, struct bytes *part[PARTS])
{
	part[0] = &module->options;
	part[1] = &module->clang;
	part[2] = &module->code;
	part[3] = &module->description;
}

/* FNV-1a: it finds damage, it does not keep anybody out. */
static uint64_t
add_sum(uint64_t sum, const uint8_t *bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		sum = (sum ^ bytes[i]) * 0x100000001b3;
	return sum;
}

static uint64_t
sum_of(const struct header *header, const uint8_t *parts, size_t n)
{
	struct header plain = *header;
	uint8_t bytes[sizeof plain];

	plain.sum = 0;
	memcpy(bytes, &plain, sizeof plain);
	return add_sum(add_sum(0xcbf29ce484222325, bytes, sizeof bytes), parts, n);
}

size_t
mux_module_size(struct mux_module *module)
{
	size_t size = sizeof(struct header), i;
	struct bytes *part[PARTS];

	if (!module)
		return 0;
	mux_context_lock(module->context);
	parts_of(module, part);
	for (i = 0; i < PARTS; i++)
		size += part[i]->n;
	mux_context_unlock(module->context);
	return size;
}

size_t
mux_module_serialize(struct mux_module *module, uint8_t *buffer)
{
	struct header header = { .magic = MAGIC, .version = SERIAL_VERSION };
	uint8_t *to = buffer ? buffer + sizeof header : NULL;
	struct bytes *part[PARTS];
	size_t i;

	if (!module || !buffer)
		return 0;
	mux_context_lock(module->context);
	header.state = module->state;
	header.mode = module->mode;
	header.library = module->library;
	parts_of(module, part);
	for (i = 0; i < PARTS; i++) {
		header.size[i] = part[i]->n;
		if (part[i]->n)
			memcpy(to, part[i]->data, part[i]->n);
		to += part[i]->n;
	}
	mux_context_unlock(module->context);
	header.sum = sum_of(&header, buffer + sizeof header, (size_t)(to - buffer) - sizeof header);
	memcpy(buffer, &header, sizeof header);
	return (size_t)(to - buffer);
}

/* The header of bytes that can be a module, and whose parts fill them. */
static bool
read_header(struct header *header, const uint8_t *bytes, size_t size)
{
	uint64_t left = size - sizeof *header;
	size_t i;

	if (size < sizeof *header)
		return false;
	memcpy(header, bytes, sizeof *header);
	if (memcmp(header->magic, MAGIC, sizeof header->magic) || header->version != SERIAL_VERSION ||
	    header->state > MUX_STATE_FINALIZED || header->mode > MUX_MODE_LINK || header->library > 1)
		return false;
	for (i = 0; i < PARTS; left -= header->size[i++])
		if (header->size[i] > left)
			return false;
	return left == 0 && sum_of(header, bytes + sizeof *header, size - sizeof *header) == header->sum;
}

/* Options are strings, an even number of them for the info's. */
static bool
are_strings(const struct bytes *bytes, bool pairs)
{
	size_t n = 0, i;

	for (i = 0; i < bytes->n; i++)
		n += bytes->data[i] == '\0';
	return (!bytes->n || !bytes->data[bytes->n - 1]) && (!pairs || n % 2 == 0);
}

static bool
take_parts(struct mux_module *module, const struct header *header, const uint8_t *from)
{
	struct bytes *part[PARTS];
	size_t i;

	parts_of(module, part);
	for (i = 0; i < PARTS; from += header->size[i++])
		if (header->size[i] && bytes_add(module->context, part[i], from, header->size[i]))
			return false;
	if (!are_strings(&module->options, true) || !are_strings(&module->clang, false) ||
	    !module->code.n != (header->state == MUX_STATE_EMPTY))
		return false;
	return header->state == MUX_STATE_FINALIZED ? program_read(module) == 0 : !module->description.n;
}

bool
mux_module_deserialize(struct mux_module *module, const uint8_t *bytes, size_t size)
{
	struct header header;
	bool good = false;

	if (!module || !bytes || !read_header(&header, bytes, size))
		return false;
	mux_context_lock(module->context);
	if (module->state == MUX_STATE_EMPTY) {
		options_clear(module);
		good = take_parts(module, &header, bytes + sizeof header);
		if (good) {
			module->state = (enum mux_state)header.state;
			module->mode = (enum mux_mode)header.mode;
			module->library = header.library != 0;
		} else {
			mux_module_clear(module);
		}
	}
	mux_context_unlock(module->context);
	return good;
}
