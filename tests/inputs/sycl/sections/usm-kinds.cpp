/* 4.8.3: each kind of allocation is known by its pointer, and usable where it should be. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	const context c = q.get_context();
	const device d = q.get_device();
	int *const host = malloc_host<int>(4, q), *const device = malloc_device<int>(4, q), *const shared = malloc_shared<int>(4, d, c);
	int local = 0;

	check(get_pointer_type(host, c) == usm::alloc::host && get_pointer_type(device, c) == usm::alloc::device);
	check(get_pointer_type(shared, c) == usm::alloc::shared && get_pointer_type(&local, c) == usm::alloc::unknown);
	check(get_pointer_device(device, c) == d && get_pointer_device(shared, c) == d);
	const auto refused = [&](const void *p) {
		try {
			get_pointer_device(p, c);
		} catch (const exception &e) {
			return e.code() == errc::invalid;
		}
		return false;
	};
	check(refused(&local));
	host[0] = 3;
	shared[0] = 4;
	q.single_task([=] {
		device[0] = host[0] * shared[0];
		shared[1] = device[0];
	}).wait();
	check(shared[1] == 12);
	free(host, q);
	free(device, c);
	free(shared, c);
	free(nullptr, q);
	return done();
}
