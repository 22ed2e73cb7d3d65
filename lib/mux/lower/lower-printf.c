/*
 * OpenCL's printf is C's, except for vectors ("%v4hlf"), which are printed element by
 * element, and for its result: 0, or -1 on failure.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memstream.h"
#include "ir/irmodule.h"
#include "mux/lower/lower.h"

struct rewrite {
	struct compilation *c;
	LLVMValueRef call;
	LLVMValueRef *arg;	/* of the new call */
	unsigned narg;
	unsigned next;		/* argument of the old call */
	FILE *format;
	bool failed;
};

/* Adds an element in the type that C's printf expects: int for "h", "hh" and no length, long for "l". */
static void
add_argument(struct rewrite *r, LLVMValueRef value, bool is_unsigned)
{
	LLVMTypeRef type = LLVMTypeOf(value);

	if (LLVMGetTypeKind(type) == LLVMHalfTypeKind || LLVMGetTypeKind(type) == LLVMFloatTypeKind)
		value = LLVMBuildFPExt(r->c->builder, value, LLVMDoubleTypeInContext(r->c->context), "");
	else if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32)
		value = LLVMBuildIntCast2(r->c->builder, value, r->c->i32, !is_unsigned, "");
	r->arg = arena_extend(r->c->arena, r->arg, r->narg, sizeof *r->arg);
	r->arg[r->narg++] = value;
}

/* Writes "%FLAGS LENGTH CONVERSION" once for each element, commas between. */
static void
rewrite_vector(struct rewrite *r, const char *flags, size_t nflags, unsigned n, const char *length, char conversion)
{
	LLVMValueRef vector = r->next < LLVMGetNumArgOperands(r->call) ? LLVMGetOperand(r->call, r->next) : NULL, element;
	unsigned i;

	r->next++;
	if (!vector || LLVMGetTypeKind(LLVMTypeOf(vector)) != LLVMVectorTypeKind || LLVMGetVectorSize(LLVMTypeOf(vector)) < n) {
		r->failed = true;
		return;
	}
	for (i = 0; i < n; i++) {
		fprintf(r->format, "%s%%%.*s%s%c", i ? "," : "", (int)nflags, flags, length, conversion);
		element = LLVMBuildExtractElement(r->c->builder, vector, const_int(r->c->i32, i), "");
		add_argument(r, element, strchr("uoxX", conversion) != NULL);
	}
}

/* Rewrites one conversion; returns the text after it.  text points after the '%'. */
static const char *
rewrite_conversion(struct rewrite *r, const char *text)
{
	size_t nflags = strspn(text, "-+ #0123456789.*"), k;
	const char *at = text + nflags, *length = "";
	unsigned n = 0;

	for (k = 0; k < nflags; k++)
		if (text[k] == '*' && r->next < LLVMGetNumArgOperands(r->call))
			add_argument(r, LLVMGetOperand(r->call, r->next++), false);
	if (*at == 'v')
		n = (unsigned)strtoul(at + 1, (char **)&at, 10);
	if (!strncmp(at, "hh", 2))
		length = "hh";
	else if (!strncmp(at, "hl", 2))
		length = "hl";
	else if (*at == 'h' || *at == 'l')
		length = *at == 'h' ? "h" : "l";
	at += strlen(length);
	if (!*at || *at == '%') {
		fprintf(r->format, "%%%.*s%s", (int)nflags, text, *at ? "%" : "");
		return *at ? at + 1 : at;
	}
	/* An element is passed as int or double: its type decides, not the length. */
	if (n) {
		if (!strcmp(length, "hl") || strchr("aAeEfFgG", *at))
			length = "";
		rewrite_vector(r, text, nflags, n, length, *at);
		return at + 1;
	}
	fprintf(r->format, "%%%.*s%s%c", (int)nflags, text, length, *at);
	if (r->next < LLVMGetNumArgOperands(r->call))
		add_argument(r, LLVMGetOperand(r->call, r->next++), false);
	return at + 1;
}

/* What the address of its first byte is computed from: llvm-spirv writes that as an instruction. */
static LLVMValueRef
first_of(LLVMValueRef address)
{
	unsigned i;

	while (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address)) {
		for (i = 1; i < (unsigned)LLVMGetNumOperands(address); i++)
			if (!LLVMIsAConstant(LLVMGetOperand(address, i)) || !LLVMIsNull(LLVMGetOperand(address, i)))
				return address;
		address = LLVMGetOperand(address, 0);
	}
	return address;
}

