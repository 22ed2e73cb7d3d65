// The kernels of kernels.hpp in CUDA C++.
enum { GROUP = 256, TILE = 16 };

extern "C" __global__ void triad(float *a, const float *b, const float *c, float s, size_t n)
{
	const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = b[i] + s * c[i];
}

extern "C" __global__ void dot(const float *a, const float *b, float *sums, size_t n)
{
	__shared__ float part[GROUP];
	const size_t me = threadIdx.x;
	float sum = 0;

	for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + me; i < n; i += static_cast<size_t>(gridDim.x) * blockDim.x)
		sum += a[i] * b[i];
	part[me] = sum;
	for (size_t half = blockDim.x / 2; half > 0; half /= 2) {
		__syncthreads();
		if (me < half)
			part[me] += part[me + half];
	}
	if (me == 0)
		sums[blockIdx.x] = part[0];
}

extern "C" __global__ void product(const float *a, const float *b, float *c, size_t n)
{
	__shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
	const size_t y = threadIdx.y, x = threadIdx.x;
	const size_t row = static_cast<size_t>(blockIdx.y) * blockDim.y + y, column = static_cast<size_t>(blockIdx.x) * blockDim.x + x;
	float sum = 0;

	for (size_t tile = 0; tile < n; tile += TILE) {
		a_tile[y][x] = a[row * n + tile + x];
		b_tile[y][x] = b[(tile + y) * n + column];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += a_tile[y][k] * b_tile[k][x];
		__syncthreads();
	}
	c[row * n + column] = sum;
}

extern "C" __global__ void bodies(const float *body, float *acceleration, size_t n)
{
	__shared__ float shared[4 * GROUP];
	const size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x, me = threadIdx.x, size = blockDim.x;
	const float x = body[4 * i], y = body[4 * i + 1], z = body[4 * i + 2];
	float ax = 0, ay = 0, az = 0;

	for (size_t tile = 0; tile < n; tile += size) {
		for (int k = 0; k < 4; k++)
			shared[4 * me + k] = body[4 * (tile + me) + k];
		__syncthreads();
		for (size_t j = 0; j < size; j++) {
			const float dx = shared[4 * j] - x, dy = shared[4 * j + 1] - y, dz = shared[4 * j + 2] - z;
			const float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
			const float f = shared[4 * j + 3] * r * r * r;

			ax += f * dx, ay += f * dy, az += f * dz;
		}
		__syncthreads();
	}
	acceleration[4 * i] = ax, acceleration[4 * i + 1] = ay, acceleration[4 * i + 2] = az;
}

extern "C" __global__ void blocks(const float *a, float *sums)
{
	__shared__ float part[32];
	const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	float sum = a[static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x];

	for (int away = 16; away > 0; away /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, away);
	if (lane == 0)
		part[warp] = sum;
	__syncthreads();
	if (warp != 0)
		return;
	sum = lane < blockDim.x / 32 ? part[lane] : 0;
	for (int away = 16; away > 0; away /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, away);
	if (lane == 0)
		sums[blockIdx.x] = sum;
}

extern "C" __global__ void nothing()
{
}
