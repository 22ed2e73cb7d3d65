#include "bitstream.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

enum { SETBID = 1 };	/* BLOCKINFO: the abbreviations that follow are for that block */

/* --- bits in ------------------------------------------------------------------ */

static uint64_t
mask(uint64_t value, unsigned width)
{
	return width < 64 ? value & ((1ull << width) - 1) : value;
}

/* Near the end of the stream, and for wide numbers. */
static uint64_t
read_slowly(struct bitreader *reader, unsigned width)
{
	uint64_t value = 0;
	unsigned i;

	if (width > 64 || reader->at > reader->end || reader->end - reader->at < width) {
		reader->bad = true;
		reader->at = reader->end;
		return 0;
	}
	for (i = 0; i < width; i++, reader->at++)
		value |= (uint64_t)(reader->byte[reader->at / 8] >> reader->at % 8 & 1) << i;
	return value;
}

static inline uint64_t
read_fixed(struct bitreader *reader, unsigned width)
{
	uint64_t word;

	if (width > 56 || reader->end - reader->at < 64)
		return read_slowly(reader, width);
	memcpy(&word, reader->byte + (reader->at >> 3), sizeof word);
	word >>= reader->at & 7;
	reader->at += width;
	return mask(word, width);
}

static inline uint64_t
read_vbr(struct bitreader *reader, unsigned width)
{
	uint64_t more = 1ull << (width - 1), chunk = read_fixed(reader, width), value = chunk & (more - 1);
	unsigned shift = width - 1;

	while (chunk & more) {
		chunk = read_fixed(reader, width);
		if (shift >= 64)
			reader->bad = true;
		else
			value |= (chunk & (more - 1)) << shift;
		shift += width - 1;
		if (reader->bad)
			return 0;
	}
	return value;
}

static void
read_align(struct bitreader *reader)
{
	reader->at = (reader->at + 31) / 32 * 32;
	if (reader->at > reader->end) {
		reader->bad = true;
		reader->at = reader->end;
	}
}

uint64_t
bitreader_fixed(struct bitreader *reader, unsigned width)
{
	return read_fixed(reader, width);
}

uint64_t
bitreader_vbr(struct bitreader *reader, unsigned width)
{
	return read_vbr(reader, width);
}

/* --- abbreviations ------------------------------------------------------------ */

static void
abbrevs_add(struct arena *arena, struct bitabbrevs *abbrevs, const struct bitabbrev *abbrev)
{
	unsigned n = abbrevs->n, size = sizeof *abbrevs->abbrev;

	if (n == abbrevs->room) {
		abbrevs->room = n ? n * 2 : 16;
		abbrevs->abbrev = arena_grow(arena, abbrevs->abbrev, (size_t)n * size, (size_t)abbrevs->room * size);
	}
	abbrevs->abbrev[abbrevs->n++] = abbrev;
}

static bool
is_sound(const struct bitabbrev *abbrev, unsigned i)
{
	const struct bitabbrev_operand *operand = &abbrev->operand[i];
	bool element = i && abbrev->operand[i - 1].encoding == BITS_ARRAY;

	switch (operand->encoding) {
	case BITS_FIXED:	/* a stream has room for any number of elements that take no bits */
		return operand->value <= 64 && (operand->value || !element);
	case BITS_VBR:
		return operand->value <= 32 && operand->value != 1 && (operand->value || !element);
	case BITS_ARRAY:	/* of what follows, which is the last and simple */
		return i + 2 == abbrev->n;
	case BITS_BLOB:
		return i + 1 == abbrev->n && !element;
	default:
		return operand->encoding <= BITS_CHAR6 && (operand->encoding != BITS_LITERAL || !element);
	}
}

static const struct bitabbrev *
read_abbrev(struct bitreader *reader)
{
	struct bitabbrev *abbrev = arena_calloc(reader->arena, 1, sizeof *abbrev);
	unsigned i;

	abbrev->n = (unsigned)read_vbr(reader, 5);
	if (!abbrev->n || abbrev->n > BITS_MAX_OPERANDS)
		reader->bad = true;
	for (i = 0; i < abbrev->n && !reader->bad; i++) {
		struct bitabbrev_operand *operand = &abbrev->operand[i];

		if (read_fixed(reader, 1)) {
			operand->value = read_vbr(reader, 8);
			continue;
		}
		operand->encoding = (uint8_t)read_fixed(reader, 3);
		if (operand->encoding == BITS_FIXED || operand->encoding == BITS_VBR)
			operand->value = read_vbr(reader, 5);
		else if (operand->encoding == BITS_LITERAL)
			reader->bad = true;
	}
	for (i = 0; i < abbrev->n && !reader->bad; i++)
		if (!is_sound(abbrev, i))
			reader->bad = true;
	return abbrev;
}

