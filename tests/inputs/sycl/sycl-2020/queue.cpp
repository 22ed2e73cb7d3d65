/* SYCL 2020, 4.6.5 queue and 4.9.4 handler: every constructor, every command in every form. */
#include <sycl/sycl.hpp>
#include <memory>
#include <numeric>
#include <vector>
#include "../check.hpp"

namespace property = sycl::property;

template <typename Function>
bool has_code(sycl::errc code, const Function &f)
{
	try {
		f();
	} catch (const sycl::exception &e) {
		return e.code() == code;
	}
	return false;
}

void constructors()
{
	const sycl::device d;
	const sycl::context c(d);
	const sycl::async_handler handler = [](sycl::exception_list) {};
	const sycl::property_list props{ property::queue::in_order(), property::queue::enable_profiling() };
	sycl::queue q1, q2(props), q3(handler), q4(handler, props), q5(sycl::default_selector_v), q6(sycl::default_selector_v, props),
		q7(sycl::default_selector_v, handler), q8(sycl::default_selector_v, handler, props), q9(d), q10(d, props), q11(d, handler),
		q12(d, handler, props), q13(c, sycl::default_selector_v), q14(c, sycl::default_selector_v, props),
		q15(c, sycl::default_selector_v, handler), q16(c, sycl::default_selector_v, handler, props), q17(c, d), q18(c, d, props),
		q19(c, d, handler), q20(c, d, handler, props), q21([](sycl::exception_list) {}), q22{ property::queue::in_order{} };

	for (sycl::queue *q : { &q2, &q4, &q6, &q8, &q10, &q12, &q14, &q16, &q18, &q20 })
		check(q->is_in_order() && q->has_property<property::queue::enable_profiling>());
	for (sycl::queue *q : { &q1, &q3, &q5, &q7, &q9, &q11, &q13, &q15, &q17, &q19, &q21 })
		check(!q->is_in_order() && !q->has_property<property::queue::in_order>());
	check(q22.is_in_order());
	for (sycl::queue *q : { &q13, &q14, &q15, &q16, &q17, &q18, &q19, &q20 })
		check(q->get_context() == c && q->get_device() == d);
	check(q20.get_info<sycl::info::queue::context>() == c && q20.get_info<sycl::info::queue::device>() == d);
	check(q20.get_backend() == d.get_backend());
	sycl::queue copy(q20);
	check(copy == q20 && copy != q19 && std::hash<sycl::queue>()(copy) == std::hash<sycl::queue>()(q20));
	(void)q20.get_property<property::queue::in_order>();
	check(has_code(sycl::errc::invalid, [&] { (void)q19.get_property<property::queue::in_order>(); }));
	static_assert(sycl::is_property_of_v<property::queue::in_order, sycl::queue> && sycl::is_property_v<property::queue::enable_profiling>);
	/* A device that the context does not have. */
	check(has_code(sycl::errc::invalid, [&] {
		sycl::queue none(sycl::context(d), [&](const sycl::device &other) { return other == d ? -1 : 1; });
	}) || has_code(sycl::errc::runtime, [&] {
		sycl::queue none(sycl::context(d), [&](const sycl::device &other) { return other == d ? -1 : 1; });
	}));
}

class named1;
class named2;
class named3;
template <int>
class named4;

