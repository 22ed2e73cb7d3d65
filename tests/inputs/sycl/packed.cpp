/* Members that are not aligned, of each type, stored by kernels from numbers just computed: every bit of them. */
#include <sycl/sycl.hpp>

#include <cstring>

#include "check.hpp"

#pragma pack(push, 1)
template <typename T>
struct packed {
	char tag;
	T value;
};
#pragma pack(pop)

template <typename T>
static T computed(T x) { return x * T(3) + T(1) / T(3); }

template <typename T>
static void stores(sycl::queue &q)
{
	constexpr int n = 8;
	auto *const to = sycl::malloc_shared<packed<T>>(n, q);
	auto *const bytes = sycl::malloc_shared<unsigned char>(n * sizeof(T) + 1, q);
	auto *const from = sycl::malloc_shared<T>(n, q), *const plain = sycl::malloc_shared<T>(n, q);
	int wrong = 0;

	for (int i = 0; i < n; i++)
		from[i] = static_cast<T>(i + 1) / static_cast<T>(4);
	q.parallel_for(n, [=](sycl::id<1> i) {
		const T x = computed(from[i]);

		plain[i] = x;
		to[i].tag = 'x';
		to[i].value = x;
		std::memcpy(bytes + 1 + i[0] * sizeof x, &x, sizeof x);
	}).wait();
	for (int i = 0; i < n; i++)
		wrong += std::memcmp(&to[i].value, &plain[i], sizeof(T)) != 0 || std::memcmp(bytes + 1 + i * sizeof(T), &plain[i], sizeof(T)) != 0
			|| to[i].tag != 'x';
	check(wrong == 0);
	sycl::free(to, q), sycl::free(bytes, q), sycl::free(from, q), sycl::free(plain, q);
}

int main()
{
	sycl::queue q;

	stores<float>(q);
	stores<int>(q);
	stores<long>(q);
	stores<short>(q);
	stores<unsigned char>(q);
	if (q.get_device().has(sycl::aspect::fp64))
		stores<double>(q);
	if (q.get_device().has(sycl::aspect::fp16))
		stores<sycl::half>(q);
	return done();
}
