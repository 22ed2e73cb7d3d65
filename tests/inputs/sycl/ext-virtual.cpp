/* Virtual functions in kernels: of the sets that the kernel names, also through second bases, virtual bases and each other. */
#include <sycl/sycl.hpp>

#include <new>
#include <string>

#include "check.hpp"

namespace ext = sycl::ext::oneapi::experimental;
#define CALLABLE SYCL_EXT_ONEAPI_INDIRECTLY_CALLABLE_PROPERTY

struct areas;

struct shape {
	CALLABLE() virtual int sides() const { return 0; }
	virtual CALLABLE(areas) double area() const = 0;
	/* Host code, which device code never meets. */
	virtual std::string name() const { return std::string("shape"); }
	virtual ~shape() {}
};
struct named {
	virtual CALLABLE() int number(int factor) { return factor; }
	int start = 5;
};
struct square : shape, named {
	explicit square(double a) : side(a) {}
	CALLABLE() int sides() const override { return 4; }
	CALLABLE(areas) double area() const override { return side * side; }
	CALLABLE() int number(int factor) override { return start += factor * 10; }
	std::string name() const override { return "square"; }
	double side;
};
struct circle final : shape {
	explicit circle(double r) : radius(r) {}
	CALLABLE(areas) double area() const override { return 3 * radius * radius; }
	double radius;
};

/* A base that all share; what a virtual function returns and takes by value; a definition outside of the class. */
struct large {
	long value[8];
};
struct root {
	virtual CALLABLE() large twice(large x) const;
	long kept = 3;
};
large CALLABLE() root::twice(large x) const
{
	for (long &v : x.value)
		v = 2 * v + kept;
	return x;
}
struct left : virtual root {
	long one = 1;
};
struct right : virtual root {
	CALLABLE() large twice(large x) const override
	{
		x.value[0] = one + kept;
		return x;
	}
	long one = 10;
};
struct both final : left, right {};

/* One that calls another one. */
template <typename T>
struct value {
	virtual SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<T>) int get() const { return 7; }
};
template <typename T>
struct holder : value<T> {
	explicit holder(const value<T> *v) : held(v) {}
	SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<T>)
	int get() const override { return held->get() * 100; }
	const value<T> *held;
};
struct ones;

static int sides_of(const shape *s)
{
	return s->sides();
}

struct summed {
	shape *const *all;
	double *result;

	void operator()(sycl::id<1> i) const { result[i] = all[i]->area() + all[i]->sides() * 1000; }
	auto get(ext::properties_tag) const { return ext::properties{ ext::calls_indirectly<void, areas> }; }
};

static void shapes(sycl::queue q)
{
	constexpr std::size_t n = 40;
	char *const room = sycl::malloc_device<char>(n * 64, q);
	shape **const all = sycl::malloc_device<shape *>(n, q);
	double *const result = sycl::malloc_shared<double>(n, q);
	int *const counted = sycl::malloc_shared<int>(n, q);

	static_assert(sizeof(square) <= 64);
	q.parallel_for(n, [=](sycl::id<1> i) {
		char *const at = room + i[0] * 64;

		all[i] = i[0] % 3 ? static_cast<shape *>(new (at) square(double(i[0]))) : new (at) circle(double(i[0]));
	}).wait();
	q.parallel_for(n, summed{ all, result }).wait();
	for (std::size_t i = 0; i < n; i++)
		check(result[i] == double(i * i * (i % 3 ? 1 : 3)) + (i % 3 ? 4000 : 0));
	q.parallel_for(sycl::nd_range<1>(n, 8), ext::properties{ ext::calls_indirectly<> }, [=](sycl::nd_item<1> it) {
		const std::size_t i = it.get_global_id(0);

		counted[i] = sides_of(all[i]);
		sycl::group_barrier(it.get_group());
		if (i % 3) {
			named *const second = static_cast<square *>(all[i]);

			counted[i] += second->number(int(i)) + second->start;
		}
	}).wait();
	for (std::size_t i = 0; i < n; i++)
		check(counted[i] == (i % 3 ? 4 + 2 * (5 + 10 * int(i)) : 0));
	sycl::free(counted, q);
	sycl::free(result, q);
	sycl::free(all, q);
	sycl::free(room, q);
}

static void bases(sycl::queue q)
{
	char *const room = sycl::malloc_device<char>(3 * sizeof(both), q);
	root **const all = sycl::malloc_device<root *>(3, q);
	large *const result = sycl::malloc_shared<large>(3, q);

	q.single_task([=] {
		all[0] = new (room) both;
		all[1] = new (room + sizeof(both)) right;
		all[2] = new (room + 2 * sizeof(both)) left;
	}).wait();
	q.parallel_for(3, ext::properties{ ext::assume_indirect_calls }, [=](sycl::id<1> i) {
		result[i] = all[i]->twice({ { 100, 1, 2, 3, 4, 5, 6, 7 } });
	}).wait();
	check(result[0].value[0] == 13 && result[1].value[0] == 13 && result[2].value[0] == 203);
	check(result[0].value[7] == 7 && result[1].value[7] == 7 && result[2].value[7] == 17);
	sycl::free(result, q);
	sycl::free(all, q);
	sycl::free(room, q);
}

static void nested(sycl::queue q)
{
	int *const result = sycl::malloc_shared<int>(2, q);

	q.single_task(ext::properties{ ext::assume_indirect_calls_to<ones> }, [=] {
		const value<ones> seven;
		const holder<ones> outer(&seven);
		const value<ones> *which[] = { &seven, &outer };

		for (int i = 0; i < 2; i++)
			result[i] = which[i]->get();
	}).wait();
	check(result[0] == 7 && result[1] == 700);
	sycl::free(result, q);
}

int main()
{
	sycl::queue q;

	static_assert(SYCL_EXT_ONEAPI_VIRTUAL_FUNCTIONS == 1);
	static_assert(ext::is_property_key<ext::calls_indirectly_key>::value && ext::is_property_key<ext::indirectly_callable_key>::value);
	static_assert(std::is_same_v<decltype(ext::calls_indirectly<>), const ext::property_value<ext::calls_indirectly_key, void>>);
	static_assert(std::is_same_v<decltype(ext::calls_indirectly<areas, ones>), const ext::calls_indirectly_key::value_t<areas, ones>>);
	static_assert(std::is_same_v<decltype(ext::assume_indirect_calls), decltype(ext::calls_indirectly<>)>);
	static_assert(std::is_same_v<decltype(ext::assume_indirect_calls_to<areas>), decltype(ext::calls_indirectly<areas>)>);
	static_assert(std::is_same_v<decltype(ext::indirectly_callable), const ext::property_value<ext::indirectly_callable_key, void>>);
	static_assert(std::is_same_v<decltype(ext::indirectly_callable_in<areas>), const ext::indirectly_callable_key::value_t<areas>>);
	check(!q.get_device().has(sycl::aspect::cpu) || q.get_device().has(sycl::aspect::ext_oneapi_virtual_functions));
	shapes(q);
	bases(q);
	nested(q);
	return done();
}
