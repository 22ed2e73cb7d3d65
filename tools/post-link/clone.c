#include "clone.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "debuginfo.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "post-link.h"

/* A map from values to values that is emptied in no time. */
struct map {
	struct slot {
		const void *key, *value;
		uint32_t stamp;
	} *slot;
	size_t room, used;
	uint32_t stamp;
};

static const struct graph *graph;
static const struct closure *closure;
static LLVMModuleRef to;
static LLVMBuilderRef builder;
static LLVMDIBuilderRef di_builder;
static struct map globals, locals;

/* --- the map -------------------------------------------------------------- */

static void
map_clear(struct map *map)
{
	map->stamp++;
	map->used = 0;
}

static size_t
map_find(const struct map *map, const void *key)
{
	size_t i = ((uintptr_t)key * 0x9e3779b97f4a7c15u) >> 20 & (map->room - 1);

	while (map->slot[i].stamp == map->stamp && map->slot[i].key != key)
		i = (i + 1) & (map->room - 1);
	return i;
}

static void map_put(struct map *map, const void *key, const void *value);

static void
map_grow(struct map *map)
{
	struct map old = *map;
	size_t i;

	map->room = old.room ? old.room * 2 : 1024;
	map->slot = calloc(map->room, sizeof *map->slot);
	if (!map->slot)
		die("out of memory");
	map->used = 0;
	map->stamp = 1;
	for (i = 0; i < old.room; i++)
		if (old.slot[i].stamp == old.stamp)
			map_put(map, old.slot[i].key, old.slot[i].value);
	free(old.slot);
}

static void
map_put(struct map *map, const void *key, const void *value)
{
	size_t i;

	if (map->used * 2 >= map->room)
		map_grow(map);
	i = map_find(map, key);
	if (map->slot[i].stamp != map->stamp)
		map->used++;
	map->slot[i] = (struct slot){ key, value, map->stamp };
}

static void *
map_get(const struct map *map, const void *key)
{
	size_t i;

	if (!map->room)
		return NULL;
	i = map_find(map, key);
	return map->slot[i].stamp == map->stamp ? (void *)map->slot[i].value : NULL;
}

/* --- constants and operands ------------------------------------------------- */

static LLVMValueRef remap(LLVMValueRef value);

static LLVMValueRef
rebuild_gep(LLVMValueRef value, LLVMValueRef *operand, unsigned n)
{
	return LLVMConstGEPWithNoWrapFlags(LLVMGetGEPSourceElementType(value), operand[0], operand + 1, n - 1,
					   LLVMGEPGetNoWrapFlags(value));
}

static LLVMValueRef
rebuild_expression(LLVMValueRef value, LLVMValueRef *operand, unsigned n)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	switch (LLVMGetConstOpcode(value)) {
	case LLVMAddrSpaceCast:
		return LLVMConstAddrSpaceCast(operand[0], type);
	case LLVMBitCast:
		return LLVMConstBitCast(operand[0], type);
	case LLVMPtrToInt:
		return LLVMConstPtrToInt(operand[0], type);
	case LLVMIntToPtr:
		return LLVMConstIntToPtr(operand[0], type);
	case LLVMTrunc:
		return LLVMConstTrunc(operand[0], type);
	case LLVMAdd:
		return LLVMConstAdd(operand[0], operand[1]);
	case LLVMSub:
		return LLVMConstSub(operand[0], operand[1]);
	case LLVMXor:
		return LLVMConstXor(operand[0], operand[1]);
	case LLVMGetElementPtr:
		return rebuild_gep(value, operand, n);
	default:
		bug("constant expression that graph.c let through");
	}
}

static LLVMValueRef
rebuild_aggregate(LLVMValueRef value, LLVMValueRef *operand, unsigned n)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	switch (LLVMGetValueKind(value)) {
	case LLVMConstantStructValueKind:
		if (LLVMGetStructName(type))
			return LLVMConstNamedStruct(type, operand, n);
		return LLVMConstStructInContext(irmodule_context(), operand, n, LLVMIsPackedStruct(type));
	case LLVMConstantArrayValueKind:
		return LLVMConstArray2(LLVMGetElementType(type), operand, n);
	default:
		return LLVMConstVector(operand, n);
	}
}