/* --- records -------------------------------------------------------------------- */

static inline void
keep(struct bitreader *reader, struct bitrecord *record, uint64_t value)
{
	if (record->n == record->room) {
		size_t room = record->room ? record->room * 2 : 256;

		record->op = arena_grow(reader->arena, record->op, record->n * sizeof value, room * sizeof value);
		record->room = room;
	}
	record->op[record->n++] = value;
}

static inline char
char6(unsigned value)
{
	return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"[value & 63];
}

static inline uint64_t
read_scalar(struct bitreader *reader, const struct bitabbrev_operand *operand)
{
	switch (operand->encoding) {
	case BITS_FIXED:
		return operand->value ? read_fixed(reader, (unsigned)operand->value) : 0;
	case BITS_VBR:
		return operand->value ? read_vbr(reader, (unsigned)operand->value) : 0;
	case BITS_CHAR6:
		return (uint8_t)char6((unsigned)read_fixed(reader, 6));
	default:
		return operand->value;
	}
}

static void
read_array(struct bitreader *reader, const struct bitabbrev_operand *element, struct bitrecord *record)
{
	uint64_t n = read_vbr(reader, 6);

	/* Each takes a bit at least: more cannot be there. */
	if (n > reader->end - reader->at)
		reader->bad = true;
	for (; n && !reader->bad; n--)
		keep(reader, record, read_scalar(reader, element));
}

static void
read_blob(struct bitreader *reader, struct bitrecord *record)
{
	uint64_t n = read_vbr(reader, 6);

	read_align(reader);
	if (n > (reader->end - reader->at) / 8) {
		reader->bad = true;
		return;
	}
	record->blob = reader->byte + reader->at / 8;
	record->nblob = n;
	reader->at += n * 8;
	read_align(reader);
}

/* The first operand of an abbreviation is the record's code. */
static void
read_abbreviated(struct bitreader *reader, const struct bitabbrev *abbrev, struct bitrecord *record)
{
	const struct bitabbrev_operand *operand = abbrev->operand, *end = operand + abbrev->n;

	if (operand->encoding == BITS_ARRAY || operand->encoding == BITS_BLOB) {
		reader->bad = true;
		return;
	}
	record->code = read_scalar(reader, operand);
	for (operand++; operand < end; operand++)
		if (operand->encoding == BITS_ARRAY) {
			read_array(reader, operand + 1, record);
			return;
		} else if (operand->encoding == BITS_BLOB) {
			read_blob(reader, record);
		} else {
			keep(reader, record, read_scalar(reader, operand));
		}
}

static void
read_plain(struct bitreader *reader, struct bitrecord *record)
{
	uint64_t n;

	record->code = read_vbr(reader, 6);
	n = read_vbr(reader, 6);
	if (n > reader->end - reader->at)
		reader->bad = true;
	for (; n && !reader->bad; n--)
		keep(reader, record, read_vbr(reader, 6));
}

/* --- blocks ---------------------------------------------------------------------- */

void
bitreader_init(struct bitreader *reader, struct arena *arena, const void *bytes, size_t len)
{
	memset(reader, 0, sizeof *reader);
	reader->arena = arena;
	reader->byte = bytes;
	reader->end = (uint64_t)len * 8;
}

static void
begin(struct bitreader *reader, struct bitblock *block)
{
	block->abbrevs = (struct bitabbrevs){ 0 };
	if (block->id < BITS_MAX_BLOCK) {
		block->abbrevs = reader->info[block->id];
		block->abbrevs.room = block->abbrevs.n;	/* adding to it makes a copy */
	}
}

static enum bititem
enter(struct bitreader *reader, struct bitblock *block)
{
	uint64_t words;

	block->id = (unsigned)read_vbr(reader, 8);
	block->width = (unsigned)read_vbr(reader, 4);
	read_align(reader);
	words = read_fixed(reader, 32);
	if (block->width < 2 || block->width > 32 || words > (reader->end - reader->at) / 32)
		reader->bad = true;
	if (reader->bad)
		return BITS_BAD;
	block->start = reader->at;
	block->end = reader->at + words * 32;
	begin(reader, block);
	return BITS_BLOCK;
}

