#include "props.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/order.h"
#include "features.h"
#include "format/irnames.h"
#include "format/requirements.h"
#include "globals.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "names.h"

struct maker {
	struct propfile *file;
	const struct graph *graph;
	const struct closure *closure;
	const struct image *image;
	const struct node **node;	/* of the closure, sorted by name: outputs do not depend on the input's order */
	size_t nnode;
};

static const struct node *
entry_node(const struct maker *m, size_t i)
{
	return &m->graph->node[m->image->entry[i]];
}

/* --- requirements ------------------------------------------------------------- */

/* The string of a joint matrix: that of the first function of the image that has one. */
static const char *
matrix_of(const struct maker *m, bool mad)
{
	size_t i;

	for (i = 0; i < m->nnode; i++) {
		const struct features *f = m->node[i]->features;

		if (f && (mad ? f->nmatrix_mad : f->nmatrix))
			return mad ? f->matrix_mad[0] : f->matrix[0];
	}
	return NULL;
}

/*
 * An image for fixed targets requires nothing but them (decision 18); what its
 * code uses is kept apart, for the compiler of a target without it would fail.
 */
static void
put_requirements(struct maker *m)
{
	const struct final *final = &m->image->final;
	struct requirements req = { .fixed = final->fixed || final->limited, .fixed_target = final->fixed_target,
				    .nfixed_target = final->nfixed_target };
	struct requirements uses = { .aspect = final->aspect, .naspect = final->naspect, .sub_group_size = final->sub_group,
				     .nsub_group_size = final->nsub_group };
	uint64_t size[3], items = final->work_items;
	size_t i;

	if (final->fixed) {
		uses.work_group_size = &items;
		uses.nwork_group_size = items ? 1 : 0;
		requirements_write(m->file, &req, options.requirements);
		requirements_write_uses(m->file, &uses);
		return;
	}
	req.lists_aspects = true;
	req.aspect = final->aspect;
	req.naspect = final->naspect;
	req.joint_matrix = matrix_of(m, false);
	req.joint_matrix_mad = matrix_of(m, true);
	req.sub_group_size = final->sub_group;
	req.nsub_group_size = final->nsub_group;
	req.work_group_size = size;
	req.nwork_group_size = final->nwork_group < 3 ? final->nwork_group : 3;
	/* The metadata has the fastest dimension first. */
	for (i = 0; i < req.nwork_group_size; i++)
		size[i] = (uint64_t)final->work_group[req.nwork_group_size - 1 - i];
	req.work_group_dimensions = final->nwork_group_dims ? (uint32_t)final->work_group_dims[0] : 0;
	requirements_write(m->file, &req, options.requirements);
}

/* --- per kernel ------------------------------------------------------------------ */

/* !sycl_kernel_omit_args: one bit per argument, set when it was dropped. */
static void
put_omitted_arguments(struct maker *m, const struct node *node)
{
	LLVMValueRef list = irmeta_get(node->value, irmeta_kind(METADATA_OMITTED_ARGUMENTS));
	uint8_t *mask;
	int64_t *bit;
	size_t n, i;

	if (!list)
		list = irmeta_get(node->value, irmeta_kind("spir_kernel_omit_args"));
	if (!list || !irmeta_ints(m->file->arena, list, &bit, &n) || !n)
		return;
	mask = arena_calloc(m->file->arena, (n + 7) / 8, 1);
	for (i = 0; i < n; i++)
		if (bit[i])
			mask[i / 8] |= (uint8_t)(1 << i % 8);
	propfile_set_bits(m->file, PROPSET_PARAM_OPT, node->name, mask, n);
}

static void
put_list_of(struct maker *m, const struct node *node, const char *kind)
{
	uint32_t *value;
	int64_t *number;
	size_t n, i;

	if (!irmeta_get_ints(m->file->arena, node->value, irmeta_kind(kind), &number, &n) || !n)
		return;
	value = arena_calloc(m->file->arena, n, sizeof *value);
	for (i = 0; i < n; i++)
		value[i] = (uint32_t)number[i];
	propfile_set_uint32s(m->file, PROPSET_PROGRAM_METADATA, arena_printf(m->file->arena, "%s@%s", node->name, kind),
			     value, n);
}

static void
put_number_of(struct maker *m, const struct node *node, const char *kind, const char *name)
{
	int64_t *number;
	size_t n;

	if (irmeta_get_ints(m->file->arena, node->value, irmeta_kind(kind), &number, &n) && n)
		propfile_set_uint32(m->file, PROPSET_PROGRAM_METADATA,
				    arena_printf(m->file->arena, "%s@%s", node->name, name), (uint32_t)number[0]);
}

