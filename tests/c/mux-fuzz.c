/*
 * Writes random kernels in what OpenCL C and C have in common:
 *
 *     mux-fuzz SEED COUNT
 *
 * Kernel I of seed S depends on S and I only; those of seeds from 2000 on have
 * loops in strides, sums in trees and tests of ids too.  All arithmetic is unsigned,
 * barriers are in uniform control flow, and no access races: a work-item
 * writes its own element of tmp, others are read between two barriers.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "random-kernels.h"

enum { VARIABLES = 6 };

static int labels;
static bool strides;	/* the seed is one of those from 2000 on */
static bool may_leave;	/* no barrier follows */

static void
expression(int depth)
{
	static const char ops[] = "+-*^&|";
	static const char *const names[] = { "l", "g", "n", "k" };

	if (depth > 2 || random_chance(30)) {
		if (random_chance(50))
			printf("v%u", random_below(VARIABLES));
		else if (random_chance(40))
			printf("%uu", random_below(99));
		else
			fputs(names[random_below(4)], stdout);
		return;
	}
	putchar('(');
	expression(depth + 1);
	printf(" %c ", ops[random_below(6)]);
	expression(depth + 1);
	putchar(')');
}

/* A uniform value. */
static void
uniform_expression(void)
{
	static const char *const forms[] = { "k", "n", "(k & 3)", "(k + n)", "(n & 7)", "3", "5" };

	fputs(forms[random_below(7)], stdout);
}

static void
condition(bool uniform)
{
	static const char *const ops[] = { "<", ">", "==", "!=" };
	static const unsigned masks[] = { 1, 3, 7 };

	printf("((");
	if (uniform)
		uniform_expression();
	else
		expression(0);
	printf(") & %uu) %s %uu", masks[random_below(3)], ops[random_below(4)], random_below(6));
}

/* A comparison of an id with a uniform value. */
static void
id_condition(void)
{
	static const char *const ids[] = { "get_local_id(0)", "get_global_id(0)", "get_local_linear_id()", "l", "(int)get_local_id(0)" };
	static const char *const ops[] = { "<", ">", "<=", ">=", "==", "!=" };
	const char *id = ids[random_below(5)], *op = ops[random_below(6)];

	if (random_chance(25)) {
		uniform_expression();
		printf(" %s %s", op, id);
	} else {
		printf("%s %s ", id, op);
		if (random_chance(30))
			printf("%s", id[0] == '(' ? "0" : "0u");
		else
			printf("%s(%u %s k * %uu)", id[0] == '(' ? "(int)" : "", random_below(40), random_chance(70) ? "+" : "-", random_below(9));
	}
}

static void block(int depth, bool uniform);

/* A loop with a uniform step that begins at a value of each work-item. */
static void
stride_loop(int depth)
{
	static const char *const types[] = { "uint", "ulong", "int" };
	static const char *const starts[] = { "get_global_id(0)", "get_local_id(0)", "get_global_id(0) + k", "l" };
	static const char *const steps[] = { "get_global_size(0)", "get_local_size(0)", "n", "k + 1", "2" };
	static const char *const limits[] = { "n * 4", "k * 7 + 40", "get_global_size(0) * 2 + 5", "n" };
	const char *type = types[random_below(3)];
	int label = labels++;

	if (random_chance(15))
		/* It wraps for some work-items before others. */
		printf("for (uint j%d = get_local_id(0); j%d < 0xfffffff0u; j%d += 0xfffffff8u) {\n", label, label, label);
	else
		printf("for (%s j%d = %s; j%d %s (%s)(%s); j%d += %s) {\n", type, label, starts[random_below(4)], label,
		       random_chance(80) ? "<" : "<=", type, limits[random_below(4)], label, steps[random_below(5)]);
	indent(depth + 1);
	printf("v%u += in[j%d & 127] ^ v%u;\n", random_below(VARIABLES), label, random_below(VARIABLES));
	if (random_chance(40))
		block(depth + 2, false);
	if (random_chance(20)) {
		indent(depth + 1);
		printf("if (");
		condition(false);
		puts(") break;");
	}
	if (random_chance(15)) {
		indent(depth + 1);
		printf("v%u ^= (uint)j%d;\n", random_below(VARIABLES), label);
	}
	indent(depth);
	puts("}");
}

