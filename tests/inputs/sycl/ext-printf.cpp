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

template <int Dimensions>
class turning;

/* Numbers that are turned, shifted two in a row and swapped beside a call of printf; shifts by 0 and by all bits too. */
template <typename T>
static T shifted(T upper, T lower, unsigned n)
{
	n %= 8 * sizeof(T);
	return n ? static_cast<T>(upper << n | lower >> (8 * sizeof(T) - n)) : upper;
}

template <int Dimensions>
static bool turns(sycl::queue &q, const sycl::range<Dimensions> &range)
{
	const std::size_t size = range.size();
	unsigned long *const out = sycl::malloc_shared<unsigned long>(5 * size, q);
	bool right = true;
	const auto number = [](std::size_t i) { return (i + 1) * 0x9e3779b97f4a7c15ul; };

	q.parallel_for<turning<Dimensions>>(range, [=](sycl::item<Dimensions> item) {
		const std::size_t i = item.get_linear_id();
		const unsigned long a = number(i), b = number(i + 1);
		const unsigned n = static_cast<unsigned>(i);
		const auto turned = sycl::rotate(sycl::uint2(static_cast<unsigned>(a), static_cast<unsigned>(b)), sycl::uint2(n, 7));

		if (i >= size)
			printf("never\n");
		out[5 * i] = shifted(static_cast<unsigned>(a), static_cast<unsigned>(b), n);
		out[5 * i + 1] = shifted(a, b, n);
		out[5 * i + 2] = turned.x() ^ static_cast<unsigned long>(turned.y()) << 32;
		out[5 * i + 3] = sycl::rotate(static_cast<unsigned short>(a), static_cast<unsigned short>(n));
		out[5 * i + 4] = __builtin_bswap64(a) ^ __builtin_bswap32(static_cast<unsigned>(b)) ^ __builtin_bswap16(static_cast<unsigned short>(b));
	}).wait();
	for (std::size_t i = 0; i < size; i++) {
		const unsigned long a = number(i), b = number(i + 1);
		const unsigned low = static_cast<unsigned>(a), other = static_cast<unsigned>(b), n = static_cast<unsigned>(i);
		const auto half = static_cast<unsigned short>(a);

		right = right && out[5 * i] == shifted(low, other, n) && out[5 * i + 1] == shifted(a, b, n)
			&& out[5 * i + 2] == (shifted(low, low, n) ^ static_cast<unsigned long>(shifted(other, other, 7)) << 32)
			&& out[5 * i + 3] == shifted(half, half, n)
			&& out[5 * i + 4] == (__builtin_bswap64(a) ^ __builtin_bswap32(other) ^ __builtin_bswap16(static_cast<unsigned short>(b)));
	}
	sycl::free(out, q);
	return right;
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
	return !turns(q, sycl::range<1>(130)) || !turns(q, sycl::range<2>(7, 19)) || !turns(q, sycl::range<3>(3, 5, 9));
}
