// A program in the SYCL 1.2.1 that years of public code are written in.
#include <CL/sycl.hpp>

#include <cstdio>

using namespace cl::sycl;

constexpr access::mode sycl_read = access::mode::read;
constexpr access::mode sycl_write = access::mode::write;

static int wrong;

#define CHECK(what) ((what) ? 0 : (std::printf("wrong, line %d: %s\n", __LINE__, #what), wrong++))

class first_selector : public device_selector {
public:
	int operator()(const device &d) const override { return d.is_cpu() ? 100 : 1; }
};

template <typename Error>
static bool thrown_by_launch(queue &q, size_t global, size_t local)
{
	try {
		q.submit([&](handler &cgh) {
			cgh.parallel_for<class uneven>(nd_range<1>(range<1>(global), range<1>(local)), [=](nd_item<1>) {});
		});
		q.wait_and_throw();
	} catch (const Error &e) {
		return string_class(e.what()).size() > 0 && e.get_cl_code() == 0;
	}
	return false;
}

static cl_int sum(queue &q, vector_class<cl_int> &a, const vector_class<cl_int> &b)
{
	buffer<cl_int, 1> in(b.data(), range<1>(b.size())), out(a.data(), range<1>{ a.size() });
	buffer<cl_int, 1, map_allocator<cl_int>> total(range<1>(1));

	total.get_access<access::mode::discard_write>()[0] = 0;
	q.submit([&](handler &cgh) {
		auto from = in.get_access<sycl_read, access::target::constant_buffer>(cgh);
		auto to = out.get_access<sycl_write, access::target::global_buffer>(cgh);
		auto all = total.get_access<access::mode::atomic>(cgh);
		accessor<cl_int, 1, access::mode::read_write, access::target::local> scratch(range<1>(8), cgh);

		cgh.parallel_for<class add>(nd_range<1>(range<1>(b.size()), range<1>(8)), [=](nd_item<1> it) {
			scratch[it.get_local_id(0)] = from[it.get_global_id(0)];
			it.barrier(access::fence_space::local_space);
			const cl_int value = scratch[7 - it.get_local_id(0)];
			to[it.get_global_id()] = value;
			all[0].fetch_add(value);
		});
	});
	return total.get_access<access::mode::read>()[0];
}

class changing;

/* operator() changes the object: each work-item changes its own. */
class counting {
public:
	counting(accessor<cl_int, 1, access::mode::read_write> all) : all_(all) {}
	void operator()(item<1> it)
	{
		for (cl_int i = 0; i < cl_int(it.get_linear_id()); i++)
			sum_ += i;
		all_[it.get_id()] = sum_;
	}

private:
	accessor<cl_int, 1, access::mode::read_write> all_;
	cl_int sum_ = 3;
};

static bool counts(queue &q)
{
	vector_class<cl_int> all(100);
	cl_int flat[6] = {};
	{
		buffer<cl_int, 1> b(all.data(), range<1>(100)), f(flat, range<1>(6));
		q.submit([&](handler &h) { h.parallel_for(range<1>(100), counting(b.get_access<access::mode::read_write>(h))); });
		q.submit([&](handler &h) {
			auto to = f.get_access<access::mode::read_write>(h);
			h.parallel_for<class changing>(nd_range<2>(range<2>(2, 3), range<2>(1, 3)), [=, n = 5](nd_item<2> it) mutable {
				n += int(it.get_global_linear_id());
				to[it.get_global_linear_id()] = n;
			});
		});
		q.submit([&](handler &h) {
			auto to = f.get_access<access::mode::read_write>(h);
			h.single_task<class changing_once>([=, n = 5]() mutable { to[0] += ++n; });
		});
	}
	for (int i = 0; i < 100; i++) {
		if (all[i] != 3 + i * (i - 1) / 2)
			return false;
	}
	return flat[0] == 11 && flat[1] == 6 && flat[5] == 10;
}

int main()
{
	function_class<void(exception_list)> handle = [](exception_list list) {
		for (const exception_ptr_class &e : list)
			std::rethrow_exception(e);
	};
	queue q(first_selector{}, handle, property_list{ property::queue::enable_profiling() });
	const device d = q.get_device();
	queue assigned;

	assigned = cpu_selector();
	CHECK(assigned.get_device().is_cpu());
	CHECK(!d.is_host() && d.get_info<info::device::max_work_item_sizes>()[0] > 0);
	CHECK(d.get_info<info::device::profile>() == "FULL_PROFILE" && d.get_info<info::device::preferred_interop_user_sync>());
	CHECK(d.get_info<info::device::execution_capabilities>()[0] == info::execution_capability::exec_kernel);
	CHECK(d.get_info<info::device::max_work_item_sizes>().get(2) == d.get_info<info::device::max_work_item_sizes<3>>()[2]);

	vector_class<cl_int> a(64), b(64);
	for (cl_uint i = 0; i < 64; i++)
		b[i] = cl_int(i);
	CHECK(sum(q, a, b) == 64 * 63 / 2);
	CHECK(a[0] == 7 && a[7] == 0 && a[63] == 56);

	CHECK(counts(q));
	program p(q.get_context());
	p.build_with_kernel_type<class changing>();
	const kernel k = p.get_kernel<class changing>();
	CHECK(k.get_work_group_info<info::kernel_work_group::work_group_size>(d) == k.get_info<info::kernel_device_specific::work_group_size>(d));
	CHECK(k.get_work_group_info<info::kernel_work_group::compile_work_group_size>(d) == range<3>(0, 0, 0));

	const cl_float4 f(1, 2, 3, 4);
	const cl_ulong2 u(1ul << 40, 2);
	const cl_half h = 0.5f;
	const cl_bool yes = true;
	CHECK(f.w() == 4 && u.x() >> 40 == 1 && h == 0.5f && yes && sizeof(cl_char16) == 16 && sizeof(cl_double3) == 32);

	shared_ptr_class<int> shared(new int(1));
	weak_ptr_class<int> weak = shared;
	unique_ptr_class<int> unique(new int(2));
	mutex_class mutex;
	std::lock_guard<mutex_class> guard(mutex);
	CHECK(*weak.lock() + *unique == 3 && hash_class<int>()(3) == std::hash<int>()(3));

	// What fails is thrown by class, and caught by the classes above it.
	CHECK(thrown_by_launch<nd_range_error>(q, 10, 3));
	CHECK(thrown_by_launch<cl::sycl::runtime_error>(q, 10, 3));
	CHECK(thrown_by_launch<cl::sycl::exception>(q, 10, 3));
	CHECK(!thrown_by_launch<nd_range_error>(q, 9, 3));
	try {
		device_selector *none = nullptr;
		(void)none;
		buffer<int, 1> small(range<1>(4));
		buffer<int, 1> beyond(small, id<1>(2), range<1>(4));
		CHECK(!"a sub-buffer beyond its buffer");
	} catch (const cl::sycl::device_error &) {
		CHECK(!"of the device");
	} catch (const cl::sycl::exception &e) {
		CHECK(e.code() == errc::invalid);
	}
	std::puts(wrong ? "wrong" : "right");
	return wrong;
}
