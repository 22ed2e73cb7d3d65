/* Functions that are kernels, kernel objects with arguments, bytes as arguments. */
#ifdef OTHER_UNIT
#include <sycl/ext/oneapi/free_function_kernel_properties.hpp>
#include <sycl/ext/oneapi/free_function_queries.hpp>
#else
#include <sycl/ext/oneapi/kernel_properties.hpp>
#include <sycl/sycl.hpp>

#include "refused.hpp"
#endif

namespace ext = sycl::ext::oneapi::experimental;
namespace item = sycl::ext::oneapi::this_work_item;

/* Defined in the other unit. */
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void elsewhere(int *to, int value);

#ifdef OTHER_UNIT
void elsewhere(int *to, int value) { to[item::get_nd_item<1>().get_global_id(0)] = value; }
#else

struct pair {
	char small;
	double large;
};

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void iota(float start, float *to)
{
	const std::size_t i = item::get_nd_item<1>().get_global_linear_id();

	to[i] = start + float(i);
	start = 0;	/* of this work-item only */
}

template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<2>))
void scaled(char factor, T *to, short add, pair more)
{
	const auto it = item::get_nd_item<2>();

	to[it.get_global_linear_id()] = T(factor) * T(10 * it.get_global_id(0) + it.get_global_id(1)) + T(add) + T(more.small) + T(more.large);
}

namespace inner {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void ping(float *x) { *x += 1; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void ping(int *x) { *x += 10; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void nothing() {}
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<3>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::work_group_size<2, 2, 4>))
void groups(sycl::accessor<int, 3> to, sycl::local_accessor<int, 1> sum, int add)
{
	const auto it = item::get_nd_item<3>();
	const std::size_t me = it.get_local_linear_id();

	sum[me] = int(me);
	sycl::group_barrier(it.get_group());
	int all = add;

	for (int i = 0; i < 16; i++)
		all += sum[i];
	to[it.get_global_id()] = all + int(it.get_global_id(2));
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void scratch(int *to)
{
	int *const mine = static_cast<int *>(ext::get_work_group_scratch_memory());
	const auto it = item::get_nd_item<1>();

	mine[it.get_local_id(0)] = int(it.get_global_id(0));
	sycl::group_barrier(it.get_group());
	to[it.get_global_id(0)] = mine[3 - it.get_local_id(0)];
}

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void shared_value(ext::work_group_memory<int> memory, int *to)
{
	const auto it = item::get_nd_item<1>();

	if (it.get_local_id(0) == 0)
		memory = int(it.get_group(0)) + 5;
	sycl::group_barrier(it.get_group());
	to[it.get_global_id(0)] = memory;
}

/* Beside local memory of an argument, which is of an odd size. */
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>))
void scratch_beside(sycl::local_accessor<char, 1> own, int *to, char add)
{
	int *const mine = static_cast<int *>(ext::get_work_group_scratch_memory());
	const auto it = item::get_nd_item<1>();

	own[it.get_local_id(0)] = char(it.get_local_id(0));
	mine[it.get_local_id(0)] = int(it.get_group(0));
	sycl::group_barrier(it.get_group());
	to[it.get_global_id(0)] = 100 * mine[2 - it.get_local_id(0)] + 10 * own[2 - it.get_local_id(0)] + add;
}

struct four {
	int value[4];
};

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void sum(four of, int *to) { *to = of.value[0] + of.value[1] + of.value[2] + of.value[3]; }

static void direct(sycl::queue q)
{
	float *const to = sycl::malloc_shared<float>(64, q);
	int *const count = sycl::malloc_shared<int>(64, q);

	ext::nd_launch(q, sycl::nd_range<1>(64, 8), ext::kernel_function<iota>, 3, to);	/* 3 becomes a float */
	q.wait();
	check(to[0] == 3 && to[63] == 66);
	ext::nd_launch(q, sycl::nd_range<2>({ 4, 6 }, { 2, 3 }), ext::kernel_function<scaled<int>>, char(2), count, short(-1), pair{ 3, 0.5 });
	ext::nd_launch(q, sycl::nd_range<2>({ 4, 6 }, { 2, 3 }), ext::kernel_function<scaled<float>>, char(2), to, short(-1), pair{ 3, 0.5 });
	q.wait();
	check(count[0] == 2 && count[23] == 72 && to[23] == 72.5f);
	*to = 0, *count = 0;
	ext::single_task(q, ext::kernel_function<(void (*)(float *))inner::ping>, to);
	ext::single_task(q, ext::kernel_function<(void (*)(int *))inner::ping>, count);
	ext::single_task(q, ext::kernel_function<inner::nothing>);
	q.wait();
	check(*to == 1 && *count == 10);
	ext::nd_launch(q, ext::launch_config(sycl::nd_range<1>(8, 4), ext::properties{ ext::work_group_scratch_size(16) }), ext::kernel_function<scratch>, count);
	q.wait();
	check(count[0] == 3 && count[3] == 0 && count[4] == 7 && count[7] == 4);
	q.submit([&](sycl::handler &h) {
		ext::work_group_memory<int> memory(h);
		ext::nd_launch(h, sycl::nd_range<1>(8, 4), ext::kernel_function<shared_value>, memory, count);
	}).wait();
	check(count[0] == 5 && count[7] == 6);
	ext::nd_launch(q, sycl::nd_range<1>(8, 4), ext::kernel_function<elsewhere>, count, 77);
	q.wait();
	check(count[7] == 77);
	sycl::free(to, q);
	sycl::free(count, q);
}

