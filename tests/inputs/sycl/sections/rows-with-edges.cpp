/* 4.9.4: neighbours that a comparison chooses, shared divisions behind a branch, guards of the place in a line, and a tile of bytes in rows of a size that the kernel requires. */
#include <cstdio>
#include <sycl/sycl.hpp>
#include <vector>

template <int D>
struct rows;
struct tile;

static int wrong;

static unsigned
beside(const unsigned *a, long x, long w, long row, unsigned y, unsigned h)
{
	unsigned v = a[row + (x ? x - 1 : 0)] + a[row + (x < w - 1 ? x + 1 : x)] * 3;

	if (a[row + x] & 1)
		v ^= a[(y + h - 1) % h * w + x];
	return v;
}

static unsigned
inside(const unsigned *a, long i, long w)
{
	const long x = i % w;

	return x > 0 && x < w - 1 ? a[i - 1] + a[i + 1] : 7;
}

template <int D>
static void
check_rows(sycl::queue &q, sycl::range<D> global, sycl::range<D> local)
{
	const std::size_t n = global.size(), w = global[D - 1], h = n / w;
	std::vector<unsigned> in(n), first(n), second(n);

	for (std::size_t i = 0; i < n; i++)
		in[i] = unsigned(i * 2654435761u >> 9);
	{
		sycl::buffer<unsigned> a(in.data(), n), b(first.data(), n), c(second.data(), n);

		q.submit([&](sycl::handler &handler) {
			sycl::accessor from(a, handler, sycl::read_only);
			sycl::accessor to(b, handler, sycl::write_only);
			sycl::accessor other(c, handler, sycl::write_only);

			handler.parallel_for<rows<D>>(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> item) {
				const std::size_t i = item.get_global_linear_id();
				const long x = long(item.get_global_id(D - 1));

				to[i] = beside(&from[0], x, long(w), long(i) - x, unsigned(i / w), unsigned(h));
				other[i] = inside(&from[0], long(i), long(w));
			});
		});
	}
	for (std::size_t i = 0; i < n; i++) {
		const long x = long(i % w);

		wrong += first[i] != beside(in.data(), x, long(w), long(i) - x, unsigned(i / w), unsigned(h));
		wrong += second[i] != inside(in.data(), long(i), long(w));
	}
}

static void
run_tile(sycl::queue &q, sycl::buffer<unsigned, 2> &out, std::size_t columns)
{
	q.submit([&](sycl::handler &handler) {
		sycl::accessor to(out, handler, sycl::write_only);
		sycl::local_accessor<unsigned char, 2> edged({16, 17}, handler);

		handler.parallel_for<tile>(sycl::nd_range<2>({16, 16}, {16, columns}),
					   [=](sycl::nd_item<2> item) [[sycl::reqd_work_group_size(16, 16)]] {
			const int y = int(item.get_local_id(0)), x = int(item.get_local_id(1));

			edged[y][x] = static_cast<unsigned char>(x * 3 + y);
			if (x < 1)
				edged[y][16] = static_cast<unsigned char>(y);
			sycl::group_barrier(item.get_group());
			to[y][x] = edged[y][x + 1];
		});
	});
}

int
main()
{
	sycl::queue q;
	sycl::buffer<unsigned, 2> out({16, 16});

	check_rows<1>(q, {997}, {1});
	check_rows<1>(q, {600}, {300});
	check_rows<2>(q, {7, 330}, {7, 33});
	check_rows<2>(q, {32, 32}, {16, 16});
	check_rows<3>(q, {3, 5, 14}, {3, 1, 7});
	run_tile(q, out, 16);
	try {
		run_tile(q, out, 8);
		wrong++;
	} catch (const sycl::exception &e) {
		wrong += e.code() != sycl::errc::nd_range;
	}
	{
		sycl::host_accessor have(out, sycl::read_only);

		for (int y = 0; y < 16; y++)
			for (int x = 0; x < 16; x++)
				wrong += have[y][x] != static_cast<unsigned char>(x == 15 ? y : (x + 1) * 3 + y);
	}
	std::puts(wrong ? "wrong" : "right");
	return wrong != 0;
}
