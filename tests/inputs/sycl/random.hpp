/*
 * What the programs of tests/c/sycl-random.c include.  A kernel is a function template of its context.  That of a device
 * calls SYCL's functions; that of the host is a thread for each work-item, and has the functions' results from all of the
 * values that the threads bring.  Who was together in a sub-group is what the device has noted.
 */
#ifndef TESTS_RANDOM_HPP
#define TESTS_RANDOM_HPP

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <sycl/sycl.hpp>
#include <thread>
#include <vector>

namespace partition = sycl::ext::oneapi::experimental;

enum : unsigned { most_items = 320, counters = 8, counter_kinds = 6, slot_bytes = 128, own_bytes = 16 };

struct whole {};	/* the work-group */
struct sub {};		/* the sub-group */

struct pack {
	signed char c;
	double d;
	std::int16_t s[3];
};

/* What a kernel object brings. */
struct given {
	std::uint32_t n, table[5];
	std::int64_t wide;
	double real;
	signed char tiny;
};

template <typename T>
constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, sycl::half>;

/* Conversions that lose nothing of which two processors differ. */
template <typename T, typename F>
T to(F from)
{
	if constexpr (is_real<T>) {
		constexpr int mask = sizeof(T) == 2 ? 7 : 63;

		if constexpr (is_real<F>)
			return static_cast<T>(static_cast<float>(static_cast<int>(from) & mask));
		else
			return static_cast<T>(static_cast<float>(static_cast<int>(static_cast<std::uint64_t>(from) & static_cast<unsigned>(mask))));
	} else if constexpr (is_real<F>) {
		return static_cast<T>(static_cast<int>(from));
	} else {
		return static_cast<T>(from);
	}
}

