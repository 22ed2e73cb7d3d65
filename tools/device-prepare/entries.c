#include "entries.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"
#include "format/gpuname.h"
#include "format/irnames.h"
#include "format/triple.h"
#include "globals.h"
#include "ir/irglobal.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "ir/irvirtual.h"

static bool
has_attribute(LLVMValueRef function, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));

	return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

/* --- features of kernels ---------------------------------------------------- */

struct walk {
	const struct callgraph *graph;
	const struct features *features;
	uint32_t *queue;
	uint32_t *seen;		/* of each function: the last walk that met it */
	uint32_t number;
	size_t end;
};

/*
 * From a kernel the walk goes on through wrappers: functions annotated as such,
 * and always_inline ones without requirements of their own.
 */
static bool
is_wrapper(const struct walk *walk, uint32_t function)
{
	const struct features *features = &walk->features[function];

	if (features->wrapper)
		return true;
	return has_attribute(walk->graph->function[function], "alwaysinline") && !features_any(features);
}

static void
enqueue_callees(struct walk *walk, uint32_t caller)
{
	const struct callgraph *graph = walk->graph;
	uint32_t i, callee;

	for (i = graph->first[caller]; i < graph->first[caller + 1]; i++) {
		callee = graph->call[i].callee;
		if (walk->seen[callee] == walk->number)
			continue;
		walk->seen[callee] = walk->number;
		walk->queue[walk->end++] = callee;
	}
}

static void
inherit(struct walk *walk, struct features *features, uint32_t kernel, uint8_t *inherits)
{
	size_t at;

	walk->number++;
	walk->end = 0;
	walk->seen[kernel] = walk->number;
	enqueue_callees(walk, kernel);
	for (at = 0; at < walk->end; at++) {
		uint32_t function = walk->queue[at];

		features_merge(&features[kernel], &features[function]);
		inherits[function] = 1;
		if (is_wrapper(walk, function))
			enqueue_callees(walk, function);
	}
}

void
entries_inherit(const struct callgraph *graph, struct features *features, struct arena *arena, uint8_t *inherits)
{
	struct walk walk = { .graph = graph, .features = features };
	uint32_t i;

	walk.queue = arena_alloc(arena, (graph->nnode + 1) * sizeof *walk.queue);
	walk.seen = arena_calloc(arena, graph->nnode + 1, sizeof *walk.seen);
	for (i = 0; i < graph->nfunction; i++)
		if (irmodule_is_kernel(graph->function[i]) && !LLVMIsDeclaration(graph->function[i]))
			inherit(&walk, features, i, inherits);
}

/* --- names and linkage ------------------------------------------------------ */

/* A callee is internal: the kernel's function object has no linkage beyond this translation unit. */
static bool
calls_internal(const struct callgraph *graph, uint32_t kernel)
{
	uint32_t i;

	for (i = graph->first[kernel]; i < graph->first[kernel + 1]; i++)
		if (LLVMGetLinkage(graph->function[graph->call[i].callee]) == LLVMInternalLinkage)
			return true;
	return false;
}

/* The mangled name has ZL (a local name of a static function), not as part of an identifier. */
static bool
has_static_scope(const char *name)
{
	const char *at = name;

	while ((at = strstr(at, "ZL"))) {
		if (at == name || at[-1] < '0' || at[-1] > '9')
			return true;
		at += 2;
	}
	return false;
}

/*
 * Another translation unit may have a different kernel of the same name.  To say
 * "local" too often is harmless: the runtime always looks up the name with the
 * id first.
 */
static bool
is_local(const struct callgraph *graph, uint32_t kernel, const char *name)
{
	if (strstr(name, "_GLOBAL__N_") || strstr(name, "$_") || has_static_scope(name))
		return true;
	return (strstr(name, "Ul") || strstr(name, "Ut")) && calls_internal(graph, kernel);
}

LLVMTypeRef
entries_functor(LLVMValueRef kernel)
{
	static const char *const kinds[] = { "byval", "byref" };
	LLVMAttributeRef attribute = NULL;
	size_t i;

	if (!LLVMCountParams(kernel))
		return NULL;
	for (i = 0; i < sizeof kinds / sizeof *kinds && !attribute; i++)
		attribute = LLVMGetEnumAttributeAtIndex(
			kernel, 1, LLVMGetEnumAttributeKindForName(kinds[i], strlen(kinds[i])));
	return attribute ? LLVMGetTypeAttributeValue(attribute) : LLVMTypeOf(LLVMGetParam(kernel, 0));
}

static void
note_functor_size(LLVMModuleRef module, LLVMValueRef kernel)
{
	LLVMTypeRef type = entries_functor(kernel);
	int64_t size;

	if (!type)
		return;
	size = (int64_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(module), type);
	irmeta_set_ints(kernel, irmeta_kind(METADATA_FUNCTOR_SIZE), &size, 1);
}