static void objects(sycl::queue q)
{
	const sycl::context context = q.get_context();
	float *const to = sycl::malloc_shared<float>(64, q);
	int *const count = sycl::malloc_shared<int>(64, q);
	const auto bundle = ext::get_kernel_bundle<iota, sycl::bundle_state::executable>(context);
	const sycl::kernel k = bundle.ext_oneapi_get_kernel<iota>();

	check(bundle.ext_oneapi_has_kernel<iota>() && bundle.ext_oneapi_has_kernel<iota>(q.get_device()));
	check(!bundle.ext_oneapi_has_kernel<inner::nothing>());
	refused(sycl::errc::invalid, [&] { bundle.ext_oneapi_get_kernel<inner::nothing>(); });
	check(ext::has_kernel_bundle<iota, sycl::bundle_state::executable>(context) && ext::is_compatible<iota>(q.get_device()));
	check(ext::has_kernel_bundle<iota, sycl::bundle_state::input>(context, { q.get_device() }));
	check(k.get_info<sycl::info::kernel::num_args>() == 2);
	check(ext::get_kernel_info<inner::nothing, sycl::info::kernel::num_args>(context) == 0);
	check(ext::get_kernel_info<groups, sycl::info::kernel_device_specific::compile_work_group_size>(q) == sycl::range<3>(2, 2, 4));
	check(ext::get_kernel_info<groups, sycl::info::kernel_device_specific::work_group_size>(context, q.get_device()) == 16);
	check(sycl::get_kernel_bundle<sycl::bundle_state::executable>(context).has_kernel(ext::get_kernel_id<scaled<float>>()));

	q.submit([&](sycl::handler &h) {
		h.set_arg(1, to);
		h.set_arg(0, 2.5f);
		h.parallel_for(sycl::nd_range<1>(64, 16), k);
	}).wait();
	check(to[0] == 2.5f && to[63] == 65.5f);
	const double large = 2;
	const pair more = { 1, large };
	const sycl::kernel two = ext::get_kernel_bundle<scaled<float>, sycl::bundle_state::executable>(context).ext_oneapi_get_kernel<scaled<float>>();
	ext::nd_launch(q, sycl::nd_range<2>({ 2, 2 }, { 1, 2 }), two, char(3), to, short(4), sycl::ext::oneapi::raw_kernel_arg(&more, sizeof more));
	q.wait();
	check(to[0] == 7 && to[3] == 40);
	const char letter = 4;
	const short number = 5;
	std::vector<sycl::ext::oneapi::raw_kernel_arg> raw = { { &letter, sizeof letter }, { &to, sizeof to }, { &number, sizeof number }, { &more, sizeof more } };
	to[0] = to[3] = 0;
	ext::nd_launch(q, sycl::nd_range<2>({ 2, 2 }, { 1, 2 }), two, raw);
	q.wait();
	check(to[0] == 8 && to[3] == 52);
	const sycl::kernel one = ext::get_kernel_bundle<(void (*)(int *))inner::ping, sycl::bundle_state::executable>(context)
		.ext_oneapi_get_kernel<(void (*)(int *))inner::ping>();
	*count = 0;
	q.submit([&](sycl::handler &h) {
		h.set_args(count);
		h.single_task(one);
	}).wait();
	ext::single_task(q, one, count);
	q.wait();
	sycl::khr::launch_task(q, one, count);
	q.wait();
	check(*count == 30);
	sycl::khr::launch_grouped(q, sycl::range<1>(8), sycl::range<1>(4), k, 0.5f, to);
	q.wait();
	check(to[7] == 7.5f);
	refused(sycl::errc::kernel_argument, [&] { ext::single_task(q, one, count, 1); });	/* one too many */
	refused(sycl::errc::kernel_argument, [&] {
		q.submit([&](sycl::handler &h) {
			h.set_arg(1, to);
			h.parallel_for(sycl::nd_range<1>(64, 16), k);
		});
	});
	refused(sycl::errc::kernel_argument, [&] {	/* an accessor is no pointer */
		sycl::buffer<int> buffer(4);

		q.submit([&](sycl::handler &h) {
			h.set_args(sycl::accessor(buffer, h));
			h.single_task(one);
		});
	});
	refused(sycl::errc::invalid, [&] { q.submit([&](sycl::handler &h) { h.set_arg(-1, 0); }); });
	refused(sycl::errc::nd_range, [&] { ext::nd_launch(q, sycl::nd_range<1>(64, 15), k, 1.f, to); });

	sycl::buffer<int, 3> buffer({ 2, 4, 8 });
	const sycl::kernel three = ext::get_kernel_bundle<groups, sycl::bundle_state::executable>(context).ext_oneapi_get_kernel<groups>();
	q.submit([&](sycl::handler &h) {
		h.set_args(sycl::accessor<int, 3>(buffer, h, sycl::write_only), sycl::local_accessor<int, 1>(16, h), 1000);
		h.parallel_for(sycl::nd_range<3>({ 2, 4, 8 }, { 2, 2, 4 }), three);
	});
	const sycl::host_accessor got(buffer);
	check(got[0][0][0] == 1120 && got[1][3][7] == 1127);
	refused(sycl::errc::nd_range, [&] {
		q.submit([&](sycl::handler &h) {
			h.set_args(sycl::accessor<int, 3>(buffer, h), sycl::local_accessor<int, 1>(16, h), 1000);
			h.parallel_for(sycl::nd_range<3>({ 2, 4, 8 }, { 2, 4, 2 }), three);
		});
	});
	sycl::free(to, q);
	sycl::free(count, q);
}

