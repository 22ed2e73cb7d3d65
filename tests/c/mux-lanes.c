/*
 * Writes random kernels whose sub-groups exchange values:
 *
 *     mux-lanes SEED COUNT
 *
 * Kernel I of seed S depends on S and I only.  Operations of the whole
 * sub-group are where all of its work-items come, those of some work-items in
 * branches too.  Loops have the same number of rounds for a sub-group, and end
 * with a barrier, so that the oracle knows which work-items meet.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "random-kernels.h"

enum { VARIABLES = 4 };

/* Which work-items run a statement together. */
enum together { WORK_GROUP, SUB_GROUP, SOME };

static int labels, places;

static void
expression(int depth)
{
	if (depth > 1 || random_chance(35)) {
		if (random_chance(55))
			printf("v%u", random_below(VARIABLES));
		else
			fputs(one_of("l", "n", "k", "id", "size", "sg", "3u", "7u", "40u", "0x80000001u"), stdout);
		return;
	}
	putchar('(');
	expression(depth + 1);
	printf(" %s ", one_of("+", "-", "*", "^", "&", "|"));
	expression(depth + 1);
	putchar(')');
}

/* One that all work-items of the group or sub-group have the same value of. */
static void
same_expression(enum together together)
{
	fputs(together == WORK_GROUP ? one_of("k", "n", "(k + n)", "(n & 7u)", "5u") : one_of("k", "sg", "(k + sg)", "(sg & 1u)", "size", "3u"),
	      stdout);
}

/* A value that a type's sums are exact of. */
static void
value(const char *type, const char *operation)
{
	bool is_float = type[0] == 'f';

	putchar('(');
	expression(0);
	fputs(is_float ? " & 255u)" : operation[0] == 'l' ? " & 1u)" : ")", stdout);
}

/* The first one's value of an exclusive scan may be infinite, which is no number of 32 bits. */
static const char *
scan_form(const char *type, const char *operation)
{
	return type[0] == 'f' && operation[0] == 'm' ? "inclusive" : one_of("inclusive", "exclusive");
}

static void
some_operation(void)
{
	const char *type = one_of("uint", "uint", "int", "ulong", "float", "uchar", "short"), *operation;

	operation = type[0] == 'f' ? one_of("add", "min", "max") : one_of("add", "mul", "min", "max", "and", "or", "xor");
	if (type[0] == 'i' && random_chance(30))
		operation = one_of("logical_and", "logical_or", "logical_xor");
	switch (random_below(8)) {
	case 0: case 1:
		printf("SOME_REDUCE(%d, %s, %s, ", places++, operation, type);
		value(type, operation);
		break;
	case 2: case 3:
		printf("SOME_SCAN(%d, %s, %s, %s, ", places++, scan_form(type, operation), operation, type);
		value(type, operation);
		break;
	case 4:
		printf("FIRST(%d, %s, ", places++, type);
		value(type, operation);
		break;
	case 5:
		printf("%s(%d, (", one_of("SOME_ANY", "SOME_ALL", "BALLOT"), places++);
		expression(0);
		printf(" & %uu) != 0", 1 + random_below(7));
		break;
	case 6:
		printf("ALL_EQUAL(%d, uint, ", places++);
		expression(0);
		printf(" & %uu", random_below(4));
		break;
	default:
		printf("ELECT(%d", places++);
	}
	putchar(')');
}

