#include "bitkinds.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* LLVM's bitstream: words of 4 bytes, bits from the least significant one. */
struct bits {
	const uint8_t *byte;
	uint64_t at, end;	/* in bits */
	bool bad;
};

/* Abbreviation ids of every block, and the blocks on the way to the kinds. */
enum { END_BLOCK, ENTER_SUBBLOCK, DEFINE_ABBREV, UNABBREV_RECORD, FIRST_ABBREV };
enum { BLOCKINFO_BLOCK = 0, MODULE_BLOCK = 8, METADATA_KIND_BLOCK = 22 };
enum { METADATA_KIND_RECORD = 6 };
/* Encodings of an abbreviation's operands. */
enum { FIXED = 1, VBR, ARRAY, CHAR6, BLOB };
enum { ABBREVS_MAX = 32, OPERANDS_MAX = 32 };

struct operand {
	uint8_t encoding;	/* 0: a literal, which takes no bits */
	uint8_t width;
};

struct abbrev {
	struct operand operand[OPERANDS_MAX];
	unsigned n;
};

static uint64_t
bits_read(struct bits *bits, unsigned width)
{
	uint64_t value = 0;
	unsigned i;

	if (width > 64 || bits->end - bits->at < width) {
		bits->bad = true;
		return 0;
	}
	for (i = 0; i < width; i++, bits->at++)
		value |= (uint64_t)(bits->byte[bits->at / 8] >> bits->at % 8 & 1) << i;
	return value;
}

/* Chunks of width bits, the highest bit of each says that more follow. */
static uint64_t
bits_read_vbr(struct bits *bits, unsigned width)
{
	uint64_t value = 0, chunk, more = width ? 1ull << (width - 1) : 0;
	unsigned shift = 0;

	do {
		chunk = bits_read(bits, width);
		if (shift >= 64 || width < 2)
			bits->bad = true;
		if (bits->bad)
			return 0;
		value |= (chunk & (more - 1)) << shift;
		shift += width - 1;
	} while (chunk & more);
	return value;
}

static void
bits_align(struct bits *bits)
{
	bits->at = (bits->at + 31) / 32 * 32;
	if (bits->at > bits->end)
		bits->bad = true;
}

static void
bits_skip(struct bits *bits, uint64_t n)
{
	if (bits->end - bits->at < n)
		bits->bad = true;
	else
		bits->at += n;
}

/* After ENTER_SUBBLOCK: the id; *width is that of its abbreviation ids, *words its length. */
static uint64_t
block_enter(struct bits *bits, unsigned *width, uint64_t *words)
{
	uint64_t id = bits_read_vbr(bits, 8);

	*width = (unsigned)bits_read_vbr(bits, 4);
	bits_align(bits);
	*words = bits_read(bits, 32);
	if (*width < 2 || *width > 16)
		bits->bad = true;
	return id;
}

static void
abbrev_define(struct bits *bits, struct abbrev *abbrev)
{
	uint64_t n = bits_read_vbr(bits, 5), i;
	struct operand *operand;

	if (n > OPERANDS_MAX)
		bits->bad = true;
	for (i = 0; i < n && !bits->bad; i++) {
		operand = &abbrev->operand[i];
		*operand = (struct operand){ 0, 0 };
		if (bits_read(bits, 1)) {
			bits_read_vbr(bits, 8);
			continue;
		}
		operand->encoding = (uint8_t)bits_read(bits, 3);
		if (operand->encoding == FIXED || operand->encoding == VBR)
			operand->width = (uint8_t)bits_read_vbr(bits, 5);
		if (operand->encoding < FIXED || operand->encoding > BLOB)
			bits->bad = true;
	}
	abbrev->n = (unsigned)n;
}

static void
operand_skip(struct bits *bits, struct operand operand)
{
	if (operand.encoding == FIXED)
		bits_skip(bits, operand.width);
	else if (operand.encoding == VBR && operand.width)
		bits_read_vbr(bits, operand.width);
	else if (operand.encoding == CHAR6)
		bits_skip(bits, 6);
}