/* PTX and the linker of AMDGPU refuse '@', PTX also '.' and '-'. */
const char *
entries_local_name(LLVMModuleRef module, struct arena *arena, const char *name, const char *id)
{
	const struct triple *triple = triple_find(LLVMGetTarget(module));
	char *text = arena_printf(arena, "%s@%s", name, id), *c;

	if (!triple || !triple->plain_names)
		return text;
	c = text + strlen(name);
	*c = '$';
	for (c++; *c; c++)
		if (*c == '.' || *c == '-')
			*c = '_';
	return text;
}

static void
link_kernel(LLVMModuleRef module, const struct callgraph *graph, uint32_t i, struct arena *arena, const char *id)
{
	LLVMValueRef kernel = graph->function[i];
	const char *name = arena_strdup(arena, irmodule_name(kernel));

	if (is_local(graph, i, name)) {
		name = entries_local_name(module, arena, name, id);
		LLVMSetValueName2(kernel, name, strlen(name));
	}
	LLVMSetLinkage(kernel, LLVMWeakODRLinkage);
	irmodule_set_string_attribute(kernel, ATTRIBUTE_MODULE_ID, id);
	note_functor_size(module, kernel);
}

static void
link_external(LLVMValueRef function, const char *id)
{
	LLVMLinkage linkage = LLVMGetLinkage(function);

	irmodule_set_string_attribute(function, ATTRIBUTE_MODULE_ID, id);
	if (linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage)
		LLVMSetLinkage(function, LLVMWeakODRLinkage);
}

/*
 * The function is inlined when the target is known: until then it may be replaced, as far as LLVM knows.
 * The name is this source's own.
 */
static void
link_of_some(LLVMModuleRef module, LLVMValueRef function, struct arena *arena, const char *id)
{
	const char *name = entries_local_name(module, arena, arena_strdup(arena, irmodule_name(function)), id);

	LLVMSetValueName2(function, name, strlen(name));
	LLVMSetLinkage(function, LLVMWeakAnyLinkage);
	irmodule_set_string_attribute(function, ATTRIBUTE_OF_SOME_PROCESSORS, "");
}

static bool
mentions_function(LLVMValueRef constant, int depth)
{
	int i, n;

	if (LLVMIsAFunction(constant))
		return true;
	if (depth > 20 || !LLVMIsAConstant(constant) || LLVMIsAGlobalValue(constant))
		return false;
	n = LLVMGetNumOperands(constant);
	for (i = 0; i < n; i++)
		if (mentions_function(LLVMGetOperand(constant, (unsigned)i), depth + 1))
			return true;
	return false;
}

/*
 * Variables that code of other modules cannot use: those that are no constants, but for device globals and
 * specialization constants, tables of functions, and copies of inline variables that are kept on the host.
 */
static bool
is_own_variable(LLVMValueRef variable)
{
	enum { LOCAL_SPACE = 3 };
	LLVMLinkage linkage = LLVMGetLinkage(variable);

	if (linkage == LLVMWeakODRLinkage)
		return true;
	if (linkage != LLVMExternalLinkage || irglobal_head(variable) || globals_is_of(variable, "sycl::specialization_id") ||
	    LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == LOCAL_SPACE)
		return false;
	return !LLVMIsGlobalConstant(variable) || mentions_function(LLVMGetInitializer(variable), 0);
}

/* Tables of virtual functions, type information and the host's variables would keep host code alive. */
static void
link_variables(LLVMModuleRef module)
{
	LLVMValueRef variable;
	const char *name;

	for (variable = LLVMGetFirstGlobal(module); variable; variable = LLVMGetNextGlobal(variable)) {
		name = irmodule_name(variable);
		if (LLVMIsDeclaration(variable) || !strncmp(name, "llvm.", 5))
			continue;
		LLVMSetComdat(variable, NULL);
		if (irvirtual_is_table(variable))
			LLVMSetLinkage(variable, LLVMGetLinkage(variable) == LLVMExternalLinkage ? LLVMWeakODRLinkage : LLVMGetLinkage(variable));
		else if (!strncmp(name, "_ZTV", 4) || !strncmp(name, "_ZTT", 4) || !strncmp(name, "_ZTI", 4) ||
		    !strncmp(name, "_ZTS", 4) || !strncmp(name, "_ZTC", 4) || is_own_variable(variable))
			LLVMSetLinkage(variable, LLVMInternalLinkage);
	}
}

/* Lists that clang makes for the host: device code does not need their entries. */
static void
drop_lists(LLVMModuleRef module)
{
	static const char *const names[] = { "llvm.used", "llvm.compiler.used", "llvm.global_ctors",
					     "llvm.global_dtors" };
	LLVMValueRef list;
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++) {
		list = LLVMGetNamedGlobal(module, names[i]);
		if (list)
			LLVMDeleteGlobal(list);
	}
}

