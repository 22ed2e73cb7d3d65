/* SYCL 2020, 4.7.6: accessor, host_accessor and local_accessor, member by member. */
#include <sycl/sycl.hpp>
#include <memory>
#include <numeric>
#include <vector>
#include "../check.hpp"

using sycl::access_mode;
using sycl::target;
namespace access = sycl::access;

/* --- member types --- */

template <typename A, typename Value, typename T>
constexpr bool common_types()
{
	static_assert(std::is_same_v<typename A::value_type, Value>);
	static_assert(std::is_same_v<typename A::reference, Value &>);
	static_assert(std::is_same_v<typename A::const_reference, const T &>);
	static_assert(std::is_same_v<typename A::size_type, std::size_t>);
	using iterator = typename A::iterator;
	static_assert(std::is_same_v<typename A::difference_type, typename std::iterator_traits<iterator>::difference_type>);
	static_assert(std::is_base_of_v<std::random_access_iterator_tag, typename std::iterator_traits<iterator>::iterator_category>);
	static_assert(std::is_same_v<typename std::iterator_traits<iterator>::reference, Value &>);
	static_assert(std::is_same_v<typename std::iterator_traits<typename A::const_iterator>::reference, const T &>);
	static_assert(std::is_same_v<typename A::reverse_iterator, std::reverse_iterator<iterator>>);
	static_assert(std::is_same_v<typename A::const_reverse_iterator, std::reverse_iterator<typename A::const_iterator>>);
	static_assert(std::is_copy_constructible_v<A> && std::is_move_constructible_v<A> && std::is_copy_assignable_v<A>);
	static_assert(std::is_default_constructible_v<A>);
	return true;
}

template <int D, access_mode M, typename Value>
constexpr bool device_types()
{
	using A = sycl::accessor<int, D, M>;
	static_assert(common_types<A, Value, int>());
	static_assert(A::dimensions == D && A::access_mode == M && A::access_target == target::device);
	static_assert(std::is_same_v<typename A::template accessor_ptr<access::decorated::yes>,
		sycl::multi_ptr<Value, access::address_space::global_space, access::decorated::yes>>);
	static_assert(common_types<sycl::host_accessor<int, D, M>, Value, int>());
	return true;
}
template <int D>
constexpr bool of_rank()
{
	return device_types<D, access_mode::read, const int>() && device_types<D, access_mode::write, int>()
		&& device_types<D, access_mode::read_write, int>();
}
static_assert(of_rank<0>() && of_rank<1>() && of_rank<2>() && of_rank<3>());
static_assert(common_types<sycl::local_accessor<int, 0>, int, int>() && common_types<sycl::local_accessor<int, 1>, int, int>());
static_assert(common_types<sycl::local_accessor<const float, 2>, const float, float>() && common_types<sycl::local_accessor<int, 3>, int, int>());
static_assert(std::is_same_v<sycl::local_accessor<int>::accessor_ptr<access::decorated::no>,
	sycl::multi_ptr<int, access::address_space::local_space, access::decorated::no>>);
static_assert(std::is_same_v<sycl::accessor<const int>, sycl::accessor<const int, 1, access_mode::read, target::device, access::placeholder::false_t>>);
static_assert(std::is_same_v<sycl::host_accessor<const int>, sycl::host_accessor<const int, 1, access_mode::read>>);

/* Size queries do not throw. */
template <typename A>
constexpr bool never_throws()
{
	return noexcept(std::declval<const A &>().byte_size()) && noexcept(std::declval<const A &>().size())
		&& noexcept(std::declval<const A &>().max_size()) && noexcept(std::declval<const A &>().empty())
		&& noexcept(std::declval<const A &>().begin()) && noexcept(std::declval<const A &>().end())
		&& noexcept(std::declval<const A &>().cbegin()) && noexcept(std::declval<const A &>().rend())
		&& noexcept(std::declval<const A &>().crbegin()) && noexcept(std::declval<const A &>().get_pointer());
}
static_assert(never_throws<sycl::accessor<int>>() && never_throws<sycl::accessor<int, 0>>() && never_throws<sycl::host_accessor<int, 3>>());
static_assert(never_throws<sycl::host_accessor<int, 0>>() && never_throws<sycl::local_accessor<int, 2>>() && never_throws<sycl::local_accessor<int, 0>>());

