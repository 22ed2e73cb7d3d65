/* 4.9.5: specialization_ids of every scalar type, vecs, marrays, structs and enums; handlers of groups and kernels; members and namespaces. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

enum class colour : short { red = 3, blue = 9 };
struct coefficients {
	float a[3];
	int n;
	colour c;
	constexpr bool operator==(const coefficients &o) const { return a[0] == o.a[0] && a[2] == o.a[2] && n == o.n && c == o.c; }
};

template <typename T>
constexpr specialization_id<T> of_type(T(2));
namespace inner {
constexpr specialization_id<colour> of_enum(colour::red);
inline constexpr specialization_id<coefficients> of_struct(coefficients{ { 1, 2, 3 }, 4, colour::blue });
}
struct holder {
	static constexpr specialization_id<bool> of_bool{ true };
};
constexpr specialization_id<marray<int, 3>> of_marray(1, 2, 3);
constexpr specialization_id<id<2>> plain_default;

template <typename T>
bool number(queue &q)
{
	T *const p = malloc_shared<T>(2, q);
	static_assert(std::is_same_v<typename specialization_id<T>::value_type, T> && !std::is_copy_constructible_v<specialization_id<T>>);
	q.submit([&](handler &h) { h.single_task([=](kernel_handler k) { p[0] = k.get_specialization_constant<of_type<T>>(); }); }).wait();
	q.submit([&](handler &h) {
		h.set_specialization_constant<of_type<T>>(T(5));
		const T seen = h.get_specialization_constant<of_type<T>>();
		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it, kernel_handler k) { if (it.get_global_id(0) == 3) p[1] = T(k.get_specialization_constant<of_type<T>>() + seen); });
	}).wait();
	const bool right = p[0] == T(2) && p[1] == T(10);
	free(p, q);
	return right;
}

int main()
{
	queue q;
	check(number<char>(q) && number<signed char>(q) && number<unsigned char>(q) && number<short>(q) && number<unsigned short>(q) && number<int>(q) && number<unsigned>(q) && number<long>(q) && number<unsigned long>(q) && number<long long>(q));
	check(number<half>(q) && number<float>(q) && number<double>(q));
	bool *const right = malloc_shared<bool>(6, q);
	const auto run = [&](bool set) {
		q.submit([&](handler &h) {
			if (set) {
				h.set_specialization_constant<inner::of_enum>(colour::blue), h.set_specialization_constant<holder::of_bool>(false);
				h.set_specialization_constant<inner::of_struct>({ { 7, 8, 9 }, 10, colour::red });
				h.set_specialization_constant<of_marray>({ 4, 5, 6 });
			}
			h.parallel_for(range<1>(1), [=](id<1>, kernel_handler k) {
				right[0] = k.get_specialization_constant<inner::of_enum>() == (set ? colour::blue : colour::red);
				right[1] = k.get_specialization_constant<holder::of_bool>() == !set;
				right[2] = k.get_specialization_constant<inner::of_struct>() == (set ? coefficients{ { 7, 8, 9 }, 10, colour::red } : coefficients{ { 1, 2, 3 }, 4, colour::blue });
				right[3] = k.get_specialization_constant<of_marray>()[2] == (set ? 6 : 3);
				right[4] = k.get_specialization_constant<plain_default>() == id<2>();
			});
		}).wait();
		for (int i = 0; i < 5; i++)
			check(right[i]);
	};
	run(false), run(true), run(false);
	/* With a bundle the group's constants are the bundle's. */
	try {
		q.submit([&](handler &h) {
			h.use_kernel_bundle(get_kernel_bundle<bundle_state::executable>(q.get_context()));
			h.set_specialization_constant<holder::of_bool>(false);
			h.single_task([] {});
		});
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	free(right, q);
	return done();
}
