// Included by sycl-cc after a precompiled header, which was made before the id
// of this translation unit was known.
namespace sycl {
namespace detail {
namespace {
[[maybe_unused]] extern const char *const precompiled_unit = __SYCL_TU_ID__;
} // namespace
} // namespace detail
} // namespace sycl
