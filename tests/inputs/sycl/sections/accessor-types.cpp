/* 4.7.6.9: member types and constants of accessors of every element type, mode, target and number of dimensions. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Kind, typename = decltype(std::declval<const Kind &>().template get_multi_ptr<access::decorated::no>())>
constexpr bool has_multi_ptr(int) { return true; }
template <typename Kind>
constexpr bool has_multi_ptr(long) { return false; }

template <typename T, int Dimensions, access_mode Mode, target Target>
constexpr bool types()
{
	using kind = accessor<T, Dimensions, Mode, Target>;
	using value = std::conditional_t<Mode == access_mode::read, const T, T>;
	using iterator = typename kind::iterator;

	static_assert(std::is_same_v<typename kind::value_type, value> && std::is_same_v<typename kind::reference, value &> && std::is_same_v<typename kind::const_reference, const T &>);
	static_assert(std::is_same_v<typename kind::size_type, std::size_t> && std::is_same_v<typename kind::difference_type, typename std::iterator_traits<iterator>::difference_type>);
	static_assert(std::is_same_v<typename std::iterator_traits<iterator>::reference, value &> && std::is_same_v<typename std::iterator_traits<iterator>::iterator_category, std::random_access_iterator_tag>);
	static_assert(std::is_same_v<typename std::iterator_traits<typename kind::const_iterator>::reference, const T &>);
	static_assert(std::is_same_v<typename kind::reverse_iterator, std::reverse_iterator<iterator>> && std::is_same_v<typename kind::const_reverse_iterator, std::reverse_iterator<typename kind::const_iterator>>);
	static_assert(kind::dimensions == Dimensions && kind::access_mode == Mode && kind::access_target == Target);
	static_assert(std::is_default_constructible_v<kind> && std::is_copy_constructible_v<kind> && std::is_nothrow_destructible_v<kind> && std::is_copy_assignable_v<kind> && std::is_move_constructible_v<kind>);
	static_assert(std::is_convertible_v<iterator, typename kind::const_iterator> && has_multi_ptr<kind>(0) == (Target == target::device));
	static_assert(noexcept(std::declval<const kind &>().get_size()) && noexcept(std::declval<const kind &>().get_count()) && noexcept(std::declval<const kind &>().get_pointer()));
	if constexpr (Target == target::device)
		static_assert(std::is_same_v<typename kind::template accessor_ptr<access::decorated::no>, multi_ptr<value, access::address_space::global_space, access::decorated::no>>
			&& std::is_same_v<typename kind::template accessor_ptr<access::decorated::yes>, multi_ptr<value, access::address_space::global_space, access::decorated::yes>>);
	static_assert(noexcept(std::declval<const kind &>().byte_size()) && noexcept(std::declval<const kind &>().size()) && noexcept(std::declval<const kind &>().max_size())
		&& noexcept(std::declval<const kind &>().empty()) && noexcept(std::declval<const kind &>().begin()) && noexcept(std::declval<const kind &>().crend()));
	if constexpr (Dimensions > 0) {
		static_assert(std::is_same_v<decltype(std::declval<const kind &>()[id<Dimensions>()]), value &>);
		static_assert(std::is_same_v<decltype(std::declval<const kind &>().get_range()), range<Dimensions>> && std::is_same_v<decltype(std::declval<const kind &>().get_offset()), id<Dimensions>>);
	} else {
		static_assert(std::is_convertible_v<const kind &, value &>);
		static_assert(std::is_assignable_v<const kind &, const T &> == (Mode != access_mode::read));
		if constexpr (Mode != access_mode::read)
			static_assert(std::is_same_v<decltype(std::declval<const kind &>() = std::declval<const T &>()), const kind &>
				&& std::is_same_v<decltype(std::declval<const kind &>() = std::declval<T>()), const kind &>);
	}
	return true;
}

template <typename T, int Dimensions>
constexpr bool modes()
{
	static_assert(types<T, Dimensions, access_mode::read, target::device>() && types<T, Dimensions, access_mode::write, target::device>()
		&& types<T, Dimensions, access_mode::read_write, target::device>() && types<T, Dimensions, access_mode::read, target::host_task>()
		&& types<T, Dimensions, access_mode::write, target::host_task>() && types<T, Dimensions, access_mode::read_write, target::host_task>());
	static_assert(std::is_same_v<accessor<T, Dimensions>, accessor<T, Dimensions, access_mode::read_write, target::device, access::placeholder::false_t>>);
	static_assert(std::is_same_v<accessor<const T, Dimensions>, accessor<const T, Dimensions, access_mode::read, target::device, access::placeholder::false_t>>);
	static_assert(std::is_same_v<host_accessor<T, Dimensions>, host_accessor<T, Dimensions, access_mode::read_write>> && std::is_same_v<host_accessor<const T, Dimensions>, host_accessor<const T, Dimensions, access_mode::read>>);
	/* Read only accessors of T and of const T are one another. */
	static_assert(std::is_convertible_v<accessor<T, Dimensions, access_mode::read>, accessor<const T, Dimensions, access_mode::read>>
		&& std::is_convertible_v<accessor<const T, Dimensions, access_mode::read>, accessor<T, Dimensions, access_mode::read>>
		&& std::is_convertible_v<accessor<T, Dimensions, access_mode::read_write>, accessor<const T, Dimensions, access_mode::read>>
		&& std::is_convertible_v<host_accessor<T, Dimensions>, host_accessor<const T, Dimensions>> && !std::is_convertible_v<accessor<T, Dimensions, access_mode::read>, accessor<T, Dimensions>>);
	return true;
}

template <typename T>
constexpr bool dimensions()
{
	return modes<T, 0>() && modes<T, 1>() && modes<T, 2>() && modes<T, 3>();
}

struct user {
	int a;
	float b;
};
static_assert(dimensions<int>() && dimensions<half>() && dimensions<char>() && dimensions<bool>() && dimensions<double>() && dimensions<float4>() && dimensions<marray<short, 5>>() && dimensions<user>() && dimensions<std::array<int, 2>>() && dimensions<int *>());
static_assert(std::is_same_v<decltype(std::declval<const host_accessor<int, 0> &>() = 1), const host_accessor<int, 0> &>);
static_assert(std::is_same_v<accessor<int>, accessor<int, 1>> && target::global_buffer == target::device);

int main()
{
	/* A default-constructed accessor is empty and may be passed on. */
	const accessor<int> none;
	check(none.empty() && none.size() == 0 && none.byte_size() == 0 && none.get_range() == range<1>(0) && none.begin() == none.end() && none == accessor<int>(none));
	queue q;
	buffer<int, 3> b(range<3>(2, 3, 4));
	q.submit([&](handler &h) {
		accessor a(b, h, write_only, no_init);
		accessor<int> empty;

		h.parallel_for(b.get_range(), [=](id<3> i) {
			a[i] = empty.empty() ? int(i[0] * 100 + i[1] * 10 + i[2]) : -1;
		});
	});
	const host_accessor all(b, read_only);
	int wrong = 0;
	for (std::size_t x = 0; x < 2; x++)
		for (std::size_t y = 0; y < 3; y++)
			for (std::size_t z = 0; z < 4; z++)
				wrong += all[x][y][z] != int(x * 100 + y * 10 + z) || &all[x][y][z] != &all[id<3>(x, y, z)];
	const decltype(all)::const_iterator first = all.begin();
	check(wrong == 0 && first == all.begin() && all.cbegin() == all.begin() && all.end() - first == 24 && *(first + 23) == 123);
	return done();
}
