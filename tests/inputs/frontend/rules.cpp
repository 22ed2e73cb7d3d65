#include "mini.hpp"

struct object { virtual int get(int); int (*pointer)(int); long double wide; };
struct built { built(); int x; };
static int written, table[3] = { 1, 2, 3 };
const int read_only = 3;

void throws(int n) { if (n) throw n; }
int *allocates(int n) { return new int(n); }
void frees(int *p) { delete p; }
int calls_virtual(object *o) { return o->get(1); }
int calls_pointer(object *o) { return o->pointer(1); }
int recurses(int n) { return n ? recurses(n - 1) : 0; }
int odd(int n);
int even(int n) { return n ? odd(n - 1) : 1; }
int odd(int n) { return n ? even(n - 1) : 0; }
void writes() { written++; }
int reads(const int *p) { return p[1]; }
int makes_static() { static built b; return b.x; }
long wide_integer(long n) { _BitInt(200) x = n; x *= n; return (long)(x >> 64); }
double long_double(object *o) { return o->wide; }
void assembly() { asm volatile("nop"); }
int variable_length(int n) { int a[n]; a[n - 1] = n; return a[0]; }
int variable_arguments(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n += __builtin_va_arg(l, int); __builtin_va_end(l); return n; }
thread_local int per_thread;
int thread_local_variable() { return per_thread; }
struct derived : object { int y; };
int casts(object *o) { return dynamic_cast<derived *>(o)->y; }
void lawful(int *p) { int local = read_only; *p = local; }
void not_reached() { throw 1; }

int chain(int n) { throws(n); return n; }

int main()
{
	object *o = nullptr;
	int *p = nullptr;
	launch<class one>([=] { chain(1); frees(allocates(2)); lawful(p); });
	launch<class two>([=] { calls_virtual(o); calls_pointer(o); recurses(3); even(4); writes(); });
	launch<class three>([=] {
		makes_static();
		wide_integer(5);
		long_double(o);
		assembly();
		variable_length(6);
		variable_arguments(7);
		casts(o);
		thread_local_variable();
		reads(table);
		chain(8);
	});
}
