/* Allocations that are annotated pointers. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_USM_HPP

#include <cstddef>

#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/usm.hpp>

namespace sycl::detail {

/* The pointer to memory of that kind, which its type says when the list does not. */
template <typename T, typename List, usm::alloc Kind>
using annotated_memory = ext::oneapi::experimental::annotated_ptr<T,
	typename with_value<List, ext::oneapi::experimental::usm_kind_key::value_t<Kind>>::type>;

template <typename T, typename List>
constexpr std::size_t alignment_of()
{
	using key = ext::oneapi::experimental::alignment_key;

	if constexpr (List::template has_property<key>())
		return decltype(List::template get_property<key>())::value;
	else
		return alignof(T);
}

}

namespace sycl::ext::oneapi::experimental {

#define SYCL_CC_ANNOTATED(KIND)                                                                                            \
	template <typename T, typename List = empty_properties_t>                                                          \
	detail::annotated_memory<T, List, usm::alloc::KIND> malloc_##KIND##_annotated(std::size_t n, const queue &q, const List & = {}) \
	{                                                                                                                  \
		return detail::annotated_memory<T, List, usm::alloc::KIND>(                                                \
			aligned_alloc_##KIND<T>(detail::alignment_of<T, List>(), n, q));                                   \
	}                                                                                                                  \
	template <typename T, typename List = empty_properties_t>                                                          \
	detail::annotated_memory<T, List, usm::alloc::KIND> aligned_alloc_##KIND##_annotated(std::size_t alignment, std::size_t n, \
		const queue &q, const List & = {})                                                                         \
	{                                                                                                                  \
		const std::size_t least = detail::alignment_of<T, List>();                                                 \
		return detail::annotated_memory<T, List, usm::alloc::KIND>(                                                \
			aligned_alloc_##KIND<T>(alignment < least ? least : alignment, n, q));                             \
	}
SYCL_CC_ANNOTATED(device)
SYCL_CC_ANNOTATED(shared)
SYCL_CC_ANNOTATED(host)
#undef SYCL_CC_ANNOTATED

template <typename T, typename List = empty_properties_t>
annotated_ptr<T, List> malloc_annotated(std::size_t n, const queue &q, usm::alloc kind, const List & = {})
{
	return annotated_ptr<T, List>(aligned_alloc<T>(detail::alignment_of<T, List>(), n, q, kind));
}
template <typename T, typename List>
void free(annotated_ptr<T, List> p, const queue &q)
{
	sycl::free(p.get(), q);
}
template <typename T, typename List>
void free(annotated_ptr<T, List> p, const context &c)
{
	sycl::free(p.get(), c);
}

}

#endif
