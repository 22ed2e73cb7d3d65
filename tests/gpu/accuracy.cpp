/*
 * accuracy_check() of the functions of namespace sycl on the default device:
 *
 *     accuracy [COUNT [FUNCTION]]
 *
 * COUNT is 16384 by default.  Status 1: one is less exact than SYCL allows.
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sycl/sycl.hpp>

#include "../c/accuracy.h"

namespace functions {

using namespace sycl;

template <typename T>
T divide(T x, T y)
{
	return x / y;
}

}

namespace {

struct device_batch {
	explicit device_batch(const sycl::queue &on)
		: queue(on), bytes(sycl::malloc_device<char>(3 * room, on)), n(sycl::malloc_device<int>(ACCURACY_BATCH, on)) {}
	~device_batch()
	{
		sycl::free(bytes, queue);
		sycl::free(n, queue);
	}
	device_batch(const device_batch &) = delete;
	device_batch &operator=(const device_batch &) = delete;

	static constexpr std::size_t room = 8 * ACCURACY_BATCH;
	sycl::queue queue;
	char *bytes;
	int *n;
};

template <typename T, typename Function>
void compute(device_batch &on_device, accuracy_batch &batch, Function f)
{
	sycl::queue &q = on_device.queue;
	T *const out = reinterpret_cast<T *>(on_device.bytes);
	T *const x = reinterpret_cast<T *>(on_device.bytes + on_device.room);
	T *const y = reinterpret_cast<T *>(on_device.bytes + 2 * on_device.room);
	const int *const n = on_device.n;

	q.memcpy(x, batch.x, sizeof(T) * ACCURACY_BATCH);
	q.memcpy(y, batch.y, sizeof(T) * ACCURACY_BATCH);
	q.memcpy(on_device.n, batch.n, sizeof batch.n);
	q.parallel_for(sycl::range<1>(ACCURACY_BATCH), [=](sycl::id<1> i) { out[i] = f(x[i], y[i], n[i]); });
	q.memcpy(batch.out, out, sizeof(T) * ACCURACY_BATCH).wait();
}

template <typename Function>
int compute_type(device_batch &on_device, int type, accuracy_batch *batch, Function f)
{
	if (type == ACCURACY_HALF && !on_device.queue.get_device().has(sycl::aspect::fp16))
		return 0;
	if (type == ACCURACY_DOUBLE && !on_device.queue.get_device().has(sycl::aspect::fp64))
		return 0;
	if (!batch)
		return 1;
	if (type == ACCURACY_HALF)
		compute<sycl::half>(on_device, *batch, f);
	else if (type == ACCURACY_FLOAT)
		compute<float>(on_device, *batch, f);
	else
		compute<double>(on_device, *batch, f);
	return 1;
}

int run(void *argument, int type, const char *function, accuracy_batch *batch)
{
	device_batch &on_device = *static_cast<device_batch *>(argument);

#define EACH(NAME, CALL) \
	if (std::strcmp(function, #NAME) == 0) \
		return compute_type(on_device, type, batch, [](auto x, auto y, int n) { (void)y, (void)n; return functions::NAME CALL; });
#define ONE(NAME, FLOAT, DOUBLE) EACH(NAME, (x))
#define TWO(NAME, FLOAT, DOUBLE) EACH(NAME, (x, y))
#define NTH(NAME, FLOAT, DOUBLE) EACH(NAME, (x, n))
#include "../inputs/mux/accuracy.def"
	return 0;
}

}

int main(int argc, char **argv)
{
	sycl::queue queue{ sycl::property::queue::in_order() };
	device_batch on_device(queue);

	return accuracy_check(run, &on_device, argc > 1 ? std::atol(argv[1]) : 16384, argc > 2 ? argv[2] : nullptr);
}
