/*
 * Writes random kernels that walk over rows, as users write them:
 *
 *     mux-rows SEED COUNT
 *
 * Kernel I of seed S depends on S and I only; those of seeds from 8000 on
 * exchange values in local memory, in the ways that users do, those from 10000
 * on have records, pixels, vectors and atomics, those from 11500 on do things
 * before, between and behind tests of their places.  A kernel finds its place, x of w
 * and y of h, from ids (as they are, by remainders, masks, from the end),
 * leaves or guards what lies outside or does not, and reads neighbours:
 * clamped, wrapped around, plain.  It writes out at its own linear id, and
 * grid at its place where no other work-item has the same.
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

static const char *type;	/* of i, x, y, w and h */
static bool is_signed, is_long;
static bool is_rich;		/* the seed is one of those with records, pixels, vectors and atomics */
static bool is_unique;		/* no two work-items of the first row of the launch have the same place */
static int labels;		/* of the loops */

/* A neighbour of v, which is "x" or "y", of limit; not negative where v is not. */
static void
inner(const char *v, const char *limit)
{
	unsigned c = 1 + random_below(3);

	switch (random_below(20)) {
	case 0: case 1: printf("LEAST(%s, %s + %u, %s - 1)", type, v, c, limit); break;
	case 2: printf("(%s < %u ? 0 : %s - %u)", v, c, v, c); break;
	case 3: printf("(%s > 0 ? %s - 1 : 0)", v, v); break;
	case 4: printf("(%s > 0 ? %s - 1 : %s - 1)", v, v, limit); break;
	case 5: printf("(%s + 1 < %s ? %s + 1 : 0)", v, limit, v); break;
	case 6: printf("(%s < %s - 1 ? %s + 1 : %s)", v, limit, v, v); break;
	case 7: printf("(%s + %u) %% %s", v, c, limit); break;
	case 8: printf("(%s + %s - 1) %% %s", v, limit, limit); break;
	case 9: printf("(%s == 0 ? 0 : %s - 1)", v, v); break;
	case 10: printf("(%s + %u >= %s ? %s - 1 : %s + %u)", v, c, limit, limit, v, c); break;
	case 11: printf("(%s %s %u)", v, one_of("^", "&", "|", ">>", "/", "%"), c); break;
	case 12: printf("(%s & ~(%s)%u)", v, type, (1u << c) - 1); break;
	case 13: printf("(%s / %u * %u)", v, 4 * c, 4 * c); break;
	case 14: printf("(%s %% 64)", v); break;
	case 15: case 16: if (is_signed) {
			printf("GREATEST(%s, %s - %u, 0)", type, v, c);
			break;
		}
		/* fall through */
	case 17: if (is_signed) {
			printf("WITHIN(%s, %s %s %u, 0, %s - 1)", type, v, one_of("+", "-"), c, limit);
			break;
		}
		/* fall through */
	default: fputs(v, stdout);
	}
}

static void
neighbour(const char *v, const char *limit)
{
	if (random_chance(25))
		printf("%s %s %u", v, one_of("+", "-"), 1 + random_below(4));
	else if (random_chance(10))
		printf(is_signed ? "%s - 1 - %s" : "%s + %s", limit, v);
	else if (random_chance(5))
		printf("%s * 2 + 1", v);
	else if (random_chance(8))
		fputs(one_of("0", "k", "w / 2", "h - 1"), stdout);
	else
		inner(v, limit);
}

/* v, moved by the counter of a loop around. */
static void
moved(const char *v, const char *limit, int label)
{
	switch (random_below(5)) {
	case 0: printf("WITHIN(int, (int)%s + d%d, 0, (int)%s - 1)", v, label, limit); break;
	case 1: printf("GREATEST(int, LEAST(int, (int)%s + d%d, (int)%s - 1), 0)", v, label, limit); break;
	case 2: printf("((int)%s + d%d + (int)%s) %% (int)%s", v, label, limit, limit); break;
	case 3: printf("d%d", label); break;
	default: printf("(int)%s + d%d", v, label);
	}
}

