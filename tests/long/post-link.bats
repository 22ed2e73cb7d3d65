# post-link at length: every GPU that ocloc knows, hundreds of shuffles, thousands of damages, thousands of kernels.
load ../helper
load ../post-link

@test "ocloc agrees for every Intel GPU that it knows" {
	targets=()
	for target in $(aspect-filter --list-targets | grep -o '^intel_gpu_[a-z0-9_]*' | sort -u); do
		ocloc ids "${target#intel_gpu_}" > /dev/null 2>&1 && targets+=("$target")
	done
	[ "${#targets[@]}" -ge 10 ]
	agrees_with_ocloc "${targets[@]}"
}

@test "200 shuffled modules give the same files" {
	for ((seed = 1; seed <= 200; seed++)); do shuffled_alike $seed || return 1; done
}

@test "bitcode cut off at 1,000 places is diagnosed" {
	truncated 1000
}

@test "1,000 changed bits are survived" {
	flipped 1000
}

@test "1,000 kernels in every split mode: nothing lost, nothing doubled, no image needs two things" {
	gen-module -n 1000 > big.ll
	for mode in off source kernel auto; do sound --split=$mode || return 1; done
}

@test "every module of 200 kernels with debug info passes LLVM's verifier" {
	gen-module -n 200 -u 4 -g > big.ll
	for mode in source kernel; do
		rm -rf out && mkdir out
		post-link --split=$mode --symbols -o out/t.table big.ll
		for code in out/*.bc; do "$LLVM_BIN/opt" -passes=verify -disable-output "$code" || return 1; done
	done
}
