# The programs of examples/ that no other test runs; tests/long/examples.bats has all.
load helper
load examples

@test "commands of the examples' page print what it says: stencil, histogram, a library, a CMake project" {
	run_page 'stencil|histogram|polynomial|cmake'
}

@test "every example is on the page of examples" {
	cd "$root/examples"
	for file in *.cpp */; do
		grep -q "($file" README.md || { echo "$file is not on the page"; return 1; }
	done
}