static void
put_program_metadata(struct maker *m)
{
	const struct device_global *global;
	const char *variable;
	size_t i;

	propfile_get(m->file, PROPSET_PROGRAM_METADATA);
	for (i = 0; i < m->image->nentry; i++) {
		const struct node *node = entry_node(m, i);

		put_list_of(m, node, METADATA_WORK_GROUP_SIZE);
		put_number_of(m, node, METADATA_SUB_GROUP_SIZE, "reqd_sub_group_size");
		put_number_of(m, node, METADATA_WORK_GROUP_DIMENSIONS, METADATA_WORK_GROUP_DIMENSIONS);
		put_list_of(m, node, "max_work_group_size");
		put_number_of(m, node, "max_linear_work_group_size", "max_linear_work_group_size");
	}
	for (i = 0; i < m->nnode; i++) {
		global = device_global_of(m->node[i]->value);
		if (!global)
			continue;
		variable = m->node[i]->name;
		propfile_set_string(m->file, PROPSET_PROGRAM_METADATA,
				    arena_printf(m->file->arena, "%s@global_id_mapping", global->id), variable);
	}
}

static void
put_functor_sizes(struct maker *m)
{
	uint32_t size;
	size_t i;

	for (i = 0; i < m->image->nentry; i++) {
		size = functor_size_of(entry_node(m, i)->value);
		if (size)
			propfile_set_uint32(m->file, PROPSET_FUNCTOR_SIZE, entry_node(m, i)->name, size);
	}
}

/* --- symbols --------------------------------------------------------------------- */

/* An entry point that is a function: those of NVIDIA's GPUs have no calling convention of their own. */
static bool
is_function(const struct node *node)
{
	return LLVMGetFunctionCallConv(node->value) == IR_CC_SPIR_FUNC
		|| (!node->kernel && strncmp(LLVMGetTarget(LLVMGetGlobalParent(node->value)), "nvptx", 5) == 0);
}

/* Entry points that other images may call, and device globals that they may share. */
static void
put_exported(struct maker *m)
{
	const struct device_global *global;
	size_t i;

	for (i = 0; i < m->image->nentry; i++) {
		const struct node *node = entry_node(m, i);

		if (is_function(node) && !node->is_virtual)
			propfile_set_uint32(m->file, PROPSET_EXPORTED, node->name, 1);
	}
	for (i = 0; i < m->nnode; i++) {
		const struct node *node = m->node[i];

		global = device_global_of(node->value);
		if (global && !global->is_ours && node->defined && !global->image_scope && LLVMGetLinkage(node->value) == LLVMExternalLinkage)
			propfile_set_uint32(m->file, PROPSET_EXPORTED, node->name, 1);
	}
}

static bool
is_imported(const struct maker *m, const struct node *node)
{
	bool declared = !node->defined || m->closure->declared[node - m->graph->node];

	return declared && node->import && !node->is_virtual;
}

/* The imports among the nodes that the entry reaches in the image, one a line. */
static const char *
imports_of(const struct maker *m, uint32_t entry, bool *seen, uint32_t *queue)
{
	const char *text = "";
	size_t n = 1, i;
	uint32_t k, to;

	memset(seen, 0, m->graph->nnode * sizeof *seen);
	seen[entry] = true;
	queue[0] = entry;
	for (i = 0; i < n; i++) {
		const struct node *node = &m->graph->node[queue[i]];

		for (k = 0; k < node->ndep && !m->closure->declared[queue[i]]; k++) {
			to = m->graph->dep[node->first + k];
			if (seen[to] || !closure_has(m->closure, to))
				continue;
			seen[to] = true;
			queue[n++] = to;
		}
	}
	for (i = 0; i < m->nnode; i++)
		if (seen[m->node[i] - m->graph->node] && is_imported(m, m->node[i]))
			text = arena_printf(m->file->arena, "%s%s%s", text, *text ? "\n" : "", m->node[i]->name);
	return text;
}

/* All imports of the image, and, where it has several entry points, what each of them needs. */
static void
put_imported(struct maker *m)
{
	uint32_t *queue;
	bool *seen;
	size_t i, n = 0;

	for (i = 0; i < m->nnode; i++) {
		if (!is_imported(m, m->node[i]))
			continue;
		propfile_set_uint32(m->file, PROPSET_IMPORTED, m->node[i]->name, 1);
		n++;
	}
	if (!n || m->image->nentry < 2)
		return;
	seen = arena_alloc(m->file->arena, m->graph->nnode * sizeof *seen);
	queue = arena_alloc(m->file->arena, m->graph->nnode * sizeof *queue);
	for (i = 0; i < m->image->nentry; i++) {
		const char *text = imports_of(m, m->image->entry[i], seen, queue);

		propfile_set_bytes(m->file, PROPSET_IMPORTS_OF, entry_node(m, i)->name, text, strlen(text));
	}
}

