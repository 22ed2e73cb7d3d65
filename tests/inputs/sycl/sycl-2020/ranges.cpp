/* SYCL 2020, 4.9.1: range, nd_range, id, item, nd_item, h_item, group, sub_group and device_event. */
#include <sycl/sycl.hpp>
#include <type_traits>
#include "../check.hpp"

using sycl::id;
using sycl::range;

/* All operators of the tables, on two objects, and on an object and a number, at compile time. */
template <typename R>
constexpr bool has_operators(R a, R b, R c)
{
	bool right = true;
	const int n = R::dimensions;

#define BINARY(OP) \
	for (int d = 0; d < n; d++) { \
		const std::size_t two = 2; \
		right = right && (a OP b)[d] == std::size_t(a[d] OP b[d]) && (a OP 2)[d] == std::size_t(a[d] OP two) \
			&& (2u OP b)[d] == std::size_t(two OP b[d]); \
	}
	BINARY(+) BINARY(-) BINARY(*) BINARY(/) BINARY(%) BINARY(<<) BINARY(>>) BINARY(&) BINARY(|) BINARY(^)
	BINARY(&&) BINARY(||) BINARY(<) BINARY(>) BINARY(<=) BINARY(>=)
#undef BINARY
#define ASSIGN(OP) \
	c = a; \
	c OP##= b; \
	right = right && c == (a OP b); \
	c = a; \
	c OP##= 3; \
	right = right && c == (a OP 3);
	ASSIGN(+) ASSIGN(-) ASSIGN(*) ASSIGN(/) ASSIGN(%) ASSIGN(<<) ASSIGN(>>) ASSIGN(&) ASSIGN(|) ASSIGN(^)
#undef ASSIGN
	right = right && +a == a && -a == 0 - a;
	c = a;
	right = right && ++c == a + 1 && c-- == a + 1 && c == a && --c == a - 1 && c++ == a - 1 && c == a && c != b;
	c[0] = 9;
	return right && c.get(0) == 9 && c[0] == 9;
}
static_assert(has_operators(range<1>(9), range<1>(4), range<1>(1)) && has_operators(range<2>(9, 6), range<2>(4, 3), range<2>(1, 1)));
static_assert(has_operators(range<3>(9, 6, 13), range<3>(4, 3, 5), range<3>(1, 1, 1)) && has_operators(id<1>(9), id<1>(4), id<1>(1)));
static_assert(has_operators(id<2>(9, 6), id<2>(4, 3), id<2>(1, 1)) && has_operators(id<3>(9, 6, 13), id<3>(4, 3, 5), id<3>(1, 1, 1)));
static_assert(range<3>(2, 3, 4).size() == 24 && range<3>::dimensions == 3 && id<2>::dimensions == 2);
static_assert(std::is_same_v<decltype(range(1, 2)), range<2>> && std::is_same_v<decltype(id(1, 2, 3)), id<3>> && std::is_same_v<decltype(range(1)), range<1>>);
static_assert(id<1>(5) == 5 && id<1>(range<1>(3)) == id<1>(3) && std::is_convertible_v<id<1>, std::size_t> && !std::is_convertible_v<id<2>, std::size_t>);
static_assert(std::is_trivially_copyable_v<id<3>> && std::is_trivially_copyable_v<range<3>> && range<2>() == range<2>(0, 0) && id<1>() == id<1>(0));
static_assert(!std::is_default_constructible_v<sycl::item<1>> && !std::is_default_constructible_v<sycl::nd_item<1>>);
static_assert(!std::is_default_constructible_v<sycl::group<1>> && !std::is_default_constructible_v<sycl::h_item<1>>);
static_assert(std::is_copy_constructible_v<sycl::h_item<2>> && std::is_copy_assignable_v<sycl::nd_item<3>> && std::is_destructible_v<sycl::group<2>>);

constexpr bool of_nd_range()
{
	const sycl::nd_range<2> r({ 4, 6 }, { 2, 3 }), s({ 4, 6 }, { 2, 3 }, { 1, 2 });

	static_assert(sycl::nd_range<2>::dimensions == 2);
	return r.get_global_range() == range<2>(4, 6) && r.get_local_range() == range<2>(2, 3) && r.get_group_range() == range<2>(2, 2)
		&& r.get_offset() == id<2>() && s.get_offset() == id<2>(1, 2) && r != s && r == r;
}
static_assert(of_nd_range());

