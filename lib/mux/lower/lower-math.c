/*
 * Maths functions have many names; libclc has OpenCL's.  Its functions can be
 * inlined and vectorised, those of libm cannot.
 */
#include <string.h>

#include "ir/irmodule.h"
#include "mux/lower/lower.h"

/* Functions of C and LLVM intrinsics that OpenCL has under the same name, all arguments of the result's type. */
static const char *const same_name[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "copysign", "cos", "cosh", "erf", "erfc",
	"exp", "exp10", "exp2", "expm1", "fdim", "fmod", "hypot", "lgamma", "log", "log10", "log1p", "log2", "logb",
	"nextafter", "pow", "remainder", "sin", "sinh", "tan", "tanh", "tgamma",
};

static bool
is_same_name(const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof same_name / sizeof *same_name; i++)
		if (!strncmp(same_name[i], name, len) && !same_name[i][len])
			return true;
	return false;
}

/* "f", "d", "Dh", "Dv4_f"; NULL for types without maths. */
static const char *
mangled_type(struct arena *arena, LLVMTypeRef type)
{
	const char *element;

	switch (LLVMGetTypeKind(type)) {
	case LLVMHalfTypeKind:
		return "Dh";
	case LLVMFloatTypeKind:
		return "f";
	case LLVMDoubleTypeKind:
		return "d";
	case LLVMVectorTypeKind:
		element = mangled_type(arena, LLVMGetElementType(type));
		return element ? arena_printf(arena, "Dv%u_%s", LLVMGetVectorSize(type), element) : NULL;
	default:
		return NULL;
	}
}

/* OpenCL's mangled name of a function whose parameters all have its result's type; NULL when they differ. */
static const char *
mangled_name(struct compilation *c, const char *base, size_t len, LLVMTypeRef type)
{
	LLVMTypeRef result = LLVMGetReturnType(type), param[4];
	const char *first = mangled_type(c->arena, result), *name;
	unsigned n = LLVMCountParamTypes(type), i;

	if (!first || n < 1 || n > 4)
		return NULL;
	LLVMGetParamTypes(type, param);
	name = arena_printf(c->arena, "_Z%zu%.*s%s", len, (int)len, base, first);
	for (i = 0; i < n; i++)
		if (param[i] != result)
			return NULL;
	for (i = 1; i < n; i++)
		name = arena_printf(c->arena, "%s%s", name,
				    LLVMGetTypeKind(result) == LLVMVectorTypeKind ? "S_" : first);
	return name;
}

/* sin, sinf, llvm.sin.f32. */
static const char *
name_of_c(struct compilation *c, const char *name, LLVMTypeRef type)
{
	size_t len = strlen(name);
	LLVMTypeRef result = LLVMGetReturnType(type);

	if (!strncmp(name, "llvm.", 5)) {
		name += 5;
		len = strcspn(name, ".");
		if (len == 8 && !strncmp(name, "copysign", 8))
			return NULL;	/* one instruction here */
	} else if (len && name[len - 1] == 'f' && LLVMGetTypeKind(result) == LLVMFloatTypeKind &&
		   is_same_name(name, len - 1)) {
		len--;
	}
	return is_same_name(name, len) ? mangled_name(c, name, len, type) : NULL;
}

/* SPIR-V's u_ functions have signed parameters in their names: "ii" becomes "jj". */
static char *
unsigned_params(struct arena *arena, const char *params)
{
	static const char from[] = "aslixc", to[] = "htmjyh";
	char *text = arena_strdup(arena, params), *p, *at;

	for (p = text; *p; p++)
		if (*p != '_' && (at = strchr(from, *p)))
			*p = to[at - from];
	return text;
}

