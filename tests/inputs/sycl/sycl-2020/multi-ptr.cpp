/* SYCL 2020, 4.7.7: multi_ptr, its aliases and casts. */
#include <sycl/sycl.hpp>
#include <type_traits>
#include "../check.hpp"

namespace access = sycl::access;
using access::address_space;
using access::decorated;
template <typename T, address_space Space, decorated D>
using ptr = sycl::multi_ptr<T, Space, D>;
constexpr auto global = address_space::global_space, local = address_space::local_space, priv = address_space::private_space,
	generic = address_space::generic_space;

template <typename From, typename To>
inline constexpr bool converts = std::is_convertible_v<From, To>;
template <typename From, typename To>
inline constexpr bool casts = std::is_constructible_v<To, From>;

template <address_space S, decorated D>
constexpr bool of_space()
{
	using P = ptr<int, S, D>;
	using V = ptr<void, S, D>;
	using C = ptr<const int, S, D>;
	constexpr decorated other = D == decorated::yes ? decorated::no : decorated::yes;

	static_assert(P::is_decorated == (D == decorated::yes) && P::address_space == S);
	static_assert(std::is_same_v<typename P::value_type, int> && std::is_same_v<typename P::difference_type, std::ptrdiff_t>);
	static_assert(std::is_same_v<typename P::iterator_category, std::random_access_iterator_tag>);
	static_assert(std::is_same_v<sycl::remove_decoration_t<typename P::pointer>, int *>);
	static_assert(std::is_same_v<sycl::remove_decoration_t<typename P::reference>, int &>);
	static_assert(std::is_same_v<sycl::remove_decoration_t<typename V::pointer>, void *>);
	static_assert(D == decorated::yes || std::is_same_v<typename P::pointer, int *>);
	static_assert(std::is_default_constructible_v<P> && converts<std::nullptr_t, P> && std::is_trivially_copyable_v<P>);
	/* A pointer converts only explicitly. */
	static_assert(casts<typename ptr<int, S, decorated::yes>::pointer, P> && !converts<typename ptr<int, S, decorated::yes>::pointer, P>);
	/* To void, to const, to the other decoration; back from void explicitly. */
	static_assert(converts<P, V> && converts<P, C> && converts<C, ptr<const void, S, D>> && converts<V, ptr<const void, S, D>>);
	static_assert(converts<P, ptr<int, S, other>> && !converts<C, P> && !converts<C, V> && !converts<V, P> && casts<V, P>);
	static_assert(!casts<ptr<const void, S, D>, P> && casts<ptr<const void, S, D>, C>);
	/* To generic implicitly, from generic explicitly, never between two others. */
	static_assert(converts<P, ptr<int, generic, D>> && (S == generic || !converts<ptr<int, generic, D>, P>) && casts<ptr<int, generic, D>, P>);
	static_assert(casts<ptr<int, generic, D>, C>);
	static_assert(S == generic || S == global || !casts<P, ptr<int, global, D>>);
	static_assert(S == generic || S == local || !casts<P, ptr<int, local, D>>);
	return true;
}
static_assert(of_space<global, decorated::yes>() && of_space<global, decorated::no>() && of_space<local, decorated::yes>() && of_space<local, decorated::no>());
static_assert(of_space<priv, decorated::yes>() && of_space<priv, decorated::no>() && of_space<generic, decorated::yes>() && of_space<generic, decorated::no>());

static_assert(std::is_same_v<sycl::global_ptr<int, decorated::no>, ptr<int, global, decorated::no>> && std::is_same_v<sycl::global_ptr<int>, ptr<int, global, decorated::legacy>>);
static_assert(std::is_same_v<sycl::raw_local_ptr<int>, ptr<int, local, decorated::no>> && std::is_same_v<sycl::decorated_private_ptr<int>, ptr<int, priv, decorated::yes>>);
static_assert(std::is_same_v<sycl::raw_generic_ptr<int>, ptr<int, generic, decorated::no>> && std::is_same_v<sycl::decorated_global_ptr<int>, ptr<int, global, decorated::yes>>);
static_assert(std::is_same_v<sycl::raw_global_ptr<int>, ptr<int, global, decorated::no>> && std::is_same_v<sycl::decorated_local_ptr<int>, ptr<int, local, decorated::yes>>);
static_assert(std::is_same_v<sycl::raw_private_ptr<int>, ptr<int, priv, decorated::no>> && std::is_same_v<sycl::decorated_generic_ptr<int>, ptr<int, generic, decorated::yes>>);

/* The interface of SYCL 1.2.1. */
using legacy = sycl::global_ptr<int>;
static_assert(std::is_same_v<legacy::element_type, int> && std::is_same_v<legacy::pointer_t, ptr<int, global, decorated::yes>::pointer>);
static_assert(std::is_same_v<legacy::const_pointer_t, ptr<const int, global, decorated::yes>::pointer>);
static_assert(std::is_same_v<legacy::reference_t, ptr<int, global, decorated::yes>::reference>);
static_assert(std::is_same_v<legacy::const_reference_t, ptr<const int, global, decorated::yes>::reference>);
static_assert(converts<int *, legacy> && converts<legacy, int *> && converts<legacy, sycl::global_ptr<void>> && converts<legacy, sycl::global_ptr<const int>>);
static_assert(std::is_assignable_v<legacy &, int *> && std::is_assignable_v<legacy &, std::nullptr_t> && converts<void *, sycl::global_ptr<void>>);

