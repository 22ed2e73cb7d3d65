/* 4.6.5.1: every constructor of queues, with selectors, devices, contexts, handlers of errors and properties; what is refused. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static int selected;
static int any_of_them(const device &) { return selected++, 1; }

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
	const device d;
	const context c(d);
	const property_list in_order{ property::queue::in_order() }, both{ property::queue::in_order{}, property::queue::enable_profiling{} };
	int handled = 0;
	const auto handle = [&](exception_list l) { handled += int(l.size()); };
	const async_handler typed = handle;

	queue queues[] = { queue(), queue(in_order), queue(typed), queue(handle, both), queue(default_selector_v), queue(any_of_them, in_order), queue(cpu_selector_v, handle, both),
		queue(aspect_selector<aspect::cpu>(), typed), queue(d), queue(d, both), queue(d, handle), queue(d, typed, in_order), queue(c, any_of_them), queue(c, default_selector_v, in_order),
		queue(c, default_selector_v, handle), queue(c, any_of_them, handle, both), queue(c, d), queue(c, d, in_order), queue(c, d, typed), queue(c, d, handle, both),
		queue({ property::queue::in_order() }), queue{ property::queue::enable_profiling() }, queue(default_selector(), in_order) };
	const bool ordered[] = { false, true, false, true, false, true, true, false, false, true, false, true, false, true, false, true, false, true, false, true, true, false, true };
	int *const p = malloc_shared<int>(1, d, c);
	int i = 0;
	for (queue &q : queues) {
		check(q.is_in_order() == ordered[i] && q.has_property<property::queue::in_order>() == ordered[i]);
		check(q.get_backend() == q.get_device().get_backend() && q.get_info<info::queue::device>() == q.get_device() && q.get_info<info::queue::context>() == q.get_context());
		*p = 0;
		q.single_task([=] { *p = i + 1; }).wait();
		check(*p == i + 1);
		queue copy = q;
		check(copy == q && !(copy != q) && std::hash<queue>()(copy) == std::hash<queue>()(q));
		i++;
	}
	check(selected > 0 && queues[16].get_context() == c && queues[16].get_device() == d && queues[0] != queues[1]);
	check(queues[3].has_property<property::queue::enable_profiling>() && !queues[1].has_property<property::queue::enable_profiling>() && refused(errc::invalid, [&] { queues[1].get_property<property::queue::enable_profiling>(); }));
	static_assert(!std::is_convertible_v<device, queue> && !std::is_convertible_v<property_list, queue> && std::is_same_v<info::queue::device::return_type, device>);
	static_assert(is_property_v<property::queue::in_order> && is_property_of_v<property::queue::enable_profiling, queue> && !is_property_of_v<property::queue::in_order, buffer<int>>);

	/* errors */
	queues[3].submit([&](handler &h) { h.host_task([] { throw sycl::exception(make_error_code(errc::runtime), "one"); }); });
	queues[3].wait_and_throw();
	queues[2].submit([&](handler &h) { h.host_task([] { throw 5; }); }).wait();
	queues[2].throw_asynchronous();
	check(handled == 2);
	check(refused(errc::runtime, [] { queue q([](const device &) { return -1; }); }) && refused(errc::runtime, [&] { queue q(c, [](const device &) { return -1; }); }));
	free(p, c);
	return done();
}
