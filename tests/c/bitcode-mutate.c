#include "bitcode-mutate.h"

#include <string.h>

#include "bitcode/bitcut.h"
#include "random.h"

enum { MAX_DEPTH = 8, MAX_ITEMS = 4096 };

struct item {
	enum { ITEM_RECORD, ITEM_ABBREV, ITEM_ENTER, ITEM_LEAVE } form;
	unsigned id, width;	/* of the block that is entered; a record's is that of its block */
	struct bitrecord record;
	struct bitabbrev abbrev;
};

struct items {
	struct item *item;
	size_t n;
	struct arena *arena;
};

/* --- taken apart ---------------------------------------------------------------------- */

static struct item *
add_item(struct items *items)
{
	items->item = arena_extend(items->arena, items->item, items->n, sizeof *items->item);
	memset(&items->item[items->n], 0, sizeof *items->item);
	return &items->item[items->n++];
}

static struct bitrecord
copy_record(struct arena *arena, const struct bitrecord *record)
{
	struct bitrecord copy = *record;

	copy.op = arena_alloc(arena, (record->n + 1) * sizeof *copy.op);
	if (record->n)
		memcpy(copy.op, record->op, record->n * sizeof *copy.op);
	copy.room = copy.n;
	return copy;
}

static void
add_enter(struct items *items, const struct bitblock *block)
{
	struct item *item = add_item(items);

	item->form = ITEM_ENTER;
	item->id = block->id;
	item->width = block->width;
}

static void
add_abbrev(struct items *items, const struct bitreader *reader, const struct bitblock *block, const struct bitrecord *record)
{
	const struct bitabbrevs *all = &block->abbrevs;
	struct item *item = add_item(items);

	if (block->id == BLOCKINFO_BLOCK_ID)
		all = &reader->info[bitrecord_get(record, 0) % BITS_MAX_BLOCK];
	item->form = ITEM_ABBREV;
	item->id = block->id;
	if (all->n)
		item->abbrev = *all->abbrev[all->n - 1];
}

/* Reading ends at damage. */
static void
read_block(struct items *items, struct bitreader *reader, struct bitblock *block, int depth)
{
	struct bitrecord record = { 0 };
	struct bitblock inner;
	struct item *item;

	add_enter(items, block);
	while (items->n < MAX_ITEMS)
		switch (bitreader_next(reader, block, &record, &inner)) {
		case BITS_RECORD:
			item = add_item(items);
			item->form = ITEM_RECORD;
			item->id = block->id;
			item->record = copy_record(items->arena, &record);
			continue;
		case BITS_ABBREV:
			add_abbrev(items, reader, block, &record);
			continue;
		case BITS_BLOCK:
			if (depth < MAX_DEPTH)
				read_block(items, reader, &inner, depth + 1);
			if (reader->at != inner.end)
				goto out;
			continue;
		case BITS_BAD:
			reader->at = 0;
			goto out;
		default:
			goto out;
		}
out:
	add_item(items)->form = ITEM_LEAVE;
}

static struct items
take_apart(struct arena *arena, const uint8_t *bytes, size_t len)
{
	struct items items = { .arena = arena };
	struct bitreader reader;
	struct bitblock block;

	bitreader_init(&reader, arena, bytes, len);
	if (len < 4)
		return items;
	reader.at = 32;
	while (items.n < MAX_ITEMS && bitreader_top(&reader, &block) == BITS_BLOCK) {
		read_block(&items, &reader, &block, 0);
		if (reader.at != block.end)
			break;
	}
	return items;
}

/* --- put together ------------------------------------------------------------------------ */

struct level {
	unsigned id, width;
	struct bitabbrevs abbrevs;
	size_t at;
};

struct maker {
	struct bitwriter writer;
	struct arena *arena;
	struct level level[MAX_DEPTH + 4];
	unsigned depth;		/* 0: outside of all blocks */
	struct bitabbrevs info[BITS_MAX_BLOCK];
	unsigned setbid;
};

static void
keep_abbrev(struct maker *maker, struct bitabbrevs *abbrevs, const struct bitabbrev *abbrev)
{
	const struct bitabbrev **all = arena_alloc(maker->arena, (abbrevs->n + 1) * sizeof *all);

	if (abbrevs->n)
		memcpy(all, abbrevs->abbrev, abbrevs->n * sizeof *all);
	all[abbrevs->n++] = abbrev;
	abbrevs->abbrev = all;
}

