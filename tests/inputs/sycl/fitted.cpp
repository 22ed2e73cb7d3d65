// Kernels in work-groups of sizes that the program chooses: sums by trees, tiles, blocks.
// fitted SIZE...: sums in groups of each size; busy: for two seconds.
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t n = 1 << 14;
int wrong;

void expect(const char *what, double got, double want)
{
	if (got != want && wrong++ < 5)
		std::printf("%s: %g instead of %g\n", what, got, want);
}

// The sum of each group, whose size is known when it is launched; so many times.
void sum_groups(sycl::queue &q, std::size_t size, int rounds = 1)
{
	std::vector<float> in(n), out(n / size);

	for (std::size_t i = 0; i < n; i++)
		in[i] = float(i * 7 % 101);
	{
		sycl::buffer from(in.data(), sycl::range(n)), to(out.data(), sycl::range(n / size));

		q.submit([&](sycl::handler &h) {
			sycl::accessor a(from, h, sycl::read_only);
			sycl::accessor b(to, h, sycl::write_only);
			sycl::local_accessor<float, 1> part(size, h);

			h.parallel_for(sycl::nd_range<1>(n / size * size, size), [=](sycl::nd_item<1> it) {
				const std::size_t i = it.get_local_id(0);

				for (int r = 0; r < rounds; r++) {
					part[i] = a[it.get_global_id(0)];
					for (std::size_t left = it.get_local_range(0); left > 1; left = (left + 1) / 2) {
						sycl::group_barrier(it.get_group());
						if (i < left / 2)
							part[i] += part[i + (left + 1) / 2];
					}
					if (i == 0)
						b[it.get_group(0)] = part[0];
				}
			});
		});
	}
	for (std::size_t g = 0; g < n / size; g++) {
		float want = 0;

		for (std::size_t i = 0; i < size; i++)
			want += in[g * size + i];
		expect("sum", out[g], want);
	}
}

// Tiles that are turned over, and what all work-items of the group agree on.
void turn_tiles(sycl::queue &q, std::size_t rows, std::size_t columns)
{
	constexpr std::size_t side = 96;
	std::vector<int> out(side * side);

	q.submit([&](sycl::handler &h) {
		 sycl::local_accessor<int, 2> tile({rows, columns}, h);
		 int *o = out.data();

		 h.parallel_for(sycl::nd_range<2>({side, side}, {rows, columns}), [=](sycl::nd_item<2> it) {
			 const std::size_t y = it.get_local_id(0), x = it.get_local_id(1), at = it.get_global_linear_id();

			 tile[y][x] = int(at);
			 sycl::group_barrier(it.get_group());
			 const int other = tile[it.get_local_range(0) - 1 - y][it.get_local_range(1) - 1 - x];
			 const int least = sycl::reduce_over_group(it.get_group(), int(at), sycl::minimum<int>());
			 o[at] = other * 3 + least;
		 });
	 }).wait();
	for (std::size_t y = 0; y < side; y++)
		for (std::size_t x = 0; x < side; x++) {
			const std::size_t top = y / rows * rows, left = x / columns * columns;
			const std::size_t other = (top + rows - 1 - y % rows) * side + left + columns - 1 - x % columns;

			expect("tile", out[y * side + x], double(other * 3 + top * side + left));
		}
}

// Neighbours in a block of three dimensions.
void add_blocks(sycl::queue &q, sycl::range<3> size)
{
	const sycl::range<3> all(size[0] * 3, size[1] * 2, size[2] * 4);
	std::vector<int> out(all.size());

	q.submit([&](sycl::handler &h) {
		 sycl::local_accessor<int, 1> block(size.size(), h);
		 int *o = out.data();

		 h.parallel_for(sycl::nd_range<3>(all, size), [=](sycl::nd_item<3> it) {
			 const std::size_t l = it.get_local_linear_id(), count = it.get_local_range().size();

			 block[l] = int(it.get_global_linear_id());
			 sycl::group_barrier(it.get_group());
			 o[it.get_global_linear_id()] = block[l] + block[(l + 1) % count];
		 });
	 }).wait();
	for (std::size_t z = 0; z < all[0]; z++)
		for (std::size_t y = 0; y < all[1]; y++)
			for (std::size_t x = 0; x < all[2]; x++) {
				const auto at = [&](std::size_t l) {
					const std::size_t k = z / size[0] * size[0] + l / (size[1] * size[2]);
					const std::size_t j = y / size[1] * size[1] + l / size[2] % size[1];

					return (k * all[1] + j) * all[2] + x / size[2] * size[2] + l % size[2];
				};
				const std::size_t here = (z * all[1] + y) * all[2] + x;
				const std::size_t l = (z % size[0] * size[1] + y % size[1]) * size[2] + x % size[2];

				expect("block", out[here], double(here + at((l + 1) % size.size())));
			}
}

