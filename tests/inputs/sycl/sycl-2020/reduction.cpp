/* SYCL 2020, 4.9.2: reductions of every kind, with range and nd_range, from handler and queue. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <vector>
#include "../check.hpp"

/* An operation whose identity is not known. */
struct larger_magnitude {
	int operator()(int a, int b) const { return std::abs(a) < std::abs(b) || (std::abs(a) == std::abs(b) && a < b) ? b : a; }
};
struct point {
	int x, y;
};
struct add_points {
	point operator()(const point &a, const point &b) const { return { a.x + b.x, a.y + b.y }; }
};

template <typename T, typename Op, typename Combine>
void one(sycl::queue &q, T start, T wanted, Op op, const Combine &combine)
{
	T *result = sycl::malloc_shared<T>(1, q);

	*result = start;
	q.parallel_for(sycl::range<1>(20), sycl::reduction(result, op), [=](sycl::id<1> i, auto &r) { combine(r, int(i)); }).wait();
	check(*result == wanted);
	*result = start;
	q.parallel_for(sycl::nd_range<1>(20, 4), sycl::reduction(result, op), [=](sycl::nd_item<1> i, auto &r) { combine(r, int(i.get_global_id(0))); }).wait();
	check(*result == wanted);
	sycl::free(result, q);
}

void operations(sycl::queue &q)
{
	one(q, 1, 191, sycl::plus<>(), [](auto &r, int i) { r += i; });
	one(q, 1, 191, sycl::plus<int>(), [](auto &r, int i) { r.combine(i); });
	one(q, 1, 21, sycl::plus<>(), [](auto &r, int) { ++r; });
	one(q, 1.0, 1048576.0, sycl::multiplies<>(), [](auto &r, int) { r *= 2.0; });
	one(q, 0xffu, 0xe0u, sycl::bit_and<>(), [](auto &r, int i) { r &= ~(1u << (i % 5)); });
	one(q, 1u << 30, (1u << 30) | 0xfffff, sycl::bit_or<>(), [](auto &r, int i) { r |= 1u << i; });
	one(q, 1u, 0xffffeu, sycl::bit_xor<>(), [](auto &r, int i) { r ^= 1u << i; });
	one(q, true, false, sycl::logical_and<>(), [](auto &r, int i) { r.combine(i != 7); });
	one(q, false, true, sycl::logical_or<bool>(), [](auto &r, int i) { r.combine(i == 7); });
	one(q, 5, -12, sycl::minimum<>(), [](auto &r, int i) { r.combine(7 - i); });
	one(q, 5.0f, 19.0f, sycl::maximum<float>(), [](auto &r, int i) { r.combine(float(i)); });
	one<std::int64_t>(q, 1, 191, sycl::plus<>(), [](auto &r, int i) { r += i; });
	one<short>(q, 1, 191, sycl::plus<>(), [](auto &r, int i) { r += short(i); });
}

