# mux-aot: more random kernels than make check has time for.
load ../helper

# fuzz SEED OPTION...: twenty kernels of that seed, eight of the wild ones
fuzz() {
	local got n=20
	[ "$1" -lt 3000 ] || [ "$1" -ge 6000 ] || n=8
	got=$("$root/tests/mux-fuzz.sh" "$1" $n "${@:2}")
	[ "$got" = "$n kernels, 0 wrong launches" ] || { echo "seed $1: $got"; return 1; }
}

@test "200 random kernels give what one thread a work-item gives" {
	for seed in 1001 1002 1003 1004 1005 1006 1007 1008 1009 1010; do
		fuzz $seed --width=16 || return 1
	done
}

@test "so do they in chunks of 4 and 32, cut at barriers only, for other processors" {
	fuzz 1011 --width=4
	fuzz 1012 --width=32
	fuzz 1013 --width=1
	fuzz 1014 --no-guards
	fuzz 1015 --no-masks
	fuzz 1016 --target=native
	fuzz 1017 --target=x86-64
}

@test "so do they with strides, trees and tests of ids" {
	for seed in 2001 2002 2003 2004 2005; do
		fuzz $seed || return 1
	done
	fuzz 2006 --width=4
	fuzz 2007 --width=64
	fuzz 2008 --no-guards
	fuzz 2009 --target=native
	FUZZ_SPIRV=backend fuzz 2010
}

@test "so do they as SPIR-V of both producers" {
	export FUZZ_SPIRV=backend
	fuzz 1018 --width=16
	fuzz 1019 --width=16
	fuzz 300 --width=16
	export FUZZ_SPIRV=llvm-spirv
	fuzz 1018 --width=16
	fuzz 300 --width=16
}

@test "so do wild kernels, optimized or not, in all widths, as SPIR-V" {
	for seed in 3001 3002 3003 3004 3005; do
		fuzz $seed || return 1
	done
	fuzz 3006 --width=1
	fuzz 3007 --width=4
	fuzz 3008 --width=64
	fuzz 3009 --no-guards
	fuzz 3010 --no-masks
	fuzz 3011 --target=native
	FUZZ_O=-O0 fuzz 3012
	FUZZ_O=-O2 fuzz 3013
	FUZZ_SPIRV=backend fuzz 3014
	FUZZ_O=-O0 FUZZ_SPIRV=backend fuzz 3015
}

@test "so do 200 kernels that walk over rows" {
	fuzz 6002
	fuzz 6003 --width=1
	fuzz 6004 --width=4
	fuzz 6005 --width=16
	fuzz 6006 --no-guards
	fuzz 6007 --target=native
	fuzz 6008 --target=x86-64
	FUZZ_O=-O0 fuzz 6009
	FUZZ_SPIRV=backend fuzz 6010
	FUZZ_O=-O2 FUZZ_SPIRV=llvm-spirv fuzz 6011
}

@test "so do they with records, pixels, vectors and atomics" {
	fuzz 10002
	fuzz 10003 --width=4
	fuzz 10004 --width=64
	fuzz 10005 --target=native
	FUZZ_O=-O0 fuzz 10006 --target=x86-64
	FUZZ_SPIRV=backend fuzz 10007
	FUZZ_SPIRV=llvm-spirv fuzz 10008
}

@test "so do they that do things before, between and behind tests of their places" {
	fuzz 11511 --target=native
	fuzz 11512
	fuzz 11513 --width=32
	FUZZ_O=-O2 fuzz 11514
	FUZZ_SPIRV=backend fuzz 11515
	FUZZ_SPIRV=llvm-spirv fuzz 11516 --target=native
}

@test "so do 300 kernels of small private arrays, of loops along rows, and in strides of the launch" {
	for seed in 14002 15002 16002; do
		fuzz $seed --target=native
		fuzz $((seed + 1))
		FUZZ_O=-O2 fuzz $((seed + 2)) --target=native
	done
	FUZZ_O=-O0 fuzz 17002 --target=native
	FUZZ_O=-g fuzz 17003 --target=native
	FUZZ_SPIRV=backend fuzz 17004 --target=native
	FUZZ_SPIRV=llvm-spirv fuzz 17005 --target=native
	fuzz 14009 --width=8
	fuzz 15009 --target=native --local-size=64,1,1
}

