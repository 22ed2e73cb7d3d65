/* Kernels that a program builds from text, OpenCL C and SYCL: names, included files, options, logs, and what is refused. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;
using ex::source_language;

template <typename Function>
static bool refused(sycl::errc code, const char *words, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		if (e.code() == code && std::strstr(e.what(), words))
			return true;
		std::printf("%s\n", e.what());
	}
	return false;
}

static const char opencl[] = R"(
struct pair { int a; float b; };
__kernel void twice(__global const int *in, __global int *out, struct pair p, __local int *shared)
{
	const int i = get_global_id(0), l = get_local_id(0);

	shared[l] = in[i] * FACTOR;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[i] = shared[get_local_size(0) - 1 - l] + p.a + convert_int(p.b);
}
__kernel void place(__global int *out) { out[get_global_id(1) * 4 + get_global_id(0)] = 10 * get_global_id(1) + get_global_id(0); }
)";

static void opencl_c(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, opencl);
	const sycl::device device = q.get_device();
	std::string log = "before";
	const auto bundle = ex::build(source, ex::properties{ ex::build_options(std::vector<std::string>{ "-DFACTOR=2", "-cl-fast-relaxed-math" }), ex::save_log(&log) });
	const sycl::kernel twice = bundle.ext_oneapi_get_kernel("twice"), place = bundle.ext_oneapi_get_kernel("place");
	struct pair {
		int a;
		float b;
	};
	int in[8] = { 1, 2, 3, 4, 5, 6, 7, 8 }, out[8] = {};
	ex::cl_version version;

	check(log != "before" && bundle.ext_oneapi_has_kernel("place") && !bundle.ext_oneapi_has_kernel("pair") && bundle.get_kernel_ids().empty());
	{
		sycl::buffer<int> in_buffer(in, 8), out_buffer(out, 8);

		q.submit([&](sycl::handler &h) {
			h.set_args(sycl::accessor(in_buffer, h, sycl::read_only), sycl::accessor(out_buffer, h, sycl::write_only), pair{ 100, 50.0f },
				sycl::local_accessor<int>(4, h));
			h.parallel_for(sycl::nd_range<1>(8, 4), twice);
		});
	}
	for (int i = 0; i < 8; i++)
		check(out[i] == 2 * in[i / 4 * 4 + 3 - i % 4] + 150);
	int *const grid = sycl::malloc_shared<int>(12, q);
	q.submit([&](sycl::handler &h) {
		h.set_args(grid);
		h.parallel_for(sycl::nd_range<2>({ 3, 4 }, { 1, 4 }), place);
	}).wait();
	check(grid[11] == 23 && grid[4] == 10);
	sycl::free(grid, q);
	check(device.ext_oneapi_can_build(source_language::opencl) && device.ext_oneapi_supports_cl_c_version(ex::opencl_c_1_2)
		&& device.ext_oneapi_supports_cl_c_version(ex::opencl_c_3_0) && !device.ext_oneapi_supports_cl_c_version({ 2, 1, 0 }));
	check(device.ext_oneapi_supports_cl_c_feature("__opencl_c_int64") && !device.ext_oneapi_supports_cl_c_feature("__opencl_c_pipes"));
	check(device.ext_oneapi_supports_cl_extension("cl_khr_fp64", &version) && version.major == 1 && !device.ext_oneapi_supports_cl_extension("cl_none"));
	check(device.ext_oneapi_cl_profile() == "FULL_PROFILE");
	check(refused(sycl::errc::build, "FACTOR", [&] { ex::build(source, ex::properties{ ex::save_log(&log) }); }) && log.find("FACTOR") != std::string::npos);
	for (const char *option : { "-o", "-fplugin=x.so", "other.cl", "-S", "@file" })
		check(refused(sycl::errc::invalid, option, [&] { ex::build(source, ex::properties{ ex::build_options(option) }); }));
	check(refused(sycl::errc::invalid, "SYCL", [&] { ex::build(source, ex::properties{ ex::registered_names("twice") }); }));
}

static const char sycl_text[] = R"(
#include <sycl/sycl.hpp>
#include "scale.h"
#include <deep/add.h>
namespace ex = sycl::ext::oneapi::experimental;

extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>))
void iota(float start, float *out)
{
	const auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_linear_id();

	out[i] = start + scale(static_cast<float>(i));
}
namespace mine {
template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::single_task_kernel))
void sum(T *out, int n)
{
	T all = 0;

	for (int i = 0; i < n; i++)
		all = add(all, out[i]);
	out[0] = all;
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<2>)) void place(int *out);
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<2>)) void place(float *) {}
}
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<2>)) void mine::place(int *out)
{
	const auto it = sycl::ext::oneapi::this_work_item::get_nd_item<2>();

	out[it.get_global_linear_id()] = static_cast<int>(10 * it.get_global_id(0) + it.get_global_id(1));
}
#ifdef WARN
#warning "a warning of the text"
#endif
)";

static void globals(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl, std::string(R"(
#include <sycl/sycl.hpp>
namespace ex = sycl::ext::oneapi::experimental;
ex::device_global<int[4]> list;
namespace mine {
static ex::device_global<short, decltype(ex::properties{ ex::device_image_scope })> factor;
}
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ex::nd_range_kernel<1>)) void use(int *out)
{
	const auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);

	out[i] = list[i] * mine::factor;
	list[i] += 100;
}
)"));
	const auto bundle = ex::build(source, ex::properties{ ex::registered_names{ { "list", "&mine::factor" } } });
	int *const out = sycl::malloc_shared<int>(4, q), given[] = { 1, 2, 3, 4 };
	const short factor = 7;

	check(bundle.ext_oneapi_has_device_global("list") && bundle.ext_oneapi_has_device_global("&mine::factor"));
	check(!bundle.ext_oneapi_has_device_global("use") && !bundle.ext_oneapi_has_kernel("list") && bundle.ext_oneapi_has_kernel("use"));
	check(bundle.ext_oneapi_get_device_global_size("list") == 16 && bundle.ext_oneapi_get_device_global_size("&mine::factor") == 2);
	check(refused(sycl::errc::invalid, "no device_global 'use'", [&] { bundle.ext_oneapi_get_device_global_size("use"); }));
	check(refused(sycl::errc::invalid, "no device_global 'x'", [&] { bundle.ext_oneapi_get_device_global_address("x", q.get_device()); }));
	q.memcpy(bundle.ext_oneapi_get_device_global_address("list", q.get_device()), given, sizeof given).wait();
	q.memcpy(bundle.ext_oneapi_get_device_global_address("&mine::factor", q.get_device()), &factor, sizeof factor).wait();
	q.submit([&](sycl::handler &h) {
		h.set_args(out);
		h.parallel_for(sycl::nd_range<1>(4, 2), bundle.ext_oneapi_get_kernel("use"));
	}).wait();
	q.memcpy(given, bundle.ext_oneapi_get_device_global_address("list", q.get_device()), sizeof given).wait();
	for (int i = 0; i < 4; i++)
		check(out[i] == 7 * (i + 1) && given[i] == 101 + i);
	sycl::free(out, q);
}

class own_kernel;
/* Loops whose counter begins with a few bits of an id. */
static void opencl_loops(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, R"(
__kernel void rounds(__global uint *out)
{
	const ushort x = get_global_id(0);
	uint n = 0;

	for (ushort c = x & 7; c < (x & 15); c += 2) {
		n++;
		if ((c & get_global_id(0)) >= 7)
			break;
	}
	out[x] = n;
}
)");
	const sycl::kernel rounds = ex::build(source).ext_oneapi_get_kernel("rounds");
	unsigned *const out = sycl::malloc_shared<unsigned>(32, q);

	q.submit([&](sycl::handler &h) {
		h.set_args(out);
		h.parallel_for(sycl::nd_range<1>(32, 8), rounds);
	}).wait();
	for (unsigned x = 0; x < 32; x++) {
		unsigned n = 0;

		for (unsigned c = x & 7; c < (x & 15); c += 2) {
			n++;
			if ((c & x) >= 7)
				break;
		}
		check(out[x] == n);
	}
	sycl::free(out, q);
}