enum bititem
bitreader_top(struct bitreader *reader, struct bitblock *block)
{
	if (reader->end - reader->at < 32)
		return BITS_END;
	return read_fixed(reader, 2) == BITS_ENTER_BLOCK ? enter(reader, block) : BITS_BAD;
}

void
bitreader_reenter(struct bitreader *reader, struct bitblock *block)
{
	reader->at = block->start;
	begin(reader, block);
}

void
bitreader_skip(struct bitreader *reader, const struct bitblock *block)
{
	reader->at = block->end;
}

/* In BLOCKINFO abbreviations are for the block that the last SETBID names. */
static void
add_abbrev(struct bitreader *reader, struct bitblock *block, const struct bitrecord *record)
{
	const struct bitabbrev *abbrev = read_abbrev(reader);

	if (reader->bad)
		return;
	if (block->id != BITS_BLOCKINFO)
		abbrevs_add(reader->arena, &block->abbrevs, abbrev);
	else if (record->code == SETBID && record->n && record->op[0] < BITS_MAX_BLOCK)
		abbrevs_add(reader->arena, &reader->info[record->op[0]], abbrev);
	else
		reader->bad = true;
}

enum bititem
bitreader_next(struct bitreader *reader, struct bitblock *block, struct bitrecord *record, struct bitblock *inner)
{
	unsigned id;

	if (reader->at >= block->end)
		return BITS_BAD;
	id = (unsigned)read_fixed(reader, block->width);
	switch (id) {
	case BITS_END_BLOCK:
		read_align(reader);
		return reader->bad || reader->at != block->end ? BITS_BAD : BITS_END;
	case BITS_ENTER_BLOCK:
		return enter(reader, inner);
	case BITS_DEFINE_ABBREV:
		add_abbrev(reader, block, record);
		return reader->bad ? BITS_BAD : BITS_ABBREV;
	default:
		break;
	}
	record->abbrev = id;
	record->n = 0;
	record->blob = NULL;
	if (id == BITS_UNABBREV)
		read_plain(reader, record);
	else if (id - BITS_FIRST_ABBREV < block->abbrevs.n)
		read_abbreviated(reader, block->abbrevs.abbrev[id - BITS_FIRST_ABBREV], record);
	else
		reader->bad = true;
	return reader->bad ? BITS_BAD : BITS_RECORD;
}

/* --- bits out --------------------------------------------------------------------- */

void
bitwriter_reset(struct bitwriter *writer)
{
	writer->n = 0;
	writer->word = 0;
	writer->used = 0;
}

void
bitwriter_free(struct bitwriter *writer)
{
	free(writer->byte);
	*writer = (struct bitwriter){ 0 };
}

static void
make_room(struct bitwriter *writer, size_t more)
{
	if (writer->room - writer->n >= more)
		return;
	while (writer->room - writer->n < more)
		writer->room = writer->room ? writer->room * 2 : 65536;
	writer->byte = realloc(writer->byte, writer->room);
	if (!writer->byte)
		die("out of memory");
}

/* width is at most 32. */
static inline void
put(struct bitwriter *writer, uint64_t value, unsigned width)
{
	writer->word |= value << writer->used;
	writer->used += width;
	if (writer->used < 32)
		return;
	if (writer->room - writer->n < sizeof(uint32_t))
		make_room(writer, sizeof(uint32_t));
	memcpy(writer->byte + writer->n, &writer->word, sizeof(uint32_t));	/* little endian, like the stream */
	writer->n += sizeof(uint32_t);
	writer->word >>= 32;
	writer->used -= 32;
}

void
bitwriter_fixed(struct bitwriter *writer, uint64_t value, unsigned width)
{
	if (width > 32) {
		put(writer, value & UINT32_MAX, 32);
		value >>= 32;
		width -= 32;
	}
	put(writer, mask(value, width), width);
}

static inline void
put_vbr(struct bitwriter *writer, uint64_t value, unsigned width)
{
	uint64_t more = 1ull << (width - 1);

	for (; value >= more; value >>= width - 1)
		put(writer, (value & (more - 1)) | more, width);
	put(writer, value, width);
}

void
bitwriter_vbr(struct bitwriter *writer, uint64_t value, unsigned width)
{
	put_vbr(writer, value, width);
}

void
bitwriter_align(struct bitwriter *writer)
{
	if (writer->used)
		put(writer, 0, 32 - writer->used);
}

