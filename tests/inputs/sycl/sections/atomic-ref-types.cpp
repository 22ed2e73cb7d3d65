/* 4.15.3: atomic_ref of every type, default order, scope and address space: member types, constants and operations. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;

template <typename T, memory_order Order, memory_scope Scope, address_space Space>
constexpr bool types()
{
	using ref = atomic_ref<T, Order, Scope, Space>;

	static_assert(std::is_same_v<typename ref::value_type, T> && ref::required_alignment >= alignof(T) && (ref::is_always_lock_free || true));
	static_assert(ref::default_scope == Scope && ref::default_read_modify_write_order == Order);
	static_assert(ref::default_read_order == (Order == memory_order::acq_rel ? memory_order::acquire : Order));
	static_assert(ref::default_write_order == (Order == memory_order::acq_rel ? memory_order::release : Order));
	static_assert(std::is_copy_constructible_v<ref> && !std::is_copy_assignable_v<ref> && !std::is_default_constructible_v<ref> && !std::is_convertible_v<T &, ref>);
	static_assert(noexcept(std::declval<const ref &>().load()) && noexcept(std::declval<const ref &>().is_lock_free()));
	return true;
}
template <typename T>
constexpr bool all()
{
	static_assert(types<T, memory_order::relaxed, memory_scope::device, address_space::global_space>() && types<T, memory_order::acq_rel, memory_scope::work_group, address_space::local_space>()
		&& types<T, memory_order::seq_cst, memory_scope::system, address_space::generic_space>() && types<T, memory_order::relaxed, memory_scope::sub_group, address_space::generic_space>());
	if constexpr (std::is_integral_v<T> || std::is_floating_point_v<T>)
		static_assert(std::is_same_v<typename atomic_ref<T, memory_order::relaxed, memory_scope::device>::difference_type, T>);
	else
		static_assert(std::is_same_v<typename atomic_ref<T, memory_order::relaxed, memory_scope::device>::difference_type, std::ptrdiff_t>);
	return true;
}
static_assert(all<int>() && all<unsigned>() && all<long>() && all<unsigned long>() && all<long long>() && all<unsigned long long>() && all<float>() && all<double>() && all<int *>());
static_assert(std::is_same_v<atomic_ref<int, memory_order::relaxed, memory_scope::device>, atomic_ref<int, memory_order::relaxed, memory_scope::device, address_space::generic_space>>);

/* What one work-item sees of each operation. */
template <typename T, memory_order Order, memory_scope Scope, address_space Space>
int operations(T &object)
{
	const atomic_ref<T, Order, Scope, Space> a(object);
	const auto same = a;
	int wrong = 0;

	a.store(T(5));
	wrong += T(a) != T(5) || a.load() != T(5) || same.load(memory_order::relaxed, memory_scope::device) != T(5);
	wrong += (a = T(6)) != T(6) || a.exchange(T(7)) != T(6) || a.exchange(T(8), memory_order::relaxed, Scope) != T(7);
	T expected(1);
	wrong += a.compare_exchange_strong(expected, T(2)) || expected != T(8);
	wrong += !a.compare_exchange_strong(expected, T(9), memory_order::relaxed, memory_order::relaxed) || a.load() != T(9);
	expected = T(9);
	while (!a.compare_exchange_weak(expected, T(10), memory_order::relaxed, memory_order::relaxed, Scope))
		;
	wrong += a.fetch_add(T(2)) != T(10) || a.fetch_sub(T(1), memory_order::relaxed) != T(12) || (a += T(4)) != T(15) || (a -= T(5)) != T(10);
	wrong += a.fetch_min(T(3)) != T(10) || a.fetch_max(T(20), memory_order::relaxed, Scope) != T(3) || a.load() != T(20);
	if constexpr (std::is_integral_v<T>) {
		wrong += a++ != T(20) || ++a != T(22) || a-- != T(22) || --a != T(20);
		wrong += a.fetch_and(T(6)) != T(20) || a.fetch_or(T(8)) != T(4) || a.fetch_xor(T(1)) != T(12) || (a &= T(9)) != T(9) || (a |= T(6)) != T(15) || (a ^= T(5)) != T(10);
	}
	return wrong;
}

template <memory_order Order, memory_scope Scope, address_space Space>
int pointers(int **p, int *array)
{
	const atomic_ref<int *, Order, Scope, Space> a(*p);
	int *expected = array + 2;

	a.store(array);
	return (a++ != array) + (++a != array + 2) + !a.compare_exchange_strong(expected, array + 5) + (a.fetch_sub(2) != array + 5) + ((a += 4) != array + 7) + (a.fetch_add(1) != array + 7)
		+ (a-- != array + 8) + (--a != array + 6) + ((a -= 6) != array) + (a.exchange(nullptr) != array) + (a.load() != nullptr);
}

template <typename T>
struct on_device {
	void operator()(nd_item<1> it) const
	{
		T &in_local = local[it.get_local_id(0)];
		T own{};
		int n = operations<T, memory_order::relaxed, memory_scope::device, address_space::global_space>(*global);
		n += operations<T, memory_order::acq_rel, memory_scope::work_group, address_space::local_space>(in_local);
		n += operations<T, memory_order::seq_cst, memory_scope::device, address_space::generic_space>(*global);
		n += operations<T, memory_order::relaxed, memory_scope::system, address_space::generic_space>(in_local);
		n += operations<T, memory_order::relaxed, memory_scope::work_item, address_space::generic_space>(own);
		*wrong += n;
	}
	T *global;
	local_accessor<T> local;
	int *wrong;
};

template <typename T>
void run(queue &q, int *wrong)
{
	T *const p = malloc_shared<T>(1, q);
	q.submit([&](handler &h) { h.parallel_for(nd_range<1>(1, 1), on_device<T>{ p, local_accessor<T>(1, h), wrong }); }).wait();
	free(p, q);
}

int main()
{
	queue q;
	int *const wrong = malloc_shared<int>(12, q);
	*wrong = 0;
	run<int>(q, wrong), run<unsigned>(q, wrong), run<float>(q, wrong);
	if (q.get_device().has(aspect::atomic64))
		run<long>(q, wrong), run<unsigned long long>(q, wrong), run<double>(q, wrong);
	check(*wrong == 0);
	int **const p = malloc_shared<int *>(1, q);
	q.single_task([=] {
		*wrong = pointers<memory_order::relaxed, memory_scope::device, address_space::global_space>(p, wrong + 1)
			+ pointers<memory_order::acq_rel, memory_scope::work_group, address_space::generic_space>(p, wrong + 1);
	}).wait();
	check(*wrong == 0);
	free(p, q), free(wrong, q);
	return done();
}
