#include "mux/lower/hostcalls.h"

#include <stddef.h>
#include <string.h>

/* Those for float and long double have f or l appended. */
static const char *const mathematics[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc",
	"exp", "exp10", "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "frexp", "hypot", "ilogb",
	"ldexp", "lgamma", "lgamma_r", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround",
	"modf", "nan", "nearbyint", "nextafter", "nexttoward", "pow", "remainder", "remquo", "rint", "round", "roundeven",
	"scalbln", "scalbn", "sin", "sincos", "sinh", "sqrt", "tan", "tanh", "tgamma", "tgammaf32", "tgammaf64", "trunc",
	"cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh", "cexp", "clog", "cpow",
	"cproj", "csin", "csinh", "csqrt", "ctan", "ctanh",
};

static const char *const others[] = {
	"__assert_fail", "abort", "abs", "div", "labs", "ldiv", "llabs", "lldiv", "memchr", "memcmp", "memcpy", "memmove",
	"memset", "printf", "putchar", "puts", "strcat", "strchr", "strcmp", "strcpy", "strcspn", "strlen", "strncat",
	"strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr",
	"__divdc3", "__divsc3", "__muldc3", "__mulsc3",
};

bool
hostcalls_allow(const char *name)
{
	size_t len, i;

	/* Before a name that LLVM must not change. */
	name += *name == '\1';
	for (i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcmp(name, others[i]))
			return true;
	for (i = 0; i < sizeof mathematics / sizeof *mathematics; i++) {
		len = strlen(mathematics[i]);
		if (strncmp(name, mathematics[i], len))
			continue;
		if (!name[len] || ((name[len] == 'f' || name[len] == 'l') && !name[len + 1]))
			return true;
	}
	return !strcmp(name, "lgammaf_r") || !strcmp(name, "lgammal_r");
}
