/* 4.17: layers of a neural net in float, half and bfloat16. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <vector>
#include "../check.hpp"
namespace s = sycl;
using bf16 = s::ext::oneapi::bfloat16;
template <typename T>
struct tensor {
	T *p;
	int c, h, w;
	s::queue q;
	tensor(s::queue qq, int C, int H, int W)
	    : p(s::malloc_shared<T>(size_t(C) * H * W, qq)), c(C), h(H), w(W), q(qq)
	{
	}
	struct ref {
		T *p;
		int c, h, w;
		T &operator()(int a, int b, int d) const { return p[(a * h + b) * w + d]; }
	};
	operator ref() const { return { p, c, h, w }; }
};
template <typename T>
T act(T x)
{
	if constexpr (std::is_same_v<T, bf16>)
		return x > bf16(0.f) ? x : bf16(0.f);
	else
		return s::fmax(x, T(0));
}
template <typename T, int Kh, int Kw>
void conv(s::queue &q, typename tensor<T>::ref in, typename tensor<T>::ref k, typename tensor<T>::ref out)
{
	q.parallel_for(s::range<3>(out.c, out.h, out.w), [=](s::id<3> i) {
		 float a = 0;
		 for (int c = 0; c < in.c; c++)
			 for (int y = 0; y < Kh; y++)
				 for (int x = 0; x < Kw; x++)
					 a += float(in(c, int(i[1]) + y, int(i[2]) + x)) *
					      float(k(int(i[0]) * in.c + c, y, x));
		 out(i[0], i[1], i[2]) = act(T(a));
	 }).wait();
}
template <typename T>
void run()
{
	s::queue q;
	tensor<T> in(q, 2, 10, 12), k(q, 6, 3, 3), out(q, 3, 8, 10);
	for (int i = 0; i < 240; i++)
		in.p[i] = T(float(i % 9 - 4) / 4);
	for (int i = 0; i < 54; i++)
		k.p[i] = T(float(i % 5 - 2) / 2);
	conv<T, 3, 3>(q, in, k, out);
	float worst = 0;
	typename tensor<T>::ref I = in, W = k, O = out;
	for (int o = 0; o < 3; o++)
		for (int y = 0; y < 8; y++)
			for (int x = 0; x < 10; x++) {
				float a = 0;
				for (int c = 0; c < 2; c++)
					for (int dy = 0; dy < 3; dy++)
						for (int dx = 0; dx < 3; dx++)
							a += float(I(c, y + dy, x + dx)) * float(W(o * 2 + c, dy, dx));
				worst = std::max(worst, std::fabs(std::max(a, 0.f) - float(O(o, y, x))));
			}
	check(worst < 0.05f);
	// softmax over rows with a work-group per row
	const int rows = 5, n = 100;
	T *x = s::malloc_shared<T>(rows * n, q), *y = s::malloc_shared<T>(rows * n, q);
	for (int i = 0; i < rows * n; i++)
		x[i] = T(float(i % 13) / 3);
	q.submit([&](s::handler &h) {
		 h.parallel_for(s::nd_range<1>(rows * 32, 32), [=](s::nd_item<1> it) {
			 auto g = it.get_group();
			 int row = int(g.get_group_linear_id());
			 float m = -1e30f;
			 for (int j = int(it.get_local_id(0)); j < n; j += 32)
				 m = s::max(m, float(x[row * n + j]));
			 m = s::reduce_over_group(g, m, s::maximum<float>());
			 float t = 0;
			 for (int j = int(it.get_local_id(0)); j < n; j += 32)
				 t += s::native::exp(float(x[row * n + j]) - m);
			 t = s::reduce_over_group(g, t, 0.0f, s::plus<>());
			 for (int j = int(it.get_local_id(0)); j < n; j += 32)
				 y[row * n + j] = T(s::exp(float(x[row * n + j]) - m) / t);
		 });
	 }).wait();
	for (int r = 0; r < rows; r++) {
		double t = 0;
		for (int j = 0; j < n; j++)
			t += std::exp(double(float(x[r * n + j])));
		float bad = 0;
		for (int j = 0; j < n; j++)
			bad = std::max(
				bad, std::fabs(float(y[r * n + j]) - float(std::exp(double(float(x[r * n + j]))) / t)));
		check(bad < 1e-3f);
	}
	s::free(in.p, q);
	s::free(k.p, q);
	s::free(out.p, q);
	s::free(x, q);
	s::free(y, q);
}
int main()
{
	run<float>();
	run<s::half>();
	run<bf16>();
	s::vec<bf16, 4> v(bf16(1.5f));
	bf16 a = 2.5f, b = a * bf16(2.0f) + a;
	float f = b;
	check(f == 7.5f && float(v[2]) == 1.5f && a < b && -a < a && bf16(3) == bf16(3.0f));
	a += b;
	a++;
	check(float(a) == 11.0f);
	return done();
}