/* A constant that may mention functions or variables: the same of the image's. */
static LLVMValueRef
remap_constant(LLVMValueRef value)
{
	LLVMValueRef few[16], *operand = few, old, new;
	unsigned n = (unsigned)LLVMGetNumOperands(value), i;
	bool changed = false;

	new = map_get(&globals, value);
	if (new)
		return new;
	if (n > sizeof few / sizeof *few && !(operand = malloc(n * sizeof *operand)))
		die("out of memory");
	for (i = 0; i < n; i++) {
		old = LLVMGetOperand(value, i);
		operand[i] = remap(old);
		changed |= operand[i] != old;
	}
	new = value;
	if (changed && LLVMGetValueKind(value) == LLVMConstantExprValueKind)
		new = rebuild_expression(value, operand, n);
	else if (changed)
		new = rebuild_aggregate(value, operand, n);
	if (operand != few)
		free(operand);
	map_put(&globals, value, new);
	return new;
}

/* A value wrapped for an intrinsic's metadata argument. */
static LLVMValueRef
remap_wrapped(LLVMValueRef value)
{
	LLVMValueRef inner, new;

	if (!LLVMIsAValueAsMetadata(value))
		return value;
	inner = LLVMGetOperand(value, 0);
	new = remap(inner);
	return new == inner ? value : LLVMMetadataAsValue(irmodule_context(), LLVMValueAsMetadata(new));
}

static LLVMValueRef
remap(LLVMValueRef value)
{
	LLVMValueRef new;

	switch (LLVMGetValueKind(value)) {
	case LLVMInstructionValueKind:
	case LLVMArgumentValueKind:
	case LLVMBasicBlockValueKind:
		new = map_get(&locals, value);
		break;
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
	case LLVMGlobalAliasValueKind:
		new = map_get(&globals, value);
		break;
	case LLVMConstantExprValueKind:
	case LLVMConstantStructValueKind:
	case LLVMConstantArrayValueKind:
	case LLVMConstantVectorValueKind:
		return remap_constant(value);
	case LLVMMetadataAsValueValueKind:
		return remap_wrapped(value);
	default:
		return value;
	}
	if (!new)
		bug("'%s' is not in the image", irmodule_name(value));
	return new;
}

/* --- metadata that names functions ------------------------------------------- */

/* The function or variable that a constant names, directly or through casts. */
static LLVMValueRef
names_global(LLVMValueRef constant)
{
	while (LLVMIsAConstantExpr(constant))
		constant = LLVMGetOperand(constant, 0);
	return LLVMIsAGlobalValue(constant) ? constant : NULL;
}

static LLVMMetadataRef remap_metadata(LLVMMetadataRef metadata, int depth);

/*
 * One operand of a node as LLVMGetMDNodeOperands() gives it.  LLVM shows a node
 * with one constant as the constant wrapped, and a constant operand bare.
 */
static LLVMMetadataRef
remap_md_operand(LLVMValueRef operand, int depth)
{
	LLVMMetadataRef metadata;

	if (!operand || LLVMIsAMDString(operand))
		return operand ? LLVMValueAsMetadata(operand) : NULL;
	if (!LLVMIsAMDNode(operand)) {
		if (!names_global(operand))
			return LLVMValueAsMetadata(operand);
		return map_get(&globals, names_global(operand)) ? LLVMValueAsMetadata(remap(operand)) : NULL;
	}
	metadata = LLVMValueAsMetadata(operand);
	if (LLVMIsAValueAsMetadata(operand))
		metadata = LLVMMDNodeInContext2(irmodule_context(), &metadata, 1);
	return remap_metadata(metadata, depth + 1);
}

