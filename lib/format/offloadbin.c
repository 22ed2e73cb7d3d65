#include "offloadbin.h"

#include <string.h>

/* The layout on disk, little-endian; offsets count from the container's first byte. */
struct header {
	uint8_t magic[4];
	uint32_t version;
	uint64_t size, entry_offset, entry_size;
};

struct entry {
	uint16_t kind, model;
	uint32_t flags;
	uint64_t string_offset, n_strings, image_offset, image_size;
};

struct string_entry {
	uint64_t key_offset, value_offset;
};

static const uint8_t magic[4] = { 0x10, 0xff, 0x10, 0xad };

static uint64_t
align_up(uint64_t n)
{
	return (n + OFFLOADBIN_ALIGN - 1) / OFFLOADBIN_ALIGN * OFFLOADBIN_ALIGN;
}

enum offloadbin_kind
offloadbin_detect(const void *data, size_t size)
{
	static const struct {
		unsigned char start[4];
		enum offloadbin_kind kind;
	} known[] = {
		{ { 'B', 'C', 0xc0, 0xde }, OFFLOADBIN_BITCODE },
		{ { 0xde, 0xc0, 0x17, 0x0b }, OFFLOADBIN_BITCODE },
		{ { 0x7f, 'E', 'L', 'F' }, OFFLOADBIN_OBJECT },
		{ { 0x03, 0x02, 0x23, 0x07 }, OFFLOADBIN_SPIRV },
	};
	size_t i;

	for (i = 0; i < sizeof known / sizeof *known && size >= 4; i++)
		if (!memcmp(data, known[i].start, 4))
			return known[i].kind;
	return OFFLOADBIN_NONE;
}

const char *
offloadbin_find(const struct offloadbin_image *image, const char *key)
{
	size_t i;

	for (i = 0; i < image->n_strings; i++)
		if (!strcmp(image->string[i].key, key))
			return image->string[i].value;
	return NULL;
}

static void
put_zeros(FILE *stream, uint64_t n)
{
	while (n--)
		putc('\0', stream);
}

void
offloadbin_put(const struct offloadbin_image *image, FILE *stream)
{
	struct header header = { .version = 1, .entry_offset = sizeof header, .entry_size = sizeof(struct entry) };
	struct entry entry = { .kind = (uint16_t)image->kind, .model = (uint16_t)image->model };
	uint64_t text = sizeof header + sizeof entry + image->n_strings * sizeof(struct string_entry), end = text;
	struct string_entry string;
	size_t i;

	for (i = 0; i < image->n_strings; i++)
		end += strlen(image->string[i].key) + strlen(image->string[i].value) + 2;
	memcpy(header.magic, magic, sizeof magic);
	entry.string_offset = sizeof header + sizeof entry;
	entry.n_strings = image->n_strings;
	entry.image_offset = align_up(end);
	entry.image_size = image->size;
	header.size = align_up(entry.image_offset + image->size);
	fwrite(&header, sizeof header, 1, stream);
	fwrite(&entry, sizeof entry, 1, stream);
	for (i = 0; i < image->n_strings; i++) {
		string.key_offset = text;
		string.value_offset = text + strlen(image->string[i].key) + 1;
		text = string.value_offset + strlen(image->string[i].value) + 1;
		fwrite(&string, sizeof string, 1, stream);
	}
	for (i = 0; i < image->n_strings; i++) {
		fwrite(image->string[i].key, strlen(image->string[i].key) + 1, 1, stream);
		fwrite(image->string[i].value, strlen(image->string[i].value) + 1, 1, stream);
	}
	put_zeros(stream, entry.image_offset - end);
	fwrite(image->data, 1, image->size, stream);
	put_zeros(stream, header.size - entry.image_offset - image->size);
}

/* n elements of that size fit at offset. */
static int
fits(const struct header *header, uint64_t offset, uint64_t n, uint64_t size)
{
	return offset <= header->size && n <= (header->size - offset) / size;
}

/* The string at offset, NULL when it does not end within the container. */
static const char *
get_string(struct arena *arena, const char *base, const struct header *header, uint64_t offset)
{
	size_t room;

	if (offset >= header->size)
		return NULL;
	room = header->size - offset;
	if (!memchr(base + offset, '\0', room))
		return NULL;
	return arena_strdup(arena, base + offset);
}

static int
get_strings(struct offloadbin_image *image, struct arena *arena, const char *base, const struct header *header,
	    const struct entry *entry)
{
	struct string_entry string;
	size_t i;

	if (!fits(header, entry->string_offset, entry->n_strings, sizeof string))
		return -1;
	image->n_strings = entry->n_strings;
	image->string = arena_calloc(arena, image->n_strings + 1, sizeof *image->string);
	for (i = 0; i < image->n_strings; i++) {
		memcpy(&string, base + entry->string_offset + i * sizeof string, sizeof string);
		image->string[i].key = get_string(arena, base, header, string.key_offset);
		image->string[i].value = get_string(arena, base, header, string.value_offset);
		if (!image->string[i].key || !image->string[i].value)
			return -1;
	}
	return 0;
}

int
offloadbin_next(struct offloadbin_image *image, struct arena *arena, const void *data, size_t size, size_t *at,
		const char **why)
{
	const char *base = data;
	struct header header;
	struct entry entry;

	while (*at < size && !base[*at])
		++*at;	/* padding */
	if (*at == size)
		return 0;
	base += *at;
	*why = "not an offload container";
	if (size - *at < sizeof magic || memcmp(base, magic, sizeof magic))
		return -1;
	*why = "truncated offload container";
	if (size - *at < sizeof header)
		return -1;
	memcpy(&header, base, sizeof header);
	*why = "offload container of an unknown version";
	if (header.version != 1)
		return -1;
	*why = "truncated offload container";
	if (header.size > size - *at)
		return -1;
	*why = "damaged offload container";
	if (header.size < sizeof header || !fits(&header, header.entry_offset, 1, sizeof entry))
		return -1;
	memcpy(&entry, base + header.entry_offset, sizeof entry);
	if (!fits(&header, entry.image_offset, entry.image_size, 1) ||
	    get_strings(image, arena, base, &header, &entry))
		return -1;
	image->kind = entry.kind;
	image->model = entry.model;
	image->data = base + entry.image_offset;
	image->size = entry.image_size;
	*at += header.size;
	return 1;
}