/* --- conversions between read-only accessors, and from read-write ones --- */

template <typename From, typename To>
inline constexpr bool converts = std::is_convertible_v<From, To>;
template <typename T, access_mode M, int D = 1>
using acc = sycl::accessor<T, D, M>;
template <typename T, access_mode M, int D = 1>
using host = sycl::host_accessor<T, D, M>;
constexpr access_mode r = access_mode::read, w = access_mode::write, rw = access_mode::read_write;
static_assert(converts<acc<int, r>, acc<const int, r>> && converts<acc<const int, r>, acc<int, r>>);
static_assert(converts<acc<int, rw>, acc<const int, r>> && converts<acc<int, rw>, acc<int, r>>);
static_assert(!converts<acc<int, w>, acc<int, r>> && !converts<acc<int, r>, acc<int, rw>> && !converts<acc<int, rw>, acc<int, w>>);
static_assert(!converts<acc<int, rw>, acc<float, r>> && !converts<acc<int, rw, 2>, acc<int, r, 1>>);
static_assert(converts<host<int, r, 3>, host<const int, r, 3>> && converts<host<const int, r, 0>, host<int, r, 0>>);
static_assert(converts<host<int, rw>, host<const int, r>> && !converts<host<int, w>, host<int, r>>);
static_assert(converts<sycl::local_accessor<int>, sycl::local_accessor<const int>>);
static_assert(!converts<sycl::local_accessor<const int>, sycl::local_accessor<int>>);

/* --- deduction from tags --- */

template <typename A, int D, access_mode M, target T>
constexpr bool is()
{
	return std::is_same_v<typename A::value_type, std::conditional_t<M == r, const int, int>> && A::dimensions == D && A::access_mode == M
		&& A::access_target == T;
}

