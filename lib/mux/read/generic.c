#include "mux/read/generic.h"

#include <string.h>

#include "format/spirv.h"
#include "ir/irmodule.h"

/* Address spaces of SPIR-V modules in LLVM. */
enum space { PRIVATE = 0, GLOBAL = 1, LOCAL = 3, GENERIC = 4, UNKNOWN };

enum { MAX_PHIS = 64, MAX_DEPTH = 64, MAX_VARIABLES = 64 };

/* The pointers that come from memory, of which the code shows that they are the host's, to global memory. */
enum hosts {
	NONE,		/* OpenCL C */
	OF_PARAMETERS,	/* those in a kernel's parameters */
	OF_MEMORY	/* those in global memory, too, as the program stores no others there */
};

/* Private variables with pointers in them; tags is like the variable, and has bits of a pointer's spaces where that has the pointer. */
struct tagged {
	LLVMValueRef variable[MAX_VARIABLES], tags[MAX_VARIABLES];
	unsigned n;
	enum hosts hosts;
};

/* Phis and selects of addresses in a variable. */
struct choices {
	LLVMValueRef value[MAX_PHIS];
	unsigned n;
};

/* Whether values point to one address space: phis that are known already, since they may be in a cycle. */
struct search {
	struct compilation *c;
	struct tagged *tagged;
	enum space space;
	LLVMValueRef phi[MAX_PHIS], result[MAX_PHIS];
	unsigned n, depth;
};

static LLVMValueRef find(struct search *s, LLVMValueRef value);

/* What the code does not show is where a program of SYCL says. */
static LLVMValueRef
unknown(const struct search *s)
{
	return s->tagged->hosts != NONE ? const_int(s->c->i1, 1) : NULL;
}

static LLVMValueRef
find_phi(struct search *s, LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi), i;
	LLVMValueRef result, part;
	LLVMBasicBlockRef block;

	for (i = 0; i < s->n; i++)
		if (s->phi[i] == phi)
			return s->result[i];
	if (s->n == MAX_PHIS)
		return unknown(s);
	LLVMPositionBuilderBefore(s->c->builder, phi);
	result = LLVMBuildPhi(s->c->builder, s->c->i1, "");
	s->phi[s->n] = phi;
	s->result[s->n++] = result;
	for (i = 0; i < n; i++) {
		part = find(s, LLVMGetIncomingValue(phi, i));
		if (!part)
			return NULL;
		block = LLVMGetIncomingBlock(phi, i);
		LLVMAddIncoming(result, &part, &block, 1);
	}
	return result;
}

/* A call that marks the variable's life, or fills it with zeros, which SPIR-V copies from a constant. */
static bool
is_harmless(LLVMValueRef call)
{
	const char *name = call_target(call) ? irmodule_name(call_target(call)) : "";
	LLVMValueRef from;

	if (!strncmp(name, "llvm.memset.", 12))
		return LLVMIsNull(LLVMGetOperand(call, 1));
	if (strncmp(name, "llvm.memcpy.", 12) != 0 && strncmp(name, "llvm.memmove.", 13) != 0)
		return !strncmp(name, "llvm.lifetime.", 14);
	from = LLVMGetOperand(call, 1);
	return LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) && LLVMGetInitializer(from) && LLVMIsNull(LLVMGetInitializer(from));
}

/* An address in the same variable. */
static bool
is_part(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) || LLVMIsAAddrSpaceCastInst(value);
}

static bool
is_choice(LLVMValueRef value)
{
	return LLVMIsAPHINode(value) || LLVMIsASelectInst(value);
}

static unsigned
count_chosen(LLVMValueRef choice)
{
	return LLVMIsAPHINode(choice) ? LLVMCountIncoming(choice) : 2;
}

static LLVMValueRef
get_chosen(LLVMValueRef choice, unsigned i)
{
	return LLVMIsAPHINode(choice) ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i + 1);
}

/* What the address is a part of: a variable, a choice, or anything else. */
static LLVMValueRef
whole_of(LLVMValueRef address)
{
	while (is_part(address))
		address = LLVMGetOperand(address, 0);
	return address;
}

/* The variable that the address may be in; NULL if that is unknown. */
static LLVMValueRef
variable_of(LLVMValueRef address, unsigned depth)
{
	LLVMValueRef whole = whole_of(address), variable = NULL;
	unsigned i;

	if (LLVMIsAAllocaInst(whole) || !is_choice(whole) || depth > 5)
		return LLVMIsAAllocaInst(whole) ? whole : NULL;
	for (i = 0; i < count_chosen(whole) && !variable; i++)
		variable = variable_of(get_chosen(whole, i), depth + 1);
	return variable;
}