/* From accessors. */
using sycl::access_mode;
using A = sycl::accessor<int>;
using R = sycl::accessor<int, 2, access_mode::read>;
using L = sycl::local_accessor<float, 3>;
static_assert(converts<A, ptr<int, global, decorated::no>> && converts<A, ptr<const int, global, decorated::yes>> && converts<A, ptr<int, generic, decorated::no>>);
static_assert(converts<A, legacy> && converts<R, ptr<const int, global, decorated::no>> && converts<A, ptr<void, global, decorated::no>>);
static_assert(!casts<R, ptr<int, global, decorated::no>> && !casts<R, ptr<void, global, decorated::no>> && casts<R, ptr<const void, global, decorated::yes>>);
static_assert(!casts<A, ptr<int, local, decorated::no>> && !casts<A, ptr<float, global, decorated::no>> && !casts<A, ptr<int, priv, decorated::no>>);
static_assert(converts<L, ptr<float, local, decorated::no>> && converts<L, ptr<float, generic, decorated::yes>> && converts<L, sycl::local_ptr<float>>);
static_assert(!casts<L, ptr<float, global, decorated::no>> && !casts<sycl::local_accessor<const int>, ptr<int, local, decorated::no>>);
static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<R>())), ptr<const int, global, decorated::no>>);
static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<A>())), ptr<int, global, decorated::no>>);
static_assert(std::is_same_v<decltype(sycl::multi_ptr(std::declval<L>())), ptr<float, local, decorated::no>>);

struct pair {
	int first, second;
};

template <decorated D>
bool on_pointer(int *raw)
{
	using P = ptr<int, generic, D>;
	P p = sycl::address_space_cast<generic, D>(raw), q = p, none = nullptr, never;
	bool right = p == q && !(p != q) && none == nullptr && nullptr == none && p != nullptr && nullptr != p;

	never = nullptr;
	right = right && never == none && p > nullptr && nullptr < p && p >= nullptr && !(p < nullptr) && !(p <= nullptr) && nullptr <= p && !(nullptr > p) && !(nullptr >= p);
	right = right && p.get_raw() == raw && *p == raw[0] && p[2] == raw[2] && &*p.get() == raw && &*p.get_decorated() == raw;
	++q;
	right = right && *q == raw[1] && q > p && q >= p && p < q && p <= q && q - p == 1;
	q++;
	q += 2;
	right = right && *q == raw[4] && *(q - 1) == raw[3] && *(q + 1) == raw[5] && *(p + 2) == raw[2];
	q -= 1;
	q--;
	--q;
	right = right && *q == raw[1];
	typename P::pointer plain = p;
	right = right && plain == p.get();
	const ptr<void, generic, D> any = p;
	const P back(any);
	right = right && back == p && any != nullptr && any.get() == p.get();
	const ptr<const int, generic, D> to_const = p;
	return right && *to_const == raw[0];
}

int main()
{
	sycl::queue q;
	int *data = sycl::malloc_shared<int>(8, q), *wrong = sycl::malloc_shared<int>(8, q);
	for (int i = 0; i < 8; i++)
		data[i] = 10 * i, wrong[i] = 0;
	sycl::buffer<int> b(data, 8);

	q.submit([&](sycl::handler &h) {
		sycl::accessor a(b, h);
		sycl::accessor<const int, 1, access_mode::read, sycl::target::constant_buffer> c(b, h);
		sycl::local_accessor<int> l(8, h);
		h.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) {
			int own[8];
			for (int i = 0; i < 8; i++)
				own[i] = l[i] = 10 * i;
			wrong[0] |= !on_pointer<decorated::yes>(&a[0]) || !on_pointer<decorated::no>(&a[0]);
			wrong[1] |= !on_pointer<decorated::yes>(&l[0]) || !on_pointer<decorated::no>(own);
			const auto g = a.get_multi_ptr<decorated::yes>();
			const auto loc = l.get_multi_ptr<decorated::no>();
			const auto p = sycl::address_space_cast<priv, decorated::yes>(own);
			g.prefetch(1);
			a.get_pointer().prefetch(2);
			wrong[2] |= !(g[3] == 30 && loc[4] == 40 && p[5] == 50);
			/* There and back through the generic space. */
			ptr<int, generic, decorated::yes> any(g);
			const ptr<int, global, decorated::yes> g2(any);
			any = loc;
			const ptr<const int, local, decorated::yes> l2(any);
			any = p;
			const ptr<int, priv, decorated::no> p2(any);
			wrong[3] |= !(g2 == g && l2[1] == 10 && p2[2] == 20);
			/* What SYCL 1.2.1 had. */
			sycl::global_ptr<int> old = a.get_pointer(), made = sycl::make_ptr<int, global, decorated::legacy>(&a[1]);
			sycl::private_ptr<int> mine = own;
			const sycl::constant_ptr<const int> constant = c.get_pointer();
			int *raw = old;
			sycl::global_ptr<void> nothing = old;
			sycl::global_ptr<int> something(nothing);
			wrong[4] |= !(*old == 0 && *made == 10 && mine[3] == 30 && raw == &a[0] && constant[2] == 20 && something == old);
			old = &a[2];
			wrong[4] |= !(*old == 20 && *(old + 1) == 30);
			old = nullptr;
			wrong[4] |= !(old == nullptr);
			pair two{ 1, 2 };
			const auto members = sycl::address_space_cast<priv, decorated::no>(&two);
			wrong[5] |= !(members->first == 1 && members->second == 2);
			const sycl::multi_ptr from_accessor(a);
			const sycl::multi_ptr from_local(l);
			wrong[6] |= !(from_accessor[7] == 70 && from_local[7] == 70);
		});
	}).wait();
	for (int i = 0; i < 8; i++)
		check(!wrong[i]);
	sycl::free(wrong, q);
	return done();
}
