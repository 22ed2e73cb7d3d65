// Kernels FIRST to FIRST + COUNT - 1 of a large program: templates over a number
// that picks types, sizes and what is called.  bench/post-link.sh compiles
// several of these and splits what the driver hands to post-link.
#include <sycl/sycl.hpp>

#include <type_traits>
#include <utility>

#ifndef FIRST
#define FIRST 0
#define COUNT 10
#endif

template <int I>
using element = std::conditional_t<I % 16 == 5, double, std::conditional_t<I % 3 == 0, int, float>>;

template <int N, class T>
T polynomial(T x)
{
	if constexpr (N == 0)
		return T(1);
	else
		return x * polynomial<N - 1>(x) + T(N);
}

template <class T>
T bounded(T x, T low, T high)
{
	return x < low ? low : high < x ? high : x;
}

// The smaller of each pair first: the steps of a sorting network, all in private memory.
template <class T, std::size_t N>
void sort(T (&x)[N])
{
#pragma unroll
	for (std::size_t k = 2; k <= N; k *= 2)
#pragma unroll
		for (std::size_t j = k / 2; j; j /= 2)
#pragma unroll
			for (std::size_t i = 0; i < N; i++)
				if ((i ^ j) > i && ((x[i] > x[i ^ j]) == ((i & k) == 0))) {
					const T old = x[i];

					x[i] = x[i ^ j];
					x[i ^ j] = old;
				}
}

// The weights of a filter: a table that stays in memory.
template <int I>
struct filter {
	static constexpr int radius = I % 4 + 2;
	element<I> weight[2 * radius + 1] = {};

	constexpr filter()
	{
		for (int k = -radius; k <= radius; k++)
			weight[k + radius] = element<I>(I + radius * radius - k * k);
	}
};

template <int I>
inline constexpr filter<I> filter_of;

template <int I>
struct scale;
template <int I>
struct median;
template <int I>
struct blur;
template <int I>
struct sums;
template <int I>
struct histogram;

template <int I>
void submit_scale(sycl::queue &q, sycl::buffer<element<I>> &in, sycl::buffer<element<I>> &out)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor x(in, h, sycl::read_only);
		sycl::accessor y(out, h, sycl::read_write);

		h.parallel_for<scale<I>>(out.get_range(), [=](sycl::id<1> i) {
			y[i] += polynomial<I % 29 + 10>(x[i]) * element<I>(I);
		});
	});
}

template <int I>
void submit_blur(sycl::queue &q, sycl::buffer<element<I>> &in, sycl::buffer<element<I>> &out)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor x(in, h, sycl::read_only);
		sycl::accessor y(out, h, sycl::write_only, sycl::no_init);
		const std::size_t n = out.size();

		h.parallel_for<blur<I>>(out.get_range(), [=](sycl::item<1> item) {
			constexpr std::size_t radius = filter<I>::radius;
			const std::size_t at = item.get_linear_id();
			element<I> sum = 0;

			for (std::size_t k = at < radius ? 0 : at - radius; k <= at + radius && k < n; k++)
				sum += x[k] * filter_of<I>.weight[k + radius - at];
			y[item] = bounded<element<I>>(sum, element<I>(-I), element<I>(I));
		});
	});
}

template <int I>
void submit_median(sycl::queue &q, sycl::buffer<element<I>> &in, sycl::buffer<element<I>> &out)
{
	q.submit([&](sycl::handler &h) {
		constexpr std::size_t size = 8;
		sycl::accessor x(in, h, sycl::read_only);
		sycl::accessor y(out, h, sycl::write_only, sycl::no_init);

		h.parallel_for<median<I>>(sycl::range<1>(out.size() - size), [=](sycl::item<1> item) {
			element<I> window[size];

			for (std::size_t k = 0; k < size; k++)
				window[k] = x[item.get_linear_id() + k];
			sort(window);
			y[item] = polynomial<I % 19 + 10>(window[size / 2]);
		});
	});
}

template <int I>
void submit_sums(sycl::queue &q, sycl::buffer<element<I>> &in, sycl::buffer<element<I>> &out)
{
	q.submit([&](sycl::handler &h) {
		constexpr std::size_t size = 16 << I % 3;
		sycl::accessor x(in, h, sycl::read_only);
		sycl::accessor y(out, h, sycl::read_write);
		sycl::local_accessor<element<I>, 1> part(size, h);

		h.parallel_for<sums<I>>(sycl::nd_range<1>(in.size(), size), [=](sycl::nd_item<1> item) {
			const std::size_t local = item.get_local_linear_id();

			part[local] = x[item.get_global_linear_id()];
			for (std::size_t half = size / 2; half; half /= 2) {
				sycl::group_barrier(item.get_group());
				if (local < half)
					part[local] += part[local + half];
			}
			if (local == 0)
				y[item.get_group_linear_id()] = polynomial<I % 25 + 10>(part[0]);
		});
	});
}

template <int I>
void submit_histogram(sycl::queue &q, sycl::buffer<int> &in, sycl::buffer<int> &out)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor x(in, h, sycl::read_only);
		sycl::accessor y(out, h, sycl::read_write);

		h.parallel_for<histogram<I>>(in.get_range(), [=](sycl::id<1> i) {
			sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device> bin(
				y[static_cast<std::size_t>(bounded(polynomial<I % 23 + 10>(x[i]), 0, I))]);

			bin.fetch_add(1);
		});
	});
}

template <int I>
void submit_one(sycl::queue &q)
{
	sycl::buffer<element<I>> in(1024), out(1024);

	if constexpr (I % 5 == 0)
		submit_scale<I>(q, in, out);
	else if constexpr (I % 5 == 1)
		submit_blur<I>(q, in, out);
	else if constexpr (I % 5 == 2)
		submit_sums<I>(q, in, out);
	else if constexpr (I % 5 == 3)
		submit_median<I>(q, in, out);
	else {
		sycl::buffer<int> numbers(1024), bins(I + 1);
		submit_histogram<I>(q, numbers, bins);
	}
}

template <int... I>
void submit_all(sycl::queue &q, std::integer_sequence<int, I...>)
{
	(submit_one<FIRST + I>(q), ...);
}

#define PASTE(a, b) a##b
#define NAMED(a, b) PASTE(a, b)

void NAMED(submit_from_, FIRST)(sycl::queue &q)
{
	submit_all(q, std::make_integer_sequence<int, COUNT>{});
}
