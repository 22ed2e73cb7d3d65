/*
 * Threads with several in-order queues each, whose commands depend on each other at random;
 * a model in the program says what memory holds.  Kernels with names of fake_... are those that
 * the drivers of tests/c/fake-streams.h run.  Arguments: rounds, and where the random numbers begin.
 */
#include <sycl/sycl.hpp>

#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "check.hpp"

enum { QUEUES = 3, ARRAYS = 3, N = 64 };

using flag = sycl::atomic_ref<int, sycl::memory_order::seq_cst, sycl::memory_scope::system>;

struct fake_doubles_ints {
	int *p;
	std::size_t n;

	void operator()(sycl::id<1> i) const { p[i] *= 2; }
};

struct fake_waits_for {
	int *go;

	void operator()() const
	{
		while (flag(*go).load() == 0)
			;
	}
};

struct worker {
	std::mt19937 random;
	sycl::device device;
	sycl::context context{ device };
	sycl::queue queue[QUEUES] = { make(), make(), make() };
	int *array[QUEUES][ARRAYS], wanted[QUEUES][ARRAYS] = {};
	int *go = sycl::malloc_host<int>(1, queue[0]);
	std::vector<sycl::event> kept;

	explicit worker(unsigned seed) : random(seed)
	{
		for (int k = 0; k < QUEUES; k++)
			for (int *&a : array[k])
				a = sycl::malloc_host<int>(N, queue[0]), queue[k].fill(a, 0, N);
	}
	~worker()
	{
		for (int k = 0; k < QUEUES; k++) {
			compare(k);
			for (int *a : array[k])
				sycl::free(a, context);
		}
		sycl::free(go, context);
	}
	sycl::queue make() { return sycl::queue(context, device, sycl::property::queue::in_order()); }
	int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

	void compare(int k)
	{
		bool right = true;

		queue[k].wait();
		for (int a = 0; a < ARRAYS; a++)
			for (int i = 0; i < N; i++)
				right &= array[k][a][i] == wanted[k][a];
		check(right);
	}
	sycl::event twice(int k, int a)
	{
		if (wanted[k][a] > 1 << 20)
			set(k, a, 1);
		wanted[k][a] *= 2;
		return queue[k].parallel_for(N, fake_doubles_ints{ array[k][a], N });
	}
	sycl::event set(int k, int a, int value)
	{
		wanted[k][a] = value;
		return queue[k].fill(array[k][a], value, N);
	}
	/* The next queue changes its array, this one copies it, and the next one goes on behind. */
	sycl::event across(int k, int a)
	{
		const int next = (k + 1) % QUEUES, from = below(ARRAYS);
		const sycl::event changed = twice(next, from);
		const sycl::event copied = queue[k].memcpy(array[k][a], array[next][from], N * sizeof(int), changed);

		wanted[k][a] = wanted[next][from];
		queue[next].ext_oneapi_submit_barrier({ copied });
		return copied;
	}
	/* A command that has its event ends alone, though what is behind it waits for the program; a GPU goes on meanwhile. */
	sycl::event alone(int k, int a)
	{
		const sycl::event first = twice(k, a);
		sycl::event last;

		*go = 0;
		queue[k].single_task(fake_waits_for{ go });
		last = twice(k, below(ARRAYS));
		first.wait();
		flag(*go).store(1);
		compare(k);
		return last;
	}
	void round()
	{
		const int k = below(QUEUES), a = below(ARRAYS), what = below(100);
		const sycl::event made = what < 12 ? set(k, a, below(100)) : what < 24 ? across(k, a)
			: what < 25 && device.is_gpu() ? alone(k, a) : sycl::event();

		if (what > 24)
			twice(k, a);
		else if (below(2) == 0)
			kept.push_back(made);
		if (kept.size() > 20) {
			kept[static_cast<std::size_t>(below(20))].wait();
			kept.erase(kept.begin() + below(20));
		}
		if (below(300) == 0)
			compare(k);
	}
};

/*
 * Behind a kernel that waits for the program there is more than a driver takes, copies that drivers wait
 * for, and a barrier of an out-of-order queue: other queues and this thread go on.
 */
static void crowd(const sycl::device &device)
{
	enum { MANY = 1500, SOME = 300 };
	const sycl::context context(device);
	sycl::queue first(context, device, sycl::property::queue::in_order()), second(context, device, sycl::property::queue::in_order()),
		any(context, device);
	int *const go = sycl::malloc_host<int>(1, any), *const from = sycl::malloc_host<int>(N, any),
		*const to = sycl::malloc_host<int>(N, any), *const there = sycl::malloc_device<int>(3 * N, any);
	struct eight {
		int a, b;
	} result[N];

	*go = 0;
	any.fill(from, 21, N).wait();
	first.single_task(fake_waits_for{ go });
	std::thread crowding([=]() mutable {
		for (int i = 0; i < MANY; i++)
			first.fill(there, eight{ i, -i }, N);
	});
	sycl::queue timed(context, device, { sycl::property::queue::in_order(), sycl::property::queue::enable_profiling() });
	const sycl::event waits = timed.single_task(fake_waits_for{ go }), behind = timed.ext_oneapi_submit_barrier({ waits });

	check(behind.get_wait_list() == std::vector<sycl::event>{ waits });
	any.single_task(fake_waits_for{ go });
	for (int i = 0; i < SOME; i++)
		any.parallel_for(N, fake_doubles_ints{ there + 2 * N, N });
	any.ext_oneapi_submit_barrier();
	any.parallel_for(N, fake_doubles_ints{ there + 2 * N, N });
	any.ext_oneapi_submit_barrier();
	any.memcpy(to, from, N * sizeof(int));
	second.parallel_for(N, fake_doubles_ints{ from, N }).wait();
	check(from[N - 1] == 42);
	flag(*go).store(1);
	crowding.join();
	for (const sycl::event &e : { waits, behind }) {
		using namespace sycl::info::event_profiling;

		e.wait();
		check(e.get_profiling_info<command_submit>() > 0 && e.get_profiling_info<command_start>() >= e.get_profiling_info<command_submit>()
			&& e.get_profiling_info<command_end>() >= e.get_profiling_info<command_start>());
	}
	any.wait();
	first.copy(reinterpret_cast<eight *>(there), result, N).wait();
	check(to[N - 1] == 42);
	check(result[0].a == MANY - 1 && result[N - 1].a == MANY - 1 && result[N - 1].b == 1 - MANY);
	for (int *p : { go, from, to, there })
		sycl::free(p, context);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
	const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
	const sycl::device device;
	std::vector<std::thread> threads;

	if (device.is_gpu())
		crowd(device);
	for (unsigned i = 0; i < 4; i++)
		threads.emplace_back([=] {
			worker mine(seed * 10 + i);

			for (int round = 0; round < rounds; round++)
				mine.round();
		});
	for (std::thread &thread : threads)
		thread.join();
	return done();
}
