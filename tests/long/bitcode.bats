# lib/bitcode at length: damaged modules.
load ../helper
load ../bitcode

# Pieces: what fails is told early, and can be run again alone.
@test "1,000,000 damaged modules under sanitizers: nothing is read or written outside of memory, what is written is read again" {
	make_seeds
	make_fuzz
	for ((seed = 1; seed <= 10; seed += 2)); do
		fuzz_runs 100000 $seed & first=$!
		fuzz_runs 100000 $((seed + 1))
		wait "$first"
	done
	echo "# $(cat fuzz.* | awk '/^stat::number_of_executed_units/ { n += $2 } /^stat::new_units_added/ { found += $2 } END { print n " inputs, " found " of them found new ways" }')" >&3
}

@test "100,000 damaged modules: what LLVM takes comes out the same, what LLVM refuses is refused" {
	make_seeds
	mkdir {1..10}
	for ((seed = 1; seed <= 10; seed += 2)); do
		(cd "$seed" && differs "$seed" 10000) & first=$!
		(cd $((seed + 1)) && differs $((seed + 1)) 10000)
		wait "$first"
		echo "# $(cat "$seed/counts" $((seed + 1))/counts)" >&3
	done
}

# Each way to split, and what else changes the code that is written.
ways=(--split=off --split=source --split=kernel --split=auto '--split=auto --auto-kernels=2' '--split=auto --auto-instructions=5'
	'--split=source --allow-device-image-dependencies' '--split=kernel --allow-device-image-dependencies'
	'--split=kernel --emit-only-kernels-as-entry-points' '--split=kernel --device-globals' '--split=source --verify -j1'
	'--split=kernel --spec-const=native --generate-device-image-default-spec-consts' '--split=source --spec-const=emulation')

# every_way FILE...: split_like_llvm in each of the ways
every_way() {
	for file; do
		# shellcheck disable=SC2086 # options
		for way in "${ways[@]}"; do split_like_llvm "$file" $way; done
	done
	echo "# $# modules, ${#ways[@]} ways, $images images" >&3
}

@test "every image of every kind of module, split in every way, is valid and holds what LLVM extracts" {
	make_modules
	every_way modules/*.bc
	[ "$images" -gt 900 ]
}

# of_clang VERSION: the same of what that clang writes, which LLVM reads first when it is another LLVM's
of_clang() {
	command -v "clang-$1" > /dev/null || skip "clang-$1 is not installed"
	of_compiler "$1"
	every_way modules/*.bc
	[ "$images" -gt 100 ]
}

@test "images of what clang-13 wrote are valid and hold what LLVM extracts" { of_clang 13; }

@test "images of what clang-14 wrote are valid and hold what LLVM extracts" { of_clang 14; }

@test "images of what clang-15 wrote are valid and hold what LLVM extracts" { of_clang 15; }

@test "images of what clang-16 wrote are valid and hold what LLVM extracts" { of_clang 16; }

@test "images of what clang-19 wrote are valid and hold what LLVM extracts" { of_clang 19; }

@test "images of what the clang beside our LLVM wrote are valid and hold what LLVM extracts" { of_clang "$llvm_version"; }
