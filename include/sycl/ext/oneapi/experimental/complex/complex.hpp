/*
 * complex<T> for half, float and double, an extension: what std::complex has, in
 * kernels and on the host, and element by element on marrays.  The functions are
 * those of std::complex; half is computed as float.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_COMPLEX_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_COMPLEX_COMPLEX_HPP

#include <complex>
#include <cstddef>
#include <istream>
#include <ostream>
#include <type_traits>
#include <utility>

#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/stream.hpp>
#include <sycl/vec.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

template <typename T>
class complex;

/* The numbers that are parts of complex ones. */
template <typename T>
struct is_genfloat : std::bool_constant<std::is_same_v<T, half> || std::is_same_v<T, float> || std::is_same_v<T, double>> {};
template <typename T>
inline constexpr bool is_genfloat_v = is_genfloat<T>::value;
template <typename T>
struct is_gencomplex : std::false_type {};
template <typename T>
struct is_gencomplex<complex<T>> : is_genfloat<T> {};
template <typename T>
inline constexpr bool is_gencomplex_v = is_gencomplex<T>::value;

}

namespace detail {

/* What std::complex<> computes in place of T. */
template <typename T>
using complex_part = std::conditional_t<std::is_same_v<T, half>, float, T>;

}

namespace ext::oneapi::experimental {

template <typename T>
class complex {
	static_assert(is_genfloat_v<T>, "the parts of a complex number are half, float or double");

	using standard = std::complex<detail::complex_part<T>>;

public:
	using value_type = T;

	constexpr complex(T re = T(), T im = T()) : re_(re), im_(im) {}
	template <typename Other>
	constexpr complex(const complex<Other> &z) : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag()))
	{
	}
	template <typename Other>
	constexpr complex(const std::complex<Other> &z) : re_(static_cast<T>(z.real())), im_(static_cast<T>(z.imag()))
	{
	}
	template <typename Other>
	constexpr operator std::complex<Other>() const
	{
		return std::complex<Other>(static_cast<Other>(re_), static_cast<Other>(im_));
	}

	constexpr T real() const { return re_; }
	constexpr T imag() const { return im_; }
	void real(T value) { re_ = value; }
	void imag(T value) { im_ = value; }

	complex &operator=(T x)
	{
		re_ = x;
		im_ = T();
		return *this;
	}
	complex(const complex &) = default;
	complex &operator=(const complex &) = default;

	friend complex &operator+=(complex &z, T y) { return z = z + y; }
	friend complex &operator-=(complex &z, T y) { return z = z - y; }
	friend complex &operator*=(complex &z, T y) { return z = z * y; }
	friend complex &operator/=(complex &z, T y) { return z = z / y; }
	template <typename Other>
	friend complex &operator+=(complex &z, const complex<Other> &w)
	{
		return z = z + complex(w);
	}
	template <typename Other>
	friend complex &operator-=(complex &z, const complex<Other> &w)
	{
		return z = z - complex(w);
	}
	template <typename Other>
	friend complex &operator*=(complex &z, const complex<Other> &w)
	{
		return z = z * complex(w);
	}
	template <typename Other>
	friend complex &operator/=(complex &z, const complex<Other> &w)
	{
		return z = z / complex(w);
	}

	friend complex operator+(const complex &z) { return z; }
	friend complex operator-(const complex &z) { return complex(-z.re_, -z.im_); }
	friend complex operator+(const complex &z, const complex &w) { return complex(z.re_ + w.re_, z.im_ + w.im_); }
	friend complex operator+(const complex &z, T y) { return complex(z.re_ + y, z.im_); }
	friend complex operator+(T x, const complex &w) { return w + x; }
	friend complex operator-(const complex &z, const complex &w) { return complex(z.re_ - w.re_, z.im_ - w.im_); }
	friend complex operator-(const complex &z, T y) { return complex(z.re_ - y, z.im_); }
	friend complex operator-(T x, const complex &w) { return complex(x - w.re_, -w.im_); }
	friend complex operator*(const complex &z, const complex &w) { return standard(z) * standard(w); }
	friend complex operator*(const complex &z, T y) { return complex(z.re_ * y, z.im_ * y); }
	friend complex operator*(T x, const complex &w) { return w * x; }
	friend complex operator/(const complex &z, const complex &w) { return standard(z) / standard(w); }
	friend complex operator/(const complex &z, T y) { return complex(z.re_ / y, z.im_ / y); }
	friend complex operator/(T x, const complex &w) { return complex(x) / w; }
	friend constexpr bool operator==(const complex &z, const complex &w) { return z.re_ == w.re_ && z.im_ == w.im_; }
	friend constexpr bool operator==(const complex &z, T y) { return z == complex(y); }
	friend constexpr bool operator==(T x, const complex &w) { return w == complex(x); }
	friend constexpr bool operator!=(const complex &z, const complex &w) { return !(z == w); }
	friend constexpr bool operator!=(const complex &z, T y) { return !(z == y); }
	friend constexpr bool operator!=(T x, const complex &w) { return !(w == x); }

	template <typename Char, typename Traits>
	friend std::basic_istream<Char, Traits> &operator>>(std::basic_istream<Char, Traits> &in, complex &z)
	{
		standard value;

		if (in >> value)
			z = value;
		return in;
	}
	template <typename Char, typename Traits>
	friend std::basic_ostream<Char, Traits> &operator<<(std::basic_ostream<Char, Traits> &out, const complex &z)
	{
		return out << standard(z);
	}
	friend const stream &operator<<(const stream &out, const complex &z) { return out << "(" << z.re_ << "," << z.im_ << ")"; }

