/* 4.6.5.3: copies, fills and updates of placeholder accessors as shortcuts. */
#include <sycl/sycl.hpp>
#include <memory>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int> a(range<1>(8)), b(range<1>(8));
	accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> pa(a);
	accessor pb(b);
	std::shared_ptr<int> shared(new int[8], std::default_delete<int[]>());
	int raw[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

	check(pa.is_placeholder() && pb.is_placeholder());
	q.fill(pa, 5);
	q.copy(pa, pb);
	q.copy(pb, shared);
	q.wait();
	check(shared.get()[7] == 5);
	q.copy(static_cast<const int *>(raw), pa).wait();
	q.copy(pa, shared).wait();
	check(shared.get()[7] == 8);
	shared.get()[2] = 33;
	q.copy(shared, pb).wait();
	q.copy(pb, raw).wait();
	check(raw[2] == 33 && raw[7] == 8);
	q.update_host(pa).wait();
	return done();
}
