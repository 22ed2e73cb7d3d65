#include "mux/analysis/variables.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "format/irnames.h"
#include "ir/irmodule.h"

enum { OP_DEREF = 0x06, OP_FRAGMENT = 0x1000 };	/* numbers of DWARF and of LLVM */

bool
variables_are_kept(LLVMValueRef kernel)
{
	size_t len;
	const char *level = irmodule_string_attribute(kernel, ATTRIBUTE_OPT_LEVEL, &len);

	return level && len == 1 && *level == '0' && LLVMGetSubprogram(kernel);
}

bool
variables_are_all_kept(const struct compilation *c)
{
	size_t i;

	for (i = 0; i < c->nkernel && variables_are_kept(c->kernel[i].function); i++)
		;
	return c->nkernel && i == c->nkernel;
}

struct variables *
variables_new(struct compilation *c)
{
	struct variables *variables = arena_calloc(c->arena, 1, sizeof *variables);
	uint64_t deref[] = { OP_DEREF, OP_DEREF };

	variables->builder = LLVMCreateDIBuilderDisallowUnresolved(c->module);
	variables->whole.value = LLVMDIBuilderCreateExpression(variables->builder, NULL, 0);
	variables->whole.address = LLVMDIBuilderCreateExpression(variables->builder, deref, 1);
	variables->whole.home = LLVMDIBuilderCreateExpression(variables->builder, deref, 2);
	ptrmap_init(&variables->expression, c->arena, 0);
	ptrmap_set_pointer(&variables->expression, variables->whole.value, &variables->whole);
	return variables;
}

void
variables_free(struct variables *variables)
{
	if (variables)
		LLVMDisposeDIBuilder(variables->builder);
}

static void
set_part(struct variables *variables, struct expression *expression, unsigned long long offset, unsigned long long bits)
{
	uint64_t op[] = { OP_DEREF, OP_DEREF, OP_FRAGMENT, offset, bits };

	expression->part = true;
	expression->value = LLVMDIBuilderCreateExpression(variables->builder, op + 2, 3);
	expression->address = LLVMDIBuilderCreateExpression(variables->builder, op + 1, 4);
	expression->home = LLVMDIBuilderCreateExpression(variables->builder, op, 5);
}

/* For devices clang writes which address space a variable is in; here there is one.  False: it said nothing of that. */
static bool
remove_address_space(char *text)
{
	char *space = strstr(text, "DW_OP_constu, ");
	int len = 0;

	if (space)
		sscanf(space, "DW_OP_constu, %*d, DW_OP_swap, DW_OP_xderef%n", &len);
	if (!len)
		return false;
	len += space[len] == ',' ? 2 : 0;
	memmove(space, space + len, strlen(space + len) + 1);
	return true;
}

/* LLVM-C gives no operators of an expression: reads its text. */
static struct expression *
read_expression(struct compilation *c, LLVMMetadataRef from, char *text)
{
	struct expression *expression = arena_calloc(c->arena, 1, sizeof *expression);
	bool changed = remove_address_space(text);
	unsigned long long offset, bits;
	unsigned bits_wanted;
	char sign[9];
	int end = 0;

	text += strcspn(text, "(") + 1;
	if (!strcmp(text, ")"))
		return &c->variables->whole;
	if (sscanf(text, "DW_OP_LLVM_fragment, %llu, %llu%n", &offset, &bits, &end) == 2 && !strcmp(text + end, ")")) {
		set_part(c->variables, expression, offset, bits);
		return expression;
	}
	if (sscanf(text, "DW_OP_LLVM_convert, %*u, DW_ATE_%8[a-z], DW_OP_LLVM_convert, %u, DW_ATE_%*[a-z], DW_OP_stack_value%n",
		   sign, &bits_wanted, &end) == 2 && !strcmp(text + end, ")")) {
		*expression = c->variables->whole;
		expression->bits = bits_wanted;
		expression->is_signed = !strcmp(sign, "signed");
		return expression;
	}
	expression->value = from;
	expression->part = strstr(text, "DW_OP_LLVM_fragment");
	expression->unknown = changed || strstr(text, "DW_OP_xderef") || strstr(text, "DW_OP_LLVM_arg");
	return expression;
}

