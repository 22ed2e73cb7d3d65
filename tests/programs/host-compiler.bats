# -fsycl-host-compiler, and what dependency files and compilation databases say of SYCL sources.
load ../helper

programs=$inputs/driver

@test "g++ compiles the host code, of one run and of objects, without warnings, and with --coverage" {
	sycl-cc -fsycl-host-compiler=g++ -O1 -Wall -Wextra -Wpedantic -Werror -c "$programs/use-square.cpp"
	readelf -p .comment use-square.o | grep -q 'GCC:'
	run -1 grep -q clang <(readelf -p .comment use-square.o)
	sycl-cc -fsycl-host-compiler=g++ -O1 --coverage use-square.o "$programs/square.cpp" -o p
	run -0 ./p
	[ "$output" = 49 ]
	[ -s p-square.gcda ]
	sycl-image --json list p | jq -r '.[].kernels[].demangled' | grep -q square_on_device
}

@test "g++ finds kernels without names, with any number of lambdas around them" {
	lambdas=$inputs/sycl/lambdas
	sycl-cc -fsycl-host-compiler=g++ -fsycl-targets=x86_64 -Wall -Wextra -Wpedantic -Werror "$lambdas"/[ab].cpp -o p
	run -0 ./p
	[ "$output" = '1 2 3 4 5 6 7 8 1108 1109' ]
}

@test "constructors of global objects launch kernels in host code of g++" {
	cat > global.cpp <<- 'END'
		#include <sycl/sycl.hpp>
		struct global {
			int *p;
			global()
			{
				sycl::queue q;
				p = sycl::malloc_shared<int>(4, q);
				q.parallel_for(4, [p = p](auto i) { p[i] = int(i) * 3; }).wait();
			}
		} first;
		int main() { return first.p[3] != 9; }
	END
	sycl-cc -fsycl-host-compiler=g++ global.cpp -o global
	./global
}

@test "lambdas that initialize static variables hold kernels, and are parts of them, in host code of g++" {
	cat > variables.cpp <<- 'END'
		#include <sycl/sycl.hpp>
		template <typename F>
		static int third(F f)
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(4, q), value;
			q.parallel_for(4, [=](sycl::id<1> i) { p[i] = f(int(i[0])); }).wait();
			value = p[3];
			sycl::free(p, q);
			return value;
		}
		constexpr auto square = [](int x) { return x * x; };
		static const auto launch = [](sycl::queue q, int *p) { q.single_task([=] { *p = 5; }).wait(); };
		static int early = [] {
			int value = 0;
			sycl::buffer<int> b(&value, 1);
			sycl::queue().submit([&](sycl::handler &h) {
				sycl::accessor a(b, h);
				h.parallel_for(1, [=](sycl::id<1> i) { a[i] = 7; });
			});
			return sycl::host_accessor(b)[0];
		}();
		#ifdef TWO
		constexpr auto cube = [](int x) { return x * x * x; };
		#endif
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			launch(q, p);
		#ifdef TWO
			third(cube);
		#endif
			return third(square) != 9 || *p != 5 || early != 7;
		}
	END
	sycl-cc -fsycl-host-compiler=g++ -fsycl-targets=x86_64 -Wall -Wextra -Werror variables.cpp -o variables
	./variables
	# Which of two is which g++'s names do not say.
	sycl-cc -fsycl-host-compiler=g++ -fsycl-targets=x86_64 -DTWO variables.cpp -o variables
	run -134 ./variables
	[[ $output == *'counts the kernels of a function otherwise than the device pass; name kernel '* ]]
}

@test "constants that g++ copies into a kernel where clang does not are refused, also where both objects have one size" {
	for target in x86_64 spir64; do
		sycl-cc -fsycl-host-compiler=g++ "-fsycl-targets=$target" -O1 -Wall -Wextra "$programs/captures.cpp" -o p
		run -0 ./p
		[ "$output" = right ] || { echo "$target: $output"; return 1; }
	done
}

@test "-fsycl-host-compiler-options go to that compiler and to nothing else" {
	cat > words.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#ifdef __SYCL_DEVICE_ONLY__
		#ifdef WORDS
		#error the device pass sees it too
		#endif
		#else
		static_assert(sizeof WORDS == 4, "three letters");
		#endif
		void f(sycl::queue &q) { q.single_task<class k>([] {}); }
	END
	sycl-cc -fsycl-host-compiler=g++ '-fsycl-host-compiler-options=-DWORDS="\"a b\"" -O1' -c words.cpp
}

@test "the lines of -### with another host compiler give the same bytes" {
	mkdir a
	sycl-cc -fsycl-host-compiler=g++ -O1 "$programs/square.cpp" "$programs/use-square.cpp" -o p
	(cd a && sycl-cc '-###' -fsycl-host-compiler=g++ -O1 "$programs/square.cpp" "$programs/use-square.cpp" -o p | sh)
	cmp p a/p
}

