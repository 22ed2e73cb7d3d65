// Attributes with local constants, in odd places, with lambdas, from macros: kernels keep their sizes and their names.
#include <algorithm>
#include <cstdio>
#include <type_traits>

#include <sycl/sycl.hpp>

#define SIZE(...) [[sycl::reqd_work_group_size(__VA_ARGS__)]]
#define SIZES(NAME, ...) [[sycl::NAME(__VA_ARGS__)]] [[intel::reqd_work_group_size(__VA_ARGS__)]]

using item = sycl::nd_item<1>;
enum numbers { four = 4 };
template <int A, typename T, int B> constexpr T several_of(const T &a, const T &b) { return A + B + a - b; }
template <int N> struct constant { static constexpr int value = N; };

struct functor {
	int *p;
	void operator() [[sycl::reqd_work_group_size(four)]] (item i) const { p[i.get_global_id(0)] = 1; }
};
struct call_twice {
	int *p;
	[[sycl::reqd_work_group_size(2)]] void operator() (item i) const { p[i.get_global_id(0)] = 2; }
	void operator() [[sycl::device_has()]] (int) const {}
};
template <int... N> struct several {
	int *p;
	void operator()(sycl::nd_item<sizeof...(N)> i) const SIZE(N...) { p[i.get_global_linear_id()] = 3; }
};

template <typename Kernel, int D>
void run(sycl::queue &q, const char *what, sycl::range<D> size, sycl::range<D> other, const Kernel &kernel)
{
	bool refused = false;

	q.parallel_for(sycl::nd_range<D>(size, size), kernel).wait();
	try {
		q.parallel_for(sycl::nd_range<D>(other, other), kernel).wait_and_throw();
	} catch (const sycl::exception &) {
		refused = true;
	}
	std::printf("%s %s\n", what, refused ? "asked for" : "lost");
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q);
	constexpr int n = 8;
	constexpr auto aspect = sycl::aspect::cpu;
	constexpr struct { int x; } s { 8 };
	using c = std::integral_constant<int, 8>;

	for (int i = 0; i < 64; i++)
		p[i] = 0;
	run<>(q, "local constant", sycl::range<1>(8), sycl::range<1>(4), [=](item) [[sycl::reqd_work_group_size(n)]] { p[n] += 1; });
	run<>(q, "expression", sycl::range<1>(8), sycl::range<1>(4),
		[=](item) noexcept [[sycl::reqd_work_group_size(2 * (n > 4 ? 4 : 1))]] -> void { p[n] += 1; });
	run<>(q, "in a list", sycl::range<1>(8), sycl::range<1>(4),
		[=](item) [[using sycl: work_group_size_hint(n), reqd_work_group_size(n), device_has(aspect)]] { p[n] += 1; });
	run<>(q, "macro", sycl::range<1>(8), sycl::range<1>(4), [=](item) SIZES(work_group_size_hint, n) { p[n] += 1; });
	run<>(q, "by reference", sycl::range<1>(8), sycl::range<1>(4),
		[=](item) [[sycl::reqd_work_group_size(std::max(n, std::min<int>(sizeof(n), several_of<1, int, 2>(n, n)) - 3))]] { p[n] += 1; });
	run<>(q, "member", sycl::range<1>(8), sycl::range<1>(4), [=](item) SIZE(s.x) { p[n] += 1; });
	run<>(q, "converted", sycl::range<1>(8), sycl::range<1>(4), [=](item) SIZE(c{}) { p[n] += 1; });
	run<>(q, "template", sycl::range<2>(4, 2), sycl::range<2>(2, 4),
		[=](sycl::nd_item<2>) SIZE(constant<four>::value, (constant<1 + 1>::value)) { p[n] += 1; });
	run<>(q, "lambda in it", sycl::range<1>(8), sycl::range<1>(4), [=](item) SIZE([] { return 8; }()) { p[n] += 1; });
	run<>(q, "two of them", sycl::range<3>(2, 1, 4), sycl::range<3>(4, 1, 2),
		[=](sycl::nd_item<3>) SIZE([](int x, int y) { return x * y; }(1, 2), 1, [](auto x) { return [=] { return x; }(); }(n / 2)) { p[n] += 1; });
	run<>(q, "behind those", sycl::range<1>(8), sycl::range<1>(4), [=](item) SIZE(n) { p[n] += 1; });
	run<>(q, "digraphs", sycl::range<1>(8), sycl::range<1>(4), [=](item) <:<:sycl::reqd_work_group_size(n):>:> <% p<:n:> += 1; %>);
	run<>(q, "name of the operator", sycl::range<1>(4), sycl::range<1>(8), functor { p + 16 });
	run<>(q, "in front", sycl::range<1>(2), sycl::range<1>(4), call_twice { p + 24 });
	run<>(q, "pack", sycl::range<3>(1, 2, 4), sycl::range<3>(4, 2, 1), several<1, 2, 4> { p + 32 });
	std::printf("%d %d %d %d %d\n", p[n] > 80, p[16 + 3], p[24 + 1], p[32 + 7], p[33 + 7]);
}