/* An element near the place.  dx and dy are labels of the loops around, whose counters may move it; -1: none. */
static void
element(int dx, int dy)
{
	bool rich = is_rich && random_chance(40);
	const char *field = rich ? one_of("", ".u", ".h[0]", ".h[1]", ".c.x", ".c.z", ".f") : "";

	if (!rich)
		fputs(one_of("in", "in", "in", "bytes", "halves", "longs", "(uint)floats"), stdout);
	else if (!*field)
		fputs(one_of("PIXELS", "PIXELS", "PAIRS", "TRIPLES", "QUADS"), stdout);
	else
		fputs(field[1] == 'f' ? "(uint)RECORDS" : "RECORDS", stdout);
	printf("[(%s)((", is_long && random_chance(50) ? "long" : "int");
	if (dy >= 0 && random_chance(70))
		moved("y", "h", dy);
	else
		neighbour("y", "h");
	fputs(random_chance(80) ? ") * w + (" : random_chance(50) ? ") * 64 + (" : ") * h + (", stdout);
	if (dx >= 0 && random_chance(70))
		moved("x", "w", dx);
	else
		neighbour("x", "w");
	fputs("))]", stdout);
	fputs(*field ? field : rich ? one_of(".x", ".y", ".x", ".y", ".s0", ".s1") : "", stdout);
}

static void
operand(int dx, int dy)
{
	if (random_chance(75))
		element(dx, dy);
	else
		printf("%s", one_of("v0", "v1", "k", "(uint)x", "(uint)y", "(uint)w", "3u", "(uint)(x * 3 + y)"));
}

/* Names a place in the work-item's own row for the next lines; the two may be the same, or near each other. */
static void
row(const char *name)
{
	const char *from = one_of("0", "0", "(k % 7)", "(k & 3)", "3", "(k % 5 + 1)", "4");

	switch (random_below(3)) {
	case 0: printf("__global uint *%s = out + ROWS_OWN + own * own_length + %s; ", name, from); break;
	case 1: printf("__global uint *%s = out + (ROWS_OWN + own_int * own_length + (int)%s); ", name, from); break;
	default: printf("__global uint *%s = out + ROWS_OWN + own * (size_t)own_length + %s; ", name, from);
	}
}

/* A loop along the work-item's own row. */
static void
along_row(int dx, int dy)
{
	static const char *const steps[] = {
		"p[c] = v0 + c; v0 = v0 * 3 + 1;", "v0 = v0 * 5 + q[c]; p[c] = v0;", "p[c + 1] += q[c] ^ v1;", "p[c] = q[c] * 3 + p[c + 1];",
		"p[c] = v0; q[c] ^= v1 + c;", "v1 += p[c] * q[c + 2];", "p[c] = q[c + 1] - q[c];", "p[c] ^= in[c + (int)k]; q[c + 2] = c;",
		"p[c] = p[c] * 3 + v0;", "if (c != 3) p[c] = q[c] + 5;", "long_row[c] = long_row[c] * 3 + v0;",
		"long_row[c + 1] = long_row[c] + v1; v1 = v1 * 5 + c;",
	};
	unsigned i, n = 1 + random_below(2);

	fputs("{ ", stdout);
	row("p");
	row("q");
	fputs("__global ulong *long_row = (__global ulong *)(out + ROWS_LONGS) + own * (size_t)(own_length / 2);\n", stdout);
	printf("for (int c = %u; c < %s; c++) { ", random_below(2), one_of("(int)(k % 13)", "12", "7", "(int)(v1 & 7u)", "(int)(k % 5) + 4"));
	for (i = 0; i < n; i++)
		fputs(steps[random_below(sizeof steps / sizeof *steps)], stdout);
	if (random_chance(30)) {
		fputs(" v0 += ", stdout);
		operand(dx, dy);
		fputs(";", stdout);
	}
	puts(" } }");
}

