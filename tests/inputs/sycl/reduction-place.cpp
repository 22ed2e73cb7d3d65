/* A reduction of what a GPU has filled runs while another thread's kernel is submitted behind it. */
#include <cstdio>
#include <thread>
#include <sycl/sycl.hpp>

int main()
{
	sycl::queue gpu(sycl::gpu_selector_v), cpu(sycl::cpu_selector_v, sycl::property::queue::in_order());
	const int n = 1 << 14;
	sycl::buffer<int> values(n);
	int *result = sycl::malloc_shared<int>(3, cpu), *total = result + 1;
	using flag = sycl::atomic_ref<int, sycl::memory_order::acq_rel, sycl::memory_scope::system>;

	result[0] = result[1] = result[2] = 0;
	std::thread other([=]() mutable {
		flag step(result[2]);

		while (step.load() == 0)
			std::this_thread::yield();
		cpu.single_task([=] { result[0]++; });
		step.store(2);
	});
	gpu.submit([&](sycl::handler &h) { h.fill(sycl::accessor(values, h, sycl::write_only, sycl::no_init), 3); }).wait();
	cpu.submit([&](sycl::handler &h) {
		sycl::accessor v(values, h, sycl::read_only);

		h.parallel_for(n, sycl::reduction(total, sycl::plus<int>()), [=](sycl::id<1> at, auto &sum) {
			flag step(result[2]);

			if (at[0] == 0)
				for (step.store(1); step.load() == 1;)
					;
			sum += v[at];
		});
	});
	other.join();
	cpu.wait();
	std::printf("%d %d\n", result[0], result[1]);
	sycl::free(result, cpu);
}
