/* Hints about memory, without effect here: properties of buffers and of USM, and copies to come. */
#ifndef SYCL_EXT_ONEAPI_MEMORY_HINTS_HPP
#define SYCL_EXT_ONEAPI_MEMORY_HINTS_HPP

#include <cstddef>
#include <cstdint>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/property_list.hpp>

namespace sycl {
class context;
class queue;
}

namespace sycl::property::buffer {
/* Programs for FPGAs say where a buffer is to be. */
class mem_channel : public detail::property_base {
public:
	mem_channel(std::uint32_t channel) : channel_(channel) {}
	std::uint32_t get_channel() const { return channel_; }

private:
	std::uint32_t channel_;
};
}

namespace sycl::ext::oneapi {

/* Not for buffers of the program's own memory. */
namespace property::buffer {
class use_pinned_host_memory : public sycl::detail::property_base {};
}
namespace property::usm {
class device_read_only : public sycl::detail::property_base {};
}

namespace experimental {
inline void prepare_for_device_copy(void *, std::size_t, const context &) {}
inline void prepare_for_device_copy(void *, std::size_t, const queue &) {}
inline void release_from_device_copy(void *, const context &) {}
inline void release_from_device_copy(void *, const queue &) {}
}

}

#endif
