/* 3.15: the example of the standard's introduction in five spellings: namespaces, headers, names of kernels, C++20 lists. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

namespace s = sycl;

constexpr int size = 64;

class named;

int main()
{
	std::vector<int> data(size);
	{
		sycl::queue q{};
		sycl::buffer<int> result{ data.data(), sycl::range<1>(data.size()) };

		q.submit([&](sycl::handler &cgh) {
			auto out = sycl::accessor(result, cgh, sycl::write_only, sycl::no_init);
			cgh.parallel_for(sycl::range<1>(size), [=](sycl::id<1> i) { out[i] = static_cast<int>(i.get(0)); });
		});
	}
	check(data[size - 1] == size - 1);
	{
		s::queue q;
		s::buffer b(data);

		q.submit([&](s::handler &h) {
			s::accessor a{ b, h };
			h.parallel_for<class local_name>(b.get_range(), [=](auto i) { a[i] *= 2; });
		});
		q.submit([&](auto &h) {
			s::accessor a{ b, h, s::read_write };
			h.template parallel_for<named>(b.size(), [=](s::item<1> i) { a[i.get_id()]++; });
		});
		const s::host_accessor read{ b, s::read_only };
		check(read[3] == 7 && read[0] == 1);
	}
	check(data[10] == 21);
	using namespace sycl;
	queue q{ property::queue::in_order{} };
	int *const usm = malloc_device<int>(size, q);
	q.copy(data.data(), usm, size);
	q.parallel_for(size, [=](id<1> i) { usm[i] -= 1; });
	q.parallel_for({ size }, [=](item<1> i) { usm[i] /= 2; });
	q.parallel_for(nd_range{ range{ size }, range{ 8 } }, [=](nd_item<1> it) { usm[it.get_global_linear_id()] += int(it.get_group_linear_id()); });
	q.memcpy(data.data(), usm, size * sizeof(int)).wait();
	check(data[9] == 10 && data[63] == 70);
	free(usm, q);
	return done();
}
