/* SYCL 2020, 4.17.2 to 4.17.4 and 4.15: group functions and algorithms of every kind and type; atomic_ref of every type, order, scope and space. */
#include <sycl/sycl.hpp>
#include <type_traits>
#include "../check.hpp"

static_assert(sycl::is_group_v<sycl::group<2>> && sycl::is_group_v<sycl::sub_group> && !sycl::is_group<int>::value);

/* Values of a type made of a number, and what they give together. */
template <typename T>
T value(int i)
{
	return T(static_cast<typename std::conditional_t<std::is_arithmetic_v<T>, std::common_type<T>, std::enable_if<true, int>>::type>(i));
}

template <typename T, typename Group>
bool algorithms(const Group &g, int n, int me, const T *numbers, T *out)
{
	const T mine = value<T>(me % 4), zero = value<T>(0), ten = value<T>(10);
	const auto same = [](const T &a, const T &b) {
		if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, sycl::half>)
			return a == b;
		else
			return bool(sycl::all(a == b));
	};
	const auto sum_to = [=](int end) {
		int sum = 0;
		for (int i = 0; i < end; i++)
			sum += i % 4;
		return value<T>(sum);
	};
	bool right = same(sycl::reduce_over_group(g, mine, sycl::plus<>()), sum_to(n)) && same(sycl::reduce_over_group(g, mine, ten, sycl::plus<>()), sum_to(n) + ten);

	right = right && same(sycl::inclusive_scan_over_group(g, mine, sycl::plus<>()), sum_to(me + 1)) && same(sycl::inclusive_scan_over_group(g, mine, sycl::plus<>(), ten), sum_to(me + 1) + ten);
	right = right && same(sycl::exclusive_scan_over_group(g, mine, sycl::plus<>()), sum_to(me)) && same(sycl::exclusive_scan_over_group(g, mine, ten, sycl::plus<>()), sum_to(me) + ten);
	right = right && same(sycl::group_broadcast(g, mine), zero) && same(sycl::group_broadcast(g, mine, typename Group::linear_id_type(n - 1)), value<T>((n - 1) % 4));
	right = right && same(sycl::joint_reduce(g, numbers, numbers + 37, sycl::plus<>()), sum_to(37)) && same(sycl::joint_reduce(g, numbers, numbers + 37, ten, sycl::plus<>()), sum_to(37) + ten);
	T *const end = sycl::joint_inclusive_scan(g, numbers, numbers + 37, out, sycl::plus<>());
	sycl::group_barrier(g);
	right = right && end == out + 37 && same(out[36], sum_to(37)) && same(out[20], sum_to(21));
	sycl::group_barrier(g);
	sycl::joint_inclusive_scan(g, numbers, numbers + 37, out, sycl::plus<>(), ten);
	sycl::group_barrier(g, sycl::memory_scope::device);
	right = right && same(out[5], sum_to(6) + ten);
	sycl::group_barrier(g);
	sycl::joint_exclusive_scan(g, numbers, numbers + 37, out, sycl::plus<>());
	sycl::group_barrier(g);
	right = right && same(out[0], zero) && same(out[36], sum_to(36));
	sycl::group_barrier(g);
	sycl::joint_exclusive_scan(g, numbers, numbers + 37, out, ten, sycl::plus<>());
	sycl::group_barrier(g);
	return right && same(out[0], ten) && same(out[36], sum_to(36) + ten);
}

template <typename T>
void over_groups(sycl::queue &q)
{
	T *memory = sycl::malloc_shared<T>(37 * 30, q);
	int *wrong = sycl::malloc_shared<int>(2, q);
	wrong[0] = wrong[1] = 0;
	for (int i = 0; i < 37; i++)
		memory[i] = value<T>(i % 4);

	q.parallel_for(sycl::nd_range<1>(14, 7), [=](sycl::nd_item<1> i) {
		T *const out = memory + 37 * (1 + i.get_group(0));
		const sycl::sub_group s = i.get_sub_group();
		T *const own = memory + 37 * (10 + i.get_group(0) * 7 + s.get_group_linear_id());

		if (!algorithms(i.get_group(), 7, int(i.get_local_id(0)), memory, out))
			wrong[0] = 1;
		if (!algorithms(s, int(s.get_local_linear_range()), int(s.get_local_linear_id()), memory, own))
			wrong[0] = 1;
	});
	q.parallel_for(sycl::nd_range<3>({ 2, 3, 4 }, { 1, 3, 4 }), [=](sycl::nd_item<3> i) {
		if (!algorithms(i.get_group(), 12, int(i.get_local_linear_id()), memory, memory + 37 * (5 + i.get_group(0))))
			wrong[1] = 1;
	}).wait();
	check(!wrong[0] && !wrong[1]);
	sycl::free(memory, q);
	sycl::free(wrong, q);
}