void kernels()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q);
	const auto all_are = [&](int n, int value) {
		const bool same = std::all_of(p, p + n, [=](int i) { return i == value; });
		std::fill(p, p + 64, 0);
		return same;
	};
	std::fill(p, p + 64, 0);

	/* The shortcuts, with no event, one, several; named and not. */
	sycl::event e = q.single_task([=] { p[0] = 1; });
	q.single_task<named1>(e, [=] { p[1] = 1; });
	q.single_task({ e, e }, [=] { p[2] = 1; });
	q.single_task(std::vector{ e }, [=](sycl::kernel_handler) { p[3] = 1; }).wait();
	q.wait();
	check(all_are(4, 1));
	q.parallel_for(4, [=](auto i) { p[i] = 1; });
	q.parallel_for<named2>(sycl::range<2>(2, 4), e, [=](sycl::item<2> i) { p[4 + i.get_linear_id()] = 1; });
	q.parallel_for(sycl::range<3>(2, 2, 2), { e, e }, [=](sycl::id<3> i) { p[12 + (i[0] * 2 + i[1]) * 2 + i[2]] = 1; });
	q.parallel_for({ 2, 2 }, std::vector{ e }, [=](sycl::item<2> i, sycl::kernel_handler) { p[20 + i.get_linear_id()] = 1; });
	q.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> i) { p[24 + i.get_global_id(0)] = 1; });
	q.parallel_for(sycl::nd_range<2>({ 2, 2 }, { 1, 2 }), e, [=](sycl::nd_item<2> i) { p[28 + i.get_global_linear_id()] = 1; });
	q.parallel_for<named3>(sycl::nd_range<3>({ 2, 2, 2 }, { 1, 2, 1 }), { e }, [=](sycl::nd_item<3> i) { p[32 + i.get_global_linear_id()] = 1; }).wait();
	/* With the dimensions named. */
	q.parallel_for<named4<4>, 1>(sycl::range<1>(2), [=](sycl::id<1> i) { p[40 + i] = 1; });
	q.parallel_for<named4<5>, 2>(sycl::range<2>(1, 2), e, [=](sycl::id<2> i) { p[42 + i[1]] = 1; });
	q.parallel_for<named4<6>, 3>(sycl::range<3>(1, 2, 1), { e, e }, [=](sycl::id<3> i) { p[44 + i[1]] = 1; });
	q.parallel_for<named4<7>, 1>(sycl::nd_range<1>(2, 2), [=](sycl::nd_item<1> i) { p[46 + i.get_global_id(0)] = 1; });
	q.wait();
	check(all_are(48, 1));

	/* The handler's. */
	const auto submit = [&](auto f) { q.submit([&](sycl::handler &h) { h.depends_on(e); h.depends_on(std::vector{ e }); f(h); }).wait(); };
	submit([&](sycl::handler &h) { h.single_task<named4<1>>([=] { p[0] = 1; }); });
	submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(3), [=](sycl::item<1> i) { p[1 + i] = 1; }); });
	submit([&](sycl::handler &h) { h.parallel_for({ 2, 2 }, [=](sycl::id<2> i) { p[4 + i[0] * 2 + i[1]] = 1; }); });
	submit([&](sycl::handler &h) { h.parallel_for({ 1, 2, 2 }, [=](sycl::id<3> i) { p[8 + i[1] * 2 + i[2]] = 1; }); });
	submit([&](sycl::handler &h) { h.parallel_for<named4<2>>(sycl::range<2>(2, 2), sycl::id<2>(6, 0), [=](sycl::item<2> i) { p[i[0] * 2 + i[1]] = int(i.get_offset(0)) - 5; }); });
	submit([&](sycl::handler &h) { h.parallel_for(sycl::nd_range<1>(4, 2, 16), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] = int(i.get_offset()[0]) - 15; }); });
	submit([&](sycl::handler &h) {
		h.parallel_for_work_group<named4<3>>(sycl::range<1>(2), sycl::range<1>(3), [=](sycl::group<1> g) {
			g.parallel_for_work_item([&](sycl::h_item<1> i) { p[20 + i.get_global_id(0)]++; });
		});
	});
	submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<2>(1, 2), [=](sycl::group<2> g) {
			g.parallel_for_work_item(sycl::range<2>(1, 2), [&](sycl::h_item<2> i) { p[26 + g.get_group_id(1) * 2 + i.get_logical_local_id(1)]++; });
		});
	});
	submit([&](sycl::handler &h) {
		h.parallel_for<named4<8>, 2>(sycl::range<2>(2, 2), sycl::reduction(p + 30, sycl::plus<int>()), [=](sycl::id<2> i, auto &sum) { sum += int(i[0] * i[1]); });
	});
	check(all_are(31, 1));
	sycl::free(p, q);
}

void usm_commands()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(64, q), *to = sycl::malloc_device<int>(64, q);
	const int *const from = p;
	sycl::event e;

	std::iota(p, p + 64, 0);
	q.memcpy(to, from, 64);
	q.memcpy(to + 16, from + 16, 64, e);
	q.memcpy(to + 32, from + 32, 64, { e, e });
	q.memcpy(to + 48, from + 48, 64, std::vector{ e }).wait();
	q.fill(p, 7, 8);
	q.fill(p + 8, 7, 8, e);
	q.fill<int>(p + 16, 7, 8, { e, e }).wait();
	check(std::count(p, p + 24, 7) == 24 && p[24] == 24);
	q.memset(p, 0, 32);
	q.memset(p + 8, 1, 32, e);
	q.memset(p + 16, 0, 32, { e }).wait();
	check(p[0] == 0 && p[8] == 0x01010101 && p[23] == 0);
	q.copy(to, p, 8);
	q.copy(to + 8, p + 8, 8, e);
	q.copy<int>(to + 16, p + 16, 48, { e, e }).wait();
	for (int i = 0; i < 64; i++)
		check(p[i] == i);
	q.prefetch(p, 64);
	q.prefetch(p, 64, e);
	q.prefetch(p, 64, { e });
	q.mem_advise(p, 64, 0);
	q.mem_advise(p, 64, 0, e);
	q.mem_advise(p, 64, 0, { e }).wait();
	const auto submit = [&](auto f) { q.submit([&](sycl::handler &h) { f(h); }).wait(); };
	submit([&](sycl::handler &h) { h.memcpy(p, to + 1, 4); });
	submit([&](sycl::handler &h) { h.copy(to + 2, p + 1, 1); });
	submit([&](sycl::handler &h) { h.memset(p + 2, 0xff, 4); });
	submit([&](sycl::handler &h) { h.fill(p + 3, 1.0f, 1); });
	submit([&](sycl::handler &h) { h.prefetch(p, 4); });
	submit([&](sycl::handler &h) { h.mem_advise(p, 4, 0); });
	check(p[0] == 1 && p[1] == 2 && p[2] == -1 && p[3] == 0x3f800000 && p[4] == 4);
	sycl::free(p, q);
	sycl::free(to, q);
}

