/*
 * Writes random kernels of private arrays, of loops along rows, and of loops in strides of the launch:
 *
 *     mux-places SEED COUNT
 *
 * Kernel I of seed S depends on S and I only; those of seeds from 15000 on go along rows, those from 16000 on in
 * strides, those from 17000 on do all of it.  They take what the kernels of mux-rows take, and mux-rows-host runs them.
 * No element is read that was not written, all floating numbers are whole and small.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "random-kernels.h"
#define ROWS_HOST
#include "mux-rows.h"

enum { ARRAYS = 4, LONGEST = 9 };

/* A private array, of which the first elements have values. */
struct array {
	const char *type;
	char name[32];		/* an expression that is an array or points to its first element */
	unsigned n, known;
	bool fixed;		/* written only at places that constants and counters tell */
};

static struct array array[ARRAYS];
static int narray, labels, kernel_number;
static const char *helper_type;	/* of the elements that the kernel's helper reads */
static bool may_wait;

static bool
is_long(const char *type)
{
	return !strcmp(type, "long") || !strcmp(type, "ulong") || !strcmp(type, "double");
}

static bool
is_float(const char *type)
{
	return !strcmp(type, "float") || !strcmp(type, "double");
}

static const char *
element_type(void)
{
	if (random_chance(15))
		return one_of("uchar", "char", "ushort", "short");
	return one_of("uint", "int", "float", "ulong", "long", "double", "uint", "int", "float");
}

/* --- numbers and places ------------------------------------------------------------- */

static const char *
number(void)
{
	return one_of("v0", "v1", "v0", "(uint)own", "(uint)get_local_id(0)", "(uint)get_global_id(0)", "k", "in[own & 1023]", "bytes[own]",
		      "(v0 ^ v1)", "(v1 >> 3)", "(v0 * 3u + 1u)", "in[(v0 & 511) + k]", "(uint)longs[own]", "(uint)(own * 5 + k)");
}

/* A number of the array's type. */
static void
value_of(const struct array *of)
{
	if (is_float(of->type))
		printf("(%s)((%s + %uu) & 1023u)", of->type, number(), random_below(99));
	else
		printf("(%s)(%s * %uu + %uu)", of->type, number(), 1 + random_below(9), random_below(99));
}

/* An index below limit; counter: one that is below it, or NULL. */
static void
place(unsigned limit, const char *counter)
{
	unsigned power = 1;

	while (power * 2 <= limit)
		power *= 2;
	if (counter && random_chance(50)) {
		switch (random_below(5)) {
		case 0: printf("%u - %s", limit - 1, counter); break;
		case 1: printf("(%s * %u + %u) %% %u", counter, 1 + random_below(5), random_below(4), limit); break;
		case 2: printf("(%s + %s) %% %u", counter, number(), limit); break;
		default: fputs(counter, stdout);
		}
		return;
	}
	switch (random_below(13)) {
	case 0: case 1: printf("%u", random_below(limit)); break;
	case 2: case 3: printf("%s & %u", number(), power - 1); break;
	case 4: printf("(int)(%s %% %uu)", number(), limit); break;
	case 5: printf("(%s)(%s %% %uu)", one_of("uchar", "char", "short", "long", "ulong"), number(), limit); break;
	case 6: printf("((int)%s %% %u + %u) %% %u", number(), limit, limit, limit); break;
	case 7: printf("%u - (int)(%s %% %uu)", limit - 1, number(), limit); break;
	case 8: printf("(%s & %u) ^ %u", number(), power - 1, random_below(power)); break;
	case 9: printf("%s %s %s ? %u : %u", number(), one_of("<", "==", "&"), number(), random_below(limit), random_below(limit)); break;
	case 10: printf("(%s >> %u) %% %u", number(), random_below(9), limit); break;
	case 11: printf("(%s & 1) * %u", number(), random_below(limit)); break;
	default: printf("%s %% %uu", number(), limit);
	}
}

/* An element below limit. */
static void
element(const struct array *of, const char *counter, unsigned limit)
{
	unsigned behind = random_below(limit);

	if (!random_chance(20)) {
		printf("%s[", of->name);
		place(limit, counter);
		fputs("]", stdout);
	} else if (random_chance(50)) {
		printf("(%s + %u)[(int)(", of->name, behind);
		place(limit, counter);
		printf(") - %u]", behind);
	} else {
		printf("*(%s + (", of->name);
		place(limit, counter);
		fputs("))", stdout);
	}
}

static const struct array *
some_array(void)
{
	return &array[random_below((unsigned)narray)];
}

