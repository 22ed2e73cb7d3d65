/*
 * Small matrices that the work-items of a sub-group share.  Plain code for all devices: each work-item has
 * all elements of the matrices a and b, and its own ones of accumulators.  Element i of a sub-group of n work-items
 * is that of work-item i modulo n.
 */
#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <sycl/bit_cast.hpp>
#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/half.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/sub_group.hpp>

namespace sycl::ext::oneapi::experimental::matrix {

enum class use { a, b, accumulator };
/* packed is an earlier name. */
enum class layout { row_major, col_major, dynamic, ext_intel_packed, packed = ext_intel_packed };

namespace precision {
class tf32;
}

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout = layout::dynamic>
struct joint_matrix;

}

namespace sycl::detail {

namespace mx = sycl::ext::oneapi::experimental::matrix;

template <typename T>
using matrix_element = std::conditional_t<std::is_same_v<T, mx::precision::tf32>, float, T>;
/* What products are added up in. */
template <typename T>
using matrix_sum = std::conditional_t<std::is_same_v<T, half> || std::is_same_v<T, ext::oneapi::bfloat16> ||
	std::is_same_v<T, mx::precision::tf32>, float, T>;

/* Where the loads and stores of a matrix are: pointers, and annotated pointers as such. */
template <typename T, access::address_space Space, access::decorated Decorated>
T *matrix_pointer(multi_ptr<T, Space, Decorated> pointer)
{
	return pointer.get_raw();
}
template <typename T, typename List>
T *matrix_pointer(ext::oneapi::experimental::annotated_ptr<T, List> pointer)
{
	return pointer.get();
}
template <typename Pointer>
using matrix_pointee = std::remove_pointer_t<decltype(matrix_pointer(std::declval<Pointer>()))>;
template <typename T, typename Pointer>
using if_loads = std::enable_if_t<std::is_same_v<matrix_element<T>, std::remove_const_t<matrix_pointee<Pointer>>>, int>;
template <typename T, typename Pointer>
using if_stores = std::enable_if_t<std::is_same_v<matrix_element<T>, matrix_pointee<Pointer>>, int>;

struct matrix_access {
	template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout>
	static auto &element(mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, std::size_t i)
	{
		return m.element_[i];
	}
	template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout>
	static const auto &element(const mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, std::size_t i)
	{
		return m.element_[i];
	}
	/* Calls f(i, row, column) for the elements that are the work-item's. */
	template <std::size_t Rows, std::size_t Cols, typename Group, typename Function>
	static void each_own(Group g, const Function &f)
	{
		const std::size_t n = g.get_local_linear_range();

		for (std::size_t i = g.get_local_linear_id(); i < Rows * Cols; i += n)
			f(i, i / Cols, i % Cols);
	}
	/* The same for those that it has. */
	template <mx::use Use, std::size_t Rows, std::size_t Cols, typename Group, typename Function>
	static void each(Group g, const Function &f)
	{
		if constexpr (Use == mx::use::accumulator)
			each_own<Rows, Cols>(g, f);
		else
			for (std::size_t i = 0; i < Rows * Cols; i++)
				f(i, i / Cols, i % Cols);
	}
	/* Tells all work-items the elements of a and b that each has changed. */
	template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout>
	static void share(Group g, const mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m)
	{
		const std::size_t n = g.get_local_linear_range();

		if constexpr (Use != mx::use::accumulator)
			for (std::size_t i = 0; n > 1 && i < Rows * Cols; i++)
				m.element_[i] = select_from_group(g, m.element_[i], typename Group::id_type(i % n));
	}
	/* The work-items may change their elements from now on, without telling when. */
	template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout>
	static void give(mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m)
	{
		m.is_given_ = true;
	}
	template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout>
	static void share_given(Group g, const mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &m)
	{
		if (m.is_given_)
			share(g, m);
	}
	/* Elements of four or two rows are neighbours in the packed layout, a word of 32 bits. */
	template <typename T>
	static constexpr std::size_t packed = sizeof(matrix_element<T>) < 4 ? 4 / sizeof(matrix_element<T>) : 1;
	template <typename T>
	static std::size_t offset(mx::layout how, std::size_t row, std::size_t column, std::size_t stride)
	{
		if (how == mx::layout::ext_intel_packed)
			return row / packed<T> * stride + column * packed<T> + row % packed<T>;
		return how == mx::layout::col_major ? column * stride + row : row * stride + column;
	}
	/* The element at a place of a matrix in memory from row x and column y on is in it; both count as memory does. */
	template <typename T>
	static bool is_inside(mx::layout how, std::size_t row, std::size_t column, std::size_t height, std::size_t width,
		std::size_t x, std::size_t y)
	{
		const bool is_packed = how == mx::layout::ext_intel_packed;

		row = is_packed ? row / packed<T> : row;
		column = is_packed ? column * packed<T> : column;
		return x + row < height && y + column < width;
	}
	template <typename T>
	static std::size_t first(mx::layout how, std::size_t stride, std::size_t x, std::size_t y)
	{
		return how == mx::layout::col_major ? y * stride + x : x * stride + y;
	}
};

template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout, typename Pointer>
void matrix_load(Group g, mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &to, Pointer from, std::size_t stride, mx::layout how)
{
	matrix_access::each<Use, Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		matrix_access::element(to, i) = from[matrix_access::offset<T>(how, row, column, stride)];
	});
}

