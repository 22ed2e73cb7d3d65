# Some programs of examples/; tests/long/examples.bats has all.
load helper
load examples

@test "commands of the examples' page print what it says: a library, a histogram" {
	run_page 'histogram|polynomial'
}

@test "every example is on the page of examples" {
	cd "$root/examples"
	for file in *.cpp */; do
		grep -q "($file" README.md || { echo "$file is not on the page"; return 1; }
	done
}
