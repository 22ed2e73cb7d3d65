/*
 * dpct's group_utils.hpp and dpl_utils.hpp: what work-groups of one to three dimensions and of
 * several sizes make of arrays of theirs is what loops of the host make of them.
 */
#include <dpct/dpct.hpp>
#include <dpct/dpl_utils.hpp>
#include <dpct/group_utils.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "check.hpp"

namespace dg = dpct::group;

static unsigned seed = 1;

static std::uint64_t some()
{
	seed = seed * 1664525 + 1013904223;
	return std::uint64_t(seed) << 32 | (seed * 2654435761u ^ seed >> 7);
}

template <typename T>
static T some_of()
{
	if constexpr (std::is_integral_v<T>)
		return static_cast<T>(some() >> 16);
	else
		return static_cast<T>(static_cast<int>(some() >> 40) % 1000 - 500) / T(4);
}

template <int Dimensions>
static sycl::range<Dimensions> group_size(std::size_t n)
{
	if constexpr (Dimensions == 1)
		return { n };
	else if constexpr (Dimensions == 2)
		return { n / 16, 16 };
	else
		return { 4, n / 16, 4 };
}

/*
 * Two work-groups, each work-item of which has f(item, local memory, its elements, those of its group)
 * between loads and stores.  Kernels have names, by which other host compilers know them.
 */
template <int, typename, std::size_t, int>
class named;
template <int Name, int Dimensions, typename T, std::size_t Count, typename Function>
static std::vector<T> each(std::size_t n, std::size_t bytes, const std::vector<T> &in, Function f)
{
	sycl::queue &q = dpct::get_in_order_queue();
	T *const data = sycl::malloc_shared<T>(in.size(), q);
	const sycl::range<Dimensions> local = group_size<Dimensions>(n);
	sycl::range<Dimensions> global = local;

	global[0] *= 2;
	std::copy(in.begin(), in.end(), data);
	q.submit([&](sycl::handler &h) {
		const sycl::local_accessor<std::uint8_t, 1> memory(sycl::range<1>(bytes ? bytes : 1), h);

		h.parallel_for<named<Name, T, Count, Dimensions>>(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
			const std::size_t first = it.get_group_linear_id() * n * Count + it.get_local_linear_id() * Count;
			T mine[Count];

			for (std::size_t i = 0; i < Count; i++)
				mine[i] = data[first + i];
			f(it, &memory[0], mine, data + it.get_group_linear_id() * n * Count);
			sycl::group_barrier(it.get_group());
			for (std::size_t i = 0; i < Count; i++)
				data[first + i] = mine[i];
		});
	}).wait();
	const std::vector<T> out(data, data + in.size());
	sycl::free(data, q);
	return out;
}

template <typename T>
static std::vector<T> values(std::size_t count)
{
	std::vector<T> made(count);

	for (T &one : made)
		one = some_of<T>();
	return made;
}

/* Where element i of the blocked arrangement of a group is in the striped one. */
static std::size_t striped(std::size_t i, std::size_t n, std::size_t count)
{
	return i % n * count + i / n;
}

template <typename T, std::size_t Count, int Dimensions>
static void exchanges(std::size_t n)
{
	using exchange = dg::exchange<T, Count>;
	const std::size_t all = n * Count, bytes = exchange::get_local_memory_size(n);
	const std::vector<T> in = values<T>(2 * all);
	std::vector<T> to_striped(2 * all), to_blocked(2 * all), scattered(2 * all), scattered_striped(2 * all);
	/* An odd number, so that multiplication permutes those below a power of two or what has no common divisor. */
	const std::size_t step = 4099;

	for (std::size_t i = 0; i < 2 * all; i++) {
		const std::size_t group = i / all * all, at = i % all, rank = at * step % all;

		to_striped[group + striped(at, n, Count)] = in[i];
		to_blocked[i] = in[group + striped(at, n, Count)];
		scattered[group + rank] = in[i];
		scattered_striped[group + striped(rank, n, Count)] = in[i];
	}
	check(each<1, Dimensions, T, Count>(n, bytes, in, [](auto it, std::uint8_t *memory, T(&mine)[Count], T *) {
		exchange(memory).blocked_to_striped(it, mine);
	}) == to_striped);
	check(each<2, Dimensions, T, Count>(n, bytes, in, [](auto it, std::uint8_t *memory, T(&mine)[Count], T *) {
		T other[Count];

		exchange(memory).striped_to_blocked(it, mine, other);
		for (std::size_t i = 0; i < Count; i++)
			mine[i] = other[i];
	}) == to_blocked);
	for (const bool to : { false, true })
		check(each<3, Dimensions, T, Count>(n, bytes, in, [=](auto it, std::uint8_t *memory, T(&mine)[Count], T *) {
			int ranks[Count];

			for (std::size_t i = 0; i < Count; i++)
				ranks[i] = int((it.get_local_linear_id() * Count + i) * step % all);
			if (to)
				exchange(memory).scatter_to_striped(it, mine, ranks);
			else
				exchange(memory).scatter_to_blocked(it, mine, ranks);
		}) == (to ? scattered_striped : scattered));
}