void deduction()
{
	sycl::buffer<int> b(4);
	sycl::buffer<int, 2> b2({ 2, 3 });
	sycl::buffer<const int> c(std::vector<int>{ 1, 2 }.data(), 2);
	const sycl::property_list no_init{ sycl::no_init };
	sycl::queue q;

	q.submit([&](sycl::handler &h) {
		sycl::accessor a1(b, h);
		sycl::accessor a2(b, h, sycl::read_only);
		sycl::accessor a3(b, h, sycl::write_only, sycl::no_init);
		sycl::accessor a4(b, h, sycl::read_write);
		sycl::accessor a5(b, h, sycl::read_only_host_task);
		sycl::accessor a6(b, h, sycl::write_only_host_task, no_init);
		sycl::accessor a7(b, h, sycl::read_write_host_task);
		sycl::accessor a8(b, h, sycl::range<1>(2));
		sycl::accessor a9(b, h, sycl::range<1>(2), sycl::read_only);
		sycl::accessor a10(b, h, sycl::range<1>(2), sycl::id<1>(1));
		sycl::accessor a11(b2, h, sycl::range<2>(1, 2), sycl::id<2>(1, 1), sycl::write_only, { sycl::no_init });
		sycl::accessor a12(c, h);
		sycl::accessor a13(b2, sycl::read_only);
		sycl::accessor a14(b2);
		static_assert(is<decltype(a1), 1, rw, target::device>() && is<decltype(a2), 1, r, target::device>());
		static_assert(is<decltype(a3), 1, w, target::device>() && is<decltype(a4), 1, rw, target::device>());
		static_assert(is<decltype(a5), 1, r, target::host_task>() && is<decltype(a6), 1, w, target::host_task>());
		static_assert(is<decltype(a7), 1, rw, target::host_task>() && is<decltype(a8), 1, rw, target::device>());
		static_assert(is<decltype(a9), 1, r, target::device>() && is<decltype(a10), 1, rw, target::device>());
		static_assert(is<decltype(a11), 2, w, target::device>() && is<decltype(a13), 2, r, target::device>() && is<decltype(a14), 2, rw, target::device>());
		static_assert(decltype(a12)::access_mode == r && std::is_same_v<decltype(a12)::value_type, const int>);
		check(!a1.is_placeholder() && !a8.is_placeholder() && a13.is_placeholder() && a14.is_placeholder());
		check(a3.has_property<sycl::property::no_init>() && !a4.has_property<sycl::property::no_init>());
		check(a11.get_range() == sycl::range<2>(1, 2) && a11.get_offset() == sycl::id<2>(1, 1));
		static_assert(std::is_same_v<decltype(a5.get_pointer()), const int *> && std::is_same_v<decltype(a6.get_pointer()), int *>);
		static_assert(std::is_same_v<decltype(a2.get_pointer()), sycl::global_ptr<int>>); // doc/sycl-2020.md says why not to const
		/* The template parameter says nothing about an accessor's being a placeholder. */
		sycl::accessor<int, 1, rw, target::device, access::placeholder::true_t> bound(b, h);
		sycl::accessor<int, 1, rw, target::device, access::placeholder::false_t> unbound(b);
		check(!bound.is_placeholder() && unbound.is_placeholder());
		h.require(unbound);
		h.single_task([=] { unbound[0] = 1; });
	});
	sycl::host_accessor h1(b);
	sycl::host_accessor h2(b, sycl::read_only);
	sycl::host_accessor h3(b2, sycl::range<2>(1, 1), sycl::id<2>(1, 2), sycl::write_only, sycl::no_init);
	static_assert(std::is_same_v<decltype(h1), sycl::host_accessor<int>> && std::is_same_v<decltype(h2), sycl::host_accessor<int, 1, r>>);
	static_assert(std::is_same_v<decltype(h3), sycl::host_accessor<int, 2, w>>);
	check(h1[0] == 1 && h3.get_offset() == sycl::id<2>(1, 2) && h3.size() == 1);
	check(h1.get_pointer() == &h1[0]);
}

/* --- members --- */

void empty_ones()
{
	const sycl::accessor<int, 2> a;
	const sycl::accessor<int, 0> a0;
	const sycl::host_accessor<int, 3> h;
	const sycl::host_accessor<int, 0> h0;
	const sycl::local_accessor<int, 2> l;
	sycl::queue q;

	check(a.empty() && a.size() == 0 && a.byte_size() == 0 && a.max_size() == 0 && a.get_range() == sycl::range<2>());
	check(a0.empty() && a0.size() == 0 && a0.byte_size() == 0 && a0.begin() == a0.end());
	check(h.empty() && h.size() == 0 && h.byte_size() == 0 && h.begin() == h.end());
	check(h0.empty() && h0.size() == 0 && h0.byte_size() == 0 && h0.cbegin() == h0.cend());
	check(l.empty() && l.size() == 0 && l.byte_size() == 0);
	/* They may be passed to kernels. */
	int *ran = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *ran = a.empty() && a0.empty() && l.empty(); }).wait();
	check(*ran == 1);
	sycl::free(ran, q);
}

