#include "bitstream.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

/* --- bits in ------------------------------------------------------------------ */

/* A reader's position, apart from the reader so that the compiler keeps it in registers. */
struct cursor {
	const uint8_t *byte;
	uint64_t at, end;
	bool bad;
};

static inline struct cursor
cursor_of(const struct bitreader *reader)
{
	return (struct cursor){ reader->byte, reader->at, reader->end, reader->bad };
}

static inline void
set_cursor(struct bitreader *reader, const struct cursor *cursor)
{
	reader->at = cursor->at;
	reader->bad = cursor->bad;
}

/* Near the end of the stream. */
static uint64_t
take_slowly(struct cursor *cursor, unsigned width)
{
	uint64_t value = 0;
	unsigned i;

	if (cursor->at > cursor->end || cursor->end - cursor->at < width) {
		cursor->bad = true;
		cursor->at = cursor->end;
		return 0;
	}
	for (i = 0; i < width; i++, cursor->at++)
		value |= (uint64_t)(cursor->byte[cursor->at / 8] >> cursor->at % 8 & 1) << i;
	return value;
}

/* width is at most 32. */
static inline __attribute__((always_inline)) uint64_t
take_fixed(struct cursor *cursor, unsigned width)
{
	struct cursor copy;
	uint64_t word;

	if (cursor->end - cursor->at < 64) {
		copy = *cursor;
		word = take_slowly(&copy, width);
		*cursor = copy;
		return word;
	}
	memcpy(&word, cursor->byte + (cursor->at >> 3), sizeof word);
	word >>= cursor->at & 7;
	cursor->at += width;
	return word & ((1ull << width) - 1);
}

/* The rest of a number after its first chunk. */
static uint64_t
take_chunks(struct cursor *cursor, unsigned width, uint64_t chunk)
{
	uint64_t more = 1ull << (width - 1), value = chunk & (more - 1);
	unsigned shift = width - 1;

	while (chunk & more) {
		chunk = take_fixed(cursor, width);
		if (shift >= 64)
			cursor->bad = true;
		else
			value |= (chunk & (more - 1)) << shift;
		shift += width - 1;
		if (cursor->bad)
			return 0;
	}
	return value;
}

/* Fast path for two chunks, which are frequent and mostly in the word that was read for the first. */
static inline __attribute__((always_inline)) uint64_t
take_vbr(struct cursor *cursor, unsigned width)
{
	enum { THERE = 64 - 7 };	/* bits of a word that begins at any bit */
	uint64_t more = 1ull << (width - 1), word, chunk;
	struct cursor copy;

	if (cursor->end - cursor->at >= 64) {
		memcpy(&word, cursor->byte + (cursor->at >> 3), sizeof word);
		word >>= cursor->at & 7;
		if (!(word & more)) {
			cursor->at += width;
			return word & (more - 1);
		}
		if (2 * width <= THERE && !(word >> width & more)) {
			cursor->at += 2 * width;
			return (word & (more - 1)) | (word >> width & (more - 1)) << (width - 1);
		}
	}
	copy = *cursor;
	chunk = take_fixed(&copy, width);
	chunk = take_chunks(&copy, width, chunk);
	*cursor = copy;
	return chunk;
}

static inline uint64_t
read_fixed(struct bitreader *reader, unsigned width)
{
	struct cursor cursor = cursor_of(reader);
	uint64_t value = take_fixed(&cursor, width);

	set_cursor(reader, &cursor);
	return value;
}

static uint64_t
read_vbr(struct bitreader *reader, unsigned width)
{
	struct cursor cursor = cursor_of(reader);
	uint64_t value = take_vbr(&cursor, width);

	set_cursor(reader, &cursor);
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
	case BITS_FIXED:	/* a width of 0 would allow any number of elements */
		return operand->value <= 32 && (operand->value || !element);
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
	uint64_t n;
	unsigned i;

	n = read_vbr(reader, 5);
	if (!n || n > BITS_MAX_OPERANDS)
		reader->bad = true;
	else
		abbrev->n = (unsigned)n;
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
	while (abbrev->simple < abbrev->n && abbrev->operand[abbrev->simple].encoding != BITS_ARRAY &&
	       abbrev->operand[abbrev->simple].encoding != BITS_BLOB)
		abbrev->simple++;
	if (!abbrev->simple)	/* the record's code must be there */
		reader->bad = true;
	return abbrev;
}

/* --- records -------------------------------------------------------------------- */

/* Room for n more operands. */
static inline void
make_space(struct bitreader *reader, struct bitrecord *record, size_t n)
{
	size_t room = record->room ? record->room : 256;

	if (record->n + n <= record->room)
		return;
	while (room < record->n + n)
		room *= 2;
	record->op = arena_grow(reader->arena, record->op, record->n * sizeof *record->op, room * sizeof *record->op);
	record->room = room;
}

