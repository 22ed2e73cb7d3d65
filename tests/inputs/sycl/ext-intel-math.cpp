/* ext::intel::math in kernels: each result against what the host works out another way. */
#include <sycl/sycl.hpp>
#include <sycl/ext/intel/math.hpp>

#include <cmath>
#include <limits>

#include "check.hpp"

namespace im = sycl::ext::intel::math;

static void conversions(sycl::queue &q)
{
	int *i = sycl::malloc_shared<int>(16, q);
	float *f = sycl::malloc_shared<float>(8, q);
	sycl::half *h = sycl::malloc_shared<sycl::half>(6, q);
	const float x = *f = -2.5f;
	const double third = f[1] = 1.0f;

	h[0] = sycl::half(3.5f);
	q.single_task([=] {
		i[0] = im::float2int_rd(f[0]), i[1] = im::float2int_rn(f[0]), i[2] = im::float2int_ru(f[0]), i[3] = im::float2int_rz<int, float>(f[0]);
		i[4] = static_cast<int>(im::float2uint_ru(f[1] + 0.25f));
		i[5] = im::half2int_rn(h[0]), i[6] = im::half2int_rz(h[0]), i[7] = im::half2short_ru(h[0]);
		i[8] = im::float2ll_rd(-1e12f) < -900000000000ll;
		i[9] = im::float_as_int(f[1]), i[10] = static_cast<int>(im::float_as_uint(f[0]));
		f[2] = im::int2float_rd(16777217), f[3] = im::int2float_ru(16777217), f[4] = im::ull2float_rz(~0ull), f[5] = im::int_as_float(0x40490fdb);
		h[1] = im::float2half_rd(1.0001f), h[2] = im::float2half_ru(1.0001f), h[3] = im::uint2half_rz(2049u), h[4] = im::ushort_as_half(0x3c00);
		f[6] = im::half2float(h[0]);
	}).wait();
	check(i[0] == -3 && i[1] == -2 && i[2] == -2 && i[3] == -2 && i[4] == 2);
	check(i[5] == 4 && i[6] == 3 && i[7] == 4 && i[8] && i[9] == 0x3f800000 && static_cast<unsigned>(i[10]) == 0xc0200000 && x == -2.5f);
	check(f[2] == 16777216.0f && f[3] == 16777218.0f && f[4] == std::nextafter(18446744073709551616.0f, 0.0f) && f[5] > 3.14159f && f[5] < 3.1416f && f[6] == 3.5f);
	check(h[1] == sycl::half(1.0f) && h[2] == sycl::half(1.0009765625f) && h[3] == sycl::half(2048.0f) && h[4] == sycl::half(1.0f));
	if (q.get_device().has(sycl::aspect::fp64)) {
		double *d = sycl::malloc_shared<double>(3, q);

		d[0] = third / 3;
		q.single_task([=] {
			f[0] = im::double2float_rd(d[0]), f[1] = im::double2float_ru(d[0]);
			d[1] = im::hiloint2double(im::double2hiint(d[0]), im::double2loint(d[0]));
			d[2] = im::ll2double_ru(9007199254740993ll);
			i[0] = im::double2int_rn(2.5), i[1] = im::double_as_longlong(1.0) == 0x3ff0000000000000ll;
		}).wait();
		check(f[0] < d[0] && f[1] > d[0] && std::nextafter(f[0], 1.0f) == f[1] && d[1] == d[0] && d[2] == 9007199254740994.0 && i[0] == 2 && i[1]);
		sycl::free(d, q);
	}
	sycl::free(i, q);
	sycl::free(f, q);
	sycl::free(h, q);
}

