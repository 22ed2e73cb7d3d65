# Aspects from C++ to device images, through the driver.
load ../helper

in=$inputs/aspects-cxx

# explained KERNEL: why, without what changes when the headers do
explained() {
	aspect-prop --explain="$1" work/literals.device-prepare.bc |
		sed '/ sycl::detail::/d; s| [^ ]*/include/sycl/[^ ]*$| HEADER|; s/%[0-9]\+/%N/g'
}

@test "a kernel's image needs exactly the four aspects that it reaches, with and without -g; the warning shows the lines" {
	cp "$in/four.cpp" .
	sycl-cc -Wno-unknown-attributes -fsycl-targets=spir64 -save-temps=plain -o four four.cpp 2> plain.txt
	sycl-cc -g -Wno-unknown-attributes -fsycl-targets=spir64 -save-temps=debug -o four four.cpp 2> debug.txt
	# fp16, fp64, atomic64, ext_intel_matrix: 5, 6, 28 and 58 as 32-bit numbers
	for run in plain debug; do
		[ "$(grep -l everything $run/post-link_*.prop | xargs sed -n 's/^aspects=2|//p')" = ACAAAAAAAAQBAAAAGAAAAwBAAAgOAAAA ] || return 1
		[ "$(grep -l nothing $run/post-link_*.prop | xargs sed -n 's/^aspects=2|//p')" = AAAAAAAAAAA ] || return 1
	done
	diff -u "$wanted/aspects-cxx/plain.txt" plain.txt
	diff -u "$wanted/aspects-cxx/debug.txt" debug.txt
}

# status: cxx-double-literals
@test "double literals: warned about under device_has, gone from images after optimisation, ocloc takes them without fp64" {
	cp "$in/literals.cpp" .
	sycl-cc -g -Wno-unknown-attributes -fsycl-targets=intel_gpu_dg1 -save-temps=work -o literals literals.cpp 2> got.txt
	grep warning: got.txt | cut -d ' ' -f 1 > places.txt
	printf '%s\n' literals.cpp:10:12: literals.cpp:13:12: literals.cpp:18:12: | diff -u - places.txt
	# one kernel keeps its doubles: its row is emptied; the other three share an image that ocloc has compiled
	keeps=$(grep -l '3mul=' work/post-link_*.prop)
	grep -q '3var=' "$keeps"
	grep -q '5plain=' "$keeps"
	grep -qx 'aspects=2|AAAAAAAAAAA' "$keeps"
	run -1 grep -q '4keep=' "$keeps"
	{ explained keep; explained mul; } > why.txt
	diff -u "$wanted/aspects-cxx/why.txt" why.txt
}

# status: cxx-silent
@test "without device_has and fixed targets fp64, fp16 and 64-bit atomics compile in silence, for a device without fp64 too" {
	for target in spir64 intel_gpu_dg1; do
		run -0 --separate-stderr sycl-cc -fsycl-targets=$target -o quiet "$in/quiet.cpp"
		[ -z "$stderr" ] || return 1
	done
}

# status: cxx-accuracy
@test "-ffp-accuracy parts kernels of C++ programs by level and changes no result, on native and SPIR-V images" {
	cp "$in/accuracy.cpp" .
	# groups TARGET OPTION...: the kernels of each image, an image a line; the program must run
	groups() {
		target=$1
		shift
		sycl-cc "-fsycl-targets=$target" "-save-temps=$target" "$@" -o accuracy accuracy.cpp 2> notes.txt
		[ "$(./accuracy)" = "0.4794 0.9975 0.5985 -0.9365 -0.9775 -0.2108 0.8667 8.5000" ]
		for list in "$target"/post-link_*.sym; do
			"$LLVM_BIN/llvm-cxxfilt" --types < "$list" | sed 's/.*:://' | sort | tr '\n' ' '
			echo
		done | sort > groups.txt
	}
	groups x86_64 -ffp-accuracy=low:sin -ffp-accuracy=sycl:cos,fdiv
	printf '%s\n' 'one_cos quotient ' 'one_sin std_sin vec_sin ' 'sincos ' 'sum ' | diff -u - groups.txt
	[ ! -s notes.txt ]
	groups spir64 -ffp-accuracy=high:sincos
	printf '%s\n' 'one_cos one_sin quotient std_sin sum vec_sin ' 'sincos ' | diff -u - groups.txt
	[ "$(cat notes.txt)" = "sycl-cc: note: '-ffp-accuracy=high:sincos' parts images but changes no result: each target computes with the mathematics that it has" ]
	run -2 --separate-stderr sycl-cc -ffp-accuracy=hihg -c accuracy.cpp
	[ "${stderr_lines[0]}" = "sycl-cc: error: unknown level 'hihg' of '-ffp-accuracy': high, medium, low, sycl or cuda" ]
	# code without SYCL is compiled as before
	echo 'int main() {}' > plain.cpp
	sycl-cc -ffp-accuracy=low plain.cpp
}

