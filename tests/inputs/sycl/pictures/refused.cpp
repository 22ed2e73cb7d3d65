/* A kernel with an image, one without, and a host task: what runs, and what is refused. */
#include <sycl/sycl.hpp>
#include <cstdio>
int main()
{
	sycl::queue q;
	int data[8] = {}, plain = 0;
	for (bool host : { false, true }) {
		try {
			sycl::unsampled_image<1> image(data, sycl::image_format::r32b32g32a32_sint, { 2 });
			q.submit([&](sycl::handler &h) {
				if (host) {
					sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::write, sycl::image_target::host_task> out(image, h);
					h.host_task([=] { out.write(1, sycl::int4(5)); });
				} else {
					sycl::unsampled_image_accessor<sycl::int4, 1, sycl::access_mode::write> out(image, h);
					h.single_task<class writes>([=] { out.write(0, sycl::int4(4)); });
				}
			});
		} catch (const sycl::exception &e) {
			if (e.code() == sycl::errc::feature_not_supported)
				std::puts(e.what());
		}
	}
	{
		sycl::buffer b(&plain, sycl::range<1>(1));
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.single_task<class adds>([=] { a[0] += 1; });
		});
	}
	std::printf("%d %d %d\n", data[0], data[4], plain);
}
