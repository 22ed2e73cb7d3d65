/* SYCLcompat: atomics, functions of numbers, of vectors in integers and of sub-groups. */
#include <syclcompat/syclcompat.hpp>

#include <climits>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "check.hpp"

namespace compat = syclcompat;

/* --- atomics --- */

struct counters {
	int sum, less, least, most, last;
	unsigned bits, cleared, flipped, up, down, swapped, acquired;
	float real;
	double times;
	int *pointer;
	compat::atomic<int, sycl::memory_scope::device, sycl::memory_order::relaxed> object;
};

static void count(counters *c)
{
	constexpr auto global = sycl::access::address_space::global_space;
	const int i = int(compat::global_id::x());

	compat::atomic_fetch_add(&c->sum, 2);
	compat::atomic_fetch_sub<global, sycl::memory_order::acq_rel, sycl::memory_scope::work_group>(&c->less, 1);
	compat::atomic_fetch_min(&c->least, -i);
	compat::atomic_fetch_max<global>(&c->most, i);
	compat::atomic_fetch_or(&c->bits, 1u << (i % 32));
	compat::atomic_fetch_and(&c->cleared, ~(1u << (i % 32)));
	compat::atomic_fetch_xor(&c->flipped, 1u << (i % 32), sycl::memory_order::acq_rel);
	compat::atomic_fetch_compare_inc(&c->up, 9);
	compat::atomic_fetch_compare_dec(&c->down, 9u, sycl::memory_order::relaxed);
	compat::atomic_exchange(&c->last, i);
	compat::atomic_fetch_add(&c->real, 0.5);
	compat::atomic_fetch_add<sycl::access::address_space::generic_space>(&c->pointer, 1);
	for (unsigned old = c->swapped, seen; (seen = compat::atomic_compare_exchange_strong(&c->swapped, old, old + 3)) != old;)
		old = seen;
	auto pointer = sycl::address_space_cast<global, sycl::access::decorated::no>(&c->acquired);

	for (unsigned old = 0, seen; (seen = compat::atomic_compare_exchange_strong(pointer, old, old + 1, sycl::memory_order::acq_rel,
			sycl::memory_order::acquire)) != old;)
		old = seen;
	c->object.fetch_add(3);
	c->object.fetch_sub(1, sycl::memory_order::acq_rel);
	int expected = c->object.load();

	while (!c->object.compare_exchange_weak(expected, expected + 1))
		;
}

static void check_atomics()
{
	auto *const c = compat::malloc_shared<counters>(1);

	std::memset(static_cast<void *>(c), 0, sizeof(*c));
	c->cleared = ~0u;
	c->object.store(5);
	compat::launch<count>(4, 64, c).wait();
	check(c->sum == 512 && c->less == -256 && c->least == -255 && c->most == 255 && c->bits == ~0u && c->cleared == 0 && c->flipped == 0);
	check(c->up == 256 % 10 && c->down == (10 - 256 % 10) % 10 && c->last >= 0 && c->last < 256 && c->real == 128);
	check(reinterpret_cast<std::size_t>(c->pointer) == 256 * sizeof(int) && c->swapped == 768 && c->acquired == 256 && c->object.load() == 5 + 768);
	check(c->object.exchange(1) == 773 && c->object.load() == 1);
	int expected = 2;
	check(!c->object.compare_exchange_strong(expected, 3) && expected == 1 && c->object.compare_exchange_strong(expected, 3));
	static_assert(std::is_same_v<compat::arith_t<int *>, std::ptrdiff_t> && std::is_same_v<compat::arith_t<float>, float>);
	compat::free(c);
}

/* --- functions of numbers, the same on the host and in kernels --- */

#define expect(...) wrong += wrong == 0 && !(__VA_ARGS__) ? __LINE__ : 0

template <typename T>
bool is_near(T a, double b)
{
	return std::fabs(double(a) - b) <= 1e-3 * std::fabs(b) + 1e-6;
}

