// Specialization constants of kernel bundles, and the errors of SYCL 2020.
#include <sycl/sycl.hpp>

#include "../check.hpp"

constexpr sycl::specialization_id<int> id(5);
constexpr sycl::specialization_id<int> unused(6);

class reader;
class other;
class reduces;

static int run(sycl::queue &q, const sycl::kernel_bundle<sycl::bundle_state::executable> *bundle)
{
	int *out = sycl::malloc_shared<int>(1, q);

	q.submit([&](sycl::handler &h) {
		if (bundle)
			h.use_kernel_bundle(*bundle);
		h.single_task<reader>([=](sycl::kernel_handler k) { *out = k.get_specialization_constant<id>(); });
	}).wait();
	const int result = *out;
	sycl::free(out, q);
	return result;
}

template <typename F>
static sycl::errc error_of(const F &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return static_cast<sycl::errc>(e.code().value());
	}
	return sycl::errc();
}

int main()
{
	sycl::queue q;
	const sycl::context context = q.get_context();

	auto input = sycl::get_kernel_bundle<reader, sycl::bundle_state::input>(context, { q.get_device() });
	check(input.contains_specialization_constants());
	check(input.has_specialization_constant<id>());
	check(!input.has_specialization_constant<unused>());
	check(input.get_specialization_constant<id>() == 5);
	input.set_specialization_constant<id>(17);
	auto copy = input;
	check(copy.get_specialization_constant<id>() == 17);
	const auto first = sycl::build(input);
	input.set_specialization_constant<id>(18);
	const auto second = sycl::link(sycl::compile(input));
	check(first.get_specialization_constant<id>() == 17);
	check(run(q, &first) == 17);
	check(run(q, &second) == 18);
	check(run(q, nullptr) == 5);
	std::cout << (first.native_specialization_constant() ? "native" : "emulated") << '\n';

	check(error_of([&] {
		q.submit([&](sycl::handler &h) {
			h.use_kernel_bundle(first);
			h.set_specialization_constant<id>(1);
		});
	}) == sycl::errc::invalid);
	check(error_of([&] {
		q.submit([&](sycl::handler &h) {
			h.use_kernel_bundle(first);
			h.get_specialization_constant<id>();
		});
	}) == sycl::errc::invalid);
	check(error_of([&] {
		q.submit([&](sycl::handler &h) {
			h.use_kernel_bundle(first);
			h.single_task<other>([=] {});
		});
	}) == sycl::errc::kernel_not_supported);

	/* A kernel_handler behind reducers, and in hierarchical kernels. */
	int *sum = sycl::malloc_shared<int>(2, q);
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<id>(3);
		h.parallel_for<reduces>(sycl::range<1>(10), sycl::reduction(sum, 0, sycl::plus<int>(), sycl::property::reduction::initialize_to_identity()),
			[=](sycl::id<1> i, auto &to, sycl::kernel_handler k) { to += static_cast<int>(i[0]) * k.get_specialization_constant<id>(); });
	}).wait();
	check(sum[0] == 135);
	q.submit([&](sycl::handler &h) {
		h.set_specialization_constant<id>(4);
		h.parallel_for_work_group<class groups>(sycl::range<1>(1), sycl::range<1>(1),
			[=](sycl::group<1>, sycl::kernel_handler k) { sum[1] = k.get_specialization_constant<id>(); });
	}).wait();
	check(sum[1] == 4);
	sycl::free(sum, q);
	return done();
}
