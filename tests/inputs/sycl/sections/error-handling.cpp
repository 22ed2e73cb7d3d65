/* 3.9.9: synchronous errors are thrown at once, asynchronous ones come to the handler, with their context and their order; the program goes on. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

int main()
{
	std::vector<int> numbers;
	std::vector<std::string> texts;
	const auto handle = [&](exception_list list) {
		static_assert(std::is_same_v<exception_list::value_type, std::exception_ptr> && std::is_same_v<exception_list::size_type, std::size_t>);
		for (const std::exception_ptr &e : list)
			try {
				std::rethrow_exception(e);
			} catch (const sycl::exception &x) {
				texts.push_back(x.what());
			} catch (int n) {
				numbers.push_back(n);
			}
	};
	queue q(handle, property::queue::in_order());
	int ran = 0;
	for (int i = 0; i < 3; i++)
		q.submit([&](handler &h) { h.host_task([=] { throw i; }); });
	q.submit([&](handler &h) { h.host_task([&] { ran++; }); });
	q.wait();
	check(numbers.empty() && ran == 1);
	q.throw_asynchronous();
	check(numbers == std::vector<int>{ 0, 1, 2 });
	q.throw_asynchronous();
	check(numbers.size() == 3);
	event e = q.submit([&](handler &h) { h.host_task([&] { throw sycl::exception(q.get_context(), make_error_code(errc::runtime), "told"); }); });
	e.wait_and_throw();
	check(texts == std::vector<std::string>{ "told" });
	/* synchronous: the queue is as before */
	try {
		q.memcpy(nullptr, &ran, 4, e).wait();
		q.wait_and_throw();
	} catch (const sycl::exception &x) {
		check(x.code() == errc::invalid || x.code() == errc::runtime);
	}
	try {
		q.submit([&](handler &h) { h.parallel_for(nd_range<1>(5, 2), [=](nd_item<1>) {}); });
		check(false);
	} catch (const sycl::exception &x) {
		check(x.code() == errc::nd_range && x.category() == sycl_category() && std::string(x.what()).size() > 5 && x.code().message().size() > 2);
	}
	int *const p = malloc_shared<int>(1, q);
	q.single_task([=] { *p = 3; }).wait();
	check(*p == 3);
	free(p, q);
	/* the context's handler, for queues without one */
	int of_context = 0;
	const context c(q.get_device(), [&](exception_list l) { of_context += int(l.size()); });
	queue plain(c, default_selector_v);
	plain.submit([&](handler &h) { h.host_task([] { throw 1; }); });
	plain.wait_and_throw();
	check(of_context == 1);
	const exception_list none;
	check(none.size() == 0 && none.begin() == none.end());
	return done();
}