static void
put_device_globals(struct maker *m)
{
	const struct device_global *global;
	size_t i;

	for (i = 0; i < m->nnode; i++) {
		global = device_global_of(m->node[i]->value);
		if (global) {
			uint32_t value[2] = { global->size, global->image_scope };

			propfile_set_uint32s(m->file, PROPSET_DEVICE_GLOBALS, global->id, value, 2);
			if (global->is_ours)
				propfile_set_string(m->file, PROPSET_GLOBAL_VARIABLES, global->id, m->node[i]->name);
		}
	}
}

/* --- the image as a whole ------------------------------------------------------------ */

/* A numeric attribute of the first entry point that has it. */
static void
put_attribute(struct maker *m, const char *attribute, const char *property)
{
	const char *text;
	size_t i, len;
	char *end;
	long value;

	for (i = 0; i < m->image->nentry; i++) {
		text = irmodule_string_attribute(entry_node(m, i)->value, attribute, &len);
		if (!text || !len)
			continue;
		text = arena_strndup(m->file->arena, text, len);
		value = strtol(text, &end, 10);
		if (*end)
			continue;
		propfile_set_uint32(m->file, PROPSET_MISC, property, (uint32_t)value);
		return;
	}
}

static void
put_sanitizer(struct maker *m)
{
	static const struct {
		const char *variable, *name;
	} sanitizer[] = {
		{ "__AsanKernelMetadata", "asan" }, { "__MsanKernelMetadata", "msan" }, { "__TsanKernelMetadata", "tsan" },
	};
	size_t i;

	for (i = 0; i < sizeof sanitizer / sizeof *sanitizer; i++)
		if (LLVMGetNamedGlobal(m->graph->module, sanitizer[i].variable)) {
			propfile_set_string(m->file, PROPSET_MISC, "sanUsed", sanitizer[i].name);
			return;
		}
}

/* The sets of virtual functions that are called, each once, sorted. */
static const char *
called_sets(struct maker *m)
{
	struct arena *scratch = m->file->arena;
	const char **set = NULL, *joined = NULL;
	size_t n = 0, i, k, parts, len;

	for (i = 0; i < m->nnode; i++) {
		const struct node *node = m->node[i];
		const char *text = node->kind == NODE_FUNCTION
					   ? irmodule_string_attribute(node->value, ATTRIBUTE_CALLS_INDIRECTLY, &len) : NULL;
		char **part;

		if (!text)
			continue;
		part = args_split(scratch, arena_strndup(scratch, text, len), ',', &parts);
		set = arena_grow(scratch, set, n * sizeof *set, (n + parts) * sizeof *set);
		for (k = 0; k < parts; k++)
			set[n++] = part[k];
	}
	if (n)
		qsort(set, n, sizeof *set, order_texts);
	for (i = 0; i < n; i++)
		if (!i || strcmp(set[i - 1], set[i]) != 0)
			joined = joined ? arena_printf(scratch, "%s,%s", joined, set[i]) : set[i];
	return joined;
}

static void
put_virtual_functions(struct maker *m)
{
	const char *sets;
	size_t i, len;

	for (i = 0; i < m->image->nentry; i++) {
		const char *set = irmodule_string_attribute(entry_node(m, i)->value, ATTRIBUTE_INDIRECTLY_CALLABLE, &len);

		if (set) {
			propfile_set_string(m->file, "SYCL/virtual functions", "virtual-functions-set",
					    arena_strndup(m->file->arena, set, len));
			return;
		}
	}
	sets = called_sets(m);
	if (sets)
		propfile_set_string(m->file, "SYCL/virtual functions", "uses-virtual-functions-set", sets);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp((*(const struct node *const *)a)->name, (*(const struct node *const *)b)->name);
}

static void
sort_nodes(struct maker *m)
{
	size_t i;

	m->node = arena_calloc(m->file->arena, m->closure->n + 1, sizeof *m->node);
	for (i = 0; i < m->closure->n; i++)
		m->node[m->nnode++] = &m->graph->node[m->closure->node[i]];
	qsort(m->node, m->nnode, sizeof *m->node, by_name);
}

/* A pair of !sycl_registered_kernels: what the program calls the kernel, and the kernel. */
struct registered {
	const char *name, *kernel;
	uint32_t node;
};

static struct registered *registered;
static size_t nregistered;

