#include "prop.h"

#include <string.h>

#include "bitcode/bitpatch.h"
#include "format/irnames.h"

/* --- what is to be saved ------------------------------------------------------ */

static void
prepare(struct save *save, const struct flow *flow)
{
	const struct aspect_list exclude = save->options->exclude;
	struct arena *arena = save->uses->arena;
	uint32_t i;

	save->order = aspects_sorted(save->uses->aspects);
	save->row = arena_calloc(arena, flow->words + 1, sizeof *save->row);
	save->kept = arena_alloc(arena, (flow->words + 1) * sizeof *save->kept);
	memset(save->kept, 0xff, flow->words * sizeof *save->kept);
	for (i = 0; i < exclude.n; i++)
		save->kept[exclude.aspect[i] / 64] &= ~(1ull << exclude.aspect[i] % 64);
}

/*
 * The aspects of a function's node: those that it uses without the excluded ones,
 * those that it declares, and those already in the node.  Without any of the first
 * two the node is not changed.
 */
static bool
gather(struct save *save, const struct flow *flow, uint32_t function)
{
	const struct facts *facts = &save->uses->facts[function];
	const struct use *use = save->uses->use + facts->first_use;
	uint64_t any = 0;
	uint32_t i;
	size_t w;

	for (w = 0; w < flow->words; w++) {
		save->row[w] = (flow->used[function * flow->words + w] & save->kept[w]) |
				flow->declared[function * flow->words + w];
		any |= save->row[w];
	}
	for (i = 0; any && i < facts->nuse; i++)
		if (use[i].from_metadata)
			save->row[use[i].aspect / 64] |= 1ull << use[i].aspect % 64;
	return any;
}

/* The existing list equals the one that would be written. */
static bool
stands_already(const struct save *save, const struct node_list *node, const struct save_list *list)
{
	const struct aspects *aspects = save->uses->aspects;
	const uint32_t *aspect = save->aspect + list->first;
	struct node_item item;
	uint32_t i;

	if (!node || !node->exact || node->n != list->n)
		return false;
	for (i = 0; i < list->n; i++) {
		item = (struct node_item){ .numbered = true, .number = aspects->number[aspect[i]] };
		if (save->options->named)
			item.text = aspects->name[aspect[i]];
		if (!node_list_is(&(struct node_list){ true, 1, &node->item[i] }, &item, 1))
			return false;
	}
	return true;
}

static void
plan_function(struct save *save, const struct flow *flow, uint32_t function)
{
	const struct aspects *aspects = save->uses->aspects;
	struct arena *arena = save->uses->arena;
	struct save_list list = { .function = function, .first = save->naspect };
	uint32_t i;

	if (!gather(save, flow, function))
		return;
	if (save->room - save->naspect < aspects->n) {
		save->room = 2 * save->room + aspects->n;
		save->aspect = arena_grow(arena, save->aspect, save->naspect * sizeof *save->aspect,
					  save->room * sizeof *save->aspect);
	}
	for (i = 0; i < aspects->n; i++)
		if (save->row[save->order[i] / 64] >> save->order[i] % 64 & 1)
			save->aspect[list.first + list.n++] = save->order[i];
	if (stands_already(save, save->uses->facts[function].used_node, &list))
		return;
	save->naspect += list.n;
	save->list = arena_extend(arena, save->list, save->nlist, sizeof *save->list);
	save->list[save->nlist++] = list;
}

static void
plan_targets(struct save *save)
{
	const struct save_options *options = save->options;
	struct arena *arena = save->uses->arena;
	struct node_item *item = arena_calloc(arena, options->ntarget + 1, sizeof *item);
	const struct facts *facts;
	uint32_t i;
	size_t k;

	for (k = 0; k < options->ntarget; k++)
		item[k].text = options->target[k];
	for (i = 0; i < save->uses->graph.nfunction; i++) {
		facts = &save->uses->facts[i];
		if (!facts->is_entry ||
		    (facts->has_targets && (!options->set_targets || node_list_is(facts->targets_node, item, options->ntarget))))
			continue;
		save->target = arena_extend(arena, save->target, save->ntarget, sizeof *save->target);
		save->target[save->ntarget++] = i;
	}
}

bool
save_plan(struct save *save, struct uses *uses, const struct flow *flow, const struct save_options *options)
{
	uint32_t i;

	*save = (struct save){ .uses = uses, .options = options };
	if (flow) {
		prepare(save, flow);
		for (i = 0; i < uses->graph.nfunction; i++)
			plan_function(save, flow, i);
	}
	plan_targets(save);
	return save->nlist || save->ntarget;
}

/* --- its records ------------------------------------------------------------------- */

/* i32 number, or !{!"name", i32 number}. */
static bitpatch_node
make_operand(struct bitpatch *patch, const struct save *save, uint32_t aspect)
{
	const struct aspects *aspects = save->uses->aspects;
	bitpatch_node pair[2];

	pair[1] = bitpatch_int(patch, aspects->number[aspect]);
	if (!save->options->named || !aspects->name[aspect])
		return pair[1];
	pair[0] = bitpatch_string(patch, aspects->name[aspect]);
	return bitpatch_tuple(patch, pair, 2);
}

static void
patch_lists(struct bitpatch *patch, const struct save *save)
{
	struct arena *arena = save->uses->arena;
	uint32_t n = save->uses->aspects->n, i;
	bitpatch_node *operand = arena_alloc(arena, (n + (size_t)1) * sizeof *operand);
	uint32_t kind = bitpatch_kind(patch, METADATA_USED_ASPECTS);
	const struct save_list *list;

	for (list = save->list; list < save->list + save->nlist; list++) {
		for (i = 0; i < list->n; i++)
			operand[i] = make_operand(patch, save, save->aspect[list->first + i]);
		bitpatch_set(patch, save->uses->program->global[list->function], kind,
			     bitpatch_tuple(patch, operand, list->n));
	}
}

static void
patch_targets(struct bitpatch *patch, const struct save *save)
{
	const struct save_options *options = save->options;
	bitpatch_node *operand = arena_alloc(save->uses->arena, (options->ntarget + 1) * sizeof *operand), list;
	uint32_t kind = bitpatch_kind(patch, METADATA_FIXED_TARGETS);
	size_t i;

	for (i = 0; i < options->ntarget; i++)
		operand[i] = bitpatch_string(patch, options->target[i]);
	list = bitpatch_tuple(patch, operand, options->ntarget);
	for (i = 0; i < save->ntarget; i++)
		bitpatch_set(patch, save->uses->program->global[save->target[i]], kind, list);
}

int
save_write(const struct save *save, struct bitwriter *writer)
{
	struct bitpatch *patch = bitpatch_new(save->uses->arena, &save->uses->program->bits);

	if (save->nlist)
		patch_lists(patch, save);
	if (save->ntarget)
		patch_targets(patch, save);
	return bitpatch_write(patch, writer);
}
