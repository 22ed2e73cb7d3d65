/*
 * Sorting within a group: of elements in memory, and of values that the work-items
 * have.  All sorters merge runs: an element's place among two runs is its own number
 * plus the number of elements of the other run that come before it.  Equal elements
 * keep their order.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_SORT_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_SORT_HPP

#include <bitset>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>

#include <sycl/detail/std_function.hpp>
#include <sycl/device.hpp>
#include <sycl/ext/oneapi/experimental/group_helpers.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/span.hpp>

namespace sycl::ext::oneapi::experimental {

enum class sorting_order { ascending, descending };
enum class group_algorithm_data_placement { blocked, striped };

struct input_data_placement_key {
	template <group_algorithm_data_placement Placement>
	using value_t = property_value<input_data_placement_key, std::integral_constant<group_algorithm_data_placement, Placement>>;
};
struct output_data_placement_key {
	template <group_algorithm_data_placement Placement>
	using value_t = property_value<output_data_placement_key, std::integral_constant<group_algorithm_data_placement, Placement>>;
};
template <group_algorithm_data_placement Placement>
inline constexpr input_data_placement_key::value_t<Placement> input_data_placement;
template <group_algorithm_data_placement Placement>
inline constexpr output_data_placement_key::value_t<Placement> output_data_placement;
template <>
struct is_property_key<input_data_placement_key> : std::true_type {};
template <>
struct is_property_key<output_data_placement_key> : std::true_type {};

}

namespace sycl::detail {

namespace sorting {

namespace e = ext::oneapi::experimental;

/* The bytes for so many elements, wherever they start. */
template <typename T>
constexpr std::size_t bytes_for(std::size_t n)
{
	return n * sizeof(T) + alignof(T);
}

template <typename T>
SYCL_CC_INLINE T *align(std::byte *memory)
{
	const auto address = reinterpret_cast<std::uintptr_t>(memory);

	return reinterpret_cast<T *>((address + alignof(T) - 1) / alignof(T) * alignof(T));
}