template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout, typename Pointer>
void matrix_store(Group g, const mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &from, Pointer to, std::size_t stride, mx::layout how)
{
	matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		to[matrix_access::offset<T>(how, row, column, stride)] = matrix_access::element(from, i);
	});
}

}

namespace sycl::ext::oneapi::experimental::matrix {

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
struct joint_matrix {
	static_assert(std::is_same_v<Group, sub_group>, "a matrix is of a sub_group");
	static_assert((Use == use::accumulator) == (Layout == layout::dynamic), "matrices a and b have a layout, accumulators have none");

	joint_matrix() = default;
	joint_matrix(const joint_matrix &) = delete;
	joint_matrix &operator=(const joint_matrix &) = delete;
	/* Of the earlier form of joint_matrix_mad. */
	joint_matrix(joint_matrix &&) = default;
	joint_matrix &operator=(joint_matrix &&) = default;

private:
	friend struct sycl::detail::matrix_access;
	mutable sycl::detail::matrix_element<T> element_[Rows * Cols];
	/* get_wi_data() gave the work-items their elements. */
	bool is_given_ = false;
};

template <typename Group, typename T, std::size_t Rows, std::size_t Cols, typename Pointer, sycl::detail::if_loads<T, Pointer> = 0>
void joint_matrix_load(Group g, joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &res, Pointer src,
	std::size_t stride, layout how)
{
	sycl::detail::matrix_load(g, res, sycl::detail::matrix_pointer(src), stride, how);
}

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Pointer,
	sycl::detail::if_loads<T, Pointer> = 0, std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_load(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &res, Pointer src, std::size_t stride)
{
	sycl::detail::matrix_load(g, res, sycl::detail::matrix_pointer(src), stride, Layout);
}

template <typename Group, typename T, std::size_t Rows, std::size_t Cols, typename Pointer, sycl::detail::if_stores<T, Pointer> = 0>
void joint_matrix_store(Group g, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &src, Pointer dest,
	std::size_t stride, layout how)
{
	sycl::detail::matrix_store(g, src, sycl::detail::matrix_pointer(dest), stride, how);
}

template <typename Group, typename Left, typename Right, typename Added, typename Result, std::size_t Rows, std::size_t Inner,
	std::size_t Cols, layout LeftLayout, layout RightLayout>
void joint_matrix_mad(Group g, joint_matrix<Group, Result, use::accumulator, Rows, Cols, layout::dynamic> &result,
	const joint_matrix<Group, Left, use::a, Rows, Inner, LeftLayout> &left,
	const joint_matrix<Group, Right, use::b, Inner, Cols, RightLayout> &right,
	const joint_matrix<Group, Added, use::accumulator, Rows, Cols, layout::dynamic> &added)
{
	using access = sycl::detail::matrix_access;
	using sum = sycl::detail::matrix_sum<Added>;
	const std::size_t n = g.get_local_linear_range(), self = g.get_local_linear_id();

	access::share_given(g, left);
	access::share_given(g, right);
	for (std::size_t row = 0; row < Rows; row++) {
		/* The first element of the row that is the work-item's. */
		const std::size_t first = (self + n - row * Cols % n) % n;
		sum line[Cols];

		for (std::size_t column = first; column < Cols; column += n)
			line[column] = static_cast<sum>(access::element(added, row * Cols + column));
		for (std::size_t k = 0; k < Inner; k++) {
			const sum factor = static_cast<sum>(access::element(left, row * Inner + k));

			for (std::size_t column = first; column < Cols; column += n)
				line[column] += factor * static_cast<sum>(access::element(right, k * Cols + column));
		}
		for (std::size_t column = first; column < Cols; column += n)
			access::element(result, row * Cols + column) = static_cast<sycl::detail::matrix_element<Result>>(line[column]);
	}
}

/* An earlier form, which programs assign to the matrix that is added. */
template <typename Group, typename Left, typename Right, typename Sum, std::size_t Rows, std::size_t Inner, std::size_t Cols,
	layout LeftLayout, layout RightLayout>
joint_matrix<Group, Sum, use::accumulator, Rows, Cols> joint_matrix_mad(Group g,
	const joint_matrix<Group, Left, use::a, Rows, Inner, LeftLayout> &left,
	const joint_matrix<Group, Right, use::b, Inner, Cols, RightLayout> &right,
	const joint_matrix<Group, Sum, use::accumulator, Rows, Cols, layout::dynamic> &added)
{
	joint_matrix<Group, Sum, use::accumulator, Rows, Cols> result;

	joint_matrix_mad(g, result, left, right, added);
	return result;
}

template <typename Group, typename T, std::size_t Rows, std::size_t Cols, use Use, layout Layout, typename Value>
void joint_matrix_fill(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, Value value)
{
	sycl::detail::matrix_access::each<Use, Rows, Cols>(g, [&](std::size_t i, std::size_t, std::size_t) {
		sycl::detail::matrix_access::element(m, i) = static_cast<sycl::detail::matrix_element<T>>(value);
	});
}

template <typename Group, typename From, typename To, std::size_t Rows, std::size_t Cols, use FromUse, use ToUse, layout FromLayout,
	layout ToLayout>
void joint_matrix_copy(Group g, const joint_matrix<Group, From, FromUse, Rows, Cols, FromLayout> &src,
	joint_matrix<Group, To, ToUse, Rows, Cols, ToLayout> &dest)
{
	sycl::detail::matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t, std::size_t) {
		sycl::detail::matrix_access::element(dest, i) =
			static_cast<sycl::detail::matrix_element<To>>(sycl::detail::matrix_access::element(src, i));
	});
	sycl::detail::matrix_access::share(g, dest);
}

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Function,
	std::enable_if_t<std::is_invocable_v<Function &, sycl::detail::matrix_element<T> &>, int> = 0>
