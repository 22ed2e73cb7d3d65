/* 3.13.1: device copyable types: trivial ones, tuples, pairs, arrays, spans and those that say so. */
#include <sycl/sycl.hpp>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>

#include "../check.hpp"

struct own {
	own(int v) : value(v) {}
	own(const own &other) : value(other.value) {}
	int value;
};
template <>
struct sycl::is_device_copyable<own> : std::true_type {};

int main()
{
	using sycl::is_device_copyable_v;
	static_assert(is_device_copyable_v<int> && is_device_copyable_v<std::pair<int, own>> && is_device_copyable_v<std::tuple<own, float>>);
	static_assert(is_device_copyable_v<std::array<own, 3>> && is_device_copyable_v<std::optional<int>> && is_device_copyable_v<std::variant<int, float>>);
	static_assert(is_device_copyable_v<std::string_view> && is_device_copyable_v<sycl::span<int>> && is_device_copyable_v<std::array<int, 0>>);
	static_assert(!is_device_copyable_v<std::string> && !is_device_copyable_v<std::tuple<std::string>> && is_device_copyable_v<const own>);
	static_assert(is_device_copyable_v<sycl::vec<float, 4>> && is_device_copyable_v<sycl::marray<own, 2>> && is_device_copyable_v<std::tuple<>>);
	sycl::queue q;
	int *const out = sycl::malloc_shared<int>(5, q);
	const own o(3);
	const std::tuple<int, own, char> t(1, own(20), 'a');
	const std::pair<own, own> p(own(100), own(200));
	const std::array<own, 2> a{ own(1000), own(2000) };
	const std::optional<int> maybe(7);

	q.single_task([=] {
		out[0] = o.value;
		out[1] = std::get<0>(t) + std::get<1>(t).value + (std::get<2>(t) == 'a');
		out[2] = p.first.value + p.second.value;
		out[3] = a[1].value - a[0].value;
		out[4] = maybe ? *maybe : 0;
	}).wait();
	check(out[0] == 3 && out[1] == 22 && out[2] == 300 && out[3] == 1000 && out[4] == 7);
	sycl::free(out, q);
	return done();
}
