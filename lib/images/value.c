#include "value.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/memstream.h"

/* --- floating point of any width -------------------------------------------------- */

/* Bits of exponent and mantissa. */
struct format {
	int exponent, mantissa;
};

static struct format
format_of(const struct spec_number *number)
{
	if (number->size == 8)
		return (struct format){ 11, 52 };
	if (number->size == 4)
		return (struct format){ 8, 23 };
	return number->kind == SPEC_KIND_BFLOAT ? (struct format){ 8, 7 } : (struct format){ 5, 10 };
}

/* The nearest integer, the even one of two; value is not negative. */
static uint64_t
nearest(double value)
{
	uint64_t below = (uint64_t)value;
	double rest = value - (double)below;

	return below + (rest > 0.5 || (rest == 0.5 && below % 2));
}

/* Bits of a number that is not a NaN; one that is too large becomes infinite. */
static uint64_t
float_bits(double value, struct format f)
{
	uint64_t sign = (uint64_t)!!signbit(value) << (f.exponent + f.mantissa), infinite;
	int exponent, least = 2 - (1 << (f.exponent - 1));
	double size = fabs(value);
	uint64_t bits;

	infinite = (((uint64_t)1 << f.exponent) - 1) << f.mantissa;
	if (isinf(size))
		return sign | infinite;
	frexp(size, &exponent);
	exponent--;
	if (size == 0.0 || exponent < least)
		return sign | nearest(ldexp(size, f.mantissa - least));
	bits = (uint64_t)(exponent - least) << f.mantissa;
	bits += nearest(ldexp(size, f.mantissa - exponent));
	return sign | (bits < infinite ? bits : infinite);
}

static double
float_value(uint64_t bits, struct format f)
{
	uint64_t mantissa = bits & (((uint64_t)1 << f.mantissa) - 1);
	int exponent = (int)(bits >> f.mantissa & ((1u << f.exponent) - 1)), least = 2 - (1 << (f.exponent - 1));
	bool negative = bits >> (f.exponent + f.mantissa) & 1;
	double value;

	if (exponent == (1 << f.exponent) - 1)
		value = mantissa ? (double)NAN : (double)INFINITY;
	else if (!exponent)
		value = ldexp((double)mantissa, least - f.mantissa);
	else
		value = ldexp((double)(mantissa | (uint64_t)1 << f.mantissa), least + exponent - 1 - f.mantissa);
	return negative ? -value : value;
}

/* --- reading ------------------------------------------------------------------------ */

static int
no_number(const struct constant *c, const char *text)
{
	diag(DIAG_ERROR, "'%s' is not a value for '%s'%s%s", text, c->variable, *c->type.name ? ", which is of type " : "",
	     c->type.name);
	return -1;
}

static int
out_of_range(const struct constant *c, const char *text, const char *low, const char *high)
{
	diag(DIAG_ERROR, "'%s' is out of range for '%s'%s%s: %s to %s", text, c->variable,
	     *c->type.name ? ", which is of type " : "", c->type.name, low, high);
	return -1;
}

static int
read_integer(uint64_t *bits, const struct constant *c, const struct spec_number *number, const char *text)
{
	unsigned width = 8 * number->size;
	bool negative = *text == '-';
	uint64_t size, high = UINT64_MAX >> (64 - width), low = high / 2 + 1;
	char *end;

	errno = 0;
	size = strtoull(text + (negative || *text == '+'), &end, 0);
	if (end == text + (negative || *text == '+') || *end || strchr("+- ", text[negative || *text == '+']))
		return no_number(c, text);
	if (number->kind == SPEC_KIND_SIGNED)
		high = low - 1;
	if (number->kind == SPEC_KIND_UNSIGNED)
		low = 0;
	if (errno == ERANGE || size > (negative ? low : high)) {
		char least[24], most[24];

		snprintf(least, sizeof least, "%s%" PRIu64, low ? "-" : "", low);
		snprintf(most, sizeof most, "%" PRIu64, high);
		return out_of_range(c, text, least, most);
	}
	*bits = negative ? -size : size;
	return 0;
}

