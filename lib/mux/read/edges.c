#include "mux/read/edges.h"

#include <stdbool.h>
#include <string.h>

#include "format/spirv.h"

/* Block from goes to block to by several edges; new block via will be between. */
struct edge {
	uint32_t from, to, via;
	uint32_t next;		/* the next one with this to, counted from 1; 0: none */
};

struct edges {
	struct arena *arena;
	uint32_t bound;		/* of ids before there are new ones */
	uint8_t *wide;		/* by id: an integer type of more than 32 bits, or a value of one */
	uint32_t *first;	/* by id of a block: its first edge, counted from 1 */
	struct edge *edge;
	size_t nedge;
	uint32_t label;		/* the block that the walk is in */
	bool in_function;
};

/* The operands that are labels are those from 1 to before *end, each *step-th one; false when there are none, or one. */
static bool
targets(const struct edges *e, uint32_t op, uint32_t count, const uint32_t *operand, uint32_t *step, uint32_t *end)
{
	*end = op == SPIRV_OP_BRANCH_CONDITIONAL ? 3 : count;
	*step = 1;
	if (op == SPIRV_OP_SWITCH && count && operand[0] < e->bound)
		*step = e->wide[operand[0]] ? 3 : 2;
	return (op == SPIRV_OP_BRANCH_CONDITIONAL || op == SPIRV_OP_SWITCH) && *end > 2 && *end <= count;
}

static const struct edge *
edge_find(const struct edges *e, uint32_t from, uint32_t to)
{
	uint32_t i = to < e->bound ? e->first[to] : 0;

	while (i && e->edge[i - 1].from != from)
		i = e->edge[i - 1].next;
	return i ? &e->edge[i - 1] : NULL;
}

static void
edge_add(struct edges *e, uint32_t to)
{
	if (to >= e->bound || edge_find(e, e->label, to))
		return;
	e->edge = arena_extend(e->arena, e->edge, e->nedge, sizeof *e->edge);
	e->edge[e->nedge] = (struct edge){ e->label, to, e->bound + (uint32_t)e->nedge, e->first[to] };
	e->first[to] = (uint32_t)++e->nedge;
}

/* Notes what later instructions need: integers of more than one word, the block. */
static void
note(struct edges *e, uint32_t op, uint32_t count, const uint32_t *operand)
{
	if (op == SPIRV_OP_FUNCTION)
		e->in_function = true;
	if (op == SPIRV_OP_LABEL && count)
		e->label = operand[0];
	if (op == SPIRV_OP_TYPE_INT && count >= 2 && operand[0] < e->bound)
		e->wide[operand[0]] = operand[1] > 32;
	else if ((e->in_function || op == SPIRV_OP_CONSTANT) && count >= 2 && operand[0] < e->bound && operand[1] < e->bound &&
		 e->wide[operand[0]])
		e->wide[operand[1]] = true;
}

static void
find_edges(struct edges *e, uint32_t op, uint32_t count, const uint32_t *operand)
{
	uint32_t step, end, i, k;

	note(e, op, count, operand);
	if (!targets(e, op, count, operand, &step, &end))
		return;
	for (i = 1; i < end; i += step)
		for (k = 1; k < i; k += step)
			if (operand[k] == operand[i])
				edge_add(e, operand[i]);
}

/*
 * The parents of a phi that are reached by a new block now: some producers have an
 * entry for each edge, of which one stays.  Returns the number of operands left.
 */
static uint32_t
rename_parents(const struct edges *e, uint32_t count, uint32_t *operand)
{
	const struct edge *edge;
	uint32_t n = 2, i, k;

	for (i = 2; i + 1 < count; i += 2) {
		edge = edge_find(e, operand[i + 1], e->label);
		for (k = 3; edge && k < n && operand[k] != edge->via; k += 2)
			;
		if (edge && k < n)
			continue;
		operand[n] = operand[i];
		operand[n + 1] = edge ? edge->via : operand[i + 1];
		n += 2;
	}
	return n;
}

/* Rewrites one instruction in place and puts the new blocks behind it; returns how many words all are. */
static size_t
rewrite(struct edges *e, uint32_t *word)
{
	uint32_t op = *word & 0xffff, count = (*word >> 16) - 1, *operand = word + 1, *out = operand + count, step, end, i, k;
	const struct edge *edge;

	note(e, op, count, operand);
	if (op == SPIRV_OP_PHI && count >= 2) {
		count = rename_parents(e, count, operand);
		*word = (count + 1) << 16 | op;
		return count + 1;
	}
	if (!targets(e, op, count, operand, &step, &end))
		return count + 1;
	for (i = 1; i < end; i += step) {
		if (!(edge = edge_find(e, e->label, operand[i])))
			continue;
		for (k = 1; k < i && operand[k] != edge->via; k += step)
			;
		operand[i] = edge->via;
		if (k < i)
			continue;
		*out++ = 2 << 16 | SPIRV_OP_LABEL;
		*out++ = edge->via;
		*out++ = 2 << 16 | SPIRV_OP_BRANCH;
		*out++ = edge->to;
	}
	return (size_t)(out - word);
}

uint32_t *
edges_split(struct arena *arena, uint32_t *word, size_t *nword)
{
	struct edges e = { .arena = arena, .bound = word[3] };
	uint32_t *out, length;
	size_t i, n;

	e.wide = arena_calloc(arena, e.bound, sizeof *e.wide);
	e.first = arena_calloc(arena, e.bound, sizeof *e.first);
	for (i = SPIRV_HEADER_WORDS; i < *nword; i += word[i] >> 16)
		find_edges(&e, word[i] & 0xffff, (word[i] >> 16) - 1, word + i + 1);
	if (!e.nedge)
		return word;
	out = arena_calloc(arena, *nword + 4 * e.nedge, sizeof *out);
	memcpy(out, word, SPIRV_HEADER_WORDS * sizeof *out);
	out[3] += (uint32_t)e.nedge;
	e.label = 0;
	e.in_function = false;
	for (i = n = SPIRV_HEADER_WORDS; i < *nword; i += length) {
		length = word[i] >> 16;
		memcpy(out + n, word + i, length * sizeof *out);
		n += rewrite(&e, out + n);
	}
	*nword = n;
	return out;
}
