# Every allocation, write, open and rename of every tool fails once, up to 300 of each.
load ../helper
load ../failing

@test "each of the first 300 allocations, writes, opens and renames of every tool may fail" {
	failing_begin
	for tool in $(all_tools); do
		for call in malloc write openat rename; do
			# shellcheck disable=SC2046 # numbers
			failing "$tool" "$call" $(seq 300) || :
		done
	done | tee table
	cat table >&3
	[ "$(grep -c ' 0 wrong$' table)" -eq $((4 * $(all_tools | wc -l))) ]
	run -1 grep -v ' 0 wrong$' table
}