void unknown_identity(sycl::queue &q)
{
	int *result = sycl::malloc_shared<int>(1, q);
	point *sum = sycl::malloc_shared<point>(1, q);

	for (const bool initialize : { false, true }) {
		const sycl::property_list props = initialize ? sycl::property_list{ sycl::property::reduction::initialize_to_identity() } : sycl::property_list{};
		*result = 3;
		q.parallel_for(sycl::range<2>(4, 5), sycl::reduction(result, 0, larger_magnitude(), props),
			[=](sycl::id<2> i, auto &r) { r.combine(int(i[0]) - 2 * int(i[1])); }).wait();
		check(*result == -8);
	}
	*result = 3;
	q.parallel_for(sycl::range<1>(20), sycl::reduction(result, larger_magnitude()), [=](sycl::id<1> i, auto &r) { r.combine(5 - int(i)); }).wait();
	check(*result == -14);
	*result = -30;
	q.parallel_for(sycl::nd_range<1>(20, 5), sycl::reduction(result, larger_magnitude()), [=](sycl::nd_item<1> i, auto &r) {
		if (i.get_global_id(0) % 3 == 0)
			r.combine(5 - int(i.get_global_id(0)));
	}).wait();
	check(*result == -30);
	*sum = { 1, 2 };
	q.parallel_for(sycl::nd_range<1>(12, 3), sycl::reduction(sum, add_points()), [=](sycl::nd_item<1> i, auto &r) {
		r.combine(point{ int(i.get_global_id(0)), 1 });
	}).wait();
	check(sum->x == 67 && sum->y == 14);
	*sum = { 1, 2 };
	q.parallel_for(12, sycl::reduction(sum, point{ 0, 0 }, add_points()), [=](auto i, auto &r) { r.combine(point{ int(i), 1 }); }).wait();
	check(sum->x == 67 && sum->y == 14);
	/* Nothing is combined: the value stays, or is the identity. */
	*result = 9;
	q.parallel_for(8, sycl::reduction(result, larger_magnitude()), [=](auto, auto &) {}).wait();
	check(*result == 9);
	q.parallel_for(8, sycl::reduction(result, sycl::plus<>(), { sycl::property::reduction::initialize_to_identity() }), [=](auto, auto &) {}).wait();
	check(*result == 0);
	sycl::free(result, q);
	sycl::free(sum, q);
}

void buffers(sycl::queue &q)
{
	sycl::buffer<int> sum(1), most(1), own(1), by_op(1);

	for (sycl::buffer<int> *b : { &sum, &most, &own, &by_op })
		b->get_host_access()[0] = 100;
	q.submit([&](sycl::handler &h) {
		auto s = sycl::reduction(sum, h, sycl::plus<>());
		auto m = sycl::reduction(most, h, sycl::maximum<>(), { sycl::property::reduction::initialize_to_identity() });
		auto o = sycl::reduction(own, h, 0, larger_magnitude());
		auto p = sycl::reduction(by_op, h, larger_magnitude());
		h.parallel_for(sycl::range<3>(2, 3, 4), s, m, o, p, [=](sycl::item<3> i, auto &a, auto &b, auto &c, auto &d) {
			const int n = int(i.get_linear_id());
			a += n;
			b.combine(n);
			c.combine(-200 + n);
			d.combine(50 - n);
		});
	});
	check(sum.get_host_access()[0] == 376 && most.get_host_access()[0] == 23 && own.get_host_access()[0] == -200 && by_op.get_host_access()[0] == 100);
}

