/*
 * Barriers and algorithms that a whole group executes together.
 *
 * A sub-group uses shuffles, a work-group a scratch array in its local memory:
 * each work-item stores its value there, and every one folds the values that it
 * needs.  The order of folding depends only on the number of work-items, so
 * results are the same in every run.  Over a work-group, sums, minima and maxima of
 * numbers are SPIR-V's group operations; products and those of bits are functions
 * that the CPU's device compiler knows by name (mux/lower/fold.h).
 */
#ifndef SYCL_GROUP_ALGORITHMS_HPP
#define SYCL_GROUP_ALGORITHMS_HPP

#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

#include <sycl/detail/lane_group.hpp>
#include <sycl/functional.hpp>
#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {

template <typename T>
struct is_group : std::false_type {};
template <int Dimensions>
struct is_group<group<Dimensions>> : std::true_type {};
template <>
struct is_group<sub_group> : std::true_type {};
template <typename T>
inline constexpr bool is_group_v = is_group<T>::value;

namespace detail {

template <typename Group>
struct if_group : std::enable_if<is_group_v<std::decay_t<Group>>, int> {};

SYCL_CC_INLINE void barrier(const sub_group &)
{
	dev::sub_group_barrier();
}

template <int Dimensions>
SYCL_CC_INLINE void barrier(const group<Dimensions> &)
{
	dev::work_group_barrier();
}

SYCL_CC_INLINE void barrier(const lane_group &group)
{
	dev::wait_among(group.detail_members());
}

}

template <typename Group, typename detail::if_group<Group>::type = 0>
SYCL_CC_INLINE void group_barrier(Group group, memory_scope = Group::fence_scope)
{
	detail::barrier(group);
}

namespace detail {

/* --- the scratch array of a work-group --- */

inline constexpr std::size_t scratch_size = 8192;

#ifdef SYCL_CC_DEVICE
struct alignas(16) scratch_array {
	unsigned char bytes[scratch_size];
};
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL scratch_array scratch_memory;

template <typename T>
SYCL_CC_INLINE T *scratch()
{
	return (T *)(SYCL_CC_LOCAL T *)scratch_memory.bytes;
}
#else
template <typename T>
T *scratch()
{
	alignas(64) static thread_local unsigned char bytes[scratch_size];

	return reinterpret_cast<T *>(bytes);
}
#endif

template <typename T>
inline constexpr std::size_t scratch_slots = scratch_size / sizeof(T);

/* --- moving values between work-items --- */

template <typename T>
SYCL_CC_INLINE T broadcast(const sub_group &, const T &value, std::size_t from)
{
	return dev::shuffle(value, static_cast<unsigned>(from));
}

template <typename T>
SYCL_CC_INLINE T broadcast(const lane_group &group, const T &value, std::size_t from)
{
	return value_of(group, value, static_cast<unsigned>(from));
}

template <int Dimensions, typename T>
SYCL_CC_INLINE T broadcast(const group<Dimensions> &group, const T &value, std::size_t from)
{
	static_assert(sizeof(T) <= scratch_size, "the value is too large for a group algorithm");
	T *slot = scratch<T>();

	if (group.get_local_linear_id() == from)
		*slot = value;
	dev::work_group_barrier();
	const T result = *slot;
	dev::work_group_barrier();
	return result;
}

/* Sends each work-item the value of another one. */
template <typename T>
SYCL_CC_INLINE T exchange(const sub_group &, const T &value, std::size_t from)
{
	return dev::shuffle(value, static_cast<unsigned>(from));
}

template <typename T>
SYCL_CC_INLINE T exchange(const lane_group &group, const T &value, std::size_t from)
{
	return value_of(group, value, from < group.get_local_linear_range() ? static_cast<unsigned>(from) : group.get_local_linear_id());
}

/* Among the n work-items of a work-group, of which this one is me. */
template <typename T>
SYCL_CC_INLINE T exchange_in_scratch(std::size_t me, std::size_t n, const T &value, std::size_t from)
{
	T *slot = scratch<T>(), result = value;

	for (std::size_t base = 0; base < n; base += scratch_slots<T>) {
		if (me >= base && me < base + scratch_slots<T>)
			slot[me - base] = value;
		dev::work_group_barrier();
		if (from >= base && from < base + scratch_slots<T> && from < n)
			result = slot[from - base];
		dev::work_group_barrier();
	}
	return result;
}

template <int Dimensions, typename T>
SYCL_CC_INLINE T exchange(const group<Dimensions> &group, const T &value, std::size_t from)
{
	return exchange_in_scratch(group.get_local_linear_id(), group.get_local_linear_range(), value, from);
}

/*
 * A round of an algorithm in two levels: count values in the scratch array, in
 * runs of the same length; up to 32 work-items take a run each.
 */
template <typename T>
struct scratch_round {
	static constexpr std::size_t takers = scratch_slots<T> < 32 ? scratch_slots<T> : 32;
	std::size_t count, length, runs;

