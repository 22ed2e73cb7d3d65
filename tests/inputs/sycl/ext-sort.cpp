/* Groups sort elements in memory, values and pairs, in the order that was asked for; they load and store blocks and stripes. */
#include <sycl/sycl.hpp>
#include <sycl/ext/oneapi/experimental/group_helpers_sorters.hpp>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <vector>

#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;

static unsigned number_at(std::size_t i) { return unsigned(i * 2654435761u) % 1009; }

/* --- elements in memory: work-groups, none, one, and no power of two --- */

template <int Dimensions>
static void joint(sycl::queue q, sycl::range<Dimensions> local, std::size_t n)
{
	float *const data = sycl::malloc_shared<float>(n + 1, q);
	const std::size_t bytes = ext::default_sorters::joint_sorter<>::memory_required<float>(q.get_device(), sycl::memory_scope::work_group, n);
	std::vector<float> wanted(n);

	for (std::size_t i = 0; i < n; i++)
		wanted[i] = data[i] = float(number_at(i)) - 500;
	data[n] = -1000;
	std::sort(wanted.begin(), wanted.end());
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(bytes, h);

		h.parallel_for(sycl::nd_range<Dimensions>(local, local), [=](sycl::nd_item<Dimensions> it) {
			const sycl::span<std::byte> own(&memory[0], bytes);

			ext::joint_sort(ext::group_with_scratchpad(it.get_group(), own), data, data + n);
		});
	}).wait();
	check(std::equal(wanted.begin(), wanted.end(), data) && data[n] == -1000);
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(bytes, h);

		h.parallel_for(sycl::nd_range<Dimensions>(local, local), [=](sycl::nd_item<Dimensions> it) {
			const ext::default_sorters::joint_sorter<std::greater<>> sorter(sycl::span<std::byte>(&memory[0], bytes));

			ext::joint_sort(it.get_group(), data, data + n, sorter);
		});
	}).wait();
	check(std::equal(wanted.rbegin(), wanted.rend(), data) && data[n] == -1000);
	sycl::free(data, q);
}

/* --- numbers by their bits --- */

template <typename T, ext::sorting_order Order>
static void radix(sycl::queue q)
{
	using sorter = ext::radix_sorters::group_sorter<T, Order>;
	const std::size_t n = 24, bytes = sorter::memory_required(q.get_device(), sycl::memory_scope::work_group, n);
	T *const data = sycl::malloc_shared<T>(n, q);
	std::vector<T> wanted(n);

	for (std::size_t i = 0; i < n; i++)
		wanted[i] = data[i] = T(T(number_at(i) % 100) - (std::is_unsigned_v<T> ? T(0) : T(50)));
	std::sort(wanted.begin(), wanted.end(), [](T a, T b) { return Order == ext::sorting_order::ascending ? a < b : b < a; });
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(bytes, h);

		h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
			const std::size_t me = it.get_local_id(0);

			data[me] = ext::sort_over_group(it.get_group(), data[me], sorter(sycl::span<std::byte>(&memory[0], bytes)));
		});
	}).wait();
	check(std::equal(wanted.begin(), wanted.end(), data));
	sycl::free(data, q);
}

/* The lowest bit only: otherwise the order stays. */
static void masked(sycl::queue q)
{
	using sorter = ext::radix_sorters::joint_sorter<unsigned>;
	unsigned *const data = sycl::malloc_shared<unsigned>(6, q);
	const std::size_t bytes = sorter::memory_required(sycl::memory_scope::work_group, 6);

	for (unsigned i = 0; i < 6; i++)
		data[i] = i;
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(bytes, h);

		h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
			ext::joint_sort(it.get_group(), data, data + 6, sorter(sycl::span<std::byte>(&memory[0], bytes), 1));
		});
	}).wait();
	check(data[0] == 0 && data[1] == 2 && data[2] == 4 && data[3] == 1 && data[4] == 3 && data[5] == 5);
	sycl::free(data, q);
}

/* --- what the program has in place of group_with_scratchpad and of pointers --- */

struct helper {
	sycl::group<1> get_group() const { return group; }
	sycl::span<std::byte> get_memory() const { return memory; }

	sycl::group<1> group;
	sycl::span<std::byte> memory;
};

/* Elements of two arrays together. */
struct zip {
	using difference_type = std::ptrdiff_t;
	using value_type = std::tuple<int, short>;
	using pointer = void;
	using reference = std::tuple<int &, short &>;
	using iterator_category = std::random_access_iterator_tag;

	reference operator*() const { return { *key, *value }; }
	reference operator[](std::size_t i) const { return { key[i], value[i] }; }
	zip operator+(std::size_t n) const { return { key + n, value + n }; }
	std::ptrdiff_t operator-(const zip &other) const { return key - other.key; }

	int *key;
	short *value;
};

static void own_classes(sycl::queue &q)
{
	constexpr int n = 25;
	const std::size_t bytes = ext::default_sorters::joint_sorter<>::memory_required<std::tuple<int, short>>(q.get_device(),
		sycl::memory_scope::work_group, n);
	int *const key = sycl::malloc_shared<int>(3 * n, q);
	short *const value = sycl::malloc_shared<short>(n, q);

	for (int i = 0; i < n; i++) {
		key[i] = i * 7 % n;
		value[i] = short(i);
	}
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(bytes, h);

		h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
			const helper with = { it.get_group(), sycl::span<std::byte>(&memory[0], bytes) };
			const zip first = { key, value };
			const std::size_t i = it.get_local_id(0);

			ext::joint_sort(with, first, first + n, [](const auto &a, const auto &b) { return std::get<0>(b) < std::get<0>(a); });
			key[n + i] = ext::sort_over_group(with, int(i) ^ 5);
			key[2 * n + i] = std::get<1>(ext::sort_key_value_over_group(with, -int(i), int(i)));
			if (ext::reduce_over_group(with, int(i), sycl::plus<>()) != 28)
				key[n + i] = -1;
		});
	}).wait();
	for (int i = 0; i < n; i++)
		check(key[i] == n - 1 - i && value[i] * 7 % n == key[i]);
	for (int i = 0; i < 8; i++)
		check(key[n + i] == i && key[2 * n + i] == 7 - i);
	sycl::free(key, q);
	sycl::free(value, q);
}

