#include "functions.hpp"

SYCL_EXTERNAL int inner(int x) { return 2 * base(x); }