void joint_matrix_apply(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, Function &&f)
{
	sycl::detail::matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t, std::size_t) {
		f(sycl::detail::matrix_access::element(m, i));
	});
	sycl::detail::matrix_access::share(g, m);
}

/* Of the elements at one place of two matrices. */
template <typename Group, typename First, typename Second, use FirstUse, use SecondUse, std::size_t Rows, std::size_t Cols,
	layout FirstLayout, layout SecondLayout, typename Function>
void joint_matrix_apply(Group g, joint_matrix<Group, First, FirstUse, Rows, Cols, FirstLayout> &first,
	joint_matrix<Group, Second, SecondUse, Rows, Cols, SecondLayout> &second, Function &&f)
{
	sycl::detail::matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t, std::size_t) {
		f(sycl::detail::matrix_access::element(first, i), sycl::detail::matrix_access::element(second, i));
	});
	sycl::detail::matrix_access::share(g, first);
	sycl::detail::matrix_access::share(g, second);
}

/* A hint without effect. */
template <std::size_t Rows, std::size_t Cols, typename Group, typename T, typename Properties = empty_properties_t>
void joint_matrix_prefetch(Group, T *, std::size_t, layout, Properties = {})
{
}

/* To the nearest number of 10 bits, of two to the even one. */
inline float round_to_tf32(const float &number)
{
	std::uint32_t bits = sycl::bit_cast<std::uint32_t>(number);

	if ((bits >> 23 & 0xff) != 0xff)
		bits += 0xfff + (bits >> 13 & 1);
	return sycl::bit_cast<float>(bits & ~std::uint32_t(0x1fff));
}

}

