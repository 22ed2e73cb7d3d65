/*
 * What random.hpp has for vectors, arrays of numbers, and C++ beyond plain variables.  Operations on vectors are lambdas: a
 * device calls one with whole vectors, the host with each of their elements.
 */
#ifndef TESTS_RANDOM_MORE_HPP
#define TESTS_RANDOM_MORE_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

/* Structs that groups exchange. */
template <unsigned N>
struct bytes {
	unsigned char at[N];
};

struct words {
	std::uint32_t at[10];
};

struct bits {
	unsigned a : 3;
	signed b : 7;
	std::uint64_t c : 33;
	bool d : 1;
	signed short e : 9;
};

template <typename T>
struct big {
	T at[64];
};

inline constexpr std::uint32_t primes[] = { 2, 3, 5, 7, 11, 13, 17 };

template <typename T>
struct table {
	static constexpr T values[5] = { T(1), T(7), T(2), T(5), T(3) };
	static constexpr std::uint64_t wide = sizeof(T) * 0x100000001u;
};

template <typename V>
struct lanes_of {
	using type = V;
};
template <typename T, int N>
struct lanes_of<sycl::vec<T, N>> {
	using type = T;
};
template <typename T, std::size_t N>
struct lanes_of<sycl::marray<T, N>> {
	using type = T;
};
template <typename V>
using lane_of = typename lanes_of<V>::type;

template <typename V>
constexpr unsigned count_of(const V &)
{
	return static_cast<unsigned>(V::size());
}

template <typename V>
lane_of<V> lane(const V &vector, unsigned i)
{
	lane_of<V> value;

	std::memcpy(&value, reinterpret_cast<const unsigned char *>(&vector) + i * sizeof value, sizeof value);
	return value;
}

template <typename V>
void set_lane(V &vector, unsigned i, lane_of<V> value)
{
	std::memcpy(reinterpret_cast<unsigned char *>(&vector) + i * sizeof value, &value, sizeof value);
}

/* All of them that number, or the number. */
template <typename V>
V like(const V &, float value)
{
	return V(static_cast<lane_of<V>>(value));
}

/* Numbers that are small enough for the next operation; no negative zero. */
template <typename V>
V bounded(V vector)
{
	if constexpr (is_real<lane_of<V>>)
		for (unsigned i = 0; i < count_of(vector); i++)
			set_lane(vector, i, static_cast<lane_of<V>>(static_cast<float>(static_cast<int>(lane(vector, i)) % 32)));
	return vector;
}

template <typename V, typename T>
V filled(T from)
{
	V vector{};

	for (unsigned i = 0; i < count_of(vector); i++)
		set_lane(vector, i, to<lane_of<V>>(from + static_cast<T>(i * 37)));
	return vector;
}

template <typename T>
T rounded(double value, sycl::rounding_mode mode)
{
	switch (mode) {
	case sycl::rounding_mode::rte: return static_cast<T>(std::nearbyint(value));
	case sycl::rounding_mode::rtp: return static_cast<T>(std::ceil(value));
	case sycl::rounding_mode::rtn: return static_cast<T>(std::floor(value));
	default: return static_cast<T>(value);
	}
}

template <typename T, typename V>
constexpr bool same_kind = is_real<T> == is_real<lane_of<V>>;

/* Vectors on the device ... */
struct device_vectors {
	template <typename F, typename V, typename... W>
	V each(F f, const V &a, const W &...b) const
	{
		return bounded(sycl::bit_cast<V>(f(a, b...)));
	}
	template <int... I, typename T, int N>
	sycl::vec<T, sizeof...(I)> swizzled(const sycl::vec<T, N> &a) const
	{
		return a.template swizzle<I...>();
	}
	template <int... I, typename T, int N>
	void swizzle_to(sycl::vec<T, N> &to, const sycl::vec<T, sizeof...(I)> &a) const
	{
		to.template swizzle<I...>() = a;
	}
	template <typename T, int N>
	sycl::vec<T, N> halves(const sycl::vec<T, N> &a, const sycl::vec<T, N> &b) const
	{
		sycl::vec<T, N> result = a;

		result.lo() = b.odd();
		result.hi() = a.even();
		result.odd() = b.hi();
		return result;
	}
	template <typename T, sycl::rounding_mode M, typename F, int N>
	sycl::vec<T, N> converted(const sycl::vec<F, N> &a) const
	{
		if constexpr (is_real<F> && !is_real<T>)
			return (sycl::fabs(a) * sycl::vec<F, N>(static_cast<F>(0.25f))).template convert<T, M>();
		else if constexpr (is_real<T> && !is_real<F>)
			return (a & sycl::vec<F, N>(F(31))).template convert<T, M>();
		else
			return a.template convert<T>();
	}
	template <typename U, int M, typename V>
	sycl::vec<U, M> as(const V &a) const
	{
		return a.template as<sycl::vec<U, M>>();
	}
	template <typename T, int N>
	sycl::vec<T, N> moved(const sycl::vec<T, N> &a, unsigned to, unsigned from) const
	{
		T memory[4 * N] = {};
		sycl::vec<T, N> result;
		auto pointer = sycl::address_space_cast<sycl::access::address_space::private_space, sycl::access::decorated::no>(&memory[0]);

		a.store(to % 4, pointer);
		a.store(0, pointer + 1);
		result.load(from % 4, pointer);
		return result;
	}
};