void
bitwriter_words(struct bitwriter *writer, const void *words, size_t bytes)
{
	if (!bytes)
		return;
	make_room(writer, bytes);
	memcpy(writer->byte + writer->n, words, bytes);
	writer->n += bytes;
}

size_t
bitwriter_enter(struct bitwriter *writer, unsigned outer, unsigned id, unsigned width)
{
	put(writer, BITS_ENTER_BLOCK, outer);
	put_vbr(writer, id, 8);
	put_vbr(writer, width, 4);
	bitwriter_align(writer);
	put(writer, 0, 32);
	return writer->n;
}

void
bitwriter_leave(struct bitwriter *writer, unsigned width, size_t entered)
{
	uint32_t words;

	put(writer, BITS_END_BLOCK, width);
	bitwriter_align(writer);
	words = (uint32_t)((writer->n - entered) / sizeof words);
	memcpy(writer->byte + entered - sizeof words, &words, sizeof words);
}

void
bitwriter_define(struct bitwriter *writer, unsigned width, const struct bitabbrev *abbrev)
{
	unsigned i;

	put(writer, BITS_DEFINE_ABBREV, width);
	put_vbr(writer, abbrev->n, 5);
	for (i = 0; i < abbrev->n; i++) {
		const struct bitabbrev_operand *operand = &abbrev->operand[i];

		put(writer, operand->encoding == BITS_LITERAL, 1);
		if (operand->encoding == BITS_LITERAL) {
			put_vbr(writer, operand->value, 8);
			continue;
		}
		put(writer, operand->encoding, 3);
		if (operand->encoding == BITS_FIXED || operand->encoding == BITS_VBR)
			put_vbr(writer, operand->value, 5);
	}
}

static unsigned
from_char6(uint64_t c)
{
	if (c >= 'a' && c <= 'z')
		return (unsigned)c - 'a';
	if (c >= 'A' && c <= 'Z')
		return (unsigned)c - 'A' + 26;
	if (c >= '0' && c <= '9')
		return (unsigned)c - '0' + 52;
	return c == '.' ? 62 : 63;
}

static inline void
put_scalar(struct bitwriter *writer, const struct bitabbrev_operand *operand, uint64_t value)
{
	switch (operand->encoding) {
	case BITS_FIXED:
		if (operand->value > 32)
			bitwriter_fixed(writer, value, (unsigned)operand->value);
		else
			put(writer, value, (unsigned)operand->value);
		break;
	case BITS_VBR:
		if (operand->value)
			put_vbr(writer, value, (unsigned)operand->value);
		break;
	case BITS_CHAR6:
		put(writer, from_char6(value), 6);
		break;
	default:	/* the stream has literals in the abbreviation */
		break;
	}
}

static void
put_blob(struct bitwriter *writer, const uint8_t *blob, size_t n)
{
	static const uint8_t zero[4];

	put_vbr(writer, n, 6);
	bitwriter_align(writer);
	bitwriter_words(writer, blob, n);
	bitwriter_words(writer, zero, -n % 4);
}

void
bitwriter_plain(struct bitwriter *writer, unsigned width, uint64_t code, const uint64_t *op, size_t n)
{
	size_t i;

	put(writer, BITS_UNABBREV, width);
	put_vbr(writer, code, 6);
	put_vbr(writer, n, 6);
	for (i = 0; i < n; i++)
		put_vbr(writer, op[i], 6);
}

void
bitwriter_record(struct bitwriter *writer, unsigned width, const struct bitabbrevs *abbrevs,
		 const struct bitrecord *record)
{
	const struct bitabbrev_operand *operand, *end;
	const struct bitabbrev *abbrev;
	size_t i = 0;

	if (record->abbrev < BITS_FIRST_ABBREV) {
		bitwriter_plain(writer, width, record->code, record->op, record->n);
		return;
	}
	abbrev = abbrevs->abbrev[record->abbrev - BITS_FIRST_ABBREV];
	put(writer, record->abbrev, width);
	operand = abbrev->operand;
	end = operand + abbrev->n;
	put_scalar(writer, operand, record->code);
	for (operand++; operand < end; operand++)
		if (operand->encoding == BITS_ARRAY) {
			put_vbr(writer, record->n - i, 6);
			for (; i < record->n; i++)
				put_scalar(writer, operand + 1, record->op[i]);
			return;
		} else if (operand->encoding == BITS_BLOB) {
			put_blob(writer, record->blob, record->nblob);
		} else {
			put_scalar(writer, operand, record->op[i++]);
		}
}
