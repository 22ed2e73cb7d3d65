/* Accessors: const elements, conversions, no dimension, atomics of SYCL 1.2.1. */
#include <sycl/sycl.hpp>

#include <type_traits>
#include <utility>
#include <vector>

#include "check.hpp"

using sycl::access_mode;
using sycl::accessor;
using sycl::host_accessor;
using sycl::local_accessor;

/* --- which types convert --- */

template <typename To, typename From>
constexpr bool into = std::is_convertible_v<From, To>;
constexpr auto read = access_mode::read, write = access_mode::write, both = access_mode::read_write;
static_assert(into<accessor<const int, 1>, accessor<int, 1>> && into<accessor<const int, 2, read>, accessor<int, 2, read>>);
static_assert(into<accessor<int, 1, read>, accessor<const int, 1, read>> && into<accessor<int, 3, read>, accessor<int, 3, both>>);
static_assert(!into<accessor<int, 1>, accessor<const int, 1>> && !into<accessor<int, 1, read>, accessor<int, 1, write>>);
static_assert(!into<accessor<int, 1, write>, accessor<int, 1, both>> && !into<accessor<const int, 1>, accessor<float, 1>>);
static_assert(into<accessor<const int, 0>, accessor<int, 0>> && !into<accessor<int, 0>, accessor<const int, 0>>);
static_assert(into<host_accessor<const int, 1>, host_accessor<int, 1>> && into<host_accessor<int, 2, read>, host_accessor<const int, 2>>);
static_assert(!into<host_accessor<int, 1>, host_accessor<const int, 1>> && into<host_accessor<const int, 0>, host_accessor<int, 0>>);
static_assert(into<local_accessor<const int, 1>, local_accessor<int, 1>> && !into<local_accessor<int, 1>, local_accessor<const int, 1>>);
static_assert(into<local_accessor<const int, 0>, local_accessor<int, 0>>);
static_assert(std::is_trivially_copyable_v<accessor<const int, 1>> && std::is_trivially_copyable_v<accessor<int, 0>>);
static_assert(std::is_same_v<accessor<const int, 1>::value_type, const int> && std::is_same_v<accessor<int, 0, read>::reference, const int &>);
static_assert(!std::is_constructible_v<accessor<int, 1>, sycl::buffer<const int> &> && std::is_constructible_v<accessor<int, 1, read>, sycl::buffer<const int> &>);
static_assert(!std::is_assignable_v<const accessor<int, 0, read> &, int> && std::is_assignable_v<const accessor<int, 0, write> &, int>);

static int sum_of(accessor<const int, 1> from)
{
	int sum = 0;

	for (int value : from)
		sum += value;
	return sum;
}

static int first_of(host_accessor<const int, 1> from)
{
	return from[0];
}

static void constant_elements(sycl::queue &queue)
{
	const std::vector<int> input{ 1, 2, 3, 4, 5, 6 };
	std::vector<int> output(6, 0), sums(3, 0);

	{
		sycl::buffer<const int, 1> from(input.data(), 6);
		sycl::buffer<const int, 2> box(input.data(), { 2, 3 });
		sycl::buffer<int> to(output), sum(sums);

		queue.submit([&](sycl::handler &h) {
			accessor<const int, 1> a(from, h);
			accessor<const int, 2, read> b(box, h, { 1, 2 }, { 1, 1 });
			accessor c(from, h, sycl::read_only);
			accessor d(from, h);
			accessor<int, 1, both> e(to, h);
			accessor<int, 1, read> f(from, h), g = e;
			accessor<const int, 1> k = g;

			static_assert(std::is_same_v<decltype(d), accessor<const int, 1, read>>);
			accessor<int, 1, write> s(sum, h, sycl::no_init);
			h.parallel_for(6, [=](sycl::id<1> i) {
				e[i] = a[i] * 10 + b[{ 0, i % 2 }] - c[i] + d[i] - f[i];
				if (i == 0) {
					s[0] = sum_of(a);
					s[1] = sum_of(f);
					s[2] = k.get_range()[0] == 6 && g.size() == 6 && k.begin()[0] == g[0] && *c.cbegin() == 1;
				}
			});
		});
		const host_accessor<const int, 1> host(from);
		host_accessor writable(to);
		const host_accessor<int, 1, read> reader = writable;

		check(first_of(host) == 1 && first_of(writable) == writable[0] && first_of(reader) == reader[0]);
		check(host.size() == 6 && *(host.end() - 1) == 6);
	}
	for (int i = 0; i < 6; i++)
		check(output[static_cast<std::size_t>(i)] == (i + 1) * 10 + 5 + i % 2 - (i + 1));
	check(sums[0] == 21 && sums[1] == 21 && sums[2] == 1);
}

