#include "rules.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/symbol.h"
#include "base/text.h"
#include "format/irnames.h"
#include "ir/irmodule.h"
#include "specids.h"
#include "varargs.h"

enum rule {
	RULE_EXCEPTION, RULE_ALLOCATION, RULE_RTTI, RULE_VIRTUAL, RULE_POINTER, RULE_RECURSION, RULE_GLOBAL,
	RULE_STATIC, RULE_INTEGER, RULE_FLOAT128, RULE_LONG_DOUBLE, RULE_ASM, RULE_VLA, RULE_VARARGS, RULE_THREAD,
	RULE_INITIALIZED, RULE_HOLDS, RULE_REFERENCE, RULE_COROUTINE,
};

/* Reports stop here: so many violations usually have one cause. */
enum { MAX_REPORTS = 100 };

/* --- finding ---------------------------------------------------------------- */

/* Gives the function's earlier violation of the rule this location if it had none (an alloca has none). */
static void
improve(struct rules *rules, enum rule rule, LLVMValueRef instruction)
{
	struct violation *last = rules->violation + rules->n - 1;

	while (last->rule != rule)
		last--;
	if (instruction && last->instruction && !LLVMGetDebugLocLine(last->instruction) &&
	    LLVMGetDebugLocLine(instruction))
		last->instruction = instruction;
}

static void
add(struct rules *rules, enum rule rule, LLVMValueRef instruction, const char *what)
{
	if (rules->seen & 1u << rule) {
		improve(rules, rule, instruction);
		return;
	}
	rules->seen |= 1u << rule;
	rules->violation = arena_extend(rules->arena, rules->violation, rules->n, sizeof *rules->violation);
	rules->violation[rules->n++] = (struct violation){ rules->function, rule, instruction, what };
}

/* The variable that an address lies in, through casts and constant or computed offsets; NULL for none. */
static LLVMValueRef
variable_of(LLVMValueRef address)
{
	unsigned steps;

	for (steps = 0; steps < 64; steps++) {
		if (LLVMIsAGlobalVariable(address))
			return address;
		if (!LLVMIsAConstantExpr(address) && !LLVMIsAGetElementPtrInst(address) &&
		    !LLVMIsAAddrSpaceCastInst(address) && !LLVMIsABitCastInst(address))
			return NULL;
		if (!LLVMGetNumOperands(address))
			return NULL;
		address = LLVMGetOperand(address, 0);
	}
	return NULL;
}

/* Is the variable, or what it guards, a static variable that is initialized at run time?  They have a rule of their own. */
static bool
is_guarded(struct rules *rules, LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);

	return text_starts(name, "_ZGV") ||
	       (text_starts(name, "_ZZ") &&
		LLVMGetNamedGlobal(LLVMGetGlobalParent(variable), arena_printf(rules->arena, "_ZGV%s", name + 2)));
}

/* Is it a class of the headers whose objects are variables of the device: device_global, work_group_static? */
static bool
is_device_class(LLVMTypeRef type)
{
	const char *name;

	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return false;
	name = LLVMGetStructName(type);
	if (name && (!strcmp(name, "struct.sycl_device_global") || strstr(name, "::work_group_static")))
		return true;
	/* An object with a value has a type without a name. */
	return LLVMCountStructElementTypes(type) && is_device_class(LLVMStructGetTypeAtIndex(type, 0));
}

/*
 * On the device a variable would keep its initial value, whatever the host writes.  Variables
 * of the headers and local memory (address space 3 on all targets) are allowed; what only
 * another file defines is left to the link.
 */
static bool
is_forbidden_global(struct rules *rules, LLVMValueRef variable)
{
	const char *name = irmodule_name(variable);

	return !LLVMIsGlobalConstant(variable) && !LLVMIsDeclaration(variable) &&
	       LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) != 3 &&
	       !symbol_in_sycl(name) && !text_starts(name, "__sycl") && !is_guarded(rules, variable) &&
	       !is_device_class(LLVMGlobalGetValueType(variable));
}