void questions(sycl::queue &q)
{
	int *wrong = sycl::malloc_shared<int>(1, q), *numbers = sycl::malloc_shared<int>(20, q);
	*wrong = 0;
	for (int i = 0; i < 20; i++)
		numbers[i] = i;
	q.parallel_for(sycl::nd_range<2>({ 2, 6 }, { 2, 3 }), [=](sycl::nd_item<2> i) {
		const auto g = i.get_group();
		const int me = int(g.get_local_linear_id());
		const auto is_5 = [](int n) { return n == 5; };
		const auto is_less = [](int n) { return n < 20; };
		bool right = sycl::any_of_group(g, me == 5) && !sycl::all_of_group(g, me == 5) && !sycl::none_of_group(g, me == 5)
			&& sycl::any_of_group(g, me, is_5) && sycl::all_of_group(g, me, is_less) && sycl::none_of_group(g, me, [](int n) { return n > 5; });

		right = right && sycl::joint_any_of(g, numbers, numbers + 20, is_5) && sycl::joint_all_of(g, numbers, numbers + 20, is_less)
			&& sycl::joint_none_of(g, numbers, numbers + 5, is_5) && !sycl::joint_any_of(g, numbers, numbers, is_5) && sycl::joint_all_of(g, numbers, numbers, is_5);
		right = right && sycl::group_broadcast(g, me, sycl::id<2>(1, 1)) == 4 && sycl::joint_reduce(g, numbers, numbers + 4, 100, sycl::minimum<>()) == 0;
		right = right && sycl::reduce_over_group(g, me, sycl::maximum<>()) == 5 && sycl::reduce_over_group(g, me + 1, sycl::multiplies<>()) == 720
			&& sycl::reduce_over_group(g, 1u << me, sycl::bit_or<>()) == 63 && sycl::reduce_over_group(g, me != 3, sycl::logical_and<>()) == false
			&& sycl::reduce_over_group(g, me == 3, sycl::logical_or<>()) == true && sycl::reduce_over_group(g, 3u, sycl::bit_xor<>()) == 0
			&& sycl::reduce_over_group(g, ~(1u << me), sycl::bit_and<>()) == ~63u;
		const auto s = i.get_sub_group();
		const auto lane = s.get_local_linear_id(), lanes = s.get_local_linear_range();
		/* All take part, also those without such a neighbour. */
		const auto left = sycl::shift_group_left(s, lane), before = sycl::shift_group_right(s, lane, 1);
		right = right && sycl::select_from_group(s, me, s.get_local_id()) == me && sycl::permute_group_by_xor(s, lane, 0) == lane
			&& (lane + 1 >= lanes || left == lane + 1) && (lane < 1 || before == lane - 1);
		if (!right)
			*wrong = 1;
	}).wait();
	check(!*wrong);
	sycl::free(wrong, q);
	sycl::free(numbers, q);
}

/* --- atomic_ref --- */

using sycl::memory_order;
using sycl::memory_scope;
using space = sycl::access::address_space;

