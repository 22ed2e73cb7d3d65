/* 4.17.6: native:: and half_precision:: functions are near the exact ones. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <typename T>
static bool near(T a, float b)
{
	return sycl::fabs(float(a) - b) <= 0.01f * (sycl::fabs(b) + 1);
}

int main()
{
	sycl::queue q;
	bool *const right = sycl::malloc_shared<bool>(2, q);

	q.single_task([=] {
		namespace n = sycl::native;
		namespace h = sycl::half_precision;
		const float x = 0.7f;

		right[0] = near(n::cos(x), sycl::cos(x)) && near(n::sin(x), sycl::sin(x)) && near(n::tan(x), sycl::tan(x)) && near(n::exp(x), sycl::exp(x))
			&& near(n::exp2(x), sycl::exp2(x)) && near(n::exp10(x), sycl::exp10(x)) && near(n::log(x), sycl::log(x)) && near(n::log2(x), sycl::log2(x))
			&& near(n::log10(x), sycl::log10(x)) && near(n::sqrt(x), sycl::sqrt(x)) && near(n::rsqrt(x), sycl::rsqrt(x)) && near(n::recip(x), 1 / x)
			&& near(n::divide(x, 3.0f), x / 3) && near(n::powr(x, 2.0f), x * x) && near(n::cos(sycl::float2(x))[1], sycl::cos(x));
		right[1] = near(h::cos(x), sycl::cos(x)) && near(h::sin(x), sycl::sin(x)) && near(h::tan(x), sycl::tan(x)) && near(h::exp(x), sycl::exp(x))
			&& near(h::exp2(x), sycl::exp2(x)) && near(h::exp10(x), sycl::exp10(x)) && near(h::log(x), sycl::log(x)) && near(h::log2(x), sycl::log2(x))
			&& near(h::log10(x), sycl::log10(x)) && near(h::sqrt(x), sycl::sqrt(x)) && near(h::rsqrt(x), sycl::rsqrt(x)) && near(h::recip(x), 1 / x)
			&& near(h::divide(x, 3.0f), x / 3) && near(h::powr(x, 2.0f), x * x) && near(h::sqrt(sycl::marray<float, 3>(x))[2], sycl::sqrt(x));
	}).wait();
	check(right[0] && right[1]);
	sycl::free(right, q);
	return done();
}