/* Bits from begin to end - 1 of the key by which numbers are sorted. */
template <typename T>
static std::uint64_t key(T value, int begin, int end)
{
	std::uint64_t bits = 0;
	const std::uint64_t high = std::uint64_t(1) << (sizeof(T) * 8 - 1);

	std::memcpy(&bits, &value, sizeof(T));
	if (!std::is_integral_v<T>)
		bits = bits & high ? ~bits : bits | high;
	else if (std::is_signed_v<T>)
		bits ^= high;
	if (end < 64)
		bits &= (std::uint64_t(1) << end) - 1;
	return bits >> begin;
}

template <typename T, std::size_t Count, int Dimensions>
static void sorts(std::size_t n, int begin = 0, int end = 8 * sizeof(T))
{
	using sorter = dg::group_radix_sort<T, Count>;
	using older = dg::radix_sort<T, Count, true>;
	const std::size_t all = n * Count, bytes = sorter::get_local_memory_size(n);
	const std::vector<T> in = values<T>(2 * all);

	check(older::get_local_memory_size(n) == bytes);
	for (int kind = 0; kind < 4; kind++) {
		const bool down = kind & 1, to_striped = kind & 2;
		std::vector<T> placed(2 * all);

		for (std::size_t group = 0; group < 2 * all; group += all) {
			std::vector<std::pair<std::uint64_t, std::size_t>> order;

			for (std::size_t i = group; i < group + all; i++)
				order.emplace_back(begin >= end ? 0 : down ? ~key(in[i], begin, end) : key(in[i], begin, end), i);
			std::sort(order.begin(), order.end());
			for (std::size_t i = 0; i < all; i++)
				placed[group + (to_striped ? striped(i, n, Count) : i)] = in[order[i].second];
		}
		check(each<4, Dimensions, T, Count>(n, bytes, in, [=](auto it, std::uint8_t *memory, T(&mine)[Count], T *) {
			if (kind == 0)
				sorter(memory).sort(it, mine, begin, end);
			else if (kind == 1)
				sorter(memory).sort_descending(it, mine, begin, end);
			else if (kind == 2)
				dg::radix_sort<T, Count>(memory).sort_blocked_to_striped(it, mine, begin, end);
			else
				older(memory).sort_blocked_to_striped(it, mine, begin, end);
		}) == placed);
	}
}

