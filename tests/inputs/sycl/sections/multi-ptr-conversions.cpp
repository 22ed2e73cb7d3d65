/* 4.7.7.1: what a multi_ptr converts to, implicitly and explicitly, for every address space, decoration and const. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

template <typename From, typename To>
constexpr bool implicit = std::is_convertible_v<From, To>;
template <typename From, typename To>
constexpr bool only_explicit = std::is_constructible_v<To, From> && !std::is_convertible_v<From, To>;

/* Pointers to void are not counted on. */
#define COUNTS(NAME, EXPRESSION)                                                                  \
	template <typename Pointer, typename = void>                                              \
	constexpr bool NAME = false;                                                              \
	template <typename Pointer>                                                               \
	constexpr bool NAME<Pointer, std::void_t<decltype(EXPRESSION)>> = true;
COUNTS(increments, ++std::declval<Pointer &>())
COUNTS(decrements, std::declval<Pointer &>()--)
COUNTS(adds, std::declval<Pointer>() + 1)
COUNTS(subtracts, std::declval<Pointer &>() -= 1)
COUNTS(differs, std::declval<Pointer>() - std::declval<Pointer>())

template <typename T, address_space Space, decorated Decorated>
constexpr bool types()
{
	using pointer = multi_ptr<T, Space, Decorated>;

	static_assert(pointer::is_decorated == (Decorated == decorated::yes) && pointer::address_space == Space);
	static_assert(std::is_same_v<typename pointer::value_type, T> && std::is_same_v<typename pointer::difference_type, std::ptrdiff_t>);
	static_assert(std::is_same_v<remove_decoration_t<typename pointer::pointer>, std::add_pointer_t<T>>);
	static_assert(std::is_same_v<remove_decoration_t<const typename pointer::pointer>, T *const> && std::is_same_v<remove_decoration_t<volatile typename pointer::pointer>, T *volatile>);
	static_assert(increments<pointer> == !std::is_void_v<T> && decrements<pointer> == !std::is_void_v<T> && adds<pointer> == !std::is_void_v<T>);
	static_assert(subtracts<pointer> == !std::is_void_v<T> && differs<pointer> == !std::is_void_v<T>);
	static_assert(std::is_default_constructible_v<pointer> && std::is_copy_constructible_v<pointer> && std::is_move_assignable_v<pointer>);
	static_assert(implicit<std::nullptr_t, pointer> && std::is_assignable_v<pointer &, std::nullptr_t>);
	static_assert(only_explicit<typename multi_ptr<T, Space, decorated::yes>::pointer, pointer>);
	static_assert(std::is_same_v<decltype(std::declval<const pointer &>().get()), typename pointer::pointer>);
	static_assert(implicit<pointer, multi_ptr<T, Space, decorated::yes>> && implicit<pointer, multi_ptr<T, Space, decorated::no>>);
	static_assert(implicit<pointer, multi_ptr<const void, Space, Decorated>>);
	static_assert(std::is_void_v<T> || std::is_const_v<T> || implicit<pointer, multi_ptr<void, Space, Decorated>>);
	static_assert(!std::is_const_v<T> || !std::is_constructible_v<multi_ptr<void, Space, Decorated>, pointer>);
	/* A pointer to void is given only when asked for. */
	static_assert(std::is_constructible_v<typename pointer::pointer, pointer> && std::is_void_v<T> == !std::is_convertible_v<pointer, typename pointer::pointer>);
	static_assert(std::is_trivially_copyable_v<pointer> && is_device_copyable_v<pointer>);
	if constexpr (!std::is_void_v<T>) {
		static_assert(std::is_same_v<remove_decoration_t<typename pointer::reference>, T &>);
		static_assert(std::is_same_v<typename pointer::iterator_category, std::random_access_iterator_tag>);
		static_assert(implicit<pointer, multi_ptr<const T, Space, Decorated>>);
		static_assert(std::is_same_v<decltype(std::declval<const pointer &>().get_raw()), T *>);
		static_assert(only_explicit<multi_ptr<const void, Space, Decorated>, multi_ptr<const T, Space, Decorated>>);
	}
	return true;
}

