/* 4.7.6.9: accessors of too large parts, and of empty buffers are exceptions; placeholders, local memory that no kernel takes and that of reductions work. */
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

int main()
{
	queue q;
	buffer<int, 2> b(range<2>(4, 8));
	buffer<int> line(range<1>(8)), empty(range<1>(0));

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

	/* A placeholder that the group does not name, and one that it does. */
	accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> p(line);
	check(p.is_placeholder());
	q.submit([&](handler &h) {
		h.require(p);
		h.parallel_for(8, [=](id<1> i) { p[i] = int(i[0]) * 3; });
	});
	check(host_accessor(line, read_only)[7] == 21);
	free(sum, q);
	return done();
}
