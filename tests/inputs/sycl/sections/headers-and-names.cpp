/* 4.3: the headers, namespaces and macros: included twice and in any order, cl::sycl beside sycl, feature-test macros. */
#include <sycl/sycl.hpp>
#include <sycl/sycl.hpp>

#include <CL/sycl.hpp>

#include "../check.hpp"

#ifndef SYCL_FEATURE_SET_FULL
#error the feature set is not named
#endif
#if !defined(SYCL_EXTERNAL)
#error SYCL_EXTERNAL is not there
#endif

static_assert(std::is_same_v<cl::sycl::queue, sycl::queue> && std::is_same_v<cl::sycl::range<2>, sycl::range<2>> && std::is_same_v<cl::sycl::vec<int, 4>, sycl::int4>);
static_assert(std::is_same_v<cl::sycl::access::mode, sycl::access_mode> && cl::sycl::access::mode::read == sycl::access_mode::read && std::is_same_v<sycl::access::target, sycl::target>);
static_assert(SYCL_LANGUAGE_VERSION == 202012L);

/* The standard's names may be used by programs in their own namespaces. */
namespace program {
struct queue {};
struct range {};
template <typename T>
struct buffer {};
int min(int a, int b) { return a < b ? a : b; }
}
struct accessor {};
static int max(int a, int b) { return a > b ? a : b; }

SYCL_EXTERNAL int twice(int n);
int twice(int n) { return 2 * n; }

int main()
{
	[[maybe_unused]] program::queue q;
	[[maybe_unused]] program::buffer<program::range> b;
	[[maybe_unused]] ::accessor a;
	cl::sycl::queue s;
	int *const p = sycl::malloc_shared<int>(1, s);
	s.single_task([=] {
		*p = twice(program::min(4, max(5, 3)));
	}).wait();
	check(*p == 8);
	sycl::free(p, s);
	return done();
}