static void
make_enter(struct maker *maker, const struct item *item)
{
	unsigned outer = maker->depth ? maker->level[maker->depth - 1].width : 2;
	struct level *level = &maker->level[maker->depth++];

	*level = (struct level){ .id = item->id, .width = item->width };
	if (item->id < BITS_MAX_BLOCK)
		level->abbrevs = maker->info[item->id];
	level->at = bitwriter_enter(&maker->writer, outer, item->id, item->width);
}

static void
make_leave(struct maker *maker)
{
	struct level *level = &maker->level[--maker->depth];

	bitwriter_leave(&maker->writer, level->width, level->at);
}

static void
make_abbrev(struct maker *maker, struct level *level, const struct item *item)
{
	if (!item->abbrev.n)
		return;
	bitwriter_define(&maker->writer, level->width, &item->abbrev);
	keep_abbrev(maker, level->id == BLOCKINFO_BLOCK_ID ? &maker->info[maker->setbid] : &level->abbrevs, &item->abbrev);
}

static void
make_record(struct maker *maker, const struct level *level, const struct item *item)
{
	struct bitrecord record = item->record;

	/* Ids must fit into the width. */
	if (level->width < 32 && record.abbrev >> level->width)
		record.abbrev = UNABBREV_RECORD;
	bitwriter_record(&maker->writer, level->width, &level->abbrevs, &record);
	if (level->id == BLOCKINFO_BLOCK_ID && record.code == 1)
		maker->setbid = (unsigned)(bitrecord_get(&record, 0) % BITS_MAX_BLOCK);
}

static void
put_together(struct maker *maker, const struct items *items)
{
	const struct item *item;
	struct level *level;

	bitwriter_words(&maker->writer, "BC\xc0\xde", 4);
	for (item = items->item; item < items->item + items->n; item++) {
		level = &maker->level[maker->depth ? maker->depth - 1 : 0];
		if (item->form == ITEM_ENTER && maker->depth < sizeof maker->level / sizeof *maker->level)
			make_enter(maker, item);
		else if (maker->depth && item->form == ITEM_LEAVE)
			make_leave(maker);
		else if (maker->depth && item->form == ITEM_ABBREV)
			make_abbrev(maker, level, item);
		else if (maker->depth && item->form == ITEM_RECORD)
			make_record(maker, level, item);
	}
	while (maker->depth)
		make_leave(maker);
}

/* --- changes ------------------------------------------------------------------------------ */

/* Lists of names that every file has are rarely worth a change. */
static bool
is_dull(const struct item *item)
{
	return item->form == ITEM_RECORD && (item->id == METADATA_KIND_BLOCK_ID || item->id == OPERAND_BUNDLE_TAGS_BLOCK_ID ||
					     item->id == SYNC_SCOPE_NAMES_BLOCK_ID || item->id == IDENTIFICATION_BLOCK_ID);
}

static size_t
pick(const struct items *items)
{
	size_t i = random_number(items->n), tries = 8;

	while (tries-- && is_dull(&items->item[i]))
		i = random_number(items->n);
	return i;
}

/* The index of a record; items->n when none is found. */
static size_t
pick_record(const struct items *items)
{
	size_t i = 0, tries = 32;

	while (tries--) {
		i = pick(items);
		if (items->item[i].form == ITEM_RECORD)
			return i;
	}
	return items->n;
}

static uint64_t
number(const struct items *items, uint64_t was)
{
	static const uint64_t edge[] = {
		0, 1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 255, 256, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
		0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff
	};
	size_t i;

	switch (random_number(5)) {
	case 0: return edge[random_number(sizeof edge / sizeof *edge)];
	case 1: return was + 1 + random_number(3);
	case 2: return was - 1 - random_number(3);
	case 3:
		i = pick_record(items);
		if (i < items->n && items->item[i].record.n)
			return items->item[i].record.op[random_number(items->item[i].record.n)];
		return 0;
	default: return random_number(40);
	}
}

static void
change_operand(struct items *items)
{
	size_t i = pick_record(items), k;
	struct bitrecord *record;

	if (i == items->n || !items->item[i].record.n)
		return;
	record = &items->item[i].record;
	k = random_number(record->n);
	record->op[k] = number(items, record->op[k]);
}

