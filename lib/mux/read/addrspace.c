#include "mux/read/addrspace.h"

#include <string.h>

#include "base/text.h"
#include "format/irnames.h"
#include "ir/irmeta.h"
#include "ir/irmodule.h"

static bool
is_local(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == ADDRSPACE_LOCAL;
}

static void
note_locals(struct compilation *c)
{
	LLVMValueRef global;

	for (global = LLVMGetFirstGlobal(c->module); global; global = LLVMGetNextGlobal(global)) {
		if (!is_local(LLVMTypeOf(global)))
			continue;
		if (!*irmodule_name(global))
			LLVMSetValueName2(global, "__mux_local", strlen("__mux_local"));
		c->local = arena_extend(c->arena, c->local, c->nlocal, sizeof *c->local);
		c->local[c->nlocal++] = (struct local_variable){ .name = arena_strdup(c->arena, irmodule_name(global)) };
	}
}

/* MUX_ARG_IMAGE, MUX_ARG_SAMPLER or 0: by the parameter's type, or as llvm-spirv-15 writes it, an address with metadata. */
static uint32_t
opaque_kind(struct compilation *c, LLVMValueRef function, unsigned i)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
	const char *name = LLVMGetTypeKind(type) == LLVMTargetExtTypeKind ? LLVMGetTargetExtTypeName(type) : NULL;

	if (name)
		return !strcmp(name, "spirv.Image") ? MUX_ARG_IMAGE : !strcmp(name, "spirv.Sampler") ? MUX_ARG_SAMPLER : 0;
	name = LLVMGetTypeKind(type) == LLVMPointerTypeKind ? irmeta_get_text(c->arena, function, irmeta_kind("kernel_arg_base_type"), i) : "";
	if (text_starts(name, "image") && strspn(name + 5, "123") == 1 && text_ends(name, "_t"))
		return MUX_ARG_IMAGE;
	return !strcmp(name, "sampler_t") ? MUX_ARG_SAMPLER : 0;
}

static void
note_kernel(struct compilation *c, LLVMValueRef function)
{
	struct kernel kernel = { .name = arena_strdup(c->arena, irmodule_name(function)), .narg = LLVMCountParams(function) };
	unsigned i;

	kernel.local_arg = arena_calloc(c->arena, kernel.narg, sizeof *kernel.local_arg);
	kernel.opaque_arg = arena_calloc(c->arena, kernel.narg, sizeof *kernel.opaque_arg);
	for (i = 0; i < kernel.narg; i++) {
		kernel.local_arg[i] = is_local(LLVMTypeOf(LLVMGetParam(function, i)));
		kernel.opaque_arg[i] = opaque_kind(c, function, i);
	}
	c->kernel = arena_extend(c->arena, c->kernel, c->nkernel, sizeof *c->kernel);
	c->kernel[c->nkernel++] = kernel;
}

static void
note_kernels(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (!LLVMIsDeclaration(function) && irmodule_is_kernel(function))
			note_kernel(c, function);
}

/* What a pointer was before it became generic, and the start of what it points into. */
static LLVMValueRef
start_of(LLVMValueRef pointer)
{
	while (LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsABitCastInst(pointer) || LLVMIsAGetElementPtrInst(pointer))
		pointer = LLVMGetOperand(pointer, 0);
	return pointer;
}

/* An exchange, arithmetic or comparison on local memory, as far as the code shows it. */
static bool
changes_local(LLVMValueRef i)
{
	return (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) &&
		(is_local(LLVMTypeOf(LLVMGetOperand(i, 0))) || is_local(LLVMTypeOf(start_of(LLVMGetOperand(i, 0)))));
}

/* Calls of atomic functions on local memory that come to it through a generic pointer: lower/ learns of it by the attribute. */
static void
mark_call(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef callee = call_target(call);
	const char *name = callee && LLVMGetNumArgOperands(call) ? irmodule_name(callee) : "";

	if ((strstr(name, "atomic_") || strstr(name, "__spirv_Atomic")) && is_local(LLVMTypeOf(start_of(LLVMGetOperand(call, 0)))))
		LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					 LLVMCreateStringAttribute(c->context, ATTRIBUTE_MUX_LOCAL, sizeof ATTRIBUTE_MUX_LOCAL - 1, "", 0));
}

