/* 4.7.7.2: the explicit pointer aliases name the address spaces, raw, decorated and as they are chosen. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

template <typename T>
constexpr bool named()
{
	static_assert(std::is_same_v<global_ptr<T, decorated::yes>, decorated_global_ptr<T>> && std::is_same_v<global_ptr<T, decorated::no>, raw_global_ptr<T>>);
	static_assert(std::is_same_v<local_ptr<T, decorated::yes>, decorated_local_ptr<T>> && std::is_same_v<local_ptr<T, decorated::no>, raw_local_ptr<T>>);
	static_assert(std::is_same_v<private_ptr<T, decorated::yes>, decorated_private_ptr<T>> && std::is_same_v<private_ptr<T, decorated::no>, raw_private_ptr<T>>);
	static_assert(std::is_same_v<generic_ptr<T, decorated::yes>, decorated_generic_ptr<T>> && std::is_same_v<generic_ptr<T, decorated::no>, raw_generic_ptr<T>>);
	static_assert(raw_global_ptr<T>::address_space == address_space::global_space && decorated_local_ptr<T>::address_space == address_space::local_space);
	static_assert(raw_private_ptr<T>::address_space == address_space::private_space && decorated_generic_ptr<T>::address_space == address_space::generic_space);
	return true;
}
static_assert(named<int>() && named<const int>() && named<void>() && named<const void>() && named<half>() && named<marray<int, 3>>());

/* As a library's functions take them. */
template <typename T>
T sum(raw_global_ptr<const T> p, std::size_t n)
{
	T total{};
	for (std::size_t i = 0; i < n; i++)
		total += p[std::ptrdiff_t(i)];
	return total;
}
static float twice(decorated_private_ptr<float> p) { return *p *= 2; }
static int first(raw_generic_ptr<const int> p) { return p[0]; }

int main()
{
	queue q;
	buffer<int> b(range<1>(16)), result(range<1>(4));
	q.submit([&](handler &h) {
		accessor a(b, h, write_only, no_init);
		h.parallel_for(16, [=](id<1> i) { a[i] = int(i[0]) + 1; });
	});
	q.submit([&](handler &h) {
		accessor a(b, h, read_only);
		accessor r(result, h, write_only, no_init);
		local_accessor<int, 0> l(h);

		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
			float own = 1.5f;

			if (it.get_local_id(0) == 0)
				l = 77;
			group_barrier(it.get_group());
			switch (it.get_global_id(0)) {
			case 0: r[0] = sum<int>(a, a.size()); break;
			case 1: r[1] = int(twice(address_space_cast<address_space::private_space, decorated::yes>(&own))); break;
			case 2: r[2] = first(a) + first(l); break;
			default: r[3] = first(address_space_cast<address_space::generic_space, decorated::no>(&a[5])); break;
			}
		});
	});
	const host_accessor r(result, read_only);
	check(r[0] == 136 && r[1] == 3 && r[2] == 78 && r[3] == 6);
	return done();
}