/* _Z15__spirv_ocl_sinf is _Z3sinf; _Z19__spirv_ocl_u_maxjj is _Z3maxjj. */
static const char *
name_of_spirv(struct compilation *c, const char *name)
{
	static const char prefix[] = "__spirv_ocl_";
	struct mangled mangled;
	const char *base, *params;

	if (!mangled_split(c->arena, name, &mangled))
		return NULL;
	if (!strcmp(mangled.base, "__spirv_Dot"))
		return arena_printf(c->arena, "_Z3dot%s", mangled.params);
	if (strncmp(mangled.base, prefix, sizeof prefix - 1))
		return NULL;
	base = mangled.base + sizeof prefix - 1;
	params = mangled.params;
	if (!strncmp(base, "u_", 2))
		params = unsigned_params(c->arena, params);
	if (!strncmp(base, "u_", 2) || !strncmp(base, "s_", 2))
		base += 2;
	if (!strcmp(base, "fmax_common") || !strcmp(base, "fmin_common"))
		base = base[2] == 'a' ? "fmax" : "fmin";
	else if (!strcmp(base, "fclamp"))
		base = "clamp";
	if (!strcmp(base, "printf"))
		return "printf";
	return arena_printf(c->arena, "_Z%zu%s%s", strlen(base), base, params);
}

/* Pointers to generic memory are pointers to global memory here, and libclc has those. */
static const char *
name_of_generic(struct compilation *c, const char *name)
{
	char *text, *at;

	if (strncmp(name, "_Z", 2) || !strstr(name, "PU3AS4"))
		return NULL;
	text = arena_strdup(c->arena, name);
	for (at = text; (at = strstr(at, "PU3AS4")); at += 6)
		at[5] = '1';
	return text;
}

/* native_cos() is cos(): libclc makes it an intrinsic, for an instruction that processors lack. */
static const char *
name_of_native(struct compilation *c, const char *name)
{
	static const char *const with_instruction[] = { "divide", "recip", "rsqrt", "sqrt" };
	struct mangled mangled;
	const char *base;
	size_t i;

	if (strncmp(name, "_Z", 2) || !strstr(name, "native_") || !mangled_split(c->arena, name, &mangled) ||
	    strncmp(mangled.base, "native_", 7))
		return NULL;
	base = mangled.base + 7;
	for (i = 0; i < sizeof with_instruction / sizeof *with_instruction; i++)
		if (!strcmp(base, with_instruction[i]))
			return NULL;
	return arena_printf(c->arena, "_Z%zu%s%s", strlen(base), base, mangled.params);
}

/* Where libclc is wrong about denormal numbers and large quotients: the C library. */
static const char *
name_of_exact(const char *name)
{
	static const char *const exact[][2] = {
		{ "_Z4fmodff", "fmodf" }, { "_Z4fmoddd", "fmod" }, { "_Z5ldexpfi", "ldexpf" }, { "_Z5ldexpdi", "ldexp" },
		{ "_Z9remainderff", "remainderf" }, { "_Z9remainderdd", "remainder" },
	};
	size_t i;

	for (i = 0; i < sizeof exact / sizeof *exact; i++)
		if (!strcmp(name, exact[i][0]))
			return exact[i][1];
	return NULL;
}

/* The C library's function, where the module has one of its own of that name: with \1 before it LLVM takes it for another one. */
static const char *
name_beside_own(struct compilation *c, const char *name)
{
	LLVMValueRef own = LLVMGetNamedFunction(c->module, name);

	return own && !LLVMIsDeclaration(own) ? arena_printf(c->arena, "\1%s", name) : name;
}

static void
rename_function(struct compilation *c, LLVMValueRef function)
{
	const char *name = irmodule_name(function), *to, *better;
	LLVMTypeRef type = LLVMGlobalGetValueType(function);

	to = name_of_c(c, name, type);
	if (!to)
		to = name_of_spirv(c, name);
	if (!to)
		to = name_of_generic(c, name);
	if (!to && !strncmp(name, "_Z6printf", 9))
		to = "printf";
	better = name_of_exact(to ? to : name);
	if (better)
		better = name_beside_own(c, better);
	else
		better = name_of_native(c, to ? to : name);
	if (better)
		to = better;
	if (to && strcmp(to, name))
		LLVMReplaceAllUsesWith(function, declare_function(c, to, type));
}

void
lower_math(struct compilation *c)
{
	LLVMValueRef function;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			rename_function(c, function);
	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		if (LLVMIsDeclaration(function) && LLVMGetFirstUse(function))
			promote_half(c, function);
}
