/* A launch_policy is the size of a launch with its local memory, and properties of the kernel and of the launch, in any order. */
#ifndef SYCLCOMPAT_LAUNCH_POLICY_HPP
#define SYCLCOMPAT_LAUNCH_POLICY_HPP

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/sycl.hpp>

#include <syclcompat/launch.hpp>

namespace syclcompat::experimental {

template <typename Properties>
struct kernel_properties {
	static_assert(sycl::ext::oneapi::experimental::is_property_list_v<Properties>);
	using Props = Properties;

	template <typename... Each>
	kernel_properties(Each... each) : props{ each... } {}
	template <typename... Each>
	kernel_properties(sycl::ext::oneapi::experimental::properties<Each...> all) : props(all) {}

	Properties props;
};
template <typename... Each, typename = std::enable_if_t<(!sycl::ext::oneapi::experimental::is_property_list_v<Each> && ...)>>
kernel_properties(Each... each) -> kernel_properties<decltype(sycl::ext::oneapi::experimental::properties(each...))>;
template <typename... Each>
kernel_properties(sycl::ext::oneapi::experimental::properties<Each...>) -> kernel_properties<sycl::ext::oneapi::experimental::properties<Each...>>;

template <typename Properties>
struct launch_properties {
	static_assert(sycl::ext::oneapi::experimental::is_property_list_v<Properties>);
	using Props = Properties;

	template <typename... Each>
	launch_properties(Each... each) : props{ each... } {}
	template <typename... Each>
	launch_properties(sycl::ext::oneapi::experimental::properties<Each...> all) : props(all) {}

	Properties props;
};
template <typename... Each, typename = std::enable_if_t<(!sycl::ext::oneapi::experimental::is_property_list_v<Each> && ...)>>
launch_properties(Each... each) -> launch_properties<decltype(sycl::ext::oneapi::experimental::properties(each...))>;
template <typename... Each>
launch_properties(sycl::ext::oneapi::experimental::properties<Each...>) -> launch_properties<sycl::ext::oneapi::experimental::properties<Each...>>;

/* Bytes of local memory, a pointer to which is the function's last argument. */
struct local_mem_size {
	local_mem_size(std::size_t bytes = 0) : size(bytes) {}

	std::size_t size;
};

namespace detail {

template <typename>
inline constexpr bool is_kernel_properties = false;
template <typename T>
inline constexpr bool is_kernel_properties<kernel_properties<T>> = true;
template <typename>
inline constexpr bool is_launch_properties = false;
template <typename T>
inline constexpr bool is_launch_properties<launch_properties<T>> = true;
template <typename T>
inline constexpr bool is_part = is_kernel_properties<T> || is_launch_properties<T> || std::is_same_v<T, local_mem_size>;

template <typename>
inline constexpr bool is_range = false;
template <int Dimensions>
inline constexpr bool is_range<sycl::range<Dimensions>> = true;
template <typename>
inline constexpr bool is_nd_range = false;
template <int Dimensions>
inline constexpr bool is_nd_range<sycl::nd_range<Dimensions>> = true;

/* The properties of a policy: those of its part, else none. */
inline auto kernel_part()
{
	return sycl::ext::oneapi::experimental::empty_properties_t();
}
template <typename First, typename... Rest>
auto kernel_part(const First &first, const Rest &...rest)
{
	if constexpr (is_kernel_properties<First>)
		return first.props;
	else
		return kernel_part(rest...);
}
inline auto launch_part()
{
	return sycl::ext::oneapi::experimental::empty_properties_t();
}
template <typename First, typename... Rest>
auto launch_part(const First &first, const Rest &...rest)
{
	if constexpr (is_launch_properties<First>)
		return first.props;
	else
		return launch_part(rest...);
}
inline std::size_t local_part()
{
	return 0;
}
template <typename First, typename... Rest>
std::size_t local_part(const First &first, const Rest &...rest)
{
	if constexpr (std::is_same_v<First, local_mem_size>)
		return first.size;
	else
		return local_part(rest...);
}

}

template <typename Range, typename KernelProperties, typename LaunchProperties, bool HasLocal>
class launch_policy {
	static_assert(detail::is_range<Range> || detail::is_nd_range<Range>, "the size of a launch is a range or an nd_range");
	static_assert(detail::is_nd_range<Range> || !HasLocal, "launches with local memory have work-groups: say their size");

public:
	using KPropsT = KernelProperties;
	using LPropsT = LaunchProperties;
	using RangeT = Range;
	static constexpr bool HasLocalMem = HasLocal;

