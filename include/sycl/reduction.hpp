/*
 * Reductions of parallel_for.  Each work-group folds its work-items' values into
 * one partial result; a second kernel of one work-group, named after the first,
 * folds those into the program's variable.  The work-groups of a range are ours:
 * neighbouring work-items take neighbouring elements, which vectors of a CPU and
 * the work-items of a GPU read together.  Large values, as those of spans, have a
 * partial result for each work-item, and one work-item folds them.
 */
#ifndef SYCL_REDUCTION_HPP
#define SYCL_REDUCTION_HPP

#include <cstddef>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/buffer.hpp>
#include <sycl/detail/kernel.hpp>
#include <sycl/ext/oneapi/experimental/work_group_scratch_memory.hpp>
#include <sycl/functional.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

namespace sycl {

class kernel;

namespace detail {

/* A value, or none yet: for operations whose identity is not known. */
template <typename T>
struct maybe {
	static_assert(std::is_trivially_copyable_v<T>, "a reduction of this type needs an identity: reduction(variable, identity, operation)");

	maybe() : none(0), has(false) {}
	maybe(const T &given) : value(given), has(true) {}

	union {
		unsigned char none;
		T value;
	};
	bool has;
};

template <typename Op>
struct maybe_operation {
	template <typename T>
	maybe<T> operator()(const maybe<T> &a, const maybe<T> &b) const
	{
		return !a.has ? b : !b.has ? a : maybe<T>(op(a.value, b.value));
	}

	Op op;
};

template <typename T>
struct plain_reduced {
	using type = T;
};
template <typename T>
struct plain_reduced<maybe<T>> : plain_reduced<T> {};
template <typename Op>
struct plain_reduced<maybe_operation<Op>> : plain_reduced<Op> {};
/* The program's type of a value or operation. */
template <typename T>
using plain_type = typename plain_reduced<T>::type;

/* Integers and vectors of them: reducers of a sum have ++. */
template <typename T>
inline constexpr bool has_successor = std::is_integral_v<T> && !std::is_same_v<T, bool>;
template <typename T, int Count>
inline constexpr bool has_successor<vec<T, Count>> = has_successor<T>;

/* The operators of a reducer that has combine(). */
namespace bases {
template <typename Self, typename T, typename Op>
class reducer_operators {
public:
	template <typename Operation = Op, typename = typename std::enable_if<is_plus<Operation>>::type>
	Self &operator+=(const T &partial) { return combine(partial); }
	template <typename Operation = Op, typename = typename std::enable_if<is_multiplies<Operation>>::type>
	Self &operator*=(const T &partial) { return combine(partial); }
	template <typename Operation = Op, typename = typename std::enable_if<is_bit_and<Operation>>::type>
	Self &operator&=(const T &partial) { return combine(partial); }
	template <typename Operation = Op, typename = typename std::enable_if<is_bit_or<Operation>>::type>
	Self &operator|=(const T &partial) { return combine(partial); }
	template <typename Operation = Op, typename = typename std::enable_if<is_bit_xor<Operation>>::type>
	Self &operator^=(const T &partial) { return combine(partial); }
	template <typename Operation = Op, typename = typename std::enable_if<is_plus<Operation> && has_successor<T>>::type>
	Self &operator++() { return combine(static_cast<T>(1)); }
	template <typename Operation = Op, typename = typename std::enable_if<is_plus<Operation> && has_successor<T>>::type>
	void operator++(int) { combine(static_cast<T>(1)); }

private:
	Self &combine(const T &partial)
	{
		Self &self = static_cast<Self &>(*this);

		self.combine(partial);
		return self;
	}
};
}
using bases::reducer_operators;

}

/* The object into which a kernel combines its values. */
template <typename T, typename Op, int Dimensions = 0, std::size_t Extent = 1>
class reducer : public detail::reducer_operators<reducer<T, Op, Dimensions, Extent>, detail::plain_type<T>, detail::plain_type<Op>> {
public:
	using value_type = detail::plain_type<T>;
	using binary_operation = detail::plain_type<Op>;
	static constexpr int dimensions = 0;

	reducer(const T &identity, const Op &op) : value_(identity), identity_(identity), op_(op) {}
	reducer(const reducer &) = delete;
	reducer &operator=(const reducer &) = delete;

	reducer &combine(const value_type &partial)
	{
		value_ = op_(value_, static_cast<T>(partial));
		return *this;
	}
	template <typename Own = T, typename std::enable_if<std::is_same_v<Own, value_type>, int>::type = 0>
	Own identity() const
	{
		return identity_;
	}

	/* For these headers only. */
	const T &detail_value() const { return value_; }

private:
	T value_, identity_;
	Op op_;
};

namespace detail {

/* The variables of a span are reduced as one value. */
template <typename T, std::size_t Count>
struct span_values {
	T element[Count];
};

template <typename Op>
struct span_operation {
	template <typename T, std::size_t Count>
	span_values<T, Count> operator()(const span_values<T, Count> &a, const span_values<T, Count> &b) const
	{
		span_values<T, Count> result = a;

		for (std::size_t i = 0; i < Count; i++)
			result.element[i] = op(a.element[i], b.element[i]);
		return result;
	}