/* Functions of the C++ runtime that clang calls for a language construct. */
static void
check_runtime_call(struct rules *rules, LLVMValueRef call, const char *name)
{
	static const char *const memory[] = { "malloc", "calloc", "realloc", "free", "aligned_alloc" };
	size_t i;

	if (text_starts(name, "__cxa_guard_"))
		add(rules, RULE_STATIC, call, NULL);
	else if (text_starts(name, "__dynamic_cast") || text_starts(name, "__cxa_bad_cast") || text_starts(name, "__cxa_bad_typeid"))
		add(rules, RULE_RTTI, call, NULL);
	else if (text_starts(name, "__cxa_throw") || text_starts(name, "__cxa_rethrow") || text_starts(name, "__cxa_begin_catch") ||
		 text_starts(name, "__cxa_allocate_exception"))
		add(rules, RULE_EXCEPTION, call, NULL);
	else if (text_starts(name, "_Znw") || text_starts(name, "_Zna") || text_starts(name, "_Zdl") || text_starts(name, "_Zda"))
		add(rules, RULE_ALLOCATION, call, NULL);
	else if (text_starts(name, "llvm.coro.begin"))
		add(rules, RULE_COROUTINE, call, NULL);
	for (i = 0; i < sizeof memory / sizeof *memory; i++)
		if (!strcmp(name, memory[i]))
			add(rules, RULE_ALLOCATION, call, NULL);
}

/* The name of the type that a load or store accesses, as clang's alias information has it; "" for none. */
static const char *
accessed_type(struct rules *rules, LLVMValueRef instruction)
{
	unsigned kind = LLVMGetMDKindIDInContext(irmodule_context(), "tbaa", 4), len;
	LLVMValueRef tag = LLVMHasMetadata(instruction) ? LLVMGetMetadata(instruction, kind) : NULL;
	LLVMValueRef operand[8];
	const char *name;

	if (!tag || LLVMGetMDNodeNumOperands(tag) < 2 || LLVMGetMDNodeNumOperands(tag) > 8)
		return "";
	LLVMGetMDNodeOperands(tag, operand);
	tag = operand[1];
	if (!tag || !LLVMIsAMDNode(tag) || !LLVMGetMDNodeNumOperands(tag) || LLVMGetMDNodeNumOperands(tag) > 8)
		return "";
	LLVMGetMDNodeOperands(tag, operand);
	if (!operand[0] || !LLVMIsAMDString(operand[0]))
		return "";
	name = LLVMGetMDString(operand[0], &len);
	return arena_strndup(rules->arena, name, len);
}

/* A virtual call's target is loaded from where a "vtable pointer" points to. */
static bool
is_virtual(struct rules *rules, LLVMValueRef target)
{
	if (!LLVMIsALoadInst(target))
		return false;
	target = LLVMGetOperand(target, 0);
	if (LLVMIsAGetElementPtrInst(target))
		target = LLVMGetOperand(target, 0);
	return LLVMIsALoadInst(target) && !strcmp(accessed_type(rules, target), "vtable pointer");
}

/* Functions of an extension's sets of virtual functions are called through pointers by design. */
static bool
may_call_indirectly(LLVMValueRef call)
{
	LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	LLVMAttributeIndex here = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

	return irmodule_string_attribute(function, ATTRIBUTE_CALLS_INDIRECTLY, NULL) ||
	       LLVMGetCallSiteStringAttribute(call, here, ATTRIBUTE_VIRTUAL_CALL, 12);
}

static void
check_call(struct rules *rules, LLVMValueRef call)
{
	LLVMValueRef target = LLVMGetCalledValue(call), callee;

	if (LLVMIsAInlineAsm(target)) {
		if (!rules->asm_allowed)
			add(rules, RULE_ASM, call, NULL);
		return;
	}
	callee = callgraph_callee(call);
	if (!callee) {
		if (!may_call_indirectly(call))
			add(rules, is_virtual(rules, target) ? RULE_VIRTUAL : RULE_POINTER, call, NULL);
		return;
	}
	if (LLVMIsDeclaration(callee))
		check_runtime_call(rules, call, irmodule_name(callee));
}

static void
check_type(struct rules *rules, LLVMValueRef instruction, LLVMTypeRef type)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);

	if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
		check_type(rules, instruction, LLVMGetElementType(type));
		return;
	}
	if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 128)
		add(rules, RULE_INTEGER, instruction, NULL);
	if (kind == LLVMFP128TypeKind || kind == LLVMX86_FP80TypeKind || kind == LLVMPPC_FP128TypeKind)
		add(rules, RULE_FLOAT128, instruction, NULL);
}

