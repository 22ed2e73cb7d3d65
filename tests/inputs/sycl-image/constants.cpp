// Prints the values of specialization constants as a kernel sees them; with an argument, sets one of them first.
#include <cstdio>
#include <sycl/sycl.hpp>

struct point {
	float x, y;
	unsigned short id;
};
enum class mode : unsigned char { slow, fast = 200 };

namespace app {
constexpr sycl::specialization_id<int> scale{2};
constexpr sycl::specialization_id<point> origin{point{1.5f, -2.0f, 7}};
constexpr sycl::specialization_id<bool> verbose{true};
constexpr sycl::specialization_id<mode> speed{mode::fast};
}
namespace {
constexpr sycl::specialization_id<double> hidden{0.25};
}

int main(int argc, char **)
{
	double out[7];
	{
		sycl::buffer<double, 1> buffer(out, 7);
		sycl::queue().submit([&](sycl::handler &h) {
			sycl::accessor to(buffer, h, sycl::write_only);
			if (argc > 1)
				h.set_specialization_constant<app::scale>(100);
			h.single_task<class print>([=](sycl::kernel_handler kh) {
				point p = kh.get_specialization_constant<app::origin>();
				to[0] = kh.get_specialization_constant<app::scale>();
				to[1] = p.x;
				to[2] = p.y;
				to[3] = p.id;
				to[4] = kh.get_specialization_constant<app::verbose>();
				to[5] = kh.get_specialization_constant<hidden>();
				to[6] = static_cast<int>(kh.get_specialization_constant<app::speed>());
			});
		});
	}
	for (double value : out)
		std::printf("%g ", value);
	std::puts("");
}
