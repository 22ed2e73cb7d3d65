/*
 * Writes a SYCL program of random kernels, which compares what the device computes with threads of the host:
 *
 *     sycl-random SEED COUNT > program.cpp
 *
 * Kernel I of seed S depends on S and I only; those of seeds from 400 on have many small arrays.
 * tests/inputs/sycl/random.hpp has what the kernels call, and main().  Functions of groups are where all
 * work-items of the group come: in branches and loops whose conditions are the same for all of them.  Numbers are
 * such that no result is rounded.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "random-kernels.h"

enum { MOST_VARIABLES = 8, MOST_VECTORS = 3, MOST_DEPTH = 3 };

/* Which work-items run a statement together. */
enum together { WORK_GROUP, SUB_GROUP, SOME };

static const struct type {
	const char *name;
	unsigned size;
	bool real;
	bool atomic;	/* atomic_ref has it */
	bool wraps;	/* no operation overflows */
	bool truth;
} types[] = {
	{ "int", .size = 4, .atomic = true }, { "std::uint32_t", .size = 4, .atomic = true, .wraps = true },
	{ "std::int64_t", .size = 8, .atomic = true }, { "std::uint64_t", .size = 8, .atomic = true, .wraps = true },
	{ "short", .size = 2 }, { "unsigned short", .size = 2 }, { "signed char", .size = 1 }, { "unsigned char", .size = 1 },
	{ "float", .size = 4, .real = true, .atomic = true }, { "double", .size = 8, .real = true, .atomic = true },
	{ "sycl::half", .size = 2, .real = true },
	{ "long long", .size = 8, .atomic = true }, { "unsigned long long", .size = 8, .atomic = true, .wraps = true },
	{ "char", .size = 1 }, { "bool", .size = 1, .truth = true },
};
enum { NTYPES = sizeof types / sizeof *types, NLANES = NTYPES - 2 };

/* The variables that statements have: numbers of types[], v0 and so on. */
static struct {
	const struct type *type[MOST_VARIABLES];
	unsigned n;
	bool vector, pack, structs;	/* w, a vector of four int, p, and t1, t3, t12, t40 are there */
} variables;

static unsigned labels;
static bool has_arrays;

static void condition(int depth);
static void value(const struct type *type, int depth);
static void statements(enum together together, unsigned n, int depth);

static const struct type *
any_type(void)
{
	return &types[random_below(NTYPES)];
}

static unsigned
any_variable(void)
{
	return random_below(variables.n);
}

/* The same for all of the group, as an unsigned number. */
static const char *
same(enum together together)
{
	if (together == SUB_GROUP && random_chance(60))
		return one_of("part", "c.sub_id()", "c.size(sub())", "(part + c.sub_id())");
	return one_of("same", "c.arguments.n", "c.group(0)", "c.arguments.table[1]", "(same + c.group(0))", "c.size(whole())", "3u");
}

/* A number from 0 on. */
static void
index_value(void)
{
	printf("to<std::uint32_t>(");
	value(&types[random_below(4)], 1);
	putchar(')');
}

static void
leaf(const struct type *type)
{
	unsigned v = any_variable();

	if (random_chance(65)) {
		if (variables.type[v] == type)
			printf("v%u", v);
		else
			printf("to<%s>(v%u)", type->name, v);
		return;
	}
	printf("to<%s>(%s)", type->name,
	       one_of("1", "3", "-2", "60", "c.id(0)", "c.local(0)", "c.linear()", "c.me(whole())", "c.me(sub())", "c.size(sub())", "same", "part",
		      "c.arguments.tiny", "c.arguments.wide", "c.arguments.real", "c.arguments.table[c.local(0) % 5]", "0x80000001u"));
}

#include "sycl-random-vectors.h"
#include "sycl-random-language.h"

static void
call(const char *name, const struct type *type, unsigned n, int depth)
{
	unsigned i;

	printf("%s(", name);
	for (i = 0; i < n; i++) {
		fputs(i ? ", " : "", stdout);
		value(type, depth + 1);
	}
	putchar(')');
}

