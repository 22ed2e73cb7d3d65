/* Properties of queues that are hints here: commands run the same with and without them. */
#ifndef SYCL_EXT_ONEAPI_QUEUE_PROPERTIES_HPP
#define SYCL_EXT_ONEAPI_QUEUE_PROPERTIES_HPP

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>

namespace sycl::ext {

namespace oneapi::property::queue {
class discard_events : public detail::property_base {};
class priority_low : public detail::property_base {};
class priority_normal : public detail::property_base {};
class priority_high : public detail::property_base {};
}

namespace intel::property::queue {
class immediate_command_list : public detail::property_base {};
class no_immediate_command_list : public detail::property_base {};
class compute_index : public detail::property_base {
public:
	compute_index(int index) : index_(index) {}
	int get_index() const { return index_; }

private:
	int index_;
};
}

}

#endif
