#include "prop.h"

#include <string.h>

#include "base/diag.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

uint32_t
types_add(struct types *types, struct aspect_list list)
{
	size_t size = sizeof *types->list;

	if (types->n && !list.n)
		return 0;
	if (types->n == types->room) {
		types->room = types->room ? types->room * 2 : 64;
		types->list = arena_grow(types->aspects->arena, types->list, types->n * size, types->room * size);
	}
	types->list[types->n] = list;
	return types->n++;
}

/* One node !{!"type name", i32 aspect, ...}.  A type that the module does not know is none of our business. */
static int
read_type(struct types *types, LLVMValueRef node, const char *named, size_t which)
{
	struct arena *arena = types->aspects->arena;
	LLVMValueRef *operand;
	struct aspect_list list;
	const char *name;
	LLVMTypeRef type;
	uint32_t old;
	size_t n;

	operand = irmeta_operands(arena, node, &n);
	name = n >= 2 ? irmeta_string(arena, operand[0]) : NULL;
	if (!name) {
		diag(DIAG_ERROR, "malformed '!%s': operand %zu is no type name with aspect numbers", named, which);
		return -1;
	}
	if (aspects_of_node(types->aspects, node, 1, named, arena_printf(arena, "type '%s'", name), &list))
		return -1;
	type = LLVMGetTypeByName2(irmodule_context(), name);
	if (!type)
		return 0;
	old = ptrmap_get(&types->index, type);
	if (old != PTRMAP_NONE)
		list = aspect_list_union(arena, types->list[old], list);
	ptrmap_set(&types->index, type, types_add(types, list));
	return 0;
}

static int
read_types(struct types *types, LLVMModuleRef module, const char *named)
{
	LLVMValueRef *node;
	size_t n, i;

	node = irmeta_named(types->aspects->arena, module, named, &n);
	for (i = 0; i < n; i++)
		if (read_type(types, node[i], named, i))
			return -1;
	return 0;
}

static unsigned
count_parts(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMCountStructElementTypes(type);
	case LLVMArrayTypeKind:
	case LLVMVectorTypeKind:
	case LLVMScalableVectorTypeKind:
		return 1;
	case LLVMFunctionTypeKind:
		return LLVMCountParamTypes(type) + 1;
	case LLVMTargetExtTypeKind:
		return LLVMGetTargetExtTypeNumTypeParams(type);
	default:
		return 0;	/* numbers, and pointers: what they point to does not count */
	}
}

/* Parts 0 to count_parts() - 1.  params is a function's parameter list, fetched once. */
static LLVMTypeRef
part_of(LLVMTypeRef type, unsigned i, LLVMTypeRef *params)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMStructTypeKind:
		return LLVMStructGetTypeAtIndex(type, i);
	case LLVMFunctionTypeKind:
		return i ? params[i - 1] : LLVMGetReturnType(type);
	case LLVMTargetExtTypeKind:
		return LLVMGetTargetExtTypeTypeParam(type, i);
	default:
		return LLVMGetElementType(type);
	}
}

/* A type on the way down: its parts up to next are known. */
struct level {
	LLVMTypeRef type;
	LLVMTypeRef *params;
	struct aspect_list list;
	unsigned next, n;
	struct level *up;
};

static struct level *
enter(struct types *types, LLVMTypeRef type, struct level *up)
{
	struct arena *arena = types->aspects->arena;
	struct level *level = arena_calloc(arena, 1, sizeof *level);
	uint32_t marked = ptrmap_get(&types->marked, type);

	level->type = type;
	level->up = up;
	level->n = count_parts(type);
	if (marked != PTRMAP_NONE)
		level->list = types->list[marked];
	if (LLVMGetTypeKind(type) == LLVMFunctionTypeKind && level->n > 1) {
		level->params = arena_calloc(arena, level->n, sizeof *level->params);
		LLVMGetParamTypes(type, level->params);
	}
	return level;
}

/* Depth-first with its own stack: a chain of structs may be as deep as memory allows. */
uint32_t
types_compute(struct types *types, LLVMTypeRef type)
{
	struct level *level = enter(types, type, NULL);
	uint32_t entry;
	LLVMTypeRef part = NULL;	/* gcc cannot see that the loop sets it */

	for (;;) {
		for (; level->next < level->n; level->next++) {
			part = part_of(level->type, level->next, level->params);
			entry = ptrmap_get(&types->index, part);
			if (entry == PTRMAP_NONE)
				break;
			level->list = aspect_list_union(types->aspects->arena, level->list, types->list[entry]);
		}
		if (level->next < level->n) {
			level = enter(types, part, level);
			continue;
		}
		entry = types_add(types, level->list);
		ptrmap_set(&types->index, level->type, entry);
		if (!level->up)
			return entry;
		level = level->up;
	}
}

int
types_read(struct types *types, struct aspects *aspects, LLVMModuleRef module)
{
	uint32_t *fp64 = arena_alloc(aspects->arena, sizeof *fp64);

	memset(types, 0, sizeof *types);
	types->aspects = aspects;
	ptrmap_init(&types->index, aspects->arena, 1024);
	types_add(types, (struct aspect_list){ 0, NULL });
	if (read_types(types, module, "sycl_types_that_use_aspects") ||
	    read_types(types, module, "intel_types_that_use_aspects"))
		return -1;
	types->marked = types->index;
	ptrmap_init(&types->index, aspects->arena, 1024);
	/* Nobody lists double: the front end leaves it to us. */
	*fp64 = aspects->fp64;
	ptrmap_set(&types->index, LLVMDoubleTypeInContext(irmodule_context()),
		   types_add(types, (struct aspect_list){ 1, fp64 }));
	return 0;
}