template <int D>
void ranged(sycl::range<D> whole, sycl::range<D> part, sycl::id<D> offset)
{
	std::vector<int> data(whole.size());
	std::iota(data.begin(), data.end(), 0);
	const std::size_t first = D == 1 ? offset[0] : D == 2 ? offset[0] * whole[D - 1] + offset[D - 1]
		: (offset[0] * whole[D > 1 ? 1 : 0] + offset[D > 1 ? 1 : 0]) * whole[D - 1] + offset[D - 1];
	const std::size_t n = part.size();
	sycl::queue q;
	int *found = sycl::malloc_shared<int>(8, q);
	{
		sycl::buffer<int, D> b(data.data(), whole);

		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h, part, offset);
			check(a.size() == n && a.byte_size() == n * sizeof(int) && a.max_size() > n && a.get_count() == n && a.get_size() == n * sizeof(int));
			h.single_task([=] {
				/* Subscripts and iterators start at the offset, pointers at the buffer. */
				found[0] = a[sycl::id<D>()];
				found[1] = *a.begin();
				found[2] = a.get_pointer().get_raw()[1];
				found[3] = *a.template get_multi_ptr<access::decorated::no>();
				found[4] = int(a.end() - a.begin());
				found[5] = 1;
				int last = -1;
				for (int &i : a) {
					if (i <= last)
						found[5] = 0;
					last = i;
					i += 1000;
				}
				found[6] = *a.rbegin() == last + 1000 && a.cbegin()[0] == *(a.crend() - 1);
				auto it = a.begin();
				it += 1;
				found[7] = it[-1] == found[0] + 1000 && it > a.begin() && a.end() - it == a.end() - a.begin() - 1;
			});
		}).wait();
		check(found[0] == int(first) && found[1] == int(first) && found[2] == 1 && (found[3] == 0 || first == 0));
		check(found[4] == int(n) && found[5] && found[6] && found[7]);
		sycl::host_accessor a(b, part, offset, sycl::read_only);
		check(a[sycl::id<D>()] == int(first) + 1000 && *a.begin() == int(first) + 1000 && a.get_pointer() == &a[sycl::id<D>()] - first);
		auto old = b.template get_access<access_mode::read>(part, offset);
		check(old.get_pointer() == a.get_pointer() && !old.is_placeholder() && old.get_offset() == offset);
		q.submit([&](sycl::handler &h) {
			sycl::accessor t(b, h, part, offset, sycl::read_only_host_task);
			h.host_task([=] { found[0] = t.get_pointer() == a.get_pointer(); });
		}).wait();
		check(found[0] == 1);
		for (sycl::id<D> outside : { sycl::id<D>(sycl::range<D>(whole)), sycl::id<D>(part) + offset }) {
			bool thrown = false;

			try {
				sycl::host_accessor<int, D> none(b, whole, outside);
			} catch (const sycl::exception &e) {
				thrown = e.code() == sycl::errc::invalid;
			}
			check(thrown);
		}
	}
	check(std::count_if(data.begin(), data.end(), [](int i) { return i >= 1000; }) == int(n));
	sycl::free(found, q);
}

void zero_dimensions()
{
	sycl::queue q;
	sycl::buffer<int> b(3);

	q.submit([&](sycl::handler &h) {
		sycl::accessor<int, 0> a(b, h);
		check(!a.empty() && a.size() == 1 && a.byte_size() == sizeof(int));
		h.single_task([=] { a = 5; int &i = a; i++; });
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor<int, 0, r> a(b, h);
		sycl::accessor<int, 0, w> p(b);
		sycl::local_accessor<int, 0> l(h);
		check(p.is_placeholder() && !a.is_placeholder());
		h.require(p);
		h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
			l = a + 1;
			l = static_cast<int &&>(l + 1);
			p = *l.begin() + int(l.size());
		});
	});
	sycl::host_accessor<int, 0> a(b);
	check(a == 9 && *a.get_pointer() == 9 && a.end() - a.begin() == 1);
	a = 3;
	sycl::host_accessor<int, 0, r> read(a);
	check(read == 3);
}

void of_no_init()
{
	sycl::buffer<int> b(3);
	int thrown = 0;

	try {
		sycl::host_accessor a(b, sycl::read_only, sycl::no_init);
	} catch (const sycl::exception &e) {
		thrown += e.code() == sycl::errc::invalid;
	}
	sycl::queue().submit([&](sycl::handler &h) {
		try {
			sycl::accessor a(b, h, sycl::read_only, { sycl::no_init });
		} catch (const sycl::exception &e) {
			thrown += e.code() == sycl::errc::invalid;
		}
		h.single_task([] {});
	});
	check(thrown == 2);
	static_assert(sycl::is_property_v<sycl::property::no_init> && sycl::is_property_of_v<sycl::property::no_init, sycl::accessor<int>>);
}