/* Each kernel says whether what it sees is right. */
template <int D>
struct expected {
	range<D> global, local;
};

template <int D, typename I>
std::size_t position(const I &i, const range<D> &r)
{
	std::size_t p = 0;

	for (int d = 0; d < D; d++)
		p = p * r[d] + i[d];
	return p;
}

template <int D>
void items(sycl::queue &q, range<D> size)
{
	int *wrong = sycl::malloc_shared<int>(2, q);
	wrong[0] = wrong[1] = 0;

	q.parallel_for(size, [=](sycl::item<D> i) {
		const sycl::item<D> copy(i);
		const id<D> from(i);
		bool right = i == copy && !(i != copy) && from == i.get_id() && i.get_range() == size && i.get_offset() == id<D>()
			&& i.get_linear_id() == position<D>(i.get_id(), size) && sycl::item<D>::dimensions == D;

		for (int d = 0; d < D; d++)
			right = right && i[d] == i.get_id(d) && i.get_id()[d] == i[d] && i.get_range(d) == size[d] && i.get_offset(d) == 0;
		if constexpr (D == 1) {
			const std::size_t n = i;
			right = right && n == i[0];
		}
		wrong[0] |= !right;
	});
	q.submit([&](sycl::handler &h) {
		h.parallel_for(size, [=](sycl::item<D, false> i) {
			const sycl::item<D, true> with(i);
			wrong[1] |= !(i.get_range() == size && with.get_id() == i.get_id() && i.get_linear_id() == position<D>(i.get_id(), size)
				&& with.get_offset() == id<D>());
		});
	}).wait();
	check(!wrong[0] && !wrong[1]);
	sycl::free(wrong, q);
}

template <int D>
void nd_items(sycl::queue &q, range<D> size, range<D> local)
{
	int *wrong = sycl::malloc_shared<int>(1, q);
	wrong[0] = 0;

	q.parallel_for(sycl::nd_range<D>(size, local), [=](sycl::nd_item<D> i) {
		const sycl::group<D> g = i.get_group();
		const sycl::sub_group s = i.get_sub_group();
		const range<D> groups = size / local;
		bool right = i.get_global_range() == size && i.get_local_range() == local && i.get_group_range() == groups
			&& i.get_nd_range() == sycl::nd_range<D>(size, local) && i.get_offset() == id<D>()
			&& i.get_global_linear_id() == position<D>(i.get_global_id(), size) && i.get_local_linear_id() == position<D>(i.get_local_id(), local)
			&& i.get_group_linear_id() == position<D>(g.get_group_id(), groups) && i == i && !(i != i);

		for (int d = 0; d < D; d++)
			right = right && i.get_global_id(d) == i.get_global_id()[d] && i.get_local_id(d) == i.get_local_id()[d]
				&& i.get_group(d) == g.get_group_id(d) && i.get_global_id(d) == g[d] * local[d] + i.get_local_id(d)
				&& i.get_group_range(d) == groups[d] && i.get_global_range(d) == size[d] && i.get_local_range(d) == local[d]
				&& g.get_group_range(d) == groups[d] && g.get_local_range(d) == local[d] && g.get_local_id(d) == i.get_local_id(d)
				&& g.get_group_id()[d] == g[d] && g.get_id(d) == g[d];
		right = right && g.get_local_id() == i.get_local_id() && g.get_local_range() == local && g.get_max_local_range() == local
			&& g.get_group_range() == groups && g.get_group_linear_id() == i.get_group_linear_id() && g.get_linear_id() == i.get_group_linear_id()
			&& g.get_local_linear_id() == i.get_local_linear_id() && g.get_group_linear_range() == groups.size()
			&& g.get_local_linear_range() == local.size() && g.leader() == (g.get_local_linear_id() == 0) && g == i.get_group();
		right = right && s.get_local_id()[0] == s.get_local_linear_id() && s.get_group_id()[0] == s.get_group_linear_id()
			&& s.get_local_range()[0] == s.get_local_linear_range() && s.get_group_range()[0] == s.get_group_linear_range()
			&& s.get_local_linear_range() <= s.get_max_local_range()[0] && s.leader() == (s.get_local_linear_id() == 0)
			&& s == i.get_sub_group() && s.get_local_linear_id() < s.get_local_linear_range();
		i.barrier();
		i.barrier(sycl::access::fence_space::local_space);
		i.mem_fence();
		i.template mem_fence<sycl::access_mode::write>(sycl::access::fence_space::global_space);
		g.mem_fence();
		g.template mem_fence<sycl::access_mode::read>();
		wrong[0] |= !right;
	}).wait();
	check(!wrong[0]);
	sycl::free(wrong, q);
}