static void integers(sycl::queue &q)
{
	const int n = 64;
	const int none = 0;
	sycl::buffer<int> wrong(&none, 1);
	const unsigned seed = 12345;

	q.submit([&](sycl::handler &h) {
		sycl::accessor count(wrong, h);

		h.parallel_for(sycl::range<2>(n, n), [=](sycl::id<2> id) {
			const unsigned a = (static_cast<unsigned>(id[0]) * 2654435761u) ^ seed, b = static_cast<unsigned>(id[1]) * 40503u * 65537u;
			const int x = static_cast<int>(a), y = static_cast<int>(b);
			unsigned reversed = 0, bits = 0, picked = 0;
			int first = 0;

			for (int i = 0; i < 32; i++) {
				reversed |= (a >> i & 1) << (31 - i);
				bits += a >> i & 1;
				first = !first && (a >> i & 1) ? i + 1 : first;
			}
			for (int i = 0; i < 4; i++) {
				const unsigned k = b >> 4 * i & 7;

				picked |= ((k < 4 ? a >> 8 * k : b >> 8 * (k - 4)) & 255) << 8 * i;
			}
			const bool right = im::brev(a) == reversed && im::popc(a) == static_cast<int>(bits) && im::ffs(x) == first && im::byte_perm(a, b, b) == picked
				&& im::brevll(im::brevll(a * 4294967297ull)) == a * 4294967297ull && im::brevll(a) == static_cast<unsigned long long>(reversed) << 32
				&& im::popcll(a * 4294967297ull) == 2 * static_cast<int>(bits) && im::ffsll(static_cast<long long>(a) << 32) == (first ? first + 32 : 0)
				&& im::clz(x) == (a ? 32 - (32 - im::ffs(static_cast<int>(reversed)) + 1) : 32) && im::clzll(0) == 64
				&& im::mulhi(x, y) == static_cast<int>(static_cast<long long>(x) * y >> 32)
				&& im::umulhi(a, b) == static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32)
				&& im::hadd(x, y) == static_cast<int>((static_cast<long long>(x) + y) >> 1) && im::urhadd(a, b) == static_cast<unsigned>((1ull + a + b) >> 1)
				&& im::uhadd(a, b) == static_cast<unsigned>((0ull + a + b) >> 1) && im::rhadd(x, y) == static_cast<int>((1ll + x + y) >> 1)
				&& im::sad(x, y, 7u) == static_cast<unsigned>(x < y ? static_cast<long long>(y) - x : static_cast<long long>(x) - y) + 7u
				&& im::usad(a, b, 9u) == (a < b ? b - a : a - b) + 9u && im::max(x, y) + im::min(x, y) - x == y && im::umax(a, b) >= im::umin(a, b)
				&& im::mul24(x >> 9, y >> 9) == static_cast<int>(static_cast<unsigned>(x >> 9) * static_cast<unsigned>(y >> 9));

			if (!right)
				sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(count[0])++;
		});
	}).wait();
	check(wrong.get_host_access()[0] == 0);
}

static void halves(sycl::queue &q)
{
	bool *ok = sycl::malloc_shared<bool>(12, q);
	sycl::half *h = sycl::malloc_shared<sycl::half>(3, q);

	h[0] = sycl::half(0.75f), h[1] = sycl::half(-2.0f), h[2] = std::numeric_limits<sycl::half>::quiet_NaN();
	q.single_task([=] {
		const sycl::half a = h[0], b = h[1], n = h[2];

		ok[0] = im::hadd(a, b) == sycl::half(-1.25f) && im::hsub(a, b) == sycl::half(2.75f) && im::hdiv(b, a) < b && im::hneg(b) == sycl::half(2.0f);
		ok[1] = im::hadd_sat(a, b) == sycl::half(0.0f) && im::hsub_sat(a, b) == sycl::half(1.0f) && im::hfma_sat(a, a, n) == sycl::half(0.0f);
		ok[2] = im::hfma(a, b, a) == sycl::half(-0.75f) && im::hmul_sat(a, a) == sycl::half(0.5625f);
		ok[3] = im::heq(a, a) && !im::heq(n, n) && im::hequ(n, n) && im::hequ(a, a) && !im::hequ(a, b);
		ok[4] = im::hne(a, b) && !im::hne(a, n) && im::hneu(a, n) && !im::hneu(a, a);
		ok[5] = im::hlt(b, a) && !im::hlt(n, a) && im::hltu(n, a) && !im::hltu(a, b) && im::hgt(a, b) && im::hgtu(a, n) && !im::hgtu(b, a);
		ok[6] = im::hle(a, a) && im::hleu(n, a) && !im::hleu(a, b) && im::hge(a, a) && im::hgeu(a, n) && !im::hgeu(b, a);
		ok[7] = im::hmax(a, n) == a && im::hmin(n, b) == b && im::hisnan(im::hmax_nan(a, n)) && im::hmin_nan(a, b) == b;
		ok[8] = im::hisinf(im::hdiv(a, sycl::half(0.0f))) && !im::hisinf(n) && !im::hisinf(a);
		const sycl::half2 s = im::hfma2(sycl::half2(a, b), sycl::half2(b, b), sycl::half2(a, a)), c = im::ceil(sycl::half2(a, b));
		ok[9] = s.x() == sycl::half(-0.75f) && s.y() == sycl::half(4.75f) && c.x() == sycl::half(1.0f) && c.y() == b;
		ok[10] = im::saturate(1.5f) == 1.0f && im::copysign(2.0f, -1.0f) == -2.0f && im::inv(4.0f) == 0.25f && im::rsqrt(4.0f) == 0.5f;
		ok[11] = im::rint(2.5f) == 2.0f && im::trunc(-1.5f) == -1.0f && im::floor(-1.5f) == -2.0f && im::sqrt(sycl::half(4.0f)) == sycl::half(2.0f);
	}).wait();
	for (int i = 0; i < 12; i++)
		check(ok[i]);
	sycl::free(ok, q);
	sycl::free(h, q);
}

int main()
{
	sycl::queue q;

	conversions(q);
	integers(q);
	halves(q);
	return done();
}
