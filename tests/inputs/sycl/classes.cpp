// Members that many classes have: properties, ==, hashes, deduction guides; operators of id and range, function objects; queries; spans.
#include <sycl/sycl.hpp>
#include <cstdio>
#include <map>
#include <unordered_set>
#include <unordered_map>
static int failures;
#define CHECK(...) do { if (!(__VA_ARGS__)) { std::printf("wrong: %s (%d)\n", #__VA_ARGS__, __LINE__); failures++; } } while (0)
#define THROWS(CODE, ...) do { bool thrown = false; try { __VA_ARGS__; } catch (const exception &e) { thrown = e.code() == errc::CODE; } CHECK(thrown && #__VA_ARGS__); } while (0)
using namespace sycl;
template <typename T> bool hashes(const T &a) { T b = a; return std::hash<T>()(a) == std::hash<T>()(b) && a == b && !(a != b); }
// Queries, spans, reductions over spans, marray.
static void others(queue &q)
{
	device d = q.get_device(); context c = q.get_context(); platform pl = d.get_platform();
	// info descriptors
	namespace i = info;
	(void)d.get_info<i::device::max_read_image_args>(); (void)d.get_info<i::device::max_write_image_args>(); (void)d.get_info<i::device::image2d_max_width>(); (void)d.get_info<i::device::image2d_max_height>();
	(void)d.get_info<i::device::image3d_max_width>(); (void)d.get_info<i::device::image3d_max_height>(); (void)d.get_info<i::device::image3d_max_depth>(); (void)d.get_info<i::device::image_max_buffer_size>();
	(void)d.get_info<i::device::max_samplers>(); (void)d.get_info<i::device::image_max_array_size>(); 
	static_assert(std::is_same_v<i::device::parent_device::return_type, device>);
	THROWS(invalid, d.get_info<i::device::parent_device>());
	CHECK(d.get_info<i::device::built_in_kernel_ids>().empty()); static_assert(std::is_same_v<i::device::built_in_kernel_ids::return_type, std::vector<kernel_id>>);
	CHECK(d.get_info<i::device::aspects>().size() > 3); CHECK(d.get_info<i::device::partition_max_sub_devices>() <= d.get_info<i::device::max_compute_units>()); CHECK(d.get_info<i::device::partition_type_property>() == i::partition_property::no_partition);
	CHECK(d.has_extension("cl_khr_fp64") == d.has(aspect::fp64)); CHECK(d.get_info<i::device::error_correction_support>() == false);
	CHECK((d.get_info<i::device::max_work_item_sizes<3>>()[2] >= 1)); CHECK(d.get_info<i::device::sub_group_sizes>().size() >= 1);
	CHECK(d.get_info<i::device::platform>() == pl); CHECK(!d.get_info<i::device::name>().empty());
	CHECK(c.get_info<i::context::platform>() == pl); CHECK(c.get_info<i::context::devices>().size() == 1); CHECK(c.get_info<i::context::atomic_memory_order_capabilities>().size() >= 1);
	CHECK(c.get_info<i::context::atomic_fence_scope_capabilities>().size() >= 1);
	CHECK(q.get_info<i::queue::context>() == c); CHECK(q.get_info<i::queue::device>() == d);
	event e = q.single_task<class nothing>([] {}); e.wait(); CHECK(e.get_info<i::event::command_execution_status>() == i::event_command_status::complete);
	CHECK(!pl.get_info<i::platform::name>().empty() && !pl.get_info<i::platform::vendor>().empty() && !pl.get_info<i::platform::version>().empty()); (void)pl.get_info<i::platform::extensions>(); (void)pl.get_info<i::platform::profile>();
	(void)d.get_backend_info<i::device::version>();
	THROWS(feature_not_supported, d.create_sub_devices<i::partition_property::partition_by_affinity_domain>(i::partition_affinity_domain::not_applicable));
	CHECK(d.is_cpu() || d.is_gpu() || d.is_accelerator()); CHECK(!platform::get_platforms().empty()); CHECK(!device::get_devices().empty()); CHECK(d.has_extension("none") == false); CHECK(pl.has(aspect::cpu) || true);
	// span
	std::vector<int> v { 1, 2, 3, 4, 5 }; int raw[4] = { 6, 7, 8, 9 }; std::array<int, 3> ar { 1, 2, 3 }; const std::array<int, 3> car { 1, 2, 3 };
	{
		span<int> s(v); CHECK(s.size() == 5 && s[1] == 2 && s.front() == 1 && s.back() == 5 && s.size_bytes() == 20 && !s.empty() && s.data() == v.data());
		span<int, 4> f(raw); CHECK(f.size() == 4 && f.extent == 4); span a(ar); static_assert(std::is_same_v<decltype(a), span<int, 3>>); span ca(car); static_assert(std::is_same_v<decltype(ca), span<const int, 3>>);
		span<const int> cs = s; CHECK(cs[4] == 5); span p(v.data(), 3); static_assert(std::is_same_v<decltype(p), span<int>>); CHECK(p.size() == 3);
		CHECK(s.first(2).size() == 2 && s.last(2)[0] == 4 && s.subspan(1, 2)[1] == 3 && s.subspan(2).size() == 3 && s.first<2>().size() == 2 && s.last<2>()[1] == 5 && (s.subspan<1, 3>().size() == 3));
		int sum = 0; for (int x : s) sum += x; CHECK(sum == 15); CHECK(*s.rbegin() == 5); static_assert(dynamic_extent == std::size_t(-1)); span<int> none; CHECK(none.empty()); CHECK(as_bytes(s).size() == 20); as_writable_bytes(s);
		span<int, 2> two(v.data(), 2); CHECK(two[1] == 2); span<int> it(v.begin(), v.end()); CHECK(it.size() == 5);
	}
	int *m = malloc_shared<int>(16, q);
	for (int k = 0; k < 16; k++) m[k] = 0;
	// reductions over spans
	q.parallel_for(range<1>(100), reduction(span<int, 4>(m, 4), plus<>()), [=](id<1> k, auto &r) { r[k % 4] += int(k); r[0].combine(1); }).wait();
	CHECK(m[0] == 1200 + 100 && m[1] == 1225 && m[2] == 1250 && m[3] == 1275);
	q.parallel_for(nd_range<1>(64, 16), reduction(span<int, 3>(m + 4, 3), 0, plus<int>(), property::reduction::initialize_to_identity()), reduction(m + 8, maximum<>()), [=](nd_item<1> k, auto &r, auto &best) { r[k.get_local_id(0) % 3]++; best.combine(int(k.get_global_id(0))); }).wait();
	CHECK(m[4] == 24 && m[5] == 20 && m[6] == 20 && m[8] == 63);
	m[9] = 5; q.parallel_for(range<2>(4, 4), reduction(m + 9, 0, [](int a, int b) { return a + b; }), [=](item<2> k, auto &r) { r.combine(int(k.get_linear_id())); }).wait(); CHECK(m[9] == 125);
	{ buffer<int> b(range<1>(1)); b.get_host_access()[0] = 3; q.submit([&](handler &h) { h.parallel_for(range<1>(10), reduction(b, h, plus<int>()), [=](id<1>, auto &r) { r += 2; }); }); CHECK(b.get_host_access()[0] == 23);
	  q.submit([&](handler &h) { h.parallel_for(range<1>(10), reduction(b, h, plus<int>(), property_list { property::reduction::initialize_to_identity() }), [=](id<1>, reducer<int, plus<int>, 0> &r) { r += 2; ++r; }); }); CHECK(b.get_host_access()[0] == 30); }
	{ vec<int, 4> *pv = malloc_shared<vec<int, 4>>(1, q); *pv = vec<int, 4>(1); q.parallel_for(range<1>(5), reduction(pv, vec<int, 4>(0), plus<>()), [=](id<1> k, auto &r) { r += vec<int, 4>(int(k)); }).wait(); CHECK((*pv)[3] == 11); }
	// marray
	{ marray<int, 4> a(1, 2, 3, 4), b(marray<int, 2>(1, 2), 3, 4); CHECK(a[3] == 4 && b[1] == 2 && b[2] == 3); marray<int, 4> cc(5); CHECK(cc[3] == 5); auto s = a + b * 2; CHECK(s[3] == 12); auto cmp = a < cc; static_assert(std::is_same_v<decltype(cmp), marray<bool, 4>>); CHECK(cmp[0]); a += 1; CHECK(a[0] == 2); CHECK((a == a)[0]); CHECK((++a)[0] == 3); CHECK((a--)[0] == 3); CHECK((-a)[0] == -2); CHECK((~a)[0] == ~2); CHECK((!cmp)[0] == false); CHECK(marray<int, 4>::size() == 4); int t = 0; for (int x : a) t += x; CHECK(t == 2 + 3 + 4 + 5); mint4 named(1); CHECK(named[2] == 1); mfloat3 ff(1.5f); CHECK(ff[0] == 1.5f); marray<float, 2> conv { 1.0f, 2.0f }; CHECK(conv[1] == 2.0f); marray<int, 1> single(3); int back = single; CHECK(back == 3); CHECK(any(a == a) && all(marray<bool, 2>(true))); }
}

