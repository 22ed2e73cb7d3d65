# Specialization constants of every type, through everything that can compile them.
load ../helper

program=$BATS_TEST_DIRNAME/../inputs/sycl/spec/types.cpp

@test "constants of every type as plain C++, with g++ and with clang" {
	g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$root/include" "$program" -o p -L"$BUILD/lib" -lsycl-cc-rt -Wl,-rpath,"$BUILD/lib"
	run -0 ./p
	[ "$output" = right ]
	sycl-cc -fno-sycl "$program" -o q
	run -0 ./q
	[ "$output" = right ]
}

@test "constants of every type are valid SPIR-V of both producers, at -O0 and -O3" {
	for via in backend llvm-spirv; do
		for level in -O0 -O3; do
			sycl-cc "$level" "--spirv-via=$via" "-save-temps=$via$level" "$program" -o p
			while read -r image; do spirv-val "$image" || return 1; done < "$via$level/spir64/translate.list"
			[ "$(./p)" = right ]
		done
	done
}

@test "constants of every type with g++ between integration header and footer" {
	for target in spir64 x86_64; do
		sycl-cc -fsycl-host-compiler=g++ "-fsycl-targets=$target" -Wall -Wextra -Wpedantic -Werror "$program" -o p
		[ "$(./p)" = right ]
	done
}

@test "constants of every type become code for NVIDIA and AMD" {
	for target in nvidia_gpu_sm_80 amd_gpu_gfx90a; do
		sycl-cc "-save-temps=$target" "-fsycl-targets=$target" "$program" -o p
		[ "$(wc -l < "$target/$target/translate.list")" -gt 0 ]
	done
}

@test "threads that set different values each see their own, also when old programs are unloaded" {
	cat > threads.cpp <<- 'END'
		#include <sycl/sycl.hpp>
		#include <atomic>
		#include <iostream>
		#include <thread>
		#include <vector>
		constexpr sycl::specialization_id<int> a(1), b(2);
		int main()
		{
			std::atomic<int> wrong { 0 };
			std::vector<std::thread> threads;
			for (int t = 0; t < 4; t++)
				threads.emplace_back([&, t] {
					sycl::queue q;
					int *p = sycl::malloc_shared<int>(2, q);
					for (int i = 0; i < 200; i++) {
						const int value = i % 2 ? t * 30 + i / 10 : 1;
						q.submit([&](sycl::handler &h) {
							h.set_specialization_constant<a>(value);
							h.single_task([=](sycl::kernel_handler k) {
								p[0] = k.get_specialization_constant<a>();
								p[1] = k.get_specialization_constant<b>();
							});
						}).wait();
						wrong += p[0] != value || p[1] != 2;
					}
					sycl::free(p, q);
				});
			for (std::thread &t : threads)
				t.join();
			std::cout << wrong << '\n';
			return wrong != 0;
		}
	END
	for target in spir64 x86_64; do
		sycl-cc "-fsycl-targets=$target" threads.cpp -o p
		run -0 ./p
		[ "$output" = 0 ]
	done
}