static int wrong_bits()
{
	int wrong = 0;

	expect(compat::funnelshift_l(0x80000001u, 0x12345678u, 36) == 0x23456788u && compat::funnelshift_lc(7, 9, 40) == 7);
	expect(compat::funnelshift_r(0x80000001u, 0x12345678u, 4) == 0x88000000u && compat::funnelshift_rc(7, 9, 32) == 9 && compat::funnelshift_r(7, 9, 32) == 7);
	expect(compat::bfi_safe<std::uint32_t>(0xff, 0, 4, 4) == 0xf0 && compat::bfi_safe<std::uint32_t>(0, ~0u, 28, 99) == 0x0fffffff);
	expect(compat::bfi_safe<std::uint64_t>(~0ull, 5, 0, 64) == ~0ull && compat::bfi_safe<std::uint32_t>(1, 5, 32, 1) == 5 && compat::bfi_safe<std::uint8_t>(1, 4, 0, 0) == 4);
	expect(compat::bfe_safe<std::uint32_t>(0xf0, 4, 4) == 0xf && compat::bfe_safe<std::int32_t>(0xf0, 4, 4) == -1 && compat::bfe_safe<std::int32_t>(0x70, 4, 4) == 7);
	expect(compat::bfe_safe<std::int32_t>(-8, 2, 99) == -2 && compat::bfe_safe<std::int32_t>(-8, 40, 1) == -1 && compat::bfe_safe<std::uint32_t>(8, 40, 1) == 0);
	expect(compat::bfe_safe<std::int64_t>(-8, 0, 64) == -8 && compat::bfe_safe<std::uint32_t>(8, 3, 0) == 0 && compat::bfe_safe<std::int8_t>(0x70, 4, 3) == -1);
	expect(compat::reverse_bits(1u) == 0x80000000u && compat::reverse_bits(std::uint8_t(0x12)) == 0x48 && compat::ffs(0) == 0 && compat::ffs(INT_MIN) == 32 &&
		compat::ffs(12ull) == 3);
	expect(compat::byte_level_permute(0x33221100, 0x77665544, 0x7410) == 0x77441100 && compat::byte_level_permute(0x33221100, 0x77665544, 0xfb62) == 0x77336622);
	expect(compat::cast_ints_to_double(0x3ff00000, 0) == 1.0 && compat::cast_double_to_int(-2.0) == int(0xc0000000u) && compat::cast_double_to_int(1.0, false) == 0);
	return wrong;
}

