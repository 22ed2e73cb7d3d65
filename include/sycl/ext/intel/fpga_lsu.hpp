/* Load-store units, an extension: loads and stores, whose parameters matter to FPGAs alone. */
#ifndef SYCL_EXT_INTEL_FPGA_LSU_HPP
#define SYCL_EXT_INTEL_FPGA_LSU_HPP

#include <sycl/ext/intel/fpga_utils.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl::ext::intel {

template <typename... Parameters>
class lsu final {
public:
	lsu() = delete;

	template <typename T, access::address_space Space, access::decorated Decorated>
	static std::remove_const_t<T> load(multi_ptr<T, Space, Decorated> from)
	{
		return *from.get();
	}
	template <typename T, access::address_space Space, access::decorated Decorated>
	static void store(multi_ptr<T, Space, Decorated> to, T value)
	{
		*to.get() = value;
	}
};

}

#endif