template <std::size_t Count, dg::group_load_algorithm From, dg::group_store_algorithm To, int Dimensions>
static void loads(std::size_t n, int valid)
{
	using load = dg::group_load<int, Count, From>;
	using store = dg::group_store<int, Count, To>;
	constexpr bool from_striped = From == dg::group_load_algorithm::striped, to_striped = To == dg::group_store_algorithm::striped;
	const std::size_t all = n * Count;
	const std::vector<int> in = values<int>(2 * all);
	std::vector<int> loaded(2 * all), padded(2 * all), stored = in;

	for (std::size_t i = 0; i < 2 * all; i++) {
		const std::size_t at = i % all, group = i / all * all;
		const std::size_t to = group + (from_striped ? striped(at, n, Count) : at), from = group + (to_striped ? striped(at, n, Count) : at);

		loaded[to] = in[i];
		padded[to] = at < std::size_t(valid) ? in[i] : -7;
		if (at < std::size_t(valid))
			stored[i] = in[from] + 1;
	}
	check(each<5, Dimensions, int, Count>(n, load::get_local_memory_size(n), in, [](auto it, std::uint8_t *memory, int(&mine)[Count], int *data) {
		load(memory).load(it, data, mine);
	}) == loaded);
	check(each<6, Dimensions, int, Count>(n, load::get_local_memory_size(n), in, [=](auto it, std::uint8_t *memory, int(&mine)[Count], int *data) {
		if (it.get_global_linear_id() % 2)
			load(memory).load(it, data, mine, valid, -7);
		else {
			for (int &one : mine)
				one = -7;
			load(memory).load(it, static_cast<const int *>(data), mine, valid);
		}
	}) == padded);
	check(each<7, Dimensions, int, Count>(n, store::get_local_memory_size(n), in, [=](auto it, std::uint8_t *memory, int(&mine)[Count], int *data) {
		sycl::group_barrier(it.get_group());
		for (int &one : mine)
			one++;
		store(memory).store(it, data, mine, valid);
		sycl::group_barrier(it.get_group());
		dg::load_direct_blocked(it, data, mine);
	}) == stored);
	check(each<8, Dimensions, int, Count>(n, store::get_local_memory_size(n), in, [](auto it, std::uint8_t *memory, int(&mine)[Count], int *data) {
		if constexpr (to_striped)
			dg::load_direct_striped(it, data, mine);
		sycl::group_barrier(it.get_group());
		for (std::size_t i = 0; i < Count; i++)
			data[it.get_local_linear_id() + i * it.get_group().get_local_linear_range()] = 0;
		sycl::group_barrier(it.get_group());
		store(memory).store(it, data, mine);
		sycl::group_barrier(it.get_group());
		dg::load_direct_blocked(it, data, mine);
	}) == in);
}

/* A number that goes on from one part of the work to the next. */
struct total {
	int so_far;
	int operator()(int aggregate)
	{
		const int old = so_far;

		so_far += aggregate;
		return old;
	}
};

template <std::size_t Count, int Dimensions>
static void scans(std::size_t n)
{
	const std::size_t all = n * Count;
	std::vector<int> in = values<int>(2 * all), exclusive(2 * all), inclusive(2 * all), sums(2 * all), largest(2 * all);

	for (int &one : in)
		one %= 1000;
	for (std::size_t i = 0, sum = 0; i < 2 * all; i++) {
		sum = i % all ? sum : 0;
		exclusive[i] = int(sum) + 5;
		sum += std::size_t(in[i]);
		inclusive[i] = int(sum);
		largest[i] = i % all ? std::max(largest[i - 1], in[i]) : in[i];
	}
	for (std::size_t i = 0; i < 2 * all; i++)
		sums[i] = inclusive[i / all * all + all - 1];
	check(each<9, Dimensions, int, Count>(n, 0, in, [](auto it, std::uint8_t *, int(&mine)[Count], int *) {
		int out[Count];

		dg::exclusive_scan(it, mine, out, 5, sycl::plus<>());
		dg::exclusive_scan(it, mine, mine, 5, sycl::plus<int>());
		for (std::size_t i = 0; i < Count; i++)
			mine[i] = mine[i] == out[i] ? out[i] : -1;
	}) == exclusive);
	check(each<10, Dimensions, int, Count>(n, 0, in, [](auto it, std::uint8_t *, int(&mine)[Count], int *) {
		dg::inclusive_scan(it, mine, mine, sycl::plus<>());
	}) == inclusive);
	check(each<11, Dimensions, int, Count>(n, 0, in, [](auto it, std::uint8_t *, int(&mine)[Count], int *) {
		int out[Count];

		dg::inclusive_scan(it, mine, out, sycl::maximum<>());
		for (std::size_t i = 0; i < Count; i++)
			mine[i] = out[i];
	}) == largest);
	check(each<12, Dimensions, int, Count>(n, 0, in, [](auto it, std::uint8_t *, int(&mine)[Count], int *) {
		const int sum = dg::reduce(it, mine, sycl::plus<>());

		for (int &one : mine)
			one = sum;
	}) == sums);
}