static void
number(const struct type *type, int depth)
{
	switch (type->truth ? 5 : random_below(6)) {
	case 0:
		call(one_of("sycl::min", "sycl::max", "sycl::add_sat", "sycl::sub_sat", "sycl::hadd", "sycl::rhadd", "sycl::mul_hi", "sycl::rotate",
			    "sycl::abs_diff"), type, 2, depth);
		break;
	case 1:
		call(one_of("sycl::popcount", "sycl::clz", "sycl::ctz", "sycl::abs"), type, 1, depth);
		break;
	case 2:
		printf("%s(", one_of("left", "right"));
		value(type, depth + 1);
		fputs(", ", stdout);
		index_value();
		putchar(')');
		break;
	case 3:
		call(one_of("quotient", "rest", "product"), type, 2, depth);
		break;
	default:
		putchar('(');
		value(type, depth + 1);
		printf(" %s ", one_of("&", "|", "^"));
		value(type, depth + 1);
		putchar(')');
	}
}

/* Of that type. */
static void
value(const struct type *type, int depth)
{
	if (depth > 1 || random_chance(30)) {
		leaf(type);
		return;
	}
	printf("to<%s>(", type->name);
	if (random_chance(10)) {
		condition(depth + 1);
		fputs(" ? ", stdout);
		value(type, depth + 1);
		fputs(" : ", stdout);
		value(type, depth + 1);
	} else if (random_chance(35)) {
		call(one_of("sum", "difference", "product"), type, 2, depth);
	} else if (!type->real) {
		number(type, depth);
	} else if (random_chance(50)) {
		call(one_of("sycl::fmin", "sycl::fmax", "sycl::copysign"), type, 2, depth);
	} else if (random_chance(50)) {
		call("sycl::fma", type, 3, depth);
	} else {
		call(one_of("sycl::fabs", "sycl::floor", "sycl::trunc", "sycl::sign"), type, 1, depth);
	}
	putchar(')');
}

static void
condition(int depth)
{
	const struct type *type = any_type();

	if (depth < 2 && random_chance(20)) {
		putchar('(');
		condition(depth + 1);
		fputs(one_of(" && ", " || "), stdout);
		condition(depth + 1);
		putchar(')');
		return;
	}
	putchar('(');
	value(type, 2);
	fputs(one_of(" < ", " <= ", " == ", " != ", " > "), stdout);
	value(type, 2);
	putchar(')');
}

/* An operation on that type of which the order does not matter. */
static const char *
operation(const struct type *type)
{
	if (type->truth)
		return one_of("logical_and", "logical_or", "bit_and", "bit_or", "bit_xor");
	if (type->real)
		return one_of("plus", "minimum", "maximum");
	return one_of("plus", "multiplies", "minimum", "maximum", "bit_and", "bit_or", "bit_xor");
}

static const char *
group(enum together together)
{
	return together == WORK_GROUP && random_chance(50) ? "whole()" : "sub()";
}

/* v = to<its type>(format) */
static void
assigned(unsigned v, const char *format, ...)
{
	va_list list;

	printf("v%u = to<%s>(", v, variables.type[v]->name);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	puts(");");
}

/* A reduction or a scan of v. */
static void
reduction(enum together together, unsigned v)
{
	const char *type = variables.type[v]->name, *op = operation(variables.type[v]), *g = group(together);

	switch (random_below(5)) {
	case 0: assigned(v, "c.reduce(%s, v%u, sycl::%s<%s>())", g, v, op, type); break;
	case 1: assigned(v, "c.reduce(%s, v%u, to<%s>(2), sycl::%s<%s>())", g, v, type, op, type); break;
	case 2: assigned(v, "c.inclusive(%s, v%u, sycl::%s<%s>())", g, v, op, type); break;
	case 3: assigned(v, "c.inclusive(%s, v%u, to<%s>(5), sycl::%s<%s>())", g, v, type, op, type); break;
	default: assigned(v, "c.exclusive(%s, v%u, to<%s>(3), sycl::%s<%s>())", g, v, type, op, type);
	}
}

/* Values go from one work-item of the sub-group to another. */
static void
exchange(enum together together)
{
	const char *what = "v";
	char name[12];

	if (vectors.n && random_chance(25)) {
		snprintf(name, sizeof name, "x%u", random_below(vectors.n));
		what = name;
	} else if (variables.structs && random_chance(30)) {
		what = one_of("t1", "t3", "t12", "t40");
	} else if (variables.vector && random_chance(20)) {
		what = "w";
	} else if (variables.pack && random_chance(20)) {
		what = "p";
	} else {
		snprintf(name, sizeof name, "v%u", any_variable());
		what = name;
	}
	switch (random_below(5)) {
	case 0: printf("%s = c.shift_left(%s, %u);\n", what, what, random_below(5)); break;
	case 1: printf("%s = c.shift_right(%s, %u);\n", what, what, random_below(5)); break;
	case 2: printf("%s = c.exchange(%s, %u);\n", what, what, random_below(8)); break;
	case 3:
		printf("%s = c.select(%s, ", what, what);
		index_value();
		puts(");");
		break;
	default: printf("%s = c.broadcast(%s, %s, %s);\n", what, group(together), what, same(together));
	}
}