/* The format's text, NULL when it is not constant. */
static const char *
constant_text(LLVMValueRef format, size_t *len)
{
	while (LLVMIsAConstantExpr(format))
		format = LLVMGetOperand(format, 0);
	format = first_of(format);
	if (!LLVMIsAGlobalVariable(format) || !LLVMIsGlobalConstant(format) || !LLVMGetInitializer(format) ||
	    !LLVMIsAConstantDataSequential(LLVMGetInitializer(format)) || !LLVMIsConstantString(LLVMGetInitializer(format)))
		return NULL;
	return LLVMGetAsString(LLVMGetInitializer(format), len);
}

static LLVMValueRef
call_printf(struct compilation *c, LLVMValueRef call, LLVMValueRef *arg, unsigned n)
{
	return LLVMBuildCall2(c->builder, LLVMFunctionType(c->i32, &c->ptr, 1, 1), LLVMGetCalledValue(call), arg, n, "");
}

/* The call with every vector split; NULL for an unknown format, or without vectors. */
static LLVMValueRef
rewrite_call(struct compilation *c, LLVMValueRef call)
{
	struct rewrite r = { .c = c, .call = call, .next = 1 };
	LLVMValueRef global, text_value, new = NULL;
	struct memstream memory;
	size_t len = 0;
	const char *from = constant_text(LLVMGetOperand(call, 0), &len), *at, *end;
	char *text;

	if (!from || !memchr(from, 'v', len))
		return NULL;
	end = from + len;
	LLVMPositionBuilderBefore(c->builder, call);
	r.arg = arena_extend(c->arena, r.arg, 0, sizeof *r.arg);
	r.narg = 1;
	r.format = memstream_begin(&memory);
	for (at = from; at < end && *at;)
		if (*at != '%')
			putc(*at++, r.format);
		else
			at = rewrite_conversion(&r, at + 1);
	text = memstream_end(&memory, &len);
	if (!r.failed) {
		text_value = LLVMConstStringInContext2(c->context, text, len, 0);
		global = LLVMAddGlobal(c->module, LLVMTypeOf(text_value), "__mux_format");
		LLVMSetInitializer(global, text_value);
		LLVMSetGlobalConstant(global, 1);
		LLVMSetLinkage(global, LLVMPrivateLinkage);
		r.arg[0] = global;
		new = call_printf(c, call, r.arg, r.narg);
	}
	free(text);
	return new;
}

/* llvm-spirv declares it without the variable arguments that C's has. */
static LLVMValueRef
call_with_dots(struct compilation *c, LLVMValueRef call)
{
	unsigned n = LLVMGetNumArgOperands(call), i;
	LLVMValueRef *arg = arena_calloc(c->arena, n, sizeof *arg);

	if (LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(call)))
		return NULL;
	for (i = 0; i < n; i++)
		arg[i] = LLVMGetOperand(call, i);
	LLVMPositionBuilderBefore(c->builder, call);
	return call_printf(c, call, arg, n);
}

static void
lower_result(struct compilation *c, LLVMValueRef old, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef failed, result;

	if (!LLVMGetFirstUse(old) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		return;
	LLVMPositionBuilderBefore(c->builder, LLVMGetNextInstruction(call));
	failed = LLVMBuildICmp(c->builder, LLVMIntSLT, call, LLVMConstNull(type), "");
	result = LLVMBuildSelect(c->builder, failed, LLVMConstAllOnes(type), LLVMConstNull(type), "");
	LLVMReplaceAllUsesWith(old, result);
	if (old == call)
		LLVMSetOperand(failed, 0, call);
}

void
lower_printf(struct compilation *c)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, "printf"), call, new;
	LLVMUseRef use, next;

	if (!function || !LLVMIsDeclaration(function))
		return;
	for (use = LLVMGetFirstUse(function); use; use = next) {
		next = LLVMGetNextUse(use);
		call = LLVMGetUser(use);
		if (!LLVMIsACallInst(call) || call_target(call) != function || !LLVMGetNumArgOperands(call))
			continue;
		new = rewrite_call(c, call);
		if (!new)
			new = call_with_dots(c, call);
		lower_result(c, call, new ? new : call);
		if (new)
			LLVMInstructionEraseFromParent(call);
	}
}