static int wrong_numbers()
{
	const float nan = std::numeric_limits<float>::quiet_NaN(), three_four[] = { 3, 4 };
	const sycl::float2 a(1, nan), b(2, 3), one(1, 5);
	int wrong = 0;

	expect(is_near(compat::fast_length(three_four, 2), 5) && is_near(compat::length(three_four, 2), 5));
	expect(compat::clamp(5, 1, 3) == 3 && compat::clamp(0.5f, 1.0f, 3.0f) == 1 && compat::clamp(sycl::float2(0, 9), sycl::float2(1, 1), sycl::float2(3, 3))[1] == 3);
	expect(compat::isnan(a)[0] == 0 && compat::isnan(a)[1] == 1 && is_near(compat::cbrt(27.0f), 3) && is_near(compat::cbrt(sycl::half(8.0f)), 2));
	expect(compat::min(3, 4L) == 3 && compat::max(3u, 4u) == 4 && compat::min(1.5f, 2.5) == 1.5 && compat::max(nan, 2.0f) == 2 && compat::max(sycl::half(1.0f), sycl::half(2.0f)) == 2);
	expect(sycl::isnan(compat::fmax_nan(nan, 2.0f)) && sycl::isnan(compat::fmin_nan(2.0f, nan)) && compat::fmax_nan(1.0f, 2.0f) == 2 && compat::fmin_nan(b, one)[0] == 1 &&
		sycl::isnan(compat::fmax_nan(a, b)[1]));
	expect(is_near(compat::pow(2.0f, 3), 8) && is_near(compat::pow(2.0, -1), 0.5) && is_near(compat::pow(4.0f, 0.5), 2) && is_near(compat::pow(2, 10), 1024));
	expect(compat::relu(-1.0f) == 0 && compat::relu(sycl::half(2.0f)) == 2 && compat::relu(sycl::float2(-1, 3))[0] == 0 && compat::relu(sycl::marray<float, 2>(-1.0f, 3.0f))[1] == 3);
	expect(compat::compare(1.0f, 2.0f, std::less<>()) && !compat::compare(nan, 2.0f, std::not_equal_to<>()) && compat::unordered_compare(nan, 2.0f, std::equal_to<>()) &&
		!compat::unordered_compare(1.0f, 2.0f, std::equal_to<>()));
	expect(compat::compare(a, b, std::less<>())[0] == 1 && compat::compare(a, b, std::less<>())[1] == 0 && compat::unordered_compare(a, b, std::greater<>())[1] == 1);
	expect(compat::compare_both(one, b, std::not_equal_to<>()) && !compat::compare_both(a, b, std::less<>()) && compat::unordered_compare_both(a, b, std::less<>()));
	expect(compat::compare_mask(a, b, std::less<>()) == 0xffff && compat::unordered_compare_mask(a, b, std::greater<>()) == 0xffff0000 &&
		compat::compare(sycl::half2(1, 2), sycl::half2(1, 3), std::equal_to<>())[0] == 1);
	expect(compat::compare_both(sycl::marray<sycl::half, 2>(sycl::half(1.0f)), sycl::marray<sycl::half, 2>(sycl::half(1.0f)), std::equal_to<sycl::half>()));
	using bfloat16 = sycl::ext::oneapi::bfloat16;
	const sycl::marray<bfloat16, 2> pair(bfloat16(1.0f), bfloat16(-3.0f));

	expect(compat::compare(pair, pair, std::equal_to<bfloat16>())[1] == 1 && compat::relu(pair)[1] == 0 && compat::clamp(bfloat16(5.0f), bfloat16(1.0f), bfloat16(3.0f)) == 3);
	expect(compat::compare(sycl::half2(1, 2), sycl::half2(2, 2), [](auto p, auto q) { return p < q; })[0] == 1 && compat::fmax_nan(bfloat16(1.0f), bfloat16(2.0f)) == 2);
	const sycl::float2 x(1, 2), y(3, -4), product = compat::cmul(x, y), quotient = compat::cdiv(product, y), sum = compat::cmul_add(x, y, sycl::float2(1, 1));

	expect(product[0] == 11 && product[1] == 2 && is_near(quotient[0], 1) && is_near(quotient[1], 2) && sum[0] == 12 && sum[1] == 3);
	expect(is_near(compat::cabs(y), 5) && compat::conj(x)[1] == -2 && is_near(compat::cdiv(sycl::float2(4, 2), sycl::float2(2, 0))[0], 2));
	expect(compat::cmul_add(sycl::marray<float, 2>(1, 2), sycl::marray<float, 2>(3, -4), sycl::marray<float, 2>(0, 1))[1] == 3);
	return wrong;
}

static int wrong_vectors()
{
	int wrong = 0;

	expect(compat::vectorized_max<sycl::short2>(0x0001ffffu, 0xffff0002u) == 0x00010002u && compat::vectorized_min<sycl::ushort2>(0x0001ffffu, 0xffff0002u) == 0x00010002u);
	expect(compat::vectorized_isgreater<sycl::ushort2, unsigned>(0x00020001u, 0x00010002u) == 0xffff0000u &&
		compat::vectorized_isgreater<sycl::char4, unsigned>(0x01ff0200u, 0x00000100u) == 0xff00ff00u);
	expect(compat::vectorized_sum_abs_diff<sycl::uchar4>(0x01020304u, 0x04030201u) == 8 && compat::vectorized_sum_abs_diff<sycl::short2>(0x7fff0000u, 0x80000001u) == 65536);
	expect(compat::vectorized_unary<sycl::char4>(0xff01fe02u, compat::abs()) == 0x01010202u);
	expect(compat::vectorized_binary<sycl::uchar4>(0xff010203u, 0x01010101u, compat::add_sat()) == 0xff020304u &&
		compat::vectorized_binary<sycl::char4>(0x7f800000u, 0x01ff0000u, compat::add_sat()) == 0x7f800000u);
	expect(compat::vectorized_binary<sycl::uchar4>(0x00050000u, 0x01010000u, compat::sub_sat()) == 0x00040000u &&
		compat::vectorized_binary<sycl::ushort2>(0x00030000u, 0x00040001u, compat::rhadd()) == 0x00040001u);
	expect(compat::vectorized_binary<sycl::ushort2>(0x00030000u, 0x00040001u, compat::hadd()) == 0x00030000u &&
		compat::vectorized_binary<sycl::short2>(0xffff0005u, 0x00010007u, compat::abs_diff()) == 0x00020002u);
	expect(compat::vectorized_binary<sycl::short2>(0xffff0005u, 0x00010007u, compat::maximum()) == 0x00010007u &&
		compat::vectorized_binary<sycl::short2>(0xffff0005u, 0x00010007u, compat::minimum()) == 0xffff0005u);
	expect(compat::dp4a(0x01ff0203, 0x01010101, 10) == 10 + 1 - 1 + 2 + 3 && compat::dp4a(0x01ff0203u, 0x01010101u, 10u) == 10 + 1 + 255 + 2 + 3);
	expect(compat::dp2a_lo(0x0001ffff, 0x7f7f0203, 5) == 5 + 1 * 2 - 3 && compat::dp2a_hi(0x0001ffffu, 0x04ff0000u, 1u) == 1 + 4 + 65535u * 255u);
	static_assert(std::is_same_v<decltype(compat::dp4a(1u, 1, 1)), std::int32_t>);
	return wrong;
}

