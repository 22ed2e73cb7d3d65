/* Selectors of FPGAs, an extension.  The emulator of an FPGA is the CPU; there is no simulator. */
#ifndef SYCL_EXT_INTEL_FPGA_DEVICE_SELECTOR_HPP
#define SYCL_EXT_INTEL_FPGA_DEVICE_SELECTOR_HPP

#include <sycl/device.hpp>

namespace sycl::ext::intel {

inline int fpga_selector_v(const device &device) { return accelerator_selector_v(device); }
inline int fpga_emulator_selector_v(const device &device) { return cpu_selector_v(device); }
inline int fpga_simulator_selector_v(const device &device) { return accelerator_selector_v(device); }

class fpga_selector : public device_selector {
public:
	int operator()(const device &device) const override { return fpga_selector_v(device); }
};
class fpga_emulator_selector : public device_selector {
public:
	int operator()(const device &device) const override { return fpga_emulator_selector_v(device); }
};
class fpga_simulator_selector : public device_selector {
public:
	int operator()(const device &device) const override { return fpga_simulator_selector_v(device); }
};

}

#endif