static const struct expression *
expression_of(struct compilation *c, LLVMMetadataRef from)
{
	struct expression *expression = ptrmap_pointer(&c->variables->expression, from);
	char *text;

	if (expression)
		return expression;
	text = LLVMPrintValueToString(LLVMMetadataAsValue(c->context, from));
	expression = read_expression(c, from, text);
	LLVMDisposeMessage(text);
	if (expression->part && !expression->unknown && expression->value != from) {
		if (!ptrmap_has(&c->variables->expression, expression->value))
			ptrmap_set_pointer(&c->variables->expression, expression->value, expression);
		expression = ptrmap_pointer(&c->variables->expression, expression->value);
	}
	ptrmap_set_pointer(&c->variables->expression, from, expression);
	return expression;
}

bool
record_read(struct compilation *c, LLVMDbgRecordRef from, struct record *record)
{
	LLVMDbgRecordKind kind = LLVMDbgRecordGetKind(from);

	if (kind == LLVMDbgRecordLabel)
		return false;
	*record = (struct record){ .variable = LLVMDbgVariableRecordGetVariable(from),
				   .location = LLVMDbgRecordGetDebugLoc(from),
				   .expression = expression_of(c, LLVMDbgVariableRecordGetExpression(from)),
				   .in_memory = kind == LLVMDbgRecordDeclare };
	if (record->expression->unknown || kind == LLVMDbgRecordAssign || (record->in_memory && !record->expression->address))
		return true;
	record->value = LLVMDbgVariableRecordGetValue(from, 0);
	if (record->value && LLVMIsUndef(record->value))
		record->value = NULL;
	return true;
}

/* What stays of a record without a value: that part, or all of the variable, has none. */
static LLVMMetadataRef
written_expression(const struct variables *variables, const struct record *record, LLVMValueRef value)
{
	if (value)
		return record->in_memory ? record->expression->address : record->expression->value;
	return record->expression->part && !record->expression->unknown ? record->expression->value : variables->whole.value;
}

void
record_write(struct compilation *c, const struct record *record, LLVMValueRef value, LLVMBasicBlockRef block)
{
	LLVMMetadataRef expression;

	if (record->expression->bits)
		value = NULL;
	expression = written_expression(c->variables, record, value);
	LLVMDIBuilderInsertDbgValueRecordAtEnd(c->variables->builder, value ? value : LLVMGetPoison(c->i32), record->variable,
					       expression, record->location, block);
}

void
record_write_home(struct compilation *c, const struct record *record, LLVMValueRef home, LLVMBasicBlockRef block)
{
	LLVMMetadataRef expression = record->in_memory ? record->expression->home : record->expression->address;

	LLVMDIBuilderInsertDbgValueRecordAtEnd(c->variables->builder, home, record->variable, expression, record->location, block);
}

static void
write_before(struct compilation *c, const struct record *record, LLVMValueRef value, LLVMValueRef before)
{
	LLVMMetadataRef expression = written_expression(c->variables, record, value);

	LLVMDIBuilderInsertDbgValueRecordBefore(c->variables->builder, value ? value : LLVMGetPoison(c->i32), record->variable,
						expression, record->location, before);
}

LLVMValueRef
record_convert(struct compilation *c, const struct record *record, LLVMValueRef value, LLVMValueRef before)
{
	if (!record->expression->bits)
		return value;
	if (before)
		LLVMPositionBuilderBefore(c->builder, before);
	return LLVMBuildIntCast2(c->builder, value, LLVMIntTypeInContext(c->context, record->expression->bits),
				 record->expression->is_signed, "");
}

/* --- the variables of a kernel ------------------------------------------------- */

/* Both are of one variable of one inlined call. */
static bool
is_same_variable(const struct record *a, const struct record *b)
{
	return a->variable == b->variable && LLVMDILocationGetInlinedAt(a->location) == LLVMDILocationGetInlinedAt(b->location);
}