	explicit SYCL_CC_INLINE scratch_round(std::size_t left)
		: count(left < scratch_slots<T> ? left : scratch_slots<T>), length((count + takers - 1) / takers),
		  runs((count + length - 1) / length) {}
	/* The end of a run; the last one may be shorter. */
	SYCL_CC_INLINE std::size_t end(std::size_t run) const
	{
		return (run + 1) * length < count ? (run + 1) * length : count;
	}
};

/* Whether each sub-group of a work-group folds its values by shuffles first. */
template <typename T>
inline constexpr bool folds_sub_groups =
#if defined(SYCL_CC_DEVICE) && defined(SYCL_CC_GPU)
	std::is_trivially_copyable_v<T> && scratch_slots<T> >= 32;
#else
	false;
#endif

#if defined(SYCL_CC_DEVICE) && defined(SYCL_CC_GPU)
/*
 * The parts of sub-groups, 32 at most, read in eights.  Not in the scratch array: more
 * local memory leaves room for fewer work-groups at a time.
 *
 * Two calls in turn use two arrays.  Whoever writes an array has passed the barrier of the
 * call before, so that all have read what the array held: each call needs one barrier only.
 */
template <std::size_t Size>
struct alignas(16) part_array {
	unsigned char bytes[32 * Size];
};
template <std::size_t Size>
[[clang::loader_uninitialized]] inline SYCL_CC_LOCAL part_array<Size> part_memory[2];

/* The part of sub-group mine is the value of one of its work-items; all parts are there afterwards. */
template <typename T>
SYCL_CC_INLINE const T *put_part(bool is_part, unsigned mine, const T &value)
{
	const unsigned turn = part_turn[mine];
	T *const part = (T *)(SYCL_CC_LOCAL T *)part_memory<sizeof(T)>[turn].bytes;

	if (is_part)
		part[mine] = value;
	dev::work_group_barrier();
	part_turn[mine] = 1 - turn;
	return part;
}
#endif

/* The fold of that many parts, one at least; eight are read at once. */
template <typename T, typename Op>
SYCL_CC_INLINE T fold_parts(const T *part, unsigned count, Op op)
{
	T sum = part[0];

	for (unsigned begin = 0; begin < count; begin += 8) {
		for (unsigned i = 0; i < 8; i++) {
			const T next = part[begin + i];

			if (begin + i > 0 && begin + i < count)
				sum = op(sum, next);
		}
	}
	return sum;
}

/*
 * Two levels: work-items each fold a run of values, then every one folds the results.
 */
template <typename T, typename Op>
SYCL_CC_INLINE T reduce_in_scratch(std::size_t me, std::size_t n, const T &value, Op op)
{
	T *slot = scratch<T>(), result = value;

	for (std::size_t base = 0; base < n; base += scratch_slots<T>) {
		const scratch_round<T> round(n - base);

		if (me >= base && me < base + round.count)
			slot[me - base] = value;
		dev::work_group_barrier();
		if (me < round.runs) {
			const std::size_t end = round.end(me);
			T part = slot[me * round.length];

			for (std::size_t i = me * round.length + 1; i < end; i++)
				part = op(part, slot[i]);
			slot[me * round.length] = part;
		}
		dev::work_group_barrier();
		for (std::size_t i = 0; i < round.runs; i++)
			result = base + i == 0 ? slot[0] : static_cast<T>(op(result, slot[i * round.length]));
		dev::work_group_barrier();
	}
	return result;
}

/* The same two levels; results travel back through the scratch array. */
template <typename T, typename Op>
SYCL_CC_INLINE T scan_in_scratch(std::size_t me, std::size_t n, const T &value, Op op)
{
	T *slot = scratch<T>(), result = value, before = value;

	for (std::size_t base = 0; base < n; base += scratch_slots<T>) {
		const scratch_round<T> round(n - base);

		if (me >= base && me < base + round.count)
			slot[me - base] = value;
		dev::work_group_barrier();
		if (me < round.runs) {
			const std::size_t end = round.end(me);

			for (std::size_t i = me * round.length + 1; i < end; i++)
				slot[i] = op(slot[i - 1], slot[i]);
		}
		dev::work_group_barrier();
		if (me >= base && me < base + round.count) {
			const std::size_t mine = (me - base) / round.length;
			bool any = base > 0;
			T sum = before;

			for (std::size_t i = 0; i < mine; i++) {
				const T whole = slot[(i + 1) * round.length - 1];

				sum = any ? static_cast<T>(op(sum, whole)) : whole;
				any = true;
			}
			result = any ? static_cast<T>(op(sum, slot[me - base])) : slot[me - base];
		}
		/* The total of these values, for the next round. */
		for (std::size_t i = 0; i < round.runs; i++) {
			const T whole = slot[round.end(i) - 1];

			before = base + i == 0 ? whole : static_cast<T>(op(before, whole));
		}
		dev::work_group_barrier();
	}
	return result;
}

/* --- operations over a work-group that the device compiler knows --- */

#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
template <typename Op, typename T>
inline constexpr bool is_operation_on = false;
template <template <typename> class Known, typename Element, typename T>
inline constexpr bool is_operation_on<Known<Element>, T> = std::is_same_v<Element, T> || std::is_void_v<Element>;

template <typename Group>
inline constexpr bool is_work_group = false;
template <int Dimensions>
inline constexpr bool is_work_group<group<Dimensions>> = true;

template <typename T>
inline constexpr bool is_folded_real = std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;
template <typename T>
inline constexpr bool is_folded_integer = std::is_integral_v<T> && sizeof(T) <= 8;

template <typename Op>
inline constexpr bool is_logical_operation = is_logical_and<Op> || is_logical_or<Op>;

template <typename T, typename Op>
inline constexpr bool is_collective = is_operation_on<Op, T> &&
	(((is_folded_real<T> || is_folded_integer<T>) &&
	  (is_plus<Op> || is_minimum<Op> || is_maximum<Op> || (is_multiplies<Op> && !std::is_same_v<T, bool>))) ||
	 (is_folded_integer<T> && (is_bit_and<Op> || is_bit_or<Op> || is_bit_xor<Op>)) ||
	 (std::is_same_v<T, bool> && is_logical_operation<Op>));

enum fold_operation : unsigned { fold_multiplies, fold_bit_and, fold_bit_or, fold_bit_xor };

/*
 * A reduction or scan over a work-group that SPIR-V lacks.  Compilers of SPIR-V take
 * this function; the CPU's finds it by its name and puts one loop in its place.
 */
template <unsigned Kind, unsigned Operation, typename T>
[[gnu::noinline]] SYCL_CC_CONVERGENT T work_group_fold(T value)
{
	const std::size_t wide = dev::local_size(0), high = dev::local_size(1);
	const std::size_t me = (dev::local_id(2) * high + dev::local_id(1)) * wide + dev::local_id(0), n = wide * high * dev::local_size(2);
	const auto op = [](T a, T b) {
		if constexpr (Operation == fold_multiplies)
			return static_cast<T>(a * b);
		else if constexpr (Operation == fold_bit_and)
			return static_cast<T>(a & b);
		else if constexpr (Operation == fold_bit_or)
			return static_cast<T>(a | b);
		else
			return static_cast<T>(a ^ b);
	};

	if constexpr (Kind == dev::group_reduce) {
		return reduce_in_scratch(me, n, value, op);
	} else {
		const T scanned = scan_in_scratch(me, n, value, op);

		if constexpr (Kind == dev::group_inclusive_scan)
			return scanned;
		const T before = exchange_in_scratch(me, n, scanned, me == 0 ? 0 : me - 1);
		const T first = static_cast<T>(Operation == fold_multiplies ? 1 : Operation == fold_bit_and ? -1 : 0);
		return me == 0 ? first : before;
	}
}

template <unsigned Kind, typename Op, unsigned Scope, typename T>
SYCL_CC_INLINE T collective_of(T value)
{
	if constexpr (is_plus<Op>)
		return dev::group_add(Scope, Kind, value);
	else if constexpr (is_minimum<Op>)
		return dev::group_min(Scope, Kind, value);
	else if constexpr (is_maximum<Op>)
		return dev::group_max(Scope, Kind, value);
	else if constexpr (is_multiplies<Op>)
		return work_group_fold<Kind, fold_multiplies>(value);
	else if constexpr (is_bit_and<Op> || is_logical_and<Op>)
		return work_group_fold<Kind, fold_bit_and>(value);
	else if constexpr (is_bit_or<Op> || is_logical_or<Op>)
		return work_group_fold<Kind, fold_bit_or>(value);
	else
		return work_group_fold<Kind, fold_bit_xor>(value);
}

/* Small integers are folded as int: what is cut off changes nothing of what stays. */
template <unsigned Kind, typename Op, unsigned Scope = dev::scope_work_group, typename T>
SYCL_CC_INLINE T collective(const T &value)
{
	if constexpr (std::is_same_v<T, half>) {
		return __builtin_bit_cast(half, collective_of<Kind, Op, Scope>(__builtin_bit_cast(half_storage, value)));
	} else if constexpr (std::is_floating_point_v<T>) {
		return collective_of<Kind, Op, Scope>(value);
	} else {
		using whole = std::conditional_t<sizeof(T) <= 4, int, long>;
		using number = std::conditional_t<std::is_signed_v<T>, whole, std::make_unsigned_t<whole>>;
		using limits = std::numeric_limits<T>;
		const number result = collective_of<Kind, Op, Scope>(static_cast<number>(value));

		/* The first work-item of an exclusive scan gets the identity of the larger type. */
		if constexpr (is_minimum<Op>)
			return static_cast<T>(result > static_cast<number>((limits::max)()) ? static_cast<number>((limits::max)()) : result);
		else if constexpr (is_maximum<Op>)
			return static_cast<T>(result < static_cast<number>(limits::lowest()) ? static_cast<number>(limits::lowest()) : result);
		else
			return static_cast<T>(result);
	}
}

/* SPIR-V has these three operations over a sub-group, too. */
template <typename T, typename Op>
inline constexpr bool is_sub_group_collective = is_collective<T, Op> && (is_plus<Op> || is_minimum<Op> || is_maximum<Op>);

template <unsigned Kind, typename Op, typename T>
SYCL_CC_INLINE T sub_group_collective(const T &value)
{
	return collective<Kind, Op, dev::scope_sub_group>(value);
}

/* Collectives of values that all work-items of the group have, with an identity for those without. */
template <typename Group, typename T, typename Op>
inline constexpr bool joins_by_collectives = is_work_group<Group> && is_collective<T, Op>;
#else
template <typename Group, typename T, typename Op>
inline constexpr bool joins_by_collectives = false;
#endif

/* The value of a work-item that has none. */
template <typename Group, typename Op, typename T>
SYCL_CC_INLINE T blank_value(const T &otherwise)
{
	if constexpr (joins_by_collectives<Group, T, Op>)
		return known_identity_v<Op, T>;
	else
		return otherwise;
}

/* --- reduction --- */

/*
 * The first of the sub-group's work-items gets the fold of all in their order, of n in a group of
 * which this one is number me.  The bound is one that the compiler knows.  What the last ones
 * fold is not used: GPUs need not know which value they get.
 */
template <typename T, typename Op>
SYCL_CC_INLINE T fold_lanes(unsigned me, unsigned n, T value, Op op)
{
	for (unsigned step = 1; step < dev::max_sub_group_size(); step *= 2) {
#if defined(SYCL_CC_DEVICE) && defined(SYCL_CC_GPU)
		const T other = dev::shuffle_down(value, step);
#else
		const T other = dev::shuffle(value, me + step < n ? me + step : me);
#endif
		if (n - me > step)
			value = op(value, other);
	}
	return value;
}

template <typename T, typename Op>
SYCL_CC_INLINE T reduce(const sub_group &group, T value, Op op)
{
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (is_sub_group_collective<T, Op>)
		return sub_group_collective<dev::group_reduce, Op>(value);
#endif
	return dev::shuffle(fold_lanes(group.get_local_linear_id(), group.get_local_linear_range(), value, op), 0);
}

template <typename T, typename Op>
SYCL_CC_INLINE T reduce(const lane_group &group, T value, Op op)
{
	const unsigned me = group.get_local_linear_id(), n = group.get_local_linear_range();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = value_of(group, value, me + step < n ? me + step : me);

		if (me + step < n)
			value = op(value, other);
	}
	return value_of(group, value, 0);
}

