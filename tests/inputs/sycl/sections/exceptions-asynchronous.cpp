/* 4.13.1: errors of commands reach the handler of the queue, else that of its context. */
#include <sycl/sycl.hpp>
#include <stdexcept>
#include <string>

#include "../check.hpp"

int main()
{
	int of_queue = 0, of_context = 0;
	std::string text;
	const auto count = [&](int &n) {
		return [&](sycl::exception_list list) {
			for (const std::exception_ptr &e : list)
				try {
					std::rethrow_exception(e);
				} catch (const std::exception &caught) {
					text = caught.what();
					n++;
				}
			check(list.size() > 0 && list.begin() != list.end());
		};
	};
	const sycl::context context(sycl::device(), count(of_context));
	sycl::queue own(context, context.get_devices()[0], count(of_queue)), none(context, context.get_devices()[0]);
	const auto fail = [](sycl::queue &q) {
		q.submit([](sycl::handler &h) { h.host_task([] { throw std::runtime_error("from a task"); }); });
	};

	static_assert(std::is_same_v<sycl::async_handler, std::function<void(sycl::exception_list)>>);
	fail(own);
	own.wait_and_throw();
	check(of_queue == 1 && of_context == 0 && text == "from a task");
	own.wait_and_throw();
	check(of_queue == 1);
	fail(none);
	none.wait();
	none.throw_asynchronous();
	check(of_queue == 1 && of_context == 1);
	fail(own);
	own.wait();
	const sycl::event e = own.single_task([] {});

	sycl::event(e).wait_and_throw();
	check(of_queue == 2);
	{
		/* Waiting for an event also asks for the errors of the queues of what it depends on. */
		int first = 0, second = 0;
		sycl::queue a([&](sycl::exception_list l) { first += int(l.size()); }), b([&](sycl::exception_list l) { second += int(l.size()); }), c;
		const auto failed = a.submit([&](sycl::handler &h) { h.host_task([] { throw 1; }); });
		const auto next = b.submit([&](sycl::handler &h) { h.depends_on(failed); h.host_task([] { throw 2; }); });
		auto last = c.submit([&](sycl::handler &h) { h.depends_on(next); h.host_task([] {}); });
		last.wait();
		check(first == 0 && second == 0);
		last.wait_and_throw();
		check(first == 1 && second == 1);
	}
	return done();
}