static int
by_node(const void *a, const void *b)
{
	const struct registered *x = a, *y = b;

	return x->node != y->node ? (x->node < y->node ? -1 : 1) : strcmp(x->name, y->name);
}

void
props_init(const struct graph *graph)
{
	LLVMValueRef *node, *pair, function;
	size_t n, npair, i;

	node = irmeta_named(&arena, graph->module, METADATA_REGISTERED_KERNELS, &n);
	registered = arena_calloc(&arena, n + 1, sizeof *registered);
	for (i = 0; i < n; i++) {
		struct registered *one = &registered[nregistered];

		pair = irmeta_operands(&arena, node[i], &npair);
		one->name = npair == 2 ? irmeta_string(&arena, pair[0]) : NULL;
		one->kernel = npair == 2 ? irmeta_string(&arena, pair[1]) : NULL;
		function = one->kernel ? LLVMGetNamedFunction(graph->module, one->kernel) : NULL;
		if (!one->name || !function)
			continue;
		one->node = graph_index(graph, function);
		nregistered++;
	}
	qsort(registered, nregistered, sizeof *registered, by_node);
}

static size_t
first_registered(uint32_t node)
{
	size_t low = 0, high = nregistered, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (registered[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int
by_name_of_pair(const void *a, const void *b)
{
	const struct registered *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static void
put_registered_kernels(struct maker *m)
{
	const struct registered **found = NULL;
	size_t n = 0, i, k;

	for (i = 0; nregistered && i < m->closure->n; i++)
		for (k = first_registered(m->closure->node[i]); k < nregistered && registered[k].node == m->closure->node[i]; k++) {
			found = arena_extend(m->file->arena, found, n, sizeof *found);
			found[n++] = &registered[k];
		}
	if (n)
		qsort(found, n, sizeof *found, by_name_of_pair);
	for (i = 0; i < n; i++)
		propfile_set_string(m->file, "SYCL/registered kernels", found[i]->name, found[i]->kernel);
}

/* Kernels that may end in a failed assert. */
static void
put_assert_used(struct maker *m)
{
	static struct closure reach;
	LLVMValueRef fail = LLVMGetNamedFunction(m->graph->module, "__devicelib_assert_fail");
	uint32_t node = fail ? graph_index(m->graph, fail) : PTRMAP_NONE;
	size_t i;

	if (node == PTRMAP_NONE || !closure_has(m->closure, node))
		return;
	if (!reach.mark)
		closure_init(&reach, m->graph);
	for (i = 0; i < m->image->nentry; i++) {
		if (!entry_node(m, i)->kernel)
			continue;
		closure_reach(&reach, m->graph, &m->image->entry[i], 1);
		if (closure_has(&reach, node))
			propfile_set_uint32(m->file, PROPSET_ASSERT_USED, entry_node(m, i)->name, 1);
	}
}

static void
put_misc(struct maker *m)
{
	put_attribute(m, ATTRIBUTE_REGISTER_ALLOC_MODE, ATTRIBUTE_REGISTER_ALLOC_MODE);
	put_attribute(m, ATTRIBUTE_GRF_SIZE, ATTRIBUTE_GRF_SIZE);
	put_attribute(m, ATTRIBUTE_OPT_LEVEL, "optLevel");
	if (options.id_queries)
		propfile_set_uint32(m->file, PROPSET_MISC, "idQueriesRange", (uint32_t)options.id_queries);
	put_sanitizer(m);
	if (m->image->is_default_copy)
		propfile_set_uint32(m->file, PROPSET_MISC, PROP_DEFAULT_COPY, 1);
}

void
props_make(struct propfile *file, const struct graph *graph, const struct closure *closure, const struct image *image,
	   const struct spec_constants *spec)
{
	struct maker m = { file, graph, closure, image, NULL, 0 };
	size_t i;

	sort_nodes(&m);
	put_requirements(&m);
	spec_put(file, spec);
	if (options.param_info) {
		propfile_get(file, PROPSET_PARAM_OPT);
		for (i = 0; i < image->nentry; i++)
			put_omitted_arguments(&m, entry_node(&m, i));
	}
	if (options.exported)
		put_exported(&m);
	for (i = 0; options.kernel_names && i < image->nentry; i++)
		if (entry_node(&m, i)->kernel)
			propfile_set_uint32(file, PROPSET_KERNEL_NAMES, entry_node(&m, i)->name, 1);
	if (options.imported)
		put_imported(&m);
	if (options.program_metadata)
		put_program_metadata(&m);
	put_misc(&m);
	put_assert_used(&m);
	if (options.device_globals)
		put_device_globals(&m);
	put_virtual_functions(&m);
	put_registered_kernels(&m);
	put_functor_sizes(&m);
}
