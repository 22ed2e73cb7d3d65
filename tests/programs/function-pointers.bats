# Calls through pointers to functions in device code (-fsycl-allow-func-ptr).
load ../helper

@test "device code calls through pointers: tables, members, lambdas, variants, in memory and of other translation units" {
	for options in '-O2 -fsycl-targets=x86_64' '-O0 -g -fsycl-targets=spir64'; do
		# shellcheck disable=SC2086 # words
		set -- -std=c++17 -Wall -Wextra -Werror -fsycl-allow-func-ptr $options
		sycl-cc "$@" -DOTHER_UNIT -c "$inputs/sycl/function-pointers.cpp" -o other.o || return 1
		sycl-cc "$@" "$inputs/sycl/function-pointers.cpp" other.o -o p || return 1
		run -0 ./p || { echo "$options: $output"; return 1; }
		[ "$output" = '0 wrong' ] || { echo "$options: $output"; return 1; }
	done
}

@test "constant tables of pointers to members are called in native code and in SPIR-V" {
	cat > members.cpp <<-'END'
		#include <cstdio>
		#include <sycl/sycl.hpp>
		struct pair {
			long a, b;
			long add() const { return a + b; }
			long mul() const { return a * b; }
		};
		static constexpr long (pair::*table[])() const = {&pair::add, &pair::mul};
		int main()
		{
			sycl::queue q;
			long *out = sycl::malloc_shared<long>(8, q);
			q.parallel_for(8, [=](sycl::id<1> i) { out[i] = (pair{long(i[0]), 3}.*table[i[0] & 1])(); }).wait();
			for (int i = 0; i < 8; i++)
				std::printf("%ld ", out[i]);
		}
	END
	for target in x86_64 spir64; do
		sycl-cc -fsycl-allow-func-ptr -fsycl-targets=$target -O2 members.cpp -o p
		run -0 ./p
		[ "$output" = '3 3 5 9 7 15 9 21 ' ] || { echo "$target: $output"; return 1; }
	done
}

@test "a pointer to a function is cast to void * and back: in tables, at run time, and compared" {
	cat > casts.cpp <<-'END'
		#include <cstdio>
		#include <sycl/sycl.hpp>
		static double square(double a) { return a * a; }
		static double minus(double a) { return -a; }
		struct entry { const char *name; const void *address; };
		static const entry table[] = {{"square", (const void *)square}, {"minus", (const void *)minus}};
		static void *pick(bool some) { return some ? (void *)square : nullptr; }
		using function = double (*)(double);
		int main()
		{
			sycl::queue q;
			double *out = sycl::malloc_shared<double>(16, q);
			q.parallel_for(8, [=](sycl::id<1> id) {
				const unsigned i = unsigned(id[0]);
				const entry *e = &table[i % 2];
				void *known = (void *)square, *stored[] = {known, nullptr};
				function back = (function)e->address, *inside = (function *)&stored[0];
				const void *again = (const void *)back;
				// neither is a cast: a text keeps what it says
				const char *text = "%1 = bitcast ptr %0 to ptr addrspace(4) bitcast (ptr @f)";
				out[i] = ((function)e->address)(i) + (again == e->address) * 100 + (again == known) * 1000;
				out[i + 8] = (pick(i & 1) ? (function)pick(true) : *inside)(i + 1) + text[i];
			}).wait();
			for (int i = 0; i < 16; i++)
				std::printf("%g ", out[i]);
		}
	END
	expected='1100 99 1104 97 1116 95 1136 93 38 53 41 77 57 134 154 180 '
	for options in '-O2 -fsycl-targets=x86_64' '-O0 -g -fsycl-targets=x86_64' '-O2 -fsycl-targets=spir64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -fsycl-allow-func-ptr $options casts.cpp -o p
		run -0 ./p
		[ "$output" = "$expected" ] || { echo "$options: $output"; return 1; }
	done
}

