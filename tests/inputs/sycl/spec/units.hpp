// What the two translation units of units-a.cpp and units-b.cpp share.
#include <sycl/sycl.hpp>

inline constexpr sycl::specialization_id<int> shared(10);
constexpr sycl::specialization_id<int> of_each(20);	// one in each unit
struct member_holder {
	static constexpr sycl::specialization_id<float> member { 1.5f };
};

struct seen {
	int shared, of_each, same, nested_same, own;
	float member;
	int through_b;
};

// What a function of units-b.cpp sees, called in kernels of both.
SYCL_EXTERNAL int through_b(sycl::kernel_handler k);

seen run_a(sycl::queue &q, int set);
seen run_b(sycl::queue &q, int set);
