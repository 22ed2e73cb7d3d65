/* 4.15.3: every operation of atomic references to integers, floating-point numbers and pointers. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	int *const i = malloc_shared<int>(16, q);
	float *const f = malloc_shared<float>(4, q);
	int **const p = malloc_shared<int *>(1, q);
	unsigned long long *const u = malloc_shared<unsigned long long>(2, q);

	for (int k = 0; k < 16; k++)
		i[k] = k == 2 || k == 4 ? ~0 : 0;
	f[0] = f[1] = 0, f[2] = 1e9f, *p = i, u[0] = 0, u[1] = ~0ull;
	q.parallel_for(256, [=](id<1> it) {
		const int me = int(it[0]);
		const auto ref = [](auto &v) { return atomic_ref<std::remove_reference_t<decltype(v)>, memory_order::relaxed, memory_scope::device>(v); };

		ref(i[0])++;
		ref(i[1]).fetch_sub(2);
		ref(i[2]).fetch_and(~(1 << me % 20));
		ref(i[3]).fetch_or(1 << me % 20);
		ref(i[4]).fetch_xor(me);
		ref(i[5]).fetch_max(me);
		ref(i[6]).fetch_min(-me);
		ref(i[7]) += 3;
		int old = ref(i[8]).load();
		while (!ref(i[8]).compare_exchange_weak(old, old + 5, memory_order::relaxed, memory_order::relaxed))
			;
		ref(f[0]) += 0.5f;
		ref(f[1]).fetch_max(float(me));
		ref(f[2]).fetch_min(float(me) + 1);
		ref(u[0]) += 1ull << 33;
		ref(u[1]).fetch_sub(1);
		ref(p[0])++;
	}).wait();
	int odd = ~0;
	for (int k = 0; k < 256; k++)
		odd ^= k;
	check(i[0] == 256 && i[1] == -512 && i[2] == int(~0xfffffu) && i[3] == 0xfffff && i[4] == odd && i[5] == 255 && i[6] == -255 && i[7] == 768 && i[8] == 1280);
	check(f[0] == 128 && f[1] == 255 && f[2] == 1 && u[0] == 256ull << 33 && u[1] == ~0ull - 256 && *p == i + 256);
	atomic_ref<int, memory_order::seq_cst, memory_scope::system> host(i[9]);
	int expected = 1;
	check(!host.compare_exchange_strong(expected, 5) && expected == 0 && host.exchange(7) == 0 && host == 7 && (host = 4) == 4 && host.is_lock_free());
	free(i, q);
	free(f, q);
	free(p, q);
	free(u, q);
	return done();
}