# What no number stands for is not called.
@test "a function of the host, a virtual one and a circle of calls through pointers fail an assertion" {
	cat > x.cpp <<-'END'
		#include <cstdlib>
		#include <sycl/sycl.hpp>
		int first(int x);
		int twice(int x) { return 2 * x; }
		int thrice(int x) { return 3 * x; }
		int second(int x) { int (*f)(int) = first; return x > 3 ? x : f(x + 1); }
		int first(int x) { int (*f)(int) = second; return x > 3 ? x : f(x + 1); }
		struct shape {
			virtual int area(int x) const { return x; }
			int edge(int x) const { return 4 * x; }
			int corner(int x) const { return x + 4; }
		};
		struct box : shape { int area(int x) const override { return x * x; } };
		int main(int, char **argv)
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q), which = std::atoi(argv[1]);
			int (*host)(int) = thrice;
			*p = which;
			if (which < 2)
				q.single_task([=] { int (*f)(int) = *p ? twice : host; *p = f(3); }).wait();
			else if (which < 4)
				q.single_task([=] { int (*f)(int) = *p == 2 ? twice : first; *p = f(1); }).wait();
			else
				q.single_task([=] {
					box b;
					int (shape::*f)(int) const = *p == 4 ? &shape::edge : *p == 5 ? &shape::corner : &shape::area;
					*p = (b.*f)(3);
				}).wait();
			std::printf("%d\n", *p);
		}
	END
	for target in x86_64 spir64; do
		sycl-cc -w "-fsycl-targets=$target" -fsycl-allow-func-ptr x.cpp -o x || return 1
		for wanted in '1 6' '2 2' '4 12' '5 7'; do
			run -0 ./x "${wanted% *}" || return 1
			[ "$output" = "${wanted#* }" ] || { echo "$target: $wanted, not $output"; return 1; }
		done
		for which in 0 6; do
			run -134 ./x "$which" || return 1
			[[ $output == *'Assertion `the pointer is to a function of this type whose address device code takes'\'' failed.'* ]] || return 1
		done
		run -134 ./x 3 || return 1
		[[ $output == *'Assertion `functions that are called through pointers do not call each other in a circle'\'' failed.'* ]] || return 1
	done
}

@test "a kernel has the aspects of what its pointers may call, and work-groups meet in such functions" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		using function = int (*)(sycl::nd_item<1>, int *);
		int shift(sycl::nd_item<1> i, int *l)
		{
			auto n = static_cast<int>(i.get_local_id(0));
			l[n] = n;
			sycl::group_barrier(i.get_group());
			return l[(n + 1) % i.get_local_range(0)];
		}
		int total(sycl::nd_item<1> i, int *)
		{
			return static_cast<int>(sycl::reduce_over_group(i.get_group(), static_cast<double>(i.get_local_id(0)), sycl::plus<>()));
		}
		constexpr function table[] = { shift, total };
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(64, q), wrong = 0;
			for (int which = 0; which < 2; which++) {
				q.submit([&](sycl::handler &h) {
					sycl::local_accessor<int> l(16, h);
					h.parallel_for<class called>(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> i) {
						p[i.get_global_id(0)] = table[which](i, &l[0]);
					});
				}).wait();
				for (int i = 0; i < 64; i++)
					wrong += p[i] != (which ? 120 : (i % 16 + 1) % 16);
			}
			q.parallel_for<class plain>(64, [=](sycl::id<1> i) { p[i] = 0; }).wait();
			return wrong;
		}
	END
	for target in x86_64 spir64; do
		sycl-cc "-fsycl-targets=$target" -fsycl-allow-func-ptr x.cpp -o x || return 1
		./x || return 1
	done
	sycl-image --json list x | jq -r '.[] | "\(.requirements.aspects | join(",")) \(.kernels | map(.name) | join(","))"' > got
	cat got
	grep -q '^fp64 .*called' got
	grep -q '^ .*plain' got
}

@test "without -fsycl-allow-func-ptr such a call is an error that names the option, and -fno-sycl-allow-func-ptr takes it back" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int twice(int x) { return 2 * x; }
		int half(int x) { return x / 2; }
		void f(sycl::queue q, int *p) { q.single_task([=] { int (*f)(int) = *p ? twice : half; *p = f(3); }); }
	END
	for options in '' '-fsycl-allow-func-ptr -fno-sycl-allow-func-ptr'; do
		# shellcheck disable=SC2086 # words
		run -1 sycl-cc $options -c x.cpp -o x.o
		[[ $output == *"x.cpp:4:"*"calls through a pointer to a function, which device code must not"* ]] || return 1
		[[ $output == *"note: '-fsycl-allow-func-ptr' lets it call functions whose address device code takes"* ]] || return 1
	done
	sycl-cc -fsycl-enable-function-pointers -c x.cpp -o x.o
}