/*
 * Does a function that initializes variables before main use this one?  Only the
 * host runs such functions: on the device the variable is all zeros.
 */
static bool
is_initialized_by_host(LLVMValueRef value)
{
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsAInstruction(user)
		    ? text_starts(irmodule_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))), "__cxx_global_var_init")
		    : LLVMIsAConstantExpr(user) && is_initialized_by_host(user))
			return true;
	}
	return false;
}

static void
check_operands(struct rules *rules, LLVMValueRef instruction)
{
	int i, n = LLVMGetNumOperands(instruction);
	LLVMValueRef operand, variable;

	for (i = 0; i < n; i++) {
		operand = LLVMGetOperand(instruction, (unsigned)i);
		if (!operand)
			continue;
		check_type(rules, instruction, LLVMTypeOf(operand));
		variable = LLVMIsConstant(operand) ? variable_of(operand) : NULL;
		if (variable && LLVMIsThreadLocal(variable))
			add(rules, RULE_THREAD, instruction, irmodule_name(variable));
		else if (variable && !LLVMIsGlobalConstant(variable) && is_initialized_by_host(variable) && !specids_is_read(variable))
			add(rules, RULE_INITIALIZED, instruction, irmodule_name(variable));
		else if (variable && is_forbidden_global(rules, variable) && !specids_is_read(variable))
			add(rules, RULE_GLOBAL, instruction, irmodule_name(variable));
	}
}

/*
 * The class in the type, or in what it consists of, whose objects have what belongs to them on the host; NULL: none.
 * A class with a union says itself how that is copied: of a program's own, which it may have declared device copyable,
 * nothing is known; the library's unions are those of std::optional and std::variant, which copy what they have.
 */
static const char *
find_host_class(LLVMTypeRef type)
{
	static const char *const host_class[] = {
		"std::vector", "std::basic_string", "std::deque", "std::list", "std::forward_list", "std::map", "std::multimap",
		"std::set", "std::multiset", "std::unordered_map", "std::unordered_multimap", "std::unordered_set",
		"std::unordered_multiset", "std::unique_ptr", "std::shared_ptr", "std::weak_ptr", "std::function", "std::any",
		"sycl::buffer", "sycl::host_accessor", "sycl::queue",
	};
	const char *name, *found = NULL;

	while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
		type = LLVMGetElementType(type);
	if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
		return NULL;
	name = LLVMGetStructName(type);
	if (name && text_starts(name, "union.") && !text_starts(name, "union.std::"))
		return NULL;
	name = symbol_class(name && text_starts(name, "class.") ? name + 6 : name && text_starts(name, "struct.") ? name + 7 : "");
	for (size_t i = 0; i < sizeof host_class / sizeof *host_class; i++) {
		const char *last = strstr(host_class[i], "::") + 2;
		size_t length = strlen(last);

		/* Also std::__cxx11::basic_string, std::vector.12. */
		if (strncmp(name, host_class[i], (size_t)(last - host_class[i])))
			continue;
		for (const char *at = strstr(name, "::"); at; at = strstr(at + 2, "::"))
			if (!strncmp(at + 2, last, length) && (at[2 + length] == '\0' || at[2 + length] == '.'))
				return host_class[i];
	}
	for (unsigned i = 0, n = LLVMCountStructElementTypes(type); i < n && !found; i++)
		found = find_host_class(LLVMStructGetTypeAtIndex(type, i));
	return found;
}

/* The headers' function for function objects that are not copied as bytes says of what type they are. */
static void
check_functor(struct rules *rules, LLVMValueRef address)
{
	const char *name = symbol_in_sycl(irmodule_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(address))));
	const char *held;

	if (!name || !text_starts(name, "6detail7functorI"))
		return;
	held = find_host_class(LLVMGetGEPSourceElementType(address));
	if (held)
		add(rules, RULE_HOLDS, NULL, held);
}

