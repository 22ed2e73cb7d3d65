#include "virtuals.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "annotations.h"
#include "base/hash.h"
#include "base/text.h"
#include "format/irnames.h"
#include "ir/callgraph.h"
#include "ir/irmodule.h"
#include "throws.h"

/* A function that may be called through tables. */
struct candidate {
	LLVMValueRef function;
	const char *set;
};

/* Where a table has a candidate: the number behind the place that objects point to. */
struct place {
	size_t candidate;
	uint64_t slot;
};

struct virtuals {
	LLVMModuleRef module;
	struct arena *arena;
	const char *id;
	LLVMTypeRef word;		/* an integer of the size of a pointer */
	struct annotations annotations;
	struct candidate *candidate;
	size_t ncandidate;
	struct place *place;
	size_t nplace;
	struct callgraph graph;
};

/* --- candidates ------------------------------------------------------------ */

static size_t
candidate_find(const struct virtuals *v, LLVMValueRef function)
{
	size_t i = 0;

	while (i < v->ncandidate && v->candidate[i].function != function)
		i++;
	return i;
}

static void
candidate_add(struct virtuals *v, LLVMValueRef function, const char *set)
{
	if (candidate_find(v, function) < v->ncandidate)
		return;
	v->candidate = arena_extend(v->arena, v->candidate, v->ncandidate, sizeof *v->candidate);
	v->candidate[v->ncandidate++] = (struct candidate){ function, set };
}

/* A thunk corrects addresses and calls the function, which is in its set. */
static void
find_thunks(struct virtuals *v)
{
	LLVMValueRef function, i, callee;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(v->module); function; function = LLVMGetNextFunction(function)) {
		const char *name = irmodule_name(function);

		if (!text_starts(name, "_ZTh") && !text_starts(name, "_ZTv") && !text_starts(name, "_ZTc"))
			continue;
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
				size_t which = v->ncandidate;

				if (LLVMIsACallInst(i) && (callee = callgraph_callee(i)))
					which = candidate_find(v, callee);
				if (which < v->ncandidate)
					candidate_add(v, function, v->candidate[which].set);
			}
	}
}

static void
find_candidates(struct virtuals *v)
{
	for (size_t i = 0; i < v->annotations.n; i++) {
		const struct annotation *a = &v->annotations.item[i];

		if (!strcmp(a->text, ANNOTATION_INDIRECTLY_CALLABLE) && a->n_values && a->string[0] && LLVMIsAFunction(a->target))
			candidate_add(v, a->target, a->string[0]);
	}
	find_thunks(v);
}

/* Never 0, and the same in each translation unit. */
static uint64_t
number_of(const struct virtuals *v, LLVMValueRef function)
{
	struct hash hash;
	uint64_t word[2];

	hash_init(&hash);
	hash_add_string(&hash, irmodule_name(function));
	if (irmodule_is_local(function))
		hash_add_string(&hash, v->id);
	hash_get(&hash, word);
	return word[0] | 1;
}

/* --- tables ---------------------------------------------------------------- */

static bool
is_table(LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);

	return (text_starts(name, "_ZTV") || text_starts(name, "_ZTC")) && LLVMGetInitializer(variable);
}

/* The function of an entry, NULL: another entry. */
static LLVMValueRef
entry_function(LLVMValueRef entry)
{
	while (LLVMIsAConstantExpr(entry) && LLVMGetNumOperands(entry) == 1)
		entry = LLVMGetOperand(entry, 0);
	return LLVMIsAFunction(entry);
}

/* The entries of a part of a table that objects point to from that number on. */
static void
note_places(struct virtuals *v, LLVMValueRef part, uint64_t point)
{
	uint64_t n = LLVMGetArrayLength2(LLVMTypeOf(part));

	for (uint64_t i = point; i < n; i++) {
		LLVMValueRef function = entry_function(LLVMGetAggregateElement(part, (unsigned)i));
		size_t which = function ? candidate_find(v, function) : v->ncandidate, k = 0;

		while (k < v->nplace && (v->place[k].candidate != which || v->place[k].slot != i - point))
			k++;
		if (which == v->ncandidate || k < v->nplace)
			continue;
		v->place = arena_extend(v->arena, v->place, v->nplace, sizeof *v->place);
		v->place[v->nplace++] = (struct place){ which, i - point };
	}
}