/* --- statements ----------------------------------------------------------------------- */

static void
read_element(const char *counter, unsigned limit)
{
	const struct array *of = some_array();

	counter = limit <= of->known ? counter : NULL;
	printf("v%u %s ", random_below(2), one_of("+=", "^=", "-=", "= v1 * 5u +", "= v0 * 3u ^"));
	if (!strcmp(of->type, helper_type) && random_chance(50)) {
		printf("help%d(%s, ", kernel_number, of->name);
		place(of->known, counter);
		puts(");");
		return;
	}
	fputs("(uint)", stdout);
	element(of, counter, of->known);
	puts(";");
}

static void
write_element(const char *counter, unsigned limit)
{
	const struct array *of = some_array();

	counter = limit <= of->known ? counter : NULL;
	if (!of->fixed)
		element(of, counter, of->known);
	else if (counter && random_chance(50))
		printf("%s[%s]", of->name, counter);
	else
		printf("%s[%u]", of->name, random_below(of->known));
	fputs(is_float(of->type) ? " = " : of->type[0] == 'u' ? one_of(" = ", " = ", " += ", " ^= ") : one_of(" = ", " ^= "), stdout);
	value_of(of);
	puts(";");
}

/* Elements move or are exchanged, as in lists that are kept in order. */
static void
move_elements(void)
{
	const struct array *of = some_array();
	int label = labels++;

	switch (random_below(of->fixed ? 2 : 4)) {
	case 0:
		printf("for (int c%d = %u; c%d > 0; c%d--) %s[c%d] = %s[c%d - 1];\n", label, of->known - 1, label, label, of->name, label, of->name,
		       label);
		break;
	case 1:
		printf("for (int c%d = 0; c%d < %u; c%d++) if (%s[c%d] > %s[c%d + 1]) { %s t = %s[c%d]; %s[c%d] = %s[c%d + 1]; %s[c%d + 1] = t; }\n",
		       label, label, of->known - 1, label, of->name, label, of->name, label, of->type, of->name, label, of->name, label, of->name,
		       label, of->name, label);
		break;
	case 2:
		printf("{ const int at%d = ", label);
		place(of->known, NULL);
		printf("; %s t = %s[at%d]; %s[at%d] = %s[%u]; %s[%u] = t; }\n", of->type, of->name, label, of->name, label, of->name,
		       of->known - 1, of->name, of->known - 1);
		break;
	default:
		printf("for (uint c%d = 0; c%d < %s %% %uu; c%d++) { %s[c%d] = ", label, label, number(), of->known, label, of->name, label);
		value_of(of);
		puts("; }");
	}
}

static void statement(int depth, const char *counter, unsigned limit);

static void
block(int depth, const char *counter, unsigned limit)
{
	unsigned n = 1 + random_below(3);

	while (n--)
		statement(depth, counter, limit);
}

static void
loop(int depth)
{
	char counter[16];
	unsigned limit = 2 + random_below(LONGEST - 1);

	snprintf(counter, sizeof counter, "c%d", labels++);
	switch (random_below(4)) {
	case 0:
		printf("for (%s %s = 0; %s < %s %% %uu; %s++) {\n", one_of("uint", "ulong"), counter, counter, number(), limit, counter);
		break;
	case 1:
		printf("for (int %s = %u; %s >= 0; %s--) {\n", counter, limit - 1, counter, counter);
		break;
	default:
		printf("for (%s %s = 0; %s < %u; %s++) {\n", one_of("int", "uint", "uchar", "short"), counter, counter, limit, counter);
	}
	block(depth + 1, counter, limit);
	if (random_chance(20)) {
		indent(depth + 1);
		printf("if ((%s & 7u) == %u) %s;\n", number(), random_below(8), one_of("break", "continue"));
		indent(depth + 1);
		puts("v1 += 3u;");
	}
	indent(depth);
	puts("}");
}

static void declare(int depth);

static void
statement(int depth, const char *counter, unsigned limit)
{
	unsigned kind = random_below(100);
	int known = narray;

	indent(depth);
	if (kind < 12 && depth < 3) {
		printf("if ((%s & %uu) %s %u) {\n", number(), 1 + random_below(7), one_of("==", "!=", "<"), random_below(4));
		block(depth + 1, counter, limit);
		indent(depth);
		if (random_chance(40)) {
			puts("} else {");
			block(depth + 1, counter, limit);
			indent(depth);
		}
		puts("}");
	} else if (kind < 27 && depth < 3) {
		loop(depth);
	} else if (kind < 32 && narray < ARRAYS) {
		puts("{");
		declare(depth + 1);
		block(depth + 1, counter, limit);
		narray = known;
		indent(depth);
		puts("}");
	} else if (kind < 42) {
		move_elements();
	} else if (kind < 65) {
		write_element(counter, limit);
	} else if (kind < 69 && depth == 0 && may_wait) {
		puts("barrier(CLK_LOCAL_MEM_FENCE);");
	} else {
		read_element(counter, limit);
	}
}

