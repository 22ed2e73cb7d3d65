#include "debuginfo.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/ptrmap.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"
#include "post-link.h"

/* Operands of a DICompileUnit that list what the unit declared. */
enum { UNIT_ENUMS = 4, UNIT_RETAINED, UNIT_GLOBALS, UNIT_IMPORTS, UNIT_LISTS = 4 };
/* Operands of a DIImportedEntity. */
enum { IMPORT_SCOPE = 0, IMPORT_ENTITY = 1 };

struct unit {
	LLVMValueRef node;
	LLVMValueRef *list[UNIT_LISTS];
	size_t n[UNIT_LISTS];
	uint32_t number;	/* of its metadata node */
};

static struct unit *unit;
static size_t nunit;

/*
 * The metadata graph in plain arrays, read from LLVM as far as images reach
 * it: [number] of a node, its operands' numbers behind one another.
 */
static struct md {
	LLVMMetadataRef metadata;
	uint32_t first, n;
	bool expanded;
} *md;
static uint32_t nmd;
static size_t md_room;
static uint32_t *operand;
static size_t noperand, operand_room;
static struct ptrmap md_index;
static uint32_t *mark, stamp;
static size_t mark_room;
static uint32_t *queue;
static size_t nqueue, queue_room;

static void *
more(void *array, size_t *room, size_t need, size_t size)
{
	if (need <= *room)
		return array;
	while (*room < need)
		*room = *room ? *room * 2 : 4096;
	array = realloc(array, *room * size);
	if (!array)
		die("out of memory");
	return array;
}

static uint32_t
number_of(LLVMMetadataRef metadata)
{
	uint32_t number = ptrmap_get(&md_index, metadata);

	if (number != PTRMAP_NONE)
		return number;
	md = more(md, &md_room, (size_t)nmd + 1, sizeof *md);
	md[nmd] = (struct md){ .metadata = metadata };
	ptrmap_set(&md_index, metadata, nmd);
	return nmd++;
}

static bool
is_node(LLVMMetadataRef metadata)
{
	switch (LLVMGetMetadataKind(metadata)) {
	case LLVMMDStringMetadataKind:
	case LLVMConstantAsMetadataMetadataKind:
	case LLVMLocalAsMetadataMetadataKind:
		return false;
	default:
		return true;
	}
}

/* A template argument that is a function or variable points into the input: images cannot hold it. */
static bool
is_global_constant(LLVMValueRef value)
{
	LLVMValueRef global = value;

	while (LLVMIsAConstantExpr(global))
		global = LLVMGetOperand(global, 0);
	return LLVMIsAGlobalValue(global) != NULL;
}

static void
expand(uint32_t number)
{
	LLVMValueRef node = LLVMMetadataAsValue(irmodule_context(), md[number].metadata);
	LLVMValueRef few[64], *part = few;
	unsigned n = LLVMGetMDNodeNumOperands(node), i;
	LLVMMetadataRef metadata;

	if (n > sizeof few / sizeof *few && !(part = malloc(n * sizeof *part)))
		die("out of memory");
	LLVMGetMDNodeOperands(node, part);
	md[number].expanded = true;
	md[number].first = (uint32_t)noperand;
	for (i = 0; i < n; i++) {
		if (!part[i])
			continue;
		if (!LLVMIsAMDNode(part[i]) && !LLVMIsAMDString(part[i])) {
			if (is_global_constant(part[i]))
				LLVMReplaceMDNodeOperandWith(node, i, NULL);
			continue;
		}
		metadata = LLVMValueAsMetadata(part[i]);
		if (!is_node(metadata))
			continue;
		operand = more(operand, &operand_room, noperand + 1, sizeof *operand);
		operand[noperand++] = number_of(metadata);
		md[number].n++;
	}
	if (part != few)
		free(part);
}

static void
visit(uint32_t number)
{
	size_t had = mark_room;

	mark = more(mark, &mark_room, md_room, sizeof *mark);
	if (mark_room > had)
		memset(mark + had, 0, (mark_room - had) * sizeof *mark);
	if (mark[number] == stamp)
		return;
	mark[number] = stamp;
	queue = more(queue, &queue_room, nqueue + 1, sizeof *queue);
	queue[nqueue++] = number;
}

static void
visit_metadata(LLVMMetadataRef metadata)
{
	if (metadata && is_node(metadata))
		visit(number_of(metadata));
}

static void
visit_all(void)
{
	uint32_t number, i;

	while (nqueue) {
		number = queue[--nqueue];
		if (!md[number].expanded)
			expand(number);
		for (i = 0; i < md[number].n; i++)
			visit(operand[md[number].first + i]);
	}
}