# status: cxx-fixed-emptied
@test "a row for fixed targets is emptied for the one that lacks what its code uses, and no compiler sees it" {
	run -0 --separate-stderr sycl-cc -fsycl-targets=intel_gpu_dg1,x86_64 -fsycl-fixed-targets=intel_gpu_dg1,x86_64 \
		-DWITH_DOUBLE "$in/fixed.cpp" -o fixed
	[[ ${stderr_lines[0]} == "aspect-prop: warning: function "*"wide' uses aspect 'fp64', which target 'intel_gpu_dg1' lacks" ]]
	sycl-image list fixed > images
	grep -q "intel_gpu_dg1 *empty .*(emptied: target 'intel_gpu_dg1' lacks aspect 'fp64')" images
	[ "$(grep -c ' empty ' images)" -eq 1 ]
	[ "$(./fixed)" = "7 5 3" ]
	# The portable image serves the plain kernel there; without it the reason is told.
	sycl-cc -fsycl-targets=intel_gpu_dg1 -fsycl-fixed-targets=intel_gpu_dg1 -fno-sycl-embed-spirv -DWITH_DOUBLE \
		"$in/fixed.cpp" -o fixed 2> warnings
	run -0 env SYCL_CC_DEVICE_AS=intel_gpu_dg1 ./fixed
	[ "${lines[0]}" = "plain: image for intel_gpu_dg1 was emptied at build time: target 'intel_gpu_dg1' lacks aspect 'fp64'" ]
}