/* Fields of the work-item's own structure by turns; the two may be the same, or lie near each other. */
static void
fields(void)
{
	const char *type_of_field = random_chance(70) ? "uint" : "uchar", *index = one_of("own", "own", "own_int", "(uint)own");
	unsigned size = random_chance(60) ? 4 : 8, n = size == 4 ? 3 : 2 + random_below(4), i;
	bool in_order = random_chance(70), reads_what_it_wrote = random_chance(20);

	printf("{ __global %s *p = (__global %s *)(out + ROWS_%s%s)", type_of_field, type_of_field, size == 4 ? "FOUR" : "EIGHT",
	       type_of_field[1] == 'i' ? "" : "_BYTES");
	printf("; __global %s *q = p + %s; p += %s; ", type_of_field, one_of("0", "(k & 1)", "(k & 1)", "1"), one_of("0", "0", "(k / 2 & 1)"));
	for (i = 0; i < n; i++)
		printf("%s[%s * %u + %u] %s q[%s * %u + %u] %s;", random_chance(90) ? "p" : "q", index, size, i,
		       one_of("=", "=", "+=", "^="), index, size, in_order ? i : random_below(n), one_of("+ v0", "* 3", "^ in[k]", "+ k", "- v1"));
	if (reads_what_it_wrote)
		printf("v1 += p[%s * %u + %u];", index, size, random_below(n));
	puts(" }");
}

/* Several values at once, into memory of the work-item's own or by atomics. */
static void
write_rich(int dx, int dy)
{
	static const char *const ops[] = { "add", "xor", "or", "max", "min", "and", "sub" };
	unsigned op;

	switch (random_below(10)) {
	case 5: case 6: case 7:
		along_row(dx, dy);
		break;
	case 8: case 9:
		fields();
		break;
	case 0:
		/* Those of one element are the same operation: their order does not matter. */
		op = random_below(7);
		printf("atomic_%s(&counts[%u + (%s & %uu)], ", ops[op], op * 64, one_of("v0", "v1", "(uint)x", "(uint)y * 3u"),
		       (1u << random_below(7)) - 1);
		operand(dx, dy);
		puts(");");
		break;
	case 1:
		printf("own_pair[%u] = ", random_below(2));
		operand(dx, dy);
		printf("; own_pair[%u] ^= v1;\n", random_below(2));
		break;
	case 2:
		fputs("own_quad[0] = (uint4)(v0, ", stdout);
		operand(dx, dy);
		fputs(", v1, ", stdout);
		operand(dx, dy);
		puts(");");
		break;
	case 3:
		printf("own_record->%s += ", one_of("u", "h[0]", "h[1]", "c.x", "c.y", "f"));
		puts("(uint)(uchar)(v0 + v1);");
		break;
	default:
		fputs("{ uint4 q = (uint4)(v0, v1, k, ", stdout);
		operand(dx, dy);
		printf(") %s QUADS[own]; v%u += q.%s; }\n", one_of("+", "^", "*"), random_below(2), one_of("x ^ q.w", "y + q.z", "w"));
	}
}

static void
condition(int dx, int dy)
{
	if (random_chance(60)) {
		const char *v = one_of("x", "x", "y");
		const char *limit = v[0] == 'x' ? "w" : "h";

		switch (random_below(6)) {
		case 0: printf("%s > 0", v); break;
		case 1: printf("%s < %s - 1", v, limit); break;
		case 2: printf("%s >= 1 && %s + 1 < %s", v, v, limit); break;
		case 3: printf("%s == %s", v, one_of("0", "w - 1", "h / 2")); break;
		case 4: printf("(%s & %u) == 0", v, 1 + random_below(7)); break;
		default: printf("%s %s k * 5 + %u", v, one_of("<", ">=", "!="), random_below(20));
		}
	} else {
		printf("((uint)");
		element(dx, dy);
		printf(" & %u) != 0", 1 + random_below(7));
	}
}

static void block(int depth, int dx, int dy);

/* A division whose divisor is 0 where it is not reached. */
static void
division(int dx, int dy)
{
	const char *by = one_of("k", "(k & 1u)", "(uint)x", "(uint)y", "(v1 & 3u)", "(uint)(x & 3)", "(uint)(w - 1)", "(uint)(y * w)");
	unsigned v = random_below(2);

	if (random_chance(50)) {
		printf("if (%s != 0) v%u %s ", by, v, one_of("+=", "^="));
		operand(dx, dy);
		printf(" %s %s;\n", one_of("/", "%"), by);
	} else {
		printf("v%u = %s ? v%u %s %s : ", v, by, v, one_of("/", "%"), by);
		operand(dx, dy);
		puts(";");
	}
}