/*
 * The node with functions and variables of the input replaced by the image's;
 * NULL when one of them is not in the image.
 */
static LLVMMetadataRef
remap_metadata(LLVMMetadataRef metadata, int depth)
{
	LLVMMetadataRef few[16], *part = few, new = metadata;
	LLVMValueRef node, *operand;
	struct arena scratch;
	bool changed = false;
	size_t n, i;

	/* Debug info has a part of its own. */
	if (depth > 50 || LLVMGetMetadataKind(metadata) != LLVMMDTupleMetadataKind)
		return metadata;
	node = LLVMMetadataAsValue(irmodule_context(), metadata);
	arena_init(&scratch);
	operand = irmeta_operands(&scratch, node, &n);
	if (n > sizeof few / sizeof *few)
		part = arena_calloc(&scratch, n, sizeof *part);
	for (i = 0; i < n && new; i++) {
		if (operand[i] == node) {
			part[i] = metadata;	/* a distinct node that names itself */
			continue;
		}
		part[i] = remap_md_operand(operand[i], depth);
		if (operand[i] && !part[i])
			new = NULL;
		else if (operand[i] && (LLVMIsAMDNode(operand[i]) || names_global(operand[i])))
			changed = true;
	}
	if (new && changed)
		new = LLVMMDNodeInContext2(irmodule_context(), part, n);
	arena_free(&scratch);
	return new;
}

static void
copy_attachments(LLVMValueRef from, LLVMValueRef copy)
{
	size_t n, i;
	LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(from, &n);

	for (i = 0; i < n; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entry, (unsigned)i);
		LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i);

		node = remap_metadata(node, 0);
		if (node)
			LLVMGlobalAddMetadata(copy, kind, node);
	}
	LLVMDisposeValueMetadataEntries(entry);
}

/* !sycl_registered_kernels: pairs of a name and a kernel's mangled name. */
static bool
is_gone(const char *list, LLVMValueRef node)
{
	LLVMValueRef part[2], function;
	const char *text;
	unsigned len;
	char *name;

	if (strcmp(list, "sycl_registered_kernels") != 0 || LLVMGetMDNodeNumOperands(node) != 2)
		return false;
	LLVMGetMDNodeOperands(node, part);
	if (!part[1] || !LLVMIsAMDString(part[1]))
		return false;
	text = LLVMGetMDString(part[1], &len);
	name = strndup(text, len);
	function = name ? LLVMGetNamedFunction(to, name) : NULL;
	free(name);
	return !function;
}

static void
copy_named_metadata(void)
{
	LLVMNamedMDNodeRef list;
	struct arena scratch;

	arena_init(&scratch);
	for (list = LLVMGetFirstNamedMetadata(graph->module); list; list = LLVMGetNextNamedMetadata(list)) {
		size_t len, n, i;
		const char *name = LLVMGetNamedMetadataName(list, &len);
		LLVMValueRef *node = irmeta_named(&scratch, graph->module, name, &n);

		if (!strcmp(name, "llvm.dbg.cu"))
			continue;
		if (!n)
			LLVMGetOrInsertNamedMetadata(to, name, len);
		for (i = 0; i < n; i++) {
			LLVMMetadataRef new = is_gone(name, node[i]) ? NULL : remap_md_operand(node[i], -1);

			if (new)
				LLVMAddNamedMetadataOperand(to, name, LLVMMetadataAsValue(irmodule_context(), new));
		}
	}
	arena_free(&scratch);
}

/* --- globals ------------------------------------------------------------------ */

/* The unit has done its duty, and changes with every change of its text: images that stay the same keep their bytes. */
static bool
is_unit(LLVMAttributeRef attribute)
{
	unsigned len;
	const char *name = LLVMIsStringAttribute(attribute) ? LLVMGetStringAttributeKind(attribute, &len) : NULL;

	return name && len == sizeof "sycl-module-id" - 1 && !memcmp(name, "sycl-module-id", len);
}