static inline char
char6(unsigned value)
{
	return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"[value & 63];
}

static inline __attribute__((always_inline)) uint64_t
take_scalar(struct cursor *cursor, const struct bitabbrev_operand *operand)
{
	switch (operand->encoding) {
	case BITS_FIXED:
		return operand->value ? take_fixed(cursor, (unsigned)operand->value) : 0;
	case BITS_VBR:
		return operand->value ? take_vbr(cursor, (unsigned)operand->value) : 0;
	case BITS_CHAR6:
		return (uint8_t)char6((unsigned)take_fixed(cursor, 6));
	default:
		return operand->value;
	}
}

/* Elements take at least a bit: more elements than bits is damage. */
static void
read_array(struct bitreader *reader, const struct bitabbrev_operand *element, struct bitrecord *record)
{
	struct cursor cursor = cursor_of(reader);
	uint64_t n = take_vbr(&cursor, 6), least = element->encoding == BITS_CHAR6 ? 6 : element->value, i;
	uint64_t *op;

	if (cursor.bad || n > (cursor.end - cursor.at) / least) {
		reader->bad = true;
		return;
	}
	make_space(reader, record, n);
	op = record->op + record->n;
	for (i = 0; i < n; i++)
		op[i] = take_scalar(&cursor, element);
	record->n += n;
	set_cursor(reader, &cursor);
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
	const struct bitabbrev_operand *operand = abbrev->operand;
	struct cursor cursor = cursor_of(reader);
	unsigned i;
	uint64_t *op;

	make_space(reader, record, abbrev->simple);
	op = record->op;
	record->code = take_scalar(&cursor, operand);
	for (i = 1; i < abbrev->simple; i++)
		*op++ = take_scalar(&cursor, &operand[i]);
	record->n = abbrev->simple - 1;
	set_cursor(reader, &cursor);
	if (record->code > UINT32_MAX)
		reader->bad = true;
	if (abbrev->simple == abbrev->n || reader->bad)
		return;
	if (operand[i].encoding == BITS_ARRAY)
		read_array(reader, &operand[i + 1], record);
	else
		read_blob(reader, record);
}

static void
read_plain(struct bitreader *reader, struct bitrecord *record)
{
	enum { LEAST = 6 };	/* bits of an operand */
	struct cursor cursor = cursor_of(reader);
	uint64_t n, i;

	record->code = take_vbr(&cursor, 6);
	n = take_vbr(&cursor, 6);
	if (cursor.bad || n > (cursor.end - cursor.at) / LEAST || record->code > UINT32_MAX) {
		reader->bad = true;
		return;
	}
	make_space(reader, record, n);
	for (i = 0; i < n; i++)
		record->op[i] = take_vbr(&cursor, 6);
	record->n = n;
	set_cursor(reader, &cursor);
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
	return read_fixed(reader, 2) == ENTER_SUBBLOCK ? enter(reader, block) : BITS_BAD;
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
	if (block->id != BLOCKINFO_BLOCK_ID)
		abbrevs_add(reader->arena, &block->abbrevs, abbrev);
	else if (record->code == BLOCKINFO_CODE_SETBID && record->n && record->op[0] < BITS_MAX_BLOCK)
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
	case END_BLOCK:
		read_align(reader);
		return reader->bad || reader->at != block->end ? BITS_BAD : BITS_END;
	case ENTER_SUBBLOCK:
		return enter(reader, inner);
	case DEFINE_ABBREV:
		add_abbrev(reader, block, record);
		return reader->bad ? BITS_BAD : BITS_ABBREV;
	default:
		break;
	}
	record->abbrev = id;
	record->n = 0;
	record->blob = NULL;
	if (id == UNABBREV_RECORD)
		read_plain(reader, record);
	else if (id - FIRST_APPLICATION_ABBREV < block->abbrevs.n)
		read_abbreviated(reader, block->abbrevs.abbrev[id - FIRST_APPLICATION_ABBREV], record);
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

/* Room for so many numbers: each takes 64 chunks of 2 bits at most. */
static inline void
make_room_for(struct bitwriter *writer, size_t numbers)
{
	if (writer->room - writer->n < (numbers + 1) * 16)
		make_room(writer, (numbers + 1) * 16);
}

/* width is at most 32; there is room. */
static inline void
put_inside(struct bitwriter *writer, uint64_t value, unsigned width)
{
	writer->word |= value << writer->used;
	writer->used += width;
	if (writer->used < 32)
		return;
	memcpy(writer->byte + writer->n, &writer->word, sizeof(uint32_t));	/* little endian, like the stream */
	writer->n += sizeof(uint32_t);
	writer->word >>= 32;
	writer->used -= 32;
}

static inline void
put_vbr_inside(struct bitwriter *writer, uint64_t value, unsigned width)
{
	uint64_t more = 1ull << (width - 1);

	for (; value >= more; value >>= width - 1)
		put_inside(writer, (value & (more - 1)) | more, width);
	put_inside(writer, value, width);
}

