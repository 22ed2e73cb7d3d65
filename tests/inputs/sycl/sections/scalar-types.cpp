/* 5.5: scalar types have their sizes, alignments, limits and arithmetic in kernels as on the host. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

/* OpenCL's names of them, of SYCL's backend for it. */
static_assert(std::is_same_v<opencl::cl_bool, bool> && std::is_same_v<opencl::cl_char, std::int8_t> && std::is_same_v<opencl::cl_uchar, std::uint8_t>);
static_assert(std::is_same_v<opencl::cl_short, std::int16_t> && std::is_same_v<opencl::cl_ushort, std::uint16_t> && std::is_same_v<opencl::cl_int, std::int32_t>);
static_assert(std::is_same_v<opencl::cl_uint, std::uint32_t> && std::is_same_v<opencl::cl_long, std::int64_t> && std::is_same_v<opencl::cl_ulong, std::uint64_t>);
static_assert(std::is_same_v<opencl::cl_float, float> && std::is_same_v<opencl::cl_double, double> && std::is_same_v<opencl::cl_half, half>);

struct facts {
	long size, alignment, is_signed, digits, least, greatest, wrapped, shifted, quotient, rest;

	bool operator==(const facts &o) const
	{
		return size == o.size && alignment == o.alignment && is_signed == o.is_signed && digits == o.digits && least == o.least &&
			greatest == o.greatest && wrapped == o.wrapped && shifted == o.shifted && quotient == o.quotient && rest == o.rest;
	}
};

/* What an implementation computes from a number that it cannot know beforehand. */
template <typename T>
facts of(T three)
{
	const T most = std::numeric_limits<T>::max();
	const T wrapped = static_cast<T>(static_cast<std::make_unsigned_t<T>>(most) + static_cast<std::make_unsigned_t<T>>(three));
	const T negative = static_cast<T>(static_cast<T>(0) - static_cast<T>(three * 5));

	return { long(sizeof(T)), long(alignof(T)), std::is_signed_v<T>, std::numeric_limits<T>::digits, long(std::numeric_limits<T>::min()),
		long(most), long(wrapped), long(static_cast<T>(three << 4)), long(static_cast<T>(negative / 4)), long(static_cast<T>(negative % 4)) };
}

template <typename T>
bool agree(queue &q)
{
	T *const three = malloc_shared<T>(1, q);
	facts *const device = malloc_shared<facts>(1, q);

	*three = 3;
	q.single_task([=] { *device = of<T>(*three); }).wait();
	const bool same = *device == of<T>(3);
	free(three, q), free(device, q);
	return same;
}

struct shapes {
	float inexact;
	bool infinite, none, negative_zero, small, truth;
	int to_int, from_char;
};

shapes of_floats(float tenth, float zero, int many)
{
	const float inf = 1 / zero, none = inf - inf;
	const unsigned char wide = static_cast<unsigned char>(many);

	return { tenth + 0.2f, inf > std::numeric_limits<float>::max(), none != none, 1 / -zero < 0,
		std::numeric_limits<float>::denorm_min() > zero, bool(many) && !bool(zero), int(-tenth * 25), wide };
}

/* A truth as a number: both signs, of every floating-point type, alone and in a vec. */
template <typename T>
T signs(int n)
{
	const T minus = n % 3 ? -1 : 0, plus = n % 2 ? 1 : 0;
	const vec<T, 4> both = (vec<int, 4>(n, 0, 1, n) > vec<int, 4>(1)).template convert<T>();

	return minus * 8 + plus * 4 + both[0] + both[1] * 2;
}

template <typename T>
bool signs_agree(queue &q)
{
	T *const values = malloc_shared<T>(6, q);

	q.parallel_for(6, [=](id<1> i) { values[i] = signs<T>(int(i[0])); }).wait();
	bool same = true;
	for (int i = 0; i < 6; i++)
		same = same && values[i] == T((i % 3 ? -8 : 0) + (i % 2 ? 4 : 0) - (i > 1));
	free(values, q);
	return same;
}

int main()
{
	queue q;
	check(signs_agree<float>(q) && signs_agree<double>(q) && signs_agree<half>(q));

	static_assert(sizeof(half) == 2 && alignof(half) == 2 && sizeof(std::byte) == 1 && sizeof(bool) == 1);
	check(agree<signed char>(q) && agree<unsigned char>(q) && agree<char>(q) && agree<short>(q) && agree<unsigned short>(q));
	check(agree<int>(q) && agree<unsigned>(q) && agree<long>(q) && agree<unsigned long>(q) && agree<long long>(q) && agree<unsigned long long>(q));
	check(agree<std::int8_t>(q) && agree<std::uint16_t>(q) && agree<std::int32_t>(q) && agree<std::uint64_t>(q) && agree<std::size_t>(q));

	shapes *const d = malloc_shared<shapes>(1, q);
	float *const given = malloc_shared<float>(2, q);
	int *const many = malloc_shared<int>(1, q);
	given[0] = 0.1f, given[1] = 0, *many = 0x1ff;
	q.single_task([=] { *d = of_floats(given[0], given[1], *many); }).wait();
	check(std::fabs(d->inexact - 0.3f) < 1e-7f && d->infinite && d->none && d->negative_zero && d->truth && d->to_int == -2 && d->from_char == 255);
	free(d, q), free(given, q), free(many, q);
	return done();
}