	Op op;
};

/* One variable of a span. */
namespace bases {
template <typename T, typename Op>
class span_reducer : public reducer_operators<span_reducer<T, Op>, plain_type<T>, plain_type<Op>> {
public:
	using value_type = plain_type<T>;
	using binary_operation = plain_type<Op>;
	static constexpr int dimensions = 0;

	span_reducer(T &value, const T &identity, const Op &op) : value_(value), identity_(identity), op_(op) {}
	span_reducer &combine(const value_type &partial)
	{
		value_ = op_(value_, static_cast<T>(partial));
		return *this;
	}
	template <typename Own = T, typename std::enable_if<std::is_same_v<Own, value_type>, int>::type = 0>
	Own identity() const
	{
		return identity_;
	}

private:
	T &value_;
	const T &identity_;
	const Op &op_;
};
}
using bases::span_reducer;

}

/* Of a span: each variable has a reducer. */
template <typename T, std::size_t Count, typename Op>
class reducer<detail::span_values<T, Count>, detail::span_operation<Op>, 0, 1> {
public:
	using value_type = detail::plain_type<T>;
	using binary_operation = detail::plain_type<Op>;
	static constexpr int dimensions = 1;

	reducer(const detail::span_values<T, Count> &identity, const detail::span_operation<Op> &op)
		: value_(identity), identity_(identity.element[0]), op_(op.op) {}
	reducer(const reducer &) = delete;
	reducer &operator=(const reducer &) = delete;

	detail::span_reducer<T, Op> operator[](std::size_t i) const { return { value_.element[i], identity_, op_ }; }
	template <typename Own = T, typename std::enable_if<std::is_same_v<Own, value_type>, int>::type = 0>
	Own identity() const
	{
		return identity_;
	}

	/* For these headers only. */
	const detail::span_values<T, Count> &detail_value() const { return value_; }

private:
	mutable detail::span_values<T, Count> value_;
	T identity_;
	Op op_;
};

namespace detail {

/* Between the program's variables and what is folded. */
template <typename T>
SYCL_CC_INLINE void assign_reduced(T &to, const T &from)
{
	to = from;
}
template <typename T>
SYCL_CC_INLINE void assign_reduced(maybe<T> &to, const T &from)
{
	to = maybe<T>(from);
}
template <typename T>
SYCL_CC_INLINE void assign_reduced(T &to, const maybe<T> &from)
{
	if (from.has)
		to = from.value;
}
template <typename To, typename From, std::size_t Count, typename std::enable_if<!std::is_same_v<To, From>, int>::type = 0>
SYCL_CC_INLINE void assign_reduced(span_values<To, Count> &to, const span_values<From, Count> &from)
{
	for (std::size_t i = 0; i < Count; i++)
		assign_reduced(to.element[i], from.element[i]);
}

/* A reduction variable: the destination of the result, and how values combine. */
namespace bases {
template <typename T, typename Op, typename Result = T>
struct reduction_variable {
	using value_type = T;
	using operation = Op;
	using reducer_type = reducer<T, Op>;

