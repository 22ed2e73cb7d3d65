#include "external.hpp"

static const int numbers[] = { 9, 10 };

extern SYCL_EXTERNAL int after_extern() { return 1; }
int before_extern() { return 2; }
extern "C" SYCL_EXTERNAL int after_linkage() { return 3; }
SYCL_EXTERNAL extern "C" int before_linkage() { return 4; }
int in_linkage() { return 5; }
int SYCL_EXTERNAL after_type() { return 6; }
int behind_parameters() SYCL_EXTERNAL { return 7; }
auto trailing(int n) -> int { return n; }
const int SYCL_EXTERNAL *after_const_type() { return &numbers[0]; }
const int *after_pointer() { return numbers + 1; }
unsigned long in_type() { return 11; }
int after_attribute() { return 12; }
int before_attribute() { return 15; }
int after_gnu_attribute() { return 16; }
box<box<int>> after_arguments(int (&)[size > 0]) { return { { 17 } }; }
int SYCL_EXTERNAL outer::inner::in_namespace() { return 18; }
int after_decltype() { return 19; }

holder::holder(int n) : x(n) {}
int holder::after_static() { return 20; }
int SYCL_EXTERNAL holder::before_static() { return 21; }
int holder::member() const { return x + 1; }
int holder::operator()(int n) const { return x + n; }
int holder::hidden() const { return x + 3; }

int SYCL_EXTERNAL sum(pair p) { return p.a + p.b; }
template <typename T> SYCL_EXTERNAL T doubled(T x) { return x + x; }
template SYCL_EXTERNAL int doubled<int>(int);
