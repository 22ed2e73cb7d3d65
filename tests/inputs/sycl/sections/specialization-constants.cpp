/* 4.9.5: constants of every type have defaults, values of a group and of a bundle. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct composite {
	int a;
	float b[2];
	bool c;
};
constexpr sycl::specialization_id<int> number(42);
constexpr sycl::specialization_id<double> real(1.5);
constexpr sycl::specialization_id<char> letter('x');
constexpr sycl::specialization_id<bool> flag(true);
constexpr sycl::specialization_id<composite> every(composite{ 1, { 2, 3 }, true });
constexpr sycl::specialization_id<unsigned long long> wide(1ull << 40);

class reader;

int main()
{
	using namespace sycl;
	queue q;
	int *const out = malloc_shared<int>(1, q);
	const auto kernel = [=](kernel_handler kh) {
		const composite c = kh.get_specialization_constant<every>();

		*out = kh.get_specialization_constant<number>() + int(kh.get_specialization_constant<real>() * 2)
			+ int(kh.get_specialization_constant<letter>()) * 1000 + (kh.get_specialization_constant<flag>() ? 100 : 0) + c.a + int(c.b[1]) + c.c
			+ int(kh.get_specialization_constant<wide>() >> 40);
	};

	q.submit([&](handler &h) { h.single_task<reader>(kernel); }).wait();
	check(*out == 42 + 3 + 'x' * 1000 + 100 + 1 + 3 + 1 + 1);
	q.submit([&](handler &h) {
		h.set_specialization_constant<number>(1);
		h.set_specialization_constant<every>(composite{ 5, { 0, 7 }, false });
		h.set_specialization_constant<flag>(false);
		check(h.get_specialization_constant<number>() == 1 && h.get_specialization_constant<real>() == 1.5);
		h.single_task<reader>(kernel);
	}).wait();
	check(*out == 1 + 3 + 'x' * 1000 + 0 + 5 + 7 + 0 + 1);
	auto input = get_kernel_bundle<reader, bundle_state::input>(q.get_context());
	check(input.has_specialization_constant<number>() && input.contains_specialization_constants());
	input.set_specialization_constant<number>(7);
	const auto built = build(input);
	check(built.get_specialization_constant<number>() == 7);
	q.submit([&](handler &h) {
		h.use_kernel_bundle(built);
		h.single_task<reader>(kernel);
	}).wait();
	check(*out == 7 + 3 + 'x' * 1000 + 100 + 1 + 3 + 1 + 1);
	q.submit([&](handler &h) {
		h.use_kernel_bundle(built);
		try {
			h.set_specialization_constant<number>(8);
			check(false);
		} catch (const exception &e) {
			check(e.code() == errc::invalid);
		}
	});
	free(out, q);
	return done();
}
