/* 4.17.5: mathematical functions at special values: signs, infinities, NaN, ties. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <limits>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
	queue q;
	float *const r = malloc_shared<float>(40, q);
	int *const n = malloc_shared<int>(8, q);

	r[31] = 200.5f, r[0] = 0x1p-126f;
	r[32] = -0x1.778538p+86f, r[33] = -0x1.f8e28p-127f, r[34] = nan, r[35] = 34.59125f, r[36] = -34.0587f;
	q.single_task([=] {
		float part;
		int e;

		/* The gamma function far below 0, where its sign changes at each integer, and next to 0. */
		n[5] = tgamma(-r[31]) == 0 && signbit(tgamma(-r[31])) && !signbit(tgamma(1 - r[31]));
		n[6] = tgamma(r[0]) == 0x1p126f && tgamma(static_cast<double>(r[0])) == 0x1p126 && tgamma(-double(r[31])) == 0 && tgamma(half(4.0f)) == 6;
		/* Results that are denormal. */
		n[7] = sycl::exp(-r[31] / 2) == 0x1.5p-145f && exp2(r[31] - 333.5f) == 0x1p-133f && erfc(r[31] / 20) == 0x1p-149f &&
			sycl::exp(vec<float, 2>(-r[31] / 2, 0))[0] == 0x1.5p-145f && rootn(0x1p-130f, 1) == 0x1p-130f && tgamma(-double(r[31]) + 26) != 0;
		r[37] = fmod(r[32], r[33]), r[38] = sycl::remainder(r[32], r[33]), r[39] = ldexp(r[33], 2125529966);
		r[34] = ldexp(r[34], -144) + static_cast<float>(ldexp(static_cast<double>(r[34]), -144));
		r[35] = tgamma(r[35]), r[36] = tgamma(r[36]);
		r[0] = rint(2.5f), r[1] = rint(-3.5f), r[2] = sycl::round(2.5f), r[3] = sycl::round(-0.5f), r[4] = trunc(-1.9f);
		r[5] = fmod(-7.5f, 2.0f), r[6] = sycl::remainder(7.5f, 2.0f), r[7] = fmin(nan, 3.0f), r[8] = fmax(2.0f, nan), r[9] = copysign(3.0f, -0.0f);
		r[10] = frexp(12.0f, &e), n[0] = e;
		r[11] = modf(-3.25f, &part), r[12] = part;
		r[13] = sycl::pow(-2.0f, 3.0f), r[14] = pown(2.0f, -2), r[15] = rootn(-27.0f, 3), r[16] = powr(4.0f, 0.5f);
		r[17] = fract(-0.25f, &part), r[18] = part, r[19] = ldexp(1.5f, 4), n[1] = ilogb(8.5f), r[20] = logb(0.3f);
		r[21] = nextafter(1.0f, 2.0f), r[22] = fdim(5.0f, 3.0f) + fdim(3.0f, 5.0f), r[23] = maxmag(-5.0f, 4.0f) + minmag(-5.0f, 4.0f);
		r[24] = sycl::exp10(2.0f), r[25] = exp2(5.0f), r[26] = cospi(1.0f), r[27] = sinpi(0.5f), r[28] = hypot(3.0f, 4.0f), r[29] = mad(2.0f, 3.0f, 4.0f);
		r[30] = sycl::remquo(7.0f, 2.0f, &e), n[2] = e & 7;
		n[3] = isnan(nan) + isinf(inf) * 2 + isnormal(1e-40f) * 4 + signbit(-0.0f) * 8 + isordered(1.0f, nan) * 16 + isunordered(1.0f, nan) * 32;
		n[4] = islessgreater(1.0f, nan) + isequal(0.0f, -0.0f) * 2 + isnotequal(nan, nan) * 4;
	}).wait();
	check(r[0] == 2 && r[1] == -4 && r[2] == 3 && r[3] == -1 && r[4] == -1 && r[5] == -1.5f && r[6] == -0.5f && r[7] == 3 && r[8] == 2 && r[9] == -3);
	check(r[10] == 0.75f && n[0] == 4 && r[11] == -0.25f && r[12] == -3 && r[13] == -8 && r[14] == 0.25f && std::fabs(r[15] + 3) < 1e-5f && r[16] == 2);
	check(r[17] == 0.75f && r[18] == -1 && r[19] == 24 && n[1] == 3 && r[20] == -2 && r[21] == std::nextafter(1.0f, 2.0f) && r[22] == 2 && r[23] == -1);
	check(std::fabs(r[24] - 100) < 1e-3f && r[25] == 32 && r[26] == -1 && r[27] == 1 && r[28] == 5 && r[29] == 10 && r[30] == -1 && n[2] == 4);
	check(n[5] && n[6] && n[7]);
	/* Of denormal numbers, far from 1, and not numbers. */
	check(r[37] == -0x1.f70b8p-127f && r[38] == 0x1.d7p-135f && r[39] == -inf && std::isnan(r[34]));
	check(std::fabs(r[35] / std::tgamma(34.59125f) - 1) < 2e-6f && std::fabs(r[36] / std::tgamma(-34.0587f) - 1) < 2e-6f);
	check(n[3] == 1 + 2 + 8 + 32 && n[4] == 2 + 4);
	free(r, q);
	free(n, q);
	return done();
}
