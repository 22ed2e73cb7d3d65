// Calls through pointers to functions (-fsycl-allow-func-ptr), in two translation units: with -DOTHER_UNIT this is the other.
#include <cstdio>
#include <variant>
#include <sycl/sycl.hpp>

using operation = int (*)(int, int);

SYCL_EXTERNAL operation other_choice(int which);
SYCL_EXTERNAL int other_call(operation, int, int);
SYCL_EXTERNAL int other_known(int, int);

struct wide {
	double a;
	long b[4];
};

#ifdef OTHER_UNIT

namespace {

int add(int a, int b) { return a + 10 * b; } // not the other unit's
int mul(int a, int b) { return a * b + 1; }

} // namespace

SYCL_EXTERNAL operation other_choice(int which) { return which ? add : mul; }
SYCL_EXTERNAL int other_call(operation f, int a, int b) { return f ? f(a, b) : -1; }
SYCL_EXTERNAL int other_known(int a, int b) { return a - 7 * b; }

#else

namespace {

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int mul(int a, int b) { return a * b; }

constexpr operation table[] = {add, sub, mul};
const operation rows[2][2] = {{add, sub}, {mul, add}};

struct shape {
	const struct operations *ops;
	int a, b;
};
struct operations {
	int (*area)(const shape *);
	int (*edge)(const shape *);
};
int square_area(const shape *s) { return s->a * s->a; }
int square_edge(const shape *s) { return 4 * s->a; }
int box_area(const shape *s) { return s->a * s->b; }
int box_edge(const shape *s) { return 2 * (s->a + s->b); }
const operations square = {square_area, square_edge}, box = {box_area, box_edge};

struct counter {
	int n;
	int up(int by) const { return n + by; }
	int down(int by) const { return n - by; }
};

wide widen(wide w, float f, short s)
{
	w.a += f;
	w.b[3] += s;
	return w;
}
wide narrow(wide w, float f, short s)
{
	w.a -= f;
	w.b[0] -= s;
	return w;
}

float half_of(float x) { return x / 2; }
float twice(float x) { return x * 2; }
template <typename T> T apply(T (*f)(T), T x) { return f(x); }
template <typename T> T negated(T x) { return -x; }

struct sum {
	template <typename A, typename B> int operator()(A a, B b) const { return static_cast<int>(a) * 100 + static_cast<int>(b); }
};

int compute(int i)
{
	int n = table[i % 3](i, 3) + 2 * rows[i % 2][i / 2 % 2](i, 5);
	operation f = i % 4 == 0 ? sub : i % 4 == 1 ? mul : nullptr;

	n += f ? f(i, 7) : 1000;
	n += f == mul ? 1 : 0;
	shape s{i % 5 ? &square : &box, i, 2};
	n += s.ops->area(&s) + 3 * s.ops->edge(&s);
	auto member = i % 2 ? &counter::up : &counter::down;
	n += (counter{i}.*member)(9);
	wide w = (i % 3 ? widen : narrow)(wide{1.5 * i, {i, 1, 2, 3}}, 0.5f, static_cast<short>(i));
	n += static_cast<int>(w.a * 2) + static_cast<int>(w.b[0] + w.b[3]);
	n += static_cast<int>(apply(i % 2 ? half_of : twice, static_cast<float>(i)));
	n += apply(negated<int>, i) + static_cast<int>(apply<long>(negated, i));
	int (*lambda)(int) = i % 2 ? +[](int x) { return x + 1; } : +[](int x) { return x + 2; };
	n += lambda(i);
	std::variant<int, double> x, y;
	if (i % 2)
		x = i;
	else
		x = i + 0.5;
	if (i % 3)
		y = 2.5 * i;
	n += std::visit(sum(), x, y);
	return n;
}

/* The same in what is not in this unit: numbers are those of the whole program. */
int compute_others(int i, int other_add(int, int), int other_mul(int, int))
{
	return (i % 2 ? other_add : other_mul)(i, 3) + (i % 3 ? sub(i, 2) : other_mul(i, 2)) + (i % 2 ? i - 7 * 4 : i + 4);
}

int compute_others_there(int i)
{
	operation known = i % 2 ? other_known : add;

	return other_choice(i % 2)(i, 3) + other_call(i % 3 ? sub : other_choice(0), i, 2) + other_call(known, i, 4);
}

int check(const char *what, int i, int is, int wanted)
{
	if (is != wanted)
		std::printf("%s, %d: %d, not %d\n", what, i, is, wanted);
	return is != wanted;
}

} // namespace

int main()
{
	enum { N = 60 };
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(7 * N, q), wrong = 0;
	operation *f = sycl::malloc_shared<operation>(N, q);

	q.parallel_for(N, [=](sycl::id<1> i) { p[i] = compute(static_cast<int>(i[0])); }).wait();
	q.parallel_for(sycl::range(5, 12), [=](sycl::item<2> i) {
		p[N + i.get_linear_id()] = compute(static_cast<int>(i.get_linear_id()));
	}).wait();
	q.parallel_for(sycl::nd_range<3>({3, 4, 5}, {1, 2, 5}), [=](sycl::nd_item<3> i) {
		p[2 * N + i.get_global_linear_id()] = compute(static_cast<int>(i.get_global_linear_id()));
	}).wait();
	q.parallel_for(N, [=](sycl::id<1> i) { p[3 * N + i] = compute_others_there(static_cast<int>(i[0])); }).wait();
	/* Between kernels, in memory. */
	q.parallel_for(N, [=](sycl::id<1> i) { f[i] = i % 2 ? add : table[i % 3]; }).wait();
	q.parallel_for(N, [=](sycl::id<1> i) { p[4 * N + i] = f[i](static_cast<int>(i[0]), 11); }).wait();
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 3; k++)
			wrong += check("calls", i, p[k * N + i], compute(i));
		wrong += check("other unit", i, p[3 * N + i],
			       compute_others(i, [](int a, int b) { return a + 10 * b; }, [](int a, int b) { return a * b + 1; }));
		wrong += check("memory", i, p[4 * N + i], (i % 2 ? add : table[i % 3])(i, 11));
	}
	std::printf("%d wrong\n", wrong);
	return wrong != 0;
}

#endif
