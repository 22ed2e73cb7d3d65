# The formats: their pages' examples, property files, symbol files.
load helper

# reads_as FILE COL TEXT: the property file is refused with this place and text
reads_as() {
	run -1 --separate-stderr "$BUILD/tests/formats" propset "$1"
	[ "$stderr" = "$1:$2: error: $3" ] || { echo "$stderr"; return 1; }
	[ -z "$output" ]
}

# status: format-examples
@test "the examples of every format page hold" {
	count=0
	for page in "$root"/doc/formats/*.[57] "$BUILD"/share/man/*.7; do
		mkdir "page$((count += 1))"
		awk -f "$root/tests/page-examples.awk" "$page" > "page$count/run"
		( cd "page$count" && bash -e -o pipefail run ) || { echo "$page"; return 1; }
	done
	[ "$(cat page*/run | grep -c END_OF)" -ge 10 ]
}

@test "byte arrays have the letters that other toolchains write" {
	run -0 "$BUILD/tests/formats" values
	[ "$output" = '23 values' ]
}

@test "10,000 random property files are read back as written" {
	run -0 "$BUILD/tests/formats" round-trips 10000
	[ "$output" = '10000 round trips' ]
}

@test "an empty property file is a valid one" {
	: > p
	run -0 --separate-stderr "$BUILD/tests/formats" propset p
	[ -z "$output$stderr" ]
}

@test "property files are read with CR LF, blank lines and without a last newline" {
	printf '\r\n[a]b]\r\n\r\nx y@z=1|7\r\n\nempty=2|AAAAAAAAAAA' > p
	run -0 "$BUILD/tests/formats" propset p
	[ "$output" = $'[a]b]\nx y@z=1|7\nempty=2|AAAAAAAAAAA' ]
}

@test "sets of one category are merged, the last property of a name wins in the first one's place" {
	printf '[a]\nx=1|1\ny=1|2\n[b]\n[a]\nx=1|3\n' > p
	run -0 "$BUILD/tests/formats" propset p
	[ "$output" = $'[a]\nx=1|3\ny=1|2\n[b]' ]
}

@test "names place and reason of every malformed property" {
	while IFS=: read -r line col text; do
		printf '[s]\nok=1|4294967295\n%b\n' "$line" > p
		reads_as p "3:$col" "$text" || { echo "$line"; return 1; }
	done <<- 'EOT'
		x=3|1:3:property type is neither 1 nor 2
		x=0|1:3:property type is neither 1 nor 2
		x=12|1:3:property type is neither 1 nor 2
		x=|1:3:property type is neither 1 nor 2
		x=1|abc:5:value is not a decimal number
		x=1|1x:6:value is not a decimal number
		x=1|-1:5:value is not a decimal number
		x=1|4294967296:5:number does not fit 32 bits
		x=1|:5:property without a value
		x=2|A:5:value is not a byte array: bad letter or length
		x=2|AAAAAAAAAA=:5:value is not a byte array: bad letter or length
		x=2|AAAAAAAAAAQ:5:value is not a byte array: bad letter or length
		x=2|AAAA:5:byte array is shorter than its 8-byte bit count
		x=2|gAAAAAAAAAA:5:bit count of the byte array does not fit its length
		x=2|5//////////P:5:bit count of the byte array does not fit its length
		=1|1:1:property without a name
		x:2:property without '='
		x=1:4:property without '|' after its type
		[s:3:category without ']'
		[]:2:empty category name
		[s]t:4:text behind the category's ']'
	EOT
}

@test "a property before the first category is refused" {
	echo 'x=1|1' > p
	reads_as p 1:1 'property before the first category'
}

@test "an unreadable or damaged property or symbol file is named, with the line" {
	for kind in propset symbols; do
		run -1 "$BUILD/tests/formats" "$kind" none
		[ "$output" = "formats: error: cannot read 'none': No such file or directory" ] || return 1
		run -1 "$BUILD/tests/formats" "$kind" .
		[ "$output" = "formats: error: cannot read '.': Is a directory" ] || return 1
		printf '[s]\nx\0=1|1\n' > nul
		run -1 "$BUILD/tests/formats" "$kind" nul
		[ "$output" = 'nul:2: error: line contains a NUL byte' ] || return 1
		{ echo '[s]'; head -c 100000000 /dev/zero | tr '\0' x; } > long
		run -1 "$BUILD/tests/formats" "$kind" long
		[ "$output" = 'long:2: error: line is longer than 67108864 bytes' ] || return 1
	done
}

@test "symbol files are read with CR LF and blank lines, and keep their order" {
	printf 'b\r\n\na@m.cpp-1\nc' > s
	run -0 "$BUILD/tests/formats" symbols s
	[ "$output" = $'b\na@m.cpp-1\nc' ]
}

@test "a property file of 20,000 names is read in a moment" {
	awk 'BEGIN { print "[SYCL/kernel names]"; for (i = 0; i < 20000; i++) print "_ZTS" i "=1|1" }' > p
	timeout 2 "$BUILD/tests/formats" propset p | cmp p -
}

@test "requirements are read as they were written, in both encodings, and what a target lacks has a kind and words" {
	"$BUILD/tests/formats" requirements | uniq > got
	diff - got <<-'END'
		0 0 -
		1 5 target 't' lacks aspect 'fp16'
		2 16 target 't' lacks sub-group size 16
		3 65 target 't' has work-groups of at most 64 work-items, 65 are required
		3 18446744073709551615 target 't' has work-groups of at most 64 work-items, too many to count are required
		0 0 -
		4 0 target 't' is not one of the fixed targets
		0 0 -
		0 0 target 't' is not one of the fixed targets
		4 0 target 't' is not one of the fixed targets
	END
}
