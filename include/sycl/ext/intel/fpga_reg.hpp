/* fpga_reg, an extension: the value itself, for which an FPGA has a register. */
#ifndef SYCL_EXT_INTEL_FPGA_REG_HPP
#define SYCL_EXT_INTEL_FPGA_REG_HPP

namespace sycl::ext::intel {

template <typename T>
T fpga_reg(T value)
{
	return value;
}

}

#endif
