/*
 * What the work-items of a work-group do together with arrays of theirs, as CUB's block
 * functions: scans and reductions, exchange, sorting, loads and stores.
 *
 * In the blocked arrangement of N elements for each work-item, work-item i has elements i N to
 * i N + N - 1; in the striped one it has i, i + work-items, i + 2 work-items and so on.  Work-items
 * are numbered by their local linear id, so that groups of all dimensions are taken.  Objects
 * are made of local memory of get_local_memory_size(work-items) bytes, which all work-items give;
 * a barrier is between two uses of the same memory, but not behind the last.
 */
#if __has_include_next(<dpct/group_utils.hpp>)
#include_next <dpct/group_utils.hpp>
#else
#ifndef DPCT_GROUP_UTILS_HPP
#define DPCT_GROUP_UTILS_HPP

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include <sycl/sycl.hpp>

#include <dpct/dpct.hpp>

namespace dpct::group {

namespace detail {

template <typename Item>
std::size_t work_items(const Item &item)
{
	return item.get_group().get_local_linear_range();
}

template <typename T, std::size_t Count, typename Operation>
T fold(const T (&values)[Count], Operation op)
{
	T result = values[0];

	for (std::size_t i = 1; i < Count; i++)
		result = op(result, values[i]);
	return result;
}

/* What the work-items in front have.  The first one's is not used. */
template <typename Item, typename T, typename Operation>
T before(const Item &item, T value, Operation op)
{
	return sycl::exclusive_scan_over_group(item.get_group(), value, op);
}

/* The value of the last work-item, to all. */
template <typename Item, typename T>
T last(const Item &item, T value)
{
	return sycl::group_broadcast(item.get_group(), value, work_items(item) - 1);
}

/* The first sub-group calls the function; all get what it is to the first work-item. */
template <typename Item, typename T, typename Callback>
T prefix(const Item &item, T aggregate, Callback &callback)
{
	T result = aggregate;

	if (item.get_sub_group().get_group_linear_id() == 0)
		result = callback(aggregate);
	return sycl::group_broadcast(item.get_group(), result, 0);
}

}

/* --- scans and reductions; op is one of SYCL's function objects, and inputs and outputs may be the same --- */

template <typename Item, typename T, typename Operation, std::size_t Count>
void exclusive_scan(const Item &item, T (&inputs)[Count], T (&outputs)[Count], T init, Operation op)
{
	const T front = detail::before(item, detail::fold(inputs, op), op);
	T result = item.get_local_linear_id() == 0 ? init : T(op(init, front));

	for (std::size_t i = 0; i < Count; i++) {
		const T next = op(result, inputs[i]);

		outputs[i] = result;
		result = next;
	}
}
/* The aggregate is that of the inputs, without init. */
template <typename Item, typename T, typename Operation>
T exclusive_scan(const Item &item, T input, T init, Operation op, T &group_aggregate)
{
	const bool first = item.get_local_linear_id() == 0;
	const T front = detail::before(item, input, op);

	group_aggregate = detail::last(item, first ? input : T(op(front, input)));
	return first ? init : T(op(init, front));
}
/* init is what the callback makes of the aggregate of the inputs. */
template <typename Item, typename T, typename Operation, typename Callback>
T exclusive_scan(const Item &item, T input, Operation op, Callback &callback)
{
	const bool first = item.get_local_linear_id() == 0;
	const T front = detail::before(item, input, op);
	const T init = detail::prefix(item, detail::last(item, first ? input : T(op(front, input))), callback);

	return first ? init : T(op(init, front));
}

template <typename Item, typename T, typename Operation, std::size_t Count>
void inclusive_scan(const Item &item, T (&inputs)[Count], T (&outputs)[Count], Operation op)
{
	const T front = detail::before(item, detail::fold(inputs, op), op);
	T result = item.get_local_linear_id() == 0 ? inputs[0] : T(op(front, inputs[0]));

	outputs[0] = result;
	for (std::size_t i = 1; i < Count; i++)
		outputs[i] = result = op(result, inputs[i]);
}
template <typename Item, typename T, typename Operation>
T inclusive_scan(const Item &item, T input, Operation op, T &group_aggregate)
{
	const T result = sycl::inclusive_scan_over_group(item.get_group(), input, op);

	group_aggregate = detail::last(item, result);
	return result;
}
template <typename Item, typename T, typename Operation, typename Callback>
T inclusive_scan(const Item &item, T input, Operation op, Callback &callback)
{
	T aggregate;
	const T result = inclusive_scan(item, input, op, aggregate);

	return op(detail::prefix(item, aggregate, callback), result);
}

template <typename Item, typename T, typename Operation, std::size_t Count>
T reduce(Item item, T (&inputs)[Count], Operation op)
{
	return sycl::reduce_over_group(item.get_group(), detail::fold(inputs, op), op);
}
/* Of the first work-items of each sub-group. */
template <typename Item, typename T, typename Operation>
std::enable_if_t<sycl::has_known_identity_v<Operation, T>, T> reduce_over_partial_group(const Item &item, const T &value,
	const std::uint16_t &items_to_reduce, Operation op)
{
	const sycl::sub_group g = item.get_sub_group();

	return sycl::reduce_over_group(g, g.get_local_linear_id() < items_to_reduce ? value : sycl::known_identity_v<Operation, T>, op);
}

/* --- exchange: a rank is the place of an element among those of the work-group --- */

template <typename T, std::size_t Count>
class exchange {
public:
	static std::size_t get_local_memory_size(std::size_t work_items) { return work_items * Count * sizeof(T); }

