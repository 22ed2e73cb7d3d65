#include "prop.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/diag.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

/* --- what a constant uses ------------------------------------------------ */

/* A walk over the parts of one constant. */
struct constant_walk {
	struct uses *uses;
	struct ptrmap seen;
	LLVMValueRef *todo;
	size_t ntodo, room;
	struct aspect_list list;
};

static void
constant_mention(struct constant_walk *walk, LLVMTypeRef type)
{
	struct types *types = walk->uses->types;

	walk->list = aspect_list_union(walk->uses->arena, walk->list, types->list[types_entry(types, type)]);
}

static void
constant_push(struct constant_walk *walk, LLVMValueRef constant)
{
	size_t size = sizeof *walk->todo;

	if (!constant || ptrmap_get(&walk->seen, constant) != PTRMAP_NONE)
		return;
	ptrmap_set(&walk->seen, constant, 0);
	if (walk->ntodo == walk->room) {
		walk->room = walk->room ? walk->room * 2 : 32;
		walk->todo = arena_grow(walk->uses->arena, walk->todo, walk->ntodo * size, walk->room * size);
	}
	walk->todo[walk->ntodo++] = constant;
}

static void
constant_push_operands(struct constant_walk *walk, LLVMValueRef constant)
{
	int i, n = LLVMGetNumOperands(constant);

	for (i = 0; i < n; i++)
		constant_push(walk, LLVMGetOperand(constant, (unsigned)i));
}

static void
constant_visit(struct constant_walk *walk, LLVMValueRef constant)
{
	switch (LLVMGetValueKind(constant)) {
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalIFuncValueKind:
		constant_mention(walk, LLVMGlobalGetValueType(constant));
		return;
	case LLVMGlobalAliasValueKind:
		constant_mention(walk, LLVMGlobalGetValueType(constant));
		constant_push(walk, LLVMAliasGetAliasee(constant));
		return;
	case LLVMConstantExprValueKind:
		if (LLVMGetConstOpcode(constant) == LLVMGetElementPtr)
			constant_mention(walk, LLVMGetGEPSourceElementType(constant));
		constant_mention(walk, LLVMTypeOf(constant));
		constant_push_operands(walk, constant);
		return;
	case LLVMConstantArrayValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantVectorValueKind:
		constant_mention(walk, LLVMTypeOf(constant));
		constant_push_operands(walk, constant);
		return;
	case LLVMBlockAddressValueKind:
		return;
	default:
		constant_mention(walk, LLVMTypeOf(constant));
	}
}

/*
 * Constant expressions count with the value types of the globals in them and
 * the source types of their GEPs; a global's initializer does not count.
 */
static struct aspect_list
constant_uses(struct uses *uses, LLVMValueRef constant)
{
	uint32_t entry = ptrmap_get(&uses->constant, constant);
	struct types *types = uses->types;
	struct constant_walk walk = { .uses = uses };

	if (entry != PTRMAP_NONE)
		return types->list[entry];
	ptrmap_init(&walk.seen, uses->arena, 16);
	constant_push(&walk, constant);
	while (walk.ntodo)
		constant_visit(&walk, walk.todo[--walk.ntodo]);
	ptrmap_set(&uses->constant, constant, types_add(types, walk.list));
	return walk.list;
}

/* --- what an instruction uses -------------------------------------------- */

typedef void add_function(void *user, struct aspect_list list);

static inline void
mention(struct uses *uses, LLVMTypeRef type, add_function *add, void *user)
{
	uint32_t entry = types_entry(uses->types, type);

	if (entry)
		add(user, uses->types->list[entry]);
}

static void
mention_operand(struct uses *uses, LLVMValueRef operand, bool quick, add_function *add, void *user)
{
	struct aspect_list list;

	switch (LLVMGetValueKind(operand)) {
	case LLVMInstructionValueKind:
	case LLVMArgumentValueKind:
		if (!quick)
			mention(uses, LLVMTypeOf(operand), add, user);
		return;
	case LLVMConstantIntValueKind:
	case LLVMBasicBlockValueKind:
	case LLVMInlineAsmValueKind:
	case LLVMMetadataAsValueValueKind:
		return;
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
		mention(uses, LLVMGlobalGetValueType(operand), add, user);
		return;
	case LLVMGlobalAliasValueKind:
	case LLVMGlobalIFuncValueKind:
	case LLVMConstantExprValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantVectorValueKind:
		list = constant_uses(uses, operand);
		if (list.n)
			add(user, list);
		return;
	default:
		mention(uses, LLVMTypeOf(operand), add, user);
	}
}

