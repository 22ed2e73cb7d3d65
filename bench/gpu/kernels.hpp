// Kernels as a SYCL programmer writes them; kernels.cu has the same for
// nvcc.  Members are in a known order: run.c fills them in.
#include <sycl/sycl.hpp>

enum { GROUP = 256, TILE = 16 };

// a = b + s c
struct triad {
	float *a;
	const float *b, *c;
	float s;

	void operator()(sycl::id<1> i) const { a[i] = b[i] + s * c[i]; }
};

// Each group sums a part of a b, by a tree in local memory.
struct dot {
	const float *a, *b;
	float *sums;
	std::size_t n;
	sycl::local_accessor<float, 1> part;

	void operator()(sycl::nd_item<1> item) const
	{
		const std::size_t me = item.get_local_id(0);
		float sum = 0;

		for (std::size_t i = item.get_global_id(0); i < n; i += item.get_global_range(0))
			sum += a[i] * b[i];
		part[me] = sum;
		for (std::size_t half = item.get_local_range(0) / 2; half > 0; half /= 2) {
			sycl::group_barrier(item.get_group());
			if (me < half)
				part[me] += part[me + half];
		}
		if (me == 0)
			sums[item.get_group(0)] = part[0];
	}
};

// c = a b, square matrices, in tiles that a group shares.
struct product {
	const float *a, *b;
	float *c;
	std::size_t n;
	sycl::local_accessor<float, 2> a_tile, b_tile;

	void operator()(sycl::nd_item<2> item) const
	{
		const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
		const std::size_t row = item.get_global_id(0), column = item.get_global_id(1);
		float sum = 0;

		for (std::size_t tile = 0; tile < n; tile += TILE) {
			a_tile[y][x] = a[row * n + tile + x];
			b_tile[y][x] = b[(tile + y) * n + column];
			sycl::group_barrier(item.get_group());
			for (int k = 0; k < TILE; k++)
				sum += a_tile[y][k] * b_tile[k][x];
			sycl::group_barrier(item.get_group());
		}
		c[row * n + column] = sum;
	}
};

// The same with tiles whose width the compiler knows.
struct tiles {
	const float *a, *b;
	float *c;
	std::size_t n;
	sycl::local_accessor<float, 1> a_tile, b_tile;

	void operator()(sycl::nd_item<2> item) const
	{
		const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
		const std::size_t row = item.get_global_id(0), column = item.get_global_id(1);
		float sum = 0;

		for (std::size_t tile = 0; tile < n; tile += TILE) {
			a_tile[y * TILE + x] = a[row * n + tile + x];
			b_tile[y * TILE + x] = b[(tile + y) * n + column];
			sycl::group_barrier(item.get_group());
			for (int k = 0; k < TILE; k++)
				sum += a_tile[y * TILE + k] * b_tile[k * TILE + x];
			sycl::group_barrier(item.get_group());
		}
		c[row * n + column] = sum;
	}
};

// Accelerations of bodies (x, y, z, mass) by all the others.
struct bodies {
	const float *body;
	float *acceleration;
	std::size_t n;
	sycl::local_accessor<float, 1> shared;

	void operator()(sycl::nd_item<1> item) const
	{
		const std::size_t i = item.get_global_id(0), me = item.get_local_id(0), size = item.get_local_range(0);
		const float x = body[4 * i], y = body[4 * i + 1], z = body[4 * i + 2];
		float ax = 0, ay = 0, az = 0;

		for (std::size_t tile = 0; tile < n; tile += size) {
			for (int k = 0; k < 4; k++)
				shared[4 * me + k] = body[4 * (tile + me) + k];
			sycl::group_barrier(item.get_group());
			for (std::size_t j = 0; j < size; j++) {
				const float dx = shared[4 * j] - x, dy = shared[4 * j + 1] - y, dz = shared[4 * j + 2] - z;
				const float r = sycl::rsqrt(dx * dx + dy * dy + dz * dz + 1e-9f);
				const float f = shared[4 * j + 3] * r * r * r;

				ax += f * dx, ay += f * dy, az += f * dz;
			}
			sycl::group_barrier(item.get_group());
		}
		acceleration[4 * i] = ax, acceleration[4 * i + 1] = ay, acceleration[4 * i + 2] = az;
	}
};

// Each group sums its part of a.
struct blocks {
	const float *a;
	float *sums;

	void operator()(sycl::nd_item<1> item) const
	{
		const float sum = sycl::reduce_over_group(item.get_group(), a[item.get_global_id(0)], sycl::plus<>());

		if (item.get_local_id(0) == 0)
			sums[item.get_group(0)] = sum;
	}
};

struct nothing {
	void operator()() const {}
};
