/* 4.7.2.1: buffers of host memory, iterators, containers and shared pointers, with what they write back. */
#include <sycl/sycl.hpp>
#include <array>
#include <list>
#include <memory>
#include <string_view>
#include <vector>

#include "../check.hpp"

/* What std::data and std::size take is a container, if its elements are the buffer's. */
template <typename Buffer, typename From>
constexpr bool is_made_of = std::is_constructible_v<Buffer, From &>;
static_assert(is_made_of<sycl::buffer<int>, int[4]> && is_made_of<sycl::buffer<const int>, const int[4]> && is_made_of<sycl::buffer<float>, std::array<float, 3>>);
static_assert(is_made_of<sycl::buffer<const char>, std::string_view> && is_made_of<sycl::buffer<int>, const std::vector<int>>);
static_assert(!is_made_of<sycl::buffer<int>, std::vector<float>> && !is_made_of<sycl::buffer<int>, std::list<int>> && !is_made_of<sycl::buffer<int>, int *>);
static_assert(!is_made_of<sycl::buffer<int, 2>, std::vector<int>> && !is_made_of<sycl::buffer<int, 2>, int[4]>);

int main()
{
	using namespace sycl;
	queue q;
	const auto add = [&](auto &b) {
		q.submit([&](handler &h) {
			accessor a(b, h);

			h.parallel_for(b.get_range(), [=](id<1> i) { a[i] += 10; });
		});
	};
	int raw[4] = { 1, 2, 3, 4 };
	const std::vector<int> constant{ 1, 2, 3, 4 };
	std::vector<int> container{ 1, 2, 3, 4 }, target(4), range_of{ 5, 6, 7 };
	auto shared = std::make_shared<std::vector<int>>(4, 7);
	std::shared_ptr<int[]> array(new int[4]{ 1, 1, 1, 1 });
	{
		buffer<int> a(raw, range<1>(4)), b(container), d(array, range<1>(4));
		buffer c(constant);
		buffer<int> e(range_of.begin(), range_of.end());

		static_assert(std::is_same_v<decltype(c), buffer<int, 1>>);
		c.set_final_data(target.begin());
		add(a), add(b), add(c), add(d), add(e);
		e.set_final_data(nullptr);
	}
	check(raw[3] == 14 && container[0] == 11 && constant[0] == 1 && target[3] == 14 && array[2] == 11 && range_of[0] == 5);
	{
		buffer<int> a(raw, range<1>(4));

		a.set_write_back(false);
		add(a);
	}
	check(raw[3] == 14);
	{
		buffer<int> a(raw, range<1>(4)), b(a, id<1>(1), range<1>(2));

		check(b.is_sub_buffer() && !a.is_sub_buffer() && b.size() == 2 && b.byte_size() == 8 && b.get_range() == range<1>(2));
		add(b);
	}
	check(raw[0] == 11 && raw[1] == 22 && raw[2] == 23 && raw[3] == 14);
	{
		buffer<int> a(raw);
		buffer<int> b(target, std::allocator<int>());

		check(a.size() == 4 && b.size() == 4);
		add(a), add(b);
	}
	check(raw[0] == 21 && raw[3] == 24 && target[3] == 24);
	const std::string_view text = "text";
	buffer<const char> letters(text);
	check(letters.size() == 4 && host_accessor(letters)[3] == 't');
	return done();
}
