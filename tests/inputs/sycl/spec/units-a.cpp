#include "units.hpp"

constexpr sycl::specialization_id<double> own(0.25);

constexpr sycl::specialization_id<int> same_name(100 + 1);
static void set_global(sycl::handler &h, int value) { h.set_specialization_constant<same_name>(value); }
static int get_global(const sycl::kernel_handler &k) { return k.get_specialization_constant<same_name>(); }

namespace {

constexpr sycl::specialization_id<int> same_name(200 + 1);
constexpr sycl::specialization_id<int> never_on_device(400 + 1);

namespace {

constexpr sycl::specialization_id<int> same_name(300 + 1);
void set_nested(sycl::handler &h, int value) { h.set_specialization_constant<same_name>(value); }
int get_nested(const sycl::kernel_handler &k) { return k.get_specialization_constant<same_name>(); }

}

}

seen run_a(sycl::queue &q, int set)
{
	seen *out = sycl::malloc_shared<seen>(1, q);

	q.submit([&](sycl::handler &h) {
		if (set) {
			h.set_specialization_constant<shared>(set);
			h.set_specialization_constant<of_each>(set + 1);
			set_global(h, set + 2);
			set_nested(h, set + 3);
			h.set_specialization_constant<member_holder::member>(static_cast<float>(set));
			h.set_specialization_constant<never_on_device>(set);
			if (h.get_specialization_constant<never_on_device>() != set)
				throw std::runtime_error("the handler has not kept the value");
		}
		h.single_task<class in_a>([=](sycl::kernel_handler k) {
			*out = { k.get_specialization_constant<shared>(), k.get_specialization_constant<of_each>(),
				get_global(k), get_nested(k), static_cast<int>(k.get_specialization_constant<own>()),
				k.get_specialization_constant<member_holder::member>(), through_b(k) };
		});
	}).wait();
	const seen result = *out;
	sycl::free(out, q);
	return result;
}