/* --- declarations ------------------------------------------------------------------------ */

/* Gives the first elements values. */
static void
fill(int depth, const struct array *of)
{
	unsigned i;
	int label = labels++;

	indent(depth);
	if (random_chance(50)) {
		printf("for (%s c%d = 0; c%d < %u; c%d++) %s[c%d] = ", one_of("int", "uint", "size_t"), label, label, of->known, label, of->name, label);
		value_of(of);
		puts(";");
		return;
	}
	for (i = 0; i < of->known; i++) {
		printf("%s[%u] = ", of->name, i);
		value_of(of);
		fputs("; ", stdout);
	}
	puts("");
}

static void
initialized(int depth, struct array *of)
{
	unsigned i, n = 1 + random_below(of->n);

	indent(depth);
	printf("%s %s[%u] = { ", of->type, of->name, of->n);
	for (i = 0; i < n; i++) {
		value_of(of);
		fputs(", ", stdout);
	}
	puts("};");
	of->known = of->n;
}

/* Declares one more array, in one of many forms. */
static void
declare(int depth)
{
	struct array *of = &array[narray];
	char name[16];
	unsigned form = random_below(12);

	*of = (struct array){ .type = random_chance(30) ? helper_type : element_type() };
	of->fixed = random_chance(60);
	of->n = 2 + random_below(is_long(of->type) && random_chance(70) ? 3 : LONGEST - 1);
	of->known = random_chance(70) ? of->n : 1 + random_below(of->n);
	snprintf(name, sizeof name, "a%d", labels++);
	snprintf(of->name, sizeof of->name, "%s", name);
	switch (form) {
	case 0: case 1:
		initialized(depth, of);
		break;
	case 2:
		indent(depth);
		printf("struct { %s f[%u]; uint g; } %s; %s.g = v1;\n", of->type, of->n, name, name);
		snprintf(of->name, sizeof of->name, "%s.f", name);
		break;
	case 3:
		indent(depth);
		printf("%s %s[%u][%u];\n", of->type, name, 2 + random_below(2), of->n);
		snprintf(of->name, sizeof of->name, "%s[%u]", name, random_below(2));
		break;
	case 4:
		indent(depth);
		printf("union { %s f[%u]; uint4 w; } %s; %s.w = (uint4)(v0, v1, k, 5u);\n", of->type, of->n < 4 ? 4 : of->n, name, name);
		snprintf(of->name, sizeof of->name, "%s.f", name);
		break;
	default:
		indent(depth);
		printf("%s %s[%u];\n", of->type, name, of->n);
	}
	fill(depth, of);
	narray++;
}

/* --- loops along rows ------------------------------------------------------------------------ */

/* A pointer to an input, at a place of the work-item's own. */
static const char *
row(const char *name, const char *type)
{
	const char *from = !strcmp(type, "ulong") ? "longs" : !strcmp(type, "float") ? "floats" : "in";

	printf("\t__global const %s *%s = (__global const %s *)%s + ", type, name, type, from);
	switch (random_below(9)) {
	case 0: printf("own * %u", 1 + random_below(70)); break;
	case 1: fputs("own * w", stdout); break;
	case 2: fputs("(int)own * (int)w", stdout); break;
	case 3: printf("(longs[own] & %u)", (1u << (4 + random_below(10))) - 1); break;
	case 4: printf("(in[own + k] %% 1000) * %u", 1 + random_below(40)); break;
	case 5: printf("(int)(own %% 7) * %d + (int)k", (int)random_below(200) - 100); break;
	case 6: fputs("y * w + x", stdout); break;
	case 7: printf("(uint)own * %u + %u", 8 * (1 + random_below(20)), random_below(17)); break;
	default: printf("own * 2048 - (long)%u", random_below(9));
	}
	puts(";");
	return type;
}

/* What a round reads of a row. */
static const char *
of_row(const char *name, const char *step)
{
	static char text[2][64];
	static int last;

	last = !last;
	if (!strcmp(step, "++"))
		snprintf(text[last], sizeof text[last], "*%s++", name);
	else if (random_chance(15))
		snprintf(text[last], sizeof text[last], "%s[n - 1 - c]", name);
	else
		snprintf(text[last], sizeof text[last], "%s[c%s%s]", name, step, one_of("", "", "", " + 1", " + 2", " - 1", " + k"));
	return text[last];
}