	Result *result;
	T identity;
	Op op;
	bool initialize;	/* ignore the variable's old value */
};
}
using bases::reduction_variable;

template <typename T>
struct is_reduction : std::false_type {};
template <typename T, typename Op, typename Result>
struct is_reduction<reduction_variable<T, Op, Result>> : std::true_type {};

/* Where the only element of a buffer is on the group's device. */
template <typename T, int Dimensions, typename Allocator>
T *reduced_element(handler &group, const buffer<T, Dimensions, Allocator> &variable)
{
	if (variable.size() != 1)
		detail::refuse(errc::invalid, "the buffer of a reduction has one element (SYCL 2020, 4.9.2.2)");
	variable.detail_will_write();
	return static_cast<T *>(uses_memory(group, { variable.detail_data(), variable.detail_data() + 1, SYCL_RT_WRITES },
		variable.detail_whole(), false));
}

inline bool wants_identity(const property_list &properties)
{
	return properties.has_property<property::reduction::initialize_to_identity>();
}

inline property_list discards(access_mode mode)
{
	if (same(mode, access_mode::discard_write) || same(mode, access_mode::discard_read_write))
		return { property::reduction::initialize_to_identity() };
	return {};
}

/* Where no identity is known, a variable cannot be initialized to it. */
inline void refuse_identity(const property_list &properties)
{
	if (wants_identity(properties))
		detail::refuse(errc::invalid, "the identity of the reduction's operation is not known");
}

}

template <typename T, typename Op>
auto reduction(T *variable, Op op, const property_list &properties = {})
{
	if constexpr (has_known_identity_v<Op, T>) {
		return detail::reduction_variable<T, Op>{ variable, known_identity_v<Op, T>, op, detail::wants_identity(properties) };
	} else {
		detail::refuse_identity(properties);
		return detail::reduction_variable<detail::maybe<T>, detail::maybe_operation<Op>, T>{ variable, {}, { op }, false };
	}
}
template <typename T, typename Op>
auto reduction(T *variable, const T &identity, Op op, const property_list &properties = {})
{
	return detail::reduction_variable<T, Op>{ variable, identity, op, detail::wants_identity(properties) };
}
/* Of a buffer, whose type alone says which type the identity has. */
template <typename T, int Dimensions, typename Allocator, typename Op>
auto reduction(buffer<T, Dimensions, Allocator> variable, handler &group, Op op, const property_list &properties = {})
{
	return reduction(detail::reduced_element(group, variable), op, properties);
}
template <typename T, int Dimensions, typename Allocator, typename Op>
auto reduction(buffer<T, Dimensions, Allocator> variable, handler &group,
	const typename buffer<T, Dimensions, Allocator>::value_type &identity, Op op, const property_list &properties = {})
{
	return reduction(detail::reduced_element(group, variable), identity, op, properties);
}
template <typename T, std::size_t Count, typename Op>
auto reduction(span<T, Count> variables, const T &identity, Op op, const property_list &properties = {})
{
	static_assert(Count != dynamic_extent, "the number of a reduction's variables is a constant: span<T, 4>");
	detail::span_values<T, Count> identities = {};

	for (std::size_t i = 0; i < Count; i++)
		identities.element[i] = identity;
	return reduction(reinterpret_cast<detail::span_values<T, Count> *>(variables.data()), identities,
		detail::span_operation<Op>{ op }, properties);
}
template <typename T, std::size_t Count, typename Op>
auto reduction(span<T, Count> variables, Op op, const property_list &properties = {})
{
	if constexpr (has_known_identity_v<Op, T>) {
		return reduction(variables, known_identity_v<Op, T>, op, properties);
	} else {
		static_assert(Count != dynamic_extent, "the number of a reduction's variables is a constant: span<T, 4>");
		using values = detail::span_values<detail::maybe<T>, Count>;
		using operation = detail::span_operation<detail::maybe_operation<Op>>;
		using result = detail::span_values<T, Count>;

		detail::refuse_identity(properties);
		return detail::reduction_variable<values, operation, result>{ reinterpret_cast<result *>(variables.data()), {}, { { op } }, false };
	}
}

namespace detail {

/* Names of the two kernels of a reduction. */
template <typename Name>
class reduction_main;
template <typename Name>
class reduction_fold;
/* The kernel of that name is part of a command, not one of its own. */
template <typename Name>
inline constexpr bool ends_reduction = false;
template <typename Name>
inline constexpr bool ends_reduction<reduction_fold<Name>> = true;
/* What a kernel bundle has the kernel of that name as: where kernels have no images, by the program's name. */
template <typename Name>
struct bundled {
	using name = Name;
};
#ifdef SYCL_CC_PLAIN_HOST
template <typename Name>
struct bundled<reduction_main<Name>> {
	using name = Name;
};
#endif
template <typename Name>
using bundled_name = typename bundled<Name>::name;

/* A variable as the kernels see it. */
template <typename T, typename Op>
struct partial_results {
	T *part;	/* one for each folding work-item or work-group */
	T identity;
	Op op;
};

/* The fold of a work-group's values.  Outside of GPUs it uses local memory, not a group function: drivers of OpenCL 1.2 have none. */
template <typename T, typename Op>
SYCL_CC_INLINE T fold_group(const nd_item<1> &item, const T &value, Op op)
{
#ifdef SYCL_CC_GPU
	return reduce(item.get_group(), value, op);
#else
	return reduce_in_scratch(item.get_local_linear_id(), item.get_local_range(0), value, op);
#endif
}

template <int Dimensions, typename T, typename Op>
SYCL_CC_INLINE void store_of_group(const nd_item<Dimensions> &item, const partial_results<T, Op> &to, const T &sum)
{
	if (item.get_local_linear_id() == 0)
		to.part[item.get_group_linear_id()] = sum;
}

/* f(item, reducer..., handler), where f may take an id or number instead of an item, and no handler. */
template <typename Function, typename Item, typename... Reducers>
SYCL_CC_INLINE void call_with_reducers(const Function &f, const Item &item, const kernel_handler &handler, Reducers &...reducers)
{
	if constexpr (std::is_invocable_v<const Function &, const Item &, Reducers &...>)
		f(item, reducers...);
	else
		f(item, reducers..., handler);
}

/* Whether f takes one of the items and the reducers of the variables (see generic_takes). */
template <typename Function, typename... Items, typename... Variables>
constexpr bool generic_reduction_takes(const Variables &...)
{
#ifdef SYCL_CC_OFFLOAD_HOST
	return generic_takes<Function, std::is_invocable<const Function &, const Items &,
		reducer<typename Variables::value_type, typename Variables::operation> &...>...>();
#else
	return true;
#endif
}

/*
 * Work-groups fold values of these types; others would travel through their memory in many rounds.  Where the host runs
 * kernels itself, one work-item after the other, none can wait for another.
 */
template <typename... Values>
inline constexpr bool groups_fold =
#ifdef SYCL_CC_PLAIN_HOST
	false;
#else
	std::conjunction_v<std::bool_constant<std::is_trivially_copyable_v<Values> && sizeof(Values) <= 64>...>;
#endif

/*
 * The work-groups of a range: each folds some pieces of the range's rows, which lie behind each other; of rows that are too
 * narrow for its work-items, each work-item takes whole ones: they count as elements of one row then.
 */
struct pieces {
	std::size_t local;	/* work-items of a work-group */
	std::size_t narrow;	/* the width of such rows; or 0 */
	std::size_t width, rows;
	std::size_t length;	/* of a piece, the last one of a row may be shorter */
	std::size_t in_row, n;	/* pieces of a row, of all rows */
	std::size_t share, groups;	/* pieces of a work-group; work-groups */
};

/* A CPU's work-group has a vector's work-items and reads what lies behind each other; a GPU has many work-groups at once. */
template <int Dimensions>
pieces cut(const sycl_rt_device *device, const range<Dimensions> &size)
{
	const bool is_cpu = sycl_rt_device_number(device, SYCL_RT_DEVICE_TYPE) == 1;
	const std::size_t n = bytes_of(size, 1, errc::nd_range), most_groups = is_cpu ? 256 : 1024, most_rounds = 32;
	const std::size_t most_items = sycl_rt_device_number(device, SYCL_RT_DEVICE_MAX_WORK_GROUP_SIZE);
	const auto least = [](std::size_t x, std::size_t y) { return x < y ? x : y; };
	const auto ratio = [](std::size_t x, std::size_t y) { return (x + y - 1) / y; };
	pieces of{};

	of.local = is_cpu ? 16 : 128;
	if (most_items)
		of.local = least(of.local, most_items);
	if (n == 0)
		return of;
	of.narrow = Dimensions > 1 && size[Dimensions - 1] < of.local && size[Dimensions - 1] < n / size[Dimensions - 1] ? size[Dimensions - 1] : 0;
	of.width = of.narrow ? n / of.narrow : size[Dimensions - 1];
	of.rows = n / (of.narrow ? n : of.width);
	of.length = of.local * least(ratio(of.width * of.rows, of.local * most_groups), most_rounds);
	of.in_row = ratio(of.width, of.length);
	of.n = of.rows * of.in_row;
	of.share = ratio(of.n, most_groups);
	of.groups = ratio(of.n, of.share);
	return of;
}

/* Each of the work-groups folds its pieces of the range. */
template <int Dimensions, typename Function, typename... Partial>
class piece_reduction {
public:
	piece_reduction(const Function &f, const range<Dimensions> &size, const pieces &of, const Partial &...partial)
		: f_(f), size_(size), of_(of), partial_(partial...) {}

