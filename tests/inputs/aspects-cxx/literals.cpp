#include <sycl/sycl.hpp>
using namespace sycl;
template <typename T> float scale(T x) {
  return x * 2.0;
}
int main() {
  queue q;
  float *p = malloc_shared<float>(4, q);
  q.single_task<class mul>([=]() [[sycl::device_has()]] {
    p[0] = p[1] * 2.0;
  });
  q.single_task<class var>([=]() [[sycl::device_has()]] {
    double d = 3.14;
    *p = d;
  });
  q.single_task<class keep>([=]() [[sycl::device_has()]] {
    float x = p[2];
    p[3] = x * 2.0 + 1.0;
  });
  q.single_task<class plain>([=]() { p[0] = scale(p[1]); });
  q.wait();
}
