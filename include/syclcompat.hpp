/* SYCLcompat: functions for programs that come from CUDA (doc/extensions.md). */
#ifndef SYCLCOMPAT_HPP
#define SYCLCOMPAT_HPP

#include <syclcompat/syclcompat.hpp>

#endif