/* Operands have the type of the result, or are jumped to: there is nothing to find in them. */
static bool
operands_are_covered(LLVMOpcode opcode)
{
	switch (opcode) {
	case LLVMBr:
	case LLVMFNeg:
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFRem:
		return true;
	default:
		return false;
	}
}

void
uses_of_instruction(struct uses *uses, LLVMValueRef instruction, LLVMOpcode opcode, bool quick, add_function *add,
		    void *user)
{
	int i, n;

	if (opcode == LLVMAlloca)
		mention(uses, LLVMGetAllocatedType(instruction), add, user);
	else if (opcode == LLVMGetElementPtr)
		mention(uses, LLVMGetGEPSourceElementType(instruction), add, user);
	mention(uses, LLVMTypeOf(instruction), add, user);
	if (quick && operands_are_covered(opcode))
		return;
	for (i = 0, n = LLVMGetNumOperands(instruction); i < n; i++)
		mention_operand(uses, LLVMGetOperand(instruction, (unsigned)i), quick, add, user);
}

/* --- what a signature uses ----------------------------------------------- */

/*
 * A parameter that is passed by value through a pointer is a parameter of the
 * pointed-to type: the body of a kernel sees its captures this way.
 */
static void
mention_by_value(struct uses *uses, LLVMValueRef function, unsigned parameter, add_function *add, void *user)
{
	static const char *const name[] = { "byval", "sret", "byref" };
	static unsigned kind[3];
	LLVMAttributeRef attribute;
	size_t i;

	for (i = 0; i < 3; i++) {
		if (!kind[i])
			kind[i] = LLVMGetEnumAttributeKindForName(name[i], strlen(name[i]));
		attribute = LLVMGetEnumAttributeAtIndex(function, parameter + 1, kind[i]);
		if (attribute && LLVMIsTypeAttribute(attribute))
			mention(uses, LLVMGetTypeAttributeValue(attribute), add, user);
	}
}

void
uses_of_signature(struct uses *uses, LLVMValueRef function, add_function *add, void *user)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(function);
	unsigned i, n = LLVMCountParamTypes(type);

	mention(uses, type, add, user);
	for (i = 0; i < n; i++)
		if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind)
			mention_by_value(uses, function, i, add, user);
}

/* --- conversions that can be emulated (--fp64-conv-emu) ------------------- */

static bool
is_memory_intrinsic(LLVMValueRef function)
{
	const char *name = irmodule_name(function);

	return !strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13) ||
	       !strncmp(name, "llvm.memset.", 12);
}

/* An instruction that moves or converts double but does not compute with it. */
static bool
only_converts(LLVMValueRef instruction, LLVMOpcode opcode)
{
	LLVMValueRef callee;

	switch (opcode) {
	case LLVMAlloca:
	case LLVMGetElementPtr:
	case LLVMLoad:
	case LLVMStore:
	case LLVMFPExt:
	case LLVMFPTrunc:
	case LLVMSIToFP:
	case LLVMUIToFP:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMFCmp:
	case LLVMPHI:
	case LLVMExtractValue:
	case LLVMInsertValue:
	case LLVMRet:
		return true;
	case LLVMCall:
		callee = callgraph_callee(instruction);
		return callee && (!LLVMIsDeclaration(callee) || is_memory_intrinsic(callee));
	default:
		return false;
	}
}

/* --- the facts of each function ------------------------------------------ */

/* Where add_use() puts things: one function, or one instruction of it. */
struct target_of_use {
	struct uses *uses;
	uint32_t function;
	bool from_metadata;
	bool without_fp64;
};