static_assert(std::is_same_v<sycl::group<2>::id_type, id<2>> && std::is_same_v<sycl::group<2>::range_type, range<2>>);
static_assert(std::is_same_v<sycl::group<2>::linear_id_type, std::size_t> && sycl::group<2>::fence_scope == sycl::memory_scope::work_group);
static_assert(std::is_same_v<sycl::sub_group::id_type, id<1>> && std::is_same_v<sycl::sub_group::range_type, range<1>>);
static_assert(std::is_same_v<sycl::sub_group::linear_id_type, std::uint32_t> && sycl::sub_group::fence_scope == sycl::memory_scope::sub_group);
static_assert(sycl::sub_group::dimensions == 1 && sycl::group<3>::dimensions == 3);
static_assert(noexcept(std::declval<sycl::group<1>>().get_group_id()) && noexcept(std::declval<sycl::group<1>>().leader())
	&& noexcept(std::declval<sycl::h_item<1>>().get_global_id(0)));

template <int D>
void h_items(sycl::queue &q, range<D> groups, range<D> local, range<D> logical)
{
	int *wrong = sycl::malloc_shared<int>(2, q);
	wrong[0] = wrong[1] = 0;

	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(groups, local, [=](sycl::group<D> g) {
			sycl::private_memory<std::size_t, D> kept(g);

			g.parallel_for_work_item([&](sycl::h_item<D> i) {
				kept(i) = position<D>(i.get_local_id(), local);
				bool right = i.get_global_range() == groups * local && i.get_local_range() == local && i.get_physical_local_range() == local
					&& i.get_logical_local_range() == local && i.get_local_id() == i.get_logical_local_id()
					&& i.get_local_id() == i.get_physical_local_id() && i.get_global().get_id() == i.get_global_id()
					&& i.get_local().get_id() == i.get_local_id() && i.get_logical_local().get_range() == local
					&& i.get_physical_local().get_range() == local && i == i && !(i != i);

				for (int d = 0; d < D; d++)
					right = right && i.get_global_id(d) == g[d] * local[d] + i.get_local_id(d) && i.get_global_range(d) == groups[d] * local[d]
						&& i.get_local_range(d) == local[d] && i.get_logical_local_range(d) == local[d]
						&& i.get_physical_local_range(d) == local[d] && i.get_logical_local_id(d) == i.get_local_id(d)
						&& i.get_physical_local_id(d) == i.get_local_id(d);
				if (!right)
					wrong[0] = 1;
			});
			g.parallel_for_work_item([&](sycl::h_item<D> i) {
				if (kept(i) != position<D>(i.get_physical_local_id(), local))
					wrong[1] = 1;
			});
			g.parallel_for_work_item(logical, [&](sycl::h_item<D> i) {
				if (i.get_logical_local_range() != logical || i.get_physical_local_range() != local)
					wrong[1] = 1;
			});
		});
	}).wait();
	check(!wrong[0] && !wrong[1]);
	sycl::free(wrong, q);
}

int main()
{
	sycl::queue q;

	items<1>(q, 7);
	items<2>(q, { 3, 5 });
	items<3>(q, { 2, 3, 5 });
	nd_items<1>(q, 12, 4);
	nd_items<2>(q, { 4, 6 }, { 2, 3 });
	nd_items<3>(q, { 2, 6, 4 }, { 1, 3, 2 });
	h_items<1>(q, 3, 4, 7);
	h_items<2>(q, { 2, 3 }, { 2, 1 }, { 3, 2 });
	h_items<3>(q, { 2, 1, 2 }, { 1, 2, 3 }, { 2, 2, 2 });
	const std::hash<id<2>> hash;
	check(hash(id<2>(1, 2)) == hash(id<2>(1, 2)));
	return done();
}
