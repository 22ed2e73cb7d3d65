# sycl-cc as the compiler of CMake, ninja and make projects.
load helper

@test "CMake with make: a static and a shared library; the second build has nothing to do" {
	cmake -S "$inputs/project" -B b -G 'Unix Makefiles' -DCMAKE_CXX_COMPILER=sycl-cc > log
	make -s -C b -j2 > log
	run -0 b/three
	[ "$output" = right ]
	run -0 make -C b
	[[ $output != *Building* ]]
}

@test "CMake with ninja: runs; the second build has nothing to do" {
	cmake -S "$inputs/project" -B b -G Ninja -DCMAKE_CXX_COMPILER=sycl-cc > log
	ninja -C b -j2 > log
	run -0 b/three
	[ "$output" = right ]
	run -0 ninja -C b
	[[ $output == *"no work to do"* ]]
}

@test "plain make: runs; a touched header rebuilds, else there is nothing to do" {
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