/* On GPUs a run is a sub-group's: there are 32 of them at most. */
template <int Dimensions, typename T, typename Op>
SYCL_CC_INLINE T reduce(const group<Dimensions> &group, T value, Op op)
{
	if constexpr (folds_sub_groups<T>) {
		const unsigned me = static_cast<unsigned>(group.get_local_linear_id()), most = dev::max_sub_group_size();
		const unsigned n = static_cast<unsigned>(group.get_local_linear_range());

		return fold_parts(put_part(me % most == 0, me / most, fold_lanes(me, n, value, op)), (n + most - 1) / most, op);
	}
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (is_collective<T, Op>)
		return collective<dev::group_reduce, Op>(value);
#endif
	return reduce_in_scratch(group.get_local_linear_id(), group.get_local_linear_range(), value, op);
}

/* --- scans --- */

template <typename T, typename Op>
SYCL_CC_INLINE T inclusive_scan(const sub_group &group, T value, Op op)
{
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (is_sub_group_collective<T, Op>)
		return sub_group_collective<dev::group_inclusive_scan, Op>(value);
#endif
	const unsigned me = group.get_local_linear_id();

	for (unsigned step = 1; step < dev::max_sub_group_size(); step *= 2) {
		const T other = dev::shuffle(value, me >= step ? me - step : me);

		if (me >= step)
			value = op(other, value);
	}
	return value;
}

