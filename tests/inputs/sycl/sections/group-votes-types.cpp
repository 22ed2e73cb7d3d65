/* 4.17.4: votes over groups, sub-groups and memory, and shifts, permutations and selections of values of every type. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

constexpr int size = 12;

struct user {
	int a;
	char b;
	double c;
	bool operator==(const user &other) const { return a == other.a && b == other.b && c == other.c; }
};
template <typename T>
T make(int i)
{
	return T(i);
}
template <>
user make<user>(int i)
{
	return { i, char(i + 1), i / 2.0 };
}
template <>
float3 make<float3>(int i)
{
	return { float(i), 1.0f, float(-i) };
}
template <>
marray<short, 5> make<marray<short, 5>>(int i)
{
	return marray<short, 5>(short(i));
}
template <typename T>
bool same(const T &a, const T &b)
{
	return a == b;
}
template <>
bool same<float3>(const float3 &a, const float3 &b)
{
	return all(a == b);
}
template <>
bool same<marray<short, 5>>(const marray<short, 5> &a, const marray<short, 5> &b)
{
	return a[0] == b[0] && a[4] == b[4];
}

template <typename T>
int exchanges(const nd_item<1> &it)
{
	const auto g = it.get_group();
	const auto s = it.get_sub_group();
	const int n = int(s.get_local_range()[0]), me = int(s.get_local_id()[0]), base = int(it.get_local_id(0)) - me;
	const T mine = make<T>(base + me);
	int wrong = 0;

	wrong += !same(group_broadcast(g, mine), make<T>(0)) || !same(group_broadcast(g, mine, 5), make<T>(5)) || !same(group_broadcast(g, mine, id<1>(7)), make<T>(7));
	wrong += !same(group_broadcast(s, mine), make<T>(base)) || !same(group_broadcast(s, mine, std::uint32_t(n - 1)), make<T>(base + n - 1));
	const T left = shift_group_left(s, mine), left2 = shift_group_left(s, mine, 2), right = shift_group_right(s, mine, 1);
	wrong += (me + 1 < n && !same(left, make<T>(base + me + 1))) || (me + 2 < n && !same(left2, make<T>(base + me + 2))) || (me >= 1 && !same(right, make<T>(base + me - 1)));
	const T other = permute_group_by_xor(s, mine, 1), chosen = select_from_group(s, mine, id<1>(std::size_t(n - 1 - me)));
	wrong += ((me ^ 1) < n && !same(other, make<T>(base + (me ^ 1)))) || !same(chosen, make<T>(base + n - 1 - me));
	return wrong;
}

template <typename Group>
int votes(const Group &g, const int *data, int me)
{
	const auto positive = [](int v) { return v >= 0; };
	const auto big = [](int v) { return v > 100; };
	const auto five = [](int v) { return v == 5; };
	int wrong = 0;

	static_assert(std::is_same_v<decltype(any_of_group(g, true)), bool> && std::is_same_v<decltype(joint_any_of(g, data, data, positive)), bool>);
	wrong += !all_of_group(g, me >= 0) || all_of_group(g, me > 100) || !any_of_group(g, me < 100) || any_of_group(g, me < 0) || !none_of_group(g, me < 0) || none_of_group(g, me >= 0);
	wrong += !all_of_group(g, data[me], positive) || any_of_group(g, data[me], big) || !none_of_group(g, data[me], big);
	wrong += !joint_all_of(g, data, data + size, positive) || joint_all_of(g, data, data + size, five) || !joint_any_of(g, data, data + size, five) || joint_any_of(g, data, data + size, big)
		|| !joint_none_of(g, data, data + size, big) || joint_none_of(g, data, data + size, five) || !joint_all_of(g, data, data, big) || joint_any_of(g, data, data, positive);
	return wrong;
}

/* A kernel for each type: what has many exchanges in conditions compiles slowly. */
template <typename... Ts>
void exchange_all(queue &q, int *n)
{
	(q.parallel_for(nd_range<1>(2 * size, size), [=](nd_item<1> it) {
		if (const int wrong = exchanges<Ts>(it))
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(*n) += wrong;
	}).wait(), ...);
}

int main()
{
	queue q;
	int *const data = malloc_shared<int>(size + 1, q), *const n = data + size;

	*n = 0;
	for (int i = 0; i < size; i++)
		data[i] = i;
	q.parallel_for(nd_range<1>(2 * size, size), [=](nd_item<1> it) {
		const int wrong = votes(it.get_group(), data, int(it.get_local_id(0))) + votes(it.get_sub_group(), data, int(it.get_local_id(0)));
		if (wrong)
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(*n) += wrong;
	}).wait();
	exchange_all<char, unsigned short, int, unsigned long, half, float, double, user, float3, marray<short, 5>, signed char>(q, n);
	check(*n == 0);
	/* more dimensions, and barriers with scopes */
	*n = 0;
	q.parallel_for(nd_range<3>({ 4, 2, 6 }, { 2, 2, 3 }), [=](nd_item<3> it) {
		const auto g = it.get_group();
		const int me = int(g.get_local_linear_id());
		int wrong = group_broadcast(g, me, id<3>(1, 0, 2)) != 8 || group_broadcast(g, me, 4) != 4 || reduce_over_group(g, me, plus<>()) != 66;
		group_barrier(g, memory_scope::device), group_barrier(it.get_sub_group(), memory_scope::work_group);
		wrong += exclusive_scan_over_group(g, 1, plus<>()) != me || votes(g, data, me) != 0;
		if (wrong)
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(*n) += wrong;
	}).wait();
	check(*n == 0);
	static_assert(is_group_v<group<1>> && is_group_v<group<3>> && is_group_v<sub_group> && !is_group_v<int> && is_group<group<2>>::value && !is_group_v<nd_item<1>>);
	free(data, q);
	return done();
}