static void
change_count(struct items *items)
{
	size_t i = pick_record(items), k;
	struct bitrecord *record, old;

	if (i == items->n)
		return;
	record = &items->item[i].record;
	if (record->n && random_number(2)) {
		k = random_number(2) ? record->n - 1 : random_number(record->n);
		memmove(record->op + k, record->op + k + 1, (record->n - k - 1) * sizeof *record->op);
		record->n--;
		return;
	}
	old = *record;
	record->op = arena_alloc(items->arena, (old.n + 2) * sizeof *record->op);
	k = random_number(2) ? old.n : random_number(old.n + 1);
	memcpy(record->op, old.op, k * sizeof *record->op);
	record->op[k] = number(items, 0);
	memcpy(record->op + k + 1, old.op + k, (old.n - k) * sizeof *record->op);
	record->n++;
}

static void
change_code(struct items *items)
{
	size_t i = pick_record(items);

	if (i < items->n) {
		items->item[i].record.code = random_number(68);
		items->item[i].record.abbrev = UNABBREV_RECORD;
	}
}

static void
change_abbrev_of_record(struct items *items)
{
	size_t i = pick_record(items);

	if (i < items->n)
		items->item[i].record.abbrev = UNABBREV_RECORD + (unsigned)random_number(10);
}

static void
change_abbrev(struct items *items)
{
	size_t i, tries = 64;
	struct bitabbrev *abbrev;
	unsigned k;

	for (i = random_number(items->n); tries-- && items->item[i].form != ITEM_ABBREV; i = random_number(items->n))
		;
	abbrev = &items->item[i].abbrev;
	if (items->item[i].form != ITEM_ABBREV || !abbrev->n)
		return;
	k = (unsigned)random_number(abbrev->n);
	switch (random_number(4)) {
	case 0:
		abbrev->operand[k].encoding = (uint8_t)random_number(7);
		break;
	case 1:
		abbrev->operand[k].value = random_number(70);
		break;
	case 2:
		abbrev->n -= abbrev->n > 1;
		break;
	default:
		if (abbrev->n < BITS_MAX_OPERANDS)
			abbrev->operand[abbrev->n++] = (struct bitabbrev_operand){ BITS_VBR, 6 };
		break;
	}
	for (abbrev->simple = 0; abbrev->simple < abbrev->n && abbrev->operand[abbrev->simple].encoding != BITS_ARRAY &&
				 abbrev->operand[abbrev->simple].encoding != BITS_BLOB;)
		abbrev->simple++;
	if (!abbrev->simple || abbrev->operand[abbrev->n - 1].encoding == BITS_ARRAY)
		abbrev->n = 0;
	/* Widths that the writer knows. */
	for (k = 0; k < abbrev->n; k++)
		if ((abbrev->operand[k].encoding == BITS_FIXED && abbrev->operand[k].value > 32) ||
		    (abbrev->operand[k].encoding == BITS_VBR && (abbrev->operand[k].value < 2 || abbrev->operand[k].value > 32)) ||
		    (k + 1 < abbrev->n && abbrev->operand[k].encoding == BITS_BLOB) ||
		    (k + 2 < abbrev->n && abbrev->operand[k].encoding == BITS_ARRAY) || abbrev->operand[k].encoding > BITS_BLOB)
			abbrev->n = 0;
}

/* One past the item at i; past the whole block for a block. */
static size_t
item_end(const struct items *items, size_t i)
{
	size_t depth = 0, k;

	if (items->item[i].form == ITEM_LEAVE)
		return i;
	for (k = i; k < items->n; k++) {
		depth += items->item[k].form == ITEM_ENTER;
		depth -= items->item[k].form == ITEM_LEAVE && depth;
		if (!depth)
			return k + 1;
	}
	return items->n;
}

static void
insert(struct items *items, size_t at, const struct item *item, size_t n)
{
	struct item *all = arena_alloc(items->arena, (items->n + n + 1) * sizeof *all);

	if (items->n + n > MAX_ITEMS * 2)
		return;
	memcpy(all, items->item, at * sizeof *all);
	memcpy(all + at, item, n * sizeof *all);
	memcpy(all + at + n, items->item + at, (items->n - at) * sizeof *all);
	items->item = all;
	items->n += n;
}

/* Copies, so that changing one does not change the other. */
static struct item *
copy_items(struct arena *arena, const struct item *item, size_t n)
{
	struct item *copy = arena_alloc(arena, (n + 1) * sizeof *copy);
	size_t i;

	memcpy(copy, item, n * sizeof *copy);
	for (i = 0; i < n; i++)
		if (copy[i].form == ITEM_RECORD)
			copy[i].record = copy_record(arena, &copy[i].record);
	return copy;
}

static void
take_out(struct items *items, size_t at, size_t n)
{
	memmove(items->item + at, items->item + at + n, (items->n - at - n) * sizeof *items->item);
	items->n -= n;
}

