/* dim3: the size of a grid or a work-group; x is the dimension that moves fastest, SYCL's last. */
#ifndef SYCLCOMPAT_DIMS_HPP
#define SYCLCOMPAT_DIMS_HPP

#include <cstddef>
#include <stdexcept>

#include <sycl/sycl.hpp>

namespace syclcompat {

class dim3 {
public:
	unsigned int x, y, z;

	constexpr dim3(unsigned int x_size = 1, unsigned int y_size = 1, unsigned int z_size = 1) : x(x_size), y(y_size), z(z_size) {}
	dim3(const sycl::range<3> &r) : dim3(unsigned(r[2]), unsigned(r[1]), unsigned(r[0])) {}
	dim3(const sycl::range<2> &r) : dim3(unsigned(r[1]), unsigned(r[0])) {}
	dim3(const sycl::range<1> &r) : dim3(unsigned(r[0])) {}

	constexpr std::size_t size() const { return std::size_t(x) * y * z; }

	operator sycl::range<3>() const { return { z, y, x }; }
	operator sycl::range<2>() const
	{
		if (z != 1)
			throw std::invalid_argument("a dim3 whose z is not 1 is no range<2>");
		return { y, x };
	}
	operator sycl::range<1>() const
	{
		if (y != 1 || z != 1)
			throw std::invalid_argument("a dim3 whose y or z is not 1 is no range<1>");
		return { x };
	}
};

inline dim3 operator*(const dim3 &a, const dim3 &b)
{
	return { a.x * b.x, a.y * b.y, a.z * b.z };
}
inline dim3 operator+(const dim3 &a, const dim3 &b)
{
	return { a.x + b.x, a.y + b.y, a.z + b.z };
}
inline dim3 operator-(const dim3 &a, const dim3 &b)
{
	return { a.x - b.x, a.y - b.y, a.z - b.z };
}

}

#endif
