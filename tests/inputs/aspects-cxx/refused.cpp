// A kernel for each thing that a kernel may require, and what its submission throws.
#include <cstdio>

#include <sycl/sycl.hpp>

struct [[__sycl_detail__::__uses_aspects__(sycl::aspect::ext_intel_esimd)]] marked {
	int value;
};

[[__sycl_detail__::__uses_aspects__(sycl::aspect::usm_restricted_shared_allocations)]] int marked_function(int x)
{
	return x;
}

int main()
{
	sycl::queue q(sycl::default_selector_v, [&](sycl::exception_list) { std::puts("handler"); });
	int v = 0;
	auto run = [&](const char *name, auto submit) {
		try {
			sycl::buffer<int> b(&v, sycl::range<1>(1));
			q.submit([&](sycl::handler &h) { submit(h, sycl::accessor(b, h)); });
			std::printf("%s: runs\n", name);
		} catch (const sycl::exception &e) {
			std::printf("%s: %s%s\n", name, e.code() == sycl::errc::kernel_not_supported ? "" : "other: ", e.what());
		}
	};

	run("plain", [](sycl::handler &h, auto a) { h.single_task<class plain>([=] { a[0] = 1; }); });
	run("sub-group", [](sycl::handler &h, auto a) {
		h.parallel_for<class sub_group>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(77)]] { a[0] = 1; });
	});
	run("work-group", [](sycl::handler &h, auto a) {
		h.parallel_for<class work_group>(sycl::nd_range<1>(70000, 70000),
						 [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(70000)]] { a[0] = 1; });
	});
	run("declared", [](sycl::handler &h, auto a) {
		h.single_task<class declared>([=]() [[sycl::device_has(sycl::aspect::ext_intel_esimd)]] { a[0] = 1; });
	});
	run("no feature", [](sycl::handler &h, auto a) {
		h.single_task<class no_feature>([=]() [[sycl::device_has(sycl::aspect::accelerator)]] { a[0] = 1; });
	});
	run("type", [](sycl::handler &h, auto a) {
		h.single_task<class type>([=] {
			volatile marked m{ 3 };
			a[0] = m.value;
		});
	});
	run("function", [](sycl::handler &h, auto a) { h.single_task<class function>([=] { a[0] = marked_function(4); }); });
	run("named", [](sycl::handler &h, auto a) {
		h.parallel_for<class named>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[intel::named_sub_group_size(automatic)]] { a[0] = 1; });
	});
}
