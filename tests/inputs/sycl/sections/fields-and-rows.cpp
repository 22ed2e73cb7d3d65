/* 4.9.4: work-items that read and write fields, or a row of their own, by turns: apart, over each other, in place. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include "../check.hpp"

using namespace sycl;

struct point {
	float x, y, z;
};

constexpr int most = 24;	/* elements of a row, of which the kernels use fewer */

/* Moves point i; masses lie at another stride. */
static void move(std::size_t i, point *p, const point *v, const float *m)
{
	p[i].x += v[i].x * 2 / m[i];
	p[i].y += v[i].y * 4 / m[i];
	p[i].z += v[i].z * 8 / m[i];
}

/* Writes three of four elements from where q reads them: what the first ones write the next ones may read. */
static void shift(std::size_t i, int *p, const int *q)
{
	p[i * 4] = q[i * 4] + 1;
	p[i * 4 + 1] = q[i * 4 + 1] * 3;
	p[i * 4 + 2] = q[i * 4 + 2] ^ 5;
}

static void invert(int i, unsigned char *p, const unsigned char *q)
{
	for (int c = 0; c < 3; c++)
		p[i * 3 + c] = static_cast<unsigned char>(255 - q[i * 3 + c]);
}

/* The sums up to each of n elements of a row. */
template <typename T>
static void sum_up(std::size_t i, T *out, const T *in, int n, int room)
{
	T sum = 0;

	for (int k = 0; k < n; k++) {
		sum = sum * 2 + in[i * room + k];
		out[i * room + k] = sum;
	}
}

/* All arrays of a run, of the host or of the device. */
struct arrays {
	point *p, *v;
	float *m;
	int *four;
	unsigned *in, *out;
	long *longs;
	unsigned char *from, *to;
	int room;		/* elements from row to row */
};

/* What work-item number i does; distance, of elements, is between what is read and what is written. */
static void work(std::size_t i, const arrays &a, int distance, int n)
{
	move(i, a.p, a.v, a.m);
	shift(i, a.four + (distance > 0 ? 1 : 0), a.four + (distance < 0 ? 1 : 0));
	invert(int(i), a.to, a.from);
	sum_up(i, a.out, a.in, n, a.room);
	sum_up(i, a.in + 2 + distance, a.in + 2, n, a.room);
	sum_up(i, a.longs, a.longs, n, a.room);
}

/* Each kind alone too: together they are too much for vectors. */
template <int Kind>
static void work_alone(std::size_t i, const arrays &a, int distance, int n)
{
	if constexpr (Kind == 0)
		move(i, a.p, a.v, a.m);
	else if constexpr (Kind == 1)
		shift(i, a.four + (distance > 0 ? 1 : 0), a.four + (distance < 0 ? 1 : 0));
	else if constexpr (Kind == 2)
		invert(int(i), a.to, a.from);
	else if constexpr (Kind == 3)
		sum_up(i, a.out, a.in, n, a.room);
	else if constexpr (Kind == 4)
		sum_up(i, a.in + 2 + distance, a.in + 2, n, a.room);
	else
		sum_up(i, a.longs, a.longs, n, a.room);
}

class pool {
public:
	pool(queue &q, std::size_t items) : queue_(q), items_(items)
	{
		fill(device_.p, items);
		fill(device_.v, items);
		fill(device_.m, items);
		fill(device_.four, items * 4 + 1);
		fill(device_.in, items * most);
		fill(device_.out, items * most);
		fill(device_.longs, items * most);
		fill(device_.from, items * 3);
		fill(device_.to, items * 3);
		device_.room = most;
		host_ = device_;
		copy(host_.p, items);
		copy(host_.v, items);
		copy(host_.m, items);
		copy(host_.four, items * 4 + 1);
		copy(host_.in, items * most);
		copy(host_.out, items * most);
		copy(host_.longs, items * most);
		copy(host_.from, items * 3);
		copy(host_.to, items * 3);
	}
	~pool()
	{
		for (void *p : all_)
			free(p, queue_);
	}
	const arrays &device() const { return device_; }
	const arrays &host() const { return host_; }
	bool is_same() const
	{
		return same(device_.p, host_.p, items_) && same(device_.four, host_.four, items_ * 4 + 1) &&
		       same(device_.in, host_.in, items_ * most) && same(device_.out, host_.out, items_ * most) &&
		       same(device_.longs, host_.longs, items_ * most) && same(device_.to, host_.to, items_ * 3);
	}

private:
	template <typename T>
	void fill(T *&p, std::size_t n)
	{
		p = malloc_shared<T>(n, queue_);
		all_.push_back(p);
		for (std::size_t i = 0; i < n; i++)
			if constexpr (std::is_same_v<T, point>)
				p[i] = { float(i % 7), float(i % 11), float(i % 13) };
			else
				p[i] = T(1u << i % 3);	/* divides without rounding */
	}
	template <typename T>
	void copy(T *&p, std::size_t n)
	{
		const T *from = p;

		p = malloc_shared<T>(n, queue_);
		all_.push_back(p);
		std::copy(from, from + n, p);
	}
	template <typename T>
	static bool same(const T *a, const T *b, std::size_t n) { return std::memcmp(a, b, n * sizeof(T)) == 0; }

	queue &queue_;
	std::size_t items_;
	arrays device_, host_;
	std::vector<void *> all_;
};

template <int Kind, int Dimensions>
static void run(queue &q, range<Dimensions> size, int distance, int n)
{
	const std::size_t items = size.size();
	pool arrays_of(q, items);
	const arrays a = arrays_of.device();

	q.parallel_for(size, [=](item<Dimensions> it) {
		if constexpr (Kind < 0)
			work(it.get_linear_id(), a, distance, n);
		else
			work_alone<Kind>(it.get_linear_id(), a, distance, n);
	}).wait();
	for (std::size_t i = 0; i < items; i++)
		if constexpr (Kind < 0)
			work(i, arrays_of.host(), distance, n);
		else
			work_alone<Kind>(i, arrays_of.host(), distance, n);
	check(arrays_of.is_same());
}

template <int Kind>
static void run_sizes(queue &q, int distance, int n)
{
	run<Kind>(q, range<1>(1), distance, n);
	run<Kind>(q, range<1>(1001), distance, n);
	run<Kind>(q, range<2>(7, 67), distance, n);
	run<Kind>(q, range<3>(3, 5, 33), distance, n);
}

int main()
{
	queue q;

	for (int n : { 0, 1, 7, 16, 19 })
		for (int distance : { -2, -1, 0, 1, 2 }) {
			run_sizes<-1>(q, distance, n);
			run_sizes<0>(q, distance, n);
			run_sizes<1>(q, distance, n);
			run_sizes<2>(q, distance, n);
			run_sizes<3>(q, distance, n);
			run_sizes<4>(q, distance, n);
			run_sizes<5>(q, distance, n);
		}
	return done();
}
