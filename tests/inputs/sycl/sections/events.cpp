/* 4.6.6: status, profiling and lists of events that a command waits for. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q{ sycl::property::queue::enable_profiling() }, plain;
	using namespace sycl::info;
	const sycl::event e = q.submit([](sycl::handler &h) { h.single_task([] {}); });

	sycl::event(e).wait();
	check(e.get_info<event::command_execution_status>() == event_command_status::complete);
	check(e.get_profiling_info<event_profiling::command_submit>() <= e.get_profiling_info<event_profiling::command_start>());
	check(e.get_profiling_info<event_profiling::command_start>() <= e.get_profiling_info<event_profiling::command_end>());
	try {
		plain.single_task([] {}).get_profiling_info<event_profiling::command_end>();
		check(false);
	} catch (const sycl::exception &x) {
		check(x.code() == sycl::errc::invalid);
	}
	const sycl::event standard;
	check(standard.get_info<event::command_execution_status>() == event_command_status::complete && standard.get_wait_list().empty());
	sycl::event::wait({ e, standard });
	sycl::event::wait_and_throw({ e });
	check(e.get_backend() == q.get_backend() && e.get_info<event::reference_count>() > 0);
	return done();
}