template <typename T, typename Op>
SYCL_CC_INLINE T inclusive_scan(const lane_group &group, T value, Op op)
{
	const unsigned me = group.get_local_linear_id(), n = group.get_local_linear_range();

	for (unsigned step = 1; step < n; step *= 2) {
		const T other = value_of(group, value, me >= step ? me - step : me);

		if (me >= step)
			value = op(other, value);
	}
	return value;
}

template <int Dimensions, typename T, typename Op>
SYCL_CC_INLINE T inclusive_scan(const group<Dimensions> &group, T value, Op op)
{
	if constexpr (folds_sub_groups<T>) {
		const unsigned mine = dev::sub_group_id();
		const T sum = inclusive_scan(maker::make<sub_group>(), value, op);
		const T *const part = put_part(dev::sub_group_local_id() == dev::sub_group_size() - 1, mine, sum);

		return mine > 0 ? static_cast<T>(op(fold_parts(part, mine, op), sum)) : sum;
	}
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (is_collective<T, Op>)
		return collective<dev::group_inclusive_scan, Op>(value);
#endif
	return scan_in_scratch(group.get_local_linear_id(), group.get_local_linear_range(), value, op);
}

template <typename Group, typename T, typename Op>
SYCL_CC_INLINE T exclusive_scan(const Group &group, const T &value, const T &first, Op op)
{
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	/* The first work-item gets the operation's identity. */
	if constexpr (is_work_group<Group> && is_collective<T, Op>)
		return op(first, collective<dev::group_exclusive_scan, Op>(value));
	else if constexpr (std::is_same_v<Group, sub_group> && is_sub_group_collective<T, Op>)
		return op(first, sub_group_collective<dev::group_exclusive_scan, Op>(value));
#endif
	const std::size_t me = group.get_local_linear_id();
	const T scanned = inclusive_scan(group, me == 0 ? static_cast<T>(op(first, value)) : value, op);
	const T before = exchange(group, scanned, me == 0 ? 0 : me - 1);

	return me == 0 ? first : before;
}