	exchange(std::uint8_t *local_memory) : memory_(reinterpret_cast<T *>(local_memory)) {}

	template <typename Item>
	void blocked_to_striped(Item item, T (&input)[Count], T (&output)[Count])
	{
		move(item, input, output, blocked(item), striped(item));
	}
	template <typename Item>
	void striped_to_blocked(Item item, T (&input)[Count], T (&output)[Count])
	{
		move(item, input, output, striped(item), blocked(item));
	}
	template <typename Item>
	void blocked_to_striped(Item item, T (&keys)[Count])
	{
		blocked_to_striped(item, keys, keys);
	}
	template <typename Item>
	void striped_to_blocked(Item item, T (&keys)[Count])
	{
		striped_to_blocked(item, keys, keys);
	}
	template <typename Item>
	void scatter_to_blocked(Item item, T (&keys)[Count], int (&ranks)[Count])
	{
		move(item, keys, keys, ranked(ranks), blocked(item));
	}
	template <typename Item>
	void scatter_to_striped(Item item, T (&keys)[Count], int (&ranks)[Count])
	{
		move(item, keys, keys, ranked(ranks), striped(item));
	}

private:
	template <typename Item>
	static auto blocked(const Item &item)
	{
		return [first = item.get_local_linear_id() * Count](std::size_t i) { return first + i; };
	}
	template <typename Item>
	static auto striped(const Item &item)
	{
		return [first = item.get_local_linear_id(), step = detail::work_items(item)](std::size_t i) { return first + i * step; };
	}
	static auto ranked(const int (&ranks)[Count])
	{
		return [&ranks](std::size_t i) { return static_cast<std::size_t>(ranks[i]); };
	}
	template <typename Item, typename From, typename To>
	void move(const Item &item, T (&input)[Count], T (&output)[Count], From from, To to)
	{
		for (std::size_t i = 0; i < Count; i++)
			memory_[from(i)] = input[i];
		sycl::group_barrier(item.get_group());
		for (std::size_t i = 0; i < Count; i++)
			output[i] = memory_[to(i)];
	}

	T *memory_;
};

/* --- sorting, of numbers of all sizes; equal ones keep their order, and a negative zero is in front of a positive one --- */

namespace detail {

template <std::size_t Size>
using unsigned_of = std::conditional_t<Size == 1, std::uint8_t,
	std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

/* A number as one whose unsigned order is that of the numbers. */
template <typename T>
unsigned_of<sizeof(T)> sort_key(T value)
{
	using key = unsigned_of<sizeof(T)>;
	constexpr key high = static_cast<key>(key(1) << (sizeof(T) * 8 - 1));
	const key bits = sycl::bit_cast<key>(value);

	if constexpr (std::is_unsigned_v<T>)
		return bits;
	else if constexpr (std::is_integral_v<T>)
		return static_cast<key>(bits ^ high);
	else
		return static_cast<key>(bits & high ? ~bits : bits | high);
}

}

/*
 * Rounds of a few bits, the lowest first.  In each, work-items count their elements of each digit;
 * a scan of all counters, those of digit 0 first, makes them the ranks of the elements.
 */
template <typename T, int Count, int RadixBits = 4>
class group_radix_sort {
public:
	static std::size_t get_local_memory_size(std::size_t work_items)
	{
		const std::size_t a = work_items * digits * sizeof(counter), b = elements::get_local_memory_size(work_items);

		return a > b ? a : b;
	}

