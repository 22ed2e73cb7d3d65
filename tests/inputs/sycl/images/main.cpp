/*
 * Kernels that call functions of other device images: of this program, of a
 * library that it is linked with, and of plugins that come and go.
 */
#include <sycl/sycl.hpp>

#include <dlfcn.h>

#include <string>

#include "../check.hpp"
#include "functions.hpp"

SYCL_EXTERNAL int plugin_value(int x);
SYCL_EXTERNAL int nowhere(int x);

class Plain;
class Chain;
class Items;
class Doubles;
class Library;
class Plugin;
class Nowhere;

/* What the exception says; "" when the kernel ran. */
template <typename Name, typename F>
static std::string run(sycl::queue &q, const F &f, sycl::errc wanted = sycl::errc::build)
{
	try {
		q.single_task<Name>(f).wait();
	} catch (const sycl::exception &e) {
		check(e.code() == wanted);
		return e.what();
	}
	return "";
}

static bool has(const std::string &text, const char *part)
{
	return text.find(part) != std::string::npos;
}

/* What the plugin gives for 1; -1 when its function is not there. */
static int plugin(sycl::queue &q, int *a)
{
	a[0] = -1;
	const std::string what = run<Plugin>(q, [=] { a[0] = plugin_value(1); });

	check(what.empty() || (has(what, "'plugin_value(int)' (_Z12plugin_valuei)") && has(what, "Plugin") && has(what, "none has it; searched: ")));
	check(sycl::is_compatible<Plugin>(q.get_device()) == what.empty());
	return a[0];
}

int main(int argc, char **argv)
{
	sycl::queue q;
	int *a = sycl::malloc_shared<int>(64, q);

	check(run<Plain>(q, [=] { a[0] = 1; }) == "" && a[0] == 1);
	check(run<Chain>(q, [=] { a[0] = outer(5); }) == "" && a[0] == 2 * (5 + 1) + 7);
	q.parallel_for<Items>(sycl::nd_range<2>({ 4, 6 }, { 2, 3 }), [=](sycl::nd_item<2> i) { place(i, a); }).wait();
	check(a[0] == 0 && a[23] == 23 + 100 * 3 && a[7] == 7 + 100 * 0);
	check(own_kernel(q, a) == 8);
	check(run<Library>(q, [=] { a[0] = library_value(3); }) == "" && a[0] == 33);
	const std::string doubles = run<Doubles>(q, [=] { a[0] = int(2 * half_of(3)); }, sycl::errc::kernel_not_supported);
	if (q.get_device().has(sycl::aspect::fp64))
		check(doubles.empty() && a[0] == 3);
	else
		check(has(doubles, "Required aspect fp64 is not supported on the device"));

	const std::string nowhere_found = run<Nowhere>(q, [=] { a[0] = nowhere(1); });
	check(has(nowhere_found, "'nowhere(int)'") && has(nowhere_found, "Nowhere") && has(nowhere_found, argv[0]) && has(nowhere_found, "liblibrary.so"));

	check(plugin(q, a) == -1);
	for (int i = 1; i < argc; i++) {
		void *handle = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);

		check(handle);
		check(plugin(q, a) == 10 * i + 1);
		if (handle)
			dlclose(handle);
		check(plugin(q, a) == -1);
	}
	sycl::free(a, q);
	return done();
}