/* The function's object: its first parameter, behind that for the result. */
static unsigned
object_parameter(LLVMValueRef function)
{
	static unsigned kind;

	if (!kind)
		kind = LLVMGetEnumAttributeKindForName("sret", 4);
	return LLVMGetEnumAttributeAtIndex(function, 1, kind) != NULL;
}

/* Clang keeps a function's parameter in a variable of its own. */
static bool
is_own_object(LLVMValueRef value)
{
	LLVMValueRef variable, function, parameter;
	LLVMUseRef use;
	unsigned at;

	if (!LLVMIsALoadInst(value))
		return false;
	function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(value));
	at = object_parameter(function);
	parameter = at < LLVMCountParams(function) ? LLVMGetParam(function, at) : NULL;
	variable = LLVMGetOperand(value, 0);
	for (use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
		if (LLVMIsAStoreInst(LLVMGetUser(use)) && LLVMGetOperand(LLVMGetUser(use), 0) == parameter)
			return true;
	return false;
}

static bool is_in_own_object(LLVMValueRef address, unsigned calls);

/* The call is for a part of the function's object, and returns an address in it, as operator[] of std::array does. */
static bool
is_from_own_object(LLVMValueRef call, unsigned calls)
{
	LLVMValueRef callee = callgraph_callee(call), end;
	unsigned at;

	if (!callee || LLVMIsDeclaration(callee))
		return false;
	at = object_parameter(callee);
	end = LLVMGetBasicBlockTerminator(LLVMGetLastBasicBlock(callee));
	return at < LLVMGetNumArgOperands(call) && LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) &&
	       is_in_own_object(LLVMGetOperand(end, 0), calls + 1) && is_in_own_object(LLVMGetOperand(call, at), calls + 1);
}

/* The address is in the function's object: of a member, of a member's member, of an element of an array there. */
static bool
is_in_own_object(LLVMValueRef address, unsigned calls)
{
	enum { MAX_CALLS = 4 };

	while (LLVMIsAGetElementPtrInst(address))
		address = LLVMGetOperand(address, 0);
	return LLVMIsACallInst(address) ? calls < MAX_CALLS && is_from_own_object(address, calls) : is_own_object(address);
}

/* A member function reads a reference in its object: of such addresses clang says how what is there is aligned. */
static void
check_reference(struct rules *rules, LLVMValueRef load)
{
	unsigned kind = LLVMGetMDKindIDInContext(irmodule_context(), "align", 5);

	if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind && LLVMHasMetadata(load) && LLVMGetMetadata(load, kind) &&
	    LLVMIsAGetElementPtrInst(LLVMGetOperand(load, 0)) && is_in_own_object(LLVMGetOperand(load, 0), 0))
		add(rules, RULE_REFERENCE, load, NULL);
}

/* What the callee reads in its object is in the caller's. */
static void
note_own_call(struct rules *rules, LLVMValueRef call)
{
	LLVMValueRef callee = callgraph_callee(call);
	unsigned at;

	if (!callee || LLVMIsDeclaration(callee))
		return;
	at = object_parameter(callee);
	if (at >= LLVMGetNumArgOperands(call) || !is_in_own_object(LLVMGetOperand(call, at), 0))
		return;
	rules->own_call = arena_extend(rules->arena, rules->own_call, rules->n_own_calls, sizeof *rules->own_call);
	rules->own_call[rules->n_own_calls++] = (struct own_call){ rules->function, callee, call };
}

static void
visit_instruction(void *user, uint32_t function, LLVMValueRef instruction, LLVMOpcode opcode)
{
	struct rules *rules = user;

	rules->function = function;
	check_type(rules, instruction, LLVMTypeOf(instruction));
	check_operands(rules, instruction);
	switch (opcode) {
	case LLVMInvoke:
		add(rules, RULE_EXCEPTION, instruction, NULL);
		check_call(rules, instruction);
		note_own_call(rules, instruction);
		break;
	case LLVMCall:
	case LLVMCallBr:
		check_call(rules, instruction);
		note_own_call(rules, instruction);
		break;
	case LLVMAlloca:
		check_type(rules, instruction, LLVMGetAllocatedType(instruction));
		if (!LLVMIsAConstantInt(LLVMGetOperand(instruction, 0)))
			add(rules, RULE_VLA, instruction, NULL);
		break;
	case LLVMStore:
	case LLVMLoad:
		if (!strcmp(accessed_type(rules, instruction), "long double"))
			add(rules, RULE_LONG_DOUBLE, instruction, NULL);
		if (opcode == LLVMLoad)
			check_reference(rules, instruction);
		break;
	case LLVMGetElementPtr:
		check_functor(rules, instruction);
		break;
	default:
		break;
	}
}

