/*
 * launch<f>(size, arguments): the function f is a kernel.  The size is an nd_range, or the number
 * of work-groups and their size.  Behind it may be a number of bytes of local memory, a pointer
 * to which is f's last argument, then a queue, if not the default one.
 */
#ifndef SYCLCOMPAT_LAUNCH_HPP
#define SYCLCOMPAT_LAUNCH_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>
#include <syclcompat/dims.hpp>

namespace syclcompat {

namespace detail {

/* In three dimensions, of which the last moves fastest. */
template <int Dimensions>
sycl::range<3> widen(const sycl::range<Dimensions> &r)
{
	sycl::range<3> wide(1, 1, 1);

	for (int d = 0; d < Dimensions; d++)
		wide[3 - Dimensions + d] = r[d];
	return wide;
}
template <int Dimensions>
sycl::nd_range<3> widen(const sycl::nd_range<Dimensions> &r)
{
	return { widen(r.get_global_range()), widen(r.get_local_range()) };
}
/* A grid may have more than 2^32 work-items in a dimension. */
inline sycl::nd_range<3> make_range(const dim3 &grid, const dim3 &threads)
{
	const sycl::range<3> local = threads;

	return { sycl::range<3>(grid) * local, local };
}

/*
 * The kernels.  Callee is an integral_constant: compilers agree about its name.  The kernels' names are
 * short, because some drivers have them in names of files.
 */
template <typename Callee, typename... Arguments>
struct plain {
	std::tuple<Arguments...> arguments;

	void operator()(sycl::nd_item<3>) const
	{
		std::apply([](const Arguments &...each) { Callee::value(each...); }, arguments);
	}
};
template <typename Callee, typename... Arguments>
struct local {
	std::tuple<Arguments...> arguments;
	sycl::local_accessor<char, 1> memory;

	void operator()(sycl::nd_item<3>) const
	{
		char *const start = memory.template get_multi_ptr<sycl::access::decorated::no>().get();

		std::apply([=](const Arguments &...each) { Callee::value(each..., start); }, arguments);
	}
};
/* Without work-groups. */
template <typename Callee, typename... Arguments>
struct simple {
	std::tuple<Arguments...> arguments;

	void operator()(sycl::item<3>) const
	{
		std::apply([](const Arguments &...each) { Callee::value(each...); }, arguments);
	}
};

/* What Kernel does, with properties. */
template <typename Kernel, typename Item, typename Properties>
struct with {
	Kernel kernel;
	Properties properties;