static void no_dimension(sycl::queue &queue)
{
	int one = 5, seen = 0, locals = 0;

	{
		sycl::buffer<int> value(&one, 1), result(&seen, 1), more(&locals, 1);

		queue.submit([&](sycl::handler &h) {
			accessor<int, 0> both(value, h);
			accessor<const int, 0> reading(value, h);
			accessor<int, 0, write> to(result, h, sycl::write_only);
			accessor<int, 0, read> converted = both;

			h.single_task([=] {
				int before = both;

				both = before * 2;
				to = reading + converted + (both.get_pointer() == both.begin()) + static_cast<int>(both.size());
			});
		});
		queue.submit([&](sycl::handler &h) {
			local_accessor<int, 0> count(h);
			accessor<int, 0> to(more, h);

			h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> item) {
				if (item.get_local_id(0) == 0)
					count = 3;
				sycl::group_barrier(item.get_group());
				const local_accessor<const int, 0> reading = count;
				sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(to).fetch_add(reading);
			});
		});
		host_accessor<int, 0> host(value);
		const host_accessor<const int, 0> constant(host);

		check(host == 10 && constant == 10);
		host = 7;
		check(constant == 7 && host.end() - host.begin() == 1 && host.byte_size() == 4 && !host.empty());
		accessor<int, 0> a(value), b(result);
		a.swap(b);
		check(a != b && host_accessor<int, 0>(result) == 22);
		try {
			sycl::buffer<int> none(sycl::range<1>(0));
			const accessor<int, 0> nowhere(none);
			check(false);
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::invalid);
		}
	}
	check(one == 7 && seen == 22 && locals == 24);
}

/* The last of several subscripts gives an atomic, too. */
static void old_atomic_rows(sycl::queue &queue)
{
	sycl::buffer<int, 2> sums(sycl::range<2>(2, 3));

	host_accessor{ sums }[1][2] = 0;
	queue.submit([&](sycl::handler &h) {
		auto sum = sums.get_access<access_mode::atomic>(h);
		accessor<int, 3, access_mode::atomic, sycl::access::target::local> local(sycl::range<3>(2, 3, 4), h);

		h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> item) {
			if (item.get_local_id(0) == 0)
				local[1][2][3].store(0);
			item.barrier();
			local[1][2][3].fetch_add(2);
			item.barrier();
			sum[1][2].fetch_add(local[sycl::id<3>(1, 2, 3)].load());
		});
	});
	check(host_accessor{ sums }[1][2] == 64 * 32);
}

static void old_atomics(sycl::queue &queue)
{
	std::vector<int> values{ 0, 100, 0xff, 0, 0, 1000, -1000, 5 }, groups(4, 0);
	float real = 0;

	{
		sycl::buffer<int> all(values), each(groups);
		sycl::buffer<float> number(&real, 1);

		queue.submit([&](sycl::handler &h) {
			auto a = all.get_access<access_mode::atomic>(h);
			auto out = each.get_access<access_mode::write>(h);
			auto f = number.get_access<access_mode::atomic>(h);
			accessor<int, 1, access_mode::atomic, sycl::access::target::local> local(sycl::range<1>(1), h);

			h.parallel_for(sycl::nd_range<1>(32, 8), [=](sycl::nd_item<1> item) {
				const int i = static_cast<int>(item.get_global_id(0));
				int expected = 5;

				if (item.get_local_id(0) == 0)
					local[0].store(0);
				item.barrier();
				a[0].fetch_add(i);
				a[sycl::id<1>(1)].fetch_sub(1);
				a[2].fetch_and(~(1 << (i % 4)));
				sycl::atomic_fetch_or(a[3], 1 << (i % 5));
				sycl::atomic_fetch_xor(a[4], 1 << (i % 6));
				a[5].fetch_min(i - 3);
				a[6].fetch_max(i * 2);
				if (a[7].compare_exchange_strong(expected, 50))
					f[0].exchange(2.5f);
				local[0].fetch_add(i);
				item.barrier();
				out[item.get_group(0)] = sycl::atomic_load(local[0]);
			});
		});
		host_accessor host(all);
		sycl::atomic<int> object{ sycl::global_ptr<int>(&host[0]) };
		check(object.load() == 496 && object.exchange(1) == 496);
		sycl::atomic_store(object, 496);
	}
	int flips = 0;
	for (int i = 0; i < 32; i++)
		flips ^= 1 << (i % 6);
	check(values == std::vector<int>({ 496, 68, 0xf0, 31, flips, -3, 62, 50 }) && real == 2.5f);
	for (int g = 0; g < 4; g++)
		check(groups[static_cast<std::size_t>(g)] == 28 + 64 * g);
}

int main()
{
	sycl::queue queue;

	constant_elements(queue);
	no_dimension(queue);
	old_atomics(queue);
	old_atomic_rows(queue);
	return done();
}
