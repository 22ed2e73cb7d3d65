/* Arguments for the maths functions, and how far their results are from the mathematical ones. */
#define _GNU_SOURCE
#include <math.h>
#include <quadmath.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"

typedef __float128 quad;

#define PI M_PI
#define REAL double
#define C(NAME) NAME
#include "accuracy-functions.h"
#undef REAL
#undef C
#define PIq M_PIq
#define REAL quad
#define C(NAME) NAME##q
#include "accuracy-functions.h"

/* The functions of C for those of OpenCL. */
#define acospi acospi_
#define asinpi asinpi_
#define atanpi atanpi_
#define atan2pi atan2pi_
#define divide divide_
#define exp10 exp10_
#define sinpi sinpi_
#define cospi cospi_
#define tanpi tanpi_
#define powr powr_
#define pown pown_
#define rootn rootn_
#define rsqrt rsqrt_
#define JOIN(A, B) A##B
#define QUAD(NAME) JOIN(NAME, q)

static const struct function {
	const char *name;
	double float_limit, double_limit;
	double (*one)(double), (*two)(double, double), (*nth)(double, int);
	quad (*one_quad)(quad), (*two_quad)(quad, quad), (*nth_quad)(quad, int);
} functions[] = {
#define ONE(NAME, FLOAT, DOUBLE) { .name = #NAME, .float_limit = FLOAT, .double_limit = DOUBLE, .one = NAME, .one_quad = QUAD(NAME) },
#define TWO(NAME, FLOAT, DOUBLE) { .name = #NAME, .float_limit = FLOAT, .double_limit = DOUBLE, .two = NAME, .two_quad = QUAD(NAME) },
#define NTH(NAME, FLOAT, DOUBLE) { .name = #NAME, .float_limit = FLOAT, .double_limit = DOUBLE, .nth = NAME, .nth_quad = QUAD(NAME) },
#include "accuracy.def"
};

/* A format of numbers: digits of the fraction, and exponents of the smallest number and above the largest. */
static const struct type {
	const char *name;
	size_t size;
	int digits, smallest, largest;
	double least_normal;
} types[] = {
	{ "half", 2, 11, -24, 16, 0x1p-14 }, { "float", 4, 24, -149, 128, 0x1p-126 }, { "double", 8, 53, -1074, 1024, 0x1p-1022 },
};

static struct accuracy_batch data;

static uint64_t
random_word(void)
{
	static uint64_t seed = 88172645463325252;

	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed * 2685821657736338717;
}

/* Of -limit to limit. */
static double
random_real(double limit)
{
	return ((double)(random_word() >> 11) * 0x1p-53 * 2 - 1) * limit;
}

static double
get(int type, const char *from, int i)
{
	union { _Float16 h; float f; double d; } number;

	memcpy(&number, from + (size_t)i * types[type].size, types[type].size);
	return type == ACCURACY_HALF ? (double)number.h : type == ACCURACY_FLOAT ? (double)number.f : number.d;
}

static void
put(int type, char *to, int i, double value)
{
	union { _Float16 h; float f; double d; } number;

	if (type == ACCURACY_HALF)
		number.h = (_Float16)value;
	else if (type == ACCURACY_FLOAT)
		number.f = (float)value;
	else
		number.d = value;
	memcpy(to + (size_t)i * types[type].size, &number, types[type].size);
}

/* Any bits, arguments that overflow or underflow, those next to 0, numbers of all sizes and halves of integers. */
static double
make_argument(int type)
{
	const bool wide = type == ACCURACY_DOUBLE;
	uint64_t word = random_word();
	double value;

	switch (word >> 32 & 3) {
	case 0:
		memcpy(data.out, &word, sizeof word);
		return get(type, data.out, 0);
	case 1: return random_real(wide ? 800 : 110);
	case 2: return random_real(1.6);
	default:
		value = random_real(ldexp(1, (int)(word % (wide ? 60 : 20)) - (wide ? 30 : 10)));
		return word >> 40 & 7 ? value : rint(value * 2) / 2;
	}
}

static int
make_integer(void)
{
	uint64_t word = random_word();

	if (word >> 60 == 0)
		return (int)(uint32_t)word;
	return (int)(word >> 8 & 1 ? word % 300 : word % 20) - (word >> 9 & 1 ? 10 : 150);
}