static void
visit_function(void *user, uint32_t function)
{
	struct rules *rules = user;

	rules->function = function;
	rules->seen = 0;
}

void
rules_init(struct rules *rules, struct arena *arena, LLVMModuleRef module, struct callgraph_visitor *visitor)
{
	*rules = (struct rules){ .arena = arena, .asm_allowed = strncmp(LLVMGetTarget(module), "spir", 4) != 0 };
	*visitor = (struct callgraph_visitor){ visit_function, visit_instruction, rules };
}

/* --- reporting -------------------------------------------------------------- */

/* The function's name for messages; for a kernel, the type that names it. */
static const char *
shown_name(struct arena *arena, LLVMValueRef function)
{
	const char *name = irmodule_demangle(arena, irmodule_name(function));

	return text_starts(name, "typeinfo name for ") ? name + 18 : name;
}

/* The source location of an instruction or function; without debug information the source as a whole. */
static struct diag_place
place_of(struct arena *arena, LLVMValueRef value, const char *source)
{
	struct diag_place place = { source, 0, 0 };
	const char *file;
	unsigned len;

	if (!value || (!LLVMIsAInstruction(value) && !LLVMIsAFunction(value)))
		return place;
	file = LLVMGetDebugLocFilename(value, &len);
	if (!file || !LLVMGetDebugLocLine(value))
		return place;
	place.file = arena_strndup(arena, file, len);
	place.line = LLVMGetDebugLocLine(value);
	if (LLVMIsAInstruction(value))
		place.col = LLVMGetDebugLocColumn(value);
	return place;
}

static const char *
describe(struct arena *arena, const struct violation *violation)
{
	switch ((enum rule)violation->rule) {
	case RULE_EXCEPTION: return "throws or catches an exception";
	case RULE_ALLOCATION: return "allocates or frees memory";
	case RULE_RTTI: return "uses dynamic_cast or typeid";
	case RULE_VIRTUAL: return "calls a virtual function";
	case RULE_POINTER: return "calls through a pointer to a function";
	case RULE_RECURSION:
		return violation->what ? arena_printf(arena, "calls itself through '%s'",
						      irmodule_demangle(arena, violation->what)) : "calls itself";
	case RULE_GLOBAL:
		return arena_printf(arena, "uses the global variable '%s' that is not const",
				    irmodule_demangle(arena, violation->what));
	case RULE_STATIC: return "initializes a static variable at run time";
	case RULE_INTEGER: return "uses an integer type of more than 128 bits";
	case RULE_FLOAT128: return "uses a floating-point type of more than 64 bits";
	case RULE_LONG_DOUBLE: return "uses the type 'long double'";
	case RULE_ASM: return "contains inline assembly";
	case RULE_VLA: return "has an array of variable length";
	case RULE_VARARGS: return "takes variable arguments";
	case RULE_THREAD:
		return arena_printf(arena, "uses the thread-local variable '%s'",
				    irmodule_demangle(arena, violation->what));
	case RULE_INITIALIZED:
		return arena_printf(arena, "uses the variable '%s' that is initialized at run time",
				    irmodule_demangle(arena, violation->what));
	case RULE_HOLDS:
		return arena_printf(arena, "holds a '%s', which belongs to the host: kernels get accessors, pointers to USM and what can be copied as bytes (SYCL 2020, 3.13.1)",
				    violation->what);
	case RULE_COROUTINE: return "is a coroutine";
	case RULE_REFERENCE: return "uses a variable of the host that it holds a reference to: kernels capture by value";
	}
	bug("rule %u", violation->rule);
}

struct reporter {
	struct rules *rules;
	struct callgraph *graph;
	const struct features *features;
	const uint8_t *inherits;
	const char *source;
	uint32_t *root;		/* kernels and SYCL_EXTERNAL functions */
	size_t n_roots;
};

