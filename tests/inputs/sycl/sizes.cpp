/* Kernels that require a work-group size: they run in it and in no other. */
#include <sycl/sycl.hpp>

#include <string>
#include <vector>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;

/* Each work-item writes its place in the whole, as its ids tell it, and the local size. */
struct item1 {
	int *to;
	void tell(sycl::nd_item<1> i) const { to[i.get_global_id(0)] = int(i.get_group(0) * 1000 + i.get_local_id(0) * 10 + i.get_local_range(0)); }
};
struct item2 {
	int *to;
	void tell(sycl::nd_item<2> i) const
	{
		to[i.get_global_linear_id()] = int(i.get_local_id(0) * 1000 + i.get_local_id(1) * 100 + i.get_local_range(0) * 10 + i.get_local_range(1));
	}
};
struct item3 {
	int *to;
	void tell(sycl::nd_item<3> i) const
	{
		to[i.get_global_linear_id()] = int(i.get_local_id(0) * 100000 + i.get_local_id(1) * 10000 + i.get_local_id(2) * 1000
			+ i.get_local_range(0) * 100 + i.get_local_range(1) * 10 + i.get_local_range(2));
	}
};

struct attribute1 : item1 {
	[[sycl::reqd_work_group_size(8)]] void operator()(sycl::nd_item<1> i) const { tell(i); }
};
struct attribute2 : item2 {
	[[sycl::reqd_work_group_size(2, 4)]] void operator()(sycl::nd_item<2> i) const { tell(i); }
};
struct attribute3 : item3 {
	[[sycl::reqd_work_group_size(2, 4, 8)]] void operator()(sycl::nd_item<3> i) const { tell(i); }
};
struct property1 : item1 {
	void operator()(sycl::nd_item<1> i) const { tell(i); }
	auto get(ex::properties_tag) const { return ex::properties{ ex::work_group_size<8> }; }
};
struct property2 : item2 {
	void operator()(sycl::nd_item<2> i) const { tell(i); }
	auto get(ex::properties_tag) const { return ex::properties{ ex::work_group_size<2, 4> }; }
};
struct property3 : item3 {
	void operator()(sycl::nd_item<3> i) const { tell(i); }
	auto get(ex::properties_tag) const { return ex::properties{ ex::work_group_size<2, 4, 8> }; }
};

/* "" when the kernel ran, else why not. */
template <typename F, int D>
static std::string run(sycl::queue &q, const F &f, sycl::range<D> global, sycl::range<D> local)
{
	try {
		q.parallel_for(sycl::nd_range<D>(global, local), f).wait();
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
		return e.what();
	}
	return "";
}

static std::string refusal(const char *is, const char *required)
{
	return std::string("The local size dimension of submitted nd_range doesn't match the required work-group size dimension: it is ")
		+ is + ", the kernel requires " + required;
}

template <typename F1, typename F2, typename F3>
static void sizes(sycl::queue &q, int *a)
{
	const sycl::range<1> g1(32);
	const sycl::range<2> g2(8, 8);
	const sycl::range<3> g3(4, 8, 16);

	check(run(q, F1{ { a } }, g1, sycl::range<1>(8)) == "");
	check(a[0] == 8 && a[9] == 1018 && a[31] == 3078);
	check(run(q, F1{ { a } }, g1, sycl::range<1>(4)) == refusal("{4}", "{8}"));
	check(run(q, F1{ { a } }, g1, sycl::range<1>(1)) == refusal("{1}", "{8}"));

	check(run(q, F2{ { a } }, g2, sycl::range<2>(2, 4)) == "");
	check(a[0] == 24 && a[63] == 1324 && a[8] == 1024 && a[1] == 124);
	check(run(q, F2{ { a } }, g2, sycl::range<2>(4, 2)) == refusal("{4, 2}", "{2, 4}"));
	check(run(q, F2{ { a } }, g2, sycl::range<2>(8, 1)) == refusal("{8, 1}", "{2, 4}"));

	check(run(q, F3{ { a } }, g3, sycl::range<3>(2, 4, 8)) == "");
	check(a[0] == 248 && a[4 * 8 * 16 - 1] == 137248 && a[1] == 1248 && a[16] == 10248 && a[128] == 100248);
	check(run(q, F3{ { a } }, g3, sycl::range<3>(4, 8, 2)) == refusal("{4, 8, 2}", "{2, 4, 8}"));
	check(run(q, F3{ { a } }, sycl::range<3>(8, 8, 8), sycl::range<3>(8, 4, 2)) == refusal("{8, 4, 2}", "{2, 4, 8}"));
}

template <typename F>
static void facts(sycl::queue &q, sycl::range<3> size)
{
	namespace k = sycl::info::kernel_device_specific;
	const auto bundle = sycl::get_kernel_bundle<F, sycl::bundle_state::executable>(q.get_context());
	const auto kernel = bundle.template get_kernel<F>();

	check(kernel.template get_info<k::compile_work_group_size>(q.get_device()) == size);
	check(kernel.template get_info<k::work_group_size>(q.get_device()) == size.size());
}

/* Launches without a local size run in groups of the required one, also where it does not divide the range. */
static void ranges(sycl::queue &q, int *a)
{
	for (int i = 0; i < 200; i++)
		a[i] = -1;
	q.parallel_for(sycl::range<1>(13), [=](sycl::item<1> i) [[sycl::reqd_work_group_size(8)]] { a[i] = int(i.get_range(0)); }).wait();
	check(a[0] == 13 && a[12] == 13 && a[13] == -1);
	q.parallel_for(sycl::range<2>(3, 5), [=](sycl::item<2> i) [[sycl::reqd_work_group_size(2, 4)]] {
		a[i.get_linear_id()] = int(i[0] * 10 + i[1]);
	}).wait();
	check(a[0] == 0 && a[4] == 4 && a[5] == 10 && a[14] == 24 && a[15] == -1);
	q.parallel_for(sycl::range<3>(3, 5, 7), [=](sycl::item<3> i) [[sycl::reqd_work_group_size(1, 2, 4)]] {
		a[i.get_linear_id()] = int(i[0] * 100 + i[1] * 10 + i[2]);
	}).wait();
	check(a[0] == 0 && a[6] == 6 && a[7] == 10 && a[34] == 46 && a[35] == 100 && a[104] == 246 && a[105] == -1);
}

static void single_tasks(sycl::queue &q, int *a)
{
	std::string what;

	a[0] = 0;
	q.single_task([=]() [[sycl::reqd_work_group_size(1)]] { a[0]++; }).wait();
	check(a[0] == 1);
	q.single_task([=]() [[sycl::reqd_work_group_size(1, 1, 1)]] { a[0]++; }).wait();
	check(a[0] == 2);
	try {
		q.single_task([=]() [[sycl::reqd_work_group_size(2, 4)]] { a[0]++; }).wait();
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
		what = e.what();
	}
	check(what == "The kernel requires work-groups of {2, 4}, but single_task() runs one work-item");
	check(a[0] == 2);
}

int main()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	int *a = sycl::malloc_shared<int>(1024, q);

	sizes<attribute1, attribute2, attribute3>(q, a);
	sizes<property1, property2, property3>(q, a);
	facts<attribute1>(q, { 1, 1, 8 });
	facts<property2>(q, { 1, 2, 4 });
	facts<attribute3>(q, { 2, 4, 8 });
	ranges(q, a);
	single_tasks(q, a);
	sycl::free(a, q);
	return done();
}
