/* 4.6.5: conjugate gradients on a sparse matrix, by an in-order queue, USM and reductions. */
#include <sycl/sycl.hpp>
#include <numeric>
#include <vector>
#include "../check.hpp"
template <typename Real>
struct csr {
	int rows;
	int *start;
	int *column;
	Real *value;
};
template <typename Real>
class solver
{
	sycl::queue &q_;
	csr<Real> m_;
	Real *r_, *p_, *ap_, *sum_;

      public:
	solver(sycl::queue &q, csr<Real> m)
	    : q_(q), m_(m), r_(sycl::malloc_device<Real>(m.rows, q)), p_(sycl::malloc_device<Real>(m.rows, q)),
	      ap_(sycl::malloc_device<Real>(m.rows, q)), sum_(sycl::malloc_shared<Real>(1, q))
	{
	}
	~solver()
	{
		for (Real *p : { r_, p_, ap_, sum_ })
			sycl::free(p, q_);
	}
	void multiply(const Real *x, Real *y) const
	{
		q_.parallel_for(sycl::range(m_.rows), [x, y, m = m_](sycl::id<1> i) {
			Real s{};
			for (int k = m.start[i]; k < m.start[i + 1]; ++k)
				s += m.value[k] * x[m.column[k]];
			y[i] = s;
		});
	}
	Real dot(const Real *x, const Real *y) const
	{
		q_.submit([&](sycl::handler &h) {
			auto red = sycl::reduction(sum_, sycl::plus<Real>(),
						   { sycl::property::reduction::initialize_to_identity() });
			h.parallel_for(sycl::range<1>(m_.rows), red, [=](auto i, auto &s) { s += x[i] * y[i]; });
		});
		q_.wait();
		return *sum_;
	}
	int solve(const Real *b, Real *x, Real eps)
	{
		const int n = m_.rows;
		Real *r = r_, *p = p_, *ap = ap_;
		q_.fill(x, Real(0), n);
		q_.copy(b, r, n);
		q_.memcpy(p, b, n * sizeof(Real));
		Real rr = dot(r, r);
		int it = 0;
		for (; it < 1000 && rr > eps * eps; ++it) {
			multiply(p, ap);
			const Real alpha = rr / dot(p, ap);
			q_.parallel_for(n, [=](int i) {
				x[i] += alpha * p[i];
				r[i] -= alpha * ap[i];
			});
			const Real next = dot(r, r), beta = next / rr;
			q_.parallel_for(sycl::nd_range<1>((n + 63) / 64 * 64, 64), [=](sycl::nd_item<1> it) {
				if (auto i = it.get_global_id(0); i < size_t(n))
					p[i] = r[i] + beta * p[i];
			});
			rr = next;
		}
		return it;
	}
};
template <typename Real>
void run()
{
	sycl::queue q{ sycl::property::queue::in_order{} };
	const int n = 200;
	csr<Real> m{ n, sycl::malloc_shared<int>(n + 1, q), sycl::malloc_shared<int>(3 * n, q),
		     sycl::malloc_shared<Real>(3 * n, q) };
	int k = 0;
	for (int i = 0; i < n; i++) {
		m.start[i] = k;
		for (int j = i - 1; j <= i + 1; j++)
			if (j >= 0 && j < n) {
				m.column[k] = j;
				m.value[k++] = i == j ? Real(3) : Real(-1);
			}
	}
	m.start[n] = k;
	Real *b = sycl::malloc_shared<Real>(n, q), *x = sycl::malloc_shared<Real>(n, q);
	std::iota(b, b + n, Real(1));
	{
		solver<Real> s(q, m);
		int its = s.solve(b, x, Real(1e-3));
		check(its > 2 && its < 200);
	}
	Real worst = 0;
	for (int i = 0; i < n; i++) {
		Real s = -b[i];
		for (int j = m.start[i]; j < m.start[i + 1]; j++)
			s += m.value[j] * x[m.column[j]];
		worst = std::max(worst, std::abs(s));
	}
	check(worst < Real(1e-2));
	sycl::free(b, q);
	sycl::free(x, q);
	sycl::free(m.start, q);
	sycl::free(m.column, q);
	sycl::free(m.value, q);
}
int main()
{
	run<float>();
	if (sycl::device().has(sycl::aspect::fp64))
		run<double>();
	return done();
}
