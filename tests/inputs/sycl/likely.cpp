// Kernels that say what their work-groups are probably like: in groups of that size, of others and of an odd one.  Each
// exchanges its group's elements, the first with the last.
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/group_local_memory.hpp>

#include "check.hpp"

using namespace sycl;

namespace {

constexpr std::size_t n = 240;	/* work-items in all */

template <int Dimensions>
bool is_exchanged(const int *out, range<Dimensions> all, range<Dimensions> group)
{
	for (std::size_t i = 0; i < all.size(); i++) {
		std::size_t rest = i, mirror = 0, step = 1;

		for (int d = Dimensions - 1; d >= 0; d--) {
			const std::size_t at = rest % all[d];

			mirror += (at / group[d] * group[d] + group[d] - 1 - at % group[d]) * step;
			rest /= all[d];
			step *= all[d];
		}
		if (out[i] != static_cast<int>(mirror) * 3)
			return false;
	}
	return true;
}

template <int Dimensions>
int exchange(nd_item<Dimensions> it, int *part, int value)
{
	const std::size_t size = it.get_local_range().size(), at = it.get_local_linear_id();

	part[at] = value;
	group_barrier(it.get_group());
	return part[size - 1 - at];
}

/* Memory of the group, enough for the largest one. */
template <typename Item>
int *memory(Item it)
{
	return &(*ext::oneapi::group_local_memory_for_overwrite<int[240]>(it.get_group()))[0];
}

void one(queue &q, const int *in, int *out, std::size_t group)
{
	q.parallel_for(nd_range<1>(n, group), [=](nd_item<1> it) [[sycl::work_group_size_hint(24)]] {
		out[it.get_global_linear_id()] = exchange(it, memory(it), in[it.get_global_linear_id()]);
	}).wait();
	check(is_exchanged<1>(out, n, group));
}

void two(queue &q, const int *in, int *out, range<2> group)
{
	q.parallel_for(nd_range<2>({ 12, 20 }, group), [=](nd_item<2> it) [[sycl::work_group_size_hint(4, 10)]] {
		out[it.get_global_linear_id()] = exchange(it, memory(it), in[it.get_global_linear_id()]);
	}).wait();
	check(is_exchanged<2>(out, { 12, 20 }, group));
}

void three(queue &q, const int *in, int *out, range<3> group)
{
	q.parallel_for(nd_range<3>({ 4, 6, 10 }, group), [=](nd_item<3> it) [[sycl::work_group_size_hint(2, 3, 5)]] {
		out[it.get_global_linear_id()] = exchange(it, memory(it), in[it.get_global_linear_id()]);
	}).wait();
	check(is_exchanged<3>(out, { 4, 6, 10 }, group));
}

}

int main()
{
	queue q;
	int *const in = malloc_shared<int>(n, q), *const out = malloc_shared<int>(n, q);
	bool refused = false;

	for (std::size_t i = 0; i < n; i++)
		in[i] = static_cast<int>(i) * 3;
	for (const std::size_t group : { 24, 1, 5, 48, 240 })
		one(q, in, out, group);
	for (const range<2> group : { range<2>(4, 10), range<2>(2, 20), range<2>(1, 1), range<2>(3, 5), range<2>(12, 20) })
		two(q, in, out, group);
	for (const range<3> group : { range<3>(2, 3, 5), range<3>(1, 3, 5), range<3>(4, 2, 1), range<3>(4, 6, 10) })
		three(q, in, out, group);
	/* A hint refuses nothing, a size that does not divide the range is refused as ever. */
	try {
		one(q, in, out, 7);
	} catch (const exception &e) {
		refused = e.code() == errc::nd_range;
	}
	check(refused);
	free(in, q);
	free(out, q);
	return done();
}
