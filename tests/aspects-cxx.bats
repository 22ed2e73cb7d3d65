# Aspects from C++ to device images, through the driver.
load helper

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

@test "without device_has and fixed targets fp64, fp16 and 64-bit atomics compile in silence, for a device without fp64 too" {
	for target in spir64 intel_gpu_dg1; do
		run -0 --separate-stderr sycl-cc -fsycl-targets=$target -o quiet "$in/quiet.cpp"
		[ -z "$stderr" ] || return 1
	done
}

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