template <typename Iterator>
using pointee = std::remove_cv_t<typename std::iterator_traits<Iterator>::value_type>;

}

/* --- broadcast and friends --- */

template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T group_broadcast(Group group, T value)
{
	return detail::broadcast(group, value, 0);
}
template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T group_broadcast(Group group, T value, typename Group::linear_id_type from)
{
	return detail::broadcast(group, value, from);
}
template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T group_broadcast(Group group, T value, typename Group::id_type from)
{
	std::size_t linear;

	if constexpr (std::is_same_v<Group, sub_group>)
		linear = from[0];
	else
		linear = detail::linear<Group::dimensions>(from, group.get_local_range());
	return detail::broadcast(group, value, linear);
}

template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T shift_group_left(Group group, T value, typename Group::linear_id_type delta = 1)
{
	return detail::exchange(group, value, group.get_local_linear_id() + delta);
}
template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T shift_group_right(Group group, T value, typename Group::linear_id_type delta = 1)
{
	return detail::exchange(group, value, group.get_local_linear_id() - delta);
}
template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T permute_group_by_xor(Group group, T value, typename Group::linear_id_type mask)
{
	return detail::exchange(group, value, group.get_local_linear_id() ^ mask);
}
template <typename Group, typename T, typename detail::if_group<Group>::type = 0>
T select_from_group(Group group, T value, typename Group::id_type from)
{
	if constexpr (std::is_same_v<Group, sub_group>)
		return detail::exchange(group, value, from[0]);
	else
		return detail::exchange(group, value, detail::linear<Group::dimensions>(from, group.get_local_range()));
}

