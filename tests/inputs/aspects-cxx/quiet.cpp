#include <sycl/sycl.hpp>
using namespace sycl;
int main() {
  queue q;
  double *p = malloc_shared<double>(4, q);
  half *h = malloc_shared<half>(4, q);
  long *l = malloc_shared<long>(4, q);
  q.single_task<class d>([=]() { p[0] = p[1] * 2.0; });
  q.single_task<class hh>([=]() { h[0] = h[1] + h[2]; });
  q.single_task<class a>([=]() {
    atomic_ref<long, memory_order::relaxed, memory_scope::device> r(l[0]);
    r.fetch_add(1);
  });
  q.wait();
}
