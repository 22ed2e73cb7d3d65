// Adds two vectors: once with buffers and accessors, once with shared memory.
#include <sycl/sycl.hpp>

#include <iostream>
#include <vector>

constexpr std::size_t n = 1000000;

// c = a + b: the buffers bring the data to the device and the result back.
static void add_with_buffers(sycl::queue &q, std::vector<float> &a, std::vector<float> &b, std::vector<float> &c)
{
	sycl::buffer<float> a_buffer(a), b_buffer(b), c_buffer(c);

	q.submit([&](sycl::handler &h) {
		sycl::accessor x(a_buffer, h, sycl::read_only);
		sycl::accessor y(b_buffer, h, sycl::read_only);
		sycl::accessor z(c_buffer, h, sycl::write_only, sycl::no_init);

		h.parallel_for(n, [=](sycl::id<1> i) { z[i] = x[i] + y[i]; });
	});
}

// The same through pointers that host and device share; true when right.
static bool add_with_shared_memory(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(n, q), *b = sycl::malloc_shared<int>(n, q), *c = sycl::malloc_shared<int>(n, q);
	bool right = true;

	for (std::size_t i = 0; i < n; i++) {
		a[i] = static_cast<int>(i);
		b[i] = static_cast<int>(2 * i);
	}
	q.parallel_for(n, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait();
	for (std::size_t i = 0; i < n; i++)
		right = right && c[i] == static_cast<int>(3 * i);
	sycl::free(a, q);
	sycl::free(b, q);
	sycl::free(c, q);
	return right;
}

int main()
{
	sycl::queue q;
	std::vector<float> a(n, 1.5f), b(n, 2.25f), c(n);
	bool right;

	std::cout << "running on " << q.get_device().get_info<sycl::info::device::name>() << '\n';
	add_with_buffers(q, a, b, c);
	right = c == std::vector<float>(n, 3.75f) && add_with_shared_memory(q);
	std::cout << (right ? "right" : "WRONG") << '\n';
	return right ? 0 : 1;
}