static bool
is_kernels_parameter(LLVMValueRef value)
{
	return LLVMIsAArgument(value) && irmodule_is_kernel(LLVMGetParamParent(value));
}

/* The pointer that it is computed from, NULL for others. */
static LLVMValueRef
source_of(LLVMValueRef pointer)
{
	LLVMValueRef source;

	if (!is_part(pointer) && !LLVMIsABitCastInst(pointer) && !LLVMIsAFreezeInst(pointer) && !LLVMIsAConstantExpr(pointer))
		return NULL;
	source = LLVMGetOperand(pointer, 0);
	return LLVMGetTypeKind(LLVMTypeOf(source)) == LLVMPointerTypeKind ? source : NULL;
}

/* The pointer's address space where the code has no choice of several, else UNKNOWN. */
static enum space
shown_space(LLVMValueRef pointer, enum hosts hosts)
{
	unsigned space, loads = 0;
	int depth;

	for (depth = 0; pointer && depth < MAX_DEPTH; depth++) {
		pointer = loads ? whole_of(pointer) : pointer;
		space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
		if ((loads == 1 && is_kernels_parameter(pointer)) ||
		    (loads && hosts == OF_MEMORY && (space == GLOBAL || is_kernels_parameter(pointer))))
			return GLOBAL;
		if (space != GENERIC)
			return loads ? UNKNOWN : (enum space)space;
		if (hosts != NONE && LLVMIsALoadInst(pointer)) {
			pointer = LLVMGetOperand(pointer, 0);
			loads++;
		} else {
			pointer = source_of(pointer);
		}
	}
	return UNKNOWN;
}

static bool
is_among(const struct choices *choices, LLVMValueRef value)
{
	unsigned i;

	for (i = 0; i < choices->n; i++)
		if (choices->value[i] == value)
			return true;
	return false;
}

/* Numbers and vectors that may be a copy of pointers, whose spaces are lost. */
static bool
hides_pointers(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	bool copy = LLVMIsALoadInst(value) || LLVMIsAPtrToIntInst(value);

	if (is_vector(value))
		return copy || LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMPointerTypeKind;
	return copy && LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= 64;
}

/* Nothing but loads and stores of its parts, and zeros, reaches the address. */
static bool
is_plain(struct choices *choices, LLVMValueRef address)
{
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user) || is_among(choices, user))
			continue;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address && !hides_pointers(LLVMGetOperand(user, 0)))
			continue;
		if (is_choice(user) && choices->n == MAX_PHIS)
			return false;
		if (is_choice(user))
			choices->value[choices->n++] = user;
		if (is_part(user) || is_choice(user) ? !is_plain(choices, user) : !LLVMIsACallInst(user) || !is_harmless(user))
			return false;
	}
	return true;
}

/* All that a variable's choices choose is in it. */
static bool
are_inside(const struct choices *choices, LLVMValueRef variable)
{
	LLVMValueRef whole;
	unsigned i, j;

	for (i = 0; i < choices->n; i++)
		for (j = 0; j < count_chosen(choices->value[i]); j++) {
			whole = whole_of(get_chosen(choices->value[i], j));
			if (whole != variable && !is_among(choices, whole))
				return false;
		}
	return true;
}

/* The same of a choice, as far from the tags as that is from the variable. */
static LLVMValueRef
distant_tag(struct search *s, LLVMValueRef choice, LLVMValueRef tags)
{
	LLVMBuilderRef builder = s->c->builder;
	LLVMValueRef to = LLVMBuildPtrToInt(builder, choice, s->c->i64, "");
	LLVMValueRef from = LLVMBuildPtrToInt(builder, variable_of(choice, 0), s->c->i64, "");
	LLVMValueRef distance = LLVMBuildSub(builder, to, from, "");
	LLVMValueRef tag = LLVMBuildGEP2(builder, s->c->i8, tags, &distance, 1, "");

	return LLVMBuildAddrSpaceCast(builder, tag, LLVMTypeOf(choice), "");
}

