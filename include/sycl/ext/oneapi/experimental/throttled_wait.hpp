/* Waits for events that look for their end now and then, and sleep in between. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_THROTTLED_WAIT_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_THROTTLED_WAIT_HPP

#include <chrono>
#include <thread>
#include <vector>

#include <sycl/event.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename Rep, typename Period>
void ext_oneapi_throttled_wait(sycl::event &e, const std::chrono::duration<Rep, Period> &sleep)
{
	while (e.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete)
		std::this_thread::sleep_for(sleep);
	e.wait();
}
template <typename Rep, typename Period>
void ext_oneapi_throttled_wait(std::vector<sycl::event> &list, const std::chrono::duration<Rep, Period> &sleep)
{
	for (sycl::event &e : list)
		experimental::ext_oneapi_throttled_wait(e, sleep);
}
template <typename Rep, typename Period>
void ext_oneapi_throttled_wait_and_throw(sycl::event &e, const std::chrono::duration<Rep, Period> &sleep)
{
	experimental::ext_oneapi_throttled_wait(e, sleep);
	e.wait_and_throw();
}
template <typename Rep, typename Period>
void ext_oneapi_throttled_wait_and_throw(std::vector<sycl::event> &list, const std::chrono::duration<Rep, Period> &sleep)
{
	for (sycl::event &e : list)
		experimental::ext_oneapi_throttled_wait_and_throw(e, sleep);
}

}

#endif
