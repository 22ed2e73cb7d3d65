// A plain kernel, one with double, and one that calls a function of another source.
#include <cstdio>

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int other(int);

int main()
{
	sycl::queue q;
	int v[3] = { 1, 2, 3 };
	auto run = [&](const char *name, auto submit) {
		try {
			sycl::buffer<int> b(v, sycl::range<1>(3));
			q.submit([&](sycl::handler &h) { submit(h, sycl::accessor(b, h)); });
			q.wait_and_throw();
		} catch (const sycl::exception &e) {
			std::printf("%s: %s\n", name, e.what());
		}
	};

	run("plain", [](sycl::handler &h, auto a) { h.single_task<class plain>([=] { a[0] = 7; }); });
#ifdef WITH_DOUBLE
	run("wide", [](sycl::handler &h, auto a) { h.single_task<class wide>([=] { a[1] = a[1] * 2.5; }); });
#endif
#ifdef WITH_OTHER
	run("calls", [](sycl::handler &h, auto a) { h.single_task<class calls>([=] { a[2] = other(a[2]); }); });
#endif
	std::printf("%d %d %d\n", v[0], v[1], v[2]);
}
