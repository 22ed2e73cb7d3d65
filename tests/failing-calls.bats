# Calls that fail: some of the allocations, writes, opens and renames of every
# tool.  tests/long/failing-calls.bats tries all of them.
load helper
load failing

@test "an allocation, write, open or rename that fails is told with status 1, and no output stays" {
	[ "$TEST_SET" != asan ] || skip 'the calls are replaced by a preloaded library, as sanitizers do'
	failing_begin
	for tool in $(all_tools); do
		case $tool in
		aspect-prop | device-prepare | device-select | mux-aot | post-link | spirv-prep) some="4 200" ;;
		attr-rewrite) some="1 8 16" ;;
		*) some="1 2 4 7 11" ;;
		esac
		# shellcheck disable=SC2086 # numbers
		failing "$tool" malloc $some
		failing "$tool" write 1 2
		failing "$tool" rename 1
	done
	# what object-pack takes for its section, and foreach for its lists
	failing object-pack openat 3 4 5
	failing foreach openat 3 4 5 6
}
