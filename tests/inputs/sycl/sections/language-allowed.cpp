/* 5.4: what device code may use: virtual-free classes, templates, recursion by templates, lambdas, structured bindings. */
#include <sycl/sycl.hpp>
#include <array>
#include <tuple>
#include <utility>

#include "../check.hpp"

template <int Number>
struct factorial {
	static constexpr int value = Number * factorial<Number - 1>::value;
};
template <>
struct factorial<0> {
	static constexpr int value = 1;
};
struct base {
	int a = 1;
	int get() const { return a; }
};
struct derived : base {
	int b = 2;
	int get() const { return base::get() * 10 + b; }
	derived operator+(const derived &other) const
	{
		derived sum = *this;
		sum.b += other.b;
		return sum;
	}
	explicit operator bool() const { return b > 0; }
};
enum class colour : char { red = 1, blue = 4 };
union bits {
	float f;
	unsigned u;
};
template <typename... T>
static int add(T... v)
{
	return (0 + ... + v);
}

int main()
{
	sycl::queue q;
	int *const out = sycl::malloc_shared<int>(10, q);

	q.single_task([=] {
		const auto twice = [](auto v) { return v + v; };
		const std::pair<int, int> pair{ 3, 4 };
		const auto [first, second] = pair;
		derived d;
		bits b;
		int n = 0;

		b.f = 1.0f;
		for (const int v : std::array<int, 3>{ 1, 2, 3 })
			n += v;
		out[0] = factorial<5>::value;
		out[1] = (d + d).get() + (d ? 1000 : 0);
		out[2] = twice(21);
		out[3] = first * second;
		out[4] = static_cast<int>(colour::blue);
		out[5] = b.u == 0x3f800000u;
		out[6] = n;
		out[7] = add(1, 2, 3, 4);
		out[8] = std::get<1>(std::tuple<char, int>('a', 9));
		if constexpr (sizeof(int) == 4)
			out[9] = 4;
	}).wait();
	const int expected[] = { 120, 1014, 42, 12, 4, 1, 6, 10, 9, 4 };
	for (int i = 0; i < 10; i++)
		check(out[i] == expected[i]);
	sycl::free(out, q);
	return done();
}
