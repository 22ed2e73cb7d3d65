#include <cstdio>

#include "external.hpp"

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(32, q);

	q.single_task([=] {
		const holder h(22);
		int one[1], n = 0;

		for (int x : { after_extern(), before_extern(), after_linkage(), before_linkage(), in_linkage(), after_type(),
			     behind_parameters(), trailing(8), *after_const_type(), *after_pointer(), int(in_type()), after_attribute(),
			     after_inline(), before_inline(), before_attribute(), after_gnu_attribute(), after_arguments(one).t.t,
			     outer::inner::in_namespace(), after_decltype(), holder::after_static(), holder::before_static(),
			     h.after_constexpr(), h.member(), h(2), other::show(h), sum({ 20, 6 }), doubled(13) + 1 })
			p[n++] = x;
		p[31] = n;
	}).wait();
	for (int i = 0; i < p[31]; i++)
		if (p[i] != i + 1)
			std::printf("%d is %d\n", i + 1, p[i]);
	std::printf("%d\n", p[31]);
}
