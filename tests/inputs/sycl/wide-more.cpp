#include "wide.hpp"

SYCL_EXTERNAL u128 power(u128 x, unsigned n, u128 mod)
{
	u128 r = 1;

	while (n--)
		r = (unsigned long)r * (u128)(unsigned long)(x % mod) % mod;
	return r;
}

SYCL_EXTERNAL mixed advance(mixed m, i128 by)
{
	m.wide += by;
	m.more[1] -= by;
	m.more[m.i & 1] ^= m.more[~m.i & 1];
	m.i++;
	return m;
}
