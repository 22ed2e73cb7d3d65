/* An unqualified call with an object of SYCL finds the program's functions and those of sycl, none of the headers' own. */
#include <sycl/sycl.hpp>

/* A program's own bit_cast, and a class of its own around an object of SYCL. */
namespace own {
template <typename Object>
struct around {
	Object object;
};
struct bits {};

template <typename To, typename From>
constexpr bits bit_cast(const From &)
{
	return {};
}

template <typename Object>
constexpr bool calls_own_bit_cast = std::is_same_v<decltype(bit_cast<int>(std::declval<const Object &>())), bits>;

static_assert(calls_own_bit_cast<sycl::half>);
static_assert(calls_own_bit_cast<around<sycl::half>>);
static_assert(calls_own_bit_cast<sycl::vec<int, 1>>);
}

/* Its own functions that are named as those of sycl, as math libraries have them: a half does not find sycl's. */
namespace own {
template <typename T> constexpr bits abs(T) { return {}; }
template <typename T> constexpr bits sqrt(T) { return {}; }
template <typename T> constexpr bits sign(T) { return {}; }
template <typename T> constexpr bits length(T) { return {}; }
template <typename T> constexpr bits dot(T, T) { return {}; }
template <typename T> constexpr bits min(T, T) { return {}; }
template <typename T> constexpr bits clamp(T, T, T) { return {}; }
template <typename T> constexpr bits mix(T, T, T) { return {}; }
template <typename T> constexpr bits fma(T, T, T) { return {}; }

template <typename T>
constexpr bool calls_own_functions(T a)
{
	return (std::is_same_v<bits, decltype(abs(a))> && std::is_same_v<bits, decltype(sqrt(a))>
		&& std::is_same_v<bits, decltype(sign(a))> && std::is_same_v<bits, decltype(length(a))>
		&& std::is_same_v<bits, decltype(dot(a, a))> && std::is_same_v<bits, decltype(min(a, a))>
		&& std::is_same_v<bits, decltype(clamp(a, a, a))> && std::is_same_v<bits, decltype(mix(a, a, a))>
		&& std::is_same_v<bits, decltype(fma(a, a, a))>);
}

static_assert(calls_own_functions(sycl::half(1.0f)));
}

static_assert(sycl::bit_cast<unsigned>(1.0f) == 0x3f800000);

namespace sycl::detail {
template <typename T>
std::true_type found(const T &);
namespace dev {
template <typename T>
std::true_type found(const T &);
}
}

std::false_type found(...);

template <typename... Types>
constexpr bool finds_own = (decltype(found(std::declval<const Types &>()))::value || ...);

using namespace sycl;

static_assert(bit_cast<unsigned>(1.0f) == 0x3f800000);

static_assert(!finds_own<queue>);
static_assert(!finds_own<device>);
static_assert(!finds_own<platform>);
static_assert(!finds_own<context>);
static_assert(!finds_own<event>);
static_assert(!finds_own<handler>);
static_assert(!finds_own<range<3>>);
static_assert(!finds_own<id<2>>);
static_assert(!finds_own<item<1>>);
static_assert(!finds_own<item<1,false>>);
static_assert(!finds_own<nd_item<3>>);
static_assert(!finds_own<nd_range<1>>);
static_assert(!finds_own<group<1>>);
static_assert(!finds_own<sub_group>);
static_assert(!finds_own<h_item<1>>);
static_assert(!finds_own<buffer<int>>);
static_assert(!finds_own<buffer<float,2>>);
static_assert(!finds_own<accessor<int,1>>);
static_assert(!finds_own<host_accessor<int,1>>);
static_assert(!finds_own<local_accessor<int,2>>);
static_assert(!finds_own<multi_ptr<int, access::address_space::global_space, access::decorated::no>>);
static_assert(!finds_own<multi_ptr<int, access::address_space::local_space, access::decorated::legacy>>);
static_assert(!finds_own<vec<int,4>>);
static_assert(!finds_own<vec<float,3>>);
static_assert(!finds_own<half>);
static_assert(!finds_own<marray<int,3>>);
static_assert(!finds_own<atomic_ref<int, memory_order::relaxed, memory_scope::device>>);
static_assert(!finds_own<stream>);
static_assert(!finds_own<exception>);
static_assert(!finds_own<kernel>);
static_assert(!finds_own<kernel_id>);
static_assert(!finds_own<kernel_bundle<bundle_state::executable>>);
static_assert(!finds_own<device_image<bundle_state::executable>>);
static_assert(!finds_own<property_list>);
static_assert(!finds_own<property::queue::in_order>);
static_assert(!finds_own<usm_allocator<int, usm::alloc::shared>>);
static_assert(!finds_own<plus<int>>);
static_assert(!finds_own<span<int>>);
static_assert(!finds_own<interop_handle>);
static_assert(!finds_own<kernel_handler>);
static_assert(!finds_own<specialization_id<int>>);
static_assert(!finds_own<async_handler>);
static_assert(!finds_own<sampler>);
static_assert(!finds_own<unsampled_image<2>>);
static_assert(!finds_own<sampled_image<2>>);
static_assert(!finds_own<device_event>);
static_assert(!finds_own<private_memory<int,1>>);
static_assert(!finds_own<ext::oneapi::bfloat16>);
static_assert(!finds_own<sycl::atomic<int>>);
static_assert(!finds_own<exception_list>);
static_assert(!finds_own<device_selector>);
static_assert(!finds_own<decltype(reduction((int*)0, plus<int>()))>);
static_assert(!finds_own<reducer<int, plus<int>, 0>>);
static_assert(!finds_own<range<1>>);
static_assert(!finds_own<decltype(default_selector_v)>);
static_assert(!finds_own<decltype(read_only)>);
static_assert(!finds_own<image_sampler>);
static_assert(!finds_own<local_ptr<int>>);
static_assert(!finds_own<global_ptr<float>>);
static_assert(!finds_own<decltype(std::declval<vec<float, 4> &>().lo())>);