	group_radix_sort(std::uint8_t *local_memory) : memory_(local_memory) {}

	/* By the bits from begin_bit to end_bit - 1.  All begin with blocked elements. */
	template <typename Item>
	void sort(const Item &item, T (&input)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		run<false>(item, input, begin_bit, end_bit, false);
	}
	template <typename Item>
	void sort_descending(const Item &item, T (&input)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		run<true>(item, input, begin_bit, end_bit, false);
	}
	template <typename Item>
	void sort_blocked_to_striped(const Item &item, T (&input)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		run<false>(item, input, begin_bit, end_bit, true);
	}
	template <typename Item>
	void sort_descending_blocked_to_striped(const Item &item, T (&input)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		run<true>(item, input, begin_bit, end_bit, true);
	}

private:
	using elements = exchange<T, std::size_t(Count)>;
	using counter = std::conditional_t<(Count <= 4), std::uint16_t, std::uint32_t>;
	static constexpr std::size_t digits = std::size_t(1) << RadixBits;

	template <bool Descending, typename Item>
	void run(const Item &item, T (&keys)[Count], int begin_bit, int end_bit, bool to_striped)
	{
		int ranks[Count];

		if (begin_bit >= end_bit && to_striped)
			elements(memory_).blocked_to_striped(item, keys);
		for (int bit = begin_bit; bit < end_bit; bit += RadixBits) {
			const int bits = end_bit - bit < RadixBits ? end_bit - bit : RadixBits;

			rank<Descending>(item, keys, ranks, bit, (1u << bits) - 1);
			sycl::group_barrier(item.get_group());
			if (to_striped && bit + bits == end_bit)
				elements(memory_).scatter_to_striped(item, keys, ranks);
			else
				elements(memory_).scatter_to_blocked(item, keys, ranks);
			sycl::group_barrier(item.get_group());
		}
	}
	template <bool Descending, typename Item>
	void rank(const Item &item, const T (&keys)[Count], int (&ranks)[Count], int bit, unsigned mask)
	{
		counter *const counters = reinterpret_cast<counter *>(memory_);
		const std::size_t step = detail::work_items(item);
		counter *const mine = counters + item.get_local_linear_id();
		counter *places[Count];

		for (std::size_t digit = 0; digit < digits; digit++)
			mine[digit * step] = 0;
		for (int i = 0; i < Count; i++) {
			const unsigned digit = static_cast<unsigned>(detail::sort_key(keys[i]) >> bit) & mask;

			places[i] = mine + (Descending ? mask - digit : digit) * step;
			ranks[i] = (*places[i])++;
		}
		sycl::group_barrier(item.get_group());
		scan(item, counters + item.get_local_linear_id() * digits);
		sycl::group_barrier(item.get_group());
		for (int i = 0; i < Count; i++)
			ranks[i] += *places[i];
	}
	/* Each work-item has as many counters that follow each other as there are digits. */
	template <typename Item>
	static void scan(const Item &item, counter *part)
	{
		std::uint32_t sum = 0;

		for (std::size_t i = 0; i < digits; i++)
			sum += part[i];
		sum = sycl::exclusive_scan_over_group(item.get_group(), sum, sycl::plus<std::uint32_t>());
		for (std::size_t i = 0; i < digits; i++) {
			const counter count = part[i];

			part[i] = static_cast<counter>(sum);
			sum += count;
		}
	}

	std::uint8_t *memory_;
};

/* As earlier releases of dpct write it. */
template <typename T, int Count, bool Descending = false>
class radix_sort {
public:
	static std::size_t get_local_memory_size(std::size_t work_items) { return group_radix_sort<T, Count>::get_local_memory_size(work_items); }

	radix_sort(std::uint8_t *local_memory) : sorter_(local_memory) {}

	template <typename Item>
	void sort_blocked(const Item &item, T (&keys)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		if constexpr (Descending)
			sorter_.sort_descending(item, keys, begin_bit, end_bit);
		else
			sorter_.sort(item, keys, begin_bit, end_bit);
	}
	template <typename Item>
	void sort_blocked_to_striped(const Item &item, T (&keys)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T))
	{
		if constexpr (Descending)
			sorter_.sort_descending_blocked_to_striped(item, keys, begin_bit, end_bit);
		else
			sorter_.sort_blocked_to_striped(item, keys, begin_bit, end_bit);
	}
	template <typename Item>
	void helper_sort(const Item &item, T (&keys)[Count], int begin_bit = 0, int end_bit = 8 * sizeof(T), bool is_striped = false)
	{
		if (is_striped)
			sort_blocked_to_striped(item, keys, begin_bit, end_bit);
		else
			sort_blocked(item, keys, begin_bit, end_bit);
	}

private:
	group_radix_sort<T, Count> sorter_;
};

