#include "prop.h"

#include <string.h>

#include "ir/irmeta.h"
#include "ir/irmodule.h"

struct saver {
	const struct uses *uses;
	const struct flow *flow;
	const struct save_options *options;
	uint32_t *order;		/* aspects by number */
	LLVMMetadataRef *operand;	/* by aspect: its constant, or its pair */
	LLVMMetadataRef *list;		/* operands of the node in the making */
	uint64_t *kept;			/* one row: aspects that may be saved */
	uint64_t *row;
	bool changed;
};

/* i32 number, or !{!"name", i32 number}. */
static LLVMMetadataRef
make_operand(const struct saver *saver, uint32_t aspect)
{
	LLVMContextRef context = irmodule_context();
	const struct aspects *aspects = saver->uses->aspects;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
	LLVMMetadataRef pair[2];

	pair[1] = LLVMValueAsMetadata(LLVMConstInt(i32, (unsigned long long)aspects->number[aspect], 1));
	if (!saver->options->named || !aspects->name[aspect])
		return pair[1];
	pair[0] = LLVMMDStringInContext2(context, aspects->name[aspect], strlen(aspects->name[aspect]));
	return LLVMMDNodeInContext2(context, pair, 2);
}

static void
prepare(struct saver *saver)
{
	const struct aspects *aspects = saver->uses->aspects;
	struct arena *arena = saver->uses->arena;
	struct aspect_list exclude = saver->options->exclude;
	uint32_t i;

	saver->order = aspects_sorted(aspects);
	saver->operand = arena_alloc(arena, ((size_t)aspects->n + 1) * sizeof *saver->operand);
	saver->list = arena_alloc(arena, ((size_t)aspects->n + 1) * sizeof *saver->list);
	for (i = 0; i < aspects->n; i++)
		saver->operand[i] = make_operand(saver, i);
	saver->row = arena_calloc(arena, saver->flow->words + 1, sizeof *saver->row);
	saver->kept = arena_alloc(arena, (saver->flow->words + 1) * sizeof *saver->kept);
	memset(saver->kept, 0xff, saver->flow->words * sizeof *saver->kept);
	for (i = 0; i < exclude.n; i++)
		saver->kept[exclude.aspect[i] / 64] &= ~(1ull << exclude.aspect[i] % 64);
}

/*
 * What a function gets: all it uses without the excluded, all it declares, and
 * what its node already said.  With nothing of the first two it is left alone.
 */
static bool
gather(struct saver *saver, uint32_t function)
{
	const struct flow *flow = saver->flow;
	const struct facts *facts = &saver->uses->facts[function];
	const struct use *use = saver->uses->use + facts->first_use;
	uint64_t any = 0;
	uint32_t i;
	size_t w;

	for (w = 0; w < flow->words; w++) {
		saver->row[w] = (flow->used[function * flow->words + w] & saver->kept[w]) |
				flow->declared[function * flow->words + w];
		any |= saver->row[w];
	}
	for (i = 0; any && i < facts->nuse; i++)
		if (use[i].from_metadata)
			saver->row[use[i].aspect / 64] |= 1ull << use[i].aspect % 64;
	return any;
}

static void
save_function(struct saver *saver, uint32_t function)
{
	const struct aspects *aspects = saver->uses->aspects;
	LLVMMetadataRef node;
	uint32_t i, n = 0;

	if (!gather(saver, function))
		return;
	for (i = 0; i < aspects->n; i++)
		if (saver->row[saver->order[i] / 64] >> saver->order[i] % 64 & 1)
			saver->list[n++] = saver->operand[saver->order[i]];
	/* LLVM keeps one copy of equal nodes: the same node means the same list. */
	node = LLVMMDNodeInContext2(irmodule_context(), saver->list, n);
	if (node == saver->uses->facts[function].node)
		return;
	LLVMGlobalSetMetadata(saver->uses->graph.function[function], saver->uses->kind_used, node);
	saver->changed = true;
}

bool
save_aspects(const struct uses *uses, const struct flow *flow, const struct save_options *options)
{
	struct saver saver = { .uses = uses, .flow = flow, .options = options };
	uint32_t i;

	prepare(&saver);
	for (i = 0; i < uses->graph.nfunction; i++)
		save_function(&saver, i);
	return saver.changed;
}

static LLVMMetadataRef
targets_node(const struct save_options *options)
{
	LLVMMetadataRef name[64], *operand = name;
	LLVMMetadataRef node;
	struct arena arena;
	size_t i;

	arena_init(&arena);
	if (options->ntarget > 64)
		operand = arena_alloc(&arena, options->ntarget * sizeof *operand);
	for (i = 0; i < options->ntarget; i++)
		operand[i] = LLVMMDStringInContext2(irmodule_context(), options->target[i], strlen(options->target[i]));
	node = LLVMMDNodeInContext2(irmodule_context(), operand, options->ntarget);
	arena_free(&arena);
	return node;
}

/* The node of that kind as it stands, NULL when there is none. */
static LLVMMetadataRef
current_node(LLVMValueRef function, unsigned kind)
{
	LLVMValueMetadataEntry *entry;
	LLVMMetadataRef found = NULL;
	unsigned i;
	size_t n;

	entry = LLVMGlobalCopyAllMetadata(function, &n);
	for (i = 0; i < n && !found; i++)
		if (LLVMValueMetadataEntriesGetKind(entry, i) == kind)
			found = LLVMValueMetadataEntriesGetMetadata(entry, i);
	LLVMDisposeValueMetadataEntries(entry);
	return found;
}

bool
save_targets(LLVMModuleRef module, const struct save_options *options)
{
	unsigned kind = irmeta_kind("sycl_fixed_targets");
	LLVMMetadataRef node = targets_node(options), old;
	LLVMValueRef function;
	bool changed = false;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
		if (!irmodule_is_entry(function))
			continue;
		old = current_node(function, kind);
		if (old == node || (old && !options->set_targets))
			continue;
		LLVMGlobalSetMetadata(function, kind, node);
		changed = true;
	}
	return changed;
}