static int
read_float(uint64_t *bits, const struct constant *c, const struct spec_number *number, const char *text)
{
	struct format f = format_of(number);
	double value, most;
	char *end;

	value = number->size == 4 ? (double)strtof(text, &end) : strtod(text, &end);
	if (end == text || *end)
		return no_number(c, text);
	*bits = isnan(value) ? float_bits((double)INFINITY, f) | (uint64_t)1 << (f.mantissa - 1) : float_bits(value, f);
	most = float_value(float_bits((double)INFINITY, f) - 1, f);
	if (fabs(float_value(*bits, f)) > most && !strpbrk(text, "iI")) {
		char least[32], highest[32];

		snprintf(least, sizeof least, "%g", -most);
		snprintf(highest, sizeof highest, "%g", most);
		return out_of_range(c, text, least, highest);
	}
	return 0;
}

static int
read_number(uint64_t *bits, const struct constant *c, const struct spec_number *number, const char *text)
{
	switch (number->kind) {
	case SPEC_KIND_FLOAT:
	case SPEC_KIND_BFLOAT:
		return read_float(bits, c, number, text);
	case SPEC_KIND_BOOL:
		*bits = !strcmp(text, "true") || !strcmp(text, "1");
		return *bits || !strcmp(text, "false") || !strcmp(text, "0") ? 0 : no_number(c, text);
	default:
		return read_integer(bits, c, number, text);
	}
}

uint8_t *
value_bytes(const struct constant *c, const char *text, struct arena *arena)
{
	static const char between[] = "{}, \t";
	uint8_t *bytes = arena_calloc(arena, c->size + 1, 1);
	char *copy = arena_strdup(arena, text), *rest = NULL, *word;
	uint64_t bits;
	size_t n = 0;

	if (c->size)
		memcpy(bytes, c->value, c->size);
	for (word = strtok_r(copy, between, &rest); word; word = strtok_r(NULL, between, &rest), n++) {
		const struct spec_number *number = &c->type.number[n];

		if (n >= c->type.n)
			continue;
		if (read_number(&bits, c, number, word))
			return NULL;
		memcpy(bytes + number->offset, &bits, number->size);
	}
	if (n == c->type.n)
		return bytes;
	diag(DIAG_ERROR, "'%s' holds %zu number%s, and %zu %s given", c->variable, c->type.n, c->type.n == 1 ? "" : "s", n,
	     n == 1 ? "is" : "are");
	return NULL;
}

/* --- printing ------------------------------------------------------------------------- */

/* A short text that gives the same bits. */
static void
put_float(FILE *out, uint64_t bits, struct format f)
{
	double value = float_value(bits, f);
	char text[40];
	int digits = 6;

	do
		snprintf(text, sizeof text, "%.*g", digits, value);
	while (digits++ < 17 && float_bits(strtod(text, NULL), f) != bits);
	fputs(text, out);
}

static void
put_number(FILE *out, const struct spec_number *number, const uint8_t *bytes)
{
	struct format f = format_of(number);
	uint64_t bits = 0;
	unsigned unused = 64 - 8 * number->size;

	memcpy(&bits, bytes, number->size);
	switch (number->kind) {
	case SPEC_KIND_FLOAT:
	case SPEC_KIND_BFLOAT:
		put_float(out, bits, f);
		break;
	case SPEC_KIND_BOOL:
		fputs(bits ? "true" : "false", out);
		break;
	case SPEC_KIND_UNSIGNED:
		fprintf(out, "%" PRIu64, bits);
		break;
	default:
		fprintf(out, "%" PRId64, (int64_t)(bits << unused) >> unused);
		break;
	}
}

const char *
value_text(const struct constant *c, struct arena *arena)
{
	struct memstream stream;
	FILE *out = memstream_begin(&stream);
	const char *copy;
	size_t size, i;
	char *text;

	if (c->type.n != 1)
		putc('{', out);
	for (i = 0; i < c->type.n; i++) {
		fputs(i ? ", " : "", out);
		put_number(out, &c->type.number[i], c->value + c->type.number[i].offset);
	}
	if (c->type.n != 1)
		putc('}', out);
	text = memstream_end(&stream, &size);
	copy = arena_strndup(arena, text, size);
	free(text);
	return copy;
}
