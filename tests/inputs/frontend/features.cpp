#include "mini.hpp"

// Every position that an attribute can take; each kernel is named after what it shows.
[[sycl::device_has(aspect::fp16)]] void front();
[[sycl::device_has(aspect::fp16)]] void front() {}
void behind(int) noexcept [[sycl::device_has(aspect::fp16, aspect::fp64)]] {}
auto trailing(int) [[sycl::device_has(aspect::fp64)]] -> int { return 1; }
void nothing() [[sycl::device_has()]] {}
[[__sycl_detail__::__uses_aspects__(aspect::atomic64)]] void uses() {}
[[using sycl: device_has(aspect::fp16), reqd_sub_group_size(8)]] SYCL_EXTERNAL void exported() {}
#define HAS [[sycl::device_has(aspect::fp64)]]
void macro() HAS {}
template<aspect... A> void several() [[sycl::device_has(A...)]] {}
struct methods {
	void plain() const & [[sycl::device_has(aspect::fp16)]] {}
	template<int N> void dependent() [[sycl::device_has(N == 1 ? aspect::fp16 : aspect::fp64)]] {}
	methods(int) [[sycl::device_has(aspect::fp64)]] : x(1) {}
	int x;
};

struct one_size { void operator()() const [[sycl::reqd_work_group_size(64)]] {} };
template<int N> struct template_size { void operator()() const [[sycl::reqd_work_group_size(N, 2 * N)]] {} };

// declared on its first line, called before its definition
void late() [[sycl::device_has(aspect::atomic64)]];
void caller() { late(); }
void late() {}

int main()
{
	launch<class calls>([=] {
		front(); behind(1); trailing(1); nothing(); uses(); macro(); several<aspect::cpu, aspect::fp64>();
		methods m(1); m.plain(); m.dependent<2>(); caller();
	});
	launch<class lambda_front>([=] [[sycl::device_has(aspect::fp16)]] () {});
	launch<class lambda_behind>([=]() [[sycl::reqd_sub_group_size(16)]] [[sycl::work_group_size_hint(1, 2, 3)]] {});
	launch<class lambda_trailing>([=]() noexcept [[intel::reqd_sub_group_size(32)]] -> void {});
	launch<class size_1>(one_size());
	launch<class size_2>(template_size<4>());
	launch<class size_3>([=]() [[cl::reqd_work_group_size(1, 2, 3)]] {});
	launch<class named>([=]() [[intel::named_sub_group_size(automatic)]] {});
}