static void
statement(int depth, int dx, int dy)
{
	unsigned kind = random_below(100);
	int label;

	indent(depth);
	if (kind < 15 && depth < 3) {
		fputs("if (", stdout);
		condition(dx, dy);
		puts(") {");
		block(depth + 1, dx, dy);
		indent(depth);
		if (random_chance(40)) {
			puts("} else {");
			block(depth + 1, dx, dy);
			indent(depth);
		}
		puts("}");
	} else if (kind < 32 && depth < 3) {
		label = labels++;
		if (random_chance(70))
			printf("for (int d%d = -%u; d%d <= %u; d%d++) {\n", label, random_below(3), label, random_below(3), label);
		else
			printf("for (int d%d = 0; d%d < %s; d%d++) {\n", label, label,
			       one_of("(int)k", "(int)k + 3", "(int)(v1 & 3u)"), label);
		if (random_chance(50))
			block(depth + 1, label, dy >= 0 ? dy : dx);
		else
			block(depth + 1, dx, label);
		if (random_chance(15)) {
			indent(depth + 1);
			fputs("if (", stdout);
			condition(label, label);
			puts(random_chance(50) ? ") break;" : ") continue;");
			indent(depth + 1);
			puts("v1 += 7u;");
		}
		indent(depth);
		puts("}");
	} else if (kind < 40) {
		division(dx, dy);
	} else if (is_rich && kind < 55) {
		write_rich(dx, dy);
	} else {
		printf("v%u %s ", random_below(2), one_of("+=", "^=", "=", "-="));
		operand(dx, dy);
		if (random_chance(60)) {
			printf(" %s ", one_of("+", "*", "^", "-"));
			operand(dx, dy);
		}
		puts(";");
	}
}

static void
block(int depth, int dx, int dy)
{
	unsigned n = 1 + random_below(3);

	while (n--)
		statement(depth, dx, dy);
}

/* The kernel's x and y.  Returns whether it has begun a loop over them, which it may do. */
static bool
place(bool may_loop)
{
	unsigned power = 1 + random_below(10);
	const char *id = one_of("get_global_id", "get_global_id", "LINEAR", "get_local_id", "FROM_GROUP", "BACKWARDS");

	is_unique = true;
	printf("\tconst %s i = ", type);
	if (id[0] == 'L')
		printf("get_global_id(1) * get_global_size(0) + get_global_id(0) - get_global_offset(0)");
	else if (id[0] == 'F')
		printf("get_group_id(0) * get_local_size(0) + get_local_id(0)");
	else if (id[0] == 'B')
		printf("get_global_size(0) - 1 - (get_global_id(0) - get_global_offset(0))");
	else
		printf("%s(0)", id);
	puts(";");
	puts("\tuint v0 = k, v1 = 1u;");
	if (may_loop && random_chance(15) && strcmp(type, "short")) {
		printf("\tfor (%s j = i; j < w * h; j += get_global_size(0)) {\n\tconst %s x = j %% w, y = j / w;\n", type, type);
		is_unique = id[4] == 'g' || id[0] == 'F' || id[0] == 'B';
		return true;
	}
	switch (random_below(5)) {
	case 0:
		printf("\tconst %s x = i %% w, y = i / w;\n", type);
		break;
	case 1:
		printf("\tconst %s x = i & %u, y = i >> %u;\n", type, (1u << power) - 1, power);
		is_unique = false;
		break;
	case 2:
		printf("\tconst %s x = (i + k) %% w, y = (i + k) / w;\n", type);
		break;
	default:
		printf("\tconst %s x = i, y = get_global_id(1)%s;\n", type,
		       random_chance(20) ? " + get_global_id(2) * get_global_size(1)" : "");
		is_unique = false;
	}
	if (!strcmp(id, "get_local_id"))
		is_unique = false;
	return false;
}

