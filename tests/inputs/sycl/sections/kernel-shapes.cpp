/* 5.2: kernels of templates, nested lambdas, members, constructors, defaults and names of every sort. */
#include <sycl/sycl.hpp>
#include <array>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include "../check.hpp"
static sycl::queue Q;
static int *R;
template <typename T, int N>
struct base_functor {
	T k;
	T *p;
	base_functor(T a, T *b) : k(a), p(b) {}
	void operator()(sycl::id<1> i) const { p[i] += k + N; }
};
template <typename T>
struct derived_functor : base_functor<T, 3> {
	using base_functor<T, 3>::base_functor;
};
template <typename F>
struct wrapped {
	F f;
	template <typename I>
	void operator()(I i) const
	{
		f(i);
	}
};
template <typename F>
wrapped(F) -> wrapped<F>;
template <typename... F>
struct overloaded : F... {
	using F::operator()...;
};
template <typename... F>
overloaded(F...) -> overloaded<F...>;
namespace
{
struct hidden {
	int *p;
	void operator()() const { p[0]++; }
};
namespace inner
{
template <typename T>
class name;
}
} // namespace
template <typename... T>
class pack_name;
template <template <typename> class W, typename T>
class tt_name;
template <auto V>
class value_name;
enum class colour { red, green };
struct tag {
	int a;
};
template <typename... T>
void run_pack(T... v)
{
	int *r = R;
	Q.single_task<pack_name<T...>>([=] { r[0] += int((v + ...)); }).wait();
}
template <int N>
void recurse()
{
	int *r = R;
	Q.single_task<std::integral_constant<int, N>>([=] { r[0] += N; }).wait();
	if constexpr (N > 0)
		recurse<N - 1>();
}
struct worker {
	int k = 5;
	int *p;
	explicit worker(int *q) : p(q) {}
	void by_copy()
	{
		Q.parallel_for(4, [*this](sycl::id<1> i) { p[i] += k; }).wait();
	}
	void by_this();
	static void in_static()
	{
		auto *r = R;
		Q.single_task([=] { r[1] += 7; }).wait();
	}
	template <typename T>
	void in_template(T t)
	{
		auto self = *this;
		Q.single_task<worker>([=] { self.p[2] += int(t) + self.k; }).wait();
	}
	int operator+(int o) const
	{
		int *r = R;
		Q.single_task([=] { r[3] += o; }).wait();
		return o;
	}
	struct nested {
		int *p;
		void operator()(sycl::item<1> i) const { p[i] += int(i.get_range(0)); }
	};
	class named_in_class;
};
void worker::by_this()
{
	auto *self = this;
	auto *pp = p;
	int kk = k;
	(void)self;
	auto f = [=] { pp[1] += kk; };
	Q.single_task<class named_in_class>(f).wait();
}
struct in_ctor {
	int v;
	in_ctor()
	    : v([] {
		      int *r = R;
		      Q.single_task([=] { r[0] = 77; }).wait();
		      return R[0];
	      }())
	{
	}
};
static int in_init = (R = sycl::malloc_shared<int>(16, Q), Q.fill(R, 1, 16).wait(), R[15]);
static auto global_lambda = [](sycl::id<1> i) { (void)i; };
int defaulted(int v = [] {
	int *r = R;
	Q.single_task([=] { r[5] = 9; }).wait();
	return R[5];
}())
{
	return v;
}
int main()
{
	int *const r = R;
	check(in_init == 1);
	auto zero = [&] { Q.fill(r, 0, 16).wait(); };
	zero();
	Q.parallel_for(4, base_functor<int, 2>(1, r)).wait();
	check(r[3] == 3);
	Q.parallel_for(sycl::range{ 4 }, derived_functor<int>(1, r)).wait();
	check(r[0] == 7);
	zero();
	Q.parallel_for(3, wrapped{ wrapped{ [=](auto i) { r[i] += 2; } } }).wait();
	check(r[2] == 2);
	zero();
	{
		auto o = overloaded{ [=](sycl::id<1> i) { r[i] = 1; },
				     [=](sycl::nd_item<1> i) { r[i.get_global_id()] = 2; } };
		Q.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> i) { o(i); }).wait();
	}
	check(r[1] == 2);
	zero();
	Q.single_task(hidden{ r }).wait();
	Q.single_task<inner::name<int>>(hidden{ r }).wait();
	Q.single_task<class local_name>(hidden{ r }).wait();
	check(r[0] == 3);
	zero();
	run_pack(1, 2.0f, 'c');
	run_pack(short(1));
	run_pack(1u, 2ull, 3.0, true);
	check(r[0] == 3 + 'c' + 1 + 7);
	zero();
	recurse<5>();
	check(r[0] == 15);
	zero();
	worker w(r);
	w.by_copy();
	w.by_this();
	worker::in_static();
	w.in_template(2.5f);
	(void)(w + 4);
	Q.parallel_for(4, worker::nested{ r }).wait();
	check(r[0] == 9 && r[1] == 21 && r[2] == 16 && r[3] == 13);
	check(in_ctor().v == 77);
	check(defaulted() == 9);
	zero();
	std::pair<int, float> pr{ 3, 4.f };
	auto [a, b] = pr;
	auto [x, y, z] = std::array<int, 3>{ 1, 2, 3 };
	Q.single_task([=, c = a, d = b] { r[0] = c + int(d); }).wait();
	check(r[0] == 7);
	(void)x;
	(void)y;
	(void)z;
	auto make = [=](int k) { return [=](auto... i) { ((r[int(i[0])] = int(i[0]) * k + 1), ...); }; };
	zero();
	Q.parallel_for(sycl::range<1>(4), [f = make(3)](sycl::id<1> i) { f(i); }).wait();
	check(r[0] == 1 && r[1] == 4 && r[3] == 10);
	zero();
	Q.submit([&](auto &h) {
		 h.template parallel_for<tt_name<std::shared_ptr, int>>(sycl::range<2>(2, 3), [=](auto it) {
			 static_assert(std::is_same_v<decltype(it), sycl::item<2>>);
			 r[it.get_linear_id()] = int(it[0]);
		 });
	 }).wait();
	check(r[5] == 1);
	zero();
	Q.single_task<value_name<colour::green>>([=] { r[0] += 1; });
	Q.single_task<value_name<-3>>([=] { r[1] += 1; });
	Q.single_task<value_name<&tag::a>>([=] { r[2] += 1; });
	Q.single_task<value_name<true>>([=] { r[3] += 1; });
	Q.single_task<value_name<'x'>>([=] { r[4] += 1; });
	Q.single_task<value_name<nullptr>>([=] { r[5] += 1; });
	Q.single_task<pack_name<int(float, char *), int tag::*, const volatile int *&&, int[3], long double,
				std::tuple<int, std::pair<void, bool>>>>([=] { r[6] += 1; });
	Q.wait();
	for (int i = 0; i < 7; i++)
		check(r[i] == 1);
	zero();
	for (int k = 0; k < 3; k++) {
		switch (k) {
		case 0:
			Q.single_task([=] { r[k] = 10; });
			break;
		case 1: {
			auto l = [=] { r[k] = 11; };
			Q.single_task(l);
		} break;
		default:
			Q.single_task(std::move([=] { r[k] = 12; }));
		}
	}
	Q.wait();
	check(r[0] == 10 && r[1] == 11 && r[2] == 12);
	zero();
	[&](auto &&...f) {
		(Q.single_task(f), ...);
		Q.wait();
	}([=] { r[0] = 1; }, [=] { r[1] = 2; }, [=] { r[2] = 3; });
	check(r[0] == 1 && r[2] == 3);
	zero();
	const auto k1 = [=](sycl::id<1>) { r[0] = 5; };
	auto &ref = k1;
	Q.parallel_for(1, ref).wait();
	check(r[0] == 5);
	int arr[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	Q.single_task([=] {
		 int s = 0;
		 for (auto &row : arr)
			 for (int v : row)
				 s += v;
		 r[1] = s;
	 }).wait();
	check(r[1] == 21);
	zero();
	Q.parallel_for(4, global_lambda).wait();
	Q.parallel_for(sycl::range<3>(2, 2, 2), [=](sycl::id<3> i) {
		 r[i[0] * 4 + i[1] * 2 + i[2]] = int(i[2]);
	 }).wait();
	check(r[7] == 1);
	if (auto f = [=] { r[9] = 1; }; true)
		Q.single_task(f).wait();
	check(r[9] == 1);
	for (auto f : { base_functor<int, 0>(1, r), base_functor<int, 0>(2, r) })
		Q.parallel_for(1, f).wait();
	sycl::free(R, Q);
	return done();
}
