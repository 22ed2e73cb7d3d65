/* 4.8.3: aligned allocations of every kind and form are aligned. */
#include <sycl/sycl.hpp>
#include <cstdint>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	const context c = q.get_context();
	const device d = q.get_device();
	const auto is_aligned = [&](void *p, std::size_t alignment) {
		const bool right = p && reinterpret_cast<std::uintptr_t>(p) % alignment == 0;

		free(p, c);
		return right;
	};

	for (std::size_t alignment = 1; alignment <= 4096; alignment *= 2) {
		check(is_aligned(aligned_alloc_device(alignment, 100, q), alignment) && is_aligned(aligned_alloc_device(alignment, 100, d, c), alignment));
		check(is_aligned(aligned_alloc_host(alignment, 100, q), alignment) && is_aligned(aligned_alloc_host(alignment, 100, c), alignment));
		check(is_aligned(aligned_alloc_shared(alignment, 100, q), alignment) && is_aligned(aligned_alloc_shared(alignment, 100, d, c), alignment));
		check(is_aligned(aligned_alloc(alignment, 100, q, usm::alloc::shared), alignment));
		check(is_aligned(aligned_alloc<double>(alignment, 10, d, c, usm::alloc::host), alignment));
		check(is_aligned(aligned_alloc_device<double>(alignment, 10, q), alignment));
		check(is_aligned(aligned_alloc_shared<double>(alignment, 10, d, c), alignment));
		check(is_aligned(aligned_alloc_host<double>(alignment, 10, c), alignment));
	}
	check(is_aligned(malloc(100, q, usm::alloc::device), 8) && is_aligned(malloc<long>(3, d, c, usm::alloc::shared), 8));
	/* On CPUs too as GPUs align theirs: pools of programs that were made for them count on it. */
	void *kept[3][20];
	for (int i = 0; i < 20; i++) {
		const std::size_t size = static_cast<std::size_t>(i * i * 37 + 1);

		kept[0][i] = malloc_device(size, q);
		kept[1][i] = malloc_shared(size, q);
		kept[2][i] = malloc_host(size, q);
	}
	for (auto &row : kept)
		for (void *p : row)
			check(is_aligned(p, 256));
	struct alignas(256) wide {
		char bytes[256];
	};
	check(is_aligned(malloc_shared<wide>(2, q), 256) && is_aligned(malloc_device<wide>(2, d, c), 256));
	check(is_aligned(malloc_host<wide>(2, q, property_list{}), 256));
	/* No memory has an alignment that is not a power of two, also when the type has a greater one. */
	check(!aligned_alloc_host(3, 64, q) && !aligned_alloc_device(48, 64, q) && !aligned_alloc_shared<int>(3, 16, q) && !aligned_alloc<double>(6, 8, d, c, usm::alloc::host));
	check(is_aligned(aligned_alloc<double>(0, 8, q, usm::alloc::shared), 8));
	return done();
}