/* --- groups that exchange values ------------------------------------------------ */

#define BARRIER "barrier(CLK_LOCAL_MEM_FENCE);"

static void
put(const char *where)
{
	printf("\t%s = ", where);
	operand(-1, -1);
	puts("; " BARRIER);
}

static void
exchange(void)
{
	static const char *const places[] = {
		"(l + 1) % n", "(l + n - 1) % n", "n - 1 - l", "ly * nx + (nx - 1 - lx)", "l ^ (l + 1 < n ? 1 : 0)", "l / 2", "l - l % 4",
		"l > 0 ? l - 1 : 0", "LEAST(uint, l + 2, n - 1)", "(ly + 1) % ny * nx + lx", "l * 7 % n", "lx", "k % n", "n - 1",
	};

	put(random_chance(80) ? "a[l]" : "a[n - 1 - l]");
	printf("\tv%u += a[%s]; " BARRIER "\n", random_below(2), places[random_below(sizeof places / sizeof *places)]);
}

/* A tile with an edge of one element around. */
static void
stencil(void)
{
	bool by_loop = random_chance(40), corners = random_chance(50);

	if (by_loop) {
		puts("\tfor (uint q = l; q < (nx + 2) * (ny + 2); q += n)");
		printf("\t\ttile[q] = in[(int)(q / (nx + 2) * w + q %% (nx + 2)%s)];\n", one_of("", " + k", " + x % 2", " - 1"));
	} else {
		fputs("\ttile[(ly + 1) * (nx + 2) + lx + 1] = ", stdout);
		operand(-1, -1);
		puts(";\n\tif (lx == 0) { tile[(ly + 1) * (nx + 2)] = v0; tile[(ly + 1) * (nx + 2) + nx + 1] = v1; }");
		printf("\tif (%s) { tile[lx + 1] = v1 + 1; tile[(ny + 1) * (nx + 2) + lx + 1] = in[lx]; }\n",
		       one_of("ly == 0", "ly < 1", "ly == ny - 1"));
		if (corners)
			puts("\tif (l < 4) tile[l / 2 * (ny + 1) * (nx + 2) + l % 2 * (nx + 1)] = l;\n"
			     "\tfor (uint q = n; q < 4; q++) tile[q / 2 * (ny + 1) * (nx + 2) + q % 2 * (nx + 1)] = q;");
	}
	puts("\t" BARRIER);
	if (by_loop || corners)
		puts("\tfor (uint p = 0; p < 3; p++)\n\t\tfor (uint q = 0; q < 3; q++)\n"
		     "\t\t\tv0 = v0 * 3 + tile[(ly + p) * (nx + 2) + lx + q];");
	else
		puts("\tv0 += tile[(ly + 1) * (nx + 2) + lx] + tile[(ly + 1) * (nx + 2) + lx + 2] * 3 +\n"
		     "\t\ttile[ly * (nx + 2) + lx + 1] * 5 + tile[(ly + 2) * (nx + 2) + lx + 1] * 7;");
	puts("\t" BARRIER);
}

static void
tree(void)
{
	put("a[l]");
	switch (random_below(5)) {
	case 0:
		puts("\tfor (uint s = n / 2; s > 0; s >>= 1) { if (l < s) a[l] += a[l + s]; " BARRIER " }");
		break;
	case 1:
		puts("\tfor (uint s = 1; s < n; s *= 2) { if (l % (2 * s) == 0 && l + s < n) a[l] += a[l + s]; " BARRIER " }");
		break;
	case 2:
		puts("\tfor (uint s = 1; s < n; s *= 2) { uint q = 2 * s * l; if (q + s < n) a[q] ^= a[q + s]; " BARRIER " }");
		break;
	case 3:
		puts("\tfor (uint s = n, up = (n + 1) / 2; s > 1; s = up, up = (up + 1) / 2) {\n"
		     "\t\tif (l < s / 2) a[l] = GREATEST(uint, a[l], a[l + up]);\n\t\t" BARRIER "\n\t}");
		break;
	default:
		puts("\tfor (uint s = nx / 2; s > 0; s >>= 1) { if (lx < s) a[l] += a[l + s]; " BARRIER " }");
	}
	printf("\tv%u ^= a[%s]; " BARRIER "\n", random_below(2), one_of("0", "0", "ly * nx", "l"));
}

