/* 5.6: the macros of the standard on the host and in device code, and code that depends on them. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

#if !defined(SYCL_LANGUAGE_VERSION) || SYCL_LANGUAGE_VERSION < 202001L
#error no version of the language
#endif
#if defined(__SYCL_SINGLE_SOURCE__) && defined(__SYCL_DEVICE_ONLY__)
#error one compiler makes both codes, or it makes device code only
#endif
#ifndef SYCL_EXTERNAL
#error functions of other sources can be called
#endif
#if !defined(SYCL_FEATURE_SET_FULL) && !defined(SYCL_FEATURE_SET_REDUCED)
#error a set of features is there
#endif

/* One function with two bodies: what it returns says which pass compiled it. */
int pass()
{
#ifdef __SYCL_DEVICE_ONLY__
	return 1;
#else
	return 2;
#endif
}

/* A table that only device code has, and a function that only the host has. */
#ifdef __SYCL_DEVICE_ONLY__
constexpr int table[3] = { 10, 20, 30 };
#else
int on_host(int i) { return i * 100; }
#endif

int ask(int i)
{
#ifdef __SYCL_DEVICE_ONLY__
	return table[i % 3];
#else
	return on_host(i);
#endif
}

#define STEP(N) (void)(p[N] = ask(N) + pass())

int main()
{
	queue q;
	int *const p = malloc_shared<int>(4, q);
	const char *const file = __FILE__;

	q.single_task([=] { STEP(0), STEP(1), STEP(2), p[3] = __LINE__ > 0 && SYCL_LANGUAGE_VERSION >= 202001L; }).wait();
	check(p[0] == 11 && p[1] == 21 && p[2] == 31 && p[3] == 1);
	check(pass() == 2 && ask(3) == 300 && file[0]);
	int on_the_host = 0;
	q.submit([&](handler &h) { h.host_task([&] { on_the_host = pass(); }); }).wait();
	check(on_the_host == 2);
	free(p, q);
	return done();
}
