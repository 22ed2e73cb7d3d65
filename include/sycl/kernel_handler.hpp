/* sycl::kernel_handler: a kernel's access to its specialization constants. */
#ifndef SYCL_KERNEL_HANDLER_HPP
#define SYCL_KERNEL_HANDLER_HPP

#include <sycl/detail/defines.hpp>
#include <sycl/group.hpp>

namespace sycl {

class kernel_handler {
public:
	/* For these headers only: the values of all constants. */
	void *detail_values() const { return spec_constants_; }

private:
	friend struct detail::maker;

	explicit kernel_handler(void *spec_constants) : spec_constants_(spec_constants) {}

	void *spec_constants_;
};

}

#endif