static void
scan(void)
{
	put("a[l]");
	switch (random_below(4)) {
	case 0:
		puts("\tfor (uint s = 1; s < n; s *= 2) { uint q = l >= s ? a[l - s] : 0; " BARRIER " a[l] += q; " BARRIER " }");
		break;
	case 1:
		puts("\tuint from = 0;\n\tfor (uint s = 1; s < n; s *= 2, from ^= 1) {\n"
		     "\t\tif (from) a[l] = b[l] + (l >= s ? b[l - s] : 0); else b[l] = a[l] + (l >= s ? a[l - s] : 0);\n\t\t" BARRIER "\n\t}\n"
		     "\tif (from) a[l] = b[l];\n\t" BARRIER);
		break;
	case 2:
		puts("\tif ((n & (n - 1)) == 0) {\n\t\tuint s = 1;\n"
		     "\t\tfor (uint d = n / 2; d > 0; d /= 2, s *= 2) { " BARRIER " if (l < d) a[s * (2 * l + 2) - 1] += a[s * (2 * l + 1) - 1]; }\n"
		     "\t\tif (l == 0) a[n - 1] = 0;\n"
		     "\t\tfor (uint d = 1; d < n; d *= 2) {\n\t\t\ts /= 2; " BARRIER "\n"
		     "\t\t\tif (l < d) { uint q = s * (2 * l + 1) - 1, r = s * (2 * l + 2) - 1, m = a[q]; "
		     "a[q] = a[r]; a[r] += m; }\n\t\t}\n\t}\n\t" BARRIER);
		break;
	default:
		puts("\tif (l == 0) for (uint q = 1; q < n; q++) a[q] += a[q - 1];\n\t" BARRIER);
	}
	printf("\tv%u += a[l] * 3 + (l > 0 ? a[l - 1] : 5); " BARRIER "\n", random_below(2));
}

static void
sort(void)
{
	put("a[l]");
	if (random_chance(50))
		puts("\tif ((n & (n - 1)) == 0)\n\t\tfor (uint s = 2; s <= n; s *= 2)\n\t\t\tfor (uint d = s / 2; d > 0; d /= 2) {\n"
		     "\t\t\t\tuint q = l ^ d;\n\t\t\t\tif (q > l && (a[l] > a[q]) == ((l & s) == 0)) { uint m = a[l]; a[l] = a[q]; a[q] = m; }\n"
		     "\t\t\t\t" BARRIER "\n\t\t\t}");
	else
		puts("\tfor (uint s = 0; s < n && s < 40; s++) {\n\t\tuint q = 2 * l + s % 2;\n"
		     "\t\tif (q + 1 < n && a[q] > a[q + 1]) { uint m = a[q]; a[q] = a[q + 1]; a[q + 1] = m; }\n\t\t" BARRIER "\n\t}");
	puts("\tv0 += a[l]; " BARRIER);
}

/* A sum over tiles of two matrices. */
static void
product(void)
{
	fputs("\tfor (uint m = 0; m < k + 1; m++) {\n\t\ta[l] = in[(int)(y * w + m * nx + lx)]; b[lx * ny + ly] = ", stdout);
	operand(-1, -1);
	puts(";\n\t\t" BARRIER);
	printf("\t\tfor (uint e = 0; e < %s; e++) v0 += a[ly * nx + e] * b[%s];\n", one_of("nx", "nx", "nx / 2", "nx - nx % 3"),
	       one_of("lx * ny + e % ny", "e * ny + ly", "(e + lx) % n", "e"));
	puts("\t\t" BARRIER "\n\t}");
}

static void
counts(void)
{
	printf("\tfor (uint q = l; q < 16; q += n) b[q] = 0;\n\t" BARRIER "\n\tatomic_%s(&b[(", one_of("add", "xor", "max", "or"));
	operand(-1, -1);
	fputs(") & 15], ", stdout);
	puts(random_chance(50) ? "1u);" : "(uint)x & 3u);");
	puts("\t" BARRIER "\n\tv1 += b[l & 15] + b[3]; " BARRIER);
}

