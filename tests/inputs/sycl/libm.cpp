// The functions of C and C++ in kernels: what the device computes is what the
// host's library has, within the bounds of the SYCL standard (table of OpenCL C's
// full profile); infinities, NaNs, signed zeros and denormal numbers too.
//
//	libm           runs the kernels, compares
//	libm FILE      compares what another runner has written: the values of
//	               float, then those of double
#include <sycl/sycl.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

// C's, which programs with "using namespace sycl" call; at the poles glibc's sign is of no use.
inline float lgamma_of(float x, int *sign) { return x < 0 && std::floor(x) == x ? (*sign = 0, std::lgamma(x)) : ::lgammaf_r(x, sign); }
inline double lgamma_of(double x, int *sign) { return x < 0 && std::floor(x) == x ? (*sign = 0, std::lgamma(x)) : ::lgamma_r(x, sign); }

// Each line: what is written, how many units in the last place it may be off; an odd
// number where the sign of 0 is free.
// x, y and z are the arguments, n a small number; i and r are for second results.
#define REAL_TABLE(X)                                                                               \
	X(std::acos(x), 4) X(std::acosh(x), 4) X(std::asin(x), 4) X(std::asinh(x), 4)               \
	X(std::atan(x), 6) X(std::atanh(x), 5) X(std::cbrt(x), 2) X(std::ceil(x), 0)                \
	X(std::cos(x), 4) X(std::cosh(x), 4) X(std::erf(x), 16) X(std::erfc(x), 16)                 \
	X(std::exp(x), 4) X(std::exp2(x), 4) X(std::expm1(x), 4) X(std::fabs(x), 0)                 \
	X(std::floor(x), 0) X(std::lgamma(x), 1000) X(std::log(x), 4) X(std::log10(x), 4)           \
	X(std::log1p(x), 2) X(std::log2(x), 4) X(std::logb(x), 0) X(std::nearbyint(x), 0)           \
	X(std::rint(x), 0) X(std::round(x), 0) X(std::sin(x), 4) X(std::sinh(x), 4)                 \
	X(std::sqrt(x), 4) X(std::tan(x), 6) X(std::tanh(x), 6) X(std::tgamma(x), 16)               \
	X(std::trunc(x), 0) X(std::atan2(x, y), 6) X(std::copysign(x, y), 0) X(std::fdim(x, y), 0)  \
	X(std::fmax(x, y), 1) X(std::fmin(x, y), 1) X(std::fmod(x, y), 0) X(std::hypot(x, y), 4)    \
	X(std::nextafter(x, y), 0) X(std::pow(x, y), 16) X(std::remainder(x, y), 0)                 \
	X(std::fma(x, y, z), 0) X(T(std::ilogb(x)), 0) X(T(std::lround(x)), 0)                      \
	X(T(std::llround(x)), 0) X(T(std::lrint(x)), 0) X(T(std::llrint(x)), 0)                     \
	X(T(std::isnan(x)), 0) X(T(std::isinf(x)), 0) X(T(std::isfinite(x)), 0)                     \
	X(T(std::isnormal(x)), 0) X(T(std::signbit(x)), 0) X(T(std::fpclassify(x)), 0)              \
	X(T(std::isgreater(x, y)), 0) X(T(std::islessgreater(x, y)), 0)                             \
	X(T(std::isunordered(x, y)), 0) X(std::scalbn(x, n), 0) X(std::scalbln(x, long(n)), 0)      \
	X(std::ldexp(x, n), 0) X(std::ldexp(x, -n), 0) X(std::frexp(x, &i), 0)                      \
	X((std::frexp(x, &i), T(i)), 0) X((i = 0, std::remquo(x, y, &i)), 0)                                 \
	X((i = 0, std::remquo(x, y, &i), T(i % 8)), 0) X(std::modf(x, &r), 0) X((std::modf(x, &r), r), 0)  \
	X((lgamma_of(x, &i)), 1000) X((lgamma_of(x, &i), T(i)), 0)                                          \
	X(T(std::nan("")), 0) X(std::abs(x), 0) X(std::norm(c), 4) X(std::abs(c), 4) X(std::arg(c), 6)

// Complex results: of each part, how far off in units of the last place of the larger one.
#define COMPLEX_TABLE(X)                                                                            \
	X(std::exp(c), 16) X(std::log(c), 8) X(std::log10(c), 16) X(std::sqrt(c), 8)                \
	X(std::sin(c), 16) X(std::cos(c), 16) X(std::tan(c), 16) X(std::asin(c), 16)                \
	X(std::acos(c), 16) X(std::atan(c), 17) X(std::sinh(c), 16) X(std::cosh(c), 16)             \
	X(std::tanh(c), 16) X(std::asinh(c), 16) X(std::acosh(c), 16) X(std::atanh(c), 16)          \
	X(std::conj(c), 0) X(std::proj(c), 0) X(c * d, 5) X(c / d, 9) X(std::pow(c, 3), 16)

#define COUNT_ONE(what, ulps) +1
constexpr int n_real = 0 REAL_TABLE(COUNT_ONE), n_complex = 0 COMPLEX_TABLE(COUNT_ONE);
constexpr int n_results = n_real + 2 * n_complex, n_points = 26, n_pairs = n_points * n_points;