	void operator()(nd_item<1> me, kernel_handler handler) const { work(me, handler, std::index_sequence_for<Partial...>()); }

private:
	template <std::size_t... Indices>
	SYCL_CC_INLINE void work(const nd_item<1> &me, const kernel_handler &handler, std::index_sequence<Indices...>) const
	{
		fold(me, handler, reducer<std::decay_t<decltype(std::get<Indices>(partial_).identity)>, std::decay_t<decltype(std::get<Indices>(partial_).op)>>(
			std::get<Indices>(partial_).identity, std::get<Indices>(partial_).op)...);
	}
	template <typename... Reducers>
	SYCL_CC_INLINE void fold(const nd_item<1> &me, const kernel_handler &handler, Reducers &&...reducers) const
	{
		const std::size_t first = me.get_group(0) * of_.share, last = first + of_.share < of_.n ? first + of_.share : of_.n;
		const std::size_t in_plane = Dimensions == 3 ? size_[Dimensions / 2] : of_.rows;
		std::size_t in_row = first % of_.in_row, row = first / of_.in_row % in_plane, plane = first / of_.in_row / in_plane;

		for (std::size_t piece = first; piece < last; piece++) {
			const std::size_t begin = in_row * of_.length;
			const std::size_t end = begin + of_.length < of_.width ? begin + of_.length : of_.width;
			std::size_t at = begin;

			if (Dimensions > 1 && of_.narrow) {
				for (; at < end; at += of_.local)
					fold_row(at + me.get_local_id(0), end, handler, reducers...);
				in_row++;
				continue;
			}
			for (; at + of_.local <= end; at += of_.local)
				fold_one(plane, row, at + me.get_local_id(0), handler, reducers...);
			if (at + me.get_local_id(0) < end)
				fold_one(plane, row, at + me.get_local_id(0), handler, reducers...);
			if (++in_row < of_.in_row)
				continue;
			in_row = 0;
			if (++row < in_plane)
				continue;
			row = 0;
			plane++;
		}
		store(me, std::index_sequence_for<Reducers...>(), reducers...);
	}
	/* A narrow row, if there is one of that number. */
	template <typename... Reducers>
	SYCL_CC_INLINE void fold_row(std::size_t row, std::size_t end, const kernel_handler &handler, Reducers &...reducers) const
	{
		const std::size_t in_plane = Dimensions == 3 ? size_[Dimensions / 2] : end, plane = Dimensions == 3 ? row / in_plane : 0;

		for (std::size_t column = 0; column < (row < end ? of_.narrow : 0); column++)
			fold_one(plane, row - plane * in_plane, column, handler, reducers...);
	}
	template <typename... Reducers>
	SYCL_CC_INLINE void fold_one(std::size_t plane, std::size_t row, std::size_t column, const kernel_handler &handler,
		Reducers &...reducers) const
	{
		if constexpr (Dimensions == 3)
			call(id<3>(plane, row, column), handler, reducers...);
		else if constexpr (Dimensions == 2)
			call(id<2>(row, column), handler, reducers...);
		else
			call(id<1>(column), handler, reducers...);
	}
	template <typename... Reducers>
	SYCL_CC_INLINE void call(const id<Dimensions> &i, const kernel_handler &handler, Reducers &...reducers) const
	{
		using plain = item<Dimensions, false>;
		constexpr bool takes_plain = std::conjunction_v<std::negation<std::is_invocable<const Function &, item<Dimensions, true>, Reducers &...>>,
			std::disjunction<std::is_invocable<const Function &, plain, Reducers &...>,
				std::is_invocable<const Function &, plain, Reducers &..., kernel_handler>>>;

		call_with_reducers(f_, maker::make<item<Dimensions, !takes_plain>>(i, size_, id<Dimensions>()), handler, reducers...);
	}
	template <std::size_t... Indices, typename... Reducers>
	SYCL_CC_INLINE void store(const nd_item<1> &me, std::index_sequence<Indices...>, const Reducers &...reducers) const
	{
		(store_of_group(me, std::get<Indices>(partial_), fold_group(me, reducers.detail_value(), std::get<Indices>(partial_).op)), ...);
	}

