/* 4.17.2: function objects, identities and which of them are known. */
#include <sycl/sycl.hpp>
#include <limits>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	check(plus<>()(1, 2.5) == 3.5 && multiplies<int>()(3, 4) == 12 && bit_and<>()(6, 3) == 2 && bit_or<unsigned>()(4, 1) == 5 && bit_xor<>()(5, 1) == 4);
	check(logical_and<>()(true, 1) && !logical_or<bool>()(false, false) && minimum<>()(3, 2) == 2 && maximum<float>()(1, 2) == 2);
	static_assert(known_identity_v<plus<int>, int> == 0 && known_identity_v<multiplies<>, float> == 1 && known_identity_v<bit_and<unsigned>, unsigned> == ~0u);
	static_assert(known_identity_v<minimum<int>, int> == std::numeric_limits<int>::max() && known_identity_v<maximum<>, unsigned> == 0);
	static_assert(known_identity_v<logical_and<bool>, bool> && !known_identity_v<logical_or<>, bool> && has_known_identity_v<plus<half>, half>);
	check(known_identity_v<minimum<float>, float> == std::numeric_limits<float>::infinity());
	check(known_identity<maximum<double>, double>::value == -std::numeric_limits<double>::infinity());
	struct own {};
	static_assert(!has_known_identity_v<plus<own>, own> && !has_known_identity_v<own, int> && has_known_identity<bit_xor<>, long>::value);
	static_assert(std::is_same_v<plus<>, plus<void>> && std::is_same_v<decltype(minimum<>()(1, 2)), int>);
	const float2 v = plus<>()(float2(1), float2(2));
	check(v[1] == 3);
	/* of vecs and marrays each element, as group functions take it */
	const int2 most = maximum<>()(int2(1, 9), int2(5, 2)), least = minimum<int2>()(int2(1, 9), int2(5, 2));
	const marray<float, 3> both = minimum<>()(marray<float, 3>(4), marray<float, 3>(1, 8, 2));
	check(most[0] == 5 && most[1] == 9 && least[0] == 1 && least[1] == 2 && both[0] == 1 && both[1] == 4 && both[2] == 2);
	int2 *lesser = malloc_shared<int2>(8, q);
	q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
		const int at = static_cast<int>(it.get_local_id(0));
		lesser[at] = inclusive_scan_over_group(it.get_group(), int2(at, -at), minimum<>()) + reduce_over_group(it.get_sub_group(), int2(1), maximum<>());
	}).wait();
	check(lesser[7][0] == 1 && lesser[7][1] == -6);
	return done();
}