/* The root with the shortest chain to the goal, the first of equals; NONE cannot happen for what is reached. */
static uint32_t
nearest_root(const struct reporter *reporter, const uint32_t *distance)
{
	uint32_t best = CALLGRAPH_NONE;
	size_t i;

	for (i = 0; i < reporter->n_roots; i++)
		if (distance[reporter->root[i]] != CALLGRAPH_NONE &&
		    (best == CALLGRAPH_NONE || distance[reporter->root[i]] < distance[best]))
			best = reporter->root[i];
	return best;
}

/*
 * The calls from the root to the goal, innermost first, without those of the
 * headers' wrappers.  A kernel has no location of its own: that of its function
 * object's call operator (start) is used.
 */
static void
report_chain(const struct reporter *reporter, uint32_t goal)
{
	struct arena *arena = reporter->rules->arena;
	uint8_t *is_goal = arena_calloc(arena, reporter->graph->nnode + 1, 1);
	uint32_t *distance, root, node, start;
	const struct call **chain, *call;
	struct diag_place place;
	size_t n = 0;

	is_goal[goal] = 1;
	distance = callgraph_distances(reporter->graph, is_goal);
	root = nearest_root(reporter, distance);
	if (root == CALLGRAPH_NONE)
		return;
	chain = arena_alloc(arena, ((size_t)distance[root] + 1) * sizeof *chain);
	for (node = root; (call = callgraph_next(reporter->graph, distance, node)); node = call->callee)
		chain[n++] = call;
	start = root;
	while (n--) {
		LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(chain[n]->instruction));

		if (irmodule_is_kernel(caller) || reporter->inherits[chain[n]->callee]) {
			if (start == root)
				start = chain[n]->callee;
			continue;
		}
		place = place_of(arena, chain[n]->instruction, reporter->source);
		diag_at(&place, DIAG_NOTE, "called from '%s'", shown_name(arena, caller));
	}
	place = place_of(arena, reporter->graph->function[start], reporter->source);
	if (irmodule_is_kernel(reporter->graph->function[root]))
		diag_at(&place, DIAG_NOTE, "in kernel '%s'", shown_name(arena, reporter->graph->function[root]));
	else if (root != goal)
		diag_at(&place, DIAG_NOTE, "in SYCL_EXTERNAL function '%s'",
			shown_name(arena, reporter->graph->function[root]));
}

/* The call operator of the kernel's function object, behind the headers' wrappers, which inherit as it does; NONE: there is none. */
static uint32_t
find_operator(const struct reporter *reporter, uint32_t kernel)
{
	const struct callgraph *graph = reporter->graph;
	uint32_t i, callee, found = CALLGRAPH_NONE;

	for (i = graph->first[kernel]; i < graph->first[kernel + 1] && found == CALLGRAPH_NONE; i++) {
		callee = graph->call[i].callee;
		if (callee >= graph->nfunction || callee == kernel || !reporter->inherits[callee] ||
		    LLVMIsDeclaration(graph->function[callee]))
			continue;
		found = find_operator(reporter, callee);
		if (found == CALLGRAPH_NONE && !symbol_in_sycl(irmodule_name(graph->function[callee])))
			found = callee;
	}
	return found;
}

/*
 * Do the headers call the goal for the caller, a kernel or one of their functions?  What they call comes from the host.
 * Functions that were looked at for the root are marked with it.
 */
static bool
is_called_by_headers(const struct callgraph *graph, uint32_t caller, uint32_t goal, uint32_t *seen, uint32_t root)
{
	seen[caller] = root;
	for (uint32_t i = graph->first[caller]; i < graph->first[caller + 1]; i++) {
		uint32_t callee = graph->call[i].callee;

		if (callee == goal)
			return true;
		if (callee < graph->nfunction && seen[callee] != root && symbol_in_sycl(irmodule_name(graph->function[callee])) &&
		    is_called_by_headers(graph, callee, goal, seen, root))
			return true;
	}
	return false;
}