/* Kernels that are lambdas: the arguments are what they hold. */
class held;
static void lambdas(sycl::queue q)
{
	int *const to = sycl::malloc_shared<int>(8, q);
	int add = 5;

	q.parallel_for<held>(sycl::range<1>(8), [=](sycl::id<1> i) { to[i] = int(i[0]) + add; }).wait();
	const sycl::kernel k = sycl::get_kernel_bundle<held, sycl::bundle_state::executable>(q.get_context()).get_kernel<held>();
	q.submit([&](sycl::handler &h) {
		h.set_args(to, 50);
		h.parallel_for(sycl::range<1>(4), k);
	}).wait();
	check(to[3] == 53 && to[4] == 9);
	sycl::free(to, q);
}

/* Kernels that other source files do not see, beside some that they do. */
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::nd_range_kernel<1>)) SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::work_group_size<4>))
static void local_one(int *to) { to[item::get_nd_item<1>().get_global_id(0)] = 1; }
namespace {
template <typename T>
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel))
void local_two(T *to) { *to = 2; }
struct unseen {
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) static void three(int *to) { *to = 3; }
};
}
namespace outer::inner {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) static inline void four(int *to) { *to = 4; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) void five(int *to) { *to = 5; }
}
extern "C" {
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) static void six(int *to) { *to = 6; }
}
struct seen {
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((ext::single_task_kernel)) static void seven(int *to) { *to = 7; }
};

template <auto *Function>
static sycl::kernel object_of(sycl::queue q)
{
	return ext::get_kernel_bundle<Function, sycl::bundle_state::executable>(q.get_context()).template ext_oneapi_get_kernel<Function>();
}

/* Launches of kernel objects keep to their properties; an array is an argument as a structure of its elements is. */
static void configured(sycl::queue q)
{
	int *const to = sycl::malloc_shared<int>(9, q);
	const ext::properties bytes{ ext::work_group_scratch_size(16) };
	const ext::launch_config config(sycl::nd_range<1>(9, 3), bytes);
	const int values[4] = { 1, 2, 3, 4 };

	ext::nd_launch(q, ext::launch_config(sycl::nd_range<1>(8, 4), bytes), object_of<scratch>(q), to);
	q.wait();
	check(to[0] == 3 && to[3] == 0 && to[4] == 7 && to[7] == 4);
	for (const bool by_arguments : { false, true }) {
		q.submit([&](sycl::handler &h) {
			const sycl::local_accessor<char, 1> own(3, h);

			if (by_arguments) {
				h.set_args(own, to, char(5));
				h.parallel_for(config.detail_range(), bytes, object_of<scratch_beside>(q));
			} else
				ext::nd_launch(h, config, object_of<scratch_beside>(q), own, to, char(7));
		}).wait();
		check(to[0] == (by_arguments ? 25 : 27) && to[8] == (by_arguments ? 205 : 207));
	}
	ext::single_task(q, object_of<sum>(q), values, to);
	q.wait();
	check(*to == 10);
	sycl::free(to, q);
}

template <auto *Function>
static int result_of(sycl::queue q, int *to)
{
	ext::single_task(q, ext::kernel_function<Function>, to);
	q.wait();
	return *to;
}

static void locals(sycl::queue q)
{
	int *const to = sycl::malloc_shared<int>(8, q);
	const auto bundle = ext::get_kernel_bundle<local_one, sycl::bundle_state::executable>(q.get_context());

	ext::nd_launch(q, sycl::nd_range<1>(8, 4), ext::kernel_function<local_one>, to);
	q.wait();
	check(to[7] == 1 && bundle.ext_oneapi_has_kernel<local_one>());
	refused(sycl::errc::nd_range, [&] { ext::nd_launch(q, sycl::nd_range<1>(8, 8), ext::kernel_function<local_one>, to); });
	check(result_of<local_two<int>>(q, to) == 2 && result_of<unseen::three>(q, to) == 3 && result_of<outer::inner::four>(q, to) == 4);
	check(result_of<outer::inner::five>(q, to) == 5 && result_of<six>(q, to) == 6 && result_of<seen::seven>(q, to) == 7);
	sycl::free(to, q);
}

int main()
{
	sycl::queue q;

	direct(q);
	objects(q);
	lambdas(q);
	configured(q);
	locals(q);
	return done();
}
#endif
