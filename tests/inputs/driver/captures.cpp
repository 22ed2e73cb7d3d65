// What g++ captures and clang does not: objects that have the same size by chance are refused, others are right.
#include <sycl/sycl.hpp>

#include <array>
#include <cstdio>

struct odd {
	char c;
	int i;
	double d;
	char t;
};

static int wrong;

template <typename T>
static void refused(const char *what, T launch)
{
	try {
		launch();
		std::printf("%s was not refused\n", what);
		wrong++;
	} catch (const sycl::exception &e) {
		if (e.code() != sycl::errc::kernel_argument || !std::strstr(e.what(), "16 bytes on the host and 12 bytes on the device")) {
			std::printf("%s: %s\n", what, e.what());
			wrong++;
		}
	}
}

static void check(const int *p, int second, int line)
{
	if (p[1] != second)
		std::printf("line %d: %d, not %d\n", line, p[1], second), wrong++;
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(8, q);
	const int n = 3;
	int m = 50;
	odd o { 1, 2, 3, 4 };

	refused("unnamed", [&] {
		q.submit([&](sycl::handler &h) { h.parallel_for(8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]) * n + m; }); }).wait();
	});
	refused("named", [&] {
		q.submit([&](sycl::handler &h) {
			h.parallel_for<class named>(8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]) * n + m; });
		}).wait();
	});
	q.parallel_for(8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]) * n + m; }).wait();
	check(p, 53, __LINE__);

	static const int s = 3;
	bool b = true;
	char c = 5, raw[3] = { 5, 6, 7 };
	short h3 = 7;
	sycl::float3 f3 { 1, 2, 3 };
	sycl::marray<char, 3> ma { 1, 2, 3 };
	std::array<odd, 2> oa { o, o };
	std::array<char, 4> c4 { 1, 2, 3, 4 };

	/* Arrays of characters look like padding in LLVM's types. */
	q.submit([&](sycl::handler &h) {
		h.parallel_for(8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]) * s + m + c4[1] + raw[2]; });
	}).wait();
	check(p, 62, __LINE__);
	q.submit([&](sycl::handler &h) {
		h.parallel_for(8, [=](sycl::id<1> i) { p[i] = static_cast<int>(i[0]) * s + m + raw[2]; });
	}).wait();
	check(p, 60, __LINE__);
	q.submit([&](sycl::handler &h) {
		h.parallel_for(8, [=](sycl::id<1> i) {
			p[i] = static_cast<int>(i[0]) * s + m + o.i + o.t + b + c + h3 + static_cast<int>(f3[0]) + ma[0] + oa[1].i;
		});
	}).wait();
	check(p, 76, __LINE__);
	q.submit([&](sycl::handler &h) {
		auto inner = [=](int k) { return k + m + c; };
		sycl::local_accessor<int> local(4, h);
		sycl::stream out(100, 100, h);

		h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) {
			local[i.get_local_id()] = 1;
			p[i.get_global_id()] = inner(b);
			(void)out;
		});
	}).wait();
	check(p, 56, __LINE__);
	sycl::free(p, q);
	std::puts(wrong ? "wrong" : "right");
	return wrong != 0;
}
