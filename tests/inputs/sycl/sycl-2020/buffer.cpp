/* SYCL 2020, 4.7.2: buffer, member by member. */
#include <sycl/sycl.hpp>
#include <list>
#include <memory>
#include <numeric>
#include <string_view>
#include <vector>
#include "../check.hpp"

/* An allocator that has no default constructor and counts. */
template <typename T>
struct numbered {
	using value_type = T;
	explicit numbered(int n) : number(n) {}
	template <typename Other>
	numbered(const numbered<Other> &other) : number(other.number) {}
	T *allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
	void deallocate(T *p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
	friend bool operator==(const numbered &a, const numbered &b) { return a.number == b.number; }
	friend bool operator!=(const numbered &a, const numbered &b) { return a.number != b.number; }
	int number;
};

template <typename Function>
bool is_invalid(const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == sycl::errc::invalid;
	}
	return false;
}

template <typename B>
void add_one(sycl::queue &q, B &b)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h);
		h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
	});
}

static_assert(std::is_same_v<sycl::buffer<int>::value_type, int> && std::is_same_v<sycl::buffer<int>::reference, int &>);
static_assert(std::is_same_v<sycl::buffer<const int, 2>::const_reference, const int &>);
static_assert(std::is_same_v<sycl::buffer<const int>::allocator_type, sycl::buffer_allocator<int>>);
static_assert(noexcept(std::declval<const sycl::buffer<int> &>().size()) && noexcept(std::declval<const sycl::buffer<int> &>().byte_size()));
static_assert(!std::is_default_constructible_v<sycl::buffer<int>>);

void constructors()
{
	using alloc = numbered<int>;
	sycl::queue q;
	std::vector<int> v{ 1, 2, 3, 4, 5, 6 };
	const std::vector<int> cv = v;
	std::array<int, 6> array{ 1, 2, 3, 4, 5, 6 };
	std::list<int> list{ 1, 2, 3, 4, 5, 6 };
	std::shared_ptr<int> shared(new int[6]{ 1, 2, 3, 4, 5, 6 }, [](int *p) { delete[] p; });
	std::shared_ptr<int[]> shared_array(new int[6]{ 1, 2, 3, 4, 5, 6 });
	const sycl::property_list props{ sycl::property::buffer::use_host_ptr() };
	{
		sycl::buffer<int> b1(sycl::range<1>(6)), b2(6, props), b3(v.data(), 6, props);
		sycl::buffer<int, 1, alloc> a1(sycl::range<1>(6), alloc(3)), a2(sycl::range<1>(6), alloc(4), props);
		sycl::buffer<int, 1, alloc> a3(v.data(), 6, alloc(5)), a4(cv.data(), 6, alloc(6), props), a5(array, alloc(7)), a6(shared, 6, alloc(8));
		sycl::buffer<int, 1, alloc> a7(shared_array, 6, alloc(9), props), a8(list.begin(), list.end(), alloc(10));
		check(a1.get_allocator().number == 3 && a2.get_allocator().number == 4 && a3.get_allocator().number == 5 && a4.get_allocator().number == 6);
		check(a5.get_allocator().number == 7 && a6.get_allocator().number == 8 && a7.get_allocator().number == 9 && a8.get_allocator().number == 10);
		check(b2.has_property<sycl::property::buffer::use_host_ptr>() && !b1.has_property<sycl::property::buffer::use_host_ptr>());
		check(b3.get_range() == sycl::range<1>(6) && b3.size() == 6 && b3.byte_size() == 24 && b3.get_count() == 6 && b3.get_size() == 24);
		sycl::buffer<int, 1, alloc> part(a3, 2, 3);
		check(part.get_allocator().number == 5 && part.is_sub_buffer() && !a3.is_sub_buffer() && part.size() == 3);
		auto bytes = a3.reinterpret<char, 1>(sycl::range<1>(24));
		static_assert(std::is_same_v<decltype(bytes), sycl::buffer<char, 1, numbered<char>>>);
		check(bytes.get_allocator().number == 5 && bytes.size() == 24);
	}
	{
		sycl::buffer g1(v.begin(), v.end());
		sycl::buffer g2(list.begin(), list.end(), numbered<int>(1));
		sycl::buffer g3(v);
		sycl::buffer g4(cv, sycl::buffer_allocator<int>());
		sycl::buffer g5(cv.data(), sycl::range<2>(2, 3));
		sycl::buffer g6(v.data(), sycl::range<3>(1, 2, 3), numbered<int>(2), props);
		sycl::buffer g7(array);
		std::string_view text("abc");
		sycl::buffer g8(text);
		static_assert(std::is_same_v<decltype(g1), sycl::buffer<int>> && std::is_same_v<decltype(g2), sycl::buffer<int, 1, numbered<int>>>);
		static_assert(std::is_same_v<decltype(g3), sycl::buffer<int>> && std::is_same_v<decltype(g4), sycl::buffer<int>>);
		static_assert(std::is_same_v<decltype(g5), sycl::buffer<int, 2>> && std::is_same_v<decltype(g6), sycl::buffer<int, 3, numbered<int>>>);
		static_assert(std::is_same_v<decltype(g7), sycl::buffer<int>> && std::is_same_v<decltype(g8), sycl::buffer<char>>);
		check(g8.get_host_access(sycl::read_only)[2] == 'c');
	}
	/* What is written back, and where to. */
	{
		sycl::buffer<int> b(v.data(), 6);
		add_one(q, b);
	}
	check(v[0] == 2 && v[5] == 7);
	{
		sycl::buffer<int> b(cv.data(), 6), c(v.begin(), v.end()), d(list.begin(), list.end());
		add_one(q, b);
		add_one(q, c);
		add_one(q, d);
		check(b.get_host_access()[5] == 7 && c.get_host_access()[5] == 8 && d.get_host_access()[5] == 7);
	}
	check(cv[0] == 1 && v[0] == 2 && list.front() == 1);
	{
		sycl::buffer<int> b(shared, 6), c(shared_array, 6), d(array);
		add_one(q, b);
		add_one(q, c);
		add_one(q, d);
	}
	check(shared.get()[0] == 2 && shared_array[5] == 7 && array[3] == 5);
	{
		sycl::buffer<int> b(std::make_unique<int>(4), 1), none(std::shared_ptr<int>(), 3);
		check(b.get_host_access()[0] == 4 && none.size() == 3);
		none.get_host_access()[2] = 1;
	}
}

