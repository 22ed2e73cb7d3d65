/*
 * The work-item's own elements of a matrix, as programs of before joint_matrix_apply use them: get_wi_data(sg, m)[i], for i
 * below its length().  joint_matrix_mad tells all work-items what each has changed.
 */
#ifndef SYCL_EXT_ONEAPI_MATRIX_WI_DATA_HPP
#define SYCL_EXT_ONEAPI_MATRIX_WI_DATA_HPP

#include <cstddef>
#include <tuple>
#include <type_traits>

#include <sycl/detail/dpcpp.hpp>
#include <sycl/ext/oneapi/matrix/matrix.hpp>

namespace sycl::ext::oneapi::experimental::matrix {

/* One element: a reference, which knows its row and column. */
template <typename T>
class wi_element {
public:
	wi_element(T &element, std::size_t row, std::size_t column) : element_(element), row_(row), column_(column) {}
	wi_element(const wi_element &) = default;

	operator T &() const { return element_; }
	/* Of an element that converts to others, as half does. */
	template <typename To, std::enable_if_t<!std::is_same_v<To, T> && std::is_arithmetic_v<To> && std::is_convertible_v<T, To>, int> = 0>
	explicit operator To() const
	{
		return static_cast<To>(element_);
	}
	const wi_element &operator=(const wi_element &other) const { return *this = other.element_; }
	template <typename Value>
	const wi_element &operator=(const Value &value) const
	{
		element_ = static_cast<T>(value);
		return *this;
	}
	std::tuple<std::size_t, std::size_t> get_coord() const { return { row_, column_ }; }

private:
	T &element_;
	std::size_t row_, column_;
};

#define SYCL_CC_OPERATOR(OP)                                                                                         \
	template <typename T>                                                                                        \
	auto operator OP(const wi_element<T> &a, const wi_element<T> &b)                                             \
	{                                                                                                            \
		return static_cast<T &>(a) OP static_cast<T &>(b);                                                   \
	}                                                                                                            \
	template <typename T, typename Value>                                                                        \
	auto operator OP(const wi_element<T> &a, const Value &b)->decltype(static_cast<T &>(a) OP b)                 \
	{                                                                                                            \
		return static_cast<T &>(a) OP b;                                                                     \
	}                                                                                                            \
	template <typename T, typename Value>                                                                        \
	auto operator OP(const Value &a, const wi_element<T> &b)->decltype(a OP static_cast<T &>(b))                 \
	{                                                                                                            \
		return a OP static_cast<T &>(b);                                                                     \
	}
SYCL_CC_OPERATOR(+)
SYCL_CC_OPERATOR(-)
SYCL_CC_OPERATOR(*)
SYCL_CC_OPERATOR(/)
SYCL_CC_OPERATOR(==)
SYCL_CC_OPERATOR(!=)
SYCL_CC_OPERATOR(<)
SYCL_CC_OPERATOR(>)
SYCL_CC_OPERATOR(<=)
SYCL_CC_OPERATOR(>=)
#undef SYCL_CC_OPERATOR
#define SYCL_CC_OPERATOR(OP)                                                                                         \
	template <typename T, typename Value>                                                                        \
	const wi_element<T> &operator OP##=(const wi_element<T> &a, const Value &b)                                  \
	{                                                                                                            \
		return a = a OP b;                                                                                   \
	}
SYCL_CC_OPERATOR(+)
SYCL_CC_OPERATOR(-)
SYCL_CC_OPERATOR(*)
SYCL_CC_OPERATOR(/)
#undef SYCL_CC_OPERATOR

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
class wi_data {
public:
	wi_data(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m)
		: m_(m), self_(g.get_local_linear_id()), n_(g.get_local_linear_range())
	{
		sycl::detail::matrix_access::give(m);
	}
	std::size_t length() const { return (Rows * Cols + n_ - 1 - self_) / n_; }
	wi_element<sycl::detail::matrix_element<T>> operator[](std::size_t i) const
	{
		const std::size_t at = self_ + i * n_;

		return { sycl::detail::matrix_access::element(m_, at), at / Cols, at % Cols };
	}

private:
	joint_matrix<Group, T, Use, Rows, Cols, Layout> &m_;
	std::size_t self_, n_;
};

template <typename Group, typename T, use Use, std::size_t Rows, std::size_t Cols, layout Layout>
wi_data<Group, T, Use, Rows, Cols, Layout> get_wi_data(Group g, joint_matrix<Group, T, Use, Rows, Cols, Layout> &m)
{
	return { g, m };
}

}

namespace sycl::ext::oneapi::detail {

using experimental::matrix::get_wi_data;

/* The type of a matrix's elements in memory. */
template <typename T>
struct jm_type_interpretation_helper_trait {
	using element_type = sycl::detail::matrix_element<T>;
	using storage_element_type = element_type;
};

}

#endif
