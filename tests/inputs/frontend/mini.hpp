// The least that launches a kernel: what include/sycl does, in 40 lines.
#ifndef MINI_HPP
#define MINI_HPP

enum class [[__sycl_detail__::__sycl_type__(aspect)]] aspect { cpu = 1, fp16 = 5, fp64 = 6, atomic64 = 28, ext_intel_matrix = 58 };

template<class A, class B> struct same { static constexpr bool value = false; };
template<class A> struct same<A, A> { static constexpr bool value = true; };
template<bool B, class X, class Y> struct pick { using type = X; };
template<class X, class Y> struct pick<false, X, Y> { using type = Y; };
template<class N, class F> using kernel_name = typename pick<same<N, void>::value, F, N>::type;

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_EXTERNAL [[clang::sycl_external, clang::annotate("sycl-external", 0)]]

template<class F> [[clang::annotate("sycl-kernel-wrapper", 0)]] inline void invoke(const F &f)
{
	f();
}

template<class F> inline __attribute__((always_inline)) void body(const F &f)
{
	invoke(f);
}

template<class N, class F> [[clang::sycl_kernel_entry_point(N)]] void entry(F f)
{
	body<F>(f);
}
#else
#define SYCL_EXTERNAL
extern "C" int printf(const char *, ...);
#endif

template<class N = void, class F> void launch(const F &f)
{
#ifdef __SYCL_DEVICE_ONLY__
	entry<kernel_name<N, F>, F>(f);
#else
	printf("%s\n", __builtin_sycl_unique_stable_name(kernel_name<N, F>));
#endif
}

#endif