void final_data()
{
	sycl::queue q;
	std::vector<int> v(4, 1), to(4), written;
	auto shared = std::make_shared<std::vector<int>>();
	std::shared_ptr<int> owner(new int[4]{}, [](int *p) { delete[] p; });
	{
		sycl::buffer<int> b(v.data(), 4), c(v.begin(), v.end()), d(v.begin(), v.end()), e(v.begin(), v.end()), f(sycl::range<1>(4));
		sycl::buffer<int> g(to.data(), 4);
		b.set_final_data();
		c.set_final_data(to.begin());
		d.set_final_data(std::back_inserter(written));
		e.set_final_data(std::weak_ptr<int>(owner));
		f.set_final_data(nullptr);
		g.set_write_back(false);
		for (auto *each : { &b, &c, &d, &e, &g })
			add_one(q, *each);
	}
	check(v[0] == 1 && to == std::vector<int>(4, 2) && written == std::vector<int>(4, 2) && owner.get()[3] == 2);
	{
		sycl::buffer<int> b(v.data(), 4);
		b.set_write_back(false);
		b.set_write_back(true);
		add_one(q, b);
	}
	check(v[0] == 2);
	{
		sycl::buffer<int> b(v.data(), 4);
		auto expired = std::make_unique<std::shared_ptr<int>>(owner);
		b.set_final_data(std::weak_ptr<int>(owner));
		expired.reset();
		owner.reset();
		add_one(q, b);
	}
	check(v[0] == 2);
}

void parts()
{
	sycl::buffer<int, 2> b({ 4, 6 });
	sycl::buffer<int, 3> c({ 3, 4, 5 });
	{
		sycl::host_accessor a(b);
		std::iota(a.begin(), a.end(), 0);
	}
	/* Contiguous parts: whole rows, or a part of one row. */
	sycl::buffer<int, 2> rows(b, { 1, 0 }, { 2, 6 }), in_row(b, { 2, 1 }, { 1, 3 });
	check(rows.get_host_access()[1][5] == 17 && in_row.get_host_access()[0][2] == 15);
	check(rows.get_host_access()[{ 0, 1 }] == 7);
	sycl::buffer<int, 3> plane(c, { 1, 0, 0 }, { 1, 4, 5 }), planes(c, { 1, 0, 0 }, { 2, 4, 5 }), row(c, { 2, 1, 0 }, { 1, 2, 5 });
	check(plane.is_sub_buffer() && planes.size() == 40 && row.size() == 10);
	check(is_invalid([&] { sycl::buffer<int, 2> no(b, { 0, 0 }, { 2, 3 }); }));
	check(is_invalid([&] { sycl::buffer<int, 2> no(b, { 0, 1 }, { 4, 5 }); }));
	check(is_invalid([&] { sycl::buffer<int, 3> no(c, { 0, 0, 0 }, { 2, 2, 5 }); }));
	check(is_invalid([&] { sycl::buffer<int, 3> no(c, { 0, 0, 0 }, { 1, 2, 4 }); }));
	check(is_invalid([&] { sycl::buffer<int, 2> no(b, { 3, 0 }, { 2, 6 }); }));
	check(is_invalid([&] { sycl::buffer<int, 2> no(rows, { 0, 0 }, { 1, 6 }); }));
	/* A sub-buffer, reinterpreted, is a view of the same bytes. */
	auto shorts = rows.reinterpret<short, 1>(sycl::range<1>(24));
	auto floats = rows.reinterpret<float>();
	auto flat = rows.reinterpret<unsigned, 1>();
	static_assert(std::is_same_v<decltype(floats), sycl::buffer<float, 2>> && std::is_same_v<decltype(flat), sycl::buffer<unsigned>>);
	check(shorts.is_sub_buffer() && shorts.get_host_access()[0] == 6 && floats.get_range() == sycl::range<2>(2, 6));
	check(flat.size() == 12 && flat.get_host_access()[11] == 17);
	check(is_invalid([&] { (void)rows.reinterpret<short, 1>(sycl::range<1>(23)); }));
	sycl::buffer<char> seven(7);
	check(is_invalid([&] { (void)seven.reinterpret<int, 1>(); }));
}

