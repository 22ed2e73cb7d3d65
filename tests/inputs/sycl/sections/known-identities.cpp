/* 4.17.2: function objects of every type and void, transparent ones with mixed types, and the identities that are known. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename Operation, typename T>
constexpr bool known = has_known_identity_v<Operation, T> && has_known_identity<Operation, T>::value && std::is_same_v<decltype(known_identity<Operation, T>::value), const T> && std::is_same_v<decltype(known_identity_v<Operation, T>), const T>;
template <typename T>
constexpr bool numbers = known<plus<T>, T> && known<plus<>, T> && known<multiplies<T>, T> && known<multiplies<>, T> && known<minimum<T>, T> && known<minimum<>, T> && known<maximum<T>, T> && known<maximum<>, T> && known<std::plus<T>, T> && known<std::plus<>, T> && known<std::multiplies<>, T>;
template <typename T>
constexpr bool integers = numbers<T> && known<bit_and<T>, T> && known<bit_and<>, T> && known<bit_or<T>, T> && known<bit_or<>, T> && known<bit_xor<T>, T> && known<bit_xor<>, T> && known<std::bit_and<>, T> && known<std::bit_or<T>, T>
	&& known_identity_v<plus<T>, T> == T(0) && known_identity_v<multiplies<>, T> == T(1) && known_identity_v<minimum<T>, T> == std::numeric_limits<T>::max() && known_identity_v<maximum<>, T> == std::numeric_limits<T>::lowest() && known_identity_v<bit_and<T>, T> == T(~T(0)) && known_identity_v<bit_or<>, T> == 0;
static_assert(integers<char> && integers<signed char> && integers<unsigned char> && integers<short> && integers<unsigned short> && integers<int> && integers<unsigned> && integers<long> && integers<unsigned long> && integers<long long> && integers<unsigned long long>);
static_assert(numbers<float> && numbers<double> && numbers<half>);
static_assert(known_identity_v<minimum<float>, float> == std::numeric_limits<float>::infinity() && known_identity_v<maximum<>, double> == -std::numeric_limits<double>::infinity() && known_identity_v<plus<float>, float> == 0);
static_assert(known<logical_and<bool>, bool> && known<logical_or<>, bool> && known_identity_v<logical_and<>, bool> && !known_identity_v<logical_or<bool>, bool> && known<std::logical_and<bool>, bool>);
struct user {
	int a;
	user operator+(const user &o) const { return { a + o.a }; }
};
static_assert(!has_known_identity_v<plus<user>, user> && !has_known_identity_v<minimum<>, user> && !has_known_identity_v<std::minus<int>, int>);

/* Transparent objects keep the operands' common type, typed ones convert. */
static_assert(std::is_same_v<decltype(plus<>()(1, 2.5)), double> && std::is_same_v<decltype(plus<int>()(1, 2)), int> && std::is_same_v<decltype(multiplies<>()(2u, 3)), unsigned> && std::is_same_v<decltype(bit_or<>()(short(1), short(2))), int>);
static_assert(plus<int>()(2, 3) == 5 && multiplies<>()(2, 3) == 6 && bit_and<>()(6, 3) == 2 && bit_or<int>()(6, 3) == 7 && bit_xor<>()(6, 3) == 5 && minimum<int>()(2, 3) == 2 && maximum<>()(2, 3) == 3 && logical_and<>()(true, false) == false && logical_or<bool>()(true, false));

int main()
{
	check(plus<user>()(user{ 2 }, user{ 3 }).a == 5 && plus<>()(user{ 2 }, user{ 4 }).a == 6 && plus<std::string>()("a", "b") == "ab" && minimum<std::string>()("b", "a") == "a");
	check(minimum<half>()(half(2), half(1)) == half(1) && maximum<>()(2.5f, -1.0f) == 2.5f);
	queue q;
	int *const p = malloc_shared<int>(4, q);
	q.single_task([=] {
		int sum = known_identity_v<plus<int>, int>, least = known_identity_v<minimum<>, int>, bits = known_identity_v<bit_and<int>, int>;
		float most = known_identity_v<maximum<float>, float>;
		for (int i = 1; i < 10; i++)
			sum = plus<>()(sum, i), least = minimum<int>()(least, 20 - i), bits = bit_and<>()(bits, i | 16), most = maximum<>()(most, float(i) / 2);
		p[0] = sum, p[1] = least, p[2] = bits, p[3] = int(most * 2);
	}).wait();
	check(p[0] == 45 && p[1] == 11 && p[2] == 16 && p[3] == 9);
	free(p, q);
	return done();
}