/* Integers of both signs, which become wider and narrower ones, saturated or not, with a rounding mode or without. */
static void opencl_conversions(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, R"(
__kernel void convert(__global const char *c, __global const uchar *u, __global const float *f, __global long *out)
{
	const int i = get_global_id(0);
	const uint w = u[i] * 0x1010101u;
	const long4 wide = convert_long4((char4)(c[i], c[i] >> 1, 5, -5));

	out += i * 16;
	out[0] = convert_int(c[i]);
	out[1] = convert_uint(u[i]);
	out[2] = convert_ulong(w);
	out[3] = convert_long_rte(c[i]);
	out[4] = convert_char_sat(w);
	out[5] = convert_uchar_sat_rtz((ushort)w);
	out[6] = convert_uchar_sat(convert_short(c[i]));
	out[7] = convert_int_sat(c[i]);
	out[8] = wide.x + wide.y + wide.z + wide.w;
	out[9] = convert_uint4((uchar4)(u[i])).s3;
	out[10] = convert_uchar4_sat((ushort4)((ushort)w)).s2;
	out[11] = convert_int_rtp(f[i]);
	out[12] = convert_uchar_sat(f[i]);
	out[13] = convert_char_sat_rte(f[i]);
	out[14] = convert_ulong_sat(convert_long(c[i]));
	out[15] = convert_int4((float4)(f[i])).s1;
}
)");
	const sycl::kernel convert = ex::build(source, ex::properties{ ex::build_options(std::vector<std::string>{ "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-cl-denorms-are-zero", "-cl-no-subgroup-ifp" }) })
		.ext_oneapi_get_kernel("convert");
	signed char *const c = sycl::malloc_shared<signed char>(256, q);
	unsigned char *const u = sycl::malloc_shared<unsigned char>(256, q);
	float *const f = sycl::malloc_shared<float>(256, q);
	long *const out = sycl::malloc_shared<long>(256 * 16, q);

	for (int i = 0; i < 256; i++)
		c[i] = i - 128, u[i] = i, f[i] = 2.5f * (i - 128);
	q.submit([&](sycl::handler &h) {
		h.set_args(c, u, f, out);
		h.parallel_for(sycl::nd_range<1>(256, 32), convert);
	}).wait();
	for (long i = 0; i < 256; i++) {
		const long s = i - 128, w = i * 0x1010101, high = w & 0xffff;
		const double x = 2.5 * (i - 128);
		const long wanted[] = { s, i, w, s, std::min(w, 127l), std::min(high, 255l), std::max(s, 0l), s, s + (s >> 1), i, std::min(high, 255l),
			(long)std::ceil(x), (long)std::min(std::max(x, 0.0), 255.0), (long)std::min(std::max(std::nearbyint(x), -128.0), 127.0),
			std::max(s, 0l), (long)x };

		for (long k = 0; k < 16; k++)
			check(out[16 * i + k] == wanted[k]);
	}
	sycl::free(c, q);
	sycl::free(u, q);
	sycl::free(f, q);
	sycl::free(out, q);
}

