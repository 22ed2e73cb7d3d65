/* 4.9.2: every form of reduction(): buffers, pointers, spans, identities, properties, types and operations, in ranges and nd_ranges of 1-D to 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static queue q;

template <typename T, typename Operation>
bool of(Operation op, T identity, T start)
{
	constexpr int n = 60;
	const auto value = [](std::size_t i) { return T(i * 7 % 5 % 3 + 1); };
	T wanted = start;
	for (std::size_t i = 0; i < n; i++)
		wanted = op(wanted, value(i));
	T *const p = malloc_shared<T>(5, q);
	bool right = true;
	const auto result = [&](const T &v) { right = right && v == wanted; };

	std::fill(p, p + 5, start);
	q.parallel_for(n, reduction(p, op), [=](id<1> i, auto &r) { r.combine(value(i[0])); }).wait(), result(p[0]);
	q.parallel_for(range<2>(6, 10), reduction(p + 1, identity, op), [=](item<2> i, auto &r) { r.combine(value(i.get_linear_id())); }).wait(), result(p[1]);
	q.parallel_for(nd_range<3>({ 3, 4, 5 }, { 1, 2, 5 }), reduction(p + 2, op), [=](nd_item<3> i, auto &r) { r.combine(value(i.get_global_linear_id())); }).wait(), result(p[2]);
	buffer<T> b(&start, range<1>(1));
	q.submit([&](handler &h) { h.parallel_for(nd_range<1>(60, 12), reduction(b, h, op), [=](nd_item<1> i, auto &r) { r.combine(value(i.get_global_linear_id())); }); });
	result(host_accessor(b, read_only)[0]);
	q.submit([&](handler &h) { h.parallel_for(range<1>(60), reduction(b, h, identity, op, { property::reduction::initialize_to_identity() }), [=](id<1> i, auto &r) { r.combine(value(i[0])); }); });
	T from_identity = identity;
	for (std::size_t i = 0; i < n; i++)
		from_identity = op(from_identity, value(i));
	right = right && host_accessor(b, read_only)[0] == from_identity;
	if constexpr (has_known_identity_v<Operation, T>) {
		q.parallel_for(n, reduction(p + 3, op, property::reduction::initialize_to_identity{}), [=](id<1> i, auto &r) { r.combine(value(i[0])); }).wait();
		right = right && p[3] == from_identity;
	}
	free(p, q);
	if (!right)
		std::printf("of %d bytes\n", int(sizeof(T)));
	return right;
}

struct longest {
	int length, at;
	bool operator==(const longest &o) const { return length == o.length && at == o.at; }
};

int main()
{
	check(of<int>(plus<>(), 0, 5) && of<unsigned char>(plus<unsigned char>(), 0, 5) && of<short>(bit_xor<>(), 0, 9) && of<long>(maximum<long>(), std::numeric_limits<long>::lowest(), 2) && of<unsigned long long>(bit_or<>(), 0, 8));
	check(of<float>(plus<float>(), 0, 1.5f) && of<double>(minimum<>(), std::numeric_limits<double>::infinity(), 4.0) && of<half>(plus<half>(), half(0), half(2)) && of<float>(maximum<>(), -std::numeric_limits<float>::infinity(), 1.0f) && of<int>(bit_and<int>(), ~0, 7));
	check(of<bool>(logical_or<>(), false, false) && of<bool>(logical_and<bool>(), true, true) && of<int>([](int a, int b) { return a + b; }, 0, 3) && of<unsigned>(multiplies<>(), 1u, 2u));
	/* a buffer has one element */
	buffer<int> two(2);
	errc said{};
	q.submit([&](handler &h) {
		try {
			(void)reduction(two, h, plus<int>());
		} catch (const exception &e) {
			said = static_cast<errc>(e.code().value());
		}
	});
	check(said == errc::invalid);
	/* of any dimensions; its type is the identity's */
	buffer<double, 2> square(range<2>(1, 1));
	buffer<long, 3> cube(range<3>(1, 1, 1));
	host_accessor{ square }[0][0] = 0.5, host_accessor{ cube }[0][0][0] = 7;
	q.submit([&](handler &h) { h.parallel_for(range<1>(5), reduction(square, h, 0, plus<>()), [=](id<1>, auto &r) { r += 1; }); });
	q.submit([&](handler &h) {
		h.parallel_for(range<1>(5), reduction(cube, h, 0, plus<>(), property::reduction::initialize_to_identity{}), [=](id<1>, auto &r) { r += 1; });
	});
	check(host_accessor{ square }[0][0] == 5.5 && host_accessor{ cube }[0][0][0] == 5);
	/* without an identity, of the program's type, several at once, and spans */
	longest *const l = malloc_shared<longest>(1, q);
	*l = { -1, -1 };
	const auto longer = [](const longest &a, const longest &b) { return a.length > b.length || (a.length == b.length && a.at < b.at) ? a : b; };
	int *const p = malloc_shared<int>(8, q);
	std::fill(p, p + 8, 0);
	q.parallel_for(nd_range<1>(64, 16), reduction(l, longer), reduction(p, plus<>()), reduction(span<int, 4>(p + 1, 4), plus<int>()), [=](nd_item<1> i, auto &best, auto &sum, auto &bins) {
		const int n = int(i.get_global_id(0));
		static_assert(std::decay_t<decltype(bins)>::dimensions == 1 && std::decay_t<decltype(sum)>::dimensions == 0 && std::is_same_v<typename std::decay_t<decltype(sum)>::value_type, int>);
		static_assert(std::is_same_v<typename std::decay_t<decltype(sum)>::binary_operation, plus<>> && !std::is_copy_constructible_v<std::decay_t<decltype(sum)>>);
		best.combine({ n * 37 % 64, n }), sum += n, ++sum, bins[std::size_t(n % 4)] += n, bins[0].combine(1);
	}).wait();
	check(*l == longest{ 63, 19 });
	check(p[0] == 64 * 63 / 2 + 64 && p[1] == 480 + 64 && p[2] == 496 && p[4] == 528);
	q.parallel_for(range<1>(0), reduction(p, plus<>()), [=](id<1>, auto &s) { s += 1; }).wait();
	check(p[0] == 64 * 63 / 2 + 64);
	std::fill(p, p + 2, 1);
	q.submit([&](handler &h) {
		h.parallel_for(range<3>(2, 3, 4), reduction(p, 1, multiplies<int>()), reduction(p + 1, std::bit_xor<>()), [=](id<3> i, auto &m, auto &x) { m *= i[2] == 0 ? 2 : 1; x.combine(int(i[0])); });
	}).wait();
	check(p[0] == 64 && p[1] == 1);
	free(l, q), free(p, q);
	return done();
}
