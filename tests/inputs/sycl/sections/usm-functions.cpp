/* 4.8.3: every allocation function, typed and untyped, aligned or not, with queue or device and context, and properties. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static queue q;
static const device d = q.get_device();
static const context c = q.get_context();
static int number;

template <typename T>
void is(T *p, usm::alloc kind, std::size_t alignment = alignof(std::conditional_t<std::is_void_v<T>, int, T>))
{
	number++;
	if (!p || get_pointer_type(p, c) != kind || get_pointer_device(p, c) != d || reinterpret_cast<std::uintptr_t>(p) % alignment)
		std::printf("allocation %d\n", number), failures++;
	unsigned char *const bytes = reinterpret_cast<unsigned char *>(p);
	q.parallel_for(64, [=](id<1> i) { bytes[i] = static_cast<unsigned char>(i[0]); }).wait();
	unsigned char read[64] = {};
	q.memcpy(read, p, 64).wait();
	if (read[63] != 63)
		std::printf("allocation %d is not usable\n", number), failures++;
	number % 2 ? free(p, q) : free(p, c);
}

struct alignas(128) wide {
	int v[32];
};

int main()
{
	const property_list none;
	using usm::alloc;
	is(malloc_device(64, d, c), alloc::device), is(malloc_device<int>(16, d, c, none), alloc::device), is(malloc_device(64, q), alloc::device), is(malloc_device<wide>(1, q, none), alloc::device, 128);
	is(aligned_alloc_device(256, 64, d, c), alloc::device, 256), is(aligned_alloc_device<float>(64, 16, d, c), alloc::device, 64), is(aligned_alloc_device(512, 64, q), alloc::device, 512), is(aligned_alloc_device<char>(32, 64, q, none), alloc::device, 32);
	is(malloc_host(64, c), alloc::host), is(malloc_host<int>(16, c, none), alloc::host), is(malloc_host(64, q), alloc::host), is(malloc_host<double>(8, q), alloc::host);
	is(aligned_alloc_host(256, 64, c), alloc::host, 256), is(aligned_alloc_host<float>(64, 16, c), alloc::host, 64), is(aligned_alloc_host(512, 64, q), alloc::host, 512), is(aligned_alloc_host<short>(128, 32, q, none), alloc::host, 128);
	is(malloc_shared(64, d, c), alloc::shared), is(malloc_shared<int>(16, d, c, none), alloc::shared), is(malloc_shared(64, q), alloc::shared), is(malloc_shared<float4>(4, q), alloc::shared, 16);
	is(aligned_alloc_shared(256, 64, d, c), alloc::shared, 256), is(aligned_alloc_shared<float>(64, 16, d, c), alloc::shared, 64), is(aligned_alloc_shared(512, 64, q), alloc::shared, 512), is(aligned_alloc_shared<wide>(16, 1, q, none), alloc::shared, 128);
	for (const alloc kind : { alloc::host, alloc::device, alloc::shared }) {
		is(malloc(64, d, c, kind), kind), is(malloc<int>(16, d, c, kind, none), kind), is(malloc(64, q, kind), kind), is(malloc<char>(64, q, kind), kind);
		is(aligned_alloc(256, 64, d, c, kind), kind, 256), is(aligned_alloc<int>(64, 16, d, c, kind, none), kind, 64), is(aligned_alloc(128, 64, q, kind, none), kind, 128), is(aligned_alloc<long>(64, 8, q, kind), kind, 64);
	}
	int local = 0;
	check(get_pointer_type(&local, c) == alloc::unknown && get_pointer_type(nullptr, c) == alloc::unknown);
	try {
		get_pointer_device(&local, c);
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	/* another context of the same device has none of this one's memory */
	const context stranger(d);
	for (const alloc kind : { alloc::host, alloc::device, alloc::shared }) {
		char *const ours = malloc<char>(8, d, c, kind), *const theirs = malloc<char>(8, d, stranger, kind);
		errc said{};
		check(get_pointer_type(ours + 7, stranger) == alloc::unknown && get_pointer_type(theirs, c) == alloc::unknown);
		check(get_pointer_type(ours, c) == kind && get_pointer_type(theirs, stranger) == kind && get_pointer_device(theirs, stranger) == d);
		try {
			get_pointer_device(theirs, c);
		} catch (const sycl::exception &e) {
			said = static_cast<errc>(e.code().value());
		}
		check(said == errc::invalid);
		free(ours, c), free(theirs, stranger);
	}
	/* nor has one that is made when it has ended, at the same address maybe */
	void *left = nullptr;
	{
		const context ended(d);
		left = malloc_shared(8, d, ended);
	}
	check(get_pointer_type(left, context(d)) == alloc::unknown);
	free(left, c);
	free(nullptr, q), free(nullptr, c);
	check(malloc_device(std::size_t(1) << 60, q) == nullptr && malloc_shared<double>(std::size_t(1) << 58, q) == nullptr && malloc(64, q, alloc::unknown) == nullptr);
	check(malloc_device<double>(std::size_t(1) << 62, q) == nullptr);

	/* the allocator */
	using of_int = usm_allocator<int, alloc::shared>;
	static_assert(std::is_same_v<of_int::value_type, int> && of_int::propagate_on_container_copy_assignment::value && of_int::propagate_on_container_move_assignment::value && of_int::propagate_on_container_swap::value);
	static_assert(std::is_same_v<of_int::rebind<double>::other, usm_allocator<double, alloc::shared>> && !std::is_default_constructible_v<of_int>);
	const of_int by_queue(q), by_context(c, d);
	const usm_allocator<char, alloc::shared, 64> aligned(q, none);
	check(by_queue == by_context && of_int(usm_allocator<float, alloc::shared>(q)) == by_queue && !(by_queue != by_context));
	std::vector<int, of_int> v(100, 3, by_queue);
	std::vector<char, usm_allocator<char, alloc::shared, 64>> text(10, 'x', aligned);
	v.reserve(1000);
	int *const data = v.data();
	q.parallel_for(v.size(), [=](id<1> i) { data[i] *= int(i[0]); }).wait();
	check(v[99] == 297 && reinterpret_cast<std::uintptr_t>(text.data()) % 64 == 0 && get_pointer_type(data, c) == alloc::shared);
	usm_allocator<long, alloc::host> host(q);
	long *const l = host.allocate(5);
	check(get_pointer_type(l, c) == alloc::host);
	host.deallocate(l, 5);
	const auto shared_value = std::allocate_shared<int>(by_queue, 5);
	check(*shared_value == 5);
	return done();
}