/* --- several pairs of each work-item of a sub-group: blocks in, stripes out --- */

static void pairs(sycl::queue q)
{
	using sorter = ext::default_sorters::group_key_value_sorter<int, short, std::less<>, 3>;
	const std::size_t n = 8, bytes = sorter::memory_required(sycl::memory_scope::sub_group, n);
	int *const key = sycl::malloc_shared<int>(3 * n, q);
	short *const value = sycl::malloc_shared<short>(3 * n, q);

	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(n * bytes, h);

		h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
			const sycl::sub_group group = it.get_sub_group();
			const std::size_t size = group.get_local_linear_range(), first = it.get_global_linear_id() - group.get_local_linear_id();
			int keys[3];
			short values[3];

			for (std::size_t i = 0; i < 3; i++) {
				keys[i] = int(3 * size - (3 * group.get_local_linear_id() + i)) / 2;
				values[i] = short(3 * group.get_local_linear_id() + i);
			}
			ext::sort_key_value_over_group(
				ext::group_with_scratchpad(group, sycl::span<std::byte>(&memory[group.get_group_linear_id() * bytes], bytes)),
				sycl::span<int, 3>(keys), sycl::span<short, 3>(values),
				ext::properties{ ext::output_data_placement<ext::group_algorithm_data_placement::striped> });
			ext::group_store(group, sycl::span<int, 3>(keys), key + 3 * first, ext::properties{ ext::data_placement_striped });
			ext::group_store(group, sycl::span<short, 3>(values), value + 3 * first, ext::properties{ ext::data_placement_striped });
		});
	}).wait();
	bool ordered = true;
	std::size_t starts = 0;

	for (std::size_t i = 0; i < 3 * n; i++) {
		const bool is_start = i == 0 || key[i] < key[i - 1];

		starts += is_start;
		/* Equal keys keep their order. */
		ordered = ordered && (is_start || key[i] > key[i - 1] || value[i] > value[i - 1]);
	}
	check(ordered && starts >= 1 && n % starts == 0);
	sycl::free(key, q);
	sycl::free(value, q);
}

static void one_pair(sycl::queue q)
{
	int *const data = sycl::malloc_shared<int>(16, q);

	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::byte> memory(1024, h);

		h.parallel_for(sycl::nd_range<2>({ 4, 2 }, { 4, 2 }), [=](sycl::nd_item<2> it) {
			const auto me = int(it.get_local_linear_id());
			const auto [key, value] = ext::sort_key_value_over_group(
				ext::group_with_scratchpad(it.get_group(), sycl::span<std::byte>(&memory[0], 1024)), me % 4, me, std::greater<int>());

			data[2 * me] = key;
			data[2 * me + 1] = value;
		});
	}).wait();
	for (int i = 0; i < 8; i++)
		check(data[2 * i] == 3 - i / 2 && data[2 * i + 1] == 3 - i / 2 + 4 * (i % 2));
	sycl::free(data, q);
}

/* --- loads and stores --- */

static void loads(sycl::queue q)
{
	int *const from = sycl::malloc_shared<int>(24, q), *const to = sycl::malloc_shared<int>(24, q);

	for (int i = 0; i < 24; i++)
		from[i] = i;
	q.parallel_for(sycl::nd_range<1>(6, 6), [=](sycl::nd_item<1> it) {
		const sycl::group<1> group = it.get_group();
		sycl::vec<int, 4> four;
		int one, blocked[4];

		ext::group_load(group, from, four, ext::properties{ ext::data_placement_striped, ext::contiguous_memory });
		ext::group_load(group, from, sycl::span<int, 4>(blocked));
		ext::group_load(group, from + 1, one);
		for (int i = 0; i < 4; i++)
			four[i] = four[i] * 100 + blocked[i];
		ext::group_store(group, four, to);
		sycl::group_barrier(group);
		if (it.get_local_id(0) == 5)
			ext::group_store(sycl::ext::oneapi::this_work_item::get_sub_group(), one, to + 20);
	}).wait();
	for (int me = 0; me < 5; me++)
		for (int i = 0; i < 4; i++)
			check(to[4 * me + i] == (6 * i + me) * 100 + 4 * me + i);
	sycl::free(from, q);
	sycl::free(to, q);
}

int main()
{
	sycl::queue q;

	static_assert(SYCL_EXT_ONEAPI_GROUP_SORT == 2 && SYCL_EXT_ONEAPI_GROUP_LOAD_STORE);
	joint<1>(q, 16, 100);
	joint<3>(q, { 3, 1, 5 }, 64);
	joint<1>(q, 4, 1);
	joint<1>(q, 4, 0);
	radix<int, ext::sorting_order::ascending>(q);
	radix<float, ext::sorting_order::descending>(q);
	masked(q);
	own_classes(q);
	pairs(q);
	one_pair(q);
	loads(q);
	return done();
}
