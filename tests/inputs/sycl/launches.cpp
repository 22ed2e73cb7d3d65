/* For traces: commands of every kind on several queues and threads; then a child, or a signal. */
#include <sycl/sycl.hpp>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

class plain;
class plane;
namespace outer {
template <typename T> struct work { T *to; void operator()(sycl::nd_item<3> item) const { to[item.get_global_linear_id()] = 3; } };
}

static void every_kind(sycl::queue &queue, std::size_t n)
{
	int *data = sycl::malloc_shared<int>(n, queue);
	std::vector<int> host(n);

	queue.fill(data, 1, n).wait();
	queue.single_task<plain>([=] { data[0] = 2; }).wait();
	queue.parallel_for<plane>(sycl::range<2>(4, n / 4), [=](sycl::id<2> id) { data[id[0] * (n / 4) + id[1]] += 5; }).wait();
	queue.parallel_for(sycl::nd_range<3>({ 2, 4, n / 8 }, { 1, 2, 4 }), outer::work<int>{ data }).wait();
	queue.submit([&](sycl::handler &group) { group.host_task([] { usleep(1000); }); }).wait();
	queue.copy(data, host.data(), n).wait();
	if (host[0] != 3 || host[n - 1] != 3)
		std::printf("wrong\n");
	sycl::free(data, queue);
}

int main(int argc, char **argv)
{
	sycl::queue first, second{ sycl::property::queue::in_order() };
	std::vector<std::thread> threads;

	if (argc > 1 && std::strcmp(argv[1], "killed") == 0) {
		every_kind(first, 64);
		std::raise(SIGKILL);
	}
	for (int i = 0; i < 8; i++)
		threads.emplace_back([&, i] {
			for (int k = 0; k < 10; k++)
				every_kind(i % 2 ? first : second, i % 4 < 2 ? 64 : 65536);
		});
	for (std::thread &thread : threads)
		thread.join();
	if (argc > 1 && std::strcmp(argv[1], "forks") == 0) {
		const pid_t child = fork();

		if (child == 0) {
			sycl::queue own;

			every_kind(own, 64);
			_exit(0);
		}
		waitpid(child, nullptr, 0);
		std::printf("%ld\n", static_cast<long>(child));
	}
}
