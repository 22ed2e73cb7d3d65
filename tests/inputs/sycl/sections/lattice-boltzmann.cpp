/* 4.7.2: a lattice Boltzmann step by two buffers that change places. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <vector>
#include "../check.hpp"
namespace lbm
{
constexpr int nx = 32, ny = 16, q9 = 9;
constexpr int cx[q9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, cy[q9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
constexpr float w[q9] = { 4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36 };
constexpr int opposite[q9] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
inline int at(int x, int y, int k)
{
	return (k * ny + y) * nx + x;
}
struct cell {
	float rho, ux, uy;
};
template <typename P>
cell moments(const P &f, int x, int y)
{
	cell c{ 0, 0, 0 };
	for (int k = 0; k < q9; ++k) {
		const float v = f[at(x, y, k)];
		c.rho += v;
		c.ux += v * cx[k];
		c.uy += v * cy[k];
	}
	c.ux /= c.rho;
	c.uy /= c.rho;
	return c;
}
inline float equilibrium(int k, const cell &c)
{
	const float cu = cx[k] * c.ux + cy[k] * c.uy;
	return w[k] * c.rho * (1 + 3 * cu + 4.5f * cu * cu - 1.5f * (c.ux * c.ux + c.uy * c.uy));
}
template <typename A, typename B, typename S>
void step(const A &from, const B &to, const S &solid, int x, int y)
{
	const cell c = moments(from, x, y);
	for (int k = 0; k < q9; ++k) {
		float v = from[at(x, y, k)];
		const bool s = solid[y * nx + x];
		if (!s)
			v += 1.2f * (equilibrium(k, c) - v);
		const int o = s ? opposite[k] : k, tx = (x + cx[o] + nx) % nx, ty = (y + cy[o] + ny) % ny;
		to[at(tx, ty, o)] = v;
	}
}
} // namespace lbm
class collide_stream;
int main()
{
	using namespace lbm;
	std::vector<float> f(nx * ny * q9), ref, tmp(f.size());
	std::vector<unsigned char> solid(nx * ny);
	for (int y = 0; y < ny; y++)
		for (int x = 0; x < nx; x++) {
			solid[y * nx + x] = (x - 8) * (x - 8) + (y - 8) * (y - 8) < 9;
			for (int k = 0; k < q9; k++)
				f[at(x, y, k)] = equilibrium(k, { 1.0f, 0.1f, 0.01f * (x % 3) });
		}
	ref = f;
	for (int t = 0; t < 20; t++) {
		for (int y = 0; y < ny; y++)
			for (int x = 0; x < nx; x++)
				step(ref.data(), tmp.data(), solid.data(), x, y);
		std::swap(ref, tmp);
	}
	{
		sycl::queue q{ sycl::default_selector_v, [](sycl::exception_list l) {
				      for (auto &e : l)
					      std::rethrow_exception(e);
			      } };
		sycl::buffer<float, 1> a{ f.data(), sycl::range<1>{ f.size() } }, b{ sycl::range<1>{ f.size() } };
		sycl::buffer s{ solid };
		auto *in = &a, *out = &b;
		for (int t = 0; t < 20; t++) {
			q.submit([&](sycl::handler &h) {
				auto from = in->get_access<sycl::access::mode::read>(h);
				auto to = out->get_access<sycl::access::mode::discard_write>(h);
				sycl::accessor walls{ s, h, sycl::read_only };
				h.parallel_for<collide_stream>(sycl::range<2>(ny, nx), [=](sycl::id<2> i) {
					step(from, to, walls, int(i[1]), int(i[0]));
				});
			});
			std::swap(in, out);
		}
	}
	float worst = 0, mass = 0;
	for (size_t i = 0; i < f.size(); i++) {
		worst = std::max(worst, std::fabs(f[i] - ref[i]));
		mass += f[i];
	}
	check(worst < 1e-5f);
	check(std::fabs(mass - nx * ny) < 0.5f);
	return done();
}
