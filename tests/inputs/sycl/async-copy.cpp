/* async_work_group_copy: every direction, stride and element type, in 1, 2 and 3 dimensions, with guards around both sides. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <vector>

#include "check.hpp"

struct pair {
	std::int32_t number;
	char letter;
	friend bool operator==(const pair &a, const pair &b) { return a.number == b.number && a.letter == b.letter; }
};

template <typename T>
T make(std::size_t i)
{
	return static_cast<T>(i % 101 + 1);
}
template <>
pair make<pair>(std::size_t i)
{
	return { static_cast<std::int32_t>(i), static_cast<char>(i % 50) };
}
template <typename T>
bool same(const T &a, const T &b)
{
	return a == b;
}
template <typename T, int Count>
bool same(const sycl::vec<T, Count> &a, const sycl::vec<T, Count> &b)
{
	return sycl::all(a == b);
}

template <int Dimensions>
sycl::nd_range<Dimensions> shape(std::size_t groups)
{
	if constexpr (Dimensions == 1)
		return { groups * 6, 6 };
	else if constexpr (Dimensions == 2)
		return { { groups * 2, 3 }, { 2, 3 } };
	else
		return { { groups, 3, 2 }, { 1, 3, 2 } };
}

/*
 * Each group takes n elements of its part of the input into local memory and
 * from there to its part of the output, with a guard at both ends of each.
 */
template <typename T, int Dimensions, sycl::access::decorated Decorated>
void there_and_back(sycl::queue &queue, std::size_t n, std::size_t in_stride, std::size_t out_stride)
{
	constexpr std::size_t groups = 3, guard = 5;
	const std::size_t in_part = n * in_stride + guard, out_part = n * out_stride + guard, room = n + 2 * guard;
	std::vector<T> input(groups * in_part), output(groups * out_part, make<T>(77)), seen(groups * room);

	for (std::size_t i = 0; i < input.size(); i++)
		input[i] = make<T>(i);
	{
		sycl::buffer<T> in(input.data(), input.size()), out(output.data(), output.size()), scratch(seen.data(), seen.size());

		queue.submit([&](sycl::handler &h) {
			const sycl::accessor from(in, h, sycl::read_only);
			const sycl::accessor to(out, h, sycl::read_write);
			const sycl::accessor show(scratch, h, sycl::write_only);
			const sycl::local_accessor<T> local(room, h);

			h.parallel_for(shape<Dimensions>(groups), [=](sycl::nd_item<Dimensions> item) {
				const auto group = item.get_group();
				const std::size_t number = group.get_group_linear_id(), size = group.get_local_linear_range();
				const auto inside = local.template get_multi_ptr<Decorated>() + guard;
				const auto source = from.template get_multi_ptr<Decorated>() + number * in_part;
				const auto target = to.template get_multi_ptr<Decorated>() + number * out_part;

				for (std::size_t i = group.get_local_linear_id(); i < room; i += size)
					local[i] = make<T>(88);
				sycl::group_barrier(group);
				if (in_stride == 1)
					group.template async_work_group_copy<T>(inside, source, n).wait();
				else
					item.wait_for(item.async_work_group_copy(inside, source, n, in_stride));
				for (std::size_t i = group.get_local_linear_id(); i < room; i += size)
					show[number * room + i] = local[i];
				if (out_stride == 1)
					item.template async_work_group_copy<T>(target, inside, n).wait();
				else
					group.wait_for(group.async_work_group_copy(target, inside, n, out_stride));
			});
		});
	}
	for (std::size_t g = 0; g < groups; g++) {
		for (std::size_t i = 0; i < room; i++)
			check(same(seen[g * room + i], i < guard || i >= guard + n ? make<T>(88)
				: input[g * in_part + (i - guard) * in_stride]));
		for (std::size_t i = 0; i < out_part; i++)
			check(same(output[g * out_part + i], i % out_stride == 0 && i / out_stride < n
				? input[g * in_part + i / out_stride * in_stride] : make<T>(77)));
	}
}

template <typename T, int Dimensions = 1, sycl::access::decorated Decorated = sycl::access::decorated::yes>
void all_strides(sycl::queue &queue)
{
	there_and_back<T, Dimensions, Decorated>(queue, 6, 1, 1);
	there_and_back<T, Dimensions, Decorated>(queue, 7, 3, 1);
	there_and_back<T, Dimensions, Decorated>(queue, 13, 1, 4);
	there_and_back<T, Dimensions, Decorated>(queue, 5, 2, 3);
	there_and_back<T, Dimensions, Decorated>(queue, 0, 2, 2);
}

/* In hierarchical kernels one work-item is the whole group, and copies everything. */
static void hierarchical(sycl::queue &queue)
{
	std::vector<int> input(64), output(64, -1);

	for (int i = 0; i < 64; i++)
		input[static_cast<std::size_t>(i)] = i * i;
	{
		sycl::buffer<int> in(input), out(output);

		queue.submit([&](sycl::handler &h) {
			const sycl::accessor from(in, h, sycl::read_only);
			const sycl::accessor to(out, h, sycl::write_only);
			const sycl::local_accessor<int> local(16, h);

			h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(8), [=](sycl::group<1> group) {
				const std::size_t base = group.get_group_id(0) * 32;

				group.async_work_group_copy(local.get_pointer(), from.get_pointer() + base, 16, 2).wait();
				group.async_work_group_copy(to.get_pointer() + base, local.get_pointer(), 16, 2).wait();
			});
		});
	}
	for (std::size_t i = 0; i < 64; i++)
		check(output[i] == (i % 2 ? -1 : input[i]));
}

int main()
{
	sycl::queue queue;

	all_strides<float>(queue);
	all_strides<int, 1, sycl::access::decorated::legacy>(queue);
	all_strides<int, 2, sycl::access::decorated::no>(queue);
	all_strides<int, 3>(queue);
	all_strides<std::uint8_t>(queue);
	all_strides<sycl::vec<std::int16_t, 3>>(queue);
	all_strides<pair>(queue);
	hierarchical(queue);
	return done();
}