# status: cxx-fixed-callers
@test "kernels that call code for fixed targets run on those alone, and the link says how to free the others" {
	cat > other.cpp <<-'END'
		#include <sycl/sycl.hpp>
		SYCL_EXTERNAL int other(int x) { return (x + 40) MORE; }
	END
	sycl-cc -c -fsycl-fixed-targets=x86_64 -DMORE= other.cpp
	sycl-cc -c -DWITH_OTHER "$in/fixed.cpp"
	run -0 --separate-stderr sycl-cc fixed.o other.o -o fixed
	[ "${stderr_lines[0]}" = "post-link: warning: function 'other(int)' compiled with a different \`-fsycl-fixed-targets\` switch than its calling kernel" ]
	[ "${stderr_lines[2]}" = "post-link: note: all 2 kernels and functions of its image need this now; '-fsycl-device-code-split=per_kernel' leaves it to those that call it" ]
	[ "$(./fixed)" = "7 2 43" ]
	run -0 env SYCL_CC_DEVICE_AS=intel_gpu_dg1 ./fixed
	[ "${lines[0]}" = "plain: Kernel was compiled with '-fsycl-fixed-targets=x86_64' but was submitted to a different device." ]
	sycl-cc -fsycl-device-code-split=per_kernel fixed.o other.o -o fixed
	run -0 env SYCL_CC_DEVICE_AS=intel_gpu_dg1 ./fixed
	[ "$output" = "calls: Kernel was compiled with '-fsycl-fixed-targets=x86_64' but was submitted to a different device.
7 2 3" ]
	# the same for an aspect that the declaration does not tell
	sycl-cc -c '-DMORE=* 1.5' other.cpp
	run -0 --separate-stderr sycl-cc fixed.o other.o -o fixed
	[ "${stderr_lines[2]}" = "post-link: note: all 2 kernels and functions of its image need this now; '[[sycl::device_has(sycl::aspect::fp64)]]' on the declaration that they see or '-fsycl-device-code-split=per_kernel' leaves it to those that call it" ]
	sed 's/^SYCL_EXTERNAL/[[sycl::device_has(sycl::aspect::fp64)]] SYCL_EXTERNAL/' "$in/fixed.cpp" > marked.cpp
	sycl-cc -c -DWITH_OTHER marked.cpp
	run -0 --separate-stderr sycl-cc marked.o other.o -o fixed
	[ -z "$stderr" ]
	run -0 env SYCL_CC_DEVICE_AS=intel_gpu_dg1 ./fixed
	[[ $output == "calls: Kernel uses optional feature corresponding to 'aspect::fp64' but device does not support this aspect."*"
7 2 3" ]]
}

@test "a target of two lines in the user's file is compiled for, run on and, with a number, a fixed target" {
	printf 'acme_gpu:\n  aspects: [gpu, fp16]\n  sub-group-sizes: [8, 16]\n' > acme.yaml
	sycl-cc -fsycl-targets=acme_gpu,x86_64 -fsycl-device-config-file=acme.yaml -DWITH_DOUBLE "$in/fixed.cpp" -o fixed
	sycl-image list fixed > images
	grep -q "acme_gpu *empty .*(emptied: target 'acme_gpu' lacks aspect 'fp64')" images
	grep -q 'acme_gpu *spirv' images
	export SYCL_CC_DEVICE_CONFIG=$PWD/acme.yaml
	run -0 env SYCL_CC_DEVICE_AS=acme_gpu ./fixed
	[[ $output == "wide: "*"aspect::fp64"*"
7 2 3" ]]
	run -1 --separate-stderr sycl-cc -c -fsycl-fixed-targets=acme_gpu -fsycl-device-config-file=acme.yaml "$in/fixed.cpp"
	[ "${stderr_lines[0]}" = "acme.yaml:1: error: target 'acme_gpu' needs a target-aspect to be a fixed target" ]
	sed -i '1a\  target-aspect: 0x20000' acme.yaml
	sycl-cc -fsycl-targets=acme_gpu -fsycl-fixed-targets=acme_gpu -fsycl-device-config-file=acme.yaml "$in/fixed.cpp" -o fixed
	# SPIR-V is compiled for the device that runs as this target, for no other
	[ "$(SYCL_CC_DEVICE_AS=acme_gpu ./fixed)" = "7 2 3" ]
	[[ $(./fixed) == "plain: No device image of kernel "*"
1 2 3" ]]
}

# status: cxx-requirements
@test "each thing that a kernel may require refuses that kernel alone, when it is submitted and in the design's words" {
	sycl-cc -fsycl-targets=x86_64,spir64 -o refused "$in/refused.cpp"
	./refused | sed 's/ (.*//' > got.txt
	lacks() { echo "$1: Kernel uses optional feature corresponding to 'aspect::$2' but device does not support this aspect."; }
	{
		echo 'plain: runs'
		echo "sub-group: Kernel has a required sub-group size of '77' but device does not support this sub-group size."
		echo "work-group: Kernel has a required work-group size of '70000' but device does not support this work-group size."
		lacks declared ext_intel_esimd
		lacks 'no feature' accelerator
		lacks type ext_intel_esimd
		lacks function usm_restricted_shared_allocations
		echo 'named: runs'
	} | diff -u - got.txt
}

@test "warnings name columns of the source, kernels as C++ does, targets as the user wrote them, and come once for all triples" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#define SIZE(n) [[sycl::reqd_sub_group_size(n)]]
		SYCL_EXTERNAL double twice(double x); SYCL_EXTERNAL double thrice(double x) [[sycl::device_has()]] { return x   *   3; }
		void f(sycl::queue &q, double *p)
		{
			q.parallel_for(sycl::nd_range<1>(1, 1), [=](sycl::nd_item<1>) SIZE(7) {});
		}
		#ifndef __NVPTX__
		SYCL_EXTERNAL double elsewhere(double x) [[sycl::device_has()]] { return x * 4; }
		#endif
	END
	cat > wanted.txt <<-'END'
		x.cpp:3:74: warning: function 'thrice' uses aspect 'fp64' not listed in 'sycl::device_has'
		x.cpp:6: warning: function 'f(sycl::queue&, double*)::{lambda(sycl::nd_item<1>)#1}' requires sub-group size 7, which target 'nvidia_gpu_sm_80' lacks
		x.cpp:9:39: warning: function 'elsewhere' uses aspect 'fp64' not listed in 'sycl::device_has'
	END
	sycl-cc -g -Wno-c++23-lambda-attributes -fsycl-targets=nvidia_gpu_sm_80,spir64 -fsycl-fixed-targets=nvidia_gpu_sm_80 -c x.cpp 2> got.txt
	diff -u wanted.txt <(grep warning: got.txt)
	run -1 grep -F -e "'-g'" got.txt
	run -0 --separate-stderr sycl-cc -Wno-c++23-lambda-attributes -fsycl-fixed-targets=intel_gpu_dg2_g10 -c x.cpp
	[[ $stderr == *"which target 'intel_gpu_dg2_g10' lacks"* ]]
	[[ $stderr == *"compile with '-g' to get source location"* ]]
}
