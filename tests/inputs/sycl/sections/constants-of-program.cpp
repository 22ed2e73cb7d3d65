/* 5.4.1: constants of the program that kernels read, also by address and through tables. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace {
constexpr float weights[3] = { 0.25f, 0.5f, 0.25f };
const int limits[2][2] = { { 1, 2 }, { 3, 4 } };
struct setting {
	int a;
	const char *name;
};
constexpr setting settings[] = { { 1, "one" }, { 2, "two" } };
template <typename T>
constexpr T scaled = T(3);
}
struct with_static {
	static constexpr int size = 5;
	static inline const int other = 6;
};

int main()
{
	static const int inside[] = { 7, 8 };
	constexpr int local = 9;
	sycl::queue q;
	float *const f = sycl::malloc_shared<float>(1, q);
	int *const n = sycl::malloc_shared<int>(8, q);

	q.single_task([=] {
		const int *const p = limits[1];

		*f = weights[0] + weights[1] + weights[2];
		n[0] = p[1];
		n[1] = settings[1].name[2];
		n[2] = scaled<int> + with_static::size + with_static::other;
		n[3] = inside[1];
		n[4] = local;
		const char *const text = "literal";
		n[5] = text[3];
	}).wait();
	check(*f == 1 && n[0] == 4 && n[1] == 'o' && n[2] == 14 && n[3] == 8 && n[4] == 9 && n[5] == 'e');
	sycl::free(f, q);
	sycl::free(n, q);
	return done();
}
