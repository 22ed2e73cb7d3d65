# sycl-cc as the compiler of CMake, ninja and make projects.
load ../helper

@test "CMake with make: a static and a shared library; the second build has nothing to do" {
	cmake -S "$inputs/project" -B b -G 'Unix Makefiles' -DCMAKE_CXX_COMPILER=sycl-cc > log
	make -s -C b -j2 > log
	run -0 b/three
	[ "$output" = right ]
	run -0 make -C b
	[[ $output != *Building* ]]
}

@test "CMake's shims: projects for IntelSYCL and AdaptiveCpp find sycl-cc, and their targets become ours" {
	small_headers
	cp "$inputs"/project/*.?pp .
	cat > CMakeLists.txt <<-'END'
		cmake_minimum_required(VERSION 3.21)
		project(three CXX)
		set(ACPP_TARGETS "omp;cuda:sm_80,sm_90")
		find_package(IntelSYCL REQUIRED)
		find_package(AdaptiveCpp REQUIRED)
		message(STATUS "targets: ${SYCL_CC_TARGETS}")
		set(CMAKE_CXX_COMPILER_LAUNCHER env)
		add_library(numbers STATIC numbers.cpp)
		add_executable(three main.cpp squares.cpp)
		target_link_libraries(three PRIVATE numbers)
		add_sycl_to_target(TARGET numbers SOURCES numbers.cpp TARGETS x86_64)
		add_sycl_to_target(TARGET three TARGETS x86_64)
	END
	cmake -S . -B b -G Ninja -DCMAKE_PREFIX_PATH="$BUILD/share/cmake-shims" > log
	grep -q -x -e '-- targets: x86_64;nvidia_gpu_sm_80;nvidia_gpu_sm_90' log
	ninja -C b > log || { cat log; return 1; }
	run -0 b/three
	[ "$output" = right ]
	sed -i 's/SOURCES numbers.cpp/SOURCES other.cpp/; s/omp/opencl/' CMakeLists.txt
	run -1 cmake -S . -B c -DCMAKE_PREFIX_PATH="$BUILD/share/cmake-shims"
	[[ $output == *"sycl-cc has no target for 'opencl' of ACPP_TARGETS"* ]]
	sed -i 's/opencl/omp/' CMakeLists.txt
	run -1 cmake -S . -B c -DCMAKE_PREFIX_PATH="$BUILD/share/cmake-shims"
	[[ $output == *"'other.cpp' is no source of target 'numbers'"* ]]
}

@test "CMake with ninja: runs; the second build has nothing to do" {
	small_headers
	cmake -S "$inputs/project" -B b -G Ninja -DCMAKE_CXX_COMPILER=sycl-cc > log
	ninja -C b -j2 > log
	run -0 b/three
	[ "$output" = right ]
	run -0 ninja -C b
	[[ $output == *"no work to do"* ]]
}

@test "plain make: runs; a touched header rebuilds, else there is nothing to do" {
	small_headers
	cp "$inputs"/project/* .
	make -s -j2
	run -0 ./three
	[ "$output" = right ]
	run -0 make
	[[ $output == *"up to date"* ]]
	grep -q three.hpp main.d
	sleep 1
	touch three.hpp
	run -0 make -n
	[[ $output == *main.o* ]]
}

@test "an undefined SYCL_EXTERNAL function is a link error that names the kernel's chain" {
	small_headers
	cp "$inputs"/project/* .
	sycl-cc -c main.cpp squares.cpp
	run -1 sycl-cc main.o squares.o -o three
	[[ $output == *"plus_one(int)"* ]]
	[ ! -e three ]
}

@test "a plain C++ project builds as with clang++: same dependency files and same warnings" {
	printf '#include "a.h"\nint main() { int unused; return a(); }\n' > main.cpp
	printf 'int a();\n' > a.h
	printf '#include "a.h"\nint a() { return 0; }\n' > a.cpp
	mkdir ours theirs
	for file in main a; do
		sycl-cc -Wall -MD -c $file.cpp -o ours/$file.o 2>> ours/log
		"$LLVM_BIN/clang++" -Wall -MD -c $file.cpp -o theirs/$file.o 2>> theirs/log
		cmp ours/$file.o theirs/$file.o
		sed 's/^ours/theirs/' ours/$file.d | diff - theirs/$file.d
	done
	diff ours/log theirs/log
	sycl-cc ours/main.o ours/a.o -o p
	./p
}

# part.cpp: a function $1 with a kernel that only this source can name, and text that differs from pass to pass
part() {
	cat > part.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace { struct hidden; constexpr sycl::specialization_id<int> number{1}; }
		#ifdef __SYCL_DEVICE_ONLY__
		inline int add() { return 40; }
		#else
		inline int add() { return 0; }
		#endif
		int NAME(sycl::queue &q) {
			int *p = sycl::malloc_shared<int>(1, q);
			q.submit([&](sycl::handler &h) {
				h.set_specialization_constant<number>(2);
				h.single_task<hidden>([=](sycl::kernel_handler k) { *p = add() + k.get_specialization_constant<number>(); });
			}).wait();
			return *p;
		}
	END
	cat > main.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int first(sycl::queue &), second(sycl::queue &);
		int main() { sycl::queue q; return first(q) == 42 && second(q) == 42 ? 0 : 1; }
	END
}

@test "-E then -c, as distcc does: from a file and through a pipe, the program is the same" {
	part
	sycl-cc -O1 -DNAME=first -E part.cpp -o first.ii
	sycl-cc -O1 -c first.ii -o first.o
	sycl-cc -O1 -DNAME=second -E part.cpp | sycl-cc -O1 -x c++ -c - -o second.o
	rm part.cpp
	sycl-cc -O1 main.cpp first.o second.o -o p
	./p
	run -1 sycl-cc -fsycl-targets=nvidia_gpu_sm_80 -c first.ii -o none.o
	[[ $output == *"error: this text was preprocessed for other targets"* ]]
	sycl-cc -x c++ -E - < main.cpp > one
	sycl-cc -x c++ -E - < main.cpp > two
	cmp one two
	sycl-cc -fsycl-device-only -E main.cpp > device.ii
	run -1 grep __SYCL_CC_TEXT device.ii
}

@test "CMake's target_precompile_headers: kernels of each unit stay its own" {
	part
	printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(p CXX)' \
		'add_executable(p main.cpp one.cpp two.cpp)' 'target_precompile_headers(p PRIVATE <sycl/sycl.hpp>)' > CMakeLists.txt
	# Without the include: the precompiled header has it.
	sed -i '/^#include/d' main.cpp part.cpp
	sed 's/NAME/first/' part.cpp > one.cpp
	sed 's/NAME/second/; s/40/39/; s/constant<number>(2)/constant<number>(3)/' part.cpp > two.cpp
	cmake -S . -B b -G Ninja -DCMAKE_CXX_COMPILER=sycl-cc -DCMAKE_CXX_FLAGS=-O1 > log
	ninja -C b > log || { cat log; return 1; }
	b/p
	grep -q -e '-include-pch' b/compile_commands.json b/build.ninja
}

@test "make -j does not warn of its jobserver at a link" {
	cp "$root/examples/two-features.cpp" x.cpp
	printf 'p: x.o\n\t@sycl-cc x.o -o p\nx.o: x.cpp\n\t@sycl-cc -O1 -c x.cpp -o x.o\n' > Makefile
	run -0 make -j2 p
	[ -z "$output" ]
}
