/* Bits, exchange between the work-items of a sub-group, arguments that CUDA passes in arrays, and numbers that stand for queues. */
#ifndef SYCLCOMPAT_UTIL_HPP
#define SYCLCOMPAT_UTIL_HPP

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>

namespace syclcompat {

namespace detail {

/* A number that is another type than other numbers. */
template <typename Tag, typename T>
class generic_error_type {
public:
	generic_error_type() = default;
	generic_error_type(T value) : value_(value) {}
	operator T() const { return value_; }

private:
	T value_;
};

}

using err0 = detail::generic_error_type<struct err0_tag, int>;
using err1 = detail::generic_error_type<struct err1_tag, int>;

/* --- bits --- */

inline int cast_double_to_int(double d, bool use_high32 = true)
{
	return static_cast<int>(static_cast<std::uint32_t>(sycl::bit_cast<std::uint64_t>(d) >> (use_high32 ? 32 : 0)));
}
inline double cast_ints_to_double(int high32, int low32)
{
	return sycl::bit_cast<double>(std::uint64_t(static_cast<std::uint32_t>(high32)) << 32 | static_cast<std::uint32_t>(low32));
}

template <typename T>
T reverse_bits(T a)
{
	static_assert(std::is_unsigned_v<T>, "the bits of unsigned integers are reversed");
	T result = 0;

	for (unsigned i = 0; i < sizeof(T) * 8; i++)
		result = static_cast<T>(result | (a >> i & 1) << (sizeof(T) * 8 - 1 - i));
	return result;
}

/* Byte i of the result is that byte of b:a which bits 4 i to 4 i + 2 of s name. */
inline unsigned int byte_level_permute(unsigned int a, unsigned int b, unsigned int s)
{
	const std::uint64_t bytes = std::uint64_t(b) << 32 | a;
	unsigned int result = 0;

	for (unsigned int i = 0; i < 4; i++)
		result |= static_cast<unsigned int>(bytes >> (s >> (4 * i) & 7) * 8 & 0xff) << (8 * i);
	return result;
}

/* The place of the lowest bit that is set, from 1 on; 0: none. */
template <typename T>
int ffs(T a)
{
	static_assert(std::is_integral_v<T>, "integers have bits");
	return a ? int(sycl::ctz(static_cast<std::make_unsigned_t<T>>(a))) + 1 : 0;
}

/* --- sub-groups: their work-items may be parts of logical_sub_group_size, each for itself --- */

template <typename T>
T select_from_sub_group(sycl::sub_group g, T x, int remote_local_id, int logical_sub_group_size = 32)
{
	const unsigned me = g.get_local_linear_id(), size = unsigned(logical_sub_group_size);

	return sycl::select_from_group(g, x, me / size * size + unsigned(remote_local_id) % size);
}
template <typename T>
T shift_sub_group_left(sycl::sub_group g, T x, unsigned int delta, int logical_sub_group_size = 32)
{
	const unsigned me = g.get_local_linear_id(), size = unsigned(logical_sub_group_size);
	const T other = sycl::shift_group_left(g, x, delta);

	return me % size + delta >= size ? x : other;
}
template <typename T>
T shift_sub_group_right(sycl::sub_group g, T x, unsigned int delta, int logical_sub_group_size = 32)
{
	const unsigned me = g.get_local_linear_id(), size = unsigned(logical_sub_group_size);
	const T other = sycl::shift_group_right(g, x, delta);

	return me % size < delta ? x : other;
}
template <typename T>
T permute_sub_group_by_xor(sycl::sub_group g, T x, unsigned int mask, int logical_sub_group_size = 32)
{
	const unsigned me = g.get_local_linear_id(), size = unsigned(logical_sub_group_size), other = (me % size) ^ mask;

	return sycl::select_from_group(g, x, other < size ? me / size * size + other : me);
}

/* Which work-items of the mask have the same value. */
template <typename T>
unsigned int match_any_over_sub_group(sycl::sub_group g, unsigned member_mask, T value)
{
	const unsigned count = g.get_local_linear_range() < 32 ? g.get_local_linear_range() : 32;
	unsigned found = 0;

	for (unsigned i = 0; i < count; i++)
		found |= unsigned(sycl::select_from_group(g, value, i) == value) << i;
	return found & member_mask;
}
/* The mask and *pred = 1 if all of its work-items have the same value, else 0. */
template <typename T>
unsigned int match_all_over_sub_group(sycl::sub_group g, unsigned member_mask, T value, int *pred)
{
	const unsigned count = g.get_local_linear_range() < 32 ? g.get_local_linear_range() : 32;
	const unsigned present = count < 32 ? (1u << count) - 1 : ~0u;

	*pred = match_any_over_sub_group(g, member_mask, value) == (member_mask & present);
	return *pred ? member_mask : 0;
}

namespace experimental {

/* Of the work-items in the mask; all of the sub-group come here. */
template <typename T>
T select_from_sub_group(unsigned int, sycl::sub_group g, T x, int remote_local_id, int logical_sub_group_size = 32)
{
	return syclcompat::select_from_sub_group(g, x, remote_local_id, logical_sub_group_size);
}
template <typename T>
T shift_sub_group_left(unsigned int, sycl::sub_group g, T x, unsigned int delta, int logical_sub_group_size = 32)
{
	return syclcompat::shift_sub_group_left(g, x, delta, logical_sub_group_size);
}
template <typename T>
T shift_sub_group_right(unsigned int, sycl::sub_group g, T x, unsigned int delta, int logical_sub_group_size = 32)
{
	return syclcompat::shift_sub_group_right(g, x, delta, logical_sub_group_size);
}
template <typename T>
T permute_sub_group_by_xor(unsigned int, sycl::sub_group g, T x, unsigned int mask, int logical_sub_group_size = 32)
{
	return syclcompat::permute_sub_group_by_xor(g, x, mask, logical_sub_group_size);
}

}

/* --- of the host --- */

/* CUDA's streams 0, 1 and 2 are the default one. */
inline sycl::queue *int_as_queue_ptr(std::uintptr_t x)
{
	return x <= 2 ? get_current_device().default_queue() : reinterpret_cast<sycl::queue *>(x);
}

/*
 * The arguments of a function, from an array of pointers to them, or from a buffer that has one
 * behind the other, as CUDA's cuLaunchKernel has them.  Behind the first Given parameters of
 * the function Skipped ones are not among them.
 */
template <int Given, int Skipped, typename T>
class args_selector;

template <int Given, int Skipped, typename Result, typename... Types>
class args_selector<Given, Skipped, Result(Types...)> {
	template <int Index>
	static constexpr int parameter()
	{
		return Index < Given ? Index : Index + Skipped;
	}

public:
	template <int Index>
	using arg_type = std::tuple_element_t<std::size_t(parameter<Index>()), std::tuple<Types...>>;

	args_selector(void **kernel_params, void **extra) : parameters_(kernel_params), buffer_(kernel_params ? nullptr : find_buffer(extra)) {}

	template <int Index>
	arg_type<Index> &get()
	{
		return *static_cast<arg_type<Index> *>(parameters_ ? parameters_[Index] : static_cast<void *>(buffer_ + offset<Index>()));
	}

private:
	/* Pairs of a key and a value up to a key 0; key 1 is the buffer's. */
	static char *find_buffer(void **extra)
	{
		for (; extra && *extra; extra += 2)
			if (reinterpret_cast<std::uintptr_t>(*extra) == 1)
				return static_cast<char *>(extra[1]);
		return nullptr;
	}
	template <int Index>
	static constexpr std::size_t offset()
	{
		constexpr std::size_t align = alignof(arg_type<Index>);

		if constexpr (Index == 0)
			return 0;
		else
			return (offset<Index - 1>() + sizeof(arg_type<Index - 1>) + align - 1) / align * align;
	}

	void **parameters_;
	char *buffer_;
};

}

#endif
