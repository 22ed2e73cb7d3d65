/* 4.7.6.11: member types of local accessors, arrays as elements, no dimension, const elements, and 1.2.1's target::local. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T, int Dimensions>
constexpr bool types()
{
	using kind = local_accessor<T, Dimensions>;

	static_assert(std::is_same_v<typename kind::value_type, T> && std::is_same_v<typename kind::reference, T &> && std::is_same_v<typename kind::const_reference, const T &>);
	static_assert(std::is_same_v<typename kind::template accessor_ptr<access::decorated::yes>, multi_ptr<T, access::address_space::local_space, access::decorated::yes>>);
	static_assert(std::is_same_v<typename std::iterator_traits<typename kind::iterator>::reference, T &> && std::is_same_v<typename std::iterator_traits<typename kind::const_iterator>::reference, const T &>);
	static_assert(std::is_same_v<typename kind::reverse_iterator, std::reverse_iterator<typename kind::iterator>> && std::is_same_v<typename kind::size_type, std::size_t>);
	static_assert(std::is_same_v<typename kind::difference_type, typename std::iterator_traits<typename kind::iterator>::difference_type>);
	static_assert(std::is_default_constructible_v<kind> && std::is_copy_constructible_v<kind> && std::is_copy_assignable_v<kind> && is_device_copyable_v<kind>);
	static_assert(noexcept(std::declval<const kind &>().size()) && noexcept(std::declval<const kind &>().byte_size()) && noexcept(std::declval<const kind &>().max_size()) && noexcept(std::declval<const kind &>().empty()));
	if constexpr (Dimensions > 0)
		static_assert(std::is_same_v<decltype(std::declval<const kind &>()[id<Dimensions>()]), T &>);
	else
		static_assert(std::is_convertible_v<const kind &, T &>);
	return true;
}
template <typename T>
constexpr bool all()
{
	static_assert(types<T, 0>() && types<T, 1>() && types<T, 2>() && types<T, 3>());
	static_assert(std::is_same_v<local_accessor<T>, local_accessor<T, 1>>);
	return true;
}
struct user {
	int a;
	double b;
};
static_assert(all<int>() && all<half>() && all<float3>() && all<user>() && all<bool>() && all<marray<int, 3>>());
static_assert(std::is_convertible_v<local_accessor<int>, local_accessor<const int>> && std::is_convertible_v<local_accessor<int, 3>, local_accessor<const int, 3>>);

/* Iterators over pointers: the last one is the first and the number of elements, in pointers. */
static void pointers(queue &q)
{
	int *const n = malloc_shared<int>(1, q);

	q.submit([&](handler &h) {
		local_accessor<int *> all(6, h);

		h.parallel_for(nd_range<1>(6, 6), [=](nd_item<1> it) {
			all[it.get_local_id()] = n + it.get_local_id(0);
			group_barrier(it.get_group());
			if (it.get_local_id(0) == 0) {
				int right = 0;

				for (int *const &p : all)
					right += p == n + right;
				*n = right;
			}
		});
	}).wait();
	check(*n == 6);
	free(n, q);
}

int main()
{
	queue q;

	pointers(q);
	constexpr int tests = 9;
	bool *const right = malloc_shared<bool>(8 * tests, q);

	q.submit([&](handler &h) {
		local_accessor<int, 0> zero(h);
		local_accessor<int, 2> two(range<2>(3, 5), h, property_list{});
		local_accessor<user, 3> three({ 2, 2, 3 }, h);
		local_accessor<int[4], 1> arrays(2, h);
		accessor<short, 1, access_mode::read_write, target::local> old(range<1>(6), h);
		accessor<long, 0, access_mode::read_write, target::local> old_zero(h);
		local_accessor<int> none, empty(range<1>(0), h);

		check(zero.size() == 1 && zero.byte_size() == 4 && two.size() == 15 && two.byte_size() == 60 && two.get_range() == range<2>(3, 5));
		check(three.get_range() == range<3>(2, 2, 3) && none.empty() && empty.empty() && none.size() == 0 && !two.empty() && two.max_size() > 15 && zero.max_size() == 1);
		h.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> it) {
			bool *const r = right + it.get_global_id(0) * tests;

			if (it.get_local_id(0) == 0) {
				zero = int(it.get_group(0)) + 5;
				int n = 0;
				for (int &v : two)
					v = n++;
				for (auto &v : three)
					v = { n, double(n) / 2 }, n++;
				for (int i = 0; i < 8; i++)
					arrays[i / 4][i % 4] = i;
				for (auto &v : old)
					v = short(n++);
				old_zero = n;
			}
			group_barrier(it.get_group());
			const local_accessor<const int, 2> read = two;
			r[0] = zero == int(it.get_group(0)) + 5;
			r[1] = two[2][3] == 13 && two[id<2>(1, 4)] == 9 && &two[1][0] == &two[{ 1, 0 }] && read[2][4] == 14;
			r[2] = three[1][1][2].a == 26 && three[id<3>(0, 1, 0)].b == 9.0;
			r[3] = arrays[0][3] == 3 && arrays[1][0] == 4;
			r[4] = old[5] == 32 && old_zero == 33 && old[id<1>(0)] == 27;
			r[5] = *two.rbegin() == 14 && *(two.cend() - 2) == 13 && two.crend() - two.crbegin() == 15 && *two.begin() == 0;
			r[6] = two.get_multi_ptr<access::decorated::no>()[7] == 7 && two.get_multi_ptr<access::decorated::yes>().get() == two.get_pointer().get();
			r[7] = two.size() == 15 && three.byte_size() == 12 * sizeof(user) && none.empty() && empty.size() == 0;
			auto a = two, b = two;
			a.swap(b);
			r[8] = a == b && &a[0][0] == &two[0][0];
		});
	}).wait();
	for (int i = 0; i < 8 * tests; i++)
		if (!right[i])
			std::printf("%d of %d\n", i % tests, i / tests), failures++;
	free(right, q);
	return done();
}