static void
grow_stamps(struct uses *uses)
{
	uint32_t n = uses->nstamp, room = uses->aspects->room;

	uses->stamp = arena_grow(uses->arena, uses->stamp, n * sizeof *uses->stamp, room * sizeof *uses->stamp);
	uses->place = arena_grow(uses->arena, uses->place, n * sizeof *uses->place, room * sizeof *uses->place);
	memset(uses->stamp + n, 0, (room - n) * sizeof *uses->stamp);
	uses->nstamp = room;
}

static struct use *
get_use(struct uses *uses, uint32_t function, uint32_t aspect)
{
	size_t size = sizeof *uses->use;

	if (aspect >= uses->nstamp)
		grow_stamps(uses);
	if (uses->stamp[aspect] == function + 1)
		return &uses->use[uses->place[aspect]];
	if (uses->nuse == uses->room) {
		uses->room = uses->room ? uses->room * 2 : 256;
		uses->use = arena_grow(uses->arena, uses->use, uses->nuse * size, uses->room * size);
	}
	uses->stamp[aspect] = function + 1;
	uses->place[aspect] = (uint32_t)uses->nuse;
	uses->facts[function].nuse++;
	uses->use[uses->nuse] = (struct use){ .aspect = aspect };
	return &uses->use[uses->nuse++];
}

static void
add_use(void *user, struct aspect_list list)
{
	const struct target_of_use *target = user;
	struct use *use;
	uint32_t i;

	for (i = 0; i < list.n; i++) {
		if (target->without_fp64 && list.aspect[i] == target->uses->aspects->fp64)
			continue;
		use = get_use(target->uses, target->function, list.aspect[i]);
		if (target->from_metadata)
			use->from_metadata = true;
		else
			use->from_code = true;
	}
}

static void
read_node(struct uses *uses, uint32_t function, LLVMMetadataRef node, const char *kind, struct aspect_list *list)
{
	const char *what = irmodule_name(uses->graph.function[function]);

	if (aspects_of_node(uses->aspects, LLVMMetadataAsValue(irmodule_context(), node), 0, kind,
			    arena_printf(uses->arena, "function '%s'", what), list))
		uses->failed = true;
}

/* The nodes of both editions add up. */
static void
read_declared(struct uses *uses, uint32_t function, LLVMMetadataRef node, const char *kind)
{
	struct facts *facts = &uses->facts[function];
	struct aspect_list list;

	read_node(uses, function, node, kind, &list);
	facts->declared = aspect_list_union(uses->arena, facts->declared, list);
	facts->has_declared = true;
}

static void
read_used(struct uses *uses, uint32_t function, LLVMMetadataRef node, const char *kind)
{
	struct aspect_list list;

	read_node(uses, function, node, kind, &list);
	add_use(&(struct target_of_use){ .uses = uses, .function = function, .from_metadata = true }, list);
}

static void
read_metadata(struct uses *uses, uint32_t function)
{
	struct facts *facts = &uses->facts[function];
	LLVMValueMetadataEntry *entry;
	LLVMMetadataRef node;
	unsigned kind, i;
	size_t n;

	entry = LLVMGlobalCopyAllMetadata(uses->graph.function[function], &n);
	for (i = 0; i < n; i++) {
		kind = LLVMValueMetadataEntriesGetKind(entry, i);
		node = LLVMValueMetadataEntriesGetMetadata(entry, i);
		if (kind == uses->kind_used) {
			read_used(uses, function, node, "sycl_used_aspects");
			facts->node = node;
		} else if (kind == uses->kind_old_used)
			read_used(uses, function, node, "intel_used_aspects");
		else if (kind == uses->kind_declared)
			read_declared(uses, function, node, "sycl_declared_aspects");
		else if (kind == uses->kind_old_declared)
			read_declared(uses, function, node, "intel_declared_aspects");
		else if (kind == uses->kind_targets)
			facts->has_targets = true;
	}
	LLVMDisposeValueMetadataEntries(entry);
}