/* Pointers to another type, and integers for them, are what C compilers warn of. */
static void opencl_pointers(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, R"(
__kernel void halves(__global const float2 *in, __global float *out)
{
	__global const float4 *p = in + 1;
	const last = 3;
	out[0] = p->x;
	out[last] = p->w;
}
)");
	const sycl::kernel halves = ex::build(source).ext_oneapi_get_kernel("halves");
	float *const f = sycl::malloc_shared<float>(12, q);

	for (int i = 0; i < 8; i++)
		f[i] = i;
	q.submit([&](sycl::handler &h) {
		h.set_args(f, f + 8);
		h.single_task(halves);
	}).wait();
	check(f[8] == 2 && f[11] == 5);
	sycl::free(f, q);
	check(refused(sycl::errc::build, "incompatible pointer types", [&] {
		ex::build(source, ex::properties{ ex::build_options(std::string("-Werror")) });
	}));
}

/* OpenCL's version, which clang does not know. */
static void opencl_version(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, R"(
		__kernel void version(__global int *out) { out[0] = __OPENCL_VERSION__; }
	)");
	const auto kernel = ex::build(source).ext_oneapi_get_kernel("version");
	int *out = sycl::malloc_shared<int>(1, q);

	q.submit([&](sycl::handler &h) { h.set_args(out); h.single_task(kernel); }).wait();
	check(*out == 300);
	sycl::free(out, q);
}

/* Functions that are inline and no more: one too large to be inlined, and all of them without optimization. */
static void opencl_inline(sycl::queue q)
{
	std::string text = "inline int large(__global const int *in, int n) { int s = 0; for (int i = 0; i < n; i++) {\n";

	for (int i = 0; i < 60; i++)
		text += "for (int k = 0; k < in[i]; k++) s = s * 3 + in[k] + " + std::to_string(i % 2) + ";\n";
	text += R"(} return s; }
		inline int small(int x) { return x + 1; }
		extern inline int other(int x) { return x * 2; }
		__kernel void sums(__global const int *in, __global int *out)
		{
			out[0] = large(in, 2) + large(in + 1, 3) * large(in + 2, 1) + small(in[1]) + other(in[2]);
		})";
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, text);
	int *in = sycl::malloc_shared<int>(64, q), *out = sycl::malloc_shared<int>(1, q);
	const auto large = [](const int *x, int n) {
		unsigned s = 0;

		for (int i = 0; i < 60 * n; i++)
			for (int k = 0; k < x[i / 60]; k++)
				s = s * 3u + static_cast<unsigned>(x[k] + i % 2);
		return s;
	};

	for (int i = 0; i < 64; i++)
		in[i] = i % 3;
	for (const char *option : { "-O2", "-O0", "-cl-opt-disable" }) {
		const auto built = ex::build(source, ex::properties{ ex::build_options(option) });
		q.submit([&](sycl::handler &h) {
			h.set_args(in, out);
			h.single_task(built.ext_oneapi_get_kernel("sums"));
		}).wait();
		check(static_cast<unsigned>(*out) == large(in, 2) + large(in + 1, 3) * large(in + 2, 1) + 6u);
	}
	sycl::free(out, q);
	sycl::free(in, q);
}

