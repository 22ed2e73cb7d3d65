/* SYCLcompat: everything. */
#ifndef SYCLCOMPAT_SYCLCOMPAT_HPP
#define SYCLCOMPAT_SYCLCOMPAT_HPP

#include <syclcompat/atomic.hpp>
#include <syclcompat/defs.hpp>
#include <syclcompat/device.hpp>
#include <syclcompat/dims.hpp>
#include <syclcompat/group_utils.hpp>
#include <syclcompat/id_query.hpp>
#include <syclcompat/kernel.hpp>
#include <syclcompat/launch.hpp>
#include <syclcompat/launch_policy.hpp>
#include <syclcompat/math.hpp>
#include <syclcompat/memory.hpp>
#include <syclcompat/traits.hpp>
#include <syclcompat/util.hpp>

#endif
