# The pipeline of the README, run line by line.
load helper

# status: pipeline-by-hand
@test "the README's pipeline by hand makes a program that runs" {
	cp "$root/examples/two-features.cpp" .
	sed -n '/^<!-- pipeline -->/,/^<!-- end -->/s/^    //p' "$root/README.md" > lines
	[ -s lines ]
	bash -eu lines > out
	grep -q '^\[Code|Properties|Symbols\]$' out
	grep -q 'aspects=2|' out
	grep -q sycl_used_aspects out
}

# status: pipeline-files
@test "every file of the pipeline by hand is what the next stage's page says" {
	cp "$root/examples/two-features.cpp" .
	sed -n '/^<!-- pipeline -->/,/^<!-- end -->/s/^    //p' "$root/README.md" > lines
	bash -eu lines > out
	[ "$(head -n 1 c.table)" = '[Code|Properties|Symbols]' ]
	[ "$(wc -l < code.list)" -eq "$(wc -l < image.list)" ]
	while read -r image; do file "$image" | grep -q 'ELF 64-bit.*shared object' || return 1; done < image.list
	file images.o | grep -q 'ELF 64-bit.*relocatable'
}
