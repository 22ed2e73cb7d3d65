# Programs that other tools translated: SYCLcompat, and the headers of dpct (doc/extensions.md).
load ../helper

programs=$inputs/sycl

# The program with g++ as host compiler, which warns of none of the headers.
with_gxx() {
	sycl-cc -fsycl-targets=x86_64 -fsycl-host-compiler=g++ -fsycl-host-compiler-options='-std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow' \
		"$programs/$1.cpp" -o program > said 2>&1 || { cat said; return 1; }
	if grep -E 'include/(dpct|syclcompat)' said; then return 1; fi
	./program > said || { cat said; return 1; }
	[ "$(tail -n 1 said)" = right ]
}

@test "SYCLcompat's launches, memory, devices, atomics and functions do what they say, with clang and with g++ as host compiler" {
	for program in ext-compat ext-compat-functions; do
		both $program
		with_gxx $program
	done
	printf '%s\n' '#include <syclcompat.hpp>' 'void f(int *, float) {}' 'void g(int *p) { syclcompat::launch<f>(1, 1, p, p); }' > refused.cpp
	run -1 sycl-cc -fsyntax-only refused.cpp
	[[ $output == *'the function does not take these arguments'* ]]
}

@test "programs that dpct translated have its devices, queues, memory, images, launches, graphs and functions, with clang and with g++ as host compiler" {
	both ext-dpct
	both ext-dpct-images
	both ext-dpct-buffers
	both ext-dpct-launch
	with_gxx ext-dpct
	for header in "$root"/include/dpct/*.hpp; do
		echo "#include <dpct/${header##*/}>" > "alone-${header##*/}.cpp"
	done
	sycl-cc -Wall -Wextra -Werror -fsyntax-only alone-*.cpp
	# A program's own headers of that name, wherever they stand.
	mkdir -p own/dpct
	echo 'namespace dpct { constexpr int own = 7; }' > own/dpct/dpct.hpp
	printf '%s\n' '#include <sycl/sycl.hpp>' '#include <dpct/dpct.hpp>' 'static_assert(dpct::own == 7);' > user.cpp
	for option in -I -isystem -idirafter; do
		sycl-cc -fsyntax-only $option own user.cpp
	done
}

@test "work-groups of one to three dimensions exchange, sort, load, store, scan and reduce as dpct's group_utils.hpp says" {
	both ext-dpct-groups
}
