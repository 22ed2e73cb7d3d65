/* 4.7.6.9: accessors for host tasks: pointers, iterators, parts and commands after them, in 1-D to 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <int Dimensions>
void through(queue &q, const range<Dimensions> &whole, const range<Dimensions> &part, const id<Dimensions> &offset)
{
	std::vector<int> data(whole.size(), 1);
	int seen = 0;
	{
		buffer<int, Dimensions> b(data.data(), whole);

		q.submit([&](handler &h) {
			accessor a(b, h, write_only, no_init);
			h.parallel_for(whole, [=](item<Dimensions> i) { a[i] = int(i.get_linear_id()); });
		});
		q.submit([&](handler &h) {
			accessor all(b, h, read_only_host_task);

			static_assert(std::is_same_v<decltype(all.get_pointer()), const int *>);
			h.host_task([=, &seen] {
				for (std::size_t i = 0; i < all.size(); i++)
					seen += all.get_pointer()[i] == int(i);
				seen += std::equal(all.begin(), all.end(), all.cbegin()) && *all.rbegin() == int(all.size()) - 1 && *(all.crend() - 1) == 0;
			});
		});
		q.submit([&](handler &h) {
			accessor some(b, h, part, offset, read_write_host_task);

			static_assert(std::is_same_v<decltype(some.get_pointer()), int *>);
			h.host_task([=] {
				for (int &v : some)
					v = -v;
				some[id<Dimensions>()] = 1000;
			});
		});
		q.submit([&](handler &h) {
			accessor a(b, h);
			h.parallel_for(whole, [=](id<Dimensions> i) { a[i]++; });
		});
	}
	std::size_t negative = 0, large = 0, plain = 0;
	for (std::size_t i = 0; i < data.size(); i++)
		negative += data[i] == 1 - int(i), large += data[i] == 1001, plain += data[i] == int(i) + 1;
	check(seen == int(whole.size()) + 1 && negative == part.size() && large == 1 && plain == whole.size() - part.size());
}

int main()
{
	queue q;
	through<1>(q, { 20 }, { 6 }, { 7 });
	through<2>(q, { 6, 9 }, { 2, 4 }, { 3, 5 });
	through<3>(q, { 3, 5, 7 }, { 2, 2, 3 }, { 1, 3, 2 });

	int one = 3;
	{
		buffer<int> b(&one, range<1>(1));
		q.submit([&](handler &h) {
			accessor<int, 0, access_mode::write, target::host_task> a(b, h);
			h.host_task([=] { a = 4; });
		});
		q.submit([&](handler &h) {
			accessor<int, 0, access_mode::read_write, target::host_task> a(b, h);
			h.host_task([=](const interop_handle &) { int &to = a; to *= 2; });
		});
	}
	check(one == 8);
	return done();
}