static void
copy_attributes(LLVMValueRef from, LLVMValueRef copy)
{
	LLVMAttributeRef few[64], *attribute = few;
	unsigned np = LLVMCountParams(from) + 2, i, k, n;

	for (i = 0; i < np; i++) {
		LLVMAttributeIndex at = i ? i - 1 : (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

		n = LLVMGetAttributeCountAtIndex(from, at);
		if (n > sizeof few / sizeof *few && !(attribute = malloc(n * sizeof *attribute)))
			die("out of memory");
		LLVMGetAttributesAtIndex(from, at, attribute);
		for (k = 0; k < n; k++)
			if (!is_unit(attribute[k]))
				LLVMAddAttributeAtIndex(copy, at, attribute[k]);
		if (attribute != few)
			free(attribute);
		attribute = few;
	}
}

/* Functions that stay visible: entry points, targets of indirect calls; all else is the image's own. */
static bool
stays_external(const struct node *node)
{
	if (node->is_virtual || node->indirect_target)
		return true;
	if (options.image_dependencies)
		return node->kernel || node->import;
	return false;
}

static bool
is_local(LLVMLinkage linkage)
{
	return linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
}

static void
set_linkage(const struct node *node, uint32_t number, LLVMValueRef copy)
{
	LLVMLinkage linkage = LLVMGetLinkage(node->value);
	LLVMComdatRef comdat;

	if (closure->own[number] == closure->stamp)
		linkage = is_local(linkage) ? LLVMExternalLinkage : linkage;
	else if (node->kind == NODE_FUNCTION && node->defined && closure->declared[number])
		linkage = LLVMExternalLinkage;
	else if (node->kind == NODE_FUNCTION && node->defined && !stays_external(node))
		linkage = LLVMInternalLinkage;
	LLVMSetLinkage(copy, linkage);
	if (is_local(linkage))
		return;
	LLVMSetVisibility(copy, LLVMGetVisibility(node->value));
	if (node->kind == NODE_ALIAS || !node->defined || closure->declared[number])
		return;
	comdat = LLVMGetComdat(node->value);
	if (comdat) {
		LLVMComdatRef own = LLVMGetOrInsertComdat(to, node->name);

		LLVMSetComdatSelectionKind(own, LLVMGetComdatSelectionKind(comdat));
		LLVMSetComdat(copy, own);
	}
}

static void
copy_global_properties(LLVMValueRef from, LLVMValueRef copy)
{
	const char *section = LLVMGetSection(from);

	LLVMSetUnnamedAddress(copy, LLVMGetUnnamedAddress(from));
	LLVMSetAlignment(copy, LLVMGetAlignment(from));
	if (section && *section)
		LLVMSetSection(copy, section);
}

static LLVMValueRef
declare_function(const struct node *node)
{
	LLVMValueRef copy = LLVMAddFunction(to, node->name, LLVMGlobalGetValueType(node->value));
	const char *gc = LLVMGetGC(node->value);

	LLVMSetFunctionCallConv(copy, LLVMGetFunctionCallConv(node->value));
	copy_attributes(node->value, copy);
	copy_global_properties(node->value, copy);
	if (gc)
		LLVMSetGC(copy, gc);
	return copy;
}

static LLVMValueRef
declare_variable(const struct node *node)
{
	LLVMValueRef copy = LLVMAddGlobalInAddressSpace(to, LLVMGlobalGetValueType(node->value), node->name,
							LLVMGetPointerAddressSpace(LLVMTypeOf(node->value)));

	LLVMSetGlobalConstant(copy, LLVMIsGlobalConstant(node->value));
	LLVMSetExternallyInitialized(copy, LLVMIsExternallyInitialized(node->value));
	LLVMSetThreadLocalMode(copy, LLVMGetThreadLocalMode(node->value));
	copy_global_properties(node->value, copy);
	return copy;
}

/* llvm.compiler.used: its members that are in the image; a variable without members is none. */
static void
copy_used_list(const struct node *node)
{
	LLVMValueRef old = LLVMGetInitializer(node->value), copy, *kept, member;
	unsigned n = old ? (unsigned)LLVMGetNumOperands(old) : 0, i, used = 0;
	LLVMTypeRef type;

	kept = malloc((n + 1) * sizeof *kept);
	if (!kept)
		die("out of memory");
	for (i = 0; i < n; i++) {
		member = names_global(LLVMGetOperand(old, i));
		if (member && map_get(&globals, member))
			kept[used++] = remap(LLVMGetOperand(old, i));
	}
	if (used) {
		type = LLVMGetElementType(LLVMGlobalGetValueType(node->value));
		copy = LLVMAddGlobal(to, LLVMArrayType2(type, used), node->name);
		LLVMSetLinkage(copy, LLVMAppendingLinkage);
		LLVMSetSection(copy, "llvm.metadata");
		LLVMSetInitializer(copy, LLVMConstArray2(type, kept, used));
	}
	free(kept);
}

static bool
is_used_list(const struct node *node)
{
	return node->kind == NODE_VARIABLE && !strcmp(node->name, "llvm.compiler.used");
}

static void
declare_all(void)
{
	const struct node *node;
	LLVMValueRef copy;
	size_t i;

	for (i = 0; i < closure->n; i++) {
		node = &graph->node[closure->node[i]];
		if (node->kind == NODE_ALIAS || is_used_list(node))
			continue;
		copy = node->kind == NODE_FUNCTION ? declare_function(node) : declare_variable(node);
		set_linkage(node, closure->node[i], copy);
		map_put(&globals, node->value, copy);
	}
}

/* Aliases of aliases: the inner one first. */
static void
declare_alias(const struct node *node, uint32_t number)
{
	LLVMValueRef aliasee = LLVMAliasGetAliasee(node->value), inner = aliasee, copy;

	if (map_get(&globals, node->value))
		return;
	while (LLVMIsAConstantExpr(inner))
		inner = LLVMGetOperand(inner, 0);
	if (LLVMIsAGlobalAlias(inner)) {
		uint32_t k = graph_index(graph, inner);

		declare_alias(&graph->node[k], k);
	}
	copy = LLVMAddAlias2(to, LLVMGlobalGetValueType(node->value),
			     LLVMGetPointerAddressSpace(LLVMTypeOf(node->value)), remap(aliasee), node->name);
	set_linkage(node, number, copy);
	LLVMSetUnnamedAddress(copy, LLVMGetUnnamedAddress(node->value));
	map_put(&globals, node->value, copy);
}

/* --- bodies ---------------------------------------------------------------------- */

static void
copy_name(LLVMValueRef from, LLVMValueRef copy)
{
	size_t len;
	const char *name = LLVMGetValueName2(from, &len);

	if (len)
		LLVMSetValueName2(copy, name, len);
}

static LLVMValueRef
clone_phi(LLVMValueRef phi)
{
	LLVMValueRef copy = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
	LLVMValueMetadataEntry *entry;
	size_t n, i;

	if (LLVMCanValueUseFastMathFlags(phi))
		LLVMSetFastMathFlags(copy, LLVMGetFastMathFlags(phi));
	if (!LLVMHasMetadata(phi))
		return copy;
	LLVMInstructionSetDebugLoc(copy, LLVMInstructionGetDebugLoc(phi));
	entry = LLVMInstructionGetAllMetadataOtherThanDebugLoc(phi, &n);
	for (i = 0; i < n; i++)
		LLVMSetMetadata(copy, LLVMValueMetadataEntriesGetKind(entry, (unsigned)i),
				LLVMMetadataAsValue(irmodule_context(),
						    LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i)));
	LLVMDisposeValueMetadataEntries(entry);
	return copy;
}