static void
mark_calls(struct compilation *c)
{
	LLVMValueRef function, i;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i))
					mark_call(c, i);
}

static void
drop_scopes(struct compilation *c, bool is_alone(LLVMValueRef))
{
	enum { SINGLE_THREAD_SCOPE, SYSTEM_SCOPE };
	LLVMValueRef function, i;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
				if (LLVMIsAtomic(i))
					LLVMSetAtomicSyncScopeID(i, is_alone(i) ? SINGLE_THREAD_SCOPE : SYSTEM_SCOPE);
}

static bool
is_single(LLVMValueRef i)
{
	return LLVMIsAtomicSingleThread(i);
}

void
addrspace_drop_scopes(struct compilation *c)
{
	drop_scopes(c, is_single);
}

/* The length of "addrspace(N)" or ", addrspace(N)" with the blank around it at text, 0 when it is something else. */
static size_t
token_length(const char *text)
{
	const char *p = text;

	if (*p == ',')
		p++;
	if (*p == ' ')
		p++;
	if (strncmp(p, "addrspace(", 10))
		return 0;
	p += 10;
	p += strspn(p, "0123456789");
	return *p == ')' ? (size_t)(p + 1 - text) : 0;
}

/* Copies one quoted string or comment, which may hold anything; returns what follows it. */
static const char *
copy_opaque(char **to, const char *from)
{
	char end = *from == '"' ? '"' : '\n';

	do
		*(*to)++ = *from++;
	while (*from && *from != end);
	if (*from)
		*(*to)++ = *from++;
	return from;
}

/* The length of a type of SPIR-V that is an address here, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0); else 0. */
static size_t
opaque_length(const char *text)
{
	static const char *const names[] = { "spirv.Event\"", "spirv.Image\"", "spirv.SampledImage\"", "spirv.Sampler\"" };
	static const char begin[] = "target(\"";
	size_t i;

	if (strncmp(text, begin, sizeof begin - 1))
		return 0;
	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (text_starts(text + sizeof begin - 1, names[i]))
			return strcspn(text, ")") + 1;
	return 0;
}

/* Drops the address spaces of a printed module in place; types are immutable, text is not. */
static void
strip_text(char *text)
{
	const char *from = text;
	char *to = text;
	size_t skip;

	while (*from) {
		if (*from == '"' || *from == ';') {
			from = copy_opaque(&to, from);
		} else if ((*from == ' ' || *from == ',') && (skip = token_length(from)) > 0) {
			from += skip;
		} else if (*from == 't' && (skip = opaque_length(from)) > 0) {
			memcpy(to, "ptr", 3);
			to += 3;
			from += skip;
		} else if (!strncmp(from, "addrspacecast", 13)) {
			memcpy(to, "bitcast", 7);
			to += 7;
			from += 13;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
}

void
addrspace_find_again(struct compilation *c)
{
	size_t i;

	for (i = 0; i < c->nkernel; i++)
		c->kernel[i].function = LLVMGetNamedFunction(c->module, c->kernel[i].name);
	for (i = 0; i < c->nlocal; i++)
		c->local[i].global = LLVMGetNamedGlobal(c->module, c->local[i].name);
}

int
addrspace_strip(struct compilation *c)
{
	char *text;

	note_locals(c);
	note_kernels(c);
	drop_scopes(c, changes_local);
	mark_calls(c);
	text = LLVMPrintModuleToString(c->module);
	strip_text(text);
	LLVMDisposeModule(c->module);
	c->module = irmodule_parse("module without address spaces", text, strlen(text));
	LLVMDisposeMessage(text);
	if (!c->module)
		return -1;
	addrspace_find_again(c);
	return 0;
}
