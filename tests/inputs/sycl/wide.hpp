/* What both sources of the program of 128-bit integers know. */
#include <sycl/sycl.hpp>

using u128 = unsigned __int128;
using i128 = __int128;

struct mixed {
	char c;
	u128 wide;
	int i;
	i128 more[2];
};

SYCL_EXTERNAL u128 power(u128 x, unsigned n, u128 mod);
SYCL_EXTERNAL mixed advance(mixed m, i128 by);