static void
clone_block(LLVMBasicBlockRef from, LLVMBasicBlockRef copy)
{
	LLVMValueRef i, new;

	LLVMPositionBuilderAtEnd(builder, copy);
	for (i = LLVMGetFirstInstruction(from); i; i = LLVMGetNextInstruction(i)) {
		if (LLVMGetInstructionOpcode(i) == LLVMPHI) {
			new = clone_phi(i);
		} else {
			new = LLVMInstructionClone(i);
			LLVMInsertIntoBuilder(builder, new);
		}
		copy_name(i, new);
		map_put(&locals, i, new);
	}
}

static void
fill_phi(LLVMValueRef from, LLVMValueRef copy)
{
	unsigned n = LLVMCountIncoming(from), i;

	for (i = 0; i < n; i++) {
		LLVMValueRef value = remap(LLVMGetIncomingValue(from, i));
		LLVMBasicBlockRef block = map_get(&locals, LLVMBasicBlockAsValue(LLVMGetIncomingBlock(from, i)));

		LLVMAddIncoming(copy, &value, &block, 1);
	}
}

/* DIExpressions over several values cannot be made here: such records say "optimised out" instead. */
static bool
is_variadic(LLVMMetadataRef expression)
{
	static struct ptrmap known;
	uint32_t answer;
	char *text;

	if (!known.slot)
		ptrmap_init(&known, &arena, 64);
	answer = ptrmap_get(&known, expression);
	if (answer == PTRMAP_NONE) {
		text = LLVMPrintValueToString(LLVMMetadataAsValue(irmodule_context(), expression));
		answer = strstr(text, "DW_OP_LLVM_arg") != NULL;
		LLVMDisposeMessage(text);
		ptrmap_set(&known, expression, answer);
	}
	return answer;
}