/* --- loads and stores; the iterator is that of the work-group's first element --- */

/* With valid_items, elements from that place on are not touched, or loaded as default_value. */
#define SYCL_CC_DIRECT(NAME, FIRST, STEP) \
	template <typename T, std::size_t Count, typename Iterator, typename Item> \
	void load_direct_##NAME(const Item &item, Iterator from, T (&data)[Count]) \
	{ \
		for (std::size_t i = 0, at = FIRST; i < Count; i++, at += STEP) \
			data[i] = from[static_cast<std::ptrdiff_t>(at)]; \
	} \
	template <typename T, std::size_t Count, typename Iterator, typename Item> \
	void load_direct_##NAME(const Item &item, Iterator from, T (&data)[Count], int valid_items) \
	{ \
		for (std::size_t i = 0, at = FIRST; i < Count; i++, at += STEP) \
			if (static_cast<std::ptrdiff_t>(at) < valid_items) \
				data[i] = from[static_cast<std::ptrdiff_t>(at)]; \
	} \
	template <typename T, std::size_t Count, typename Iterator, typename Item, typename Default> \
	void load_direct_##NAME(const Item &item, Iterator from, T (&data)[Count], int valid_items, Default default_value) \
	{ \
		for (T &value : data) \
			value = static_cast<T>(default_value); \
		load_direct_##NAME(item, from, data, valid_items); \
	} \
	template <typename T, std::size_t Count, typename Iterator, typename Item> \
	void store_direct_##NAME(const Item &item, Iterator to, T (&data)[Count]) \
	{ \
		for (std::size_t i = 0, at = FIRST; i < Count; i++, at += STEP) \
			to[static_cast<std::ptrdiff_t>(at)] = data[i]; \
	} \
	template <typename T, std::size_t Count, typename Iterator, typename Item> \
	void store_direct_##NAME(const Item &item, Iterator to, T (&data)[Count], std::size_t valid_items) \
	{ \
		for (std::size_t i = 0, at = FIRST; i < Count; i++, at += STEP) \
			if (at < valid_items) \
				to[static_cast<std::ptrdiff_t>(at)] = data[i]; \
	}
SYCL_CC_DIRECT(blocked, item.get_local_linear_id() * Count, 1)
SYCL_CC_DIRECT(striped, item.get_local_linear_id(), detail::work_items(item))
#undef SYCL_CC_DIRECT

namespace detail {

/* Objects that are made of local memory as others are, and need none. */
class without_local_memory {
public:
	using TempLocalMemory = std::uint8_t[1];

	static std::size_t get_local_memory_size(std::size_t) { return 0; }

	without_local_memory(std::uint8_t *) {}
};

}

/* The transposing ones move blocked elements too; only how is another, which is not so here.  None needs local memory. */
enum class group_load_algorithm { blocked, striped, transpose, sub_group_transpose };
enum class group_store_algorithm { blocked, striped, transpose, sub_group_transpose };

template <typename T, std::size_t Count, group_load_algorithm Algorithm = group_load_algorithm::blocked, int WorkItems = 0>
class group_load : public detail::without_local_memory {
public:
	using detail::without_local_memory::without_local_memory;

	/* valid_items and the default value may follow. */
	template <typename Item, typename Iterator, typename... Rest>
	void load(const Item &item, Iterator from, T (&data)[Count], Rest... rest)
	{
		if constexpr (Algorithm == group_load_algorithm::striped)
			load_direct_striped(item, from, data, rest...);
		else
			load_direct_blocked(item, from, data, rest...);
	}
};

template <typename T, std::size_t Count, group_store_algorithm Algorithm = group_store_algorithm::blocked, int WorkItems = 0>
class group_store : public detail::without_local_memory {
public:
	using detail::without_local_memory::without_local_memory;

