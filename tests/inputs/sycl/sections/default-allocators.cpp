/* 4.7.1: allocators of buffers: the default one, std::allocator, one of the program, of other types and of const elements. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

static int allocations, releases;

template <typename T>
struct counting {
	using value_type = T;
	counting() = default;
	explicit counting(int n) : number(n) {}
	template <typename Other>
	counting(const counting<Other> &other) : number(other.number) {}
	T *allocate(std::size_t n)
	{
		allocations++;
		return std::allocator<T>().allocate(n);
	}
	void deallocate(T *p, std::size_t n)
	{
		releases++;
		std::allocator<T>().deallocate(p, n);
	}
	friend bool operator==(const counting &a, const counting &b) { return a.number == b.number; }
	friend bool operator!=(const counting &a, const counting &b) { return a.number != b.number; }
	int number = 0;
};

using namespace sycl;

static_assert(std::is_same_v<buffer<int>, buffer<int, 1, buffer_allocator<int>>> && std::is_same_v<buffer<const int>, buffer<const int, 1, buffer_allocator<int>>>);
static_assert(std::is_same_v<buffer<int, 2, counting<int>>::allocator_type, counting<int>> && std::is_same_v<std::allocator_traits<buffer_allocator<float>>::value_type, float>);
static_assert(std::is_same_v<buffer<int>::value_type, int> && std::is_same_v<buffer<int>::reference, int &> && std::is_same_v<buffer<int>::const_reference, const int &>);

template <typename Buffer>
bool works(queue &q, Buffer &&b)
{
	q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.parallel_for(b.get_range(), [=](auto i) { a[i] = 7; }); });
	const host_accessor a(b, read_only);
	return std::all_of(a.begin(), a.end(), [](int v) { return v == 7; }) && a.size() == b.size();
}

int main()
{
	queue q;
	{
		std::vector<int> data(12);
		const counting<int> three(3);
		buffer<int, 1, counting<int>> plain(range<1>(12)), given(range<1>(12), three), of_data(data.data(), range<1>(12), three), of_vector(data, three), of_range(data.begin(), data.end(), three);
		buffer<int, 2, counting<int>> flat(range<2>(3, 4), three, property_list{});
		buffer<int, 1, std::allocator<int>> standard(range<1>(12));
		auto deduced = buffer(data.data(), range(12), three);
		static_assert(std::is_same_v<decltype(deduced), buffer<int, 1, counting<int>>>);

		check(given.get_allocator() == three && plain.get_allocator() == counting<int>() && flat.get_allocator().number == 3 && deduced.get_allocator() == three);
		check(works(q, plain) && works(q, given) && works(q, of_data) && works(q, of_vector) && works(q, of_range) && works(q, flat) && works(q, standard) && works(q, deduced));
		buffer<char, 1, counting<char>> bytes = given.reinterpret<char, 1>(range<1>(48));
		auto same = given.reinterpret<float, 1>(range<1>(12));
		static_assert(std::is_same_v<decltype(same), buffer<float, 1, counting<float>>>);
		check(host_accessor(bytes, read_only)[0] == 7 && same.size() == 12);
	}
	check(allocations == releases);
	/* a pointer of any type that points to the element */
	const std::vector<double> constant(5, 2.5);
	buffer<double> copied(constant.data(), range<1>(5));
	buffer<const double> read(constant.data(), range<1>(5));
	buffer from_vector(constant);
	q.submit([&](handler &h) {
		accessor to(copied, h);
		accessor<const double, 1, access_mode::read> from(read, h);
		h.parallel_for(5, [=](id<1> i) { to[i] += from[i]; });
	});
	check(host_accessor(copied, read_only)[4] == 5.0 && constant[4] == 2.5);
	return done();
}