/* The address in the variable's tags; the builder is before its user. */
static LLVMValueRef
tag_address(struct search *s, LLVMValueRef address, LLVMValueRef tags)
{
	unsigned n, i;
	LLVMValueRef base, *index;

	if (is_choice(address))
		return distant_tag(s, address, tags);
	if (!is_part(address))
		return tags;
	base = tag_address(s, LLVMGetOperand(address, 0), tags);
	if (LLVMIsAAddrSpaceCastInst(address))
		return LLVMBuildAddrSpaceCast(s->c->builder, base, LLVMTypeOf(address), "");
	n = (unsigned)LLVMGetNumOperands(address);
	index = arena_calloc(s->c->arena, n, sizeof *index);
	for (i = 1; i < n; i++)
		index[i - 1] = LLVMGetOperand(address, i);
	return LLVMBuildGEP2(s->c->builder, LLVMGetGEPSourceElementType(address), base, index, n - 1, "");
}

/* Before that store of a pointer stores its spaces: several where only the program knows which. */
static bool
tag_store(struct search *s, LLVMValueRef store, LLVMValueRef tags)
{
	static const enum space spaces[] = { PRIVATE, GLOBAL, LOCAL };
	enum { N = sizeof spaces / sizeof *spaces };
	LLVMTypeRef i8 = s->c->i8;
	LLVMValueRef is[N], bit, tag = const_int(i8, 0);
	unsigned i;

	for (i = 0; i < N; i++) {
		struct search one = { .c = s->c, .tagged = s->tagged, .space = spaces[i] };

		if (!(is[i] = find(&one, LLVMGetOperand(store, 0))))
			return false;
	}
	LLVMPositionBuilderBefore(s->c->builder, store);
	for (i = 0; i < N; i++) {
		bit = LLVMBuildSelect(s->c->builder, is[i], const_int(i8, 1U << spaces[i]), const_int(i8, 0), "");
		tag = LLVMBuildOr(s->c->builder, tag, bit, "");
	}
	LLVMBuildStore(s->c->builder, tag, tag_address(s, LLVMGetOperand(store, 1), tags));
	return true;
}

static bool
tag_stores(struct search *s, LLVMValueRef address, LLVMValueRef tags)
{
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (is_part(user) && !tag_stores(s, user, tags))
			return false;
		if (LLVMIsAStoreInst(user) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(user, 0))) == LLVMPointerTypeKind &&
		    !tag_store(s, user, tags))
			return false;
	}
	return true;
}

/* The tags of a private variable, which has them from now on; NULL when its pointers may come from elsewhere. */
static LLVMValueRef
tags_of(struct search *s, LLVMValueRef variable)
{
	struct tagged *tagged = s->tagged;
	struct choices choices = { .n = 0 };
	LLVMValueRef tags;
	unsigned i;

	for (i = 0; i < tagged->n; i++)
		if (tagged->variable[i] == variable)
			return tagged->tags[i];
	if (tagged->n == MAX_VARIABLES || !is_plain(&choices, variable) || !are_inside(&choices, variable))
		return NULL;
	LLVMPositionBuilderBefore(s->c->builder, variable);
	tags = LLVMBuildArrayAlloca(s->c->builder, LLVMGetAllocatedType(variable), LLVMGetOperand(variable, 0), "");
	LLVMSetAlignment(tags, LLVMGetAlignment(variable));
	tagged->variable[tagged->n] = variable;
	tagged->tags[tagged->n++] = tags;
	for (i = 0; i < choices.n; i++)
		if (!tag_stores(s, choices.value[i], tags))
			return NULL;
	return tag_stores(s, variable, tags) ? tags : NULL;
}

static LLVMValueRef
find_load(struct search *s, LLVMValueRef load)
{
	LLVMValueRef address = LLVMGetOperand(load, 0), variable = variable_of(address, 0), tags, tag;

	tags = variable ? tags_of(s, variable) : NULL;
	if (!tags)
		return unknown(s);
	LLVMPositionBuilderBefore(s->c->builder, load);
	tag = LLVMBuildLoad2(s->c->builder, s->c->i8, tag_address(s, address, tags), "");
	tag = LLVMBuildAnd(s->c->builder, tag, const_int(s->c->i8, 1U << s->space), "");
	return LLVMBuildICmp(s->c->builder, LLVMIntNE, tag, const_int(s->c->i8, 0), "");
}

