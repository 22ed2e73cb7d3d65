#include "units.hpp"

constexpr sycl::specialization_id<short> own(5);	// read first: moves the numbers of the others

constexpr sycl::specialization_id<int> same_name(100 + 2);
static void set_global(sycl::handler &h, int value) { h.set_specialization_constant<same_name>(value); }
static int get_global(const sycl::kernel_handler &k) { return k.get_specialization_constant<same_name>(); }

namespace {

constexpr sycl::specialization_id<int> same_name(200 + 2);
constexpr sycl::specialization_id<int> never_on_device(400 + 2);

namespace {

constexpr sycl::specialization_id<int> same_name(300 + 2);
void set_nested(sycl::handler &h, int value) { h.set_specialization_constant<same_name>(value); }
int get_nested(const sycl::kernel_handler &k) { return k.get_specialization_constant<same_name>(); }

}

}

SYCL_EXTERNAL int through_b(sycl::kernel_handler k)
{
	const int first = k.get_specialization_constant<own>();
	return k.get_specialization_constant<shared>() * 1000 + first;
}

seen run_b(sycl::queue &q, int set)
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
		h.single_task<class in_b>([=](sycl::kernel_handler k) {
			const int first = k.get_specialization_constant<own>();
			*out = { k.get_specialization_constant<shared>(), k.get_specialization_constant<of_each>(),
				get_global(k), get_nested(k), first,
				k.get_specialization_constant<member_holder::member>(), through_b(k) };
		});
	}).wait();
	const seen result = *out;
	sycl::free(out, q);
	return result;
}