@test "a host compiler that is not there is one error" {
	run -1 sycl-cc -fsycl-host-compiler=no-such-compiler -c "$programs/square.cpp"
	[ "$output" = "sycl-cc: error: cannot find the host compiler 'no-such-compiler'" ]
}

@test "-fsycl-host-only compiles the host pass alone" {
	small_headers
	sycl-cc -O1 -fsycl-host-only -c "$programs/square.cpp"
	[ "$(object-unpack square.o | wc -l)" -eq 1 ]
	nm -C square.o | grep -q 'T square_on_device'
}

@test "dependency files name real files only, under the names that clang++ gives them" {
	small_headers
	cp "$programs/square.cpp" .
	for options in '-MD -c' '-MMD -MP -MQ t$ -c' '-MF my.d -MD -c -o x.o'; do
		rm -f ./*.d
		# shellcheck disable=SC2086 # words
		sycl-cc -O1 $options square.cpp
		cat ./*.d > ours
		names=$(ls ./*.d)
		rm -f ./*.d
		# shellcheck disable=SC2086 # words
		"$LLVM_BIN/clang++" -O1 -fsycl -fsycl-host-only -w -isystem "$root/include" -D__SYCL_CC__ $options square.cpp || return 1
		[ "$names" = "$(ls ./*.d)" ] || { echo "$options: $names"; return 1; }
		diff ours <(cat ./*.d) || return 1
	done
	unset CPATH
	sycl-cc -O1 -fsycl-host-compiler=g++ -MD -c square.cpp
	[[ $(head -n 1 square.d) == 'square.o: square.cpp '* ]]
	run -1 grep -F -e "${TMPDIR:-/tmp}/sycl-cc" square.d
}

@test "-MJ appends an entry that plain clang compiles by" {
	small_headers
	cp "$programs/square.cpp" .
	sycl-cc -O1 -MJ db.json -c square.cpp
	sed '$s/,$//' db.json | jq -r '.file, .output, .directory' | diff - <(printf 'square.cpp\nsquare.o\n%s\n' "$PWD")
	eval "set -- $(sed '$s/,$//' db.json | jq -r '.arguments | map("\u0027" + . + "\u0027") | join(" ")')"
	rm square.o
	"$@"
	[ -s square.o ]
}

@test "kernels of every sort of name are found by g++ as by clang" {
	cat > k.cpp <<-'END'
		#include <cstdio>
		#include <sycl/sycl.hpp>
		namespace { struct add { int *p; int k; void operator()(sycl::id<1> i) const { p[i] += k; } }; }
		namespace n { class named; template <typename T> class of; }
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(4, q);
			for (int i = 0; i < 4; i++)
				p[i] = i;
			q.submit([&](sycl::handler &h) { h.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] *= 2; }); }).wait();
			q.parallel_for(sycl::range<1>(4), add{p, 3}).wait();
			q.parallel_for<n::named>(sycl::range<1>(4), [=](sycl::id<1> i) { p[i] += 1; }).wait();
			q.parallel_for<n::of<int>>(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> i) { p[i.get_global_id(0)] += 1; }).wait();
			auto generic = [=](auto x) { p[0] += int(x); };
			q.single_task([=] { generic(2.0f); }).wait();
			std::printf("%d %d\n", p[0], p[3]);
		}
	END
	sycl-cc -O1 -fsycl-host-compiler=g++ k.cpp -o k
	run -0 ./k
	[ "$output" = '7 11' ]
}

@test "kernel properties of one value and of several compile with g++ as with clang" {
	cat > k.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		struct kernel {
			int *p;
			template <int Dimensions>
			void operator()(sycl::nd_item<Dimensions> it) const { p[it.get_global_linear_id()] = it.get_local_linear_id(); }
			auto get(ext::properties_tag) const { return ext::properties{ ext::device_has<sycl::aspect::cpu> }; }
		};
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(16, q);
			q.parallel_for(sycl::nd_range<1>(16, 8), ext::properties{ ext::work_group_size<8>, ext::max_work_group_size<64>,
				ext::work_group_size_hint<8> }, kernel{ p }).wait();
			std::printf("%d ", p[13]);
			q.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 2 }), ext::properties{ ext::work_group_size<2, 2>, ext::max_work_group_size<8, 8>,
				ext::work_group_size_hint<2, 2> }, kernel{ p }).wait();
			std::printf("%d\n", p[13]);
		}
	END
	for options in '' '-fsycl-host-compiler=g++'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -O1 -fsycl-targets=x86_64 $options k.cpp -o k || return 1
		run -0 ./k
		[ "$output" = '5 3' ] || return 1
	done
}
