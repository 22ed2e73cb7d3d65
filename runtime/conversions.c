/*
 * OpenCL's conversions between integers, as a text that clang reads before a program in
 * OpenCL C.  LLVM 22's SPIR-V back end takes the sign of what convert_T() and convert_T_sat()
 * convert from T: convert_uint() of a uchar of 200 is 4294967240.  In the text they are C's conversions,
 * behind comparisons where they saturate; those of floating point stay OpenCL's.
 *
 * Programs may be built with -Dx=1 and for OpenCL C 1.1: names are long, and nothing is static.  An argument
 * may have commas in braces, so macros take any number.
 */
#include "rt.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/memstream.h"

struct integer {
	const char *name;
	int bits;
	bool is_signed;
};

static const struct integer integer[] = {
	{ "char", 8, true }, { "uchar", 8, false }, { "short", 16, true }, { "ushort", 16, false },
	{ "int", 32, true }, { "uint", 32, false }, { "long", 64, true },  { "ulong", 64, false },
};
static const char *const width[] = { "", "2", "3", "4", "8", "16" };

enum { N_INTEGERS = sizeof integer / sizeof *integer, N_WIDTHS = sizeof width / sizeof *width };

static uint64_t
largest(const struct integer *type)
{
	return UINT64_MAX >> (64 - type->bits + type->is_signed);
}

/* sycl_cc_y: sycl_cc_x of the type from, between the bounds of the type to. */
static void
put_clamp(FILE *file, const struct integer *to, const struct integer *from, const char *w)
{
	fprintf(file, "%s%s sycl_cc_y=sycl_cc_x;", from->name, w);
	if (from->is_signed && !to->is_signed)
		fprintf(file, "sycl_cc_y=sycl_cc_y<(%s%s)0?(%s%s)0:sycl_cc_y;", from->name, w, from->name, w);
	else if (from->is_signed && from->bits > to->bits)
		fprintf(file, "sycl_cc_y=sycl_cc_y<(%s%s)(-%llul-1)?(%s%s)(-%llul-1):sycl_cc_y;", from->name, w,
			(unsigned long long)largest(to), from->name, w, (unsigned long long)largest(to));
	if (largest(from) > largest(to))
		fprintf(file, "sycl_cc_y=sycl_cc_y>(%s%s)(%lluul)?(%s%s)(%lluul):sycl_cc_y;", from->name, w,
			(unsigned long long)largest(to), from->name, w, (unsigned long long)largest(to));
}

static void
put_saturating(FILE *file, const struct integer *to, const char *w)
{
	static const char *const real[] = { "float", "double", "half" }, *const known[] = { NULL, "cl_khr_fp64", "cl_khr_fp16" };

	for (size_t i = 0; i < N_INTEGERS; i++) {
		fprintf(file, "SYCL_CC_F %s%s sycl_cc_%s%s(%s%s sycl_cc_x){", to->name, w, to->name, w, integer[i].name, w);
		put_clamp(file, to, &integer[i], w);
		fprintf(file, "return convert_%s%s(sycl_cc_y);}\n", to->name, w);
	}
	for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
		if (known[i])
			fprintf(file, "#ifdef %s\n", known[i]);
		fprintf(file, "SYCL_CC_F %s%s sycl_cc_%s%s(%s%s sycl_cc_x){return convert_%s%s_sat(sycl_cc_x);}\n", to->name, w,
			to->name, w, real[i], w, to->name, w);
		fputs(known[i] ? "#endif\n" : "", file);
	}
	fprintf(file, "#define convert_%s%s_sat(...) sycl_cc_%s%s(__VA_ARGS__)\n", to->name, w, to->name, w);
}

/* A rounding mode has a meaning for floating point alone. */
static void
put_rounded(FILE *file, const char *type, const char *w)
{
	static const char *const mode[] = { "_rte", "_rtz", "_rtp", "_rtn" }, *const saturates[] = { "", "_sat" };

	for (size_t i = 0; i < 8; i++) {	/* each mode, without and with saturation */
		const char *sat = saturates[i / 4], *round = mode[i % 4];

		fprintf(file, "#define convert_%s%s%s%s(...) SYCL_CC_REAL(%s, (__VA_ARGS__), ", type, w, sat, round, w);
		fprintf(file, "convert_%s%s%s%s(__VA_ARGS__), convert_%s%s%s(__VA_ARGS__))\n", type, w, sat, round, type, w, sat);
	}
}

char *
rt_opencl_conversions(size_t *size)
{
	static const char head[] =
		"#pragma clang system_header\n"
		"#define SYCL_CC_F inline __attribute__((overloadable, always_inline))\n"
		"#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define SYCL_CC_HALF(w, e) half##w: e,\n"
		"#else\n#define SYCL_CC_HALF(w, e)\n#endif\n"
		"#ifdef cl_khr_fp64\n#define SYCL_CC_DOUBLE(w, e) double##w: e,\n#else\n#define SYCL_CC_DOUBLE(w, e)\n#endif\n"
		"#define SYCL_CC_REAL(w, x, e, i) __extension__ _Generic(x, float##w: e, SYCL_CC_DOUBLE(w, e) SYCL_CC_HALF(w, e) default: i)\n";
	struct memstream memory;
	FILE *file = memstream_open(&memory);

	if (!file)
		return NULL;
	fputs(head, file);
	for (size_t i = 0; i < N_INTEGERS; i++)
		for (size_t k = 0; k < N_WIDTHS; k++) {
			if (*width[k])
				fprintf(file, "#define convert_%s%s(...) __builtin_convertvector((__VA_ARGS__), %s%s)\n", integer[i].name, width[k],
					integer[i].name, width[k]);
			else
				fprintf(file, "#define convert_%s(...) ((%s)(__VA_ARGS__))\n", integer[i].name, integer[i].name);
			put_saturating(file, &integer[i], width[k]);
			put_rounded(file, integer[i].name, width[k]);
		}
	fputs("#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : disable\n#endif\n", file);
	return memstream_close(&memory, size);
}