/* Macros of one letter, commas in braces, and the first versions of OpenCL C. */
static void opencl_conversions_beside_macros(sycl::queue q)
{
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, R"(
__kernel void convert(__global const float *f, __global int *out)
{
	const __private int4 v = convert_int4((float4){f[0], x, y, 4});

	out[0] = v.s0 + v.s1 + v.s2 + v.s3;
	out[1] = convert_uchar_sat_rte(f[1]) + convert_char_sat((ushort)(x + y));
	out[2] = convert_uchar2_sat((int2){-7, 700}).s1;
	out[3] = convert_short_rtp(f[0] * 1.25f);
}
)");
	float *const f = sycl::malloc_shared<float>(2, q);
	int *const out = sycl::malloc_shared<int>(4, q);

	f[0] = 1;
	f[1] = 2.5f;
	for (const char *version : { "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL3.0", "-cl-std=clc++2021" }) {
		const std::vector<std::string> options = { "-Dx=100", "-Dy=1000", version, "-Wall", "-Wextra", "-Werror" };
		const sycl::kernel convert = ex::build(source, ex::properties{ ex::build_options(options) }).ext_oneapi_get_kernel("convert");

		std::memset(out, 0, 4 * sizeof *out);
		q.submit([&](sycl::handler &h) {
			h.set_args(f, out);
			h.single_task(convert);
		}).wait();
		check(out[0] == 1105 && out[1] == 2 + 127 && out[2] == 255 && out[3] == 2);
	}
	sycl::free(f, q);
	sycl::free(out, q);
}

