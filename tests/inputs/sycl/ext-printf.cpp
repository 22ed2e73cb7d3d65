/* printf of kernels, with formats that are literals and constants. */
#include <cstdio>
#include <sycl/sycl.hpp>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

namespace ex = sycl::ext::oneapi::experimental;

static const CONSTANT char format[] = "constant %d %s\n";

/* A module in which other functions come behind a kernel that prints. */
__attribute__((noinline)) static float behind(float *p, float *q, float f)
{
	*p = *q += *p * f;
	return *p + f;
}

int main()
{
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(2, q);
	unsigned *n = sycl::malloc_shared<unsigned>(2, q);

	n[0] = 0x12345678;
	n[1] = 8;
	q.single_task([=] {
		printf("literal %d %.2f %c%%\n", 3, 1.5f, 'x');
		printf("no arguments\n");
		ex::printf("extension %ld %s\n", 4L, "text");
		ex::printf(format, 5, "and more");
		static const CONSTANT char local[] = "local %u\n";
		ex::printf(local, 6u);
		p[0] = p[1] = 1.f;
		printf("behind %.1f\n", behind(p, p + 1, 2.f));
		printf("turned %x, swapped %x\n", sycl::rotate(n[0], n[1]), __builtin_bswap32(n[0]));
	}).wait();
	sycl::free(n, q);
	sycl::free(p, q);
	return 0;
}