static int wrong_extended()
{
	constexpr std::int32_t most = INT_MAX, least = INT_MIN;
	constexpr std::uint32_t all = ~0u;
	int wrong = 0;

	static_assert(compat::extend_add<std::int32_t>(1, 2) == 3);
	expect(compat::extend_add_sat<std::int32_t>(most, 1) == most && compat::extend_add<std::uint32_t>(all, 2u) == 1 && compat::extend_add_sat<std::uint32_t>(all, -1) == all - 1);
	expect(compat::extend_add_sat<std::uint32_t>(1, -2) == 0 && compat::extend_sub_sat<std::int32_t>(least, 1) == least && compat::extend_sub<std::uint32_t>(1u, 2u) == all);
	expect(compat::extend_absdiff<std::uint32_t>(least, most) == all && compat::extend_absdiff_sat<std::int32_t>(least, most) == most);
	expect(compat::extend_min<std::int32_t>(-1, all) == -1 && compat::extend_max<std::uint32_t>(-1, all) == all && compat::extend_max_sat<std::int32_t>(-1, all) == most &&
		compat::extend_min_sat<std::uint32_t>(-1, 5) == 0);
	expect(compat::extend_add<std::int32_t>(1, 2, 4, sycl::plus<>()) == 7 && compat::extend_sub_sat<std::uint32_t>(1, 2, 4u, sycl::maximum<>()) == 4 &&
		compat::extend_absdiff<std::int32_t>(1, 5, 3, sycl::minimum<>()) == 3);
	expect(compat::extend_shl_clamp<std::uint32_t>(1u, 99u) == 0 && compat::extend_shl_wrap<std::uint32_t>(1u, 33u) == 2 && compat::extend_shl_sat_clamp<std::int32_t>(3, 31u) == most &&
		compat::extend_shl_sat_clamp<std::uint32_t>(all, 32u) == all);
	expect(compat::extend_shr_clamp<std::int32_t>(-5, 32u) == -1 && compat::extend_shr_wrap<std::uint32_t>(all, 33u) == all >> 1 && compat::extend_shr_sat_clamp<std::uint32_t>(-5, 1u) == 0);

	expect(compat::extend_vadd2<std::int32_t>(0x7fff0001, 0x0001ffff, 0) == int(0x80000000) && compat::extend_vadd2_sat<std::int32_t>(0x7fff0001, 0x0001ffff, 0) == 0x7fff0000);
	expect(compat::extend_vadd2_add<std::int32_t>(0x7fff0001, 0x0001ffff, 5) == 5 + 0x8000 && compat::extend_vsub2_sat<std::uint32_t>(0x00010005u, 0x00020001u, 0u) == 4);
	expect(compat::extend_vabsdiff2<std::uint32_t>(0x00010005u, 0x00030001u, 0u) == 0x00020004 && compat::extend_vabsdiff2_add<std::int32_t>(int(0x80000000), 0x7fff0000, 1) == 1 + 65535);
	expect(compat::extend_vmin2<std::int32_t>(int(0xffff0001), 0x00010002, 0) == int(0xffff0001) && compat::extend_vmax2<std::uint32_t>(0xffff0001u, 0x00010002u, 0u) == 0xffff0002u);
	expect(compat::extend_vavrg2<std::int32_t>(0x00010002, 0x00020004, 0) == 0x00020003 && compat::extend_vavrg2<std::int32_t>(int(0xffff0000), int(0xfffe0000), 0) == int(0xfffe0000));
	expect(compat::extend_vadd4<std::uint32_t>(0xff010203u, 0x01010101u, 0u) == 0x00020304u && compat::extend_vadd4_sat<std::uint32_t>(0xff010203u, 0x01010101u, 0u) == 0xff020304u);
	expect(compat::extend_vadd4_add<std::uint32_t>(0xff010203u, 0x01010101u, 7u) == 7 + 256 + 2 + 3 + 4 && compat::extend_vsub4<std::int32_t>(0x00010203, 0x01010101, 0) == int(0xff000102));
	expect(compat::extend_vsub4_sat<std::int32_t>(int(0x80000000), 0x01000000, 0) == int(0x80000000) && compat::extend_vmax4_add<std::int32_t>(int(0xff010203), 0, 1) == 1 + 0 + 1 + 2 + 3);
	expect(compat::extend_vmin4_sat<std::uint32_t>(int(0xff010203), 0x01010101, 0u) == 0x00010101u && compat::extend_vabsdiff4<std::uint32_t>(0x00ff0000u, 0xff000000u, 0u) == 0xffff0000u);
	expect(compat::extend_vavrg4_sat<std::uint32_t>(0xff000001u, 0xff000102u, 0u) == 0xff000102u);
	expect(compat::extend_vcompare2(0x00010005u, 0x00020001u, std::greater<>()) == 1 && compat::extend_vcompare2(int(0xffff0000), 0, std::less<>()) == 0x10000);
	expect(compat::extend_vcompare2_add(0x00030005u, 0x00020001u, 5, std::greater<>()) == 7 && compat::extend_vcompare4(0x01020304u, 0x01000305u, std::equal_to<>()) == 0x01000100u);
	expect(compat::extend_vcompare4_add(0x01020304u, 0x01000305u, 1, std::not_equal_to<>()) == 3);
	return wrong;
}

