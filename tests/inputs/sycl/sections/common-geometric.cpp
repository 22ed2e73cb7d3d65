/* 4.17.8: common and geometric functions of float, double, half, vec and marray. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <typename T>
static bool of()
{
	using sycl::vec;
	const T eps = T(0.01f);
	const auto near = [=](T a, T b) { return sycl::fabs(a - b) < eps; };
	bool right = sycl::clamp(T(5), T(1), T(3)) == T(3) && near(sycl::degrees(T(1)), T(57.29578f)) && near(sycl::radians(T(180)), T(3.14159f));

	right &= sycl::mix(T(1), T(3), T(0.5f)) == T(2) && sycl::step(T(1), T(0.5f)) == T(0) && sycl::step(T(1), T(1)) == T(1);
	right &= sycl::smoothstep(T(0), T(2), T(1)) == T(0.5f) && sycl::sign(T(-3)) == T(-1) && sycl::sign(T(0)) == T(0);
	const vec<T, 3> a(1, 2, 2), b(0, 0, 1);
	const auto c = sycl::cross(vec<T, 3>(1, 0, 0), vec<T, 3>(0, 1, 0));
	right &= sycl::dot(a, b) == T(2) && near(sycl::length(a), T(3)) && c[2] == T(1) && c[0] == T(0) && near(sycl::distance(a, b), T(2.4494897f));
	right &= near(sycl::normalize(a)[1], T(0.6667f)) && near(sycl::dot(T(3), T(4)), T(12)) && sycl::length(T(-2)) == T(2);
	right &= sycl::mix(a, b, T(0.5f))[1] == T(1) && sycl::clamp(a, T(0), T(1))[2] == T(1) && sycl::max(a, T(1.5f))[0] == T(1.5f);
	if constexpr (!std::is_same_v<T, sycl::half>) {
		const sycl::marray<T, 4> m{ 1, 0, 0, 0 };
		right &= near(sycl::fast_length(vec<T, 2>(3, 4)), T(5)) || !std::is_same_v<T, float>;
		right &= sycl::dot(m, m) == T(1) && sycl::cross(m, sycl::marray<T, 4>{ 0, 1, 0, 0 })[2] == T(1) && sycl::length(m) == T(1);
	}
	return right;
}

/* Lengths whose squares are no numbers of the type, and vectors without a length. */
template <typename T>
static bool far(T large, T small)
{
	using sycl::vec;
	const auto near = [](T a, T b) { return sycl::fabs(a / b - T(1)) < T(0.002f); };
	const sycl::marray<T, 3> m{ large, 0, 0 }, origin{ 0, 0, 0 };
	bool right = near(sycl::length(vec<T, 2>(3 * large, 4 * large)), 5 * large) && near(sycl::length(vec<T, 4>(small, small, small, small)), 2 * small);

	right &= near(sycl::distance(vec<T, 3>(3 * large, 0, 0), vec<T, 3>(0, 4 * large, 0)), 5 * large) && sycl::length(m) == large;
	right &= near(sycl::normalize(vec<T, 2>(3 * large, 4 * large))[1], T(0.8f)) && near(sycl::normalize(vec<T, 2>(0, small))[1], T(1));
	right &= sycl::normalize(m)[0] == T(1) && sycl::normalize(vec<T, 3>(0, 0, 0))[2] == T(0) && sycl::normalize(origin)[1] == T(0);
	right &= sycl::length(-large) == large && sycl::distance(small, T(0)) == small && sycl::normalize(-small) == T(-1);
	right &= sycl::fast_normalize(vec<T, 3>(0, 0, 0))[0] == T(0) && near(sycl::fast_normalize(vec<T, 2>(3, 4))[0], T(0.6f)) && sycl::fast_length(-large) == large;
	return right;
}

int main()
{
	sycl::queue q;
	bool *const right = sycl::malloc_shared<bool>(6, q);

	q.single_task([=] {
		right[0] = of<float>();
		right[1] = of<double>();
		right[2] = of<sycl::half>();
		right[3] = far(1e30f, 1e-40f);
		right[4] = far(1e300, 1e-310);
		right[5] = far(sycl::half(1000.0f), sycl::half(0.0001f));
	}).wait();
	check(right[0] && right[1] && right[2] && of<float>() && of<double>() && of<sycl::half>());
	check(right[3] && right[4] && right[5] && far(1e30f, 1e-40f) && far(1e300, 1e-310) && far(sycl::half(1000.0f), sycl::half(0.0001f)));
	sycl::free(right, q);
	return done();
}
