#include <sycl/sycl.hpp>

SYCL_EXTERNAL int plugin_value(int x) { return 10 * PLUGIN + x; }
