/* 4.12.1: named function objects as kernels: templates, members of classes, with state, bases, const members, static data and several operators. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

namespace library {
template <typename T, int Factor = 2>
class scale {
public:
	scale(T *p, T add) : p_(p), add_(add) {}
	void operator()(id<1> i) const { p_[i] = T(p_[i] * Factor + add_ + offset); }

private:
	static constexpr T offset = T(1);
	T *p_;
	T add_;
};
struct base {
	int *p;
	int from(int n) const { return n * 3; }
};
class derived : base {
	int bonus = 4;

public:
	explicit derived(int *to) : base{ to } {}
	void operator()() const { *p = from(bonus); }
};
}

struct with_handler {
	void operator()(item<2> i, kernel_handler) const { p[i.get_linear_id()] = int(i[0] * 10 + i[1]); }
	int *p;
};
struct by_size {
	void operator()(nd_item<1> it) const
	{
		local[it.get_local_id(0)] = int(it.get_global_id(0));
		group_barrier(it.get_group());
		p[it.get_global_id(0)] = local[(it.get_local_id(0) + 1) % it.get_local_range(0)];
	}
	int *p;
	local_accessor<int> local;
};
class owner {
	struct inner {
		void operator()() const { *p = 77; }
		int *p;
	};

public:
	static void run(queue &q, int *p) { q.single_task(inner{ p }).wait(); }
};
template <typename Function>
struct twice {
	void operator()(id<1> i) const { f(i), f(i); }
	Function f;
};
struct add_one {
	void operator()(id<1> i) const { p[i] += 1; }
	int *p;
};
struct no_init_state {
	void operator()(id<1> i) const { a[i] = int(i[0]) + (empty.empty() ? 1 : 0); }
	accessor<int, 1, access_mode::write> a;
	accessor<int> empty;
};

/* Layers over SYCL hand on what comes, which is no kernel_handler. */
template <typename Function>
struct hands_on {
	Function f;

	template <typename... Arguments>
	void operator()(Arguments &&...arguments) const { f(arguments...); }
};
template <typename Function>
hands_on(Function) -> hands_on<Function>;

int main()
{
	queue q;
	int *const p = malloc_shared<int>(16, q);
	std::fill(p, p + 16, 1);
	q.parallel_for(16, library::scale<int>(p, 5)).wait();
	check(p[3] == 8);
	q.parallel_for(range<1>(16), library::scale<int, 10>(p, 0)).wait();
	check(p[15] == 81);
	float *const f = malloc_shared<float>(2, q);
	f[0] = f[1] = 0.5f;
	q.submit([&](handler &h) { h.parallel_for<class named_scale>(2, library::scale<float, 3>(f, 0.25f)); }).wait();
	check(f[1] == 2.75f);
	q.single_task(library::derived(p)).wait();
	check(p[0] == 12);
	q.parallel_for(range<2>(2, 3), with_handler{ p }).wait();
	check(p[5] == 12 && p[3] == 10);
	q.submit([&](handler &h) { h.parallel_for(nd_range<1>(8, 4), by_size{ p, local_accessor<int>(4, h) }); }).wait();
	check(p[0] == 1 && p[3] == 0 && p[7] == 4);
	owner::run(q, p + 1);
	q.parallel_for(4, twice<twice<add_one>>{ { { p } } }).wait();
	check(p[1] == 81 && p[0] == 5);
	buffer<int> b(range<1>(4));
	q.submit([&](handler &h) { h.parallel_for(4, no_init_state{ { b, h, write_only, no_init }, {} }); });
	check(host_accessor(b, read_only)[3] == 4);
	q.parallel_for(16, hands_on{ [=](id<1> i) { p[i] = 7; } }).wait();
	check(p[15] == 7);
	q.parallel_for(range<2>(4, 4), [=](auto... all) { ((p[all.get_linear_id()] = sizeof...(all)), ...); }).wait();
	check(p[15] == 1);
	q.single_task([=](auto... all) { p[0] = 40 + static_cast<int>(sizeof...(all)); }).wait();
	check(p[0] == 40);
	q.parallel_for(nd_range<1>(16, 8), hands_on{ [=](nd_item<1> i) { p[i.get_global_id(0)] = static_cast<int>(i.get_local_range(0)); } }).wait();
	check(p[9] == 8);
	int sum = 0, twice_sum = 0;
	{
		buffer<int> one(&sum, 1), two(&twice_sum, 1);

		q.submit([&](handler &h) {
			h.parallel_for(16, reduction(one, h, plus<>()), reduction(two, h, plus<>()),
				[=](auto i, auto &&...reducers) { ((reducers += static_cast<int>(i.get_id(0))), ...); });
		});
	}
	check(sum == 120 && twice_sum == 120);
	const std::function<int(int)> on_host = [](int n) { return n + 1; };
	check(on_host(1) == 2);
	free(p, q), free(f, q);
	return done();
}