static void
whole_operation(void)
{
	const char *type = one_of("uint", "uint", "int", "ulong", "float", "uchar", "short"), *operation = one_of("add", "min", "max");
	int place = places++;
	unsigned i;

	switch (random_below(12)) {
	case 0: case 1:
		printf("REDUCE(%d, %s, %s, ", place, operation, type);
		value(type, operation);
		break;
	case 2: case 3:
		printf("SCAN(%d, %s, %s, %s, ", place, scan_form(type, operation), operation, type);
		value(type, operation);
		break;
	case 4:
		printf("BROADCAST(%d, %s, ", place, type);
		value(type, operation);
		printf(", %s", one_of("0", "size - 1", "k % size", "sg % size", "size / 2"));
		break;
	case 5:
		printf("%s(%d, (", one_of("ANY", "ALL"), place);
		expression(0);
		printf(" & %uu) != 0", 1 + random_below(7));
		break;
	case 6:
		printf("SHUFFLE(%d, %s, ", place, type);
		value(type, operation);
		printf(", %s", one_of("size - 1 - id", "(id + k) % size", "id / 2", "v0 % size", "id & ~1u", "(id * 3 + sg) % size"));
		break;
	case 7:
		printf("SHUFFLE_XOR(%d, %s, ", place, type);
		value(type, operation);
		printf(", %s", one_of("1", "2", "4", "k", "3u", "sg"));
		break;
	case 8:
		printf("%s(%d, %s, ", one_of("SHUFFLE_UP", "SHUFFLE_DOWN"), place, type);
		value(type, operation);
		printf(", %s", one_of("1", "2", "k", "size / 2", "sg"));
		break;
	case 9:
		printf("ROTATE(%d, %s, ", place, type);
		value(type, operation);
		printf(", %s", one_of("1", "k", "3", "sg"));
		break;
	case 10:
		/* Clusters of which some work-items are not there have no result. */
		i = random_below(3);
		printf("(size == get_max_sub_group_size() && size >= CLUSTER_%u ? CLUSTERED(%d, %s, %s, ", i, place, operation, type);
		value(type, operation);
		printf(", CLUSTER_%u) : (%s)(v1 & 255u)", i, type);
		break;
	default:
		some_operation();
		return;
	}
	putchar(')');
}

static void
exchange_in_row(int depth, int number, const char *type)
{
	indent(depth);
	printf("%s x%d = SHUFFLE(%d, %s, (", type, number, places++, type);
	expression(0);
	if (number && random_chance(15))
		printf(" ^ (uint)x%u", random_below((unsigned)number));
	fputs(type[0] == 'f' ? ") & 255u, from);" : "), from);", stdout);
	switch (random_below(6)) {
	case 0: printf(" v%u += (uint)x%d;", random_below(VARIABLES), number); break;
	case 1: printf(" p[%s] = (uint)x%d;", one_of("0", "k & 3u", "v0 & 3u"), number); break;
	case 2: printf(" v%u ^= p[%s];", random_below(VARIABLES), one_of("1", "k & 3u", "id & 3u")); break;
	case 3: printf(" v%u = x%d > (%s)3 ? v1 : (uint)x%u;", random_below(VARIABLES), number, type, random_below((unsigned)number + 1)); break;
	case 4: printf(" tmp[l] = (uint)x%d + v%u; v%u -= tmp[l];", number, random_below(VARIABLES), random_below(VARIABLES)); break;
	default: break;
	}
	putchar('\n');
}

/* Exchanges between the same work-items, one after the other. */
static void
row_of_exchanges(int depth)
{
	const char *type = one_of("uint", "int", "ulong", "float", "uchar", "short");
	unsigned n = 2 + random_below(random_chance(30) ? 20 : 5);
	int i;

	printf("{ uint p[4] = { v0, 1, v2, id }, from = %s;\n",
	       one_of("size - 1 - id", "(id + k) % size", "id & ~1u", "(id * 3 + sg) % size", "v1 % size", "0", "k % size"));
	for (i = 0; i < (int)n; i++) {
		if (random_chance(10))
			type = one_of("uint", "int", "ulong", "float", "uchar", "short");
		exchange_in_row(depth + 1, i, type);
	}
	indent(depth + 1);
	for (i = 0; i < (int)n; i++)
		if (random_chance(60))
			printf("v%u %s (uint)x%d; ", random_below(VARIABLES), one_of("+=", "^=", "-="), i);
	printf("v%u += p[%s];\n", random_below(VARIABLES), one_of("0", "2", "k & 3u", "v3 & 3u"));
	indent(depth);
	puts("}");
}

static void block(int depth, enum together together);