/* Sums of what a round reads; n: how many. */
static void
sum_of_rows(const char *type, const char *other, unsigned n)
{
	const char *step = one_of("", "", "", "", " * 2", " * 3", " * 4", "++", "++", "++");
	bool small = !strcmp(type, "float"), one_array = random_chance(50);
	unsigned i;

	for (i = 0; i < n; i++) {
		printf("\t\t%s += %s", i == 1 ? "t" : "s", of_row("p", step));
		if (!one_array && random_chance(50))
			printf(" %s (%s)%s", small ? one_of("+", "-") : one_of("+", "*", "-"), type, !strcmp(other, type) ? of_row("q", step) : "(q[c] & 1023)");
		puts(";");
	}
}

/* A loop whose rounds read neighbours of what the rounds before them read, in every lane's own row. */
static void
along_row(const char *type, const char *other)
{
	const char *plus = !strcmp(type, "float") ? "+=" : one_of("+=", "+=", "^=", "= s * 3 +");
	unsigned whole = random_chance(60) ? 1u << random_below(5) : 0, i;

	printf("\tfor (%s c = 0; c < n; c += %u) {\n", one_of("int", "int", "long"),
	       whole ? whole : random_chance(70) ? 1 : 2 + random_below(3));
	for (i = 0; i < whole; i++)
		printf("\t\t%s %s (%s)p[c + %u];\n", random_chance(80) ? "s" : "t", plus, type, whole - 1 - i);
	if (!whole)
		sum_of_rows(type, other, 1 + random_below(3));
	if (random_chance(8))
		puts(one_of("\t\tif ((int)s == 77) break;", "\t\tout[ROWS_OWN + own * ROWS_LEAST + (c & 15)] = (uint)(int)t;"));
	puts("\t}");
}

/* One or two such loops, or one around which is another one. */
static void
along_rows(void)
{
	const char *type = one_of("uint", "uint", "float", "float", "ulong", "ulong", "uint");
	const char *other = random_chance(80) ? type : one_of("uint", "ulong");
	bool nested = random_chance(25);

	puts("\t{");
	row("p", type);
	row("q", other);
	printf("\tconst int n = %s;\n\t%s s = 0, t = 0;\n",
	       one_of("(int)(w % 71)", "(int)h", "16", "33", "(int)(h * 2 + 1)", "64", "(int)(k * 16)", "(int)(in[k] % 71)", "7", "(int)(w & 63)",
		      "(int)(v1 % 40)"), type);
	if (nested)
		printf("\tfor (int r = 0; r < %s; r++) {\n", one_of("(int)k", "3", "(int)(h & 3)"));
	along_row(type, other);
	if (!nested && random_chance(25))
		along_row(type, other);
	if (nested)
		printf("\tp += %s;\n\t}\n", one_of("w", "r", "64", "own & 7"));
	printf("\tv0 = v0 * 3u + (uint)(long)s; v1 ^= (uint)((long)t%s);\n\t}\n", !strcmp(type, "ulong") ? " >> 16" : "");
}

/* --- loops in strides of the launch -------------------------------------------------------------- */

static void
read_streams(const char *index)
{
	unsigned n = 1 + random_below(5);

	while (n--) {
		printf("\t\tv%u %s (uint)%s[%s%s];\n", random_below(2), one_of("+=", "^=", "+="),
		       one_of("in", "in", "floats", "longs", "bytes", "halves"), index,
		       one_of("", "", "", " + 1", index[0] == 'e' ? " - 1" : " + 2", " + k", " * 2"));
	}
}

/* Where the counter begins, where it ends, and its type: from 0 on, or up to where the type ends. */
struct range {
	const char *type, *base, *limit;
};

