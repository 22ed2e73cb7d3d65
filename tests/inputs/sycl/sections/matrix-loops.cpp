/* 4.7.6: loops over matrices, with tiles and halos in local memory. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <vector>
#include "../check.hpp"
using T = float;
template <typename U>
using A1 = sycl::buffer<U, 1>;
template <typename U>
using A2 = sycl::buffer<U, 2>;
template <int>
class K;
#define RO sycl::access::mode::read
#define RW sycl::access::mode::read_write
#define WO sycl::access::mode::discard_write
static void init(std::vector<T> &v, int n, int m)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			v[i * m + j] = T((i * j + 1) % 17) / 17;
}
static bool near(const std::vector<T> &a, const std::vector<T> &b)
{
	for (size_t i = 0; i < a.size(); i++)
		if (std::fabs(a[i] - b[i]) > 1e-3f * (1 + std::fabs(b[i]))) {
			std::printf("%zu %g %g\n", i, a[i], b[i]);
			return false;
		}
	return true;
}
int main()
{
	const int N = 48, M = 40;
	sycl::queue q;
	std::vector<T> A(N * M), x(M), y(N), r(N), s(M), B(M * N), C(N * N), D(N * N);
	init(A, N, M);
	init(B, M, N);
	init(C, N, N);
	init(x, 1, M);
	init(y, 1, N);
	D = C;
	{ // gemm
		A2<T> a(A.data(), { size_t(N), size_t(M) }), b(B.data(), { size_t(M), size_t(N) }),
			c(C.data(), sycl::range<2>(N, N));
		q.submit([&](sycl::handler &h) {
			auto aa = a.get_access<RO>(h);
			auto bb = b.get_access<RO>(h);
			auto cc = c.get_access<RW>(h);
			h.parallel_for<K<0>>(c.get_range(), [=](sycl::item<2> it) {
				const auto i = it[0], j = it[1];
				cc[it] *= 0.5f;
				for (size_t k = 0; k < size_t(M); k++)
					cc[it] += 1.5f * aa[{ i, k }] * bb[{ k, j }];
			});
		});
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			T v = D[i * N + j] * .5f;
			for (int k = 0; k < M; k++)
				v += 1.5f * A[i * M + k] * B[k * N + j];
			D[i * N + j] = v;
		}
	check(near(C, D));
	{ // bicg
		A2<T> a(A.data(), sycl::range<2>(N, M));
		A1<T> bx(x.data(), M), by(y.data(), N), br(r.data(), N), bs(s.data(), M);
		q.submit([&](sycl::handler &h) {
			auto aa = a.get_access<RO>(h);
			auto xx = bx.get_access<RO>(h);
			auto rr = br.get_access<WO>(h);
			h.parallel_for<K<1>>(br.get_range(), [=, M_ = M](sycl::item<1> it) {
				T v{};
				for (int j = 0; j < M_; j++)
					v += aa[it[0]][j] * xx[j];
				rr[it] = v;
			});
		});
		q.submit([&](sycl::handler &h) {
			auto aa = a.get_access<RO>(h);
			auto yy = by.get_access<RO>(h);
			auto ss = bs.get_access<WO>(h);
			h.parallel_for<K<2>>(bs.get_range(), [=, N_ = N](sycl::item<1> it) {
				T v{};
				for (int i = 0; i < N_; i++)
					v += aa[sycl::id<2>(i, it.get_id(0))] * yy[i];
				ss[it.get_linear_id()] = v;
			});
		});
	}
	{
		std::vector<T> rr(N), ss(M);
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				rr[i] += A[i * M + j] * x[j];
				ss[j] += A[i * M + j] * y[i];
			}
		check(near(r, rr) && near(s, ss));
	}
	{ // covariance with two-level reductions
		std::vector<T> mean(M), cov(M * M), mw(M), cw(M * M);
		auto data = A;
		{
			A2<T> a(data.data(), sycl::range<2>(N, M)), c(cov.data(), sycl::range<2>(M, M));
			A1<T> m(mean.data(), M);
			q.submit([&](sycl::handler &h) {
				auto aa = a.get_access<RO>(h);
				auto mm = m.get_access<WO>(h);
				h.parallel_for<K<3>>(sycl::range<1>(M), [=](sycl::id<1> j) {
					mm[j] = 0;
					for (int i = 0; i < N; i++)
						mm[j] += aa[i][j];
					mm[j] /= T(N);
				});
			});
			q.submit([&](sycl::handler &h) {
				auto aa = a.get_access<RW>(h);
				auto mm = m.get_access<RO>(h);
				h.parallel_for<K<4>>(a.get_range(), [=](sycl::id<2> i) { aa[i] -= mm[i[1]]; });
			});
			q.submit([&](sycl::handler &h) {
				auto aa = a.get_access<RO>(h);
				auto cc = c.get_access<WO>(h);
				h.parallel_for<K<5>>(sycl::range<1>(M), [=](sycl::item<1> it) {
					size_t j1 = it[0];
					for (size_t j2 = j1; j2 < size_t(M); j2++) {
						T v = 0;
						for (int i = 0; i < N; i++)
							v += aa[i][j1] * aa[i][j2];
						cc[j1][j2] = v / T(N - 1);
						cc[j2][j1] = v / T(N - 1);
					}
				});
			});
		}
		for (int j = 0; j < M; j++) {
			for (int i = 0; i < N; i++)
				mw[j] += A[i * M + j];
			mw[j] /= N;
		}
		for (int a = 0; a < M; a++)
			for (int b = 0; b < M; b++) {
				T v = 0;
				for (int i = 0; i < N; i++)
					v += (A[i * M + a] - mw[a]) * (A[i * M + b] - mw[b]);
				cw[a * M + b] = v / (N - 1);
			}
		check(near(mean, mw) && near(cov, cw));
	}
	{ // jacobi and fdtd, nd_range with tile and halo in local memory
		std::vector<T> u(N * N), v(N * N), w(N * N);
		init(u, N, N);
		w = u;
		auto w2 = w;
		const size_t L = 8;
		{
			A2<T> a(u.data(), sycl::range<2>(N, N)), b(sycl::range<2>(N, N));
			b.set_write_back(false);
			q.submit([&](sycl::handler &h) {
				sycl::accessor from{ a, h, sycl::read_only };
				sycl::accessor to{ b, h, sycl::write_only, sycl::no_init };
				h.copy(from, to);
			});
			for (int t = 0; t < 6; t++) {
				q.submit([&](sycl::handler &h) {
					auto in = a.get_access<RO>(h);
					auto out = b.get_access<RW>(h);
					sycl::accessor<T, 2, RW, sycl::access::target::local> tile(
						sycl::range<2>(L + 2, L + 2), h);
					h.parallel_for<K<6>>(
						sycl::nd_range<2>({ size_t(N), size_t(N) }, { L, L }),
						[=](sycl::nd_item<2> it) {
							const size_t gy = it.get_global_id(0), gx = it.get_global_id(1),
								     ly = it.get_local_id(0) + 1,
								     lx = it.get_local_id(1) + 1;
							auto load = [&](size_t y, size_t x, long dy, long dx) {
								long Y = long(gy) + dy, X = long(gx) + dx;
								tile[y][x] = Y >= 0 && Y < N && X >= 0 && X < N
										     ? in[Y][X]
										     : T(0);
							};
							load(ly, lx, 0, 0);
							if (ly == 1)
								load(0, lx, -1, 0);
							if (ly == L)
								load(L + 1, lx, 1, 0);
							if (lx == 1)
								load(ly, 0, 0, -1);
							if (lx == L)
								load(ly, L + 1, 0, 1);
							it.barrier(sycl::access::fence_space::local_space);
							if (gy > 0 && gy < N - 1 && gx > 0 && gx < N - 1)
								out[gy][gx] =
									.2f * (tile[ly][lx] + tile[ly - 1][lx] +
									       tile[ly + 1][lx] + tile[ly][lx - 1] +
									       tile[ly][lx + 1]);
						});
				});
				std::swap(a, b);
			}
		}
		for (int t = 0; t < 6; t++) {
			for (int i = 1; i < N - 1; i++)
				for (int j = 1; j < N - 1; j++)
					w2[i * N + j] = .2f * (w[i * N + j] + w[(i - 1) * N + j] + w[(i + 1) * N + j] +
							       w[i * N + j - 1] + w[i * N + j + 1]);
			std::swap(w, w2);
		}
		check(near(u, w));
	}
	return done();
}
