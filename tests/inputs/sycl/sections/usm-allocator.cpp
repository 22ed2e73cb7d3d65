/* 4.8.3.4: containers of the standard library live in USM. */
#include <sycl/sycl.hpp>
#include <list>
#include <vector>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	using shared = usm_allocator<int, usm::alloc::shared>;
	using host = usm_allocator<int, usm::alloc::host, 64>;
	const shared a(q), same(q.get_context(), q.get_device());
	std::vector<int, shared> v(100, 2, a);
	std::vector<int, host> w(host{ q });
	std::list<int, shared> l(same);

	for (int i = 0; i < 100; i++) {
		w.push_back(i);
		l.push_back(i);
	}
	check(reinterpret_cast<std::uintptr_t>(w.data()) % 64 == 0 && get_pointer_type(&l.front(), q.get_context()) == usm::alloc::shared);
	int *const to = v.data(), *const from = w.data();
	q.parallel_for(100, [=](id<1> i) { to[i] += from[i]; }).wait();
	check(v[99] == 101 && v[0] == 2);
	const usm_allocator<double, usm::alloc::shared> other(a);
	check(a == shared(other) && a == shared(q) && l.size() == 100 && a == other);
	const context own(q.get_device());
	const usm_allocator<int, usm::alloc::shared, 64> aligned(q);
	check(a != shared(own, q.get_device()) && a != host(q) && !(a == host(q)) && a != aligned && aligned != a);
	static_assert(!std::is_default_constructible_v<shared> && std::is_nothrow_move_constructible_v<shared> && std::is_copy_assignable_v<shared>);
	static_assert(std::is_nothrow_constructible_v<shared, const usm_allocator<char, usm::alloc::shared> &> && !std::is_constructible_v<shared, host>);
	/* It keeps its properties (4.5.4), also as the allocator of another type. */
	const shared with(q, { property::no_init() });
	const usm_allocator<char, usm::alloc::shared> rebound(with);
	check(with.has_property<property::no_init>() && rebound.has_property<property::no_init>() && !a.has_property<property::no_init>() && with == a);
	static_assert(noexcept(with.has_property<property::no_init>()) && std::is_same_v<decltype(with.get_property<property::no_init>()), property::no_init>);
	try {
		a.get_property<property::no_init>();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::invalid);
	}
	std::vector<int, shared> copy = v;
	copy.resize(200);
	check(copy[99] == 101);
	return done();
}