/* How many elements of a run come before this one; of equal ones, those of the run that was first. */
template <typename Run, typename T, typename Compare>
std::size_t count_before(Run run, std::size_t n, const T &element, bool run_is_first, Compare compare)
{
	std::size_t first = 0;

	while (n > 0) {
		const std::size_t half = n / 2;

		if (run_is_first ? !compare(element, run[first + half]) : compare(run[first + half], element)) {
			first += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return first;
}

/* One merge of all pairs of runs of that length. */
template <typename Group, typename From, typename To, typename Compare>
void merge_runs(const Group &group, From from, To to, std::size_t n, std::size_t length, Compare compare)
{
	for (std::size_t i = group.get_local_linear_id(); i < n; i += group.get_local_linear_range()) {
		const std::size_t pair = i / (2 * length) * (2 * length), middle = pair + length < n ? pair + length : n;
		const std::size_t end = middle + length < n ? middle + length : n;
		const std::size_t others = i < middle ? count_before(from + middle, end - middle, from[i], false, compare)
			: count_before(from + pair, middle - pair, from[i], true, compare);

		to[(i < middle ? i : i - (middle - pair)) + others] = from[i];
	}
	group_barrier(group);
}

/* Sorts the elements, which all work-items have written; the other array has room for as many. */
template <typename Group, typename Elements, typename T, typename Compare>
void sort(const Group &group, Elements element, T *other, std::size_t n, Compare compare)
{
	bool is_in_place = true;

	group_barrier(group);
	for (std::size_t length = 1; length < n; length *= 2) {
		if (is_in_place)
			merge_runs(group, element, other, n, length, compare);
		else
			merge_runs(group, other, element, n, length, compare);
		is_in_place = !is_in_place;
	}
	if (is_in_place)
		return;
	for (std::size_t i = group.get_local_linear_id(); i < n; i += group.get_local_linear_range())
		element[i] = other[i];
	group_barrier(group);
}

template <typename List, typename Key, typename Value>
constexpr bool is_striped()
{
	if constexpr (List::template has_property<Key>())
		return List::template get_property<Key>() == Value();
	else
		return false;
}
template <typename List>
inline constexpr bool reads_striped = is_striped<List, e::input_data_placement_key,
	e::input_data_placement_key::value_t<e::group_algorithm_data_placement::striped>>();
template <typename List>
inline constexpr bool writes_striped = is_striped<List, e::output_data_placement_key,
	e::output_data_placement_key::value_t<e::group_algorithm_data_placement::striped>>();

/* The place of the work-item's element i. */
template <std::size_t Count, typename Group>
SYCL_CC_INLINE std::size_t place(const Group &group, std::size_t i, bool striped)
{
	const std::size_t me = group.get_local_linear_id();

	return striped ? i * group.get_local_linear_range() + me : me * Count + i;
}

/* Sorts Count elements of each work-item: get(i) and put(i, element) reach them. */
template <std::size_t Count, typename T, typename List, typename Group, typename Compare, typename Get, typename Put>
SYCL_CC_INLINE void sort_values(const Group &group, std::byte *memory, Compare compare, Get get, Put put)
{
	const std::size_t n = Count * group.get_local_linear_range();
	T *const element = align<T>(memory);

	for (std::size_t i = 0; i < Count; i++)
		element[place<Count>(group, i, reads_striped<List>)] = get(i);
	sort(group, element, element + n, n, compare);
	for (std::size_t i = 0; i < Count; i++)
		put(i, element[place<Count>(group, i, writes_striped<List>)]);
	group_barrier(group);	/* the memory can be used again */
}

template <typename Key, typename Value>
struct pair {
	Key key;
	Value value;
};
/* Pairs by their keys. */
template <typename Compare>
struct by_key {
	template <typename Pair>
	SYCL_CC_INLINE bool operator()(const Pair &a, const Pair &b) const
	{
		return compare(a.key, b.key);
	}

	Compare compare;
};

/* Numbers by some of their bits, in the order of the numbers when these are all. */
template <typename T, e::sorting_order Order>
class by_bits {
public:
	explicit SYCL_CC_INLINE by_bits(const std::bitset<sizeof(T) * CHAR_BIT> &mask) : mask_(mask.to_ullong()) {}
	SYCL_CC_INLINE bool operator()(const T &a, const T &b) const
	{
		return detail::same(Order, e::sorting_order::ascending) ? bits(a) < bits(b) : bits(b) < bits(a);
	}

private:
	SYCL_CC_INLINE std::uint64_t bits(const T &value) const
	{
		constexpr std::uint64_t sign = std::uint64_t(1) << (sizeof(T) * CHAR_BIT - 1), all = sign | (sign - 1);
		std::uint64_t word = 0;

		__builtin_memcpy(&word, &value, sizeof(T));
		if constexpr (std::is_integral_v<T>)
			word ^= std::is_signed_v<T> ? sign : 0;
		else
			word ^= word & sign ? all : sign;
		return word & mask_;
	}

	std::uint64_t mask_;
};

/* The sorters, whatever their order is. */
template <typename Compare>
class joint {
public:
	template <typename Group, typename Pointer>
	void operator()(Group group, Pointer first, Pointer last)
	{
		const auto n = static_cast<std::size_t>(last - first);

		if (n == 0)
			return;
		if constexpr (std::is_lvalue_reference_v<decltype(*first)>) {
			auto *const element = &*first;

			sort(group, element, align<std::remove_pointer_t<decltype(element)>>(memory_), n, compare_);
		} else {	/* an iterator that makes its references, as of elements of two arrays */
			sort(group, first, align<typename std::iterator_traits<Pointer>::value_type>(memory_), n, compare_);
		}
	}

protected:
	joint(std::byte *memory, Compare compare) : memory_(memory), compare_(compare) {}

private:
	std::byte *memory_;
	Compare compare_;
};

template <typename T, typename Compare, std::size_t Count>
class values {
public:
	template <typename Group>
	T operator()(Group group, T value)
	{
		sort_values<1, T, e::empty_properties_t>(group, memory_, compare_, [&](std::size_t) { return value; },
			[&](std::size_t, const T &sorted) { value = sorted; });
		return value;
	}
	template <typename Group, typename List = e::empty_properties_t>
	void operator()(Group group, span<T, Count> value, List = {})
	{
		sort_values<Count, T, List>(group, memory_, compare_, [&](std::size_t i) { return value[i]; },
			[&](std::size_t i, const T &sorted) { value[i] = sorted; });
	}
	static constexpr std::size_t memory_required(memory_scope, std::size_t work_items) { return bytes_for<T>(2 * Count * work_items); }
	static std::size_t memory_required(const device &, memory_scope, std::size_t work_items) { return bytes_for<T>(2 * Count * work_items); }

protected:
	values(std::byte *memory, Compare compare) : memory_(memory), compare_(compare) {}

private:
	std::byte *memory_;
	Compare compare_;
};

template <typename Key, typename Value, typename Compare, std::size_t Count>
class pairs {
	using both = pair<Key, Value>;

public:
	template <typename Group>
	std::tuple<Key, Value> operator()(Group group, Key key, Value value)
	{
		sort_values<1, both, e::empty_properties_t>(group, memory_, by_key<Compare>{ compare_ },
			[&](std::size_t) { return both{ key, value }; },
			[&](std::size_t, const both &sorted) {
				key = sorted.key;
				value = sorted.value;
			});
		return { key, value };
	}
	template <typename Group, typename List = e::empty_properties_t>
	void operator()(Group group, span<Key, Count> key, span<Value, Count> value, List = {})
	{
		sort_values<Count, both, List>(group, memory_, by_key<Compare>{ compare_ },
			[&](std::size_t i) { return both{ key[i], value[i] }; },
			[&](std::size_t i, const both &sorted) {
				key[i] = sorted.key;
				value[i] = sorted.value;
			});
	}
	static constexpr std::size_t memory_required(memory_scope, std::size_t work_items) { return bytes_for<both>(2 * Count * work_items); }
	static std::size_t memory_required(const device &, memory_scope, std::size_t work_items) { return bytes_for<both>(2 * Count * work_items); }

protected:
	pairs(std::byte *memory, Compare compare) : memory_(memory), compare_(compare) {}

private:
	std::byte *memory_;
	Compare compare_;
};

}

}