void equality()
{
	sycl::queue q;
	sycl::buffer<int> b(3), c(3);
	int *equal = sycl::malloc_shared<int>(3, q);

	q.submit([&](sycl::handler &h) {
		sycl::accessor a1(b, h);
		sycl::accessor a2(a1);
		sycl::accessor a3(c, h);
		sycl::local_accessor<int> l1(3, h), l2(l1), l3(4, h);
		check(a1 == a2 && a1 != a3 && std::hash<decltype(a1)>()(a1) == std::hash<decltype(a1)>()(a2));
		check(l1 == l2 && l1 != l3 && std::hash<decltype(l1)>()(l1) == std::hash<decltype(l1)>()(l2));
		h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) { equal[0] = a1 == a2 && a1 != a3 && l1 == l2 && l1 != l3; });
	}).wait();
	check(equal[0] == 1);
	sycl::host_accessor h1(b);
	sycl::host_accessor h2(h1);
	sycl::host_accessor h3(c);
	check(h1 == h2 && h1 != h3);
	h1.swap(h3);
	check(h3 == h2 && h1 != h2);
	sycl::free(equal, q);
}

void local()
{
	sycl::queue q;
	sycl::buffer<int> out(8);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 3> l({ 2, 2, 2 }, h);
		sycl::local_accessor<const int, 3> as_const(l);
		sycl::local_accessor<int[2]> pairs(2, h);
		sycl::accessor<int, 2, rw, target::local> old({ 2, 4 }, h);
		sycl::accessor a(out, h, sycl::write_only);
		check(l.get_range() == sycl::range<3>(2, 2, 2) && l.size() == 8 && old.get_range() == sycl::range<2>(2, 4) && old.get_count() == 8);
		h.parallel_for(sycl::nd_range<3>({ 2, 2, 2 }, { 2, 2, 2 }), [=](sycl::nd_item<3> i) {
			const auto n = i.get_local_linear_id();

			l[i.get_local_id()] = int(n);
			old[n / 4][n % 4] = int(n);
			if (n < 4)
				pairs[n / 2][n % 2] = int(n);
			sycl::group_barrier(i.get_group());
			a[n] = as_const[i.get_local_id(0)][i.get_local_id(1)][i.get_local_id(2)] + *(l.begin() + int(n)) + old[{ n / 4, n % 4 }]
				+ l.get_multi_ptr<access::decorated::yes>()[int(n)] + pairs[n % 4 / 2][n % 2] + l.get_pointer()[n];
		});
	});
	const sycl::host_accessor a(out, sycl::read_only);
	for (int n = 0; n < 8; n++)
		check(a[n] == 5 * n + n % 4);
}

void const_buffers()
{
	const std::vector<int> data{ 1, 2, 3, 4 };
	sycl::buffer<const int> b(data.data(), sycl::range<1>(4));
	sycl::buffer<int> out(4);
	sycl::queue q;

	q.submit([&](sycl::handler &h) {
		sycl::accessor<const int, 1, r> a(b, h);
		sycl::accessor<int, 1, r> same(a);
		sycl::accessor<const int, 1, r, target::constant_buffer> constant(b, h);
		sycl::accessor o(out, h, sycl::write_only);
		static_assert(std::is_same_v<decltype(constant.get_pointer()), sycl::constant_ptr<const int>>);
		h.parallel_for(4, [=](sycl::id<1> i) { o[i] = a[i] + same[i] + constant[i] + constant.get_pointer()[i[0]]; });
	});
	sycl::host_accessor<const int> all(b);
	sycl::host_accessor o(out);
	check(all.size() == 4);
	for (int i = 0; i < 4; i++)
		check(o[i] == 4 * all[i]);
}

int main()
{
	deduction();
	empty_ones();
	ranged<1>(10, 4, 3);
	ranged<2>({ 5, 7 }, { 2, 3 }, { 2, 1 });
	ranged<3>({ 3, 4, 5 }, { 2, 2, 3 }, { 1, 2, 1 });
	zero_dimensions();
	of_no_init();
	equality();
	local();
	const_buffers();
	return done();
}
