/*
 * Writes random kernels in OpenCL C, wilder ones than mux-fuzz:
 *
 *     mux-wild SEED COUNT
 *
 * Kernel I of seed S depends on S and I only.  They have three dimensions,
 * helpers (with barriers, too), early returns, gotos into loops, switches, vectors,
 * structures, numbers of all sizes, collectives, atomics and asynchronous
 * copies.  Barriers are in uniform control flow, nothing races, no operation is
 * undefined: tests/c/mux-wild-host.c computes the same with one fiber a work-item.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "random-kernels.h"

enum { WORDS = 6, HELPERS = 3, MAX_DEPTH = 3 };

static int labels;
static int kernel_number;
static int helpers;		/* that the function may call: those before it */
static bool helper_waits[HELPERS];	/* it has barriers */
static bool in_helper;
static bool may_leave;		/* divergent returns are allowed here */
static bool somebody_leaves;	/* work-items of the kernel may return before others come to barriers */
static int budget;		/* statements that the function may still have */

/* --- expressions -------------------------------------------------------------- */

static void expression(int depth);

static void
index_below(unsigned power)
{
	putchar('(');
	expression(2);
	printf(") & %uu", power - 1);
}

static void
leaf(void)
{
	static const char *const names[] = { "l", "g", "n", "k", "x", "y", "z", "nx", "(uint)b0", "(uint)h0", "(uint)q0",
					     "(uint)c0", "(uint)s0", "as_uint(f0)", "(uint)(q0 >> 32)", "(uint)(int)f0",
					     "(uint)a.c", "(uint)a.h", "(uint)a.q", "(uint)my.c", "(uint)my.h[1]", "(uint)my.q" };

	switch (random_below(12)) {
	case 0:
		printf("%uu", random_below(99));
		break;
	case 1:
		printf("w%u.%c", random_below(2), "xyzw"[random_below(4)]);
		break;
	case 2:
		printf("arr[");
		index_below(8);
		putchar(']');
		break;
	case 3:
		printf("(uint)bytes[");
		index_below(16);
		putchar(']');
		break;
	case 4:
		printf(random_chance(50) ? "p0[%u]" : "(*p1 + %u)", random_below(3));
		break;
	case 5:
		printf(random_chance(50) ? "a.t[" : "table[");
		index_below(4);
		putchar(']');
		break;
	case 6: case 7: case 8:
		fputs(names[random_below(sizeof names / sizeof *names)], stdout);
		break;
	default:
		printf("v%u", random_below(WORDS));
	}
}

static void
expression(int depth)
{
	static const char *const ops[] = { "+", "-", "*", "^", "&", "|", "+", "^" };

	if (depth > 2 || random_chance(30)) {
		leaf();
		return;
	}
	putchar('(');
	if (random_chance(12)) {
		expression(depth + 1);
		printf(" %s ", random_chance(50) ? "/" : "%");
		putchar('(');
		expression(depth + 1);
		fputs(" | 1u)", stdout);
	} else if (random_chance(12)) {
		expression(depth + 1);
		printf(" %s (", random_chance(50) ? "<<" : ">>");
		expression(depth + 1);
		fputs(" & 31u)", stdout);
	} else if (random_chance(12)) {
		expression(depth + 1);
		fputs(" & 1u ? ", stdout);
		expression(depth + 1);
		fputs(" : ", stdout);
		expression(depth + 1);
	} else {
		expression(depth + 1);
		printf(" %s ", ops[random_below(8)]);
		expression(depth + 1);
	}
	putchar(')');
}

/* The same for all work-items; tmp is read between two barriers only. */
static void
uniform_expression(void)
{
	static const char *const forms[] = { "k", "n", "(k & 3u)", "(k + n)", "(n & 7u)", "3u", "5u", "in[k]", "(in[k + 1u] & 15u)", "ny",
					     "a.t[k & 3u]", "nz", "(uint)get_group_id(0)", "(uint)get_group_id(1)" };

	fputs(forms[random_below(sizeof forms / sizeof *forms)], stdout);
}