/* All work-items change one element of local memory. */
static void
atomic(unsigned v)
{
	const char *type = variables.type[v]->name;

	if (random_chance(40)) {
		assigned(v, "c.gather(v%u, to<%s>(%s), [](auto &a, auto x) { %s old = a.load(); while (!a.compare_exchange_%s(old, %s)) { } })", v, type,
			 same(WORK_GROUP), type, one_of("weak", "strong"),
			 one_of("to<decltype(x)>(sum(old, x))", "old < x ? x : old", "to<decltype(x)>(difference(old, x))", "x < old ? x : old"));
		return;
	}
	if (random_chance(20)) {
		assigned(v, "c.total(v%u)", v);
		return;
	}
	assigned(v, "c.gather(v%u, to<%s>(%s), [](auto &a, auto x) { a.fetch_%s(x); })", v, type, same(WORK_GROUP),
		 variables.type[v]->real ? one_of("add", "sub", "min", "max") : one_of("add", "sub", "min", "max", "and", "or", "xor"));
}

/* Values that group_load, or a sort, gives to other work-items. */
static void
arranged(unsigned v)
{
	if (variables.type[v]->real || random_chance(50)) {
		assigned(v, "c.template spread<%u, %s>(v%u, v%u_index)", 1 + random_below(5), one_of("true", "false"), v, v);
		return;
	}
	assigned(v, "c.sorted(v%u, std::%s<%s>())", v, one_of("less", "greater"), one_of("", variables.type[v]->name));
}

/* A vector through local memory. */
static void
through_memory(int depth)
{
	unsigned x = random_below(vectors.n);

	printf("c.put(c.me(whole()), x%u);\n", x);
	indent(depth);
	puts("c.barrier(whole());");
	indent(depth);
	printf("x%u = c.take(", x);
	index_value();
	printf(", x%u);\n", x);
	indent(depth);
	puts("c.barrier(whole());");
}

/* Through local memory. */
static void
memory(unsigned v, int depth)
{
	const char *type = variables.type[v]->name;

	if (vectors.n && random_chance(20)) {
		through_memory(depth);
		return;
	}
	if (variables.type[v]->atomic && random_chance(40)) {
		atomic(v);
		return;
	}
	if (random_chance(20)) {
		arranged(v);
		return;
	}
	printf("c.put(c.me(whole()), v%u);\n", v);
	indent(depth);
	puts("c.barrier(whole());");
	indent(depth);
	if (random_chance(40)) {
		assigned(v, "c.reduce_memory(v%u, %s, sycl::%s<%s>())", v, same(WORK_GROUP), operation(variables.type[v]), type);
	} else if (random_chance(40)) {
		assigned(v, "c.template scan_memory<%s, %s>(v%u, to<%s>(3), sycl::%s<%s>())", one_of("true", "false"), one_of("true", "false"), v,
			 type, operation(variables.type[v]), type);
	} else if (random_chance(30)) {
		assigned(v, "c.found_memory(v%u, %s, [limit = to<%s>(%s)](%s x) { return x %s limit; })", v, same(WORK_GROUP), type, same(WORK_GROUP),
			 type, one_of("<", ">=", "!="));
	} else {
		printf("v%u = c.take(", v);
		index_value();
		printf(", v%u);\n", v);
	}
	indent(depth);
	puts("c.barrier(whole());");
}