	Function f_;
	range<Dimensions> size_;
	pieces of_;
	std::tuple<Partial...> partial_;
};

/* Each of the work-items folds a run of the range. */
template <int Dimensions, typename Function, typename... Partial>
class range_reduction {
public:
	range_reduction(const Function &f, const range<Dimensions> &size, std::size_t run, const Partial &...partial)
		: f_(f), size_(size), n_(size.size()), run_(run), partial_(partial...) {}

	void operator()(id<1> i, kernel_handler handler) const { work(i[0], handler, std::index_sequence_for<Partial...>()); }

private:
	template <std::size_t... Indices>
	SYCL_CC_INLINE void work(std::size_t me, const kernel_handler &handler, std::index_sequence<Indices...>) const
	{
		const std::size_t begin = me * run_, end = begin + run_ < n_ ? begin + run_ : n_;

		fold(me, begin, end, handler, reducer<std::decay_t<decltype(std::get<Indices>(partial_).identity)>, std::decay_t<decltype(std::get<Indices>(partial_).op)>>(
			std::get<Indices>(partial_).identity, std::get<Indices>(partial_).op)...);
	}
	template <typename... Reducers>
	SYCL_CC_INLINE void fold(std::size_t me, std::size_t begin, std::size_t end, const kernel_handler &handler,
		Reducers &&...reducers) const
	{
		using plain = item<Dimensions, false>;
		constexpr bool takes_plain = std::conjunction_v<std::negation<std::is_invocable<const Function &, item<Dimensions, true>, Reducers &...>>,
			std::disjunction<std::is_invocable<const Function &, plain, Reducers &...>,
				std::is_invocable<const Function &, plain, Reducers &..., kernel_handler>>>;

		for (std::size_t i = begin; i < end; i++)
			call_with_reducers(f_, maker::make<item<Dimensions, !takes_plain>>(delinear(i, size_), size_, id<Dimensions>()),
				handler, reducers...);
		store(me, std::index_sequence_for<Reducers...>(), reducers...);
	}
	template <std::size_t... Indices, typename... Reducers>
	SYCL_CC_INLINE void store(std::size_t me, std::index_sequence<Indices...>, const Reducers &...reducers) const
	{
		((std::get<Indices>(partial_).part[me] = reducers.detail_value()), ...);
	}

	Function f_;
	range<Dimensions> size_;
	std::size_t n_, run_;
	std::tuple<Partial...> partial_;
};

/* Each work-group reduces its work-items' values. */
template <int Dimensions, typename Function, typename... Partial>
class nd_range_reduction {
public:
	nd_range_reduction(const Function &f, const Partial &...partial) : f_(f), partial_(partial...) {}
	/* The properties of the program's function object. */
	template <typename Tag, typename Own = Function>
	auto get(Tag tag) const -> decltype(std::declval<const Own &>().get(tag));

