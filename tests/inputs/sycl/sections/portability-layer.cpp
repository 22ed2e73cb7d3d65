/* 4.9.4: a portability layer: views, policies, teams and reducers of its own. */
#include <sycl/sycl.hpp>
#include <memory>
#include <type_traits>
#include "../check.hpp"
#define PORT_LAMBDA [=]
#define PORT_FUNCTION
namespace port
{
inline sycl::queue &exec()
{
	static sycl::queue q{ sycl::property::queue::in_order{} };
	return q;
}
struct left {
	template <typename S>
	static constexpr size_t at(const S &n, size_t i, size_t j)
	{
		return i + n[0] * j;
	}
};
struct right {
	template <typename S>
	static constexpr size_t at(const S &n, size_t i, size_t j)
	{
		return i * n[1] + j;
	}
};
template <typename T, int R, typename Layout = right>
class view
{
	T *p = nullptr;
	sycl::range<2> n{ 0, 1 };
	std::shared_ptr<void> *own = nullptr;

      public:
	view() = default;
	explicit view(const char *, size_t a, size_t b = 1) : n(a, b)
	{
		p = sycl::malloc_shared<T>(n.size(), exec());
		exec().fill(p, T{}, n.size()).wait();
	}
	template <typename... I>
	PORT_FUNCTION T &operator()(I... i) const
	{
		static_assert(sizeof...(I) == R);
		if constexpr (R == 1)
			return p[(i, ...)];
		else {
			size_t k[] = { size_t(i)... };
			return p[Layout::at(n, k[0], k[1])];
		}
	}
	size_t extent(int d) const { return n[d]; }
	T *data() const { return p; }
	size_t size() const { return n.size(); }
};
template <typename Tag = void>
struct range_policy {
	size_t b, e;
};
struct member {
	sycl::nd_item<1> it;
	int league_rank() const { return int(it.get_group_linear_id()); }
	int team_rank() const { return int(it.get_local_linear_id()); }
	int team_size() const { return int(it.get_local_range(0)); }
	void team_barrier() const { sycl::group_barrier(it.get_group()); }
};
struct team_policy {
	size_t leagues, team;
};
template <typename F>
void parallel_for(const char *, range_policy<> p, const F &f)
{
	exec().parallel_for(sycl::range<1>(p.e - p.b), [=](sycl::item<1> i) { f(int(p.b + i.get_linear_id())); });
}
template <typename Tag, typename F>
std::enable_if_t<!std::is_void_v<Tag>> parallel_for(const char *, range_policy<Tag> p, const F &f)
{
	exec().parallel_for(sycl::range<1>(p.e - p.b),
			    [=](sycl::item<1> i) { f(Tag{}, int(p.b + i.get_linear_id())); });
}
template <typename F>
void parallel_for(const char *, team_policy p, const F &f)
{
	exec().parallel_for(sycl::nd_range<1>(p.leagues * p.team, p.team), [=](sycl::nd_item<1> i) { f(member{ i }); });
}
template <typename T>
struct Sum {
	using value = T;
	T &r;
	static void init(T &v) { v = T(0); }
	static void join(T &a, const T &b) { a += b; }
};
template <typename T>
struct Max {
	using value = T;
	T &r;
	static void init(T &v) { v = std::numeric_limits<T>::lowest(); }
	static void join(T &a, const T &b)
	{
		if (b > a)
			a = b;
	}
};
template <typename T>
struct minloc {
	T v;
	int at;
};
template <typename T>
struct MinLoc {
	using value = minloc<T>;
	value &r;
	static void init(value &v) { v = { std::numeric_limits<T>::max(), -1 }; }
	static void join(value &a, const value &b)
	{
		if (b.v < a.v || (b.v == a.v && b.at < a.at))
			a = b;
	}
};
template <typename F, typename R>
void parallel_reduce(const char *, range_policy<> p, const F &f, R reducer)
{
	using V = typename R::value;
	const size_t n = p.e - p.b, team = 32, groups = (n + team - 1) / team;
	V *part = sycl::malloc_shared<V>(groups, exec());
	exec().submit([&](sycl::handler &h) {
		      sycl::local_accessor<V> s(team, h);
		      h.parallel_for(sycl::nd_range<1>(groups * team, team), [=](sycl::nd_item<1> it) {
			      V v;
			      R::init(v);
			      size_t i = it.get_global_id(0);
			      if (i < n)
				      f(int(p.b + i), v);
			      size_t l = it.get_local_id(0);
			      s[l] = v;
			      for (size_t k = team / 2; k; k /= 2) {
				      it.barrier(sycl::access::fence_space::local_space);
				      if (l < k)
					      R::join(s[l], s[l + k]);
			      }
			      if (!l)
				      part[it.get_group(0)] = s[0];
		      });
	      }).wait();
	R::init(reducer.r);
	for (size_t g = 0; g < groups; g++)
		R::join(reducer.r, part[g]);
	sycl::free(part, exec());
}
inline void fence()
{
	exec().wait_and_throw();
}
template <typename V>
void deep_copy(const V &to, const V &from)
{
	exec().memcpy(to.data(), from.data(), to.size() * sizeof(*to.data())).wait();
}
} // namespace port
struct init_tag {
};
struct scale_tag {
};
struct functor {
	port::view<double, 2, port::left> a;
	double k;
	PORT_FUNCTION void operator()(init_tag, int i) const
	{
		for (size_t j = 0; j < a.extent(1); j++)
			a(i, j) = double(i) * 10 + double(j);
	}
	void operator()(scale_tag, int i) const
	{
		for (size_t j = 0; j < a.extent(1); j++)
			a(i, j) *= k;
	}
};
int main()
{
	const int n = 100;
	port::view<double, 2, port::left> a("a", n, 3);
	port::view<double, 2> r("r", n, 3);
	functor f{ a, 2.0 };
	port::parallel_for("init", port::range_policy<init_tag>{ 0, size_t(n) }, f);
	port::parallel_for("scale", port::range_policy<scale_tag>{ 0, size_t(n) }, f);
	port::parallel_for(
		"t", port::range_policy<>{ 0, size_t(n) }, PORT_LAMBDA(int i) {
			for (int j = 0; j < 3; j++)
				r(i, j) = a(i, j);
		});
	port::fence();
	check(a(5, 2) == 104.0 && r(5, 2) == 104 && a.data()[5 + 2 * n] == 104 && r.data()[5 * 3 + 2] == 104);
	double sum, m;
	port::minloc<double> ml;
	port::parallel_reduce(
		"sum", port::range_policy<>{ 0, size_t(n) }, PORT_LAMBDA(int i, double &s) { s += a(i, 0); },
		port::Sum<double>{ sum });
	check(sum == 20.0 * 99 * 50);
	port::parallel_reduce(
		"max", port::range_policy<>{ 3, size_t(n) - 1 },
		[=](int i, double &s) {
			if (a(i, 1) > s)
				s = a(i, 1);
		},
		port::Max<double>{ m });
	check(m == 2.0 * (98 * 10 + 1));
	port::parallel_reduce(
		"minloc", port::range_policy<>{ 0, size_t(n) },
		[=](int i, auto &s) {
			double v = (i - 37) * (i - 37);
			if (v < s.v)
				s = { v, i };
		},
		port::MinLoc<double>{ ml });
	check(ml.at == 37);
	port::view<int, 1> t("t", 64);
	port::parallel_for(
		"team", port::team_policy{ 8, 8 }, PORT_LAMBDA(const port::member &m) {
			t(m.league_rank() * m.team_size() + m.team_rank()) = m.league_rank();
			m.team_barrier();
			if (m.team_rank() == 0) {
				int s = 0;
				for (int k = 0; k < m.team_size(); k++)
					s += t(m.league_rank() * 8 + k);
				t(m.league_rank() * 8) = s;
			}
		});
	port::fence();
	check(t(8) == 8 && t(9) == 1 && t(56) == 56);
	port::view<double, 2> c("c", n, 3);
	port::deep_copy(c, r);
	check(c(99, 2) == r(99, 2));
	return done();
}
