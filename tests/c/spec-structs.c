/*
 * spec-structs SEED COUNT: a C++ source with COUNT specialization constants of
 * random struct types.  Compiled with -DDEVICE it has a function that asks for
 * all of them; otherwise it is a program that prints of each, as the host
 * compiler lays it out: its name, its size, OFFSET:SIZE of each number, and
 * its default value in hexadecimal digits, with zeros as padding.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_MEMBERS = 5, MAX_DEPTH = 3 };

static const struct scalar {
	const char *name;
	int floating;
} scalars[] = {
	{ "bool", 0 }, { "char", 0 }, { "signed char", 0 }, { "unsigned char", 0 }, { "short", 0 }, { "unsigned short", 0 },
	{ "int", 0 }, { "unsigned", 0 }, { "long", 0 }, { "unsigned long long", 0 }, { "small", 0 }, { "wide", 0 },
	{ "_Float16", 1 }, { "float", 1 }, { "double", 1 },
};
enum { N_SCALARS = sizeof scalars / sizeof *scalars };

struct type {
	enum { SCALAR, VECTOR, ARRAY, STRUCT } what;
	const struct scalar *scalar;	/* also of a vector */
	unsigned n;			/* of a vector or array */
	struct type *member[MAX_MEMBERS];
	unsigned nmember, number;	/* of a struct */
	const char *before;		/* its attributes */
};

static uint64_t state;
static unsigned nstruct;

