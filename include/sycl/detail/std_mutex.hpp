/* std::mutex; libstdc++ has it in a file of its own, without the clocks of <mutex>. */
#ifndef SYCL_DETAIL_STD_MUTEX_HPP
#define SYCL_DETAIL_STD_MUTEX_HPP

#if __has_include(<bits/std_mutex.h>)
#include <exception>
#include <bits/std_mutex.h>
#else
#include <mutex>
#endif

#endif
