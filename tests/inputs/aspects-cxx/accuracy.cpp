// Kernels that call different maths functions, to be parted by -ffp-accuracy.
#include <cmath>
#include <cstdio>

#include <sycl/sycl.hpp>

int main()
{
	sycl::queue q{ sycl::property::queue::in_order{} };	// sum writes what quotient reads
	float *p = sycl::malloc_shared<float>(8, q);

	for (int i = 0; i < 8; i++)
		p[i] = 0.5f + i;
	q.single_task<class one_sin>([=] { p[0] = sycl::sin(p[0]); });
	q.single_task<class vec_sin>([=] { p[1] = sycl::sin(sycl::float4(p[1])).w(); });
	q.single_task<class std_sin>([=] { p[2] = std::sin(p[2]); });
	q.single_task<class one_cos>([=] { p[3] = sycl::cos(p[3]); });
	q.single_task<class sincos>([=] { p[4] = sycl::sincos(p[4], p + 5); });
	q.single_task<class quotient>([=] { p[6] = p[6] / p[7]; });
	q.single_task<class sum>([=] { p[7] += 1; });
	q.wait();
	std::printf("%.4f %.4f %.4f %.4f %.4f %.4f %.4f %.4f\n", p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]);
	sycl::free(p, q);
}
