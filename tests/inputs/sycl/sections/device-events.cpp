/* 4.7.5, 4.15: asynchronous copies of a group: device_event, wait_for, raw and decorated pointers, vecs and structs, in both directions. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T>
bool copies(queue &q)
{
	constexpr int groups = 3, size = 8;
	T *const in = malloc_shared<T>(groups * size, q), *const out = malloc_shared<T>(groups * size, q), *const spread = malloc_shared<T>(groups * size * 2, q);
	for (int i = 0; i < groups * size; i++)
		in[i] = T(i + 1), out[i] = T(0), spread[2 * i] = spread[2 * i + 1] = T(0);
	q.submit([&](handler &h) {
		local_accessor<T> l(size, h), every_second(size / 2, h);
		h.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> it) {
			const auto g = it.get_group();
			const std::size_t from = it.get_group(0) * size;
			const auto global_in = address_space_cast<access::address_space::global_space, access::decorated::yes>(in + from);
			const auto global_out = address_space_cast<access::address_space::global_space, access::decorated::yes>(out + from);
			const auto global_spread = address_space_cast<access::address_space::global_space, access::decorated::yes>(spread + 2 * from);
			const auto local = l.template get_multi_ptr<access::decorated::yes>();

			device_event a = g.async_work_group_copy(local, global_in, std::size_t(size));
			device_event b = it.async_work_group_copy(every_second.template get_multi_ptr<access::decorated::yes>(), global_in, std::size_t(size / 2), 2);
			g.wait_for(a, b);
			l[it.get_local_id(0)] = T(l[it.get_local_id(0)] + every_second[it.get_local_id(0) / 2]);
			group_barrier(g);
			device_event c = it.async_work_group_copy(global_out, local, std::size_t(size));
			device_event d = g.async_work_group_copy(global_spread, local, std::size_t(size), 2);
			c.wait();
			it.wait_for(d);
		});
	}).wait();
	bool right = true;
	for (int i = 0; i < groups * size; i++) {
		const T wanted = T(T(i + 1) + T(i / 2 * 2 + 1));
		right = right && out[i] == wanted && spread[2 * i] == wanted && spread[2 * i + 1] == T(0);
	}
	free(in, q), free(out, q), free(spread, q);
	return right;
}

int main()
{
	queue q;
	check(copies<char>(q) && copies<unsigned short>(q) && copies<int>(q) && copies<unsigned long>(q) && copies<half>(q) && copies<float>(q) && copies<double>(q));
	static_assert(std::is_copy_constructible_v<device_event> && !std::is_default_constructible_v<device_event>);
	/* vecs */
	float4 *const v = malloc_shared<float4>(8, q);
	for (int i = 0; i < 8; i++)
		v[i] = float4(float(i));
	q.submit([&](handler &h) {
		local_accessor<float4> l(4, h);
		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
			it.async_work_group_copy(l.get_multi_ptr<access::decorated::yes>(), address_space_cast<access::address_space::global_space, access::decorated::yes>(v), std::size_t(4)).wait();
			const float4 mine = l[3 - it.get_local_id(0)];
			group_barrier(it.get_group());
			v[4 + it.get_local_id(0)] = mine;
		});
	}).wait();
	check(v[4][0] == 3 && v[7][3] == 0);
	free(v, q);
	return done();
}