	template <typename Item, typename Iterator, typename... Rest>
	void store(const Item &item, Iterator to, T (&data)[Count], Rest... rest)
	{
		if constexpr (Algorithm == group_store_algorithm::striped)
			store_direct_striped(item, to, data, static_cast<std::size_t>(rest)...);
		else
			store_direct_blocked(item, to, data, static_cast<std::size_t>(rest)...);
	}
};

/* As earlier releases of dpct write it. */
enum load_algorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED };

template <std::size_t Count, typename T, typename Iterator, typename Item>
void load_blocked(const Item &item, Iterator from, T (&data)[Count])
{
	load_direct_blocked(item, from, data);
}
template <std::size_t Count, typename T, typename Iterator, typename Item>
void load_striped(const Item &item, Iterator from, T (&data)[Count])
{
	load_direct_striped(item, from, data);
}

template <std::size_t Count, load_algorithm Algorithm, typename T, typename Iterator, typename Item>
class workgroup_load {
public:
	static std::size_t get_local_memory_size(std::size_t) { return 0; }

	workgroup_load(std::uint8_t *) {}

	void load(const Item &item, Iterator from, T (&data)[Count])
	{
		if constexpr (Algorithm == BLOCK_LOAD_STRIPED)
			load_direct_striped(item, from, data);
		else
			load_direct_blocked(item, from, data);
	}
};

/* Elements that are striped in each sub-group, in memory where no objects are. */
template <std::size_t Count, typename T, typename Iterator, typename Item>
void uninitialized_load_subgroup_striped(const Item &item, Iterator from, T (&data)[Count])
{
	const sycl::sub_group g = item.get_sub_group();
	const std::size_t first = g.get_group_linear_id() * std::size_t(g.get_max_local_range()[0]) * Count + g.get_local_linear_id();

	for (std::size_t i = 0; i < Count; i++)
		new (&data[i]) T(from[static_cast<std::ptrdiff_t>(first + i * g.get_local_linear_range())]);
}

/* --- exchange with neighbours, by the work-group's three sizes; ends of the group have no neighbour, and keep what they have --- */

template <typename T, int Size0, int Size1 = 1, int Size2 = 1>
class group_shuffle {
public:
	static constexpr std::size_t get_local_memory_size(std::size_t work_items) { return sizeof(T) * work_items; }

	group_shuffle(std::uint8_t *local_memory) : memory_(reinterpret_cast<T *>(local_memory)) {}

	/* Of the work-item that far away. */
	template <typename Item>
	void select(const Item &item, T input, T &output, int distance = 1)
	{
		const int other = publish(item, input) + distance;

		if (other >= 0 && other < work_items)
			output = memory_[other];
	}
	/* Behind the last is the first. */
	template <typename Item>
	void select2(const Item &item, T input, T &output, unsigned int distance = 1)
	{
		const unsigned me = static_cast<unsigned>(publish(item, input));

		output = memory_[(me + distance % unsigned(work_items)) % unsigned(work_items)];
	}
	/* All elements one place up; suffix is the last of the group, prefix the first. */
	template <int Count, typename Item>
	void shuffle_right(const Item &item, T (&input)[Count], T (&output)[Count])
	{
		const int me = publish(item, input[Count - 1]);

		for (int i = Count - 1; i > 0; i--)
			output[i] = input[i - 1];
		if (me > 0)
			output[0] = memory_[me - 1];
	}
	template <int Count, typename Item>
	void shuffle_right(const Item &item, T (&input)[Count], T (&output)[Count], T &group_suffix)
	{
		shuffle_right(item, input, output);
		group_suffix = memory_[work_items - 1];
	}
	template <int Count, typename Item>
	void shuffle_left(const Item &item, T (&input)[Count], T (&output)[Count])
	{
		const int me = publish(item, input[0]);

		for (int i = 0; i < Count - 1; i++)
			output[i] = input[i + 1];
		if (me < work_items - 1)
			output[Count - 1] = memory_[me + 1];
	}
	template <int Count, typename Item>
	void shuffle_left(const Item &item, T (&input)[Count], T (&output)[Count], T &group_prefix)
	{
		shuffle_left(item, input, output);
		group_prefix = memory_[0];
	}

private:
	static constexpr int work_items = Size0 * Size1 * Size2;

	/* The work-item's own number. */
	template <typename Item>
	int publish(const Item &item, T value)
	{
		const int me = static_cast<int>(item.get_local_linear_id());

		memory_[me] = value;
		sycl::group_barrier(item.get_group());
		return me;
	}

	T *memory_;
};

}

#endif
#endif