static unsigned
chance(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static struct type *make_struct(unsigned depth);

static struct type *
make_type(unsigned depth)
{
	struct type *type = calloc(1, sizeof *type);
	unsigned what = chance(10);

	if (!type)
		exit(1);
	type->scalar = &scalars[chance(N_SCALARS)];
	if (what < 5 || depth == MAX_DEPTH)
		return type;
	if (what < 6) {
		static const unsigned width[] = { 2, 3, 4, 8, 16 };

		type->what = VECTOR;
		type->n = width[chance(5)];
		/* A vector of bool is no array of bytes, and one of enumeration constants does not exist. */
		what = 2 + chance(11);
		type->scalar = &scalars[what < 10 ? what : what + 2];
		return type;
	}
	if (what < 8) {
		type->what = ARRAY;
		type->n = 1 + chance(4);
		type->member[0] = make_type(depth + 1);
		return type;
	}
	free(type);
	return make_struct(depth + 1);
}

/* The type's name where the array's bounds go behind the variable. */
static void
put_name(const struct type *type)
{
	switch (type->what) {
	case SCALAR: fputs(type->scalar->name, stdout); break;
	case VECTOR: printf("vec<%s, %u>", type->scalar->name, type->n); break;
	case ARRAY: put_name(type->member[0]); break;
	case STRUCT: printf("s%u", type->number); break;
	}
}

static void
put_bounds(const struct type *type)
{
	for (; type->what == ARRAY; type = type->member[0])
		printf("[%u]", type->n);
}

static struct type *
make_struct(unsigned depth)
{
	static const char *const before[] = { "", "", "", "", "", "", "", "__attribute__((packed)) ",
		"__attribute__((aligned(16))) ", "__attribute__((aligned(32))) " };
	struct type *type = calloc(1, sizeof *type);
	unsigned i;

	if (!type)
		exit(1);
	type->what = STRUCT;
	type->nmember = 1 + chance(MAX_MEMBERS);
	type->before = before[chance(10)];
	for (i = 0; i < type->nmember; i++)
		type->member[i] = make_type(depth);
	type->number = nstruct++;
	printf("struct %ss%u {", type->before, type->number);
	for (i = 0; i < type->nmember; i++) {
		putchar(' ');
		if (!chance(12))
			fputs("__attribute__((aligned(8))) ", stdout);
		put_name(type->member[i]);
		printf(" m%u", i);
		put_bounds(type->member[i]);
		putchar(';');
	}
	puts(" };");
	return type;
}

static void
put_scalar(const struct scalar *scalar)
{
	printf("(%s)", scalar->name);
	if (scalar->floating)
		printf("%d.%u", (int)chance(2000) - 1000, 25 * chance(4));
	else
		printf("%uu", chance(UINT32_MAX));
}

/* A default value, braces and all. */
static void
put_value(const struct type *type)
{
	unsigned i, n = type->what == STRUCT ? type->nmember : type->n;

	if (type->what == SCALAR) {
		put_scalar(type->scalar);
		return;
	}
	putchar('{');
	for (i = 0; i < n; i++) {
		if (i)
			fputs(", ", stdout);
		if (type->what == VECTOR)
			put_scalar(type->scalar);
		else
			put_value(type->member[type->what == STRUCT ? i : 0]);
	}
	putchar('}');
}

/* A line for each number that an expression of the type holds. */
static void
put_numbers(const struct type *type, const char *expression)
{
	char inner[4096];
	unsigned i, n = type->what == STRUCT ? type->nmember : type->n;

	if (type->what == SCALAR) {
		printf("\tnumber(&%s, sizeof(%s));\n", expression, expression);
		return;
	}
	for (i = 0; i < n; i++) {
		if (type->what == VECTOR) {
			printf("\tnumber((const char *)&%s + %u * sizeof(%s), sizeof(%s));\n", expression, i,
			       type->scalar->name, type->scalar->name);
			continue;
		}
		snprintf(inner, sizeof inner, type->what == STRUCT ? "%s.m%u" : "%s[%u]", expression, i);
		put_numbers(type->member[type->what == STRUCT ? i : 0], inner);
	}
}

static const char head[] =
	"template<class T, int N> using vec = T __attribute__((ext_vector_type(N)));\n"
	"enum small : unsigned char {};\n"
	"enum class wide : long {};\n"
	"template<class T> struct id { T value; };\n";

static const char host[] =
	"#include <cstdio>\n"
	"#include <cstring>\n"
	"static const char *begin;\n"
	"static unsigned char bytes[1 << 20];\n"
	"static void number(const void *at, unsigned long size) {\n"
	"\tunsigned long offset = (unsigned long)((const char *)at - begin);\n"
	"\tprintf(\" %lu:%lu\", offset, size);\n"
	"\tmemcpy(bytes + offset, at, size);\n"
	"}\n"
	"static void start(const char *name, const void *at, unsigned long size) {\n"
	"\tbegin = (const char *)at;\n"
	"\tmemset(bytes, 0, size);\n"
	"\tprintf(\"%s %lu\", name, size);\n"
	"}\n"
	"static void finish(unsigned long size) {\n"
	"\tputchar(' ');\n"
	"\tfor (unsigned long i = 0; i < size; i++)\n"
	"\t\tprintf(\"%02x\", bytes[i]);\n"
	"\tputchar('\\n');\n"
	"}\n"
	"int main() {\n";

static const char device[] =
	"template<class T> T __sycl_getComposite2020SpecConstantValue(const char *, const void *, const void *);\n"
	"template<class T> void put(void *to, T value) { *(T *)to = value; }\n"
	"extern \"C\" void kernel(void *out, const void *buffer) {\n";

int
main(int argc, char **argv)
{
	unsigned n = argc == 3 ? (unsigned)atoi(argv[2]) : 0, i;
	struct type **type = calloc(n + 1, sizeof(struct type *));
	char name[32];

	if (!n || !type)
		return 2;
	state = strtoull(argv[1], NULL, 10);
	fputs(head, stdout);
	for (i = 0; i < n; i++) {
		type[i] = make_struct(0);
		printf("static constexpr id<s%u> c%u{", type[i]->number, i);
		put_value(type[i]);
		puts("};");
	}
	printf("#ifdef DEVICE\n%s", device);
	for (i = 0; i < n; i++)
		printf("\tput(out, __sycl_getComposite2020SpecConstantValue<s%u>(\"c%u\", &c%u, buffer));\n", type[i]->number, i, i);
	printf("}\n#else\n%s", host);
	for (i = 0; i < n; i++) {
		printf("\tstart(\"c%u\", &c%u.value, sizeof c%u.value);\n", i, i, i);
		snprintf(name, sizeof name, "c%u.value", i);
		put_numbers(type[i], name);
		printf("\tfinish(sizeof c%u.value);\n", i);
	}
	puts("}\n#endif");
	return 0;
}
