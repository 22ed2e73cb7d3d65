/* 5.9: raw pointers and references get their address space from what they point to: global, local, private and constants. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

struct node {
	int value;
	const node *next;
};

/* One function for memory of every address space. */
template <typename T>
T total(const T *from, int n)
{
	T sum = 0;

	for (const T *p = from; p != from + n; p++)
		sum += *p;
	return sum;
}
inline int walk(const node *from)
{
	int sum = 0;

	for (; from; from = from->next)
		sum = sum * 10 + from->value;
	return sum;
}
inline void exchange_them(int &a, int &b)
{
	const int kept = a;

	a = b, b = kept;
}
inline const int &greater_of(const int &a, const int &b) { return a < b ? b : a; }

constexpr int primes[] = { 2, 3, 5, 7, 11 };
static const node last{ 3, nullptr }, middle{ 2, &last }, first{ 1, &middle };

int main()
{
	queue q;
	constexpr int groups = 3, size = 8;
	int *const data = malloc_shared<int>(groups * size, q), *const out = malloc_shared<int>(groups * 6, q);

	for (int i = 0; i < groups * size; i++)
		data[i] = i + 1;
	q.submit([&](handler &h) {
		local_accessor<int, 1> shared(range<1>(size), h);

		h.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> it) {
			const int i = int(it.get_local_id(0)), g = int(it.get_group(0));
			int own[size];

			shared[it.get_local_id(0)] = data[g * size + i] * 2;
			for (int k = 0; k < size; k++)
				own[k] = k * g;
			group_barrier(it.get_group());
			if (i == 0) {
				const int *of_both[] = { own, &shared[0], data + g * size };
				node inner{ 9, nullptr }, outer{ 8, &inner };

				out[g * 6] = total(own, size);
				out[g * 6 + 1] = total(&shared[0], size);
				out[g * 6 + 2] = total(of_both[(g + 2) % 3], size) + total(primes, 5);
				out[g * 6 + 3] = walk(&outer) * 1000 + walk(&first);
				exchange_them(own[1], shared[3]);
				out[g * 6 + 4] = own[1] * 100 + shared[3];
				out[g * 6 + 5] = greater_of(own[2], data[g * size + 5]);
			}
		});
	}).wait();
	for (int g = 0; g < groups; g++) {
		const int in_own = 28 * g, in_data = g * 64 + 36, in_both[] = { in_own, 2 * in_data, in_data };

		check(out[g * 6] == in_own && out[g * 6 + 1] == 2 * in_data && out[g * 6 + 2] == in_both[(g + 2) % 3] + 28);
		check(out[g * 6 + 3] == 89123 && out[g * 6 + 4] == (g * 8 + 4) * 200 + g && out[g * 6 + 5] == g * 8 + 6);
	}
	free(data, q), free(out, q);
	return done();
}