/* A function of the group, or of the sub-group. */
static void
collective(enum together together, int depth)
{
	unsigned v = any_variable();
	const char *type = variables.type[v]->name;

	switch (random_below(together == WORK_GROUP ? 9 : 6)) {
	case 0:
	case 1: reduction(together, v); break;
	case 2: exchange(together); break;
	case 3:
		printf("v%u = to<%s>(c.%s(%s, ", v, type, one_of("any", "all", "none"), group(together));
		condition(1);
		puts("));");
		break;
	case 4:
		printf("v%u = to<%s>(c.%s(", v, type, one_of("reduce_alike", "scan_alike"));
		condition(1);
		printf(", v%u, sycl::%s<%s>()));\n", v, operation(variables.type[v]), type);
		break;
	case 5:
		if (random_chance(25))
			assigned(v, "c.template scan_chunk<%u>(v%u, to<%s>(2), sycl::%s<%s>())", 1u << random_below(5), v, type,
				 operation(variables.type[v]), type);
		else if (random_chance(25))
			assigned(v, "c.template turn_chunk<%u>(v%u, %u)", 1u << random_below(5), v, random_below(9));
		else if (random_chance(50))
			assigned(v, "c.template reduce_chunk<%u>(v%u, sycl::%s<%s>())", 1u << random_below(4), v, operation(variables.type[v]), type);
		else
			printf("part = to<std::uint32_t>(c.reduce(sub(), v%u, sycl::maximum<%s>())) & 7;\n", v, type);
		break;
	case 6: printf("same = to<std::uint32_t>(c.reduce(whole(), v%u, sycl::maximum<%s>())) & 7;\n", v, type); break;
	default: memory(v, depth);
	}
}

static void
block(enum together together, unsigned n, int depth)
{
	puts("{");
	statements(together, n, depth + 1);
	indent(depth);
	puts("}");
}

/* Whether what is in the branch or loop has functions of groups: then the condition is the same for all. */
static enum together
inside(enum together together)
{
	if (together == WORK_GROUP && random_chance(40))
		return WORK_GROUP;
	return together != SOME && random_chance(40) ? SUB_GROUP : SOME;
}

static void
branch(enum together together, int depth)
{
	enum together in = inside(together);

	fputs("if (", stdout);
	if (in == SOME)
		condition(0);
	else
		printf("(%s & %u) %s 0", same(in), 1 + random_below(3), one_of("==", "!="));
	fputs(") ", stdout);
	block(in, 1 + random_below(3), depth);
	if (random_chance(50)) {
		indent(depth);
		fputs("else ", stdout);
		block(in, 1 + random_below(2), depth);
	}
}

static void
loop(enum together together, int depth)
{
	enum together in = inside(together);
	unsigned label = labels++;

	printf("for (std::uint32_t r%u = 0, e%u = ", label, label);
	if (in == SOME)
		index_value();
	else
		fputs(same(in), stdout);
	printf(" %% 5; r%u < e%u; r%u++) {\n", label, label, label);
	if (random_chance(30)) {
		indent(depth + 1);
		printf("if (r%u %s ", label, one_of(">", "=="));
		if (in == SOME)
			index_value();
		else
			fputs(same(in), stdout);
		printf(" %% 4)\n");
		indent(depth + 2);
		puts(one_of("break;", "continue;"));
	}
	statements(in, 1 + random_below(3), depth + 1);
	indent(depth);
	puts("}");
}

static void
choice(enum together together, int depth)
{
	enum together in = inside(together);
	unsigned i, n = 2 + random_below(3);

	fputs("switch (", stdout);
	if (in == SOME)
		index_value();
	else
		fputs(same(in), stdout);
	puts(" % 5) {");
	for (i = 0; i < n; i++) {
		indent(depth);
		printf("case %u: ", i);
		block(in, 1 + random_below(2), depth);
		indent(depth + 1);
		puts(i == n - 1 || random_chance(70) ? "break;" : "[[fallthrough]];");
	}
	indent(depth);
	puts("default: break;");
	indent(depth);
	puts("}");
}

/* A private array that is written and read at computed places. */
static void
array(int depth)
{
	unsigned label = labels++, v = any_variable();
	const char *type = variables.type[v]->name;

	printf("%s a%u[6] = {};\n", type, label);
	indent(depth);
	printf("for (std::uint32_t i = 0; i < 6; i++)\n");
	indent(depth + 1);
	printf("a%u[(i * %u + v%u_index) %% 6] = to<%s>(", label, 1 + random_below(6), v, type);
	value(variables.type[v], 1);
	puts(" );");
	indent(depth);
	printf("v%u = a%u[", v, label);
	index_value();
	puts(" % 6];");
}