/* A truth; NULL when the code does not show it. */
static LLVMValueRef
find(struct search *s, LLVMValueRef value)
{
	enum space shown = shown_space(value, s->tagged->hosts);
	LLVMValueRef yes, no, result = NULL;

	if (shown != UNKNOWN)
		return const_int(s->c->i1, shown == s->space);
	if (LLVMIsNull(value))
		return const_int(s->c->i1, 0);
	if (s->depth == MAX_DEPTH)
		return unknown(s);
	s->depth++;
	if (LLVMIsAPHINode(value)) {
		result = find_phi(s, value);
	} else if (LLVMIsASelectInst(value)) {
		yes = find(s, LLVMGetOperand(value, 1));
		no = yes ? find(s, LLVMGetOperand(value, 2)) : NULL;
		LLVMPositionBuilderBefore(s->c->builder, value);
		result = no ? LLVMBuildSelect(s->c->builder, LLVMGetOperand(value, 0), yes, no, "") : NULL;
	} else if (source_of(value)) {
		result = find(s, source_of(value));
	} else if (LLVMIsALoadInst(value)) {
		result = find_load(s, value);
	} else {
		result = unknown(s);
	}
	s->depth--;
	return result;
}

/* The language of SPIR-V's OpSource (replace.c), or clang's note of its version. */
bool
generic_is_opencl_c(LLVMModuleRef module)
{
	static const char source[] = "spirv.Source", version[] = "opencl.ocl.version";
	LLVMValueRef node, operand[2];

	if (!LLVMGetNamedMetadata(module, source, sizeof source - 1))
		return LLVMGetNamedMetadata(module, version, sizeof version - 1) != NULL;
	if (LLVMGetNamedMetadataNumOperands(module, source) != 1)
		return false;
	LLVMGetNamedMetadataOperands(module, source, &node);
	if (LLVMGetMDNodeNumOperands(node) != 2)
		return false;
	LLVMGetMDNodeOperands(node, operand);
	return LLVMIsAConstantInt(operand[0]) && LLVMConstIntGetZExtValue(operand[0]) == SPIRV_LANGUAGE_OPENCL_C;
}

static LLVMValueRef
points_to(struct compilation *c, struct tagged *tagged, LLVMValueRef call, enum space space)
{
	struct search search = { .c = c, .tagged = tagged, .space = space };
	LLVMValueRef result = find(&search, LLVMGetOperand(call, 0));

	LLVMPositionBuilderBefore(c->builder, call);
	if (!result)
		code_error(c, call, "address space of a pointer that '%s' gets is not known before the kernel runs",
			   irmodule_name(call_target(call)));
	return result;
}

/* The pointer itself if it points there, or null. */
static LLVMValueRef
resolve_cast(struct compilation *c, struct tagged *tagged, LLVMValueRef call, enum space space)
{
	LLVMValueRef is = points_to(c, tagged, call, space), pointer;

	if (!is)
		return NULL;
	pointer = LLVMBuildAddrSpaceCast(c->builder, LLVMGetOperand(call, 0), LLVMTypeOf(call), "");
	return LLVMBuildSelect(c->builder, is, pointer, LLVMConstNull(LLVMTypeOf(call)), "");
}

/* A number for local memory, twice as much for global memory. */
static LLVMValueRef
resolve_number(struct compilation *c, struct tagged *tagged, LLVMValueRef call, uint64_t local)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef in_local = points_to(c, tagged, call, LOCAL), number;
	LLVMValueRef in_global = in_local ? points_to(c, tagged, call, GLOBAL) : NULL;

	if (!in_global)
		return NULL;
	number = LLVMBuildSelect(c->builder, in_global, const_int(type, 2 * local), const_int(type, 0), "");
	return LLVMBuildSelect(c->builder, in_local, const_int(type, local), number, "");
}

static bool
is_query(const char *name)
{
	return !strcmp(name, "__to_local") || !strcmp(name, "__to_global") || !strcmp(name, "__to_private") ||
		!strncmp(name, "_Z9get_fence", 12) || strstr(name, "__spirv_GenericCastToPtrExplicit_To") ||
		strstr(name, "__spirv_GenericPtrMemSemantics");
}

static LLVMValueRef
resolve(struct compilation *c, struct tagged *tagged, LLVMValueRef call, const char *name)
{
	enum { WORKGROUP_MEMORY = 0x100 };	/* of SPIR-V's memory semantics */

	if (!strncmp(name, "_Z9get_fence", 12))
		return resolve_number(c, tagged, call, 1);
	if (strstr(name, "MemSemantics"))
		return resolve_number(c, tagged, call, WORKGROUP_MEMORY);
	if (strstr(name, "o_local") || strstr(name, "ToLocal"))
		return resolve_cast(c, tagged, call, LOCAL);
	return resolve_cast(c, tagged, call, strstr(name, "o_global") || strstr(name, "ToGlobal") ? GLOBAL : PRIVATE);
}