static bool
reached(LLVMValueRef node)
{
	uint32_t number;

	if (!node || !LLVMIsAMDNode(node))
		return false;
	number = ptrmap_get(&md_index, LLVMValueAsMetadata(node));
	return number != PTRMAP_NONE && number < mark_room && mark[number] == stamp;
}

static void
take_lists(struct unit *u)
{
	LLVMValueRef *part;
	size_t n, i;

	part = irmeta_operands(&arena, u->node, &n);
	for (i = 0; i < UNIT_LISTS; i++) {
		if (UNIT_ENUMS + i >= n || !part[UNIT_ENUMS + i])
			continue;
		u->list[i] = irmeta_operands(&arena, part[UNIT_ENUMS + i], &u->n[i]);
		LLVMReplaceMDNodeOperandWith(u->node, UNIT_ENUMS + (unsigned)i, NULL);
	}
	u->number = number_of(LLVMValueAsMetadata(u->node));
}

void
debuginfo_init(LLVMModuleRef module)
{
	LLVMValueRef *node = irmeta_named(&arena, module, "llvm.dbg.cu", &nunit);
	size_t i;

	ptrmap_init(&md_index, &arena, 4096);
	unit = arena_calloc(&arena, nunit + 1, sizeof *unit);
	for (i = 0; i < nunit; i++) {
		unit[i].node = node[i];
		take_lists(&unit[i]);
	}
}

static void
visit_attachments(LLVMValueRef global)
{
	size_t n, i;
	LLVMValueMetadataEntry *entry = LLVMGlobalCopyAllMetadata(global, &n);

	for (i = 0; i < n; i++)
		visit_metadata(LLVMValueMetadataEntriesGetMetadata(entry, (unsigned)i));
	LLVMDisposeValueMetadataEntries(entry);
}

static void
visit_instruction(LLVMValueRef instruction)
{
	LLVMDbgRecordRef record;
	static LLVMMetadataRef last;
	LLVMMetadataRef location;

	for (record = LLVMGetFirstDbgRecord(instruction); record; record = LLVMGetNextDbgRecord(record)) {
		if (LLVMDbgRecordGetKind(record) != LLVMDbgRecordLabel)
			visit_metadata(LLVMDbgVariableRecordGetVariable(record));
		visit_metadata(LLVMDbgRecordGetDebugLoc(record));
	}
	if (!LLVMHasMetadata(instruction))
		return;
	location = LLVMInstructionGetDebugLoc(instruction);
	if (location && location != last)
		visit_metadata(location);
	last = location;
	/* Loop metadata may hold locations too. */
	if (LLVMIsATerminatorInst(instruction)) {
		LLVMValueRef loop = LLVMGetMetadata(instruction, irmeta_kind("llvm.loop"));

		if (loop)
			visit_metadata(LLVMValueAsMetadata(loop));
	}
}

static void
visit_module(LLVMModuleRef image)
{
	LLVMValueRef v, i;
	LLVMBasicBlockRef block;

	for (v = LLVMGetFirstGlobal(image); v; v = LLVMGetNextGlobal(v))
		visit_attachments(v);
	for (v = LLVMGetFirstFunction(image); v; v = LLVMGetNextFunction(v)) {
		visit_attachments(v);
		for (block = LLVMGetFirstBasicBlock(v); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				visit_instruction(i);
	}
	visit_all();
}

static bool
keeps(unsigned list, LLVMValueRef entry)
{
	LLVMValueRef *part;
	size_t n;

	if (list + UNIT_ENUMS != UNIT_IMPORTS)
		return reached(entry);
	part = irmeta_operands(&arena, entry, &n);
	return n > IMPORT_ENTITY && reached(part[IMPORT_SCOPE]) && reached(part[IMPORT_ENTITY]);
}

static void
set_list(struct unit *u, unsigned list)
{
	LLVMMetadataRef *kept, node = NULL;
	size_t i, n = 0;

	if (!u->n[list])
		return;
	kept = malloc(u->n[list] * sizeof *kept);
	if (!kept)
		die("out of memory");
	for (i = 0; i < u->n[list]; i++)
		if (keeps(list, u->list[list][i]))
			kept[n++] = LLVMValueAsMetadata(u->list[list][i]);
	if (n)
		node = LLVMMDNodeInContext2(irmodule_context(), kept, n);
	LLVMReplaceMDNodeOperandWith(u->node, UNIT_ENUMS + list, node);
	free(kept);
}

void
debuginfo_finish(LLVMModuleRef image)
{
	size_t i;
	unsigned list;

	stamp++;
	visit_module(image);
	for (i = 0; i < nunit; i++) {
		if (!reached(unit[i].node))
			continue;
		for (list = 0; list < UNIT_LISTS; list++)
			set_list(&unit[i], list);
		LLVMAddNamedMetadataOperand(image, "llvm.dbg.cu", unit[i].node);
	}
}
