# Virtual functions in kernels (doc/extensions.md).
load ../helper

# status: virtual-sets
@test "virtual calls call the functions of the kernel's sets, whose aspects alone count; others are refused or fail an assertion" {
	both ext-virtual
	cat > sets.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		struct doubles;
		struct base {
			virtual SYCL_EXT_ONEAPI_INDIRECTLY_CALLABLE_PROPERTY(doubles) int half(int x) const { return int(double(x) * 0.5); }
			virtual SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable) int one() const { return 1; }
		};
		#ifdef UNMARKED
		struct unmarked : base { int one() const override { return 2; } };
		#else
		using unmarked = base;
		#endif
		void f(sycl::queue q, base *p, int *r)
		{
			q.single_task([=] { new (p) unmarked; }).wait();
			q.single_task([=] { base b; (void)b; }).wait();
			q.single_task(ext::properties{ ext::calls_indirectly<> }, [=] [[sycl::device_has()]] { *r = p->one(); }).wait();
			q.single_task(ext::properties{ ext::calls_indirectly<doubles> }, [=] [[sycl::device_has(sycl::aspect::fp16)]] { *r = p->half(1); });
		#ifdef REFUSED
			q.single_task([=] { *r = p->one(); });
		#endif
		}
		int main()
		{
			sycl::queue q;
			f(q, sycl::malloc_shared<base>(1, q), sycl::malloc_shared<int>(1, q));
			q.wait();
		}
	END
	run -0 sycl-cc -std=c++23 sets.cpp -o sets
	[ "$(grep -c warning: <<< "$output")" -eq 1 ]
	[[ $output == *"uses aspect 'fp64' not listed in 'sycl::device_has'"*'base::half(int) const'* ]]
	./sets
	run -1 sycl-cc -std=c++23 -DREFUSED sets.cpp -o sets
	[ "$(grep -c 'error: .*calls a virtual function, which device code must not' <<< "$output")" -eq 1 ]
	sycl-cc -std=c++23 -DUNMARKED sets.cpp -o sets 2> warnings
	run -134 ./sets
	[[ $output == *'Assertion `the virtual function is in a set of the kernel'\'' failed.'* ]]
}

@test "virtual functions, objects and kernels may each be in a source file of its own, also in an archive" {
	cat > shape.hpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		#define CALLABLE SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable)
		struct others;
		struct shape {
			virtual CALLABLE int sides() const;	/* shape.cpp has its table */
			virtual CALLABLE double area() const = 0;
			virtual SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<others>) int plus(int x) const { return x + 1; }
			virtual void host() const;
		};
		struct square : shape {
			CALLABLE int sides() const override;
			CALLABLE double area() const override { return side * side; }
			SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<others>)
			int plus(int x) const override;
			double side = 3;
		};
		template <int N>
		struct regular : shape {
			CALLABLE int sides() const override;
			CALLABLE double area() const override { return N; }
		};
		template <int N>
		int regular<N>::sides() const { return N; }
		void make(sycl::queue q, shape **p, char *room);
		SYCL_EXTERNAL double total(const shape *s);
	END
	cat > shape.cpp <<-'END'
		#include "shape.hpp"
		#include <cstdio>
		int shape::sides() const { return 0; }
		void shape::host() const { std::puts("host"); }
		int square::sides() const { return 4; }
		int square::plus(int x) const { return x + 100; }
		double total(const shape *s) { return s->area() + 1000 * s->sides(); }
	END
	cat > make.cpp <<-'END'
		#include "shape.hpp"
		#include <new>
		namespace {
		struct local : shape {
			CALLABLE double area() const override { return 7; }
			CALLABLE int sides() const override { return 77; }
		};
		}
		void make(sycl::queue q, shape **p, char *room)
		{
			q.single_task([=] {
				p[0] = new (room) square;
				p[1] = new (room + 64) local;
				p[2] = new (room + 128) regular<6>;
			}).wait();
		}
	END
	cat > main.cpp <<-'END'
		#include "shape.hpp"
		#include <new>
		namespace {
		struct local : shape {
			CALLABLE double area() const override { return 8; }
			CALLABLE int sides() const override { return 88; }
		};
		}
		int main()
		{
			sycl::queue q;
			shape **p = sycl::malloc_device<shape *>(4, q);
			char *room = sycl::malloc_device<char>(256, q);
			double *r = sycl::malloc_shared<double>(8, q);
			int *o = sycl::malloc_shared<int>(4, q);
			make(q, p, room);
			q.single_task([=] { p[3] = new (room + 192) local; }).wait();
			q.parallel_for(4, ext::properties{ ext::assume_indirect_calls }, [=](sycl::id<1> i) {
				r[i] = p[i]->area() + 1000 * p[i]->sides();
				r[4 + i] = total(p[i]);
			}).wait();
			q.parallel_for(4, ext::properties{ ext::assume_indirect_calls_to<others> }, [=](sycl::id<1> i) { o[i] = p[i]->plus(int(i)); }).wait();
			for (int i = 0; i < 8; i++)
				std::printf("%g ", r[i]);
			std::printf("%d %d %d %d\n", o[0], o[1], o[2], o[3]);
		}
	END
	for source in shape make main; do
		sycl-cc -Wall -Wextra -Werror -c $source.cpp || return 1
	done
	ar rcs libshape.a shape.o make.o
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target main.o shape.o make.o -o all || return 1
		[ "$(./all)" = '4009 77007 6006 88008 4009 77007 6006 88008 100 2 3 4' ] || return 1
	done
	sycl-cc -fsycl-targets=x86_64 -fsycl-device-code-split=per_kernel main.o libshape.a -o all
	[ "$(./all)" = '4009 77007 6006 88008 4009 77007 6006 88008 100 2 3 4' ]
}