namespace sycl::ext::oneapi::experimental {

/* --- sorters: an order, and memory for the elements of a group --- */

namespace default_sorters {

template <typename Compare = std::less<>>
class joint_sorter : public detail::sorting::joint<Compare> {
public:
	template <std::size_t Extent>
	explicit joint_sorter(span<std::byte, Extent> memory, Compare compare = {})
		: detail::sorting::joint<Compare>(memory.data(), compare) {}
	template <typename T>
	static constexpr std::size_t memory_required(memory_scope, std::size_t n)
	{
		return detail::sorting::bytes_for<T>(n);
	}
	template <typename T>
	static std::size_t memory_required(const device &, memory_scope, std::size_t n)
	{
		return detail::sorting::bytes_for<T>(n);
	}
};

template <typename T, typename Compare = std::less<>, std::size_t Count = 1>
class group_sorter : public detail::sorting::values<T, Compare, Count> {
public:
	template <std::size_t Extent>
	explicit group_sorter(span<std::byte, Extent> memory, Compare compare = {})
		: detail::sorting::values<T, Compare, Count>(memory.data(), compare) {}
};

template <typename Key, typename Value, typename Compare = std::less<>, std::size_t Count = 1>
class group_key_value_sorter : public detail::sorting::pairs<Key, Value, Compare, Count> {
public:
	template <std::size_t Extent>
	explicit group_key_value_sorter(span<std::byte, Extent> memory, Compare compare = {})
		: detail::sorting::pairs<Key, Value, Compare, Count>(memory.data(), compare) {}
};

}

namespace radix_sorters {

template <typename T, sorting_order Order = sorting_order::ascending, unsigned BitsPerPass = 4>
class joint_sorter : public detail::sorting::joint<detail::sorting::by_bits<T, Order>> {
	using order = detail::sorting::by_bits<T, Order>;
	using mask_type = std::bitset<sizeof(T) * CHAR_BIT>;

public:
	template <std::size_t Extent>
	explicit joint_sorter(span<std::byte, Extent> memory, const mask_type mask = mask_type(~0ull))
		: detail::sorting::joint<order>(memory.data(), order(mask)) {}
	static constexpr std::size_t memory_required(memory_scope, std::size_t n) { return detail::sorting::bytes_for<T>(n); }
};

template <typename T, sorting_order Order = sorting_order::ascending, std::size_t Count = 1, unsigned BitsPerPass = 4>
class group_sorter : public detail::sorting::values<T, detail::sorting::by_bits<T, Order>, Count> {
	using order = detail::sorting::by_bits<T, Order>;
	using mask_type = std::bitset<sizeof(T) * CHAR_BIT>;

public:
	template <std::size_t Extent>
	explicit group_sorter(span<std::byte, Extent> memory, const mask_type mask = mask_type(~0ull))
		: detail::sorting::values<T, order, Count>(memory.data(), order(mask)) {}
};

template <typename Key, typename Value, sorting_order Order = sorting_order::ascending, std::size_t Count = 1,
	unsigned BitsPerPass = 4>
class group_key_value_sorter : public detail::sorting::pairs<Key, Value, detail::sorting::by_bits<Key, Order>, Count> {
	using order = detail::sorting::by_bits<Key, Order>;
	using mask_type = std::bitset<sizeof(Key) * CHAR_BIT>;

public:
	template <std::size_t Extent>
	explicit group_key_value_sorter(span<std::byte, Extent> memory, const mask_type mask = mask_type(~0ull))
		: detail::sorting::pairs<Key, Value, order, Count>(memory.data(), order(mask)) {}
};

}

/* --- functions: a group with its memory and an order, or a group with a sorter --- */

template <typename Helper, typename Pointer, typename Compare = std::less<>, std::enable_if_t<is_group_helper_v<Helper>, int> = 0>
void joint_sort(Helper with, Pointer first, Pointer last, Compare compare = {})
{
	default_sorters::joint_sorter<Compare>(with.get_memory(), compare)(with.get_group(), first, last);
}
template <typename Group, typename Pointer, typename Sorter, std::enable_if_t<is_group_v<Group>, int> = 0>
void joint_sort(Group group, Pointer first, Pointer last, Sorter sorter)
{
	sorter(group, first, last);
}

template <typename Helper, typename T, typename Compare = std::less<>, std::enable_if_t<is_group_helper_v<Helper>, int> = 0>
T sort_over_group(Helper with, T value, Compare compare = {})
{
	return default_sorters::group_sorter<T, Compare>(with.get_memory(), compare)(with.get_group(), value);
}
template <typename Helper, typename T, std::size_t Count, typename Compare = std::less<>,
	typename List = empty_properties_t, std::enable_if_t<is_group_helper_v<Helper> && !is_property_list_v<Compare>, int> = 0>
void sort_over_group(Helper with, span<T, Count> value, Compare compare = {}, List properties = {})
{
	default_sorters::group_sorter<T, Compare, Count>(with.get_memory(), compare)(with.get_group(), value, properties);
}
template <typename Helper, typename T, std::size_t Count, typename List,
	std::enable_if_t<is_group_helper_v<Helper> && is_property_list_v<List>, int> = 0>
void sort_over_group(Helper with, span<T, Count> value, List properties)
{
	experimental::sort_over_group(with, value, std::less<>(), properties);
}
template <typename Group, typename T, typename Sorter, std::enable_if_t<is_group_v<Group>, int> = 0>
T sort_over_group(Group group, T value, Sorter sorter)
{
	return sorter(group, value);
}
template <typename Group, typename T, std::size_t Count, typename Sorter, typename List = empty_properties_t,
	std::enable_if_t<is_group_v<Group>, int> = 0>
void sort_over_group(Group group, span<T, Count> value, Sorter sorter, List properties = {})
{
	sorter(group, value, properties);
}

template <typename Helper, typename Key, typename Value, typename Compare = std::less<>,
	std::enable_if_t<is_group_helper_v<Helper>, int> = 0>
std::tuple<Key, Value> sort_key_value_over_group(Helper with, Key key, Value value, Compare compare = {})
{
	return default_sorters::group_key_value_sorter<Key, Value, Compare>(with.get_memory(), compare)(with.get_group(), key, value);
}
template <typename Helper, typename Key, typename Value, std::size_t Count, typename Compare = std::less<>,
	typename List = empty_properties_t, std::enable_if_t<is_group_helper_v<Helper> && !is_property_list_v<Compare>, int> = 0>
void sort_key_value_over_group(Helper with, span<Key, Count> key, span<Value, Count> value,
	Compare compare = {}, List properties = {})
{
	default_sorters::group_key_value_sorter<Key, Value, Compare, Count>(with.get_memory(), compare)(with.get_group(), key, value,
		properties);
}
template <typename Helper, typename Key, typename Value, std::size_t Count, typename List,
	std::enable_if_t<is_group_helper_v<Helper> && is_property_list_v<List>, int> = 0>
void sort_key_value_over_group(Helper with, span<Key, Count> key, span<Value, Count> value,
	List properties)
{
	experimental::sort_key_value_over_group(with, key, value, std::less<>(), properties);
}
template <typename Group, typename Key, typename Value, typename Sorter, std::enable_if_t<is_group_v<Group>, int> = 0>
std::tuple<Key, Value> sort_key_value_over_group(Group group, Key key, Value value, Sorter sorter)
{
	return sorter(group, key, value);
}
template <typename Group, typename Key, typename Value, std::size_t Count, typename Sorter, typename List = empty_properties_t,
	std::enable_if_t<is_group_v<Group>, int> = 0>
void sort_key_value_over_group(Group group, span<Key, Count> key, span<Value, Count> value, Sorter sorter, List properties = {})
{
	sorter(group, key, value, properties);
}

}

#endif