	template <typename... Parts, typename = std::enable_if_t<(detail::is_part<Parts> && ...)>>
	launch_policy(Range size, Parts... parts)
		: range_(size), kernel_(detail::kernel_part(parts...)), launch_(detail::launch_part(parts...)), local_(detail::local_part(parts...)) {}
	template <typename... Parts, typename = std::enable_if_t<(detail::is_part<Parts> && ...)>>
	launch_policy(dim3 global, Parts... parts) : launch_policy(Range(global), parts...) {}
	template <typename... Parts, typename = std::enable_if_t<(detail::is_part<Parts> && ...)>>
	launch_policy(dim3 grid, dim3 local, Parts... parts) : launch_policy(Range(syclcompat::detail::make_range(grid, local)), parts...) {}

	KernelProperties get_kernel_properties() const { return kernel_; }
	LaunchProperties get_launch_properties() const { return launch_; }
	std::size_t get_local_mem_size() const { return local_; }
	Range get_range() const { return range_; }

private:
	Range range_;
	KernelProperties kernel_;
	LaunchProperties launch_;
	std::size_t local_;
};
template <typename Range, typename... Parts, typename = std::enable_if_t<detail::is_range<Range> || detail::is_nd_range<Range>>>
launch_policy(Range, Parts...) -> launch_policy<Range, decltype(detail::kernel_part(std::declval<Parts>()...)),
	decltype(detail::launch_part(std::declval<Parts>()...)), (std::is_same_v<Parts, local_mem_size> || ...)>;
template <typename... Parts, typename = std::enable_if_t<(detail::is_part<Parts> && ...)>>
launch_policy(dim3, Parts...) -> launch_policy<sycl::range<3>, decltype(detail::kernel_part(std::declval<Parts>()...)),
	decltype(detail::launch_part(std::declval<Parts>()...)), (std::is_same_v<Parts, local_mem_size> || ...)>;
template <typename... Parts, typename = std::enable_if_t<(detail::is_part<Parts> && ...)>>
launch_policy(dim3, dim3, Parts...) -> launch_policy<sycl::nd_range<3>, decltype(detail::kernel_part(std::declval<Parts>()...)),
	decltype(detail::launch_part(std::declval<Parts>()...)), (std::is_same_v<Parts, local_mem_size> || ...)>;

namespace detail {

template <auto Function, typename Policy, typename... Arguments>
sycl::event launch_policy_on(const Policy &policy, sycl::queue q, Arguments... arguments)
{
	namespace exp = sycl::ext::oneapi::experimental;
	using callee = std::integral_constant<decltype(Function), Function>;
	using all = std::tuple<Arguments...>;
	const exp::launch_config config(syclcompat::detail::widen(policy.get_range()), policy.get_launch_properties());

	return exp::submit_with_event(q, [&](sycl::handler &h) {
		if constexpr (Policy::HasLocalMem) {
			static_assert(syclcompat::detail::takes<Function, Arguments..., char *>, "the function does not take these arguments and a char *");
			const syclcompat::detail::local<callee, Arguments...> kernel{ all(arguments...),
				sycl::local_accessor<char, 1>(sycl::range<1>(policy.get_local_mem_size()), h) };

			exp::nd_launch(h, config, syclcompat::detail::add_properties<sycl::nd_item<3>>(policy.get_kernel_properties(), kernel));
		} else {
			static_assert(syclcompat::detail::takes<Function, Arguments...>, "the function does not take these arguments");

			if constexpr (is_nd_range<typename Policy::RangeT>)
				exp::nd_launch(h, config, syclcompat::detail::add_properties<sycl::nd_item<3>>(policy.get_kernel_properties(),
					syclcompat::detail::plain<callee, Arguments...>{ all(arguments...) }));
			else
				exp::parallel_for(h, config, syclcompat::detail::add_properties<sycl::item<3>>(policy.get_kernel_properties(),
					syclcompat::detail::simple<callee, Arguments...>{ all(arguments...) }));
		}
	});
}

}

template <auto Function, typename Range, typename KernelProperties, typename LaunchProperties, bool HasLocal, typename... Arguments>
sycl::event launch(launch_policy<Range, KernelProperties, LaunchProperties, HasLocal> policy, Arguments... arguments)
{
	return detail::launch_policy_on<Function>(policy, get_default_queue(), arguments...);
}
template <auto Function, typename Range, typename KernelProperties, typename LaunchProperties, bool HasLocal, typename... Arguments>
sycl::event launch(launch_policy<Range, KernelProperties, LaunchProperties, HasLocal> policy, sycl::queue q, Arguments... arguments)
{
	return detail::launch_policy_on<Function>(policy, q, arguments...);
}

}

#endif
