#include "needed.h"

#include <stdlib.h>
#include <string.h>

#include "ir/irmodule.h"

/* A name that a module defines, or uses without defining it. */
struct symbol {
	const char *name;
	size_t module;
};

struct symbols {
	struct symbol *item;
	size_t n;
};

struct needed {
	struct arena *arena;
	struct candidate *candidate;
	struct symbols defined;		/* of all modules, by name */
	struct symbols *undefined;	/* of each module */
	size_t *queue, n_queue;		/* chosen modules */
};

static void
add_symbol(struct symbols *symbols, struct arena *arena, const char *name, size_t module)
{
	symbols->item = arena_extend(arena, symbols->item, symbols->n, sizeof *symbols->item);
	symbols->item[symbols->n++] = (struct symbol){ arena_strdup(arena, name), module };
}

static void
read_symbol(struct needed *needed, size_t module, LLVMValueRef value)
{
	LLVMLinkage linkage = LLVMGetLinkage(value);
	const char *name = irmodule_name(value);

	if (LLVMIsDeclaration(value)) {
		if (strncmp(name, "llvm.", 5) != 0)
			add_symbol(&needed->undefined[module], needed->arena, name, module);
	} else if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) {
		add_symbol(&needed->defined, needed->arena, name, module);
	}
}

static int
read_module(struct needed *needed, size_t i)
{
	LLVMModuleRef module = irmodule_read(needed->candidate[i].path);
	LLVMValueRef value;

	if (!module)
		return -1;
	for (value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
		read_symbol(needed, i, value);
	for (value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
		read_symbol(needed, i, value);
	LLVMDisposeModule(module);
	return 0;
}

static int
compare(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->module > y->module) - (x->module < y->module);
}

/* The first definition of that name; defined.n when there is none. */
static size_t
find_definition(const struct needed *needed, const char *name)
{
	const struct symbols *defined = &needed->defined;
	size_t low = 0, high = defined->n, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (strcmp(defined->item[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < defined->n && !strcmp(defined->item[low].name, name) ? low : defined->n;
}

/* A name that a chosen module leaves undefined: chooses the first module that defines it, unless a chosen one does. */
static void
resolve(struct needed *needed, const char *name)
{
	size_t first = find_definition(needed, name), i;
	const struct symbols *defined = &needed->defined;

	if (first == defined->n)
		return;
	for (i = first; i < defined->n && !strcmp(defined->item[i].name, name); i++)
		if (needed->candidate[defined->item[i].module].chosen)
			return;
	needed->candidate[defined->item[first].module].chosen = true;
	needed->queue[needed->n_queue++] = defined->item[first].module;
}

int
needed_choose(struct candidate *candidate, size_t n, struct arena *arena)
{
	struct needed needed = { .arena = arena, .candidate = candidate };
	size_t i, k;

	needed.undefined = arena_calloc(arena, n + 1, sizeof *needed.undefined);
	needed.queue = arena_calloc(arena, n + 1, sizeof *needed.queue);
	for (i = 0; i < n; i++) {
		if (read_module(&needed, i))
			return -1;
		if (candidate[i].chosen)
			needed.queue[needed.n_queue++] = i;
	}
	if (needed.defined.n)
		qsort(needed.defined.item, needed.defined.n, sizeof *needed.defined.item, compare);
	for (i = 0; i < needed.n_queue; i++)
		for (k = 0; k < needed.undefined[needed.queue[i]].n; k++)
			resolve(&needed, needed.undefined[needed.queue[i]].item[k].name);
	return 0;
}
