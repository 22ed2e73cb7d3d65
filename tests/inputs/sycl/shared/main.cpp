/* Loads shared libraries with kernels, unloads them, forks, and launches from several threads. */
#include <sycl/sycl.hpp>

#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "../check.hpp"

static int run(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *a = 1; }).wait();
	const int result = *a;
	sycl::free(a, q);
	return result;
}

static int sum(sycl::queue &q, int n)
{
	std::vector<int> v(static_cast<std::size_t>(n), 1);
	int total = 0;
	{
		sycl::buffer<int> b(v), t(&total, 1);

		q.submit([&](sycl::handler &h) {
			sycl::accessor in(b, h, sycl::read_only);

			h.parallel_for(sycl::range<1>(v.size()), sycl::reduction(t, h, sycl::plus<>()), [=](sycl::id<1> i, auto &s) { s += in[i]; });
		});
	}
	return total;
}

static int call(const char *file, sycl::queue &q, bool unload)
{
	void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	auto plugin = library ? reinterpret_cast<int (*)(sycl::queue *)>(dlsym(library, "plugin")) : nullptr;
	const int result = plugin ? plugin(&q) : -1;

	if (library && unload)
		dlclose(library);
	return result;
}

int main()
{
	sycl::queue q;

	check(run(q) == 1);
	for (int i = 0; i < 3; i++) {
		check(call("./plugin2.so", q, true) == 2);
		check(call("./plugin3.so", q, true) == 3);
	}
	check(call("./plugin2.so", q, false) == 2 && call("./plugin3.so", q, false) == 3 && run(q) == 1);

	std::vector<std::thread> threads;
	int right = 0;
	std::mutex mutex;
	for (int t = 0; t < 4; t++)
		threads.emplace_back([&, t] {
			for (int i = 0; i < 50; i++) {
				const bool good = sum(q, 100000 + t) == 100000 + t;
				const std::lock_guard<std::mutex> guard(mutex);

				right += good;
			}
		});
	for (std::thread &t : threads)
		t.join();
	check(right == 200);

	const pid_t child = fork();
	if (child == 0)
		_exit(sum(q, 1000000) == 1000000 && run(q) == 1 ? 0 : 1);
	int status = -1;
	waitpid(child, &status, 0);
	check(status == 0);
	return done();
}
