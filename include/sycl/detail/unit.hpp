// Included by sycl-cc after a precompiled header, which was made before the id
// of this translation unit was known.
#pragma GCC system_header
namespace sycl {
namespace detail {
namespace {
[[maybe_unused]] extern const char *const precompiled_unit = __SYCL_TU_ID__;
} // namespace
#ifdef SYCL_CC_UNIT_FOLLOWS
extern "C" __attribute__((visibility("hidden"))) const char SYCL_OFFLOAD_LINKED[]
	__asm__(SYCL_OFFLOAD_SYMBOL_LINKED_MODULE __SYCL_TU_ID__);

SYCL_CC_INLINE void need_device_code()
{
	__asm__ volatile("" : : "r"(SYCL_OFFLOAD_LINKED));
}
#endif
} // namespace detail
} // namespace sycl
