/* 4.9.1: counters of every type that go through memory in strides of the launch, from any beginning, in any direction. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include "../check.hpp"

using namespace sycl;

static constexpr int n = 1000;

/* Each work-item adds up the numbers that it meets; whether all were met once is seen from the sum of squares. */
template <typename Counter>
static long long wanted(Counter first, Counter last, std::size_t stride, const int *in)
{
	long long sum = 0;

	for (Counter i = first; i < last; i += stride)
		sum += in[i] * (long long)(i + 1);
	return sum;
}

template <typename Counter, int Dimensions>
struct walk {
	const int *in;
	long long *out;
	Counter first, last;

	void operator()(nd_item<Dimensions> it) const
	{
		const std::size_t stride = it.get_global_range(Dimensions - 1);
		long long sum = 0;

		for (Counter i = first + Counter(it.get_global_id(Dimensions - 1)); i < last; i += stride)
			sum += in[i] * (long long)(i + 1);
		out[it.get_global_linear_id()] = sum;
	}
};

template <typename Counter, int Dimensions>
static void run(queue &q, range<Dimensions> global, range<Dimensions> local, Counter first, Counter last)
{
	std::vector<int> numbers(3 * n);
	int *in = malloc_shared<int>(numbers.size(), q);
	long long *out = malloc_shared<long long>(global.size(), q);

	for (std::size_t i = 0; i < numbers.size(); i++)
		in[i] = numbers[i] = int(i * 37 % 101);
	q.parallel_for(nd_range<Dimensions>(global, local), walk<Counter, Dimensions>{ in + n, out, first, last }).wait();
	for (std::size_t i = 0; i < global.size(); i++) {
		const std::size_t x = i % global[Dimensions - 1];

		check(out[i] == wanted<Counter>(first + Counter(x), last, global[Dimensions - 1], numbers.data() + n));
	}
	free(in, q);
	free(out, q);
}

template <typename Counter>
static void run_all(queue &q)
{
	constexpr Counter below = std::numeric_limits<Counter>::is_signed ? Counter(-100) : Counter(0);

	for (const Counter first : { below, Counter(0), Counter(7) })
		for (const Counter last : { Counter(0), Counter(1), Counter(120) }) {
			run<Counter, 1>(q, { 40 }, { 20 }, first, last);
			run<Counter, 1>(q, { 37 }, { 37 }, first, last);
			run<Counter, 2>(q, { 3, 35 }, { 1, 5 }, first, last);
			run<Counter, 3>(q, { 2, 2, 48 }, { 1, 2, 16 }, first, last);
		}
}

/* The counter goes over the end of its type and goes on at the other, as size_t added to an int does. */
static void over_the_end(queue &q)
{
	constexpr std::size_t items = 64;
	std::int64_t *out = malloc_shared<std::int64_t>(items, q);

	const auto rounds = [](std::size_t id, std::size_t stride) {
		std::int64_t sum = 0;
		int count = 0;

		for (int i = std::numeric_limits<int>::max() - 100 + int(id); i != 5 && count < 9; i += stride, count++)
			sum = sum * 3 + i;
		return sum;
	};
	q.parallel_for(nd_range<1>(items, 16), [=](nd_item<1> it) {
		out[it.get_global_id(0)] = rounds(it.get_global_id(0), it.get_global_range(0) << 24);
	}).wait();
	for (std::size_t i = 0; i < items; i++)
		check(out[i] == rounds(i, items << 24));
	free(out, q);
}

int main()
{
	queue q;

	run_all<int>(q);
	run_all<unsigned>(q);
	run_all<short>(q);
	run_all<long long>(q);
	over_the_end(q);
	return done();
}
