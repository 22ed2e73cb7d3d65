/* 4.3: a program as it was written for SYCL 1.2.1: CL/sycl.hpp, cl::sycl, get_access, selectors, named kernels and exception classes. */
#include <CL/sycl.hpp>

#include "../check.hpp"

namespace cls = cl::sycl;

template <typename T>
class vector_add;
class matrix_kernel;
class local_kernel;
class atomic_kernel;

class prefer_cpu : public cls::device_selector {
public:
	int operator()(const cls::device &d) const override { return d.is_cpu() ? 100 : 1; }
};

template <typename T>
void add(cls::queue &q, const cls::vector_class<T> &a, const cls::vector_class<T> &b, cls::vector_class<T> &c)
{
	cls::range<1> size{ a.size() };
	cls::buffer<T, 1> of_a(a.data(), size), of_b(b.data(), size), of_c(c.data(), size);

	q.submit([&](cls::handler &cgh) {
		auto in_a = of_a.template get_access<cls::access::mode::read>(cgh);
		auto in_b = of_b.template get_access<cls::access::mode::read>(cgh);
		auto out = of_c.template get_access<cls::access::mode::discard_write>(cgh);
		cgh.parallel_for<vector_add<T>>(size, [=](cls::item<1> i) { out[i] = in_a[i] + in_b[i.get_linear_id()]; });
	});
}

int main()
{
	try {
		prefer_cpu selector;
		cls::queue q(selector, [](cls::exception_list list) {
			for (auto &e : list)
				std::rethrow_exception(e);
		});
		cls::vector_class<int> a(10, 3), b(10, 4), c(10);
		cls::vector_class<double> x(7, 0.5), y(7, 0.25), z(7);
		add(q, a, b, c), add(q, x, y, z);
		check(c[9] == 7 && z[6] == 0.75);

		constexpr std::size_t n = 8;
		cls::buffer<float, 2> m{ cls::range<2>{ n, n } };
		q.submit([&](cls::handler &cgh) {
			auto out = m.get_access<cls::access::mode::write>(cgh);
			cgh.parallel_for<matrix_kernel>(cls::range<2>{ n, n }, [=](cls::id<2> i) { out[i[0]][i[1]] = float(i[0] * n + i[1]); });
		});
		q.submit([&](cls::handler &cgh) {
			auto data = m.get_access<cls::access::mode::read_write>(cgh);
			cls::accessor<float, 2, cls::access::mode::read_write, cls::access::target::local> tile(cls::range<2>(4, 4), cgh);
			cgh.parallel_for<local_kernel>(cls::nd_range<2>({ n, n }, { 4, 4 }), [=](cls::nd_item<2> it) {
				const auto row = it.get_local_id(0), column = it.get_local_id(1);
				tile[row][column] = data[it.get_global_id()];
				it.barrier(cls::access::fence_space::local_space);
				data[it.get_global_id()] = tile[column][row];
			});
		});
		{
			auto host = m.get_access<cls::access::mode::read>();
			check(host[0][1] == 8 && host[1][0] == 1 && host[4][7] == 60 && host.get_count() == n * n);
		}
		cls::buffer<int, 1> counters(cls::range<1>(2));
		q.submit([&](cls::handler &cgh) { auto w = counters.get_access<cls::access::mode::discard_write>(cgh); cgh.fill(w, 0); });
		q.submit([&](cls::handler &cgh) {
			auto count = counters.get_access<cls::access::mode::atomic>(cgh);
			cgh.parallel_for<atomic_kernel>(cls::range<1>(100), [=](cls::id<1> i) { count[i[0] % 2].fetch_add(int(i[0])); });
		});
		q.wait_and_throw();
		check(counters.get_access<cls::access::mode::read>()[1] == 2500);
		check(!q.get_device().get_info<cls::info::device::name>().empty() && !q.is_host() && q.get_device().get_platform().get_info<cls::info::platform::version>().size() > 0);
		const cls::string_class text = "text";
		const cls::function_class<int(int)> twice = [](int v) { return 2 * v; };
		const cls::shared_ptr_class<int> shared = std::make_shared<int>(3);
		cls::mutex_class lock; (void)lock;
		const cls::unique_ptr_class<int> unique(new int(4));
		check(twice(*shared + *unique) == 14 && text.size() == 4);
		const cls::cl_int4 v{ 1, 2, 3, 4 };
		const cls::float3 f = cls::cross(cls::float3(1, 0, 0), cls::float3(0, 1, 0));
		check(v.s3() == 4 && v.get_count() == 4 && f.z() == 1.0f && cls::dot(f, f) == 1.0f);
	} catch (const cls::exception &e) {
		std::printf("%s\n", e.what());
		return 1;
	}
	return done();
}
