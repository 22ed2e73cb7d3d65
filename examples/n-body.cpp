// Moves bodies under their mutual gravity.  Nothing acts from outside, so the
// total momentum must stay what it was.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>

struct body {
	sycl::float4 place;	// and mass in w
	sycl::float4 speed;
};

// The pull of all n bodies on a place.  Softened, so that a body does not pull itself.
static sycl::float4 pull(const body *bodies, std::size_t n, sycl::float4 place)
{
	sycl::float4 sum(0.0f);

	for (std::size_t i = 0; i < n; i++) {
		sycl::float4 to = bodies[i].place - place;
		const float mass = bodies[i].place.w();

		to.w() = 0;
		const float inverse = sycl::rsqrt(sycl::dot(to, to) + 0.01f);
		sum += to * (mass * inverse * inverse * inverse);
	}
	return sum;
}

static double momentum(const body *bodies, std::size_t n)
{
	double x = 0, y = 0, z = 0;

	for (std::size_t i = 0; i < n; i++) {
		const double mass = bodies[i].place.w();

		x += mass * bodies[i].speed.x();
		y += mass * bodies[i].speed.y();
		z += mass * bodies[i].speed.z();
	}
	return std::sqrt(x * x + y * y + z * z);
}

int main(int argc, char **argv)
{
	const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1024;
	const int steps = 5;
	const float time = 0.01f;
	sycl::queue q{ sycl::property::queue::in_order() };
	body *now = sycl::malloc_shared<body>(n, q), *next = sycl::malloc_shared<body>(n, q);

	for (std::size_t i = 0; i < n; i++) {
		const float f = static_cast<float>(i), m = 1.0f / static_cast<float>(n);

		now[i].place = sycl::float4(std::sin(f * 1.1f), std::cos(f * 2.3f), std::sin(f * 3.7f), m);
		now[i].speed = sycl::float4(0.0f);
	}
	for (int step = 0; step < steps; step++) {
		q.parallel_for(n, [=](sycl::id<1> i) {
			const body old = now[i];
			sycl::float4 speed = old.speed + pull(now, n, old.place) * time;
			sycl::float4 place = old.place + speed * time;

			place.w() = old.place.w();
			next[i] = body{ place, speed };
		});
		std::swap(now, next);
	}
	q.wait();

	const double error = momentum(now, n);
	double moved = 0;
	for (std::size_t i = 0; i < n; i++)
		moved += std::fabs(now[i].speed.x());
	const bool right = error < 1e-5 && moved > 0;
	std::cout << n << " bodies after " << steps << " steps\n" << (right ? "right" : "WRONG") << '\n';
	sycl::free(now, q);
	sycl::free(next, q);
	return right ? 0 : 1;
}
