# Random SYCL programs (tests/c/sycl-random.c), which compare the device with threads of the host.

# right SEED KERNELS [OPTION...]: from the native image and from SPIR-V
right() {
	local seed=$1 target

	"$BUILD/tests/sycl-random" "$seed" "$2" > random.cpp
	sycl-cc -std=c++17 "${@:3}" -I "$inputs/sycl" -c random.cpp -o random.o || return 1
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target random.o -o $target || return 1
		./$target > said || { echo "seed $seed, $target:"; cat said; return 1; }
		[ "$(cat said)" = right ] || return 1
	done
}
