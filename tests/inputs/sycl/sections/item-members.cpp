/* 4.9.1.4: items with and without offset, conversions, h_items and their logical and physical places. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(std::is_same_v<item<>, item<1, true>> && item<2>::dimensions == 2 && std::is_convertible_v<item<1, false>, item<1, true>> && !std::is_convertible_v<item<1, true>, item<1, false>>);
static_assert(std::is_convertible_v<item<1>, std::size_t> && std::is_convertible_v<item<1>, id<1>> && !std::is_convertible_v<item<2>, std::size_t> && !std::is_default_constructible_v<item<1>>);
static_assert(is_device_copyable_v<item<3>> && is_device_copyable_v<nd_item<2>> && is_device_copyable_v<h_item<1>> && is_device_copyable_v<group<2>> && std::is_trivially_copyable_v<nd_range<3>>);
static_assert(!std::is_default_constructible_v<nd_item<1>> && !std::is_default_constructible_v<h_item<1>> && !std::is_default_constructible_v<group<1>>);

template <typename Item, typename = void>
inline constexpr bool has_offset = false;
template <typename Item>
inline constexpr bool has_offset<Item, std::void_t<decltype(std::declval<const Item &>().get_offset())>> = true;
static_assert(has_offset<item<2>> && !has_offset<item<1, false>> && !has_offset<item<3, false>>);

template <int Dimensions>
void test(queue &q, const range<Dimensions> &r, const id<Dimensions> &offset)
{
	int *const wrong = malloc_shared<int>(1, q);
	*wrong = 0;
	q.parallel_for(r, [=](item<Dimensions, false> i) {
		const item<Dimensions> with = i;
		int n = with.get_id() != i.get_id() || with.get_offset() != id<Dimensions>() || with.get_range() != i.get_range() || with.get_linear_id() != i.get_linear_id() || i.get_range() != r;
		const item<Dimensions, false> copy = i;
		n += !(copy == i) || copy != i;
		for (int d = 0; d < Dimensions; d++)
			n += i[d] != i.get_id(d) || i.get_range(d) != r[d];
		if (n)
			*wrong = 1;
	}).wait();
	q.submit([&](handler &h) {
		h.parallel_for(r, offset, [=](item<Dimensions> i) {
			std::size_t linear = 0;
			for (int d = 0; d < Dimensions; d++)
				linear = linear * r[d] + i[d] - offset[d];
			if (i.get_offset() != offset || i.get_linear_id() != linear || i.get_range() != r)
				*wrong = 1;
		});
	}).wait();
	q.submit([&](handler &h) {
		h.parallel_for_work_group(r, range<Dimensions>(r) * 0 + 2, [=](group<Dimensions> g) {
			g.parallel_for_work_item([&](h_item<Dimensions> i) {
				int n = i.get_local().get_range() != i.get_logical_local_range() || i.get_global_range() != r * 2 || i.get_local_range() != i.get_physical_local_range() * 0 + 2;
				n += i.get_local_id() != i.get_logical_local_id() || i.get_global().get_id() != i.get_global_id() || i.get_logical_local().get_id() != i.get_logical_local_id();
				n += i.get_physical_local().get_id() != i.get_physical_local_id() || i.get_physical_local().get_range() != i.get_physical_local_range();
				for (int d = 0; d < Dimensions; d++)
					n += i.get_global_id(d) != g[d] * 2 + i.get_local_id(d) || i.get_local_id(d) >= 2 || i.get_logical_local_range(d) != 2 || i.get_global_range(d) != r[d] * 2
						|| i.get_physical_local_id(d) >= i.get_physical_local_range(d) || i.get_logical_local_id(d) != i.get_logical_local_id()[d] || i.get_local_range(d) != 2;
				if (n)
					*wrong = 1;
			});
			g.parallel_for_work_item(range<Dimensions>(r) * 0 + 3, [&](h_item<Dimensions> i) {
				if (i.get_logical_local_range() != range<Dimensions>(r) * 0 + 3)
					*wrong = 1;
			});
		});
	}).wait();
	check(*wrong == 0);
	free(wrong, q);
}

int main()
{
	queue q;
	test<1>(q, { 7 }, { 3 });
	test<2>(q, { 3, 4 }, { 5, 0 });
	test<3>(q, { 2, 3, 2 }, { 1, 4, 2 });
	return done();
}