/* "sycl-device-has"="5,6": the device_has property of a kernel. */
static void
read_property(struct uses *uses, uint32_t function)
{
	LLVMValueRef value = uses->graph.function[function];
	struct facts *facts = &uses->facts[function];
	uint32_t *one;
	const char *text;
	char **part, *end;
	size_t len, n, i;
	long number;

	text = irmodule_string_attribute(value, "sycl-device-has", &len);
	if (!text)
		return;
	facts->has_property = true;
	part = args_split(uses->arena, arena_strndup(uses->arena, text, len), ',', &n);
	for (i = 0; i < n; i++) {
		number = strtol(part[i], &end, 10);
		if (end == part[i] || *end || number != (int32_t)number) {
			diag(DIAG_ERROR, "malformed attribute 'sycl-device-has' of function '%s': '%s' is no aspect number",
			     irmodule_name(value), part[i]);
			uses->failed = true;
			return;
		}
		one = arena_alloc(uses->arena, sizeof *one);
		*one = aspects_index(uses->aspects, (int32_t)number);
		facts->property = aspect_list_union(uses->arena, facts->property, (struct aspect_list){ 1, one });
	}
}

static void
on_function(void *user, uint32_t function)
{
	struct uses *uses = user;
	struct facts *facts = &uses->facts[function];
	LLVMValueRef value = uses->graph.function[function];
	struct target_of_use target = { .uses = uses, .function = function };

	facts->first_use = (uint32_t)uses->nuse;
	facts->is_entry = irmodule_is_entry(value);
	facts->is_kernel = facts->is_entry && irmodule_is_kernel(value);
	read_metadata(uses, function);
	read_property(uses, function);
	target.without_fp64 = uses->options.emulate_conversions;
	uses_of_signature(uses, value, add_use, &target);
}

static void
on_instruction(void *user, uint32_t function, LLVMValueRef instruction, LLVMOpcode opcode)
{
	struct uses *uses = user;
	struct target_of_use target = { .uses = uses, .function = function };
	struct aspect_list list;
	LLVMValueRef node;

	target.without_fp64 = uses->options.emulate_conversions && only_converts(instruction, opcode);
	uses_of_instruction(uses, instruction, opcode, !uses->options.emulate_conversions, add_use, &target);
	node = uses->options.plain_instructions ? NULL : irmeta_get_instruction(instruction, uses->kind_used);
	if (!node)
		return;
	target.without_fp64 = false;
	if (aspects_of_node(uses->aspects, node, 0, "sycl_used_aspects",
			    arena_printf(uses->arena, "an instruction in function '%s'",
					 irmodule_name(uses->graph.function[function])),
			    &list))
		uses->failed = true;
	add_use(&target, list);
}

static size_t
count_functions(LLVMModuleRef module)
{
	LLVMValueRef function;
	size_t n = 0;

	for (function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
		n++;
	return n;
}

int
uses_read(struct uses *uses, struct arena *arena, LLVMModuleRef module, struct types *types,
	  struct analysis_options options)
{
	struct callgraph_visitor visitor = { on_function, on_instruction, uses };

	memset(uses, 0, sizeof *uses);
	uses->arena = arena;
	uses->module = module;
	uses->types = types;
	uses->aspects = types->aspects;
	uses->options = options;
	uses->facts = arena_calloc(arena, count_functions(module) + 1, sizeof *uses->facts);
	ptrmap_init(&uses->constant, arena, 256);
	uses->kind_used = irmeta_kind("sycl_used_aspects");
	uses->kind_declared = irmeta_kind("sycl_declared_aspects");
	uses->kind_targets = irmeta_kind("sycl_fixed_targets");
	uses->kind_old_used = irmeta_kind("intel_used_aspects");
	uses->kind_old_declared = irmeta_kind("intel_declared_aspects");
	callgraph_build(&uses->graph, arena, module, &visitor);
	return uses->failed ? -1 : 0;
}

const struct use *
uses_find(const struct uses *uses, uint32_t function, uint32_t aspect)
{
	const struct facts *facts = &uses->facts[function];
	uint32_t i;

	for (i = 0; i < facts->nuse; i++)
		if (uses->use[facts->first_use + i].aspect == aspect)
			return &uses->use[facts->first_use + i];
	return NULL;
}
