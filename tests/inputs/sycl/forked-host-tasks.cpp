// A child that is forked while threads of the parent wait for host tasks runs its own ones.
#include <cstdio>
#include <sycl/sycl.hpp>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static int run_child(sycl::queue &q)
{
	alarm(10);
	for (int n = 0; n < 8; n++) {
		int x = 0;
		sycl::event first = q.submit([&](sycl::handler &h) { h.host_task([&] { x += 1; }); });

		q.submit([&](sycl::handler &h) {
			h.depends_on(first);
			h.host_task([&] { x += 2; });
		});
		q.wait();
		if (x != 3)
			return 1;
	}
	return 0;
}

int main()
{
	sycl::queue q, other;

	for (int n = 0; n < 6; n++) {
		int status = 1;

		/* Their threads stay for a moment. */
		for (int i = 0; i < 6; i++)
			q.submit([&](sycl::handler &h) { h.host_task([] { usleep(500); }); });
		if (n % 2)
			q.wait();
		if (fork() == 0)
			_exit(run_child(other));
		wait(&status);
		q.wait();
		if (status) {
			std::printf("child %d: status %x\n", n, status);
			return 1;
		}
	}
	std::puts("right");
}
