/* Function objects that hold what kernels cannot have are refused, with -DREFUSED; others are not. */
#include <sycl/sycl.hpp>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "check.hpp"

/* Not copied as bytes for C++, but the program says that it may be. */
struct point {
	int x;

	explicit point(int x) : x(x) {}
	point(const point &other) : x(other.x) {}
};
template <>
struct sycl::is_device_copyable<point> : std::true_type {};

namespace own {
struct vector {
	point at[2];
};
struct queue {
	vector of[2];
};
}

/* It copies as bytes what is not, and the program says so, as Kokkos does of its views, which have names. */
template <typename Object>
class bytes_of {
	union copied {
		Object object;

		copied(const Object &from) { std::memcpy(static_cast<void *>(this), static_cast<const void *>(&from), sizeof from); }
		copied(const copied &other) : copied(other.object) {}
		~copied() {}
	} all;
public:
	bytes_of(const Object &from) : all(from) {}
	const Object &get() const { return all.object; }
};
template <typename Object>
struct sycl::is_device_copyable<bytes_of<Object>> : std::true_type {};

struct view {
	std::string name;
	int *data;
};
struct of_view {
	int add;
	bytes_of<view> kept;

	void operator()() const { *kept.get().data += add; }
};

struct with_queue {
	int *result;
	sycl::queue queue;

	void operator()() const { *result = 1; }
};
struct deep {
	struct {
		std::vector<int> of[2];
	} rows[3];
};

int main()
{
	sycl::queue q;
	int *result = sycl::malloc_shared<int>(1, q);
	const point p(3);
	const std::tuple<point, float> t(point(1), 2.0F);
	const own::queue o = { { { { point(4), point(5) } }, { { point(6), point(7) } } } };

	q.single_task([=] { *result = p.x + std::get<0>(t).x + o.of[1].at[0].x; }).wait();
	check(*result == 10);
	const view named{ "a name that is longer than what fits into a string", result };
	q.single_task(of_view{ 5, named }).wait();
	check(*result == 15);
#ifdef REFUSED
	std::string text = "a";
	const auto shared = std::make_shared<int>(1);
	const deep d{};
	std::map<int, int> m;

	q.single_task<class string_inside>([=] { *result = text[0]; });
	q.parallel_for<class pointer_inside>(10, [=](sycl::id<1>) { *result = *shared; });
	q.parallel_for<class vectors_inside>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1>) { *result = d.rows[0].of[1][0]; });
	q.single_task<class map_inside>([=] { *result = static_cast<int>(m.size()); });
	q.single_task(with_queue{ result, q });
	sycl::buffer<int> all(10);
	const sycl::host_accessor host(all);
	q.single_task<class accessor_inside>([=] { *result = host[0]; });
	const std::optional<std::string> maybe;
	q.single_task<class optional_inside>([=] { *result = maybe ? 1 : 2; });
#endif
	sycl::free(result, q);
	return done();
}