template <typename T>
void evaluate(T x, T y, T *out)
{
	using C = std::complex<T>;
	const T z = T(0.75);
	const C c(x, y), d(y, z);
	const int n = y > -40 && y < 40 ? int(y) : 3;
	int i = 0;
	T r = 0;
	C w;

#define PUT_REAL(what, ulps) *out++ = what;
#define PUT_COMPLEX(what, ulps) w = what, *out++ = w.real(), *out++ = w.imag();
	REAL_TABLE(PUT_REAL)
	COMPLEX_TABLE(PUT_COMPLEX)
}

// Member functions in a known order of members: tests/gpu/run-ptx.c launches them too.
struct floats {
	const float *in;
	float *out;

	void operator()(sycl::id<1> p) const { evaluate(in[p / n_points], in[p % n_points], out + p * n_results); }
};
struct doubles {
	const double *in;
	double *out;

	void operator()(sycl::id<1> p) const { evaluate(in[p / n_points], in[p % n_points], out + p * n_results); }
};

static const char *const texts[] = {
#define TEXT_REAL(what, ulps) #what,
#define TEXT_COMPLEX(what, ulps) "real part of " #what, "imaginary part of " #what,
	REAL_TABLE(TEXT_REAL) COMPLEX_TABLE(TEXT_COMPLEX)
};
static const int bounds[] = {
#define ULPS_REAL(what, ulps) ulps,
#define ULPS_COMPLEX(what, ulps) ulps, ulps,
	REAL_TABLE(ULPS_REAL) COMPLEX_TABLE(ULPS_COMPLEX)
};

template <typename T>
std::vector<T> points()
{
	using limits = std::numeric_limits<T>;

	return { 0, T(-0.0), 1, -1, T(0.5), T(-0.75), T(1.25), -2, T(2.5), T(-3.5), 4, 10, -30, T(100.25), T(0.1), T(-1e-3),
		T(1e-10), T(123456.789), T(-34.0625), T(34.59375), limits::denorm_min(), -limits::min(), limits::max(),
		limits::infinity(), -limits::infinity(), limits::quiet_NaN() };
}

/* How many units in the last place of "size" are between the values; signs count for zeros where "exact". */
template <typename T>
double distance(T a, T b, T size, bool exact)
{
	int e = 0;

	if (std::isnan(a) || std::isnan(b))
		return std::isnan(a) && std::isnan(b) ? 0 : INFINITY;
	if (a == b)
		return std::signbit(a) == std::signbit(b) || !exact ? 0 : INFINITY;
	if (std::isinf(a) || std::isinf(b))
		return INFINITY;
	std::frexp(std::fmax(std::fabs(size), std::numeric_limits<T>::min()), &e);
	return static_cast<double>(std::fabs(static_cast<long double>(a) - b) /
		std::ldexp(1.0L, e - std::numeric_limits<T>::digits));
}

template <typename T>
int compare(const char *type, const T *got)
{
	const std::vector<T> in = points<T>();
	std::vector<T> expected(n_results);
	int wrong = 0;

	for (int p = 0; p < n_pairs; p++) {
		const T x = in[p / n_points], y = in[p % n_points];

		evaluate(x, y, expected.data());
		for (int k = 0; k < n_results; k++) {
			T a = got[p * n_results + k], b = expected[k], size = b;

			if (k >= n_real) {
				const T other = expected[(k - n_real) % 2 ? k - 1 : k + 1];

				if (std::isfinite(other))
					size = std::fmax(std::fabs(b), std::fabs(other));
				else if (std::isnan(other))	/* then the sign is free */
					a = std::fabs(a), b = std::fabs(b);
				/* The host's division overflows on the way. */
				if (std::strstr(texts[k], "c / d") && !(std::fabs(x) < std::numeric_limits<T>::max() / 8))
					continue;
			}
			if (distance(a, b, size, bounds[k] % 2 == 0) > bounds[k] && wrong++ < 50)
				std::printf("%s: %s: x = %.9g, y = %.9g: %.17g, not %.17g\n", type, texts[k],
					double(x), double(y), double(a), double(b));
		}
	}
	return wrong;
}

template <typename T, typename Kernel>
const T *run(sycl::queue &q)
{
	T *in = sycl::malloc_shared<T>(n_points, q), *out = sycl::malloc_shared<T>(n_pairs * n_results, q);

	q.memcpy(in, points<T>().data(), n_points * sizeof(T)).wait();
	q.parallel_for(sycl::range<1>(n_pairs), Kernel{in, out}).wait();
	return out;
}

int main(int argc, char **argv)
{
	std::vector<float> f(n_pairs * n_results);
	std::vector<double> d(n_pairs * n_results);
	int wrong;

	if (argc > 1) {
		std::FILE *file = std::fopen(argv[1], "rb");

		if (!file || std::fread(f.data(), sizeof(float), f.size(), file) != f.size() ||
		    std::fread(d.data(), sizeof(double), d.size(), file) != d.size())
			return 2;
		std::fclose(file);
		wrong = compare("float", f.data()) + compare("double", d.data());
	} else {
		sycl::queue q;

		wrong = compare("float", run<float, floats>(q)) + compare("double", run<double, doubles>(q));
	}
	std::printf("%d of %d results are wrong\n", wrong, 2 * n_pairs * n_results);
	return wrong != 0;
}