template <typename T>
T sum(T a, T b)
{
	if constexpr (is_real<T>)
		return a + b;
	else
		return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

template <typename T>
T difference(T a, T b)
{
	if constexpr (is_real<T>)
		return a - b;
	else
		return static_cast<T>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

template <typename T>
T product(T a, T b)
{
	if constexpr (is_real<T>)
		return a * b;
	else
		return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

template <typename T>
T quotient(T a, T b)
{
	return static_cast<T>(b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1)) ? a : static_cast<T>(a / b));
}

template <typename T>
T rest(T a, T b)
{
	return static_cast<T>(b == 0 || (std::is_signed_v<T> && b == static_cast<T>(-1)) ? a : static_cast<T>(a % b));
}

template <typename T>
T left(T a, unsigned by)
{
	return static_cast<T>(static_cast<std::uint64_t>(a) << (by % (sizeof(T) * 8)));
}

template <typename T>
T right(T a, unsigned by)
{
	return static_cast<T>(a >> (by % (sizeof(T) * 8)));
}

template <typename T>
std::uint64_t mix(std::uint64_t hash, T value)
{
	std::uint64_t bits;

	if constexpr (is_real<T>) {
		double wide = static_cast<double>(value) + 0.0;

		bits = sycl::bit_cast<std::uint64_t>(wide);
	} else {
		bits = static_cast<std::uint64_t>(value);
	}
	return (hash ^ bits) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

#include "random-more.hpp"

template <typename T, int N>
std::uint64_t mix(std::uint64_t hash, const sycl::vec<T, N> &value)
{
	for (int i = 0; i < N; i++)
		hash = mix(hash, value[i]);
	return hash;
}

template <typename T, std::size_t N>
std::uint64_t mix(std::uint64_t hash, const sycl::marray<T, N> &value)
{
	for (T one : value)
		hash = mix(hash, one);
	return hash;
}

template <unsigned N>
std::uint64_t mix(std::uint64_t hash, const bytes<N> &value)
{
	for (unsigned char one : value.at)
		hash = mix(hash, one);
	return hash;
}

inline std::uint64_t mix(std::uint64_t hash, const words &value)
{
	for (std::uint32_t one : value.at)
		hash = mix(hash, one);
	return hash;
}

inline std::uint64_t mix(std::uint64_t hash, const pack &value)
{
	return mix(mix(mix(mix(mix(hash, value.c), value.d), value.s[0]), value.s[1]), value.s[2]);
}

/* Where a work-item was. */
struct place {
	std::uint32_t sub_group, lane, size;
};

template <int D>
struct device_context : device_vectors {
	sycl::nd_item<D> item;
	unsigned char *shared, *owned;
	std::uint64_t *counts;
	const given &arguments;

	auto of(whole) const { return item.get_group(); }
	auto of(sub) const { return item.get_sub_group(); }

	unsigned id(int d) const { return static_cast<unsigned>(item.get_global_id(d)); }
	unsigned local(int d) const { return static_cast<unsigned>(item.get_local_id(d)); }
	unsigned group(int d) const { return static_cast<unsigned>(item.get_group(d)); }
	unsigned linear() const { return static_cast<unsigned>(item.get_global_linear_id()); }
	unsigned sub_id() const { return static_cast<unsigned>(item.get_sub_group().get_group_linear_id()); }
	template <typename G>
	unsigned me(G g) const
	{
		return static_cast<unsigned>(of(g).get_local_linear_id());
	}
	template <typename G>
	unsigned size(G g) const
	{
		return static_cast<unsigned>(of(g).get_local_linear_range());
	}
	template <typename G>
	void barrier(G g) const
	{
		sycl::group_barrier(of(g));
	}

	template <typename G, typename T, typename O>
	T reduce(G g, T value, O op) const
	{
		return sycl::reduce_over_group(of(g), value, op);
	}
	template <typename G, typename T, typename O>
	T reduce(G g, T value, T first, O op) const
	{
		return sycl::reduce_over_group(of(g), value, first, op);
	}
	template <typename G, typename T, typename O>
	T inclusive(G g, T value, O op) const
	{
		return sycl::inclusive_scan_over_group(of(g), value, op);
	}
	template <typename G, typename T, typename O>
	T inclusive(G g, T value, T first, O op) const
	{
		return sycl::inclusive_scan_over_group(of(g), value, op, first);
	}
	template <typename G, typename T, typename O>
	T exclusive(G g, T value, T first, O op) const
	{
		return sycl::exclusive_scan_over_group(of(g), value, first, op);
	}
	template <typename G, typename T>
	T broadcast(G g, T value, unsigned from) const
	{
		return sycl::group_broadcast(of(g), value, static_cast<typename decltype(of(g))::linear_id_type>(from % size(g)));
	}
	template <typename G>
	bool any(G g, bool is) const
	{
		return sycl::any_of_group(of(g), is);
	}
	template <typename G>
	bool all(G g, bool is) const
	{
		return sycl::all_of_group(of(g), is);
	}
	template <typename G>
	bool none(G g, bool is) const
	{
		return sycl::none_of_group(of(g), is);
	}
	/* Those from outside the sub-group are their own. */
	template <typename T>
	T shift_left(T value, unsigned by) const
	{
		T got = sycl::shift_group_left(of(sub()), value, by);

		return me(sub()) + by < size(sub()) ? got : value;
	}
	template <typename T>
	T shift_right(T value, unsigned by) const
	{
		T got = sycl::shift_group_right(of(sub()), value, by);

		return me(sub()) >= by ? got : value;
	}
	template <typename T>
	T exchange(T value, unsigned mask) const
	{
		T got = sycl::permute_group_by_xor(of(sub()), value, mask);

		return (me(sub()) ^ mask) < size(sub()) ? got : value;
	}
	template <typename T>
	T select(T value, unsigned from) const
	{
		return sycl::select_from_group(of(sub()), value, from % size(sub()));
	}
	/* Of those in the sub-group for which "is" is the same. */
	template <typename T, typename O>
	T reduce_alike(bool is, T value, O op) const
	{
		return sycl::reduce_over_group(partition::binary_partition(of(sub()), is), value, op);
	}
	template <typename T, typename O>
	T scan_alike(bool is, T value, O op) const
	{
		return sycl::inclusive_scan_over_group(partition::binary_partition(of(sub()), is), value, op);
	}
	template <std::size_t N, typename T, typename O>
	T scan_chunk(T value, T first, O op) const
	{
		if (size(sub()) % N)
			return value;
		return sycl::exclusive_scan_over_group(partition::chunked_partition<N>(of(sub())), value, first, op);
	}
	template <std::size_t N, typename T>
	T turn_chunk(T value, unsigned by) const
	{
		if (size(sub()) % N)
			return value;
		auto g = partition::chunked_partition<N>(of(sub()));

		value = sycl::select_from_group(g, value, (g.get_local_linear_id() + by) % N);
		return sycl::permute_group_by_xor(g, value, by % N);
	}
	template <std::size_t N, typename T, typename O>
	T reduce_chunk(T value, O op) const
	{
		if (size(sub()) % N)
			return value;
		return sycl::reduce_over_group(partition::chunked_partition<N>(of(sub())), value, op);
	}

	template <typename T>
	void put(unsigned at, const T &value) const
	{
		reinterpret_cast<T *>(shared)[at % size(whole())] = value;
	}
	template <typename T>
	T take(unsigned at, const T &) const
	{
		return reinterpret_cast<const T *>(shared)[at % size(whole())];
	}
	template <typename T, typename O>
	T reduce_memory(T, unsigned n, O op) const
	{
		const T *memory = reinterpret_cast<const T *>(shared);

		return sycl::joint_reduce(of(whole()), memory, memory + 1 + n % size(whole()), op);
	}

	template <typename F>
	void change(unsigned kind, unsigned which, std::uint64_t by, F f) const
	{
		sycl::atomic_ref<std::uint64_t, sycl::memory_order::relaxed, sycl::memory_scope::device> counter(
			counts[kind * counters + which % counters]);

		f(counter, by);
	}
	/* Local memory of its own. */
	template <typename T>
	T *own() const
	{
		return reinterpret_cast<T *>(owned + std::size_t{me(whole())} * own_bytes);
	}
	/* What f makes of one element of memory with the values of all work-items. */
	template <typename T, typename F>
	T gather(T value, T first, F f) const
	{
		T *memory = reinterpret_cast<T *>(shared), result;

		barrier(whole());
		if (me(whole()) == 0)
			*memory = first;
		barrier(whole());
		sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::work_group> all(*memory);
		f(all, value);
		barrier(whole());
		result = *memory;
		barrier(whole());
		return result;
	}
	template <bool Inclusive, bool InPlace, typename T, typename O>
	T scan_memory(T, T first, O op) const
	{
		T *memory = reinterpret_cast<T *>(shared), *out = InPlace ? memory : memory + size(whole());

		if constexpr (Inclusive)
			sycl::joint_inclusive_scan(of(whole()), memory, memory + size(whole()), out, op);
		else
			sycl::joint_exclusive_scan(of(whole()), memory, memory + size(whole()), out, first, op);
		barrier(whole());
		return out[me(whole())];
	}
	template <typename T, typename F>
	unsigned found_memory(T, unsigned n, F f) const
	{
		const T *memory = reinterpret_cast<const T *>(shared), *end = memory + 1 + n % size(whole());

		return unsigned{sycl::joint_any_of(of(whole()), memory, end, f)} + 2u * sycl::joint_all_of(of(whole()), memory, end, f) +
		       4u * sycl::joint_none_of(of(whole()), memory, end, f);
	}
	/* One of the N elements that group_load gives the work-item. */
	template <unsigned N, bool Striped, typename T>
	T spread(T value, unsigned which) const
	{
		namespace ext = sycl::ext::oneapi::experimental;
		using placement = std::conditional_t<Striped, std::remove_const_t<decltype(ext::data_placement_striped)>,
			std::remove_const_t<decltype(ext::data_placement_blocked)>>;
		T *memory = reinterpret_cast<T *>(shared), mine[N];

		barrier(whole());
		for (unsigned i = 0; i < N; i++)
			memory[me(whole()) + i * size(whole())] = to<T>(sum(value, T(i)));
		barrier(whole());
		ext::group_load(of(whole()), static_cast<const T *>(memory), sycl::span<T, N>(mine), ext::properties{placement()});
		barrier(whole());
		ext::group_store(of(whole()), sycl::span<T, N>(mine), memory, ext::properties{placement()});
		barrier(whole());
		value = memory[Striped ? me(whole()) + which % N * size(whole()) : me(whole()) * N + which % N];
		barrier(whole());
		return value;
	}
	template <typename T, typename F>
	T sorted(T value, F before) const
	{
		sycl::span<std::byte> memory(reinterpret_cast<std::byte *>(shared), std::size_t{size(whole())} * slot_bytes);

		barrier(whole());
		value = partition::sort_over_group(partition::group_with_scratchpad(of(whole()), memory), value, before);
		barrier(whole());
		return value;
	}
	/* Added by all of the work-group. */
	template <typename T>
	T total(T value) const
	{
		T *memory = reinterpret_cast<T *>(shared), result;

		if (me(whole()) == 0)
			*memory = T(0);
		barrier(whole());
		sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::work_group>(*memory).fetch_add(value);
		barrier(whole());
		result = *memory;
		barrier(whole());
		return result;
	}
};

/* Threads that wait for each other, and see each other's values until they meet the next time but one. */
class meeting {
	std::mutex lock;
	std::condition_variable changed;
	unsigned arrived = 0, round = 0;
	std::vector<unsigned char> slots[2];

public:
	unsigned expected = 0;

	void expect(unsigned n)
	{
		expected = n;
		for (std::vector<unsigned char> &half : slots)
			half.resize(std::size_t{n} * slot_bytes);
	}

	const unsigned char *all(unsigned me, const void *value, std::size_t size)
	{
		std::unique_lock<std::mutex> held(lock);
		unsigned now = round;
		unsigned char *values = slots[now & 1].data();

		std::memcpy(values + std::size_t{me} * slot_bytes, value, size);
		if (++arrived == expected) {
			arrived = 0;
			round++;
			changed.notify_all();
		}
		changed.wait(held, [&] { return round != now; });
		return values;
	}
};

struct host_group {
	meeting items;
	std::vector<std::unique_ptr<meeting>> sub_groups;
	std::vector<unsigned char> shared, owned;
};

/* The values of a group's work-items, or of some of them. */
template <typename T>
struct everybody {
	const unsigned char *values;
	unsigned n;

	T operator[](unsigned i) const
	{
		T value;

		std::memcpy(&value, values + std::size_t{i} * slot_bytes, sizeof value);
		return value;
	}

	/* Of the first "count", after "first" or alone. */
	template <typename O>
	T folded(unsigned count, T result, O op) const
	{
		for (unsigned i = 0; i < count; i++)
			result = static_cast<T>(op(result, (*this)[i]));
		return result;
	}
	template <typename O>
	T folded(unsigned count, O op) const
	{
		return everybody{values + slot_bytes, 0}.folded(count - 1, (*this)[0], op);
	}
};

template <int D>
struct host_context : host_vectors {
	sycl::range<D> groups, sizes;
	sycl::id<D> group_at, local_at;
	place at;
	host_group *together;
	std::uint64_t *counts;
	std::mutex *counting;
	const given &arguments;

	meeting &of(whole) const { return together->items; }
	meeting &of(sub) const { return *together->sub_groups[at.sub_group]; }

	unsigned id(int d) const { return static_cast<unsigned>(group_at[d] * sizes[d] + local_at[d]); }
	unsigned local(int d) const { return static_cast<unsigned>(local_at[d]); }
	unsigned group(int d) const { return static_cast<unsigned>(group_at[d]); }
	unsigned linear() const
	{
		std::size_t n = 0;

		for (int d = 0; d < D; d++)
			n = n * groups[d] * sizes[d] + id(d);
		return static_cast<unsigned>(n);
	}
	unsigned sub_id() const { return at.sub_group; }
	unsigned me(whole) const
	{
		std::size_t n = 0;

		for (int d = 0; d < D; d++)
			n = n * sizes[d] + local_at[d];
		return static_cast<unsigned>(n);
	}
	unsigned me(sub) const { return at.lane; }
	template <typename G>
	unsigned size(G g) const
	{
		return of(g).expected;
	}
	template <typename G, typename T>
	everybody<T> all_of(G g, const T &value) const
	{
		static_assert(sizeof value <= slot_bytes && std::is_trivially_copyable_v<T>);
		return {of(g).all(me(g), &value, sizeof value), size(g)};
	}
	template <typename G>
	void barrier(G g) const
	{
		all_of(g, 0);
	}

	template <typename G, typename T, typename O>
	T reduce(G g, T value, O op) const
	{
		return all_of(g, value).folded(size(g), op);
	}
	template <typename G, typename T, typename O>
	T reduce(G g, T value, T first, O op) const
	{
		return all_of(g, value).folded(size(g), first, op);
	}
	template <typename G, typename T, typename O>
	T inclusive(G g, T value, O op) const
	{
		return all_of(g, value).folded(me(g) + 1, op);
	}
	template <typename G, typename T, typename O>
	T inclusive(G g, T value, T first, O op) const
	{
		return all_of(g, value).folded(me(g) + 1, first, op);
	}
	template <typename G, typename T, typename O>
	T exclusive(G g, T value, T first, O op) const
	{
		return all_of(g, value).folded(me(g), first, op);
	}
	template <typename G, typename T>
	T broadcast(G g, T value, unsigned from) const
	{
		return all_of(g, value)[from % size(g)];
	}
	template <typename G>
	unsigned number(G g, bool is) const
	{
		return all_of(g, unsigned{is}).folded(size(g), sycl::plus<unsigned>());
	}
	template <typename G>
	bool any(G g, bool is) const
	{
		return number(g, is) > 0;
	}
	template <typename G>
	bool all(G g, bool is) const
	{
		return number(g, is) == size(g);
	}
	template <typename G>
	bool none(G g, bool is) const
	{
		return number(g, is) == 0;
	}
	template <typename T>
	T shift_left(T value, unsigned by) const
	{
		everybody<T> values = all_of(sub(), value);

		return at.lane + by < values.n ? values[at.lane + by] : value;
	}
	template <typename T>
	T shift_right(T value, unsigned by) const
	{
		everybody<T> values = all_of(sub(), value);

		return at.lane >= by ? values[at.lane - by] : value;
	}
	template <typename T>
	T exchange(T value, unsigned mask) const
	{
		everybody<T> values = all_of(sub(), value);

		return (at.lane ^ mask) < values.n ? values[at.lane ^ mask] : value;
	}
	template <typename T>
	T select(T value, unsigned from) const
	{
		return all_of(sub(), value)[from % size(sub())];
	}
	/* Of the first "n" of the sub-group, those for which "is" is the same. */
	template <typename T, typename O>
	T folded_alike(bool is, T value, unsigned n, O op) const
	{
		struct two {
			T value;
			bool is;
		};
		everybody<two> all = all_of(sub(), two{value, is});
		bool found = false;

		for (unsigned i = 0; i < n; i++) {
			two one = all[i];

			if (one.is == is) {
				value = found ? static_cast<T>(op(value, one.value)) : one.value;
				found = true;
			}
		}
		return value;
	}
	template <typename T, typename O>
	T reduce_alike(bool is, T value, O op) const
	{
		return folded_alike(is, value, size(sub()), op);
	}
	template <typename T, typename O>
	T scan_alike(bool is, T value, O op) const
	{
		return folded_alike(is, value, at.lane + 1, op);
	}
	template <std::size_t N, typename T, typename O>
	T scan_chunk(T value, T first, O op) const
	{
		if (size(sub()) % N)
			return value;
		return everybody<T>{all_of(sub(), value).values + at.lane / N * N * slot_bytes, N}.folded(at.lane % N, first, op);
	}
	template <std::size_t N, typename T>
	T turn_chunk(T value, unsigned by) const
	{
		if (size(sub()) % N)
			return value;
		return all_of(sub(), value)[at.lane / N * N + ((at.lane % N ^ by % N) + by) % N];
	}
	template <std::size_t N, typename T, typename O>
	T reduce_chunk(T value, O op) const
	{
		if (size(sub()) % N)
			return value;
		return everybody<T>{all_of(sub(), value).values + at.lane / N * N * slot_bytes, N}.folded(N, op);
	}

	template <typename T>
	void put(unsigned where, const T &value) const
	{
		std::memcpy(&together->shared[where % size(whole()) * sizeof value], &value, sizeof value);
	}
	template <typename T>
	T take(unsigned where, const T &like) const
	{
		T value = like;

		std::memcpy(&value, &together->shared[where % size(whole()) * sizeof value], sizeof value);
		return value;
	}
	template <typename T, typename O>
	T reduce_memory(T like, unsigned n, O op) const
	{
		T result = take(0, like);

		for (unsigned i = 1; i <= n % size(whole()); i++)
			result = static_cast<T>(op(result, take(i, like)));
		return result;
	}

	template <typename F>
	void change(unsigned kind, unsigned which, std::uint64_t by, F f) const
	{
		std::lock_guard<std::mutex> held(*counting);
		cell<std::uint64_t> counter{counts[kind * counters + which % counters]};

		f(counter, by);
		counts[kind * counters + which % counters] = counter.value;
	}
	template <typename T>
	T *own() const
	{
		return reinterpret_cast<T *>(&together->owned[std::size_t{me(whole())} * own_bytes]);
	}
	template <typename T, typename F>
	T gather(T value, T first, F f) const
	{
		everybody<T> values = all_of(whole(), value);
		cell<T> all{first};

		for (unsigned i = 0; i < values.n; i++)
			f(all, values[i]);
		return all.value;
	}
	template <bool Inclusive, bool, typename T, typename O>
	T scan_memory(T like, T first, O op) const
	{
		T result = Inclusive ? take(0, like) : first;
		unsigned end = me(whole()) + Inclusive;

		for (unsigned i = Inclusive; i < end; i++)
			result = static_cast<T>(op(result, take(i, like)));
		return result;
	}
	template <typename T, typename F>
	unsigned found_memory(T like, unsigned n, F f) const
	{
		unsigned found = 0;

		for (unsigned i = 0; i <= n % size(whole()); i++)
			found += f(take(i, like));
		return (found > 0) + 2u * (found == 1 + n % size(whole())) + 4u * (found == 0);
	}
	template <unsigned N, bool Striped, typename T>
	T spread(T value, unsigned which) const
	{
		everybody<T> values = all_of(whole(), value);
		unsigned i = which % N, at_place = Striped ? me(whole()) + i * values.n : me(whole()) * N + i;

		return to<T>(sum(values[at_place % values.n], T(at_place / values.n)));
	}
	template <typename T, typename F>
	T sorted(T value, F before) const
	{
		everybody<T> values = all_of(whole(), value);
		std::vector<T> all;

		for (unsigned i = 0; i < values.n; i++)
			all.push_back(values[i]);
		std::stable_sort(all.begin(), all.end(), before);
		return all[me(whole())];
	}
	template <typename T>
	T total(T value) const
	{
		return all_of(whole(), value).folded(size(whole()), T(0), [](T a, T b) { return sum(a, b); });
	}
};

/* The kernel's results on the host, one for each work-item. */
template <int D, typename F>
void run_on_host(const given &arguments, sycl::range<D> groups, sycl::range<D> sizes, const std::vector<place> &places,
	std::vector<std::uint64_t> &results, std::vector<std::uint64_t> &counts, F kernel)
{
	std::mutex counting;
	std::size_t items = sizes.size();

	for (std::size_t g = 0; g < groups.size(); g++) {
		host_group together;
		std::vector<host_context<D>> contexts;
		std::vector<std::thread> threads;

		together.items.expect(static_cast<unsigned>(items));
		together.shared.resize(most_items * std::size_t{slot_bytes});
		together.owned.resize(most_items * std::size_t{own_bytes});
		for (std::size_t i = 0; i < items; i++) {
			host_context<D> c{{}, groups, sizes, {}, {}, {}, &together, counts.data(), &counting, arguments};
			std::size_t group_rest = g, local_rest = i;

			for (int d = D - 1; d >= 0; d--) {
				c.group_at[d] = group_rest % groups[d];
				group_rest /= groups[d];
				c.local_at[d] = local_rest % sizes[d];
				local_rest /= sizes[d];
			}
			c.at = places[c.linear()];
			while (together.sub_groups.size() <= c.at.sub_group)
				together.sub_groups.push_back(std::make_unique<meeting>());
			together.sub_groups[c.at.sub_group]->expect(c.at.size);
			contexts.push_back(c);
		}
		for (host_context<D> &c : contexts)
			threads.emplace_back([&c, &results, &kernel] { results[c.linear()] = kernel(c); });
		for (std::thread &thread : threads)
			thread.join();
	}
}

/* Whether the device computes what the host does; says where it does not. */
template <int D, typename F>
bool is_right(sycl::queue &q, const char *name, sycl::range<D> groups, sycl::range<D> sizes, given arguments, F kernel)
{
	std::size_t items = groups.size() * sizes.size();
	std::vector<std::uint64_t> results(items), wanted(items), counts(counter_kinds * std::size_t{counters}), wanted_counts(counts);
	std::vector<place> places(items);
	{
		sycl::buffer<std::uint64_t> results_of(results), counts_of(counts);
		sycl::buffer<place> places_of(places);

		q.submit([&](sycl::handler &h) {
			sycl::accessor to(results_of, h, sycl::write_only);
			sycl::accessor in(places_of, h, sycl::write_only);
			sycl::accessor number(counts_of, h);
			sycl::local_accessor<sycl::ulong16> shared(most_items * std::size_t{slot_bytes} / sizeof(sycl::ulong16), h);
			sycl::local_accessor<std::uint64_t> own(most_items * std::size_t{own_bytes} / 8, h);

			h.parallel_for(sycl::nd_range<D>(groups * sizes, sizes), [=](sycl::nd_item<D> item) {
				sycl::sub_group s = item.get_sub_group();
				device_context<D> c{{}, item, reinterpret_cast<unsigned char *>(&shared[0]),
					reinterpret_cast<unsigned char *>(&own[0]), &number[0], arguments};

				in[item.get_global_linear_id()] = { s.get_group_linear_id(), s.get_local_linear_id(),
					static_cast<std::uint32_t>(s.get_local_linear_range()) };
				to[item.get_global_linear_id()] = kernel(c);
			});
		}).wait_and_throw();
	}
	run_on_host<D>(arguments, groups, sizes, places, wanted, wanted_counts, kernel);
	for (std::size_t i = 0; i < items; i++)
		if (results[i] != wanted[i]) {
			std::printf("%s: work-item %zu of %zu in groups of %zu (sub-group %u, %u of %u): %llx, not %llx\n", name, i, items, sizes.size(),
				places[i].sub_group, places[i].lane, places[i].size, static_cast<unsigned long long>(results[i]),
				static_cast<unsigned long long>(wanted[i]));
			return false;
		}
	if (counts != wanted_counts) {
		std::printf("%s: its counters are wrong\n", name);
		return false;
	}
	return true;
}

/* The tests of the program, which main() runs. */
struct test {
	bool (*run)(sycl::queue &);
	test *next;

	inline static test *first = nullptr;

	explicit test(bool (*function)(sycl::queue &)) : run(function), next(first) { first = this; }
};

int main()
{
	sycl::queue q;
	bool right = true;

	for (test *one = test::first; one; one = one->next)
		right &= one->run(q);
	if (right)
		std::puts("right");
	return !right;
}

#endif
