/* 4.7.7.1: legacy multi_ptrs: member types of SYCL 1.2.1, implicit conversions, make_ptr, void. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;

template <typename T, address_space Space>
constexpr bool legacy()
{
	using pointer = multi_ptr<T, Space>;

	static_assert(std::is_same_v<pointer, multi_ptr<T, Space, access::decorated::legacy>> && pointer::address_space == Space && !pointer::is_decorated);
	static_assert(std::is_same_v<typename pointer::element_type, T> && std::is_same_v<typename pointer::difference_type, std::ptrdiff_t>);
	static_assert(std::is_convertible_v<T *, pointer> && std::is_convertible_v<std::nullptr_t, pointer> && std::is_convertible_v<pointer, T *>);
	static_assert(std::is_convertible_v<pointer, multi_ptr<const T, Space>> && std::is_convertible_v<pointer, multi_ptr<void, Space>>);
	static_assert(std::is_same_v<remove_decoration_t<typename pointer::pointer_t>, T *> && std::is_same_v<remove_decoration_t<typename pointer::const_pointer_t>, const T *>);
	static_assert(std::is_same_v<remove_decoration_t<typename pointer::reference_t>, T &> && std::is_same_v<remove_decoration_t<typename pointer::const_reference_t>, const T &>);
	static_assert(std::is_same_v<decltype(std::declval<const pointer &>().get()), typename pointer::pointer_t>
		&& std::is_same_v<decltype(std::declval<const pointer &>().get_decorated()), typename pointer::pointer_t>
		&& std::is_same_v<decltype(std::declval<const pointer &>().get_raw()), T *> && std::is_same_v<decltype(std::declval<const pointer &>().operator->()), T *>);
	static_assert(std::is_same_v<decltype(std::declval<const pointer &>().prefetch(1)), void>);
	static_assert(std::is_assignable_v<pointer &, T *> && std::is_assignable_v<pointer &, std::nullptr_t>);
	return true;
}
static_assert(legacy<int, address_space::global_space>() && legacy<float2, address_space::local_space>() && legacy<half, address_space::private_space>()
	&& legacy<unsigned char, address_space::constant_space>() && legacy<long, address_space::generic_space>());
static_assert(std::is_same_v<global_ptr<int>, multi_ptr<int, address_space::global_space>> && std::is_same_v<local_ptr<int>, multi_ptr<int, address_space::local_space>>
	&& std::is_same_v<private_ptr<int>, multi_ptr<int, address_space::private_space>> && std::is_same_v<constant_ptr<int>, multi_ptr<int, address_space::constant_space>>);

int main()
{
	queue q;
	buffer<int> b(range<1>(8));
	buffer<bool> right_of(range<1>(4));
	q.submit([&](handler &h) {
		accessor<int, 1, access::mode::read_write, access::target::global_buffer> a(b, h);
		accessor<int, 1, access::mode::read_write, access::target::local> l(range<1>(8), h);
		accessor right(right_of, h, write_only, no_init);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
			global_ptr<int> g = a.get_pointer();
			local_ptr<int> t = l.get_pointer();
			int own[2] = { 7, 8 };
			private_ptr<int> mine = own;
			int *raw = g;

			for (int i = 0; i < 8; i++, g++)
				*g = t[i] = i * i;
			g -= 8;
			right[0] = raw == g.get() && g[3] == 9 && *(g + 2) == 4 && *(t + 7) == 49 && *++mine == 8 && *mine-- == 8 && mine[0] == 7;
			const global_ptr<const int> read = g;
			const global_ptr<void> plain = g;
			right[1] = read == g && static_cast<global_ptr<int>>(plain) == g && plain.get() == raw && read >= g && !(read < g) && g + 1 > g;
			const auto made = make_ptr<int, address_space::global_space>(raw);
			const auto whole = make_ptr<int, address_space::global_space, access::decorated::no>(g);
			const auto behind = make_ptr<const int, address_space::local_space>(l.get_pointer());
			right[2] = made == g && whole[1] == 1 && g.get_raw() == raw && made.get_raw() == whole.get() && behind[5] == 25;
			g = nullptr;
			right[3] = g == nullptr && made != nullptr;
		});
	});
	const host_accessor r(right_of);
	for (std::size_t i = 0; i < 4; i++)
		check(r[i]);
	return done();
}