static void sycl_source(sycl::queue q)
{
	ex::include_files files("scale.h", "inline float scale(float x) { return FACTOR * x; }\n");
	files.add("deep/add.h", "template <typename T>\nT add(T a, T b) { return a + b; }\n");
	const auto source = ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl, std::string(sycl_text), ex::properties{ files });
	std::string log;
	const std::vector<std::string> names{ "mine::sum<int>", "mine::sum<double>", "(void (*)(int *))mine::place" };
	const auto bundle = ex::build(source, { q.get_device() }, ex::properties{ ex::registered_names(names),
		ex::build_options(std::vector<std::string>{ "-DFACTOR=3", "-DWARN" }), ex::save_log(&log) });
	float *const f = sycl::malloc_shared<float>(8, q);
	int *const x = sycl::malloc_shared<int>(12, q);

	check(log.find("a warning of the text") != std::string::npos);
	for (const std::string &name : names)
		check(bundle.ext_oneapi_has_kernel(name) && bundle.ext_oneapi_has_kernel(bundle.ext_oneapi_get_raw_kernel_name(name)));
	check(bundle.ext_oneapi_has_kernel("iota") && !bundle.ext_oneapi_has_kernel("mine::sum<float>") && !bundle.ext_oneapi_has_kernel("iot"));
	check(refused(sycl::errc::invalid, "iot", [&] { bundle.ext_oneapi_get_kernel("iot"); }));
	q.submit([&](sycl::handler &h) {
		h.set_args(0.5f, f);
		h.parallel_for(sycl::nd_range<1>(8, 4), bundle.ext_oneapi_get_kernel("iota"));
	}).wait();
	for (int i = 0; i < 8; i++)
		check(f[i] == 0.5f + 3.0f * float(i));
	q.submit([&](sycl::handler &h) {
		h.set_args(x);
		h.parallel_for(sycl::nd_range<2>({ 3, 4 }, { 1, 2 }), bundle.ext_oneapi_get_kernel(names[2]));
	}).wait();
	check(x[11] == 23 && x[4] == 10);
	q.submit([&](sycl::handler &h) {
		h.set_arg(0, x);
		h.set_arg(1, 12);
		h.single_task(bundle.ext_oneapi_get_kernel("mine::sum<int>"));
	}).wait();
	check(x[0] == 4 * (10 + 20) + 3 * (1 + 2 + 3));
	/* Built again, with another value: kernels of one name and of two libraries. */
	const auto other = ex::build(source, { q.get_device() }, ex::properties{ ex::build_options("-DFACTOR=100") });
	for (const bool first : { false, true }) {
		q.submit([&](sycl::handler &h) {
			h.set_args(0.0f, f);
			h.parallel_for(sycl::nd_range<1>(8, 4), (first ? bundle : other).ext_oneapi_get_kernel("iota"));
		}).wait();
		check(f[2] == (first ? 6.0f : 200.0f));
	}
	check(!other.ext_oneapi_has_kernel("mine::sum<int>"));
	/* Compiled one by one, linked, and joined with the program's own kernels. */
	const auto second = ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl,
		"#include <sycl/sycl.hpp>\nextern \"C\" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((sycl::ext::oneapi::experimental::single_task_kernel)) void set(int *p) { *p = 31; }");
	const sycl::kernel_bundle<sycl::bundle_state::object> objects[] = { ex::compile(source, ex::properties{ ex::build_options("-DFACTOR=100") }),
		ex::compile(second, { q.get_device() }, ex::properties{ ex::registered_kernel_names("set") }) };
	const auto linked = sycl::link({ objects[0], objects[1] });
	const auto own = sycl::get_kernel_bundle<own_kernel, sycl::bundle_state::executable>(q.get_context());
	const auto all = sycl::join(std::vector{ linked, own });
	q.single_task<own_kernel>([] {}).wait();
	check(linked.ext_oneapi_has_kernel("iota") && linked.get_kernel_ids().empty() && all.get_kernel_ids() == own.get_kernel_ids() && all.has_kernel<own_kernel>());
	q.submit([&](sycl::handler &h) {
		h.set_args(x);
		h.single_task(all.ext_oneapi_get_kernel("set"));
	}).wait();
	check(x[0] == 31);
	q.submit([&](sycl::handler &h) {
		h.set_args(0.0f, f);
		h.parallel_for(sycl::nd_range<1>(8, 4), linked.ext_oneapi_get_kernel("iota"));
	}).wait();
	check(f[2] == 200.0f);
	check(refused(sycl::errc::build, "FACTOR", [&] { ex::build(source); }));
	check(refused(sycl::errc::build, "mine::none", [&] { ex::build(source, ex::properties{ ex::build_options("-DFACTOR=1"), ex::registered_names("mine::none") }); }));
	for (const char *option : { "-o", "-fsycl-targets=spir64", "other.cpp", "-E" })
		check(refused(sycl::errc::invalid, option, [&] { ex::build(source, ex::properties{ ex::build_options(option) }); }));
	check(refused(sycl::errc::invalid, "'../x.h'", [&] {
		ex::build(ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl, "", ex::properties{ ex::include_files("../x.h", "") }));
	}));
	check(refused(sycl::errc::invalid, "name and a text", [&] { ex::include_files(std::vector<std::string>{ "one.h" }, {}); }));
	check(refused(sycl::errc::invalid, "already", [&] { files.add("scale.h", ""); }));
	sycl::free(f, q);
	sycl::free(x, q);
}

int main(int argc, char **)
{
	sycl::queue q;
	const std::vector<std::byte> bytes(4);

	if (argc > 1) {	/* where no compiler is */
		check(!q.get_device().ext_oneapi_can_build(source_language::sycl) && !q.get_device().ext_oneapi_can_compile(source_language::opencl)
			&& !ex::is_source_kernel_bundle_supported(q.get_backend(), source_language::sycl));
		check(refused(sycl::errc::feature_not_supported, "not installed", [&] { ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl, ""); }));
		check(refused(sycl::errc::feature_not_supported, "not installed", [&] { ex::create_kernel_bundle_from_source(q.get_context(), source_language::opencl, ""); }));
		return done();
	}
	check(refused(sycl::errc::invalid, "text", [&] { ex::create_kernel_bundle_from_source(q.get_context(), source_language::sycl, bytes); }));
	check(refused(sycl::errc::invalid, "bytes", [&] { ex::create_kernel_bundle_from_source(q.get_context(), source_language::spirv, "text"); }));
	opencl_c(q);
	opencl_loops(q);
	opencl_conversions(q);
	opencl_pointers(q);
	opencl_inline(q);
	opencl_version(q);
	opencl_conversions_beside_macros(q);
	sycl_source(q);
	globals(q);
	return done();
}