static void all_functions(int *wrong)
{
	wrong[0] = wrong_bits();
	wrong[1] = wrong_numbers();
	wrong[2] = wrong_vectors();
	wrong[3] = wrong_extended();
}

static void check_functions()
{
	int *const p = compat::malloc_shared<int>(4), host[4];

	all_functions(host);
	compat::launch<all_functions>(1, 1, p).wait();
	for (int i = 0; i < 4; i++) {
		if (host[i] || p[i])
			std::printf("part %d: on the host line %d, in a kernel %d\n", i, host[i], p[i]);
		check(!host[i] && !p[i]);
	}
	compat::free(p);
}

/* --- sub-groups of 32 --- */

static void exchange(int *out)
{
	namespace e = compat::experimental;
	const sycl::sub_group g = sycl::ext::oneapi::this_work_item::get_sub_group();
	const int me = int(g.get_local_linear_id());
	bool right = compat::select_from_sub_group(g, me, 3) == 3 && compat::select_from_sub_group(g, me, 3, 8) == me / 8 * 8 + 3;
	int all = -1, none = -1;

	right = right && compat::shift_sub_group_left(g, me, 2) == (me + 2 < 32 ? me + 2 : me);
	right = right && compat::shift_sub_group_left(g, me, 2, 8) == (me % 8 + 2 < 8 ? me + 2 : me);
	right = right && compat::shift_sub_group_right(g, me, 2, 8) == (me % 8 >= 2 ? me - 2 : me);
	right = right && compat::permute_sub_group_by_xor(g, me, 5) == (me ^ 5) && compat::permute_sub_group_by_xor(g, double(me), 1, 16) == (me ^ 1);
	right = right && e::select_from_sub_group(~0u, g, me, 1) == 1 && e::permute_sub_group_by_xor(~0u, g, me, 1) == (me ^ 1);
	right = right && e::shift_sub_group_left(~0u, g, me, 1, 4) == (me % 4 < 3 ? me + 1 : me) && e::shift_sub_group_right(~0u, g, me, 1, 4) == (me % 4 ? me - 1 : me);
	right = right && compat::match_any_over_sub_group(g, 0xffffu, me % 2) == (me % 2 ? 0xaaaau : 0x5555u);
	right = right && compat::match_all_over_sub_group(g, ~0u, 7, &all) == ~0u && all == 1;
	right = right && compat::match_all_over_sub_group(g, ~0u, me, &none) == 0 && none == 0;
	out[compat::global_id::x()] = right;
}