template <typename T, memory_order O, memory_scope S, space A>
bool one_atomic(T &object)
{
	using ref = sycl::atomic_ref<T, O, S, A>;
	constexpr memory_order reads = O == memory_order::acq_rel ? memory_order::acquire : O, writes = O == memory_order::acq_rel ? memory_order::release : O;
	static_assert(std::is_same_v<typename ref::value_type, T> && ref::default_read_modify_write_order == O && ref::default_scope == S);
	static_assert(ref::default_read_order == reads && ref::default_write_order == writes && ref::required_alignment >= alignof(T));
	static_assert(ref::is_always_lock_free || !ref::is_always_lock_free);
	static_assert(!std::is_copy_assignable_v<ref> && std::is_copy_constructible_v<ref> && std::is_convertible_v<ref, T>);
	static_assert(noexcept(std::declval<ref>().load()) && noexcept(std::declval<ref>().exchange(T())));
	const ref a(object), b(a);
	T expected = T(7);
	bool right = a.is_lock_free() || true;

	a.store(T(5));
	b.store(T(6), writes, memory_scope::work_group);
	right = right && a.load() == T(6) && a.load(reads, memory_scope::work_item) == T(6) && (a = T(9)) == T(9) && T(b) == T(9);
	right = right && a.exchange(T(3)) == T(9) && a.exchange(T(4), memory_order::relaxed, memory_scope::device) == T(3);
	right = right && !a.compare_exchange_strong(expected, T(1)) && expected == T(4) && a.compare_exchange_strong(expected, T(8), memory_order::seq_cst);
	right = right && a.compare_exchange_strong(expected = T(8), T(2), memory_order::acq_rel, memory_order::relaxed, S);
	expected = T(2);
	while (!a.compare_exchange_weak(expected, T(10)))
		;
	expected = T(10);
	while (!a.compare_exchange_weak(expected, T(20), memory_order::relaxed, memory_order::relaxed))
		;
	if constexpr (std::is_pointer_v<T>) {
		return right;
	} else {
		right = right && a.fetch_add(T(5)) == T(20) && a.fetch_sub(T(1), O) == T(25) && a.fetch_min(T(7), O, S) == T(24) && a.fetch_max(T(12)) == T(7);
		right = right && (a += T(4)) == T(16) && (a -= T(1)) == T(15);
		static_assert(std::is_same_v<typename ref::difference_type, T>);
		if constexpr (std::is_integral_v<T>) {
			right = right && a.fetch_and(T(6)) == T(15) && a.fetch_or(T(8)) == T(6) && a.fetch_xor(T(3)) == T(14) && (a &= T(12)) == T(12) && (a |= T(1)) == T(13);
			right = right && (a ^= T(5)) == T(8) && ++a == T(9) && a++ == T(9) && --a == T(9) && a-- == T(9);
		}
		return right;
	}
}

template <memory_order O, memory_scope S, space A>
bool pointer_atomic(int *&object, int *array)
{
	using ref = sycl::atomic_ref<int *, O, S, A>;
	static_assert(std::is_same_v<typename ref::value_type, int *> && std::is_same_v<typename ref::difference_type, std::ptrdiff_t>);
	const ref a(object);
	int *expected = array;

	a.store(array);
	bool right = a.fetch_add(3) == array && a.fetch_sub(1, O, S) == array + 3 && ++a == array + 3 && a++ == array + 3 && --a == array + 3 && a-- == array + 3;
	right = right && (a += 2) == array + 4 && (a -= 4) == array && a.compare_exchange_strong(expected, array + 1) && a.exchange(array) == array + 1;
	return right && a.load() == array && (a = array + 2) == array + 2 && static_cast<int *>(a) == array + 2;
}

template <typename T>
void atomics(sycl::queue &q)
{
	T *p = sycl::malloc_shared<T>(1, q);
	int *right = sycl::malloc_shared<int>(1, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<T> l(1, h);
		h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
			constexpr auto relaxed = memory_order::relaxed, acq_rel = memory_order::acq_rel, seq_cst = memory_order::seq_cst;
			*right = one_atomic<T, relaxed, memory_scope::device, space::global_space>(*p) && one_atomic<T, acq_rel, memory_scope::system, space::generic_space>(*p)
				&& one_atomic<T, seq_cst, memory_scope::work_group, space::local_space>(l[0]) && one_atomic<T, relaxed, memory_scope::sub_group, space::generic_space>(l[0]);
		});
	}).wait();
	check(*right && one_atomic<T, memory_order::seq_cst, memory_scope::system, space::generic_space>(*p));
	sycl::free(p, q);
	sycl::free(right, q);
}

int main()
{
	sycl::queue q;

	over_groups<int>(q);
	over_groups<sycl::vec<int, 3>>(q);
	questions(q);
	atomics<int>(q);
	atomics<unsigned>(q);
	atomics<long>(q);
	atomics<unsigned long long>(q);
	atomics<float>(q);
	atomics<double>(q);
	int *array = sycl::malloc_shared<int>(8, q), **p = sycl::malloc_shared<int *>(1, q);
	q.single_task([=] {
		array[7] = pointer_atomic<memory_order::relaxed, memory_scope::device, space::global_space>(*p, array)
			&& pointer_atomic<memory_order::acq_rel, memory_scope::system, space::generic_space>(*p, array);
		sycl::atomic_fence(memory_order::seq_cst, memory_scope::system);
		sycl::atomic_fence(sycl::memory_order_acquire, sycl::memory_scope_work_group);
	}).wait();
	check(array[7] == 1);
	sycl::free(array, q);
	sycl::free(p, q);
	return done();
}