/* ... and on the host. */
struct host_vectors {
	template <typename F, typename V, typename... W>
	V each(F f, const V &a, const W &...b) const
	{
		V result = a;

		for (unsigned i = 0; i < count_of(a); i++)
			set_lane(result, i, static_cast<lane_of<V>>(f(lane(a, i), lane(b, i)...)));
		return bounded(result);
	}
	template <int... I, typename T, int N>
	sycl::vec<T, sizeof...(I)> swizzled(const sycl::vec<T, N> &a) const
	{
		sycl::vec<T, sizeof...(I)> result{};
		unsigned i = 0;

		(set_lane(result, i++, lane(a, I)), ...);
		return result;
	}
	template <int... I, typename T, int N>
	void swizzle_to(sycl::vec<T, N> &to, const sycl::vec<T, sizeof...(I)> &a) const
	{
		unsigned i = 0;

		(set_lane(to, I, lane(a, i++)), ...);
	}
	template <typename T, int N>
	sycl::vec<T, N> halves(const sycl::vec<T, N> &a, const sycl::vec<T, N> &b) const
	{
		sycl::vec<T, N> result = a;

		for (unsigned i = 0; i < N / 2; i++) {
			set_lane(result, i, lane(b, 2 * i + 1));
			set_lane(result, N / 2 + i, lane(a, 2 * i));
		}
		for (unsigned i = 0; i < N / 2; i++)
			set_lane(result, 2 * i + 1, lane(b, N / 2 + i));
		return result;
	}
	template <typename T, sycl::rounding_mode M, typename F, int N>
	sycl::vec<T, N> converted(const sycl::vec<F, N> &a) const
	{
		sycl::vec<T, N> result{};

		for (unsigned i = 0; i < N; i++) {
			F from = lane(a, i);

			if constexpr (is_real<F> && !is_real<T>)
				set_lane(result, i, rounded<T>(std::fabs(static_cast<double>(from)) * 0.25, M));
			else if constexpr (is_real<T> && !is_real<F>)
				set_lane(result, i, static_cast<T>(static_cast<float>(static_cast<int>(from & 31))));
			else if constexpr (is_real<F>)
				set_lane(result, i, static_cast<T>(static_cast<float>(from)));
			else
				set_lane(result, i, static_cast<T>(from));
		}
		return result;
	}
	template <typename U, int M, typename V>
	sycl::vec<U, M> as(const V &a) const
	{
		sycl::vec<U, M> result{};

		std::memcpy(static_cast<void *>(&result), &a, sizeof result);
		return result;
	}
	template <typename T, int N>
	sycl::vec<T, N> moved(const sycl::vec<T, N> &a, unsigned to, unsigned from) const
	{
		T memory[4 * N] = {};
		sycl::vec<T, N> result{};

		for (unsigned i = 0; i < N; i++)
			memory[to % 4 * N + i] = lane(a, i);
		for (unsigned i = 0; i < N; i++)
			memory[i + 1] = lane(a, i);
		for (unsigned i = 0; i < N; i++)
			set_lane(result, i, memory[from % 4 * N + i]);
		return result;
	}
};

/* What stands for an atomic_ref on the host. */
template <typename T>
struct cell {
	T value;

	T load() const { return value; }
	void fetch_add(T by) { value = sum(value, by); }
	void fetch_sub(T by) { value = difference(value, by); }
	void fetch_and(T by) { value &= by; }
	void fetch_or(T by) { value |= by; }
	void fetch_xor(T by) { value ^= by; }
	void fetch_min(T by) { value = by < value ? by : value; }
	void fetch_max(T by) { value = by > value ? by : value; }
	bool compare_exchange_weak(T &old, T by)
	{
		if (value == old) {
			value = by;
			return true;
		}
		old = value;
		return false;
	}
	bool compare_exchange_strong(T &old, T by) { return compare_exchange_weak(old, by); }
};

/* Functions with references, pointers and function objects. */
template <typename T>
__attribute__((noinline)) void in_order(T &a, T &b)
{
	if (b < a) {
		T c = a;

		a = b;
		b = c;
	}
}

template <typename T>
__attribute__((noinline)) T *furthest(T *first, T *last)
{
	T *found = first;

	for (; first != last; ++first)
		if (*found < *first)
			found = first;
	return found;
}

template <typename T, typename F>
T repeated(unsigned times, F &&f, T value)
{
	while (times--)
		value = f(value);
	return value;
}

template <unsigned N, typename T>
T power(T value)
{
	if constexpr (N == 0)
		return T(1);
	else
		return to<T>(product(value, power<N - 1>(value)));
}

template <typename T, typename... V>
T total_of(V... v)
{
	T result = T(0);

	((result = to<T>(sum(result, to<T>(v)))), ...);
	return result;
}

template <typename T>
T turned(T value)
{
	unsigned char at[sizeof value];

	std::memcpy(at, &value, sizeof value);
	std::reverse(at, at + sizeof value);
	std::memcpy(&value, at, sizeof value);
	return value;
}

#endif