uint32_t
entries_operator(const struct callgraph *graph, uint32_t kernel, const uint8_t *inherits)
{
	uint32_t i = kernel, k, next;
	unsigned steps;

	/* The last function of the chain of wrappers is the user's. */
	for (steps = 0; steps < 16; steps++) {
		next = CALLGRAPH_NONE;
		for (k = graph->first[i]; k < graph->first[i + 1]; k++)
			if (inherits[graph->call[k].callee])
				next = graph->call[k].callee;
		if (next == CALLGRAPH_NONE)
			break;
		i = next;
	}
	return i;
}

/* The source location of the kernel's function object, if debug information has one. */
static struct diag_place
place_of_kernel(const struct callgraph *graph, uint32_t kernel, const uint8_t *inherits, const char *source,
		struct arena *arena)
{
	struct diag_place place = { source, 0, 0 };
	uint32_t i = entries_operator(graph, kernel, inherits);
	const char *file;
	unsigned len;

	file = LLVMGetDebugLocFilename(graph->function[i], &len);
	if (file && i != kernel)
		place = (struct diag_place){ arena_strndup(arena, file, len), LLVMGetDebugLocLine(graph->function[i]), 0 };
	return place;
}

/*
 * LLVM renames the second kernel of a name to NAME.1 (for NVPTX NAME1), which is
 * not a mangled name.  Returns the first kernel then, NULL for other names.
 */
static LLVMValueRef
namesake(LLVMModuleRef module, LLVMValueRef kernel, struct arena *arena)
{
	const char *name = irmodule_name(kernel);
	size_t len = strlen(name), base;
	LLVMValueRef other;

	if (strncmp(name, "_ZTS", 4))
		return NULL;
	while (len > 4 && name[len - 1] >= '0' && name[len - 1] <= '9') {
		len--;
		base = len - (name[len - 1] == '.');
		other = LLVMGetNamedFunction(module, arena_strndup(arena, name, base));
		if (other && irmodule_is_kernel(other))
			return other;
	}
	return NULL;
}

static void
encode_name(LLVMValueRef value, struct arena *arena)
{
	const char *name = irmodule_name(value);
	char *encoded;

	if (!gpuname_needs(name))
		return;
	encoded = arena_alloc(arena, 4 * strlen(name) + 1);
	gpuname_encode(encoded, name);
	LLVMSetValueName2(value, encoded, strlen(encoded));
}

void
entries_encode_names(LLVMModuleRef module, struct arena *arena)
{
	const struct triple *triple = triple_find(LLVMGetTarget(module));
	LLVMValueRef value;

	if (!triple || !triple->ascii_names)
		return;
	for (value = LLVMGetFirstFunction(module); value; value = LLVMGetNextFunction(value))
		encode_name(value, arena);
	for (value = LLVMGetFirstGlobal(module); value; value = LLVMGetNextGlobal(value))
		encode_name(value, arena);
}

void
entries_check_names(LLVMModuleRef module, const struct callgraph *graph, const uint8_t *inherits, const char *source,
		    struct arena *arena)
{
	struct diag_place place;
	LLVMValueRef other;
	uint32_t i;

	for (i = 0; i < graph->nfunction; i++) {
		if (!irmodule_is_kernel(graph->function[i]))
			continue;
		other = namesake(module, graph->function[i], arena);
		if (!other)
			continue;
		place = place_of_kernel(graph, i, inherits, source, arena);
		diag_at(&place, DIAG_ERROR, "two kernels have the name '%s'", irmodule_demangle(arena, irmodule_name(other)));
		place = place_of_kernel(graph, callgraph_index(graph, other), inherits, source, arena);
		diag_at(&place, DIAG_NOTE, "this is the other one; give one of them another name");
	}
}

void
entries_link(LLVMModuleRef module, const struct callgraph *graph, const struct features *features,
	     struct arena *arena, const char *id)
{
	uint32_t i;

	drop_lists(module);
	for (i = 0; i < graph->nfunction; i++) {
		LLVMValueRef function = graph->function[i];

		if (LLVMIsDeclaration(function))
			continue;
		LLVMSetComdat(function, NULL);
		if (irmodule_is_kernel(function))
			link_kernel(module, graph, i, arena, id);
		else if (features[i].external)
			link_external(function, id);
	}
	/* Last: the names of kernels depend on the linkage of their callees. */
	for (i = 0; i < graph->nfunction; i++) {
		LLVMValueRef function = graph->function[i];

		if (LLVMIsDeclaration(function) || irmodule_is_kernel(function) || features[i].external)
			continue;
		if (features[i].of_some_processors)
			link_of_some(module, function, arena, id);
		else
			LLVMSetLinkage(function, LLVMInternalLinkage);
	}
	link_variables(module);
}