/* A number near the old one, or any number. */
static size_t
place(const struct items *items, size_t near)
{
	size_t at = random_number(2) ? near + random_number(5) : pick(items);

	return at < items->n ? at : items->n - 1;
}

static void
change_order(struct items *items, int how)
{
	size_t i = pick(items), end = item_end(items, i);
	struct item *copy;

	if (end == i || i == 0)
		return;
	copy = copy_items(items->arena, items->item + i, end - i);
	if (how != 1)
		take_out(items, i, end - i);
	if (how && items->n)
		insert(items, place(items, i), copy, end - i);
}

static void
take_from(struct items *items, const struct items *other)
{
	size_t i, end;

	if (!other->n)
		return;
	i = pick(other);
	end = item_end(other, i);
	if (end > i)
		insert(items, pick(items), copy_items(items->arena, other->item + i, end - i), end - i);
}

static void
change_block(struct items *items)
{
	size_t i, tries = 64;

	for (i = random_number(items->n); tries-- && items->item[i].form != ITEM_ENTER; i = random_number(items->n))
		;
	if (items->item[i].form != ITEM_ENTER)
		return;
	if (random_number(2))
		items->item[i].id = (unsigned)random_number(28);
	else
		items->item[i].width = 2 + (unsigned)random_number(8);
}

static void
change_blob(struct items *items)
{
	size_t i, tries = 64;
	struct bitrecord *record;
	uint8_t *copy;

	for (i = random_number(items->n); tries-- && !(items->item[i].form == ITEM_RECORD && items->item[i].record.blob);
	     i = random_number(items->n))
		;
	record = &items->item[i].record;
	if (items->item[i].form != ITEM_RECORD || !record->blob || !record->nblob)
		return;
	copy = arena_alloc(items->arena, record->nblob + 1);
	memcpy(copy, record->blob, record->nblob);
	copy[random_number(record->nblob)] = (uint8_t)random_next();
	record->blob = copy;
	if (!random_number(4))
		record->nblob = random_number(record->nblob + 1);
}

static void
change(struct items *items, const struct items *other)
{
	switch (random_number(24)) {
	case 0: change_order(items, 0); break;
	case 1: change_order(items, 1); break;
	case 2: case 3: change_order(items, 2); break;
	case 4: case 5: case 6: change_count(items); break;
	case 7: change_code(items); break;
	case 8: change_abbrev_of_record(items); break;
	case 9: change_abbrev(items); break;
	case 10: change_block(items); break;
	case 11: change_blob(items); break;
	case 12: case 13: take_from(items, other); break;
	default: change_operand(items); break;
	}
}

/* Tables of offsets are wrong after any change, and then LLVM reports only these: mostly drops them. */
static void
drop_places(struct items *items)
{
	size_t i = 0, end;

	while (i < items->n) {
		const struct item *item = &items->item[i];
		bool place = item->form == ITEM_RECORD &&
			     ((item->id == MODULE_BLOCK_ID && item->record.code == MODULE_CODE_VSTOFFSET) ||
			      (item->id == METADATA_BLOCK_ID && (item->record.code == METADATA_INDEX_OFFSET || item->record.code == METADATA_INDEX)));

		end = i + 1;
		if (item->form == ITEM_ENTER && item->id == VALUE_SYMTAB_BLOCK_ID && i && items->item[i - 1].form == ITEM_LEAVE) {
			end = item_end(items, i);
			place = end > i + 1 && end < items->n && items->item[i + 1].form != ITEM_LEAVE &&
				items->item[end - 2].form == ITEM_RECORD && items->item[end - 2].record.code == 3;
		}
		if (place)
			take_out(items, i, end - i);
		else
			i++;
	}
}

size_t
bitcode_mutate(const uint8_t *bytes, size_t len, const uint8_t *other, size_t nother, uint8_t *out, size_t room,
	       unsigned times, uint64_t seed)
{
	struct items items, others = { 0 };
	struct arena arena;
	struct maker maker = { .arena = &arena };
	size_t n = 0;

	random_state = seed ? seed : 1;
	random_next();
	arena_init(&arena);
	items = take_apart(&arena, bytes, len);
	if (other)
		others = take_apart(&arena, other, nother);
	if (random_number(32))
		drop_places(&items);
	while (times-- && items.n)
		change(&items, &others);
	if (items.n) {
		put_together(&maker, &items);
		if (maker.writer.n <= room) {
			n = maker.writer.n;
			memcpy(out, maker.writer.byte, n);
		}
		bitwriter_free(&maker.writer);
	}
	arena_free(&arena);
	return n;
}
