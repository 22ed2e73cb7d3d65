#include "mini.hpp"

class [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] half { short v; };
template<class T> struct wide { T v; };
template<class T> struct [[__sycl_detail__::__uses_aspects__(aspect::fp64, sizeof(T) > 4 ? aspect::atomic64 : aspect::cpu)]] wide<T *> { T v; };
template<class T, aspect... A> struct [[__sycl_detail__::__uses_aspects__(A...)]] any { T v; };
struct outer { struct inner; };
struct [[__sycl_detail__::__uses_aspects__(aspect::ext_intel_matrix)]] outer::inner { int v; };
namespace { struct [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] hidden { int v; }; }
union [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] both { int i; float f; };
struct [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] abstract { virtual void f() = 0; };

template<class T> void in_template()
{
	struct [[__sycl_detail__::__uses_aspects__(aspect::fp64)]] local { T v; };
	local x{};
	(void)x;
}

int main()
{
	launch<class kernel>([=] {
		struct [[__sycl_detail__::__uses_aspects__(aspect::atomic64)]] in_lambda { int v; };
		half h;
		wide<int *> w4{};
		wide<long *> w8{};
		wide<int> plain{};
		any<char, aspect::fp16, aspect::fp64> a{};
		outer::inner i{};
		hidden n{};
		in_lambda l{};
		in_template<int>();
		(void)h, (void)w4, (void)w8, (void)plain, (void)a, (void)i, (void)n, (void)l;
	});
}
