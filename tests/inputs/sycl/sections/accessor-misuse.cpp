/* 4.7.6.9: accessors of too large parts, and of empty buffers are exceptions; so is a default one that the group requires, and so are placeholders that the group does not name and local memory without work-groups; local memory that no kernel takes and that of reductions work. */
#include <new>
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Function>
bool refused(errc wanted, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		if (e.code() != wanted)
			std::printf("%s: %s\n", e.code().message().c_str(), e.what());
		return e.code() == wanted && e.category() == sycl_category();
	}
	return false;
}

/* One byte, then padding up to an accessor: there may be what was left of another one. */
struct padded {
	bool one;
	alignas(16) accessor<int, 1, access_mode::read_write> to;

	void operator()() const { to[0] = one; }
};
struct unpadded {
	accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> to;

	void operator()() const { to[0] = 5; }
};

static void left_over(queue &q)
{
	buffer<int> a(1), b(1);
	alignas(padded) unsigned char room[sizeof(padded)];

	new (room) unpadded{ accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t>(a) };
	q.submit([&](handler &h) {
		h.require(reinterpret_cast<unpadded *>(room)->to);
		h.single_task(*reinterpret_cast<unpadded *>(room));
	});
	q.submit([&](handler &h) { h.single_task(*new (room) padded{ true, { b, h } }); });
	check(host_accessor(a)[0] == 5 && host_accessor(b)[0] == 1);
}

int main()
{
	queue q;
	buffer<int, 2> b(range<2>(4, 8));
	buffer<int> line(range<1>(8)), empty(range<1>(0));
	host_accessor{ line }[0] = 0;

	check(refused(errc::invalid, [&] { q.submit([](handler &h) { accessor<int, 2> none; h.require(none); }); }));
	check(refused(errc::invalid, [&] { q.submit([](handler &h) { accessor<int, 0> none; h.require(none); }); }));
	check(refused(errc::invalid, [&] { accessor a(b, range<2>(5, 1), read_only); }));
	check(refused(errc::invalid, [&] { accessor a(b, range<2>(2, 4), id<2>(0, 5), read_only); }));
	check(refused(errc::invalid, [&] { q.submit([&](handler &h) { accessor a(b, h, range<2>(1, 9)); h.single_task([=] { (void)a; }); }); }));
	check(refused(errc::invalid, [&] { host_accessor a(b, range<2>(4, 8), id<2>(1, 0)); }));
	check(refused(errc::invalid, [&] { host_accessor a(line, range<1>(9), write_only); }));
	check(refused(errc::invalid, [&] { accessor<int, 0> a(empty); }));
	check(refused(errc::invalid, [&] { host_accessor<int, 0> a(empty); }));
	/* An empty buffer has accessors of more dimensions. */
	const accessor<int> of_none(empty);
	const host_accessor h_none(empty);
	check(of_none.empty() && h_none.empty() && h_none.begin() == h_none.end());

	/* Local memory of a group that has other kernels is only asked about; that of a reduction's kernel is used. */
	q.submit([&](handler &h) { local_accessor<int> l(4, h); check(l.size() == 4); h.single_task([] {}); });
	int *const sum = malloc_shared<int>(1, q);
	*sum = 0;
	q.submit([&](handler &h) {
		local_accessor<int> l(4, h);
		h.parallel_for(nd_range<1>(8, 4), reduction(sum, plus<int>()), [=](nd_item<1> it, auto &to) {
			l[it.get_local_id(0)] = int(it.get_global_id(0));
			group_barrier(it.get_group());
			to += l[3 - it.get_local_id(0)];
		});
	}).wait();
	check(*sum == 28);

	/* A work-group has the local memory that its device tells, and no more. */
	const std::size_t most = q.get_device().get_info<info::device::local_mem_size>();
	const auto use_local = [&](std::size_t bytes) {
		q.submit([&](handler &h) {
			local_accessor<char> l(bytes, h);
			h.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> it) {
				l[l.size() - 1 - it.get_local_id(0)] = 1;
				if (it.get_global_id(0) == 0)
					*sum = int(l.size());
			});
		}).wait();
	};
	use_local(most);
	check(*sum == int(most) && refused(errc::memory_allocation, [&] { use_local(most + 1); }));

	/* Kernels without work-groups have no local memory. */
	check(refused(errc::kernel_argument, [&] { q.submit([&](handler &h) { local_accessor<int, 0> l(h); h.single_task([=] { l = 1; }); }); }));
	check(refused(errc::kernel_argument, [&] { q.submit([&](handler &h) {
		const char c = 1;
		local_accessor<double, 2> other({ 1, 1 }, h), l({ 2, 2 }, h);
		h.parallel_for(range<3>(2, 2, 2), [=](id<3> i) { l[i[0]][i[1]] = c; });
	}); }));

	/* Placeholders that the group does not name, and those that it does. */
	accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> p(line);
	accessor<int, 0> first(line);
	const accessor whole(b, no_init);
	const accessor part(line, range<1>(3), id<1>(2), read_only);
	check(p.is_placeholder() && first.is_placeholder() && whole.is_placeholder() && part.is_placeholder());
	check(refused(errc::kernel_argument, [&] { q.submit([&](handler &h) { h.parallel_for(8, [=](id<1> i) { p[i] = 1; }); }); }));
	check(refused(errc::kernel_argument, [&] { q.submit([&](handler &h) { h.single_task([=] { first = 1; }); }); }));
	check(refused(errc::kernel_argument, [&] { q.submit([&](handler &h) {
		h.require(p);
		h.require(part);
		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> i) { p[i.get_global_id(0)] = part[1]; whole[1][1] = 2; });
	}); }));
	check(host_accessor(line, read_only)[0] == 0);
	q.submit([&](handler &h) {
		accessor same(line, h);

		h.require(p);
		h.require(part);
		h.require(whole);
		h.require(first);
		h.parallel_for(8, [=](id<1> i) {
			whole[0][i[0]] = int(part.size() + same.size() + &part[0] - &p[0] + &static_cast<int &>(first) - &same[0]);
			p[i] = int(i[0]) * 3;
		});
	});
	check(host_accessor(line, read_only)[7] == 21 && host_accessor(b, read_only)[0][7] == 13);
	left_over(q);
	free(sum, q);
	return done();
}