@test "objects of a polymorphic class are in kernels of several source files, of which one has its table" {
	cat > shape.hpp <<-'END'
		#include <sycl/sycl.hpp>
		struct shape { int n; shape(int x) : n(x) {} virtual int sides() const; };
		void other(sycl::queue q, int *r);
	END
	cat > other.cpp <<-'END'
		#include "shape.hpp"
		int shape::sides() const { return 1; }
		void other(sycl::queue q, int *r) { q.single_task([=] { shape s[] = { 1, 6 }; *r = s[*r].n; }).wait(); }
	END
	cat > main.cpp <<-'END'
		#include "shape.hpp"
		int main()
		{
			sycl::queue q;
			int *r = sycl::malloc_shared<int>(2, q);

			r[0] = r[1] = 1;
			q.single_task([=] { shape s[] = { 1, 5 }; *r = s[*r].n; }).wait();
			other(q, r + 1);
			return r[0] == 5 && r[1] == 6 ? 0 : 1;
		}
	END
	for target in spir64 x86_64; do
		sycl-cc -O0 -fsycl-targets=$target main.cpp other.cpp -o p
		./p
	done
}

@test "virtual functions that call each other in a circle are called once, then an assertion fails" {
	cat > circle.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		#define CALLABLE SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable)
		struct node { virtual CALLABLE int get() const { return 3; } };
		struct twice : node {
			explicit twice(const node *n) : of(n) {}
			CALLABLE int get() const override { return 2 * of->get(); }
			const node *of;
		};
		template <typename Function>
		struct applied : node {
			applied(Function f, const node *n) : function(f), of(n) {}
			CALLABLE int get() const override { return function(of->get()); }
			Function function;
			const node *of;
		};
		int main(int argc, char **)
		{
			sycl::queue q;
			int *r = sycl::malloc_shared<int>(3, q);
			q.single_task(ext::properties{ ext::assume_indirect_calls }, [=] {
				struct local : node { CALLABLE int get() const override { return 5; } };
				const auto negate = [](int x) { return -x; };
				const node three;
				const local five;
				const twice of_three(&three), of_five(&five), of_twice(&of_three);
				const applied<decltype(negate)> negative(negate, &three);
				const node *all[] = { &of_five, &negative, argc > 1 ? &of_twice : &of_three };
				for (int i = 0; i < 3; i++)
					r[i] = all[i]->get();
			}).wait();
			std::printf("%d %d %d\n", r[0], r[1], r[2]);
		}
	END
	sycl-cc -fsycl-targets=x86_64 circle.cpp -o circle
	[ "$(./circle)" = '10 -3 6' ]
	run -134 ./circle again
	[[ $output == *'twice::get() const: Assertion `virtual functions do not call each other in a circle'\'' failed.'* ]]
}
