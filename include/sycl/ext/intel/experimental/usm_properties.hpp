/* Where an allocation should lie: a hint without effect. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_USM_PROPERTIES_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_USM_PROPERTIES_HPP

#include <cstdint>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>

namespace sycl::ext::intel::experimental::property::usm {

class buffer_location : public sycl::detail::property_base {
public:
	buffer_location(std::uint64_t location) : location_(location) {}
	std::uint64_t get_buffer_location() const { return location_; }

private:
	std::uint64_t location_;
};

}

#endif
