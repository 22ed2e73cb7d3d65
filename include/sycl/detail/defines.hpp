/*
 * The three ways in which these headers are compiled.
 *
 * SYCL_CC_DEVICE       the device pass: one compile for each triple.  Work-item
 *                      functions are those of OpenCL C under their mangled
 *                      names, which every back end here knows.
 * SYCL_CC_OFFLOAD_HOST the host pass of sycl-cc: launches go to the runtime.
 *                      With SYCL_CC_INTEGRATION too, another compiler than
 *                      clang reads them, between the integration header and
 *                      footer of device-prepare(1), which have the names that
 *                      clang's built-in would give.
 * SYCL_CC_PLAIN_HOST   any other C++ compiler: kernels run one work-item after
 *                      the other, and the runtime is not needed for them.
 */
#ifndef SYCL_DETAIL_DEFINES_HPP
#define SYCL_DETAIL_DEFINES_HPP

#if defined(__SYCL_DEVICE_ONLY__)
#define SYCL_CC_DEVICE 1
#elif defined(__SYCL_INTEGRATION_HEADER__)
#define SYCL_CC_OFFLOAD_HOST 1
#define SYCL_CC_INTEGRATION 1
#elif defined(__clang__) && defined(SYCL_LANGUAGE_VERSION)
#define SYCL_CC_OFFLOAD_HOST 1
#else
#define SYCL_CC_PLAIN_HOST 1
#endif

#ifndef SYCL_LANGUAGE_VERSION
#define SYCL_LANGUAGE_VERSION 202012L
#endif
#define SYCL_FEATURE_SET_FULL 1
#define SYCL_DEVICE_COPYABLE 1
#define SYCL_IMPLEMENTATION_SYCL_CC 1

/*
 * __attribute__((intel_reqd_sub_group_size(16))), OpenCL C's spelling: attr-rewrite knows it, and clang refuses it in the
 * host pass.  [[cl::intel_reqd_sub_group_size(16)]] says nothing to the host either.  The lines that device-messages
 * compares with those of the device pass keep the name.
 */
#if !defined(SYCL_CC_DEVICE) && !defined(__SYCL_CC_LINES__)
#define intel_reqd_sub_group_size(...) unused
#endif

/* A device pass for a GPU's own triple, not for SPIR-V. */
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define SYCL_CC_GPU 1
#endif

/* The id of this translation unit, which sycl-cc gives to the host pass. */
#ifdef __SYCL_TU_ID__
#define SYCL_CC_UNIT __SYCL_TU_ID__
#elif defined(__SYCL_CC_PCH__)
/* A precompiled header does not know the value: detail/unit.hpp defines it for each includer. */
namespace sycl {
namespace detail {
namespace {
extern const char *const precompiled_unit;
} // namespace
} // namespace detail
} // namespace sycl
#define SYCL_CC_UNIT ::sycl::detail::precompiled_unit
#else
#define SYCL_CC_UNIT ""
#endif

/*
 * A function that few sources call.  As a template it costs the others only its
 * parsing: the templates that it uses are not instantiated.
 */
#define SYCL_CC_ON_DEMAND template <typename Later = void>
/*
 * For the same reason conditions of templates are typename std::enable_if<...>::type, and those of several templates classes that
 * derive from it: clang substitutes the whole condition at each use of an alias.
 */
namespace sycl::detail {
/* The same object, in a template of Later: what is done with it is checked only when that is instantiated. */
template <typename Later, typename T>
constexpr T &deferred(T &object)
{
	return object;
}
}

/* The member ext_oneapi_owner_before() of a class, for weak_object.hpp. */
#define SYCL_CC_OWNER_BEFORE                                                                                          \
	template <typename Other>                                                                                      \
	bool ext_oneapi_owner_before(const Other &other) const noexcept                                                \
	{                                                                                                              \
		return detail_owner_before(*this, other);                                                              \
	}

#define SYCL_CC_INLINE inline __attribute__((always_inline))

/*
 * a == b, first <= a && a <= last and a = b of enumerations, for these headers.  At an operator with an operand of a class
 * or enumeration clang tries all pairs of arithmetic types, which costs up to eight times what a call does.
 */
namespace sycl::detail {
template <typename Left, typename Right>
SYCL_CC_INLINE constexpr bool same(Left a, Right b)
{
	return static_cast<unsigned long long>(a) == static_cast<unsigned long long>(b);
}
template <typename Enumeration>
SYCL_CC_INLINE constexpr bool within(Enumeration a, Enumeration first, Enumeration last)
{
	using number = unsigned long long;

	return static_cast<number>(first) <= static_cast<number>(a) && static_cast<number>(a) <= static_cast<number>(last);
}
template <typename Enumeration>
SYCL_CC_INLINE void assign(Enumeration &a, Enumeration b)
{
	__builtin_memcpy(&a, &b, sizeof a);
}
}

#ifdef SYCL_CC_DEVICE
/*
 * device-prepare reads the annotation: clang leaves no other trace of sycl_external
 * in IR.  For NVPTX annotations must have arguments, all or none.
 */
#define SYCL_EXTERNAL [[clang::sycl_external, clang::annotate("sycl-external", 0)]]
#define SYCL_CC_BUILTIN [[clang::sycl_external]]
#define SYCL_CC_CONVERGENT __attribute__((convergent))
#define SYCL_CC_LOCAL __attribute__((opencl_local))
#define SYCL_CC_GLOBAL __attribute__((opencl_global))
#define SYCL_CC_PRIVATE __attribute__((opencl_private))
/* Marks functions between a kernel's entry and the user's function object. */
#define SYCL_CC_WRAPPER __attribute__((annotate("sycl-kernel-wrapper", 0)))
/* A function that is called only where the processor is one of some: its aspects do not count, and it is inlined for each target. */
#define SYCL_CC_OF_SOME_PROCESSORS __attribute__((annotate("sycl-of-some-processors", 0)))
/* "This type or function is that optional feature", for aspect propagation. */
#define SYCL_CC_USES_ASPECTS(...) [[__sycl_detail__::__uses_aspects__(__VA_ARGS__)]]
#else
#define SYCL_EXTERNAL
#define SYCL_CC_USES_ASPECTS(...)
#define SYCL_CC_LOCAL
#define SYCL_CC_GLOBAL
#define SYCL_CC_PRIVATE
#define SYCL_CC_WRAPPER
#define SYCL_CC_OF_SOME_PROCESSORS
#endif

#endif
