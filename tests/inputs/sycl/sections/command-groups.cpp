/* 3.7.1.2: a command group has one command; its requirements and its function run once, at once; commands of groups form a graph. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Function>
bool refused(errc wanted, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == wanted;
	}
	return false;
}

int main()
{
	queue q, other;
	buffer<int> a(range<1>(64)), b(range<1>(64)), c(range<1>(64));
	int calls = 0;
	const auto add = [&](queue &to, buffer<int> &from, buffer<int> &into, int n) {
		return to.submit([&](handler &h) {
			accessor x(from, h, read_only);
			accessor y(into, h, read_write);
			calls++;
			h.parallel_for(64, [=](id<1> i) { y[i] += x[i] + n; });
		});
	};
	for (buffer<int> *p : { &a, &b, &c })
		q.submit([&](handler &h) { accessor x(*p, h, write_only, no_init); h.fill(x, 1); calls++; });
	check(calls == 3);
	add(q, a, b, 0);	/* b = 2 */
	add(other, a, c, 1);	/* c = 3: beside it */
	add(q, b, c, 0);	/* c = 5 */
	add(other, c, a, 0);	/* a = 6 */
	const event last = add(q, a, b, 0);	/* b = 8 */
	check(calls == 8);
	{
		const host_accessor x(a, read_only), y(b, read_only), z(c, read_only);
		check(x[63] == 6 && y[0] == 8 && z[31] == 5);
	}
	last.get_info<info::event::command_execution_status>();
	/* two commands in one group, and none */
	check(refused(errc::invalid, [&] { q.submit([&](handler &h) { h.single_task([] {}); h.single_task([] {}); }); }));
	check(refused(errc::invalid, [&] { q.submit([&](handler &h) { accessor x(a, h); h.update_host(x); h.host_task([] {}); }); }));
	q.submit([&](handler &) {}).wait();
	/* an exception of the group's function leaves no command behind */
	check(refused(errc::runtime, [&] { q.submit([&](handler &h) { accessor x(a, h, write_only); h.depends_on(last); throw sycl::exception(make_error_code(errc::runtime)); }); }));
	try {
		q.submit([&](handler &) { throw 5; });
		check(false);
	} catch (int n) {
		check(n == 5);
	}
	check(host_accessor(a, read_only)[1] == 6);
	q.wait();
	/* What a command waits for may be said behind it: it starts when the group's function returns. */
	event held, behind, kernel;
	{
		buffer<int> gate(range<1>(1));
		const host_accessor closed(gate);
		held = q.submit([&](handler &h) { accessor x(gate, h, write_only_host_task); h.host_task([=] { x[0] = 1; }); });
		kernel = q.submit([&](handler &h) { h.single_task([] {}); h.depends_on(held); });
		check(kernel.get_info<info::event::command_execution_status>() != info::event_command_status::complete);
		behind = q.submit([&](handler &h) { h.host_task([] {}); h.depends_on(held); });
		check(behind.get_info<info::event::command_execution_status>() != info::event_command_status::complete);
	}
	behind.wait();
	kernel.wait();
	check(held.get_info<info::event::command_execution_status>() == info::event_command_status::complete);
	q.submit([&](handler &h) { h.single_task([] {}); h.depends_on(held); }).wait();
	return done();
}
