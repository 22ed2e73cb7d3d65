// SYCL_EXTERNAL among the specifiers of a declaration, in front of and behind each.
#ifndef EXTERNAL_HPP
#define EXTERNAL_HPP

#include <sycl/sycl.hpp>

#define EVERYWHERE SYCL_EXTERNAL

extern SYCL_EXTERNAL int after_extern();
SYCL_EXTERNAL extern int before_extern();
extern "C" SYCL_EXTERNAL int after_linkage();
SYCL_EXTERNAL extern "C" int before_linkage();
extern "C" { int SYCL_EXTERNAL in_linkage(); }
int SYCL_EXTERNAL after_type();
int behind_parameters() SYCL_EXTERNAL;
auto EVERYWHERE trailing(int) -> int;
const int SYCL_EXTERNAL *after_const_type();
const int * EVERYWHERE after_pointer();
unsigned SYCL_EXTERNAL long in_type();
[[nodiscard]] SYCL_EXTERNAL int after_attribute();
SYCL_EXTERNAL [[nodiscard]] int before_attribute();
__attribute__((noinline)) extern SYCL_EXTERNAL int after_gnu_attribute();
inline SYCL_EXTERNAL int after_inline() { return 13; }
EVERYWHERE inline int before_inline() { return 14; }
template <typename T> struct box { T t; };
static constexpr int size = 1;
extern box<box<int>> SYCL_EXTERNAL after_arguments(int (&)[size > 0]);
namespace outer { namespace inner { int SYCL_EXTERNAL in_namespace(); } }
extern decltype(size + 1) SYCL_EXTERNAL after_decltype();

struct holder {
	int x;
	explicit SYCL_EXTERNAL holder(int x);
	static SYCL_EXTERNAL int after_static();
	SYCL_EXTERNAL static int before_static();
	int SYCL_EXTERNAL member() const;
	int SYCL_EXTERNAL operator()(int) const;
	inline constexpr SYCL_EXTERNAL int after_constexpr() const { return x; }
private:
	friend struct other;
	int SYCL_EXTERNAL hidden() const;
};
struct pair {
	int a, b;
	friend SYCL_EXTERNAL int sum(pair p);
};
SYCL_EXTERNAL int sum(pair p);
template <typename T> SYCL_EXTERNAL T doubled(T x);
extern template SYCL_EXTERNAL int doubled<int>(int);

struct other {
	static int show(const holder &h) { return h.hidden(); }
};

#endif