static void
put(struct bitwriter *writer, uint64_t value, unsigned width)
{
	make_room_for(writer, 1);
	put_inside(writer, value, width);
}

static void
put_vbr(struct bitwriter *writer, uint64_t value, unsigned width)
{
	make_room_for(writer, 1);
	put_vbr_inside(writer, value, width);
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
	put(writer, ENTER_SUBBLOCK, outer);
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

	put(writer, END_BLOCK, width);
	bitwriter_align(writer);
	words = (uint32_t)((writer->n - entered) / sizeof words);
	memcpy(writer->byte + entered - sizeof words, &words, sizeof words);
}

void
bitwriter_define(struct bitwriter *writer, unsigned width, const struct bitabbrev *abbrev)
{
	unsigned i;

	put(writer, DEFINE_ABBREV, width);
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

/* 64: there is no such character. */
static unsigned
from_char6(uint64_t c)
{
	if (c >= 'a' && c <= 'z')
		return (unsigned)c - 'a';
	if (c >= 'A' && c <= 'Z')
		return (unsigned)c - 'A' + 26;
	if (c >= '0' && c <= '9')
		return (unsigned)c - '0' + 52;
	return c == '.' ? 62 : c == '_' ? 63 : 64;
}

/* Returns bits that are not 0 when the value did not fit, and was written wrong. */
static inline __attribute__((always_inline)) uint64_t
put_scalar(struct bitwriter *writer, unsigned encoding, uint64_t parameter, uint64_t value)
{
	unsigned c;

	/* The most frequent first: two comparisons are cheaper than a jump table. */
	if (encoding == BITS_VBR) {
		if (!parameter)
			return value;
		put_vbr_inside(writer, value, (unsigned)parameter);
		return 0;
	}
	if (encoding == BITS_FIXED) {	/* at most 32 bits */
		put_inside(writer, value, (unsigned)parameter);
		return value >> parameter;
	}
	if (encoding != BITS_CHAR6)	/* the stream has literals in the abbreviation */
		return value ^ parameter;
	c = from_char6(value);
	put_inside(writer, c, 6);
	return c >> 6;
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

/* The compiler keeps a copy of the writer in registers. */
void
bitwriter_plain(struct bitwriter *writer, unsigned width, uint64_t code, const uint64_t *op, size_t n)
{
	struct bitwriter copy;
	size_t i;

	make_room_for(writer, n + 3);
	copy = *writer;
	put_inside(&copy, UNABBREV_RECORD, width);
	put_vbr_inside(&copy, code, 6);
	put_vbr_inside(&copy, n, 6);
	for (i = 0; i < n; i++)
		put_vbr_inside(&copy, op[i], 6);
	*writer = copy;
}

/* False when the record is not of the abbreviation's form: then nothing is written. */
static bool
put_abbreviated(struct bitwriter *writer, unsigned width, const struct bitabbrev *abbrev, const struct bitrecord *record)
{
	const struct bitabbrev_operand *operand = abbrev->operand;
	unsigned tail = abbrev->simple < abbrev->n ? operand[abbrev->simple].encoding : BITS_LITERAL;
	const uint64_t *op = record->op;
	size_t n = abbrev->simple - 1, i;
	struct bitwriter copy;
	uint64_t lost;

	if (record->n < n || (record->n > n && tail != BITS_ARRAY) || !record->blob != (tail != BITS_BLOB))
		return false;
	make_room_for(writer, record->n + 3);
	copy = *writer;
	put_inside(&copy, record->abbrev, width);
	if (operand->encoding == BITS_LITERAL)
		lost = record->code ^ operand->value;
	else
		lost = put_scalar(&copy, operand->encoding, operand->value, record->code);
	for (i = 0, operand++; i < n; i++, operand++)
		lost |= put_scalar(&copy, operand->encoding, operand->value, op[i]);
	if (tail == BITS_ARRAY) {
		put_vbr_inside(&copy, record->n - n, 6);
		for (operand++; i < record->n; i++)
			lost |= put_scalar(&copy, operand->encoding, operand->value, op[i]);
	}
	if (lost)
		return false;
	*writer = copy;
	if (record->blob)
		put_blob(writer, record->blob, record->nblob);
	return true;
}

bool
bitwriter_record(struct bitwriter *writer, unsigned width, const struct bitabbrevs *abbrevs,
		 const struct bitrecord *record)
{
	unsigned i = record->abbrev - FIRST_APPLICATION_ABBREV;

	if (record->abbrev >= FIRST_APPLICATION_ABBREV && i < abbrevs->n && !((uint64_t)record->abbrev >> width) &&
	    put_abbreviated(writer, width, abbrevs->abbrev[i], record))
		return true;
	if (record->blob)
		return false;
	bitwriter_plain(writer, width, record->code, record->op, record->n);
	return true;
}