private:
	T re_, im_;
};

/* --- functions: of complex numbers, of their parts, and of marrays --- */

template <typename T, std::enable_if_t<is_genfloat_v<T>, int> = 0>
constexpr std::complex<detail::complex_part<T>> detail_standard(const complex<T> &z)
{
	return z;
}

/* A real number where a complex one is expected. */
template <typename T>
struct if_real : std::enable_if<is_genfloat_v<T>, int> {};

#define SYCL_CC_COMPLEX_TO_COMPLEX(NAME)                                                     \
	template <typename T, typename if_real<T>::type = 0>                                                \
	complex<T> NAME(const complex<T> &z)                                                 \
	{                                                                                    \
		return std::NAME(detail_standard(z));                                        \
	}                                                                                    \
	template <typename T, std::size_t Count>                                             \
	marray<complex<T>, Count> NAME(const marray<complex<T>, Count> &z)                   \
	{                                                                                    \
		marray<complex<T>, Count> result;                                            \
                                                                                             \
		for (std::size_t i = 0; i < Count; i++)                                      \
			result[i] = NAME(z[i]);                                              \
		return result;                                                               \
	}
SYCL_CC_COMPLEX_TO_COMPLEX(acos)
SYCL_CC_COMPLEX_TO_COMPLEX(acosh)
SYCL_CC_COMPLEX_TO_COMPLEX(asin)
SYCL_CC_COMPLEX_TO_COMPLEX(asinh)
SYCL_CC_COMPLEX_TO_COMPLEX(atan)
SYCL_CC_COMPLEX_TO_COMPLEX(atanh)
SYCL_CC_COMPLEX_TO_COMPLEX(conj)
SYCL_CC_COMPLEX_TO_COMPLEX(cos)
SYCL_CC_COMPLEX_TO_COMPLEX(cosh)
SYCL_CC_COMPLEX_TO_COMPLEX(exp)
SYCL_CC_COMPLEX_TO_COMPLEX(log)
SYCL_CC_COMPLEX_TO_COMPLEX(log10)
SYCL_CC_COMPLEX_TO_COMPLEX(proj)
SYCL_CC_COMPLEX_TO_COMPLEX(sin)
SYCL_CC_COMPLEX_TO_COMPLEX(sinh)
SYCL_CC_COMPLEX_TO_COMPLEX(sqrt)
SYCL_CC_COMPLEX_TO_COMPLEX(tan)
SYCL_CC_COMPLEX_TO_COMPLEX(tanh)
#undef SYCL_CC_COMPLEX_TO_COMPLEX

