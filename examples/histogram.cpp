// How often each of 16 values occurs in a million.  Each work-group counts in
// local memory, where atomic operations are cheap, and adds its counts to the
// result once.
#include <sycl/sycl.hpp>

#include <iostream>
#include <vector>

constexpr std::size_t n = 1 << 20, group_size = 64, per_item = 64, bins = 16;

template <sycl::memory_scope Scope, sycl::access::address_space Space>
using counter = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, Scope, Space>;
using local_counter = counter<sycl::memory_scope::work_group, sycl::access::address_space::local_space>;
using global_counter = counter<sycl::memory_scope::device, sycl::access::address_space::global_space>;

static std::vector<unsigned> histogram(sycl::queue &q, std::vector<unsigned char> &values)
{
	std::vector<unsigned> counts(bins);
	sycl::buffer<unsigned char> values_buffer(values);
	sycl::buffer<unsigned> counts_buffer(counts);

	q.submit([&](sycl::handler &h) {
		sycl::accessor in(values_buffer, h, sycl::read_only);
		sycl::accessor out(counts_buffer, h);
		sycl::local_accessor<unsigned> mine(bins, h);

		h.parallel_for(sycl::nd_range<1>(n / per_item, group_size), [=](sycl::nd_item<1> item) {
			const std::size_t i = item.get_local_id(0), first = item.get_group(0) * group_size * per_item + i;

			if (i < bins)
				mine[i] = 0;
			sycl::group_barrier(item.get_group());
			for (std::size_t k = 0; k < per_item; k++)
				local_counter(mine[in[first + k * group_size] % bins])++;
			sycl::group_barrier(item.get_group());
			if (i < bins)
				global_counter(out[i]) += mine[i];
		});
	});
	sycl::host_accessor result(counts_buffer, sycl::read_only);
	return std::vector<unsigned>(result.begin(), result.end());
}

int main()
{
	sycl::queue q;
	std::vector<unsigned char> values(n);
	std::vector<unsigned> want(bins);
	unsigned random = 1;

	for (unsigned char &value : values) {
		random = random * 1664525u + 1013904223u;
		// The product of two throws: small values occur more often.
		value = static_cast<unsigned char>((random >> 28) * (random >> 24 & 15) / 15);
		want[value]++;
	}
	const std::vector<unsigned> counts = histogram(q, values);
	const bool right = counts == want;
	for (const unsigned &count : counts)
		std::cout << count << (&count == &counts.back() ? '\n' : ' ');
	std::cout << (right ? "right" : "WRONG") << '\n';
	return right ? 0 : 1;
}
