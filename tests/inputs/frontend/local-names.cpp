// Kernels whose names or function objects are local to a function, with namesakes; each stores its number.
#include <cstdio>

#include <sycl/sycl.hpp>

using sycl::queue;

static int *cell, *next_cell;	/* where the kernel that is launched next stores */
static int *claim() { return next_cell++; }

template <typename T> struct wrap {
	T t;
	void operator()() const { t(); }
};
template <typename T> struct named;

#define STORES(NUMBER) { int *p; void operator()() const { *p = NUMBER; } }
#define STORES_BIG(NUMBER) { int *p; long pad[5]; void operator()() const { *p = NUMBER; } }

struct { int *p; void operator()() const { *p = 1; } } unnamed_in_unit;
static struct { int *p; void operator()() const { *p = 2; } } unnamed_too;

inline void in_inline(queue &q)
{
	{ struct L STORES(5); q.single_task(L { claim() }); }
	{ struct L STORES_BIG(6); q.single_task(L { claim(), {} }); }
}

static void in_static(queue &q)
{
	{ struct L STORES(7); q.single_task(L { claim() }); }
	{ struct L STORES(8); q.single_task(wrap<L> { { claim() } }); }
	{ struct L STORES(9); q.single_task(wrap<L> { { claim() } }); }
}

template <typename T> void in_template(queue &q)
{
	{ struct L { int *p; void operator()() const { *p = 6 + sizeof(T); } }; q.single_task(L { claim() }); }
	{ struct L { int *p; void operator()() const { *p = 7 + sizeof(T); } }; q.single_task(L { claim() }); }
}

struct method {
	queue &q;
	method(queue &with) : q(with)
	{
		{ struct L STORES(12); q.single_task(L { claim() }); }
		{ struct L STORES(13); q.single_task(L { claim() }); }
	}
	void run()
	{
		for (int i = 0; i < 1; i++) { class K; int *p = claim(); q.single_task<K>([=] { *p = 14; }); }
		if (true) { class K; int *p = claim(); q.single_task<K>([=] { *p = 15; }); }
	}
};

template <typename Function> void generic(queue &q, const Function &f) { q.submit([&](sycl::handler &h) { h.single_task(f); }); }

int main()
{
	queue q { sycl::property::queue::in_order() };

	cell = next_cell = sycl::malloc_shared<int>(64, q);
	unnamed_in_unit.p = claim();
	q.single_task(unnamed_in_unit);
	unnamed_too.p = claim();
	q.single_task(unnamed_too);
	struct L STORES(3);
	q.single_task(L { claim() });
	{ struct L STORES_BIG(4); generic(q, L { claim(), {} }); }
	in_inline(q);
	in_static(q);
	in_template<int>(q);
	method(q).run();
	{ class K; int *p = claim(); q.single_task<K>([=] { *p = 16; }); }
	{ class K; int *p = claim(); q.submit([&](sycl::handler &h) { h.single_task<K>([=] { *p = 17; }); }); }
	{ int *p = claim(); q.single_task<class M>([=] { *p = 18; }); }
	{ int *p = claim(); q.single_task<class M>([=] { *p = 19; }); }
	{ class K; int *p = claim(); q.single_task<named<K>>([=] { *p = 20; }); }
	{ class K; int *p = claim(); q.single_task<named<K>>([=] { *p = 21; }); }
	{ struct STORES(22) f { claim() }; q.single_task(f); }
	{ struct STORES_BIG(23) f { claim(), {} }; q.single_task(f); generic(q, f); }
	{ struct G { static void go(queue &q, int *p) { q.single_task([=] { *p = 24; }); } }; G::go(q, claim()); }
	{ struct G {
		static void go(queue &q, int *p) { q.single_task([=] { *p = 25; }); }
		static void more(queue &q, int *p) { auto f = [=] { *p = 26; }; q.single_task(f); }
		static void two(queue &q, int *p) { q.single_task([=] { *p = 26; }); q.single_task([=] { ++*p; }); }
	}; G::go(q, claim()); G::more(q, claim()); G::two(q, claim()); }
	auto first = [&] { struct L STORES(28); q.single_task(L { claim() }); };
	auto second = [&] { struct L STORES(29); q.single_task(L { claim() }); { struct L STORES(30); q.single_task(L { claim() }); } };
	first();
	second();
	{ struct L STORES(31); q.single_task([f = L { claim() }] { f(); }); }
	{ struct L STORES(32); q.single_task([f = L { claim() }] { f(); }); }
	{ struct _1 STORES(33); q.single_task(_1 { claim() }); }
	{ struct _1 STORES(34); q.single_task(_1 { claim() }); }
	{ struct R; int *p = claim(); q.parallel_for<R>(sycl::range<1>(1), [=](sycl::id<1>) { *p = 35; }); }
	{ struct R; int *p = claim(); q.parallel_for<R>(sycl::nd_range<2>({ 1, 1 }, { 1, 1 }), [=](sycl::nd_item<2>) { *p = 36; }); }
	/* Used in another order than declared; reached by calls of other depth. */
	{ struct O STORES(38); { struct O STORES(37); q.single_task(O { claim() }); } q.single_task(O { claim() }); }
	{ struct Q STORES(40); { struct Q STORES(39); generic(q, Q { claim() }); } q.single_task(Q { claim() }); }
	{ struct S STORES_BIG(42); { struct S STORES(41); q.single_task(S { claim() }); } generic(q, S { claim(), {} }); }
	q.wait();
	for (int *p = cell; p < next_cell; p++)
		if (*p != p - cell + 1)
			std::printf("%d is %d\n", int(p - cell) + 1, *p);
	std::printf("%d\n", int(next_cell - cell));
}