/* Of real numbers too, as complex ones with imaginary part 0. */
#define SYCL_CC_COMPLEX_TO_REAL(NAME, CONSTANT)                                              \
	template <typename T, typename if_real<T>::type = 0>                                                \
	CONSTANT T NAME(const complex<T> &z)                                                 \
	{                                                                                    \
		return static_cast<T>(std::NAME(detail_standard(z)));                        \
	}                                                                                    \
	template <typename T, std::size_t Count>                                             \
	marray<T, Count> NAME(const marray<complex<T>, Count> &z)                            \
	{                                                                                    \
		marray<T, Count> result;                                                     \
                                                                                             \
		for (std::size_t i = 0; i < Count; i++)                                      \
			result[i] = NAME(z[i]);                                              \
		return result;                                                               \
	}
SYCL_CC_COMPLEX_TO_REAL(abs, inline)
SYCL_CC_COMPLEX_TO_REAL(arg, inline)
SYCL_CC_COMPLEX_TO_REAL(norm, inline)
SYCL_CC_COMPLEX_TO_REAL(real, constexpr)
SYCL_CC_COMPLEX_TO_REAL(imag, constexpr)
#undef SYCL_CC_COMPLEX_TO_REAL

/* The parts of a number that is taken for a complex one: integers are double, as in ISO C++. */
template <typename T>
using detail_part = typename std::enable_if_t<is_genfloat_v<T> || std::is_integral_v<T>,
	std::conditional<std::is_integral_v<T>, double, T>>::type;

template <typename T>
detail_part<T> arg(T x)
{
	return arg(complex<detail_part<T>>(static_cast<detail_part<T>>(x)));
}
template <typename T>
detail_part<T> norm(T x)
{
	return norm(complex<detail_part<T>>(static_cast<detail_part<T>>(x)));
}
template <typename T>
constexpr detail_part<T> real(T x)
{
	return static_cast<detail_part<T>>(x);
}
template <typename T>
constexpr detail_part<T> imag(T)
{
	return detail_part<T>();
}
template <typename T>
complex<detail_part<T>> conj(T x)
{
	return conj(complex<detail_part<T>>(static_cast<detail_part<T>>(x)));
}
template <typename T>
complex<detail_part<T>> proj(T x)
{
	return proj(complex<detail_part<T>>(static_cast<detail_part<T>>(x)));
}
template <typename T, std::size_t Count, typename if_real<T>::type = 0>
marray<complex<T>, Count> proj(const marray<T, Count> &x)
{
	marray<complex<T>, Count> result;

	for (std::size_t i = 0; i < Count; i++)
		result[i] = proj(x[i]);
	return result;
}
template <typename T, typename if_real<T>::type = 0>
complex<T> polar(T length, T angle = T())
{
	using part = detail::complex_part<T>;

	return std::polar(static_cast<part>(length), static_cast<part>(angle));
}
template <typename T, typename if_real<T>::type = 0>
complex<T> pow(const complex<T> &x, const complex<T> &y)
{
	return std::pow(detail_standard(x), detail_standard(y));
}
template <typename T, typename if_real<T>::type = 0>
complex<T> pow(const complex<T> &x, T y)
{
	return std::pow(detail_standard(x), static_cast<detail::complex_part<T>>(y));
}
template <typename T, typename if_real<T>::type = 0>
complex<T> pow(T x, const complex<T> &y)
{
	return std::pow(static_cast<detail::complex_part<T>>(x), detail_standard(y));
}

/*
 * What an argument of pow and polar is: the number of elements, 0 of one that is no
 * marray; whether it is complex; and the size of its parts, 0 of integers, which take
 * the type that the other argument has.
 */
