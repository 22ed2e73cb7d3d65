/* 4.14.3: marray of every element type: member types, constructors, iterators, every operator with numbers on both sides. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

#define BINARY(OP)                                                                                                         \
	do {                                                                                                               \
		const kind vv = a OP b, vs = a OP s, sv = s OP b;                                                          \
		static_assert(std::is_same_v<decltype(a OP b), kind> && std::is_same_v<decltype(s OP b), kind>);           \
		kind assigned = a, with = a;                                                                               \
		assigned OP##= b, with OP##= s;                                                                            \
		for (std::size_t i = 0; i < Count; i++)                                                                    \
			wrong += vv[i] != T(a[i] OP b[i]) || vs[i] != T(a[i] OP s) || sv[i] != T(s OP b[i]) || assigned[i] != vv[i] || with[i] != vs[i]; \
	} while (0)
#define COMPARE(OP)                                                                                                        \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(a OP b), truth> && std::is_same_v<decltype(a OP s), truth> && std::is_same_v<decltype(s OP a), truth>); \
		const truth vv = a OP b, vs = a OP s, sv = s OP b;                                                         \
		for (std::size_t i = 0; i < Count; i++)                                                                    \
			wrong += vv[i] != bool(a[i] OP b[i]) || vs[i] != bool(a[i] OP s) || sv[i] != bool(s OP b[i]);      \
	} while (0)

template <typename T, std::size_t Count>
int operators()
{
	using kind = marray<T, Count>;
	using truth = marray<bool, Count>;
	static_assert(std::is_same_v<typename kind::value_type, T> && std::is_same_v<typename kind::reference, T &> && std::is_same_v<typename kind::const_reference, const T &>
		&& std::is_same_v<typename kind::iterator, T *> && std::is_same_v<typename kind::const_iterator, const T *> && kind::size() == Count && noexcept(kind::size()));
	static_assert(std::is_trivially_copyable_v<kind> && is_device_copyable_v<kind> && sizeof(kind) >= Count * sizeof(T));
	static_assert(Count == 1 || !std::is_convertible_v<kind, T>);

	kind a, b(T(3));
	const T s(2);
	int wrong = 0, n = 0;
	for (T &v : a)
		v = T(3 + n++ % 7);
	const kind zero{}, copy = a;
	for (std::size_t i = 0; i < Count; i++)
		wrong += zero[i] != T(0) || b[i] != T(3) || copy.begin()[i] != a[i];
	wrong += std::size_t(copy.end() - copy.begin()) != Count;

	BINARY(+);
	BINARY(-);
	BINARY(*);
	BINARY(/);
	COMPARE(==);
	COMPARE(!=);
	COMPARE(<);
	COMPARE(>);
	COMPARE(<=);
	COMPARE(>=);
	COMPARE(&&);
	COMPARE(||);
	kind up = a, down = a;
	const kind before = up++, after = ++up;
	down--, --down;
	static_assert(std::is_same_v<decltype(++up), kind &> && std::is_same_v<decltype(!a), truth>);
	for (std::size_t i = 0; i < Count; i++)
		wrong += before[i] != a[i] || after[i] != T(a[i] + T(2)) || down[i] != T(a[i] - T(2)) || (-a)[i] != T(-a[i]) || (+a)[i] != a[i] || (!a)[i];
	b = s;
	wrong += b[Count - 1] != s;
	if constexpr (std::is_integral_v<T>) {
		BINARY(%);
		BINARY(&);
		BINARY(|);
		BINARY(^);
		BINARY(<<);
		BINARY(>>);
		for (std::size_t i = 0; i < Count; i++)
			wrong += (~a)[i] != T(~a[i]);
	}
	return wrong;
}

template <typename T>
int of()
{
	return operators<T, 1>() + operators<T, 2>() + operators<T, 3>() + operators<T, 5>() + operators<T, 17>();
}
template <typename T>
void one(queue &q, int *n)
{
	q.single_task([=] { *n = operators<T, 1>() + operators<T, 5>(); }).wait();
	check(*n == 0);
}
template <typename... Ts>
void run(queue &q, int *n)
{
	check((0 + ... + of<Ts>()) == 0);
	(one<Ts>(q, n), ...);
}

constexpr marray<int, 3> made(1, 2, 3), filled(7);
static_assert(made.size() == 3 && filled.size() == 3);
static_assert(std::is_same_v<mint3, marray<std::int32_t, 3>> && std::is_same_v<mfloat16, marray<float, 16>> && std::is_same_v<mbool2, marray<bool, 2>> && std::is_same_v<mhalf4, marray<half, 4>>
	&& std::is_same_v<muchar8, marray<std::uint8_t, 8>> && std::is_same_v<mchar2, marray<std::int8_t, 2>> && std::is_same_v<mulong2, marray<std::uint64_t, 2>> && std::is_same_v<mdouble4, marray<double, 4>>
	&& std::is_same_v<mshort3, marray<std::int16_t, 3>> && std::is_same_v<mushort3, marray<std::uint16_t, 3>> && std::is_same_v<muint8, marray<std::uint32_t, 8>> && std::is_same_v<mlong16, marray<std::int64_t, 16>>);
static_assert(std::is_same_v<decltype(marray(1, 2, 3, 4)), marray<int, 4>>);

struct point {
	int x, y;
};

int main()
{
	const marray<int, 2> two(8, 9);
	const marray<int, 4> joined(two, 10, 11);
	check(joined[0] == 8 && joined[1] == 9 && joined[3] == 11 && made[2] == 3 && filled[0] == 7);
	marray<point, 2> points(point{ 1, 2 }, point{ 3, 4 });
	points[0] = points[1];
	check(points[0].y == 4 && int(marray<int, 1>(5)) == 5);
	queue q;
	int *const n = malloc_shared<int>(1, q);
	run<signed char, unsigned char, short, unsigned, long, unsigned long long, half, float, double>(q, n);
	free(n, q);
	return done();
}
