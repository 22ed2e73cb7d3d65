/* AdaptiveCpp's properties, with their earlier names: hints, but for what buffers do with the program's memory. */
#ifndef SYCL_EXT_ACPP_PROPERTIES_HPP
#define SYCL_EXT_ACPP_PROPERTIES_HPP

#include <cstddef>

#include <sycl/id.hpp>
#include <sycl/property_list.hpp>

namespace sycl {

class device;

namespace detail {
/* A property with a value. */
template <typename Value>
class value_property : public property_base {
public:
	value_property(const Value &value) : value_(value) {}
	const Value &detail_value() const { return value_; }

private:
	Value value_;
};
}

namespace property {

namespace queue {
class AdaptiveCpp_coarse_grained_events : public detail::property_base {};
using hipSYCL_coarse_grained_events = AdaptiveCpp_coarse_grained_events;
}

/* Of queue::submit(properties, f). */
namespace command_group {
class AdaptiveCpp_coarse_grained_events : public detail::property_base {};
template <int Dimensions>
struct AdaptiveCpp_prefer_group_size : detail::value_property<range<Dimensions>> {
	using detail::value_property<range<Dimensions>>::value_property;
};
struct AdaptiveCpp_prefer_execution_lane : detail::value_property<std::size_t> {
	using value_property::value_property;
};
struct AdaptiveCpp_retarget;	/* extensions.hpp */
using hipSYCL_coarse_grained_events = AdaptiveCpp_coarse_grained_events;
template <int Dimensions>
using hipSYCL_prefer_group_size = AdaptiveCpp_prefer_group_size<Dimensions>;
using hipSYCL_prefer_execution_lane = AdaptiveCpp_prefer_execution_lane;
using hipSYCL_retarget = AdaptiveCpp_retarget;
}

namespace buffer {
template <int Dimensions>
struct AdaptiveCpp_page_size : detail::value_property<range<Dimensions>> {
	using detail::value_property<range<Dimensions>>::value_property;
};
/* False: the program's memory is copied, and not written unless AdaptiveCpp_buffer_writes_back(true) says so. */
struct AdaptiveCpp_buffer_uses_external_storage : detail::value_property<bool> {
	using value_property::value_property;
};
struct AdaptiveCpp_buffer_writes_back : detail::value_property<bool> {
	using value_property::value_property;
};
struct AdaptiveCpp_buffer_destructor_blocks : detail::value_property<bool> {
	using value_property::value_property;
};
template <int Dimensions>
using hipSYCL_page_size = AdaptiveCpp_page_size<Dimensions>;
using hipSYCL_buffer_uses_external_storage = AdaptiveCpp_buffer_uses_external_storage;
using hipSYCL_buffer_writes_back = AdaptiveCpp_buffer_writes_back;
using hipSYCL_buffer_destructor_blocks = AdaptiveCpp_buffer_destructor_blocks;
}

}

}

#endif
