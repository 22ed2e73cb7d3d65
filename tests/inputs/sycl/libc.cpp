// sycl::native and sycl::half_precision, and what C has for bytes and strings, in a kernel.
#include <sycl/sycl.hpp>

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define FAST(X) X(cos) X(exp) X(exp2) X(exp10) X(log) X(log2) X(log10) X(recip) X(rsqrt) X(sin) X(sqrt) X(tan)

static float recip(float a) { return 1 / a; }
static float rsqrt(float a) { return 1 / std::sqrt(a); }
static float exp10(float a) { return std::pow(10.0f, a); }

static int wrong;

static void check(bool right, const char *what)
{
	if (!right)
		std::printf("%s is wrong\n", what), wrong++;
}

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(64, q);
	char *text = sycl::malloc_shared<char>(128, q);
	int *n = sycl::malloc_shared<int>(16, q), i = 1;
	std::size_t *size = sycl::malloc_shared<std::size_t>(1, q);
	const float x = 0.75f;
	using std::cos, std::exp, std::exp2, std::log, std::log2, std::log10, std::sin, std::sqrt, std::tan;

	*size = 5;
	f[0] = x;
	std::strcpy(text, "hello");
	std::strcpy(text + 16, "help");
	q.single_task([=] {
		int to = 1;
		const float a = f[0];

#define CALL(NAME) f[to++] = sycl::native::NAME(a), f[to++] = sycl::half_precision::NAME(a);
		FAST(CALL)
		f[to++] = sycl::native::divide(a, 3.0f), f[to++] = sycl::half_precision::divide(a, 3.0f);
		f[to++] = sycl::native::powr(a, 3.0f), f[to++] = sycl::half_precision::powr(a, 3.0f);
		n[0] = std::memcmp(text, text + 16, *size);
		n[1] = static_cast<int>(std::strlen(text));
		n[2] = static_cast<int>(std::abs(n[0]) + std::labs(-3L) + std::llabs(-4LL));
		n[3] = std::strcmp(text, text + 16);
		n[4] = std::strncmp(text, text + 16, 3);
		n[5] = static_cast<int>(static_cast<char *>(std::memchr(text, 'l', *size)) - text);
		n[6] = std::memchr(text, 'z', *size) == nullptr;
		std::memcpy(text + 32, text, *size + 1);
		std::memcpy(text + 64, text, *size + 1);
		std::memmove(text + 65, text + 64, *size);
		std::memset(text + 96, 'x', *size);
		const auto few = std::div(-n[1], 3);
		const auto many = std::div(-7L * n[1], 3L);
		const auto most = std::lldiv((1LL << 40) + n[1], 1LL << 20);
		const auto widest = std::imaxdiv(std::imaxabs(-n[1]), 2);
		n[7] = few.quot, n[8] = few.rem, n[9] = static_cast<int>(many.quot), n[10] = static_cast<int>(many.rem);
		n[11] = static_cast<int>(most.quot), n[12] = static_cast<int>(most.rem);
		n[13] = static_cast<int>(widest.quot), n[14] = static_cast<int>(widest.rem);
	}).wait();
	auto near = [&](float expected, const char *what) {
		check(std::fabs(f[i] - expected) <= 0x1p-10f * std::fabs(expected), what);
		i++;
	};
#define COMPARE(NAME) near((NAME)(x), "native::" #NAME), near((NAME)(x), "half_precision::" #NAME);
	FAST(COMPARE)
	near(0.25f, "native::divide"), near(0.25f, "half_precision::divide");
	near(0.421875f, "native::powr"), near(0.421875f, "half_precision::powr");
	check(n[0] < 0, "memcmp");
	check(n[1] == 5, "strlen");
	check(n[2] == std::abs(n[0]) + 7, "abs");
	check(n[3] < 0, "strcmp");
	check(n[4] == 0, "strncmp");
	check(n[5] == 2 && n[6] == 1, "memchr");
	check(!std::strcmp(text + 32, "hello"), "memcpy");
	check(!std::memcmp(text + 64, "hhello", 6), "memmove");
	check(!std::memcmp(text + 96, "xxxxx\0", 6), "memset");
	check(n[7] == -1 && n[8] == -2, "div");
	check(n[9] == -11 && n[10] == -2, "ldiv");
	check(n[11] == 1 << 20 && n[12] == 5, "lldiv");
	check(n[13] == 2 && n[14] == 1, "imaxdiv");
	return wrong != 0;
}
