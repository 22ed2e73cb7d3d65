/* 3.9.4: nd_ranges whose sizes do not fit are refused; those that fit run with local memory and barriers in every dimension. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static queue q;

template <int Dimensions>
errc launch(const range<Dimensions> &global, const range<Dimensions> &local)
{
	try {
		q.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions>) {}).wait();
	} catch (const sycl::exception &e) {
		return static_cast<errc>(e.code().value());
	}
	return errc::success;
}

/* Each group turns its part of the data round, through local memory. */
template <int Dimensions>
bool turns(const range<Dimensions> &global, const range<Dimensions> &local)
{
	int *const p = malloc_shared<int>(global.size(), q);
	q.submit([&](handler &h) {
		local_accessor<int, Dimensions> l(local, h);
		h.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
			id<Dimensions> other;
			for (int d = 0; d < Dimensions; d++)
				other[d] = local[d] - 1 - it.get_local_id(d);
			l[it.get_local_id()] = int(it.get_global_linear_id());
			it.barrier(access::fence_space::local_space);
			p[it.get_global_linear_id()] = l[other];
		});
	}).wait();
	std::size_t wrong = 0;
	for (std::size_t i = 0; i < global.size(); i++) {
		std::size_t rest = i, mirrored = 0, factor = 1;
		for (int d = Dimensions - 1; d >= 0; d--) {
			const std::size_t at = rest % global[d], in = at % local[d];
			mirrored += (at - in + local[d] - 1 - in) * factor;
			rest /= global[d], factor *= global[d];
		}
		wrong += p[i] != int(mirrored);
	}
	free(p, q);
	return wrong == 0;
}

int main()
{
	const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();

	check(launch<1>({ 10 }, { 4 }) == errc::nd_range && launch<2>({ 8, 9 }, { 4, 2 }) == errc::nd_range && launch<3>({ 4, 4, 4 }, { 3, 1, 1 }) == errc::nd_range);
	check(launch<1>({ 4 }, { 8 }) == errc::nd_range && launch<1>({ 2 * most }, { 2 * most }) == errc::nd_range && launch<1>({ 8 }, { 0 }) == errc::nd_range);
	check(launch<1>({ most }, { most }) == errc::success && launch<1>({ 0 }, { 4 }) == errc::success && launch<3>({ 0, 4, 4 }, { 1, 2, 2 }) == errc::success);
	check(turns<1>({ 64 }, { 16 }) && turns<1>({ 21 }, { 7 }) && turns<1>({ 5 }, { 1 }) && turns<1>({ 300 }, { 300 }));
	check(turns<2>({ 12, 10 }, { 4, 5 }) && turns<2>({ 3, 32 }, { 1, 16 }) && turns<2>({ 9, 2 }, { 9, 1 }));
	check(turns<3>({ 4, 6, 10 }, { 2, 3, 5 }) && turns<3>({ 2, 2, 2 }, { 2, 2, 2 }) && turns<3>({ 3, 5, 4 }, { 1, 5, 2 }));
	return done();
}