static void
first_ones(void)
{
	printf("\tif (%s) a[ly] = ", one_of("lx == 0", "lx == nx - 1", "lx == nx / 2"));
	operand(-1, -1);
	printf(";\n\t" BARRIER "\n\tv%u ^= a[ly] + a[0]; " BARRIER "\n", random_below(2));
}

static void
step(int depth)
{
	static void (*const forms[])(void) = { exchange, exchange, stencil, tree, tree, scan, sort, product, counts, first_ones };
	unsigned around = depth ? 5 : random_below(8);

	switch (around) {
	case 0: printf("\tfor (int r = 0; r < (int)(k %% 3 + %u); r++) {\n", random_below(2)); break;
	case 1: printf("\tif (k %% 2 == %u) {\n", random_below(2)); break;
	case 2: puts("\tif (n > 8) {"); break;
	default: puts("\t{");
	}
	forms[random_below(10)]();
	if (random_chance(50))
		block(1, -1, -1);
	if (!depth && random_chance(40))
		step(1);
	puts("\t}");
}

/* A kernel of groups. */
static void
tiles(void)
{
	unsigned n;

	puts("\t__local uint a[1024], b[1024], tile[3100];\n"
	     "\tconst uint lx = get_local_id(0), ly = get_local_id(1) + get_local_id(2) * get_local_size(1), nx = get_local_size(0),\n"
	     "\t\tny = get_local_size(1) * get_local_size(2), l = ly * nx + lx, n = nx * ny;");
	place(false);
	for (n = 1 + random_below(3); n; n--)
		step(0);
}

/* A kernel of work-items that know nothing of each other. */
static void
rows(void)
{
	unsigned guard;
	bool is_loop;
	int i;

	is_loop = place(true);
	guard = random_below(8);
	if (is_loop && guard != 1 && guard != 3)
		guard = 7;
	switch (guard) {
	case 0: puts("\tif (x >= w || y >= h) return;"); break;
	case 1: puts("\tif (x < w && y < h) {"); break;
	case 2: puts("\tif (i >= w * h) return;"); break;
	case 3: puts("\tif (x > 0 && x < w - 1 && y < h) {"); break;
	case 4: puts("\tif (i < w * h && x < w) {"); break;
	case 5: puts("\tif (x >= w || y >= h) { v1 = 9u; } else {"); break;
	}
	for (i = 0; i < 3; i++)
		block(0, -1, -1);
	if (is_unique)
		printf("\tif (y * w + x >= 0 && y * w + x < %d && get_global_id(1) == get_global_offset(1) &&\n"
		       "\t\tget_global_id(2) == get_global_offset(2)) grid[y * w + x] %s v0 + v1;\n", ROWS_GRID, one_of("=", "+=", "^="));
	if (guard == 1 || guard == 3 || guard == 4 || guard == 5)
		puts("\t}");
	if (is_loop)
		puts("\t}");
}

/* Something that other work-items, or the host, see, or that what follows does. */
static void
effect(void)
{
	unsigned c = random_below(100);

	switch (random_below(7)) {
	case 0: case 1: printf("out[own] = v0 + %u; ", c); break;
	case 2: printf("out[ROWS_PAIRS + own * 2 + %u] ^= v1 + %u; ", c & 1, c); break;
	case 3: printf("atomic_add(&out[ROWS_QUADS + (own & ~3ul)], v1 + %u); ", c); break;
	case 4: printf("for (uint r = 0; r < (k + %u) %% 3; r++) out[own] += v0 ^ r; ", c); break;
	case 5: printf("v1 += %u; ", c); break;
	default: printf("v0 ^= in[own + %u]; ", c);
	}
}

