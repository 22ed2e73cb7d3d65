/*
 * LLVM's bitstream without LLVM: blocks, abbreviations and records, read and
 * written one at a time.  records.h has the meaning of records.
 *
 * A stream consists of words of 32 bits, bits from the least significant one.  A
 * block has records, abbreviations (how records with that id are packed) and inner
 * blocks; BLOCKINFO lists the initial abbreviations of each kind of block.
 */
#ifndef BITCODE_BITSTREAM_H
#define BITCODE_BITSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "llvm-codes.h"

/* Encodings of an abbreviation's operands. */
enum { BITS_LITERAL, BITS_FIXED, BITS_VBR, BITS_ARRAY, BITS_CHAR6, BITS_BLOB };
/* Kinds of blocks that BLOCKINFO may describe. */
enum { BITS_MAX_BLOCK = 32 };
enum { BITS_MAX_OPERANDS = 32 };

struct bitabbrev {
	unsigned n;
	unsigned simple;	/* how many operands come before an array or a blob: at least the record's code */
	struct bitabbrev_operand {
		uint8_t encoding;
		uint64_t value;		/* of a literal; otherwise the width */
	} operand[BITS_MAX_OPERANDS];
};

/* Abbreviations in the order of their ids, from FIRST_APPLICATION_ABBREV. */
struct bitabbrevs {
	const struct bitabbrev **abbrev;
	unsigned n, room;
};

/* One record.  The operands belong to the struct and are overwritten by the next record read into it. */
struct bitrecord {
	unsigned abbrev;	/* UNABBREV_RECORD, or the abbreviation's id */
	uint64_t code;
	uint64_t *op;
	size_t n, room;
	const uint8_t *blob;	/* bytes of a trailing blob, in the stream; NULL: none */
	size_t nblob;
};

/* --- reading ------------------------------------------------------------------ */

struct bitreader {
	const uint8_t *byte;
	uint64_t at, end;	/* in bits */
	bool bad;		/* the stream ended early or is malformed; everything read since is 0 */
	struct arena *arena;	/* for abbreviations and operands */
	struct bitabbrevs info[BITS_MAX_BLOCK];	/* from BLOCKINFO, so far */
};

/* A block being read. */
struct bitblock {
	unsigned id, width;	/* width of its abbreviation ids */
	uint64_t start, end;	/* of its contents, in bits */
	struct bitabbrevs abbrevs;
};

enum bititem { BITS_END, BITS_BLOCK, BITS_ABBREV, BITS_RECORD, BITS_BAD };

/* Starts at the first bit of len bytes, which stay the caller's and must live as long as the reader. */
void bitreader_init(struct bitreader *reader, struct arena *arena, const void *bytes, size_t len);
/*
 * The next block of the top level; its contents are read with bitreader_next().
 * BITS_END at the end of the stream, BITS_BAD for anything but a block.
 */
enum bititem bitreader_top(struct bitreader *reader, struct bitblock *block);
/*
 * The next item of the block:
 *
 *     BITS_RECORD   record is set
 *     BITS_ABBREV   an abbreviation was added to block->abbrevs (BLOCKINFO: to the reader's)
 *     BITS_BLOCK    inner is set; read it to its end, or bitreader_skip() it
 *     BITS_END      the block's end
 *     BITS_BAD      damaged
 */
enum bititem bitreader_next(struct bitreader *reader, struct bitblock *block, struct bitrecord *record,
			    struct bitblock *inner);
void bitreader_skip(struct bitreader *reader, const struct bitblock *block);
/* Restarts reading a block from its saved id, width, start and end. */
void bitreader_reenter(struct bitreader *reader, struct bitblock *block);
/* A number in chunks of 2 to 32 bits, for numbers within blobs. */
uint64_t bitreader_vbr(struct bitreader *reader, unsigned width);

/* An operand of the record, 0 when it has not so many. */
static inline uint64_t
bitrecord_get(const struct bitrecord *record, size_t i)
{
	return i < record->n ? record->op[i] : 0;
}

/* --- writing ------------------------------------------------------------------ */

/* Ends the process when memory runs out. */
struct bitwriter {
	uint8_t *byte;		/* whole words written so far */
	size_t n, room;
	uint64_t word;		/* bits of the unfinished word */
	unsigned used;
};

/* Empties the writer; its memory is kept. */
void bitwriter_reset(struct bitwriter *writer);
void bitwriter_free(struct bitwriter *writer);
void bitwriter_vbr(struct bitwriter *writer, uint64_t value, unsigned width);
/* Fills up to a word of 32 bits. */
void bitwriter_align(struct bitwriter *writer);
/* Copies whole words; the writer must be at a word. */
void bitwriter_words(struct bitwriter *writer, const void *words, size_t bytes);
/* Begins a block in one whose ids have outer bits; returns the argument `entered` of bitwriter_leave(). */
size_t bitwriter_enter(struct bitwriter *writer, unsigned outer, unsigned id, unsigned width);
void bitwriter_leave(struct bitwriter *writer, unsigned width, size_t entered);
void bitwriter_define(struct bitwriter *writer, unsigned width, const struct bitabbrev *abbrev);
/*
 * Writes the record with the abbreviation that it names among abbrevs, if it has
 * that form and each value fits, otherwise without; width: of the block's ids.
 * False, with nothing written, for a record with a blob that does not fit: blobs
 * need an abbreviation.
 */
bool bitwriter_record(struct bitwriter *writer, unsigned width, const struct bitabbrevs *abbrevs,
		      const struct bitrecord *record);
/* A record without abbreviation. */
void bitwriter_plain(struct bitwriter *writer, unsigned width, uint64_t code, const uint64_t *op, size_t n);

#endif
