/* SYCL 2020, 4.5, 4.8, 4.12, 4.13, 4.16: common rules, USM, exceptions, backends, streams, device copyable types, span, kernel handles. */
#include <sycl/sycl.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>
#include "../check.hpp"

static_assert(SYCL_LANGUAGE_VERSION >= 202012L && SYCL_FEATURE_SET_FULL == 1 && SYCL_DEVICE_COPYABLE == 1);

/* --- reference semantics and properties --- */

template <typename T>
constexpr bool is_reference_class = std::is_copy_constructible_v<T> && std::is_move_constructible_v<T> && std::is_copy_assignable_v<T>
	&& std::is_move_assignable_v<T> && std::is_destructible_v<T> && std::is_same_v<decltype(std::declval<const T &>() == std::declval<const T &>()), bool>
	&& std::is_same_v<decltype(std::declval<const T &>() != std::declval<const T &>()), bool>
	&& std::is_same_v<decltype(std::hash<T>()(std::declval<const T &>())), std::size_t>;
static_assert(is_reference_class<sycl::platform> && is_reference_class<sycl::device> && is_reference_class<sycl::context> && is_reference_class<sycl::queue>);
static_assert(is_reference_class<sycl::event> && is_reference_class<sycl::buffer<int, 2>> && is_reference_class<sycl::accessor<int>>);
static_assert(is_reference_class<sycl::host_accessor<int>> && is_reference_class<sycl::local_accessor<int>> && is_reference_class<sycl::stream>);
static_assert(is_reference_class<sycl::kernel> && is_reference_class<sycl::kernel_id> && is_reference_class<sycl::kernel_bundle<sycl::bundle_state::input>>);
static_assert(is_reference_class<sycl::device_image<sycl::bundle_state::executable>>);
static_assert(sycl::is_property_v<sycl::property::reduction::initialize_to_identity> && !sycl::is_property_v<sycl::queue>);

/* --- device copyable --- */

struct own {
	own(const own &other) : n(other.n) {}
	int n;
};
template <>
struct sycl::is_device_copyable<own> : std::true_type {};
struct never {
	never(const never &) {}
};
template <typename... T>
constexpr bool copyable = (sycl::is_device_copyable_v<T> && ...);
static_assert(copyable<int, const int, int[3], own, const own, own[2], std::array<own, 2>, std::array<never, 0>, std::pair<int, own>, std::tuple<own, int>, std::tuple<>>);
static_assert(copyable<std::optional<own>, const std::optional<int>, std::variant<int, own>, std::variant<std::monostate>, std::string_view, sycl::span<int>, sycl::span<never, 3>>);
static_assert(!copyable<never> && !copyable<std::pair<int, never>> && !copyable<std::optional<never>> && !copyable<std::variant<int, never>> && !copyable<std::string>);
static_assert(!copyable<std::array<never, 1>> && copyable<const std::pair<int, own>, volatile int, sycl::id<2>, sycl::range<1>, sycl::marray<int, 3>, sycl::half>);

/* --- backends --- */

template <sycl::backend B, typename T, typename = void>
constexpr bool has_native = false;
template <sycl::backend B, typename T>
constexpr bool has_native<B, T, std::void_t<sycl::backend_return_t<B, T>>> = true;
static_assert(!has_native<sycl::backend::ext_sycl_cc_cpu, sycl::queue>);
static_assert(std::is_same_v<sycl::errc_for<sycl::backend::ext_sycl_cc_cpu>, sycl::backend_traits<sycl::backend::ext_sycl_cc_cpu>::errc>);

/* --- exceptions --- */

