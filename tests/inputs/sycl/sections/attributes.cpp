/* 5.8: attributes of kernels hold, in every dimension, and are asked for. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

class sized;
class hinted;

int main()
{
	using namespace sycl;
	queue q;
	int *const p = malloc_shared<int>(1, q);

	*p = 0;
	q.parallel_for<sized>(nd_range<3>({ 2, 4, 8 }, { 1, 2, 4 }), [=](nd_item<3> it) [[sycl::reqd_work_group_size(1, 2, 4)]] {
		if (it.get_global_linear_id() == 63)
			*p += int(it.get_local_range().size());
	}).wait();
	check(*p == 8);
	try {
		q.parallel_for(nd_range<2>({ 4, 4 }, { 4, 2 }), [=](nd_item<2>) [[sycl::reqd_work_group_size(2, 4)]] {}).wait();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::nd_range);
	}
	q.parallel_for<hinted>(nd_range<1>(8, 4), [=](nd_item<1>) [[sycl::work_group_size_hint(4)]] {}).wait();
	const kernel k = get_kernel_bundle<sized, bundle_state::executable>(q.get_context()).get_kernel<sized>();
	check(k.get_info<info::kernel_device_specific::compile_work_group_size>(q.get_device()) == range<3>(1, 2, 4));
	const kernel h = get_kernel_bundle<hinted, bundle_state::executable>(q.get_context()).get_kernel<hinted>();
	check(h.get_info<info::kernel_device_specific::compile_work_group_size>(q.get_device()) == range<3>(0, 0, 0));
	if (q.get_device().has(aspect::fp64))
		q.single_task([=] [[sycl::device_has(aspect::fp64)]] { *p = int(2.5 * 2.0); }).wait();
	check(*p == 5 || !q.get_device().has(aspect::fp64));

	/* A reduction's function object says of which size the work-groups are. */
	const auto count = [=](nd_item<2> it, auto &sum) [[sycl::reqd_work_group_size(2, 8)]] {
		sum += it.get_local_range(0) == 2 && it.get_local_range(1) == 8;
	};
	*p = 0;
	q.parallel_for(nd_range<2>({ 4, 16 }, { 2, 8 }), reduction(p, plus<>()), count).wait();
	check(*p == 64);
	try {
		q.parallel_for(nd_range<2>({ 4, 16 }, { 4, 4 }), reduction(p, plus<>()), count).wait();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::nd_range);
	}
	*p = 0;
	q.parallel_for(nd_range<1>(64, 16), reduction(p, plus<>()), [=](nd_item<1> it, auto &sum) [[sycl::reqd_sub_group_size(8)]] {
		sum += it.get_sub_group().get_max_local_range() == range<1>(8);
	}).wait();
	check(*p == 64);
	free(p, q);
	return done();
}
