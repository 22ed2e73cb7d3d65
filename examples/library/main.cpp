// Finds the zeros of x^3 - 7x + 6, which are -3, 1 and 2, from three places at
// once.  The kernel calls a function whose device code is in a library.
#include "polynomial.hpp"

#include <cmath>
#include <iostream>

int main()
{
	const float wanted[3] = { -3, 1, 2 };
	sycl::queue q;
	float *p = sycl::malloc_shared<float>(4, q), *x = sycl::malloc_shared<float>(3, q);
	bool right = true;

	p[0] = 6, p[1] = -7, p[2] = 0, p[3] = 1;
	x[0] = -10, x[1] = 0, x[2] = 10;
	q.parallel_for(3, [=](sycl::id<1> i) { x[i] = polynomial_zero(p, 4, x[i]); }).wait();
	std::cout << "zeros:";
	for (int i = 0; i < 3; i++) {
		right = right && std::fabs(x[i] - wanted[i]) < 1e-4f;
		std::cout << ' ' << std::lround(x[i]);
	}
	std::cout << '\n' << (right ? "right" : "WRONG") << '\n';
	sycl::free(p, q);
	sycl::free(x, q);
	return right ? 0 : 1;
}