static void
make_arguments(int type, long first)
{
	for (int i = 0; i < ACCURACY_BATCH; i++) {
		uint16_t bits = (uint16_t)(first + i);

		if (type == ACCURACY_HALF)
			memcpy(data.x + 2 * i, &bits, sizeof bits);
		else
			put(type, data.x, i, make_argument(type));
		put(type, data.y, i, make_argument(type));
		data.n[i] = make_integer();
	}
}

/* The mathematical result for the arguments i. */
static quad
reference(const struct function *function, int type, int i)
{
	const double x = get(type, data.x, i), y = get(type, data.y, i);

	if (type == ACCURACY_DOUBLE)
		return function->one ? function->one_quad(x) : function->two ? function->two_quad(x, y) : function->nth_quad(x, data.n[i]);
	return function->one ? function->one(x) : function->two ? function->two(x, y) : function->nth(x, data.n[i]);
}

/* In ulp of the type; infinity for another kind of number.  What rounds to infinity may be it, or the largest number. */
static double
error_of(const struct type *type, quad want, double got)
{
	const quad largest = ldexpq(1, type->largest), ulp = ldexpq(1, type->largest - type->digits);
	int exponent;

	if (isnanq(want) || isnan(got))
		return isnanq(want) && isnan(got) ? 0 : HUGE_VAL;
	if (fabsq(want) >= largest - ulp / 2 && isinf(got) && !signbit(got) == !signbitq(want))
		return 0;
	if (isinfq(want) || isinf(got))
		return isinf(got) && fabsq(want) >= largest - 8 * ulp ? 1 : HUGE_VAL;
	frexpq(want, &exponent);
	exponent -= type->digits;
	if (want == 0 || exponent < type->smallest)
		exponent = type->smallest;
	return (double)(fabsq(got - want) / ldexpq(1, exponent));
}

struct worst {
	double error, x, y, got;
	int n;
};

/* The arguments of data: notes the largest errors, [1] of denormal numbers. */
static void
compare(const struct function *function, int type, struct worst worst[2])
{
	const double least = types[type].least_normal;

	for (int i = 0; i < ACCURACY_BATCH; i++) {
		const double x = get(type, data.x, i), y = get(type, data.y, i), got = get(type, data.out, i);
		const quad want = reference(function, type, i);
		const double error = error_of(&types[type], want, got);
		const bool denormal = fabsq(want) < least || fabs(x) < least || (function->two && fabs(y) < least);

		if (error > worst[denormal].error)
			worst[denormal] = (struct worst){ error, x, y, got, data.n[i] };
	}
}

/* Of count arguments; 0 when the function is as exact as it must be, 1 when not, or when there is no such function. */
static int
check(const struct function *function, int type, accuracy_run *run, void *argument, long count)
{
	const double limit = type == ACCURACY_DOUBLE ? function->double_limit
		: type == ACCURACY_FLOAT ? function->float_limit : fmin(function->float_limit, 1);
	struct worst worst[2] = { { .error = 0 }, { .error = 0 } };
	bool right;

	if (!run(argument, type, function->name, NULL))
		return 0;
	for (long done = 0; done < count; done += ACCURACY_BATCH) {
		make_arguments(type, done);
		run(argument, type, function->name, &data);
		compare(function, type, worst);
	}
	right = worst[0].error <= limit && worst[1].error <= limit;
	printf("%s %s %.4f %.4f %g", types[type].name, function->name, worst[0].error, worst[1].error, limit);
	for (int i = 0; i < 2; i++)
		if (worst[i].error > limit)
			printf(" WRONG: x %a, y %a, n %d give %a", worst[i].x, worst[i].y, worst[i].n, worst[i].got);
	putchar('\n');
	return right ? 0 : 1;
}

int
accuracy_check(accuracy_run *run, void *argument, long count, const char *only)
{
	int wrong = 0;

	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		for (int type = ACCURACY_HALF; type <= ACCURACY_DOUBLE && (!only || strcmp(only, functions[i].name) == 0); type++)
			wrong |= check(&functions[i], type, run, argument, type == ACCURACY_HALF ? 65536 : count);
	return wrong;
}