static uint32_t
piece_find(const struct variables *variables, const struct record *record)
{
	const struct record *other;
	uint32_t i;

	for (i = ptrmap_get(&variables->piece_index, record->variable); i != PTRMAP_NONE; i = variables->piece[i].next) {
		other = &variables->piece[i].record;
		if (is_same_variable(record, other) && record->expression->part == other->expression->part &&
		    (!record->expression->part || record->expression == other->expression))
			return i;
	}
	return PTRMAP_NONE;
}

struct piece *
record_piece(struct compilation *c, const struct record *record)
{
	uint32_t i = piece_find(c->variables, record);

	return i == PTRMAP_NONE ? NULL : &c->variables->piece[i];
}

static void
piece_add(struct compilation *c, const struct record *record)
{
	struct variables *variables = c->variables;
	struct piece *piece = variables->piece;

	if (piece_find(variables, record) != PTRMAP_NONE)
		return;
	if (variables->npiece == variables->capacity) {
		variables->capacity = variables->capacity ? variables->capacity * 2 : 64;
		piece = arena_calloc(c->arena, variables->capacity, sizeof *piece);
		if (variables->npiece)
			memcpy(piece, variables->piece, variables->npiece * sizeof *piece);
		variables->piece = piece;
	}
	piece[variables->npiece] = (struct piece){ *record, ptrmap_get(&variables->piece_index, record->variable), NULL };
	ptrmap_set(&variables->piece_index, record->variable, (uint32_t)variables->npiece++);
}

void
variables_find(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMDbgRecordRef from;
	struct record record;
	LLVMValueRef i;

	c->variables->npiece = 0;
	ptrmap_init(&c->variables->piece_index, c->arena, 0);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			for (from = LLVMGetFirstDbgRecord(i); from; from = LLVMGetNextDbgRecord(from))
				if (record_read(c, from, &record))
					piece_add(c, &record);
}

void
variables_forget(struct compilation *c, LLVMValueRef before)
{
	size_t i;

	for (i = 0; i < c->variables->npiece; i++)
		write_before(c, &c->variables->piece[i].record, NULL, before);
}

void
variables_move(struct compilation *c, LLVMValueRef instruction, LLVMBasicBlockRef block, size_t *fallen)
{
	LLVMDbgRecordRef from;
	struct record record;
	size_t n = 0;

	for (from = c->variables ? LLVMGetFirstDbgRecord(instruction) : NULL; from; from = LLVMGetNextDbgRecord(from))
		if (n++ >= *fallen && record_read(c, from, &record))
			record_write(c, &record, record.value, block);
	*fallen = n;
	LLVMInstructionRemoveFromParent(instruction);
	LLVMPositionBuilderAtEnd(c->builder, block);
	LLVMInsertIntoBuilder(c->builder, instruction);
}

/* --- values at barriers -------------------------------------------------------- */

/* The record that each piece has at a place, NULL: none, or others on other paths. */
struct state {
	const struct record **record;
	bool known;		/* some path to here was followed */
};

struct repeat {
	struct compilation *c;
	struct ptrmap read;	/* LLVM's record -> ours */
	struct ptrmap number;	/* of blocks */
	struct state *before;	/* of each block */
	const struct record **now;
	size_t npiece;
	bool changed;
};

static const struct record *
read_once(struct repeat *repeat, LLVMDbgRecordRef from)
{
	struct record *record = ptrmap_pointer(&repeat->read, from);

	if (record)
		return record;
	record = arena_calloc(repeat->c->arena, 1, sizeof *record);
	if (!record_read(repeat->c, from, record))
		return NULL;
	ptrmap_set_pointer(&repeat->read, from, record);
	return record;
}

