/* 4.8: a library of vectors, iterators and algorithms over USM. */
#include <sycl/sycl.hpp>
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>
#include "../check.hpp"
namespace dv
{
inline sycl::queue &q()
{
	static sycl::queue v{ sycl::default_selector_v, sycl::property::queue::in_order() };
	return v;
}
template <typename T>
using alloc = sycl::usm_allocator<T, sycl::usm::alloc::shared>;
template <typename T>
class device_vector : public std::vector<T, alloc<T>>
{
	using base = std::vector<T, alloc<T>>;

      public:
	device_vector() : base(alloc<T>(q())) {}
	explicit device_vector(size_t n, T v = T()) : base(n, v, alloc<T>(q())) {}
	template <typename I, typename = typename std::iterator_traits<I>::iterator_category>
	device_vector(I b, I e) : base(b, e, alloc<T>(q()))
	{
	}
	device_vector(std::initializer_list<T> l) : base(l, alloc<T>(q())) {}
};
template <typename T>
struct counting_iterator {
	using value_type = T;
	using reference = T;
	using pointer = void;
	using difference_type = std::ptrdiff_t;
	using iterator_category = std::random_access_iterator_tag;
	T v;
	T operator*() const { return v; }
	T operator[](difference_type i) const { return v + T(i); }
	counting_iterator operator+(difference_type i) const { return { v + T(i) }; }
	difference_type operator-(counting_iterator o) const { return v - o.v; }
	bool operator!=(counting_iterator o) const { return v != o.v; }
	counting_iterator &operator++()
	{
		++v;
		return *this;
	}
};
template <typename I, typename F>
struct transform_iterator {
	using value_type = std::decay_t<std::invoke_result_t<F, typename std::iterator_traits<I>::reference>>;
	using reference = value_type;
	using pointer = void;
	using difference_type = std::ptrdiff_t;
	using iterator_category = std::random_access_iterator_tag;
	I i;
	F f;
	reference operator*() const { return f(*i); }
	reference operator[](difference_type k) const { return f(i[k]); }
	transform_iterator operator+(difference_type k) const { return { i + k, f }; }
	difference_type operator-(const transform_iterator &o) const { return i - o.i; }
};
template <typename I, typename F>
transform_iterator(I, F) -> transform_iterator<I, F>;
template <typename... I>
struct zip_iterator {
	using value_type = std::tuple<typename std::iterator_traits<I>::value_type...>;
	using reference = std::tuple<typename std::iterator_traits<I>::reference...>;
	using pointer = void;
	using difference_type = std::ptrdiff_t;
	using iterator_category = std::random_access_iterator_tag;
	std::tuple<I...> t;
	reference operator[](difference_type k) const
	{
		return std::apply([k](auto... i) { return reference(i[k]...); }, t);
	}
	reference operator*() const { return (*this)[0]; }
	zip_iterator operator+(difference_type k) const
	{
		return std::apply([k](auto... i) { return zip_iterator{ { (i + k)... } }; }, t);
	}
	difference_type operator-(const zip_iterator &o) const { return std::get<0>(t) - std::get<0>(o.t); }
};
template <typename... I>
zip_iterator<I...> make_zip_iterator(I... i)
{
	return { std::tuple<I...>(i...) };
}
template <typename I, typename F>
void for_each(I b, I e, F f)
{
	size_t n = size_t(e - b);
	if (!n)
		return;
	q().parallel_for(n, [=](sycl::id<1> i) { f(b[std::ptrdiff_t(i[0])]); }).wait();
}
template <typename I, typename O, typename F>
O transform(I b, I e, O o, F f)
{
	auto n = e - b;
	q().parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = f(b[i]); }).wait();
	return o + n;
}
template <typename I, typename F, typename T, typename Op>
T transform_reduce(I b, I e, F f, T init, Op op)
{
	T *r = sycl::malloc_shared<T>(1, q());
	*r = init;
	q().submit([&](sycl::handler &h) {
		   h.parallel_for(sycl::range<1>(size_t(e - b)), sycl::reduction(r, T(init), op),
				  [=](sycl::id<1> i, auto &s) { s.combine(f(b[i])); });
	   }).wait();
	T v = *r;
	sycl::free(r, q());
	return v;
}
template <typename I, typename O, typename T, typename Op>
O exclusive_scan(I b, I e, O o, T init, Op op)
{
	size_t n = size_t(e - b);
	q().parallel_for(sycl::nd_range<1>(128, 128), [=](sycl::nd_item<1> it) {
		   sycl::joint_exclusive_scan(it.get_group(), &*b, &*b + n, &*o, init, op);
	   }).wait();
	return o + n;
}
template <typename I, typename O, typename P>
O copy_if(I b, I e, O o, P p)
{
	size_t n = size_t(e - b);
	device_vector<int> flag(n), at(n);
	int *f = flag.data(), *a = at.data();
	auto in = &*b;
	auto out = &*o;
	q().parallel_for(n, [=](sycl::id<1> i) { f[i] = p(in[i]); }).wait();
	dv::exclusive_scan(flag.begin(), flag.end(), at.begin(), 0, sycl::plus<int>());
	q().parallel_for(n, [=](sycl::item<1> i) {
		   if (f[i])
			   out[a[i]] = in[i];
	   }).wait();
	return o + (n ? flag.back() + at.back() : 0);
}
template <typename K, typename V, typename Less>
void sort_by_key(K *k, K *e, V *v, Less less)
{
	size_t n = size_t(e - k);
	for (size_t phase = 0; phase < n; phase++)
		q().parallel_for(n / 2, [=](sycl::id<1> t) {
			size_t i = 2 * t[0] + (phase & 1);
			if (i + 1 < n && less(k[i + 1], k[i])) {
				std::swap(k[i], k[i + 1]);
				std::swap(v[i], v[i + 1]);
			}
		});
	q().wait();
}
} // namespace dv
struct saxpy {
	float a;
	template <typename T>
	float operator()(T t) const
	{
		return a * std::get<0>(t) + std::get<1>(t);
	}
};
template <typename T>
struct square {
	T operator()(T x) const { return x * x; }
};
int main()
{
	using dv::counting_iterator;
	using dv::device_vector;
	using dv::make_zip_iterator;
	using dv::q;
	using dv::transform_iterator;
	device_vector<float> x{ 1, 2, 3, 4 }, y(4, 10.f), z(4);
	auto zip = make_zip_iterator(x.data(), y.data());
	dv::transform(zip, zip + 4, z.data(), saxpy{ 2 });
	check(z[3] == 18);
	std::vector<int> h(1000);
	std::iota(h.begin(), h.end(), 0);
	device_vector<int> d(h.begin(), h.end());
	check(dv::transform_reduce(d.data(), d.data() + 1000, square<long>(), 0L, sycl::plus<long>()) == 332833500L);
	check(dv::transform_reduce(
		      counting_iterator<int>{ 1 }, counting_iterator<int>{ 11 }, [](int i) { return i; }, 1,
		      sycl::multiplies<int>()) == 3628800);
	check(dv::transform_reduce(
		      d.data(), d.data() + 1000, [](int v) { return (v * 37) % 1000; }, -1, sycl::maximum<>()) == 999);
	auto ti = transform_iterator{ d.data(), [](int v) { return v % 7; } };
	device_vector<int> m(1000);
	dv::transform(ti, ti + 1000, m.data(), std::negate<int>());
	check(m[13] == -6);
	device_vector<int> out(1000);
	auto end = dv::copy_if(d.begin(), d.end(), out.begin(), [](int v) { return v % 3 == 1; });
	check(end - out.begin() == 333 && out[5] == 16);
	device_vector<int> keys{ 5, 2, 9, 1, 7, 3 };
	device_vector<char> vals{ 'a', 'b', 'c', 'd', 'e', 'f' };
	dv::sort_by_key(keys.data(), keys.data() + 6, vals.data(), std::less<int>());
	check(std::is_sorted(keys.begin(), keys.end()) && vals[0] == 'd' && vals[5] == 'c');
	dv::sort_by_key(keys.data(), keys.data() + 6, vals.data(), std::greater<>());
	check(keys[0] == 9);
	int *sum = sycl::malloc_shared<int>(1, q());
	*sum = 0;
	dv::for_each(make_zip_iterator(counting_iterator<int>{ 0 }, d.data()),
		     make_zip_iterator(counting_iterator<int>{ 0 }, d.data()) + 100, [=](auto t) {
			     auto [i, v] = t;
			     sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*sum) +=
				     i * v;
		     });
	check(*sum == 328350);
	sycl::free(sum, q());
	return done();
}