	void operator()(Item item) const { kernel(item); }
	auto get(sycl::ext::oneapi::experimental::properties_tag) const { return properties; }
};
template <typename Item, typename Properties, typename Kernel>
auto add_properties(const Properties &properties, const Kernel &kernel)
{
	if constexpr (std::is_same_v<Properties, sycl::ext::oneapi::experimental::empty_properties_t>)
		return kernel;
	else
		return with<Kernel, Item, Properties>{ kernel, properties };
}

/* The property of a sub-group's size; 0: any. */
template <int Size>
auto sub_group_properties()
{
	namespace exp = sycl::ext::oneapi::experimental;

	if constexpr (Size == 0)
		return exp::empty_properties_t();
	else
		return exp::properties(exp::sub_group_size<std::uint32_t(Size)>);
}

template <auto Function, int SubGroupSize, typename... Arguments>
sycl::event launch_plain(const sycl::nd_range<3> &size, sycl::queue q, Arguments... arguments)
{
	const plain<std::integral_constant<decltype(Function), Function>, Arguments...> kernel{ std::tuple<Arguments...>(arguments...) };

	return q.parallel_for(size, add_properties<sycl::nd_item<3>>(sub_group_properties<SubGroupSize>(), kernel));
}
template <auto Function, int SubGroupSize, typename... Arguments>
sycl::event launch_local(const sycl::nd_range<3> &size, std::size_t bytes, sycl::queue q, Arguments... arguments)
{
	return q.submit([&](sycl::handler &h) {
		const local<std::integral_constant<decltype(Function), Function>, Arguments...> kernel{ std::tuple<Arguments...>(arguments...),
			sycl::local_accessor<char, 1>(sycl::range<1>(bytes), h) };

		h.parallel_for(size, add_properties<sycl::nd_item<3>>(sub_group_properties<SubGroupSize>(), kernel));
	});
}

template <typename T>
inline constexpr bool is_queue = std::is_convertible_v<T, sycl::queue>;
template <auto Function, typename... Arguments>
inline constexpr bool takes = std::is_invocable_v<decltype(Function), Arguments...>;

template <auto Function, int SubGroupSize, typename First, typename... Rest>
sycl::event launch_with_local(const sycl::nd_range<3> &size, std::size_t bytes, First first, Rest... rest)
{
	if constexpr (takes<Function, First, Rest..., char *>)
		return launch_local<Function, SubGroupSize>(size, bytes, get_default_queue(), first, rest...);
	else
		return launch_local<Function, SubGroupSize>(size, bytes, first, rest...);
}
template <auto Function, int SubGroupSize>
sycl::event launch_with_local(const sycl::nd_range<3> &size, std::size_t bytes)
{
	return launch_local<Function, SubGroupSize>(size, bytes, get_default_queue());
}

/* Which of [bytes][queue] are before the arguments: what the function takes decides. */
template <auto Function, typename First, typename... Rest>
constexpr bool has_queue()
{
	return is_queue<First> && takes<Function, Rest...>;
}
template <auto Function, typename... Arguments>
constexpr bool fits_behind_bytes(std::tuple<Arguments...> *)
{
	return takes<Function, Arguments..., char *>;
}
template <auto Function, typename First, typename... Rest>
constexpr bool fits_behind_bytes(std::tuple<First, Rest...> *)
{
	return takes<Function, First, Rest..., char *> || (is_queue<First> && takes<Function, Rest..., char *>);
}
template <auto Function, typename First, typename... Rest>
constexpr bool has_bytes()
{
	return std::is_convertible_v<First, std::size_t> && fits_behind_bytes<Function>(static_cast<std::tuple<Rest...> *>(nullptr));
}

template <auto Function, int SubGroupSize>
sycl::event launch_with(const sycl::nd_range<3> &size)
{
	static_assert(takes<Function>, "the function takes arguments");
	return launch_plain<Function, SubGroupSize>(size, get_default_queue());
}
template <auto Function, int SubGroupSize, typename First, typename... Rest>
sycl::event launch_with(const sycl::nd_range<3> &size, First first, Rest... rest)
{
	static_assert(takes<Function, First, Rest...> || has_queue<Function, First, Rest...>() || has_bytes<Function, First, Rest...>(),
		"the function does not take these arguments, also not behind a queue, or with a char * to local memory as the last");
	if constexpr (takes<Function, First, Rest...>)
		return launch_plain<Function, SubGroupSize>(size, get_default_queue(), first, rest...);
	else if constexpr (has_queue<Function, First, Rest...>())
		return launch_plain<Function, SubGroupSize>(size, first, rest...);
	else if constexpr (has_bytes<Function, First, Rest...>())
		return launch_with_local<Function, SubGroupSize>(size, static_cast<std::size_t>(first), rest...);
	else
		return {};
}

}

/* The global size is rounded up to whole work-groups. */
template <int Dimensions>
sycl::nd_range<Dimensions> compute_nd_range(sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	for (int d = 0; d < Dimensions; d++) {
		if (global[d] == 0 || local[d] == 0)
			throw std::invalid_argument("a size in compute_nd_range is 0");
		global[d] = (global[d] + local[d] - 1) / local[d] * local[d];
	}
	return { global, local };
}
inline sycl::nd_range<1> compute_nd_range(int global, int local)
{
	if (global <= 0 || local <= 0)
		throw std::invalid_argument("a size in compute_nd_range is not positive");
	return compute_nd_range<1>(sycl::range<1>(std::size_t(global)), sycl::range<1>(std::size_t(local)));
}

template <auto Function, int Dimensions, typename... Arguments>
sycl::event launch(const sycl::nd_range<Dimensions> &size, Arguments... arguments)
{
	return detail::launch_with<Function, 0>(detail::widen(size), arguments...);
}
template <auto Function, typename... Arguments>
sycl::event launch(const dim3 &grid, const dim3 &threads, Arguments... arguments)
{
	return detail::launch_with<Function, 0>(detail::make_range(grid, threads), arguments...);
}

namespace experimental {

/* With sub-groups of that size. */
template <auto Function, int SubGroupSize, int Dimensions, typename... Arguments>
sycl::event launch(const sycl::nd_range<Dimensions> &size, Arguments... arguments)
{
	return detail::launch_with<Function, SubGroupSize>(detail::widen(size), arguments...);
}
template <auto Function, int SubGroupSize, typename... Arguments>
sycl::event launch(const dim3 &grid, const dim3 &threads, Arguments... arguments)
{
	return detail::launch_with<Function, SubGroupSize>(detail::make_range(grid, threads), arguments...);
}

}

}

#endif
