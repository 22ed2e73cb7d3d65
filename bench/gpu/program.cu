// program.cpp with CUDA's runtime, for nvcc.
#include <cstdlib>

#include "kernels.cu"
#include "sizes.hpp"

static void check(cudaError_t error)
{
	if (error == cudaSuccess)
		return;
	std::fprintf(stderr, "program: error: %s\n", cudaGetErrorString(error));
	std::exit(1);
}

static float *allocate()
{
	void *made;

	check(cudaMalloc(&made, FLOATS * sizeof(float)));
	return static_cast<float *>(made);
}

int main()
{
	const std::vector<float> in = numbers();
	std::vector<float> result(FLOATS);
	float *a = allocate(), *b = allocate(), *out = allocate(), *host;
	cudaStream_t s;
	const std::size_t bytes = FLOATS * sizeof(float);
	const auto wait = [&] { check(cudaStreamSynchronize(s)); };
	const auto measure = [&](const char *name, int count, std::size_t n, const auto &launch) {
		check(cudaMemset(out, 0, bytes));
		const double time = time_of(count, launch, wait);
		check(cudaGetLastError());
		check(cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDefault));
		print(name, time, sum_of(result, n));
	};
	const dim3 tile(TILE, TILE), side(SIDE / TILE, SIDE / TILE);
	const auto multiply = [&] { product<<<side, tile, 0, s>>>(a, b, out, SIDE); };

	check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	check(cudaMallocHost(reinterpret_cast<void **>(&host), bytes));
	check(cudaMemcpy(a, in.data(), bytes, cudaMemcpyDefault));
	check(cudaMemcpy(b, in.data() + 1, bytes - sizeof(float), cudaMemcpyDefault));

	measure("triad", 20, FLOATS, [&] { triad<<<FLOATS / GROUP, GROUP, 0, s>>>(out, a, b, 1.5f, FLOATS); });
	measure("dot", 20, GROUPS, [&] { dot<<<GROUPS, GROUP, 0, s>>>(a, b, out, FLOATS); });
	measure("tiles", 3, SIDE * SIDE, multiply);
	measure("product", 3, SIDE * SIDE, multiply);
	measure("bodies", 3, 4 * BODIES, [&] { bodies<<<BODIES / GROUP, GROUP, 0, s>>>(a, out, BODIES); });
	measure("blocks", 20, BLOCKS / GROUP, [&] { blocks<<<BLOCKS / GROUP, GROUP, 0, s>>>(a, out); });
	measure("launch", 10000, 1, [&] { nothing<<<1, 1, 0, s>>>(); });
	measure("launch-wait", 1000, 1, [&] {
		nothing<<<1, 1, 0, s>>>();
		wait();
	});
	std::copy(in.begin(), in.end(), host);
	measure("to-device", 5, FLOATS, [&] { check(cudaMemcpyAsync(out, host, bytes, cudaMemcpyDefault, s)); });
	measure("on-device", 20, FLOATS, [&] { check(cudaMemcpyAsync(out, a, bytes, cudaMemcpyDefault, s)); });
	measure("to-host", 5, 1, [&] { check(cudaMemcpyAsync(host, b, bytes, cudaMemcpyDefault, s)); });
	measure("from-pageable", 3, FLOATS, [&] { check(cudaMemcpyAsync(out, in.data(), bytes, cudaMemcpyDefault, s)); });
}