	/* Its requirements, such as the work-group's size, are those of the program's function object. */
	SYCL_CC_WRAPPER void operator()(nd_item<Dimensions> item, kernel_handler handler) const
	{
		work(item, handler, std::index_sequence_for<Partial...>());
	}

private:
	template <std::size_t... Indices>
	SYCL_CC_INLINE void work(const nd_item<Dimensions> &item, const kernel_handler &handler, std::index_sequence<Indices...>) const
	{
		fold(item, handler, reducer<std::decay_t<decltype(std::get<Indices>(partial_).identity)>, std::decay_t<decltype(std::get<Indices>(partial_).op)>>(
			std::get<Indices>(partial_).identity, std::get<Indices>(partial_).op)...);
	}
	template <typename... Reducers>
	SYCL_CC_INLINE void fold(const nd_item<Dimensions> &item, const kernel_handler &handler, Reducers &&...reducers) const
	{
		call_with_reducers(f_, item, handler, reducers...);
		store(item, std::index_sequence_for<Reducers...>(), reducers...);
	}
	template <std::size_t... Indices, typename... Reducers>
	SYCL_CC_INLINE void store(const nd_item<Dimensions> &item, std::index_sequence<Indices...>, const Reducers &...reducers) const
	{
		(store_of_group(item, std::get<Indices>(partial_), reduce(item.get_group(), reducers.detail_value(), std::get<Indices>(partial_).op)), ...);
	}

	Function f_;
	std::tuple<Partial...> partial_;
};

/* Folds the partial results of all variables, pairs of neighbours first so that errors of rounding stay small. */
template <typename... Variables>
class final_fold {
public:
	final_fold(std::size_t n, const std::pair<Variables, typename Variables::value_type *> &...variable)
		: n_(n), variable_(variable...) {}

	void operator()() const
	{
		std::apply([this](const auto &...v) { (this->fold(v.first, v.second), ...); }, variable_);
	}

private:
	template <typename Variable>
	SYCL_CC_INLINE void fold(const Variable &variable, typename Variable::value_type *part) const
	{
		for (std::size_t step = 1; step < n_; step *= 2)
			for (std::size_t i = 0; i + step < n_; i += 2 * step)
				part[i] = variable.op(part[i], part[i + step]);
		typename Variable::value_type folded = variable.identity;

		if (!variable.initialize)
			assign_reduced(folded, *variable.result);
		if (n_)
			folded = variable.op(folded, part[0]);
		assign_reduced(*variable.result, folded);
	}

	std::size_t n_;
	std::tuple<std::pair<Variables, typename Variables::value_type *>...> variable_;
};

/* The same by the work-items of one work-group. */
template <typename... Variables>
class group_fold {
public:
	group_fold(std::size_t n, const std::pair<Variables, typename Variables::value_type *> &...variable)
		: n_(n), variable_(variable...) {}

	void operator()(nd_item<1> me) const
	{
		std::apply([&](const auto &...v) { (this->fold(me, v.first, v.second), ...); }, variable_);
	}

private:
	template <typename Variable>
	SYCL_CC_INLINE void fold(const nd_item<1> &me, const Variable &variable, const typename Variable::value_type *part) const
	{
		const std::size_t local = me.get_local_range(0);
		typename Variable::value_type folded = variable.identity;

		for (std::size_t begin = 0; begin < n_; begin += local)
			if (begin + me.get_local_id(0) < n_)
				folded = variable.op(folded, part[begin + me.get_local_id(0)]);
		folded = fold_group(me, folded, variable.op);
		if (me.get_local_id(0) != 0)
			return;
		if (!variable.initialize) {
			typename Variable::value_type before = variable.identity;

			assign_reduced(before, *variable.result);
			folded = variable.op(before, folded);
		}
		assign_reduced(*variable.result, folded);
	}

