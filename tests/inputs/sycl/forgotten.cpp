/* Uses the standard library as other implementations' sycl.hpp brings it, without its headers. */
#ifdef CORE
#include <sycl/detail/core.hpp>
#include <sycl/usm.hpp>
#else
#include <sycl/sycl.hpp>
#endif

#include "forgotten.hpp"

/* What a kernel computes for the number. */
static int
computed(int number)
{
	sycl::queue queue;
	int *result = sycl::malloc_shared<int>(1, queue);

	queue.single_task([=] { *result = number * 2; }).wait();
	int answer = *result;
	sycl::free(result, queue);
	return answer;
}

int
main()
{
	registry all;
	std::unordered_map<int, std::set<int>> sets;
	std::variant<int, float> choice = 3;
	std::queue<int> waiting;
	std::bitset<8> bits(5);
	std::vector<int> numbers(3);

	all["double"] = computed;
	all["later"] = std::bind(computed, 4);
	sets[1].insert(7);
	waiting.push(std::get<int>(choice));
	std::iota(numbers.begin(), numbers.end(), 0);
	std::cout << std::setw(4) << all["double"](21) << ' ' << all["later"](0) << ' ' << sets[1].size() << waiting.front()
		  << bits.count() << numbers[2] << '\n';
}
