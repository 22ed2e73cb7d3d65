// What program.cpp and program.cu share: sizes, and how times are taken.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

enum { ROUNDS = 21, GROUPS = 1024, SIDE = 2048, BODIES = 1 << 16 };
constexpr std::size_t FLOATS = 1 << 26, BLOCKS = 1 << 24;

inline std::vector<float> numbers()
{
	std::vector<float> made(FLOATS);
	unsigned x = 1;

	for (float &f : made) {
		x = x * 1664525 + 1013904223;
		f = float(x >> 8) / float(1 << 24);
	}
	return made;
}

// The median time of one of count launches in microseconds: from the first call to the end of wait().
template <typename Launch, typename Wait>
double time_of(int count, const Launch &launch, const Wait &wait)
{
	using clock = std::chrono::steady_clock;
	std::vector<double> times;

	for (int round = -3; round < ROUNDS; round++) {
		const clock::time_point begin = clock::now();
		for (int i = 0; i < count; i++)
			launch();
		wait();
		const std::chrono::duration<double, std::micro> took = clock::now() - begin;
		if (round >= 0)
			times.push_back(took.count() / count);
	}
	std::sort(times.begin(), times.end());
	return times[ROUNDS / 2];
}

inline double sum_of(const std::vector<float> &result, std::size_t n)
{
	double sum = 0;

	for (std::size_t i = 0; i < n; i++)
		sum += double(result[i]);
	return sum;
}

inline void print(const char *name, double time, double sum)
{
	std::printf("%s %.3f %.9g\n", name, time, sum);
}