static void
condition(bool uniform)
{
	static const char *const ops[] = { "<", ">", "==", "!=" };
	static const char *const ids[] = { "x", "y", "z", "l", "(uint)get_global_id(0)", "(uint)get_local_id(1)" };
	static const unsigned masks[] = { 1, 3, 7 };

	if (!uniform && random_chance(25)) {
		printf("%s %s ", ids[random_below(6)], ops[random_below(4)]);
		uniform_expression();
		return;
	}
	printf("((");
	if (uniform)
		uniform_expression();
	else
		expression(0);
	printf(") & %uu) %s %uu", masks[random_below(3)], ops[random_below(4)], random_below(6));
}

/* --- statements in any control flow --------------------------------------------- */

static void block(int depth, bool uniform);

static void
assign(void)
{
	static const char *const targets[] = { "b0", "h0", "q0", "c0", "s0", "my.c", "my.h[2]", "my.q", "p0[1]", "*p1" };
	unsigned kind = random_below(100);

	if (kind < 40) {
		printf("v%u = ", random_below(WORDS));
		expression(0);
	} else if (kind < 55) {
		printf("%s = (", targets[random_below(10)]);
		expression(0);
		printf(")");
	} else if (kind < 60) {
		fputs("q0 = q0 * 0x100000003ul + (", stdout);
		expression(1);
		putchar(')');
	} else if (kind < 66) {
		printf(random_chance(50) ? "f0 = f0 * 0.75f + (float)((" : "d0 = d0 / 3.0 + (double)((");
		expression(1);
		fputs(") & 1023u)", stdout);
	} else if (kind < 70) {
		fputs("f0 = (float)d0 + (float)(short)h0; v3 += (uint)(long)d0", stdout);
	} else if (kind < 80) {
		printf("w%u = w%u.%s %c (uint4)(", random_below(2), random_below(2), random_chance(50) ? "wzyx" : "yxxw", "+*^-"[random_below(4)]);
		expression(1);
		putchar(')');
	} else if (kind < 84) {
		printf("w%u.%s = (uint2)(", random_below(2), random_chance(50) ? "xw" : "yz");
		expression(1);
		fputs(", ", stdout);
		expression(1);
		putchar(')');
	} else if (kind < 92) {
		printf(random_chance(50) ? "arr[" : "bytes[");
		index_below(8);
		fputs("] += (", stdout);
		expression(1);
		putchar(')');
	} else if (kind < 95) {
		fputs("p0 = ", stdout);
		expression(1);
		fputs(" & 1u ? arr : arr + 3; p1 = &p0[2]", stdout);
	} else if (kind < 98) {
		printf("buf[g * 4u + (");
		index_below(4);
		fputs(")] += ", stdout);
		expression(1);
	} else {
		printf("if (n > 3u) { v%u ^= buf[g * 4u + %uu]; buf[g * 4u + %uu] = v%u; }", random_below(WORDS), random_below(4),
		       random_below(4), random_below(WORDS));
	}
	puts(";");
}

static void
count_atomically(void)
{
	static const char *const ops[] = { "add", "add", "sub", "xor", "max", "min", "or", "and" };
	unsigned which = random_below(8);

	if (random_chance(30))
		printf("v%u += atomic_%s(&own[g], ", random_below(WORDS), ops[which]);
	else
		printf("atomic_%s(&counts[%u], ", ops[which], which);
	expression(1);
	puts(");");
}

