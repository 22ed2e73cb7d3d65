// The example of the design document: one name, three constants.
#include <sycl/sycl.hpp>

#include <iostream>

template <auto &Id>
class reads;

// What a kernel sees of the constant, set to value unless that is 0.
template <auto &Id>
static int see(sycl::queue &q, int value)
{
	int *out = sycl::malloc_shared<int>(1, q);

	q.submit([&](sycl::handler &h) {
		if (value)
			h.set_specialization_constant<Id>(value);
		h.single_task<reads<Id>>([=](sycl::kernel_handler k) { *out = k.get_specialization_constant<Id>(); });
	}).wait();
	const int result = *out;
	sycl::free(out, q);
	return result;
}

constexpr sycl::specialization_id<int> same_name{1};
static int see_global(sycl::queue &q, int value) { return see<::same_name>(q, value); }

namespace {
constexpr sycl::specialization_id<int> same_name{2};
int see_unnamed(sycl::queue &q, int value) { return see<same_name>(q, value); }

namespace {
constexpr sycl::specialization_id<int> same_name{3};
int see_nested(sycl::queue &q, int value) { return see<same_name>(q, value); }
}
}

int main()
{
	sycl::queue q;

	std::cout << see_global(q, 0) << ' ' << see_unnamed(q, 0) << ' ' << see_nested(q, 0) << '\n';
	std::cout << see_global(q, 10) << ' ' << see_unnamed(q, 0) << ' ' << see_nested(q, 0) << '\n';
	std::cout << see_global(q, 0) << ' ' << see_unnamed(q, 20) << ' ' << see_nested(q, 30) << '\n';
	return 0;
}
