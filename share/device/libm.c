/*
 * The C library of device code, for every target: mathematics under the names
 * of C, which std:: calls, complex numbers (complex.h) and strings (text.h).  The
 * functions of OpenCL C do the work where they have the same meaning; the
 * others are made of them or of the bits.
 *
 * Nothing of float goes through double: not every device has it.
 */
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(mangled) __asm__(mangled)

/* The address space of pointers in device code. */
#ifdef __SPIRV__
#define GENERIC __attribute__((address_space(4)))
#else
#define GENERIC
#endif

/* --- the functions of OpenCL C under the names of C ------------------------------------ */

#define MATH_1(LENGTH, NAME)                                         \
	float ocl_##NAME##f(float) EXPORT("_Z" #LENGTH #NAME "f");   \
	double ocl_##NAME(double) EXPORT("_Z" #LENGTH #NAME "d");    \
	float NAME##f(float a) { return ocl_##NAME##f(a); }          \
	double NAME(double a) { return ocl_##NAME(a); }
#define MATH_2(LENGTH, NAME)                                                   \
	float ocl_##NAME##f(float, float) EXPORT("_Z" #LENGTH #NAME "ff");     \
	double ocl_##NAME(double, double) EXPORT("_Z" #LENGTH #NAME "dd");     \
	float NAME##f(float a, float b) { return ocl_##NAME##f(a, b); }        \
	double NAME(double a, double b) { return ocl_##NAME(a, b); }

MATH_1(4, acos) MATH_1(5, acosh) MATH_1(4, asin) MATH_1(5, asinh) MATH_1(4, atan) MATH_1(5, atanh)
MATH_1(4, cbrt) MATH_1(4, ceil) MATH_1(3, cos) MATH_1(4, cosh) MATH_1(3, erf) MATH_1(4, erfc)
MATH_1(3, exp) MATH_1(4, exp2) MATH_1(5, exp10) MATH_1(5, expm1) MATH_1(4, fabs) MATH_1(5, floor)
MATH_1(3, log) MATH_1(4, log2) MATH_1(5, log10) MATH_1(5, log1p) MATH_1(4, logb)
MATH_1(4, rint) MATH_1(5, round) MATH_1(3, sin) MATH_1(4, sinh) MATH_1(4, sqrt) MATH_1(3, tan)
MATH_1(4, tanh) MATH_1(5, trunc)
MATH_2(5, atan2) MATH_2(8, copysign) MATH_2(4, fdim) MATH_2(4, fmax) MATH_2(4, fmin)
MATH_2(5, hypot) MATH_2(9, nextafter) MATH_2(3, pow)

float ocl_lgammaf(float) EXPORT("_Z6lgammaf");
double ocl_lgamma(double) EXPORT("_Z6lgammad");
float ocl_fmaf(float, float, float) EXPORT("_Z3fmafff");
double ocl_fma(double, double, double) EXPORT("_Z3fmaddd");
float fmaf(float a, float b, float c) { return ocl_fmaf(a, b, c); }
double fma(double a, double b, double c) { return ocl_fma(a, b, c); }

/* --- one text for both types -------------------------------------------------------------- */

#define REAL float
#define BITS uint32_t
#define FRACTION_BITS 23
#define EXPONENT_ONES 0xff
#define LARGEST 0x1.fffffep127f
#define F(name) name##f
#define PI 3.14159265358979323846f
#define LN2 0.693147180559945309417f
#define GAMMA_LEAST -44.0f
#define GAMMA_NEAR \
	1.32934039f, 0.934734522f, 0.654558569f, 0.253871221f, 0.109673714f, 0.0283610798f, 0.010385537f, 0.0016067382f, \
	0.000790577931f
#include "real.h"
#include "gamma.h"
#include "complex.h"

#define REAL double
#define BITS uint64_t
#define FRACTION_BITS 52
#define EXPONENT_ONES 0x7ff
#define LARGEST 0x1.fffffffffffffp1023
#define F(name) name
#define PI 3.14159265358979323846
#define LN2 0.693147180559945309417
#define GAMMA_LEAST -186.0
#define GAMMA_NEAR \
	1.329340388179137, 0.9347345216260855, 0.6545585779813361, 0.25387124684114309, 0.1096732340022263, 0.028360780594813752, \
	0.01039240342319837, 0.0016074004859635903, 0.00075447418433987527, 3.9417633258253116e-06, 6.1329336863645141e-05, \
	-1.2801398595590587e-05, 7.2581793346921987e-06, -2.5619608094505548e-06, 1.0654567795576118e-06, -4.1866472217648884e-07, \
	2.0594390312960716e-07, -8.2283376125137283e-08
#include "real.h"
#include "gamma.h"
#include "complex.h"

/* The sign of the gamma function is beside its logarithm; that of float has the letter in the middle. */
#define LGAMMA_R(NAME, REAL, FUNCTION, SIGN)       \
	REAL NAME(REAL a, int GENERIC *sign)       \
	{                                          \
		*sign = SIGN(a);                   \
		return FUNCTION(a);                \
	}
LGAMMA_R(lgammaf_r, float, lgammaf, gamma_signf)
LGAMMA_R(lgamma_r, double, lgamma, gamma_sign)

/* The names that the compiler calls for `*` and `/`. */
#define OPERATOR(NAME, TYPE, FUNCTION) \
	TYPE _Complex NAME(TYPE a, TYPE b, TYPE c, TYPE d) { return FUNCTION(a, b, c, d); }
OPERATOR(__mulsc3, float, multiplyf)
OPERATOR(__muldc3, double, multiply)
OPERATOR(__divsc3, float, dividef)
OPERATOR(__divdc3, double, divide)

/* --- bytes and strings ------------------------------------------------------------------- */

void GENERIC *
memcpy(void GENERIC *to, const void GENERIC *from, size_t size)
{
	char GENERIC *t = to;
	const char GENERIC *f = from;
	size_t i;

	for (i = 0; i < size; i++)
		t[i] = f[i];
	return to;
}

void GENERIC *
memmove(void GENERIC *to, const void GENERIC *from, size_t size)
{
	char GENERIC *t = to;
	const char GENERIC *f = from;
	size_t i;

	if ((uintptr_t)t - (uintptr_t)f >= size) {
		for (i = 0; i < size; i++)
			t[i] = f[i];
	} else {
		for (i = size; i > 0; i--)
			t[i - 1] = f[i - 1];
	}
	return to;
}

void GENERIC *
memset(void GENERIC *to, int byte, size_t size)
{
	char GENERIC *t = to;
	size_t i;

	for (i = 0; i < size; i++)
		t[i] = (char)byte;
	return to;
}

int
memcmp(const void GENERIC *one, const void GENERIC *other, size_t size)
{
	const unsigned char GENERIC *a = one;
	const unsigned char GENERIC *b = other;
	size_t i;

	for (i = 0; i < size; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}

int
bcmp(const void GENERIC *one, const void GENERIC *other, size_t size)
{
	return memcmp(one, other, size);
}

void GENERIC *
memchr(const void GENERIC *in, int byte, size_t size)
{
	const unsigned char GENERIC *p = in;
	size_t i;

	for (i = 0; i < size; i++)
		if (p[i] == (unsigned char)byte)
			return (void GENERIC *)(p + i);
	return NULL;
}

size_t
strlen(const char GENERIC *text)
{
	size_t len = 0;

	while (text[len])
		len++;
	return len;
}

int
strncmp(const char GENERIC *one, const char GENERIC *other, size_t size)
{
	const unsigned char GENERIC *a = (const unsigned char GENERIC *)one;
	const unsigned char GENERIC *b = (const unsigned char GENERIC *)other;
	size_t i;

	for (i = 0; i < size; i++)
		if (a[i] != b[i] || !a[i])
			return a[i] < b[i] ? -1 : a[i] > b[i];
	return 0;
}

int
strcmp(const char GENERIC *one, const char GENERIC *other)
{
	return strncmp(one, other, SIZE_MAX);
}

/* --- integers ------------------------------------------------------------------------------ */

/* As in the headers of C: what div() and its like return. */
#define DIVIDE(NAME, TYPE)                                                                        \
	struct NAME##_result { TYPE quot, rem; };                                                 \
	struct NAME##_result NAME(TYPE a, TYPE b) { return (struct NAME##_result){ a / b, a % b }; }
DIVIDE(div, int)
DIVIDE(ldiv, long)
DIVIDE(lldiv, long long)
DIVIDE(imaxdiv, intmax_t)

intmax_t
imaxabs(intmax_t a)
{
	return a < 0 ? -a : a;
}

#include "text.h"
