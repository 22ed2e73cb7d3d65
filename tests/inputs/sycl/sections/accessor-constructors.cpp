/* 4.7.6.9: every constructor of accessors, with and without handler, range, offset, tag and properties, in 0-D to 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Accessor, int Dimensions>
void is(const Accessor &a, const range<Dimensions> &r, const id<Dimensions> &offset, bool placeholder, const char *name)
{
	if (a.get_range() != r || a.get_offset() != offset || a.is_placeholder() != placeholder || a.size() != r.size() || a.get_count() != r.size()
		|| a.byte_size() != r.size() * sizeof(int) || a.get_size() != a.byte_size()) {
		std::printf("%d-D, %s\n", Dimensions, name);
		failures++;
	}
}
#define IS(a, ...) is(a, __VA_ARGS__, #a)

template <int Dimensions>
struct some;
template <>
struct some<1> {
	static range<1> whole() { return { 12 }; }
	static range<1> part() { return { 5 }; }
	static id<1> offset() { return { 3 }; }
};
template <>
struct some<2> {
	static range<2> whole() { return { 12, 7 }; }
	static range<2> part() { return { 5, 4 }; }
	static id<2> offset() { return { 3, 2 }; }
};
template <>
struct some<3> {
	static range<3> whole() { return { 12, 7, 6 }; }
	static range<3> part() { return { 5, 4, 2 }; }
	static id<3> offset() { return { 3, 2, 4 }; }
};

template <int Dimensions, typename Tag, access_mode Mode, target Target = target::device>
void tagged(buffer<int, Dimensions> &b, queue &q, Tag tag)
{
	using wanted = accessor<int, Dimensions, Mode, Target, access::placeholder::false_t>;
	using later = accessor<int, Dimensions, Mode, Target, access::placeholder::true_t>;
	using data = some<Dimensions>;
	const property_list none;
	const id<Dimensions> zero;

	accessor p1(b, tag), p2(b, data::part(), tag), p3(b, data::part(), data::offset(), tag, none);
	static_assert(std::is_same_v<decltype(p1), later> && std::is_same_v<decltype(p2), later> && std::is_same_v<decltype(p3), later>);
	IS(p1, data::whole(), zero, true), IS(p2, data::part(), zero, true), IS(p3, data::part(), data::offset(), true);
	q.submit([&](handler &h) {
		accessor a1(b, h, tag), a2(b, h, data::part(), tag), a3(b, h, data::part(), data::offset(), tag, none);
		static_assert(std::is_same_v<decltype(a1), wanted> && std::is_same_v<decltype(a2), wanted> && std::is_same_v<decltype(a3), wanted>);
		IS(a1, data::whole(), zero, false), IS(a2, data::part(), zero, false), IS(a3, data::part(), data::offset(), false);
		wanted w1(b, h, tag, none), w2(b, h, data::part(), data::offset(), tag);
		check(w1 != w2);
		h.host_task([=] {});
	});
}

template <int Dimensions>
void all(queue &q)
{
	using data = some<Dimensions>;
	std::vector<int> host(data::whole().size());
	buffer<int, Dimensions> b(host.data(), data::whole());
	const id<Dimensions> zero;

	accessor<int, Dimensions> p1(b), p2(b, data::part()), p3(b, data::part(), data::offset(), property_list{});
	IS(p1, data::whole(), zero, true), IS(p2, data::part(), zero, true), IS(p3, data::part(), data::offset(), true);
	q.submit([&](handler &h) {
		accessor<int, Dimensions> a1(b, h), a2(b, h, data::part(), { no_init }), a3(b, h, data::part(), data::offset());
		accessor<int, Dimensions, access_mode::write> a4(b, h, property_list{ no_init });
		accessor d(b, h);
		static_assert(std::is_same_v<decltype(d), accessor<int, Dimensions>>);
		IS(a1, data::whole(), zero, false), IS(a2, data::part(), zero, false), IS(a3, data::part(), data::offset(), false), IS(a4, data::whole(), zero, false);
		check(a4.template has_property<property::no_init>() && !a1.template has_property<property::no_init>());
		h.host_task([=] {});
	});
	tagged<Dimensions, decltype(read_only), access_mode::read>(b, q, read_only);
	tagged<Dimensions, decltype(write_only), access_mode::write>(b, q, write_only);
	tagged<Dimensions, decltype(read_write), access_mode::read_write>(b, q, read_write);
	tagged<Dimensions, decltype(read_only_host_task), access_mode::read, target::host_task>(b, q, read_only_host_task);
	tagged<Dimensions, decltype(write_only_host_task), access_mode::write, target::host_task>(b, q, write_only_host_task);
	tagged<Dimensions, decltype(read_write_host_task), access_mode::read_write, target::host_task>(b, q, read_write_host_task);

	/* What a kernel writes through a part is where the offset says. */
	q.submit([&](handler &h) {
		accessor a(b, h, data::part(), data::offset(), write_only);
		h.parallel_for(data::part(), [=](item<Dimensions> i) { a[i] = 1 + int(i.get_linear_id()); });
	}).wait();
	host_accessor h(b, data::part(), data::offset(), read_only);
	int wrong = 0, next = 1;
	for (const int v : h)
		wrong += v != next++;
	check(wrong == 0 && next == int(data::part().size()) + 1);
}

int main()
{
	queue q;
	all<1>(q), all<2>(q), all<3>(q);

	int one = 5;
	{
		buffer<int> b(&one, range<1>(1));
		const accessor<int, 0> p(b);
		check(p.is_placeholder() && p.size() == 1 && p.byte_size() == sizeof(int) && !p.empty());
		q.submit([&](handler &h) {
			const accessor<int, 0, access_mode::read_write> a(b, h);
			const accessor<int, 0, access_mode::read> r(b, h, property_list{});
			check(!a.is_placeholder() && a.size() == 1);
			h.single_task([=] { a = r + 1; });
		});
	}
	check(one == 6);

	/* Sizes and places in braces; without arguments, a placeholder. */
	buffer<int, 3> b(range<3>(2, 3, 4));
	accessor p(b, { 1, 2, 3 }, { 1, 0, 1 }, write_only);
	const auto whole = b.get_access();
	static_assert(std::is_same_v<decltype(p), accessor<int, 3, access_mode::write, target::device, access::placeholder::true_t>>);
	check(p.get_offset() == id<3>(1, 0, 1) && p.size() == 6 && whole.is_placeholder() && whole.size() == 24);
	host_accessor h(b, { 1, 2, 3 }, { 1, 0, 1 }, read_only);
	host_accessor rows(b, { 1, 3, 4 });
	static_assert(std::is_same_v<decltype(h), host_accessor<int, 3, access_mode::read>> && std::is_same_v<decltype(rows), host_accessor<int, 3, access_mode::read_write>>);
	check(h.get_range() == range<3>(1, 2, 3) && h.get_offset() == p.get_offset() && rows.size() == 12);
	return done();
}