void exceptions()
{
	sycl::context c;
	const std::error_code code = sycl::make_error_code(sycl::errc::kernel_argument);
	const sycl::exception e1(code, std::string("one")), e2(code, "two"), e3(code), e4(5, sycl::sycl_category(), std::string("four")),
		e5(5, sycl::sycl_category(), "five"), e6(5, sycl::sycl_category()), e7(c, code, std::string("seven")), e8(c, code, "eight"), e9(c, code),
		e10(c, 5, std::generic_category(), std::string("ten")), e11(c, 5, sycl::sycl_category(), "eleven"), e12(c, 5, sycl::sycl_category());
	const sycl::exception copy(e7);

	check(std::string(e1.what()).find("one") != std::string::npos && std::string(e2.what()).find("two") != std::string::npos);
	check(e3.code() == sycl::errc::kernel_argument && e3.category() == sycl::sycl_category() && !e3.has_context());
	check(e4.code().value() == 5 && e10.category() == std::generic_category() && e11.get_context() == c && e12.has_context());
	check(copy.get_context() == c && std::string(copy.what()).find("seven") != std::string::npos && e8.has_context() && e9.has_context());
	check(std::string(e6.what()) == e6.what() && std::string(e5.what()).find("five") != std::string::npos);
	try {
		(void)e1.get_context();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
	static_assert(std::is_error_code_enum_v<sycl::errc> && std::is_nothrow_copy_constructible_v<sycl::exception> && std::is_base_of_v<std::exception, sycl::exception>);
	static_assert(noexcept(e1.code()) && noexcept(e1.category()) && noexcept(e1.has_context()) && noexcept(e1.what()) && noexcept(sycl::sycl_category()));
	using enum_t = sycl::errc;
	const enum_t all[] = { enum_t::success, enum_t::runtime, enum_t::kernel, enum_t::accessor, enum_t::nd_range, enum_t::event, enum_t::kernel_argument,
		enum_t::build, enum_t::invalid, enum_t::memory_allocation, enum_t::platform, enum_t::profiling, enum_t::feature_not_supported,
		enum_t::kernel_not_supported, enum_t::backend_mismatch };
	for (enum_t each : all)
		check((static_cast<int>(each) == 0) == (each == enum_t::success) && !sycl::make_error_code(each).message().empty());
	check(std::string(sycl::sycl_category().name()) == "sycl");
	static_assert(std::is_same_v<sycl::exception_list::value_type, std::exception_ptr> && std::is_same_v<sycl::exception_list::size_type, std::size_t>);
}

/* --- USM --- */

void usm()
{
	using sycl::usm::alloc;
	sycl::queue q;
	const sycl::device d = q.get_device();
	const sycl::context c = q.get_context();
	const sycl::property_list none;
	const auto is = [&](void *p, alloc kind, std::size_t alignment) {
		const bool right = p && sycl::get_pointer_type(p, c) == kind && (kind == alloc::host || sycl::get_pointer_device(p, c) == d)
			&& reinterpret_cast<std::uintptr_t>(p) % alignment == 0;
		sycl::free(p, c);
		return right;
	};

#define KIND(NAME, ...) \
	check(is(sycl::malloc_##NAME(8, __VA_ARGS__), alloc::NAME, 1) && is(sycl::malloc_##NAME(8, __VA_ARGS__, none), alloc::NAME, 1)); \
	check(is(sycl::malloc_##NAME<double>(8, __VA_ARGS__), alloc::NAME, 8) && is(sycl::malloc_##NAME<double>(8, __VA_ARGS__, none), alloc::NAME, 8)); \
	check(is(sycl::aligned_alloc_##NAME(128, 8, __VA_ARGS__), alloc::NAME, 128) && is(sycl::aligned_alloc_##NAME(128, 8, __VA_ARGS__, none), alloc::NAME, 128)); \
	check(is(sycl::aligned_alloc_##NAME<int>(64, 8, __VA_ARGS__), alloc::NAME, 64) && is(sycl::aligned_alloc_##NAME<int>(64, 8, __VA_ARGS__, none), alloc::NAME, 64));
	KIND(device, q)
	KIND(device, d, c)
	KIND(shared, q)
	KIND(shared, d, c)
	KIND(host, q)
	KIND(host, c)
	for (alloc kind : { alloc::device, alloc::shared, alloc::host }) {
		check(is(sycl::malloc(8, d, c, kind), kind, 1) && is(sycl::malloc(8, q, kind, none), kind, 1) && is(sycl::malloc<double>(8, d, c, kind, none), kind, 8));
		check(is(sycl::malloc<double>(8, q, kind), kind, 8) && is(sycl::aligned_alloc(64, 8, d, c, kind), kind, 64) && is(sycl::aligned_alloc(64, 8, q, kind), kind, 64));
		check(is(sycl::aligned_alloc<int>(64, 8, d, c, kind), kind, 64) && is(sycl::aligned_alloc<int>(64, 8, q, kind, none), kind, 64));
	}
	check(sycl::get_pointer_type(&q, c) == alloc::unknown);
	using shared_allocator = sycl::usm_allocator<int, alloc::shared>;
	const shared_allocator a(q), b(c, d), e(q, none), f(c, d, none);
	const sycl::usm_allocator<char, alloc::shared> rebound(a);
	check(a == b && !(e != f) && a == rebound);
	std::vector<int, shared_allocator> v(100, 1, a), w(v);
	int *const p = v.data();
	q.parallel_for(100, [=](sycl::id<1> i) { p[i] += int(i); }).wait();
	check(v[99] == 100 && w[99] == 1 && sycl::get_pointer_type(p, c) == alloc::shared);
	sycl::usm_allocator<int, alloc::host, 256> aligned(q);
	int *const at = aligned.allocate(3);
	check(reinterpret_cast<std::uintptr_t>(at) % 256 == 0);
	aligned.deallocate(at, 3);
	static_assert(std::is_same_v<std::allocator_traits<shared_allocator>::rebind_alloc<float>, sycl::usm_allocator<float, alloc::shared>>);
	static_assert(!std::is_default_constructible_v<shared_allocator> && std::is_nothrow_copy_constructible_v<shared_allocator>);
}

/* --- span, kernel_handler, stream --- */

void spans()
{
	int array[4] = { 1, 2, 3, 4 };
	const std::vector<int> v{ 5, 6 };
	const sycl::span<int> s(array), part = s.subspan(1, 2);
	const sycl::span<const int> cs(v), of(s);
	const sycl::span<int, 4> fixed(array);

	check(s.size() == 4 && part[1] == 3 && cs.back() == 6 && of.front() == 1 && fixed.first<2>().size() == 2 && fixed.last(1)[0] == 4 && s.size_bytes() == 16);
	check(!s.empty() && sycl::span<int>().empty() && *s.rbegin() == 4 && s.end() - s.begin() == 4 && sycl::as_bytes(s).size() == 16 && fixed.subspan<1, 2>()[0] == 2);
	static_assert(sycl::span<int, 4>::extent == 4 && std::is_same_v<decltype(sycl::span(array)), sycl::span<int, 4>> && sycl::dynamic_extent == std::size_t(-1));
}

constexpr sycl::specialization_id<int> constant(4);

void streams(std::string &said)
{
	sycl::queue q;
	std::ostringstream text;
	std::streambuf *const old = std::cout.rdbuf(text.rdbuf());

	q.submit([&](sycl::handler &h) {
		sycl::stream out(1024, 256, h);
		h.set_specialization_constant<constant>(6);
		check(out.size() == 1024 && out.get_work_item_buffer_size() == 256 && out.get_size() == 1024 && out.get_max_statement_size() == 256);
		check(h.get_specialization_constant<constant>() == 6);
		h.parallel_for(sycl::nd_range<2>({ 1, 1 }, { 1, 1 }), [=](sycl::nd_item<2> i, sycl::kernel_handler k) {
			int n = 255;
			out << "a" << 'b' << n << sycl::hex << n << sycl::showbase << n << sycl::dec << sycl::noshowbase << sycl::oct << 8 << sycl::dec << sycl::showpos << 1
			    << sycl::noshowpos << 2u << true << sycl::endl;
			out << sycl::setprecision(3) << 1.5f << ' ' << sycl::scientific << 1.0 << ' ' << sycl::fixed << 2.0 << ' ' << sycl::hexfloat << 1.0f
			    << sycl::defaultfloat << ' ' << sycl::half(2.5f) << sycl::setw(4) << 7 << sycl::flush << sycl::endl;
			out << sycl::vec<int, 3>(1, 2, 3) << ' ' << sycl::id<2>(1, 2) << ' ' << sycl::range<1>(3) << ' ' << k.get_specialization_constant<constant>() << '\n';
			out << i.get_global_id() << i.get_nd_range() << i << i.get_group() << (sycl::address_space_cast<sycl::access::address_space::private_space,
				sycl::access::decorated::no>(&n) == nullptr) << sycl::endl;
			const sycl::multi_ptr<int, sycl::access::address_space::private_space, sycl::access::decorated::yes> none;
			out << none << ' ' << static_cast<const int *>(nullptr) << ' ' << -5L << ' ' << static_cast<signed char>(-1) << ' ' << static_cast<unsigned short>(9) << sycl::endl;
		});
	}).wait();
	std::cout.rdbuf(old);
	said = text.str();
}

int main()
{
	std::string said;

	exceptions();
	usm();
	spans();
	streams(said);
	check(said.substr(0, said.find('\n')) == "ab255ff0xff10+121" && said.find("1.5 1.000e+00 2.000 0x1p+0 2.5   7") != std::string::npos);
	check(said.find("1, 2, 3 {1, 2} {3} 6") != std::string::npos && said.find("0x0 0x0 -5") != std::string::npos);
	return done();
}