/* The address of an entry of a table is written into objects. */
static void
note_uses(struct virtuals *v, LLVMValueRef table)
{
	LLVMValueRef initializer = LLVMGetInitializer(table), user, part;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(table); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAConstantExpr(user) || LLVMGetConstOpcode(user) != LLVMGetElementPtr || LLVMGetNumOperands(user) != 4)
			continue;
		part = LLVMGetAggregateElement(initializer, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(user, 2)));
		if (part)
			note_places(v, part, LLVMConstIntGetZExtValue(LLVMGetOperand(user, 3)));
	}
}

static LLVMValueRef
entry_number(const struct virtuals *v, LLVMValueRef entry)
{
	LLVMValueRef function = entry_function(entry);

	if (function)
		return LLVMConstInt(v->word, candidate_find(v, function) < v->ncandidate ? number_of(v, function) : 0, false);
	if (LLVMIsAConstantExpr(entry) && LLVMGetConstOpcode(entry) == LLVMIntToPtr)
		return LLVMGetOperand(entry, 0);	/* how far a base is */
	return LLVMConstInt(v->word, 0, false);
}

static void
write_numbers(const struct virtuals *v, LLVMValueRef table)
{
	LLVMValueRef old = LLVMGetInitializer(table), new, *part;
	unsigned n = LLVMCountStructElementTypes(LLVMTypeOf(old));
	const char *name = arena_strdup(v->arena, irmodule_name(table));

	part = arena_alloc(v->arena, (n + 1) * sizeof *part);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef entries = LLVMGetAggregateElement(old, i), *number;
		uint64_t length = LLVMGetArrayLength2(LLVMTypeOf(entries));

		number = arena_alloc(v->arena, (length + 1) * sizeof *number);
		for (uint64_t k = 0; k < length; k++)
			number[k] = entry_number(v, LLVMGetAggregateElement(entries, (unsigned)k));
		part[i] = LLVMConstArray2(v->word, number, length);
	}
	old = LLVMConstStructInContext(LLVMGetModuleContext(v->module), part, n, false);
	new = LLVMAddGlobalInAddressSpace(v->module, LLVMTypeOf(old), "", LLVMGetPointerAddressSpace(LLVMTypeOf(table)));
	LLVMSetInitializer(new, old);
	LLVMSetGlobalConstant(new, true);
	LLVMSetLinkage(new, LLVMInternalLinkage);
	LLVMSetAlignment(new, LLVMGetAlignment(table));
	LLVMReplaceAllUsesWith(table, new);
	LLVMDeleteGlobal(table);
	LLVMSetValueName2(new, name, strlen(name));
}

static void
change_tables(struct virtuals *v)
{
	LLVMValueRef variable, next, last = LLVMGetLastGlobal(v->module);

	for (variable = LLVMGetFirstGlobal(v->module); variable; variable = next) {
		next = variable == last ? NULL : LLVMGetNextGlobal(variable);
		if (is_table(variable))
			write_numbers(v, variable);
	}
}

/* --- calls ----------------------------------------------------------------- */

/* The load that a virtual call gets its function from, and the slot; NULL: another call. */
static LLVMValueRef
load_of_call(LLVMValueRef call, uint64_t *slot)
{
	LLVMValueRef load = LLVMGetCalledValue(call), at;

	if (!LLVMIsALoadInst(load))
		return NULL;
	at = LLVMGetOperand(load, 0);
	*slot = 0;
	if (LLVMIsAGetElementPtrInst(at)) {
		if (LLVMGetNumOperands(at) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(at, 1)))
			return NULL;
		*slot = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 1));
		at = LLVMGetOperand(at, 0);
	}
	return LLVMIsALoadInst(at) ? load : NULL;
}