/* Marks what the headers call for the caller, a kernel or one of their functions. */
static void
mark_called_by_headers(const struct callgraph *graph, uint32_t caller, uint8_t *marked)
{
	for (uint32_t i = graph->first[caller]; i < graph->first[caller + 1]; i++) {
		uint32_t callee = graph->call[i].callee;

		if (callee >= graph->nfunction || marked[callee])
			continue;
		marked[callee] = 1;
		if (symbol_in_sycl(irmodule_name(graph->function[callee])))
			mark_called_by_headers(graph, callee, marked);
	}
}

/* The functions that the headers call for any kernel: one byte for each function. */
static const uint8_t *
called_by_headers(const struct reporter *reporter)
{
	uint8_t *marked = arena_calloc(reporter->rules->arena, reporter->graph->nnode + 1, 1);

	for (size_t i = 0; i < reporter->n_roots; i++)
		if (irmodule_is_kernel(reporter->graph->function[reporter->root[i]]))
			mark_called_by_headers(reporter->graph, reporter->root[i], marked);
	return marked;
}

/* The function objects of kernels come from the host; objects that kernels make may refer to variables. */
static void
report_references(const struct reporter *reporter, const struct violation *violation)
{
	struct arena *arena = reporter->rules->arena;
	const struct callgraph *graph = reporter->graph;
	struct diag_place place = place_of(arena, violation->instruction, reporter->source);
	uint32_t *seen = arena_alloc(arena, (size_t)graph->nnode * sizeof *seen);

	memset(seen, 0xff, (size_t)graph->nnode * sizeof *seen);	/* CALLGRAPH_NONE */
	for (size_t i = 0; i < reporter->n_roots; i++) {
		LLVMValueRef root = graph->function[reporter->root[i]];

		if (irmodule_is_kernel(root) &&
		    is_called_by_headers(graph, reporter->root[i], violation->function, seen, reporter->root[i]))
			diag_at(&place, DIAG_ERROR, "kernel '%s' %s", shown_name(arena, root), describe(arena, violation));
	}
}

/* Of every kernel whose function object is of that type. */
static void
report_holds(const struct reporter *reporter, const struct violation *violation)
{
	struct arena *arena = reporter->rules->arena;
	struct callgraph *graph = reporter->graph;
	uint8_t *is_goal = arena_calloc(arena, graph->nnode + 1, 1);
	uint32_t *distance, start;
	struct diag_place place;

	is_goal[violation->function] = 1;
	distance = callgraph_distances(graph, is_goal);
	for (size_t i = 0; i < reporter->n_roots; i++) {
		if (distance[reporter->root[i]] == CALLGRAPH_NONE)
			continue;
		start = find_operator(reporter, reporter->root[i]);
		place = place_of(arena, graph->function[start == CALLGRAPH_NONE ? reporter->root[i] : start], reporter->source);
		diag_at(&place, DIAG_ERROR, "kernel '%s' %s", shown_name(arena, graph->function[reporter->root[i]]),
			describe(arena, violation));
	}
}

static void
report(const struct reporter *reporter, const struct violation *violation)
{
	struct arena *arena = reporter->rules->arena;
	LLVMValueRef function = reporter->graph->function[violation->function];
	struct diag_place place = place_of(arena, violation->instruction ? violation->instruction : function,
					   reporter->source);

	if (violation->rule == RULE_HOLDS) {
		report_holds(reporter, violation);
		return;
	}
	if (violation->rule == RULE_REFERENCE) {
		report_references(reporter, violation);
		return;
	}
	diag_at(&place, DIAG_ERROR, "function '%s' %s, which device code must not", shown_name(arena, function),
		describe(arena, violation));
	report_chain(reporter, violation->function);
	if (violation->rule == RULE_POINTER)
		diag_at(&place, DIAG_NOTE, "'-fsycl-allow-func-ptr' lets it call functions whose address device code takes");
}

/* The function is the first of a cycle of calls: adds its call within the cycle. */
static void
add_recursion(struct rules *rules, const struct callgraph *graph, uint32_t function)
{
	uint32_t i, callee;

	for (i = graph->first[function]; i < graph->first[function + 1]; i++) {
		callee = graph->call[i].callee;
		if (graph->component[callee] != graph->component[function])
			continue;
		add(rules, RULE_RECURSION, graph->call[i].instruction,
		    callee == function ? NULL : irmodule_name(graph->function[callee]));
		return;
	}
}