static void
copy_record(LLVMDbgRecordRef record, LLVMValueRef before)
{
	LLVMMetadataRef variable, expression, location = LLVMDbgRecordGetDebugLoc(record);
	LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(record);
	LLVMValueRef value;

	if (kind == LLVMDbgRecordLabel)
		return;
	variable = LLVMDbgVariableRecordGetVariable(record);
	expression = LLVMDbgVariableRecordGetExpression(record);
	value = LLVMDbgVariableRecordGetValue(record, 0);
	if (is_variadic(expression)) {
		expression = LLVMDIBuilderCreateExpression(di_builder, NULL, 0);
		value = NULL;
	}
	value = value ? remap(value) : LLVMGetPoison(LLVMInt32TypeInContext(irmodule_context()));
	if (kind == LLVMDbgRecordDeclare)
		LLVMDIBuilderInsertDeclareRecordBefore(di_builder, value, variable, expression, location, before);
	else
		LLVMDIBuilderInsertDbgValueRecordBefore(di_builder, value, variable, expression, location, before);
}

/* !callees names functions of the input; it is only a hint. */
static void
drop_callees(LLVMValueRef instruction)
{
	static unsigned callees;

	if (!callees)
		callees = irmeta_kind("callees");
	if (LLVMHasMetadata(instruction) && LLVMGetMetadata(instruction, callees))
		LLVMSetMetadata(instruction, callees, NULL);
}

static void
fill_instruction(LLVMValueRef from, LLVMValueRef copy)
{
	LLVMValueRef old, new;
	LLVMDbgRecordRef record;
	int k, n;

	if (di_builder)
		for (record = LLVMGetFirstDbgRecord(from); record; record = LLVMGetNextDbgRecord(record))
			copy_record(record, copy);
	if (LLVMGetInstructionOpcode(from) == LLVMPHI) {
		fill_phi(from, copy);
		return;
	}
	n = LLVMGetNumOperands(from);
	for (k = 0; k < n; k++) {
		old = LLVMGetOperand(from, (unsigned)k);
		new = remap(old);
		if (new != old)
			LLVMSetOperand(copy, (unsigned)k, new);
	}
	if (LLVMGetInstructionOpcode(from) == LLVMCall)
		drop_callees(copy);
}

