#include "functions.hpp"

SYCL_EXTERNAL int library_value(int x) { return 11 * x; }
