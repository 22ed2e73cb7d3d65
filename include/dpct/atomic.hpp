/* Atomic operations on what a pointer points to. */
#if __has_include_next(<dpct/atomic.hpp>)
#include_next <dpct/atomic.hpp>
#else
#ifndef DPCT_ATOMIC_HPP
#define DPCT_ATOMIC_HPP

#include <syclcompat/atomic.hpp>

namespace dpct {

using syclcompat::atomic, syclcompat::atomic_compare_exchange_strong, syclcompat::atomic_exchange, syclcompat::atomic_fetch_add,
	syclcompat::atomic_fetch_and, syclcompat::atomic_fetch_compare_dec, syclcompat::atomic_fetch_compare_inc, syclcompat::atomic_fetch_max,
	syclcompat::atomic_fetch_min, syclcompat::atomic_fetch_or, syclcompat::atomic_fetch_sub, syclcompat::atomic_fetch_xor;

}

#endif
#endif
