#include "mux/emit/loops.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memstream.h"
#include "ir/irmodule.h"

void
loop_begin(struct loop *loop, struct compilation *c, LLVMValueRef from, LLVMValueRef bound, const char *name)
{
	LLVMBasicBlockRef before = LLVMGetInsertBlock(c->builder);
	LLVMValueRef function = LLVMGetBasicBlockParent(before);

	loop->head = LLVMAppendBasicBlockInContext(c->context, function, name);
	loop->latch = LLVMAppendBasicBlockInContext(c->context, function, "latch");
	loop->exit = LLVMAppendBasicBlockInContext(c->context, function, "exit");
	loop->bound = bound;
	loop->before = LLVMBuildBr(c->builder, loop->head);
	LLVMPositionBuilderAtEnd(c->builder, loop->head);
	loop->index = LLVMBuildPhi(c->builder, c->i64, name);
	LLVMAddIncoming(loop->index, &from, &before, 1);
}

/* Closes the loop, which goes on while again is true. */
static void
close_loop(struct loop *loop, struct compilation *c, LLVMValueRef next, LLVMValueRef again, LLVMValueRef metadata)
{
	LLVMValueRef branch = LLVMBuildCondBr(c->builder, again, loop->head, loop->exit);

	LLVMAddIncoming(loop->index, &next, &loop->latch, 1);
	if (metadata)
		LLVMSetMetadata(branch, loop_kind(c), metadata);
	LLVMPositionBuilderAtEnd(c->builder, loop->exit);
}

static LLVMValueRef
build_next(struct loop *loop, struct compilation *c, uint64_t step)
{
	LLVMValueRef next = LLVMBuildNUWAdd(c->builder, loop->index, const_int(c->i64, step), "");

	LLVMSetNSW(next, 1);
	return next;
}

void
loop_end(struct loop *loop, struct compilation *c, uint64_t step, LLVMValueRef metadata)
{
	LLVMValueRef next;

	LLVMPositionBuilderAtEnd(c->builder, loop->latch);
	next = build_next(loop, c, step);
	close_loop(loop, c, next, LLVMBuildICmp(c->builder, LLVMIntULT, next, loop->bound, ""), metadata);
}

/* How many iterations the loop has. */
static LLVMValueRef
iterations(struct loop *loop, struct compilation *c)
{
	LLVMValueRef from = LLVMGetIncomingValue(loop->index, 0), n;

	LLVMPositionBuilderBefore(c->builder, loop->before);
	LLVMSetCurrentDebugLocation2(c->builder, NULL);
	n = LLVMBuildNUWSub(c->builder, loop->bound, from, "");
	/* LLVM knows no limit of a difference. */
	return LLVMIsConstant(from) ? n : LLVMBuildAnd(c->builder, n, const_int(c->i64, MUX_MAX_WORK_GROUP), "");
}

void
loop_end_items(struct loop *loop, struct compilation *c, LLVMValueRef metadata)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(loop->before);
	LLVMMetadataRef line = LLVMGetCurrentDebugLocation2(c->builder);
	LLVMValueRef left, less, next, n = iterations(loop, c);

	LLVMPositionBuilderBefore(c->builder, LLVMGetFirstInstruction(loop->head));
	left = LLVMBuildPhi(c->builder, c->i64, "left");
	LLVMSetCurrentDebugLocation2(c->builder, line);
	LLVMPositionBuilderAtEnd(c->builder, loop->latch);
	next = build_next(loop, c, 1);
	less = LLVMBuildNUWSub(c->builder, left, const_int(c->i64, 1), "");
	LLVMSetNSW(less, 1);
	LLVMAddIncoming(left, &n, &before, 1);
	LLVMAddIncoming(left, &less, &loop->latch, 1);
	close_loop(loop, c, next, LLVMBuildICmp(c->builder, LLVMIntNE, less, LLVMConstNull(c->i64), ""), metadata);
}

LLVMValueRef
loop_number(struct compilation *c, LLVMValueRef number)
{
	static const char *const attribute[] = { "nounwind", "willreturn", "memory" };
	LLVMTypeRef type = LLVMFunctionType(c->i64, &c->i64, 1, 0);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "=r,0", 4, 0, 0, LLVMInlineAsmDialectATT, 0);
	LLVMValueRef call = LLVMBuildCall2(c->builder, type, nothing, &number, 1, "");
	size_t i;

	/* Memory: none. */
	for (i = 0; i < sizeof attribute / sizeof *attribute; i++)
		LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					 LLVMCreateEnumAttribute(c->context, attribute_kind(attribute[i]), 0));
	return call;
}

LLVMValueRef
loop_result(struct compilation *c, LLVMTypeRef type, LLVMValueRef variable)
{
	LLVMValueRef value = LLVMBuildZExt(c->builder, LLVMBuildLoad2(c->builder, type, variable, ""), c->i64, "");

	return LLVMBuildTrunc(c->builder, loop_number(c, value), type, "");
}

/*
 * LLVM-C cannot create distinct nodes, but its parser can: parses a module of such
 * nodes, which stay in the context after the module was disposed.
 */
static void
refill_groups(struct compilation *c)
{
	enum { BATCH = 256 };
	LLVMModuleRef module;
	struct memstream memory;
	FILE *stream = memstream_begin(&memory);
	char *text;
	size_t size;
	int i;

	fputs("!groups = !{!0", stream);
	for (i = 1; i < BATCH; i++)
		fprintf(stream, ", !%d", i);
	fputs("}\n", stream);
	for (i = 0; i < BATCH; i++)
		fprintf(stream, "!%d = distinct !{}\n", i);
	text = memstream_end(&memory, &size);
	module = irmodule_parse("access groups", text, size);
	free(text);
	if (!module)
		bug("access groups do not parse");
	c->group = arena_calloc(c->arena, BATCH, sizeof *c->group);
	LLVMGetNamedMetadataOperands(module, "groups", c->group);
	c->ngroup = BATCH;
	LLVMDisposeModule(module);
}