static void
vector(void)
{
	static const struct type *const of_int = &types[0];

	switch (random_below(5)) {
	case 0:
		printf("w %s w.swizzle<%s>();\n", one_of("^=", "&=", "|="), one_of("3, 2, 1, 0", "1, 0, 3, 2", "2, 3, 0, 1", "0, 0, 1, 1"));
		break;
	case 1:
		fputs("w[static_cast<int>(", stdout);
		index_value();
		fputs(" & 3)] = ", stdout);
		value(of_int, 1);
		puts(";");
		break;
	case 2:
		printf("w.%s() = ", one_of("x", "y", "z", "w"));
		value(of_int, 1);
		puts(";");
		break;
	case 3:
		printf("w.%s() = w.%s();\n", one_of("lo", "hi", "even", "odd"), one_of("swizzle<3, 2>", "swizzle<0, 0>", "hi", "odd"));
		break;
	default:
		printf("w = sycl::%s(w, sycl::int4(", one_of("min", "max", "add_sat", "abs_diff"));
		value(of_int, 1);
		puts(")).template as<sycl::int4>();");
	}
}

static void
structure(void)
{
	unsigned v = any_variable();

	switch (random_below(4)) {
	case 0: printf("p.c = to<signed char>(v%u);\n", v); break;
	case 1: printf("p.d = to<double>(v%u);\n", v); break;
	case 2:
		fputs("p.s[", stdout);
		index_value();
		printf(" %% 3] = to<short>(v%u);\n", v);
		break;
	default: printf("v%u = to<%s>(p.%s);\n", v, variables.type[v]->name, one_of("c", "d", "s[1]", "s[c.local(0) % 3]"));
	}
}

/* An atomic operation on global memory, the order of which does not matter. */
static void
counter(void)
{
	static const char *const changes[] = {
		"a.fetch_add(x);", "a.fetch_max(x);", "a.fetch_xor(x);", "a.fetch_or(x);", "a.fetch_sub(x);",
		"auto old = a.load(); while (!a.compare_exchange_weak(old, old + x)) { }",
	};
	unsigned kind = random_below(6);

	printf("c.change(%u, ", kind);
	index_value();
	fputs(", ", stdout);
	value(&types[3], 1);
	printf(", [](auto &a, std::uint64_t x) { %s });\n", changes[kind]);
}

static void
plain(void)
{
	unsigned v = any_variable(), n;

	if (vectors.n && random_chance(35)) {
		for (n = random_below(5); n--; vector_statement())
			;
		vector_statement();
	} else if (random_chance(40)) {
		for (n = random_below(3); n--; language())
			;
		language();
	} else if (variables.vector && random_chance(15)) {
		vector();
	} else if (variables.pack && random_chance(15)) {
		structure();
	} else if (random_chance(10)) {
		counter();
	} else {
		printf("v%u = ", v);
		value(variables.type[v], 0);
		puts(";");
	}
}

static void
statements(enum together together, unsigned n, int depth)
{
	while (n--) {
		unsigned kind = random_below(100);

		indent(depth);
		if (depth < MOST_DEPTH && kind < 12)
			branch(together, depth);
		else if (depth < MOST_DEPTH && kind < 22)
			loop(together, depth);
		else if (depth < MOST_DEPTH && kind < 27)
			choice(together, depth);
		else if (together != SOME && kind < 65)
			collective(together, depth);
		else if (kind < 70)
			array(depth);
		else
			plain();
	}
}

/* The variables' declarations, from v0 or v1 on. */
static void
declare(unsigned from)
{
	unsigned v;

	for (v = from; v < variables.n; v++) {
		variables.type[v] = any_type();
		printf("\t%s v%u = to<%s>(%s);\n", variables.type[v]->name, v, variables.type[v]->name,
		       one_of("c.linear()", "c.local(0)", "c.id(0) * 3 + 1", "c.arguments.table[c.linear() % 5]", "c.me(whole()) * 40503u", "7", "c.arguments.real"));
	}
	puts("\tstd::uint32_t same = c.arguments.n & 7, part = c.sub_id();");
	for (v = 0; v < variables.n; v++)
		printf("\tconst std::uint32_t v%u_index = to<std::uint32_t>(v%u) & 7;\n", v, v);
	if (variables.vector)
		puts("\tsycl::int4 w(to<int>(v0), 2, -3, static_cast<int>(c.id(0)));");
	declare_vectors();
	if (variables.structs)
		puts("\tbytes<1> t1 = {{ to<unsigned char>(v0) }};\n\tbytes<3> t3 = {{ 1, to<unsigned char>(v1), 3 }};\n"
		     "\tbytes<12> t12 = {{ to<unsigned char>(v0), 5, 6, to<unsigned char>(v1) }};\n"
		     "\twords t40 = {{ to<std::uint32_t>(v0), 1, 2, to<std::uint32_t>(v1) }};");
	if (variables.pack)
		puts("\tpack p = { 1, 2.0, { to<short>(v0), 4, 5 } };");
}