static void
branch(int depth, enum together together)
{
	unsigned kind = random_below(3);

	fputs("if (", stdout);
	if (kind == 0 || together == SOME) {
		expression(0);
		printf(" & %uu", 1 + random_below(7));
		together = SOME;
	} else if (kind == 1 || random_chance(50)) {
		same_expression(together);
		printf(" %s %uu", one_of("&", "<", ">", "!="), 1 + random_below(4));
	} else {
		printf("%s(%d, ", one_of("ANY", "ALL"), places++);
		expression(0);
		printf(" & %uu)", 1 + random_below(7));
		together = together == WORK_GROUP ? SUB_GROUP : together;
	}
	puts(") {");
	block(depth + 1, together);
	indent(depth);
	if (random_chance(50)) {
		puts("} else {");
		block(depth + 1, together);
		indent(depth);
	}
	puts("}");
}

static void
statement(int depth, enum together together)
{
	unsigned kind = random_below(100);
	int label;

	indent(depth);
	if (kind < 45) {
		printf("v%u %s (uint)", random_below(VARIABLES), one_of("+=", "^=", "="));
		if (together == SOME)
			some_operation();
		else
			whole_operation();
		puts(";");
	} else if (kind < 52 && together != SOME) {
		row_of_exchanges(depth);
	} else if (kind < 62 && depth < 3) {
		branch(depth, together);
	} else if (kind < 70 && depth < 3 && together != SOME) {
		label = labels++;
		printf("for (uint i%d = 0; i%d < (", label, label);
		same_expression(together);
		printf(" & 3u) + %uu; i%d++) {\n", random_below(2), label);
		block(depth + 1, together);
		indent(depth + 1);
		printf("v%u += i%d; WAIT(%d);\n", random_below(VARIABLES), label, places++);
		indent(depth);
		puts("}");
	} else if (kind < 78 && together == WORK_GROUP) {
		fputs("tmp[l] = ", stdout);
		expression(0);
		printf("; barrier(CLK_LOCAL_MEM_FENCE); v%u += tmp[%s]; barrier(CLK_LOCAL_MEM_FENCE);\n", random_below(VARIABLES),
		       one_of("n - 1 - l", "(l + k) % n", "0", "l / 2"));
	} else {
		printf("v%u = ", random_below(VARIABLES));
		expression(0);
		puts(";");
	}
}

static void
block(int depth, enum together together)
{
	unsigned n = 1 + random_below(4);

	while (n--)
		statement(depth, together);
}

static void
kernel(uint64_t seed, int number)
{
	static const unsigned sizes[] = { 0, 0, 4, 8, 16, 32 };
	unsigned size;
	int i;

	random_begin(seed, number);
	size = sizes[random_below(6)];
	places = 1;
	/* Powers of two that the sub-group's size is a multiple of. */
	printf("#undef CLUSTER_0\n#undef CLUSTER_1\n#undef CLUSTER_2\n#define CLUSTER_0 2\n#define CLUSTER_1 4\n#define CLUSTER_2 %u\n",
	       size ? size : 4);
	if (size)
		printf("SUB_GROUPS(%u) ", size);
	printf("__kernel void lanes%d(__global uint *out, __global const uint *in, uint k, __local uint *tmp)\n{\n"
	       "\tuint l = get_local_linear_id(), n = get_local_size_product(), g = get_group_id(0) * n + l;\n"
	       "\tuint id = get_sub_group_local_id(), size = get_sub_group_size(), sg = get_sub_group_id();\n", number);
	for (i = 0; i < VARIABLES; i++)
		printf("\tuint v%d = in[g] * %uu + l * %uu;\n", i, 1 + random_below(8), random_below(5));
	for (i = 0; i < 3; i++)
		block(0, WORK_GROUP);
	puts("\tout[g] = v0 ^ v1 * 3u ^ v2 * 5u ^ v3 * 7u ^ get_num_sub_groups() * 11u ^ get_max_sub_group_size() * 1024u ^ id << 20;\n}\n");
}