namespace sycl::ext::intel::experimental::matrix {

using namespace sycl::ext::oneapi::experimental::matrix;

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Pointer,
	sycl::detail::if_stores<T, Pointer> = 0, std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_store(Group g, const joint_matrix<Group, T, Use, Rows, Cols, Layout> &src, Pointer dest, std::size_t stride)
{
	sycl::detail::matrix_store(g, src, sycl::detail::matrix_pointer(dest), stride, Layout);
}

/* f(element, row, column) */
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Function,
	std::enable_if_t<std::is_invocable_v<Function &, sycl::detail::matrix_element<T> &, std::size_t, std::size_t>, int> = 0>
void joint_matrix_apply(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, Function &&f)
{
	sycl::detail::matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		f(sycl::detail::matrix_access::element(m, i), row, column);
	});
	sycl::detail::matrix_access::share(g, m);
}

/* Of a matrix in memory of height rows and width columns, the part from row x and column y on; what is outside is 0. */
template <typename Group, typename T, std::size_t Rows, std::size_t Cols, use Use, layout Layout, typename Value>
void joint_matrix_fill_checked(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m, Value value, std::size_t height,
	std::size_t width, std::size_t x, std::size_t y)
{
	using element = sycl::detail::matrix_element<T>;

	sycl::detail::matrix_access::each<Use, Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		sycl::detail::matrix_access::element(m, i) =
			x + row < height && y + column < width ? static_cast<element>(value) : static_cast<element>(0);
	});
}

}

namespace sycl::detail {

template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout, typename Pointer>
void matrix_load_checked(Group g, mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &to, Pointer from, std::size_t stride,
	mx::layout how, std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	const std::size_t first = matrix_access::first<T>(how, stride, x, y);

	matrix_access::each<Use, Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		matrix_access::element(to, i) = matrix_access::is_inside<T>(how, row, column, height, width, x, y)
			? from[first + matrix_access::offset<T>(how, row, column, stride)] : static_cast<matrix_element<T>>(0);
	});
}

template <typename Group, typename T, mx::use Use, std::size_t Rows, std::size_t Cols, mx::layout Layout, typename Pointer>
void matrix_store_checked(Group g, const mx::joint_matrix<Group, T, Use, Rows, Cols, Layout> &from, Pointer to, std::size_t stride,
	mx::layout how, std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	const std::size_t first = matrix_access::first<T>(how, stride, x, y);

	matrix_access::each_own<Rows, Cols>(g, [&](std::size_t i, std::size_t row, std::size_t column) {
		if (matrix_access::is_inside<T>(how, row, column, height, width, x, y))
			to[first + matrix_access::offset<T>(how, row, column, stride)] = matrix_access::element(from, i);
	});
}

}

namespace sycl::ext::intel::experimental::matrix {

template <typename Group, typename T, std::size_t Rows, std::size_t Cols, typename Pointer, sycl::detail::if_loads<T, Pointer> = 0>
void joint_matrix_load_checked(Group g, joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &res, Pointer src,
	std::size_t stride, layout how, std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	sycl::detail::matrix_load_checked(g, res, sycl::detail::matrix_pointer(src), stride, how, height, width, x, y);
}
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Pointer,
	sycl::detail::if_loads<T, Pointer> = 0, std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_load_checked(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &res, Pointer src, std::size_t stride,
	std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	sycl::detail::matrix_load_checked(g, res, sycl::detail::matrix_pointer(src), stride, Layout, height, width, x, y);
}
template <typename Group, typename T, std::size_t Rows, std::size_t Cols, typename Pointer, sycl::detail::if_stores<T, Pointer> = 0>
void joint_matrix_store_checked(Group g, const joint_matrix<Group, T, use::accumulator, Rows, Cols, layout::dynamic> &src, Pointer dest,
	std::size_t stride, layout how, std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	sycl::detail::matrix_store_checked(g, src, sycl::detail::matrix_pointer(dest), stride, how, height, width, x, y);
}
template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout, typename Pointer,
	sycl::detail::if_stores<T, Pointer> = 0, std::enable_if_t<Layout != layout::dynamic, int> = 0>
void joint_matrix_store_checked(Group g, const joint_matrix<Group, T, Use, Rows, Cols, Layout> &src, Pointer dest, std::size_t stride,
	std::size_t height, std::size_t width, std::size_t x, std::size_t y)
{
	sycl::detail::matrix_store_checked(g, src, sycl::detail::matrix_pointer(dest), stride, Layout, height, width, x, y);
}

}

#include <sycl/ext/oneapi/matrix/wi-data.hpp>

#endif