static void
tree(int depth)
{
	printf("tmp[l] = ");
	expression(0);
	puts(";");
	indent(depth);
	printf("for (%s o = n / 2; o; o /= 2) { barrier(CLK_LOCAL_MEM_FENCE); if (%s < o) tmp[l] += tmp[l + o]; }\n",
	       random_chance(50) ? "ulong" : "uint", random_chance(70) ? "get_local_linear_id()" : "l");
	indent(depth);
	printf("barrier(CLK_LOCAL_MEM_FENCE); v%u += tmp[0]; barrier(CLK_LOCAL_MEM_FENCE);\n", random_below(VARIABLES));
}

static void
branch(int depth, bool uniform)
{
	bool same = random_chance(50);

	printf("if (");
	if (strides && random_chance(30)) {
		id_condition();
		same = false;
	} else {
		condition(same);
	}
	puts(") {");
	block(depth + 1, uniform && same);
	if (random_chance(50)) {
		indent(depth);
		puts("} else {");
		block(depth + 1, uniform && same);
	}
	indent(depth);
	puts("}");
}

static void
loop(int depth, bool uniform)
{
	bool same = random_chance(50);
	int label = labels++;

	printf("for (uint i%d = 0, e%d = (", label, label);
	if (same)
		uniform_expression();
	else
		expression(0);
	printf(") & 7u; i%d < e%d; i%d++) {\n", label, label, label);
	indent(depth + 1);
	printf("v%u += i%d * 3u;\n", random_below(VARIABLES), label);
	block(depth + 1, uniform && same);
	if (!(uniform && same) && random_chance(40)) {
		indent(depth + 1);
		printf("if (");
		condition(false);
		puts(random_chance(70) ? ") break;" : ") continue;");
		indent(depth + 1);
		printf("v%u ^= 5u;\n", random_below(VARIABLES));
	}
	indent(depth);
	puts("}");
}

static void
exchange(int depth)
{
	printf("tmp[l] = ");
	expression(0);
	puts("; barrier(CLK_LOCAL_MEM_FENCE);");
	indent(depth);
	printf("v%u += tmp[(l + %uu) %% n]; barrier(CLK_LOCAL_MEM_FENCE);\n", random_below(VARIABLES), random_below(9));
}

static void
array_access(int depth)
{
	printf("arr[(");
	expression(1);
	printf(") & 7u] += ");
	expression(1);
	puts(";");
	indent(depth);
	printf("v%u ^= arr[(", random_below(VARIABLES));
	expression(1);
	puts(") & 7u];");
}

static void
statement(int depth, bool uniform)
{
	unsigned kind = random_below(100);

	indent(depth);
	if (kind < 10) {
		array_access(depth);
	} else if (kind < 25 && uniform) {
		exchange(depth);
	} else if (strides && kind < 32 && depth < 3) {
		stride_loop(depth);
	} else if (strides && kind < 36 && uniform) {
		tree(depth);
	} else if (kind < 43 && depth < 3) {
		branch(depth, uniform);
	} else if (kind < 55 && depth < 3) {
		loop(depth, uniform);
	} else if (kind < 58 && !uniform && may_leave) {
		printf("if (");
		condition(false);
		puts(") { v0 += 77u; goto out; }");
	} else {
		printf("v%u = ", random_below(VARIABLES));
		expression(0);
		puts(";");
	}
}

static void
block(int depth, bool uniform)
{
	unsigned n = 1 + random_below(4);

	while (n--)
		statement(depth, uniform);
}

static void
kernel(uint64_t seed, int number)
{
	int i;

	random_begin(seed, number);
	strides = seed >= 2000;
	printf("__kernel void fuzz%d(__global uint *out, __global const uint *in, uint k, __local uint *tmp)\n{\n", number);
	puts("\tuint l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1), g = get_group_id(0) * n + l;");
	for (i = 0; i < VARIABLES; i++)
		printf("\tuint v%d = in[g] * %uu + l * %uu;\n", i, 1 + random_below(8), random_below(5));
	puts("\tuint arr[8];\n\tfor (uint q = 0; q < 8u; q++)\n\t\tarr[q] = v0 + q;");
	if (strides && random_chance(50)) {
		/* A single loop is cut differently than several. */
		stride_loop(0);
		if (random_chance(50))
			tree(0);
		else if (random_chance(50))
			branch(0, true);
	} else {
		for (i = 0; i < 3; i++)
			block(0, true);
	}
	/* Divergent returns only after the last barrier. */
	may_leave = true;
	puts("\tif (v1 & 1u) {");
	block(1, false);
	may_leave = false;
	puts("\t}\nout:;");
	printf("\tout[g] = arr[l & 7u]");
	for (i = 0; i < VARIABLES; i++)
		printf(" ^ v%d * %du", i, 2 * i + 1);
	puts(";\n}\n");
}
