/* 4.16: a stream has its sizes, and prints from kernels what fits. */
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
	return done();
}