static void
in_strides(void)
{
	static const struct range far[] = {
		{ "int", "2147478000", "2147479500 + (int)w" }, { "uint", "0xfffff000u", "0xfffff800u" }, { "uint", "0x7ffff000u", "0x7ffffa00u + w" },
		{ "long", "0x7ffffffffffff000l", "0x7ffffffffffff800l" }, { "ulong", "0xfffffffffffff000ul", "0xfffffffffffff400ul + w" },
		{ "long", "-500l", "300l" }, { "int", "-500", "(int)w" }, { "short", "-300", "h" },
	};
	const struct range near = {
		one_of("int", "int", "uint", "uint", "size_t", "long", "ulong", "short"), "0",
		one_of("w * h", "w", "w * 5u + 3u", "h", "k", "0", "n", "1000", "get_global_size(0) * 3 + 5", "(w < 7 ? 0 : w * h - 7u)", "4096"),
	};
	const struct range *range = random_chance(25) ? &far[random_below(sizeof far / sizeof *far)] : &near;
	const char *start = one_of("get_global_id(0)", "get_global_id(0)", "(get_global_id(0) - get_global_offset(0))", "get_local_id(0)",
				   "(get_global_id(0) + k)");
	const char *step = one_of("get_global_size(0)", "get_global_size(0)", "get_global_size(0)", "get_local_size(0)",
				  "(get_global_size(0) * 2)", "64");
	bool unique = start[0] != 'g' || start[4] != 'l', same = !strcmp(step, "get_global_size(0)");

	puts("\t{\n\tconst uint n = width * 3u;");
	if (random_chance(50))
		printf("\tconst %s limit = (%s)(%s), step = (%s)%s;\n", range->type, range->type, range->limit, range->type, step);
	else
		printf("#define limit (%s)(%s)\n#define step (%s)%s\n", range->type, range->limit, range->type, step);
	printf("\tfor (%s i = (%s)(%s + (%s)%s); i %s limit; i += step) {\n\t\tconst long e = (long)(i - (%s)(%s));\n", range->type, range->type,
	       range->base, range->type, start, random_chance(80) ? "<" : "<=", range->type, range->base);
	read_streams(random_chance(80) && range == &near ? "i" : "e");
	if (narray > 0 && random_chance(40))
		block(1, NULL, 0);
	if (random_chance(15))
		printf("\t\tif ((v0 & 31u) == %u) %s;\n", random_below(32), one_of("break", "continue"));
	if (unique && same && random_chance(60))
		printf("\t\tif (e >= 0 && e < %d && get_global_id(1) == get_global_offset(1) && get_global_id(2) == get_global_offset(2))\n"
		       "\t\t\tgrid[e] %s v1;\n", ROWS_GRID, one_of("=", "+=", "^="));
	puts("\t}\n\t}\n#undef limit\n#undef step");
}

/* --- kernels ---------------------------------------------------------------------------------------- */

static void
helper(void)
{
	helper_type = element_type();
	printf("%sstatic uint help%d(const %s *of, int at)\n{\n", one_of("", "", "__attribute__((noinline)) "), kernel_number, helper_type);
	puts(one_of("\treturn (uint)of[at];\n}", "\treturn at > 0 ? (uint)of[at] + (uint)of[at - 1] : (uint)of[at];\n}",
		    "\tuint s = 0;\n\tfor (int d = 0; d <= at; d++) s = s * 3u + (uint)of[d];\n\treturn s;\n}"));
}

static void
kernel(uint64_t seed, int number)
{
	const bool all = seed >= 17000, rows = seed >= 15000 && seed < 16000, strides = seed >= 16000 && !all;
	unsigned n, i;

	random_begin(seed, number);
	kernel_number = number;
	narray = 0;
	may_wait = random_chance(30);
	helper();
	printf("__kernel void %s%d(__global uint *restrict out, __global uint *restrict grid, __global const uint *restrict in,\n"
	       "\t__global const uchar *restrict bytes, __global const short *restrict halves, __global const ulong *restrict longs,\n"
	       "\t__global const float *restrict floats, uint width, uint height, uint k)\n{\n", may_wait ? "tiles" : "places", number);
	puts("\tconst uint w = width, h = height;\n"
	     "\tconst size_t own = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -\n"
	     "\t\tget_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
	     "\tconst int x = (int)get_global_id(0), y = (int)get_global_id(1);");
	printf("\tuint v0 = %s, v1 = %s;\n", one_of("k", "1u", "in[own]"), one_of("1u", "(uint)own", "in[own & 1023]"));
	if (!may_wait && random_chance(20))
		puts("\tif (own >= w * 7) return;");
	n = rows || strides ? random_chance(25) : 1 + random_below(2);
	for (i = 0; i < n; i++)
		declare(0);
	for (i = 0; narray && i < 3 && (!(rows || strides) || random_chance(30)); i++)
		block(0, NULL, 0);
	if (rows || (all && random_chance(50)))
		along_rows();
	if (strides || (all && random_chance(60)))
		in_strides();
	for (i = 0; narray && i < 2; i++)
		block(0, NULL, 0);
	puts("\tout[own] = v0 ^ v1 * 3u;\n}\n");
}
