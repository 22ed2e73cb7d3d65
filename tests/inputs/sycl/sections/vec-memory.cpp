/* 4.14.2.4: loads and stores of vecs at any place, in every address space. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	float *const p = malloc_shared<float>(32, q);

	for (int i = 0; i < 32; i++)
		p[i] = float(i);
	q.submit([&](handler &h) {
		local_accessor<float, 1> local(32, h);

		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
			const std::size_t me = it.get_local_id(0);
			const auto global = address_space_cast<access::address_space::global_space, access::decorated::yes>(p);
			float own[12];
			float3 v;
			float4 w;
			float8 e;

			v.load(me, multi_ptr<const float, access::address_space::global_space, access::decorated::yes>(global));
			v *= 2.0f;
			v.store(me, local.get_multi_ptr<access::decorated::no>());
			group_barrier(it.get_group());
			w.load(me % 3, local.get_multi_ptr<access::decorated::yes>());
			w.store(2, own);
			e.load(0, own + 4);
			group_barrier(it.get_group());
			e.hi().operator vec<float, 4>().store(me + 4, p);
		});
	}).wait();
	check(p[16] == 0 && p[17] == 2 && p[20] == 8 && p[27] == 22 && p[31] == 6);
	free(p, q);
	return done();
}
