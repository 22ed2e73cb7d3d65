/* 4.16: a stream has its sizes, and prints from kernels what fits; later commands of the queue come after it. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;

	q.submit([&](handler &h) {
		const stream out(1024, 80, h), copy(out);

		check(out.size() == 1024 && out.get_work_item_buffer_size() == 80 && copy == out && out != stream(1024, 80, h));
		check(out.has_property<property::no_init>() == false);
		h.single_task([=] { out << ""; });
	}).wait();
	q.submit([&](handler &h) {
		const stream out(1024, 80, h);

		h.single_task([=] { out << setw(0) << "" << flush; });
	}).wait();
	int *const v = malloc_shared<int>(2, q);

	v[0] = v[1] = 0;
	q.submit([&](handler &h) {
		const stream out(64, 16, h);

		h.single_task([=] {
			for (volatile int k = 0; k < 3000000; k = k + 1)
				;
			v[0] = 1;
		});
	});
	q.single_task([=] { v[1] = v[0]; });
	q.wait();
	check(v[1] == 1);
	free(v, q);
	return done();
}