static void
branch(int depth, bool uniform)
{
	bool same = random_chance(50);

	printf("if (");
	condition(same);
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
choice(int depth, bool uniform)
{
	bool same = random_chance(50);
	unsigned n = 2 + random_below(4), i;

	printf("switch ((");
	if (same)
		uniform_expression();
	else
		expression(0);
	printf(") %% %uu) {\n", n + random_below(2));
	for (i = 0; i < n; i++) {
		indent(depth);
		printf(i + 1 == n && random_chance(50) ? "default: {\n" : "case %uu: {\n", i);
		block(depth + 1, uniform && same);
		indent(depth);
		puts(random_chance(70) ? "} break;" : "}");
		if (i + 1 < n)
			continue;
		indent(depth);
		puts("}");
	}
}

/* Leaves or goes on with the loop around, now and then. */
static void
jump(int depth)
{
	if (!random_chance(40))
		return;
	indent(depth + 1);
	printf("if (");
	condition(false);
	puts(random_chance(70) ? ") break;" : ") continue;");
	indent(depth + 1);
	printf("v%u ^= 5u;\n", random_below(WORDS));
}

static void
loop(int depth, bool uniform)
{
	bool same = random_chance(50), counts = random_chance(60);
	int label = labels++;

	printf(counts ? "for (uint i%d = 0, e%d = (" : "{ uint i%d = 0, e%d = (", label, label);
	if (same)
		uniform_expression();
	else
		expression(0);
	printf(counts ? ") & 7u; i%d < e%d; i%d++) {\n" : ") & 7u; do {\n", label, label, label);
	indent(depth + 1);
	printf("v%u += i%d * 3u;\n", random_below(WORDS), label);
	block(depth + 1, uniform && same);
	if (!(uniform && same))
		jump(depth);
	indent(depth);
	if (counts)
		puts("}");
	else
		printf("} while (++i%d < e%d); }\n", label, label);
}

/* A loop that is entered at two places. */
static void
two_entries(int depth, bool uniform)
{
	bool same = random_chance(50);
	int label = labels++;

	printf("{ uint i%d = 0; if (", label);
	condition(same);
	printf(") goto in%d;\n", label);
	indent(depth);
	printf("again%d: v%u += i%d + 7u;\n", label, random_below(WORDS), label);
	block(depth + 1, uniform && same);
	indent(depth);
	printf("in%d: v%u ^= i%d;\n", label, random_below(WORDS), label);
	block(depth + 1, uniform && same);
	indent(depth);
	printf("if (++i%d < ((", label);
	if (same)
		uniform_expression();
	else
		expression(0);
	printf(") & 3u)) goto again%d; }\n", label);
}

/* Calls a helper, one with barriers only where all work-items come. */
static void
call_helper(bool uniform)
{
	int which = (int)random_below((unsigned)helpers);

	if (helper_waits[which] && !uniform)
		which = -1;
	if (which < 0) {
		assign();
		return;
	}
	printf("v%u += help%d_%d(", random_below(WORDS), kernel_number, which);
	expression(1);
	puts(", in, k, tmp, buf, own, counts, a, shared);");
}

/* --- statements that all work-items run together --------------------------------- */

static void
exchange(int depth)
{
	static const char *const fences[] = { "CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE" };
	unsigned far = random_below(40);

	switch (random_below(4)) {
	case 0:
		printf("buf[g * 4u] = ");
		expression(0);
		printf("; barrier(%s);\n", fences[1]);
		indent(depth);
		printf("v%u ^= buf[(g - l + (l + %uu) %% n) * 4u]; barrier(%s);\n", random_below(WORDS), far, fences[1]);
		break;
	case 1:
		printf("shared->byte[l] = (uchar)(");
		expression(0);
		printf("); barrier(%s);\n", fences[0]);
		indent(depth);
		printf("b0 += shared->byte[(l * 3u + %uu) %% n]; barrier(%s);\n", far, fences[0]);
		break;
	case 2:
		printf("if (l < 8u) shared->odd[l].q = (ulong)(");
		expression(0);
		printf(") << 7; barrier(%s);\n", fences[0]);
		indent(depth);
		printf("q0 += shared->odd[(l + %uu) & 7u].q; barrier(%s);\n", far, fences[0]);
		break;
	default:
		printf("tmp[l] = ");
		expression(0);
		printf("; barrier(%s);\n", fences[0]);
		indent(depth);
		printf("v%u += tmp[(l + %uu) %% n]; barrier(%s);\n", random_below(WORDS), far, fences[0]);
	}
}

static void
tree(int depth)
{
	printf("tmp[l] = ");
	expression(0);
	puts(";");
	indent(depth);
	printf("for (uint o = n / 2u; o; o /= 2u) { barrier(CLK_LOCAL_MEM_FENCE); if (l < o) tmp[l] += tmp[l + o]; }\n");
	indent(depth);
	printf("barrier(CLK_LOCAL_MEM_FENCE); v%u += tmp[0]; barrier(CLK_LOCAL_MEM_FENCE);\n", random_below(WORDS));
}

static void
collective(int depth)
{
	static const char *const kinds[] = { "work_group_reduce", "work_group_scan_inclusive", "work_group_scan_exclusive" };
	static const char *const ops[] = { "add", "min", "max" };
	unsigned which = random_below(6);

	if (which < 3) {
		printf("v%u ^= %s_%s(", random_below(WORDS), kinds[which], ops[random_below(3)]);
		expression(0);
		puts(");");
	} else if (which == 3 && !somebody_leaves) {
		printf("v%u += BROADCAST(v%u, (size_t)(k %% nx), (size_t)((k + 1u) %% ny), (size_t)(n %% nz));\n", random_below(WORDS),
		       random_below(WORDS));
	} else if (which == 4) {
		printf("q0 += work_group_reduce_add(q0 ^ (ulong)(");
		expression(1);
		puts("));");
	} else {
		printf("if (work_group_%s((", random_chance(50) ? "any" : "all");
		expression(1);
		puts(") & 3u)) {");
		block(depth + 1, true);
		indent(depth);
		puts("}");
	}
}

/* Goes round while some work-item wants to. */
static void
vote_loop(int depth)
{
	int label = labels++;

	printf("for (uint i%d = 0; i%d < 4u && work_group_any(((", label, label);
	expression(1);
	printf(") & 7u) > i%d); i%d++) {\n", label, label);
	block(depth + 1, true);
	indent(depth);
	puts("}");
}

static void
copy_asynchronously(int depth)
{
	printf("{ event_t e = async_work_group_copy(shared->copy, in + %uu, 16, 0); wait_group_events(1, &e); }\n",
	       random_below(32));
	indent(depth);
	printf("v%u += shared->copy[(", random_below(WORDS));
	expression(1);
	puts(") & 15u]; barrier(CLK_LOCAL_MEM_FENCE);");
}

static void
count_in_group(int depth)
{
	printf("atomic_add(&shared->count, ");
	expression(1);
	puts("); barrier(CLK_LOCAL_MEM_FENCE);");
	indent(depth);
	printf("v%u ^= shared->count; barrier(CLK_LOCAL_MEM_FENCE);\n", random_below(WORDS));
}

static void
leave(int depth)
{
	printf("if (");
	condition(false);
	puts(") {");
	indent(depth + 1);
	puts("RESULT; return;");
	indent(depth);
	puts("}");
}

static void
statement_for_all(int depth)
{
	switch (random_below(8)) {
	case 0:
		tree(depth);
		break;
	case 1: case 2:
		collective(depth);
		break;
	case 3:
		if (depth < MAX_DEPTH)
			vote_loop(depth);
		else
			exchange(depth);
		break;
	case 4:
		if (somebody_leaves)
			exchange(depth);
		else
			copy_asynchronously(depth);
		break;
	case 5:
		count_in_group(depth);
		break;
	default:
		exchange(depth);
	}
}

static void
statement(int depth, bool uniform)
{
	unsigned kind = random_below(100);

	indent(depth);
	if (uniform && kind < 20)
		statement_for_all(depth);
	else if (kind < 32 && depth < MAX_DEPTH)
		branch(depth, uniform);
	else if (kind < 44 && depth < MAX_DEPTH)
		loop(depth, uniform);
	else if (kind < 49 && depth < MAX_DEPTH)
		choice(depth, uniform);
	else if (kind < 53 && depth < MAX_DEPTH)
		two_entries(depth, uniform);
	else if (kind < 58)
		count_atomically();
	else if (kind < 66 && helpers)
		call_helper(uniform);
	else if (kind < 69 && may_leave && !in_helper)
		leave(depth);
	else if (kind < 72 && in_helper && !helper_waits[helpers])
		puts("if (v0 & 1u) return v1 ^ v2;");
	else
		assign();
}

static void
block(int depth, bool uniform)
{
	unsigned n = 1 + random_below(4);

	for (; n && budget > 0; n--) {
		budget--;
		statement(depth, uniform);
	}
	indent(depth);
	puts(";");
}

/* --- functions ----------------------------------------------------------------- */

static void
variables(const char *from)
{
	int i;

	puts("\tuint l = get_local_linear_id(), x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);");
	puts("\tuint nx = get_local_size(0), ny = get_local_size(1), nz = get_local_size(2), n = nx * ny * nz;");
	puts("\tuint g = (get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2))) * n + l;");
	for (i = 0; i < WORDS; i++)
		printf("\tuint v%d = %s * %uu + l * %uu;\n", i, from, 1 + random_below(8), random_below(5));
	puts("\tuint arr[8]; uchar bytes[16]; uint *p0 = arr + 1, *p1 = arr;");
	puts("\tuint4 w0 = (uint4)(v0, v1, v2, v3), w1 = w0 * v4;");
	puts("\tuchar b0 = (uchar)v1; ushort h0 = (ushort)v2; ulong q0 = v3; char c0 = (char)v4; short s0 = (short)v5;");
	puts("\tfloat f0 = (float)(v1 & 4095u); double d0 = (double)(v2 & 4095u);");
	puts("\tstruct odd my = { 1, { 2, 3, 4 }, v1 };");
	puts("\tfor (uint q = 0; q < 16u; q++) { arr[q & 7u] = v0 + q; bytes[q] = (uchar)(v1 * q); }");
}

static void
helper(int number)
{
	in_helper = true;
	helpers = number;
	helper_waits[number] = random_chance(50);
	budget = 12;
	printf("%suint help%d_%d(uint seed, __global const uint *in, uint k, __local uint *tmp, __global uint *buf, __global uint *own,\n"
	       "\t__global uint *counts, struct args a, __local struct shared *shared)\n{\n",
	       random_chance(30) ? "__attribute__((noinline)) " : "", kernel_number, number);
	variables("seed");
	block(0, helper_waits[number]);
	block(0, helper_waits[number]);
	puts("\treturn v0 ^ v1 ^ v2 * 3u ^ w0.x ^ arr[l & 7u] ^ bytes[l & 15u] ^ (uint)q0 ^ b0 ^ h0 ^ (uint)my.q;\n}\n");
	in_helper = false;
}

static void
kernel(uint64_t seed, int number)
{
	int n, i;

	random_begin(seed, number);
	kernel_number = number;
	labels = 0;
	may_leave = false;
	somebody_leaves = random_chance(30);
	n = (int)random_below(HELPERS + 1);
	for (i = 0; i < n; i++)
		helper(i);
	helpers = n;
	printf("__kernel void wild%d(__global uint *out, __global const uint *in, uint k, __local uint *tmp, __global uint *buf,\n"
	       "\t__global uint *own, __global uint *counts, struct args a)\n{\n"
	       "\tSHARED;\n", number);
	variables("in[g & 255u]");
	puts("\tif (l == 0u) shared->count = 0;\n\ttmp[l] = 0; shared->byte[l] = 0;");
	puts("\tfor (uint q = 0; q < 8u && !l; q++) shared->odd[q].q = 1;");
	puts("\tbarrier(CLK_LOCAL_MEM_FENCE);");
	may_leave = somebody_leaves;
	budget = 60;
	for (i = 0; i < 4; i++)
		block(0, true);
	puts("\tif (v1 & 1u) {");
	may_leave = true;
	block(1, false);
	puts("\t}\n\tRESULT;\n}\n");
}
