/* work_group_memory: an object in local memory that the host asks for, without a size. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_MEMORY_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_WORK_GROUP_MEMORY_HPP

#include <cstddef>
#include <memory>
#include <type_traits>

#include <sycl/accessor.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

struct indeterminate_t {};
inline constexpr indeterminate_t indeterminate;

template <typename T, typename Properties = empty_properties_t>
class work_group_memory {
	static constexpr bool is_unbounded = std::is_array_v<T> && std::extent_v<T> == 0;
	/* What is allocated: the object, or elements of the unbounded array. */
	using unit = std::conditional_t<is_unbounded, std::remove_extent_t<T>, T>;

public:
	using value_type = std::remove_all_extents_t<T>;

	work_group_memory(const indeterminate_t &) : offset_(0) {}
	work_group_memory(const work_group_memory &) = default;
	work_group_memory &operator=(const work_group_memory &) = default;
	template <typename Own = T, typename std::enable_if<!(std::is_array_v<Own> && std::extent_v<Own> == 0), int>::type = 0>
	work_group_memory(handler &handler) : offset_(detail::reserve_local(handler, sizeof(unit), detail::local_alignment<value_type>))
	{
	}
	template <typename Own = T, typename std::enable_if<std::is_array_v<Own> && std::extent_v<Own> == 0, int>::type = 0>
	work_group_memory(std::size_t n, handler &handler)
		: offset_(detail::reserve_local(handler, detail::bytes_of(range<1>(n), sizeof(unit)), detail::local_alignment<value_type>))
	{
	}

	/* For these headers only. */
	explicit work_group_memory(detail::local_place place) : offset_(place.offset), mark_(place.mark) {}
	std::size_t detail_offset() const { return offset_; }

	operator T &() const { return *data(); }
	template <typename Own = T, typename std::enable_if<!std::is_array_v<Own>, int>::type = 0>
	const work_group_memory &operator=(const Own &value) const
	{
		*data() = value;
		return *this;
	}
	T *operator&() const { return data(); }
	template <access::decorated Decorated = access::decorated::no>
	multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const
	{
		return multi_ptr<value_type, access::address_space::local_space, Decorated>(reinterpret_cast<value_type *>(data()));
	}

private:
	SYCL_CC_INLINE T *data() const { return reinterpret_cast<T *>((unsigned char *)detail::local_pointer<unsigned char>(offset_)); }

	std::uint32_t offset_, mark_ = detail::mark_local;
};

}

#endif
