# doc/status.tsv is complete and true as far as a machine can tell.
load helper

# status OPTION... ROWS: doc/status.awk over all tests and these rows
status() {
	awk -f "$root/doc/status.awk" "${@:1:$#-1}" "$root"/tests/*.bats "$root"/tests/programs/*.bats "$root"/tests/long/*.bats "${@: -1}"
}

@test "every statement of the design documents has one row, and its proof exists" {
	status -v check=1 "$root/doc/status.tsv"
}

@test "every row is in doc/status.tsv" {
	if grep -lE '^[|] *[A-Z]+-[0-9]+' "$root"/doc/*.md "$root"/doc/status/*.md 2>/dev/null; then
		echo "rows are lines of doc/status.tsv, IDS<tab>what they ask<tab>state<tab>keys or reason, and"
		echo "a test gets its key by the line '# status: KEY' above its '@test' (doc/status.md)"
		return 1
	fi
}

@test "each kind of wrong row is named with its place" {
	rows=$root/doc/status.tsv
	# wrong LINE ERROR: this row at the end, or no row that it matches, gives that error
	wrong() {
		run -1 status -v check=1 changed.tsv
		[[ $output == *"error: $1"* ]] || { echo "$1:"; echo "$output"; return 1; }
	}
	sed '/^SPC-001\t/d' "$rows" > changed.tsv
	wrong 'SPC-001 has no row'
	for change in "OKF-001|ask|done|diamond|OKF-001 has another row already" \
		"OKF-999|ask|done|diamond|no document has the statements 'OKF-999'" \
		"OKF-001|ask|done|no-such-key|no test has the key 'no-such-key': put the line '# status: no-such-key' above" \
		"OKF-001|ask|done||a row that is done names tests" \
		"OKF-001|ask|different|so|a row that is different says why" \
		"OKF-001|ask|maybe|so|the state is 'done', 'different' or 'not yet', not 'maybe'" \
		"MUX-001, 2|ask|not yet||not a row"; do
		row=${change%|*}
		{ cat "$rows"; tr '|' '\t' <<< "$row"; } > changed.tsv
		wrong "${change##*|}"
	done
}

@test "a test's key is unique, right above it, and named by a row" {
	printf '# status: %s\n\n@test "one" {\n}\n' diamond > one.bats
	run -1 awk -f "$root/doc/status.awk" -v check=1 "$root"/tests/aspect-prop.bats one.bats
	[[ $output == *"has the key 'diamond' already"*"no '@test' line follows the key 'diamond'"* ]]
	printf '# status: %s\n@test "one" {\n}\n' nowhere > one.bats
	run -1 awk -f "$root/doc/status.awk" -v check=1 one.bats
	[[ $output == *"no row names the key 'nowhere' of the test 'one'"* ]]
}

@test "the pages have every row, titles in place of keys, and numbers that add up" {
	mkdir pages
	status -v folder=pages "$root/doc/status.tsv"
	[ "$(cat pages/???.md | grep -cE '^[|] [A-Z]+-[0-9]')" = "$(grep -cE '^[A-Z]+-[0-9]' "$root/doc/status.tsv")" ]
	grep -q '^| OKF-001 .*| done | .*functions that are reached twice count once (tests/aspect-prop.bats)' pages/OKF.md
	[ "$(awk -F '|' 'NR > 4 && $3 != $4 + $5 + $6' pages/status.md)" = "" ]
	[ "$(awk -F '|' 'NR > 4 { n += $3 } END { print n }' pages/status.md)" = 1087 ]
}

# members PAGE [HEADER...]: doc/sycl-2020.awk over all headers and all tests
members() {
	awk -f "$root/doc/sycl-2020.awk" "$root"/include/sycl/*.hpp "${@:2}" "$root"/tests/*.bats "$root"/tests/programs/*.bats "$root"/tests/long/*.bats "$1"
}

@test "every public name of the headers has a row in doc/sycl-2020.md, and its tests exist" {
	members "$root/doc/sycl-2020.md"
}

@test "a member without a row, a row without its test and a test without a row are named" {
	page=$root/doc/sycl-2020.md
	printf 'namespace sycl {\n\nclass queue {\npublic:\n\tint is_new(int) const { return 1; }\nprivate:\n\tint own() { return 1; }\n};\n\ninline int free_one(int)\n{\n\treturn 1;\n}\n\n}\n' > new.hpp
	run -1 members "$page" new.hpp
	[ "$output" = "$(printf '%s\n' "new.hpp:5: error: no row of doc/sycl-2020.md names 'is_new' of 'queue'" "new.hpp:10: error: no row of doc/sycl-2020.md names 'free_one'")" ]
	sed 's/^| `reinterpret`[^|]*|.*//; s/, `set_write_back`//' "$page" > changed.md
	run -1 members changed.md
	[[ $output == *"names 'set_write_back' of 'buffer'"* ]]
	sed '/^|/s/ reduction\>/ no-such-key/' "$page" > changed.md
	run -1 members changed.md
	[[ $output == *"no test has the key 'no-such-key'"* && $output == *"no row names the key 'reduction'"* ]] || { echo "$output"; return 1; }
	for row in "| \`new\` | done | none |" "| \`new\` | absent | so |" "| \`new\` | maybe | buffer |" "| new | done | buffer |" "| \`new\` | done |"; do
		{ cat "$page"; echo "$row"; } > changed.md
		run -1 members changed.md
		[ -n "$output" ]
	done
}

@test "each program of a section names it, and one test of tests/long/sycl-2020.bats runs it" {
	sed -n "s/^	each '\(.*\)' [0-9]*$/\1/p" "$root/tests/long/sycl-2020.bats" > patterns
	[ "$(wc -l < patterns)" = 5 ]
	for program in "$inputs"/sycl/sections/*.cpp; do
		head -n 1 "$program"
	done > heads
	while read -r pattern; do
		grep -E "^/[*] ($pattern)" heads
	done < patterns | sort > run
	sort heads | diff run -
	[ "$(wc -l < heads)" -ge 115 ]
}
