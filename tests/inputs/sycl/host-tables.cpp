/* Host variables that refer to host functions, which device images must not get. */
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <sstream>

static int
through_stream(int number)
{
	std::ostringstream text;

	text << number;
	return std::atoi(text.str().c_str());
}

static int
through_memory(int number)
{
	char *text = static_cast<char *>(std::malloc(16));

	std::snprintf(text, 16, "%d", number);
	number = std::atoi(text);
	std::free(text);
	return number;
}

struct operation {
	const char *name;
	int (*run)(int);
};

operation table[] = { { "stream", through_stream }, { "memory", through_memory } };
extern const operation fixed[] = { { "stream", through_stream }, { "memory", through_memory } };
int (*current)(int) = through_memory;
extern const int primes[] = { 2, 3, 5, 7 };

/* Tables of construction, because the base has a virtual base. */
class log_stream : public std::ostringstream {
public:
	virtual void add(int number);
	~log_stream() override;
};

void
log_stream::add(int number)
{
	*this << number;
}

log_stream::~log_stream()
{
	std::printf("log %s\n", str().c_str());
}

log_stream *all[] = { new log_stream };
std::string name = "name";

int
main()
{
	sycl::queue queue;
	int *result = sycl::malloc_shared<int>(1, queue);

	*result = 2;
	queue.single_task([=] { *result = primes[*result]; }).wait();
	all[0]->add(*result);
	delete all[0];
	std::printf("%d %d %d %s\n", *result, table[0].run(2) + fixed[1].run(3), current(4), name.c_str());
	sycl::free(result, queue);
}
