/* 4.7.6.10: member types and constructors of host accessors, tags, parts, properties, and how long they hold the buffer. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T, int Dimensions, access_mode Mode>
constexpr bool types()
{
	using kind = host_accessor<T, Dimensions, Mode>;
	using value = std::conditional_t<Mode == access_mode::read, const T, T>;

	static_assert(kind::dimensions == Dimensions);
	static_assert(std::is_same_v<typename kind::value_type, value> && std::is_same_v<typename kind::reference, value &> && std::is_same_v<typename kind::const_reference, const T &>);
	static_assert(std::is_same_v<typename std::iterator_traits<typename kind::iterator>::reference, value &> && std::is_same_v<typename kind::size_type, std::size_t>);
	static_assert(std::is_same_v<typename kind::const_reverse_iterator, std::reverse_iterator<typename kind::const_iterator>>);
	static_assert(std::is_same_v<decltype(std::declval<const kind &>().get_pointer()), std::add_pointer_t<value>>);
	static_assert(std::is_default_constructible_v<kind> && std::is_copy_constructible_v<kind> && std::is_move_assignable_v<kind>);
	return true;
}
template <typename T>
constexpr bool all()
{
	static_assert(types<T, 0, access_mode::read>() && types<T, 0, access_mode::write>() && types<T, 0, access_mode::read_write>());
	static_assert(types<T, 1, access_mode::read>() && types<T, 2, access_mode::write>() && types<T, 3, access_mode::read_write>());
	return true;
}
struct user {
	int a;
};
static_assert(all<int>() && all<half>() && all<user>() && all<float8>() && all<std::pair<int, int>>());

template <int Dimensions>
void constructors(const range<Dimensions> &whole, const range<Dimensions> &part, const id<Dimensions> &offset)
{
	std::vector<int> data(whole.size());
	for (std::size_t i = 0; i < data.size(); i++)
		data[i] = int(i);
	buffer<int, Dimensions> b(data.data(), whole);
	const property_list none;
	{
		host_accessor r(b, read_only);
		static_assert(std::is_same_v<decltype(r), host_accessor<int, Dimensions, access_mode::read>>);
		const host_accessor<const int, Dimensions> c = r;
		check(r.size() == whole.size() && c.byte_size() == whole.size() * sizeof(int) && r.get_offset() == id<Dimensions>() && std::equal(r.begin(), r.end(), data.begin()) && &c[offset] == &r[offset]);
		host_accessor rp(b, part, read_only), rpo(b, part, offset, read_only, none);
		check(rp.get_range() == part && rpo.get_offset() == offset && rpo[id<Dimensions>()] == r[offset] && rp.size() == part.size() && rpo != rp);
	}
	{
		host_accessor w(b, part, offset, write_only, no_init);
		static_assert(std::is_same_v<decltype(w), host_accessor<int, Dimensions, access_mode::write>>);
		std::fill(w.begin(), w.end(), -1);
		check(w.template has_property<property::no_init>());
	}
	host_accessor<int, Dimensions> rw1(b), rw2(b, none);
	host_accessor rw3(b, part), rw4(b, part, offset), rw5(b, read_write);
	static_assert(std::is_same_v<decltype(rw4), host_accessor<int, Dimensions, access_mode::read_write>> && std::is_same_v<decltype(rw5), decltype(rw1)>);
	check(std::size_t(std::count(rw1.cbegin(), rw1.cend(), -1)) == part.size() && std::size_t(std::count(rw4.rbegin(), rw4.rend(), -1)) == part.size());
	auto copy = rw1;
	rw1.swap(rw2);
	check(copy == copy && std::hash<host_accessor<int, Dimensions>>()(copy) == std::hash<host_accessor<int, Dimensions>>()(decltype(copy)(copy)) && !copy.empty() && copy.max_size() >= copy.size());
}

int main()
{
	constructors<1>({ 30 }, { 10 }, { 15 });
	constructors<2>({ 5, 8 }, { 3, 2 }, { 1, 6 });
	constructors<3>({ 3, 4, 5 }, { 2, 2, 2 }, { 0, 2, 3 });

	int one = 1;
	queue q;
	{
		buffer<int> b(&one, range<1>(1));
		{
			host_accessor<int, 0> a(b);
			a = 5;
			const host_accessor<int, 0, access_mode::read> r(b);
			check(r == 5 && a.size() == 1);
			a = a + 1;
		}
		q.submit([&](handler &h) {
			accessor a(b, h);
			h.single_task([=] { a[0] *= 7; });
		});
		check(host_accessor(b, read_only)[0] == 42);
	}
	check(one == 42 && host_accessor<int>().empty());
	return done();
}