static void
clone_body(LLVMValueRef from, LLVMValueRef copy)
{
	LLVMBasicBlockRef b, new;
	LLVMValueRef i, k;
	unsigned p, np = LLVMCountParams(from);

	map_clear(&locals);
	for (p = 0; p < np; p++) {
		LLVMValueRef parameter = LLVMGetParam(copy, p);

		copy_name(LLVMGetParam(from, p), parameter);
		map_put(&locals, LLVMGetParam(from, p), parameter);
	}
	for (b = LLVMGetFirstBasicBlock(from); b; b = LLVMGetNextBasicBlock(b)) {
		new = LLVMAppendBasicBlockInContext(irmodule_context(), copy, LLVMGetBasicBlockName(b));
		map_put(&locals, LLVMBasicBlockAsValue(b), LLVMBasicBlockAsValue(new));
		clone_block(b, new);
	}
	new = LLVMGetFirstBasicBlock(copy);
	for (b = LLVMGetFirstBasicBlock(from); b; b = LLVMGetNextBasicBlock(b), new = LLVMGetNextBasicBlock(new)) {
		k = LLVMGetFirstInstruction(new);
		for (i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i), k = LLVMGetNextInstruction(k))
			fill_instruction(i, k);
	}
	if (LLVMHasPersonalityFn(from))
		LLVMSetPersonalityFn(copy, remap(LLVMGetPersonalityFn(from)));
}

/* --- the module ---------------------------------------------------------------------- */

static void
new_module(void)
{
	LLVMModuleRef from = graph->module;
	const char *text;
	size_t len;

	to = LLVMModuleCreateWithNameInContext("image", irmodule_context());
	text = LLVMGetSourceFileName(from, &len);
	LLVMSetSourceFileName(to, text, len);
	LLVMSetTarget(to, LLVMGetTarget(from));
	LLVMSetDataLayout(to, LLVMGetDataLayoutStr(from));
	text = LLVMGetModuleInlineAsm(from, &len);
	if (len)
		LLVMSetModuleInlineAsm2(to, text, len);
	map_clear(&globals);
}

static void
fill_node(uint32_t number)
{
	const struct node *node = &graph->node[number];
	LLVMValueRef copy, initializer;

	if (is_used_list(node)) {
		copy_used_list(node);
		return;
	}
	if (node->kind == NODE_ALIAS)
		return;
	copy = map_get(&globals, node->value);
	if (node->kind == NODE_VARIABLE) {
		initializer = LLVMGetInitializer(node->value);
		if (initializer)
			LLVMSetInitializer(copy, remap(initializer));
	} else if (node->defined && !closure->declared[number]) {
		clone_body(node->value, copy);
	}
	if (node->defined && !closure->declared[number])
		copy_attachments(node->value, copy);
}

static void
mark_entries(const uint32_t *own, size_t nown)
{
	size_t i;

	for (i = 0; i < nown && !options.image_dependencies; i++)
		irmodule_set_string_attribute(map_get(&globals, graph->node[own[i]].value), "sycl-entry-point", "");
}

LLVMModuleRef
image_clone(const struct graph *of, const struct closure *what, const uint32_t *own, size_t nown)
{
	size_t i;

	graph = of;
	closure = what;
	if (!builder)
		builder = LLVMCreateBuilderInContext(irmodule_context());
	new_module();
	if (graph->has_debug_info)
		di_builder = LLVMCreateDIBuilderDisallowUnresolved(to);
	declare_all();
	for (i = 0; i < closure->n; i++)
		if (graph->node[closure->node[i]].kind == NODE_ALIAS)
			declare_alias(&graph->node[closure->node[i]], closure->node[i]);
	for (i = 0; i < closure->n; i++)
		fill_node(closure->node[i]);
	mark_entries(own, nown);
	copy_named_metadata();
	if (graph->has_debug_info) {
		LLVMDisposeDIBuilder(di_builder);
		di_builder = NULL;
		debuginfo_finish(to);
	}
	return to;
}