template <typename T, address_space Space>
constexpr bool decorations()
{
	return types<T, Space, decorated::yes>() && types<T, Space, decorated::no>() && types<const T, Space, decorated::yes>() && types<const T, Space, decorated::no>();
}

template <typename T, address_space Space, decorated From, decorated To>
constexpr bool generic()
{
	using whole = multi_ptr<T, address_space::generic_space, To>;
	using part = multi_ptr<T, Space, From>;

	static_assert(implicit<part, whole> && std::is_assignable_v<whole &, part>);
	static_assert(only_explicit<whole, part> && only_explicit<whole, multi_ptr<const T, Space, From>>);
	static_assert(Space == address_space::global_space || !std::is_constructible_v<multi_ptr<T, address_space::global_space, To>, part>);
	return true;
}

template <typename T>
constexpr bool spaces()
{
	static_assert(decorations<T, address_space::global_space>() && decorations<T, address_space::local_space>()
		&& decorations<T, address_space::private_space>() && decorations<T, address_space::generic_space>());
	static_assert(generic<T, address_space::global_space, decorated::yes, decorated::no>() && generic<T, address_space::local_space, decorated::no, decorated::yes>()
		&& generic<T, address_space::private_space, decorated::yes, decorated::yes>());
	return true;
}

struct pair_of {
	int a, b;
};

static_assert(spaces<int>() && spaces<char>() && spaces<double>() && spaces<half>() && spaces<float4>() && spaces<pair_of>() && spaces<int *>());
static_assert(decorations<void, address_space::global_space>() && decorations<void, address_space::local_space>() && decorations<void, address_space::generic_space>());

template <typename Accessor, typename T>
constexpr bool deduced = std::is_same_v<decltype(multi_ptr(std::declval<Accessor>())), multi_ptr<T, address_space::global_space, decorated::no>>;
static_assert(deduced<accessor<int, 2, access_mode::read>, const int> && deduced<accessor<int, 3, access_mode::write>, int> && deduced<accessor<char>, char>);
static_assert(std::is_same_v<decltype(multi_ptr(std::declval<local_accessor<float, 2>>())), multi_ptr<float, address_space::local_space, decorated::no>>);

int main()
{
	queue q;
	pair_of *const p = malloc_shared<pair_of>(4, q);
	bool *const right = malloc_shared<bool>(12, q);

	for (int i = 0; i < 4; i++)
		p[i] = { i, -i };
	q.submit([&](handler &h) {
		local_accessor<int> l(4, h);

		h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
			const int me = int(it.get_local_id(0));
			int own = me + 100;
			const auto global = address_space_cast<address_space::global_space, decorated::yes>(p);
			const multi_ptr<int, address_space::local_space, decorated::no> local(l);
			const auto mine = address_space_cast<address_space::private_space, decorated::no>(&own);
			multi_ptr<int, address_space::generic_space, decorated::no> any(l);

			any[me] = me * 2;
			group_barrier(it.get_group());
			right[me] = local[(me + 1) % 4] == (me + 1) % 4 * 2 && (global + me)->b == -me && *mine == me + 100;
			any = mine;
			right[4 + me] = *any == own && static_cast<decltype(mine)>(any) == mine && static_cast<multi_ptr<const int, address_space::private_space, decorated::yes>>(any).get_raw() == &own;
			auto walk = global;
			++walk, walk++, walk += 1, --walk;
			const multi_ptr<void, address_space::global_space, decorated::yes> nothing = walk;
			const multi_ptr<const void, address_space::global_space, decorated::yes> less = nothing;
			right[8 + me] = walk->a == 2 && (walk - 1)->a == 1 && walk - global == 2 && walk > global && nothing == walk && less != nullptr
				&& (*static_cast<multi_ptr<pair_of, address_space::global_space, decorated::yes>>(nothing)).b == -2 && nullptr < nothing;
		});
	}).wait();
	for (int i = 0; i < 12; i++)
		check(right[i]);
	free(p, q), free(right, q);
	return done();
}