/* One element for each work-item: of the three results one is chosen by the kind. */
template <int Dimensions>
static void single_scans(std::size_t n)
{
	std::vector<int> in = values<int>(2 * n), expected[4];

	for (int &one : in)
		one %= 1000;
	for (std::vector<int> &one : expected)
		one.resize(2 * n);
	for (std::size_t group = 0; group < 2 * n; group += n) {
		int sum = 0, all = 0;

		for (std::size_t i = group; i < group + n; i++)
			all += in[i];
		for (std::size_t i = group; i < group + n; i++) {
			expected[0][i] = 9 + sum + 3 * all;
			expected[2][i] = 20 + all + sum;
			sum += in[i];
			expected[1][i] = sum + 3 * all;
			expected[3][i] = 20 + all + sum;
		}
	}
	for (int kind = 0; kind < 4; kind++)
		check(each<13, Dimensions, int, 1>(n, 0, in, [=](auto it, std::uint8_t *, int(&mine)[1], int *) {
			int aggregate = 0;
			total running = { 20 };

			if (kind == 0)
				mine[0] = dg::exclusive_scan(it, mine[0], 9, sycl::plus<>(), aggregate) + 3 * aggregate;
			else if (kind == 1)
				mine[0] = dg::inclusive_scan(it, mine[0], sycl::plus<>(), aggregate) + 3 * aggregate;
			else if (kind == 2) {
				dg::exclusive_scan(it, mine[0], sycl::plus<>(), running);
				mine[0] = dg::exclusive_scan(it, mine[0], sycl::plus<>(), running);
			} else {
				dg::inclusive_scan(it, mine[0], sycl::plus<>(), running);
				mine[0] = dg::inclusive_scan(it, mine[0], sycl::plus<>(), running);
			}
		}) == expected[kind]);
}

/* Of the sub-groups of a work-group. */
template <int Dimensions>
static void sub_groups(std::size_t n)
{
	const std::vector<int> in = values<int>(2 * n * 3);
	const std::vector<int> out = each<50, Dimensions, int, 3>(n, 0, in, [](auto it, std::uint8_t *, int(&mine)[3], int *data) {
		const sycl::sub_group g = it.get_sub_group();
		const std::uint16_t some = 5;
		const int lane = int(g.get_local_linear_id()), size = int(g.get_local_linear_range());
		int ok = dg::reduce_over_partial_group(it, lane + 1, some, sycl::plus<>()) == (size < 5 ? size * (size + 1) / 2 : 15);
		int read[3], expected = 0;

		dg::uninitialized_load_subgroup_striped<3>(it, data, read);
		for (int i = 0; i < 3; i++) {
			expected = data[int(g.get_group_linear_id() * g.get_max_local_range()[0]) * 3 + lane + i * size];
			ok &= read[i] == expected;
		}
		mine[0] = mine[1] = mine[2] = ok;
	});
	check(out == std::vector<int>(out.size(), 1));
}

template <int A, int B, int C>
static void shuffles()
{
	using shuffle = dg::group_shuffle<int, A, B, C>;
	constexpr int n = A * B * C;
	constexpr std::size_t bytes = shuffle::get_local_memory_size(n);
	const std::vector<int> in = values<int>(2 * n * 3);
	std::vector<int> right(2 * n * 3), left(2 * n * 3), far(2 * n * 3);

	for (int i = 0; i < 2 * n * 3; i++) {
		const int group = i / (n * 3) * n * 3, at = i % (n * 3), item = at / 3;

		right[std::size_t(i)] = in[std::size_t(at ? i - 1 : i)] + in[std::size_t(group + n * 3 - 1)];
		left[std::size_t(i)] = in[std::size_t(at < n * 3 - 1 ? i + 1 : i)] + in[std::size_t(group)];
		if (at % 3 == 0)
			far[std::size_t(i)] = item - 2 >= 0 ? in[std::size_t(i - 6)] : in[std::size_t(i)];
		else if (at % 3 == 1)
			far[std::size_t(i)] = in[std::size_t(group + (item + 7) % n * 3 + 1)];
		else
			far[std::size_t(i)] = item + 1 < n ? in[std::size_t(i + 3)] : in[std::size_t(i)];
	}
	check(each<240 + B, 3, int, 3>(n, bytes, in, [](auto it, std::uint8_t *memory, int(&mine)[3], int *) {
		int out[3] = { mine[0] }, suffix = 0;

		shuffle(memory).shuffle_right(it, mine, out, suffix);
		for (int i = 0; i < 3; i++)
			mine[i] = int(unsigned(out[i]) + unsigned(suffix));
	}) == right);
	check(each<250 + B, 3, int, 3>(n, bytes, in, [](auto it, std::uint8_t *memory, int(&mine)[3], int *) {
		int prefix = 0;

		shuffle(memory).shuffle_left(it, mine, mine, prefix);
		for (int &one : mine)
			one = int(unsigned(one) + unsigned(prefix));
	}) == left);
	check(each<260 + B, 3, int, 3>(n, 3 * bytes, in, [](auto it, std::uint8_t *memory, int(&mine)[3], int *) {
		shuffle(memory).select(it, mine[0], mine[0], -2);
		shuffle(memory + bytes).select2(it, mine[1], mine[1], 7);
		shuffle(memory + 2 * bytes).select(it, mine[2], mine[2]);
	}) == far);
}

