/* Twelve kernels in one image: runs those whose numbers are arguments, and prints what each wrote. */
#include <cstdio>
#include <cstdlib>
#include <sycl/sycl.hpp>

template <int N> class numbered;

static int value;

template <int N>
void run(sycl::queue &q, int wanted)
{
	if constexpr (N < 12) {
		if (N == wanted) {
			sycl::buffer<int> buffer{&value, 1};

			q.submit([&](sycl::handler &h) {
				sycl::accessor out{buffer, h, sycl::write_only};

				h.single_task<numbered<N>>([=] { out[0] = N * 10; });
			});
		} else {
			run<N + 1>(q, wanted);
		}
	}
}

int main(int argc, char **argv)
{
	sycl::queue q;

	for (int i = 1; i < argc; i++) {
		run<0>(q, std::atoi(argv[i]));
		std::printf("%d%c", value, i + 1 < argc ? ' ' : '\n');
	}
}
