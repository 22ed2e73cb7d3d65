/* 4.14.3: marrays of any length and element type, with every operator, and as arguments of functions. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct money {
	int cents;
	constexpr explicit money(int amount) : cents(amount) {}
	friend bool operator==(money a, money b) { return a.cents == b.cents; }
};

int main()
{
	using namespace sycl;
	marray<int, 5> a{ 1, 2, 3, 4, 5 };
	const marray<int, 5> b(2);
	const marray<money, 3> m{ money{ 1 }, money{ 2 }, money{ 3 } };

	static_assert(marray<int, 5>::size() == 5 && std::is_same_v<decltype(a == b), marray<bool, 5>> && sizeof(marray<char, 3>) == 3);
	static_assert(!std::is_constructible_v<marray<float, 4>, marray<int, 2>, float, float> && !std::is_constructible_v<marray<int, 2>, const char *, int>);
	static_assert(std::is_constructible_v<marray<float, 4>, marray<float, 2>, int, marray<float, 1>> && std::is_constructible_v<marray<half, 2>, double, int>);
	check((a + b)[4] == 7 && (10 - a)[0] == 9 && (a << 2)[1] == 8 && (a % b)[2] == 1 && (~a)[0] == -2 && (-a)[4] == -5 && (+a)[1] == 2);
	check((a == b)[1] && !(a == b)[0] && (a > 3)[3] && !(!a)[0] && (a && b)[0] && m[2].cents == 3);
	a *= b;
	a ^= 1;
	check(a[0] == 3 && a[4] == 11 && a++[0] == 3 && --a[1] == 5);
	int sum = 0;
	for (const int v : a)
		sum += v;
	check(sum == 4 + 5 + 8 + 10 + 12);
	const marray<float, 7> f(4.0f);
	check(sycl::sqrt(f)[6] == 2 && fma(f, f, f)[0] == 20 && sycl::max(f, 5.0f)[3] == 5 && any(f == 4.0f) && all(isfinite(f)));
	const marray<int, 4> joined(marray<int, 2>(1), 7, 8);
	check(joined[1] == 1 && joined[3] == 8);
	/* money has no default constructor */
	constexpr marray<money, 4> same(money(5));
	const marray<money, 6> more(m, money{ 4 }, marray<money, 2>(money{ 6 }));
	static_assert(same[0].cents == 5 && same[3].cents == 5);
	check(more[2].cents == 3 && more[3].cents == 4 && more[5].cents == 6);
	return done();
}
