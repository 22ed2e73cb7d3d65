# Launches that are too long for make check.
load ../helper

@test "ranges over 2^32 items run, native and from SPIR-V" {
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target "$inputs/sycl/huge.cpp" -o p
		XDG_CACHE_HOME=$PWD/cache run -0 ./p many
		[ "$output" = right ]
	done
}