static void
abbrev_skip(struct bits *bits, const struct abbrev *abbrev)
{
	uint64_t n;
	unsigned i;

	for (i = 0; i < abbrev->n && !bits->bad; i++) {
		if (abbrev->operand[i].encoding == ARRAY) {
			if (i + 1 >= abbrev->n) {
				bits->bad = true;
				return;
			}
			for (n = bits_read_vbr(bits, 6); n && !bits->bad; n--)
				operand_skip(bits, abbrev->operand[i + 1]);
			return;
		}
		if (abbrev->operand[i].encoding == BLOB) {
			n = bits_read_vbr(bits, 6);
			bits_align(bits);
			bits_skip(bits, n > bits->end ? bits->end + 1 : n * 8);
			bits_align(bits);
			return;
		}
		operand_skip(bits, abbrev->operand[i]);
	}
}

/* An unabbreviated record [number, character...]: is it this kind's? */
static bool
record_is_kind(struct bits *bits, const char *name)
{
	uint64_t code = bits_read_vbr(bits, 6), n = bits_read_vbr(bits, 6), i;
	size_t len = strlen(name);
	bool same = code == METADATA_KIND_RECORD && n == len + 1;

	for (i = 0; i < n && !bits->bad; i++) {
		uint64_t value = bits_read_vbr(bits, 6);

		if (i && same && value != (uint8_t)name[i - 1])
			same = false;
	}
	return same;
}

static enum bitkind
kinds_find(struct bits *bits, unsigned width, const char *name)
{
	while (!bits->bad)
		switch (bits_read(bits, width)) {
		case END_BLOCK:	/* also what is read past the end */
			return bits->bad ? BITKIND_UNKNOWN : BITKIND_ABSENT;
		case UNABBREV_RECORD:
			if (record_is_kind(bits, name) && !bits->bad)
				return BITKIND_PRESENT;
			break;
		default:	/* LLVM writes no abbreviation here */
			return BITKIND_UNKNOWN;
		}
	return BITKIND_UNKNOWN;
}

/* Inside the module: over its records and inner blocks to the kinds. */
static enum bitkind
module_find(struct bits *bits, unsigned width, const char *name)
{
	struct abbrev abbrev[ABBREVS_MAX];
	unsigned n = 0, inner;
	uint64_t code, id, words, i;

	while (!bits->bad)
		switch (code = bits_read(bits, width)) {
		case END_BLOCK:	/* also what is read past the end */
			return bits->bad ? BITKIND_UNKNOWN : BITKIND_ABSENT;
		case ENTER_SUBBLOCK:
			id = block_enter(bits, &inner, &words);
			if (id == METADATA_KIND_BLOCK && !bits->bad)
				return kinds_find(bits, inner, name);
			bits_skip(bits, words * 32);
			break;
		case DEFINE_ABBREV:
			if (n == ABBREVS_MAX)
				return BITKIND_UNKNOWN;
			abbrev_define(bits, &abbrev[n++]);
			break;
		case UNABBREV_RECORD:
			bits_read_vbr(bits, 6);
			for (i = bits_read_vbr(bits, 6); i && !bits->bad; i--)
				bits_read_vbr(bits, 6);
			break;
		default:
			if (code - FIRST_ABBREV >= n)
				return BITKIND_UNKNOWN;
			abbrev_skip(bits, &abbrev[code - FIRST_ABBREV]);
		}
	return BITKIND_UNKNOWN;
}

enum bitkind
bitkinds_find(const void *text, size_t len, const char *name)
{
	struct bits bits = { .byte = text, .end = (uint64_t)len * 8 };
	unsigned width;
	uint64_t id, words;

	if (len < 4 || memcmp(text, "BC\xc0\xde", 4))
		return BITKIND_UNKNOWN;
	bits.at = 32;
	while (!bits.bad && bits.at < bits.end) {
		if (bits_read(&bits, 2) != ENTER_SUBBLOCK)
			return BITKIND_UNKNOWN;
		id = block_enter(&bits, &width, &words);
		if (id == MODULE_BLOCK && !bits.bad)
			return module_find(&bits, width, name);
		bits_skip(&bits, words * 32);
	}
	return BITKIND_UNKNOWN;
}
