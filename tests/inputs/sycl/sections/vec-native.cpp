/* 4.14.2.1: vector_t, the device compiler's own vector, which vecs are made of and become. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

#if defined(__clang__)
template <typename T, int Count>
static void one_way_and_back(queue &q)
{
	using whole = vec<T, Count>;
	using native = typename whole::vector_t;
	whole *const v = malloc_shared<whole>(3, q);

	static_assert(std::is_convertible_v<whole, native> && std::is_convertible_v<native, whole>);
	static_assert(sizeof(native) == sizeof(whole));
	for (int i = 0; i < Count; i++) {
		v[0][i] = static_cast<T>(i + 1);
		v[1][i] = static_cast<T>(3 * i + 2);
	}
	q.single_task([=] {
		const native a = v[0], b = v[1];
		const whole back = a;
		whole sum(a + b);

		sum = sum + back;
		v[2] = sum;
	}).wait();
	for (int i = 0; i < Count; i++)
		check(v[2][i] == static_cast<T>(static_cast<T>(4 * i + 3) + static_cast<T>(i + 1)));
	free(v, q);
}

template <typename T>
static void each_size(queue &q)
{
	one_way_and_back<T, 2>(q);
	one_way_and_back<T, 3>(q);
	one_way_and_back<T, 4>(q);
	one_way_and_back<T, 8>(q);
	one_way_and_back<T, 16>(q);
	static_assert(std::is_same_v<typename vec<T, 1>::vector_t, T>);
}

/* Functions of the device compiler that take its vectors; elements that no number is. */
static void functions(queue &q)
{
	float4 *const v = malloc_shared<float4>(2, q);
	vec<std::byte, 4> *const bytes = malloc_shared<vec<std::byte, 4>>(1, q);

	v[0] = float4(1, -2, 3, -4);
	v[1] = float4(0, 5, -6, 7);
	bytes[0] = vec<std::byte, 4>(std::byte(1), std::byte(2), std::byte(4), std::byte(8));
	q.single_task([=] {
		const float4::vector_t a = v[0], b = v[1];
		vec<std::byte, 4>::vector_t t = bytes[0];

		v[0] = __builtin_shufflevector(a, b, 3, 7, 0, 4);
		v[1] = float4(__builtin_elementwise_max(a, b));
		t[1] |= 16;
		bytes[0] = t;
	}).wait();
	check(v[0][0] == -4 && v[0][1] == 7 && v[0][2] == 1 && v[0][3] == 0);
	check(v[1][0] == 1 && v[1][1] == 5 && v[1][2] == 3 && v[1][3] == 7);
	check(bytes[0][0] == std::byte(1) && bytes[0][1] == std::byte(18) && bytes[0][3] == std::byte(8));
	free(v, q);
	free(bytes, q);
}

/* Over ranges of one, two and three dimensions; elements that are halves and truths. */
static void ranges(queue &q)
{
	half3 *const v = malloc_shared<half3>(24, q);
	vec<bool, 4> *const w = malloc_shared<vec<bool, 4>>(24, q);
	const bool halves = q.get_device().has(aspect::fp16);

	for (int i = 0; i < 24; i++) {
		v[i] = half3(float(i), 2.5f, -3.5f);
		w[i] = vec<bool, 4>((i & 1) != 0, true, false, (i & 2) != 0);
	}
	if (halves) {
		q.parallel_for(range<1>(24), [=](id<1> i) {
			const half3::vector_t a = v[i];

			v[i] = a + a;
		}).wait();
		q.parallel_for(range<2>(4, 6), [=](item<2> i) {
			const half3::vector_t a = v[i.get_linear_id()];

			v[i.get_linear_id()] = a * a;
		}).wait();
	}
	q.parallel_for(nd_range<3>({ 2, 3, 4 }, { 1, 3, 2 }), [=](nd_item<3> i) {
		vec<bool, 4> &mine = w[i.get_global_linear_id()];
		const vec<bool, 4>::vector_t a = mine;

		mine = a ^ 1;
	}).wait();
	for (int i = 0; i < 24; i++) {
		check(!halves || (v[i][0] == half(4.0f * float(i * i)) && v[i][1] == half(25.0f) && v[i][2] == half(49.0f)));
		check(w[i][0] == !(i & 1) && !w[i][1] && w[i][2] && w[i][3] == !(i & 2));
	}
	free(v, q);
	free(w, q);
}
#endif

int main()
{
#if defined(__clang__)
	queue q;

	each_size<char>(q);
	each_size<short>(q);
	each_size<unsigned>(q);
	each_size<long>(q);
	each_size<float>(q);
	if (q.get_device().has(aspect::fp64))
		each_size<double>(q);
	functions(q);
	ranges(q);
#endif
	return done();
}
