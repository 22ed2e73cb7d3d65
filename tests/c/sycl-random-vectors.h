/* Statements on vectors x0, x1 ... of the random kernels: sycl::vec and sycl::marray.  Included by sycl-random.c. */

/* The vectors that statements have. */
static struct {
	const struct type *type[MOST_VECTORS];
	unsigned lanes[MOST_VECTORS];
	bool array[MOST_VECTORS];	/* marray */
	unsigned n;
} vectors;

static void
vector_type(unsigned x)
{
	printf("sycl::%s<%s, %u>", vectors.array[x] ? "marray" : "vec", vectors.type[x]->name, vectors.lanes[x]);
}

static void
declare_vectors(void)
{
	unsigned x;

	for (x = 0; x < vectors.n; x++) {
		static const unsigned sizes[] = { 2, 3, 4, 8, 16, 2, 4 };

		vectors.type[x] = &types[random_below(NLANES)];
		vectors.array[x] = random_chance(25);
		vectors.lanes[x] = vectors.array[x] ? 1 + random_below(7) : sizes[random_below(7)];
		if (x && random_chance(50)) {
			vectors.type[x] = vectors.type[0];
			vectors.array[x] = vectors.array[0];
			vectors.lanes[x] = vectors.lanes[0];
		}
		putchar('\t');
		vector_type(x);
		printf(" x%u = filled<", x);
		vector_type(x);
		printf(">(%s);\n", one_of("c.linear()", "c.local(0) * 2654435761u", "v0", "c.arguments.wide"));
	}
}

/* What a lambda does with a, b and d, vectors of that type or elements of them. */
static const char *
lanes_operation(const struct type *type)
{
	if (type->real)
		return one_of("a + b", "a - b * d", "a * b", "sycl::fmin(a, b)", "sycl::fmax(b, d)", "sycl::fabs(a)", "sycl::floor(a * like(a, 0.375f))",
			      "sycl::ceil(b * like(b, 0.125f))", "sycl::rint(a * like(a, 0.25f))", "sycl::trunc(a * like(a, -0.75f))",
			      "sycl::round(b * like(b, 0.5f))", "sycl::fma(a, b, d)", "sycl::mad(a, b, d)", "sycl::sign(a)", "sycl::step(a, b)",
			      "sycl::clamp(a, sycl::fmin(b, d), sycl::fmax(b, d))", "sycl::select(a, b, a < d)", "sycl::select(d, b, a == b || d > a)",
			      "sycl::select(a, d, !(a >= b))", "sycl::fdim(a, b)", "sycl::max(a, b)", "sycl::min(d, b)", "-a + d");
	if (type->wraps && random_chance(50))
		return one_of("a + b", "a - b", "a * b", "a * b + d", "a / (b | like(b, 1))", "a % (b | like(b, 1))", "a + 3", "5 - b", "-a");
	return one_of("a & b", "a | b", "a ^ b", "~a", "a ^ (b & d)", "sycl::min(a, b)", "sycl::max(a, d)", "sycl::add_sat(a, b)",
		      "sycl::sub_sat(a, b)", "sycl::hadd(a, b)",
		      "sycl::rhadd(a, b)", "sycl::mul_hi(a, b)", "sycl::rotate(a, b)", "sycl::abs_diff(a, b)", "sycl::popcount(a)",
		      "sycl::clz(a)", "sycl::ctz(a)", "sycl::abs(b)", "sycl::clamp(a, sycl::min(b, d), sycl::max(b, d))", "sycl::mad_sat(a, b, d)",
		      "sycl::mad_hi(a, b, d)", "sycl::select(a, b, a < d)", "sycl::select(d, b, a == b || d > a)", "sycl::select(a, d, !(a >= b))",
		      "sycl::select(a, b, (a != d) && (b <= d))", "a >> (b & like(b, 7))", "a >> 3");
}