/* Facts about whole functions, which the walk over instructions does not see. */
static void
add_functions(struct rules *rules, const struct callgraph *graph)
{
	uint32_t i, c;

	for (i = 0; i < graph->nfunction; i++) {
		LLVMValueRef function = graph->function[i];

		if (LLVMIsDeclaration(function))
			continue;
		visit_function(rules, i);
		if (varargs_are_read(function))
			add(rules, RULE_VARARGS, NULL, NULL);
		c = graph->component[i];
		if (graph->member[graph->member_first[c]] == i && callgraph_is_recursive(graph, c))
			add_recursion(rules, graph, i);
	}
}

/*
 * Functions that call, for a part of their object, what reads a reference there read it themselves; the headers only call,
 * and free functions of the C++ library, as std::apply, which these call with objects of their own, are not reported.
 */
static void
add_references(struct rules *rules, const struct callgraph *graph)
{
	uint8_t *reads = arena_calloc(rules->arena, graph->nnode + 1, 1);
	bool more;
	size_t i;

	for (i = 0; i < rules->n; i++)
		reads[rules->violation[i].function] |= rules->violation[i].rule == RULE_REFERENCE;
	do {
		more = false;
		for (i = rules->n_own_calls; i-- > 0; ) {
			const struct own_call *call = &rules->own_call[i];
			uint32_t callee = callgraph_index(graph, call->callee);
			const char *name = irmodule_name(graph->function[call->caller]);

			if (callee == CALLGRAPH_NONE || !reads[callee] || reads[call->caller] || symbol_in_sycl(name))
				continue;
			reads[call->caller] = more = true;
			if (text_starts(name, "_ZSt"))
				continue;
			visit_function(rules, call->caller);
			add(rules, RULE_REFERENCE, call->instruction, NULL);
		}
	} while (more);
}

/* By function in module order, then by rule; there is one of each. */
static int
compare_violations(const void *a, const void *b)
{
	const struct violation *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->rule > y->rule) - (x->rule < y->rule);
}

static bool
is_device_global(const struct annotations *annotations, const struct violation *violation)
{
	size_t i;

	for (i = 0; i < annotations->n; i++)
		if (text_starts(annotations->item[i].text, ANNOTATION_DEVICE_GLOBAL) &&
		    !strcmp(irmodule_name(annotations->item[i].target), violation->what))
			return true;
	return false;
}

static void
find_roots(struct reporter *reporter)
{
	struct callgraph *graph = reporter->graph;
	uint32_t i;

	reporter->root = arena_alloc(reporter->rules->arena, (graph->nfunction + 1) * sizeof *reporter->root);
	for (i = 0; i < graph->nfunction; i++)
		if (!LLVMIsDeclaration(graph->function[i]) &&
		    (irmodule_is_kernel(graph->function[i]) || reporter->features[i].external))
			reporter->root[reporter->n_roots++] = i;
}

void
rules_report(struct rules *rules, struct callgraph *graph, const struct features *features, const uint8_t *inherits,
	     const struct annotations *annotations, const char *source)
{
	struct reporter reporter = { rules, graph, features, inherits, source, NULL, 0 };
	uint8_t *reached = arena_calloc(rules->arena, graph->nnode + 1, 1);
	const uint8_t *from_host;
	size_t i, reported = 0;

	add_functions(rules, graph);
	add_references(rules, graph);
	if (rules->n)
		qsort(rules->violation, rules->n, sizeof *rules->violation, compare_violations);
	find_roots(&reporter);
	callgraph_reach(graph, reporter.root, reporter.n_roots, reached);
	from_host = called_by_headers(&reporter);
	for (i = 0; i < rules->n; i++) {
		const struct violation *violation = &rules->violation[i];

		if (!reached[violation->function] ||
		    (violation->rule == RULE_REFERENCE && !from_host[violation->function]) ||
		    ((violation->rule == RULE_GLOBAL || violation->rule == RULE_INITIALIZED) &&
		     is_device_global(annotations, violation)))
			continue;
		if (reported++ < MAX_REPORTS)
			report(&reporter, violation);
	}
	if (reported > MAX_REPORTS)
		diag(DIAG_NOTE, "%zu more errors like these", reported - MAX_REPORTS);
}
