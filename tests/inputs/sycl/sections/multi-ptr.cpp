/* 4.7.7: pointers of each address space: arithmetic, comparison, conversion, members. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

struct point {
	int x, y;
};

int main()
{
	using namespace sycl;
	using access::address_space;
	using access::decorated;
	queue q;
	point *const p = malloc_shared<point>(8, q);
	bool *const right = malloc_shared<bool>(1, q);

	q.submit([&](handler &h) {
		local_accessor<point, 1> local(8, h);

		h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
			auto g = address_space_cast<address_space::global_space, decorated::no>(p);
			multi_ptr<point, address_space::local_space, decorated::yes> l = local.get_multi_ptr<decorated::yes>();
			multi_ptr<const point, address_space::global_space, decorated::no> c = g;
			multi_ptr<void, address_space::global_space, decorated::no> v = g;
			generic_ptr<point> generic = g;
			bool ok = g && !(g == nullptr) && g.get() == p && g.get_raw() == p && c == g;

			for (int i = 0; i < 8; i++, ++g, l++) {
				g->x = i;
				(*g).y = i * i;
				*l = *g;
			}
			g -= 8;
			l = l - 8;
			ok &= g[3].y == 9 && (g + 2)->x == 2 && l[7].x == 7 && (l + 7) - l == 7 && l < l + 1 && (l + 1) >= l && generic[5].x == 5;
			ok &= static_cast<multi_ptr<point, address_space::global_space, decorated::no>>(v) == g;
			const multi_ptr<point, address_space::local_space, decorated::no> plain(l);
			ok &= plain.get() == l.get_raw() && plain->x == 0;
			g.prefetch(2);
			multi_ptr<point, address_space::private_space, decorated::no> none;
			none = nullptr;
			ok &= !none && none == nullptr;
			*right = ok;
		});
	}).wait();
	check(*right);
	free(p, q);
	free(right, q);
	return done();
}