// Arguments in braces, pointers with address spaces.
static void arguments()
{
	queue q; int *p = malloc_shared<int>(64, q); int *r = malloc_shared<int>(64, q);
	for (int k = 0; k < 64; k++) { p[k] = k; r[k] = -1; }
	event e1 = q.single_task([=] { p[0] = 0; }), e2 = q.single_task([=] { p[1] = 1; });
	// braced arguments
	q.parallel_for({ 4 }, [=](id<1> i) { p[i] += 1; }).wait(); q.parallel_for({ 2, 2 }, [=](id<2> i) { p[i[0] * 2 + i[1]] -= 1; }).wait(); q.parallel_for({ 2, 2, 2 }, { e1, e2 }, [=](item<3>) {}).wait();
	q.parallel_for(nd_range<1>({ 4 }, { 2 }), { e1 }, [=](nd_item<1>) {}).wait(); q.parallel_for({ 4 }, e1, [=](id<1>) {}).wait();
	q.memcpy(r, p, 16, { e1, e2 }).wait(); q.memcpy(r, p, 16, e1).wait(); q.memset(r, 0, 16, { e1, e2 }).wait(); q.fill(r, 7, 4, { e1, e2 }).wait(); q.copy(p, r, 4, { e1 }).wait(); q.prefetch(p, 16, { e1, e2 }).wait(); q.mem_advise(p, 16, 0, { e1, e2 }).wait();
	q.submit([&](handler &h) { h.depends_on({ e1, e2 }); h.depends_on(e1); h.memcpy(r, p, 16); }).wait();
	q.single_task({ e1, e2 }, [=] {}).wait(); q.single_task(e1, [=] {}).wait(); q.single_task(std::vector<event> { e1 }, [=] {}).wait(); event::wait({ e1, e2 }); event::wait_and_throw({ e1 });
	CHECK(e1.get_wait_list().empty());
	buffer<int, 2> b({ 4, 4 }); { auto h = b.get_host_access({ 2, 2 }, { 1, 1 }); h[0][0] = 5; CHECK(h.get_range() == range<2>(2, 2) && h.get_offset() == id<2>(1, 1)); }
	q.submit([&](handler &h) { auto a = b.get_access<access_mode::read_write>(h, { 2, 2 }, { 1, 1 }); auto a2 = b.get_access(h, { 2, 2 }); accessor a3(b, h, { 2, 2 }, { 1, 1 }, read_only); (void)a2; (void)a3; h.parallel_for({ 2, 2 }, [=](id<2> i) { a[i] = 1; }); }).wait();
	q.submit([&](handler &h) { auto a = b.get_access<access::mode::write>(h); h.fill(a, 3); }); CHECK(b.get_host_access()[3][3] == 3);
	q.submit([&](handler &h) { auto a = b.get_access<access::mode::read>(h); h.update_host(a); });
	q.submit([&](handler &h) { local_accessor<int, 2> l({ 2, 2 }, h), l2({ 2, 2 }, h); std::swap(l, l2); l.swap(l2); h.parallel_for(nd_range<2>({ 2, 2 }, { 2, 2 }), [=](nd_item<2> i) { l[i.get_local_id()] = 1; group_barrier(i.get_group()); p[10 + i.get_local_linear_id()] = l[1][1] + int(l.size()) + *l.begin() + int(l.max_size() > 4 ? 4 : 0); }); }).wait(); CHECK(p[10] == 10);
	// multi_ptr
	q.submit([&](handler &h) { accessor a(b, h); local_accessor<int> l(4, h); h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> i) {
		multi_ptr<int, access::address_space::global_space, access::decorated::yes> g = a.get_multi_ptr<access::decorated::yes>(); multi_ptr<int, access::address_space::local_space, access::decorated::no> lo(l); auto raw = g.get_raw(); auto dec = g.get_decorated(); (void)dec; (void)raw;
		lo[i.get_local_id(0)] = 4; global_ptr<int> legacy = a.get_pointer(); multi_ptr<const int, access::address_space::global_space, access::decorated::yes> cg = g; multi_ptr<void, access::address_space::global_space, access::decorated::yes> v = g;
		auto back = static_cast<multi_ptr<int, access::address_space::global_space, access::decorated::yes>>(v); multi_ptr<int, access::address_space::generic_space, access::decorated::no> gen = g; int priv = 3; auto pp = address_space_cast<access::address_space::private_space, access::decorated::no>(&priv); private_ptr<int> pl(&priv); 
		auto back2 = static_cast<multi_ptr<int, access::address_space::global_space, access::decorated::no>>(gen); auto raw3 = make_ptr<int, access::address_space::global_space, access::decorated::no>(g.get_raw());
		multi_ptr<int, access::address_space::private_space, access::decorated::no> pv(static_cast<multi_ptr<int, access::address_space::private_space, access::decorated::no>>(multi_ptr<int, access::address_space::generic_space, access::decorated::no>(pp)));
		++g; g--; g += 1; g -= 1; auto g2 = g + 1; g.prefetch(1); multi_ptr<int, access::address_space::global_space, access::decorated::no> nul(nullptr); raw_local_ptr<int> rl = lo; decorated_global_ptr<int> dg = g; raw_generic_ptr<int> rg = gen; (void)rl; (void)dg; (void)rg;
		if (i.get_local_id(0) == 0) p[20] = (g2 - g) + *lo + (g == back) + (cg[0] == *g) + *pp + *pl + (nul == nullptr) + (g2 > g) + (legacy.get() == g.get_raw()) + (back2 == raw3) + *pv + (g != nullptr); }); }).wait();
	CHECK(p[20] == 1 + 4 + 1 + 1 + 3 + 3 + 1 + 1 + 1 + 1 + 3 + 1);
}

int main()
{
	queue q { property::queue::in_order() };
	// what a group may hold
	THROWS(invalid, q.submit([](handler &h) { h.host_task([] {}); h.host_task([] {}); }));
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
	others(q);
	arguments();
	std::printf(failures ? "wrong\n" : "right\n");
	return failures != 0;
}