template <typename Buffer, sycl::target Target, typename = decltype(std::declval<Buffer &>().template get_access<sycl::access_mode::read, Target>())>
constexpr bool has_host_access(int)
{
	return true;
}

template <typename, sycl::target>
constexpr bool has_host_access(long)
{
	return false;
}

void accessors()
{
	sycl::queue q;
	sycl::buffer<int> b(8);
	sycl::buffer<int> &whole = b;

	q.submit([&](sycl::handler &h) {
		auto a = whole.get_access(h);
		auto r = whole.get_access<sycl::access_mode::read>(h);
		auto t = whole.get_access<sycl::access_mode::write, sycl::target::host_task>(h);
		auto c = whole.get_access<sycl::access_mode::read, sycl::target::constant_buffer>(h);
		auto p = whole.get_access<sycl::access_mode::read_write>(h, sycl::range<1>(2), sycl::id<1>(3));
		auto braces = whole.get_access<sycl::access_mode::write>(h, { 2 }, { 4 });
		auto tag = whole.get_access(h, sycl::write_only, sycl::no_init);
		auto placeholder = whole.get_access(sycl::read_only);
		static_assert(std::is_same_v<decltype(a), sycl::accessor<int>> && std::is_same_v<decltype(r), sycl::accessor<int, 1, sycl::access_mode::read>>);
		static_assert(decltype(t)::access_target == sycl::target::host_task && decltype(c)::access_target == sycl::target::constant_buffer);
		static_assert(decltype(tag)::access_mode == sycl::access_mode::write);
		check(p.get_offset() == sycl::id<1>(3) && p.size() == 2 && braces.get_offset()[0] == 4 && placeholder.is_placeholder());
		check(tag.has_property<sycl::property::no_init>());
		h.parallel_for(8, [=](sycl::id<1> i) { a[i] = int(i); });
	});
	auto host = b.get_access<sycl::access_mode::read>();
	static_assert(std::is_same_v<decltype(host), sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::host_buffer>>);
	static_assert(std::is_same_v<decltype(host.get_pointer()), const int *>);
	/* SYCL 1.2 names the target, and there is no other one for the host. */
	auto named = b.get_access<sycl::access::mode::read, sycl::access::target::host_buffer>();
	auto part = whole.get_access<sycl::access::mode::write, sycl::access::target::host_buffer>(sycl::range<1>(2), sycl::id<1>(3));
	static_assert(std::is_same_v<decltype(named), decltype(host)> && decltype(part)::access_target == sycl::target::host_buffer);
	static_assert(!has_host_access<sycl::buffer<int>, sycl::target::device>(0) && has_host_access<sycl::buffer<int>, sycl::target::host_buffer>(0));
	check(named[7] == 7 && part.size() == 2 && part.get_offset() == sycl::id<1>(3));
	check(host[7] == 7 && b.get_host_access(sycl::range<1>(2), sycl::id<1>(5), sycl::read_only)[1] == 6);
	check(b.get_host_access(sycl::range<1>(2), sycl::read_only)[1] == 1 && b.get_host_access({ 3 }, { 2 })[0] == 2);
}

void semantics()
{
	sycl::buffer<int> b(3), c(b), d(3);
	std::mutex mutex;
	sycl::context context;
	sycl::buffer<int> with(3, { sycl::property::buffer::use_mutex(mutex), sycl::property::buffer::context_bound(context) });

	check(b == c && b != d && std::hash<sycl::buffer<int>>()(b) == std::hash<sycl::buffer<int>>()(c));
	d = b;
	check(d == b);
	check(with.get_property<sycl::property::buffer::use_mutex>().get_mutex_ptr() == &mutex);
	check(with.get_property<sycl::property::buffer::context_bound>().get_context() == context);
	check(is_invalid([&] { (void)b.get_property<sycl::property::buffer::use_mutex>(); }));
	static_assert(sycl::is_property_v<sycl::property::buffer::use_mutex> && sycl::is_property_of_v<sycl::property::buffer::use_host_ptr, sycl::buffer<int>>);
	static_assert(!sycl::is_property_v<int> && !sycl::is_property_of_v<sycl::property::queue::in_order, sycl::buffer<int>>);
	int value = 4;
	sycl::buffer<int> in_place(&value, 1, { sycl::property::buffer::use_host_ptr() });
	check(&in_place.get_host_access()[0] == &value);
}

int main()
{
	constructors();
	final_data();
	parts();
	accessors();
	semantics();
	return done();
}