void several(sycl::queue &q)
{
	float *f = sycl::malloc_shared<float>(1, q);
	int *n = sycl::malloc_shared<int>(9, q);

	*f = 0;
	std::fill(n, n + 9, 0);
	q.parallel_for(sycl::nd_range<2>({ 4, 6 }, { 2, 3 }), sycl::reduction(f, sycl::plus<>()), sycl::reduction(n, sycl::minimum<>()),
		sycl::reduction(sycl::span<int, 4>(n + 1, 4), sycl::plus<>()),
		[=](sycl::nd_item<2> i, auto &sum, auto &least, auto &parts) {
			const int g = int(i.get_global_linear_id());
			using sum_type = std::decay_t<decltype(sum)>;
			using part_type = std::decay_t<decltype(parts)>;
			static_assert(std::is_same_v<typename sum_type::value_type, float> && sum_type::dimensions == 0);
			static_assert(std::is_same_v<typename sum_type::binary_operation, sycl::plus<>>);
			static_assert(part_type::dimensions == 1 && std::is_same_v<typename part_type::value_type, int>);
			static_assert(!std::is_copy_constructible_v<sum_type> && !std::is_move_assignable_v<part_type>);
			sum += 0.5f + sum.identity();
			least.combine(g - 10);
			parts[g % 4] += g;
			parts[0].combine(1);
			++parts[3];
		}).wait();
	check(*f == 12.0f && n[0] == -10 && n[1] == 60 + 24 && n[2] == 66 && n[3] == 72 && n[4] == 78 + 24);
	std::fill(n, n + 9, 5);
	const auto initialize = sycl::property_list{ sycl::property::reduction::initialize_to_identity() };
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::range<2>(4, 6), sycl::reduction(sycl::span<int, 3>(n, 3), sycl::plus<>(), initialize),
			sycl::reduction(sycl::span<int, 2>(n + 3, 2), 0, larger_magnitude()),
			sycl::reduction(sycl::span<int, 2>(n + 5, 2), larger_magnitude()),
			[=](sycl::item<2> i, auto &a, auto &b, auto &c) {
				a[i[1] % 3] += 1;
				b[i[0] % 2].combine(-int(i[1]) - 1);
				c[i[0] % 2].combine(int(i[1]));
			});
	}).wait();
	check(n[0] == 8 && n[1] == 8 && n[2] == 8 && n[3] == -6 && n[4] == -6 && n[5] == 5 && n[6] == 5 && n[7] == 5);
	/* With events to wait for, and a kernel_handler. */
	sycl::event e = q.single_task([=] { n[0] = 1; });
	q.parallel_for(sycl::range<1>(4), e, sycl::reduction(n, sycl::plus<>()), [=](sycl::id<1>, auto &r) { r += 1; }).wait();
	q.parallel_for(sycl::nd_range<1>(4, 2), std::vector{ e }, sycl::reduction(n, sycl::plus<>()), [=](sycl::nd_item<1>, auto &r) { r += 1; }).wait();
	check(n[0] == 9);
	sycl::free(f, q);
	sycl::free(n, q);
}

void of_elements(sycl::queue &q)
{
	using v = sycl::vec<int, 3>;
	using m = sycl::marray<float, 5>;
	v *a = sycl::malloc_shared<v>(1, q);
	m *b = sycl::malloc_shared<m>(1, q);

	*a = v(1, 2, 3);
	*b = m(1.0f);
	q.parallel_for(10, sycl::reduction(a, sycl::plus<>()), sycl::reduction(b, sycl::multiplies<>()), [=](auto, auto &x, auto &y) {
		x += v(1, 0, 2);
		y *= m(2.0f);
	}).wait();
	check(sycl::all(*a == v(11, 2, 23)) && (*b)[4] == 1024.0f);
	sycl::free(a, q);
	sycl::free(b, q);
}

static_assert(sycl::has_known_identity_v<sycl::plus<>, int> && sycl::known_identity_v<sycl::plus<>, int> == 0);
static_assert(sycl::known_identity_v<sycl::multiplies<float>, float> == 1.0f && sycl::known_identity_v<sycl::bit_and<>, unsigned> == ~0u);
static_assert(sycl::known_identity_v<sycl::bit_or<>, int> == 0 && sycl::known_identity_v<sycl::bit_xor<>, int> == 0);
static_assert(sycl::known_identity_v<sycl::logical_and<>, bool> && !sycl::known_identity_v<sycl::logical_or<>, bool>);
static_assert(sycl::known_identity_v<sycl::minimum<>, int> == std::numeric_limits<int>::max());
static_assert(sycl::known_identity_v<sycl::maximum<>, float> == -std::numeric_limits<float>::infinity());
static_assert(!sycl::has_known_identity_v<larger_magnitude, int> && !sycl::has_known_identity<sycl::plus<>, point>::value);
static_assert(sycl::plus<>()(2, 3) == 5 && sycl::multiplies<int>()(2, 3) == 6 && sycl::minimum<>()(2, 3) == 2 && sycl::maximum<int>()(2, 3) == 3);
static_assert(sycl::bit_and<>()(6, 3) == 2 && sycl::bit_or<>()(6, 3) == 7 && sycl::bit_xor<>()(6, 3) == 5 && sycl::logical_and<>()(2, 1) && sycl::logical_or<>()(0, 1));

int main()
{
	sycl::queue q;

	operations(q);
	unknown_identity(q);
	buffers(q);
	several(q);
	of_elements(q);
	return done();
}