static void
allow_inlining(LLVMValueRef function)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	static const char *const unwanted[] = { "optnone", "noinline" };
	LLVMBasicBlockRef block;
	LLVMValueRef instruction;
	size_t i;

	for (i = 0; i < sizeof unwanted / sizeof *unwanted; i++) {
		LLVMRemoveEnumAttributeAtIndex(function, index, attribute_kind(unwanted[i]));
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (instruction = LLVMGetFirstInstruction(block); instruction; instruction = LLVMGetNextInstruction(instruction))
				if (LLVMIsACallInst(instruction))
					LLVMRemoveCallSiteEnumAttribute(instruction, index, attribute_kind(unwanted[i]));
	}
}

/* Pointers come from other functions and out of variables: inlines all, and leaves no variables. */
static int
show_pointers(struct compilation *c)
{
	LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	LLVMAttributeRef always = LLVMCreateEnumAttribute(c->context, attribute_kind("alwaysinline"), 0);
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		allow_inlining(function);
		if (!LLVMIsDeclaration(function) && !irmodule_is_kernel(function))
			LLVMAddAttributeAtIndex(function, index, always);
	}
	return compilation_run_passes(c, "always-inline,function(sroa,instsimplify)");
}

/* Only its inlined copies run. */
static bool
is_dead(LLVMValueRef function)
{
	return !irmodule_is_kernel(function) && !LLVMGetFirstUse(function);
}

/* Stores a pointer, or copies memory, that is not shown to be to global memory where pointers of the host may be. */
static bool
is_stray(LLVMValueRef i)
{
	const char *name = LLVMIsACallInst(i) && call_target(i) ? irmodule_name(call_target(i)) : "";
	LLVMValueRef value, address;
	enum space to;

	if (LLVMIsAStoreInst(i)) {
		value = LLVMGetOperand(i, 0);
		address = LLVMGetOperand(i, 1);
	} else if (!strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13)) {
		value = LLVMGetOperand(i, 1);
		address = LLVMGetOperand(i, 0);
	} else {
		return false;
	}
	if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMPointerTypeKind || LLVMIsNull(value))
		return false;
	to = shown_space(address, OF_MEMORY);
	return (to == GLOBAL || to == UNKNOWN) && shown_space(value, OF_MEMORY) != GLOBAL;
}

static enum hosts
find_hosts(struct compilation *c)
{
	LLVMBasicBlockRef block;
	LLVMValueRef function, i;

	if (c->opencl_c)
		return NONE;
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block && !is_dead(function); block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (is_stray(i))
					return OF_PARAMETERS;
	return OF_MEMORY;
}

/* Answers the calls of the function, or only those that are about a pointer of one shown space. */
static void
resolve_calls(struct compilation *c, struct tagged *tagged, LLVMValueRef function, bool only_shown)
{
	LLVMValueRef call, value;
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || call_target(call) != function || is_dead(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))))
			continue;
		if (only_shown && shown_space(LLVMGetOperand(call, 0), tagged->hosts) == UNKNOWN)
			continue;
		value = resolve(c, tagged, call, irmodule_name(function));
		if (!value)
			return;
		LLVMReplaceAllUsesWith(call, value);
		LLVMInstructionEraseFromParent(call);
	}
}

static bool
has_queries(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function) && is_query(irmodule_name(function)))
			return true;
	return false;
}

static void
resolve_functions(struct compilation *c, struct tagged *tagged, bool only_shown)
{
	LLVMValueRef function;

	tagged->hosts = find_hosts(c);
	for (function = LLVMGetFirstFunction(c->module); function && !c->failed; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && is_query(irmodule_name(function)))
			resolve_calls(c, tagged, function, only_shown);
}

int
generic_resolve(struct compilation *c)
{
	struct tagged tagged = { .n = 0 };

	if (!has_queries(c))
		return 0;
	resolve_functions(c, &tagged, true);
	if (!has_queries(c))
		return c->failed ? -1 : 0;
	if (show_pointers(c))
		return -1;
	resolve_functions(c, &tagged, false);
	return c->failed ? -1 : 0;
}