LLVMValueRef
access_group(struct compilation *c)
{
	if (!c->ngroup)
		refill_groups(c);
	return c->group[--c->ngroup];
}

void
access_group_tag(struct compilation *c, LLVMValueRef instruction, LLVMValueRef group)
{
	LLVMSetMetadata(instruction, LLVMGetMDKindIDInContext(c->context, "llvm.access.group", 17), group);
}

static LLVMMetadataRef
string_node(struct compilation *c, const char *text)
{
	return LLVMMDStringInContext2(c->context, text, strlen(text));
}

/* {"name", value}; value may be NULL. */
static LLVMMetadataRef
hint(struct compilation *c, const char *name, LLVMValueRef value)
{
	LLVMMetadataRef part[2] = { string_node(c, name), value ? LLVMValueAsMetadata(value) : NULL };

	return LLVMMDNodeInContext2(c->context, part, value ? 2 : 1);
}

/* A loop's node has itself as first operand, which makes it unique: part[0] is left to it. */
static LLVMValueRef
loop_node(struct compilation *c, LLVMMetadataRef *part, size_t n)
{
	LLVMMetadataRef self = LLVMTemporaryMDNode(c->context, NULL, 0), node;

	part[0] = self;
	node = LLVMMDNodeInContext2(c->context, part, n);
	LLVMMetadataReplaceAllUsesWith(self, node);
	return LLVMMetadataAsValue(c->context, node);
}

/* What vector code leaves over is a few iterations: not worth more copies. */
static LLVMMetadataRef
rest_of_vectors(struct compilation *c)
{
	LLVMMetadataRef part[3] = { string_node(c, "llvm.loop.vectorize.followup_epilogue"),
				    hint(c, "llvm.loop.isvectorized", const_int(c->i32, 1)),
				    hint(c, "llvm.loop.unroll.disable", NULL) };

	return LLVMMDNodeInContext2(c->context, part, 3);
}

/* Vector code may be unrolled again. */
static LLVMMetadataRef
vectors(struct compilation *c)
{
	LLVMMetadataRef part[2] = { string_node(c, "llvm.loop.vectorize.followup_vectorized"),
				    hint(c, "llvm.loop.isvectorized", const_int(c->i32, 1)) };

	return LLVMMDNodeInContext2(c->context, part, 2);
}

LLVMValueRef
loop_metadata(struct compilation *c, LLVMValueRef group, unsigned width)
{
	LLVMMetadataRef part[8];
	size_t n = 1;

	part[n++] = rest_of_vectors(c);
	if (group)
		part[n++] = hint(c, "llvm.loop.parallel_accesses", group);
	part[n++] = hint(c, "llvm.loop.mustprogress", NULL);
	if (width == LOOP_RARE) {
		part[n++] = hint(c, "llvm.loop.vectorize.enable", const_int(c->i1, 0));
		part[n++] = hint(c, "llvm.loop.unroll.disable", NULL);
	} else if (width == LOOP_WHOLE) {
		part[n++] = vectors(c);
		part[n++] = hint(c, "llvm.loop.unroll.disable", NULL);
	} else if (width == LOOP_UNROLLED) {
		part[n++] = hint(c, "llvm.loop.vectorize.enable", const_int(c->i1, 1));
	} else if (width == LOOP_SHORT) {
		part[n++] = hint(c, "llvm.loop.interleave.count", const_int(c->i32, 1));
	} else if (width > 0) {
		part[n++] = hint(c, "llvm.loop.vectorize.enable", const_int(c->i1, 1));
		part[n++] = hint(c, "llvm.loop.unroll.disable", NULL);
	}
	if (width > 1 && width < LOOP_RARE) {
		part[n++] = hint(c, "llvm.loop.vectorize.width", const_int(c->i32, width));
		part[n++] = hint(c, "llvm.loop.interleave.count", const_int(c->i32, 1));
	}
	return loop_node(c, part, n);
}

LLVMValueRef
inner_loop_metadata(struct compilation *c, bool rare)
{
	LLVMMetadataRef part[3];
	size_t n = 1;

	if (rare)
		part[n++] = hint(c, "llvm.loop.vectorize.enable", const_int(c->i1, 0));
	part[n++] = hint(c, rare ? "llvm.loop.unroll.disable" : "llvm.loop.unroll.runtime.disable", NULL);
	return loop_node(c, part, n);
}

bool
loop_is_described(struct compilation *c, LLVMValueRef branch)
{
	return LLVMGetMetadata(branch, loop_kind(c)) != NULL;
}

void
loop_unroll(struct compilation *c, LLVMValueRef branch, unsigned times, unsigned rest)
{
	LLVMMetadataRef part[3] = { NULL, hint(c, "llvm.loop.unroll.count", const_int(c->i32, times)) };
	LLVMMetadataRef left[2] = { string_node(c, "llvm.loop.unroll.followup_remainder"),
				    hint(c, "llvm.loop.unroll.count", const_int(c->i32, rest)) };

	part[2] = rest > 1 ? LLVMMDNodeInContext2(c->context, left, 2) : NULL;
	LLVMSetMetadata(branch, loop_kind(c), loop_node(c, part, part[2] ? 3 : 2));
}