/* --- any, all, none --- */

template <typename Group, typename detail::if_group<Group>::type = 0>
bool any_of_group(Group group, bool value)
{
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (detail::is_work_group<Group>)
		return detail::dev::group_any(detail::dev::scope_work_group, value);
	else if constexpr (std::is_same_v<Group, sub_group>)
		return detail::dev::group_any(detail::dev::scope_sub_group, value);
	else
#endif
	return detail::reduce(group, static_cast<int>(value), bit_or<>()) != 0;
}
template <typename Group, typename detail::if_group<Group>::type = 0>
bool all_of_group(Group group, bool value)
{
#if defined(SYCL_CC_DEVICE) && !defined(SYCL_CC_GPU)
	if constexpr (detail::is_work_group<Group>)
		return detail::dev::group_all(detail::dev::scope_work_group, value);
	else if constexpr (std::is_same_v<Group, sub_group>)
		return detail::dev::group_all(detail::dev::scope_sub_group, value);
	else
#endif
	return detail::reduce(group, static_cast<int>(value), bit_and<>()) != 0;
}
template <typename Group, typename detail::if_group<Group>::type = 0>
bool none_of_group(Group group, bool value)
{
	return !any_of_group(group, value);
}
template <typename Group, typename T, typename Predicate, typename detail::if_group<Group>::type = 0>
bool any_of_group(Group group, T value, Predicate predicate)
{
	return any_of_group(group, static_cast<bool>(predicate(value)));
}
template <typename Group, typename T, typename Predicate, typename detail::if_group<Group>::type = 0>
bool all_of_group(Group group, T value, Predicate predicate)
{
	return all_of_group(group, static_cast<bool>(predicate(value)));
}
template <typename Group, typename T, typename Predicate, typename detail::if_group<Group>::type = 0>
bool none_of_group(Group group, T value, Predicate predicate)
{
	return !any_of_group(group, static_cast<bool>(predicate(value)));
}
template <typename Group, typename It, typename Predicate, typename detail::if_group<Group>::type = 0>
bool joint_any_of(Group group, It first, It last, Predicate predicate)
{
	bool found = false;

	for (It p = first + group.get_local_linear_id(); p < last; p += group.get_local_linear_range())
		found = found || predicate(*p);
	return any_of_group(group, found);
}
template <typename Group, typename It, typename Predicate, typename detail::if_group<Group>::type = 0>
bool joint_all_of(Group group, It first, It last, Predicate predicate)
{
	return !joint_any_of(group, first, last, [&](const auto &value) { return !predicate(value); });
}
template <typename Group, typename It, typename Predicate, typename detail::if_group<Group>::type = 0>
bool joint_none_of(Group group, It first, It last, Predicate predicate)
{
	return !joint_any_of(group, first, last, predicate);
}

/* --- reduce --- */