static void check_sub_groups()
{
	int *const p = compat::malloc_shared<int>(64);
	bool right = true;

	compat::experimental::launch<exchange, 32>(compat::dim3(1), compat::dim3(64), p).wait();
	for (int i = 0; i < 64; i++)
		right = right && p[i] == 1;
	check(right);
	compat::free(p);
}

/* --- groups, and a barrier of all work-groups: of one, which any device runs at once --- */

static void check_groups()
{
	namespace e = compat::experimental;
	sycl::queue q = compat::get_default_queue();
	auto *const counter = compat::malloc_shared<unsigned int>(1);
	int *const p = compat::malloc_shared<int>(40), *const seen = compat::malloc_shared<int>(40);

	*counter = 0;
	q.parallel_for(sycl::nd_range<3>({ 1, 1, 40 }, { 1, 1, 40 }), [=](sycl::nd_item<3> item) {
		const int me = int(item.get_local_linear_id());
		sycl::atomic_ref<unsigned int, e::barrier_memory_order, sycl::memory_scope::device, sycl::access::address_space::global_space> ref(*counter);
		const e::logical_group<3> part(item, item.get_group(), 16);
		e::group<sycl::group<3>> whole(item.get_group(), item);
		e::group<sycl::sub_group> sub(item.get_sub_group(), item);
		e::group<e::logical_group<3>> logical(part, item);
		e::group_base<3> base = whole;

		p[me] = me;
		e::nd_range_barrier(item, ref);
		seen[me] = p[39 - me] == 39 - me && part.get_local_linear_id() == unsigned(me % 16) && part.get_group_linear_id() == unsigned(me / 16) &&
			part.get_group_linear_range() == 3 && part.get_local_linear_range() == (me < 32 ? 16u : 8u) && logical.get_local_linear_id() == unsigned(me % 16) &&
			base.get_local_linear_id() == unsigned(me) && whole.get_local_linear_range() == 40 &&
			sub.get_local_linear_id() == item.get_sub_group().get_local_linear_id();
		whole.barrier();
		p[me] = 2 * me;
		whole.barrier();
		seen[me] = seen[me] && p[39 - me] == 2 * (39 - me);
		e::nd_range_barrier(item, ref);
	}).wait();
	bool right = true;

	for (int i = 0; i < 40; i++)
		right = right && seen[i];
	check(right && *counter == 0);
	q.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
		sycl::atomic_ref<unsigned int, e::barrier_memory_order, sycl::memory_scope::device, sycl::access::address_space::global_space> ref(*counter);

		e::nd_range_barrier(item, ref);
	}).wait();
	check(*counter == 0x80000000u);
	compat::wait_and_free(p);
	compat::wait_and_free(seen);
	compat::wait_and_free(counter);
}

/* --- what only the host has --- */

static void check_host()
{
	check(compat::int_as_queue_ptr(0) == compat::get_current_device().default_queue() && compat::int_as_queue_ptr(2) == compat::int_as_queue_ptr(1));
	sycl::queue q;
	check(compat::int_as_queue_ptr(reinterpret_cast<std::uintptr_t>(&q)) == &q);
	using function = void(char, double, sycl::nd_item<3>, int *, short);
	char letter = 'a';
	double number = 2.5;
	int *pointer = nullptr;
	short small = 7;
	void *each[] = { &letter, &number, &pointer, &small };
	compat::args_selector<2, 1, function> from_array(each, nullptr);

	check(from_array.get<0>() == 'a' && from_array.get<1>() == 2.5 && &from_array.get<2>() == &pointer && from_array.get<3>() == 7);
	struct {
		char letter;
		double number;
		int *pointer;
		short small;
	} buffer = { 'b', 3.5, &failures, 8 };
	std::size_t size = sizeof(buffer);
	void *extra[] = { reinterpret_cast<void *>(2), &size, reinterpret_cast<void *>(1), &buffer, nullptr };
	compat::args_selector<2, 1, function> from_buffer(nullptr, extra);

	check(from_buffer.get<0>() == 'b' && from_buffer.get<1>() == 3.5 && from_buffer.get<2>() == &failures && from_buffer.get<3>() == 8);
	from_buffer.get<3>() = 9;
	check(buffer.small == 9);
	const compat::err0 error = 3;

	check(error == 3);
	static_assert(!std::is_same_v<compat::err0, compat::err1>);
}

int main()
{
	check_atomics();
	check_functions();
	check_sub_groups();
	check_groups();
	check_host();
	return done();
}