/* A place's function may be what the call means. */
static bool
fits(const struct virtuals *v, const struct place *place, LLVMValueRef call, uint64_t slot)
{
	LLVMValueRef function = v->candidate[place->candidate].function;

	/* Device code does not recurse. */
	return place->slot == slot && LLVMGlobalGetValueType(function) == LLVMGetCalledFunctionType(call)
		&& function != LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

static void
note_call(void *user, uint32_t function, LLVMValueRef instruction, LLVMOpcode opcode)
{
	struct virtuals *v = user;
	uint64_t slot;

	if (opcode != LLVMCall || !load_of_call(instruction, &slot))
		return;
	for (size_t i = 0; i < v->nplace; i++)
		if (fits(v, &v->place[i], instruction, slot))
			callgraph_add_edge(&v->graph, function,
				callgraph_index(&v->graph, v->candidate[v->place[i].candidate].function), NULL);
}

/* What the wrappers that name the set reach. */
static uint8_t *
reach_of_set(struct virtuals *v, const char *set)
{
	uint8_t *reached = arena_calloc(v->arena, v->graph.nnode + 1, 1);

	for (size_t i = 0; i < v->annotations.n; i++) {
		const struct annotation *a = &v->annotations.item[i];
		uint32_t root;

		if (strcmp(a->text, ANNOTATION_CALLS_INDIRECTLY) != 0)
			continue;
		root = callgraph_index(&v->graph, a->target);
		for (size_t k = 0; k < a->n_values; k++)
			if (a->string[k] && !strcmp(a->string[k], set) && root != CALLGRAPH_NONE)
				callgraph_reach(&v->graph, &root, 1, reached);
	}
	return reached;
}

/* What both sides of a call must agree on, of one parameter or result. */
static void
copy_passing(LLVMValueRef function, LLVMValueRef from, LLVMAttributeIndex to_index, LLVMAttributeIndex from_index)
{
	static const char *const names[] = { "sret", "byval", "zeroext", "signext", "inreg" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
		LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(from, from_index, kind), align;

		if (!attribute)
			continue;
		LLVMAddAttributeAtIndex(function, to_index, attribute);
		align = LLVMGetEnumAttributeAtIndex(from, from_index, LLVMGetEnumAttributeKindForName("align", 5));
		if (align && i < 2)
			LLVMAddAttributeAtIndex(function, to_index, align);
	}
}

static void
copy_passing_to_call(LLVMValueRef call, LLVMValueRef function, unsigned n)
{
	static const char *const names[] = { "sret", "byval", "zeroext", "signext", "inreg", "align" };

	LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
	for (unsigned index = 0; index <= n; index++)
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index,
				LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));

			if (attribute)
				LLVMAddCallSiteAttribute(call, index, attribute);
		}
}

/* A function of a number and the arguments of type, inlined everywhere; like is one that it calls. */
static LLVMValueRef
new_choice(struct virtuals *v, LLVMTypeRef type, LLVMValueRef like)
{
	LLVMContextRef context = LLVMGetModuleContext(v->module);
	LLVMAttributeIndex whole = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	unsigned n = LLVMCountParamTypes(type), nattribute = LLVMGetAttributeCountAtIndex(like, whole);
	LLVMTypeRef *param = arena_alloc(v->arena, (n + 1) * sizeof *param);
	LLVMAttributeRef *attribute = arena_alloc(v->arena, (nattribute + 1) * sizeof *attribute);
	LLVMValueRef function;

	param[0] = v->word;
	LLVMGetParamTypes(type, param + 1);
	function = LLVMAddFunction(v->module, "__virtual_call", LLVMFunctionType(LLVMGetReturnType(type), param, n + 1, false));
	LLVMSetLinkage(function, LLVMInternalLinkage);
	LLVMSetFunctionCallConv(function, LLVMGetFunctionCallConv(like));
	LLVMGetAttributesAtIndex(like, whole, attribute);
	for (unsigned i = 0; i < nattribute; i++)
		if (LLVMIsStringAttribute(attribute[i]))
			LLVMAddAttributeAtIndex(function, whole, attribute[i]);
	LLVMAddAttributeAtIndex(function, whole,
		LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("alwaysinline", 12), 0));
	LLVMAddAttributeAtIndex(function, whole,
		LLVMCreateEnumAttribute(context, LLVMGetEnumAttributeKindForName("convergent", 10), 0));
	copy_passing(function, like, 0, 0);
	for (unsigned i = 1; i <= n; i++)
		copy_passing(function, like, i + 1, i);
	return function;
}

static void
put_return(LLVMBuilderRef builder, LLVMTypeRef result, LLVMValueRef value)
{
	if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(builder);
	else
		LLVMBuildRet(builder, value ? value : LLVMConstNull(result));
}