template <typename Group, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T reduce_over_group(Group group, T value, Op op)
{
	return detail::reduce(group, value, op);
}
template <typename Group, typename Value, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T reduce_over_group(Group group, Value value, T init, Op op)
{
	return op(init, detail::reduce(group, static_cast<T>(value), op));
}
template <typename Group, typename It, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T joint_reduce(Group group, It first, It last, T init, Op op)
{
	/* Work-items without an element are left out of the sum. */
	const std::size_t n = static_cast<std::size_t>(last - first), me = group.get_local_linear_id();
	const std::size_t items = group.get_local_linear_range(), active = n < items ? n : items;
	T sum = init;

	if (active == 0)
		return init;
	if (me < active)
		sum = first[me];
	/* Rounds of all work-items, which need no test of their own, and one of some. */
	std::size_t begin = items;
	for (; begin + items <= n; begin += items)
		sum = op(sum, first[begin + me]);
	if (begin + me < n)
		sum = op(sum, first[begin + me]);
	if constexpr (detail::joins_by_collectives<Group, T, Op>)
		return op(init, detail::reduce(group, me < active ? sum : known_identity_v<Op, T>, op));
	const T scanned = detail::inclusive_scan(group, sum, op);
	return op(init, detail::broadcast(group, scanned, active - 1));
}
template <typename Group, typename It, typename Op, typename detail::if_group<Group>::type = 0>
auto joint_reduce(Group group, It first, It last, Op op)
{
	using T = detail::pointee<It>;

	return joint_reduce(group, first, last, known_identity_v<Op, T>, op);
}

/* --- scans --- */

template <typename Group, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T inclusive_scan_over_group(Group group, T value, Op op)
{
	return detail::inclusive_scan(group, value, op);
}
template <typename Group, typename Value, typename Op, typename T, typename detail::if_group<Group>::type = 0>
T inclusive_scan_over_group(Group group, Value value, Op op, T init)
{
	const T mine = static_cast<T>(value);

	return detail::inclusive_scan(group, group.get_local_linear_id() == 0 ? static_cast<T>(op(init, mine)) : mine, op);
}
template <typename Group, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T exclusive_scan_over_group(Group group, T value, Op op)
{
	return detail::exclusive_scan(group, value, known_identity_v<Op, T>, op);
}
template <typename Group, typename Value, typename T, typename Op, typename detail::if_group<Group>::type = 0>
T exclusive_scan_over_group(Group group, Value value, T init, Op op)
{
	return detail::exclusive_scan(group, static_cast<T>(value), init, op);
}

namespace detail {

/* Scans [first, last) a group's width at a time; Inclusive or not. */
template <bool Inclusive, typename Group, typename In, typename Out, typename T, typename Op>
Out joint_scan(const Group &group, In first, In last, Out result, T init, Op op, bool has_init)
{
	const std::size_t n = static_cast<std::size_t>(last - first), me = group.get_local_linear_id();
	const std::size_t items = group.get_local_linear_range();
	const T blank = blank_value<Group, Op, T>(init);
	T carry = has_init ? init : blank;
	bool carries = has_init;

	for (std::size_t base = 0; base < n; base += items) {
		const std::size_t count = n - base < items ? n - base : items;
		const T mine = me < count ? static_cast<T>(first[base + me]) : blank;

		if constexpr (joins_by_collectives<Group, T, Op>) {
			const T scanned = Inclusive ? inclusive_scan(group, mine, op) : exclusive_scan(group, mine, blank, op);

			if (me < count)
				result[base + me] = op(carry, scanned);
			carry = op(carry, reduce(group, mine, op));
			continue;
		}
		const T scanned = inclusive_scan(group, me == 0 && carries ? static_cast<T>(op(carry, mine)) : mine, op);
		const T before = exchange(group, scanned, me == 0 ? 0 : me - 1);

		if (me < count)
			result[base + me] = Inclusive ? scanned : me == 0 ? carry : before;
		carry = broadcast(group, scanned, count - 1);
		carries = true;
	}
	return result + n;
}

}

template <typename Group, typename In, typename Out, typename Op, typename detail::if_group<Group>::type = 0>
Out joint_inclusive_scan(Group group, In first, In last, Out result, Op op)
{
	return detail::joint_scan<true>(group, first, last, result, detail::pointee<Out>(), op, false);
}
template <typename Group, typename In, typename Out, typename Op, typename T, typename detail::if_group<Group>::type = 0>
Out joint_inclusive_scan(Group group, In first, In last, Out result, Op op, T init)
{
	return detail::joint_scan<true>(group, first, last, result, init, op, true);
}
template <typename Group, typename In, typename Out, typename Op, typename detail::if_group<Group>::type = 0>
Out joint_exclusive_scan(Group group, In first, In last, Out result, Op op)
{
	return detail::joint_scan<false>(group, first, last, result, known_identity_v<Op, detail::pointee<Out>>, op, true);
}
template <typename Group, typename In, typename Out, typename T, typename Op, typename detail::if_group<Group>::type = 0>
Out joint_exclusive_scan(Group group, In first, In last, Out result, T init, Op op)
{
	return detail::joint_scan<false>(group, first, last, result, init, op, true);
}

