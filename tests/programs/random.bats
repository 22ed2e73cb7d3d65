# Random programs, in which groups, sub-groups and parts of them reduce, scan and exchange values of all types.
load ../helper
load ../random

@test "random kernels of one to three dimensions compute what threads of the host compute, from the native image and from SPIR-V" {
	right 1 2 -O1
	right 2 2 -O2
}

@test "a function that is another on the device is a wrong answer of the random kernel that has it" {
	cp "$inputs/sycl/random.hpp" .
	sed -i 's/sycl::inclusive_scan_over_group(of(g), value, op)/sycl::reduce_over_group(of(g), value, op)/' random.hpp
	"$BUILD/tests/sycl-random" 281 1 > random.cpp
	grep -q "^	v.*c.inclusive(whole(), v[0-9], sycl::" random.cpp
	sycl-cc -std=c++17 -fsycl-targets=x86_64 -I "$inputs/sycl" random.cpp -o random
	run -1 ./random
	[[ $output == "k0: work-item "*" of "*", not "* ]]
}

@test "random commands on buffers, allocations and graphs, of several queues and threads, give what plain arrays hold" {
	local threads main

	sycl-cc -std=c++20 -O0 -fsycl-targets=x86_64 "$inputs/sycl/random-commands.cpp" -o commands
	for threads in 1 2 8; do
		SYCL_CC_THREADS=$threads run -0 timeout 120 ./commands 1 120 150
		[ "$output" = right ] || { echo "$output"; return 1; }
	done
	# with two GPUs, whose driver runs copies and fills but no kernels
	for main in 1 2; do
		LD_LIBRARY_PATH=$BUILD/tests/fake-cuda FAKE_CUDA=90,75 MANY=1 MAIN=$main run -0 timeout 200 ./commands 1 100 150
		[ "$output" = right ] || { echo "$output"; return 1; }
	done
}