/* The records before the instruction: each ends what was said of its variable, or of that part. */
static void
follow_records(struct repeat *repeat, LLVMValueRef instruction)
{
	const struct variables *variables = repeat->c->variables;
	const struct record *record;
	LLVMDbgRecordRef from;
	uint32_t i;

	for (from = LLVMGetFirstDbgRecord(instruction); from; from = LLVMGetNextDbgRecord(from)) {
		record = read_once(repeat, from);
		if (!record)
			continue;
		for (i = ptrmap_get(&variables->piece_index, record->variable); i != PTRMAP_NONE; i = variables->piece[i].next)
			if (is_same_variable(record, &variables->piece[i].record) &&
			    !(record->expression->part && variables->piece[i].record.expression->part))
				repeat->now[i] = NULL;
		i = piece_find(variables, record);
		repeat->now[i] = record->value ? record : NULL;
	}
}

static bool
is_same_value(const struct record *a, const struct record *b)
{
	return a == b || (a && b && a->value == b->value && a->expression == b->expression && a->in_memory == b->in_memory);
}

/* What holds at the end of a block holds at the start of the next one if it does on all paths. */
static void
meet_successor(struct repeat *repeat, LLVMBasicBlockRef to)
{
	struct state *state = &repeat->before[ptrmap_get(&repeat->number, to)];
	size_t i;

	if (!state->known) {
		state->known = repeat->changed = true;
		state->record = arena_calloc(repeat->c->arena, repeat->npiece, sizeof *state->record);
		memcpy(state->record, repeat->now, repeat->npiece * sizeof *state->record);
		return;
	}
	for (i = 0; i < repeat->npiece; i++)
		if (state->record[i] && !is_same_value(state->record[i], repeat->now[i])) {
			state->record[i] = NULL;
			repeat->changed = true;
		}
}

/* The value is used there, so that it is carried over the barrier. */
static void
repeat_record(struct compilation *c, const struct record *record, LLVMValueRef before)
{
	LLVMTypeRef type = LLVMFunctionType(c->none, NULL, 0, 1);
	LLVMValueRef value = record_convert(c, record, record->value, before);

	write_before(c, record, value, before);
	if (!LLVMIsAInstruction(value) || LLVMIsAAllocaInst(value))
		return;
	LLVMPositionBuilderBefore(c->builder, before);
	LLVMBuildCall2(c->builder, type, declare_function(c, "llvm.fake.use", type), &value, 1, "");
}

static void
follow_block(struct repeat *repeat, LLVMBasicBlockRef block, bool (*is_boundary)(LLVMValueRef))
{
	const struct state *state = &repeat->before[ptrmap_get(&repeat->number, block)];
	bool behind = false;
	LLVMValueRef i, last = LLVMGetBasicBlockTerminator(block);
	unsigned k;
	size_t n;

	if (!state->known)
		return;
	memcpy(repeat->now, state->record, repeat->npiece * sizeof *repeat->now);
	for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		follow_records(repeat, i);
		for (n = 0; behind && n < repeat->npiece; n++)
			if (repeat->now[n])
				repeat_record(repeat->c, repeat->now[n], i);
		behind = is_boundary && is_boundary(i);
	}
	for (k = 0; k < LLVMGetNumSuccessors(last); k++)
		meet_successor(repeat, LLVMGetSuccessor(last, k));
}

void
variables_repeat(struct compilation *c, LLVMValueRef function, bool (*is_boundary)(LLVMValueRef))
{
	enum { MANY = 1 << 20 };	/* a kernel of so many states is left alone */
	struct repeat repeat = { .c = c };
	LLVMBasicBlockRef block;
	uint32_t n = 0;

	variables_find(c, function);
	repeat.npiece = c->variables->npiece;
	if (!repeat.npiece || repeat.npiece * LLVMCountBasicBlocks(function) > MANY)
		return;
	ptrmap_init(&repeat.read, c->arena, 0);
	ptrmap_init(&repeat.number, c->arena, 0);
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		ptrmap_set(&repeat.number, block, n++);
	repeat.before = arena_calloc(c->arena, n, sizeof *repeat.before);
	repeat.now = arena_calloc(c->arena, repeat.npiece, sizeof *repeat.now);
	meet_successor(&repeat, LLVMGetEntryBasicBlock(function));
	while (repeat.changed) {
		repeat.changed = false;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			follow_block(&repeat, block, NULL);
	}
	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		follow_block(&repeat, block, is_boundary);
}
