#include "polynomial.hpp"

SYCL_EXTERNAL float polynomial_at(const float *coefficients, int n, float x)
{
	float value = 0;

	for (int i = n; i-- > 0;)
		value = value * x + coefficients[i];
	return value;
}

// the derivative
static float slope_at(const float *coefficients, int n, float x)
{
	float value = 0;

	for (int i = n; i-- > 1;)
		value = value * x + static_cast<float>(i) * coefficients[i];
	return value;
}

SYCL_EXTERNAL float polynomial_zero(const float *coefficients, int n, float x)
{
	for (int step = 0; step < 32; step++)
		x -= polynomial_at(coefficients, n, x) / slope_at(coefficients, n, x);
	return x;
}