/* A vector like x, which may be x. */
static unsigned
vector_like(unsigned x)
{
	unsigned y = random_below(vectors.n);

	return vectors.type[x] == vectors.type[y] && vectors.array[x] == vectors.array[y] && vectors.lanes[x] == vectors.lanes[y] ? y : x;
}

static void
each_lane(unsigned x)
{
	const char *does = lanes_operation(vectors.type[x]);

	printf("x%u = c.each([](auto a, [[maybe_unused]] auto b, [[maybe_unused]] auto d) { (void)a; return %s; }, x%u, x%u, x%u);\n", x, does,
	       vector_like(x), vector_like(x), vector_like(x));
}

/* "n" different numbers below "below", or any. */
static void
lane_numbers(unsigned n, unsigned below, bool different)
{
	unsigned i, first = random_below(below), step = below % 2 ? 1 : 1 + 2 * random_below(below / 2);

	for (i = 0; i < n; i++)
		printf("%s%u", i ? ", " : "", different ? (first + i * step) % below : random_below(below));
}

static void
swizzle(unsigned x)
{
	unsigned n = vectors.lanes[x];

	if (n % 2 == 0 && random_chance(30)) {
		printf("x%u = c.halves(x%u, x%u);\n", x, vector_like(x), vector_like(x));
		return;
	}
	if (random_chance(50)) {
		printf("x%u = c.template swizzled<", x);
		lane_numbers(n, n, false);
		printf(">(x%u);\n", vector_like(x));
		return;
	}
	n = n == 16 ? 2u << random_below(3) : n == 8 ? 2u << random_below(2) : 2;
	printf("c.template swizzle_to<");
	lane_numbers(n, vectors.lanes[x], true);
	printf(">(x%u, c.template swizzled<", x);
	lane_numbers(n, vectors.lanes[x], false);
	printf(">(x%u));\n", vector_like(x));
}

/* x from bits of another vector type, or from one that is converted to another and back. */
static void
other_vector(unsigned x)
{
	const struct type *other = &types[random_below(NLANES)], *type = vectors.type[x];
	unsigned n = vectors.lanes[x], bytes = n * type->size;
	const char *mode = one_of("rte", "rtz", "rtp", "rtn");

	if (random_chance(50)) {
		printf("x%u = c.template converted<%s, sycl::rounding_mode::%s>(c.template converted<%s, sycl::rounding_mode::%s>(x%u));\n", x,
		       type->name, mode, other->name, mode, vector_like(x));
	} else if (type->real || other->real || n == 3 || bytes / other->size < 2 || bytes / other->size > 16 || bytes / other->size == 1) {
		printf("x%u = c.moved(x%u, ", x, vector_like(x));
		index_value();
		fputs(", ", stdout);
		index_value();
		puts(");");
	} else {
		printf("x%u = c.template as<%s, %u>(c.each([](auto a, auto b) { return %s; }, c.template as<%s, %u>(x%u), c.template as<%s, %u>(x%u)));"
		       "\n", x, type->name, n, one_of("a ^ b", "sycl::max(a, b)", "sycl::add_sat(a, b)", "sycl::select(a, ~b, a < b)"), other->name,
		       bytes / other->size, x, other->name, bytes / other->size, vector_like(x));
	}
}

/* An element to or from a variable. */
static void
element(unsigned x)
{
	unsigned v = any_variable();

	if (random_chance(50)) {
		printf("x%u[", x);
		index_value();
		printf(" %% %u] = to<%s>(v%u);\n", vectors.lanes[x], vectors.type[x]->name, v);
	} else {
		printf("v%u = to<%s>(x%u[", v, variables.type[v]->name, x);
		index_value();
		printf(" %% %u]);\n", vectors.lanes[x]);
	}
}

static void
vector_statement(void)
{
	unsigned x = random_below(vectors.n);

	if (random_chance(50))
		each_lane(x);
	else if (random_chance(30) || vectors.array[x])
		element(x);
	else if (random_chance(50))
		swizzle(x);
	else
		other_vector(x);
}