	std::size_t n_;
	std::tuple<std::pair<Variables, typename Variables::value_type *>...> variable_;
};

/* Memory for n partial results. */
template <typename T>
class partial_memory {
public:
	partial_memory(const sycl_rt_device *device, std::size_t n)
		: p_(static_cast<T *>(sycl_rt_scratch_take(device, SYCL_RT_MEMORY_DEVICE, bytes_of(range<1>(n ? n : 1), sizeof(T)), alignof(T))))
	{
		if (!p_)
			detail::refuse(errc::memory_allocation, "out of memory for the partial results of a reduction");
	}
	partial_memory(partial_memory &&other) : p_(other.p_) { other.p_ = nullptr; }
	~partial_memory()
	{
		if (p_)
			sycl_rt_scratch_drop(p_, last_);
	}
	T *get() const { return p_; }
	/* The task uses it, and lives as long as this object; null: none does. */
	void used_by(sycl_rt_task *task) { last_ = task; }

private:
	T *p_;
	sycl_rt_task *last_ = nullptr;
};

template <typename Memory>
void set_last_use(Memory &memory, sycl_rt_task *task)
{
	std::apply([&](auto &...part) { (part.used_by(task), ...); }, memory);
}

template <typename Name, typename Handler, typename Memory, typename... Variables, std::size_t... Indices>
void launch_fold(Handler &handler, std::size_t n, const Memory &memory, std::index_sequence<Indices...>, const Variables &...variable)
{
	if constexpr (groups_fold<typename Variables::value_type...>) {
		const std::size_t local = cut(handler.detail_device(), range<1>(n)).local;

		handler.template detail_launch<SYCL_RT_KIND_ND_RANGE, 1, reduction_fold<Name>>(
			launch_shape<1>{ range<1>(local), range<1>(local), id<1>() },
			group_fold<Variables...>(n, std::pair<Variables, typename Variables::value_type *>(variable, std::get<Indices>(memory).get())...));
	} else {
		handler.template detail_launch<SYCL_RT_KIND_SINGLE_TASK, 1, reduction_fold<Name>>(
			launch_shape<1>{ range<1>(1), range<1>(1), id<1>() },
			final_fold<Variables...>(n, std::pair<Variables, typename Variables::value_type *>(variable, std::get<Indices>(memory).get())...));
	}
}

/* What follows the first kernel. */
template <typename Name, typename Handler, typename Memory, typename Order, typename... Variables>
void finish_reduction(Handler &handler, std::size_t n, const std::shared_ptr<Memory> &memory, Order order, const Variables &...variable)
{
	set_last_use(*memory, handler.detail_task());
	launch_fold<Name>(handler, n, *memory, order, variable...);
	set_last_use(*memory, handler.detail_goes_on() ? nullptr : handler.detail_task());
	if (handler.detail_goes_on())
		handler.detail_afterwards([memory] {});
}

template <typename Name, int Dimensions, typename Handler, typename Function, typename... Variables, std::size_t... Indices>
void reduce_range(Handler &handler, const range<Dimensions> &size, const Function &f,
	std::index_sequence<Indices...> order, const Variables &...variable)
{
	constexpr std::size_t most_parts = 4096;
	constexpr bool in_groups = groups_fold<typename Variables::value_type...>;
	const pieces of = cut(handler.detail_device(), size);
	const std::size_t n = bytes_of(size, 1, errc::nd_range), run = (n + most_parts - 1) / most_parts;
	const std::size_t parts = in_groups ? of.groups : run ? (n + run - 1) / run : 0;
	const auto memory = std::make_shared<std::tuple<partial_memory<typename Variables::value_type>...>>(
		partial_memory<typename Variables::value_type>(handler.detail_device(), parts + 0 * sizeof(variable))...);

	generic_reduction_takes<Function, item<Dimensions, true>, item<Dimensions, false>>(variable...);
	handler.detail_starts_several();
	if constexpr (in_groups) {
		using kernel = piece_reduction<Dimensions, Function, partial_results<typename Variables::value_type, typename Variables::operation>...>;

		handler.template detail_launch<SYCL_RT_KIND_ND_RANGE, 1, reduction_main<Name>>(
			launch_shape<1>{ range<1>(parts * of.local), range<1>(of.local), id<1>() },
			kernel(f, size, of, partial_results<typename Variables::value_type, typename Variables::operation>{
				std::get<Indices>(*memory).get(), variable.identity, variable.op }...));
	} else {
		using kernel = range_reduction<Dimensions, Function, partial_results<typename Variables::value_type, typename Variables::operation>...>;

		handler.template detail_launch<SYCL_RT_KIND_RANGE, 1, reduction_main<Name>>(
			launch_shape<1>{ range<1>(parts), range<1>(), id<1>() },
			kernel(f, size, run, partial_results<typename Variables::value_type, typename Variables::operation>{
				std::get<Indices>(*memory).get(), variable.identity, variable.op }...));
	}
	finish_reduction<Name>(handler, parts, memory, order, variable...);
}

template <typename Name, int Dimensions, typename Handler, typename Function, typename... Variables, std::size_t... Indices>
void reduce_nd_range(Handler &handler, const nd_range<Dimensions> &size, const Function &f,
	std::index_sequence<Indices...> order, const Variables &...variable)
{
	using kernel = nd_range_reduction<Dimensions, Function, partial_results<typename Variables::value_type, typename Variables::operation>...>;
	const std::size_t groups = size.get_local_range().size() ? bytes_of(size.get_group_range(), 1, errc::nd_range) : 0;
	const auto memory = std::make_shared<std::tuple<partial_memory<typename Variables::value_type>...>>(
		partial_memory<typename Variables::value_type>(handler.detail_device(), groups + 0 * sizeof(variable))...);

	generic_reduction_takes<Function, nd_item<Dimensions>>(variable...);
	handler.detail_starts_several();
	handler.template detail_launch<SYCL_RT_KIND_ND_RANGE, Dimensions, reduction_main<Name>>(
		launch_shape<Dimensions>{ size.get_global_range(), size.get_local_range(), size.get_offset() },
		kernel(f, partial_results<typename Variables::value_type, typename Variables::operation>{
			std::get<Indices>(*memory).get(), variable.identity, variable.op }...));
	finish_reduction<Name>(handler, groups, memory, order, variable...);
}

/* parallel_for(size, f) */
template <typename Name, int Dimensions, typename Handler, typename Function>
void with_reductions(Handler &handler, const range<Dimensions> &size, const Function &f)
{
	handler.template detail_launch<SYCL_RT_KIND_RANGE, Dimensions, Name>(launch_shape<Dimensions>{ size, range<Dimensions>(), id<Dimensions>() }, f);
}

template <typename Name, int Dimensions, typename Handler, typename Function>
void with_reductions(Handler &handler, const nd_range<Dimensions> &size, const Function &f)
{
	handler.template detail_launch<SYCL_RT_KIND_ND_RANGE, Dimensions, Name>(
		launch_shape<Dimensions>{ size.get_global_range(), size.get_local_range(), size.get_offset() }, f);
}

/* parallel_for(size, offset, f) */
template <typename Name, int Dimensions, typename Handler, typename Function>
void with_reductions(Handler &handler, const range<Dimensions> &size, const id<Dimensions> &offset, const Function &f)
{
	handler.template detail_launch<SYCL_RT_KIND_RANGE, Dimensions, Name>(launch_shape<Dimensions>{ size, range<Dimensions>(), offset }, f);
}

/* parallel_for(size, reduction..., f): the last argument goes to the front. */
template <typename Name, typename Handler, typename Size, std::size_t... Indices, typename Arguments>
void split_arguments(Handler &handler, const Size &size, std::index_sequence<Indices...> order, const Arguments &arguments)
{
	const auto &f = std::get<sizeof...(Indices)>(arguments);
	using kernel = kernel_name<Name, std::decay_t<decltype(f)>>;

	if constexpr (std::is_same_v<Size, nd_range<Size::dimensions>>)
		reduce_nd_range<kernel>(handler, size, f, order, std::get<Indices>(arguments)...);
	else
		reduce_range<kernel>(handler, size, f, order, std::get<Indices>(arguments)...);
}

template <typename Name, typename Handler, typename Size, typename First, typename... Rest,
	typename = typename std::enable_if<is_reduction<First>::value>::type>
void with_reductions(Handler &handler, const Size &size, const First &first, const Rest &...rest)
{
	handler.detail_at_end([&handler, size, arguments = std::tuple<First, Rest...>(first, rest...)] {
		split_arguments<Name>(handler, size, std::make_index_sequence<sizeof...(Rest)>(), arguments);
	});
}

template <typename Size>
inline constexpr bool is_nd_range = false;
template <int Dimensions>
inline constexpr bool is_nd_range<nd_range<Dimensions>> = true;

/* parallel_for(size, properties, reduction..., f) */
template <typename Name, typename List, typename Handler, typename Size, std::size_t... Indices, typename Arguments>
void with_properties_of(Handler &handler, const Size &size, const List &list, std::index_sequence<Indices...>, const Arguments &arguments)
{
	using scratch_key = ext::oneapi::experimental::work_group_scratch_size;
	const auto &f = std::get<sizeof...(Indices)>(arguments);

	if constexpr (std::is_same_v<std::decay_t<decltype(f)>, sycl::kernel>) {
		if constexpr (List::template has_property<scratch_key>()) {
			static_assert(is_nd_range<Size>, "only kernels with work-groups have scratch memory: launch it with an nd_range");
			handler.detail_need_no_scratch();
			handler.detail_give_scratch(reserve_local(handler, list.template get_property<scratch_key>().size, scratch_alignment));
		}
		handler.parallel_for(size, of_compiled<List>(f));
	} else if constexpr (List::template has_property<scratch_key>()) {
		static_assert(is_nd_range<Size>, "only kernels with work-groups have scratch memory: launch it with an nd_range");
		using joined = typename all_properties<std::decay_t<decltype(f)>, List>::type;
		const std::size_t bytes = list.template get_property<scratch_key>().size;

		handler.detail_need_no_scratch();
		with_reductions<Name>(handler, size, std::get<Indices>(arguments)...,
			give_properties<joined>(with_scratch(f, reserve_local(handler, bytes, scratch_alignment))));
	} else {
		(void)list;
		with_reductions<Name>(handler, size, std::get<Indices>(arguments)..., give_properties<List>(f));
	}
}

template <typename Name, typename Handler, typename Size, typename List, typename... Rest, typename if_properties<List>::type = 0>
void with_reductions(Handler &handler, const Size &size, const List &list, const Rest &...rest)
{
	with_properties_of<Name>(handler, size, list, std::make_index_sequence<sizeof...(Rest) - 1>(), std::tie(rest...));
}

}

/* The first form of reductions: of an accessor's first element, whose former value counts unless it is discarded. */
template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Op>
auto reduction(const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &variable, Op op)
{
	return reduction(static_cast<T *>(variable.get_pointer()), op, detail::discards(Mode));
}
template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties, typename Op>
auto reduction(const accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &variable, const T &identity, Op op)
{
	return reduction(static_cast<T *>(variable.get_pointer()), identity, op, detail::discards(Mode));
}

namespace ext::oneapi {
using sycl::reduction;
}

}

#endif
