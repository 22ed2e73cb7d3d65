/* References that live in kernels are allowed; with -DREFUSED kernels read the host's variables through references. */
#include <array>
#include <cstdio>
#include <tuple>
#include <sycl/sycl.hpp>

constexpr int table[4] = { 1, 2, 3, 4 };

struct view {
	int &at;
	void add(int n) const { at += n; }
};

template <class F>
struct twice {
	const F &f;
	int operator()(int x) const { return f(f(x)); }
};

struct counted {
	int *out;
	void operator()(sycl::id<1> i) const
	{
		int sum = 0;
		const view there{ sum };
		auto add = [&](int n) { sum += n; there.add(n); };
		for (int n : table)
			add(n);
		out[i] = sum + (int)i[0];
	}
};

struct bound {
	int *out;
	const int &factor;
	void operator()(sycl::id<1> i) const { out[i] = factor; }
};

int main()
{
	sycl::queue q;
	int *out = sycl::malloc_shared<int>(64, q);
	const int five = 5;
	int six = 6, &same = six;
	sycl::buffer<int> all(64);

	q.parallel_for(8, counted{ out }).wait();
	q.parallel_for(8, [=](sycl::id<1> i) { out[8 + i] = same + five; }).wait();
	q.parallel_for(8, [&, out](sycl::id<1> i) { out[16 + i] = table[i & 3] + five; }).wait();
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(all, h);
		sycl::local_accessor<int> part(8, h);
		h.parallel_for(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> item) {
			const auto next = [&](int x) { return x + part[(item.get_local_id(0) + 1) % 8]; };
			part[item.get_local_id(0)] = (int)item.get_local_id(0);
			sycl::group_barrier(item.get_group());
			to[item.get_global_id()] = twice<decltype(next)>{ next }(1);
		});
	});
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(4), [=](sycl::group<1> group) {
			int shared = 3;
			group.parallel_for_work_item([&](sycl::h_item<1> item) { out[24 + item.get_global_id(0)] = shared + same; });
		});
	}).wait();
	std::printf("%d %d %d %d %d\n", out[7], out[9], out[18], out[31], sycl::host_accessor(all)[2]);
#ifdef INSIDE
	/* what the function object holds has the reference */
	const view there{ six }, two[2] = { { six }, { six } };
	const std::array<view, 2> array{ view{ six }, view{ six } };
	const std::pair<int &, int> couple(six, 1);
	const auto tied = std::tie(six);
	const twice<view> call{ there };
	q.single_task([=] { out[0] = there.at; }).wait();
	q.single_task([=] { out[0] = two[1].at; }).wait();
	q.single_task([=] { there.add(1); }).wait();
	q.single_task([=] { out[0] = array[1].at; }).wait();
	q.single_task([=] { out[0] = couple.first; }).wait();
	q.single_task([=] { out[0] = std::get<0>(tied); }).wait();
	q.single_task([=] { call.f.add(1); }).wait();
#endif
#ifdef REFUSED
	struct { int a, b; } pair = { 1, 2 };
	double many[3] = { 1, 2, 3 };
	q.parallel_for(8, [&](sycl::id<1> i) { out[i] = 1; }).wait();
	q.parallel_for(8, [=, &six](sycl::item<1> i) { out[i] = six; }).wait();
	q.parallel_for<class named>(8, [out, &pair](sycl::id<1> i) { out[i] = pair.b; }).wait();
	q.single_task([out, &many] { out[0] = (int)many[1]; }).wait();
	q.parallel_for(8, bound{ out, six }).wait();
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(all, h);
		h.parallel_for(sycl::nd_range<1>(64, 8), [=, &same](sycl::nd_item<1> item) { to[item.get_global_id()] = same; });
	});
	q.parallel_for(8, sycl::reduction(out, sycl::plus<>()), [=, &six](sycl::id<1>, auto &sum) { sum += six; }).wait();
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(4), [&](sycl::group<1> group) {
			group.parallel_for_work_item([=](sycl::h_item<1> item) { out[item.get_global_id(0)] = six; });
		});
	});
#endif
}