/* What dpct writes for memory that a kernel declares, and its earlier names. */
static void other_forms()
{
	sycl::queue &q = dpct::get_in_order_queue();
	int *const p = sycl::malloc_shared<int>(128, q);
	int *const out = sycl::malloc_shared<int>(128, q);
	const int offsets[] = { 0, 3, 3, 100 };
	int *const places = sycl::malloc_shared<int>(4, q);

	for (int i = 0; i < 128; i++)
		p[i] = i;
	std::copy(offsets, offsets + 4, places);
	q.parallel_for<class forms>(sycl::nd_range<3>({ 1, 1, 32 }, { 1, 1, 32 }), [=](sycl::nd_item<3> it) {
		using loader = dg::group_load<int, 4, dg::group_load_algorithm::sub_group_transpose, 32>;
		union storage {
			loader::TempLocalMemory load;
			void *other;
		};
		storage &temporary = *sycl::ext::oneapi::group_local_memory_for_overwrite<storage>(it.get_group());
		int mine[4], read[4];

		loader(temporary.load).load(it, p, mine, 100);
		dg::load_striped<4, int>(it, p, read);
		dg::workgroup_load<4, dg::BLOCK_LOAD_DIRECT, int, int *, sycl::nd_item<3>>(nullptr).load(it, p, mine);
		for (int i = 0; i < 4; i++)
			out[it.get_local_linear_id() * 4 + std::size_t(i)] = mine[i] * 1000 + read[i];
	}).wait();
	for (int i = 0; i < 128; i++)
		check(out[i] == i * 1000 + i / 4 + i % 4 * 32);
	dpct::device::segmented_reduce<64>(q, p, out, 3, places, places + 1, sycl::plus<>(), 10);
	q.wait();
	check(out[0] == 13 && out[1] == 10 && out[2] == 10 + 99 * 50 - 3);
	sycl::free(p, q);
	sycl::free(out, q);
	sycl::free(places, q);
}

int main()
{
	exchanges<int, 1, 1>(45);
	exchanges<double, 3, 2>(64);
	exchanges<unsigned char, 8, 3>(128);
	sorts<int, 4, 3>(128);
	sorts<float, 5, 2>(64);
	sorts<unsigned, 3, 1>(32, 3, 20);
	sorts<std::int8_t, 9, 1>(33);
	sorts<double, 1, 1>(50);
	sorts<int, 2, 1>(32, 7, 7);
	scans<4, 3>(64);
	scans<7, 1>(37);
	single_scans<1>(37);
	single_scans<2>(128);
	sub_groups<1>(77);
	sub_groups<3>(64);
	loads<4, dg::group_load_algorithm::striped, dg::group_store_algorithm::striped, 2>(64, 67);
	loads<3, dg::group_load_algorithm::transpose, dg::group_store_algorithm::sub_group_transpose, 1>(45, 91);
	loads<1, dg::group_load_algorithm::blocked, dg::group_store_algorithm::blocked, 3>(128, 0);
	shuffles<128, 1, 1>();
	shuffles<16, 2, 4>();
	other_forms();
	return done();
}
