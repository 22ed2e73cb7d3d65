/* 4.17.5: functions with pointer results take raw and multi_ptr pointers to each address space. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	float4 *const r = malloc_shared<float4>(8, q);
	int4 *const n = malloc_shared<int4>(2, q);

	q.submit([&](handler &h) {
		local_accessor<float4, 1> local(1, h);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
			const float4 x(0.5f, 1.5f, -2.25f, 4);
			float4 own;
			int4 exponents;

			r[0] = sincos(float4(0), &own);
			r[1] = own;
			r[2] = modf(x, local.get_multi_ptr<access::decorated::yes>());
			r[3] = local[0];
			r[4] = frexp(x, address_space_cast<access::address_space::global_space, access::decorated::no>(n));
			r[5] = fract(x, address_space_cast<access::address_space::private_space, access::decorated::no>(&own));
			r[6] = own;
			r[7] = lgamma_r(float4(3), &exponents);
			n[1] = exponents;
		});
	}).wait();
	check(r[0][0] == 0 && r[1][3] == 1 && r[2][2] == -0.25f && r[3][2] == -2 && r[3][1] == 1 && r[4][3] == 0.5f && n[0][3] == 3);
	check(r[5][2] == 0.75f && r[6][2] == -3 && sycl::fabs(r[7][0] - 0.6931472f) < 1e-5f && n[1][0] == 1);
	free(r, q);
	free(n, q);
	return done();
}
