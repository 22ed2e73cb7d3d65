/* sycl::kernel_handler: a kernel's access to its specialization constants. */
#ifndef SYCL_KERNEL_HANDLER_HPP
#define SYCL_KERNEL_HANDLER_HPP

#include <memory>
#include <type_traits>

#include <sycl/detail/defines.hpp>
#include <sycl/group.hpp>
#include <sycl/specialization_id.hpp>

#ifdef SYCL_CC_DEVICE

/*
 * post-link lowers calls of these two: T get(symbolic id, default object, buffer).
 * Their bodies are never used: clang requires one where T is local to the
 * translation unit.  The attributes keep two calls from being merged into one with
 * a choice of ids: each id must stay a constant.
 */
template <typename T>
[[clang::nomerge]] SYCL_CC_CONVERGENT __attribute__((noinline))
T __sycl_getScalar2020SpecConstantValue(const char *, const void *, const void *) { __builtin_unreachable(); }
template <typename T>
[[clang::nomerge]] SYCL_CC_CONVERGENT __attribute__((noinline))
T __sycl_getComposite2020SpecConstantValue(const char *, const void *, const void *) { __builtin_unreachable(); }

namespace sycl::detail {

/* AMDGCN would return small structs in registers of other types; this form is returned in memory. */
template <typename T>
struct spec_result {
	~spec_result() {}
	T value;
};

template <auto &Id, typename T>
SYCL_CC_INLINE T spec_from_device(const void *buffer)
{
	if constexpr (std::is_scalar_v<T>)
		return __sycl_getScalar2020SpecConstantValue<T>(__builtin_sycl_unique_stable_name(spec_tag<Id>),
			std::addressof(Id), buffer);
	else
#ifdef __AMDGCN__
		return __sycl_getComposite2020SpecConstantValue<spec_result<T>>(__builtin_sycl_unique_stable_name(spec_tag<Id>),
			std::addressof(Id), buffer).value;
#else
		return __sycl_getComposite2020SpecConstantValue<T>(__builtin_sycl_unique_stable_name(spec_tag<Id>),
			std::addressof(Id), buffer);
#endif
}

}

#endif

namespace sycl {

class kernel_handler {
public:
	template <auto &Id>
	SYCL_CC_INLINE detail::spec_type<Id> get_specialization_constant() const
	{
#ifdef SYCL_CC_DEVICE
		return detail::spec_from_device<Id, detail::spec_type<Id>>(spec_constants_);
#else
		return static_cast<const detail::spec_values *>(spec_constants_)->template get<Id>();
#endif
	}

private:
	friend struct detail::maker;

	explicit kernel_handler(void *spec_constants) : spec_constants_(spec_constants) {}

	void *spec_constants_;	/* device: the buffer; host: the values that have been set */
};

}

#endif