@test "so do 200 kernels of groups that exchange values" {
	fuzz 8002
	fuzz 8003 --width=1
	fuzz 8004 --width=4
	fuzz 8005 --width=64
	fuzz 8006 --no-guards
	fuzz 8007 --no-masks
	fuzz 8008 --target=native
	fuzz 8009 --target=x86-64
	FUZZ_O=-O0 FUZZ_SPIRV=backend fuzz 8010
	FUZZ_O=-O2 FUZZ_SPIRV=llvm-spirv fuzz 8011
}

@test "so do 240 kernels whose sub-groups exchange values" {
	fuzz 12002
	fuzz 12003 --sub-groups=32
	fuzz 12004 --sub-groups=16 --width=16
	fuzz 12005 --sub-groups=8 --width=4
	fuzz 12006 --sub-groups=64 --no-masks
	fuzz 12007 --sub-groups=32 --no-guards
	fuzz 12008 --sub-groups=32 --target=native
	FUZZ_O=-O0 fuzz 12009 --sub-groups=32 --target=x86-64
	FUZZ_SPIRV=backend fuzz 12010 --sub-groups=32
	FUZZ_SPIRV=llvm-spirv fuzz 12011 --sub-groups=32
	FUZZ_O=-O2 fuzz 12012 --sub-groups=4 --width=64
	fuzz 12017 --target=native
}

@test "so do kernels compiled for work-groups of one size alone, random ones and those of which the results are known" {
	for size in 37,1,1 5,3,1 16,1,1; do
		fuzz 1021 --local-size=$size
		fuzz 2011 --local-size=$size
	done
	for size in 37,1,1 4,4,2 3,5,7; do fuzz 3021 --local-size=$size; done
	for size in 300,1,1 37,3,1 8,4,3; do
		fuzz 6011 --local-size=$size
		fuzz 8011 --local-size=$size
	done
	for size in 64,1,1 4,4,2 7,3,5; do fuzz 12031 --local-size=$size; done
	for name in "$root"/tests/inputs/mux/oracle/*.cl; do
		name=${name##*/}
		for size in 1,1,1 5,1,1 16,1,1 37,1,1 4,4,2; do
			ORACLE_SIZE=$size "$root/tests/mux-oracle.sh" "${name%.cl}" bitcode -O1 || { echo "$name $size"; return 1; }
		done
	done
}

# Those that LLVM's back end or llvm-spirv does not write, or not as OpenCL C says, are left out.
@test "658 kernels of all kinds, optimized or not, as bitcode and as SPIR-V of both producers, compute what is known of them" {
	local names="addresses algorithms arrays atomics atomics-c11 bits builtins collectives control copies edges effects fields generic guards half-maths halves ids language masks programs rows scans segments strides sub-groups vectors" name
	for name in $names; do
		for optimize in -O0 -O2; do
			for producer in bitcode backend llvm-spirv; do
				case $name.$producer.$optimize in
				atomics-c11.llvm-spirv.* | builtins.backend.* | builtins.llvm-spirv.-O2 | addresses.llvm-spirv.-O2 | arrays.llvm-spirv.-O2 | algorithms.llvm-spirv.-O2 | bits.backend.* | bits.llvm-spirv.* | edges.llvm-spirv.-O2 | language.llvm-spirv.-O2 | control.llvm-spirv.-O2 | guards.llvm-spirv.-O2 | programs.llvm-spirv.-O2 | segments.llvm-spirv.-O2 | sub-groups.llvm-spirv.*) continue ;;
				esac
				"$root/tests/mux-oracle.sh" $name $producer $optimize || { echo "$name $producer $optimize"; return 1; }
			done
		done
	done
	ORACLE_TARGET=native "$root/tests/mux-oracle.sh" guards bitcode -O2
}

