#include "mini.hpp"

// A kernel that reaches four optional features through two functions and a template.
class [[__sycl_detail__::__uses_aspects__(aspect::fp16)]] half { short bits; public: half() : bits(1) {} int get() const { return bits; } };
template<class T, int Size = sizeof(T)> class atomic_ref { T *p; public: atomic_ref(T &x) : p(&x) {} void add(T x) const { *p += x; } };
template<class T> class [[__sycl_detail__::__uses_aspects__(aspect::atomic64)]] atomic_ref<T, 8> { T *p; public: atomic_ref(T &x) : p(&x) {} void add(T x) const { *p += x; } };
struct [[__sycl_detail__::__uses_aspects__(aspect::ext_intel_matrix)]] matrix { int rows; };

template<class T> void add(T *p, T x)
{
	atomic_ref<T>(*p).add(x);
}

int inner(long *p, double d)
{
	half h;
	add(p, (long)(d * 2.0));
	return h.get();
}

int outer(long *p, double *d)
{
	matrix m{2};
	return inner(p, *d) + m.rows;
}

int main()
{
	long *p = nullptr;
	double *d = nullptr;
	int *small = nullptr;
	launch<class everything>([=]() [[sycl::device_has(aspect::fp64, aspect::fp16, aspect::ext_intel_matrix)]] { p[1] = outer(p, d); });
	launch<class nothing>([=] { add(small, 1); });
}
