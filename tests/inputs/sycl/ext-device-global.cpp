/* Device globals of two units: inline, static, external, of templates, of classes; compiled once with OTHER_UNIT. */
#include <cstddef>

#include <sycl/sycl.hpp>

#include "check.hpp"

namespace ex = sycl::ext::oneapi::experimental;

struct point {
	int x, y;
};
struct holder {
	point value;

	constexpr holder(int x, int y) : value{ x, y } {}
	point *operator->() { return &value; }
};
template <typename T>
struct instance {
	static inline ex::device_global<T> of;
};

inline ex::device_global<int[4]> of_header{ 1, 2, 3, 4 };
static ex::device_global<long> of_unit;
SYCL_EXTERNAL extern ex::device_global<point> outside;
int other_unit(sycl::queue &q);

#ifdef OTHER_UNIT

SYCL_EXTERNAL ex::device_global<point> outside{ point{ 5, 6 } };

int other_unit(sycl::queue &q)
{
	long own = 0;

	q.single_task([=] {
		of_unit = 77;
		of_header[0] += 6;
		outside.get().y++;
	}).wait();
	q.copy(of_unit, &own).wait();
	return own == 77;
}

#else

static ex::device_global<int> a, b;
ex::device_global<int, decltype(ex::properties{ ex::device_image_scope, ex::host_access_read_write })> scoped;
ex::device_global<const float> half_of{ 0.5 };
ex::device_global<holder> held{ 8, 9 };
ex::device_global<int *> pointer;
#ifdef REFUSED
ex::device_global<int, decltype(ex::properties{ ex::host_access_read })> read_only;
void f(sycl::queue q, int *v) { q.copy(v, read_only); }
#endif

template <typename Function>
static void refused(const Function &copy)
{
	try {
		copy();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
}

int main()
{
	sycl::queue q;
	int v[4] = { 1, 2, 3, 4 }, *shared = sycl::malloc_shared<int>(4, q);
	point p = {};
	long own = -1;
	float f = 0;

	q.memcpy(a, v, sizeof(int)).wait();
	q.copy(v + 1, b).wait();
	q.single_task([=] {
		a = a + b;
		b.get() = 100;
	}).wait();
	q.copy(a, v).wait();
	q.memcpy(v + 1, b).wait();
	check(v[0] == 3 && v[1] == 100);

	check(other_unit(q));
	q.copy(of_header, v).wait();
	check(v[0] == 7 && v[1] == 2 && v[3] == 4);
	q.copy(v, of_header, 2, 1).wait();
	q.parallel_for(sycl::range<2>(2, 2), [=](sycl::item<2> i) { of_header[static_cast<std::ptrdiff_t>(i.get_linear_id())] *= 2; }).wait();
	q.parallel_for(sycl::nd_range<3>({ 1, 2, 2 }, { 1, 1, 2 }), [=](sycl::nd_item<3> i) {
		of_header[static_cast<std::ptrdiff_t>(i.get_global_linear_id())]++;
	}).wait();
	q.memcpy(v, of_header, 2 * sizeof(int), sizeof(int)).wait();
	check(v[0] == 15 && v[1] == 5);
	q.copy(of_unit, &own).wait();
	check(own == 0);
	q.submit([&](sycl::handler &h) { h.copy(outside, &p); }).wait();
	check(p.x == 5 && p.y == 7);

	q.single_task([=] {
		instance<int>::of = 1;
		instance<float>::of = 2 * half_of;
		scoped = held->x + outside.get().x;
		pointer = shared;
		pointer[0] = *pointer + 3;
		pointer[1] = *a.get_multi_ptr<sycl::access::decorated::no>();
	}).wait();
	q.copy(instance<int>::of, v);
	q.copy(instance<float>::of, &f);
	q.copy(scoped, v + 1);
	q.wait();
	check(v[0] == 1 && f == 1 && v[1] == 13 && shared[1] == 3);
	refused([&] { q.copy(v, a, 1, 1); });
	refused([&] { q.memcpy(of_header, v, 4, sizeof(int[4]) - 3); });
	static_assert(decltype(scoped)::has_property<ex::device_image_scope_key>());
	static_assert(decltype(scoped)::get_property<ex::host_access_key>().value == ex::host_access_enum::read_write);
	sycl::free(shared, q);
	return done();
}

#endif