template <int D>
void accessor_commands(sycl::range<D> size, sycl::range<D> part, sycl::id<D> offset)
{
	sycl::queue q;
	const std::size_t n = size.size(), m = part.size();
	sycl::buffer<int, D> a(size), b(size);
	std::vector<int> v(n);
	std::shared_ptr<int> shared(new int[n](), [](int *p) { delete[] p; });
	std::shared_ptr<int[]> array(new int[n]());

	std::iota(v.begin(), v.end(), 0);
	q.submit([&](sycl::handler &h) { h.copy(v.data(), sycl::accessor(a, h, sycl::write_only)); });
	q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(a, h, sycl::read_only), sycl::accessor(b, h, sycl::write_only)); });
	q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), shared); });
	q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, part, offset, sycl::read_only), array); }).wait();
	check(std::equal(v.begin(), v.end(), shared.get()));
	{
		sycl::host_accessor all(a, part, offset);
		check(std::equal(all.begin(), all.end(), array.get()));
	}
	q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(a, h, part, offset, sycl::write_only), 77); });
	q.submit([&](sycl::handler &h) { h.update_host(sycl::accessor(a, h)); }).wait();
	check(std::size_t(std::count(sycl::host_accessor(a).begin(), sycl::host_accessor(a).end(), 77)) - (n > 77) == m);
	/* Into a part, from one. */
	q.submit([&](sycl::handler &h) { h.copy(array, sycl::accessor(a, h, part, offset, sycl::write_only)); });
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(b, h, sycl::write_only);
		sycl::accessor from(a, h, part, offset, sycl::read_only);
		h.copy(from, to);
	}).wait();
	{
		sycl::host_accessor all(a), first(b);
		check(std::equal(v.begin(), v.end(), all.begin()));
		check(std::equal(first.begin(), first.begin() + std::ptrdiff_t(m), array.get()));
	}
	/* The queue's shortcuts take placeholders. */
	q.copy(v.data(), sycl::accessor(b, sycl::write_only));
	q.copy(sycl::accessor(b, sycl::read_only), sycl::accessor(a, sycl::write_only));
	q.fill(sycl::accessor(b, part, offset, sycl::write_only), 5);
	q.update_host(sycl::accessor(b));
	q.copy(sycl::accessor(b, part, offset, sycl::read_only), shared.get());
	q.copy(sycl::accessor(a, sycl::read_only), array);
	q.copy(array, sycl::accessor(b, sycl::write_only)).wait();
	check(std::count(shared.get(), shared.get() + m, 5) == std::ptrdiff_t(m) && std::equal(v.begin(), v.end(), array.get()));
	check(std::equal(v.begin(), v.end(), sycl::host_accessor(b).begin()));
	/* A destination that is too small. */
	check(has_code(sycl::errc::invalid, [&] {
		q.submit([&](sycl::handler &h) {
			h.copy(sycl::accessor(a, h, sycl::read_only), sycl::accessor(b, h, part, offset, sycl::write_only));
		});
	}));
}

void groups_of_commands()
{
	bool first_ran = false, handled = false;
	sycl::queue q([&](sycl::exception_list l) {
		for (const std::exception_ptr &e : l)
			try {
				std::rethrow_exception(e);
			} catch (const std::runtime_error &) {
				handled = true;
			}
	}), second;

	/* The same group runs on the second queue when the first one cannot. */
	int runs = 0;
	q.submit([&](sycl::handler &h) {
		if (runs++ == 0)
			throw sycl::exception(sycl::make_error_code(sycl::errc::kernel_not_supported));
		h.single_task([] {});
		first_ran = true;
	}, second);
	check(runs == 2 && first_ran);
	/* Tasks of the host. */
	int order = 0;
	sycl::event e = q.submit([&](sycl::handler &h) { h.host_task([&] { order = 1; }); });
	q.submit([&](sycl::handler &h) {
		h.depends_on({ e, e });
		h.host_task([&](sycl::interop_handle i) { order = order == 1 && i.get_backend() == q.get_backend() ? 2 : -1; });
	}).wait();
	check(order == 2);
	q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("told"); }); });
	q.wait_and_throw();
	check(handled);
	q.throw_asynchronous();
	q.wait();
	/* What is no callable group is thrown out of submit(). */
	try {
		q.submit([&](sycl::handler &) { throw 5; });
		check(false);
	} catch (int i) {
		check(i == 5);
	}
	static_assert(!std::is_copy_constructible_v<sycl::handler> && !std::is_default_constructible_v<sycl::handler>);
}

int main()
{
	constructors();
	kernels();
	usm_commands();
	accessor_commands<1>(20, 5, 3);
	accessor_commands<2>({ 4, 6 }, { 2, 3 }, { 1, 2 });
	accessor_commands<3>({ 3, 4, 5 }, { 2, 2, 3 }, { 1, 1, 2 });
	groups_of_commands();
	return done();
}