// What work-items write twice: two defaults, then something else if another one comes behind them in their row; or
// what they write before they return, or else in front of the barrier; and bits that are set under a test.
template <int Dimensions>
void write_twice(sycl::queue &q, sycl::range<Dimensions> all, sycl::range<Dimensions> size)
{
	const std::size_t n = all.size(), row = size[Dimensions - 1];
	std::vector<unsigned> in(n + 1), next(n), more(n), behind(n), bits(n);
	const unsigned *from = in.data();
	unsigned *o = next.data(), *m = more.data(), *b = behind.data(), *s = bits.data();

	for (std::size_t i = 0; i <= n; i++)
		in[i] = unsigned(i * 2654435761u);
	q.parallel_for(sycl::nd_range<Dimensions>(all, size), [=](sycl::nd_item<Dimensions> it) {
		 const std::size_t l = it.get_local_id(Dimensions - 1), i = it.get_global_linear_id();

		 o[i] = 5;
		 m[i] = 7;
		 if (l + 1 < it.get_local_range(Dimensions - 1)) {
			 o[i] = from[i];
			 m[i] = from[i + 1];
		 }
	 }).wait();
	q.submit([&](sycl::handler &h) {
		 sycl::local_accessor<unsigned, 1> tile(size.size(), h);

		 h.parallel_for(sycl::nd_range<Dimensions>(all, size), [=](sycl::nd_item<Dimensions> it) {
			 const std::size_t i = it.get_global_linear_id(), l = it.get_local_linear_id();

			 b[i] = tile[l] = 5;
			 if (int(i) >= int(it.get_local_range().size()) * 2 - 3)
				 return;
			 tile[l] = from[i];
			 sycl::group_barrier(it.get_group());
			 b[i] = tile[l] + 2;
		 });
	 }).wait();
	q.parallel_for(sycl::nd_range<Dimensions>(all, size), [=](sycl::nd_item<Dimensions> it) {
		 const std::size_t i = it.get_global_linear_id();
		 const unsigned x = from[i];
		 unsigned t = x * 3;

		 if (x & 4)
			 t = (x & ~248u) | (t & 248u);
		 s[i] = t;
	 }).wait();
	for (std::size_t i = 0; i < n; i++) {
		const unsigned x = in[i], t = x * 3;

		expect("next", next[i], i % row + 1 < row ? x : 5);
		expect("more", more[i], i % row + 1 < row ? in[i + 1] : 7);
		expect("behind", behind[i], int(i) < int(size.size()) * 2 - 3 ? x + 2 : 5);
		expect("bits", bits[i], x & 4 ? (x & ~248u) | (t & 248u) : t);
	}
}

void be_busy(sycl::queue &q)
{
	const auto start = std::chrono::steady_clock::now();

	while (std::chrono::steady_clock::now() - start < std::chrono::seconds(2))
		sum_groups(q, 64, 1000);
}

} // namespace

int main(int argc, char *argv[])
{
	sycl::queue q;

	try {
		sum_groups(q, 5000);
		std::puts("5,000 work-items in a group");
	} catch (const sycl::exception &e) {
		if (e.code() != sycl::errc::nd_range)
			std::puts(e.what());
	}
	for (int i = 1; i < argc; i++)
		if (std::strcmp(argv[i], "busy") == 0)
			be_busy(q);
		else
			sum_groups(q, std::strtoul(argv[i], nullptr, 10));
	for (const std::size_t rows : {8, 2, 8, 16, 1})
		turn_tiles(q, rows, rows == 2 ? 3 : rows);
	for (int again = 0; again < 2; again++) {
		add_blocks(q, {2, 4, 4});
		add_blocks(q, {1, 1, 5});
	}
	write_twice<1>(q, 37 * 5, 37);
	write_twice<1>(q, 256 * 4, 256);
	write_twice<2>(q, {6, 64}, {2, 64});
	write_twice<2>(q, {5, 37}, {5, 37});
	write_twice<3>(q, {3, 4, 20}, {1, 2, 20});
	write_twice<3>(q, {1, 1, 7}, {1, 1, 7});
	std::puts(wrong ? "wrong" : "right");
}
