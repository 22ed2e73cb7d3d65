/* 3.9.8: a program waits by events, queues, host accessors, the ends of buffers and lists of events; kernels by barriers. */
#include <sycl/sycl.hpp>

#include <thread>

#include "../check.hpp"

using namespace sycl;

int main()
{
	queue q, other;
	int *const p = malloc_shared<int>(8, q);
	const auto slow = [&](queue &on, int at, int value) {
		return on.submit([&](handler &h) { h.host_task([=] { std::this_thread::sleep_for(std::chrono::milliseconds(3)); p[at] = value; }); });
	};
	std::fill(p, p + 8, 0);
	slow(q, 0, 1).wait();
	check(p[0] == 1);
	slow(q, 0, 2), slow(q, 1, 3), slow(other, 2, 4);
	q.wait(), other.wait_and_throw();
	check(p[0] == 2 && p[1] == 3 && p[2] == 4);
	const std::vector<event> two{ slow(q, 3, 5), slow(other, 4, 6) };
	event::wait(two);
	check(p[3] == 5 && p[4] == 6);
	const event a = slow(q, 0, 10), b = slow(other, 1, 20);
	other.single_task({ a, b }, [=] { p[5] = p[0] + p[1]; }).wait();
	check(p[5] == 30);
	const event c = q.submit([&](handler &h) { h.depends_on({ slow(q, 0, 7), slow(other, 1, 8) }); h.single_task([=] { p[6] = p[0] * p[1]; }); });
	check(c.get_wait_list().size() <= 2);
	event(c).wait();
	check(p[6] == 56 && c.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
	/* a barrier of the queue: all before, or some events */
	const event d = slow(q, 0, 40);
	q.ext_oneapi_submit_barrier().wait();
	check(p[0] == 40);
	q.ext_oneapi_submit_barrier({ slow(other, 0, 41), d }).wait();
	check(p[0] == 41);
	/* data that leaves a buffer waits for what made it */
	int result[4] = {};
	{
		buffer<int> of_result(result, range<1>(4));
		q.submit([&](handler &h) {
			accessor w(of_result, h, write_only_host_task);
			h.host_task([=] { std::this_thread::sleep_for(std::chrono::milliseconds(3)); w[1] = 9; });
		});
		check(host_accessor(of_result, read_only)[1] == 9);
		q.submit([&](handler &h) { accessor w(of_result, h); h.parallel_for(4, [=](id<1> i) { w[i] += 1; }); });
	}
	check(result[1] == 10);
	free(p, q);
	return done();
}
