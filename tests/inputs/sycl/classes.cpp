// Members that many classes have: properties, ==, hashes, deduction guides; operators of id and range, function objects.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <map>
#include <unordered_set>
#include <unordered_map>
static int failures;
#define CHECK(...) do { if (!(__VA_ARGS__)) { std::printf("wrong: %s (%d)\n", #__VA_ARGS__, __LINE__); failures++; } } while (0)
using namespace sycl;
template <typename T> bool hashes(const T &a) { T b = a; return std::hash<T>()(a) == std::hash<T>()(b) && a == b && !(a != b); }
int main()
{
	queue q { property::queue::in_order() };
	// properties
	static_assert(is_property_v<property::buffer::context_bound>);
	static_assert(is_property_v<property::queue::in_order>);
	static_assert(is_property<property::no_init>::value);
	static_assert(!is_property_v<int>);
	static_assert(is_property_of_v<property::buffer::use_host_ptr, buffer<int>>);
	static_assert(is_property_of_v<property::buffer::use_mutex, buffer<int, 2>>);
	static_assert(is_property_of_v<property::queue::in_order, queue>);
	static_assert(!is_property_of_v<property::queue::in_order, buffer<int>>);
	static_assert(is_property_of_v<property::no_init, accessor<int>>);
	static_assert(is_property_of_v<property::no_init, host_accessor<int>>);
	{
		std::mutex m;
		context c = q.get_context();
		buffer<int> b(range<1>(4), { property::buffer::context_bound(c), property::buffer::use_mutex(m) });
		CHECK(b.has_property<property::buffer::context_bound>());
		CHECK(b.get_property<property::buffer::context_bound>().get_context() == c);
		CHECK(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &m);
		CHECK(!b.has_property<property::buffer::use_host_ptr>());
		host_accessor h(b, write_only, no_init);
		CHECK(h.has_property<property::no_init>());
		bool thrown = false;
		try { b.get_property<property::buffer::use_host_ptr>(); } catch (const exception &e) { thrown = e.code() == errc::invalid; }
		CHECK(thrown);
		host_accessor h2(b);
		CHECK(!h2.has_property<property::no_init>());
		q.submit([&](handler &g) { accessor a(b, g, write_only, property_list { no_init }); CHECK(a.has_property<property::no_init>()); (void)a.get_property<property::no_init>();
			local_accessor<int, 1> l(4, g); (void)l;
			g.single_task([=] { a[0] = 1; }); });
		CHECK(c.has_property<property::queue::in_order>() == false);
	}
	// identity
	CHECK(hashes(q)); CHECK(hashes(q.get_context())); CHECK(hashes(q.get_device())); CHECK(hashes(q.get_device().get_platform())); CHECK(hashes(event()));
	buffer<float, 2> b2(range<2>(2, 3));
	CHECK(hashes(b2));
	{ auto h = b2.get_host_access(); CHECK(hashes(h)); host_accessor<float, 2, access_mode::read> r(b2); CHECK(hashes(r)); }
	q.submit([&](handler &g) { accessor a(b2, g); CHECK(hashes(a)); local_accessor<int, 2> l({ 2, 2 }, g); CHECK(hashes(l)); local_accessor<int, 2> m({ 2, 2 }, g); CHECK(l != m); stream s(100, 10, g); CHECK(hashes(s)); g.single_task([=] { (void)a; }); });
	auto bundle = get_kernel_bundle<bundle_state::executable>(q.get_context());
	CHECK(hashes(bundle));
	std::unordered_set<queue> set { q }; CHECK(set.count(q));
	// id and range
	{
		id<2> a(1, 2); range<2> r(3, 4);
		CHECK(++a == id<2>(2, 3)); CHECK(a++ == id<2>(2, 3)); CHECK(a == id<2>(3, 4)); CHECK(--a == id<2>(2, 3)); CHECK(a-- == id<2>(2, 3)); CHECK(+a == id<2>(1, 2)); CHECK((-a)[0] == std::size_t(-1));
		CHECK(++r == range<2>(4, 5)); CHECK(r-- == range<2>(4, 5)); CHECK(+r == range<2>(3, 4)); CHECK((-r)[1] == std::size_t(-4));
		CHECK(~std::size_t(0) == (-id<1>(1))[0]);
		id<3> three { 1, 2, 3 }; CHECK(three.get(2) == 3 && three[1] == 2); CHECK((three + 1 == id<3>(2, 3, 4))); CHECK((2 * three)[2] == 6);
		id<1> one(5); CHECK(one + 1 == 6); std::size_t n = one; CHECK(n == 5);
		CHECK((range<1>(3) < range<1>(4))[0] == 1); nd_range<2> nd({ 4, 4 }, { 2, 2 }); CHECK(nd == nd_range<2>({ 4, 4 }, { 2, 2 })); CHECK(nd.get_group_range() == range<2>(2, 2));
		CHECK(id<2>::dimensions == 2 && range<3>::dimensions == 3 && nd_range<1>::dimensions == 1);
		CHECK(hashes(range<2>(1, 2))); CHECK(hashes(id<2>(1, 2)));
	}
	// function objects
	CHECK(minimum<>()(1, 2.5) == 1); CHECK(maximum<>()(1, 2.5) == 2.5); CHECK(minimum<int>()(3, 2) == 2); CHECK(plus<>()(1, 2.5) == 3.5);
	static_assert(std::is_same_v<decltype(maximum<>()(1, 2.5)), double>);
	CHECK(maximum<>()(std::string("a"), std::string("b")) == "b");
	// deduction guides
	{
		std::vector<int> v { 1, 2, 3, 4 }; const std::vector<int> cv { 1, 2 };
		buffer d1(v); static_assert(std::is_same_v<decltype(d1), buffer<int, 1>>);
		buffer d2(v.data(), { 4 }); static_assert(std::is_same_v<decltype(d2), buffer<int, 1>>);
		buffer d3(v.data(), { 2, 2 }); static_assert(std::is_same_v<decltype(d3), buffer<int, 2>>);
		buffer d4(v.data(), range<1>(4)); buffer d5(v.begin(), v.end()); buffer d6(cv.begin(), cv.end());
		std::allocator<int> al;
		buffer d7(v.data(), range<1>(4), al); buffer d8(v, al); buffer d9(v.begin(), v.end(), al);
		std::shared_ptr<int[]> sp(new int[4] { 5, 6, 7, 8 }); buffer d10(sp, range<1>(4)); static_assert(std::is_same_v<decltype(d10)::value_type, int>);
		std::shared_ptr<int> sp1 = std::make_shared<int>(3); buffer d11(sp1, range<1>(1)); buffer d12(sp1, range<1>(1), al);
		buffer d13(v.data(), range<1>(4), al, { property::buffer::use_host_ptr() });
		buffer<int> d14(sp, range<1>(4), al);
		CHECK(d13.has_property<property::buffer::use_host_ptr>()); CHECK(d3.get_range() == range<2>(2, 2)); CHECK(d10.get_host_access()[3] == 8);
		range r1(1); range r2(1, 2); range r3(1, 2, 3); id i1(1); id i2(1, 2); static_assert(std::is_same_v<decltype(r3), range<3>> && std::is_same_v<decltype(i2), id<2>>); (void)r1; (void)r2; (void)i1;
		nd_range n2(range<2>(4, 4), range<2>(2, 2)); static_assert(std::is_same_v<decltype(n2), nd_range<2>>); vec v3(1, 2, 3); static_assert(std::is_same_v<decltype(v3), vec<int, 3>>); marray m2(1.0f, 2.0f); static_assert(std::is_same_v<decltype(m2), marray<float, 2>>);
		buffer<int>  d15(d1, id<1>(1), range<1>(2)); CHECK(d15.is_sub_buffer()); buffer<float, 1> d16 = d1.reinterpret<float>(); CHECK(d16.size() == 4); CHECK(d1.get_allocator() == al || true); CHECK(d1.byte_size() == 16);
	}
	std::printf(failures ? "wrong\n" : "right\n");
	return failures != 0;
}
