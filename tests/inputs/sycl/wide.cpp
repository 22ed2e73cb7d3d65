/* 128-bit integers in kernels of all dimensions against the same on the host: by value, in loops, in memory of every kind. */
#include <cstdio>
#include "wide.hpp"

u128 seed(size_t i) { return (u128)(i * 0x9e3779b97f4a7c15ul) * (i ^ 0xdeadbeefcafeul) + ((u128)i << 100); }

static const u128 primes[] = { 3, ((u128)1 << 127) - 1, ((u128)1 << 89) - 1, 1000000007 };

/* LLVM makes a product of 256 bits of it. */
[[gnu::noinline]] u128 mulhi(u128 a, u128 b)
{
	u128 al = (unsigned long)a, ah = a >> 64, bl = (unsigned long)b, bh = b >> 64;
	u128 mid = ah * bl + (al * bl >> 64), low = (unsigned long)mid + al * bh;

	return ah * bh + (mid >> 64) + (low >> 64);
}

u128 compute(size_t i, u128 extra, u128 *memory)
{
	u128 x = seed(i), acc = 1;
	mixed m { (char)i, x, (int)i, { (i128)x, (i128)-x } };

	for (size_t k = 0; k <= i % 5; k++) {
		acc = mulhi(acc * x, x ^ extra) + (acc >> (i + k) % 128) + power(x, k + 2, primes[(i + k) & 3]);
		m = advance(m, (i128)(acc >> 3));
		*memory += acc;
	}
	x = m.wide / (extra | 1) + m.wide % (x | 1) + (u128)(m.more[0] / ((m.more[1] >> 70) | 1)) + m.c + m.i;
	if ((i128)x < 0)
		x ^= (u128)(i128)((double)(i128)acc * 0.5);
	return x + *memory + (u128)(i128)((float)(unsigned)i * -3.5f);
}

template <int D>
int test(sycl::queue &q, sycl::range<D> r)
{
	size_t n = r.size();
	u128 extra = ((u128)D << 90) + 12345;
	sycl::buffer<u128> out(n), mem(n);
	int bad = 0;

	{
		sycl::host_accessor m(mem);
		for (size_t i = 0; i < n; i++)
			m[i] = seed(i) * 7;
	}
	q.submit([&](sycl::handler &h) {
		sycl::accessor o(out, h, sycl::write_only);
		sycl::accessor m(mem, h);

		h.parallel_for(r, [=](sycl::item<D> it) {
			size_t i = it.get_linear_id();
			o[i] = compute(i, extra, &m[i]);
		});
	});
	sycl::host_accessor o(out), m(mem);
	for (size_t i = 0; i < n; i++) {
		u128 w = seed(i) * 7, x = compute(i, extra, &w);
		bad += x != o[i] || w != m[i];
	}
	return bad;
}

/* Sums of groups in local memory. */
int test_local(sycl::queue &q)
{
	sycl::buffer<u128> out(64);
	int bad = 0;

	q.submit([&](sycl::handler &h) {
		sycl::accessor o(out, h, sycl::write_only);
		sycl::local_accessor<u128> l(16, h);

		h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
			size_t k = it.get_local_id(0);
			u128 mine = l[k] = seed(it.get_global_id(0));

			for (size_t s = 8; s; s /= 2) {
				sycl::group_barrier(it.get_group());
				if (k < s)
					l[k] += l[k + s];
			}
			sycl::group_barrier(it.get_group());
			o[it.get_global_id(0)] = l[0] - mine;
		});
	});
	sycl::host_accessor o(out);
	for (size_t i = 0; i < 64; i++) {
		u128 s = 0;
		for (size_t k = 0; k < 16; k++)
			s += seed(i / 16 * 16 + k);
		bad += o[i] != s - seed(i);
	}
	return bad;
}

int main()
{
	sycl::queue q;
	int one = test<1>(q, 60), two = test<2>(q, { 6, 10 }), three = test<3>(q, { 3, 4, 5 }), local = test_local(q);

	printf("%d %d %d %d wrong\n", one, two, three, local);
	return one || two || three || local;
}