/* The algorithms as members of sub-groups. */
inline bool sub_group::any(bool value) const
{
	return any_of_group(*this, value);
}
inline bool sub_group::all(bool value) const
{
	return all_of_group(*this, value);
}
template <typename T>
T sub_group::broadcast(T value, id<1> from) const
{
	return group_broadcast(*this, value, from);
}
template <typename T, typename Operation>
T sub_group::reduce(T value, Operation op) const
{
	return reduce_over_group(*this, value, op);
}
template <typename T, typename Operation>
T sub_group::reduce(T value, T init, Operation op) const
{
	return reduce_over_group(*this, value, init, op);
}
template <typename T, typename Operation>
T sub_group::exclusive_scan(T value, Operation op) const
{
	return exclusive_scan_over_group(*this, value, op);
}
template <typename T, typename Operation>
T sub_group::exclusive_scan(T value, T init, Operation op) const
{
	return exclusive_scan_over_group(*this, value, init, op);
}
template <typename T, typename Operation>
T sub_group::inclusive_scan(T value, Operation op) const
{
	return inclusive_scan_over_group(*this, value, op);
}
template <typename T, typename Operation>
T sub_group::inclusive_scan(T value, Operation op, T init) const
{
	return inclusive_scan_over_group(*this, value, op, init);
}

/* The algorithms by the names that they had before SYCL 2020: with pointers first they are of the elements. */
namespace detail {
template <typename... Arguments>
inline constexpr bool begins_range = false;
template <typename T, typename... Rest>
inline constexpr bool begins_range<T *, T *, Rest...> = true;
template <typename T, access::address_space Space, access::decorated Decorated, typename... Rest>
inline constexpr bool begins_range<multi_ptr<T, Space, Decorated>, multi_ptr<T, Space, Decorated>, Rest...> = true;
}

namespace ext::oneapi {
using sycl::group_broadcast;
using sycl::reduce_over_group;

template <typename Group, typename... Rest, typename detail::if_group<Group>::type = 0>
auto broadcast(Group group, Rest... rest)
{
	return group_broadcast(group, rest...);
}
template <typename Group, typename... Rest, typename detail::if_group<Group>::type = 0>
bool any_of(Group group, Rest... rest)
{
	if constexpr (detail::begins_range<Rest...>)
		return joint_any_of(group, rest...);
	else
		return any_of_group(group, rest...);
}
template <typename Group, typename... Rest, typename detail::if_group<Group>::type = 0>
bool all_of(Group group, Rest... rest)
{
	if constexpr (detail::begins_range<Rest...>)
		return joint_all_of(group, rest...);
	else
		return all_of_group(group, rest...);
}
template <typename Group, typename... Rest, typename detail::if_group<Group>::type = 0>
bool none_of(Group group, Rest... rest)
{
	if constexpr (detail::begins_range<Rest...>)
		return joint_none_of(group, rest...);
	else
		return none_of_group(group, rest...);
}
template <typename Group, typename T, typename... Rest, typename detail::if_group<Group>::type = 0>
auto reduce(Group group, T value, Rest... rest)
{
	if constexpr (detail::begins_range<T, Rest...>)
		return joint_reduce(group, value, rest...);
	else
		return reduce_over_group(group, value, rest...);
}
template <typename Group, typename T, typename... Rest, typename detail::if_group<Group>::type = 0>
auto inclusive_scan(Group group, T value, Rest... rest)
{
	if constexpr (detail::begins_range<T, Rest...>)
		return joint_inclusive_scan(group, value, rest...);
	else
		return inclusive_scan_over_group(group, value, rest...);
}
template <typename Group, typename T, typename... Rest, typename detail::if_group<Group>::type = 0>
auto exclusive_scan(Group group, T value, Rest... rest)
{
	if constexpr (detail::begins_range<T, Rest...>)
		return joint_exclusive_scan(group, value, rest...);
	else
		return exclusive_scan_over_group(group, value, rest...);
}
template <typename Group, typename detail::if_group<Group>::type = 0>
bool leader(Group group)
{
	return group.leader();
}
template <typename Group, typename detail::if_group<Group>::type = 0>
void barrier(Group group)
{
	group_barrier(group);
}
}

}

#endif
