/* 4.12.2: lambdas as kernels: unnamed and named, generic, nested, with captures of every sort, attributes and C++17's forms. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

struct object {
	void run(queue &q, int *p) { q.single_task([=, self = *this] { *p = self.n + n_static; }).wait(); }
	void run_copy(queue &q, int *p) { q.single_task([*this, p] { *p += n; }).wait(); }
	int n = 5;
	static constexpr int n_static = 100;
};
template <typename T, typename Function>
void apply(queue &q, T *p, Function f)
{
	q.parallel_for<class of_apply>(range<1>(4), [=](id<1> i) { p[i] = f(p[i]); }).wait();
}
template <int... Numbers>
int sum_on_device(queue &q, int *p)
{
	q.single_task([=] { *p = (0 + ... + Numbers); }).wait();
	return *p;
}
template <typename... Ts>
void many(queue &q, int *p, Ts... values)
{
	q.single_task([=] { *p = int((values + ...)); }).wait();
}

int main()
{
	queue q;
	int *const p = malloc_shared<int>(8, q);
	std::fill(p, p + 8, 1);
	const int three = 3;
	constexpr int four = 4;
	int array[3] = { 1, 2, 3 };
	const auto [first, second] = std::pair(10, 20);
	struct local {
		int a, b;
		int sum() const { return a + b; }
	} const l{ 6, 7 };

	q.single_task([=] { p[0] = three + four + array[2] + l.sum(); }).wait();
	check(p[0] == 23);
	q.single_task([p, f = first, s = second] { p[0] = f + s; }).wait();
	check(p[0] == 30);
	q.single_task<class given>([=]() noexcept { p[0] = 1; }).wait();
	q.parallel_for(8, [=](auto i) { p[i] = int(i) * 2; }).wait();
	check(p[7] == 14);
	const auto square = [](auto v) { return v * v; };
	const auto compose = [=](auto f, auto g) { return [=](auto v) { return f(g(v)); }; };
	apply(q, p, compose(square, [](int v) { return v + 1; }));
	check(p[0] == 1 && p[3] == 49);
	object o;
	o.run(q, p), o.run_copy(q, p);
	check(*p == 110);
	check(sum_on_device<1, 2, 3, 4>(q, p) == 10);
	many(q, p, 1, 2.5, 'a' - 'A', 4L);
	check(*p == 39);
	q.parallel_for(range<2>(2, 2), [=](item<2> i) {
		const auto inner = [&] { return i.get_linear_id(); };
		auto counter = [n = 0]() mutable { return ++n; };
		counter();
		p[inner()] = counter() + int(inner());
	}).wait();
	check(p[3] == 5);
	q.submit([&, n = 9](handler &h) { h.single_task([=] { p[1] = n; }); }).wait();
	check(p[1] == 9);
	auto stored = [=](nd_item<1> it) [[sycl::reqd_work_group_size(4)]] { p[it.get_global_id(0)] = int(it.get_local_range(0)); };
	q.parallel_for(nd_range<1>(8, 4), stored).wait();
	q.parallel_for(nd_range<1>(8, 4), stored).wait();
	check(p[7] == 4);
	for (int round = 0; round < 3; round++)
		q.single_task([=] { if (round == 2) { *p = [](int n) { int f = 1; for (; n > 1; n--) f *= n; return f; }(5); } }).wait();
	check(*p == 120);
	free(p, q);
	return done();
}
