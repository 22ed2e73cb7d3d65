# lib/bitcode on damaged modules at length.
load ../helper
load ../bitcode

@test "1,000,000 damaged modules under sanitizers: nothing is read or written outside of memory, what is written is read again" {
	make_seeds
	make_fuzz
	fuzz_runs 500000 1 & first=$!
	fuzz_runs 500000 2
	wait "$first"
	echo "# twice 500,000 inputs, $(cat fuzz.1 fuzz.2 | sed -n 's/^stat::new_units_added: *//p' | paste -s -d" ") found new ways" >&3
}
