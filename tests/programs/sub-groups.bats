# Sub-groups of the CPU device: doc/sub-groups.md.
load ../helper

# status: sub-group-sizes
@test "sub-groups of every size exchange values, also where only some of them or of their work-items come" {
	both sub-groups
}

@test "-fsycl-default-sub-group-size is the size of kernels that do not speak of one, for every target; a named one is the device's" {
	for size in '' 8 primary; do
		sycl-cc ${size:+-fsycl-default-sub-group-size=$size} -Wall -Wextra -Werror -c "$inputs/sycl/sub-group-default.cpp" -o p.o
		for target in x86_64 spir64; do
			sycl-cc -fsycl-targets=$target p.o -o p
			run -0 ./p
			if [ "$size" = 8 ]; then
				[ "$output" = '8 16 32 4 8 32, primary 32' ]
			else
				[ "$output" = '32 16 32 4 32 32, primary 32' ]
			fi
		done
	done
	run -2 sycl-cc -fsycl-default-sub-group-size=big p.o -o p
	[ "${lines[0]}" = "sycl-cc: error: '-fsycl-default-sub-group-size' is a number of work-items, 'primary' or 'automatic', not 'big'" ]
}

# status: mux-sub-group-functions
@test "functions of sub-groups of OpenCL C are right in sub-groups of 16, whole and partial, in one to three dimensions" {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -emit-llvm -c -o sub-groups.bc "$inputs/mux/sub-groups.cl"
	mux-aot -o sub-groups.so sub-groups.bc
	while read -r global local items; do
		run -0 "$BUILD/tests/mux-host" ./sub-groups.so exchange "$global" "$local" "out:i32:$items"
		[ "$(tr ' ' '\n' <<< "$output" | sort -u)" = 0 ] || { echo "$global $local: $output"; return 1; }
	done <<-'END'
		32 16 32
		37 37 37
		5 5 5
		1 1 1
		16,4,4 4,4,2 256
	END
}

@test "reductions and scans of numbers over a work-group, and most over a sub-group, are one operation of the device compiler, without local memory" {
	sycl-cc -c "$inputs/sycl/sections/work-group-collectives.cpp" -o collectives.o
	for target in spir64 x86_64; do
		sycl-cc "-fsycl-targets=$target" "-save-temps=$target" collectives.o -o "collectives.$target"
		[ "$("./collectives.$target")" = right ]
	done
	for image in x86_64/post-link*.bc; do
		mux-aot --emit=canonical "$image" -o - >> canonical
	done
	for image in spir64/spir64/*.spv; do
		mux-aot --emit=canonical "$image" -o - >> canonical.spir64
	done
	for what in reduce_add_i32 scan_exclusive_smax_i32 reduce_fmin_f32 scan_inclusive_fmul_f16 scan_exclusive_and_i64 reduce_xor_i32; do
		grep -q "__mux_work_group_$what" canonical
		grep -q "__mux_work_group_$what" canonical.spir64
	done
	for what in reduce_add_i32 scan_exclusive_smax_i32 reduce_fadd_f64 reduce_or_i32 reduce_and_i32; do
		grep -q "__mux_sub_group_$what" canonical
		grep -q "__mux_sub_group_$what" canonical.spir64
	done
	[ "$(grep -c 'call .*@__mux_local_memory' canonical)" -eq 1 ]
}