static void
result(void)
{
	unsigned v;

	for (v = 0; v < variables.n; v++)
		printf("\thash = mix(hash, v%u);\n", v);
	if (variables.vector)
		puts("\thash = mix(hash, w);");
	if (variables.pack)
		puts("\thash = mix(hash, p);");
	for (v = 0; v < vectors.n; v++)
		printf("\thash = mix(hash, x%u);\n", v);
	if (variables.structs)
		puts("\thash = mix(mix(mix(mix(hash, t1), t3), t12), t40);");
	for (v = 0; v < variables.n; v++)
		printf("\thash += v%u_index;\n", v);
}

/* A function that all work-items call. */
static void
helper(int number)
{
	const struct type *type = any_type();

	variables.n = 1 + random_below(3);
	variables.vector = variables.pack = variables.structs = false;
	vectors.n = random_chance(30);
	variables.type[0] = type;
	printf("template <typename C>\n%s%s h%d(const C &c, %s v0, std::uint64_t &out)\n{\n", random_chance(40) ? "__attribute__((noinline)) " : "",
	       type->name, number, type->name);
	declare(1);
	statements(WORK_GROUP, 2 + random_below(3), 0);
	puts("\tstd::uint64_t hash = mix(same, part);");
	result();
	puts("\tout += hash;\n\treturn v0;\n}\n");
}

static void
print_range(unsigned dimensions, const unsigned *sizes)
{
	unsigned d;

	printf("sycl::range<%u>(", dimensions);
	for (d = 0; d < dimensions; d++)
		printf("%s%u", d ? ", " : "", sizes[d]);
	putchar(')');
}

/* Sizes of that many dimensions whose product is at most "most"; CUDA takes 64 at most in the first of three. */
static void
choose_sizes(unsigned dimensions, unsigned most, unsigned *sizes)
{
	unsigned d;

	for (d = 0; d < dimensions; d++) {
		sizes[d] = 1 + random_below(d + 1 == dimensions || random_chance(30) ? most : most < 5 ? most : 5);
		if (d + 2 < dimensions && sizes[d] > 64)
			sizes[d] = 64;
		most /= sizes[d];
	}
}

static void
kernel(uint64_t seed, int number)
{
	unsigned dimensions, groups[3], sizes[3];
	const struct type *helped = NULL;

	random_begin(seed, number);
	has_arrays = seed >= 400;
	if (number == 0)
		puts("#include \"random.hpp\"\n");
	dimensions = 1 + random_below(3);
	choose_sizes(dimensions, 4, groups);
	choose_sizes(dimensions, random_chance(10) ? 1 : random_chance(10) ? 280 : random_chance(50) ? 96 : 24, sizes);
	if (random_chance(40)) {
		helper(number);
		helped = variables.type[0];
	}
	variables.n = 2 + random_below(MOST_VARIABLES - 2);
	variables.vector = random_chance(40);
	variables.pack = random_chance(30);
	variables.structs = random_chance(30);
	vectors.n = random_chance(60) ? 1 + random_below(MOST_VECTORS) : 0;
	printf("template <typename C>\nstd::uint64_t k%d(const C &c)\n{\n", number);
	declare(0);
	puts("\tstd::uint64_t helped = 0;");
	statements(WORK_GROUP, 3 + random_below(random_chance(30) ? 15 : 5), 0);
	if (helped) {
		unsigned v = any_variable();

		printf("\tv%u = to<%s>(h%d(c, to<%s>(v%u), helped));\n", v, variables.type[v]->name, number, helped->name, any_variable());
		statements(WORK_GROUP, 1 + random_below(3), 0);
	}
	puts("\tstd::uint64_t hash = mix(same, part);");
	result();
	if (random_chance(30)) {
		fputs("\tif (", stdout);
		condition(1);
		puts(")\n\t\treturn hash + helped;");
		statements(SOME, 1 + random_below(3), 0);
		result();
	}
	puts("\treturn hash + helped;\n}\n");
	printf("static test test%d([](sycl::queue &q) {\n\treturn is_right(q, \"k%d\", ", number, number);
	print_range(dimensions, groups);
	fputs(", ", stdout);
	print_range(dimensions, sizes);
	printf(",\n\t\tgiven{%u, { 1, 20, %u, 4, 50 }, -7, 2.0, -3}, [](const auto &c) { return k%d(c); });\n});\n\n", 1 + random_below(9),
	       random_below(1000), number);
}