@test "the same kernels compiled for aarch64 compute the same, on an emulator" {
	local names="addresses algorithms arrays atomics atomics-c11 bits builtins collectives control copies effects fields generic guards half-maths halves ids masks programs rows scans segments strides sub-groups vectors" name
	command -v qemu-aarch64 > /dev/null || skip 'qemu-aarch64 is not installed'
	"$LLVM_BIN/clang" --target=aarch64-linux-gnu -std=c11 -D_GNU_SOURCE -O1 -fuse-ld=lld -I"$root/include" -I"$root/lib" \
		-o host "$root/tests/c/mux-host.c" -ldl -lm
	export ORACLE_TARGET=aarch64 ORACLE_HOST='qemu-aarch64 -L /usr/aarch64-linux-gnu ./host'
	for name in $names; do
		for optimize in -O0 -O2; do
			"$root/tests/mux-oracle.sh" $name bitcode $optimize || { echo "$name $optimize"; return 1; }
		done
		case $name in bits | builtins) continue ;; esac
		"$root/tests/mux-oracle.sh" $name backend -O2 || { echo "$name backend"; return 1; }
	done
	ORACLE_TARGET=neoverse-n1 "$root/tests/mux-oracle.sh" collectives bitcode -O2
	"$LLVM_BIN/llvm-readelf" -h collectives.so | grep -q 'Machine: *AArch64'
}

@test "SPIR-V of an older clang and llvm-spirv gives what bitcode gives" {
	local optimize
	for optimize in -O0 -O2; do
		clang-15 -x cl -cl-std=CL2.0 -target spir64 $optimize -emit-llvm -c -o old.bc "$inputs/mux/foreign.cl"
		llvm-spirv-15 --spirv-max-version=1.3 -o old.spv old.bc
		mux-aot -o kernels.so old.spv
		got=$("$BUILD/tests/mux-host" ./kernels.so foreign 1 1 out:i32:8 iota:f32:8 iota:f64:16 iota:i32:4)
		[ "$got" = "2234 1222 25 1750 3 -1 41 32" ] || { echo "$optimize: $got"; return 1; }
		[ "$("$BUILD/tests/mux-host" ./kernels.so saturated 1 1 out:i32:4 iota:i32:4)" = "1 127000 127 65535" ]
	done
}

@test "dimensions from the fourth on have id 0 and size 1 in SPIR-V of llvm-spirv" {
	cat > far.cl <<-'END'
		__kernel void far(__global int *out)
		{
			int sizes = 0, ids = 0;

			for (uint d = 0; d < 5; d++) {
				sizes = sizes * 10 + get_local_size(d);
				ids = ids * 10 + get_local_id(d);
			}
			out[get_local_id(0)] = sizes * 10 + ids / 10000;
		}
	END
	local optimize
	for optimize in -O0 -O1; do
		clang-15 -x cl -cl-std=CL2.0 -target spir64 $optimize -emit-llvm -c -o far.bc far.cl
		llvm-spirv-15 --spirv-max-version=1.3 -o far.spv far.bc
		mux-aot -o far.so far.spv
		[ "$("$BUILD/tests/mux-host" ./far.so far 3,2 3,2 out:i32:3)" = "321110 321111 321112" ] || {
			"$BUILD/tests/mux-host" ./far.so far 3,2 3,2 out:i32:3
			return 1
		}
	done
}

@test "printf prints vectors out of SPIR-V of llvm-spirv" {
	cat > prints.cl <<-'END'
		__kernel void prints(__global int *out)
		{
			out[0] = printf("%v4d %v2hx|%s %5.2f\n", (int4)(1, 2, 3, 4), (ushort2)(10, 255), "x", 2.5f);
		}
	END
	local optimize
	for optimize in -O0 -O1; do
		clang-15 -x cl -cl-std=CL2.0 -target spir64 $optimize -emit-llvm -c -o prints.bc prints.cl
		llvm-spirv-15 --spirv-max-version=1.3 -o prints.spv prints.bc
		mux-aot -o prints.so prints.spv
		[ "$("$BUILD/tests/mux-host" ./prints.so prints 1 1 out:i32:1)" = "$(printf '%s\n' '1,2,3,4 a,ff|x  2.50' 0)" ] || return 1
	done
}