template <typename T>
struct detail_argument {
	static constexpr std::size_t count = 0, size = is_genfloat_v<T> ? sizeof(T) : 0;
	static constexpr bool is_number = is_genfloat_v<T> || std::is_integral_v<T>, is_complex = false;
	static constexpr const T &at(const T &x, std::size_t) { return x; }
};
template <typename T>
struct detail_argument<complex<T>> : detail_argument<T> {
	static constexpr bool is_complex = true;
	static constexpr const complex<T> &at(const complex<T> &x, std::size_t) { return x; }
};
template <typename T, std::size_t Count>
struct detail_argument<marray<T, Count>> : detail_argument<T> {
	static constexpr std::size_t count = Count;
	static constexpr const T &at(const marray<T, Count> &x, std::size_t i) { return x[i]; }
};

/* The parts of the result of two arguments, and its number of elements; no type where they do not fit. */
template <typename First, typename Second>
struct detail_pair {
	using one = detail_argument<First>;
	using other = detail_argument<Second>;

	static constexpr std::size_t size = one::size > other::size ? one::size : other::size;
	static constexpr std::size_t count = one::count > other::count ? one::count : other::count;
	static constexpr bool is_of_numbers = one::is_number && other::is_number && size > 0
		&& (one::count == other::count || one::count == 0 || other::count == 0);
	static constexpr bool is_complex = one::is_complex || other::is_complex;
	using part = std::conditional_t<size == sizeof(double), double, std::conditional_t<size == sizeof(float), float, half>>;
};
template <typename Part, typename T>
constexpr complex<Part> detail_complex(const T &x)
{
	if constexpr (detail_argument<T>::is_complex)
		return complex<Part>(x);
	else
		return complex<Part>(static_cast<Part>(x));
}

/* Of different types: the parts of the result have the larger one. */
template <typename First, typename Second, typename Pair = detail_pair<First, Second>,
	std::enable_if_t<Pair::is_of_numbers && Pair::is_complex && Pair::count == 0, int> = 0>
complex<typename Pair::part> pow(const First &x, const Second &y)
{
	return pow(detail_complex<typename Pair::part>(x), detail_complex<typename Pair::part>(y));
}
template <typename First, typename Second, typename Pair = detail_pair<First, Second>,
	std::enable_if_t<Pair::is_of_numbers && Pair::is_complex && (Pair::count > 0), int> = 0>
marray<complex<typename Pair::part>, Pair::count> pow(const First &x, const Second &y)
{
	marray<complex<typename Pair::part>, Pair::count> result;

	for (std::size_t i = 0; i < Pair::count; i++)
		result[i] = pow(Pair::one::at(x, i), Pair::other::at(y, i));
	return result;
}
template <typename First, typename Second, typename Pair = detail_pair<First, Second>,
	std::enable_if_t<Pair::is_of_numbers && !Pair::is_complex && (Pair::count > 0), int> = 0>
marray<complex<typename Pair::part>, Pair::count> polar(const First &length, const Second &angle)
{
	using part = typename Pair::part;
	marray<complex<part>, Pair::count> result;

	for (std::size_t i = 0; i < Pair::count; i++)
		result[i] = polar(static_cast<part>(Pair::one::at(length, i)), static_cast<part>(Pair::other::at(angle, i)));
	return result;
}
template <typename T, std::size_t Count, typename if_real<T>::type = 0>
marray<complex<T>, Count> polar(const marray<T, Count> &length)
{
	return polar(length, T());
}
/* The real and the imaginary parts of an marray together. */
template <typename T, std::size_t Count, typename if_real<T>::type = 0>
marray<complex<T>, Count> make_complex_marray(const marray<T, Count> &re, const marray<T, Count> &im)
{
	marray<complex<T>, Count> result;

	for (std::size_t i = 0; i < Count; i++)
		result[i] = complex<T>(re[i], im[i]);
	return result;
}

}

}

#endif