/* Calls the one of n functions that has the number; it is another source file's, or no device code, if there is none. */
static LLVMValueRef
put_choice(struct virtuals *v, LLVMValueRef of, const LLVMValueRef *function, unsigned n)
{
	LLVMContextRef context = LLVMGetModuleContext(v->module);
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
	LLVMTypeRef type = LLVMGetCalledFunctionType(of);
	LLVMValueRef choice = new_choice(v, type, function[0]), by_number, call, *argument;
	LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, choice, ""),
		none = LLVMAppendBasicBlockInContext(context, choice, ""), block;
	unsigned nargument = LLVMCountParamTypes(type);

	argument = arena_alloc(v->arena, (nargument + 1) * sizeof *argument);
	LLVMGetParams(choice, argument);
	LLVMPositionBuilderAtEnd(builder, none);
	throws_put_assert(v->module, v->arena, builder, of, "the virtual function is device code of this source file");
	put_return(builder, LLVMGetReturnType(type), NULL);
	LLVMPositionBuilderAtEnd(builder, entry);
	by_number = LLVMBuildSwitch(builder, argument[0], none, n);
	for (unsigned i = 0; i < n; i++) {
		block = LLVMAppendBasicBlockInContext(context, choice, "");
		LLVMAddCase(by_number, LLVMConstInt(v->word, number_of(v, function[i]), false), block);
		LLVMPositionBuilderAtEnd(builder, block);
		call = LLVMBuildCall2(builder, type, function[i], argument + 1, nargument, "");
		copy_passing_to_call(call, function[i], nargument);
		put_return(builder, LLVMGetReturnType(type), call);
	}
	LLVMDisposeBuilder(builder);
	return choice;
}

static void
replace_call(struct virtuals *v, LLVMValueRef call, LLVMValueRef load, LLVMValueRef choice)
{
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(v->module));
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef *argument = arena_alloc(v->arena, (n + 1) * sizeof *argument), new;

	LLVMPositionBuilderBefore(builder, call);
	argument[0] = LLVMBuildLoad2(builder, v->word, LLVMGetOperand(load, 0), "");
	for (unsigned i = 0; i < n; i++)
		argument[i + 1] = LLVMGetOperand(call, i);
	new = LLVMBuildCall2(builder, LLVMGlobalGetValueType(choice), choice, argument, n + 1, "");
	copy_passing_to_call(new, choice, n + 1);
	LLVMInstructionSetDebugLoc(new, LLVMInstructionGetDebugLoc(call));
	LLVMReplaceAllUsesWith(call, new);
	LLVMInstructionEraseFromParent(call);
	if (!LLVMGetFirstUse(load))
		LLVMInstructionEraseFromParent(load);
	LLVMDisposeBuilder(builder);
}

/* reached: by candidate, what the wrappers that name its set reach. */
static void
change_call(struct virtuals *v, LLVMValueRef call, uint32_t caller, uint8_t *const *reached)
{
	LLVMValueRef *function = arena_alloc(v->arena, (v->nplace + 1) * sizeof *function), load;
	uint64_t slot;
	unsigned n = 0;

	load = load_of_call(call, &slot);
	for (size_t i = 0; load && i < v->nplace; i++)
		if (reached[v->place[i].candidate][caller] && fits(v, &v->place[i], call, slot))
			function[n++] = v->candidate[v->place[i].candidate].function;
	if (n)
		replace_call(v, call, load, put_choice(v, call, function, n));
}

static void
change_calls(struct virtuals *v)
{
	uint8_t **reached = arena_calloc(v->arena, v->ncandidate + 1, sizeof *reached);
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;

	for (size_t k = 0; k < v->ncandidate; k++) {
		for (size_t other = 0; other < k && !reached[k]; other++)
			if (!strcmp(v->candidate[other].set, v->candidate[k].set))
				reached[k] = reached[other];
		if (!reached[k])
			reached[k] = reach_of_set(v, v->candidate[k].set);
	}
	for (uint32_t f = 0; f < v->graph.nfunction; f++)
		for (block = LLVMGetFirstBasicBlock(v->graph.function[f]); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (LLVMIsACallInst(i) && !callgraph_callee(i))
					change_call(v, i, f, reached);
			}
}

void
virtuals_become_calls(LLVMModuleRef module, struct arena *arena, const char *id)
{
	struct virtuals v = { .module = module, .arena = arena, .id = id };
	struct callgraph_visitor visitor = { .instruction = note_call, .user = &v };
	LLVMValueRef variable;

	annotations_read(&v.annotations, arena, module);
	find_candidates(&v);
	if (!v.ncandidate)
		return;
	v.word = LLVMIntPtrTypeInContext(LLVMGetModuleContext(module), LLVMGetModuleDataLayout(module));
	for (variable = LLVMGetFirstGlobal(module); variable; variable = LLVMGetNextGlobal(variable))
		if (is_table(variable))
			note_uses(&v, variable);
	callgraph_build(&v.graph, arena, module, &visitor);
	callgraph_finish(&v.graph);
	change_calls(&v);
	change_tables(&v);
}