static void
place_test(void)
{
	const char *limit = one_of("w", "h", "w - 1", "w / 2", "0", "1", "7", "20", "y", "(int)(k & 31)");
	const char *left = one_of("x", "x", "x", "y", "x + 1", "x - 2", "y * w + x", "(int)get_global_id(0)", "get_local_id(0)");
	const char *compared = one_of("<", "<", "<=", ">", ">=", "==", "!=");

	if (random_chance(25))
		printf("%s %s %s", limit, compared, left);
	else
		printf("%s %s %s", left, compared, limit);
	if (random_chance(30)) {
		fputs(one_of(" && ", " && ", " || "), stdout);
		place_test();
	}
}

static void
guarded(int depth)
{
	unsigned n;

	for (n = 1 + random_below(4); n; n--) {
		fputs("\t", stdout);
		if (random_chance(40) && depth) {
			fputs("if (", stdout);
			place_test();
			puts(") {");
			guarded(depth - 1);
			if (random_chance(25)) {
				puts("\t} else {");
				guarded(depth - 1);
			}
			fputs("\t}", stdout);
		} else if (random_chance(25)) {
			fputs("if (", stdout);
			place_test();
			fputs(") return;", stdout);
		} else {
			effect();
		}
		puts("");
	}
}

/* A kernel that does things before, between and behind tests of its place. */
static void
guards(void)
{
	unsigned n;
	bool leaves;

	printf("\tuint v0 = k, v1 = %s;\n", one_of("1u", "(uint)own", "in[own & 1023]"));
	printf("\tconst %s x = get_global_id(0)%s, y = get_global_id(1)%s;\n", type, one_of("", "", " + k", " - 3"), one_of("", " + 1"));
	if (random_chance(50)) {
		guarded(3);
		return;
	}
	/* The usual form: one test behind which all is done, or most. */
	for (n = random_below(3); n; n--)
		effect();
	fputs("\tif (", stdout);
	place_test();
	leaves = random_chance(25);
	puts(leaves ? ") return;" : ") {");
	effect();
	guarded(1);
	if (!leaves)
		puts("\t}");
}

/* A kernel that does nothing but that, or goes along its row.  Other stores of it would keep LLVM from vectors of structures. */
static void
simple(void)
{
	unsigned n = 1 + random_below(2);
	bool goes_along = random_chance(30);

	printf("\tuint v0 = k, v1 = %s;\n", one_of("1u", "(uint)own", "in[own & 1023]"));
	printf("\tconst %s x = own, y = k;\n", type);
	if (random_chance(30))
		puts("\tif (own >= w * 7) return;");
	while (n--) {
		fputs("\t", stdout);
		if (goes_along)
			along_row(-1, -1);
		else
			fields();
	}
}

static void
kernel(uint64_t seed, int number)
{
	const bool is_tiles = seed >= 8000 && seed < 10000, is_guards = seed >= 11500;
	bool is_simple;

	is_rich = seed >= 10000;
	random_begin(seed, number);
	is_simple = is_rich && random_chance(25);
	type = one_of("int", "int", "int", "uint", "uint", "size_t", "long", "ulong", "short", "ushort");
	is_signed = !strcmp(type, "int") || !strcmp(type, "long") || !strcmp(type, "short");
	is_long = !strcmp(type, "size_t") || strstr(type, "long");
	printf("__kernel void %s%d(__global uint *restrict out, __global uint *restrict grid, __global const uint *restrict in,\n"
	       "\t__global const uchar *restrict bytes, __global const short *restrict halves, __global const ulong *restrict longs,\n"
	       "\t__global const float *restrict floats, uint width, uint height, uint k)\n{\n", is_tiles ? "tiles" : "rows", number);
	if (random_chance(75))
		printf("\tconst %s w = width, h = height;\n", type);
	else
		printf("\tconst %s w = %s, h = %s;\n", type, one_of("16", "64", "100", "5", "256"), one_of("8", "33", "height"));
	puts("\tconst size_t own = ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + get_global_id(1) -\n"
	     "\t\tget_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);");
	if (is_rich)
		puts("\tOWN;");
	if (is_tiles)
		tiles();
	else if (is_guards)
		guards();
	else if (is_simple)
		simple();
	else
		rows();
	puts(is_simple || is_guards ? "}\n" : "\tout[own] = v0 ^ v1 * 3u;\n}\n");
}
