#include "escape.hpp"

SYCL_EXTERNAL int escape_time(float re, float im)
{
	float x = 0, y = 0;
	int steps = 0;

	for (; steps < 255 && x * x + y * y < 4; steps++) {
		const float next = x * x - y * y + re;

		y = 2 * x * y + im;
		x = next;
	}
	return steps;
}
